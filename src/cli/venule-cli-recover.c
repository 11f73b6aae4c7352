/* venule-cli-recover.c: what killed programs left
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "venule-cli-document.h"
#include "venule-cli-parse.h"
#include "venule-cli.h"
#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-temp-file.h"
#include "venule-working-copy.h"

/* Letters of the name of a working copy that stand for it, */
#define N_ID 8
/* and the room that they take in the list. */
#define INDENT "          "

/* ---- List ---- */

static char *
dup_key (const VenuleLeftover *leftover)
{
  return g_path_get_basename (leftover->working_copy);
}

static char *
dup_time (gint64 seconds)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (seconds);

  return g_date_time_format (time, "%Y-%m-%d %H:%M:%S");
}

static gboolean
print_run (VenuleProjectDb *db,
           gint64           run,
           GError         **error)
{
  g_autoptr (VenuleSettings) settings = NULL;
  g_autoptr (VenuleRunMetadata) metadata = NULL;
  guint n_edits;

  if (!venule_project_db_read_run (db, run, &settings, &metadata, error))
    return FALSE;

  g_ptr_array_unref (venule_project_db_dup_steps (db, run, &n_edits));
  g_print (INDENT);
  g_print (metadata->complete ? _("Run %lld: frames %lld to %lld") : _("Run %lld, not finished: frames %lld to %lld"),
           (long long) run, (long long) metadata->first_frame, (long long) metadata->last_frame);
  if (n_edits > 0)
    g_print (ngettext (", %u correction", ", %u corrections", n_edits), n_edits);
  g_print ("\n");
  return TRUE;
}

static gboolean
print_working_copy (const VenuleLeftover  *leftover,
                    GError               **error)
{
  g_autoptr (VenuleWorkingCopy) working_copy = venule_working_copy_recover (leftover, error);
  VenuleProjectDb *db = working_copy != NULL ? venule_working_copy_get_db (working_copy) : NULL;
  g_autoptr (GArray) runs = db != NULL ? venule_project_db_dup_runs (db, error) : NULL;
  g_autofree char *key = dup_key (leftover);
  g_autofree char *target = leftover->target != NULL ? venule_display_name_dup (leftover->target) : NULL;
  g_autofree char *path = leftover->video != NULL ? venule_display_name_dup (leftover->video) : NULL;
  g_autofree char *time = dup_time (leftover->changed);

  if (runs == NULL)
    return FALSE;

  g_print ("%.*s  %s\n", N_ID, key, target != NULL ? target : _("A document that was never saved"));
  g_print (INDENT);
  /* Translators: day and time */
  g_print (_("Changed %s, and not saved\n"), time);
  if (path != NULL)
    {
      g_print (INDENT);
      g_print (_("Video: %s\n"), path);
    }
  for (guint i = 0; i < runs->len; i++)
    if (!print_run (db, g_array_index (runs, gint64, i), error))
      return FALSE;
  return TRUE;
}

/* A drive that was full or failed: neither the file nor its log holds a byte. */
static gboolean
is_empty (const VenuleLeftover *leftover)
{
  g_autofree char *log = g_strconcat (leftover->working_copy, "-wal", NULL);
  GStatBuf file, ahead;

  return g_stat (leftover->working_copy, &file) == 0 && file.st_size == 0 &&
         (g_stat (log, &ahead) != 0 || ahead.st_size == 0);
}

/* What can be done with a working copy that is damaged: (transfer full). */
static char *
dup_advice (const VenuleLeftover *leftover)
{
  g_autofree char *shown = venule_display_name_dup (leftover->working_copy);
  g_autofree char *path = g_shell_quote (shown);
  g_autofree char *key = dup_key (leftover);

  if (is_empty (leftover))
    /* Translators: %.*s is the number of a working copy */
    return g_strdup_printf (_("The working copy is empty: there is nothing in it to recover. “venule-cli recover "
                              "discard %.*s” removes it."), N_ID, key);
  /* Translators: %s is the path of a file */
  return g_strdup_printf (_("The working copy is damaged. “venule-cli convert --rescue %s --output NEW.venule” reads "
                            "what can still be read of it."), path);
}

static void
print_damaged (const VenuleLeftover *leftover)
{
  g_autofree char *key = dup_key (leftover);
  g_autofree char *target = leftover->target != NULL ? venule_display_name_dup (leftover->target) : NULL;
  g_autofree char *advice = dup_advice (leftover);

  g_print ("%.*s  %s\n" INDENT "%s\n", N_ID, key, target != NULL ? target : _("A document that was never saved"),
           advice);
}

/* @listed: those that were, by their canonical names: folders may lie in each other. */
static guint
print_files (const char *folder,
             GHashTable *listed)
{
  g_autoptr (GPtrArray) files = venule_temp_file_dup_leftovers (folder);

  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *shown = venule_display_name_dup (g_ptr_array_index (files, i));

      if (!g_hash_table_add (listed, g_canonicalize_filename (g_ptr_array_index (files, i), NULL)))
        continue;
      g_print ("%s\n" INDENT "%s\n", shown, _("Incomplete file of a program that was killed"));
    }
  return files->len;
}

/* A folder and those in it, as results lie in folders of their own. */
static gboolean
print_folder (const char  *folder,
              GHashTable  *listed,
              guint       *n,
              GError     **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  if (dir == NULL)
    {
      g_autofree char *shown = venule_display_name_dup (folder);

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, _("“%s” is no folder that can be read."), shown);
      return FALSE;
    }

  *n += print_files (folder, listed);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (folder, name, NULL);

      if (name[0] != '.' && g_file_test (child, G_FILE_TEST_IS_DIR))
        *n += print_files (child, listed);
    }
  return TRUE;
}

static gboolean
list (char   **folders,
      GError **error)
{
  g_autoptr (GPtrArray) leftovers = venule_working_copy_dup_leftovers (NULL);
  g_autoptr (GPtrArray) damaged = venule_working_copy_dup_damaged ();
  g_autoptr (GHashTable) listed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  char *here[] = { (char *) ".", NULL };
  guint n = leftovers->len + damaged->len;

  for (guint i = 0; i < leftovers->len; i++)
    if (!print_working_copy (g_ptr_array_index (leftovers, i), error))
      return FALSE;
  for (guint i = 0; i < damaged->len; i++)
    print_damaged (g_ptr_array_index (damaged, i));
  for (char **folder = folders[0] != NULL ? folders : here; *folder != NULL; folder++)
    if (!print_folder (*folder, listed, &n, error))
      return FALSE;
  if (n == 0)
    g_print ("%s\n", _("There is nothing to recover."));
  return TRUE;
}

/* ---- Take and discard ---- */

/* (transfer full) (nullable): the working copy that is meant, by its number or by its document. */
static VenuleLeftover *
find (const char  *item,
      GError     **error)
{
  g_autoptr (GPtrArray) leftovers = venule_working_copy_dup_leftovers (NULL);
  g_autoptr (GPtrArray) damaged = venule_working_copy_dup_damaged ();
  g_autoptr (GString) numbers = g_string_new (NULL);
  g_autofree char *path = g_canonicalize_filename (item, NULL);
  g_autofree char *shown = venule_display_name_dup (item);
  guint found = 0, n = 0;

  g_ptr_array_extend_and_steal (leftovers, g_steal_pointer (&damaged));
  for (guint i = 0; i < leftovers->len; i++)
    {
      const VenuleLeftover *leftover = g_ptr_array_index (leftovers, i);
      g_autofree char *key = dup_key (leftover);

      if (g_strcmp0 (leftover->target, path) != 0 && (strlen (item) < N_ID || !g_str_has_prefix (key, item)))
        continue;
      g_string_append_printf (numbers, "%s%.*s", n++ > 0 ? ", " : "", N_ID, key);
      found = i;
    }
  if (n == 1)
    return g_ptr_array_steal_index (leftovers, found);

  if (n == 0)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                 _("There is nothing to recover of “%s”, or another program is using it. “venule-cli recover list” "
                   "lists what there is."), shown);
  else
    /* Translators: the first %s is a document, the second a list of numbers */
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_QUESTION,
                 _("There are several working copies of “%s”. Say which by its number: %s."), shown, numbers->str);
  return NULL;
}

/* A document that was saved with a damaged track could not be opened again. */
static gboolean
check_tracks (VenuleWorkingCopy *working_copy,
              GError           **error)
{
  VenuleProjectDb *db = venule_working_copy_get_db (working_copy);
  g_autoptr (GArray) runs = venule_project_db_dup_runs (db, error);

  for (guint i = 0; runs != NULL && i < runs->len; i++)
    {
      g_autoptr (GPtrArray) tracks = venule_project_db_dup_tracks (db, g_array_index (runs, gint64, i), error);

      if (tracks == NULL)
        return FALSE;
    }
  return runs != NULL;
}

/* What lies among the working copies was one: what is no document any more is damaged, too. */
static gboolean
is_of_damage (const GError *error)
{
  return g_error_matches (error, VENULE_ERROR, VENULE_ERROR_DAMAGED) ||
         g_error_matches (error, VENULE_ERROR, VENULE_ERROR_INVALID);
}

static gboolean
take (const char  *item,
      const char  *output,
      gboolean     replace,
      GError     **error)
{
  g_autoptr (VenuleLeftover) leftover = find (item, error);
  g_autoptr (VenuleWorkingCopy) working_copy = leftover != NULL ? venule_working_copy_recover (leftover, error) : NULL;
  g_autofree char *shown = NULL;

  if (working_copy == NULL || !check_tracks (working_copy, error))
    {
      if (leftover != NULL && error != NULL && is_of_damage (*error))
        {
          g_autofree char *advice = dup_advice (leftover);

          g_clear_error (error);
          g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, advice);
        }
      return FALSE;
    }
  if (output == NULL && venule_working_copy_get_path (working_copy) == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_QUESTION,
                           _("The document was never saved. Give its new name with --output."));
      return FALSE;
    }
  if ((output != NULL && !venule_cli_check_place (output, replace, error)) ||
      !venule_working_copy_save (working_copy, output, replace, error))
    {
      if (output == NULL)
        g_prefix_error (error, _("The document cannot take its place; give --output another name. "));
      return FALSE;
    }

  shown = venule_display_name_dup (venule_working_copy_get_path (working_copy));
  g_print (_("The document is %s\n"), shown);
  return TRUE;
}

static gboolean
discard (const char  *item,
         GError     **error)
{
  g_autofree char *shown = venule_display_name_dup (item);
  g_autoptr (VenuleLeftover) leftover = NULL;

  if (!venule_temp_file_remove (item))
    {
      if (errno != EINVAL)
        {
          g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE, _("“%s” could not be removed: %s."), shown,
                       g_strerror (errno));
          return FALSE;
        }
      leftover = find (item, error);
      if (leftover == NULL)
        return FALSE;
      venule_leftover_remove (leftover);
    }
  g_print (_("Discarded: %s\n"), shown);
  return TRUE;
}

/* ---- Usage ---- */

static gboolean
refuse (GError     **error,
        const char  *sentence)
{
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, sentence);
  return FALSE;
}

static gboolean
run (char        **words,
     const char   *output,
     gboolean      replace,
     GError      **error)
{
  const char *verb = words[0] != NULL ? words[0] : "list";
  char **items = words[0] != NULL ? words + 1 : words;

  if (!g_str_equal (verb, "take") && output != NULL)
    return refuse (error, _("--output goes with take."));
  if (output == NULL && replace)
    return venule_option_refuse_without (error, "--replace", "--output");
  if (output != NULL && !g_str_has_suffix (output, ".venule"))
    return refuse (error, _("--output takes a file that ends in .venule."));

  if (g_str_equal (verb, "list"))
    return list (items, error);
  if (g_str_equal (verb, "take") && items[0] != NULL && items[1] == NULL)
    return take (items[0], output, replace, error);
  if (!g_str_equal (verb, "discard") || items[0] == NULL)
    return refuse (error, _("recover takes list, take with one document, or discard with one or more."));
  for (char **item = items; *item != NULL; item++)
    if (!discard (*item, error))
      return FALSE;
  return TRUE;
}

/**
 * venule_cli_recover:
 * @argc: number of arguments
 * @argv: "recover", and what follows it on the command line
 *
 * Lists the working copies and half files that killed programs left, saves one as a document, or removes them.
 *
 * Returns: %VENULE_CLI_DONE, %VENULE_CLI_FAILED or %VENULE_CLI_USAGE
 */
int
venule_cli_recover (int    argc,
                    char **argv)
{
  g_autofree char *output = NULL;
  gboolean replace = FALSE;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_("With take: file for the document (default: its own)"),
      "FILE.venule" },
    { "replace", 0, 0, G_OPTION_ARG_NONE, &replace, N_("Replace the file that --output names"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context =
    venule_cli_context_new ("recover", _("[list [FOLDER…] | take DOCUMENT | discard DOCUMENT…]"), entries,
                            _("Lists, saves (take) or removes (discard) files left by killed programs: documents "
                              "with unsaved changes, and\nincomplete files of exports in the given folders "
                              "(default: the current one)."));
  g_autoptr (GError) error = NULL;

  g_option_context_set_description (context,
                                    _("A document is given by its name, or by the number that the list shows; an "
                                      "incomplete file by its name."));
  if (!venule_cli_parse_context (context, &argc, &argv, &error) ||
      !venule_option_check_name ("--output", output, &error))
    return venule_cli_fail (VENULE_CLI_USAGE, "%s", error->message);
  if (!run (argv + 1, output, replace, &error))
    return venule_cli_fail_of_options (error);
  return VENULE_CLI_DONE;
}
