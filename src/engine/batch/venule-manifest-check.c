/* venule-manifest-check.c: what is wrong in a manifest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-display-name.h"
#include "venule-manifest-private.h"
#include "venule-sequence-files.h"

/* Names of folders may have 255 bytes, and files in it begin with it. */
#define LONGEST_ID 200

void
venule_manifest_problem_free (VenuleManifestProblem *self)
{
  g_free (self->column);
  g_free (self->sentence);
  g_free (self);
}

char *
venule_manifest_problem_dup_line (const VenuleManifestProblem *self)
{
  if (self->line == 0 && self->row < 0)
    return g_strdup (self->sentence);
  if (self->column == NULL)
    /* Translators: number of a row of a table, and a sentence */
    return g_strdup_printf (_("Row %u: %s"), self->line > 0 ? self->line : (guint) self->row + 1, self->sentence);
  /* Translators: number of a row of a table, name of a column, and a sentence */
  return g_strdup_printf (_("Row %u, %s: %s"), self->line > 0 ? self->line : (guint) self->row + 1, self->column,
                          self->sentence);
}

/* @sentence: (transfer full) */
static void
add (GPtrArray      *problems,
     VenuleManifest *self,
     int             row,
     const char     *column,
     char           *sentence)
{
  VenuleManifestProblem *problem = g_new0 (VenuleManifestProblem, 1);

  problem->row = row;
  problem->line = row >= 0 ? ((const VenuleManifestRow *) self->rows->pdata[row])->line : 0;
  problem->column = g_strdup (column);
  problem->sentence = sentence;
  g_ptr_array_add (problems, problem);
}

/* ---- A row ---- */

/* It is the name of a folder, on any drive. */
static gboolean
is_name (const char *id)
{
  gsize length = strlen (id);

  for (const char *c = id; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c) || strchr ("/\\:*?\"<>|", *c) != NULL)
      return FALSE;
  return length <= LONGEST_ID && *id != '.' && id[length - 1] != '.';
}

/* Files of the batch itself. */
static gboolean
is_reserved (const char *id)
{
  static const char *const names[] = { "comparison", "measures.csv", "measures-px.csv", "status.tsv",
                                       "study.venule-study" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (id, names[i]) == 0)
      return TRUE;
  return FALSE;
}

static void
check_id (VenuleManifest *self,
          guint           row,
          GPtrArray      *problems)
{
  const char *id = venule_manifest_get_value (self, row, "id");
  g_autofree char *shown = id != NULL ? venule_display_name_dup_excerpt (id) : NULL;

  if (id == NULL)
    add (problems, self, (int) row, "id", g_strdup (_("The id is missing. Give each video one of its own.")));
  else if (!is_name (id) || is_reserved (id))
    add (problems, self, (int) row, "id",
         g_strdup_printf (_("“%s” cannot be the name of a folder. Give another id."), shown));
}

GPtrArray *
venule_manifest_check_id (VenuleManifest *self,
                          guint           row)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_manifest_problem_free);

  check_id (self, row, problems);
  return problems;
}

static gboolean
is_there (const char *path)
{
  g_autoptr (GPtrArray) pictures = NULL;

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  pictures = venule_sequence_is_one (path) ? venule_sequence_find_files (path, NULL) : NULL;
  return pictures != NULL && pictures->len > 0;
}

/* FALSE where there is nothing to be parsed with. */
static gboolean
check_files (VenuleManifest *self,
             guint           row,
             GPtrArray      *problems)
{
  static const char *const columns[] = { "video", "template" };
  gboolean ok = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *path = venule_manifest_dup_path (self, row, columns[i]);
      g_autofree char *shown = path != NULL ? venule_display_name_dup (path) : NULL;

      if (path == NULL && i == 0)
        add (problems, self, (int) row, columns[i], g_strdup (_("The video is missing. Give its path.")));
      else if (path != NULL && !is_there (path))
        add (problems, self, (int) row, columns[i], g_strdup_printf (_("“%s” was not found."), shown));
      else
        continue;
      ok = FALSE;
    }
  return ok;
}

/* That an option has no value is told by yes and no. */
static void
check_flags (VenuleManifest *self,
             guint           row,
             GPtrArray      *problems)
{
  for (guint i = 0; i + 1 < self->columns->len; i++)
    {
      const char *value = venule_manifest_get_cell (self, row, i);
      g_autofree char *option = g_strdelimit (g_strdup (self->columns->pdata[i]), "_", '-');
      g_autofree char *shown = NULL;

      if (value == NULL || venule_job_options_find (option) != VENULE_JOB_OPTION_FLAG ||
          g_ascii_strcasecmp (value, "yes") == 0 || g_ascii_strcasecmp (value, "no") == 0)
        continue;
      shown = venule_display_name_dup_excerpt (value);
      add (problems, self, (int) row, self->columns->pdata[i],
           g_strdup_printf (_("“%s” is neither yes nor no."), shown));
    }
}

/* (transfer full) (nullable): the column of the option with which a sentence begins, which then begins behind it. */
static char *
split_option (const char **sentence)
{
  const char *colon = g_str_has_prefix (*sentence, "--") ? strstr (*sentence, ": ") : NULL;
  char *column;

  if (colon == NULL || memchr (*sentence, ' ', (gsize) (colon - *sentence)) != NULL)
    return NULL;
  column = g_strdelimit (g_strndup (*sentence + 2, (gsize) (colon - *sentence) - 2), "-", '_');
  *sentence = colon + 2;
  return column;
}

static void
check_options (VenuleManifest *self,
               guint           row,
               GPtrArray      *problems)
{
  g_auto (VenuleJobOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *column = NULL;
  const char *sentence;

  options.unopened = TRUE;
  if (venule_manifest_parse_row (self, row, &options, &error))
    return;
  sentence = error->message;
  column = options.template == NULL && venule_manifest_get_value (self, row, "template") != NULL
           ? g_strdup ("template") : split_option (&sentence);
  add (problems, self, (int) row, column, g_strdup (sentence));
}

static void
check_row (VenuleManifest *self,
           guint           row,
           GPtrArray      *problems)
{
  const VenuleManifestRow *there = g_ptr_array_index (self->rows, row);

  check_id (self, row, problems);
  if (there->surplus > 0)
    add (problems, self, (int) row, NULL,
         g_strdup_printf (ngettext ("%u cell has no title above it.", "%u cells have no title above them.",
                                    there->surplus), there->surplus));
  check_flags (self, row, problems);
  if (check_files (self, row, problems))
    check_options (self, row, problems);
}

GPtrArray *
venule_manifest_check_row (VenuleManifest *self,
                           guint           row)
{
  GPtrArray *problems;

  g_return_val_if_fail (VENULE_IS_MANIFEST (self), NULL);
  g_return_val_if_fail (row < self->rows->len, NULL);

  problems = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_manifest_problem_free);
  check_row (self, row, problems);
  return problems;
}

/* ---- The table ---- */

static void
check_columns (VenuleManifest *self,
               GPtrArray      *problems)
{
  for (guint i = 0; i + 1 < self->columns->len; i++)
    {
      const char *column = self->columns->pdata[i];
      g_autofree char *shown = venule_display_name_dup_excerpt (column);

      if (!venule_manifest_knows_column (column))
        add (problems, self, -1, column,
             g_strdup_printf (_("There is no column “%s”. Columns are called as the options of “venule-cli analyze”."),
                              shown));
    }
  if (self->rows->len == 0)
    add (problems, self, -1, NULL, g_strdup (_("The manifest has no row with a video.")));
}

/* On some drives “A” and “a” are the same folder. */
static void
check_once (VenuleManifest *self,
            guint           row,
            GHashTable     *ids,
            GPtrArray      *problems)
{
  const char *id = venule_manifest_get_value (self, row, "id");
  g_autofree char *folded = id != NULL ? g_utf8_casefold (id, -1) : NULL;
  g_autofree char *shown = id != NULL ? venule_display_name_dup_excerpt (id) : NULL;
  const VenuleManifestRow *first = folded != NULL ? g_hash_table_lookup (ids, folded) : NULL;

  if (first != NULL)
    add (problems, self, (int) row, "id",
         g_strdup_printf (_("“%s” is the id of row %u, too. Give each video one of its own."), shown, first->line));
  else if (folded != NULL)
    g_hash_table_insert (ids, g_steal_pointer (&folded), self->rows->pdata[row]);
}

GPtrArray *
venule_manifest_check (VenuleManifest *self)
{
  g_autoptr (GHashTable) ids = NULL;
  GPtrArray *problems;

  g_return_val_if_fail (VENULE_IS_MANIFEST (self), NULL);

  problems = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_manifest_problem_free);
  ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  check_columns (self, problems);
  for (guint i = 0; i < self->rows->len; i++)
    {
      check_once (self, i, ids, problems);
      check_row (self, i, problems);
    }
  return problems;
}
