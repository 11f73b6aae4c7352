/* venule-vessel.c: the part of the picture that is analysed, and the direction of the flow in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-vessel.h"

#include <math.h>

#include "venule-centreline.h"

#define LONG 2.0   /* times its breadth: a crop along the vessel */
#define ASKEW 15.0 /* degrees: nearer to the crop's direction, the arrow tells that of the vessel as well */
#define SHORTEST_FLOW 1e-9
/* Turning by 90° must not claim a further pixel for a rounding error. */
#define ROUNDING 1e-6

VenuleVessel *
venule_vessel_new (void)
{
  VenuleVessel *self = g_new0 (VenuleVessel, 1);

  self->kind = VENULE_CROP_WHOLE;
  self->corners = g_array_new (FALSE, FALSE, sizeof (VenulePoint));

  return self;
}

VenuleVessel *
venule_vessel_copy (const VenuleVessel *self)
{
  VenuleVessel *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->corners = g_array_copy (self->corners);
  if (copy->centreline != NULL)
    venule_centreline_ref (copy->centreline);

  return copy;
}

void
venule_vessel_free (VenuleVessel *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->corners);
  g_clear_pointer (&self->centreline, venule_centreline_unref);
  g_free (self);
}

void
venule_vessel_set_centreline (VenuleVessel     *self,
                              VenuleCentreline *centreline)
{
  g_return_if_fail (self != NULL);

  if (centreline != NULL)
    venule_centreline_ref (centreline);
  g_clear_pointer (&self->centreline, venule_centreline_unref);
  self->centreline = centreline;
}

static gboolean
same_polygon (const GArray *a,
              const GArray *b)
{
  if (a->len != b->len)
    return FALSE;

  for (guint i = 0; i < a->len; i++)
    {
      const VenulePoint *p = &g_array_index (a, VenulePoint, i);
      const VenulePoint *q = &g_array_index (b, VenulePoint, i);

      if (p->x != q->x || p->y != q->y)
        return FALSE;
    }

  return TRUE;
}

gboolean
venule_vessel_equal (const VenuleVessel *a,
                     const VenuleVessel *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (a->kind != b->kind || a->flow_x != b->flow_x || a->flow_y != b->flow_y)
    return FALSE;

  /* Numbers of a shape that is not in use do not count. */
  switch (a->kind)
    {
    case VENULE_CROP_RECTANGLE:
      return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height && a->angle == b->angle;
    case VENULE_CROP_POLYGON:
      return same_polygon (a->corners, b->corners);
    case VENULE_CROP_WHOLE:
    default:
      return TRUE;
    }
}

void
venule_vessel_set_rectangle (VenuleVessel *self,
                             double        x,
                             double        y,
                             double        width,
                             double        height,
                             double        angle)
{
  g_return_if_fail (self != NULL);

  self->kind = VENULE_CROP_RECTANGLE;
  self->x = x;
  self->y = y;
  self->width = width;
  self->height = height;
  self->angle = angle;
}

void
venule_vessel_set_polygon (VenuleVessel      *self,
                           const VenulePoint *corners,
                           guint              n)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (corners != NULL || n == 0);

  self->kind = VENULE_CROP_POLYGON;
  g_array_set_size (self->corners, 0);
  for (guint i = 0; i < n; i++)
    g_array_append_val (self->corners, corners[i]);
}

gboolean
venule_vessel_has_flow (const VenuleVessel *self)
{
  double length;

  g_return_val_if_fail (self != NULL, FALSE);

  length = hypot (self->flow_x, self->flow_y);

  return isfinite (length) && length > SHORTEST_FLOW;
}

void
venule_vessel_get_flow (const VenuleVessel *self,
                        double             *flow_x,
                        double             *flow_y)
{
  gboolean has_flow;
  double length;

  g_return_if_fail (self != NULL);

  has_flow = venule_vessel_has_flow (self);
  length = hypot (self->flow_x, self->flow_y);

  if (flow_x != NULL)
    *flow_x = has_flow ? self->flow_x / length : 1;
  if (flow_y != NULL)
    *flow_y = has_flow ? self->flow_y / length : 0;
}

/* Second moments of the crop's area about its middle, over the area: of x, of y and of both. */
static void
get_moments (const GArray *outline,
             double       *xx,
             double       *yy,
             double       *xy)
{
  double area = 0, x = 0, y = 0;

  *xx = *yy = *xy = 0;
  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *p = &g_array_index (outline, VenulePoint, i);
      const VenulePoint *q = &g_array_index (outline, VenulePoint, (i + 1) % outline->len);
      double cross = p->x * q->y - q->x * p->y;

      area += cross / 2;
      x += (p->x + q->x) * cross / 6;
      y += (p->y + q->y) * cross / 6;
      *xx += (p->x * p->x + p->x * q->x + q->x * q->x) * cross / 12;
      *yy += (p->y * p->y + p->y * q->y + q->y * q->y) * cross / 12;
      *xy += (2 * p->x * p->y + p->x * q->y + q->x * p->y + 2 * q->x * q->y) * cross / 24;
    }
  *xx = *xx / area - x / area * (x / area);
  *yy = *yy / area - y / area * (y / area);
  *xy = *xy / area - x / area * (y / area);
}

void
venule_vessel_get_axis (const VenuleVessel *self,
                        double             *axis_x,
                        double             *axis_y)
{
  g_autoptr (GArray) outline = NULL;
  double xx, yy, xy, apart, angle, along;

  g_return_if_fail (self != NULL);

  venule_vessel_get_flow (self, axis_x, axis_y);
  if (self->kind == VENULE_CROP_WHOLE)
    return;

  outline = venule_vessel_dup_outline (self, 0, 0);
  get_moments (outline, &xx, &yy, &xy);
  apart = hypot ((xx - yy) / 2, xy);
  if (!((xx + yy) / 2 + apart >= LONG * LONG * ((xx + yy) / 2 - apart)))
    return;

  angle = atan2 (2 * xy, xx - yy) / 2;
  along = cos (angle) * *axis_x + sin (angle) * *axis_y;
  if (fabs (along) >= cos (ASKEW * G_PI / 180))
    return;
  *axis_x = along < 0 ? -cos (angle) : cos (angle);
  *axis_y = along < 0 ? -sin (angle) : sin (angle);
}

static void
append_rectangle (GArray *outline,
                  double  x,
                  double  y,
                  double  width,
                  double  height,
                  double  angle)
{
  static const double signs[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
  double center_x = x + (width - 1) / 2;
  double center_y = y + (height - 1) / 2;
  double c = cos (angle * G_PI / 180);
  double s = sin (angle * G_PI / 180);

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      double along = signs[i][0] * width / 2;
      double across = signs[i][1] * height / 2;
      /* y points down, so that this turns clockwise on the screen. */
      VenulePoint corner = { center_x + c * along - s * across, center_y + s * along + c * across };

      g_array_append_val (outline, corner);
    }
}

GArray *
venule_vessel_dup_outline (const VenuleVessel *self,
                           int                 frame_width,
                           int                 frame_height)
{
  GArray *outline;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->kind == VENULE_CROP_POLYGON)
    return g_array_copy (self->corners);

  outline = g_array_sized_new (FALSE, FALSE, sizeof (VenulePoint), 4);
  if (self->kind == VENULE_CROP_RECTANGLE)
    append_rectangle (outline, self->x, self->y, self->width, self->height, self->angle);
  else
    append_rectangle (outline, 0, 0, frame_width, frame_height, 0);

  return outline;
}

static gboolean
polygon_contains (const GArray *corners,
                  double        x,
                  double        y)
{
  gboolean inside = FALSE;

  for (guint i = 0, j = corners->len - 1; i < corners->len; j = i++)
    {
      const VenulePoint *p = &g_array_index (corners, VenulePoint, i);
      const VenulePoint *q = &g_array_index (corners, VenulePoint, j);

      if ((p->y > y) != (q->y > y) && x < (q->x - p->x) * (y - p->y) / (q->y - p->y) + p->x)
        inside = !inside;
    }

  return inside;
}

gboolean
venule_vessel_contains (const VenuleVessel *self,
                        int                 frame_width,
                        int                 frame_height,
                        double              x,
                        double              y)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->kind == VENULE_CROP_POLYGON)
    return self->corners->len > 0 && polygon_contains (self->corners, x, y);

  if (self->kind == VENULE_CROP_RECTANGLE)
    {
      double dx = x - (self->x + (self->width - 1) / 2);
      double dy = y - (self->y + (self->height - 1) / 2);
      double c = cos (self->angle * G_PI / 180);
      double s = sin (self->angle * G_PI / 180);

      return fabs (c * dx + s * dy) <= self->width / 2 && fabs (c * dy - s * dx) <= self->height / 2;
    }

  return x >= -0.5 && y >= -0.5 && x <= frame_width - 0.5 && y <= frame_height - 0.5;
}

/* First and last pixel of 0 … size−1 whose area the interval meets. */
static void
pixels_between (double  low,
                double  high,
                int     size,
                int    *first,
                int    *n)
{
  double from = CLAMP (floor (low + 0.5 + ROUNDING), 0, size);
  double to = CLAMP (ceil (high - 0.5 - ROUNDING), -1, size - 1);

  *first = (int) from;
  *n = MAX ((int) to - (int) from + 1, 0);
}

void
venule_vessel_get_bounds (const VenuleVessel *self,
                          int                 frame_width,
                          int                 frame_height,
                          int                *x,
                          int                *y,
                          int                *width,
                          int                *height)
{
  g_autoptr(GArray) outline = NULL;
  double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;

  g_return_if_fail (self != NULL);
  g_return_if_fail (x != NULL && y != NULL && width != NULL && height != NULL);

  outline = venule_vessel_dup_outline (self, frame_width, frame_height);
  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *p = &g_array_index (outline, VenulePoint, i);

      left = fmin (left, p->x);
      right = fmax (right, p->x);
      top = fmin (top, p->y);
      bottom = fmax (bottom, p->y);
    }

  pixels_between (left, right, frame_width, x, width);
  pixels_between (top, bottom, frame_height, y, height);
}
