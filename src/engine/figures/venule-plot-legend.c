/* venule-plot-legend.c: what the colours of a figure stand for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-plot.h"

#include <math.h>

#include "venule-axis.h"
#include "venule-plot-private.h"
#include "venule-overlay-color.h"

#define BAR_STRIPES 64
#define BAR_WIDTH 0.9 /* em */
#define SHORTEST_BAR 9.0 /* em: beside a flat picture */

static void
clear_entry (gpointer entry)
{
  g_free (((VenulePlotEntry *) entry)->text);
}

GArray *
venule_plot_legend_new (void)
{
  GArray *legend = g_array_new (FALSE, FALSE, sizeof (VenulePlotEntry));

  g_array_set_clear_func (legend, clear_entry);

  return legend;
}

void
venule_plot_legend_add (GArray           *legend,
                        VenulePlotSample  sample,
                        VenuleInk         ink,
                        char             *text)
{
  VenulePlotEntry entry = { sample, ink, text };

  g_array_append_val (legend, entry);
}

double
venule_plot_legend_width (const VenulePlot *self,
                          const GArray     *legend)
{
  double widest = 0;

  for (guint i = 0; i < legend->len; i++)
    {
      g_autoptr(VenuleTextLayout) text = venule_plot_set_text (self, g_array_index (legend, VenulePlotEntry, i).text);

      widest = fmax (widest, venule_text_layout_get_width (text));
    }

  return widest + (SAMPLE_LENGTH + SAMPLE_GAP) * self->em;
}

double
venule_plot_legend_height (const VenulePlot *self,
                           const GArray     *legend)
{
  return legend->len * LINE_HEIGHT * self->em;
}

static void
draw_sample (const VenulePlot      *self,
             const VenulePlotEntry *entry,
             double                 x,
             double                 y)
{
  const double dashes[] = { 3.2 * MARK_WIDTH * self->em, 2 * MARK_WIDTH * self->em };
  cairo_t *cr = self->cr;

  cairo_save (cr);
  venule_plot_set_source (self, entry->ink, 1);
  cairo_set_line_width (cr, MARK_WIDTH * self->em);
  switch (entry->sample)
    {
    case VENULE_PLOT_BLOCK:
      cairo_rectangle (cr, x, y - 0.35 * self->em, SAMPLE_LENGTH * self->em, 0.7 * self->em);
      cairo_fill (cr);
      break;
    case VENULE_PLOT_DOT:
      cairo_arc (cr, x + SAMPLE_LENGTH / 2 * self->em, y, 0.28 * self->em, 0, 2 * G_PI);
      cairo_fill (cr);
      break;
    case VENULE_PLOT_DASHES:
      cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
      G_GNUC_FALLTHROUGH;
    case VENULE_PLOT_LINE:
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, x + SAMPLE_LENGTH * self->em, y);
      cairo_stroke (cr);
      break;
    case VENULE_PLOT_NONE:
    default:
      break;
    }
  cairo_restore (cr);
}

void
venule_plot_draw_legend (const VenulePlot *self,
                         const GArray     *legend,
                         double            x,
                         double            y)
{
  for (guint i = 0; i < legend->len; i++)
    {
      const VenulePlotEntry *entry = &g_array_index (legend, VenulePlotEntry, i);
      g_autoptr(VenuleTextLayout) text = venule_plot_set_text (self, entry->text);
      double top = y + i * LINE_HEIGHT * self->em;

      draw_sample (self, entry, x, top + venule_text_layout_get_height (text) / 2);
      venule_plot_set_source (self, venule_plot_get_ink (self), 1);
      venule_text_layout_show (text,
                               x + (entry->sample == VENULE_PLOT_NONE ? 0 : (SAMPLE_LENGTH + SAMPLE_GAP) * self->em),
                               top, 0, 0);
    }
}

/* As high as the box, if that is high enough to be read. */
static void
find_bar (const VenulePlot *self,
          double           *top,
          double           *bottom)
{
  double middle = (self->top + self->bottom) / 2;
  double half = fmax (self->bottom - self->top, fmin (SHORTEST_BAR, self->height / self->em - 2 * MARGIN) * self->em) /
                2;

  *top = fmax (middle - half, MARGIN * self->em);
  *bottom = *top + 2 * half;
}

/* Above the bar, in its uppermost colour: what lies beyond the scale. */
static void
draw_point (const VenulePlot *self,
            double            left,
            double            right,
            double            top)
{
  double r, g, b;

  venule_overlay_velocity_color (1, 1, &r, &g, &b);
  cairo_move_to (self->cr, left, top);
  cairo_line_to (self->cr, (left + right) / 2, top - BAR_WIDTH * self->em);
  cairo_line_to (self->cr, right, top);
  cairo_close_path (self->cr);
  cairo_set_source_rgb (self->cr, r, g, b);
  cairo_fill_preserve (self->cr);
  venule_plot_set_source (self, venule_plot_get_ink (self), 1);
  cairo_stroke (self->cr);
}

/* Returns the width of the widest number. */
static double
draw_bar_ticks (const VenulePlot *self,
                double            high,
                double            right,
                double            top,
                double            bottom)
{
  double step = venule_axis_step (high, (int) CLAMP ((bottom - top) / (2.4 * self->em), 1, 6));
  double widest = 0;

  for (double i = 0; i * step <= high * (1 + 1e-9); i++)
    {
      g_autofree char *number = venule_axis_format_number (i * step, venule_axis_decimals (step));
      g_autoptr(VenuleTextLayout) text = venule_plot_set_text (self, number);
      double y = bottom - i * step / high * (bottom - top);

      cairo_move_to (self->cr, right, y);
      cairo_line_to (self->cr, right + TICK_LENGTH * self->em, y);
      cairo_stroke (self->cr);
      venule_text_layout_show (text, right + (TICK_LENGTH + TICK_GAP) * self->em, y, 0, 0.5);
      widest = fmax (widest, venule_text_layout_get_width (text));
    }

  return widest;
}

void
venule_plot_draw_color_bar (const VenulePlot *self,
                            double            high,
                            gboolean          open,
                            const char       *title)
{
  cairo_t *cr = self->cr;
  double left = self->right + self->em, right = left + BAR_WIDTH * self->em, top, bottom, stripe, numbers;
  g_autoptr(VenuleTextLayout) text = venule_plot_set_text (self, title);

  find_bar (self, &top, &bottom);
  if (open)
    top += BAR_WIDTH * self->em;
  stripe = (bottom - top) / BAR_STRIPES;
  cairo_save (cr);
  for (int i = 0; i < BAR_STRIPES; i++)
    {
      double r, g, b;

      venule_overlay_velocity_color ((i + 0.5) / BAR_STRIPES, 1, &r, &g, &b);
      cairo_set_source_rgb (cr, r, g, b);
      /* They overlap a little: seams would show. */
      cairo_rectangle (cr, left, bottom - (i + 1) * stripe, right - left, stripe * (i > 0 ? 1.3 : 1));
      cairo_fill (cr);
    }
  venule_plot_set_source (self, venule_plot_get_ink (self), 1);
  cairo_set_line_width (cr, AXIS_WIDTH * self->em);
  cairo_rectangle (cr, left, top, right - left, bottom - top);
  cairo_stroke (cr);
  if (open)
    draw_point (self, left, right, top);
  numbers = draw_bar_ticks (self, high, right, top, bottom);
  cairo_translate (cr, right + (TICK_LENGTH + TICK_GAP + TITLE_GAP) * self->em + numbers, (top + bottom) / 2);
  cairo_rotate (cr, -G_PI / 2);
  venule_text_layout_show (text, 0, 0, 0.5, 0);
  cairo_restore (cr);
}
