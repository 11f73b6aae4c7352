/* venule-vessel.h: the part of the picture that is analysed, and the direction of the flow in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "venule-centreline.h"

G_BEGIN_DECLS

/**
 * VenuleCropKind:
 * @VENULE_CROP_WHOLE: the whole frame
 * @VENULE_CROP_RECTANGLE: a rectangle, turned about its centre
 * @VENULE_CROP_POLYGON: a polygon of at least three corners
 */
typedef enum {
  VENULE_CROP_WHOLE,
  VENULE_CROP_RECTANGLE,
  VENULE_CROP_POLYGON,
} VenuleCropKind;

/**
 * VenuleVessel:
 * @kind: what the crop is
 * @x: left edge of the rectangle before it is turned, px
 * @y: top edge, px
 * @width: along the rectangle's own x axis, px
 * @height: px
 * @angle: degrees clockwise on the screen about the rectangle's centre
 * @corners: (element-type VenulePoint): of the polygon
 * @flow_x: of the flow direction in screen axes; need not be a unit vector
 * @flow_y: of the flow direction
 * @centreline: (nullable): the way along which movement is measured, which follows from all of this and from what a
 *   person drew (venule-centreline.h); %NULL: straight along the flow. No setting: it is not stored with them, and
 *   makes no difference between two vessels
 *
 * A boxed value. A rectangle (x, y, w, h) covers the pixels x … x+w−1, y … y+h−1, that is the area from x−½ to x+w−½;
 * its centre is (x + (w−1)/2, y + (h−1)/2). A flow of (0, 0) has not been drawn yet.
 */
typedef struct {
  VenuleCropKind  kind;
  double          x, y, width, height;
  double          angle;
  GArray         *corners;
  double          flow_x, flow_y;

  VenuleCentreline *centreline;
} VenuleVessel;


/* Takes a reference. */
void          venule_vessel_set_centreline  (VenuleVessel        *self,
                                             VenuleCentreline    *centreline);

/**
 * venule_vessel_new:
 *
 * Returns: (transfer full): the whole frame, and no flow yet
 */
VenuleVessel *venule_vessel_new             (void);
VenuleVessel *venule_vessel_copy            (const VenuleVessel  *self);
void          venule_vessel_free            (VenuleVessel        *self);

/**
 * venule_vessel_equal:
 * @a: a vessel
 * @b: another
 *
 * Numbers of a shape that is not in use (the rectangle's while the crop is a polygon) do not count.
 *
 * Returns: whether both mean the same pixels and flow
 */
gboolean      venule_vessel_equal           (const VenuleVessel  *a,
                                             const VenuleVessel  *b);

/**
 * venule_vessel_set_rectangle:
 * @self: a vessel
 * @x: left edge before it is turned, px
 * @y: top edge, px
 * @width: px
 * @height: px
 * @angle: degrees clockwise on the screen about the rectangle's centre
 *
 * Makes the crop a rectangle. Nothing is checked: see venule_vessel_validate().
 */
void          venule_vessel_set_rectangle   (VenuleVessel        *self,
                                             double               x,
                                             double               y,
                                             double               width,
                                             double               height,
                                             double               angle);

/**
 * venule_vessel_set_polygon:
 * @self: a vessel
 * @corners: (array length=n): in order around the polygon, px
 * @n: number of corners
 *
 * Makes the crop a polygon. Nothing is checked: see venule_vessel_validate().
 */
void          venule_vessel_set_polygon     (VenuleVessel        *self,
                                             const VenulePoint   *corners,
                                             guint                n);
gboolean      venule_vessel_has_flow        (const VenuleVessel  *self);

/**
 * venule_vessel_has_area:
 * @self: a vessel
 *
 * Returns: whether the shape of its crop is more than a line, wherever it lies
 */
gboolean      venule_vessel_has_area        (const VenuleVessel  *self);

/**
 * venule_vessel_get_flow:
 * @self: a vessel
 * @flow_x: (out) (optional): of the unit vector along the flow
 * @flow_y: (out) (optional): of the unit vector along the flow
 *
 * (1, 0) when there is no flow.
 */
void          venule_vessel_get_flow        (const VenuleVessel  *self,
                                             double              *flow_x,
                                             double              *flow_y);

/**
 * venule_vessel_get_axis:
 * @self: a vessel
 * @axis_x: (out): of the unit vector along the vessel, the way the flow goes
 * @axis_y: (out): of the same
 *
 * The direction of the flow, unless its arrow is more than 15° off the direction of a crop that is drawn along the
 * vessel (at least twice as long as it is broad, by its second moments): then that of the crop, since the arrow may be
 * drawn askew.
 */
void          venule_vessel_get_axis        (const VenuleVessel  *self,
                                             double              *axis_x,
                                             double              *axis_y);

/**
 * venule_vessel_dup_outline:
 * @self: a vessel
 * @frame_width: px
 * @frame_height: px
 *
 * The outline in px of the frame, at the outer edge of its pixels: for a rectangle its four corners, from its top left
 * clockwise on the screen; for the whole frame those of the frame.
 *
 * Returns: (transfer full) (element-type VenulePoint): the corners
 */
GArray       *venule_vessel_dup_outline     (const VenuleVessel  *self,
                                             int                  frame_width,
                                             int                  frame_height);

/**
 * venule_vessel_contains:
 * @self: a vessel
 * @frame_width: px
 * @frame_height: px
 * @x: px
 * @y: px
 *
 * Returns: whether the point lies within the crop
 */
gboolean      venule_vessel_contains        (const VenuleVessel  *self,
                                             int                  frame_width,
                                             int                  frame_height,
                                             double               x,
                                             double               y);

/**
 * venule_vessel_get_bounds:
 * @self: a vessel
 * @frame_width: px
 * @frame_height: px
 * @x: (out): first column
 * @y: (out): first row
 * @width: (out): columns
 * @height: (out): rows
 *
 * Smallest rectangle of whole pixels around the crop that lies inside the frame; empty when the crop lies outside.
 */
void          venule_vessel_get_bounds      (const VenuleVessel  *self,
                                             int                  frame_width,
                                             int                  frame_height,
                                             int                 *x,
                                             int                 *y,
                                             int                 *width,
                                             int                 *height);

/**
 * venule_vessel_validate:
 * @self: a vessel
 * @frame_width: px
 * @frame_height: px
 * @cell_diameter: px
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Refuses a crop that does not lie within the frame (1 px of tolerance), one that is thinner or smaller than a cell, an
 * empty rectangle, a polygon that crosses itself, and numbers that are not finite. A flow that has not been drawn is
 * fine here.
 *
 * Returns: whether the crop makes sense
 */
gboolean      venule_vessel_validate        (const VenuleVessel  *self,
                                             int                  frame_width,
                                             int                  frame_height,
                                             double               cell_diameter,
                                             GError             **error);

/**
 * venule_vessel_parse_rectangle:
 * @self: a vessel, unchanged on error
 * @text: "X,Y,W,H" or "X,Y,W,H,ANGLE", '.' decimals in any locale
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Returns: whether @text was a rectangle; it is the crop then
 */
gboolean      venule_vessel_parse_rectangle (VenuleVessel        *self,
                                             const char          *text,
                                             GError             **error);

/**
 * venule_vessel_parse_polygon:
 * @self: a vessel, unchanged on error
 * @text: "X,Y X,Y X,Y …", at least three corners
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Returns: whether @text was a polygon; it is the crop then
 */
gboolean      venule_vessel_parse_polygon   (VenuleVessel        *self,
                                             const char          *text,
                                             GError             **error);

/**
 * venule_vessel_parse_flow:
 * @self: a vessel, unchanged on error
 * @text: "DX,DY" in screen axes, of any length above zero
 * @error: return location for a %VENULE_ERROR_INVALID
 *
 * Returns: whether @text was a direction; it is the flow then
 */
gboolean      venule_vessel_parse_flow      (VenuleVessel        *self,
                                             const char          *text,
                                             GError             **error);

/* (transfer full): as venule_vessel_parse_flow() reads it, in thousandths: of a unit vector a twentieth of a
 * degree. */
char         *venule_vessel_dup_flow        (double               flow_x,
                                             double               flow_y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleVessel, venule_vessel_free)

G_END_DECLS
