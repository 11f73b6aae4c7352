/* venule-vessel-geometry.c: the points by which centreline, walls and flux line are taken hold of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-vessel-geometry.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-cell-measures.h"
#include "venule-centreline-make.h"
#include "venule-line-fault.h"

#define CLOSE 0.5          /* px from the automatic line */
#define MAX_POINTS 24u     /* that it is described by */
#define MAX_HANDLES 12u    /* of a wall; with more places than that it is changed as a whole */
#define FEWEST_PLACES 3u
#define USUAL_PLACES 7u
#define A_PLACE 1.5        /* diameters */
#define A_STEP 2.0         /* px: walls between two of them are looked at together */
#define DENSE 900u         /* places of a wall that was measured; 1000 are kept */
#define THINNEST 1.0       /* px: diameter */
#define APART 2.0          /* px: points of the centreline */
#define UNKNOWN_PART 0.125 /* of the video's smaller side */
#define DIGITS 100.0       /* hundredths of a pixel are kept */
#define TOO_NEAR N_("Two points of the centreline are too close together")
#define TWO_POINTS N_("A centreline has two points at least")

static double
rounded (double value)
{
  return round (value * DIGITS) / DIGITS;
}

/* ---- The centreline by few points ---- */

/* (transfer full) (element-type VenulePoint): @n points of it, evenly. */
static GArray *
dup_even (const VenuleCentreline *line,
          guint                   n)
{
  GArray *points = g_array_sized_new (FALSE, FALSE, sizeof (VenulePoint), n);
  double length = venule_centreline_get_length (line);

  for (guint i = 0; i < n; i++)
    {
      VenulePoint point, direction;

      venule_centreline_get_point (line, length * i / (n - 1), &point, &direction);
      point = (VenulePoint){ rounded (point.x), rounded (point.y) };
      g_array_append_val (points, point);
    }

  return points;
}

/* How far the line through @points is from @line at most. */
static double
farthest (const VenuleVesselGeometry *self,
          GArray                     *points)
{
  g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();
  g_autoptr(VenuleCentreline) other = NULL;
  const VenulePoint *dense;
  double most = 0;
  guint n, hint = VENULE_CENTRELINE_NOWHERE;

  g_array_append_vals (settings->centreline, points->data, points->len);
  other = venule_centreline_new (self->vessel, settings, self->width, self->height);
  dense = venule_centreline_get_points (self->line, &n);
  for (guint i = 0; i < n; i++)
    {
      double along, beside;

      venule_centreline_project (other, dense[i].x, dense[i].y, &hint, &along, &beside);
      most = fmax (most, fabs (beside));
    }

  return most;
}

static GArray *
dup_points (const VenuleVesselGeometry *self)
{
  guint n = 2;
  GArray *points = dup_even (self->line, n);

  if (venule_centreline_is_straight (self->line))
    return points;
  while (n < MAX_POINTS && farthest (self, points) > CLOSE)
    {
      g_array_unref (points);
      points = dup_even (self->line, ++n);
    }

  return points;
}

/* ---- Walls ---- */

void
venule_vessel_geometry_get_walls (const VenuleVesselGeometry *self,
                                  double                      along,
                                  double                     *left,
                                  double                     *right)
{
  venule_centreline_get_walls (self->line, along, left, right);
  if (!isfinite (*left) || !isfinite (*right))
    *left = *right = UNKNOWN_PART * MIN (self->width, self->height);
}

VenulePoint
venule_vessel_geometry_get_point (const VenuleVesselGeometry *self,
                                  double                      along,
                                  double                      beside)
{
  VenulePoint point, direction;

  venule_centreline_get_point (self->line, along, &point, &direction);

  return (VenulePoint){ point.x - beside * direction.y, point.y + beside * direction.x };
}

/* Walls by hand as they are seen along the line, which may lead the other way than when they were drawn. */
static void
add_wall (GArray                     *walls,
          const VenuleVesselGeometry *self,
          double                      along)
{
  VenuleWall wall = { .along = rounded (along) };

  venule_vessel_geometry_get_walls (self, along, &wall.left, &wall.right);
  wall.left = rounded (wall.left);
  wall.right = rounded (wall.right);
  if (walls->len == 0 || g_array_index (walls, VenuleWall, walls->len - 1).along < wall.along)
    g_array_append_val (walls, wall);
}

/* (element-type double): where those by hand have their places, or as many as are useful. */
static GArray *
dup_places (const VenuleVesselGeometry *self)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (double));
  const GArray *walls = self->settings->walls;
  double first, last, length, left, right;
  guint n;

  for (guint i = 0; walls->len <= MAX_HANDLES && i < walls->len; i++)
    g_array_append_val (places, g_array_index (walls, VenuleWall, i).along);
  if (places->len > 0)
    return places;

  length = venule_centreline_get_range (self->line, &first, &last);
  venule_vessel_geometry_get_walls (self, (first + last) / 2, &left, &right);
  n = (guint) CLAMP (length / (A_PLACE * fmax (left + right, 1)), FEWEST_PLACES, USUAL_PLACES);
  for (guint i = 0; i < n; i++)
    {
      double along = first + length * i / (n - 1);

      g_array_append_val (places, along);
    }

  return places;
}

/* Whether the centreline by hand is followed against the direction in which it was drawn. */
static gboolean
is_turned (const VenuleVesselGeometry *self)
{
  const GArray *drawn = self->settings->centreline;
  VenulePoint point, direction;

  if (drawn->len < 2)
    return FALSE;
  venule_centreline_get_point (self->line, 0, &point, &direction);

  return hypot (point.x - g_array_index (drawn, VenulePoint, 0).x, point.y - g_array_index (drawn, VenulePoint, 0).y) >
    CLOSE;
}

/* The same line and walls, as they would have been drawn downstream. */
static void
turn_round (VenuleVesselGeometry *self)
{
  VenuleMeasureSettings *settings = self->settings;
  g_autoptr(GArray) points = g_steal_pointer (&settings->centreline);
  g_autoptr(GArray) walls = g_steal_pointer (&settings->walls);
  double length = venule_centreline_get_length (self->line);

  settings->centreline = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  settings->walls = g_array_new (FALSE, FALSE, sizeof (VenuleWall));
  for (guint i = points->len; i > 0; i--)
    g_array_append_val (settings->centreline, g_array_index (points, VenulePoint, i - 1));
  for (guint i = walls->len; i > 0; i--)
    {
      const VenuleWall *drawn = &g_array_index (walls, VenuleWall, i - 1);
      VenuleWall wall = { length - drawn->along, drawn->right, drawn->left };

      g_array_append_val (settings->walls, wall);
    }
}

VenuleVesselGeometry *
venule_vessel_geometry_new (const VenuleVessel          *vessel,
                            const VenuleMeasureSettings *settings,
                            int                          width,
                            int                          height)
{
  VenuleVesselGeometry *self = g_new0 (VenuleVesselGeometry, 1);

  self->vessel = venule_vessel_copy (vessel);
  self->settings = venule_measure_settings_copy (settings);
  self->width = width;
  self->height = height;
  self->line = venule_centreline_new (vessel, settings, width, height);
  self->flux = venule_cell_flux_position (self->line, settings);
  if (is_turned (self))
    turn_round (self);
  if (settings->centreline->len >= 2)
    self->points = g_array_copy (self->settings->centreline);
  else
    self->points = dup_points (self);
  self->places = dup_places (self);

  return self;
}

void
venule_vessel_geometry_free (VenuleVesselGeometry *self)
{
  if (self == NULL)
    return;

  venule_vessel_free (self->vessel);
  venule_measure_settings_free (self->settings);
  venule_centreline_unref (self->line);
  g_array_unref (self->points);
  g_array_unref (self->places);
  g_free (self);
}

/* ---- Handles ---- */

static double
project (const VenuleCentreline *line,
         VenulePoint             point)
{
  guint hint = VENULE_CENTRELINE_NOWHERE;
  double along;

  venule_centreline_project (line, point.x, point.y, &hint, &along, NULL);

  return along;
}

static void
append (GArray            *handles,
        VenuleGeometryPart part,
        guint              index,
        VenulePoint        point)
{
  VenuleGeometryHandle handle = { part, index, point.x, point.y };

  g_array_append_val (handles, handle);
}

GArray *
venule_vessel_geometry_list (const VenuleVesselGeometry *self,
                             double                      beyond)
{
  GArray *handles = g_array_new (FALSE, FALSE, sizeof (VenuleGeometryHandle));
  double left, right;

  venule_vessel_geometry_get_walls (self, self->flux, &left, &right);
  append (handles, VENULE_GEOMETRY_FLUX, 0, venule_vessel_geometry_get_point (self, self->flux, -left - beyond));
  append (handles, VENULE_GEOMETRY_FLUX, 1, venule_vessel_geometry_get_point (self, self->flux, right + beyond));
  for (guint i = 0; i < self->points->len; i++)
    {
      VenulePoint a = g_array_index (self->points, VenulePoint, i), b;
      double along;

      append (handles, VENULE_GEOMETRY_POINT, i, a);
      if (i + 1 == self->points->len)
        break;
      b = g_array_index (self->points, VenulePoint, i + 1);
      along = project (self->line, (VenulePoint){ (a.x + b.x) / 2, (a.y + b.y) / 2 });
      append (handles, VENULE_GEOMETRY_MIDDLE, i, venule_vessel_geometry_get_point (self, along, 0));
    }
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < self->places->len; i++)
      {
        double along = g_array_index (self->places, double, i);

        venule_vessel_geometry_get_walls (self, along, &left, &right);
        append (handles, side == 0 ? VENULE_GEOMETRY_LEFT : VENULE_GEOMETRY_RIGHT, i,
                venule_vessel_geometry_get_point (self, along, side == 0 ? -left : right));
      }

  return handles;
}

/* ---- Changes ---- */

VenuleMeasureSettings *
venule_vessel_geometry_set_flux (const VenuleVesselGeometry *self,
                                 double                      along)
{
  VenuleMeasureSettings *settings = venule_measure_settings_copy (self->settings);
  double first, last;

  venule_centreline_get_range (self->line, &first, &last);
  /* Hundredths that lie in it, too, so that a line at its very end counts. */
  settings->flux_position = fmin (rounded (fmax (along, ceil (first * DIGITS) / DIGITS)),
                                  floor (last * DIGITS) / DIGITS);

  return settings;
}

/* Where walls are not drawn by hand yet, as they are now: those that were measured, and those of a crop along a bent
 * line, at all their places. */
static void
take_walls (const VenuleVesselGeometry *self,
            VenuleMeasureSettings      *settings)
{
  VenuleWallsFrom from = venule_centreline_get_walls_from (self->line);
  gboolean dense = from == VENULE_WALLS_MEASURED || settings->walls->len > MAX_HANDLES ||
                   (from == VENULE_WALLS_CROP && !venule_centreline_is_straight (self->line));
  double first, last, length;
  guint n;

  length = venule_centreline_get_range (self->line, &first, &last);
  n = MIN ((guint) (length / A_STEP) + 2, DENSE);
  g_array_set_size (settings->walls, 0);
  for (guint i = 0; dense && i < n; i++)
    add_wall (settings->walls, self, first + length * i / (n - 1));
  for (guint i = 0; !dense && i < self->places->len; i++)
    add_wall (settings->walls, self, g_array_index (self->places, double, i));
}

/* 1 at the handle, 0 at its neighbours and beyond; outside of the first and the last as there. */
static double
share_at (const VenuleVesselGeometry *self,
          guint                       index,
          double                      along)
{
  const double *places = &g_array_index (self->places, double, 0);
  double here = places[index];

  if (along < here)
    return index == 0 ? 1 : fmax (1 - (here - along) / (here - places[index - 1]), 0);

  return index + 1 == self->places->len ? 1 : fmax (1 - (along - here) / (places[index + 1] - here), 0);
}

static VenuleMeasureSettings *
move_wall (const VenuleVesselGeometry *self,
           VenuleGeometryPart          part,
           guint                       index,
           double                      change,
           gboolean                    whole)
{
  VenuleMeasureSettings *settings = venule_measure_settings_copy (self->settings);

  take_walls (self, settings);
  for (guint i = 0; i < settings->walls->len; i++)
    {
      VenuleWall *wall = &g_array_index (settings->walls, VenuleWall, i);
      double *at = part == VENULE_GEOMETRY_LEFT ? &wall->left : &wall->right;
      double other = part == VENULE_GEOMETRY_LEFT ? wall->right : wall->left;

      *at = rounded (fmax (*at + change * (whole ? 1 : share_at (self, index, wall->along)),
                           fmax (THINNEST - other, 0)));
    }

  return settings;
}

VenuleMeasureSettings *
venule_vessel_geometry_set_wall (const VenuleVesselGeometry *self,
                                 VenuleGeometryPart          part,
                                 guint                       index,
                                 double                      distance)
{
  double left, right;

  g_return_val_if_fail (index < self->places->len, NULL);

  venule_vessel_geometry_get_walls (self, g_array_index (self->places, double, index), &left, &right);

  return move_wall (self, part, index, distance - (part == VENULE_GEOMETRY_LEFT ? left : right), FALSE);
}

static VenuleMeasureSettings *
drag_wall (const VenuleVesselGeometry *self,
           const VenuleGeometryHandle *handle,
           VenulePoint                 to,
           gboolean                    whole)
{
  double sign = handle->part == VENULE_GEOMETRY_LEFT ? -1 : 1;
  VenulePoint point, direction;

  g_return_val_if_fail (handle->index < self->places->len, NULL);

  venule_centreline_get_point (self->line, g_array_index (self->places, double, handle->index), &point, &direction);

  return move_wall (self, handle->part, handle->index,
                    sign * ((to.y - handle->y) * direction.x - (to.x - handle->x) * direction.y), whole);
}

/* What is by hand along the old line goes to where the new one is nearest. */
static void
carry_over (const VenuleVesselGeometry *self,
            VenuleMeasureSettings      *settings)
{
  g_autoptr(VenuleMeasureSettings) bare = venule_measure_settings_copy (settings);
  g_autoptr(VenuleCentreline) line = NULL;
  g_autoptr(GArray) walls = g_array_new (FALSE, FALSE, sizeof (VenuleWall));
  VenulePoint direction, point;

  g_array_set_size (bare->walls, 0);
  line = venule_centreline_new (self->vessel, bare, self->width, self->height);
  if (isfinite (settings->flux_position))
    {
      double first, last;

      venule_centreline_get_range (line, &first, &last);
      venule_centreline_get_point (self->line, self->flux, &point, &direction);
      settings->flux_position = rounded (CLAMP (project (line, point), first, last));
    }
  if (settings->walls->len == 0)
    return;
  take_walls (self, settings);
  for (guint i = 0; i < settings->walls->len; i++)
    {
      VenuleWall wall = g_array_index (settings->walls, VenuleWall, i);

      venule_centreline_get_point (self->line, wall.along, &point, &direction);
      wall.along = rounded (project (line, point));
      if (walls->len == 0 || wall.along > g_array_index (walls, VenuleWall, walls->len - 1).along)
        g_array_append_val (walls, wall);
    }
  g_array_set_size (settings->walls, 0);
  g_array_append_vals (settings->walls, walls->data, walls->len);
}

/* Consumes @points. (nullable): they make no line that can be followed. One that could not be followed before may be
 * mended step by step. */
static VenuleMeasureSettings *
with_points (const VenuleVesselGeometry  *self,
             GArray                      *points,
             const char                 **reason)
{
  g_autoptr(GArray) taken = points;
  VenuleMeasureSettings *settings;
  const char *fault = NULL;

  for (guint i = 0; i < taken->len; i++)
    {
      VenulePoint *point = &g_array_index (taken, VenulePoint, i);

      *point = (VenulePoint){ rounded (point->x), rounded (point->y) };
      if (i > 0 && hypot (point->x - point[-1].x, point->y - point[-1].y) < APART)
        fault = TOO_NEAR;
    }
  if (fault == NULL && venule_line_find_fault (self->points, NULL) == NULL)
    fault = venule_line_find_fault (taken, NULL);
  if (reason != NULL)
    *reason = fault;
  if (fault != NULL)
    return NULL;
  settings = venule_measure_settings_copy (self->settings);
  g_array_set_size (settings->centreline, 0);
  g_array_append_vals (settings->centreline, taken->data, taken->len);
  carry_over (self, settings);

  return settings;
}

static VenuleMeasureSettings *
drag_point (const VenuleVesselGeometry *self,
            const VenuleGeometryHandle *handle,
            VenulePoint                 to,
            gboolean                    whole,
            const char                **reason)
{
  GArray *points = g_array_copy (self->points);
  VenulePoint point = { handle->x, handle->y };

  if (handle->part == VENULE_GEOMETRY_MIDDLE && !whole)
    g_array_insert_val (points, handle->index + 1, point);
  for (guint i = 0; i < points->len; i++)
    {
      VenulePoint *at = &g_array_index (points, VenulePoint, i);

      if (whole || i == handle->index + (handle->part == VENULE_GEOMETRY_MIDDLE))
        *at = (VenulePoint){ at->x + to.x - handle->x, at->y + to.y - handle->y };
    }

  return with_points (self, points, reason);
}

VenuleMeasureSettings *
venule_vessel_geometry_drag (const VenuleVesselGeometry *self,
                             const VenuleGeometryHandle *handle,
                             VenulePoint                 to,
                             gboolean                    whole,
                             const char                **reason)
{
  g_return_val_if_fail (self != NULL && handle != NULL, NULL);

  switch (handle->part)
    {
    case VENULE_GEOMETRY_FLUX:
      return venule_vessel_geometry_set_flux (self, project (self->line, to));
    case VENULE_GEOMETRY_POINT:
    case VENULE_GEOMETRY_MIDDLE:
      return drag_point (self, handle, to, whole, reason);
    case VENULE_GEOMETRY_LEFT:
    case VENULE_GEOMETRY_RIGHT:
      return drag_wall (self, handle, to, whole);
    case VENULE_GEOMETRY_NONE:
    default:
      return NULL;
    }
}

VenuleMeasureSettings *
venule_vessel_geometry_remove (const VenuleVesselGeometry *self,
                               guint                       index,
                               const char                **reason)
{
  GArray *points;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->points->len <= 2 || index >= self->points->len)
    {
      if (reason != NULL)
        *reason = TWO_POINTS;
      return NULL;
    }
  points = g_array_copy (self->points);
  g_array_remove_index (points, index);

  return with_points (self, points, reason);
}
