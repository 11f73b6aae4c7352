/* racy.cu: kernels of which it is known whether their threads meet without a barrier
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "racy.h"

#include "../../../src/kernels/cuda/async.cuh"

#define N 64       /* threads of a block: two warps */
#define N_BLOCKS 2

typedef struct {
  unsigned int values[N * N_BLOCKS], results[N];
  unsigned char bytes[N];
  unsigned int sum, n_done;
} Memory;

/* As a device's: what is static is one block's. */
static Memory *memory;

/* ---- Of one block ---- */

template<bool wait>
static __global__ void
neighbours (unsigned int *out)
{
  __shared__ unsigned int values[N];

  values[threadIdx.x] = threadIdx.x;
  if (wait)
    __syncthreads ();
  out[threadIdx.x] = values[(threadIdx.x + 1) % N];
}

/* A barrier between writing and reading, but none before the next round writes. */
template<bool wait>
static __global__ void
rounds (unsigned int *out)
{
  __shared__ unsigned int values[N];

  for (unsigned int round = 0; round < 2; round++)
    {
      values[threadIdx.x] = round;
      __syncthreads ();
      out[threadIdx.x] = values[(threadIdx.x + 40) % N];
      if (wait)
        __syncthreads ();
    }
}

/* How lanes of one warp wait for each other. */
enum Wait { NOT, BY_SHUFFLE, BY_HALVES, BY_ALL };

template<Wait wait>
static __global__ void
lanes (unsigned int *out)
{
  __shared__ unsigned int values[N];
  unsigned int half = threadIdx.x % 32 < 16 ? 0x0000ffffu : 0xffff0000u;

  values[threadIdx.x] = threadIdx.x;
  if (wait == BY_SHUFFLE)
    out[threadIdx.x] = __shfl_xor_sync (VNK_ALL_LANES, threadIdx.x, 1);
  else if (wait == BY_HALVES)
    __syncwarp (half);
  else if (wait == BY_ALL)
    __syncwarp ();
  out[threadIdx.x] = values[threadIdx.x ^ 16];
}

static __global__ void
other_warps (unsigned int *out)
{
  __shared__ unsigned int values[N];

  values[threadIdx.x] = threadIdx.x;
  __syncwarp ();
  out[threadIdx.x] = values[threadIdx.x ^ 32];
}

/* Several have read it, of whom one is none that the writer has waited for. */
static __global__ void
many_readers (unsigned int *out)
{
  __shared__ unsigned int value;

  if (threadIdx.x == 0)
    value = 1;
  __syncthreads ();
  out[threadIdx.x] = value;
  __syncwarp ();
  if (threadIdx.x == 0)
    value = 2;
}

template<bool plain>
static __global__ void
count (Memory *in)
{
  atomicAdd (&in->sum, 1u);
  if (plain && threadIdx.x == N - 1)
    in->sum = 0;
}

/* Bytes of one word belong to several threads. */
template<int shift>
static __global__ void
bytes (Memory *in)
{
  in->bytes[threadIdx.x >> shift] = 1;
}

/* A barrier is not enough for what is copied beside the program. */
template<bool wait>
static __global__ void
copies (const unsigned int *in, unsigned int *out)
{
  __shared__ float values[N];

  vnk_copy_or_zero (&values[threadIdx.x], (const float *) in + threadIdx.x, true);
  if (wait)
    vnk_copies_done ();
  __syncthreads ();
  out[threadIdx.x] = (unsigned int) values[threadIdx.x ^ 1];
}

/* ---- Of several ---- */

static __global__ void
own_shared (unsigned int *out)
{
  __shared__ unsigned int value;

  if (threadIdx.x == 0)
    value = blockIdx.x;
  __syncthreads ();
  out[blockIdx.x * N + threadIdx.x] = value;
}

static __global__ void
same_place (unsigned int *out)
{
  if (threadIdx.x == 0)
    out[0] = blockIdx.x;
}

/* The last block that is done adds up what all have written. */
template<bool fence>
static __global__ void
last_adds (Memory *in)
{
  __shared__ bool last;

  in->values[blockIdx.x * N + threadIdx.x] = threadIdx.x;
  if (fence)
    __threadfence ();
  __syncthreads ();
  if (threadIdx.x == 0)
    last = atomicAdd (&in->n_done, 1u) == gridDim.x - 1;
  __syncthreads ();
  if (last && threadIdx.x == 0)
    for (unsigned int i = 0; i < N * gridDim.x; i++)
      in->sum += in->values[i];
}

static __global__ void
write_all (unsigned int *out)
{
  out[threadIdx.x] = N - threadIdx.x;
}

#define RUN(kernel, blocks, ...) VNK_LAUNCH_ (kernel, blocks, N, 0, NULL, __VA_ARGS__)

int
racy_run (const char *name)
{
  struct { const char *name; void (*run) (void); } all[] = {
    { "neighbours", [] { RUN (neighbours<false>, 1, memory->values); } },
    { "neighbours-that-wait", [] { RUN (neighbours<true>, 1, memory->values); } },
    { "rounds", [] { RUN (rounds<false>, 1, memory->values); } },
    { "rounds-that-wait", [] { RUN (rounds<true>, 1, memory->values); } },
    { "lanes", [] { RUN (lanes<NOT>, 1, memory->values); } },
    { "lanes-that-shuffle", [] { RUN (lanes<BY_SHUFFLE>, 1, memory->values); } },
    { "lanes-that-wait-for-others", [] { RUN (lanes<BY_HALVES>, 1, memory->values); } },
    { "lanes-that-wait", [] { RUN (lanes<BY_ALL>, 1, memory->values); } },
    { "other-warps", [] { RUN (other_warps, 1, memory->values); } },
    { "many-readers", [] { RUN (many_readers, 1, memory->values); } },
    { "atomics", [] { RUN (count<false>, N_BLOCKS, memory); } },
    { "atomics-and-plain", [] { RUN (count<true>, 1, memory); } },
    { "bytes-side-by-side", [] { RUN (bytes<0>, 1, memory); } },
    { "bytes-of-two", [] { RUN (bytes<1>, 1, memory); } },
    { "copies", [] { RUN (copies<false>, 1, memory->values, memory->results); } },
    { "copies-that-are-waited-for", [] { RUN (copies<true>, 1, memory->values, memory->results); } },
    { "own-shared", [] { RUN (own_shared, N_BLOCKS, memory->values); } },
    { "same-place", [] { RUN (same_place, N_BLOCKS, memory->values); } },
    { "last-adds", [] { memory->n_done = 0; RUN (last_adds<true>, N_BLOCKS, memory); } },
    { "last-adds-without-fence", [] { memory->n_done = 0; RUN (last_adds<false>, N_BLOCKS, memory); } },
    { "one-kernel-after-the-other", [] { RUN (write_all, 1, memory->values); RUN (write_all, 1, memory->values); } },
  };

  if (memory == NULL)
    memory = static_cast<Memory *> (calloc (1, sizeof *memory));
  for (const auto &one : all)
    if (strcmp (one.name, name) == 0)
      {
        one.run ();
        return vnk_races_take ();
      }
  return -1;
}
