/* venule-figure-groups-bins.c: histograms and cumulative shares of groups
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-groups-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-axis.h"
#include "venule-statistics.h"

#define LINE_WIDTH 0.16      /* em */
#define SMALLEST_ENTRY 0.75  /* of the usual size, where names are long: 6 pt of 8 */
#define PANEL_GAP 0.7        /* em */
#define BAR_SHARE 0.86       /* of a bin that bars take */
#define LEGEND_LEFT (MARGIN + CAP + TITLE_GAP + SAMPLE_LENGTH + SAMPLE_GAP) /* em, of its texts, at least: beside the
                                                                               title of the axis */
#define HEADROOM 1.08
#define MAX_BINS 60
#define THINNEST_BAR 0.25    /* em */
#define MAX_BINS_BY_HAND 500
#define ON_EDGE 1e-9         /* a value on an edge belongs above it, whatever the division makes of it */

typedef struct {
  double  width, first;
  guint   n;
  double *heights; /* (array length=n × groups): group after group */
  double  highest;
} Bins;

/* ---- Counting ---- */

/* Freedman and Diaconis (1981) of the group with the finest bins, so that none is blurred, but with bars that can be
 * seen. */
static double
choose_width (const VenuleGroupsSheet *sheet,
              double                   range)
{
  const VenuleFigureGroups *content = sheet->content;
  guint beside = content->kind == VENULE_GROUPS_HISTOGRAM ? content->n_groups : 1;
  double most = CLAMP (sheet->plot.width / (beside * THINNEST_BAR * sheet->plot.em), 5, MAX_BINS);
  double width = INFINITY;

  for (guint i = 0; i < content->n_groups; i++)
    {
      g_autoptr(GArray) values = venule_groups_dup_values (content, i);
      double spread = venule_statistics_quantile (values, 0.75) - venule_statistics_quantile (values, 0.25);

      if (values->len > 1 && spread > 0)
        width = fmin (width, 2 * spread / cbrt (values->len));
    }
  if (!isfinite (width))
    width = range / 10;

  return venule_axis_step (fmax (width, range / most), 1);
}

gboolean
venule_groups_check_bins (const VenuleGroupsSheet  *sheet,
                          GError                  **error)
{
  double asked = sheet->content->options->bin_width;
  double least = (sheet->high - sheet->low) / MAX_BINS_BY_HAND;

  return asked <= 0 || asked >= least ||
         venule_figure_refuse_bins (asked, least, MAX_BINS_BY_HAND, error);
}

static void
count (VenuleGroupsSheet *sheet,
       Bins              *bins)
{
  const VenuleFigureGroups *content = sheet->content;
  double range = sheet->high - sheet->low;
  double by_hand = content->options != NULL ? content->options->bin_width : 0;

  bins->width = by_hand > 0 ? fmax (by_hand, range / MAX_BINS_BY_HAND) : choose_width (sheet, range);
  bins->first = floor (sheet->low / bins->width + ON_EDGE) * bins->width;
  bins->n = (guint) ceil ((sheet->high - bins->first) / bins->width - ON_EDGE);
  bins->heights = g_new0 (double, (gsize) bins->n * content->n_groups);
  for (guint g = 0; g < content->n_groups; g++)
    {
      g_autoptr(GArray) values = venule_groups_dup_values (content, g);
      double unit = content->measure == VENULE_GROUPS_COUNTS    ? 1
                    : content->measure == VENULE_GROUPS_PERCENT ? 100.0 / MAX (values->len, 1)
                                                                : 1 / (MAX (values->len, 1) * bins->width);

      for (guint i = 0; i < values->len; i++)
        {
          double bin = floor ((g_array_index (values, double, i) - bins->first) / bins->width + ON_EDGE);

          if (bin >= 0 && bin < bins->n)
            bins->heights[g * bins->n + (guint) bin] += unit;
        }
      for (guint i = 0; i < bins->n; i++)
        bins->highest = fmax (bins->highest, bins->heights[g * bins->n + i]);
    }
  sheet->low = bins->first;
  sheet->high = bins->first + bins->n * bins->width;
}

static const char *
name_heights (const VenuleFigureGroups *content)
{
  gboolean cells = content->groups[0].cells != NULL;

  switch (content->measure)
    {
    case VENULE_GROUPS_COUNTS:
      return cells ? _("Number of cells") : _("Number of animals");
    case VENULE_GROUPS_DENSITY:
      return _("Density");
    case VENULE_GROUPS_PERCENT:
    default:
      return cells ? _("Cells (%)") : _("Animals (%)");
    }
}

/* ---- Legend ---- */

/* The numbers are exact whatever the name is, which loses its end where both have no room in the smallest letters. */
static VenuleTextLayout *
set_entry (VenuleGroupsSheet *sheet,
           guint              group)
{
  const VenuleFigureGroup *what = &sheet->content->groups[group];
  double room = (sheet->plot.right - LEGEND_LEFT * sheet->plot.em) / SMALLEST_ENTRY;
  g_autofree char *n = venule_groups_dup_n (what);
  g_autofree char *label = g_strdup_printf ("%s, %s", what->name, n);
  VenuleTextLayout *text = venule_plot_set_text (&sheet->plot, label);

  for (glong i = g_utf8_strlen (what->name, -1); venule_text_layout_get_width (text) > room && i > 1; i--)
    {
      g_autofree char *beginning = g_utf8_substring (what->name, 0, i - 1);
      g_autofree char *shorter = g_strdup_printf ("%s…, %s", beginning, n);

      venule_text_layout_free (text);
      text = venule_plot_set_text (&sheet->plot, shorter);
    }

  return text;
}

/* Entries begin one below the other, the widest at the right edge. */
static double
find_legend_left (VenuleGroupsSheet *sheet)
{
  double widest = 0;

  for (guint i = 0; i < sheet->content->n_groups; i++)
    {
      g_autoptr(VenuleTextLayout) text = set_entry (sheet, i);

      widest = fmax (widest, venule_text_layout_get_width (text));
    }

  return fmax (sheet->plot.right - widest, LEGEND_LEFT * sheet->plot.em);
}

/* All entries are of one size. */
static double
find_shrink (VenuleGroupsSheet *sheet,
             double             left)
{
  double shrink = 1;

  for (guint i = 0; i < sheet->content->n_groups; i++)
    {
      g_autoptr(VenuleTextLayout) text = set_entry (sheet, i);

      shrink = fmin (shrink, (sheet->plot.right - left) / venule_text_layout_get_width (text));
    }

  return fmax (shrink, SMALLEST_ENTRY);
}

static void
draw_entry (VenuleGroupsSheet *sheet,
            guint              group,
            double             left,
            double             top,
            gboolean           line)
{
  g_autoptr(VenuleTextLayout) text = set_entry (sheet, group);
  double size = venule_text_layout_get_height (text);
  double shrink = find_shrink (sheet, left);
  cairo_t *cr = sheet->plot.cr;

  venule_plot_set_source (&sheet->plot, venule_plot_get_color (&sheet->plot, group), 1);
  if (line)
    {
      cairo_set_line_width (cr, LINE_WIDTH * sheet->plot.em);
      cairo_move_to (cr, left - (SAMPLE_LENGTH + SAMPLE_GAP) * sheet->plot.em, top + size / 2);
      cairo_rel_line_to (cr, SAMPLE_LENGTH * sheet->plot.em, 0);
      cairo_stroke (cr);
    }
  else
    {
      cairo_rectangle (cr, left - SAMPLE_GAP * sheet->plot.em - size, top, size, size);
      cairo_fill (cr);
    }
  venule_plot_set_source (&sheet->plot, venule_plot_get_ink (&sheet->plot), 1);
  cairo_save (cr);
  cairo_translate (cr, left, top);
  cairo_scale (cr, shrink, shrink);
  venule_text_layout_show (text, 0, 0, 0, 0);
  cairo_restore (cr);
}

/* Dashes that keep curves apart in print without colours. */
static void
set_dashes (VenuleGroupsSheet *sheet,
            guint              group)
{
  const double lengths[] = { 0, 4.5, 1.8, 7, 3 }; /* times the line's width; 0: a full line */
  double dash = lengths[group % G_N_ELEMENTS (lengths)] * LINE_WIDTH * sheet->plot.em;
  double pattern[] = { dash, 0.75 * dash };

  cairo_set_dash (sheet->plot.cr, pattern, dash > 0 ? G_N_ELEMENTS (pattern) : 0, 0);
}

/* ---- Histograms ---- */

static void
lay_out (VenuleGroupsSheet *sheet,
         double             legend,
         double             highest,
         double             length)
{
  double em = sheet->plot.em;

  sheet->plot.top = (MARGIN + legend * LINE_HEIGHT + CAP / 2) * em;
  sheet->plot.bottom = sheet->plot.height - (MARGIN + CAP + TITLE_GAP + CAP + TICK_GAP + TICK_LENGTH) * em;
  sheet->plot.left = (MARGIN + CAP + TITLE_GAP + TICK_GAP + TICK_LENGTH) * em +
                venule_groups_scale_width (sheet, 0, highest,
                                           length > 0 ? length : sheet->plot.bottom - sheet->plot.top);
  sheet->plot.right = sheet->plot.width - 2 * MARGIN * em;
}

/* @share: of the bin's width; @at: where in it the bar begins. */
static void
draw_bars (VenuleGroupsSheet *sheet,
           const Bins        *bins,
           guint              group,
           double             at,
           double             share,
           double             bottom,
           double             scale)
{
  double bin = (sheet->plot.right - sheet->plot.left) / bins->n;

  venule_plot_set_source (&sheet->plot, venule_plot_get_color (&sheet->plot, group), 0.85);
  for (guint i = 0; i < bins->n; i++)
    {
      double height = bins->heights[group * bins->n + i] * scale;

      if (height > 0)
        cairo_rectangle (sheet->plot.cr, sheet->plot.left + (i + at) * bin, bottom - height, share * bin, height);
    }
  cairo_fill (sheet->plot.cr);
}

static void
draw_beside (VenuleGroupsSheet *sheet,
             const Bins        *bins)
{
  guint n = sheet->content->n_groups;
  double highest = fmax (HEADROOM * bins->highest, 1e-12), left;

  lay_out (sheet, n, highest, 0);
  left = find_legend_left (sheet);
  for (guint g = 0; g < n; g++)
    {
      draw_bars (sheet, bins, g, (1 - BAR_SHARE) / 2 + BAR_SHARE * g / n, BAR_SHARE / n, sheet->plot.bottom,
                 (sheet->plot.bottom - sheet->plot.top) / highest);
      draw_entry (sheet, g, left, (MARGIN + g * LINE_HEIGHT) * sheet->plot.em, FALSE);
    }
  venule_groups_draw_scale (sheet, 0, highest, sheet->plot.top, sheet->plot.bottom);
}

static void
draw_panels (VenuleGroupsSheet *sheet,
             const Bins        *bins)
{
  guint n = sheet->content->n_groups;
  double highest = fmax (HEADROOM * bins->highest, 1e-12), gap = (PANEL_GAP + LINE_HEIGHT) * sheet->plot.em;
  double height, left;

  lay_out (sheet, 0, highest, sheet->plot.height / n / 2);
  height = (sheet->plot.bottom - sheet->plot.top - n * gap) / n;
  if (height < sheet->plot.em)
    return;
  left = find_legend_left (sheet);
  for (guint g = 0; g < n; g++)
    {
      double bottom = sheet->plot.bottom - (n - 1 - g) * (height + gap);

      draw_entry (sheet, g, left, bottom - height - LINE_HEIGHT * sheet->plot.em, FALSE);
      draw_bars (sheet, bins, g, (1 - BAR_SHARE) / 2, BAR_SHARE, bottom, height / highest);
      venule_groups_draw_scale (sheet, 0, highest, bottom - height, bottom);
      venule_groups_draw_base (sheet, sheet->plot.right, bottom);
    }
}

void
venule_groups_draw_bins (VenuleGroupsSheet *sheet)
{
  Bins bins = { 0 };

  count (sheet, &bins);
  if (sheet->content->kind == VENULE_GROUPS_PANELS)
    draw_panels (sheet, &bins);
  else
    draw_beside (sheet, &bins);
  venule_groups_draw_title (sheet, name_heights (sheet->content));
  venule_groups_draw_floor (sheet);
  g_free (bins.heights);
}

/* ---- Cumulative ---- */

static void
draw_curve (VenuleGroupsSheet *sheet,
            guint              group)
{
  g_autoptr(GArray) values = venule_groups_dup_values (sheet->content, group);
  double per_value = (sheet->plot.right - sheet->plot.left) / (sheet->high - sheet->low);
  double height = sheet->plot.bottom - sheet->plot.top;
  cairo_t *cr = sheet->plot.cr;

  cairo_move_to (cr, sheet->plot.left, sheet->plot.bottom);
  for (guint i = 0; i < values->len; i++)
    {
      double x = sheet->plot.left + (g_array_index (values, double, i) - sheet->low) * per_value;

      cairo_line_to (cr, x, sheet->plot.bottom - height * i / values->len);
      cairo_line_to (cr, x, sheet->plot.bottom - height * (i + 1) / values->len);
    }
  cairo_line_to (cr, sheet->plot.right, values->len > 0 ? sheet->plot.top : sheet->plot.bottom);
  venule_plot_set_source (&sheet->plot, venule_plot_get_color (&sheet->plot, group), 1);
  cairo_set_line_width (cr, LINE_WIDTH * sheet->plot.em);
  set_dashes (sheet, group);
  cairo_stroke (cr);
}

void
venule_groups_draw_shares (VenuleGroupsSheet *sheet)
{
  guint n = sheet->content->n_groups;
  gboolean cells = sheet->content->groups[0].cells != NULL;
  double left;

  lay_out (sheet, n, 100, 0);
  left = find_legend_left (sheet);
  cairo_save (sheet->plot.cr);
  cairo_rectangle (sheet->plot.cr, sheet->plot.left, sheet->plot.top - sheet->plot.em,
                   sheet->plot.right - sheet->plot.left, sheet->plot.bottom - sheet->plot.top + 2 * sheet->plot.em);
  cairo_clip (sheet->plot.cr);
  for (guint g = 0; g < n; g++)
    draw_curve (sheet, g);
  cairo_restore (sheet->plot.cr);
  for (guint g = 0; g < n; g++)
    {
      set_dashes (sheet, g);
      draw_entry (sheet, g, left, (MARGIN + g * LINE_HEIGHT) * sheet->plot.em, TRUE);
    }
  cairo_set_dash (sheet->plot.cr, NULL, 0, 0);
  venule_groups_draw_scale (sheet, 0, 100, sheet->plot.top, sheet->plot.bottom);
  venule_groups_draw_title (sheet, cells ? _("Cells up to this value (%)") : _("Animals up to this value (%)"));
  venule_groups_draw_floor (sheet);
}
