/* venule-cli-signals.h: requests to stop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef void (*VenuleCliStop) (gpointer data);

/* Ctrl+C, a terminal that is closed, a batch system: @stop is called from the default main context. What the parent ignores (nohup)
 * stays ignored. */
void venule_cli_signals_watch (VenuleCliStop stop,
                               gpointer      data);
/* Nothing is called any more; signals still do not end the program, which is writing what it has. */
void venule_cli_signals_leave (void);

G_END_DECLS
