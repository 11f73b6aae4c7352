/* venule-geometry-tool-private.h: centreline, walls and flux line of the vessel, dragged on the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-canvas-handles.h"
#include "venule-canvas-private.h"
#include "venule-tools.h"
#include "venule-vessel-geometry.h"

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE (VenuleGeometryTool, venule_geometry_tool, VENULE, GEOMETRY_TOOL, GObject)

struct _VenuleGeometryTool
{
  GObject               parent_instance;

  VenuleCanvas         *canvas;
  VenuleVesselGeometry *geometry; /* of the document; NULL: to be made */
  VenuleVesselGeometry *draft;    /* while it is changed; nullable */
  VenuleVesselGeometry *start;    /* when a handle was taken hold of; nullable */
  VenuleGeometryHandle  held, hovered, active;
  VenulePoint           shift; /* of the tissue, in the frame below */
  gint64                shift_frame;
  guint                 timeout; /* at which the draft becomes an edit; keys have made it */
  char                 *text;
  const char           *refused; /* why what is dragged does not follow; nullable */
};

/* (nullable): as it is drawn now; NULL: the tool was not chosen. */
VenuleVesselGeometry *venule_geometry_tool_get_geometry   (VenuleGeometryTool         *self);
VenulePoint           venule_geometry_tool_get_shift      (VenuleGeometryTool         *self);
/* (transfer full) (element-type VenuleGeometryHandle): in px of the tissue. */
GArray               *venule_geometry_tool_list           (VenuleGeometryTool         *self);
gboolean              venule_geometry_tool_is_same_handle (const VenuleGeometryHandle *a,
                                                           const VenuleGeometryHandle *b);
void                  venule_geometry_tool_draw           (VenuleTool                 *tool,
                                                           cairo_t                    *cr);

G_END_DECLS
