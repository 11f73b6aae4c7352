/* venule-target.h: what the tracks of a run become by what was corrected in another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-corrections.h"
#include "venule-cover.h"
#include "venule-edit.h"

G_BEGIN_DECLS

/**
 * VenuleTarget:
 *
 * The tracks of a document, and what is to be there in the place of them. That is worked out anew for each state of the
 * corrections, from the tracks as the run found them, and an edit is what differs from the state before: the last state does not
 * depend on the way to it, but for ids.
 */
typedef struct _VenuleTarget VenuleTarget;

/* The tracks of the document stay as they are while this is there. @covers: has all tracks of all corrections. */
VenuleTarget *venule_target_new             (VenuleDocument           *document,
                                             VenuleCovers             *covers);
void          venule_target_free            (VenuleTarget             *self);

/* (transfer full): the edit, without a name, that leads from where it was aimed before to @corrections; it may change nothing.
 * @corrections: their tracks that are owned are there as long as this. @conflicts (nullable) (element-type VenuleConflict): grows by
 * what of them could not be made, or is doubtful. */
VenuleEdit   *venule_target_aim             (VenuleTarget             *self,
                                             const VenuleCorrections  *corrections,
                                             GPtrArray                *conflicts);

/* The id that the corrected track @id has among the tracks of the document, or had there last; 0: none. */
guint         venule_target_get_id          (VenuleTarget             *self,
                                             guint                     id);

/* How many of the latest corrections are made. */
guint         venule_target_get_n_carried   (VenuleTarget             *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleTarget, venule_target_free)

G_END_DECLS
