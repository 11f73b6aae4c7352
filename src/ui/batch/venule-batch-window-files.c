/* venule-batch-window-files.c: videos into the list, and the list into a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-window-private.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "venule-chosen.h"
#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-task.h"

#define SAVE_MS 600
/* So many rows at once are shown together, which is faster. */
#define MANY 50

/* ---- Saving ---- */

/* Before a folder is chosen for the results. */
static char *
dup_state_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "venule", NULL);
}

static char *
dup_list_path (VenuleBatchWindow *self)
{
  g_autofree char *state = dup_state_folder ();

  return g_build_filename (self->folder ? self->folder : state, VENULE_BATCH_LIST_NAME, NULL);
}

void
venule_batch_window_save (VenuleBatchWindow *self)
{
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;
  g_autoptr (GError) error = NULL;

  if (self->save == 0)
    return;
  g_clear_handle_id (&self->save, g_source_remove);
  path = dup_list_path (self);
  folder = g_path_get_dirname (path);
  g_mkdir_with_parents (folder, 0700);
  if (venule_manifest_save (venule_batch_list_get_manifest (self->list), path, &error))
    g_settings_set_string (self->settings, "batch-list", path);
  else
    venule_batch_window_show_error (self, _("The List Was Not Saved"), error->message);
}

static gboolean
on_save (gpointer user_data)
{
  venule_batch_window_save (user_data);
  return G_SOURCE_REMOVE;
}

void
venule_batch_window_save_later (VenuleBatchWindow *self)
{
  if (self->save == 0)
    self->save = g_timeout_add (SAVE_MS, on_save, self);
}

void
venule_batch_window_take_folder (VenuleBatchWindow *self,
                                 const char        *folder)
{
  g_autofree char *before = dup_list_path (self);

  g_free (self->folder);
  self->folder = g_strdup (folder);
  venule_batch_window_save_later (self);
  venule_batch_window_save (self);
  g_unlink (before);
  venule_batch_window_update (self);
}

/* ---- Opening ---- */

/* (nullable): the folder of the results, when it is the list of one. */
static char *
dup_results_folder (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *state = dup_state_folder ();

  return g_str_equal (name, VENULE_BATCH_LIST_NAME) && !g_str_equal (folder, state) ? g_steal_pointer (&folder) : NULL;
}

static gboolean
open_list (VenuleBatchWindow  *self,
           const char         *path,
           GError            **error)
{
  g_autoptr (VenuleManifest) manifest = venule_manifest_read (path, error);
  g_autofree char *folder = dup_results_folder (path);

  if (!manifest)
    return FALSE;
  venule_batch_window_take_manifest (self, manifest, folder);
  return TRUE;
}

static void
take_empty (VenuleBatchWindow *self)
{
  g_autofree char *folder = dup_state_folder ();
  g_autoptr (VenuleManifest) manifest = venule_manifest_new (folder);

  venule_batch_window_take_manifest (self, manifest, NULL);
}

/* A folder that is not there, as of a drive that is not plugged in, is no reason to say anything. */
void
venule_batch_window_load (VenuleBatchWindow *self)
{
  g_autofree char *path = g_settings_get_string (self->settings, "batch-list");

  if (*path == '\0' || !g_file_test (path, G_FILE_TEST_EXISTS) || !open_list (self, path, NULL))
    take_empty (self);
}

static void
open_or_tell (VenuleBatchWindow *self,
              const char        *path)
{
  g_autoptr (GError) error = NULL;

  venule_batch_window_save (self);
  if (open_list (self, path, &error))
    venule_batch_window_save_later (self);
  else
    venule_batch_window_show_error (self, _("The List Cannot Be Opened"), error->message);
}

/* ---- Adding ---- */

static void
list_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  char **paths = task_data;
  g_autoptr (GPtrArray) videos = g_ptr_array_new_with_free_func (g_free);
  GError *error = NULL;

  for (guint i = 0; paths[i] && !error; i++)
    {
      g_autoptr (GPtrArray) inside = NULL;

      if (!g_file_test (paths[i], G_FILE_TEST_IS_DIR))
        {
          g_ptr_array_add (videos, g_strdup (paths[i]));
          continue;
        }
      inside = venule_manifest_list_videos (paths[i], &error);
      for (guint j = 0; inside && j < inside->len; j++)
        g_ptr_array_add (videos, g_strdup (inside->pdata[j]));
    }
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&videos), (GDestroyNotify) g_ptr_array_unref);
}

/* Those that are not in the list yet; how many are. */
static guint
add_new (VenuleBatchWindow *self,
         GPtrArray         *videos)
{
  VenuleManifest *manifest = venule_batch_list_get_manifest (self->list);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_known = 0;

  for (guint i = 0; i < venule_batch_list_get_n (self->list); i++)
    g_hash_table_add (known, venule_batch_video_dup_path (venule_batch_list_get (self->list, i)));
  for (guint i = 0; i < videos->len; i++)
    {
      char *path = g_canonicalize_filename (videos->pdata[i], NULL);
      guint row;

      if (!g_hash_table_add (known, path))
        {
          n_known++;
          continue;
        }
      row = venule_manifest_add_row (manifest, path);
      venule_manifest_set_value (manifest, row, "template", self->template);
    }
  return n_known;
}

static void
say_added (VenuleBatchWindow *self,
           guint              n,
           guint              n_known)
{
  g_autofree char *text = NULL;

  if (n == 0 && n_known == 0)
    text = g_strdup (_("There are no videos in this folder"));
  else if (n == 0)
    text = g_strdup (ngettext ("This video is in the list already", "These videos are in the list already", n_known));
  else
    text = g_strdup_printf (ngettext ("%u video added", "%u videos added", n), n);
  venule_batch_window_toast (self, text, n > 0);
}

static void
on_listed (gpointer  owner,
           GTask    *task)
{
  VenuleBatchWindow *self = VENULE_BATCH_WINDOW (owner);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) videos = g_task_propagate_pointer (task, &error);
  guint first = venule_batch_list_get_n (self->list), n_known, n;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (!videos)
    {
      venule_batch_window_show_error (self, _("The Videos Cannot Be Added"), error->message);
      return;
    }
  if (videos->len > 0)
    venule_batch_window_begin_edit (self);
  if (videos->len > MANY)
    venule_batch_table_set_list (self->table, NULL);
  n_known = add_new (self, videos);
  if (videos->len > MANY)
    venule_batch_table_set_list (self->table, self->list);
  n = venule_batch_list_get_n (self->list) - first;
  for (guint i = first; i < first + n; i++)
    venule_batch_finder_ask (self->finder, venule_batch_list_get (self->list, i), VENULE_MANIFEST_FILE);
  if (n > 0)
    venule_batch_table_choose (self->table, first);
  venule_batch_window_update (self);
  say_added (self, n, n_known);
}

void
venule_batch_window_add (VenuleBatchWindow *self,
                         const char *const *paths)
{
  g_return_if_fail (VENULE_IS_BATCH_WINDOW (self));

  if (paths[0] && !paths[1] && g_str_has_suffix (paths[0], VENULE_BATCH_LIST_SUFFIX))
    {
      open_or_tell (self, paths[0]);
      return;
    }
  venule_task_start (self, self->cancellable, venule_batch_window_add, list_in_thread, g_strdupv ((char **) paths),
                     (GDestroyNotify) g_strfreev, on_listed);
}

static gboolean
on_dropped (VenuleBatchWindow *self,
            const GValue      *value)
{
  g_auto (GStrv) paths = venule_chosen_dup_dropped (value);

  venule_batch_window_add (self, (const char *const *) paths);
  return paths[0] != NULL;
}

/* ---- Dialogs ---- */

void
venule_batch_window_choose (VenuleBatchWindow    *self,
                            const char           *title,
                            GtkFileChooserAction  action,
                            const char           *accept,
                            const char           *kind,
                            const char *const    *patterns,
                            GCallback             on_response)
{
  guint n = venule_batch_list_get_n (self->list);
  g_autofree char *last = n > 0 ? venule_batch_video_dup_path (venule_batch_list_get (self->list, n - 1)) : NULL;

  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, accept, NULL);
  venule_chosen_begin_beside (self->chooser, last);
  if (patterns)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, kind);
      for (guint i = 0; patterns[i]; i++)
        gtk_file_filter_add_pattern (filter, patterns[i]);
      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), filter);
    }
  g_signal_connect_object (self->chooser, "response", on_response, self, G_CONNECT_SWAPPED);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
on_videos_chosen (VenuleBatchWindow *self,
                  int                response)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (self->chooser));
      g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

      for (guint i = 0; i < g_list_model_get_n_items (files); i++)
        {
          g_autoptr (GFile) file = g_list_model_get_item (files, i);
          char *path = g_file_get_path (file);

          if (path)
            g_ptr_array_add (paths, path);
        }
      g_ptr_array_add (paths, NULL);
      if (paths->len > 1)
        venule_batch_window_add (self, (const char *const *) paths->pdata);
    }
  g_clear_object (&self->chooser);
}

static void
open_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;

  venule_batch_window_choose (self, _("Add Videos"), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Add"), NULL, NULL,
                              G_CALLBACK (on_videos_chosen));
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (self->chooser), TRUE);
}

static void
add_folder_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  venule_batch_window_choose (user_data, _("Add the Videos of a Folder"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                              _("_Add"), NULL, NULL, G_CALLBACK (on_videos_chosen));
}

static void
on_list_chosen (VenuleBatchWindow *self,
                int                response)
{
  g_autofree char *path = venule_chosen_dup_path (self->chooser, response);

  g_clear_object (&self->chooser);
  if (path)
    open_or_tell (self, path);
}

static const char *const list_patterns[] = { "*" VENULE_BATCH_LIST_SUFFIX, "*.csv", NULL };

static void
open_list_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  venule_batch_window_choose (user_data, _("Open a List of Videos"), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"),
                              _("Tables"), list_patterns, G_CALLBACK (on_list_chosen));
}

static void
on_copy_chosen (VenuleBatchWindow *self,
                int                response)
{
  g_autofree char *path = venule_chosen_dup_path (self->chooser, response);
  g_autoptr (GError) error = NULL;

  g_clear_object (&self->chooser);
  if (path && !venule_manifest_save (venule_batch_list_get_manifest (self->list), path, &error))
    venule_batch_window_show_error (self, _("The List Was Not Saved"), error->message);
}

static void
save_list_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;

  venule_batch_window_choose (self, _("Save a Copy of the List"), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"),
                              _("Tables"), list_patterns, G_CALLBACK (on_copy_chosen));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), VENULE_BATCH_LIST_NAME);
}

/* A list that was run stays with its results; another one comes back by undo alone. */
static void
new_list_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;

  venule_batch_window_save (self);
  if (self->folder)
    {
      take_empty (self);
      venule_batch_window_save_later (self);
      return;
    }
  venule_batch_window_begin_edit (self);
  venule_batch_table_set_list (self->table, NULL);
  for (guint i = venule_batch_list_get_n (self->list); i > 0; i--)
    venule_manifest_remove_row (venule_batch_list_get_manifest (self->list), i - 1);
  venule_batch_table_set_list (self->table, self->list);
  venule_batch_window_toast (self, _("The list was cleared"), TRUE);
}

void
venule_batch_window_install_files (VenuleBatchWindow *self)
{
  static const GActionEntry entries[] = {
    { "open", open_action },
    { "add-folder", add_folder_action },
    { "open-list", open_list_action },
    { "save-list", save_list_action },
    { "new-list", new_list_action },
  };
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (on_dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
