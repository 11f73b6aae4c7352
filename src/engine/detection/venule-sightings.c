/* venule-sightings.c: the cells of one picture that was looked at in several ways
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-sightings.h"

#include <math.h>

#include "venule-neighbours.h"

#define SUREST 0.99 /* score: a single look does not outweigh the others together */
#define UNSEEN (VENULE_FAINTEST_SIGHTING / 2)

static int
compare_scores (gconstpointer a,
                gconstpointer b)
{
  const VenuleSighting *p = a, *q = b;

  return p->score < q->score ? 1 : p->score > q->score ? -1 : 0;
}

static double
log_odds (double score)
{
  return log (score / (1 - score));
}

/* Of each look the nearest to the first that belongs to no cell yet; −1: none. */
static void
find_same (const VenuleSighting *all,
           const GArray         *near,
           const gboolean       *taken,
           guint                 first,
           double                reach,
           int                  *same)
{
  double least[VENULE_LOOKS];

  for (guint look = 0; look < VENULE_LOOKS; look++)
    {
      least[look] = reach;
      same[look] = -1;
    }
  for (guint k = 0; k < near->len; k++)
    {
      guint i = g_array_index (near, guint, k);
      double distance = hypot (all[i].x - all[first].x, all[i].y - all[first].y);

      if (taken[i] || distance >= least[all[i].look])
        continue;
      least[all[i].look] = distance;
      same[all[i].look] = (int) i;
    }
}

static VenuleFound
mean_of (const VenuleSighting *all,
         const int            *same)
{
  VenuleFound mean = { 0 };
  double odds = 0, weights = 0;

  for (guint look = 0; look < VENULE_LOOKS; look++)
    {
      const VenuleSighting *one = same[look] >= 0 ? &all[same[look]] : NULL;

      odds += log_odds (one != NULL ? CLAMP (one->score, UNSEEN, SUREST) : UNSEEN) / VENULE_LOOKS;
      if (one == NULL)
        continue;
      mean.x += one->score * one->x;
      mean.y += one->score * one->y;
      mean.radius += one->score * one->radius;
      weights += one->score;
    }

  mean.x /= weights;
  mean.y /= weights;
  mean.radius /= weights;
  mean.score = 1 / (1 + exp (-odds));

  return mean;
}

static int
compare_found (gconstpointer a,
               gconstpointer b)
{
  const VenuleFound *p = a, *q = b;

  return p->score < q->score ? 1 : p->score > q->score ? -1 : 0;
}

/**
 * venule_sightings_merge:
 * @sightings: (element-type VenuleSighting): what was seen in all looks, scores of %VENULE_FAINTEST_SIGHTING or more;
 *   is sorted
 * @reach: px within which two looks mean the same cell
 * @merged: (element-type VenuleFound): filled, the best score first
 *
 * One cell for what several looks saw at one place: where they saw it on average, each weighted by its score, and the
 * mean of their log odds; a look that did not see it counts as one that saw it very faintly.
 */
void
venule_sightings_merge (GArray *sightings,
                        double  reach,
                        GArray *merged)
{
  g_autoptr(VenuleNeighbours) places = venule_neighbours_new (sightings->len);
  g_autoptr(GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *taken = g_new0 (gboolean, sightings->len + 1);
  const VenuleSighting *all;

  g_array_set_size (merged, 0);
  g_array_sort (sightings, compare_scores);
  all = (const VenuleSighting *) sightings->data;
  for (guint i = 0; i < sightings->len; i++)
    venule_neighbours_add (places, all[i].x, all[i].y);

  for (guint i = 0; i < sightings->len; i++)
    {
      int same[VENULE_LOOKS];
      VenuleFound one;

      if (taken[i])
        continue;
      venule_neighbours_find (places, all[i].x, all[i].y, reach, near);
      find_same (all, near, taken, i, reach, same);
      for (guint look = 0; look < VENULE_LOOKS; look++)
        if (same[look] >= 0)
          taken[same[look]] = TRUE;
      one = mean_of (all, same);
      g_array_append_val (merged, one);
    }
  g_array_sort (merged, compare_found);
}
