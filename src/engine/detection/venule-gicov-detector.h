/* venule-gicov-detector.h: cells found by the gradient around circles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-cnn-detector.h"

G_BEGIN_DECLS

/**
 * VenuleGicovDetector:
 *
 * Scores circles over the ROI (vnk_backend.gicov()) and takes the local maxima: what the papers do, for pictures
 * unlike anything that the network of #VenuleCnnDetector was trained on. One thread at a time; memory is taken once.
 */
typedef struct _VenuleGicovDetector VenuleGicovDetector;

VenuleGicovDetector *venule_gicov_detector_new  (const VenuleSettings  *settings,
                                                 vnk_backend           *backend,
                                                 const VenuleRoiPlanes *roi,
                                                 GError               **error);
/* Gives up the planes, whose backend failed, and takes others. */
gboolean             venule_gicov_detector_move (VenuleGicovDetector   *self,
                                                 vnk_backend           *backend,
                                                 GError               **error);
void                 venule_gicov_detector_free (VenuleGicovDetector   *self);
/* Replaces the content of @found (element-type VenuleCandidate), the best score first; in whole pixels. */
gboolean             venule_gicov_detector_run  (VenuleGicovDetector   *self,
                                                 vnk_backend           *backend,
                                                 const VenuleRoiPlanes *roi,
                                                 double                 threshold,
                                                 GArray                *found,
                                                 GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleGicovDetector, venule_gicov_detector_free)

G_END_DECLS
