/* translation-sums.c: one pass over the pixels of a picture that has moved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "translation.h"

#include <math.h>
#include <string.h>

#define TILE VNK_TRANSLATION_TILE
#define MOVED_ROWS (TILE + 2) /* with one more on both sides, for its gradient */
#define ALONE 40000           /* pixels */

typedef struct {
  vnk_cpu                     *cpu;
  const vnk_translation_level *level;
  int                          whole_x, whole_y;
  float                        taps_x[VNK_TRANSLATION_TAPS], taps_y[VNK_TRANSLATION_TAPS];
  int                          left, top, right, bottom; /* first and last pixel that counts */
  float                        gain, offset, inverse;    /* 1/c² */
  vnk_translation_pass         pass;
  float                       *tiles;
} SumsJob;

/* The rows of one band, in one piece of memory. */
typedef struct {
  float *moved;  /* MOVED_ROWS of the second plane at p + d, the first of them above the band */
  float *weight; /* TILE rows */
  float *between;
} Band;

void
vnk_translation_taps (double fraction, float taps[VNK_TRANSLATION_TAPS])
{
  for (int i = 0; i < VNK_TRANSLATION_TAPS; i++)
    {
      double weight = 1.0;

      for (int j = 0; j < VNK_TRANSLATION_TAPS; j++)
        if (j != i)
          weight *= (fraction + 2.0 - j) / (i - j);
      taps[i] = (float) weight;
    }
}

VNK_CLONES static void
robust_weights_rows (const float *in, ptrdiff_t stride, const float *taps, float *restrict out, int n)
{
  for (int i = 0; i < n; i++)
    out[i] = taps[0] * in[i] + taps[1] * in[i + stride] + taps[2] * in[i + 2 * stride] + taps[3] * in[i + 3 * stride] +
             taps[4] * in[i + 4 * stride] + taps[5] * in[i + 5 * stride];
}

/* Zeros in a row but for n elements. */
static void
clear_around (float *row, int first, int n, ptrdiff_t stride)
{
  memset (row, 0, (size_t) first * sizeof (float));
  memset (row + first + n, 0, (size_t) (stride - first - n) * sizeof (float));
}

/* The second plane at p + d for rows top − 1 … bottom + 1 of the band, and the weights of the pixels that count. */
static void
fill_band (const SumsJob *job, int y0, Band *band)
{
  const vnk_translation_level *level = job->level;
  int first_x = job->left - 1, n = job->right - job->left + 3;

  for (int j = 0; j < MOVED_ROWS; j++)
    {
      int y = y0 + j - 1;
      float *out = band->moved + j * level->stride;

      if (y < job->top - 1 || y > job->bottom + 1)
        {
          memset (out, 0, (size_t) level->stride * sizeof (float));
          continue;
        }

      const float *in = level->second + (y + job->whole_y - 2) * level->stride + first_x + job->whole_x - 2;

      if (job->pass == VNK_TRANSLATION_SEARCH)
        memcpy (out + first_x, in + 2 * level->stride + 2, (size_t) n * sizeof (float));
      else
        {
          robust_weights_rows (in, level->stride, job->taps_y, band->between, n + 5);
          robust_weights_rows (band->between, 1, job->taps_x, out + first_x, n);
        }
      clear_around (out, first_x, n, level->stride);
    }

  for (int j = 0; j < TILE; j++)
    {
      int y = y0 + j;
      bool counts = y >= job->top && y <= job->bottom;
      float *out = band->weight + j * level->stride;

      if (counts)
        memcpy (out + job->left, level->weight + y * level->stride + job->left, (size_t) (n - 2) * sizeof (float));
      clear_around (out, job->left, counts ? n - 2 : 0, level->stride);
    }
}

/* One row of a tile where whole shifts are tried: lane i adds up column i. */
VNK_INLINE void
add_search_row (const SumsJob *job, const float *first, const float *moved, const float *weight,
                float sums[restrict VNK_N_SUMS][TILE])
{
  for (int i = 0; i < TILE; i++)
    {
      float f = first[i];
      float r = moved[i] - job->gain * f - job->offset;
      float wf = weight[i] * f, wr = weight[i] * r;

      sums[VNK_SUM_F_F][i] += wf * f;
      sums[VNK_SUM_F][i] += wf;
      sums[VNK_SUM_1][i] += weight[i];
      sums[VNK_SUM_F_R][i] += wf * r;
      sums[VNK_SUM_R][i] += wr;
      sums[VNK_SUM_R_R][i] += wr * r;
    }
}

/* The same where all sums are wanted. */
VNK_INLINE void
add_row (const SumsJob *job, const float *first, const float *moved, const float *weight, bool last,
         float sums[restrict VNK_N_SUMS][TILE])
{
  ptrdiff_t stride = job->level->stride;

  for (int i = 0; i < TILE; i++)
    {
      float f = first[i];
      float gx = 0.5f * (first[i + 1] - first[i - 1]);
      float gy = 0.5f * (first[i + stride] - first[i - stride]);
      float r = moved[i] - job->gain * f - job->offset;
      float fit = 1.0f + weight[i] * r * r * job->inverse;
      float w = weight[i] / (fit * fit);
      float wx = w * gx, wy = w * gy, wf = w * f, wr = w * r;

      sums[VNK_SUM_GX_GX][i] += wx * gx;
      sums[VNK_SUM_GX_GY][i] += wx * gy;
      sums[VNK_SUM_GY_GY][i] += wy * gy;
      sums[VNK_SUM_GX_F][i] += wx * f;
      sums[VNK_SUM_GY_F][i] += wy * f;
      sums[VNK_SUM_GX][i] += wx;
      sums[VNK_SUM_GY][i] += wy;
      sums[VNK_SUM_F_F][i] += wf * f;
      sums[VNK_SUM_F][i] += wf;
      sums[VNK_SUM_1][i] += w;
      sums[VNK_SUM_GX_R][i] += wx * r;
      sums[VNK_SUM_GY_R][i] += wy * r;
      sums[VNK_SUM_F_R][i] += wf * r;
      sums[VNK_SUM_R][i] += wr;
      sums[VNK_SUM_R_R][i] += wr * r;
      if (last)
        {
          float jx = 0.5f * (moved[i + 1] - moved[i - 1]);
          float jy = 0.5f * (moved[i + stride] - moved[i - stride]);

          float slope = (4.0f - 3.0f * fit) / fit;

          sums[VNK_SUM_GX_JX][i] += slope * wx * jx;
          sums[VNK_SUM_GX_JY][i] += slope * 0.5f * (wx * jy + wy * jx);
          sums[VNK_SUM_GY_JY][i] += slope * wy * jy;
          sums[VNK_SUM_S][i] += slope * w;
        }
    }
}

VNK_CLONES static void
add_tile (const SumsJob *job, const Band *band, int x, int y, int rows, float *out)
{
  ptrdiff_t stride = job->level->stride;
  const float *first = job->level->first + y * stride + x;
  float sums[VNK_N_SUMS][TILE] = { { 0 } };

  for (int j = 0; j < rows; j++)
    {
      const float *moved = band->moved + (j + 1) * stride + x;
      const float *weight = band->weight + j * stride + x;

      if (job->pass == VNK_TRANSLATION_SEARCH)
        add_search_row (job, first + j * stride, moved, weight, sums);
      else if (job->pass == VNK_TRANSLATION_LAST)
        add_row (job, first + j * stride, moved, weight, true, sums);
      else
        add_row (job, first + j * stride, moved, weight, false, sums);
    }

  for (int k = 0; k < VNK_N_SUMS; k++)
    {
      float sum = 0.0f;

      for (int i = 0; i < TILE; i++)
        sum += sums[k][i];
      out[k] = sum;
    }
}

static void
sum_band (void *data, int item, int thread)
{
  const SumsJob *job = data;
  const vnk_translation_level *level = job->level;
  int columns = vnk_translation_tiles (level->width);
  float *tiles = job->tiles + (ptrdiff_t) item * columns * VNK_N_SUMS;
  int y = item * TILE;
  int rows = level->height - y < TILE ? level->height - y : TILE;
  float *memory = job->cpu->threads[thread].row.memory;
  Band band = { memory, memory + MOVED_ROWS * level->stride, memory + (MOVED_ROWS + TILE) * level->stride };

  if (y > job->bottom || y + rows <= job->top)
    {
      memset (tiles, 0, (size_t) columns * VNK_N_SUMS * sizeof *tiles);
      return;
    }

  fill_band (job, y, &band);
  for (int i = 0; i < columns; i++)
    add_tile (job, &band, i * TILE, y, rows, tiles + i * VNK_N_SUMS);
}

size_t
vnk_translation_sums_scratch (const vnk_translation_level *level)
{
  return (size_t) (MOVED_ROWS + TILE + 1) * (size_t) level->stride * sizeof (float);
}

static int
largest (int a, int b)
{
  return a > b ? a : b;
}

void
vnk_translation_sums (vnk_cpu *cpu, const vnk_translation_level *level, const vnk_translation_state *state,
                      vnk_translation_pass pass, float *tiles, double total[VNK_N_SUMS])
{
  int n_tiles = vnk_translation_tiles (level->width) * vnk_translation_tiles (level->height);
  SumsJob job = { .cpu = cpu, .level = level, .gain = (float) state->gain, .offset = (float) state->offset,
                  .inverse = (float) (1.0 / (state->scale * state->scale)), .pass = pass, .tiles = tiles };

  for (int k = 0; k < VNK_N_SUMS; k++)
    total[k] = 0.0;

  job.whole_x = (int) floor (state->dx);
  job.whole_y = (int) floor (state->dy);
  vnk_translation_taps (state->dx - job.whole_x, job.taps_x);
  vnk_translation_taps (state->dy - job.whole_y, job.taps_y);
  /* Interpolation takes two pixels before and three behind, and the gradients one more on both sides. */
  job.left = largest (1, 3 - job.whole_x);
  job.top = largest (1, 3 - job.whole_y);
  job.right = level->width - 2 - largest (0, 3 + job.whole_x);
  job.bottom = level->height - 2 - largest (0, 3 + job.whole_y);
  if (job.right < job.left || job.bottom < job.top)
    {
      memset (tiles, 0, (size_t) n_tiles * VNK_N_SUMS * sizeof *tiles);
      return;
    }

  /* Small levels are done before other threads would have woken up. */
  if (level->width * level->height < ALONE)
    for (int i = 0; i < vnk_translation_tiles (level->height); i++)
      sum_band (&job, i, vnk_pool_threads (cpu->pool) - 1);
  else
    vnk_pool_run (cpu->pool, vnk_translation_tiles (level->height), sum_band, &job);
  for (int i = 0; i < n_tiles; i++)
    for (int k = 0; k < VNK_N_SUMS; k++)
      total[k] += (double) tiles[i * VNK_N_SUMS + k];
}
