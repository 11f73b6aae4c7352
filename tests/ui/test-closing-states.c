/* test-closing-states.c: windows of every kind, closed in every state
 *
 * Nothing is said on the standard error stream: a warning ends the program (G_DEBUG), and so does memory that is used
 * after it was freed (MALLOC_PERTURB_, which meson sets).
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>

#include "application.h"
#include "venule-agreement-window.h"
#include "venule-application.h"
#include "venule-document-tracks.h"
#include "venule-figures-window.h"
#include "venule-preferences.h"
#include "venule-study-window.h"
#include "venule-table-bar.h"
#include "window-stage.h"

static void
wait_until_null (gpointer *weak)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US / 2;

  while (*weak || g_main_context_pending (NULL))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
}

/* ---- A document with results, made once ---- */

static char *folder, *document_path;

static gboolean
has_results (Stage *stage)
{
  return table_ready (stage) && stage->window->document &&
         g_list_model_get_n_items (G_LIST_MODEL (stage->window->document)) > 0;
}

static void
make_document (void)
{
  Stage stage = { 0 };
  g_autoptr (GError) error = NULL;

  set_up (&stage, NULL);
  folder = g_strdup (stage.folder);
  document_path = g_build_filename (folder, "results.venule", NULL);
  open_sample (&stage);
  set_sample_settings (&stage);
  activate (&stage, "run");
  wait_for (&stage, is_over);
  venule_document_save (stage.window->document, document_path, &error);
  g_assert_no_error (error);
  gtk_window_close (GTK_WINDOW (stage.window));
  wait_for (&stage, is_gone);
  g_free (stage.folder);
}

static void
remove_document (void)
{
  Stage stage = { .folder = g_steal_pointer (&folder), .gone = TRUE };

  g_clear_pointer (&document_path, g_free);
  tear_down (&stage, NULL);
}

static void
open_document (Stage *stage)
{
  open_path (stage, document_path);
  wait_for (stage, has_results);
}

static guint
first_track (Stage *stage)
{
  g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (stage->window->document), 0);

  return venule_track_get_id (track);
}

static void
select_first (Stage *stage)
{
  const guint id = first_track (stage);

  venule_selection_set (stage->window->selection, &id, 1);
}

static void
delete_first (Stage *stage)
{
  const guint id = first_track (stage);

  venule_document_remove_tracks (stage->window->document, &id, 1, NULL);
}

static void
change_state (Stage      *stage,
              const char *action,
              GVariant   *state)
{
  g_action_group_change_action_state (G_ACTION_GROUP (stage->window), action, state);
}

/* ---- The window of an analysis ---- */

static gboolean
kymograph_is_on (Stage *stage)
{
  return venule_kymograph_view_get_picture (venule_kymograph_panel_get_view (stage->window->views.kymograph)) != NULL;
}

/* Nothing can open from a pane that still slides in. */
static gboolean
results_rest (Stage *stage)
{
  return adw_flap_get_reveal_progress (stage->window->panes.results_flap) == 1;
}

static void
show_tab (Stage      *stage,
          const char *name)
{
  open_document (stage);
  select_first (stage);
  adw_flap_set_reveal_flap (stage->window->panes.results_flap, TRUE);
  gtk_stack_set_visible_child_name (stage->window->views.tables, name);
  wait_for (stage, results_rest);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage->window));
}

static void
show_tracks (Stage *stage)
{
  show_tab (stage, "tracks");
}

static void
show_spots (Stage *stage)
{
  show_tab (stage, "spots");
}

static void
show_strip (Stage *stage)
{
  show_tab (stage, "strip");
}

static void
show_measures (Stage *stage)
{
  show_tab (stage, "measures");
}

static void
show_kymograph (Stage *stage)
{
  show_tab (stage, "kymograph");
  wait_for (stage, kymograph_is_on);
}

static void
draw_in_kymograph (Stage *stage)
{
  show_kymograph (stage);
  change_state (stage, "large-kymograph", g_variant_new_boolean (TRUE));
  venule_kymograph_view_set_drawing (venule_kymograph_panel_get_view (stage->window->views.kymograph), TRUE);
}

static void
be_empty (Stage *stage)
{
}

static void
show_steps (Stage *stage)
{
  open_document (stage);
  for (guint i = 0; i < VENULE_N_STEPS; i++)
    {
      venule_window_open_step (stage->window, i);
      gtk_test_widget_wait_for_draw (GTK_WIDGET (stage->window));
    }
}

static void
show_vessel (Stage *stage)
{
  open_document (stage);
  venule_window_open_step (stage->window, VENULE_WORKFLOW_STEP_VESSEL);
  change_state (stage, "tool", g_variant_new_string ("polygon"));
}

static void
preview (Stage *stage)
{
  open_document (stage);
  venule_window_open_step (stage->window, VENULE_WORKFLOW_STEP_CELLS);
  venule_window_set_preview_on (stage->window, TRUE);
  wait_for (stage, always);
}

static void
review (Stage *stage)
{
  open_document (stage);
  activate (stage, "review");
  g_assert_true (venule_review_panel_get_active (stage->window->panels.review));
}

static void
mark_sample (Stage *stage)
{
  open_document (stage);
  activate (stage, "sample");
  wait_for (stage, is_asked);
}

static void
play (Stage *stage)
{
  open_document (stage);
  activate (stage, "play");
}

static void
follow (Stage *stage)
{
  open_document (stage);
  select_first (stage);
  venule_window_update_actions (stage->window);
  if (is_enabled (stage, "track-forwards"))
    activate (stage, "track-forwards");
}

static void
export_all (Stage *stage)
{
  g_autofree char *results = g_build_filename (stage->folder, "results", NULL);

  open_document (stage);
  g_settings_set_boolean (stage->window->settings, "export-movie", TRUE);
  venule_window_set_folder (stage->window, results);
  activate (stage, "export");
  g_assert_nonnull (stage->window->files.export);
  g_settings_reset (stage->window->settings, "export-movie");
}

static void
measure (Stage *stage)
{
  open_document (stage);
  activate (stage, "measure-diameter");
}

static void
run (Stage *stage)
{
  open_sample (stage);
  set_sample_settings (stage);
  activate (stage, "run");
  g_assert_true (venule_window_is_running (stage->window));
}

static void
run_with_kymograph (Stage *stage)
{
  show_kymograph (stage);
  activate (stage, "run");
  g_assert_true (venule_window_is_running (stage->window));
}

static void
pause_run (Stage *stage)
{
  run (stage);
  activate (stage, "pause");
}

static void
choose_file (Stage *stage)
{
  open_document (stage);
  activate (stage, "save-as");
  wait_for (stage, has_chooser);
}

static void
show_figures (Stage *stage)
{
  open_document (stage);
  activate (stage, "figures");
  g_assert_nonnull (find_window (VENULE_TYPE_FIGURES_WINDOW));
}

static void
compare_marks (Stage *stage)
{
  g_autofree char *marks = g_build_filename (stage->folder, "marks.csv", NULL);

  open_document (stage);
  g_assert_true (g_file_set_contents (marks, "cell,frame,x,y\na,1,21,40\na,11,31,40\n", -1, NULL));
  venule_window_compare_with (stage->window, marks);
  g_assert_nonnull (find_window (VENULE_TYPE_AGREEMENT_WINDOW));
}

static void
show_preferences (Stage *stage)
{
  open_document (stage);
  gtk_window_present (GTK_WINDOW (venule_preferences_new (GTK_WINDOW (stage->window))));
}

static void
show_history (Stage *stage)
{
  open_document (stage);
  delete_first (stage);
  activate (stage, "history");
}

/* A number that is not taken yet: without Enter. */
static void
type_into (Stage      *stage,
           gpointer    panel,
           const char *name)
{
  GtkWidget *row = GTK_WIDGET (gtk_widget_get_template_child (panel, G_OBJECT_TYPE (panel), name));
  GtkWidget *entry;

  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage->window));
  g_assert_true (gtk_widget_grab_focus (row));
  entry = gtk_root_get_focus (GTK_ROOT (stage->window));
  g_assert_true (GTK_IS_EDITABLE (entry) && gtk_widget_is_ancestor (entry, row));
  gtk_editable_set_text (GTK_EDITABLE (entry), "2");
}

static void
type_frame_rate (Stage *stage)
{
  open_document (stage);
  venule_window_open_step (stage->window, VENULE_WORKFLOW_STEP_CALIBRATION);
  type_into (stage, stage->window->panels.calibration, "rate_row");
}

static void
type_into_filter (Stage *stage)
{
  gpointer bar;

  show_tracks (stage);
  bar = gtk_widget_get_template_child (GTK_WIDGET (stage->window->views.tracks), VENULE_TYPE_TRACK_TABLE, "bar");
  gtk_menu_button_popup (GTK_MENU_BUTTON (gtk_widget_get_template_child (bar, VENULE_TYPE_TABLE_BAR, "filter_button")));
  type_into (stage, bar, "duration_spin");
}

static void
type_first_frame (Stage *stage)
{
  open_document (stage);
  venule_window_open_step (stage->window, VENULE_WORKFLOW_STEP_VESSEL);
  type_into (stage, stage->window->panels.vessel, "first_row");
}

static void
save_prompt (Stage *stage)
{
  show_kymograph (stage);
  delete_first (stage);
  gtk_window_close (GTK_WINDOW (stage->window));
  wait_for (stage, is_asked);
}

static const struct {
  const char *name;
  void      (*enter) (Stage *stage);
} states[] = {
  { "empty", be_empty },
  { "tracks", show_tracks },
  { "spots", show_spots },
  { "kymograph", show_kymograph },
  { "drawing in the kymograph", draw_in_kymograph },
  { "strip", show_strip },
  { "measures", show_measures },
  { "all steps", show_steps },
  { "drawing the vessel", show_vessel },
  { "preview", preview },
  { "review", review },
  { "sample", mark_sample },
  { "playing", play },
  { "tracking one cell", follow },
  { "export", export_all },
  { "measuring", measure },
  { "run", run },
  { "run with the kymograph", run_with_kymograph },
  { "paused run", pause_run },
  { "file dialog", choose_file },
  { "figures", show_figures },
  { "comparison with marks", compare_marks },
  { "preferences", show_preferences },
  { "history", show_history },
  { "typing a frame rate", type_frame_rate },
  { "typing a frame", type_first_frame },
  { "typing into the filter", type_into_filter },
  { "save prompt", save_prompt },
};

/* Nothing keeps a window, its document, which is locked, or what was opened beside it. */
static void
test_state (Stage         *stage,
            gconstpointer  data)
{
  GtkWindow *question;
  gpointer document;

  states[GPOINTER_TO_UINT (data)].enter (stage);
  document = stage->window->document;
  if (document)
    g_object_add_weak_pointer (document, &document);
  question = find_window (ADW_TYPE_MESSAGE_DIALOG);
  if (question && find_button (GTK_WIDGET (question), "_Discard Changes"))
    {
      answer ("_Discard Changes");
    }
  else
    {
      stage->window->closing.anyway = stage->window->closing.stop_export = TRUE;
      gtk_window_close (GTK_WINDOW (stage->window));
    }
  wait_for (stage, is_gone);
  wait_until_null (&document);
  g_assert_null (find_window (VENULE_TYPE_FIGURES_WINDOW));
  g_assert_null (find_window (VENULE_TYPE_AGREEMENT_WINDOW));
}

/* As an entry in a popover does that loses the focus with its window. */
static void
test_width_of_a_line_without_a_document (Stage         *stage,
                                         gconstpointer  data)
{
  GtkWidget *panel = g_object_ref_sink (g_object_new (VENULE_TYPE_KYMOGRAPH_PANEL, NULL));

  g_signal_emit_by_name (gtk_widget_get_template_child (panel, VENULE_TYPE_KYMOGRAPH_PANEL, "width_row"), "edited",
                         2.0);
  g_object_unref (panel);
}

/* The other one stays as it was, with its question. */
static void
test_two_windows (Stage         *stage,
                  gconstpointer  data)
{
  g_autofree char *copy = g_build_filename (stage->folder, "copy.venule", NULL);
  g_autofree char *contents = NULL;
  Stage other = { 0 };
  gsize length;
  guint n;

  g_assert_true (g_file_get_contents (document_path, &contents, &length, NULL));
  g_assert_true (g_file_set_contents (copy, contents, (gssize) length, NULL));
  set_up (&other, NULL);
  open_path (&other, copy);
  wait_for (&other, has_results);
  delete_first (&other);
  n = g_list_model_get_n_items (G_LIST_MODEL (other.window->document));
  gtk_window_close (GTK_WINDOW (other.window));
  wait_for (&other, is_asked);

  show_kymograph (stage);
  gtk_window_close (GTK_WINDOW (stage->window));
  wait_for (stage, is_gone);
  g_assert_false (other.gone);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (other.window->document)), ==, n);
  answer ("_Cancel");
  wait_for (&other, is_not_asked);
  g_assert_false (other.gone);
  tear_down (&other, NULL);
}

static void
test_undone_changes_are_not_asked_about (Stage         *stage,
                                         gconstpointer  data)
{
  open_document (stage);
  delete_first (stage);
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (stage->window)), "• "));
  activate (stage, "undo");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (stage->window)), ==, "results.venule");
  gtk_window_close (GTK_WINDOW (stage->window));
  g_assert_false (is_asked (stage));
  wait_for (stage, is_gone);
}

static void
test_an_open_document_is_presented (Stage         *stage,
                                    gconstpointer  data)
{
  g_autofree char *link = g_build_filename (stage->folder, "link.venule", NULL);
  const guint n = g_list_model_get_n_items (gtk_window_get_toplevels ());

  g_assert_cmpint (symlink (document_path, link), ==, 0);
  open_path (stage, document_path);
  for (guint i = 0; i < 4; i++) /* while it is opened, and then */
    {
      venule_window_open_path (stage->window, i % 2 == 0 ? document_path : link);
      g_assert_cmpuint (g_list_model_get_n_items (gtk_window_get_toplevels ()), ==, n);
      wait_for (stage, i > 0 ? has_results : always);
    }
}

/* ---- A study ---- */

/* A window on the document, or on the study at @path. */
static GtkWidget *
open_study (GtkApplication *application,
            const char     *path,
            gpointer       *alive)
{
  GtkWidget *window = venule_study_window_new (application);

  *alive = window;
  g_object_add_weak_pointer (G_OBJECT (window), alive);
  gtk_window_present (GTK_WINDOW (window));
  venule_study_window_add (VENULE_STUDY_WINDOW (window), &path, 1);
  return window;
}

static void
test_study_that_is_discarded (Stage         *stage,
                              gconstpointer  data)
{
  gpointer alive;
  GtkWidget *window = open_study (NULL, document_path, &alive);

  gtk_window_close (GTK_WINDOW (window));
  wait_for (stage, is_asked);
  answer ("_Cancel");
  wait_for (stage, is_not_asked);
  g_assert_nonnull (alive);

  gtk_window_close (GTK_WINDOW (window));
  wait_for (stage, is_asked);
  answer ("_Discard");
  wait_until_null (&alive);
}

/* One whose file cannot be written stays, and asks again. */
static void
test_study_that_is_saved (Stage         *stage,
                          gconstpointer  data)
{
  g_autofree char *path = g_build_filename (stage->folder, "study.venule-study", NULL);
  g_autoptr (VenuleStudy) study = venule_study_new ();
  g_autoptr (GError) error = NULL;
  GtkWidget *window;
  gpointer alive;

  venule_study_add (study, document_path);
  venule_study_save (study, path, &error);
  g_assert_no_error (error);
  window = open_study (NULL, path, &alive);
  venule_study_recording_set_animal (venule_study_get (venule_study_window_get_study (VENULE_STUDY_WINDOW (window)), 0),
                                     "m7");
  g_unlink (path);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  gtk_window_close (GTK_WINDOW (window));
  wait_for (stage, is_asked);
  answer ("_Save");
  wait_for (stage, is_asked);
  answer ("_Close");
  wait_for (stage, is_not_asked);
  g_assert_nonnull (alive);

  g_rmdir (path);
  gtk_window_close (GTK_WINDOW (window));
  wait_for (stage, is_asked);
  answer ("_Save");
  wait_until_null (&alive);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
}

static void
test_study_with_a_file_dialog (Stage         *stage,
                               gconstpointer  data)
{
  gpointer alive;
  GtkWidget *window = open_study (NULL, document_path, &alive);

  g_action_group_activate_action (G_ACTION_GROUP (window), "add", NULL);
  wait_for (stage, has_chooser);
  gtk_window_close (GTK_WINDOW (window));
  wait_for (stage, is_asked);
  answer ("_Discard");
  wait_until_null (&alive);
}

/* ---- The program ---- */

/* Of a document, or of a study. */
static void
discard (void)
{
  answer (find_button (GTK_WIDGET (find_window (ADW_TYPE_MESSAGE_DIALOG)), "_Discard") ? "_Discard"
                                                                                       : "_Discard Changes");
}

/* Ctrl+Q: all are asked first, and Cancel closes none, at whichever it is. */
static void
test_quitting (Stage         *stage,
               gconstpointer  data)
{
  g_autoptr (VenuleApplication) application = venule_application_new ();
  g_autoptr (GError) error = NULL;
  Stage untouched = { 0 };
  gpointer alive;

  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, &error));
  set_up (&untouched, NULL);
  gtk_window_set_application (GTK_WINDOW (stage->window), GTK_APPLICATION (application));
  gtk_window_set_application (GTK_WINDOW (untouched.window), GTK_APPLICATION (application));
  open_document (stage);
  delete_first (stage);
  open_study (GTK_APPLICATION (application), document_path, &alive);

  for (guint n_before = 0; n_before < 2; n_before++)
    {
      g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
      wait_for (stage, is_asked);
      for (guint i = 0; i < n_before; i++)
        {
          discard ();
          wait_for (stage, is_asked);
        }
      answer ("_Cancel");
      wait_for (stage, is_not_asked);
      g_assert_false (stage->gone || untouched.gone);
      g_assert_nonnull (alive);
    }

  g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
  for (guint i = 0; i < 2; i++)
    {
      wait_for (stage, is_asked);
      discard ();
    }
  wait_for (stage, is_gone);
  wait_for (&untouched, is_gone);
  wait_until_null (&alive);
  tear_down (&untouched, NULL);
}

static void
set_up_document (Stage         *stage,
                 gconstpointer  data)
{
  if (!document_path)
    make_document ();
  set_up (stage, data);
}

int
main (int    argc,
      char **argv)
{
  int result;

  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(name, data, function) g_test_add ("/closing/" name, Stage, data, set_up_document, function, tear_down)
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autofree char *path = g_strconcat ("/closing/", states[i].name, NULL);

      g_test_add (path, Stage, GUINT_TO_POINTER (i), set_up_document, test_state, tear_down);
    }
  ADD ("width of a line without a document", NULL, test_width_of_a_line_without_a_document);
  ADD ("two windows", NULL, test_two_windows);
  ADD ("an open document is presented", NULL, test_an_open_document_is_presented);
  ADD ("undone changes are not asked about", NULL, test_undone_changes_are_not_asked_about);
  ADD ("study that is discarded", NULL, test_study_that_is_discarded);
  ADD ("study that is saved", NULL, test_study_that_is_saved);
  ADD ("study with a file dialog", NULL, test_study_with_a_file_dialog);
  ADD ("quitting", NULL, test_quitting);
#undef ADD

  result = application_run_tests ();
  if (folder)
    remove_document ();
  return result;
}
