/* venule-analysis.c: a run: the worker that detects, tracks and links
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-analysis.h"

#include <glib/gi18n-lib.h>

#include "venule-error.h"
#include "venule-frame-queue.h"
#include "venule-meter.h"
#include "venule-run.h"

struct _VenuleAnalysis
{
  GObject                parent_instance;

  VenuleDocument        *document;
  VenuleSource          *source;    /* the document may get another while the worker reads this one */
  VenuleSettings        *settings;
  GMainContext          *context;
  GThread               *thread;
  VenuleFrameQueue      *queue;
  double                 frame_rate;

  /* Main thread only. */
  VenuleAnalysisState    state;
  VenuleAnalysisProgress shown;
  GError                *error;

  /* Shared with the worker, under the lock. */
  GMutex                 lock;
  GCond                  changed;
  gboolean               paused;
  gboolean               cancelled;
  gboolean               update_pending;
  gboolean               ended;
  GArray                *ids;       /* guint */
  GArray                *spots;     /* VenuleSpot */
  GPtrArray             *tracks;    /* at the end */
  GError                *failure;
  const char            *device;    /* interned: who asked may keep it */
  int                    detect_interval;
  gint64                 first_frame;
  VenuleAnalysisProgress progress;
  VenuleMeter            meter;
};

enum {
  PROP_0,
  PROP_STATE,
  N_PROPS
};

enum {
  PROGRESS,
  FINISHED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VenuleAnalysis, venule_analysis, G_TYPE_OBJECT)

static void
set_state (VenuleAnalysis      *self,
           VenuleAnalysisState  state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* ---- Main thread ---- */

static void
end_run (VenuleAnalysis *self)
{
  g_clear_pointer (&self->thread, g_thread_join);
  g_clear_pointer (&self->queue, venule_frame_queue_free);
  venule_document_finish_run (self->document, self->tracks);
  self->shown.n_tracks = self->tracks->len;
  self->error = g_steal_pointer (&self->failure);
  g_info ("the run ended after %" G_GINT64_FORMAT " frames with %u tracks%s%s", self->shown.frames_done, self->tracks->len,
          self->error != NULL ? ": " : "", self->error != NULL ? self->error->message : "");
  set_state (self, self->error != NULL ? VENULE_ANALYSIS_FAILED
                   : self->cancelled   ? VENULE_ANALYSIS_CANCELLED
                                       : VENULE_ANALYSIS_DONE);
  g_signal_emit (self, signals[FINISHED], 0);
}

/* The one pending update: everything since the last one. */
static gboolean
update_cb (gpointer data)
{
  VenuleAnalysis *self = data;
  g_autoptr (GArray) ids = NULL;
  g_autoptr (GArray) spots = NULL;
  gboolean ended;

  g_mutex_lock (&self->lock);
  self->update_pending = FALSE;
  ids = g_steal_pointer (&self->ids);
  spots = g_steal_pointer (&self->spots);
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint));
  self->spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  self->shown = self->progress;
  ended = self->ended;
  g_mutex_unlock (&self->lock);

  if (ids->len > 0)
    venule_document_add_spots (self->document, (const guint *) ids->data, (const VenuleSpot *) spots->data, ids->len);
  g_signal_emit (self, signals[PROGRESS], 0);
  if (ended && self->thread != NULL)
    end_run (self);
  return G_SOURCE_REMOVE;
}

/* ---- Worker ---- */

/* Under the lock. */
static void
schedule_update (VenuleAnalysis *self)
{
  if (self->update_pending)
    return;

  g_autoptr (GSource) source = g_idle_source_new ();

  self->update_pending = TRUE;
  g_source_set_priority (source, G_PRIORITY_DEFAULT_IDLE);
  g_source_set_callback (source, update_cb, g_object_ref (self), g_object_unref);
  g_source_attach (source, self->context);
}

/* Under the lock. */
static void
count_frame (VenuleAnalysis *self,
             VenuleFrame    *frame,
             guint           n_cells)
{
  VenuleAnalysisProgress *progress = &self->progress;
  gint64 n_frames = venule_source_has_table (self->source) ? venule_source_get_n_frames (self->source) : 0;

  if (progress->frames_done == 0)
    self->first_frame = frame->index;
  if (self->settings->last_frame < 0 && n_frames > 0)
    progress->frames_total = n_frames - self->settings->first_frame;

  progress->frames_done++;
  /* The header promised too little. */
  if (progress->frames_done > progress->frames_total)
    progress->frames_total = 0;
  progress->newest_frame = frame->index;
  progress->n_damaged += frame->corrupt ? 1 : 0;
  progress->n_tracks = n_cells;

  double rate = venule_meter_rate (&self->meter, g_get_monotonic_time (), progress->frames_done);
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
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  while (self->paused && !self->cancelled)
    {
      g_cond_wait (&self->changed, &self->lock);
      venule_meter_start (&self->meter, g_get_monotonic_time (), self->progress.frames_done);
    }
  return !self->cancelled;
}

static gboolean
is_cancelled (VenuleAnalysis *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->cancelled;
}

static gboolean
step (VenuleAnalysis  *self,
      VenuleRun       *run,
      VenuleFrame     *frame,
      GArray          *ids,
      GArray          *spots,
      GError         **error)
{
  double rate = self->settings->calibration.frame_rate;
  double time = rate > 0 ? frame->index / rate : frame->time;

  g_array_set_size (ids, 0);
  g_array_set_size (spots, 0);
  if (!venule_run_step (run, frame, time, ids, spots, error))
    return FALSE;

  g_mutex_lock (&self->lock);
  g_array_append_vals (self->ids, ids->data, ids->len);
  g_array_append_vals (self->spots, spots->data, spots->len);
  count_frame (self, frame, venule_run_get_n_cells (run));
  self->progress.n_unregistered = venule_run_get_n_unregistered (run);
  /* A device that fails hands its frames over. */
  if (strcmp (self->device, venule_run_get_device (run)) != 0)
    self->device = g_intern_string (venule_run_get_device (run));
  schedule_update (self);
  g_mutex_unlock (&self->lock);
  return TRUE;
}

/* The video ended: was that where it should? Only the worker asks, after the last frame. */
static void
check_range (VenuleAnalysis  *self,
             GError         **error)
{
  const VenuleSettings *settings = self->settings;

  if (self->progress.frames_done == 0)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("There is no frame to analyse: the video ends before frame %lld."),
                 (long long) settings->first_frame);
  else if (settings->last_frame > self->progress.newest_frame)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("The video ends at frame %lld, before the last frame to analyse, %lld. "
                   "Choose a last frame that is in the video. The tracks up to the end are kept."),
                 (long long) self->progress.newest_frame, (long long) settings->last_frame);
}

static void
analyse_frames (VenuleAnalysis  *self,
                VenuleRun       *run,
                GError         **error)
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

  if (local_error != NULL)
    g_propagate_error (error, g_steal_pointer (&local_error));
  else if (!is_cancelled (self))
    check_range (self, error);
}

/* Times and frame rate are exact once the frame table is there: a run that began without it would find, in the last
 * digits, other velocities than one that began later. */
static void
wait_for_table (VenuleAnalysis *self)
{
  double rate;

  if (!venule_source_build_table (self->source, NULL, NULL, NULL, NULL) || self->settings->calibration.frame_rate > 0)
    return;
  rate = venule_source_get_frame_rate (self->source);
  if (rate > 0)
    self->frame_rate = rate;
}

static gpointer
worker_main (gpointer data)
{
  g_autoptr (VenuleAnalysis) self = data;
  g_autoptr (GError) error = NULL;

  wait_for_table (self);

  g_autoptr (VenuleRun) run = venule_run_new (self->settings, venule_source_get_width (self->source),
                                              venule_source_get_height (self->source), self->frame_rate, &error);
  GPtrArray *tracks = NULL;

  if (run != NULL)
    {
      g_mutex_lock (&self->lock);
      self->device = g_intern_string (venule_run_get_device (run));
      self->detect_interval = venule_run_get_detect_interval (run);
      g_info ("a run begins on %s: %g frames/s, a detection every %d frames", self->device, self->frame_rate,
              self->detect_interval);
      g_mutex_unlock (&self->lock);
      analyse_frames (self, run, &error);
      tracks = venule_run_finish (run);
    }

  g_mutex_lock (&self->lock);
  self->tracks = tracks != NULL ? tracks : g_ptr_array_new_with_free_func (g_object_unref);
  self->failure = g_steal_pointer (&error);
  /* There is no more to come, whatever the header of the file said. */
  if (self->failure == NULL && !self->cancelled)
    self->progress.frames_total = self->progress.frames_done;
  self->progress.seconds_left = 0;
  self->ended = TRUE;
  schedule_update (self);
  g_mutex_unlock (&self->lock);
  return NULL;
}

/* ---- Public ---- */

VenuleAnalysis *
venule_analysis_new (VenuleDocument *document)
{
  VenuleAnalysis *self;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (document), NULL);

  self = g_object_new (VENULE_TYPE_ANALYSIS, NULL);
  self->document = g_object_ref (document);
  return self;
}

static gboolean
check_rate (VenuleAnalysis  *self,
            GError         **error)
{
  double typed = self->settings->calibration.frame_rate;

  self->frame_rate = typed > 0 ? typed : venule_source_get_frame_rate (self->source);
  if (self->frame_rate > 0)
    return TRUE;

  /* One frame needs no time. */
  self->frame_rate = 1;
  if (venule_source_get_n_frames (self->source) == 1 || self->settings->first_frame == self->settings->last_frame)
    return TRUE;

  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("The file does not say how many frames were taken per second, and velocities cannot be had "
                         "without it. Type the frame rate (frames/s)."));
  return FALSE;
}

/**
 * venule_analysis_start:
 * @self: the analysis, idle
 * @error: return location
 *
 * Checks the document's settings, clears its tracks and starts the worker. Call from the main thread; updates arrive in the
 * thread-default main context of the caller.
 *
 * Returns: %FALSE with a sentence (%VENULE_ERROR_INVALID) when the settings make no sense; nothing is lost then
 */
gboolean
venule_analysis_start (VenuleAnalysis  *self,
                       GError         **error)
{
  g_return_val_if_fail (VENULE_IS_ANALYSIS (self), FALSE);
  g_return_val_if_fail (self->state == VENULE_ANALYSIS_IDLE, FALSE);

  g_set_object (&self->source, venule_document_get_source (self->document));
  g_clear_pointer (&self->settings, venule_settings_free);
  self->settings = venule_settings_copy (venule_document_get_settings (self->document));

  /* The header's number of frames is only an estimate: the range is checked against it once the table is there. */
  gint64 n_frames = venule_source_has_table (self->source) ? venule_source_get_n_frames (self->source) : 0;
  if (!venule_settings_validate (self->settings, venule_source_get_width (self->source),
                                 venule_source_get_height (self->source), n_frames, error) ||
      !check_rate (self, error))
    return FALSE;

  self->first_frame = self->settings->first_frame;
  self->progress.newest_frame = -1;
  self->progress.seconds_left = -1;
  if (self->settings->last_frame >= 0)
    self->progress.frames_total = self->settings->last_frame - self->settings->first_frame + 1;
  else if (venule_source_get_n_frames (self->source) > self->settings->first_frame)
    self->progress.frames_total = venule_source_get_n_frames (self->source) - self->settings->first_frame;
  self->shown = self->progress;
  venule_meter_start (&self->meter, g_get_monotonic_time (), 0);

  venule_document_begin_run (self->document, self->settings);
  self->context = g_main_context_ref_thread_default ();
  self->queue = venule_frame_queue_new (self->source, self->settings->first_frame, self->settings->last_frame);
  set_state (self, VENULE_ANALYSIS_RUNNING);
  self->thread = g_thread_new ("venule-analysis", worker_main, g_object_ref (self));
  return TRUE;
}

static void
set_paused (VenuleAnalysis *self,
            gboolean        paused)
{
  g_mutex_lock (&self->lock);
  self->paused = paused;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

void
venule_analysis_pause (VenuleAnalysis *self)
{
  g_return_if_fail (VENULE_IS_ANALYSIS (self));

  if (self->state != VENULE_ANALYSIS_RUNNING)
    return;
  set_paused (self, TRUE);
  set_state (self, VENULE_ANALYSIS_PAUSED);
}

void
venule_analysis_resume (VenuleAnalysis *self)
{
  g_return_if_fail (VENULE_IS_ANALYSIS (self));

  if (self->state != VENULE_ANALYSIS_PAUSED)
    return;
  set_paused (self, FALSE);
  set_state (self, VENULE_ANALYSIS_RUNNING);
}

void
venule_analysis_cancel (VenuleAnalysis *self)
{
  g_return_if_fail (VENULE_IS_ANALYSIS (self));

  if (self->thread == NULL)
    return;
  g_mutex_lock (&self->lock);
  self->cancelled = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  venule_frame_queue_stop (self->queue);
}

VenuleAnalysisState
venule_analysis_get_state (VenuleAnalysis *self)
{
  g_return_val_if_fail (VENULE_IS_ANALYSIS (self), VENULE_ANALYSIS_IDLE);

  return self->state;
}

void
venule_analysis_get_progress (VenuleAnalysis         *self,
                              VenuleAnalysisProgress *progress)
{
  g_return_if_fail (VENULE_IS_ANALYSIS (self));

  *progress = self->shown;
}

const GError *
venule_analysis_get_error (VenuleAnalysis *self)
{
  g_return_val_if_fail (VENULE_IS_ANALYSIS (self), NULL);

  return self->error;
}

/**
 * venule_analysis_get_device:
 * @self: the analysis
 *
 * Returns: (nullable): what computes, for people; %NULL before the worker has opened it
 */
const char *
venule_analysis_get_device (VenuleAnalysis *self)
{
  g_return_val_if_fail (VENULE_IS_ANALYSIS (self), NULL);

  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  return self->device;
}

int
venule_analysis_get_detect_interval (VenuleAnalysis *self)
{
  g_return_val_if_fail (VENULE_IS_ANALYSIS (self), 0);

  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  return self->detect_interval;
}

/**
 * venule_analysis_get_range:
 * @self: the analysis
 * @first: (out): first frame that was analysed
 * @last: (out): last frame that was analysed; less than @first when there was none
 */
void
venule_analysis_get_range (VenuleAnalysis *self,
                           gint64         *first,
                           gint64         *last)
{
  g_return_if_fail (VENULE_IS_ANALYSIS (self));

  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  *first = self->first_frame;
  *last = self->progress.frames_done > 0 ? self->progress.newest_frame : self->first_frame - 1;
}

/**
 * venule_analysis_wait:
 * @self: the analysis, started
 * @error: return location
 *
 * Iterates the main context that it was started in until it has ended.
 *
 * Returns: %FALSE with the run's error; a cancelled run is no error
 */
gboolean
venule_analysis_wait (VenuleAnalysis  *self,
                      GError         **error)
{
  g_return_val_if_fail (VENULE_IS_ANALYSIS (self), FALSE);

  while (self->thread != NULL)
    g_main_context_iteration (self->context, TRUE);

  if (self->error != NULL)
    {
      g_propagate_error (error, g_error_copy (self->error));
      return FALSE;
    }
  return TRUE;
}

/* ---- Object ---- */

/* The worker holds a reference, so nothing runs any more. */
static void
venule_analysis_finalize (GObject *object)
{
  VenuleAnalysis *self = VENULE_ANALYSIS (object);

  g_clear_object (&self->document);
  g_clear_object (&self->source);
  g_clear_pointer (&self->settings, venule_settings_free);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_pointer (&self->ids, g_array_unref);
  g_clear_pointer (&self->spots, g_array_unref);
  g_clear_pointer (&self->tracks, g_ptr_array_unref);
  g_clear_error (&self->failure);
  g_clear_error (&self->error);
  self->device = NULL;
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);

  G_OBJECT_CLASS (venule_analysis_parent_class)->finalize (object);
}

static void
venule_analysis_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  VenuleAnalysis *self = VENULE_ANALYSIS (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_int (value, self->state);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_analysis_class_init (VenuleAnalysisClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = venule_analysis_finalize;
  object_class->get_property = venule_analysis_get_property;

  /**
   * VenuleAnalysis:state:
   *
   * A #VenuleAnalysisState.
   */
  properties[PROP_STATE] = g_param_spec_int ("state", NULL, NULL, VENULE_ANALYSIS_IDLE, VENULE_ANALYSIS_FAILED,
                                             VENULE_ANALYSIS_IDLE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * VenuleAnalysis::progress:
   *
   * The document has the spots of all frames up to the newest.
   */
  signals[PROGRESS] = g_signal_new ("progress", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
  /**
   * VenuleAnalysis::finished:
   *
   * The run has ended, in whatever way the state says, and the document has the linked tracks.
   */
  signals[FINISHED] = g_signal_new ("finished", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
}

static void
venule_analysis_init (VenuleAnalysis *self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint));
  self->spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  self->progress.newest_frame = -1;
  self->shown = self->progress;
}
