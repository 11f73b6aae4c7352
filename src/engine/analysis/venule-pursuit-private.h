/* venule-pursuit-private.h: what the parts of a pursuit share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-detector.h"
#include "venule-frame-shelf.h"
#include "venule-pursuit.h"

G_BEGIN_DECLS

struct _VenulePursuit
{
  VenuleSettings   *settings;
  double            frame_rate;
  int               frame_width;
  int               frame_height;
  VenuleFrameShelf *shelf;
  vnk_backend      *backend;
  VenuleRegion      region;
  VenuleDetector   *detector;
  GArray           *detections; /* of VenuleDetection */
};

/* As a run tells the time, s. */
double       venule_pursuit_time (VenulePursuit  *self,
                                  VenuleFrame    *frame);
gboolean     venule_pursuit_is_inside (VenulePursuit *self,
                                  double          x,
                                  double          y);
/* (transfer full) (nullable): NULL with *error unset past the end of the video. */
VenuleFrame *venule_pursuit_read (VenulePursuit  *self,
                                  gint64          index,
                                  gboolean        backwards,
                                  GCancellable   *cancellable,
                                  GError        **error);

G_END_DECLS
