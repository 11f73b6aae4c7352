/* venule-agreement-save.h: agreement with manual work as a figure and as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>

#include "venule-agreement-report.h"
#include "venule-figure-options.h"
#include "venule-histogram-plot.h"

G_BEGIN_DECLS

/**
 * venule_agreement_report_draw:
 * @self: a report
 * @cr: where to; the background is left as it is
 * @width: pt
 * @height: pt
 * @style: (nullable): else light, 8 pt
 *
 * The plot of Bland and Altman: difference against mean of both velocities of each pair, with the bias, the limits of
 * agreement and their 95 % intervals.
 */
void                   venule_agreement_report_draw           (const VenuleAgreementReport  *self,
                                                               cairo_t                      *cr,
                                                               double                        width,
                                                               double                        height,
                                                               const VenuleFigureStyle      *style);

/**
 * venule_agreement_report_check_marks:
 * @directory: a folder for venule_agreement_report_save()
 * @marks: the file of the manual work
 * @error: return location
 *
 * Errors: %VENULE_ERROR_WRITE.
 *
 * Returns: %FALSE with a sentence where @marks is one of the files that would be replaced
 */
gboolean               venule_agreement_report_check_marks    (const char                   *directory,
                                                               const char                   *marks,
                                                               GError                      **error);

/**
 * venule_agreement_report_save:
 * @self: a report
 * @options: (nullable): how the figure is to look; %NULL: one column of a journal, 8 pt
 * @directory: is made when it is not there
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Writes agreement.csv, agreement-summary.csv, agreement.txt and bland-altman.pdf, .svg and .png: all or none.
 *
 * Returns: whether they were written
 */
gboolean               venule_agreement_report_save           (const VenuleAgreementReport  *self,
                                                               const VenuleFigureOptions    *options,
                                                               const char                   *directory,
                                                               GError                      **error);

G_END_DECLS
