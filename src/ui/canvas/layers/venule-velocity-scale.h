/* venule-velocity-scale.h: the top of the scale of velocity colours, while a run adds tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-document.h"

G_BEGIN_DECLS

/* Signal: changed: it may be another one. */
#define VENULE_TYPE_VELOCITY_SCALE (venule_velocity_scale_get_type ())
G_DECLARE_FINAL_TYPE (VenuleVelocityScale, venule_velocity_scale, VENULE, VELOCITY_SCALE, GObject)

VenuleVelocityScale *venule_velocity_scale_new        (void);
/* The tracks have changed. */
void                 venule_velocity_scale_invalidate (VenuleVelocityScale *self);
/* px/s, of the tracks as they are, or were a moment ago. */
double               venule_velocity_scale_get_max    (VenuleVelocityScale *self,
                                                       VenuleDocument      *document);

G_END_DECLS
