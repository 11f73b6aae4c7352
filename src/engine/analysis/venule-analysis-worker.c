/* venule-analysis-worker.c: what the worker of a run does with the frames
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-analysis-private.h"

#include <glib/gi18n-lib.h>

#include "venule-early-writer.h"
#include "venule-error.h"
#include "venule-pipeline.h"

/* Under the lock. */
static void
schedule_update (VenuleAnalysis *self)
{
  if (self->shared.update_pending)
    return;

  g_autoptr (GSource) source = g_idle_source_new ();

  self->shared.update_pending = TRUE;
  g_source_set_priority (source, G_PRIORITY_DEFAULT_IDLE);
  g_source_set_callback (source, venule_analysis_update, g_object_ref (self), g_object_unref);
  g_source_attach (source, self->context);
}

/* Under the lock. */
static void
count_frame (VenuleAnalysis *self,
             VenuleFrame    *frame,
             guint           n_cells)
{
  VenuleAnalysisProgress *progress = &self->shared.progress;
  gint64 n_frames = venule_source_has_table (self->source) ? venule_source_get_n_frames (self->source) : 0;

  if (progress->frames_done == 0)
    self->shared.first_frame = frame->index;
  if (self->settings->last_frame < 0 && n_frames > 0)
    progress->frames_total = n_frames - self->settings->first_frame;

  progress->frames_done++;
  /* The header promised too little. */
  if (progress->frames_done > progress->frames_total)
    progress->frames_total = 0;
  progress->newest_frame = frame->index;
  progress->n_damaged += frame->corrupt ? 1 : 0;
  progress->n_tracks = n_cells;

  double rate = venule_rate_meter_rate (&self->shared.meter, g_get_monotonic_time (), progress->frames_done);
  if (rate > 0)
    progress->frames_per_second = rate;
  progress->seconds_left = progress->frames_total > 0 && progress->frames_per_second > 0
                             ? (progress->frames_total - progress->frames_done) / progress->frames_per_second
                             : -1;
}

/* FALSE when the run was cancelled. */
static gboolean
wait_while_paused (VenuleAnalysis *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->shared.lock);

  while (self->shared.paused && !self->shared.cancelled)
    {
      g_cond_wait (&self->shared.changed, &self->shared.lock);
      venule_rate_meter_start (&self->shared.meter, g_get_monotonic_time (), self->shared.progress.frames_done);
    }
  return !self->shared.cancelled;
}

static gboolean
is_cancelled (VenuleAnalysis *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->shared.lock);

  return self->shared.cancelled;
}

/* Under the lock. */
static void
show (VenuleAnalysis *self,
      VenulePipeline *run,
      GArray         *ids,
      GArray         *spots)
{
  g_array_append_vals (self->shared.ids, ids->data, ids->len);
  g_array_append_vals (self->shared.spots, spots->data, spots->len);
  self->shared.progress.n_unregistered = venule_pipeline_get_n_unregistered (run);
  /* A device that fails hands its frames over. */
  if (strcmp (self->shared.device, venule_pipeline_get_device (run)) != 0)
    self->shared.device = g_intern_string (venule_pipeline_get_device (run));
  schedule_update (self);
}

static gboolean
step (VenuleAnalysis *self,
      VenulePipeline *run,
      VenuleFrame    *frame,
      GArray         *ids,
      GArray         *spots,
      GError        **error)
{
  double rate = self->settings->calibration.frame_rate;
  double time = rate > 0 ? frame->index / rate : frame->time;

  g_array_set_size (ids, 0);
  g_array_set_size (spots, 0);
  if (!venule_pipeline_step (run, frame, time, ids, spots, error))
    return FALSE;
  g_array_append_val (self->times, frame->time);

  g_mutex_lock (&self->shared.lock);
  count_frame (self, frame, venule_pipeline_get_n_cells (run));
  show (self, run, ids, spots);
  g_mutex_unlock (&self->shared.lock);
  return TRUE;
}

/* The frames that a device still has. */
static void
drain (VenuleAnalysis *self,
       VenulePipeline *run,
       GArray         *ids,
       GArray         *spots,
       GError        **error)
{
  g_array_set_size (ids, 0);
  g_array_set_size (spots, 0);
  if (!venule_pipeline_drain (run, ids, spots, error))
    return;

  g_mutex_lock (&self->shared.lock);
  self->shared.progress.n_tracks = venule_pipeline_get_n_cells (run);
  show (self, run, ids, spots);
  g_mutex_unlock (&self->shared.lock);
}

/* The video ended: was that where it should? Only the worker asks, after the last frame. */
static void
check_range (VenuleAnalysis  *self,
             GError         **error)
{
  const VenuleSettings *settings = self->settings;

  if (self->shared.progress.frames_done == 0)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("There is no frame to analyse: the video ends before frame %lld."),
                 (long long) settings->first_frame);
  else if (settings->last_frame > self->shared.progress.newest_frame)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("The video ends at frame %lld, before the last frame to analyse, %lld. "
                   "Choose a last frame that is in the video. The tracks up to the end are kept."),
                 (long long) self->shared.progress.newest_frame, (long long) settings->last_frame);
}

static void
analyse_frames (VenuleAnalysis *self,
                VenulePipeline *run,
                GError        **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  g_autoptr (GError) local_error = NULL;

  while (wait_while_paused (self))
    {
      g_autoptr (VenuleFrame) frame = venule_frame_queue_pop (self->queue, &local_error);

      if (frame == NULL || !step (self, run, frame, ids, spots, &local_error))
        break;
    }
  if (local_error == NULL)
    drain (self, run, ids, spots, &local_error);

  if (local_error != NULL)
    g_propagate_error (error, g_steal_pointer (&local_error));
  else if (!is_cancelled (self))
    check_range (self, error);
}

/* The rate by the frame table, or by what is forecast of it. */
static void
find_rate (VenuleAnalysis *self)
{
  double rate;

  if (!venule_source_scan_packets (self->source, self->cancellable, NULL) || self->settings->calibration.frame_rate > 0)
    return;
  rate = venule_source_get_frame_rate (self->source);
  if (rate > 0)
    self->frame_rate = rate;
}

/* Rate and times are exact once the frame table is there. A run that began without it must have used the same, to the
 * last digit: what is found must not depend on when a run began. */
static gboolean
was_right (VenuleAnalysis *self)
{
  double rate;

  if (!venule_source_build_table (self->source, NULL, NULL, self->cancellable, NULL) ||
      self->settings->calibration.frame_rate > 0)
    return TRUE;

  rate = venule_source_get_frame_rate (self->source);
  if (rate > 0 && rate != self->frame_rate)
    return FALSE;
  for (guint i = 0; i < self->times->len; i++)
    {
      VenuleFrameInfo info;

      if (venule_source_get_frame_info (self->source, self->settings->first_frame + i, &info) &&
          info.time != g_array_index (self->times, double, i))
        return FALSE;
    }
  return TRUE;
}

/* The frame table proved the forecast wrong. FALSE when the run was cancelled. */
static gboolean
begin_anew (VenuleAnalysis *self)
{
  VenuleFrameQueue *old;

  g_mutex_lock (&self->shared.lock);
  if (self->shared.cancelled)
    {
      g_mutex_unlock (&self->shared.lock);
      return FALSE;
    }
  old = self->queue;
  self->queue = venule_frame_queue_new (self->source, self->settings->first_frame, self->settings->last_frame);
  self->shared.linking = FALSE;
  g_array_set_size (self->shared.ids, 0);
  g_array_set_size (self->shared.spots, 0);
  self->shared.progress = (VenuleAnalysisProgress){ .newest_frame = -1, .seconds_left = -1 };
  self->shared.begins_anew = TRUE;
  venule_rate_meter_start (&self->shared.meter, g_get_monotonic_time (), 0);
  schedule_update (self);
  g_mutex_unlock (&self->shared.lock);

  venule_frame_queue_free (old);
  g_array_set_size (self->times, 0);
  g_info ("the frame table has other times than were forecast: the run begins anew");
  return TRUE;
}

/* With the kernels that are being opened, the first time. */
static VenulePipeline *
new_run (VenuleAnalysis  *self,
         GError         **error)
{
  VenuleBackendLoader *loader = g_steal_pointer (&self->loader);
  int width = venule_source_get_width (self->source), height = venule_source_get_height (self->source);
  vnk_backend *backend;

  if (loader == NULL)
    return venule_pipeline_new (self->settings, width, height, self->frame_rate, error);

  backend = venule_backend_loader_take (loader, error);
  return backend != NULL ? venule_pipeline_new_on (self->settings, backend, width, height, self->frame_rate, error)
                         : NULL;
}

/* What was followed up to a cancellation is linked as well: only one that comes later stops that. */
static GPtrArray *
link_tracks (VenuleAnalysis *self,
             VenulePipeline *run)
{
  GPtrArray *tracks;
  VenuleLight *light;

  g_mutex_lock (&self->shared.lock);
  self->shared.linking = TRUE;
  g_mutex_unlock (&self->shared.lock);
  tracks = venule_pipeline_finish (run, self->stop_linking);
  light = venule_pipeline_end_light (run);
  g_mutex_lock (&self->shared.lock);
  self->shared.progress.n_lost = venule_pipeline_get_n_lost (run);
  g_clear_pointer (&self->shared.light, venule_light_unref);
  self->shared.light = light;
  g_mutex_unlock (&self->shared.lock);
  return tracks;
}

/* (transfer full) (nullable) */
static GPtrArray *
attempt (VenuleAnalysis  *self,
         gboolean        *right,
         GError         **error)
{
  g_autoptr (VenulePipeline) run = NULL;

  find_rate (self);
  run = new_run (self, error);
  *right = TRUE;
  if (run == NULL)
    return NULL;

  g_mutex_lock (&self->shared.lock);
  self->shared.device = g_intern_string (venule_pipeline_get_device (run));
  self->shared.detect_interval = venule_pipeline_get_detect_interval (run);
  g_info ("a run begins on %s: %g frames/s, a detection every %d frames", self->shared.device, self->frame_rate,
          self->shared.detect_interval);
  g_mutex_unlock (&self->shared.lock);
  analyse_frames (self, run, error);
  *right = (error != NULL && *error != NULL) || was_right (self);
  return link_tracks (self, run);
}

gpointer
venule_analysis_work (gpointer data)
{
  g_autoptr (VenuleAnalysis) self = data;
  g_autoptr (GError) error = NULL;
  gboolean right;
  GPtrArray *tracks;

  g_mutex_lock (&self->shared.lock);
  while (!self->shared.started)
    g_cond_wait (&self->shared.changed, &self->shared.lock);
  g_mutex_unlock (&self->shared.lock);
  tracks = attempt (self, &right, &error);

  /* The second time the table is there. */
  if (!right && error == NULL && begin_anew (self))
    {
      g_ptr_array_unref (tracks);
      tracks = attempt (self, &right, &error);
    }
  if (tracks != NULL && self->early_writer != NULL)
    venule_early_writer_write (self->early_writer, tracks);

  g_mutex_lock (&self->shared.lock);
  self->shared.tracks = tracks != NULL ? tracks : g_ptr_array_new_with_free_func (g_object_unref);
  self->shared.failure = g_steal_pointer (&error);
  /* There is no more to come, whatever the header of the file said. */
  if (self->shared.failure == NULL && !self->shared.cancelled)
    self->shared.progress.frames_total = self->shared.progress.frames_done;
  self->shared.progress.seconds_left = 0;
  self->shared.ended = TRUE;
  schedule_update (self);
  g_mutex_unlock (&self->shared.lock);
  return NULL;
}
