/* venule-flowing.c: cells that flow past too fast to be followed by their picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-flowing.h"

#include <math.h>
#include <string.h>

#include "venule-neighbours.h"

#define FEWEST 3          /* detections in a row */
#define MOST_MISSES 1     /* frames in a row in which it was not found */
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

typedef struct {
  gint64 frame;
  double time;
  guint  first;  /* of its loose detections */
} Seen;

struct _VenuleFlowing
{
  double     diameter;
  double     max_velocity;  /* px/s */
  double     flow_x, flow_y;
  GArray    *frames;        /* of Seen */
  GArray    *loose;         /* of VenuleDetection; a score of 0: taken */
  /* While they are linked: */
  GPtrArray *places;        /* of VenuleNeighbours, one a frame */
  GArray    *seconds;       /* of guint: what may come second in a chain … */
  GArray    *near;          /* … and in its next step */
};

/* Indices into loose, one a frame; −1: not found there. */
typedef struct {
  guint   first_frame;
  GArray *members;  /* of int */
  guint   found;
  double  score;
} Chain;

VenuleFlowing *
venule_flowing_new (const VenuleSettings *settings,
                    double                max_velocity)
{
  VenuleFlowing *self = g_new0 (VenuleFlowing, 1);

  self->diameter = settings->cell_diameter;
  self->max_velocity = max_velocity;
  venule_vessel_get_flow (settings->vessel, &self->flow_x, &self->flow_y);
  self->frames = g_array_new (FALSE, FALSE, sizeof (Seen));
  self->loose = g_array_new (FALSE, FALSE, sizeof (VenuleDetection));
  self->places = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_neighbours_free);
  self->seconds = g_array_new (FALSE, FALSE, sizeof (guint));
  self->near = g_array_new (FALSE, FALSE, sizeof (guint));

  return self;
}

void
venule_flowing_free (VenuleFlowing *self)
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
venule_flowing_begin_frame (VenuleFlowing *self,
                            gint64         frame,
                            double         time)
{
  Seen seen = { frame, time, self->loose->len };

  g_array_append_val (self->frames, seen);
}

void
venule_flowing_add (VenuleFlowing         *self,
                    const VenuleDetection *detection)
{
  g_array_append_vals (self->loose, detection, 1);
}

static VenuleDetection *
loose_at (VenuleFlowing *self,
          guint          index)
{
  return &g_array_index (self->loose, VenuleDetection, index);
}

static guint
end_of_frame (VenuleFlowing *self,
              guint          k)
{
  return k + 1 < self->frames->len ? g_array_index (self->frames, Seen, k + 1).first : self->loose->len;
}

static double
time_of_frame (VenuleFlowing *self,
               guint          k)
{
  return g_array_index (self->frames, Seen, k).time;
}

static void
fill_places (VenuleFlowing *self)
{
  for (guint k = 0; k < self->frames->len; k++)
    {
      guint first = g_array_index (self->frames, Seen, k).first, end = end_of_frame (self, k);
      VenuleNeighbours *places = venule_neighbours_new (end - first);

      for (guint j = first; j < end; j++)
        venule_neighbours_add (places, loose_at (self, j)->x, loose_at (self, j)->y);
      g_ptr_array_add (self->places, places);
    }
}

/* The loose detections of frame @k in the square around (@x, @y): indices into loose, in rising order. */
static void
find_near (VenuleFlowing *self,
           guint          k,
           double         x,
           double         y,
           double         reach,
           GArray        *near)
{
  venule_neighbours_find (g_ptr_array_index (self->places, k), x, y, reach, near);
  for (guint i = 0; i < near->len; i++)
    g_array_index (near, guint, i) += g_array_index (self->frames, Seen, k).first;
}

/* What was loose at the time may have become a part of a track since. */
static void
take_out_known (VenuleFlowing *self,
                GPtrArray     *tracklets)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint k = 0; k < self->frames->len; k++)
    g_hash_table_insert (numbers, &g_array_index (self->frames, Seen, k).frame, GUINT_TO_POINTER (k + 1));

  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);

      for (guint n = 0; n < tracklet->spots->len; n++)
        {
          const VenuleSpot *spot = venule_tracklet_spot (tracklet, n);
          guint k = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, &spot->frame));

          if (k == 0)
            continue;
          find_near (self, k - 1, spot->x, spot->y, SAME * self->diameter, self->near);
          for (guint m = 0; m < self->near->len; m++)
            {
              VenuleDetection *detection = loose_at (self, g_array_index (self->near, guint, m));

              if (hypot (detection->x - spot->x, detection->y - spot->y) < SAME * self->diameter)
                detection->score = 0;
            }
        }
    }
}

/* The free detection of frame @k that is nearest to (@x, @y) within the gates of a step of @length px; −1: none. */
static int
nearest (VenuleFlowing *self,
         guint          k,
         double         x,
         double         y,
         double         length)
{
  double gate_along = GATE_ALONG * length + GATE * self->diameter, gate_across = ACROSS * length + GATE * self->diameter;
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

/* Goes on from two detections at their velocity. */
static void
extend (VenuleFlowing *self,
        Chain         *chain,
        guint          k,
        int            a,
        int            b)
{
  const VenuleDetection *first = loose_at (self, a), *last = loose_at (self, b);
  double since = time_of_frame (self, k + 1) - time_of_frame (self, k);
  double vx = (last->x - first->x) / since, vy = (last->y - first->y) / since;
  double x = last->x, y = last->y, time = time_of_frame (self, k + 1);
  guint misses = 0;

  chain->first_frame = k;
  g_array_set_size (chain->members, 0);
  g_array_append_val (chain->members, a);
  g_array_append_val (chain->members, b);
  chain->found = 2;
  chain->score = first->score + last->score;
  for (guint next = k + 2; next < self->frames->len && misses <= MOST_MISSES; next++)
    {
      double ahead = time_of_frame (self, next) - time;

      if (ahead > LONGEST_WAIT * since)
        break;

      /* Two frames of one time tell no velocity. */
      int member = ahead > 0 ? nearest (self, next, x + vx * ahead, y + vy * ahead, hypot (vx, vy) * ahead) : -1;

      g_array_append_val (chain->members, member);
      misses = member < 0 ? misses + 1 : 0;
      if (member < 0)
        continue;

      const VenuleDetection *detection = loose_at (self, member);
      vx += 0.3 * ((detection->x - x) / ahead - vx);
      vy += 0.3 * ((detection->y - y) / ahead - vy);
      x = detection->x;
      y = detection->y;
      time = time_of_frame (self, next);
      chain->found++;
      chain->score += detection->score;
    }
  while (g_array_index (chain->members, int, chain->members->len - 1) < 0)
    g_array_set_size (chain->members, chain->members->len - 1);
}

static gboolean
is_a_cell (const Chain *chain)
{
  return chain->found >= FEWEST && chain->found >= SHARE * chain->members->len && chain->score >= CLEAR * chain->found;
}

static VenuleTracklet *
make_tracklet (VenuleFlowing *self,
               const Chain   *chain)
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
      VenuleStep step = { (float) (spot.x - before.x), (float) (spot.y - before.y), (float) self->diameter,
                          (float) spot.x, (float) spot.y, (float) (POSITION_SD * self->diameter / 2) };

      memcpy (spot.contour, detection->contour, sizeof spot.contour);
      if (tracklet == NULL)
        {
          tracklet = venule_tracklet_new (0, &spot, &step);
          tracklet->supports = 0;
          tracklet->score_sum = 0;
        }
      else
        {
          venule_tracklet_fill_gap (tracklet, &spot, self->diameter);
          venule_tracklet_append (tracklet, &spot, &step);
        }
      tracklet->supports++;
      tracklet->score_sum += detection->score;
      detection->score = 0;
      before = spot;
    }

  const VenuleSpot *first = venule_tracklet_spot (tracklet, 0), *last = venule_tracklet_last (tracklet);
  tracklet->chances = chain->members->len;
  tracklet->velocity = (self->flow_x * (last->x - first->x) + self->flow_y * (last->y - first->y)) /
                       (last->time - first->time);
  tracklet->last_support = tracklet->spots->len - 1;
  tracklet->confirmed = tracklet->flowing = TRUE;

  return tracklet;
}

/* The longest chain that begins with a detection of frame @k; FALSE where there is none. */
static gboolean
best_chain (VenuleFlowing *self,
            guint          k,
            int            a,
            Chain         *best,
            Chain         *trial)
{
  const VenuleDetection *first = loose_at (self, a);
  double since = time_of_frame (self, k + 1) - time_of_frame (self, k);
  double shortest = SLOWEST * self->max_velocity * since, longest = LONGEST_STEP * self->diameter;
  double middle = (shortest + longest) / 2;

  best->found = 0;
  if (since <= 0 || shortest > longest)
    return FALSE;
  find_near (self, k + 1, first->x + middle * self->flow_x, first->y + middle * self->flow_y,
             hypot (longest - middle, GATE * self->diameter + ACROSS * longest), self->seconds);
  for (guint i = 0; i < self->seconds->len; i++)
    {
      guint j = g_array_index (self->seconds, guint, i);
      const VenuleDetection *second = loose_at (self, j);
      double dx = second->x - first->x, dy = second->y - first->y;
      double along = self->flow_x * dx + self->flow_y * dy, across = -self->flow_y * dx + self->flow_x * dy;

      if (second->score <= 0 || along < shortest || along > longest ||
          fabs (across) > GATE * self->diameter + ACROSS * along)
        continue;
      extend (self, trial, k, a, (int) j);
      if (is_a_cell (trial) && trial->found > best->found)
        {
          Chain swap = *best;

          *best = *trial;
          *trial = swap;
        }
    }
  return best->found > 0;
}

/**
 * venule_flowing_link:
 * @self: all loose detections of a run; used up
 * @tracklets: (element-type VenuleTracklet): the other cells of the run; those that flow freely are appended
 */
void
venule_flowing_link (VenuleFlowing *self,
                     GPtrArray     *tracklets)
{
  Chain best = { .members = g_array_new (FALSE, FALSE, sizeof (int)) };
  Chain trial = { .members = g_array_new (FALSE, FALSE, sizeof (int)) };

  fill_places (self);
  take_out_known (self, tracklets);
  for (guint k = 0; k + 1 < self->frames->len; k++)
    for (guint a = g_array_index (self->frames, Seen, k).first; a < end_of_frame (self, k); a++)
      {
        if (loose_at (self, a)->score > 0 && best_chain (self, k, (int) a, &best, &trial))
          g_ptr_array_add (tracklets, make_tracklet (self, &best));
      }

  g_array_unref (best.members);
  g_array_unref (trial.members);
}
