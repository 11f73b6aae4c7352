/* venule-flow-vote.c: which way along a vessel things move
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-flow-vote.h"

#include <math.h>

#define N_LINES 9
#define SPREAD 0.8    /* of the width, from the first line to the last */
#define STEPS 4       /* velocities to a place a frame */
#define FASTEST 80    /* places a frame */
#define REACH 0.45    /* of the line: what moves further is hardly seen twice */
#define SHORTEST 16   /* places */
#define FLAT 0.3      /* of the usual contrast of a row: flat rows are not blown up */
#define TANGENT 5     /* places to each side */
#define CHANCE 0.1    /* fit of rows that have nothing in common, as a share of that of a row to itself */

static const int lags[] = { 1, 2, 4, 8 };

/* The brightness of the frames of a stretch along a line, @offset beside the middle: in each row what does not stand
 * still, and is smaller than the vessel is wide, with the same contrast. */
static void
read_line (const VenuleGlimpse *glimpse,
           guint                stretch,
           const GArray        *points,
           double               offset,
           int                  width,
           float               *rows)
{
  int n = (int) points->len;
  g_autofree double *sums = g_new (double, n + 1);
  double usual = 0;

  for (guint t = 0; t < glimpse->length; t++)
    for (int i = 0; i < n; i++)
      {
        const VenulePoint *all = (const VenulePoint *) points->data;
        VenulePoint a = all[MAX (i - TANGENT, 0)], b = all[MIN (i + TANGENT, n - 1)];
        double step = hypot (b.x - a.x, b.y - a.y);

        rows[t * n + i] = (float) venule_map_sample (g_ptr_array_index (glimpse->frames, stretch * glimpse->length + t),
                                                     all[i].x - offset * (b.y - a.y) / step,
                                                     all[i].y + offset * (b.x - a.x) / step);
      }
  for (int i = 0; i < n; i++)
    {
      double mean = 0;

      for (guint t = 0; t < glimpse->length; t++)
        mean += (double) rows[t * n + i] / glimpse->length;
      for (guint t = 0; t < glimpse->length; t++)
        rows[t * n + i] -= (float) mean;
    }
  for (guint t = 0; t < glimpse->length; t++)
    {
      sums[0] = 0;
      for (int i = 0; i < n; i++)
        sums[i + 1] = sums[i] + (double) rows[t * n + i];
      for (int i = 0; i < n; i++)
        {
          int low = MAX (i - width / 2, 0), high = MIN (i + width / 2, n - 1);

          rows[t * n + i] -= (float) ((sums[high + 1] - sums[low]) / (high - low + 1));
          usual += (double) (rows[t * n + i] * rows[t * n + i]);
        }
    }
  usual = sqrt (usual / (glimpse->length * n));
  for (guint t = 0; t < glimpse->length; t++)
    {
      double square = 0;

      for (int i = 0; i < n; i++)
        square += (double) (rows[t * n + i] * rows[t * n + i]) / n;
      for (int i = 0; i < n; i++)
        rows[t * n + i] /= (float) (sqrt (square) + FLAT * usual + 1e-9);
    }
}

/* Adds how well rows fit those @lag later, by displacement from −@reach; and themselves. */
static void
correlate (const float *rows,
           guint        n_rows,
           int          n,
           guint        lag,
           int          reach,
           double      *curve,
           double      *itself)
{
  for (guint t = 0; t + lag < n_rows; t++)
    for (int i = 0; i < n; i++)
      *itself += (double) (rows[t * n + i] * rows[t * n + i]) / sqrt (lag);
  for (guint t = 0; t + lag < n_rows; t++)
    for (int d = -reach; d <= reach; d++)
      {
        const float *now = rows + t * n, *later = rows + (t + lag) * n;
        float sum = 0;

        for (int i = MAX (0, -d); i < MIN (n, n - d); i++)
          sum += now[i] * later[i + d];
        curve[d + reach] += (double) sum;
      }
}

/* The best fit forwards and backwards, by velocity. */
static void
find_best (double (*curves)[2 * FASTEST + 1],
           int    reach,
           double *forwards,
           double *backwards)
{
  *forwards = *backwards = 0;
  for (int v = -FASTEST * STEPS; v <= FASTEST * STEPS; v++)
    {
      double fit = 0;

      for (guint k = 0; k < G_N_ELEMENTS (lags); k++)
        {
          double at = (double) v * lags[k] / STEPS + reach;
          int low = (int) floor (at);

          if (low >= 0 && low + 1 <= 2 * reach)
            fit += (curves[k][low] * (low + 1 - at) + curves[k][low + 1] * (at - low)) / sqrt (lags[k]);
        }
      if (v > 0)
        *forwards = MAX (*forwards, fit);
      if (v < 0)
        *backwards = MAX (*backwards, fit);
    }
}

void
venule_flow_vote_find (const VenuleGlimpse    *glimpse,
                       const VenuleVesselTube *tube,
                       VenuleFlowVote         *vote)
{
  g_autoptr (GArray) points = venule_vessel_tube_dup_points (tube->middle, tube->n);
  int n = (int) points->len, reach = MIN ((int) (REACH * n), FASTEST);
  g_autofree float *rows = g_new (float, (gsize) glimpse->length * n);
  double all_forwards = 0, all_backwards = 0, itself = 0;

  *vote = (VenuleFlowVote) { 0 };
  if (n < SHORTEST)
    return;
  for (int line = 0; line < N_LINES; line++)
    {
      double curves[G_N_ELEMENTS (lags)][2 * FASTEST + 1] = { 0 };
      double forwards, backwards;

      for (guint s = 0; s < venule_glimpse_n_stretches (glimpse); s++)
        {
          read_line (glimpse, s, points, SPREAD * tube->width * ((double) line / (N_LINES - 1) - 0.5),
                     (int) MAX (tube->width, SHORTEST), rows);
          for (guint k = 0; k < G_N_ELEMENTS (lags); k++)
            correlate (rows, glimpse->length, n, (guint) lags[k], reach, curves[k], &itself);
        }
      find_best (curves, reach, &forwards, &backwards);
      vote->agreement += (double) ((forwards > backwards) - (forwards < backwards)) / N_LINES;
      all_forwards += forwards;
      all_backwards += backwards;
    }
  if (itself > 0)
    {
      vote->lead = (all_forwards - all_backwards) / (all_forwards + all_backwards + CHANCE * itself);
      vote->fit = MAX (all_forwards, all_backwards) / itself;
    }
}
