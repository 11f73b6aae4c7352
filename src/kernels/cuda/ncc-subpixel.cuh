/* ncc-subpixel.cuh: a match to a fraction of a pixel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The numbers are those of cpu/ncc-subpixel.c, where the source stands. By one block each. */

#pragma once

#include "ncc-steps.cuh"

#define NCC_TAPS 4           /* of the cubic, both ways */
#define NCC_STEPS 40         /* of Gauss-Newton; most settle within 4 */
#define NCC_SETTLED 3e-4     /* px: a step that ends it */
#define NCC_MIN_SLOPE 1e-6 /* of the slopes' squares to the values': less is no texture to go by */
#define NCC_FARTHEST 1.5     /* px that it may go from the best whole shift */

/* Keys' cubic and its derivative at the pixels −1, 0, 1, 2 for a place f behind pixel 0. */
static __device__ __forceinline__ void
ncc_cubic (float f, float (&value)[NCC_TAPS], float (&derivative)[NCC_TAPS])
{
  value[0] = 0.5f * f * (-1.0f + f * (2.0f - f));
  value[1] = 0.5f * (2.0f + f * f * (-5.0f + 3.0f * f));
  value[2] = 0.5f * f * (1.0f + f * (4.0f - 3.0f * f));
  value[3] = 0.5f * f * f * (-1.0f + f);
  derivative[0] = 0.5f * (-1.0f + f * (4.0f - 3.0f * f));
  derivative[1] = 0.5f * f * (-10.0f + 9.0f * f);
  derivative[2] = 0.5f * (1.0f + f * (8.0f - 9.0f * f));
  derivative[3] = 0.5f * f * (-2.0f + 3.0f * f);
}

/* Where the second plane is sampled under the shifted patch. */
struct NccSampler
{
  int   offset; /* floats from the square's first pixel to its first tap in the region */
  float x[NCC_TAPS], y[NCC_TAPS], slope_x[NCC_TAPS], slope_y[NCC_TAPS];
};

static __device__ __forceinline__ void
ncc_aim (const NccPlan &plan, double dx, double dy, NccSampler *sampler)
{
  int whole_x = (int) floor (dx), whole_y = (int) floor (dy);

  ncc_cubic ((float) (dx - whole_x), sampler->x, sampler->slope_x);
  ncc_cubic ((float) (dy - whole_y), sampler->y, sampler->slope_y);
  sampler->offset = (plan.source.y + whole_y - 1 - plan.region.y) * plan.region.stride + plan.source.x + whole_x - 1 -
                    plan.region.x;
}

/* The second plane at a pixel of the patch, and its slopes. */
static __device__ __forceinline__ void
ncc_sample (const NccSampler &sampler, const float *region, int stride, int x, int y, float (&out)[3])
{
  const float *in = region + sampler.offset + y * stride + x;

  out[0] = out[1] = out[2] = 0.0f;
#pragma unroll
  for (int v = 0; v < NCC_TAPS; v++)
    {
      float value = 0.0f, slope = 0.0f;

#pragma unroll
      for (int u = 0; u < NCC_TAPS; u++)
        {
          value = fmaf (sampler.x[u], in[v * stride + u], value);
          slope = fmaf (sampler.slope_x[u], in[v * stride + u], slope);
        }
      out[0] = fmaf (sampler.y[v], value, out[0]);
      out[1] = fmaf (sampler.y[v], slope, out[1]);
      out[2] = fmaf (sampler.slope_y[v], value, out[2]);
    }
}

/* Correlations at three shifts. */
static __device__ __forceinline__ void
ncc_correlate (const NccPlan &plan, const NccWork &work, NccShared *shared, const double (&dx)[3],
               const double (&dy)[3], double (&correlations)[3])
{
  const NccBox &box = plan.source;
  double n = work.patch->weight, sums[9] = { 0.0 };

#pragma unroll
  for (int k = 0; k < 3; k++)
    {
      NccSampler sampler;

      ncc_aim (plan, dx[k], dy[k], &sampler);
      for (int i = threadIdx.x; i < box.width * box.height; i += NCC_THREADS)
        {
          int y = i / box.width, x = i - y * box.width;
          float value[3];

          if (x < work.rows[y].first || x > work.rows[y].last)
            continue;
          ncc_sample (sampler, work.region, plan.region.stride, x, y, value);

          float weighted = ncc_weight (work.rows[y], x) * value[0];

          sums[3 * k] += (double) weighted;
          sums[3 * k + 1] += (double) weighted * (double) value[0];
          sums[3 * k + 2] += (double) value[0] * (double) work.values[i];
        }
    }
  ncc_block_sums (shared, sums);
#pragma unroll
  for (int k = 0; k < 3; k++)
    {
      double square = sums[3 * k + 1] - sums[3 * k] * sums[3 * k] / n;

      correlations[k] = square > VNK_FLAT_VARIANCE * n ? fmin (fmax (sums[3 * k + 2] / sqrt (square), -1.0), 1.0) : 0.0;
    }
}

/* Least squares of patch = gain (second + δx ∂x + δy ∂y), of the sums of ncc_refine(). Along a direction without
 * texture there is no step. */
static __device__ __forceinline__ bool
ncc_solve (const double *sums, double n, double *step_x, double *step_y)
{
  double m[3][4];
  int k = 3;

#pragma unroll
  for (int i = 0; i < 3; i++)
    {
#pragma unroll
      for (int j = i; j < 3; j++)
        m[i][j] = m[j][i] = sums[k++] - sums[i] * sums[j] / n;
      m[i][3] = sums[9 + i];
    }

  double minimum = NCC_MIN_SLOPE * m[0][0];

#pragma unroll
  for (int i = 0; i < 3; i++)
    {
      if (m[i][i] <= minimum)
        {
#pragma unroll
          for (int r = 0; r < 3; r++)
            m[r][i] = m[i][r] = 0.0;
          m[i][i] = 1.0;
          m[i][3] = 0.0;
        }

      double inverse = 1.0 / m[i][i];

#pragma unroll
      for (int r = 0; r < 3; r++)
        {
          double factor = m[r][i] * inverse;

#pragma unroll
          for (int c = 0; c < 4; c++)
            if (c >= i && r != i)
              m[r][c] -= factor * m[i][c];
        }
    }

  double gain = m[0][3] / m[0][0];

  if (!(gain > 0.0))
    return false;
  *step_x = m[1][3] / (m[1][1] * gain);
  *step_y = m[2][3] / (m[2][2] * gain);
  return isfinite (*step_x) && isfinite (*step_y);
}

/* By one block: moves a shift near the best whole one to the summit of the correlation; leaves it alone when there is
 * none nearby. */
static __device__ __forceinline__ void
ncc_refine (const NccPlan &plan, const NccWork &work, NccShared *shared, double *dx, double *dy)
{
  const NccBox &box = plan.source;
  double n = work.patch->weight;
  int peak_x = shared->peak_x, peak_y = shared->peak_y;
  double x = *dx, y = *dy;

  for (int step = 0; step < NCC_STEPS; step++)
    {
      NccSampler sampler;
      double sums[NCC_SUMS] = { 0.0 }, step_x = 0.0, step_y = 0.0;

      ncc_aim (plan, x, y, &sampler);
      for (int i = threadIdx.x; i < box.width * box.height; i += NCC_THREADS)
        {
          int v = i / box.width, u = i - v * box.width, k = 3;
          float value[3];

          if (u < work.rows[v].first || u > work.rows[v].last)
            continue;
          ncc_sample (sampler, work.region, plan.region.stride, u, v, value);

          float weight = ncc_weight (work.rows[v], u);

#pragma unroll
          for (int a = 0; a < 3; a++)
            {
              float weighted = weight * value[a];

              sums[a] += (double) weighted;
              sums[9 + a] += (double) value[a] * (double) work.values[i];
#pragma unroll
              for (int b = a; b < 3; b++)
                sums[k++] += (double) weighted * (double) value[b];
            }
        }
      ncc_block_sums (shared, sums);
      if (threadIdx.x == 0)
        {
          bool solved = ncc_solve (shared->total, n, &step_x, &step_y);

          shared->x = x + step_x;
          shared->y = y + step_y;
          shared->done = !solved || fabs (shared->x - peak_x) > NCC_FARTHEST ||
                             fabs (shared->y - peak_y) > NCC_FARTHEST
                           ? 2
                         : step_x * step_x + step_y * step_y < NCC_SETTLED * NCC_SETTLED ? 1
                                                                                              : 0;
        }
      __syncthreads ();
      x = shared->x;
      y = shared->y;
      if (shared->done == 2)
        return;
      if (shared->done == 1)
        {
          *dx = x;
          *dy = y;
          return;
        }
    }
}

/* By one block, when patch, region and map are there. */
static __device__ __forceinline__ void
ncc_finish (const NccPlan &plan, const NccWork &work, NccShared *shared, NccResult *result)
{
  ncc_find_peak (plan, work, shared);

  int peak_x = shared->peak_x, peak_y = shared->peak_y;
  float best = ncc_map_at (plan, work, peak_x, peak_y);
  bool at_border = ncc_rises_beyond (plan, work, peak_x, peak_y);
  double x = peak_x, y = peak_y, correlations[3];

  if (best <= 0.0f)
    {
      if (threadIdx.x == 0)
        result->at_border = at_border;
      return;
    }
  if (!at_border)
    {
      x += ncc_parabola_peak ((double) ncc_map_at (plan, work, peak_x - 1, peak_y), (double) best,
                              (double) ncc_map_at (plan, work, peak_x + 1, peak_y));
      y += ncc_parabola_peak ((double) ncc_map_at (plan, work, peak_x, peak_y - 1), (double) best,
                              (double) ncc_map_at (plan, work, peak_x, peak_y + 1));
      ncc_refine (plan, work, shared, &x, &y);
    }

  const double dx[3] = { x, x - plan.vx, x + plan.vx }, dy[3] = { y, y - plan.vy, y + plan.vy };

  ncc_correlate (plan, work, shared, dx, dy, correlations);
  if (threadIdx.x == 0)
    *result = { (float) (plan.x + x), (float) (plan.y + y), (float) correlations[0],
                (float) (2.0 * correlations[0] - correlations[1] - correlations[2]), at_border };
}
