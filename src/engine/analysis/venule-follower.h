/* venule-follower.h: finds and follows single cells for the person who edits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-document.h"
#include "venule-pursuit.h"

G_BEGIN_DECLS

/**
 * VenuleFollower:
 *
 * What a run does, for one cell where a person asks for it: by the settings and in the video that the document has when
 * it is asked. A worker thread with kernels and a reader of its own computes; questions are answered one after the
 * other, on the main context that was the thread's default where they were asked. One that is cancelled is answered at
 * once with %G_IO_ERROR_CANCELLED, whatever the worker is at. For the main thread. It changes nothing in the document.
 */
#define VENULE_TYPE_FOLLOWER (venule_follower_get_type ())
G_DECLARE_FINAL_TYPE (VenuleFollower, venule_follower, VENULE, FOLLOWER, GObject)

/* On the way, at most 30 times a second, in the order of following: the spots that came since the last time. What is
 * given back at the end is smoothed, and may be fewer. */
typedef void (*VenuleFollowerProgress) (VenuleFollower   *self,
                                        const VenuleSpot *spots,
                                        guint             n,
                                        gpointer          user_data);

VenuleFollower *venule_follower_new           (VenuleDocument         *document);

/* The cell at a place, in px of the frame; @radius: how far off its centre may be, px, 0: a cell's radius.
 * VENULE_ERROR_NOT_FOUND with a sentence where there is none. */
void            venule_follower_snap_async    (VenuleFollower         *self,
                                               gint64                  frame,
                                               double                  x,
                                               double                  y,
                                               double                  radius,
                                               GCancellable           *cancellable,
                                               GAsyncReadyCallback     callback,
                                               gpointer                user_data);
gboolean        venule_follower_snap_finish   (VenuleFollower         *self,
                                               GAsyncResult           *result,
                                               VenuleSpot             *spot,
                                               GError                **error);

/* @spots: copied; of the cell, by frame, the ones next to where it is to be followed (ten tell its velocity well).
 * @direction: 1 or −1.
 * @until_frame: the last that is wanted; −1: as far as it goes. */
void            venule_follower_follow_async  (VenuleFollower         *self,
                                               const VenuleSpot       *spots,
                                               guint                   n,
                                               int                     direction,
                                               gint64                  until_frame,
                                               VenuleFollowerProgress  progress,
                                               gpointer                progress_data,
                                               GCancellable           *cancellable,
                                               GAsyncReadyCallback     callback,
                                               gpointer                user_data);
/* (transfer full) (nullable) (element-type VenuleSpot): spots of later (earlier) frames, by frame; none where it was
 * lost at once.
 * @end: (out) (optional) */
GArray         *venule_follower_follow_finish (VenuleFollower         *self,
                                               GAsyncResult           *result,
                                               VenuleFollowEnd        *end,
                                               GError                **error);

/* @spots: copied; of one cell, by frame. */
void            venule_follower_refit_async   (VenuleFollower         *self,
                                               const VenuleSpot       *spots,
                                               guint                   n,
                                               VenuleFollowerProgress  progress,
                                               gpointer                progress_data,
                                               GCancellable           *cancellable,
                                               GAsyncReadyCallback     callback,
                                               gpointer                user_data);
/* (transfer full) (nullable) (element-type VenuleSpot): as many, each where its cell is seen; those near which none is
 * seen are as they were. */
GArray         *venule_follower_refit_finish  (VenuleFollower         *self,
                                               GAsyncResult           *result,
                                               GError                **error);

G_END_DECLS
