/* venule-augmentation-merge.h: the candidates of a picture's augmentations, merged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-detection.h"

G_BEGIN_DECLS

#define VENULE_AUGMENTATIONS 4        /* upright, mirrored, turned, upside down */
#define VENULE_MIN_AUGMENTED_SCORE 0.05 /* score of what is to be handed in */

/**
 * VenuleAugmentedCandidate:
 * @x: centre, px
 * @y: centre, px
 * @radius: px
 * @score: 0 to 1, how surely it is a cell
 * @augmentation: in which one, 0 to %VENULE_AUGMENTATIONS − 1
 */
typedef struct {
  double x, y, radius, score;
  guint  augmentation;
} VenuleAugmentedCandidate;

void venule_augmentation_merge (GArray *candidates,
                                double  reach,
                                GArray *merged);

G_END_DECLS
