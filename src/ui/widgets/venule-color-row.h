/* venule-color-row.h: the colours that a track can have, to be chosen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* State of "win.track-color" when the selected tracks have different ones. */
#define VENULE_COLOR_MIXED (-2)

/* Buttons for win.track-color, the automatic colour first. */
#define VENULE_TYPE_COLOR_ROW (venule_color_row_get_type ())
G_DECLARE_FINAL_TYPE (VenuleColorRow, venule_color_row, VENULE, COLOR_ROW, GtkBox)

GtkWidget *venule_color_row_new      (void);
gint32     venule_color_row_get_next (gint32 color);

G_END_DECLS
