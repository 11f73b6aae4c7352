/* venule-export-job.c: writes the files of an analysis in a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-export-job.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "venule-save.h"
#include "venule-task.h"

struct _VenuleExportJob
{
  GObject            parent_instance;

  VenuleResults     *results;    /* tracks of a document belong to the main thread; these to the job */
  char              *directory;
  VenuleExportParts  parts;
  int                permille;   /* atomic; of the movie */
  guint              timeout;
};

enum
{
  PROGRESS,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleExportJob, venule_export_job, G_TYPE_OBJECT)

static guint signals[N_SIGNALS];

static void
venule_export_job_finalize (GObject *object)
{
  VenuleExportJob *self = VENULE_EXPORT_JOB (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  venule_results_free (self->results);
  g_free (self->directory);

  G_OBJECT_CLASS (venule_export_job_parent_class)->finalize (object);
}

static void
venule_export_job_class_init (VenuleExportJobClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_export_job_finalize;

  signals[PROGRESS] = g_signal_new ("progress", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, G_TYPE_DOUBLE);
}

static void
venule_export_job_init (VenuleExportJob *self)
{
}

VenuleExportJob *
venule_export_job_new (const VenuleResults *results,
                       const char          *directory,
                       VenuleExportParts    parts)
{
  VenuleExportJob *self = g_object_new (VENULE_TYPE_EXPORT_JOB, NULL);

  self->results = venule_results_copy (results);
  self->directory = g_strdup (directory);
  self->parts = parts;
  return self;
}

/* In the thread */

static void
on_movie_progress (double   fraction,
                   gpointer user_data)
{
  g_atomic_int_set (&VENULE_EXPORT_JOB (user_data)->permille, (int) (fraction * 1000));
}

/* Alone: the command line, or another window, may be writing into the same folder. */
static gboolean
write_files (VenuleExportJob  *self,
             GCancellable     *cancellable,
             GError          **error)
{
  gboolean made = !g_file_test (self->directory, G_FILE_TEST_EXISTS);
  gboolean written;
  int lock;

  if (!venule_save_check_directory (self->directory, error) || !venule_save_lock (self->directory, &lock, error))
    return FALSE;
  /* The person has been asked. */
  written =
    venule_export_check_others (self->results, self->parts, self->directory, TRUE, error) &&
    venule_export_write (self->results, self->parts, self->directory, on_movie_progress, self, cancellable, error);
  if (lock >= 0)
    close (lock);
  /* One that holds something stays. */
  if (!written && made)
    g_rmdir (self->directory);

  return written;
}

static void
run_in_thread (GTask        *task,
               gpointer      source_object,
               gpointer      task_data,
               GCancellable *cancellable)
{
  VenuleExportJob *self = source_object;
  GError *error = NULL;

  if (write_files (self, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* On the main thread */

static gboolean
on_timeout (gpointer user_data)
{
  VenuleExportJob *self = user_data;

  g_signal_emit (self, signals[PROGRESS], 0, g_atomic_int_get (&self->permille) / 1000.0);
  return G_SOURCE_CONTINUE;
}

void
venule_export_job_run_async (VenuleExportJob     *self,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (VENULE_IS_EXPORT_JOB (self));
  g_return_if_fail (self->timeout == 0);

  self->timeout = g_timeout_add (100, on_timeout, self);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, venule_export_job_run_async);
  venule_task_run (task, run_in_thread);
}

gboolean
venule_export_job_run_finish (VenuleExportJob  *self,
                              GAsyncResult     *result,
                              GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  g_clear_handle_id (&self->timeout, g_source_remove);
  return g_task_propagate_boolean (G_TASK (result), error);
}
