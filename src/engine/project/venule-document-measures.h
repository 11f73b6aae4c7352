/* venule-document-measures.h: a document is measured
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"
#include "venule-measurement-snapshot.h"

G_BEGIN_DECLS

/**
 * venule_document_begin_measuring:
 * @self: a document
 *
 * Returns: (transfer full): all that is needed to measure it as it is now, in any thread
 */
VenuleMeasurementSnapshot *
                 venule_document_begin_measuring  (VenuleDocument   *self);

/**
 * venule_document_keep_diameter:
 * @self: a document
 * @profile: of venule_measurement_snapshot_find_diameter()
 * @error: return location; %VENULE_ERROR_INVALID: the centreline is another one by now
 *
 * Keeps the walls that were found, in the place of those that were drawn by hand, as one undo step.
 *
 * Returns: whether they are kept
 */
gboolean         venule_document_keep_diameter    (VenuleDocument   *self,
                                                   const char       *profile,
                                                   GError          **error);

/**
 * venule_document_keep_flow:
 * @self: a document
 * @flow: of venule_measurement_snapshot_find_flow()
 * @error: return location; %VENULE_ERROR_INVALID: the centreline is another one by now
 *
 * Keeps the blood's velocity as one undo step. Why there is none is kept too, but as no step, and not in the place of a
 * velocity that was measured on the same line before; in the place of one on another line it is a step, which brings
 * that back.
 *
 * Returns: whether it is kept, or was kept before
 */
gboolean         venule_document_keep_flow        (VenuleDocument   *self,
                                                   const char       *flow,
                                                   GError          **error);

/**
 * venule_document_measure_diameter:
 * @self: a document
 * @cancellable: (nullable)
 * @error: return location for a %VENULE_ERROR_NOT_FOUND when the walls do not stand out
 *
 * Looks for the walls of the vessel in the mean of its frames, near those that were drawn by hand if any, and keeps
 * them (venule_document_keep_diameter()). Reads the video; blocks.
 *
 * Returns: whether the walls were found
 */
gboolean         venule_document_measure_diameter (VenuleDocument   *self,
                                                   GCancellable     *cancellable,
                                                   GError          **error);

/**
 * venule_document_measure_flow:
 * @self: a document with a run that has ended
 * @cancellable: (nullable)
 * @error: return location
 *
 * Measures how fast the blood moves along the centreline (venule_flow_measure()), and keeps what came out in the
 * measure settings, or why there is no velocity. Reads the video; blocks.
 *
 * Returns: whether the video could be read
 */
gboolean         venule_document_measure_flow     (VenuleDocument   *self,
                                                   GCancellable     *cancellable,
                                                   GError          **error);

/**
 * venule_document_measure_as:
 * @self: a document with a run
 * @measures: what the numbers depend on, in place of what is set in the document
 *
 * For numbers of several documents that are to mean the same. The document is not changed.
 *
 * Returns: (transfer full) (nullable): all numbers of the run that is shown; %NULL before a run
 */
VenuleMeasures  *venule_document_measure_as       (VenuleDocument               *self,
                                                   const VenuleMeasureSettings  *measures);

G_END_DECLS
