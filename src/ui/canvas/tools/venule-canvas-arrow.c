/* venule-canvas-arrow.c: where the arrow of the flow is: inside the crop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-canvas-handles.h"

#include <math.h>

/**
 * venule_handles_get_center:
 * @width: of the video, px
 * @height: of the video, px
 * @x: (out): middle of the crop
 * @y: (out): middle of the crop
 */
void
venule_handles_get_center (const VenuleVessel *vessel,
                           int                 width,
                           int                 height,
                           double             *x,
                           double             *y)
{
  g_autoptr (GArray) outline = venule_vessel_dup_outline (vessel, width, height);
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *point = &g_array_index (outline, VenulePoint, i);

      left = MIN (left, point->x);
      right = MAX (right, point->x);
      top = MIN (top, point->y);
      bottom = MAX (bottom, point->y);
    }
  *x = (left + right) / 2;
  *y = (top + bottom) / 2;
}

/* How far it is from a point to the outline; infinite: there is none that way. */
static double
get_reach (GArray            *outline,
           const VenulePoint *from,
           double             dx,
           double             dy)
{
  double reach = INFINITY;

  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *a = &g_array_index (outline, VenulePoint, i);
      const VenulePoint *b = &g_array_index (outline, VenulePoint, (i + 1) % outline->len);
      double ex = b->x - a->x, ey = b->y - a->y;
      double across = dx * ey - dy * ex;
      double along, share;

      if (across == 0)
        continue;
      along = ((a->x - from->x) * ey - (a->y - from->y) * ex) / across;
      share = ((a->x - from->x) * dy - (a->y - from->y) * dx) / across;
      if (along >= 0 && share >= 0 && share <= 1)
        reach = MIN (reach, along);
    }
  return reach;
}

/**
 * venule_handles_has_arrow_inside:
 *
 * Returns: whether the middle of the flow arrow lies in the crop
 */
gboolean
venule_handles_has_arrow_inside (const VenuleVessel      *vessel,
                                 const VenuleHandleFrame *frame)
{
  return venule_vessel_contains (vessel, frame->width, frame->height, frame->arrow_x, frame->arrow_y);
}

/**
 * venule_handles_get_arrow:
 * @tail: (out): where the flow arrow begins
 * @head: (out): where it points to
 *
 * An arrow that is longer than the crop is shown as long as that. (The middle of a bent polygon may lie beside it; then
 * the picture bounds the arrow.)
 */
void
venule_handles_get_arrow (const VenuleVessel      *vessel,
                          const VenuleHandleFrame *frame,
                          VenulePoint             *tail,
                          VenulePoint             *head)
{
  g_autoptr (VenuleVessel) whole = venule_vessel_new ();
  gboolean inside = venule_handles_has_arrow_inside (vessel, frame);
  g_autoptr (GArray) outline = venule_vessel_dup_outline (inside ? vessel : whole, frame->width, frame->height);
  VenulePoint middle = { frame->arrow_x, frame->arrow_y };
  double half = hypot (vessel->flow_x, vessel->flow_y) / 2;
  double back, x, y;

  venule_vessel_get_flow (vessel, &x, &y);
  if (half < VENULE_FLOW_SHORT / 2)
    half = MAX (VENULE_FLOW_SHORT, hypot (frame->width, frame->height) / 12);
  back = MIN (half, get_reach (outline, &middle, -x, -y));
  half = MIN (half, get_reach (outline, &middle, x, y));
  *tail = (VenulePoint) { middle.x - x * back, middle.y - y * back };
  *head = (VenulePoint) { middle.x + x * half, middle.y + y * half };
}
