/* venule-job.c: the whole analysis of one video, from its options to its files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-job-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <unistd.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-file-kind.h"
#include "venule-save.h"
#include "venule-thread.h"
#include "venule-time.h"

/* ---- What others hear, and say ---- */

void
venule_job_say (VenuleJob     *self,
                VenuleJobTone  tone,
                const char    *format,
                ...)
{
  g_autofree char *text = NULL;
  va_list args;

  if (self->hooks == NULL || self->hooks->say == NULL)
    return;
  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  self->hooks->say (tone, text, self->hooks->data);
}

void
venule_job_step (VenuleJob     *self,
                 VenuleJobStep  step)
{
  if (self->hooks != NULL && self->hooks->step != NULL)
    self->hooks->step (step, self->hooks->data);
}

gboolean
venule_job_is_stopped (VenuleJob *self)
{
  return g_cancellable_is_cancelled (self->cancellable) ||
         (self->hooks != NULL && self->hooks->stopped != NULL && self->hooks->stopped (self->hooks->data));
}

static void
on_progress (VenuleAnalysis *analysis,
             VenuleJob      *self)
{
  if (self->hooks != NULL && self->hooks->progress != NULL)
    self->hooks->progress (analysis, self->hooks->data);
}

static VenuleJobEnd
fail (VenuleJob    *self,
      const GError *error)
{
  venule_job_say (self, VENULE_JOB_SAYS_FAILURE, "%s", error->message);
  g_clear_error (&self->error);
  self->error = g_error_copy (error);
  return VENULE_JOB_FAILED;
}

/* ---- Stopping and pausing ---- */

void
venule_job_stop (VenuleJob *self)
{
  g_cancellable_cancel (self->cancellable);
}

static gboolean
on_stopped (GCancellable *cancellable,
            gpointer      analysis)
{
  venule_analysis_cancel (analysis);
  return G_SOURCE_REMOVE;
}

/* In the thread of the job. */
static gboolean
take_paused (gpointer data)
{
  VenuleJob *self = data;
  gboolean paused;

  g_mutex_lock (&self->lock);
  paused = self->paused;
  g_mutex_unlock (&self->lock);
  if (self->analysis != NULL && paused)
    venule_analysis_pause (self->analysis);
  else if (self->analysis != NULL)
    venule_analysis_resume (self->analysis);
  return G_SOURCE_REMOVE;
}

void
venule_job_set_paused (VenuleJob *self,
                       gboolean   paused)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  g_autoptr (GSource) source = NULL;

  self->paused = paused;
  if (self->analysis == NULL)
    return;
  source = g_idle_source_new ();
  g_source_set_callback (source, take_paused, self, NULL);
  g_source_attach (source, self->context);
}

/* From then on other threads reach the analysis through its context. */
static void
show_analysis (VenuleJob      *self,
               VenuleAnalysis *analysis)
{
  g_mutex_lock (&self->lock);
  self->analysis = analysis;
  g_mutex_unlock (&self->lock);
}

/* Runs to the end, or to where it is asked to stop. */
static gboolean
wait_for_end (VenuleJob       *self,
              VenuleAnalysis  *analysis,
              GError         **error)
{
  g_autoptr (GSource) stop = g_cancellable_source_new (self->cancellable);
  gboolean ok;

  g_source_set_callback (stop, G_SOURCE_FUNC (on_stopped), analysis, NULL);
  g_source_attach (stop, self->context);
  show_analysis (self, analysis);
  take_paused (self);
  venule_job_step (self, VENULE_JOB_RUNS);
  ok = venule_analysis_wait (analysis, error);
  venule_job_step (self, VENULE_JOB_RAN);
  show_analysis (self, NULL);
  g_source_destroy (stop);
  return ok;
}

/* ---- Results ---- */

typedef struct {
  VenuleJob    *job;
  GCancellable *cancellable;
} Movie;

/* Asked to stop once the run has ended: the tables are there, and the movie would take long. */
static void
stop_movie (double   done,
            gpointer data)
{
  const Movie *movie = data;

  if (venule_job_is_stopped (movie->job))
    g_cancellable_cancel (movie->cancellable);
}

static void
say_left (VenuleJob *self)
{
  g_autofree char *left = venule_export_dup_left (self->options->parts, self->options->output);

  if (left != NULL)
    venule_job_say (self, VENULE_JOB_SAYS_NOTE,
                    _("Note: the folder also holds results of an earlier analysis or export: %s.\n"), left);
}

static gboolean
export_results (VenuleJob  *self,
                GError    **error)
{
  VenuleJobOptions *options = self->options;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gboolean asked = venule_job_is_stopped (self);
  Movie movie = { self, cancellable };
  VenuleResults results;

  if (!venule_job_measures_apply (&options->measures, self->document, error))
    return FALSE;
  if (options->measures.unseen != NULL)
    venule_job_say (self, VENULE_JOB_SAYS_NOTE, _("Note: %s\n"), options->measures.unseen);
  venule_results_init (&results, self->document);
  results.movie = &options->movie;
  results.measured = &self->measured;
  if (venule_export_write (&results, options->parts, options->output, asked ? NULL : stop_movie, &movie, cancellable,
                           error))
    {
      say_left (self);
      return TRUE;
    }
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_clear_error (error);
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                           _("Stopped while writing the movie; the tables are complete."));
    }
  return FALSE;
}

static gpointer
work_out_hash (gpointer data)
{
  g_free (venule_source_dup_hash (data, NULL, NULL));
  g_object_unref (data);
  return NULL;
}

static void
begin_hash (VenuleSource *source)
{
  GThread *thread = venule_thread_new ("venule-hash", work_out_hash, g_object_ref (source), NULL);

  if (thread != NULL)
    g_thread_unref (thread);
  else
    g_object_unref (source);
}

/* A run that did not reach its end must not cost the results of one that did. */
static gboolean
keeps_earlier (VenuleJob      *self,
               VenuleAnalysis *analysis)
{
  return venule_analysis_get_state (analysis) != VENULE_ANALYSIS_DONE && !self->options->replace &&
         venule_export_holds_results (VENULE_EXPORT_JSON, self->options->output);
}

static void
say_kept (VenuleJob *self)
{
  g_autofree char *shown = venule_display_name_dup (self->options->output);

  venule_job_say (self, VENULE_JOB_SAYS_FAILURE,
                  _("The earlier results in “%s” are kept, and those of this run, which did not reach its end, are not "
                    "written. Give another folder, or --replace."), shown);
}

static VenuleJobEnd
say_stopped (VenuleJob *self,
             gint64     first,
             gint64     last)
{
  if (last < first)
    venule_job_say (self, VENULE_JOB_SAYS_FAILURE, "%s",
                    _("Stopped before the first frame; there are no results."));
  else
    venule_job_say (self, VENULE_JOB_SAYS_FAILURE, _("Stopped at frame %lld; the results reach up to there."),
                    (long long) last);
  return VENULE_JOB_STOPPED;
}

char *
venule_job_dup_cut_off (const char *name)
{
  /* Translators: %s is the name of a video */
  return g_strdup_printf (_("Warning: “%s” was cut off before its end: it has fewer frames than it promises, and what "
                            "came after them is missing.\n"), name);
}

static VenuleJobEnd
say_complete (VenuleJob *self)
{
  gboolean cut_off = venule_document_get_cut_off (self->document);

  if (cut_off)
    {
      g_autofree char *name = venule_source_dup_display_name (self->source);
      g_autofree char *warning = venule_job_dup_cut_off (name);

      venule_job_say (self, VENULE_JOB_SAYS_NOTE, "%s", warning);
    }
  return cut_off || self->options->measures.unseen != NULL ? VENULE_JOB_INCOMPLETE : VENULE_JOB_DONE;
}

static void
take_tally (VenuleJob      *self,
            VenuleAnalysis *analysis,
            gint64          first,
            gint64          last)
{
  VenuleAnalysisProgress progress;

  venule_analysis_get_progress (analysis, &progress);
  self->n_frames = MAX (last - first + 1, 0);
  self->n_tracks = progress.n_tracks;
  self->device = g_strdup (venule_analysis_get_device (analysis));
}

/* What was found is written whatever happened: a video that breaks off must not cost the rest. */
static VenuleJobEnd
end_run (VenuleJob      *self,
         VenuleAnalysis *analysis,
         const GError   *failure)
{
  g_autoptr (GError) export_error = NULL, save_error = NULL;
  gint64 first, last;

  venule_analysis_get_range (analysis, &first, &last);
  take_tally (self, analysis, first, last);
  if (self->among_others && venule_analysis_get_state (analysis) == VENULE_ANALYSIS_CANCELLED)
    return say_stopped (self, 0, -1);
  if (last < first)
    venule_job_discard_document (self);
  gboolean kept = last >= first && keeps_earlier (self, analysis);
  gboolean exported = last < first || (venule_job_transfer_edits (self, &export_error) &&
                                       (kept || export_results (self, &export_error)));
  if (!exported)
    fail (self, export_error);
  gboolean saved = last < first || venule_job_save_document (self, &save_error);
  if (!saved)
    fail (self, save_error);
  if (kept)
    say_kept (self);
  else if (exported && saved && last >= first && !self->options->quiet)
    venule_job_say_results (self, analysis);

  if (failure != NULL)
    return fail (self, failure);
  if (!exported || !saved || kept)
    return VENULE_JOB_FAILED;
  return venule_analysis_get_state (analysis) == VENULE_ANALYSIS_CANCELLED ? say_stopped (self, first, last)
                                                                           : say_complete (self);
}

static VenuleJobEnd
run (VenuleJob           *self,
     VenuleBackendLoader *loader)
{
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (self->document);
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  g_signal_connect (analysis, "progress", G_CALLBACK (on_progress), self);
  venule_analysis_set_backend_loader (analysis, loader);
  if (!venule_analysis_start (analysis, &error))
    {
      venule_job_discard_document (self);
      return fail (self, error);
    }
  begin_hash (self->source);
  wait_for_end (self, analysis, &error);
  self->seconds = (g_get_monotonic_time () - start) / (double) G_USEC_PER_SEC;
  if (!self->among_others)
    venule_backend_loader_leave (loader);
  return end_run (self, analysis, error);
}

/* ---- Before ---- */

static gboolean
prepare (VenuleJob  *self,
         GError    **error)
{
  VenuleSource *source = self->source;
  const VenuleSettings *settings = self->options->settings;
  gint64 n_frames;

  if (!venule_source_scan_packets (source, self->cancellable, error))
    return FALSE;

  n_frames = venule_source_get_n_frames (source);
  if (venule_time_get_frame_rate (source, &settings->calibration) > 0 && settings->last_frame < n_frames &&
      (settings->first_frame == 0 || settings->first_frame < n_frames))
    return TRUE;
  if (!venule_source_build_table (source, NULL, NULL, self->cancellable, error))
    return FALSE;
  if (venule_time_get_frame_rate (source, &settings->calibration) > 0 || venule_source_get_n_frames (source) == 1)
    return TRUE;

  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("The file does not say how many frames were taken per second, and velocities cannot be had "
                         "without it. Give --fps."));
  return FALSE;
}

/* As far as it is known before the run which frames there are. */
static gboolean
check_results (VenuleJob  *self,
               GError    **error)
{
  const VenuleJobOptions *options = self->options;
  const VenuleSettings *settings = options->settings;
  gint64 n_frames = venule_source_get_n_frames (self->source);
  gint64 end = n_frames > 0 ? n_frames - 1 : G_MAXINT64;
  VenuleResults results = { .source = self->source, .settings = settings, .movie = &options->movie,
                            .first_frame = settings->first_frame,
                            .last_frame = settings->last_frame >= 0 ? MIN (settings->last_frame, end) : end };

  return venule_export_check_others (&results, options->parts, options->output, options->replace, error) &&
         ((options->parts & VENULE_EXPORT_MOVIE) == 0 ||
          venule_export_check_movie (&results, options->output, error));
}

/* Whether the folder can be written, and is not used by another program. @lock: to be closed after the job. */
static gboolean
take_folder (VenuleJob  *self,
             int        *lock,
             GError    **error)
{
  const VenuleJobOptions *options = self->options;

  if (!g_file_test (options->output, G_FILE_TEST_EXISTS))
    venule_job_step (self, VENULE_JOB_MAKES_FOLDER);
  if (!venule_settings_validate (options->settings, venule_source_get_width (self->source),
                                 venule_source_get_height (self->source), 0, error) ||
      !venule_export_check_parts (options->parts, options->output, error))
    return FALSE;
  if (!self->among_others && !venule_save_lock (options->output, lock, error))
    {
      venule_job_step (self, VENULE_JOB_FOLDER_TAKEN);
      return FALSE;
    }
  return options->project == NULL || venule_save_check (options->project, error);
}

static void
say_flow (VenuleJob *self)
{
  const VenuleVessel *vessel = self->options->settings->vessel;
  g_autofree char *flow = NULL;

  if (self->options->flow_given || self->options->quiet)
    return;
  flow = venule_vessel_dup_flow (vessel->flow_x, vessel->flow_y);
  venule_job_say (self, VENULE_JOB_SAYS_NOTE, _("No --flow was given: the flow is taken to go along the crop, %s.\n"),
                  flow);
}

static gboolean
propose (VenuleJob  *self,
         GError    **error)
{
  g_autoptr (GString) said = g_string_new (NULL);
  gboolean ok = venule_job_options_propose (self->options, self->source, self->options->quiet ? NULL : said,
                                            self->cancellable, error);

  if (said->len > 0)
    venule_job_say (self, VENULE_JOB_SAYS_NOTE, "%s", said->str);
  return ok;
}

/* Those of a template; walls and lines go with its vessel. */
static gboolean
take_measures (VenuleJob  *self,
               GError    **error)
{
  const VenuleJobOptions *options = self->options;
  g_autoptr (VenuleMeasureSettings) measures = NULL;

  if (options->template == NULL)
    return TRUE;
  measures = venule_measure_settings_copy (options->template->measures);
  if (!venule_vessel_equal (options->settings->vessel, options->template->settings->vessel))
    {
      g_array_set_size (measures->centreline, 0);
      g_array_set_size (measures->walls, 0);
      measures->flux_position = NAN;
    }
  return venule_document_set_measure_settings (self->document, measures, error);
}

static gboolean
begin (VenuleJob  *self,
       int        *lock,
       GError    **error)
{
  if (!take_folder (self, lock, error))
    return FALSE;
  say_flow (self);
  venule_source_use_cache (self->source, NULL);
  return prepare (self, error) && propose (self, error) && venule_job_open_document (self, error) &&
         take_measures (self, error);
}

static VenuleJobEnd
analyze (VenuleJob *self,
         int       *lock)
{
  VenuleJobOptions *options = self->options;
  g_autoptr (VenuleBackendLoader) loader = NULL;
  g_autoptr (GError) error = NULL;

  if (!venule_file_check_video (options->video, &error))
    return fail (self, error);
  loader = self->backend != NULL
           ? venule_backend_loader_new_opened (options->settings, g_steal_pointer (&self->backend))
           : venule_backend_loader_new (options->settings);
  self->source = venule_source_open_as (options->video, &options->input, self->cancellable, &error);
  if (self->source != NULL)
    venule_job_step (self, VENULE_JOB_OPENED);
  if (self->source == NULL || !begin (self, lock, &error))
    return venule_job_is_stopped (self) ? say_stopped (self, 0, -1) : fail (self, error);

  if (!check_results (self, &error) ||
      !venule_job_measures_check_places (&options->measures, self->document, options->settings, &error))
    {
      venule_job_discard_document (self);
      return fail (self, error);
    }
  if (venule_job_is_stopped (self))
    {
      venule_job_discard_document (self);
      return say_stopped (self, 0, -1);
    }
  return run (self, loader);
}

/* ---- Public ---- */

VenuleJob *
venule_job_new (VenuleJobOptions     *options,
                const VenuleJobHooks *hooks)
{
  VenuleJob *self = g_new0 (VenuleJob, 1);

  self->options = options;
  self->hooks = hooks;
  self->cancellable = g_cancellable_new ();
  g_mutex_init (&self->lock);
  return self;
}

void
venule_job_set_among_others (VenuleJob *self)
{
  self->among_others = TRUE;
}

void
venule_job_set_backend (VenuleJob   *self,
                        vnk_backend *backend)
{
  self->backend = backend;
}

VenuleJobEnd
venule_job_run (VenuleJob *self)
{
  VenuleJobEnd end;
  int lock = -1;

  self->context = g_main_context_ref_thread_default ();
  end = analyze (self, &lock);
  if (lock >= 0)
    close (lock);
  return end;
}

const GError *
venule_job_get_error (VenuleJob *self)
{
  return self->error;
}

double
venule_job_get_seconds (VenuleJob *self)
{
  return self->seconds;
}

gint64
venule_job_get_n_frames (VenuleJob *self)
{
  return self->n_frames;
}

guint
venule_job_get_n_tracks (VenuleJob *self)
{
  return self->n_tracks;
}

const char *
venule_job_get_device (VenuleJob *self)
{
  return self->device;
}

VenuleSource *
venule_job_get_source (VenuleJob *self)
{
  return self->source;
}

void
venule_job_free (VenuleJob *self)
{
  if (self == NULL)
    return;

  g_clear_object (&self->document);
  g_clear_object (&self->source);
  g_clear_pointer (&self->backend, venule_backend_close);
  g_clear_pointer (&self->measured, venule_measures_free);
  g_object_unref (self->cancellable);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_mutex_clear (&self->lock);
  g_free (self->device);
  g_clear_error (&self->error);
  g_free (self);
}
