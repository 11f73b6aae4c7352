/* venule-crop-tool.c: crop and flow, drawn on the video and changed by their handles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-crop-tool-private.h"

#include <math.h>

/* Arrows shorter than this, in px of the video, are clicks that slipped. */
#define MIN_LENGTH 2.0
/* px and degrees by which a key moves a handle; with Shift. */
#define FAR_STEP 10.0
#define TURN_STEP 1.0
#define FAR_TURN_STEP 15.0

static void venule_crop_tool_tool_init (VenuleToolInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleCropTool, venule_crop_tool, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VENULE_TYPE_TOOL, venule_crop_tool_tool_init))

/* ---- The vessel ---- */

/* (nullable): what a change begins with */
static const VenuleSettings *
get_settings (VenuleCropTool *self)
{
  return self->canvas->proposed != NULL ? self->canvas->proposed : venule_canvas_get_settings (self->canvas);
}

const VenuleVessel *
venule_crop_tool_get_vessel (VenuleCropTool *self)
{
  const VenuleSettings *settings = get_settings (self);

  if (self->draft != NULL)
    return self->draft;
  return settings != NULL ? settings->vessel : NULL;
}

/* The arrow stays where it was drawn as long as the flow is the one that was drawn and that place is in the crop; else
 * it is in the crop's middle. */
VenuleHandleFrame
venule_crop_tool_get_frame (VenuleCropTool *self)
{
  VenuleHandleFrame frame = { self->canvas->view.video_width, self->canvas->view.video_height, self->arrow.x,
                              self->arrow.y };
  const VenuleVessel *vessel = venule_crop_tool_get_vessel (self);

  if (self->draft != NULL)
    return self->draft_frame;
  if (vessel == NULL)
    return frame;

  if (!self->arrow_known || self->arrow_flow.x != vessel->flow_x || self->arrow_flow.y != vessel->flow_y ||
      !venule_handles_has_arrow_inside (vessel, &frame))
    venule_handles_get_center (vessel, frame.width, frame.height, &frame.arrow_x, &frame.arrow_y);
  return frame;
}

static void
commit (VenuleCropTool          *self,
        const VenuleVessel      *vessel,
        const VenuleHandleFrame *frame)
{
  const VenuleSettings *before = get_settings (self);
  g_autoptr (VenuleSettings) settings = NULL;

  if (before == NULL)
    return;

  if (vessel->flow_x != before->vessel->flow_x || vessel->flow_y != before->vessel->flow_y)
    {
      self->arrow_known = TRUE;
      self->arrow = (VenulePoint) { frame->arrow_x, frame->arrow_y };
      self->arrow_flow = (VenulePoint) { vessel->flow_x, vessel->flow_y };
    }
  settings = venule_settings_copy (before);
  venule_vessel_free (settings->vessel);
  settings->vessel = venule_vessel_copy (vessel);
  venule_document_set_settings (self->canvas->document, settings);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

/* ---- The draft ---- */

static void
begin_draft (VenuleCropTool *self)
{
  const VenuleVessel *vessel = venule_crop_tool_get_vessel (self);

  self->start_frame = venule_crop_tool_get_frame (self);
  g_clear_pointer (&self->start, venule_vessel_free);
  self->start = venule_vessel_copy (vessel);
  self->draft = venule_vessel_copy (vessel);
  self->draft_frame = self->start_frame;
}

static void
drop_draft (VenuleCropTool *self)
{
  g_clear_pointer (&self->draft, venule_vessel_free);
  g_clear_pointer (&self->start, venule_vessel_free);
}

static void
restart_draft (VenuleCropTool *self)
{
  venule_vessel_free (self->draft);
  self->draft = venule_vessel_copy (self->start);
  self->draft_frame = self->start_frame;
}

static void
commit_draft (VenuleCropTool *self)
{
  g_autoptr (VenuleVessel) vessel = g_steal_pointer (&self->draft);
  VenuleHandleFrame frame = self->draft_frame;

  g_clear_pointer (&self->start, venule_vessel_free);
  commit (self, vessel, &frame);
}

/* ---- Handles ---- */

gboolean
venule_crop_tool_is_editing (VenuleCropTool *self)
{
  return (self->canvas->edit_vessel || self->canvas->proposed != NULL) && self->canvas->mode == VENULE_MODE_SELECT;
}

static GArray *
list_handles (VenuleCropTool *self)
{
  VenuleHandleFrame frame = venule_crop_tool_get_frame (self);

  return venule_handles_list (venule_crop_tool_get_vessel (self), &frame, &self->canvas->view);
}

/* Under the pointer. */
static VenuleHandle
find_handle (VenuleCropTool *self)
{
  const VenuleVessel *vessel = venule_crop_tool_get_vessel (self);
  VenulePoint at = self->canvas->pointer.widget;
  VenuleHandle found = { VENULE_HANDLE_NONE };
  g_autoptr (GArray) handles = NULL;

  if (!venule_crop_tool_is_editing (self) || vessel == NULL)
    return found;

  handles = list_handles (self);
  found = venule_handles_find (handles, vessel, &self->canvas->view, at.x, at.y);
  /* What is only proposed is not moved by a drag that may be meant for the video. */
  if (found.kind == VENULE_HANDLE_INSIDE && self->canvas->proposed != NULL)
    found.kind = VENULE_HANDLE_NONE;
  return found;
}

static void
hold_handle (VenuleCropTool *self)
{
  begin_draft (self);
  if (self->held.kind == VENULE_HANDLE_MIDDLE)
    {
      venule_handles_add_corner (self->start, &self->held);
      restart_draft (self);
    }
  self->active = self->held;
}

/* The corner that the keyboard moves, or that was clicked last. */
static gboolean
remove_corner (VenuleCropTool *self)
{
  VenuleHandleFrame frame = venule_crop_tool_get_frame (self);
  g_autoptr (VenuleVessel) vessel = NULL;

  if (!self->canvas->edit_vessel || self->active.kind != VENULE_HANDLE_CORNER ||
      self->canvas->drag != VENULE_DRAG_NONE)
    return FALSE;

  vessel = venule_vessel_copy (venule_crop_tool_get_vessel (self));
  if (!venule_handles_remove_corner (vessel, self->active.index))
    return FALSE;
  self->active.kind = self->hovered.kind = VENULE_HANDLE_NONE;
  commit (self, vessel, &frame);
  return TRUE;
}

static gboolean
venule_crop_tool_remove (VenuleTool *tool)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);
  VenuleHandle handle = find_handle (self);

  if (handle.kind != VENULE_HANDLE_CORNER)
    return FALSE;
  self->active = handle;
  return remove_corner (self);
}

/* ---- Drawing anew ---- */

static gboolean
is_drawn_by_drag (VenuleCropTool *self)
{
  return self->canvas->mode == VENULE_MODE_RECTANGLE || self->canvas->mode == VENULE_MODE_FLOW;
}

static void
begin_drawing (VenuleCropTool *self)
{
  begin_draft (self);
  self->drawing = TRUE;
  self->from = self->to = venule_canvas_keep_inside (self->canvas, self->canvas->pointer.video);
}

static void
draw_on (VenuleCropTool *self)
{
  gboolean is_rectangle = self->canvas->mode == VENULE_MODE_RECTANGLE;
  VenulePoint to = self->canvas->pointer.video;

  restart_draft (self);
  if (self->canvas->pointer.snap && !is_rectangle)
    to = venule_handles_snap (&self->from, &to);
  self->to = to = venule_canvas_keep_inside (self->canvas, to);

  if (is_rectangle)
    {
      venule_handles_rectangle (self->draft, &self->start_frame, &self->from, &to);
      return;
    }
  self->draft->flow_x = round ((to.x - self->from.x) * 10) / 10;
  self->draft->flow_y = round ((to.y - self->from.y) * 10) / 10;
  self->draft_frame.arrow_x = (self->from.x + to.x) / 2;
  self->draft_frame.arrow_y = (self->from.y + to.y) / 2;
}

static void
finish (VenuleCropTool *self)
{
  commit_draft (self);
  venule_canvas_finish_tool (self->canvas);
  venule_canvas_set_edit_vessel (self->canvas, TRUE);
}

/* Nothing happens when the shape is too small to be meant: the tool waits for another try. */
static void
end_drawing (VenuleCropTool *self)
{
  const VenulePointer *pointer = &self->canvas->pointer;
  gboolean is_rectangle = self->canvas->mode == VENULE_MODE_RECTANGLE;
  gboolean meant = hypot (self->to.x - self->from.x, self->to.y - self->from.y) >= MIN_LENGTH &&
                   (pointer->moved || pointer->crosshair);

  self->drawing = FALSE;
  if (meant && is_rectangle)
    meant = self->draft->width >= VENULE_CROP_MIN && self->draft->height >= VENULE_CROP_MIN;
  if (meant && (is_rectangle || venule_handles_has_arrow_inside (self->draft, &self->draft_frame)))
    {
      finish (self);
      return;
    }
  drop_draft (self);
  if (meant)
    g_signal_emit_by_name (self->canvas, "flow-outside");
}

/* ---- A polygon ---- */

static double
get_distance (VenuleCropTool *self,
              VenulePoint     corner)
{
  VenulePoint at = venule_canvas_in_widget (self->canvas, corner), pointer = self->canvas->pointer.widget;

  return hypot (pointer.x - at.x, pointer.y - at.y);
}

/* The polygon becomes the crop. */
static gboolean
venule_crop_tool_finish (VenuleTool *tool)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);

  if (self->canvas->mode != VENULE_MODE_POLYGON || self->corners->len < 3 ||
      venule_crop_tool_get_vessel (self) == NULL)
    return FALSE;

  begin_draft (self);
  venule_vessel_set_polygon (self->draft, (const VenulePoint *) (gpointer) self->corners->data, self->corners->len);
  g_array_set_size (self->corners, 0);
  finish (self);
  return TRUE;
}

static void
add_corner (VenuleCropTool *self)
{
  const VenulePointer *pointer = &self->canvas->pointer;
  VenulePoint corner = { CLAMP (round (pointer->video.x), 0, self->canvas->view.video_width - 1),
                         CLAMP (round (pointer->video.y), 0, self->canvas->view.video_height - 1) };

  if (self->corners->len > 0)
    {
      VenulePoint first = g_array_index (self->corners, VenulePoint, 0);
      VenulePoint last = g_array_index (self->corners, VenulePoint, self->corners->len - 1);
      double reach = pointer->crosshair ? 1 : VENULE_HANDLE_REACH;

      /* A double click gives the last corner twice. */
      if (get_distance (self, first) <= reach || get_distance (self, last) <= reach / 2 ||
          (corner.x == last.x && corner.y == last.y))
        {
          venule_crop_tool_finish (VENULE_TOOL (self));
          return;
        }
    }
  g_array_append_val (self->corners, corner);
}

static gboolean
venule_crop_tool_take_back (VenuleTool *tool)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);

  if (self->corners->len == 0)
    return FALSE;
  g_array_set_size (self->corners, self->corners->len - 1);
  return TRUE;
}

/* ---- The pointer ---- */

static VenuleGrip
venule_crop_tool_press (VenuleTool      *tool,
                        GdkModifierType  state)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);

  if (self->canvas->mode == VENULE_MODE_POLYGON)
    return VENULE_GRIP_CLICK;
  if (is_drawn_by_drag (self))
    {
      venule_canvas_clear_mark (self->canvas);
      begin_drawing (self);
      return VENULE_GRIP_DRAG;
    }

  self->held = find_handle (self);
  if (self->held.kind == VENULE_HANDLE_NONE || self->held.kind == VENULE_HANDLE_INSIDE)
    return VENULE_GRIP_NONE;
  hold_handle (self);
  return VENULE_GRIP_DRAG;
}

static gboolean
venule_crop_tool_begin_drag (VenuleTool *tool)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);

  if (self->canvas->mode == VENULE_MODE_POLYGON)
    return TRUE;
  if (self->held.kind != VENULE_HANDLE_INSIDE)
    return FALSE;
  hold_handle (self);
  return TRUE;
}

static void
venule_crop_tool_drag (VenuleTool *tool)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);
  const VenulePointer *pointer = &self->canvas->pointer;

  if (self->drawing)
    {
      draw_on (self);
    }
  else if (self->draft != NULL)
    {
      restart_draft (self);
      venule_handles_drag (self->draft, &self->draft_frame, &self->held, &pointer->press_video, &pointer->video,
                           pointer->snap);
    }
}

static void
venule_crop_tool_release (VenuleTool      *tool,
                          GdkModifierType  state)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);

  if (self->drawing)
    end_drawing (self);
  else if (self->draft != NULL)
    commit_draft (self);
  else
    add_corner (self);
}

static gboolean
venule_crop_tool_cancel (VenuleTool *tool)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);
  gboolean dragged = self->draft != NULL;

  if (!dragged && self->corners->len == 0)
    return FALSE;
  self->drawing = FALSE;
  drop_draft (self);
  if (!dragged)
    g_array_set_size (self->corners, 0);
  return TRUE;
}

static gboolean
venule_crop_tool_hover (VenuleTool *tool,
                        gboolean    inside)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);
  VenuleHandle before = self->hovered;

  self->hovered = inside ? find_handle (self) : (VenuleHandle) { VENULE_HANDLE_NONE };
  return self->hovered.kind != before.kind || self->hovered.index != before.index || self->corners->len > 0;
}

/* Cells lie above the inside of the crop. */
static const char *
venule_crop_tool_get_cursor (VenuleTool *tool)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);
  const VenuleVessel *vessel = venule_crop_tool_get_vessel (self);
  VenulePoint at = self->canvas->pointer.video;

  if (self->canvas->held == tool && self->draft != NULL && !self->drawing)
    return venule_handles_get_cursor (&self->held, vessel, TRUE);
  if (self->hovered.kind == VENULE_HANDLE_NONE ||
      (self->hovered.kind == VENULE_HANDLE_INSIDE && venule_canvas_find_track (self->canvas, at.x, at.y) != NULL))
    return NULL;
  return venule_handles_get_cursor (&self->hovered, vessel, FALSE);
}

/* ---- Keys ---- */

/* Where the active handle is now: it moves with the crop. */
static gboolean
find_active (VenuleCropTool *self,
             GArray         *handles,
             guint          *position)
{
  for (guint i = 0; i < handles->len; i++)
    {
      const VenuleHandle *handle = &g_array_index (handles, VenuleHandle, i);

      if (handle->kind == self->active.kind &&
          (handle->index == self->active.index || handle->kind == VENULE_HANDLE_TURN))
        {
          *position = i;
          return TRUE;
        }
    }
  return FALSE;
}

/* Through all handles, then on to the next widget. */
static gboolean
next_handle (VenuleCropTool *self,
             int             direction)
{
  g_autoptr (GArray) handles = list_handles (self);
  guint position;
  int next;

  if (find_active (self, handles, &position))
    next = (int) position + direction;
  else
    next = direction > 0 ? 0 : (int) handles->len - 1;

  if (next < 0 || next >= (int) handles->len)
    {
      self->active.kind = VENULE_HANDLE_NONE;
      gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
      return FALSE;
    }
  self->active = g_array_index (handles, VenuleHandle, next);
  venule_canvas_keep_in_sight (self->canvas, self->active.x, self->active.y);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  return TRUE;
}

/* Turning by an angle is dragging the handle along a circle. */
static VenulePoint
turned_about (const VenuleVessel *vessel,
              const VenulePoint  *from,
              double              degrees)
{
  double x = vessel->x + (vessel->width - 1) / 2;
  double y = vessel->y + (vessel->height - 1) / 2;
  double c = cos (degrees * G_PI / 180);
  double s = sin (degrees * G_PI / 180);

  return (VenulePoint) { x + (from->x - x) * c - (from->y - y) * s, y + (from->x - x) * s + (from->y - y) * c };
}

static gboolean
nudge (VenuleCropTool  *self,
       double           dx,
       double           dy,
       GdkModifierType  state)
{
  g_autoptr (GArray) handles = list_handles (self);
  g_autoptr (VenuleVessel) vessel = venule_vessel_copy (venule_crop_tool_get_vessel (self));
  VenuleHandleFrame frame = venule_crop_tool_get_frame (self);
  VenuleHandle handle = { VENULE_HANDLE_INSIDE };
  gboolean far = (state & GDK_SHIFT_MASK) != 0;
  double step = far ? FAR_STEP : 1;
  VenulePoint from, to;
  guint position;

  if (find_active (self, handles, &position))
    handle = g_array_index (handles, VenuleHandle, position);
  else if (vessel->kind == VENULE_CROP_WHOLE)
    return FALSE;

  from = (VenulePoint) { handle.x, handle.y };
  to = (VenulePoint) { handle.x + dx * step, handle.y + dy * step };
  if (handle.kind == VENULE_HANDLE_TURN)
    to = turned_about (vessel, &from, (dx + dy) * (far ? FAR_TURN_STEP : TURN_STEP));
  if (handle.kind == VENULE_HANDLE_MIDDLE)
    {
      venule_handles_add_corner (vessel, &handle);
      self->active = handle;
    }
  venule_handles_drag (vessel, &frame, &handle, &from, &to, FALSE);
  commit (self, vessel, &frame);
  if (handle.kind != VENULE_HANDLE_INSIDE)
    venule_canvas_keep_in_sight (self->canvas, to.x, to.y);
  return TRUE;
}

static gboolean
venule_crop_tool_nudge (VenuleTool      *tool,
                        double           dx,
                        double           dy,
                        GdkModifierType  state)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);

  return venule_crop_tool_is_editing (self) && self->canvas->proposed == NULL &&
         self->canvas->drag == VENULE_DRAG_NONE && nudge (self, dx, dy, state);
}

static gboolean
venule_crop_tool_key (VenuleTool      *tool,
                      guint            keyval,
                      GdkModifierType  state)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);

  switch (keyval)
    {
    case GDK_KEY_Tab:
    case GDK_KEY_ISO_Left_Tab:
      return venule_crop_tool_is_editing (self) && self->canvas->drag == VENULE_DRAG_NONE &&
             self->canvas->proposed == NULL &&
             next_handle (self, keyval == GDK_KEY_Tab && (state & GDK_SHIFT_MASK) == 0 ? 1 : -1);
    case GDK_KEY_Delete:
    case GDK_KEY_KP_Delete:
      return self->corners->len == 0 && remove_corner (self);
    default:
      return FALSE;
    }
}

/* ---- The tool ---- */

static gboolean
venule_crop_tool_clear (VenuleTool *tool)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);
  gboolean active = self->active.kind != VENULE_HANDLE_NONE;

  self->active.kind = VENULE_HANDLE_NONE;
  return active;
}

static void
venule_crop_tool_changed (VenuleTool       *tool,
                          VenuleToolChange  change)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (tool);

  if (change == VENULE_TOOL_CHANGE_SOURCE)
    self->arrow_known = FALSE;
  if (change == VENULE_TOOL_CHANGE_EDIT_VESSEL)
    self->active.kind = self->hovered.kind = VENULE_HANDLE_NONE;
  /* What is dragged was taken hold of in another vessel than there is now. */
  if (change == VENULE_TOOL_CHANGE_SETTINGS && self->start != NULL &&
      !venule_vessel_equal (self->start, get_settings (self)->vessel))
    venule_canvas_cancel (self->canvas);
}

static void
venule_crop_tool_finalize (GObject *object)
{
  VenuleCropTool *self = VENULE_CROP_TOOL (object);

  g_clear_pointer (&self->draft, venule_vessel_free);
  g_clear_pointer (&self->start, venule_vessel_free);
  g_array_unref (self->corners);

  G_OBJECT_CLASS (venule_crop_tool_parent_class)->finalize (object);
}

static void
venule_crop_tool_class_init (VenuleCropToolClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_crop_tool_finalize;
}

static void
venule_crop_tool_init (VenuleCropTool *self)
{
  self->corners = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
}

static void
venule_crop_tool_tool_init (VenuleToolInterface *iface)
{
  iface->press = venule_crop_tool_press;
  iface->begin_drag = venule_crop_tool_begin_drag;
  iface->drag = venule_crop_tool_drag;
  iface->release = venule_crop_tool_release;
  iface->hover = venule_crop_tool_hover;
  iface->get_cursor = venule_crop_tool_get_cursor;
  iface->remove = venule_crop_tool_remove;
  iface->nudge = venule_crop_tool_nudge;
  iface->key = venule_crop_tool_key;
  iface->finish = venule_crop_tool_finish;
  iface->take_back = venule_crop_tool_take_back;
  iface->cancel = venule_crop_tool_cancel;
  iface->clear = venule_crop_tool_clear;
  iface->changed = venule_crop_tool_changed;
  iface->draw = venule_crop_tool_draw;
}

VenuleTool *
venule_crop_tool_new (VenuleCanvas *canvas)
{
  VenuleCropTool *self = g_object_new (venule_crop_tool_get_type (), NULL);

  self->canvas = canvas;
  return VENULE_TOOL (self);
}
