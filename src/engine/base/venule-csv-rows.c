/* venule-csv-rows.c: reads back a table that VenuleCsv wrote
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-csv-rows.h"

#include <string.h>

#include "venule-csv.h"
#include "venule-number.h"

struct _VenuleCsvRows
{
  GBytes     *table;
  const char *at, *end;
  GPtrArray  *titles; /* (element-type utf8) */
  GPtrArray  *fields; /* (element-type GString); as many as there are titles, used again in each row */
  guint       n;      /* of them in this row */
};

static void
free_field (gpointer field)
{
  g_string_free (field, TRUE);
}

static GString *
begin_field (VenuleCsvRows *self)
{
  GString *field;

  if (self->n == self->fields->len)
    g_ptr_array_add (self->fields, g_string_new (NULL));
  field = g_ptr_array_index (self->fields, self->n++);
  g_string_truncate (field, 0);

  return field;
}

/* From behind its first quote to behind its last. */
static void
read_quoted (VenuleCsvRows *self,
             GString       *field)
{
  while (self->at < self->end)
    {
      const char *quote = memchr (self->at, '"', (gsize) (self->end - self->at));
      const char *stop = quote != NULL ? quote : self->end;

      g_string_append_len (field, self->at, stop - self->at);
      self->at = MIN (stop + 1, self->end);
      if (self->at >= self->end || *self->at != '"')
        return;
      g_string_append_c (field, '"');
      self->at++;
    }
}

static void
read_field (VenuleCsvRows *self)
{
  GString *field = begin_field (self);
  const char *start = self->at;

  if (self->at < self->end && *self->at == '"')
    {
      self->at++;
      read_quoted (self, field);
      return;
    }
  while (self->at < self->end && *self->at != ',' && *self->at != '\r' && *self->at != '\n')
    self->at++;
  g_string_append_len (field, start, self->at - start);
}

static gboolean
read_row (VenuleCsvRows *self)
{
  self->n = 0;
  if (self->at >= self->end)
    return FALSE;

  read_field (self);
  while (self->at < self->end && *self->at == ',')
    {
      self->at++;
      read_field (self);
    }
  while (self->at < self->end && (*self->at == '\r' || *self->at == '\n'))
    self->at++;

  return TRUE;
}

VenuleCsvRows *
venule_csv_rows_new (GBytes *table)
{
  VenuleCsvRows *self = g_new0 (VenuleCsvRows, 1);
  gsize size;

  self->table = g_bytes_ref (table);
  self->at = g_bytes_get_data (table, &size);
  self->end = self->at + size;
  self->fields = g_ptr_array_new_with_free_func (free_field);
  self->titles = g_ptr_array_new_with_free_func (g_free);
  read_row (self);
  for (guint i = 0; i < self->n; i++)
    g_ptr_array_add (self->titles, g_strdup (venule_csv_rows_get_field (self, i)));

  return self;
}

void
venule_csv_rows_free (VenuleCsvRows *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->titles);
  g_ptr_array_unref (self->fields);
  g_bytes_unref (self->table);
  g_free (self);
}

guint
venule_csv_rows_get_n (const VenuleCsvRows *self)
{
  return self->titles->len;
}

const char *
venule_csv_rows_get_title (const VenuleCsvRows *self,
                           guint                column)
{
  g_return_val_if_fail (column < self->titles->len, NULL);

  return g_ptr_array_index (self->titles, column);
}

gboolean
venule_csv_rows_next (VenuleCsvRows *self)
{
  return read_row (self);
}

const char *
venule_csv_rows_get_field (const VenuleCsvRows *self,
                           guint                column)
{
  return column < self->n ? venule_csv_get_plain (((GString *) g_ptr_array_index (self->fields, column))->str) : "";
}

gboolean
venule_csv_rows_is_text (const VenuleCsvRows *self,
                         guint                column)
{
  static const char *const columns[] = { "note", "document", "video", "problem", "animal", "group", "time_point", "groups",
                                         "first_group", "second_group", "manual", NULL };
  static const char *const labels[] = { "animal", "group", "time_point", "recording", NULL };
  const char *title = venule_csv_rows_get_title (self, column);

  return g_strv_contains (columns, title) ||
         (g_str_equal (title, "value") && g_str_equal (venule_csv_rows_get_title (self, 0), "quantity") &&
          g_strv_contains (labels, venule_csv_rows_get_field (self, 0)));
}

gboolean
venule_csv_rows_get_number (const VenuleCsvRows *self,
                            guint                column,
                            double              *number)
{
  const char *field = venule_csv_rows_get_field (self, column);

  return !venule_csv_rows_is_text (self, column) && venule_number_read (field, -G_MAXDOUBLE, G_MAXDOUBLE, number);
}
