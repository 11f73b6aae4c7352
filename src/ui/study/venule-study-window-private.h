/* venule-study-window-private.h: what the parts of the window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-closable.h"
#include "venule-study-report.h"
#include "venule-study-results-view.h"
#include "venule-study-table.h"
#include "venule-study-window.h"

G_BEGIN_DECLS

/* Of a report that is being written. */
typedef struct _VenuleStudyWindowReport VenuleStudyWindowReport;

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
  VenuleStudyResultsView *results_view;
  AdwToastOverlay      *toasts;
  GtkRevealer          *report_revealer;
  GtkLabel             *report_label;
  GtkProgressBar       *report_bar;

  VenuleStudy          *study;
  char                 *path;       /* of the study; NULL: never saved */
  GPtrArray            *before;     /* recordings before some were removed; NULL: none was */
  VenuleStudyRecording *loading;    /* is being read; NULL: none */
  gboolean              is_stale;   /* what is being read has changed since */
  GCancellable         *cancellable;
  GtkFileChooserNative *chooser;
  VenuleStudyWindowReport *report;  /* NULL: none */
  guint                 idle;       /* results are to be renewed */
  GtkWidget            *question;   /* weak: whether it closes all the same; NULL: it is not asked */
  gboolean              close_anyway; /* changes may go */
  gboolean              stop_report;  /* one that is being written may go */
  gboolean              close_when_saved;
  gboolean              filling;    /* the choices follow the study, not the user */
};

/* ---- venule-study-window.c ---- */

void  venule_study_window_take_study          (VenuleStudyWindow       *self,
                                               VenuleStudy             *study,
                                               const char              *path);
void  venule_study_window_load_next           (VenuleStudyWindow       *self);
void  venule_study_window_update_title        (VenuleStudyWindow       *self);

/* ---- venule-study-window-files.c ---- */

void  venule_study_window_install             (VenuleStudyWindow       *self);
void  venule_study_window_show_error          (VenuleStudyWindow       *self,
                                               const char              *title,
                                               const char              *message);
/* (transfer full) (nullable): what undo goes back to. */
void  venule_study_window_take_before         (VenuleStudyWindow       *self,
                                               GPtrArray               *before);
/* What was done: a short sentence. */
void  venule_study_window_toast               (VenuleStudyWindow       *self,
                                               const char              *title);
/* A dialog for files of one kind; @on_response takes it down. */
void  venule_study_window_ask_for_file        (VenuleStudyWindow       *self,
                                               const char              *title,
                                               GtkFileChooserAction     action,
                                               const char              *accept,
                                               const char              *kind,
                                               const char              *pattern,
                                               GCallback                on_response);
/* (transfer full): takes the dialog down; the file that was chosen, with @suffix. NULL: none, or one is there already
 * of which the dialog has not asked, since the ending was not typed; the window says so under @failed. */
char *venule_study_window_dup_chosen          (VenuleStudyWindow       *self,
                                               int                      response,
                                               const char              *suffix,
                                               const char              *failed);

void  venule_study_window_closable_init       (VenuleClosableInterface *iface);

/* The report has come to an end: whether the window closes meanwhile is not asked any more. @close: it closes now. */
void  venule_study_window_end_report_question (VenuleStudyWindow       *self,
                                               gboolean                 close);

/* ---- venule-study-window-report.c ---- */

void  venule_study_window_install_report      (VenuleStudyWindow       *self);
/* Whether it can be asked for. */
void  venule_study_window_update_report       (VenuleStudyWindow       *self);
void  venule_study_window_stop_report         (VenuleStudyWindow       *self);

G_END_DECLS
