/* venule-export-panel.h: step 6: files to take home
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-movie-box.h"

G_BEGIN_DECLS

/* Shows where results go and how far an export is; the window does the work (its actions). */
#define VENULE_TYPE_EXPORT_PANEL (venule_export_panel_get_type ())
G_DECLARE_FINAL_TYPE (VenuleExportPanel, venule_export_panel, VENULE, EXPORT_PANEL, GtkBox)

void venule_export_panel_set_folder   (VenuleExportPanel *self,
                                       const char        *folder);
/* 0 … 1: at work; negative: not. */
void venule_export_panel_set_progress (VenuleExportPanel *self,
                                       double             fraction);
/* What was written, for people; NULL: nothing yet. */
void venule_export_panel_set_done     (VenuleExportPanel *self,
                                       const char        *text);
/* What is measured otherwise than by default, for people; NULL: nothing. */
void venule_export_panel_set_unusual  (VenuleExportPanel *self,
                                       const char        *text);
/* (transfer none) */
VenuleMovieBox *
     venule_export_panel_get_movie    (VenuleExportPanel *self);

G_END_DECLS
