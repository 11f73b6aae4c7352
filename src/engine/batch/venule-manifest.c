/* venule-manifest.c: which videos are analysed together, and with which options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-manifest-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-enum-names.h"
#include "venule-option-parse.h"

enum {
  ROW_CHANGED,
  ROWS_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VenuleManifest, venule_manifest, G_TYPE_OBJECT)

/* ---- Columns ---- */

/* Options are written with hyphens on the command line, and spreadsheets and R like underscores. */
static char *
dup_column_name (const char *text)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);

  return g_strdup (g_strdelimit (g_strstrip (lower), "- ", '_'));
}

int
venule_manifest_find_column (VenuleManifest *self,
                             const char     *name)
{
  g_autofree char *wanted = dup_column_name (name);

  for (guint i = 0; i + 1 < self->columns->len; i++)
    if (g_str_equal (self->columns->pdata[i], wanted))
      return (int) i;
  return -1;
}

guint
venule_manifest_take_column (VenuleManifest *self,
                             const char     *name)
{
  int column = venule_manifest_find_column (self, name);

  if (column >= 0)
    return (guint) column;
  g_ptr_array_insert (self->columns, (int) self->columns->len - 1, dup_column_name (name));
  return self->columns->len - 2;
}

const char *const *
venule_manifest_get_columns (VenuleManifest *self)
{
  g_return_val_if_fail (VENULE_IS_MANIFEST (self), NULL);

  return (const char *const *) self->columns->pdata;
}

/* ---- Rows ---- */

static void
row_free (gpointer data)
{
  VenuleManifestRow *row = data;

  g_ptr_array_unref (row->cells);
  g_free (row);
}

VenuleManifestRow *
venule_manifest_row_new (guint line)
{
  VenuleManifestRow *row = g_new0 (VenuleManifestRow, 1);

  row->line = line;
  row->cells = g_ptr_array_new_with_free_func (g_free);
  return row;
}

guint
venule_manifest_get_n_rows (VenuleManifest *self)
{
  g_return_val_if_fail (VENULE_IS_MANIFEST (self), 0);

  return self->rows->len;
}

const char *
venule_manifest_get_cell (VenuleManifest *self,
                          guint           row,
                          guint           column)
{
  const VenuleManifestRow *there = g_ptr_array_index (self->rows, row);

  return column < there->cells->len ? there->cells->pdata[column] : NULL;
}

const char *
venule_manifest_get_value (VenuleManifest *self,
                           guint           row,
                           const char     *column)
{
  int at;

  g_return_val_if_fail (VENULE_IS_MANIFEST (self), NULL);
  g_return_val_if_fail (row < self->rows->len, NULL);

  at = venule_manifest_find_column (self, column);
  return at >= 0 ? venule_manifest_get_cell (self, row, (guint) at) : NULL;
}

void
venule_manifest_add_column (VenuleManifest *self,
                            const char     *column)
{
  g_return_if_fail (VENULE_IS_MANIFEST (self));

  venule_manifest_take_column (self, column);
}

void
venule_manifest_set_value (VenuleManifest *self,
                           guint           row,
                           const char     *column,
                           const char     *value)
{
  VenuleManifestRow *there;
  guint at;

  g_return_if_fail (VENULE_IS_MANIFEST (self));
  g_return_if_fail (row < self->rows->len);

  if (value != NULL && *value == '\0')
    value = NULL;
  if (g_strcmp0 (venule_manifest_get_value (self, row, column), value) == 0)
    return;

  there = g_ptr_array_index (self->rows, row);
  at = venule_manifest_take_column (self, column);
  if (there->cells->len <= at)
    g_ptr_array_set_size (there->cells, (int) at + 1);
  g_free (there->cells->pdata[at]);
  there->cells->pdata[at] = g_strdup (value);
  g_signal_emit (self, signals[ROW_CHANGED], 0, row);
}

char *
venule_manifest_dup_path (VenuleManifest *self,
                          guint           row,
                          const char     *column)
{
  const char *value = venule_manifest_get_value (self, row, column);

  return value != NULL ? g_canonicalize_filename (value, self->folder) : NULL;
}

int
venule_manifest_find_id (VenuleManifest *self,
                         const char     *id)
{
  int column;

  g_return_val_if_fail (VENULE_IS_MANIFEST (self), -1);

  column = venule_manifest_find_column (self, "id");
  for (guint i = 0; column >= 0 && i < self->rows->len; i++)
    if (g_strcmp0 (venule_manifest_get_cell (self, i, (guint) column), id) == 0)
      return (int) i;
  return -1;
}

/* “mouse-3.avi” is called mouse-3, and the next of that name mouse-3-2. */
static char *
dup_new_id (VenuleManifest *self,
            const char     *video)
{
  g_autofree char *base = g_path_get_basename (video);
  g_autofree char *name = g_utf8_make_valid (base, -1);
  char *dot = g_utf8_strrchr (name, -1, '.');
  g_autofree char *id = NULL;

  if (dot != NULL && dot != name)
    *dot = '\0';
  g_strdelimit (name, "/\\:*?\"<>|%\t\r\n", '_');
  if (*name == '.')
    *name = '_';
  id = g_strdup (name);
  for (guint i = 2; venule_manifest_find_id (self, id) >= 0; i++)
    {
      g_free (id);
      id = g_strdup_printf ("%s-%u", name, i);
    }
  return g_steal_pointer (&id);
}

guint
venule_manifest_add_row (VenuleManifest *self,
                         const char     *video)
{
  guint row = self->rows->len;
  g_autofree char *id = NULL;

  g_return_val_if_fail (VENULE_IS_MANIFEST (self), 0);

  id = dup_new_id (self, video);
  g_ptr_array_add (self->rows, venule_manifest_row_new (0));
  g_signal_emit (self, signals[ROWS_CHANGED], 0, row, 0, 1);
  venule_manifest_set_value (self, row, "id", id);
  venule_manifest_set_value (self, row, "video", video);
  return row;
}

void
venule_manifest_remove_row (VenuleManifest *self,
                            guint           row)
{
  g_return_if_fail (VENULE_IS_MANIFEST (self));
  g_return_if_fail (row < self->rows->len);

  g_ptr_array_remove_index (self->rows, row);
  g_signal_emit (self, signals[ROWS_CHANGED], 0, row, 1, 0);
}

void
venule_manifest_move_row (VenuleManifest *self,
                          guint           row,
                          guint           position)
{
  gpointer moved;
  guint first, last;

  g_return_if_fail (VENULE_IS_MANIFEST (self));
  g_return_if_fail (row < self->rows->len && position < self->rows->len);

  moved = g_ptr_array_steal_index (self->rows, row);
  g_ptr_array_insert (self->rows, (int) position, moved);
  first = MIN (row, position);
  last = MAX (row, position);
  g_signal_emit (self, signals[ROWS_CHANGED], 0, first, last - first + 1, last - first + 1);
}

/* ---- As one analysis ---- */

static gboolean
is_option (const char *column)
{
  return !g_str_equal (column, "id") && !g_str_equal (column, "video") && !g_str_equal (column, "template") &&
         !g_str_equal (column, "proposed") && !g_str_equal (column, "note");
}

/* What the batch itself says to each row. */
static gboolean
is_taken (const char *column)
{
  static const char *const taken[] = { "help", "output", "project", "progress", "quiet", "replace", "device" };

  for (guint i = 0; i < G_N_ELEMENTS (taken); i++)
    if (g_str_equal (column, taken[i]))
      return TRUE;
  return FALSE;
}

static VenuleJobOptionKind
find_option (const char *column)
{
  g_autofree char *option = g_strdelimit (g_strdup (column), "_", '-');

  return is_taken (column) ? VENULE_JOB_OPTION_UNKNOWN : venule_job_options_find (option);
}

gboolean
venule_manifest_knows_column (const char *column)
{
  g_autofree char *name = dup_column_name (column);

  return !is_option (name) || find_option (name) != VENULE_JOB_OPTION_UNKNOWN;
}

/* @arguments gets the option of a cell, if it is one. */
static void
add_argument (GPtrArray  *arguments,
              const char *column,
              const char *value)
{
  g_autofree char *option = g_strdelimit (g_strdup (column), "_", '-');
  VenuleJobOptionKind kind = find_option (column);
  gboolean no = g_ascii_strcasecmp (value, "no") == 0;

  if (kind == VENULE_JOB_OPTION_VALUE)
    g_ptr_array_add (arguments, g_strdup_printf ("--%s=%s", option, value));
  else if (kind == VENULE_JOB_OPTION_FLAG && !no)
    g_ptr_array_add (arguments, g_strdup_printf ("--%s", option));
}

GStrv
venule_manifest_dup_arguments (VenuleManifest *self,
                               guint           row)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autofree char *video = NULL;
  g_autofree char *template = NULL;

  g_return_val_if_fail (VENULE_IS_MANIFEST (self), NULL);
  g_return_val_if_fail (row < self->rows->len, NULL);

  video = venule_manifest_dup_path (self, row, "video");
  template = venule_manifest_dup_path (self, row, "template");
  g_ptr_array_add (arguments, g_strdup ("analyze"));
  if (template != NULL)
    g_ptr_array_add (arguments, g_strdup_printf ("--template=%s", template));
  for (guint i = 0; i + 1 < self->columns->len; i++)
    {
      const char *value = venule_manifest_get_cell (self, row, i);

      if (value != NULL && is_option (self->columns->pdata[i]))
        add_argument (arguments, self->columns->pdata[i], value);
    }
  /* Whatever it begins with, it is no option. */
  g_ptr_array_add (arguments, g_strdup ("--"));
  g_ptr_array_add (arguments, video != NULL ? g_steal_pointer (&video) : g_strdup (""));
  g_ptr_array_add (arguments, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&arguments), FALSE);
}

/* Of several rows, read once. */
static VenuleTemplate *
dup_template (VenuleManifest  *self,
              const char      *path,
              GError         **error)
{
  VenuleTemplate *template = g_hash_table_lookup (self->templates, path);

  if (template == NULL)
    {
      template = venule_template_read (path, error);
      if (template == NULL)
        return NULL;
      g_hash_table_insert (self->templates, g_strdup (path), template);
    }
  return venule_template_copy (template);
}

/* "vessel,flow" */
static gboolean
mark_proposed (VenuleSettings  *settings,
               const char      *text,
               GError         **error)
{
  static const char *const names[VENULE_N_PROPOSED] = { "vessel", "flow", "cell_diameter" };
  g_auto (GStrv) words = g_strsplit (text != NULL ? text : "", ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      int part = venule_names_find (names, VENULE_N_PROPOSED, g_strstrip (words[i]));

      if (part < 0)
        return venule_option_refuse (error, "--proposed", text, _("a list of vessel, flow and cell_diameter"));
      settings->proposed |= (VenuleProposed) (1u << part);
    }
  return TRUE;
}

gboolean
venule_manifest_parse_arguments (GStrv              arguments,
                                 const char        *proposed,
                                 VenuleJobOptions  *options,
                                 GError           **error)
{
  return venule_job_options_parse (options, (int) g_strv_length (arguments), arguments, error) &&
         mark_proposed (options->settings, proposed, error);
}

gboolean
venule_manifest_parse_row (VenuleManifest    *self,
                           guint              row,
                           VenuleJobOptions  *options,
                           GError           **error)
{
  g_auto (GStrv) arguments = NULL;
  g_autofree char *template = NULL;

  g_return_val_if_fail (VENULE_IS_MANIFEST (self), FALSE);
  g_return_val_if_fail (row < self->rows->len, FALSE);

  arguments = venule_manifest_dup_arguments (self, row);
  template = venule_manifest_dup_path (self, row, "template");
  if (template != NULL)
    {
      options->template = dup_template (self, template, error);
      if (options->template == NULL)
        return FALSE;
    }
  return venule_manifest_parse_arguments (arguments, venule_manifest_get_value (self, row, "proposed"), options, error);
}

/* ---- Object ---- */

VenuleManifest *
venule_manifest_new (const char *folder)
{
  VenuleManifest *self = g_object_new (VENULE_TYPE_MANIFEST, NULL);

  self->folder = g_canonicalize_filename (folder, NULL);
  return self;
}

const char *
venule_manifest_get_folder (VenuleManifest *self)
{
  g_return_val_if_fail (VENULE_IS_MANIFEST (self), NULL);

  return self->folder;
}

static void
venule_manifest_finalize (GObject *object)
{
  VenuleManifest *self = VENULE_MANIFEST (object);

  g_free (self->folder);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->rows);
  g_hash_table_unref (self->templates);
  G_OBJECT_CLASS (venule_manifest_parent_class)->finalize (object);
}

static void
venule_manifest_class_init (VenuleManifestClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_manifest_finalize;

  /**
   * VenuleManifest::row-changed:
   * @self: the manifest
   * @row: number of the row
   *
   * A cell of it has another value.
   */
  signals[ROW_CHANGED] = g_signal_new ("row-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  /**
   * VenuleManifest::rows-changed:
   * @self: the manifest
   * @position: first row that is another one
   * @removed: rows that were there
   * @added: rows that are there instead
   */
  signals[ROWS_CHANGED] = g_signal_new ("rows-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT);
}

static void
venule_manifest_init (VenuleManifest *self)
{
  self->columns = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->columns, g_strdup ("id"));
  g_ptr_array_add (self->columns, g_strdup ("video"));
  g_ptr_array_add (self->columns, NULL);
  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->templates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) venule_template_free);
}
