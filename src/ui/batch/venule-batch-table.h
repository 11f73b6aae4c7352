/* venule-batch-table.h: the videos that are analysed together, with their labels to be edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-batch-list.h"

G_BEGIN_DECLS

/* Signals: edit, before a label is changed by a person; current-changed; opened (VenuleBatchVideo), by a double click
 * or Enter; row-button (VenuleBatchVideo): cancel, or try again. */
#define VENULE_TYPE_BATCH_TABLE (venule_batch_table_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBatchTable, venule_batch_table, VENULE, BATCH_TABLE, GtkWidget)

void              venule_batch_table_set_list     (VenuleBatchTable *self,
                                                   VenuleBatchList  *list);
/* While they are analysed labels stay as they are. */
void              venule_batch_table_set_editable (VenuleBatchTable *self,
                                                   gboolean          editable);
/* (transfer full): positions. */
GtkBitset        *venule_batch_table_dup_selected (VenuleBatchTable *self);
/* (nullable) (transfer none): the one that was chosen last. */
VenuleBatchVideo *venule_batch_table_get_current  (VenuleBatchTable *self);
/* Selects one row, and shows it. */
void              venule_batch_table_choose       (VenuleBatchTable *self,
                                                   guint             position);
void              venule_batch_table_choose_all   (VenuleBatchTable *self);
/* Nothing is looked at any more. */
void              venule_batch_table_stop         (VenuleBatchTable *self);

G_END_DECLS
