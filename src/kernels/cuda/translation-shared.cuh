/* translation-shared.cuh: what a cluster works on, and what the threads of a block share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cluster.cuh"
#include "translation-solve.cuh"

#define TRANSLATION_THREADS 512
#define TRANSLATION_WARPS (TRANSLATION_THREADS / 32)
#define TRANSLATION_CANDIDATES 128  /* that are tried between two waits, at most */
#define TRANSLATION_MIN_SLOTS 512 /* pieces of all of these */
#define TRANSLATION_PIECE_ROWS 16   /* of a piece, 32 columns wide */
#define TRANSLATION_TRIED 6         /* sums of a candidate */
#define TRANSLATION_SHARES 4        /* of a pass that a block sums up before it tells the others */
#define TRANSLATION_ITEMS 5         /* samples of a thread */
#define TRANSLATION_DIGITS 4096     /* of the search for a median, at most */

/* What the kernels leave for each other. */
struct TranslationFound
{
  TranslationState state;
  double           mean;  /* of the first plane, roughly: taken off both */
  int              known; /* whether there is a state */
  int              ended; /* blocks of translation_last() */
};

struct TranslationJob
{
  TranslationLevel levels[TRANSLATION_LEVELS];
  int              n_levels;
  int              shares;     /* of a pass, a power of 2: as many as the largest cluster has blocks,
  or as there is work
                              for */
  TranslationGuess   guess;
  float             *samples;    /* residuals on a grid, negative: does not count */
  float             *slots;      /* two sets of n_slots by TRANSLATION_TRIED */
  int                n_slots;
  int                tiles_x, tiles; /* of the largest level */
  float             *tile_sums;  /* of each tile TRANSLATION_SUMS */
  double            *block_sums; /* of each block of translation_last() TRANSLATION_SUMS */
  TranslationFound  *found;
  TranslationResult *result;
  TranslationResult *to_host;
};

/* A movement that is asked for. */
struct TranslationTask
{
  vnk_view       first, second;
  vnk_view       weight;      /* no data: none */
  vnk_view       out;         /* the aligned plane, or no data */
  TranslationJob job;
  int            fill_blocks; /* of fill_levels() */
  int            last_blocks; /* of translation_last() */
};

/* Those of a launch: one, or VNK_MAX_BATCH at most. */
template <int N>
struct TranslationTasks
{
  TranslationTask tasks[N];
};

/* What only the search needs. */
struct TranslationSearch
{
  double tried[TRANSLATION_CANDIDATES][TRANSLATION_TRIED];
  double correlation[TRANSLATION_CANDIDATES], gain[TRANSLATION_CANDIDATES], offset[TRANSLATION_CANDIDATES];
  double distance[TRANSLATION_CANDIDATES]; /* squared */
};

struct TranslationShared
{
  TranslationState state;
  TranslationAim   aim;
  union {
    TranslationSearch search;
    double            parts[TRANSLATION_SHARES][TRANSLATION_WARPS][TRANSLATION_MAIN_SUMS];
  };
  double     all[2][VNK_LARGEST_CLUSTER][TRANSLATION_MAIN_SUMS]; /* what each share of a pass has come to,
  and of the one
                                                              before */
  double own[TRANSLATION_SHARES][TRANSLATION_MAIN_SUMS];
  double sums[TRANSLATION_MAIN_SUMS];
  double length;
  float  samples[VNK_TRANSLATION_SAMPLES]; /* those that count, where there are too many */
  __align__ (16) int counts[TRANSLATION_DIGITS];
  int      warps[TRANSLATION_WARPS];
  int      digit, rank, same; /* what is sought in a search for a median, and how many have its digit */
  unsigned found;
  double   best, nearest;              /* of all that were tried so far */
};

/* By all threads of a block: where a state looks. */
static __device__ __forceinline__ void
translation_take_aim (const TranslationLevel &level, const TranslationState &state, TranslationAim *aim)
{
  int t = threadIdx.x;

  if (t < 2 * TRANSLATION_TAPS)
    {
      double at = t < TRANSLATION_TAPS ? state.dx : state.dy;

      float *taps = t < TRANSLATION_TAPS ? aim->taps_x : aim->taps_y;

      /* Not an index of the choice itself: GCC 12 works it out on one side alone when it checks bounds. */
      taps[t % TRANSLATION_TAPS] = translation_tap (at - floor (at), t % TRANSLATION_TAPS);
    }
  else if (t == 32)
    {
      aim->whole_x = (int) floor (state.dx);
      aim->whole_y = (int) floor (state.dy);
      translation_set_bounds (aim, level);
    }
  else if (t == 64)
    {
      aim->gain = (float) state.gain;
      aim->offset = (float) state.offset;
      aim->inverse = (float) (1.0 / (state.scale * state.scale));
    }
  __syncthreads ();
}
