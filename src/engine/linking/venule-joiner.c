/* venule-joiner.c: pieces of the path of one cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-joiner.h"

#include <math.h>

#include "venule-arm.h"
#include "venule-assignment.h"
#include "venule-order.h"

#define UNSEEN 0.12         /* s without a detection after which it is asked anew whose the path is … */
#define UNSEEN_CHANCES 3.5  /* … and so many runs of the detector */
#define MAX_GAP 1.0         /* s from the end of a piece to the beginning of the next */
#define GATE_ACROSS 1.2     /* radii, and */
#define AGAINST 1.0         /* radii: how far against the flow a standing cell jitters */
#define GAP_COST 2.0        /* for each second out of sight */
#define OTHERS 1.5          /* cost of going on as what was followed as another cell */
#define OWN_MOST 6.0        /* that is counted against what was followed as one cell */
#define LOST 5.0            /* cost of an end, or a beginning, within the vessel … */
#define LEFT 1.0            /* … and of one at its border, or that of the video */
#define DROPPED 1.0         /* cost of holding a piece for chance, for each of its detections */
#define BESIDE 1.5          /* radii: one that ends so near another may go on as that */
#define BORDER 1.5          /* cell diameters: how near the border a cell may begin or end */

/* A part of a tracklet that was seen all the time, and the unseen way to the next part. */
typedef struct {
  VenuleTracklet *tracklet;
  gboolean        goes_on; /* the next piece was followed as the same cell … */
  gint64          next;    /* … and begins at this frame */
  gboolean        is_part; /* not all of what was followed as one cell */
  GArray         *spots;   /* unseen, up to that; NULL where it does not go on */
  GArray         *steps;
} Piece;

typedef struct {
  const VenuleSettings *settings;
  int                   frame_width;
  int                   frame_height;
  double                radius;
  double                flow_x;
  double                flow_y;
  gint64                first, last; /* frames */
  GArray               *pieces;      /* of Piece, by their beginning */
} Joiner;

static void
piece_clear (gpointer data)
{
  Piece *piece = data;

  g_clear_pointer (&piece->tracklet, venule_tracklet_free);
  g_clear_pointer (&piece->spots, g_array_unref);
  g_clear_pointer (&piece->steps, g_array_unref);
}

static Piece *
piece_at (const Joiner *self,
          guint         i)
{
  return &g_array_index (self->pieces, Piece, i);
}

static void
append_range (GArray *to,
              GArray *from,
              guint   start,
              guint   end)
{
  g_array_append_vals (to, from->data + start * g_array_get_element_size (from), end - start);
}

/* The spots from @start up to @end, with their share of the evidence. */
static VenuleTracklet *
part_of (VenuleTracklet *tracklet,
         guint           start,
         guint           end)
{
  VenuleTracklet *part = g_memdup2 (tracklet, sizeof *tracklet);
  double share = (double) (end - start) / tracklet->spots->len;

  /* Nothing is outlined any more. */
  part->snake = NULL;
  part->spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  part->steps = g_array_new (FALSE, FALSE, sizeof (VenuleStep));
  append_range (part->spots, tracklet->spots, start, end);
  append_range (part->steps, tracklet->steps, start, end);
  part->crowded = (guint) lround (share * tracklet->crowded);
  venule_arm_count (part, share * tracklet->chances);
  return part;
}

static void
add_piece (Joiner         *self,
           VenuleTracklet *tracklet,
           guint           start,
           guint           end,
           guint           next)
{
  Piece piece = { .goes_on = next < tracklet->spots->len, .is_part = start > 0 || next < tracklet->spots->len };

  if (piece.goes_on)
    piece.next = venule_tracklet_spot (tracklet, next)->frame;
  piece.tracklet = part_of (tracklet, start, end);
  if (piece.goes_on)
    {
      piece.spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
      piece.steps = g_array_new (FALSE, FALSE, sizeof (VenuleStep));
      append_range (piece.spots, tracklet->spots, end, next);
      append_range (piece.steps, tracklet->steps, end, next);
    }
  g_array_append_val (self->pieces, piece);
}

static double
longest_unseen (VenuleTracklet *tracklet)
{
  const VenuleSpot *first = venule_tracklet_spot (tracklet, 0), *last = venule_tracklet_last (tracklet);

  return MAX (UNSEEN, UNSEEN_CHANCES * (last->time - first->time) / MAX (tracklet->chances, 1));
}

/* The index of the first spot at or after @from from which on nothing was detected for long; the last spot's where there is none.
 * @next receives that of the detection after it. */
static guint
seen_until (VenuleTracklet *tracklet,
            guint           from,
            guint          *next)
{
  double unseen = longest_unseen (tracklet);
  guint seen = from, n = tracklet->spots->len;

  *next = n;
  for (guint i = from + 1; i < n && !tracklet->flowing; i++)
    {
      const VenuleSpot *spot = venule_tracklet_spot (tracklet, i);

      if (spot->source != VENULE_SPOT_DETECTED)
        continue;
      if (spot->time - venule_tracklet_spot (tracklet, seen)->time > unseen)
        {
          *next = i;
          return seen;
        }
      seen = i;
    }
  return n - 1;
}

/* Cells come and go over the border. */
static gboolean
is_at_border (const Joiner     *self,
              const VenuleSpot *spot,
              double            way)
{
  double reach = way * BORDER * self->settings->cell_diameter;

  return spot->frame <= self->first || spot->frame >= self->last ||
         !venule_vessel_contains (self->settings->vessel, self->frame_width, self->frame_height,
                                  spot->x + reach * self->flow_x, spot->y + reach * self->flow_y);
}

/* Where a path ends or begins, others beside it are cut before frame @cut. */
typedef struct {
  guint             index; /* of the tracklet */
  const VenuleSpot *spot;
  gint64            cut;
} Mark;

static int
compare_marks (const void *a,
               const void *b)
{
  const Mark *first = a, *second = b;

  return (first->cut > second->cut) - (first->cut < second->cut);
}

/* (element-type Mark): by frame */
static GArray *
find_marks (const Joiner *self,
            GPtrArray    *tracklets)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (Mark));

  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);

      for (guint start = 0, next; start < tracklet->spots->len && !tracklet->flowing; start = next)
        {
          const VenuleSpot *end = venule_tracklet_spot (tracklet, seen_until (tracklet, start, &next));
          const VenuleSpot *begin = venule_tracklet_spot (tracklet, start);
          Mark first = { i, begin, begin->frame }, last = { i, end, end->frame + 1 };

          if (begin->frame > self->first)
            g_array_append_val (marks, first);
          if (end->frame < self->last)
            g_array_append_val (marks, last);
        }
    }
  g_array_sort (marks, compare_marks);
  return marks;
}

static void
cut_beside (const Joiner   *self,
            VenuleTracklet *other,
            const Mark     *mark,
            GHashTable    **cuts)
{
  guint at = venule_arm_spot_from (other, mark->spot->frame);
  const VenuleSpot *beside = venule_tracklet_spot (other, MIN (at, other->spots->len - 1));

  if (venule_tracklet_spot (other, 0)->frame >= mark->cut || venule_tracklet_last (other)->frame < mark->cut ||
      beside->frame != mark->spot->frame ||
      hypot (beside->x - mark->spot->x, beside->y - mark->spot->y) > BESIDE * self->radius)
    return;
  if (*cuts == NULL)
    *cuts = g_hash_table_new (NULL, NULL);
  g_hash_table_add (*cuts, GUINT_TO_POINTER (venule_arm_spot_from (other, mark->cut)));
}

/* Fills @cuts, one for each tracklet: the indices of spots before which it is cut, or %NULL. */
static void
find_cuts (const Joiner *self,
           GPtrArray    *tracklets,
           GHashTable  **cuts)
{
  g_autoptr (GArray) marks = find_marks (self, tracklets);
  g_autoptr (GArray) here = g_array_new (FALSE, FALSE, sizeof (guint));
  guint next = 0;

  for (guint m = 0; m < marks->len; m++)
    {
      const Mark *mark = &g_array_index (marks, Mark, m);
      guint kept = 0;

      for (; next < tracklets->len && venule_tracklet_spot (g_ptr_array_index (tracklets, next), 0)->frame < mark->cut; next++)
        g_array_append_val (here, next);
      for (guint k = 0; k < here->len; k++)
        {
          guint i = g_array_index (here, guint, k);
          VenuleTracklet *other = g_ptr_array_index (tracklets, i);

          if (other->flowing || venule_tracklet_last (other)->frame < mark->cut)
            continue;
          g_array_index (here, guint, kept++) = i;
          if (i != mark->index)
            cut_beside (self, other, mark, &cuts[i]);
        }
      g_array_set_size (here, kept);
    }
}

/* Into the parts that were seen, and these at the @cuts (indices of spots, or NULL). Takes @tracklet. */
static void
take_apart (Joiner         *self,
            VenuleTracklet *tracklet,
            GHashTable     *cuts)
{
  Piece whole = { .tracklet = tracklet };
  guint after;

  /* Most are in one piece, and need no copy. */
  if (cuts == NULL && seen_until (tracklet, 0, &after) + 1 == tracklet->spots->len)
    {
      venule_arm_count (tracklet, tracklet->chances);
      g_array_append_val (self->pieces, whole);
      return;
    }
  for (guint start = 0, next; start < tracklet->spots->len; start = next)
    {
      guint end = seen_until (tracklet, start, &next) + 1;

      for (guint i = start + 1; i < end && cuts != NULL; i++)
        if (g_hash_table_contains (cuts, GUINT_TO_POINTER (i)))
          {
            add_piece (self, tracklet, start, i, i);
            start = i;
          }
      add_piece (self, tracklet, start, end, next);
    }
  venule_tracklet_free (tracklet);
}

/* Followed as one cell. */
static gboolean
is_own (const Joiner *self,
        guint         i,
        guint         j)
{
  const Piece *piece = piece_at (self, i), *next = piece_at (self, j);

  return piece->goes_on && next->tracklet->serial == piece->tracklet->serial &&
         venule_tracklet_spot (next->tracklet, 0)->frame == piece->next;
}

/* Cost of going on from @i with @j; INFINITY when that cannot be. */
static double
link_cost (const Joiner    *self,
           guint            i,
           guint            j,
           const VenuleArm *before,
           const VenuleArm *after)
{
  VenuleTracklet *a = piece_at (self, i)->tracklet, *b = piece_at (self, j)->tracklet;
  double gap = MAX (after->time - before->time, 0); /* a file's times may go back */
  VenuleArmCosts costs = venule_arm_compare (before, after, self->radius);
  double cost = costs.velocity / 2 + costs.along + costs.across + costs.size + costs.look + GAP_COST * gap;

  if (a->flowing || b->flowing)
    return INFINITY;
  if (is_own (self, i, j))
    return MIN (cost, OWN_MOST);
  if (gap > MAX_GAP || after->along - before->along < -AGAINST * self->radius ||
      fabs (after->across - before->across) > GATE_ACROSS * self->radius)
    return INFINITY;
  return cost + OTHERS;
}

/* What an end or a beginning at @spot costs. */
static double
cost_alone (const Joiner     *self,
            const VenuleSpot *spot,
            double            way)
{
  return is_at_border (self, spot, way) ? LEFT : LOST;
}

/* The first piece that begins after @frame. */
static guint
first_after (const Joiner *self,
             gint64        frame)
{
  return (guint) venule_bisect (0, self->pieces->len, i,
                                venule_tracklet_spot (piece_at (self, (guint) i)->tracklet, 0)->frame <= frame);
}

/* Which pieces may go on as which, or end, or are chance (a link with itself). (element-type VenuleAssignmentPair) */
static GArray *
possible_links (const Joiner *self)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (VenuleAssignmentPair));
  guint n = self->pieces->len;
  g_autofree VenuleArm *after = g_new (VenuleArm, n);

  for (guint j = 0; j < n; j++)
    after[j] = venule_arm_read (piece_at (self, j)->tracklet, self->flow_x, self->flow_y, 0, 1);
  for (guint i = 0; i < n; i++)
    {
      VenuleTracklet *tracklet = piece_at (self, i)->tracklet;
      const VenuleSpot *end = venule_tracklet_last (tracklet);
      VenuleArm before = venule_arm_read (tracklet, self->flow_x, self->flow_y, (int) tracklet->spots->len - 1, -1);
      VenuleAssignmentPair alone = { (int) i, (int) (n + i), cost_alone (self, end, 1) };
      VenuleAssignmentPair dropped = { (int) i, (int) i, DROPPED * tracklet->supports -
                                                         cost_alone (self, venule_tracklet_spot (tracklet, 0), -1) };
      gboolean own_seen = !piece_at (self, i)->goes_on;

      g_array_append_val (links, alone);
      if (piece_at (self, i)->is_part)
        g_array_append_val (links, dropped);
      for (guint j = first_after (self, end->frame); j < n; j++)
        {
          VenuleTracklet *other = piece_at (self, j)->tracklet;
          const VenuleSpot *start = venule_tracklet_spot (other, 0);
          gboolean own = is_own (self, i, j);

          if (start->time - end->time > MAX_GAP && own_seen)
            break;
          own_seen = own_seen || own;
          /* Both the end and the beginning are then explained. */
          VenuleAssignmentPair link = { (int) i, (int) j, link_cost (self, i, j, &before, &after[j]) -
                                                          cost_alone (self, start, -1) };
          if (isfinite (link.cost))
            g_array_append_val (links, link);
        }
    }
  return links;
}

static void
join (const Joiner *self,
      guint         i,
      guint         j)
{
  Piece *piece = piece_at (self, i), *next = piece_at (self, j);
  VenuleTracklet *a = piece->tracklet, *b = next->tracklet;
  gboolean own = is_own (self, i, j);
  guint first;

  if (own)
    {
      append_range (a->spots, piece->spots, 0, piece->spots->len);
      append_range (a->steps, piece->steps, 0, piece->steps->len);
    }
  else
    {
      venule_tracklet_fill_gap (a, venule_tracklet_spot (b, 0), self->settings->cell_diameter);
    }
  first = a->steps->len;
  append_range (a->spots, b->spots, 0, b->spots->len);
  append_range (a->steps, b->steps, 0, b->steps->len);
  if (!own)
    {
      venule_tracklet_mend_step (a, first, self->settings->cell_diameter);
      a->joins++;
    }
  a->last_support = first + b->last_support;
  a->velocity = b->velocity;
  a->supports += b->supports;
  a->chances += b->chances;
  a->score_sum += b->score_sum;
  a->crowded += b->crowded;
  a->joins += b->joins;
  /* It holds all that follows it: kept, a path of many pieces would be there as many times. */
  piece_clear (next);
}

static int
compare_pieces (const void *a,
                const void *b)
{
  VenuleTracklet *first = ((const Piece *) a)->tracklet, *second = ((const Piece *) b)->tracklet;
  const VenuleSpot *p = venule_tracklet_spot (first, 0), *q = venule_tracklet_spot (second, 0);

  if (p->frame != q->frame)
    return p->frame < q->frame ? -1 : 1;
  return (first->serial > second->serial) - (first->serial < second->serial);
}

/* Into pieces, sorted by their beginning. Empties @tracklets. */
static void
take_all_apart (Joiner    *self,
                GPtrArray *tracklets)
{
  g_autofree GHashTable **cuts = g_new0 (GHashTable *, tracklets->len + 1);

  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);

      self->first = MIN (self->first, venule_tracklet_spot (tracklet, 0)->frame);
      self->last = MAX (self->last, venule_tracklet_last (tracklet)->frame);
    }
  find_cuts (self, tracklets, cuts);
  for (guint i = 0; i < tracklets->len; i++)
    {
      take_apart (self, g_ptr_array_index (tracklets, i), cuts[i]);
      g_clear_pointer (&cuts[i], g_hash_table_unref);
    }
  g_ptr_array_set_free_func (tracklets, NULL);
  g_ptr_array_set_size (tracklets, 0);
  g_ptr_array_set_free_func (tracklets, (GDestroyNotify) venule_tracklet_free);
  g_array_sort (self->pieces, compare_pieces);
}

/**
 * venule_join:
 * @tracklets: (element-type VenuleTracklet): all of a run, in places of the tissue, by their beginning; those that are joined
 *   become one
 * @settings: those of the run
 * @frame_width: px
 * @frame_height: px
 *
 * A cell that starts or stops suddenly, or is hidden, may be lost: the tracker then follows something else for a while, and the
 * cell is found again as a new one. So paths are taken apart where nothing was detected, and of all pieces those follow each
 * other that are together most likely one cell, by velocity, place, size and look on both sides (least total cost). What was
 * followed as one cell stays so unless another piece fits clearly better. Gaps are filled evenly.
 */
void
venule_join (GPtrArray            *tracklets,
             const VenuleSettings *settings,
             int                   frame_width,
             int                   frame_height)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  Joiner self = { .settings = settings, .frame_width = frame_width, .frame_height = frame_height,
                  .radius = settings->cell_diameter / 2, .first = G_MAXINT64, .last = G_MININT64, .pieces = pieces };

  venule_vessel_get_flow (settings->vessel, &self.flow_x, &self.flow_y);
  g_array_set_clear_func (pieces, piece_clear);
  take_all_apart (&self, tracklets);

  guint n = pieces->len;
  g_autofree int *next = g_new (int, n + 1);
  g_autofree gboolean *used = g_new0 (gboolean, n + 1);
  g_autoptr (GArray) links = possible_links (&self);
  venule_assignment_solve_pairs ((const VenuleAssignmentPair *) links->data, links->len, n, 2 * n, next);

  /* Sorted by their beginning, so a continuation always comes later: from the last to the first, each takes in its own. */
  for (guint i = n; i-- > 0;)
    {
      if (next[i] < 0 || next[i] >= (int) n)
        continue;
      if (next[i] != (int) i)
        join (&self, i, next[i]);
      used[next[i]] = TRUE;
    }
  for (guint i = 0; i < n; i++)
    if (!used[i])
      g_ptr_array_add (tracklets, g_steal_pointer (&piece_at (&self, i)->tracklet));
}
