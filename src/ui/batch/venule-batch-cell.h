/* venule-batch-cell.h: what a row of the table shows in one column
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-batch-looker.h"

G_BEGIN_DECLS

/* Signals: edited (VenuleBatchVideo, char *column, char *text): a person typed a label; pasted (the same): a block of a
 * spreadsheet; button (VenuleBatchVideo): it was pressed. */
#define VENULE_TYPE_BATCH_CELL (venule_batch_cell_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBatchCell, venule_batch_cell, VENULE, BATCH_CELL, GtkWidget)

/* The first frame; @looker: (nullable): looks at it as long as it is in sight. */
GtkWidget  *venule_batch_cell_new_picture (VenuleBatchLooker *looker);
/* Name and facts. */
GtkWidget  *venule_batch_cell_new_name    (void);
/* A label, to be typed. @column: static. */
GtkWidget  *venule_batch_cell_new_label   (const char        *column);
/* State, progress, the sentence of a failure. */
GtkWidget  *venule_batch_cell_new_state   (void);

/* @video: (nullable) */
void        venule_batch_cell_set_video   (VenuleBatchCell   *self,
                                           VenuleBatchVideo  *video);

G_END_DECLS
