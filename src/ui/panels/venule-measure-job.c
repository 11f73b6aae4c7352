/* venule-measure-job.c: the diameter of the vessel, or the velocity of the blood, is measured in the video in a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-measure-job.h"

#include "venule-task.h"

#define INTERVAL_MS 100

struct _VenuleMeasureJob
{
  GObject               parent_instance;

  VenuleMeasurementSnapshot *snapshot;
  VenuleMeasureJobKind       kind;
  int                        permille; /* atomic */
  guint                      timeout;
};

enum
{
  PROGRESS,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenuleMeasureJob, venule_measure_job, G_TYPE_OBJECT)

static guint signals[N_SIGNALS];

static void
venule_measure_job_finalize (GObject *object)
{
  VenuleMeasureJob *self = VENULE_MEASURE_JOB (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->snapshot, venule_measurement_snapshot_unref);

  G_OBJECT_CLASS (venule_measure_job_parent_class)->finalize (object);
}

static void
venule_measure_job_class_init (VenuleMeasureJobClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_measure_job_finalize;

  signals[PROGRESS] = g_signal_new ("progress", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, G_TYPE_DOUBLE);
}

static void
venule_measure_job_init (VenuleMeasureJob *self)
{
}

VenuleMeasureJob *
venule_measure_job_new (VenuleDocument       *document,
                        VenuleMeasureJobKind  kind)
{
  VenuleMeasureJob *self = g_object_new (VENULE_TYPE_MEASURE_JOB, NULL);

  self->snapshot = venule_document_begin_measuring (document);
  self->kind = kind;
  return self;
}

VenuleMeasureJobKind
venule_measure_job_get_kind (VenuleMeasureJob *self)
{
  g_return_val_if_fail (VENULE_IS_MEASURE_JOB (self), VENULE_MEASURE_JOB_DIAMETER);

  return self->kind;
}

/* In the thread */

static void
on_progress (double   share,
             gpointer user_data)
{
  g_atomic_int_set (&VENULE_MEASURE_JOB (user_data)->permille, (int) (share * 1000));
}

static void
run_in_thread (GTask        *task,
               gpointer      source_object,
               gpointer      task_data,
               GCancellable *cancellable)
{
  VenuleMeasureJob *self = source_object;
  GError *error = NULL;
  char *found = self->kind == VENULE_MEASURE_JOB_FLOW
                  ? venule_measurement_snapshot_find_flow (self->snapshot, on_progress, self, cancellable, &error)
                  : venule_measurement_snapshot_find_diameter (self->snapshot, on_progress, self, cancellable, &error);

  if (found)
    g_task_return_pointer (task, found, g_free);
  else
    g_task_return_error (task, error);
}

/* On the main thread */

static gboolean
on_timeout (gpointer user_data)
{
  VenuleMeasureJob *self = user_data;

  g_signal_emit (self, signals[PROGRESS], 0, g_atomic_int_get (&self->permille) / 1000.0);
  return G_SOURCE_CONTINUE;
}

void
venule_measure_job_run_async (VenuleMeasureJob    *self,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (VENULE_IS_MEASURE_JOB (self));
  g_return_if_fail (self->timeout == 0);

  self->timeout = g_timeout_add (INTERVAL_MS, on_timeout, self);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, venule_measure_job_run_async);
  venule_task_run (task, run_in_thread);
}

char *
venule_measure_job_run_finish (VenuleMeasureJob  *self,
                               GAsyncResult      *result,
                               GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  g_clear_handle_id (&self->timeout, g_source_remove);
  return g_task_propagate_pointer (G_TASK (result), error);
}
