/* venule-crop-walls.c: which edges of a crop are a vessel's walls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-crop-walls.h"

#include <math.h>

#include "venule-medial-axis.h"

#define INWARDS 1e-6       /* px: the first and the last place lie on the outline */
#define ALONG (M_SQRT1_2)  /* cosine of the angle up to which an edge runs along the centreline */

static VenulePoint
get_place (const VenuleCropWalls *self,
           guint                  i)
{
  const VenulePoint *p = &self->points[i], *d = &self->directions[i];
  double inwards = i == 0 ? INWARDS : i == self->n - 1 ? -INWARDS : 0;

  return (VenulePoint){ p->x + inwards * d->x, p->y + inwards * d->y };
}

/* @side: −1: left, 1: right */
static double
cast (const VenuleCropWalls *self,
      const GArray          *outline,
      guint                  i,
      int                    side,
      VenulePoint           *edge)
{
  VenulePoint place = get_place (self, i);
  const VenulePoint *d = &self->directions[i];

  return venule_outline_cast (outline, place.x, place.y, side * -d->y, side * d->x, edge);
}

void
venule_crop_walls_cut (const VenuleCropWalls *self,
                       const GArray          *outline)
{
  for (guint i = 0; i < self->n; i++)
    {
      self->right[i] = cast (self, outline, i, 1, NULL);
      self->left[i] = cast (self, outline, i, -1, NULL);
      if (!isfinite (self->right[i]) || !isfinite (self->left[i]))
        self->right[i] = self->left[i] = i > 0 ? (self->left[i - 1] + self->right[i - 1]) / 2 : 0;
    }
}

static gboolean
meets_wall (const VenuleCropWalls *self,
            const GArray          *outline,
            guint                  i,
            int                    side)
{
  VenulePoint place = get_place (self, i), edge = { 0 };
  const VenulePoint *d = &self->directions[i];

  return venule_outline_contains (outline, place.x, place.y) && isfinite (cast (self, outline, i, side, &edge)) &&
         fabs (edge.x * d->x + edge.y * d->y) >= ALONG * hypot (edge.x, edge.y);
}

/* Change of a wall's distance per px from place @from towards @to, over @reach px. */
static double
find_slope (const VenuleCropWalls *self,
            const double          *wall,
            guint                  from,
            guint                  to,
            double                 reach)
{
  guint i = from < to ? from + 1 : from - 1;

  while (i != to && fabs (self->along[i] - self->along[from]) < reach)
    i = i < to ? i + 1 : i - 1;

  return (wall[i] - wall[from]) / (self->along[i] - self->along[from]);
}

/* A wall beyond the places where it was met, straight for @reach px. */
static void
extend_wall (const VenuleCropWalls *self,
             double                *wall,
             guint                  first,
             guint                  last,
             double                 reach)
{
  double before = find_slope (self, wall, first, last, reach), behind = find_slope (self, wall, last, first, reach);

  for (guint i = 0; i < first; i++)
    wall[i] = fmax (wall[first] - before * fmin (self->along[first] - self->along[i], reach), 0);
  for (guint i = last + 1; i < self->n; i++)
    wall[i] = fmax (wall[last] + behind * fmin (self->along[i] - self->along[last], reach), 0);
}

void
venule_crop_walls_extend (const VenuleCropWalls *self,
                          const GArray          *outline)
{
  guint first[2], last[2], middle;
  double width;

  for (guint k = 0; k < 2; k++)
    {
      int side = k == 0 ? -1 : 1;

      first[k] = 0;
      last[k] = self->n - 1;
      while (first[k] < last[k] && !meets_wall (self, outline, first[k], side))
        first[k]++;
      while (last[k] > first[k] && !meets_wall (self, outline, last[k], side))
        last[k]--;
      if (first[k] == last[k])
        return;
    }
  middle = (MAX (first[0], first[1]) + MIN (last[0], last[1])) / 2;
  width = self->left[middle] + self->right[middle];
  extend_wall (self, self->left, first[0], last[0], width);
  extend_wall (self, self->right, first[1], last[1], width);
}

void
venule_crop_walls_straighten (const VenuleCropWalls *self)
{
  guint end = self->n - 1;
  double across = (self->right[end] - self->left[end] - self->right[0] + self->left[0]) / 2;
  double cosine = 1 / hypot (1, across / (self->along[end] - self->along[0]));

  for (guint i = 0; i < self->n; i++)
    {
      self->left[i] *= cosine;
      self->right[i] *= cosine;
    }
}
