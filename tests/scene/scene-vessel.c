/* scene-vessel.c: where the vessel lies in the picture, and how the picture shakes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-vessel.h"

#include <math.h>

#include "scene-random.h"

static gboolean
in_frame (const SceneDescription *description,
          ScenePoint              p)
{
  return p.x >= -0.5 && p.y >= -0.5 && p.x <= description->width - 0.5 && p.y <= description->height - 0.5;
}

static void
find_ends (SceneVessel            *self,
           const SceneDescription *description)
{
  double reach = description->width + description->height + 2 * fabs (description->vessel_offset);

  self->first = INFINITY;
  self->last = -INFINITY;
  for (double s = -reach; s <= reach; s += 1)
    {
      for (int i = -2; i <= 2; i++)
        {
          if (in_frame (description, scene_vessel_to_frame (self, s, i * self->half_width / 2)))
            {
              self->first = MIN (self->first, s);
              self->last = MAX (self->last, s);
            }
        }
    }
  if (self->first > self->last) /* the vessel misses the frame */
    self->first = self->last = 0;
}

void
scene_vessel_init (SceneVessel            *self,
                   const SceneDescription *description)
{
  double angle = description->vessel_angle * G_PI / 180;
  double half = description->width / 2.0;

  self->along = (ScenePoint){ cos (angle), sin (angle) };
  self->across = (ScenePoint){ -sin (angle), cos (angle) };
  self->centre.x = (description->width - 1) / 2.0 + description->vessel_offset * self->across.x;
  self->centre.y = (description->height - 1) / 2.0 + description->vessel_offset * self->across.y;
  self->bend = description->vessel_bend / (half * half);
  self->turn = description->vessel_turn * G_PI / 180;
  self->turn_radius = description->vessel_turn_radius;
  self->half_width = description->lumen_width / 2;
  self->branch_half_width = description->branch_angle == 0 ? 0 : description->branch_width / 2;
  self->branch_start = self->centre;
  angle += description->branch_angle * G_PI / 180;
  self->branch_along = (ScenePoint){ cos (angle), sin (angle) };
  find_ends (self, description);
}

/* Where a straight part begins that follows the arc (@side 1) or precedes it (−1), along and across the vessel, and its
 * direction there. */
static void
straight_part (const SceneVessel *self,
               double             side,
               ScenePoint        *start,
               ScenePoint        *direction)
{
  double half = side * self->turn / 2;

  *start = (ScenePoint){ self->turn_radius * fabs (sin (half)) * side,
                         copysign (self->turn_radius * (1 - cos (half)), self->turn) };
  *direction = (ScenePoint){ cos (half), sin (half) };
}

/* Along and across the vessel in its middle, of a vessel with an arc. */
static ScenePoint
turned_to_plane (const SceneVessel *self,
                 double             s,
                 double             t)
{
  double sign = copysign (1, self->turn);
  double half = self->turn_radius * fabs (self->turn) / 2; /* length of the arc */
  ScenePoint start, direction;
  double beyond;

  if (fabs (s) <= half)
    {
      double radius = self->turn_radius - sign * t;

      return (ScenePoint){ radius * sin (s / self->turn_radius),
                           sign * (self->turn_radius - radius * cos (s / self->turn_radius)) };
    }

  straight_part (self, s > 0 ? 1 : -1, &start, &direction);
  beyond = s > 0 ? s - half : s + half;
  return (ScenePoint){ start.x + beyond * direction.x - t * direction.y,
                       start.y + beyond * direction.y + t * direction.x };
}

/* Of the three parts the one whose axis is nearest. */
static void
turned_from_plane (const SceneVessel *self,
                   double             u,
                   double             w,
                   double            *s,
                   double            *t)
{
  double sign = copysign (1, self->turn);
  double half = self->turn_radius * fabs (self->turn) / 2;
  double angle = atan2 (u, self->turn_radius - sign * w);

  *s = self->turn_radius * angle;
  *t = sign * (self->turn_radius - hypot (u, self->turn_radius - sign * w));
  if (fabs (*s) > half)
    *t = INFINITY;
  for (int side = -1; side <= 1; side += 2)
    {
      ScenePoint start, direction;
      double along, across;

      straight_part (self, side, &start, &direction);
      along = (u - start.x) * direction.x + (w - start.y) * direction.y;
      across = (w - start.y) * direction.x - (u - start.x) * direction.y;
      if (along * side < 0 || fabs (across) > fabs (*t))
        continue;
      *s = side * half + along;
      *t = across;
    }
  if (!isfinite (*t)) /* inside of the turn, beyond its middle */
    *t = sign * self->turn_radius;
}

ScenePoint
scene_vessel_to_frame (const SceneVessel *self,
                       double             s,
                       double             t)
{
  double u = t + self->bend * s * s;

  if (self->turn != 0)
    {
      ScenePoint p = turned_to_plane (self, s, t);

      s = p.x;
      u = p.y;
    }

  return (ScenePoint){ self->centre.x + s * self->along.x + u * self->across.x,
                       self->centre.y + s * self->along.y + u * self->across.y };
}

void
scene_vessel_from_frame (const SceneVessel *self,
                         double             x,
                         double             y,
                         double            *s,
                         double            *t)
{
  double dx = x - self->centre.x;
  double dy = y - self->centre.y;

  *s = dx * self->along.x + dy * self->along.y;
  *t = dx * self->across.x + dy * self->across.y - self->bend * *s * *s;
  if (self->turn != 0)
    turned_from_plane (self, *s, *t, s, t);
}

ScenePoint
scene_vessel_direction (const SceneVessel *self,
                        double             s)
{
  double half = self->turn_radius * fabs (self->turn) / 2;
  double angle = self->turn == 0 ? 0 : CLAMP (s, -half, half) / self->turn_radius * copysign (1, self->turn);

  return (ScenePoint){ cos (angle) * self->along.x + sin (angle) * self->across.x,
                       cos (angle) * self->along.y + sin (angle) * self->across.y };
}

SceneVessel
scene_vessel_branch (const SceneVessel      *self,
                     const SceneDescription *description)
{
  ScenePoint along = self->branch_along;

  return (SceneVessel){ .centre = self->branch_start, .along = along, .across = { -along.y, along.x },
                        .half_width = self->branch_half_width,
                        .last = hypot (description->width, description->height) };
}

double
scene_vessel_outside (const SceneVessel *self,
                      double             x,
                      double             y,
                      double            *s,
                      double            *t)
{
  double dx = x - self->branch_start.x;
  double dy = y - self->branch_start.y;
  double along = dx * self->branch_along.x + dy * self->branch_along.y;
  double across = dy * self->branch_along.x - dx * self->branch_along.y;
  double outside;

  scene_vessel_from_frame (self, x, y, s, t);
  outside = fabs (*t) - self->half_width;
  if (self->branch_half_width == 0 || along < 0 || fabs (across) - self->branch_half_width >= outside)
    return outside;

  *s = along;
  *t = across;
  return fabs (across) - self->branch_half_width;
}

double
scene_vessel_pulse (const SceneDescription *description,
                    double                  seconds)
{
  return 1 + description->pulse * cos (2 * G_PI * description->pulse_rate * seconds);
}

double
scene_vessel_flown (const SceneDescription *description,
                    double                  seconds)
{
  double turn = 2 * G_PI * description->pulse_rate;

  return seconds + description->pulse * sin (turn * seconds) / turn;
}

double
scene_vessel_drift (const SceneDescription *description)
{
  return hypot (description->drift_x, description->drift_y) * description->frames / description->frame_rate;
}

double
scene_vessel_reach (const SceneDescription *description)
{
  return description->breathing + 5 * description->vibration + scene_vessel_drift (description);
}

/* Breathing pulls mostly one way and rests in between: a sine whose peaks are sharpened. */
ScenePoint
scene_vessel_displacement (const SceneDescription *description,
                           guint64                 seed,
                           int                     frame)
{
  SceneRandom random;
  ScenePoint shift;
  double phase, breath;

  scene_random_init (&random, seed, SCENE_STREAM_SHAKE, 0);
  phase = scene_random_range (&random, 0, 2 * G_PI);
  phase += 2 * G_PI * frame / (description->frame_rate * description->breathing_period);
  breath = description->breathing * (0.8 * sin (phase) + 0.2 * sin (2 * phase));

  scene_random_init (&random, seed, SCENE_STREAM_SHAKE, 1 + (guint64) frame);
  shift.x = 0.35 * breath + description->vibration * scene_random_gaussian (&random);
  shift.y = 0.937 * breath + description->vibration * scene_random_gaussian (&random);
  shift.x += description->drift_x * frame / description->frame_rate;
  shift.y += description->drift_y * frame / description->frame_rate;

  return shift;
}

/* One side of the frame: keeps the part of a polygon where a·x + b·y ≤ c (Sutherland and Hodgman 1974). */
static GArray *
clip (GArray *polygon,
      double  a,
      double  b,
      double  c)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (ScenePoint));

  for (guint i = 0; i < polygon->len; i++)
    {
      ScenePoint p = g_array_index (polygon, ScenePoint, i);
      ScenePoint q = g_array_index (polygon, ScenePoint, (i + 1) % polygon->len);
      double dp = c - a * p.x - b * p.y;
      double dq = c - a * q.x - b * q.y;

      if (dp >= 0)
        g_array_append_val (kept, p);
      if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0))
        {
          ScenePoint cut = { p.x + (q.x - p.x) * dp / (dp - dq), p.y + (q.y - p.y) * dp / (dp - dq) };

          g_array_append_val (kept, cut);
        }
    }
  g_array_unref (polygon);

  return kept;
}

static void
append_number (GString *text,
               double   value,
               int      decimals)
{
  char format[8];
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (fabs (value) < 0.5 * pow (10, -decimals)) /* never "-0.0" */
    value = 0;
  g_snprintf (format, sizeof format, "%%.%df", decimals);
  g_string_append (text, g_ascii_formatd (buffer, sizeof buffer, format, value));
}

static char *
lumen_polygon (const SceneVessel      *self,
               const SceneDescription *description)
{
  g_autoptr(GArray) polygon = g_array_new (FALSE, FALSE, sizeof (ScenePoint));
  GString *text = g_string_new (NULL);
  int steps = self->turn != 0 ? 40 : self->bend != 0 ? 16 : 1;

  for (int side = -1; side <= 1; side += 2)
    {
      for (int i = 0; i <= steps; i++)
        {
          double share = side < 0 ? (double) i / steps : 1 - (double) i / steps;
          ScenePoint p = scene_vessel_to_frame (self, self->first + share * (self->last - self->first),
                                                side * self->half_width);

          g_array_append_val (polygon, p);
        }
    }
  polygon = clip (polygon, -1, 0, 0);
  polygon = clip (polygon, 1, 0, description->width - 1);
  polygon = clip (polygon, 0, -1, 0);
  polygon = clip (polygon, 0, 1, description->height - 1);

  for (guint i = 0; i < polygon->len; i++)
    {
      ScenePoint p = g_array_index (polygon, ScenePoint, i);

      if (i > 0)
        g_string_append_c (text, ' ');
      append_number (text, p.x, 1);
      g_string_append_c (text, ',');
      append_number (text, p.y, 1);
    }

  return g_string_free (text, FALSE);
}

static char *
lumen_rectangle (const SceneVessel      *self,
                 const SceneDescription *description)
{
  int top = (int) MAX (ceil (self->centre.y - self->half_width), 0);
  int bottom = (int) MIN (floor (self->centre.y + self->half_width), description->height - 1);

  return g_strdup_printf ("0,%d,%d,%d", top, description->width, bottom - top + 1);
}

ScenePoint
scene_vessel_arrow (const SceneVessel      *self,
                    const SceneDescription *description)
{
  double c = description->flow * cos (description->typed_angle * G_PI / 180);
  double s = description->flow * sin (description->typed_angle * G_PI / 180);

  return (ScenePoint){ c * self->along.x - s * self->along.y, s * self->along.x + c * self->along.y };
}

GPtrArray *
scene_vessel_options (const SceneVessel      *self,
                      const SceneDescription *description)
{
  GPtrArray *options = g_ptr_array_new_with_free_func (g_free);
  ScenePoint arrow;
  GString *text;

  if (fabs (self->along.y) < 1e-9 && self->bend == 0 && self->turn == 0)
    {
      g_autofree char *rectangle = lumen_rectangle (self, description);

      g_ptr_array_add (options, g_strconcat ("--crop=", rectangle, NULL));
    }
  else
    {
      g_autofree char *polygon = lumen_polygon (self, description);

      g_ptr_array_add (options, g_strconcat ("--polygon=", polygon, NULL));
    }

  arrow = scene_vessel_arrow (self, description);
  text = g_string_new ("--flow=");
  append_number (text, arrow.x, 4);
  g_string_append_c (text, ',');
  append_number (text, arrow.y, 4);
  g_ptr_array_add (options, g_string_free (text, FALSE));

  text = g_string_new ("--pixel-size=");
  append_number (text, description->pixel_size, 4);
  g_ptr_array_add (options, g_string_free (text, FALSE));

  text = g_string_new ("--cell-diameter=");
  append_number (text, 2 * description->radius_mean * description->typed_diameter, 2);
  g_ptr_array_add (options, g_string_free (text, FALSE));

  return options;
}
