/* venule-brightness.h: which gray levels are shown black and white
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-canvas.h"

G_BEGIN_DECLS

/* A button that opens three sliders. For the screen alone: what is computed and exported stays as it is in the file. */
#define VENULE_TYPE_BRIGHTNESS (venule_brightness_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBrightness, venule_brightness, VENULE, BRIGHTNESS, GtkBox)

void venule_brightness_set_canvas (VenuleBrightness *self,
                                   VenuleCanvas     *canvas);
/* Of another video: its bit depth; all gray levels are shown. */
void venule_brightness_reset      (VenuleBrightness *self,
                                   int               bit_depth);

G_END_DECLS
