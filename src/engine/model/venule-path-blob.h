/* venule-path-blob.h: the spots of a track as bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-spots.h"

G_BEGIN_DECLS

/* Bytes of one place. */
#define VENULE_PATH_BLOB_PLACE (8 * 4 + 4 * 5 + 1)

/* @size bytes with the seal behind them by which damage is known: (transfer full). */
GBytes *venule_path_blob_seal            (gconstpointer      data,
                                          gsize              size);
/* The bytes without it: (transfer full) (nullable): NULL: they are others. */
GBytes *venule_path_blob_unseal          (gconstpointer      data,
                                          gsize              size);

/**
 * venule_path_blob_pack:
 * @places: (array length=n): of one track, by frame
 * @n: number of places
 *
 * Exactly, column by column, little-endian: frames, times, x, y, radii, scores, shifts along x and y, doubts, sources; then
 * the seal.
 *
 * Returns: (transfer full): the bytes
 */
GBytes *venule_path_blob_pack            (const VenulePlace *places,
                                          guint              n);

/**
 * venule_path_blob_unpack:
 * @data: (array length=size): bytes
 * @size: how many
 *
 * Returns: (transfer full) (element-type VenulePlace) (nullable): the places; %NULL for what was not made by
 *   venule_path_blob_pack(): a wrong size or seal, frames that do not rise, numbers that are not finite
 */
GArray *venule_path_blob_unpack          (gconstpointer      data,
                                          gsize              size);

/**
 * venule_path_blob_pack_contours:
 * @track: a track
 *
 * Exactly, spot by spot, little-endian; then the seal.
 *
 * Returns: (transfer full) (nullable): the bytes; %NULL: all are circles
 */
GBytes *venule_path_blob_pack_contours   (VenuleTrack       *track);

/**
 * venule_path_blob_unpack_contours:
 * @data: (array length=size): bytes
 * @size: how many
 * @n: number of spots
 *
 * Returns: (transfer full) (element-type VenuleContour) (nullable): the contours; %NULL when they are not those of so
 *   many spots
 */
GArray *venule_path_blob_unpack_contours (gconstpointer      data,
                                          gsize              size,
                                          guint              n);

G_END_DECLS
