/* venule-centreline.c: the way along a vessel, and its walls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-centreline-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-order.h"

#define NO_WALLS N_("the crop is the whole frame: draw the vessel, or its walls")
#define NO_WIDTH N_("the centreline lies where the vessel has no width")
#define NO_SIDES N_("the edges of the crop do not run along the vessel: drag its walls, or measure its diameter")

static void
centreline_clear (gpointer data)
{
  VenuleCentreline *self = data;

  g_free (self->along);
  g_free (self->points);
  g_free (self->directions);
  g_free (self->left);
  g_free (self->right);
}

VenuleCentreline *
venule_centreline_ref (VenuleCentreline *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
venule_centreline_unref (VenuleCentreline *self)
{
  g_atomic_rc_box_release_full (self, centreline_clear);
}

gboolean
venule_centreline_equal (const VenuleCentreline *a,
                         const VenuleCentreline *b)
{
  if (a->n != b->n || a->straight != b->straight || a->from != b->from || a->first != b->first || a->last != b->last)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (a->points[i].x != b->points[i].x || a->points[i].y != b->points[i].y || a->left[i] != b->left[i] ||
        a->right[i] != b->right[i])
      return FALSE;

  return TRUE;
}

char *
venule_centreline_dup_key (const VenuleCentreline *self)
{
  g_autoptr(GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < self->n; i++)
    {
      /* 1/64 px; what differs by rounding alone is the same line. */
      const gint32 at[] = { GINT32_TO_LE ((gint32) lrint (64 * self->points[i].x)),
                            GINT32_TO_LE ((gint32) lrint (64 * self->points[i].y)) };

      g_checksum_update (sum, (const guchar *) at, sizeof at);
    }

  return g_strndup (g_checksum_get_string (sum), 16);
}

/* ---- Places ---- */

gboolean
venule_centreline_is_straight (const VenuleCentreline *self)
{
  return self->straight;
}

const char *
venule_centreline_get_fault (const VenuleCentreline *self)
{
  return self->fault;
}

double
venule_centreline_get_length (const VenuleCentreline *self)
{
  return self->along[self->n - 1];
}

/* How far a place lies downstream of the perpendicular through a point. */
static double
ahead (const VenuleCentreline *self,
       guint                   i,
       double                  x,
       double                  y)
{
  return (x - self->points[i].x) * self->directions[i].x + (y - self->points[i].y) * self->directions[i].y;
}

static guint
find_nearest (const VenuleCentreline *self,
              double                  x,
              double                  y)
{
  double nearest = INFINITY;
  guint found = 0;

  for (guint i = 0; i < self->n; i++)
    {
      double dx = x - self->points[i].x, dy = y - self->points[i].y;

      if (dx * dx + dy * dy < nearest)
        {
          nearest = dx * dx + dy * dy;
          found = i;
        }
    }

  return found;
}

void
venule_centreline_project (const VenuleCentreline *self,
                           double                  x,
                           double                  y,
                           guint                  *hint,
                           double                 *along,
                           double                 *beside)
{
  guint i = self->straight ? 0 : *hint < self->n ? *hint : find_nearest (self, x, y);
  double here = ahead (self, i, x, y), there = 0, t = 0;
  VenulePoint direction = self->directions[i], foot = self->points[i];

  if (!self->straight)
    {
      while (here < 0 && i > 0)
        here = ahead (self, --i, x, y);
      while (i + 1 < self->n && (there = ahead (self, i + 1, x, y)) >= 0)
        {
          here = there;
          i++;
        }
      *hint = i;
      direction = self->directions[i];
      foot = self->points[i];
    }
  if (!self->straight && here >= 0 && i + 1 < self->n)
    {
      t = here / (here - there);
      *along = self->along[i] + t * (self->along[i + 1] - self->along[i]);
      direction.x += t * (self->directions[i + 1].x - direction.x);
      direction.y += t * (self->directions[i + 1].y - direction.y);
      foot.x += t * (self->points[i + 1].x - foot.x);
      foot.y += t * (self->points[i + 1].y - foot.y);
    }
  else
    {
      *along = self->along[i] + here;
    }
  if (beside != NULL)
    *beside = ((y - foot.y) * direction.x - (x - foot.x) * direction.y) / fmax (hypot (direction.x, direction.y),
                                                                                1e-12);
}

/* The point at or before a place, and how far it is on from there to the next. */
static guint
find_place (const VenuleCentreline *self,
            double                  along,
            double                 *t)
{
  guint at = (guint) venule_bisect (1, self->n - 1, i, self->along[i] <= along) - 1;

  *t = self->n > 1 ? (along - self->along[at]) / (self->along[at + 1] - self->along[at]) : 0;

  return at;
}

void
venule_centreline_get_point (const VenuleCentreline *self,
                             double                  along,
                             VenulePoint            *point,
                             VenulePoint            *direction)
{
  double t, u, length;
  guint i = find_place (self, along, &t);

  u = CLAMP (t, 0, 1);
  *point = (VenulePoint){ self->points[i].x + t * (self->points[i + 1].x - self->points[i].x),
                          self->points[i].y + t * (self->points[i + 1].y - self->points[i].y) };
  *direction = (VenulePoint){ self->directions[i].x + u * (self->directions[i + 1].x - self->directions[i].x),
                              self->directions[i].y + u * (self->directions[i + 1].y - self->directions[i].y) };
  length = fmax (hypot (direction->x, direction->y), 1e-12);
  direction->x /= length;
  direction->y /= length;
}

const VenulePoint *
venule_centreline_get_points (const VenuleCentreline *self,
                              guint                  *n)
{
  *n = self->n;

  return self->points;
}

void
venule_centreline_get_walls (const VenuleCentreline *self,
                             double                  along,
                             double                 *left,
                             double                 *right)
{
  double t;
  guint i = find_place (self, along, &t);

  t = CLAMP (t, 0, 1);
  *left = self->from == VENULE_WALLS_UNKNOWN ? NAN : self->left[i] + t * (self->left[i + 1] - self->left[i]);
  *right = self->from == VENULE_WALLS_UNKNOWN ? NAN : self->right[i] + t * (self->right[i + 1] - self->right[i]);
}

VenuleWallsFrom
venule_centreline_get_walls_from (const VenuleCentreline *self)
{
  return self->from;
}

double
venule_centreline_get_range (const VenuleCentreline *self,
                             double                 *first,
                             double                 *last)
{
  if (first != NULL)
    *first = self->first;
  if (last != NULL)
    *last = self->last;

  return self->last - self->first;
}

void
venule_centreline_get_ends (const VenuleCentreline *self,
                            double                 *begin,
                            double                 *end)
{
  *begin = self->begin;
  *end = self->end;
}

/* ---- The vessel as a whole ---- */

/* ∫ (D − @base)^@power ds over the analysed part, by trapezia. */
static double
integrate (const VenuleCentreline *self,
           guint                   power,
           double                  base)
{
  double sum = 0;

  if (self->from == VENULE_WALLS_UNKNOWN)
    return NAN;
  for (guint i = 0; i + 1 < self->n; i++)
    {
      double a = self->left[i] + self->right[i] - base, b = self->left[i + 1] + self->right[i + 1] - base;
      double step = self->along[i + 1] - self->along[i];

      if (self->along[i] < self->first - 1e-9 || self->along[i + 1] > self->last + 1e-9)
        continue;
      sum += step * (power == 1 ? (a + b) / 2 : (a * a + a * b + b * b) / 3);
    }

  return sum;
}

double
venule_centreline_get_diameter (const VenuleCentreline *self,
                                double                 *sd)
{
  double length = self->last - self->first, mean = integrate (self, 1, 0) / length;

  if (sd != NULL)
    *sd = sqrt (integrate (self, 2, mean) / length);

  return mean;
}

double
venule_centreline_get_volume (const VenuleCentreline *self)
{
  return G_PI / 4 * integrate (self, 2, 0);
}

double
venule_centreline_get_wall_area (const VenuleCentreline *self)
{
  return G_PI * integrate (self, 1, 0);
}

const char *
venule_centreline_find_walls_missing (const VenuleCentreline *self)
{
  if (self->from == VENULE_WALLS_UNKNOWN)
    return NO_WALLS;
  if (!(venule_centreline_get_wall_area (self) > 0))
    return NO_WIDTH;

  return self->from == VENULE_WALLS_CROP && self->oblique ? NO_SIDES : NULL;
}
