/* mgvf-coarse.c: a start for motion gradient vector flow from smaller maps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Sweeps even out what differs from pixel to pixel, and are slow where edges are far apart: there a field rises or
 * sinks as a whole. On a map of half the size such differences lie half as far apart, and a sweep costs a quarter. So
 * the field is found there first (nested iteration: Brandt, "Multi-level adaptive solutions to boundary-value
 * problems", Math. Comp. 31 (1977) 333). It is a start and no more: the fixed point is that of the map itself.
 */

#include "mgvf.h"

#include <string.h>

#define MAX_LEVELS 16

/* A smaller map, and its field. */
typedef struct {
  vnk_plane anchors;
  vnk_plane wanted;
  vnk_plane field;
} Level;

static int
count_levels (int width, int height)
{
  int n = 0;

  while (n < MAX_LEVELS && width >= VNK_MGVF_MIN_SIDE && height >= VNK_MGVF_MIN_SIDE)
    {
      width = (width + 1) / 2;
      height = (height + 1) / 2;
      n++;
    }
  return n;
}

/* A level's planes, and two rows of a larger one. */
size_t
vnk_mgvf_coarse_floats (int width, int height)
{
  size_t floats = (size_t) width;
  int n = count_levels (width, height);

  for (int i = 0; i < n; i++)
    {
      width = (width + 1) / 2;
      height = (height + 1) / 2;
      floats += 3 * (size_t) width * (size_t) height;
    }
  return floats;
}

static float *
level_init (Level *level, float *memory, int width, int height)
{
  vnk_plane *const planes[] = { &level->anchors, &level->wanted, &level->field };

  for (int i = 0; i < 3; i++)
    {
      *planes[i] = (vnk_plane) { memory, width, height, width, NULL };
      memory += (size_t) width * (size_t) height;
    }
  return memory;
}

/* The mean edge of four pixels, and what they want together; `a` and `b` are two rows, twice as long. */
VNK_CLONES static void
pyramid_down_row (const float *restrict anchors_a, const float *restrict anchors_b, const float *restrict wanted_a,
                  const float *restrict wanted_b, float *restrict anchors, float *restrict wanted, int n)
{
  for (int x = 0; x < n; x++)
    {
      float sum = anchors_a[2 * x] + anchors_a[2 * x + 1] + (anchors_b[2 * x] + anchors_b[2 * x + 1]);
      float pull = anchors_a[2 * x] * wanted_a[2 * x] + anchors_a[2 * x + 1] * wanted_a[2 * x + 1] +
                   (anchors_b[2 * x] * wanted_b[2 * x] + anchors_b[2 * x + 1] * wanted_b[2 * x + 1]);

      anchors[x] = 0.25f * sum;
      wanted[x] = sum > 0.0f ? pull / sum : 0.0f;
    }
}

/* Where a map's width or height is odd its last column or row counts twice. */
static void
halve (const vnk_plane *anchors, const vnk_plane *wanted, Level *level)
{
  int width = anchors->width;

  for (int y = 0; y < level->field.height; y++)
    {
      int below = 2 * y + 1 < anchors->height ? 2 * y + 1 : 2 * y;
      const float *rows[] = { vnk_plane_row (anchors, 2 * y), vnk_plane_row (anchors, below),
                              vnk_plane_row (wanted, 2 * y), vnk_plane_row (wanted, below) };
      float *to_anchors = vnk_plane_row (&level->anchors, y);
      float *to_wanted = vnk_plane_row (&level->wanted, y);

      pyramid_down_row (rows[0], rows[1], rows[2], rows[3], to_anchors, to_wanted, width / 2);
      if (width % 2 == 1)
        {
          float last[4][2];

          for (int i = 0; i < 4; i++)
            last[i][0] = last[i][1] = rows[i][width - 1];
          pyramid_down_row (last[0], last[1], last[2], last[3], to_anchors + width / 2, to_wanted + width / 2, 1);
        }
    }
}

/* Between two rows: a quarter of the second. */
VNK_CLONES static void
mix_rows (const float *restrict a, const float *restrict b, float *restrict row, int n)
{
  for (int x = 0; x < n; x++)
    row[x] = a[x] + 0.25f * (b[x] - a[x]);
}

/* A row of twice as many pixels. */
VNK_CLONES static void
widen_row (const float *restrict row, float *restrict out, int n, int width)
{
  out[0] = row[0];
  for (int x = 1; x < n; x++)
    {
      out[2 * x - 1] = row[x - 1] + 0.25f * (row[x] - row[x - 1]);
      out[2 * x] = row[x] + 0.25f * (row[x - 1] - row[x]);
    }
  if (width % 2 == 0)
    out[width - 1] = row[n - 1];
}

/* A field of about twice the size: four pixels lie around the middle of one. `row` has room for one of them. */
static void
widen (const vnk_plane *from, float *row, vnk_plane *to)
{
  for (int y = 0; y < to->height; y++)
    {
      int at = y / 2;
      int beside = y % 2 == 1 ? at + 1 : at - 1;

      beside = beside < 0 ? 0 : beside >= from->height ? from->height - 1 : beside;
      mix_rows (vnk_plane_row (from, at), vnk_plane_row (from, beside), row, from->width);
      widen_row (row, vnk_plane_row (to, y), from->width, to->width);
    }
}

static void
copy (const vnk_plane *from, vnk_plane *to)
{
  for (int y = 0; y < to->height; y++)
    memcpy (vnk_plane_row (to, y), vnk_plane_row (from, y), (size_t) to->width * sizeof (float));
}

void
vnk_mgvf_coarse_start (const vnk_plane *edges, const vnk_mgvf_params *params, float *memory, float *relax,
                       vnk_plane *field)
{
  Level levels[MAX_LEVELS];
  int n = count_levels (edges->width, edges->height);
  float *row = memory;
  float mu = params->mu;

  memory += edges->width;
  for (int i = 0; i < n; i++)
    {
      const vnk_plane *anchors = i == 0 ? edges : &levels[i - 1].anchors;
      const vnk_plane *wanted = i == 0 ? edges : &levels[i - 1].wanted;

      memory = level_init (&levels[i], memory, (anchors->width + 1) / 2, (anchors->height + 1) / 2);
      halve (anchors, wanted, &levels[i]);
      mu *= 0.25f;
    }

  copy (n > 0 ? &levels[n - 1].wanted : edges, n > 0 ? &levels[n - 1].field : field);
  for (int i = n - 1; i >= 0; i--, mu *= 4.0f)
    {
      vnk_mgvf_equation equation = { &levels[i].anchors, &levels[i].wanted, mu, 1.0f / (8.0f * params->mu + 1.0f),
                                     params->omega };

      vnk_mgvf_relax (&equation, params->coarse_sweeps, -1.0, relax, &levels[i].field);
      widen (&levels[i].field, row, i > 0 ? &levels[i - 1].field : field);
    }
}
