/* venule-spot-table.h: cells frame by frame in numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-selection.h"
#include "venule-track-filter.h"

G_BEGIN_DECLS

/* The spots of the selected tracks, or of all that the filter lets through when none is selected.
 * Signal: spot-shown (uint track id, int64 frame): a person chose a row: the video should show it. */
#define VENULE_TYPE_SPOT_TABLE (venule_spot_table_get_type ())
G_DECLARE_FINAL_TYPE (VenuleSpotTable, venule_spot_table, VENULE, SPOT_TABLE, GtkWidget)

void        venule_spot_table_set_document  (VenuleSpotTable *self,
                                             VenuleDocument  *document);
void        venule_spot_table_set_selection (VenuleSpotTable *self,
                                             VenuleSelection *selection);
void        venule_spot_table_set_filter    (VenuleSpotTable   *self,
                                             VenuleTrackFilter *filter);
/* Remembers which columns are shown. */
void        venule_spot_table_bind_columns  (VenuleSpotTable   *self,
                                             GSettings         *settings,
                                             const char        *key);
/* The rows as they are sorted, list model of VenuleSpotRow; for tests. */
GListModel *venule_spot_table_get_rows      (VenuleSpotTable *self);

G_END_DECLS
