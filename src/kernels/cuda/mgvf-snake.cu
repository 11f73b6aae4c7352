/* mgvf-snake.cu: many cells, one frame on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A block takes a cell from its window to its new contour; nothing else goes through the device's memory. Published
 * windows lie in registers (mgvf-tile.cuh), large ones in memory (mgvf-plane.cuh), with the same result.
 */

#include "cluster.cuh"
#include "mgvf-coarse.cuh"
#include "snake.cuh"
#include "sub-image.cuh"

#include <stddef.h>
#include <string.h>

#define GRID_THREADS 1024

/* Memory of all blocks together where windows do not fit shared memory, at most; one block needs what it needs. */
#define MAX_MEMORY ((size_t) 256 << 20)

/* Of so many cells the blocks fetch and return their own. */
#define MAX_SHARED 256

/* The cells of a frame among those of a launch. */
struct MgvfSnakePart {
  vnk_view  in;
  vnk_cell *cells;
  int       first; /* block */
};

struct MgvfSnakeParts {
  MgvfSnakePart parts[VNK_MAX_BATCH];
  int           n;
  int           n_cells;
};

struct MgvfSnakeJob {
  double             flow_x, flow_y;
  int                width, height; /* of a window */
  unsigned long long per_width;     /* 2^40 / width, rounded up: for a pixel's row */
  vnk_tiling         tiling;
  vnk_solver         solver;
  bool               coarse;        /* there are smaller maps to start from */
  vnk_snake_params   snake;
  vnk_normals        normals;
  float             *memory;        /* NULL: shared memory is enough */
};

/* That a cell belongs to. */
static __device__ __forceinline__ MgvfSnakePart
find_part (const MgvfSnakeParts &all, int cell)
{
  int at = 0;

  for (int step = VNK_MAX_BATCH / 2; step > 0; step /= 2)
    if (at + step < all.n && all.parts[at + step].first <= cell)
      at += step;
  return all.parts[at];
}

/* What the threads of a block find out together; starts as 0. */
struct Findings {
  unsigned int sums[3];
  unsigned int edge;   /* largest, as bits */
  unsigned int slope;
  vnk_cell     cell;   /* what is known of it */
};

#define FOUND_WORDS (offsetof (Findings, cell) / sizeof (unsigned int))
#define KNOWN_WORDS (offsetof (vnk_cell, new_x) / sizeof (unsigned int))

/* Fetches the cell at once: it may be far away. */
static __device__ __forceinline__ void
begin (Findings *findings, const vnk_cell *cell)
{
  const unsigned int *from = reinterpret_cast<const unsigned int *> (cell);
  unsigned int *to = reinterpret_cast<unsigned int *> (&findings->cell);
  unsigned int *found = reinterpret_cast<unsigned int *> (findings);

  if (threadIdx.x < KNOWN_WORDS)
    to[threadIdx.x] = from[threadIdx.x];
  if (threadIdx.x < FOUND_WORDS)
    found[threadIdx.x] = 0;
  __syncthreads ();
}

/* Fills a window. `rows` is memory for as many places as it has rows. */
static __device__ __forceinline__ void
fill_window (const MgvfSnakeJob &job, const vnk_view &in, const vnk_cell &cell, const vnk_halves &window, float2 *rows)
{
  vnk_window_place place = vnk_window_at ((double) cell.x, (double) cell.y, job.flow_x, job.flow_y, job.width,
                                          job.height);

  for (int y = (int) threadIdx.x; y < job.height; y += (int) blockDim.x)
    rows[y] = vnk_window_row (place, y);
  __syncthreads ();

  /* Several at once, for a pixel has to wait for the plane's. */
#pragma unroll 4
  for (unsigned int i = threadIdx.x; i < (unsigned int) (job.width * job.height); i += blockDim.x)
    {
      int y = (int) (i * job.per_width >> 40);
      int x = (int) i - y * job.width;

      window.at (x, y) = vnk_window_pixel (in, place, rows[y], x);
    }
}

/* From a window to its edges, not yet scaled; returns the largest. Each warp takes rows. */
static __device__ __forceinline__ float
find_edges (const MgvfSnakeJob &job, const vnk_halves &window, const vnk_halves &edges, unsigned int *shared)
{
  float largest = 0.0f;

  for (int y = (int) threadIdx.x / VNK_WARP; y < job.height; y += (int) blockDim.x / VNK_WARP)
    {
      int above = max (y - 1, 0);
      int below = min (y + 1, job.height - 1);
      float scale_y = vnk_difference_scale (y, job.height);

      for (int x = (int) threadIdx.x % VNK_WARP; x < job.width; x += VNK_WARP)
        {
          float gx = (window.at (min (x + 1, job.width - 1), y) - window.at (max (x - 1, 0), y)) *
                     vnk_difference_scale (x, job.width);
          float gy = (window.at (x, below) - window.at (x, above)) * scale_y;
          float magnitude = vnk_edge_magnitude (gx, gy);

          edges.at (x, y) = magnitude;
          largest = fmaxf (largest, magnitude);
        }
    }
  return vnk_block_max (largest, shared);
}

/* Scales the edges, as they were found. */
static __device__ __forceinline__ void
scale_edges (const MgvfSnakeJob &job, const vnk_halves &edges, float scale)
{
  for (int y = (int) threadIdx.x / VNK_WARP; y < job.height; y += (int) blockDim.x / VNK_WARP)
    for (int x = (int) threadIdx.x % VNK_WARP; x < job.width; x += VNK_WARP)
      edges.at (x, y) = fminf (edges.at (x, y) * scale, 1.0f);
}

/* Of an edge map, for its smaller ones. */
struct EdgesAt {
  const vnk_halves &edges;

  __device__ __forceinline__ float2
  operator() (int x, int y) const
  {
    float edge = edges.at (x, y);

    return make_float2 (edge, edge);
  }
};

/* The snake on the field, by the block's first warp; the others are done with the slopes. */
static __device__ __forceinline__ void
move_snake (const MgvfSnakeJob &job, const vnk_halves &field, float2 *slope_data, Findings *findings, vnk_cell *cell,
            int sweeps)
{
  float seen = vnk_slopes_fill (field, job.width, job.height, (int) threadIdx.x / VNK_WARP,
                                (int) blockDim.x / VNK_WARP, slope_data);
  vnk_slopes slopes = { slope_data, job.width, job.height,
                        vnk_slopes_scale (vnk_block_max (seen, &findings->slope)) };

  if (threadIdx.x >= VNK_WARP)
    return;

  const vnk_cell &known = findings->cell;
  float middle_x = 0.5f * (float) (job.width - 1);
  float middle_y = 0.5f * (float) (job.height - 1);
  vnk_snake snake = vnk_snake_start (job.normals, (double) middle_x, (double) middle_y,
                                     (double) (middle_y + known.path_offset), known.radii);

  vnk_snake_run (slopes, job.snake, snake);

  double sum = vnk_warp_add (vnk_snake_under (field, slopes, snake));

  if (snake.point)
    cell->new_radii[threadIdx.x] = (float) snake.radius;
  if (threadIdx.x > 0)
    return;

  double along = (double) (float) (snake.x + 0.5) - (double) middle_x;
  double across = (double) (float) (snake.y + 0.5) - (double) middle_y;

  cell->new_x = (float) ((double) known.x + along * job.flow_x - across * job.flow_y);
  cell->new_y = (float) ((double) known.y + along * job.flow_y + across * job.flow_x);
  cell->score = (float) (sum / VNK_ELLIPSE_POINTS);
  cell->sweeps = sweeps;
  cell->lost = snake.left;
}

template<int T, int PITCH, bool EVEN, int THREADS, int BLOCKS>
static __global__ void __launch_bounds__ (THREADS, BLOCKS)
tile_kernel (const __grid_constant__ MgvfSnakeJob job, const __grid_constant__ MgvfSnakeParts all)
{
  VNK_DYNAMIC_SHARED (float, words);
  __shared__ Findings findings;

  if ((int) blockIdx.x >= all.n_cells)
    return;

  const MgvfSnakePart part = find_part (all, (int) blockIdx.x);
  vnk_cell *cell = &part.cells[(int) blockIdx.x - part.first];
  int field_words = vnk_tile_words (job.height, PITCH);
  vnk_halves field = { words, (size_t) (field_words / 2), PITCH };
  float *behind = words + field_words;
  float2 *slopes = reinterpret_cast<float2 *> (behind);
  int sweeps;

  begin (&findings, cell);
  fill_window (job, part.in, findings.cell, field, reinterpret_cast<float2 *> (behind));
  __syncthreads ();

  vnk_halves edges = { behind, field.half, field.stride };
  vnk_halves smaller = {};

  scale_edges (job, edges, vnk_edge_scale (find_edges (job, field, edges, &findings.edge)));
  __syncthreads ();
  if (job.coarse)
    smaller = vnk_coarse_tile_start<T, PITCH> (EdgesAt { edges }, job.width, job.height, job.solver, words,
                                               behind + field_words);

  vnk_tile<T, PITCH, EVEN> tile (job.tiling, job.solver.omega);
  vnk_grid smaller_grid = vnk_coarse_grid (job.width, job.height, 1);

#pragma unroll
  for (int row = 0; row < 2 * T; row++)
#pragma unroll
    for (int column = 0; column < 2; column++)
      {
        bool own = tile.has (row, column);

        tile.edge[row][column] = own ? behind[tile.own (column) + row * PITCH] : 0.0f;
        tile.field[row][column] = job.coarse && own ?
                                    vnk_coarse_widened (smaller, smaller_grid, tile.x + column, tile.y + row) :
                                    tile.edge[row][column];
      }
  if (job.coarse)
    __syncthreads ();
#pragma unroll
  for (int row = 0; row < 2 * T; row++)
#pragma unroll
    for (int column = 1; column >= 0; column--)
      tile.put (words, row, column, tile.field[row][column]);
  __syncthreads ();

  /* In the window the flow is to the right. */
  sweeps = vnk_tile_sor (tile, job.solver, words, findings.sums);
  move_snake (job, field, slopes, &findings, cell, sweeps);
}

static __global__ void __launch_bounds__ (GRID_THREADS)
grid_kernel (const __grid_constant__ MgvfSnakeJob job, const __grid_constant__ MgvfSnakeParts all)
{
  VNK_DYNAMIC_SHARED (float, shared);
  __shared__ Findings findings;
  vnk_grid grid = vnk_grid_for (job.width, job.height);
  size_t words = vnk_grid_words (grid);
  float *field = job.memory == NULL ? shared : job.memory + 3 * words * blockIdx.x;
  float *edges = field + words;
  float *other = edges + words;

  for (int i = (int) blockIdx.x; i < all.n_cells; i += (int) gridDim.x)
    {
      const MgvfSnakePart part = find_part (all, i);
      vnk_cell *cell = &part.cells[i - part.first];
      int sweeps;

      /* Those of the cell before have been read. */
      __syncthreads ();
      begin (&findings, cell);
      fill_window (job, part.in, findings.cell, { field, grid.half, (size_t) grid.columns },
                   reinterpret_cast<float2 *> (edges));
      __syncthreads ();

      float scale = vnk_edge_scale (find_edges (job, { field, grid.half, (size_t) grid.columns },
                                                { edges, grid.half, (size_t) grid.columns }, &findings.edge));

      for (size_t j = threadIdx.x; j < words; j += blockDim.x)
        {
          /* Of an odd width the last odd column is none. */
          bool none = job.width % 2 != 0 && j >= grid.half && j % (size_t) grid.columns == (size_t) grid.columns - 1;

          edges[j] = field[j] = none ? 0.0f : fminf (edges[j] * scale, 1.0f);
          other[j] = 0.0f;
        }
      __syncthreads ();

      if (job.coarse)
        {
          vnk_halves map = vnk_grid_halves (grid, edges);

          vnk_coarse_grid_start (EdgesAt { map }, grid, job.solver, field, other);
        }
      sweeps = vnk_grid_sor (grid, job.solver, field, edges, other, findings.sums);

      /* The slopes take the place of the edges and of what lies behind them. */
      __syncthreads ();
      move_snake (job, { field, grid.half, (size_t) grid.columns }, reinterpret_cast<float2 *> (edges), &findings,
                  cell, sweeps);
    }
}

/* A way to cut windows up, for windows of so many threads at most, and so many blocks at once on a multiprocessor. */
struct Cut {
  int  tile, pitch;
  bool even;
  int  threads;
  void (*kernel) (MgvfSnakeJob, MgvfSnakeParts);
};

#define CUT(T, PITCH, EVEN, THREADS, BLOCKS) { T, PITCH, EVEN, THREADS, tile_kernel<T, PITCH, EVEN, THREADS, BLOCKS> }

/* The field, and what comes to lie behind: edges and smaller maps, then slopes. */
static size_t
cut_bytes (const Cut &cut, const MgvfSnakeJob &job)
{
  size_t field = (size_t) vnk_tile_words (job.height, cut.pitch) * sizeof (float);
  size_t maps = job.coarse ? vnk_coarse_words (job.width, job.height, vnk_coarse_levels (job.width, job.height)) : 0;

  return field + max (field + maps * sizeof (float), (size_t) job.width * (size_t) job.height * sizeof (float2));
}

static bool
cut_fits (const vnk_cuda *cuda, const Cut &cut, const MgvfSnakeJob &job, vnk_tiling *tiling)
{
  *tiling = vnk_tiling_for (job.width, job.height, cut.tile);
  return (!job.coarse || vnk_coarse_tiles_fit (*tiling, cut.tile, cut.pitch)) &&
         tiling->columns <= cut.pitch && tiling->tall >= (cut.even ? tiling->strips : 0) &&
         vnk_tiling_threads (*tiling) <= cut.threads &&
         cut_bytes (cut, job) + sizeof (Findings) + VNK_RESERVED_SHARED <= cuda->max_shared;
}

/* The first of some cuts that fits, or NULL. */
static const Cut *
find_cut (const vnk_cuda *cuda, const Cut *cuts, size_t n, MgvfSnakeJob *job)
{
  for (size_t i = 0; i < n; i++)
    if (cut_fits (cuda, cuts[i], *job, &job->tiling))
      return &cuts[i];
  return NULL;
}

static vnk_status
launch_tiles (vnk_cuda *cuda, const MgvfSnakeJob &job, const MgvfSnakeParts &parts, const Cut &cut)
{
  size_t bytes = cut_bytes (cut, job);

  int threads = vnk_tiling_threads (job.tiling);

  VNK_TRY (vnk_cuda_allow_shared (cuda, cut.kernel, bytes));
  if (parts.n_cells <= cuda->n_processors)
    return vnk_cuda_launch_near (cuda, cut.kernel, parts.n_cells, threads, bytes, job, parts);
  VNK_LAUNCH (cuda, cut.kernel, (unsigned int) parts.n_cells, (unsigned int) threads, bytes, job, parts);
  return VNK_OK;
}

static vnk_status
launch_in_memory (vnk_cuda *cuda, MgvfSnakeJob &job, const MgvfSnakeParts &parts)
{
  size_t bytes = 3 * vnk_grid_words (vnk_grid_for (job.width, job.height)) * sizeof (float);
  size_t shared = bytes + sizeof (Findings) + VNK_RESERVED_SHARED <= cuda->max_shared ? bytes : 0;
  size_t blocks = (size_t) min (parts.n_cells, cuda->n_processors);

  if (shared == 0)
    {
      blocks = min (blocks, max (MAX_MEMORY / bytes, (size_t) 1));
      job.memory = (float *) vnk_cuda_scratch (cuda, blocks * bytes);
      if (job.memory == NULL)
        return VNK_ERROR_NO_MEMORY;
    }
  VNK_TRY (vnk_cuda_allow_shared (cuda, grid_kernel, shared));
  VNK_LAUNCH (cuda, grid_kernel, (unsigned int) blocks, GRID_THREADS, shared, job, parts);
  return VNK_OK;
}

/* Small tiles spread a few cells over more threads, large ones leave room for many cells: the result is the same. */
static vnk_status
launch (vnk_cuda *cuda, MgvfSnakeJob &job, const MgvfSnakeParts &parts)
{
  static const Cut few[] = { CUT (1, 48, true, 1024, 1), CUT (2, 48, false, 768, 1) };
  static const Cut many[] = {
    CUT (3, 48, true, 288, 3), CUT (7, 48, true, 128, 4), CUT (7, 48, false, 512, 1), CUT (7, 96, false, 512, 1),
    CUT (4, 48, false, 512, 1), CUT (4, 96, false, 512, 1), CUT (2, 48, false, 768, 1), CUT (2, 96, false, 512, 1)
  };
  const Cut *cut = parts.n_cells <= cuda->n_processors ? find_cut (cuda, few, sizeof few / sizeof *few, &job) : NULL;

  if (cut == NULL)
    cut = find_cut (cuda, many, sizeof many / sizeof *many, &job);
  return cut != NULL ? launch_tiles (cuda, job, parts, *cut) : launch_in_memory (cuda, job, parts);
}

/* What is asked for of a frame. */
struct MgvfSnakeRequest {
  vnk_mgvf_snake_params params; /* without a gap between its fields */
  MgvfSnakeJob          job;
  vnk_view              in;
  vnk_cell             *cells;
  int                   n;
  bool                  done;
};

static vnk_status
send_cells (vnk_cuda *cuda, const MgvfSnakeRequest *request, bool shares, vnk_cell **sent)
{
  size_t size = (size_t) request->n * sizeof (vnk_cell);

  if (shares)
    return vnk_cuda_share (cuda, request->cells, size, reinterpret_cast<void **> (sent));

  *sent = (vnk_cell *) vnk_cuda_scratch (cuda, size);
  return *sent != NULL ? vnk_cuda_upload (cuda, *sent, request->cells, size) : vnk_cuda_no_memory (cuda);
}

static vnk_status
run_one (vnk_cuda *cuda, MgvfSnakeRequest *request, bool shares)
{
  MgvfSnakeParts parts = {};

  parts.parts[0].in = request->in;
  parts.n = 1;
  parts.n_cells = request->n;
  VNK_TRY (send_cells (cuda, request, shares, &parts.parts[0].cells));
  VNK_TRY (launch (cuda, request->job, parts));
  return shares
         ? VNK_OK : vnk_cuda_download (cuda, request->cells, parts.parts[0].cells,
                                       (size_t) request->n * sizeof (vnk_cell));
}

/* Those that want the same as the first that is not done, together. */
static vnk_status
run_alike (vnk_cuda *cuda, MgvfSnakeRequest *const *requests, int n)
{
  MgvfSnakeParts parts = {};
  MgvfSnakeRequest *like = NULL;

  for (int i = 0; i < n; i++)
    {
      MgvfSnakeRequest *request = requests[i];

      if (request->done || (like != NULL && memcmp (&request->params, &like->params, sizeof request->params) != 0))
        continue;

      MgvfSnakePart *part = &parts.parts[parts.n++];

      like = request;
      request->done = true;
      part->in = request->in;
      part->first = parts.n_cells;
      VNK_TRY (send_cells (cuda, request, true, &part->cells));
      parts.n_cells += request->n;
    }

  MgvfSnakeJob job = like->job;

  return launch (cuda, job, parts);
}

static vnk_status
run_batch (vnk_cuda *cuda, void *const *requests, int n)
{
  MgvfSnakeRequest *const *all = reinterpret_cast<MgvfSnakeRequest *const *> (requests);
  size_t size = 0;

  for (int i = 0; i < n; i++)
    {
      all[i]->done = false;
      size += (size_t) all[i]->n * sizeof (vnk_cell) + VNK_SHARED_STEP;
    }
  VNK_TRY (vnk_cuda_reserve (cuda, size));
  for (int i = 0; i < n; i++)
    if (!all[i]->done)
      VNK_TRY (run_alike (cuda, all + i, n - i));
  return vnk_cuda_end (cuda);
}

vnk_status
vnk_cuda_mgvf_snake (vnk_backend *backend, const vnk_plane *in, const vnk_mgvf_snake_params *params, vnk_cell *cells,
                     int n)
{
  vnk_cuda *cuda;
  MgvfSnakeRequest request = {};

  if (!vnk_check_mgvf_snake (in, params, cells, n))
    return VNK_ERROR_INVALID;
  if (n == 0)
    return VNK_OK;

  VNK_TRY (vnk_cuda_begin_together (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, in, &request.in));
  request.params = *params;
  request.job.flow_x = (double) params->flow_x;
  request.job.flow_y = (double) params->flow_y;
  request.job.width = params->window_length;
  request.job.height = params->window_width;
  request.job.per_width = ((1ull << 40) + (unsigned int) request.job.width - 1) / (unsigned int) request.job.width;
  request.job.solver = vnk_solver_for (&params->mgvf, request.job.width, request.job.height);
  request.job.snake = vnk_snake_params_for (&params->ellipse);
  request.job.normals = vnk_snake_normals ();
  request.job.coarse = params->mgvf.coarse_sweeps > 0 && vnk_coarse_levels (request.job.width, request.job.height) > 0;
  request.cells = cells;
  request.n = n;
  if (n <= MAX_SHARED && in->device != NULL && vnk_cuda_batches (cuda))
    return vnk_cuda_batcher_run (cuda, VNK_BATCH_MGVF_SNAKE, run_batch, &request);

  VNK_TRY (vnk_cuda_flush (cuda));
  VNK_TRY (run_one (cuda, &request, n <= MAX_SHARED));
  return vnk_cuda_end (cuda);
}
