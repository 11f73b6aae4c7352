/* gicov.c: the score of circles around every pixel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Source: Dong, Ray, Acton, "Intravital leukocyte detection using the gradient inverse coefficient of variation",
 * IEEE TMI 24 (2005) 910; the harmonic and the noise are ours (vnk.h).
 *
 * With p = gx cos θ + gy sin θ all that is needed of a circle are the sums of p, p², p cos θ and p sin θ. Several
 * points that follow each other fall on the same pixel. With φ the angle in their middle, (c, s) its cosine and sine, α
 * how far each lies from it, and q = c gx + s gy, t = c gy − s gx the gradient along both directions there, odd sums
 * over α are 0, so that they add to Σp  q Σcos α, to Σp²  q² Σcos² α + t² Σsin² α = q² (Σcos² α − Σsin² α) + (gx² +
 * gy²) Σsin² α, to Σp cos θ  q c (Σcos² α − Σsin² α) + gx Σsin² α, and to Σp sin θ the same with s and gy. As points
 * lie at equal angles, the sums over α depend on their number alone: pixels with as many points form a run, whose sums
 * are weighed once. A row is computed in blocks of adjacent pixels, one vector lane a pixel, and a block against all
 * circles while what they touch is in the first cache.
 *
 * Where only scores above some `min_score` L count, most circles are left before their end. Of the gradients p on all N
 * points the share E = |V'p|² is signal, V the orthonormal columns 1/√N and, with the harmonic, √(2/N) cos θ and
 * √(2/N) sin θ. The score is at most W (E/N) / ((Σp² − E)/(N − 1) + noise), W = max (1, weight), and so not above L
 *   unless E > r (Σp² + (N − 1) noise),  r = L / (L + W (N − 1)/N). Once some points are known, a = V₁'p₁ and Q = Σp₁²,
 *   and no column of V has more than μ of its square (in any direction) on the others, E − r Σp₂² is at most |a|² r/(r
 *   − μ) for all that p₂ may be, so that the circle can be left when
 *   |a|² ≤ (r − μ) (Q + (N − 1) noise).
 */

#include "cpu.h"

#include "../vnk-circle.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels beyond the end of a row that the widest block may read. */
#define LARGEST_BLOCK 64

/* Of numbers of points whose sum is at most VNK_MAX_POINTS there are fewer than 23; and some runs are cut for a
 * look. */
#define MAX_RUNS 32

/* Shares of a circle's points after which it is looked at whether to go on; and by how much a score has to be lower
 * than what counts, so that rounding does not matter. */
static const double looks[] = { 0.45, 0.55, 0.65, 0.8 };
#define N_LOOKS (int) (sizeof looks / sizeof looks[0])
#define CLEARLY_LOWER 0.998
#define MIN_MARGIN 0.05 /* of r − μ: below it no look is worth its time */

/* A pixel of a circle. */
typedef struct {
  ptrdiff_t at;   /* elements from the centre */
  float     c, s; /* direction in the middle of its points */
} Tap;

/* Pixels with as many points. */
typedef struct {
  int   n_taps;
  bool  several; /* points on a pixel */
  float sum;     /* Σcos α */
  float square;  /* Σcos² α − Σsin² α */
  float rest;    /* Σsin² α */
  float limit;   /* (r − μ) N: the circle is left when N |a|² is not above it times Q + (N − 1) noise; 0: no look */
} Run;

typedef struct {
  Tap   taps[VNK_MAX_POINTS];
  Run   runs[MAX_RUNS];
  int   n_runs;
  int   reach;
  float radius;
} Circle;

typedef struct GicovJob GicovJob;

/* A row of the plane against all circles: the same code for vectors as wide as each instruction set has them. Wider
 * ones would be taken apart, and pass through memory. */
typedef void (*ScanRow) (const GicovJob *job, int y, bool harmonic);

struct GicovJob {
  const vnk_gicov_params *params;
  const vnk_plane        *in_x, *in_y;
  vnk_plane               gx, gy; /* copies with room beyond the end of a row, and for a circle around them */
  const Circle           *circles;
  int                     min_reach;
  vnk_plane              *score, *radius, *mean;
  ScanRow                 scan_row;
};

/* ---- Circles ---- */

/* While a circle is put together: a pixel, and the points on it. */
typedef struct {
  int first, n; /* points */
  int order;
} Group;

/* The number's bits from behind: in this order numbers are spread evenly however early one stops. */
static int
reverse_bits (int number, int n_bits)
{
  int reversed = 0;

  for (int i = 0; i < n_bits; i++)
    reversed |= (number >> i & 1) << (n_bits - 1 - i);
  return reversed;
}

static int
compare_groups (const void *a, const void *b)
{
  const Group *p = a, *q = b;

  return p->n != q->n ? q->n - p->n : p->order - q->order;
}

static bool
same_pixel (const vnk_circle_point *a, const vnk_circle_point *b)
{
  return a->dx == b->dx && a->dy == b->dy;
}

/* Pixels with many points first, as they say most for their time, and those with as many spread around the circle. */
static int
find_groups (const vnk_circle_point *points, int n_points, Group *groups)
{
  int start = 0, n_groups = 0;

  while (start < n_points && same_pixel (&points[start], &points[(start + n_points - 1) % n_points]))
    start++;
  for (int i = 0; i < n_points;)
    {
      Group *group = &groups[n_groups++];

      group->first = (start + i) % n_points;
      group->n = 0;
      group->order = reverse_bits (group->first, 8);
      do
        group->n++;
      while (++i < n_points && same_pixel (&points[(start + i) % n_points], &points[group->first]));
    }
  qsort (groups, (size_t) n_groups, sizeof groups[0], compare_groups);
  return n_groups;
}

/* An upper bound of the largest eigenvalue of the sum of v v' over the points that are left, v their rows of V: μ. */
static double
share_of_rest (const vnk_circle_point *points, int n_points, const bool *known, bool harmonic)
{
  double sums[3][3] = { { 0.0 } };
  double largest = 0.0;

  for (int i = 0; i < n_points; i++)
    {
      double v[3] = { 1.0, harmonic ? sqrt (2.0) * points[i].cos : 0.0, harmonic ? sqrt (2.0) * points[i].sin : 0.0 };

      for (int j = 0; j < 3 && !known[i]; j++)
        for (int k = 0; k < 3; k++)
          sums[j][k] += v[j] * v[k] / n_points;
    }
  for (int j = 0; j < 3; j++)
    largest = fmax (largest, fabs (sums[j][0]) + fabs (sums[j][1]) + fabs (sums[j][2]));
  return largest;
}

/* How much the points that are known have to hold, for the circle not to be left. */
static float
limit_of (const vnk_gicov_params *params, const vnk_circle_point *points, const bool *known)
{
  double n = params->n_points;
  double weight = fmax (1.0, (double) params->harmonic_weight) * (n - 1.0) / n;
  double minimum = CLEARLY_LOWER * (double) params->min_score;
  double margin = minimum / (minimum + weight) - share_of_rest (points, params->n_points, known,
                                                                params->harmonic_weight > 0.0f);

  return margin > MIN_MARGIN ? (float) (margin * n) : 0.0f;
}

static Run
run_of (int n, int n_points)
{
  Run run = { .several = n > 1 };
  double sum = 0.0, cosines = 0.0, sines = 0.0;

  for (int i = 0; i < n; i++)
    {
      double angle = 2.0 * M_PI * (i - 0.5 * (n - 1)) / n_points;

      sum += cos (angle);
      cosines += cos (angle) * cos (angle);
      sines += sin (angle) * sin (angle);
    }
  run.sum = (float) sum;
  run.square = (float) (cosines - sines);
  run.rest = (float) sines;
  return run;
}

static void
circle_init (Circle *self, const vnk_gicov_params *params, int index, ptrdiff_t stride)
{
  vnk_circle_point points[VNK_MAX_POINTS];
  Group groups[VNK_MAX_POINTS];
  bool known[VNK_MAX_POINTS] = { false }, cut = true;
  int n = params->n_points, n_known = 0, n_looks = 0, n_groups;

  vnk_circle_points (params, index, points, &self->reach);
  self->radius = params->radii[index];
  self->n_runs = 0;
  n_groups = find_groups (points, n, groups);

  for (int i = 0; i < n_groups; i++)
    {
      const Group *group = &groups[i];
      double angle = 2.0 * M_PI * (group->first + 0.5 * (group->n - 1)) / n;

      if (cut || group->n != group[-1].n)
        self->runs[self->n_runs++] = run_of (group->n, n);

      Run *run = &self->runs[self->n_runs - 1];

      self->taps[i] = (Tap) { points[group->first].dy * stride + points[group->first].dx, (float) cos (angle),
                              (float) sin (angle) };
      run->n_taps++;
      for (int k = 0; k < group->n; k++)
        known[(group->first + k) % n] = true;
      n_known += group->n;

      /* Runs are the same whatever the least score is, so that sums are the same, too. */
      cut = n_looks < N_LOOKS && n_known >= looks[n_looks] * n;
      if (cut)
        {
          run->limit = limit_of (params, points, known);
          n_looks++;
        }
    }
}

/* ---- Rows ---- */

#if defined(__x86_64__) && defined(__GNUC__)
#define NAME scan_row_avx512
#define TARGET __attribute__ ((target ("avx512f")))
#define LANES 16
#define VECTORS 3
#include "gicov-row.h"

#define NAME scan_row_avx2
#define TARGET __attribute__ ((target ("avx2,fma")))
#define LANES 8
#define VECTORS 3
#include "gicov-row.h"
#endif

#define NAME scan_row_any
#define TARGET
#define LANES 4
#define VECTORS 3
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
  job->scan_row (job, y, job->params->harmonic_weight > 0.0f);
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

  /* A block that holds pixels of small circles may reach beyond the first and the last row with large ones. */
  ptrdiff_t stride = ((ptrdiff_t) gx->width + LARGEST_BLOCK + 15) & ~(ptrdiff_t) 15;
  ptrdiff_t around = ((ptrdiff_t) params->radii[params->n_radii - 1] + 1 + LARGEST_BLOCK + 15) & ~(ptrdiff_t) 15;
  size_t plane_size = (size_t) (2 * around) + (size_t) stride * (size_t) gx->height;
  size_t circles_size = (size_t) params->n_radii * sizeof (Circle);
  float *memory = vnk_scratch_get (&cpu->tables, 2 * plane_size * sizeof (float) + circles_size);

  if (memory == NULL)
    return VNK_ERROR_NO_MEMORY;

  Circle *circles = (Circle *) (memory + 2 * plane_size);
  GicovJob job = {
    params, gx, gy,
    { memory + around, gx->width, gx->height, stride }, { memory + plane_size + around, gx->width, gx->height, stride },
    circles, INT32_MAX, score, radius, mean, choose_scan_row (cpu->level)
  };

  for (int i = 0; i < 2; i++)
    {
      memset (memory + (size_t) i * plane_size, 0, (size_t) around * sizeof (float));
      memset (memory + (size_t) (i + 1) * plane_size - around, 0, (size_t) around * sizeof (float));
    }
  for (int i = 0; i < params->n_radii; i++)
    {
      circle_init (&circles[i], params, i, stride);
      job.min_reach = circles[i].reach < job.min_reach ? circles[i].reach : job.min_reach;
    }

  vnk_pool_run (cpu->pool, gx->height, copy_row, &job);
  vnk_pool_run (cpu->pool, gx->height, gicov_row, &job);
  return VNK_OK;
}
