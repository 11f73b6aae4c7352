/* match.c: where a patch is found again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Source: normalised cross-correlation, Lewis, "Fast normalized cross-correlation", Vision Interface (1995). All whole
 * shifts within the search are tried, without any interpolation; from the best one, and the parabolas through it and
 * its neighbours, Gauss-Newton steps on the patch as a gain, an offset and a shift of the second plane (Evangelidis,
 * Psarakis, IEEE PAMI 30 (2008) 1858) go on to a fraction of a pixel. Only the second plane is interpolated (cubic).
 * Interpolation halfway between pixels averages their noise away, which would draw the result there; both planes are
 * smoothed beforehand (binomial, sd 1 px), so that interpolation has little left to smooth.
 */

#include "cpu.h"

#include <math.h>
#include <string.h>

#define LANES 32       /* shifts, or pixels, that are computed at once */
#define PAD (LANES + 8) /* elements that may be read behind the end of a row */
#define SUMS 8         /* partial sums of a dot product */
#define TAPS 4         /* of the cubic, both ways */
#define MARGIN 6       /* px around the searched region: a shift's neighbour, a step along the flow, the cubic */
#define STEPS 12       /* of Gauss-Newton */
#define SETTLED 3e-4   /* px: a step that ends it */
#define LEAST_SLOPE 1e-6 /* of the slopes' squares to the values': less is no texture to go by */
#define FARTHEST 1.0   /* px that Gauss-Newton may go from the best whole shift */

typedef struct {
  int x, y;  /* first pixel, in the first plane */
  int n;     /* pixels */
  int first; /* index of its first value */
} PatchRow;

typedef struct {
  PatchRow *rows;
  int       n_rows;
  float    *values; /* mean 0, Σ² = 1 */
  int       n;
  bool      flat;
} Patch;

/* The part of the second plane that any shift can reach; its element 0 is pixel (x, y), possibly outside the plane. */
typedef struct {
  float    *data;
  ptrdiff_t stride;
  int       x, y;
  int       width, height;
} Region;

/* Correlations of whole shifts: element (dx − first_x, dy − first_y). */
typedef struct {
  float    *data;
  ptrdiff_t stride;
  int       first_x, first_y;
  int       width, height;
} ShiftMap;

typedef struct {
  double vx, vy;   /* the flow */
  double gx, gy;   /* the expected shift */
  double along, across;
} Search;

typedef struct {
  vnk_cpu         *cpu;
  const vnk_plane *first, *second;
  double           vx, vy;
  vnk_match       *matches;
  vnk_status      *status;
} MatchJob;

/* Buffers of one match, in one piece of memory. */
typedef struct {
  Patch     patch;
  Region    region;
  ShiftMap  map;
  double   *sums;       /* prefixes of the region's rows: of its values */
  double   *squares;    /* and of their squares */
  float    *sampled[3]; /* the second plane under the patch, its derivatives by x and y */
  Region    source;     /* of the first plane, around the patch */
  float    *rows;       /* for region_fill() */
} Workspace;

static bool
within (const Search *search, double dx, double dy)
{
  double s = (dx - search->gx) * search->vx + (dy - search->gy) * search->vy;
  double t = (dy - search->gy) * search->vx - (dx - search->gx) * search->vy;

  return fabs (s) <= search->along + 0.5 && fabs (t) <= search->across + 0.5;
}

static void
patch_init (Patch *self, const Region *region, const vnk_plane *plane, const vnk_match *match)
{
  double x = (double) match->x, y = (double) match->y, radius = (double) match->radius;
  double sum = 0.0, square = 0.0;
  int top = (int) fmax (0.0, ceil (y - radius));
  int bottom = (int) fmin (plane->height - 1, floor (y + radius));

  self->n_rows = self->n = 0;
  for (int v = top; v <= bottom; v++)
    {
      double half = sqrt (fmax (0.0, radius * radius - (v - y) * (v - y)));
      int left = (int) fmax (0.0, ceil (x - half));
      int right = (int) fmin (plane->width - 1, floor (x + half));
      const float *row = region->data + (v - region->y) * region->stride - region->x;

      if (right < left)
        continue;
      self->rows[self->n_rows++] = (PatchRow) { left, v, right - left + 1, self->n };
      for (int u = left; u <= right; u++)
        {
          self->values[self->n++] = row[u];
          sum += (double) row[u];
        }
    }

  double mean = self->n > 0 ? sum / self->n : 0.0;

  for (int i = 0; i < self->n; i++)
    {
      double value = (double) self->values[i] - mean;

      square += value * value;
    }
  self->flat = self->n < VNK_MATCH_LEAST_PIXELS || square <= VNK_FLAT_VARIANCE * self->n;
  for (int i = 0; i < self->n && !self->flat; i++)
    self->values[i] = (float) (((double) self->values[i] - mean) / sqrt (square));
}

VNK_CLONES static void
binomial (const float *a, const float *b, const float *c, const float *d, const float *e, float *out, int n)
{
  for (int i = 0; i < n; i++)
    out[i] = (a[i] + e[i] + 4.0f * (b[i] + d[i]) + 6.0f * c[i]) * (1.0f / 16.0f);
}

/* Copies the region from the plane, smoothed, and less the plane's value at its middle so that sums of squares do not
 * cancel. `rows` holds six of its rows with a margin of two. */
static void
region_fill (Region *self, const vnk_plane *plane, float *rows)
{
  int wide = self->width + 4;
  float *sum = rows + 5 * wide;
  float middle = vnk_plane_row (plane, vnk_clamp_int (self->y + self->height / 2, 0, plane->height - 1))
                     [vnk_clamp_int (self->x + self->width / 2, 0, plane->width - 1)];

  /* rows[j mod 5] holds the plane's row j − 2 of the region. */
  for (int j = 0; j < self->height + 4; j++)
    {
      const float *in = vnk_plane_row (plane, vnk_clamp_int (self->y + j - 2, 0, plane->height - 1));
      float *row = rows + j % 5 * wide;

      for (int i = 0; i < wide; i++)
        row[i] = in[vnk_clamp_int (self->x + i - 2, 0, plane->width - 1)] - middle;
      if (j < 4)
        continue;

      float *out = self->data + (j - 4) * self->stride;

      binomial (rows + (j + 1) % 5 * wide, rows + (j + 2) % 5 * wide, rows + (j + 3) % 5 * wide,
                rows + (j + 4) % 5 * wide, row, sum, wide);
      binomial (sum, sum + 1, sum + 2, sum + 3, sum + 4, out, self->width);
      for (ptrdiff_t i = self->width; i < self->stride; i++)
        out[i] = 0.0f;
    }
}

/* Sums from the row's start to before each pixel, of the region's values and of their squares. */
static void
fill_prefixes (Workspace *work)
{
  const Region *region = &work->region;

  for (int j = 0; j < region->height; j++)
    {
      const float *row = region->data + j * region->stride;
      double *sums = work->sums + j * region->stride;
      double *squares = work->squares + j * region->stride;
      double sum = 0.0, square = 0.0;

      for (ptrdiff_t i = 0; i < region->stride; i++)
        {
          sums[i] = sum;
          squares[i] = square;
          sum += (double) row[i];
          square += (double) row[i] * (double) row[i];
        }
    }
}

/* Σ values[k] in[k + i] for LANES shifts i. */
VNK_CLONES static void
multiply_row (const float *values, const float *in, int n, float *restrict product)
{
  int k = 0;

  for (; k + 4 <= n; k += 4)
    for (int i = 0; i < LANES; i++)
      product[i] += values[k] * in[k + i] + values[k + 1] * in[k + 1 + i] + values[k + 2] * in[k + 2 + i] +
                    values[k + 3] * in[k + 3 + i];
  for (; k < n; k++)
    for (int i = 0; i < LANES; i++)
      product[i] += values[k] * in[k + i];
}

/* Adds what lies between two places of the prefixes. */
VNK_CLONES static void
add_between (const double *prefixes, int n, double *restrict sum)
{
  for (int i = 0; i < LANES; i++)
    sum[i] += prefixes[n + i] - prefixes[i];
}

/* Correlations of LANES shifts that follow each other along x, from (dx, dy) on. */
static void
correlate_block (const Workspace *work, int dx, int dy, float *out)
{
  const Patch *patch = &work->patch;
  const Region *region = &work->region;
  float product[LANES] = { 0 };
  double sum[LANES] = { 0 }, square[LANES] = { 0 };

  for (int r = 0; r < patch->n_rows; r++)
    {
      const PatchRow *row = &patch->rows[r];
      ptrdiff_t at = (row->y + dy - region->y) * region->stride + row->x + dx - region->x;

      multiply_row (patch->values + row->first, region->data + at, row->n, product);
      add_between (work->sums + at, row->n, sum);
      add_between (work->squares + at, row->n, square);
    }

  for (int i = 0; i < LANES; i++)
    {
      double rest = square[i] - sum[i] * sum[i] / patch->n;

      out[i] = rest > VNK_FLAT_VARIANCE * patch->n ? (float) ((double) product[i] / sqrt (rest)) : 0.0f;
    }
}

static void
fill_map (Workspace *work)
{
  ShiftMap *map = &work->map;

  fill_prefixes (work);
  for (int j = 0; j < map->height; j++)
    for (int i = 0; i < map->width; i += LANES)
      {
        float block[LANES];
        int n = map->width - i < LANES ? map->width - i : LANES;

        correlate_block (work, map->first_x + i, map->first_y + j, block);
        memcpy (map->data + j * map->stride + i, block, (size_t) n * sizeof (float));
      }
}

static float
map_at (const ShiftMap *map, int dx, int dy)
{
  return map->data[(dy - map->first_y) * map->stride + dx - map->first_x];
}

/* The best whole shift; of those as good as the best the nearest to the expected one. */
static void
find_peak (const ShiftMap *map, const Search *search, int *peak_x, int *peak_y)
{
  float best = map_at (map, (int) lround (search->gx), (int) lround (search->gy));
  double nearest = INFINITY;

  for (int dy = map->first_y + 1; dy < map->first_y + map->height - 1; dy++)
    for (int dx = map->first_x + 1; dx < map->first_x + map->width - 1; dx++)
      if (map_at (map, dx, dy) > best && within (search, dx, dy))
        best = map_at (map, dx, dy);

  *peak_x = (int) lround (search->gx);
  *peak_y = (int) lround (search->gy);
  for (int dy = map->first_y + 1; dy < map->first_y + map->height - 1; dy++)
    for (int dx = map->first_x + 1; dx < map->first_x + map->width - 1; dx++)
      {
        double distance = hypot (dx - search->gx, dy - search->gy);

        if (map_at (map, dx, dy) < best - VNK_SAME_CORRELATION || distance >= nearest || !within (search, dx, dy))
          continue;
        nearest = distance;
        *peak_x = dx;
        *peak_y = dy;
      }
}

static bool
rises_beyond (const ShiftMap *map, const Search *search, int peak_x, int peak_y)
{
  for (int dy = peak_y - 1; dy <= peak_y + 1; dy++)
    for (int dx = peak_x - 1; dx <= peak_x + 1; dx++)
      if (!within (search, dx, dy) && map_at (map, dx, dy) > map_at (map, peak_x, peak_y) + VNK_SAME_CORRELATION)
        return true;
  return false;
}

static double
parabola_peak (double before, double at, double after)
{
  double bend = before - 2.0 * at + after;

  if (bend >= (double) -VNK_SAME_CORRELATION)
    return 0.0;
  return fmin (fmax (0.5 * (before - after) / bend, -0.5), 0.5);
}

/* Keys' cubic and its derivative at the pixels −1, 0, 1, 2 for a place f behind pixel 0. */
static void
cubic (double f, double *value, double *derivative)
{
  value[0] = 0.5 * (-f + 2.0 * f * f - f * f * f);
  value[1] = 0.5 * (2.0 - 5.0 * f * f + 3.0 * f * f * f);
  value[2] = 0.5 * (f + 4.0 * f * f - 3.0 * f * f * f);
  value[3] = 0.5 * (-f * f + f * f * f);
  derivative[0] = 0.5 * (-1.0 + 4.0 * f - 3.0 * f * f);
  derivative[1] = 0.5 * (-10.0 * f + 9.0 * f * f);
  derivative[2] = 0.5 * (1.0 + 8.0 * f - 9.0 * f * f);
  derivative[3] = 0.5 * (-2.0 * f + 3.0 * f * f);
}

/* n is a multiple of 8; in and out have room behind the row's end. */
VNK_CLONES static void
filter_row (const float *in, ptrdiff_t stride, const float *weights, float *restrict out, int n)
{
  for (int i = 0; i < n; i++)
    {
      float sum = 0.0f;

      for (int v = 0; v < TAPS; v++)
        for (int u = 0; u < TAPS; u++)
          sum += weights[v * TAPS + u] * in[(v - 1) * stride + u - 1 + i];
      out[i] = sum;
    }
}

/* Samples the second plane under the shifted patch, and its derivatives; all less their means. */
static void
sample (Workspace *work, double dx, double dy, int n_kinds)
{
  double x[2][TAPS], y[2][TAPS];
  int whole_x = (int) floor (dx);
  int whole_y = (int) floor (dy);

  cubic (dx - whole_x, x[0], x[1]);
  cubic (dy - whole_y, y[0], y[1]);

  for (int kind = 0; kind < n_kinds; kind++)
    {
      float weights[TAPS * TAPS];
      double sum = 0.0;

      for (int i = 0; i < TAPS * TAPS; i++)
        weights[i] = (float) (x[kind == 1][i % TAPS] * y[kind == 2][i / TAPS]);
      for (int r = 0; r < work->patch.n_rows; r++)
        {
          const PatchRow *row = &work->patch.rows[r];
          const float *in = work->region.data + (row->y + whole_y - work->region.y) * work->region.stride + row->x +
                            whole_x - work->region.x;

          filter_row (in, work->region.stride, weights, work->sampled[kind] + row->first,
                      (row->n + 7) & ~7);
        }

      for (int i = 0; i < work->patch.n; i++)
        sum += (double) work->sampled[kind][i];

      float mean = (float) (sum / work->patch.n);

      for (int i = 0; i < work->patch.n; i++)
        work->sampled[kind][i] -= mean;
    }
}

VNK_CLONES static double
dot (const float *a, const float *b, int n)
{
  double sums[SUMS] = { 0 };
  double sum = 0.0;
  int i = 0;

  for (; i + SUMS <= n; i += SUMS)
    for (int k = 0; k < SUMS; k++)
      sums[k] += (double) a[i + k] * (double) b[i + k];
  for (; i < n; i++)
    sum += (double) a[i] * (double) b[i];
  for (int k = 0; k < SUMS; k++)
    sum += sums[k];
  return sum;
}

static double
correlation_at (Workspace *work, double dx, double dy)
{
  sample (work, dx, dy, 1);

  double square = dot (work->sampled[0], work->sampled[0], work->patch.n);

  if (square <= VNK_FLAT_VARIANCE * work->patch.n)
    return 0.0;
  return fmin (fmax (dot (work->patch.values, work->sampled[0], work->patch.n) / sqrt (square), -1.0), 1.0);
}

/* Least squares of patch = gain (second + δx ∂x + δy ∂y): the normal equations by elimination. Along a direction without
 * texture there is no step. */
static bool
solve_step (Workspace *work, double *step_x, double *step_y)
{
  double m[3][4], steps[3];
  int n = work->patch.n;

  for (int i = 0; i < 3; i++)
    {
      for (int j = 0; j <= i; j++)
        m[i][j] = m[j][i] = dot (work->sampled[i], work->sampled[j], n);
      m[i][3] = dot (work->sampled[i], work->patch.values, n);
    }

  double least = LEAST_SLOPE * m[0][0];

  for (int i = 0; i < 3; i++)
    {
      if (m[i][i] <= least)
        {
          for (int r = 0; r < 3; r++)
            m[r][i] = m[i][r] = 0.0;
          m[i][i] = 1.0;
          m[i][3] = 0.0;
        }
      for (int r = 0; r < 3; r++)
        {
          double factor = m[r][i] / m[i][i];

          for (int c = i; c < 4 && r != i; c++)
            m[r][c] -= factor * m[i][c];
        }
    }
  for (int i = 0; i < 3; i++)
    steps[i] = m[i][3] / m[i][i];

  /* steps[0] is the gain. */
  if (!(steps[0] > 0.0))
    return false;
  *step_x = steps[1] / steps[0];
  *step_y = steps[2] / steps[0];
  return isfinite (*step_x) && isfinite (*step_y);
}

/* Moves a shift to the nearest summit of the correlation; leaves it alone when there is none nearby. */
static void
refine_shift (Workspace *work, int peak_x, int peak_y, double *dx, double *dy)
{
  double x = *dx;
  double y = *dy;

  for (int i = 0; i < STEPS; i++)
    {
      double step_x, step_y;

      sample (work, x, y, 3);
      if (!solve_step (work, &step_x, &step_y))
        return;
      x += step_x;
      y += step_y;
      if (fabs (x - peak_x) > FARTHEST || fabs (y - peak_y) > FARTHEST)
        return;
      if (hypot (step_x, step_y) < SETTLED)
        break;
    }
  *dx = x;
  *dy = y;
}

/* Lays out the buffers; nothing is filled yet. */
static bool
workspace_init (Workspace *self, vnk_scratch *scratch, const vnk_match *match, const Search *search)
{
  int side = 2 * (int) ceil ((double) match->radius) + 1;
  int left = (int) ceil ((double) match->x - (double) match->radius);
  int top = (int) ceil ((double) match->y - (double) match->radius);
  double reach_x = (search->along + 0.5) * fabs (search->vx) + (search->across + 0.5) * fabs (search->vy);
  double reach_y = (search->along + 0.5) * fabs (search->vy) + (search->across + 0.5) * fabs (search->vx);
  ShiftMap map = { .first_x = (int) floor (search->gx - reach_x) - 1, .first_y = (int) floor (search->gy - reach_y) - 1 };

  map.width = (int) ceil (search->gx + reach_x) + 2 - map.first_x;
  map.height = (int) ceil (search->gy + reach_y) + 2 - map.first_y;
  map.stride = map.width;

  Region source = { NULL, side, left, top, side, side };
  Region region = { NULL, side + map.width + 2 * MARGIN + PAD, left + map.first_x - MARGIN,
                    top + map.first_y - MARGIN, side + map.width + 2 * MARGIN, side + map.height + 2 * MARGIN };

  size_t pixels = (size_t) side * (size_t) side + PAD;
  size_t map_size = (size_t) map.stride * (size_t) map.height;
  size_t region_size = (size_t) region.stride * (size_t) region.height;
  size_t rows_size = 6 * ((size_t) region.width + 4);
  double *memory = vnk_scratch_get (scratch, 2 * region_size * sizeof (double) + (size_t) side * sizeof (PatchRow) +
                                                 (5 * pixels + map_size + region_size + rows_size) * sizeof (float));

  if (memory == NULL)
    return false;

  self->sums = memory;
  self->squares = memory + region_size;
  self->patch.rows = (PatchRow *) (self->squares + region_size);
  self->patch.values = (float *) (self->patch.rows + side);
  for (int i = 0; i < 3; i++)
    self->sampled[i] = self->patch.values + (size_t) (i + 1) * pixels;
  source.data = self->patch.values + 4 * pixels;
  map.data = source.data + pixels;
  region.data = map.data + map_size;
  self->rows = region.data + region_size;
  self->map = map;
  self->region = region;
  self->source = source;
  return true;
}

static vnk_status
match_one (const MatchJob *job, vnk_match *match, vnk_scratch *scratch)
{
  Search search = { job->vx, job->vy, (double) match->guess_x - (double) match->x,
                    (double) match->guess_y - (double) match->y, match->along, match->across };
  Workspace work;
  int peak_x, peak_y;

  match->new_x = match->guess_x;
  match->new_y = match->guess_y;
  match->correlation = match->curvature = 0.0f;
  match->at_border = false;

  if (!workspace_init (&work, scratch, match, &search))
    return VNK_ERROR_NO_MEMORY;
  region_fill (&work.source, job->first, work.rows);
  patch_init (&work.patch, &work.source, job->first, match);
  if (work.patch.flat)
    return VNK_OK;

  region_fill (&work.region, job->second, work.rows);
  fill_map (&work);
  find_peak (&work.map, &search, &peak_x, &peak_y);
  match->at_border = rises_beyond (&work.map, &search, peak_x, peak_y);

  double dx = peak_x;
  double dy = peak_y;
  double best = (double) map_at (&work.map, peak_x, peak_y);

  if (best <= 0.0)
    return VNK_OK;
  if (!match->at_border)
    {
      dx += parabola_peak ((double) map_at (&work.map, peak_x - 1, peak_y), best,
                           (double) map_at (&work.map, peak_x + 1, peak_y));
      dy += parabola_peak ((double) map_at (&work.map, peak_x, peak_y - 1), best,
                           (double) map_at (&work.map, peak_x, peak_y + 1));
      refine_shift (&work, peak_x, peak_y, &dx, &dy);
    }

  double at = correlation_at (&work, dx, dy);
  double before = correlation_at (&work, dx - job->vx, dy - job->vy);
  double after = correlation_at (&work, dx + job->vx, dy + job->vy);

  match->new_x = (float) ((double) match->x + dx);
  match->new_y = (float) ((double) match->y + dy);
  match->correlation = (float) at;
  match->curvature = (float) (2.0 * at - before - after);
  return VNK_OK;
}

static void
match_item (void *data, int item, int thread)
{
  const MatchJob *job = data;

  job->status[item] = match_one (job, &job->matches[item], &job->cpu->threads[thread].patch);
}

static bool
match_valid (const vnk_match *match)
{
  return vnk_position_valid (match->x, match->y) && vnk_position_valid (match->guess_x, match->guess_y) &&
         match->radius >= 0.0f && match->radius <= VNK_MAX_RADIUS && match->along >= 0 &&
         match->along <= VNK_MAX_SEARCH && match->across >= 0 && match->across <= VNK_MAX_SEARCH;
}

vnk_status
vnk_cpu_match (vnk_backend *backend, const vnk_plane *first, const vnk_plane *second, float flow_x, float flow_y,
               vnk_match *matches, int n)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);

  if (!vnk_plane_valid (first) || !vnk_plane_valid (second) || !vnk_flow_valid (flow_x, flow_y) || n < 0 ||
      (matches == NULL && n > 0))
    return VNK_ERROR_INVALID;
  for (int i = 0; i < n; i++)
    if (!match_valid (&matches[i]))
      return VNK_ERROR_INVALID;

  vnk_status *status = vnk_scratch_get (&cpu->tables, (size_t) (n > 0 ? n : 1) * sizeof *status);

  if (status == NULL)
    return VNK_ERROR_NO_MEMORY;

  MatchJob job = { cpu, first, second, (double) flow_x, (double) flow_y, matches, status };

  vnk_pool_run (cpu->pool, n, match_item, &job);
  for (int i = 0; i < n; i++)
    if (status[i] != VNK_OK)
      return status[i];
  return VNK_OK;
}
