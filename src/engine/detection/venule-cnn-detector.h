/* venule-cnn-detector.h: where the centres of cells are in one frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-detection.h"
#include "venule-roi-planes.h"

G_BEGIN_DECLS

/**
 * VenuleCnnDetector:
 *
 * A small convolutional network trained on synthetic videos to recognise cells, bright, dark, or one side each,
 * and where its middle is. It sees the crop turned so that the flow runs to the right and scaled so that a cell is 16
 * px wide. One thread at a time; memory is taken once.
 */
typedef struct _VenuleCnnDetector VenuleCnnDetector;

VenuleCnnDetector *venule_cnn_detector_new  (const VenuleSettings  *settings,
                                             vnk_backend           *backend,
                                             int                    frame_width,
                                             int                    frame_height,
                                             GError               **error);
/* Gives up the planes, whose backend failed, and takes others. */
gboolean           venule_cnn_detector_move (VenuleCnnDetector     *self,
                                             vnk_backend           *backend,
                                             GError               **error);
void               venule_cnn_detector_free (VenuleCnnDetector     *self);
/* Replaces the content of @found (element-type VenuleCandidate), the best score first. */
gboolean           venule_cnn_detector_run  (VenuleCnnDetector     *self,
                                             vnk_backend           *backend,
                                             const VenuleRoiPlanes *roi,
                                             guint                  moment,
                                             double                 threshold,
                                             GArray                *found,
                                             GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleCnnDetector, venule_cnn_detector_free)

G_END_DECLS
