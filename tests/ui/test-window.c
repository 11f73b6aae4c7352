/* test-window.c: the window: opening, running, correcting, closing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "application.h"
#include "window-stage.h"
#include "venule-document-tracks.h"

static void
test_empty_window_offers_to_open (Stage         *stage,
                                  gconstpointer  data)
{
  g_assert_true (venule_window_is_empty (stage->window));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stage->window->stack), ==, "start");
  g_assert_true (is_enabled (stage, "open"));
  g_assert_false (is_enabled (stage, "run"));
  g_assert_false (is_enabled (stage, "play"));
  g_assert_false (is_enabled (stage, "export"));
}

static void
test_what_is_no_video_says_why (Stage         *stage,
                                gconstpointer  data)
{
  g_autofree char *text_file = g_build_filename (stage->folder, "notes.avi", NULL);
  g_autofree char *missing = g_build_filename (stage->folder, "missing.avi", NULL);
  const char *paths[] = { text_file, missing, stage->folder };

  g_assert_true (g_file_set_contents (text_file, "Day 3: nothing rolled.\n", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *name = g_path_get_basename (paths[i]);
      g_autofree char *text = NULL;

      venule_message_bar_hide (stage->window->message_bar);
      open_path (stage, paths[i]);
      wait_for (stage, has_error);
      text = venule_message_bar_dup_text (stage->window->message_bar);
      g_assert_nonnull (strstr (text, name));
      g_assert_true (venule_window_is_empty (stage->window));
    }
}

static void
test_open_video_shows_its_first_frame (Stage         *stage,
                                       gconstpointer  data)
{
  open_sample (stage);
  wait_for (stage, always);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stage->window->stack), ==, "work");
  g_assert_cmpstr (adw_window_title_get_subtitle (stage->window->header.title), ==, "400×240 · 30 frames/s");
  g_assert_cmpint (venule_player_get_position (stage->window->player), ==, 0);
  g_assert_cmpint (venule_player_get_n_frames (stage->window->player), ==, 90);
  g_assert_cmpint (venule_workflow_step_get_state (stage->window->steps.calibration), ==, VENULE_WORKFLOW_STEP_NEXT);
  g_assert_cmpint (venule_workflow_step_get_state (stage->window->steps.run), ==, VENULE_WORKFLOW_STEP_WAITING);
  g_assert_true (is_enabled (stage, "run")); /* it says what is missing */

  activate (stage, "last-frame");
  g_assert_cmpint (venule_player_get_position (stage->window->player), ==, 89);
  activate (stage, "previous-frame");
  g_assert_cmpint (venule_player_get_position (stage->window->player), ==, 88);
}

static void
test_steps_follow_the_settings (Stage         *stage,
                                gconstpointer  data)
{
  open_sample (stage);
  set_sample_settings (stage);
  g_assert_cmpint (venule_workflow_step_get_state (stage->window->steps.calibration), ==, VENULE_WORKFLOW_STEP_DONE);
  g_assert_cmpint (venule_workflow_step_get_state (stage->window->steps.vessel), ==, VENULE_WORKFLOW_STEP_DONE);
  g_assert_cmpint (venule_workflow_step_get_state (stage->window->steps.run), ==, VENULE_WORKFLOW_STEP_NEXT);
  g_assert_true (is_enabled (stage, "run"));

  venule_window_open_step (stage->window, VENULE_WORKFLOW_STEP_VESSEL);
  g_assert_false (venule_workflow_step_get_expanded (stage->window->steps.calibration));
}

static void
test_run_correct_undo_export (Stage         *stage,
                              gconstpointer  data)
{
  g_autofree char *results = g_build_filename (stage->folder, "results", NULL);
  g_autofree char *spots = g_build_filename (results, "spots.csv", NULL);
  VenuleDocument *document;
  guint n, id;

  open_sample (stage);
  set_sample_settings (stage);
  document = stage->window->document;
  activate (stage, "run");
  g_assert_true (venule_window_is_running (stage->window));
  g_assert_false (is_enabled (stage, "run"));
  wait_for (stage, is_over);
  wait_for (stage, has_tracks);
  n = g_list_model_get_n_items (G_LIST_MODEL (document));
  g_assert_true (venule_window_has_unsaved (stage->window));
  g_assert_cmpint (venule_workflow_step_get_state (stage->window->steps.run), ==, VENULE_WORKFLOW_STEP_DONE);

  g_assert_false (is_enabled (stage, "delete-track"));
  {
    g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), 1);

    id = venule_track_get_id (track);
  }
  venule_selection_set (stage->window->selection, &id, 1);
  activate (stage, "delete-track");
  g_assert_cmpstr (adw_toast_get_button_label (stage->window->undo_toast), ==, "_Undo");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, n - 1);
  g_assert_cmpuint (venule_selection_get_ids (stage->window->selection)->len, ==, 0);
  activate (stage, "undo");
  if (stage->window->undo_toast) /* its button would undo something else */
    {
      g_assert_null (adw_toast_get_button_label (stage->window->undo_toast));
      g_assert_true (g_str_has_prefix (told (stage), "Undone: "));
    }
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, n);
  g_assert_true (is_enabled (stage, "redo"));

  /* A note that is typed counts without Return. */
  venule_selection_set (stage->window->selection, &id, 1);
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_template_child (GTK_WIDGET (stage->window->panels.correct),
                                                                      VENULE_TYPE_CORRECT_PANEL, "note_entry")),
                         "typed only");
  venule_window_set_folder (stage->window, results);
  activate (stage, "export");
  g_assert_cmpstr (venule_track_get_note (venule_document_get_track (document, id)), ==, "typed only");
  wait_for (stage, is_written);
  g_assert_true (g_file_test (spots, G_FILE_TEST_EXISTS));
  g_assert_true (venule_window_has_unsaved (stage->window)); /* tables do not hold everything */
}

static gboolean
has_document (Stage *stage)
{
  return stage->window->document != NULL;
}

/* Saved, closed and opened again: the tracks, the corrections, and that they can be taken back. */
static void
test_a_saved_document_is_opened_again (Stage         *stage,
                                       gconstpointer  data)
{
  g_autofree char *path = g_build_filename (stage->folder, "analysis.venule", NULL);
  g_autoptr (GError) error = NULL;
  VenuleWindow *again;
  guint n, id;

  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  wait_for (stage, is_over);
  wait_for (stage, has_tracks);
  n = g_list_model_get_n_items (G_LIST_MODEL (stage->window->document));
  {
    g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (stage->window->document), 1);

    id = venule_track_get_id (track);
  }
  venule_selection_set (stage->window->selection, &id, 1);
  activate (stage, "delete-track");
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (stage->window)), "• "));
  venule_document_save (stage->window->document, path, &error);
  g_assert_no_error (error);
  g_assert_false (venule_window_has_unsaved (stage->window));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (stage->window)), ==, "analysis.venule");
  activate (stage, "save");
  g_assert_false (has_error (stage));

  open_in_new_window (stage, path);
  again = stage->window;
  wait_for (stage, has_document);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again->document)), ==, n - 1);
  g_assert_cmpint (venule_workflow_step_get_state (again->steps.run), ==, VENULE_WORKFLOW_STEP_DONE);
  g_assert_false (venule_window_has_unsaved (again));
  g_assert_true (is_enabled (stage, "undo"));
  activate (stage, "undo");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again->document)), ==, n);
  g_assert_true (venule_window_has_unsaved (again));
  again->closing.anyway = TRUE;
}

static void
test_changed_settings_make_tracks_stale (Stage         *stage,
                                         gconstpointer  data)
{
  g_autoptr (VenuleSettings) settings = NULL;

  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  wait_for (stage, is_over);
  settings = venule_settings_copy (venule_document_get_settings (stage->window->document));
  settings->sensitivity = 0.8;
  venule_document_set_settings (stage->window->document, settings);
  g_assert_cmpint (venule_workflow_step_get_state (stage->window->steps.run), !=, VENULE_WORKFLOW_STEP_DONE);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (
    gtk_widget_get_template_child (GTK_WIDGET (stage->window->panels.run), VENULE_TYPE_RUN_PANEL, "stale_label"))));
}

static void
test_folder_that_cannot_be_written_loses_nothing (Stage         *stage,
                                                  gconstpointer  data)
{
  g_autofree char *file = g_build_filename (stage->folder, "file", NULL);
  g_autofree char *inside = g_build_filename (file, "results", NULL);
  guint n;

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  wait_for (stage, is_over);
  n = g_list_model_get_n_items (G_LIST_MODEL (stage->window->document));
  venule_window_set_folder (stage->window, inside);
  activate (stage, "export");
  wait_for (stage, is_written);
  g_assert_true (has_error (stage));
  g_assert_true (venule_window_has_unsaved (stage->window));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (stage->window->document)), ==, n);
}

/* The command line holds a folder while it writes; files of the two side by side would be taken for those of one. */
static void
test_a_folder_that_is_written_into_is_left_alone (Stage         *stage,
                                                  gconstpointer  data)
{
  g_autofree char *results = g_build_filename (stage->folder, "results", NULL);
  g_autofree char *spots = g_build_filename (results, "spots.csv", NULL);
  int lock;

  g_assert_cmpint (g_mkdir (results, 0700), ==, 0);
  lock = g_open (results, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  g_assert_cmpint (flock (lock, LOCK_EX), ==, 0);
  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  wait_for (stage, is_over);
  venule_window_set_folder (stage->window, results);
  activate (stage, "export");
  wait_for (stage, is_written);
  g_assert_true (has_error (stage));
  g_assert_false (g_file_test (spots, G_FILE_TEST_EXISTS));

  close (lock);
  activate (stage, "export");
  wait_for (stage, is_written);
  g_assert_true (g_file_test (spots, G_FILE_TEST_EXISTS));
}

/* They may be those of another document: of another vessel, or of a video of that name in another folder. */
static void
test_results_that_are_there_are_not_replaced_without_a_question (Stage         *stage,
                                                                 gconstpointer  data)
{
  g_autofree char *results = g_build_filename (stage->folder, "results", NULL);
  g_autofree char *tracks = g_build_filename (results, "tracks.csv", NULL);
  g_autofree char *others = NULL, *own = NULL;
  GtkWindow *question;
  GtkWidget *focus;

  g_assert_cmpint (g_mkdir (results, 0700), ==, 0);
  g_assert_true (g_file_set_contents (tracks, "of another", -1, NULL));
  gtk_window_set_default_size (GTK_WINDOW (stage->window), 800, 600); /* the answers stand in a column */
  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  wait_for (stage, is_over);
  venule_window_set_folder (stage->window, results);
  activate (stage, "export");
  wait_for (stage, is_asked);
  question = find_window (ADW_TYPE_MESSAGE_DIALOG);
  focus = gtk_window_get_focus (question);
  g_assert_true (GTK_IS_BUTTON (focus));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (focus)), !=, "_Replace"); /* Return would press it */
  answer ("_Cancel");
  wait_for (stage, is_not_asked);
  g_assert_null (stage->window->files.export);
  g_assert_true (g_file_get_contents (tracks, &others, NULL, NULL));
  g_assert_cmpstr (others, ==, "of another");

  activate (stage, "export");
  wait_for (stage, is_asked);
  answer ("_Replace");
  wait_for (stage, is_written);
  g_assert_true (g_file_get_contents (tracks, &own, NULL, NULL));
  g_assert_cmpstr (own, !=, "of another");

  /* What this window wrote is not asked about again. */
  activate (stage, "export");
  g_assert_false (is_asked (stage));
  wait_for (stage, is_written);
  g_assert_cmpint (venule_workflow_step_get_state (stage->window->steps.export), ==, VENULE_WORKFLOW_STEP_DONE);

  /* Nor does the step say that they are there where they could not be written again. */
  venule_window_set_folder (stage->window, tracks);
  activate (stage, "export");
  wait_for (stage, is_written);
  g_assert_true (has_error (stage));
  g_assert_cmpint (venule_workflow_step_get_state (stage->window->steps.export), !=, VENULE_WORKFLOW_STEP_DONE);
}

/* Closing the window asks, also where no track is shown: a run has just begun, was cancelled at once, or all its tracks
 * were deleted. */
static void
test_results_that_are_not_shown_are_unsaved (Stage         *stage,
                                             gconstpointer  data)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint));
  VenuleDocument *document;
  guint n;

  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  g_assert_true (venule_window_has_unsaved (stage->window));
  wait_for (stage, is_over);
  document = stage->window->document;
  n = g_list_model_get_n_items (G_LIST_MODEL (document));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);
      guint id = venule_track_get_id (track);

      g_array_append_val (ids, id);
    }
  venule_selection_set (stage->window->selection, (const guint *) (gpointer) ids->data, ids->len);
  activate (stage, "delete-track");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 0);
  g_assert_true (venule_window_has_unsaved (stage->window));

  activate (stage, "undo");
  activate (stage, "run");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 0);
  g_assert_true (venule_window_has_unsaved (stage->window));
  activate (stage, "cancel");
  wait_for (stage, is_over);
  g_assert_true (venule_window_has_unsaved (stage->window));
}

/* Numbers are soon typed again, a drawing is not. */
static void
test_a_drawn_vessel_is_unsaved (Stage         *stage,
                                gconstpointer  data)
{
  g_autoptr (VenuleSettings) settings = NULL, drawn = NULL;

  open_sample (stage);
  g_assert_false (venule_window_has_unsaved (stage->window));
  settings = venule_settings_copy (venule_document_get_settings (stage->window->document));
  settings->calibration.pixel_size_um = 0.5;
  venule_document_set_settings (stage->window->document, settings);
  g_assert_true (venule_document_get_modified (stage->window->document));
  g_assert_false (venule_window_has_unsaved (stage->window));

  drawn = venule_settings_copy (settings);
  venule_vessel_set_rectangle (drawn->vessel, 0, 60, 200, 80, 0);
  venule_document_set_settings (stage->window->document, drawn);
  g_assert_true (venule_window_has_unsaved (stage->window));
  gtk_window_close (GTK_WINDOW (stage->window));
  wait_for (stage, is_asked);
  answer ("_Discard Changes");
  wait_for (stage, is_gone);
}

/* That there is no cell is what came out: it can be exported, and nobody wants to draw and wait again to be told so. */
static void
test_a_run_without_cells_is_a_result (Stage         *stage,
                                      gconstpointer  data)
{
  g_autoptr (VenuleSettings) undrawn = NULL, settings = NULL;

  open_sample (stage);
  undrawn = venule_settings_copy (venule_document_get_settings (stage->window->document));
  set_sample_settings (stage);
  settings = venule_settings_copy (venule_document_get_settings (stage->window->document));
  venule_vessel_set_rectangle (settings->vessel, 150, 2, 60, 40, 0); /* beside the vessel */
  settings->sensitivity = 0;
  venule_document_set_settings (stage->window->document, settings);
  activate (stage, "run");
  wait_for (stage, is_over);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (stage->window->document)), ==, 0);
  g_assert_cmpint (venule_workflow_step_get_state (stage->window->steps.correct), ==, VENULE_WORKFLOW_STEP_NEXT);
  g_assert_cmpint (venule_workflow_step_get_state (stage->window->steps.export), ==, VENULE_WORKFLOW_STEP_READY);
  /* Not for its drawing alone. */
  venule_document_set_settings (stage->window->document, undrawn);
  g_assert_true (venule_window_has_unsaved (stage->window));
}

static void
test_cancelled_run_keeps_its_tracks (Stage         *stage,
                                     gconstpointer  data)
{
  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  wait_for (stage, has_tracks);
  if (!venule_window_is_running (stage->window))
    {
      g_test_skip ("the run was over before it could be cancelled");
      return;
    }
  activate (stage, "cancel");
  wait_for (stage, is_over);
  g_assert_true (has_tracks (stage));
  g_assert_true (is_enabled (stage, "export"));
  g_assert_true (is_enabled (stage, "run"));
}

static void
test_video_that_has_vanished_says_so (Stage         *stage,
                                      gconstpointer  data)
{
  const char *path;
  g_autofree char *text = NULL;

  open_sample (stage);
  set_sample_settings (stage);
  wait_for (stage, always);
  path = venule_source_get_path (venule_document_get_source (stage->window->document));
  g_assert_cmpint (g_unlink (path), ==, 0);
  activate (stage, "run");
  wait_for (stage, is_over);
  wait_for (stage, has_error);
  text = venule_message_bar_dup_text (stage->window->message_bar);
  g_assert_nonnull (strstr (text, "copy <of> & sample.mkv"));
  g_assert_cmpstr (venule_workflow_step_get_summary (stage->window->steps.run), ==, "Stopped by an error");
  g_assert_true (is_enabled (stage, "run")); /* it may come back */
  g_assert_false (is_enabled (stage, "export")); /* there is not one frame */
  g_assert_false (is_enabled (stage, "figures"));
  g_assert_false (is_enabled (stage, "sample")); /* no frame can be drawn */
}

static void
test_closing_ends_the_run (Stage         *stage,
                           gconstpointer  data)
{
  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  stage->window->closing.anyway = TRUE;
  gtk_window_close (GTK_WINDOW (stage->window));
  wait_for (stage, is_gone);
}

static GtkWindow *
dup_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window))
        return g_steal_pointer (&window);
    }
  return NULL;
}

static void
test_closing_ends_the_export (Stage         *stage,
                              gconstpointer  data)
{
  g_autofree char *results = g_build_filename (stage->folder, "results", NULL);
  g_autofree char *movie = g_build_filename (results, "annotated.mp4", NULL);

  g_settings_set_boolean (stage->window->settings, "export-movie", TRUE);
  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  wait_for (stage, is_over);
  venule_window_set_folder (stage->window, results);
  activate (stage, "export");
  stage->window->closing.anyway = stage->window->closing.stop_export = TRUE;
  gtk_window_close (GTK_WINDOW (stage->window));
  wait_for (stage, is_gone);
  g_assert_false (g_file_test (movie, G_FILE_TEST_EXISTS)); /* no half of one either */
}

static void
test_closing_asks_about_tracks_that_are_in_no_file (Stage         *stage,
                                                    gconstpointer  data)
{
  g_autoptr (GtkWindow) dialog = NULL;

  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  wait_for (stage, is_over);
  gtk_window_close (GTK_WINDOW (stage->window));
  g_assert_false (stage->gone);
  dialog = dup_dialog ();
  g_assert_nonnull (dialog);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "close");
  g_clear_object (&dialog);
  wait_for (stage, is_gone);
}

static void
test_closing_asks_during_a_run (Stage         *stage,
                                gconstpointer  data)
{
  g_autoptr (GtkWindow) dialog = NULL;

  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  wait_for (stage, has_tracks);
  gtk_window_close (GTK_WINDOW (stage->window));
  g_assert_false (stage->gone);
  dialog = dup_dialog ();
  g_assert_nonnull (dialog);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_clear_object (&dialog);
  wait_for (stage, is_over);
  g_assert_true (has_tracks (stage));
}

/* The runs stay side by side, each with what was corrected in it. */
static void
test_new_run_keeps_corrections (Stage         *stage,
                                gconstpointer  data)
{
  VenuleDocument *document;
  guint id, n;

  open_sample (stage);
  set_sample_settings (stage);
  document = stage->window->document;
  activate (stage, "run");
  wait_for (stage, is_over);
  n = g_list_model_get_n_items (G_LIST_MODEL (document));
  {
    g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), 0);

    id = venule_track_get_id (track);
  }
  venule_document_remove_tracks (document, &id, 1, NULL);

  activate (stage, "run");
  g_assert_true (venule_window_is_running (stage->window));
  wait_for (stage, is_over);
  /* What was deleted in the first is carried over, which can be undone here, too. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, n - 1);
  activate (stage, "undo");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, n);

  g_assert_cmpint (g_menu_model_get_n_items (G_MENU_MODEL (stage->window->header.runs_menu)), ==, 2);
  g_action_group_change_action_state (G_ACTION_GROUP (stage->window), "show-run", g_variant_new_int64 (1));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, n - 1);
  activate (stage, "undo");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, n);
}

static void
test_preview_shows_what_would_be_found (Stage         *stage,
                                        gconstpointer  data)
{
  GtkWidget *label;

  open_sample (stage);
  set_sample_settings (stage);
  wait_for (stage, always);
  venule_window_open_step (stage->window, VENULE_WORKFLOW_STEP_CELLS);
  g_action_group_change_action_state (G_ACTION_GROUP (stage->window), "preview", g_variant_new_boolean (TRUE));
  label = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (stage->window->panels.cells), VENULE_TYPE_CELLS_PANEL,
                                                     "preview_label"));
  {
    gint64 end = g_get_monotonic_time () + PATIENCE_US;

    while (!strstr (gtk_label_get_label (GTK_LABEL (label)), "found in this frame"))
      {
        g_assert_cmpint (g_get_monotonic_time (), <, end);
        g_main_context_iteration (NULL, TRUE);
      }
  }
  venule_window_open_step (stage->window, VENULE_WORKFLOW_STEP_RUN);
  g_assert_false (gtk_widget_get_visible (label));
}

static void
test_tool_in_hand_is_put_away (Stage         *stage,
                               gconstpointer  data)
{
  g_autoptr (GVariant) state = NULL;

  open_sample (stage);
  g_action_group_change_action_state (G_ACTION_GROUP (stage->window), "tool", g_variant_new_string ("flow"));
  g_assert_cmpint (venule_canvas_get_mode (stage->window->canvas), ==, VENULE_MODE_FLOW);
  activate (stage, "escape");
  g_assert_cmpint (venule_canvas_get_mode (stage->window->canvas), ==, VENULE_MODE_SELECT);
  state = g_action_group_get_action_state (G_ACTION_GROUP (stage->window), "tool");
  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, "select");
}

static gboolean
has_overlay (Stage *stage)
{
  GtkWindow *overlay = find_window (GTK_TYPE_SHORTCUTS_WINDOW);

  return overlay && gtk_widget_get_width (GTK_WIDGET (overlay)) > 0;
}

static void
test_shortcuts_fit_on_a_small_screen (Stage         *stage,
                                      gconstpointer  data)
{
  g_autoptr(GtkBuilder) builder = gtk_builder_new_from_resource ("/io/github/venule/Venule/gtk/help-overlay.ui");
  GtkWindow *overlay = GTK_WINDOW (gtk_builder_get_object (builder, "help_overlay"));
  int width;

  gtk_window_present (overlay);
  wait_for (stage, has_overlay);
  gtk_widget_measure (GTK_WIDGET (overlay), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <, 1200); /* German needs 1084 */
  gtk_window_destroy (overlay);
}

#define ADD(name, function) g_test_add ("/window/" name, Stage, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  ADD ("empty window offers to open", test_empty_window_offers_to_open);
  ADD ("what is no video says why", test_what_is_no_video_says_why);
  ADD ("open video shows its first frame", test_open_video_shows_its_first_frame);
  ADD ("steps follow the settings", test_steps_follow_the_settings);
  ADD ("run, correct, undo, export", test_run_correct_undo_export);
  ADD ("a saved document is opened again", test_a_saved_document_is_opened_again);
  ADD ("changed settings make tracks stale", test_changed_settings_make_tracks_stale);
  ADD ("folder that cannot be written loses nothing", test_folder_that_cannot_be_written_loses_nothing);
  ADD ("a folder that is written into is left alone", test_a_folder_that_is_written_into_is_left_alone);
  ADD ("results that are there are not replaced without a question",
       test_results_that_are_there_are_not_replaced_without_a_question);
  ADD ("results that are not shown are unsaved", test_results_that_are_not_shown_are_unsaved);
  ADD ("a drawn vessel is unsaved", test_a_drawn_vessel_is_unsaved);
  ADD ("a run without cells is a result", test_a_run_without_cells_is_a_result);
  ADD ("cancelled run keeps its tracks", test_cancelled_run_keeps_its_tracks);
  ADD ("video that has vanished says so", test_video_that_has_vanished_says_so);
  ADD ("closing ends the run", test_closing_ends_the_run);
  ADD ("closing ends the export", test_closing_ends_the_export);
  ADD ("closing asks about tracks that are in no file", test_closing_asks_about_tracks_that_are_in_no_file);
  ADD ("closing asks during a run", test_closing_asks_during_a_run);
  ADD ("new run keeps corrections", test_new_run_keeps_corrections);
  ADD ("preview shows what would be found", test_preview_shows_what_would_be_found);
  ADD ("tool in hand is put away", test_tool_in_hand_is_put_away);

  ADD ("shortcuts fit on a small screen", test_shortcuts_fit_on_a_small_screen);

  return application_run_tests ();
}
