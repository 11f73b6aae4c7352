/* test-undo.c: settings are taken back, whichever run is on show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "application.h"
#include "venule-document-tracks.h"
#include "window-stage.h"

static const VenuleSettings *
get_settings (Stage *stage)
{
  return venule_document_get_settings (stage->window->document);
}

static double
get_pixel_size (Stage *stage)
{
  return get_settings (stage)->calibration.pixel_size_um;
}

static double
get_run_pixel_size (Stage *stage)
{
  return venule_document_get_run_settings (stage->window->document)->calibration.pixel_size_um;
}

static void
set_pixel_size (Stage  *stage,
                double  pixel_size_um)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (get_settings (stage));

  settings->calibration.pixel_size_um = pixel_size_um;
  venule_document_set_settings (stage->window->document, settings);
}

static void
make_runs (Stage *stage,
           guint  n)
{
  open_sample (stage);
  set_sample_settings (stage);
  for (guint i = 0; i < n; i++)
    {
      activate (stage, "run");
      wait_for (stage, is_over);
    }
}

static void
change_sensitivity (Stage  *stage,
                    double  sensitivity)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (get_settings (stage));

  settings->sensitivity = sensitivity;
  venule_document_set_settings (stage->window->document, settings);
}

/* And not the vessel that was drawn before. */
static void
test_settings_are_taken_back (Stage         *stage,
                              gconstpointer  data)
{
  g_autofree char *name = NULL;

  open_sample (stage);
  set_sample_settings (stage);
  change_sensitivity (stage, 0.7);
  change_sensitivity (stage, 0.8); /* while it is dragged */
  name = venule_window_dup_undo_name (stage->window);
  g_assert_cmpstr (name, ==, "Change Settings");
  activate (stage, "undo");
  g_assert_cmpfloat (get_settings (stage)->sensitivity, ==, 0.5);
  g_assert_true (venule_vessel_has_flow (get_settings (stage)->vessel));
  activate (stage, "redo");
  g_assert_cmpfloat (get_settings (stage)->sensitivity, ==, 0.8);
}

/* They are those of the next run, and another run that was looked at changes nothing of them. */
static void
test_settings_are_taken_back_after_another_run (Stage         *stage,
                                                gconstpointer  data)
{
  make_runs (stage, 2);
  g_assert_false (is_enabled (stage, "undo")); /* what a run was made with is not changed after it */
  change_sensitivity (stage, 0.8);
  venule_window_show_run (stage->window, 1);
  g_assert_true (is_enabled (stage, "undo"));
  change_sensitivity (stage, 0.3);
  venule_window_show_run (stage->window, 2);
  activate (stage, "undo");
  g_assert_cmpfloat (get_settings (stage)->sensitivity, ==, 0.8);
  activate (stage, "undo");
  g_assert_cmpfloat (get_settings (stage)->sensitivity, ==, 0.5);
  g_assert_false (is_enabled (stage, "undo"));
  venule_window_show_run (stage->window, 1);
  activate (stage, "redo");
  activate (stage, "redo");
  g_assert_cmpfloat (get_settings (stage)->sensitivity, ==, 0.3);
}

/* What was edited in a run comes before what was set before that, and after what was set after it. */
static void
test_settings_stand_among_the_edits_of_each_run (Stage         *stage,
                                                 gconstpointer  data)
{
  VenuleDocument *document;
  guint id;

  make_runs (stage, 2);
  document = stage->window->document;
  id = venule_track_get_id (venule_document_get_tracks (document)[0]);
  g_assert_true (venule_document_set_note (document, &id, 1, "seen", NULL));
  change_sensitivity (stage, 0.8);
  venule_window_show_run (stage->window, 1);
  set_pixel_size (stage, 0.5);
  venule_window_show_run (stage->window, 2);
  activate (stage, "undo");
  activate (stage, "undo");
  g_assert_cmpfloat (get_settings (stage)->sensitivity, ==, 0.5);
  g_assert_cmpstr (venule_track_get_note (venule_document_get_track (document, id)), ==, "seen");
  activate (stage, "undo");
  g_assert_null (venule_track_get_note (venule_document_get_track (document, id)));
  activate (stage, "redo");
  g_assert_nonnull (venule_track_get_note (venule_document_get_track (document, id)));
}

static gboolean
says_so (Stage *stage)
{
  g_autofree char *text = venule_message_bar_dup_text (stage->window->message_bar);

  return text && g_str_has_prefix (text, "This run was measured with another pixel size");
}

static void
test_the_pixel_size_of_a_run_is_taken_back (Stage         *stage,
                                            gconstpointer  data)
{
  g_autofree char *name = NULL;

  make_runs (stage, 2);
  set_pixel_size (stage, 0.5);
  venule_window_show_run (stage->window, 1);
  g_assert_cmpfloat (get_run_pixel_size (stage), ==, 0.363);
  activate (stage, "use-pixel-size");
  g_assert_cmpfloat (get_run_pixel_size (stage), ==, 0.5);
  g_assert_false (says_so (stage));
  name = venule_window_dup_undo_name (stage->window);
  g_assert_cmpstr (name, ==, "Change Pixel Size");

  activate (stage, "undo");
  g_assert_cmpfloat (get_run_pixel_size (stage), ==, 0.363);
  g_assert_cmpfloat (get_pixel_size (stage), ==, 0.5);
  g_assert_true (says_so (stage));
  activate (stage, "redo");
  g_assert_cmpfloat (get_run_pixel_size (stage), ==, 0.5);

  /* It is no step of the other run, whose own pixel size comes back with that of step 1. */
  venule_window_show_run (stage->window, 2);
  activate (stage, "undo");
  g_assert_cmpfloat (get_pixel_size (stage), ==, 0.363);
  g_assert_cmpfloat (get_run_pixel_size (stage), ==, 0.363);
  venule_window_show_run (stage->window, 1);
  g_assert_cmpfloat (get_run_pixel_size (stage), ==, 0.5);
  activate (stage, "undo");
  g_assert_cmpfloat (get_run_pixel_size (stage), ==, 0.363);
}

static gboolean
says_askew (Stage *stage)
{
  g_autofree char *text = venule_message_bar_dup_text (stage->window->message_bar);

  return text != NULL && strstr (text, "to the arrow of the flow") != NULL;
}

static gboolean
has_looked (Stage *stage)
{
  return !venule_window_is_running (stage->window) && stage->window->run.warnings == NULL;
}

static void
run_with_arrow_across (Stage *stage)
{
  g_autoptr (VenuleSettings) settings = NULL;

  open_sample (stage);
  set_sample_settings (stage);
  settings = venule_settings_copy (get_settings (stage));
  settings->vessel->flow_x = 0;
  settings->vessel->flow_y = 1;
  venule_document_set_settings (stage->window->document, settings);
  activate (stage, "run");
  wait_for (stage, says_askew);
}

/* What must be known of a run is said when its document is opened, too. */
static void
test_an_arrow_askew_is_told_when_the_document_is_opened (Stage         *stage,
                                                         gconstpointer  data)
{
  g_autofree char *path = g_build_filename (stage->folder, "askew.venule", NULL);
  g_autofree char *results = g_build_filename (stage->folder, "results", NULL);
  g_autoptr (GError) error = NULL;

  run_with_arrow_across (stage);
  venule_document_save (stage->window->document, path, &error);
  g_assert_no_error (error);

  open_in_new_window (stage, path);
  wait_for (stage, says_askew);
  g_assert_nonnull (find_button (GTK_WIDGET (stage->window->message_bar), "_Turn Arrow and Run Again"));

  venule_window_set_folder (stage->window, results);
  activate (stage, "export");
  wait_for (stage, is_written);
  g_assert_false (venule_message_bar_is_error (stage->window->message_bar));
  g_assert_true (says_askew (stage)); /* it holds of what was written, too */
}

/* The arrow that a warning offers is the way that the cells were seen to go; the run before stays. */
static void
test_an_arrow_that_is_turned_leaves_the_run_before (Stage         *stage,
                                                    gconstpointer  data)
{
  GtkWidget *button;

  run_with_arrow_across (stage);

  button = find_button (GTK_WIDGET (stage->window->message_bar), "_Turn Arrow and Run Again");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  g_assert_true (venule_window_is_running (stage->window));
  wait_for (stage, has_looked);
  g_assert_false (says_askew (stage));
  g_assert_cmpfloat (get_settings (stage)->vessel->flow_x, >, 0.99);

  venule_window_show_run (stage->window, 1);
  wait_for (stage, says_askew);
  g_assert_cmpfloat (venule_document_get_run_settings (stage->window->document)->vessel->flow_y, ==, 1);
}

#define ADD(name, function) g_test_add ("/undo/" name, Stage, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  ADD ("settings are taken back", test_settings_are_taken_back);
  ADD ("settings are taken back after another run", test_settings_are_taken_back_after_another_run);
  ADD ("settings stand among the edits of each run", test_settings_stand_among_the_edits_of_each_run);
  ADD ("the pixel size of a run is taken back", test_the_pixel_size_of_a_run_is_taken_back);
  ADD ("an arrow askew is told when the document is opened", test_an_arrow_askew_is_told_when_the_document_is_opened);
  ADD ("an arrow that is turned leaves the run before", test_an_arrow_that_is_turned_leaves_the_run_before);

  return application_run_tests ();
}
