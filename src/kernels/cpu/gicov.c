/* gicov.c: the score of circles around every pixel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Source: Dong, Ray, Acton, "Intravital leukocyte detection using the gradient inverse coefficient of variation",
 * IEEE TMI 24 (2005) 910; the harmonic and the noise are ours (vnk.h).
 *
 * With p = gx cos θ + gy sin θ all that is needed of a circle are the sums of p, p², p cos θ and p sin θ. Several of
 * its points fall on the same pixel, so that their weights are added up beforehand:
 *   Σp  = Σ (Σcos) gx + (Σsin) gy
 *   Σp cos θ = Σ u,  Σp sin θ = Σ v,  Σp² = Σ gx u + gy v
 *   with u = (Σcos²) gx + (Σsin cos) gy and v = (Σsin cos) gx + (Σsin²) gy,
 * the outer sums over the distinct pixels. Without Σp cos θ and Σp sin θ it is less work to write a pixel's part of
 * Σp² as q² + r² of two directions, of which that of q is the one in Σp. With a single point on a pixel p itself is
 * less still. A row is computed in blocks of adjacent pixels, one vector lane a pixel.
 */

#include "cpu.h"

#include "../vnk-circle.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels beyond the end of a row that the widest block may read. */
#define LARGEST_BLOCK 64

/* A pixel of a circle with the weights of the points that fall on it. */
typedef struct {
  int       dx, dy;
  ptrdiff_t at;    /* elements from the centre */
  float     c, s;  /* Σcos, Σsin */
  float     cc, sc, ss;
  float     qx, qy, q;  /* q = qx gx + qy gy; its weight in Σp */
  float     rx, ry;
} Tap;

typedef struct {
  int   n_single; /* pixels with one point; their weights are c and s alone */
  Tap   single[VNK_MAX_POINTS];
  int   n_shared;
  Tap   shared[VNK_MAX_POINTS];
  int   reach;
  float radius;
} Circle;

typedef struct GicovJob GicovJob;

/* A row of the plane against a circle: the same code for vectors as wide as each instruction set has them. Wider ones
 * would be taken apart, and pass through memory. */
typedef void (*ScanRow) (const GicovJob *job, const Circle *circle, int y, bool harmonic);

struct GicovJob {
  const vnk_gicov_params *params;
  const vnk_plane        *in_x, *in_y;
  vnk_plane               gx, gy; /* copies with room for a block beyond the end of a row */
  const Circle           *circles;
  vnk_plane              *score, *radius, *mean;
  ScanRow                 scan_row;
};

static int
compare_points (const void *a, const void *b)
{
  const vnk_circle_point *p = a;
  const vnk_circle_point *q = b;

  return p->dy != q->dy ? (p->dy > q->dy) - (p->dy < q->dy) : (p->dx > q->dx) - (p->dx < q->dx);
}

/* The two directions: a (Σcos, Σsin)(Σcos, Σsin)' is the most of the matrix of cc, sc and ss that leaves a square. */
static void
split_squares (Tap *tap, double c, double s, double cc, double sc, double ss)
{
  double a = (cc * ss - sc * sc) / (ss * c * c - 2.0 * sc * c * s + cc * s * s), root = sqrt (a);
  double xx = cc - a * c * c, yy = ss - a * s * s, xy = sc - a * c * s;
  double largest = sqrt (fmax (fmax (xx, yy), 0.0));

  tap->qx = (float) (root * c);
  tap->qy = (float) (root * s);
  tap->q = (float) (1.0 / root);
  if (largest > 0.0)
    {
      tap->rx = (float) (xx >= yy ? largest : xy / largest);
      tap->ry = (float) (xx >= yy ? xy / largest : largest);
    }
}

static void
circle_init (Circle *self, const vnk_gicov_params *params, int index, ptrdiff_t stride)
{
  vnk_circle_point points[VNK_MAX_POINTS];

  vnk_circle_points (params, index, points, &self->reach);
  qsort (points, (size_t) params->n_points, sizeof points[0], compare_points);
  self->radius = params->radii[index];
  self->n_single = self->n_shared = 0;

  for (int first = 0; first < params->n_points;)
    {
      double c = 0.0, s = 0.0, cc = 0.0, sc = 0.0, ss = 0.0;
      int n = first;

      for (; n < params->n_points && compare_points (&points[n], &points[first]) == 0; n++)
        {
          c += points[n].cos;
          s += points[n].sin;
          cc += points[n].cos * points[n].cos;
          sc += points[n].cos * points[n].sin;
          ss += points[n].sin * points[n].sin;
        }

      Tap *tap = n == first + 1 ? &self->single[self->n_single++] : &self->shared[self->n_shared++];

      *tap = (Tap) {
        points[first].dx, points[first].dy, points[first].dy * stride + points[first].dx,
        (float) c, (float) s, (float) cc, (float) sc, (float) ss, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f
      };
      if (n > first + 1)
        split_squares (tap, c, s, cc, sc, ss);
      first = n;
    }
}

/* Sums over a circle, for each of a block of pixels. */
typedef struct {
  const float *p, *square, *cos, *sin;
} Sums;

/* Keeps the better of what is there and this circle, for n pixels of a row. */
VNK_INLINE void
keep_best (const Sums *sums, const GicovJob *job, float circle_radius, bool harmonic, float *score, float *radius,
           float *mean, int n)
{
  float points = (float) job->params->n_points;
  float half_weight = 0.5f * job->params->harmonic_weight;
  float noise = job->params->noise;

  for (int i = 0; i < n; i++)
    {
      float m = sums->p[i] / points;
      float square = sums->square[i];
      float a = 2.0f * sums->cos[i] / points;
      float b = 2.0f * sums->sin[i] / points;
      float amplitude = harmonic ? a * a + b * b : 0.0f;
      float rest = square - points * m * m - 0.5f * points * amplitude;
      float variance = rest / (points - 1.0f);
      float least = (float) VNK_VARIANCE_FLOOR * square / points;
      float denominator = (variance > least ? variance : least) + noise;
      float value = (m * m + half_weight * amplitude) / (denominator > FLT_MIN ? denominator : FLT_MIN);
      bool better = value > score[i];

      score[i] = better ? value : score[i];
      radius[i] = better ? circle_radius : radius[i];
      mean[i] = better ? m : mean[i];
    }
}

#if defined(__x86_64__) && defined(__GNUC__)
#define NAME scan_row_avx512
#define TARGET __attribute__ ((target ("avx512f")))
#define LANES 16
#define VECTORS 3
#include "gicov-row.h"

#define NAME scan_row_avx2
#define TARGET __attribute__ ((target ("avx2,fma")))
#define LANES 8
#define VECTORS 2
#include "gicov-row.h"
#endif

#define NAME scan_row_any
#define TARGET
#define LANES 4
#define VECTORS 4
#include "gicov-row.h"

static ScanRow
choose_scan_row (vnk_cpu_level level)
{
#if defined(__x86_64__) && defined(__GNUC__)
  if (level == VNK_CPU_AVX512)
    return scan_row_avx512;
  if (level == VNK_CPU_AVX2)
    return scan_row_avx2;
#endif
  return scan_row_any;
}

static void
gicov_row (void *data, int y, int thread)
{
  const GicovJob *job = data;
  size_t row_size = (size_t) job->gx.width * sizeof (float);

  memset (vnk_plane_row (job->score, y), 0, row_size);
  memset (vnk_plane_row (job->radius, y), 0, row_size);
  memset (vnk_plane_row (job->mean, y), 0, row_size);

  for (int i = 0; i < job->params->n_radii; i++)
    {
      const Circle *circle = &job->circles[i];

      if (y < circle->reach || y >= job->gx.height - circle->reach)
        continue;
      job->scan_row (job, circle, y, job->params->harmonic_weight > 0.0f);
    }
}

static void
copy_row (void *data, int y, int thread)
{
  const GicovJob *job = data;
  size_t row_size = (size_t) job->gx.width * sizeof (float);
  size_t rest = (size_t) job->gx.stride * sizeof (float) - row_size;
  float *gx = vnk_plane_row (&job->gx, y);
  float *gy = vnk_plane_row (&job->gy, y);

  memcpy (gx, vnk_plane_row (job->in_x, y), row_size);
  memcpy (gy, vnk_plane_row (job->in_y, y), row_size);
  memset (gx + job->gx.width, 0, rest);
  memset (gy + job->gx.width, 0, rest);
}

vnk_status
vnk_cpu_gicov (vnk_backend *backend, const vnk_plane *gx, const vnk_plane *gy, const vnk_gicov_params *params,
               vnk_plane *score, vnk_plane *radius, vnk_plane *mean)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);

  if (!vnk_check_gicov (gx, gy, params, score, radius, mean))
    return VNK_ERROR_INVALID;

  ptrdiff_t stride = ((ptrdiff_t) gx->width + LARGEST_BLOCK + 15) & ~(ptrdiff_t) 15;
  size_t plane_size = (size_t) stride * (size_t) gx->height;
  size_t circles_size = (size_t) params->n_radii * sizeof (Circle);
  float *memory = vnk_scratch_get (&cpu->tables, 2 * plane_size * sizeof (float) + circles_size);

  if (memory == NULL)
    return VNK_ERROR_NO_MEMORY;

  Circle *circles = (Circle *) (memory + 2 * plane_size);
  GicovJob job = {
    params, gx, gy,
    { memory, gx->width, gx->height, stride }, { memory + plane_size, gx->width, gx->height, stride },
    circles, score, radius, mean, choose_scan_row (cpu->level)
  };

  for (int i = 0; i < params->n_radii; i++)
    circle_init (&circles[i], params, i, stride);

  vnk_pool_run (cpu->pool, gx->height, copy_row, &job);
  vnk_pool_run (cpu->pool, gx->height, gicov_row, &job);
  return VNK_OK;
}
