/* venule-cli-merge.c: the results of several documents and runs side by side
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-cli-document.h"
#include "venule-cli-parse.h"
#include "venule-cli.h"
#include "venule-display-name.h"
#include "venule-document-measures.h"
#include "venule-error.h"
#include "venule-export.h"
#include "venule-footage.h"
#include "venule-save.h"
#include "venule-table.h"
#include "venule-validation-sample.h"

#define SAME 1e-9

/* What numbers depend on that no run fixes: it must be the same in all rows of a table. */
static const struct
{
  const char *option, *key;
} settings[] = {
  { "adherent-seconds", "adherent_seconds" },
  { "pause-seconds", "pause_seconds" },
  { "velocity-ratio", "velocity_ratio" },
  { "shear-factor", "shear_factor" },
};

/* What a run fixes: where it differs, the numbers can be read side by side with care alone. */
static const VenuleQuantityId doubtful[] = { VENULE_QUANTITY_VELOCITY_WINDOW, VENULE_QUANTITY_PAUSE_VELOCITY };

/* What a row is of. */
typedef struct {
  char          *name; /* of the document */
  VenuleFootage *footage;
} Row;

typedef struct {
  char                  *given[G_N_ELEMENTS (settings)]; /* NULL: as the documents have it */
  VenuleTable           *table;
  char                  *first; /* name of the first run; NULL: there is none yet */
  VenuleMeasureSettings *first_measures;
  gboolean               calibrated;
  double                 values[G_N_ELEMENTS (doubtful)];
  gboolean               noted[G_N_ELEMENTS (doubtful)];
  gboolean               cut_off; /* the video of one of them */
  GArray                *rows;
} Merge;

static void
row_clear (gpointer data)
{
  Row *row = data;

  g_free (row->name);
  venule_footage_free (row->footage);
}

static void
merge_init (Merge *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (self->rows, row_clear);
}

static void
merge_clear (Merge *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    g_free (self->given[i]);
  g_clear_pointer (&self->table, venule_table_unref);
  g_free (self->first);
  g_clear_pointer (&self->first_measures, venule_measure_settings_free);
  g_array_unref (self->rows);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Merge, merge_clear)

/* ---- The same meaning in all rows ---- */

/* In place of what the document says. */
static gboolean
set_given (const Merge            *self,
           VenuleMeasureSettings  *measures,
           GError                **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if (self->given[i] != NULL && !venule_measure_settings_set_value (measures, settings[i].key, self->given[i], error))
      {
        g_prefix_error (error, "--%s: ", settings[i].option);
        return FALSE;
      }

  return TRUE;
}

/* (transfer full): also what is as usual. */
static char *
dup_value (const VenuleMeasureSettings *measures,
           guint                        setting)
{
  const double values[G_N_ELEMENTS (settings)] = { measures->adherent_seconds, measures->pause_seconds,
                                                   measures->velocity_ratio, measures->shear_factor };
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.9g", values[setting]));
}

static gboolean
check_settings (const Merge                  *self,
                const char                   *name,
                const VenuleMeasureSettings  *measures,
                GError                      **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autofree char *first = dup_value (self->first_measures, i);
      g_autofree char *here = dup_value (measures, i);

      if (g_str_equal (first, here))
        continue;
      /* Translators: name of a setting, a document, its value, another document, its value, an option */
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("%s is %s in “%s” and %s in “%s”: numbers that depend on it are not comparable. Give --%s to "
                     "measure all documents with the same "
                     "value."), settings[i].key, first, self->first, here, name, settings[i].option);
      return FALSE;
    }

  return TRUE;
}

static void
note_differences (Merge                *self,
                  const char           *name,
                  const VenuleMeasures *measured)
{
  for (guint i = 0; i < G_N_ELEMENTS (doubtful); i++)
    {
      const VenuleQuantity *quantity = venule_measures_get (measured, doubtful[i]);
      double value = quantity->estimate.value;

      if (self->noted[i] || fabs (value - self->values[i]) <= SAME * fabs (value))
        continue;
      /* Translators: name of a setting, two documents */
      g_printerr (_("Note: %s is not the same in “%s” and “%s”; it stands in each row.\n"), quantity->key, self->first,
                  name);
      self->noted[i] = TRUE;
    }
}

static void
note_proposed (const char     *name,
               VenuleProposed  proposed)
{
  g_autofree char *list = venule_proposed_dup_list (proposed, TRUE);
  g_autofree char *sentence =
    /* Translators: a recording, and a list of settings */
    g_strdup_printf (_("In “%s” these were proposed by the program and not confirmed by a person: %s."), name, list);

  if (proposed != VENULE_PROPOSED_NOTHING)
    g_printerr (_("Note: %s\n"), sentence);
}

/* The runs of one document are there to be compared; those of two are taken for two recordings. @first_row: of the
 * document. */
static void
note_same_cells (Merge      *self,
                 const char *name,
                 guint       first_row)
{
  for (guint i = 0; i < first_row; i++)
    for (guint k = first_row; k < self->rows->len; k++)
      {
        const Row *other = &g_array_index (self->rows, Row, i), *row = &g_array_index (self->rows, Row, k);

        if (!venule_footage_same_cells (other->footage, row->footage))
          continue;
        g_printerr (_("Note: “%s” and “%s” are of the same vessel in the same video: the same cells are in the table "
                      "twice.\n"), other->name, name);
        return;
      }
}

/* ---- The table ---- */

static void
begin (Merge                       *self,
       const char                  *name,
       const VenuleMeasureSettings *measures,
       const VenuleMeasures        *measured)
{
  static const char *const titles[] = { "document", "run", "video", NULL };

  self->first = g_strdup (name);
  self->first_measures = venule_measure_settings_copy (measures);
  self->calibrated = measured->calibrated;
  for (guint i = 0; i < G_N_ELEMENTS (doubtful); i++)
    self->values[i] = venule_measures_get (measured, doubtful[i])->estimate.value;

  self->table = venule_table_new (titles, NULL);
  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    {
      g_autofree char *column = venule_quantity_dup_column (id, self->calibrated);

      venule_table_add_title (self->table, column);
    }
}

/* Velocities in µm/s and in px/s are not put into one column. */
static gboolean
check_calibration (const Merge           *self,
                   const char            *run,
                   const VenuleMeasures  *measured,
                   GError               **error)
{
  if (measured->calibrated == self->calibrated)
    return TRUE;

  /* Translators: the names of two documents, or of runs in them */
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” is measured in µm, and “%s” in px, as its pixel size is not confirmed: they cannot be merged. "
                 "Confirm the pixel size, or leave one of them out."),
               self->calibrated ? self->first : run, self->calibrated ? run : self->first);
  return FALSE;
}

/* @run: what sentences call it. */
static gboolean
add_run (Merge           *self,
         const char      *name,
         const char      *run,
         VenuleDocument  *document,
         GError         **error)
{
  g_autoptr (VenuleMeasureSettings) measures =
    venule_measure_settings_copy (venule_document_get_measure_settings (document));
  g_autofree char *video = venule_source_dup_display_name (venule_document_get_source (document));
  g_autoptr (VenuleMeasures) measured = NULL;
  Row row;

  if (!set_given (self, measures, error))
    return FALSE;
  measured = venule_document_measure_as (document, measures);
  if (measured == NULL)
    return TRUE;

  if (self->first == NULL)
    begin (self, run, measures, measured);
  if (!check_calibration (self, run, measured, error) || !check_settings (self, run, measures, error))
    return FALSE;

  note_differences (self, run, measured);
  note_proposed (run, venule_document_get_run_settings (document)->proposed);
  row = (Row) { g_strdup (name), venule_footage_new (venule_document_get_source (document),
                                                     venule_document_get_run_settings (document)) };
  g_array_append_val (self->rows, row);
  venule_table_add_text (self->table, name);
  venule_table_add_integer (self->table, venule_document_get_run (document));
  venule_table_add_text (self->table, video);
  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    venule_table_add_quantity (self->table, venule_measures_get (measured, id));

  return TRUE;
}

/* (transfer full): the runs that have rows. What was marked by hand to check the results is none. */
static GArray *
dup_runs (VenuleDocument *document)
{
  GArray *runs = venule_document_dup_runs (document);

  for (guint i = runs->len; i-- > 0;)
    if (venule_document_is_sample (document, g_array_index (runs, gint64, i)))
      g_array_remove_index (runs, i);
  return runs;
}

static gboolean
add_document (Merge       *self,
              const char  *path,
              GError     **error)
{
  g_autoptr (VenuleDocument) document = venule_cli_open_document (path, error);
  g_autofree char *name = venule_display_name_dup_base (path);
  g_autofree char *video = NULL;
  g_autoptr (GArray) runs = NULL;
  gboolean cut_off = FALSE;
  guint first_row = self->rows->len;

  if (document == NULL)
    return FALSE;

  runs = dup_runs (document);
  for (guint i = 0; i < runs->len; i++)
    {
      gint64 run = g_array_index (runs, gint64, i);
      /* Translators: name of a document, and number of a run in it */
      g_autofree char *shown = runs->len > 1 ? g_strdup_printf (_("%s, run %lld"), name, (long long) run)
                                             : g_strdup (name);

      if (!venule_document_show_run (document, run, error) || !add_run (self, name, shown, document, error))
        return FALSE;
      cut_off |= venule_document_get_cut_off (document);
    }
  if (self->rows->len == first_row)
    g_printerr (_("Note: “%s” holds no results, and has no row in the table.\n"), name);
  note_same_cells (self, name, first_row);
  video = venule_source_dup_display_name (venule_document_get_source (document));
  self->cut_off |= venule_cli_end_cut_off (video, cut_off) != VENULE_CLI_DONE;

  return TRUE;
}

static gboolean
merge (Merge       *self,
       char       **paths,
       int          n,
       const char  *output,
       gboolean     replace,
       GError     **error)
{
  g_autoptr (GBytes) content = NULL;

  for (int i = 0; i < n; i++)
    if (!add_document (self, paths[i], error))
      return FALSE;
  if (self->first == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("None of these documents holds results."));
      return FALSE;
    }

  content = venule_table_to_csv (self->table);
  return venule_cli_check_replaced (output, content, replace, error) && venule_save_file (output, content, error);
}

/* Whose runs would stand in the table twice. */
static gboolean
check_once (char   **paths,
            int      n,
            GError **error)
{
  for (int i = 0; i < n; i++)
    for (int k = i + 1; k < n; k++)
      if (venule_save_is_same (paths[i], paths[k]))
        {
          g_autofree char *shown = venule_display_name_dup (paths[k]);

          g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("“%s” is given twice: its runs would appear in the table twice. Give each document once."),
                       shown);
          return FALSE;
        }
  return TRUE;
}

/**
 * venule_cli_merge:
 * @argc: number of arguments
 * @argv: "merge", and what follows it on the command line
 *
 * Writes one table with a row for each run of each document, and a column for each quantity of summary.csv. Documents
 * whose numbers do not mean the same are refused.
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED or %VENULE_CLI_USAGE
 */
int
venule_cli_merge (int    argc,
                  char **argv)
{
  g_auto (Merge) self = { 0 };
  g_autofree char *output = NULL;
  gboolean replace = FALSE;
  const GOptionEntry entries[] = {
    { settings[0].option, 0, 0, G_OPTION_ARG_STRING, &self.given[0],
      N_("Shortest time for which an adherent cell stands still (default: as in the documents)"), "S" },
    { settings[1].option, 0, 0, G_OPTION_ARG_STRING, &self.given[1],
      N_("Shortest pause of a cell (default: as in the documents)"), "S" },
    { settings[2].option, 0, 0, G_OPTION_ARG_STRING, &self.given[2],
      N_("Centreline velocity / mean blood velocity (default: as in the documents)"), "F" },
    { settings[3].option, 0, 0, G_OPTION_ARG_STRING, &self.given[3],
      N_("Factor of the wall shear rate (default: as in the documents)"), "F" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_("File for the table"), "FILE.csv" },
    { "replace", 0, 0, G_OPTION_ARG_NONE, &replace, N_("Replace the file that --output names"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("merge", _("FILE.venule…"), entries,
                            _("Writes one table with a row for each run of each document."));
  g_autoptr (VenuleMeasureSettings) usual = venule_measure_settings_new ();
  g_autoptr (GError) error = NULL;

  merge_init (&self);
  if (!venule_cli_parse_context (context, &argc, &argv, &error) || !set_given (&self, usual, &error) ||
      !venule_option_check_name ("--output", output, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (argc < 2 || output == NULL)
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", _("merge takes documents, and --output with a file."));
  if (!venule_cli_check_table (output, &error) || !check_once (argv + 1, argc - 1, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);

  if (!venule_save_check (output, &error) || !merge (&self, argv + 1, argc - 1, output, replace, &error))
    return venule_cli_fail (VENULE_CLI_FAILED, "%s", error->message);
  return self.cut_off ? VENULE_CLI_INCOMPLETE : VENULE_CLI_DONE;
}
