/* venule-overlay.h: what is drawn over a frame, on the screen and in the annotated movie
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "venule-settings.h"
#include "venule-stamps.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleOverlayCrowd:
 *
 * Very many cells of one frame: what they look like was found, and needs nothing of them any more, so that another thread
 * can draw them.
 */
typedef struct _VenuleOverlayCrowd VenuleOverlayCrowd;

/**
 * VenuleOverlayOptions:
 * @contours: outlines of the cells
 * @tails: the path of the last @tail_seconds
 * @ids: numbers beside the cells
 * @locks: a small padlock beside those whose track is locked
 * @color_by_velocity: colour by velocity (viridis-like, colour-blind safe) instead of one colour a class
 * @crop: the crop's outline and the flow arrow
 * @scale_bar: a bar of a round length (in px without a calibration)
 * @color_bar: legend of the velocity colours, or of the classes'
 * @time: time stamp
 * @velocity_max: px/s at the top of the colour scale; 0: worked out from the tracks each time
 * @tail_seconds: length of the tails, s
 * @selected: (nullable) (element-type guint): ids drawn emphasised
 * @crowd: with more cells than these in sight, those that are not selected, and all where more than so many are, are drawn as plain
 *   circles with plain tails and without numbers, so that a crowded frame is drawn as fast as others; 0: never
 * @density: px of the screen for one of the target, in which a crowd is drawn: 2 where the target's px are those of a screen of high
 *   resolution before it enlarges them
 * @stamps: (nullable): what is kept from one crowd to the next, so that it need not be made again; used by one drawing at a time
 * @drawn: (nullable): the crowd of that frame, which was drawn before, from the same document, which has not changed since, with the same
 *   options, so that only the selected cells are looked for
 * @scale: device px of the target per video px (line widths stay the same on the screen)
 */
typedef struct {
  gboolean      contours, tails, ids, locks, color_by_velocity, crop, scale_bar, color_bar, time;
  double        velocity_max;
  double        tail_seconds;
  GArray       *selected;
  guint         crowd;
  double        density;
  VenuleStamps *stamps;
  VenuleOverlayCrowd *drawn;
  double        scale;
} VenuleOverlayOptions;

/**
 * venule_overlay_options_init:
 * @options: (out caller-allocates): all on but the padlocks, tails of 1 s, nothing selected, scale 1
 */
void   venule_overlay_options_init   (VenuleOverlayOptions       *options);

/**
 * venule_overlay_draw_tracks:
 * @cr: its user space is the video's pixel grid: the centre of pixel (0, 0) is at (0.5, 0.5) in it, so that a frame drawn
 *   as an image at (0, 0) lies right
 * @tracks: list model of VenuleTrack; fast for any number of them when it is a #VenuleDocument
 * @settings: those of the run
 * @frame: number of the frame
 * @options: what to draw
 *
 * Draws contours, tails and numbers of the cells in one frame: light lines on a dark halo, to be seen on bright and on dark
 * tissue. The contour of a place that was not seen but filled in is dashed. The number of a track that a person changed has an
 * asterisk. Hidden tracks are not drawn; those with a colour of their own have that.
 *
 * Returns: whether they were so many that they were drawn as a crowd
 */
gboolean
       venule_overlay_draw_tracks    (cairo_t                    *cr,
                                      GListModel                 *tracks,
                                      const VenuleSettings       *settings,
                                      gint64                      frame,
                                      const VenuleOverlayOptions *options);

/**
 * venule_overlay_crowd_new:
 * @cr: as for venule_overlay_draw_tracks(); nothing is drawn
 * @tracks: the same
 * @settings: the same
 * @frame: the same
 * @options: the same
 *
 * Finds what the cells of a frame look like that are drawn plainly: the first half of venule_overlay_draw_tracks(), for which the
 * tracks are needed.
 *
 * Returns: (transfer full) (nullable): to be drawn; %NULL: there are too few for a crowd
 */
VenuleOverlayCrowd *
       venule_overlay_crowd_new      (cairo_t                    *cr,
                                      GListModel                 *tracks,
                                      const VenuleSettings       *settings,
                                      gint64                      frame,
                                      const VenuleOverlayOptions *options);

/**
 * venule_overlay_crowd_draw:
 * @stamps: (nullable): as in #VenuleOverlayOptions
 *
 * The second half, once, in any thread: draws the picture that venule_overlay_draw_tracks() then shows.
 */
void   venule_overlay_crowd_draw     (VenuleOverlayCrowd         *self,
                                      VenuleStamps               *stamps);
VenuleOverlayCrowd *
       venule_overlay_crowd_ref      (VenuleOverlayCrowd         *self);
void   venule_overlay_crowd_unref    (VenuleOverlayCrowd         *self);

/**
 * venule_overlay_draw_vessel:
 * @cr: as for venule_overlay_draw_tracks()
 * @settings: crop and flow
 * @frame_width: px
 * @frame_height: px
 * @options: what to draw
 *
 * Outline of the crop, and beside it, where there is room, an arrow along the flow.
 */
void   venule_overlay_draw_vessel    (cairo_t                    *cr,
                                      const VenuleSettings       *settings,
                                      int                         frame_width,
                                      int                         frame_height,
                                      const VenuleOverlayOptions *options);

/**
 * venule_overlay_draw_legend:
 * @cr: its user space is device px
 * @width: device px
 * @height: device px
 * @px_scale: device px per video px
 * @settings: calibration
 * @time: s
 * @options: what to draw
 *
 * Scale bar, legend of the colours and time stamp in the corners of (0, 0, @width, @height). Without a velocity_max
 * in @options there is no colour bar.
 */
void   venule_overlay_draw_legend    (cairo_t                    *cr,
                                      double                      width,
                                      double                      height,
                                      double                      px_scale,
                                      const VenuleSettings       *settings,
                                      double                      time,
                                      const VenuleOverlayOptions *options);

/**
 * venule_overlay_velocity_color:
 * @velocity: of any unit; below 0 counts as 0
 * @velocity_max: in the same unit
 * @r: (out): red, 0 to 1
 * @g: (out): green
 * @b: (out): blue
 *
 * Colour of a velocity on the scale 0 … max: from violet over blue and green to yellow, lighter all the way, so that it can
 * be read with any kind of colour vision and in print without colour.
 */
void   venule_overlay_velocity_color (double                      velocity,
                                      double                      velocity_max,
                                      double                     *r,
                                      double                     *g,
                                      double                     *b);

/**
 * venule_overlay_kind_color:
 * @kind: what a cell is
 * @r: (out): red, 0 to 1
 * @g: (out): green
 * @b: (out): blue
 *
 * Colour of a class.
 */
void   venule_overlay_kind_color     (VenuleCellKind              kind,
                                      double                     *r,
                                      double                     *g,
                                      double                     *b);

/**
 * venule_overlay_velocity_max:
 * @tracks: list model of VenuleTrack
 * @settings: those of the run
 *
 * Looks at every track: to be kept by who draws often.
 *
 * Returns: an upper end for the colour scale, px/s, round in the unit that is shown: not below the mean velocities of the
 *   rolling tracks, outliers aside
 */
double venule_overlay_velocity_max   (GListModel                 *tracks,
                                      const VenuleSettings       *settings);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleOverlayCrowd, venule_overlay_crowd_unref)

G_END_DECLS
