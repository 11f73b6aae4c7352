/* venule-cell-tracker-service.h: finds and follows single cells while the user edits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-cell-tracker.h"
#include "venule-document.h"

G_BEGIN_DECLS

/**
 * VenuleCellTrackerService:
 *
 * What a run does, for one cell where the user asks for it: by the settings and in the video that the document has when
 * it is asked. A worker thread with kernels and a reader of its own computes; questions are answered one after the
 * other, on the main context that was the thread's default where they were asked. One that is cancelled is answered at
 * once with %G_IO_ERROR_CANCELLED, whatever the worker is at. For the main thread. It changes nothing in the document.
 */
#define VENULE_TYPE_CELL_TRACKER_SERVICE (venule_cell_tracker_service_get_type ())
G_DECLARE_FINAL_TYPE (VenuleCellTrackerService, venule_cell_tracker_service, VENULE, CELL_TRACKER_SERVICE, GObject)

/* On the way, at most 30 times a second, in the order of following: the spots that came since the last time. What is
 * given back at the end is smoothed, and may be fewer. */
typedef void (*VenuleCellTrackerServiceProgress) (VenuleCellTrackerService *self,
                                                  const VenuleSpot *spots,
                                                  guint             n,
                                                  gpointer          user_data);

VenuleCellTrackerService *venule_cell_tracker_service_new (VenuleDocument         *document);

/* The cell at a place, in px of the frame; @radius: how far off its centre may be, px, 0: a cell's radius.
 * VENULE_ERROR_NOT_FOUND with a sentence where there is none. */
void venule_cell_tracker_service_detect_near_async (VenuleCellTrackerService *self,
                                                    gint64                    frame,
                                                    double                    x,
                                                    double                    y,
                                                    double                    radius,
                                                    GCancellable             *cancellable,
                                                    GAsyncReadyCallback       callback,
                                                    gpointer                  user_data);
gboolean venule_cell_tracker_service_detect_near_finish (VenuleCellTrackerService *self,
                                                         GAsyncResult             *result,
                                                         VenuleSpot               *spot,
                                                         GError                  **error);

/* @spots: copied; of the cell, by frame, the ones next to where it is to be followed (ten tell its velocity well).
 * @direction: 1 or −1.
 * @until_frame: the last that is wanted; −1: as far as it goes. */
void            venule_cell_tracker_service_follow_async (VenuleCellTrackerService         *self,
                                                          const VenuleSpot                 *spots,
                                                          guint                             n,
                                                          int                               direction,
                                                          gint64                            until_frame,
                                                          VenuleCellTrackerServiceProgress  progress,
                                                          gpointer                          progress_data,
                                                          GCancellable                     *cancellable,
                                                          GAsyncReadyCallback               callback,
                                                          gpointer                          user_data);
/* (transfer full) (nullable) (element-type VenuleSpot): spots of later (earlier) frames, by frame; none where it was
 * lost at once.
 * @end: (out) (optional) */
GArray         *venule_cell_tracker_service_follow_finish (VenuleCellTrackerService  *self,
                                                           GAsyncResult              *result,
                                                           VenuleFollowEnd           *end,
                                                           GError                   **error);

/* @spots: copied; of one cell, by frame. */
void            venule_cell_tracker_service_refit_async (VenuleCellTrackerService         *self,
                                                         const VenuleSpot                 *spots,
                                                         guint                             n,
                                                         VenuleCellTrackerServiceProgress  progress,
                                                         gpointer                          progress_data,
                                                         GCancellable                     *cancellable,
                                                         GAsyncReadyCallback               callback,
                                                         gpointer                          user_data);
/* (transfer full) (nullable) (element-type VenuleSpot): as many, each where its cell is seen; those near which none is
 * seen are as they were. */
GArray         *venule_cell_tracker_service_refit_finish (VenuleCellTrackerService  *self,
                                                          GAsyncResult              *result,
                                                          GError                   **error);

G_END_DECLS
