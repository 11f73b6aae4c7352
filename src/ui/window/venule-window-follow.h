/* venule-window-follow.h: what the window asks of the engine for single cells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-cell-tracker-service.h"
#include "venule-window-private.h"

G_BEGIN_DECLS

/**
 * VenuleWindowFollow:
 * @service: of the document; made when first asked for
 * @cancellable: while something is asked; %NULL: nothing is
 * @trail: (element-type VenulePoint): what is on its way, for the video
 * @brushed: (element-type VenuleSpot): where the pointer was in each frame, while the brush is held; %NULL: it is not
 * @brushed_id: track that these are for; 0: a new one
 * @brush_tick: source
 *
 * Of a window; it goes with the document.
 */
struct _VenuleWindowFollow
{
  VenuleCellTrackerService *service;
  GCancellable             *cancellable;
  GArray                   *trail;
  gboolean                  in_run; /* it was asked while a run went on, whose tracks have other numbers afterwards */
  GArray                   *brushed;
  guint                     brushed_id;
  guint                     brush_tick;
};

/* venule-window-follow.c */
VenuleWindowFollow *venule_window_get_follow       (VenuleWindow     *self);
/* (transfer none) (nullable): of the one track that is selected. */
VenuleTrack        *venule_window_get_followed     (VenuleWindow     *self);
/* Number of the frame on show; −1: none. */
gint64              venule_window_get_shown        (VenuleWindow     *self);
/* The last frame that a run in progress has analysed; −1: no run is in progress, and all frames are there to be worked
 * on. */
gint64              venule_window_get_newest       (VenuleWindow     *self);
/* Whether a run in progress has not come to @frame yet; then that is said. */
gboolean            venule_window_refuse_later     (VenuleWindow     *self,
                                                    gint64            frame);
/* Whether a run has begun or ended since something was asked; then that is said. */
gboolean            venule_window_refuse_stale     (VenuleWindow     *self);
gboolean            venule_window_refuse_locked    (VenuleWindow     *self,
                                                    VenuleTrack      *track);
/* A question begins: its cancellable. NULL: another one has not been answered yet. */
GCancellable       *venule_window_begin_asking     (VenuleWindow     *self,
                                                    const char       *text);
/* Its answer is there. FALSE: the window or the document is not there any more, or the user gave up: nothing is to
 * be done. */
gboolean            venule_window_end_asking       (VenuleWindow     *self,
                                                    GCancellable     *cancellable,
                                                    GError           *error);
void                venule_window_show_asking      (VenuleWindow     *self,
                                                    const char       *text,
                                                    double            share);
/* The same cell in the same frame cannot be in two tracks: says so. */
gboolean            venule_window_refuse_double    (VenuleWindow     *self,
                                                    guint             id,
                                                    const VenuleSpot *spot);

G_END_DECLS
