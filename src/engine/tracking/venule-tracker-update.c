/* venule-tracker-update.c: the spot of each cell in the new frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tracker-private.h"

#include <math.h>
#include <string.h>

#include "venule-detector.h"
#include "venule-spatial-index.h"

#define GOOD_CORRELATION 0.6
#define POOR_CORRELATION 0.4
#define AGREES 0.4            /* times the expected radius: correlation and detection mean the same place */
#define HIDES 1.9             /* times the expected radius */
#define HIDDEN_SHARE 0.4      /* of the time that a cell is hidden counts as lost */
#define MOTION_GAIN 0.3
#define CROWDED_GAIN 0.3
#define ASIDE_GAIN 0.3        /* of what leads off the way of all that pass there */
#define RADIUS_GAIN 0.2
#define LEARN_MOVES 4         /* of a cell of which others can be told */
#define LATERAL_GAIN 0.005    /* of one movement */
#define LATERAL_MAX 2.5

/* Spatial index of cells, so that none is compared with all the others. */
typedef struct {
  VenuleSpatialIndex *predictions; /* one for each live tracklet */
  VenuleSpatialIndex *detections;  /* NULL where the detector did not run */
  gboolean           *taken;       /* of the detections: a tracklet has it */
  GArray             *near;        /* of guint */
} Crowd;

static void
crowd_init (Crowd               *crowd,
            const VenuleTracker *self,
            GArray              *detections)
{
  guint n_detections = detections != NULL ? detections->len : 0;

  crowd->predictions = venule_spatial_index_new (self->predictions->len);
  crowd->detections = detections != NULL ? venule_tracker_places_of (detections) : NULL;
  crowd->taken = g_new0 (gboolean, n_detections + 1);
  crowd->near = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->predictions->len; i++)
    {
      const VenulePrediction *prediction = &g_array_index (self->predictions, VenulePrediction, i);

      venule_spatial_index_add (crowd->predictions, prediction->x, prediction->y);
      if (prediction->detection >= 0)
        crowd->taken[prediction->detection] = TRUE;
    }
}

static void
crowd_clear (Crowd *crowd)
{
  venule_spatial_index_free (crowd->predictions);
  venule_spatial_index_free (crowd->detections);
  g_free (crowd->taken);
  g_array_unref (crowd->near);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Crowd, crowd_clear)

static gboolean
is_taken_near (const VenuleTracker *self,
               Crowd               *crowd,
               GArray              *detections,
               double               x,
               double               y)
{
  venule_spatial_index_find (crowd->detections, x, y, HIDES * self->radius, crowd->near);
  for (guint k = 0; k < crowd->near->len; k++)
    {
      guint j = g_array_index (crowd->near, guint, k);
      const VenuleDetection *detection = &g_array_index (detections, VenuleDetection, j);

      if (crowd->taken[j] && hypot (detection->x - x, detection->y - y) < HIDES * self->radius)
        return TRUE;
    }
  return FALSE;
}

/* Whether a cell that has no detection has another, which has one, so near that it may be hidden: then what its picture
 * is found again in is the other cell, or the background. */
static gboolean
is_hidden (const VenuleTracker    *self,
           Crowd                  *crowd,
           GArray                 *detections,
           const VenulePrediction *prediction)
{
  return detections != NULL &&
         (is_taken_near (self, crowd, detections, prediction->x, prediction->y) ||
          is_taken_near (self, crowd, detections, prediction->match_x, prediction->match_y));
}

/* Whether another cell overlaps with this one, so that what is seen of either is drawn towards the other. */
static gboolean
is_crowded (const VenuleTracker *self,
            Crowd               *crowd,
            guint                index)
{
  const VenulePrediction *prediction = &g_array_index (self->predictions, VenulePrediction, index);

  venule_spatial_index_find (crowd->predictions, prediction->x, prediction->y, HIDES * self->radius, crowd->near);
  for (guint k = 0; k < crowd->near->len; k++)
    {
      guint i = g_array_index (crowd->near, guint, k);
      const VenulePrediction *other = &g_array_index (self->predictions, VenulePrediction, i);

      if (i != index && ((VenuleTracklet *) g_ptr_array_index (self->live, i))->confirmed &&
          hypot (other->x - prediction->x, other->y - prediction->y) < HIDES * self->radius)
        return TRUE;
    }
  return FALSE;
}

/* A movement, with less of what leads off the way of all that pass there: beside another cell it is seen to be off by
 * more than cells are. One that goes its own way keeps that. */
static VenulePoint
along_the_way (const VenuleTracker *self,
               VenuleTracklet      *tracklet,
               VenulePoint          moved)
{
  const VenuleSpot *at = venule_tracklet_last (tracklet);
  VenulePoint way, part;

  if (!venule_motion_field_get_way (self->field, (VenulePoint){ at->x, at->y }, &way) ||
      !venule_motion_keeps_to (tracklet->velocity, way, VENULE_MOVES * 2 * self->radius))
    return moved;
  part = venule_tracker_turn (way, moved.x, moved.y);
  return (VenulePoint){ way.x * part.x - way.y * ASIDE_GAIN * part.y, way.y * part.x + way.x * ASIDE_GAIN * part.y };
}

static void
note_motion (VenuleTracker  *self,
             VenuleTracklet *tracklet,
             double          dx,
             double          dy,
             double          gain)
{
  VenulePoint moved = { dx - self->moved_x, dy - self->moved_y };

  venule_tracklet_update_motion (tracklet, along_the_way (self, tracklet, moved), self->step, gain);
}

static void
note_detection (VenuleTracker         *self,
                VenuleTracklet        *tracklet,
                const VenuleDetection *detection)
{
  tracklet->hits++;
  tracklet->misses = 0;
  tracklet->coasted = 0;
  tracklet->score_sum += detection->score;
  tracklet->last_hit = tracklet->spots->len - 1;
  if (!tracklet->confirmed && venule_tracker_believes (self, tracklet))
    {
      tracklet->confirmed = TRUE;
      tracklet->id = ++self->n_confirmed;
    }
}

/* How cells move at this place, and how far they leave the way that was foreseen. */
static void
learn (VenuleTracker          *self,
       VenuleTracklet         *tracklet,
       const VenulePrediction *prediction,
       const VenuleDetection  *detection)
{
  const VenuleSpot *spot = venule_tracklet_last (tracklet);
  VenulePoint off = venule_tracker_turn (prediction->way, detection->x - prediction->x, detection->y - prediction->y);
  double aside = MIN (fabs (off.y) / prediction->across_sd, 3);

  if (!tracklet->confirmed || tracklet->n_moves < LEARN_MOVES)
    return;
  self->lateral = CLAMP (sqrt (self->lateral * self->lateral * (1 + LATERAL_GAIN * (aside * aside - 1))),
                         1, LATERAL_MAX);
  if (hypot (spot->x - tracklet->noted.x, spot->y - tracklet->noted.y) < 2 * self->radius)
    return;
  tracklet->noted = (VenulePoint){ spot->x, spot->y };
  venule_motion_field_note (self->field, tracklet->noted, tracklet->velocity);
}

/* Seen: between where the movement leads and where the detection is, by their standard errors (Kalman's gain). */
static void
place_seen (VenuleTracker          *self,
            VenuleTracklet         *tracklet,
            const VenulePrediction *prediction,
            const VenuleDetection  *detection,
            gboolean                crowded,
            VenuleSpot             *spot)
{
  const VenuleSpot last = *venule_tracklet_last (tracklet);
  gboolean agrees = prediction->correlation >= POOR_CORRELATION && !prediction->match_is_cut &&
                    hypot (prediction->match_x - detection->x, prediction->match_y - detection->y) <
                      AGREES * self->radius;
  double seen_sd = VENULE_SEEN_SD * self->radius / sqrt (MAX (detection->score, 0.1));
  double motion_gain = MOTION_GAIN * (crowded ? CROWDED_GAIN : 1);
  double move_sd = self->radius * (agrees ? VENULE_MOVE_SD / MAX (prediction->correlation, 0.1) : 0.5);
  double dx = (agrees ? prediction->match_x : detection->x) - last.x;
  double dy = (agrees ? prediction->match_y : detection->y) - last.y;
  VenuleObservation step = { (float) dx, (float) dy, (float) move_sd, (float) detection->x, (float) detection->y,
                             (float) seen_sd, { 0 } };
  double variance = tracklet->variance + move_sd * move_sd;

  memcpy (step.appearance, detection->appearance, sizeof step.appearance);
  double gain = variance / (variance + seen_sd * seen_sd);

  spot->x = last.x + dx + gain * (detection->x - last.x - dx);
  spot->y = last.y + dy + gain * (detection->y - last.y - dy);
  spot->radius = (float) (last.radius + RADIUS_GAIN * (detection->radius - last.radius));
  spot->score = (float) detection->score;
  spot->source = VENULE_SPOT_DETECTED;
  memcpy (spot->contour, detection->contour, sizeof spot->contour);
  tracklet->variance = (1 - gain) * variance;
  if (crowded)
    tracklet->crowded++;
  else
    venule_tracklet_update_appearance (tracklet, detection->appearance);
  /* A movement across a gap, or to a place where the picture does not agree, says less of the velocity. */
  if (agrees)
    note_motion (self, tracklet, dx, dy, prediction->correlation >= GOOD_CORRELATION ? motion_gain : motion_gain / 2);
  else
    note_motion (self, tracklet, spot->x - last.x, spot->y - last.y, motion_gain / 2);
  venule_tracklet_append (tracklet, spot, &step);
  note_detection (self, tracklet, detection);
  learn (self, tracklet, prediction, detection);
}

/* Not seen: where its picture is found again, else on at the known velocity, along the wall. */
static void
place_unseen (VenuleTracker          *self,
              VenuleTracklet         *tracklet,
              const VenulePrediction *prediction,
              gboolean                hidden,
              VenuleSpot             *spot)
{
  const VenuleSpot last = *venule_tracklet_last (tracklet);
  double needed = tracklet->n_moves < 3 ? GOOD_CORRELATION : POOR_CORRELATION;
  gboolean matched = prediction->correlation >= needed && !hidden;
  double move_sd = self->radius * (matched ? VENULE_MOVE_SD / prediction->correlation : 0.2);
  VenuleObservation step;

  spot->x = matched ? prediction->match_x : prediction->x;
  spot->y = matched ? prediction->match_y : prediction->y;
  spot->score = (float) CLAMP (matched ? prediction->correlation : 0, 0, 1);
  spot->source = matched ? VENULE_SPOT_TRACKED : VENULE_SPOT_INTERPOLATED;
  step = (VenuleObservation){ (float) (spot->x - last.x), (float) (spot->y - last.y), (float) move_sd, 0, 0, 0, { 0 } };
  tracklet->variance += move_sd * move_sd;
  tracklet->coasted = matched ? 0 : tracklet->coasted + (hidden ? HIDDEN_SHARE : 1) * self->step;
  if (matched)
    note_motion (self, tracklet, step.move_x, step.move_y,
                 prediction->correlation >= GOOD_CORRELATION ? MOTION_GAIN : MOTION_GAIN / 2);
  venule_tracklet_append (tracklet, spot, &step);
}

void
venule_tracker_update (VenuleTracker *self,
                       GArray        *detections,
                       gint64         frame,
                       double         time)
{
  g_auto (Crowd) crowd = { 0 };

  crowd_init (&crowd, self, detections);
  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);
      const VenulePrediction *prediction = &g_array_index (self->predictions, VenulePrediction, i);
      VenuleSpot spot = *venule_tracklet_last (tracklet);

      spot.frame = frame;
      spot.time = time;
      if (detections != NULL)
        tracklet->opportunities++;
      if (detections != NULL && prediction->detection < 0)
        tracklet->misses++;
      if (prediction->detection >= 0)
        place_seen (self, tracklet, prediction, &g_array_index (detections, VenuleDetection, prediction->detection),
                    is_crowded (self, &crowd, i), &spot);
      else
        place_unseen (self, tracklet, prediction, is_hidden (self, &crowd, detections, prediction), &spot);
    }
}
