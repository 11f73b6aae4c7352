/* venule-figure-groups-points.c: boxes, violins and points of groups
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-figure-groups-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-statistics.h"

/* In em. */
#define CELL_RADIUS 0.12
#define ANIMAL_RADIUS 0.36
#define LINE_WIDTH 0.11
#define WIDEST_SLOT 9.0
#define EDGE_WIDTH 0.08
#define JOIN_WIDTH 0.09
/* Of a slot. */
#define HALF_BOX 0.30
#define HALF_MEAN 0.34
#define HALF_CAP 0.12

#define N_LEVELS 96           /* at which a density is taken */
#define FEWEST_FOR_SHAPE 5    /* values of which a box or a violin says something */
#define SMALLEST_LABEL 0.75 /* 6 pt of 8 */

/* A group's place on the sheet. */
typedef struct {
  guint   group;
  double  middle, half; /* of the slot */
  GArray *values;       /* in rising order */
  double  density[N_LEVELS], densest;
} Slot;

static double
to_y (const VenuleGroupsSheet *sheet,
      double                   value)
{
  return sheet->plot.bottom - (value - sheet->low) / (sheet->high - sheet->low) *
         (sheet->plot.bottom - sheet->plot.top);
}

/* ---- Density ---- */

/* B. W. Silverman, Density Estimation (1986) 3.31 */
static double
choose_bandwidth (GArray *values)
{
  double sd = venule_statistics_sd (values);
  double spread = (venule_statistics_quantile (values, 0.75) - venule_statistics_quantile (values, 0.25)) / 1.34;
  double least = spread > 0 ? fmin (sd, spread) : sd;

  return 0.9 * least * pow (values->len, -0.2);
}

/* Between the smallest and the largest value; 0 where all are equal. */
static void
find_density (Slot *slot)
{
  double low = g_array_index (slot->values, double, 0);
  double high = g_array_index (slot->values, double, slot->values->len - 1);
  double width = slot->values->len > 1 ? choose_bandwidth (slot->values) : 0;

  slot->densest = 0;
  for (guint i = 0; i < N_LEVELS; i++)
    {
      double at = low + (high - low) * i / (N_LEVELS - 1), sum = 0;

      for (guint j = 0; j < slot->values->len && width > 0; j++)
        {
          double off = (g_array_index (slot->values, double, j) - at) / width;

          sum += exp (-off * off / 2);
        }
      slot->density[i] = sum;
      slot->densest = fmax (slot->densest, sum);
    }
}

/* 0 to 1. */
static double
density_at (const Slot *slot,
            double      value)
{
  double low = g_array_index (slot->values, double, 0);
  double high = g_array_index (slot->values, double, slot->values->len - 1);
  double at = high > low ? (value - low) / (high - low) * (N_LEVELS - 1) : 0;

  return slot->densest > 0 ? slot->density[(guint) CLAMP (round (at), 0, N_LEVELS - 1)] / slot->densest : 0;
}

/* ---- Shapes ---- */

static void
draw_violin (VenuleGroupsSheet *sheet,
             const Slot        *slot)
{
  double low = g_array_index (slot->values, double, 0);
  double high = g_array_index (slot->values, double, slot->values->len - 1);
  VenuleInk color = venule_plot_get_color (&sheet->plot, slot->group);
  cairo_t *cr = sheet->plot.cr;

  if (!(slot->densest > 0))
    return;
  for (int i = 0; i < 2 * N_LEVELS; i++)
    {
      int level = i < N_LEVELS ? i : 2 * N_LEVELS - 1 - i;
      double half = slot->density[level] / slot->densest * 2 * HALF_BOX * slot->half * (i < N_LEVELS ? 1 : -1);

      cairo_line_to (cr, slot->middle + half, to_y (sheet, low + (high - low) * level / (N_LEVELS - 1)));
    }
  cairo_close_path (cr);
  venule_plot_set_source (&sheet->plot, color, 0.18);
  cairo_fill_preserve (cr);
  venule_plot_set_source (&sheet->plot, color, 1);
  cairo_set_line_width (cr, LINE_WIDTH * sheet->plot.em);
  cairo_stroke (cr);
}

/* Ends of the whiskers: the farthest values within 1.5 quartile distances of the box. */
static void
find_whiskers (GArray *values,
               double  lower,
               double  upper,
               double *low,
               double *high)
{
  double reach = 1.5 * (upper - lower);

  *low = lower;
  *high = upper;
  for (guint i = 0; i < values->len; i++)
    {
      double value = g_array_index (values, double, i);

      if (value >= lower - reach)
        *low = fmin (*low, value);
      if (value <= upper + reach)
        *high = fmax (*high, value);
    }
}

static void
draw_box (VenuleGroupsSheet *sheet,
          const Slot        *slot)
{
  double lower = venule_statistics_quantile (slot->values, 0.25),
         upper = venule_statistics_quantile (slot->values, 0.75);
  double median = to_y (sheet, venule_statistics_quantile (slot->values, 0.5));
  double half = 2 * HALF_BOX * slot->half, cap = 2 * HALF_CAP * slot->half, low, high;
  VenuleInk color = venule_plot_get_color (&sheet->plot, slot->group);
  cairo_t *cr = sheet->plot.cr;

  find_whiskers (slot->values, lower, upper, &low, &high);
  cairo_set_line_width (cr, LINE_WIDTH * sheet->plot.em);
  cairo_rectangle (cr, slot->middle - half, to_y (sheet, upper), 2 * half, to_y (sheet, lower) - to_y (sheet, upper));
  venule_plot_set_source (&sheet->plot, color, 0.18);
  cairo_fill_preserve (cr);
  venule_plot_set_source (&sheet->plot, color, 1);
  cairo_stroke (cr);
  cairo_move_to (cr, slot->middle, to_y (sheet, upper));
  cairo_line_to (cr, slot->middle, to_y (sheet, high));
  cairo_move_to (cr, slot->middle, to_y (sheet, lower));
  cairo_line_to (cr, slot->middle, to_y (sheet, low));
  cairo_move_to (cr, slot->middle - cap, to_y (sheet, high));
  cairo_line_to (cr, slot->middle + cap, to_y (sheet, high));
  cairo_move_to (cr, slot->middle - cap, to_y (sheet, low));
  cairo_line_to (cr, slot->middle + cap, to_y (sheet, low));
  cairo_stroke (cr);
  cairo_set_line_width (cr, 1.8 * LINE_WIDTH * sheet->plot.em);
  cairo_move_to (cr, slot->middle - half, median);
  cairo_line_to (cr, slot->middle + half, median);
  cairo_stroke (cr);
}

/* ---- Points ---- */

/* Spread evenly however many there are, and always the same: van der Corput's sequence, −1 to 1. */
static double
scatter (guint i)
{
  double at = 0, share = 0.5;

  for (guint rest = i + 1; rest > 0; rest /= 2, share /= 2)
    at += (rest % 2) * share;

  return 2 * at - 1;
}

static void
draw_cells (VenuleGroupsSheet *sheet,
            const Slot        *slot)
{
  const VenuleFigureGroup *group = &sheet->content->groups[slot->group];
  /* Hundreds of points must not become one blot. */
  double alpha = CLAMP (0.75 * sqrt (60.0 / MAX (group->n_cells, 1)), 0.12, 0.75);
  cairo_t *cr = sheet->plot.cr;

  if (group->cells == NULL)
    return;
  venule_plot_set_source (&sheet->plot, venule_plot_get_color (&sheet->plot, slot->group), alpha);
  for (guint i = 0; i < slot->values->len; i++)
    {
      double value = g_array_index (slot->values, double, i);
      double off = scatter (i) * density_at (slot, value) * 2 * HALF_BOX * slot->half * 0.92;

      cairo_arc (cr, slot->middle + off, to_y (sheet, value), CELL_RADIUS * sheet->plot.em, 0, 2 * G_PI);
      cairo_fill (cr);
    }
}

/* Side by side in the order given, so that animals with one value do not hide each other. Where lines tell them apart
 * they need not. */
static double
place_animal (const VenuleGroupsSheet *sheet,
              const Slot              *slot,
              guint                    i,
              guint                    n)
{
  if (sheet->content->kind == VENULE_GROUPS_LINES)
    return slot->middle;

  return slot->middle + (n > 1 ? (i / (n - 1.0) - 0.5) * 2 * HALF_BOX * slot->half : 0);
}

/* From the animals of the group before to the same ones here. */
static void
join_animals (VenuleGroupsSheet *sheet,
              const Slot        *before,
              const Slot        *slot)
{
  const VenuleFigureGroup *from = &sheet->content->groups[before->group], *to = &sheet->content->groups[slot->group];

  venule_plot_set_source (&sheet->plot, venule_plot_get_ink (&sheet->plot), 0.55);
  cairo_set_line_width (sheet->plot.cr, JOIN_WIDTH * sheet->plot.em);
  for (guint i = 0; i < MIN (from->n_animals, to->n_animals); i++)
    {
      cairo_move_to (sheet->plot.cr, place_animal (sheet, before, i, from->n_animals), to_y (sheet, from->animals[i]));
      cairo_line_to (sheet->plot.cr, place_animal (sheet, slot, i, to->n_animals), to_y (sheet, to->animals[i]));
    }
  cairo_stroke (sheet->plot.cr);
}

static void
draw_animals (VenuleGroupsSheet *sheet,
              const Slot        *slot)
{
  const VenuleFigureGroup *group = &sheet->content->groups[slot->group];
  VenuleInk color = venule_plot_get_color (&sheet->plot, slot->group);
  cairo_t *cr = sheet->plot.cr;
  double mean = 0;

  for (guint i = 0; i < group->n_animals; i++)
    mean += group->animals[i] / group->n_animals;
  venule_plot_set_source (&sheet->plot, venule_plot_get_ink (&sheet->plot), 1);
  cairo_set_line_width (cr, 1.6 * LINE_WIDTH * sheet->plot.em);
  cairo_move_to (cr, slot->middle - 2 * HALF_MEAN * slot->half, to_y (sheet, mean));
  cairo_line_to (cr, slot->middle + 2 * HALF_MEAN * slot->half, to_y (sheet, mean));
  cairo_stroke (cr);

  cairo_set_line_width (cr, EDGE_WIDTH * sheet->plot.em);
  for (guint i = 0; i < group->n_animals; i++)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, place_animal (sheet, slot, i, group->n_animals), to_y (sheet, group->animals[i]),
                 ANIMAL_RADIUS * sheet->plot.em, 0, 2 * G_PI);
      venule_plot_set_source (&sheet->plot, color, 1);
      cairo_fill_preserve (cr);
      venule_plot_set_source (&sheet->plot, venule_plot_get_ink (&sheet->plot), 1);
      cairo_stroke (cr);
    }
}

/* ---- Labels ---- */

#define N_LINES 3

/* The name and the numbers of a group. Of a number: in full, or as it is where slots are narrow. */
static char *
dup_line (const VenuleFigureGroup *group,
          guint                    line,
          gboolean                 brief)
{
  if (line == 0)
    return g_strdup (group->name);
  if (line == 1)
    return brief ? g_strdup_printf ("n = %u", group->n_animals)
                 : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "n = %u animal", "n = %u animals", group->n_animals),
                                    group->n_animals);
  return brief ? g_strdup_printf ("(%u)", group->n_cells)
               : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u cell", "%u cells", group->n_cells), group->n_cells);
}

/* Of all groups alike: 1, or as small as the widest needs it. */
static double
find_shrink (VenuleGroupsSheet *sheet,
             double             room,
             guint              line,
             gboolean           brief)
{
  double shrink = 1;

  for (guint i = 0; i < sheet->content->n_groups; i++)
    {
      g_autofree char *words = dup_line (&sheet->content->groups[i], line, brief);
      g_autoptr(VenuleTextLayout) text = venule_plot_set_text (&sheet->plot, words);

      shrink = fmin (shrink, room / venule_text_layout_get_width (text));
    }

  return shrink;
}

/* A name that is too long for the smallest letters loses its middle. */
static void
draw_line (VenuleGroupsSheet *sheet,
           const Slot        *slot,
           guint              line)
{
  double room = 2 * slot->half - 0.5 * sheet->plot.em;
  double y = sheet->plot.bottom + (TICK_LENGTH + TICK_GAP + line * LINE_HEIGHT) * sheet->plot.em;
  gboolean brief = line > 0 && find_shrink (sheet, room, line, FALSE) < SMALLEST_LABEL;
  double shrink = fmax (find_shrink (sheet, room, line, brief), SMALLEST_LABEL);
  g_autofree char *words = dup_line (&sheet->content->groups[slot->group], line, brief);
  g_autoptr(VenuleTextLayout) text = venule_plot_set_text (&sheet->plot, words);

  if (line == 0 && venule_text_layout_get_width (text) * shrink > room)
    venule_text_layout_ellipsize (text, room / shrink);
  cairo_save (sheet->plot.cr);
  cairo_translate (sheet->plot.cr, slot->middle, y);
  cairo_scale (sheet->plot.cr, shrink, shrink);
  venule_text_layout_show (text, 0, 0, 0.5, 0);
  cairo_restore (sheet->plot.cr);
}

static void
draw_labels (VenuleGroupsSheet *sheet,
             const Slot        *slot)
{
  const VenuleFigureGroup *group = &sheet->content->groups[slot->group];
  gboolean cells = group->cells != NULL && sheet->content->kind != VENULE_GROUPS_LINES;

  venule_plot_set_source (&sheet->plot, venule_plot_get_ink (&sheet->plot), 1);
  cairo_set_line_width (sheet->plot.cr, AXIS_WIDTH * sheet->plot.em);
  cairo_move_to (sheet->plot.cr, slot->middle, sheet->plot.bottom);
  cairo_line_to (sheet->plot.cr, slot->middle, sheet->plot.bottom + TICK_LENGTH * sheet->plot.em);
  cairo_stroke (sheet->plot.cr);
  for (guint i = 0; i < (cells ? N_LINES : N_LINES - 1); i++)
    draw_line (sheet, slot, i);
}

static gboolean
have_cells (const VenuleFigureGroups *content)
{
  for (guint i = 0; i < content->n_groups; i++)
    if (content->groups[i].cells != NULL && content->kind != VENULE_GROUPS_LINES)
      return TRUE;

  return FALSE;
}

static void
draw_shape (VenuleGroupsSheet *sheet,
            Slot              *slot)
{
  if (slot->values->len == 0 || sheet->content->kind == VENULE_GROUPS_LINES)
    return;
  find_density (slot);
  if (sheet->content->kind == VENULE_GROUPS_VIOLIN && slot->values->len >= FEWEST_FOR_SHAPE)
    draw_violin (sheet, slot);
  else if (sheet->content->kind == VENULE_GROUPS_BOX && slot->values->len >= FEWEST_FOR_SHAPE)
    draw_box (sheet, slot);
  draw_cells (sheet, slot);
}

/* Lines between animals go over the shapes of all groups, and below all animals. */
static void
draw_slots (VenuleGroupsSheet *sheet,
            Slot              *slots,
            guint              n)
{
  cairo_save (sheet->plot.cr);
  /* What lies beyond an axis that was set by hand is not to be drawn over its numbers. */
  cairo_rectangle (sheet->plot.cr, sheet->plot.left, sheet->plot.top - sheet->plot.em,
                   sheet->plot.right - sheet->plot.left, sheet->plot.bottom - sheet->plot.top + 1.5 * sheet->plot.em);
  cairo_clip (sheet->plot.cr);
  for (guint i = 0; i < n; i++)
    draw_shape (sheet, &slots[i]);
  for (guint i = 1; i < n; i++)
    if (sheet->content->groups[i].joined)
      join_animals (sheet, &slots[i - 1], &slots[i]);
  for (guint i = 0; i < n; i++)
    if (slots[i].values->len > 0)
      draw_animals (sheet, &slots[i]);
  cairo_restore (sheet->plot.cr);
  for (guint i = 0; i < n; i++)
    draw_labels (sheet, &slots[i]);
}

void
venule_groups_draw_points (VenuleGroupsSheet *sheet)
{
  guint n = sheet->content->n_groups, lines = have_cells (sheet->content) ? 3 : 2;
  g_autofree Slot *slots = g_new0 (Slot, MAX (n, 1));
  double half, width;

  sheet->plot.top = (MARGIN + CAP / 2) * sheet->plot.em;
  sheet->plot.bottom = sheet->plot.height - (MARGIN + TICK_LENGTH + TICK_GAP + CAP + (lines - 1) * LINE_HEIGHT) *
                       sheet->plot.em;
  width = venule_groups_scale_width (sheet, sheet->low, sheet->high, sheet->plot.bottom - sheet->plot.top);
  sheet->plot.left = (MARGIN + CAP + TITLE_GAP + TICK_GAP + TICK_LENGTH) * sheet->plot.em + width;
  sheet->plot.right = sheet->plot.width - MARGIN * sheet->plot.em;
  half = fmin ((sheet->plot.right - sheet->plot.left) / (2 * n), WIDEST_SLOT * sheet->plot.em);
  venule_groups_draw_scale (sheet, sheet->low, sheet->high, sheet->plot.top, sheet->plot.bottom);
  venule_groups_draw_base (sheet, sheet->plot.left + 2 * n * half, sheet->plot.bottom);
  venule_groups_draw_title (sheet, sheet->label);
  for (guint i = 0; i < n; i++)
    slots[i] = (Slot) { .group = i, .middle = sheet->plot.left + (2 * i + 1) * half, .half = half,
                        .values = venule_groups_dup_values (sheet->content, i) };
  draw_slots (sheet, slots, n);
  for (guint i = 0; i < n; i++)
    g_array_unref (slots[i].values);
}
