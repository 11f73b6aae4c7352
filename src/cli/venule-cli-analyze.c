/* venule-cli-analyze.c: a whole analysis without a screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "venule-analysis.h"
#include "venule-cli-document.h"
#include "venule-cli-options.h"
#include "venule-cli-signals.h"
#include "venule-cli.h"
#include "venule-display-name.h"
#include "venule-document-measures.h"
#include "venule-document-tracks.h"
#include "venule-error.h"
#include "venule-export.h"
#include "venule-measure-option.h"
#include "venule-number.h"
#include "venule-save.h"
#include "venule-scale.h"
#include "venule-source-identity.h"
#include "venule-thread.h"
#include "venule-time.h"
#include "venule-warning.h"

#define PROGRESS_PERIOD (G_USEC_PER_SEC / 4)

typedef struct {
  VenuleAnalysis *analysis;
  gint64          last_print;
  gboolean        terminal;
} Progress;

static void
progress_cb (VenuleAnalysis *analysis,
             gpointer        data)
{
  Progress *self = data;
  VenuleAnalysisProgress progress;
  gint64 now = g_get_monotonic_time ();
  g_autofree char *speed = NULL;

  if (now - self->last_print < (self->terminal ? PROGRESS_PERIOD : 8 * PROGRESS_PERIOD))
    return;
  self->last_print = now;
  venule_analysis_get_progress (analysis, &progress);
  speed = venule_number_dup_significant (progress.frames_per_second, 2);
  if (progress.frames_per_second <= 0)
    g_printerr (ngettext ("Frame %lld, %u cell", "Frame %lld, %u cells", progress.n_tracks),
                (long long) progress.frames_done, progress.n_tracks);
  else if (progress.frames_total > 0)
    g_printerr (ngettext ("Frame %lld of %lld, %s frames/s, %.0f s left, %u cell",
                          "Frame %lld of %lld, %s frames/s, %.0f s left, %u cells", progress.n_tracks),
                (long long) progress.frames_done, (long long) progress.frames_total, speed, progress.seconds_left,
                progress.n_tracks);
  else
    g_printerr (ngettext ("Frame %lld, %s frames/s, %u cell", "Frame %lld, %s frames/s, %u cells", progress.n_tracks),
                (long long) progress.frames_done, speed, progress.n_tracks);
  g_printerr (self->terminal ? "    \r" : "\n");
}

static void
stop (gpointer analysis)
{
  venule_analysis_cancel (analysis);
}

static char *
default_output (const char *video)
{
  g_autofree char *name = g_path_get_basename (video);
  char *dot = g_utf8_strrchr (name, -1, '.');

  if (dot != NULL && dot != name)
    *dot = '\0';
  return g_strconcat (name, "-venule", NULL);
}

/* Asked to stop once the run has ended: the tables are there, and the movie would take long. */
static void
stop_movie (double   done,
            gpointer cancellable)
{
  if (venule_cli_signals_asked ())
    g_cancellable_cancel (cancellable);
}

static gboolean
export_results (VenuleCliOptions  *options,
                VenuleDocument    *document,
                VenuleMeasures   **measured,
                GError           **error)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gboolean asked = venule_cli_signals_asked ();
  VenuleResults results;

  if (!venule_cli_measures_apply (&options->measures, document, error))
    return FALSE;
  venule_results_init (&results, document);
  results.movie = &options->movie;
  results.measured = measured;
  if (venule_export_write (&results, options->parts, options->output, asked ? NULL : stop_movie, cancellable,
                           cancellable, error))
    {
      venule_cli_note_left (options->parts, options->output);
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

/* “mouse-2.venule”, or the next that is free. */
static char *
dup_free_name (const char *path)
{
  gsize length = strlen (path) - (g_str_has_suffix (path, ".venule") ? strlen (".venule") : 0);
  g_autofree char *bare = g_strndup (path, length);

  for (guint i = 2;; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%u.venule", bare, i);

      if (!g_file_test (name, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&name);
    }
}

/* Whether “recover” offers anything of the run: on a full drive not even its beginning may have been written. */
static gboolean
is_kept (VenuleDocument *document)
{
  VenuleWorkingCopy *working_copy = venule_document_get_working_copy (document);
  g_autoptr (GArray) runs = venule_document_dup_runs (document);
  gint64 run = venule_document_get_run (document);
  gboolean kept = FALSE;

  for (guint i = 0; i < runs->len; i++)
    kept = kept || g_array_index (runs, gint64, i) == run;
  return kept && working_copy != NULL && venule_working_copy_get_unsaved (working_copy);
}

/* Where nothing is kept of a run nothing is left of it: it would be in the way of the next one. */
static void
discard_empty (VenuleDocument *document)
{
  VenuleWorkingCopy *working_copy = venule_document_get_working_copy (document);

  if (working_copy != NULL)
    venule_working_copy_discard (working_copy);
}

/* After the tables, whose writing has worked out the hash of the video. A run is not lost for want of its place. */
static gboolean
save_project (const VenuleCliOptions  *options,
              VenuleDocument          *document,
              GError                 **error)
{
  g_autoptr (GError) failure = NULL;
  g_autofree char *other = NULL;

  if (options->project == NULL || venule_document_save_new (document, options->project, &failure))
    return TRUE;

  other = dup_free_name (options->project);
  if (venule_document_save_new (document, other, NULL))
    /* Translators: a sentence about a document that could not be saved, and the name of a file */
    g_set_error (error, failure->domain, failure->code, _("%s This run was saved as “%s” instead."), failure->message,
                 other);
  else if (is_kept (document))
    /* Translators: %s is a sentence about a document that could not be saved */
    g_set_error (error, failure->domain, failure->code, _("%s “venule-cli recover” shows what is kept of the run."),
                 failure->message);
  else
    {
      discard_empty (document);
      /* Translators: %s is a sentence about a document that could not be saved */
      g_set_error (error, failure->domain, failure->code, _("%s Nothing of this run is kept in a document."),
                   failure->message);
    }
  return FALSE;
}

/* What the user must know before the numbers are trusted. */
static void
print_doubts (VenuleSource *source)
{
  g_auto (GStrv) warnings = venule_source_dup_warnings (source);

  for (guint i = 0; warnings[i] != NULL; i++)
    /* Translators: %s is a sentence about the video */
    g_printerr (_("Note: %s\n"), warnings[i]);
}

/* The pixel size that the file claims is told, and not used unless asked for. */
static void
print_scale (VenuleSource         *source,
             const VenuleSettings *settings)
{
  g_autofree char *sentence = NULL;
  double pixel_size_um;
  VenuleScaleVerdict verdict = venule_scale_judge (source, settings->cell_diameter, &pixel_size_um, &sentence);

  if (verdict == VENULE_SCALE_NONE || venule_calibration_is_calibrated (&settings->calibration))
    return;
  g_printerr (_("Note: %s\n"), sentence);
  if (verdict == VENULE_SCALE_PLAUSIBLE)
    g_printerr (_("Give --pixel-size file to use it.\n"));
}

/* The same of the results. */
static void
print_warnings (VenuleDocument *document)
{
  g_autoptr (VenuleMeasurementSnapshot) snapshot = venule_document_begin_measuring (document);
  g_autoptr (GPtrArray) warnings = venule_measurement_snapshot_list_warnings (snapshot);

  for (guint i = 0; warnings != NULL && i < warnings->len; i++)
    {
      const VenuleWarning *warning = g_ptr_array_index (warnings, i);

      g_printerr (_("Note: %s\n"), warning->sentence);
      if (warning->flow != NULL)
        g_printerr (_("Give --flow=%s to turn the arrow that way.\n"), warning->flow);
    }
}

/* As a whole number, for sentences. */
static guint
count (const VenuleMeasures *measured,
       VenuleQuantityId      id)
{
  return (guint) venule_measures_get (measured, id)->estimate.value;
}

static void
print_unusual (VenuleDocument *document)
{
  g_autofree char *unusual =
    venule_measure_options_dup_unusual (venule_document_get_measure_settings (document),
                                        venule_document_get_run_settings (document), VENULE_MEASURE_READER_SCREEN);

  if (unusual != NULL)
    /* Translators: settings, each with its value and its default */
    g_print (_("Measured with: %s\n"), unusual);
}

static void
print_summary (const VenuleCliOptions *options,
               VenuleDocument         *document,
               VenuleAnalysis         *analysis,
               const VenuleMeasures   *measured,
               double                  seconds)
{
  const VenuleSettings *settings = venule_document_get_run_settings (document);
  g_autofree char *speed = NULL;
  gint64 first, last;

  venule_analysis_get_range (analysis, &first, &last);
  speed = venule_number_dup_significant ((last - first + 1) / MAX (seconds, 1e-6), 3);
  g_print (ngettext ("%lld frame in %.1f s (%s frames/s) on %s\n", "%lld frames in %.1f s (%s frames/s) on %s\n",
                     (gulong) (last - first + 1)),
           (long long) (last - first + 1), seconds, speed, venule_analysis_get_device (analysis));
  g_print (ngettext ("%u track: %u rolling, %u stationary, %u free-flowing, %u other\n",
                     "%u tracks: %u rolling, %u stationary, %u free-flowing, %u other\n",
                     count (measured, VENULE_QUANTITY_TRACKS)),
           count (measured, VENULE_QUANTITY_TRACKS), count (measured, VENULE_QUANTITY_ROLLING_CELLS),
           count (measured, VENULE_QUANTITY_STATIONARY_CELLS), count (measured, VENULE_QUANTITY_FREE_CELLS),
           count (measured, VENULE_QUANTITY_OTHER_CELLS));
  if (count (measured, VENULE_QUANTITY_VELOCITY_N) > 0)
    g_print (_("Rolling velocity: mean %.1f, median %.1f %s\n"),
             venule_measures_get (measured, VENULE_QUANTITY_VELOCITY_MEAN)->estimate.value,
             venule_measures_get (measured, VENULE_QUANTITY_VELOCITY_MEDIAN)->estimate.value,
             venule_calibration_velocity_unit (&settings->calibration));
  print_unusual (document);
  g_print (_("Results are in %s\n"), options->output);
  if (options->project != NULL)
    g_print (_("The document is %s\n"), options->project);
}

/* Runs to the end, or to where it is asked to stop: by Ctrl+C, by closing the terminal, or by a batch system. */
static gboolean
wait_for_end (VenuleAnalysis  *analysis,
              GError         **error)
{
  gboolean ok;

  venule_cli_signals_watch (stop, analysis);
  ok = venule_analysis_wait (analysis, error);
  venule_cli_signals_leave ();
  return ok;
}

/* What was corrected in the run that the document showed before. */
static gboolean
transfer_corrections (const VenuleCliOptions *options,
                      VenuleDocument         *document,
                      GError                **error)
{
  gint64 before = venule_document_get_run_before (document);
  g_autoptr (GPtrArray) conflicts = NULL;
  guint n;

  if (before == 0)
    return TRUE;
  conflicts = venule_document_transfer_edits (document, before, &n, error);
  if (conflicts == NULL)
    return FALSE;

  if (n > 0 && !options->quiet)
    g_print (ngettext ("%u correction was carried over\n", "%u corrections were carried over\n", n), n);
  for (guint i = 0; i < conflicts->len; i++)
    g_printerr (_("Note: %s\n"), ((const VenuleConflict *) g_ptr_array_index (conflicts, i))->sentence);
  return TRUE;
}

static int
say_stopped (gint64 first,
             gint64 last)
{
  if (last < first)
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", _("Stopped before the first frame; there are no results."));
  return venule_cli_fail (VENULE_CLI_FAILED, _("Stopped at frame %lld; the results reach up to there."),
                          (long long) last);
}

/* The whole file has to be read for its hash, which can be done while the run goes on. What goes wrong is met by who
 * asks for the hash. */
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
keeps_earlier (const VenuleCliOptions *options,
               VenuleAnalysis         *analysis)
{
  return venule_analysis_get_state (analysis) != VENULE_ANALYSIS_DONE && !options->replace &&
         venule_export_holds_results (VENULE_EXPORT_JSON, options->output);
}

static void
say_kept (const VenuleCliOptions *options)
{
  g_autofree char *shown = venule_display_name_dup (options->output);

  venule_cli_fail (VENULE_CLI_FAILED, _("The earlier results in “%s” are kept, and those of this run, which did not "
                                        "reach its end, are not written. Give another folder, or --replace."), shown);
}

static int
run (VenuleCliOptions    *options,
     VenuleDocument      *document,
     VenuleBackendLoader *loader)
{
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) export_error = NULL;
  g_autoptr (VenuleMeasures) measured = NULL;
  Progress progress = { .analysis = analysis, .terminal = isatty (STDERR_FILENO) };
  gint64 start = g_get_monotonic_time ();

  if (options->progress)
    g_signal_connect (analysis, "progress", G_CALLBACK (progress_cb), &progress);
  venule_analysis_set_backend_loader (analysis, loader);
  if (!venule_analysis_start (analysis, &error))
    {
      discard_empty (document);
      return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
    }
  begin_hash (venule_document_get_source (document));

  gboolean ok = wait_for_end (analysis, &error);
  double seconds = (g_get_monotonic_time () - start) / (double) G_USEC_PER_SEC;
  venule_backend_loader_leave (loader);
  if (options->progress && progress.terminal)
    g_printerr ("\n");

  /* What was found is written whatever happened: a video that breaks off must not cost the rest. */
  gint64 first, last;
  venule_analysis_get_range (analysis, &first, &last);
  if (last < first)
    discard_empty (document);
  gboolean kept = last >= first && keeps_earlier (options, analysis);
  gboolean exported = last < first || (transfer_corrections (options, document, &export_error) &&
                                       (kept || export_results (options, document, &measured, &export_error)));
  if (!exported)
    venule_cli_fail (VENULE_CLI_FAILED, "%s", export_error->message);
  g_autoptr (GError) save_error = NULL;
  gboolean saved = last < first || save_project (options, document, &save_error);
  if (!saved)
    venule_cli_fail (VENULE_CLI_FAILED, "%s", save_error->message);
  if (kept)
    say_kept (options);
  else if (exported && saved && last >= first && !options->quiet)
    {
      print_doubts (venule_document_get_source (document));
      print_scale (venule_document_get_source (document), venule_document_get_run_settings (document));
      print_warnings (document);
      print_summary (options, document, analysis, measured, seconds);
    }

  if (!ok)
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  if (!exported || !saved)
    return VENULE_CLI_FAILED;
  if (kept)
    return VENULE_CLI_FAILED;
  if (venule_analysis_get_state (analysis) == VENULE_ANALYSIS_CANCELLED)
    return say_stopped (first, last);
  return venule_cli_measures_end (&options->measures, venule_cli_end (document));
}

/* The video is decoded once, for its frame table and for the analysis. Where it is doubtful that the analysis can
 * begin, the table comes first, to tell. */
static gboolean
prepare (VenuleSource          *source,
         const VenuleSettings  *settings,
         GError               **error)
{
  gint64 n_frames;

  if (!venule_source_scan_packets (source, NULL, error))
    return FALSE;

  n_frames = venule_source_get_n_frames (source);
  if (venule_time_get_frame_rate (source, &settings->calibration) > 0 && settings->last_frame < n_frames &&
      (settings->first_frame == 0 || settings->first_frame < n_frames))
    return TRUE;
  if (!venule_source_build_table (source, NULL, NULL, NULL, error))
    return FALSE;
  if (venule_time_get_frame_rate (source, &settings->calibration) > 0 || venule_source_get_n_frames (source) == 1)
    return TRUE;

  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("The file does not say how many frames were taken per second, and velocities cannot be had "
                         "without it. Give --fps."));
  return FALSE;
}

/* Whether the runs that are there are of this video, too. All of it is read, which takes its time and can be stopped at
 * once. */
static gboolean
check_video (const char    *project,
             VenuleSource  *source,
             GError       **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (VenuleProjectDb) db = venule_project_db_open_copy (project, NULL);
  g_autoptr (VenuleSourceRecord) record = db != NULL ? venule_project_db_dup_video (db, &failure) : NULL;
  g_autoptr (VenuleSource) known = record != NULL ? venule_source_new_recorded (record, &failure) : NULL;

  /* All of it: the record of the video, to which the runs that are there belong, is written anew. */
  if (failure == NULL && (known == NULL || (venule_source_check_identity (known, source, FALSE, NULL, &failure) &&
                                            venule_source_check_identity (known, source, TRUE, NULL, &failure))))
    return TRUE;

  g_set_error (error, failure->domain, failure->code, _("%s Give --project another file."), failure->message);
  return FALSE;
}

/* What an earlier program left of the document comes first. */
static void
set_error_of_leftover (const char  *project,
                       GError     **error)
{
  g_autofree char *name = venule_display_name_dup_base (project);
  g_autofree char *shown = venule_display_name_dup (project);
  g_autofree char *path = g_shell_quote (shown);

  /* Translators: the name of a document, and twice its path */
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_QUESTION,
               _("“%s” has changes that were not saved when Venule ended. “venule-cli recover take %s” saves them, "
                 "“venule-cli recover discard %s” gives them up; or give --project another file."), name, path, path);
}

/* Another run goes into a document that is there already, beside those that are in it. */
static VenuleDocument *
open_document (const VenuleCliOptions  *options,
               VenuleSource            *source,
               GError                 **error)
{
  g_autofree char *name = venule_display_name_dup_base (options->project);
  g_autoptr (GError) failure = NULL;
  VenuleWorkingCopy *working_copy;

  if (!check_video (options->project, source, &failure))
    {
      /* Translators: a document, and a sentence about its video */
      g_set_error (error, failure->domain, failure->code, _("Nothing was added to “%s”: %s"), name, failure->message);
      return NULL;
    }
  venule_cli_signals_hear ();
  working_copy = venule_working_copy_open (options->project, VENULE_WORKING_COPY_ASK, &failure);
  if (working_copy == NULL)
    {
      if (g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_QUESTION))
        set_error_of_leftover (options->project, error);
      else if (g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_WRITE) ||
               g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_NO_SPACE))
        g_propagate_error (error, g_steal_pointer (&failure)); /* of the working copy, which any document needs */
      else
        /* Translators: %s is a sentence about a document that cannot be opened */
        g_set_error (error, failure->domain, failure->code, _("%s Give --project another file."), failure->message);
      return NULL;
    }

  if (venule_working_copy_get_read_only (working_copy))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                   _("“%s” is open in another window or program. Close it there, or give --project another file."),
                   name);
      venule_working_copy_free (working_copy);
      return NULL;
    }

  return venule_document_new_from_working_copy (source, working_copy, error);
}

/* A run that was killed before its document was there. */
static gboolean
has_leftover (const char *project)
{
  g_autoptr (GPtrArray) leftovers = venule_working_copy_dup_leftovers (NULL);
  g_autofree char *path = g_canonicalize_filename (project, NULL);

  for (guint i = 0; i < leftovers->len; i++)
    if (g_strcmp0 (((const VenuleLeftover *) leftovers->pdata[i])->target, path) == 0)
      return TRUE;
  return FALSE;
}

/* One that is wanted as a document lasts while the run goes on: what a killed program leaves is offered by the window
 * and by "recover". The name is reserved. */
static VenuleDocument *
new_document (const VenuleCliOptions  *options,
              VenuleSource            *source,
              GError                 **error)
{
  g_autoptr (GError) failure = NULL;
  VenuleWorkingCopy *working_copy;
  VenuleDocument *document;

  if (options->project != NULL && has_leftover (options->project))
    {
      set_error_of_leftover (options->project, error);
      return NULL;
    }
  venule_cli_signals_hear ();
  working_copy = options->project != NULL ? venule_working_copy_new (&failure) : NULL;
  if (working_copy != NULL && !venule_working_copy_claim (working_copy, options->project, error))
    {
      venule_working_copy_free (working_copy);
      return NULL;
    }
  document = working_copy != NULL ? venule_document_new_from_working_copy (source, working_copy, &failure) : NULL;
  if (failure != NULL)
    g_info ("the run is kept in memory alone: %s", failure->message);
  return document != NULL ? document : venule_document_new (source);
}

/* They are on the command line: without a run they are no change that anybody would want back. */
static void
set_settings (VenuleDocument       *document,
              const VenuleSettings *settings)
{
  VenuleWorkingCopy *working_copy = venule_document_get_working_copy (document);

  venule_document_set_next_settings (document, settings);
  if (working_copy != NULL)
    venule_working_copy_set_saved (working_copy);
}

/* As far as it is known before the run which frames there are. */
static gboolean
check_results (const VenuleCliOptions  *options,
               VenuleSource            *source,
               GError                 **error)
{
  const VenuleSettings *settings = options->settings;
  gint64 n_frames = venule_source_get_n_frames (source);
  gint64 end = n_frames > 0 ? n_frames - 1 : G_MAXINT64;
  VenuleResults results = { .source = source, .settings = settings, .movie = &options->movie,
                            .first_frame = settings->first_frame,
                            .last_frame = settings->last_frame >= 0 ? MIN (settings->last_frame, end) : end };

  return venule_export_check_others (&results, options->parts, options->output, options->replace, error) &&
         ((options->parts & VENULE_EXPORT_MOVIE) == 0 ||
          venule_export_check_movie (&results, options->output, error));
}

static int
analyze (VenuleCliOptions *options)
{
  g_autoptr (VenuleBackendLoader) loader = NULL;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  int lock; /* until this program ends */

  if (!venule_cli_check_video (options->video, &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);

  /* Four times as many ways to the card, as CUDA opens them for those that do not say, take 30 ms longer, and one run
   * has no use for them. */
  g_setenv ("CUDA_DEVICE_MAX_CONNECTIONS", "2", FALSE);
  loader = venule_backend_loader_new (options->settings);
  source = venule_source_open_as (options->video, &options->input, NULL, &error);
  if (source == NULL)
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  if (!g_file_test (options->output, G_FILE_TEST_EXISTS))
    venule_cli_signals_set_made (options->output);
  if (!venule_settings_validate (options->settings, venule_source_get_width (source), venule_source_get_height (source),
                                 0, &error) ||
      !venule_export_check_parts (options->parts, options->output, &error) ||
      !venule_cli_signals_lock (options->output, &lock, &error) ||
      (options->project != NULL && !venule_save_check (options->project, &error)))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  if (!options->flow_given && !options->quiet)
    {
      const VenuleVessel *vessel = options->settings->vessel;
      g_autofree char *flow = venule_vessel_dup_flow (vessel->flow_x, vessel->flow_y);

      g_printerr (_("No --flow was given: the flow is taken to go along the crop, %s.\n"), flow);
    }

  venule_source_use_cache (source, NULL);
  if (!prepare (source, options->settings, &error) || !venule_cli_options_propose (options, source, &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);

  if (options->project != NULL && g_file_test (options->project, G_FILE_TEST_EXISTS))
    document = open_document (options, source, &error);
  else
    document = new_document (options, source, &error);
  if (document == NULL)
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  set_settings (document, options->settings);
  if (!check_results (options, source, &error) ||
      !venule_cli_measures_check_places (&options->measures, document, options->settings, &error))
    {
      discard_empty (document);
      return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
    }
  if (venule_cli_signals_asked ())
    {
      discard_empty (document);
      return say_stopped (0, -1);
    }
  return run (options, document, loader);
}

int
venule_cli_analyze (int    argc,
                    char **argv)
{
  g_auto (VenuleCliOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  int code;

  if (!venule_cli_options_parse (&options, argc, argv, &error))
    return venule_cli_fail_of_options (error);
  if (options.help)
    return VENULE_CLI_DONE;
  if (options.output == NULL)
    options.output = default_output (options.video);

  code = analyze (&options);
  /* Of what failed before there was a result nothing is left. */
  if (code != VENULE_CLI_DONE)
    venule_cli_signals_remove_made ();
  return code;
}
