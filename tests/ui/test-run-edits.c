/* test-run-edits.c: editing while a run goes on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "application.h"
#include "window-stage.h"

static gboolean
has_gone_on (Stage *stage)
{
  VenuleAnalysisProgress progress;

  venule_analysis_get_progress (stage->window->run.analysis, &progress);
  return progress.newest_frame >= 12;
}

/* A run that holds after some frames; again, where it was over before that was seen. */
static void
run_and_pause (Stage *stage)
{
  VenuleAnalysisProgress progress;

  for (;;)
    {
      activate (stage, "run");
      wait_for (stage, has_gone_on);
      if (is_enabled (stage, "pause"))
        activate (stage, "pause");
      wait_for (stage, always);
      venule_analysis_get_progress (stage->window->run.analysis, &progress);
      if (venule_window_is_running (stage->window) && progress.newest_frame < 80)
        return;
      if (is_enabled (stage, "resume"))
        activate (stage, "resume");
      wait_for (stage, is_over);
    }
}

static gboolean
shows_third (Stage *stage)
{
  VenuleFrame *frame = venule_player_get_frame (stage->window->player);

  return frame && frame->index == 3;
}

static gboolean
has_answer (Stage *stage)
{
  return !venule_window_is_asking (stage->window);
}

static guint
count_at (Stage  *stage,
          double  x,
          double  y)
{
  g_autoptr (GPtrArray) tracks = venule_document_dup_tracks_at (stage->window->document, 3);
  guint n = 0;

  for (guint i = 0; i < tracks->len; i++)
    {
      const VenulePlace *place = venule_track_get_place_at (g_ptr_array_index (tracks, i), 3);

      n += place->x == x && place->y == y;
    }
  return n;
}

/* In the frames that it has analysed; what was added is there when it has ended. */
static void
test_cells_are_added_and_followed_during_a_run (Stage         *stage,
                                                gconstpointer  data)
{
  VenuleAnalysisProgress progress;
  VenuleTrack *track;
  guint id;

  open_sample (stage);
  set_sample_settings_to (stage, -1);
  run_and_pause (stage);
  g_assert_true (is_enabled (stage, "add-cell"));
  g_assert_true (is_enabled (stage, "brush"));
  venule_player_seek (stage->window->player, 3);
  wait_for (stage, shows_third);
  g_signal_emit_by_name (stage->window->canvas, "cell-placed", 61.25, 7.5, GDK_ALT_MASK);
  g_assert_cmpuint (count_at (stage, 61.25, 7.5), ==, 1);

  {
    g_autoptr (GPtrArray) tracks = venule_document_dup_tracks_at (stage->window->document, 3);

    id = venule_track_get_id (g_ptr_array_index (tracks, 0));
  }
  venule_player_seek (stage->window->player, 3);
  wait_for (stage, shows_third);
  venule_selection_set (stage->window->selection, &id, 1);
  venule_window_update_actions (stage->window);
  activate (stage, "track-forwards");
  wait_for (stage, has_answer);
  venule_analysis_get_progress (stage->window->run.analysis, &progress);
  track = venule_document_get_track (stage->window->document, id);
  g_assert_nonnull (track);
  g_assert_cmpint (venule_track_get_last_frame (track), <=, progress.newest_frame);

  activate (stage, "resume");
  wait_for (stage, is_over);
  g_assert_cmpuint (count_at (stage, 61.25, 7.5), ==, 1);
}

static gboolean
is_saved (Stage *stage)
{
  return !venule_document_get_saving (stage->window->document, NULL) &&
         !venule_document_get_modified (stage->window->document);
}

/* Asked for during a run, it is said that it comes, and it does. */
static void
test_a_document_is_saved_when_the_run_has_ended (Stage         *stage,
                                                 gconstpointer  data)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  open_sample (stage);
  set_sample_settings_to (stage, -1);
  path = g_build_filename (stage->folder, "saved.venule", NULL);
  venule_document_save (stage->window->document, path, &error);
  g_assert_no_error (error);
  /* At once: however fast the thread is, that it has ended is heard of in the main loop alone. */
  activate (stage, "run");
  g_assert_true (venule_window_is_running (stage->window));
  activate (stage, "save");
  g_assert_nonnull (stage->window->undo_toast);
  g_assert_nonnull (strstr (told (stage), "when the run has ended"));
  g_assert_false (venule_document_get_saving (stage->window->document, NULL));

  activate (stage, "cancel");
  wait_for (stage, is_over);
  wait_for (stage, is_saved);
  g_assert_null (stage->window->undo_toast); /* which would say so still */
}

static char *
dup_run_label (Stage *stage,
               int    i)
{
  char *label = NULL;

  g_menu_model_get_item_attribute (G_MENU_MODEL (stage->window->header.runs_menu), i, G_MENU_ATTRIBUTE_LABEL, "s",
                                   &label);
  return label;
}

static void
test_runs_are_told_apart (Stage         *stage,
                          gconstpointer  data)
{
  g_autofree char *stopped = NULL, *whole = NULL;
  int n;

  open_sample (stage);
  set_sample_settings_to (stage, -1);
  run_and_pause (stage);
  activate (stage, "cancel");
  wait_for (stage, is_over);
  n = g_menu_model_get_n_items (G_MENU_MODEL (stage->window->header.runs_menu));

  activate (stage, "run");
  wait_for (stage, is_over);
  stopped = dup_run_label (stage, n - 1);
  whole = dup_run_label (stage, n);
  g_assert_nonnull (strstr (stopped, ", not complete, to frame "));
  g_assert_nonnull (strstr (whole, ", frames 0 to 89"));
}

/* What a run that is none must leave as it is. */
static char *
dup_state (Stage *stage)
{
  VenuleDocument *document = stage->window->document;
  const VenuleSettings *settings = venule_document_get_run_settings (document);

  return g_strdup_printf ("%s, %d runs, %u tracks%s%s%s", settings ? "a run" : "none",
                          g_menu_model_get_n_items (G_MENU_MODEL (stage->window->header.runs_menu)),
                          g_list_model_get_n_items (G_LIST_MODEL (document)),
                          venule_document_get_modified (document) ? ", modified" : "",
                          is_enabled (stage, "undo") ? ", undo" : "", is_enabled (stage, "export") ? ", export" : "");
}

/* Before the first frame; again, where that was there before. */
static void
run_and_cancel (Stage *stage)
{
  g_autofree char *path = g_build_filename (stage->folder, "saved.venule", NULL);
  g_autofree char *before = NULL, *after = NULL;
  gint64 first = 0, last = 0;

  while (last >= first)
    {
      venule_document_save (stage->window->document, path, NULL);
      g_free (before);
      before = dup_state (stage);
      activate (stage, "run");
      activate (stage, "cancel");
      wait_for (stage, is_over);
      venule_analysis_get_range (stage->window->run.analysis, &first, &last);
    }
  after = dup_state (stage);
  g_assert_cmpstr (after, ==, before);
}

static void
test_a_run_of_no_frame_leaves_the_window_as_it_was (Stage         *stage,
                                                    gconstpointer  data)
{
  GMenuModel *menu = G_MENU_MODEL (stage->window->header.document_menu);

  open_sample (stage);
  set_sample_settings (stage);
  run_and_cancel (stage);
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 2); /* and no runs */

  activate (stage, "run");
  wait_for (stage, is_over);
  g_assert_true (has_tracks (stage));
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 3);
  run_and_cancel (stage);
  g_assert_true (has_tracks (stage));
}

/* And selects a track of the frame on show. */
static void
make_runs (Stage *stage,
           guint  n)
{
  g_autoptr (GPtrArray) tracks = NULL;
  guint id;

  open_sample (stage);
  set_sample_settings_to (stage, -1);
  for (guint i = 0; i < n; i++)
    {
      activate (stage, "run");
      wait_for (stage, is_over);
    }
  venule_player_seek (stage->window->player, 3);
  wait_for (stage, shows_third);
  tracks = venule_document_dup_tracks_at (stage->window->document, 3);
  id = venule_track_get_id (g_ptr_array_index (tracks, 0));
  venule_selection_set (stage->window->selection, &id, 1);
}

/* There the number of its track is that of another cell. */
static void
test_following_does_not_go_on_into_another_run (Stage         *stage,
                                                gconstpointer  data)
{
  make_runs (stage, 2);
  activate (stage, "track-forwards");
  g_assert_true (venule_window_is_asking (stage->window));
  venule_window_show_run (stage->window, 1);
  g_assert_cmpint (venule_document_get_run (stage->window->document), ==, 1);
  wait_for (stage, has_answer);
  g_assert_false (venule_document_can_undo (stage->window->document));
}

static void
test_the_brush_does_not_go_on_into_another_run (Stage         *stage,
                                                gconstpointer  data)
{
  make_runs (stage, 2);
  activate (stage, "brush");
  g_assert_true (venule_window_is_asking (stage->window));
  venule_window_show_run (stage->window, 1);
  g_assert_false (venule_window_is_asking (stage->window));
  g_assert_false (venule_document_can_undo (stage->window->document));
}

/* Its marks are made by eye. */
static void
test_a_cell_that_is_looked_for_is_no_mark_of_a_sample (Stage         *stage,
                                                       gconstpointer  data)
{
  g_autoptr (VenuleValidationSample) sample = venule_validation_sample_draw (0, 89, 2, 3, 5, 7, NULL);
  g_autoptr (GPtrArray) tracks = NULL;
  const VenulePlace *place;
  g_autoptr (GError) error = NULL;

  make_runs (stage, 1);
  venule_document_begin_sample (stage->window->document, sample, &error);
  g_assert_no_error (error);
  activate (stage, "sample");
  g_assert_false (venule_window_is_marking (stage->window));
  venule_player_seek (stage->window->player, 3);
  wait_for (stage, shows_third);
  tracks = venule_document_dup_tracks_at (stage->window->document, 3);
  place = venule_track_get_place_at (g_ptr_array_index (tracks, 0), 3);
  venule_selection_clear (stage->window->selection);
  g_signal_emit_by_name (stage->window->canvas, "cell-placed", place->x, place->y, 0);
  g_assert_true (venule_window_is_asking (stage->window));
  activate (stage, "sample");
  g_assert_true (venule_window_is_marking (stage->window));
  wait_for (stage, has_answer);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (stage->window->document)), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add ("/run-edits/cells are added and followed during a run", Stage, NULL, set_up,
              test_cells_are_added_and_followed_during_a_run, tear_down);
  g_test_add ("/run-edits/runs are told apart", Stage, NULL, set_up, test_runs_are_told_apart, tear_down);
  g_test_add ("/run-edits/a document is saved when the run has ended", Stage, NULL, set_up,
              test_a_document_is_saved_when_the_run_has_ended, tear_down);
  g_test_add ("/run-edits/a run of no frame leaves the window as it was", Stage, NULL, set_up,
              test_a_run_of_no_frame_leaves_the_window_as_it_was, tear_down);
  g_test_add ("/run-edits/following does not go on into another run", Stage, NULL, set_up,
              test_following_does_not_go_on_into_another_run, tear_down);
  g_test_add ("/run-edits/the brush does not go on into another run", Stage, NULL, set_up,
              test_the_brush_does_not_go_on_into_another_run, tear_down);
  g_test_add ("/run-edits/a cell that is looked for is no mark of a sample", Stage, NULL, set_up,
              test_a_cell_that_is_looked_for_is_no_mark_of_a_sample, tear_down);

  return application_run_tests ();
}
