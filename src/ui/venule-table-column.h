/* venule-table-column.h: columns of numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

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

/**
 * VenuleTableColumn:
 * @id: of the column
 * @title: (nullable): translated; NULL: set later, as it has a unit
 * @text: of the cells
 * @value: to sort by
 * @start: whether the text starts at the start of the cell (words), not at its end (numbers)
 */
typedef struct {
  const char      *id;
  const char      *title;
  VenuleCellText   text;
  VenuleCellValue  value;
  gboolean         start;
} VenuleTableColumn;

/* Appends a sortable column. An item that has a signal "changed" renews its cells by it. */
GtkColumnViewColumn *venule_table_append_column (GtkColumnView           *view,
                                                 const VenuleTableColumn *column);
/* Scrolls to a row of the view's model. */
void                 venule_table_scroll_to     (GtkColumnView           *view,
                                                 guint                    position);

G_END_DECLS
