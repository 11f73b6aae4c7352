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
/* (transfer full) (nullable): a frame, which is the region's newest then, with what the detector sees in it, however
 * faint. @anew: as carefully as in the first frame of a run. */
VenuleFrame *venule_pursuit_look (VenulePursuit  *self,
                                  gint64          index,
                                  gboolean        anew,
                                  GCancellable   *cancellable,
                                  GError        **error);
/* (nullable): the cell seen that is most likely meant by a place: near it, and clear; none within @reach. */
const VenuleDetection *
             venule_pursuit_choose (VenulePursuit *self,
                                  double          x,
                                  double          y,
                                  double          reach);
void         venule_pursuit_fill_spot (VenulePursuit         *self,
                                  VenuleFrame           *frame,
                                  const VenuleDetection *detection,
                                  VenuleSpot            *spot);

G_END_DECLS
