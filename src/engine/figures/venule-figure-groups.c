/* venule-figure-groups.c: groups of animals and their cells, side by side
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-groups-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-axis.h"
#include "venule-enum-names.h"
#include "venule-table.h"
#include "venule-test-ranks.h"

#define SPARE 0.04
#define DECIMALS 6
#define POINTS_PER_MM (72 / 25.4)
#define ROUNDING 1e-9

VENULE_DEFINE_ENUM_NAMES (VenuleGroupsKind, venule_groups_kind,
                          "box", "violin", "strip", "histogram", "panels", "cumulative", "lines")

/* ---- For the kinds ---- */

GArray *
venule_groups_dup_values (const VenuleFigureGroups *groups,
                          guint                     group)
{
  const VenuleFigureGroup *from = &groups->groups[group];
  g_autoptr(GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  if (from->cells != NULL)
    g_array_append_vals (values, from->cells, from->n_cells);
  else if (from->n_animals > 0)
    g_array_append_vals (values, from->animals, from->n_animals);

  return venule_test_sort (values);
}

/* The axis at the left, as it is between these edges. */
static VenulePlot
make_scale (const VenuleGroupsSheet *sheet,
            double                   low,
            double                   high,
            double                   top,
            double                   bottom)
{
  VenulePlot scale = sheet->plot;

  scale.x = (VenulePlotAxis) { .high = 1 };
  scale.y = (VenulePlotAxis) { .low = low, .high = high };
  scale.top = top;
  scale.bottom = bottom;
  venule_plot_choose_steps (&scale);

  return scale;
}

double
venule_groups_scale_width (VenuleGroupsSheet *sheet,
                           double             low,
                           double             high,
                           double             length)
{
  VenulePlot scale = make_scale (sheet, low, high, 0, length);

  return venule_plot_number_room (&scale);
}

void
venule_groups_draw_scale (VenuleGroupsSheet *sheet,
                          double             low,
                          double             high,
                          double             top,
                          double             bottom)
{
  VenulePlot scale = make_scale (sheet, low, high, top, bottom);

  venule_plot_draw_left (&scale);
}

void
venule_groups_draw_base (VenuleGroupsSheet *sheet,
                         double             right,
                         double             y)
{
  const VenulePlot *plot = &sheet->plot;

  venule_plot_set_source (plot, venule_plot_get_ink (plot), 1);
  cairo_set_line_width (plot->cr, AXIS_WIDTH * plot->em);
  cairo_move_to (plot->cr, plot->left, y);
  cairo_line_to (plot->cr, right, y);
  cairo_stroke (plot->cr);
}

void
venule_groups_draw_title (VenuleGroupsSheet *sheet,
                          const char        *title)
{
  VenulePlot plot = sheet->plot;

  plot.x.title = NULL;
  plot.y.title = title;
  venule_plot_draw_titles (&plot);
}

void
venule_groups_draw_floor (VenuleGroupsSheet *sheet)
{
  VenulePlot plot = sheet->plot;

  plot.x = (VenulePlotAxis) { .title = sheet->label, .low = sheet->low, .high = sheet->high };
  plot.y = (VenulePlotAxis) { .high = 1 };
  venule_plot_choose_steps (&plot);
  venule_plot_draw_floor (&plot, TRUE);
  venule_plot_draw_titles (&plot);
}

char *
venule_groups_dup_n (const VenuleFigureGroup *group)
{
  g_autofree char *animals = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "n = %u animal", "n = %u animals",
                                                           group->n_animals),
                                              group->n_animals);
  g_autofree char *cells = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u cell", "%u cells", group->n_cells),
                                            group->n_cells);

  return group->cells != NULL ? g_strdup_printf ("%s, %s", animals, cells) : g_steal_pointer (&animals);
}

/* ---- The sheet ---- */

static void
extend (VenuleGroupsSheet *sheet,
        const double      *values,
        guint              n)
{
  for (guint i = 0; i < n; i++)
    {
      sheet->low = isnan (sheet->low) ? values[i] : fmin (sheet->low, values[i]);
      sheet->high = isnan (sheet->high) ? values[i] : fmax (sheet->high, values[i]);
    }
}

/* Values go up in some kinds, and to the right in others. */
static gboolean
is_upright (const VenuleFigureGroups *content)
{
  return content->kind < VENULE_GROUPS_HISTOGRAM || content->kind == VENULE_GROUPS_LINES;
}

static void
take_limits (VenuleGroupsSheet *sheet)
{
  const VenuleFigureOptions *options = sheet->content->options;
  double low, high;

  if (options == NULL)
    return;
  low = is_upright (sheet->content) ? options->y_low : options->x_low;
  high = is_upright (sheet->content) ? options->y_high : options->x_high;
  if (isfinite (low))
    sheet->low = low;
  if (isfinite (high))
    sheet->high = high;
}

/* (transfer full): the style goes before the options of the content. */
static VenuleFigureOptions *
dup_options (const VenuleFigureGroups *groups,
             const VenuleFigureStyle  *style)
{
  VenuleFigureOptions *options = groups->options != NULL ? venule_figure_options_copy (groups->options)
                                                         : venule_figure_options_new ();

  if (style != NULL && style->font_size > 0)
    options->font_size = style->font_size;
  if (style != NULL && style->font_family != NULL)
    {
      g_free (options->font_family);
      options->font_family = g_strdup (style->font_family);
    }

  return options;
}

/* Whether there is anything to show. */
static gboolean
choose_range (VenuleGroupsSheet *sheet)
{
  const VenuleFigureGroups *content = sheet->content;
  gboolean from_zero;
  double spare;

  sheet->low = sheet->high = NAN;
  for (guint i = 0; i < content->n_groups; i++)
    {
      extend (sheet, content->groups[i].animals, content->groups[i].n_animals);
      if (content->groups[i].cells != NULL && content->kind != VENULE_GROUPS_LINES)
        extend (sheet, content->groups[i].cells, content->groups[i].n_cells);
    }
  if (!isfinite (sheet->low) || !isfinite (sheet->high))
    return FALSE;

  /* Amounts are read against nothing. */
  from_zero = sheet->low >= 0;
  if (from_zero)
    sheet->low = 0;
  spare = SPARE * (sheet->high - sheet->low);
  sheet->high += spare;
  if (!from_zero)
    sheet->low -= spare;
  take_limits (sheet);
  if (!(sheet->high > sheet->low))
    sheet->high = sheet->low + fmax (fabs (sheet->low) * 0.1, 1);

  return TRUE;
}

void
venule_figure_draw_groups (cairo_t                  *cr,
                           double                    width,
                           double                    height,
                           const VenuleFigureGroups *groups,
                           const VenuleFigureStyle  *style)
{
  g_autoptr(VenuleFigureOptions) options = NULL;
  VenuleGroupsSheet sheet = { .content = groups };
  const char *title;

  g_return_if_fail (cr != NULL && groups != NULL);

  options = dup_options (groups, style);
  sheet.plot = (VenulePlot) { .cr = cr, .options = options, .dark = style != NULL && style->dark,
                              .em = options->font_size,
                              .width = width, .height = height };
  title = is_upright (groups) ? options->y_title : options->x_title;
  sheet.label = title != NULL ? title : groups->label;
  if (width < 10 * options->font_size || height < 8 * options->font_size || !choose_range (&sheet))
    return;

  cairo_save (cr);
  /* A name may be longer than any figure is wide. */
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  switch (groups->kind)
    {
    case VENULE_GROUPS_HISTOGRAM:
    case VENULE_GROUPS_PANELS:
      venule_groups_draw_bins (&sheet);
      break;
    case VENULE_GROUPS_CUMULATIVE:
      venule_groups_draw_shares (&sheet);
      break;
    case VENULE_GROUPS_BOX:
    case VENULE_GROUPS_VIOLIN:
    case VENULE_GROUPS_STRIP:
    case VENULE_GROUPS_LINES:
    default:
      venule_groups_draw_points (&sheet);
    }
  cairo_restore (cr);
}

/* ---- Files ---- */

static void
paint (cairo_t       *cr,
       double         width,
       double         height,
       gconstpointer  content)
{
  venule_figure_draw_groups (cr, width, height, content, NULL);
}

/* (transfer full): what it was made with. */
static char *
describe (const VenuleFigureGroups *groups)
{
  g_autofree char *how = groups->options != NULL ? venule_figure_options_dup_text (groups->options) : NULL;
  GString *text = g_string_new ("Venule " VENULE_VERSION);

  g_string_append_printf (text, "; %s; %s", groups->label, venule_groups_kind_to_string (groups->kind));
  for (guint i = 0; i < groups->n_groups; i++)
    {
      const VenuleFigureGroup *group = &groups->groups[i];

      g_string_append_printf (text, "; %s: n = %u %s", group->name, group->n_animals,
                              group->n_animals == 1 ? "animal" : "animals");
      if (group->cells != NULL)
        g_string_append_printf (text, ", %u %s", group->n_cells, group->n_cells == 1 ? "cell" : "cells");
    }
  if (how != NULL)
    g_string_append_printf (text, "; %s", how);

  return g_string_free (text, FALSE);
}

static gboolean
check_bins (const VenuleFigureGroups  *groups,
            GError                   **error)
{
  VenuleGroupsSheet sheet = { .content = groups };

  return (groups->kind != VENULE_GROUPS_HISTOGRAM && groups->kind != VENULE_GROUPS_PANELS) ||
         !choose_range (&sheet) || venule_groups_check_bins (&sheet, error);
}

GBytes *
venule_figure_make_groups (const VenuleFigureGroups  *groups,
                           const char                *path,
                           GError                   **error)
{
  const VenuleFigureOptions *options;
  g_autofree char *description = NULL;
  VenuleFigureFile file = { .paint = paint, .content = groups, .width = VENULE_FIGURE_WIDTH,
                            .height = VENULE_FIGURE_HEIGHT };

  g_return_val_if_fail (groups != NULL && path != NULL, NULL);

  options = groups->options;
  if (options != NULL && (!venule_figure_options_validate (options, error) || !check_bins (groups, error)))
    return NULL;
  description = describe (groups);
  file.title = groups->label;
  file.description = description;
  if (options != NULL)
    {
      file.width = options->width * POINTS_PER_MM;
      file.height = options->height * POINTS_PER_MM;
      file.dpi = options->dpi;
    }

  return venule_figure_make_file (&file, path, error);
}

static gboolean
have_subjects (const VenuleFigureGroups *groups)
{
  for (guint i = 0; i < groups->n_groups; i++)
    if (groups->groups[i].subjects != NULL)
      return TRUE;

  return FALSE;
}

/* @named: with a column for the name of the animal. */
static void
add_rows (VenuleTable       *table,
          const char        *name,
          const char        *of,
          const double      *values,
          guint              n,
          gboolean           named,
          const char *const *subjects)
{
  for (guint i = 0; i < n; i++)
    {
      venule_table_add_text (table, name);
      venule_table_add_text (table, of);
      venule_table_add_number (table, values[i], DECIMALS);
      if (named)
        venule_table_add_text (table, subjects != NULL ? subjects[i] : NULL);
    }
}

VenuleTable *
venule_figure_groups_make_table (const VenuleFigureGroups *groups)
{
  static const char *const header[] = { "group", "of", "value", NULL };
  VenuleTable *table = venule_table_new (header, NULL);
  gboolean named;

  g_return_val_if_fail (groups != NULL, NULL);

  named = have_subjects (groups);
  if (named)
    venule_table_add_title (table, "animal");
  for (guint i = 0; i < groups->n_groups; i++)
    {
      const VenuleFigureGroup *group = &groups->groups[i];

      add_rows (table, group->name, "animal", group->animals, group->n_animals, named, group->subjects);
      if (group->cells != NULL)
        add_rows (table, group->name, "cell", group->cells, group->n_cells, named, NULL);
    }

  return table;
}
