/* venule-vessel-shape.h: the points by which centreline, walls and flux line are taken hold of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-centreline.h"
#include "venule-measure-settings.h"
#include "venule-vessel.h"

G_BEGIN_DECLS

/**
 * VenuleShapePart:
 * @VENULE_SHAPE_NONE: nothing
 * @VENULE_SHAPE_FLUX: the flux line: 0: at its left end, 1: at its right end
 * @VENULE_SHAPE_POINT: a point of the centreline
 * @VENULE_SHAPE_MIDDLE: half-way between a point of the centreline and the next; becomes a point
 * @VENULE_SHAPE_LEFT: the left wall at one place
 * @VENULE_SHAPE_RIGHT: the right wall at one place
 */
typedef enum {
  VENULE_SHAPE_NONE,
  VENULE_SHAPE_FLUX,
  VENULE_SHAPE_POINT,
  VENULE_SHAPE_MIDDLE,
  VENULE_SHAPE_LEFT,
  VENULE_SHAPE_RIGHT,
} VenuleShapePart;

/**
 * VenuleShapeHandle:
 * @part: of what
 * @index: which one of its kind
 * @x: px of the tissue
 * @y: px of the tissue
 */
typedef struct {
  VenuleShapePart part;
  guint           index;
  double          x, y;
} VenuleShapeHandle;

/**
 * VenuleVesselShape:
 * @line: the centreline, with its walls
 * @settings: that it is made of
 * @points: (element-type VenulePoint): of the centreline, downstream: those drawn by hand, or as many as say where the
 *   automatic line is within half a pixel
 * @places: (element-type double): where the walls have handles, px along the centreline
 * @flux: where the flux line is, px along the centreline
 * @width: of the video, px
 * @height: of the video, px
 *
 * Centreline, walls and flux line as they are shown and changed; immutable.
 */
typedef struct {
  VenuleVessel          *vessel;
  VenuleMeasureSettings *settings;
  VenuleCentreline      *line;
  GArray                *points;
  GArray                *places;
  double                 flux;
  int                    width, height;
} VenuleVesselShape;

/**
 * venule_vessel_shape_new:
 * @vessel: crop and flow; copied
 * @settings: what was drawn; copied
 * @width: of the video, px
 * @height: px
 *
 * Returns: (transfer full): the shape
 */
VenuleVesselShape     *venule_vessel_shape_new         (const VenuleVessel           *vessel,
                                                        const VenuleMeasureSettings  *settings,
                                                        int                           width,
                                                        int                           height);
void                   venule_vessel_shape_free        (VenuleVesselShape            *self);

/* Distances of the walls at a place, px; where they are not known, an eighth of the smaller side of the video. */
void                   venule_vessel_shape_get_walls   (const VenuleVesselShape      *self,
                                                        double                        along,
                                                        double                       *left,
                                                        double                       *right);
/* px of the tissue: @beside > 0 to the right of somebody who looks downstream. */
VenulePoint            venule_vessel_shape_get_point   (const VenuleVesselShape      *self,
                                                        double                        along,
                                                        double                        beside);

/**
 * venule_vessel_shape_list:
 * @self: a shape
 * @beyond: how far the flux line sticks out of the vessel, px
 *
 * Returns: (transfer full) (element-type VenuleShapeHandle): the handles: flux line, centreline, walls
 */
GArray                *venule_vessel_shape_list        (const VenuleVesselShape      *self,
                                                        double                        beyond);

/**
 * venule_vessel_shape_drag:
 * @self: as it was when the handle was taken hold of
 * @handle: which one is held
 * @to: where the handle is to be, px of the tissue
 * @whole: the whole wall is moved, or the whole centreline
 *
 * What dragging a handle does. A wall moves along the perpendicular of the centreline; between two handles it is
 * changed in proportion, so that what was measured of it between them is kept. What a person has drawn of walls and
 * flux line stays where it is when the centreline is changed.
 *
 * Returns: (transfer full) (nullable): the settings then; %NULL: this makes no line
 */
VenuleMeasureSettings *venule_vessel_shape_drag        (const VenuleVesselShape      *self,
                                                        const VenuleShapeHandle      *handle,
                                                        VenulePoint                   to,
                                                        gboolean                      whole);

/**
 * venule_vessel_shape_remove:
 * @self: a shape
 * @index: of a point of the centreline
 *
 * Returns: (transfer full) (nullable): the settings without that point; %NULL: two points make a line
 */
VenuleMeasureSettings *venule_vessel_shape_remove      (const VenuleVesselShape      *self,
                                                        guint                         index);

/* (transfer full): the settings with the flux line there, or a wall at one place (@part left or right, @index) at a
 * distance. */
VenuleMeasureSettings *venule_vessel_shape_set_flux    (const VenuleVesselShape      *self,
                                                        double                        along);
VenuleMeasureSettings *venule_vessel_shape_set_wall    (const VenuleVesselShape      *self,
                                                        VenuleShapePart               part,
                                                        guint                         index,
                                                        double                        distance);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleVesselShape, venule_vessel_shape_free)

G_END_DECLS
