/* venule-agreement-report.h: how well an analysis agrees with manual work, for people and for the paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-agreement.h"
#include "venule-import.h"
#include "venule-table.h"
#include "venule-validation-sample.h"

G_BEGIN_DECLS

/**
 * VenuleAgreementReport:
 * @agreement: what came out
 * @manual: the marked tracks
 * @calibration: of the document
 * @name: of the file with the marks
 * @sample: (nullable): what of the video was marked, when it was marked in Venule itself
 *
 * What a report is made of.
 */
typedef struct {
  VenuleAgreement        *agreement;
  VenuleImport           *manual;
  VenuleCalibration       calibration;
  char                   *name;
  VenuleValidationSample *sample;
} VenuleAgreementReport;

/**
 * venule_agreement_report_new:
 * @document: with results, as they are now
 * @path: a file that venule_import_read() knows
 * @import: (nullable): how to read it
 * @reach: px; 0: half the expected diameter of a cell
 * @complete: whether all cells were marked in the frames that have marks
 * @error: return location
 *
 * Returns: (transfer full): the marks of the file against the tracks of the document, or %NULL
 */
VenuleAgreementReport *venule_agreement_report_new            (VenuleDocument               *document,
                                                               const char                   *path,
                                                               const VenuleImportOptions    *import,
                                                               double                        reach,
                                                               gboolean                      complete,
                                                               GError                      **error);

/**
 * venule_agreement_report_new_for_sample:
 * @document: with results, which are shown, and a sample that was marked by hand (venule-validation-sample.h)
 * @reach: px; 0: half the expected diameter of a cell
 * @error: return location
 *
 * Only the finished stretches are compared, and in them only the frames that were marked, all cells of which are. A
 * cell counts in each stretch anew.
 *
 * Returns: (transfer full): the marks of the newest sample against the tracks, or %NULL
 */
VenuleAgreementReport *venule_agreement_report_new_for_sample (VenuleDocument               *document,
                                                               double                        reach,
                                                               GError                      **error);
void                   venule_agreement_report_free           (VenuleAgreementReport        *self);

/* (transfer full): a paragraph for the methods and results of a paper, in English, with '.' as the decimal point. */
char                  *venule_agreement_report_dup_paragraph  (const VenuleAgreementReport  *self);
/* (transfer full): the pairs, the missed and the false ones as a table. */
VenuleTable           *venule_agreement_report_make_table     (const VenuleAgreementReport  *self);
/* (transfer full): the numbers with their intervals as a table. */
VenuleTable           *venule_agreement_report_make_summary   (const VenuleAgreementReport  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleAgreementReport, venule_agreement_report_free)

G_END_DECLS
