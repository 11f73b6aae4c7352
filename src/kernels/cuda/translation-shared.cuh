/* translation-shared.cuh: what a cluster works on, and what the threads of a block share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cluster.cuh"
#include "translation-solve.cuh"

#define SHIFT_THREADS 512
#define SHIFT_WARPS (SHIFT_THREADS / 32)
#define SHIFT_CANDIDATES 128  /* that are tried between two waits, at most */
#define SHIFT_LEAST_SLOTS 512 /* pieces of all of these */
#define SHIFT_PIECE_ROWS 16   /* of a piece, 32 columns wide */
#define SHIFT_TRIED 6         /* sums of a candidate */
#define SHIFT_SHARES 4        /* of a pass that a block sums up before it tells the others */
#define SHIFT_ITEMS 5         /* samples of a thread */
#define SHIFT_DIGITS 4096     /* of the search for a median, at most */

/* What the kernels leave for each other. */
struct ShiftFound
{
  ShiftState state;
  double     mean;  /* of the first plane, roughly: taken off both */
  int        known; /* whether there is a state */
  int        ended; /* blocks of translation_last() */
};

struct ShiftJob
{
  ShiftLevel   levels[SHIFT_LEVELS];
  int          n_levels;
  int          shares;     /* of a pass, a power of 2: as many as the largest cluster has blocks, or as there is work
                              for */
  ShiftGuess   guess;
  float       *samples;    /* residuals on a lattice, negative: does not count */
  float       *slots;      /* two sets of n_slots by SHIFT_TRIED */
  int          n_slots;
  int          tiles_x, tiles; /* of the largest level */
  float       *tile_sums;  /* of each tile SHIFT_SUMS */
  double      *block_sums; /* of each block of translation_last() SHIFT_SUMS */
  ShiftFound  *found;
  ShiftResult *result;
  ShiftResult *to_host;
};

/* A movement that is asked for. */
struct ShiftTask
{
  vnk_view first, second;
  vnk_view weight;      /* no data: none */
  vnk_view out;         /* the aligned plane, or no data */
  ShiftJob job;
  int      fill_blocks; /* of fill_levels() */
  int      last_blocks; /* of translation_last() */
};

/* Those of a launch: one, or VNK_MOST_GATHERED at most. */
template <int N>
struct ShiftTasks
{
  ShiftTask tasks[N];
};

/* What only the search needs. */
struct ShiftSearch
{
  double tried[SHIFT_CANDIDATES][SHIFT_TRIED];
  double correlation[SHIFT_CANDIDATES], gain[SHIFT_CANDIDATES], offset[SHIFT_CANDIDATES];
  double distance[SHIFT_CANDIDATES]; /* squared */
};

struct ShiftShared
{
  ShiftState state;
  ShiftAim   aim;
  union {
    ShiftSearch search;
    double      parts[SHIFT_SHARES][SHIFT_WARPS][SHIFT_MAIN_SUMS];
  };
  double     all[2][VNK_LARGEST_CLUSTER][SHIFT_MAIN_SUMS]; /* what each share of a pass has come to, and of the one
                                                              before */
  double own[SHIFT_SHARES][SHIFT_MAIN_SUMS];
  double sums[SHIFT_MAIN_SUMS];
  double length;
  float  samples[VNK_TRANSLATION_SAMPLES]; /* those that count, where there are too many */
  __align__ (16) int counts[SHIFT_DIGITS];
  int        warps[SHIFT_WARPS];
  int        digit, rank, same; /* what is sought in a search for a median, and how many have its digit */
  unsigned   found;
  double     best, nearest;              /* of all that were tried so far */
};

/* By all threads of a block: where a state looks. */
static __device__ __forceinline__ void
translation_take_aim (const ShiftLevel &level, const ShiftState &state, ShiftAim *aim)
{
  int t = threadIdx.x;

  if (t < 2 * SHIFT_TAPS)
    {
      double at = t < SHIFT_TAPS ? state.dx : state.dy;

      float *taps = t < SHIFT_TAPS ? aim->taps_x : aim->taps_y;

      /* Not an index of the choice itself: GCC 12 works it out on one side alone when it checks bounds. */
      taps[t % SHIFT_TAPS] = translation_tap (at - floor (at), t % SHIFT_TAPS);
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
