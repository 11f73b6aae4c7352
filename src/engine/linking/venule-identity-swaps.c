/* venule-identity-swaps.c: repairs identity swaps after an encounter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-identity-swaps.h"

#include <math.h>

#include "venule-near-pairs.h"
#include "venule-segment-end.h"

#define NEAR 1.3            /* radii: cells so near may be taken for each other */
#define APART 6             /* frames apart that end an encounter */
#define ALONG_WEIGHT 0.5    /* after a long encounter the extrapolated place says little */
#define GAIN_NEEDED 1.0     /* natural logarithm of a likelihood ratio */

/* Two paths near each other, from frame @first to @last. @a and @b number the paths as they were before any swap. */
typedef struct {
  guint  a, b;
  gint64 first, last;
} Encounter;

typedef struct {
  GPtrArray         *paths;
  guint             *holder;  /* for each path before any swap, that which has the rest of it */
  double             radius;
  VenuleMotionField *field;
} Swapper;

static double
swap_cost (const Swapper          *self,
           const VenuleSegmentEnd *before,
           const VenuleSegmentEnd *after)
{
  VenuleLinkCosts costs = venule_segment_end_compare (before, after, self->radius);

  return costs.velocity + ALONG_WEIGHT * costs.along + costs.across + costs.size + costs.appearance;
}

static VenuleSegmentEnd
read_end (const Swapper          *self,
          const VenuleTissuePath *path,
          gint64                  frame,
          int                     step)
{
  int from = (int) venule_tissue_path_index_from (path, frame);

  return venule_segment_end_read (path, self->field, from + step, step);
}

/* Logarithm of how much likelier it is that the paths were swapped. */
static double
swap_gain (const Swapper          *self,
           const VenuleTissuePath *a,
           const VenuleTissuePath *b,
           const Encounter        *encounter)
{
  VenuleSegmentEnd before_a = read_end (self, a, encounter->first, -1);
  VenuleSegmentEnd before_b = read_end (self, b, encounter->first, -1);
  VenuleSegmentEnd after_a = read_end (self, a, encounter->last, 1), after_b = read_end (self, b, encounter->last, 1);

  if (MIN (MIN (before_a.n, before_b.n), MIN (after_a.n, after_b.n)) < VENULE_SEGMENT_END_SPOTS)
    return -INFINITY;
  return swap_cost (self, &before_a, &after_a) + swap_cost (self, &before_b, &after_b) -
         swap_cost (self, &before_a, &after_b) - swap_cost (self, &before_b, &after_a);
}

/* The frame of an encounter at which the two are nearest to each other. */
static gint64
nearest (const VenuleTissuePath *a,
         const VenuleTissuePath *b,
         const Encounter        *encounter)
{
  gint64 at = encounter->first;
  double least = INFINITY;
  guint i = venule_tissue_path_index_from (a, encounter->first);
  guint k = venule_tissue_path_index_from (b, encounter->first);

  while (i < a->spots->len && k < b->spots->len && venule_tissue_path_spot (a, i)->frame <= encounter->last)
    {
      const VenuleTissueSpot *p = venule_tissue_path_spot (a, i), *q = venule_tissue_path_spot (b, k);
      double distance = hypot (p->x - q->x, p->y - q->y);

      if (p->frame == q->frame && distance < least)
        {
          least = distance;
          at = p->frame;
        }
      if (p->frame <= q->frame)
        i++;
      if (q->frame <= p->frame)
        k++;
    }
  return at;
}

/* From @frame on, each has the other's path. */
static void
swap (const Swapper    *self,
      VenuleTissuePath *a,
      VenuleTissuePath *b,
      gint64            frame)
{
  guint i = venule_tissue_path_index_from (a, frame), k = venule_tissue_path_index_from (b, frame);
  guint n_a = a->spots->len - i, n_b = b->spots->len - k;
  double rate_a = (double) a->opportunities / a->spots->len, rate_b = (double) b->opportunities / b->spots->len;
  g_autofree VenuleTissueSpot *spots = g_memdup2 (venule_tissue_path_spot (a, i), n_a * sizeof (VenuleTissueSpot));

  g_array_set_size (a->spots, i);
  g_array_append_vals (a->spots, venule_tissue_path_spot (b, k), n_b);
  g_array_set_size (b->spots, k);
  g_array_append_vals (b->spots, spots, n_a);
  venule_tissue_path_mend_step (a, i, 2 * self->radius);
  venule_tissue_path_mend_step (b, k, 2 * self->radius);
  venule_tissue_path_count_evidence (a, rate_a * i + rate_b * n_b);
  venule_tissue_path_count_evidence (b, rate_b * k + rate_a * n_a);
}

static void
decide (Swapper         *self,
        const Encounter *encounter)
{
  VenuleTissuePath *a = g_ptr_array_index (self->paths, self->holder[encounter->a]);
  VenuleTissuePath *b = g_ptr_array_index (self->paths, self->holder[encounter->b]);
  guint holder = self->holder[encounter->a];

  if (swap_gain (self, a, b, encounter) < GAIN_NEEDED)
    return;
  swap (self, a, b, nearest (a, b, encounter));
  self->holder[encounter->a] = self->holder[encounter->b];
  self->holder[encounter->b] = holder;
}

/* ---- Encounters ---- */

static int
compare_ends (const void *a,
              const void *b)
{
  const Encounter *p = a, *q = b;

  if (p->last != q->last)
    return p->last < q->last ? -1 : 1;
  if (p->a != q->a)
    return p->a < q->a ? -1 : 1;
  return (p->b > q->b) - (p->b < q->b);
}

static gboolean
is_flowing (const Swapper *self,
            guint          index)
{
  return ((VenuleTissuePath *) g_ptr_array_index (self->paths, index))->free_flowing;
}

/* (element-type Encounter): in the order in which they end */
static GArray *
find_encounters (const Swapper *self)
{
  GArray *encounters = g_array_new (FALSE, FALSE, sizeof (Encounter));
  g_autoptr (GArray) pairs = venule_find_near_pairs (self->paths, NEAR * self->radius);

  for (guint i = 0; i < pairs->len; i++)
    {
      const VenuleNearPair *pair = &g_array_index (pairs, VenuleNearPair, i);
      Encounter next = { pair->a, pair->b, pair->frame, pair->frame };
      Encounter *before = encounters->len > 0 ? &g_array_index (encounters, Encounter, encounters->len - 1) : NULL;

      if (is_flowing (self, pair->a) || is_flowing (self, pair->b))
        continue;
      if (before != NULL && before->a == next.a && before->b == next.b && next.first - before->last <= APART)
        before->last = next.last;
      else
        g_array_append_val (encounters, next);
    }
  g_array_sort (encounters, compare_ends);
  return encounters;
}

/**
 * venule_repair_swaps:
 * @paths: (element-type VenuleTissuePath): of a whole run, sorted by their beginning
 * @radius: expected, of a cell, px
 *
 * Where two cells were on top of each other, the tracker may have continued each as the other. With both sides of the
 * encounter known, paths are swapped where velocity, place across the way, size and appearance fit better so.
 */
void
venule_repair_swaps (GPtrArray *paths,
                     double     radius)
{
  g_autofree guint *holder = g_new (guint, paths->len + 1);
  g_autoptr (VenuleMotionField) field = venule_motion_field_of_paths (paths, 2 * radius);
  Swapper self = { paths, holder, radius, field };
  g_autoptr (GArray) encounters = find_encounters (&self);

  for (guint i = 0; i < paths->len; i++)
    holder[i] = i;
  for (guint i = 0; i < encounters->len; i++)
    decide (&self, &g_array_index (encounters, Encounter, i));
}
