/* mgvf-sor.c: successive over-relaxation in four colours
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The fixed point of the published iteration solves, at each pixel, with S = Σ h_d (V_d − V), h_d the switches, I the
 * edges and k = 1 − I/λ,
 *   g(V) = k μ S − I (V − I) = 0.
 * One Newton step on it with the switches frozen leads to V' = V + g / (I + k μ Σ h_d). As g falls all the way and each
 * switch is thrown once, the switches that are on anywhere between V and V' are those that are on at either end: with
 * these in the sum the step never goes too far, and ω > 1 may over-relax it. No two pixels of the same parity of x and
 * of y are neighbours, so that a quarter of the image is updated at once. Each quarter lies in a plane of its own,
 * where its pixels are adjacent: pixel (x, y) of the image with a ring of one pixel around it is element (x/2, y/2) of
 * quarter (x mod 2, y mod 2).
 */

#include "mgvf.h"

#include <string.h>

/* Edges lie in [0, 1], and so does the field: without NaN a switch and its difference are a maximum. */
#ifndef __clang__
#pragma GCC optimize ("finite-math-only")
#endif

#define LANES VNK_SUM_LANES /* pixels that are computed at once, */
#define FEW_LANES 8         /* or where vectors are shorter */

typedef struct {
  float    *quarters[2][2]; /* by parity of y, of x; of the field */
  float    *edges[2][2];
  ptrdiff_t stride;
  int       width, height;  /* of the image, without its ring */
  int       block;          /* pixels that are computed at once */
} SorGrid;

/* The pixels of one colour, and where their neighbours' first rows are: a row on is a stride on in all of them. */
typedef struct {
  float       *field;
  const float *edges;
  const float *ahead[VNK_MGVF_PAIRS];
  const float *behind[VNK_MGVF_PAIRS];
  ptrdiff_t    stride;
  int          n, rows;
  int          block;       /* LANES or FEW_LANES */
  float        mask[LANES]; /* 1 for the pixels of a row's last block, 0 for what lies behind it */
  float        mu;
  float        pull; /* 1/λ */
  float        omega;
} SorColour;

/* Where no switch is on and there is no edge both g and its slope are 0: the pixel stays. */
#define NEVER_ZERO 1e-20f

VNK_INLINE float
sor_step (const SorColour *colour, bool perpendicular, ptrdiff_t x, float old)
{
  float edge = colour->edges[x];
  float spread = colour->mu * (1.0f - edge * colour->pull);
  float sum = 0.0f;
  int switches = 0, either = 0;
  int n = perpendicular ? VNK_MGVF_PAIRS - 1 : VNK_MGVF_PAIRS;

  for (int i = 0; i < n; i++)
    {
      float ahead = colour->ahead[i][x] - old;
      float behind = colour->behind[i][x] - old;

      sum += (ahead > 0.0f ? ahead : 0.0f) + (behind < 0.0f ? behind : 0.0f);
      switches += (ahead > 0.0f) + (behind < 0.0f);
    }
  if (perpendicular)
    {
      sum += 0.5f * (colour->ahead[n][x] + colour->behind[n][x]) - old;
      switches++;
      either++;
    }

  float g = spread * sum - edge * (old - edge);
  float slope = edge + spread * (float) switches + NEVER_ZERO;
  float down = g < 0.0f ? g : 0.0f;
  float up = g > 0.0f ? g : 0.0f;

  /* V' = V + g / slope, without the division. */
  for (int i = 0; i < n; i++)
    {
      float ahead = (colour->ahead[i][x] - old) * slope;
      float behind = (colour->behind[i][x] - old) * slope;

      either += (ahead > down) + (behind < up);
    }

  return old + colour->omega * g / (edge + spread * (float) either + NEVER_ZERO);
}

/* Whole blocks: what lies behind a row's end is computed, too, and becomes 0. */
VNK_INLINE void
sor_rows (const SorColour *given, bool perpendicular, const int block, float *restrict lanes)
{
  SorColour colour = *given;
  ptrdiff_t last = (colour.n - 1) / block * block;

  for (int y = 0; y < colour.rows; y++)
    {
      float *restrict field = colour.field;
      float new[LANES];

      for (ptrdiff_t x = 0; x < last; x += block)
        {
          for (int i = 0; i < block; i++)
            new[i] = sor_step (&colour, perpendicular, x + i, field[x + i]);
          for (int i = 0; i < block; i++)
            lanes[i] += __builtin_fabsf (new[i] - field[x + i]);
          for (int i = 0; i < block; i++)
            field[x + i] = new[i];
        }
      for (int i = 0; i < block; i++)
        new[i] = sor_step (&colour, perpendicular, last + i, field[last + i]);
      for (int i = 0; i < block; i++)
        lanes[i] += colour.mask[i] * __builtin_fabsf (new[i] - field[last + i]);
      for (int i = 0; i < block; i++)
        field[last + i] = colour.mask[i] * new[i];

      colour.field += colour.stride;
      colour.edges += colour.stride;
      for (int i = 0; i < VNK_MGVF_PAIRS; i++)
        {
          colour.ahead[i] += colour.stride;
          colour.behind[i] += colour.stride;
        }
    }
}

VNK_CLONES static void
sor_colour (const SorColour *colour, bool perpendicular, float *lanes)
{
  if (colour->block == LANES && perpendicular)
    sor_rows (colour, true, LANES, lanes);
  else if (colour->block == LANES)
    sor_rows (colour, false, LANES, lanes);
  else if (perpendicular)
    sor_rows (colour, true, FEW_LANES, lanes);
  else
    sor_rows (colour, false, FEW_LANES, lanes);
}

static float *
element (float *const quarters[2][2], ptrdiff_t stride, int x, int y)
{
  return quarters[y & 1][x & 1] + (y >> 1) * stride + (x >> 1);
}

static float *
field_at (const SorGrid *grid, int x, int y)
{
  return element (grid->quarters, grid->stride, x, y);
}

/* The ring repeats the border: its pixels that stand for pixels of this colour. */
static void
fill_ring (const SorGrid *grid, int parity_x, int parity_y)
{
  int last_x = grid->width;
  int last_y = grid->height;
  int first = parity_x == 1 ? 1 : 2;
  int n = first <= last_x ? (last_x - first) / 2 + 1 : 0;

  for (int y = 2 - parity_y; y <= last_y; y += 2)
    {
      if (parity_x == 1)
        *field_at (grid, 0, y) = *field_at (grid, 1, y);
      if (parity_x == (last_x & 1))
        *field_at (grid, last_x + 1, y) = *field_at (grid, last_x, y);
    }
  if (parity_y == 1)
    memcpy (field_at (grid, first, 0), field_at (grid, first, 1), (size_t) n * sizeof (float));
  if (parity_y == (last_y & 1))
    memcpy (field_at (grid, first, last_y + 1), field_at (grid, first, last_y), (size_t) n * sizeof (float));

  for (int corner = 0; corner < 4; corner++)
    {
      int x = corner & 1 ? last_x : 1;
      int y = corner & 2 ? last_y : 1;

      if ((x & 1) == parity_x && (y & 1) == parity_y)
        *field_at (grid, corner & 1 ? last_x + 1 : 0, corner & 2 ? last_y + 1 : 0) = *field_at (grid, x, y);
    }
}

/* Behind the rows' ends there are now zeros where the ring of another colour's pixels was. */
static void
restore_ring (const SorGrid *grid, int parity_x, int parity_y)
{
  int last_x = grid->width;

  if (parity_x != ((last_x + 1) & 1))
    return;
  for (int y = 2 - parity_y; y <= grid->height; y += 2)
    *field_at (grid, last_x + 1, y) = *field_at (grid, last_x, y);
}

/* Updates one colour and its share of the ring, and adds |ΔV| to the lanes. */
static void
update_colour (const SorGrid *grid, int parity_x, int parity_y, const vnk_mgvf_pairs *pairs,
               const vnk_mgvf_params *params, float *lanes)
{
  int x = parity_x == 1 ? 1 : 2;
  int y = parity_y == 1 ? 1 : 2;
  SorColour colour = {
    .field = field_at (grid, x, y), .edges = element (grid->edges, grid->stride, x, y), .stride = grid->stride,
    .n = x <= grid->width ? (grid->width - x) / 2 + 1 : 0, .rows = y <= grid->height ? (grid->height - y) / 2 + 1 : 0,
    .block = grid->block, .mu = params->mu, .pull = 1.0f / (8.0f * params->mu + 1.0f), .omega = params->omega
  };

  if (colour.n == 0 || colour.rows == 0)
    return;
  for (int i = 0; i < grid->block; i++)
    colour.mask[i] = (colour.n - 1) / grid->block * grid->block + i < colour.n ? 1.0f : 0.0f;
  for (int i = 0; i < VNK_MGVF_PAIRS; i++)
    {
      colour.ahead[i] = field_at (grid, x + pairs->ahead_x[i], y + pairs->ahead_y[i]);
      colour.behind[i] = field_at (grid, x - pairs->ahead_x[i], y - pairs->ahead_y[i]);
    }
  sor_colour (&colour, pairs->perpendicular, lanes);
  restore_ring (grid, parity_x, parity_y);
  fill_ring (grid, parity_x, parity_y);
}

static bool
grid_init (SorGrid *grid, vnk_scratch *scratch, int width, int height)
{
  grid->width = width;
  grid->height = height;
  grid->block = vnk_cpu_detect_level () == VNK_CPU_AVX512 ? LANES : FEW_LANES;
  grid->stride = (((width + 3) / 2 + 15) & ~15) + 16;

  size_t size = (size_t) grid->stride * (size_t) ((height + 3) / 2);
  float *memory = vnk_scratch_get (scratch, (8 * size + 2 * LANES) * sizeof (float));

  if (memory == NULL)
    return false;

  memset (memory, 0, (8 * size + 2 * LANES) * sizeof (float));
  for (int i = 0; i < 4; i++)
    {
      grid->quarters[i >> 1][i & 1] = memory + (size_t) i * size;
      grid->edges[i >> 1][i & 1] = memory + (size_t) (4 + i) * size;
    }
  return true;
}

/* Every second element of a row into one array, the others into another; and back. */
VNK_CLONES static void
split_row (const float *row, float *restrict first, float *restrict second, int n)
{
  for (int x = 0; x < n / 2; x++)
    {
      first[x] = row[2 * x];
      second[x] = row[2 * x + 1];
    }
  if (n % 2 == 1)
    first[n / 2] = row[n - 1];
}

VNK_CLONES static void
merge_row (const float *first, const float *second, float *restrict row, int n)
{
  for (int x = 0; x < n / 2; x++)
    {
      row[2 * x] = first[x];
      row[2 * x + 1] = second[x];
    }
  if (n % 2 == 1)
    row[n - 1] = first[n / 2];
}

static void
split (const SorGrid *grid, const vnk_plane *edges, const vnk_plane *field)
{
  for (int y = 1; y <= grid->height; y++)
    {
      split_row (vnk_plane_row (edges, y - 1), element (grid->edges, grid->stride, 1, y),
                 element (grid->edges, grid->stride, 2, y), grid->width);
      split_row (vnk_plane_row (field, y - 1), field_at (grid, 1, y), field_at (grid, 2, y), grid->width);
    }
  for (int colour = 0; colour < 4; colour++)
    fill_ring (grid, colour & 1, colour >> 1);
}

static void
merge (const SorGrid *grid, vnk_plane *field)
{
  for (int y = 1; y <= grid->height; y++)
    merge_row (field_at (grid, 1, y), field_at (grid, 2, y), vnk_plane_row (field, y - 1), grid->width);
}

vnk_status
vnk_mgvf_sor (vnk_scratch *scratch, const vnk_plane *edges, const vnk_mgvf_pairs *pairs, const vnk_mgvf_params *params,
              vnk_plane *field, int *sweeps)
{
  SorGrid grid;
  int done = 0;

  if (!grid_init (&grid, scratch, edges->width, edges->height))
    return VNK_ERROR_NO_MEMORY;

  split (&grid, edges, field);
  while (done < params->max_sweeps)
    {
      float lanes[VNK_SUM_LANES] = { 0 };

      for (int colour = 0; colour < 4; colour++)
        update_colour (&grid, colour & 1, colour >> 1, pairs, params, lanes);
      done++;
      if (vnk_sum_lanes (lanes) / ((double) edges->width * edges->height) <= (double) params->tolerance)
        break;
    }
  merge (&grid, field);
  *sweeps = done;
  return VNK_OK;
}
