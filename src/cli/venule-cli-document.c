/* venule-cli-document.c: a document that a command reads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cli-document.h"

#include <glib/gi18n.h>
#include <string.h>

#include "venule-cli.h"
#include "venule-display-name.h"
#include "venule-document-read.h"
#include "venule-error.h"
#include "venule-job.h"
#include "venule-save.h"
#include "venule-sequence-files.h"

/* Tables and studies lie beside documents, and have nothing to be rescued. */
static gboolean
is_table (const char *path)
{
  static const char *const endings[] = { ".csv", ".tsv", ".txt", ".xml", ".mdf", ".json", ".xlsx" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (venule_file_has_ending (path, endings[i]))
      return TRUE;
  return FALSE;
}

/* What to do about it. */
static void
hint (const char *path,
      GError     *error)
{
  g_autofree char *message = NULL;
  g_autofree char *name = NULL;
  g_autoptr (VenuleSource) video = NULL;

  if (!g_error_matches (error, VENULE_ERROR, VENULE_ERROR_DAMAGED))
    return;

  message = g_steal_pointer (&error->message);
  name = venule_display_name_dup_base (path);
  video = venule_file_is_document (path) ? NULL : venule_source_open (path, NULL, NULL);
  if (video != NULL)
    error->message = g_strdup_printf (_("“%s” is a video, and a document is wanted. “venule-cli analyze” with "
                                        "--project makes one of it."), name);
  else if (venule_file_has_ending (path, ".venule-study"))
    error->message = g_strdup_printf (_("“%s” is a study, and a document is wanted. Give one of those that it "
                                        "compares."), name);
  else if (!venule_file_is_document (path) && is_table (path))
    error->message = g_strdup_printf (_("“%s” is a table or a text, and a document is wanted. “venule-cli convert” "
                                        "with --video makes one of tracks."), name);
  else
    /* Translators: %s is a sentence about a damaged file */
    error->message = g_strdup_printf (_("%s “venule-cli convert --rescue” reads what can still be read of it."),
                                      message);
}

VenuleDocument *
venule_cli_open_document (const char  *path,
                          GError     **error)
{
  GError *failure = NULL;
  VenuleDocument *document = venule_document_read (path, &failure);

  if (failure != NULL)
    {
      hint (path, failure);
      g_propagate_error (error, failure);
    }
  return document;
}

gboolean
venule_cli_check_output (const char  *output,
                         const char  *input,
                         GError     **error)
{
  g_autofree char *shown = venule_display_name_dup (output);

  if (!venule_save_is_same (output, input))
    return TRUE;

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("“%s” is the input, and would be overwritten. Give --output another name."), shown);
  return FALSE;
}

/* A video may be numbered pictures, which have the names of figures. */
static gboolean
is_picture_of (VenuleSource *source,
               const char   *output)
{
  const char *video = venule_source_get_path (source);
  g_autofree char *folder = g_path_get_dirname (output);
  g_autoptr (GPtrArray) pictures = NULL;
  gboolean found = FALSE;

  if (g_file_test (video, G_FILE_TEST_IS_DIR))
    return g_file_test (output, G_FILE_TEST_EXISTS) && venule_save_is_same (folder, video);

  pictures = venule_sequence_find_files (video, NULL);
  for (guint i = 0; pictures != NULL && i < pictures->len; i++)
    found = found || venule_save_is_same (output, g_ptr_array_index (pictures, i));
  return found;
}

gboolean
venule_cli_check_pictures (VenuleSource  *source,
                           const char    *output,
                           GError       **error)
{
  g_autofree char *name = venule_display_name_dup_base (output);

  if (!is_picture_of (source, output))
    return TRUE;
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
               _("“%s” lies among the pictures of the video, which are never changed. Choose another folder."), name);
  return FALSE;
}

gboolean
venule_cli_check_table (const char  *output,
                        GError     **error)
{
  g_autofree char *shown = venule_display_name_dup (output);

  if (venule_file_is_document (output))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("“%s” is a document, and a table is to be written. Give --output a name that ends in .csv."), shown);
  /* A video may be in that place, or other work. */
  else if (!venule_file_has_ending (output, ".csv"))
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                 _("“%s” is no name for a table. It must end in .csv."), shown);
  else
    return TRUE;
  return FALSE;
}

gboolean
venule_cli_check_place (const char  *output,
                        gboolean     replace,
                        GError     **error)
{
  g_autofree char *shown = venule_display_name_dup (output);

  if (!g_file_test (output, G_FILE_TEST_EXISTS) || (replace && venule_file_holds_document (output)))
    return TRUE;

  if (!replace)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("“%s” is there already. Give another name, or --replace to replace it."), shown);
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
                 _("“%s” is no document of Venule, or a damaged one, and is not replaced. Give another name."), shown);
  return FALSE;
}

gboolean
venule_cli_check_replaced (const char  *output,
                           GBytes      *table,
                           gboolean     replace,
                           GError     **error)
{
  g_autofree char *shown = venule_display_name_dup (output);

  if (replace || !g_file_test (output, G_FILE_TEST_EXISTS) || venule_save_has_columns_of (output, table))
    return TRUE;
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
               _("“%s” is there already, with other columns. Give another name, or --replace to replace it."), shown);
  return FALSE;
}

void
venule_cli_tell_import (const VenuleImport        *import,
                        const VenuleImportOptions *options)
{
  g_auto (GStrv) notes = venule_import_dup_notes (import);

  g_printerr (ngettext ("Read as %s: %u track, frames from %d, positions in %s.\n",
                        "Read as %s: %u tracks, frames from %d, positions in %s.\n", import->tracks->len),
              import->format, import->tracks->len, import->first_frame, import->in_um ? "µm" : "px");
  if (!import->said_unit && options->unit == VENULE_IMPORT_UNIT_FILE)
    g_printerr (_("Note: the file does not say the unit of its positions; if they are in µm, give --unit um.\n"));
  for (guint i = 0; notes[i] != NULL; i++)
    g_printerr (_("Note: %s\n"), notes[i]);
}

static gboolean
has_run (VenuleDocument  *document,
         gint64           run,
         GError         **error)
{
  g_autoptr (GArray) runs = venule_document_dup_runs (document);
  g_autoptr (GString) numbers = g_string_new (NULL);

  for (guint i = 0; i < runs->len; i++)
    {
      if (g_array_index (runs, gint64, i) == run)
        return TRUE;
      g_string_append_printf (numbers, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", g_array_index (runs, gint64, i));
    }

  /* Translators: %s is a list of numbers */
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
               _("There is no run %lld in the document. Its runs are: %s."),
               (long long) run, runs->len > 0 ? numbers->str : "–");
  return FALSE;
}

gboolean
venule_cli_show_run (VenuleDocument  *document,
                     gint64           run,
                     GError         **error)
{
  const VenuleRunMetadata *metadata;

  if (run != 0 && (!has_run (document, run, error) || !venule_document_show_run (document, run, error)))
    return FALSE;
  /* One that was stopped before its first frame has no results, whatever was added by hand. A rescued one that says
   * nothing of itself had frames; which ones is unknown. */
  metadata = venule_document_get_run_metadata (document);
  if (metadata != NULL && (metadata->last_frame >= metadata->first_frame ||
                           (*metadata->device == '\0' && g_list_model_get_n_items (G_LIST_MODEL (document)) > 0)))
    return TRUE;

  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("The document holds no results: no run of it has ended. Open it and press Run."));
  return FALSE;
}

int
venule_cli_end_cut_off (const char *name,
                        gboolean    cut_off)
{
  g_autofree char *warning = NULL;

  if (!cut_off)
    return VENULE_CLI_DONE;

  warning = venule_job_dup_cut_off (name);
  g_printerr ("%s", warning);
  return VENULE_CLI_INCOMPLETE;
}

int
venule_cli_end_unpictured (const char *unpictured,
                           int         code)
{
  g_autofree char *sentence = NULL;

  if (unpictured == NULL)
    return code;

  sentence = g_strdup_printf (_("The report has no picture: %s"), unpictured);
  g_printerr (_("Warning: %s\n"), sentence);
  return VENULE_CLI_INCOMPLETE;
}

int
venule_cli_end_unseen (const char *unseen,
                       int         code)
{
  if (unseen == NULL)
    return code;

  g_printerr (_("Note: %s\n"), unseen);
  return VENULE_CLI_INCOMPLETE;
}

int
venule_cli_end (VenuleDocument *document)
{
  g_autofree char *name = venule_source_dup_display_name (venule_document_get_source (document));

  return venule_cli_end_cut_off (name, venule_document_get_cut_off (document));
}
