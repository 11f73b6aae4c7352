/* bench-timer.h: how long a piece of work takes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * BenchTime:
 * @median: ms
 * @low: ms, below which a tenth of the runs stayed
 * @high: ms, above which a tenth went
 * @best: ms
 * @runs: how many; 0: it was not measured
 * @done: how often the work was done in all, to warm up and within runs, too; 0: that is not known
 */
typedef struct {
  double median, low, high, best;
  guint  runs, done;
} BenchTime;

/* FALSE: it failed, and what was measured is worth nothing. */
typedef gboolean (*BenchWork) (gpointer data);

/* Works until it is warm, then @runs times. Work that takes less than half a millisecond is repeated within a run.
 * @wait (nullable) ends a run: it waits for what is under way. Long work is run less often, for @budget s at most, but
 * thrice. */
BenchTime bench_time         (BenchWork  work,
                              BenchWork  wait,
                              gpointer   data,
                              guint      runs,
                              double     budget);
/* Of given times, ms; sorts them. */
BenchTime bench_time_of      (double    *times,
                              guint      n);

G_END_DECLS
