/* venule-early-writer.h: the paths of a run's tracks, written before the run ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-project-db.h"

G_BEGIN_DECLS

/* VenuleEarlyWriter: nearly all of a run are its paths and outlines: ten million spots take seconds. A thread writes
 * them by a connection of its own while the run still goes on in the window, in transactions so short that an edit
 * hardly waits. No track leads to them until the end of the run, which is one transaction with the rows of all tracks:
 * a program that is killed before it leaves the beginning of the run as ever, and paths that nothing leads to, which
 * the next saving takes out. */

/**
 * venule_early_writer_new:
 * @db: where the run will be
 * @min_spots: spots; a run with fewer is not worth it
 *
 * On the thread of the database, which must last as long as the writing.
 *
 * Returns: (transfer full) (nullable): %NULL when the database has no file
 */
VenuleEarlyWriter *venule_early_writer_new        (VenuleProjectDb   *db,
                                                   guint64            min_spots);
VenuleEarlyWriter *venule_early_writer_ref        (VenuleEarlyWriter *self);
void               venule_early_writer_unref      (VenuleEarlyWriter *self);

/**
 * venule_early_writer_write:
 * @tracks: (element-type VenuleTrack): of the run, whose spots do not change any more
 *
 * Once, in any thread; of a run that was cancelled, too, whose tracks are as many. What cannot be written is left to
 * the end of the run, which says why.
 */
void               venule_early_writer_write      (VenuleEarlyWriter *self,
                                                   GPtrArray         *tracks);

/**
 * venule_early_writer_invalidate:
 *
 * Paths that nothing leads to are taken out of the database, by a saving: none of these can be trusted to be there.
 */
void               venule_early_writer_invalidate (VenuleEarlyWriter *self);

/**
 * venule_early_writer_get_path:
 * @track: one of those
 *
 * After the writing.
 *
 * Returns: the number of its path in the database; 0: it is not there
 */
gint64             venule_early_writer_get_path   (VenuleEarlyWriter *self,
                                                   VenuleTrack       *track);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleEarlyWriter, venule_early_writer_unref)

G_END_DECLS
