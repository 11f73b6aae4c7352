/* venule-quality.c: how surely a track is one cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-quality.h"

#include <math.h>

#include "venule-statistics.h"

#define CLEAREST 4.0 /* log odds that count at most, either way */
#define SUREST 0.9999     /* and 1 − it: odds stay finite */
#define FITTED_SHARE 0.82 /* share of right tracks among those that the regression was fitted to */
#define PRIOR 10          /* tracks: the weight of that share beside the tracks of the video */
#define ITERATIONS 100
#define CLEAR 1.0         /* mean log odds; red cells and platelets have less */
#define ENOUGH 3          /* clear tracks */

/* Logistic regression on made videos: tools/calibrate-quality prints these. */
static const double weights[VENULE_N_QUALITIES] = { 2.311, 0.731, -2.422, -1.358, -10.401, 1.575 };
static const double constant = -0.201;

/* The mean log odds and the mean diameter in px of its detections; 0 px where there are none. */
static void
summarise (const VenuleTissuePath *path,
           double                 *clarity,
           double                 *diameter)
{
  guint n = 0;

  *clarity = *diameter = 0;
  for (guint i = 0; i < path->spots->len; i++)
    {
      const VenuleTissueSpot *spot = venule_tissue_path_spot (path, i);

      if (spot->source != VENULE_SPOT_DETECTED)
        continue;
      *clarity += CLAMP (log (MAX (spot->score, 1e-3) / MAX (1 - spot->score, 1e-3)), -CLEAREST, CLEAREST);
      *diameter += 2 * spot->radius;
      n++;
    }
  *clarity = n > 0 ? *clarity / n : -CLEAREST;
  *diameter /= MAX (n, 1);
}

/**
 * venule_quality_features:
 * @path: a whole path
 * @diameter: px, expected of a cell
 * @features: (array) (out caller-allocates): %VENULE_N_QUALITIES numbers
 *
 * What speaks for and against its being one cell, and nothing else, for at least four fifths of its way.
 */
void
venule_quality_features (const VenuleTissuePath *path,
                         double                  diameter,
                         double                 *features)
{
  double found, size;

  summarise (path, &features[VENULE_QUALITY_CLARITY], &found);
  size = found > 0 ? log (found / diameter) : 0;
  features[VENULE_QUALITY_LENGTH] = log (1 + path->hits);
  features[VENULE_QUALITY_CROWDED] = MIN ((double) path->crowded / path->spots->len, 1);
  features[VENULE_QUALITY_JOINED] = path->joins > 0;
  features[VENULE_QUALITY_SMALL] = MAX (-size, 0);
  features[VENULE_QUALITY_LARGE] = MAX (size, 0);
}

static double
judge (const double *features)
{
  double sum = constant;

  for (int i = 0; i < VENULE_N_QUALITIES; i++)
    sum += weights[i] * features[i];
  return 1 / (1 + exp (-sum));
}

/* The typed diameter may be wrong, which a warning reports. The clear cells tell the true one, so that no track is
 * doubted only because its size is not the typed one. */
static double
guess_diameter (GPtrArray *paths,
                double     expected)
{
  g_autoptr (GArray) diameters = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < paths->len; i++)
    {
      double clarity, diameter;

      summarise (g_ptr_array_index (paths, i), &clarity, &diameter);
      if (clarity >= CLEAR && diameter > 0)
        g_array_append_val (diameters, diameter);
    }

  return diameters->len >= ENOUGH ? venule_statistics_quantile (diameters, 0.5) : expected;
}

/* The probability that a track is right where that share of all tracks is. */
static double
with_share (double quality,
            double share)
{
  double odds = quality / (1 - quality) * (share / (1 - share)) / (FITTED_SHARE / (1 - FITTED_SHARE));

  return odds / (1 + odds);
}

/**
 * venule_quality_judge:
 * @paths: (element-type VenuleTissuePath): all of a video
 * @diameter: px, expected of a cell
 *
 * Sets the quality of each, 0 to 1: of tracks of this quality, such a share is right (tests/scene; docs/accuracy.md has
 * how well that holds). The regression assumes the share of right tracks of the videos it was fitted to; in a video of
 * platelets or red cells that share is far lower. It is estimated by expectation–maximisation, and the qualities are
 * adjusted to it (Saerens, Latinne and Decaestecker, Neural Comput 14:21–41, 2002).
 */
void
venule_quality_judge (GPtrArray *paths,
                      double     diameter)
{
  g_autofree double *qualities = g_new (double, paths->len + 1);
  double share = FITTED_SHARE;

  diameter = guess_diameter (paths, diameter);
  for (guint i = 0; i < paths->len; i++)
    {
      double features[VENULE_N_QUALITIES];

      venule_quality_features (g_ptr_array_index (paths, i), diameter, features);
      qualities[i] = CLAMP (judge (features), 1 - SUREST, SUREST);
    }

  for (int i = 0; i < ITERATIONS; i++)
    {
      double sum = PRIOR * FITTED_SHARE;

      for (guint k = 0; k < paths->len; k++)
        sum += with_share (qualities[k], share);
      share = CLAMP (sum / (paths->len + PRIOR), 0.01, 0.995);
    }
  for (guint i = 0; i < paths->len; i++)
    ((VenuleTissuePath *) g_ptr_array_index (paths, i))->quality = with_share (qualities[i], share);
}
