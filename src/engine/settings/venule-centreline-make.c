/* venule-centreline-make.c: the centreline and the walls of a vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-centreline-make.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-centreline-private.h"
#include "venule-crop-walls.h"
#include "venule-diameter-profile.h"
#include "venule-error.h"
#include "venule-line-fault.h"
#include "venule-medial-axis.h"

#define STEP 2.0     /* px between the points */
#define ROUNDED 1.0  /* px: places are read off a screen */
#define MAX_POINTS 20000u
#define ASKEW 0.25   /* of the diameter: its SD between edges that are no walls; a vessel half as wide at its end has
                        0.19 */

/* ---- The line ---- */

/* (transfer full) (element-type VenulePoint): through the middle of the crop along the flow, from edge to edge. */
static GArray *
dup_straight (const GArray *outline,
              double        flow_x,
              double        flow_y)
{
  GArray *line = g_array_sized_new (FALSE, FALSE, sizeof (VenulePoint), 2);
  VenulePoint middle = { 0 }, ends[2];
  double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };

  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *p = &g_array_index (outline, VenulePoint, i);
      const double at[] = { p->x * flow_x + p->y * flow_y, p->y * flow_x - p->x * flow_y };

      for (guint k = 0; k < 2; k++)
        {
          low[k] = fmin (low[k], at[k]);
          high[k] = fmax (high[k], at[k]);
        }
    }
  middle.x = (low[0] + high[0]) / 2 * flow_x - (low[1] + high[1]) / 2 * flow_y;
  middle.y = (low[0] + high[0]) / 2 * flow_y + (low[1] + high[1]) / 2 * flow_x;
  for (int k = 0; k < 2; k++)
    {
      double sign = k == 0 ? -1 : 1;
      double reach = venule_outline_cast (outline, middle.x, middle.y, sign * flow_x, sign * flow_y, NULL);

      /* A polygon whose middle lies outside of it. */
      if (!isfinite (reach) || reach <= 0)
        reach = (high[0] - low[0]) / 2;
      ends[k] = (VenulePoint){ middle.x + sign * reach * flow_x, middle.y + sign * reach * flow_y };
    }
  g_array_append_vals (line, ends, 2);

  return line;
}

/* Whether it leads downstream. */
static gboolean
goes_with_flow (const GArray *line,
                double        flow_x,
                double        flow_y)
{
  const VenulePoint *first = &g_array_index (line, VenulePoint, 0);
  const VenulePoint *last = &g_array_index (line, VenulePoint, line->len - 1);

  return (last->x - first->x) * flow_x + (last->y - first->y) * flow_y >= 0;
}

static void
reverse (GArray *line)
{
  for (guint i = 0; i < line->len / 2; i++)
    {
      VenulePoint *a = &g_array_index (line, VenulePoint, i),
                  *b = &g_array_index (line, VenulePoint, line->len - 1 - i);
      VenulePoint kept = *a;

      *a = *b;
      *b = kept;
    }
}

/* Between the second and the third of four points: a curve that passes through all of them (Catmull and Rom 1974). */
static VenulePoint
curve (const VenulePoint *p,
       double             t)
{
  double a = t * (t * (2 - t) - 1) / 2, b = (t * t * (3 * t - 5) + 2) / 2, c = t * (t * (4 - 3 * t) + 1) / 2,
         d = t * t * (t - 1) / 2;

  return (VenulePoint){ a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                        a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y };
}

/* (transfer full): the corners of @line joined by a smooth curve, a point every STEP. */
static GArray *
dup_smooth (const GArray *line)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  const VenulePoint *p = (const VenulePoint *) (void *) line->data;
  guint n = line->len;

  for (guint i = 0; i + 1 < n; i++)
    {
      /* Beyond its ends the line goes on as if mirrored there. */
      const VenulePoint four[] = { i > 0 ? p[i - 1] : (VenulePoint){ 2 * p[0].x - p[1].x, 2 * p[0].y - p[1].y }, p[i],
                                   p[i + 1], i + 2 < n ? p[i + 2] : (VenulePoint){ 2 * p[n - 1].x - p[n - 2].x,
                                                                         2 * p[n - 1].y - p[n - 2].y } };
      double length = hypot (p[i + 1].x - p[i].x, p[i + 1].y - p[i].y);
      guint pieces = CLAMP ((guint) ceil (length / STEP), 1, MAX_POINTS / n);

      for (guint k = 0; k < pieces; k++)
        {
          VenulePoint point = curve (four, (double) k / pieces);

          g_array_append_val (points, point);
        }
    }
  g_array_append_val (points, p[n - 1]);

  return points;
}

static void
set_points (VenuleCentreline *self,
            const GArray     *points)
{
  self->n = points->len;
  self->points = g_memdup2 (points->data, points->len * sizeof (VenulePoint));
  self->along = g_new0 (double, self->n);
  self->directions = g_new (VenulePoint, self->n);
  self->left = g_new (double, self->n);
  self->right = g_new (double, self->n);
  for (guint i = 0; i < self->n; i++)
    {
      const VenulePoint *a = &self->points[i > 0 ? i - 1 : i], *b = &self->points[i + 1 < self->n ? i + 1 : i];
      double length = fmax (hypot (b->x - a->x, b->y - a->y), 1e-12);

      self->directions[i] = (VenulePoint){ (b->x - a->x) / length, (b->y - a->y) / length };
      if (i > 0)
        self->along[i] = self->along[i - 1] + hypot (self->points[i].x - self->points[i - 1].x,
                                                     self->points[i].y - self->points[i - 1].y);
    }
}

static void
set_line (VenuleCentreline            *self,
          const VenuleVessel          *vessel,
          const VenuleMeasureSettings *settings,
          const GArray                *outline,
          gboolean                    *turned)
{
  g_autoptr(GArray) line = NULL, points = NULL;
  gboolean drawn = settings != NULL && settings->centreline->len >= 2, upstream;
  double flow_x, flow_y;

  venule_vessel_get_flow (vessel, &flow_x, &flow_y);
  if (drawn)
    line = g_array_copy (settings->centreline);
  else if (vessel->kind == VENULE_CROP_POLYGON)
    line = venule_medial_axis_dup_line (outline);
  self->straight = line == NULL;
  self->fault = drawn ? venule_line_find_fault (line, NULL) : NULL;
  if (line == NULL)
    line = dup_straight (outline, flow_x, flow_y);
  upstream = !self->straight && venule_vessel_has_flow (vessel) && !goes_with_flow (line, flow_x, flow_y);
  if (upstream)
    reverse (line);
  /* Which way an automatic line was found is seen nowhere: its walls are drawn on what is shown, downstream. */
  *turned = upstream && drawn;
  points = dup_smooth (line);
  set_points (self, points);
  if (self->straight)
    for (guint i = 0; i < self->n; i++)
      self->directions[i] = (VenulePoint){ flow_x, flow_y };
}

/* ---- Walls ---- */

static void
set_walls_of_crop (VenuleCentreline *self,
                   const GArray     *outline)
{
  const VenuleCropWalls walls = { self->n, self->along, self->points, self->directions, self->left, self->right };
  double sd, diameter;

  self->from = VENULE_WALLS_CROP;
  venule_crop_walls_cut (&walls, outline);
  diameter = venule_centreline_get_diameter (self, &sd);
  self->oblique = sd > ASKEW * diameter;
  venule_crop_walls_extend (&walls, outline);
  /* Edges that are no walls stay where they are seen, so that they can be dragged to where the walls are. */
  if (self->straight && !self->oblique)
    venule_crop_walls_straighten (&walls);
}

/* (element-type VenuleWall): in the order of their places, on the line that leads the other way when @turned. */
static void
set_walls (VenuleCentreline *self,
           const GArray     *walls,
           gboolean          turned)
{
  double length = self->along[self->n - 1];

  for (guint i = 0; i < self->n; i++)
    {
      double along = turned ? length - self->along[i] : self->along[i], t;
      const VenuleWall *a, *b;
      guint k = 0;
      double left, right;

      while (k + 2 < walls->len && g_array_index (walls, VenuleWall, k + 1).along < along)
        k++;
      a = &g_array_index (walls, VenuleWall, k);
      b = walls->len > 1 ? a + 1 : a;
      t = b->along > a->along ? CLAMP ((along - a->along) / (b->along - a->along), 0, 1) : 0;
      left = a->left + t * (b->left - a->left);
      right = a->right + t * (b->right - a->right);
      self->left[i] = turned ? right : left;
      self->right[i] = turned ? left : right;
    }
}

/* A line by hand may end before the crop does. One that is drawn to its edge ends near it, and to the vessel belong
 * the corners of the crop as well. */
static gboolean
is_in_crop (const VenuleCentreline *self,
            const GArray           *outline,
            guint                   i)
{
  return !self->straight && venule_outline_distance (outline, self->points[i].x, self->points[i].y) > STEP;
}

static void
set_range (VenuleCentreline   *self,
           const VenuleVessel *vessel,
           const GArray       *outline,
           int                 frame_width,
           int                 frame_height)
{
  guint first = 0, last = self->n - 1;

  /* Ends on the outline itself count as inside. */
  while (first < last && first + 1 < self->n &&
         !venule_vessel_contains (vessel, frame_width, frame_height, self->points[first].x, self->points[first].y) &&
         !venule_vessel_contains (vessel, frame_width, frame_height, self->points[first + 1].x,
                                  self->points[first + 1].y))
    first++;
  while (last > first && !venule_vessel_contains (vessel, frame_width, frame_height, self->points[last].x,
                                                  self->points[last].y) &&
         !venule_vessel_contains (vessel, frame_width, frame_height, self->points[last - 1].x,
                                  self->points[last - 1].y))
    last--;
  if (last <= first)
    {
      first = 0;
      last = self->n - 1;
    }
  self->first = self->along[first];
  self->last = self->along[last];
  self->begin = first == 0 && is_in_crop (self, outline, first) ? self->first : -INFINITY;
  self->end = last == self->n - 1 && is_in_crop (self, outline, last) ? self->last : INFINITY;
}

VenuleCentreline *
venule_centreline_new (const VenuleVessel          *vessel,
                       const VenuleMeasureSettings *settings,
                       int                          frame_width,
                       int                          frame_height)
{
  VenuleCentreline *self = g_atomic_rc_box_new0 (VenuleCentreline);
  g_autoptr(GArray) outline = venule_vessel_dup_outline (vessel, frame_width, frame_height);
  gboolean turned;

  set_line (self, vessel, settings, outline, &turned);
  set_range (self, vessel, outline, frame_width, frame_height);
  set_walls_of_crop (self, outline);
  if (vessel->kind == VENULE_CROP_WHOLE)
    self->from = VENULE_WALLS_UNKNOWN;
  if (settings == NULL)
    return self;

  if (settings->walls->len > 0)
    {
      set_walls (self, settings->walls, turned);
      self->from = VENULE_WALLS_HAND;
    }
  else if (settings->diameter_profile != NULL)
    {
      g_autofree char *key = venule_centreline_dup_key (self);
      g_autoptr(GArray) walls = venule_diameter_dup_walls (settings->diameter_profile, key);

      if (walls != NULL)
        {
          set_walls (self, walls, FALSE);
          self->from = VENULE_WALLS_MEASURED;
        }
    }

  return self;
}

/* ---- What was given ---- */

static gboolean
check_points (const VenuleMeasureSettings  *settings,
              int                           frame_width,
              int                           frame_height,
              GError                      **error)
{
  for (guint i = 0; i < settings->centreline->len; i++)
    {
      const VenulePoint *point = &g_array_index (settings->centreline, VenulePoint, i);

      /* From edge to edge of the outermost pixels. */
      if (point->x >= -0.5 && point->x <= frame_width - 0.5 && point->y >= -0.5 && point->y <= frame_height - 0.5)
        continue;
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The centreline leaves the picture at %g,%g: the picture has %d × %d px."), point->x, point->y,
                   frame_width, frame_height);
      return FALSE;
    }

  return TRUE;
}

gboolean
venule_centreline_check_shape (const GArray  *points,
                               GError       **error)
{
  VenulePoint at;
  const char *fault = venule_line_find_fault (points, &at);

  if (fault == NULL)
    return TRUE;
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               /* Translators: “The centreline crosses itself”, and a place */
               _("%s at %.0f,%.0f: give its points in their order along the vessel."), _(fault), at.x, at.y);
  return FALSE;
}

static gboolean
check_walls (const VenuleMeasureSettings  *settings,
             const VenuleCentreline       *line,
             int                           frame_width,
             int                           frame_height,
             GError                      **error)
{
  double length = venule_centreline_get_length (line);
  double farthest = hypot (frame_width, frame_height);

  for (guint i = 0; i < settings->walls->len; i++)
    {
      const VenuleWall *wall = &g_array_index (settings->walls, VenuleWall, i);
      double along = wall->along;

      /* A wall may lie beyond the edge of the picture, but not farther away than the picture is large. */
      if (MAX (wall->left, wall->right) > farthest)
        {
          g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("The walls at %g px of the centreline are %g and %g px away from it: the picture has %d × %d "
                         "px."), along,
                       wall->left, wall->right, frame_width, frame_height);
          return FALSE;
        }
      if (along >= -ROUNDED && along <= length + ROUNDED)
        continue;
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Walls were given at %g px of the centreline, which is %.0f px long."), along, length);
      return FALSE;
    }

  return TRUE;
}

static gboolean
check_flux_line (const VenuleMeasureSettings  *settings,
                 const VenuleCentreline       *line,
                 GError                      **error)
{
  double first, last;

  venule_centreline_get_range (line, &first, &last);
  if (!isfinite (settings->flux_position) ||
      (settings->flux_position >= first && settings->flux_position <= last))
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("The flux line at %g px lies outside of the part of the vessel that is analysed: that is from %.0f to "
                 "%.0f px of the centreline."), settings->flux_position, ceil (first), floor (last));

  return FALSE;
}

gboolean
venule_centreline_check_places (const VenuleVessel           *vessel,
                                const VenuleMeasureSettings  *settings,
                                int                           frame_width,
                                int                           frame_height,
                                GError                      **error)
{
  g_autoptr(VenuleCentreline) line = NULL;

  g_return_val_if_fail (vessel != NULL && settings != NULL, FALSE);

  if (!check_points (settings, frame_width, frame_height, error))
    return FALSE;
  line = venule_centreline_new (vessel, settings, frame_width, frame_height);

  return check_walls (settings, line, frame_width, frame_height, error) && check_flux_line (settings, line, error);
}
