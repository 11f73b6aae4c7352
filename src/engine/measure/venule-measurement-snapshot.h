/* venule-measurement-snapshot.h: a document as it was at one moment, to be measured in a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-flux-counter.h"
#include "venule-measures.h"
#include "venule-progress.h"
#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenuleMeasureFrames:
 * @first_frame: first frame
 * @last_frame: last frame
 * @detect_interval: frames from a detection to the next; 0: the tracks were read from a file
 * @unregistered: frames in which the picture's own movement could not be measured
 * @lost: detections that surely are cells and belong to no track
 * @complete: whether the run went to its end
 * @light: (nullable): the brightness of the frames; %NULL: not known
 * @analysed: whether there is a run at all
 */
typedef struct {
  gint64   first_frame, last_frame;
  int      detect_interval;
  gint64   unregistered;
  guint    lost;
  gboolean complete, analysed;
  VenuleLight *light;
} VenuleMeasureFrames;

/**
 * VenuleMeasurementSnapshot:
 *
 * What a document was at one moment: its tracks without their contours, and all that the numbers depend on. Made on the
 * main thread in little time (tracks share their places with those of the document until these change); then for any
 * thread, as nothing of it changes. Counted by reference.
 */
typedef struct _VenuleMeasurementSnapshot VenuleMeasurementSnapshot;

/**
 * venule_measurement_snapshot_new:
 * @source: the video
 * @settings: of the run; copied
 * @measures: what the numbers depend on beside it; copied
 * @tracks: (element-type VenuleTrack): are left alone
 * @frames: which frames; copied
 *
 * Returns: (transfer full): what is to be measured
 */
VenuleMeasurementSnapshot *venule_measurement_snapshot_new           (VenuleSource                    *source,
                                                                      const VenuleSettings            *settings,
                                                                      const VenuleMeasureSettings     *measures,
                                                                      GPtrArray                       *tracks,
                                                                      const VenuleMeasureFrames       *frames);
VenuleMeasurementSnapshot *venule_measurement_snapshot_ref           (VenuleMeasurementSnapshot       *self);
void                       venule_measurement_snapshot_unref         (VenuleMeasurementSnapshot       *self);

/**
 * venule_measurement_snapshot_measure:
 * @self: what is to be measured
 * @measures: (nullable): other settings than those of the document
 * @cancellable: (nullable)
 *
 * Returns: (transfer full) (nullable): all numbers; %NULL: it was cancelled, or there is no run
 */
VenuleMeasures            *venule_measurement_snapshot_measure       (VenuleMeasurementSnapshot       *self,
                                                                      const VenuleMeasureSettings     *measures,
                                                                      GCancellable                    *cancellable);

/**
 * venule_measurement_snapshot_count:
 * @self: what is to be measured
 * @measures: (nullable): other settings than those of the document
 * @cancellable: (nullable)
 *
 * Returns: (transfer full) (nullable): what counts the cells that pass a line across the vessel; %NULL: it was
 *   cancelled, or there is no run
 */
VenuleFluxCounter         *venule_measurement_snapshot_count         (VenuleMeasurementSnapshot       *self,
                                                                      const VenuleMeasureSettings     *measures,
                                                                      GCancellable                    *cancellable);

/* (transfer full) (element-type VenuleWarning) (nullable): what must be known of the run before its numbers are
 * believed; %NULL: there is no run. Looks at all spots. */
GPtrArray                 *venule_measurement_snapshot_list_warnings (const VenuleMeasurementSnapshot *self);

/* s that were recorded in the analysed frames: what they last without the gaps; 0: there is no run, or the frames have
 * no times. Looks at each of them. */
double                     venule_measurement_snapshot_find_seen     (const VenuleMeasurementSnapshot *self);

/**
 * venule_measurement_snapshot_find_diameter:
 * @self: what is to be measured
 * @progress: (nullable): hears how far it is
 * @data: for @progress
 * @cancellable: (nullable)
 * @error: return location for a %VENULE_ERROR_NOT_FOUND when the walls do not stand out
 *
 * Looks for the walls in the mean of the frames, near those of the crop or those that were drawn by hand.
 *
 * Returns: (transfer full) (nullable): for venule_document_keep_diameter()
 */
char                      *venule_measurement_snapshot_find_diameter (VenuleMeasurementSnapshot       *self,
                                                                      VenuleProgress                   progress,
                                                                      gpointer                         data,
                                                                      GCancellable                    *cancellable,
                                                                      GError                         **error);

/**
 * venule_measurement_snapshot_find_flow:
 * @self: what is to be measured, with a run
 * @progress: (nullable): hears how far it is
 * @data: for @progress
 * @cancellable: (nullable)
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the blood's velocity, or why there is none, for venule_document_keep_flow();
 *   %NULL: the video cannot be read
 */
char                      *venule_measurement_snapshot_find_flow     (VenuleMeasurementSnapshot       *self,
                                                                      VenuleProgress                   progress,
                                                                      gpointer                         data,
                                                                      GCancellable                    *cancellable,
                                                                      GError                         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleMeasurementSnapshot, venule_measurement_snapshot_unref)

G_END_DECLS
