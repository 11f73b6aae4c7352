/* pool.c: the threads of the CPU's backend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* One operation follows another within microseconds, a layer of a network another, say, and to put a thread to sleep
 * and wake it up takes longer than that. So both sides look for so long before they sleep. They do not let others go
 * first meanwhile: on a busy machine their turn would come back after milliseconds, that of one who sleeps and is woken
 * at once. */
#define LOOK_TIME 20000 /* ns */

/* Items of a job that one thread begins with: the same for each job of as many items, so that what an operation leaves
 * in a processor's cache is where the next one looks for it. Those that are done help others. */
typedef struct {
  _Alignas (64) atomic_int next; /* the others' counters lie in other lines of the cache */
  int                      end;
} Share;

typedef struct {
  vnk_pool *pool;
  pthread_t handle;
  int       index;
} Worker;

struct vnk_pool {
  pthread_mutex_t mutex;
  pthread_cond_t  wake;     /* a job has come, or the end */
  pthread_cond_t  finished; /* the last worker is done with the job */
  atomic_uint     job;      /* counts jobs, so that a worker takes each once */
  bool            open;     /* whether the job has items left for those who come now */
  atomic_int      busy;     /* workers that are at the job */
  bool            quit;

  vnk_pool_item   function;
  void           *data;
  Share          *shares; /* of each thread */

  int             n_workers;
  Worker          workers[];
};

static void
work (vnk_pool *pool, int thread)
{
  int n_threads = pool->n_workers + 1;

  for (int i = 0; i < n_threads; i++)
    {
      Share *share = &pool->shares[(thread + i) % n_threads];
      int item;

      while ((item = atomic_fetch_add_explicit (&share->next, 1, memory_order_relaxed)) < share->end)
        pool->function (pool->data, item, thread);
    }
}

static void
share_out (vnk_pool *pool, int n)
{
  int n_threads = pool->n_workers + 1;

  for (int i = 0; i < n_threads; i++)
    {
      atomic_store_explicit (&pool->shares[i].next, (int) ((int64_t) n * i / n_threads), memory_order_relaxed);
      pool->shares[i].end = (int) ((int64_t) n * (i + 1) / n_threads);
    }
}

static int64_t
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (int64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

/* What it finds is asked for again under the lock. */
static void
look_for_job (vnk_pool *pool, unsigned seen)
{
  int64_t start = now ();

  while (atomic_load_explicit (&pool->job, memory_order_relaxed) == seen && now () - start < LOOK_TIME)
    ;
}

static void
look_for_end (vnk_pool *pool)
{
  int64_t start = now ();

  while (atomic_load_explicit (&pool->busy, memory_order_relaxed) > 0 && now () - start < LOOK_TIME)
    ;
}

static void *
worker_main (void *data)
{
  Worker *self = data;
  vnk_pool *pool = self->pool;
  unsigned seen = 0;

  pthread_mutex_lock (&pool->mutex);
  for (;;)
    {
      while ((pool->job == seen || !pool->open) && !pool->quit)
        pthread_cond_wait (&pool->wake, &pool->mutex);
      if (pool->quit)
        break;

      seen = pool->job;
      pool->busy++;
      pthread_mutex_unlock (&pool->mutex);
      work (pool, self->index);
      pthread_mutex_lock (&pool->mutex);

      if (--pool->busy == 0)
        pthread_cond_signal (&pool->finished);
      pthread_mutex_unlock (&pool->mutex);
      look_for_job (pool, seen);
      pthread_mutex_lock (&pool->mutex);
    }
  pthread_mutex_unlock (&pool->mutex);
  return NULL;
}

vnk_pool *
vnk_pool_new (int threads)
{
  int wanted = threads > 1 ? threads - 1 : 0;
  vnk_pool *pool = calloc (1, sizeof *pool + (size_t) wanted * sizeof pool->workers[0]);

  if (pool == NULL)
    return NULL;

  pool->shares = aligned_alloc (_Alignof (Share), (size_t) (wanted + 1) * sizeof (Share));
  if (pool->shares == NULL)
    {
      free (pool);
      return NULL;
    }

  pthread_mutex_init (&pool->mutex, NULL);
  pthread_cond_init (&pool->wake, NULL);
  pthread_cond_init (&pool->finished, NULL);

  for (int i = 0; i < wanted; i++)
    {
      Worker *w = &pool->workers[i];

      w->pool = pool;
      w->index = i;
      /* The system has none left: it goes slower with those that there are. */
      if (pthread_create (&w->handle, NULL, worker_main, w) != 0)
        break;
      pool->n_workers++;
    }
  return pool;
}

void
vnk_pool_free (vnk_pool *pool)
{
  if (pool == NULL)
    return;

  pthread_mutex_lock (&pool->mutex);
  pool->quit = true;
  pthread_cond_broadcast (&pool->wake);
  pthread_mutex_unlock (&pool->mutex);

  for (int i = 0; i < pool->n_workers; i++)
    pthread_join (pool->workers[i].handle, NULL);

  pthread_cond_destroy (&pool->finished);
  pthread_cond_destroy (&pool->wake);
  pthread_mutex_destroy (&pool->mutex);
  free (pool->shares);
  free (pool);
}

int
vnk_pool_threads (const vnk_pool *pool)
{
  return pool->n_workers + 1;
}

void
vnk_pool_run (vnk_pool *pool, int n, vnk_pool_item function, void *data)
{
  pool->function = function;
  pool->data = data;
  share_out (pool, n);

  /* Waking a thread costs more than one item is worth. */
  if (pool->n_workers == 0 || n < 2)
    {
      work (pool, pool->n_workers);
      return;
    }

  pthread_mutex_lock (&pool->mutex);
  pool->open = true;
  pool->job++;
  pthread_cond_broadcast (&pool->wake);
  pthread_mutex_unlock (&pool->mutex);

  work (pool, pool->n_workers);
  look_for_end (pool);

  /* A worker that has not come yet, because the processor has others to serve, is not waited for. */
  pthread_mutex_lock (&pool->mutex);
  pool->open = false;
  while (pool->busy > 0)
    pthread_cond_wait (&pool->finished, &pool->mutex);
  pthread_mutex_unlock (&pool->mutex);
}
