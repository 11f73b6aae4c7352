/* venule-study-results-view.c: what a comparison gives, on the screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-study-results-view.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "venule-axis.h"
#include "venule-figure-options-box.h"
#include "venule-number.h"
#include "venule-paper-sheet.h"
#include "venule-study-report.h"

struct _VenuleStudyResultsView
{
  AdwBin                  parent_instance;

  GtkStack               *stack;
  GtkLabel               *problem_label;
  GtkLabel               *plain_label;
  GtkLabel               *warnings_label;
  GtkDropDown            *kind_drop_down;
  GtkDropDown            *measure_drop_down;
  VenuleFigureOptionsBox *look_box;
  GtkWidget              *figure_area;
  GtkGrid                *groups_grid;
  GtkGrid                *tests_grid;
  GtkLabel               *why_label;
  GtkLabel               *paragraph_label;

  VenuleStudyResults     *results; /* NULL: there is nothing to show */
};

G_DEFINE_FINAL_TYPE (VenuleStudyResultsView, venule_study_results_view, ADW_TYPE_BIN)

/* ---- What is chosen for the figure ---- */

VenuleGroupsKind
venule_study_results_view_get_kind (VenuleStudyResultsView *self)
{
  guint kind = gtk_drop_down_get_selected (self->kind_drop_down);

  return kind < VENULE_GROUPS_N_KINDS ? (VenuleGroupsKind) kind : VENULE_GROUPS_BOX;
}

VenuleGroupsMeasure
venule_study_results_view_get_measure (VenuleStudyResultsView *self)
{
  return (VenuleGroupsMeasure) MIN (gtk_drop_down_get_selected (self->measure_drop_down), VENULE_GROUPS_DENSITY);
}

const VenuleFigureOptions *
venule_study_results_view_get_options (VenuleStudyResultsView *self)
{
  return venule_figure_options_box_get_options (self->look_box);
}

/* ---- Grids ---- */

static void
clear_grid (GtkGrid *grid)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))))
    gtk_grid_remove (grid, child);
}

static void
add_cell (GtkGrid    *grid,
          int         column,
          int         row,
          const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_label_set_selectable (GTK_LABEL (label), row > 0);
  gtk_widget_set_focusable (label, FALSE);
  gtk_widget_add_css_class (label, row == 0 ? "dim-label" : "numeric");
  gtk_grid_attach (grid, label, column, row, 1, 1);
}

/* In a narrow pane a cell takes several lines, so that the last columns are not out of sight. */
static void
wrap_cells (GtkGrid *grid)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (grid)); child;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkLabel *label = GTK_LABEL (child);

      gtk_label_set_wrap (label, TRUE);
      gtk_label_set_justify (label, gtk_label_get_xalign (label) > 0 ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT);
      gtk_label_set_yalign (label, 0);
    }
}

static void
add_titles (GtkGrid           *grid,
            const char *const *titles)
{
  for (int i = 0; titles[i]; i++)
    add_cell (grid, i, 0, titles[i]);
}

static void
add_number (GtkGrid *grid,
            int      column,
            int      row,
            double   number,
            int      decimals)
{
  g_autofree char *text = venule_number_dup_shown (number, decimals);

  add_cell (grid, column, row, text);
}

static const char *
name_of (const VenuleStudyResults *results,
         int                       group)
{
  const char *name = venule_study_results_get_group (results, (guint) group)->name;

  return *name ? name : _("(no label)");
}

static int
find_decimals (const VenuleStudyResults *results)
{
  double largest = 0;

  for (guint i = 0; i < results->groups->len; i++)
    largest = fmax (largest, fabs (venule_study_results_get_group (results, i)->of_animals.mean.value));
  return MIN (venule_axis_significant (largest) + 1, 4);
}

static void
add_summary (GtkGrid                  *grid,
             int                       row,
             const char               *name,
             const VenuleStudySummary *summary,
             int                       decimals)
{
  g_autofree char *n = g_strdup_printf ("%u", summary->n);

  add_cell (grid, 0, row, name);
  add_cell (grid, 1, row, n);
  add_number (grid, 2, row, summary->mean.value, decimals);
  add_number (grid, 3, row, summary->sd, decimals);
  add_number (grid, 4, row, summary->se, decimals);
  add_number (grid, 5, row, summary->median, decimals);
}

static void
show_groups (VenuleStudyResultsView *self)
{
  const char *const titles[] = { _("Group"), _("n"), _("Mean"), _("SD"), _("SE"), _("Median"), NULL };
  int decimals = find_decimals (self->results), row = 1;

  add_titles (self->groups_grid, titles);
  for (guint i = 0; i < self->results->groups->len; i++)
    {
      const VenuleStudyGroup *group = venule_study_results_get_group (self->results, i);
      /* Translators: a group, and that its animals are summarized */
      g_autofree char *animals = g_strdup_printf (_("%s, animals"), name_of (self->results, (int) i));
      /* Translators: a group, and that its cells are summarized */
      g_autofree char *cells = g_strdup_printf (_("%s, cells"), name_of (self->results, (int) i));

      add_summary (self->groups_grid, row++, animals, &group->of_animals, decimals);
      if (self->results->quantity->of_cells)
        add_summary (self->groups_grid, row++, cells, &group->of_cells, decimals);
    }
}

/* ---- Tests ---- */

static char *
dup_statistic (const VenuleStudyTest *test)
{
  static const char *const letters[] = {
    [VENULE_STUDY_MANN_WHITNEY] = "U",        [VENULE_STUDY_KRUSKAL_WALLIS] = "H",
    [VENULE_STUDY_DUNN] = "z",                [VENULE_STUDY_WILCOXON] = "W",
    [VENULE_STUDY_FRIEDMAN] = "χ²",           [VENULE_STUDY_FRIEDMAN_PAIR] = "ΔR",
    [VENULE_STUDY_CHANGES] = "U",             [VENULE_STUDY_KOLMOGOROV_SMIRNOV] = "D",
    [VENULE_STUDY_DISTANCE_OF_CELLS] = "D",
  };
  /* Sums of ranks are whole, or half of a whole number. */
  gboolean of_ranks = test->kind == VENULE_STUDY_MANN_WHITNEY || test->kind == VENULE_STUDY_WILCOXON ||
                      test->kind == VENULE_STUDY_CHANGES;
  int decimals = of_ranks ? fmod (test->statistic, 1) != 0 : 2;
  g_autofree char *digits = venule_number_dup_shown (test->statistic, decimals);

  return g_strdup_printf ("%s = %s", letters[test->kind], digits);
}

static char *
dup_interval (VenuleInterval interval,
              int            decimals)
{
  g_autofree char *value = venule_number_dup_shown (interval.value, decimals);
  g_autofree char *low = venule_number_dup_shown (interval.low, decimals);
  g_autofree char *high = venule_number_dup_shown (interval.high, decimals);

  if (!isfinite (interval.value))
    return g_strdup ("");
  if (!isfinite (interval.low) || !isfinite (interval.high))
    return g_steal_pointer (&value);
  /* Translators: a value, and both ends of its interval of confidence */
  return g_strdup_printf (_("%s (%s to %s)"), value, low, high);
}

static char *
dup_p (const VenuleStudyTest *test)
{
  if (isnan (test->p))
    return g_strdup (_("not tested"));
  return venule_study_dup_p (isnan (test->corrected) ? test->p : test->corrected, TRUE);
}

/* (transfer full): what a test is about. */
static char *
dup_groups (const VenuleStudyResults *results,
            const VenuleStudyTest    *test)
{
  const VenuleStudyGroup *a = venule_study_results_get_group (results, (guint) test->a), *b;

  if (test->b < 0)
    return g_strdup (a->treatment && *a->treatment && results->paired ? a->treatment : _("all"));
  b = venule_study_results_get_group (results, (guint) test->b);
  if (test->kind == VENULE_STUDY_CHANGES)
    /* Translators: names of two treatments, whose changes are compared */
    return g_strdup_printf (_("%s – %s"), a->treatment, b->treatment);

  /* Translators: names of two groups that are compared */
  return g_strdup_printf (_("%s – %s"), name_of (results, test->a), name_of (results, test->b));
}

static void
show_tests (VenuleStudyResultsView *self)
{
  const VenuleStudyResults *results = self->results;
  /* Translators: title of a column; p of pairs of groups is corrected for their number */
  const char *p_title = results->groups->len > 2 ? _("p (pairs: corrected)") : _("p");
  const char *const titles[] = {
    _("Test"), _("Groups"), _("Statistic"), p_title, _("Effect (interval)"), _("Shift (interval)"), NULL
  };

  if (results->tests->len > 0)
    {
      add_titles (self->tests_grid, titles);
      gtk_label_set_xalign (GTK_LABEL (gtk_grid_get_child_at (self->tests_grid, 1, 0)), 0);
    }
  for (guint i = 0; i < results->tests->len; i++)
    {
      const VenuleStudyTest *test = &g_array_index (results->tests, VenuleStudyTest, i);
      g_autofree char *statistic = dup_statistic (test);
      g_autofree char *p = dup_p (test);
      /* The distance is its own effect. */
      g_autofree char *effect =
        dup_interval (test->kind >= VENULE_STUDY_KOLMOGOROV_SMIRNOV ? test->shift : test->effect, 2);
      g_autofree char *shift = dup_interval (test->shift, find_decimals (results));
      g_autofree char *groups = dup_groups (results, test);
      /* Translators: the test of Kolmogorov and Smirnov on cells, of which only the distance is given */
      const char *name = test->kind == VENULE_STUDY_DISTANCE_OF_CELLS ? _("Distance of cells")
                                                                      : venule_study_test_name (test->kind);

      add_cell (self->tests_grid, 0, (int) i + 1, name);
      add_cell (self->tests_grid, 1, (int) i + 1, groups);
      gtk_label_set_xalign (GTK_LABEL (gtk_grid_get_child_at (self->tests_grid, 1, (int) i + 1)), 0);
      add_cell (self->tests_grid, 2, (int) i + 1, statistic);
      add_cell (self->tests_grid, 3, (int) i + 1, p);
      add_cell (self->tests_grid, 4, (int) i + 1, effect);
      add_cell (self->tests_grid, 5, (int) i + 1, shift);
    }
  wrap_cells (self->tests_grid);
}

/* ---- Warnings ---- */

static void
show_warnings (VenuleStudyResultsView *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; self->results && i < self->results->warnings->len; i++)
    g_string_append_printf (text, "%s⚠ %s", i > 0 ? "\n" : "", (const char *) self->results->warnings->pdata[i]);
  gtk_label_set_label (self->warnings_label, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->warnings_label), text->len > 0);
}

/* ---- Figure ---- */

static void
make_figure (VenuleStudyResultsView *self,
             VenuleStudyFigure      *figure)
{
  venule_study_figure_init (figure, self->results, venule_study_results_view_get_kind (self),
                            venule_study_results_view_get_measure (self),
                            venule_study_results_view_get_options (self));
}

static void
draw_figure (GtkDrawingArea *area,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        user_data)
{
  VenuleStudyResultsView *self = user_data;
  const VenuleFigureOptions *options = venule_study_results_view_get_options (self);
  g_auto (VenuleStudyFigure) figure = { 0 };
  double paper_width, paper_height;

  if (!self->results || !venule_paper_sheet_begin (cr, width, height, options, &paper_width, &paper_height))
    return;
  make_figure (self, &figure);
  venule_figure_draw_groups (cr, paper_width, paper_height, &figure.figure, NULL);
}

static void
on_figure_chosen (VenuleStudyResultsView *self)
{
  VenuleGroupsKind kind = venule_study_results_view_get_kind (self);

  gtk_widget_set_visible (GTK_WIDGET (self->measure_drop_down),
                          kind == VENULE_GROUPS_HISTOGRAM || kind == VENULE_GROUPS_PANELS);
  gtk_widget_queue_draw (self->figure_area);
}

/**
 * venule_study_results_view_copy_figure:
 * @self: the view, with results
 *
 * Puts the figure on the clipboard, as a drawing for programs that take one and as a picture for the others.
 */
void
venule_study_results_view_copy_figure (VenuleStudyResultsView *self)
{
  static const struct {
    const char *name, *type;
  } kinds[] = { { "figure.svg", "image/svg+xml" }, { "figure.png", "image/png" } };
  g_auto (VenuleStudyFigure) figure = { 0 };
  GdkContentProvider *providers[G_N_ELEMENTS (kinds)];
  g_autoptr (GdkContentProvider) all = NULL;
  guint n = 0;

  g_return_if_fail (VENULE_IS_STUDY_RESULTS_VIEW (self) && self->results);

  make_figure (self, &figure);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GBytes) content = venule_figure_make_groups (&figure.figure, kinds[i].name, NULL);

      if (content)
        providers[n++] = gdk_content_provider_new_for_bytes (kinds[i].type, content);
    }
  if (n == 0)
    return;
  all = gdk_content_provider_new_union (providers, n);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), all);
}

/**
 * venule_study_results_view_copy_text:
 * @self: the view
 *
 * Puts the paragraph for the paper on the clipboard.
 */
void
venule_study_results_view_copy_text (VenuleStudyResultsView *self)
{
  g_return_if_fail (VENULE_IS_STUDY_RESULTS_VIEW (self));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), gtk_label_get_label (self->paragraph_label));
}

/* ---- All of it ---- */

/**
 * venule_study_results_view_take_results:
 * @self: the view
 * @results: (transfer full) (nullable): what came of the comparison; %NULL: there is nothing to show
 * @problem: (nullable): why there is not
 */
void
venule_study_results_view_take_results (VenuleStudyResultsView *self,
                                        VenuleStudyResults     *results,
                                        const char             *problem)
{
  g_autofree char *plain = NULL;
  g_autofree char *paragraph = NULL;

  g_return_if_fail (VENULE_IS_STUDY_RESULTS_VIEW (self));

  g_clear_pointer (&self->results, venule_study_results_free);
  self->results = results;
  clear_grid (self->groups_grid);
  clear_grid (self->tests_grid);
  show_warnings (self);
  if (results)
    {
      show_groups (self);
      show_tests (self);
      plain = venule_study_results_dup_plain (results);
      paragraph = venule_study_results_dup_paragraph (results);
      gtk_label_set_label (self->plain_label, plain);
      gtk_label_set_label (self->paragraph_label, paragraph);
    }
  gtk_label_set_label (self->problem_label, problem ? problem : "");
  gtk_stack_set_visible_child_name (self->stack, results ? "results" : "problem");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->figure_area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  plain ? plain : "", -1);
  gtk_widget_queue_draw (self->figure_area);
}

/**
 * venule_study_results_view_get_results:
 * @self: the view
 *
 * Returns: (transfer none) (nullable): what is shown, until other results are
 */
const VenuleStudyResults *
venule_study_results_view_get_results (VenuleStudyResultsView *self)
{
  g_return_val_if_fail (VENULE_IS_STUDY_RESULTS_VIEW (self), NULL);

  return self->results;
}

/* ---- Object ---- */

static void
venule_study_results_view_dispose (GObject *object)
{
  VenuleStudyResultsView *self = VENULE_STUDY_RESULTS_VIEW (object);

  g_clear_pointer (&self->results, venule_study_results_free);

  G_OBJECT_CLASS (venule_study_results_view_parent_class)->dispose (object);
}

static void
venule_study_results_view_class_init (VenuleStudyResultsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_study_results_view_dispose;

  g_type_ensure (VENULE_TYPE_FIGURE_OPTIONS_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/venule/Venule/ui/venule-study-results-view.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, VenuleStudyResultsView, name)
  BIND (stack);
  BIND (problem_label);
  BIND (plain_label);
  BIND (warnings_label);
  BIND (kind_drop_down);
  BIND (measure_drop_down);
  BIND (look_box);
  BIND (figure_area);
  BIND (groups_grid);
  BIND (tests_grid);
  BIND (why_label);
  BIND (paragraph_label);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_figure_chosen);
}

static void
venule_study_results_view_init (VenuleStudyResultsView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_label_set_label (self->why_label, venule_study_why_animals ());
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->figure_area), draw_figure, self, NULL);
  venule_figure_options_box_leave_kinds (self->look_box);
}
