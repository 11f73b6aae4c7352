/* venule-export-mtrackj.c: tracks.mdf, an MTrackJ Data File
 *
 * The format as its author describes it (E. Meijering, https://imagescience.org/meijering/software/mtrackj/format/):
 * positions in px, slices, frames and channels from 1. A cluster for each class, so that classes can be shown apart.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-export-private.h"

#include <string.h>

#define DECIMALS "%.3f"

static void
append_coordinate (GString *text,
                   double   number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, " %s", g_ascii_formatd (digits, sizeof digits, DECIMALS, number));
}

static void
append_track (GString     *text,
              VenuleTrack *track)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);

  g_string_append_printf (text, "Track %u\n", venule_track_get_id (track));
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "Point %u", i + 1);
      append_coordinate (text, places[i].x);
      append_coordinate (text, places[i].y);
      g_string_append_printf (text, " 1.0 %" G_GINT64_FORMAT ".0 1.0\n", places[i].frame + 1);
    }
}

GBytes *
venule_export_make_mtrackj (const VenuleResults  *results,
                            GCancellable         *cancellable,
                            GError              **error)
{
  GString *text = g_string_new ("MTrackJ 1.2.0 Data File\nAssembly 1\n");
  guint n = g_list_model_get_n_items (results->tracks);

  for (guint kind = VENULE_CELL_ROLLING; kind <= VENULE_CELL_OTHER; kind++)
    {
      gsize empty;

      g_string_append_printf (text, "Cluster %u\n", kind + 1);
      empty = text->len;
      for (guint i = 0; i < n; i++)
        {
          g_autoptr(VenuleTrack) track = g_list_model_get_item (results->tracks, i);

          if (venule_track_get_kind (track) == kind)
            append_track (text, track);
        }
      if (text->len == empty)
        g_string_truncate (text, empty - strlen ("Cluster 1\n"));
    }
  g_string_append (text, "End of MTrackJ Data File\n");

  return g_string_free_to_bytes (text);
}
