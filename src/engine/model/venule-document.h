/* venule-document.h: the one source of truth of an analysis
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-settings.h"
#include "venule-source.h"
#include "venule-track.h"

G_BEGIN_DECLS

/**
 * VenuleDocument:
 *
 * Video, settings, tracks and edits of one analysis. Main thread only; signals are emitted there alone.
 *
 * Properties with notify: source (VenuleSource), can-undo, can-redo, undo-name, redo-name (translated names of the step,
 * nullable), modified, stale (settings differ from those of the tracks shown), run-settings.
 *
 * Signals:
 *  - settings-changed
 *  - tracks-changed: spots or membership changed in any way; the list model emits items-changed besides.
 *
 * It is a #GListModel of #VenuleTrack, in the order of ids, of the tracks that are not deleted.
 */
#define VENULE_TYPE_DOCUMENT (venule_document_get_type ())
G_DECLARE_FINAL_TYPE (VenuleDocument, venule_document, VENULE, DOCUMENT, GObject)

VenuleDocument       *venule_document_new           (VenuleSource          *source);
VenuleSource         *venule_document_get_source    (VenuleDocument        *self);
const VenuleSettings *venule_document_get_settings  (VenuleDocument        *self);
/* Copies. Settings are no undo step (the side panel shows them and has reset); emits settings-changed when they differ. */
void                  venule_document_set_settings  (VenuleDocument        *self,
                                                     const VenuleSettings  *settings);
/* The settings that the present tracks were computed with; NULL before a run. */
const VenuleSettings *venule_document_get_run_settings (VenuleDocument     *self);
gboolean              venule_document_get_stale     (VenuleDocument        *self);

/* Time of a frame in s as the calibration says: the file's timestamp, or frame / rate when a rate was typed. */
double                venule_document_get_time      (VenuleDocument        *self,
                                                     gint64                 frame);

/* A run: begin clears the tracks (and the undo history, after which they could not be restored), adds spots as they come,
 * and finish replaces all by the linked tracks. A cancelled run keeps what it found so far through finish too. */
void                  venule_document_begin_run     (VenuleDocument        *self,
                                                     const VenuleSettings  *settings);
void                  venule_document_add_spots     (VenuleDocument        *self,
                                                     const guint           *track_ids,
                                                     const VenuleSpot      *spots,
                                                     guint                  n);
void                  venule_document_finish_run    (VenuleDocument        *self,
                                                     GPtrArray             *tracks); /* of VenuleTrack, (transfer none) */

VenuleTrack          *venule_document_get_track     (VenuleDocument        *self,
                                                     guint                  id);     /* nullable */
/* (transfer container) (element-type VenuleTrack): tracks with a spot in that frame. */
GPtrArray            *venule_document_dup_tracks_at (VenuleDocument        *self,
                                                     gint64                 frame);

/* Edits: each one undo step. */
void                  venule_document_delete_tracks (VenuleDocument        *self,
                                                     const guint           *ids,
                                                     guint                  n);
void                  venule_document_set_track_kind (VenuleDocument      *self,
                                                     guint                  id,
                                                     VenuleCellKind       kind);
gboolean              venule_document_undo          (VenuleDocument        *self);
gboolean              venule_document_redo          (VenuleDocument        *self);

G_END_DECLS
