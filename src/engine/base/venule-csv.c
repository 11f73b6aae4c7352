/* venule-csv.c: one table as RFC 4180 has it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-csv.h"

#include <math.h>
#include <string.h>

#define MOST_DIGITS 512 /* the largest double has 309 before the point */
#define MOST_DECIMALS 6  /* for the short way */
#define MOST_UNITS 1e9   /* of the last decimal: a product of this size is exact to 1e-7 */
#define LEAST_DOUBT 1e-6 /* from halfway between two numbers */

struct _VenuleCsv
{
  GString  *text;
  gboolean  in_row;
};

VenuleCsv *
venule_csv_new (void)
{
  VenuleCsv *self = g_new0 (VenuleCsv, 1);

  self->text = g_string_new (NULL);

  return self;
}

void
venule_csv_free (VenuleCsv *self)
{
  if (self == NULL)
    return;

  g_string_free (self->text, TRUE);
  g_free (self);
}

GBytes *
venule_csv_free_to_bytes (VenuleCsv *self)
{
  GBytes *bytes = g_string_free_to_bytes (self->text);

  g_free (self);

  return bytes;
}

static void
begin_field (VenuleCsv *self)
{
  if (self->in_row)
    g_string_append_c (self->text, ',');
  self->in_row = TRUE;
}

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

/* After OWASP's “CSV Injection”: Excel takes the wide signs of East Asian keyboards, too, and spreadsheets may be set to leave out
 * spaces. An apostrophe may be ours. */
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

const char *
venule_csv_get_plain (const char *field)
{
  return *field == '\'' && venule_csv_is_formula (field) ? field + 1 : field;
}

void
venule_csv_add_text (VenuleCsv  *self,
                     const char *text)
{
  const char *guard = venule_csv_is_formula (text) ? "'" : "";

  begin_field (self);
  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      g_string_append_printf (self->text, "%s%s", guard, text);
      return;
    }

  g_string_append_printf (self->text, "\"%s", guard);
  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (self->text, '"');
      g_string_append_c (self->text, *c);
    }
  g_string_append_c (self->text, '"');
}

void
venule_csv_add_integer (VenuleCsv *self,
                        gint64     number)
{
  begin_field (self);
  g_string_append_printf (self->text, "%" G_GINT64_FORMAT, number);
}

/* What printf() would write, where rounding leaves no doubt about it: in a tenth of the time. */
static gboolean
add_short_number (GString *text,
                  double   number,
                  int      decimals)
{
  static const int powers[] = { 1, 10, 100, 1000, 10000, 100000, 1000000 };
  char digits[24], *at = digits + sizeof digits;
  double scaled, units;
  gint64 left;

  if (decimals < 1 || decimals > MOST_DECIMALS)
    return FALSE;
  scaled = fabs (number) * powers[decimals];
  units = floor (scaled + 0.5);
  if (!(scaled < MOST_UNITS) || fabs (fabs (scaled - units) - 0.5) < LEAST_DOUBT)
    return FALSE;

  left = (gint64) units;
  for (int i = 0; i < decimals || left > 0 || i == decimals; i++, left /= 10)
    {
      if (i == decimals)
        *--at = '.';
      *--at = (char) ('0' + left % 10);
    }
  /* No sign for what is rounded to 0. */
  if (number < 0 && units > 0)
    *--at = '-';
  g_string_append_len (text, at, digits + sizeof digits - at);
  return TRUE;
}

void
venule_csv_add_number (VenuleCsv *self,
                       double     number,
                       int        decimals)
{
  char format[8], digits[MOST_DIGITS];

  begin_field (self);
  if (!isfinite (number) || add_short_number (self->text, number, decimals))
    return;

  g_snprintf (format, sizeof format, "%%.%df", decimals);
  g_ascii_formatd (digits, sizeof digits, format, number);
  /* −0.0004 and 0.0004 are the same zero to three decimals. */
  if (digits[0] == '-' && strspn (digits + 1, "0.") == strlen (digits + 1))
    g_string_append (self->text, digits + 1);
  else
    g_string_append (self->text, digits);
}

void
venule_csv_end_row (VenuleCsv *self)
{
  g_string_append (self->text, "\r\n");
  self->in_row = FALSE;
}
