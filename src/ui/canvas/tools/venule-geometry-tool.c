/* venule-geometry-tool.c: centreline, walls and flux line of the vessel are dragged on the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-geometry-tool-private.h"

#include <math.h>

#include "venule-document-measures.h"

/* Keys that move a handle are one edit until nothing was pressed for so long. */
#define SETTLE_MS 1200
/* Of a unit vector, below which an arrow key points across the way of a handle. */
#define ACROSS 0.3
#define FAR_STEP 10.0
/* How far the flux line sticks out of the vessel. Logical px. */
#define BEYOND 16.0

static void venule_geometry_tool_tool_init (VenuleToolInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleGeometryTool, venule_geometry_tool, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VENULE_TYPE_TOOL, venule_geometry_tool_tool_init))

static const VenuleGeometryHandle nothing = { VENULE_GEOMETRY_NONE, 0, 0, 0 };

static gboolean
has_geometry (VenuleGeometryTool *self)
{
  return self->canvas->mode == VENULE_MODE_VESSEL && self->canvas->document != NULL &&
         venule_canvas_has_video (self->canvas);
}

/* That of the run, whose tracks are measured along it. */
static VenuleVesselGeometry *
make_geometry (VenuleGeometryTool          *self,
               const VenuleMeasureSettings *measures)
{
  const VenuleSettings *settings = venule_document_get_shown_settings (self->canvas->document);

  return venule_vessel_geometry_new (settings->vessel, measures, self->canvas->view.video_width,
                                     self->canvas->view.video_height);
}

VenuleVesselGeometry *
venule_geometry_tool_get_geometry (VenuleGeometryTool *self)
{
  if (!has_geometry (self))
    return NULL;
  if (self->draft != NULL)
    return self->draft;
  if (self->geometry == NULL)
    self->geometry = make_geometry (self, venule_document_get_measure_settings (self->canvas->document));
  return self->geometry;
}

VenuleVesselGeometry *
venule_canvas_get_geometry (VenuleCanvas *canvas)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (canvas), NULL);

  return venule_geometry_tool_get_geometry (VENULE_GEOMETRY_TOOL (canvas->tools[VENULE_CANVAS_TOOL_GEOMETRY]));
}

const VenuleGeometryHandle *
venule_canvas_get_geometry_handle (VenuleCanvas *canvas)
{
  g_return_val_if_fail (VENULE_IS_CANVAS (canvas), NULL);

  return &VENULE_GEOMETRY_TOOL (canvas->tools[VENULE_CANVAS_TOOL_GEOMETRY])->active;
}

/* How far the tissue has moved in the frame on show, as any of its cells tells. */
VenulePoint
venule_geometry_tool_get_shift (VenuleGeometryTool *self)
{
  gint64 frame = venule_canvas_get_frame (self->canvas);

  if (frame != self->shift_frame && self->canvas->document != NULL)
    {
      g_autoptr (GPtrArray) tracks = venule_document_dup_tracks_at (self->canvas->document, frame);
      const VenulePlace *place =
        tracks->len > 0 ? venule_track_get_place_at (g_ptr_array_index (tracks, 0), frame) : NULL;

      if (place != NULL)
        self->shift = (VenulePoint) { place->shift_x, place->shift_y };
      self->shift_frame = frame;
    }
  return self->shift;
}

GArray *
venule_geometry_tool_list (VenuleGeometryTool *self)
{
  double scale = venule_canvas_view_get_scale (&self->canvas->view);

  return venule_vessel_geometry_list (venule_geometry_tool_get_geometry (self), BEYOND / MAX (scale, 1e-6));
}

static VenulePoint
handle_at (VenuleGeometryTool         *self,
           const VenuleGeometryHandle *handle)
{
  VenulePoint shift = venule_geometry_tool_get_shift (self);

  return venule_canvas_in_widget (self->canvas, (VenulePoint) { handle->x + shift.x, handle->y + shift.y });
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
static VenuleGeometryHandle
find_handle (VenuleGeometryTool *self)
{
  g_autoptr (GArray) handles = NULL;
  VenuleGeometryHandle found = nothing;
  double least = VENULE_HANDLE_REACH;

  if (!has_geometry (self))
    return nothing;
  handles = venule_geometry_tool_list (self);
  for (guint i = 0; i < handles->len; i++)
    {
      const VenuleGeometryHandle *handle = &g_array_index (handles, VenuleGeometryHandle, i);
      VenulePoint at = handle_at (self, handle);
      double distance = hypot (self->canvas->pointer.widget.x - at.x, self->canvas->pointer.widget.y - at.y);

      if (distance < least)
        {
          least = distance;
          found = *handle;
        }
    }
  if (found.part == VENULE_GEOMETRY_NONE)
    {
      VenulePoint a = handle_at (self, &g_array_index (handles, VenuleGeometryHandle, 0));
      VenulePoint b = handle_at (self, &g_array_index (handles, VenuleGeometryHandle, 1));

      if (distance_from_segment (self->canvas->pointer.widget, a, b) < VENULE_HANDLE_REACH / 2)
        found = g_array_index (handles, VenuleGeometryHandle, 0);
    }
  return found;
}

gboolean
venule_geometry_tool_is_same_handle (const VenuleGeometryHandle *a,
                                     const VenuleGeometryHandle *b)
{
  return a->part == b->part && (a->index == b->index || a->part == VENULE_GEOMETRY_FLUX);
}

/* ---- The draft ---- */

static void
changed (VenuleGeometryTool *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  g_signal_emit_by_name (self->canvas, "geometry-changed");
}

/* Consumes @settings; NULL: they are as before. @refused (nullable): why, shown beside the handle. */
static void
set_draft (VenuleGeometryTool    *self,
           VenuleMeasureSettings *settings,
           const char            *refused)
{
  if (self->refused != refused)
    gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  self->refused = refused;
  if (settings == NULL)
    return;
  g_clear_pointer (&self->draft, venule_vessel_geometry_free);
  self->draft = make_geometry (self, settings);
  venule_measure_settings_free (settings);
  changed (self);
}

/* Returns whether there was one. */
static gboolean
drop (VenuleGeometryTool *self)
{
  gboolean dropped = self->draft != NULL || self->refused != NULL;

  self->refused = NULL;
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->draft, venule_vessel_geometry_free);
  g_clear_pointer (&self->start, venule_vessel_geometry_free);
  if (dropped)
    changed (self);
  return dropped;
}

/* What is drawn or in the document is another one. */
static void
forget (VenuleGeometryTool *self)
{
  if (self->canvas->held == VENULE_TOOL (self))
    {
      self->canvas->drag = VENULE_DRAG_NONE;
      self->canvas->held = NULL;
    }
  g_clear_pointer (&self->geometry, venule_vessel_geometry_free);
  if (!drop (self) && self->canvas->mode == VENULE_MODE_VESSEL)
    changed (self);
}

static void
commit (VenuleGeometryTool *self)
{
  g_autoptr (VenuleVesselGeometry) draft = g_steal_pointer (&self->draft);

  self->refused = NULL;
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->start, venule_vessel_geometry_free);
  if (draft != NULL)
    g_signal_emit_by_name (self->canvas, "geometry-drawn", draft->settings);
  changed (self);
}

/* What keys have changed is kept now. */
static void
settle (VenuleGeometryTool *self)
{
  if (self->timeout != 0)
    commit (self);
}

static gboolean
on_settle_timeout (gpointer user_data)
{
  VenuleGeometryTool *self = user_data;

  self->timeout = 0;
  commit (self);
  return G_SOURCE_REMOVE;
}

/* Of what keys do: until nothing was pressed for a while. */
static void
show_refused (VenuleGeometryTool *self,
              const char         *refused)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add (SETTLE_MS, on_settle_timeout, self);
  set_draft (self, NULL, refused);
}

/* ---- The pointer ---- */

/* Beside the handles the video is dragged. */
static VenuleGrip
venule_geometry_tool_press (VenuleTool      *tool,
                            GdkModifierType  state)
{
  VenuleGeometryTool *self = VENULE_GEOMETRY_TOOL (tool);
  VenuleGeometryHandle handle;

  settle (self);
  handle = find_handle (self);
  self->active = handle;
  changed (self);
  if (handle.part == VENULE_GEOMETRY_NONE)
    return VENULE_GRIP_NONE;

  self->held = handle;
  self->start = make_geometry (self, venule_geometry_tool_get_geometry (self)->settings);
  return VENULE_GRIP_DRAG;
}

/* Of a middle has become a point. */
static void
follow_middle (VenuleGeometryTool *self,
               gboolean            whole)
{
  self->active = self->held;
  if (self->held.part != VENULE_GEOMETRY_MIDDLE || whole)
    return;
  self->active.part = VENULE_GEOMETRY_POINT;
  self->active.index++;
}

static void
venule_geometry_tool_drag (VenuleTool *tool)
{
  VenuleGeometryTool *self = VENULE_GEOMETRY_TOOL (tool);
  const VenulePointer *pointer = &self->canvas->pointer;
  VenulePoint shift = venule_geometry_tool_get_shift (self);
  VenulePoint to = { self->held.x + pointer->video.x - pointer->press_video.x + shift.x,
                     self->held.y + pointer->video.y - pointer->press_video.y + shift.y };

  if (!pointer->moved)
    return;

  const char *refused = NULL;
  VenuleMeasureSettings *settings;

  to = venule_canvas_keep_inside (self->canvas, to);
  to = (VenulePoint) { to.x - shift.x, to.y - shift.y };
  /* Anywhere on the flux line is as good as its end. */
  if (self->held.part == VENULE_GEOMETRY_FLUX)
    to = (VenulePoint) { pointer->video.x - shift.x, pointer->video.y - shift.y };
  follow_middle (self, pointer->snap);
  settings = venule_vessel_geometry_drag (self->start, &self->held, to, pointer->snap, &refused);
  set_draft (self, settings, refused);
}

static void
venule_geometry_tool_release (VenuleTool      *tool,
                              GdkModifierType  state)
{
  VenuleGeometryTool *self = VENULE_GEOMETRY_TOOL (tool);

  if (self->canvas->pointer.moved)
    commit (self);
  else
    drop (self);
}

static gboolean
venule_geometry_tool_hover (VenuleTool *tool,
                            gboolean    inside)
{
  VenuleGeometryTool *self = VENULE_GEOMETRY_TOOL (tool);
  VenuleGeometryHandle before = self->hovered;

  self->hovered = inside && self->canvas->pointer.inside ? find_handle (self) : nothing;
  return !venule_geometry_tool_is_same_handle (&before, &self->hovered);
}

static const char *
venule_geometry_tool_get_cursor (VenuleTool *tool)
{
  VenuleGeometryTool *self = VENULE_GEOMETRY_TOOL (tool);

  if (self->canvas->held == tool)
    return "grabbing";
  if (self->hovered.part == VENULE_GEOMETRY_MIDDLE)
    return "copy";
  if (self->hovered.part != VENULE_GEOMETRY_NONE)
    return "grab";
  return venule_canvas_view_is_larger (&self->canvas->view) ? "grab" : NULL;
}

static gboolean
remove_point (VenuleGeometryTool  *self,
              VenuleGeometryHandle handle)
{
  g_autoptr (VenuleMeasureSettings) settings = NULL;
  const char *refused;

  if (handle.part != VENULE_GEOMETRY_POINT || !has_geometry (self))
    return FALSE;

  settle (self);
  settings = venule_vessel_geometry_remove (venule_geometry_tool_get_geometry (self), handle.index, &refused);
  if (settings == NULL)
    {
      show_refused (self, refused);
      return TRUE;
    }
  self->active = self->hovered = nothing;
  g_signal_emit_by_name (self->canvas, "geometry-drawn", settings);
  return TRUE;
}

/* The point of the centreline under the pointer. */
static gboolean
venule_geometry_tool_remove (VenuleTool *tool)
{
  VenuleGeometryTool *self = VENULE_GEOMETRY_TOOL (tool);

  return has_geometry (self) && remove_point (self, find_handle (self));
}

/* ---- Keys ---- */

/* The handle that keys move, where it is now. */
static gboolean
find_active (VenuleGeometryTool *self,
             GArray             *handles,
             guint              *position)
{
  for (guint i = 0; i < handles->len; i++)
    if (venule_geometry_tool_is_same_handle (&g_array_index (handles, VenuleGeometryHandle, i), &self->active))
      {
        *position = i;
        return TRUE;
      }
  return FALSE;
}

/* Through all handles (of the flux line's two ends the first), then on to the next widget. */
static gboolean
next_handle (VenuleGeometryTool *self,
             int                 direction)
{
  g_autoptr (GArray) handles = NULL;
  guint position;
  int next;

  settle (self);
  handles = venule_geometry_tool_list (self);
  g_array_remove_index (handles, 1);
  if (find_active (self, handles, &position))
    next = (int) position + direction;
  else
    next = direction > 0 ? 0 : (int) handles->len - 1;

  self->active = next >= 0 && next < (int) handles->len ? g_array_index (handles, VenuleGeometryHandle, next) : nothing;
  if (self->active.part != VENULE_GEOMETRY_NONE)
    {
      VenulePoint shift = venule_geometry_tool_get_shift (self);

      venule_canvas_keep_in_sight (self->canvas, self->active.x + shift.x, self->active.y + shift.y);
    }
  changed (self);
  return self->active.part != VENULE_GEOMETRY_NONE;
}

/* Along which a handle moves: the vessel for the flux line, across it for a wall. */
static VenulePoint
get_way (VenuleVesselGeometry       *geometry,
         const VenuleGeometryHandle *handle)
{
  double along =
    handle->part == VENULE_GEOMETRY_FLUX ? geometry->flux : g_array_index (geometry->places, double, handle->index);
  VenulePoint point, direction;

  venule_centreline_get_point (geometry->line, along, &point, &direction);
  return handle->part == VENULE_GEOMETRY_FLUX ? direction : (VenulePoint) { -direction.y, direction.x };
}

static gboolean
nudge (VenuleGeometryTool *self,
       double              dx,
       double              dy,
       double              step)
{
  VenuleVesselGeometry *geometry = venule_geometry_tool_get_geometry (self);
  g_autoptr (GArray) handles = venule_geometry_tool_list (self);
  VenuleMeasureSettings *settings;
  VenuleGeometryHandle handle;
  const char *refused = NULL;
  VenulePoint to;
  guint position;

  if (!find_active (self, handles, &position))
    return FALSE;

  handle = g_array_index (handles, VenuleGeometryHandle, position);
  to = (VenulePoint) { handle.x + dx * step, handle.y + dy * step };
  if (handle.part == VENULE_GEOMETRY_FLUX || handle.part == VENULE_GEOMETRY_LEFT ||
      handle.part == VENULE_GEOMETRY_RIGHT)
    {
      VenulePoint way = get_way (geometry, &handle);
      double part = dx * way.x + dy * way.y, sign = fabs (part) < ACROSS ? 0 : part > 0 ? 1 : -1;

      if (sign == 0)
        return TRUE;
      to = (VenulePoint) { handle.x + sign * step * way.x, handle.y + sign * step * way.y };
      if (handle.part == VENULE_GEOMETRY_FLUX)
        to = venule_vessel_geometry_get_point (geometry, geometry->flux + sign * step, 0);
    }
  self->held = handle;
  settings = venule_vessel_geometry_drag (geometry, &handle, to, FALSE, &refused);
  /* The middle of two points stays what has the focus where it does not become a point. */
  if (settings != NULL)
    follow_middle (self, FALSE);
  show_refused (self, refused);
  set_draft (self, settings, refused);
  return TRUE;
}

/* FALSE: no handle has the focus, and the window gets the key. */
static gboolean
venule_geometry_tool_nudge (VenuleTool      *tool,
                            double           dx,
                            double           dy,
                            GdkModifierType  state)
{
  VenuleGeometryTool *self = VENULE_GEOMETRY_TOOL (tool);

  return has_geometry (self) && self->canvas->drag == VENULE_DRAG_NONE &&
         nudge (self, dx, dy, state & GDK_SHIFT_MASK ? FAR_STEP : 1);
}

static gboolean
venule_geometry_tool_key (VenuleTool      *tool,
                          guint            keyval,
                          GdkModifierType  state)
{
  VenuleGeometryTool *self = VENULE_GEOMETRY_TOOL (tool);

  if (!has_geometry (self) || self->canvas->drag != VENULE_DRAG_NONE)
    return FALSE;

  switch (keyval)
    {
    case GDK_KEY_Tab:
    case GDK_KEY_ISO_Left_Tab:
      return next_handle (self, keyval == GDK_KEY_Tab && (state & GDK_SHIFT_MASK) == 0 ? 1 : -1);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      settle (self);
      return TRUE;
    case GDK_KEY_Delete:
    case GDK_KEY_KP_Delete:
      return remove_point (self, self->active);
    default:
      return FALSE;
    }
}

/* Numbers that are shown where something is dragged; (nullable). */
void
venule_canvas_set_geometry_text (VenuleCanvas *canvas,
                                 const char   *text)
{
  VenuleGeometryTool *self;

  g_return_if_fail (VENULE_IS_CANVAS (canvas));

  self = VENULE_GEOMETRY_TOOL (canvas->tools[VENULE_CANVAS_TOOL_GEOMETRY]);
  if (g_strcmp0 (text, self->text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

/* ---- The tool ---- */

static gboolean
venule_geometry_tool_cancel (VenuleTool *tool)
{
  return drop (VENULE_GEOMETRY_TOOL (tool));
}

static void
venule_geometry_tool_settle (VenuleTool *tool)
{
  settle (VENULE_GEOMETRY_TOOL (tool));
}

static void
venule_geometry_tool_changed (VenuleTool       *tool,
                              VenuleToolChange  change)
{
  VenuleGeometryTool *self = VENULE_GEOMETRY_TOOL (tool);

  if (change == VENULE_TOOL_CHANGE_MODE)
    {
      self->active = self->hovered = nothing;
      self->shift_frame = -1;
    }
  if (change == VENULE_TOOL_CHANGE_MODE || change == VENULE_TOOL_CHANGE_SETTINGS ||
      change == VENULE_TOOL_CHANGE_MEASURES)
    forget (self);
}

static void
venule_geometry_tool_finalize (GObject *object)
{
  VenuleGeometryTool *self = VENULE_GEOMETRY_TOOL (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->geometry, venule_vessel_geometry_free);
  g_clear_pointer (&self->draft, venule_vessel_geometry_free);
  g_clear_pointer (&self->start, venule_vessel_geometry_free);
  g_free (self->text);

  G_OBJECT_CLASS (venule_geometry_tool_parent_class)->finalize (object);
}

static void
venule_geometry_tool_class_init (VenuleGeometryToolClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_geometry_tool_finalize;
}

static void
venule_geometry_tool_init (VenuleGeometryTool *self)
{
}

static void
venule_geometry_tool_tool_init (VenuleToolInterface *iface)
{
  iface->press = venule_geometry_tool_press;
  iface->drag = venule_geometry_tool_drag;
  iface->release = venule_geometry_tool_release;
  iface->hover = venule_geometry_tool_hover;
  iface->get_cursor = venule_geometry_tool_get_cursor;
  iface->remove = venule_geometry_tool_remove;
  iface->nudge = venule_geometry_tool_nudge;
  iface->key = venule_geometry_tool_key;
  iface->cancel = venule_geometry_tool_cancel;
  iface->settle = venule_geometry_tool_settle;
  iface->changed = venule_geometry_tool_changed;
  iface->draw = venule_geometry_tool_draw;
}

VenuleTool *
venule_geometry_tool_new (VenuleCanvas *canvas)
{
  VenuleGeometryTool *self = g_object_new (venule_geometry_tool_get_type (), NULL);

  self->canvas = canvas;
  return VENULE_TOOL (self);
}
