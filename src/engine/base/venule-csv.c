/* venule-csv.c: rows of comma-separated values (RFC 4180)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-csv.h"

#include <string.h>

/* ---- Writing ---- */

static gboolean
skip (const char       **text,
      const char *const *beginnings)
{
  for (guint i = 0; beginnings[i] != NULL; i++)
    if (g_str_has_prefix (*text, beginnings[i]))
      {
        *text += strlen (beginnings[i]);
        return TRUE;
      }

  return FALSE;
}

/* After OWASP's “CSV Injection”: Excel takes the wide signs of East Asian keyboards, too, and spreadsheets may be set
 * to leave out spaces. An apostrophe may be ours. */
gboolean
venule_csv_is_formula (const char *text)
{
  static const char *const signs[] = { "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", NULL };
  static const char *const ignored[] = { "'", " ", "\u00a0", "\u3000", NULL };

  if (g_ascii_isalnum (*text))
    return FALSE;
  while (skip (&text, ignored))
    ;

  return skip (&text, signs);
}

/* Without the apostrophe of a field that is no formula. */
static const char *
get_plain (const char *field)
{
  return *field == '\'' && venule_csv_is_formula (field) ? field + 1 : field;
}

void
venule_csv_append_field (GString    *row,
                         const char *text)
{
  gboolean quoted = strpbrk (text, ",\"\r\n") != NULL;

  if (quoted)
    g_string_append_c (row, '"');
  if (venule_csv_is_formula (text))
    g_string_append_c (row, '\'');
  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (row, '"');
      g_string_append_c (row, *c);
    }
  if (quoted)
    g_string_append_c (row, '"');
}

/* ---- Reading ---- */

struct _VenuleCsvReader
{
  const char *at;
  char        separator;
  GPtrArray  *fields; /* (element-type GString): used again in each row */
  guint       n;      /* of them in this row */
  guint       line;
  gboolean    open;
};

static void
free_field (gpointer field)
{
  g_string_free (field, TRUE);
}

VenuleCsvReader *
venule_csv_reader_new (const char *text,
                       char        separator)
{
  VenuleCsvReader *self = g_new0 (VenuleCsvReader, 1);

  self->at = text;
  self->separator = separator;
  self->fields = g_ptr_array_new_with_free_func (free_field);
  return self;
}

void
venule_csv_reader_free (VenuleCsvReader *self)
{
  g_ptr_array_unref (self->fields);
  g_free (self);
}

static GString *
begin_field (VenuleCsvReader *self)
{
  GString *field;

  if (self->n == self->fields->len)
    g_ptr_array_add (self->fields, g_string_new (NULL));
  field = g_ptr_array_index (self->fields, self->n++);
  return g_string_truncate (field, 0);
}

/* Up to the separator or the end of the line behind it. */
static void
read_field (VenuleCsvReader *self)
{
  GString *field = begin_field (self);
  gboolean begun = FALSE; /* more than blanks are in the field */
  gboolean quoted = FALSE;

  for (; *self->at != '\0' && (quoted || (*self->at != self->separator && *self->at != '\n')); self->at++)
    {
      if (quoted && self->at[0] == '"' && self->at[1] == '"')
        g_string_append_c (field, *self->at++);
      else if (*self->at == '"' && (quoted || !begun))
        {
          quoted = !quoted;
          begun = TRUE;
        }
      else
        {
          g_string_append_c (field, *self->at);
          begun |= !g_ascii_isspace (*self->at);
        }
    }
  self->open = quoted;
  g_strstrip (field->str);
}

gboolean
venule_csv_reader_next (VenuleCsvReader *self)
{
  self->n = 0;
  if (*self->at == '\0')
    return FALSE;

  self->line++;
  read_field (self);
  while (*self->at != '\0' && *self->at == self->separator)
    {
      self->at++;
      read_field (self);
    }
  if (*self->at != '\0')
    self->at++;

  return TRUE;
}

guint
venule_csv_reader_get_n_fields (const VenuleCsvReader *self)
{
  return self->n;
}

const char *
venule_csv_reader_get_field (const VenuleCsvReader *self,
                             int                    column)
{
  return column >= 0 && (guint) column < self->n
           ? get_plain (((GString *) g_ptr_array_index (self->fields, column))->str) : "";
}

int
venule_csv_reader_find (const VenuleCsvReader *self,
                        const char            *text)
{
  for (guint i = 0; i < self->n; i++)
    if (g_str_equal (venule_csv_reader_get_field (self, (int) i), text))
      return (int) i;

  return -1;
}

gboolean
venule_csv_reader_is_empty (const VenuleCsvReader *self)
{
  return self->n <= 1 && *venule_csv_reader_get_field (self, 0) == '\0';
}

guint
venule_csv_reader_get_line (const VenuleCsvReader *self)
{
  return self->line;
}

gboolean
venule_csv_reader_is_open (const VenuleCsvReader *self)
{
  return self->open;
}
