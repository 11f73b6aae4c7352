/* venule-preview.c: the cells of a single frame, while the settings change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-preview.h"

#include "venule-backend.h"
#include "venule-detector.h"

/**
 * venule_detect_in_frame:
 * @frame: a frame
 * @settings: valid settings for its size
 * @cancellable: (nullable): looked at before the computation
 * @error: return location
 *
 * What the detector of a run finds in @frame, without any memory of others. Any thread; takes milliseconds.
 *
 * Returns: (transfer full) (nullable) (element-type VenuleDetection): the cells, in the order of the detector's scores
 */
GArray *
venule_detect_in_frame (VenuleFrame           *frame,
                        const VenuleSettings  *settings,
                        GCancellable          *cancellable,
                        GError               **error)
{
  g_auto (VenuleRoiPlanes) roi = { 0 };
  g_autoptr (vnk_backend) backend = NULL;
  g_autoptr (VenuleDetector) detector = NULL;
  g_autoptr (GArray) detections = g_array_new (FALSE, FALSE, sizeof (VenuleDetection));

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  backend = venule_backend_open (settings, error);
  if (backend == NULL || !venule_roi_planes_init (&roi, backend, frame->width, frame->height, settings, error))
    return NULL;

  detector = venule_detector_new (settings, backend, &roi, frame->width, frame->height, VENULE_CLEAR_SCORE, error);
  if (detector == NULL)
    return NULL;

  venule_roi_planes_set_contrast (&roi, frame);
  if (!venule_roi_planes_load (&roi, backend, frame, error) ||
      !venule_detector_run (detector, backend, &roi, detections, error))
    return NULL;
  return g_steal_pointer (&detections);
}
