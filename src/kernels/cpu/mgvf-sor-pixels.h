/* mgvf-sor-pixels.h: the pixels of a colour, as vectors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Included by mgvf-sor.c once for each instruction set, with NAME of the function, its TARGET attribute and the LANES
 * of a vector. A comparison of vectors is −1 where it holds: taken off it counts, and as a mask it chooses. With MASKS,
 * the mask registers of AVX-512, that is one instruction instead of two, if one says so.
 */

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_ (a, b)
#define Vector JOIN (Vector, NAME)
#define UnalignedVector JOIN (UnalignedVector, NAME)
#define IntVector JOIN (IntVector, NAME)
#define load JOIN (load, NAME)
#define where JOIN (where, NAME)
#define to_float JOIN (to_float, NAME)
#define step JOIN (step, NAME)
#define count_above JOIN (count_above, NAME)
#define add_above JOIN (add_above, NAME)

typedef float Vector __attribute__ ((vector_size (LANES * sizeof (float)), may_alias));
typedef float UnalignedVector __attribute__ ((vector_size (LANES * sizeof (float)), aligned (4), may_alias));
typedef int32_t IntVector __attribute__ ((vector_size (LANES * sizeof (int32_t)), may_alias));

_Static_assert (LANES <= MAX_LANES, "there is room behind the pixels");

VNK_INLINE TARGET Vector
load (const float *from)
{
  return *(const UnalignedVector *) from;
}

/* The values where the mask is set, 0 elsewhere. */
VNK_INLINE TARGET Vector
where (IntVector mask, Vector values)
{
  return (Vector) (mask & (IntVector) values);
}

VNK_INLINE TARGET Vector
to_float (IntVector counts)
{
  return __builtin_convertvector (counts, Vector);
}

/* Adds 1 to the counts where a is above b. */
VNK_INLINE TARGET IntVector
count_above (IntVector counts, Vector a, Vector b)
{
#if MASKS
  return (IntVector) _mm512_mask_sub_epi32 ((__m512i) counts, _mm512_cmp_ps_mask (a, b, _CMP_GT_OQ), (__m512i) counts,
                                            _mm512_set1_epi32 (-1));
#else
  return counts - (a > b);
#endif
}

/* Adds the values to the sums where a is above b. */
VNK_INLINE TARGET Vector
add_above (Vector sums, Vector values, Vector a, Vector b)
{
#if MASKS
  return _mm512_mask_add_ps (sums, _mm512_cmp_ps_mask (a, b, _CMP_GT_OQ), sums, values);
#else
  return sums + where (a > b, values);
#endif
}

/* The new values of pixels x to x + LANES − 1. */
VNK_INLINE TARGET Vector
step (const SorColour *colour, ptrdiff_t x, Vector old)
{
  const int n = VNK_MGVF_PAIRS - 1;
  Vector weight = load (colour->anchors + x);
  Vector wanted = load (colour->wanted + x);
  Vector spread = colour->mu * (1.0f - weight * colour->pull);
  Vector anchor = weight + NEVER_ZERO;
  Vector sum = { 0 }, none = { 0 };
  IntVector switches = { 0 }, either = { 0 };
  Vector ahead[VNK_MGVF_PAIRS], behind[VNK_MGVF_PAIRS];

#pragma GCC unroll 4
  for (int i = 0; i < n; i++)
    {
      ahead[i] = load (colour->ahead[i] + x) - old;
      behind[i] = load (colour->behind[i] + x) - old;

      sum = add_above (sum, ahead[i], ahead[i], none);
      sum = add_above (sum, behind[i], none, behind[i]);
      switches = count_above (switches, ahead[i], none);
      switches = count_above (switches, none, behind[i]);
    }
  sum += 0.5f * (load (colour->ahead[n] + x) + load (colour->behind[n] + x)) - old;
  switches += 1;
  either += 1;

  Vector g = spread * sum - weight * (old - wanted);
  Vector slope = anchor + spread * to_float (switches);
  Vector minimum = where (g < 0.0f, g), maximum = where (g > 0.0f, g);

  /* V' = V + g / slope, without the division. */
#pragma GCC unroll 4
  for (int i = 0; i < n; i++)
    {
      either = count_above (either, ahead[i] * slope, minimum);
      either = count_above (either, maximum, behind[i] * slope);
    }

  Vector change = colour->omega * g / (anchor + spread * to_float (either));

  return old + where (weight >= 0.0f, change);
}

/* Whole vectors: behind the last pixel there are no pixels. */
static TARGET void
NAME (const SorColour *given, float *lanes)
{
  SorColour colour = *given;
  Vector changes = load (lanes);

  for (ptrdiff_t x = 0; x < colour.n; x += LANES)
    {
      Vector old = load (colour.field + x);
      Vector new = step (&colour, x, old);
      IntVector magnitude = (IntVector) (new - old) & INT32_MAX;

      changes += (Vector) magnitude;
      *(UnalignedVector *) (colour.field + x) = new;
    }
  *(UnalignedVector *) lanes = changes;
}

#undef add_above
#undef count_above
#undef step
#undef to_float
#undef where
#undef load
#undef IntVector
#undef UnalignedVector
#undef Vector
#undef JOIN
#undef JOIN_
#undef MASKS
#undef LANES
#undef TARGET
#undef NAME
