/* venule-document.h: the one source of truth of an analysis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-measure-settings.h"
#include "venule-project-db.h"
#include "venule-settings.h"
#include "venule-source.h"
#include "venule-track.h"
#include "venule-working-copy.h"

G_BEGIN_DECLS

/**
 * VenuleDocument:
 *
 * Video, settings, tracks and edits of one analysis. Main thread only; signals are emitted there alone.
 *
 * Properties with notify: can-undo, can-redo, undo-name, redo-name (translated names of the step, nullable), modified,
 * stale (settings differ from those of the tracks shown), running, run-settings. Fixed: source (#VenuleSource).
 *
 * Signals:
 *  - settings-changed
 *  - measures-changed: the measure settings differ from what they were
 *  - failed (message): a change could not be written; a sentence for the person
 *  - tracks-changed: spots or membership changed in any way; the list model emits items-changed besides.
 *
 * It is a #GListModel of #VenuleTrack, in the order of ids, of the tracks that are not deleted.
 */
#define VENULE_TYPE_DOCUMENT (venule_document_get_type ())
G_DECLARE_FINAL_TYPE (VenuleDocument, venule_document, VENULE, DOCUMENT, GObject)

/**
 * venule_document_new:
 * @source: the video
 *
 * Returns: (transfer full): a document with the default settings and no tracks
 */
VenuleDocument          *venule_document_new                   (VenuleSource            *source);
VenuleSource            *venule_document_get_source            (VenuleDocument          *self);

/**
 * venule_document_new_from_db:
 * @source: the video
 * @db: (transfer full): what the document is read from, and written to with every change from now on
 * @error: return location for a %VENULE_ERROR_DAMAGED
 *
 * Returns: (transfer full): the document as it is in @db, or %NULL
 */
VenuleDocument          *venule_document_new_from_db           (VenuleSource            *source,
                                                                VenuleProjectDb         *db,
                                                                GError                 **error);

/**
 * venule_document_new_from_working_copy:
 * @source: the video
 * @working_copy: (transfer full): a working copy, which may be empty
 * @error: return location for a %VENULE_ERROR_DAMAGED
 *
 * As venule_document_new_from_db(); modified when there is anything in it that was not saved. The working copy is
 * removed with the document when all was saved or discarded.
 *
 * Returns: (transfer full): the document, or %NULL
 */
VenuleDocument          *venule_document_new_from_working_copy (VenuleSource            *source,
                                                                VenuleWorkingCopy       *working_copy,
                                                                GError                 **error);

/**
 * venule_document_check:
 * @self: a document
 * @progress: (out) (optional): about how much is done, 0 to 1
 * @error: return location
 *
 * A document from venule_working_copy_open_at_once() is copied and checked while it is shown; until then
 * #VenuleDocument:checking is %TRUE, edits are refused with a sentence, and what else is written waits. To be called
 * now and then.
 *
 * Errors: as venule_working_copy_settle(): nothing can be written then, ever.
 *
 * Returns: %TRUE when all is right; %FALSE without an error while it goes on
 */
gboolean                 venule_document_check                 (VenuleDocument          *self,
                                                                double                  *progress,
                                                                GError                 **error);
gboolean                 venule_document_get_checking          (VenuleDocument          *self);

/**
 * venule_document_get_working_copy:
 * @self: a document
 *
 * Returns: (transfer none) (nullable): its working copy; %NULL when it is in memory alone
 */
VenuleWorkingCopy       *venule_document_get_working_copy      (VenuleDocument          *self);

/**
 * venule_document_save:
 * @self: a document that is not in a run
 * @path: (nullable): the user's file; %NULL: that of the working copy
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Writes all of it, with the runs that are not shown and the edits that can be taken back. The old file is there until
 * the new one is whole. The SHA-256 of the video is in it when it is known by then.
 *
 * Returns: whether it was written; it is not modified then
 */
gboolean                 venule_document_save                  (VenuleDocument          *self,
                                                                const char              *path,
                                                                GError                 **error);

/* As venule_document_save(), but never in the place of another document. */
gboolean                 venule_document_save_new              (VenuleDocument          *self,
                                                                const char              *path,
                                                                GError                 **error);

/**
 * venule_document_save_async:
 * @self: a document that is not in a run, nor being saved
 * @path: (nullable): as in venule_document_save()
 * @callback: called when it is written, or cannot be
 * @user_data: for @callback
 *
 * As venule_document_save() in a thread. The document can be changed meanwhile; what is changed is not in the file
 * then, and the document stays modified.
 */
void                     venule_document_save_async            (VenuleDocument          *self,
                                                                const char              *path,
                                                                GAsyncReadyCallback      callback,
                                                                gpointer                 user_data);
gboolean                 venule_document_save_finish           (VenuleDocument          *self,
                                                                GAsyncResult            *result,
                                                                GError                 **error);

/**
 * venule_document_get_saving:
 * @self: a document
 * @progress: (out) (optional): about how much is written, 0 to 1
 *
 * Returns: whether it is being saved by venule_document_save_async()
 */
gboolean                 venule_document_get_saving            (VenuleDocument          *self,
                                                                double                  *progress);

/* ---- Settings ---- */

/**
 * venule_document_get_settings:
 * @self: a document
 *
 * Returns: (transfer none): the settings; valid until they are set again
 */
const VenuleSettings    *venule_document_get_settings          (VenuleDocument          *self);

/**
 * venule_document_set_settings:
 * @self: a document
 * @settings: are copied
 *
 * Settings are no undo step (the side panel shows them and has reset). Emits settings-changed when they differ. A new
 * pixel size, which is only read after a run, counts for the present tracks at once, in the run settings too, and the
 * tracks that were not edited are classified again by it; anything else makes them stale.
 */
void                     venule_document_set_settings          (VenuleDocument          *self,
                                                                const VenuleSettings    *settings);

/**
 * venule_document_set_next_settings:
 * @self: a document
 * @settings: are copied
 *
 * As venule_document_set_settings(), for a run that begins at once: the run that was shown so far keeps its pixel size.
 */
void                     venule_document_set_next_settings     (VenuleDocument          *self,
                                                                const VenuleSettings    *settings);

/**
 * venule_document_get_measure_settings:
 * @self: a document
 *
 * Returns: (transfer none): what the numbers depend on, and the run does not; valid until they are set again
 */
const VenuleMeasureSettings *
                      venule_document_get_measure_settings
                                                       (VenuleDocument        *self);

/**
 * venule_document_set_measure_settings:
 * @self: a document
 * @settings: are copied
 * @error: return location for a %VENULE_ERROR_INVALID or a %VENULE_ERROR_WRITE
 *
 * One undo step, named by what changed, which is kept at once. Within venule_document_begin_group() several are one
 * step: for what is dragged. Emits measures-changed when they differ.
 *
 * Returns: whether they are set; if not, nothing has changed
 */
gboolean              venule_document_set_measure_settings
                                                       (VenuleDocument        *self,
                                                        const VenuleMeasureSettings
                                                                              *settings,
                                                        GError               **error);

/**
 * venule_document_set_measure:
 * @self: a document
 * @key: name of a setting
 * @value: (nullable): its text
 * @error: return location
 *
 * venule_document_set_measure_settings() with one value of venule_measure_settings_set_value() changed.
 *
 * Returns: whether it is set
 */
gboolean                 venule_document_set_measure           (VenuleDocument          *self,
                                                                const char              *key,
                                                                const char              *value,
                                                                GError                 **error);

/**
 * venule_document_validate:
 * @self: a document
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * The settings against this video, as venule_settings_validate(); and that its frames have times.
 *
 * Returns: whether a run can start
 */
gboolean                 venule_document_validate              (VenuleDocument          *self,
                                                                GError                 **error);

/**
 * venule_document_get_run_settings:
 * @self: a document
 *
 * Returns: (transfer none) (nullable): the settings that the present tracks were computed with; %NULL before a run
 */
const VenuleSettings    *venule_document_get_run_settings      (VenuleDocument          *self);

/**
 * venule_document_get_shown_settings:
 * @self: a document
 *
 * What is shown of the tracks is measured with these, whatever is set for the next run.
 *
 * Returns: (transfer none): the run settings; before a run the settings
 */
const VenuleSettings    *venule_document_get_shown_settings    (VenuleDocument          *self);

/**
 * venule_document_set_run_pixel_size:
 * @self: a document; no run is in progress
 * @pixel_size_um: µm/px, or 0: unknown
 *
 * Measures the run on show with another pixel size, and gives the tracks that were not edited their class anew. What is
 * set for the next run stays.
 */
void                     venule_document_set_run_pixel_size    (VenuleDocument          *self,
                                                                double                   pixel_size_um);
gboolean                 venule_document_get_stale             (VenuleDocument          *self);
gboolean                 venule_document_get_modified          (VenuleDocument          *self);

/**
 * venule_document_get_time:
 * @self: a document
 * @frame: number of a frame
 *
 * Returns: time of the frame in s as the calibration of the settings shown says: the file's timestamp, or frame / rate
 *   when a rate was typed; 0 when the file tells no time
 */
double                   venule_document_get_time              (VenuleDocument          *self,
                                                                gint64                   frame);

/* ---- A run ---- */

/**
 * venule_document_begin_run:
 * @self: a document
 * @settings: what the run reads; are copied
 *
 * Shows no tracks, until there are new ones; those of the runs before stay in the document, with their edits. What
 * is edited until venule_document_finish_run() is made in the linked tracks, as one step.
 */
void                     venule_document_begin_run             (VenuleDocument          *self,
                                                                const VenuleSettings    *settings);

/**
 * venule_document_add_spots:
 * @self: a document in a run
 * @track_ids: (array length=n): the track of each spot; one that is not there yet is made
 * @spots: (array length=n): are copied
 * @n: number of spots
 *
 * Tracks that grow are classified anew, so that the live view shows their kind. Emits tracks-changed once, and
 * items-changed once when tracks were made, however many spots there are.
 */
void                     venule_document_add_spots             (VenuleDocument          *self,
                                                                const guint             *track_ids,
                                                                const VenuleSpot        *spots,
                                                                guint                    n);

/**
 * venule_document_keep_live:
 * @self: a document in a run
 * @metadata: what the run says of itself so far
 *
 * To be called often: every few seconds what was found until then is written, as a run that is not complete, and lasts
 * when the program is killed. Does nothing for a document in memory.
 */
void                     venule_document_keep_live             (VenuleDocument          *self,
                                                                const VenuleRunMetadata *metadata);

/**
 * venule_document_set_live_period:
 * @self: a document
 * @period: µs; 0: with every call
 *
 * How often venule_document_keep_live() writes, from the next run on; 2 s at first. Less often when it takes long.
 */
void                     venule_document_set_live_period       (VenuleDocument          *self,
                                                                gint64                   period);

/**
 * venule_document_begin_early_writer:
 * @self: a document in a run
 *
 * The thread that has the tracks of the run writes them by venule_early_writer_write(), before
 * venule_document_finish_run() is called with the same ones, which then takes little time.
 *
 * Returns: (transfer full) (nullable): by which it does that; %NULL for a document in memory
 */
VenuleEarlyWriter       *venule_document_begin_early_writer    (VenuleDocument          *self);

/**
 * venule_document_set_early_writer_min:
 * @self: a document
 * @least: spots
 *
 * Runs with fewer are written at their end alone; 50 000 at first.
 */
void                     venule_document_set_early_writer_min  (VenuleDocument          *self,
                                                                guint64                  least);

/**
 * venule_document_finish_run:
 * @self: a document in a run
 * @tracks: (element-type VenuleTrack) (transfer none): the linked tracks, with different ids
 *
 * Replaces all tracks, and keeps them as a run of the document. A run that was cancelled keeps what it found so far
 * through this too. One that came to no frame, as its metadata says, is none: the run before it is shown again, and
 * what was edited meanwhile is made in that, or is a run of what was made by hand where there is none.
 */
void                     venule_document_finish_run            (VenuleDocument          *self,
                                                                GPtrArray               *tracks);
gboolean                 venule_document_get_running           (VenuleDocument          *self);

/**
 * venule_document_set_run_metadata:
 * @self: a document in a run
 * @metadata: what the run says of itself; are copied
 *
 * Before venule_document_finish_run().
 */
void                     venule_document_set_run_metadata      (VenuleDocument          *self,
                                                                const VenuleRunMetadata *metadata);

/**
 * venule_document_get_run_metadata:
 * @self: a document
 *
 * Returns: (transfer none) (nullable): what the run that is shown said of itself; %NULL before it has ended
 */
const VenuleRunMetadata *venule_document_get_run_metadata      (VenuleDocument          *self);

/**
 * venule_document_get_cut_off:
 * @self: a document
 *
 * Returns: whether the run that is shown reaches the end of a video that was cut off: what follows is missing in its
 * results
 */
gboolean                 venule_document_get_cut_off           (VenuleDocument          *self);

/**
 * venule_document_get_run:
 * @self: a document
 *
 * Returns: number of the run that is shown; 0 when there is none, or it has not been written yet
 */
gint64                   venule_document_get_run               (VenuleDocument          *self);

/**
 * venule_document_dup_run_metadata:
 * @self: a document
 * @run: number of a run
 *
 * Returns: (transfer full) (nullable): what that run says of itself, without its light, as far as it has been written
 */
VenuleRunMetadata       *venule_document_dup_run_metadata      (VenuleDocument          *self,
                                                                gint64                   run);

/**
 * venule_document_dup_runs:
 * @self: a document
 *
 * Returns: (transfer full) (element-type gint64): the numbers of the runs that the document keeps, in their order
 */
GArray                  *venule_document_dup_runs              (VenuleDocument          *self);

/**
 * venule_document_show_run:
 * @self: a document that is not in a run
 * @run: number of a run
 * @error: return location
 *
 * Shows another run, with its tracks, its settings and the edits of it that can be taken back.
 *
 * Returns: whether it is shown; if not, nothing has changed
 */
gboolean                 venule_document_show_run              (VenuleDocument          *self,
                                                                gint64                   run,
                                                                GError                 **error);

/* ---- Tracks ---- */

/**
 * venule_document_get_track:
 * @self: a document
 * @id: of a track
 *
 * Returns: (transfer none) (nullable): the track; %NULL when there is none or it is deleted
 */
VenuleTrack             *venule_document_get_track             (VenuleDocument          *self,
                                                                guint                    id);

/**
 * venule_document_get_tracks:
 * @self: a document
 *
 * Returns: (transfer none) (nullable): the items of the list model in their order, as many as it has; valid until it
 * changes
 */
VenuleTrack *const   *venule_document_get_tracks       (VenuleDocument        *self);

/**
 * venule_document_dup_tracks_at:
 * @self: a document
 * @frame: number of a frame
 *
 * Fast, however many tracks there are in all.
 *
 * Returns: (transfer full) (element-type VenuleTrack): the tracks with a spot in that frame, in the order of ids
 */
GPtrArray               *venule_document_dup_tracks_at         (VenuleDocument          *self,
                                                                gint64                   frame);

/**
 * venule_document_get_tracks_near:
 * @self: a document
 * @frame: number of a frame
 * @n: (out): how many
 *
 * For those who look at each of them anyway.
 *
 * Returns: (transfer none) (nullable) (array length=n): in the order of ids, all tracks with a spot in that frame, and
 *   some that have one in a frame not far from it; valid until the document changes
 */
VenuleTrack *const   *venule_document_get_tracks_near  (VenuleDocument        *self,
                                                        gint64                 frame,
                                                        guint                 *n);

/**
 * venule_document_count_tracks_at:
 * @self: a document
 * @frame: number of a frame
 *
 * Returns: how many tracks venule_document_dup_tracks_at() would return
 */
guint                    venule_document_count_tracks_at       (VenuleDocument          *self,
                                                                gint64                   frame);

/* ---- Edits: each one undo step ---- */

gboolean                 venule_document_can_undo              (VenuleDocument          *self);
gboolean                 venule_document_can_redo              (VenuleDocument          *self);
/* Number of the step that is undone or redone next, which grows from each step to the next; 0: there is none. */
gint64                   venule_document_get_undo_step         (VenuleDocument          *self);
gint64                   venule_document_get_redo_step         (VenuleDocument          *self);

/* (transfer full) (nullable): the name of the step that would be taken back or done again. */
char                    *venule_document_dup_undo_name         (VenuleDocument          *self);
char                    *venule_document_dup_redo_name         (VenuleDocument          *self);

/**
 * venule_document_undo:
 * @self: a document
 *
 * Returns: whether there was a step to take back
 */
gboolean                 venule_document_undo                  (VenuleDocument          *self);
gboolean                 venule_document_redo                  (VenuleDocument          *self);

G_END_DECLS
