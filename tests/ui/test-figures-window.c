/* test-figures-window.c: figures for a paper, on the screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "rolling-document.h"
#include "venule-document-tracks.h"
#include "venule-figure-options-box.h"
#include "venule-figures-window.h"
#include "venule-number-row.h"
#include "venule-validation-sample.h"

typedef struct {
  VenuleDocument *document;
  GtkWidget      *parent;
  GtkWidget      *window;
} Stage;

static void
set_up (Stage         *stage,
        gconstpointer  data)
{
  stage->document = rolling_document_new ();
  stage->parent = gtk_window_new ();
  stage->window = venule_figures_window_new (GTK_WINDOW (stage->parent), stage->document, NULL);
  gtk_window_present (GTK_WINDOW (stage->window));
}

static void
tear_down (Stage         *stage,
           gconstpointer  data)
{
  gtk_window_destroy (GTK_WINDOW (stage->window));
  gtk_window_destroy (GTK_WINDOW (stage->parent));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (stage->document);
}

static gpointer
child_of (Stage      *stage,
          const char *name)
{
  return gtk_widget_get_template_child (stage->window, VENULE_TYPE_FIGURES_WINDOW, name);
}

static gpointer
option_of (Stage      *stage,
           const char *name)
{
  return gtk_widget_get_template_child (child_of (stage, "options_box"), VENULE_TYPE_FIGURE_OPTIONS_BOX, name);
}

static const VenuleFigureOptions *
options_of (Stage *stage)
{
  return venule_figure_options_box_get_options (child_of (stage, "options_box"));
}

static void
wait_for_figure (Stage *stage)
{
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (!gtk_widget_get_sensitive (child_of (stage, "save_button")))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
give (Stage      *stage,
      const char *row,
      double      value)
{
  venule_number_row_set_value (option_of (stage, row), value);
  g_signal_emit_by_name (option_of (stage, row), "edited", value);
}

static void
test_a_journal_s_size_is_one_choice (Stage         *stage,
                                     gconstpointer  data)
{
  wait_for_figure (stage);
  g_assert_cmpfloat (options_of (stage)->width, ==, 85);
  g_assert_cmpuint (adw_combo_row_get_selected (option_of (stage, "size_row")), ==, 0);

  adw_combo_row_set_selected (option_of (stage, "size_row"), 2);
  g_assert_cmpfloat (options_of (stage)->width, ==, 180);
  g_assert_cmpfloat (venule_number_row_get_value (option_of (stage, "width_row")), ==, 180);

  /* Another width is an own size. */
  give (stage, "width_row", 120);
  g_assert_cmpfloat (options_of (stage)->width, ==, 120);
  g_assert_cmpuint (adw_combo_row_get_selected (option_of (stage, "size_row")), ==, 3);
}

/* Its labels that are on view: how many of them are whole, and how many cut. */
static void
count_labels (GtkWidget *widget,
              guint     *whole,
              guint     *cut)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget))
    ++*(pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))) ? cut : whole);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    count_labels (child, whole, cut);
}

static GtkWidget *
find_popover (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_POPOVER (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_popover (child);
  return found;
}

static void
test_names_of_figures_are_whole (Stage         *stage,
                                 gconstpointer  data)
{
  GtkWidget *popover = find_popover (option_of (stage, "kind_row"));
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;
  guint whole = 0, cut = 0;

  wait_for_figure (stage);
  gtk_popover_popup (GTK_POPOVER (popover));
  while (whole + cut < VENULE_N_FIGURE_KINDS)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, TRUE);
      whole = cut = 0;
      count_labels (popover, &whole, &cut);
    }
  g_assert_cmpuint (cut, ==, 0);
  gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
test_limits_that_make_no_sense_are_told (Stage         *stage,
                                         gconstpointer  data)
{
  wait_for_figure (stage);
  give (stage, "x_low_row", 5);
  give (stage, "x_high_row", 2);
  g_assert_false (gtk_widget_get_sensitive (child_of (stage, "save_button")));
  g_assert_true (gtk_widget_get_visible (child_of (stage, "problem_label")));
  give (stage, "x_high_row", 20);
  g_assert_true (gtk_widget_get_sensitive (child_of (stage, "save_button")));
  g_assert_false (gtk_widget_get_visible (child_of (stage, "problem_label")));
}

/* A figure of the results stays, and no other is made. */
static void
test_marks_of_a_sample_are_no_results (Stage         *stage,
                                       gconstpointer  data)
{
  g_autoptr (GArray) runs = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleValidationSample) sample = venule_validation_sample_draw (0, 5, 2, 1, 2, 1, &error);

  wait_for_figure (stage);
  g_assert_true (venule_document_begin_sample (stage->document, sample, &error));
  g_assert_true (gtk_widget_get_sensitive (child_of (stage, "save_button")));
  adw_combo_row_set_selected (option_of (stage, "kind_row"), 1);
  g_assert_false (gtk_widget_get_sensitive (child_of (stage, "save_button")));
  g_assert_cmpstr (gtk_label_get_label (child_of (stage, "problem_label")), ==, "Stop marking the sample first");
  runs = venule_document_dup_runs (stage->document);
  venule_document_show_run (stage->document, g_array_index (runs, gint64, 0), &error);
  g_assert_no_error (error);
  wait_for_figure (stage);
}

static void
test_another_figure_has_its_own_axes (Stage         *stage,
                                      gconstpointer  data)
{
  wait_for_figure (stage);
  give (stage, "x_high_row", 20);
  gtk_editable_set_text (option_of (stage, "x_title_row"), "v");
  g_assert_cmpstr (options_of (stage)->x_title, ==, "v");

  adw_combo_row_set_selected (option_of (stage, "kind_row"), VENULE_FIGURE_VELOCITY);
  g_assert_true (isnan (options_of (stage)->x_high));
  g_assert_null (options_of (stage)->x_title);
  g_assert_false (gtk_widget_get_visible (option_of (stage, "histogram_group")));
  wait_for_figure (stage);
}

/* The kymograph and the map are pictures: their tracks can be left out; only the map has the vessel. */
static void
test_pictures_have_their_own_choices (Stage         *stage,
                                      gconstpointer  data)
{
  wait_for_figure (stage);
  g_assert_false (gtk_widget_get_visible (option_of (stage, "picture_group")));
  adw_combo_row_set_selected (option_of (stage, "kind_row"), VENULE_FIGURE_KYMOGRAPH);
  wait_for_figure (stage);
  g_assert_true (gtk_widget_get_visible (option_of (stage, "picture_group")));
  g_assert_false (gtk_widget_get_visible (option_of (stage, "vessel_row")));
  g_assert_false (options_of (stage)->bare);
  gtk_switch_set_active (option_of (stage, "tracks_switch"), FALSE);
  g_assert_true (options_of (stage)->bare);

  adw_combo_row_set_selected (option_of (stage, "kind_row"), VENULE_FIGURE_MAP);
  g_assert_true (gtk_widget_get_visible (option_of (stage, "vessel_row")));
  gtk_switch_set_active (option_of (stage, "vessel_switch"), TRUE);
  g_assert_true (options_of (stage)->vessel);
  wait_for_figure (stage);
}

/* Nobody has marked anything in this document: it is said, and nothing can be saved. */
static void
test_agreement_asks_for_marks (Stage         *stage,
                               gconstpointer  data)
{
  wait_for_figure (stage);
  adw_combo_row_set_selected (option_of (stage, "kind_row"), VENULE_FIGURE_AGREEMENT);
  g_assert_true (gtk_widget_get_visible (child_of (stage, "problem_label")));
  g_assert_false (gtk_widget_get_sensitive (child_of (stage, "save_button")));
  adw_combo_row_set_selected (option_of (stage, "kind_row"), VENULE_FIGURE_FLUX);
  wait_for_figure (stage);
  g_assert_false (gtk_widget_get_visible (child_of (stage, "problem_label")));
}

/* It is typed, and nobody would see what stands in for it. */
static void
test_a_font_that_is_missing_is_told (Stage         *stage,
                                     gconstpointer  data)
{
  GtkWidget *note = option_of (stage, "font_note_row");

  wait_for_figure (stage);
  g_assert_false (gtk_widget_get_visible (note));
  gtk_editable_set_text (option_of (stage, "font_row"), "No Such <Font>");
  g_assert_true (gtk_widget_get_visible (note));
  g_assert_true (g_str_has_prefix (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (note)),
                                   "The font “No Such <Font>” is not installed: “"));
  gtk_editable_set_text (option_of (stage, "font_row"), "Sans");
  g_assert_false (gtk_widget_get_visible (note));
  gtk_editable_set_text (option_of (stage, "font_row"), "");
  g_assert_false (gtk_widget_get_visible (note));
}

static void
test_a_correction_makes_it_anew (Stage         *stage,
                                 gconstpointer  data)
{
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  wait_for_figure (stage);
  venule_document_remove_tracks (stage->document, (guint[]) { 2 }, 1, NULL);
  /* It settles first, and then works. */
  while (!gtk_widget_get_visible (child_of (stage, "spinner")))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, TRUE);
    }
  wait_for_figure (stage);
}

/* A toast that is an ancestor of what has the focus takes the Escape that closes the window. */
static void
test_a_toast_leaves_escape_alone (Stage         *stage,
                                  gconstpointer  data)
{
  wait_for_figure (stage);
  g_assert_false (gtk_widget_is_ancestor (child_of (stage, "copy_button"), child_of (stage, "toasts")));
  g_assert_false (gtk_widget_is_ancestor (child_of (stage, "options_box"), child_of (stage, "toasts")));
}

static gboolean
press (GtkWidget  *window,
       const char *key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (window);
  g_autoptr (GtkShortcutTrigger) wanted = gtk_shortcut_trigger_parse_string (key);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      for (guint j = 0;
           GTK_IS_SHORTCUT_CONTROLLER (controller) && j < g_list_model_get_n_items (G_LIST_MODEL (controller)); j++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), j);

          if (gtk_shortcut_trigger_equal (gtk_shortcut_get_trigger (shortcut), wanted))
            return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, window, NULL);
        }
    }
  return FALSE;
}

static void
on_quit (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       quitting)
{
  *(gboolean *) quitting = TRUE;
}

/* Those of the window that it belongs to. */
static void
test_keys_close_it_and_the_program (Stage         *stage,
                                    gconstpointer  data)
{
  g_autoptr (GtkApplication) application = gtk_application_new ("io.github.venule.Figures", G_APPLICATION_NON_UNIQUE);
  g_autoptr (GSimpleAction) quit = g_simple_action_new ("quit", NULL);
  GtkWidget *window;
  gboolean quitting = FALSE;

  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  g_signal_connect (quit, "activate", G_CALLBACK (on_quit), &quitting);
  g_action_map_add_action (G_ACTION_MAP (application), G_ACTION (quit));
  gtk_application_set_accels_for_action (application, "app.quit", (const char *[]) { "<Control>q", NULL });
  gtk_window_set_application (GTK_WINDOW (stage->parent), application);
  window = venule_figures_window_new (GTK_WINDOW (stage->parent), stage->document, NULL);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_present (GTK_WINDOW (window));

  g_assert_true (press (window, "<Control>q"));
  g_assert_true (quitting);
  g_assert_true (press (window, "<Control>w"));
  while (window)
    g_main_context_iteration (NULL, TRUE);
}

/* The event of Ctrl+Q holds it until the program has closed all windows. */
static void
test_it_outlives_its_parent (Stage         *stage,
                             gconstpointer  data)
{
  GtkWidget *parent = gtk_window_new ();
  g_autoptr (GtkWidget) window =
    g_object_ref (venule_figures_window_new (GTK_WINDOW (parent), stage->document, NULL));

  gtk_window_present (GTK_WINDOW (parent));
  gtk_window_present (GTK_WINDOW (window));
  g_object_add_weak_pointer (G_OBJECT (parent), (gpointer *) &parent);
  gtk_window_destroy (GTK_WINDOW (window));
  gtk_window_destroy (GTK_WINDOW (parent));
  while (parent)
    g_main_context_iteration (NULL, TRUE);
}

#define ADD(name, test) g_test_add ("/figures-window/" name, Stage, NULL, set_up, test, tear_down)

int
main (int   argc,
      char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  ADD ("a-font-that-is-missing-is-told", test_a_font_that_is_missing_is_told);
  ADD ("a-journal-s-size-is-one-choice", test_a_journal_s_size_is_one_choice);
  ADD ("names-of-figures-are-whole", test_names_of_figures_are_whole);
  ADD ("limits-that-make-no-sense-are-told", test_limits_that_make_no_sense_are_told);
  ADD ("another-figure-has-its-own-axes", test_another_figure_has_its_own_axes);
  ADD ("pictures-have-their-own-choices", test_pictures_have_their_own_choices);
  ADD ("agreement-asks-for-marks", test_agreement_asks_for_marks);
  ADD ("a-correction-makes-it-anew", test_a_correction_makes_it_anew);
  ADD ("keys-close-it-and-the-program", test_keys_close_it_and_the_program);
  ADD ("it-outlives-its-parent", test_it_outlives_its_parent);
  ADD ("marks-of-a-sample-are-no-results", test_marks_of_a_sample_are_no_results);
  ADD ("a-toast-leaves-escape-alone", test_a_toast_leaves_escape_alone);

  return g_test_run ();
}
