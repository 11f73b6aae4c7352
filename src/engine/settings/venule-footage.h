/* venule-footage.h: which cells of which video a run is of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-settings.h"
#include "venule-source.h"

G_BEGIN_DECLS

typedef struct _VenuleFootage VenuleFootage;

/**
 * venule_footage_new:
 * @source: a video, or what a document knows of it
 * @settings: of the run
 *
 * Holds nothing of either. Never reads the video.
 *
 * Returns: (transfer full): what it takes to tell whether two runs are of the same cells
 */
VenuleFootage *venule_footage_new        (VenuleSource          *source,
                                          const VenuleSettings  *settings);
void           venule_footage_free       (VenuleFootage         *self);

/* Whether both are of one video: of one content, or, where a document does not know its SHA-256, of one place. The
 * images of an OME-TIFF are videos of their own; its channels and slices are not. */
gboolean       venule_footage_same_video (const VenuleFootage   *a,
                                          const VenuleFootage   *b);

/* Whether both are of one channel and slice of one video, have frames in common, and most of one crop lies in the
 * other: of vessels that merely cross it does not. */
gboolean       venule_footage_same_cells (const VenuleFootage   *a,
                                          const VenuleFootage   *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFootage, venule_footage_free)

G_END_DECLS
