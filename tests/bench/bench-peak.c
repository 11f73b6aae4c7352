/* bench-peak.c: what the processor can do at best
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-peak.h"

#include <glib.h>
#include <string.h>
#include <time.h>

#define TIME (40 * 1000)            /* µs of each measurement: of the thread's own, whatever else runs on the machine */
#define LARGE (64 * 1024 * 1024)    /* bytes: more than caches hold */
#define SUMS 12                     /* vectors that are added to in turn, so that none waits for the one before */
#define ROUNDS 4096

typedef float Vector __attribute__ ((vector_size (64)));

typedef struct {
  gsize  bytes;     /* of a copy; 0: computes */
  double rate;      /* per s */
  float  result;
} Work;

#define INLINE static inline __attribute__ ((always_inline))

INLINE float
multiply_and_add (float factor)
{
  Vector sums[SUMS], by = { 0 };
  float result = 0;

  by = by + factor;
  for (int k = 0; k < SUMS; k++)
    sums[k] = by * (float) k;
  for (int i = 0; i < ROUNDS; i++)
    for (int k = 0; k < SUMS; k++)
      sums[k] = sums[k] * by + by;
  for (int k = 0; k < SUMS; k++)
    result += sums[k][0];
  return result;
}

static float
compute_any (float factor)
{
  return multiply_and_add (factor);
}

#ifdef __x86_64__
__attribute__ ((target ("avx512f"))) static float
compute_avx512 (float factor)
{
  return multiply_and_add (factor);
}

__attribute__ ((target ("avx2,fma"))) static float
compute_avx2 (float factor)
{
  return multiply_and_add (factor);
}
#endif

static float
compute (float factor)
{
#ifdef __x86_64__
  if (__builtin_cpu_supports ("avx512f"))
    return compute_avx512 (factor);
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    return compute_avx2 (factor);
#endif
  return compute_any (factor);
}

/* µs */
static gint64
time_of_thread (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * (gint64) G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static gpointer
work (gpointer data)
{
  Work *self = data;
  g_autofree char *from = self->bytes > 0 ? g_malloc0 (self->bytes) : NULL;
  g_autofree char *to = self->bytes > 0 ? g_malloc0 (self->bytes) : NULL;
  gint64 start, now;
  double done = 0;

  if (self->bytes > 0)
    memcpy (to, from, self->bytes);
  start = time_of_thread ();
  do
    {
      if (self->bytes > 0)
        {
          memcpy (to, from, self->bytes);
          from[0] = to[self->bytes - 1];
          done += 2.0 * self->bytes;
        }
      else
        {
          self->result += compute (0.5f + 1e-9f * self->result);
          done += 2.0 * ROUNDS * SUMS * (sizeof (Vector) / sizeof (float));
        }
      now = time_of_thread ();
    }
  while (now - start < TIME);
  self->rate = done / (now - start) * G_USEC_PER_SEC;
  return NULL;
}

static double
measure (int   threads,
         gsize bytes)
{
  g_autofree Work *works = g_new0 (Work, threads);
  g_autofree GThread **handles = g_new0 (GThread *, threads);
  double sum = 0;

  for (int i = 0; i < threads; i++)
    {
      works[i].bytes = bytes;
      handles[i] = g_thread_new ("peak", work, &works[i]);
    }
  for (int i = 0; i < threads; i++)
    {
      g_thread_join (handles[i]);
      sum += works[i].rate;
    }
  return sum;
}

void
bench_peak_cpu (int          threads,
                double       bytes,
                BenchLimits *limits)
{
  *limits = (BenchLimits){
    .copied = measure (threads, (gsize) (bytes / threads)),
    .memory = measure (threads, LARGE),
    .flops = measure (threads, 0),
  };
}
