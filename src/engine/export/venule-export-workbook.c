/* venule-export-workbook.c: results.xlsx, the tables of a recording as sheets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-export-private.h"

#include "venule-workbook.h"

static const char *const names[] = { "Summary", "Tracks", "Events", "Flux", "Vessel", "Movement", "Spots" };

static VenuleTable *
make_table (gconstpointer data,
            guint         sheet)
{
  static VenuleTable *(*const makers[]) (const VenuleResults *results) = {
    venule_export_make_summary, venule_export_make_tracks, venule_export_make_events,
    venule_export_make_flux,    venule_export_make_vessel, venule_export_make_movement,
    venule_export_make_spots,
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (makers) == G_N_ELEMENTS (names));

  return makers[sheet] (data);
}

GBytes *
venule_export_make_workbook (const VenuleResults  *results,
                             GCancellable         *cancellable,
                             GError              **error)
{
  g_autoptr(GBytes) parameters = venule_export_make_analysis (results, cancellable, error);
  const VenuleWorkbook workbook = { .names = names, .n_sheets = G_N_ELEMENTS (names), .make = make_table,
                                    .data = results,
                                    .parameters = parameters };

  return parameters != NULL ? venule_workbook_make (&workbook, cancellable, error) : NULL;
}
