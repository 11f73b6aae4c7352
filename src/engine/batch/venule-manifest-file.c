/* venule-manifest-file.c: manifests as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-csv.h"
#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-load.h"
#include "venule-manifest-private.h"
#include "venule-save.h"

#define MOST_BYTES (64 * 1024 * 1024)

/* ---- Reading ---- */

static gboolean
refuse (const char  *path,
        GError     **error,
        const char  *why)
{
  g_autofree char *name = venule_display_name_dup_base (path);

  /* Translators: a file, and a sentence */
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED, _("“%s” is no manifest. %s"), name, why);
  return FALSE;
}

/* What stands between the titles. */
static char
guess_separator (const char *text)
{
  gsize length = strcspn (text, "\r\n"), commas = 0, semicolons = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == '\t')
        return '\t';
      commas += text[i] == ',';
      semicolons += text[i] == ';';
    }
  return semicolons > commas ? ';' : ',';
}

/* (transfer full): which column of the manifest each of the file is. */
static GArray *
read_titles (VenuleManifest   *self,
             VenuleCsvReader  *reader,
             const char       *path,
             GError          **error)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean id = FALSE, video = FALSE;

  while (venule_csv_reader_next (reader) && venule_csv_reader_is_empty (reader))
    ;
  for (guint i = 0; i < venule_csv_reader_get_n_fields (reader); i++)
    {
      const char *title = venule_csv_reader_get_field (reader, (int) i);
      guint column = *title != '\0' ? venule_manifest_take_column (self, title) : G_MAXUINT;

      for (guint k = 0; column != G_MAXUINT && k < columns->len; k++)
        if (g_array_index (columns, guint, k) == column)
          {
            g_autofree char *shown = venule_display_name_dup_excerpt (title);
            g_autofree char *why = g_strdup_printf (_("It has two columns “%s”. Leave one of them out."), shown);

            refuse (path, error, why);
            return NULL;
          }
      id = id || column == 0;
      video = video || column == 1;
      g_array_append_val (columns, column);
    }
  if (id && video)
    return g_steal_pointer (&columns);

  refuse (path, error, _("Its first row must have titles, among them “id” and “video”."));
  return NULL;
}

static void
read_row (VenuleManifest  *self,
          VenuleCsvReader *reader,
          GArray          *columns)
{
  VenuleManifestRow *row = venule_manifest_row_new (venule_csv_reader_get_line (reader));

  g_ptr_array_set_size (row->cells, (int) self->columns->len - 1);
  for (guint i = 0; i < venule_csv_reader_get_n_fields (reader); i++)
    {
      const char *text = venule_csv_reader_get_field (reader, (int) i);
      guint column = i < columns->len ? g_array_index (columns, guint, i) : G_MAXUINT;

      if (*text == '\0')
        continue;
      if (column == G_MAXUINT)
        row->surplus++;
      else
        row->cells->pdata[column] = g_strdup (text);
    }
  g_ptr_array_add (self->rows, row);
}

static gboolean
read_text (VenuleManifest  *self,
           const char      *text,
           const char      *path,
           GError         **error)
{
  g_autoptr (VenuleCsvReader) reader = NULL;
  g_autoptr (GArray) columns = NULL;

  if (g_str_has_prefix (text, "\xef\xbb\xbf"))
    text += strlen ("\xef\xbb\xbf");
  reader = venule_csv_reader_new (text, guess_separator (text));
  columns = read_titles (self, reader, path, error);
  if (columns == NULL)
    return FALSE;
  while (venule_csv_reader_next (reader))
    if (!venule_csv_reader_is_empty (reader))
      read_row (self, reader, columns);
  return !venule_csv_reader_is_open (reader) ||
         refuse (path, error, _("A quotation mark in it is never closed, and all behind it would be one cell."));
}

VenuleManifest *
venule_manifest_read (const char  *path,
                      GError     **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (VenuleManifest) self = venule_manifest_new (folder);
  gsize size;
  g_autofree char *text = venule_load_file (path, MOST_BYTES, &size, error);

  if (text == NULL)
    return NULL;
  if (!g_utf8_validate (text, (gssize) size, NULL))
    {
      refuse (path, error, _("It must be a text in UTF-8, with tabs or commas between its cells."));
      return NULL;
    }
  return read_text (self, text, path, error) ? g_steal_pointer (&self) : NULL;
}

/* ---- Writing ---- */

/* What a spreadsheet may take for a formula gets the apostrophe that the reader takes off again; a number or a list of
 * numbers is none. */
static gboolean
needs_apostrophe (const char *text)
{
  return venule_csv_is_formula (text) && text[strspn (text, "+-0123456789.,; ")] != '\0';
}

static void
append_cell (GString    *line,
             const char *text)
{
  gboolean quoted = *text == '"' || strpbrk (text, "\t\r\n") != NULL || g_ascii_isspace (*text) ||
                    (*text != '\0' && g_ascii_isspace (text[strlen (text) - 1]));

  if (quoted)
    g_string_append_c (line, '"');
  if (needs_apostrophe (text))
    g_string_append_c (line, '\'');
  for (const char *c = text; *c != '\0'; c++)
    {
      if (quoted && *c == '"')
        g_string_append_c (line, '"');
      g_string_append_c (line, *c);
    }
  if (quoted)
    g_string_append_c (line, '"');
}

/* As seen from @folder, where it lies in it or in the folder that holds it. */
static char *
dup_relative (const char *path,
              const char *folder)
{
  g_autofree char *above = g_path_get_dirname (folder);
  gsize length = strlen (folder), length_above = strlen (above);

  if (g_str_has_prefix (path, folder) && path[length] == '/')
    return g_strdup (path + length + 1);
  if (length_above > 1 && g_str_has_prefix (path, above) && path[length_above] == '/')
    return g_strconcat ("../", path + length_above + 1, NULL);
  return g_strdup (path);
}

static char *
dup_cell (VenuleManifest *self,
          guint           row,
          guint           column,
          const char     *folder)
{
  const char *name = self->columns->pdata[column], *value = venule_manifest_get_cell (self, row, column);
  g_autofree char *path = NULL;

  if (value == NULL || (!g_str_equal (name, "video") && !g_str_equal (name, "template")))
    return g_strdup (value != NULL ? value : "");
  /* In the same folder it stays as it was written. */
  if (g_str_equal (folder, self->folder) && !g_path_is_absolute (value))
    return g_strdup (value);
  path = venule_manifest_dup_path (self, row, name);
  return dup_relative (path, folder);
}

char *
venule_manifest_dup_text (VenuleManifest *self,
                          const char     *folder)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (VENULE_IS_MANIFEST (self), NULL);

  for (guint i = 0; i + 1 < self->columns->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\t" : "", (const char *) self->columns->pdata[i]);
  g_string_append_c (text, '\n');
  for (guint row = 0; row < self->rows->len; row++)
    {
      for (guint i = 0; i + 1 < self->columns->len; i++)
        {
          g_autofree char *cell = dup_cell (self, row, i, folder);

          if (i > 0)
            g_string_append_c (text, '\t');
          append_cell (text, cell);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

gboolean
venule_manifest_save (VenuleManifest  *self,
                      const char      *path,
                      GError         **error)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (whole);
  char *text = venule_manifest_dup_text (self, folder);
  g_autoptr (GBytes) content = g_bytes_new_take (text, strlen (text));

  return venule_save_file (path, content, error);
}
