/* mgvf.cu: motion gradient vector flow of one edge map
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "mgvf-coarse.cuh"

#define TILE 2
#define PITCH 48
#define TILE_THREADS 512
#define GRID_THREADS 1024

struct MgvfJob {
  vnk_view   edges;
  vnk_view   field;  /* its start is here, too */
  vnk_solver solver;
  vnk_tiling tiling;
  int       *sweeps;
  bool       coarse; /* the field starts from smaller maps */
  float     *memory; /* NULL: shared memory is enough */
};

static __device__ __forceinline__ float *
pixel (const vnk_view &view, int x, int y)
{
  return view.data + (size_t) y * (size_t) view.stride + (size_t) x;
}

/* Of the edge map, for its smaller ones. */
struct EdgesAt {
  const vnk_view &edges;

  __device__ __forceinline__ float2
  operator() (int x, int y) const
  {
    float edge = *pixel (edges, x, y);

    return make_float2 (edge, edge);
  }
};

template<bool SOR, typename Flow>
static __global__ void __launch_bounds__ (TILE_THREADS)
tile_kernel (const __grid_constant__ MgvfJob job, const Flow flow)
{
  VNK_DYNAMIC_SHARED (float, words);
  __shared__ unsigned int sums[3];
  float *last = words;
  vnk_halves smaller = {};
  int sweeps;

  if (threadIdx.x < 3)
    sums[threadIdx.x] = 0;
  if (SOR && job.coarse)
    smaller = vnk_coarse_tile_start<TILE, PITCH> (EdgesAt { job.edges }, job.tiling.width, job.tiling.height, flow,
                                                  job.solver, words, words + vnk_tile_words (job.tiling.height, PITCH));

  vnk_tile<TILE, PITCH, false> tile (job.tiling, SOR ? job.solver.omega : job.solver.spread);
  vnk_grid smaller_grid = vnk_coarse_grid (job.tiling.width, job.tiling.height, 1);

#pragma unroll
  for (int row = 0; row < 2 * TILE; row++)
#pragma unroll
    for (int column = 0; column < 2; column++)
      {
        int x = tile.x + column, y = tile.y + row;
        bool own = tile.has (row, column);

        tile.edge[row][column] = own ? *pixel (job.edges, x, y) : 0.0f;
        tile.field[row][column] = !own ? 0.0f :
                                  SOR && job.coarse ? vnk_coarse_widened (smaller, smaller_grid, x, y) :
                                                      *pixel (job.field, x, y);
      }
  if (SOR && job.coarse)
    __syncthreads ();
#pragma unroll
  for (int row = 0; row < 2 * TILE; row++)
#pragma unroll
    for (int column = 1; column >= 0; column--)
      tile.put (words, row, column, tile.field[row][column]);
  __syncthreads ();

  if (SOR)
    sweeps = vnk_tile_sor (tile, flow, job.solver, words, sums);
  else
    sweeps = vnk_tile_jacobi (tile, flow, job.solver, job.tiling.height, words, sums, &last);

#pragma unroll
  for (int row = 0; row < 2 * TILE; row++)
#pragma unroll
    for (int column = 0; column < 2; column++)
      if (tile.has (row, column))
        *pixel (job.field, tile.x + column, tile.y + row) = tile.field[row][column];
  if (threadIdx.x == 0)
    *job.sweeps = sweeps;
}

template<bool SOR, typename Flow>
static __global__ void __launch_bounds__ (GRID_THREADS)
grid_kernel (const __grid_constant__ MgvfJob job, const Flow flow)
{
  VNK_DYNAMIC_SHARED (float, shared);
  __shared__ unsigned int sums[3];
  vnk_grid grid = vnk_grid_for (job.field.width, job.field.height);
  float *field = job.memory == NULL ? shared : job.memory;
  float *edges = field + vnk_grid_words (grid);
  float *other = edges + vnk_grid_words (grid);
  float *last = field;
  int warp = (int) threadIdx.x / VNK_WARP;
  int lane = (int) threadIdx.x % VNK_WARP;
  int sweeps;

  if (threadIdx.x < 3)
    sums[threadIdx.x] = 0;
  for (int y = warp; y < grid.height; y += GRID_THREADS / VNK_WARP)
    for (int x = lane; x < grid.width; x += VNK_WARP)
      {
        size_t at = vnk_grid_at (grid, x, y);

        field[at] = *pixel (job.field, x, y);
        edges[at] = *pixel (job.edges, x, y);
        if (x % 2 == 0)
          other[at] = 0.0f;
      }
  __syncthreads ();
  if (SOR && job.coarse)
    vnk_coarse_grid_start (EdgesAt { job.edges }, grid, flow, job.solver, field, other);

  if (SOR)
    sweeps = vnk_grid_sor (grid, flow, job.solver, field, edges, other, sums);
  else
    sweeps = vnk_grid_jacobi (grid, flow, job.solver, field, other, edges, sums, &last);

  for (int y = warp; y < grid.height; y += GRID_THREADS / VNK_WARP)
    for (int x = lane; x < grid.width; x += VNK_WARP)
      *pixel (job.field, x, y) = last[vnk_grid_at (grid, x, y)];
  if (threadIdx.x == 0)
    *job.sweeps = sweeps;
}

static size_t
tile_bytes (const MgvfJob &job, bool sor)
{
  int width = job.tiling.width, height = job.tiling.height;
  size_t maps = job.coarse ? vnk_coarse_words (width, height, vnk_coarse_levels (width, height)) : 0;

  return ((sor ? 1 : 2) * (size_t) vnk_tile_words (height, PITCH) + maps) * sizeof (float);
}

template<bool SOR, typename Flow>
static vnk_status
solve_by_tiles (vnk_cuda *cuda, const MgvfJob &job, const Flow &flow)
{
  size_t bytes = tile_bytes (job, SOR);

  VNK_TRY (vnk_cuda_allow_shared (cuda, tile_kernel<SOR, Flow>, bytes));
  VNK_LAUNCH (cuda, (tile_kernel<SOR, Flow>), 1, (unsigned int) vnk_tiling_threads (job.tiling), bytes, job, flow);
  return VNK_OK;
}

template<bool SOR, typename Flow>
static vnk_status
solve_in_memory (vnk_cuda *cuda, MgvfJob &job, const Flow &flow)
{
  size_t bytes = 3 * vnk_grid_words (vnk_grid_for (job.field.width, job.field.height)) * sizeof (float);
  size_t shared = bytes + VNK_RESERVED_SHARED <= cuda->max_shared ? bytes : 0;

  if (shared == 0)
    {
      job.memory = (float *) vnk_cuda_scratch (cuda, bytes);
      if (job.memory == NULL)
        return VNK_ERROR_NO_MEMORY;
    }
  VNK_TRY (vnk_cuda_allow_shared (cuda, grid_kernel<SOR, Flow>, shared));
  VNK_LAUNCH (cuda, (grid_kernel<SOR, Flow>), 1, GRID_THREADS, shared, job, flow);
  return VNK_OK;
}

template<bool SOR, typename Flow>
static vnk_status
solve (vnk_cuda *cuda, MgvfJob &job, const Flow &flow)
{
  if (job.tiling.columns <= PITCH && (!job.coarse || vnk_coarse_tiles_fit (job.tiling, TILE, PITCH)) && vnk_tiling_threads (job.tiling) <= TILE_THREADS &&
      tile_bytes (job, SOR) + VNK_RESERVED_SHARED <= cuda->max_shared)
    return solve_by_tiles<SOR> (cuda, job, flow);
  return solve_in_memory<SOR> (cuda, job, flow);
}

template<typename Flow>
static vnk_status
solve_by (vnk_cuda *cuda, MgvfJob &job, vnk_mgvf_method method, const Flow &flow)
{
  return method == VNK_MGVF_SOR ? solve<true> (cuda, job, flow) : solve<false> (cuda, job, flow);
}

static vnk_flow_any
flow_any (float flow_x, float flow_y)
{
  static const int directions[VNK_PAIRS][2] = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 } };
  vnk_flow_any flow = { 0, 0 };

  for (int i = 0; i < VNK_PAIRS; i++)
    {
      double along = directions[i][0] * (double) flow_x + directions[i][1] * (double) flow_y;

      if (fabs (along) <= VNK_PERPENDICULAR)
        flow.besides |= 1u << i;
      else if (along < 0.0)
        flow.swapped |= 1u << i;
    }
  return flow;
}

static bool
is_right (const vnk_flow_any &flow)
{
  for (int i = 0; i < VNK_PAIRS; i++)
    if (flow.beside (i) != vnk_flow_right::beside (i) ||
        (!flow.beside (i) && flow.swaps (i) != vnk_flow_right::swaps (i)))
      return false;
  return true;
}

vnk_status
vnk_cuda_mgvf (vnk_backend *backend, const vnk_plane *edges, float flow_x, float flow_y, const vnk_mgvf_params *params,
               bool warm, vnk_plane *field, int *sweeps)
{
  vnk_flow_any flow;
  vnk_cuda *cuda;
  MgvfJob job = {};
  vnk_view start;

  if (!vnk_check_mgvf (edges, flow_x, flow_y, params, field))
    return VNK_ERROR_INVALID;

  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_cuda_read (cuda, edges, &job.edges));
  start = job.edges;
  if (warm)
    VNK_TRY (vnk_cuda_read (cuda, field, &start));
  VNK_TRY (vnk_cuda_write (cuda, field, &job.field));
  VNK_TRY (vnk_cuda_part (cuda, &job.edges, &job.field));
  if (start.data != job.field.data)
    VNK_CUDA (cuda, cudaMemcpy2DAsync (job.field.data, (size_t) job.field.stride * sizeof (float), start.data,
                                       (size_t) start.stride * sizeof (float), (size_t) start.width * sizeof (float),
                                       (size_t) start.height, cudaMemcpyDeviceToDevice, cuda->stream));
  job.solver = vnk_solver_for (params, edges->width, edges->height);
  job.tiling = vnk_tiling_for (edges->width, edges->height, TILE);
  job.coarse = params->method == VNK_MGVF_SOR && !warm && params->coarse_sweeps > 0 &&
               vnk_coarse_levels (edges->width, edges->height) > 0;
  job.sweeps = (int *) vnk_cuda_scratch (cuda, sizeof *job.sweeps);
  if (job.sweeps == NULL)
    return VNK_ERROR_NO_MEMORY;

  flow = flow_any (flow_x, flow_y);
  VNK_TRY (is_right (flow) ? solve_by (cuda, job, params->method, vnk_flow_right ())
                           : solve_by (cuda, job, params->method, flow));
  if (sweeps != NULL)
    VNK_TRY (vnk_cuda_download (cuda, sweeps, job.sweeps, sizeof *sweeps));
  VNK_TRY (vnk_cuda_written (cuda, field, &job.field));
  return vnk_cuda_end (cuda);
}
