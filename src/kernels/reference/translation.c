/* translation.c: how far the whole picture has moved, and half-size planes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "reference.h"

#include "../vnk-numerics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int
clamp (int value, int last)
{
  return value < 0 ? 0 : value > last ? last : value;
}

void
vnk_reference_pyramid_down (const vnk_plane *in, double *out)
{
  static const double weights[4] = { 0.125, 0.375, 0.375, 0.125 };
  int width = (in->width + 1) / 2, height = (in->height + 1) / 2;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        double sum = 0.0;

        for (int j = 0; j < 4; j++)
          for (int i = 0; i < 4; i++)
            sum += weights[i] * weights[j] *
                   (double) in->data[clamp (2 * y + j - 1, in->height - 1) * in->stride +
                                     clamp (2 * x + i - 1, in->width - 1)];
        out[y * width + x] = sum;
      }
}

/* A plane in double, dense. */
typedef struct {
  int     width, height;
  double *data;
} Picture;

typedef struct {
  Picture first, second, weight;
} Level;

/* Where the steps have come to: second (p + d) = gain · first (p) + offset, up to residuals of scale c. */
typedef struct {
  double dx, dy, gain, offset, scale;
} State;

static double
at (const Picture *picture, int x, int y)
{
  return picture->data[clamp (y, picture->height - 1) * picture->width + clamp (x, picture->width - 1)];
}

static Picture
picture_new (int width, int height)
{
  return (Picture) { width, height, calloc ((size_t) width * (size_t) height, sizeof (double)) };
}

static Picture
picture_copy (const vnk_plane *plane)
{
  Picture copy = picture_new (plane->width, plane->height);

  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      copy.data[y * plane->width + x] = (double) plane->data[y * plane->stride + x];
  return copy;
}

static Picture
picture_smooth (const Picture *in)
{
  static const double weights[3] = { 0.25, 0.5, 0.25 };
  Picture out = picture_new (in->width, in->height);

  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++)
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
          out.data[y * in->width + x] += weights[i + 1] * weights[j + 1] * at (in, x + i, y + j);
  return out;
}

static Picture
picture_halve (const Picture *in)
{
  static const double weights[4] = { 0.125, 0.375, 0.375, 0.125 };
  Picture out = picture_new ((in->width + 1) / 2, (in->height + 1) / 2);

  for (int y = 0; y < out.height; y++)
    for (int x = 0; x < out.width; x++)
      for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++)
          out.data[y * out.width + x] += weights[i] * weights[j] * at (in, 2 * x + i - 1, 2 * y + j - 1);
  return out;
}

/* The polynomial of degree 5 through six pixels, both ways; false where one of them is outside. */
static bool
interpolate (const Picture *in, double x, double y, double *value)
{
  int x0 = (int) floor (x) - 2, y0 = (int) floor (y) - 2;

  if (x0 < 0 || y0 < 0 || x0 + 5 >= in->width || y0 + 5 >= in->height)
    return false;

  *value = 0.0;
  for (int j = 0; j < 6; j++)
    for (int i = 0; i < 6; i++)
      {
        double weight = 1.0;

        for (int k = 0; k < 6; k++)
          {
            weight *= k != i ? (x - x0 - k) / (i - k) : 1.0;
            weight *= k != j ? (y - y0 - k) / (j - k) : 1.0;
          }
        *value += weight * at (in, x0 + i, y0 + j);
      }
  return true;
}

/* One pixel of the first plane and what the second has there. */
typedef struct {
  double z[4];   /* gradient, value, 1 */
  double j[2];   /* gradient of the second plane at p + d */
  double r;      /* residual */
  double weight; /* the caller's */
} Pixel;

/* False when it does not count: both gradients must lie inside. */
static bool
pixel_init (Pixel *pixel, const Level *level, const State *state, int x, int y)
{
  static const int around[5][2] = { { 0, 0 }, { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };
  double second[5];
  int w = level->first.width, h = level->first.height;

  pixel->weight = at (&level->weight, x, y);
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1 || pixel->weight <= 0.0)
    return false;
  for (int k = 0; k < 5; k++)
    if (!interpolate (&level->second, x + around[k][0] + state->dx, y + around[k][1] + state->dy, &second[k]))
      return false;

  pixel->z[0] = 0.5 * (at (&level->first, x + 1, y) - at (&level->first, x - 1, y));
  pixel->z[1] = 0.5 * (at (&level->first, x, y + 1) - at (&level->first, x, y - 1));
  pixel->z[2] = at (&level->first, x, y);
  pixel->z[3] = 1.0;
  pixel->j[0] = 0.5 * (second[2] - second[1]);
  pixel->j[1] = 0.5 * (second[4] - second[3]);
  pixel->r = second[0] - state->gain * pixel->z[2] - state->offset;
  return true;
}

/* Sums over the pixels of a tile, or of all. */
typedef struct {
  double zz[4][4]; /* of products of z with the robust weight */
  double zr[4];
  double rr;
  double slope[2][2]; /* of the gradients of both planes, with the weight's own slope */
  double s;
} Sums;

static void
add_pixel (Sums *sums, const Pixel *p, double scale)
{
  double q = p->weight * p->r * p->r / (scale * scale);
  double w = p->weight / ((1.0 + q) * (1.0 + q));
  double s = w * (1.0 - 3.0 * q) / (1.0 + q); /* d(w r)/dr */

  for (int i = 0; i < 4; i++)
    {
      for (int j = 0; j < 4; j++)
        sums->zz[i][j] += w * p->z[i] * p->z[j];
      sums->zr[i] += w * p->z[i] * p->r;
    }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      sums->slope[i][j] += s * 0.5 * (p->z[i] * p->j[j] + p->z[j] * p->j[i]);
  sums->rr += w * p->r * p->r;
  sums->s += s;
}

static int
tile_count (int pixels)
{
  return (pixels + VNK_TRANSLATION_TILE - 1) / VNK_TRANSLATION_TILE;
}

/* `tiles` may be NULL. */
static Sums
sum_up (const Level *level, const State *state, Sums *tiles)
{
  Sums total = { 0 };

  for (int y = 0; y < level->first.height; y++)
    for (int x = 0; x < level->first.width; x++)
      {
        Pixel pixel;

        if (!pixel_init (&pixel, level, state, x, y))
          continue;
        add_pixel (&total, &pixel, state->scale);
        if (tiles != NULL)
          add_pixel (&tiles[y / VNK_TRANSLATION_TILE * tile_count (level->first.width) + x / VNK_TRANSLATION_TILE],
                     &pixel,
                     state->scale);
      }
  return total;
}

/* Takes gain and offset out of the equations: m and v of what is left for the shift, b what they take of the gradients.
 * False where the picture is flat. */
static bool
reduce (const Sums *sums, double m[2][2], double v[2], double b[2][2])
{
  double ff = sums->zz[2][2], f1 = sums->zz[2][3], n = sums->zz[3][3];
  double det = ff * n - f1 * f1;

  if (n <= 0.0 || det <= VNK_FLAT_VARIANCE * n * n)
    return false;
  for (int i = 0; i < 2; i++)
    {
      b[i][0] = (n * sums->zz[i][2] - f1 * sums->zz[i][3]) / det;
      b[i][1] = (ff * sums->zz[i][3] - f1 * sums->zz[i][2]) / det;
      v[i] = sums->zr[i] - b[i][0] * sums->zr[2] - b[i][1] * sums->zr[3];
    }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      m[i][j] = sums->zz[i][j] - b[i][0] * sums->zz[j][2] - b[i][1] * sums->zz[j][3];
  return true;
}

/* Directions and lengths of the axes of a symmetric matrix, the longer first. */
static void
axes (double m[2][2], double u[2][2], double lengths[2])
{
  double angle = 0.5 * atan2 (2.0 * m[0][1], m[0][0] - m[1][1]);

  u[0][0] = u[1][1] = cos (angle);
  u[0][1] = sin (angle);
  u[1][0] = -u[0][1];
  for (int k = 0; k < 2; k++)
    lengths[k] = u[k][0] * (m[0][0] * u[k][0] + m[0][1] * u[k][1]) + u[k][1] * (m[1][0] * u[k][0] + m[1][1] * u[k][1]);
}

/* One step; −1 when the gain is gone. */
static double
take_step (State *state, const Sums *sums)
{
  double m[2][2], v[2], b[2][2], u[2][2], lengths[2], step[2] = { 0.0 };
  double ff = sums->zz[2][2], f1 = sums->zz[2][3], n = sums->zz[3][3];
  double det = ff * n - f1 * f1;

  if (state->gain <= 0.0 || !reduce (sums, m, v, b))
    return -1.0;

  axes (m, u, lengths);
  for (int k = 0; k < 2; k++)
    if (lengths[k] > VNK_TRANSLATION_FLAT * n)
      for (int i = 0; i < 2; i++)
        step[i] -= (u[k][0] * v[0] + u[k][1] * v[1]) / lengths[k] * u[k][i];

  double f = sums->zr[2] + step[0] * sums->zz[0][2] + step[1] * sums->zz[1][2];
  double one = sums->zr[3] + step[0] * sums->zz[0][3] + step[1] * sums->zz[1][3];
  double length = hypot (step[0], step[1]) / state->gain;
  double share = fmin (1.0, VNK_TRANSLATION_LONGEST_STEP / fmax (length, 1e-300)) / state->gain;

  state->gain += (n * f - f1 * one) / det;
  state->offset += (ff * one - f1 * f) / det;
  state->dx += share * step[0];
  state->dy += share * step[1];
  return fmin (length, VNK_TRANSLATION_LONGEST_STEP);
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Three standard deviations of the residuals, from their median. */
static double
measure_scale (const Level *level, const State *state)
{
  int step = (int) ceil (sqrt ((double) level->first.width * level->first.height / VNK_TRANSLATION_SAMPLES));
  double samples[VNK_TRANSLATION_SAMPLES];
  int n = 0;

  for (int y = step / 2; y < level->first.height; y += step)
    for (int x = step / 2; x < level->first.width && n < VNK_TRANSLATION_SAMPLES; x += step)
      {
        double weight = at (&level->weight, x, y), value;

        if (weight > 0.0 && interpolate (&level->second, x + state->dx, y + state->dy, &value))
          samples[n++] = sqrt (weight) * fabs (value - state->gain * at (&level->first, x, y) - state->offset);
      }
  qsort (samples, (size_t) n, sizeof samples[0], compare);
  return VNK_TRANSLATION_TOLERANCE * fmax (n > 0 ? 1.4826 * samples[n / 2] : 0.0, VNK_TRANSLATION_MIN_SD);
}

/* All whole shifts of the smallest level; false where none correlates. */
static bool
search (const Level *level, double guess_x, double guess_y, int range, State *best)
{
  double highest = 0.0, nearest = INFINITY;

  for (int j = -range; j <= range; j++)
    for (int i = -range; i <= range; i++)
      {
        State state = { round (guess_x) + i, round (guess_y) + j, 0.0, 0.0, INFINITY };
        Sums sums = sum_up (level, &state, NULL);
        double n = sums.zz[3][3];
        double det = sums.zz[2][2] * n - sums.zz[2][3] * sums.zz[2][3];
        double rest = sums.rr * n - sums.zr[3] * sums.zr[3];
        double distance = hypot (state.dx - guess_x, state.dy - guess_y);

        if (n <= 0.0 || det <= VNK_FLAT_VARIANCE * n * n || rest <= VNK_FLAT_VARIANCE * n * n)
          continue;
        state.gain = (n * sums.zr[2] - sums.zz[2][3] * sums.zr[3]) / det;
        state.offset = (sums.zz[2][2] * sums.zr[3] - sums.zz[2][3] * sums.zr[2]) / det;

        double correlation = state.gain * sqrt (det / rest);
        bool same = fabs (correlation - highest) <= (double) VNK_SAME_CORRELATION;

        if (correlation <= 0.0 || (same ? distance >= nearest : correlation < highest))
          continue;
        highest = correlation;
        nearest = distance;
        *best = state;
      }
  return highest > 0.0;
}

/* The variance, and the guess along directions of which nothing is known. */
static void
report (const Level *level, const State *state, vnk_translation *shift)
{
  int n_tiles = tile_count (level->first.width) * tile_count (level->first.height);
  Sums *tiles = calloc ((size_t) n_tiles, sizeof *tiles);
  Sums total = sum_up (level, state, tiles);
  double m[2][2], v[2], b[2][2], u[2][2], lengths[2];
  double scatter[2][2] = { { 0.0 } }, texture = 0.0, square = 0.0, cross[2][2] = { { 0.0 } };
  double limit = (double) shift->range * (double) shift->range;
  double d[2] = { state->dx - (double) shift->guess_x, state->dy - (double) shift->guess_y };
  double farthest = (double) shift->range + VNK_TRANSLATION_LONGEST_STEP;
  bool left = fabs (d[0]) > farthest || fabs (d[1]) > farthest;

  for (int i = 0; i < n_tiles; i++)
    {
      double gradient = tiles[i].zz[0][0] + tiles[i].zz[1][1];

      texture += gradient;
      square += gradient * gradient;
    }

  double clusters = square > 0.0 ? texture * texture / square : 0.0;

  if (clusters > VNK_TRANSLATION_MIN_CLUSTERS && reduce (&total, m, v, b))
    {
      for (int t = 0; t < n_tiles; t++)
        {
          double push[2];

          for (int i = 0; i < 2; i++)
            push[i] = tiles[t].zr[i] - b[i][0] * tiles[t].zr[2] - b[i][1] * tiles[t].zr[3];
          for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
              scatter[i][j] += push[i] * push[j] * clusters / (clusters - VNK_TRANSLATION_MIN_CLUSTERS);
        }
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
          total.slope[i][j] -= state->gain * total.s / total.zz[3][3] * (total.zz[i][j] - m[i][j]);
      axes (total.slope, u, lengths);

      bool known[2];

      for (int k = 0; k < 2; k++)
        for (int l = 0; l < 2; l++)
          cross[k][l] = (u[k][0] * (scatter[0][0] * u[l][0] + scatter[0][1] * u[l][1]) +
                         u[k][1] * (scatter[1][0] * u[l][0] + scatter[1][1] * u[l][1])) / (lengths[k] * lengths[l]);
      for (int k = 0; k < 2; k++)
        known[k] = lengths[k] > VNK_TRANSLATION_FLAT * total.zz[3][3] && cross[k][k] < limit &&
                   (!left || fabs (u[k][0] * d[0] + u[k][1] * d[1]) <= farthest);
      for (int k = 0; k < 2; k++)
        if (!known[k])
          {
            double length = u[k][0] * d[0] + u[k][1] * d[1];

            cross[0][1] = cross[1][0] = 0.0;
            cross[k][k] = limit;
            d[0] -= length * u[k][0];
            d[1] -= length * u[k][1];
          }

      double variance[2][2] = { { 0.0 } };

      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
          for (int k = 0; k < 2; k++)
            for (int l = 0; l < 2; l++)
              variance[i][j] += u[k][i] * cross[k][l] * u[l][j];
      shift->dx = (float) ((double) shift->guess_x + d[0]);
      shift->dy = (float) ((double) shift->guess_y + d[1]);
      shift->gain = (float) state->gain;
      shift->offset = (float) state->offset;
      shift->variance_xx = (float) variance[0][0];
      shift->variance_xy = (float) variance[0][1];
      shift->variance_yy = (float) variance[1][1];
    }
  free (tiles);
}

static bool
settle (const Level *levels, int which, State *state)
{
  const Level *level = &levels[which];
  double settled = which > 0 ? VNK_TRANSLATION_NEARLY_SETTLED : VNK_TRANSLATION_SETTLED;

  double length = 0.0;

  for (int i = 0; i < VNK_TRANSLATION_STEPS; i++)
    {
      if (i == 0 || (i == 1 && which == 0 && length >= VNK_TRANSLATION_NEARLY_SETTLED))
        state->scale = measure_scale (level, state);

      Sums sums = sum_up (level, state, NULL);

      length = take_step (state, &sums);
      if (length < 0.0)
        return false;
      if (length < settled)
        break;
    }
  return true;
}

static void
find (Level *levels, int n, vnk_translation *shift)
{
  double part = 1.0 / (1 << (n - 1));
  State state;

  if (!search (&levels[n - 1], part * (double) shift->guess_x, part * (double) shift->guess_y,
               (int) ceil (part * (double) shift->range), &state))
    return;
  for (int i = n - 1; i >= 0; i--)
    {
      if (!settle (levels, i, &state))
        return;
      state.dx *= i > 0 ? 2.0 : 1.0;
      state.dy *= i > 0 ? 2.0 : 1.0;
    }
  report (&levels[0], &state, shift);
}

void
vnk_reference_translation (const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second,
                           vnk_translation *shift)
{
  Level levels[8];
  int n = 1;
  double range = (double) shift->range;
  Picture raw_first = picture_copy (first), raw_second = picture_copy (second);

  levels[0].first = picture_smooth (&raw_first);
  levels[0].second = picture_smooth (&raw_second);
  levels[0].weight = picture_copy (weight != NULL ? weight : first);
  for (int i = 0; i < first->width * first->height; i++)
    levels[0].weight.data[i] = weight == NULL ? 1.0 : fmin (fmax (levels[0].weight.data[i], 0.0), 1.0);
  free (raw_first.data);
  free (raw_second.data);

  for (; n < 8 && range > 2.0 && levels[n - 1].first.width >= 2 * VNK_TRANSLATION_MIN_SIDE &&
         levels[n - 1].first.height >= 2 * VNK_TRANSLATION_MIN_SIDE; n++)
    {
      levels[n].first = picture_halve (&levels[n - 1].first);
      levels[n].second = picture_halve (&levels[n - 1].second);
      levels[n].weight = picture_halve (&levels[n - 1].weight);
      range /= 2.0;
    }

  shift->dx = shift->guess_x;
  shift->dy = shift->guess_y;
  shift->gain = 1.0f;
  shift->offset = 0.0f;
  shift->variance_xx = shift->variance_yy = shift->range * shift->range;
  shift->variance_xy = 0.0f;
  find (levels, n, shift);

  for (int i = 0; i < n; i++)
    {
      free (levels[i].first.data);
      free (levels[i].second.data);
      free (levels[i].weight.data);
    }
}
