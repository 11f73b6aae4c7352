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
  self->half_width = description->lumen_width / 2;
  find_ends (self, description);
}

ScenePoint
scene_vessel_to_frame (const SceneVessel *self,
                       double             s,
                       double             t)
{
  double u = t + self->bend * s * s;

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
  int steps = self->bend == 0 ? 1 : 16;

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

  if (fabs (self->along.y) < 1e-9 && self->bend == 0)
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
