/* venule-corrections.h: what a person corrected in one run, for another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/**
 * VenuleCorrections:
 * @kept: (element-type VenuleTrack): tracks that are to be there as they are: their spots were changed, or they are locked
 * @marked: (element-type VenuleTrack): tracks of which only something was said
 * @owned: (element-type VenuleTrack): where cells were that a person has dealt with: the tracks as they were before they were
 *   changed or deleted
 * @n_deleted: how many of @owned were deleted
 * @unrated: they are of a run whose tracks had no quality yet: it is that of the tracks whose place they take
 */
typedef struct {
  GPtrArray *kept;
  GPtrArray *marked;
  GPtrArray *owned;
  guint      n_deleted;
  gboolean   unrated;
} VenuleCorrections;

VenuleCorrections *venule_corrections_new      (void);
void               venule_corrections_free     (VenuleCorrections  *self);

/* @track (nullable), as it is now, which was @original (nullable), with other spots then or not. */
void               venule_corrections_add      (VenuleCorrections  *self,
                                                VenuleTrack        *track,
                                                VenuleTrack        *original,
                                                gboolean            changed);

/* Of tracks that were edited, as they are now (@tracks, (element-type VenuleTrack)) and as they were before (@originals, of those that
 * were there). */
VenuleCorrections *venule_corrections_collect  (GPtrArray          *tracks,
                                                GPtrArray          *originals);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleCorrections, venule_corrections_free)

G_END_DECLS
