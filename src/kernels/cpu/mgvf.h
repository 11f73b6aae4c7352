/* mgvf.h: what the two solvers share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cpu.h"

#define VNK_MGVF_PAIRS 4

/*
 * The eight neighbours as four opposite pairs. Of a pair, `ahead` lies downstream: its switch is on where it is larger
 * than the pixel, that of the one behind where it is smaller. A pair perpendicular to the flow has both switches half
 * on; as the pairs are 45° apart there is at most one, and it is the last.
 */
typedef struct {
  int  ahead_x[VNK_MGVF_PAIRS];
  int  ahead_y[VNK_MGVF_PAIRS];
  bool perpendicular; /* of the last pair */
} vnk_mgvf_pairs;

void vnk_mgvf_pairs_init (vnk_mgvf_pairs *pairs, float flow_x, float flow_y);

vnk_status vnk_mgvf_jacobi (vnk_scratch *scratch, const vnk_plane *edges, const vnk_mgvf_pairs *pairs,
                            const vnk_mgvf_params *params, vnk_plane *field, int *sweeps);
vnk_status vnk_mgvf_sor    (vnk_scratch *scratch, const vnk_plane *edges, const vnk_mgvf_pairs *pairs,
                            const vnk_mgvf_params *params, bool warm, vnk_plane *field, int *sweeps);

/* What SOR solves: (1 − A/λ) μ S − A (V − W) = 0, with A the anchors and W what is wanted; of an edge map both are its edges. */
typedef struct {
  const vnk_plane *anchors;
  const vnk_plane *wanted;
  float            mu;
  float            pull;   /* 1/λ */
  float            omega;
} vnk_mgvf_equation;

/* Sweeps over a field until one moves it by no more than the tolerance on average, `most` of them at most; returns their
 * number. `memory` is for vnk_mgvf_relax_floats(). */
size_t vnk_mgvf_relax_floats (int width, int height);
int    vnk_mgvf_relax        (const vnk_mgvf_equation *equation, const vnk_mgvf_pairs *pairs, int most, double tolerance,
                              float *memory, vnk_plane *field);

/* A start for the field from smaller maps. `memory` is for vnk_mgvf_coarse_floats(), `relax` that of the largest map. */
size_t vnk_mgvf_coarse_floats (int width, int height);
void   vnk_mgvf_coarse_start  (const vnk_plane *edges, const vnk_mgvf_pairs *pairs, const vnk_mgvf_params *params,
                               float *memory, float *relax, vnk_plane *field);

#define VNK_SUM_LANES 16

/* Adds |a − b| of n pixels to the lanes: in a fixed order, yet as vector code. */
VNK_INLINE void
vnk_add_differences (float *restrict lanes, const float *a, const float *b, int n)
{
  int x = 0;

  for (; x + VNK_SUM_LANES <= n; x += VNK_SUM_LANES)
    for (int i = 0; i < VNK_SUM_LANES; i++)
      lanes[i] += __builtin_fabsf (a[x + i] - b[x + i]);
  for (int i = 0; x + i < n; i++)
    lanes[i] += __builtin_fabsf (a[x + i] - b[x + i]);
}

VNK_INLINE double
vnk_sum_lanes (const float *lanes)
{
  double sum = 0.0;

  for (int i = 0; i < VNK_SUM_LANES; i++)
    sum += (double) lanes[i];
  return sum;
}
