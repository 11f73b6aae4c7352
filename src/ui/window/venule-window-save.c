/* venule-window-save.c: saving the document of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "venule-chosen.h"
#include "venule-config.h"
#include "venule-display-name.h"
#include "venule-document-name.h"
#include "venule-recent.h"

/* ms: what takes less is not worth a bar, */
#define PATIENCE 400
/* and how often the bar moves. */
#define PERIOD 100

static void save_to (VenuleWindow *self,
                     const char   *path);

/* ---- While it is written ---- */

static gboolean
show_progress (gpointer user_data)
{
  VenuleWindow *self = VENULE_WINDOW (user_data);
  double progress;

  if (!venule_document_get_saving (self->document, &progress))
    {
      self->saving.timeout = 0;
      return G_SOURCE_REMOVE;
    }

  gtk_label_set_label (self->saving.label, self->closing.when_saved
                                             ? _("Saving the document. The window closes when it is done.")
                                             : _("Saving the document"));
  gtk_progress_bar_set_fraction (self->saving.bar, progress);
  gtk_revealer_set_reveal_child (self->saving.revealer, TRUE);

  return G_SOURCE_CONTINUE;
}

static gboolean
begin_progress (gpointer user_data)
{
  VenuleWindow *self = VENULE_WINDOW (user_data);

  self->saving.timeout = 0;
  if (show_progress (self))
    self->saving.timeout = g_timeout_add (PERIOD, show_progress, self);

  return G_SOURCE_REMOVE;
}

gboolean
venule_window_wait_for_saving (VenuleWindow *self)
{
  if (!self->document || !venule_document_get_saving (self->document, NULL))
    return FALSE;

  self->closing.when_saved = TRUE;
  show_progress (self);

  return TRUE;
}

static void
toast_saved (VenuleWindow *self)
{
  const char *path = venule_window_get_document_path (self);
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  if (!path)
    return;

  venule_message_bar_settle (self->message_bar, _("The document could not be saved"));
  if (!venule_window_is_read_only (self))
    venule_message_bar_settle (self->message_bar, _("Open elsewhere"));
  name = venule_display_name_dup_base (path);
  title = g_strdup_printf (_("“%s” saved"), name);
  venule_window_show_toast (self, title, NULL, NULL);
  venule_recent_add (path);
}

static void
on_saved (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (VenuleWindow) self = VENULE_WINDOW (user_data);
  g_autoptr (GError) error = NULL;
  gboolean saved = venule_document_save_finish (VENULE_DOCUMENT (object), result, &error);
  gboolean close = self->closing.when_saved;
  gboolean again = self->saving.again && saved && venule_document_get_modified (VENULE_DOCUMENT (object));

  g_clear_handle_id (&self->saving.timeout, g_source_remove);
  self->closing.when_saved = self->saving.again = FALSE;
  if (!self->document)
    return;

  gtk_revealer_set_reveal_child (self->saving.revealer, FALSE);
  if (saved)
    toast_saved (self);
  else
    venule_window_show_error (self, _("The document could not be saved"), error->message);
  venule_window_update_title (self);
  venule_window_update_steps (self);
  if (again)
    {
      self->closing.when_saved = close;
      save_to (self, NULL);
    }
  else if (close)
    venule_closable_answer (VENULE_CLOSABLE (self), saved);
}

static void
save_to (VenuleWindow *self,
         const char   *path)
{
  g_clear_handle_id (&self->saving.timeout, g_source_remove);
  self->saving.timeout = g_timeout_add (PATIENCE, begin_progress, self);
  venule_document_save_async (self->document, path, on_saved, g_object_ref (self));
}

/* ---- Under which name ---- */

/* It was not saved after all. */
static void
stay_open (VenuleWindow *self)
{
  if (self->closing.when_saved)
    venule_closable_answer (VENULE_CLOSABLE (self), FALSE);
  self->closing.when_saved = FALSE;
}

static void
on_replace_answered (GtkWidget    *dialog,
                     const char   *response,
                     VenuleWindow *self)
{
  if (g_str_equal (response, "replace"))
    save_to (self, g_object_get_data (G_OBJECT (dialog), "path"));
  else
    stay_open (self);
}

/* The file dialog has asked about the name that was typed, and not about that with the right ending. */
static void
ask_to_replace (VenuleWindow *self,
                const char   *path)
{
  g_autofree char *name = venule_display_name_dup_base (path);
  /* Translators: %s is the name of a file */
  g_autofree char *body =
    g_strdup_printf (_("There is a document “%s” already. It is lost when it is replaced."), name);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _("Replace the Document?"), body);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "replace", _("_Replace"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "replace", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "path", g_strdup (path), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_replace_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_name_chosen (GtkNativeDialog *dialog,
                int              response,
                VenuleWindow    *self)
{
  g_autofree char *typed = venule_chosen_dup_path (self->files.chooser, response);
  g_autofree char *path = typed ? venule_document_name (typed) : NULL;

  g_clear_object (&self->files.chooser);
  if (!path)
    stay_open (self);
  else if (!g_str_equal (path, typed) && g_strcmp0 (path, venule_window_get_document_path (self)) != 0 &&
           g_file_test (path, G_FILE_TEST_EXISTS))
    ask_to_replace (self, path);
  else
    save_to (self, path);
}

/* What is still growing cannot be saved yet. */
static gboolean
wait_for_run (VenuleWindow *self,
              void        (*save) (VenuleWindow *self))
{
  if (!venule_window_is_running (self))
    return FALSE;

  self->saving.after_run = save;
  venule_window_toast (self, _("The document will be saved when the run has ended"));
  g_set_weak_pointer (&self->saving.toast, self->undo_toast);

  return TRUE;
}

void
venule_window_save_after_run (VenuleWindow *self)
{
  void (*save) (VenuleWindow *self) = self->saving.after_run;

  self->saving.after_run = NULL;
  if (!save)
    return;

  if (self->saving.toast)
    adw_toast_dismiss (self->saving.toast);
  save (self);
}

void
venule_window_save_as (VenuleWindow *self)
{
  const char *path = venule_window_get_document_path (self);
  const char *video = venule_source_get_path (venule_document_get_source (self->document));
  g_autofree char *name = g_path_get_basename (path ? path : video);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  char *dot = strrchr (name, '.');
  g_autofree char *proposal = NULL;

  venule_window_take_typed (self);
  if (venule_window_toast_other_video (self))
    {
      stay_open (self);
      return;
    }
  if (self->files.chooser || venule_document_get_saving (self->document, NULL) ||
      wait_for_run (self, venule_window_save_as))
    return;

  if (dot && dot != name)
    *dot = '\0';
  proposal = g_strconcat (name, VENULE_DOCUMENT_SUFFIX, NULL);
  self->files.chooser = gtk_file_chooser_native_new (_ ("Save the Document"), GTK_WINDOW (self),
                                                     GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), NULL);
  gtk_file_filter_set_name (filter, _("Venule documents"));
  gtk_file_filter_add_suffix (filter, VENULE_DOCUMENT_SUFFIX + 1);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->files.chooser), filter);
  venule_chosen_begin_beside (self->files.chooser, path ? path : video);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->files.chooser), proposal);
  g_signal_connect_object (self->files.chooser, "response", G_CALLBACK (on_name_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->files.chooser));
}

/**
 * venule_window_save:
 * @self: a window with a document
 *
 * Saves to the document's own file, in a thread; asks for one when it has none, or may not be replaced. What is changed
 * while it is written is saved after it. During a run it says that it waits for its end.
 */
void
venule_window_save (VenuleWindow *self)
{
  venule_window_take_typed (self);
  if (wait_for_run (self, venule_window_save))
    return;
  if (venule_document_get_saving (self->document, NULL))
    self->saving.again = TRUE;
  else if (!self->opening.other_video && venule_window_get_document_path (self) && !venule_window_is_read_only (self))
    save_to (self, NULL);
  else
    venule_window_save_as (self);
}
