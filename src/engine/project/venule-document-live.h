/* venule-document-live.h: a run lasts while it goes on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-draft.h"
#include "venule-store.h"

G_BEGIN_DECLS

/**
 * VenuleLive:
 *
 * What of a run in progress is in the store already, as a run that is not complete: a program that is killed loses the last few
 * seconds.
 */
typedef struct _VenuleLive VenuleLive;

/* @period: µs from one writing to the next, at least; 0: at every call. */
VenuleLive *venule_live_new      (gint64                 period);
void        venule_live_free     (VenuleLive            *self);

/* A track has got spots since it was written last. */
void        venule_live_touch    (VenuleLive            *self,
                                  VenuleTrack           *track);

/* A person changed a track. */
void        venule_live_edit     (VenuleLive            *self,
                                  VenuleTrack           *track);

/* A person removed a track. (nullable) */
void        venule_live_forget   (VenuleLive            *self,
                                  VenuleTrack           *track);

/* Writes what was touched and the steps of @draft, unless it was written just now. After a failure it waits for the next edit.
 * @measures: how is measured now; @measured: what decides the classes of tracks. */
gboolean    venule_live_keep     (VenuleLive            *self,
                                  VenuleStore           *store,
                                  VenuleDraft           *draft,
                                  const VenuleSettings  *settings,
                                  const VenuleMeasureSettings *measures,
                                  const char            *measured,
                                  const VenuleRunFacts  *facts,
                                  GError               **error);

/* Writes what a person did at once, so that it has reached the drive when this returns. */
gboolean    venule_live_keep_edit
                                 (VenuleLive            *self,
                                  VenuleStore           *store,
                                  VenuleDraft           *draft,
                                  const VenuleSettings  *settings,
                                  const VenuleMeasureSettings *measures,
                                  const char            *measured,
                                  GError               **error);

/* The run under which it lies in the store; 0: nothing was written yet. */
gint64      venule_live_get_run  (VenuleLive            *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleLive, venule_live_free)

G_END_DECLS
