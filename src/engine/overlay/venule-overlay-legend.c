/* venule-overlay-legend.c: scale bar, colours and time in the corners of a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-overlay.h"

#include <math.h>

#include "venule-axis.h"
#include "venule-overlay-stroke.h"

/* Device px. */
#define MARGIN 12.0
#define FONT_SIZE 13.0
#define TEXT_HALO 1.6
#define BAR_HEIGHT 4.0
#define COLOR_HEIGHT 8.0
#define GAP 6.0
#define LONGEST_BAR 160.0
#define SMALLEST_FONT 9.0

typedef struct {
  cairo_t *cr;
  double   width, height;
  double   font_size;
} Legend;

static void
show (Legend     *legend,
      const char *string,
      double      x,
      double      y,
      double      align_x,
      double      align_y)
{
  g_autoptr(VenuleTextLayout) text = venule_text_layout_new (legend->cr, NULL, legend->font_size, FALSE, string);

  venule_overlay_show_text (legend->cr, text, x, y, align_x, align_y, TEXT_HALO, 1, 1, 1);
}

static void
draw_box (Legend *legend,
          double  x,
          double  y,
          double  width,
          double  height)
{
  cairo_rectangle (legend->cr, x - 1, y - 1, width + 2, height + 2);
  cairo_set_source_rgba (legend->cr, 0, 0, 0, VENULE_OVERLAY_HALO_ALPHA);
  cairo_fill (legend->cr);
}

/* ---- Scale bar, at the lower right ---- */

static void
draw_scale_bar (Legend                  *legend,
                double                   px_scale,
                const VenuleCalibration *calibration,
                gboolean                 local_numbers)
{
  double device_per_unit = px_scale / venule_calibration_scale (calibration, 1);
  double longest = fmin (LONGEST_BAR, legend->width / 4);
  double length = venule_axis_round_length (longest / device_per_unit);
  double bar = length * device_per_unit;
  double left = legend->width - MARGIN - bar, top = legend->height - MARGIN - BAR_HEIGHT;
  g_autofree char *number = venule_axis_dup_number (length, venule_axis_decimals (length), local_numbers);
  g_autofree char *label = g_strdup_printf ("%s %s", number, venule_calibration_length_unit (calibration));

  draw_box (legend, left, top, bar, BAR_HEIGHT);
  cairo_rectangle (legend->cr, left, top, bar, BAR_HEIGHT);
  cairo_set_source_rgb (legend->cr, 1, 1, 1);
  cairo_fill (legend->cr);
  show (legend, label, left + bar / 2, top - GAP, 0.5, 1);
}

/* ---- Colours, at the lower left ---- */

static char *
format_velocity (double   velocity,
                 gboolean local_numbers)
{
  double step = venule_axis_round_length (velocity) / 10;
  double steps = velocity / step;
  int decimals = venule_axis_significant (velocity);

  /* 150 needs no further digits, 0.15 two; of a typed number three are enough. */
  if (fabs (steps - round (steps)) < 1e-6)
    decimals = venule_axis_decimals (fabs (fmod (round (steps), 10)) < 0.5 ? 10 * step : step);

  return venule_axis_dup_number (velocity, decimals, local_numbers);
}

static void
draw_color_bar (Legend                  *legend,
                double                   velocity_max,
                const VenuleCalibration *calibration,
                gboolean                 local_numbers)
{
  double width = round (fmin (LONGEST_BAR, legend->width / 3)), top = legend->height - MARGIN - COLOR_HEIGHT;
  cairo_pattern_t *gradient = cairo_pattern_create_linear (MARGIN, 0, MARGIN + width, 0);
  g_autofree char *number = format_velocity (venule_calibration_scale (calibration, velocity_max), local_numbers);
  g_autofree char *label = g_strdup_printf ("%s %s", number, venule_calibration_velocity_unit (calibration));

  for (int i = 0; i <= 16; i++)
    {
      double r, g, b;

      venule_overlay_velocity_color (i, 16, &r, &g, &b);
      cairo_pattern_add_color_stop_rgb (gradient, i / 16.0, r, g, b);
    }
  draw_box (legend, MARGIN, top, width, COLOR_HEIGHT);
  cairo_rectangle (legend->cr, MARGIN, top, width, COLOR_HEIGHT);
  cairo_set_source (legend->cr, gradient);
  cairo_fill (legend->cr);
  cairo_pattern_destroy (gradient);

  show (legend, "0", MARGIN, top - GAP, 0, 1);
  show (legend, label, MARGIN + width, top - GAP, 1, 1);
}

static void
draw_classes (Legend *legend)
{
  static const VenuleCellKind kinds[] = { VENULE_CELL_FREE, VENULE_CELL_ADHERENT, VENULE_CELL_ROLLING };
  double y = legend->height - MARGIN;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++, y -= 1.5 * legend->font_size)
    {
      double r, g, b, radius = 0.36 * legend->font_size;

      venule_overlay_kind_color (kinds[i], &r, &g, &b);
      cairo_new_path (legend->cr);
      cairo_arc (legend->cr, MARGIN + radius, y - radius, radius, 0, 2 * G_PI);
      venule_overlay_stroke (legend->cr, 2, 1, r, g, b);
      show (legend, venule_cell_kind_to_label (kinds[i]), MARGIN + 2 * radius + GAP, y, 0, 1);
    }
}

/* ---- Time, at the upper left ---- */

static void
draw_time (Legend *legend,
           double  time)
{
  gint64 centiseconds = llround (fmax (time, 0) * 100);
  g_autofree char *label = NULL;

  if (centiseconds < 6000)
    label = g_strdup_printf ("%" G_GINT64_FORMAT ".%02d s", centiseconds / 100, (int) (centiseconds % 100));
  else
    label = g_strdup_printf ("%" G_GINT64_FORMAT ":%02d.%02d min", centiseconds / 6000,
                             (int) (centiseconds / 100 % 60), (int) (centiseconds % 100));
  show (legend, label, MARGIN, MARGIN, 0, 0);
}

void
venule_overlay_draw_legend (cairo_t                    *cr,
                            double                      width,
                            double                      height,
                            double                      px_scale,
                            const VenuleSettings       *settings,
                            double                      time,
                            const VenuleOverlayOptions *options)
{
  Legend legend = { .cr = cr, .width = width, .height = height };

  g_return_if_fail (cr != NULL);
  g_return_if_fail (px_scale > 0);
  g_return_if_fail (settings != NULL);
  g_return_if_fail (options != NULL);

  /* Half a frame must stay free of letters. */
  legend.font_size = fmin (FONT_SIZE, fmin (width / 12, height / 8));
  if (legend.font_size < SMALLEST_FONT)
    return;

  cairo_save (cr);
  if (options->scale_bar)
    draw_scale_bar (&legend, px_scale, &settings->calibration, options->local_numbers);
  if (options->color_bar && !options->color_by_velocity)
    draw_classes (&legend);
  else if (options->color_bar && options->velocity_max > 0)
    draw_color_bar (&legend, options->velocity_max, &settings->calibration, options->local_numbers);
  if (options->time)
    draw_time (&legend, time);
  cairo_restore (cr);
}
