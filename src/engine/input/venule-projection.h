/* venule-projection.h: one picture of many frames
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

#define VENULE_PROJECTION_FRAMES 200 /* of a longer video as many, spread over it */

/**
 * VenuleProjectionKind:
 * @VENULE_PROJECTION_MAXIMUM: the brightest sample of each pixel
 * @VENULE_PROJECTION_MINIMUM: the darkest
 * @VENULE_PROJECTION_MEAN: the mean, rounded
 * @VENULE_PROJECTION_RANGE: the brightest less the darkest: what changes stands out
 */
typedef enum {
  VENULE_PROJECTION_MAXIMUM,
  VENULE_PROJECTION_MINIMUM,
  VENULE_PROJECTION_MEAN,
  VENULE_PROJECTION_RANGE,
  VENULE_N_PROJECTIONS,
} VenuleProjectionKind;

/**
 * VenuleProjection:
 * @pictures: as large and as deep as the frames
 * @n_frames: that were looked at
 *
 * A video, or the slices of a z-stack, from above.
 */
typedef struct {
  VenuleFrame *pictures[VENULE_N_PROJECTIONS];
  guint        n_frames;
} VenuleProjection;

/**
 * venule_projection_new:
 * @source: a video with its frame table
 * @cancellable: (nullable)
 * @error: return location
 *
 * Reads the frames, all or %VENULE_PROJECTION_FRAMES that are spread over the video. For a thread.
 *
 * Errors: those of venule_reader_read(), %VENULE_ERROR_NO_MEMORY.
 *
 * Returns: (transfer full): the pictures
 */
VenuleProjection *venule_projection_new  (VenuleSource      *source,
                                          GCancellable      *cancellable,
                                          GError           **error);
void              venule_projection_free (VenuleProjection  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleProjection, venule_projection_free)

G_END_DECLS
