/* venule-study-report.h: a comparison as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-figure-groups.h"
#include "venule-study-results.h"

G_BEGIN_DECLS

/**
 * VenuleStudyFigure:
 * @figure: borrows from the results
 *
 * A comparison as a figure.
 */
typedef struct {
  VenuleFigureGroups  figure;

  /*< private >*/
  VenuleFigureGroup  *groups;
  char              **names;
  const char       ***subjects;
  char               *label;
} VenuleStudyFigure;

/**
 * venule_study_figure_init:
 * @self: (out caller-allocates): the figure; venule_study_figure_clear() ends it, before the results
 * @results: what to draw
 * @kind: of the figure
 * @measure: of histograms
 * @options: (nullable): how it is to look; borrowed
 */
void     venule_study_figure_init  (VenuleStudyFigure         *self,
                                    const VenuleStudyResults  *results,
                                    VenuleGroupsKind           kind,
                                    VenuleGroupsMeasure        measure,
                                    const VenuleFigureOptions *options);
void     venule_study_figure_clear (VenuleStudyFigure         *self);

/**
 * venule_study_make_pages:
 * @study: a study
 * @done: (nullable): counts the pages that are made, as another thread may read it atomically
 * @unpictured: (nullable) (element-type utf8): receives a sentence for each page without a picture
 * @left_out: (nullable) (element-type utf8): receives a sentence for each recording that cannot be read, and has no
 *   page; %NULL: there is no report without it
 * @cancellable: (nullable)
 * @error: return location
 *
 * Reads all documents, and frames of their videos.
 *
 * Returns: (transfer full): a PDF with the page of each recording that counts (venule-report.h), under the labels of
 * the study
 */
GBytes  *venule_study_make_pages   (VenuleStudy               *study,
                                    int                       *done,
                                    GPtrArray                 *unpictured,
                                    GPtrArray                 *left_out,
                                    GCancellable              *cancellable,
                                    GError                   **error);

/**
 * venule_study_report_save:
 * @study: what was compared
 * @results: what came out
 * @kind: of the figure
 * @measure: of histograms
 * @options: (nullable): how the figure is to look
 * @pages: whether there is to be a page for each recording, which takes a while
 * @unpictured: (nullable) (element-type utf8): receives a sentence for each page without a picture
 * @directory: where to; is made when it is not there
 * @error: return location
 *
 * recordings.csv, animals.csv, groups.csv, tests.csv, comparison.txt, the figure as comparison-KIND.pdf, .svg and .png,
 * and its values as values.csv; of the same animals pairs.csv too; all tables as comparison.xlsx; and report.pdf if it
 * is wanted: all or none.
 *
 * Returns: whether all were written
 */
gboolean venule_study_report_save (VenuleStudy               *study,
                                   const VenuleStudyResults  *results,
                                   VenuleGroupsKind           kind,
                                   VenuleGroupsMeasure        measure,
                                   const VenuleFigureOptions *options,
                                   gboolean                   pages,
                                   GPtrArray                 *unpictured,
                                   const char                *directory,
                                   GError                   **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VenuleStudyFigure, venule_study_figure_clear)

G_END_DECLS
