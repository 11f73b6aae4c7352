/* venule-batch-window.h: many videos, set up and analysed together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Of a list of videos. */
#define VENULE_BATCH_LIST_SUFFIX ".tsv"

/* Signal: set-up (VenuleBatchSetUp): a video is to be drawn in a window of its own. */
#define VENULE_TYPE_BATCH_WINDOW (venule_batch_window_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBatchWindow, venule_batch_window, VENULE, BATCH_WINDOW, AdwApplicationWindow)

/* With the list that was there last; not shown yet. (transfer none) */
GtkWidget *venule_batch_window_new  (GtkApplication    *application);

/* Asks for what it needs. */
void       venule_batch_window_run  (VenuleBatchWindow *self);

/**
 * venule_batch_window_add:
 * @self: a window
 * @paths: (array zero-terminated=1): of videos, of folders with videos, or of a list, which takes the place of an
 *   empty one
 */
void       venule_batch_window_add  (VenuleBatchWindow *self,
                                     const char *const *paths);

G_END_DECLS
