/* venule-overlay-options.h: what is drawn over a frame, and how
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

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
 * @local_numbers: numbers as the desktop writes them, beside others of the window (movies have '.' in any locale)
 * @velocity_max: px/s at the top of the colour scale; 0: worked out from the tracks each time
 * @tail_seconds: length of the tails, s
 * @selected: (nullable) (element-type guint): ids drawn emphasised
 * @crowd: with more cells than these in sight, those that are not selected, and all where more than so many are, are
 *   drawn as plain circles with plain tails and without numbers, so that a crowded frame is drawn as fast as others; 0:
 *   never
 * @density: px of the screen for one of the target, in which a crowd is drawn: 2 where the target's px are those of a
 *   screen of high resolution before it enlarges them
 * @scale: device px of the target per video px (line widths stay the same on the screen)
 */
typedef struct {
  gboolean      contours, tails, ids, locks, color_by_velocity, crop, scale_bar, color_bar, time;
  gboolean      local_numbers;
  double        velocity_max;
  double        tail_seconds;
  GArray       *selected;
  guint         crowd;
  double        density;
  double        scale;
} VenuleOverlayOptions;

/**
 * venule_overlay_options_init:
 * @options: (out caller-allocates): all on but the padlocks, tails of 1 s, nothing selected, scale 1
 */
void   venule_overlay_options_init   (VenuleOverlayOptions       *options);

G_END_DECLS
