/* venule-batch-window-private.h: what the parts of the window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-batch.h"
#include "venule-batch-finder.h"
#include "venule-batch-preview.h"
#include "venule-batch-table.h"
#include "venule-batch-window.h"
#include "venule-closable.h"

G_BEGIN_DECLS

/* Of the list, in the folder of the results. */
#define VENULE_BATCH_LIST_NAME "batch.tsv"

struct _VenuleBatchWindow
{
  AdwApplicationWindow  parent_instance;

  AdwWindowTitle       *title;
  GtkStack             *stack;
  AdwToastOverlay      *toasts;
  VenuleBatchTable     *table;
  AdwFlap              *flap;
  VenuleBatchPreview   *preview;
  GMenu                *template_menu;
  GtkWidget            *find_button, *confirm_button;
  GtkRevealer          *finding_revealer;
  GtkLabel             *finding_label;
  GtkProgressBar       *finding_bar;
  GtkActionBar         *action_bar;
  GtkWidget            *run_button, *pause_button, *compare_button;
  GtkRevealer          *run_revealer;
  GtkLabel             *run_label;
  GtkProgressBar       *run_bar;

  GSettings            *settings;
  VenuleBatchList      *list;
  VenuleBatchFinder    *finder;
  char                 *folder;      /* of the results; NULL: not chosen yet */
  char                 *template;    /* of videos that are added; NULL: none */
  VenuleBatch          *batch;       /* at work, or the latest; NULL: none */
  VenuleBatchVideo     *retried;     /* that the next run tries again; nullable */
  gboolean              moved;       /* the order of the list counts, not the length of the videos */
  GtkWidget            *question;    /* weak: whether it closes all the same; NULL: it is not asked */
  gboolean              gathering;   /* the study is being written */
  gboolean              closing;     /* as soon as the run has stopped */
  GPtrArray            *before;      /* (element-type GPtrArray): what undo goes back to, the latest last */
  GtkFileChooserNative *chooser;
  GCancellable         *cancellable;
  guint                 idle;        /* what is shown of the list is to be renewed */
  guint                 save;        /* the list is to be saved */
};

/* ---- venule-batch-window.c ---- */

void  venule_batch_window_take_manifest    (VenuleBatchWindow       *self,
                                            VenuleManifest          *manifest,
                                            const char              *folder);
/* Commands, and what is said of the list. */
void  venule_batch_window_update           (VenuleBatchWindow       *self);
void  venule_batch_window_enable           (VenuleBatchWindow       *self,
                                            const char              *action,
                                            gboolean                 enabled);
void  venule_batch_window_show_error       (VenuleBatchWindow       *self,
                                            const char              *title,
                                            const char              *message);
/* What was done; @undo: with a button that takes it back. */
void  venule_batch_window_toast            (VenuleBatchWindow       *self,
                                            const char              *title,
                                            gboolean                 undo);

/* ---- venule-batch-window-files.c ---- */

void  venule_batch_window_install_files    (VenuleBatchWindow       *self);
/* The list that was there last. */
void  venule_batch_window_load             (VenuleBatchWindow       *self);
/* Soon. */
void  venule_batch_window_save_later       (VenuleBatchWindow       *self);
/* The folder of the results, in which the list is kept from now on. */
void  venule_batch_window_take_folder      (VenuleBatchWindow       *self,
                                            const char              *folder);
/* Now, if it is to be saved. */
void  venule_batch_window_save             (VenuleBatchWindow       *self);
/* A dialog for files; @on_response takes it down. @pattern: (nullable) */
void  venule_batch_window_choose           (VenuleBatchWindow       *self,
                                            const char              *title,
                                            GtkFileChooserAction     action,
                                            const char              *accept,
                                            const char              *kind,
                                            const char *const       *patterns,
                                            GCallback                on_response);

/* ---- venule-batch-window-edit.c ---- */

void  venule_batch_window_install_edits    (VenuleBatchWindow       *self);
void  venule_batch_window_update_edits     (VenuleBatchWindow       *self);
/* What follows can be taken back in one step. */
void  venule_batch_window_begin_edit       (VenuleBatchWindow       *self);

/* ---- venule-batch-window-run.c ---- */

void  venule_batch_window_install_run      (VenuleBatchWindow       *self);
void  venule_batch_window_update_run       (VenuleBatchWindow       *self);
gboolean
      venule_batch_window_is_running       (VenuleBatchWindow       *self);
/* What the folder says of the videos. */
void  venule_batch_window_show_results     (VenuleBatchWindow       *self);
/* A video takes the place of another one. */
void  venule_batch_window_move_item        (VenuleBatchWindow       *self,
                                            VenuleBatchVideo        *video,
                                            VenuleBatchVideo        *other);
/* What was asked before closing has come to nothing: the window closes. */
void  venule_batch_window_drop_question    (VenuleBatchWindow       *self);
void  venule_batch_window_closable_init    (VenuleClosableInterface *iface);

/* ---- venule-batch-window-open.c ---- */

void  venule_batch_window_install_open     (VenuleBatchWindow       *self);
void  venule_batch_window_update_open      (VenuleBatchWindow       *self);

/* ---- venule-batch-window-template.c ---- */

void  venule_batch_window_install_templates (VenuleBatchWindow      *self);
void  venule_batch_window_update_templates (VenuleBatchWindow       *self);

G_END_DECLS
