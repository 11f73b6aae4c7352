/* venule-vessel-panel.h: step 2: the vessel, the direction of the flow, and the frames to analyse
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-player.h"

G_BEGIN_DECLS

/* Signal: continued: the person goes on to the next step. */
#define VENULE_TYPE_VESSEL_PANEL (venule_vessel_panel_get_type ())
G_DECLARE_FINAL_TYPE (VenuleVesselPanel, venule_vessel_panel, VENULE, VESSEL_PANEL, GtkBox)

void venule_vessel_panel_set_document (VenuleVesselPanel *self,
                                       VenuleDocument    *document);
/* Whose position "Use This Frame" takes. */
void venule_vessel_panel_set_player   (VenuleVesselPanel *self,
                                       VenulePlayer      *player);
void venule_vessel_panel_update       (VenuleVesselPanel *self);

G_END_DECLS
