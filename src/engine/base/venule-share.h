/* venule-share.h: work that several processors share while one waits for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleShareFunc:
 * @data: what was given to venule_share()
 * @part: number of a part
 *
 * Does one part of the work, in any thread, beside other parts.
 */
typedef void (*VenuleShareFunc) (gpointer data,
                                 guint    part);

/**
 * venule_share:
 * @n: parts of the work
 * @func: does one of them
 * @data: for @func
 *
 * Does all parts, in this thread and in a few others where there are processors for them, and returns when the last one is done.
 * Nobody waits for a thread that has not begun: on a machine that is busy this one does all of it. Meant for a tenth of a
 * millisecond of work or more: to begin the threads takes half of that. They stay for half a second, and what comes in that time
 * begins none.
 */
void venule_share (guint           n,
                   VenuleShareFunc func,
                   gpointer        data);

G_END_DECLS
