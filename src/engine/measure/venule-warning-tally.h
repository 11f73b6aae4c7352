/* venule-warning-tally.h: what warnings ask of all cells of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "venule-settings.h"
#include "venule-track.h"

G_BEGIN_DECLS

#define VENULE_WARNING_SCORE_BINS 1000 /* of scores from 0 to 1 */

/* Of all cells of a run. Arrays are of double, and the caller's. */
typedef struct {
  guint   n, n_rolling, n_brief, n_leaping;
  guint   n_judged;  /* uncorrected tracks … */
  double  quality;   /* … and the sum of theirs */
  guint   n_fixed;   /* that stand still in the picture, and not in the tissue */
  GArray *diameters; /* px */
  GArray *angles;    /* of the ways of rolling cells, clockwise from the arrow, −π to π */
  GArray *speeds;    /* of rolling and free cells, px/s */
  double  left, right; /* px: the farthest that the picture moved across the flow */
  double  border;    /* px/s: the least for which a cell is free in any case */
  guint64 scores[VENULE_WARNING_SCORE_BINS]; /* of detected spots, of which there may be millions: too many to sort */
} VenuleWarningTally;

void venule_warning_tally_add (VenuleWarningTally   *self,
                               VenuleTrack          *track,
                               const VenuleSettings *settings);

G_END_DECLS
