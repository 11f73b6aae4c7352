/* venule-duplicates.c: cells that were followed twice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-duplicates.h"

#include <math.h>

#include "venule-for-each-frame.h"
#include "venule-spatial-index.h"

#define FARTHEST 1.0   /* radii of the larger one: what is farther away is beside it */
#define SPREAD 0.35    /* the same: two cells change their distance by more */
#define SHARE 0.6      /* of the shorter life that they are together */

/* Two paths near each other in one frame. */
typedef struct {
  guint a, b;
  float dx, dy; /* from one to the other, px */
  float radius; /* of the larger one, px */
} Near;

typedef struct {
  GPtrArray *paths;
  double     reach;                       /* px */
  GArray    *pairs[VENULE_FRAME_PARTS];   /* of Near */
} Search;

static void
find_near (gpointer          data,
           guint             part,
           gint64            frame,
           const VenuleHere *here,
           guint             n)
{
  Search *search = data;
  g_autoptr (VenuleSpatialIndex) places = venule_spatial_index_new (n);
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (VenuleIndexPair));

  for (guint i = 0; i < n; i++)
    venule_spatial_index_add (places, here[i].spot->x, here[i].spot->y);
  venule_spatial_index_pair (places, search->reach, near);
  for (guint i = 0; i < near->len; i++)
    {
      const VenuleIndexPair *two = &g_array_index (near, VenuleIndexPair, i);
      const VenuleHere *a = &here[two->a], *b = &here[two->b];
      Near pair = { a->index, b->index, (float) (b->spot->x - a->spot->x), (float) (b->spot->y - a->spot->y),
                    MAX (a->spot->radius, b->spot->radius) };

      if (hypot (pair.dx, pair.dy) < search->reach)
        g_array_append_val (search->pairs[part], pair);
    }
}

static int
compare_near (const void *a,
              const void *b)
{
  const Near *p = a, *q = b;

  if (p->a != q->a)
    return p->a < q->a ? -1 : 1;
  return (p->b > q->b) - (p->b < q->b);
}

static double
evidence (const VenuleTissuePath *path)
{
  double sum = 0;

  for (guint i = 0; i < path->spots->len; i++)
    if (venule_tissue_path_spot (path, i)->source == VENULE_SPOT_DETECTED)
      sum += venule_tissue_path_spot (path, i)->score;
  return sum;
}

/* Whether the two, of which @pairs are the frames in which they are near, keep one small distance. */
static gboolean
are_one (GPtrArray  *paths,
         const Near *pairs,
         guint       n)
{
  const VenuleTissuePath *a = g_ptr_array_index (paths, pairs->a), *b = g_ptr_array_index (paths, pairs->b);
  double x = 0, y = 0, radius = 0, variance = 0;

  for (guint i = 0; i < n; i++)
    {
      x += pairs[i].dx / n;
      y += pairs[i].dy / n;
      radius += pairs[i].radius / n;
    }
  for (guint i = 0; i < n; i++)
    variance += ((pairs[i].dx - x) * (pairs[i].dx - x) + (pairs[i].dy - y) * (pairs[i].dy - y)) / n;
  return n >= SHARE * MIN (a->spots->len, b->spots->len) && hypot (x, y) < FARTHEST * radius &&
         variance < SPREAD * SPREAD * radius * radius;
}

static double
largest_radius (GPtrArray *paths)
{
  double largest = 0;

  for (guint i = 0; i < paths->len; i++)
    {
      const VenuleTissuePath *path = g_ptr_array_index (paths, i);

      for (guint k = 0; k < path->spots->len; k++)
        largest = MAX (largest, venule_tissue_path_spot (path, k)->radius);
    }
  return largest;
}

/* (element-type Near): of all frames, pair by pair */
static GArray *
find_pairs (GPtrArray *paths)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Near));
  Search search = { .paths = paths, .reach = (FARTHEST + SPREAD) * largest_radius (paths) };

  for (guint part = 0; part < VENULE_FRAME_PARTS; part++)
    search.pairs[part] = g_array_new (FALSE, FALSE, sizeof (Near));
  venule_for_each_frame (paths, find_near, &search);
  for (guint part = 0; part < VENULE_FRAME_PARTS; part++)
    {
      g_array_append_vals (pairs, search.pairs[part]->data, search.pairs[part]->len);
      g_array_unref (search.pairs[part]);
    }
  g_array_sort (pairs, compare_near);
  return pairs;
}

/**
 * venule_drop_duplicates:
 * @paths: (element-type VenuleTissuePath): of a whole run; those that follow a cell a second time go
 *
 * The bright half of a cell and the whole cell may both have been followed. Two cells that touch lie farther apart, and
 * two that pass each other change their distance: what keeps a distance below a radius is one cell. The path of which
 * more was seen stays.
 */
void
venule_drop_duplicates (GPtrArray *paths)
{
  g_autoptr (GArray) pairs = find_pairs (paths);
  g_autofree gboolean *kept = g_new (gboolean, paths->len + 1);

  for (guint i = 0; i < paths->len; i++)
    kept[i] = TRUE;
  for (guint i = 0, n; i < pairs->len; i += n)
    {
      const Near *pair = &g_array_index (pairs, Near, i);

      for (n = 1; i + n < pairs->len && compare_near (pair, &g_array_index (pairs, Near, i + n)) == 0; n++)
        ;
      if (!kept[pair->a] || !kept[pair->b] || !are_one (paths, pair, n))
        continue;
      if (evidence (g_ptr_array_index (paths, pair->a)) < evidence (g_ptr_array_index (paths, pair->b)))
        kept[pair->a] = FALSE;
      else
        kept[pair->b] = FALSE;
    }
  venule_tissue_paths_keep (paths, kept);
}
