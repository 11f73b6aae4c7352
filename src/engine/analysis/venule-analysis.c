/* venule-analysis.c: a run: the worker that detects, tracks and links
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-analysis-private.h"

#include <glib/gi18n-lib.h>

#include "venule-early-writer.h"
#include "venule-error.h"
#include "venule-network.h"
#include "venule-thread.h"
#include "venule-versions.h"

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

static int
get_detect_interval (VenuleAnalysis *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->shared.lock);

  return self->shared.detect_interval;
}

static VenuleRunMetadata
get_metadata (VenuleAnalysis *self)
{
  VenuleRunMetadata metadata = { .device = (char *) venule_analysis_get_device (self),
                           .versions = self->versions,
                           .detect_interval = get_detect_interval (self),
                           .unregistered_frames = self->shown.n_unregistered };

  venule_analysis_get_range (self, &metadata.first_frame, &metadata.last_frame);
  return metadata;
}

static void
record_metadata (VenuleAnalysis *self)
{
  VenuleRunMetadata metadata = get_metadata (self);

  g_autofree char *versions = venule_versions_dup_with_lost (self->versions, self->shown.n_lost);

  metadata.versions = versions;
  metadata.light = self->shared.light;
  metadata.complete = self->shared.failure == NULL && !self->shared.cancelled;
  venule_document_set_run_metadata (self->document, &metadata);
}

/* Known from the beginning, so that a run that is killed has them too. */
static void
find_versions (VenuleAnalysis *self)
{
  gboolean learned = self->settings->detector == VENULE_DETECTOR_NETWORK;
  g_autofree char *network = learned ? venule_network_dup_version () : NULL;

  g_free (self->versions);
  self->versions = venule_versions_dup_text (network);
}

static void
end_run (VenuleAnalysis *self)
{
  g_clear_pointer (&self->thread, g_thread_join);
  g_clear_pointer (&self->queue, venule_frame_queue_free);
  record_metadata (self);
  venule_document_finish_run (self->document, self->shared.tracks);
  self->shown.n_tracks = self->shared.tracks->len;
  self->error = g_steal_pointer (&self->shared.failure);
  g_info ("the run ended after %" G_GINT64_FORMAT " frames with %u tracks%s%s", self->shown.frames_done,
          self->shared.tracks->len, self->error != NULL ? ": " : "", self->error != NULL ? self->error->message : "");
  set_state (self, self->error != NULL ? VENULE_ANALYSIS_FAILED
                   : self->shared.cancelled   ? VENULE_ANALYSIS_CANCELLED
                                       : VENULE_ANALYSIS_DONE);
  g_signal_emit (self, signals[FINISHED], 0);
}

gboolean
venule_analysis_update (gpointer data)
{
  VenuleAnalysis *self = data;
  g_autoptr (GArray) ids = NULL;
  g_autoptr (GArray) spots = NULL;
  gboolean ended, begins_anew;

  g_mutex_lock (&self->shared.lock);
  self->shared.update_pending = FALSE;
  ids = g_steal_pointer (&self->shared.ids);
  spots = g_steal_pointer (&self->shared.spots);
  self->shared.ids = g_array_new (FALSE, FALSE, sizeof (guint));
  self->shared.spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  self->shown = self->shared.progress;
  ended = self->shared.ended;
  begins_anew = self->shared.begins_anew;
  self->shared.begins_anew = FALSE;
  g_mutex_unlock (&self->shared.lock);

  if (begins_anew)
    venule_document_begin_run (self->document, self->settings);
  if (ids->len > 0)
    venule_document_add_spots (self->document, (const guint *) ids->data, (const VenuleSpot *) spots->data, ids->len);
  g_signal_emit (self, signals[PROGRESS], 0);
  if (ended && self->thread != NULL)
    end_run (self);
  else if (!ended)
    {
      VenuleRunMetadata metadata = get_metadata (self);

      venule_document_keep_live (self->document, &metadata);
    }
  return G_SOURCE_REMOVE;
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

/**
 * venule_analysis_set_backend_loader:
 * @self: the analysis, idle
 * @loader: (transfer none): kernels that are being opened for the document's settings; they must stay until the end
 */
void
venule_analysis_set_backend_loader (VenuleAnalysis      *self,
                                    VenuleBackendLoader *loader)
{
  g_return_if_fail (VENULE_IS_ANALYSIS (self));
  g_return_if_fail (self->state == VENULE_ANALYSIS_IDLE);

  self->loader = loader;
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
 * Checks the document's settings, clears its tracks and starts the worker. Call from the main thread; updates arrive in
 * the thread-default main context of the caller.
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
  find_versions (self);

  /* The header's number of frames is only an estimate: the range is checked against it once the table is there. */
  gint64 n_frames = venule_source_has_table (self->source) ? venule_source_get_n_frames (self->source) : 0;
  if (!venule_settings_validate (self->settings, venule_source_get_width (self->source),
                                 venule_source_get_height (self->source), n_frames, error) ||
      !check_rate (self, error))
    return FALSE;

  /* Before the run begins, which clears the document's tracks. */
  self->thread = venule_thread_new ("venule-analysis", venule_analysis_work, self, error);
  if (self->thread == NULL)
    return FALSE;
  g_object_ref (self); /* the worker's */

  self->shared.first_frame = self->settings->first_frame;
  self->shared.progress.newest_frame = -1;
  self->shared.progress.seconds_left = -1;
  if (self->settings->last_frame >= 0)
    self->shared.progress.frames_total = self->settings->last_frame - self->settings->first_frame + 1;
  else if (venule_source_get_n_frames (self->source) > self->settings->first_frame)
    self->shared.progress.frames_total = venule_source_get_n_frames (self->source) - self->settings->first_frame;
  self->shown = self->shared.progress;
  venule_rate_meter_start (&self->shared.meter, g_get_monotonic_time (), 0);

  venule_document_begin_run (self->document, self->settings);
  self->early_writer = venule_document_begin_early_writer (self->document);
  self->context = g_main_context_ref_thread_default ();
  self->queue = venule_frame_queue_new (self->source, self->settings->first_frame, self->settings->last_frame);
  set_state (self, VENULE_ANALYSIS_RUNNING);
  g_mutex_lock (&self->shared.lock);
  self->shared.started = TRUE;
  g_cond_broadcast (&self->shared.changed);
  g_mutex_unlock (&self->shared.lock);
  return TRUE;
}

static void
set_paused (VenuleAnalysis *self,
            gboolean        paused)
{
  g_mutex_lock (&self->shared.lock);
  self->shared.paused = paused;
  g_cond_broadcast (&self->shared.changed);
  g_mutex_unlock (&self->shared.lock);
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
  g_mutex_lock (&self->shared.lock);
  self->shared.cancelled = TRUE;
  g_cancellable_cancel (self->cancellable);
  if (self->shared.linking)
    g_cancellable_cancel (self->stop_linking);
  venule_frame_queue_stop (self->queue);
  g_cond_broadcast (&self->shared.changed);
  g_mutex_unlock (&self->shared.lock);
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

  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->shared.lock);
  return self->shared.device;
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

  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->shared.lock);
  *first = self->shared.first_frame;
  *last = self->shared.progress.frames_done > 0 ? self->shared.progress.newest_frame : self->shared.first_frame - 1;
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
  g_clear_pointer (&self->versions, g_free);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_pointer (&self->shared.ids, g_array_unref);
  g_clear_pointer (&self->shared.spots, g_array_unref);
  g_clear_pointer (&self->shared.tracks, g_ptr_array_unref);
  g_clear_pointer (&self->shared.light, venule_light_unref);
  g_clear_pointer (&self->times, g_array_unref);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->stop_linking);
  g_clear_pointer (&self->early_writer, venule_early_writer_unref);
  g_clear_error (&self->shared.failure);
  g_clear_error (&self->error);
  self->shared.device = NULL;
  g_mutex_clear (&self->shared.lock);
  g_cond_clear (&self->shared.changed);

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
   * A
   #VenuleAnalysisState. */
  properties[PROP_STATE] = g_param_spec_int ("state", NULL, NULL, VENULE_ANALYSIS_IDLE, VENULE_ANALYSIS_FAILED,
                                             VENULE_ANALYSIS_IDLE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * VenuleAnalysis::progress:
   *
   * The document has the spots of all frames up to the
   newest. */
  signals[PROGRESS] = g_signal_new ("progress", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
  /**
   * VenuleAnalysis::finished:
   *
   * The run has ended, in whatever way the state says, and the document has the linked
   tracks. */
  signals[FINISHED] = g_signal_new ("finished", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
}

static void
venule_analysis_init (VenuleAnalysis *self)
{
  g_mutex_init (&self->shared.lock);
  g_cond_init (&self->shared.changed);
  self->shared.ids = g_array_new (FALSE, FALSE, sizeof (guint));
  self->shared.spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  self->times = g_array_new (FALSE, FALSE, sizeof (double));
  self->cancellable = g_cancellable_new ();
  self->stop_linking = g_cancellable_new ();
  self->shared.progress.newest_frame = -1;
  self->shown = self->shared.progress;
}
