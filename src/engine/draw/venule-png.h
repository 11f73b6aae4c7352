/* venule-png.h: a PNG that knows how large it is to be printed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * venule_png_encode:
 * @surface: an image surface
 * @dpi: dots per inch
 * @description: (nullable): a text that goes with the picture
 * @out: gets the file's bytes appended
 *
 * cairo's PNG with a pHYs chunk, which cairo leaves out, so that a word processor shows the figure at its size.
 *
 * Returns: cairo's status
 */
cairo_status_t venule_png_encode (cairo_surface_t *surface,
                                  double           dpi,
                                  const char      *description,
                                  GByteArray      *out);

G_END_DECLS
