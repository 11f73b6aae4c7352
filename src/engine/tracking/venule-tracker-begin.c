/* venule-tracker-begin.c: which detections begin a tracklet
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A cell that is new may go any way, by up to three diameters from a detection to the next. What distinguishes it from
 * chance is that three detections that belong to no other cell lie evenly on one way and look alike. Of all such
 * triples the likeliest come first, and each detection is in one at most.
 */

#include "venule-config.h"

#include "venule-tracker-private.h"

#include <math.h>
#include <string.h>

#include "venule-detector.h"
#include "venule-spatial-index.h"

#define EXPLAINED 0.6       /* times the expected radius: a detection so near to a tracklet begins no other */
#define FRESH_SCORE 0.3     /* of the first detection */
#define MAX_RECENT 4        /* runs of the detector among which the three are */
#define LONGEST_STEP 3.0    /* diameters */
#define JITTER 0.3          /* times the expected radius: how far off even steps the third may be, along the way … */
#define SPEED_CHANGE 0.25   /* … and of the step besides; … */
#define ACROSS 0.15         /* … across it */
#define ACROSS_SHARE 0.1
#define GATE_SD 4.5         /* standard errors beyond which nothing is considered */
#define MISS_COST 1.0       /* of a frame in which it was not found */
#define UNUSUAL_MAX 4.0     /* of a step that no cell has made there */
#define FLOWS 6.0           /* times the usual speed, from which a cell flows freely */
#define LENGTH_WEIGHT 0.5   /* where none is known: of the step's square, in diameters */
#define SCORE_WEIGHT 0.5
#define UNLIKELY 11.0       /* cost of leaving them alone */
#define MAX_TRIPLES 64      /* of one detection, the likeliest: there are thousands where all looks like cells */
#define MOVE_SD 0.5         /* times the expected radius: of a step that no correlation has measured */

/* Three detections, in the runs of the detector @run[0] to @run[2], counted back from the newest. */
typedef struct {
  int    run[3];
  guint  index[3];
  double cost;
} Triple;

void
venule_recent_free (gpointer recent)
{
  VenuleRecent *self = recent;

  g_array_unref (self->detections);
  venule_spatial_index_free (self->places);
  g_free (self->used);
  g_free (self);
}

/* ---- What is left over ---- */

/* Where a cell is followed already, a detection so near is a second sight of it. */
static void
explain (const VenuleTracker *self,
         const VenuleSpot    *spot,
         const GArray        *detections,
         VenuleSpatialIndex  *places,
         GArray              *near,
         gboolean            *explained)
{
  venule_spatial_index_find (places, spot->x, spot->y, EXPLAINED * self->radius, near);
  for (guint k = 0; k < near->len; k++)
    {
      guint j = g_array_index (near, guint, k);
      const VenuleDetection *detection = &g_array_index (detections, VenuleDetection, j);

      if (hypot (spot->x - detection->x, spot->y - detection->y) < EXPLAINED * self->radius)
        explained[j] = TRUE;
    }
}

/* Those of @detections that no tracklet has, nor explains. */
static void
keep_recent (VenuleTracker *self,
             GArray        *detections,
             gint64         frame,
             double         time)
{
  g_autoptr (VenuleSpatialIndex) places = venule_tracker_places_of (detections);
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *explained = g_new0 (gboolean, detections->len + 1);
  VenuleRecent *recent = g_new0 (VenuleRecent, 1);

  recent->frame = frame;
  recent->time = time;
  recent->clock = self->clock;
  recent->drift = self->drift;
  recent->detections = g_array_new (FALSE, FALSE, sizeof (VenuleDetection));

  for (guint i = 0; i < self->predictions->len; i++)
    {
      int j = g_array_index (self->predictions, VenulePrediction, i).detection;

      if (j >= 0)
        explained[j] = TRUE;
      explain (self, venule_tracklet_last (g_ptr_array_index (self->live, i)), detections, places, near, explained);
    }
  for (guint j = 0; j < detections->len; j++)
    if (!explained[j])
      g_array_append_vals (recent->detections, &g_array_index (detections, VenuleDetection, j), 1);
  recent->places = venule_tracker_places_of (recent->detections);
  recent->used = g_new0 (gboolean, recent->detections->len + 1);

  g_ptr_array_add (self->recent, recent);
  if (self->recent->len > MAX_RECENT)
    g_ptr_array_remove_index (self->recent, 0);
}

/* What belongs to no cell so far may be one that flows freely. */
static void
note_loose (VenuleTracker  *self,
            GArray         *detections,
            gint64          frame,
            double          time)
{
  g_autofree gboolean *known = g_new0 (gboolean, detections->len + 1);

  for (guint i = 0; i < self->predictions->len; i++)
    {
      int j = g_array_index (self->predictions, VenulePrediction, i).detection;

      if (j >= 0)
        known[j] = ((VenuleTracklet *) g_ptr_array_index (self->live, i))->confirmed;
    }
  venule_free_flow_begin_frame (self->free_flow, frame, time);
  for (guint j = 0; j < detections->len; j++)
    if (!known[j])
      venule_free_flow_add (self->free_flow, &g_array_index (detections, VenuleDetection, j));
}

/* ---- Triples ---- */

/* Counted back from the newest. */
static VenuleRecent *
recent_at (const VenuleTracker *self,
           int                  run)
{
  return g_ptr_array_index (self->recent, self->recent->len - 1 - run);
}

static const VenuleDetection *
detection_at (const VenuleTracker *self,
              int                  run,
              guint                index)
{
  return &g_array_index (recent_at (self, run)->detections, VenuleDetection, index);
}

/* From one detection to a later one, in the tissue, px. */
static VenulePoint
step_between (const VenuleTracker *self,
              const Triple        *triple,
              int                  from,
              int                  to)
{
  const VenuleRecent *first = recent_at (self, triple->run[from]), *second = recent_at (self, triple->run[to]);
  const VenuleDetection *a = detection_at (self, triple->run[from], triple->index[from]);
  const VenuleDetection *b = detection_at (self, triple->run[to], triple->index[to]);

  return (VenulePoint){ b->x - a->x - (second->drift.x - first->drift.x),
                        b->y - a->y - (second->drift.y - first->drift.y) };
}

static double
time_between (const VenuleTracker *self,
              const Triple        *triple,
              int                  from,
              int                  to)
{
  return recent_at (self, triple->run[to])->clock - recent_at (self, triple->run[from])->clock;
}

/* How unusual it is that a cell at @at makes the step. */
static double
unusual_cost (const VenuleTracker   *self,
              const VenuleDetection *at,
              VenulePoint            step,
              double                 time)
{
  VenuleMotion usual;
  double along_sd, across_sd, speed, cost;
  VenulePoint way = { 1, 0 }, off;

  if (!venule_motion_field_get (self->field, (VenulePoint){ at->x, at->y }, &usual))
    return LENGTH_WEIGHT * (step.x * step.x + step.y * step.y) / (4 * self->radius * self->radius);

  speed = hypot (usual.velocity.x, usual.velocity.y);
  if (speed > 0)
    way = (VenulePoint){ usual.velocity.x / speed, usual.velocity.y / speed };
  off = venule_tracker_turn (way, step.x - usual.velocity.x * time, step.y - usual.velocity.y * time);
  along_sd = hypot (JITTER * self->radius, MAX (usual.along_sd, SPEED_CHANGE * speed) * time);
  across_sd = hypot (JITTER * self->radius, usual.across_sd * time);
  cost = (off.x * off.x / (along_sd * along_sd) + off.y * off.y / (across_sd * across_sd)) / 2;
  /* What is faster than any cell that rolls, and by far than those that passed there, flows freely
   * (venule-free-flow.c). */
  return hypot (step.x, step.y) > MAX (self->max_velocity, FLOWS * speed) * time ? cost : MIN (cost, UNUSUAL_MAX);
}

/* How unlikely it is that the three are one cell: minus the logarithm of a likelihood, but for a constant.
 * @unusual: that of the second step */
static double
triple_cost (const VenuleTracker *self,
             const Triple        *triple,
             double               unusual)
{
  const VenuleDetection *seen[3];
  VenulePoint first = step_between (self, triple, 0, 1), second = step_between (self, triple, 1, 2), way, off;
  double time = time_between (self, triple, 1, 2), ratio = time / time_between (self, triple, 0, 1);
  double length = hypot (first.x, first.y) * ratio, along_sd, across_sd, cost;

  way = length > 0 ? (VenulePoint){ first.x * ratio / length, first.y * ratio / length } : (VenulePoint){ 1, 0 };
  off = venule_tracker_turn (way, second.x - first.x * ratio, second.y - first.y * ratio);
  along_sd = hypot (JITTER * self->radius, SPEED_CHANGE * length);
  across_sd = self->lateral * (ACROSS * (1 + ratio) * self->radius + ACROSS_SHARE * length);
  cost = (off.x * off.x / (along_sd * along_sd) + off.y * off.y / (across_sd * across_sd)) / 2;
  cost += MISS_COST * (triple->run[0] - triple->run[2] - 2);
  for (int i = 0; i < 3; i++)
    {
      seen[i] = detection_at (self, triple->run[i], triple->index[i]);
      cost -= SCORE_WEIGHT * log (MAX (seen[i]->score, 1e-3));
    }
  cost += venule_tracker_look_cost (seen[0]->appearance, seen[1]->appearance);
  cost += venule_tracker_look_cost (seen[1]->appearance, seen[2]->appearance);
  return cost + unusual;
}

/* Adds those whose second and third detection are known and that cost less than @limit; @near is for its own use. */
static void
find_first (VenuleTracker *self,
            Triple         triple,
            double         limit,
            GArray        *near,
            GArray        *triples)
{
  const VenuleRecent *run = recent_at (self, triple.run[0]), *second = recent_at (self, triple.run[1]);
  const VenuleDetection *from = detection_at (self, triple.run[1], triple.index[1]);
  VenulePoint step = step_between (self, &triple, 1, 2);
  double ratio = time_between (self, &(Triple){ .run = { triple.run[0], triple.run[1] } }, 0, 1) /
                 time_between (self, &triple, 1, 2);
  double length = hypot (step.x, step.y) * ratio;
  double unusual = unusual_cost (self, detection_at (self, triple.run[2], triple.index[2]), step,
                                 time_between (self, &triple, 1, 2));

  /* No other cost is less than 0. */
  if (unusual >= limit)
    return;
  venule_spatial_index_find (run->places, from->x - ratio * step.x + run->drift.x - second->drift.x,
                             from->y - ratio * step.y + run->drift.y - second->drift.y,
                             GATE_SD * hypot (JITTER * (1 + ratio) * self->radius, SPEED_CHANGE * length), near);
  for (guint i = 0; i < near->len; i++)
    {
      triple.index[0] = g_array_index (near, guint, i);
      if (run->used[triple.index[0]] || detection_at (self, triple.run[0], triple.index[0])->score < FRESH_SCORE)
        continue;
      triple.cost = triple_cost (self, &triple, unusual);
      if (triple.cost < limit)
        g_array_append_val (triples, triple);
    }
}

static int
compare_newest (const void *a,
                const void *b)
{
  const Triple *p = a, *q = b;

  for (int i = 2; i >= 0; i--)
    {
      if (p->run[i] != q->run[i])
        return p->run[i] < q->run[i] ? -1 : 1;
      if (p->index[i] != q->index[i])
        return p->index[i] < q->index[i] ? -1 : 1;
    }
  return 0;
}

static int
compare_costs (const void *a,
               const void *b)
{
  const Triple *p = a, *q = b;

  if (p->cost != q->cost)
    return p->cost < q->cost ? -1 : 1;
  return compare_newest (a, b);
}

/* Leaves the likeliest of one detection. Returns what others have to cost less than */
static double
keep_likeliest (GArray *triples)
{
  g_array_sort (triples, compare_costs);
  g_array_set_size (triples, MAX_TRIPLES);
  return g_array_index (triples, Triple, MAX_TRIPLES - 1).cost;
}

/* Adds those of three runs of the detector, the likeliest of each newest detection. */
static void
find_triples (VenuleTracker *self,
              const int     *runs,
              GArray        *triples)
{
  Triple triple = { .run = { runs[0], runs[1], runs[2] } };
  const VenuleRecent *newest = recent_at (self, runs[2]), *before = recent_at (self, runs[1]);
  double longest = LONGEST_STEP * 2 * self->radius * (runs[1] - runs[2]);
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (Triple));
  g_autoptr (GArray) nearer = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < newest->detections->len; i++)
    {
      const VenuleDetection *last = detection_at (self, runs[2], i);
      double limit = UNLIKELY;

      triple.index[2] = i;
      venule_spatial_index_find (before->places, last->x + before->drift.x - newest->drift.x,
                                 last->y + before->drift.y - newest->drift.y, longest, near);
      for (guint k = 0; k < near->len; k++)
        {
          triple.index[1] = g_array_index (near, guint, k);

          VenulePoint step = step_between (self, &triple, 1, 2);
          if (!before->used[triple.index[1]] && hypot (step.x, step.y) <= longest)
            find_first (self, triple, limit, nearer, own);
          if (own->len > 4 * MAX_TRIPLES)
            limit = keep_likeliest (own);
        }
      if (own->len > MAX_TRIPLES)
        keep_likeliest (own);
      g_array_append_vals (triples, own->data, own->len);
      g_array_set_size (own, 0);
    }
}

/* ---- Tracklets ---- */

static void
take (VenuleTracker     *self,
      int                run,
      guint              index,
      VenuleSpot        *spot,
      VenuleObservation *step)
{
  VenuleRecent *recent = recent_at (self, run);
  const VenuleDetection *detection = detection_at (self, run, index);

  *spot = (VenuleSpot){
    .frame = recent->frame,
    .time = recent->time,
    .x = detection->x,
    .y = detection->y,
    .radius = (float) detection->radius,
    .score = (float) detection->score,
    .source = VENULE_SPOT_DETECTED,
  };
  *step = (VenuleObservation){
    .move_sd = (float) (VNK_MAX_SEARCH * self->radius),
    .seen_x = (float) detection->x,
    .seen_y = (float) detection->y,
    .seen_sd = (float) (VENULE_SEEN_SD * self->radius / sqrt (MAX (detection->score, 0.1))),
  };
  memcpy (spot->contour, detection->contour, sizeof spot->contour);
  memcpy (step->appearance, detection->appearance, sizeof step->appearance);
  recent->used[index] = TRUE;
}

static VenuleTracklet *
begin_tracklet (VenuleTracker *self,
                int            run,
                guint          index)
{
  VenuleObservation step;
  VenuleTracklet *tracklet;
  VenuleSpot spot;

  take (self, run, index, &spot, &step);
  tracklet = venule_tracklet_new (self->n_begun++, &spot, &step);
  venule_tracklet_update_appearance (tracklet, step.appearance);
  g_ptr_array_add (self->live, tracklet);
  return tracklet;
}

/* With a detection of a later run. */
static void
lengthen (VenuleTracker  *self,
          VenuleTracklet *tracklet,
          int             run,
          guint           index)
{
  const VenuleSpot last = *venule_tracklet_last (tracklet);
  VenuleObservation step;
  VenuleSpot spot;

  take (self, run, index, &spot, &step);
  step.move_x = (float) (spot.x - last.x);
  step.move_y = (float) (spot.y - last.y);
  step.move_sd = (float) (MOVE_SD * self->radius);
  venule_tracklet_fill_gap (tracklet, &spot, 2 * self->radius);
  venule_tracklet_append (tracklet, &spot, &step);
  venule_tracklet_update_appearance (tracklet, step.appearance);
  tracklet->hits++;
  tracklet->score_sum += spot.score;
  tracklet->last_hit = tracklet->spots->len - 1;
  tracklet->n_outlined = tracklet->spots->len;
}

static void
begin_with_triple (VenuleTracker *self,
                   const Triple  *triple)
{
  VenuleTracklet *tracklet = begin_tracklet (self, triple->run[0], triple->index[0]);
  VenulePoint way = step_between (self, triple, 0, 2);

  for (int i = 1; i < 3; i++)
    lengthen (self, tracklet, triple->run[i], triple->index[i]);
  tracklet->opportunities = triple->run[0] - triple->run[2] + 1;
  venule_tracklet_update_motion (tracklet, way, time_between (self, triple, 0, 2), 1);
  tracklet->n_moves = 2;
  if (venule_tracker_believes (self, tracklet))
    {
      tracklet->confirmed = TRUE;
      tracklet->id = ++self->n_confirmed;
    }
}

/* Whether all three are free, and the newest is no second sight of one that is chosen. */
static gboolean
is_free (VenuleTracker *self,
         const Triple  *triple,
         GArray        *near)
{
  const VenuleDetection *newest = detection_at (self, triple->run[2], triple->index[2]);
  const VenuleRecent *run = recent_at (self, triple->run[2]);

  for (int i = 0; i < 3; i++)
    if (recent_at (self, triple->run[i])->used[triple->index[i]])
      return FALSE;
  venule_spatial_index_find (run->places, newest->x, newest->y, EXPLAINED * self->radius, near);
  for (guint k = 0; k < near->len; k++)
    {
      guint index = g_array_index (near, guint, k);
      const VenuleDetection *seen = detection_at (self, triple->run[2], index);

      if (run->used[index] && hypot (seen->x - newest->x, seen->y - newest->y) < EXPLAINED * self->radius)
        return FALSE;
    }
  return TRUE;
}

/* (element-type Triple): the likeliest, each detection in one at most, in the order of the newest detections */
static GArray *
choose_triples (VenuleTracker *self,
                GArray        *triples)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (Triple));
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_sort (triples, compare_costs);
  for (guint i = 0; i < triples->len; i++)
    {
      const Triple *triple = &g_array_index (triples, Triple, i);

      if (!is_free (self, triple, near))
        continue;
      for (int k = 0; k < 3; k++)
        recent_at (self, triple->run[k])->used[triple->index[k]] = TRUE;
      g_array_append_vals (chosen, triple, 1);
    }
  g_array_sort (chosen, compare_newest);
  return chosen;
}

void
venule_tracker_begin (VenuleTracker *self,
                      GArray        *detections,
                      gint64         frame,
                      double         time)
{
  static const int runs[][3] = { { 2, 1, 0 }, { 3, 1, 0 }, { 3, 2, 0 } };
  g_autoptr (GArray) triples = g_array_new (FALSE, FALSE, sizeof (Triple)), chosen = NULL;

  if (!(self->ablation & VENULE_ABLATE_FREE_FLOW))
    note_loose (self, detections, frame, time);
  keep_recent (self, detections, frame, time);

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    if (runs[i][0] < (int) self->recent->len)
      find_triples (self, runs[i], triples);
  chosen = choose_triples (self, triples);
  for (guint i = 0; i < chosen->len; i++)
    begin_with_triple (self, &g_array_index (chosen, Triple, i));
}

/* The likeliest one of the newest run after a detection of an earlier one; −1: none is near. @near is for its own
 * use. */
static int
find_next (VenuleTracker *self,
           int            run,
           guint          index,
           GArray        *near)
{
  const VenuleRecent *newest = recent_at (self, 0), *before = recent_at (self, run);
  const VenuleDetection *from = detection_at (self, run, index);
  Triple pair = { .run = { run, 0, 0 }, .index = { index, 0, 0 } };
  double least = UNLIKELY;
  int found = -1;

  venule_spatial_index_find (newest->places, from->x + newest->drift.x - before->drift.x,
                             from->y + newest->drift.y - before->drift.y, LONGEST_STEP * 2 * self->radius, near);
  for (guint k = 0; k < near->len; k++)
    {
      guint j = g_array_index (near, guint, k);
      VenulePoint step;
      double cost;

      pair.index[1] = j;
      step = step_between (self, &pair, 0, 1);
      cost = LENGTH_WEIGHT * (step.x * step.x + step.y * step.y) / (4 * self->radius * self->radius) +
             venule_tracker_look_cost (from->appearance, detection_at (self, 0, j)->appearance);
      if (newest->used[j] || hypot (step.x, step.y) > LONGEST_STEP * 2 * self->radius || cost >= least)
        continue;
      least = cost;
      found = (int) j;
    }
  return found;
}

/**
 * venule_tracker_begin_rest:
 * @self: the tracker, after the last frame
 *
 * In a recording in which the detector ran once, twice or three times, a detection in the first frame makes a cell,
 * with the one in the last frame that is likeliest to be it.
 */
void
venule_tracker_begin_rest (VenuleTracker *self)
{
  int run = (int) self->n_detections - 1;
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));

  if (run < 0 || run > 2 || run >= (int) self->recent->len)
    return;

  for (guint i = 0; i < recent_at (self, run)->detections->len; i++)
    {
      int next = run > 0 ? find_next (self, run, i, near) : -1;

      if (recent_at (self, run)->used[i] || detection_at (self, run, i)->score < FRESH_SCORE || (run > 0 && next < 0))
        continue;

      VenuleTracklet *tracklet = begin_tracklet (self, run, i);
      if (next >= 0)
        lengthen (self, tracklet, 0, (guint) next);
      tracklet->opportunities = self->n_detections;
    }
}
