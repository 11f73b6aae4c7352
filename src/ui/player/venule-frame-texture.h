/* venule-frame-texture.h: from gray samples to what the screen shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-frame.h"

G_BEGIN_DECLS

/**
 * VenuleDisplayWindow:
 * @black: sample that is shown black
 * @white: sample that is shown white, above @black; 0: the largest one of the frame's bit depth
 * @gamma: above 1 what lies between is shown brighter, below 1 darker; 0: 1
 *
 * Which samples the screen spreads from black to white. It is fixed, and never worked out from a frame: a change of
 * brightness in the video must be seen as one.
 */
typedef struct {
  guint  black;
  guint  white;
  double gamma;
} VenuleDisplayWindow;

/**
 * VenuleDisplayTable:
 *
 * The gray level of each sample value, for one display window and one bit depth. Reference counted, immutable.
 */
typedef struct _VenuleDisplayTable VenuleDisplayTable;

/**
 * VenuleTextureView:
 * @width: px of the texture
 * @height: px of the texture
 * @left: where the texture's left edge lies in the frame, px; the frame's own left edge is 0
 * @top: as @left
 * @scale: px of the texture per px of the frame
 *
 * A part of a frame, enlarged so that its pixels are seen as squares.
 */
typedef struct {
  int    width;
  int    height;
  double left;
  double top;
  double scale;
} VenuleTextureView;

VenuleDisplayTable *venule_display_table_new       (const VenuleDisplayWindow *window,
                                                    int                        bit_depth);
void                venule_display_table_free     (VenuleDisplayTable        *self);
guint8              venule_display_table_get_level (const VenuleDisplayTable  *self,
                                                    guint                      sample);
gboolean            venule_display_table_fits      (const VenuleDisplayTable  *self,
                                                    const VenuleDisplayWindow *window,
                                                    int                        bit_depth);
GdkTexture         *venule_frame_texture_new       (const VenuleFrame         *frame,
                                                    const VenuleDisplayTable  *table);
GdkTexture         *venule_frame_texture_new_view  (const VenuleFrame         *frame,
                                                    const VenuleDisplayTable  *table,
                                                    const VenuleTextureView   *view);
GdkTexture         *venule_frame_texture_new_stripes (const VenuleFrame       *frame,
                                                    guint                      level,
                                                    const VenuleTextureView   *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleDisplayTable, venule_display_table_free)

G_END_DECLS
