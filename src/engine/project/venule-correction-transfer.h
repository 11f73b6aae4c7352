/* venule-correction-transfer.h: what was corrected in one run, in another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-edit.h"

G_BEGIN_DECLS

/**
 * venule_correction_transfer_make:
 * @document: a document that shows a run
 * @tracks: (element-type VenuleTrack): of another run: those that were corrected, as they are now
 * @originals: (element-type VenuleTrack): the same as that run found them, and those that were deleted
 * @unrated: its tracks have no quality: they get that of the tracks whose place they take
 * @conflicts: (element-type VenuleConflict): grows by what could not be made, or is doubtful
 * @n_transferred: (out): how many corrections are made
 *
 * Tracks whose spots were changed, and locked ones, take the place of the tracks that lie where they are, or where they
 * were before; tracks that lie where others were deleted are deleted; class, note, colour and hiding go to the track
 * that is the same cell.
 *
 * Returns: (transfer full): the edit, without a name; it may change nothing
 */
VenuleEdit *venule_correction_transfer_make (VenuleDocument *document,
                                             GPtrArray      *tracks,
                                             GPtrArray      *originals,
                                             gboolean        unrated,
                                             GPtrArray      *conflicts,
                                             guint          *n_transferred);

G_END_DECLS
