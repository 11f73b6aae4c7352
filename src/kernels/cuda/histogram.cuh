/* histogram.cuh: how often each gray value stands in a frame, counted by each block for itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A block counts a run of the frame's words in shared memory and then adds what is not 0 to the counts of all. Counters
 * of 32 bits, as long as all bins have room. 65 536 do not: then two of 16 bits share a word, and a block takes fewer
 * than 65 536 pixels, so that none overflows. Where that does not fit either, all count in the device's memory.
 */

#pragma once

#include "cuda.cuh"

#define HISTOGRAM_WORD 16        /* bytes that a thread fetches */
#define HISTOGRAM_MAX_PACKED 65535 /* pixels that counters of 16 bits hold */
#define HISTOGRAM_THREADS 1024   /* of a block, at most */
#define HISTOGRAM_FEW_BINS 1024

enum vnk_histogram_place { VNK_HISTOGRAM_SHARED, VNK_HISTOGRAM_PACKED, VNK_HISTOGRAM_GLOBAL };

/* Rows of samples, each at a multiple of the sample's size. */
struct vnk_histogram_part
{
  const unsigned char *data;
  int                  width, height; /* px */
  int                  pitch;         /* bytes */
  vnk_view             mask;          /* data is NULL: none */
  int                  shift, n_bins;
  int                  words;         /* that a row may touch */
  int                  share;         /* words of a block */
  int                  shared_fours;  /* that its counters take up */
  unsigned long long  *counts;
};

/* How it is launched. */
struct vnk_histogram_launch
{
  vnk_histogram_place place;
  unsigned int        blocks, threads;
  size_t              shared; /* bytes */
};

/* Adds one pixel to a bin, or, where several of one bin follow each other, all of them when another comes: where a
 * frame is flat all threads wait for one counter. What adds 1 to a counter of its own in shared memory does not. */
template <vnk_histogram_place PLACE>
struct vnk_histogram_adder
{
  const vnk_histogram_part &part;
  unsigned int             *bins;
  unsigned int              current, n;

  __device__ __forceinline__ void
  flush ()
  {
    if (PLACE == VNK_HISTOGRAM_SHARED || n == 0)
      return;
    if (PLACE == VNK_HISTOGRAM_GLOBAL)
      atomicAdd (&part.counts[current], (unsigned long long) n);
    else
      atomicAdd (&bins[current / 2], n << 16 * (current % 2));
    n = 0;
  }

  __device__ __forceinline__ void
  add (unsigned int sample)
  {
    unsigned int bin = min (sample >> part.shift, (unsigned int) part.n_bins - 1);

    if (PLACE == VNK_HISTOGRAM_SHARED)
      {
        atomicAdd (&bins[bin], 1u);
        return;
      }
    if (bin != current)
      flush ();
    current = bin;
    n++;
  }
};

/* A word of row y. */
template <typename Sample, vnk_histogram_place PLACE>
static __device__ __forceinline__ void
histogram_word (const vnk_histogram_part &part, unsigned int *bins, int y, int word)
{
  constexpr int N = HISTOGRAM_WORD / (int) sizeof (Sample);
  size_t start = (size_t) y * (size_t) part.pitch;
  int skipped = (int) (start % HISTOGRAM_WORD) / (int) sizeof (Sample);
  int first = word * N - skipped; /* column of the word's first sample */
  vnk_histogram_adder<PLACE> adder = { part, bins, 0, 0 };
  union
  {
    uint4  word;
    Sample samples[N];
  } fetched;

  if (first >= part.width)
    return;
  fetched.word = *reinterpret_cast<const uint4 *> (part.data + start - start % HISTOGRAM_WORD +
                                                   (size_t) word * HISTOGRAM_WORD);
  if (first >= 0 && first + N <= part.width && part.mask.data == NULL)
    {
#pragma unroll
      for (int i = 0; i < N; i++)
        adder.add (fetched.samples[i]);
    }
  else
    {
      const float *mask = part.mask.data != NULL ? part.mask.data + (ptrdiff_t) y * part.mask.stride : NULL;

#pragma unroll
      for (int i = 0; i < N; i++)
        if (first + i >= 0 && first + i < part.width && (mask == NULL || mask[first + i] > 0.0f))
          adder.add (fetched.samples[i]);
    }
  adder.flush ();
}

/* Adds a word of the block's counters to those of all. */
template <vnk_histogram_place PLACE>
static __device__ __forceinline__ void
histogram_flush (const vnk_histogram_part &part, int i, unsigned int counted)
{
  constexpr int COUNTERS = PLACE == VNK_HISTOGRAM_PACKED ? 2 : 1; /* of a word */

#pragma unroll
  for (int k = 0; k < COUNTERS; k++)
    {
      unsigned int n = COUNTERS == 1 ? counted : counted >> 16 * k & 0xffff;

      if (n != 0)
        atomicAdd (&part.counts[COUNTERS * i + k], (unsigned long long) n);
    }
}

template <typename Sample, vnk_histogram_place PLACE>
static __global__ void __launch_bounds__ (HISTOGRAM_THREADS)
histogram (const __grid_constant__ vnk_histogram_part part)
{
  VNK_DYNAMIC_SHARED (uint4, fours);
  unsigned int *bins = reinterpret_cast<unsigned int *> (fours);
  int n = PLACE == VNK_HISTOGRAM_GLOBAL ? 0 : part.shared_fours;
  int all = part.words * part.height;
  int start = (int) blockIdx.x * part.share, end = min (start + part.share, all);

  for (int i = (int) threadIdx.x; i < n; i += (int) blockDim.x)
    fours[i] = {};
  __syncthreads ();
  for (int i = start + (int) threadIdx.x; i < end; i += (int) blockDim.x)
    {
      int y = i / part.words;

      histogram_word<Sample, PLACE> (part, bins, y, i - y * part.words);
    }
  __syncthreads ();
  for (int i = (int) threadIdx.x; i < 4 * n; i += (int) blockDim.x)
    histogram_flush<PLACE> (part, i, bins[i]);
}

/* Fills in how the words are shared out. Each block has its counters to clear and to add, so that there are few of
 * them, but for small frames of few bins, where all multiprocessors shall have one. */
static inline vnk_histogram_launch
vnk_histogram_share_out (vnk_histogram_part *part, int bytes, size_t max_shared, int n_processors)
{
  size_t wide = ((size_t) part->n_bins + 3) / 4 * sizeof (uint4);
  size_t packed = ((size_t) part->n_bins + 7) / 8 * sizeof (uint4);
  bool few = part->n_bins <= HISTOGRAM_FEW_BINS;
  vnk_histogram_launch launch = {};

  launch.place = wide <= max_shared     ? VNK_HISTOGRAM_SHARED
                 : packed <= max_shared ? VNK_HISTOGRAM_PACKED
                                        : VNK_HISTOGRAM_GLOBAL;
  launch.shared = launch.place == VNK_HISTOGRAM_SHARED ? wide : launch.place == VNK_HISTOGRAM_PACKED ? packed : 0;
  part->shared_fours = (int) (launch.shared / sizeof (uint4));
  part->words = (part->width * bytes + 2 * HISTOGRAM_WORD - 2) / HISTOGRAM_WORD;

  int all = part->words * part->height;
  int most = few ? 2 * n_processors : n_processors; /* blocks */

  launch.threads = few && all < n_processors * HISTOGRAM_THREADS ? HISTOGRAM_THREADS / 4 : HISTOGRAM_THREADS;
  part->share = max ((all + most - 1) / most, (int) launch.threads);
  if (launch.place == VNK_HISTOGRAM_PACKED)
    part->share = min (part->share, HISTOGRAM_MAX_PACKED * bytes / HISTOGRAM_WORD);
  launch.blocks = vnk_cuda_blocks (all, part->share);
  return launch;
}
