/* venule-canvas-handles.h: the points by which crop and flow are taken hold of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-canvas-view.h"
#include "venule-vessel.h"

G_BEGIN_DECLS

/* Logical px around a handle in which the pointer takes hold of it: 24 px across. */
#define VENULE_HANDLE_REACH 12.0

/* Flows shorter than this, in px, are directions that were typed: their arrow gets a length of its own. */
#define VENULE_FLOW_SHORT 12.0

/* Corners of a rectangle, and least size in px. */
#define VENULE_CROP_MIN 4.0

/**
 * VenuleHandleKind:
 * @VENULE_HANDLE_NONE: nothing
 * @VENULE_HANDLE_SIZE: a corner or an edge of the rectangle: 0 to 7, clockwise from its top left corner
 * @VENULE_HANDLE_TURN: turns the rectangle; 0: above it, 1: below it, 2: inside
 * @VENULE_HANDLE_CORNER: a corner of the polygon
 * @VENULE_HANDLE_MIDDLE: the middle of the polygon's edge from this corner to the next; becomes a corner
 * @VENULE_HANDLE_TAIL: where the flow arrow begins
 * @VENULE_HANDLE_HEAD: where it points to
 * @VENULE_HANDLE_INSIDE: the whole crop
 */
typedef enum {
  VENULE_HANDLE_NONE,
  VENULE_HANDLE_SIZE,
  VENULE_HANDLE_TURN,
  VENULE_HANDLE_CORNER,
  VENULE_HANDLE_MIDDLE,
  VENULE_HANDLE_TAIL,
  VENULE_HANDLE_HEAD,
  VENULE_HANDLE_INSIDE,
} VenuleHandleKind;

/**
 * VenuleHandle:
 * @kind: what it is
 * @index: which one of its kind
 * @x: px of the video
 * @y: px of the video
 */
typedef struct {
  VenuleHandleKind kind;
  int              index;
  double           x, y;
} VenuleHandle;

/**
 * VenuleHandleFrame:
 * @width: of the video, px
 * @height: of the video, px
 * @arrow_x: middle of the flow arrow, px
 * @arrow_y: middle of the flow arrow, px
 *
 * What bounds the crop, and where the arrow is: the vessel knows the direction of the flow, not a place.
 */
typedef struct {
  int    width;
  int    height;
  double arrow_x;
  double arrow_y;
} VenuleHandleFrame;

void         venule_handles_get_center    (const VenuleVessel      *vessel,
                                           int                      width,
                                           int                      height,
                                           double                  *x,
                                           double                  *y);
void         venule_handles_get_arrow     (const VenuleVessel      *vessel,
                                           const VenuleHandleFrame *frame,
                                           VenulePoint             *tail,
                                           VenulePoint             *head);
gboolean     venule_handles_has_arrow_inside (const VenuleVessel   *vessel,
                                           const VenuleHandleFrame *frame);
GArray      *venule_handles_list          (const VenuleVessel      *vessel,
                                           const VenuleHandleFrame *frame,
                                           const VenuleCanvasView  *view);
VenuleHandle venule_handles_find          (GArray                  *handles,
                                           const VenuleVessel      *vessel,
                                           const VenuleCanvasView  *view,
                                           double                   widget_x,
                                           double                   widget_y);
void         venule_handles_add_corner    (VenuleVessel            *vessel,
                                           VenuleHandle            *middle);
gboolean     venule_handles_remove_corner (VenuleVessel            *vessel,
                                           guint                    index);
void         venule_handles_rectangle     (VenuleVessel            *vessel,
                                           const VenuleHandleFrame *frame,
                                           const VenulePoint       *from,
                                           const VenulePoint       *to);
VenulePoint  venule_handles_snap          (const VenulePoint       *from,
                                           const VenulePoint       *to);
void         venule_handles_drag          (VenuleVessel            *vessel,
                                           VenuleHandleFrame       *frame,
                                           const VenuleHandle      *handle,
                                           const VenulePoint       *from,
                                           const VenulePoint       *to,
                                           gboolean                 snap);
const char  *venule_handles_get_cursor    (const VenuleHandle      *handle,
                                           const VenuleVessel      *vessel,
                                           gboolean                 held);

G_END_DECLS
