/* venule-track-index.h: which tracks have a spot in a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleTrackIndex:
 *
 * Buckets of consecutive frames, each with the tracks that have a spot in it, so that drawing a frame looks at the
 * cells that are near it in time, however many there are in the whole video. Borrows the tracks.
 */
typedef struct _VenuleTrackIndex VenuleTrackIndex;

VenuleTrackIndex *venule_track_index_new       (void);
void              venule_track_index_free      (VenuleTrackIndex *self);
void              venule_track_index_clear     (VenuleTrackIndex *self);

/* All spots of a track that is not in the index yet. */
void              venule_track_index_add_track (VenuleTrackIndex *self,
                                                VenuleTrack      *track);

/* To be called before the spot is inserted into @track, whose other spots are in the index. */
void              venule_track_index_add_spot  (VenuleTrackIndex *self,
                                                VenuleTrack      *track,
                                                gint64            frame);

/* To be called before the spots of @track change, or it goes. */
void              venule_track_index_remove_track
                                               (VenuleTrackIndex *self,
                                                VenuleTrack      *track);

/* (transfer none) (nullable): any one with a spot in @frame. */
VenuleTrack      *venule_track_index_find_at   (VenuleTrackIndex *self,
                                                gint64            frame);

/* (transfer full) (element-type VenuleTrack): those with a spot in @frame, in the order of ids. */
GPtrArray        *venule_track_index_dup_at    (VenuleTrackIndex *self,
                                                gint64            frame);

/* (transfer none): all that may have one, @n of them, in the order of ids; valid until the index changes. */
VenuleTrack *const *
                  venule_track_index_get_near  (VenuleTrackIndex *self,
                                                gint64            frame,
                                                guint            *n);

/* How many of them have one. */
guint             venule_track_index_count_at  (VenuleTrackIndex *self,
                                                gint64            frame);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTrackIndex, venule_track_index_free)

G_END_DECLS
