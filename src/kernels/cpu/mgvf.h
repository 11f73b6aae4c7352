/* mgvf.h: the solver, and its start from smaller maps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cpu.h"

#define VNK_MGVF_PAIRS 4

/*
 * The eight neighbours as four opposite pairs, in a window whose flow is along +x. Of a pair, the one `ahead` lies
 * downstream: its switch is on where it is larger than the pixel, that of the one behind where it is smaller. The last
 * pair lies across the flow: both of its switches are half on.
 */
static const int vnk_mgvf_ahead[VNK_MGVF_PAIRS][2] = { { 1, 0 }, { 1, 1 }, { 1, -1 }, { 0, 1 } };

/* What SOR solves: (1 − A/λ) μ S − A (V − W) = 0, with A the anchors and W what is wanted; of an edge map both are its
 * edges. */
typedef struct {
  const vnk_plane *anchors;
  const vnk_plane *wanted;
  float            mu;
  float            pull;   /* 1/λ */
  float            omega;
} vnk_mgvf_equation;

/* Sweeps over a field until one moves it by no more than the tolerance on average, `most` of them at most; returns
 * their number. `memory` is for the floats of relax_floats(). */
int    vnk_mgvf_relax        (const vnk_mgvf_equation *equation, int maximum, double tolerance, float *memory,
                              vnk_plane *field);

/* A start for the field from smaller maps. `memory` is for vnk_mgvf_coarse_floats(), `relax` that of the largest
 * map. */
size_t vnk_mgvf_coarse_floats (int width, int height);
void   vnk_mgvf_coarse_start  (const vnk_plane *edges, const vnk_mgvf_params *params, float *memory, float *relax,
                               vnk_plane *field);

#define VNK_SUM_LANES 16

VNK_INLINE double
vnk_sum_lanes (const float *lanes)
{
  double sum = 0.0;

  for (int i = 0; i < VNK_SUM_LANES; i++)
    sum += (double) lanes[i];
  return sum;
}
