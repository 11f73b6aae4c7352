/* venule-cell-tracker-private.h: what the parts of a cell tracker share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-cell-tracker.h"
#include "venule-detector.h"
#include "venule-frame-cache.h"

G_BEGIN_DECLS

struct _VenuleCellTracker
{
  VenuleSettings   *settings;
  double            frame_rate;
  int               frame_width;
  int               frame_height;
  VenuleFrameCache *frames;
  vnk_backend      *backend;
  VenuleRoiPlanes   roi;
  VenuleDetector   *detector;
  GArray           *detections; /* of VenuleDetection */
};

/* Time of the frame as in a run, s. */
double       venule_cell_tracker_time (VenuleCellTracker *self,
                                       VenuleFrame       *frame);
gboolean     venule_cell_tracker_is_inside (VenuleCellTracker *self,
                                  double          x,
                                  double          y);
/* (transfer full) (nullable): NULL with *error unset past the end of the video. */
VenuleFrame *venule_cell_tracker_read (VenuleCellTracker  *self,
                                       gint64              index,
                                       gboolean            backwards,
                                       GCancellable       *cancellable,
                                       GError            **error);
/* (transfer full) (nullable): a frame, which is the ROI's newest then, with what the detector sees in it, however
 * faint. @anew: as carefully as in the first frame of a run. */
VenuleFrame *venule_cell_tracker_look (VenuleCellTracker  *self,
                                       gint64              index,
                                       gboolean            anew,
                                       GCancellable       *cancellable,
                                       GError            **error);
/* (nullable): the cell seen that is most likely meant by a place: near it, and clear; none within @reach. */
const VenuleDetection *
             venule_cell_tracker_choose (VenuleCellTracker *self,
                                  double          x,
                                  double          y,
                                  double          reach);
void         venule_cell_tracker_fill_spot (VenuleCellTracker     *self,
                                  VenuleFrame           *frame,
                                  const VenuleDetection *detection,
                                  VenuleSpot            *spot);

G_END_DECLS
