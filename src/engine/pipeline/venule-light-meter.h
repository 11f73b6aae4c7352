/* venule-light-meter.h: the brightness of the tissue, frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-frame.h"
#include "venule-light.h"
#include "venule-settings.h"

G_BEGIN_DECLS

/**
 * VenuleLightMeter:
 *
 * Looks at the samples of a run's frames as the file has them: at a grid of places in the tissue around the crop, which
 * goes with the tissue, in each frame, and now and then at the gray levels of the crop. The host does it, whatever
 * computes the run, so that all find the same.
 */
typedef struct _VenuleLightMeter VenuleLightMeter;

VenuleLightMeter *venule_light_meter_new  (const VenuleSettings *settings,
                                           int                   frame_width,
                                           int                   frame_height);
void              venule_light_meter_free (VenuleLightMeter     *self);
void              venule_light_meter_add  (VenuleLightMeter     *self,
                                           VenuleFrame          *frame,
                                           double                shift_x,
                                           double                shift_y);
VenuleLight      *venule_light_meter_end  (VenuleLightMeter     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleLightMeter, venule_light_meter_free)

G_END_DECLS
