/* venule-kymograph-view.h: place and time of all cells in one picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-player.h"
#include "venule-selection.h"

G_BEGIN_DECLS

/* The kymograph along the middle of the crop, with the tracks over it: time runs down. A click selects a track (with Ctrl one
 * more) and goes to its frame; made in a thread when it is first seen. */
#define VENULE_TYPE_KYMOGRAPH_VIEW (venule_kymograph_view_get_type ())
G_DECLARE_FINAL_TYPE (VenuleKymographView, venule_kymograph_view, VENULE, KYMOGRAPH_VIEW, GtkWidget)

void venule_kymograph_view_set_document  (VenuleKymographView *self,
                                          VenuleDocument      *document);
void venule_kymograph_view_set_player    (VenuleKymographView *self,
                                          VenulePlayer        *player);
void venule_kymograph_view_set_selection (VenuleKymographView *self,
                                          VenuleSelection     *selection);

G_END_DECLS
