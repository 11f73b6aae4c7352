/* venule-spots-blob.h: the spots of a track as bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-frame.h"
#include "venule-source-record.h"
#include "venule-spots.h"
#include "venule-track.h"

G_BEGIN_DECLS

/* Bytes of one place. */
#define VENULE_SPOTS_BLOB_PLACE (8 * 4 + 4 * 5 + 1)

/* px: a stage may drift by many pictures in a long video. */
#define VENULE_PATH_LARGEST_SHIFT 1e5f
#define VENULE_PATH_LARGEST_SCORE 1e9f

/**
 * VenulePathBounds:
 * @n_frames: of the video
 * @width: of its picture, px
 * @height: of its picture, px
 *
 * Where spots may lie: in a frame of the video, and no further from the picture than its longer side. Radii and
 * movements of the picture are no longer than that side either, and times are within a thousand million seconds.
 */
typedef struct {
  gint64 n_frames;
  int    width, height;
} VenulePathBounds;

/* Of any video that can be read. */
#define VENULE_PATH_BOUNDS_INIT { VENULE_SOURCE_MAX_FRAMES, VENULE_FRAME_MAX_SIDE, VENULE_FRAME_MAX_SIDE }

/* Whether they hold of a point of the picture, and of all of a place: times do not run backwards. */
gboolean venule_path_bounds_hold           (const VenulePathBounds *self,
                                            double                  x,
                                            double                  y);
gboolean venule_path_bounds_hold_place   (const VenulePathBounds *self,
                                          const VenulePlace      *place,
                                          const VenulePlace      *before); /* (nullable) */

/* @size bytes with the checksum behind them by which damage is known: (transfer full). */
GBytes  *venule_spots_blob_add_checksum    (gconstpointer           data,
                                            gsize                   size);
/* The bytes without it: (transfer full) (nullable): NULL: they are others. */
GBytes  *venule_spots_blob_strip_checksum  (gconstpointer           data,
                                            gsize                   size);

/**
 * venule_spots_blob_pack:
 * @places: (array length=n): of one track, by frame
 * @n: number of places
 *
 * Exactly, column by column, little-endian: frames, times, x, y, radii, scores, shifts along x and y, doubts, sources;
 * then the checksum.
 *
 * Returns: (transfer full): the bytes
 */
GBytes  *venule_spots_blob_pack            (const VenulePlace      *places,
                                            guint                   n);

/**
 * venule_spots_blob_unpack:
 * @data: (array length=size): bytes
 * @size: how many
 * @bounds: (nullable): of the places
 *
 * Returns: (transfer full) (element-type VenulePlace) (nullable): the places; %NULL for what was not made by
 *   venule_spots_blob_pack(): a wrong size or checksum, frames that do not rise, numbers that are not finite or beyond
 *   @bounds
 */
GArray  *venule_spots_blob_unpack          (gconstpointer           data,
                                            gsize                   size,
                                            const VenulePathBounds *bounds);

/**
 * venule_spots_blob_pack_contours:
 * @track: a track
 *
 * Exactly, spot by spot, little-endian; then the checksum.
 *
 * Returns: (transfer full) (nullable): the bytes; %NULL: all are circles
 */
GBytes  *venule_spots_blob_pack_contours   (VenuleTrack            *track);

/**
 * venule_spots_blob_is_whole:
 * @data: (array length=size): bytes
 * @size: how many
 *
 * Returns: whether they end in the checksum of those before
 */
gboolean venule_spots_blob_is_whole        (gconstpointer           data,
                                            gsize                   size);

/**
 * venule_spots_blob_unpack_contours:
 * @data: (array length=size): bytes
 * @size: how many
 * @n: number of spots
 *
 * Returns: (transfer full) (element-type VenuleContour) (nullable): the contours; %NULL when they are not those of so
 *   many spots
 */
GArray  *venule_spots_blob_unpack_contours (gconstpointer           data,
                                            gsize                   size,
                                            guint                   n);

G_END_DECLS
