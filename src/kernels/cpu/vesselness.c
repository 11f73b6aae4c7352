/* vesselness.c: bright or dark vessels of several sizes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Two passes over the stack a scale. The first smooths along y and x: a row is read, and written when it is done. The
 * second goes through a strip of rows, slice by slice: smooths along z, keeps the last five slices, whose differences
 * are the Hessian of the middle one, and what the vessels of that are. A strip does two rows of its neighbours again,
 * so that none waits for another. When c is to be found, all of that happens twice, the first time for S alone.
 */

#include "cpu.h"

#include "../vnk-vesselness.h"

#define STRIP 8
#define REACH 2             /* of the differences, px */
#define MIDDLE REACH
#define SLICES (2 * REACH + 1)
#define MARGIN 16           /* before and behind a row's pixels */
#define N_REDUCED 6
#define WAY 1024            /* floats, after which a place in the first cache is used again */

/* Rows of the smoothed stack around one, by slice and by row. */
typedef struct {
  const float *rows[SLICES][SLICES];
} Neighbours;

/* Rows of differences along y and z, (1 4 1) along the other of the two. */
typedef struct {
  float *none, *y, *z, *yy, *zz, *yz;
} Reduced;

/* What makes Hessians of differences: sigma², below 0 for dark vessels, over what slices are apart for each time that
 * they are along z. */
typedef struct {
  float flat, mixed, deep;
} Factors;

typedef struct {
  void  (*reduce)  (const Neighbours *from, int first, int end, const Reduced *to);
  float (*norm)    (const Reduced *from, int n, const Factors *factors, float largest);
  void  (*measure) (const Reduced *from, int n, const Factors *factors, const vnk_vesselness_weighting *weighting,
                    float *values, float *smallest);
  void  (*direct)  (const Reduced *from, int n, const Factors *factors, const float *smallest, float *const *out);
} AxesFunctions;

typedef struct {
  void (*blend) (const float *const *rows, const float *weights, int radius, int n, float *out);
  void (*keep)  (const float *values, const float *best, const float *from, int n, float *to);
  AxesFunctions axes[2]; /* of a picture, of a stack */
} RowFunctions;

#if defined(__x86_64__) && defined(__GNUC__)
#define NAME avx512
#define TARGET __attribute__ ((target ("avx512f")))
#define LANES 16
#include "vesselness-rows.h"

#define NAME avx2
#define TARGET __attribute__ ((target ("avx2,fma")))
#define LANES 8
#include "vesselness-rows.h"
#endif

#define NAME any
#define TARGET
#define LANES 4
#include "vesselness-rows.h"

static const RowFunctions *
choose_functions (vnk_cpu_level level)
{
#if defined(__x86_64__) && defined(__GNUC__)
  if (level == VNK_CPU_AVX512)
    return &functions_avx512;
  if (level == VNK_CPU_AVX2)
    return &functions_avx2;
#endif
  return &functions_any;
}

typedef struct {
  const vnk_plane             *in;
  const vnk_vesselness_params *params;
  const RowFunctions          *functions;
  const AxesFunctions         *axes;
  int        width, height, depth;
  int        n_strips;
  ptrdiff_t  stride;     /* of rows of what follows, with their margins */
  ptrdiff_t  slice;      /* from a picture to the next: as many rows, and what keeps rows above each other apart */
  float     *smoothed;   /* the stack at this scale; before that at the one before */
  float     *half;       /* smoothed along x and y */
  float     *largest;    /* S² of each strip; NULL: is known */
  vnk_cpu_thread *threads;
  vnk_plane *vesselness, *scale, *direction;

  /* This scale. */
  int      k;
  bool     from_before;
  float    sigma;
  Factors  factors;
  int      radius, radius_z;
  float    weights[VNK_VESSELNESS_MAX_RADIUS + 1], weights_z[VNK_VESSELNESS_MAX_RADIUS + 1];
  vnk_vesselness_weighting weighting;
} VesselnessJob;

/* What a thread has: pointers to rows, a row with room for a radius on both sides, the last slices of a strip, rows. */
typedef struct {
  const float **rows; /* the middle one */
  float        *wide;
  float        *slices;
  Reduced       reduced;
  float        *values, *smallest, *unit[3];
} Room;

#define N_POINTERS (2 * VNK_VESSELNESS_MAX_RADIUS + 16) /* a multiple of 8 */
#define N_ROWS (N_REDUCED + 5)

static size_t
room_size (const VesselnessJob *job)
{
  size_t floats = (size_t) (SLICES * (STRIP + 2 * REACH) + N_ROWS + 1) * (size_t) job->stride +
                  2 * VNK_VESSELNESS_MAX_RADIUS;

  return N_POINTERS * sizeof (float *) + floats * sizeof (float);
}

static Room
get_room (const VesselnessJob *job, int thread)
{
  const float **pointers = job->threads[thread].row.memory;
  float *at = (float *) (pointers + N_POINTERS) + MARGIN;
  float *rows[N_ROWS];
  Room room = { .rows = pointers + VNK_VESSELNESS_MAX_RADIUS };

  for (int i = 0; i < N_ROWS; i++, at += job->stride)
    rows[i] = at;
  room.reduced = (Reduced) { rows[0], rows[1], rows[2], rows[3], rows[4], rows[5] };
  room.values = rows[6];
  room.smallest = rows[7];
  for (int i = 0; i < 3; i++)
    room.unit[i] = rows[8 + i];
  room.slices = at;
  room.wide = at + (ptrdiff_t) SLICES * (STRIP + 2 * REACH) * job->stride + VNK_VESSELNESS_MAX_RADIUS;
  return room;
}

static float *
row_of (const VesselnessJob *job, float *stack, int z, int y)
{
  return stack + z * job->slice + y * job->stride + MARGIN;
}

static void
fill_margins (float *row, int width, int reach)
{
  for (int i = 1; i <= reach; i++)
    {
      row[-i] = row[vnk_mirror (-i, width)];
      row[width - 1 + i] = row[vnk_mirror (width - 1 + i, width)];
    }
}

static const float *
source_row (const VesselnessJob *job, int z, int y)
{
  return job->from_before ? row_of (job, job->smoothed, z, y) : vnk_plane_row (job->in, z * job->height + y);
}

/* A strip of a slice, along y and x. */
static void
smooth_strip (void *data, int item, int thread)
{
  const VesselnessJob *job = data;
  Room room = get_room (job, thread);
  int z = item / job->n_strips, first = item % job->n_strips * STRIP;

  for (int y = first; y < first + STRIP && y < job->height; y++)
    {
      for (int j = -job->radius; j <= job->radius; j++)
        room.rows[j] = source_row (job, z, vnk_mirror (y + j, job->height));
      job->functions->blend (room.rows, job->weights, job->radius, job->width, room.wide);
      fill_margins (room.wide, job->width, job->radius);
      for (int j = -job->radius; j <= job->radius; j++)
        room.rows[j] = room.wide + j;
      job->functions->blend (room.rows, job->weights, job->radius, job->width, row_of (job, job->half, z, y));
    }
}

static float *
slice_row (const VesselnessJob *job, const Room *room, int z, int i)
{
  return room->slices + ((ptrdiff_t) (z % SLICES) * (STRIP + 2 * REACH) + i) * job->stride + MARGIN;
}

/* A slice of the strip that begins with that row, along z. The next scale starts from its own rows. */
static void
add_slice (const VesselnessJob *job, const Room *room, int z, int first)
{
  for (int i = 0; i < STRIP + 2 * REACH; i++)
    {
      int y = vnk_mirror (first - REACH + i, job->height);
      float *row = slice_row (job, room, z, i);

      for (int j = -job->radius_z; j <= job->radius_z; j++)
        room->rows[j] = row_of (job, job->half, vnk_mirror (z + j, job->depth), y);
      job->functions->blend (room->rows, job->weights_z, job->radius_z, job->width, row);
      if (i >= REACH && i < STRIP + REACH && first - REACH + i < job->height)
        memcpy (row_of (job, job->smoothed, z, y), row, (size_t) job->width * sizeof (float));
      fill_margins (row, job->width, REACH);
    }
}

static void
keep_better (const VesselnessJob *job, const Room *room, int row)
{
  void (*keep) (const float *, const float *, const float *, int, float *) = job->functions->keep;
  float *best = vnk_plane_row (job->vesselness, row);
  int n_axes = job->depth > 1 ? 3 : 2, n = job->width;

  if (job->direction != NULL)
    job->axes->direct (&room->reduced, n, &job->factors, room->smallest, room->unit);
  for (int i = 0; job->direction != NULL && i < n_axes; i++)
    {
      float *to = vnk_plane_row (&job->direction[i], row);

      if (job->k == 0)
        memset (to, 0, (size_t) n * sizeof (float));
      keep (room->values, best, room->unit[i], n, to);
    }
  if (job->scale != NULL)
    {
      float *to = vnk_plane_row (job->scale, row);

      for (int x = 0; x < n; x++)
        to[x] = room->values[x] > best[x] ? job->sigma : job->k == 0 ? 0.0f : to[x];
    }
  keep (room->values, best, room->values, n, best);
}

static void
measure_strip (void *data, int strip, int thread)
{
  const VesselnessJob *job = data;
  Room room = get_room (job, thread);
  int first = strip * STRIP, done = 0;
  float largest = 0.0f;

  for (int z = 0; z < job->depth; z++)
    {
      for (; done <= z + REACH && done < job->depth; done++)
        add_slice (job, &room, done, first);
      for (int y = first; y < first + STRIP && y < job->height; y++)
        {
          Neighbours around;

          for (int i = 0; i < SLICES; i++)
            for (int j = 0; j < SLICES; j++)
              around.rows[i][j] = slice_row (job, &room, vnk_mirror (z + i - REACH, job->depth), y - first + j);
          job->axes->reduce (&around, -REACH, job->width + REACH, &room.reduced);
          if (job->largest != NULL)
            {
              largest = job->axes->norm (&room.reduced, job->width, &job->factors, largest);
              continue;
            }
          job->axes->measure (&room.reduced, job->width, &job->factors, &job->weighting, room.values, room.smallest);
          if (job->k == 0)
            memset (vnk_plane_row (job->vesselness, z * job->height + y), 0, (size_t) job->width * sizeof (float));
          keep_better (job, &room, z * job->height + y);
        }
    }
  if (job->largest != NULL)
    job->largest[strip] = vnk_larger (largest, job->largest[strip]);
}

static void
go_through_scales (vnk_pool *pool, VesselnessJob *job)
{
  float spacing = job->depth > 1 && job->params->spacing > 0.0f ? job->params->spacing : 1.0f;

  for (job->k = 0; job->k < job->params->n_sigmas; job->k++)
    {
      vnk_vesselness_step step = vnk_vesselness_step_to (job->params->sigmas, job->k, spacing);

      job->from_before = step.from_before;
      job->sigma = job->params->sigmas[job->k];
      job->factors.flat = (job->params->dark ? -1.0f : 1.0f) * job->sigma * job->sigma;
      job->factors.mixed = job->factors.flat / spacing;
      job->factors.deep = job->factors.mixed / spacing;
      job->radius = vnk_vesselness_weights (step.flat, job->weights);
      job->radius_z = vnk_vesselness_weights (job->depth > 1 ? step.deep : 0.0, job->weights_z);
      vnk_pool_run (pool, job->depth * job->n_strips, smooth_strip, job);
      vnk_pool_run (pool, job->n_strips, measure_strip, job);
    }
}

/* Half of the largest S. */
static float
find_c (vnk_pool *pool, VesselnessJob *job, float *largest)
{
  float most = 0.0f;

  memset (largest, 0, (size_t) job->n_strips * sizeof (float));
  job->largest = largest;
  go_through_scales (pool, job);
  job->largest = NULL;
  for (int i = 0; i < job->n_strips; i++)
    most = vnk_larger (largest[i], most);
  return vnk_larger (0.5f * sqrtf (most), (float) VNK_VESSELNESS_LEAST_C);
}

vnk_status
vnk_cpu_vesselness (vnk_backend *backend, const vnk_plane *in, const vnk_vesselness_params *params,
                    vnk_plane *vesselness, vnk_plane *scale, vnk_plane *direction)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);

  if (!vnk_check_vesselness (in, params, vesselness, scale, direction))
    return VNK_ERROR_INVALID;

  VesselnessJob job = {
    .in = in, .params = params, .functions = choose_functions (cpu->level),
    .width = in->width, .height = in->height / params->depth, .depth = params->depth,
    .stride = ((ptrdiff_t) in->width + 2 * MARGIN + 15) / 16 * 16, .threads = cpu->threads,
    .vesselness = vesselness, .scale = scale, .direction = direction
  };
  size_t stack;

  job.slice = job.stride * job.height;
  if (job.depth > 1) /* else they would have the same place in a cache */
    job.slice += (WAY + WAY / 4 - job.slice % WAY) % WAY;
  stack = (size_t) job.slice * (size_t) job.depth;

  job.axes = &job.functions->axes[job.depth > 1];
  job.n_strips = (job.height + STRIP - 1) / STRIP;
  job.smoothed = vnk_scratch_get (&cpu->levels, (2 * stack + (size_t) job.n_strips) * sizeof (float));
  if (job.smoothed == NULL)
    return VNK_ERROR_NO_MEMORY;
  job.half = job.smoothed + stack;
  for (int i = 0; i < cpu->n_threads; i++)
    if (vnk_scratch_get (&cpu->threads[i].row, room_size (&job)) == NULL)
      return VNK_ERROR_NO_MEMORY;

  float c = params->c > 0.0f ? params->c : find_c (cpu->pool, &job, job.half + stack);

  job.weighting = (vnk_vesselness_weighting) {
    0.5f / (params->alpha * params->alpha), 0.5f / (params->beta * params->beta), 0.5f / (c * c)
  };
  go_through_scales (cpu->pool, &job);
  return VNK_OK;
}
