/* venule-batch-picture.c: the first frame of a video with its vessel and flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-picture.h"

#include <math.h>

#include "venule-canvas-private.h"

/* Share of the picture that the arrow is long. */
#define ARROW 0.22

static const GdkRGBA crop_color = { 0.94f, 0.89f, 0.26f, 1 };
static const GdkRGBA flow_color = { 0.34f, 0.71f, 0.91f, 1 };
static const GdkRGBA empty_color = { 0.5f, 0.5f, 0.5f, 0.18f };

struct _VenuleBatchPicture
{
  GtkWidget         parent_instance;

  int               width, height;
  gboolean          shaped; /* as its video */
  VenuleBatchVideo *video;
  GdkTexture       *texture;
};

G_DEFINE_FINAL_TYPE (VenuleBatchPicture, venule_batch_picture, GTK_TYPE_WIDGET)

/* Where the video lies in the widget: px of the widget per px of the video, and the left upper edge. */
typedef struct {
  double left, top, scale;
} Fit;

static VenulePoint
place (const Fit *fit,
       double     x,
       double     y)
{
  return (VenulePoint) { fit->left + (x + 0.5) * fit->scale, fit->top + (y + 0.5) * fit->scale };
}

static void
draw_outline (cairo_t            *cr,
              const Fit          *fit,
              const VenuleVessel *vessel,
              int                 width,
              int                 height,
              gboolean            proposed)
{
  g_autoptr (GArray) outline = venule_vessel_dup_outline (vessel, width, height);
  const double dashes[] = { 4, 3 };

  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *corner = &g_array_index (outline, VenulePoint, i);
      VenulePoint at = place (fit, corner->x, corner->y);

      cairo_line_to (cr, at.x, at.y);
    }
  cairo_close_path (cr);
  if (proposed)
    cairo_set_dash (cr, dashes, 2, 0);
  venule_canvas_stroke (cr, &crop_color, 1.5);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_arrow (cairo_t            *cr,
            const Fit          *fit,
            const VenuleVessel *vessel,
            int                 width,
            int                 height)
{
  int x, y, crop_width, crop_height;
  double dx, dy, angle, half = ARROW / 2 * MIN (width, height) * fit->scale, wing = MIN (half, 8);
  VenulePoint middle;

  venule_vessel_get_bounds (vessel, width, height, &x, &y, &crop_width, &crop_height);
  venule_vessel_get_flow (vessel, &dx, &dy);
  middle = place (fit, x + (crop_width - 1) / 2.0, y + (crop_height - 1) / 2.0);
  angle = atan2 (dy, dx);
  cairo_move_to (cr, middle.x - half * dx, middle.y - half * dy);
  middle.x += half * dx;
  middle.y += half * dy;
  cairo_line_to (cr, middle.x, middle.y);
  cairo_move_to (cr, middle.x - wing * cos (angle - 0.5), middle.y - wing * sin (angle - 0.5));
  cairo_line_to (cr, middle.x, middle.y);
  cairo_line_to (cr, middle.x - wing * cos (angle + 0.5), middle.y - wing * sin (angle + 0.5));
  venule_canvas_stroke (cr, &flow_color, 2);
}

static void
draw_vessel (VenuleBatchPicture    *self,
             GtkSnapshot           *snapshot,
             const VenuleBatchLook *look,
             const graphene_rect_t *frame)
{
  const VenuleSettings *settings = venule_batch_video_get_settings (self->video);
  Fit fit = { frame->origin.x, frame->origin.y, frame->size.width / look->width };
  cairo_t *cr;

  if (!settings)
    return;
  gtk_snapshot_push_clip (snapshot, frame);
  cr = gtk_snapshot_append_cairo (snapshot, frame);
  if (settings->vessel->kind != VENULE_CROP_WHOLE)
    draw_outline (cr, &fit, settings->vessel, look->width, look->height,
                  venule_batch_video_is_proposed (self->video));
  if (venule_batch_video_has_flow (self->video))
    draw_arrow (cr, &fit, settings->vessel, look->width, look->height);
  cairo_destroy (cr);
  gtk_snapshot_pop (snapshot);
}

static void
venule_batch_picture_snapshot (GtkWidget   *widget,
                               GtkSnapshot *snapshot)
{
  VenuleBatchPicture *self = VENULE_BATCH_PICTURE (widget);
  const VenuleBatchLook *look = self->video ? venule_batch_video_get_look (self->video) : NULL;
  GdkTexture *texture = self->texture ? self->texture : look ? look->texture : NULL;
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  double scale;
  graphene_rect_t frame = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);

  if (!texture || !look || look->width <= 0)
    {
      gtk_snapshot_append_color (snapshot, &empty_color, &frame);
      return;
    }
  scale = MIN ((double) width / look->width, (double) height / look->height);
  graphene_rect_init (&frame, (float) ((width - look->width * scale) / 2),
                      (float) ((height - look->height * scale) / 2), (float) (look->width * scale),
                      (float) (look->height * scale));
  gtk_snapshot_append_texture (snapshot, texture, &frame);
  draw_vessel (self, snapshot, look, &frame);
}

static void
venule_batch_picture_measure (GtkWidget      *widget,
                              GtkOrientation  orientation,
                              int             for_size,
                              int            *minimum,
                              int            *natural,
                              int            *minimum_baseline,
                              int            *natural_baseline)
{
  VenuleBatchPicture *self = VENULE_BATCH_PICTURE (widget);
  const VenuleBatchLook *look = self->video ? venule_batch_video_get_look (self->video) : NULL;

  if (self->shaped && orientation == GTK_ORIENTATION_VERTICAL && look && look->width > 0)
    *minimum = *natural = MAX (for_size, self->width) * look->height / look->width;
  else
    *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? self->width : self->height;
}

static GtkSizeRequestMode
venule_batch_picture_get_request_mode (GtkWidget *widget)
{
  return VENULE_BATCH_PICTURE (widget)->shaped ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
on_changed (VenuleBatchPicture *self)
{
  if (self->shaped)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
venule_batch_picture_dispose (GObject *object)
{
  VenuleBatchPicture *self = VENULE_BATCH_PICTURE (object);

  venule_batch_picture_set_video (self, NULL);
  g_clear_object (&self->texture);

  G_OBJECT_CLASS (venule_batch_picture_parent_class)->dispose (object);
}

static void
venule_batch_picture_class_init (VenuleBatchPictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_batch_picture_dispose;
  widget_class->snapshot = venule_batch_picture_snapshot;
  widget_class->measure = venule_batch_picture_measure;
  widget_class->get_request_mode = venule_batch_picture_get_request_mode;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
venule_batch_picture_init (VenuleBatchPicture *self)
{
}

GtkWidget *
venule_batch_picture_new (int      width,
                          int      height,
                          gboolean shaped)
{
  VenuleBatchPicture *self = g_object_new (VENULE_TYPE_BATCH_PICTURE, NULL);

  self->width = width;
  self->height = height;
  self->shaped = shaped;
  return GTK_WIDGET (self);
}

void
venule_batch_picture_set_video (VenuleBatchPicture *self,
                                VenuleBatchVideo   *video)
{
  g_return_if_fail (VENULE_IS_BATCH_PICTURE (self));

  if (self->video == video)
    return;
  if (self->video)
    g_signal_handlers_disconnect_by_data (self->video, self);
  g_set_object (&self->video, video);
  if (video)
    g_signal_connect_object (video, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  on_changed (self);
}

void
venule_batch_picture_set_texture (VenuleBatchPicture *self,
                                  GdkTexture         *texture)
{
  g_return_if_fail (VENULE_IS_BATCH_PICTURE (self));

  if (g_set_object (&self->texture, texture))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}
