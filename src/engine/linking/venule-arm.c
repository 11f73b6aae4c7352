/* venule-arm.c: what a cell was like just before, or just after, it was out of sight
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-arm.h"

#include <math.h>

#include "venule-order.h"

#define ARM_TIME 0.8        /* s by which a cell is known again */
#define PLACE_SPOTS 5       /* that tell a place */
#define VELOCITY_SHARE 0.3  /* of the velocity, that it changes by */
#define VELOCITY_LEAST 1.0  /* radii/s: changes below say nothing */
#define ACROSS_SD 0.35      /* radii */
#define ALONG_SD 0.5        /* radii, and as much of the way as the velocity changes */
#define SIZE_SD 0.07        /* of the logarithm of a radius */
#define LOOK_SD 0.4         /* spreads of the picture */
#define MOST 6.0            /* that any of them counts: cells stop, squeeze and turn */

guint
venule_arm_spot_from (VenuleTracklet *tracklet,
                      gint64          frame)
{
  guint n = tracklet->spots->len;
  gint64 since = n > 0 ? frame - venule_tracklet_spot (tracklet, 0)->frame : -1;

  /* Nearly always none is missing. */
  if (since >= 0 && since < n && venule_tracklet_spot (tracklet, (guint) since)->frame == frame)
    return (guint) since;
  return (guint) venule_bisect (0, n, i, venule_tracklet_spot (tracklet, (guint) i)->frame < frame);
}

static void
take_look (VenuleArm        *arm,
           const VenuleStep *step)
{
  if (step->seen_sd <= 0)
    return;
  arm->n_looks++;
  for (int k = 0; k < VENULE_LOOK; k++)
    arm->look[k] += step->look[k];
}

/**
 * venule_arm_read:
 * @tracklet: a tracklet
 * @flow_x: unit vector along the flow
 * @flow_y: the same
 * @from: index of the spot that is nearest to where it was out of sight; one that is not there gives an empty arm
 * @step: 1 for the time after, −1 for that before
 *
 * Returns: what the spots within 0.8 s of that say
 */
VenuleArm
venule_arm_read (VenuleTracklet *tracklet,
                 double          flow_x,
                 double          flow_y,
                 int             from,
                 int             step)
{
  VenuleArm arm = { 0 };
  double sum_t = 0, sum_s = 0, sum_tt = 0, sum_ts = 0;
  int n_spots = (int) tracklet->spots->len;

  for (int i = from; i >= 0 && i < n_spots; i += step)
    {
      const VenuleSpot *spot = venule_tracklet_spot (tracklet, i);
      double s = flow_x * spot->x + flow_y * spot->y, t;

      if (i == from)
        {
          arm.along = s;
          arm.time = spot->time;
        }
      t = spot->time - arm.time;
      if (fabs (t) > ARM_TIME)
        break;
      sum_t += t;
      sum_s += s - arm.along;
      sum_tt += t * t;
      sum_ts += t * (s - arm.along);
      arm.size += log (MAX (spot->radius, 0.1));
      if (arm.n++ < PLACE_SPOTS)
        arm.across += (-flow_y * spot->x + flow_x * spot->y - arm.across) / arm.n;
      take_look (&arm, &g_array_index (tracklet->steps, VenuleStep, i));
    }

  if (arm.n >= VENULE_ARM_SPOTS)
    arm.velocity = (arm.n * sum_ts - sum_t * sum_s) / MAX (arm.n * sum_tt - sum_t * sum_t, 1e-9);
  arm.size /= MAX (arm.n, 1);
  for (int k = 0; k < VENULE_LOOK; k++)
    arm.look[k] /= MAX (arm.n_looks, 1);
  return arm;
}

static double
half_square (double x)
{
  return MIN (x * x / 2, MOST);
}

/**
 * venule_arm_compare:
 * @before: a cell before it was out of sight
 * @after: a cell that came into sight later
 * @radius: of a cell, px
 *
 * Returns: how much speaks against their being one cell. A cell may have gone on as fast as before, or as fast as after.
 */
VenuleArmCosts
venule_arm_compare (const VenuleArm *before,
                    const VenuleArm *after,
                    double           radius)
{
  VenuleArmCosts costs = { 0 };
  gboolean known_before = before->n >= VENULE_ARM_SPOTS, known_after = after->n >= VENULE_ARM_SPOTS;
  double first = known_before ? before->velocity : after->velocity;
  double second = known_after ? after->velocity : before->velocity;
  double time = MAX (after->time - before->time, 0), way = after->along - before->along;
  double off = MAX (MAX (MIN (first, second) * time - way, way - MAX (first, second) * time), 0);
  double fast = MAX (fabs (first), fabs (second));

  costs.velocity = half_square ((second - first) / (VELOCITY_SHARE * (fabs (first) + fabs (second)) / 2 +
                                                    VELOCITY_LEAST * radius));
  costs.along = half_square (off / (ALONG_SD * radius + VELOCITY_SHARE * fast * time));
  costs.across = half_square ((after->across - before->across) / (ACROSS_SD * radius));
  costs.size = half_square ((after->size - before->size) / SIZE_SD);
  if (before->n_looks > 0 && after->n_looks > 0)
    {
      double sum = 0;

      for (int k = 0; k < VENULE_LOOK; k++)
        sum += (after->look[k] - before->look[k]) * (after->look[k] - before->look[k]);
      costs.look = half_square (sqrt (sum) / LOOK_SD);
    }
  return costs;
}

void
venule_arm_count (VenuleTracklet *tracklet,
                  double          chances)
{
  tracklet->supports = 0;
  tracklet->score_sum = 0;
  tracklet->last_support = 0;
  for (guint i = 0; i < tracklet->spots->len; i++)
    {
      const VenuleSpot *spot = venule_tracklet_spot (tracklet, i);

      if (spot->source != VENULE_SPOT_DETECTED)
        continue;
      tracklet->supports++;
      tracklet->score_sum += spot->score;
      tracklet->last_support = i;
    }
  tracklet->chances = MAX (tracklet->supports, (guint) lround (chances));
}
