/* venule-export-job.h: writes the files of an analysis in a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-export.h"

G_BEGIN_DECLS

/**
 * VenuleExportJob:
 *
 * Takes a copy of the results when it is made, so that tracks can be corrected while the files are written.
 * Signal: progress (double fraction), on the main thread.
 */
#define VENULE_TYPE_EXPORT_JOB (venule_export_job_get_type ())
G_DECLARE_FINAL_TYPE (VenuleExportJob, venule_export_job, VENULE, EXPORT_JOB, GObject)

VenuleExportJob *venule_export_job_new        (const VenuleResults  *results,
                                               const char           *directory,
                                               VenuleExportParts     parts);
void             venule_export_job_run_async  (VenuleExportJob      *self,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean         venule_export_job_run_finish (VenuleExportJob      *self,
                                               GAsyncResult         *result,
                                               GError              **error);

G_END_DECLS
