/* venule-window-rescue.c: what can still be read of a damaged document, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-config.h"
#include "venule-display-name.h"
#include "venule-document-tracks.h"
#include "venule-task.h"
#include "venule-window-action.h"

/* What is rescued in a thread, and what came of it. */
typedef struct {
  char         *path;
  VenuleRescue  rescue;
} Rescuing;

static void
rescuing_free (Rescuing *rescuing)
{
  g_free (rescuing->path);
  g_free (rescuing);
}

static void
rescue_in_thread (GTask        *task,
                  gpointer      source_object,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  Rescuing *rescuing = task_data;
  GError *error = NULL;
  VenuleWorkingCopy *working_copy = venule_working_copy_rescue (rescuing->path, &rescuing->rescue, cancellable, &error);

  if (working_copy)
    g_task_return_pointer (task, working_copy, (GDestroyNotify) venule_working_copy_free);
  else
    g_task_return_error (task, error);
}

static void
on_rescued (gpointer  owner,
            GTask    *task)
{
  VenuleWindow *self = VENULE_WINDOW (owner);
  const Rescuing *rescuing = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  VenuleWorkingCopy *working_copy = g_task_propagate_pointer (task, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  self->opening.active = FALSE;
  venule_start_page_set_busy (self->start_page, FALSE);
  if (!working_copy)
    {
      venule_window_show_error (self, _("The document could not be rescued"), error->message);
      return;
    }

  g_free (self->opening.rescued);
  self->opening.rescued = venule_rescue_describe (&rescuing->rescue);
  self->opening.rescued_bare = rescuing->rescue.n_bare > 0;
  venule_window_take_working_copy (self, working_copy);
}

static void
on_answered (GtkWidget    *dialog,
             const char   *response,
             VenuleWindow *self)
{
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  Rescuing *rescuing;

  if (!g_str_equal (response, "rescue"))
    {
      venule_window_leave_unused (self);
      return;
    }

  /* One that was found damaged while it was looked at stays on show. */
  if (!venule_window_is_empty (self))
    {
      self = venule_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
      gtk_window_present (GTK_WINDOW (self));
    }

  rescuing = g_new0 (Rescuing, 1);
  rescuing->path = g_strdup (g_object_get_data (G_OBJECT (dialog), "path"));
  self->opening.active = TRUE;
  name = venule_display_name_dup_base (rescuing->path);
  text = g_strdup_printf (_("Reading what can still be read of “%s”…"), name);
  venule_start_page_set_working_copy (self->start_page, text);
  g_clear_object (&self->opening.cancellable);
  self->opening.cancellable = g_cancellable_new ();
  venule_task_start (self, self->opening.cancellable, on_answered, rescue_in_thread, rescuing,
                     (GDestroyNotify) rescuing_free, on_rescued);
}

void
venule_window_offer_rescue (VenuleWindow *self,
                            const char   *path,
                            const char   *why)
{
  g_autofree char *name = venule_display_name_dup_base (path);
  g_autofree char *heading = g_strdup_printf (_("“%s” Is Damaged"), name);
  g_autofree char *body =
    g_strdup_printf (_("%s\nWhat can still be read of it can be put into a new document. The damaged "
                        "file stays as it is."),
                     why);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, body);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "rescue", _("_Rescue"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "rescue", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "rescue");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "path", g_strdup (path), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
venule_window_toast_rescued (VenuleWindow *self)
{
  if (self->opening.rescued)
    venule_message_bar_show_info (self->message_bar, _("Rescued from a damaged document"), self->opening.rescued);
  if (self->opening.rescued && self->opening.rescued_bare && venule_document_get_run_settings (self->document))
    venule_message_bar_offer (self->message_bar, _("_Classify"), "win.classify-others");
  g_clear_pointer (&self->opening.rescued, g_free);
}

static void
classify_action (VenuleWindow *self)
{
  const char *title = _("Tracks were classified by how they move");
  g_autoptr (GError) error = NULL;
  guint n = 0;

  if (!self->document || venule_window_is_running (self) || !venule_document_get_run_settings (self->document))
    return;
  if (!venule_document_classify_others (self->document, &n, &error))
    {
      venule_window_toast_refusal (self, error);
      return;
    }
  venule_message_bar_hide (self->message_bar);
  /* Where nothing was changed “Undo” would take back something else. */
  if (n > 0)
    venule_window_toast_edit (self, title);
  else
    venule_window_show_toast (self, title, NULL, NULL);
}

static const VenuleWindowAction entries[] = {
  { "classify-others", G_CALLBACK (classify_action) },
};

void
venule_window_connect_rescue (VenuleWindow *self)
{
  venule_window_add_actions (self, entries, G_N_ELEMENTS (entries));
}
