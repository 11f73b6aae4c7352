/* venule-classify.c: what all cells of a recording are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-classify.h"

#include <math.h>

#include "venule-order.h"
#include "venule-velocity.h"

#define FEWEST 3        /* tracks of a group */
#define LOWEST 0.35     /* times the slowest velocity that may be free: nothing slower is */
#define SLOWEST 0.02    /* of the same: what is slower hardly rolls, and would spread the logarithms */
#define MIN_SD 0.05     /* of a group's logarithms */
#define APART 2.2       /* sums of the two standard deviations */

/* Of some logarithms. */
typedef struct {
  guint  n;
  double sum, squares;
} Group;

static void
add (Group *self,
     double logarithm)
{
  self->n++;
  self->sum += logarithm;
  self->squares += logarithm * logarithm;
}

static double
mean_of (const Group *self)
{
  return self->sum / self->n;
}

static double
sd_of (const Group *self)
{
  double variance = self->squares / self->n - mean_of (self) * mean_of (self);

  return sqrt (MAX (variance, MIN_SD * MIN_SD));
}

/* Kittler and Illingworth's criterion: the less, the better the two describe all. */
static double
misfit (const Group *slow,
        const Group *fast)
{
  double n = slow->n + fast->n;
  double p = slow->n / n, q = fast->n / n;

  return p * log (sd_of (slow) / p) + q * log (sd_of (fast) / q);
}

/* Without a look at the others. */
static VenuleCellKind
kind_alone (VenuleTrack          *track,
            const VenuleSettings *settings)
{
  return venule_track_get_kind_is_manual (track) ? venule_track_get_kind (track)
                                                 : venule_classify_track (track, settings);
}

/* Speeds of those that roll or flow, as logarithms in rising order. @slowest_fast: (out): of those that are fast enough
 * to be free; @slowest_free: (out): of those that are in any case, px/s; both INFINITY: none. Returns how many are fast
 * enough. */
static guint
collect_logs (GPtrArray            *tracks,
              const VenuleSettings *settings,
              GArray               *logs,
              double               *slowest_fast,
              double               *slowest_free)
{
  double fast = venule_velocity_of_flow (settings);
  guint n_fast = 0;

  *slowest_fast = *slowest_free = INFINITY;
  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);
      VenuleCellKind kind = kind_alone (track, settings);
      double speed = fabs (venule_track_mean_velocity (track, settings));
      double logarithm = log (speed);

      if ((kind != VENULE_CELL_ROLLING && kind != VENULE_CELL_FREE) || !(speed > 0))
        continue;
      g_array_append_val (logs, logarithm);
      if (kind == VENULE_CELL_FREE)
        *slowest_free = MIN (*slowest_free, speed);
      if (kind != VENULE_CELL_FREE && speed <= fast)
        continue;
      n_fast++;
      *slowest_fast = MIN (*slowest_fast, speed);
    }
  g_array_sort (logs, venule_compare_doubles);

  return n_fast;
}

/* The border between a slow and a fast group of logarithms in rising order, between @lowest and @highest; INFINITY:
 * there are no two groups. */
static double
split (const GArray *logs,
       double        lowest,
       double        highest)
{
  Group slow = { 0 }, all = { 0 };
  double border = INFINITY, least = INFINITY;

  for (guint i = 0; i < logs->len; i++)
    add (&all, g_array_index (logs, double, i));
  for (guint i = 1; i < logs->len; i++)
    {
      double below = g_array_index (logs, double, i - 1), above = g_array_index (logs, double, i);
      Group fast;

      add (&slow, below);
      fast = (Group){ all.n - slow.n, all.sum - slow.sum, all.squares - slow.squares };
      if (slow.n < FEWEST || fast.n < FEWEST || (below + above) / 2 < lowest || below >= highest ||
          misfit (&slow, &fast) >= least)
        continue;
      least = misfit (&slow, &fast);
      border = mean_of (&fast) - mean_of (&slow) >= APART * (sd_of (&slow) + sd_of (&fast))
               ? (below + above) / 2 : INFINITY;
    }

  return border;
}

double
venule_classify_find_border (GPtrArray            *tracks,
                             const VenuleSettings *settings)
{
  g_autoptr(GArray) logs = NULL;
  double slowest_fast, slowest_free;
  guint n_slowest = 0;

  g_return_val_if_fail (tracks != NULL, INFINITY);
  g_return_val_if_fail (settings != NULL, INFINITY);

  if (settings->max_velocity > 0)
    return INFINITY;

  logs = g_array_new (FALSE, FALSE, sizeof (double));
  if (collect_logs (tracks, settings, logs, &slowest_fast, &slowest_free) < FEWEST)
    return INFINITY;

  while (g_array_index (logs, double, n_slowest) < log (SLOWEST * slowest_fast))
    n_slowest++;
  g_array_remove_range (logs, 0, n_slowest);

  return exp (split (logs, log (LOWEST * slowest_fast), log (slowest_free)));
}

void
venule_classify_one (VenuleTrack          *track,
                     const VenuleSettings *settings,
                     double                border)
{
  VenuleCellKind kind;

  g_return_if_fail (VENULE_IS_TRACK (track));
  g_return_if_fail (settings != NULL);

  if (venule_track_get_kind_is_manual (track))
    return;

  kind = venule_classify_track (track, settings);
  if (kind == VENULE_CELL_ROLLING && fabs (venule_track_mean_velocity (track, settings)) > border)
    kind = VENULE_CELL_FREE;
  venule_track_set_kind (track, kind);
}

void
venule_classify_tracks (GPtrArray            *tracks,
                        const VenuleSettings *settings)
{
  double border;

  g_return_if_fail (tracks != NULL);
  g_return_if_fail (settings != NULL);

  border = venule_classify_find_border (tracks, settings);
  for (guint i = 0; i < tracks->len; i++)
    venule_classify_one (g_ptr_array_index (tracks, i), settings, border);
}
