/* venule-track-row.h: a track as a row of the table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"
#include "venule-velocity.h"

G_BEGIN_DECLS

/* Keeps the numbers of a track, so that sorting does not measure it again and again. Signal: changed. */
#define VENULE_TYPE_TRACK_ROW (venule_track_row_get_type ())
G_DECLARE_FINAL_TYPE (VenuleTrackRow, venule_track_row, VENULE, TRACK_ROW, GObject)

VenuleTrackRow            *venule_track_row_new          (VenuleDocument *document,
                                                           VenuleTrack    *track);
VenuleDocument            *venule_track_row_get_document (VenuleTrackRow *self);
VenuleTrack               *venule_track_row_get_track    (VenuleTrackRow *self);
const VenuleTrackMeasures *venule_track_row_get_measures (VenuleTrackRow *self);
/* Measures again, if the track or the settings have changed since; emits ::changed and returns %TRUE then. */
gboolean                   venule_track_row_renew        (VenuleTrackRow *self,
                                                           gboolean        settings_changed);

G_END_DECLS
