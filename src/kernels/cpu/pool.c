/* pool.c: the threads of the CPU's backend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct {
  vnk_pool *pool;
  pthread_t handle;
  int       index;
} Worker;

struct vnk_pool {
  pthread_mutex_t mutex;
  pthread_cond_t  wake;     /* a job has come, or the end */
  pthread_cond_t  finished; /* the last worker is done with the job */
  unsigned        job;      /* counts jobs, so that a worker takes each once */
  bool            open;     /* whether the job has items left for those who come now */
  int             busy;     /* workers that are at the job */
  bool            quit;

  vnk_pool_item   function;
  void           *data;
  int             n;
  atomic_int      next;

  int             n_workers;
  Worker          workers[];
};

static void
work (vnk_pool *pool, int thread)
{
  int item;

  while ((item = atomic_fetch_add_explicit (&pool->next, 1, memory_order_relaxed)) < pool->n)
    pool->function (pool->data, item, thread);
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

  pthread_mutex_init (&pool->mutex, NULL);
  pthread_cond_init (&pool->wake, NULL);
  pthread_cond_init (&pool->finished, NULL);

  for (int i = 0; i < wanted; i++)
    {
      Worker *w = &pool->workers[i];

      w->pool = pool;
      w->index = i;
      if (pthread_create (&w->handle, NULL, worker_main, w) != 0)
        {
          vnk_pool_free (pool);
          return NULL;
        }
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
  pool->n = n;
  atomic_store_explicit (&pool->next, 0, memory_order_relaxed);

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

  /* A worker that has not come yet, because the processor has others to serve, is not waited for. */
  pthread_mutex_lock (&pool->mutex);
  pool->open = false;
  while (pool->busy > 0)
    pthread_cond_wait (&pool->finished, &pool->mutex);
  pthread_mutex_unlock (&pool->mutex);
}
