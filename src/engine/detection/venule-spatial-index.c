/* venule-spatial-index.c: which of many points are near a place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-spatial-index.h"

#include <math.h>

#include "venule-order.h"

#define FEW 32 /* points, which are sorted by insertion */

typedef struct {
  double x, y;
  guint  index;
} Point;

struct _VenuleSpatialIndex
{
  GArray  *points;
  gboolean sorted;
};

VenuleSpatialIndex *
venule_spatial_index_new (guint n)
{
  VenuleSpatialIndex *self = g_new0 (VenuleSpatialIndex, 1);

  self->points = g_array_sized_new (FALSE, FALSE, sizeof (Point), n);
  return self;
}

void
venule_spatial_index_free (VenuleSpatialIndex *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->points);
  g_free (self);
}

void
venule_spatial_index_add (VenuleSpatialIndex *self,
                          double              x,
                          double              y)
{
  Point point = { x, y, self->points->len };

  g_array_append_val (self->points, point);
  self->sorted = FALSE;
}

static int
compare_points (const void *a,
                const void *b)
{
  const Point *first = a, *second = b;

  if (first->x != second->x)
    return first->x < second->x ? -1 : 1;
  return (first->index > second->index) - (first->index < second->index);
}

/* Mostly there are few. */
static void
sort_indices (guint *indices,
              guint  n)
{
  if (n > FEW)
    qsort (indices, n, sizeof *indices, venule_compare_uints);
  for (guint i = 1; i < n && n <= FEW; i++)
    {
      guint index = indices[i], k = i;

      for (; k > 0 && indices[k - 1] > index; k--)
        indices[k] = indices[k - 1];
      indices[k] = index;
    }
}

static guint
first_from (const GArray *points,
            double        x)
{
  return (guint) venule_bisect (0, points->len, i, g_array_index (points, Point, i).x < x);
}

static void
sort_points (VenuleSpatialIndex *self)
{
  if (self->sorted || self->points->len == 0)
    return;

  qsort (self->points->data, self->points->len, sizeof (Point), compare_points);
  self->sorted = TRUE;
}

/**
 * venule_spatial_index_find:
 * @self: the points
 * @x: a place
 * @y: a place
 * @reach: half the side of the square around it
 * @found: (element-type guint): filled with the numbers of the points in the square, in rising order
 */
void
venule_spatial_index_find (VenuleSpatialIndex *self,
                           double              x,
                           double              y,
                           double              reach,
                           GArray             *found)
{
  g_array_set_size (found, 0);
  sort_points (self);

  for (guint i = first_from (self->points, x - reach); i < self->points->len; i++)
    {
      const Point *point = &g_array_index (self->points, Point, i);

      if (point->x > x + reach)
        break;
      if (fabs (point->y - y) <= reach)
        g_array_append_val (found, point->index);
    }
  /* Rising numbers, so that ties are settled as a look at all points would. */
  sort_indices ((guint *) found->data, found->len);
}

/**
 * venule_spatial_index_pair:
 * @self: the points
 * @reach: how far apart they may be in x, and in y
 * @pairs: (element-type VenuleIndexPair): filled with all pairs of points that are so near each other, in any order
 */
void
venule_spatial_index_pair (VenuleSpatialIndex *self,
                           double              reach,
                           GArray             *pairs)
{
  const Point *points = (const Point *) (void *) self->points->data;

  g_array_set_size (pairs, 0);
  sort_points (self);
  for (guint i = 0; i < self->points->len; i++)
    for (guint k = i + 1; k < self->points->len && points[k].x - points[i].x <= reach; k++)
      {
        guint a = points[i].index, b = points[k].index;
        VenuleIndexPair pair = { MIN (a, b), MAX (a, b) };

        if (fabs (points[k].y - points[i].y) <= reach)
          g_array_append_val (pairs, pair);
      }
}
