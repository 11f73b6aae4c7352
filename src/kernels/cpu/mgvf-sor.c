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
 * quarter (x mod 2, y mod 2). A smaller map, from which the field starts, has A for the weight I and W for the edge I.
 */

#include "mgvf.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define MAX_LANES VNK_SUM_LANES

/* The pixels of one colour, row after row with what stands for the ring between them, and where their neighbours
 * are. */
typedef struct {
  float       *field;
  const float *anchors;
  const float *wanted;
  const float *ahead[VNK_MGVF_PAIRS];
  const float *behind[VNK_MGVF_PAIRS];
  ptrdiff_t    n;
  float        mu;
  float        pull;   /* 1/λ */
  float        omega;
} SorColour;

/* What is no pixel of the image has this anchor: it stays as it is. */
#define NO_PIXEL (-1.0f)

/* Where no switch is on and there is no edge both g and its slope are 0: the pixel stays. */
#define NEVER_ZERO 1e-20f

#if defined(__x86_64__) && defined(__GNUC__)
#define NAME colour_avx512
#define TARGET __attribute__ ((target ("avx512f")))
#define LANES 16
#define MASKS 1
#include "mgvf-sor-pixels.h"

#define NAME colour_avx2
#define TARGET __attribute__ ((target ("avx2,fma")))
#define LANES 8
#define MASKS 0
#include "mgvf-sor-pixels.h"
#endif

#define NAME colour_any
#define TARGET
#define LANES 4
#define MASKS 0
#include "mgvf-sor-pixels.h"

typedef void (*ColourFunction) (const SorColour *colour, float *lanes);

static ColourFunction
choose_function (vnk_cpu_level level)
{
#if defined(__x86_64__) && defined(__GNUC__)
  if (level == VNK_CPU_AVX512)
    return colour_avx512;
  if (level == VNK_CPU_AVX2)
    return colour_avx2;
#endif
  return colour_any;
}

typedef struct {
  ColourFunction update;
  float         *quarters[2][2]; /* by parity of y, of x; of the field */
  float         *anchors[2][2];
  float         *wanted[2][2];   /* of an edge map its anchors */
  ptrdiff_t      stride;         /* of a quarter with its ring and no more: then all of them stay in the first cache */
  int            width, height;  /* of the image, without its ring */
} SorGrid;

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
update_colour (const SorGrid *grid, int parity_x, int parity_y, const vnk_mgvf_equation *equation, float *lanes)
{
  int x = parity_x == 1 ? 1 : 2;
  int y = parity_y == 1 ? 1 : 2;
  int columns = x <= grid->width ? (grid->width - x) / 2 + 1 : 0;
  int rows = y <= grid->height ? (grid->height - y) / 2 + 1 : 0;
  SorColour colour = {
    .field = field_at (grid, x, y), .anchors = element (grid->anchors, grid->stride, x, y),
    .wanted = element (grid->wanted, grid->stride, x, y), .n = (rows - 1) * grid->stride + columns,
    .mu = equation->mu, .pull = equation->pull, .omega = equation->omega
  };

  if (columns == 0 || rows == 0)
    return;
  for (int i = 0; i < VNK_MGVF_PAIRS; i++)
    {
      colour.ahead[i] = field_at (grid, x + vnk_mgvf_ahead[i][0], y + vnk_mgvf_ahead[i][1]);
      colour.behind[i] = field_at (grid, x - vnk_mgvf_ahead[i][0], y - vnk_mgvf_ahead[i][1]);
    }
  grid->update (&colour, lanes);
  fill_ring (grid, parity_x, parity_y);
}

/* Of a quarter. Its last block of pixels may reach beyond it, and must not touch those of the next. */
static size_t
quarter_floats (int width, int height)
{
  return (size_t) ((width + 3) / 2) * (size_t) ((height + 3) / 2) + MAX_LANES;
}

static size_t
relax_floats (int width, int height)
{
  return 12 * quarter_floats (width, height);
}

static void
grid_init (SorGrid *grid, const vnk_mgvf_equation *equation, float *memory, int width, int height)
{
  size_t size = quarter_floats (width, height);
  int last = equation->wanted != equation->anchors ? 12 : 8;

  grid->width = width;
  grid->height = height;
  grid->update = choose_function (vnk_cpu_detect_level ());
  grid->stride = (width + 3) / 2;

  for (size_t i = 0; i < (size_t) last * size; i++)
    memory[i] = i < 4 * size ? 0.0f : NO_PIXEL;
  for (int i = 0; i < 4; i++)
    {
      grid->quarters[i >> 1][i & 1] = memory + (size_t) i * size;
      grid->anchors[i >> 1][i & 1] = memory + (size_t) (4 + i) * size;
      grid->wanted[i >> 1][i & 1] = memory + (size_t) (last - 4 + i) * size;
    }
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
split_plane (float *const quarters[2][2], ptrdiff_t stride, const vnk_plane *plane)
{
  for (int y = 1; y <= plane->height; y++)
    split_row (vnk_plane_row (plane, y - 1), element (quarters, stride, 1, y), element (quarters, stride, 2, y),
               plane->width);
}

static void
split (const SorGrid *grid, const vnk_mgvf_equation *equation, const vnk_plane *field)
{
  split_plane (grid->anchors, grid->stride, equation->anchors);
  if (equation->wanted != equation->anchors)
    split_plane (grid->wanted, grid->stride, equation->wanted);
  split_plane (grid->quarters, grid->stride, field);
  for (int colour = 0; colour < 4; colour++)
    fill_ring (grid, colour & 1, colour >> 1);
}

static void
merge (const SorGrid *grid, vnk_plane *field)
{
  for (int y = 1; y <= grid->height; y++)
    merge_row (field_at (grid, 1, y), field_at (grid, 2, y), vnk_plane_row (field, y - 1), grid->width);
}

int
vnk_mgvf_relax (const vnk_mgvf_equation *equation, int maximum, double tolerance, float *memory, vnk_plane *field)
{
  SorGrid grid;
  int done = 0;

  grid_init (&grid, equation, memory, field->width, field->height);
  split (&grid, equation, field);
  while (done < maximum)
    {
      float lanes[VNK_SUM_LANES] = { 0 };

      for (int colour = 0; colour < 4; colour++)
        update_colour (&grid, colour & 1, colour >> 1, equation, lanes);
      done++;
      if (vnk_sum_lanes (lanes) / ((double) field->width * field->height) <= tolerance)
        break;
    }
  merge (&grid, field);
  return done;
}

vnk_status
vnk_cpu_mgvf (vnk_cpu_thread *thread, const vnk_plane *edges, const vnk_mgvf_params *params, vnk_plane *field,
              int *sweeps)
{
  vnk_mgvf_equation equation = { edges, edges, params->mu, 1.0f / (8.0f * params->mu + 1.0f), params->omega };
  bool coarse = params->coarse_sweeps > 0;
  size_t floats = relax_floats (edges->width, edges->height);
  size_t more = coarse ? vnk_mgvf_coarse_floats (edges->width, edges->height) : 0;
  float *memory = vnk_scratch_get (&thread->field, (floats + more) * sizeof (float));

  if (memory == NULL)
    return VNK_ERROR_NO_MEMORY;

  if (coarse)
    vnk_mgvf_coarse_start (edges, params, memory + floats, memory, field);
  else
    for (int y = 0; y < edges->height; y++)
      memcpy (vnk_plane_row (field, y), vnk_plane_row (edges, y), (size_t) edges->width * sizeof (float));
  *sweeps = vnk_mgvf_relax (&equation, params->max_sweeps, (double) params->tolerance, memory, field);
  return VNK_OK;
}
