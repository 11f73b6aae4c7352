/* venule-batch-row.c: one row of a batch, from what is there of it to its results
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "venule-backend.h"
#include "venule-batch-private.h"
#include "venule-error.h"
#include "venule-manifest-private.h"
#include "venule-save.h"
#include "venule-write-error.h"

#define LOG "log.txt"

/* Bytes that an analysis takes whatever its pictures are, and for each of their pixels where all of them is analysed
 * (docs/benchmarks-tables.md). */
#define MEMORY_BASE (60 * 1024 * 1024)
#define MEMORY_PIXEL 120

/* What the hooks of a job know. */
typedef struct {
  VenuleBatch     *batch;
  VenuleBatchTask *task;
  GString         *log;
  char            *failure, *note; /* the last sentences */
} Run;

/* ---- While it runs ---- */

static void
say (VenuleJobTone tone,
     const char   *text,
     gpointer      data)
{
  Run *run = data;
  char **last = tone == VENULE_JOB_SAYS_FAILURE ? &run->failure : tone == VENULE_JOB_SAYS_NOTE ? &run->note : NULL;

  g_string_append (run->log, text);
  if (tone == VENULE_JOB_SAYS_FAILURE)
    g_string_append_c (run->log, '\n');
  if (last == NULL)
    return;
  g_free (*last);
  *last = g_strchomp (g_strdup (text));
}

/* As many at once as there is memory for; a video that is too large for it is analysed alone. */
static void
reserve_memory (Run *run)
{
  VenuleBatch *batch = run->batch;
  VenuleBatchTask *task = run->task;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&batch->lock);
  VenuleSource *source = venule_job_get_source (task->job);
  gsize pixels = (gsize) venule_source_get_width (source) * (gsize) venule_source_get_height (source);
  gsize wanted = MEMORY_BASE + MEMORY_PIXEL * pixels;

  while (batch->reserved > 0 && batch->reserved + wanted > batch->memory && !batch->stopping && !task->cancelled)
    g_cond_wait (&batch->changed, &batch->lock);
  batch->reserved += wanted;
  task->reserved = wanted;
}

static void
take_step (VenuleJobStep step,
           gpointer      data)
{
  if (step == VENULE_JOB_OPENED)
    reserve_memory (data);
}

static void
take_progress (VenuleAnalysis *analysis,
               gpointer        data)
{
  Run *run = data;
  VenuleAnalysisProgress progress;
  g_autoptr (GMutexLocker) locker = NULL;

  venule_analysis_get_progress (analysis, &progress);
  locker = g_mutex_locker_new (&run->batch->lock);
  run->task->news.frames = progress.frames_total;
  run->task->news.frames_done = progress.frames_done;
  run->task->news.tracks = progress.n_tracks;
  run->task->news.seconds = (g_get_monotonic_time () - run->task->begun) / (double) G_USEC_PER_SEC;
  if (g_strcmp0 (run->task->news.device, venule_analysis_get_device (analysis)) != 0)
    {
      g_free (run->task->news.device);
      run->task->news.device = g_strdup (venule_analysis_get_device (analysis));
    }
  venule_batch_set_news (run->batch, run->task);
}

/* Of a card that all jobs on it share; without one the job opens what its settings ask for. */
static void
give_stream (VenuleBatch             *self,
             const VenuleBatchDevice *device,
             VenuleJob               *job)
{
  vnk_backend *stream;

  if (device->card == NULL)
    return;
  g_mutex_lock (&self->lock);
  stream = venule_backend_open_stream (device->card, NULL);
  g_mutex_unlock (&self->lock);
  if (stream != NULL)
    venule_job_set_backend (job, stream);
}

static VenuleJobEnd
run_job (Run                     *run,
         VenuleJobOptions        *options,
         const VenuleBatchDevice *device,
         VenuleJob              **job)
{
  VenuleBatch *batch = run->batch;
  const VenuleJobHooks hooks = { say, take_step, NULL, take_progress, run };
  g_autoptr (GMainContext) context = g_main_context_new ();
  VenuleJobEnd end;

  *job = venule_job_new (options, &hooks);
  venule_job_set_among_others (*job);
  give_stream (batch, device, *job);
  g_mutex_lock (&batch->lock);
  run->task->job = *job;
  venule_job_set_paused (*job, batch->paused);
  if (batch->stopping || run->task->cancelled)
    venule_job_stop (*job);
  g_mutex_unlock (&batch->lock);

  g_main_context_push_thread_default (context);
  end = venule_job_run (*job);
  g_main_context_pop_thread_default (context);

  g_mutex_lock (&batch->lock);
  run->task->job = NULL;
  batch->reserved -= run->task->reserved;
  run->task->reserved = 0;
  g_cond_broadcast (&batch->changed);
  g_mutex_unlock (&batch->lock);
  return end;
}

/* ---- What is there already ---- */

static void
take_record (VenuleBatch             *self,
             VenuleBatchTask         *task,
             const VenuleBatchRecord *record)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  task->news.frames = task->news.frames_done = record->frames;
  task->news.tracks = record->tracks;
  task->news.seconds = record->seconds;
  g_free (task->news.device);
  task->news.device = g_strdup (record->device);
  venule_batch_news_set (&task->news, record->failed ? VENULE_BATCH_ITEM_FAILED : VENULE_BATCH_ITEM_DONE,
                         record->message);
  venule_batch_set_news (self, task);
}

/* Whether what was written of it counts: one of the devices that may be used is of that kind, and it is not tried
 * again. */
static gboolean
counts (VenuleBatch             *self,
        const VenuleBatchTask   *task,
        const VenuleBatchRecord *record)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (record->failed && task->retried)
    return FALSE;
  for (guint i = 0; i < self->devices->len; i++)
    if (g_strcmp0 (venule_device_to_string (g_array_index (self->devices, VenuleBatchDevice, i).wanted),
                   record->device_class) == 0)
      return TRUE;
  return FALSE;
}

/* Whether it says that these options have been computed, of whichever video. */
static gboolean
is_of_options (VenuleBatch             *self,
               VenuleBatchTask         *task,
               const VenuleBatchRecord *record)
{
  g_autofree char *key = venule_batch_key_dup (task->arguments, task->proposed);

  return key != NULL && g_strcmp0 (record->key, key) == 0 && counts (self, task, record);
}

gboolean
venule_batch_look_at_row (VenuleBatch     *self,
                          VenuleBatchTask *task)
{
  g_autoptr (VenuleBatchRecord) record = venule_batch_record_read (task->folder);
  gint64 size;
  g_autofree char *stamp = venule_batch_stamp_dup (task->video, &size);

  g_mutex_lock (&self->lock);
  task->size = size;
  g_mutex_unlock (&self->lock);
  if (record == NULL || stamp == NULL || g_strcmp0 (stamp, record->stamp) != 0 ||
      !is_of_options (self, task, record) ||
      !venule_batch_place_document (task->folder, task->id, record, NULL, NULL))
    return FALSE;
  take_record (self, task, record);
  return TRUE;
}

/* The files of the video are others, but what is in them may be the same. */
static gboolean
is_same_video (VenuleBatch             *self,
               VenuleBatchTask         *task,
               VenuleBatchRecord       *record,
               const VenuleJobOptions  *options,
               const char              *stamp)
{
  g_autoptr (VenuleSource) source = NULL;
  g_autofree char *hash = NULL;

  if (record == NULL || record->hash == NULL || !is_of_options (self, task, record))
    return FALSE;
  source = venule_source_open_as (task->video, &options->input, NULL, NULL);
  hash = source != NULL ? venule_source_dup_hash (source, NULL, NULL) : NULL;
  if (g_strcmp0 (hash, record->hash) != 0)
    return FALSE;
  g_free (record->stamp);
  record->stamp = g_strdup (stamp);
  if (!venule_batch_record_write (record, task->folder, NULL))
    return FALSE;
  take_record (self, task, record);
  return TRUE;
}

/* ---- The end ---- */

/* A failure that another day may not meet is not written down: the row is missing as before. */
static gboolean
is_passing (const GError *error)
{
  static const int passing[] = { VENULE_ERROR_WRITE, VENULE_ERROR_NO_SPACE, VENULE_ERROR_NO_MEMORY,
                                 VENULE_ERROR_DEVICE, VENULE_ERROR_NOT_FOUND };

  if (error == NULL || error->domain != VENULE_ERROR)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (passing); i++)
    if (error->code == passing[i])
      return TRUE;
  return FALSE;
}

static void
write_log (Run *run)
{
  g_autofree char *path = g_build_filename (run->task->folder, LOG, NULL);
  g_autoptr (GBytes) content = g_bytes_new (run->log->str, run->log->len);

  venule_save_file (path, content, NULL);
}

static VenuleBatchRecord *
make_record (Run                     *run,
             VenuleJob               *job,
             const VenuleBatchDevice *device,
             const VenuleBatchRecord *before,
             const char              *stamp)
{
  VenuleBatchTask *task = run->task;
  VenuleBatchRecord *record = g_new0 (VenuleBatchRecord, 1);
  g_autofree char *document = venule_batch_dup_new_document (task->folder, task->id);

  record->key = venule_batch_key_dup (task->arguments, task->proposed);
  record->device_class = g_strdup (venule_device_to_string (device->wanted));
  record->stamp = g_strdup (stamp);
  record->hash = venule_job_get_source (job) != NULL ? venule_source_dup_hash (venule_job_get_source (job), NULL, NULL)
                                                     : NULL;
  record->frames = venule_job_get_n_frames (job);
  record->tracks = venule_job_get_n_tracks (job);
  record->seconds = (g_get_monotonic_time () - task->begun) / (double) G_USEC_PER_SEC;
  record->device = g_strdup (venule_job_get_device (job));
  record->document = venule_batch_stamp_dup_file (document);
  record->replaced = before != NULL ? g_strdup (before->document) : NULL;
  return record;
}

/* Last of all, so that what says that it is there is there alone when all is. */
static gboolean
write_record (Run                *run,
              VenuleBatchRecord  *record,
              GError            **error)
{
  VenuleBatchTask *task = run->task;
  g_autofree char *aside = NULL;

  if (!venule_batch_record_write (record, task->folder, error) ||
      !venule_batch_place_document (task->folder, task->id, record, &aside, error))
    return FALSE;
  if (aside != NULL && record->message == NULL)
    record->message = g_strdup_printf (_("The document that was changed by hand is kept as “%s”."), aside);
  return TRUE;
}

static void
end_failed (Run        *run,
            const char *sentence)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&run->batch->lock);

  venule_batch_news_set (&run->task->news, VENULE_BATCH_ITEM_FAILED, sentence);
  venule_batch_set_news (run->batch, run->task);
}

/* Cut off: it waits for the next time, or was cancelled for good. */
static void
end_stopped (Run *run)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&run->batch->lock);
  VenuleBatchNews *news = &run->task->news;

  venule_batch_news_clear (news);
  *news = (VenuleBatchNews) { run->task->cancelled ? VENULE_BATCH_ITEM_CANCELLED : VENULE_BATCH_ITEM_WAITING };
  venule_batch_set_news (run->batch, run->task);
}

static void
end_job (Run                     *run,
         VenuleJob               *job,
         VenuleJobEnd             end,
         const VenuleBatchDevice *device,
         const VenuleBatchRecord *before,
         const char              *stamp)
{
  g_autoptr (VenuleBatchRecord) record = NULL;
  g_autoptr (GError) error = NULL;

  if (end == VENULE_JOB_STOPPED)
    {
      end_stopped (run);
      return;
    }
  write_log (run);
  if (end == VENULE_JOB_FAILED && is_passing (venule_job_get_error (job)))
    {
      end_failed (run, run->failure);
      return;
    }
  record = make_record (run, job, device, before, stamp);
  record->failed = end == VENULE_JOB_FAILED;
  record->message = record->failed ? g_strdup (run->failure)
                    : end == VENULE_JOB_INCOMPLETE ? g_strdup (run->note) : NULL;
  if (write_record (run, record, &error))
    take_record (run->batch, run->task, record);
  else
    end_failed (run, error->message);
}

/* ---- A row ---- */

/* What the batch says to it beside its own options. */
static void
add_options (VenuleJobOptions        *options,
             VenuleBatchTask         *task,
             const VenuleBatchDevice *device,
             int                      threads)
{
  options->output = g_strdup (task->folder);
  options->project = venule_batch_dup_new_document (task->folder, task->id);
  options->replace = TRUE;
  options->settings->device = device->device;
  options->settings->cuda_device = device->number;
  if (options->settings->threads == 0)
    options->settings->threads = threads;
}

/* Whether the job met a device that does not compute: what it was given, or what it began with. */
static gboolean
met_failed_device (VenuleJob               *job,
                   const VenuleBatchDevice *device)
{
  const char *computed = venule_job_get_device (job);

  return device->device == VENULE_DEVICE_CUDA &&
         (g_error_matches (venule_job_get_error (job), VENULE_ERROR, VENULE_ERROR_DEVICE) ||
          (computed != NULL && strstr (computed, "cuda failed") != NULL));
}

static VenuleBatchRowEnd
compute (Run                     *run,
         VenuleJobOptions        *options,
         const VenuleBatchDevice *device,
         int                      threads,
         gboolean                *device_failed)
{
  VenuleBatchTask *task = run->task;
  g_autoptr (VenuleBatchRecord) before = venule_batch_record_read (task->folder);
  g_autofree char *stamp = venule_batch_stamp_dup (task->video, NULL);
  g_autoptr (VenuleJob) job = NULL;
  VenuleJobEnd end;

  /* Another program may have done it since. */
  if (venule_batch_look_at_row (run->batch, task) || is_same_video (run->batch, task, before, options, stamp))
    return VENULE_BATCH_ROW_ENDED;

  add_options (options, task, device, threads);
  g_remove (options->project);
  venule_batch_clear_leftovers (task->folder);
  end = run_job (run, options, device, &job);
  *device_failed = met_failed_device (job, device);
  if (*device_failed && end == VENULE_JOB_FAILED)
    return VENULE_BATCH_ROW_DEVICE_FAILED;
  end_job (run, job, end, device, before, stamp);
  if (end == VENULE_JOB_STOPPED)
    g_remove (options->project);
  g_mutex_lock (&run->batch->lock);
  run->batch->n_computed += end != VENULE_JOB_STOPPED;
  run->batch->begun_frames += venule_job_get_n_frames (job);
  g_mutex_unlock (&run->batch->lock);
  return VENULE_BATCH_ROW_ENDED;
}

static VenuleBatchRowEnd
run_in_folder (Run                     *run,
               const VenuleBatchDevice *device,
               int                      threads,
               gboolean                *device_failed,
               GError                 **error)
{
  VenuleBatchTask *task = run->task;
  g_auto (VenuleJobOptions) options = { 0 };
  VenuleBatchRowEnd end = VENULE_BATCH_ROW_ENDED;
  int lock = -1;

  if (!venule_manifest_parse_arguments (task->arguments, task->proposed, &options, error))
    return VENULE_BATCH_ROW_ENDED;
  if (g_mkdir (task->folder, 0777) != 0 && errno != EEXIST)
    {
      venule_write_error_set (task->folder, errno, error);
      return VENULE_BATCH_ROW_ENDED;
    }
  if (!venule_save_lock (task->folder, &lock, NULL))
    return VENULE_BATCH_ROW_TAKEN;
  end = compute (run, &options, device, threads, device_failed);
  if (lock >= 0)
    close (lock);
  return end;
}

VenuleBatchRowEnd
venule_batch_run_row (VenuleBatch             *self,
                      VenuleBatchTask         *task,
                      const VenuleBatchDevice *device,
                      int                      threads,
                      gboolean                *device_failed)
{
  Run run = { self, task, g_string_new (NULL) };
  g_autoptr (GError) error = NULL;
  VenuleBatchRowEnd end = VENULE_BATCH_ROW_ENDED;

  *device_failed = FALSE;
  if (task->fault != NULL)
    end_failed (&run, task->fault);
  else
    end = run_in_folder (&run, device, threads, device_failed, &error);
  if (error != NULL)
    end_failed (&run, error->message);
  g_string_free (run.log, TRUE);
  g_free (run.failure);
  g_free (run.note);
  return end;
}
