/* test-window-messages.c: what the window says of files and runs that it cannot open or start, and where
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>

#include "application.h"
#include "venule-application.h"
#include "venule-document-name.h"
#include "venule-recent.h"
#include "venule-recovery.h"
#include "venule-study-window.h"
#include "window-stage.h"

#define ADD(name, function) g_test_add ("/window-messages/" name, Stage, NULL, set_up, function, tear_down)

static guint
count_windows (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GObject) window = g_list_model_get_item (windows, i);

      n += VENULE_IS_WINDOW (window);
    }
  return n;
}

static gboolean
has_lost_window (Stage *stage)
{
  return count_windows () == GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (stage->window), "windows"));
}

/* Nor does it stand in the way of the analysis that is open. */
static void
test_wrong_file_leaves_no_window (Stage         *stage,
                                  gconstpointer  data)
{
  g_autofree char *notes = g_build_filename (stage->folder, "notes.txt", NULL);
  g_autofree char *text = NULL;

  open_sample (stage);
  g_assert_true (g_file_set_contents (notes, "Day 3: nothing rolled.\n", -1, NULL));
  g_object_set_data (G_OBJECT (stage->window), "windows", GUINT_TO_POINTER (count_windows ()));
  venule_window_open_path (stage->window, notes);
  g_assert_false (has_lost_window (stage));
  wait_for (stage, has_lost_window);
  g_assert_nonnull (stage->window->document);
  text = venule_message_bar_dup_text (stage->window->message_bar);
  g_assert_nonnull (strstr (text, "notes.txt"));
}

/* As they come by drag and drop: a folder without pictures, a file that is not there, several at a time. */
static void
test_wrong_files_leave_no_windows (Stage         *stage,
                                   gconstpointer  data)
{
  g_autofree char *folder = g_build_filename (stage->folder, "empty", NULL);
  g_autofree char *missing = g_build_filename (stage->folder, "missing.avi", NULL);
  g_autofree char *text = NULL;

  open_sample (stage);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_object_set_data (G_OBJECT (stage->window), "windows", GUINT_TO_POINTER (count_windows ()));
  venule_window_open_path (stage->window, folder);
  venule_window_open_path (stage->window, missing);
  g_assert_false (has_lost_window (stage));
  wait_for (stage, has_lost_window);
  text = venule_message_bar_dup_text (stage->window->message_bar);
  g_assert_nonnull (strstr (text, "Several files cannot be opened"));
  g_assert_nonnull (strstr (text, "“empty” is"));
  g_assert_nonnull (strstr (text, "“missing.avi” was"));
}

static void
test_dropped_video_opens (Stage         *stage,
                          gconstpointer  data)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (stage->window));
  g_autofree char *path = copy_sample (stage);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GSList files = { file, NULL };
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, &files);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &taken);
    }
  g_assert_true (taken);
  wait_for (stage, table_ready);
  g_assert_cmpstr (venule_source_get_path (venule_document_get_source (stage->window->document)), ==, path);
}

static void
open_damaged (Stage *stage)
{
  g_autofree char *damaged = g_build_filename (stage->folder, "damaged.venule", NULL);

  g_assert_true (g_file_set_contents (damaged, "of no use", -1, NULL));
  venule_window_open_path (stage->window, damaged);
  wait_for (stage, is_asked);
}

static void
test_question_that_is_cancelled_leaves_no_window (Stage         *stage,
                                                  gconstpointer  data)
{
  open_sample (stage);
  g_object_set_data (G_OBJECT (stage->window), "windows", GUINT_TO_POINTER (count_windows ()));
  open_damaged (stage);
  g_assert_false (has_lost_window (stage));
  answer ("_Cancel");
  wait_for (stage, has_lost_window);
}

static gboolean
has_opened_elsewhere (Stage *stage)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GObject) window = g_list_model_get_item (windows, i);

      if (VENULE_IS_WINDOW (window) && VENULE_WINDOW (window) != stage->window && VENULE_WINDOW (window)->document)
        return TRUE;
    }
  return FALSE;
}

/* The answer would replace it. */
static void
test_drop_on_a_question_opens_elsewhere (Stage         *stage,
                                         gconstpointer  data)
{
  g_autofree char *video = copy_sample (stage);

  open_damaged (stage);
  venule_window_open_path (stage->window, video);
  wait_for (stage, has_opened_elsewhere);
  g_assert_null (stage->window->document);
  g_assert_true (is_asked (stage));
  answer ("_Cancel");
  wait_for (stage, is_not_asked);
}

static gboolean
has_study (Stage *stage)
{
  return find_window (VENULE_TYPE_STUDY_WINDOW) != NULL;
}

static void
test_study_opens_in_its_own_window (Stage         *stage,
                                    gconstpointer  data)
{
  g_autofree char *path = g_build_filename (stage->folder, "mice.venule-study", NULL);
  g_autoptr (VenuleApplication) application = venule_application_new ();
  g_autoptr (VenuleStudy) study = venule_study_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (venule_study_save (study, path, &error));
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, &error));
  gtk_window_set_application (GTK_WINDOW (stage->window), GTK_APPLICATION (application));
  venule_window_open_path (stage->window, path);
  wait_for (stage, has_study);
  g_assert_false (has_error (stage));
  gtk_window_close (find_window (VENULE_TYPE_STUDY_WINDOW));
}

static void
on_recent_found (gpointer   owner,
                 GPtrArray *files)
{
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < files->len; i++)
    g_string_append_printf (found, "%s\n", gtk_recent_info_get_uri (g_ptr_array_index (files, i)));
  g_object_set_data_full (owner, "found", g_strdup (found->str), g_free);
}

/* GTK writes its list a quarter of a second later, and reads it again when the file has changed: asked until then. */
static gboolean
has_found_sample (Stage *stage)
{
  const char *found = g_object_get_data (G_OBJECT (stage->window), "found");

  if (found == NULL || strstr (found, "sample.mkv") != NULL)
    return found != NULL;
  g_test_message ("found only: %s", found);
  g_object_set_data (G_OBJECT (stage->window), "found", NULL);
  venule_recent_find (stage->window, 10, NULL, on_recent_found);
  return FALSE;
}

static gboolean
dialog_has_added (Stage *stage)
{
  g_autofree char *uri = g_filename_to_uri (stage->folder, NULL, NULL);

  return gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri);
}

/* As the dialog for files does with the folder that an export goes to. */
static void
test_recent_files_are_those_opened (Stage         *stage,
                                    gconstpointer  data)
{
  g_autofree char *folder = g_filename_to_uri (stage->folder, NULL, NULL);
  g_autofree char *line = g_strconcat (folder, "\n", NULL);

  open_sample (stage);
  gtk_recent_manager_add_item (gtk_recent_manager_get_default (), folder);
  wait_for (stage, dialog_has_added);
  venule_recent_find (stage->window, 10, NULL, on_recent_found);
  wait_for (stage, has_found_sample);
  g_assert_null (strstr (g_object_get_data (G_OBJECT (stage->window), "found"), line));
}

static void
save_picture (Stage *stage,
              guint  i)
{
  g_autofree char *name = g_strdup_printf ("p%u.png", i);
  g_autofree char *path = g_build_filename (stage->folder, name, NULL);
  g_autofree guchar *pixels = g_malloc0 (64 * 48 * 3);
  g_autoptr (GBytes) bytes = g_bytes_new (pixels, 64 * 48 * 3);
  g_autoptr (GdkTexture) texture = gdk_memory_texture_new (64, 48, GDK_MEMORY_R8G8B8, bytes, 64 * 3);

  g_assert_true (gdk_texture_save_to_png (texture, path));
}

/* Pictures have no frame rate. Ctrl+R says what is missing, and leads to where it is typed. */
static void
test_run_says_what_is_missing (Stage         *stage,
                               gconstpointer  data)
{
  g_autoptr (VenuleSettings) settings = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < 3; i++)
    save_picture (stage, i);
  open_path (stage, stage->folder);
  wait_for (stage, table_ready);
  activate (stage, "run");
  wait_for (stage, has_error);
  g_assert_true (venule_workflow_step_get_expanded (stage->window->steps.vessel));

  settings = venule_settings_copy (venule_document_get_settings (stage->window->document));
  settings->vessel->flow_x = 1;
  venule_document_set_settings (stage->window->document, settings);
  g_assert_false (has_error (stage)); /* it was that the flow is missing */
  activate (stage, "run");
  g_assert_false (venule_window_is_running (stage->window));
  text = venule_message_bar_dup_text (stage->window->message_bar);
  g_assert_nonnull (strstr (text, "Type the frame rate"));
  g_assert_true (venule_workflow_step_get_expanded (stage->window->steps.calibration));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (stage->window)),
                                         GTK_WIDGET (stage->window->panels.calibration)));

  settings->cell_diameter++;
  venule_document_set_settings (stage->window->document, settings);
  g_assert_true (has_error (stage));
  settings->calibration.frame_rate = 25;
  venule_document_set_settings (stage->window->document, settings);
  g_assert_false (has_error (stage));
}

static gboolean
says (Stage      *stage,
      const char *part)
{
  g_autofree char *text = venule_message_bar_dup_text (stage->window->message_bar);

  return text != NULL && strstr (text, part) != NULL;
}

static gboolean
says_against (Stage *stage)
{
  return says (stage, "against the arrow");
}

static gboolean
has_looked (Stage *stage)
{
  return !venule_window_is_running (stage->window) && stage->window->run.warnings == NULL;
}

static void
show_run (Stage  *stage,
          gint64  run)
{
  g_action_group_change_action_state (G_ACTION_GROUP (stage->window), "show-run", g_variant_new_int64 (run));
}

/* It would be believed of its numbers. */
static void
test_warnings_are_those_of_the_run_on_show (Stage         *stage,
                                            gconstpointer  data)
{
  g_autoptr (VenuleSettings) settings = NULL;

  open_sample (stage);
  set_sample_settings (stage);
  settings = venule_settings_copy (venule_document_get_settings (stage->window->document));
  settings->vessel->flow_x = -1;
  venule_document_set_settings (stage->window->document, settings);
  activate (stage, "run");
  wait_for (stage, says_against);
  settings->vessel->flow_x = 1;
  venule_document_set_settings (stage->window->document, settings);
  activate (stage, "run");
  wait_for (stage, has_looked);
  g_assert_false (says_against (stage));

  show_run (stage, 1);
  wait_for (stage, says_against);
  show_run (stage, 2);
  g_assert_false (says_against (stage));
  wait_for (stage, has_looked);
  g_assert_false (says_against (stage));
}

/* While nothing is found of what is searched for, GTK's dialog is accepted without a file. */
static void
test_nothing_is_chosen (Stage         *stage,
                        gconstpointer  data)
{
  activate (stage, "open");
  wait_for (stage, has_chooser);
  g_signal_emit_by_name (stage->window->files.chooser, "response", GTK_RESPONSE_ACCEPT);
  g_assert_null (stage->window->files.chooser);
  g_assert_true (venule_window_is_empty (stage->window));
  g_assert_false (has_error (stage));
}

/* The ending alone would be a hidden file. */
static void
test_an_ending_is_no_name (Stage         *stage,
                           gconstpointer  data)
{
  g_autofree char *whole = venule_document_name ("/home/a/cells");

  g_assert_cmpstr (whole, ==, "/home/a/cells.venule");
  g_assert_null (venule_document_name ("/home/a/.venule"));
}

/* Under the name of the window, too. */
static void
test_rate_is_that_of_the_run_on_show (Stage         *stage,
                                      gconstpointer  data)
{
  g_autoptr (VenuleSettings) settings = NULL;
  AdwWindowTitle *title = stage->window->header.title;

  open_sample (stage);
  set_sample_settings (stage);
  settings = venule_settings_copy (venule_document_get_settings (stage->window->document));
  settings->last_frame = 3;
  venule_document_set_settings (stage->window->document, settings);
  activate (stage, "run");
  wait_for (stage, is_over);
  settings->calibration.frame_rate = 12;
  venule_document_set_settings (stage->window->document, settings);
  g_assert_cmpstr (adw_window_title_get_subtitle (title), ==, "400×240 · 30 frames/s");
  activate (stage, "run");
  wait_for (stage, is_over);
  g_assert_cmpstr (adw_window_title_get_subtitle (title), ==, "400×240 · 12 frames/s");
  show_run (stage, 1);
  g_assert_cmpstr (adw_window_title_get_subtitle (title), ==, "400×240 · 30 frames/s");
}

static gboolean
is_saved (Stage *stage)
{
  VenuleDocument *document = stage->window->document;

  return !venule_document_get_saving (document, NULL) && !venule_document_get_modified (document);
}

static gboolean
is_not_saved (Stage *stage)
{
  return !venule_document_get_saving (stage->window->document, NULL) && has_error (stage);
}

/* That it was not saved is not true any more. */
static void
test_save_that_succeeds_takes_the_failure_back (Stage         *stage,
                                                gconstpointer  data)
{
  g_autofree char *path = g_build_filename (stage->folder, "mouse.venule", NULL);
  g_autofree char *aside = g_build_filename (stage->folder, "aside", NULL);
  g_autoptr (GError) error = NULL;

  open_sample (stage);
  venule_document_save (stage->window->document, path, &error);
  g_assert_no_error (error);
  set_sample_settings (stage);
  g_assert_cmpint (g_rename (path, aside), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  activate (stage, "save");
  wait_for (stage, is_not_saved);

  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_cmpint (g_rename (aside, path), ==, 0);
  activate (stage, "save");
  wait_for (stage, is_saved);
  g_assert_false (has_error (stage));
}

static gboolean
has_toast_drawn (Stage *stage)
{
  return gtk_widget_get_width (adw_toast_get_custom_title (stage->window->undo_toast)) > 0;
}

/* The end of a refusal is what to do now. */
static void
test_refusal_is_told_to_its_end (Stage         *stage,
                                 gconstpointer  data)
{
  GtkWidget *label;

  open_sample (stage);
  venule_window_toast (stage->window,
                       "Tracks 1 and 8 are two cells in frame 0. Cut one of them first, or delete its spots there.");
  wait_for (stage, has_toast_drawn);
  label = adw_toast_get_custom_title (stage->window->undo_toast);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (label))), >, 1);
}

static gboolean
has_no_toast (Stage *stage)
{
  return !stage->window->undo_toast;
}

static gboolean
stop_waiting (gpointer waiting)
{
  *(gboolean *) waiting = FALSE;
  return G_SOURCE_REMOVE;
}

/* Escape may come in the moment in which a toast takes the place of another. */
static void
test_toast_is_dismissed_while_it_appears (Stage         *stage,
                                          gconstpointer  data)
{
  gboolean waiting = TRUE;
  AdwToast *first;

  open_sample (stage);
  first = venule_window_show_toast (stage->window, "First", NULL, NULL);
  venule_window_toast (stage->window, "Second");
  adw_toast_dismiss (first);
  wait_for (stage, has_toast_drawn);
  adw_toast_dismiss (stage->window->undo_toast);
  wait_for (stage, has_no_toast);

  g_timeout_add (1000, stop_waiting, &waiting); /* an animation that lost its toast ends in this time */
  while (waiting)
    g_main_context_iteration (NULL, TRUE);
}

/* It does not go with the time that the one before it has left. */
static void
test_message_has_its_own_time (Stage         *stage,
                               gconstpointer  data)
{
  gboolean ended = FALSE;

  open_sample (stage);
  venule_window_toast_edit (stage->window, "First");
  wait_for (stage, has_toast_drawn);
  g_signal_connect_swapped (stage->window->undo_toast, "dismissed", G_CALLBACK (g_atomic_int_inc), &ended);
  venule_window_toast_edit (stage->window, "Second");
  g_assert_true (ended);
  wait_for (stage, has_toast_drawn);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (adw_toast_get_custom_title (stage->window->undo_toast))), ==,
                   "Second");
}

/* As a program leaves it that was killed. @path: (nullable): where it was saved before */
static void
leave_unsaved (const char *video,
               const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = venule_source_open (video, NULL, &error);
  g_autoptr (VenuleDocument) document = NULL;
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  VenuleWorkingCopy *working_copy;

  g_assert_no_error (error);
  working_copy = venule_working_copy_new (&error);
  g_assert_no_error (error);
  document = venule_document_new_from_working_copy (source, working_copy, &error);
  g_assert_no_error (error);
  if (path != NULL)
    venule_document_save (document, path, &error);
  g_assert_no_error (error);
  venule_document_begin_run (document, venule_document_get_settings (document));
  venule_document_finish_run (document, none);
}

static void
assert_offer_names (Stage      *stage,
                    const char *path)
{
  venule_recovery_offer (stage->window, NULL);
  wait_for (stage, is_asked);
  g_assert_nonnull (
    strstr (adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (find_window (ADW_TYPE_MESSAGE_DIALOG))), path));
  answer ("_Discard Changes");
  wait_for (stage, is_not_asked);
}

/* There may be another of that name elsewhere. */
static void
test_a_document_to_recover_is_told_with_its_folder (Stage         *stage,
                                                    gconstpointer  data)
{
  g_autofree char *video = copy_sample (stage), *path = g_build_filename (stage->folder, "left.venule", NULL);

  leave_unsaved (video, path);
  assert_offer_names (stage, path);
}

/* Who analysed several would not know which it is. */
static void
test_a_document_without_a_file_is_told_with_its_video (Stage         *stage,
                                                       gconstpointer  data)
{
  g_autofree char *video = copy_sample (stage);

  leave_unsaved (video, NULL);
  assert_offer_names (stage, video);
}

static gboolean
tells_damage (Stage *stage)
{
  g_autofree char *text = venule_message_bar_dup_text (stage->window->message_bar);

  return text != NULL && strstr (text, "venule-cli recover") != NULL;
}

/* The document is as it was saved; that it was more than this is not kept back. */
static void
test_damaged_changes_are_told (Stage         *stage,
                               gconstpointer  data)
{
  g_autofree char *video = copy_sample (stage), *path = g_build_filename (stage->folder, "half.venule", NULL);

  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = venule_source_open (video, NULL, &error);
  g_autoptr (VenuleDocument) document = venule_document_new (source);
  g_autoptr (GPtrArray) none = g_ptr_array_new (), leftovers = NULL, damaged = NULL;

  g_assert_true (venule_document_save (document, path, &error));
  g_clear_object (&document);
  document = venule_document_new_from_working_copy (
    source, venule_working_copy_open (path, VENULE_WORKING_COPY_ASK, NULL), &error);
  g_assert_no_error (error);
  venule_document_begin_run (document, venule_document_get_settings (document));
  venule_document_finish_run (document, none);
  g_clear_object (&document);
  leftovers = venule_working_copy_dup_leftovers (NULL);
  g_assert_cmpuint (leftovers->len, ==, 1);
  const VenuleLeftover *leftover = g_ptr_array_index (leftovers, 0);
  g_assert_true (g_file_set_contents (leftover->working_copy, "half of", -1, NULL));

  open_path (stage, path);
  wait_for (stage, tells_damage);
  damaged = venule_working_copy_dup_damaged ();
  g_assert_cmpuint (damaged->len, ==, 1);
  venule_leftover_remove (g_ptr_array_index (damaged, 0));
}

static gboolean
offers (VenuleWindow *window)
{
  g_autofree char *text = venule_message_bar_dup_text (window->message_bar);

  return text != NULL && strstr (text, "0.363 µm/px; of step 1: 0.5 µm/px") != NULL;
}

/* The run that was on show when it was saved was measured with a pixel size of its own. */
static void
test_another_pixel_size_is_told_when_it_is_opened (Stage         *stage,
                                                   gconstpointer  data)
{
  g_autofree char *video = copy_sample (stage);
  g_autofree char *path = g_build_filename (stage->folder, "two-sizes.venule", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = venule_source_open (video, NULL, &error);
  g_autoptr (VenuleDocument) document = venule_document_new (source);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  const VenuleRunMetadata metadata = { .device = (char *) "test", .last_frame = 9, .complete = TRUE };

  settings->vessel->flow_x = 1;
  settings->calibration.pixel_size_um = 0.363;
  venule_document_begin_run (document, settings);
  venule_document_set_run_metadata (document, &metadata);
  venule_document_finish_run (document, none);
  settings->calibration.pixel_size_um = 0.5;
  venule_document_set_next_settings (document, settings);
  g_assert_true (venule_document_save (document, path, &error));
  g_assert_no_error (error);

  open_path (stage, path);
  wait_for (stage, table_ready);
  g_assert_true (offers (stage->window));
}

static gboolean
has_measured (Stage *stage)
{
  return stage->window->measuring.job == NULL;
}

static gboolean
sees_measures (Stage *stage)
{
  return gtk_widget_get_mapped (GTK_WIDGET (stage->window->views.measures));
}

/* The button that was pressed is out of sight meanwhile. The next key is for it, not for the first of the window. */
static void
test_focus_comes_back_from_a_measurement (Stage         *stage,
                                          gconstpointer  data)
{
  GtkWidget *view = GTK_WIDGET (stage->window->views.measures), *button;

  open_sample (stage);
  set_sample_settings (stage);
  gtk_stack_set_visible_child_name (stage->window->views.tables, "measures");
  adw_flap_set_reveal_flap (stage->window->panes.results_flap, TRUE);
  wait_for (stage, sees_measures);
  button = find_button (view, "Measure _Diameter");
  gtk_widget_grab_focus (button);
  g_signal_emit_by_name (button, "clicked");
  g_assert_false (has_measured (stage));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (stage->window)) == find_button (view, "_Cancel"));
  wait_for (stage, has_measured);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (stage->window)) == button);
}

int
main (int   argc,
      char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  ADD ("wrong file leaves no window", test_wrong_file_leaves_no_window);
  ADD ("wrong files leave no windows", test_wrong_files_leave_no_windows);
  ADD ("dropped video opens", test_dropped_video_opens);
  ADD ("question that is cancelled leaves no window", test_question_that_is_cancelled_leaves_no_window);
  ADD ("drop on a question opens elsewhere", test_drop_on_a_question_opens_elsewhere);
  ADD ("study opens in its own window", test_study_opens_in_its_own_window);
  ADD ("recent files are those opened", test_recent_files_are_those_opened);
  ADD ("run says what is missing", test_run_says_what_is_missing);
  ADD ("warnings are those of the run on show", test_warnings_are_those_of_the_run_on_show);
  ADD ("nothing is chosen", test_nothing_is_chosen);
  ADD ("an ending is no name", test_an_ending_is_no_name);
  ADD ("rate is that of the run on show", test_rate_is_that_of_the_run_on_show);
  ADD ("save that succeeds takes the failure back", test_save_that_succeeds_takes_the_failure_back);
  ADD ("refusal is told to its end", test_refusal_is_told_to_its_end);
  ADD ("toast is dismissed while it appears", test_toast_is_dismissed_while_it_appears);
  ADD ("message has its own time", test_message_has_its_own_time);
  ADD ("a document to recover is told with its folder", test_a_document_to_recover_is_told_with_its_folder);
  ADD ("a document without a file is told with its video", test_a_document_without_a_file_is_told_with_its_video);
  ADD ("damaged changes are told", test_damaged_changes_are_told);
  ADD ("another pixel size is told when it is opened", test_another_pixel_size_is_told_when_it_is_opened);
  ADD ("focus comes back from a measurement", test_focus_comes_back_from_a_measurement);

  return application_run_tests ();
}
