/* venule-batch-gather.h: the results of many videos together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-manifest.h"

G_BEGIN_DECLS

/**
 * VenuleBatchGathered:
 * @study: path of the study, which the window of studies opens
 * @n_recordings: documents in it
 * @n_missing: rows without results
 * @paragraph: (nullable): what came out, for a paper; %NULL: there was nothing to compare
 * @notes: (element-type utf8): what must be known of it, and what was left out
 */
typedef struct {
  char      *study;
  guint      n_recordings, n_missing;
  char      *paragraph;
  GPtrArray *notes;
} VenuleBatchGathered;

/**
 * venule_batch_gather:
 * @manifest: the rows, whose labels count
 * @folder: of their results
 * @pages: whether there is to be a page a recording, which takes a while
 * @cancellable: (nullable)
 * @error: return location
 *
 * Writes into @folder: study.venule-study with all documents that are there; measures.csv, a row a recording with all
 * its measures (of those without a pixel size measures-px.csv); and comparison, a folder with the files of
 * venule_study_report_save(). For a thread.
 *
 * Returns: (transfer full) (nullable): what came out
 */
VenuleBatchGathered *venule_batch_gather        (VenuleManifest       *manifest,
                                                 const char           *folder,
                                                 gboolean              pages,
                                                 GCancellable         *cancellable,
                                                 GError              **error);
void                 venule_batch_gathered_free (VenuleBatchGathered  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleBatchGathered, venule_batch_gathered_free)

G_END_DECLS
