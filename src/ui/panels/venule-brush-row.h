/* venule-brush-row.h: how fast the video plays while a cell is followed with the pointer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A label with a drop-down; it keeps the setting "brush-speed". */
#define VENULE_TYPE_BRUSH_ROW (venule_brush_row_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBrushRow, venule_brush_row, VENULE, BRUSH_ROW, GtkBox)

G_END_DECLS
