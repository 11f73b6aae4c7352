/* venule-figure-agreement.c: the velocities of Venule against those of marks made by hand
 *
 * Difference against mean of both for each cell, with the bias, the limits of agreement and their 95 % intervals: J. M.
 * Bland, D. G. Altman, Lancet 327, 307 (1986).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-axis.h"
#include "venule-error.h"
#include "venule-histogram-plot-private.h"

#define DECIMALS 3
#define DOT_RADIUS 0.27 /* em */
#define LABEL_GAP 0.4   /* em, from a line to what it is */
#define LABEL_DEPTH 2.5 /* em, of both lines of it */
#define SPARE 0.05
#define N_LEVELS 3

typedef struct {
  char   *manual;
  guint   found;
  double  manual_velocity, found_velocity; /* in the unit */
} Pair;

typedef struct {
  GArray            *pairs; /* (element-type Pair) */
  VenuleCalibration  calibration;
  VenuleInterval     levels[N_LEVELS]; /* upper limit, bias, lower limit, in the unit */
  double             sd;
  char              *name;  /* of what was compared */
} Data;

static void
clear_pair (gpointer pair)
{
  g_free (((Pair *) pair)->manual);
}

static VenuleInterval
to_unit (const Data     *data,
         VenuleInterval  interval)
{
  return (VenuleInterval) { venule_calibration_scale (&data->calibration, interval.value),
                            venule_calibration_scale (&data->calibration, interval.low),
                            venule_calibration_scale (&data->calibration, interval.high) };
}

gpointer
venule_figure_agreement_make (const VenuleAgreementReport *report)
{
  const VenuleAgreement *agreement = report->agreement;
  Data *data = g_new0 (Data, 1);

  data->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_array_set_clear_func (data->pairs, clear_pair);
  data->calibration = report->calibration;
  data->levels[0] = to_unit (data, agreement->upper);
  data->levels[1] = to_unit (data, agreement->bias);
  data->levels[2] = to_unit (data, agreement->lower);
  data->sd = venule_calibration_scale (&data->calibration, agreement->sd);
  data->name = g_strdup (report->name);
  for (guint i = 0; i < agreement->pairs->len; i++)
    {
      const VenuleAgreementPair *from = &g_array_index (agreement->pairs, VenuleAgreementPair, i);
      Pair pair = { .found = from->found, .manual_velocity = venule_calibration_scale (&data->calibration,
                                                                                       from->manual_velocity),
                    .found_velocity = venule_calibration_scale (&data->calibration, from->found_velocity) };

      if (!isfinite (pair.manual_velocity) || !isfinite (pair.found_velocity))
        continue;
      pair.manual = g_strdup (g_ptr_array_index (report->manual->names, from->manual));
      g_array_append_val (data->pairs, pair);
    }

  return data;
}

static gpointer
make (const VenuleResults  *results,
      GCancellable         *cancellable,
      GError              **error)
{
  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                       _("There are no manual marks to compare with: mark a random sample first, or compare with a "
                         "file of marks."));

  return NULL;
}

static void
free_data (gpointer user_data)
{
  Data *data = user_data;

  g_array_unref (data->pairs);
  g_free (data->name);
  g_free (data);
}

static double
mean_of (const Pair *pair)
{
  return (pair->manual_velocity + pair->found_velocity) / 2;
}

static double
difference_of (const Pair *pair)
{
  return pair->found_velocity - pair->manual_velocity;
}

/* ---- Axes ---- */

static void
extend (VenulePlotAxis *axis,
        double          value,
        gboolean        first)
{
  if (!isfinite (value))
    return;
  axis->low = first ? value : fmin (axis->low, value);
  axis->high = first ? value : fmax (axis->high, value);
}

static void
choose_ranges (const Data *data,
               VenulePlot *plot)
{
  double spare;

  for (guint i = 0; i < data->pairs->len; i++)
    {
      const Pair *pair = &g_array_index (data->pairs, Pair, i);

      extend (&plot->x, mean_of (pair), i == 0);
      extend (&plot->y, difference_of (pair), i == 0);
    }
  extend (&plot->y, 0, data->pairs->len == 0);
  for (guint i = 0; i < N_LEVELS; i++)
    {
      extend (&plot->y, data->levels[i].value, FALSE);
      extend (&plot->y, data->levels[i].low, FALSE);
      extend (&plot->y, data->levels[i].high, FALSE);
    }
  spare = fmax (SPARE * (plot->x.high - plot->x.low), 1e-6);
  plot->x.low -= spare;
  plot->x.high += spare;
  spare = fmax (SPARE * (plot->y.high - plot->y.low), 1e-6);
  plot->y.low -= spare;
  plot->y.high += 3 * spare; /* for the number of cells */
}

/* ---- Levels ---- */

/* (transfer full): what it is, and how much. */
static void
name_level (const Data  *data,
            guint        i,
            char       **name,
            char       **value)
{
  /* Translators: mean difference between two ways to measure (Bland and Altman) */
  const char *const names[N_LEVELS] = { "+1.96 SD", _("bias"), "−1.96 SD" };

  *name = g_strdup (names[i]);
  *value = venule_axis_format_number (data->levels[i].value, venule_axis_significant (data->sd));
}

/* em */
static double
find_room (const Data                *data,
           cairo_t                   *cr,
           const VenuleFigureOptions *options)
{
  double widest = 0;

  for (guint i = 0; i < N_LEVELS; i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;

      name_level (data, i, &name, &value);
      {
        g_autoptr (VenuleTextLayout) first =
          venule_text_layout_new (cr, options->font_family, options->font_size, FALSE, name);
        g_autoptr (VenuleTextLayout) second =
          venule_text_layout_new (cr, options->font_family, options->font_size, FALSE, value);

        widest = fmax (widest, fmax (venule_text_layout_get_width (first), venule_text_layout_get_width (second)));
      }
    }

  return widest / options->font_size + LABEL_GAP;
}

static void
draw_level (const VenulePlot     *plot,
            const VenuleInterval *level,
            gboolean              dashed)
{
  const double dashes[] = { 5 * MARK_WIDTH * plot->em, 3 * MARK_WIDTH * plot->em };
  cairo_t *cr = plot->cr;

  if (isfinite (level->low) && isfinite (level->high))
    {
      venule_plot_set_source (plot, venule_plot_get_quiet (plot), 0.18);
      cairo_rectangle (cr, plot->left, venule_plot_y (plot, level->high), plot->right - plot->left,
                       venule_plot_y (plot, level->low) - venule_plot_y (plot, level->high));
      cairo_fill (cr);
    }
  venule_plot_set_source (plot, venule_plot_get_ink (plot), 1);
  cairo_set_line_width (cr, MARK_WIDTH * plot->em);
  cairo_set_dash (cr, dashes, dashed ? G_N_ELEMENTS (dashes) : 0, 0);
  cairo_move_to (cr, plot->left, venule_plot_y (plot, level->value));
  cairo_line_to (cr, plot->right, venule_plot_y (plot, level->value));
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* Beside the lines; apart from each other where these lie close together. */
static void
draw_labels (const VenulePlot *plot,
             const Data       *data)
{
  double least = LABEL_DEPTH * plot->em, middle = venule_plot_y (plot, data->levels[1].value);
  double y[N_LEVELS] = { fmin (venule_plot_y (plot, data->levels[0].value), middle - least), middle,
                         fmax (venule_plot_y (plot, data->levels[2].value), middle + least) };

  venule_plot_set_source (plot, venule_plot_get_ink (plot), 1);
  for (guint i = 0; i < N_LEVELS; i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;
      double shown = venule_plot_y (plot, data->levels[i].value);

      if (shown < plot->top || shown > plot->bottom)
        continue;
      name_level (data, i, &name, &value);
      {
        g_autoptr (VenuleTextLayout) first =
          venule_text_layout_new (plot->cr, plot->options->font_family, plot->em, FALSE, name);
        g_autoptr (VenuleTextLayout) second =
          venule_text_layout_new (plot->cr, plot->options->font_family, plot->em, FALSE, value);

        venule_text_layout_show (first, plot->right + LABEL_GAP * plot->em, y[i] - 0.25 * plot->em, 0, 1);
        venule_text_layout_show (second, plot->right + LABEL_GAP * plot->em, y[i] + 0.25 * plot->em, 0, 0);
      }
    }
}

/* ---- The figure ---- */

static void
draw_zero (const VenulePlot *plot)
{
  const double dots[] = { AXIS_WIDTH * plot->em, 3 * AXIS_WIDTH * plot->em };

  cairo_save (plot->cr);
  venule_plot_set_source (plot, venule_plot_get_quiet (plot), 1);
  cairo_set_line_width (plot->cr, AXIS_WIDTH * plot->em);
  cairo_set_dash (plot->cr, dots, G_N_ELEMENTS (dots), 0);
  cairo_move_to (plot->cr, plot->left, venule_plot_y (plot, 0));
  cairo_line_to (plot->cr, plot->right, venule_plot_y (plot, 0));
  cairo_stroke (plot->cr);
  cairo_restore (plot->cr);
}

static void
draw_pairs (const VenulePlot *plot,
            const Data       *data)
{
  g_autoptr(GArray) legend = venule_plot_legend_new ();

  venule_plot_clip (plot);
  draw_zero (plot);
  for (guint i = 0; i < N_LEVELS; i++)
    draw_level (plot, &data->levels[i], i != 1);
  for (guint i = 0; i < data->pairs->len; i++)
    {
      const Pair *pair = &g_array_index (data->pairs, Pair, i);

      cairo_new_sub_path (plot->cr);
      cairo_arc (plot->cr, venule_plot_x (plot, mean_of (pair)), venule_plot_y (plot, difference_of (pair)),
                 DOT_RADIUS * plot->em, 0, 2 * G_PI);
      venule_plot_set_source (plot, venule_plot_get_color (plot, 0), 0.75);
      cairo_fill (plot->cr);
    }
  venule_plot_unclip (plot);
  draw_labels (plot, data);
  venule_plot_draw_axes (plot);
  venule_plot_legend_add (legend, VENULE_PLOT_DOT, venule_plot_get_color (plot, 0),
                          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "n = %u cell", "n = %u cells",
                                                        data->pairs->len),
                                           data->pairs->len));
  venule_plot_draw_legend (plot, legend, plot->left + 0.5 * plot->em, plot->top);
}

static void
draw (gconstpointer              user_data,
      cairo_t                   *cr,
      double                     width,
      double                     height,
      const VenuleFigureOptions *options,
      gboolean                   dark)
{
  const Data *data = user_data;
  const char *unit = venule_calibration_velocity_unit (&data->calibration);
  /* Translators: titles of axes; %s is "µm/s" or "px/s" */
  g_autofree char *x_title = g_strdup_printf (_("Mean of both velocities (%s)"), unit);
  g_autofree char *y_title = g_strdup_printf (_("Venule − manual (%s)"), unit);
  VenulePlot plot = { .x = { .title = x_title, .high = 1 }, .y = { .title = y_title, .high = 1 } };
  gboolean filled = data->pairs->len > 1;

  if (filled)
    choose_ranges (data, &plot);
  if (!venule_plot_init (&plot, cr, width, height, options, dark, filled ? find_room (data, cr, options) : 0))
    return;
  if (filled)
    {
      draw_pairs (&plot, data);
      return;
    }
  venule_plot_draw_axes (&plot);
  venule_plot_draw_message (&plot, _("Fewer than two velocities to compare"));
}

static VenuleTable *
tabulate (gconstpointer              user_data,
          const VenuleFigureOptions *options)
{
  static const char *const titles[] = { "manual_id", "track_id", "manual_velocity_UNIT_s", "venule_velocity_UNIT_s",
                                        "mean_velocity_UNIT_s", "difference_UNIT_s", NULL };
  const Data *data = user_data;
  VenuleTable *table = venule_table_new (titles, venule_calibration_file_unit (&data->calibration));

  for (guint i = 0; i < data->pairs->len; i++)
    {
      const Pair *pair = &g_array_index (data->pairs, Pair, i);

      venule_table_add_text (table, pair->manual);
      venule_table_add_integer (table, pair->found);
      venule_table_add_number (table, pair->manual_velocity, DECIMALS);
      venule_table_add_number (table, pair->found_velocity, DECIMALS);
      venule_table_add_number (table, mean_of (pair), DECIMALS);
      venule_table_add_number (table, difference_of (pair), DECIMALS);
    }

  return table;
}

static char *
describe (gconstpointer user_data)
{
  const Data *data = user_data;

  return g_strdup_printf ("compared with %s", data->name);
}

const VenuleFigureClass venule_figure_agreement = {
  .id = "agreement",
  .label = N_("Agreement with manual tracking"),
  .make = make,
  .free = free_data,
  .draw = draw,
  .tabulate = tabulate,
  .describe = describe,
};
