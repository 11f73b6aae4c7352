/* venule-workbook.c: tables as the sheets of a workbook, by libxlsxwriter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-workbook.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <xlsxwriter.h>

#include "venule-error.h"
#include "venule-json.h"
#include "venule-locale.h"
#include "venule-save.h"
#include "venule-temp-file.h"
#include "venule-xml.h"

#define WIDEST_COLUMN 60
#define WIDE_TEXT 90.0 /* definitions */
#define FIXED_DATE 946684800 /* 1 January 2000: the same results give the same bytes */

/* What the library writes around the rows of a sheet, bytes, and the files that it opens beside those of the sheets. */
#define SHEET_FRAME (16 * 1024)
#define N_OTHER_FILES 8

typedef struct {
  lxw_workbook *workbook;
  lxw_format   *title;
  GPtrArray    *sheets;    /* lxw_worksheet */
  GArray       *last_rows; /* guint64: of each sheet, counted from 1 */
} Book;

static gboolean
set_temporary_error (int      code,
                     GError **error)
{
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_WRITE,
               _("The workbook could not be made in the folder “%s”: %s. Check that folder, set another one in the "
                 "variable TMPDIR, or leave the workbook out."),
               g_get_tmp_dir (), g_strerror (code != 0 ? code : EIO));
  return FALSE;
}

/* ---- One table, one sheet; what a sheet cannot hold goes on in another ---- */

static lxw_worksheet *
add_sheet (Book        *book,
           const char  *name,
           GError     **error)
{
  lxw_worksheet *sheet;

  errno = 0;
  sheet = workbook_add_worksheet (book->workbook, name);
  if (sheet == NULL)
    set_temporary_error (errno, error);
  else
    g_ptr_array_add (book->sheets, sheet);

  return sheet;
}

static lxw_worksheet *
begin_sheet (Book               *book,
             const char         *name,
             guint               number,
             const VenuleTable  *table,
             GError            **error)
{
  g_autofree char *numbered = number > 1 ? g_strdup_printf ("%s %u", name, number) : g_strdup (name);
  lxw_worksheet *sheet = add_sheet (book, numbered, error);

  if (sheet == NULL)
    return NULL;
  for (guint i = 0; i < venule_table_get_n_columns (table); i++)
    {
      const char *title = venule_table_get_title (table, i);
      double width = g_str_equal (title, "definition")
                     ? WIDE_TEXT : CLAMP ((double) strlen (title) + 3, 9, WIDEST_COLUMN);

      worksheet_set_column (sheet, (lxw_col_t) i, (lxw_col_t) i, g_str_equal (title, "quantity") ? 30 : width, NULL);
    }
  worksheet_freeze_panes (sheet, 1, 0);
  for (guint i = 0; i < venule_table_get_n_columns (table); i++)
    worksheet_write_string (sheet, 0, (lxw_col_t) i, venule_table_get_title (table, i), book->title);

  return sheet;
}

static void
write_text (lxw_worksheet *sheet,
            lxw_row_t      row,
            guint          column,
            const char    *text)
{
  g_autofree char *allowed = venule_xml_dup_text (text);

  worksheet_write_string (sheet, row, (lxw_col_t) column, allowed, NULL);
}

static void
write_cell (lxw_worksheet     *sheet,
            lxw_row_t          sheet_row,
            const VenuleTable *table,
            guint              row,
            guint              column)
{
  const char *text = venule_table_get_text (table, row, column);
  double number;

  if (venule_table_get_number (table, row, column, &number))
    worksheet_write_number (sheet, sheet_row, (lxw_col_t) column, number, NULL);
  else if (*text != '\0')
    write_text (sheet, sheet_row, column, text);
}

static gboolean
add_table (Book               *book,
           const char         *name,
           const VenuleTable  *table,
           GError            **error)
{
  lxw_worksheet *sheet = begin_sheet (book, name, 1, table, error);
  lxw_row_t sheet_row = 1;
  guint n_sheets = 1;

  for (guint row = 0; row < venule_table_get_n_rows (table) && sheet != NULL; row++, sheet_row++)
    {
      if (sheet_row == LXW_ROW_MAX)
        {
          sheet = begin_sheet (book, name, ++n_sheets, table, error);
          sheet_row = 1;
        }
      for (guint i = 0; sheet != NULL && i < venule_table_get_n_columns (table); i++)
        write_cell (sheet, sheet_row, table, row, i);
    }

  return sheet != NULL;
}

/* ---- The parameters: analysis.json, a row a value ---- */

typedef struct {
  lxw_worksheet *sheet;
  lxw_row_t      row;
} Parameters;

static void
add_value (Parameters *self,
           const char *path,
           JsonNode   *node)
{
  GType type = json_node_get_value_type (node);

  worksheet_write_string (self->sheet, self->row, 0, path, NULL);
  if (JSON_NODE_HOLDS_NULL (node))
    {
      self->row++;
      return;
    }
  if (type == G_TYPE_BOOLEAN)
    worksheet_write_boolean (self->sheet, self->row, 1, json_node_get_boolean (node), NULL);
  else if (type == G_TYPE_STRING)
    write_text (self->sheet, self->row, 1, json_node_get_string (node));
  else
    worksheet_write_number (self->sheet, self->row, 1, json_node_get_double (node), NULL);
  self->row++;
}

static void
add_node (Parameters *self,
          const char *path,
          JsonNode   *node)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      g_autoptr(GList) names = json_object_get_members (json_node_get_object (node));

      for (GList *name = names; name != NULL; name = name->next)
        {
          g_autofree char *deeper = g_strconcat (path, *path != '\0' ? "." : "", name->data, NULL);

          add_node (self, deeper, json_object_get_member (json_node_get_object (node), name->data));
        }
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          g_autofree char *deeper = g_strdup_printf ("%s[%u]", path, i);

          add_node (self, deeper, json_array_get_element (array, i));
        }
    }
  else
    {
      add_value (self, path, node);
    }
}

static gboolean
add_parameters (Book    *book,
                GBytes  *parameters,
                GError **error)
{
  gsize size;
  const char *data = g_bytes_get_data (parameters, &size);
  g_autofree char *text = g_strndup (data, size);
  g_autoptr(JsonNode) root = venule_json_parse (text);
  Parameters self = { NULL, 1 };

  if (root == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
                           _("What the document says of its run cannot be read."));
      return FALSE;
    }

  self.sheet = add_sheet (book, "Parameters", error);
  if (self.sheet == NULL)
    return FALSE;
  worksheet_set_column (self.sheet, 0, 0, 32, NULL);
  worksheet_set_column (self.sheet, 1, 1, WIDE_TEXT, NULL);
  worksheet_freeze_panes (self.sheet, 1, 0);
  worksheet_write_string (self.sheet, 0, 0, "parameter", book->title);
  worksheet_write_string (self.sheet, 0, 1, "value", book->title);
  add_node (&self, "", root);

  return TRUE;
}

/* ---- The file ---- */

static gboolean
write_sheets (Book                  *book,
              const VenuleWorkbook  *content,
              GCancellable          *cancellable,
              GError               **error)
{
  for (guint i = 0; i < content->n_sheets; i++)
    {
      g_autoptr(VenuleTable) table = content->make (content->data, i);

      if (!add_table (book, content->names[i], table, error) ||
          g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }

  return content->parameters == NULL || add_parameters (book, content->parameters, error);
}

/* The library says on stderr that it cannot open a file. */
static gboolean
check_files (guint    n,
             GError **error)
{
  g_autofree int *files = g_new (int, n);
  guint n_open = 0;

  while (n_open < n && (files[n_open] = g_open ("/dev/null", O_RDONLY | O_CLOEXEC, 0)) >= 0)
    n_open++;
  if (n_open < n)
    set_temporary_error (errno, error);
  for (guint i = 0; i < n_open; i++)
    close (files[i]);

  return n_open == n;
}

/* The library does not ask whether rows got into its files, nor whether its copy of them did, one sheet after the
 * other. */
static gboolean
check_sheets (const Book  *book,
              int          descriptor,
              GError     **error)
{
  glong largest = 0;
  int code;

  for (guint i = 0; i < book->sheets->len; i++)
    {
      const lxw_worksheet *sheet = g_ptr_array_index (book->sheets, i);
      FILE *file = sheet->optimize_tmpfile;
      guint64 last_row = sheet->dim_rowmax + 1;

      g_array_append_val (book->last_rows, last_row);
      errno = 0;
      if (fflush (file) != 0 || ferror (file))
        return set_temporary_error (errno, error);
      largest = MAX (largest, ftell (file));
    }

  code = posix_fallocate (descriptor, 0, largest + SHEET_FRAME);
  if (code == 0 && ftruncate (descriptor, 0) != 0)
    code = errno;

  return code == 0 || set_temporary_error (code, error);
}

static gboolean
write_book (const VenuleWorkbook  *content,
            const char            *path,
            int                    descriptor,
            GArray                *last_rows,
            GCancellable          *cancellable,
            GError               **error)
{
  /* A row leaves the memory when the next one begins: a long recording has millions. */
  lxw_workbook_options options = { .constant_memory = LXW_TRUE, .tmpdir = (char *) g_get_tmp_dir () };
  lxw_doc_properties properties = { .title = (char *) "Venule", .created = FIXED_DATE };
  g_autoptr(GPtrArray) sheets = g_ptr_array_new ();
  Book book = { workbook_new_opt (path, &options), NULL, sheets, last_rows };

  if (book.workbook == NULL)
    return set_temporary_error (ENOMEM, error);
  workbook_set_properties (book.workbook, &properties);
  book.title = workbook_add_format (book.workbook);
  format_set_bold (book.title);
  format_set_bottom (book.title, LXW_BORDER_THIN);
  if (!check_files (content->n_sheets + N_OTHER_FILES, error) || !write_sheets (&book, content, cancellable, error) ||
      !check_sheets (&book, descriptor, error))
    {
      lxw_workbook_free (book.workbook);
      return FALSE;
    }
  errno = 0;

  return workbook_close (book.workbook) == LXW_NO_ERROR || set_temporary_error (errno, error);
}

/* ---- Whether all of it is in the file: the library does not ask what became of its small files when it packs them
 * ---- */

static void
see_row (GMarkupParseContext  *context,
         const char           *element,
         const char          **names,
         const char          **values,
         gpointer              data,
         GError              **error)
{
  guint64 *row = data;

  for (guint i = 0; g_str_equal (element, "row") && names[i] != NULL; i++)
    if (g_str_equal (names[i], "r"))
      *row = g_ascii_strtoull (values[i], NULL, 10);
}

/* Returns: whether it is XML to its end. @row: the last one, of a sheet */
static gboolean
read_member (struct archive *archive,
             guint64        *row)
{
  const GMarkupParser parser = { .start_element = see_row };
  g_autoptr(GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, row, NULL);
  char part[16384];
  la_ssize_t n;

  while ((n = archive_read_data (archive, part, sizeof part)) > 0)
    if (!g_markup_parse_context_parse (context, part, n, NULL))
      return FALSE;

  return n == 0 && g_markup_parse_context_end_parse (context, NULL);
}

static gboolean
is_whole (const char   *bytes,
          gsize         size,
          const GArray *last_rows)
{
  struct archive *archive = archive_read_new ();
  struct archive_entry *entry;
  guint n_sheets = 0;
  int result;
  gboolean whole = TRUE;

  archive_read_support_format_zip (archive);
  result = archive_read_open_memory (archive, bytes, size);
  while (result == ARCHIVE_OK && whole && (result = archive_read_next_header (archive, &entry)) == ARCHIVE_OK)
    {
      guint sheet = 0;
      guint64 row = 0;

      whole = read_member (archive, &row);
      if (sscanf (archive_entry_pathname (entry), "xl/worksheets/sheet%u.xml", &sheet) != 1)
        continue;
      n_sheets++;
      whole = whole && sheet >= 1 && sheet <= last_rows->len && row == g_array_index (last_rows, guint64, sheet - 1);
    }
  archive_read_free (archive);

  return whole && result == ARCHIVE_EOF && n_sheets == last_rows->len;
}

/* Consumes @descriptor. */
static gboolean
write_and_read (const VenuleWorkbook  *content,
                const char            *path,
                int                    descriptor,
                char                 **bytes,
                gsize                 *size,
                GCancellable          *cancellable,
                GError               **error)
{
  g_autoptr(GArray) last_rows = g_array_new (FALSE, FALSE, sizeof (guint64));
  gboolean written = write_book (content, path, descriptor, last_rows, cancellable, error) &&
                     g_file_get_contents (path, bytes, size, error);

  g_unlink (path);
  close (descriptor);

  return written && (is_whole (*bytes, *size, last_rows) || set_temporary_error (EIO, error));
}

GBytes *
venule_workbook_make (const VenuleWorkbook  *workbook,
                      GCancellable          *cancellable,
                      GError               **error)
{
  g_autofree char *name = g_build_filename (g_get_tmp_dir (), "results.xlsx", NULL);
  g_autofree char *path = NULL;
  g_autofree char *bytes = NULL;
  gsize size = 0;
  /* The library prints numbers with the decimal point of the locale, which a workbook must not have. */
  locale_t before = venule_locale_begin_plain_numbers ();
  int descriptor = venule_temp_file_make (name, 0600, &path);
  gboolean written = descriptor >= 0 ? write_and_read (workbook, path, descriptor, &bytes, &size, cancellable, error)
                                     : set_temporary_error (errno, error);

  venule_locale_end_plain_numbers (before);

  return written ? g_bytes_new_take (g_steal_pointer (&bytes), size) : NULL;
}
