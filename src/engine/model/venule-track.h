/* venule-track.h: one cell through time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define VENULE_CONTOUR_POINTS 20

typedef enum {
  VENULE_SPOT_DETECTED,     /* found by the detector */
  VENULE_SPOT_TRACKED,      /* followed by the snake */
  VENULE_SPOT_INTERPOLATED, /* coasted over or filled in by the linker */
  VENULE_SPOT_MANUAL,       /* placed by a person */
} VenuleSpotSource;

/**
 * VenuleSpot:
 * @frame: number of the frame
 * @time: s since the first frame of the video
 * @x: centre, px
 * @y: centre, px
 * @radius: mean radius, px
 * @score: 0 to 1
 * @source: where it comes from
 * @contour: radii (px) at VENULE_CONTOUR_POINTS equal angles from +x towards +y (clockwise on the screen); all 0: a circle
 *
 * A cell in one frame.
 */
typedef struct {
  gint64           frame;
  double           time;
  double           x;
  double           y;
  float            radius;
  float            score;
  VenuleSpotSource source;
  float            contour[VENULE_CONTOUR_POINTS];
} VenuleSpot;

/**
 * VenuleCellKind:
 *
 * What a tracked cell is. Names for files: "rolling", "adherent", "free", "other".
 */
typedef enum {
  VENULE_CELL_ROLLING,
  VENULE_CELL_ADHERENT, /* did not move during the whole track */
  VENULE_CELL_FREE,     /* free-flowing: faster than the critical or the stated maximum velocity */
  VENULE_CELL_OTHER,
} VenuleCellKind;

const char *venule_spot_source_to_string (VenuleSpotSource source);  /* for files: "detected" … */
const char *venule_cell_kind_to_string (VenuleCellKind kind);   /* for files */
const char *venule_cell_kind_to_label  (VenuleCellKind kind);   /* translated, for the screen */

#define VENULE_TYPE_TRACK (venule_track_get_type ())
G_DECLARE_FINAL_TYPE (VenuleTrack, venule_track, VENULE, TRACK, GObject)

/* Properties, all with notify: id (uint), kind, quality (double), edited (boolean). Spots are sorted by frame,
 * one a frame at most, without gaps after a run (interpolated spots fill them). Main thread only once it is in a document. */
VenuleTrack      *venule_track_new         (guint              id);
guint             venule_track_get_id      (VenuleTrack       *self);
VenuleCellKind    venule_track_get_kind   (VenuleTrack       *self);
void              venule_track_set_kind   (VenuleTrack       *self,
                                            VenuleCellKind   kind);
double            venule_track_get_quality (VenuleTrack       *self);
void              venule_track_set_quality (VenuleTrack       *self,
                                            double             quality);
gboolean          venule_track_get_edited  (VenuleTrack       *self);
void              venule_track_set_edited  (VenuleTrack       *self,
                                            gboolean           edited);
guint             venule_track_get_n_spots (VenuleTrack       *self);
const VenuleSpot *venule_track_get_spots   (VenuleTrack       *self,
                                            guint             *n);
const VenuleSpot *venule_track_get_spot_at (VenuleTrack       *self,
                                            gint64             frame);   /* nullable */
gint64            venule_track_get_first_frame (VenuleTrack   *self);    /* −1: no spots */
gint64            venule_track_get_last_frame  (VenuleTrack   *self);
/* Adds it in its place; replaces one of the same frame. Emits ::changed. */
void              venule_track_add_spot    (VenuleTrack       *self,
                                            const VenuleSpot  *spot);

G_END_DECLS
