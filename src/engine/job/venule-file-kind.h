/* venule-file-kind.h: whether a file is a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether the file is called a document, or says that it is a database, as documents are; what is in it is not looked
 * at. */
gboolean venule_file_is_document    (const char  *path);

/* Whether what is in it is a document, whatever its name is. */
gboolean venule_file_holds_document (const char  *path);

/* FALSE with a sentence when what is given as a video is a document. */
gboolean venule_file_check_video    (const char  *path,
                                     GError     **error);

/* In whatever case it is written. */
gboolean venule_file_has_ending     (const char  *path,
                                     const char  *ending);

G_END_DECLS
