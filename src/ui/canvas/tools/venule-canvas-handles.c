/* venule-canvas-handles.c: the points by which crop and flow are taken hold of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-handles.h"

#include <math.h>

/* Logical px from the rectangle's edge to the handle that turns it. */
#define TURN_DISTANCE 28.0
/* Edges shorter than this, in logical px, have no handle in their middle: it would cover those of the corners. */
#define SHORT_EDGE 64.0
/* Degrees that turning keeps to with Shift. */
#define SNAP_DEGREES 15.0

#define RADIANS(degrees) ((degrees) *G_PI / 180)
#define DEGREES(radians) ((radians) *180 / G_PI)

/* A rectangle in its own axes. */
typedef struct {
  double x, y; /* centre */
  double width, height;
  double cosine, sine;
} Turned;

/* Which edges a handle of VENULE_HANDLE_SIZE moves. */
static const struct
{
  int x, y;
} sizes[] = { { -1, -1 }, { 0, -1 }, { 1, -1 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 } };

static Turned
turned_from_vessel (const VenuleVessel *vessel)
{
  return (Turned) {
    .x = vessel->x + (vessel->width - 1) / 2,
    .y = vessel->y + (vessel->height - 1) / 2,
    .width = vessel->width,
    .height = vessel->height,
    .cosine = cos (RADIANS (vessel->angle)),
    .sine = sin (RADIANS (vessel->angle)),
  };
}

static VenulePoint
turned_point (const Turned *self,
              double        along,
              double        across)
{
  return (VenulePoint) { self->x + along * self->cosine - across * self->sine,
                         self->y + along * self->sine + across * self->cosine };
}

static double
tenth (double value)
{
  return round (value * 10) / 10;
}

/* Upright rectangles cover whole pixels. */
static void
turned_store (const Turned *self,
              double        angle,
              VenuleVessel *vessel)
{
  double x = self->x - (self->width - 1) / 2;
  double y = self->y - (self->height - 1) / 2;

  if (angle == 0)
    venule_vessel_set_rectangle (vessel, round (x), round (y), self->width, self->height, 0);
  else
    venule_vessel_set_rectangle (vessel, tenth (x), tenth (y), self->width, self->height, angle);
}

/* Half of the size of the upright box around it. */
static void
turned_extents (const Turned *self,
                double       *x,
                double       *y)
{
  *x = (fabs (self->width * self->cosine) + fabs (self->height * self->sine)) / 2;
  *y = (fabs (self->width * self->sine) + fabs (self->height * self->cosine)) / 2;
}

static gboolean
turned_is_inside (const Turned            *self,
                  const VenuleHandleFrame *frame)
{
  const double tolerance = 1e-6;
  double x, y;

  turned_extents (self, &x, &y);
  return self->x - x >= -0.5 - tolerance && self->x + x <= frame->width - 0.5 + tolerance &&
         self->y - y >= -0.5 - tolerance && self->y + y <= frame->height - 0.5 + tolerance;
}

static void
append (GArray           *handles,
        VenuleHandleKind  kind,
        int               index,
        VenulePoint       point)
{
  VenuleHandle handle = { kind, index, point.x, point.y };

  g_array_append_val (handles, handle);
}

static gboolean
is_in_sight (const VenuleCanvasView *view,
             VenulePoint             point)
{
  double x, y;

  venule_canvas_view_from_video (view, point.x, point.y, &x, &y);
  return x >= VENULE_HANDLE_REACH && y >= VENULE_HANDLE_REACH && x <= view->width - VENULE_HANDLE_REACH &&
         y <= view->height - VENULE_HANDLE_REACH;
}

/* Above the rectangle; below or inside when that place is out of sight. */
static void
append_turn (GArray                 *handles,
             const Turned           *turned,
             const VenuleCanvasView *view)
{
  double distance = TURN_DISTANCE / venule_canvas_view_get_scale (view);
  const double across[] = { -turned->height / 2 - distance, turned->height / 2 + distance,
                            -turned->height / 2 + distance };
  guint i = 0;

  while (i + 1 < G_N_ELEMENTS (across) && !is_in_sight (view, turned_point (turned, 0, across[i])))
    i++;
  append (handles, VENULE_HANDLE_TURN, i, turned_point (turned, 0, across[i]));
}

static void
append_rectangle (GArray                 *handles,
                  const VenuleVessel     *vessel,
                  const VenuleCanvasView *view)
{
  Turned turned = turned_from_vessel (vessel);
  double scale = venule_canvas_view_get_scale (view);

  append_turn (handles, &turned, view);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      if ((sizes[i].x == 0 && turned.width * scale < SHORT_EDGE) ||
          (sizes[i].y == 0 && turned.height * scale < SHORT_EDGE))
        continue;
      append (handles, VENULE_HANDLE_SIZE, i,
              turned_point (&turned, sizes[i].x * turned.width / 2, sizes[i].y * turned.height / 2));
    }
}

static void
append_polygon (GArray                 *handles,
                const VenuleVessel     *vessel,
                const VenuleCanvasView *view)
{
  double scale = venule_canvas_view_get_scale (view);

  for (guint i = 0; i < vessel->corners->len; i++)
    append (handles, VENULE_HANDLE_CORNER, i, g_array_index (vessel->corners, VenulePoint, i));
  for (guint i = 0; i < vessel->corners->len; i++)
    {
      const VenulePoint *a = &g_array_index (vessel->corners, VenulePoint, i);
      const VenulePoint *b = &g_array_index (vessel->corners, VenulePoint, (i + 1) % vessel->corners->len);

      if (hypot (b->x - a->x, b->y - a->y) * scale >= SHORT_EDGE)
        append (handles, VENULE_HANDLE_MIDDLE, i, (VenulePoint) { (a->x + b->x) / 2, (a->y + b->y) / 2 });
    }
}

/**
 * venule_handles_list:
 *
 * Returns: (transfer full) (element-type VenuleHandle): the handles of the crop and of the flow, as they are shown
 */
GArray *
venule_handles_list (const VenuleVessel      *vessel,
                     const VenuleHandleFrame *frame,
                     const VenuleCanvasView  *view)
{
  GArray *handles = g_array_new (FALSE, FALSE, sizeof (VenuleHandle));

  if (venule_vessel_has_flow (vessel))
    {
      VenulePoint tail, head;

      venule_handles_get_arrow (vessel, frame, &tail, &head);
      append (handles, VENULE_HANDLE_HEAD, 0, head);
      append (handles, VENULE_HANDLE_TAIL, 0, tail);
    }
  if (vessel->kind == VENULE_CROP_RECTANGLE)
    append_rectangle (handles, vessel, view);
  else if (vessel->kind == VENULE_CROP_POLYGON && vessel->corners != NULL)
    append_polygon (handles, vessel, view);
  return handles;
}

/**
 * venule_handles_find:
 * @handles: (element-type VenuleHandle): as listed
 * @widget_x: logical px
 * @widget_y: logical px
 *
 * Returns: the nearest handle in reach, or the crop when the point is inside it, or none
 */
VenuleHandle
venule_handles_find (GArray                 *handles,
                     const VenuleVessel     *vessel,
                     const VenuleCanvasView *view,
                     double                  widget_x,
                     double                  widget_y)
{
  VenuleHandle found = { VENULE_HANDLE_NONE };
  double least = VENULE_HANDLE_REACH;

  for (guint i = 0; i < handles->len; i++)
    {
      const VenuleHandle *handle = &g_array_index (handles, VenuleHandle, i);
      double x, y, distance;

      venule_canvas_view_from_video (view, handle->x, handle->y, &x, &y);
      distance = hypot (widget_x - x, widget_y - y);
      if (distance <= least)
        {
          least = distance;
          found = *handle;
        }
    }

  if (found.kind == VENULE_HANDLE_NONE && vessel->kind != VENULE_CROP_WHOLE)
    {
      venule_canvas_view_to_video (view, widget_x, widget_y, &found.x, &found.y);
      if (venule_vessel_contains (vessel, view->video_width, view->video_height, found.x, found.y))
        found.kind = VENULE_HANDLE_INSIDE;
    }
  return found;
}

/* Changes */

/* The point of the video that is nearest to @point. */
static VenulePoint
keep_inside (const VenuleHandleFrame *frame,
             const VenulePoint       *point)
{
  return (VenulePoint) { CLAMP (point->x, -0.5, frame->width - 0.5), CLAMP (point->y, -0.5, frame->height - 0.5) };
}

/**
 * venule_handles_snap:
 *
 * Returns: @to, turned about @from to the nearest of the directions that Shift keeps to
 */
VenulePoint
venule_handles_snap (const VenulePoint *from,
                     const VenulePoint *to)
{
  double length = hypot (to->x - from->x, to->y - from->y);
  double angle = DEGREES (atan2 (to->y - from->y, to->x - from->x));
  double snapped = RADIANS (round (angle / SNAP_DEGREES) * SNAP_DEGREES);

  return (VenulePoint) { from->x + length * cos (snapped), from->y + length * sin (snapped) };
}

/* The number of the first pixel behind the boundary between pixels that is nearest. */
static double
nearest_boundary (double position)
{
  return floor (position + 1);
}

/**
 * venule_handles_rectangle:
 * @vessel: gets the upright rectangle of whole pixels between two points, as far as it lies in the video
 * @from: a corner
 * @to: the opposite corner
 */
void
venule_handles_rectangle (VenuleVessel            *vessel,
                          const VenuleHandleFrame *frame,
                          const VenulePoint       *from,
                          const VenulePoint       *to)
{
  VenulePoint a = keep_inside (frame, from);
  VenulePoint b = keep_inside (frame, to);
  double left = CLAMP (nearest_boundary (MIN (a.x, b.x)), 0, frame->width);
  double right = CLAMP (nearest_boundary (MAX (a.x, b.x)), 0, frame->width);
  double top = CLAMP (nearest_boundary (MIN (a.y, b.y)), 0, frame->height);
  double bottom = CLAMP (nearest_boundary (MAX (a.y, b.y)), 0, frame->height);

  venule_vessel_set_rectangle (vessel, left, top, right - left, bottom - top, 0);
}

/* One side of @start is moved so that the width (or, across, the height) is @size; the opposite side stays. */
static Turned
resized (const Turned *start,
         int           side,
         gboolean      across,
         double        size)
{
  Turned turned = *start;
  double shift = side * (size - (across ? start->height : start->width)) / 2;
  VenulePoint center = turned_point (start, across ? 0 : shift, across ? shift : 0);

  turned.x = center.x;
  turned.y = center.y;
  if (across)
    turned.height = size;
  else
    turned.width = size;
  return turned;
}

/* A new width or height: whole px, and no more than keeps the rectangle inside the video. */
static void
resize (Turned                  *turned,
        const VenuleHandleFrame *frame,
        int                      side,
        double                   change,
        gboolean                 across)
{
  double inside = across ? turned->height : turned->width;
  double outside = MAX (round (inside + side * change), VENULE_CROP_MIN);
  Turned wanted = resized (turned, side, across, outside);

  if (turned_is_inside (&wanted, frame))
    {
      *turned = wanted;
      return;
    }
  while (fabs (outside - inside) > 0.01)
    {
      double middle = (inside + outside) / 2;

      wanted = resized (turned, side, across, middle);
      if (turned_is_inside (&wanted, frame))
        inside = middle;
      else
        outside = middle;
    }
  *turned = resized (turned, side, across, outside > inside ? floor (inside + 0.02) : ceil (inside - 0.02));
}

static void
drag_size (VenuleVessel            *vessel,
           const VenuleHandleFrame *frame,
           int                      index,
           double                   dx,
           double                   dy)
{
  Turned turned = turned_from_vessel (vessel);
  double along = dx * turned.cosine + dy * turned.sine;
  double across = -dx * turned.sine + dy * turned.cosine;

  if (sizes[index].x != 0)
    resize (&turned, frame, sizes[index].x, along, FALSE);
  if (sizes[index].y != 0)
    resize (&turned, frame, sizes[index].y, across, TRUE);
  turned_store (&turned, vessel->angle, vessel);
}

/* The longest width with which a rectangle of this height, turned, stays inside the video; then also less height. */
static void
shrink_into (Turned                  *turned,
             const VenuleHandleFrame *frame)
{
  double room_x = 2 * MIN (turned->x + 0.5, frame->width - 0.5 - turned->x);
  double room_y = 2 * MIN (turned->y + 0.5, frame->height - 0.5 - turned->y);
  double c = MAX (fabs (turned->cosine), 1e-9);
  double s = MAX (fabs (turned->sine), 1e-9);
  double width;

  turned->height = MIN (turned->height, MIN ((room_x - VENULE_CROP_MIN * c) / s,
                                             (room_y - VENULE_CROP_MIN * s) / c));
  turned->height = MAX (floor (turned->height), VENULE_CROP_MIN);
  width = MIN ((room_x - turned->height * s) / c, (room_y - turned->height * c) / s);
  turned->width = MAX (floor (MIN (turned->width, width) + 1e-6), VENULE_CROP_MIN);
}

static double
normal_angle (double degrees)
{
  double angle = fmod (degrees, 360);

  if (angle > 180)
    angle -= 360;
  else if (angle <= -180)
    angle += 360;
  return angle == 0 ? 0 : angle; /* no −0 */
}

static void
turn_to (VenuleVessel            *vessel,
         const VenuleHandleFrame *frame,
         double                   angle)
{
  Turned turned = turned_from_vessel (vessel);

  angle = normal_angle (tenth (angle));
  turned.cosine = cos (RADIANS (angle));
  turned.sine = sin (RADIANS (angle));
  if (!turned_is_inside (&turned, frame))
    shrink_into (&turned, frame);
  turned_store (&turned, angle, vessel);
}

static void
drag_turn (VenuleVessel            *vessel,
           const VenuleHandleFrame *frame,
           const VenulePoint       *from,
           const VenulePoint       *to,
           gboolean                 snap)
{
  Turned turned = turned_from_vessel (vessel);
  double before = atan2 (from->y - turned.y, from->x - turned.x);
  double after = atan2 (to->y - turned.y, to->x - turned.x);
  double angle = vessel->angle + DEGREES (after - before);

  turn_to (vessel, frame, snap ? round (angle / SNAP_DEGREES) * SNAP_DEGREES : angle);
}

static void
drag_corner (VenuleVessel            *vessel,
             const VenuleHandleFrame *frame,
             guint                    index,
             double                   dx,
             double                   dy)
{
  VenulePoint *corner = &g_array_index (vessel->corners, VenulePoint, index);

  corner->x = CLAMP (round (corner->x + dx), 0, frame->width - 1);
  corner->y = CLAMP (round (corner->y + dy), 0, frame->height - 1);
}

static void
drag_polygon (VenuleVessel            *vessel,
              const VenuleHandleFrame *frame,
              double                   dx,
              double                   dy)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < vessel->corners->len; i++)
    {
      const VenulePoint *corner = &g_array_index (vessel->corners, VenulePoint, i);

      left = MIN (left, corner->x);
      right = MAX (right, corner->x);
      top = MIN (top, corner->y);
      bottom = MAX (bottom, corner->y);
    }
  dx = CLAMP (round (dx), -left, MAX (frame->width - 1 - right, -left));
  dy = CLAMP (round (dy), -top, MAX (frame->height - 1 - bottom, -top));
  for (guint i = 0; i < vessel->corners->len; i++)
    {
      VenulePoint *corner = &g_array_index (vessel->corners, VenulePoint, i);

      corner->x += dx;
      corner->y += dy;
    }
}

static void
drag_rectangle (VenuleVessel            *vessel,
                const VenuleHandleFrame *frame,
                double                   dx,
                double                   dy)
{
  Turned turned = turned_from_vessel (vessel);
  double x, y;

  turned_extents (&turned, &x, &y);
  turned.x = CLAMP (turned.x + round (dx), x - 0.5, MAX (frame->width - 0.5 - x, x - 0.5));
  turned.y = CLAMP (turned.y + round (dy), y - 0.5, MAX (frame->height - 0.5 - y, y - 0.5));
  turned_store (&turned, vessel->angle, vessel);
}

/* One end of the arrow moves, the other stays. */
static void
drag_flow (VenuleVessel      *vessel,
           VenuleHandleFrame *frame,
           gboolean           head_moves,
           double             dx,
           double             dy,
           gboolean           snap)
{
  VenulePoint tail, head, moved;

  venule_handles_get_arrow (vessel, frame, &tail, &head);
  moved = head_moves ? head : tail;
  moved.x += dx;
  moved.y += dy;
  if (snap)
    moved = venule_handles_snap (head_moves ? &tail : &head, &moved);
  moved = keep_inside (frame, &moved);
  if (head_moves)
    head = moved;
  else
    tail = moved;
  if (hypot (head.x - tail.x, head.y - tail.y) < VENULE_FLOW_SHORT)
    return;

  vessel->flow_x = tenth (head.x - tail.x);
  vessel->flow_y = tenth (head.y - tail.y);
  frame->arrow_x = (head.x + tail.x) / 2;
  frame->arrow_y = (head.y + tail.y) / 2;
}

/**
 * venule_handles_drag:
 * @vessel: as it was when the handle was taken hold of; is changed
 * @frame: the arrow's place is changed when one of its ends is dragged
 * @handle: which one is held
 * @from: where the pointer took hold
 * @to: where it is now
 * @snap: whether angles keep to steps of 15°
 *
 * What dragging a handle does. Everything stays inside the video: a rectangle that turns gets shorter rather than
 * stick out.
 */
void
venule_handles_drag (VenuleVessel       *vessel,
                     VenuleHandleFrame  *frame,
                     const VenuleHandle *handle,
                     const VenulePoint  *from,
                     const VenulePoint  *to,
                     gboolean            snap)
{
  double dx = to->x - from->x;
  double dy = to->y - from->y;

  switch (handle->kind)
    {
    case VENULE_HANDLE_SIZE:
      drag_size (vessel, frame, handle->index, dx, dy);
      break;
    case VENULE_HANDLE_TURN:
      drag_turn (vessel, frame, from, to, snap);
      break;
    case VENULE_HANDLE_CORNER:
      drag_corner (vessel, frame, handle->index, dx, dy);
      break;
    case VENULE_HANDLE_TAIL:
    case VENULE_HANDLE_HEAD:
      drag_flow (vessel, frame, handle->kind == VENULE_HANDLE_HEAD, dx, dy, snap);
      break;
    case VENULE_HANDLE_INSIDE:
      if (vessel->kind == VENULE_CROP_POLYGON)
        drag_polygon (vessel, frame, dx, dy);
      else
        drag_rectangle (vessel, frame, dx, dy);
      break;
    case VENULE_HANDLE_NONE:
    case VENULE_HANDLE_MIDDLE:
    default:
      break;
    }
}

/**
 * venule_handles_add_corner:
 * @vessel: a polygon
 * @middle: (inout): a handle of %VENULE_HANDLE_MIDDLE; becomes that of the new corner
 */
void
venule_handles_add_corner (VenuleVessel *vessel,
                           VenuleHandle *middle)
{
  VenulePoint corner = { round (middle->x), round (middle->y) };

  g_return_if_fail (middle->kind == VENULE_HANDLE_MIDDLE && vessel->kind == VENULE_CROP_POLYGON);

  middle->kind = VENULE_HANDLE_CORNER;
  middle->index++;
  middle->x = corner.x;
  middle->y = corner.y;
  g_array_insert_val (vessel->corners, middle->index, corner);
}

/**
 * venule_handles_remove_corner:
 * @vessel: a polygon
 * @index: of a corner
 *
 * Returns: whether it was removed; a triangle keeps its corners
 */
gboolean
venule_handles_remove_corner (VenuleVessel *vessel,
                              guint         index)
{
  if (vessel->kind != VENULE_CROP_POLYGON || vessel->corners->len <= 3 || index >= vessel->corners->len)
    return FALSE;

  g_array_remove_index (vessel->corners, index);
  return TRUE;
}

/* The resize cursor along a direction. */
static const char *
resize_cursor (double degrees)
{
  static const char *const names[] = { "ew-resize", "nwse-resize", "ns-resize", "nesw-resize" };
  int step = (int) lround (degrees / 45);

  return names[((step % 4) + 4) % 4];
}

/**
 * venule_handles_get_cursor:
 * @held: whether the button is down
 *
 * Returns: name of the cursor that says what dragging does
 */
const char *
venule_handles_get_cursor (const VenuleHandle *handle,
                           const VenuleVessel *vessel,
                           gboolean            held)
{
  switch (handle->kind)
    {
    case VENULE_HANDLE_SIZE:
      return resize_cursor (DEGREES (atan2 (sizes[handle->index].y, sizes[handle->index].x)) + vessel->angle);
    case VENULE_HANDLE_TURN:
      return held ? "grabbing" : "grab";
    case VENULE_HANDLE_CORNER:
    case VENULE_HANDLE_TAIL:
    case VENULE_HANDLE_HEAD:
      return held ? "grabbing" : "grab";
    case VENULE_HANDLE_MIDDLE:
      return "copy";
    case VENULE_HANDLE_INSIDE:
      return "move";
    case VENULE_HANDLE_NONE:
    default:
      return "default";
    }
}
