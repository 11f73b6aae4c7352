/* venule-strip-view.h: one track: its velocity over time, and its cells frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-frame-texture.h"
#include "venule-player.h"
#include "venule-selection.h"

G_BEGIN_DECLS

/* Shows the selected track while it is the only one; without one it says what to do. */
#define VENULE_TYPE_STRIP_VIEW (venule_strip_view_get_type ())
G_DECLARE_FINAL_TYPE (VenuleStripView, venule_strip_view, VENULE, STRIP_VIEW, GtkWidget)

void venule_strip_view_set_document       (VenuleStripView           *self,
                                           VenuleDocument            *document);
void venule_strip_view_set_player         (VenuleStripView           *self,
                                           VenulePlayer              *player);
void venule_strip_view_set_selection      (VenuleStripView           *self,
                                           VenuleSelection           *selection);
/* Which samples are black and white, as on the video. */
void venule_strip_view_set_display_window (VenuleStripView           *self,
                                           const VenuleDisplayWindow *window);

G_END_DECLS
