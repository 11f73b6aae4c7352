/* venule-quality.c: how surely a track is one cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-quality.h"

#include <math.h>

#define CLEAREST 4.0 /* log odds that count at most, either way */

/* Logistic regression on made videos: tools/calibrate-quality prints these. */
static const double weights[VENULE_N_QUALITIES] = { 2.311, 0.731, -2.422, -1.358, -10.401, 1.575 };
static const double constant = -0.201;

/**
 * venule_quality_get_diameter:
 * @path: a whole path
 *
 * Returns: px, the mean of its detections; 0 where there is none
 */
double
venule_quality_get_diameter (const VenuleTissuePath *path)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < path->spots->len; i++)
    {
      const VenuleTissueSpot *spot = venule_tissue_path_spot (path, i);

      if (spot->source != VENULE_SPOT_DETECTED)
        continue;
      sum += 2 * spot->radius;
      n++;
    }
  return n > 0 ? sum / n : 0;
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
  double found = venule_quality_get_diameter (path), size = found > 0 ? log (found / diameter) : 0;
  double clarity = 0;
  guint n_seen = 0;

  for (guint i = 0; i < path->spots->len; i++)
    {
      const VenuleTissueSpot *spot = venule_tissue_path_spot (path, i);

      if (spot->source != VENULE_SPOT_DETECTED)
        continue;
      clarity += CLAMP (log (MAX (spot->score, 1e-3) / MAX (1 - spot->score, 1e-3)), -CLEAREST, CLEAREST);
      n_seen++;
    }

  features[VENULE_QUALITY_CLARITY] = n_seen > 0 ? clarity / n_seen : -CLEAREST;
  features[VENULE_QUALITY_LENGTH] = log (1 + path->hits);
  features[VENULE_QUALITY_CROWDED] = MIN ((double) path->crowded / path->spots->len, 1);
  features[VENULE_QUALITY_JOINED] = path->joins > 0;
  features[VENULE_QUALITY_SMALL] = MAX (-size, 0);
  features[VENULE_QUALITY_LARGE] = MAX (size, 0);
}

/**
 * venule_quality:
 * @path: a whole path
 * @diameter: px, expected of a cell
 *
 * Returns: 0 to 1: of tracks of this quality, such a share is right (tests/scene; docs/accuracy.md has how well that
 * holds)
 */
double
venule_quality (const VenuleTissuePath *path,
                double                  diameter)
{
  double features[VENULE_N_QUALITIES], sum = constant;

  venule_quality_features (path, diameter, features);
  for (int i = 0; i < VENULE_N_QUALITIES; i++)
    sum += weights[i] * features[i];
  return 1 / (1 + exp (-sum));
}
