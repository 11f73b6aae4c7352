/* venule-table-bar.h: above a table: what is listed, which columns, and a copy of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-track-filter.h"

G_BEGIN_DECLS

#define VENULE_TYPE_TABLE_BAR (venule_table_bar_get_type ())
G_DECLARE_FINAL_TYPE (VenuleTableBar, venule_table_bar, VENULE, TABLE_BAR, GtkWidget)

/* The table whose columns are chosen and copied: once, when it has its columns. */
void venule_table_bar_set_view     (VenuleTableBar    *self,
                                    GtkColumnView     *view);
void venule_table_bar_set_filter   (VenuleTableBar    *self,
                                    VenuleTrackFilter *filter);
/* The columns that are shown last: a list of their ids, empty for those that are shown at first. */
void venule_table_bar_bind_columns (VenuleTableBar    *self,
                                    GSettings         *settings,
                                    const char        *key);
/* How much is listed, in words. */
void venule_table_bar_set_scope    (VenuleTableBar    *self,
                                    const char        *scope);
/* To the clipboard: the selected rows, or all when none is selected or @all. */
void venule_table_bar_copy         (VenuleTableBar    *self,
                                    gboolean           all);

G_END_DECLS
