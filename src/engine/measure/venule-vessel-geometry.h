/* venule-vessel-geometry.h: the points by which centreline, walls and flux line are taken hold of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-centreline.h"
#include "venule-measure-settings.h"
#include "venule-vessel.h"

G_BEGIN_DECLS

/**
 * VenuleGeometryPart:
 * @VENULE_GEOMETRY_NONE: nothing
 * @VENULE_GEOMETRY_FLUX: the flux line: 0: at its left end, 1: at its right end
 * @VENULE_GEOMETRY_POINT: a point of the centreline
 * @VENULE_GEOMETRY_MIDDLE: half-way between a point of the centreline and the next; becomes a point
 * @VENULE_GEOMETRY_LEFT: the left wall at one place
 * @VENULE_GEOMETRY_RIGHT: the right wall at one place
 */
typedef enum {
  VENULE_GEOMETRY_NONE,
  VENULE_GEOMETRY_FLUX,
  VENULE_GEOMETRY_POINT,
  VENULE_GEOMETRY_MIDDLE,
  VENULE_GEOMETRY_LEFT,
  VENULE_GEOMETRY_RIGHT,
} VenuleGeometryPart;

/**
 * VenuleGeometryHandle:
 * @part: of what
 * @index: which one of its kind
 * @x: px of the tissue
 * @y: px of the tissue
 */
typedef struct {
  VenuleGeometryPart part;
  guint              index;
  double             x, y;
} VenuleGeometryHandle;

/**
 * VenuleVesselGeometry:
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
} VenuleVesselGeometry;

/**
 * venule_vessel_geometry_new:
 * @vessel: crop and flow; copied
 * @settings: what was drawn; copied
 * @width: of the video, px
 * @height: px
 *
 * Returns: (transfer full): the geometry
 */
VenuleVesselGeometry  *venule_vessel_geometry_new       (const VenuleVessel          *vessel,
                                                         const VenuleMeasureSettings *settings,
                                                         int                          width,
                                                         int                          height);
void                   venule_vessel_geometry_free      (VenuleVesselGeometry        *self);

/* Distances of the walls at a place, px; where they are not known, an eighth of the smaller side of the video. */
void                   venule_vessel_geometry_get_walls (const VenuleVesselGeometry  *self,
                                                         double                       along,
                                                         double                      *left,
                                                         double                      *right);
/* px of the tissue: @beside > 0 to the right when looking downstream. */
VenulePoint            venule_vessel_geometry_get_point (const VenuleVesselGeometry  *self,
                                                         double                       along,
                                                         double                       beside);

/**
 * venule_vessel_geometry_list:
 * @self: a geometry
 * @beyond: how far the flux line sticks out of the vessel, px
 *
 * Returns: (transfer full) (element-type VenuleGeometryHandle): the handles: flux line, centreline, walls
 */
GArray                *venule_vessel_geometry_list      (const VenuleVesselGeometry  *self,
                                                         double                       beyond);

/**
 * venule_vessel_geometry_drag:
 * @self: as it was when the handle was taken hold of
 * @handle: which one is held
 * @to: where the handle is to be, px of the tissue
 * @whole: the whole wall is moved, or the whole centreline
 * @reason: (out) (optional): why this makes no line, untranslated, without a full stop
 *
 * What dragging a handle does. A wall moves along the perpendicular of the centreline; between two handles it is
 * changed in proportion, so that what was measured of it between them is kept. What a person has drawn of walls and
 * flux line stays where it is when the centreline is changed.
 *
 * Returns: (transfer full) (nullable): the settings then; %NULL: this makes no line
 */
VenuleMeasureSettings *venule_vessel_geometry_drag      (const VenuleVesselGeometry  *self,
                                                         const VenuleGeometryHandle  *handle,
                                                         VenulePoint                  to,
                                                         gboolean                     whole,
                                                         const char                 **reason);

/**
 * venule_vessel_geometry_remove:
 * @self: a geometry
 * @index: of a point of the centreline
 * @reason: (out) (optional): why that makes no line, untranslated, without a full stop
 *
 * Returns: (transfer full) (nullable): the settings without that point; %NULL: this makes no line
 */
VenuleMeasureSettings *venule_vessel_geometry_remove    (const VenuleVesselGeometry  *self,
                                                         guint                        index,
                                                         const char                 **reason);

/* (transfer full): the settings with the flux line there, or a wall at one place (@part left or right, @index) at a
 * distance. */
VenuleMeasureSettings *venule_vessel_geometry_set_flux  (const VenuleVesselGeometry  *self,
                                                         double                       along);
VenuleMeasureSettings *venule_vessel_geometry_set_wall  (const VenuleVesselGeometry  *self,
                                                         VenuleGeometryPart           part,
                                                         guint                        index,
                                                         double                       distance);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleVesselGeometry, venule_vessel_geometry_free)

G_END_DECLS
