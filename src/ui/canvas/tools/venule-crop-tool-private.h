/* venule-crop-tool-private.h: crop and flow, drawn on the video and changed by their handles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-canvas-handles.h"
#include "venule-canvas-private.h"
#include "venule-tools.h"

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE (VenuleCropTool, venule_crop_tool, VENULE, CROP_TOOL, GObject)

struct _VenuleCropTool
{
  GObject            parent_instance;

  VenuleCanvas      *canvas;
  VenuleHandle       held, hovered;
  VenuleHandle       active;      /* that the keyboard moves */
  gboolean           drawing;     /* a rectangle or the flow */
  VenulePoint        from, to;    /* of what is drawn */
  VenuleVessel      *start;       /* when the button went down; nullable */
  VenuleHandleFrame  start_frame;
  VenuleVessel      *draft;       /* the vessel while it is changed; nullable */
  VenuleHandleFrame  draft_frame;
  GArray            *corners;     /* VenulePoint, of the polygon that is being drawn */
  gboolean           arrow_known; /* whether the flow was drawn here, at a place that is remembered */
  VenulePoint        arrow, arrow_flow;
};

/* (nullable): that of the document, or the draft. */
const VenuleVessel *venule_crop_tool_get_vessel (VenuleCropTool *self);
VenuleHandleFrame   venule_crop_tool_get_frame  (VenuleCropTool *self);
gboolean            venule_crop_tool_is_editing (VenuleCropTool *self);
void                venule_crop_tool_draw       (VenuleTool     *tool,
                                                 cairo_t        *cr);

G_END_DECLS
