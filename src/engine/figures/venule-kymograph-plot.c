/* venule-kymograph-plot.c: a kymograph with its axes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-kymograph-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-axis.h"
#include "venule-histogram-plot-private.h"
#include "venule-text-layout.h"

/* In em. */
#define LEFT 4.9
#define BOTTOM 3.3
#define RIGHT 0.9
#define TOP 0.7
#define LABEL_ROOM_X 4.5 /* of a number on the axis */
#define LABEL_ROOM_Y 2.4
/* A pixel of the screen is the mean of at most so many in each direction: of more it would look the same. */
#define MAX_TAPS 4

static double
get_em (const VenuleFigureStyle *style)
{
  return style != NULL && style->font_size > 0 ? style->font_size : DEFAULT_FONT_SIZE;
}

void
venule_kymograph_plot_init (VenuleKymographPlot     *plot,
                            const VenuleKymograph   *picture,
                            const VenuleCalibration *calibration)
{
  *plot = (VenuleKymographPlot){
    .picture = picture, .calibration = *calibration, .along_low = -0.5, .along_high = picture->length - 0.5,
    .time_low = venule_kymograph_time_of_row (picture, -0.5),
    .time_high = venule_kymograph_time_of_row (picture, picture->n_rows - 0.5),
  };
}

double
venule_kymograph_plot_x (const VenuleKymographPlot *plot,
                         const VenuleKymographBox  *box,
                         double                     along)
{
  return box->x + (along - plot->along_low) / (plot->along_high - plot->along_low) * box->width;
}

double
venule_kymograph_plot_y (const VenuleKymographPlot *plot,
                         const VenuleKymographBox  *box,
                         double                     time)
{
  return box->y + (time - plot->time_low) / (plot->time_high - plot->time_low) * box->height;
}

VenuleKymographBox
venule_kymograph_plot_get_box (double                   width,
                               double                   height,
                               const VenuleFigureStyle *style)
{
  double em = get_em (style);

  return (VenuleKymographBox){ LEFT * em, TOP * em, width - (LEFT + RIGHT) * em, height - (TOP + BOTTOM) * em };
}

/* ---- Image ---- */

/* The places of the picture that make a row or a column of the image. */
typedef struct {
  int   n;
  int   low[MAX_TAPS], high[MAX_TAPS];
  float part[MAX_TAPS]; /* of the higher one */
} Taps;

/* From @from to @to in the picture, whose pixels are at whole numbers. */
static void
set_taps (Taps   *taps,
          double  from,
          double  to,
          int     length)
{
  taps->n = CLAMP ((int) ceil (to - from - 1e-6), 1, MAX_TAPS);
  for (int i = 0; i < taps->n; i++)
    {
      double at = CLAMP (from + (i + 0.5) / taps->n * (to - from), 0, length - 1);

      taps->low[i] = (int) at;
      taps->high[i] = MIN (taps->low[i] + 1, length - 1);
      taps->part[i] = (float) (at - taps->low[i]);
    }
}

static guint32
mix (const VenuleKymograph *picture,
     const Taps            *across,
     const Taps            *down)
{
  float sum = 0;
  guint32 level;

  for (int j = 0; j < down->n; j++)
    {
      const guint8 *upper = picture->gray + (gsize) down->low[j] * picture->length;
      const guint8 *lower = picture->gray + (gsize) down->high[j] * picture->length;

      for (int i = 0; i < across->n; i++)
        {
          float part = across->part[i];
          float above = upper[across->low[i]] + part * (upper[across->high[i]] - upper[across->low[i]]);
          float below = lower[across->low[i]] + part * (lower[across->high[i]] - lower[across->low[i]]);

          sum += above + down->part[j] * (below - above);
        }
    }
  level = (guint32) (sum / (float) (across->n * down->n) + 0.5f);

  return 0xff000000u | level << 16 | level << 8 | level;
}

static cairo_surface_t *
make_image (const VenuleKymographPlot *plot,
            int                        width,
            int                        height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  const VenuleKymograph *picture = plot->picture;
  g_autofree Taps *columns = g_new (Taps, width);
  double along_step = (plot->along_high - plot->along_low) / width;
  double time_step = (plot->time_high - plot->time_low) / height;
  guint8 *data = cairo_image_surface_get_data (surface);

  for (int x = 0; x < width; x++)
    set_taps (&columns[x], plot->along_low + x * along_step, plot->along_low + (x + 1) * along_step, picture->length);
  for (int y = 0; data != NULL && y < height; y++)
    {
      guint32 *row = (guint32 *) (gpointer) (data + (gsize) y * cairo_image_surface_get_stride (surface));
      Taps down;

      set_taps (&down, venule_kymograph_row_of_time (picture, plot->time_low + y * time_step),
                venule_kymograph_row_of_time (picture, plot->time_low + (y + 1) * time_step), picture->n_rows);
      for (int x = 0; x < width; x++)
        row[x] = mix (picture, &columns[x], &down);
    }
  cairo_surface_mark_dirty (surface);

  return surface;
}

void
venule_kymograph_draw_image (cairo_t                   *cr,
                             const VenuleKymographBox  *box,
                             const VenuleKymographPlot *plot,
                             double                     resolution)
{
  int width = (int) ceil (box->width * resolution), height = (int) ceil (box->height * resolution);
  cairo_surface_t *image;

  if (plot->picture->gray == NULL || width < 1 || height < 1)
    return;

  image = make_image (plot, width, height);
  cairo_save (cr);
  cairo_rectangle (cr, box->x, box->y, box->width, box->height);
  cairo_clip (cr);
  cairo_translate (cr, box->x, box->y);
  cairo_scale (cr, box->width / width, box->height / height);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_BILINEAR);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (image);
}

/* ---- Axes ---- */

static void
set_ink (cairo_t                 *cr,
         const VenuleFigureStyle *style)
{
  double level = style != NULL && style->dark ? 0.92 : 0.10;

  cairo_set_source_rgb (cr, level, level, level);
}

static VenuleTextLayout *
set_text (cairo_t                 *cr,
          const VenuleFigureStyle *style,
          const char              *text)
{
  return venule_text_layout_new (cr, style != NULL ? style->font_family : NULL, get_em (style), FALSE, text);
}

/* The first multiple of @step from @low on; all ticks are so many steps after it. */
static double
first_tick (double low,
            double step)
{
  return ceil (low / step - 1e-9) * step;
}

static void
draw_along_axis (cairo_t                   *cr,
                 const VenuleKymographBox  *box,
                 const VenuleKymographPlot *plot,
                 const VenuleFigureStyle   *style)
{
  double em = get_em (style), bottom = box->y + box->height;
  double unit = venule_calibration_scale (&plot->calibration, 1);
  double low = MAX (plot->along_low, 0) * unit, high = MIN (plot->along_high, plot->picture->length - 1) * unit;
  double step = venule_axis_step (MAX (high - low, 1e-9), (int) CLAMP (box->width / (LABEL_ROOM_X * em), 1, 10));
  g_autofree char *title = g_strdup_printf (_("Place along the line (%s)"),
                                            venule_calibration_length_unit (&plot->calibration));
  g_autoptr(VenuleTextLayout) words = set_text (cr, style, title);

  for (double tick = first_tick (low, step); tick <= high + 1e-9 * step && tick + step > tick; tick += step)
    {
      double x = venule_kymograph_plot_x (plot, box, tick / unit);
      g_autofree char *digits = venule_axis_dup_number (fabs (tick) < 1e-9 * step ? 0 : tick,
                                                        venule_axis_decimals (step),
                                                         style != NULL && style->local_numbers);
      g_autoptr(VenuleTextLayout) number = set_text (cr, style, digits);

      cairo_move_to (cr, x, bottom);
      cairo_line_to (cr, x, bottom + TICK_LENGTH * em);
      cairo_stroke (cr);
      venule_text_layout_show (number, x, bottom + (TICK_LENGTH + TICK_GAP) * em, 0.5, 0);
    }
  venule_text_layout_show (words, box->x + box->width / 2, bottom + (BOTTOM - 0.4) * em, 0.5, 1);
}

static void
draw_time_axis (cairo_t                   *cr,
                const VenuleKymographBox  *box,
                const VenuleKymographPlot *plot,
                const VenuleFigureStyle   *style)
{
  double em = get_em (style);
  double step = venule_axis_step (plot->time_high - plot->time_low,
                                  (int) CLAMP (box->height / (LABEL_ROOM_Y * em), 1, 10));
  g_autoptr(VenuleTextLayout) words = set_text (cr, style, _("Time (s)"));

  for (double tick = first_tick (plot->time_low, step); tick <= plot->time_high && tick + step > tick; tick += step)
    {
      double y = venule_kymograph_plot_y (plot, box, tick);
      g_autofree char *digits = venule_axis_dup_number (fabs (tick) < 1e-9 * step ? 0 : tick,
                                                        venule_axis_decimals (step),
                                                         style != NULL && style->local_numbers);
      g_autoptr(VenuleTextLayout) number = set_text (cr, style, digits);

      cairo_move_to (cr, box->x, y);
      cairo_line_to (cr, box->x - TICK_LENGTH * em, y);
      cairo_stroke (cr);
      venule_text_layout_show (number, box->x - (TICK_LENGTH + TICK_GAP) * em, y, 1, 0.5);
    }
  cairo_save (cr);
  cairo_translate (cr, box->x - (LEFT - 0.5) * em, box->y + box->height / 2);
  cairo_rotate (cr, -G_PI / 2);
  venule_text_layout_show (words, 0, 0, 0.5, 0);
  cairo_restore (cr);
}

void
venule_kymograph_draw_axes (cairo_t                   *cr,
                            const VenuleKymographBox  *box,
                            const VenuleKymographPlot *plot,
                            const VenuleFigureStyle   *style)
{
  cairo_save (cr);
  set_ink (cr, style);
  cairo_set_line_width (cr, AXIS_WIDTH * get_em (style));
  draw_along_axis (cr, box, plot, style);
  draw_time_axis (cr, box, plot, style);
  cairo_rectangle (cr, box->x, box->y, box->width, box->height);
  cairo_stroke (cr);
  cairo_restore (cr);
}
