/* venule-projection-row.h: chooses whether frames are shown, or one picture of many
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-canvas.h"

G_BEGIN_DECLS

#define VENULE_TYPE_PROJECTION_ROW (venule_projection_row_get_type ())
G_DECLARE_FINAL_TYPE (VenuleProjectionRow, venule_projection_row, VENULE, PROJECTION_ROW, GtkBox)

/* (nullable): where it is shown. */
void venule_projection_row_set_canvas   (VenuleProjectionRow *self,
                                         VenuleCanvas        *canvas);
/* (nullable): of whose video. */
void venule_projection_row_set_document (VenuleProjectionRow *self,
                                         VenuleDocument      *document);

G_END_DECLS
