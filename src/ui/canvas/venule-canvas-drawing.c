/* venule-canvas-drawing.c: the frame, the layers over it, and what the tools draw
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

/* Logical px to each side. */
#define CROSSHAIR 12.0

/* Opacity of the cells while the vessel is adjusted. */
#define BEHIND 0.4

static const GdkRGBA active_color = { 0.90f, 0.62f, 0, 1 };

static void
draw_crosshair (VenuleCanvas *self,
                cairo_t      *cr)
{
  VenulePoint at = venule_canvas_in_widget (self, self->pointer.video);

  cairo_move_to (cr, at.x - CROSSHAIR, at.y);
  cairo_line_to (cr, at.x + CROSSHAIR, at.y);
  cairo_move_to (cr, at.x, at.y - CROSSHAIR);
  cairo_line_to (cr, at.x, at.y + CROSSHAIR);
  venule_canvas_stroke (cr, &active_color, VENULE_CANVAS_LINE);
}

static void
draw_tools (VenuleCanvas *self,
            cairo_t      *cr)
{
  if (self->projection_name != NULL)
    venule_canvas_draw_label (self, cr, (VenulePoint) { 0, self->view.height }, self->projection_name);
  venule_layer_draw_preview (self, cr);
  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS; i++)
    venule_tool_draw (self->tools[i], cr);
  if (self->pointer.crosshair)
    draw_crosshair (self, cr);
}

static void
append_layer (VenuleCanvas     *self,
              GtkSnapshot      *snapshot,
              VenuleLayerIndex  layer)
{
  venule_layer_snapshot (&self->layers[layer], self, snapshot);
}

/* It always moves with the pointer. */
static void
append_tools (VenuleCanvas *self,
              GtkSnapshot  *snapshot)
{
  VenuleLayer tools = { draw_tools, TRUE, NULL };

  venule_layer_snapshot (&tools, self, snapshot);
  venule_layer_invalidate (&tools);
}

/* Venule's own scale bar must not be measured. */
static void
append_legend (VenuleCanvas *self,
               GtkSnapshot  *snapshot)
{
  if (self->mode == VENULE_MODE_SCALE)
    return;

  if (self->overlay.scale_bar)
    append_layer (self, snapshot, VENULE_LAYER_SCALE);
  if (self->overlay.color_bar)
    append_layer (self, snapshot, VENULE_LAYER_COLORS);
  if (self->overlay.time)
    append_layer (self, snapshot, VENULE_LAYER_TIME);
}

/* Paths and rings of the selected ones do not lie on the others, but for a crowd, below which they would not be
 * seen. */
static void
append_cells (VenuleCanvas *self,
              GtkSnapshot  *snapshot)
{
  gboolean selected = self->selection != NULL && venule_selection_get_ids (self->selection)->len > 0;
  gboolean cells = self->overlay.contours || self->overlay.tails || self->overlay.ids || self->overlay.locks;

  /* Whether they are a crowd is known when they have been drawn. */
  if (cells)
    venule_layer_ensure (&self->layers[VENULE_LAYER_TRACKS], self);
  if (selected && !self->crowded)
    append_layer (self, snapshot, VENULE_LAYER_SELECTED);
  if (cells)
    append_layer (self, snapshot, VENULE_LAYER_TRACKS);
  if (selected && self->crowded)
    append_layer (self, snapshot, VENULE_LAYER_SELECTED);
}

void
venule_canvas_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  VenuleCanvas *self = VENULE_CANVAS (widget);

  if (self->frame == NULL || !venule_canvas_has_video (self) || self->view.width < 1 || self->view.height < 1)
    return;

  venule_frame_layer_snapshot (self->frame_layer, &self->view, snapshot);
  if (self->document == NULL)
    return;

  /* The cells step back behind what is adjusted. */
  if (self->mode == VENULE_MODE_VESSEL)
    gtk_snapshot_push_opacity (snapshot, BEHIND);
  append_cells (self, snapshot);
  if (self->mode == VENULE_MODE_VESSEL)
    gtk_snapshot_pop (snapshot);
  append_tools (self, snapshot);
  append_legend (self, snapshot);

  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, self->view.width,
                               self->view.height);
}
