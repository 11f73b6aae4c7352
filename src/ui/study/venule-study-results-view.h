/* venule-study-results-view.h: what a comparison gives, on the screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "venule-study-results.h"
#include "venule-figure-groups.h"

G_BEGIN_DECLS

#define VENULE_TYPE_STUDY_RESULTS_VIEW (venule_study_results_view_get_type ())
G_DECLARE_FINAL_TYPE (VenuleStudyResultsView, venule_study_results_view, VENULE, STUDY_RESULTS_VIEW, AdwBin)

void                       venule_study_results_view_take_results (VenuleStudyResultsView *self,
                                                                   VenuleStudyResults     *results,
                                                                   const char             *problem);
const VenuleStudyResults  *venule_study_results_view_get_results  (VenuleStudyResultsView *self);

/* What the person has chosen for the figure. */
VenuleGroupsKind           venule_study_results_view_get_kind     (VenuleStudyResultsView *self);
VenuleGroupsMeasure        venule_study_results_view_get_measure  (VenuleStudyResultsView *self);
const VenuleFigureOptions *venule_study_results_view_get_options  (VenuleStudyResultsView *self);

void                       venule_study_results_view_copy_figure  (VenuleStudyResultsView *self);
void                       venule_study_results_view_copy_text    (VenuleStudyResultsView *self);

G_END_DECLS
