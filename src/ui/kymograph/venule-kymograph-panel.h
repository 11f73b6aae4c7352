/* venule-kymograph-panel.h: the kymograph, and along what it is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-kymograph-view.h"

G_BEGIN_DECLS

/**
 * VenuleKymographPanel:
 *
 * The kymograph with a bar above it, in which its line, and how the video is seen across it, are chosen. They are kept
 * in the document, each change one undo step.
 *
 * Signal: failed (string message): the line was not kept.
 */
#define VENULE_TYPE_KYMOGRAPH_PANEL (venule_kymograph_panel_get_type ())
G_DECLARE_FINAL_TYPE (VenuleKymographPanel, venule_kymograph_panel, VENULE, KYMOGRAPH_PANEL, GtkWidget)

void                 venule_kymograph_panel_set_document (VenuleKymographPanel *self,
                                                          VenuleDocument       *document);
/* (transfer none) */
VenuleKymographView *venule_kymograph_panel_get_view     (VenuleKymographPanel *self);
/* (element-type VenulePoint): the line is changed to these; empty: the axis of the vessel. */
void                 venule_kymograph_panel_set_points   (VenuleKymographPanel *self,
                                                          GArray               *points);

G_END_DECLS
