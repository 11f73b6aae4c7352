/* venule-chance.h: paths that chance would make of what the detector finds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"

G_BEGIN_DECLS

#define VENULE_SCORE_BINS 50

/**
 * VenuleClutter:
 * @n_runs: how often the detector ran
 * @n_of_score: detections that belong to no cell, by their score in steps of 1 / %VENULE_SCORE_BINS
 */
typedef struct {
  guint n_runs;
  guint n_of_score[VENULE_SCORE_BINS];
} VenuleClutter;

void venule_clutter_add (VenuleClutter        *self,
                         double                score);
void venule_drop_chance (GPtrArray            *paths,
                         const VenuleClutter  *clutter,
                         const VenuleSettings *settings,
                         int                   frame_width,
                         int                   frame_height);

G_END_DECLS
