/* venule-detector.h: finds the cells of one frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-detection.h"
#include "venule-roi-planes.h"

G_BEGIN_DECLS

/**
 * VenuleDetector:
 *
 * Finds cells by the network or by circles (#VenuleDetectorKind), outlines each by a snake, and keeps those inside
 * the crop. One thread at a time; memory is taken once.
 */
typedef struct _VenuleDetector VenuleDetector;

/* A detection of this score is believed by itself; fainter ones need the time to speak for them. */
#define VENULE_CLEAR_SCORE 0.42
#define VENULE_WEAK_SCORE 0.2

VenuleDetector *venule_detector_new        (const VenuleSettings  *settings,
                                            vnk_backend           *backend,
                                            const VenuleRoiPlanes *roi,
                                            int                    frame_width,
                                            int                    frame_height,
                                            double                 lowest_score,
                                            GError               **error);
gboolean        venule_detector_move       (VenuleDetector        *self,
                                            vnk_backend           *backend,
                                            GError               **error);
/* What is found next has nothing to do with what was before: it is looked at as carefully as the first frame of a
 * run. */
void            venule_detector_begin_anew (VenuleDetector        *self,
                                            double                 lowest_score);
void            venule_detector_free       (VenuleDetector        *self);
/* Replaces the content of @detections (element-type VenuleDetection), in the order of the detector's scores. */
gboolean        venule_detector_run        (VenuleDetector        *self,
                                            vnk_backend           *backend,
                                            const VenuleRoiPlanes *roi,
                                            GArray                *detections,
                                            GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleDetector, venule_detector_free)

G_END_DECLS
