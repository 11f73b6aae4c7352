/* shift-shared.cuh: what a cluster works on, and what the threads of a block share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cluster.cuh"
#include "shift-solve.cuh"

#define SHIFT_THREADS 512
#define SHIFT_WARPS (SHIFT_THREADS / 32)
#define SHIFT_CANDIDATES 128  /* that are tried between two waits, at most */
#define SHIFT_LEAST_SLOTS 512 /* tiles of all of these */
#define SHIFT_ITEMS 5      /* samples of a thread */
#define SHIFT_DIGITS 256   /* of the search for a median */

/* Bytes of dynamic shared memory of shift_find(). */
#define SHIFT_DYNAMIC (SHIFT_WARPS * SHIFT_PATCHES * sizeof (float))

struct ShiftJob
{
  ShiftLevel  levels[SHIFT_LEVELS];
  int         n_levels;
  ShiftGuess  guess;
  double     *mean;       /* of the first plane, roughly: taken off both */
  float      *samples;    /* residuals on a lattice, negative: does not count */
  float      *tiles;      /* two sets of n_slots by SHIFT_SUMS */
  int         n_slots;
  ShiftResult *result;
};

struct ShiftShared
{
  ShiftState state;
  ShiftAim   aim;
  double     parts[SHIFT_WARPS][SHIFT_SUMS];
  double     sums[SHIFT_SUMS];
  double     length;
  int        counts[2][SHIFT_DIGITS];
  int        warps[SHIFT_WARPS];
  int        n;
  unsigned   found; /* digits of the value that is sought */
  int        rank;
  double     correlation[SHIFT_CANDIDATES], gain[SHIFT_CANDIDATES], offset[SHIFT_CANDIDATES];
  double     distance[SHIFT_CANDIDATES]; /* squared */
  bool       any;
  float     *patches; /* SHIFT_PATCHES for each warp; or the samples */
};
