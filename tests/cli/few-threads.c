/* few-threads.c: a system that has few threads left, for a program that knows nothing of it (LD_PRELOAD)
 *
 * With VENULE_TEST_THREADS=N at most N threads live beside the first one; with VENULE_TEST_NO_THREAD=N the Nth cannot
 * be had.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
  void *(*function) (void *);
  void *data;
} Start;

static int n_asked;
static int n_living;

static void *
run (void *data)
{
  Start start = *(Start *) data;
  void *result;

  free (data);
  result = start.function (start.data);
  __atomic_sub_fetch (&n_living, 1, __ATOMIC_SEQ_CST);
  return result;
}

static int
is_refused (void)
{
  const char *living = getenv ("VENULE_TEST_THREADS");
  const char *one = getenv ("VENULE_TEST_NO_THREAD");

  return (one != NULL && __atomic_add_fetch (&n_asked, 1, __ATOMIC_SEQ_CST) == atoi (one)) ||
         (living != NULL && __atomic_load_n (&n_living, __ATOMIC_SEQ_CST) >= atoi (living));
}

int
pthread_create (pthread_t            *thread,
                const pthread_attr_t *attributes,
                void               *(*function) (void *),
                void                 *data)
{
  int (*next) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *) = NULL;
  Start *start;
  int result;

  if (is_refused ())
    return EAGAIN;

  *(void **) &next = dlsym (RTLD_NEXT, "pthread_create");
  start = malloc (sizeof *start);
  *start = (Start) { function, data };
  __atomic_add_fetch (&n_living, 1, __ATOMIC_SEQ_CST);
  result = next (thread, attributes, run, start);
  if (result != 0)
    {
      __atomic_sub_fetch (&n_living, 1, __ATOMIC_SEQ_CST);
      free (start);
    }
  return result;
}
