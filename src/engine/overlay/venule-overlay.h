/* venule-overlay.h: what is drawn over a frame, on the screen and in the annotated movie
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "venule-overlay-color.h"
#include "venule-overlay-options.h"

G_BEGIN_DECLS

/**
 * venule_overlay_draw_tracks:
 * @cr: its user space is the video's pixel grid: the centre of pixel (0, 0) is at (0.5, 0.5) in it, so that a frame
 *   drawn as an image at (0, 0) lies right
 * @tracks: list model of VenuleTrack; fast for any number of them when it is a #VenuleDocument
 * @settings: those of the run
 * @frame: number of the frame
 * @options: what to draw
 *
 * Draws contours, tails and numbers of the cells in one frame: light lines on a dark halo, to be seen on bright and on
 * dark tissue. The contour of a place that was not seen but filled in is dashed. The number of a track that a person
 * changed has an asterisk. Hidden tracks are not drawn; those with a colour of their own have that.
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

G_END_DECLS
