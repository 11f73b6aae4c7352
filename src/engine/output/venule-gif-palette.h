/* venule-gif-palette.h: from colours to the 256 of a GIF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define VENULE_GIF_COLORS 256

/**
 * venule_gif_palette_fill:
 * @palette: (out) (array fixed-size=256): 0xAARRGGBB
 *
 * The same for all pictures: 131 gray levels, for the video, and a cube of five levels of red, green and blue, for what
 * is drawn over it. One palette for all keeps still places still, which one of each picture's own would not.
 */
void venule_gif_palette_fill    (guint32        *palette);

/**
 * venule_gif_palette_convert:
 * @pixels: rows of native-endian 0x00RRGGBB
 * @stride: bytes from a row to the next
 * @width: px
 * @height: px
 * @indices: (out): rows of indices into the palette
 * @indices_stride: bytes from a row to the next
 *
 * The nearest gray where the three colours are within 12 levels of each other, else the nearest of the cube. Not
 * dithered: gray stays free of grain.
 */
void venule_gif_palette_convert (const guint8   *pixels,
                                 gsize           stride,
                                 int             width,
                                 int             height,
                                 guint8         *indices,
                                 gsize           indices_stride);

G_END_DECLS
