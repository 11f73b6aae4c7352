/* venule-frame-layer.c: the frame of the video, as a texture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-frame-layer.h"

#include <math.h>

/* From this zoom on, the video's pixels are seen as squares. */
#define SQUARES_ZOOM 3.0

struct _VenuleFrameLayer
{
  VenuleFrame         *frame;    /* nullable */
  VenuleDisplayWindow  window;
  VenuleDisplayTable  *table;    /* NULL: to be made, as both textures */
  GdkTexture          *texture;  /* of the whole frame */
  GdkTexture          *enlarged; /* of what is in sight */
  guint                ceiling;  /* 0: nothing is marked */
  GdkTexture          *stripes;  /* of what is in sight; NULL: to be made, or none */
  gboolean             striped;  /* they have been made */
};

VenuleFrameLayer *
venule_frame_layer_new (void)
{
  return g_new0 (VenuleFrameLayer, 1);
}

void
venule_frame_layer_free (VenuleFrameLayer *self)
{
  venule_frame_layer_set_frame (self, NULL);
  g_clear_pointer (&self->table, venule_display_table_free);
  g_free (self);
}

static void
drop_stripes (VenuleFrameLayer *self)
{
  g_clear_object (&self->stripes);
  self->striped = FALSE;
}

void
venule_frame_layer_set_ceiling (VenuleFrameLayer *self,
                                guint             level)
{
  self->ceiling = level;
  drop_stripes (self);
}

guint
venule_frame_layer_get_ceiling (VenuleFrameLayer *self)
{
  return self->ceiling;
}

void
venule_frame_layer_set_window (VenuleFrameLayer          *self,
                               const VenuleDisplayWindow *window)
{
  self->window = *window;
  g_clear_object (&self->texture);
  g_clear_object (&self->enlarged);
}

const VenuleDisplayWindow *
venule_frame_layer_get_window (VenuleFrameLayer *self)
{
  return &self->window;
}

void
venule_frame_layer_set_frame (VenuleFrameLayer *self,
                              VenuleFrame      *frame)
{
  g_clear_pointer (&self->frame, venule_frame_unref);
  if (frame != NULL)
    self->frame = venule_frame_ref (frame);
  g_clear_object (&self->texture);
  g_clear_object (&self->enlarged);
  drop_stripes (self);
}

void
venule_frame_layer_view_changed (VenuleFrameLayer *self)
{
  g_clear_object (&self->enlarged);
  drop_stripes (self);
}

static const VenuleDisplayTable *
get_table (VenuleFrameLayer *self)
{
  if (self->table != NULL && !venule_display_table_fits (self->table, &self->window, self->frame->bit_depth))
    g_clear_pointer (&self->table, venule_display_table_free);
  if (self->table == NULL)
    self->table = venule_display_table_new (&self->window, self->frame->bit_depth);
  return self->table;
}

/* What is in sight, in device px of the screen, and where it is in the widget. */
static gboolean
get_part (const VenuleCanvasView *view,
          VenuleTextureView      *part,
          graphene_rect_t        *bounds)
{
  int unit = view->device_scale;
  double left, top, x, y, width, height;

  if (!venule_canvas_view_get_visible (view, &x, &y, &width, &height))
    return FALSE;

  venule_canvas_view_get_origin (view, &left, &top);
  *part = (VenuleTextureView) { .width = (int) lround (width * unit), .height = (int) lround (height * unit),
                                .left = (x - left) * unit / view->zoom, .top = (y - top) * unit / view->zoom,
                                .scale = view->zoom };
  graphene_rect_init (bounds, (float) x, (float) y, (float) width, (float) height);
  return part->width > 0 && part->height > 0;
}

static void
append_enlarged (VenuleFrameLayer       *self,
                 const VenuleCanvasView *view,
                 GtkSnapshot            *snapshot)
{
  VenuleTextureView part;
  graphene_rect_t bounds;

  if (!get_part (view, &part, &bounds))
    return;
  if (self->enlarged == NULL)
    self->enlarged = venule_frame_texture_new_view (self->frame, get_table (self), &part);
  gtk_snapshot_append_texture (snapshot, self->enlarged, &bounds);
}

static void
append_stripes (VenuleFrameLayer       *self,
                const VenuleCanvasView *view,
                GtkSnapshot            *snapshot)
{
  VenuleTextureView part;
  graphene_rect_t bounds;

  if (self->ceiling == 0 || self->frame->width != view->video_width || !get_part (view, &part, &bounds))
    return;
  if (!self->striped)
    self->stripes = venule_frame_texture_new_stripes (self->frame, self->ceiling, &part);
  self->striped = TRUE;
  if (self->stripes != NULL)
    gtk_snapshot_append_texture (snapshot, self->stripes, &bounds);
}

static void
append_whole (VenuleFrameLayer       *self,
              const VenuleCanvasView *view,
              GtkSnapshot            *snapshot)
{
  double scale = venule_canvas_view_get_scale (view), x, y;

  if (self->texture == NULL)
    self->texture = venule_frame_texture_new (self->frame, get_table (self));
  venule_canvas_view_get_origin (view, &x, &y);
  gtk_snapshot_append_texture (snapshot, self->texture,
                               &GRAPHENE_RECT_INIT (x, y, view->video_width * scale, view->video_height * scale));
}

void
venule_frame_layer_snapshot (VenuleFrameLayer       *self,
                             const VenuleCanvasView *view,
                             GtkSnapshot            *snapshot)
{
  if (view->zoom >= SQUARES_ZOOM && self->frame->width == view->video_width)
    append_enlarged (self, view, snapshot);
  else
    append_whole (self, view, snapshot);
  append_stripes (self, view, snapshot);
}
