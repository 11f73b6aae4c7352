/* venule-vessel.h: the part of the picture that is analysed, and the direction of the flow in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct {
  double x;
  double y;
} VenulePoint;

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

#define VENULE_TYPE_VESSEL (venule_vessel_get_type ())

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
} VenuleVessel;

GType         venule_vessel_get_type        (void);
VenuleVessel *venule_vessel_new             (void); /* the whole frame, no flow */
VenuleVessel *venule_vessel_copy            (const VenuleVessel  *self);
void          venule_vessel_free            (VenuleVessel        *self);
gboolean      venule_vessel_equal           (const VenuleVessel  *a,
                                             const VenuleVessel  *b);
void          venule_vessel_set_rectangle   (VenuleVessel        *self,
                                             double               x,
                                             double               y,
                                             double               width,
                                             double               height,
                                             double               angle);
void          venule_vessel_set_polygon     (VenuleVessel        *self,
                                             const VenulePoint   *corners,
                                             guint                n);
gboolean      venule_vessel_has_flow        (const VenuleVessel  *self);
/* Unit vector along the flow; (1, 0) when there is none. */
void          venule_vessel_get_flow        (const VenuleVessel  *self,
                                             double              *flow_x,
                                             double              *flow_y);
/* The outline in frame coordinates: (element-type VenulePoint) (transfer full); four corners for a rectangle. */
GArray       *venule_vessel_dup_outline     (const VenuleVessel  *self,
                                             int                  frame_width,
                                             int                  frame_height);
gboolean      venule_vessel_contains        (const VenuleVessel  *self,
                                             int                  frame_width,
                                             int                  frame_height,
                                             double               x,
                                             double               y);
/* Smallest pixel rectangle around the crop that lies inside the frame. */
void          venule_vessel_get_bounds      (const VenuleVessel  *self,
                                             int                  frame_width,
                                             int                  frame_height,
                                             int                 *x,
                                             int                 *y,
                                             int                 *width,
                                             int                 *height);
/* Refuses: a crop that does not lie within the frame (1 px of tolerance), one thinner or shorter than a cell, a polygon that crosses itself,
 * numbers that are not finite. */
gboolean      venule_vessel_validate        (const VenuleVessel  *self,
                                             int                  frame_width,
                                             int                  frame_height,
                                             double               cell_diameter,
                                             GError             **error);
/* "X,Y,W,H[,ANGLE]", "X,Y X,Y X,Y …" and "DX,DY", as on the command line. */
gboolean      venule_vessel_parse_rectangle (VenuleVessel        *self,
                                             const char          *text,
                                             GError             **error);
gboolean      venule_vessel_parse_polygon   (VenuleVessel        *self,
                                             const char          *text,
                                             GError             **error);
gboolean      venule_vessel_parse_flow      (VenuleVessel        *self,
                                             const char          *text,
                                             GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleVessel, venule_vessel_free)

G_END_DECLS
