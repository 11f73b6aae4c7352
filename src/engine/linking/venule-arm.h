/* venule-arm.h: what a cell was like just before, or just after, it was out of sight
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-tracklet.h"

G_BEGIN_DECLS

/**
 * VenuleArm:
 * @n: spots that it was read from; 0: there are none
 * @velocity: along the flow, px/s; 0 where fewer than VENULE_ARM_SPOTS tell it
 * @along: place along the flow at the end that is nearer to where the cell was out of sight, px
 * @across: mean place across the flow near that end, px
 * @time: s, at that end
 * @size: mean logarithm of the radius
 * @look: mean look of its detections, as in #VenuleDetection
 * @n_looks: detections in @look
 */
typedef struct {
  guint  n;
  double velocity;
  double along, across;
  double time;
  double size;
  double look[VENULE_LOOK];
  guint  n_looks;
} VenuleArm;

#define VENULE_ARM_SPOTS 4

/* How unlike two arms are, each as minus the logarithm of a likelihood but for a constant. */
typedef struct {
  double velocity, along, across, size, look;
} VenuleArmCosts;

/* The first spot that does not come before @frame; the number of spots where there is none. */
guint          venule_arm_spot_from (VenuleTracklet  *tracklet,
                                     gint64           frame);
VenuleArm      venule_arm_read      (VenuleTracklet  *tracklet,
                                     double           flow_x,
                                     double           flow_y,
                                     int              from,
                                     int              step);
VenuleArmCosts venule_arm_compare   (const VenuleArm *before,
                                     const VenuleArm *after,
                                     double           radius);
/* Evidence goes with the spots: counts detections and their scores anew, of so many @chances. */
void           venule_arm_count     (VenuleTracklet  *tracklet,
                                     double           chances);

G_END_DECLS
