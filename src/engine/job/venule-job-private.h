/* venule-job-private.h: what the parts of a job share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-job.h"

G_BEGIN_DECLS

/* Only @paused and @analysis are looked at by other threads, under the lock. */
struct _VenuleJob
{
  VenuleJobOptions     *options;
  const VenuleJobHooks *hooks;
  gboolean              among_others;
  vnk_backend          *backend; /* until the job takes it */
  VenuleSource         *source;
  VenuleDocument       *document;
  VenuleMeasures       *measured;
  GCancellable         *cancellable;
  GMutex                lock;
  gboolean              paused;
  VenuleAnalysis       *analysis; /* while frames are analysed */
  GMainContext         *context;
  double                seconds;
  gint64                n_frames;
  guint                 n_tracks;
  char                 *device;
  GError               *error;
};

/* @format: with its end of line, except for a failure. */
void     venule_job_say               (VenuleJob      *self,
                                       VenuleJobTone   tone,
                                       const char     *format,
                                       ...) G_GNUC_PRINTF (3, 4);
void     venule_job_step              (VenuleJob      *self,
                                       VenuleJobStep   step);
gboolean venule_job_is_stopped        (VenuleJob      *self);

/* ---- The document (venule-job-document.c) ---- */

gboolean venule_job_open_document     (VenuleJob      *self,
                                       GError        **error);
gboolean venule_job_save_document     (VenuleJob      *self,
                                       GError        **error);
/* Where nothing is kept of a run nothing is left of it: it would be in the way of the next one. */
void     venule_job_discard_document  (VenuleJob      *self);
/* What was corrected in the run that the document showed before. */
gboolean venule_job_transfer_edits    (VenuleJob      *self,
                                       GError        **error);

/* ---- What is said of the results (venule-job-sentences.c) ---- */

void     venule_job_say_results       (VenuleJob      *self,
                                       VenuleAnalysis *analysis);

G_END_DECLS
