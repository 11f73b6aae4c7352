/* venule-track-private.h: what only the model may do to a track
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-spots.h"
#include "venule-track.h"

G_BEGIN_DECLS

/* Index of the first spot at or after @frame; the number of spots when there is none. */
guint venule_track_find_from    (VenuleTrack      *self,
                                 gint64            frame);

/* As venule_track_add_spot() without the signal, for many at once. */
void  venule_track_insert_spot  (VenuleTrack      *self,
                                 const VenuleSpot *spot);
/* Puts @spots, (transfer full) (element-type VenuleSpot) by frame, in the place of all; without the signal. */
void  venule_track_take_spots   (VenuleTrack      *self,
                                 GArray           *spots);
/* The same with what may have contours that were not read yet: (transfer full). */
void  venule_track_take         (VenuleTrack      *self,
                                 VenuleSpots      *spots);
/* Takes the spots of @other, which gets those of @self. */
void  venule_track_take_from    (VenuleTrack      *self,
                                 VenuleTrack      *other);
void  venule_track_emit_changed (VenuleTrack      *self);
gboolean
      venule_track_has_same_spots (VenuleTrack    *self,
                                   VenuleTrack    *other);

/* All properties of @from but its id and spots, with notify for those that differ. */
void  venule_track_take_marks   (VenuleTrack      *self,
                                 VenuleTrack      *from);
/* Whether those are the same. */
gboolean
      venule_track_has_same_marks (VenuleTrack    *self,
                                   VenuleTrack    *other);

G_END_DECLS
