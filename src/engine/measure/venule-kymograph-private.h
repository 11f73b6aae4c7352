/* venule-kymograph-private.h: what the files of the kymograph share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-kymograph.h"

G_BEGIN_DECLS

/**
 * venule_kymograph_dup_shifts:
 * @tracks: (element-type VenuleTrack)
 * @first_frame: number of a frame
 * @n_frames: how many from it on
 *
 * Looks at no more spots than it needs, as there may be millions.
 *
 * Returns: (transfer full) (array length=n_frames): how far the picture had moved in each; where no track has a cell, in
 *   between what is known before and after
 */
VenulePoint *venule_kymograph_dup_shifts (GListModel *tracks,
                                          gint64      first_frame,
                                          gint64      n_frames);

G_END_DECLS
