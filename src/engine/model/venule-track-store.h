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

VenuleTrackStore *venule_track_store_new          (void);
void              venule_track_store_free         (VenuleTrackStore       *self);

/* (transfer none) (element-type VenuleTrack): in the order of ids. */
GPtrArray        *venule_track_store_get_tracks   (VenuleTrackStore       *self);

/* (transfer none) (nullable) */
VenuleTrack      *venule_track_store_get_track    (VenuleTrackStore       *self,
                                                   guint                   id);

/* (transfer full) (element-type VenuleTrack): with a spot in that frame, in the order of ids. */
GPtrArray        *venule_track_store_dup_at       (VenuleTrackStore       *self,
                                                   gint64                  frame);

/* The first and the last frame with a spot; last is less than first where there is none. */
void              venule_track_store_get_range    (VenuleTrackStore       *self,
                                                   gint64                 *first,
                                                   gint64                 *last);

/* Puts another list, with different ids, in the place of the present one. */
void              venule_track_store_set_tracks   (VenuleTrackStore       *self,
                                                   GPtrArray              *tracks,
                                                   VenuleTrackStoreChange *change);

/* Adds spots to their tracks, which are made where they are not there: (transfer full) (element-type VenuleTrack): the set
 * of tracks that got some. No track emits anything. */
GHashTable       *venule_track_store_add_spots    (VenuleTrackStore       *self,
                                                   const guint            *track_ids,
                                                   const VenuleSpot       *spots,
                                                   guint                   n,
                                                   VenuleTrackStoreChange *change);

/* Sorts (element-type VenuleTrack) by id. */
void              venule_track_store_sort_by_id   (GPtrArray              *tracks);

G_END_DECLS
