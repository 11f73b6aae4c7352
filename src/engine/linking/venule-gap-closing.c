/* venule-gap-closing.c: joins the segments of one cell's path
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Gap closing by linear assignment (as in Jaqaman et al., Nature Methods 5 (2008) 695). Paths are split into segments
 * where the cell was not detected for long, and where another path begins or ends beside them: there the tracker may
 * have gone over to another cell. Each segment then continues as another, ends, or is dropped as chance, at the
 * least total cost.
 */

#include "venule-config.h"

#include "venule-gap-closing.h"

#include <math.h>

#include "venule-assignment.h"
#include "venule-end-pairs.h"
#include "venule-for-each-frame.h"
#include "venule-order.h"
#include "venule-segment-end.h"
#include "venule-spatial-index.h"

/* Where paths are split: */
#define UNSEEN 0.12         /* s without a detection … */
#define UNSEEN_OPPORTUNITIES 3.5 /* … and so many runs of the detector */
#define BESIDE 1.5          /* radii between a path and the end of another */
/* Links between rolling or adherent cells: */
#define MAX_GAP 1.0         /* s */
#define REACH 3.0           /* radii from an end to a beginning, … */
#define REACH_MOVING 2.1    /* … and of the faster one's way besides: farther ahead no cell is */
#define GATE_ACROSS 1.2     /* radii */
#define GATE_AGAINST 1.0    /* radii: how far against its way a standing cell jitters */
#define VELOCITY_WEIGHT 0.5 /* cells stop and start */
#define GAP_COST 2.0        /* for each second */
#define SWITCH_COST 1.5     /* of a continuation other than that of the tracker */
#define OWN_COST_MAX 6.0    /* of the tracker's own continuation */
/* Links where either is free-flowing: */
#define FLOW_MAX_GAP 0.3    /* s */
#define FLOW_VELOCITY 0.15  /* by how much velocities may differ, of their mean */
#define FLOW_GATE 0.3       /* diameters, from where the mean velocity leads, … */
#define FLOW_GATE_ALONG 0.08 /* … and of the distance besides */
#define FLOW_GATE_ACROSS 0.03
/* Segments that are not linked: */
#define LOST_COST 5.0       /* of an end, or a beginning, within the vessel … */
#define BORDER_COST 1.0     /* … and of one at its border, or that of the video */
#define BORDER 1.5          /* diameters that the border is wide */
#define CHANCE_COST 1.0     /* of dropping a segment, for each of its detections */

/* A part of a path, and the undetected spots between it and the tracker's own continuation. */
typedef struct {
  VenuleTissuePath *path;
  gboolean          is_part;   /* there are others of the same path */
  gboolean          has_own;   /* the tracker's own continuation … */
  gint64            own_start; /* … begins at this frame */
  GArray           *hidden;    /* spots up to that; NULL without one */
  VenuleSegmentEnd  start, end;
  double            start_cost, end_cost; /* of either without a link */
} Segment;

typedef struct {
  const VenuleSettings *settings;
  int                   frame_width;
  int                   frame_height;
  double                radius;
  double                flow_x;
  double                flow_y;
  gint64                first, last; /* frames */
  GArray               *segments;    /* of Segment, by their beginning */
} Linker;

static void
segment_clear (gpointer data)
{
  Segment *segment = data;

  g_clear_pointer (&segment->path, venule_tissue_path_free);
  g_clear_pointer (&segment->hidden, g_array_unref);
}

static Segment *
segment_at (const Linker *self,
            guint         i)
{
  return &g_array_index (self->segments, Segment, i);
}

static const VenuleTissueSpot *
first_spot (const Segment *segment)
{
  return venule_tissue_path_spot (segment->path, 0);
}

static const VenuleTissueSpot *
last_spot (const Segment *segment)
{
  return venule_tissue_path_last (segment->path);
}

/* ---- Splitting ---- */

static GArray *
copy_spots (const VenuleTissuePath *path,
            guint                   start,
            guint                   end)
{
  GArray *copy = g_array_sized_new (FALSE, FALSE, sizeof (VenuleTissueSpot), end - start);

  return g_array_append_vals (copy, venule_tissue_path_spot (path, start), end - start);
}

/* The spots from @start up to @end, with their share of the evidence. */
static VenuleTissuePath *
part_of (const VenuleTissuePath *path,
         guint                   start,
         guint                   end)
{
  VenuleTissuePath *part = g_memdup2 (path, sizeof *path);
  double share = (double) (end - start) / path->spots->len;

  part->spots = copy_spots (path, start, end);
  part->crowded = (guint) lround (share * path->crowded);
  venule_tissue_path_count_evidence (part, share * path->opportunities);
  return part;
}

/* The spots from @start up to @end; the tracker's own continuation begins at @next. */
static void
add_segment (Linker                 *self,
             const VenuleTissuePath *path,
             guint                   start,
             guint                   end,
             guint                   next)
{
  gboolean has_own = next < path->spots->len;
  Segment segment = { .path = part_of (path, start, end), .is_part = start > 0 || has_own, .has_own = has_own };

  if (has_own)
    {
      segment.own_start = venule_tissue_path_spot (path, next)->frame;
      segment.hidden = copy_spots (path, end, next);
    }
  g_array_append_val (self->segments, segment);
}

/* The last detection at or after the spot @from before nothing was detected for long, or the last spot; @next receives
 * the detection after it, or the number of spots. */
static guint
detected_until (const VenuleTissuePath *path,
                guint                   from,
                guint                  *next)
{
  const VenuleTissueSpot *first = venule_tissue_path_spot (path, 0), *last = venule_tissue_path_last (path);
  double longest = MAX (UNSEEN, UNSEEN_OPPORTUNITIES * (last->time - first->time) / MAX (path->opportunities, 1));
  guint seen = from, n = path->spots->len;

  *next = n;
  for (guint i = from + 1; i < n && !path->free_flowing; i++)
    {
      const VenuleTissueSpot *spot = venule_tissue_path_spot (path, i);

      if (spot->source != VENULE_SPOT_DETECTED)
        continue;
      if (spot->time - venule_tissue_path_spot (path, seen)->time > longest)
        {
          *next = i;
          return seen;
        }
      seen = i;
    }
  return n - 1;
}

/* A path begins or ends: others beside it are split before the frame @split. */
typedef struct {
  guint                   index; /* of the path */
  const VenuleTissueSpot *spot;
  gint64                  split;
} Break;

static int
compare_breaks (const void *a,
                const void *b)
{
  gint64 first = ((const Break *) a)->spot->frame, second = ((const Break *) b)->spot->frame;

  return (first > second) - (first < second);
}

/* (element-type Break): by the frame of the spot */
static GArray *
find_breaks (const Linker *self,
             GPtrArray    *paths)
{
  GArray *breaks = g_array_new (FALSE, FALSE, sizeof (Break));

  for (guint i = 0; i < paths->len; i++)
    {
      VenuleTissuePath *path = g_ptr_array_index (paths, i);

      for (guint start = 0, next; start < path->spots->len && !path->free_flowing; start = next)
        {
          const VenuleTissueSpot *end = venule_tissue_path_spot (path, detected_until (path, start, &next));
          const VenuleTissueSpot *begin = venule_tissue_path_spot (path, start);
          Break first = { i, begin, begin->frame }, last = { i, end, end->frame + 1 };

          if (begin->frame > self->first)
            g_array_append_val (breaks, first);
          if (end->frame < self->last)
            g_array_append_val (breaks, last);
        }
    }
  g_array_sort (breaks, compare_breaks);
  return breaks;
}

/* The spot @index of a path, before which it is split. */
typedef struct {
  guint path;
  guint index;
} Split;

typedef struct {
  const Linker *linker;
  GPtrArray    *paths;
  GArray       *breaks;                     /* of Break */
  GArray       *splits[VENULE_FRAME_PARTS]; /* of Split */
} Splitting;

static void
split_beside (const Splitting *self,
              guint            path,
              const Break     *at,
              GArray          *splits)
{
  const VenuleTissuePath *other = g_ptr_array_index (self->paths, path);
  Split here = { path, venule_tissue_path_index_from (other, at->split) };

  if (path != at->index && !other->free_flowing && venule_tissue_path_spot (other, 0)->frame < at->split &&
      venule_tissue_path_last (other)->frame >= at->split)
    g_array_append_val (splits, here);
}

static void
split_in_frame (gpointer          data,
                guint             part,
                gint64            frame,
                const VenuleHere *here,
                guint             n)
{
  const Splitting *self = data;
  const GArray *breaks = self->breaks;
  guint first = (guint) venule_bisect (0, breaks->len, i, g_array_index (breaks, Break, i).spot->frame < frame);
  g_autoptr (VenuleSpatialIndex) places = venule_spatial_index_new (n);
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));
  double reach = BESIDE * self->linker->radius;

  for (guint i = 0; i < n; i++)
    venule_spatial_index_add (places, here[i].spot->x, here[i].spot->y);
  for (guint b = first; b < breaks->len && g_array_index (breaks, Break, b).spot->frame == frame; b++)
    {
      const Break *at = &g_array_index (breaks, Break, b);

      venule_spatial_index_find (places, at->spot->x, at->spot->y, reach, near);
      for (guint k = 0; k < near->len; k++)
        {
          const VenuleHere *beside = &here[g_array_index (near, guint, k)];

          if (hypot (beside->spot->x - at->spot->x, beside->spot->y - at->spot->y) <= reach)
            split_beside (self, beside->index, at, self->splits[part]);
        }
    }
}

/* Fills @splits, one for each path: the indices of spots before which it is split, or %NULL. */
static void
find_splits (const Linker *self,
             GPtrArray    *paths,
             GHashTable  **splits)
{
  g_autoptr (GArray) breaks = find_breaks (self, paths);
  Splitting splitting = { self, paths, breaks, { NULL } };

  for (guint part = 0; part < VENULE_FRAME_PARTS; part++)
    splitting.splits[part] = g_array_new (FALSE, FALSE, sizeof (Split));
  venule_for_each_frame (paths, split_in_frame, &splitting);
  for (guint part = 0; part < VENULE_FRAME_PARTS; part++)
    {
      for (guint i = 0; i < splitting.splits[part]->len; i++)
        {
          const Split *split = &g_array_index (splitting.splits[part], Split, i);

          if (splits[split->path] == NULL)
            splits[split->path] = g_hash_table_new (NULL, NULL);
          g_hash_table_add (splits[split->path], GUINT_TO_POINTER (split->index));
        }
      g_array_unref (splitting.splits[part]);
    }
}

/* Takes @path. @splits: indices of spots, or %NULL */
static void
split (Linker           *self,
       VenuleTissuePath *path,
       GHashTable       *splits)
{
  Segment whole = { .path = path };
  guint after;

  /* Most are one segment, and need no copy. */
  if (splits == NULL && detected_until (path, 0, &after) + 1 == path->spots->len)
    {
      venule_tissue_path_count_evidence (path, path->opportunities);
      g_array_append_val (self->segments, whole);
      return;
    }
  for (guint start = 0, next; start < path->spots->len; start = next)
    {
      guint end = detected_until (path, start, &next) + 1;

      for (guint i = start + 1; i < end && splits != NULL; i++)
        if (g_hash_table_contains (splits, GUINT_TO_POINTER (i)))
          {
            add_segment (self, path, start, i, i);
            start = i;
          }
      add_segment (self, path, start, end, next);
    }
  venule_tissue_path_free (path);
}

/* Of a segment that ends (@direction 1) or begins (−1) at @spot without a link. Cells come and go over the border, on
 * their way or, where none is known, that of the flow. */
static double
unlinked_cost (const Linker           *self,
               const VenuleTissueSpot *spot,
               const VenuleSegmentEnd *end,
               double                  direction)
{
  VenulePoint way;
  double reach = direction * BORDER * self->settings->cell_diameter;
  gboolean at_border;

  if (!venule_segment_end_get_way (end, self->radius, &way))
    way = (VenulePoint){ self->flow_x, self->flow_y };
  at_border = spot->frame <= self->first || spot->frame >= self->last ||
              !venule_vessel_contains (self->settings->vessel, self->frame_width, self->frame_height,
                                       spot->x + reach * way.x, spot->y + reach * way.y);
  return at_border ? BORDER_COST : LOST_COST;
}

static int
compare_segments (const void *a,
                  const void *b)
{
  const VenuleTissueSpot *p = first_spot (a), *q = first_spot (b);
  guint first = ((const Segment *) a)->path->serial, second = ((const Segment *) b)->path->serial;

  if (p->frame != q->frame)
    return p->frame < q->frame ? -1 : 1;
  return (first > second) - (first < second);
}

/* Empties @paths. */
static void
split_all (Linker    *self,
           GPtrArray *paths)
{
  g_autofree GHashTable **splits = g_new0 (GHashTable *, paths->len + 1);
  g_autoptr (VenuleMotionField) field = venule_motion_field_of_paths (paths, self->settings->cell_diameter);

  for (guint i = 0; i < paths->len; i++)
    {
      VenuleTissuePath *path = g_ptr_array_index (paths, i);

      self->first = MIN (self->first, venule_tissue_path_spot (path, 0)->frame);
      self->last = MAX (self->last, venule_tissue_path_last (path)->frame);
    }
  find_splits (self, paths, splits);
  for (guint i = 0; i < paths->len; i++)
    {
      split (self, g_ptr_array_index (paths, i), splits[i]);
      g_clear_pointer (&splits[i], g_hash_table_unref);
    }
  g_ptr_array_set_free_func (paths, NULL);
  g_ptr_array_set_size (paths, 0);
  g_ptr_array_set_free_func (paths, (GDestroyNotify) venule_tissue_path_free);
  g_array_sort (self->segments, compare_segments);
  for (guint i = 0; i < self->segments->len; i++)
    {
      Segment *segment = segment_at (self, i);
      int last = (int) segment->path->spots->len - 1;

      segment->start = venule_segment_end_read (segment->path, field, 0, 1);
      segment->end = venule_segment_end_read (segment->path, field, last, -1);
      segment->start_cost = unlinked_cost (self, first_spot (segment), &segment->start, -1);
      segment->end_cost = unlinked_cost (self, last_spot (segment), &segment->end, 1);
    }
}

/* ---- Costs: minus the logarithm of a likelihood, but for a constant; INFINITY: impossible ---- */

/* Whether the tracker followed both as one cell, one after the other. */
static gboolean
is_own (const Segment *a,
        const Segment *b)
{
  return a->has_own && !b->path->free_flowing && b->path->serial == a->path->serial &&
         first_spot (b)->frame == a->own_start;
}

static double
rolling_cost (const Linker  *self,
              const Segment *a,
              const Segment *b)
{
  double gap = MAX (b->start.time - a->end.time, 0); /* a file's times may go back */
  VenuleLinkCosts costs = venule_segment_end_compare (&a->end, &b->start, self->radius);
  double cost = VELOCITY_WEIGHT * costs.velocity + costs.along + costs.across + costs.size + costs.appearance +
                GAP_COST * gap;

  if (is_own (a, b))
    return MIN (cost, OWN_COST_MAX);
  if (gap > MAX_GAP || costs.ahead < -GATE_AGAINST * self->radius ||
      fabs (costs.aside) > GATE_ACROSS * self->radius)
    return INFINITY;
  return cost + SWITCH_COST;
}

/* Mean over a whole segment, along and across the flow, px/s. */
static VenulePoint
mean_velocity (const Linker  *self,
               const Segment *segment)
{
  const VenuleTissueSpot *first = first_spot (segment), *last = last_spot (segment);
  double time = last->time - first->time, dx = last->x - first->x, dy = last->y - first->y;

  return (VenulePoint){ (self->flow_x * dx + self->flow_y * dy) / time,
                        (-self->flow_y * dx + self->flow_x * dy) / time };
}

/* A free-flowing cell is hidden while it passes others, but keeps its velocity and its line. 0 to 1. */
static double
free_flow_cost (const Linker  *self,
                const Segment *a,
                const Segment *b)
{
  const VenuleTissueSpot *end = last_spot (a), *start = first_spot (b);
  double gap = start->time - end->time, dx = start->x - end->x, dy = start->y - end->y;
  VenulePoint before = mean_velocity (self, a), after = mean_velocity (self, b);
  double velocity = (before.x + after.x) / 2, distance = velocity * gap, gate = FLOW_GATE * 2 * self->radius;
  double along = self->flow_x * dx + self->flow_y * dy - distance;
  double across = -self->flow_y * dx + self->flow_x * dy - (before.y + after.y) / 2 * gap;
  double cost = hypot (along / (gate + FLOW_GATE_ALONG * distance), across / (gate + FLOW_GATE_ACROSS * distance));

  /* A segment of one spot has no velocity, and none of these is true of NaN. */
  return gap > 0 && gap <= FLOW_MAX_GAP && fabs (before.x - after.x) <= FLOW_VELOCITY * velocity && cost <= 1
         ? cost : INFINITY;
}

static double
link_cost (const Linker  *self,
           const Segment *a,
           const Segment *b)
{
  return a->path->free_flowing || b->path->free_flowing ? free_flow_cost (self, a, b) : rolling_cost (self, a, b);
}

/* ---- Assignment ---- */

/* The tracker's own continuation of a segment; the number of segments where there is none. */
static guint
find_own (const Linker  *self,
          const Segment *a)
{
  guint n = self->segments->len, i;

  if (!a->has_own)
    return n;
  i = (guint) venule_bisect (0, n, k, first_spot (segment_at (self, k))->frame < a->own_start);
  while (i < n && first_spot (segment_at (self, i))->frame == a->own_start && !is_own (a, segment_at (self, i)))
    i++;
  return i < n && is_own (a, segment_at (self, i)) ? i : n;
}

typedef struct {
  const Linker *linker;
  GArray       *links; /* of VenuleAssignmentPair */
} Linking;

/* Notes that segment @i may continue as @j, unless both are better left alone. */
static void
consider_link (const Linking *self,
               guint          i,
               guint          j)
{
  const Segment *a = segment_at (self->linker, i), *b = segment_at (self->linker, j);
  /* Both the end and the beginning are then explained. */
  VenuleAssignmentPair link = { (int) i, (int) j, link_cost (self->linker, a, b) - b->start_cost };

  if (link.cost <= a->end_cost)
    g_array_append_val (self->links, link);
}

static void
consider_other (gpointer data,
                guint    end,
                guint    beginning)
{
  const Linking *self = data;

  if (!is_own (segment_at (self->linker, end), segment_at (self->linker, beginning)))
    consider_link (self, end, beginning);
}

/* Of a free-flowing cell all of its way tells how fast it is; one spot tells nothing. */
static VenulePathEnd
path_end (const Linker           *self,
          const Segment          *segment,
          const VenuleTissueSpot *spot,
          const VenuleSegmentEnd *end)
{
  VenulePoint mean = segment->path->free_flowing ? mean_velocity (self, segment) : end->velocity;
  double speed = hypot (mean.x, mean.y);

  return (VenulePathEnd){ spot->frame, spot->time, spot->x, spot->y, isfinite (speed) ? speed : 0 };
}

/* The links to segments other than the tracker's own. FALSE: it was cancelled */
static gboolean
find_others (const Linker *self,
             Linking      *linking,
             GCancellable *cancellable)
{
  const VenuleEndReach reach = { MAX_GAP, REACH * self->radius, REACH_MOVING };
  guint n = self->segments->len;
  g_autofree VenulePathEnd *ends = g_new (VenulePathEnd, n), *beginnings = g_new (VenulePathEnd, n);

  for (guint i = 0; i < n; i++)
    {
      const Segment *segment = segment_at (self, i);

      ends[i] = path_end (self, segment, last_spot (segment), &segment->end);
      beginnings[i] = path_end (self, segment, first_spot (segment), &segment->start);
    }
  return venule_find_end_pairs (ends, beginnings, n, &reach, consider_other, linking, cancellable);
}

/* What each segment (row) may do: continue as another (column), end (a column of its own), or be dropped as chance (a
 * link with itself). (nullable) (element-type VenuleAssignmentPair): NULL: it was cancelled */
static GArray *
possible_links (const Linker *self,
                GCancellable *cancellable)
{
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (VenuleAssignmentPair));
  Linking linking = { self, links };
  guint n = self->segments->len;

  for (guint i = 0; i < n; i++)
    {
      const Segment *a = segment_at (self, i);
      VenuleAssignmentPair ends = { (int) i, (int) (n + i), a->end_cost };
      VenuleAssignmentPair dropped = { (int) i, (int) i, CHANCE_COST * a->path->hits - a->start_cost };
      guint own = find_own (self, a);

      g_array_append_val (links, ends);
      if (a->is_part)
        g_array_append_val (links, dropped);
      if (own < n)
        consider_link (&linking, i, own);
    }
  return find_others (self, &linking, cancellable) ? g_steal_pointer (&links) : NULL;
}

/* Fills @next with what each segment continues as, itself, or a number beyond the last: as the tracker has it, where
 * finding out more was cancelled. */
static void
choose_links (const Linker *self,
              int          *next,
              GCancellable *cancellable)
{
  int n = (int) self->segments->len;
  g_autoptr (GArray) links = possible_links (self, cancellable);

  if (links != NULL)
    venule_assignment_solve_pairs ((const VenuleAssignmentPair *) links->data, links->len, n, 2 * n, next);
  else
    for (int i = 0; i < n; i++)
      next[i] = (int) find_own (self, segment_at (self, (guint) i));
}

static void
join (const Linker *self,
      Segment      *a,
      Segment      *b)
{
  if (is_own (a, b))
    {
      g_array_append_vals (a->path->spots, a->hidden->data, a->hidden->len);
      venule_tissue_path_append_all (a->path, b->path);
    }
  else
    {
      venule_tissue_path_join (a->path, b->path, self->settings->cell_diameter);
    }
  /* Kept, a path of many segments would be there as many times. */
  segment_clear (b);
}

/**
 * venule_close_gaps:
 * @paths: (element-type VenuleTissuePath): all of a run, by their beginning; those that are joined become one
 * @settings: those of the run
 * @frame_width: px
 * @frame_height: px
 * @cancellable: (nullable): once cancelled, each cell stays as the tracker followed it
 *
 * Joins what is most likely one cell, by velocity, place, size and appearance on both sides of a gap, and fills gaps
 * evenly. The tracker's own continuation stays unless another fits clearly better.
 */
void
venule_close_gaps (GPtrArray            *paths,
                   const VenuleSettings *settings,
                   int                   frame_width,
                   int                   frame_height,
                   GCancellable         *cancellable)
{
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (Segment));
  Linker self = { .settings = settings, .frame_width = frame_width, .frame_height = frame_height,
                  .radius = settings->cell_diameter / 2, .first = G_MAXINT64, .last = G_MININT64,
                  .segments = segments };

  venule_vessel_get_flow (settings->vessel, &self.flow_x, &self.flow_y);
  g_array_set_clear_func (segments, segment_clear);
  split_all (&self, paths);

  guint n = segments->len;
  g_autofree int *next = g_new (int, n + 1);
  g_autofree gboolean *used = g_new0 (gboolean, n + 1);
  choose_links (&self, next, cancellable);

  /* A continuation begins later: from the last to the first, each takes in its own. */
  for (guint i = n; i-- > 0;)
    {
      if (next[i] < 0 || next[i] >= (int) n)
        continue;
      if (next[i] != (int) i)
        join (&self, segment_at (&self, i), segment_at (&self, next[i]));
      used[next[i]] = TRUE;
    }
  for (guint i = 0; i < n; i++)
    if (!used[i])
      g_ptr_array_add (paths, g_steal_pointer (&segment_at (&self, i)->path));
}
