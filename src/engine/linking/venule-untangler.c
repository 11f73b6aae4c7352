/* venule-untangler.c: whether two cells that met went on as themselves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-untangler.h"

#include <math.h>

#include "venule-arm.h"
#include "venule-frames.h"
#include "venule-neighbours.h"

#define NEAR 1.3            /* times the radius: cells so near may be taken for each other */
#define APART 6             /* frames apart that end a meeting */
#define ALONG_WEIGHT 0.5    /* where a way leads to across a long meeting says little */
#define NEEDED 1.0          /* paths are exchanged only when that is so much likelier (natural logarithm) */

/* Two paths near each other, from frame @first to @last. @a and @b number the paths as they were followed. */
typedef struct {
  guint  a, b;
  gint64 first, last;
} Meeting;

typedef struct {
  GPtrArray *tracklets;
  guint     *holder;        /* which tracklet has the rest of the path that was followed as this one */
  double     radius;
  double     flow_x, flow_y;
} Untangler;

/* How unlike the cell that went away is to the one that came. */
static double
unlikeness (const Untangler *self,
            const VenuleArm *before,
            const VenuleArm *after)
{
  VenuleArmCosts costs = venule_arm_compare (before, after, self->radius);

  return costs.velocity + ALONG_WEIGHT * costs.along + costs.across + costs.size + costs.look;
}

static VenuleArm
read_arm (const Untangler *self,
          VenuleTracklet  *tracklet,
          gint64           frame,
          int              step)
{
  int from = (int) venule_arm_spot_from (tracklet, frame);

  return venule_arm_read (tracklet, self->flow_x, self->flow_y, from + step, step);
}

/* By how much likelier it is that they exchanged their paths. */
static double
compare (const Untangler *self,
         VenuleTracklet  *a,
         VenuleTracklet  *b,
         const Meeting   *meeting)
{
  VenuleArm before_a = read_arm (self, a, meeting->first, -1), before_b = read_arm (self, b, meeting->first, -1);
  VenuleArm after_a = read_arm (self, a, meeting->last, 1), after_b = read_arm (self, b, meeting->last, 1);

  if (MIN (MIN (before_a.n, before_b.n), MIN (after_a.n, after_b.n)) < VENULE_ARM_SPOTS)
    return -INFINITY;
  return unlikeness (self, &before_a, &after_a) + unlikeness (self, &before_b, &after_b) -
         unlikeness (self, &before_a, &after_b) - unlikeness (self, &before_b, &after_a);
}

/* The frame of a meeting at which the two are nearest to each other. */
static gint64
nearest (VenuleTracklet *a,
         VenuleTracklet *b,
         const Meeting  *meeting)
{
  gint64 at = meeting->first;
  double least = INFINITY;
  guint i = venule_arm_spot_from (a, meeting->first), k = venule_arm_spot_from (b, meeting->first);

  while (i < a->spots->len && k < b->spots->len && venule_tracklet_spot (a, i)->frame <= meeting->last)
    {
      const VenuleSpot *p = venule_tracklet_spot (a, i), *q = venule_tracklet_spot (b, k);
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
exchange (const Untangler *self,
          VenuleTracklet  *a,
          VenuleTracklet  *b,
          gint64           frame)
{
  guint i = venule_arm_spot_from (a, frame), k = venule_arm_spot_from (b, frame);
  guint n_a = a->spots->len - i, n_b = b->spots->len - k;
  double rate_a = (double) a->chances / a->spots->len, rate_b = (double) b->chances / b->spots->len;
  g_autofree VenuleSpot *spots = g_memdup2 (&g_array_index (a->spots, VenuleSpot, i), n_a * sizeof (VenuleSpot));
  g_autofree VenuleStep *steps = g_memdup2 (&g_array_index (a->steps, VenuleStep, i), n_a * sizeof (VenuleStep));
  double velocity = a->velocity;

  g_array_set_size (a->spots, i);
  g_array_set_size (a->steps, i);
  g_array_append_vals (a->spots, &g_array_index (b->spots, VenuleSpot, k), n_b);
  g_array_append_vals (a->steps, &g_array_index (b->steps, VenuleStep, k), n_b);
  g_array_set_size (b->spots, k);
  g_array_set_size (b->steps, k);
  g_array_append_vals (b->spots, spots, n_a);
  g_array_append_vals (b->steps, steps, n_a);
  venule_tracklet_mend_step (a, i, 2 * self->radius);
  venule_tracklet_mend_step (b, k, 2 * self->radius);
  a->velocity = b->velocity;
  b->velocity = velocity;
  venule_arm_count (a, rate_a * i + rate_b * n_b);
  venule_arm_count (b, rate_b * k + rate_a * n_a);
}

static void
decide (Untangler     *self,
        const Meeting *meeting)
{
  VenuleTracklet *a = g_ptr_array_index (self->tracklets, self->holder[meeting->a]);
  VenuleTracklet *b = g_ptr_array_index (self->tracklets, self->holder[meeting->b]);
  guint holder = self->holder[meeting->a];

  if (compare (self, a, b, meeting) < NEEDED)
    return;
  exchange (self, a, b, nearest (a, b, meeting));
  self->holder[meeting->a] = self->holder[meeting->b];
  self->holder[meeting->b] = holder;
}

/* ---- Who meets whom ---- */

static int
compare_meetings (const void *a,
                  const void *b)
{
  const Meeting *p = a, *q = b;

  if (p->last != q->last)
    return p->last < q->last ? -1 : 1;
  if (p->a != q->a)
    return p->a < q->a ? -1 : 1;
  return (p->b > q->b) - (p->b < q->b);
}

static gint64 *
key_of (guint a,
        guint b)
{
  gint64 key = (gint64) a << 32 | b;

  return g_memdup2 (&key, sizeof key);
}

/* Those that are near each other in one frame: a meeting goes on, or begins. */
static void
note_near (GHashTable *open,
           GArray     *meetings,
           guint       a,
           guint       b,
           gint64      frame)
{
  g_autofree gint64 *key = key_of (a, b);
  gpointer index;

  if (g_hash_table_lookup_extended (open, key, NULL, &index))
    {
      Meeting *meeting = &g_array_index (meetings, Meeting, GPOINTER_TO_UINT (index));

      if (frame - meeting->last <= APART)
        {
          meeting->last = frame;
          return;
        }
    }
  Meeting meeting = { a, b, frame, frame };
  g_hash_table_insert (open, g_steal_pointer (&key), GUINT_TO_POINTER (meetings->len));
  g_array_append_val (meetings, meeting);
}

/* Two tracklets near each other in a frame. */
typedef struct {
  guint  a, b;
  gint64 frame;
} Pair;

static gboolean
is_flowing (const Untangler  *self,
            const VenuleHere *here)
{
  return ((VenuleTracklet *) g_ptr_array_index (self->tracklets, here->index))->flowing;
}

typedef struct {
  const Untangler *untangler;
  GArray          *pairs[VENULE_FRAMES_PARTS]; /* of Pair: for each part of the frames, frame by frame; NULL: none */
} Search;

static void
meet_in_frame (gpointer          data,
               guint             part,
               gint64            frame,
               const VenuleHere *here,
               guint             n)
{
  Search *search = data;
  double reach = NEAR * search->untangler->radius;
  g_autoptr (VenuleNeighbours) places = venule_neighbours_new (n);
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (VenuleNeighbourPair));

  for (guint i = 0; i < n; i++)
    venule_neighbours_add (places, here[i].spot->x, here[i].spot->y);
  venule_neighbours_pair (places, reach, near);
  if (search->pairs[part] == NULL)
    search->pairs[part] = g_array_new (FALSE, FALSE, sizeof (Pair));
  for (guint i = 0; i < near->len; i++)
    {
      const VenuleNeighbourPair *two = &g_array_index (near, VenuleNeighbourPair, i);
      const VenuleHere *a = &here[two->a], *b = &here[two->b];
      Pair pair = { a->index, b->index, frame };

      if (!is_flowing (search->untangler, a) && !is_flowing (search->untangler, b) &&
          hypot (a->spot->x - b->spot->x, a->spot->y - b->spot->y) < reach)
        g_array_append_val (search->pairs[part], pair);
    }
}

/* (element-type Meeting): in the order in which they end. */
static GArray *
find_meetings (const Untangler *self)
{
  GArray *meetings = g_array_new (FALSE, FALSE, sizeof (Meeting));
  g_autoptr (GHashTable) open = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Search search = { .untangler = self };

  venule_frames_share (self->tracklets, meet_in_frame, &search);
  for (guint part = 0; part < VENULE_FRAMES_PARTS; part++)
    {
      const GArray *pairs = search.pairs[part];

      for (guint i = 0; pairs != NULL && i < pairs->len; i++)
        {
          const Pair *pair = &g_array_index (pairs, Pair, i);

          note_near (open, meetings, pair->a, pair->b, pair->frame);
        }
      g_clear_pointer (&search.pairs[part], g_array_unref);
    }
  g_array_sort (meetings, compare_meetings);
  return meetings;
}

/**
 * venule_untangle:
 * @tracklets: (element-type VenuleTracklet): of a whole run, sorted by their beginning, in places of the tissue
 * @radius: expected, of a cell, px
 * @flow_x: unit vector along the flow
 * @flow_y: the same
 *
 * Where two cells were on top of each other the tracker, which knows only what came before, may have gone on with each as the
 * other. Here both sides are known: where velocity, place across the vessel, size and look before and after speak for it, the
 * two paths are exchanged.
 */
void
venule_untangle (GPtrArray *tracklets,
                 double     radius,
                 double     flow_x,
                 double     flow_y)
{
  g_autofree guint *holder = g_new (guint, tracklets->len + 1);
  Untangler self = { tracklets, holder, radius, flow_x, flow_y };
  g_autoptr (GArray) meetings = find_meetings (&self);

  for (guint i = 0; i < tracklets->len; i++)
    holder[i] = i;
  for (guint i = 0; i < meetings->len; i++)
    decide (&self, &g_array_index (meetings, Meeting, i));
}
