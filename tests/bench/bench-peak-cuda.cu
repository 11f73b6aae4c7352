/* bench-peak-cuda.cu: what a CUDA device can do at best, and where it is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-peak.h"

#include <stddef.h>
#include <time.h>

#define THREADS 256
#define LARGE (512.0 * 1024 * 1024) /* bytes: more than caches hold */
#define ROUNDS 4096
#define SUMS 8                      /* numbers that are added to in turn, so that none waits for the one before */
#define COPIES 200
#define LARGE_COPIES 20

static __global__ void
copy (const float4 *from, float4 *to, size_t n)
{
  for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n; i += (size_t) gridDim.x * blockDim.x)
    to[i] = from[i];
}

static __global__ void
compute (float factor, float *result)
{
  float sums[SUMS];
  float sum = 0.0f;

  for (int k = 0; k < SUMS; k++)
    sums[k] = (float) (threadIdx.x + k);
#pragma unroll 16
  for (int i = 0; i < ROUNDS; i++)
#pragma unroll
    for (int k = 0; k < SUMS; k++)
      sums[k] = fmaf (sums[k], factor, factor);
  for (int k = 0; k < SUMS; k++)
    sum += sums[k];
  if (sum == 12345.0f)
    *result = sum;
}

static __global__ void
nothing (void)
{
}

static double
seconds_now (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

/* bytes/s read and written */
static double
measure_copy (int processors, double bytes, int copies)
{
  size_t n = (size_t) (bytes / sizeof (float4));
  float4 *from = NULL, *to = NULL;
  double rate = 0.0;

  if (cudaMalloc (&from, n * sizeof (float4)) == cudaSuccess && cudaMalloc (&to, n * sizeof (float4)) == cudaSuccess &&
      cudaMemset (from, 0, n * sizeof (float4)) == cudaSuccess)
    {
      int blocks = (int) ((n + THREADS - 1) / THREADS);

      blocks = blocks < 16 * processors ? blocks : 16 * processors;
      copy<<<blocks, THREADS>>> (from, to, n);
      cudaDeviceSynchronize ();

      double start = seconds_now ();

      for (int i = 0; i < copies; i++)
        copy<<<blocks, THREADS>>> (from, to, n);
      if (cudaDeviceSynchronize () == cudaSuccess)
        rate = 2.0 * (double) n * sizeof (float4) * copies / (seconds_now () - start);
    }
  cudaFree (from);
  cudaFree (to);
  return rate;
}

static double
measure_compute (int processors)
{
  float *result = NULL;
  double rate = 0.0;
  int blocks = 32 * processors;

  if (cudaMalloc (&result, sizeof *result) == cudaSuccess)
    {
      compute<<<blocks, THREADS>>> (0.5f, result);
      cudaDeviceSynchronize ();

      double start = seconds_now ();

      for (int i = 0; i < 8; i++)
        compute<<<blocks, THREADS>>> (0.5f, result);
      if (cudaDeviceSynchronize () == cudaSuccess)
        rate = 8.0 * 2.0 * ROUNDS * SUMS * THREADS * (double) blocks / (seconds_now () - start);
    }
  cudaFree (result);
  return rate;
}

/* ms */
static double
measure_call (void)
{
  double start = seconds_now ();

  for (int i = 0; i < COPIES; i++)
    {
      nothing<<<1, 32>>> ();
      cudaDeviceSynchronize ();
    }
  return (seconds_now () - start) * 1000.0 / COPIES;
}

void
bench_peak_cuda (int device, double bytes, BenchLimits *limits)
{
  int processors = 0;

  *limits = (BenchLimits) { 0, 0, 0, 0 };
  if (cudaSetDevice (device) != cudaSuccess ||
      cudaDeviceGetAttribute (&processors, cudaDevAttrMultiProcessorCount, device) != cudaSuccess)
    return;
  limits->call = measure_call ();
  limits->copied = measure_copy (processors, bytes, COPIES);
  limits->memory = measure_copy (processors, LARGE, LARGE_COPIES);
  limits->flops = measure_compute (processors);
}

bool
bench_cuda_bus_id (int device, char bus_id[BENCH_BUS_ID_SIZE])
{
  return cudaDeviceGetPCIBusId (bus_id, BENCH_BUS_ID_SIZE, device) == cudaSuccess;
}
