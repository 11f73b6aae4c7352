/* venule-motion-field.h: how cells move at each place of the vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-centreline.h"

G_BEGIN_DECLS

/**
 * VenuleMotionField:
 *
 * The velocities of the last cells, at the places where they had them: what a cell that is new at a place will most
 * likely do, whichever way the vessel goes there.
 */
typedef struct _VenuleMotionField VenuleMotionField;

/**
 * VenuleMotion:
 * @velocity: mean of the cells there, px/s
 * @along_sd: how far theirs are off along that, px/s
 * @across_sd: across it
 */
typedef struct {
  VenulePoint velocity;
  double      along_sd, across_sd;
} VenuleMotion;

VenuleMotionField *venule_motion_field_new  (double                   diameter);
void               venule_motion_field_free (VenuleMotionField       *self);
/* A cell at @at, px, moves at @velocity, px/s. */
void               venule_motion_field_note (VenuleMotionField       *self,
                                             VenulePoint              at,
                                             VenulePoint              velocity);
gboolean           venule_motion_field_get  (const VenuleMotionField *self,
                                             VenulePoint              at,
                                             VenuleMotion            *motion);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleMotionField, venule_motion_field_free)

G_END_DECLS
