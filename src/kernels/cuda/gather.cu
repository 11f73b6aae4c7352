/* gather.cu: what several lanes ask for goes to the device as one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Where many videos are analysed at once each asks for little, and the driver, which does one thing after the other,
 * would be what all of them wait for. So a few threads take what has been asked for, all that has come while they were
 * at work together: the busier the device is, the more is answered at once. What is asked for with others gives the
 * same result, bit for bit, as by itself.
 */

#include "cuda.cuh"

#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define GATHERERS 2 /* of a kind, that are at work at the same time */

/* Somebody who waits for an answer. */
struct Waiter {
  Waiter    *next;
  vnk_cuda  *cuda;
  void      *ask;
  vnk_status status;
  int        answered; /* he sleeps on it */
};

struct Queue;

/* A thread with a stream of its own, and memory of its own. */
struct Gatherer {
  vnk_cuda  cuda;
  char      failure[VNK_FAILURE_SIZE];
  Queue    *queue;
  pthread_t thread;
};

struct Queue {
  struct vnk_cuda_gather *gather;
  vnk_cuda_answer         answer;
  pthread_cond_t          asked;
  Waiter                 *first;
  Waiter                **end;
  Gatherer                gatherers[GATHERERS];
  int                     n_gatherers; /* that are there */
};

struct vnk_cuda_gather {
  pthread_mutex_t lock;
  bool            ended;
  Queue           queues[VNK_GATHERED];
};

struct vnk_cuda_gather *
vnk_cuda_gather_new (void)
{
  vnk_cuda_gather *self = static_cast<vnk_cuda_gather *> (calloc (1, sizeof *self));

  if (self == NULL)
    return NULL;
  pthread_mutex_init (&self->lock, NULL);
  for (int i = 0; i < VNK_GATHERED; i++)
    {
      pthread_cond_init (&self->queues[i].asked, NULL);
      self->queues[i].gather = self;
      self->queues[i].end = &self->queues[i].first;
    }
  return self;
}

void
vnk_cuda_gather_free (struct vnk_cuda_gather *self)
{
  for (int i = 0; i < VNK_GATHERED; i++)
    pthread_cond_destroy (&self->queues[i].asked);
  pthread_mutex_destroy (&self->lock);
  free (self);
}

static void
close_gatherer (Gatherer *self)
{
  vnk_cuda_memory_clear (&self->cuda);
  if (self->cuda.stream != NULL)
    cudaStreamDestroy (self->cuda.stream);
  memset (self, 0, sizeof *self);
}

/* Nobody waits any more: there is no lane that could. */
void
vnk_cuda_gather_clear (struct vnk_cuda_gather *self)
{
  pthread_mutex_lock (&self->lock);
  self->ended = true;
  for (int i = 0; i < VNK_GATHERED; i++)
    pthread_cond_broadcast (&self->queues[i].asked);
  pthread_mutex_unlock (&self->lock);
  for (int i = 0; i < VNK_GATHERED; i++)
    for (Queue *queue = &self->queues[i]; queue->n_gatherers > 0; queue->n_gatherers--)
      {
        pthread_join (queue->gatherers[queue->n_gatherers - 1].thread, NULL);
        close_gatherer (&queue->gatherers[queue->n_gatherers - 1]);
      }
}

bool
vnk_cuda_gathers (const vnk_cuda *cuda)
{
  return __atomic_load_n (&cuda->family->n_lanes, __ATOMIC_RELAXED) > cuda->family->n_processors;
}

/* ---- Those who ask ---- */

/* Without a lock, for which all who are woken together would wait. */
static void
sleep_until_answered (Waiter *self)
{
  while (__atomic_load_n (&self->answered, __ATOMIC_ACQUIRE) == 0)
    syscall (SYS_futex, &self->answered, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}

/* Each is told for himself: his own lane is dead, too. From the last line on he may be gone. */
static void
tell (Waiter *waiter, const Gatherer *gatherer, vnk_status status)
{
  vnk_cuda *cuda = waiter->cuda;

  if (status == VNK_OK)
    cuda->busy = cuda->launched = false;
  if (status == VNK_ERROR_DEVICE)
    {
      cuda->dead = true;
      cuda->error = gatherer->cuda.error;
      memcpy (cuda->failure, gatherer->failure, VNK_FAILURE_SIZE);
    }
  waiter->status = status;

  int *answered = &waiter->answered;

  __atomic_store_n (answered, 1, __ATOMIC_RELEASE);
  syscall (SYS_futex, answered, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* ---- Those who answer ---- */

/* What the lanes have asked for before happens before. */
static vnk_status
wait_for_lanes (vnk_cuda *cuda, const Waiter *first)
{
  for (const Waiter *waiter = first; waiter != NULL; waiter = waiter->next)
    if (waiter->cuda->launched)
      VNK_CUDA (cuda, cudaStreamWaitEvent (cuda->stream, waiter->cuda->ready, 0));
  return VNK_OK;
}

static vnk_status
answer_all (Gatherer *self, const Waiter *first)
{
  vnk_cuda *cuda = &self->cuda;
  vnk_cuda *lanes[VNK_MOST_GATHERED];
  void *asks[VNK_MOST_GATHERED];
  int n = 0;

  if (cuda->dead)
    return VNK_ERROR_DEVICE;
  if (cuda->stream == NULL)
    VNK_CUDA (cuda, cudaStreamCreateWithFlags (&cuda->stream, cudaStreamNonBlocking));
  memset (cuda->used, 0, sizeof cuda->used);
  for (const Waiter *waiter = first; waiter != NULL; waiter = waiter->next)
    {
      lanes[n] = waiter->cuda;
      asks[n++] = waiter->ask;
    }
  VNK_TRY (wait_for_lanes (cuda, first));
  VNK_TRY (vnk_cuda_launch_steps (cuda, lanes, n));

  vnk_status status = self->queue->answer (cuda, asks, n);

  /* Nothing is on its way to who has been told that it went wrong. */
  if (status != VNK_OK && !cuda->dead)
    vnk_cuda_forget (cuda);
  return status;
}

/* The first ones of a queue, at most VNK_MOST_GATHERED; under the lock. */
static Waiter *
take (Queue *queue)
{
  Waiter *first = queue->first, **end = &queue->first;

  for (int n = 0; n < VNK_MOST_GATHERED && *end != NULL; n++)
    end = &(*end)->next;
  queue->first = *end;
  if (queue->first == NULL)
    queue->end = &queue->first;
  *end = NULL;
  return first;
}

/* NULL: there is nothing more to do. */
static Waiter *
wait_for_asks (Queue *queue)
{
  vnk_cuda_gather *gather = queue->gather;
  Waiter *first;

  pthread_mutex_lock (&gather->lock);
  while (queue->first == NULL && !gather->ended)
    pthread_cond_wait (&queue->asked, &gather->lock);
  first = take (queue);
  pthread_mutex_unlock (&gather->lock);
  return first;
}

static void *
gatherer_main (void *data)
{
  Gatherer *self = static_cast<Gatherer *> (data);
  Waiter *next;

  cudaSetDevice (self->cuda.device);
  /* Its short sleeps are to be short. */
  prctl (PR_SET_TIMERSLACK, 1000);
  for (Waiter *first = wait_for_asks (self->queue); first != NULL; first = wait_for_asks (self->queue))
    {
      vnk_status status = answer_all (self, first);

      for (; first != NULL; first = next)
        {
          next = first->next;
          tell (first, self, status);
        }
    }
  return NULL;
}

/* Under the lock. Whether there is any. */
static bool
start_gatherers (Queue *queue, const vnk_cuda *like)
{
  while (queue->n_gatherers < GATHERERS)
    {
      Gatherer *gatherer = &queue->gatherers[queue->n_gatherers];
      vnk_cuda *cuda = &gatherer->cuda;

      cuda->family = like->family;
      cuda->device = like->device;
      cuda->n_processors = like->n_processors;
      cuda->capability = like->capability;
      cuda->max_shared = like->max_shared;
      cuda->failure = gatherer->failure;
      gatherer->queue = queue;
      if (pthread_create (&gatherer->thread, NULL, gatherer_main, gatherer) != 0)
        break;
      queue->n_gatherers++;
    }
  return queue->n_gatherers > 0;
}

vnk_status
vnk_cuda_gather_run (vnk_cuda *cuda, vnk_cuda_gathered kind, vnk_cuda_answer answer, void *ask)
{
  vnk_cuda_gather *self = cuda->family->gather;
  Queue *queue = &self->queues[kind];
  Waiter waiter = { NULL, cuda, ask, VNK_ERROR_NO_MEMORY, 0 };

  if (cuda->launched)
    {
      if (cuda->ready == NULL)
        VNK_CUDA (cuda, cudaEventCreateWithFlags (&cuda->ready, cudaEventDisableTiming));
      VNK_CUDA (cuda, cudaEventRecord (cuda->ready, cuda->stream));
    }

  pthread_mutex_lock (&self->lock);
  queue->answer = answer;

  bool answers = start_gatherers (queue, cuda);

  if (answers)
    {
      *queue->end = &waiter;
      queue->end = &waiter.next;
      pthread_cond_signal (&queue->asked);
    }
  pthread_mutex_unlock (&self->lock);
  if (answers)
    sleep_until_answered (&waiter);
  return waiter.status;
}
