/* venule-measure-job.h: the diameter of the vessel, or the velocity of the blood, is measured in the video in a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document-measures.h"

G_BEGIN_DECLS

typedef enum {
  VENULE_MEASURE_JOB_DIAMETER,
  VENULE_MEASURE_JOB_FLOW,
} VenuleMeasureJobKind;

/* Signal: progress (double share), ten times a second while it is at work. */
#define VENULE_TYPE_MEASURE_JOB (venule_measure_job_get_type ())
G_DECLARE_FINAL_TYPE (VenuleMeasureJob, venule_measure_job, VENULE, MEASURE_JOB, GObject)

/* Measures what @document is now. */
VenuleMeasureJob     *venule_measure_job_new        (VenuleDocument        *document,
                                                     VenuleMeasureJobKind   kind);
VenuleMeasureJobKind  venule_measure_job_get_kind   (VenuleMeasureJob      *self);
/* Once. */
void                  venule_measure_job_run_async  (VenuleMeasureJob      *self,
                                                     GCancellable          *cancellable,
                                                     GAsyncReadyCallback    callback,
                                                     gpointer               user_data);
/* (transfer full) (nullable): for venule_document_keep_diameter() or venule_document_keep_flow(). */
char                 *venule_measure_job_run_finish (VenuleMeasureJob      *self,
                                                     GAsyncResult          *result,
                                                     GError               **error);

G_END_DECLS
