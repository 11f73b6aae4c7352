/* venule-project-db.h: a document as a database
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-light.h"
#include "venule-measure-settings.h"
#include "venule-settings.h"
#include "venule-source-record.h"
#include "venule-track.h"

G_BEGIN_DECLS

/* "VENU"; the MIME type in data/ knows it too. */
#define VENULE_PROJECT_DB_APPLICATION_ID 0x56454e55

/* The newest version of the tables that this program makes and reads. */
#define VENULE_PROJECT_DB_VERSION 6

/* Of tracks and runs. */
#define VENULE_PROJECT_DB_LAST_NUMBER 2147483647

/**
 * VenuleProjectDb:
 *
 * The tables of a document: in memory, or in a working file of this process alone. What is not inside
 * venule_project_db_begin() and venule_project_db_commit() is one transaction for each call. Main thread only.
 *
 * The spots of a track lie in one row as bytes (venule-spots-blob.h), not in a row each, and their contours in another,
 * which is read when they are drawn. Such a row (a path) is never changed, but grows in a run in progress; an edit
 * makes a new one, so that the log of edits holds numbers of paths and no spots.
 */
typedef struct _VenuleProjectDb VenuleProjectDb;
/* See venule-early-writer.h. */
typedef struct _VenuleEarlyWriter VenuleEarlyWriter;

/**
 * VenuleRunMetadata:
 * @device: what computed, for people
 * @versions: (nullable): JSON text: the versions of the programs that computed; of a run that a person marked, what was
 *   to be marked (venule-validation-sample.h)
 * @detect_interval: frames from a detection to the next; 0: the tracks were read from a file of the kind that @device
 *   names
 * @first_frame: first frame analysed
 * @last_frame: last frame analysed, inclusive
 * @unregistered_frames: frames in which the picture's own movement could not be measured
 * @complete: whether the run went to its end
 * @light: (nullable): the brightness of its frames; %NULL: not known, as before the end of a run
 *
 * What a run says of itself beside its settings and its tracks.
 */
typedef struct {
  char        *device;
  char        *versions;
  int          detect_interval;
  gint64       first_frame;
  gint64       last_frame;
  gint64       unregistered_frames;
  gboolean     complete;
  VenuleLight *light;
} VenuleRunMetadata;

VenuleRunMetadata *venule_run_metadata_copy           (const VenuleRunMetadata     *self);
void               venule_run_metadata_free           (VenuleRunMetadata           *self);

/* ---- Opening (venule-project-db.c, venule-project-db-schema.c) ---- */

/**
 * venule_project_db_new_memory:
 *
 * Returns: (transfer full): an empty document in memory
 */
VenuleProjectDb   *venule_project_db_new_memory       (void);

/**
 * venule_project_db_create:
 * @path: of a file that is not there yet
 * @error: return location for a %VENULE_ERROR_WRITE or a %VENULE_ERROR_NO_SPACE
 *
 * Returns: (transfer full): an empty document in a file
 */
VenuleProjectDb   *venule_project_db_create           (const char                  *path,
                                                       GError                     **error);

/**
 * venule_project_db_open:
 * @path: of a working file, which is changed: never of the user's own
 * @name: what to call the document in messages
 * @error: return location
 *
 * Trusts nothing that the file holds: it must be a document of Venule, of a version that is known, with the very tables
 * that Venule makes and nothing else in it (no trigger, view or index of others), and whole. An older one is brought up
 * to date.
 *
 * Errors: %VENULE_ERROR_INVALID (of another program, of a newer version), %VENULE_ERROR_DAMAGED, %VENULE_ERROR_WRITE,
 * %VENULE_ERROR_NO_SPACE.
 *
 * Returns: (transfer full): the document, or %NULL
 */
VenuleProjectDb   *venule_project_db_open             (const char                  *path,
                                                       const char                  *name,
                                                       GError                     **error);

/**
 * venule_project_db_open_copy:
 * @path: a user's file
 * @error: return location
 *
 * As venule_project_db_open() for a copy in memory: the file is read, and never touched.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND besides.
 *
 * Returns: (transfer full): the document, or %NULL
 */
VenuleProjectDb   *venule_project_db_open_copy        (const char                  *path,
                                                       GError                     **error);

/* ---- Opening a large document at once (venule-project-db-peek.c) ---- */

/**
 * VenuleProjectDbGate:
 * @data: what was given with it
 * @error: return location
 *
 * Called before something is to be written in a document that is only looked at. It waits until the document can be
 * written, and calls venule_project_db_move().
 *
 * Returns: whether it can be written
 */
typedef gboolean (*VenuleProjectDbGate) (gpointer data,
                                         GError   **error);

/**
 * venule_project_db_peek:
 * @path: a user's file, which is only read
 * @name: what to call the document in messages
 * @gate: called before something is written; nothing is written to @path
 * @data: for @gate
 * @error: return location
 *
 * As venule_project_db_open() without the check of every page: tables and values are checked as they are read. What is
 * shown by it must not be relied on before venule_project_db_check() has found the whole file right.
 *
 * Returns: (transfer full): the document; %NULL without an error for one of an older version, which has to be opened in
 * a copy
 */
VenuleProjectDb   *venule_project_db_peek             (const char                  *path,
                                                       const char                  *name,
                                                       VenuleProjectDbGate          gate,
                                                       gpointer                     data,
                                                       GError                     **error);

/**
 * venule_project_db_check:
 * @path: a working file that is not open
 * @name: what to call the document in messages
 * @cancellable: ends the check
 * @error: return location
 *
 * All that venule_project_db_open() checks, in any thread.
 *
 * Returns: whether it can be opened
 */
gboolean           venule_project_db_check            (const char                  *path,
                                                       const char                  *name,
                                                       GCancellable                *cancellable,
                                                       GError                     **error);

/**
 * venule_project_db_move:
 * @self: a document from venule_project_db_peek()
 * @path: a working file with the same content that venule_project_db_check() found right
 * @error: return location
 *
 * From now on the document is in the working file, and can be written.
 *
 * Returns: whether it is
 */
gboolean           venule_project_db_move             (VenuleProjectDb             *self,
                                                       const char                  *path,
                                                       GError                     **error);

void               venule_project_db_free             (VenuleProjectDb             *self);

/* Whether the document is in a file, and so lasts. */
gboolean           venule_project_db_has_file         (VenuleProjectDb             *self);

/* ---- Transactions ---- */

gboolean           venule_project_db_begin            (VenuleProjectDb             *self,
                                                       GError                     **error);
/* Counts the revision up. On failure all since venule_project_db_begin() is taken back. */
gboolean           venule_project_db_commit           (VenuleProjectDb             *self,
                                                       GError                     **error);
void               venule_project_db_rollback         (VenuleProjectDb             *self);

/* Whether a transaction has reached the drive when it is committed, as they all do at first. Outside of one. */
void               venule_project_db_set_lasting      (VenuleProjectDb             *self,
                                                       gboolean                     lasting);

/* Grows with every change; −1 when it cannot be read. */
gint64             venule_project_db_get_revision     (VenuleProjectDb             *self);

/* ---- What is in it (venule-project-db-contents.c) ---- */

gboolean           venule_project_db_set_settings     (VenuleProjectDb             *self,
                                                       const VenuleSettings        *settings,
                                                       GError                     **error);
VenuleSettings    *venule_project_db_dup_settings     (VenuleProjectDb             *self,
                                                       GError                     **error);

/* ---- What is measured (venule-project-db-measures.c) ---- */

VenuleMeasureSettings *
                venule_project_db_dup_measures (VenuleProjectDb          *self,
                                                GError                   **error);
/* In a transaction: the rows in which the settings differ from what is stored. */
gboolean           venule_project_db_put_measures     (VenuleProjectDb             *self,
                                                       const VenuleMeasureSettings *settings,
                                                       GError                     **error);

/* (transfer full) (nullable): the video; NULL without an error where there is none. */
gboolean           venule_project_db_set_video        (VenuleProjectDb             *self,
                                                       const VenuleSourceRecord    *record,
                                                       GError                     **error);
VenuleSourceRecord *
                venule_project_db_dup_video   (VenuleProjectDb           *self,
                                               GError                   **error);

/* The run that is shown; 0: none. */
gint64             venule_project_db_get_run          (VenuleProjectDb             *self);
gboolean           venule_project_db_show_run         (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       GError                     **error);
/* (transfer full) (element-type gint64): the numbers of all runs, in their order. */
GArray            *venule_project_db_dup_runs         (VenuleProjectDb             *self,
                                                       GError                     **error);

/* Adds a run with its tracks and shows it: its number, or 0. @early_writer: (nullable): knows which of their paths are
 * there. */
gint64             venule_project_db_add_run          (VenuleProjectDb             *self,
                                                       const VenuleSettings        *settings,
                                                       const VenuleRunMetadata     *metadata,
                                                       GPtrArray                   *tracks,
                                                       VenuleEarlyWriter           *early_writer,
                                                       GError                     **error);
/* Takes a run with its tracks and its edits out, for good. */
gboolean           venule_project_db_remove_run       (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       GError                     **error);
/* All but its light. */
gboolean           venule_project_db_read_run         (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       VenuleSettings             **settings,
                                                       VenuleRunMetadata          **metadata,
                                                       GError                     **error);
/* (transfer full) (nullable): NULL: it is not known, or damaged. */
VenuleLight       *venule_project_db_dup_light        (VenuleProjectDb             *self,
                                                       gint64                       run);
gboolean           venule_project_db_set_run_settings (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       const VenuleSettings        *settings,
                                                       GError                     **error);

/* ---- A run that goes on (venule-project-db-live.c); all but the last in a transaction ---- */

/* In a run in progress the spots that it finds of a cell are added, in place, to the path of the cell's track, and to
 * those that the log names. The connection knows which paths grow with which cell, by the id that the run has given
 * it. */

/* Writes what the run says of itself so far (@metadata, nullable), as one that is not complete; @run 0: a new one,
 * which is shown. Returns its number, or 0. */
gint64             venule_project_db_put_live_run     (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       const VenuleSettings        *settings,
                                                       const VenuleRunMetadata     *metadata,
                                                       GError                     **error);
/* Writes a track into the row in which it lies, or a new one. */
gboolean           venule_project_db_grow_track       (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       VenuleTrack                 *track,
                                                       GError                     **error);
/* From now on the track, as it is in the database, grows with @cell. */
gboolean           venule_project_db_follow_cell      (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       guint                        cell,
                                                       guint                        track,
                                                       GError                     **error);
/* Adds @spots (element-type VenuleSpot) to all that grows with @cell. */
gboolean           venule_project_db_grow_cell        (VenuleProjectDb             *self,
                                                       guint                        cell,
                                                       GArray                      *spots,
                                                       GError                     **error);
/* Returns: (transfer full) (nullable): cells with which any path grows → id of the track whose present path that is; 0:
 * there is none */
GHashTable        *venule_project_db_dup_cells        (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       GError                     **error);

/* The latest run gets the number that follows those of all others. Returns it, or 0. */
gint64             venule_project_db_close_up_run     (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       GError                     **error);

/* ---- Tracks (venule-project-db-tracks.c) ---- */

/* (transfer full) (element-type VenuleTrack): those that are not deleted, in the order of ids. */
GPtrArray         *venule_project_db_dup_tracks       (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       GError                     **error);
/* Whether the tracks of a run that came to its end, but for those that were corrected, are of its frames, and their
 * times those of @source, or of the rate that was typed (venule-project-db-check.c). */
gboolean           venule_project_db_check_tracks     (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       GPtrArray                   *tracks,
                                                       const VenuleSettings        *settings,
                                                       const VenuleRunMetadata     *metadata,
                                                       VenuleSource                *source,
                                                       GError                     **error);
/* (transfer full) (nullable): one of them; NULL without an error where it is not there, or deleted. */
VenuleTrack       *venule_project_db_dup_track        (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       guint                        id,
                                                       GError                     **error);
/* Puts a track as it is now into the run, new or in the place of that of the same id. */
gboolean           venule_project_db_put_track        (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       VenuleTrack                 *track,
                                                       GError                     **error);
/* All of it but its spots. */
gboolean           venule_project_db_put_marks        (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       VenuleTrack                 *track,
                                                       GError                     **error);
gboolean           venule_project_db_delete_track     (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       guint                        id,
                                                       GError                     **error);

/* ---- Steps that can be taken back (venule-project-db-steps.c) ---- */

/* Until venule_project_db_end_step() the changes of tracks or measures are written down by triggers as one step of the
 * run, or @of_document of all runs, with a name, in the place of all that could have been done again; @measured is any
 * text about how the tracks were measured then. In a transaction. Its number, or 0. */
gint64             venule_project_db_begin_step       (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       gboolean                     of_document,
                                                       const char                  *name,
                                                       const char                  *measured,
                                                       GError                     **error);
/* The same step goes on: the latest, which was ended and is done. */
gboolean           venule_project_db_resume_step      (VenuleProjectDb             *self,
                                                       gint64                       step,
                                                       GError                     **error);
gboolean           venule_project_db_end_step         (VenuleProjectDb             *self,
                                                       GError                     **error);

/* The last step that is done of the run alone, or, with 0, of the document; 0: none. */
gint64             venule_project_db_get_last_step    (VenuleProjectDb             *self,
                                                       gint64                       run);
/* The step, of the run or the document, that would be taken back or done again, and (transfer full) (nullable) its
 * name; 0 and NULL: there is none. */
gint64             venule_project_db_get_undo_step    (VenuleProjectDb             *self,
                                                       gint64                       run);
gint64             venule_project_db_get_redo_step    (VenuleProjectDb             *self,
                                                       gint64                       run);
char              *venule_project_db_dup_undo_name    (VenuleProjectDb             *self,
                                                       gint64                       run);
char              *venule_project_db_dup_redo_name    (VenuleProjectDb             *self,
                                                       gint64                       run);

/* (transfer full) (element-type utf8): the names of all of them, in the order in which they are walked, and how many
 * are done. */
GPtrArray         *venule_project_db_dup_steps        (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       guint                       *n_done);

/* Whether a step of the run that is done has changed a track. */
gboolean           venule_project_db_has_corrections  (VenuleProjectDb             *self,
                                                       gint64                       run);

/* The highest id that a track of the run has, or had in a step that is done; 0: there is none. */
guint              venule_project_db_get_last_id      (VenuleProjectDb             *self,
                                                       gint64                       run);

/* (transfer full) (element-type guint): the ids of the tracks of the run that a step has changed which is done. */
GArray            *venule_project_db_dup_corrected    (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       GError                     **error);
/* (transfer full) (element-type guint): the tracks of a run that edits have removed: deleted, or joined to others. */
GArray            *venule_project_db_dup_removed      (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       GError                     **error);
/* (transfer full) (element-type VenuleTrack): those tracks as they were before the first such step, without tracks that
 * were made in a step. */
GPtrArray         *venule_project_db_dup_originals    (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       GError                     **error);

/* (transfer full) (element-type guint): the ids of the tracks that venule_project_db_undo() or venule_project_db_redo()
 * would change, called @n_steps times. */
GArray            *venule_project_db_dup_next         (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       gboolean                     back,
                                                       guint                        n_steps);

/* Takes the last step back, or does it again: in @ids, (transfer full) (element-type guint), the tracks that it
 * changed, and in @measured, (transfer full), the text of its beginning. In a transaction. FALSE without an error where
 * there is no step. */
gboolean           venule_project_db_undo             (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       GArray                     **ids,
                                                       char                       **measured,
                                                       GError                     **error);
gboolean           venule_project_db_redo             (VenuleProjectDb             *self,
                                                       gint64                       run,
                                                       GArray                     **ids,
                                                       char                       **measured,
                                                       GError                     **error);

/* ---- Files (venule-project-db-save.c) ---- */

/**
 * venule_project_db_save_over:
 * @self: a document
 * @path: the user's file
 * @stamp: (nullable): what venule_temp_file_dup_stamp() said of the file that may be replaced; %NULL: none may
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Writes the whole document under another name beside @path, brings it to the disk, and only then takes the place of
 * what was there: whatever happens, one of both is there.
 *
 * Returns: whether it was written; if not, nothing has changed
 */
gboolean           venule_project_db_save_over        (VenuleProjectDb             *self,
                                                       const char                  *path,
                                                       const char                  *stamp,
                                                       GError                     **error);

/**
 * venule_project_db_save_file:
 * @working_copy: path of the file of a #VenuleProjectDb, which may go on being changed
 * @temp_path: an empty file in which it is written, and grows; from venule_temp_file_make()
 * @path: the user's file
 * @stamp: (nullable): as for venule_project_db_save_over()
 * @revision: (out): of the document as it was written
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * As venule_project_db_save_over(), in any thread, by a connection of its own.
 *
 * Returns: whether it was written; if not, nothing has changed
 */
gboolean           venule_project_db_save_file        (const char                  *working_copy,
                                                       const char                  *temp_path,
                                                       const char                  *path,
                                                       const char                  *stamp,
                                                       gint64                      *revision,
                                                       GError                     **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleProjectDb, venule_project_db_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleRunMetadata, venule_run_metadata_free)

G_END_DECLS
