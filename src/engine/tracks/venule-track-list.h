/* venule-track-list.h: the tracks of a document, by position, by id and by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-track.h"

G_BEGIN_DECLS

typedef struct _VenuleTrackList VenuleTrackList;

/**
 * VenuleTrackListChange:
 * @position: of the first track that differs
 * @removed: how many were there
 * @added: how many are there now
 *
 * What a #GListModel says of a change; all 0 when there is none.
 */
typedef struct {
  guint position;
  guint removed;
  guint added;
} VenuleTrackListChange;

typedef void (*VenuleTrackListTell) (gpointer                       data,
                                     const VenuleTrackListChange *change);

VenuleTrackList *venule_track_list_new        (void);
void             venule_track_list_free       (VenuleTrackList       *self);

/* (transfer none) (element-type VenuleTrack): in the order of ids. */
GPtrArray       *venule_track_list_get_tracks (VenuleTrackList       *self);

/* (transfer none) (nullable) */
VenuleTrack     *venule_track_list_get_track  (VenuleTrackList       *self,
                                               guint                  id);

/* (transfer none) (nullable): any track with a spot in that frame. */
VenuleTrack     *venule_track_list_find_at    (VenuleTrackList       *self,
                                               gint64                 frame);

/* (transfer full) (element-type VenuleTrack): with a spot in that frame, in the order of ids. */
GPtrArray       *venule_track_list_dup_at     (VenuleTrackList       *self,
                                               gint64                 frame);

/* (transfer none): all that may have one, @n of them, in the order of ids; valid until something changes. */
VenuleTrack *const *
                  venule_track_list_get_near      (VenuleTrackList        *self,
                                                   gint64                  frame,
                                                   guint                  *n);

/* How many of them have one. */
guint            venule_track_list_count_at   (VenuleTrackList       *self,
                                               gint64                 frame);

/* The first and the last frame with a spot; last is less than first where there is none. */
void             venule_track_list_get_range  (VenuleTrackList       *self,
                                               gint64                *first,
                                               gint64                *last);

/* Puts another list, with different ids, in the place of the present one. */
void             venule_track_list_set_tracks (VenuleTrackList       *self,
                                               GPtrArray             *tracks,
                                               VenuleTrackListChange *change);

/* Takes the tracks @removed (element-type guint), which are there, out, and puts @added (element-type VenuleTrack),
 * with other ids than those that stay, in. @tell hears of each change of the list when it has just been made: of one
 * for each stretch of neighbours, or of one in all when there are many. */
void             venule_track_list_change     (VenuleTrackList       *self,
                                               GArray                *removed,
                                               GPtrArray             *added,
                                               VenuleTrackListTell    tell,
                                               gpointer               data);

/* Puts the spots of @from, which gets the old ones, into @track, which is in the database. */
void             venule_track_list_take_spots (VenuleTrackList       *self,
                                               VenuleTrack           *track,
                                               VenuleTrack           *from);

/* Adds spots to their tracks, which are made where they are not there: (transfer full) (element-type VenuleTrack): the
 * set of tracks that got some. No track emits anything. */
GHashTable      *venule_track_list_add_spots  (VenuleTrackList       *self,
                                               const guint           *track_ids,
                                               const VenuleSpot      *spots,
                                               guint                  n,
                                               VenuleTrackListChange *change);

G_END_DECLS
