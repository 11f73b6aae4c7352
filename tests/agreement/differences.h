/* differences.h: how far the tracks of two runs lie apart
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-track.h"

G_BEGIN_DECLS

/**
 * Differences:
 * @n_tracks: of either run
 * @n_spots: of either run
 * @n_both: spots that both have: of the same track and frame
 * @n_strangers: tracks of which the other run has none of the same number and frames
 * @n_kinds: tracks that both have and take for something else
 * @n_identical: spots that both have, the same bit for bit
 * @places: (element-type double): distance of the centres, px, of the spots that both have
 * @radii: (element-type double): difference of the radii, px
 * @contours: (element-type double): largest distance of two points of the outlines at the same angle, px
 * @worst: the spot of the first run whose contour differs most
 * @worst_other: that of the second
 * @worst_track: their track
 */
typedef struct {
  guint   n_tracks[2];
  guint64 n_spots[2];
  guint64 n_both;
  guint64 n_identical;
  guint   n_strangers;
  guint   n_kinds;
  GArray *places;
  GArray *radii;
  GArray *contours;
  VenuleSpot worst;
  VenuleSpot worst_other;
  guint   worst_track;
} Differences;

void     differences_init  (Differences       *self);
void     differences_clear (Differences       *self);
/* (element-type VenuleTrack) both. May be called for one video after the other. */
void     differences_add   (Differences       *self,
                            GPtrArray         *first,
                            GPtrArray         *second);
/* Whether both runs follow the same cells through the same frames and take them for the same. */
gboolean differences_none  (const Differences *self);
/* What @share (0 to 1) of @values does not go beyond; 0 when there are none. */
double   differences_quantile (GArray         *values,
                               double          share);
double   differences_mean  (GArray            *values);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Differences, differences_clear)

G_END_DECLS
