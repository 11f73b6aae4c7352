/* translation.c: how far the whole picture has moved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Sources: image registration by Gauss-Newton steps over a pyramid, Lucas and Kanade (IJCAI 1981), with the gradient of
 * the first plane alone (Baker, Matthews, Int. J. Comput. Vis. 56 (2004) 221); weights that fall with the residual,
 * Geman and McClure (Bull. ISI 52 (1987) 5); variance from clusters, Liang and Zeger (Biometrika 73 (1986) 13).
 */

#include "translation.h"

#include <math.h>
#include <string.h>

#define MAX_LEVELS 8
#define CANDIDATES(range) (2 * (range) + 1)

typedef struct {
  vnk_backend          *backend;
  vnk_cpu              *cpu;
  int                   n_levels;
  vnk_translation_level levels[MAX_LEVELS];
  float                *tiles;
  float                *samples;
  double                mean; /* of the first plane: taken off both */
} Workspace;

/* ---- Levels ---- */

static int
count_levels (const vnk_plane *plane, double range)
{
  int n = 1, width = plane->width, height = plane->height;

  while (n < MAX_LEVELS && range > 2.0 && width >= 2 * VNK_TRANSLATION_MIN_SIDE && height >= 2 *
         VNK_TRANSLATION_MIN_SIDE)
    {
      width = (width + 1) / 2;
      height = (height + 1) / 2;
      range /= 2.0;
      n++;
    }
  return n;
}

static size_t
plane_size (const vnk_translation_level *level)
{
  /* A row of zeros above and below. */
  return (size_t) (level->height + 2) * (size_t) level->stride;
}

/* What the sums read there has no weight, but must be numbers. */
static void
clear_margins (const vnk_translation_level *level, float *memory)
{
  size_t row = (size_t) level->stride * sizeof (float);

  memset (memory, 0, row);
  memset (memory + (level->height + 1) * level->stride, 0, row);
  for (int y = 1; y <= level->height; y++)
    memset (memory + y * level->stride + level->width, 0, row - (size_t) level->width * sizeof (float));
}

static bool
workspace_init (Workspace *self, vnk_backend *backend, const vnk_plane *plane, double range)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);
  size_t floats = 0, tiles = 0;
  int width = plane->width, height = plane->height;

  *self = (Workspace) { .backend = backend, .cpu = cpu, .n_levels = count_levels (plane, range) };
  for (int i = 0; i < self->n_levels; i++)
    {
      vnk_translation_level *level = &self->levels[i];

      level->width = width;
      level->height = height;
      level->stride = (ptrdiff_t) (width / VNK_TRANSLATION_TILE + 1) * VNK_TRANSLATION_TILE;
      floats += 3 * plane_size (level);
      width = (width + 1) / 2;
      height = (height + 1) / 2;
    }
  tiles = (size_t) vnk_translation_tiles (plane->width) * (size_t) vnk_translation_tiles (plane->height) * VNK_N_SUMS;

  float *memory = vnk_scratch_get (&cpu->levels, (floats + tiles + VNK_TRANSLATION_SAMPLES) * sizeof (float));

  if (memory == NULL)
    return false;
  for (int i = 0; i < cpu->n_threads; i++)
    if (vnk_scratch_get (&cpu->threads[i].row, vnk_translation_sums_scratch (&self->levels[0])) == NULL)
      return false;

  self->tiles = memory;
  self->samples = memory + tiles;
  memory += tiles + VNK_TRANSLATION_SAMPLES;
  for (int i = 0; i < self->n_levels; i++)
    {
      vnk_translation_level *level = &self->levels[i];

      level->first = memory + level->stride;
      level->second = level->first + plane_size (level);
      level->weight = level->second + plane_size (level);
      for (int k = 0; k < 3; k++)
        clear_margins (level, memory + (size_t) k * plane_size (level));
      memory += 3 * plane_size (level);
    }
  return true;
}

static double
mean_of (const vnk_plane *plane)
{
  double sum = 0.0;
  int rows = 0;

  for (int y = plane->height / 2 % 8; y < plane->height; y += 8, rows++)
    for (int x = 0; x < plane->width; x++)
      sum += (double) vnk_plane_row (plane, y)[x];
  return rows > 0 ? sum / ((double) rows * plane->width) : 0.0;
}

VNK_CLONES static void
smooth_columns (const float *above, const float *at, const float *below, float mean, float *out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = 0.25f * (above[x] + below[x]) + 0.5f * at[x] - mean;
}

VNK_CLONES static void
smooth_row (const float *in, float *out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = 0.25f * (in[x - 1] + in[x + 1]) + 0.5f * in[x];
}

/* What does not lie between 0 and 1 counts as the nearer of them. */
VNK_CLONES static void
limit_weights (const float *in, float *out, int n)
{
  for (int x = 0; x < n; x++)
    {
      float w = in[x] > 0.0f ? in[x] : 0.0f;

      out[x] = w < 1.0f ? w : 1.0f;
    }
}

typedef struct {
  const Workspace *work;
  const vnk_plane *first, *second, *weight;
} FillJob;

static void
fill_one (const vnk_plane *plane, int y, float mean, float *sum, float *out)
{
  int last = plane->height - 1;

  smooth_columns (vnk_plane_row (plane, vnk_clamp_int (y - 1, 0, last)), vnk_plane_row (plane, y),
                  vnk_plane_row (plane, vnk_clamp_int (y + 1, 0, last)), mean, sum, plane->width);
  sum[-1] = sum[0];
  sum[plane->width] = sum[plane->width - 1];
  smooth_row (sum, out, plane->width);
}

/* The largest level, from the caller's planes. */
static void
fill_row (void *data, int y, int thread)
{
  const FillJob *job = data;
  const vnk_translation_level *level = &job->work->levels[0];
  float *sum = (float *) job->work->cpu->threads[thread].row.memory + 1;
  float *weight = level->weight + y * level->stride;

  fill_one (job->first, y, (float) job->work->mean, sum, level->first + y * level->stride);
  fill_one (job->second, y, (float) job->work->mean, sum, level->second + y * level->stride);
  if (job->weight != NULL)
    limit_weights (vnk_plane_row (job->weight, y), weight, level->width);
  else
    for (int x = 0; x < level->width; x++)
      weight[x] = 1.0f;
}

static void
pyramid_down_level (Workspace *self, int i)
{
  const vnk_translation_level *from = &self->levels[i - 1], *to = &self->levels[i];
  float *const sources[] = { from->first, from->second, from->weight };
  float *const targets[] = { to->first, to->second, to->weight };

  for (int k = 0; k < 3; k++)
    {
      vnk_plane in = { sources[k], from->width, from->height, from->stride };
      vnk_plane out = { targets[k], to->width, to->height, to->stride };

      vnk_cpu_pyramid_down (self->backend, &in, &out);
    }
}

static void
fill_levels (Workspace *self, const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second)
{
  FillJob job = { self, first, second, weight };

  self->mean = mean_of (first);
  vnk_pool_run (self->cpu->pool, first->height, fill_row, &job);
  for (int i = 1; i < self->n_levels; i++)
    pyramid_down_level (self, i);
}

/* ---- One step ---- */

/* The normal equations with gain and offset worked out of them: `m` for the shift, `v` its right-hand side. */
typedef struct {
  double m_xx, m_xy, m_yy;
  double v_x, v_y;
  double x_f, x_1, y_f, y_1;    /* what gain and offset take of the gradients */
  double d_ff, d_f1, d_11, det; /* those of gain and offset */
} Equations;

/* Solves the part for gain and offset. */
static void
solve_light (const Equations *self, double f, double one, double *p_f, double *p_one)
{
  *p_f = (self->d_11 * f - self->d_f1 * one) / self->det;
  *p_one = (self->d_ff * one - self->d_f1 * f) / self->det;
}

static bool
equations_init (Equations *self, const double *s)
{
  *self = (Equations) { .d_ff = s[VNK_SUM_F_F], .d_f1 = s[VNK_SUM_F], .d_11 = s[VNK_SUM_1] };
  self->det = self->d_ff * self->d_11 - self->d_f1 * self->d_f1;
  if (self->d_11 <= 0.0 || self->det <= VNK_FLAT_VARIANCE * self->d_11 * self->d_11)
    return false;

  solve_light (self, s[VNK_SUM_GX_F], s[VNK_SUM_GX], &self->x_f, &self->x_1);
  solve_light (self, s[VNK_SUM_GY_F], s[VNK_SUM_GY], &self->y_f, &self->y_1);
  self->m_xx = s[VNK_SUM_GX_GX] - self->x_f * s[VNK_SUM_GX_F] - self->x_1 * s[VNK_SUM_GX];
  self->m_xy = s[VNK_SUM_GX_GY] - self->x_f * s[VNK_SUM_GY_F] - self->x_1 * s[VNK_SUM_GY];
  self->m_yy = s[VNK_SUM_GY_GY] - self->y_f * s[VNK_SUM_GY_F] - self->y_1 * s[VNK_SUM_GY];
  self->v_x = s[VNK_SUM_GX_R] - self->x_f * s[VNK_SUM_F_R] - self->x_1 * s[VNK_SUM_R];
  self->v_y = s[VNK_SUM_GY_R] - self->y_f * s[VNK_SUM_F_R] - self->y_1 * s[VNK_SUM_R];
  return true;
}

/* Eigenvalues, the larger first, and the unit vector (x, y) of the larger; that of the other is (−y, x). */
static void
eigen (double xx, double xy, double yy, double values[2], double *x, double *y)
{
  double half = 0.5 * (xx - yy);
  double root = hypot (half, xy);
  double angle = 0.5 * atan2 (xy, half);

  values[0] = 0.5 * (xx + yy) + root;
  values[1] = 0.5 * (xx + yy) - root;
  *x = cos (angle);
  *y = sin (angle);
}

/* One Gauss-Newton step; its length in px, or −1 when the gain is gone. */
static double
take_step (vnk_translation_state *state, const double *s)
{
  Equations e;
  double values[2], ux, uy, f, one;
  double step_x = 0.0, step_y = 0.0;

  if (state->gain <= 0.0 || !equations_init (&e, s))
    return -1.0;

  eigen (e.m_xx, e.m_xy, e.m_yy, values, &ux, &uy);
  for (int k = 0; k < 2; k++)
    {
      double x = k == 0 ? ux : -uy, y = k == 0 ? uy : ux;

      if (values[k] <= VNK_TRANSLATION_FLAT * e.d_11)
        continue;

      double length = -(x * e.v_x + y * e.v_y) / values[k];

      step_x += length * x;
      step_y += length * y;
    }

  solve_light (&e, s[VNK_SUM_F_R] + step_x * s[VNK_SUM_GX_F] + step_y * s[VNK_SUM_GY_F],
               s[VNK_SUM_R] + step_x * s[VNK_SUM_GX] + step_y * s[VNK_SUM_GY], &f, &one);
  step_x /= state->gain;
  step_y /= state->gain;
  state->gain += f;
  state->offset += one;

  double length = hypot (step_x, step_y);
  double share = length > VNK_TRANSLATION_LONGEST_STEP ? VNK_TRANSLATION_LONGEST_STEP / length : 1.0;

  state->dx += share * step_x;
  state->dy += share * step_y;
  return share * length;
}

/* ---- The scale of the residuals ---- */

#define COLUMNS 8 /* six taps, and zeros that make a vector of them: two pixels on there is still the plane's memory */

VNK_INLINE float
sample_second (const vnk_translation_level *level, int x, int y, const float taps_x[COLUMNS], const float *taps_y)
{
  const float *at = level->second + (y - 2) * level->stride + x - 2;
  float columns[COLUMNS] = { 0.0f }, sum = 0.0f;

  for (int j = 0; j < VNK_TRANSLATION_TAPS; j++)
    for (int i = 0; i < COLUMNS; i++)
      columns[i] += taps_y[j] * at[j * level->stride + i];
  for (int i = 0; i < COLUMNS; i++)
    sum += taps_x[i] * columns[i];
  return sum;
}

/* The k-th smallest of n; reorders them (Hoare 1961). */
static float
select_kth (float *values, int n, int k)
{
  int low = 0, high = n - 1;

  while (low < high)
    {
      float pivot = values[low + (high - low) / 2];
      int i = low, j = high;

      while (i <= j)
        {
          while (values[i] < pivot)
            i++;
          while (values[j] > pivot)
            j--;
          if (i <= j)
            {
              float swapped = values[i];

              values[i++] = values[j];
              values[j--] = swapped;
            }
        }
      if (k <= j)
        high = j;
      else if (k >= i)
        low = i;
      else
        break;
    }
  return values[k];
}

/* From a grid of pixels over the plane. */
VNK_CLONES static double
measure_scale (const Workspace *work, const vnk_translation_level *level, const vnk_translation_state *state)
{
  int step = (int) ceil (sqrt ((double) level->width * level->height / VNK_TRANSLATION_SAMPLES));
  int whole_x = (int) floor (state->dx), whole_y = (int) floor (state->dy);
  float taps_x[COLUMNS] = { 0.0f }, taps_y[VNK_TRANSLATION_TAPS];
  int n = 0;

  vnk_translation_taps (state->dx - whole_x, taps_x);
  vnk_translation_taps (state->dy - whole_y, taps_y);
  for (int y = step / 2; y < level->height; y += step)
    for (int x = step / 2; x < level->width && n < VNK_TRANSLATION_SAMPLES; x += step)
      {
        int u = x + whole_x, v = y + whole_y;
        float weight = level->weight[y * level->stride + x];

        if (weight <= 0.0f || u < 2 || v < 2 || u > level->width - 4 || v > level->height - 4)
          continue;
        work->samples[n++] = sqrtf (weight) * fabsf (sample_second (level, u, v, taps_x, taps_y) -
                                                     (float) state->gain * level->first[y * level->stride + x] -
                                                     (float) state->offset);
      }

  double sd = n > 0 ? 1.4826 * (double) select_kth (work->samples, n, n / 2) : 0.0;

  return VNK_TRANSLATION_TOLERANCE * fmax (sd, VNK_TRANSLATION_MIN_SD);
}

/* ---- The search ---- */

/* Correlation of the planes, with the gain and offset that fit; 0 where there is none. */
static double
correlate (const double *s, vnk_translation_state *state)
{
  double f = s[VNK_SUM_F_R], one = s[VNK_SUM_R];
  Equations e;
  double rest;

  if (!equations_init (&e, s))
    return 0.0;
  solve_light (&e, f, one, &state->gain, &state->offset);
  rest = s[VNK_SUM_R_R] - one * one / e.d_11;
  if (state->gain <= 0.0 || rest <= VNK_FLAT_VARIANCE * e.d_11)
    return 0.0;
  return state->gain * sqrt (e.det / e.d_11 / rest);
}

/* The best whole shift of the smallest level. */
static bool
search (Workspace *self, const vnk_translation *shift, vnk_translation_state *state)
{
  const vnk_translation_level *level = &self->levels[self->n_levels - 1];
  double part = 1.0 / (1 << (self->n_levels - 1));
  double guess_x = part * (double) shift->guess_x, guess_y = part * (double) shift->guess_y;
  int range = (int) ceil (part * (double) shift->range);
  double best = 0.0, nearest = INFINITY;

  for (int j = 0; j < CANDIDATES (range); j++)
    for (int i = 0; i < CANDIDATES (range); i++)
      {
        double sums[VNK_N_SUMS];
        vnk_translation_state tried = { .dx = round (guess_x) + i - range, .dy = round (guess_y) + j - range,
                                  .scale = INFINITY };

        vnk_translation_sums (self->cpu, level, &tried, VNK_TRANSLATION_SEARCH, self->tiles, sums);

        double correlation = correlate (sums, &tried);
        double distance = hypot (tried.dx - guess_x, tried.dy - guess_y);
        bool same = fabs (correlation - best) <= (double) VNK_SAME_CORRELATION;

        if (correlation <= 0.0 || (same ? distance >= nearest : correlation < best))
          continue;
        best = correlation;
        nearest = distance;
        *state = tried;
      }
  return best > 0.0;
}

static bool
settle (Workspace *self, int at, vnk_translation_state *state)
{
  const vnk_translation_level *level = &self->levels[at];
  double settled = at > 0 ? VNK_TRANSLATION_NEARLY_SETTLED : VNK_TRANSLATION_SETTLED;

  double length = 0.0;

  for (int i = 0; i < VNK_TRANSLATION_STEPS; i++)
    {
      double sums[VNK_N_SUMS];

      if (i == 0 || (i == 1 && at == 0 && length >= VNK_TRANSLATION_NEARLY_SETTLED))
        state->scale = measure_scale (self, level, state);
      vnk_translation_sums (self->cpu, level, state, VNK_TRANSLATION_STEP, self->tiles, sums);

      length = take_step (state, sums);
      if (length < 0.0)
        return false;
      if (length < settled)
        break;
    }
  return true;
}

/* ---- The variance ---- */

/* How far a tile alone would push the shift, with gain and offset worked out; squares go to `scatter` (xx, xy, yy). */
static void
add_cluster (const Equations *e, const float *tile, double scatter[3])
{
  double f = (double) tile[VNK_SUM_F_R], one = (double) tile[VNK_SUM_R];
  double x = (double) tile[VNK_SUM_GX_R] - e->x_f * f - e->x_1 * one;
  double y = (double) tile[VNK_SUM_GY_R] - e->y_f * f - e->y_1 * one;

  scatter[0] += x * x;
  scatter[1] += x * y;
  scatter[2] += y * y;
}

/* Tiles that hold the texture, counted by their share of it: a few of them say little about their scatter. */
static double
count_clusters (const float *tiles, int n_tiles)
{
  double sum = 0.0, square = 0.0;

  for (int i = 0; i < n_tiles; i++)
    {
      double gradient = (double) tiles[i * VNK_N_SUMS + VNK_SUM_GX_GX] + (double) tiles[i * VNK_N_SUMS + VNK_SUM_GY_GY];

      sum += gradient;
      square += gradient * gradient;
    }
  return square > 0.0 ? sum * sum / square : 0.0;
}

/* Fills in what is known of the state; along a direction of which nothing is known the guess stands. */
static void
report (const Workspace *self, const vnk_translation_state *state, const double *sums, vnk_translation *shift)
{
  const vnk_translation_level *level = &self->levels[0];
  int n_tiles = vnk_translation_tiles (level->width) * vnk_translation_tiles (level->height);
  double limit = (double) shift->range * (double) shift->range;
  double scatter[3] = { 0.0 }, values[2], ux, uy, u[2][2], variance[2];
  double clusters = count_clusters (self->tiles, n_tiles);
  double d[2] = { state->dx - (double) shift->guess_x, state->dy - (double) shift->guess_y };
  double farthest = (double) shift->range + VNK_TRANSLATION_LONGEST_STEP;
  bool left = fabs (d[0]) > farthest || fabs (d[1]) > farthest;
  Equations e;

  if (clusters <= VNK_TRANSLATION_MIN_CLUSTERS || !equations_init (&e, sums))
    return;
  for (int i = 0; i < n_tiles; i++)
    add_cluster (&e, self->tiles + i * VNK_N_SUMS, scatter);

  /* What gain and offset explain of the slope is a share of the gradients' own. */
  double light = state->gain * sums[VNK_SUM_S] / sums[VNK_SUM_1];

  eigen (sums[VNK_SUM_GX_JX] - light * (sums[VNK_SUM_GX_GX] - e.m_xx),
         sums[VNK_SUM_GX_JY] - light * (sums[VNK_SUM_GX_GY] - e.m_xy),
         sums[VNK_SUM_GY_JY] - light * (sums[VNK_SUM_GY_GY] - e.m_yy), values, &ux, &uy);
  u[0][0] = u[1][1] = ux;
  u[0][1] = uy;
  u[1][0] = -uy;

  double across = 0.0;
  bool known = true;

  for (int k = 0; k < 2; k++)
    {
      double x = u[k][0], y = u[k][1];
      double spread = x * x * scatter[0] + 2.0 * x * y * scatter[1] + y * y * scatter[2];

      variance[k] = limit;
      if (values[k] > VNK_TRANSLATION_FLAT * e.d_11)
        variance[k] = spread / (values[k] * values[k]) * clusters / (clusters - VNK_TRANSLATION_MIN_CLUSTERS);
      double length = x * d[0] + y * d[1];

      if (variance[k] >= limit || (left && fabs (length) > farthest))
        {
          variance[k] = limit;
          d[0] -= length * x;
          d[1] -= length * y;
          known = false;
        }
    }
  if (known)
    across = (u[0][0] * u[1][0] * scatter[0] + (u[0][0] * u[1][1] + u[0][1] * u[1][0]) * scatter[1] +
              u[0][1] * u[1][1] * scatter[2]) / (values[0] * values[1]) * clusters /
             (clusters - VNK_TRANSLATION_MIN_CLUSTERS);

  shift->dx = (float) ((double) shift->guess_x + d[0]);
  shift->dy = (float) ((double) shift->guess_y + d[1]);
  shift->gain = (float) state->gain;
  shift->offset = (float) (state->offset + self->mean - state->gain * self->mean);
  shift->variance_xx = (float) (ux * ux * variance[0] - 2.0 * ux * uy * across + uy * uy * variance[1]);
  shift->variance_xy = (float) (ux * uy * (variance[0] - variance[1]) + (ux * ux - uy * uy) * across);
  shift->variance_yy = (float) (uy * uy * variance[0] + 2.0 * ux * uy * across + ux * ux * variance[1]);
}

/* ---- The aligned plane ---- */

typedef struct {
  vnk_cpu         *cpu;
  const vnk_plane *in;
  vnk_plane       *out;
  int              whole_x, whole_y;
  float            taps_x[VNK_TRANSLATION_TAPS], taps_y[VNK_TRANSLATION_TAPS];
} AlignJob;

VNK_CLONES static void
weigh_six (const float *const rows[VNK_TRANSLATION_TAPS], const float *taps, float *out, int n)
{
  for (int i = 0; i < n; i++)
    out[i] = taps[0] * rows[0][i] + taps[1] * rows[1][i] + taps[2] * rows[2][i] + taps[3] * rows[3][i] +
             taps[4] * rows[4][i] + taps[5] * rows[5][i];
}

static void
align_row (void *data, int y, int thread)
{
  const AlignJob *job = data;
  const float *rows[VNK_TRANSLATION_TAPS];
  int width = job->in->width, n = width + VNK_TRANSLATION_TAPS - 1;
  float *between = job->cpu->threads[thread].row.memory;
  float *padded = between + width;

  for (int k = 0; k < VNK_TRANSLATION_TAPS; k++)
    rows[k] = vnk_plane_row (job->in, vnk_clamp_int (y + job->whole_y + k - 2, 0, job->in->height - 1));
  weigh_six (rows, job->taps_y, between, width);

  /* between[0] … between[width − 1], with the first and the last of them repeated, from whole_x − 2 on. */
  int from = vnk_clamp_int (2 - job->whole_x, 0, n), to = vnk_clamp_int (width + 2 - job->whole_x, from, n);

  for (int x = 0; x < from; x++)
    padded[x] = between[0];
  if (to > from)
    memcpy (padded + from, between + from + job->whole_x - 2, (size_t) (to - from) * sizeof (float));
  for (int x = to; x < n; x++)
    padded[x] = between[width - 1];
  for (int k = 0; k < VNK_TRANSLATION_TAPS; k++)
    rows[k] = padded + k;
  weigh_six (rows, job->taps_x, vnk_plane_row (job->out, y), width);
}

static void
align (vnk_cpu *cpu, const vnk_plane *in, const vnk_translation *shift, vnk_plane *out)
{
  AlignJob job = { cpu, in, out, (int) floorf (shift->dx), (int) floorf (shift->dy), { 0 }, { 0 } };

  vnk_translation_taps ((double) shift->dx - job.whole_x, job.taps_x);
  vnk_translation_taps ((double) shift->dy - job.whole_y, job.taps_y);
  vnk_pool_run (cpu->pool, in->height, align_row, &job);
}

/* ---- The operation ---- */

static void
find (Workspace *self, vnk_translation *shift)
{
  vnk_translation_state state;
  double sums[VNK_N_SUMS];

  if (!search (self, shift, &state))
    return;
  for (int i = self->n_levels - 1; i >= 0; i--)
    {
      if (!settle (self, i, &state))
        return;
      if (i > 0)
        {
          state.dx *= 2.0;
          state.dy *= 2.0;
        }
    }

  vnk_translation_sums (self->cpu, &self->levels[0], &state, VNK_TRANSLATION_LAST, self->tiles, sums);
  report (self, &state, sums, shift);
}

vnk_status
vnk_cpu_translation (vnk_backend *backend, const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second,
                     vnk_translation *shift, vnk_plane *aligned)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);
  Workspace work;

  if (!vnk_check_translation (first, weight, second, shift, aligned))
    return VNK_ERROR_INVALID;
  if (!workspace_init (&work, backend, first, (double) shift->range))
    return VNK_ERROR_NO_MEMORY;

  shift->dx = shift->guess_x;
  shift->dy = shift->guess_y;
  shift->gain = 1.0f;
  shift->offset = 0.0f;
  shift->variance_xx = shift->variance_yy = shift->range * shift->range;
  shift->variance_xy = 0.0f;

  fill_levels (&work, first, weight, second);
  find (&work, shift);
  if (aligned != NULL)
    align (cpu, second, shift, aligned);
  return VNK_OK;
}
