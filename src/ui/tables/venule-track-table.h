/* venule-track-table.h: all tracks in numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-document.h"
#include "venule-selection.h"
#include "venule-track-filter.h"

G_BEGIN_DECLS

/* Sortable; its selected rows are the selected tracks, both ways.
 * Signal: track-shown (uint id): a person chose one row: the video should show it. */
#define VENULE_TYPE_TRACK_TABLE (venule_track_table_get_type ())
G_DECLARE_FINAL_TYPE (VenuleTrackTable, venule_track_table, VENULE, TRACK_TABLE, GtkWidget)

void               venule_track_table_set_document  (VenuleTrackTable *self,
                                                     VenuleDocument   *document);
void               venule_track_table_set_selection (VenuleTrackTable *self,
                                                     VenuleSelection  *selection);
/* (transfer none): which tracks are listed. */
VenuleTrackFilter *venule_track_table_get_filter    (VenuleTrackTable *self);
/* Remembers which columns are shown. */
void               venule_track_table_bind_columns  (VenuleTrackTable *self,
                                                     GSettings        *settings,
                                                     const char       *key);
/* The rows as they are filtered and sorted, list model of VenuleTrackRow; for tests. */
GListModel        *venule_track_table_get_rows      (VenuleTrackTable *self);

G_END_DECLS
