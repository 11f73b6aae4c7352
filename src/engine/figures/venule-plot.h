/* venule-plot.h: the box, the axes and the legend of a figure
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>

#include "venule-figure-options.h"
#include "venule-text-layout.h"

G_BEGIN_DECLS

typedef struct {
  double r, g, b;
} VenuleInk;

/**
 * VenulePlotAxis:
 * @title: (nullable): with the unit
 * @low: its lower end
 * @high: its upper end
 * @whole: whether there are whole numbers alone
 * @down: of the axis at the left: whether it begins above, as time does
 * @names: (array length=n_names) (nullable): instead of numbers, at 0, 1, 2 …
 * @n_names: number of names
 * @step: from a tick to the next; worked out
 */
typedef struct {
  const char        *title;
  double             low, high;
  gboolean           whole;
  gboolean           down;
  const char *const *names;
  guint              n_names;
  double             step;
} VenulePlotAxis;

/**
 * VenulePlot:
 * @cr: where to
 * @options: how it is to look
 * @dark: for a dark window
 * @em: height of the letters, pt
 * @width: pt
 * @height: pt
 * @left: of the box between the axes
 * @top: of the box
 * @right: of the box
 * @bottom: of the box
 * @x: the axis below
 * @y: the axis at the left
 *
 * A figure while it is drawn. y grows upwards.
 */
typedef struct {
  cairo_t                   *cr;
  const VenuleFigureOptions *options;
  gboolean                   dark;
  double                     em;
  double                     width, height;
  double                     left, top, right, bottom;
  VenulePlotAxis             x, y;
} VenulePlot;

/**
 * venule_plot_init:
 * @self: (out caller-allocates): a plot, of which @x and @y are already filled in
 * @cr: where to
 * @width: pt
 * @height: pt
 * @options: how it is to look; its titles and limits go before those of the axes
 * @dark: for a dark window
 * @room_right: em that are kept free at the right of the box, such as for a colour bar
 *
 * Lays out the box so that titles and numbers have room.
 *
 * Returns: whether there is room for it at all; otherwise nothing is to be drawn
 */
gboolean          venule_plot_init           (VenulePlot                *self,
                                              cairo_t                   *cr,
                                              double                     width,
                                              double                     height,
                                              const VenuleFigureOptions *options,
                                              gboolean                   dark,
                                              double                     room_right);
double            venule_plot_x              (const VenulePlot          *self,
                                              double                     value);
double            venule_plot_y              (const VenulePlot          *self,
                                              double                     value);

/* Of axes and text; of text that says that there is nothing; of the series with this number. */
VenuleInk         venule_plot_get_ink        (const VenulePlot          *self);
VenuleInk         venule_plot_get_quiet      (const VenulePlot          *self);
VenuleInk         venule_plot_get_color      (const VenulePlot          *self,
                                              guint                      series);
void              venule_plot_set_source     (const VenulePlot          *self,
                                              VenuleInk                  ink,
                                              double                     alpha);

/* Nothing is drawn outside of the box until venule_plot_unclip(). */
void              venule_plot_clip           (const VenulePlot          *self);
void              venule_plot_unclip         (const VenulePlot          *self);
/* Axes with ticks, numbers and titles: after what is in the box. */
void              venule_plot_draw_axes      (const VenulePlot          *self);

/* ---- The same in parts, for figures that lay out their own boxes ---- */

/* (transfer full): a line in the letters of the figure. */
VenuleTextLayout *venule_plot_set_text       (const VenulePlot          *self,
                                              const char                *text);
/* From a tick to the next, by the room that the box has. */
void              venule_plot_choose_steps   (VenulePlot                *self);
/* pt that the widest number, or name, of the axis at the left takes. */
double            venule_plot_number_room    (const VenulePlot          *self);
/* The line, ticks and numbers at the left; those below, with or without numbers; both titles. */
void              venule_plot_draw_left      (const VenulePlot          *self);
void              venule_plot_draw_floor     (const VenulePlot          *self,
                                              gboolean                   with_numbers);
void              venule_plot_draw_titles    (const VenulePlot          *self);

/* In the middle of the box: why it is empty. */
void              venule_plot_draw_message   (const VenulePlot          *self,
                                              const char                *text);

/**
 * VenulePlotSample:
 * @VENULE_PLOT_NONE: text alone
 * @VENULE_PLOT_BLOCK: a filled rectangle
 * @VENULE_PLOT_LINE: a line
 * @VENULE_PLOT_DASHES: a dashed line
 * @VENULE_PLOT_DOT: a point
 */
typedef enum {
  VENULE_PLOT_NONE,
  VENULE_PLOT_BLOCK,
  VENULE_PLOT_LINE,
  VENULE_PLOT_DASHES,
  VENULE_PLOT_DOT,
} VenulePlotSample;

typedef struct {
  VenulePlotSample  sample;
  VenuleInk         ink;
  char             *text;
} VenulePlotEntry;

/* Entries of a legend: (element-type VenulePlotEntry) with a clear function. */
GArray           *venule_plot_legend_new     (void);
/* Takes @text. */
void              venule_plot_legend_add     (GArray                    *legend,
                                              VenulePlotSample           sample,
                                              VenuleInk                  ink,
                                              char                      *text);
/* pt */
double            venule_plot_legend_width   (const VenulePlot          *self,
                                              const GArray              *legend);
double            venule_plot_legend_height  (const VenulePlot          *self,
                                              const GArray              *legend);
/* Its upper left corner is at (x, y). */
void              venule_plot_draw_legend    (const VenulePlot          *self,
                                              const GArray              *legend,
                                              double                     x,
                                              double                     y);

/**
 * venule_plot_draw_color_bar:
 * @self: a plot with room at its right
 * @high: what the upper end of the colours stands for; the lower one is 0
 * @open: whether there are higher values, which have the uppermost colour: the bar ends in a point
 * @title: what it is, with the unit
 *
 * The colours of venule_overlay_velocity_color() beside the box, upwards.
 */
void              venule_plot_draw_color_bar (const VenulePlot          *self,
                                              double                     high,
                                              gboolean                   open,
                                              const char                *title);
#define VENULE_PLOT_COLOR_BAR_ROOM 6.0 /* em */

G_END_DECLS
