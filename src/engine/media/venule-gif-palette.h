/* venule-gif-palette.h: from colours to the 256 of a GIF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <libavutil/frame.h>

G_BEGIN_DECLS

/**
 * VenuleGifPalette:
 *
 * FFmpeg's filters palettegen and paletteuse, with a palette of each picture's own.
 */
typedef struct _VenuleGifPalette VenuleGifPalette;

/* (nullable): pictures of AV_PIX_FMT_0RGB32 become AV_PIX_FMT_PAL8; @code: (out): FFmpeg's error */
VenuleGifPalette *venule_gif_palette_new     (int               width,
                                              int               height,
                                              int              *code);
void              venule_gif_palette_free    (VenuleGifPalette *self);
/* An error of FFmpeg below 0. @colors keeps its samples, @indices gets those that come out. */
int               venule_gif_palette_convert (VenuleGifPalette *self,
                                              AVFrame          *colors,
                                              AVFrame          *indices);

G_END_DECLS
