/* venule-overlay.h: what is drawn over a frame, on the screen and in the annotated movie
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "venule-settings.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleOverlayOptions:
 * @contours: outlines of the cells
 * @tails: the path of the last @tail_seconds
 * @ids: numbers beside the cells
 * @color_by_velocity: colour by velocity (viridis-like, colour-blind safe) instead of one colour a class
 * @crop: the crop's outline and the flow arrow
 * @scale_bar: a bar of a round length (only when calibrated; else in px)
 * @color_bar: legend of the velocity colours
 * @time: time stamp
 * @velocity_max: px/s at the top of the colour scale; 0: worked out from the tracks
 * @tail_seconds: length of the tails, s
 * @selected: (nullable) (element-type guint): ids drawn emphasised
 * @scale: device px of the target per video px (line widths stay the same on the screen)
 */
typedef struct {
  gboolean  contours, tails, ids, color_by_velocity, crop, scale_bar, color_bar, time;
  double    velocity_max;
  double    tail_seconds;
  GArray   *selected;
  double    scale;
} VenuleOverlayOptions;

void venule_overlay_options_init (VenuleOverlayOptions       *options); /* all on, scale 1 */

/* Draws cells and tails of one frame. The context's user space is the video's pixel grid: the centre of pixel (0, 0) is at (0.5, 0.5)
 * in it, so that a frame drawn as an image at (0, 0) lies right. Lines are @options.scale-independent. */
void venule_overlay_draw_tracks  (cairo_t                    *cr,
                                  GListModel                 *tracks,
                                  const VenuleSettings       *settings,
                                  gint64                      frame,
                                  const VenuleOverlayOptions *options);
/* Crop outline and flow arrow. */
void venule_overlay_draw_vessel  (cairo_t                    *cr,
                                  const VenuleSettings       *settings,
                                  int                         frame_width,
                                  int                         frame_height,
                                  const VenuleOverlayOptions *options);
/* Scale bar, colour bar and time in the corners of (0, 0, width, height) device px. @px_scale: device px per video px. */
void venule_overlay_draw_legend  (cairo_t                    *cr,
                                  double                      width,
                                  double                      height,
                                  double                      px_scale,
                                  const VenuleSettings       *settings,
                                  double                      time,
                                  const VenuleOverlayOptions *options);
/* Colour of a velocity on the scale 0 … max. */
void venule_overlay_velocity_color (double velocity, double velocity_max, double *r, double *g, double *b);
/* A round upper end of the colour scale for these tracks, px/s (round in the shown unit). */
double venule_overlay_velocity_max (GListModel *tracks, const VenuleSettings *settings);

G_END_DECLS
