/* venule-overlay-stroke.h: lines and letters that are seen on any tissue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>

#include "venule-text-layout.h"

G_BEGIN_DECLS

#define VENULE_OVERLAY_HALO_ALPHA 0.6

/* Strokes the present path in dark, @halo wider on both sides, and then in the colour. Clears the path. */
void venule_overlay_stroke    (cairo_t          *cr,
                               double            width,
                               double            halo,
                               double            r,
                               double            g,
                               double            b);

/* As venule_text_layout_show() in the colour, with a dark rim of @halo. */
void venule_overlay_show_text (cairo_t          *cr,
                               VenuleTextLayout *text,
                               double            x,
                               double            y,
                               double            align_x,
                               double            align_y,
                               double            halo,
                               double            r,
                               double            g,
                               double            b);

G_END_DECLS
