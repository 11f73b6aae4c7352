/* venule-cell-tracker-service.c: finds and follows single cells while the user edits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cell-tracker-service.h"

#include <string.h>

#include "venule-error.h"
#include "venule-thread.h"

#define UPDATE_INTERVAL (G_TIME_SPAN_SECOND / 30)

typedef enum {
  DETECT_NEAR,
  FOLLOW,
  REFIT,
} Question;

/**
 * Job:
 *
 * A question on its way. The main thread's but for what the worker fills; each of the two holds a reference.
 */
typedef struct {
  gint                             ref_count;
  VenuleCellTrackerService        *service; /* not owned: only read while there is a task, which holds it */
  GMainContext                    *context;
  GTask                           *task;      /* NULL once it is answered */
  GSource                         *cancelled; /* (nullable): wakes the main thread */
  VenuleCellTrackerServiceProgress progress;
  gpointer                         progress_data;

  /* what is asked, for the worker */
  Question                question;
  VenuleSource           *source;
  VenuleSettings         *settings;
  double                  frame_rate;
  GCancellable           *cancellable;  /* that of the caller, or one of its own */
  gint64                  frame;
  double                  x, y, radius;
  GArray                 *spots;        /* of VenuleSpot */
  int                     direction;
  gint64                  until_frame;

  /* the answer */
  VenuleSpot              spot;
  GArray                 *found;        /* of VenuleSpot */
  VenuleFollowEnd         end;
  GError                 *error;

  /* on the way, under the lock */
  GMutex                  lock;
  GArray                 *news;         /* of VenuleSpot */
  gboolean                news_pending;
  gint64                  told;         /* when the main thread was woken last, µs */
} Job;

struct _VenuleCellTrackerService
{
  GObject         parent_instance;

  VenuleDocument *document;
  GThread        *thread;
  GAsyncQueue    *jobs;      /* of Job; one without a source ends the worker */
  GCancellable   *closing;   /* stops what the worker is at */
};

/* What the worker keeps from one question to the next. */
typedef struct {
  GAsyncQueue       *jobs;
  VenuleSource      *source;
  VenuleSettings    *settings;
  double             frame_rate;
  VenuleCellTracker *cell_tracker;
} Worker;

G_DEFINE_FINAL_TYPE (VenuleCellTrackerService, venule_cell_tracker_service, G_TYPE_OBJECT)

static Job *
job_ref (Job *job)
{
  g_atomic_int_inc (&job->ref_count);
  return job;
}

static void
job_unref (gpointer data)
{
  Job *job = data;

  if (!g_atomic_int_dec_and_test (&job->ref_count))
    return;
  g_clear_pointer (&job->context, g_main_context_unref);
  g_clear_object (&job->source);
  g_clear_pointer (&job->settings, venule_settings_free);
  g_clear_object (&job->cancellable);
  g_clear_pointer (&job->spots, g_array_unref);
  g_clear_pointer (&job->found, g_array_unref);
  g_clear_pointer (&job->news, g_array_unref);
  g_clear_error (&job->error);
  g_mutex_clear (&job->lock);
  g_free (job);
}

/* ---- The main thread ---- */

static void
post (Job         *job,
      GSourceFunc  what)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, what, job_ref (job), job_unref);
  g_source_attach (source, job->context);
}

/* (transfer full) (nullable): the task, if the question has not been answered yet. */
static GTask *
take_task (Job *job)
{
  if (job->cancelled != NULL)
    g_source_destroy (job->cancelled);
  g_clear_pointer (&job->cancelled, g_source_unref);
  return g_steal_pointer (&job->task);
}

static gboolean
answer (gpointer data)
{
  Job *job = data;
  g_autoptr (GTask) task = take_task (job);

  if (task == NULL)
    return G_SOURCE_REMOVE;
  if (job->error != NULL)
    g_task_return_error (task, g_steal_pointer (&job->error));
  else
    g_task_return_pointer (task, job_ref (job), job_unref);
  return G_SOURCE_REMOVE;
}

static gboolean
answer_cancelled (GCancellable *cancellable,
                  gpointer      data)
{
  Job *job = data;
  g_autoptr (GTask) task = take_task (job);

  if (task != NULL)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  return G_SOURCE_REMOVE;
}

static gboolean
tell_news (gpointer data)
{
  Job *job = data;
  g_autoptr (GArray) news = NULL;

  g_mutex_lock (&job->lock);
  news = g_steal_pointer (&job->news);
  job->news = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  job->news_pending = FALSE;
  g_mutex_unlock (&job->lock);

  if (job->task != NULL && job->progress != NULL && news->len > 0)
    job->progress (job->service, (const VenuleSpot *) news->data, news->len, job->progress_data);
  return G_SOURCE_REMOVE;
}

/* ---- The worker ---- */

static void
take_news (const VenuleSpot *spots,
           guint             n,
           gpointer          data)
{
  Job *job = data;
  gint64 now = g_get_monotonic_time ();

  g_mutex_lock (&job->lock);
  g_array_append_vals (job->news, spots, n);
  if (!job->news_pending && now - job->told >= UPDATE_INTERVAL)
    {
      job->news_pending = TRUE;
      job->told = now;
      post (job, tell_news);
    }
  g_mutex_unlock (&job->lock);
}

static void
forget_cell_tracker (Worker *self)
{
  g_clear_pointer (&self->cell_tracker, venule_cell_tracker_free);
  g_clear_object (&self->source);
  g_clear_pointer (&self->settings, venule_settings_free);
}

/* The one for @settings, with its memory and the frames that it has. */
static gboolean
have_cell_tracker (Worker               *self,
                   const Job            *job,
                   const VenuleSettings *settings,
                   GError              **error)
{
  if (self->cell_tracker != NULL && self->source == job->source && self->frame_rate == job->frame_rate &&
      venule_settings_equal (self->settings, settings))
    return TRUE;

  forget_cell_tracker (self);
  self->cell_tracker = venule_cell_tracker_new (job->source, settings, job->frame_rate, job->cancellable, error);
  if (self->cell_tracker == NULL)
    return FALSE;
  self->source = g_object_ref (job->source);
  self->settings = venule_settings_copy (settings);
  self->frame_rate = job->frame_rate;
  return TRUE;
}

static gboolean
compute (Worker                *self,
         Job                   *job,
         const VenuleSettings  *settings,
         GError               **error)
{
  const VenuleSpot *spots = (const VenuleSpot *) job->spots->data;
  guint n = job->spots->len;
  VenuleCellTrackerTake take = job->progress != NULL ? take_news : NULL;

  if (g_cancellable_set_error_if_cancelled (job->cancellable, error) || !have_cell_tracker (self, job, settings, error))
    return FALSE;
  switch (job->question)
    {
    case DETECT_NEAR:
      return venule_cell_tracker_detect_near (self->cell_tracker, job->frame, job->x, job->y, job->radius, &job->spot,
                                              job->cancellable, error);
    case FOLLOW:
      job->found = venule_cell_tracker_follow (self->cell_tracker, spots, n, job->direction, job->until_frame, take,
                                               job, &job->end, job->cancellable, error);
      return job->found != NULL;
    case REFIT:
      job->found = venule_cell_tracker_refit (self->cell_tracker, spots, n, take, job, job->cancellable, error);
      return job->found != NULL;
    default:
      g_return_val_if_reached (FALSE);
    }
}

/* On the processor where a graphics card fails. */
static void
compute_anyhow (Worker *self,
                Job    *job)
{
  if (compute (self, job, job->settings, &job->error))
    return;
  if (job->settings->device == VENULE_DEVICE_CPU ||
      (!g_error_matches (job->error, VENULE_ERROR, VENULE_ERROR_DEVICE) &&
       !g_error_matches (job->error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY)))
    return;

  g_autoptr (VenuleSettings) on_cpu = venule_settings_copy (job->settings);
  g_message ("single cells are followed by the processor: %s", job->error->message);
  g_clear_error (&job->error);
  on_cpu->device = VENULE_DEVICE_CPU;
  compute (self, job, on_cpu, &job->error);
}

static gpointer
work (gpointer data)
{
  Worker self = { .jobs = data };

  for (;;)
    {
      Job *job = g_async_queue_pop (self.jobs);
      gboolean is_last = job->source == NULL;

      if (!is_last)
        {
          compute_anyhow (&self, job);
          post (job, answer);
        }
      job_unref (job);
      if (is_last)
        break;
    }
  forget_cell_tracker (&self);
  return NULL;
}

/* ---- The object ---- */

static Job *
job_new (void)
{
  Job *job = g_new0 (Job, 1);

  job->ref_count = 1;
  g_mutex_init (&job->lock);
  return job;
}

static void
venule_cell_tracker_service_dispose (GObject *object)
{
  VenuleCellTrackerService *self = VENULE_CELL_TRACKER_SERVICE (object);

  if (self->thread != NULL)
    {
      g_cancellable_cancel (self->closing);
      g_async_queue_push (self->jobs, job_new ());
      g_thread_join (g_steal_pointer (&self->thread));
    }
  g_clear_pointer (&self->jobs, g_async_queue_unref);
  g_clear_object (&self->closing);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (venule_cell_tracker_service_parent_class)->dispose (object);
}

static void
venule_cell_tracker_service_class_init (VenuleCellTrackerServiceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = venule_cell_tracker_service_dispose;
}

static void
venule_cell_tracker_service_init (VenuleCellTrackerService *self)
{
  self->jobs = g_async_queue_new_full (job_unref);
  self->closing = g_cancellable_new ();
}

/**
 * venule_cell_tracker_service_new:
 * @document: what settings and video are taken from
 *
 * Its thread begins with the first question.
 *
 * Returns: (transfer full): the service
 */
VenuleCellTrackerService *
venule_cell_tracker_service_new (VenuleDocument *document)
{
  VenuleCellTrackerService *self = g_object_new (VENULE_TYPE_CELL_TRACKER_SERVICE, NULL);

  self->document = g_object_ref (document);
  return self;
}

/* As a run takes it. */
static double
frame_rate_of (VenuleSource         *source,
               const VenuleSettings *settings)
{
  double rate = settings->calibration.frame_rate > 0
                ? settings->calibration.frame_rate : venule_source_get_frame_rate (source);

  return rate > 0 ? rate : 1;
}

static Job *
ask (VenuleCellTrackerService *self,
     Question                  question,
     const VenuleSpot         *spots,
     guint                     n,
     GCancellable             *cancellable,
     GAsyncReadyCallback       callback,
     gpointer                  user_data,
     gpointer                  tag)
{
  Job *job = job_new ();

  job->question = question;
  job->service = self;
  job->context = g_main_context_ref_thread_default ();
  job->task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (job->task, tag);
  job->source = g_object_ref (venule_document_get_source (self->document));
  job->settings = venule_settings_copy (venule_document_get_shown_settings (self->document));
  job->frame_rate = frame_rate_of (job->source, job->settings);
  job->cancellable = cancellable != NULL ? g_object_ref (cancellable) : g_object_ref (self->closing);
  job->spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  g_array_append_vals (job->spots, spots, n);
  job->news = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  if (cancellable != NULL)
    {
      job->cancelled = g_cancellable_source_new (cancellable);
      g_source_set_callback (job->cancelled, G_SOURCE_FUNC (answer_cancelled), job_ref (job), job_unref);
      g_source_attach (job->cancelled, job->context);
    }
  return job;
}

/* Gives the question to the worker, or the answer that it makes no sense, or that there is no worker. */
static void
submit (VenuleCellTrackerService *self,
        Job                      *job)
{
  if (venule_document_validate (self->document, &job->error) && self->thread == NULL)
    self->thread = venule_thread_new ("venule-follower", work, self->jobs, &job->error);
  if (job->error != NULL)
    {
      post (job, answer);
      job_unref (job);
      return;
    }
  g_async_queue_push (self->jobs, job);
}

void
venule_cell_tracker_service_detect_near_async (VenuleCellTrackerService *self,
                                               gint64                    frame,
                                               double                    x,
                                               double                    y,
                                               double                    radius,
                                               GCancellable             *cancellable,
                                               GAsyncReadyCallback       callback,
                                               gpointer                  user_data)
{
  Job *job;

  g_return_if_fail (VENULE_IS_CELL_TRACKER_SERVICE (self));
  g_return_if_fail (frame >= 0);

  job =
    ask (self, DETECT_NEAR, NULL, 0, cancellable, callback, user_data, venule_cell_tracker_service_detect_near_async);
  job->frame = frame;
  job->x = x;
  job->y = y;
  job->radius = radius;
  submit (self, job);
}

gboolean
venule_cell_tracker_service_detect_near_finish (VenuleCellTrackerService *self,
                                                GAsyncResult             *result,
                                                VenuleSpot               *spot,
                                                GError                  **error)
{
  Job *job;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  job = g_task_propagate_pointer (G_TASK (result), error);
  if (job == NULL)
    return FALSE;
  *spot = job->spot;
  job_unref (job);
  return TRUE;
}

void
venule_cell_tracker_service_follow_async (VenuleCellTrackerService         *self,
                                          const VenuleSpot                 *spots,
                                          guint                             n,
                                          int                               direction,
                                          gint64                            until_frame,
                                          VenuleCellTrackerServiceProgress  progress,
                                          gpointer                          progress_data,
                                          GCancellable                     *cancellable,
                                          GAsyncReadyCallback               callback,
                                          gpointer                          user_data)
{
  Job *job;

  g_return_if_fail (VENULE_IS_CELL_TRACKER_SERVICE (self));
  g_return_if_fail (n > 0);
  g_return_if_fail (direction == 1 || direction == -1);

  job = ask (self, FOLLOW, spots, n, cancellable, callback, user_data, venule_cell_tracker_service_follow_async);
  job->direction = direction;
  job->until_frame = until_frame;
  job->progress = progress;
  job->progress_data = progress_data;
  submit (self, job);
}

/* (transfer full) (nullable) */
static GArray *
take_found (GAsyncResult     *result,
            VenuleFollowEnd  *end,
            GError          **error)
{
  Job *job = g_task_propagate_pointer (G_TASK (result), error);
  GArray *found;

  if (job == NULL)
    return NULL;
  found = g_steal_pointer (&job->found);
  if (end != NULL)
    *end = job->end;
  job_unref (job);
  return found;
}

GArray *
venule_cell_tracker_service_follow_finish (VenuleCellTrackerService  *self,
                                           GAsyncResult              *result,
                                           VenuleFollowEnd           *end,
                                           GError                   **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return take_found (result, end, error);
}

void
venule_cell_tracker_service_refit_async (VenuleCellTrackerService         *self,
                                         const VenuleSpot                 *spots,
                                         guint                             n,
                                         VenuleCellTrackerServiceProgress  progress,
                                         gpointer                          progress_data,
                                         GCancellable                     *cancellable,
                                         GAsyncReadyCallback               callback,
                                         gpointer                          user_data)
{
  Job *job;

  g_return_if_fail (VENULE_IS_CELL_TRACKER_SERVICE (self));
  g_return_if_fail (n > 0);

  job = ask (self, REFIT, spots, n, cancellable, callback, user_data, venule_cell_tracker_service_refit_async);
  job->progress = progress;
  job->progress_data = progress_data;
  submit (self, job);
}

GArray *
venule_cell_tracker_service_refit_finish (VenuleCellTrackerService  *self,
                                          GAsyncResult              *result,
                                          GError                   **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return take_found (result, NULL, error);
}
