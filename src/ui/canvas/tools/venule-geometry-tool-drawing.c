/* venule-geometry-tool-drawing.c: centreline, walls and flux line on the video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-geometry-tool-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* Logical px. */
#define POINT_RADIUS 5.0
#define MIDDLE_RADIUS 3.0
#define DIAMOND 7.0
#define SQUARE 4.5
/* px along the vessel between the points at which walls are drawn. */
#define STEP 2.0

/* White, vermilion and magenta: none is a colour of cells, crop or flow, and eyes that see no red tell them apart by
 * their brightness and by the form of their handles. */
static const GdkRGBA line_color = { 1, 1, 1, 0.95f };
static const GdkRGBA wall_color = { 1, 0.45f, 0.28f, 1 };
static const GdkRGBA flux_color = { 1, 0.38f, 0.88f, 1 };
static const GdkRGBA active_color = { 1, 0.88f, 0.15f, 1 };

static VenulePoint
on_screen (VenuleGeometryTool *self,
           VenulePoint         point)
{
  VenulePoint shift = venule_geometry_tool_get_shift (self);

  return (VenulePoint) { point.x + shift.x, point.y + shift.y };
}

static void
draw_centreline (VenuleGeometryTool   *self,
                 cairo_t              *cr,
                 VenuleVesselGeometry *geometry)
{
  guint n;
  const VenulePoint *points = venule_centreline_get_points (geometry->line, &n);
  const double dashes[] = { 7, 4 };

  cairo_new_path (cr);
  for (guint i = 0; i < n; i++)
    venule_canvas_line_to (self->canvas, cr, on_screen (self, points[i]));
  cairo_save (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  venule_canvas_stroke (cr, &line_color, VENULE_CANVAS_LINE);
  cairo_restore (cr);
}

/* Dashed where it has not been set. */
static void
draw_wall (VenuleGeometryTool   *self,
           cairo_t              *cr,
           VenuleVesselGeometry *geometry,
           guint                 side)
{
  const double dashes[] = { 3, 4 };
  double first, last, length = venule_centreline_get_range (geometry->line, &first, &last);
  guint n = (guint) CLAMP (length / STEP, 2, 4000);
  double walls[2];

  cairo_new_path (cr);
  for (guint i = 0; i <= n; i++)
    {
      double along = first + length * i / n;
      VenulePoint wall;

      venule_vessel_geometry_get_walls (geometry, along, &walls[0], &walls[1]);
      wall = venule_vessel_geometry_get_point (geometry, along, side == 0 ? -walls[0] : walls[1]);
      venule_canvas_line_to (self->canvas, cr, on_screen (self, wall));
    }
  cairo_save (cr);
  if (venule_centreline_get_walls_from (geometry->line) == VENULE_WALLS_UNKNOWN)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  venule_canvas_stroke (cr, &wall_color, VENULE_CANVAS_LINE);
  cairo_restore (cr);
}

static void
draw_flux (VenuleGeometryTool *self,
           cairo_t            *cr,
           GArray             *handles)
{
  cairo_new_path (cr);
  for (guint i = 0; i < 2; i++)
    {
      const VenuleGeometryHandle *handle = &g_array_index (handles, VenuleGeometryHandle, i);

      venule_canvas_line_to (self->canvas, cr, on_screen (self, (VenulePoint) { handle->x, handle->y }));
    }
  venule_canvas_stroke (cr, &flux_color, 2 * VENULE_CANVAS_LINE);
}

/* Round on the centreline, square on the walls, a diamond on the flux line. */
static void
add_form (cairo_t           *cr,
          VenuleGeometryPart part,
          VenulePoint        at,
          double             more)
{
  double size = part == VENULE_GEOMETRY_FLUX ? DIAMOND + more : SQUARE + more;

  cairo_new_path (cr);
  switch (part)
    {
    case VENULE_GEOMETRY_FLUX:
      cairo_move_to (cr, at.x - size, at.y);
      cairo_line_to (cr, at.x, at.y - size);
      cairo_line_to (cr, at.x + size, at.y);
      cairo_line_to (cr, at.x, at.y + size);
      cairo_close_path (cr);
      break;
    case VENULE_GEOMETRY_LEFT:
    case VENULE_GEOMETRY_RIGHT:
      cairo_rectangle (cr, at.x - size, at.y - size, 2 * size, 2 * size);
      break;
    case VENULE_GEOMETRY_POINT:
    case VENULE_GEOMETRY_MIDDLE:
    case VENULE_GEOMETRY_NONE:
    default:
      cairo_arc (cr, at.x, at.y, (part == VENULE_GEOMETRY_POINT ? POINT_RADIUS : MIDDLE_RADIUS) + more, 0, 2 * G_PI);
      break;
    }
}

static void
draw_handle (VenuleGeometryTool         *self,
             cairo_t                    *cr,
             const VenuleGeometryHandle *handle)
{
  VenulePoint at = venule_canvas_in_widget (self->canvas, on_screen (self, (VenulePoint) { handle->x, handle->y }));
  gboolean active = venule_geometry_tool_is_same_handle (handle, &self->active);
  gboolean hovered = venule_geometry_tool_is_same_handle (handle, &self->hovered);
  const GdkRGBA *color = handle->part == VENULE_GEOMETRY_FLUX ? &flux_color
                         : handle->part == VENULE_GEOMETRY_LEFT || handle->part == VENULE_GEOMETRY_RIGHT ? &wall_color
                                                                                                    : &line_color;
  double more = hovered || active ? 1.5 : 0;

  add_form (cr, handle->part, at, more + 1.5);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.75);
  cairo_fill (cr);
  add_form (cr, handle->part, at, more);
  gdk_cairo_set_source_rgba (cr, active ? &active_color : color);
  cairo_fill (cr);
}

/* Nothing without the tool. */
void
venule_geometry_tool_draw (VenuleTool *tool,
                           cairo_t    *cr)
{
  VenuleGeometryTool *self = VENULE_GEOMETRY_TOOL (tool);
  VenuleVesselGeometry *geometry = venule_geometry_tool_get_geometry (self);
  g_autoptr (GArray) handles = NULL;

  if (geometry == NULL)
    return;

  handles = venule_geometry_tool_list (self);
  draw_wall (self, cr, geometry, 0);
  draw_wall (self, cr, geometry, 1);
  draw_centreline (self, cr, geometry);
  draw_flux (self, cr, handles);
  for (guint i = handles->len; i > 0; i--)
    draw_handle (self, cr, &g_array_index (handles, VenuleGeometryHandle, i - 1));
  if (self->refused != NULL || (self->draft != NULL && self->text != NULL))
    {
      VenulePoint at = self->canvas->pointer.widget;

      if (self->canvas->held != tool)
        for (guint i = 0; i < handles->len; i++)
          {
            const VenuleGeometryHandle *handle = &g_array_index (handles, VenuleGeometryHandle, i);

            if (venule_geometry_tool_is_same_handle (handle, &self->active))
              at = venule_canvas_in_widget (self->canvas, on_screen (self, (VenulePoint) { handle->x, handle->y }));
          }
      venule_canvas_draw_label (self->canvas, cr, at, self->refused != NULL ? _(self->refused) : self->text);
    }
}
