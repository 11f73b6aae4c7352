/* venule-spot-tool.c: the selected track's cell in the frame on show: moved and resized
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-tools.h"

/* Logical px. */
#define MIN_REACH 10.0
/* Of the handle of a cell that is not small; its place is beside the ring around the cell. */
#define HANDLE_RADIUS 4.5
#define HANDLE_RIM 1.5
#define HANDLE_REACH 9.0
#define RING_REACH 5.0
/* Radius of a cell, on the screen, below which its handle is smaller, and below which it would hide the cells around it
 * however small it was: it has none there. */
#define SMALL_CELL 10.0
#define TINY_CELL 3.0
#define SMALLEST_HANDLE 0.5
/* px of the video. */
#define MIN_RADIUS 1.0
/* Keys that follow each other faster than this make one step. */
#define NUDGE_MS 400

static const GdkRGBA draft_color = { 0.90f, 0.62f, 0, 1 };
static const GdkRGBA before_color = { 1, 1, 1, 0.5f };
static const GdkRGBA handle_color = { 1, 1, 1, 1 };

/* By what of the cell it is taken hold of. */
typedef enum {
  PART_NONE,
  PART_INSIDE,
  PART_SIZE,
} Part;

G_DECLARE_FINAL_TYPE (VenuleSpotTool, venule_spot_tool, VENULE, SPOT_TOOL, GObject)

struct _VenuleSpotTool
{
  GObject         parent_instance;

  VenuleCanvas   *canvas;
  Part            part;    /* that is changed; the draft is below */
  gboolean        pressed; /* the button went down on the cell */
  guint           id;      /* of the track */
  VenulePlace     start;
  double          x, y, radius;
  guint           timeout; /* at which the draft becomes an edit; keys have made it */
  gboolean        kept;    /* the draft stays on show until the document has changed */
};

static void venule_spot_tool_tool_init (VenuleToolInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleSpotTool, venule_spot_tool, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (VENULE_TYPE_TOOL, venule_spot_tool_tool_init))

/* (transfer none) (nullable): the only selected track, with its place in the frame on show. */
static VenuleTrack *
get_track (VenuleSpotTool     *self,
           const VenulePlace **place)
{
  GArray *ids = self->canvas->selection != NULL ? venule_selection_get_ids (self->canvas->selection) : NULL;
  VenuleTrack *track;

  if (ids == NULL || ids->len != 1 || self->canvas->document == NULL || self->canvas->frame == NULL ||
      self->canvas->mode != VENULE_MODE_SELECT || self->canvas->edit_vessel)
    return NULL;

  track = venule_document_get_track (self->canvas->document, g_array_index (ids, guint, 0));
  *place = track != NULL ? venule_track_get_place_at (track, self->canvas->frame->index) : NULL;
  return *place != NULL && !venule_track_get_hidden (track) ? track : NULL;
}

/* In parts of that of a large cell; 0: it has none. While it is held it stays. */
static double
get_handle_size (VenuleSpotTool *self,
                 double          radius)
{
  double shown = radius * venule_canvas_view_get_scale (&self->canvas->view);

  if (shown < TINY_CELL && self->part == PART_NONE)
    return 0;
  return CLAMP (shown / SMALL_CELL, SMALLEST_HANDLE, 1);
}

/* Right below the cell, beside its number and its tail. */
static VenulePoint
get_handle (VenuleSpotTool *self,
            double          x,
            double          y,
            double          radius)
{
  VenulePoint at = venule_canvas_in_widget (self->canvas, (VenulePoint) { x, y });
  double gap = RING_REACH + (HANDLE_RADIUS + HANDLE_RIM) * get_handle_size (self, radius);
  double away = (radius * venule_canvas_view_get_scale (&self->canvas->view) + gap) * M_SQRT1_2;

  return (VenulePoint) { at.x + away, at.y + away };
}

/* What of the selected track's cell is under the pointer. */
static Part
find_part (VenuleSpotTool *self)
{
  const VenulePlace *place;
  VenulePoint at, handle;
  double scale = venule_canvas_view_get_scale (&self->canvas->view), size;

  if (get_track (self, &place) == NULL)
    return PART_NONE;

  size = get_handle_size (self, place->radius);
  at = venule_canvas_in_widget (self->canvas, (VenulePoint) { place->x, place->y });
  handle = get_handle (self, place->x, place->y, place->radius);
  if (size > 0 && hypot (self->canvas->pointer.widget.x - handle.x, self->canvas->pointer.widget.y - handle.y) <=
                    HANDLE_REACH * size)
    return PART_SIZE;
  if (hypot (self->canvas->pointer.widget.x - at.x, self->canvas->pointer.widget.y - at.y) <=
      MAX (MIN_REACH, place->radius * scale))
    return PART_INSIDE;
  return PART_NONE;
}

/* ---- The draft ---- */

static gboolean
begin_draft (VenuleSpotTool *self,
             Part  part)
{
  const VenulePlace *place;
  VenuleTrack *track = get_track (self, &place);

  if (track == NULL)
    return FALSE;

  self->part = part;
  self->id = venule_track_get_id (track);
  self->start = *place;
  self->x = place->x;
  self->y = place->y;
  self->radius = place->radius;
  return TRUE;
}

static void
drop_draft (VenuleSpotTool *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->part = PART_NONE;
  self->kept = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

/* Tells what came of it. Who hears it may keep the draft on show until the document has changed. */
static void
commit_draft (VenuleSpotTool *self,
              gboolean        exactly)
{
  Part part = self->part;

  g_clear_handle_id (&self->timeout, g_source_remove);
  self->kept = FALSE;
  if (part == PART_INSIDE && (self->x != self->start.x || self->y != self->start.y))
    g_signal_emit_by_name (self->canvas, "spot-moved", self->id, self->start.frame, self->x, self->y, exactly);
  else if (part == PART_SIZE && self->radius != self->start.radius)
    g_signal_emit_by_name (self->canvas, "spot-resized", self->id, self->start.frame, self->radius);
  if (!self->kept)
    drop_draft (self);
}

/**
 * venule_canvas_keep_spot:
 *
 * From a handler of VenuleCanvas::spot-moved: what is on show stays there until the tracks have changed or another
 * frame is shown.
 */
void
venule_canvas_keep_spot (VenuleCanvas *canvas)
{
  g_return_if_fail (VENULE_IS_CANVAS (canvas));

  VENULE_SPOT_TOOL (canvas->tools[VENULE_CANVAS_TOOL_SPOT])->kept = TRUE;
}

/* What waits for an answer is given up by the window. */
static gboolean
venule_spot_tool_cancel (VenuleTool *tool)
{
  VenuleSpotTool *self = VENULE_SPOT_TOOL (tool);
  gboolean waits = self->kept;

  if (self->part == PART_NONE)
    return FALSE;

  drop_draft (self);
  return !waits;
}

/* ---- By the pointer ---- */

static gboolean
begin (VenuleSpotTool *self,
       Part            part)
{
  venule_tool_settle (VENULE_TOOL (self));
  return begin_draft (self, part);
}

static VenuleGrip
venule_spot_tool_press (VenuleTool      *tool,
                        GdkModifierType  state)
{
  VenuleSpotTool *self = VENULE_SPOT_TOOL (tool);
  Part part = find_part (self);

  self->pressed = part == PART_INSIDE && (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0;
  return part == PART_SIZE && begin (self, part) ? VENULE_GRIP_DRAG : VENULE_GRIP_NONE;
}

static gboolean
venule_spot_tool_begin_drag (VenuleTool *tool)
{
  VenuleSpotTool *self = VENULE_SPOT_TOOL (tool);

  return self->pressed && begin (self, PART_INSIDE);
}

static void
venule_spot_tool_drag (VenuleTool *tool)
{
  VenuleSpotTool *self = VENULE_SPOT_TOOL (tool);
  VenulePoint from = self->canvas->pointer.press_video, to = self->canvas->pointer.video;
  const VenuleCanvasView *view = &self->canvas->view;
  const VenulePlace *start = &self->start;

  if (self->part == PART_INSIDE)
    {
      self->x = CLAMP (start->x + to.x - from.x, 0, view->video_width - 1);
      self->y = CLAMP (start->y + to.y - from.y, 0, view->video_height - 1);
    }
  else
    {
      double before = hypot (from.x - start->x, from.y - start->y);
      double now = hypot (to.x - start->x, to.y - start->y);

      self->radius = CLAMP (start->radius + now - before, MIN_RADIUS, view->video_height);
    }
}

static void
venule_spot_tool_release (VenuleTool      *tool,
                          GdkModifierType  state)
{
  VenuleSpotTool *self = VENULE_SPOT_TOOL (tool);

  if (self->canvas->pointer.moved)
    commit_draft (self, (state & GDK_ALT_MASK) != 0);
  else
    drop_draft (self);
}

static const char *
venule_spot_tool_get_cursor (VenuleTool *tool)
{
  VenuleSpotTool *self = VENULE_SPOT_TOOL (tool);

  if (self->canvas->held == tool)
    return self->part == PART_SIZE ? "nwse-resize" : "grabbing";
  switch (find_part (self))
    {
    case PART_SIZE:
      return "nwse-resize";
    case PART_INSIDE:
      return "grab";
    case PART_NONE:
    default:
      return NULL;
    }
}

/* ---- By the keyboard ---- */

static gboolean
on_nudge_timeout (gpointer user_data)
{
  VenuleSpotTool *self = user_data;

  self->timeout = 0;
  commit_draft (self, TRUE);
  return G_SOURCE_REMOVE;
}

static void
venule_spot_tool_settle (VenuleTool *tool)
{
  VenuleSpotTool *self = VENULE_SPOT_TOOL (tool);

  if (self->timeout != 0)
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
venule_canvas_nudge_spot (VenuleCanvas *canvas,
                          double        dx,
                          double        dy,
                          double        growth)
{
  Part part = growth != 0 ? PART_SIZE : PART_INSIDE;
  VenuleSpotTool *self;

  g_return_val_if_fail (VENULE_IS_CANVAS (canvas), FALSE);

  self = VENULE_SPOT_TOOL (canvas->tools[VENULE_CANVAS_TOOL_SPOT]);
  if (self->canvas->drag != VENULE_DRAG_NONE)
    return FALSE;
  if (self->timeout != 0 && self->part != part)
    commit_draft (self, TRUE);
  if (self->timeout == 0 && !begin_draft (self, part))
    return FALSE;

  self->x = CLAMP (self->x + dx, 0, self->canvas->view.video_width - 1);
  self->y = CLAMP (self->y + dy, 0, self->canvas->view.video_height - 1);
  self->radius = CLAMP (self->radius + growth, MIN_RADIUS, self->canvas->view.video_height);
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add (NUDGE_MS, on_nudge_timeout, self);
  venule_canvas_keep_in_sight (self->canvas, self->x, self->y);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  return TRUE;
}

/* ---- Drawing ---- */

static void
draw_handle (VenuleSpotTool *self,
             cairo_t        *cr,
             double          x,
             double          y,
             double          radius,
             const GdkRGBA  *color)
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
describe (VenuleSpotTool *self)
{
  const VenuleCalibration *calibration = &venule_canvas_get_shown_settings (self->canvas)->calibration;

  if (self->part == PART_INSIDE)
    {
      /* Translators: a position on the video in pixels, from the left and from the top */
      return g_strdup_printf (_("%.1f, %.1f px"), self->x, self->y);
    }
  /* Translators: the diameter of a cell and its unit */
  return g_strdup_printf (_("⌀ %.1f %s"), venule_calibration_scale (calibration, 2 * self->radius),
                          venule_calibration_length_unit (calibration));
}

static void
draw_draft (VenuleSpotTool *self,
            cairo_t        *cr)
{
  double scale = venule_canvas_view_get_scale (&self->canvas->view);
  VenulePoint from = venule_canvas_in_widget (self->canvas, (VenulePoint) { self->start.x, self->start.y });
  VenulePoint to = venule_canvas_in_widget (self->canvas, (VenulePoint) { self->x, self->y });
  g_autofree char *text = NULL;

  cairo_new_path (cr);
  cairo_move_to (cr, from.x, from.y);
  cairo_line_to (cr, to.x, to.y);
  cairo_new_sub_path (cr);
  cairo_arc (cr, from.x, from.y, self->start.radius * scale, 0, 2 * G_PI);
  venule_canvas_stroke (cr, &before_color, 1);
  cairo_arc (cr, to.x, to.y, self->radius * scale, 0, 2 * G_PI);
  venule_canvas_stroke (cr, &draft_color, VENULE_CANVAS_LINE);
  draw_handle (self, cr, self->x, self->y, self->radius, &draft_color);
  if (self->kept)
    return;
  text = describe (self);
  venule_canvas_draw_label (self->canvas, cr, get_handle (self, self->x, self->y, self->radius), text);
}

/* The handle of the selected track's cell; while it is changed, what becomes of it. */
static void
venule_spot_tool_draw (VenuleTool *tool,
                       cairo_t    *cr)
{
  VenuleSpotTool *self = VENULE_SPOT_TOOL (tool);
  const VenulePlace *place;

  if (self->part != PART_NONE && self->start.frame == self->canvas->frame->index)
    draw_draft (self, cr);
  else if (self->canvas->drag == VENULE_DRAG_NONE && get_track (self, &place) != NULL)
    draw_handle (self, cr, place->x, place->y, place->radius, &handle_color);
}

/* ---- The tool ---- */

/* The tracks have changed: a cell that is not where it was when it was taken hold of is let go. */
static void
check (VenuleSpotTool *self)
{
  const VenulePlace *place;
  VenuleTrack *track;

  if (self->kept)
    drop_draft (self);
  if (self->canvas->held != VENULE_TOOL (self))
    return;

  track = get_track (self, &place);
  if (track == NULL || venule_track_get_id (track) != self->id || place->frame != self->start.frame ||
      place->x != self->start.x || place->y != self->start.y || place->radius != self->start.radius)
    venule_canvas_cancel (self->canvas);
}

static void
venule_spot_tool_changed (VenuleTool       *tool,
                          VenuleToolChange  change)
{
  if (change == VENULE_TOOL_CHANGE_TRACKS)
    check (VENULE_SPOT_TOOL (tool));
  if (change == VENULE_TOOL_CHANGE_FRAME || change == VENULE_TOOL_CHANGE_SELECTION)
    venule_tool_settle (tool);
  if (change == VENULE_TOOL_CHANGE_FRAME)
    venule_tool_cancel (tool);
}

static void
venule_spot_tool_finalize (GObject *object)
{
  g_clear_handle_id (&VENULE_SPOT_TOOL (object)->timeout, g_source_remove);

  G_OBJECT_CLASS (venule_spot_tool_parent_class)->finalize (object);
}

static void
venule_spot_tool_class_init (VenuleSpotToolClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_spot_tool_finalize;
}

static void
venule_spot_tool_init (VenuleSpotTool *self)
{
}

static void
venule_spot_tool_tool_init (VenuleToolInterface *iface)
{
  iface->press = venule_spot_tool_press;
  iface->begin_drag = venule_spot_tool_begin_drag;
  iface->drag = venule_spot_tool_drag;
  iface->release = venule_spot_tool_release;
  iface->get_cursor = venule_spot_tool_get_cursor;
  iface->cancel = venule_spot_tool_cancel;
  iface->settle = venule_spot_tool_settle;
  iface->changed = venule_spot_tool_changed;
  iface->draw = venule_spot_tool_draw;
}

VenuleTool *
venule_spot_tool_new (VenuleCanvas *canvas)
{
  VenuleSpotTool *self = g_object_new (venule_spot_tool_get_type (), NULL);

  self->canvas = canvas;
  return VENULE_TOOL (self);
}
