/* test-closing-work.c: windows that are closed while they run or write
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "application.h"
#include "window-stage.h"
#include "venule-document-tracks.h"
#include "venule-figures-window.h"

/* A document with results, which is saved. */
static void
set_up_results (Stage         *stage,
                gconstpointer  data)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  set_up (stage, data);
  path = g_build_filename (stage->folder, "results.venule", NULL);
  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  wait_for (stage, is_over);
  venule_document_save (stage->window->document, path, &error);
  g_assert_no_error (error);
}

static gboolean
asks (const char *heading)
{
  GtkWindow *dialog = find_window (ADW_TYPE_MESSAGE_DIALOG);

  return dialog && g_str_equal (adw_message_dialog_get_heading (ADW_MESSAGE_DIALOG (dialog)), heading);
}

static gboolean
asks_about_changes (Stage *stage)
{
  return asks ("Save Changes?");
}

/* What the run has found can be saved when it has ended. */
static void
test_run_that_ends_while_it_is_asked (Stage         *stage,
                                      gconstpointer  data)
{
  activate (stage, "run");
  g_assert_true (venule_window_is_running (stage->window));
  gtk_window_close (GTK_WINDOW (stage->window));
  g_assert_true (asks ("Close during the Run?"));
  wait_for (stage, asks_about_changes);
  g_assert_false (venule_window_is_running (stage->window));
  answer ("_Cancel");
  wait_for (stage, is_not_asked);
  g_assert_false (stage->gone);
}

static void
export_all (Stage *stage)
{
  g_autofree char *results = g_build_filename (stage->folder, "results", NULL);

  g_settings_set_boolean (stage->window->settings, "export-movie", TRUE);
  venule_window_set_folder (stage->window, results);
  activate (stage, "export");
  g_assert_nonnull (stage->window->files.export);
  g_settings_reset (stage->window->settings, "export-movie");
}

static void
delete_first (Stage *stage)
{
  g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (stage->window->document), 0);
  const guint id = venule_track_get_id (track);

  venule_document_remove_tracks (stage->window->document, &id, 1, NULL);
}

/* Returns: what lives as long as the files are written */
static gpointer
export_and_close (Stage *stage)
{
  gpointer writing;

  export_all (stage);
  writing = stage->window->files.export;
  gtk_window_close (GTK_WINDOW (stage->window));
  g_assert_true (asks ("Close during the Export?"));
  return writing;
}

static void
assert_all_complete (Stage *stage)
{
  g_autofree char *results = g_build_filename (stage->folder, "results", NULL);
  g_autoptr (GDir) dir = g_dir_open (results, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    g_assert_false (g_str_has_prefix (name, "."));
}

static void
test_export_that_goes_on (Stage         *stage,
                          gconstpointer  data)
{
  export_and_close (stage);
  answer ("_Cancel");
  wait_for (stage, is_written);
  g_assert_false (stage->gone);
  g_assert_true (stage->window->steps.exported);
  assert_all_complete (stage);
}

/* The last to let go may be the thread. */
static void
wait_until_null (gpointer *weak)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US / 2;

  while (*weak)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
}

static void
test_export_that_is_stopped (Stage         *stage,
                             gconstpointer  data)
{
  gpointer writing = export_and_close (stage);

  g_object_add_weak_pointer (writing, &writing);
  answer ("Close _Anyway");
  wait_for (stage, is_gone);
  wait_until_null (&writing);
  assert_all_complete (stage);
}

static void
test_export_that_ends_while_it_is_asked (Stage         *stage,
                                         gconstpointer  data)
{
  export_and_close (stage);
  wait_for (stage, is_gone);
  assert_all_complete (stage);
}

/* Why it failed is to be read. */
static void
test_export_that_fails_while_it_is_asked (Stage         *stage,
                                          gconstpointer  data)
{
  g_autofree char *file = g_build_filename (stage->folder, "results", NULL);

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  export_and_close (stage);
  wait_for (stage, has_error);
  wait_for (stage, is_not_asked);
  g_assert_false (stage->gone);
}

/* One question after the other, and what the first has said does not count after Cancel. */
static void
test_changes_during_an_export (Stage         *stage,
                               gconstpointer  data)
{
  export_all (stage);
  delete_first (stage);
  gtk_window_close (GTK_WINDOW (stage->window));
  g_assert_true (asks ("Save Changes?"));
  answer ("_Discard Changes");
  wait_for (stage, is_asked);
  g_assert_true (asks ("Close during the Export?"));
  answer ("_Cancel");
  wait_for (stage, is_not_asked);
  gtk_window_close (GTK_WINDOW (stage->window));
  g_assert_true (asks ("Save Changes?"));
  answer ("_Cancel");
}

/* As with the keys: the entry keeps the focus, and nobody has pressed Return. */
static void
type_note (Stage      *stage,
           const char *note)
{
  GtkWidget *panel = GTK_WIDGET (stage->window->panels.correct);
  g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (stage->window->document), 0);
  const guint id = venule_track_get_id (track);

  venule_selection_set (stage->window->selection, &id, 1);
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_template_child (panel, VENULE_TYPE_CORRECT_PANEL, "note_entry")),
                         note);
}

static gboolean
is_saved (Stage *stage)
{
  return !venule_document_get_saving (stage->window->document, NULL);
}

static void
assert_first_note (Stage      *stage,
                   const char *note)
{
  g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (stage->window->document), 0);

  g_assert_cmpstr (venule_track_get_note (track), ==, note);
}

static void
test_a_note_that_is_typed_is_saved (Stage         *stage,
                                    gconstpointer  data)
{
  type_note (stage, "saved");
  activate (stage, "save");
  assert_first_note (stage, "saved");
  wait_for (stage, is_saved);
  g_assert_false (venule_window_has_unsaved (stage->window));
}

static void
test_a_note_that_is_typed_is_saved_under_another_name (Stage         *stage,
                                                       gconstpointer  data)
{
  type_note (stage, "saved under another name");
  activate (stage, "save-as");
  assert_first_note (stage, "saved under another name");
}

static void
test_a_note_that_is_typed_is_asked_about (Stage         *stage,
                                          gconstpointer  data)
{
  type_note (stage, "asked about");
  gtk_window_close (GTK_WINDOW (stage->window));
  g_assert_true (asks_about_changes (stage));
  answer ("_Save");
  wait_for (stage, is_gone);
}

/* As with the keys: the entry keeps the focus, and nobody has pressed Return. */
static void
type_diameter (Stage      *stage,
               const char *text)
{
  GtkWidget *row = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (stage->window->panels.cells),
                                                              VENULE_TYPE_CELLS_PANEL, "diameter_row"));

  venule_window_open_step (stage->window, VENULE_WORKFLOW_STEP_CELLS);
  while (!gtk_widget_grab_focus (row) || !GTK_IS_TEXT (gtk_window_get_focus (GTK_WINDOW (stage->window))))
    g_main_context_iteration (NULL, TRUE);
  gtk_editable_set_text (GTK_EDITABLE (gtk_window_get_focus (GTK_WINDOW (stage->window))), text);
}

/* 9 µm, in px */
static void
assert_typed (Stage *stage)
{
  g_assert_cmpfloat_with_epsilon (venule_document_get_settings (stage->window->document)->cell_diameter, 9 / 0.363,
                                  0.01);
}

static void
test_a_number_that_is_typed_is_saved (Stage         *stage,
                                      gconstpointer  data)
{
  type_diameter (stage, "9");
  activate (stage, "save");
  assert_typed (stage);
  wait_for (stage, is_saved);
  g_assert_false (venule_window_has_unsaved (stage->window));
}

static void
test_a_number_that_is_typed_is_asked_about (Stage         *stage,
                                            gconstpointer  data)
{
  activate (stage, "save");
  wait_for (stage, is_saved);
  type_diameter (stage, "9");
  gtk_window_close (GTK_WINDOW (stage->window));
  g_assert_true (asks_about_changes (stage));
  answer ("_Cancel");
}

static void
test_a_run_takes_the_number_that_is_typed (Stage         *stage,
                                           gconstpointer  data)
{
  type_diameter (stage, "9");
  activate (stage, "run");
  g_assert_true (venule_window_is_running (stage->window));
  assert_typed (stage);
  activate (stage, "cancel");
  wait_for (stage, is_over);
}

/* What is shown then are the marks, not the results. */
static void
test_marks_of_a_sample_are_not_exported (Stage         *stage,
                                         gconstpointer  data)
{
  g_autofree char *results = g_build_filename (stage->folder, "results", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleValidationSample) sample = venule_validation_sample_draw (0, 20, 2, 3, 2, 1, &error);

  g_assert_true (venule_document_begin_sample (stage->window->document, sample, &error));
  venule_window_set_folder (stage->window, results);
  activate (stage, "export");
  g_assert_null (stage->window->files.export);
  g_assert_false (g_file_test (results, G_FILE_TEST_EXISTS));
  activate (stage, "figures");
  g_assert_null (find_window (VENULE_TYPE_FIGURES_WINDOW));
  g_assert_false (is_enabled (stage, "copy-measures"));
  g_assert_false (is_enabled (stage, "measure-flow"));
}

/* The message that has the button goes, and the next one is there at once. */
static void
test_undo_in_a_message_tells_what_is_undone (Stage         *stage,
                                             gconstpointer  data)
{
  const guint n_tracks = g_list_model_get_n_items (G_LIST_MODEL (stage->window->document));
  g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (stage->window->document), 0);
  const guint id = venule_track_get_id (track);

  venule_selection_set (stage->window->selection, &id, 1);
  activate (stage, "delete-track");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (stage->window->document)), ==, n_tracks - 1);
  g_signal_emit_by_name (find_button (GTK_WIDGET (stage->window->toasts), "_Undo"), "clicked");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (stage->window->document)), ==, n_tracks);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_true (g_str_has_prefix (told (stage), "Undone: "));
}

int
main (int   argc,
      char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(name, function) g_test_add ("/closing-work/" name, Stage, NULL, set_up_results, function, tear_down)
  ADD ("run that ends while it is asked", test_run_that_ends_while_it_is_asked);
  ADD ("export that goes on", test_export_that_goes_on);
  ADD ("export that is stopped", test_export_that_is_stopped);
  ADD ("export that ends while it is asked", test_export_that_ends_while_it_is_asked);
  ADD ("export that fails while it is asked", test_export_that_fails_while_it_is_asked);
  ADD ("changes during an export", test_changes_during_an_export);
  ADD ("a note that is typed is saved", test_a_note_that_is_typed_is_saved);
  ADD ("a note that is typed is saved under another name", test_a_note_that_is_typed_is_saved_under_another_name);
  ADD ("a note that is typed is asked about", test_a_note_that_is_typed_is_asked_about);
  ADD ("a number that is typed is saved", test_a_number_that_is_typed_is_saved);
  ADD ("a number that is typed is asked about", test_a_number_that_is_typed_is_asked_about);
  ADD ("a run takes the number that is typed", test_a_run_takes_the_number_that_is_typed);
  ADD ("marks of a sample are not exported", test_marks_of_a_sample_are_not_exported);
  ADD ("undo in a message tells what is undone", test_undo_in_a_message_tells_what_is_undone);
#undef ADD

  return application_run_tests ();
}
