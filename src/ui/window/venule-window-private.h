/* venule-window-private.h: what the files of the window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-analysis.h"
#include "venule-calibration-panel.h"
#include "venule-canvas.h"
#include "venule-cells-panel.h"
#include "venule-cheat-sheet.h"
#include "venule-closable.h"
#include "venule-correct-panel.h"
#include "venule-export-panel.h"
#include "venule-histogram-view.h"
#include "venule-history.h"
#include "venule-kymograph-panel.h"
#include "venule-live-geometry.h"
#include "venule-live-preview.h"
#include "venule-measure-job.h"
#include "venule-measures-view.h"
#include "venule-message-bar.h"
#include "venule-pane.h"
#include "venule-playback-controls.h"
#include "venule-player.h"
#include "venule-proposal.h"
#include "venule-review-panel.h"
#include "venule-run-panel.h"
#include "venule-sample-panel.h"
#include "venule-selection.h"
#include "venule-spot-table.h"
#include "venule-stack.h"
#include "venule-start-page.h"
#include "venule-track-strip.h"
#include "venule-track-table.h"
#include "venule-vessel-panel.h"
#include "venule-window.h"
#include "venule-workflow-step.h"

G_BEGIN_DECLS

enum
{
  VENULE_WORKFLOW_STEP_CALIBRATION,
  VENULE_WORKFLOW_STEP_VESSEL,
  VENULE_WORKFLOW_STEP_CELLS,
  VENULE_WORKFLOW_STEP_RUN,
  VENULE_WORKFLOW_STEP_CORRECT,
  VENULE_WORKFLOW_STEP_EXPORT,
  VENULE_N_STEPS
};

/* What may be lost when a window closes. */
typedef enum {
  VENULE_LOSS_NOTHING,
  VENULE_LOSS_RUN,
  VENULE_LOSS_CHANGES,
  VENULE_LOSS_EXPORT,
} VenuleLoss;

typedef struct _VenuleWindowFollow VenuleWindowFollow;
typedef struct _VenuleWindowDrawing VenuleWindowDrawing;

/* What the header bar holds. */
typedef struct {
  AdwWindowTitle *title;
  AdwSplitButton *open_button;
  GtkWidget      *undo_button, *redo_button;
  GtkMenuButton  *history_button;
  GtkWidget      *history_box;
  VenuleHistory  *history;
  GtkMenuButton  *menu_button;
  GMenu          *document_menu, *runs_menu;
  GtkWidget      *run_button, *cancel_button;
  GtkWidget      *steps_toggle, *results_toggle;
} VenuleWindowHeader;

/* How far the reading of a video is. */
typedef struct {
  GtkRevealer    *revealer;
  GtkLabel       *label;
  GtkProgressBar *bar;
} VenuleWindowReading;

/* The box over the video, while cells are followed or drawn. */
typedef struct {
  GtkWidget      *box;
  GtkLabel       *label;
  GtkProgressBar *bar;
  GtkWidget      *stop_button, *drawn_button;
} VenuleWindowFollowBox;

/* What lies at the left and at the right of the video. */
typedef struct {
  AdwFlap           *steps_flap, *results_flap;
  GtkScrolledWindow *steps;
  VenulePane        *results;
  GtkWidget         *tabs;
  gboolean           steps_wanted, results_wanted; /* the user has not put them away: shown where they have room */
  gboolean           arranging;                    /* shown or folded away by the window, not by the user */
} VenuleWindowPanes;

/* The steps of an analysis. */
typedef struct {
  VenuleWorkflowStep *calibration, *vessel, *cells, *run, *correct, *export;
  gboolean            passed[VENULE_N_STEPS]; /* the user went on from it */
  gboolean            exported;               /* the tracks on show are in files */
  VenuleWorkflowStep *opened_step;            /* that is to be brought into sight; nullable */
} VenuleWindowSteps;

/* What the steps hold. */
typedef struct {
  VenuleCalibrationPanel *calibration;
  VenuleVesselPanel      *vessel;
  VenuleCellsPanel       *cells;
  VenuleRunPanel         *run;
  VenuleReviewPanel      *review;
  VenuleSamplePanel      *sample;
  VenuleCorrectPanel     *correct;
  VenuleExportPanel      *export;
} VenuleWindowPanels;

/* The results. */
typedef struct {
  VenuleHistogramView  *histogram;
  VenuleTrackStrip     *strip;
  VenuleMeasuresView   *measures;
  VenuleKymographPanel *kymograph;
  GtkStack             *tables;
  VenuleTrackTable     *tracks;
  VenuleSpotTable      *spots;
} VenuleWindowViews;

/* The run, and the preview of what it would find. */
typedef struct {
  VenuleAnalysis    *analysis; /* at work, or the latest */
  GCancellable      *warnings; /* while a run that is done is looked at */
  char              *flow;     /* that the warnings offer; nullable */
  VenuleLivePreview *preview;
  gboolean           preview_on;
  gboolean           following;     /* the video goes along with the run */
  gint64             followed;      /* the frame that the run last showed */
  char              *told_obstacle; /* why a run cannot start, as the user was told; nullable */
} VenuleWindowRun;

/* Vessel, flow and size of the cells that the program found (venule-window-proposal.c). */
typedef struct {
  GtkWidget      *box, *use_button, *next_button;
  GtkLabel       *label;
  GCancellable   *cancellable; /* while it is looked for; nullable */
  VenuleProposal *found;       /* that waits for an answer; nullable */
  guint           shown;       /* which vessel of it */
} VenuleWindowProposing;

/* What is measured in the video. */
typedef struct {
  VenuleLiveGeometry *vessel; /* numbers of it while it is dragged */
  VenuleMeasureJob   *job;    /* nullable */
  GCancellable       *cancellable;
} VenuleWindowMeasuring;

/* Marking by hand (venule-window-sample.c). */
typedef struct {
  VenuleValidationSample *sample;  /* whose marks are shown; NULL: none is marked */
  guint                   stretch; /* of it, that is marked */
  gboolean                placing; /* the tracks change by a click */
} VenuleWindowMarking;

/* A video or a document on its way into the window. */
typedef struct {
  VenuleWindow       *opener; /* weak: from which what is here was opened */
  GCancellable       *probe;  /* while it is asked what can be chosen of the video */
  GCancellable       *recent;
  GCancellable       *cancellable; /* while a video is opened or its frames are counted */
  gboolean            active;
  char               *path;          /* the document that was opened, or asked about, last; nullable */
  VenuleWorkingCopy  *pending;       /* a document whose video is being opened, or asked for */
  VenuleSourceRecord *pending_video; /* its video; NULL: it is not known */
  char               *rescued;       /* what came of a damaged document that is being opened */
  gboolean            rescued_bare;  /* whether classes of its tracks are lost */
  gboolean            table_ready;
  gboolean            checking_video; /* whether all of it is that of the document */
  char               *other_video;    /* why it is not; NULL: nothing is known against it */
  char               *failures;       /* that are told here of files that were not opened; nullable */
} VenuleWindowOpening;

/* Files that are chosen and written. */
typedef struct {
  GCancellable         *export;      /* while files are written */
  char                 *folder;
  gboolean              folder_made; /* results have been written into it */
  GtkFileChooserNative *chooser;
} VenuleWindowFiles;

/* Saving, and the check of a document, with how far they are. */
typedef struct {
  GtkRevealer    *revealer;
  GtkLabel       *label;
  GtkProgressBar *bar;
  guint           timeout;                        /* source that shows it */
  gboolean        again;                          /* asked for while it was being saved */
  void          (*after_run) (VenuleWindow *self); /* asked for during a run; NULL: nothing was */
  AdwToast       *toast;                          /* weak: says so */
} VenuleWindowSaving;

/* Whether the window may close. */
typedef struct {
  GtkWidget  *question;    /* weak: whether it closes all the same; NULL: it is not asked */
  VenuleLoss  asked;       /* about what */
  gboolean    pending;     /* as soon as the run has ended */
  gboolean    anyway;      /* tracks that are nowhere else may go */
  gboolean    stop_export; /* files that are being written may go */
  gboolean    when_saved;  /* when the user has chosen a name, and all is written */
} VenuleWindowClosing;

struct _VenuleWindow
{
  AdwApplicationWindow   parent_instance;

  /* Template */
  AdwToastOverlay        *toasts;
  VenuleMessageBar       *message_bar;
  GtkStack               *stack;
  VenuleStartPage        *start_page;
  VenuleCanvas           *canvas;
  VenuleCheatSheet       *cheat_sheet;
  VenulePlaybackControls *playback_controls;
  VenuleWindowHeader      header;
  VenuleWindowReading     reading;
  VenuleWindowFollowBox   follow_box;
  VenuleWindowPanes       panes;
  VenuleWindowSteps       steps;
  VenuleWindowPanels      panels;
  VenuleWindowViews       views;

  GSettings             *settings;
  VenuleDocument        *document;
  VenulePlayer          *player;
  VenuleSelection       *selection;
  VenuleWindowDrawing   *drawing; /* of crop and flow */
  VenuleWindowFollow    *follow;  /* what the engine is asked of single cells; nullable */
  VenuleWindowRun        run;
  VenuleWindowMeasuring  measuring;
  VenuleWindowProposing  proposing;
  VenuleWindowMarking    marking;
  VenuleWindowOpening    opening;
  VenuleWindowFiles      files;
  VenuleWindowSaving     saving;
  VenuleWindowClosing    closing;
  VenuleBatchSetUp      *set_up;     /* of which several videos what is drawn is; nullable */
  GtkWidget             *set_up_box;
  AdwToast              *undo_toast; /* weak: of the last edit */
};

/* venule-window.c */
void                venule_window_set_source           (VenuleWindow             *self,
                                                        VenuleSource             *source);
void                venule_window_set_document         (VenuleWindow             *self,
                                                        VenuleDocument           *document);
/* What a run that was kept says of itself. */
void                venule_window_show_metadata        (VenuleWindow             *self);
void                venule_window_update_title         (VenuleWindow             *self);
/* When it was made for a file that is not opened after all. */
void                venule_window_leave_unused         (VenuleWindow             *self);
void                venule_window_show_error           (VenuleWindow             *self,
                                                        const char               *title,
                                                        const char               *text);
/* Of several files that are opened together, each is told. */
void                venule_window_show_open_error      (VenuleWindow             *self,
                                                        const char               *name,
                                                        const char               *text);
/* @button: (nullable): label; then @action is activated by it. @title is plain text. (transfer none) */
AdwToast           *venule_window_show_toast           (VenuleWindow             *self,
                                                        const char               *title,
                                                        const char               *button,
                                                        const char               *action);
gboolean            venule_window_has_unsaved          (VenuleWindow             *self);
void                venule_window_take_typed           (VenuleWindow             *self);
/* Whether a run is at work or paused. */
gboolean            venule_window_is_running           (VenuleWindow             *self);

/* venule-window-close.c */
void                venule_window_closable_init        (VenuleClosableInterface  *iface);
/* Whether it can go now. */
gboolean            venule_window_begin_close          (VenuleWindow             *self);
void                venule_window_renew_question       (VenuleWindow             *self,
                                                        gboolean                  failed);

/* venule-window-actions.c */
void                venule_window_install_actions      (VenuleWindow             *self);
gboolean            venule_window_has_results          (VenuleWindow             *self);
void                venule_window_update_actions       (VenuleWindow             *self);
void                venule_window_update_selected      (VenuleWindow             *self);
void                venule_window_enable               (VenuleWindow             *self,
                                                        gboolean                  enabled,
                                                        const char               *first,
                                                        ...) G_GNUC_NULL_TERMINATED;

/* venule-window-open.c */
void                venule_window_choose_video         (VenuleWindow             *self);
void                venule_window_choose_pictures      (VenuleWindow             *self);
void                venule_window_update_recent        (VenuleWindow             *self);
void                venule_window_count_frames         (VenuleWindow             *self);
void                venule_window_accept_drops         (VenuleWindow             *self);
void                venule_window_open_path            (VenuleWindow             *self,
                                                        const char               *steps);

/* As venule_window_open(), with what was chosen of the file. */
void                venule_window_open_as              (VenuleWindow             *self,
                                                        GFile                    *file,
                                                        const VenuleInputOptions *input);

void                venule_window_cancel_opening       (VenuleWindow             *self);
void                venule_window_update_waiting       (VenuleWindow             *self);

/* venule-window-input.c */
void                venule_window_ask_input_options    (VenuleWindow             *self,
                                                        const char               *steps,
                                                        VenuleStack              *stack,
                                                        const VenuleInputOptions *input);
void                venule_window_change_input_options (VenuleWindow             *self);

/* A video or a document, among the recent files. */

/* venule-window-document.c */
gboolean            venule_window_is_document          (const char               *steps);
void                venule_window_open_document        (VenuleWindow             *self,
                                                        const char               *steps);
void                venule_window_take_working_copy    (VenuleWindow             *self,
                                                        VenuleWorkingCopy        *working_copy);
VenuleDocument *
            venule_window_new_document      (VenuleWindow   *self,
                                             VenuleSource   *source);
const char         *venule_window_get_document_path    (VenuleWindow             *self);
gboolean            venule_window_is_read_only         (VenuleWindow             *self);
void                venule_window_ask_for_video        (VenuleWindow             *self,
                                                        const char               *steps,
                                                        const char               *why);

/* venule-window-identity.c */
void                venule_window_hash_video           (VenuleWindow             *self);
gboolean            venule_window_toast_other_video    (VenuleWindow             *self);
void                venule_window_connect_identity     (VenuleWindow             *self);

/* venule-window-rescue.c */
/* Asks whether what can be read of the file at @steps is wanted; @why it cannot be opened. */
void                venule_window_offer_rescue         (VenuleWindow             *self,
                                                        const char               *steps,
                                                        const char               *why);
/* What came of it, when the document is there. */
void                venule_window_toast_rescued        (VenuleWindow             *self);
void                venule_window_connect_rescue       (VenuleWindow             *self);

/* venule-window-check.c */
/* Says that the document is checked, until it is. */
void                venule_window_watch_check          (VenuleWindow             *self);

/* venule-window-save.c */
void                venule_window_save                 (VenuleWindow             *self);
void                venule_window_save_as              (VenuleWindow             *self);
/* The run has ended: what was asked for meanwhile is done. */
void                venule_window_save_after_run       (VenuleWindow             *self);
/* Whether it is being saved; it closes by itself then, when all is written. */
gboolean            venule_window_wait_for_saving      (VenuleWindow             *self);

/* venule-window-steps.c */
VenuleWorkflowStep *venule_window_get_step             (VenuleWindow             *self,
                                                        guint                     step);
void                venule_window_update_steps         (VenuleWindow             *self);
void                venule_window_confirm_run          (VenuleWindow             *self,
                                                        VenuleProposed            parts);
void                venule_window_open_step            (VenuleWindow             *self,
                                                        guint                     step);
void                venule_window_show_step            (VenuleWindow             *self,
                                                        guint                     step);
void                venule_window_show_obstacle        (VenuleWindow             *self);
void                venule_window_connect_steps        (VenuleWindow             *self);

/* venule-window-proposal.c */
void                venule_window_connect_proposal     (VenuleWindow             *self);
/* All frames are known. */
void                venule_window_propose_at_first     (VenuleWindow             *self);
void                venule_window_drop_proposal        (VenuleWindow             *self);
void                venule_window_settle_proposal      (VenuleWindow             *self);
/* Whether one waits for an answer. */
gboolean            venule_window_has_proposal         (VenuleWindow             *self);
gboolean            venule_window_has_proposed_diameter
                                                       (VenuleWindow             *self);
void                venule_window_update_proposal      (VenuleWindow             *self);

/* venule-window-batch.c */
void                venule_window_connect_batch        (VenuleWindow             *self);
void                venule_window_update_batch         (VenuleWindow             *self);
void                venule_window_begin_set_up         (VenuleWindow             *self);
/* Whether it is asked if these videos are to be analysed together; they are opened otherwise. */
gboolean            venule_window_offer_together       (VenuleWindow             *self,
                                                        GSList                   *files);

/* venule-window-drawing.c */
void                venule_window_connect_drawing      (VenuleWindow             *self);
void                venule_window_free_drawing         (VenuleWindow             *self);
void                venule_window_set_drawing_document (VenuleWindow             *self);
void                venule_window_restore_drawing      (VenuleWindow             *self);
void                venule_window_offer_drawing        (VenuleWindow             *self);
const char         *venule_window_get_drawing_hint     (VenuleWindow             *self,
                                                        gboolean                 *ended);
void                venule_window_undo                 (VenuleWindow             *self);
void                venule_window_redo                 (VenuleWindow             *self);
/* (transfer full) (nullable): names of what these would take back, or do again. */
char               *venule_window_dup_undo_name        (VenuleWindow             *self);
char               *venule_window_dup_redo_name        (VenuleWindow             *self);
/* Of the run on show; one step. */
void                venule_window_set_run_pixel_size   (VenuleWindow             *self,
                                                        double                    pixel_size_um);

/* venule-window-warnings.c */
void                venule_window_toast_warnings       (VenuleWindow             *self);
void                venule_window_drop_warnings        (VenuleWindow             *self);
void                venule_window_connect_warnings     (VenuleWindow             *self);

/* venule-window-run.c */
/* The sentence that says why a run cannot start; NULL: it can. (transfer full) */
char               *venule_window_dup_run_obstacle     (VenuleWindow             *self);
void                venule_window_run                  (VenuleWindow             *self);
void                venule_window_forget_obstacle      (VenuleWindow             *self,
                                                        const char               *obstacle);
void                venule_window_request_preview      (VenuleWindow             *self);
void                venule_window_set_preview_on       (VenuleWindow             *self,
                                                        gboolean                  on);
void                venule_window_connect_preview      (VenuleWindow             *self);
void                venule_window_update_overlay       (VenuleWindow             *self);

/* venule-window-runs.c */
void                venule_window_connect_runs         (VenuleWindow             *self);
void                venule_window_update_runs          (VenuleWindow             *self);
void                venule_window_show_run             (VenuleWindow             *self,
                                                        gint64                    run);
void                venule_window_settle_pixel_size    (VenuleWindow             *self);
gboolean            venule_window_offer_pixel_size     (VenuleWindow             *self);
void                venule_window_toast_run            (VenuleWindow             *self);

/* venule-window-export.c */
void                venule_window_set_folder           (VenuleWindow             *self,
                                                        const char               *folder);
void                venule_window_choose_folder        (VenuleWindow             *self);
void                venule_window_export               (VenuleWindow             *self);
void                venule_window_bind_movie           (VenuleWindow             *self);
void                venule_window_update_movie         (VenuleWindow             *self);
void                venule_window_show_figures         (VenuleWindow             *self);
void                venule_window_show_folder          (VenuleWindow             *self);

/* venule-window-review.c */
void                venule_window_connect_review       (VenuleWindow             *self);
void                venule_window_update_review        (VenuleWindow             *self);

/* venule-window-agreement.c */
void                venule_window_check_manual         (VenuleWindow             *self);
void                venule_window_compare_with         (VenuleWindow             *self,
                                                        const char               *steps);

/* venule-window-edit.c */
void                venule_window_install_edits        (VenuleWindow             *self);
void                venule_window_update_edits         (VenuleWindow             *self);

/* What is said of it, too. */
void                venule_window_join_tracks          (VenuleWindow             *self,
                                                        guint                     a,
                                                        guint                     b);
void                venule_window_cut_track            (VenuleWindow             *self,
                                                        guint                     id,
                                                        gint64                    frame);

/* venule-window-kymograph.c */
void                venule_window_connect_kymograph    (VenuleWindow             *self);

/* venule-window-vessel.c */
void                venule_window_connect_vessel       (VenuleWindow             *self);
void                venule_window_set_vessel_document  (VenuleWindow             *self);
void                venule_window_update_vessel        (VenuleWindow             *self);

/* venule-window-toast.c */
void                venule_window_toast_edit           (VenuleWindow             *self,
                                                        const char               *title);
void                venule_window_end_edit             (VenuleWindow             *self,
                                                        gboolean                  done,
                                                        char                     *title,
                                                        GError                   *error);
void                venule_window_toast                (VenuleWindow             *self,
                                                        const char               *text);
void                venule_window_toast_walk           (VenuleWindow             *self,
                                                        gboolean                  undone,
                                                        const char               *name);
void                venule_window_toast_refusal        (VenuleWindow             *self,
                                                        const GError             *error);

/* venule-window-follow.c: single cells, by the engine */
void                venule_window_clear_follow         (VenuleWindow             *self);
/* The same, where the window goes on. */
void                venule_window_forget_follow        (VenuleWindow             *self);
gboolean            venule_window_stop_following       (VenuleWindow             *self);
/* Whether the engine is at a question, or the brush is held. */
gboolean            venule_window_is_asking            (VenuleWindow             *self);
void                venule_window_follow_track         (VenuleWindow             *self,
                                                        int                       direction);
void                venule_window_follow_cell          (VenuleWindow             *self);

/* venule-window-add.c */
void                venule_window_connect_add          (VenuleWindow             *self);
void                venule_window_follow_spot_moved    (VenuleWindow             *self,
                                                        guint                     id,
                                                        gint64                    frame,
                                                        double                    x,
                                                        double                    y,
                                                        gboolean                  exactly);
void                venule_window_refit                (VenuleWindow             *self,
                                                        const char               *range);

/* venule-window-brush.c */
void                venule_window_connect_brush        (VenuleWindow             *self);
void                venule_window_begin_brush          (VenuleWindow             *self);
void                venule_window_end_brush            (VenuleWindow             *self,
                                                        gboolean                  exactly);
gboolean            venule_window_cancel_brush         (VenuleWindow             *self);
/* venule-window-sample.c */
void                venule_window_connect_sample       (VenuleWindow             *self);
/* The window has a document. */
void                venule_window_follow_sample        (VenuleWindow             *self);
void                venule_window_update_sample        (VenuleWindow             *self);
gboolean            venule_window_is_marking           (VenuleWindow             *self);
void                venule_window_place_mark           (VenuleWindow             *self,
                                                        double                    x,
                                                        double                    y,
                                                        gboolean                  other);

/* venule-window-spots.c */
void                venule_window_install_spots        (VenuleWindow             *self);
void                venule_window_update_spots         (VenuleWindow             *self);

/* venule-window-panes.c */
void                venule_window_connect_panes        (VenuleWindow             *self);
void                venule_window_lay_out_panes        (VenuleWindow             *self);
void                venule_window_set_results_width    (VenuleWindow             *self,
                                                        gboolean                  large);
void                venule_window_fold_panes           (VenuleWindow             *self);
void                venule_window_remember_panes       (VenuleWindow             *self);

/* venule-window-strip.c */
void                venule_window_connect_strip        (VenuleWindow             *self);

/* venule-window-tracks.c */
/* Whether the kymograph is in sight. */
gboolean            venule_window_shows_kymograph      (VenuleWindow             *self);
void                venule_window_go_to_track          (VenuleWindow             *self,
                                                        guint                     id,
                                                        gboolean                  start);
void                venule_window_connect_tracks       (VenuleWindow             *self);

G_END_DECLS
