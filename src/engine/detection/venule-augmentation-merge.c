/* venule-augmentation-merge.c: the candidates of a picture's augmentations, merged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-augmentation-merge.h"

#include <math.h>

#include "venule-spatial-index.h"

#define SUREST 0.99 /* score: a single augmentation does not outweigh the others together */
#define UNSEEN (VENULE_MIN_AUGMENTED_SCORE / 2)

static int
compare_scores (gconstpointer a,
                gconstpointer b)
{
  const VenuleAugmentedCandidate *p = a, *q = b;

  return p->score < q->score ? 1 : p->score > q->score ? -1 : 0;
}

static double
log_odds (double score)
{
  return log (score / (1 - score));
}

/* Of each augmentation the nearest to the first that belongs to no cell yet; −1: none. */
static void
find_same (const VenuleAugmentedCandidate *all,
           const GArray                   *near,
           const gboolean                 *taken,
           guint                           first,
           double                          reach,
           int                            *same)
{
  double least[VENULE_AUGMENTATIONS];

  for (guint augmentation = 0; augmentation < VENULE_AUGMENTATIONS; augmentation++)
    {
      least[augmentation] = reach;
      same[augmentation] = -1;
    }
  for (guint k = 0; k < near->len; k++)
    {
      guint i = g_array_index (near, guint, k);
      double distance = hypot (all[i].x - all[first].x, all[i].y - all[first].y);

      if (taken[i] || distance >= least[all[i].augmentation])
        continue;
      least[all[i].augmentation] = distance;
      same[all[i].augmentation] = (int) i;
    }
}

static VenuleCandidate
mean_of (const VenuleAugmentedCandidate *all,
         const int                      *same)
{
  VenuleCandidate mean = { 0 };
  double odds = 0, weights = 0;

  for (guint augmentation = 0; augmentation < VENULE_AUGMENTATIONS; augmentation++)
    {
      const VenuleAugmentedCandidate *one = same[augmentation] >= 0 ? &all[same[augmentation]] : NULL;

      odds += log_odds (one != NULL ? CLAMP (one->score, UNSEEN, SUREST) : UNSEEN) / VENULE_AUGMENTATIONS;
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
compare_candidates (gconstpointer a,
                    gconstpointer b)
{
  const VenuleCandidate *p = a, *q = b;

  return p->score < q->score ? 1 : p->score > q->score ? -1 : 0;
}

/**
 * venule_augmentation_merge:
 * @candidates: (element-type VenuleAugmentedCandidate): what was seen in all augmentations, scores of
 *   %VENULE_MIN_AUGMENTED_SCORE or more; is sorted
 * @reach: px within which two augmentations mean the same cell
 * @merged: (element-type VenuleCandidate): filled, the best score first
 *
 * One cell for what several augmentations show at one place: where they show it on average, each weighted by its score,
 * and the mean of their log odds; one that does not show it counts as showing it very weakly.
 */
void
venule_augmentation_merge (GArray *candidates,
                           double  reach,
                           GArray *merged)
{
  g_autoptr(VenuleSpatialIndex) places = venule_spatial_index_new (candidates->len);
  g_autoptr(GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *taken = g_new0 (gboolean, candidates->len + 1);
  const VenuleAugmentedCandidate *all;

  g_array_set_size (merged, 0);
  g_array_sort (candidates, compare_scores);
  all = (const VenuleAugmentedCandidate *) candidates->data;
  for (guint i = 0; i < candidates->len; i++)
    venule_spatial_index_add (places, all[i].x, all[i].y);

  for (guint i = 0; i < candidates->len; i++)
    {
      int same[VENULE_AUGMENTATIONS];
      VenuleCandidate one;

      if (taken[i])
        continue;
      venule_spatial_index_find (places, all[i].x, all[i].y, reach, near);
      find_same (all, near, taken, i, reach, same);
      for (guint augmentation = 0; augmentation < VENULE_AUGMENTATIONS; augmentation++)
        if (same[augmentation] >= 0)
          taken[same[augmentation]] = TRUE;
      one = mean_of (all, same);
      g_array_append_val (merged, one);
    }
  g_array_sort (merged, compare_candidates);
}
