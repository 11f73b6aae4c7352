/* ncc-match.c: where a patch is found again
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

#include "ncc-match.h"

#include <math.h>
#include <string.h>

#define LANES 32        /* shifts that are computed at once, */
#define FEW_LANES 16    /* or where there are no more than so many */
#define PREFIX_ROWS 4
#define SUMS 4          /* parts of a sum */
#define PAD (LANES + 8) /* elements that may be read behind the end of a row */
#define MARGIN 6        /* px around the searched region: a shift's neighbour, a step along the flow, the cubic */

typedef struct {
  vnk_cpu         *cpu;
  const vnk_plane *first, *second;
  double           vx, vy;
  vnk_ncc_match   *matches;
  vnk_status      *status;
} NccJob;

static bool
within (const vnk_search *search, double dx, double dy)
{
  double s = (dx - search->gx) * search->vx + (dy - search->gy) * search->vy;
  double t = (dy - search->gy) * search->vx - (dx - search->gx) * search->vy;

  return fabs (s) <= search->along + 0.5 && fabs (t) <= search->across + 0.5;
}

/* A sum in parts waits for none of its additions. */
VNK_CLONES static double
add_up (const float *values, int n)
{
  double sums[SUMS] = { 0 }, sum = 0.0;

  for (int i = 0; i < n; i++)
    sums[i % SUMS] += (double) values[i];
  for (int k = 0; k < SUMS; k++)
    sum += sums[k];
  return sum;
}

VNK_CLONES static double
add_squares (const float *values, double mean, int n)
{
  double sums[SUMS] = { 0 }, sum = 0.0;

  for (int i = 0; i < n; i++)
    {
      double value = (double) values[i] - mean;

      sums[i % SUMS] += value * value;
    }
  for (int k = 0; k < SUMS; k++)
    sum += sums[k];
  return sum;
}

double
vnk_ncc_lack (const vnk_patch *patch, const float *a, const float *b)
{
  double sum = 0.0;

  /* As of most patches none of the ends is on the edge. */
  for (int r = 0; r < patch->n_rows && patch->weight < patch->n; r++)
    {
      const vnk_patch_row *row = &patch->rows[r];
      int last = row->first + row->n - 1;

      if (row->lack[0] > 0.0)
        sum += row->lack[0] * (double) a[row->first] * (b != NULL ? (double) b[row->first] : 1.0);
      if (row->lack[1] > 0.0)
        sum += row->lack[1] * (double) a[last] * (b != NULL ? (double) b[last] : 1.0);
    }
  return sum;
}

VNK_CLONES static void
shift_and_scale (float *values, double mean, double scale, int n)
{
  for (int i = 0; i < n; i++)
    values[i] = (float) (((double) values[i] - mean) * scale);
}

/* Takes the mean off the values and scales them so that the sum of their squares is 1; returns what it was. */
static double
take_mean (vnk_patch *self)
{
  double mean = (add_up (self->values, self->n) - vnk_ncc_lack (self, self->values, NULL)) / self->weight;
  double square = add_squares (self->values, mean, self->n);
  int n_soft = self->weight < self->n ? self->n_rows : 0;

  for (int r = 0; r < n_soft; r++)
    for (int end = 0; end < 2; end++)
      {
        const vnk_patch_row *row = &self->rows[r];
        double value = (double) self->values[end == 0 ? row->first : row->first + row->n - 1] - mean;

        square -= row->lack[end] * value * value;
      }
  shift_and_scale (self->values, mean, square > 0.0 ? 1.0 / sqrt (square) : 0.0, self->n);
  for (int r = 0; r < n_soft; r++)
    {
      const vnk_patch_row *row = &self->rows[r];

      self->values[row->first] *= (float) (1.0 - row->lack[0]);
      self->values[row->first + row->n - 1] *= (float) (1.0 - row->lack[1]);
    }
  return square;
}

/* By how much less than 1 a pixel counts so far from the centre. */
static double
lack_at (double dx, double dy, double radius)
{
  double square = dx * dx + dy * dy, inner = radius - VNK_NCC_EDGE;

  if (inner > 0.0 && square <= inner * inner)
    return 0.0;
  return fmin (fmax ((sqrt (square) - inner) / (2.0 * VNK_NCC_EDGE), 0.0), 1.0);
}

static void
patch_init (vnk_patch *self, const vnk_region *region, const vnk_plane *plane, const vnk_ncc_match *match)
{
  double x = (double) match->x, y = (double) match->y, radius = (double) match->radius;
  double outer = radius + VNK_NCC_EDGE;
  int top = (int) fmax (0.0, ceil (y - outer));
  int bottom = (int) fmin (plane->height - 1, floor (y + outer));

  self->n_rows = self->n = 0;
  self->weight = 0.0;
  for (int v = top; v <= bottom; v++)
    {
      double half = sqrt (fmax (0.0, outer * outer - (v - y) * (v - y)));
      int left = (int) fmax (0.0, ceil (x - half));
      int right = (int) fmin (plane->width - 1, floor (x + half));
      const float *row = region->data + (v - region->y) * region->stride - region->x;

      if (right < left)
        continue;

      double first = lack_at (left - x, v - y, radius), last = right > left ? lack_at (right - x, v - y, radius) : 0.0;

      self->rows[self->n_rows++] = (vnk_patch_row) { left, v, right - left + 1, self->n, { first, last } };
      self->weight += right - left + 1 - first - last;
      memcpy (self->values + self->n, row + left, (size_t) (right - left + 1) * sizeof (float));
      self->n += right - left + 1;
    }

  self->flat = self->weight < VNK_NCC_MIN_PIXELS || take_mean (self) <= VNK_FLAT_VARIANCE * self->weight;
}

VNK_CLONES static void
binomial (const float *a, const float *b, const float *c, const float *d, const float *e, float *out, int n)
{
  for (int i = 0; i < n; i++)
    out[i] = (a[i] + e[i] + 4.0f * (b[i] + d[i]) + 6.0f * c[i]) * (1.0f / 16.0f);
}

VNK_CLONES static void
subtract (const float *in, float middle, float *restrict out, int n)
{
  for (int i = 0; i < n; i++)
    out[i] = in[i] - middle;
}

/* Copies the region from the plane, smoothed, and less the plane's value at its middle so that sums of squares do not
 * cancel. `rows` holds six of its rows with a margin of two. */
static void
region_fill (vnk_region *self, const vnk_plane *plane, float *rows)
{
  int wide = self->width + 4;
  bool within_rows = self->x >= 2 && self->x - 2 + wide <= plane->width;
  float *sum = rows + 5 * wide;
  float middle = vnk_plane_row (plane, vnk_clamp_int (self->y + self->height / 2, 0, plane->height - 1))
                     [vnk_clamp_int (self->x + self->width / 2, 0, plane->width - 1)];

  /* rows[j mod 5] holds the plane's row j − 2 of the region. */
  for (int j = 0; j < self->height + 4; j++)
    {
      const float *in = vnk_plane_row (plane, vnk_clamp_int (self->y + j - 2, 0, plane->height - 1));
      float *row = rows + j % 5 * wide;

      if (within_rows)
        subtract (in + self->x - 2, middle, row, wide);
      else
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

/* Sums from the row's start to before each pixel, of the values and of their squares, in `rows` rows at once: one alone
 * would wait for each of its additions. */
VNK_INLINE void
fill_prefix_rows (const vnk_region *region, double *sums, double *squares, const int rows)
{
  double sum[PREFIX_ROWS] = { 0 }, square[PREFIX_ROWS] = { 0 };

  for (int i = 0; i < region->width; i++)
    for (int j = 0; j < rows; j++)
      {
        double value = (double) region->data[j * region->stride + i];

        sums[j * region->stride + i] = sum[j];
        squares[j * region->stride + i] = square[j];
        sum[j] += value;
        square[j] += value * value;
      }

  /* What lies behind a row is zero. */
  for (int j = 0; j < rows; j++)
    for (ptrdiff_t i = region->width; i < region->stride; i++)
      {
        sums[j * region->stride + i] = sum[j];
        squares[j * region->stride + i] = square[j];
      }
}

static void
fill_prefixes (vnk_ncc_workspace *work)
{
  vnk_region rows = work->region;
  double *sums = work->sums, *squares = work->squares;
  int j = 0;

  for (; j + PREFIX_ROWS <= work->region.height; j += PREFIX_ROWS)
    {
      fill_prefix_rows (&rows, sums, squares, PREFIX_ROWS);
      rows.data += PREFIX_ROWS * rows.stride;
      sums += PREFIX_ROWS * rows.stride;
      squares += PREFIX_ROWS * rows.stride;
    }
  for (; j < work->region.height; j++)
    {
      fill_prefix_rows (&rows, sums, squares, 1);
      rows.data += rows.stride;
      sums += rows.stride;
      squares += rows.stride;
    }
}

/* Σ values[k] in[k + i] for `lanes` shifts i. */
VNK_INLINE void
multiply (const float *values, const float *in, int n, float *restrict product, const int lanes)
{
  int k = 0;

  for (; k + 4 <= n; k += 4)
    for (int i = 0; i < lanes; i++)
      product[i] += values[k] * in[k + i] + values[k + 1] * in[k + 1 + i] + values[k + 2] * in[k + 2 + i] +
                    values[k + 3] * in[k + 3 + i];
  for (; k < n; k++)
    for (int i = 0; i < lanes; i++)
      product[i] += values[k] * in[k + i];
}

/* Adds what lies between two places of the prefixes. */
VNK_INLINE void
add_between (const double *prefixes, int n, double *restrict sum, const int lanes)
{
  for (int i = 0; i < lanes; i++)
    sum[i] += prefixes[n + i] - prefixes[i];
}

/* Takes off what a pixel counts less. */
VNK_INLINE void
take_off (const float *in, double lack, double *restrict sum, double *restrict square, const int lanes)
{
  for (int i = 0; i < lanes; i++)
    {
      sum[i] -= lack * (double) in[i];
      square[i] -= lack * (double) in[i] * (double) in[i];
    }
}

/* Correlations of `lanes` shifts that follow each other along x, from (dx, dy) on. `soft`: ends of rows count less, as
 * they do of few patches. */
VNK_INLINE void
correlate (const vnk_ncc_workspace *work, int dx, int dy, float *out, const int lanes, const bool soft)
{
  const vnk_patch *patch = &work->patch;
  const vnk_region *region = &work->region;
  float product[LANES] = { 0 };
  double sum[LANES] = { 0 }, square[LANES] = { 0 };

  for (int r = 0; r < patch->n_rows; r++)
    {
      const vnk_patch_row *row = &patch->rows[r];
      ptrdiff_t at = (row->y + dy - region->y) * region->stride + row->x + dx - region->x;

      multiply (patch->values + row->first, region->data + at, row->n, product, lanes);
      add_between (work->sums + at, row->n, sum, lanes);
      add_between (work->squares + at, row->n, square, lanes);
      if (soft)
        {
          take_off (region->data + at, row->lack[0], sum, square, lanes);
          take_off (region->data + at + row->n - 1, row->lack[1], sum, square, lanes);
        }
    }

  for (int i = 0; i < lanes; i++)
    {
      double rest = square[i] - sum[i] * sum[i] / patch->weight;

      out[i] = rest > VNK_FLAT_VARIANCE * patch->weight ? (float) ((double) product[i] / sqrt (rest)) : 0.0f;
    }
}

VNK_CLONES static void
correlate_block (const vnk_ncc_workspace *work, int dx, int dy, int n, float *out)
{
  bool soft = work->patch.weight < work->patch.n;

  if (n <= FEW_LANES && soft)
    correlate (work, dx, dy, out, FEW_LANES, true);
  else if (n <= FEW_LANES)
    correlate (work, dx, dy, out, FEW_LANES, false);
  else if (soft)
    correlate (work, dx, dy, out, LANES, true);
  else
    correlate (work, dx, dy, out, LANES, false);
}

static void
fill_map (vnk_ncc_workspace *work)
{
  vnk_translation_map *map = &work->map;

  fill_prefixes (work);
  for (int j = 0; j < map->height; j++)
    for (int i = 0; i < map->width; i += LANES)
      {
        float block[LANES];
        int n = map->width - i < LANES ? map->width - i : LANES;

        correlate_block (work, map->first_x + i, map->first_y + j, n, block);
        memcpy (map->data + j * map->stride + i, block, (size_t) n * sizeof (float));
      }
}

static float
map_at (const vnk_translation_map *map, int dx, int dy)
{
  return map->data[(dy - map->first_y) * map->stride + dx - map->first_x];
}

/* The best whole shift; of those as good as the best the nearest to the expected one. */
static void
find_peak (const vnk_translation_map *map, const vnk_search *search, int *peak_x, int *peak_y)
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
        if (map_at (map, dx, dy) < best - VNK_SAME_CORRELATION || !within (search, dx, dy))
          continue;

        double distance = hypot (dx - search->gx, dy - search->gy);

        if (distance >= nearest)
          continue;
        nearest = distance;
        *peak_x = dx;
        *peak_y = dy;
      }
}

static bool
rises_beyond (const vnk_translation_map *map, const vnk_search *search, int peak_x, int peak_y)
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

/* Lays out the buffers; nothing is filled yet. */
static bool
workspace_init (vnk_ncc_workspace *self, vnk_scratch *scratch, const vnk_ncc_match *match, const vnk_search *search)
{
  int side = 2 * (int) ceil ((double) match->radius) + 1;
  int left = (int) ceil ((double) match->x - (double) match->radius - VNK_NCC_EDGE);
  int top = (int) ceil ((double) match->y - (double) match->radius - VNK_NCC_EDGE);
  double reach_x = (search->along + 0.5) * fabs (search->vx) + (search->across + 0.5) * fabs (search->vy);
  double reach_y = (search->along + 0.5) * fabs (search->vy) + (search->across + 0.5) * fabs (search->vx);
  vnk_translation_map map;

  map.first_x = (int) floor (search->gx - reach_x) - 1;
  map.first_y = (int) floor (search->gy - reach_y) - 1;
  map.width = (int) ceil (search->gx + reach_x) + 2 - map.first_x;
  map.height = (int) ceil (search->gy + reach_y) + 2 - map.first_y;
  map.stride = map.width;

  vnk_region source = { NULL, side, left, top, side, side };
  vnk_region region = { NULL, side + map.width + 2 * MARGIN + PAD, left + map.first_x - MARGIN,
                    top + map.first_y - MARGIN, side + map.width + 2 * MARGIN, side + map.height + 2 * MARGIN };

  size_t pixels = (size_t) side * (size_t) side + PAD;
  size_t map_size = (size_t) map.stride * (size_t) map.height;
  size_t region_size = (size_t) region.stride * (size_t) region.height;
  size_t rows_size = 6 * ((size_t) region.width + 4);
  size_t floats = 5 * pixels + map_size + region_size + rows_size;
  double *memory = vnk_scratch_get (scratch, 2 * region_size * sizeof (double) + floats * sizeof (float) +
                                                 (size_t) side * sizeof (vnk_patch_row));

  if (memory == NULL)
    return false;

  self->sums = memory;
  self->squares = memory + region_size;
  self->patch.rows = (vnk_patch_row *) (self->squares + region_size);
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
ncc_one (const NccJob *job, vnk_ncc_match *match, vnk_scratch *scratch)
{
  vnk_search search = { job->vx, job->vy, (double) match->guess_x - (double) match->x,
                    (double) match->guess_y - (double) match->y, match->along, match->across };
  vnk_ncc_workspace work;
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
      vnk_ncc_subpixel (&work, peak_x, peak_y, &dx, &dy);
    }

  double at = vnk_ncc_correlation (&work, dx, dy);
  double before = vnk_ncc_correlation (&work, dx - job->vx, dy - job->vy);
  double after = vnk_ncc_correlation (&work, dx + job->vx, dy + job->vy);

  match->new_x = (float) ((double) match->x + dx);
  match->new_y = (float) ((double) match->y + dy);
  match->correlation = (float) at;
  match->curvature = (float) (2.0 * at - before - after);
  return VNK_OK;
}

static void
ncc_item (void *data, int item, int thread)
{
  const NccJob *job = data;

  job->status[item] = ncc_one (job, &job->matches[item], &job->cpu->threads[thread].patch);
}

vnk_status
vnk_cpu_ncc_match (vnk_backend *backend, const vnk_plane *first, const vnk_plane *second, float flow_x, float flow_y,
                   vnk_ncc_match *matches, int n)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);

  if (!vnk_check_ncc_match (first, second, flow_x, flow_y, matches, n))
    return VNK_ERROR_INVALID;

  vnk_status *status = vnk_scratch_get (&cpu->tables, (size_t) (n > 0 ? n : 1) * sizeof *status);

  if (status == NULL)
    return VNK_ERROR_NO_MEMORY;

  NccJob job = { cpu, first, second, (double) flow_x, (double) flow_y, matches, status };

  vnk_pool_run (cpu->pool, n, ncc_item, &job);
  for (int i = 0; i < n; i++)
    if (status[i] != VNK_OK)
      return status[i];
  return VNK_OK;
}
