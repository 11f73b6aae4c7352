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
}

void
venule_frame_layer_view_changed (VenuleFrameLayer *self)
{
  g_clear_object (&self->enlarged);
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

static void
append_enlarged (VenuleFrameLayer       *self,
                 const VenuleCanvasView *view,
                 GtkSnapshot            *snapshot)
{
  int unit = view->device_scale;
  double left, top, x, y, width, height;

  if (!venule_canvas_view_get_visible (view, &x, &y, &width, &height))
    return;

  if (self->enlarged == NULL)
    {
      VenuleTextureView part = { .width = (int) lround (width * unit), .height = (int) lround (height * unit),
                                 .scale = view->zoom };

      venule_canvas_view_get_origin (view, &left, &top);
      part.left = (x - left) * unit / view->zoom;
      part.top = (y - top) * unit / view->zoom;
      self->enlarged = venule_frame_texture_new_view (self->frame, get_table (self), &part);
    }
  gtk_snapshot_append_texture (snapshot, self->enlarged, &GRAPHENE_RECT_INIT (x, y, width, height));
}

void
venule_frame_layer_snapshot (VenuleFrameLayer       *self,
                             const VenuleCanvasView *view,
                             GtkSnapshot            *snapshot)
{
  double scale = venule_canvas_view_get_scale (view), x, y;

  if (view->zoom >= SQUARES_ZOOM && self->frame->width == view->video_width)
    {
      append_enlarged (self, view, snapshot);
      return;
    }

  if (self->texture == NULL)
    self->texture = venule_frame_texture_new (self->frame, get_table (self));
  venule_canvas_view_get_origin (view, &x, &y);
  gtk_snapshot_append_texture (snapshot, self->texture,
                               &GRAPHENE_RECT_INIT (x, y, view->video_width * scale, view->video_height * scale));
}
