/* venule-float-stack.h: writes numbers as pictures: 32-bit TIFF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean venule_float_stack_save (const char   *path,
                                  const float  *values,
                                  int           width,
                                  int           height,
                                  int           depth,
                                  GError      **error);

G_END_DECLS
