/* venule-batch-window-open.c: one video in a window of its own, and all results in that of studies
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-window-private.h"

#include <glib/gi18n.h>

#include "venule-batch-gather.h"
#include "venule-batch-set-up.h"
#include "venule-manifest-settings.h"
#include "venule-task.h"

/* ---- Setting up ---- */

/* The row may have gone meanwhile. */
static void
on_kept (VenuleBatchSetUp         *set_up,
         const VenuleTemplate     *template,
         const VenuleInputOptions *input,
         VenuleBatchVideo         *video)
{
  VenuleBatchWindow *self = g_object_get_data (G_OBJECT (set_up), "window");
  guint row = venule_batch_video_get_position (video);

  if (!self || row >= venule_batch_list_get_n (self->list) || venule_batch_list_get (self->list, row) != video ||
      venule_batch_window_is_running (self))
    return;
  venule_batch_window_begin_edit (self);
  venule_manifest_put_settings (venule_batch_list_get_manifest (self->list), row, template->settings,
                                template->measures, input);
  venule_batch_table_choose (self->table, row);
  gtk_window_present (GTK_WINDOW (self));
}

static void
forget_window (gpointer  set_up,
               GObject  *window)
{
  g_object_set_data (set_up, "window", NULL);
}

static void
stop_watching (gpointer  window,
               GObject  *set_up)
{
  g_object_weak_unref (window, forget_window, set_up);
}

static void
set_up_video (VenuleBatchWindow *self,
              VenuleBatchVideo  *video)
{
  g_autofree char *path = venule_batch_video_dup_path (video);
  VenuleTemplate *template = venule_batch_video_dup_template (video);
  g_autoptr (VenuleBatchSetUp) set_up = NULL;
  g_autoptr (VenuleSettings) usual = venule_settings_new ();
  g_autoptr (VenuleMeasureSettings) measures = venule_measure_settings_new ();

  if (!path)
    return;
  /* What makes no sense is drawn anew. */
  if (!template)
    template = venule_template_new (usual, measures);
  template->settings->proposed = VENULE_PROPOSED_NOTHING; /* a person looks at it */
  set_up = venule_batch_set_up_new (path, venule_batch_video_get_input (video), template);
  g_object_set_data (G_OBJECT (set_up), "window", self);
  g_object_weak_ref (G_OBJECT (self), forget_window, set_up);
  g_object_weak_ref (G_OBJECT (set_up), stop_watching, self);
  g_signal_connect_object (set_up, "kept", G_CALLBACK (on_kept), video, 0);
  g_signal_emit_by_name (self, "set-up", set_up);
}

static void
set_up_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  VenuleBatchVideo *current = venule_batch_table_get_current (self->table);

  if (current)
    set_up_video (self, current);
}

/* ---- Results ---- */

static void
open_file (VenuleBatchWindow *self,
           const char        *path)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  g_autoptr (GFile) file = g_file_new_for_path (path);

  if (application)
    g_application_open (G_APPLICATION (application), &file, 1, "");
}

/* What is done is corrected; what is not, is set up. */
static void
open_video (VenuleBatchWindow *self,
            VenuleBatchVideo  *video)
{
  VenuleBatchItem *item = venule_batch_video_get_item (video);
  g_autofree char *document = item ? venule_batch_item_dup_document (item) : NULL;

  if (venule_batch_video_get_state (video) == VENULE_BATCH_VIDEO_DONE && g_file_test (document, G_FILE_TEST_EXISTS))
    open_file (self, document);
  else if (!venule_batch_window_is_running (self))
    set_up_video (self, video);
}

static void
open_results_action (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  VenuleBatchVideo *current = venule_batch_table_get_current (self->table);

  if (current)
    open_video (self, current);
}

/* ---- All together ---- */

typedef struct {
  VenuleManifest *manifest; /* of the thread until it ends */
  char           *folder;
} Gathering;

static void
gathering_free (gpointer data)
{
  Gathering *gathering = data;

  g_object_unref (gathering->manifest);
  g_free (gathering->folder);
  g_free (gathering);
}

static void
gather_in_thread (GTask        *task,
                  gpointer      source_object,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  const Gathering *gathering = task_data;
  GError *error = NULL;
  VenuleBatchGathered *gathered =
    venule_batch_gather (gathering->manifest, gathering->folder, FALSE, cancellable, &error);

  if (gathered)
    g_task_return_pointer (task, gathered, (GDestroyNotify) venule_batch_gathered_free);
  else
    g_task_return_error (task, error);
}

static void
on_gathered (gpointer  owner,
             GTask    *task)
{
  VenuleBatchWindow *self = VENULE_BATCH_WINDOW (owner);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleBatchGathered) gathered = g_task_propagate_pointer (task, &error);

  self->gathering = FALSE;
  venule_batch_window_update (self);
  if (gathered)
    open_file (self, gathered->study);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    venule_batch_window_show_error (self, _("The Results Cannot Be Compared"), error->message);
}

static void
compare_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  VenuleBatchWindow *self = user_data;
  Gathering *gathering;

  if (self->gathering || !self->folder)
    return;
  gathering = g_new0 (Gathering, 1);
  gathering->manifest = venule_batch_list_dup_ready (self->list);
  gathering->folder = g_strdup (self->folder);
  self->gathering = TRUE;
  venule_batch_window_update (self);
  venule_task_start (self, self->cancellable, compare_action, gather_in_thread, gathering, gathering_free,
                     on_gathered);
}

/* ---- Commands ---- */

void
venule_batch_window_update_open (VenuleBatchWindow *self)
{
  VenuleBatchVideo *current = venule_batch_table_get_current (self->table);
  gboolean running = venule_batch_window_is_running (self), done = FALSE;

  for (guint i = 0; i < venule_batch_list_get_n (self->list) && !done; i++)
    done = venule_batch_video_get_state (venule_batch_list_get (self->list, i)) == VENULE_BATCH_VIDEO_DONE;
  venule_batch_window_enable (self, "set-up", current && !running);
  venule_batch_window_enable (self, "open-results", current != NULL);
  venule_batch_window_enable (self, "compare", done && !running && !self->gathering);
  gtk_widget_set_visible (self->compare_button, done);
}

void
venule_batch_window_install_open (VenuleBatchWindow *self)
{
  static const GActionEntry entries[] = {
    { "set-up", set_up_action },
    { "open-results", open_results_action },
    { "compare", compare_action },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->table, "opened", G_CALLBACK (open_video), self, G_CONNECT_SWAPPED);
}
