/* bench-graph.cu: what a CUDA graph would save a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The launches of a tracked frame, as tools/kernel-table and their operations have them, with as many blocks, threads
 * and bytes of arguments, by kernels that do nothing for as long as those take: launched one by one, as one graph whose
 * nodes get new arguments for each frame, and as a graph that stays as it is. With the kernels' times and without (all
 * 0), where the launches are all there is.
 */

#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define RUNS 301
#define MAX_BYTES 3840

struct Arguments {
  unsigned int ns;
  unsigned int frame;
  char         more[MAX_BYTES];
};

static __global__ void
rest (const __grid_constant__ Arguments arguments, unsigned int *out)
{
  long long start, now;

  asm volatile ("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do
    asm volatile ("mov.u64 %0, %%globaltimer;" : "=l"(now));
  while (now - start < arguments.ns);
  if (threadIdx.x == 0 && blockIdx.x == 0)
    *out = arguments.frame;
}

/* What fewer arguments cost: the struct's size is the kernel's, so that there is one for each. */
template<int BYTES>
struct Few {
  unsigned int ns;
  unsigned int frame;
  char         more[BYTES - 8];
};

template<int BYTES>
static __global__ void
rest_few (const __grid_constant__ Few<BYTES> arguments, unsigned int *out)
{
  long long start, now;

  asm volatile ("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do
    asm volatile ("mov.u64 %0, %%globaltimer;" : "=l"(now));
  while (now - start < arguments.ns);
  if (threadIdx.x == 0 && blockIdx.x == 0)
    *out = arguments.frame;
}

struct Step {
  const char  *name;
  const void  *kernel;
  unsigned int blocks, threads, ns;
};

/* Those of a tracked frame of 640 x 480 px with 39 cells, µs as on an H200. */
static const Step steps[] = {
  { "load, crop", (const void *) rest_few<128>, 438, 128, 7000 },
  { "load, frame", (const void *) rest_few<128>, 960, 128, 9000 },
  { "pyramid_down", (const void *) rest_few<128>, 300, 256, 4000 },
  { "shift: levels", (const void *) rest_few<1024>, 150, 256, 5000 },
  { "shift: find", (const void *) rest_few<1024>, 16, 512, 50000 },
  { "shift: tiles", (const void *) rest_few<1024>, 75, 256, 10000 },
  { "shift: aligned", (const void *) rest_few<1024>, 300, 256, 4000 },
  { "running_moments", (const void *) rest_few<256>, 300, 256, 3000 },
  { "ncc_match", (const void *) rest_few<512>, 39, 256, 38000 },
  { "mgvf_snake", (const void *) rest, 39, 864, 45000 },
};

#define N_STEPS (sizeof steps / sizeof *steps)

static void
check (cudaError_t error)
{
  if (error == cudaSuccess)
    return;
  fprintf (stderr, "%s\n", cudaGetErrorString (error));
  exit (1);
}

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return 1e6 * (double) time.tv_sec + 1e-3 * (double) time.tv_nsec;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

enum Way { ONE_BY_ONE, GRAPH_UPDATED, GRAPH_AS_IT_IS, N_WAYS };

struct Bench {
  cudaStream_t    stream;
  cudaGraph_t     nodes_of;
  cudaGraphExec_t graph;
  cudaGraphNode_t nodes[N_STEPS];
  Arguments       arguments;
  unsigned int   *out;
  bool            rests; /* the kernels take their time */
};

static cudaKernelNodeParams
node_params (Bench *bench, size_t i, void **pointers)
{
  cudaKernelNodeParams params = {};

  pointers[0] = &bench->arguments;
  pointers[1] = &bench->out;
  params.func = (void *) steps[i].kernel;
  params.gridDim = dim3 (steps[i].blocks);
  params.blockDim = dim3 (steps[i].threads);
  params.kernelParams = pointers;
  return params;
}

static void
make_graph (Bench *bench)
{
  check (cudaGraphCreate (&bench->nodes_of, 0));
  for (size_t i = 0; i < N_STEPS; i++)
    {
      void *pointers[2];
      cudaKernelNodeParams params = node_params (bench, i, pointers);

      bench->arguments.ns = bench->rests ? steps[i].ns : 0;
      check (cudaGraphAddKernelNode (&bench->nodes[i], bench->nodes_of, i > 0 ? &bench->nodes[i - 1] : NULL, i > 0,
                                     &params));
    }
  check (cudaGraphInstantiate (&bench->graph, bench->nodes_of, 0));
  check (cudaGraphUpload (bench->graph, bench->stream));
  check (cudaStreamSynchronize (bench->stream));
}

static void
ask (Bench *bench, Way way)
{
  bench->arguments.frame++;
  for (size_t i = 0; i < N_STEPS && way != GRAPH_AS_IT_IS; i++)
    {
      void *pointers[2];
      cudaKernelNodeParams params = node_params (bench, i, pointers);

      bench->arguments.ns = bench->rests ? steps[i].ns : 0;
      if (way == ONE_BY_ONE)
        check (cudaLaunchKernel (params.func, params.gridDim, params.blockDim, pointers, 0, bench->stream));
      else
        check (cudaGraphExecKernelNodeSetParams (bench->graph, bench->nodes[i], &params));
    }
  if (way != ONE_BY_ONE)
    check (cudaGraphLaunch (bench->graph, bench->stream));
}

static void
measure (Bench *bench, Way way, const char *name)
{
  static double asked[RUNS], done[RUNS];

  for (int i = -20; i < RUNS; i++)
    {
      double start = now ();

      ask (bench, way);

      double middle = now ();

      check (cudaStreamSynchronize (bench->stream));
      if (i >= 0)
        {
          asked[i] = middle - start;
          done[i] = now () - start;
        }
    }
  qsort (asked, RUNS, sizeof *asked, compare);
  qsort (done, RUNS, sizeof *done, compare);
  printf ("| %s, %s | %.1f | %.1f | %.1f–%.1f |\n", name, bench->rests ? "with their times" : "of no time",
          asked[RUNS / 2], done[RUNS / 2], done[RUNS / 10], done[RUNS - 1 - RUNS / 10]);
}

int
main (void)
{
  static const char *names[N_WAYS] = { "one by one", "a graph with new arguments", "a graph as it is" };
  cudaDeviceProp properties;
  double sum = 0;

  for (size_t i = 0; i < N_STEPS; i++)
    sum += 1e-3 * steps[i].ns;
  check (cudaGetDeviceProperties (&properties, 0));
  printf ("%s, %zu launches, %.0f µs of kernels\n\n| launches | host, µs | until done, µs | a tenth to nine tenths "
          "|\n|---|---|---|---|\n", properties.name, N_STEPS, sum);
  for (int rests = 0; rests < 2; rests++)
    {
      Bench bench = {};

      bench.rests = rests != 0;
      check (cudaStreamCreateWithFlags (&bench.stream, cudaStreamNonBlocking));
      check (cudaMalloc (&bench.out, sizeof *bench.out));
      make_graph (&bench);
      for (int way = 0; way < N_WAYS; way++)
        measure (&bench, (Way) way, names[way]);
      check (cudaGraphExecDestroy (bench.graph));
      check (cudaGraphDestroy (bench.nodes_of));
      check (cudaFree (bench.out));
      check (cudaStreamDestroy (bench.stream));
    }
  return 0;
}
