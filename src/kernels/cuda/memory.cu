/* memory.cu: memory that is kept, and what goes to the device and back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cuda.cuh"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ALIGNMENT VNK_SHARED_STEP
#define FIRST_CHUNK ((size_t) 16 << 20)  /* bytes */
#define ARENA_SIZE ((size_t) 16 << 20)
#define STAGING ((size_t) 1 << 20)
#define READBACK ((size_t) 512 << 10)
#define SPINS 64                       /* after so many in vain a waiting stream asks whether the device is there */
#define READY_SPINS 4096                /* the same of one that spins all the time */
#define MAX_FREE_BLOCK ((size_t) 32 << 20) /* what is larger is not kept for others */

static size_t
aligned (size_t size)
{
  return (size + ALIGNMENT - 1) & ~(size_t) (ALIGNMENT - 1);
}

/* ---- What closed streams had ---- */

/* Held for a few steps only. */
static void
lock_free_list (vnk_cuda_family *family)
{
  while (__atomic_exchange_n (&family->free_list_locked, 1, __ATOMIC_ACQUIRE) != 0)
    sched_yield ();
}

static void
unlock_free_list (vnk_cuda_family *family)
{
  __atomic_store_n (&family->free_list_locked, 0, __ATOMIC_RELEASE);
}

/* NULL: there is none of this size. */
static void *
take_free_block (vnk_cuda_family *family, size_t size, bool locked)
{
  void *memory = NULL;

  lock_free_list (family);
  for (int i = family->n_free - 1; i >= 0 && memory == NULL; i--)
    if (family->free_list[i].size == size && family->free_list[i].locked == locked)
      {
        memory = family->free_list[i].memory;
        family->free_list[i] = family->free_list[--family->n_free];
      }
  unlock_free_list (family);
  return memory;
}

static void
release (const vnk_free_block *block)
{
  if (block->locked)
    cudaFreeHost (block->memory);
  else
    cudaFree (block->memory);
}

/* Of a stream that is being closed, and waits for nothing any more. */
static void
leave (vnk_cuda *cuda, void *memory, size_t size, bool locked)
{
  vnk_cuda_family *family = cuda->family;
  vnk_free_block block = { memory, size, locked };
  bool left = false;

  if (memory == NULL)
    return;
  lock_free_list (family);
  if (!cuda->dead && size <= MAX_FREE_BLOCK && family->n_free < VNK_CUDA_FREE_BLOCKS)
    {
      family->free_list[family->n_free++] = block;
      left = true;
    }
  unlock_free_list (family);
  if (!left)
    release (&block);
}

void
vnk_cuda_free_list_clear (vnk_cuda_family *family)
{
  for (; family->n_free > 0; family->n_free--)
    release (&family->free_list[family->n_free - 1]);
}

/* ---- Memory that is kept ---- */

cudaError_t
vnk_cuda_allocate (vnk_cuda *cuda, void **memory, size_t size)
{
  *memory = NULL;
  if (vnk_cuda_fault_is_due (&cuda->family->faults.allocation))
    return cudaErrorMemoryAllocation;
  *memory = take_free_block (cuda->family, size, false);
  return *memory != NULL ? cudaSuccess : cudaMalloc (memory, size);
}

cudaError_t
vnk_cuda_allocate_locked (vnk_cuda *cuda, void **memory, size_t size)
{
  *memory = NULL;
  if (vnk_cuda_fault_is_due (&cuda->family->faults.allocation))
    return cudaErrorMemoryAllocation;
  *memory = take_free_block (cuda->family, size, true);
  return *memory != NULL ? cudaSuccess : cudaHostAlloc (memory, size, cudaHostAllocPortable);
}

void *
vnk_cuda_buffer_get (vnk_cuda *cuda, vnk_device_buffer *buffer, size_t size)
{
  if (buffer->memory != NULL && size <= buffer->size)
    return buffer->memory;

  vnk_cuda_buffer_clear (buffer);
  size = aligned (size + size / 4);
  if (vnk_cuda_check (cuda, vnk_cuda_allocate (cuda, &buffer->memory, size)) != VNK_OK)
    return NULL;
  buffer->size = size;
  return buffer->memory;
}

void
vnk_cuda_buffer_clear (vnk_device_buffer *buffer)
{
  cudaFree (buffer->memory);
  buffer->memory = NULL;
  buffer->size = 0;
}

/* ---- Planes ---- */

static vnk_arena *
new_arena (vnk_cuda *cuda, size_t size)
{
  vnk_arena *arena = static_cast<vnk_arena *> (calloc (1, sizeof *arena));

  if (arena == NULL)
    return NULL;
  if (vnk_cuda_check (cuda, vnk_cuda_allocate (cuda, &arena->memory, size)) != VNK_OK ||
      vnk_cuda_check (cuda, cudaMemsetAsync (arena->memory, 0, size, cuda->stream)) != VNK_OK)
    {
      cudaFree (arena->memory);
      free (arena);
      return NULL;
    }
  cuda->busy = true;
  cuda->launched = true;
  arena->size = size;
  arena->n_users = 1;
  return arena;
}

vnk_arena *
vnk_arena_ref (vnk_arena *arena)
{
  __atomic_add_fetch (&arena->n_users, 1, __ATOMIC_RELAXED);
  return arena;
}

void
vnk_arena_unref (vnk_arena *arena)
{
  if (arena == NULL || __atomic_sub_fetch (&arena->n_users, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  cudaFree (arena->memory);
  free (arena);
}

/* What takes much of an arena gets one for itself. */
void *
vnk_cuda_arena_take (vnk_cuda *cuda, size_t size, vnk_arena **arena)
{
  size = aligned (size);
  if (size > ARENA_SIZE / 4)
    {
      *arena = new_arena (cuda, size);
      return *arena != NULL ? (*arena)->memory : NULL;
    }
  if (cuda->arena == NULL || cuda->arena->size - cuda->arena->used < size)
    {
      vnk_arena *next = new_arena (cuda, ARENA_SIZE);

      if (next == NULL)
        return NULL;
      vnk_arena_unref (cuda->arena);
      cuda->arena = next;
    }

  void *memory = static_cast<char *> (cuda->arena->memory) + cuda->arena->used;

  cuda->arena->used += size;
  *arena = vnk_arena_ref (cuda->arena);
  return memory;
}

/* ---- Kernels ---- */

/* What a kernel may have is the same for all that use it at once in this process: all that there is, once and for all,
 * for who wants less would take it from another who is about to launch it. */
vnk_status
vnk_cuda_allow_shared_of (vnk_cuda *cuda, const void *kernel, size_t size)
{
  cudaFuncAttributes attributes;

  for (int i = 0; i < cuda->n_allowed; i++)
    if (cuda->allowed[i] == kernel)
      return VNK_OK;

  VNK_CUDA (cuda, cudaFuncGetAttributes (&attributes, kernel));
  if (attributes.sharedSizeBytes + size > cuda->max_shared)
    return vnk_cuda_check (cuda, cudaErrorInvalidValue);
  VNK_CUDA (cuda, cudaFuncSetAttribute (kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                        (int) (cuda->max_shared - attributes.sharedSizeBytes)));
  if (cuda->n_allowed < VNK_CUDA_ALLOWED)
    cuda->allowed[cuda->n_allowed++] = kernel;
  return VNK_OK;
}

/* A new chunk is as large as all before it together, so that there are few. */
static void *
add_chunk (vnk_cuda *cuda, size_t size)
{
  size_t total = FIRST_CHUNK;

  for (int i = 0; i < VNK_CUDA_CHUNKS; i++)
    {
      vnk_device_buffer *chunk = &cuda->chunks[i];

      if (chunk->memory == NULL)
        {
          size_t wanted = size > total ? size : total;

          if (vnk_cuda_buffer_get (cuda, chunk, wanted) == NULL &&
              (cuda->dead || wanted == size || vnk_cuda_buffer_get (cuda, chunk, size) == NULL))
            return NULL;
          cuda->used[i] = size;
          return chunk->memory;
        }
      total += chunk->size;
    }
  return NULL;
}

void *
vnk_cuda_scratch (vnk_cuda *cuda, size_t size)
{
  size = aligned (size > 0 ? size : 1);
  for (int i = 0; i < VNK_CUDA_CHUNKS && cuda->chunks[i].memory != NULL; i++)
    if (cuda->chunks[i].size - cuda->used[i] >= size)
      {
        void *memory = static_cast<char *> (cuda->chunks[i].memory) + cuda->used[i];

        cuda->used[i] += size;
        return memory;
      }
  return add_chunk (cuda, size);
}

/* The slots are used in turn. One is filled again when all that was in it has arrived, which was long ago; when nothing
 * is on its way the one at hand, which is near the processor. */
vnk_status
vnk_cuda_stage (vnk_cuda *cuda, size_t size, void **staged)
{
  vnk_staging *staging = &cuda->stagings[cuda->staging];

  size = aligned (size);
  if (!cuda->busy)
    staging->used = 0;
  cuda->busy = true;
  if (staging->memory == NULL || staging->size - staging->used < size)
    {
      /* Deferred launches still read from it. */
      VNK_TRY (vnk_cuda_flush (cuda));
      if (staging->memory != NULL)
        VNK_CUDA (cuda, cudaEventRecord (staging->sent, cuda->stream));
      cuda->staging = (cuda->staging + 1) % VNK_CUDA_STAGINGS;
      staging = &cuda->stagings[cuda->staging];
      if (staging->memory != NULL)
        VNK_CUDA (cuda, cudaEventSynchronize (staging->sent));
      staging->used = 0;
    }
  if (staging->size < size)
    {
      size_t wanted = size > STAGING ? size : STAGING;

      cudaFreeHost (staging->memory);
      staging->memory = NULL;
      staging->size = 0;
      if (staging->sent == NULL)
        VNK_CUDA (cuda, cudaEventCreateWithFlags (&staging->sent, cudaEventDisableTiming));
      VNK_CUDA (cuda, vnk_cuda_allocate_locked (cuda, reinterpret_cast<void **> (&staging->memory), wanted));
      staging->size = wanted;
    }
  *staged = staging->memory + staging->used;
  staging->used += size;
  return VNK_OK;
}

vnk_status
vnk_cuda_send (vnk_cuda *cuda, void *to, const void *staged, size_t size)
{
  cuda->busy = true;
  cuda->launched = true;
  return vnk_cuda_check (cuda, cudaMemcpyAsync (to, staged, size, cudaMemcpyHostToDevice, cuda->stream));
}

vnk_status
vnk_cuda_upload (vnk_cuda *cuda, void *to, const void *from, size_t size)
{
  void *staged;

  if (size == 0)
    return VNK_OK;
  VNK_TRY (vnk_cuda_stage (cuda, size, &staged));
  memcpy (staged, from, size);
  return vnk_cuda_send (cuda, to, staged, size);
}

/* Makes room for something that comes back. What is on its way is delivered first when there is none. */
static vnk_status
make_readback_room (vnk_cuda *cuda, size_t size)
{
  if (cuda->n_readbacks < VNK_CUDA_READBACKS && cuda->readback_size - cuda->readback_used >= size)
    return VNK_OK;

  VNK_TRY (vnk_cuda_wait (cuda));
  if (cuda->readback_size >= size)
    return VNK_OK;

  size_t wanted = size + size / 4 > READBACK ? size + size / 4 : READBACK;

  cudaFreeHost (cuda->readback);
  cuda->readback = NULL;
  cuda->readback_size = 0;
  VNK_CUDA (cuda, vnk_cuda_allocate_locked (cuda, reinterpret_cast<void **> (&cuda->readback), wanted));
  cuda->readback_size = wanted;
  return VNK_OK;
}

vnk_status
vnk_cuda_reserve (vnk_cuda *cuda, size_t size)
{
  return make_readback_room (cuda, size);
}

vnk_status
vnk_cuda_download (vnk_cuda *cuda, void *to, const void *from, size_t size)
{
  if (size == 0)
    return VNK_OK;
  VNK_TRY (make_readback_room (cuda, aligned (size)));
  VNK_CUDA (cuda, cudaMemcpyAsync (cuda->readback + cuda->readback_used, from, size, cudaMemcpyDeviceToHost,
                                   cuda->stream));
  cuda->readbacks[cuda->n_readbacks++] = { to, cuda->readback_used, size };
  cuda->readback_used += aligned (size);
  cuda->waits = true;
  return VNK_OK;
}

/* Page-locked memory has the same address on the device. */
vnk_status
vnk_cuda_share (vnk_cuda *cuda, void *object, size_t size, void **shared)
{
  VNK_TRY (make_readback_room (cuda, aligned (size)));
  *shared = cuda->readback + cuda->readback_used;
  memcpy (*shared, object, size);
  cuda->readbacks[cuda->n_readbacks++] = { object, cuda->readback_used, size };
  cuda->readback_used += aligned (size);
  cuda->waits = true;
  return VNK_OK;
}

/* Behind all that was asked for before: who sees the number sees what that has written, too. */
static __global__ void
arrive (unsigned int *arrived, unsigned int number)
{
  __threadfence_system ();
  *(volatile unsigned int *) arrived = number;
}

static inline void
cpu_relax (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#endif
}

/* Looks now and then, by itself: to be woken takes the driver longer, and is one more call that others wait for. */
static vnk_status
sleep_until_arrived (vnk_cuda *cuda)
{
  static const struct timespec nap = { 0, 20000 };

  if (cuda->arrived == NULL)
    {
      void *memory;

      VNK_CUDA (cuda, vnk_cuda_allocate_locked (cuda, &memory, ALIGNMENT));
      cuda->arrived = static_cast<unsigned int *> (memory);
      *cuda->arrived = cuda->n_waits = 0;
    }
  VNK_LAUNCH (cuda, arrive, 1, 1, 0, cuda->arrived, ++cuda->n_waits);
  for (int spins = 1; __atomic_load_n (cuda->arrived, __ATOMIC_ACQUIRE) != cuda->n_waits; spins++)
    {
      cudaError_t error = spins % SPINS == 0 ? cudaStreamQuery (cuda->stream) : cudaSuccess;

      if (error != cudaSuccess && error != cudaErrorNotReady)
        return vnk_cuda_check (cuda, error);
      nanosleep (&nap, NULL);
    }
  return VNK_OK;
}

/* Whoever spins all the time goes on soonest, and keeps a processor from all others. */
static vnk_status
wait_for_stream (vnk_cuda *cuda)
{
  if (__atomic_load_n (&cuda->family->n_streams, __ATOMIC_RELAXED) <= cuda->family->n_processors)
    return vnk_cuda_check (cuda, cudaStreamSynchronize (cuda->stream));
  return sleep_until_arrived (cuda);
}

static void
deliver (vnk_cuda *cuda)
{
  for (int i = 0; i < cuda->n_readbacks; i++)
    memcpy (cuda->readbacks[i].to, cuda->readback + cuda->readbacks[i].at, cuda->readbacks[i].size);
  cuda->n_readbacks = 0;
  cuda->readback_used = 0;
  cuda->waits = false;
}

vnk_status
vnk_cuda_wait (vnk_cuda *cuda)
{
  vnk_status status = wait_for_stream (cuda);

  if (status != VNK_OK)
    cuda->n_readbacks = 0;
  deliver (cuda);
  cuda->busy = vnk_cuda_has_deferred (cuda);
  cuda->launched = false;
  return status;
}

vnk_status
vnk_cuda_wait_until_ready (vnk_cuda *cuda, const unsigned int *ready)
{
  for (int spins = 1; __atomic_load_n (ready, __ATOMIC_ACQUIRE) == 0; spins++)
    {
      cudaError_t error = spins % READY_SPINS == 0 ? cudaStreamQuery (cuda->stream) : cudaErrorNotReady;

      /* All has been done, or nothing will be. */
      if (error != cudaErrorNotReady)
        return vnk_cuda_wait (cuda);
      cpu_relax ();
    }
  deliver (cuda);
  return VNK_OK;
}

/* The caller's arrays of an operation that found no memory may be gone. */
vnk_status
vnk_cuda_forget (vnk_cuda *cuda)
{
  cuda->n_readbacks = 0;
  return vnk_cuda_wait (cuda);
}

void
vnk_cuda_memory_clear (vnk_cuda *cuda)
{
  for (int i = 0; i < VNK_CUDA_CHUNKS; i++)
    leave (cuda, cuda->chunks[i].memory, cuda->chunks[i].size, false);
  vnk_arena_unref (cuda->arena);
  leave (cuda, cuda->network_weights.memory, cuda->network_weights.size, false);
  leave (cuda, cuda->maxima.memory, cuda->maxima.size, false);
  for (int i = 0; i < VNK_CUDA_STAGINGS; i++)
    {
      leave (cuda, cuda->stagings[i].memory, cuda->stagings[i].size, true);
      if (cuda->stagings[i].sent != NULL)
        cudaEventDestroy (cuda->stagings[i].sent);
    }
  leave (cuda, cuda->readback, cuda->readback_size, true);
  leave (cuda, cuda->arrived, ALIGNMENT, true);
}
