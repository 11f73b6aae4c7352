/* scene-vessel.h: where the vessel lies in the picture, and how the picture shakes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-description.h"

typedef struct {
  double x, y;
} ScenePoint;

/**
 * SceneVessel:
 * @centre: a point of the axis, px
 * @along: unit vector along the vessel
 * @across: unit vector across it, a quarter turn clockwise from @along
 * @bend: the axis leaves the line by bend·s²
 * @turn: angle of an arc in the middle of the axis, which is straight before and after it, radians clockwise
 * @turn_radius: of that arc, px
 * @half_width: of the lumen, px
 * @first: least s at which a part of the lumen is in the frame
 * @last: greatest such s
 * @branch_start: where the axis of a side branch begins
 * @branch_along: unit vector along the branch, away from there
 * @branch_half_width: of its lumen, px; 0: there is none
 *
 * Coordinates of the vessel: s along it from @centre, t across it from the axis, px.
 */
typedef struct {
  ScenePoint centre, along, across;
  double     bend, turn, turn_radius, half_width, first, last;
  ScenePoint branch_start, branch_along;
  double     branch_half_width;
} SceneVessel;

void       scene_vessel_init         (SceneVessel            *self,
                                      const SceneDescription *description);
ScenePoint scene_vessel_to_frame     (const SceneVessel      *self,
                                      double                  s,
                                      double                  t);
void       scene_vessel_from_frame   (const SceneVessel      *self,
                                      double                  x,
                                      double                  y,
                                      double                 *s,
                                      double                 *t);
/* Unit vector along the vessel at @s. */
ScenePoint scene_vessel_direction    (const SceneVessel      *self,
                                      double                  s);
/* The same as scene_vessel_from_frame(), and for the side branch where its wall is nearer. Gives how far outside of the
 * lumen the place is, px. */
double     scene_vessel_outside      (const SceneVessel      *self,
                                      double                  x,
                                      double                  y,
                                      double                 *s,
                                      double                 *t);
/* The side branch as a vessel of its own, which begins at s = 0. */
SceneVessel scene_vessel_branch      (const SceneVessel      *self,
                                      const SceneDescription *description);
/* The flow at a time, of its mean: it swings with the heartbeat. */
double     scene_vessel_pulse        (const SceneDescription *description,
                                      double                  seconds);
/* Time in which a steady flow would have gone as far, s. */
double     scene_vessel_flown        (const SceneDescription *description,
                                      double                  seconds);

/* How far the stage drifts until the end, px. */
double     scene_vessel_drift        (const SceneDescription *description);
/* As far as the picture is ever displaced, or hardly further, px. */
double     scene_vessel_reach        (const SceneDescription *description);
/* How far the picture is displaced in a frame by vibration, breathing and drift, px. */
ScenePoint scene_vessel_displacement (const SceneDescription *description,
                                      guint64                 seed,
                                      int                     frame);
/* The flow in the middle of the picture, as the user draws it: a unit vector. */
ScenePoint scene_vessel_arrow        (const SceneVessel      *self,
                                      const SceneDescription *description);
/* (transfer full) (element-type utf8): options of venule-cli analyze for the true vessel, one argument a line. */
GPtrArray *scene_vessel_options      (const SceneVessel      *self,
                                      const SceneDescription *description);
