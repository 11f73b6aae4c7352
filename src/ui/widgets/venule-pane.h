/* venule-pane.h: what lies beside the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define VENULE_TYPE_PANE (venule_pane_get_type ())

/**
 * VenulePane:
 *
 * Holds one child, and is as wide as it is told where there is room for it.
 */
G_DECLARE_FINAL_TYPE (VenulePane, venule_pane, VENULE, PANE, GtkWidget)

/**
 * venule_pane_set_width:
 * @least: logical px that it keeps
 * @wanted: logical px that it takes where there is room
 *
 * It is never narrower than its child needs.
 */
void venule_pane_set_width (VenulePane *self,
                            int         least,
                            int         wanted);

G_END_DECLS
