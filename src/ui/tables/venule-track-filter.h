/* venule-track-filter.h: which tracks the tables list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleTrackFilter:
 *
 * A #GtkFilter of #VenuleTrackRow that the tables share. It hides rows alone: what is measured, drawn and exported does
 * not depend on it.
 *
 * Properties with notify: rolling, adherent, free, other (boolean, whether such cells are listed); min-quality
 * (double, 0 to 1); min-duration (double, s); edited-only (boolean).
 */
#define VENULE_TYPE_TRACK_FILTER (venule_track_filter_get_type ())
G_DECLARE_FINAL_TYPE (VenuleTrackFilter, venule_track_filter, VENULE, TRACK_FILTER, GtkFilter)

VenuleTrackFilter *venule_track_filter_new     (void);
/* Lists all again. */
void               venule_track_filter_reset   (VenuleTrackFilter *self);
gboolean           venule_track_filter_is_open (VenuleTrackFilter *self);
gboolean           venule_track_filter_accepts (VenuleTrackFilter *self,
                                                VenuleTrack       *track);
/* What it looks at has changed in tracks: asks for all to be looked at again, unless it lists all. */
void               venule_track_filter_renew   (VenuleTrackFilter *self);

G_END_DECLS
