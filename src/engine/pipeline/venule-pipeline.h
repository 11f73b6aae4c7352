/* venule-pipeline.h: detector and tracker over the frames of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "venule-frame.h"
#include "venule-light.h"
#include "venule-settings.h"
#include "vnk.h"

G_BEGIN_DECLS

/**
 * VenulePipeline:
 *
 * What is computed in a run, without signals. Used by one thread, which owns the kernels' backend in it. On a device
 * several stages run side by side in threads of the run's own (venule-stages.h).
 */
typedef struct _VenulePipeline VenulePipeline;

VenulePipeline *venule_pipeline_new                 (const VenuleSettings *settings,
                                                     int                   frame_width,
                                                     int                   frame_height,
                                                     double                frame_rate,
                                                     GError              **error);
/* With kernels that are open; takes @backend. */
VenulePipeline *venule_pipeline_new_on              (const VenuleSettings *settings,
                                                     vnk_backend          *backend,
                                                     int                   frame_width,
                                                     int                   frame_height,
                                                     double                frame_rate,
                                                     GError              **error);
void            venule_pipeline_free                (VenulePipeline       *self);
gboolean        venule_pipeline_step                (VenulePipeline       *self,
                                                     VenuleFrame          *frame,
                                                     double                time,
                                                     GArray               *ids,
                                                     GArray               *spots,
                                                     GError              **error);
gboolean        venule_pipeline_drain               (VenulePipeline       *self,
                                                     GArray               *ids,
                                                     GArray               *spots,
                                                     GError              **error);
/* (transfer full) (element-type VenuleTrack): linked and classified tracks of all frames so far. Ends the run. Once
 * @cancellable (nullable) is cancelled, cells stay as they were followed. */
GPtrArray      *venule_pipeline_finish              (VenulePipeline       *self,
                                                     GCancellable         *cancellable);
/* What computes, and which frames what computed where a device failed on the way; for people. Until the next step. */
const char     *venule_pipeline_get_device          (VenulePipeline       *self);
int             venule_pipeline_get_detect_interval (VenulePipeline       *self);
guint           venule_pipeline_get_n_cells         (VenulePipeline       *self);
/* After venule_pipeline_finish(): detections of VENULE_WARNING_SURE_SCORE that belong to no track. */
guint           venule_pipeline_get_n_lost          (VenulePipeline       *self);
/* (transfer full): after venule_pipeline_finish(), once: the light of the frames. */
VenuleLight    *venule_pipeline_end_light           (VenulePipeline       *self);
/* Frames in which the picture's movement could not be measured. */
guint           venule_pipeline_get_n_unregistered  (VenulePipeline       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenulePipeline, venule_pipeline_free)

G_END_DECLS
