/* venule-timestamps.h: which timestamps of a video can be believed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleTimestamps:
 * @timed: (element-type gint64): the frames whose timestamps are believed: each is later than the one before; rising
 * @anchors: (element-type gint64): those of @timed whose timestamp no other frame has, to be found by it; rising
 * @odd: (element-type gint64): the other frames, without those at the end whose timestamps the codec keeps to itself
 * @holds: whether these are enough for the times of all frames
 *
 * What a sequential pass shows of a video's timestamps.
 */
typedef struct {
  GArray   *timed;
  GArray   *anchors;
  GArray   *odd;
  gboolean  holds;
} VenuleTimestamps;

VenuleTimestamps *venule_timestamps_new       (const VenuleFrameInfo  *rows,
                                               guint                   n_rows,
                                               double                  header_rate);
void              venule_timestamps_free      (VenuleTimestamps  *self);
double            venule_timestamps_span      (gint64  from,
                                               gint64  to);
void              venule_timestamps_set_times (VenuleTimestamps  *self,
                                               VenuleFrameInfo   *rows,
                                               guint              n_rows,
                                               double             unit,
                                               double             header_rate);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTimestamps, venule_timestamps_free)

G_END_DECLS
