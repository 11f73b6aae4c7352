/* venule-cli-convert.c: documents from other files, and other files from documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>

#include "venule-classify.h"
#include "venule-cli-document.h"
#include "venule-cli-parse.h"
#include "venule-cli.h"
#include "venule-display-name.h"
#include "venule-document-tracks.h"
#include "venule-error.h"
#include "venule-export.h"
#include "venule-import.h"
#include "venule-job-options.h"
#include "venule-project-db-rescue.h"
#include "venule-save.h"
#include "venule-source-identity.h"

typedef struct {
  char                *output;
  char                *video;
  char                *unit;
  char                *first_frame_text, *run_text;
  int                  first_frame;
  gint64               run;
  gboolean             rescue;
  gboolean             without_tracks; /* what was rescued */
  gboolean             classify;
  gboolean             replace;
  int                  n_rest;   /* arguments that are not convert's own, */
  char               **rest;     /* and they */
  VenuleJobOptions     analysis; /* what they say of tracks */
  const char          *input;
  VenuleImportOptions  import;
} ConvertOptions;

static void
convert_options_clear (ConvertOptions *self)
{
  g_free (self->output);
  g_free (self->video);
  g_free (self->unit);
  g_free (self->first_frame_text);
  g_free (self->run_text);
  venule_job_options_clear (&self->analysis);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ConvertOptions, convert_options_clear)

static gboolean
refuse (GError     **error,
        const char  *sentence)
{
  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID, sentence);
  return FALSE;
}

/* ---- The video ---- */

/* The video at another place than the document says: (transfer full) (nullable). */
static VenuleSource *
open_moved (const char                *path,
            const VenuleSourceRecord  *record,
            GError                   **error)
{
  g_autoptr (VenuleSource) known = record != NULL ? venule_source_new_recorded (record, error) : NULL;
  g_autoptr (VenuleSource) source = NULL;
  VenuleInputOptions input = { 0 };

  if (record != NULL && known == NULL)
    return NULL;
  source = venule_source_open_as (path, known != NULL ? venule_source_get_input_options (known) : &input, NULL, error);
  if (source == NULL || (known != NULL && !venule_source_check_identity (known, source, TRUE, NULL, error)) ||
      !venule_source_build_table (source, NULL, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&source);
}

static VenuleSource *
find_source (VenuleProjectDb      *db,
             const ConvertOptions *options,
             GError              **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (VenuleSourceRecord) record = venule_project_db_dup_video (db, &failure);

  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  if (options->video != NULL)
    return open_moved (options->video, record, error);
  if (record != NULL)
    return venule_source_new_recorded (record, error);

  refuse (error, _("The document does not name its video. Give it with --video."));
  return NULL;
}

/* ---- What it is made of ---- */

static VenuleDocument *
open_document (const ConvertOptions  *options,
               GError               **error)
{
  g_autoptr (VenuleProjectDb) db = venule_project_db_open_copy (options->input, error);
  g_autoptr (VenuleSource) source = db != NULL ? find_source (db, options, error) : NULL;

  return source != NULL ? venule_document_new_from_db (source, g_steal_pointer (&db), error) : NULL;
}

static VenuleDocument *
rescue_document (ConvertOptions  *options,
                 GError         **error)
{
  VenuleRescue rescue;
  /* In memory, so that a program that is stopped leaves nothing. */
  g_autoptr (GError) failure = NULL;
  g_autoptr (VenuleProjectDb) db = venule_project_db_rescue (options->input, NULL, &rescue, NULL, &failure);
  g_autoptr (VenuleSource) source = db != NULL ? find_source (db, options, error) : NULL;
  g_autofree char *sentences = NULL, *name = NULL;
  VenuleDocument *document;

  if (g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_DAMAGED) && !venule_file_is_document (options->input))
    {
      name = venule_display_name_dup_base (options->input);
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("Nothing of a document is in “%s”. --rescue is for damaged documents: omit it for tracks of other "
                     "programs."), name);
    }
  else if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  if (source == NULL)
    return NULL;

  document = venule_document_new_from_db (source, g_steal_pointer (&db), error);
  sentences = venule_rescue_describe (&rescue);
  if (document != NULL)
    g_printerr ("%s\n", sentences);
  options->without_tracks = rescue.n_tracks == 0;
  if (document != NULL && options->classify && venule_document_get_run_settings (document) != NULL &&
      !venule_document_classify_others (document, NULL, error))
    g_clear_object (&document);
  return document;
}

/* Whether the picture's movement is in the file. */
static gboolean
knows_movement (VenuleImport *import)
{
  for (guint i = 0; i < import->tracks->len; i++)
    {
      guint n;
      const VenulePlace *places = venule_track_get_places (g_ptr_array_index (import->tracks, i), &n);

      for (guint k = 0; k < n; k++)
        if (places[k].shift_x != 0 || places[k].shift_y != 0)
          return TRUE;
    }
  return FALSE;
}

/* As if a run had found them, in the frames of --frames, or all of the video: where no cell was seen, too, somebody has
 * looked. */
static gboolean
keep_tracks (VenuleDocument        *document,
             const VenuleSettings  *settings,
             VenuleImport          *import,
             GError               **error)
{
  gint64 end = venule_source_get_n_frames (venule_document_get_source (document)) - 1;
  VenuleRunMetadata metadata = { .device = import->format, .first_frame = settings->first_frame,
                           .last_frame = settings->last_frame >= 0 ? settings->last_frame : end, .complete = TRUE };

  for (guint i = 0; i < import->tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (import->tracks, i);
      gint64 first = venule_track_get_first_frame (track), last = venule_track_get_last_frame (track);

      if (first >= metadata.first_frame && last <= metadata.last_frame)
        continue;
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("There are marks in frame %lld, which is none of --frames. Leave --frames out, or name all frames "
                     "that were looked at."), (long long) (first < metadata.first_frame ? first : last));
      return FALSE;
    }
  if (!knows_movement (import))
    metadata.unregistered_frames = metadata.last_frame - metadata.first_frame + 1;
  venule_document_begin_run (document, settings);
  venule_classify_tracks (import->tracks, settings);
  venule_document_set_run_metadata (document, &metadata);
  venule_document_finish_run (document, import->tracks);
  return TRUE;
}

/* Tracks of one mark each have no velocity, and there would be as many cells as marks. */
static gboolean
check_tracks (const VenuleImport  *import,
              const char          *path,
              GError             **error)
{
  g_autofree char *name = NULL;
  gint64 frame = -1;
  gboolean alone = TRUE, apart = FALSE;

  for (guint i = 0; i < import->tracks->len && alone; i++)
    {
      VenuleTrack *track = g_ptr_array_index (import->tracks, i);

      alone = venule_track_get_first_frame (track) == venule_track_get_last_frame (track);
      apart |= frame >= 0 && venule_track_get_first_frame (track) != frame;
      frame = venule_track_get_first_frame (track);
    }
  if (!alone || !apart)
    {
      if (import->n_alone > 0)
        g_printerr (ngettext ("Note: %u mark has no track, and is a cell of its own.\n",
                              "Note: %u marks have no track, and each is a cell of its own.\n", import->n_alone),
                    import->n_alone);
      return TRUE;
    }

  name = venule_display_name_dup_base (path);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” does not say which marks are the same cell, and no velocity can be measured. In a table, a "
                 "column “track_id” must have the same number in all rows of a cell."), name);
  return FALSE;
}

static gboolean
propose (VenuleJobOptions  *analysis,
         VenuleSource      *source,
         GError           **error)
{
  g_autoptr (GString) said = g_string_new (NULL);
  gboolean ok = venule_job_options_propose (analysis, source, analysis->quiet ? NULL : said, NULL, error);

  g_printerr ("%s", said->str);
  return ok;
}

static VenuleDocument *
import_tracks (ConvertOptions  *options,
               GError         **error)
{
  VenuleJobOptions *analysis = &options->analysis;
  g_autoptr (VenuleSource) source = venule_source_open_as (analysis->video, &analysis->input, NULL, error);
  g_autoptr (VenuleDocument) document = NULL;
  g_autoptr (VenuleImport) import = NULL;

  if (source == NULL || !venule_source_build_table (source, NULL, NULL, NULL, error) ||
      !propose (analysis, source, error) ||
      !venule_settings_validate (analysis->settings, venule_source_get_width (source),
                                 venule_source_get_height (source), venule_source_get_n_frames (source), error))
    return NULL;
  g_free (venule_source_dup_hash (source, NULL, NULL)); /* by which the video is known when it was moved */
  document = venule_document_new (source);
  venule_document_set_settings (document, analysis->settings);
  import = venule_import_read (options->input, document, &options->import, error);
  if (import == NULL)
    return NULL;
  venule_cli_tell_import (import, &options->import);
  if (!check_tracks (import, options->input, error) ||
      !keep_tracks (document, analysis->settings, import, error) ||
      !venule_job_measures_check_places (&analysis->measures, document, analysis->settings, error) ||
      !venule_job_measures_apply (&analysis->measures, document, error))
    return NULL;
  return g_steal_pointer (&document);
}

/* ---- What becomes of it ---- */

static gboolean
write_output (const ConvertOptions  *options,
              VenuleDocument        *document,
              GError               **error)
{
  g_autoptr (VenuleTable) spots = NULL;
  g_autoptr (GBytes) content = NULL;
  VenuleResults results;

  if (options->run != 0 && !venule_cli_show_run (document, options->run, error))
    return FALSE;
  if (venule_file_has_ending (options->output, ".venule"))
    return options->replace ? venule_document_save (document, options->output, error)
                            : venule_document_save_new (document, options->output, error);
  if (venule_document_get_run_settings (document) == NULL)
    return refuse (error, _("The document holds no results: no run of it has ended. Open it and press Run."));

  venule_results_init (&results, document);
  spots = venule_export_make_spots (&results);
  content = venule_table_to_csv (spots);
  return venule_cli_check_replaced (options->output, content, options->replace, error) &&
         venule_save_file (options->output, content, error);
}

static gboolean
convert (ConvertOptions  *options,
         int             *code,
         GError         **error)
{
  g_autoptr (VenuleDocument) document = NULL;

  if (options->rescue)
    document = rescue_document (options, error);
  else if (venule_file_is_document (options->input))
    document = open_document (options, error);
  else
    document = import_tracks (options, error);

  if (document == NULL || !write_output (options, document, error))
    return FALSE;
  *code = venule_cli_end_unseen (options->analysis.measures.unseen, venule_cli_end (document));
  if (options->without_tracks)
    *code = VENULE_CLI_INCOMPLETE;
  return TRUE;
}

/* ---- Usage ---- */

static gboolean
parse_unit (const char        *text,
            VenuleImportUnit  *unit,
            GError           **error)
{
  if (text == NULL)
    return TRUE;
  *unit = g_str_equal (text, "um") ? VENULE_IMPORT_UNIT_UM : VENULE_IMPORT_UNIT_PX;
  return *unit == VENULE_IMPORT_UNIT_UM || g_str_equal (text, "px") || refuse (error, _("--unit takes px or um."));
}

/* The file that is converted, which may stand before analyze's options or behind them, and what they say, if it holds
 * tracks. */
static gboolean
parse_rest (ConvertOptions  *self,
            GError         **error)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  gboolean parsed;

  g_ptr_array_add (arguments, (char *) "analyze");
  for (int i = 0; i < self->n_rest; i++)
    g_ptr_array_add (arguments, self->rest[i]);
  g_ptr_array_add (arguments, NULL);
  self->analysis.of_tracks = TRUE;
  self->analysis.video = g_strdup (self->video);
  parsed = venule_job_options_parse (&self->analysis, (int) arguments->len - 1, (char **) arguments->pdata, error);
  self->input = self->analysis.tracks;
  if (parsed || self->input == NULL || (!self->rescue && !venule_file_is_document (self->input)))
    return parsed;

  /* No option says anything about a document, which is told otherwise. */
  g_clear_error (error);
  return TRUE;
}

/* The first that is not convert's own: (transfer none) (nullable). */
static const char *
find_option (const ConvertOptions *self)
{
  for (int i = 0; i < self->n_rest && !g_str_equal (self->rest[i], "--"); i++)
    if (self->rest[i][0] == '-')
      return self->rest[i];

  return NULL;
}

/* What analyze writes, and how it looks for cells, is nothing that tracks of other programs have. */
static gboolean
check_idle_of_tracks (const ConvertOptions  *self,
                      GError               **error)
{
  static const char *const idle[] = { "--formats",     "--movie",  "--movie-format", "--movie-frames", "--movie-shows",
                                      "--project",     "--finder", "--sensitivity",  "--detect-every", "--device",
                                      "--registration", "--threads",     "--progress", NULL };

  if (self->run != 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s: “%s” has no effect on tracks."), "convert",
                   "--run");
      return FALSE;
    }
  for (int i = 0; i < self->n_rest && !g_str_equal (self->rest[i], "--"); i++)
    {
      g_auto (GStrv) parts = g_strsplit (self->rest[i], "=", 2);

      if (parts[0] == NULL || !g_strv_contains (idle, parts[0]))
        continue;
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s: “%s” has no effect on tracks."), "convert",
                   parts[0]);
      return FALSE;
    }
  return TRUE;
}

/* What can be said before any file is read. */
static gboolean
check (ConvertOptions  *self,
       GError         **error)
{
  g_autofree char *shown = NULL;
  const char *idle;

  if (!venule_option_parse_whole ("--first-frame", self->first_frame_text, 0, 1, &self->first_frame, error) ||
      !venule_option_parse_run (self->run_text, &self->run, error))
    return FALSE;
  self->import = (VenuleImportOptions) VENULE_IMPORT_OPTIONS_INIT;
  self->import.first_frame = self->first_frame;
  if (!venule_file_has_ending (self->output, ".venule") && !venule_file_has_ending (self->output, ".csv"))
    return refuse (error, _("--output takes a file that ends in .venule or .csv; export writes all results into a "
                            "folder."));
  if (self->classify && !self->rescue)
    return refuse (error, _("--classify goes with --rescue."));
  if (!parse_unit (self->unit, &self->import.unit, error) ||
      !venule_cli_check_output (self->output, self->input, error))
    return FALSE;
  if (!self->rescue && !venule_file_is_document (self->input))
    return check_idle_of_tracks (self, error);
  idle = self->unit != NULL ? "--unit" : self->first_frame != -1 ? "--first-frame" : find_option (self);
  if (idle == NULL)
    return TRUE;

  shown = venule_display_name_dup_excerpt (idle);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("%s: “%s” has no effect on a document."), "convert",
               shown);
  return FALSE;
}

static gboolean
check_place (const ConvertOptions  *self,
             GError               **error)
{
  if (!venule_file_has_ending (self->output, ".venule"))
    return venule_cli_check_table (self->output, error);
  return venule_cli_check_place (self->output, self->replace, error) &&
         venule_working_copy_check_path (self->output, self->replace, error);
}

/**
 * venule_cli_convert:
 * @argc: number of arguments
 * @argv: "convert", and what follows it on the command line
 *
 * Makes a document of tracks of other programs and their video, a table of a document, the newest version of an older
 * document, one that knows where its video is now, or one of what can be read of a damaged one. The input is never
 * changed.
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED or %VENULE_CLI_USAGE
 */
int
venule_cli_convert (int    argc,
                    char **argv)
{
  g_auto (ConvertOptions) options = { .first_frame = -1 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, N_("File to write: .venule, or .csv for the spots"),
      "FILE" },
    { "video", 0, 0, G_OPTION_ARG_FILENAME, &options.video,
      N_("The video of the tracks; for a document: its present location"), "VIDEO" },
    { "unit", 0, 0, G_OPTION_ARG_STRING, &options.unit,
      N_("Unit of the positions if the file does not state it"), "px|um" },
    { "first-frame", 0, 0, G_OPTION_ARG_STRING, &options.first_frame_text, N_("Number of the first frame in the file"),
      "0|1" },
    { "run", 0, 0, G_OPTION_ARG_STRING, &options.run_text,
      N_("Number of the run (default: the one that was shown last)"), "N" },
    { "rescue", 0, 0, G_OPTION_ARG_NONE, &options.rescue, N_("Rescue the readable parts of a damaged document"),
      NULL },
    { "classify", 0, 0, G_OPTION_ARG_NONE, &options.classify, N_("With --rescue: classify tracks whose class was lost"),
      NULL },
    { "replace", 0, 0, G_OPTION_ARG_NONE, &options.replace, N_("Replace the file that --output names"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("convert", _("FILE"), entries,
                            _("Makes a document of tracks (CSV, TrackMate XML, MTrackJ) and their video, a table "
                              "of a document,\nor a document of the newest version of an older or damaged one."));
  g_autoptr (GError) error = NULL;
  GError *failure = NULL;
  int code;

  g_option_context_set_description (context,
                                    _("With tracks, the options of analyze set how they are measured: --crop, "
                                      "--flow, --pixel-size, --fps and others."));
  g_option_context_set_ignore_unknown_options (context, TRUE);
  /* What stands behind "--" is for the second reading. */
  if (venule_option_check_flags (context, argc, (const char *const *) argv, &error) &&
      !g_option_context_parse (context, &argc, &argv, &failure))
    venule_option_refuse_parsing (failure, &error);
  if (error != NULL)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (argc < 2 || options.output == NULL)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", _("convert takes one file, and --output with another."));

  options.rest = argv + 1;
  options.n_rest = argc - 1;
  if (!parse_rest (&options, &error) || (!options.analysis.help && !check (&options, &error)))
    return venule_cli_fail_of_options (error);
  if (options.analysis.help)
    return VENULE_CLI_DONE;
  if (!check_place (&options, &error) || !venule_save_check (options.output, &error) ||
      !convert (&options, &code, &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  return code;
}
