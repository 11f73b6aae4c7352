/* venule-tracker-seeded.c: the one cell that the user wants to be followed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tracker-private.h"

#include <math.h>
#include <string.h>

#include "venule-detector.h"

#define SAME 0.6       /* times the expected radius: what is followed so near is the same cell */
#define PLACED_SD 0.02 /* times the expected radius: standard error of a place that the user chose or checked */
#define WEIGHT 6       /* detections that the user's word counts for */
#define MOVES 3        /* frame-to-frame movements that a stated velocity stands for */
#define FOUND_ALONG 1.0 /* times the expected radius, and … */
#define FOUND_SPEED 0.5 /* … so much of the way that it would have gone unseen: how far off along it it may be
                           found again */
#define FOUND_ACROSS 0.6 /* times the expected radius: the same across it */

/* What is followed nearest to @spot; %NULL where nothing is within reach. */
static VenuleTracklet *
find_same (VenuleTracker    *self,
           const VenuleSpot *spot)
{
  double nearest = SAME * self->radius;
  VenuleTracklet *found = NULL;

  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);
      const VenuleSpot *last = venule_tracklet_last (tracklet);
      double distance = hypot (last->x - spot->x, last->y - spot->y);

      if (distance >= nearest)
        continue;
      nearest = distance;
      found = tracklet;
    }
  return found;
}

/* Others at its place were the same cell, or chance. */
static void
drop_others (VenuleTracker    *self,
             const VenuleSpot *spot)
{
  guint kept = 0;

  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (self->live, i);
      const VenuleSpot *last = venule_tracklet_last (tracklet);

      if (tracklet != self->held && hypot (last->x - spot->x, last->y - spot->y) < SAME * self->radius)
        venule_tracklet_free (tracklet);
      else
        self->live->pdata[kept++] = tracklet;
    }
  g_ptr_array_set_size (self->live, kept);
}

/* A tracklet that begins at @spot, with what is known of the cell by those that were followed there. */
static VenuleTracklet *
begin (VenuleTracker           *self,
       const VenuleSpot        *spot,
       const VenuleObservation *step)
{
  VenuleTracklet *tracklet = venule_tracklet_new (self->n_begun++, spot, step);
  const VenuleTracklet *same = find_same (self, spot);

  tracklet->held = TRUE;
  tracklet->confirmed = TRUE;
  tracklet->id = ++self->n_confirmed;
  if (same != NULL)
    {
      tracklet->velocity = same->velocity;
      tracklet->n_moves = same->n_moves;
      memcpy (tracklet->appearance, same->appearance, sizeof tracklet->appearance);
      tracklet->n_appearances = same->n_appearances;
    }
  return tracklet;
}

/* In the place of the newest spot. */
static void
replace_last (VenuleTracklet          *tracklet,
              const VenuleSpot        *spot,
              const VenuleObservation *seen)
{
  VenuleObservation *step = &g_array_index (tracklet->steps, VenuleObservation, tracklet->steps->len - 1);

  *venule_tracklet_last (tracklet) = *spot;
  step->seen_x = seen->seen_x;
  step->seen_y = seen->seen_y;
  step->seen_sd = seen->seen_sd;
}

/* The user's word is a detection that agrees, and more. */
static void
believe (VenuleTracklet *tracklet)
{
  tracklet->misses = 0;
  tracklet->coasted = 0;
  tracklet->together = 0;
  tracklet->last_hit = tracklet->spots->len - 1;
  tracklet->hits = MAX (tracklet->hits, WEIGHT);
  tracklet->opportunities = MAX (tracklet->opportunities, tracklet->hits);
  tracklet->score_sum = MAX (tracklet->score_sum, VENULE_CLEAR_SCORE * tracklet->hits);
  tracklet->n_outlined = tracklet->spots->len;
}

/**
 * venule_tracker_hold:
 * @self: the tracker, after venule_tracker_step() for the frame of @spot
 * @spot: where the user says that the cell is; copied
 * @velocity: (nullable): in the tissue, px/s, where that is known
 *
 * From now on there is a cell that is followed whatever the detections say of it at first, and the only one that is
 * outlined. It may be told again in later frames where it is. That it is lost, or leaves, ends it as any other.
 */
void
venule_tracker_hold (VenuleTracker     *self,
                     const VenuleSpot  *spot,
                     const VenulePoint *velocity)
{
  float sd = (float) (PLACED_SD * self->radius);
  VenuleObservation step = {
    .move_sd = (float) (VNK_MAX_SEARCH * self->radius),
    .seen_x = (float) spot->x,
    .seen_y = (float) spot->y,
    .seen_sd = sd,
  };

  if (self->held_has_ended)
    g_clear_pointer (&self->held, venule_tracklet_free);
  self->held_has_ended = FALSE;

  if (self->held == NULL)
    {
      self->held = begin (self, spot, &step);
      g_ptr_array_add (self->live, self->held);
    }
  else
    {
      replace_last (self->held, spot, &step);
    }
  self->held->variance = sd * sd;
  believe (self->held);
  if (velocity != NULL)
    {
      self->held->velocity = *velocity;
      self->held->n_moves = MAX (self->held->n_moves, MOVES);
    }
  drop_others (self, spot);
}

/* Continues as @found, which began later; the gap between them is interpolated. */
static void
go_on_as (VenuleTracker  *self,
          VenuleTracklet *held,
          VenuleTracklet *found)
{
  const VenuleSpot *first = venule_tracklet_spot (found, 0), *before;
  VenuleObservation *leap = &g_array_index (found->steps, VenuleObservation, 0);
  double diameter = 2 * self->radius;

  venule_tracklet_fill_gap (held, first, diameter);
  before = venule_tracklet_last (held);
  leap->move_x = (float) (first->x - before->x);
  leap->move_y = (float) (first->y - before->y);
  leap->move_sd = (float) (VENULE_GAP_STEP_SD * diameter);
  g_array_append_vals (held->spots, found->spots->data, found->spots->len);
  g_array_append_vals (held->steps, found->steps->data, found->steps->len);
  held->velocity = found->velocity;
  held->variance = found->variance;
  held->n_moves = MAX (found->n_moves, MOVES);
  held->hits += found->hits;
  held->opportunities += found->opportunities;
  held->crowded += found->crowded;
  held->score_sum += found->score_sum;
  believe (held);
  held->misses = found->misses;
}

/* Whether what began as @other may be the cell that was lost: it appeared since, where that should be by then. */
static gboolean
may_be_held (VenuleTracker  *self,
             VenuleTracklet *other)
{
  const VenuleSpot *last = venule_tracklet_last (self->held), *first = venule_tracklet_spot (other, 0);
  double time = first->time - last->time, speed = hypot (self->held->velocity.x, self->held->velocity.y);
  VenulePoint way = { 1, 0 }, off;

  if (!other->confirmed || first->frame <= last->frame)
    return FALSE;
  if (speed > 0)
    way = (VenulePoint){ self->held->velocity.x / speed, self->held->velocity.y / speed };
  off = venule_tracker_turn (way, first->x - last->x, first->y - last->y);
  return fabs (off.x - speed * time) < FOUND_ALONG * self->radius + FOUND_SPEED * speed * time &&
         fabs (off.y) < FOUND_ACROSS * self->radius;
}

gboolean
venule_tracker_resume (VenuleTracker *self)
{
  VenuleTracklet *found = NULL;

  for (guint i = 0; i < self->live->len; i++)
    {
      VenuleTracklet *other = g_ptr_array_index (self->live, i);

      if (!may_be_held (self, other))
        continue;
      /* Ambiguous. */
      if (found != NULL)
        return FALSE;
      found = other;
    }
  if (found == NULL)
    return FALSE;

  go_on_as (self, self->held, found);
  g_ptr_array_remove (self->live, found);
  venule_tracklet_free (found);
  g_ptr_array_add (self->live, self->held);
  self->held_has_ended = FALSE;
  return TRUE;
}

gboolean
venule_tracker_holds (const VenuleTracker *self)
{
  return self->held != NULL && !self->held_has_ended;
}

VenuleTracklet *
venule_tracker_get_held (VenuleTracker *self)
{
  return self->held;
}
