/* venule-tiff-check.h: the checksums of compressed TIFF pages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-tiff-file.h"

G_BEGIN_DECLS

gboolean venule_tiff_check_block (VenuleTiffFile *file,
                                  guint32         block,
                                  const guint8   *rows,
                                  gsize           row_bytes,
                                  gsize           n_rows);

G_END_DECLS
