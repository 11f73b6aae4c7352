/* venule-canvas-spot.c: the selected track's cell in the frame on show: moved and resized
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Logical px. */
#define LEAST_REACH 10.0
/* Of the handle of a cell that is not small; its place is beside the ring around the cell. */
#define HANDLE_RADIUS 4.5
#define HANDLE_RIM 1.5
#define HANDLE_REACH 9.0
#define RING_REACH 5.0
/* Radius of a cell, on the screen, below which its handle is smaller, and below which it would hide the cells around it however
 * small it was: it has none there. */
#define SMALL_CELL 10.0
#define TINY_CELL 3.0
#define SMALLEST_HANDLE 0.5
/* px of the video. */
#define LEAST_RADIUS 1.0
/* Keys that follow each other faster than this make one step. */
#define NUDGE_MS 400

static const GdkRGBA draft_color = { 0.90f, 0.62f, 0, 1 };
static const GdkRGBA before_color = { 1, 1, 1, 0.5f };
static const GdkRGBA handle_color = { 1, 1, 1, 1 };

/* (transfer none) (nullable): the only selected track, with its place in the frame on show. */
static VenuleTrack *
get_track (VenuleCanvas       *self,
           const VenulePlace **place)
{
  GArray *ids = self->selection != NULL ? venule_selection_get_ids (self->selection) : NULL;
  VenuleTrack *track;

  if (ids == NULL || ids->len != 1 || self->document == NULL || self->frame == NULL ||
      self->tool != VENULE_TOOL_SELECT || self->edit_vessel)
    return NULL;

  track = venule_document_get_track (self->document, g_array_index (ids, guint, 0));
  *place = track != NULL ? venule_track_get_place_at (track, self->frame->index) : NULL;
  return *place != NULL && !venule_track_get_hidden (track) ? track : NULL;
}

/* In parts of that of a large cell; 0: it has none. While it is held it stays. */
static double
get_handle_size (VenuleCanvas *self,
                 double        radius)
{
  double shown = radius * venule_canvas_view_get_scale (&self->view);

  if (shown < TINY_CELL && self->spot_part == VENULE_SPOT_PART_NONE)
    return 0;
  return CLAMP (shown / SMALL_CELL, SMALLEST_HANDLE, 1);
}

/* Right below the cell, beside its number and its tail. */
static VenulePoint
get_handle (VenuleCanvas *self,
            double        x,
            double        y,
            double        radius)
{
  VenulePoint at = venule_canvas_in_widget (self, (VenulePoint) { x, y });
  double gap = RING_REACH + (HANDLE_RADIUS + HANDLE_RIM) * get_handle_size (self, radius);
  double away = (radius * venule_canvas_view_get_scale (&self->view) + gap) * M_SQRT1_2;

  return (VenulePoint) { at.x + away, at.y + away };
}

/**
 * venule_canvas_find_spot:
 *
 * Returns: what of the selected track's cell is under the pointer
 */
VenuleSpotPart
venule_canvas_find_spot (VenuleCanvas *self)
{
  const VenulePlace *place;
  VenulePoint at, handle;
  double scale = venule_canvas_view_get_scale (&self->view), size;

  if (get_track (self, &place) == NULL)
    return VENULE_SPOT_PART_NONE;

  size = get_handle_size (self, place->radius);
  at = venule_canvas_in_widget (self, (VenulePoint) { place->x, place->y });
  handle = get_handle (self, place->x, place->y, place->radius);
  if (size > 0 && hypot (self->pointer_at.x - handle.x, self->pointer_at.y - handle.y) <= HANDLE_REACH * size)
    return VENULE_SPOT_PART_SIZE;
  if (hypot (self->pointer_at.x - at.x, self->pointer_at.y - at.y) <= MAX (LEAST_REACH, place->radius * scale))
    return VENULE_SPOT_PART_INSIDE;
  return VENULE_SPOT_PART_NONE;
}

/* ---- The draft ---- */

static gboolean
begin_draft (VenuleCanvas   *self,
             VenuleSpotPart  part)
{
  const VenulePlace *place;
  VenuleTrack *track = get_track (self, &place);

  if (track == NULL)
    return FALSE;

  self->spot_part = part;
  self->spot_id = venule_track_get_id (track);
  self->spot_start = *place;
  self->spot_x = place->x;
  self->spot_y = place->y;
  self->spot_radius = place->radius;
  return TRUE;
}

static void
drop_draft (VenuleCanvas *self)
{
  g_clear_handle_id (&self->spot_timeout, g_source_remove);
  self->spot_part = VENULE_SPOT_PART_NONE;
  self->spot_kept = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Tells what came of it. Who hears it may keep the draft on show until the document has changed. */
static void
commit_draft (VenuleCanvas *self,
              gboolean      exactly)
{
  VenuleSpotPart part = self->spot_part;

  g_clear_handle_id (&self->spot_timeout, g_source_remove);
  self->spot_kept = FALSE;
  if (part == VENULE_SPOT_PART_INSIDE && (self->spot_x != self->spot_start.x || self->spot_y != self->spot_start.y))
    venule_canvas_emit_spot_moved (self, self->spot_id, self->spot_start.frame, self->spot_x, self->spot_y, exactly);
  else if (part == VENULE_SPOT_PART_SIZE && self->spot_radius != self->spot_start.radius)
    venule_canvas_emit_spot_resized (self, self->spot_id, self->spot_start.frame, self->spot_radius);
  if (!self->spot_kept)
    drop_draft (self);
}

/**
 * venule_canvas_keep_spot:
 *
 * From a handler of VenuleCanvas::spot-moved: what is on show stays there until the tracks have changed, another frame is
 * shown, or venule_canvas_drop_spot().
 */
void
venule_canvas_keep_spot (VenuleCanvas *self)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  self->spot_kept = TRUE;
}

void
venule_canvas_drop_spot (VenuleCanvas *self)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  if (self->spot_part != VENULE_SPOT_PART_NONE)
    drop_draft (self);
}

/* The tracks have changed: a cell that is not where it was when it was taken hold of is let go. */
void
venule_canvas_check_spot (VenuleCanvas *self)
{
  const VenulePlace *place;
  VenuleTrack *track;

  if (self->spot_kept)
    venule_canvas_drop_spot (self);
  if (self->grab != VENULE_GRAB_SPOT)
    return;

  track = get_track (self, &place);
  if (track == NULL || venule_track_get_id (track) != self->spot_id || place->frame != self->spot_start.frame ||
      place->x != self->spot_start.x || place->y != self->spot_start.y || place->radius != self->spot_start.radius)
    venule_canvas_cancel (self);
}

/* ---- By the pointer ---- */

void
venule_canvas_begin_spot (VenuleCanvas   *self,
                          VenuleSpotPart  part)
{
  venule_canvas_settle_spot (self);
  if (begin_draft (self, part))
    self->grab = VENULE_GRAB_SPOT;
}

void
venule_canvas_drag_spot (VenuleCanvas *self)
{
  const VenulePlace *start = &self->spot_start;

  if (self->spot_part == VENULE_SPOT_PART_INSIDE)
    {
      self->spot_x = CLAMP (start->x + self->pointer.x - self->press.x, 0, self->view.video_width - 1);
      self->spot_y = CLAMP (start->y + self->pointer.y - self->press.y, 0, self->view.video_height - 1);
    }
  else
    {
      double before = hypot (self->press.x - start->x, self->press.y - start->y);
      double now = hypot (self->pointer.x - start->x, self->pointer.y - start->y);

      self->spot_radius = CLAMP (start->radius + now - before, LEAST_RADIUS, self->view.video_height);
    }
}

void
venule_canvas_release_spot (VenuleCanvas *self,
                            gboolean      exactly)
{
  if (self->moved)
    commit_draft (self, exactly);
  else
    drop_draft (self);
}

/* ---- By the keyboard ---- */

static gboolean
on_nudge_timeout (gpointer user_data)
{
  VenuleCanvas *self = user_data;

  self->spot_timeout = 0;
  commit_draft (self, TRUE);
  return G_SOURCE_REMOVE;
}

/* What keys have moved until now is an edit. */
void
venule_canvas_settle_spot (VenuleCanvas *self)
{
  if (self->spot_timeout != 0)
    commit_draft (self, TRUE);
}

/**
 * venule_canvas_nudge_spot:
 * @dx: px of the video, to the right
 * @dy: px of the video, down
 * @growth: px, added to the radius
 *
 * Moves or resizes the selected track's cell. Nudges that follow each other soon are one edit.
 *
 * Returns: whether there is such a cell in the frame on show
 */
gboolean
venule_canvas_nudge_spot (VenuleCanvas *self,
                          double        dx,
                          double        dy,
                          double        growth)
{
  VenuleSpotPart part = growth != 0 ? VENULE_SPOT_PART_SIZE : VENULE_SPOT_PART_INSIDE;

  g_return_val_if_fail (VENULE_IS_CANVAS (self), FALSE);

  if (self->grab != VENULE_GRAB_NONE)
    return FALSE;
  if (self->spot_timeout != 0 && self->spot_part != part)
    venule_canvas_settle_spot (self);
  if (self->spot_timeout == 0 && !begin_draft (self, part))
    return FALSE;

  self->spot_x = CLAMP (self->spot_x + dx, 0, self->view.video_width - 1);
  self->spot_y = CLAMP (self->spot_y + dy, 0, self->view.video_height - 1);
  self->spot_radius = CLAMP (self->spot_radius + growth, LEAST_RADIUS, self->view.video_height);
  g_clear_handle_id (&self->spot_timeout, g_source_remove);
  self->spot_timeout = g_timeout_add (NUDGE_MS, on_nudge_timeout, self);
  venule_canvas_keep_in_sight (self, self->spot_x, self->spot_y);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

/* ---- Drawing ---- */

static void
draw_handle (VenuleCanvas  *self,
             cairo_t       *cr,
             double         x,
             double         y,
             double         radius,
             const GdkRGBA *color)
{
  VenulePoint at = get_handle (self, x, y, radius);
  double size = get_handle_size (self, radius);

  if (size == 0)
    return;

  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, (HANDLE_RADIUS + HANDLE_RIM) * size, 0, 2 * G_PI);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.75);
  cairo_fill (cr);
  cairo_arc (cr, at.x, at.y, HANDLE_RADIUS * size, 0, 2 * G_PI);
  gdk_cairo_set_source_rgba (cr, color);
  cairo_fill (cr);
}

static char *
describe (VenuleCanvas *self)
{
  const VenuleCalibration *calibration = &venule_canvas_get_settings (self)->calibration;

  if (self->spot_part == VENULE_SPOT_PART_INSIDE)
    {
      /* Translators: a position on the video in pixels, from the left and from the top */
      return g_strdup_printf (_("%.1f, %.1f px"), self->spot_x, self->spot_y);
    }
  /* Translators: the diameter of a cell and its unit */
  return g_strdup_printf (_("⌀ %.1f %s"), venule_calibration_scale (calibration, 2 * self->spot_radius),
                          venule_calibration_length_unit (calibration));
}

static void
draw_draft (VenuleCanvas *self,
            cairo_t      *cr)
{
  double scale = venule_canvas_view_get_scale (&self->view);
  VenulePoint from = venule_canvas_in_widget (self, (VenulePoint) { self->spot_start.x, self->spot_start.y });
  VenulePoint to = venule_canvas_in_widget (self, (VenulePoint) { self->spot_x, self->spot_y });
  g_autofree char *text = NULL;

  cairo_new_path (cr);
  cairo_move_to (cr, from.x, from.y);
  cairo_line_to (cr, to.x, to.y);
  cairo_new_sub_path (cr);
  cairo_arc (cr, from.x, from.y, self->spot_start.radius * scale, 0, 2 * G_PI);
  venule_canvas_stroke (cr, &before_color, 1);
  cairo_arc (cr, to.x, to.y, self->spot_radius * scale, 0, 2 * G_PI);
  venule_canvas_stroke (cr, &draft_color, VENULE_CANVAS_LINE);
  draw_handle (self, cr, self->spot_x, self->spot_y, self->spot_radius, &draft_color);
  if (self->spot_kept)
    return;
  text = describe (self);
  venule_canvas_draw_label (self, cr, get_handle (self, self->spot_x, self->spot_y, self->spot_radius), text);
}

/**
 * venule_canvas_draw_spot:
 *
 * The handle of the selected track's cell; while it is changed, what becomes of it.
 */
void
venule_canvas_draw_spot (VenuleCanvas *self,
                         cairo_t      *cr)
{
  const VenulePlace *place;

  if (self->spot_part != VENULE_SPOT_PART_NONE && self->spot_start.frame == self->frame->index)
    draw_draft (self, cr);
  else if (self->grab == VENULE_GRAB_NONE && get_track (self, &place) != NULL)
    draw_handle (self, cr, place->x, place->y, place->radius, &handle_color);
}
