/* mgvf-jacobi.c: the published iteration
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Source: Ray, Acton, "Motion gradient vector flow", IEEE TMI 23 (2004) 1466, with its arctan of slope 1e-10 taken as
 * the step that it is: x·H(x) = max(x, 0) to within 1e-10 / π.
 */

#include "mgvf.h"

#include <string.h>

typedef struct {
  const float *ahead[VNK_MGVF_PAIRS];
  const float *behind[VNK_MGVF_PAIRS];
  const float *old;
  const float *edges;
  float        spread; /* μ/λ */
  float        pull;   /* 1/λ */
} JacobiRowData;

VNK_INLINE void
jacobi_pixels (const JacobiRowData *row, bool perpendicular, float *restrict new, int n)
{
  for (int x = 0; x < n; x++)
    {
      float old = row->old[x];
      float edge = row->edges[x];
      float sum = 0.0f;

      for (int i = 0; i < VNK_MGVF_PAIRS; i++)
        {
          float ahead = row->ahead[i][x] - old;
          float behind = row->behind[i][x] - old;

          if (perpendicular && i == VNK_MGVF_PAIRS - 1)
            sum += 0.5f * (ahead + behind);
          else
            sum += (ahead > 0.0f ? ahead : 0.0f) + (behind < 0.0f ? behind : 0.0f);
        }

      float spread = old + row->spread * sum;

      new[x] = spread - row->pull * edge * (spread - edge);
    }
}

VNK_CLONES static void
jacobi_row (const JacobiRowData *row, bool perpendicular, float *new, int n, float *lanes)
{
  if (perpendicular)
    jacobi_pixels (row, true, new, n);
  else
    jacobi_pixels (row, false, new, n);
  vnk_add_differences (lanes, new, row->old, n);
}

/* The ring around the field repeats its border. `field` points at the first pixel inside. */
static void
fill_ring (float *field, int width, int height, ptrdiff_t stride)
{
  for (int y = 0; y < height; y++)
    {
      float *row = field + y * stride;

      row[-1] = row[0];
      row[width] = row[width - 1];
    }
  memcpy (field - stride - 1, field - 1, (size_t) (width + 2) * sizeof (float));
  memcpy (field + height * stride - 1, field + (height - 1) * stride - 1, (size_t) (width + 2) * sizeof (float));
}

static double
sweep (const float *old, float *new, ptrdiff_t stride, const vnk_plane *edges, const vnk_mgvf_pairs *pairs, float mu)
{
  float lambda = 8.0f * mu + 1.0f;
  float lanes[VNK_SUM_LANES] = { 0 };

  for (int y = 0; y < edges->height; y++)
    {
      JacobiRowData row = {
        .old = old + y * stride, .edges = vnk_plane_row (edges, y),
        .spread = mu / lambda, .pull = 1.0f / lambda
      };

      for (int i = 0; i < VNK_MGVF_PAIRS; i++)
        {
          ptrdiff_t ahead = pairs->ahead_y[i] * stride + pairs->ahead_x[i];

          row.ahead[i] = row.old + ahead;
          row.behind[i] = row.old - ahead;
        }
      jacobi_row (&row, pairs->perpendicular, new + y * stride, edges->width, lanes);
    }
  return vnk_sum_lanes (lanes) / ((double) edges->width * edges->height);
}

vnk_status
vnk_mgvf_jacobi (vnk_scratch *scratch, const vnk_plane *edges, const vnk_mgvf_pairs *pairs,
                 const vnk_mgvf_params *params, vnk_plane *field, int *sweeps)
{
  int width = edges->width;
  int height = edges->height;
  ptrdiff_t stride = ((ptrdiff_t) width + 2 + 15) & ~(ptrdiff_t) 15;
  size_t size = (size_t) stride * ((size_t) height + 2);
  float *memory = vnk_scratch_get (scratch, 2 * size * sizeof (float));

  if (memory == NULL)
    return VNK_ERROR_NO_MEMORY;

  float *old = memory + stride + 1;
  float *new = old + size;
  int done = 0;

  for (int y = 0; y < height; y++)
    memcpy (old + y * stride, vnk_plane_row (field, y), (size_t) width * sizeof (float));

  while (done < params->max_sweeps)
    {
      fill_ring (old, width, height, stride);
      double mean_change = sweep (old, new, stride, edges, pairs, params->mu);
      float *swap = old;

      old = new;
      new = swap;
      done++;
      if (mean_change <= (double) params->tolerance)
        break;
    }

  for (int y = 0; y < height; y++)
    memcpy (vnk_plane_row (field, y), old + y * stride, (size_t) width * sizeof (float));
  *sweeps = done;
  return VNK_OK;
}
