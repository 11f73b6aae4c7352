/* venule-export-tracks-json.c: tracks.json, the numbers of the tables for programs
 *
 * Written as text while the tables are gone through: a tree of millions of numbers would take gigabytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-export-private.h"

#define FORMAT_VERSION 1

static void
append_row (GString           *text,
            const VenuleTable *table,
            guint              row)
{
  g_string_append_printf (text, "%s\n  { ", row > 0 ? "," : "");
  for (guint i = 0; i < venule_table_get_n_columns (table); i++)
    {
      g_string_append_printf (text, "%s\"%s\": ", i > 0 ? ", " : "", venule_table_get_title (table, i));
      venule_table_append_json (table, row, i, text);
    }
}

/* @n spots of one track from the row @first on, a column an array. */
static void
append_spots (GString           *text,
              const VenuleTable *spots,
              guint              first,
              guint              n)
{
  g_string_append (text, ", \"spots\": { ");
  for (guint i = 1; i < venule_table_get_n_columns (spots); i++)
    {
      g_string_append_printf (text, "%s\"%s\": [", i > 1 ? ",\n    " : "", venule_table_get_title (spots, i));
      for (guint k = 0; k < n; k++)
        {
          if (k > 0)
            g_string_append (text, ", ");
          venule_table_append_json (spots, first + k, i, text);
        }
      g_string_append_c (text, ']');
    }
  g_string_append (text, " }");
}

static void
append_tracks (GString             *text,
               const VenuleResults *results)
{
  g_autoptr(VenuleTable) tracks = venule_export_make_tracks (results);
  g_autoptr(VenuleTable) spots = venule_export_make_spots (results);
  guint first = 0;

  for (guint row = 0; row < venule_table_get_n_rows (tracks); row++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (results->tracks, row);
      guint n = venule_track_get_n_spots (track);

      append_row (text, tracks, row);
      append_spots (text, spots, first, n);
      g_string_append (text, " }");
      first += n;
    }
}

static void
append_summary (GString             *text,
                const VenuleResults *results)
{
  g_autoptr(VenuleTable) summary = venule_export_make_summary (results);

  for (guint row = 0; row < venule_table_get_n_rows (summary); row++)
    {
      append_row (text, summary, row);
      g_string_append (text, " }");
    }
}

GBytes *
venule_export_make_tracks_json (const VenuleResults  *results,
                                GCancellable         *cancellable,
                                GError              **error)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "{\n\"format\": %d,\n\"summary\": [", FORMAT_VERSION);
  append_summary (text, results);
  g_string_append (text, "\n],\n\"tracks\": [");
  append_tracks (text, results);
  g_string_append (text, "\n]\n}\n");

  return g_string_free_to_bytes (text);
}
