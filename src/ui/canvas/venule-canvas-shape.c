/* venule-canvas-shape.c: centreline, walls and flux line of the vessel are dragged on the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <math.h>

#include "venule-document-measures.h"

/* Keys that move a handle are one edit until nothing was pressed for so long. */
#define SETTLE_MS 1200
/* Of a unit vector, below which an arrow key points across the way of a handle. */
#define ACROSS 0.3
#define FAR_STEP 10.0

static const VenuleShapeHandle nothing = { VENULE_SHAPE_NONE, 0, 0, 0 };

gboolean
venule_canvas_has_shape (VenuleCanvas *self)
{
  return self->tool == VENULE_TOOL_VESSEL && self->document != NULL && venule_canvas_has_video (self);
}

/* That of the run, whose tracks are measured along it. */
static VenuleVesselShape *
make_shape (VenuleCanvas                *self,
            const VenuleMeasureSettings *measures)
{
  const VenuleSettings *settings = venule_document_get_run_settings (self->document);

  if (settings == NULL)
    settings = venule_document_get_settings (self->document);
  return venule_vessel_shape_new (settings->vessel, measures, self->view.video_width, self->view.video_height);
}

VenuleVesselShape *
venule_canvas_get_shape (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), NULL);

  if (!venule_canvas_has_shape (self))
    return NULL;
  if (self->shape_draft != NULL)
    return self->shape_draft;
  if (self->shape == NULL)
    self->shape = make_shape (self, venule_document_get_measure_settings (self->document));
  return self->shape;
}

const VenuleShapeHandle *
venule_canvas_get_shape_handle (VenuleCanvas *self)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (self), NULL);

  return &self->shape_active;
}

/* How far the tissue has moved in the frame on show, as any of its cells tells. */
VenulePoint
venule_canvas_get_shape_shift (VenuleCanvas *self)
{
  gint64 frame = venule_canvas_get_frame (self);

  if (frame != self->shape_shift_frame && self->document != NULL)
    {
      g_autoptr (GPtrArray) tracks = venule_document_dup_tracks_at (self->document, frame);
      const VenulePlace *place = tracks->len > 0 ? venule_track_get_place_at (g_ptr_array_index (tracks, 0), frame) : NULL;

      if (place != NULL)
        self->shape_shift = (VenulePoint) { place->shift_x, place->shift_y };
      self->shape_shift_frame = frame;
    }
  return self->shape_shift;
}

/* (transfer full): in px of the tissue. */
GArray *
venule_canvas_list_shape (VenuleCanvas *self)
{
  double scale = venule_canvas_view_get_scale (&self->view);

  return venule_vessel_shape_list (venule_canvas_get_shape (self), VENULE_SHAPE_BEYOND / MAX (scale, 1e-6));
}

static VenulePoint
handle_at (VenuleCanvas            *self,
           const VenuleShapeHandle *handle)
{
  VenulePoint shift = venule_canvas_get_shape_shift (self);

  return venule_canvas_in_widget (self, (VenulePoint) { handle->x + shift.x, handle->y + shift.y });
}

static double
distance_from_segment (VenulePoint p,
                       VenulePoint a,
                       VenulePoint b)
{
  double dx = b.x - a.x, dy = b.y - a.y;
  double t = CLAMP (((p.x - a.x) * dx + (p.y - a.y) * dy) / MAX (dx * dx + dy * dy, 1e-9), 0, 1);

  return hypot (p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/* The nearest handle in reach of the pointer; else the flux line, which is taken hold of anywhere. */
static VenuleShapeHandle
find_handle (VenuleCanvas *self)
{
  g_autoptr (GArray) handles = NULL;
  VenuleShapeHandle found = nothing;
  double least = VENULE_HANDLE_REACH;

  if (!venule_canvas_has_shape (self))
    return nothing;
  handles = venule_canvas_list_shape (self);
  for (guint i = 0; i < handles->len; i++)
    {
      const VenuleShapeHandle *handle = &g_array_index (handles, VenuleShapeHandle, i);
      VenulePoint at = handle_at (self, handle);
      double distance = hypot (self->pointer_at.x - at.x, self->pointer_at.y - at.y);

      if (distance < least)
        {
          least = distance;
          found = *handle;
        }
    }
  if (found.part == VENULE_SHAPE_NONE)
    {
      VenulePoint a = handle_at (self, &g_array_index (handles, VenuleShapeHandle, 0));
      VenulePoint b = handle_at (self, &g_array_index (handles, VenuleShapeHandle, 1));

      if (distance_from_segment (self->pointer_at, a, b) < VENULE_HANDLE_REACH / 2)
        found = g_array_index (handles, VenuleShapeHandle, 0);
    }
  return found;
}

gboolean
venule_canvas_is_same_shape_handle (const VenuleShapeHandle *a,
                                    const VenuleShapeHandle *b)
{
  return a->part == b->part && (a->index == b->index || a->part == VENULE_SHAPE_FLUX);
}

/* ---- The draft ---- */

static void
changed (VenuleCanvas *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  venule_canvas_emit_shape_changed (self);
}

/* Consumes @settings; NULL: they are as before. */
static void
set_draft (VenuleCanvas          *self,
           VenuleMeasureSettings *settings)
{
  if (settings == NULL)
    return;
  g_clear_pointer (&self->shape_draft, venule_vessel_shape_free);
  self->shape_draft = make_shape (self, settings);
  venule_measure_settings_free (settings);
  changed (self);
}

/* Returns whether there was one. */
gboolean
venule_canvas_drop_shape (VenuleCanvas *self)
{
  gboolean dropped = self->shape_draft != NULL;

  g_clear_handle_id (&self->shape_timeout, g_source_remove);
  g_clear_pointer (&self->shape_draft, venule_vessel_shape_free);
  g_clear_pointer (&self->shape_start, venule_vessel_shape_free);
  if (dropped)
    changed (self);
  return dropped;
}

/* What is drawn or in the document is another one. */
void
venule_canvas_forget_shape (VenuleCanvas *self)
{
  if (self->grab == VENULE_GRAB_SHAPE_HANDLE)
    self->grab = VENULE_GRAB_NONE;
  g_clear_pointer (&self->shape, venule_vessel_shape_free);
  if (!venule_canvas_drop_shape (self) && self->tool == VENULE_TOOL_VESSEL)
    changed (self);
}

static void
commit (VenuleCanvas *self)
{
  g_autoptr (VenuleVesselShape) draft = g_steal_pointer (&self->shape_draft);

  g_clear_handle_id (&self->shape_timeout, g_source_remove);
  g_clear_pointer (&self->shape_start, venule_vessel_shape_free);
  if (draft != NULL)
    venule_canvas_emit_shape (self, draft->settings);
  changed (self);
}

/* What keys have changed is kept now. */
void
venule_canvas_settle_shape (VenuleCanvas *self)
{
  if (self->shape_timeout != 0)
    commit (self);
}

static gboolean
on_settle_timeout (gpointer user_data)
{
  VenuleCanvas *self = user_data;

  self->shape_timeout = 0;
  commit (self);
  return G_SOURCE_REMOVE;
}

/* ---- The pointer ---- */

/* Returns whether a handle was taken hold of. */
gboolean
venule_canvas_press_shape (VenuleCanvas *self)
{
  VenuleShapeHandle handle;

  venule_canvas_settle_shape (self);
  handle = find_handle (self);
  self->shape_active = handle;
  changed (self);
  if (handle.part == VENULE_SHAPE_NONE)
    return FALSE;

  self->shape_held = handle;
  self->shape_start = make_shape (self, venule_canvas_get_shape (self)->settings);
  self->grab = VENULE_GRAB_SHAPE_HANDLE;
  return TRUE;
}

/* Of a middle has become a point. */
static void
follow_middle (VenuleCanvas *self,
               gboolean      whole)
{
  self->shape_active = self->shape_held;
  if (self->shape_held.part != VENULE_SHAPE_MIDDLE || whole)
    return;
  self->shape_active.part = VENULE_SHAPE_POINT;
  self->shape_active.index++;
}

void
venule_canvas_drag_shape (VenuleCanvas *self)
{
  VenuleHandleFrame frame = venule_canvas_get_handle_frame (self);
  VenulePoint shift = venule_canvas_get_shape_shift (self);
  VenulePoint to = { self->shape_held.x + self->pointer.x - self->press.x + shift.x,
                     self->shape_held.y + self->pointer.y - self->press.y + shift.y };

  to = venule_handles_keep_inside (&frame, &to);
  to = (VenulePoint) { to.x - shift.x, to.y - shift.y };
  /* Anywhere on the flux line is as good as its end. */
  if (self->shape_held.part == VENULE_SHAPE_FLUX)
    to = (VenulePoint) { self->pointer.x - shift.x, self->pointer.y - shift.y };
  follow_middle (self, self->snap);
  set_draft (self, venule_vessel_shape_drag (self->shape_start, &self->shape_held, to, self->snap));
}

void
venule_canvas_release_shape (VenuleCanvas *self)
{
  if (self->moved)
    commit (self);
  else
    venule_canvas_drop_shape (self);
}

/* Returns whether another one is under the pointer than before. */
gboolean
venule_canvas_hover_shape (VenuleCanvas *self)
{
  VenuleShapeHandle before = self->shape_hovered;

  self->shape_hovered = self->pointer_in ? find_handle (self) : nothing;
  return !venule_canvas_is_same_shape_handle (&before, &self->shape_hovered);
}

const char *
venule_canvas_get_shape_cursor (VenuleCanvas *self)
{
  if (self->grab == VENULE_GRAB_SHAPE_HANDLE)
    return "grabbing";
  if (self->shape_hovered.part == VENULE_SHAPE_MIDDLE)
    return "copy";
  if (self->shape_hovered.part != VENULE_SHAPE_NONE)
    return "grab";
  return venule_canvas_view_is_larger (&self->view) ? "grab" : NULL;
}

static gboolean
remove_point (VenuleCanvas      *self,
              VenuleShapeHandle  handle)
{
  g_autoptr (VenuleMeasureSettings) settings = NULL;

  if (handle.part != VENULE_SHAPE_POINT || !venule_canvas_has_shape (self))
    return FALSE;

  venule_canvas_settle_shape (self);
  settings = venule_vessel_shape_remove (venule_canvas_get_shape (self), handle.index);
  if (settings == NULL)
    return FALSE;
  self->shape_active = self->shape_hovered = nothing;
  venule_canvas_emit_shape (self, settings);
  return TRUE;
}

/* The point of the centreline under the pointer. */
gboolean
venule_canvas_remove_shape_point (VenuleCanvas *self)
{
  return venule_canvas_has_shape (self) && remove_point (self, find_handle (self));
}

/* ---- Keys ---- */

/* The handle that keys move, where it is now. */
static gboolean
find_active (VenuleCanvas *self,
             GArray       *handles,
             guint        *position)
{
  for (guint i = 0; i < handles->len; i++)
    if (venule_canvas_is_same_shape_handle (&g_array_index (handles, VenuleShapeHandle, i), &self->shape_active))
      {
        *position = i;
        return TRUE;
      }
  return FALSE;
}

/* Through all handles (of the flux line's two ends the first), then on to the next widget. */
static gboolean
next_handle (VenuleCanvas *self,
             int           direction)
{
  g_autoptr (GArray) handles = NULL;
  guint position;
  int next;

  venule_canvas_settle_shape (self);
  handles = venule_canvas_list_shape (self);
  g_array_remove_index (handles, 1);
  if (find_active (self, handles, &position))
    next = (int) position + direction;
  else
    next = direction > 0 ? 0 : (int) handles->len - 1;

  self->shape_active = next >= 0 && next < (int) handles->len ? g_array_index (handles, VenuleShapeHandle, next) : nothing;
  if (self->shape_active.part != VENULE_SHAPE_NONE)
    {
      VenulePoint shift = venule_canvas_get_shape_shift (self);

      venule_canvas_keep_in_sight (self, self->shape_active.x + shift.x, self->shape_active.y + shift.y);
    }
  changed (self);
  return self->shape_active.part != VENULE_SHAPE_NONE;
}

/* Along which a handle moves: the vessel for the flux line, across it for a wall. */
static VenulePoint
get_way (VenuleVesselShape       *shape,
         const VenuleShapeHandle *handle)
{
  double along = handle->part == VENULE_SHAPE_FLUX ? shape->flux : g_array_index (shape->places, double, handle->index);
  VenulePoint point, direction;

  venule_centreline_get_point (shape->line, along, &point, &direction);
  return handle->part == VENULE_SHAPE_FLUX ? direction : (VenulePoint) { -direction.y, direction.x };
}

static gboolean
nudge (VenuleCanvas *self,
       double        dx,
       double        dy,
       double        step)
{
  VenuleVesselShape *shape = venule_canvas_get_shape (self);
  g_autoptr (GArray) handles = venule_canvas_list_shape (self);
  VenuleShapeHandle handle;
  VenulePoint to;
  guint position;

  if (!find_active (self, handles, &position))
    return FALSE;

  handle = g_array_index (handles, VenuleShapeHandle, position);
  to = (VenulePoint) { handle.x + dx * step, handle.y + dy * step };
  if (handle.part == VENULE_SHAPE_FLUX || handle.part == VENULE_SHAPE_LEFT || handle.part == VENULE_SHAPE_RIGHT)
    {
      VenulePoint way = get_way (shape, &handle);
      double part = dx * way.x + dy * way.y, sign = fabs (part) < ACROSS ? 0 : part > 0 ? 1 : -1;

      if (sign == 0)
        return TRUE;
      to = (VenulePoint) { handle.x + sign * step * way.x, handle.y + sign * step * way.y };
      if (handle.part == VENULE_SHAPE_FLUX)
        to = venule_vessel_shape_get_point (shape, shape->flux + sign * step, 0);
    }
  self->shape_held = handle;
  follow_middle (self, FALSE);
  g_clear_handle_id (&self->shape_timeout, g_source_remove);
  self->shape_timeout = g_timeout_add (SETTLE_MS, on_settle_timeout, self);
  set_draft (self, venule_vessel_shape_drag (shape, &handle, to, FALSE));
  return TRUE;
}

/* An arrow key; FALSE: no handle has the focus, and the window gets it. */
gboolean
venule_canvas_nudge_shape (VenuleCanvas    *self,
                           double           dx,
                           double           dy,
                           GdkModifierType  state)
{
  return venule_canvas_has_shape (self) && self->grab == VENULE_GRAB_NONE &&
         nudge (self, dx, dy, state & GDK_SHIFT_MASK ? FAR_STEP : 1);
}

/* Keys besides arrows and Escape. */
gboolean
venule_canvas_key_shape (VenuleCanvas    *self,
                         guint            keyval,
                         GdkModifierType  state)
{
  if (!venule_canvas_has_shape (self) || self->grab != VENULE_GRAB_NONE)
    return FALSE;

  switch (keyval)
    {
    case GDK_KEY_Tab:
    case GDK_KEY_ISO_Left_Tab:
      return next_handle (self, keyval == GDK_KEY_Tab && (state & GDK_SHIFT_MASK) == 0 ? 1 : -1);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      venule_canvas_settle_shape (self);
      return TRUE;
    case GDK_KEY_Delete:
    case GDK_KEY_KP_Delete:
      return remove_point (self, self->shape_active);
    default:
      return FALSE;
    }
}

/* Numbers that are shown where something is dragged; (nullable). */
void
venule_canvas_set_shape_text (VenuleCanvas *self,
                              const char   *text)
{
  g_return_if_fail (VENULE_IS_CANVAS (self));

  if (g_strcmp0 (text, self->shape_text) == 0)
    return;
  g_free (self->shape_text);
  self->shape_text = g_strdup (text);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
