/* venule-kymograph-curves.c: the tracks over a kymograph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-kymograph-plot.h"

#include <math.h>

#include "venule-overlay-color.h"

/* Times the width of the line. */
#define HALO 1.9
#define CHOSEN 2.2
#define CHOSEN_HALO 1.7
#define DASH 3.0
#define GAP_WIDTH 0.6
#define HALO_ALPHA 0.45
/* Among more tracks a dark rim around each would hide the others. */
#define MAX_WITH_HALO 1500
/* Steps of the colour scale, so that what has nearly the same colour is drawn at once. */
#define SHADES 24

static void
clear_curve (gpointer data)
{
  venule_kymograph_trace_unref (((VenuleKymographCurve *) data)->trace);
}

GArray *
venule_kymograph_curves_new (void)
{
  GArray *curves = g_array_new (FALSE, FALSE, sizeof (VenuleKymographCurve));

  g_array_set_clear_func (curves, clear_curve);

  return curves;
}

GArray *
venule_kymograph_dup_curves (const VenuleKymograph *picture,
                             GListModel            *tracks,
                             const VenuleSettings  *settings)
{
  GArray *curves = venule_kymograph_curves_new ();
  guint n = g_list_model_get_n_items (tracks);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, i);
      VenuleKymographCurve curve = { .kind = venule_track_get_kind (track), .color = venule_track_get_color (track) };

      if (venule_track_get_hidden (track))
        continue;
      curve.trace = venule_kymograph_trace_new (picture, track, settings);
      if (curve.trace->n > 0)
        g_array_append_val (curves, curve);
      else
        venule_kymograph_trace_unref (curve.trace);
    }

  return curves;
}

/* ---- Paths ---- */

typedef struct {
  cairo_t                    *cr;
  const VenuleKymographBox   *box;
  const VenuleKymographPlot  *plot;
  double                      line_width;
} Pen;

static VenulePoint
get_point (const Pen                   *pen,
           const VenuleKymographVertex *vertex)
{
  double time = venule_kymograph_time_of_row (pen->plot->picture, vertex->row);

  return (VenulePoint){ venule_kymograph_plot_x (pen->plot, pen->box, vertex->along),
                        venule_kymograph_plot_y (pen->plot, pen->box, time) };
}

static gboolean
is_seen (const Pen                  *pen,
         const VenuleKymographTrace *trace,
         double                      row_low,
         double                      row_high)
{
  return trace->n > 0 && trace->row_high >= row_low && trace->row_low <= row_high &&
         trace->along_high >= pen->plot->along_low && trace->along_low <= pen->plot->along_high;
}

static void
add_dot (const Pen                   *pen,
         const VenuleKymographVertex *vertex)
{
  VenulePoint point = get_point (pen, vertex);

  cairo_move_to (pen->cr, point.x, point.y);
  cairo_line_to (pen->cr, point.x, point.y);
}

static void
add_line (const Pen                   *pen,
          const VenuleKymographVertex *vertex)
{
  VenulePoint from, to = get_point (pen, vertex);

  if (!cairo_has_current_point (pen->cr))
    {
      from = get_point (pen, vertex - 1);
      cairo_move_to (pen->cr, from.x, from.y);
    }
  cairo_line_to (pen->cr, to.x, to.y);
}

/* All of the trace, in one path. */
static void
add_trace (const Pen                  *pen,
           const VenuleKymographTrace *trace)
{
  for (guint i = 0; i < trace->n; i++)
    {
      const VenuleKymographVertex *vertex = &trace->vertices[i];
      gboolean alone = i + 1 == trace->n || vertex[1].part == VENULE_KYMOGRAPH_APART;

      if (vertex->part == VENULE_KYMOGRAPH_APART)
        {
          cairo_new_sub_path (pen->cr);
          if (alone)
            add_dot (pen, vertex);
        }
      else
        add_line (pen, vertex);
    }
}

/* ---- Colours ---- */

/* Which of the colours a vertex has; the same number means the same colour. */
static int
get_shade (const Pen                   *pen,
           const VenuleKymographCurve  *curve,
           const VenuleKymographVertex *vertex)
{
  double share;

  if (curve->color != VENULE_TRACK_NO_COLOR || pen->plot->velocity_max <= 0)
    return 0;
  share = isnan (vertex->velocity) ? 0 : fabs (vertex->velocity) / pen->plot->velocity_max;

  return (int) rint (CLAMP (share, 0, 1) * (SHADES - 1));
}

static void
set_color (const Pen                  *pen,
           const VenuleKymographCurve *curve,
           int                         shade)
{
  double r, g, b;

  if (curve->color != VENULE_TRACK_NO_COLOR)
    {
      r = ((curve->color >> 16) & 0xff) / 255.0;
      g = ((curve->color >> 8) & 0xff) / 255.0;
      b = (curve->color & 0xff) / 255.0;
    }
  else if (pen->plot->velocity_max > 0)
    venule_overlay_velocity_color (shade, SHADES - 1, &r, &g, &b);
  else
    venule_overlay_kind_color (curve->kind, &r, &g, &b);
  cairo_set_source_rgb (pen->cr, r, g, b);
}

static void
stroke_piece (const Pen                  *pen,
              const VenuleKymographCurve *curve,
              VenuleKymographPart         part,
              int                         shade)
{
  const double dash = DASH * pen->line_width;
  gboolean dashed = part == VENULE_KYMOGRAPH_FILLED || part == VENULE_KYMOGRAPH_GAP;

  set_color (pen, curve, shade);
  cairo_set_line_width (pen->cr, pen->line_width * (part == VENULE_KYMOGRAPH_GAP ? GAP_WIDTH : 1));
  cairo_set_dash (pen->cr, &dash, dashed, 0);
  cairo_set_line_cap (pen->cr, dashed ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  cairo_stroke (pen->cr);
}

/* In pieces of one colour and kind of line. */
static void
stroke_trace (const Pen                  *pen,
              const VenuleKymographCurve *curve)
{
  const VenuleKymographTrace *trace = curve->trace;

  for (guint i = 0; i < trace->n; i++)
    {
      const VenuleKymographVertex *vertex = &trace->vertices[i], *next = i + 1 < trace->n ? vertex + 1 : NULL;
      int shade = get_shade (pen, curve, vertex);

      if (vertex->part != VENULE_KYMOGRAPH_APART)
        add_line (pen, vertex);
      else if (next == NULL || next->part == VENULE_KYMOGRAPH_APART)
        add_dot (pen, vertex);
      if (cairo_has_current_point (pen->cr) &&
          (next == NULL || next->part != vertex->part || get_shade (pen, curve, next) != shade))
        stroke_piece (pen, curve, vertex->part, shade);
    }
}

/* ---- Drawing ---- */

static void
begin (const Pen *pen)
{
  cairo_save (pen->cr);
  cairo_rectangle (pen->cr, pen->box->x, pen->box->y, pen->box->width, pen->box->height);
  cairo_clip (pen->cr);
  cairo_new_path (pen->cr);
  cairo_set_line_join (pen->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (pen->cr, CAIRO_LINE_CAP_ROUND);
}

void
venule_kymograph_draw_curves (cairo_t                   *cr,
                              const VenuleKymographBox  *box,
                              const VenuleKymographPlot *plot,
                              double                     line_width)
{
  const Pen pen = { cr, box, plot, line_width };
  double row_low = venule_kymograph_row_of_time (plot->picture, plot->time_low);
  double row_high = venule_kymograph_row_of_time (plot->picture, plot->time_high);
  g_autoptr(GPtrArray) seen = g_ptr_array_new ();

  for (guint i = 0; plot->curves != NULL && i < plot->curves->len; i++)
    {
      VenuleKymographCurve *curve = &g_array_index (plot->curves, VenuleKymographCurve, i);

      if (is_seen (&pen, curve->trace, row_low, row_high))
        g_ptr_array_add (seen, curve);
    }

  begin (&pen);
  if (seen->len > MAX_WITH_HALO)
    cairo_set_antialias (cr, CAIRO_ANTIALIAS_FAST);
  for (guint i = 0; i < seen->len; i++)
    {
      const VenuleKymographCurve *curve = g_ptr_array_index (seen, i);

      if (seen->len <= MAX_WITH_HALO)
        {
          cairo_set_source_rgba (cr, 0, 0, 0, HALO_ALPHA);
          cairo_set_line_width (cr, HALO * line_width);
          cairo_set_dash (cr, NULL, 0, 0);
          add_trace (&pen, curve->trace);
          cairo_stroke (cr);
        }
      stroke_trace (&pen, curve);
    }
  cairo_restore (cr);
}

void
venule_kymograph_draw_chosen (cairo_t                    *cr,
                              const VenuleKymographBox   *box,
                              const VenuleKymographPlot  *plot,
                              const VenuleKymographCurve *curve,
                              double                      line_width)
{
  const Pen pen = { cr, box, plot, CHOSEN * line_width };

  begin (&pen);
  add_trace (&pen, curve->trace);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_set_line_width (cr, CHOSEN_HALO * pen.line_width);
  cairo_stroke (cr);
  stroke_trace (&pen, curve);
  cairo_restore (cr);
}
