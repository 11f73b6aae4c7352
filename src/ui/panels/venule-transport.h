/* venule-transport.h: plays and steps through the video's time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-canvas.h"
#include "venule-document.h"
#include "venule-player.h"

G_BEGIN_DECLS

/* The timeline with the buttons below it; the buttons are the window's actions. */
#define VENULE_TYPE_TRANSPORT (venule_transport_get_type ())
G_DECLARE_FINAL_TYPE (VenuleTransport, venule_transport, VENULE, TRANSPORT, GtkBox)

void venule_transport_set_player   (VenuleTransport *self,
                                    VenulePlayer    *player);
/* Whose brightness is set. */
void venule_transport_set_canvas   (VenuleTransport *self,
                                    VenuleCanvas    *canvas);
void venule_transport_set_document (VenuleTransport *self,
                                    VenuleDocument  *document);
/* Frames first … last have been analysed; −1, −1: none. */
void venule_transport_set_analysed (VenuleTransport *self,
                                    gint64           first,
                                    gint64           last);

G_END_DECLS
