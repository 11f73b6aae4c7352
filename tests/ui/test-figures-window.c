/* test-figures-window.c: figures for a paper, on the screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "fake-source.h"
#include "venule-figure-options-box.h"
#include "venule-figures-window.h"
#include "venule-number-row.h"

typedef struct {
  VenuleDocument *document;
  GtkWidget      *parent;
  GtkWidget      *window;
} Stage;

/* Two rolling cells in 20 frames. */
static void
set_up (Stage         *stage,
        gconstpointer  data)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (200, 100, 100);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  VenuleRunFacts facts = { .device = (char *) "test", .last_frame = 99, .complete = TRUE };

  fake_source_build (source);
  for (guint i = 1; i <= 2; i++)
    {
      VenuleTrack *track = venule_track_new (i);

      for (guint j = 0; j < 20; j++)
        {
          VenuleSpot spot = { .frame = j, .time = j / 25.0, .x = 20 + i * j, .y = 40.0 * i, .radius = 4 };

          venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }
  settings->vessel->flow_x = 1;
  stage->document = venule_document_new (source);
  venule_document_set_settings (stage->document, settings);
  venule_document_begin_run (stage->document, settings);
  venule_document_set_run_facts (stage->document, &facts);
  venule_document_finish_run (stage->document, tracks);
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

static void
test_a_correction_makes_it_anew (Stage         *stage,
                                 gconstpointer  data)
{
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  wait_for_figure (stage);
  venule_document_delete_tracks (stage->document, (guint[]) { 2 }, 1);
  /* It settles first, and then works. */
  while (!gtk_widget_get_visible (child_of (stage, "spinner")))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, TRUE);
    }
  wait_for_figure (stage);
}

#define ADD(name, test) g_test_add ("/figures-window/" name, Stage, NULL, set_up, test, tear_down)

int
main (int   argc,
      char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  ADD ("a-journal-s-size-is-one-choice", test_a_journal_s_size_is_one_choice);
  ADD ("limits-that-make-no-sense-are-told", test_limits_that_make_no_sense_are_told);
  ADD ("another-figure-has-its-own-axes", test_another_figure_has_its_own_axes);
  ADD ("a-correction-makes-it-anew", test_a_correction_makes_it_anew);

  return g_test_run ();
}
