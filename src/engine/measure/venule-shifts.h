/* venule-shifts.h: how far the picture had moved in each frame, from the tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-track.h"
#include "venule-vessel.h"

G_BEGIN_DECLS

/**
 * venule_shifts_dup:
 * @tracks: (element-type VenuleTrack)
 * @first_frame: number of a frame
 * @n_frames: how many from it on
 * @known: (out) (optional) (array length=n_frames) (transfer full): of which frames a track tells it
 *
 * Looks at no more spots than it needs, as there may be millions.
 *
 * Returns: (transfer full) (array length=n_frames): how far the picture had moved in each; where no track has a cell,
 *   in between what is known before and after
 */
VenulePoint *venule_shifts_dup (GPtrArray  *tracks,
                                gint64      first_frame,
                                gint64      n_frames,
                                gboolean  **known);

G_END_DECLS
