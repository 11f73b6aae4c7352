/* vesselness-rows.h: rows of pixels, for one instruction set
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Included by vesselness.c once for each instruction set, with NAME of its functions, their TARGET attribute and the
 * LANES of a vector.
 */

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_ (a, b)
#define Vector JOIN (Vector, NAME)
#define UnalignedVector JOIN (UnalignedVector, NAME)
#define load JOIN (load, NAME)

typedef float Vector __attribute__ ((vector_size (LANES * sizeof (float)), may_alias));
typedef float UnalignedVector __attribute__ ((vector_size (LANES * sizeof (float)), aligned (4), may_alias));

VNK_INLINE TARGET Vector
load (const float *from)
{
  return *(const UnalignedVector *) from;
}

/* out = weights[0] · rows[0] + Σ weights[j] · (rows[−j] + rows[j]) */
static TARGET void
JOIN (blend, NAME) (const float *const *rows, const float *weights, int radius, int n, float *restrict out)
{
  int x = 0;

  for (; x + 4 * LANES <= n; x += 4 * LANES)
    {
      Vector sums[4];

      for (int i = 0; i < 4; i++)
        sums[i] = weights[0] * load (rows[0] + x + i * LANES);
      for (int j = 1; j <= radius; j++)
        for (int i = 0; i < 4; i++)
          sums[i] += weights[j] * (load (rows[-j] + x + i * LANES) + load (rows[j] + x + i * LANES));
      for (int i = 0; i < 4; i++)
        *(UnalignedVector *) (out + x + i * LANES) = sums[i];
    }
  for (; x < n && n >= LANES; x += LANES)
    {
      int at = x + LANES <= n ? x : n - LANES; /* the last vector reaches back, for all pixels to be rounded alike */
      Vector sum = weights[0] * load (rows[0] + at);

      for (int j = 1; j <= radius; j++)
        sum += weights[j] * (load (rows[-j] + at) + load (rows[j] + at));
      *(UnalignedVector *) (out + at) = sum;
    }
  for (; x < n; x++)
    {
      float sum = weights[0] * rows[0][x];

      for (int j = 1; j <= radius; j++)
        sum += weights[j] * (rows[-j][x] + rows[j][x]);
      out[x] = sum;
    }
}

/* What the second derivatives along x and any other axis need, of pixels first … end − 1. */
static TARGET void
JOIN (reduce_2, NAME) (const Neighbours *from, int first, int end, const Reduced *to)
{
  const float *a = from->rows[MIDDLE][0], *b = from->rows[MIDDLE][1], *c = from->rows[MIDDLE][2],
              *d = from->rows[MIDDLE][3], *e = from->rows[MIDDLE][4];
  float *none = to->none, *yy = to->yy, *along_y = to->y;

#pragma GCC ivdep
  for (int x = first; x < end; x++)
    {
      none[x] = vnk_across (b[x], c[x], d[x]);
      yy[x] = vnk_second (a[x], b[x], c[x], d[x], e[x]);
      along_y[x] = 0.5f * (d[x] - b[x]);
    }
}

static TARGET void
JOIN (reduce_3, NAME) (const Neighbours *from, int first, int end, const Reduced *to)
{
  const float *const *f = from->rows[0], *const *b = from->rows[1], *const *m = from->rows[2],
              *const *d = from->rows[3], *const *e = from->rows[4];
  float *none = to->none, *yy = to->yy, *zz = to->zz, *along_y = to->y, *along_z = to->z, *yz = to->yz;

#pragma GCC ivdep
  for (int x = first; x < end; x++)
    {
      float rows[5], slices[5];

      for (int i = 0; i < 5; i++)
        rows[i] = vnk_across (b[i][x], m[i][x], d[i][x]);
      slices[0] = vnk_across (f[1][x], f[2][x], f[3][x]);
      slices[1] = vnk_across (b[1][x], b[2][x], b[3][x]);
      slices[2] = vnk_across (m[1][x], m[2][x], m[3][x]);
      slices[3] = vnk_across (d[1][x], d[2][x], d[3][x]);
      slices[4] = vnk_across (e[1][x], e[2][x], e[3][x]);
      none[x] = vnk_across (slices[1], slices[2], slices[3]);
      yy[x] = vnk_second (rows[0], rows[1], rows[2], rows[3], rows[4]);
      zz[x] = vnk_second (slices[0], slices[1], slices[2], slices[3], slices[4]);
      along_y[x] = 0.5f * (rows[3] - rows[1]);
      along_z[x] = 0.5f * (slices[3] - slices[1]);
      yz[x] = 0.25f * ((d[3][x] - d[1][x]) - (b[3][x] - b[1][x]));
    }
}

/* The means across are taken here, from sums of 6 and 36, and second derivatives from those of 12. */
VNK_INLINE TARGET vnk_hessian
JOIN (hessian_2, NAME) (const Reduced *from, int x, Factors factors)
{
  float twice = factors.flat * (1.0f / 72.0f);
  const float *none = from->none + x;

  return (vnk_hessian) {
    .xx = twice * vnk_second (none[-2], none[-1], none[0], none[1], none[2]),
    .yy = twice * vnk_across (from->yy[x - 1], from->yy[x], from->yy[x + 1]),
    .xy = factors.flat * 0.5f * (from->y[x + 1] - from->y[x - 1]),
  };
}

VNK_INLINE TARGET vnk_hessian
JOIN (hessian_3, NAME) (const Reduced *from, int x, Factors factors)
{
  Factors sixth = { factors.flat * (1.0f / 6.0f), factors.mixed * (1.0f / 6.0f), factors.deep * (1.0f / 6.0f) };
  vnk_hessian h = JOIN (hessian_2, NAME) (from, x, sixth);

  h.zz = sixth.deep * (1.0f / 72.0f) * vnk_across (from->zz[x - 1], from->zz[x], from->zz[x + 1]);
  h.xz = sixth.mixed * 0.5f * (from->z[x + 1] - from->z[x - 1]);
  h.yz = sixth.mixed * vnk_across (from->yz[x - 1], from->yz[x], from->yz[x + 1]);
  return h;
}

#define ROW_FUNCTIONS(AXES) \
  /* The largest of the first value and each S². */ \
  static TARGET float \
  JOIN (norm_##AXES, NAME) (const Reduced *from, int n, const Factors *factors, float largest) \
  { \
    Factors all = *factors; \
    float lanes[LANES]; \
    int x = 0; \
\
    for (int i = 0; i < LANES; i++) \
      lanes[i] = largest; \
    for (; x + LANES <= n; x += LANES) \
      for (int i = 0; i < LANES; i++) \
        { \
          vnk_hessian h = JOIN (hessian_##AXES, NAME) (from, x + i, all); \
          float square = vnk_norm_square (&h); \
\
          lanes[i] = vnk_larger (square, lanes[i]); \
        } \
    for (; x < n; x++) \
      { \
        vnk_hessian h = JOIN (hessian_##AXES, NAME) (from, x, all); \
\
        lanes[0] = vnk_larger (vnk_norm_square (&h), lanes[0]); \
      } \
    for (int i = 0; i < LANES; i++) \
      largest = vnk_larger (lanes[i], largest); \
    return largest; \
  } \
\
  static TARGET void \
  JOIN (measure_##AXES, NAME) (const Reduced *from, int n, const Factors *factors, \
                               const vnk_vesselness_weighting *weighting, float *restrict values, \
                               float *restrict smallest) \
  { \
    vnk_vesselness_weighting weights = *weighting; \
    Factors all = *factors; \
\
    for (int x = 0; x < n; x++) \
      values[x] = vnk_vesselness_##AXES (JOIN (hessian_##AXES, NAME) (from, x, all), &weights, &smallest[x]); \
  }

ROW_FUNCTIONS (2)
ROW_FUNCTIONS (3)

static TARGET void
JOIN (direct_2, NAME) (const Reduced *from, int n, const Factors *factors, const float *smallest, float *const *out)
{
  float *restrict out_x = out[0], *restrict out_y = out[1];
  Factors all = *factors;

  for (int x = 0; x < n; x++)
    vnk_direction_2 (JOIN (hessian_2, NAME) (from, x, all), &out_x[x], &out_y[x]);
}

static TARGET void
JOIN (direct_3, NAME) (const Reduced *from, int n, const Factors *factors, const float *smallest, float *const *out)
{
  Reduced rows = *from;
  Factors all = *factors;
  float *out_x = out[0], *out_y = out[1], *out_z = out[2];

#pragma GCC ivdep
  for (int x = 0; x < n; x++)
    {
      float along_x, along_y, along_z;

      vnk_direction_3 (JOIN (hessian_3, NAME) (&rows, x, all), smallest[x], &along_x, &along_y, &along_z);
      out_x[x] = along_x;
      out_y[x] = along_y;
      out_z[x] = along_z;
    }
}

/* Where the values are above the best so far, `from` takes the place of `to`. */
static TARGET void
JOIN (keep, NAME) (const float *values, const float *best, const float *from, int n, float *to)
{
#pragma GCC ivdep
  for (int x = 0; x < n; x++)
    to[x] = values[x] > best[x] ? from[x] : to[x];
}

static const RowFunctions JOIN (functions, NAME) = {
  JOIN (blend, NAME), JOIN (keep, NAME),
  { { JOIN (reduce_2, NAME), JOIN (norm_2, NAME), JOIN (measure_2, NAME), JOIN (direct_2, NAME) },
    { JOIN (reduce_3, NAME), JOIN (norm_3, NAME), JOIN (measure_3, NAME), JOIN (direct_3, NAME) } },
};

#undef ROW_FUNCTIONS
#undef load
#undef UnalignedVector
#undef Vector
#undef JOIN
#undef JOIN_
#undef NAME
#undef TARGET
#undef LANES
