/* venule-track-builder.h: a track made out of parts of others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleTrackBuilder:
 *
 * Puts a track together that counts as edited. Its quality is the mean over its spots: those that a person placed count
 * 1, others what the track had that they come from, its own placed spots not counted.
 */
typedef struct _VenuleTrackBuilder VenuleTrackBuilder;

/* Properties are those of @like, which may be NULL. */
VenuleTrackBuilder *venule_track_builder_new      (guint               id,
                                                   VenuleTrack        *like);
void                venule_track_builder_free     (VenuleTrackBuilder *self);

/* The spots of @from in the frames from @first to @last, inclusive. */
void                venule_track_builder_add_part (VenuleTrackBuilder *self,
                                                   VenuleTrack        *from,
                                                   gint64              first,
                                                   gint64              last);

/* A spot, in the place of that of the same frame; @quality: what it counts, if no person placed it. */
void                venule_track_builder_add_spot (VenuleTrackBuilder *self,
                                                   const VenuleSpot   *spot,
                                                   double              quality);

/* What the spots of @track count that no person placed; 1: there are none. */
double              venule_track_builder_rate     (VenuleTrack        *track);

/* (transfer full): the track; @self is empty after that. */
VenuleTrack        *venule_track_builder_finish   (VenuleTrackBuilder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTrackBuilder, venule_track_builder_free)

G_END_DECLS
