/* gicov-row.h: a row of pixels against a circle
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Included by gicov.c once for each instruction set, with NAME of the function, its TARGET attribute, the LANES of a
 * vector and the VECTORS of a block, which keep all sums of a block in registers.
 */

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_ (a, b)
#define Vector JOIN (Vector, NAME)
#define UnalignedVector JOIN (UnalignedVector, NAME)
#define BLOCK (LANES * VECTORS)

_Static_assert (BLOCK <= LARGEST_BLOCK, "rows are padded for smaller blocks");

typedef float Vector __attribute__ ((vector_size (LANES * sizeof (float)), may_alias));
typedef float UnalignedVector __attribute__ ((vector_size (LANES * sizeof (float)), aligned (4), may_alias));

VNK_INLINE TARGET void
JOIN (scan_block, NAME) (const GicovJob *job, const Circle *circle, const float *gx, const float *gy, bool harmonic,
                         float *score, float *radius, float *mean, int pixels)
{
  Vector sum[VECTORS] = { 0 }, square[VECTORS] = { 0 }, cosine[VECTORS] = { 0 }, sine[VECTORS] = { 0 };

  for (int n = 0; n < circle->n_single; n++)
    {
      const Tap *tap = &circle->single[n];

      for (int i = 0; i < VECTORS; i++)
        {
          Vector x = *(const UnalignedVector *) (gx + tap->at + i * LANES);
          Vector y = *(const UnalignedVector *) (gy + tap->at + i * LANES);
          Vector p = x * tap->c + y * tap->s;

          sum[i] += p;
          square[i] += p * p;
          if (harmonic)
            {
              cosine[i] += p * tap->c;
              sine[i] += p * tap->s;
            }
        }
    }

  for (int n = 0; n < circle->n_shared; n++)
    {
      const Tap *tap = &circle->shared[n];

      for (int i = 0; i < VECTORS; i++)
        {
          Vector x = *(const UnalignedVector *) (gx + tap->at + i * LANES);
          Vector y = *(const UnalignedVector *) (gy + tap->at + i * LANES);

          if (harmonic)
            {
              Vector u = x * tap->cc + y * tap->sc;
              Vector v = x * tap->sc + y * tap->ss;

              sum[i] += x * tap->c;
              sum[i] += y * tap->s;
              square[i] += x * u;
              square[i] += y * v;
              cosine[i] += u;
              sine[i] += v;
            }
          else
            {
              Vector q = x * tap->qx + y * tap->qy;
              Vector r = x * tap->rx + y * tap->ry;

              sum[i] += q * tap->q;
              square[i] += q * q;
              square[i] += r * r;
            }
        }
    }

  Sums sums = { (const float *) sum, (const float *) square, (const float *) cosine, (const float *) sine };

  keep_best (&sums, job, circle->radius, harmonic, score, radius, mean, pixels);
}

VNK_INLINE TARGET void
JOIN (scan_blocks, NAME) (const GicovJob *job, const Circle *circle, int y, bool harmonic)
{
  int end = job->gx.width - circle->reach;

  for (int x = circle->reach; x < end; x += BLOCK)
    JOIN (scan_block, NAME) (job, circle, vnk_plane_row (&job->gx, y) + x, vnk_plane_row (&job->gy, y) + x, harmonic,
                             vnk_plane_row (job->score, y) + x, vnk_plane_row (job->radius, y) + x,
                             vnk_plane_row (job->mean, y) + x, end - x < BLOCK ? end - x : BLOCK);
}

static TARGET void
NAME (const GicovJob *job, const Circle *circle, int y, bool harmonic)
{
  if (harmonic)
    JOIN (scan_blocks, NAME) (job, circle, y, true);
  else
    JOIN (scan_blocks, NAME) (job, circle, y, false);
}

#undef BLOCK
#undef UnalignedVector
#undef Vector
#undef JOIN
#undef JOIN_
#undef VECTORS
#undef LANES
#undef TARGET
#undef NAME
