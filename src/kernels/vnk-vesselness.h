/* vnk-vesselness.h: the measure of a vessel, the same on every backend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Straight on, with choices instead of branches, so that compilers turn loops over it into vector code. */

#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __CUDACC__
#define VNK_VESSELNESS_INLINE static __host__ __device__ __forceinline__
#else
#define VNK_VESSELNESS_INLINE static inline __attribute__ ((always_inline))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define VNK_VESSELNESS_MAX_RADIUS 256 /* px, of a Gaussian: four times the largest sigma */

/* The right half of a Gaussian of this variance, sampled up to four standard deviations and normalised, or that of
 * three weights where it would be sampled too sparsely; returns the last index. */
int vnk_vesselness_weights (double variance, float weights[VNK_VESSELNESS_MAX_RADIUS + 1]);

/* The variances by which a scale has to be smoothed, and whether it starts from the scale before it. */
typedef struct {
  double flat; /* px² */
  double deep; /* along the depth, slices² */
  bool   from_before;
} vnk_vesselness_step;

vnk_vesselness_step vnk_vesselness_step_to (const float *sigmas, int k, float spacing);

#ifdef __cplusplus
}
#endif

/* The pixel whose turn it is at position i of a row that is mirrored at both ends, again and again. */
VNK_VESSELNESS_INLINE int
vnk_mirror (int i, int n)
{
  if (i >= 0 && i < n)
    return i;
  i %= 2 * n;
  i = i < 0 ? i + 2 * n : i;
  return i < n ? i : 2 * n - 1 - i;
}

/* A device has fast ones, to a rounding or two. */
#ifdef __CUDA_ARCH__
VNK_VESSELNESS_INLINE float
vnk_inverse (float value)
{
  float result;

  asm ("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(value));
  return result;
}

VNK_VESSELNESS_INLINE float
vnk_root (float value)
{
  float result;

  asm ("sqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(value));
  return result;
}
#else
VNK_VESSELNESS_INLINE float
vnk_inverse (float value)
{
  return 1.0f / value;
}

VNK_VESSELNESS_INLINE float
vnk_root (float value)
{
  return sqrtf (value);
}
#endif

/* ---- Differences ---- */

/* Their second-order errors, and those of the mean across, are the same in all directions: that of a Gaussian of
 * variance VNK_VESSELNESS_BLUR, by which the smoothing falls short. */
/* Twelve times the second derivative; exactly 0 where all are equal. */
VNK_VESSELNESS_INLINE float
vnk_second (float before_2, float before, float at, float behind, float behind_2)
{
  return 8.0f * ((before + behind) - 2.0f * at) + ((before_2 + behind_2) - 2.0f * at);
}

/* Six times the mean. To divide comes last: the difference of two products need not be 0 where they are equal. */
VNK_VESSELNESS_INLINE float
vnk_across (float before, float at, float behind)
{
  return before + behind + 4.0f * at;
}

typedef struct {
  float xx, yy, zz, xy, xz, yz;
} vnk_hessian;

/* ---- The measure ---- */

typedef struct {
  float plate;     /* 1/(2 alpha²) */
  float blob;      /* 1/(2 beta²) */
  float structure; /* 1/(2 c²) */
} vnk_vesselness_weighting;

/* 1 − exp (−x) of x ≥ 0, exact to a few roundings of the result. */
VNK_VESSELNESS_INLINE float
vnk_rise (float x)
{
  float y = x < 80.0f ? -x : -80.0f;
  float n = (y * 1.44269504f + 12582912.0f) - 12582912.0f; /* the nearest whole number */
  float r = (y - n * 0.693359375f) + n * 2.12194440e-4f;
  float p = 1.0f / 5040.0f;
  int32_t bits = ((int32_t) n + 127) << 23;
  float power;

  memcpy (&power, &bits, sizeof power);
  p = p * r + 1.0f / 720.0f;
  p = p * r + 1.0f / 120.0f;
  p = p * r + 1.0f / 24.0f;
  p = p * r + 1.0f / 6.0f;
  p = p * r + 0.5f;
  p = p * r * r + r;
  return (1.0f - power) - power * p;
}

VNK_VESSELNESS_INLINE float
vnk_larger (float a, float b)
{
  return a > b ? a : b;
}

VNK_VESSELNESS_INLINE void
vnk_order_by_size (float *a, float *b)
{
  bool swap = fabsf (*a) > fabsf (*b);
  float smaller = swap ? *b : *a;

  *b = swap ? *a : *b;
  *a = smaller;
}

VNK_VESSELNESS_INLINE float
vnk_norm_square (const vnk_hessian *h)
{
  return h->xx * h->xx + h->yy * h->yy + h->zz * h->zz + 2.0f * (h->xy * h->xy + h->xz * h->xz + h->yz * h->yz);
}

/* Makes the largest entry 1, so that powers neither overflow nor vanish; returns what it was. */
VNK_VESSELNESS_INLINE float
vnk_hessian_scale (vnk_hessian *h)
{
  float largest = vnk_larger (vnk_larger (vnk_larger (fabsf (h->xx), fabsf (h->yy)), fabsf (h->zz)),
                              vnk_larger (vnk_larger (fabsf (h->xy), fabsf (h->xz)), fabsf (h->yz)));
  float by = largest > 1e-30f ? vnk_inverse (largest) : 0.0f;

  h->xx *= by;
  h->yy *= by;
  h->zz *= by;
  h->xy *= by;
  h->xz *= by;
  h->yz *= by;
  return largest;
}

/* By size: |l1| ≤ |l2|. h is scaled, and only its xx, yy and xy count. */
VNK_VESSELNESS_INLINE void
vnk_eigenvalues_2 (const vnk_hessian *h, float *l1, float *l2)
{
  float middle = 0.5f * (h->xx + h->yy);
  float half = 0.5f * (h->xx - h->yy);
  float apart = vnk_root (half * half + h->xy * h->xy);
  float sign = middle < 0.0f ? -1.0f : 1.0f;

  *l1 = middle - sign * apart;
  *l2 = middle + sign * apart;
}

VNK_VESSELNESS_INLINE float
vnk_minor_square (float a, float b, float c, float d)
{
  float minor = a * d - b * c;

  return minor * minor;
}

/*
 * By size. With A = q I + p B, trace 0 and |B|² = 6, the eigenvalue of B that lies apart is ±2y, y the largest root of
 * 4y³ − 3y = r = |det B|/2 (a polynomial finds it: its only branch point is r = −1), which no rounding of r harms. The
 * distance of the two others, for which y is a poor guide where they are near each other (Kopp 2008), comes from the
 * discriminant as a sum of squares, which loses nothing: that of the Gram matrix of I, B and B² (Parlett 2002).
 */
VNK_VESSELNESS_INLINE void
vnk_eigenvalues_3 (const vnk_hessian *h, float *l1, float *l2, float *l3)
{
  float q = (h->xx + h->yy + h->zz) * (1.0f / 3.0f);
  float a = h->xx - q, b = h->yy - q, c = h->zz - q;
  float p = vnk_root ((a * a + b * b + c * c) * (1.0f / 6.0f) +
                   (h->xy * h->xy + h->xz * h->xz + h->yz * h->yz) * (1.0f / 3.0f));
  float by = p > 1e-12f ? vnk_inverse (p) : 0.0f;
  float d = h->xy * by, e = h->xz * by, f = h->yz * by;

  a *= by;
  b *= by;
  c *= by;

  float det = a * (b * c - f * f) - d * (d * c - e * f) + e * (d * f - b * e);
  float sign = det < 0.0f ? -1.0f : 1.0f;
  float r = 0.5f * fabsf (det);

  r = r < 1.0f ? r : 1.0f;

  float y = 5.5367981e-4f;

  y = y * r - 2.96198698e-3f;
  y = y * r + 7.71881359e-3f;
  y = y * r - 1.43272971e-2f;
  y = y * r + 2.44058406e-2f;
  y = y * r - 4.80796478e-2f;
  y = y * r + 1.66665191e-1f;
  y = y * r + 8.66025415e-1f;

  /* B and the trace-free part of B², in an orthonormal basis. */
  const float root_half = 0.707106781f, root_sixth = 0.408248290f;
  float xx = a * a + d * d + e * e, yy = d * d + b * b + f * f, zz = e * e + f * f + c * c;
  float t = 0.5f * (a - b), w = root_sixth * root_half * (a + b - 2.0f * c);
  float dd = a * d + d * b + e * f, ee = a * e + d * f + e * c, ff = d * e + b * f + f * c;
  float tt = 0.5f * (xx - yy), ww = root_sixth * root_half * (xx + yy - 2.0f * zz);
  float minors = vnk_minor_square (d, e, dd, ee) + vnk_minor_square (d, f, dd, ff) + vnk_minor_square (d, t, dd, tt) +
                 vnk_minor_square (d, w, dd, ww) + vnk_minor_square (e, f, ee, ff) + vnk_minor_square (e, t, ee, tt) +
                 vnk_minor_square (e, w, ee, ww) + vnk_minor_square (f, t, ff, tt) + vnk_minor_square (f, w, ff, ww) +
                 vnk_minor_square (t, w, tt, ww);
  /* (l₁ − l₂)² (l₂ − l₃)² (l₃ − l₁)² = 3 · 2² Σ minors², of which the two larger factors are known. */
  float apart = vnk_root (12.0f * minors) * vnk_inverse (6.0f * (4.0f * y * y - 1.0f));

  float one = q + p * (apart - sign * y), other = q - p * (apart + sign * y), alone = q + 2.0f * p * sign * y;

  vnk_order_by_size (&one, &other);
  vnk_order_by_size (&other, &alone);
  vnk_order_by_size (&one, &other);
  *l1 = one;
  *l2 = other;
  *l3 = alone;
}

/* Of a bright vessel, from the Hessian in gray levels; `smallest` receives the eigenvalue along it. */
VNK_VESSELNESS_INLINE float
vnk_vesselness_2 (vnk_hessian h, const vnk_vesselness_weighting *weighting, float *smallest)
{
  float square = h.xx * h.xx + h.yy * h.yy + 2.0f * h.xy * h.xy;
  float size, l1, l2;

  h.zz = h.xz = h.yz = 0.0f;
  size = vnk_hessian_scale (&h);
  vnk_eigenvalues_2 (&h, &l1, &l2);
  *smallest = l1 * size;

  float ratio = l1 * vnk_inverse (l2);
  float value = (1.0f - vnk_rise (ratio * ratio * weighting->blob)) * vnk_rise (square * weighting->structure);

  return l2 < 0.0f && value > 0.0f ? value : 0.0f;
}

VNK_VESSELNESS_INLINE float
vnk_vesselness_3 (vnk_hessian h, const vnk_vesselness_weighting *weighting, float *smallest)
{
  float square = vnk_norm_square (&h);
  float size = vnk_hessian_scale (&h);
  float l1, l2, l3;

  vnk_eigenvalues_3 (&h, &l1, &l2, &l3);
  *smallest = l1 * size;

  float flatness = l2 * vnk_inverse (l3);
  float roundness = l1 * l1 * vnk_inverse (l2 * l3);
  float value = vnk_rise (flatness * flatness * weighting->plate) *
                (1.0f - vnk_rise (roundness * weighting->blob)) * vnk_rise (square * weighting->structure);

  return l2 < 0.0f && l3 < 0.0f && value > 0.0f ? value : 0.0f;
}

/* ---- The direction ---- */

/* Of a vector that is not 0, with x ≥ 0; else the x axis. */
VNK_VESSELNESS_INLINE void
vnk_make_unit (float *x, float *y, float *z)
{
  float largest = vnk_larger (vnk_larger (fabsf (*x), fabsf (*y)), fabsf (*z));
  bool none = !(largest > 1e-30f);
  float to_one = none ? 0.0f : vnk_inverse (largest); /* squares of what is tiny would be rounded */
  float u = none ? 1.0f : *x * to_one, v = *y * to_one, w = *z * to_one;
  float by = (u < 0.0f ? -1.0f : 1.0f) * vnk_inverse (vnk_root (u * u + v * v + w * w));

  *x = u * by;
  *y = v * by;
  *z = w * by;
}

/* The eigenvector of the eigenvalue that is smaller in size. */
VNK_VESSELNESS_INLINE void
vnk_direction_2 (vnk_hessian h, float *x, float *y)
{
  float none = 0.0f;

  h.zz = h.xz = h.yz = 0.0f;
  vnk_hessian_scale (&h);

  float sign = h.xx + h.yy < 0.0f ? -1.0f : 1.0f;
  float half = 0.5f * sign * (h.xx - h.yy);
  float apart = vnk_root (half * half + h.xy * h.xy);
  bool along_x = half >= 0.0f;
  float longer = apart + fabsf (half), other = sign * h.xy;

  /* That of the larger one, turned by a right angle. */
  *x = along_x ? -other : -longer;
  *y = along_x ? longer : other;
  vnk_make_unit (x, y, &none);
}

VNK_VESSELNESS_INLINE void
vnk_take_longer (float *longest, float *x, float *y, float *z, float vx, float vy, float vz)
{
  float square = vx * vx + vy * vy + vz * vz;
  bool longer = square > *longest;

  *x = longer ? vx : *x;
  *y = longer ? vy : *y;
  *z = longer ? vz : *z;
  *longest = longer ? square : *longest;
}

/* That of the eigenvalue l: what is across the rows of H − l I. Where they are all along one line, any vector across
 * it. */
VNK_VESSELNESS_INLINE void
vnk_direction_3 (vnk_hessian h, float l, float *x, float *y, float *z)
{
  float size = vnk_hessian_scale (&h);

  l = size > 1e-30f ? l * vnk_inverse (size) : 0.0f;

  float a = h.xx - l, b = h.yy - l, c = h.zz - l, d = h.xy, e = h.xz, f = h.yz;
  float yz = f * e - d * c, xz = d * f - b * e, xy = e * d - a * f; /* of the adjugate, whose diagonal is below */
  float best = -1.0f, vx = 0.0f, vy = 0.0f, vz = 0.0f;
  float most = -1.0f, rx = 0.0f, ry = 0.0f, rz = 0.0f;

  vnk_take_longer (&best, &vx, &vy, &vz, b * c - f * f, yz, xz);
  vnk_take_longer (&best, &vx, &vy, &vz, yz, a * c - e * e, xy);
  vnk_take_longer (&best, &vx, &vy, &vz, xz, xy, a * b - d * d);
  vnk_take_longer (&most, &rx, &ry, &rz, a, d, e);
  vnk_take_longer (&most, &rx, &ry, &rz, d, b, f);
  vnk_take_longer (&most, &rx, &ry, &rz, e, f, c);

  bool line = !(best > 1e-12f * most * most);
  bool steep = fabsf (rx) > fabsf (ry);
  float across_x = steep ? -rz : 0.0f, across_y = steep ? 0.0f : rz, across_z = steep ? rx : -ry;

  /* What rounding has left along the longest row. */
  float rest = most > 0.0f ? (vx * rx + vy * ry + vz * rz) * vnk_inverse (most) : 0.0f;

  *x = line ? across_x : vx - rest * rx;
  *y = line ? across_y : vy - rest * ry;
  *z = line ? across_z : vz - rest * rz;
  vnk_make_unit (x, y, z);
}
