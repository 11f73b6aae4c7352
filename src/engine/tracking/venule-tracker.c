/* venule-tracker.c: follows cells from frame to frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tracker.h"

#include <math.h>

#include "venule-derived-settings.h"
#include "venule-detector.h"
#include "venule-spatial-index.h"
#include "venule-tracker-private.h"

#define MAX_COAST 0.35        /* s without a measurement that can be believed */
#define MAX_UNSUPPORTED 0.7   /* s without a detection that agrees */
#define TENTATIVE_MISSES 2
#define SHORTEST_STEP 0.25    /* of the nominal interval: timestamps that are nearer than this are not to be believed */
#define GAP_FRAMES 3          /* nominal intervals, at least, that a gap in the recording lasts */
#define STANDING_TIME 8       /* s: what takes longer for its own diameter stands still (1 µm/s for a cell of 8 µm) */
#define ON_TOP 0.6            /* times the expected radius: two tracklets so near follow the same cell … */
#define MAX_TOGETHER 0.4      /* … when they stay so for this long, s */

/**
 * venule_tracker_new:
 * @settings: valid settings
 * @frame_width: px
 * @frame_height: px
 * @frame_interval: s from a frame to the next, nominal
 *
 * Returns: (transfer full): a tracker without cells
 */
VenuleTracker *
venule_tracker_new (const VenuleSettings *settings,
                    int                   frame_width,
                    int                   frame_height,
                    double                frame_interval)
{
  VenuleTracker *self = g_new0 (VenuleTracker, 1);

  self->vessel = venule_vessel_copy (settings->vessel);
  self->frame_width = frame_width;
  self->frame_height = frame_height;
  self->radius = settings->cell_diameter / 2;
  self->ablation = settings->ablation;
  self->interval = frame_interval;
  self->max_velocity = venule_settings_get_max_velocity (settings, 1 / frame_interval);
  venule_vessel_get_flow (settings->vessel, &self->flow_x, &self->flow_y);
  self->predictions = g_array_new (FALSE, FALSE, sizeof (VenulePrediction));
  self->field = venule_motion_field_new (settings->cell_diameter);
  self->lateral = 1;
  self->recent = g_ptr_array_new_with_free_func (venule_recent_free);
  self->free_flow = venule_free_flow_new (settings, self->max_velocity);
  self->live = g_ptr_array_new ();
  self->ended = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tracklet_free);
  return self;
}

void
venule_tracker_free (VenuleTracker *self)
{
  if (self == NULL)
    return;

  g_ptr_array_set_free_func (self->live, (GDestroyNotify) venule_tracklet_free);
  g_ptr_array_unref (self->live);
  if (self->held_has_ended)
    venule_tracklet_free (self->held);
  g_clear_pointer (&self->ended, g_ptr_array_unref);
  venule_free_flow_free (self->free_flow);
  g_array_unref (self->predictions);
  venule_motion_field_free (self->field);
  g_ptr_array_unref (self->recent);
  venule_vessel_free (self->vessel);
  g_free (self->matches);
  g_free (self);
}

guint
venule_tracker_get_n_cells (VenuleTracker *self)
{
  guint n = self->ended->len;

  for (guint i = 0; i < self->live->len; i++)
    n += ((VenuleTracklet *) g_ptr_array_index (self->live, i))->confirmed;
  return n;
}

/* Drops the extrapolated tail. */
static void
end_tracklet (VenuleTracker  *self,
              VenuleTracklet *tracklet,
              guint           n_spots)
{
  venule_tracklet_truncate (tracklet, n_spots);
  if (self->held == tracklet)
    self->held_has_ended = TRUE;
  else if (tracklet->confirmed && tracklet->spots->len > 1 && venule_tracker_believes (self, tracklet))
    {
      venule_motion_field_note (self->field, (VenulePoint){ venule_tracklet_last (tracklet)->x,
                                                            venule_tracklet_last (tracklet)->y }, tracklet->velocity);
      g_ptr_array_add (self->ended, tracklet);
    }
  else
    venule_tracklet_free (tracklet);
}

static gboolean
has_left (VenuleTracker  *self,
          VenuleTracklet *tracklet)
{
  const VenuleSpot *spot = venule_tracklet_last (tracklet);

  return !venule_vessel_contains (self->vessel, self->frame_width, self->frame_height, spot->x, spot->y);
}

static gboolean
is_given_up (VenuleTracker  *self,
             VenuleTracklet *tracklet,
             double          time)
{
  if (tracklet->coasted > MAX_COAST)
    return TRUE;
  if (!tracklet->confirmed)
    return tracklet->misses >= TENTATIVE_MISSES;
  return tracklet->misses >= 3 &&
         time - venule_tracklet_spot (tracklet, tracklet->last_hit)->time > MAX_UNSUPPORTED;
}

static void
end_those_gone (VenuleTracker *self,
                double         time)
{
  guint kept = 0;

  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);
      guint kept_spots = venule_tracklet_without_weak_rest (tracklet, self->radius, VENULE_CLEAR_SCORE);

      if (kept_spots < tracklet->spots->len)
        end_tracklet (self, tracklet, kept_spots);
      else if (has_left (self, tracklet))
        end_tracklet (self, tracklet, tracklet->spots->len - 1);
      else if (is_given_up (self, tracklet, time))
        end_tracklet (self, tracklet, tracklet->last_hit + 1);
      else
        self->live->pdata[kept++] = tracklet;
    }
  g_ptr_array_set_size (self->live, kept);
}

/* The one that less speaks for: its misses count, so that it ends by itself where the other has the detections. */
static VenuleTracklet *
weaker (VenuleTracklet *a,
        VenuleTracklet *b)
{
  if (a->misses != b->misses)
    return a->misses > b->misses ? a : b;
  if (a->hits != b->hits)
    return a->hits < b->hits ? a : b;
  return a->serial > b->serial ? a : b;
}

static void
count_doubles (VenuleTracker *self)
{
  g_autoptr (VenuleSpatialIndex) places = venule_spatial_index_new (self->live->len);
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->live->len; i++)
    {
      const VenuleSpot *spot = venule_tracklet_last (g_ptr_array_index (self->live, i));

      venule_spatial_index_add (places, spot->x, spot->y);
    }

  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *a = g_ptr_array_index (self->live, i);
      const VenuleSpot *p = venule_tracklet_last (a);

      venule_spatial_index_find (places, p->x, p->y, ON_TOP * self->radius, near);
      for (guint k = 0; k < near->len; k++)
        {
          guint j = g_array_index (near, guint, k);
          VenuleTracklet *b = g_ptr_array_index (self->live, j);
          const VenuleSpot *q = venule_tracklet_last (b);

          if (j <= i || hypot (p->x - q->x, p->y - q->y) >= ON_TOP * self->radius)
            continue;

          VenuleTracklet *loser = weaker (a, b);

          /* Taken back in end_doubles() for those that are not on top of any other. */
          loser->together += 2 * self->step;
          if (!loser->confirmed)
            loser->together += MAX_TOGETHER;
        }
    }
}

/* Two tracklets that stay on one cell become one; cells that only cross stay two. */
static void
end_doubles (VenuleTracker *self)
{
  guint kept = 0;

  count_doubles (self);
  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);

      tracklet->together = MAX (0, tracklet->together - self->step);
      if (tracklet->together > MAX_TOGETHER)
        {
          double since = venule_tracklet_last (tracklet)->time - tracklet->together;
          guint n = tracklet->spots->len;

          while (n > 0 && venule_tracklet_spot (tracklet, n - 1)->time > since)
            n--;
          end_tracklet (self, tracklet, MIN (n, tracklet->last_hit + 1));
        }
      else
        {
          self->live->pdata[kept++] = tracklet;
        }
    }
  g_ptr_array_set_size (self->live, kept);
}

/* Where the recording stood still for long, a cell that rolled is elsewhere, and what is found in its place is
 * another. */
static void
end_before_gap (VenuleTracker *self)
{
  guint kept = 0;

  if (self->step <= MAX (MAX_COAST, GAP_FRAMES * self->interval))
    return;

  g_ptr_array_set_size (self->recent, 0);
  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);

      if (hypot (tracklet->velocity.x, tracklet->velocity.y) * MIN (self->step, STANDING_TIME) > 2 * self->radius)
        end_tracklet (self, tracklet, tracklet->spots->len);
      else
        self->live->pdata[kept++] = tracklet;
    }
  g_ptr_array_set_size (self->live, kept);
}

/* The spot of each cell in the new frame. */
static gboolean
place_cells (VenuleTracker         *self,
             vnk_backend           *backend,
             const VenuleRoiPlanes *roi,
             gint64                 frame,
             double                 time,
             VenulePoint            moved,
             GArray                *detections,
             GError               **error)
{
  double elapsed = time - self->last_time;

  self->moved_x = moved.x;
  self->moved_y = moved.y;

  /* Cells move on from frame to frame, also where a file gives two frames one time. */
  self->step = self->n_detections > 0 && elapsed > 0 ? MAX (elapsed, SHORTEST_STEP * self->interval) : self->interval;
  end_before_gap (self);
  if (!venule_tracker_predict (self, backend, roi, error))
    return FALSE;
  if (detections != NULL)
    venule_tracker_associate (self, detections);
  venule_tracker_update (self, detections, frame, time);
  return TRUE;
}

static void
ask_for_outlines (VenuleTracker         *self,
                  const VenuleRoiPlanes *roi,
                  VenuleContourSnakes   *snakes)
{
  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);

      venule_contour_snakes_add (snakes, roi, tracklet, tracklet->confirmed &&
                                 (self->held == NULL || self->held == tracklet) &&
                                 venule_tracklet_last (tracklet)->source != VENULE_SPOT_INTERPOLATED);
    }
}

/**
 * venule_tracker_step:
 * @self: the tracker
 * @backend: the kernels
 * @roi: planes with the new frame and the one before
 * @frame: number of the new frame
 * @time: s
 * @moved: by how much the whole picture moved since the last frame, px
 * @detections: (nullable) (element-type VenuleDetection): %NULL where the detector did not run
 * @snakes: empty; asked for the outlines of the cells in this frame, which the tracker can do without
 * @error: return location
 *
 * One frame on. Where it fails nothing has changed: the same call with another device goes on.
 *
 * Returns: %FALSE with a #VenuleError
 */
gboolean
venule_tracker_step (VenuleTracker         *self,
                     vnk_backend           *backend,
                     const VenuleRoiPlanes *roi,
                     gint64                 frame,
                     double                 time,
                     VenulePoint            moved,
                     GArray                *detections,
                     VenuleContourSnakes   *snakes,
                     GError               **error)
{
  if (!place_cells (self, backend, roi, frame, time, moved, detections, error))
    return FALSE;
  self->clock += self->step;
  self->drift.x += moved.x;
  self->drift.y += moved.y;
  ask_for_outlines (self, roi, snakes);
  if (detections != NULL)
    {
      self->n_detections++;
      venule_tracker_begin (self, detections, frame, time);
    }
  end_those_gone (self, time);
  end_doubles (self);
  /* A time that goes back must not make the next step look long. */
  self->last_time = MAX (self->last_time, time);
  return TRUE;
}

void
venule_tracker_take_live (VenuleTracker *self,
                          GArray        *ids,
                          GArray        *spots)
{
  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);

      if (!tracklet->confirmed)
        continue;
      for (; tracklet->n_reported < tracklet->n_outlined; tracklet->n_reported++)
        {
          g_array_append_val (ids, tracklet->id);
          g_array_append_vals (spots, venule_tracklet_spot (tracklet, tracklet->n_reported), 1);
        }
    }
}

/**
 * venule_tracker_finish:
 * @self: the tracker
 *
 * Ends all tracklets. Where the detector ran so seldom that nothing could be confirmed (a video of one frame, say),
 * what it found stands.
 *
 * Returns: (transfer full) (element-type VenuleTracklet): all that held up
 */
GPtrArray *
venule_tracker_finish (VenuleTracker *self)
{
  venule_tracker_begin_rest (self);
  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);
      gboolean clear = tracklet->score_sum >= VENULE_CLEAR_SCORE * tracklet->hits;
      gboolean all_there_was = clear && tracklet->hits >= MIN (2, self->n_detections) && tracklet->misses == 0;

      if (venule_tracker_believes (self, tracklet) || all_there_was)
        {
          venule_tracklet_truncate (tracklet, tracklet->misses == 0 ? tracklet->spots->len : tracklet->last_hit +
                                    1);
          g_ptr_array_add (self->ended, tracklet);
        }
      else
        {
          venule_tracklet_free (tracklet);
        }
    }
  g_ptr_array_set_size (self->live, 0);
  if (self->held_has_ended)
    g_ptr_array_add (self->ended, self->held);
  self->held = NULL;
  self->held_has_ended = FALSE;
  if (!(self->ablation & VENULE_ABLATE_FREE_FLOW))
    venule_free_flow_link (self->free_flow, self->ended);
  return g_steal_pointer (&self->ended);
}

void
venule_tracker_get_clutter (const VenuleTracker *self,
                            VenuleClutter       *clutter)
{
  venule_free_flow_count (self->free_flow, clutter);
}

guint
venule_tracker_count_lost (VenuleTracker *self,
                           GPtrArray     *tracks,
                           double         score)
{
  return venule_free_flow_count_lost (self->free_flow, tracks, score);
}
