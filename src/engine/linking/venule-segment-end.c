/* venule-segment-end.c: features at the end of a path, and how unlike two of them are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-segment-end.h"

#include <math.h>

#define READ_TIME 0.8       /* s */
#define PLACE_SPOTS 5       /* for a place across the flow */
#define VELOCITY_SHARE 0.3  /* SD of a change of velocity, as a share of it, … */
#define VELOCITY_SD_MIN 1.0 /* … and radii/s besides */
#define ACROSS_SD 0.35      /* radii */
#define ALONG_SD 0.5        /* radii, and as much of the distance as the velocity changes */
#define SIZE_SD 0.07        /* of the logarithm of a radius */
#define APPEARANCE_SD 0.4   /* standard deviations of the image */
#define COST_MAX 6.0        /* of each feature: cells stop, squeeze and turn */

static void
add_appearance (VenuleSegmentEnd       *self,
                const VenuleTissueSpot *spot)
{
  if (spot->seen_sd <= 0)
    return;
  self->n_appearances++;
  for (int k = 0; k < VENULE_APPEARANCE; k++)
    self->appearance[k] += spot->appearance[k];
}

/**
 * venule_segment_end_read:
 * @path: a path
 * @flow_x: unit vector along the flow
 * @flow_y: the same
 * @from: index of the spot at the end; one that does not exist gives an empty one
 * @step: −1 for the end of a path, 1 for its beginning
 *
 * Returns: features of the spots within 0.8 s of @from
 */
VenuleSegmentEnd
venule_segment_end_read (const VenuleTissuePath *path,
                         double                  flow_x,
                         double                  flow_y,
                         int                     from,
                         int                     step)
{
  VenuleSegmentEnd end = { 0 };
  double sum_t = 0, sum_s = 0, sum_tt = 0, sum_ts = 0;
  int n_spots = (int) path->spots->len;

  for (int i = from; i >= 0 && i < n_spots; i += step)
    {
      const VenuleTissueSpot *spot = venule_tissue_path_spot (path, i);
      double s = flow_x * spot->x + flow_y * spot->y, t;

      if (i == from)
        {
          end.along = s;
          end.time = spot->time;
        }
      t = spot->time - end.time;
      if (fabs (t) > READ_TIME)
        break;
      sum_t += t;
      sum_s += s - end.along;
      sum_tt += t * t;
      sum_ts += t * (s - end.along);
      end.size += log (MAX (spot->radius, 0.1));
      if (end.n++ < PLACE_SPOTS)
        end.across += (-flow_y * spot->x + flow_x * spot->y - end.across) / end.n;
      add_appearance (&end, spot);
    }

  if (end.n >= VENULE_SEGMENT_END_SPOTS)
    end.velocity = (end.n * sum_ts - sum_t * sum_s) / MAX (end.n * sum_tt - sum_t * sum_t, 1e-9);
  end.size /= MAX (end.n, 1);
  for (int k = 0; k < VENULE_APPEARANCE; k++)
    end.appearance[k] /= MAX (end.n_appearances, 1);
  return end;
}

static double
half_square (double x)
{
  return MIN (x * x / 2, COST_MAX);
}

/**
 * venule_segment_end_compare:
 * @before: the end of a path
 * @after: the beginning of a later one
 * @radius: of a cell, px
 *
 * Returns: costs of their being one cell, which may have moved between them at either velocity
 */
VenuleLinkCosts
venule_segment_end_compare (const VenuleSegmentEnd *before,
                            const VenuleSegmentEnd *after,
                            double                  radius)
{
  VenuleLinkCosts costs = { 0 };
  gboolean known_before = before->n >= VENULE_SEGMENT_END_SPOTS, known_after = after->n >= VENULE_SEGMENT_END_SPOTS;
  double first = known_before ? before->velocity : after->velocity;
  double second = known_after ? after->velocity : before->velocity;
  double time = MAX (after->time - before->time, 0), way = after->along - before->along;
  double off = MAX (MAX (MIN (first, second) * time - way, way - MAX (first, second) * time), 0);
  double fast = MAX (fabs (first), fabs (second));

  costs.velocity = half_square ((second - first) / (VELOCITY_SHARE * (fabs (first) + fabs (second)) / 2 +
                                                    VELOCITY_SD_MIN * radius));
  costs.along = half_square (off / (ALONG_SD * radius + VELOCITY_SHARE * fast * time));
  costs.across = half_square ((after->across - before->across) / (ACROSS_SD * radius));
  costs.size = half_square ((after->size - before->size) / SIZE_SD);
  if (before->n_appearances > 0 && after->n_appearances > 0)
    {
      double sum = 0;

      for (int k = 0; k < VENULE_APPEARANCE; k++)
        sum += (after->appearance[k] - before->appearance[k]) * (after->appearance[k] - before->appearance[k]);
      costs.appearance = half_square (sqrt (sum) / APPEARANCE_SD);
    }
  return costs;
}
