/* venule-montage-view-drawing.c: tiles with contours and captions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-montage-view-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "venule-overlay.h"

#define CAPTION_SIZE 0.82
#define TAG_SIZE 0.72
#define FRAME_WIDTH 3
#define CONTOUR_WIDTH 1.3
#define HALO 1.0

static graphene_rect_t
tile_bounds (VenuleMontageView *self,
             int                number)
{
  int columns = venule_montage_view_get_columns (self);

  return GRAPHENE_RECT_INIT (number % columns * (VENULE_CELL_MONTAGE_TILE + VENULE_CELL_MONTAGE_GAP),
                             number / columns * VENULE_CELL_MONTAGE_ROW, VENULE_CELL_MONTAGE_TILE,
                             VENULE_CELL_MONTAGE_TILE);
}

static void
get_text_color (VenuleMontageView *self,
                double             alpha,
                GdkRGBA           *color)
{
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), color);
  color->alpha *= (float) alpha;
}

/* From (x, y) to the right; with @right to the left. */
static void
append_text (VenuleMontageView *self,
             GtkSnapshot       *snapshot,
             const char        *text,
             double             size,
             double             x,
             double             y,
             gboolean           right,
             const GdkRGBA     *color)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (attributes, pango_attr_scale_new (size));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) round (x - (right ? width : 0)), (float) y));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

static void
add_contour (VenuleMontageView     *self,
             cairo_t               *cr,
             const graphene_rect_t *bounds,
             const VenuleThumbnail *thumbnail,
             guint                  index)
{
  const VenulePlace *place = &venule_track_get_places (self->track, NULL)[index];
  const float *contour = venule_track_get_contour (self->track, index);

  cairo_new_path (cr);
  for (int i = 0; i < VENULE_CONTOUR_POINTS; i++)
    {
      double angle = 2 * G_PI * i / VENULE_CONTOUR_POINTS;
      double radius = contour && contour[0] > 0 ? contour[i] : place->radius;
      double u, v;

      venule_thumbnail_project (thumbnail, place->x + radius * cos (angle), place->y + radius * sin (angle), &u, &v);
      cairo_line_to (cr, bounds->origin.x + u * bounds->size.width, bounds->origin.y + v * bounds->size.height);
    }
  cairo_close_path (cr);
}

/* As on the video: dashed where the cell was not seen but filled in. */
static void
draw_contour (VenuleMontageView     *self,
              cairo_t               *cr,
              const graphene_rect_t *bounds,
              const VenuleThumbnail *thumbnail,
              guint                  index)
{
  const VenulePlace *place = &venule_track_get_places (self->track, NULL)[index];
  const double dashes[] = { 3, 3 };
  double r, g, b;

  venule_overlay_kind_color (venule_track_get_kind (self->track), &r, &g, &b);
  cairo_save (cr);
  cairo_rectangle (cr, bounds->origin.x, bounds->origin.y, bounds->size.width, bounds->size.height);
  cairo_clip (cr);
  add_contour (self, cr, bounds, thumbnail, index);
  if (place->source == VENULE_SPOT_INTERPOLATED)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.5);
  cairo_set_line_width (cr, CONTOUR_WIDTH + 2 * HALO);
  cairo_stroke_preserve (cr);
  cairo_set_source_rgb (cr, r, g, b);
  cairo_set_line_width (cr, CONTOUR_WIDTH);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
append_tag (VenuleMontageView     *self,
            GtkSnapshot           *snapshot,
            const graphene_rect_t *bounds,
            VenuleSpotSource       source)
{
  const GdkRGBA shade = { 0, 0, 0, 0.6f }, white = { 1, 1, 1, 1 };
  /* Translators: on the small picture of a cell: its place was worked out, or a person gave it */
  const char *text = source == VENULE_SPOT_INTERPOLATED ? _("filled in")
                     : source == VENULE_SPOT_MANUAL     ? _("by hand")
                                                        : NULL;

  if (!text)
    return;
  gtk_snapshot_append_color (snapshot, &shade,
                             &GRAPHENE_RECT_INIT (bounds->origin.x, bounds->origin.y, bounds->size.width, 14));
  append_text (self, snapshot, text, TAG_SIZE, bounds->origin.x + 3, bounds->origin.y, FALSE, &white);
}

static void
append_caption (VenuleMontageView     *self,
                GtkSnapshot           *snapshot,
                const graphene_rect_t *bounds,
                gint64                 frame)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, frame);
  g_autofree char *time = g_strdup_printf ("%.2f s", venule_document_get_time (self->document, frame));
  double y = bounds->origin.y + bounds->size.height;
  GdkRGBA plain, quiet;

  get_text_color (self, 1, &plain);
  get_text_color (self, 0.55, &quiet);
  append_text (self, snapshot, number, CAPTION_SIZE, bounds->origin.x, y, FALSE, &plain);
  append_text (self, snapshot, time, CAPTION_SIZE, bounds->origin.x + bounds->size.width, y, TRUE, &quiet);
}

static void
append_gap (VenuleMontageView           *self,
            GtkSnapshot                 *snapshot,
            const graphene_rect_t       *bounds,
            const VenuleCellMontageTile *tile)
{
  guint n = (guint) (tile->last - tile->frame + 1);
  g_autofree char *count = g_strdup_printf (ngettext ("%u frame", "%u frames", n), n);
  GskRoundedRect outline;
  GdkRGBA quiet, faint;

  get_text_color (self, 0.55, &quiet);
  get_text_color (self, 0.3, &faint);
  gsk_rounded_rect_init_from_rect (&outline, bounds, 4);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]){ 1, 1, 1, 1 }, (GdkRGBA[4]){ faint, faint, faint, faint });
  append_text (self, snapshot, C_ ("a stretch without a cell", "gap"), CAPTION_SIZE, bounds->origin.x + 8,
               bounds->origin.y + 24, FALSE, &quiet);
  append_text (self, snapshot, count, CAPTION_SIZE, bounds->origin.x + 8, bounds->origin.y + 42, FALSE, &quiet);
}

static void
append_tile (VenuleMontageView *self,
             GtkSnapshot       *snapshot,
             cairo_t           *cr,
             int                number)
{
  const VenuleCellMontageTile *tile = &g_array_index (self->tiles, VenuleCellMontageTile, number);
  graphene_rect_t bounds = tile_bounds (self, number);
  const VenulePlace *place;
  VenuleThumbnail thumbnail;
  GdkTexture *texture;
  GdkRGBA faint;

  if (tile->index < 0)
    {
      append_gap (self, snapshot, &bounds, tile);
      return;
    }

  place = &venule_track_get_places (self->track, NULL)[tile->index];
  thumbnail = venule_montage_view_get_thumbnail (self, place);
  texture = venule_cell_montage_get (self->montage, tile->frame, &thumbnail);
  get_text_color (self, 0.12, &faint);
  if (texture)
    gtk_snapshot_append_texture (snapshot, texture, &bounds);
  else
    gtk_snapshot_append_color (snapshot, &faint, &bounds);
  append_tag (self, snapshot, &bounds, place->source);
  append_caption (self, snapshot, &bounds, tile->frame);
  draw_contour (self, cr, &bounds, &thumbnail, (guint) tile->index);
}

static GskRenderNode *
make_node (VenuleMontageView *self)
{
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  g_autoptr (GtkSnapshot) lines = gtk_snapshot_new ();
  int columns = venule_montage_view_get_columns (self), first, end;
  cairo_t *cr;

  venule_montage_view_get_rows (self, &first, &end);
  cr = gtk_snapshot_append_cairo (lines, &GRAPHENE_RECT_INIT (0, first * VENULE_CELL_MONTAGE_ROW,
                                                              gtk_widget_get_width (GTK_WIDGET (self)),
                                                              MAX (end - first, 1) * VENULE_CELL_MONTAGE_ROW));
  for (int i = first * columns; i < MIN (end * columns, (int) self->tiles->len); i++)
    append_tile (self, snapshot, cr, i);
  cairo_destroy (cr);
  {
    GskRenderNode *node = gtk_snapshot_free_to_node (g_steal_pointer (&lines));

    if (node)
      gtk_snapshot_append_node (snapshot, node);
    g_clear_pointer (&node, gsk_render_node_unref);
  }

  return gtk_snapshot_free_to_node (g_steal_pointer (&snapshot));
}

static void
append_frame (VenuleMontageView *self,
              GtkSnapshot       *snapshot)
{
  graphene_rect_t bounds = tile_bounds (self, self->current);
  AdwStyleManager *style = adw_style_manager_get_default ();
  GdkRGBA color = { 0.21f, 0.52f, 0.89f, 1 };
  GskRoundedRect outline;

  if (adw_style_manager_get_dark (style))
    color = (GdkRGBA) { 0.47f, 0.68f, 0.93f, 1 };
  graphene_rect_inset (&bounds, -FRAME_WIDTH, -FRAME_WIDTH);
  gsk_rounded_rect_init_from_rect (&outline, &bounds, 4);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { FRAME_WIDTH, FRAME_WIDTH, FRAME_WIDTH, FRAME_WIDTH },
                              (GdkRGBA[4]) { color, color, color, color });
}

void
venule_montage_view_snapshot (GtkWidget   *widget,
                              GtkSnapshot *snapshot)
{
  VenuleMontageView *self = VENULE_MONTAGE_VIEW (widget);

  if (!self->track || self->tiles->len == 0)
    return;

  if (!self->node)
    self->node = make_node (self);
  if (self->node)
    gtk_snapshot_append_node (snapshot, self->node);
  if (self->current >= 0)
    append_frame (self, snapshot);
  if (gtk_widget_has_visible_focus (widget) && self->current >= 0)
    {
      graphene_rect_t bounds = tile_bounds (self, self->current);

      gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), bounds.origin.x + 2,
                                 bounds.origin.y + 2, bounds.size.width - 4, bounds.size.height - 4);
    }
}
