/* venule-canvas-drawing.c: the frame and the layers over it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <math.h>

#include "venule-detection.h"

/* From this zoom on, the video's pixels are seen as squares. */
#define SQUARES_ZOOM 3.0

/* While a run adds tracks, the top of the colour scale is worked out at most so often, and when that takes long, in at
 * most this part of the time. */
#define VELOCITY_MAX_US (1000 * 1000)
#define VELOCITY_MAX_PART 20

/* From so many cells in sight on they are drawn plainly; zoomed in, there are fewer. */
#define CROWD 120

/* Logical px to each side. */
#define CROSSHAIR 12.0

/* Opacity of the cells while the vessel is adjusted. */
#define BEHIND 0.4

static const GdkRGBA detection_color = { 0.34f, 0.71f, 0.91f, 1 };
static const GdkRGBA active_color = { 0.90f, 0.62f, 0, 1 };

/* Frame */

static const VenuleDisplayTable *
get_table (VenuleCanvas *self)
{
  if (self->table != NULL && !venule_display_table_fits (self->table, &self->window, self->frame->bit_depth))
    g_clear_pointer (&self->table, venule_display_table_unref);
  if (self->table == NULL)
    self->table = venule_display_table_new (&self->window, self->frame->bit_depth);
  return self->table;
}

static graphene_rect_t
video_bounds (VenuleCanvas *self)
{
  double scale = venule_canvas_view_get_scale (&self->view);
  double x, y;

  venule_canvas_view_get_origin (&self->view, &x, &y);
  return GRAPHENE_RECT_INIT (x, y, self->view.video_width * scale, self->view.video_height * scale);
}

/* The part of the video that is in sight, on whole device px. */
static gboolean
visible_bounds (VenuleCanvas    *self,
                graphene_rect_t *bounds)
{
  graphene_rect_t video = video_bounds (self);
  graphene_rect_t widget = GRAPHENE_RECT_INIT (0, 0, self->view.width, self->view.height);
  double unit = self->view.device_scale;
  double left, top, right, bottom;

  if (!graphene_rect_intersection (&video, &widget, bounds))
    return FALSE;

  left = floor (bounds->origin.x * unit) / unit;
  top = floor (bounds->origin.y * unit) / unit;
  right = ceil ((bounds->origin.x + bounds->size.width) * unit - 1e-3) / unit;
  bottom = ceil ((bounds->origin.y + bounds->size.height) * unit - 1e-3) / unit;
  graphene_rect_init (bounds, left, top, right - left, bottom - top);
  return bounds->size.width > 0 && bounds->size.height > 0;
}

static void
append_enlarged (VenuleCanvas *self,
                 GtkSnapshot  *snapshot)
{
  graphene_rect_t bounds, video = video_bounds (self);
  int unit = self->view.device_scale;

  if (!visible_bounds (self, &bounds))
    return;

  if (self->enlarged == NULL)
    {
      VenuleTextureView view = {
        .width = (int) lround (bounds.size.width * unit),
        .height = (int) lround (bounds.size.height * unit),
        .left = (bounds.origin.x - video.origin.x) * unit / self->view.zoom,
        .top = (bounds.origin.y - video.origin.y) * unit / self->view.zoom,
        .scale = self->view.zoom,
      };

      self->enlarged = venule_frame_texture_new_view (self->frame, get_table (self), &view);
    }
  gtk_snapshot_append_texture (snapshot, self->enlarged, &bounds);
}

static void
append_frame (VenuleCanvas *self,
              GtkSnapshot  *snapshot)
{
  graphene_rect_t bounds = video_bounds (self);

  if (self->view.zoom >= SQUARES_ZOOM && self->frame->width == self->view.video_width)
    {
      append_enlarged (self, snapshot);
      return;
    }

  if (self->texture == NULL)
    self->texture = venule_frame_texture_new (self->frame, get_table (self));
  gtk_snapshot_append_texture (snapshot, self->texture, &bounds);
}

/* Layers */

static gboolean
on_velocity_max_timeout (gpointer user_data)
{
  VenuleCanvas *self = user_data;

  self->velocity_max_timeout = 0;
  venule_canvas_invalidate (self, VENULE_LAYERS_ALL);
  return G_SOURCE_REMOVE;
}

static double
get_velocity_max (VenuleCanvas *self)
{
  gint64 now = g_get_monotonic_time ();
  gint64 wait = self->velocity_max_next - now;

  if (self->overlay.velocity_max > 0)
    return self->overlay.velocity_max;

  if (self->velocity_max_stale && wait <= 0)
    {
      double before = self->velocity_max;
      gint64 cost;

      self->velocity_max = venule_overlay_velocity_max (G_LIST_MODEL (self->document),
                                                        venule_canvas_get_settings (self));
      cost = g_get_monotonic_time () - now;
      self->velocity_max_next = now + MAX (VELOCITY_MAX_US, VELOCITY_MAX_PART * cost);
      self->velocity_max_stale = FALSE;
      if (self->velocity_max != before)
        g_clear_pointer (&self->layers[VENULE_LAYER_COLORS], gsk_render_node_unref);
    }
  else if (self->velocity_max_stale && self->velocity_max_timeout == 0)
    {
      self->velocity_max_timeout = g_timeout_add (wait / 1000 + 1, on_velocity_max_timeout, self);
    }
  return self->velocity_max;
}

static VenuleOverlayOptions
get_options (VenuleCanvas *self)
{
  VenuleOverlayOptions options = self->overlay;

  options.scale = venule_canvas_view_get_scale (&self->view);
  options.selected = self->selection != NULL ? venule_selection_get_ids (self->selection) : NULL;
  options.velocity_max = get_velocity_max (self);
  options.crowd = CROWD;
  options.density = self->view.device_scale;
  return options;
}

static void
draw_tracks (VenuleCanvas *self,
             cairo_t      *cr)
{
  VenuleOverlayOptions options = get_options (self);
  double x, y;

  venule_canvas_view_get_origin (&self->view, &x, &y);
  cairo_translate (cr, x, y);
  cairo_scale (cr, options.scale, options.scale);
  self->crowded = venule_overlay_draw_tracks (cr, G_LIST_MODEL (self->document), venule_canvas_get_settings (self),
                                              self->frame->index, &options);
}

/* In a corner of what is seen of the video. */
static void
draw_legend (VenuleCanvas *self,
             cairo_t      *cr,
             VenuleLayer   layer)
{
  VenuleOverlayOptions options = get_options (self);
  graphene_rect_t bounds;

  if (!visible_bounds (self, &bounds))
    return;

  options.scale_bar = options.scale_bar && layer == VENULE_LAYER_SCALE;
  options.color_bar = options.color_bar && layer == VENULE_LAYER_COLORS;
  options.time = options.time && layer == VENULE_LAYER_TIME;
  cairo_translate (cr, bounds.origin.x, bounds.origin.y);
  venule_overlay_draw_legend (cr, bounds.size.width, bounds.size.height, options.scale,
                              venule_canvas_get_settings (self),
                              venule_document_get_time (self->document, self->frame->index), &options);
}

static void
draw_scale (VenuleCanvas *self,
            cairo_t      *cr)
{
  draw_legend (self, cr, VENULE_LAYER_SCALE);
}

static void
draw_colors (VenuleCanvas *self,
             cairo_t      *cr)
{
  draw_legend (self, cr, VENULE_LAYER_COLORS);
}

static void
draw_time (VenuleCanvas *self,
           cairo_t      *cr)
{
  draw_legend (self, cr, VENULE_LAYER_TIME);
}

typedef void (*DrawFunc) (VenuleCanvas *self,
                          cairo_t      *cr);

/* Each node of cairo becomes a picture of its own size, whatever is drawn in it: this one is no larger than that. */
static void
append_drawing (VenuleCanvas *self,
                GtkSnapshot  *snapshot,
                DrawFunc      draw)
{
  cairo_rectangle_t all = { 0, 0, self->view.width, self->view.height };
  cairo_surface_t *drawing = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &all);
  cairo_t *cr = cairo_create (drawing);
  graphene_rect_t ink, bounds = GRAPHENE_RECT_INIT (0, 0, self->view.width, self->view.height);
  double x, y, width, height;

  draw (self, cr);
  cairo_destroy (cr);
  cairo_recording_surface_ink_extents (drawing, &x, &y, &width, &height);
  graphene_rect_init (&ink, floor (x), floor (y), ceil (x + width) - floor (x), ceil (y + height) - floor (y));
  if (width > 0 && height > 0 && graphene_rect_intersection (&ink, &bounds, &bounds))
    {
      cr = gtk_snapshot_append_cairo (snapshot, &bounds);
      cairo_set_source_surface (cr, drawing, 0, 0);
      cairo_paint (cr);
      cairo_destroy (cr);
    }
  cairo_surface_destroy (drawing);
}

/* Draws with cairo once; later frames of the window show the same node again until the layer is invalidated. */
static void
ensure_layer (VenuleCanvas *self,
              VenuleLayer   layer,
              DrawFunc      draw)
{
  GtkSnapshot *kept;

  if (self->layers[layer] != NULL)
    return;

  kept = gtk_snapshot_new ();
  if (layer == VENULE_LAYER_TRACKS)
    {
      cairo_t *cr = gtk_snapshot_append_cairo (kept, &GRAPHENE_RECT_INIT (0, 0, self->view.width, self->view.height));

      draw (self, cr);
      cairo_destroy (cr);
    }
  else
    append_drawing (self, kept, draw);
  self->layers[layer] = gtk_snapshot_free_to_node (kept);
}

static void
append_layer (VenuleCanvas *self,
              GtkSnapshot  *snapshot,
              VenuleLayer   layer,
              DrawFunc      draw)
{
  ensure_layer (self, layer, draw);
  if (self->layers[layer] != NULL)
    gtk_snapshot_append_node (snapshot, self->layers[layer]);
}

/* The preview's cells, dashed: they are found in this frame alone. */
static void
draw_detections (VenuleCanvas *self,
                 cairo_t      *cr)
{
  const double dashes[] = { 4, 4 };

  if (self->detections == NULL || self->detections_frame != self->frame->index)
    return;

  cairo_save (cr);
  for (guint i = 0; i < self->detections->len; i++)
    {
      const VenuleDetection *detection = &g_array_index (self->detections, VenuleDetection, i);

      cairo_new_sub_path (cr);
      for (guint j = 0; j < VENULE_CONTOUR_POINTS; j++)
        {
          double angle = 2 * G_PI * j / VENULE_CONTOUR_POINTS;
          double radius = detection->contour[j] > 0 ? detection->contour[j] : detection->radius;
          VenulePoint point = { detection->x + radius * cos (angle), detection->y + radius * sin (angle) };

          venule_canvas_line_to (self, cr, point);
        }
      cairo_close_path (cr);
    }
  cairo_set_line_width (cr, VENULE_CANVAS_LINE + VENULE_CANVAS_SHADE);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.4);
  cairo_stroke_preserve (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (cr, VENULE_CANVAS_LINE);
  gdk_cairo_set_source_rgba (cr, &detection_color);
  cairo_stroke (cr);
  cairo_restore (cr);
}

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
  draw_detections (self, cr);
  for (guint i = 0; i < VENULE_CANVAS_N_TOOLS; i++)
    venule_tool_draw (self->tools[i], cr);
  if (self->pointer.crosshair)
    draw_crosshair (self, cr);
}

/* Nobody shall measure Venule's own scale bar. */
static void
append_legend (VenuleCanvas *self,
               GtkSnapshot  *snapshot)
{
  if (self->mode == VENULE_TOOL_SCALE)
    return;

  if (self->overlay.scale_bar)
    append_layer (self, snapshot, VENULE_LAYER_SCALE, draw_scale);
  if (self->overlay.color_bar)
    append_layer (self, snapshot, VENULE_LAYER_COLORS, draw_colors);
  if (self->overlay.time)
    append_layer (self, snapshot, VENULE_LAYER_TIME, draw_time);
}

/* Paths and rings of the selected ones do not lie on the others, but for a crowd, below which they would not be seen. */
static void
append_cells (VenuleCanvas *self,
              GtkSnapshot  *snapshot)
{
  gboolean selected = self->selection != NULL && venule_selection_get_ids (self->selection)->len > 0;
  gboolean tracks = self->overlay.contours || self->overlay.tails || self->overlay.ids || self->overlay.locks;

  /* Whether they are a crowd is known when they have been drawn. */
  if (tracks)
    ensure_layer (self, VENULE_LAYER_TRACKS, draw_tracks);
  if (selected && !self->crowded)
    append_layer (self, snapshot, VENULE_LAYER_SELECTED, venule_canvas_draw_selected);
  if (tracks)
    append_layer (self, snapshot, VENULE_LAYER_TRACKS, draw_tracks);
  if (selected && self->crowded)
    append_layer (self, snapshot, VENULE_LAYER_SELECTED, venule_canvas_draw_selected);
}

void
venule_canvas_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  VenuleCanvas *self = VENULE_CANVAS (widget);

  if (self->frame == NULL || !venule_canvas_has_video (self) || self->view.width < 1 || self->view.height < 1)
    return;

  append_frame (self, snapshot);
  if (self->document == NULL)
    return;

  /* The cells step back behind what is adjusted. */
  if (self->mode == VENULE_TOOL_VESSEL)
    gtk_snapshot_push_opacity (snapshot, BEHIND);
  append_cells (self, snapshot);
  if (self->mode == VENULE_TOOL_VESSEL)
    gtk_snapshot_pop (snapshot);
  append_drawing (self, snapshot, draw_tools);
  append_legend (self, snapshot);

  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, self->view.width,
                               self->view.height);
}
