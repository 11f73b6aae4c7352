/* window-stage.c: a window for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "window-stage.h"

#include <glib/gstdio.h>

gboolean
always (Stage *stage)
{
  return TRUE;
}

gboolean
table_ready (Stage *stage)
{
  return stage->window->opening.table_ready && !stage->window->opening.checking_video;
}

gboolean
has_error (Stage *stage)
{
  g_autofree char *text = venule_message_bar_dup_text (stage->window->message_bar);

  return text != NULL;
}

gboolean
has_tracks (Stage *stage)
{
  return g_list_model_get_n_items (G_LIST_MODEL (stage->window->document)) > 2;
}

gboolean
is_over (Stage *stage)
{
  return !venule_window_is_running (stage->window);
}

gboolean
is_written (Stage *stage)
{
  return stage->window->files.export == NULL;
}

gboolean
is_gone (Stage *stage)
{
  return stage->gone;
}

/* So that a state that never comes is an end, too. */
static gboolean
wake (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

void
wait_for (Stage     *stage,
          gboolean (*ready) (Stage *stage))
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US;
  guint waking = g_timeout_add (1000, wake, NULL);

  while (!ready (stage) || g_main_context_pending (NULL))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, !g_main_context_pending (NULL) && !ready (stage));
    }
  g_source_remove (waking);
}

static void
on_gone (gpointer  data,
         GObject  *window)
{
  ((Stage *) data)->gone = TRUE;
}

void
set_up (Stage         *stage,
        gconstpointer  data)
{
  stage->folder = g_dir_make_tmp ("venule-window-XXXXXX", NULL);
  stage->window = venule_window_new (NULL);
  g_settings_set_boolean (stage->window->settings, "propose-vessel", FALSE); /* has a test of its own */
  g_object_weak_ref (G_OBJECT (stage->window), on_gone, stage);
  gtk_window_present (GTK_WINDOW (stage->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (stage->window));
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_folder (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

/* Nothing keeps a window that has been closed. */
void
tear_down (Stage         *stage,
           gconstpointer  data)
{
  if (!stage->gone)
    {
      stage->window->closing.anyway = stage->window->closing.stop_export = TRUE;
      gtk_window_close (GTK_WINDOW (stage->window));
      wait_for (stage, is_gone);
    }
  remove_folder (stage->folder);
  g_free (stage->folder);
}

gboolean
is_enabled (Stage      *stage,
            const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (stage->window), action);
}

void
activate (Stage      *stage,
          const char *action)
{
  g_assert_true (is_enabled (stage, action));
  g_action_group_activate_action (G_ACTION_GROUP (stage->window), action, NULL);
}

/* A copy of the sample, which may be spoilt. */
char *
copy_sample (Stage *stage)
{
  g_autofree char *sample = g_test_build_filename (G_TEST_BUILT, "ui", "sample.mkv", NULL);
  g_autofree char *contents = NULL;
  char *path = g_build_filename (stage->folder, "copy <of> & sample.mkv", NULL);
  gsize length;

  g_assert_true (g_file_get_contents (sample, &contents, &length, NULL));
  g_assert_true (g_file_set_contents (path, contents, (gssize) length, NULL));
  return path;
}

void
open_path (Stage      *stage,
           const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  venule_window_open (stage->window, file);
}

void
open_in_new_window (Stage      *stage,
                    const char *path)
{
  GtkWindow *old = GTK_WINDOW (stage->window);

  stage->window = venule_window_new (ADW_APPLICATION (gtk_window_get_application (old)));
  gtk_window_destroy (old);
  gtk_window_present (GTK_WINDOW (stage->window));
  open_path (stage, path);
}

void
open_sample (Stage *stage)
{
  g_autofree char *path = copy_sample (stage);

  open_path (stage, path);
  wait_for (stage, table_ready);
}

/* Settings with which the cells of the sample are found. */
void
set_sample_settings_to (Stage  *stage,
                        gint64  last_frame)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (stage->window->document));

  venule_vessel_set_rectangle (settings->vessel, 0, 66, 400, 100, 0);
  settings->vessel->flow_x = 1;
  settings->cell_diameter = 22;
  settings->calibration.pixel_size_um = 0.363;
  settings->last_frame = last_frame;
  venule_document_set_settings (stage->window->document, settings);
}

/* For a third of the sample: most tests need no more. */
void
set_sample_settings (Stage *stage)
{
  set_sample_settings_to (stage, 29);
}

const char *
told (Stage *stage)
{
  return gtk_label_get_label (GTK_LABEL (adw_toast_get_custom_title (stage->window->undo_toast)));
}

/* ---- Dialogs ---- */

GtkWindow *
find_window (GType type)
{
  GListModel *all = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (all, i);

      if (g_type_is_a (G_OBJECT_TYPE (window), type) && gtk_widget_get_visible (GTK_WIDGET (window)))
        return window;
    }
  return NULL;
}

GtkWidget *
find_button (GtkWidget  *widget,
             const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0 &&
      gtk_widget_get_child_visible (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

/* The button of the question that is on show, as the mouse does. */
void
answer (const char *label)
{
  GtkWindow *dialog = find_window (ADW_TYPE_MESSAGE_DIALOG);
  GtkWidget *button = dialog ? find_button (GTK_WIDGET (dialog), label) : NULL;

  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

gboolean
is_asked (Stage *stage)
{
  return find_window (ADW_TYPE_MESSAGE_DIALOG) != NULL;
}

gboolean
is_not_asked (Stage *stage)
{
  return !is_asked (stage);
}

gboolean
has_chooser (Stage *stage)
{
  return find_window (GTK_TYPE_FILE_CHOOSER_DIALOG) != NULL;
}
