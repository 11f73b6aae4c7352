/* venule-rate-meter.h: how fast a run is just now
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * VenuleRateMeter:
 *
 * Counts frames against a clock. The rate is that of the last one to two seconds: long enough to be read, short enough
 * to follow a video that gets harder.
 */
typedef struct {
  gint64 past_time;    /* µs */
  gint64 past_frames;
  gint64 mark_time;    /* where the rate will be counted from next */
  gint64 mark_frames;
} VenuleRateMeter;

void   venule_rate_meter_start (VenuleRateMeter *self,
                                gint64           now,
                                gint64           frames);
double venule_rate_meter_rate (VenuleRateMeter *self,
                               gint64           now,
                               gint64           frames);

G_END_DECLS
