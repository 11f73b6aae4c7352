/* vnk-hash.h: chance numbers that are the same on every backend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <stdint.h>

#ifdef __CUDACC__
#define VNK_ON_BOTH __host__ __device__
#else
#define VNK_ON_BOTH
#endif

/* The sum of the four bytes of a hash of a pixel's place, less its mean: nearly normal, standard deviation √(65535/3).
 * The finalizer is "lowbias32" (C. Wellons, "Prospecting for hash functions", 2018). */
static VNK_ON_BOTH inline int
vnk_hash_noise (uint32_t seed, int x, int y)
{
  uint32_t h = seed ^ (uint32_t) x * 0x85ebca6bu ^ (uint32_t) y * 0xc2b2ae35u;

  h = (h ^ (h >> 16)) * 0x7feb352du;
  h = (h ^ (h >> 15)) * 0x846ca68bu;
  h ^= h >> 16;
  return (int) ((h & 255) + (h >> 8 & 255) + (h >> 16 & 255) + (h >> 24)) - 510;
}
