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

typedef struct {
  float    *quarters[2][2]; /* by parity of y, of x; of the field */
  float    *edges[2][2];
  float    *new; /* of a row */
  ptrdiff_t stride;
  int       width, height;  /* of the image, without its ring */
} SorGrid;

typedef struct {
  float       *field;
  const float *edges;
  const float *ahead[VNK_MGVF_PAIRS];
  const float *behind[VNK_MGVF_PAIRS];
  float        mu;
  float        pull; /* 1/λ */
  float        omega;
} SorRowData;

/* Where no switch is on and there is no edge both g and its slope are 0: the pixel stays. */
#define NEVER_ZERO 1e-20f

VNK_INLINE float
sor_step (const SorRowData *row, bool perpendicular, int x)
{
  float old = row->field[x];
  float edge = row->edges[x];
  float spread = row->mu * (1.0f - edge * row->pull);
  float sum = 0.0f;
  int switches = 0, either = 0;
  int n = perpendicular ? VNK_MGVF_PAIRS - 1 : VNK_MGVF_PAIRS;

  for (int i = 0; i < n; i++)
    {
      float ahead = row->ahead[i][x] - old;
      float behind = row->behind[i][x] - old;

      sum += (ahead > 0.0f ? ahead : 0.0f) + (behind < 0.0f ? behind : 0.0f);
      switches += (ahead > 0.0f) + (behind < 0.0f);
    }
  if (perpendicular)
    {
      sum += 0.5f * (row->ahead[n][x] + row->behind[n][x]) - old;
      switches++;
      either++;
    }

  float g = spread * sum - edge * (old - edge);
  float slope = edge + spread * (float) switches + NEVER_ZERO;
  float down = g < 0.0f ? g : 0.0f;
  float up = g > 0.0f ? g : 0.0f;

  /* V' = V + g / slope, without the division. */
  for (int i = 0; i < n; i++)
    either += ((row->ahead[i][x] - old) * slope > down) + ((row->behind[i][x] - old) * slope < up);

  return old + row->omega * g / (edge + spread * (float) either + NEVER_ZERO);
}

VNK_INLINE void
sor_pixels (const SorRowData *row, bool perpendicular, float *restrict new, int n)
{
  for (int x = 0; x < n; x++)
    new[x] = sor_step (row, perpendicular, x);
}

VNK_CLONES static void
sor_row (const SorRowData *row, bool perpendicular, float *new, int n, float *lanes)
{
  /* Whole vectors: what lies behind the row's end is computed, too, and not used. */
  int padded = (n + 15) & ~15;

  if (perpendicular)
    sor_pixels (row, true, new, padded);
  else
    sor_pixels (row, false, new, padded);
  vnk_add_differences (lanes, new, row->field, n);
  memcpy (row->field, new, (size_t) n * sizeof (float));
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

/* Updates one colour and its share of the ring, and adds |ΔV| to the lanes. */
static void
update_colour (const SorGrid *grid, int parity_x, int parity_y, const vnk_mgvf_pairs *pairs,
               const vnk_mgvf_params *params, float *lanes)
{
  int first = parity_x == 1 ? 1 : 2;
  int n = first <= grid->width ? (grid->width - first) / 2 + 1 : 0;

  for (int y = 2 - parity_y; y <= grid->height; y += 2)
    {
      SorRowData row = {
        .field = field_at (grid, first, y), .edges = element (grid->edges, grid->stride, first, y),
        .mu = params->mu, .pull = 1.0f / (8.0f * params->mu + 1.0f), .omega = params->omega
      };

      for (int i = 0; i < VNK_MGVF_PAIRS; i++)
        {
          row.ahead[i] = field_at (grid, first + pairs->ahead_x[i], y + pairs->ahead_y[i]);
          row.behind[i] = field_at (grid, first - pairs->ahead_x[i], y - pairs->ahead_y[i]);
        }
      sor_row (&row, pairs->perpendicular, grid->new, n, lanes);
    }
  fill_ring (grid, parity_x, parity_y);
}

static bool
grid_init (SorGrid *grid, vnk_scratch *scratch, int width, int height)
{
  grid->width = width;
  grid->height = height;
  grid->stride = (((width + 3) / 2 + 15) & ~15) + 16;

  size_t size = (size_t) grid->stride * (size_t) ((height + 3) / 2);
  float *memory = vnk_scratch_get (scratch, (8 * size + (size_t) grid->stride) * sizeof (float));

  if (memory == NULL)
    return false;

  memset (memory, 0, 8 * size * sizeof (float));
  for (int i = 0; i < 4; i++)
    {
      grid->quarters[i >> 1][i & 1] = memory + (size_t) i * size;
      grid->edges[i >> 1][i & 1] = memory + (size_t) (4 + i) * size;
    }
  grid->new = memory + 8 * size;
  return true;
}

static void
split (const SorGrid *grid, const vnk_plane *edges, const vnk_plane *field)
{
  for (int y = 1; y <= grid->height; y++)
    {
      const float *edge_row = vnk_plane_row (edges, y - 1);
      const float *field_row = vnk_plane_row (field, y - 1);

      for (int x = 1; x <= grid->width; x++)
        {
          *field_at (grid, x, y) = field_row[x - 1];
          *element (grid->edges, grid->stride, x, y) = edge_row[x - 1];
        }
    }
  for (int colour = 0; colour < 4; colour++)
    fill_ring (grid, colour & 1, colour >> 1);
}

static void
merge (const SorGrid *grid, vnk_plane *field)
{
  for (int y = 1; y <= grid->height; y++)
    {
      float *row = vnk_plane_row (field, y - 1);

      for (int x = 1; x <= grid->width; x++)
        row[x - 1] = *field_at (grid, x, y);
    }
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
