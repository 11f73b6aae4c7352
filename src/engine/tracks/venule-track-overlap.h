/* venule-track-overlap.h: where tracks lie on those of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleTrackOverlap:
 * @track: of the run
 * @n: how many spots of it are of the same cell as a spot of the other track
 * @bits: (array): which of its spots they are: bit i % 64 of number i / 64
 *
 * A track of a run where another lies. Spots are of the same cell when they are in the same frame, not farther apart
 * than the radius of the larger one.
 */
typedef struct {
  VenuleTrack *track;
  guint        n;
  guint64     *bits;
} VenuleTrackOverlap;

/**
 * VenuleTrackOverlaps:
 *
 * For many tracks, on which tracks of a run they lie. The spots of the run are read once, in their order: it may be the
 * largest thing in memory.
 */
typedef struct _VenuleTrackOverlaps VenuleTrackOverlaps;

/* @tracks (element-type VenuleTrack): of the run, in the order of ids, @others (element-type VenuleTrack): each once.
 * They are not changed while this is there. */
VenuleTrackOverlaps *venule_track_overlaps_new (GPtrArray    *tracks,
                                                GPtrArray    *others);
void             venule_track_overlaps_free (VenuleTrackOverlaps *self);

/* (transfer none) (element-type VenuleTrackOverlap): in the order of ids. */
const GPtrArray *venule_track_overlaps_get (VenuleTrackOverlaps *self,
                                            VenuleTrack         *other);

/* How many numbers the bits of a track are. */
guint            venule_track_overlap_n_words (VenuleTrack  *track);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTrackOverlaps, venule_track_overlaps_free)

G_END_DECLS
