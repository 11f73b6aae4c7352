/* venule-parallel.h: loops that several threads share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleParallelFunc:
 * @data: what was given to venule_parallel_for()
 * @index: of one iteration
 *
 * Does one iteration, in any thread, beside others.
 */
typedef void (*VenuleParallelFunc) (gpointer data,
                                    guint    index);

/**
 * venule_parallel_for:
 * @n: iterations
 * @func: does one of them
 * @data: for @func
 *
 * Does all iterations, in this thread and in a few others where there are processors for them, and returns when the
 * last one is done. It never waits for a thread that has not begun: on a busy machine this thread does all of them.
 */
void venule_parallel_for (guint               n,
                          VenuleParallelFunc  func,
                          gpointer            data);

G_END_DECLS
