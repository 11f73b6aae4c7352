/* mgvf-step.cuh: a pixel's step of motion gradient vector flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Source: Ray, Acton, "Motion gradient vector flow", IEEE TMI 23 (2004) 1466; what SOR does is in cpu/mgvf-sor.c. */

#pragma once

#include "warp.cuh"

/* Bytes of a block's shared memory that are not for dynamic use, at most: the system's, and the few variables of a
 * kernel. */
#define VNK_RESERVED_SHARED 1280

/* Opposite neighbours: p to the right, right below, below and left below, q across from it. */
#define VNK_PAIRS 4

struct vnk_neighbours {
  float p[VNK_PAIRS];
  float q[VNK_PAIRS];
};

/* The flow is to the right: of the last pair q lies downstream, and the pair before it lies across the flow. */
static __device__ __forceinline__ bool
vnk_swaps (int pair)
{
  return pair == 3;
}

static __device__ __forceinline__ bool
vnk_across (int pair)
{
  return pair == 2;
}

/*
 * The mean |ΔV| of a sweep is compared with the tolerance in whole units, of which the tolerance is VNK_MGVF_LIMIT,
 * each share of four pixels rounded up: such a sum is the same in any order. A share counts twice the limit at most,
 * for 32 times that is the largest number there is.
 */
#define VNK_MGVF_LIMIT (1u << 26)
#define VNK_MGVF_MAX ((1u << 27) - 1)

struct vnk_solver {
  float        mu;
  float        spread;     /* μ/λ */
  float        omega;
  float        units;      /* in 1 of |ΔV| */
  unsigned int limit;      /* units; a sweep that moves no more is the last */
  int          max_sweeps;
  int          coarse_sweeps;
};

static inline vnk_solver
vnk_solver_for (const vnk_mgvf_params *params, int width, int height)
{
  float lambda = 8.0f * params->mu + 1.0f;
  double tolerance = (double) params->tolerance * width * height;
  double units = tolerance > 0.0 ? VNK_MGVF_LIMIT / tolerance : 1e30;

  return { params->mu, params->mu / lambda, params->omega, (float) (units < 1e30 ? units : 1e30),
           tolerance > 0.0 ? VNK_MGVF_LIMIT : 0, params->max_sweeps, params->coarse_sweeps };
}

/* A field in memory: even columns first, then odd ones. */
struct vnk_halves {
  float *data;
  size_t half;   /* words from an even column to the odd one */
  size_t stride; /* words of a row */

  __device__ __forceinline__ float &
  at (int x, int y) const
  {
    return data[(x & 1 ? half : 0) + (size_t) (x >> 1) + (size_t) y * stride];
  }
};

static __device__ __forceinline__ unsigned int
vnk_mgvf_units (float change, const vnk_solver &solver)
{
  return (unsigned int) ceilf (fminf (change * solver.units, (float) (VNK_MGVF_LIMIT * 2 - 128)));
}

/* Adds the threads' units up; the sum is there after the next barrier. */
static __device__ __forceinline__ void
vnk_mgvf_add_units (unsigned int *sum, unsigned int units)
{
  units = vnk_warp_add (min (units, VNK_MGVF_MAX));
  if (threadIdx.x % VNK_WARP == 0)
    atomicAdd (sum, min (units, VNK_MGVF_MAX));
}

/* A pixel's value after a sweep of SOR; omega is 0 for a pixel that is none. Of an edge map the edge is its own weight,
 * and what it wants. */
static __device__ __forceinline__ float
vnk_sor_step (const vnk_solver &solver, float omega, float old, float edge, float wanted,
              const vnk_neighbours &neighbours)
{
  float ahead[VNK_PAIRS], behind[VNK_PAIRS];
  float spread = fmaf (-edge, solver.spread, solver.mu);
  float sum = fmaf (0.5f, neighbours.p[2] + neighbours.q[2], -old);
  /* Half of the neighbours across the flow always counts, so that no step is divided by 0. */
  float switches = 1.0f;
  float either = 1.0f;

#pragma unroll
  for (int i = 0; i < VNK_PAIRS; i++)
    {
      if (vnk_across (i))
        continue;
      ahead[i] = (vnk_swaps (i) ? neighbours.q[i] : neighbours.p[i]) - old;
      behind[i] = (vnk_swaps (i) ? neighbours.p[i] : neighbours.q[i]) - old;

      float ahead_on = vnk_above (ahead[i], 0.0f);
      float behind_on = vnk_above (0.0f, behind[i]);

      sum = fmaf (ahead_on, ahead[i], sum);
      sum = fmaf (behind_on, behind[i], sum);
      switches += ahead_on;
      switches += behind_on;
    }

  float g = fmaf (edge, wanted - old, __fmul_rn (spread, sum));
  float step = g * vnk_fast_reciprocal (fmaf (spread, switches, edge));
  float down = fminf (step, 0.0f);
  float up = fmaxf (step, 0.0f);

#pragma unroll
  for (int i = 0; i < VNK_PAIRS; i++)
    {
      if (vnk_across (i))
        continue;
      either += vnk_above (ahead[i], down);
      either += vnk_above (up, behind[i]);
    }
  return fmaf (omega * g, vnk_fast_reciprocal (fmaf (spread, either, edge)), old);
}
