/* venule-canvas-ahead.c: very many cells are drawn by a thread while the frame before is on show
 *
 * What they look like is found on the main thread, to which the tracks belong; only these numbers go to the thread. The
 * frame comes on show when its cells are drawn, so that both change at once. Whatever changes meanwhile makes what was
 * drawn worthless: the canvas then draws the cells itself, as it does the first time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include "venule-work.h"

typedef struct {
  VenuleFrame        *frame;
  VenuleOverlayCrowd *crowd;
  VenuleStamps       *stamps; /* nobody else has them meanwhile */
} Ahead;

static void
ahead_free (gpointer data)
{
  Ahead *self = data;

  venule_frame_unref (self->frame);
  venule_overlay_crowd_unref (self->crowd);
  venule_stamps_free (self->stamps);
  g_free (self);
}

static void
draw (GTask        *task,
      gpointer      source,
      gpointer      data,
      GCancellable *cancellable)
{
  Ahead *ahead = data;

  venule_overlay_crowd_draw (ahead->crowd, ahead->stamps);
  g_task_return_boolean (task, TRUE);
}

static void
on_drawn (gpointer  owner,
          GTask    *task)
{
  VenuleCanvas *self = owner;
  Ahead *ahead = g_task_get_task_data (task);

  if (self->ahead_stamps == NULL)
    self->ahead_stamps = g_steal_pointer (&ahead->stamps);
  if (self->coming != ahead)
    return;

  venule_canvas_show_frame (self, ahead->frame, self->coming_stale ? NULL : ahead->crowd);
  /* It may be elsewhere by now. */
  venule_canvas_follow_player (self);
}

static VenuleOverlayCrowd *
find_crowd (VenuleCanvas *self,
            VenuleFrame  *frame)
{
  cairo_rectangle_t all = { 0, 0, self->view.width, self->view.height };
  cairo_surface_t *nothing = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &all);
  cairo_t *cr = cairo_create (nothing);
  VenuleOverlayOptions options = venule_canvas_begin_tracks (self, cr);
  VenuleOverlayCrowd *crowd = venule_overlay_crowd_new (cr, G_LIST_MODEL (self->document),
                                                        venule_canvas_get_settings (self), frame->index, &options);

  cairo_destroy (cr);
  cairo_surface_destroy (nothing);
  return crowd;
}

/* Whether it will come on show when its cells are drawn. */
static gboolean
draw_ahead (VenuleCanvas *self,
            VenuleFrame  *frame)
{
  VenuleOverlayCrowd *crowd;
  Ahead *ahead;

  if (!self->crowded || self->frame == NULL || self->document == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)) ||
      !(self->overlay.contours || self->overlay.tails))
    return FALSE;

  crowd = find_crowd (self, frame);
  self->crowded = crowd != NULL;
  if (crowd == NULL)
    return FALSE;

  ahead = g_new0 (Ahead, 1);
  ahead->frame = venule_frame_ref (frame);
  ahead->crowd = crowd;
  ahead->stamps = self->ahead_stamps != NULL ? g_steal_pointer (&self->ahead_stamps) : venule_stamps_new ();
  self->coming = ahead;
  self->coming_stale = FALSE;
  venule_work_start (self, NULL, draw_ahead, draw, ahead, ahead_free, on_drawn);
  return TRUE;
}

/* What is drawn already comes on show first, so that something moves however fast frames come. */
void
venule_canvas_follow_player (VenuleCanvas *self)
{
  VenuleFrame *frame = self->player != NULL ? venule_player_get_frame (self->player) : NULL;

  if (frame == self->frame || (frame != NULL && (self->coming != NULL || draw_ahead (self, frame))))
    return;

  venule_canvas_show_frame (self, frame, NULL);
}
