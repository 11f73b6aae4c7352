/* batcher.cu: requests of several streams go to the device as one launch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * When many videos are analysed at once, each launch is small and the driver, which handles one call at a time, becomes
 * the bottleneck. So a few worker threads collect the requests that arrived while they were busy and launch them
 * together: the busier the device, the larger the batches. A request gives the same result, bit for bit, in any batch.
 */

#include "cuda.cuh"

#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WORKERS 2 /* threads for each kind of request */

/* A thread that waits for its request. */
struct Waiter {
  Waiter    *next;
  vnk_cuda  *cuda;
  void      *request;
  vnk_status status;
  int        done; /* futex */
};

struct Queue;

/* A thread with its own stream and memory. */
struct Worker {
  vnk_cuda  cuda;
  char      failure[VNK_FAILURE_SIZE];
  Queue    *queue;
  pthread_t thread;
};

struct Queue {
  struct vnk_cuda_batcher *batcher;
  vnk_batch_function       function;
  pthread_cond_t           queued;
  Waiter                  *first;
  Waiter                 **end;
  Worker                   workers[WORKERS];
  int                      n_workers; /* started */
};

struct vnk_cuda_batcher {
  pthread_mutex_t lock;
  bool            ended;
  Queue           queues[VNK_BATCH_KINDS];
};

struct vnk_cuda_batcher *
vnk_cuda_batcher_new (void)
{
  vnk_cuda_batcher *self = static_cast<vnk_cuda_batcher *> (calloc (1, sizeof *self));

  if (self == NULL)
    return NULL;
  pthread_mutex_init (&self->lock, NULL);
  for (int i = 0; i < VNK_BATCH_KINDS; i++)
    {
      pthread_cond_init (&self->queues[i].queued, NULL);
      self->queues[i].batcher = self;
      self->queues[i].end = &self->queues[i].first;
    }
  return self;
}

void
vnk_cuda_batcher_free (struct vnk_cuda_batcher *self)
{
  for (int i = 0; i < VNK_BATCH_KINDS; i++)
    pthread_cond_destroy (&self->queues[i].queued);
  pthread_mutex_destroy (&self->lock);
  free (self);
}

static void
close_worker (Worker *self)
{
  vnk_cuda_memory_clear (&self->cuda);
  if (self->cuda.stream != NULL)
    cudaStreamDestroy (self->cuda.stream);
  memset (self, 0, sizeof *self);
}

/* There is no stream left that could wait. */
void
vnk_cuda_batcher_clear (struct vnk_cuda_batcher *self)
{
  pthread_mutex_lock (&self->lock);
  self->ended = true;
  for (int i = 0; i < VNK_BATCH_KINDS; i++)
    pthread_cond_broadcast (&self->queues[i].queued);
  pthread_mutex_unlock (&self->lock);
  for (int i = 0; i < VNK_BATCH_KINDS; i++)
    for (Queue *queue = &self->queues[i]; queue->n_workers > 0; queue->n_workers--)
      {
        pthread_join (queue->workers[queue->n_workers - 1].thread, NULL);
        close_worker (&queue->workers[queue->n_workers - 1]);
      }
}

bool
vnk_cuda_batches (const vnk_cuda *cuda)
{
  return __atomic_load_n (&cuda->family->n_streams, __ATOMIC_RELAXED) > cuda->family->n_processors;
}

/* ---- Callers ---- */

/* A futex rather than a condition: threads that are woken together would queue for its lock. */
static void
sleep_until_done (Waiter *self)
{
  while (__atomic_load_n (&self->done, __ATOMIC_ACQUIRE) == 0)
    syscall (SYS_futex, &self->done, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}

/* An error of the device is one of the caller's stream, too. After the last line the waiter may be gone. */
static void
finish (Waiter *waiter, const Worker *worker, vnk_status status)
{
  vnk_cuda *cuda = waiter->cuda;

  if (status == VNK_OK)
    cuda->busy = cuda->launched = false;
  if (status == VNK_ERROR_DEVICE)
    {
      cuda->dead = true;
      cuda->error = worker->cuda.error;
      memcpy (cuda->failure, worker->failure, VNK_FAILURE_SIZE);
    }
  waiter->status = status;

  int *done = &waiter->done;

  __atomic_store_n (done, 1, __ATOMIC_RELEASE);
  syscall (SYS_futex, done, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* ---- Workers ---- */

/* Orders the batch after all that its streams have launched. */
static vnk_status
wait_for_streams (vnk_cuda *cuda, const Waiter *first)
{
  for (const Waiter *waiter = first; waiter != NULL; waiter = waiter->next)
    if (waiter->cuda->launched)
      VNK_CUDA (cuda, cudaStreamWaitEvent (cuda->stream, waiter->cuda->tail, 0));
  return VNK_OK;
}

static vnk_status
run_batch (Worker *self, const Waiter *first)
{
  vnk_cuda *cuda = &self->cuda;
  vnk_cuda *streams[VNK_MAX_BATCH];
  void *requests[VNK_MAX_BATCH];
  int n = 0;

  if (cuda->dead)
    return VNK_ERROR_DEVICE;
  if (cuda->stream == NULL)
    VNK_CUDA (cuda, cudaStreamCreateWithFlags (&cuda->stream, cudaStreamNonBlocking));
  memset (cuda->used, 0, sizeof cuda->used);
  for (const Waiter *waiter = first; waiter != NULL; waiter = waiter->next)
    {
      streams[n] = waiter->cuda;
      requests[n++] = waiter->request;
    }
  VNK_TRY (wait_for_streams (cuda, first));
  VNK_TRY (vnk_cuda_launch_deferred (cuda, streams, n));

  vnk_status status = self->queue->function (cuda, requests, n);

  /* No copy may still be under way to a caller that is told of the failure. */
  if (status != VNK_OK && !cuda->dead)
    vnk_cuda_forget (cuda);
  return status;
}

/* The first requests of a queue, at most VNK_MAX_BATCH; under the lock. */
static Waiter *
take (Queue *queue)
{
  Waiter *first = queue->first, **end = &queue->first;

  for (int n = 0; n < VNK_MAX_BATCH && *end != NULL; n++)
    end = &(*end)->next;
  queue->first = *end;
  if (queue->first == NULL)
    queue->end = &queue->first;
  *end = NULL;
  return first;
}

/* NULL: the last stream has been closed. */
static Waiter *
wait_for_requests (Queue *queue)
{
  vnk_cuda_batcher *batcher = queue->batcher;
  Waiter *first;

  pthread_mutex_lock (&batcher->lock);
  while (queue->first == NULL && !batcher->ended)
    pthread_cond_wait (&queue->queued, &batcher->lock);
  first = take (queue);
  pthread_mutex_unlock (&batcher->lock);
  return first;
}

static void *
worker_main (void *data)
{
  Worker *self = static_cast<Worker *> (data);
  Waiter *next;

  cudaSetDevice (self->cuda.device);
  /* The default slack of 50 µs is longer than the naps of vnk_cuda_wait(). */
  prctl (PR_SET_TIMERSLACK, 1000);
  for (Waiter *first = wait_for_requests (self->queue); first != NULL; first = wait_for_requests (self->queue))
    {
      vnk_status status = run_batch (self, first);

      for (; first != NULL; first = next)
        {
          next = first->next;
          finish (first, self, status);
        }
    }
  return NULL;
}

/* Under the lock; whether at least one runs. */
static bool
start_workers (Queue *queue, const vnk_cuda *like)
{
  while (queue->n_workers < WORKERS)
    {
      Worker *worker = &queue->workers[queue->n_workers];
      vnk_cuda *cuda = &worker->cuda;

      cuda->family = like->family;
      cuda->device = like->device;
      cuda->n_processors = like->n_processors;
      cuda->capability = like->capability;
      cuda->max_shared = like->max_shared;
      cuda->failure = worker->failure;
      worker->queue = queue;
      if (pthread_create (&worker->thread, NULL, worker_main, worker) != 0)
        break;
      queue->n_workers++;
    }
  return queue->n_workers > 0;
}

vnk_status
vnk_cuda_batcher_run (vnk_cuda *cuda, vnk_batch_kind kind, vnk_batch_function function, void *request)
{
  vnk_cuda_batcher *self = cuda->family->batcher;
  Queue *queue = &self->queues[kind];
  Waiter waiter = { NULL, cuda, request, VNK_ERROR_NO_MEMORY, 0 };

  if (cuda->launched)
    {
      if (cuda->tail == NULL)
        VNK_CUDA (cuda, cudaEventCreateWithFlags (&cuda->tail, cudaEventDisableTiming));
      VNK_CUDA (cuda, cudaEventRecord (cuda->tail, cuda->stream));
    }

  pthread_mutex_lock (&self->lock);
  queue->function = function;

  bool queued = start_workers (queue, cuda);

  if (queued)
    {
      *queue->end = &waiter;
      queue->end = &waiter.next;
      pthread_cond_signal (&queue->queued);
    }
  pthread_mutex_unlock (&self->lock);
  if (queued)
    sleep_until_done (&waiter);
  return waiter.status;
}
