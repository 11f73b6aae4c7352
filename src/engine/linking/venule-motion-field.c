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
#define MIN_WEIGHT 3.0   /* cells */

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

static gboolean
look (const VenuleMotionField *self,
      VenulePoint              at,
      double                   reach,
      VenuleMotion            *motion)
{
  double weights = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;

  for (guint i = 0; i < self->notes->len; i++)
    {
      const Note *note = &g_array_index (self->notes, Note, i);
      double off = hypot (note->at.x - at.x, note->at.y - at.y) / reach;
      double weight = exp (-off * off / 2);

      weights += weight;
      x += weight * note->velocity.x;
      y += weight * note->velocity.y;
      xx += weight * note->velocity.x * note->velocity.x;
      xy += weight * note->velocity.x * note->velocity.y;
      yy += weight * note->velocity.y * note->velocity.y;
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
