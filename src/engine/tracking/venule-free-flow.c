/* venule-free-flow.c: cells that flow past too fast to be followed by their picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-free-flow.h"

#include <math.h>
#include <string.h>

#include "venule-line-fit.h"
#include "venule-spatial-index.h"
#include "venule-track.h"

#define FEWEST 3          /* detections in a row */
#define MAX_MISSES 1      /* frames in a row in which it was not found */
#define SHARE 0.7         /* of the frames in which it was found */
#define LONGEST_WAIT 3.0  /* times the first step's time: more is a gap in the recording, and the cell is gone */
#define LONGEST_STEP 8.0  /* diameters from a frame to the next */
#define SLOWEST 0.9       /* times the fastest cell that is followed by its picture */
#define GATE_ALONG 0.25   /* of the step, … */
#define GATE 0.3          /* … and of the diameter besides, both ways */
#define ACROSS 0.05       /* of the step, besides the same */
#define CLEAR 0.42        /* mean score */
#define SAME 0.4          /* diameters: so near to a cell that is followed it is that cell */
#define POSITION_SD 0.07  /* radii */
/* A faint cell is seen now and then; but where it is seen, it lies on one straight line at one velocity. */
#define RARE_FEWEST 4
#define RARE_FIRST 3      /* frames within which it is seen a second time */
#define RARE_MISSES 3
#define RARE_SHARE 0.35
#define RARE_CLEAR 0.3
#define RARE_GATE 0.2     /* of the diameter, both ways, more where the line is short */
#define BY_CHANCE 0.05    /* such rows in the whole recording: what is seen of other things falls on a line as well */
/* Cells from which the way is known: */
#define FAR 2.0           /* diameters that each went */
#define WAY_FEWEST 5
#define AGREE 0.9         /* length of the sum of their ways, of the sum of the lengths */

typedef struct {
  gint64 frame;
  double time;
  guint  first;  /* of its loose detections */
} Seen;

struct _VenuleFreeFlow
{
  double     diameter;
  double     max_velocity;  /* px/s */
  double     flow_x, flow_y;
  GArray    *frames;        /* of Seen */
  GArray    *loose;         /* of VenuleDetection; a score of 0: taken */
  /* While they are linked: */
  double     area;    /* in which anything was found, px² */
  double     clutter; /* detections that belong to nothing, per px² and frame */
  GPtrArray *places;  /* of VenuleSpatialIndex, one a frame */
  GArray    *seconds; /* of guint: what may come second in a chain … */
  GArray    *near;    /* … and in its next step */
};

/* Indices into loose, one a frame; −1: not found there. */
typedef struct {
  guint   first_frame;
  GArray *members;  /* of int */
  guint   found;
  double  score;
} Chain;

VenuleFreeFlow *
venule_free_flow_new (const VenuleSettings *settings,
                      double                max_velocity)
{
  VenuleFreeFlow *self = g_new0 (VenuleFreeFlow, 1);

  self->diameter = settings->cell_diameter;
  self->max_velocity = max_velocity;
  venule_vessel_get_flow (settings->vessel, &self->flow_x, &self->flow_y);
  self->frames = g_array_new (FALSE, FALSE, sizeof (Seen));
  self->loose = g_array_new (FALSE, FALSE, sizeof (VenuleDetection));
  self->places = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_spatial_index_free);
  self->seconds = g_array_new (FALSE, FALSE, sizeof (guint));
  self->near = g_array_new (FALSE, FALSE, sizeof (guint));

  return self;
}

void
venule_free_flow_free (VenuleFreeFlow *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->frames);
  g_array_unref (self->loose);
  g_ptr_array_unref (self->places);
  g_array_unref (self->seconds);
  g_array_unref (self->near);
  g_free (self);
}

void
venule_free_flow_begin_frame (VenuleFreeFlow *self,
                              gint64          frame,
                              double          time)
{
  Seen seen = { frame, time, self->loose->len };

  g_array_append_val (self->frames, seen);
}

void
venule_free_flow_add (VenuleFreeFlow        *self,
                      const VenuleDetection *detection)
{
  g_array_append_vals (self->loose, detection, 1);
}

static VenuleDetection *
loose_at (VenuleFreeFlow *self,
          guint           index)
{
  return &g_array_index (self->loose, VenuleDetection, index);
}

static guint
end_of_frame (VenuleFreeFlow *self,
              guint           k)
{
  return k + 1 < self->frames->len ? g_array_index (self->frames, Seen, k + 1).first : self->loose->len;
}

static double
time_of_frame (VenuleFreeFlow *self,
               guint           k)
{
  return g_array_index (self->frames, Seen, k).time;
}

static void
fill_places (VenuleFreeFlow *self)
{
  for (guint k = 0; k < self->frames->len; k++)
    {
      guint first = g_array_index (self->frames, Seen, k).first, end = end_of_frame (self, k);
      VenuleSpatialIndex *places = venule_spatial_index_new (end - first);

      for (guint j = first; j < end; j++)
        venule_spatial_index_add (places, loose_at (self, j)->x, loose_at (self, j)->y);
      g_ptr_array_add (self->places, places);
    }
}

/* The loose detections of frame @k in the square around (@x, @y): indices into loose, in rising order. */
static void
find_near (VenuleFreeFlow *self,
           guint           k,
           double          x,
           double          y,
           double          reach,
           GArray         *near)
{
  venule_spatial_index_find (g_ptr_array_index (self->places, k), x, y, reach, near);
  for (guint i = 0; i < near->len; i++)
    g_array_index (near, guint, i) += g_array_index (self->frames, Seen, k).first;
}

static int
compare_frames (const void *a,
                const void *b)
{
  gint64 first = ((const Seen *) a)->frame, second = ((const Seen *) b)->frame;

  return (first > second) - (first < second);
}

static void
take_out_around (VenuleFreeFlow *self,
                 gint64          frame,
                 double          x,
                 double          y)
{
  const Seen wanted = { .frame = frame };
  guint k;

  if (!g_array_binary_search (self->frames, &wanted, compare_frames, &k))
    return;
  find_near (self, k, x, y, SAME * self->diameter, self->near);
  for (guint i = 0; i < self->near->len; i++)
    {
      VenuleDetection *detection = loose_at (self, g_array_index (self->near, guint, i));

      if (hypot (detection->x - x, detection->y - y) < SAME * self->diameter)
        detection->score = 0;
    }
}

/* What was loose at the time may have become a part of a track since. */
static void
take_out_known (VenuleFreeFlow *self,
                GPtrArray      *tracklets)
{
  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);

      for (guint k = 0; k < tracklet->spots->len; k++)
        {
          const VenuleSpot *spot = venule_tracklet_spot (tracklet, k);

          take_out_around (self, spot->frame, spot->x, spot->y);
        }
    }
}

/* The free detection of frame @k that is nearest to (@x, @y) within the gates, px; −1: none. */
static int
nearest (VenuleFreeFlow *self,
         guint           k,
         double          x,
         double          y,
         double          gate_along,
         double          gate_across)
{
  double best = 1;
  int found = -1;

  find_near (self, k, x, y, MAX (gate_along, gate_across), self->near);
  for (guint i = 0; i < self->near->len; i++)
    {
      guint j = g_array_index (self->near, guint, i);
      const VenuleDetection *detection = loose_at (self, j);
      double dx = detection->x - x, dy = detection->y - y;
      double along = self->flow_x * dx + self->flow_y * dy, across = -self->flow_y * dx + self->flow_x * dy;
      double off = hypot (along / gate_along, across / gate_across);

      if (detection->score > 0 && off < best)
        {
          best = off;
          found = (int) j;
        }
    }
  return found;
}

/* By what was found in the next frame; −1: nothing. */
static void
lengthen_chain (VenuleFreeFlow *self,
                Chain          *chain,
                int             member)
{
  g_array_append_val (chain->members, member);
  if (member < 0)
    return;
  chain->found++;
  chain->score += loose_at (self, member)->score;
}

/* Where it was not found at last, it was not there. */
static void
end_chain (Chain *chain)
{
  while (g_array_index (chain->members, int, chain->members->len - 1) < 0)
    g_array_set_size (chain->members, chain->members->len - 1);
}

static void
begin_chain (VenuleFreeFlow *self,
             Chain          *chain,
             guint           k,
             int             a)
{
  chain->first_frame = k;
  g_array_set_size (chain->members, 0);
  chain->found = 0;
  chain->score = 0;
  lengthen_chain (self, chain, a);
}

/* Goes on from two detections at their velocity. */
static void
extend (VenuleFreeFlow *self,
        Chain          *chain,
        guint           k,
        int             a,
        int             b)
{
  const VenuleDetection *first = loose_at (self, a), *last = loose_at (self, b);
  double since = time_of_frame (self, k + 1) - time_of_frame (self, k);
  double vx = (last->x - first->x) / since, vy = (last->y - first->y) / since;
  double x = last->x, y = last->y, time = time_of_frame (self, k + 1);
  guint misses = 0;

  begin_chain (self, chain, k, a);
  lengthen_chain (self, chain, b);
  for (guint next = k + 2; next < self->frames->len && misses <= MAX_MISSES; next++)
    {
      double ahead = time_of_frame (self, next) - time;

      if (ahead > LONGEST_WAIT * since)
        break;

      double length = hypot (vx, vy) * ahead;
      /* Two frames of one time tell no velocity. */
      int member = ahead > 0 ? nearest (self, next, x + vx * ahead, y + vy * ahead,
                                        GATE_ALONG * length + GATE * self->diameter,
                                        ACROSS * length + GATE * self->diameter)
                             : -1;

      lengthen_chain (self, chain, member);
      misses = member < 0 ? misses + 1 : 0;
      if (member < 0)
        continue;

      const VenuleDetection *detection = loose_at (self, member);
      vx += 0.3 * ((detection->x - x) / ahead - vx);
      vy += 0.3 * ((detection->y - y) / ahead - vy);
      x = detection->x;
      y = detection->y;
      time = time_of_frame (self, next);
    }
  end_chain (chain);
}

/* The same for a cell that is found now and then: @b is of frame @second, a frame or some after @k. */
static void
extend_rarely (VenuleFreeFlow *self,
               Chain          *chain,
               guint           k,
               int             a,
               guint           second,
               int             b)
{
  double start = time_of_frame (self, k), seen = time_of_frame (self, second) - start;
  double longest_wait = LONGEST_WAIT * (RARE_MISSES + 1) * seen / (second - k);
  VenuleLineFit line = { 0 };
  guint misses = 0;

  venule_line_fit_add (&line, 0, loose_at (self, a)->x, loose_at (self, a)->y);
  venule_line_fit_add (&line, seen, loose_at (self, b)->x, loose_at (self, b)->y);
  begin_chain (self, chain, k, a);
  for (guint missed = k + 1; missed < second; missed++)
    lengthen_chain (self, chain, -1);
  lengthen_chain (self, chain, b);
  for (guint next = second + 1; next < self->frames->len && misses <= RARE_MISSES; next++)
    {
      double time = time_of_frame (self, next) - start,
             gate = RARE_GATE * self->diameter * (1 + 2 * (time - seen) / seen);
      int member = -1;

      if (time - seen > longest_wait)
        break;
      if (time > seen)
        {
          VenulePoint at = venule_line_fit_at (&line, time);

          member = nearest (self, next, at.x, at.y, gate, gate);
        }
      lengthen_chain (self, chain, member);
      misses = member < 0 ? misses + 1 : 0;
      if (member < 0)
        continue;
      venule_line_fit_add (&line, time, loose_at (self, member)->x, loose_at (self, member)->y);
      seen = time;
    }
  end_chain (chain);
}

static gboolean
is_a_cell (const Chain *chain)
{
  return chain->found >= FEWEST && chain->found >= SHARE * chain->members->len && chain->score >= CLEAR * chain->found;
}

/* How many rows such as this one chance would make of what else is found in the recording, at most: for every two
 * detections that might begin one, the ways to find the others, each as likely as it is to find something within the
 * gate. */
static double
expected_by_chance (VenuleFreeFlow *self,
                    const Chain    *chain)
{
  double gate = 2 * RARE_GATE * self->diameter, a_frame = self->clutter * self->area;
  double near = MIN (self->clutter * G_PI * gate * gate, 1);
  double rows = self->frames->len * RARE_FIRST * a_frame * a_frame;

  for (guint other = 0; other + 2 < chain->found; other++)
    rows *= near * (chain->members->len - 2 - other) / (other + 1);
  return rows;
}

static gboolean
is_a_rare_cell (VenuleFreeFlow *self,
                const Chain    *chain)
{
  return chain->found >= RARE_FEWEST && chain->found >= RARE_SHARE * chain->members->len &&
         chain->score >= RARE_CLEAR * chain->found && expected_by_chance (self, chain) < BY_CHANCE;
}

static VenuleTracklet *
make_tracklet (VenuleFreeFlow *self,
               const Chain    *chain)
{
  VenuleTracklet *tracklet = NULL;
  VenuleSpot before = { 0 };

  for (guint i = 0; i < chain->members->len; i++)
    {
      int member = g_array_index (chain->members, int, i);
      const Seen *seen = &g_array_index (self->frames, Seen, chain->first_frame + i);

      if (member < 0)
        continue;

      VenuleDetection *detection = loose_at (self, member);
      VenuleSpot spot = { .frame = seen->frame, .time = seen->time, .x = detection->x, .y = detection->y,
                          .radius = (float) detection->radius, .score = (float) detection->score,
                          .source = VENULE_SPOT_DETECTED };
      VenuleObservation step = { (float) (spot.x - before.x), (float) (spot.y - before.y), (float) self->diameter,
                                 (float) spot.x, (float) spot.y, (float) (POSITION_SD * self->diameter / 2) };

      memcpy (spot.contour, detection->contour, sizeof spot.contour);
      if (tracklet == NULL)
        {
          tracklet = venule_tracklet_new (0, &spot, &step);
          tracklet->hits = 0;
          tracklet->score_sum = 0;
        }
      else
        {
          venule_tracklet_fill_gap (tracklet, &spot, self->diameter);
          venule_tracklet_append (tracklet, &spot, &step);
        }
      tracklet->hits++;
      tracklet->score_sum += detection->score;
      detection->score = 0;
      before = spot;
    }

  const VenuleSpot *first = venule_tracklet_spot (tracklet, 0), *last = venule_tracklet_last (tracklet);
  tracklet->opportunities = chain->members->len;
  tracklet->velocity = (VenulePoint){ (last->x - first->x) / (last->time - first->time),
                                      (last->y - first->y) / (last->time - first->time) };
  tracklet->last_hit = tracklet->spots->len - 1;
  tracklet->confirmed = tracklet->free_flowing = TRUE;

  return tracklet;
}

static void
swap_chains (Chain *a,
             Chain *b)
{
  Chain swap = *a;

  *a = *b;
  *b = swap;
}

/* The longest chain that begins with detection @a of frame @k, with one of frame @second as its next, when that is
 * longer than
 * @best is. */
static void
try_second (VenuleFreeFlow *self,
            guint           k,
            int             a,
            guint           second,
            gboolean        rare,
            Chain          *best,
            Chain          *trial)
{
  const VenuleDetection *first = loose_at (self, a);
  double since = time_of_frame (self, second) - time_of_frame (self, k);
  double shortest = SLOWEST * self->max_velocity * since, longest = (second - k) * LONGEST_STEP * self->diameter;
  double middle = (shortest + longest) / 2;

  if (since <= 0 || shortest > longest)
    return;
  find_near (self, second, first->x + middle * self->flow_x, first->y + middle * self->flow_y,
             hypot (longest - middle, GATE * self->diameter + ACROSS * longest), self->seconds);
  for (guint i = 0; i < self->seconds->len; i++)
    {
      guint j = g_array_index (self->seconds, guint, i);
      const VenuleDetection *next = loose_at (self, j);
      double dx = next->x - first->x, dy = next->y - first->y;
      double along = self->flow_x * dx + self->flow_y * dy, across = -self->flow_y * dx + self->flow_x * dy;

      if (next->score <= 0 || along < shortest || along > longest ||
          fabs (across) > GATE * self->diameter + ACROSS * along)
        continue;
      if (rare)
        extend_rarely (self, trial, k, a, second, (int) j);
      else
        extend (self, trial, k, a, (int) j);
      if ((rare ? is_a_rare_cell (self, trial) : is_a_cell (trial)) && trial->found > best->found)
        swap_chains (best, trial);
    }
}

/* Makes a tracklet of the longest chain that begins with each detection. */
static void
link_chains (VenuleFreeFlow *self,
             gboolean        rare,
             GPtrArray      *tracklets)
{
  Chain best = { .members = g_array_new (FALSE, FALSE, sizeof (int)) };
  Chain trial = { .members = g_array_new (FALSE, FALSE, sizeof (int)) };

  for (guint k = 0; k + 1 < self->frames->len; k++)
    for (guint a = g_array_index (self->frames, Seen, k).first; a < end_of_frame (self, k); a++)
      {
        guint last = MIN (k + (rare ? RARE_FIRST : 1), self->frames->len - 1);

        best.found = 0;
        for (guint second = k + 1; second <= last && loose_at (self, a)->score > 0; second++)
          try_second (self, k, (int) a, second, rare, &best, &trial);
        if (best.found > 0)
          g_ptr_array_add (tracklets, make_tracklet (self, &best));
      }

  g_array_unref (best.members);
  g_array_unref (trial.members);
}

/* How much there is that belongs to nothing. */
static void
measure_clutter (VenuleFreeFlow *self)
{
  double left = G_MAXDOUBLE, right = -G_MAXDOUBLE, top = G_MAXDOUBLE, bottom = -G_MAXDOUBLE;
  guint n = 0;

  for (guint i = 0; i < self->loose->len; i++)
    {
      const VenuleDetection *detection = loose_at (self, i);

      left = MIN (left, detection->x);
      right = MAX (right, detection->x);
      top = MIN (top, detection->y);
      bottom = MAX (bottom, detection->y);
      n += detection->score > 0;
    }
  self->area = (MAX (right - left, 0) + self->diameter) * (MAX (bottom - top, 0) + self->diameter);
  self->clutter = n / self->area / MAX (self->frames->len, 1);
}

/* Whether the cell went on evenly along the flow, faster than those that are followed by their picture. */
static gboolean
is_row (VenuleFreeFlow *self,
        VenuleTracklet *tracklet)
{
  const VenuleSpot *first = venule_tracklet_spot (tracklet, 0), *last = venule_tracklet_last (tracklet);
  double since = last->time - first->time;
  double vx = (last->x - first->x) / since, vy = (last->y - first->y) / since;
  double along = self->flow_x * vx + self->flow_y * vy, across = -self->flow_y * vx + self->flow_x * vy;

  if (since <= 0 || along < SLOWEST * self->max_velocity ||
      fabs (across) * since > GATE * self->diameter + ACROSS * along * since)
    return FALSE;

  for (guint i = 0; i < tracklet->spots->len; i++)
    {
      const VenuleSpot *spot = venule_tracklet_spot (tracklet, i);
      double x = first->x + vx * (spot->time - first->time), y = first->y + vy * (spot->time - first->time);

      if (hypot (spot->x - x, spot->y - y) > GATE * self->diameter)
        return FALSE;
    }
  return TRUE;
}

/* A cell that enters at the end of the recording, or leaves at its beginning, may have been followed for a few frames:
 * too few for one that rolls, but as good as a row of detections. */
static void
keep_brief (VenuleFreeFlow *self,
            GPtrArray      *tracklets)
{
  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);

      if (tracklet->spots->len < VENULE_SHORTEST_TRACK && tracklet->hits >= FEWEST &&
          tracklet->score_sum >= CLEAR * tracklet->hits && is_row (self, tracklet))
        tracklet->free_flowing = TRUE;
    }
}

/* Where the other cells agree on one, that is the way of those that flow freely, too; else the arrow tells. */
static void
take_way (VenuleFreeFlow *self,
          GPtrArray      *tracklets)
{
  double x = 0, y = 0, length = 0;
  guint n = 0;

  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);
      const VenuleSpot *first = venule_tracklet_spot (tracklet, 0), *last = venule_tracklet_last (tracklet);
      double dx = last->x - first->x, dy = last->y - first->y;

      if (hypot (dx, dy) < FAR * self->diameter)
        continue;
      x += dx;
      y += dy;
      length += hypot (dx, dy);
      n++;
    }
  if (n < WAY_FEWEST || hypot (x, y) < AGREE * length)
    return;

  self->flow_x = x / hypot (x, y);
  self->flow_y = y / hypot (x, y);
}

/**
 * venule_free_flow_link:
 * @self: all loose detections of a run; used up
 * @tracklets: (element-type VenuleTracklet): the other cells of the run; those that flow freely are appended, and those
 *   that were followed for so short a time that nothing else speaks for them are marked as flowing
 */
void
venule_free_flow_link (VenuleFreeFlow *self,
                       GPtrArray      *tracklets)
{
  take_way (self, tracklets);
  keep_brief (self, tracklets);
  fill_places (self);
  take_out_known (self, tracklets);
  link_chains (self, FALSE, tracklets);
  measure_clutter (self);
  link_chains (self, TRUE, tracklets);
}

void
venule_free_flow_count (const VenuleFreeFlow *self,
                        VenuleClutter        *clutter)
{
  clutter->n_runs = self->frames->len;
  for (guint i = 0; i < self->loose->len; i++)
    {
      double score = g_array_index (self->loose, VenuleDetection, i).score;

      if (score > 0)
        venule_clutter_add (clutter, score);
    }
}

guint
venule_free_flow_count_lost (VenuleFreeFlow *self,
                             GPtrArray      *tracks,
                             double          score)
{
  guint lost = 0;

  for (guint i = 0; i < tracks->len && self->places->len > 0; i++)
    {
      guint n;
      const VenulePlace *places = venule_track_get_places (g_ptr_array_index (tracks, i), &n);

      for (guint k = 0; k < n; k++)
        take_out_around (self, places[k].frame, places[k].x, places[k].y);
    }
  for (guint i = 0; i < self->loose->len; i++)
    lost += loose_at (self, i)->score >= score;

  return lost;
}
