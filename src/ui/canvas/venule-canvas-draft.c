/* venule-canvas-draft.c: crop and flow while they are drawn or changed, and lines over a scale bar or a cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <math.h>

/* Lines shorter than this, in px of the video, are clicks that slipped. */
#define SHORTEST_LINE 2.0

/* The vessel while a button is down */

static void
begin_draft (VenuleCanvas *self)
{
  const VenuleVessel *vessel = venule_canvas_get_vessel (self);

  self->grab_frame = venule_canvas_get_handle_frame (self);
  g_clear_pointer (&self->grab_start, venule_vessel_free);
  self->grab_start = venule_vessel_copy (vessel);
  self->draft = venule_vessel_copy (vessel);
  self->draft_frame = self->grab_frame;
}

void
venule_canvas_drop_draft (VenuleCanvas *self)
{
  g_clear_pointer (&self->draft, venule_vessel_free);
  g_clear_pointer (&self->grab_start, venule_vessel_free);
}

static void
restart_draft (VenuleCanvas *self)
{
  venule_vessel_free (self->draft);
  self->draft = venule_vessel_copy (self->grab_start);
  self->draft_frame = self->grab_frame;
}

void
venule_canvas_commit_draft (VenuleCanvas *self)
{
  g_autoptr (VenuleVessel) vessel = g_steal_pointer (&self->draft);
  VenuleHandleFrame frame = self->draft_frame;

  g_clear_pointer (&self->grab_start, venule_vessel_free);
  venule_canvas_commit_vessel (self, vessel, &frame);
}

/* A handle */

void
venule_canvas_begin_handle (VenuleCanvas *self)
{
  begin_draft (self);
  if (self->held.kind == VENULE_HANDLE_MIDDLE)
    {
      venule_handles_add_corner (self->grab_start, &self->held);
      restart_draft (self);
    }
  self->active = self->held;
  self->grab = VENULE_GRAB_HANDLE;
}

void
venule_canvas_drag_handle (VenuleCanvas *self)
{
  restart_draft (self);
  venule_handles_drag (self->draft, &self->draft_frame, &self->held, &self->press, &self->pointer, self->snap);
}

/* What a tool draws */

void
venule_canvas_begin_drawing (VenuleCanvas *self)
{
  begin_draft (self);
  self->mark_tool = VENULE_TOOL_SELECT;
  self->press = venule_handles_keep_inside (&self->grab_frame, &self->pointer);
  self->mark_from = self->mark_to = self->press;
  self->grab = VENULE_GRAB_SHAPE;
}

void
venule_canvas_drag_drawing (VenuleCanvas *self)
{
  VenulePoint to = self->pointer;

  restart_draft (self);
  if (self->snap && self->tool != VENULE_TOOL_RECTANGLE)
    to = venule_handles_snap (&self->press, &to);
  to = venule_handles_keep_inside (&self->grab_frame, &to);
  self->mark_to = to;

  if (self->tool == VENULE_TOOL_RECTANGLE)
    {
      venule_handles_rectangle (self->draft, &self->grab_frame, &self->press, &to);
    }
  else if (self->tool == VENULE_TOOL_FLOW)
    {
      self->draft->flow_x = round ((to.x - self->press.x) * 10) / 10;
      self->draft->flow_y = round ((to.y - self->press.y) * 10) / 10;
      self->draft_frame.arrow_x = (self->press.x + to.x) / 2;
      self->draft_frame.arrow_y = (self->press.y + to.y) / 2;
    }
}

static void
finish_line (VenuleCanvas *self,
             VenuleTool    tool,
             double        length)
{
  self->mark_tool = tool;
  venule_canvas_finish_tool (self);
  if (tool == VENULE_TOOL_SCALE)
    venule_canvas_emit_scale (self, length);
  else
    venule_canvas_emit_cell (self, length);
}

static void
finish_vessel (VenuleCanvas *self)
{
  venule_canvas_commit_draft (self);
  venule_canvas_finish_tool (self);
  venule_canvas_set_edit_vessel (self, TRUE);
}

/* Nothing happens when the shape is too small to be meant: the tool waits for another try. */
void
venule_canvas_release_drawing (VenuleCanvas *self)
{
  VenuleTool tool = self->tool;
  double length = hypot (self->mark_to.x - self->press.x, self->mark_to.y - self->press.y);
  gboolean is_vessel = tool == VENULE_TOOL_RECTANGLE || tool == VENULE_TOOL_FLOW;
  gboolean meant = length >= SHORTEST_LINE && (self->moved || self->crosshair);

  if (meant && tool == VENULE_TOOL_RECTANGLE)
    meant = self->draft->width >= VENULE_CROP_LEAST && self->draft->height >= VENULE_CROP_LEAST;
  if (meant && tool == VENULE_TOOL_FLOW && !venule_handles_has_arrow_inside (self->draft, &self->draft_frame))
    {
      venule_canvas_drop_draft (self);
      venule_canvas_emit_flow_outside (self);
      return;
    }

  if (meant && is_vessel)
    finish_vessel (self);
  else
    venule_canvas_drop_draft (self);
  if (meant && !is_vessel)
    finish_line (self, tool, length);
}

/* A polygon */

static double
distance_at (VenuleCanvas *self,
             VenulePoint   point,
             VenulePoint   widget_point)
{
  double x, y;

  venule_canvas_view_from_video (&self->view, point.x, point.y, &x, &y);
  return hypot (widget_point.x - x, widget_point.y - y);
}

void
venule_canvas_click_polygon (VenuleCanvas *self)
{
  VenuleHandleFrame frame = venule_canvas_get_handle_frame (self);
  VenulePoint corner = { CLAMP (round (self->pointer.x), 0, frame.width - 1),
                         CLAMP (round (self->pointer.y), 0, frame.height - 1) };

  if (self->corners->len > 0)
    {
      VenulePoint first = g_array_index (self->corners, VenulePoint, 0);
      VenulePoint last = g_array_index (self->corners, VenulePoint, self->corners->len - 1);
      double reach = self->crosshair ? 1 : VENULE_HANDLE_REACH;

      /* A double click gives the last corner twice. */
      if (distance_at (self, first, self->pointer_at) <= reach ||
          distance_at (self, last, self->pointer_at) <= reach / 2 || (corner.x == last.x && corner.y == last.y))
        {
          venule_canvas_close_polygon (self);
          return;
        }
    }
  g_array_append_val (self->corners, corner);
}

/* The polygon becomes the crop. */
gboolean
venule_canvas_close_polygon (VenuleCanvas *self)
{
  if (self->tool != VENULE_TOOL_POLYGON || self->corners->len < 3 || venule_canvas_get_vessel (self) == NULL)
    return FALSE;

  begin_draft (self);
  venule_vessel_set_polygon (self->draft, (const VenulePoint *) (gpointer) self->corners->data, self->corners->len);
  g_array_set_size (self->corners, 0);
  finish_vessel (self);
  return TRUE;
}

/* The corner that the keyboard moves, or that was clicked last. */
gboolean
venule_canvas_delete_corner (VenuleCanvas *self)
{
  g_autoptr (VenuleVessel) vessel = NULL;
  VenuleHandleFrame frame = venule_canvas_get_handle_frame (self);

  if (!self->edit_vessel || self->active.kind != VENULE_HANDLE_CORNER || self->grab != VENULE_GRAB_NONE)
    return FALSE;

  vessel = venule_vessel_copy (venule_canvas_get_vessel (self));
  if (!venule_handles_remove_corner (vessel, self->active.index))
    return FALSE;
  self->active.kind = self->hovered.kind = VENULE_HANDLE_NONE;
  venule_canvas_commit_vessel (self, vessel, &frame);
  return TRUE;
}
