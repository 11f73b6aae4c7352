/* venule-tracker-private.h: what the parts of the tracker share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-detection.h"
#include "venule-free-flow.h"
#include "venule-spatial-index.h"
#include "venule-tracker.h"

G_BEGIN_DECLS

/**
 * VenulePrediction:
 * @x: where the cell should be in the new frame, from its velocity, px of the frame
 * @y: the same
 * @along_sd: how far off that may be along the flow, px
 * @across_sd: across it
 * @from_seen: from where a detection saw it last to (@x, @y), px along the flow: had it stopped, it would be so far
 * back
 * @match_x: where its picture is found again, px of the frame
 * @match_y: the same
 * @correlation: of that picture with the one before; 0: none
 * @match_is_cut: it may be found better still beyond where it was searched
 * @detection: index of the detection that is taken for it; −1: none
 *
 * What is known of a live tracklet before its spot in the new frame is decided.
 */
typedef struct {
  double   x, y;
  double   along_sd, across_sd;
  double   from_seen;
  double   match_x, match_y, correlation;
  gboolean match_is_cut;
  int      detection;
} VenulePrediction;

struct _VenuleTracker
{
  VenuleVessel   *vessel;
  int             frame_width;
  int             frame_height;
  double          radius; /* expected, px */
  VenuleAblation  ablation;
  double          max_velocity; /* px/s */
  double          interval;     /* s, nominal */
  double          flow_x;
  double          flow_y;
  GPtrArray      *live;  /* of VenuleTracklet */
  GPtrArray      *ended; /* of VenuleTracklet */
  VenuleTracklet *held;  /* the one that the user wants, live until it has ended; NULL: none */
  gboolean        held_has_ended;
  GArray         *predictions; /* of VenulePrediction, one for each live tracklet */
  GArray         *priors;      /* of VenuleVelocityPrior: how fast cells were, and where across the vessel */
  guint           next_prior;
  VenuleFreeFlow *free_flow;
  guint           n_begun;
  guint           n_confirmed;
  guint           n_detections; /* how often the detector ran */
  double          last_time;
  double          moved_x; /* of the whole picture since the last frame, px */
  double          moved_y;
  double          step;    /* s from the frame before to the present one, as motion counts it */
  vnk_ncc_match  *matches; /* one for each live tracklet; grown, never shrunk */
  guint           capacity;
};

/* A cell's velocity at its place across the vessel, px/s and px. */
typedef struct {
  double across, velocity;
} VenuleVelocityPrior;

/* Standard errors, in expected radii: of a detection's centre, and of a displacement measured by correlation. */
#define VENULE_SEEN_SD 0.03
#define VENULE_MOVE_SD 0.025

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

/* Fills the predictions: motion foreseen, and where the picture of each cell is found again. */
gboolean            venule_tracker_predict    (VenuleTracker         *self,
                                               vnk_backend           *backend,
                                               const VenuleRoiPlanes *roi,
                                               GError               **error);
double              venule_tracker_since_seen (const VenuleTracker   *self,
                                               VenuleTracklet        *tracklet);
/* Appends to every live tracklet its spot in the new frame. */
void                venule_tracker_update     (VenuleTracker         *self,
                                               GArray                *detections,
                                               gint64                 frame,
                                               double                 time);
gboolean            venule_tracker_believes   (const VenuleTracker   *self,
                                               VenuleTracklet        *tracklet);
/* Where the detections are. */
VenuleSpatialIndex *venule_tracker_places_of  (GArray                *detections);
/* Chooses the detection of each prediction. */
void                venule_tracker_associate  (VenuleTracker         *self,
                                               GArray                *detections);
/* Begins tracklets with the detections that no other explains, after venule_tracker_update(). */
void                venule_tracker_begin      (VenuleTracker         *self,
                                               GArray                *detections,
                                               gint64                 frame,
                                               double                 time);

G_END_DECLS
