/* venule-path-blob.h: the spots of a track as bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-track.h"

G_BEGIN_DECLS

/* Bytes of one spot. */
#define VENULE_PATH_BLOB_SPOT (8 * 4 + 4 * 5 + 1 + 4 * VENULE_CONTOUR_POINTS)

/**
 * venule_path_blob_pack:
 * @spots: (array length=n): of one track, by frame
 * @n: number of spots
 *
 * Exactly, column by column, little-endian: frames, times, x, y, radii, scores, shifts along x and y, doubts, contours,
 * sources.
 *
 * Returns: (transfer full): the bytes
 */
GBytes *venule_path_blob_pack   (const VenuleSpot *spots,
                                 guint             n);

/**
 * venule_path_blob_unpack:
 * @data: (array length=size): bytes
 * @size: how many
 *
 * Returns: (transfer full) (element-type VenuleSpot) (nullable): the spots; %NULL for what was not made by
 *   venule_path_blob_pack(): a wrong size, frames that do not rise, numbers that are not finite
 */
GArray *venule_path_blob_unpack (gconstpointer     data,
                                 gsize             size);

G_END_DECLS
