/* translation.h: what the levels, the sums and the steps of a picture's movement share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cpu.h"

/* Both planes, smoothed and less a constant, and the weights, all with one stride and zeros behind the end of a row. */
typedef struct {
  int       width, height;
  ptrdiff_t stride; /* a multiple of VNK_TRANSLATION_TILE, and above the width */
  float    *first, *second, *weight;
} vnk_translation_level;

/* Where a step stands: second (p + d) against gain · first (p) + offset. */
typedef struct {
  double dx, dy;
  double gain, offset;
  double scale; /* c of vnk.h; infinite: all pixels count */
} vnk_translation_state;

/* Weighted sums over pixels; (gx, gy) is the gradient of the first plane, f its value, r the residual and (jx, jy) the
 * gradient of the second plane at p + d. Those with j or s, only of the last pass, have the weight s, the derivative by
 * r of the weighted residual: how fast what is summed up over r changes with the shift. */
typedef enum {
  VNK_SUM_GX_GX,
  VNK_SUM_GX_GY,
  VNK_SUM_GY_GY,
  VNK_SUM_GX_F,
  VNK_SUM_GY_F,
  VNK_SUM_GX,
  VNK_SUM_GY,
  VNK_SUM_F_F,
  VNK_SUM_F,
  VNK_SUM_1,
  VNK_SUM_GX_R,
  VNK_SUM_GY_R,
  VNK_SUM_F_R,
  VNK_SUM_R,
  VNK_SUM_R_R,
  VNK_SUM_GX_JX,
  VNK_SUM_GX_JY, /* the mean of gx·jy and gy·jx */
  VNK_SUM_GY_JY,
  VNK_SUM_S,
  VNK_N_SUMS,
} vnk_translation_sum;

typedef enum {
  VNK_TRANSLATION_SEARCH, /* a whole shift, all pixels count: no sum in which a gradient is */
  VNK_TRANSLATION_STEP,
  VNK_TRANSLATION_LAST,
} vnk_translation_pass;

/* Fills `tiles` (VNK_N_SUMS a tile, row by row) and their total. Threads have their memory already. */
void vnk_translation_sums (vnk_cpu *cpu, const vnk_translation_level *level, const vnk_translation_state *state,
                           vnk_translation_pass pass, float *tiles, double total[VNK_N_SUMS]);

/* Bytes of vnk_cpu_thread.row that it takes. */
size_t vnk_translation_sums_scratch (const vnk_translation_level *level);

/* Weights of six neighbours for a place between the third and the fourth: the polynomial through them (Lagrange). */
#define VNK_TRANSLATION_TAPS 6
void vnk_translation_taps (double fraction, float taps[VNK_TRANSLATION_TAPS]);

VNK_INLINE int
vnk_translation_tiles (int pixels)
{
  return (pixels + VNK_TRANSLATION_TILE - 1) / VNK_TRANSLATION_TILE;
}
