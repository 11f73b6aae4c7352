/* venule-tools.h: the tools of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-tool.h"

G_BEGIN_DECLS

/* Each is (transfer full) and belongs to the canvas, which outlives it. */
VenuleTool *venule_add_tool_new      (VenuleCanvas *canvas);
VenuleTool *venule_crop_tool_new     (VenuleCanvas *canvas);
VenuleTool *venule_geometry_tool_new (VenuleCanvas *canvas);
VenuleTool *venule_line_tool_new     (VenuleCanvas *canvas);
VenuleTool *venule_link_tool_new     (VenuleCanvas *canvas);
VenuleTool *venule_ruler_tool_new    (VenuleCanvas *canvas);
VenuleTool *venule_select_tool_new   (VenuleCanvas *canvas);
VenuleTool *venule_spot_tool_new     (VenuleCanvas *canvas);

G_END_DECLS
