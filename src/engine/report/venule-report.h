/* venule-report.h: a recording on one page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-results.h"

G_BEGIN_DECLS

/**
 * VenuleReport:
 *
 * A page of A4 for people: picture with the vessel and the paths, histogram of rolling velocities, all numbers with
 * intervals and units, parameters, and what speaks against the numbers. In the language of the desktop; numbers have
 * '.' as the decimal point, as in figures and tables. It does not change.
 */
typedef struct _VenuleReport VenuleReport;

/**
 * venule_report_new:
 * @results: what to report; its tracks are read here and not kept
 * @cancellable: (nullable)
 * @error: return location
 *
 * Reads up to 64 frames of the video: it is for a thread, and tracks that no other thread changes. A video that cannot
 * be read leaves the picture out, with a sentence in its place.
 *
 * Returns: (transfer full): the page, or %NULL when it was cancelled
 */
VenuleReport *venule_report_new      (const VenuleResults  *results,
                                      GCancellable         *cancellable,
                                      GError              **error);
void          venule_report_free     (VenuleReport         *self);
/* (nullable): why it has no picture, in a sentence. */
const char   *venule_report_get_problem (const VenuleReport   *self);

/**
 * venule_report_make_pdf:
 * @pages: (element-type VenuleReport): one a recording
 * @error: return location
 *
 * Fonts are embedded, and text can be selected. The same results give the same bytes.
 *
 * Returns: (transfer full): a PDF with a page for each, or %NULL
 */
GBytes       *venule_report_make_pdf (GPtrArray            *pages,
                                      GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleReport, venule_report_free)

G_END_DECLS
