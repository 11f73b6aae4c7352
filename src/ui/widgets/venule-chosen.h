/* venule-chosen.h: files that were chosen in a dialog, or dropped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * venule_chosen_dup_path:
 * @chooser: a dialog that was answered
 * @response: its answer
 *
 * Returns: (transfer full) (nullable): the path; %NULL when the dialog was cancelled, and when it was accepted without
 * a file, as GTK's is while nothing is found of what is searched for
 */
char *venule_chosen_dup_path (GtkFileChooserNative *chooser,
                              int                   response);

/* (transfer full): the paths of a dropped GdkFileList; files that have none are left out. */
GStrv venule_chosen_dup_dropped (const GValue *value);

/**
 * venule_chosen_begin_beside:
 * @chooser: a dialog that is not shown yet
 * @path: (nullable): of a file
 *
 * It begins in the folder of that file. Otherwise it begins with the files that were used last, which are no folder to
 * save in, and which GTK cannot sort.
 */
void  venule_chosen_begin_beside (GtkFileChooserNative *chooser,
                                  const char           *path);

G_END_DECLS
