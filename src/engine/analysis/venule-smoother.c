/* venule-smoother.c: a cell's path from what was seen of it and how it was seen to move
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-smoother.h"

#include <math.h>

#define PASSES 3        /* the first without doubts, then what lies far off counts less */
#define DOUBTFUL_SEEN 4.0 /* standard errors at which a detection counts half … */
#define DOUBTFUL_MOVE 2.0 /* … and a movement: the picture of a cell that touches another may move with that one */

/* One coordinate. @at: (inout): the path, px. */
typedef struct {
  guint   n;
  double *at;
  double *seen;          /* px */
  double *seen_weight;   /* 1/px²; 0: not seen */
  double *move;          /* from the spot before, px */
  double *move_weight;
  double *diagonal, *beside, *right; /* of the normal equations */
} Path;

/* Measurements far from the path so far count less (Cauchy's weights). */
static double
weight (double variance_inverse,
        double residual,
        double doubtful,
        int    pass)
{
  double doubt = residual * residual * variance_inverse / (doubtful * doubtful);

  return pass == 0 ? variance_inverse : variance_inverse / (1 + doubt);
}

static void
fill_equations (Path *self,
                int   pass)
{
  for (guint i = 0; i < self->n; i++)
    {
      double w = weight (self->seen_weight[i], self->at[i] - self->seen[i], DOUBTFUL_SEEN, pass);

      self->diagonal[i] = w;
      self->right[i] = w * self->seen[i];
      self->beside[i] = 0;
    }
  for (guint i = 1; i < self->n; i++)
    {
      double w = weight (self->move_weight[i], self->at[i] - self->at[i - 1] - self->move[i], DOUBTFUL_MOVE, pass);

      self->diagonal[i - 1] += w;
      self->diagonal[i] += w;
      self->beside[i] = -w; /* between i − 1 and i */
      self->right[i - 1] -= w * self->move[i];
      self->right[i] += w * self->move[i];
    }
}

/* Thomas' method for a symmetric tridiagonal matrix. */
static void
solve (Path *self)
{
  for (guint i = 1; i < self->n; i++)
    {
      double factor = self->beside[i] / self->diagonal[i - 1];

      self->diagonal[i] -= factor * self->beside[i];
      self->right[i] -= factor * self->right[i - 1];
    }
  for (guint i = self->n; i-- > 0;)
    {
      double rest = i + 1 < self->n ? self->beside[i + 1] * self->at[i + 1] : 0;

      self->at[i] = (self->right[i] - rest) / self->diagonal[i];
    }
}

static void
fill_path (Path           *self,
           VenuleTracklet *tracklet,
           gboolean        is_y)
{
  for (guint i = 0; i < self->n; i++)
    {
      const VenuleSpot *spot = venule_tracklet_spot (tracklet, i);
      const VenuleStep *step = &g_array_index (tracklet->steps, VenuleStep, i);

      self->at[i] = is_y ? spot->y : spot->x;
      self->seen[i] = is_y ? step->seen_y : step->seen_x;
      self->move[i] = is_y ? step->move_y : step->move_x;
      self->seen_weight[i] = step->seen_sd > 0 ? 1 / ((double) step->seen_sd * step->seen_sd) : 0;
      self->move_weight[i] = 1 / MAX ((double) step->move_sd * step->move_sd, 1e-6);
    }
}

/**
 * venule_smooth_path:
 * @tracklet: a whole tracklet; its spots are moved
 *
 * The path that agrees best (least squares, each measurement weighted by its standard error, outliers less) with where the
 * detections saw the cell and with how far it was seen to move from frame to frame: as precise over short times as the
 * movements, as true over long ones as the detections.
 */
void
venule_smooth_path (VenuleTracklet *tracklet)
{
  guint n = tracklet->spots->len;
  g_autofree double *memory = g_new (double, 8 * (gsize) n);
  Path path = { n, memory, memory + n, memory + 2 * n, memory + 3 * n, memory + 4 * n, memory + 5 * n, memory + 6 * n,
                memory + 7 * n };

  for (int axis = 0; axis < 2; axis++)
    {
      double seen = 0;

      fill_path (&path, tracklet, axis == 1);
      for (guint i = 0; i < n; i++)
        seen += path.seen_weight[i];
      if (seen <= 0)
        return;
      for (int pass = 0; pass < PASSES; pass++)
        {
          fill_equations (&path, pass);
          solve (&path);
        }
      for (guint i = 0; i < n; i++)
        {
          VenuleSpot *spot = venule_tracklet_spot (tracklet, i);

          if (axis == 1)
            spot->y = path.at[i];
          else
            spot->x = path.at[i];
        }
    }
}
