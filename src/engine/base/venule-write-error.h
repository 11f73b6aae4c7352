/* venule-write-error.h: why a file could not be written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * venule_write_error_set:
 * @path: the file
 * @code: an errno
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * A sentence for the user who asked for the file.
 */
void venule_write_error_set (const char  *path,
                             int          code,
                             GError     **error);

G_END_DECLS
