/* venule-plot.c: the box and the axes of a figure
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-plot.h"

#include <math.h>

#include "venule-axis.h"
#include "venule-plot-private.h"

/* Okabe and Ito (2008) without the yellow, which paper swallows; lighter on dark. */
static const VenuleInk light_colors[] = {
  { 0.00, 0.45, 0.70 }, { 0.84, 0.37, 0.00 }, { 0.00, 0.62, 0.45 }, { 0.80, 0.47, 0.65 },
  { 0.34, 0.71, 0.91 }, { 0.90, 0.62, 0.00 }, { 0.35, 0.35, 0.35 },
};
static const VenuleInk dark_colors[] = {
  { 0.38, 0.70, 0.95 }, { 1.00, 0.60, 0.30 }, { 0.30, 0.82, 0.66 }, { 0.93, 0.67, 0.82 },
  { 0.60, 0.84, 0.98 }, { 0.98, 0.77, 0.30 }, { 0.75, 0.75, 0.75 },
};
static const double grays[] = { 0.15, 0.50, 0.70, 0.35, 0.82, 0.60, 0.25 };

/* ---- Colours ---- */

VenuleInk
venule_plot_get_ink (const VenulePlot *self)
{
  return self->dark ? (VenuleInk){ 0.92, 0.92, 0.92 } : (VenuleInk){ 0.10, 0.10, 0.10 };
}

VenuleInk
venule_plot_get_quiet (const VenulePlot *self)
{
  return self->dark ? (VenuleInk){ 0.66, 0.66, 0.66 } : (VenuleInk){ 0.42, 0.42, 0.42 };
}

VenuleInk
venule_plot_get_color (const VenulePlot *self,
                       guint             series)
{
  guint i = series % G_N_ELEMENTS (light_colors);

  if (self->options->palette == VENULE_PALETTE_GRAYS)
    {
      double gray = self->dark ? 1 - grays[i] : grays[i];

      return (VenuleInk){ gray, gray, gray };
    }

  return self->dark ? dark_colors[i] : light_colors[i];
}

void
venule_plot_set_source (const VenulePlot *self,
                        VenuleInk         ink,
                        double            alpha)
{
  cairo_set_source_rgba (self->cr, ink.r, ink.g, ink.b, alpha);
}

/* ---- Layout ---- */

VenuleTextLayout *
venule_plot_set_text (const VenulePlot *self,
                      const char       *text)
{
  return venule_text_layout_new (self->cr, self->options->font_family, self->em, FALSE, text);
}

static double
measure (const VenulePlot *self,
         const char       *text)
{
  g_autoptr(VenuleTextLayout) set = venule_plot_set_text (self, text);

  return venule_text_layout_get_width (set);
}

static char *
dup_number (const VenulePlot     *self,
            const VenulePlotAxis *axis,
            double                value)
{
  return venule_axis_dup_number (value, venule_axis_decimals (axis->step), self->options->local_numbers);
}

#define MAX_TICKS 100

static double
first_tick (const VenulePlotAxis *axis)
{
  return ceil (axis->low / axis->step - 1e-9);
}

/* Of an axis whose numbers are too large to be told apart, none would be the last. */
static gboolean
is_on_axis (const VenulePlotAxis *axis,
            double                tick)
{
  return tick - first_tick (axis) < MAX_TICKS && tick + 1 > tick &&
         tick * axis->step <= axis->high + 1e-9 * (axis->high - axis->low);
}

static double
widest_number (const VenulePlot     *self,
               const VenulePlotAxis *axis)
{
  double widest = 0;

  for (guint i = 0; i < axis->n_names; i++)
    widest = fmax (widest, measure (self, axis->names[i]));
  for (double i = first_tick (axis); axis->n_names == 0 && is_on_axis (axis, i); i++)
    {
      g_autofree char *number = dup_number (self, axis, i * axis->step);

      widest = fmax (widest, measure (self, number));
    }

  return widest;
}

static void
choose_step (VenulePlotAxis *axis,
             double          room,
             double          each)
{
  int most = (int) CLAMP (room / each, 1, 8);

  axis->step = venule_axis_step (axis->high - axis->low, most);
  if (axis->whole)
    axis->step = fmax (axis->step, 1);
}

static void
take_options (VenulePlotAxis *axis,
              const char     *title,
              double          low,
              double          high)
{
  if (title != NULL)
    axis->title = title;
  if (isfinite (low))
    axis->low = CLAMP (low, -VENULE_FIGURE_FARTHEST, VENULE_FIGURE_FARTHEST);
  if (isfinite (high))
    axis->high = CLAMP (high, -VENULE_FIGURE_FARTHEST, VENULE_FIGURE_FARTHEST);
  if (!(axis->high > axis->low))
    axis->high = axis->low + 1;
}

double
venule_plot_number_room (const VenulePlot *self)
{
  return widest_number (self, &self->y);
}

void
venule_plot_choose_steps (VenulePlot *self)
{
  choose_step (&self->y, self->bottom - self->top, 2.4 * self->em);
  choose_step (&self->x, self->right - self->left, 5 * self->em);
  choose_step (&self->x, self->right - self->left, widest_number (self, &self->x) + 2 * self->em);
}

/* Half of the number below the last tick lies to the right of it: by how much it would stick out of the figure. */
static double
find_overhang (const VenulePlot *self)
{
  double last = floor (self->x.high / self->x.step + 1e-9) * self->x.step;
  g_autofree char *number = NULL;

  if (self->x.n_names > 0 || last < self->x.low)
    return 0;
  number = dup_number (self, &self->x, last);

  return venule_plot_x (self, last) + measure (self, number) / 2 - (self->width - MARGIN / 2 * self->em);
}

gboolean
venule_plot_init (VenulePlot                *self,
                  cairo_t                   *cr,
                  double                     width,
                  double                     height,
                  const VenuleFigureOptions *options,
                  gboolean                   dark,
                  double                     room_right)
{
  double em = options->font_size;

  self->cr = cr;
  self->options = options;
  self->dark = dark;
  self->em = em;
  self->width = width;
  self->height = height;
  take_options (&self->x, options->x_title, options->x_low, options->x_high);
  take_options (&self->y, options->y_title, options->y_low, options->y_high);

  self->top = 1.5 * MARGIN * em;
  self->bottom = height - (MARGIN + CAP + TICK_GAP + TICK_LENGTH) * em;
  if (self->x.title != NULL)
    self->bottom -= (TITLE_GAP + CAP) * em;
  choose_step (&self->y, self->bottom - self->top, 2.4 * em);
  self->left = (MARGIN + TICK_GAP + TICK_LENGTH) * em + widest_number (self, &self->y);
  if (self->y.title != NULL)
    self->left += (TITLE_GAP + CAP) * em;
  self->right = width - (2 * MARGIN + room_right) * em;
  venule_plot_choose_steps (self);
  if (find_overhang (self) > 0)
    {
      self->right -= find_overhang (self);
      venule_plot_choose_steps (self);
    }

  return self->right - self->left > 4 * em && self->bottom - self->top > 2 * em;
}

double
venule_plot_x (const VenulePlot *self,
               double            value)
{
  return self->left + (value - self->x.low) / (self->x.high - self->x.low) * (self->right - self->left);
}

double
venule_plot_y (const VenulePlot *self,
               double            value)
{
  double part = (value - self->y.low) / (self->y.high - self->y.low) * (self->bottom - self->top);

  return self->y.down ? self->top + part : self->bottom - part;
}

/* ---- Drawing ---- */

void
venule_plot_clip (const VenulePlot *self)
{
  cairo_save (self->cr);
  cairo_rectangle (self->cr, self->left, self->top - 1, self->right - self->left, self->bottom - self->top + 1);
  cairo_clip (self->cr);
}

void
venule_plot_unclip (const VenulePlot *self)
{
  cairo_restore (self->cr);
}

static void
draw_x_tick (const VenulePlot *self,
             double            value,
             const char       *label) /* (nullable) */
{
  double x = venule_plot_x (self, value);

  cairo_move_to (self->cr, x, self->bottom);
  cairo_line_to (self->cr, x, self->bottom + TICK_LENGTH * self->em);
  cairo_stroke (self->cr);
  if (label != NULL)
    {
      g_autoptr(VenuleTextLayout) text = venule_plot_set_text (self, label);

      venule_text_layout_show (text, x, self->bottom + (TICK_LENGTH + TICK_GAP) * self->em, 0.5, 0);
    }
}

static void
draw_y_tick (const VenulePlot *self,
             double            value,
             const char       *label)
{
  g_autoptr(VenuleTextLayout) text = venule_plot_set_text (self, label);
  double y = venule_plot_y (self, value);

  cairo_move_to (self->cr, self->left, y);
  cairo_line_to (self->cr, self->left - TICK_LENGTH * self->em, y);
  cairo_stroke (self->cr);
  venule_text_layout_show (text, self->left - (TICK_LENGTH + TICK_GAP) * self->em, y, 1, 0.5);
}

static void
draw_ticks (const VenulePlot     *self,
            const VenulePlotAxis *axis,
            gboolean              with_numbers,
            void                (*draw_tick) (const VenulePlot *self,
                                              double            value,
                                              const char       *label))
{
  for (guint i = 0; i < axis->n_names; i++)
    draw_tick (self, i, axis->names[i]);
  for (double i = first_tick (axis); axis->n_names == 0 && is_on_axis (axis, i); i++)
    {
      g_autofree char *number = with_numbers ? dup_number (self, axis, i * axis->step) : NULL;

      draw_tick (self, i * axis->step, number);
    }
}

static void
set_pen (const VenulePlot *self)
{
  venule_plot_set_source (self, venule_plot_get_ink (self), 1);
  cairo_set_line_width (self->cr, AXIS_WIDTH * self->em);
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_MITER);
  cairo_set_dash (self->cr, NULL, 0, 0);
}

void
venule_plot_draw_left (const VenulePlot *self)
{
  cairo_save (self->cr);
  set_pen (self);
  cairo_move_to (self->cr, self->left, self->top);
  cairo_line_to (self->cr, self->left, self->bottom);
  cairo_stroke (self->cr);
  draw_ticks (self, &self->y, TRUE, draw_y_tick);
  cairo_restore (self->cr);
}

void
venule_plot_draw_floor (const VenulePlot *self,
                        gboolean          with_numbers)
{
  cairo_save (self->cr);
  set_pen (self);
  /* Its corner with the axis at the left is whole. */
  cairo_move_to (self->cr, self->left - AXIS_WIDTH / 2 * self->em, self->bottom);
  cairo_line_to (self->cr, self->right, self->bottom);
  cairo_stroke (self->cr);
  draw_ticks (self, &self->x, with_numbers, draw_x_tick);
  cairo_restore (self->cr);
}

/* A title longer than its axis is centred on the figure. */
static double
place_title (double title,
             double low,
             double high,
             double whole,
             double margin)
{
  return title > high - low ? fmax (whole / 2, title / 2 + margin) : (low + high) / 2;
}

void
venule_plot_draw_titles (const VenulePlot *self)
{
  cairo_t *cr = self->cr;
  double margin = MARGIN * self->em;

  cairo_save (cr);
  venule_plot_set_source (self, venule_plot_get_ink (self), 1);
  if (self->x.title != NULL)
    {
      g_autoptr(VenuleTextLayout) text = venule_plot_set_text (self, self->x.title);

      venule_text_layout_show (text,
                               place_title (venule_text_layout_get_width (text), self->left, self->right, self->width,
                                            margin),
                               self->height - margin, 0.5, 1);
    }
  if (self->y.title != NULL)
    {
      g_autoptr(VenuleTextLayout) text = venule_plot_set_text (self, self->y.title);

      cairo_translate (cr, margin,
                       place_title (venule_text_layout_get_width (text), self->top, self->bottom, self->height,
                                    margin));
      cairo_rotate (cr, -G_PI / 2);
      venule_text_layout_show (text, 0, 0, 0.5, 0);
    }
  cairo_restore (cr);
}

void
venule_plot_draw_axes (const VenulePlot *self)
{
  venule_plot_draw_left (self);
  venule_plot_draw_floor (self, TRUE);
  venule_plot_draw_titles (self);
}

/* (transfer full) (element-type utf8): as many words in each as there is room for. A text that pango wraps would be one
 * line in an SVG. */
static GPtrArray *
break_lines (const VenulePlot *self,
             const char       *text,
             double            room)
{
  g_auto(GStrv) words = g_strsplit (text, " ", -1);
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *last = lines->len > 0 ? g_ptr_array_index (lines, lines->len - 1) : NULL;
      g_autofree char *longer = last != NULL ? g_strdup_printf ("%s %s", last, words[i]) : NULL;

      if (longer != NULL && measure (self, longer) <= room)
        g_ptr_array_remove_index (lines, lines->len - 1);
      else
        {
          g_free (longer);
          longer = g_strdup (words[i]);
        }
      g_ptr_array_add (lines, g_steal_pointer (&longer));
    }

  return lines;
}

void
venule_plot_draw_message (const VenulePlot *self,
                          const char       *text)
{
  g_autoptr(GPtrArray) lines = break_lines (self, text, self->right - self->left - 2 * self->em);
  double middle = (self->top + self->bottom) / 2;

  venule_plot_set_source (self, venule_plot_get_quiet (self), 1);
  for (guint i = 0; i < lines->len; i++)
    {
      g_autoptr(VenuleTextLayout) set = venule_plot_set_text (self, g_ptr_array_index (lines, i));

      venule_text_layout_show (set, (self->left + self->right) / 2,
                               middle + (i - (lines->len - 1) / 2.0) * LINE_HEIGHT * self->em, 0.5, 0.5);
    }
}
