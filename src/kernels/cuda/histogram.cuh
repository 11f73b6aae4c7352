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
#define HISTOGRAM_THREADS 1024   /* at most */

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
  unsigned long long  *counts;
};

/* How it is launched. */
struct vnk_histogram_launch
{
  vnk_histogram_place place;
  unsigned int        blocks, threads;
  size_t              shared; /* bytes */
};

template <vnk_histogram_place PLACE>
static __device__ __forceinline__ void
histogram_add (const vnk_histogram_part &part, unsigned int *bins, unsigned int bin, unsigned int n)
{
  if (PLACE == VNK_HISTOGRAM_GLOBAL)
    atomicAdd (&part.counts[bin], (unsigned long long) n);
  else if (PLACE == VNK_HISTOGRAM_PACKED)
    atomicAdd (&bins[bin / 2], n << 16 * (bin % 2));
  else
    atomicAdd (&bins[bin], n);
}

/* Neighbours of one bin are added together: where a frame is flat all threads would wait for one counter. */
template <typename Sample, vnk_histogram_place PLACE>
static __device__ __forceinline__ void
histogram_word (const vnk_histogram_part &part, unsigned int *bins, int y, int word)
{
  constexpr int N = HISTOGRAM_WORD / (int) sizeof (Sample);
  size_t start = (size_t) y * (size_t) part.pitch;
  int skipped = (int) (start % HISTOGRAM_WORD) / (int) sizeof (Sample);
  int first = word * N - skipped; /* column of the word's first sample */
  union
  {
    uint4  word;
    Sample samples[N];
  } fetched;

  if (first >= part.width)
    return;
  fetched.word = *reinterpret_cast<const uint4 *> (part.data + start - start % HISTOGRAM_WORD +
                                                   (size_t) word * HISTOGRAM_WORD);

  unsigned int last = (unsigned int) part.n_bins - 1, current = 0, n = 0;

#pragma unroll
  for (int i = 0; i < N; i++)
    {
      int x = first + i;
      unsigned int bin = min ((unsigned int) fetched.samples[i] >> part.shift, last);

      if (x < 0 || x >= part.width ||
          (part.mask.data != NULL && !(part.mask.data[(ptrdiff_t) y * part.mask.stride + x] > 0.0f)))
        continue;
      if (n > 0 && bin != current)
        {
          histogram_add<PLACE> (part, bins, current, n);
          n = 0;
        }
      current = bin;
      n++;
    }
  if (n > 0)
    histogram_add<PLACE> (part, bins, current, n);
}

template <vnk_histogram_place PLACE>
static __device__ __forceinline__ void
histogram_flush (const vnk_histogram_part &part, const unsigned int *bins, int n)
{
  for (int i = (int) threadIdx.x; i < n; i += (int) blockDim.x)
    {
      unsigned int both = bins[i];

      if (both == 0)
        continue;
      if (PLACE == VNK_HISTOGRAM_SHARED)
        atomicAdd (&part.counts[i], (unsigned long long) both);
      else
        for (int half = 0; half < 2; half++)
          if ((both >> 16 * half & 0xffff) != 0)
            atomicAdd (&part.counts[2 * i + half], (unsigned long long) (both >> 16 * half & 0xffff));
    }
}

template <typename Sample, vnk_histogram_place PLACE>
static __global__ void __launch_bounds__ (HISTOGRAM_THREADS)
histogram (const __grid_constant__ vnk_histogram_part part)
{
  VNK_DYNAMIC_SHARED (unsigned int, bins);
  int n = PLACE == VNK_HISTOGRAM_PACKED ? (part.n_bins + 1) / 2 : part.n_bins;
  int all = part.words * part.height;
  int start = (int) blockIdx.x * part.share, end = min (start + part.share, all);

  if (PLACE != VNK_HISTOGRAM_GLOBAL)
    {
      for (int i = (int) threadIdx.x; i < n; i += (int) blockDim.x)
        bins[i] = 0;
      __syncthreads ();
    }
  for (int i = start + (int) threadIdx.x; i < end; i += (int) blockDim.x)
    {
      int y = i / part.words;

      histogram_word<Sample, PLACE> (part, bins, y, i - y * part.words);
    }
  if (PLACE != VNK_HISTOGRAM_GLOBAL)
    {
      __syncthreads ();
      histogram_flush<PLACE> (part, bins, n);
    }
}

/* Fills in how the words are shared out. Few bins: small blocks, so that all multiprocessors have one of a small frame;
 * many: large ones, since each has to clear and add its own. */
static inline vnk_histogram_launch
vnk_histogram_share_out (vnk_histogram_part *part, int bytes, size_t max_shared, int n_processors)
{
  size_t shared = (size_t) part->n_bins * sizeof (unsigned int);
  vnk_histogram_launch launch;

  launch.place = shared <= max_shared       ? VNK_HISTOGRAM_SHARED
                 : shared / 2 <= max_shared ? VNK_HISTOGRAM_PACKED
                                            : VNK_HISTOGRAM_GLOBAL;
  launch.shared = launch.place == VNK_HISTOGRAM_SHARED ? shared : launch.place == VNK_HISTOGRAM_PACKED ? shared / 2 : 0;
  launch.threads = part->n_bins <= 1024 ? 256 : HISTOGRAM_THREADS;
  part->words = (part->width * bytes + 2 * HISTOGRAM_WORD - 2) / HISTOGRAM_WORD;

  int all = part->words * part->height;
  int most = n_processors * (launch.threads == HISTOGRAM_THREADS ? 1 : 4); /* blocks */

  part->share = max ((all + most - 1) / most, (int) launch.threads);
  if (launch.place == VNK_HISTOGRAM_PACKED)
    part->share = min (part->share, HISTOGRAM_MAX_PACKED * bytes / HISTOGRAM_WORD);
  launch.blocks = vnk_cuda_blocks (all, part->share);
  return launch;
}
