/* venule-job.h: the whole analysis of one video, from its options to its files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-analysis.h"
#include "venule-job-options.h"

G_BEGIN_DECLS

/**
 * VenuleJobEnd:
 * @VENULE_JOB_DONE: all is written
 * @VENULE_JOB_FAILED: a %VENULE_JOB_SAYS_FAILURE said why; what could be had may be written all the same
 * @VENULE_JOB_INCOMPLETE: done, but something is missing, as a part of the video
 * @VENULE_JOB_STOPPED: it was asked to stop; the results reach up to there
 *
 * How a job ends.
 */
typedef enum {
  VENULE_JOB_DONE,
  VENULE_JOB_FAILED,
  VENULE_JOB_INCOMPLETE,
  VENULE_JOB_STOPPED,
} VenuleJobEnd;

/**
 * VenuleJobTone:
 * @VENULE_JOB_SAYS_RESULT: what came out, lines with their ends
 * @VENULE_JOB_SAYS_NOTE: what must be known of it, lines with their ends
 * @VENULE_JOB_SAYS_FAILURE: what went wrong, sentences
 *
 * What a text is about.
 */
typedef enum {
  VENULE_JOB_SAYS_RESULT,
  VENULE_JOB_SAYS_NOTE,
  VENULE_JOB_SAYS_FAILURE,
} VenuleJobTone;

/**
 * VenuleJobStep:
 * @VENULE_JOB_OPENED: the video is open, and nothing else has begun
 * @VENULE_JOB_MAKES_FOLDER: the folder for the results is not there, and is made next
 * @VENULE_JOB_FOLDER_TAKEN: another program writes into it
 * @VENULE_JOB_LISTENS: from now on the job answers to @stopped and venule_job_stop(), and must not be ended otherwise
 * @VENULE_JOB_RUNS: frames are analysed
 * @VENULE_JOB_RAN: no more
 *
 * Where a job is.
 */
typedef enum {
  VENULE_JOB_OPENED,
  VENULE_JOB_MAKES_FOLDER,
  VENULE_JOB_FOLDER_TAKEN,
  VENULE_JOB_LISTENS,
  VENULE_JOB_RUNS,
  VENULE_JOB_RAN,
} VenuleJobStep;

/**
 * VenuleJobHooks:
 * @say: each text
 * @step: (nullable): each step
 * @stopped: (nullable): whether the job is to stop, beside venule_job_stop()
 * @progress: (nullable): as VenuleAnalysis::progress
 * @data: for them
 *
 * Through which a job speaks with the program that it is a part of; all are called in its thread.
 */
typedef struct {
  void     (*say)      (VenuleJobTone tone, const char *text, gpointer data);
  void     (*step)     (VenuleJobStep step, gpointer data);
  gboolean (*stopped)  (gpointer data);
  void     (*progress) (VenuleAnalysis *analysis, gpointer data);
  gpointer data;
} VenuleJobHooks;

/**
 * VenuleJob:
 *
 * One video: opened, checked, its settings proposed where that is wanted, analysed, exported and saved. The command
 * “analyze” and each row of a batch are one, and so write the same bytes.
 */
typedef struct _VenuleJob VenuleJob;

/**
 * venule_job_new:
 * @options: parsed, with a folder for the results; they stay with the caller, and change
 * @hooks: (nullable): stay with the caller
 *
 * Returns: (transfer full): a job that has not begun
 */
VenuleJob    *venule_job_new          (VenuleJobOptions      *options,
                                       const VenuleJobHooks  *hooks);
void          venule_job_free         (VenuleJob             *self);

/**
 * venule_job_set_among_others:
 * @self: a job that has not begun
 *
 * It is one of several in this process, and is computed anew where it is cut off: the graphics card stays with the
 * process, its document is kept in memory until it is saved, so that nothing is left to be recovered, and where it is
 * stopped nothing is written. The caller holds the lock of the folder (venule_save_lock()).
 */
void          venule_job_set_among_others (VenuleJob         *self);
/* Before it has begun. @backend: (transfer full): kernels that are open for its settings */
void          venule_job_set_backend  (VenuleJob             *self,
                                       vnk_backend           *backend);

/**
 * venule_job_run:
 * @self: a job that has not begun
 *
 * Blocks until it has ended. In any thread, whose thread-default main context it iterates.
 *
 * Returns: how it ended
 */
VenuleJobEnd  venule_job_run          (VenuleJob             *self);

/* From any thread; within one frame it ends as far as it is. */
void          venule_job_stop         (VenuleJob             *self);
/* From any thread; may be called before the run, too. */
void          venule_job_set_paused   (VenuleJob             *self,
                                       gboolean               paused);

/* ---- After it has ended ---- */

/* Of the analysis, without reading and writing files; 0 where there was none. */
double        venule_job_get_seconds  (VenuleJob             *self);
gint64        venule_job_get_n_frames (VenuleJob             *self);
guint         venule_job_get_n_tracks (VenuleJob             *self);
/* (nullable): what computed, for files. */
const char   *venule_job_get_device   (VenuleJob             *self);
/* (nullable): why it failed; (transfer none) */
const GError *venule_job_get_error    (VenuleJob             *self);
/* (nullable): the video, where it could be opened. */
VenuleSource *venule_job_get_source   (VenuleJob             *self);

/* (transfer full): the line that warns of a video with that name. */
char         *venule_job_dup_cut_off  (const char            *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleJob, venule_job_free)

G_END_DECLS
