/* venule-cli-signals.h: requests to stop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* In the main thread: Ctrl+C, a terminal that is closed, a batch system end the program at once, with a sentence; what
 * it is writing is removed. What the parent ignores (nohup) stays ignored. */
void venule_cli_signals_stop_at_once (void);
/* A folder that was made for what is written: it is removed then, too, unless it holds something. */
void venule_cli_signals_set_made (const char *folder);
void venule_cli_signals_remove_made (void);
/* As venule_save_lock(). A folder that another run has locked is not one's own to be removed, whoever made it: that run
 * has nothing in it at first. */
gboolean venule_cli_signals_lock (const char  *folder,
                                  int         *lock,
                                  GError     **error);

typedef void (*VenuleCliStop) (gpointer data);

/* In the main thread: from now on a request is kept instead. Repeats are the same one for 10 s, a later one ends the
 * program at once. */
void venule_cli_signals_hear (void);
/* As that, and @stop is called once for it from the default main context, also for one that came before. */
void venule_cli_signals_watch (VenuleCliStop stop,
                               gpointer      data);
/* Nothing is called any more; signals still do not end the program, which is writing what it has. */
void venule_cli_signals_leave (void);
/* Whether a signal has asked, before or after that; in any thread. */
gboolean venule_cli_signals_asked (void);

G_END_DECLS
