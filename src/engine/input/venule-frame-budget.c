/* venule-frame-budget.c: how much memory frames may take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-frame-budget.h"

gint64
venule_source_count_fitting (VenuleSource *self,
                             guint64       budget)
{
  guint64 pixels, bytes;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), 1);

  pixels = (guint64) venule_source_get_width (self) * venule_source_get_height (self);
  bytes = pixels * (venule_source_get_bit_depth (self) > 8 ? 2 : 1);
  return (gint64) MAX (budget / MAX (bytes, 1), 1);
}
