/* bench-histogram.cu: the histogram's kernel beside a naive one and CUB's
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Frames in the device's memory, each way many times in one graph, so that the host's launches do not count: with
 * atomics in the device's memory alone, with the kernel of the operation (histogram.cuh), and by CUB's DeviceHistogram.
 * All have to count the same, and so has the operation itself, from the host's memory to its counts there.
 */

#include "histogram.cuh"

#include <cub/device/device_histogram.cuh>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CALLS 20 /* of a graph */
#define RUNS 15

static void
check (cudaError_t error)
{
  if (error == cudaSuccess)
    return;
  fprintf (stderr, "%s\n", cudaGetErrorString (error));
  exit (1);
}

template <typename Sample>
static __global__ void
naive (const Sample *samples, int n, int shift, unsigned int *counts)
{
  int i = (int) (blockIdx.x * blockDim.x + threadIdx.x);

  if (i < n)
    atomicAdd (&counts[samples[i] >> shift], 1u);
}

template <typename Sample>
struct Frame
{
  int           width, height, shift, n_bins;
  bool          flat;

  const cudaDeviceProp *properties;

  Sample       *host;    /* samples */
  Sample       *samples; /* the device's */
  void         *counts;  /* n_bins of 4 or 8 bytes */
  void         *scratch;
  size_t        scratch_size;
  cudaStream_t  stream;
  unsigned int *expected;
};

enum Way { NAIVE, PRIVATISED, CUB, N_WAYS };

template <typename Sample, vnk_histogram_place PLACE>
static void
ask_in (const Frame<Sample> *frame, const vnk_histogram_launch *launch, const vnk_histogram_part *part)
{
  check (cudaFuncSetAttribute (histogram<Sample, PLACE>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               (int) launch->shared));
  histogram<Sample, PLACE><<<launch->blocks, launch->threads, launch->shared, frame->stream>>> (*part);
}

template <typename Sample>
static void
ask (const Frame<Sample> *frame, Way way)
{
  int n = frame->width * frame->height;
  vnk_histogram_part part = {};

  if (way == NAIVE)
    {
      naive<<<(n + 255) / 256, 256, 0, frame->stream>>> (frame->samples, n, frame->shift,
                                                         (unsigned int *) frame->counts);
      return;
    }
  if (way == CUB)
    {
      size_t size = frame->scratch_size;

      check (cub::DeviceHistogram::HistogramEven (frame->scratch, size, frame->samples, (unsigned int *) frame->counts,
                                                  frame->n_bins + 1, 0, frame->n_bins << frame->shift, n,
                                                  frame->stream));
      return;
    }

  part.data = (const unsigned char *) frame->samples;
  part.width = frame->width;
  part.height = frame->height;
  part.pitch = frame->width * (int) sizeof (Sample);
  part.shift = frame->shift;
  part.n_bins = frame->n_bins;
  part.counts = (unsigned long long *) frame->counts;

  vnk_histogram_launch launch = vnk_histogram_share_out (&part, sizeof (Sample),
                                                         frame->properties->sharedMemPerBlockOptin,
                                                         frame->properties->multiProcessorCount);

  if (launch.place == VNK_HISTOGRAM_SHARED)
    ask_in<Sample, VNK_HISTOGRAM_SHARED> (frame, &launch, &part);
  else
    ask_in<Sample, VNK_HISTOGRAM_PACKED> (frame, &launch, &part);
}

template <typename Sample>
static bool
counts_right (const Frame<Sample> *frame, Way way)
{
  size_t size = way == PRIVATISED ? 8 : 4;
  unsigned char *counts = (unsigned char *) malloc (size * frame->n_bins);
  bool right = true;

  check (cudaMemsetAsync (frame->counts, 0, size * frame->n_bins, frame->stream));
  ask (frame, way);
  check (cudaMemcpyAsync (counts, frame->counts, size * frame->n_bins, cudaMemcpyDeviceToHost, frame->stream));
  check (cudaStreamSynchronize (frame->stream));
  for (int i = 0; i < frame->n_bins; i++)
    right = right && frame->expected[i] == (size == 8 ? ((unsigned long long *) counts)[i]
                                                      : ((unsigned int *) counts)[i]);
  free (counts);
  return right;
}

static int
compare (const void *a, const void *b)
{
  float x = *(const float *) a, y = *(const float *) b;

  return (x > y) - (x < y);
}

/* µs of a call, the median of the graphs. */
template <typename Sample>
static float
measure (const Frame<Sample> *frame, Way way)
{
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaEvent_t start, end;
  float times[RUNS];

  check (cudaEventCreate (&start));
  check (cudaEventCreate (&end));
  check (cudaStreamBeginCapture (frame->stream, cudaStreamCaptureModeRelaxed));
  for (int i = 0; i < CALLS; i++)
    ask (frame, way);
  check (cudaStreamEndCapture (frame->stream, &graph));
  check (cudaGraphInstantiate (&exec, graph, 0));
  for (int i = -3; i < RUNS; i++)
    {
      float ms;

      check (cudaEventRecord (start, frame->stream));
      check (cudaGraphLaunch (exec, frame->stream));
      check (cudaEventRecord (end, frame->stream));
      check (cudaEventSynchronize (end));
      check (cudaEventElapsedTime (&ms, start, end));
      times[i < 0 ? 0 : i] = ms * 1e3f / CALLS;
    }
  check (cudaGraphExecDestroy (exec));
  check (cudaGraphDestroy (graph));
  check (cudaEventDestroy (start));
  check (cudaEventDestroy (end));
  qsort (times, RUNS, sizeof *times, compare);
  return times[RUNS / 2];
}

/* Noise as of a camera: the sum of four dice around the middle of the range, some 60 of 256 levels wide. */
template <typename Sample>
static void
fill (Frame<Sample> *frame)
{
  int n = frame->width * frame->height, top = frame->n_bins << frame->shift;
  Sample *samples = (Sample *) malloc ((size_t) n * sizeof (Sample));
  unsigned int state = 1;

  frame->host = samples;

  for (int i = 0; i < n; i++)
    {
      double sum = 0;

      for (int die = 0; die < 4; die++)
        {
          state = state * 1664525u + 1013904223u;
          sum += (state >> 8) / 16777216.0 - 0.5;
        }
      samples[i] = (Sample) (frame->flat ? top / 2 : top / 2 + sum * top / 8);
      frame->expected[samples[i] >> frame->shift]++;
    }
  check (cudaMemcpy (frame->samples, samples, (size_t) n * sizeof (Sample), cudaMemcpyHostToDevice));
}

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return 1e6 * (double) time.tv_sec + 1e-3 * (double) time.tv_nsec;
}

/* µs; −1: it counts otherwise. */
template <typename Sample>
static float
measure_operation (const Frame<Sample> *frame, vnk_backend *backend)
{
  const vnk_image image = { frame->host, frame->width, frame->height, (ptrdiff_t) (frame->width * sizeof (Sample)),
                            (int) sizeof (Sample) };
  uint64_t *counts = (uint64_t *) calloc (frame->n_bins, sizeof *counts);
  float times[RUNS];
  bool right = true;

  for (int i = -3; i < RUNS; i++)
    {
      double start = now ();

      if (backend->histogram (backend, &image, NULL, frame->shift, frame->n_bins, counts) != VNK_OK)
        right = false;
      times[i < 0 ? 0 : i] = (float) (now () - start);
    }
  for (int i = 0; i < frame->n_bins; i++)
    right = right && counts[i] == (uint64_t) frame->expected[i] * (RUNS + 3);
  free (counts);
  qsort (times, RUNS, sizeof *times, compare);
  return right ? times[RUNS / 2] : -1;
}

template <typename Sample>
static void
bench (vnk_backend *backend, const cudaDeviceProp *properties, int width, int height, int shift, int n_bins, bool flat)
{
  Frame<Sample> frame = { width, height, shift, n_bins, flat, properties };
  size_t n = (size_t) width * height;

  frame.expected = (unsigned int *) calloc (n_bins, sizeof *frame.expected);
  check (cudaStreamCreateWithFlags (&frame.stream, cudaStreamNonBlocking));
  check (cudaMalloc (&frame.samples, n * sizeof (Sample)));
  check (cudaMalloc (&frame.counts, 8 * (size_t) n_bins));
  check (cub::DeviceHistogram::HistogramEven (NULL, frame.scratch_size, frame.samples, (unsigned int *) frame.counts,
                                              n_bins + 1, 0, n_bins << shift, (int) n, frame.stream));
  check (cudaMalloc (&frame.scratch, frame.scratch_size + 1));
  fill (&frame);
  printf ("| %d×%d, %d bit, %s | %d |", width, height, (int) sizeof (Sample) * 8, flat ? "flat" : "noise", n_bins);
  for (int way = 0; way < N_WAYS; way++)
    if (counts_right (&frame, (Way) way))
      printf (" %.1f |", (double) measure (&frame, (Way) way));
    else
      printf (" wrong |");
  printf (" %.0f |\n", (double) measure_operation (&frame, backend));
  fflush (stdout);
  cudaFree (frame.samples);
  cudaFree (frame.counts);
  cudaFree (frame.scratch);
  cudaStreamDestroy (frame.stream);
  free (frame.expected);
  free (frame.host);
}

int
main (void)
{
  static const int sizes[][2] = { { 640, 480 }, { 3840, 2160 } };
  cudaDeviceProp properties;
  vnk_backend *backend;

  check (cudaGetDeviceProperties (&properties, 0));
  if (vnk_cuda_open (0, &backend, NULL, 0) != VNK_OK)
    return 1;
  printf ("%s, µs\n\n", properties.name);
  printf ("| frame | bins | atomics in the device's memory | in shared memory | CUB | operation |\n");
  printf ("|---|---|---|---|---|---|\n");
  for (int i = 0; i < 2; i++)
    for (int flat = 0; flat < 2; flat++)
      {
        bench<unsigned char> (backend, &properties, sizes[i][0], sizes[i][1], 0, 256, flat);
        bench<unsigned short> (backend, &properties, sizes[i][0], sizes[i][1], 4, 256, flat);
        bench<unsigned short> (backend, &properties, sizes[i][0], sizes[i][1], 0, 4096, flat);
        bench<unsigned short> (backend, &properties, sizes[i][0], sizes[i][1], 0, 65536, flat);
      }
  backend->close (backend);
  return 0;
}
