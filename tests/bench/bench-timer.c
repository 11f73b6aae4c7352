/* bench-timer.c: how long a piece of work takes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-timer.h"

#include <stdlib.h>

#define SHORTEST 500       /* µs of a run: the clock and the waiting must not show */
#define WARM (20 * 1000)   /* µs of work before the first run */
#define FEWEST 3

static int
compare (const void *a,
         const void *b)
{
  double p = *(const double *) a, q = *(const double *) b;

  return (p > q) - (p < q);
}

BenchTime
bench_time_of (double *times,
               guint   n)
{
  if (n == 0)
    return (BenchTime){ 0 };

  qsort (times, n, sizeof *times, compare);
  return (BenchTime){ times[n / 2], times[n / 10], times[n - 1 - n / 10], times[0], n, 0 };
}

/* ms for each time that it worked, counted in @done; below 0 when it failed. */
static double
time_run (BenchWork  work,
          BenchWork  wait,
          gpointer   data,
          guint     *done)
{
  gint64 start = g_get_monotonic_time ();
  guint n = 0;

  do
    {
      if (!work (data))
        return -1;
      n++;
    }
  while (g_get_monotonic_time () - start < SHORTEST);
  if (wait != NULL && !wait (data))
    return -1;
  *done += n;
  return (double) (g_get_monotonic_time () - start) / 1000 / n;
}

BenchTime
bench_time (BenchWork work,
            BenchWork wait,
            gpointer  data,
            guint     runs,
            double    budget)
{
  g_autofree double *times = g_new (double, MAX (runs, 1));
  gint64 start = g_get_monotonic_time ();
  guint n = 0, done = 0;
  BenchTime time;

  do
    if (time_run (work, wait, data, &done) < 0)
      return (BenchTime){ 0 };
  while (g_get_monotonic_time () - start < WARM);

  start = g_get_monotonic_time ();
  while (n < runs && (n < FEWEST || g_get_monotonic_time () - start < budget * G_USEC_PER_SEC))
    {
      times[n] = time_run (work, wait, data, &done);
      if (times[n++] < 0)
        return (BenchTime){ 0 };
    }
  time = bench_time_of (times, n);
  time.done = done;
  return time;
}
