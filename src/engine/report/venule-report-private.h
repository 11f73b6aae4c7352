/* venule-report-private.h: what stands on the page of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-measures.h"
#include "venule-report.h"
#include "venule-text-layout.h"

G_BEGIN_DECLS

/* A line of a table; all but the name may be %NULL. */
typedef struct {
  char *name, *value, *unit, *interval, *n;
} VenuleReportRow;

/* ---- venule-report-rows.c: what is said. All (transfer full). ---- */

/* (element-type VenuleReportRow): the results that there are. */
GArray     *venule_report_list_results  (const VenuleMeasures  *measures);
/* (element-type VenuleReportRow): what they depend on. */
GArray     *venule_report_list_settings (const VenuleResults   *results,
                                         const VenuleMeasures  *measures);
/* (element-type utf8): "Not assessable, as …: …", one for each reason. */
GPtrArray  *venule_report_list_gaps     (const VenuleMeasures  *measures);
/* (element-type utf8): what speaks against the numbers. */
GPtrArray  *venule_report_list_warnings (const VenuleResults   *results,
                                         const VenuleMeasures  *measures);
/* Size, rate and frames in a line; animal, group, time point and recording in another, which may be "". */
char       *venule_report_dup_facts     (const VenuleResults   *results);
char       *venule_report_dup_labels    (const VenuleResults   *results);

/* ---- venule-report-table.c: how it is set ---- */

/* Where the page is written: y goes down. Nothing is drawn while it is measured. */
typedef struct {
  cairo_t  *cr;
  double    size;        /* of the letters, pt */
  double    left, right;
  double    y;
  gboolean  measuring;
} VenuleReportSheet;

/* Each begins at @y and leaves it below what it has set. */
void        venule_report_set_heading   (VenuleReportSheet      *sheet,
                                         const char            *text);
void        venule_report_set_paragraph (VenuleReportSheet      *sheet,
                                         const char            *text,
                                         double                 indent,
                                         double                 gray);
void        venule_report_set_results   (VenuleReportSheet      *sheet,
                                         const GArray          *rows);
void        venule_report_set_settings  (VenuleReportSheet      *sheet,
                                         const GArray          *rows);

G_END_DECLS
