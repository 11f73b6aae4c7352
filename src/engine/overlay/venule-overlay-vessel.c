/* venule-overlay-vessel.c: the crop and the flow over a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-overlay.h"

#include <math.h>

#include "venule-overlay-stroke.h"

/* Device px. */
#define LINE 1.2
#define HALO 0.8
#define ARROW_LENGTH 56.0
#define ARROW_HEAD 9.0
#define ARROW_LINE 2.0
#define ARROW_DISTANCE 14.0

static void
draw_outline (cairo_t      *cr,
              const GArray *outline,
              double        px)
{
  const double dashes[] = { 6 * px, 4 * px };

  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *corner = &g_array_index (outline, VenulePoint, i);

      cairo_line_to (cr, corner->x + 0.5, corner->y + 0.5);
    }
  cairo_close_path (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  venule_overlay_stroke (cr, LINE * px, HALO * px, 1, 1, 1);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* Where the outline begins and ends along a direction. */
static void
extent_along (const GArray *outline,
              double        x,
              double        y,
              double       *low,
              double       *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (guint i = 0; i < outline->len; i++)
    {
      const VenulePoint *corner = &g_array_index (outline, VenulePoint, i);
      double along = (corner->x + 0.5) * x + (corner->y + 0.5) * y;

      *low = fmin (*low, along);
      *high = fmax (*high, along);
    }
}

static gboolean
fits (VenulePoint middle,
      double      reach,
      int         width,
      int         height)
{
  return middle.x >= reach && middle.y >= reach && middle.x <= width - reach && middle.y <= height - reach;
}

/* Beside the crop, so that the arrow covers no cell; within it at its edge where there is no room beside it; in its
 * middle where there is none at its edge either, for an arrow across it. */
static VenulePoint
place_arrow (const GArray *outline,
             double        flow_x,
             double        flow_y,
             int           frame_width,
             int           frame_height,
             double        px)
{
  double along_low, along_high, across_low, across_high, along;
  const double distance = ARROW_DISTANCE * px;
  VenulePoint candidates[4];

  extent_along (outline, flow_x, flow_y, &along_low, &along_high);
  extent_along (outline, -flow_y, flow_x, &across_low, &across_high);
  along = (along_low + along_high) / 2;
  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    {
      const double across[] = { across_low - distance, across_high + distance, across_low + distance,
                                (across_low + across_high) / 2 };

      candidates[i].x = along * flow_x - across[i] * flow_y;
      candidates[i].y = along * flow_y + across[i] * flow_x;
      if (fits (candidates[i], distance, frame_width, frame_height))
        return candidates[i];
    }

  return candidates[G_N_ELEMENTS (candidates) - 1];
}

static void
draw_arrow (cairo_t     *cr,
            VenulePoint  middle,
            double       flow_x,
            double       flow_y,
            double       px)
{
  double half = ARROW_LENGTH / 2 * px, head = ARROW_HEAD * px;
  double tip_x = middle.x + half * flow_x, tip_y = middle.y + half * flow_y;

  cairo_move_to (cr, middle.x - half * flow_x, middle.y - half * flow_y);
  cairo_line_to (cr, tip_x, tip_y);
  cairo_move_to (cr, tip_x - head * (flow_x - 0.55 * flow_y), tip_y - head * (flow_y + 0.55 * flow_x));
  cairo_line_to (cr, tip_x, tip_y);
  cairo_line_to (cr, tip_x - head * (flow_x + 0.55 * flow_y), tip_y - head * (flow_y - 0.55 * flow_x));
  venule_overlay_stroke (cr, ARROW_LINE * px, HALO * px, 1, 1, 1);
}

void
venule_overlay_draw_vessel (cairo_t                    *cr,
                            const VenuleSettings       *settings,
                            int                         frame_width,
                            int                         frame_height,
                            const VenuleOverlayOptions *options)
{
  g_autoptr(GArray) outline = NULL;
  double flow_x, flow_y, px;

  g_return_if_fail (cr != NULL);
  g_return_if_fail (settings != NULL);
  g_return_if_fail (options != NULL && options->scale > 0);

  if (!options->crop)
    return;

  px = 1 / options->scale;
  outline = venule_vessel_dup_outline (settings->vessel, frame_width, frame_height);
  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (settings->vessel->kind != VENULE_CROP_WHOLE && outline->len > 0)
    {
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
      draw_outline (cr, outline, px);
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
    }
  if (venule_vessel_has_flow (settings->vessel) && outline->len > 0)
    {
      venule_vessel_get_flow (settings->vessel, &flow_x, &flow_y);
      draw_arrow (cr, place_arrow (outline, flow_x, flow_y, frame_width, frame_height, px), flow_x, flow_y, px);
    }
  cairo_restore (cr);
}
