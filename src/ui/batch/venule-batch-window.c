/* venule-batch-window.c: many videos, set up and analysed together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-window-private.h"

#include <glib/gi18n.h>

#include "venule-batch-set-up.h"
#include "venule-config.h"
#include "venule-display-name.h"
#include "venule-toast.h"

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleBatchWindow, venule_batch_window, ADW_TYPE_APPLICATION_WINDOW,
                               G_IMPLEMENT_INTERFACE (VENULE_TYPE_CLOSABLE, venule_batch_window_closable_init))

/* ---- What is said ---- */

void
venule_batch_window_show_error (VenuleBatchWindow *self,
                                const char        *title,
                                const char        *message)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), title, message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

void
venule_batch_window_toast (VenuleBatchWindow *self,
                           const char        *title,
                           gboolean           undo)
{
  /* A toast's title is markup. */
  g_autofree char *escaped = g_markup_escape_text (title, -1);
  AdwToast *toast = adw_toast_new (escaped);

  if (undo)
    {
      adw_toast_set_button_label (toast, _("_Undo"));
      adw_toast_set_action_name (toast, "win.undo");
    }
  venule_toast_show (self->toasts, toast);
}

void
venule_batch_window_enable (VenuleBatchWindow *self,
                            const char        *action,
                            gboolean           enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), action)), enabled);
}

static void
update_title (VenuleBatchWindow *self)
{
  guint n = venule_batch_list_get_n (self->list);
  g_autofree char *videos = g_strdup_printf (ngettext ("%u video", "%u videos", n), n);
  g_autofree char *folder = self->folder ? venule_display_name_dup_base (self->folder) : NULL;
  /* Translators: how many videos, and the folder of their results */
  g_autofree char *both = folder ? g_strdup_printf (_("%s, results in “%s”"), videos, folder) : NULL;

  adw_window_title_set_subtitle (self->title, n == 0 ? "" : both ? both : videos);
}

void
venule_batch_window_update (VenuleBatchWindow *self)
{
  g_clear_handle_id (&self->idle, g_source_remove);
  gtk_stack_set_visible_child_name (self->stack, venule_batch_list_get_n (self->list) > 0 ? "list" : "empty");
  gtk_action_bar_set_revealed (self->action_bar, venule_batch_list_get_n (self->list) > 0);
  update_title (self);
  venule_batch_window_update_run (self);
  venule_batch_window_update_edits (self);
  venule_batch_window_update_open (self);
}

static gboolean
on_idle (gpointer user_data)
{
  VenuleBatchWindow *self = user_data;

  self->idle = 0;
  venule_batch_window_update (self);
  return G_SOURCE_REMOVE;
}

/* Once for many changes. */
static void
update_later (VenuleBatchWindow *self)
{
  if (self->idle == 0)
    self->idle = g_idle_add (on_idle, self);
}

/* ---- The list ---- */

static void
on_edited (VenuleBatchWindow *self)
{
  venule_batch_window_save_later (self);
  update_later (self);
}

static void
on_current_changed (VenuleBatchWindow *self)
{
  venule_batch_preview_set_video (self->preview, venule_batch_table_get_current (self->table));
  update_later (self);
}

void
venule_batch_window_take_manifest (VenuleBatchWindow *self,
                                   VenuleManifest    *manifest,
                                   const char        *folder)
{
  if (self->list)
    g_signal_handlers_disconnect_by_data (self->list, self);
  venule_batch_table_set_list (self->table, NULL);
  g_clear_object (&self->list);
  g_ptr_array_set_size (self->before, 0);
  g_free (self->folder);
  self->folder = g_strdup (folder);
  self->list = venule_batch_list_new (manifest);
  g_signal_connect_object (self->list, "edited", G_CALLBACK (on_edited), self, G_CONNECT_SWAPPED);
  venule_batch_table_set_list (self->table, self->list);
  if (venule_batch_list_get_n (self->list) > 0)
    venule_batch_table_choose (self->table, 0);
  venule_batch_window_show_results (self);
  venule_batch_window_update (self);
}

/* ---- Object ---- */

static gboolean
venule_batch_window_close_request (GtkWindow *window)
{
  VenuleBatchWindow *self = VENULE_BATCH_WINDOW (window);

  return !venule_closable_may_close (VENULE_CLOSABLE (self)) ||
         GTK_WINDOW_CLASS (venule_batch_window_parent_class)->close_request (window);
}

static void
venule_batch_window_dispose (GObject *object)
{
  VenuleBatchWindow *self = VENULE_BATCH_WINDOW (object);

  if (self->list)
    {
      venule_batch_window_save (self);
      g_signal_handlers_disconnect_by_data (self->list, self);
    }
  g_cancellable_cancel (self->cancellable);
  if (self->finder)
    {
      g_signal_handlers_disconnect_by_data (self->finder, self);
      venule_batch_finder_stop (self->finder);
    }
  if (self->table)
    venule_batch_table_stop (self->table);
  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_handle_id (&self->save, g_source_remove);
  g_clear_weak_pointer (&self->question);
  if (self->batch)
    g_signal_handlers_disconnect_by_data (self->batch, self);
  g_clear_object (&self->batch);
  g_clear_object (&self->retried);
  g_clear_object (&self->finder);
  g_clear_object (&self->list);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->chooser);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->template, g_free);
  g_clear_pointer (&self->before, g_ptr_array_unref);

  G_OBJECT_CLASS (venule_batch_window_parent_class)->dispose (object);
}

static void
venule_batch_window_class_init (VenuleBatchWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = venule_batch_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = venule_batch_window_close_request;

  g_signal_new ("set-up", VENULE_TYPE_BATCH_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                VENULE_TYPE_BATCH_SET_UP);

  g_type_ensure (VENULE_TYPE_BATCH_PREVIEW);
  g_type_ensure (VENULE_TYPE_BATCH_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/venule/Venule/ui/venule-batch-window.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, VenuleBatchWindow, name)
  BIND (title);
  BIND (stack);
  BIND (toasts);
  BIND (table);
  BIND (flap);
  BIND (preview);
  BIND (template_menu);
  BIND (find_button);
  BIND (confirm_button);
  BIND (finding_revealer);
  BIND (finding_label);
  BIND (finding_bar);
  BIND (action_bar);
  BIND (run_button);
  BIND (pause_button);
  BIND (compare_button);
  BIND (run_revealer);
  BIND (run_label);
  BIND (run_bar);
#undef BIND
}

static void
venule_batch_window_init (VenuleBatchWindow *self)
{
  self->settings = g_settings_new (VENULE_APP_ID);
  self->cancellable = g_cancellable_new ();
  self->finder = venule_batch_finder_new ();
  self->before = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  venule_batch_window_install_files (self);
  venule_batch_window_install_edits (self);
  venule_batch_window_install_run (self);
  venule_batch_window_install_open (self);
  venule_batch_window_install_templates (self);
  g_signal_connect_object (self->table, "edit", G_CALLBACK (venule_batch_window_begin_edit), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "current-changed", G_CALLBACK (on_current_changed), self, G_CONNECT_SWAPPED);
  venule_batch_window_load (self);
}

GtkWidget *
venule_batch_window_new (GtkApplication *application)
{
  return g_object_new (VENULE_TYPE_BATCH_WINDOW, "application", application, NULL);
}
