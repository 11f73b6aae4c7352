/* venule-export-tracks-json.c: tracks.json, the numbers of the tables for programs
 *
 * Written as text while the tables are gone through: a tree of millions of numbers would take gigabytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-export-private.h"

#include "venule-csv-rows.h"

#define FORMAT_VERSION 1

static void
append_text (GString    *text,
             const char *value)
{
  g_autoptr(JsonNode) node = json_node_init_string (json_node_alloc (), value);
  g_autofree char *quoted = json_to_string (node, FALSE);

  g_string_append (text, quoted);
}

/* A number as the table has it, digit by digit; what is not there is null. */
static void
append_field (GString             *text,
              const VenuleCsvRows *rows,
              guint                column)
{
  const char *field = venule_csv_rows_get_field (rows, column);
  gboolean is_text = venule_csv_rows_is_text (rows, column);
  double number;

  if (venule_csv_rows_get_number (rows, column, &number))
    g_string_append (text, field);
  else if (!is_text && (g_str_equal (field, "true") || g_str_equal (field, "false")))
    g_string_append (text, field);
  else if (*field == '\0')
    g_string_append (text, "null");
  else
    append_text (text, field);
}

static void
append_row (GString             *text,
            const VenuleCsvRows *rows)
{
  for (guint i = 0; i < venule_csv_rows_get_n (rows); i++)
    {
      g_string_append_printf (text, "%s\"%s\": ", i > 0 ? ", " : "", venule_csv_rows_get_title (rows, i));
      append_field (text, rows, i);
    }
}

/* The spots of one track, a column an array; @spots stands at the first of them, and then at the first of the next track. */
static gboolean
append_spots (GString       *text,
              VenuleCsvRows *spots,
              const char    *id)
{
  guint n = venule_csv_rows_get_n (spots);
  g_autoptr(GPtrArray) columns = g_ptr_array_new ();
  gboolean more = TRUE;
  guint n_spots = 0;

  for (guint i = 1; i < n; i++)
    g_ptr_array_add (columns, g_string_new (NULL));
  for (; more && g_str_equal (venule_csv_rows_get_field (spots, 0), id); n_spots++)
    {
      for (guint i = 1; i < n; i++)
        {
          GString *column = g_ptr_array_index (columns, i - 1);

          if (n_spots > 0)
            g_string_append (column, ", ");
          append_field (column, spots, i);
        }
      more = venule_csv_rows_next (spots);
    }

  g_string_append (text, ", \"spots\": { ");
  for (guint i = 1; i < n; i++)
    {
      GString *column = g_ptr_array_index (columns, i - 1);

      g_string_append_printf (text, "%s\"%s\": [%s]", i > 1 ? ",\n    " : "", venule_csv_rows_get_title (spots, i), column->str);
      g_string_free (column, TRUE);
    }
  g_string_append (text, " }");

  return more;
}

static void
append_tracks (GString *text,
               GBytes  *tracks_table,
               GBytes  *spots_table)
{
  g_autoptr(VenuleCsvRows) tracks = venule_csv_rows_new (tracks_table);
  g_autoptr(VenuleCsvRows) spots = venule_csv_rows_new (spots_table);
  gboolean more = venule_csv_rows_next (spots);
  gboolean first = TRUE;

  while (venule_csv_rows_next (tracks))
    {
      g_string_append_printf (text, "%s\n  { ", first ? "" : ",");
      append_row (text, tracks);
      if (more)
        more = append_spots (text, spots, venule_csv_rows_get_field (tracks, 0));
      g_string_append (text, " }");
      first = FALSE;
    }
}

static void
append_summary (GString *text,
                GBytes  *table)
{
  g_autoptr(VenuleCsvRows) rows = venule_csv_rows_new (table);
  gboolean first = TRUE;

  while (venule_csv_rows_next (rows))
    {
      g_string_append_printf (text, "%s\n  { ", first ? "" : ",");
      append_row (text, rows);
      g_string_append (text, " }");
      first = FALSE;
    }
}

GBytes *
venule_export_make_tracks_json (const VenuleResults  *results,
                                const char           *name,
                                GCancellable         *cancellable,
                                GError              **error)
{
  g_autoptr(GBytes) spots = venule_export_make_spots (results);
  g_autoptr(GBytes) tracks = venule_export_make_tracks (results);
  g_autoptr(GBytes) summary = venule_export_make_summary (results);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "{\n\"format\": %d,\n\"summary\": [", FORMAT_VERSION);
  append_summary (text, summary);
  g_string_append (text, "\n],\n\"tracks\": [");
  append_tracks (text, tracks, spots);
  g_string_append (text, "\n]\n}\n");

  return g_string_free_to_bytes (text);
}
