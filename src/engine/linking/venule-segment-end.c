/* venule-segment-end.c: features at the end of a path, and how unlike two of them are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-segment-end.h"

#include <math.h>

#define READ_TIME 0.8       /* s */
#define MOVED 0.4           /* radii, from which a movement tells a way */
#define PLACE_SPOTS 5       /* for a place across the way */
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
 * @field: how cells move
 * @from: index of the spot at the end; one that does not exist gives an empty one
 * @step: −1 for the end of a path, 1 for its beginning
 *
 * Returns: features of the spots within 0.8 s of @from
 */
VenuleSegmentEnd
venule_segment_end_read (const VenuleTissuePath  *path,
                         const VenuleMotionField *field,
                         int                      from,
                         int                      step)
{
  VenuleSegmentEnd end = { 0 };
  double span = 0, sum_t = 0, sum_x = 0, sum_y = 0, sum_tt = 0, sum_tx = 0, sum_ty = 0;
  int n_spots = (int) path->spots->len;

  for (int i = from; i >= 0 && i < n_spots; i += step)
    {
      const VenuleTissueSpot *spot = venule_tissue_path_spot (path, i);
      double t, x, y;

      if (i == from)
        {
          end.at = (VenulePoint){ spot->x, spot->y };
          end.time = spot->time;
          venule_motion_field_get_way (field, end.at, &end.usual);
        }
      t = spot->time - end.time;
      x = spot->x - end.at.x;
      y = spot->y - end.at.y;
      if (fabs (t) > READ_TIME)
        break;
      span = fabs (t);
      sum_t += t;
      sum_x += x;
      sum_y += y;
      sum_tt += t * t;
      sum_tx += t * x;
      sum_ty += t * y;
      end.size += log (MAX (spot->radius, 0.1));
      if (end.n++ < PLACE_SPOTS)
        {
          end.near.x += (spot->x - end.near.x) / end.n;
          end.near.y += (spot->y - end.near.y) / end.n;
        }
      add_appearance (&end, spot);
    }

  if (end.n >= VENULE_SEGMENT_END_SPOTS)
    {
      double below = MAX (end.n * sum_tt - sum_t * sum_t, 1e-9);

      end.velocity.x = (end.n * sum_tx - sum_t * sum_x) / below;
      end.velocity.y = (end.n * sum_ty - sum_t * sum_y) / below;
      end.moved = (VenulePoint){ end.velocity.x * span, end.velocity.y * span };
    }
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

/* Over the short time before an end, and more so beside another cell, a cell is off its way by more than those that
 * pass are off theirs; what hardly moves has no way of its own. */
gboolean
venule_segment_end_get_way (const VenuleSegmentEnd *self,
                            double                  radius,
                            VenulePoint            *way)
{
  double length = hypot (self->moved.x, self->moved.y), known = hypot (self->usual.x, self->usual.y);
  VenulePoint usual = { self->usual.x / MAX (known, 1e-9), self->usual.y / MAX (known, 1e-9) };

  if (known > 0 && venule_motion_keeps_to (self->moved, usual, MOVED * radius))
    *way = usual;
  else if (length >= MOVED * radius)
    *way = (VenulePoint){ self->moved.x / length, self->moved.y / length };
  else
    return FALSE;
  return TRUE;
}

/* The way from one end to the other; where none is known, straight. */
static VenulePoint
direction_between (const VenuleSegmentEnd *before,
                   const VenuleSegmentEnd *after,
                   double                  radius)
{
  VenulePoint step = { after->at.x - before->at.x, after->at.y - before->at.y }, way;
  double length = hypot (step.x, step.y);
  VenuleSegmentEnd both = {
    .moved = { before->moved.x + after->moved.x, before->moved.y + after->moved.y },
    .usual = { before->usual.x + after->usual.x, before->usual.y + after->usual.y },
  };

  if (venule_segment_end_get_way (&both, radius, &way))
    return way;
  return length > 0 ? (VenulePoint){ step.x / length, step.y / length } : (VenulePoint){ 1, 0 };
}

static double
dot (VenulePoint a,
     VenulePoint b)
{
  return a.x * b.x + a.y * b.y;
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
  VenulePoint first = known_before ? before->velocity : after->velocity;
  VenulePoint second = known_after ? after->velocity : before->velocity;
  VenulePoint way = direction_between (before, after, radius);
  VenulePoint step = { after->at.x - before->at.x, after->at.y - before->at.y };
  VenulePoint off = { after->near.x - before->near.x, after->near.y - before->near.y };
  double time = MAX (after->time - before->time, 0);
  double slow = MIN (dot (first, way), dot (second, way)), fast = MAX (dot (first, way), dot (second, way));
  double fastest = MAX (hypot (first.x, first.y), hypot (second.x, second.y));
  double both = hypot (first.x, first.y) + hypot (second.x, second.y);

  costs.ahead = dot (step, way);
  costs.aside = way.x * off.y - way.y * off.x;
  costs.velocity = half_square (hypot (second.x - first.x, second.y - first.y) /
                                (VELOCITY_SHARE * both / 2 + VELOCITY_SD_MIN * radius));
  costs.along = half_square (MAX (MAX (slow * time - costs.ahead, costs.ahead - fast * time), 0) /
                             (ALONG_SD * radius + VELOCITY_SHARE * fastest * time));
  costs.across = half_square (costs.aside / (ACROSS_SD * radius));
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
