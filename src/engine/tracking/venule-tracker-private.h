/* venule-tracker-private.h: what the parts of the tracker share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-detection.h"
#include "venule-free-flow.h"
#include "venule-motion-field.h"
#include "venule-spatial-index.h"
#include "venule-tracker.h"

G_BEGIN_DECLS

/**
 * VenulePrediction:
 * @x: where the cell should be in the new frame, from its velocity, px of the frame
 * @y: the same
 * @way: unit vector of its way there
 * @along_sd: how far off that may be along its way, px
 * @across_sd: across it
 * @rest: where it should be had it stopped where a detection saw it last, px of the frame
 * @match_x: where its picture is found again, px of the frame
 * @match_y: the same
 * @correlation: of that picture with the one before; 0: none
 * @match_is_cut: it may be found better still beyond where it was searched
 * @detection: index of the detection that is taken for it; −1: none
 *
 * What is known of a live tracklet before its spot in the new frame is decided.
 */
typedef struct {
  double      x, y;
  VenulePoint way;
  double      along_sd, across_sd;
  VenulePoint rest;
  double      match_x, match_y, correlation;
  gboolean    match_is_cut;
  int         detection;
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
  VenuleMotionField *field;
  double             lateral;     /* how far cells leave their way, against what is expected */
  GPtrArray         *recent;      /* of VenuleRecent: what the last detections left over, the newest last */
  VenuleFreeFlow    *free_flow;
  guint           n_begun;
  guint           n_confirmed;
  guint           n_detections; /* how often the detector ran */
  double          last_time;
  double          moved_x; /* of the whole picture since the last frame, px */
  double          moved_y;
  double          step;    /* s from the frame before to the present one, as motion counts it */
  double          clock;   /* s: the sum of those */
  VenulePoint     drift;   /* px: that of what the picture moved */
  vnk_ncc_match  *matches; /* one for each live tracklet; grown, never shrunk */
  guint           capacity;
};

/**
 * VenuleRecent:
 * @frame: whose detections they are
 * @time: s, of that frame
 * @clock: s, as motion counts it
 * @drift: how far the picture had moved, px
 * @detections: (element-type VenuleDetection): those that belonged to no cell
 * @places: where they are, px of the frame
 * @used: for each of them, whether it belongs to one now
 */
typedef struct {
  gint64              frame;
  double              time;
  double              clock;
  VenulePoint         drift;
  GArray             *detections;
  VenuleSpatialIndex *places;
  gboolean           *used;
} VenuleRecent;

/* Standard errors, in expected radii: of a detection's centre, and of a displacement measured by correlation. */
#define VENULE_SEEN_SD 0.03
#define VENULE_MOVE_SD 0.025

/* Components of a displacement along and across a way, which is a unit vector. */
static inline VenulePoint
venule_tracker_turn (VenulePoint way,
                     double      dx,
                     double      dy)
{
  return (VenulePoint){ way.x * dx + way.y * dy, -way.y * dx + way.x * dy };
}

/* Fills the predictions: motion foreseen, and where the picture of each cell is found again. */
gboolean            venule_tracker_predict    (VenuleTracker         *self,
                                               vnk_backend           *backend,
                                               const VenuleRoiPlanes *roi,
                                               GError               **error);
/* Appends to every live tracklet its spot in the new frame. */
void                venule_tracker_update     (VenuleTracker         *self,
                                               GArray                *detections,
                                               gint64                 frame,
                                               double                 time);
gboolean            venule_tracker_believes   (const VenuleTracker   *self,
                                               VenuleTracklet        *tracklet);
/* Where the detections are. */
VenuleSpatialIndex *venule_tracker_places_of  (GArray                *detections);
/* How unlike a picture is to that of a cell, as minus the logarithm of a likelihood. */
double              venule_tracker_look_cost  (const float           *appearance,
                                               const float           *other);
/* Chooses the detection of each prediction. */
void                venule_tracker_associate  (VenuleTracker         *self,
                                               GArray                *detections);
/* Begins tracklets with the detections that no other explains, after venule_tracker_update(). */
void                venule_tracker_begin      (VenuleTracker         *self,
                                               GArray                *detections,
                                               gint64                 frame,
                                               double                 time);
/* The same for a recording that was too short for that. */
void                venule_tracker_begin_rest (VenuleTracker         *self);
void                venule_recent_free        (gpointer               recent);

G_END_DECLS
