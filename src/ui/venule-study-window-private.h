/* venule-study-window-private.h: what the parts of the window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-figure-options-box.h"
#include "venule-study-report.h"
#include "venule-study-table.h"
#include "venule-study-window.h"

G_BEGIN_DECLS

struct _VenuleStudyWindow
{
  AdwApplicationWindow  parent_instance;

  AdwWindowTitle       *title;
  GtkWidget            *save_button;
  GtkStack             *stack;
  VenuleStudyTable     *table;
  GtkDropDown          *quantity_drop_down;
  GtkDropDown          *grouping_drop_down;
  GtkDropDown          *correction_drop_down;
  GtkCheckButton       *paired_check;
  GtkCheckButton       *adherence_check;
  GtkSpinButton        *adherence_spin;
  GtkStack             *results_stack;
  GtkLabel             *problem_label;
  GtkLabel             *plain_label;
  GtkBox               *warnings_box;
  GtkDropDown          *kind_drop_down;
  GtkDropDown          *measure_drop_down;
  VenuleFigureOptionsBox *look_box;
  GtkWidget            *figure_area;
  GtkGrid              *groups_grid;
  GtkGrid              *tests_grid;
  GtkLabel             *why_label;
  GtkLabel             *paragraph_label;

  VenuleStudy          *study;
  VenuleStudyResults   *results;    /* NULL: there is nothing to show */
  char                 *path;       /* of the study; NULL: never saved */
  VenuleStudyRecording *loading;    /* is being read; NULL: none */
  GCancellable         *cancellable;
  GtkFileChooserNative *chooser;
  guint                 idle;       /* results are to be renewed */
  gboolean              closing;    /* the person has said what to do with changes */
  gboolean              filling;    /* the choices follow the study, not the person */
};

/* ---- venule-study-window.c ---- */

void venule_study_window_take_study   (VenuleStudyWindow *self,
                                       VenuleStudy       *study,
                                       const char        *path);
void venule_study_window_load_next    (VenuleStudyWindow *self);
void venule_study_window_update_title (VenuleStudyWindow *self);

/* ---- venule-study-window-files.c ---- */

void venule_study_window_install      (VenuleStudyWindow *self);
/* Whether the window may be closed at once; otherwise it has asked. */
gboolean venule_study_window_may_close (VenuleStudyWindow *self);

/* ---- venule-study-window-results.c ---- */

void venule_study_window_show_results (VenuleStudyWindow *self,
                                       const char        *problem);
/* What the person has chosen for the figure. */
VenuleGroupsKind    venule_study_window_get_kind    (VenuleStudyWindow *self);
VenuleGroupsMeasure venule_study_window_get_measure (VenuleStudyWindow *self);

G_END_DECLS
