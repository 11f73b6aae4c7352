/* venule-flow-velocity.h: how fast the blood moves in the middle of the vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * VenuleFlowVelocity:
 * @velocity: of the blood at the centreline, px/s; %NAN where it cannot be had
 * @se: its standard error, from stretches of the recording, px/s
 * @low: lower end of the interval of confidence (95 %), px/s
 * @high: its upper end
 * @n_stretches: of the recording that it was measured in
 * @lag: frames between the pictures that were compared
 * @height: correlation at its peak, 0 to 1
 * @noise: standard deviation of the correlation elsewhere
 * @rival: height of the next peak as a share of the highest
 * @spacing: px from the peak to its rival; %NAN: there is none. Where the picture of the blood repeats itself this is
 *   from one stripe to the next, and a movement of more than half of it from a frame to the next cannot be told from a
 *   smaller one
 * @reason: (nullable): why there is no velocity, an untranslated sentence for people; %NULL: there is one
 *
 * What was measured of the blood's movement.
 */
typedef struct {
  double  velocity, se, low, high;
  guint   n_stretches;
  int     lag;
  double  height, noise, rival, spacing;
  char   *reason;
} VenuleFlowVelocity;

/**
 * venule_flow_velocity_find:
 * @rows: (array): @n_rows rows of @length brightnesses along the centreline, downstream, 1 px apart; in the order of
 *   time. %NAN where something else is, such as a cell that is followed
 * @n_rows: number of rows
 * @length: px
 * @times: (array length=n_rows): s
 * @slowest: px/s: what is slower than that are rolling cells, and not the blood
 *
 * Cross-correlation of the brightness along the centreline in one frame with that some frames later (line-scanning
 * particle image velocimetry, Kim et al. 2012, PLoS ONE 7, e38590, taken from frames instead of line scans), averaged
 * over the recording. What stands still is taken off first. As many frames lie between the two as it takes to move by 3
 * px, if the picture of the blood lasts so long. The place of the peak is that of a parabola through it. The error is
 * that of the mean over ten stretches of the recording.
 *
 * It is refused, with the reason, when no peak stands out from the noise by six times its standard deviation, when
 * another peak is at least 0.7 as high (a picture that repeats itself, so that the movement is ambiguous), when the
 * blood seems to move against the flow, when it is not faster than @slowest, and when fewer than three stretches show
 * the same movement.
 *
 * Returns: (transfer full): what was found
 */
VenuleFlowVelocity *venule_flow_velocity_find      (const float               *rows,
                                                    guint                      n_rows,
                                                    guint                      length,
                                                    const double              *times,
                                                    double                     slowest);
void                venule_flow_velocity_free      (VenuleFlowVelocity        *self);

/* (transfer full): in one line, to be kept; @key: of venule_centreline_dup_key(). */
char               *venule_flow_velocity_to_text   (const VenuleFlowVelocity  *self,
                                                    const char                *key);

/**
 * venule_flow_velocity_from_text:
 * @text: (nullable): of venule_flow_velocity_to_text()
 * @key: of the present centreline
 *
 * Returns: (transfer full) (nullable): what was measured; %NULL when it was on another line, or never
 */
VenuleFlowVelocity *venule_flow_velocity_from_text (const char                *text,
                                                    const char                *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleFlowVelocity, venule_flow_velocity_free)

G_END_DECLS
