/* venule-cells-panel.h: step 3: what a cell looks like
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"

G_BEGIN_DECLS

/* Signal: continued: the person goes on to the next step. */
#define VENULE_TYPE_CELLS_PANEL (venule_cells_panel_get_type ())
G_DECLARE_FINAL_TYPE (VenuleCellsPanel, venule_cells_panel, VENULE, CELLS_PANEL, GtkBox)

void venule_cells_panel_set_document (VenuleCellsPanel *self,
                                      VenuleDocument   *document);
/* A line of @diameter px was drawn over a cell. */
void venule_cells_panel_set_diameter (VenuleCellsPanel *self,
                                      double            diameter);
/* What the preview found; NULL: nothing to say. */
void venule_cells_panel_set_preview  (VenuleCellsPanel *self,
                                      const char       *text);

G_END_DECLS
