/* venule-summary.h: one recording in a few numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-settings.h"

G_BEGIN_DECLS

/**
 * VenuleSummary:
 *
 * Numbers of all tracks; velocities of rolling tracks in px/s, one value a track. Adherent means stationary for at least
 * 30 s: @adherent_assessable says whether the analysed stretch is long enough; otherwise @n_stationary is all that can be said.
 */
typedef struct {
  guint    n_tracks, n_rolling, n_stationary, n_free, n_other, n_edited;
  guint    n_adherent;          /* stationary for ≥ 30 s */
  gboolean adherent_assessable;
  double   duration;            /* s analysed */
  double   velocity_mean, velocity_sd, velocity_se, velocity_median;
  double   diameter_mean, diameter_sd; /* px */
} VenuleSummary;

void venule_summary_compute (GListModel           *tracks,
                             const VenuleSettings *settings,
                             double                duration,
                             VenuleSummary        *summary);

G_END_DECLS
