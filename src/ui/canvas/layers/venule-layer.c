/* venule-layer.c: a drawing over the video that is kept until something in it changes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-layer.h"

#include <math.h>

void
venule_layer_invalidate (VenuleLayer *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
}

/* Each node of cairo becomes a picture of its own size, whatever is drawn in it: this one is no larger than that. */
static void
append_sparse (VenuleLayer           *self,
               VenuleCanvas          *canvas,
               const graphene_rect_t *all,
               GtkSnapshot           *snapshot)
{
  cairo_rectangle_t extents = { 0, 0, all->size.width, all->size.height };
  cairo_surface_t *drawing = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
  cairo_t *cr = cairo_create (drawing);
  graphene_rect_t drawn, bounds = *all;
  double x, y, width, height;

  self->draw (canvas, cr);
  cairo_destroy (cr);
  cairo_recording_surface_ink_extents (drawing, &x, &y, &width, &height);
  graphene_rect_init (&drawn, floor (x), floor (y), ceil (x + width) - floor (x), ceil (y + height) - floor (y));
  if (width > 0 && height > 0 && graphene_rect_intersection (&drawn, &bounds, &bounds))
    {
      cr = gtk_snapshot_append_cairo (snapshot, &bounds);
      cairo_set_source_surface (cr, drawing, 0, 0);
      cairo_paint (cr);
      cairo_destroy (cr);
    }
  cairo_surface_destroy (drawing);
}

void
venule_layer_ensure (VenuleLayer  *self,
                     VenuleCanvas *canvas)
{
  GtkWidget *widget = GTK_WIDGET (canvas);
  graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  GtkSnapshot *snapshot;

  if (self->node != NULL)
    return;

  snapshot = gtk_snapshot_new ();
  if (self->sparse)
    {
      append_sparse (self, canvas, &all, snapshot);
    }
  else
    {
      cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &all);

      self->draw (canvas, cr);
      cairo_destroy (cr);
    }
  self->node = gtk_snapshot_free_to_node (snapshot);
}

void
venule_layer_snapshot (VenuleLayer  *self,
                       VenuleCanvas *canvas,
                       GtkSnapshot  *snapshot)
{
  venule_layer_ensure (self, canvas);
  if (self->node != NULL)
    gtk_snapshot_append_node (snapshot, self->node);
}
