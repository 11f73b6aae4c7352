/* venule-live-run.h: a run lasts while it goes on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-project-db.h"
#include "venule-track-list.h"

G_BEGIN_DECLS

/* No run finds so many cells: tracks that a user makes during a run have ids from here on. */
#define VENULE_LIVE_RUN_FIRST_ID 1000001

/**
 * VenuleLiveRun:
 *
 * A run in progress, which is in the database as a run that is not complete: a killed program loses its last few
 * seconds, and no edit. Tracks that are edited go on growing: what the run finds of a cell goes to the track that holds
 * the cell's latest spot, and to none when that was deleted.
 */
typedef struct _VenuleLiveRun VenuleLiveRun;

/* @settings: (transfer none): those of the run, which must outlive it; @period: µs from one writing to the next, at
 * least; 0: at every call. */
VenuleLiveRun *venule_live_run_new        (VenuleProjectDb         *db,
                                           const VenuleSettings    *settings,
                                           gint64                   period);
void           venule_live_run_free       (VenuleLiveRun           *self);

/* Its number in the database; 0: nothing was written yet. */
gint64         venule_live_run_get_number (VenuleLiveRun           *self);

/* Notes what the run has found of a cell. Returns the id of the track that it is shown in; 0: of none. */
guint          venule_live_run_route      (VenuleLiveRun           *self,
                                           guint                    cell,
                                           const VenuleSpot        *spot);

/* A track has got spots. */
void           venule_live_run_touch      (VenuleLiveRun           *self,
                                           VenuleTrack             *track);

/* Writes what has grown, unless something was written just now. After a failure it waits for the next edit. */
gboolean       venule_live_run_keep       (VenuleLiveRun           *self,
                                           const VenuleRunMetadata *metadata,
                                           GError                 **error);

/**
 * venule_live_run_catch_up:
 * @tracks: that are shown
 * @ids: (element-type guint): of tracks, some of which may be deleted
 * @error: return location for a %VENULE_ERROR_WRITE
 *
 * Before tracks are edited, or an edit of them is undone or redone: writes what has grown of them, so that the database
 * has them as they are shown. The first time it writes all tracks.
 *
 * Returns: whether it was written
 */
gboolean       venule_live_run_catch_up   (VenuleLiveRun           *self,
                                           VenuleTrackList         *tracks,
                                           GArray                  *ids,
                                           GError                 **error);

/* Before the tracks @ids get other spots, or none: what the log has of them goes on growing. In the transaction of the
 * edit. */
gboolean       venule_live_run_begin_edit (VenuleLiveRun           *self,
                                           VenuleTrackList         *tracks,
                                           GArray                  *ids,
                                           GError                 **error);
/* When the tracks @put are in the place of the tracks @ids, or new: finds those that their cells go on in. In the same
 * transaction. */
gboolean       venule_live_run_end_edit   (VenuleLiveRun           *self,
                                           GArray                  *ids,
                                           GPtrArray               *put,
                                           GError                 **error);
/* After any of that was committed, or taken back. */
void           venule_live_run_update     (VenuleLiveRun           *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleLiveRun, venule_live_run_free)

G_END_DECLS
