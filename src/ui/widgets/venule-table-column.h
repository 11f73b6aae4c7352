/* venule-table-column.h: columns of numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-calibration.h"

G_BEGIN_DECLS

/**
 * VenuleCellText:
 * @item: an item of the list model
 *
 * Returns: (transfer full): the text of a cell
 */
typedef char  *(*VenuleCellText)  (GObject *item);
/* What the column sorts by; NAN sorts last in both directions. */
typedef double (*VenuleCellValue) (GObject *item);

typedef enum {
  VENULE_COLUMN_PLAIN,
  VENULE_COLUMN_LENGTH,
  VENULE_COLUMN_VELOCITY,
} VenuleColumnUnit;

/**
 * VenuleTableColumn:
 * @id: of the column; static
 * @title: translated; with %s for the unit where it has one; static
 * @text: of the cells
 * @value: to sort by
 * @start: whether the text starts at the start of the cell (words), not at its end (numbers)
 * @unit: what unit the title names
 * @spare: whether it is only shown when it is asked for
 * @chars: that a cell has room for, at least; 0: what numbers or words mostly need
 */
typedef struct {
  const char       *id;
  const char       *title;
  VenuleCellText    text;
  VenuleCellValue   value;
  gboolean          start;
  VenuleColumnUnit  unit;
  gboolean          spare;
  guint             chars;
} VenuleTableColumn;

/* Appends a sortable column. An item that has a signal "changed" renews its cells by it. */
void         venule_table_append_column (GtkColumnView           *view,
                                         const VenuleTableColumn *column);
/* To be called when a cell is bound. In GTK 4.8 both the cell and its row answer to a click, so that a click with Ctrl
 * chooses the row and gives it up at once. */
void         venule_table_leave_clicks_to_row (GtkListItem       *item);
/* Titles with the units of now, in as little room as they need. */
void         venule_table_update_titles (GtkColumnView           *view,
                                         const VenuleCalibration *calibration);
/* Of a column of the view: its id, and whether it is only shown when it is asked for. */
const char  *venule_table_get_column_id (GtkColumnViewColumn     *column);
gboolean     venule_table_is_spare      (GtkColumnViewColumn     *column);

/**
 * venule_table_dup_text:
 * @view: a table with columns of venule_table_append_column()
 * @rows: (nullable): positions; %NULL: all rows
 *
 * Returns: (transfer full): titles and rows as they are seen, columns apart by tabs: what spreadsheets take
 */
char        *venule_table_dup_text      (GtkColumnView           *view,
                                         GtkBitset               *rows);
/* Scrolls to a row of the view's model. */
void         venule_table_scroll_to     (GtkColumnView           *view,
                                         guint                    position);

G_END_DECLS
