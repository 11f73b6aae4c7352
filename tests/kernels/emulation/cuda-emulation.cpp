/* cuda-emulation.cpp: threads as fibers, and memory that is all in one place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cuda-emulation.h"
#include "cuda-races.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>

#define MOST_THREADS 1024
#define STACK ((size_t) 256 << 10) /* bytes */
#define SHARED_LIMIT ((size_t) 227 << 10)

#ifndef __x86_64__
#error "The switch from fiber to fiber is written for x86-64."
#endif

uint3 threadIdx;
uint3 blockIdx;
dim3 blockDim;
dim3 gridDim;

namespace {

enum State { READY, AT_BARRIER, AT_EXCHANGE, DONE };

struct Fiber {
  void        *stack; /* where it goes on */
  State        state;
  unsigned int mask;
  bool         syncs; /* the exchange orders what the lanes have written */
  int          exchanges;
  uint3        index;
};

struct Machine {
  Fiber         fibers[MOST_THREADS];
  char         *stacks;
  void         *scheduler;
  Fiber        *current;
  int           n;
  uint64_t      values[MOST_THREADS / 32][2][32];
  int           sums[2], ands[2], ors[2];
  int           barrier;
  void         *shared;
  bool          lost;
  cudaError_t   last;
  void        (*thread) (const void *);
  const void   *kernel;
};

Machine machine;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

extern "C" void vnk_emulate_switch (void **from, void *to);
asm (".text\n"
     "vnk_emulate_switch:\n"
     "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
     "  movq %rsp, (%rdi)\n"
     "  movq %rsi, %rsp\n"
     "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
     "  ret\n");

void
leave (State state)
{
  Fiber *self = machine.current;

  self->state = state;
  vnk_emulate_switch (&self->stack, machine.scheduler);
}

void
enter (void)
{
  machine.thread (machine.kernel);
  leave (DONE);
}

void
prepare (int i)
{
  void **top = reinterpret_cast<void **> (machine.stacks + (size_t) (i + 1) * STACK);
  Fiber *fiber = &machine.fibers[i];
  unsigned int x = (unsigned int) i % blockDim.x;
  unsigned int y = (unsigned int) i / blockDim.x % blockDim.y;

  *--top = NULL;
  *--top = reinterpret_cast<void *> (&enter);
  for (int k = 0; k < 6; k++)
    *--top = NULL;
  *fiber = { top, READY, 0, false, 0, { x, y, (unsigned int) i / blockDim.x / blockDim.y } };
}

void
resume (Fiber *fiber)
{
  machine.current = fiber;
  threadIdx = fiber->index;
  vnk_races_go_on ((int) (fiber - machine.fibers));
  vnk_emulate_switch (&machine.scheduler, fiber->stack);
}

/* Lets the lanes of a warp go on whose partners have all come. */
bool
release_warp (int first)
{
  bool released = false;

  for (int i = first; i < first + 32 && i < machine.n; i++)
    {
      unsigned int mask = machine.fibers[i].mask;
      bool complete = machine.fibers[i].state == AT_EXCHANGE;
      unsigned int synced = 0;

      for (int lane = 0; lane < 32 && complete; lane++)
        {
          const Fiber *other = &machine.fibers[first + lane];

          if ((mask >> lane & 1) && first + lane < machine.n && other->state != DONE)
            complete = other->state == AT_EXCHANGE && other->mask == mask;
        }
      for (int lane = 0; lane < 32 && complete; lane++)
        if ((mask >> lane & 1) && first + lane < machine.n && machine.fibers[first + lane].state == AT_EXCHANGE)
          {
            machine.fibers[first + lane].state = READY;
            synced |= (unsigned int) machine.fibers[first + lane].syncs << lane;
            released = true;
          }
      if (synced != 0)
        vnk_races_sync (first, synced);
    }
  return released;
}

/* Lets all go on when all that are left stand at the barrier. */
bool
release_block (void)
{
  for (int i = 0; i < machine.n; i++)
    if (machine.fibers[i].state != AT_BARRIER && machine.fibers[i].state != DONE)
      return false;

  bool released = false;

  for (int i = 0; i < machine.n; i++)
    if (machine.fibers[i].state == AT_BARRIER)
      {
        machine.fibers[i].state = READY;
        released = true;
      }
  if (released)
    vnk_races_barrier ();
  machine.barrier ^= 1;
  machine.sums[machine.barrier] = machine.ors[machine.barrier] = 0;
  machine.ands[machine.barrier] = 1;
  return released;
}

void
run_block (void)
{
  bool moved;

  for (int i = 0; i < machine.n; i++)
    prepare (i);
  machine.barrier = 0;
  machine.sums[0] = machine.sums[1] = machine.ors[0] = machine.ors[1] = 0;
  machine.ands[0] = machine.ands[1] = 1;
  do
    {
      moved = false;
      for (int first = 0; first < machine.n; first += 32)
        {
          bool again;

          do
            {
              for (int i = first; i < first + 32 && i < machine.n; i++)
                while (machine.fibers[i].state == READY)
                  {
                    resume (&machine.fibers[i]);
                    moved = true;
                  }
              again = release_warp (first);
            }
          while (again);
        }
      moved |= release_block ();
    }
  while (moved);

  for (int i = 0; i < machine.n; i++)
    if (machine.fibers[i].state != DONE)
      {
        fprintf (stderr, "cuda-emulation: thread %d waits at a %s that others never reach\n", i,
                 machine.fibers[i].state == AT_BARRIER ? "barrier" : "warp's exchange");
        abort ();
      }
}

cudaError_t
result (cudaError_t error)
{
  if (machine.lost)
    error = cudaErrorLaunchFailure;
  if (error != cudaSuccess)
    machine.last = error;
  return error;
}

int
arrive (void)
{
  int barrier = machine.barrier;

  leave (AT_BARRIER);
  return barrier;
}

} // namespace

void
vnk_emulate (dim3 grid, dim3 block, size_t shared, void (*thread) (const void *), const void *kernel)
{
  size_t n = (size_t) block.x * block.y * block.z;

  if (machine.lost)
    return;
  if (n < 1 || n > MOST_THREADS || shared > SHARED_LIMIT || grid.x < 1 || grid.y < 1 || grid.z < 1 || grid.y > 65535 ||
      grid.z > 65535 || grid.x > 2147483647u)
    {
      result (cudaErrorInvalidValue);
      return;
    }

  pthread_mutex_lock (&lock);
  if (machine.stacks == NULL)
    machine.stacks = static_cast<char *> (mmap (NULL, STACK * MOST_THREADS, PROT_READ | PROT_WRITE,
                                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  machine.n = (int) n;
  machine.thread = thread;
  machine.kernel = kernel;
  machine.shared = aligned_alloc (16, (shared + 31) & ~(size_t) 15);
  gridDim = grid;
  blockDim = block;
  vnk_races_begin_kernel (machine.stacks, STACK * MOST_THREADS);
  for (blockIdx.z = 0; blockIdx.z < grid.z; blockIdx.z++)
    for (blockIdx.y = 0; blockIdx.y < grid.y; blockIdx.y++)
      for (blockIdx.x = 0; blockIdx.x < grid.x && !machine.lost; blockIdx.x++)
        {
          memset (machine.shared, 0xff, shared);
          vnk_races_begin_block (machine.shared, shared);
          run_block ();
        }
  vnk_races_end_kernel ();
  free (machine.shared);
  pthread_mutex_unlock (&lock);
}

void *
vnk_emulate_shared (void)
{
  return machine.shared;
}

void
vnk_emulate_trap (void)
{
  machine.lost = true;
  leave (DONE);
}

void
__syncthreads (void)
{
  leave (AT_BARRIER);
}

int
__syncthreads_count (int value)
{
  machine.sums[machine.barrier] += value != 0;
  return machine.sums[arrive ()];
}

int
__syncthreads_and (int value)
{
  machine.ands[machine.barrier] &= value != 0;
  return machine.ands[arrive ()];
}

int
__syncthreads_or (int value)
{
  machine.ors[machine.barrier] |= value != 0;
  return machine.ors[arrive ()];
}

uint64_t
vnk_emulate_exchange (unsigned int mask, uint64_t value, int from)
{
  Fiber *self = machine.current;
  int at = (int) (self - machine.fibers);
  uint64_t *values = machine.values[at / 32][self->exchanges++ & 1];

  if (!(mask >> (at % 32) & 1))
    {
      fprintf (stderr, "cuda-emulation: lane %d takes part in an exchange of lanes %08x\n", at % 32, mask);
      abort ();
    }
  values[at % 32] = value;
  self->mask = mask;
  leave (AT_EXCHANGE);
  self->syncs = false;
  return values[from & 31];
}

unsigned int
__ballot_sync (unsigned int mask, int value)
{
  Fiber *self = machine.current;
  int at = (int) (self - machine.fibers);
  const uint64_t *values = machine.values[at / 32][self->exchanges & 1];
  unsigned int ballot = 0;

  vnk_emulate_exchange (mask, value != 0, 0);
  for (int lane = 0; lane < 32; lane++)
    if ((mask >> lane & 1) && at / 32 * 32 + lane < machine.n && values[lane])
      ballot |= 1u << lane;
  return ballot;
}

void
__syncwarp (unsigned int mask)
{
  machine.current->syncs = true;
  vnk_emulate_exchange (mask, 0, 0);
}

/* ---- The runtime ---- */

cudaError_t
cudaGetLastError (void)
{
  cudaError_t last = machine.last;

  machine.last = cudaSuccess;
  return machine.lost ? cudaErrorLaunchFailure : last;
}

const char *
cudaGetErrorString (cudaError_t error)
{
  return error == cudaSuccess ? "no error" : "an emulated error";
}

cudaError_t
cudaGetDeviceCount (int *count)
{
  *count = 1;
  return result (cudaSuccess);
}

cudaError_t
cudaDriverGetVersion (int *version)
{
  *version = 13000;
  return cudaSuccess;
}

cudaError_t
cudaDeviceReset (void)
{
  return cudaSuccess;
}

cudaError_t
cudaSetDevice (int device)
{
  return result (device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t
cudaGetDeviceProperties (cudaDeviceProp *properties, int device)
{
  memset (properties, 0, sizeof *properties);
  strcpy (properties->name, "emulated device");
  properties->totalGlobalMem = (size_t) 1 << 30;
  properties->major = 9;
  properties->multiProcessorCount = 4;
  properties->sharedMemPerBlockOptin = SHARED_LIMIT;
  properties->sharedMemPerMultiprocessor = SHARED_LIMIT + 1024;
  return result (cudaSuccess);
}

cudaError_t
cudaMalloc (void **memory, size_t size)
{
  if (size > (size_t) 8 << 30 || posix_memalign (memory, 256, size > 0 ? size : 1) != 0)
    return result (cudaErrorMemoryAllocation);
  memset (*memory, 0xff, size);
  return result (cudaSuccess);
}

cudaError_t
cudaFree (void *memory)
{
  free (memory);
  return result (cudaSuccess);
}

cudaError_t
cudaHostAlloc (void **memory, size_t size, unsigned int flags)
{
  return cudaMalloc (memory, size);
}

cudaError_t
cudaFreeHost (void *memory)
{
  return cudaFree (memory);
}

cudaError_t
cudaMemcpyAsync (void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream)
{
  if (result (cudaSuccess) == cudaSuccess)
    memmove (to, from, size);
  return result (cudaSuccess);
}

cudaError_t
cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                   cudaMemcpyKind kind, cudaStream_t stream)
{
  if (width > to_pitch || width > from_pitch)
    return result (cudaErrorInvalidValue);
  for (size_t y = 0; y < height && result (cudaSuccess) == cudaSuccess; y++)
    memmove (static_cast<char *> (to) + y * to_pitch, static_cast<const char *> (from) + y * from_pitch, width);
  return result (cudaSuccess);
}

cudaError_t
cudaMemsetAsync (void *to, int value, size_t size, cudaStream_t stream)
{
  if (result (cudaSuccess) == cudaSuccess)
    memset (to, value, size);
  return result (cudaSuccess);
}

cudaError_t
cudaMemset2DAsync (void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
{
  for (size_t y = 0; y < height && result (cudaSuccess) == cudaSuccess; y++)
    memset (static_cast<char *> (to) + y * pitch, value, width);
  return result (cudaSuccess);
}

cudaError_t
cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned int flags)
{
  *stream = static_cast<cudaStream_t> (malloc (1));
  return result (cudaSuccess);
}

cudaError_t
cudaStreamDestroy (cudaStream_t stream)
{
  free (stream);
  return result (cudaSuccess);
}

cudaError_t
cudaStreamSynchronize (cudaStream_t stream)
{
  return result (cudaSuccess);
}

cudaError_t
cudaStreamQuery (cudaStream_t stream)
{
  return result (cudaSuccess);
}

cudaError_t
cudaStreamWaitEvent (cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
  return result (cudaSuccess);
}

cudaError_t
cudaEventCreateWithFlags (cudaEvent_t *event, unsigned int flags)
{
  *event = static_cast<cudaEvent_t> (malloc (1));
  return result (cudaSuccess);
}

cudaError_t
cudaEventDestroy (cudaEvent_t event)
{
  free (event);
  return result (cudaSuccess);
}

cudaError_t
cudaEventRecord (cudaEvent_t event, cudaStream_t stream)
{
  return result (cudaSuccess);
}

cudaError_t
cudaEventSynchronize (cudaEvent_t event)
{
  return result (cudaSuccess);
}

cudaError_t
cudaFuncGetAttributes (cudaFuncAttributes *attributes, const void *kernel)
{
  *attributes = { 0 };
  return result (cudaSuccess);
}

cudaError_t
cudaFuncSetAttribute (const void *kernel, cudaFuncAttribute attribute, int value)
{
  return result ((size_t) value <= SHARED_LIMIT ? cudaSuccess : cudaErrorInvalidValue);
}
