/* venule-motion-field.h: how cells move at each place of the vessel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-centreline.h"
#include "venule-tissue-path.h"

G_BEGIN_DECLS

#define VENULE_MOVES 0.25 /* cell diameters/s, from which a velocity tells a way */

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
 * @agreement: how far they go one way: length of the mean of their directions, 1 where all go the same way
 */
typedef struct {
  VenulePoint velocity;
  double      along_sd, across_sd;
  double      agreement;
} VenuleMotion;

VenuleMotionField *venule_motion_field_new       (double                   diameter);
/* (element-type VenuleTissuePath): what they tell. */
VenuleMotionField *venule_motion_field_of_paths  (GPtrArray               *paths,
                                                  double                   diameter);
void               venule_motion_field_free      (VenuleMotionField       *self);
/* A cell at @at, px, moves at @velocity, px/s. */
void               venule_motion_field_note      (VenuleMotionField       *self,
                                                  VenulePoint              at,
                                                  VenulePoint              velocity);
/* Each diameter that the cell went. */
void               venule_motion_field_note_path (VenuleMotionField       *self,
                                                  const VenuleTissuePath  *path);
gboolean           venule_motion_field_get       (const VenuleMotionField *self,
                                                  VenulePoint              at,
                                                  VenuleMotion            *motion);
/* A unit vector. Returns whether nearly all cells go one way there. */
gboolean           venule_motion_field_get_way   (const VenuleMotionField *self,
                                                  VenulePoint              at,
                                                  VenulePoint             *way);
/* Whether a movement is one along @way; one shorter than @shortest tells of no other. */
gboolean           venule_motion_keeps_to        (VenulePoint              moved,
                                                  VenulePoint              way,
                                                  double                   shortest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleMotionField, venule_motion_field_free)

G_END_DECLS
