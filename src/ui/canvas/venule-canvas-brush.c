/* venule-canvas-brush.c: a cell that is added, brushed or followed: where the pointer is, and what is on its way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <math.h>

#define TRAIL_LINE 1.75
#define END_RADIUS 3.0
#define CROSS 3.0       /* logical px from the middle to an end */

static const GdkRGBA trail_color = { 1, 0.84f, 0.25f, 1 };
static const GdkRGBA ring_color = { 1, 1, 1, 1 };

/**
 * venule_canvas_set_trail:
 * @self: a #VenuleCanvas
 * @points: (array length=n) (nullable): places in px of the video, one after the other; copied
 * @n: how many
 *
 * Draws the way of a cell that is not in the document yet.
 */
void
venule_canvas_set_trail (VenuleCanvas      *self,
                         const VenulePoint *points,
                         guint              n)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  g_array_set_size (self->trail, 0);
  if (n > 0)
    g_array_append_vals (self->trail, points, n);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Shows the pointer as the cell that it is to lie on. */
void
venule_canvas_set_brush (VenuleCanvas *self,
                         gboolean      shown)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  self->brush = shown;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * venule_canvas_get_pointer:
 * @self: a #VenuleCanvas
 * @at: (out caller-allocates): where the pointer is, or was last, in px of the video
 *
 * Returns: whether it is over the canvas
 */
gboolean
venule_canvas_get_pointer (VenuleCanvas *self,
                           VenulePoint  *at)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), FALSE);

  *at = self->pointer;
  return self->pointer_in || self->crosshair;
}

static void
draw_trail (VenuleCanvas *self,
            cairo_t      *cr)
{
  VenulePoint end;

  if (self->trail->len == 0)
    return;

  cairo_new_path (cr);
  for (guint i = 0; i < self->trail->len; i++)
    venule_canvas_line_to (self, cr, g_array_index (self->trail, VenulePoint, i));
  venule_canvas_stroke (cr, &trail_color, TRAIL_LINE);

  end = venule_canvas_in_widget (self, g_array_index (self->trail, VenulePoint, self->trail->len - 1));
  cairo_arc (cr, end.x, end.y, END_RADIUS, 0, 2 * G_PI);
  venule_canvas_stroke (cr, &trail_color, TRAIL_LINE);
}

/* As large as a cell, with its middle. */
static void
draw_pointer (VenuleCanvas *self,
              cairo_t      *cr)
{
  const VenuleSettings *settings = venule_canvas_get_settings (self);
  VenulePoint at = self->pointer_at;
  double radius;

  if ((!self->pointer_in && !self->crosshair) || settings == NULL)
    return;

  radius = settings->cell_diameter / 2 * venule_canvas_view_get_scale (&self->view);
  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, MAX (radius, 2 * CROSS), 0, 2 * G_PI);
  cairo_move_to (cr, at.x - CROSS, at.y);
  cairo_line_to (cr, at.x + CROSS, at.y);
  cairo_move_to (cr, at.x, at.y - CROSS);
  cairo_line_to (cr, at.x, at.y + CROSS);
  venule_canvas_stroke (cr, &ring_color, VENULE_CANVAS_LINE);
}

void
venule_canvas_draw_brush (VenuleCanvas *self,
                          cairo_t      *cr)
{
  draw_trail (self, cr);
  if (self->brush || self->tool == VENULE_TOOL_ADD)
    draw_pointer (self, cr);
}

/* A click, or Enter, with the tool that adds cells. */
void
venule_canvas_click_add (VenuleCanvas    *self,
                         GdkModifierType  state)
{
  venule_canvas_emit_placed (self, self->pointer.x, self->pointer.y, state);
}
