/* venule-motion-field.c: how cells move at each place of the vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-motion-field.h"

#include <math.h>

#define MAX_NOTES 256    /* the newest; older ones are forgotten */
#define REACH 1.0        /* diameters, within which cells are alike; … */
#define WIDENINGS 3      /* … where there are too few, twice as far, and so on */
#define FARTHEST 3.0     /* times that; what is farther off tells nothing */
#define MIN_WEIGHT 3.0   /* cells */
#define AGREEMENT 0.9    /* from which there is one way */
#define OWN_WAY 0.7      /* cosine: what is farther off the usual way goes its own */

typedef struct {
  VenulePoint at, velocity;
} Note;

struct _VenuleMotionField
{
  double  diameter;
  GArray *notes; /* of Note */
  guint   next;
};

/**
 * venule_motion_field_new:
 * @diameter: expected, of a cell, px
 *
 * Returns: (transfer full): a field of which nothing is known
 */
VenuleMotionField *
venule_motion_field_new (double diameter)
{
  VenuleMotionField *self = g_new0 (VenuleMotionField, 1);

  self->diameter = diameter;
  self->notes = g_array_new (FALSE, FALSE, sizeof (Note));
  return self;
}

VenuleMotionField *
venule_motion_field_of_paths (GPtrArray *paths,
                              double     diameter)
{
  VenuleMotionField *self = venule_motion_field_new (diameter);

  for (guint i = 0; i < paths->len; i++)
    venule_motion_field_note_path (self, g_ptr_array_index (paths, i));
  return self;
}

void
venule_motion_field_free (VenuleMotionField *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->notes);
  g_free (self);
}

void
venule_motion_field_note (VenuleMotionField *self,
                          VenulePoint        at,
                          VenulePoint        velocity)
{
  Note note = { at, velocity };

  if (self->notes->len < MAX_NOTES)
    g_array_append_val (self->notes, note);
  else
    g_array_index (self->notes, Note, self->next++ % MAX_NOTES) = note;
}

void
venule_motion_field_note_path (VenuleMotionField      *self,
                               const VenuleTissuePath *path)
{
  const VenuleTissueSpot *from = venule_tissue_path_spot (path, 0);

  for (guint i = 1; i < path->spots->len; i++)
    {
      const VenuleTissueSpot *spot = venule_tissue_path_spot (path, i);
      double time = spot->time - from->time;

      if (time <= 0 || hypot (spot->x - from->x, spot->y - from->y) < self->diameter)
        continue;
      venule_motion_field_note (self, (VenulePoint){ (spot->x + from->x) / 2, (spot->y + from->y) / 2 },
                                (VenulePoint){ (spot->x - from->x) / time, (spot->y - from->y) / time });
      from = spot;
    }
}

static gboolean
look (const VenuleMotionField *self,
      VenulePoint              at,
      double                   reach,
      VenuleMotion            *motion)
{
  double weights = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0, way_x = 0, way_y = 0;

  for (guint i = 0; i < self->notes->len; i++)
    {
      const Note *note = &g_array_index (self->notes, Note, i);
      double x_off = (note->at.x - at.x) / reach, y_off = (note->at.y - at.y) / reach;
      double off = x_off * x_off + y_off * y_off, weight, speed;

      if (off > FARTHEST * FARTHEST)
        continue;
      weight = exp (-off / 2);
      speed = MAX (hypot (note->velocity.x, note->velocity.y), 1e-9);
      weights += weight;
      x += weight * note->velocity.x;
      y += weight * note->velocity.y;
      xx += weight * note->velocity.x * note->velocity.x;
      xy += weight * note->velocity.x * note->velocity.y;
      yy += weight * note->velocity.y * note->velocity.y;
      way_x += weight * note->velocity.x / speed;
      way_y += weight * note->velocity.y / speed;
    }
  if (weights < MIN_WEIGHT)
    return FALSE;

  x /= weights;
  y /= weights;
  xx = xx / weights - x * x;
  xy = xy / weights - x * y;
  yy = yy / weights - y * y;

  double speed = hypot (x, y), ux = speed > 0 ? x / speed : 1, uy = speed > 0 ? y / speed : 0;
  motion->velocity = (VenulePoint){ x, y };
  motion->along_sd = sqrt (MAX (ux * ux * xx + 2 * ux * uy * xy + uy * uy * yy, 0));
  motion->across_sd = sqrt (MAX (uy * uy * xx - 2 * ux * uy * xy + ux * ux * yy, 0));
  motion->agreement = hypot (way_x, way_y) / weights;
  return TRUE;
}

/**
 * venule_motion_field_get:
 * @self: the field
 * @at: a place, px
 * @motion: (out caller-allocates): how cells move there
 *
 * Returns: whether enough cells are known to tell
 */
gboolean
venule_motion_field_get (const VenuleMotionField *self,
                         VenulePoint              at,
                         VenuleMotion            *motion)
{
  double reach = REACH * self->diameter;

  for (int i = 0; i <= WIDENINGS; i++, reach *= 2)
    if (look (self, at, reach, motion))
      return TRUE;
  return FALSE;
}

gboolean
venule_motion_field_get_way (const VenuleMotionField *self,
                             VenulePoint              at,
                             VenulePoint             *way)
{
  VenuleMotion motion;
  double speed;

  if (!venule_motion_field_get (self, at, &motion) || motion.agreement < AGREEMENT)
    return FALSE;
  speed = hypot (motion.velocity.x, motion.velocity.y);
  *way = (VenulePoint){ motion.velocity.x / speed, motion.velocity.y / speed };
  return TRUE;
}

gboolean
venule_motion_keeps_to (VenulePoint moved,
                        VenulePoint way,
                        double      shortest)
{
  double length = hypot (moved.x, moved.y);

  return length < shortest || moved.x * way.x + moved.y * way.y > OWN_WAY * length;
}
