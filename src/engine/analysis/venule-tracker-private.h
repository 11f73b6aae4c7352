/* venule-tracker-private.h: what the parts of the tracker share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-analysis.h"
#include "venule-tracker.h"

G_BEGIN_DECLS

struct _VenuleTracker
{
  VenuleVessel     *vessel;
  int               frame_width;
  int               frame_height;
  double            radius;        /* expected, px */
  double            max_velocity;  /* px/s */
  double            interval;      /* s, nominal */
  double            flow_x;
  double            flow_y;
  vnk_track_params  track;
  GPtrArray        *live;          /* of VenuleTracklet */
  GPtrArray        *ended;         /* of VenuleTracklet */
  guint             n_begun;
  guint             n_confirmed;
  guint             n_detections;  /* how often the detector ran */
  double            last_time;
  double            step;          /* s from the frame before to the present one, as motion counts it */
  vnk_match        *matches;       /* one for each live tracklet; grown, never shrunk */
  vnk_cell         *cells;
  guint             capacity;
};

/* Components of a displacement along and across the flow. */
static inline void
venule_tracker_to_flow (const VenuleTracker *self,
                        double               dx,
                        double               dy,
                        double              *along,
                        double              *across)
{
  *along = self->flow_x * dx + self->flow_y * dy;
  *across = -self->flow_y * dx + self->flow_x * dy;
}

static inline void
venule_tracker_from_flow (const VenuleTracker *self,
                          double               along,
                          double               across,
                          double              *dx,
                          double              *dy)
{
  *dx = self->flow_x * along - self->flow_y * across;
  *dy = self->flow_y * along + self->flow_x * across;
}

/* Appends to every live tracklet its spot in the new frame. */
gboolean venule_tracker_follow    (VenuleTracker      *self,
                                   vnk_backend        *backend,
                                   const VenuleRegion *region,
                                   gint64              frame,
                                   double              time,
                                   GError            **error);
gboolean venule_tracker_believes  (const VenuleTracker *self,
                                   VenuleTracklet      *tracklet);
/* Takes in the detections of the new frame, after follow. */
void     venule_tracker_associate (VenuleTracker      *self,
                                   GArray             *detections,
                                   gint64              frame,
                                   double              time);

G_END_DECLS
