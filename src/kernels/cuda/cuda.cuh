/* cuda.cuh: what the operations of the CUDA backend share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * An operation checks its arguments, takes the backend by vnk_cuda_begin(), asks for views of its planes, launches
 * kernels, says which planes it has written and ends:
 *
 *   VNK_TRY (vnk_cuda_begin (backend, &cuda));
 *   VNK_TRY (vnk_cuda_read (cuda, in, &from));
 *   VNK_TRY (vnk_cuda_write (cuda, out, &to));
 *   VNK_LAUNCH (cuda, kernel, blocks, threads, 0, from, to);
 *   VNK_TRY (vnk_cuda_written (cuda, out, &to));
 *   return vnk_cuda_end (cuda);
 *
 * Everything happens in the order of one stream. Nothing waits for the device but what brings something back.
 */

#pragma once

#include "../vnk-check.h"
#include "../vnk-numerics.h"
#include "../vnk.h"
extern "C" {
#include "../cpu/pool.h"
}

#include "fault.cuh"

/* A plane, or a part of one, in the device's memory; the stride counts elements. */
struct vnk_view {
  float *data;
  int    width;
  int    height;
  int    stride;
};

/* Device memory that grows and is kept from call to call. Starts as all 0. */
struct vnk_device_buffer {
  void  *memory;
  size_t size;
};

/* Device memory of many planes: one that allocates its own, and frees it, has the whole device wait. */
struct vnk_arena {
  void  *memory;
  size_t size;
  size_t used;
  int    n_users; /* planes, and the stream that takes from it */
};

/* Page-locked memory through which things go to the device. */
struct vnk_staging {
  unsigned char *memory;
  size_t         size;
  size_t         used;
  cudaEvent_t    sent; /* what is in it has arrived */
};

/* Something that goes back to the host with the next wait. */
struct vnk_readback {
  void  *to;
  size_t at; /* bytes from the start of the page-locked memory */
  size_t size;
};

#define VNK_CUDA_CHUNKS 32
#define VNK_CUDA_STAGINGS 4
#define VNK_CUDA_READBACKS 80 /* two for each request of a batch, and some */
#define VNK_CUDA_ALLOWED 64

/* Operations that several streams launch as one, see batcher.cu. */
enum vnk_batch_kind {
  VNK_BATCH_TRANSLATION,
  VNK_BATCH_NCC_MATCH,
  VNK_BATCH_MGVF_SNAKE,
  VNK_BATCH_KINDS
};

#define VNK_MAX_BATCH 32 /* requests of one launch */

struct vnk_cuda_batcher;

#define VNK_CUDA_NEAR 4

/* What is known of a kernel whose blocks are to lie side by side, see cluster.cuh. */
struct vnk_cuda_near {
  const void *kernel;
  int         threads;
  size_t      shared;
  int         cluster; /* blocks */
};

#define VNK_CUDA_FREE_BLOCKS 512

/* Memory that a closed stream had, for the next one: the driver takes its time to give any out. */
struct vnk_free_block {
  void  *memory;
  size_t size;
  bool   locked; /* page-locked memory of the host */
};

/* What all streams of a device share. */
struct vnk_cuda_family {
  int n_members;    /* streams, and planes of theirs */
  int n_streams;
  int n_processors; /* of the host */

  struct vnk_cuda_batcher *batcher;

  int       copiers_taken; /* whether a stream has them */
  vnk_pool *copiers;       /* threads that copy what is large; NULL: none was needed so far */

  int            free_list_locked; /* whether a stream uses it */
  int            n_free;
  vnk_free_block free_list[VNK_CUDA_FREE_BLOCKS];

  vnk_cuda_faults faults;
};

struct vnk_cuda {
  vnk_cuda_family *family;
  int          device;
  int          n_processors; /* streaming multiprocessors */
  int          capability;   /* 90: compute capability 9.0 */
  size_t       max_shared;   /* bytes of dynamic shared memory that a block may have */
  cudaStream_t stream;
  unsigned int *arrived; /* page-locked: the number of the last wait that has ended; NULL: never needed so far */
  unsigned int  n_waits; /* of that kind */
  cudaEvent_t  tail;     /* the end of what was launched, for another stream to wait for; NULL: never needed so far */
  bool         busy;  /* something was asked for since the last wait … */
  bool         launched; /* … and is in the stream */
  bool         dead;
  cudaError_t  error;        /* the last one */
  char        *failure;      /* of the backend's table */

  const void *allowed[VNK_CUDA_ALLOWED]; /* kernels that may have all shared memory that there is */
  int         n_allowed;

  vnk_cuda_near near[VNK_CUDA_NEAR];
  unsigned int  next_near;

  /* Scratch: pieces of memory that are handed out one after the other, and anew to each operation. */
  vnk_device_buffer chunks[VNK_CUDA_CHUNKS];
  size_t            used[VNK_CUDA_CHUNKS];

  vnk_arena *arena; /* where the next planes go; NULL: none yet */

  struct vnk_deferred_queue *deferred; /* deferred-launch.cu; NULL: nothing so far */

  vnk_staging stagings[VNK_CUDA_STAGINGS]; /* used in turn */
  int         staging;                     /* the current one */

  unsigned char *readback;
  size_t         readback_size;
  size_t         readback_used;
  vnk_readback   readbacks[VNK_CUDA_READBACKS];
  int            n_readbacks;
  bool           waits; /* something on the way goes to the host */

  void *gicov; /* gicov.cu: what it keeps */
  vnk_device_buffer maxima; /* maxima.cu */
  struct vnk_network_plan *network;         /* network.cu; NULL: none was used */
  vnk_device_buffer        network_weights; /* of that one */
  int                      translation_blocks;    /* translation.cu; 0: not yet known */
};

/* Leave the function with a status that is not VNK_OK. */
#define VNK_TRY(expression) \
  do \
    { \
      vnk_status status_ = (expression); \
\
      if (status_ != VNK_OK) \
        return status_; \
    } \
  while (0)
#define VNK_CUDA(cuda, call) VNK_TRY (vnk_cuda_check ((cuda), (call)))
#define VNK_LAUNCH(cuda, kernel, grid, block, shared, ...) \
  do \
    { \
      VNK_TRY (vnk_cuda_before_launch (cuda)); \
      VNK_LAUNCH_ (kernel, (grid), (block), (shared), (cuda)->stream, __VA_ARGS__); \
      VNK_TRY (vnk_cuda_check ((cuda), cudaGetLastError ())); \
    } \
  while (0)

/* What a CUDA call returned, as a status. After any error but want of memory the backend is dead. */
vnk_status vnk_cuda_check         (vnk_cuda *cuda, cudaError_t error);
vnk_status vnk_cuda_before_launch (vnk_cuda *cuda);

/* Begins an operation: selects the device and takes the scratch back; VNK_ERROR_DEVICE when the backend is dead. */
vnk_status vnk_cuda_begin (vnk_backend *backend, vnk_cuda **cuda);
/* The same for one that may go to the device together with what the stream has deferred, or be deferred itself
 * (deferred-launch.cu). Before it launches anything by itself it has to call vnk_cuda_flush(). */
vnk_status vnk_cuda_begin_together (vnk_backend *backend, vnk_cuda **cuda);
/* Ends it, and waits when something has to come back. */
vnk_status vnk_cuda_end   (vnk_cuda *cuda);
/* Waits for all that was launched, and delivers what was asked for. */
vnk_status vnk_cuda_wait  (vnk_cuda *cuda);
/* The same, but delivers nothing. */
vnk_status vnk_cuda_forget (vnk_cuda *cuda);
/* Waits until a kernel has set the ready flag, and reads back all that was shared; other kernels may still run, and
 * nothing else may be under way to the host. `ready` lies in what was shared, and was 0. */
vnk_status vnk_cuda_wait_until_ready (vnk_cuda *cuda, const unsigned int *ready);

/* batcher.cu */

struct vnk_cuda_batcher *vnk_cuda_batcher_new (void);
void vnk_cuda_batcher_free (struct vnk_cuda_batcher *batcher);
/* When the last stream is closed. */
void vnk_cuda_batcher_clear (struct vnk_cuda_batcher *batcher);

/* Whether operations go through the batcher: when there are more streams than processors. */
bool vnk_cuda_batches (const vnk_cuda *cuda);

/* Computes n requests of one kind, in the order in which they came, and returns when their results are there. */
typedef vnk_status (*vnk_batch_function) (vnk_cuda *cuda, void *const *requests, int n);

/* Computes `request`, together with those of the same kind that other streams have made meanwhile, in a thread and a
 * stream of the batcher. Planes have to be the device's. */
vnk_status vnk_cuda_batcher_run (vnk_cuda *cuda, vnk_batch_kind kind, vnk_batch_function function, void *request);

/* deferred-launch.cu */

bool       vnk_cuda_has_deferred    (const vnk_cuda *cuda);
/* Launches what was deferred. */
vnk_status vnk_cuda_flush        (vnk_cuda *cuda);
/* The same for up to VNK_MAX_BATCH streams, in the stream of `cuda`. When it fails their queues stay. */
vnk_status vnk_cuda_launch_deferred (vnk_cuda *cuda, vnk_cuda *const *streams, int n);
/* Of a stream that is being closed. */
void       vnk_cuda_deferred_clear  (vnk_cuda *cuda);

void vnk_cuda_family_ref   (vnk_cuda_family *family);
void vnk_cuda_family_unref (vnk_cuda_family *family);

/* memory.cu */

/* Device memory, of unknown content, at a multiple of 256 bytes, valid until the next operation begins; NULL when there
 * is none. */
void *vnk_cuda_scratch      (vnk_cuda *cuda, size_t size);
/* The same that lasts; what was in it is lost when it grows. */
void *vnk_cuda_buffer_get     (vnk_cuda *cuda, vnk_device_buffer *buffer, size_t size);
void  vnk_cuda_buffer_clear   (vnk_device_buffer *buffer);
/* Of a stream, which leaves its memory to others. */
void  vnk_cuda_memory_clear (vnk_cuda *cuda);
/* When the last stream is closed. */
void vnk_cuda_free_list_clear (vnk_cuda_family *family);

/* Zeroed device memory that lasts until vnk_arena_unref() of the arena in which it lies; NULL: there is none. */
void      *vnk_cuda_arena_take (vnk_cuda *cuda, size_t size, vnk_arena **arena);
void       vnk_arena_unref     (vnk_arena *arena);
vnk_arena *vnk_arena_ref       (vnk_arena *arena);

/* cudaMalloc() and cudaHostAlloc(), which tests can make fail. */
cudaError_t vnk_cuda_allocate        (vnk_cuda *cuda, void **memory, size_t size);
cudaError_t vnk_cuda_allocate_locked (vnk_cuda *cuda, void **memory, size_t size);

/* To the device (the host's memory may change at once) and back (with the next wait). */
vnk_status vnk_cuda_upload   (vnk_cuda *cuda, void *to, const void *from, size_t size);
vnk_status vnk_cuda_download (vnk_cuda *cuda, void *to, const void *from, size_t size);
/* A copy of something small that kernels read and change where it is, in the host's memory: it takes their time to get
 * there, but no copying before and after. The next wait brings it back. */
vnk_status vnk_cuda_share    (vnk_cuda *cuda, void *object, size_t size, void **shared);
/* To be called before an operation shares several that take up so many bytes, each to a multiple of VNK_SHARED_STEP. */
#define VNK_SHARED_STEP ((size_t) 256)
vnk_status vnk_cuda_reserve  (vnk_cuda *cuda, size_t size);
/* Room for `size` bytes in the staging memory, which is page-locked, for vnk_cuda_send(). */
vnk_status vnk_cuda_stage     (vnk_cuda *cuda, size_t size, void **staged);
vnk_status vnk_cuda_send     (vnk_cuda *cuda, void *to, const void *staged, size_t size);

/* By one thread: whoever sees the flag sees what the thread has written to the host's memory. */
static __device__ __forceinline__ void
vnk_cuda_set_ready (unsigned int *ready)
{
  __threadfence_system ();
  *(volatile unsigned int *) ready = 1;
}

/* planes.cu */

/* Where a plane is on the device, for reading; a plane that has no place there is copied to the scratch. */
vnk_status vnk_cuda_read    (vnk_cuda *cuda, const vnk_plane *plane, vnk_view *view);
/* Where a plane shall be written, as a whole; what is there is unknown. Of a plane that lives on the device it is the
 * place that vnk_cuda_read() gives: beware where one plane is read and written. */
vnk_status vnk_cuda_write   (vnk_cuda *cuda, const vnk_plane *plane, vnk_view *view);
/* It has been written by what was launched. */
vnk_status vnk_cuda_written (vnk_cuda *cuda, const vnk_plane *plane, const vnk_view *view);
/* Where a plane that is the device's lies, which stays until vnk_arena_unref(). */
vnk_arena *vnk_cuda_plane_arena_ref (const vnk_plane *plane);
/* Moves a view to the scratch, where its rows lie that far apart. */
vnk_status vnk_cuda_copy    (vnk_cuda *cuda, vnk_view *view, int stride);
/* Moves what is to be read to the scratch when it has memory in common with what is to be written. */
vnk_status vnk_cuda_part    (vnk_cuda *cuda, vnk_view *read, const vnk_view *written);

/* gicov.cu */
void vnk_cuda_gicov_clear (vnk_cuda *cuda);

vnk_status vnk_cuda_plane_new (vnk_backend *backend, int width, int height, vnk_plane *plane);
vnk_status vnk_cuda_fetch     (vnk_backend *backend, const vnk_plane *plane);
vnk_status vnk_cuda_store     (vnk_backend *backend, const vnk_plane *plane);

/* Lets a kernel have that much dynamic shared memory, up to max_shared bytes. */
vnk_status vnk_cuda_allow_shared_of (vnk_cuda *cuda, const void *kernel, size_t size);

template<typename Kernel>
static inline vnk_status
vnk_cuda_allow_shared (vnk_cuda *cuda, Kernel *kernel, size_t size)
{
  return vnk_cuda_allow_shared_of (cuda, reinterpret_cast<const void *> (kernel), size);
}

/* Blocks that n things need. */
static inline unsigned int
vnk_cuda_blocks (int n, int block)
{
  return (unsigned int) ((n + block - 1) / block);
}

/* Blocks for n rows: where there are more than a grid may have, each takes several. */
static inline unsigned int
vnk_cuda_rows (int n)
{
  return (unsigned int) (n < 65535 ? n : 65535);
}

/* Why there is no memory. */
static inline vnk_status
vnk_cuda_no_memory (const vnk_cuda *cuda)
{
  return cuda->dead ? VNK_ERROR_DEVICE : VNK_ERROR_NO_MEMORY;
}

/* The operations, as vnk.h describes them: vnk_cuda_convert() and so on. */
#define VNK_DECLARE(operation) __typeof__ (*((vnk_backend *) 0)->operation) vnk_cuda_##operation;
VNK_OPERATIONS (VNK_DECLARE)
#undef VNK_DECLARE

/* Frees what network.cu keeps on the host. */
void vnk_cuda_network_clear (vnk_network_plan *plan);
