/* venule-chosen.h: what was chosen in a dialog for files
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

G_END_DECLS
