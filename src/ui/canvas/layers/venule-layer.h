/* venule-layer.h: a drawing over the video that is kept until something in it changes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-tool.h"

G_BEGIN_DECLS

/**
 * VenuleLayer:
 * @draw: in the widget's coordinates
 * @sparse: whether it covers a small part of the widget, so that the picture that GTK makes of it shall be as small
 * @node: what was drawn; %NULL: to be drawn
 *
 * A layer of the canvas: it is drawn with cairo once, and later frames of the window show the same node.
 */
typedef struct {
  void         (*draw) (VenuleCanvas *canvas,
                        cairo_t      *cr);
  gboolean       sparse;
  GskRenderNode *node;
} VenuleLayer;

void venule_layer_invalidate (VenuleLayer  *self);
/* Draws it, unless that was done. */
void venule_layer_ensure     (VenuleLayer  *self,
                              VenuleCanvas *canvas);
void venule_layer_snapshot   (VenuleLayer  *self,
                              VenuleCanvas *canvas,
                              GtkSnapshot  *snapshot);

/* What the layers draw. */
void venule_layer_draw_cells    (VenuleCanvas *canvas,
                                 cairo_t      *cr);
void venule_layer_draw_selected (VenuleCanvas *canvas,
                                 cairo_t      *cr);
void venule_layer_draw_scale    (VenuleCanvas *canvas,
                                 cairo_t      *cr);
void venule_layer_draw_colors   (VenuleCanvas *canvas,
                                 cairo_t      *cr);
void venule_layer_draw_time     (VenuleCanvas *canvas,
                                 cairo_t      *cr);
void venule_layer_draw_preview  (VenuleCanvas *canvas,
                                 cairo_t      *cr);

G_END_DECLS
