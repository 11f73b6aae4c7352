/* venule-load.h: small files that are read as a whole
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *venule_load_file (const char  *path,
                        gsize        most,
                        gsize       *size,
                        GError     **error);

G_END_DECLS
