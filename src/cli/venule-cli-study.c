/* venule-cli-study.c: several recordings against each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "venule-cli-document.h"
#include "venule-cli-look.h"
#include "venule-cli-parse.h"
#include "venule-cli-signals.h"
#include "venule-cli.h"
#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-export.h"
#include "venule-save.h"
#include "venule-study-report.h"
#include "venule-temp-file.h"

typedef struct {
  char             *output, *save, *quantity, *grouping, *correction, *figure;
  VenuleCliLook     look;
  char             *adherent_seconds;
  gboolean          paired, report, replace;
  char            **labels;
  char             *stamp; /* of the study that may be replaced; NULL: none may */
  VenuleGroupsKind  kind;
} StudyOptions;

static void
study_options_clear (StudyOptions *self)
{
  g_free (self->output);
  g_free (self->save);
  g_free (self->quantity);
  g_free (self->grouping);
  g_free (self->correction);
  g_free (self->adherent_seconds);
  g_free (self->figure);
  venule_cli_look_clear (&self->look);
  g_strfreev (self->labels);
  g_free (self->stamp);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StudyOptions, study_options_clear)

static gboolean
parse (StudyOptions   *options,
       int            *argc,
       char         ***argv,
       GError        **error)
{
  const GOptionEntry entries[] = {
    { "label", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->labels,
      N_("Labels of a document; once for each document"), "FILE=ANIMAL,GROUP[,TIME]" },
    { "quantity", 0, 0, G_OPTION_ARG_STRING, &options->quantity,
      N_("Measure to compare (default: rolling_velocity_mean)"), N_("NAME") },
    { "group-by", 0, 0, G_OPTION_ARG_STRING, &options->grouping,
      N_("Grouping of the recordings: group (the default), time or both"), N_("WHAT") },
    { "correction", 0, 0, G_OPTION_ARG_STRING, &options->correction,
      N_("Correction for multiple pairs: holm (the default), bonferroni or benjamini-hochberg"), N_("NAME") },
    { "paired", 0, 0, G_OPTION_ARG_NONE, &options->paired,
      N_("Paired groups: the same animals, at several times or under several treatments"), NULL },
    { "adherent-seconds", 0, 0, G_OPTION_ARG_STRING, &options->adherent_seconds,
      N_("Shortest time for which an adherent cell stands still (default: as in the documents)"), "S" },
    { "figure", 0, 0, G_OPTION_ARG_STRING, &options->figure,
      N_("Kind of the figure: box (the default), violin, strip, lines, histogram, panels or cumulative"), N_("KIND") },
    { "report", 0, 0, G_OPTION_ARG_NONE, &options->report,
      N_("Also write report.pdf, with a page for each recording; its images need the videos"), NULL },
    { "save", 0, 0, G_OPTION_ARG_FILENAME, &options->save,
      N_("Save the list of documents with their labels as a study"), "FILE.venule-study" },
    { "replace", 0, 0, G_OPTION_ARG_NONE, &options->replace, N_("Replace the study that --save names"), NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output, N_("Folder for the tables and figures"), "DIR" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("study", _("FILE.venule-study | FILE.venule…"), entries,
                            _("Compares groups of animals: summaries by recording, animal and group, tests with "
                              "effect sizes, and a paragraph for a paper."));

  venule_cli_look_add (&options->look, context, TRUE);
  return venule_cli_parse_context (context, argc, argv, error);
}

/* What only some kinds have: bars, and an axis of values, which is the one or the other. */
static gboolean
check_kind (const StudyOptions  *options,
            GError             **error)
{
  gboolean bars = options->kind == VENULE_GROUPS_HISTOGRAM || options->kind == VENULE_GROUPS_PANELS;
  gboolean upright = !bars && options->kind != VENULE_GROUPS_CUMULATIVE;
  const VenuleCliLook *look = &options->look;
  g_autofree char *other = g_strdup_printf ("--figure %s", venule_groups_kind_to_string (options->kind));
  const struct
  {
    const char *option;
    gboolean    idle;
  } idle[] = {
    { "--bars", look->bars != NULL && !bars },           { "--bin-width", look->bin_width != NULL && !bars },
    { "--x-range", look->x_range != NULL && upright },   { "--x-title", look->x_title != NULL && upright },
    { "--y-range", look->y_range != NULL && !upright },  { "--y-title", look->y_title != NULL && !upright },
  };

  for (guint i = 0; i < G_N_ELEMENTS (idle); i++)
    if (idle[i].idle)
      return venule_option_refuse_with (error, idle[i].option, other);
  return TRUE;
}

/* (transfer full) (nullable) */
static VenuleFigureOptions *
make_look (const StudyOptions  *options,
           GError             **error)
{
  g_autoptr (VenuleFigureOptions) look = venule_figure_options_new ();

  return venule_cli_look_parse (&options->look, look, error) ? g_steal_pointer (&look) : NULL;
}

/* ---- The study ---- */

static VenuleStudyRecording *
find_recording (VenuleStudy *study,
                const char  *path)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);

  for (guint i = 0; i < venule_study_get_n (study); i++)
    if (g_str_equal (venule_study_recording_get_path (venule_study_get (study, i)), whole))
      return venule_study_get (study, i);

  return NULL;
}

/* As those of a document. */
static gboolean
check_labels (GStrv     labels,
              GError  **error)
{
  g_autoptr (VenuleMeasureSettings) settings = venule_measure_settings_new ();

  for (guint i = 0; labels[i] != NULL; i++)
    if (*labels[i] != '\0' && !venule_measure_settings_set_value (settings, "animal", labels[i], error))
      {
        g_prefix_error (error, "--label: ");
        return FALSE;
      }
  return TRUE;
}

/* Names of files and labels may hold equals signs: the one behind a document, or the last one. (nullable) */
static const char *
find_equals (VenuleStudy *study,
             const char  *text)
{
  for (const char *at = strrchr (text, '='); at != NULL; at = g_strrstr_len (text, at - text, "="))
    {
      g_autofree char *path = g_strndup (text, at - text);

      if (find_recording (study, path) != NULL)
        return at;
    }
  return strrchr (text, '=');
}

/* "FILE=ANIMAL,GROUP[,TIME]" */
static gboolean
set_label (VenuleStudy  *study,
           const char   *text,
           GHashTable   *labelled,
           GError      **error)
{
  const char *equals = find_equals (study, text);
  g_autofree char *path = equals != NULL ? g_strndup (text, equals - text) : NULL;
  g_auto (GStrv) parts = equals != NULL ? g_strsplit (equals + 1, ",", -1) : NULL;
  guint n = parts != NULL ? g_strv_length (parts) : 0;
  g_autofree char *name = equals != NULL ? g_path_get_basename (path) : NULL;
  VenuleStudyRecording *recording;

  /* One of commas alone says nothing. */
  if (n < 1 || n > 3 || equals[1 + strspn (equals + 1, ",")] == '\0' || !g_utf8_validate (equals, -1, NULL))
    return venule_option_refuse (error, "--label", text, "FILE=ANIMAL,GROUP[,TIME]");
  if (!check_labels (parts, error))
    return FALSE;
  recording = find_recording (study, path);
  if (recording == NULL)
    return venule_option_refuse (error, "--label", name, _("a document among those that are compared"));
  if (!g_hash_table_add (labelled, recording))
    {
      g_autofree char *shown = venule_display_name_dup (path);

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("--label: “%s” has two labels. Give each document one."), shown);
      return FALSE;
    }

  venule_study_recording_set_animal (recording, parts[0]);
  if (n > 1)
    venule_study_recording_set_group (recording, parts[1]);
  if (n > 2)
    venule_study_recording_set_time_point (recording, parts[2]);
  return TRUE;
}

static gboolean
set_quantity (VenuleStudy  *study,
              const char   *id,
              GError      **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *expected = NULL;
  const VenuleStudyQuantity *quantities;
  guint n;

  if (venule_study_set_quantity (study, id))
    return TRUE;

  quantities = venule_study_get_quantities (&n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", quantities[i].id);
  /* Translators: %s is a list; this stands in “--quantity: “x” is not one of: a, b.” */
  expected = g_strdup_printf (_("one of: %s"), names->str);
  return venule_option_refuse (error, "--quantity", id, expected);
}

static gboolean
set_adherence (VenuleStudy  *study,
               const char   *text,
               GError      **error)
{
  g_autoptr (VenuleMeasureSettings) settings = venule_measure_settings_new ();

  if (!venule_measure_settings_set_value (settings, "adherent_seconds", text, error))
    {
      g_prefix_error (error, "--adherent-seconds: ");
      return FALSE;
    }

  venule_study_set_adherent_seconds (study, settings->adherent_seconds);
  return TRUE;
}

static gboolean
apply (VenuleStudy   *study,
       StudyOptions  *options,
       GError       **error)
{
  g_autoptr (GHashTable) labelled = g_hash_table_new (NULL, NULL); /* set of VenuleStudyRecording */
  VenuleStudyGrouping grouping;
  VenuleCorrection correction;

  for (guint i = 0; options->labels != NULL && options->labels[i] != NULL; i++)
    if (!set_label (study, options->labels[i], labelled, error))
      return FALSE;
  if (options->quantity != NULL && !set_quantity (study, options->quantity, error))
    return FALSE;

  if (options->paired)
    venule_study_set_paired (study, TRUE);
  if (options->adherent_seconds != NULL && !set_adherence (study, options->adherent_seconds, error))
    return FALSE;
  if (options->grouping != NULL)
    {
      if (!venule_study_grouping_from_string (options->grouping, &grouping))
        return venule_option_refuse (error, "--group-by", options->grouping, _("group, time or both"));
      venule_study_set_grouping (study, grouping);
    }
  if (options->correction != NULL)
    {
      if (!venule_correction_from_string (options->correction, &correction))
        return venule_option_refuse (error, "--correction", options->correction,
                                     _("holm, bonferroni or benjamini-hochberg"));
      venule_study_set_correction (study, correction);
    }
  if (options->figure != NULL && !venule_groups_kind_from_string (options->figure, &options->kind))
    return venule_option_refuse (error, "--figure", options->figure,
                                 _("box, violin, strip, lines, histogram, panels or cumulative"));
  return check_kind (options, error);
}

/* A study never takes the place of a document. */
static gboolean
check_save (const StudyOptions  *options,
            GError             **error)
{
  g_autofree char *expected = g_strdup_printf (_("a name that ends in %s"), VENULE_STUDY_SUFFIX);

  if (options->save == NULL && options->replace)
    return venule_option_refuse_without (error, "--replace", "--save");
  if (options->save == NULL || g_str_has_suffix (options->save, VENULE_STUDY_SUFFIX))
    return TRUE;

  return venule_option_refuse (error, "--save", options->save, expected);
}

/* Labels that were given there are lost with a study that is replaced; the one that is read may be saved again. */
static gboolean
check_saved (const StudyOptions  *options,
             const char          *input,
             GError             **error)
{
  g_autoptr (VenuleStudy) present = NULL;
  g_autofree char *shown = NULL;

  if (options->save == NULL || venule_save_is_same (options->save, input))
    return TRUE;
  if (!options->replace || !g_file_test (options->save, G_FILE_TEST_EXISTS))
    return venule_cli_check_place (options->save, FALSE, error);
  present = venule_study_open (options->save, NULL);
  if (present != NULL)
    return TRUE;

  shown = venule_display_name_dup (options->save);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
               _("“%s” is no study of Venule, or a damaged one, and is not replaced. Give another name."), shown);
  return FALSE;
}

/* A list of documents, or one study that lists them. */
static VenuleStudy *
make_study (char   **paths,
            int      n,
            GError **error)
{
  g_autoptr (VenuleStudy) study = NULL;

  if (n == 1 && g_str_has_suffix (paths[0], VENULE_STUDY_SUFFIX))
    return venule_study_open (paths[0], error);

  study = venule_study_new ();
  for (int i = 0; i < n; i++)
    if (venule_study_add (study, paths[i]) == NULL)
      {
        g_autofree char *shown = venule_display_name_dup (paths[i]);

        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                     _("“%s” is given twice. Give each document once."), shown);
        return NULL;
      }
  return g_steal_pointer (&study);
}

/* ---- Comparing ---- */

/* In a script that nobody watches, a recording that is missing is no small thing. */
static gboolean
load (VenuleStudy  *study,
      GError      **error)
{
  double seconds = venule_study_get_adherent_seconds (study);

  for (guint i = 0; i < venule_study_get_n (study); i++)
    {
      VenuleStudyRecording *recording = venule_study_get (study, i);

      if (venule_study_recording_get_included (recording) && !venule_study_recording_load (recording, seconds, error))
        {
          const char *name = venule_study_recording_get_name (recording);

          if (strstr ((*error)->message, name) == NULL)
            g_prefix_error (error, "%s: ", name);
          return FALSE;
        }
    }
  return TRUE;
}

/* Groups of different size are compared by their shares, unless it was said otherwise. */
static VenuleGroupsMeasure
choose_measure (const StudyOptions        *options,
                const VenuleFigureOptions *look)
{
  if (options->look.bars == NULL || look->bars == VENULE_BARS_PER_CENT)
    return VENULE_GROUPS_PERCENT;
  return look->bars == VENULE_BARS_COUNTS ? VENULE_GROUPS_COUNTS : VENULE_GROUPS_DENSITY;
}

/* The warnings of the results say which. */
static gboolean
has_cut_off (VenuleStudy *study)
{
  for (guint i = 0; i < venule_study_get_n (study); i++)
    {
      VenuleStudyRecording *recording = venule_study_get (study, i);
      const VenuleStudyNumbers *numbers = venule_study_recording_get_numbers (recording);

      if (venule_study_recording_get_included (recording) && numbers != NULL && numbers->cut_off)
        return TRUE;
    }
  return FALSE;
}

/* Without --replace, what another program has saved meanwhile is not replaced. */
static gboolean
save (VenuleStudy         *study,
      const StudyOptions  *options,
      GError             **error)
{
  if (options->save == NULL)
    return TRUE;
  return options->replace ? venule_study_save (study, options->save, error)
                          : venule_study_save_over (study, options->save, options->stamp, error);
}

static gboolean
compare (VenuleStudy                *study,
         const StudyOptions         *options,
         const VenuleFigureOptions  *look,
         int                        *code,
         GError                    **error)
{
  g_autoptr (GPtrArray) unpictured = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (VenuleStudyResults) results = NULL;
  g_autofree char *paragraph = NULL;
  int lock; /* until this program ends */

  if (!g_file_test (options->output, G_FILE_TEST_EXISTS))
    venule_cli_signals_set_made (options->output);
  /* Before many documents are read. */
  if (!venule_save_check_directory (options->output, error) ||
      !venule_cli_signals_lock (options->output, &lock, error) ||
      (options->save != NULL && !venule_save_check (options->save, error)) || !load (study, error))
    return FALSE;
  results = venule_study_compare (study, error);
  if (results == NULL || !venule_study_report_save (study, results, options->kind, choose_measure (options, look), look,
                                                    options->report, unpictured, options->output, error) ||
      !save (study, options, error))
    return FALSE;

  for (guint i = 0; i < results->warnings->len; i++)
    g_printerr ("%s\n", (const char *) results->warnings->pdata[i]);
  paragraph = venule_study_results_dup_paragraph (results);
  g_print ("%s\n", paragraph);
  /* What was left out, and why, is among the warnings. */
  *code = has_cut_off (study) || results->groups->len == 0 ? VENULE_CLI_INCOMPLETE : VENULE_CLI_DONE;
  for (guint i = 0; i < unpictured->len; i++)
    *code = venule_cli_end_unpictured (unpictured->pdata[i], *code);
  return TRUE;
}

/**
 * venule_cli_study:
 * @argc: number of arguments
 * @argv: "study", and what follows it on the command line
 *
 * Compares the groups of a study, writes the files of venule_study_report_save(), and prints the text for the paper;
 * what speaks against the comparison goes to standard error.
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED or %VENULE_CLI_USAGE
 */
int
venule_cli_study (int    argc,
                  char **argv)
{
  g_auto (StudyOptions) options = { 0 };
  g_autoptr (VenuleStudy) study = NULL;
  g_autoptr (VenuleFigureOptions) look = NULL;
  g_autoptr (GError) error = NULL;
  int code;

  if (!parse (&options, &argc, &argv, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (!venule_option_check_name ("--output", options.output, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (argc < 2 || options.output == NULL)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s",
                            _("study takes a study or documents, and --output with a folder."));

  look = check_save (&options, &error) ? make_look (&options, &error) : NULL;
  if (look == NULL)
    return venule_cli_fail_of_options (error);
  options.stamp = venule_temp_file_dup_stamp (options.save);
  study = make_study (argv + 1, argc - 1, &error);
  if (study == NULL)
    return venule_cli_fail (error->domain == G_OPTION_ERROR ? VENULE_CLI_USAGE : VENULE_CLI_FAILED, "%s",
                            error->message);
  if (!apply (study, &options, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (!check_saved (&options, argv[1], &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  if (compare (study, &options, look, &code, &error))
    return code;
  venule_cli_signals_remove_made ();
  return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
}
