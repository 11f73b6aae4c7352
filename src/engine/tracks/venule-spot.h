/* venule-spot.h: a cell in one frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <math.h>

G_BEGIN_DECLS

#define VENULE_CONTOUR_POINTS 20

typedef enum {
  VENULE_SPOT_DETECTED,     /* found by the detector */
  VENULE_SPOT_TRACKED,      /* followed without a detection: by the snake, or where the picture was found again */
  VENULE_SPOT_INTERPOLATED, /* coasted over or filled in by the linker */
  VENULE_SPOT_MANUAL,       /* placed by a person */
} VenuleSpotSource;

/* Of a spot in whose frame the picture's movement is unknown: velocities leave it out. */
#define VENULE_UNCERTAINTY_NO_SHIFT INFINITY

/**
 * VenuleSpot:
 * @frame: number of the frame
 * @time: s since the first frame of the video
 * @x: centre, px
 * @y: centre, px
 * @radius: mean radius, px
 * @score: 0 to 1
 * @source: where it comes from
 * @shift_x: how far the picture had moved in that frame, px: the cell lies at @x − @shift_x of the tissue; where that
 *   is unknown, the last that was known
 * @shift_y: the same
 * @uncertainty: px, standard error of the place besides that of the others: the cell was cut off by the crop's edge, or
 *   overlapped with another; 0: nothing speaks against it; %VENULE_UNCERTAINTY_NO_SHIFT: its place in the tissue is
 *   unknown
 * @contour: radii (px) at VENULE_CONTOUR_POINTS equal angles from +x towards +y (clockwise on the screen); all 0: a
 * circle
 *
 * A cell in one frame. Its place is that in the frame, where it is drawn; movement is measured without the shift.
 */
typedef struct {
  gint64           frame;
  double           time;
  double           x;
  double           y;
  float            radius;
  float            score;
  VenuleSpotSource source;
  float            shift_x;
  float            shift_y;
  float            uncertainty;
  float            contour[VENULE_CONTOUR_POINTS];
} VenuleSpot;

/**
 * VenulePlace:
 *
 * A spot without its contour: what is measured, beside what is only drawn. The fields are those of #VenuleSpot.
 */
typedef struct {
  gint64           frame;
  double           time;
  double           x;
  double           y;
  float            radius;
  float            score;
  VenuleSpotSource source;
  float            shift_x;
  float            shift_y;
  float            uncertainty;
} VenulePlace;

/* Whether the picture's movement is known in the frame of a place. */
static inline gboolean
venule_place_has_shift (const VenulePlace *self)
{
  return self->uncertainty < VENULE_UNCERTAINTY_NO_SHIFT;
}

G_END_DECLS
