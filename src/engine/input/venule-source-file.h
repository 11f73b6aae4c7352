/* venule-source-file.h: the file beneath a source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean venule_source_file_check   (const char    *path,
                                     guint8         magic[4],
                                     GError       **error);
gboolean venule_source_file_is_tiff (const guint8   magic[4]);
char    *venule_source_file_hash    (const char    *path,
                                     GCancellable  *cancellable,
                                     GError       **error);
char    *venule_source_files_hash   (GPtrArray     *paths,
                                     GCancellable  *cancellable,
                                     GError       **error);

G_END_DECLS
