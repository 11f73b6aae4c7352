/* venule-recent.h: the videos and documents that were opened last
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * VenuleRecentFound:
 * @owner: who asked
 * @files: (element-type GtkRecentInfo): the files, latest first
 *
 * Called on the main thread, unless the owner has gone.
 */
typedef void (*VenuleRecentFound) (gpointer   owner,
                                   GPtrArray *files);

void venule_recent_find (gpointer           owner,
                         guint              most,
                         GCancellable      *cancellable,
                         VenuleRecentFound  found);
void venule_recent_add  (const char        *path);

G_END_DECLS
