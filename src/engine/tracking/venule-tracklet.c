/* venule-tracklet.c: a cell being followed: its spots and what is known of its motion
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-tracklet.h"

#include <math.h>
#include <string.h>

#define APPEARANCE_GAIN 0.1 /* a cell turns as it rolls */
#define REST_REACH 0.4   /* times the radius: what stays so near rests */
#define LONG_REST 0.7    /* s */
#define LONGEST_JUDGED 30.0 /* s of a rest that are looked through in every frame */

VenuleSnake *
venule_snake_ref (VenuleSnake *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
venule_snake_unref (VenuleSnake *self)
{
  if (g_atomic_int_dec_and_test (&self->ref_count))
    g_free (self);
}

static VenuleSnake *
snake_new (VenuleTracklet *tracklet,
           float           radius)
{
  VenuleSnake *self = g_new (VenuleSnake, 1);

  self->ref_count = 1;
  self->tracklet = tracklet;
  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    self->radii[i] = radius;
  return self;
}

/**
 * venule_tracklet_new:
 * @serial: the order in which they begin
 * @first: first spot; copied
 * @step: how it was seen; copied
 *
 * Returns: (transfer full): a tracklet of one spot that one detection supports
 */
VenuleTracklet *
venule_tracklet_new (guint                    serial,
                     const VenuleSpot        *first,
                     const VenuleObservation *step)
{
  VenuleTracklet *self = g_new0 (VenuleTracklet, 1);

  self->serial = serial;
  self->spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  self->steps = g_array_new (FALSE, FALSE, sizeof (VenuleObservation));
  venule_tracklet_append (self, first, step);
  self->variance = step->seen_sd * step->seen_sd;
  self->noted = (VenulePoint){ first->x, first->y };
  self->hits = 1;
  self->opportunities = 1;
  self->score_sum = first->score;
  self->n_outlined = 1;
  self->snake = snake_new (self, first->radius);
  return self;
}

void
venule_tracklet_free (VenuleTracklet *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->spots);
  g_array_unref (self->steps);
  self->snake->tracklet = NULL;
  venule_snake_unref (self->snake);
  g_free (self);
}

void
venule_tracklet_append (VenuleTracklet          *self,
                        const VenuleSpot        *spot,
                        const VenuleObservation *step)
{
  g_array_append_vals (self->spots, spot, 1);
  g_array_append_vals (self->steps, step, 1);
}

void
venule_tracklet_fill_gap (VenuleTracklet   *self,
                          const VenuleSpot *next,
                          double            diameter)
{
  const VenuleSpot last = *venule_tracklet_last (self);
  gint64 frames = next->frame - last.frame;

  for (gint64 frame = last.frame + 1; frame < next->frame; frame++)
    {
      double part = (double) (frame - last.frame) / frames;
      VenuleSpot spot = last;
      VenuleObservation step = { (float) ((next->x - last.x) / frames), (float) ((next->y - last.y) / frames),
                                 (float) (VENULE_GAP_STEP_SD * diameter), 0, 0, 0, { 0 } };

      spot.frame = frame;
      spot.time = last.time + part * (next->time - last.time);
      spot.x = last.x + part * (next->x - last.x);
      spot.y = last.y + part * (next->y - last.y);
      spot.radius = (float) (last.radius + part * (next->radius - last.radius));
      spot.score = 0;
      spot.source = VENULE_SPOT_INTERPOLATED;
      venule_tracklet_append (self, &spot, &step);
    }
}

void
venule_tracklet_truncate (VenuleTracklet *self,
                          guint           n)
{
  if (n < self->spots->len)
    {
      g_array_set_size (self->spots, n);
      g_array_set_size (self->steps, n);
    }
  self->n_reported = MIN (self->n_reported, self->spots->len);
  self->n_outlined = MIN (self->n_outlined, self->spots->len);
  self->last_hit = MIN (self->last_hit, self->spots->len - 1);
}

void
venule_tracklet_update_motion (VenuleTracklet *self,
                               VenulePoint     moved,
                               double          interval,
                               double          gain)
{
  /* The first measurements are all that is known: plain means until the gain is reached. */
  double weight = MAX (gain, 1.0 / (self->n_moves + 1));

  self->velocity.x += weight * (moved.x / interval - self->velocity.x);
  self->velocity.y += weight * (moved.y / interval - self->velocity.y);
  self->n_moves++;
}

void
venule_tracklet_update_appearance (VenuleTracklet *self,
                                   const float    *appearance)
{
  double gain = MAX (APPEARANCE_GAIN, 1.0 / ++self->n_appearances);

  for (int i = 0; i < VENULE_APPEARANCE; i++)
    self->appearance[i] += (float) (gain * (appearance[i] - self->appearance[i]));
}

double
venule_tracklet_path_offset (VenuleTracklet *self,
                             double          flow_x,
                             double          flow_y,
                             double          x,
                             double          y)
{
  guint n = MIN (self->spots->len, VENULE_PATH_LENGTH);
  double sum = 0;

  for (guint i = self->spots->len - n; i < self->spots->len; i++)
    {
      const VenuleSpot *spot = venule_tracklet_spot (self, i);

      sum += -flow_y * (spot->x - x) + flow_x * (spot->y - y);
    }
  return sum / n;
}

guint
venule_tracklet_without_weak_rest (VenuleTracklet *self,
                                   double          radius,
                                   double          clear)
{
  const VenuleSpot *first = venule_tracklet_spot (self, 0), *last = venule_tracklet_last (self);
  guint n = self->spots->len, n_detected = 0;
  double sum = 0;

  /* Asked in every frame: what never went away is not looked through each time. */
  if (hypot (first->x - last->x, first->y - last->y) < 2 * radius)
    return n;

  for (; n > 0; n--)
    {
      const VenuleSpot *spot = venule_tracklet_spot (self, n - 1);

      if (hypot (spot->x - last->x, spot->y - last->y) > REST_REACH * radius)
        break;
      if (spot->source == VENULE_SPOT_DETECTED)
        {
          sum += spot->score;
          n_detected++;
        }
      if (last->time - spot->time > LONGEST_JUDGED && sum >= clear * n_detected)
        return self->spots->len;
    }
  if (n == 0 || last->time - venule_tracklet_spot (self, n - 1)->time < LONG_REST || sum >= clear * n_detected)
    return self->spots->len;
  return n;
}

VenuleTissuePath *
venule_tracklet_to_tissue (VenuleTracklet *self)
{
  VenuleTissuePath *path = venule_tissue_path_new (self->serial, self->spots->len);

  for (guint i = 0; i < self->spots->len; i++)
    {
      const VenuleSpot *spot = venule_tracklet_spot (self, i), *before = venule_tracklet_spot (self, MAX (i, 1) - 1);
      const VenuleObservation *step = &g_array_index (self->steps, VenuleObservation, i);
      VenuleTissueSpot *to = venule_tissue_path_spot (path, i);

      *to = (VenuleTissueSpot){
        .frame = spot->frame,
        .time = spot->time,
        .x = spot->x - spot->shift_x,
        .y = spot->y - spot->shift_y,
        .move_x = step->move_x - (spot->shift_x - before->shift_x),
        .move_y = step->move_y - (spot->shift_y - before->shift_y),
        .move_sd = step->move_sd,
        .seen_x = step->seen_x - spot->shift_x,
        .seen_y = step->seen_y - spot->shift_y,
        .seen_sd = step->seen_sd,
        .radius = spot->radius,
        .score = spot->score,
        .source = spot->source,
        .shift_x = spot->shift_x,
        .shift_y = spot->shift_y,
        .uncertainty = spot->uncertainty,
      };
      memcpy (to->appearance, step->appearance, sizeof to->appearance);
      memcpy (to->contour, spot->contour, sizeof to->contour);
    }
  path->hits = self->hits;
  path->opportunities = self->opportunities;
  path->crowded = self->crowded;
  path->free_flowing = self->free_flowing;
  return path;
}
