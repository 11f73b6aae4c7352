/* venule-document-private.h: what the parts of the document share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-early-writer.h"
#include "venule-document.h"
#include "venule-live-run.h"
#include "venule-project-db.h"
#include "venule-track-list.h"
#include "venule-working-copy.h"

G_BEGIN_DECLS

struct _VenuleDocument
{
  GObject           parent_instance;

  VenuleSource     *source;
  VenuleSettings   *settings;
  VenuleSettings   *run_settings; /* NULL before a run */
  VenuleMeasureSettings *measures;
  VenuleRunMetadata *run_metadata; /* NULL before a run has ended */
  gboolean          running;
  gboolean          modified;
  struct
  {
    VenuleSettings *settings; /* those that are saved, */
    gint64          step;     /* and the last step of the run that was done then; −1: that state cannot come back; */
    gint64          measure_step; /* and the last of what is measured; */
    gint64          step_before;  /* during a run the step of the one before it, which may be shown again */
  } saved;
  gboolean          checking;     /* it is only looked at so far */
  gboolean          stale;

  VenuleTrackList *tracks;        /* those of the run that is shown, without the deleted ones */
  VenuleProjectDb  *db;           /* where all of it lasts */
  VenuleWorkingCopy *working_copy; /* NULL: the database is the document's own; else it is in there */
  VenuleSaving     *saving;       /* that is under way in a thread; NULL: none */
  struct
  {
    VenuleLiveRun     *run;         /* in progress; NULL: there is none */
    gint64             period;      /* µs */
    GArray            *left;        /* gint64: what is in the database of runs in progress that ended or began anew */
    gboolean           transferring; /* what was edited in those is being made in the linked tracks */
    VenuleEarlyWriter *early_writer; /* what of the tracks of the run in progress is in the database; nullable */
    guint64            early_writer_min; /* spots */
  } live;
  gint64 run; /* the run that is shown, or in progress, in the database; 0: none, or not written yet */
  gint64            run_before;   /* the run that was shown before it */
  gboolean          unshown;      /* it is here, and the database still says that the beginning of it is to be shown */

  GPtrArray        *conflicts;    /* of VenuleConflict: of what was edited during the last run; NULL: nothing was */
  guint             n_transferred;

  struct
  {
    guint   depth; /* groups that are begun and not ended */
    char   *name;  /* of the outermost one */
    gint64  step;  /* its step, in the database; 0: there is none yet */
    gboolean of_document; /* whether that is one of all runs; the group goes on in another where the next edit is not */
    GArray *ids;   /* guint: what it has changed in the transaction that it has begun; NULL: it has begun none */
  } group;
  gint64            open_step;    /* that of the edit that is being written */
};

/* For the parts: one of the flags with its notify; the name of a property is that of the field. */
void     venule_document_set_modified   (VenuleDocument *self,
                                         gboolean        modified);
/* After what Undo and Redo reach, steps and settings: the document is modified unless it is back where it was saved. */
void     venule_document_update_modified
                                        (VenuleDocument  *self);
void     venule_document_set_checking   (VenuleDocument *self,
                                         gboolean        checking);
void     venule_document_update_stale   (VenuleDocument *self);
void     venule_document_notify_history (VenuleDocument *self);
void     venule_document_emit_changed   (VenuleDocument *self);
/* Tells who listens to VenuleDocument::failed why something was not written. */
void     venule_document_fail           (VenuleDocument *self,
                                         const GError   *error);

/* What is measured is read again, as the database has it; notifies when it differs. */
void     venule_document_take_measures  (VenuleDocument *self);
void     venule_document_emit_measures  (VenuleDocument *self);
/* What of the measure settings is in settings too, where velocities are worked out. */
typedef enum {
  VENULE_ATTACHED_NOTHING = 0,
  VENULE_ATTACHED_CENTRELINE = 1 << 0, /* the way along the vessel, from crop, flow and what the user drew */
  VENULE_ATTACHED_WINDOW = 1 << 1,     /* the velocity window */
} VenuleAttached;

/* Puts it into @settings (nullable). What is another one now than before. */
VenuleAttached venule_document_attach_measures
                                        (VenuleDocument  *self,
                                         VenuleSettings  *settings);
/* Into the settings and those of the run; what of the latter is another one. */
VenuleAttached venule_document_update_attached
                                        (VenuleDocument  *self);

/* Puts other tracks in the place of all: at most one items-changed. */
void     venule_document_put_tracks     (VenuleDocument *self,
                                         GPtrArray      *tracks);

/* The settings of the run that is shown, and the classes of its tracks. */
gboolean venule_document_write_classes  (VenuleDocument *self,
                                         GError        **error);

/* Writes the run that is shown into the database, where it is not yet there. */
gboolean venule_document_keep_run       (VenuleDocument *self,
                                         GError        **error);

/* What the video says of itself, into the database. */
gboolean venule_document_keep_video     (VenuleDocument *self,
                                         GError        **error);

/* Before tracks @ids (element-type guint) are edited in a run: they are in the database as they are on the screen. */
gboolean venule_document_catch_up       (VenuleDocument *self,
                                         GArray         *ids,
                                         GError        **error);
/* The run in progress ends, or begins anew: what was edited in it is to be made in the linked tracks. */
void     venule_document_leave_live_run (VenuleDocument *self,
                                         gboolean        anew);
/* It is made in them. */
void     venule_document_transfer_left  (VenuleDocument *self);
/* Whether a run that was left has been edited. */
gboolean venule_document_left_edits     (VenuleDocument *self);
/* The run that has ended came to no frame: what was shown before it is shown again, with what was edited meanwhile. */
void     venule_document_drop_run       (VenuleDocument *self);
/* The linked tracks stand in the place of what was left. */
gboolean venule_document_remove_left    (VenuleDocument *self,
                                         GError        **error);

/* The transaction of a group ends: a program that is killed leaves all of its edits, or none. */
void     venule_document_commit_group   (VenuleDocument *self);

/* Whether it is through with being checked; until then it is not written into. */
gboolean venule_document_check_writable (VenuleDocument *self,
                                         GError        **error);
/* A step of the run that is shown, or @of_document of all runs, is begun, or that of the group goes on; and its end.
 * @ids: (nullable) (element-type guint): the tracks that it changed, which are shown as they were when the group
 * fails. */
gboolean venule_document_begin_edit     (VenuleDocument *self,
                                         const char     *name,
                                         gboolean        of_document,
                                         GError        **error);
gboolean venule_document_end_edit       (VenuleDocument *self,
                                         GArray         *ids,
                                         gboolean        made,
                                         GError        **error);
/* What decides the class of a track that the user gave none, as text. */
char    *venule_document_describe_measuring
                                        (VenuleDocument  *self);
/* (element-type guint): sorted, each once. */
void     venule_document_sort_ids       (GArray         *ids);
/* Shows what was written of the tracks @ids (element-type guint), and notifies. */
void     venule_document_show_edit      (VenuleDocument *self,
                                         GArray         *ids);

G_END_DECLS
