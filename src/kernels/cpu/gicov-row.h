/* gicov-row.h: a row of pixels against all circles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Included by gicov.c once for each instruction set, with NAME of the function, its TARGET attribute, the LANES of a
 * vector and the VECTORS of a block, which keep all sums of a run in registers.
 */

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_ (a, b)
#define Vector JOIN (Vector, NAME)
#define UnalignedVector JOIN (UnalignedVector, NAME)
#define IntVector JOIN (IntVector, NAME)
#define Sums JOIN (Sums, NAME)
#define Best JOIN (Best, NAME)
#define BLOCK (LANES * VECTORS)

_Static_assert (BLOCK <= LARGEST_BLOCK, "rows are padded for smaller blocks");

typedef float Vector __attribute__ ((vector_size (LANES * sizeof (float)), may_alias));
typedef float UnalignedVector __attribute__ ((vector_size (LANES * sizeof (float)), aligned (4), may_alias));
typedef int32_t IntVector __attribute__ ((vector_size (LANES * sizeof (int32_t)), may_alias));

/* Σp, Σp², Σp cos θ and Σp sin θ of a circle. */
typedef struct {
  Vector sum[VECTORS], square[VECTORS], cosine[VECTORS], sine[VECTORS];
} Sums;

/* What a row keeps of a block. */
typedef struct {
  Vector score[VECTORS], radius[VECTORS], mean[VECTORS];
} Best;

/* Adds a run's pixels. */
VNK_INLINE TARGET void
JOIN (add_run, NAME) (Sums *sums, const Run *run, const Tap *tap, const float *gx, const float *gy, const bool harmonic,
                      const bool several)
{
  Vector sum[VECTORS] = { 0 }, square[VECTORS] = { 0 }, cosine[VECTORS] = { 0 }, sine[VECTORS] = { 0 };
  Vector sum_x[VECTORS] = { 0 }, sum_y[VECTORS] = { 0 }, magnitude[VECTORS] = { 0 };

  for (const Tap *end = tap + run->n_taps; tap < end; tap++)
#pragma GCC unroll 8
    for (int i = 0; i < VECTORS; i++)
      {
        Vector x = *(const UnalignedVector *) (gx + tap->at + i * LANES);
        Vector y = *(const UnalignedVector *) (gy + tap->at + i * LANES);
        Vector q = x * tap->c + y * tap->s;

        sum[i] += q;
        square[i] += q * q;
        if (several)
          {
            magnitude[i] += x * x;
            magnitude[i] += y * y;
          }
        if (harmonic)
          {
            cosine[i] += q * tap->c;
            sine[i] += q * tap->s;
          }
        if (harmonic && several)
          {
            sum_x[i] += x;
            sum_y[i] += y;
          }
      }

#pragma GCC unroll 8
  for (int i = 0; i < VECTORS; i++)
    {
      sums->sum[i] += sum[i] * run->sum;
      sums->square[i] += square[i] * run->square;
      if (several)
        sums->square[i] += magnitude[i] * run->rest;
      if (harmonic)
        {
          sums->cosine[i] += cosine[i] * run->square;
          sums->sine[i] += sine[i] * run->square;
        }
      if (harmonic && several)
        {
          sums->cosine[i] += sum_x[i] * run->rest;
          sums->sine[i] += sum_y[i] * run->rest;
        }
    }
}

/* Whether the circle may still score above the least, for any pixel of the block that counts. */
VNK_INLINE TARGET bool
JOIN (may_count, NAME) (const Sums *sums, const Run *run, float noise, const IntVector *counts, const bool harmonic)
{
  IntVector any = { 0 };

#pragma GCC unroll 8
  for (int i = 0; i < VECTORS; i++)
    {
      Vector signal = sums->sum[i] * sums->sum[i];

      if (harmonic)
        signal += 2.0f * (sums->cosine[i] * sums->cosine[i] + sums->sine[i] * sums->sine[i]);
      any |= ~(signal <= run->limit * (sums->square[i] + noise)) & counts[i];
    }

  int64_t all = 0;

#pragma GCC unroll 16
  for (int i = 0; i < LANES; i++)
    all |= any[i];
  return all != 0;
}

VNK_INLINE TARGET bool
JOIN (sum_up, NAME) (Sums *sums, const Circle *circle, const float *gx, const float *gy, float noise,
                     const IntVector *counts, const bool harmonic)
{
  const Tap *tap = circle->taps;

  *sums = (Sums) { 0 };
  for (const Run *run = circle->runs; run < circle->runs + circle->n_runs; tap += run->n_taps, run++)
    {
      if (run->several)
        JOIN (add_run, NAME) (sums, run, tap, gx, gy, harmonic, true);
      else
        JOIN (add_run, NAME) (sums, run, tap, gx, gy, harmonic, false);
      if (run->limit > 0.0f && !JOIN (may_count, NAME) (sums, run, noise, counts, harmonic))
        return false;
    }
  return true;
}

VNK_INLINE TARGET Vector
JOIN (choose, NAME) (IntVector which, Vector a, Vector b)
{
  return (Vector) ((which & (IntVector) a) | (~which & (IntVector) b));
}

/* Keeps the better of what is there and this circle, for each pixel that counts. */
VNK_INLINE TARGET void
JOIN (keep_best, NAME) (Best *best, const Sums *sums, const vnk_gicov_params *params, float circle_radius,
                        const IntVector *counts, const bool harmonic)
{
  float points = (float) params->n_points;
  float share = 1.0f / points, degrees = 1.0f / (points - 1.0f), half_weight = 0.5f * params->harmonic_weight;
  Vector zero = { 0 };

#pragma GCC unroll 8
  for (int i = 0; i < VECTORS; i++)
    {
      Vector m = sums->sum[i] * share;
      Vector amplitude = zero;

      if (harmonic)
        {
          Vector a = 2.0f * share * sums->cosine[i], b = 2.0f * share * sums->sine[i];

          amplitude = a * a + b * b;
        }

      Vector rest = sums->square[i] - points * m * m - 0.5f * points * amplitude;
      Vector variance = rest * degrees;
      Vector minimum = (float) VNK_VARIANCE_FLOOR * share * sums->square[i];
      Vector denominator = JOIN (choose, NAME) (variance > minimum, variance, minimum) + params->noise;

      denominator = JOIN (choose, NAME) (denominator > FLT_MIN, denominator, zero + FLT_MIN);

      Vector value = (m * m + half_weight * amplitude) / denominator;
      IntVector better = (value > best->score[i]) & counts[i];

      best->score[i] = JOIN (choose, NAME) (better, value, best->score[i]);
      best->radius[i] = JOIN (choose, NAME) (better, zero + circle_radius, best->radius[i]);
      best->mean[i] = JOIN (choose, NAME) (better, m, best->mean[i]);
    }
}

/* Which pixels of a block have the circle around them in the plane. */
VNK_INLINE TARGET void
JOIN (count_pixels, NAME) (int x, int first, int end, IntVector *counts)
{
  for (int i = 0; i < VECTORS; i++)
    {
      IntVector place;

#pragma GCC unroll 16
      for (int k = 0; k < LANES; k++)
        place[k] = k;
      place += x + i * LANES;
      counts[i] = (place >= first) & (place < end);
    }
}

VNK_INLINE TARGET void
JOIN (scan_block, NAME) (const GicovJob *job, int x, int y, const bool harmonic)
{
  const vnk_gicov_params *params = job->params;
  const float *gx = vnk_plane_row (&job->gx, y) + x, *gy = vnk_plane_row (&job->gy, y) + x;
  float noise = (float) (params->n_points - 1) * params->noise;
  Best best = { 0 };

  for (int k = 0; k < params->n_radii; k++)
    {
      const Circle *circle = &job->circles[k];
      int end = job->gx.width - circle->reach;
      IntVector counts[VECTORS];
      Sums sums;

      if (y < circle->reach || y >= job->gx.height - circle->reach || x + BLOCK <= circle->reach || x >= end)
        continue;
      JOIN (count_pixels, NAME) (x, circle->reach, end, counts);
      if (JOIN (sum_up, NAME) (&sums, circle, gx, gy, noise, counts, harmonic))
        JOIN (keep_best, NAME) (&best, &sums, params, circle->radius, counts, harmonic);
    }

  int pixels = job->gx.width - x < BLOCK ? job->gx.width - x : BLOCK;
  size_t size = (size_t) pixels * sizeof (float);

  memcpy (vnk_plane_row (job->score, y) + x, best.score, size);
  memcpy (vnk_plane_row (job->radius, y) + x, best.radius, size);
  memcpy (vnk_plane_row (job->mean, y) + x, best.mean, size);
}

static TARGET void
NAME (const GicovJob *job, int y, bool harmonic)
{
  for (int x = job->min_reach; x < job->gx.width - job->min_reach; x += BLOCK)
    if (harmonic)
      JOIN (scan_block, NAME) (job, x, y, true);
    else
      JOIN (scan_block, NAME) (job, x, y, false);
}

#undef BLOCK
#undef Best
#undef Sums
#undef IntVector
#undef UnalignedVector
#undef Vector
#undef JOIN
#undef JOIN_
#undef VECTORS
#undef LANES
#undef TARGET
#undef NAME
