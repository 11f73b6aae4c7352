/* venule-brightness.h: which gray levels are shown black and white
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-canvas.h"

G_BEGIN_DECLS

/* A button that opens the histogram with its limits. For the screen alone: what is computed and exported stays as it is
 * in the file. */
#define VENULE_TYPE_BRIGHTNESS (venule_brightness_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBrightness, venule_brightness, VENULE, BRIGHTNESS, GtkBox)

void venule_brightness_set_canvas   (VenuleBrightness *self,
                                     VenuleCanvas     *canvas);
void venule_brightness_set_player   (VenuleBrightness *self,
                                     VenulePlayer     *player);
/* Whose video and crop it is about; all gray levels are shown. */
void venule_brightness_set_document (VenuleBrightness *self,
                                     VenuleDocument   *document);

G_END_DECLS
