/* venule-scale-text.h: a pixel size in free text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

double venule_scale_find_in_text (const char *text);

G_END_DECLS
