/* venule-figure-groups.c: groups of animals and their cells, side by side
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-groups-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-axis.h"
#include "venule-csv.h"
#include "venule-test-ranks.h"

#define SPARE 0.04
#define DECIMALS 6
#define POINTS_PER_MM (72 / 25.4)
#define ROUNDING 1e-9

/* Blue, vermilion, green, purple, orange, sky blue and grey after Wong (2011), which keep apart for every kind of colour vision;
 * lighter on dark. */
static const VenuleGroupsPalette light_palette = {
  .ink = { 0.10, 0.10, 0.10 }, .quiet = { 0.55, 0.55, 0.55 },
  .groups = { { 0.0, 0.45, 0.70 }, { 0.84, 0.37, 0.0 }, { 0.0, 0.55, 0.40 }, { 0.74, 0.40, 0.60 }, { 0.85, 0.58, 0.0 },
              { 0.30, 0.66, 0.88 }, { 0.40, 0.40, 0.40 } },
};
static const VenuleGroupsPalette dark_palette = {
  .ink = { 0.92, 0.92, 0.92 }, .quiet = { 0.60, 0.60, 0.60 },
  .groups = { { 0.42, 0.75, 0.95 }, { 1.0, 0.60, 0.30 }, { 0.35, 0.80, 0.65 }, { 0.90, 0.65, 0.80 }, { 0.95, 0.75, 0.25 },
              { 0.60, 0.88, 1.0 }, { 0.78, 0.78, 0.78 } },
};

static const char *const kinds[VENULE_GROUPS_N_KINDS] = { "box", "violin", "strip", "histogram", "panels", "cumulative",
                                                          "lines" };

const char *
venule_groups_kind_to_string (VenuleGroupsKind kind)
{
  g_return_val_if_fail (kind < G_N_ELEMENTS (kinds), NULL);

  return kinds[kind];
}

gboolean
venule_groups_kind_from_string (const char       *text,
                                VenuleGroupsKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (text, kinds[i]))
      {
        *kind = (VenuleGroupsKind) i;
        return TRUE;
      }

  return FALSE;
}

/* For journals that print without colour. */
static const VenuleGroupsPalette light_grays = {
  .ink = { 0.10, 0.10, 0.10 }, .quiet = { 0.55, 0.55, 0.55 },
  .groups = { { 0.20, 0.20, 0.20 }, { 0.60, 0.60, 0.60 }, { 0.40, 0.40, 0.40 }, { 0.75, 0.75, 0.75 }, { 0.30, 0.30, 0.30 },
              { 0.68, 0.68, 0.68 }, { 0.50, 0.50, 0.50 } },
};
static const VenuleGroupsPalette dark_grays = {
  .ink = { 0.92, 0.92, 0.92 }, .quiet = { 0.60, 0.60, 0.60 },
  .groups = { { 0.85, 0.85, 0.85 }, { 0.45, 0.45, 0.45 }, { 0.65, 0.65, 0.65 }, { 0.35, 0.35, 0.35 }, { 0.75, 0.75, 0.75 },
              { 0.40, 0.40, 0.40 }, { 0.55, 0.55, 0.55 } },
};

/* ---- For the kinds ---- */

VenuleText *
venule_groups_set_text (VenuleGroupsSheet *sheet,
                        const char        *text)
{
  return venule_text_new (sheet->cr, sheet->family, sheet->em, FALSE, text);
}

VenuleText *
venule_groups_set_number (VenuleGroupsSheet *sheet,
                          double             number,
                          double             step)
{
  g_autofree char *digits = venule_axis_format_number (number, venule_axis_decimals (step));

  return venule_groups_set_text (sheet, digits);
}

void
venule_groups_set_color (VenuleGroupsSheet *sheet,
                         VenuleGroupsColor  color,
                         double             alpha)
{
  cairo_set_source_rgba (sheet->cr, color.r, color.g, color.b, alpha);
}

VenuleGroupsColor
venule_groups_get_color (VenuleGroupsSheet *sheet,
                         guint              group)
{
  return sheet->palette->groups[group % VENULE_GROUPS_N_COLORS];
}

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

static double
choose_step (VenuleGroupsSheet *sheet,
             double             low,
             double             high,
             double             length)
{
  /* Two at least: a scale with nothing but 0 on it says nothing. */
  return venule_axis_step (high - low, (int) CLAMP (length / (2.2 * sheet->em), 2, 8));
}

double
venule_groups_scale_width (VenuleGroupsSheet *sheet,
                           double             low,
                           double             high,
                           double             length)
{
  double step = choose_step (sheet, low, high, length), widest = 0;

  for (double i = ceil (low / step - ROUNDING); i * step <= high + ROUNDING * step; i++)
    {
      g_autoptr(VenuleText) text = venule_groups_set_number (sheet, i * step, step);

      widest = fmax (widest, venule_text_get_width (text));
    }

  return widest;
}

void
venule_groups_draw_scale (VenuleGroupsSheet *sheet,
                          double             low,
                          double             high,
                          double             top,
                          double             bottom)
{
  double step = choose_step (sheet, low, high, bottom - top);
  cairo_t *cr = sheet->cr;

  venule_groups_set_color (sheet, sheet->palette->ink, 1);
  cairo_set_line_width (cr, AXIS_WIDTH * sheet->em);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_move_to (cr, sheet->left, top);
  cairo_line_to (cr, sheet->left, bottom);
  cairo_stroke (cr);
  for (double i = ceil (low / step - ROUNDING); i * step <= high + ROUNDING * step; i++)
    {
      g_autoptr(VenuleText) text = venule_groups_set_number (sheet, i * step, step);
      double y = bottom - (i * step - low) / (high - low) * (bottom - top);

      cairo_move_to (cr, sheet->left, y);
      cairo_line_to (cr, sheet->left - TICK_LENGTH * sheet->em, y);
      cairo_stroke (cr);
      venule_text_show (text, sheet->left - (TICK_LENGTH + TICK_GAP) * sheet->em, y, 1, 0.5);
    }
}

void
venule_groups_draw_title (VenuleGroupsSheet *sheet,
                          const char        *title)
{
  g_autoptr(VenuleText) text = venule_groups_set_text (sheet, title);
  double room = sheet->bottom - sheet->top, length = venule_text_get_width (text);
  cairo_t *cr = sheet->cr;

  venule_groups_set_color (sheet, sheet->palette->ink, 1);
  cairo_save (cr);
  /* A title longer than the axis is centred on the figure. */
  cairo_translate (cr, MARGIN * sheet->em, length > room ? fmax (sheet->height / 2, length / 2 + MARGIN * sheet->em)
                                                         : (sheet->top + sheet->bottom) / 2);
  cairo_rotate (cr, -G_PI / 2);
  venule_text_show (text, 0, 0, 0.5, 0);
  cairo_restore (cr);
}

void
venule_groups_draw_floor (VenuleGroupsSheet *sheet)
{
  g_autoptr(VenuleText) title = venule_groups_set_text (sheet, sheet->label);
  g_autoptr(VenuleText) last = venule_groups_set_number (sheet, sheet->high, venule_axis_step (sheet->high - sheet->low, 6));
  double room = sheet->right - sheet->left;
  double step = venule_axis_step (sheet->high - sheet->low,
                                  (int) CLAMP (room / (venule_text_get_width (last) + 2 * sheet->em), 1, 8));
  cairo_t *cr = sheet->cr;

  venule_groups_set_color (sheet, sheet->palette->ink, 1);
  cairo_set_line_width (cr, AXIS_WIDTH * sheet->em);
  cairo_move_to (cr, sheet->left, sheet->bottom);
  cairo_line_to (cr, sheet->right, sheet->bottom);
  cairo_stroke (cr);
  for (double i = ceil (sheet->low / step - ROUNDING); i * step <= sheet->high + ROUNDING * step; i++)
    {
      g_autoptr(VenuleText) text = venule_groups_set_number (sheet, i * step, step);
      double x = sheet->left + (i * step - sheet->low) / (sheet->high - sheet->low) * room;

      cairo_move_to (cr, x, sheet->bottom);
      cairo_line_to (cr, x, sheet->bottom + TICK_LENGTH * sheet->em);
      cairo_stroke (cr);
      venule_text_show (text, x, sheet->bottom + (TICK_LENGTH + TICK_GAP) * sheet->em, 0.5, 0);
    }
  venule_text_show (title, (sheet->left + sheet->right) / 2, sheet->height - MARGIN * sheet->em, 0.5, 1);
}

char *
venule_groups_dup_n (const VenuleFigureGroup *group)
{
  g_autofree char *animals = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "n = %u animal", "n = %u animals", group->n_animals),
                                              group->n_animals);
  g_autofree char *cells = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u cell", "%u cells", group->n_cells), group->n_cells);

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

static void
take_options (VenuleGroupsSheet         *sheet,
              const VenuleFigureOptions *options,
              const VenuleFigureStyle   *style)
{
  gboolean grays = options != NULL && options->palette == VENULE_PALETTE_GRAYS;
  const char *title = NULL;

  sheet->palette = style->dark ? (grays ? &dark_grays : &dark_palette) : (grays ? &light_grays : &light_palette);
  sheet->family = style->font_family;
  sheet->em = style->font_size;
  if (options != NULL)
    {
      title = is_upright (sheet->content) ? options->y_title : options->x_title;
      if (sheet->family == NULL)
        sheet->family = options->font_family;
      if (!(sheet->em > 0))
        sheet->em = options->font_size;
    }
  if (!(sheet->em > 0))
    sheet->em = DEFAULT_FONT_SIZE;
  sheet->label = title != NULL ? title : sheet->content->label;
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
  static const VenuleFigureStyle plain = { 0 };
  VenuleGroupsSheet sheet = { .cr = cr, .content = groups, .width = width, .height = height };

  g_return_if_fail (cr != NULL && groups != NULL);

  if (style == NULL)
    style = &plain;
  take_options (&sheet, groups->options, style);
  if (width < 10 * sheet.em || height < 8 * sheet.em || !choose_range (&sheet))
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

      g_string_append_printf (text, "; %s: n = %u animals", group->name, group->n_animals);
      if (group->cells != NULL)
        g_string_append_printf (text, ", %u cells", group->n_cells);
    }
  if (how != NULL)
    g_string_append_printf (text, "; %s", how);

  return g_string_free (text, FALSE);
}

GBytes *
venule_figure_make_groups (const VenuleFigureGroups  *groups,
                           const char                *path,
                           GError                   **error)
{
  const VenuleFigureOptions *options;
  g_autofree char *description = NULL;
  VenuleFigureFile file = { .paint = paint, .content = groups, .width = VENULE_FIGURE_WIDTH, .height = VENULE_FIGURE_HEIGHT };

  g_return_val_if_fail (groups != NULL && path != NULL, NULL);

  options = groups->options;
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
add_rows (VenuleCsv         *csv,
          const char        *name,
          const char        *of,
          const double      *values,
          guint              n,
          gboolean           named,
          const char *const *subjects)
{
  for (guint i = 0; i < n; i++)
    {
      venule_csv_add_text (csv, name);
      venule_csv_add_text (csv, of);
      venule_csv_add_number (csv, values[i], DECIMALS);
      if (named)
        venule_csv_add_text (csv, subjects != NULL ? subjects[i] : "");
      venule_csv_end_row (csv);
    }
}

GBytes *
venule_figure_groups_make_table (const VenuleFigureGroups *groups)
{
  static const char *const header[] = { "group", "of", "value" };
  VenuleCsv *csv = venule_csv_new ();
  gboolean named;

  g_return_val_if_fail (groups != NULL, NULL);

  named = have_subjects (groups);
  for (guint i = 0; i < G_N_ELEMENTS (header); i++)
    venule_csv_add_text (csv, header[i]);
  if (named)
    venule_csv_add_text (csv, "animal");
  venule_csv_end_row (csv);
  for (guint i = 0; i < groups->n_groups; i++)
    {
      const VenuleFigureGroup *group = &groups->groups[i];

      add_rows (csv, group->name, "animal", group->animals, group->n_animals, named, group->subjects);
      if (group->cells != NULL)
        add_rows (csv, group->name, "cell", group->cells, group->n_cells, named, NULL);
    }

  return venule_csv_free_to_bytes (csv);
}
