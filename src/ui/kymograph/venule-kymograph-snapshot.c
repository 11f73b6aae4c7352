/* venule-kymograph-snapshot.c: the kymograph on the screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-view-private.h"

#include <glib/gi18n.h>

static void
draw_words (VenuleKymographView *self,
            GtkSnapshot         *snapshot)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  const char *text = self->making.problem
                       ? self->making.problem
                       : _("When the analysis has run, place along the flow is seen to the right here, and time"
                            " downwards: each cell is a line.");
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  GdkRGBA color;
  int text_height;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  pango_layout_set_width (layout, MAX (width - 48, 1) * PANGO_SCALE);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_get_pixel_size (layout, NULL, &text_height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (24, (height - text_height) / 2.0f));
  color.alpha *= 0.55f;
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_progress (VenuleKymographView      *self,
               GtkSnapshot              *snapshot,
               const VenuleKymographBox *box)
{
  int percent = venule_kymograph_view_get_percent (self);
  g_autofree char *text =
    percent >= 0 ? g_strdup_printf (_("Reading the video: %d %%"), percent) : g_strdup (self->making.problem);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);

  pango_layout_set_width (layout, (int) MAX (box->width - 24, 1) * PANGO_SCALE);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) box->x + 12, (float) box->y + 9));
  gtk_snapshot_append_layout (snapshot, layout, &(GdkRGBA) { 1, 1, 1, 0.8f });
  gtk_snapshot_restore (snapshot);
}

static void
append_axes (VenuleKymographView      *self,
             GtkSnapshot              *snapshot,
             const VenuleKymographBox *box)
{
  if (!self->axes)
    {
      GtkSnapshot *kept = gtk_snapshot_new ();
      cairo_t *cr =
        gtk_snapshot_append_cairo (kept, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (GTK_WIDGET (self)),
                                                              gtk_widget_get_height (GTK_WIDGET (self))));
      VenuleFigureStyle style = venule_kymograph_view_get_style (self);

      venule_kymograph_draw_axes (cr, box, &self->plot, &style);
      cairo_destroy (cr);
      self->axes = gtk_snapshot_free_to_node (kept);
    }
  gtk_snapshot_append_node (snapshot, self->axes);
}

/* The video's frame. */
static void
append_cursor (VenuleKymographView      *self,
               GtkSnapshot              *snapshot,
               const VenuleKymographBox *box)
{
  float y = (float) venule_kymograph_view_y_of_frame (self, venule_player_get_position (self->player));

  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { 0, 0, 0, 0.5f },
                             &GRAPHENE_RECT_INIT ((float) box->x, y - 1.5f, (float) box->width, 3));
  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { 1, 1, 1, 0.9f },
                             &GRAPHENE_RECT_INIT ((float) box->x, y - 0.5f, (float) box->width, 1));
}

void
venule_kymograph_view_snapshot (GtkWidget   *widget,
                                GtkSnapshot *snapshot)
{
  VenuleKymographView *self = VENULE_KYMOGRAPH_VIEW (widget);
  VenuleKymographBox box = venule_kymograph_view_get_box (self);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) box.x, (float) box.y, (float) box.width, (float) box.height);
  cairo_t *cr;

  if (!self->picture)
    {
      draw_words (self, snapshot);
      return;
    }

  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { 0.17f, 0.17f, 0.17f, 1 }, &bounds);
  gtk_snapshot_push_clip (snapshot, &bounds);
  venule_kymograph_view_append (self, snapshot, VENULE_KYMOGRAPH_BASE);
  venule_kymograph_view_append (self, snapshot, VENULE_KYMOGRAPH_CHOSEN);
  append_cursor (self, snapshot, &box);
  if (!self->making.made)
    draw_progress (self, snapshot, &box);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  venule_kymograph_view_draw_marks (self, cr);
  cairo_destroy (cr);
  gtk_snapshot_pop (snapshot);
  append_axes (self, snapshot, &box);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, gtk_widget_get_width (widget),
                               gtk_widget_get_height (widget));
}
