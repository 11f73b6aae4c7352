/* venule-near-pairs.c: paths that are near each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-near-pairs.h"

#include <math.h>

#include "venule-for-each-frame.h"
#include "venule-spatial-index.h"

typedef struct {
  double  reach;                     /* px */
  GArray *pairs[VENULE_FRAME_PARTS]; /* of VenuleNearPair */
} Search;

static void
find_in_frame (gpointer          data,
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
      double dx = b->spot->x - a->spot->x, dy = b->spot->y - a->spot->y;
      VenuleNearPair pair = { a->index, b->index, frame, (float) dx, (float) dy,
                              MAX (a->spot->radius, b->spot->radius) };

      if (hypot (dx, dy) < search->reach)
        g_array_append_val (search->pairs[part], pair);
    }
}

static int
compare_pairs (const void *a,
               const void *b)
{
  const VenuleNearPair *p = a, *q = b;

  if (p->a != q->a)
    return p->a < q->a ? -1 : 1;
  if (p->b != q->b)
    return p->b < q->b ? -1 : 1;
  return (p->frame > q->frame) - (p->frame < q->frame);
}

GArray *
venule_find_near_pairs (GPtrArray *paths,
                        double     reach)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (VenuleNearPair));
  Search search = { .reach = reach };

  for (guint part = 0; part < VENULE_FRAME_PARTS; part++)
    search.pairs[part] = g_array_new (FALSE, FALSE, sizeof (VenuleNearPair));
  venule_for_each_frame (paths, find_in_frame, &search);
  for (guint part = 0; part < VENULE_FRAME_PARTS; part++)
    {
      g_array_append_vals (pairs, search.pairs[part]->data, search.pairs[part]->len);
      g_array_unref (search.pairs[part]);
    }
  g_array_sort (pairs, compare_pairs);
  return pairs;
}
