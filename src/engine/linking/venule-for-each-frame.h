/* venule-for-each-frame.h: the cells of a run, frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-tissue-path.h"

G_BEGIN_DECLS

#define VENULE_FRAME_PARTS 64 /* at most */

/**
 * VenuleHere:
 * @index: number of a path
 * @spot: where it is in the frame that is looked at
 */
typedef struct {
  guint             index;
  VenuleTissueSpot *spot;
} VenuleHere;

/**
 * VenuleFrameFunc:
 * @data: what was given to venule_for_each_frame()
 * @part: number of a part of the frames, less than %VENULE_FRAME_PARTS. Those of one part are looked at one after the
 *   other, in one thread; those of the next part are later ones
 * @frame: number of a frame
 * @here: (array length=n): the paths that have a spot in it, in their order
 * @n: their number, 1 or more
 *
 * Looks at one frame, beside others. It may change the spots, but for their frames.
 */
typedef void (*VenuleFrameFunc) (gpointer          data,
                                 guint             part,
                                 gint64            frame,
                                 const VenuleHere *here,
                                 guint             n);

void venule_for_each_frame (GPtrArray       *paths,
                            VenuleFrameFunc  func,
                            gpointer         data);

G_END_DECLS
