/* venule-registration-known.c: how far the frames have moved that were measured
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-order.h"
#include "venule-registration-private.h"

void
venule_registration_note (VenuleRegistration *self,
                          gint64              frame,
                          const VenuleShift  *shift)
{
  VenuleRegistrationEntry entry = { frame, *shift };

  g_mutex_lock (&self->lock);
  self->n_unknown += !shift->known;
  g_array_append_val (self->entries, entry);
  g_mutex_unlock (&self->lock);
}

static gint64
frame_of (const VenuleRegistration *self,
          guint                     i)
{
  return g_array_index (self->entries, VenuleRegistrationEntry, i).frame;
}

/* Under the lock. How many entries there are up to @frame, and with it; @near: after so many it may well be the
 * next. */
static guint
count_until (const VenuleRegistration *self,
             gint64                    frame,
             guint                     near)
{
  if (near < self->entries->len && frame_of (self, near) == frame)
    return near + 1;
  return (guint) venule_bisect (0, self->entries->len, i, frame_of (self, (guint) i) <= frame);
}

/* Under the lock. After the first @n of them. */
static VenuleShift
shift_after (const VenuleRegistration *self,
             guint                     n)
{
  return n > 0 ? g_array_index (self->entries, VenuleRegistrationEntry, n - 1).shift
               : (VenuleShift){ .known = TRUE, .gain = 1 };
}

/* Under the lock. A picture that can be compared with those before in less than half of its frames is taken to stand
 * still: what is found in the others is no movement of it. */
static gboolean
stands_still (const VenuleRegistration *self)
{
  return 2 * self->n_unknown + 1 >= self->entries->len;
}

/**
 * venule_registration_get:
 * @self: the registration
 * @frame: number of a frame
 * @shift: (out caller-allocates): its shift; none before the first frame, nor in any where it is unknown in most
 */
void
venule_registration_get (VenuleRegistration *self,
                         gint64              frame,
                         VenuleShift        *shift)
{
  g_mutex_lock (&self->lock);
  *shift = shift_after (self, stands_still (self) ? 0 : count_until (self, frame, 0));
  g_mutex_unlock (&self->lock);
}

guint
venule_registration_get_n_unknown (VenuleRegistration *self)
{
  guint n;

  g_mutex_lock (&self->lock);
  n = self->n_unknown;
  g_mutex_unlock (&self->lock);
  return n;
}

/**
 * venule_registration_fill:
 * @self: the registration
 * @spots: (array length=n): spots of frames that were measured
 * @n: their number
 *
 * Notes in each spot how far its frame had moved, or that it is unknown.
 */
void
venule_registration_fill (VenuleRegistration *self,
                          VenuleSpot         *spots,
                          guint               n)
{
  VenuleShift shift = { .known = TRUE, .gain = 1 };
  gboolean still;
  guint known = 0;

  g_mutex_lock (&self->lock);
  still = stands_still (self);
  for (guint i = 0; i < n; i++)
    {
      /* Spots of one frame, or of one after the other, often follow each other. */
      if (i == 0 || spots[i].frame != spots[i - 1].frame)
        {
          known = count_until (self, spots[i].frame, known);
          shift = shift_after (self, still ? 0 : known);
        }
      spots[i].shift_x = (float) shift.dx;
      spots[i].shift_y = (float) shift.dy;
      if (!shift.known)
        spots[i].uncertainty = VENULE_UNCERTAINTY_NO_SHIFT;
    }
  g_mutex_unlock (&self->lock);
}
