/* venule-sequence-files.h: the files of a sequence of pictures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean   venule_sequence_is_one     (const char  *path);
GPtrArray *venule_sequence_find_files (const char  *path,
                                       GError     **error);
char      *venule_sequence_find_gaps  (GPtrArray   *files);

G_END_DECLS
