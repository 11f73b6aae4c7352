/* venule-report-table.c: tables and paragraphs of the page of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-report-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define INK 0.10
#define QUIET 0.42
#define HAIRLINE 0.85
/* In letters. */
#define COLUMN_GAP 2.6
#define CELL_GAP 0.9
#define ROW_PADDING 0.22
#define ABOVE_LETTERS 0.2 /* so that they lie in the middle of a row */
#define BELOW_TABLE 1.1

static VenuleTextLayout *
set_text (const VenuleReportSheet *sheet,
          gboolean                 bold,
          const char              *text)
{
  return venule_text_layout_new (sheet->cr, NULL, sheet->size, bold, text != NULL ? text : "");
}

static void
show (const VenuleReportSheet *sheet,
      VenuleTextLayout        *text,
      double                   x,
      double                   y,
      double                   align,
      double                   gray)
{
  if (sheet->measuring)
    return;
  cairo_set_source_rgb (sheet->cr, gray, gray, gray);
  venule_text_layout_show (text, x, y, align, 0);
}

static void
rule (const VenuleReportSheet *sheet,
      double                   left,
      double                   right,
      double                   y,
      double                   width,
      double                   gray)
{
  if (sheet->measuring)
    return;
  cairo_set_source_rgb (sheet->cr, gray, gray, gray);
  cairo_set_line_width (sheet->cr, width);
  cairo_move_to (sheet->cr, left, y);
  cairo_line_to (sheet->cr, right, y);
  cairo_stroke (sheet->cr);
}

void
venule_report_set_heading (VenuleReportSheet *sheet,
                           const char        *text)
{
  g_autoptr(VenuleTextLayout) set = venule_text_layout_new (sheet->cr, NULL, 1.2 * sheet->size, TRUE, text);

  show (sheet, set, sheet->left, sheet->y, 0, INK);
  sheet->y += venule_text_layout_get_height (set) + 0.75 * sheet->size;
}

void
venule_report_set_paragraph (VenuleReportSheet *sheet,
                             const char        *text,
                             double             indent,
                             double             gray)
{
  g_autoptr(VenuleTextLayout) set = set_text (sheet, FALSE, text);

  venule_text_layout_wrap (set, sheet->right - sheet->left - indent);
  show (sheet, set, sheet->left + indent, sheet->y, 0, gray);
  sheet->y += venule_text_layout_get_depth (set) + ROW_PADDING * sheet->size;
}

/* ---- Results: name, value, unit, interval, n ---- */

/* Widths of the columns of a table, which have the room that their widest text needs; names have the rest, and are
 * wrapped. */
typedef struct {
  double   name, value, unit, interval, n;
  gboolean shared; /* a name has all the room that the value beside it leaves */
} Columns;

static double
widest (const VenuleReportSheet *sheet,
        const GArray            *rows,
        gsize                    offset,
        const char              *title)
{
  g_autoptr(VenuleTextLayout) head = set_text (sheet, FALSE, title);
  double width = venule_text_layout_get_width (head);

  for (guint i = 0; i < rows->len; i++)
    {
      const char *field = G_STRUCT_MEMBER (char *, &g_array_index (rows, VenuleReportRow, i), offset);
      g_autoptr(VenuleTextLayout) text = set_text (sheet, FALSE, field);

      width = fmax (width, venule_text_layout_get_width (text));
    }

  return width;
}

/* @x: left edge; returns the depth. */
static double
set_row (const VenuleReportSheet *sheet,
         const VenuleReportRow   *row,
         const Columns           *columns,
         double                   x,
         double                   y,
         double                   gray)
{
  double gap = CELL_GAP * sheet->size, top = y + (ROW_PADDING + ABOVE_LETTERS) * sheet->size,
         at = x + columns->name + gap + columns->value;
  g_autoptr(VenuleTextLayout) name = set_text (sheet, FALSE, row->name);
  g_autoptr(VenuleTextLayout) value = set_text (sheet, FALSE, row->value);
  g_autoptr(VenuleTextLayout) unit = set_text (sheet, FALSE, row->unit);
  g_autoptr(VenuleTextLayout) interval = set_text (sheet, FALSE, row->interval);
  g_autoptr(VenuleTextLayout) n = set_text (sheet, FALSE, row->n);

  venule_text_layout_wrap (name, columns->name +
                                   (columns->shared ? columns->value - venule_text_layout_get_width (value) : 0));
  show (sheet, name, x, top, 0, gray);
  show (sheet, value, at, top, 1, gray);
  show (sheet, unit, at + 0.4 * gap, top, 0, gray);
  at += 0.4 * gap + columns->unit + gap;
  show (sheet, interval, at + columns->interval / 2, top, 0.5, gray);
  show (sheet, n, at + columns->interval + gap + columns->n, top, 1, gray);

  return venule_text_layout_get_depth (name) + 2 * ROW_PADDING * sheet->size;
}

/* The first half of the depth in one column, the rest beside it. */
static guint
find_half (const VenuleReportSheet *sheet,
           const GArray            *rows,
           const Columns           *columns)
{
  VenuleReportSheet dry = *sheet;
  double whole = 0, depth = 0;
  guint i;

  dry.measuring = TRUE;
  for (i = 0; i < rows->len; i++)
    whole += set_row (&dry, &g_array_index (rows, VenuleReportRow, i), columns, 0, 0, INK);
  for (i = 0; i < rows->len && depth < whole / 2 - 0.1; i++)
    depth += set_row (&dry, &g_array_index (rows, VenuleReportRow, i), columns, 0, 0, INK);

  return i;
}

static double
set_column (const VenuleReportSheet *sheet,
            const GArray            *rows,
            guint                    from,
            guint                    to,
            const VenuleReportRow   *titles,
            const Columns           *columns,
            double                   x,
            double                   width)
{
  double y = sheet->y;

  if (from == to)
    return y;
  if (titles != NULL)
    {
      y += set_row (sheet, titles, columns, x, y, QUIET);
      rule (sheet, x, x + width, y, 0.6, QUIET);
    }
  for (guint i = from; i < to; i++)
    {
      y += set_row (sheet, &g_array_index (rows, VenuleReportRow, i), columns, x, y, INK);
      rule (sheet, x, x + width, y, 0.35, HAIRLINE);
    }

  return y;
}

static void
set_halves (VenuleReportSheet     *sheet,
            const GArray          *rows,
            const VenuleReportRow *titles,
            const Columns         *columns)
{
  double gap = COLUMN_GAP * sheet->size, width = (sheet->right - sheet->left - gap) / 2;
  guint half = find_half (sheet, rows, columns);
  double first = set_column (sheet, rows, 0, half, titles, columns, sheet->left, width);
  double second = set_column (sheet, rows, half, rows->len, titles, columns, sheet->left + width + gap, width);

  sheet->y = fmax (first, second) + BELOW_TABLE * sheet->size;
}

void
venule_report_set_results (VenuleReportSheet *sheet,
                           const GArray      *rows)
{
  /* Translators: titles of columns of a table: interval of confidence, and number of cells or events */
  VenuleReportRow titles = { .name = (char *) "", .value = (char *) "", .interval = (char *) _("interval (95 %)"),
                             .n = (char *) _("n") };
  double width = (sheet->right - sheet->left - COLUMN_GAP * sheet->size) / 2;
  Columns columns = {
    .value = widest (sheet, rows, G_STRUCT_OFFSET (VenuleReportRow, value), ""),
    .unit = widest (sheet, rows, G_STRUCT_OFFSET (VenuleReportRow, unit), ""),
    .interval = widest (sheet, rows, G_STRUCT_OFFSET (VenuleReportRow, interval), titles.interval),
    .n = widest (sheet, rows, G_STRUCT_OFFSET (VenuleReportRow, n), titles.n),
  };

  columns.name = width - columns.value - columns.unit - columns.interval - columns.n - 3.4 * CELL_GAP * sheet->size;
  set_halves (sheet, rows, &titles, &columns);
}

/* ---- Parameters: name and value, which begin beneath each other ---- */

void
venule_report_set_settings (VenuleReportSheet *sheet,
                            const GArray      *rows)
{
  double width = (sheet->right - sheet->left - COLUMN_GAP * sheet->size) / 2;
  Columns columns = { .value = widest (sheet, rows, G_STRUCT_OFFSET (VenuleReportRow, value), ""), .shared = TRUE };

  columns.name = width - columns.value - CELL_GAP * sheet->size;
  set_halves (sheet, rows, NULL, &columns);
}
