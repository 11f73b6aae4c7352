/* venule-duplicates.c: cells that were followed twice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-duplicates.h"

#include <math.h>

#include "venule-near-pairs.h"
#include "venule-tissue-path.h"

#define FARTHEST 1.0   /* radii of the larger one: what is farther away is beside it */
#define SPREAD 0.35    /* the same: two cells change their distance by more */
#define SHARE 0.6      /* of the shorter life that they are together */

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
are_one (GPtrArray            *paths,
         const VenuleNearPair *pairs,
         guint                 n)
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
  g_autoptr (GArray) pairs = venule_find_near_pairs (paths, (FARTHEST + SPREAD) * largest_radius (paths));
  g_autofree gboolean *kept = g_new (gboolean, paths->len + 1);

  for (guint i = 0; i < paths->len; i++)
    kept[i] = TRUE;
  for (guint i = 0, n; i < pairs->len; i += n)
    {
      const VenuleNearPair *pair = &g_array_index (pairs, VenuleNearPair, i);

      for (n = 1; i + n < pairs->len && venule_near_pair_is_same (pair, &pair[n]); n++)
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
