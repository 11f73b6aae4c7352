/* venule-table.c: a table in memory, for files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-table.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "venule-csv.h"

#define MAX_DIGITS 512 /* the largest double has 309 before the point */

/* From KIND_NUMBER on: with so many decimals. */
enum { KIND_EMPTY, KIND_TEXT, KIND_FLAG, KIND_INTEGER, KIND_SIGNIFICANT, KIND_NUMBER };

static const char *const formats[] = { "%.0f", "%.1f", "%.2f", "%.3f", "%.4f", "%.5f", "%.6f" };

typedef union {
  const char *text; /* of the chunk */
  gint64      integer;
  double      number;
} Value;

/* A long recording has millions of spots: a cell takes nine bytes. */
struct _VenuleTable
{
  GPtrArray    *titles; /* (element-type utf8) */
  GArray       *values; /* (element-type Value) */
  GByteArray   *kinds;
  GStringChunk *texts;
};

VenuleTable *
venule_table_new (const char *const *titles,
                  const char        *unit)
{
  VenuleTable *self = g_atomic_rc_box_new0 (VenuleTable);

  self->titles = g_ptr_array_new_with_free_func (g_free);
  self->values = g_array_new (FALSE, FALSE, sizeof (Value));
  self->kinds = g_byte_array_new ();
  self->texts = g_string_chunk_new (256);
  for (guint i = 0; titles[i] != NULL; i++)
    {
      GString *title = g_string_new (titles[i]);

      if (unit != NULL)
        g_string_replace (title, "UNIT", unit, 0);
      g_ptr_array_add (self->titles, g_string_free (title, FALSE));
    }
  return self;
}

VenuleTable *
venule_table_ref (VenuleTable *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  VenuleTable *self = data;

  g_ptr_array_unref (self->titles);
  g_array_unref (self->values);
  g_byte_array_unref (self->kinds);
  g_string_chunk_free (self->texts);
}

void
venule_table_unref (VenuleTable *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* ---- Filling it ---- */

void
venule_table_add_title (VenuleTable *self,
                        const char  *title)
{
  g_return_if_fail (self->kinds->len == 0);

  g_ptr_array_add (self->titles, g_strdup (title));
}

static void
add (VenuleTable *self,
     guint8       kind,
     Value        value)
{
  g_byte_array_append (self->kinds, &kind, 1);
  g_array_append_val (self->values, value);
}

void
venule_table_add_text (VenuleTable *self,
                       const char  *text)
{
  if (text == NULL || *text == '\0')
    add (self, KIND_EMPTY, (Value) { .text = NULL });
  else
    add (self, KIND_TEXT, (Value) { .text = g_string_chunk_insert_const (self->texts, text) });
}

void
venule_table_add_flag (VenuleTable *self,
                       gboolean     flag)
{
  add (self, KIND_FLAG, (Value) { .text = flag ? "true" : "false" });
}

void
venule_table_add_integer (VenuleTable *self,
                          gint64       number)
{
  add (self, KIND_INTEGER, (Value) { .integer = number });
}

void
venule_table_add_number (VenuleTable *self,
                         double       number,
                         int          decimals)
{
  g_return_if_fail (decimals >= 0 && decimals < (int) G_N_ELEMENTS (formats));

  add (self, (guint8) (isfinite (number) ? KIND_NUMBER + decimals : KIND_EMPTY), (Value) { .number = number });
}

void
venule_table_add_significant (VenuleTable *self,
                              double       number)
{
  add (self, isfinite (number) ? KIND_SIGNIFICANT : KIND_EMPTY, (Value) { .number = number });
}

/* ---- Looking into it ---- */

guint
venule_table_get_n_columns (const VenuleTable *self)
{
  return self->titles->len;
}

guint
venule_table_get_n_rows (const VenuleTable *self)
{
  return self->titles->len > 0 ? self->kinds->len / self->titles->len : 0;
}

const char *
venule_table_get_title (const VenuleTable *self,
                        guint              column)
{
  g_return_val_if_fail (column < self->titles->len, NULL);

  return g_ptr_array_index (self->titles, column);
}

static guint8
get_cell (const VenuleTable *self,
          guint              row,
          guint              column,
          Value             *value)
{
  gsize at = (gsize) row * self->titles->len + column;

  g_assert (column < self->titles->len && at < self->kinds->len);
  *value = g_array_index (self->values, Value, at);
  return self->kinds->data[at];
}

/* What rounds to 0 has no sign. */
static const char *
print_number (guint8 kind,
              Value  value,
              char   digits[MAX_DIGITS])
{
  if (kind == KIND_INTEGER)
    g_snprintf (digits, MAX_DIGITS, "%" G_GINT64_FORMAT, value.integer);
  else
    g_ascii_formatd (digits, MAX_DIGITS, kind == KIND_SIGNIFICANT ? "%.6g" : formats[kind - KIND_NUMBER], value.number);

  return digits[0] == '-' && strspn (digits + 1, "0.") == strlen (digits + 1) ? digits + 1 : digits;
}

const char *
venule_table_get_text (const VenuleTable *self,
                       guint              row,
                       guint              column)
{
  Value value;
  guint8 kind = get_cell (self, row, column, &value);

  return kind == KIND_TEXT || kind == KIND_FLAG ? value.text : "";
}

gboolean
venule_table_get_number (const VenuleTable *self,
                         guint              row,
                         guint              column,
                         double            *number)
{
  char digits[MAX_DIGITS];
  Value value;
  guint8 kind = get_cell (self, row, column, &value);

  if (kind < KIND_INTEGER)
    return FALSE;
  *number = g_ascii_strtod (print_number (kind, value, digits), NULL);
  return TRUE;
}

/* ---- Files ---- */

GBytes *
venule_table_to_csv (const VenuleTable *self)
{
  GString *text = g_string_new (NULL);
  guint n_columns = self->titles->len, n_rows = venule_table_get_n_rows (self);

  g_return_val_if_fail (n_columns > 0 && self->kinds->len % n_columns == 0, NULL);

  for (guint i = 0; i < n_columns; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      venule_csv_append_field (text, venule_table_get_title (self, i));
    }
  g_string_append (text, "\r\n");
  for (guint row = 0; row < n_rows; row++)
    {
      for (guint i = 0; i < n_columns; i++)
        {
          char digits[MAX_DIGITS];
          Value value;
          guint8 kind = get_cell (self, row, i, &value);

          if (i > 0)
            g_string_append_c (text, ',');
          if (kind == KIND_TEXT)
            venule_csv_append_field (text, value.text);
          else if (kind != KIND_EMPTY)
            g_string_append (text, kind == KIND_FLAG ? value.text : print_number (kind, value, digits));
        }
      g_string_append (text, "\r\n");
    }

  return g_string_free_to_bytes (text);
}

void
venule_table_append_json (const VenuleTable *self,
                          guint              row,
                          guint              column,
                          GString           *text)
{
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *quoted = NULL;
  char digits[MAX_DIGITS];
  Value value;
  guint8 kind = get_cell (self, row, column, &value);

  if (kind == KIND_EMPTY)
    g_string_append (text, "null");
  else if (kind == KIND_FLAG)
    g_string_append (text, value.text);
  else if (kind != KIND_TEXT)
    g_string_append (text, print_number (kind, value, digits));
  else
    {
      node = json_node_init_string (json_node_alloc (), value.text);
      quoted = json_to_string (node, FALSE);
      g_string_append (text, quoted);
    }
}
