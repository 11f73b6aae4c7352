/* venule-track-store.h: the tracks of a document, by position, by id and by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-track.h"

G_BEGIN_DECLS

typedef struct _VenuleTrackStore VenuleTrackStore;

/**
 * VenuleTrackStoreChange:
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
} VenuleTrackStoreChange;

typedef void (*VenuleTrackStoreTell) (gpointer                      data,
                                      const VenuleTrackStoreChange *change);

VenuleTrackStore *venule_track_store_new          (void);
void              venule_track_store_free         (VenuleTrackStore       *self);

/* (transfer none) (element-type VenuleTrack): in the order of ids. */
GPtrArray        *venule_track_store_get_tracks   (VenuleTrackStore       *self);

/* (transfer none) (nullable) */
VenuleTrack      *venule_track_store_get_track    (VenuleTrackStore       *self,
                                                   guint                   id);

/* (transfer none) (nullable): any track with a spot in that frame. */
VenuleTrack      *venule_track_store_find_at      (VenuleTrackStore       *self,
                                                   gint64                  frame);

/* (transfer full) (element-type VenuleTrack): with a spot in that frame, in the order of ids. */
GPtrArray        *venule_track_store_dup_at       (VenuleTrackStore       *self,
                                                   gint64                  frame);

/* (transfer none): all that may have one, @n of them, in the order of ids; valid until something changes. */
VenuleTrack *const *
                  venule_track_store_get_near     (VenuleTrackStore       *self,
                                                   gint64                  frame,
                                                   guint                  *n);

/* How many of them have one. */
guint             venule_track_store_count_at     (VenuleTrackStore       *self,
                                                   gint64                  frame);

/* The first and the last frame with a spot; last is less than first where there is none. */
void              venule_track_store_get_range    (VenuleTrackStore       *self,
                                                   gint64                 *first,
                                                   gint64                 *last);

/* Puts another list, with different ids, in the place of the present one. */
void              venule_track_store_set_tracks   (VenuleTrackStore       *self,
                                                   GPtrArray              *tracks,
                                                   VenuleTrackStoreChange *change);

/* Takes the tracks @removed (element-type guint), which are there, out, and puts @added (element-type VenuleTrack),
 * with other ids than those that stay, in. @tell hears of each change of the list when it has just been made: of one
 * for each stretch of neighbours, or of one in all when there are many. */
void              venule_track_store_change       (VenuleTrackStore       *self,
                                                   GArray                 *removed,
                                                   GPtrArray              *added,
                                                   VenuleTrackStoreTell    tell,
                                                   gpointer                data);

/* Puts the spots of @from, which gets the old ones, into @track, which is in the store. */
void              venule_track_store_take_spots   (VenuleTrackStore       *self,
                                                   VenuleTrack            *track,
                                                   VenuleTrack            *from);

/* Adds spots to their tracks, which are made where they are not there: (transfer full) (element-type VenuleTrack): the
 * set of tracks that got some. No track emits anything. */
GHashTable       *venule_track_store_add_spots    (VenuleTrackStore       *self,
                                                   const guint            *track_ids,
                                                   const VenuleSpot       *spots,
                                                   guint                   n,
                                                   VenuleTrackStoreChange *change);

G_END_DECLS
