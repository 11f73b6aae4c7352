/* venule-overlay-box.h: what is said over the video, through which the pointer goes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define VENULE_TYPE_OVERLAY_BOX (venule_overlay_box_get_type ())
/* A box over a GtkOverlay. Its buttons are pressed as others are; beside them, the pointer does what it does below,
 * where its other children have can-target off. While the pointer is there, it has the style class "see-through". */
G_DECLARE_FINAL_TYPE (VenuleOverlayBox, venule_overlay_box, VENULE, OVERLAY_BOX, GtkBox)

G_END_DECLS
