/* venule-study-window-files.c: documents into a comparison, and what comes of it into files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-study-window-private.h"

#include <glib/gi18n.h>

#include "venule-chosen.h"
#include "venule-close-question.h"
#include "venule-display-name.h"
#include "venule-document-name.h"
#include "venule-toast.h"
#include "venule-typed.h"

#define PATTERN "*" VENULE_STUDY_SUFFIX

void
venule_study_window_show_error (VenuleStudyWindow *self,
                                const char        *title,
                                const char        *message)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), title, message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

void
venule_study_window_toast (VenuleStudyWindow *self,
                           const char        *title)
{
  /* A toast's title is markup. */
  g_autofree char *escaped = g_markup_escape_text (title, -1);

  venule_toast_show (self->toasts, adw_toast_new (escaped));
}

/* ---- Adding ---- */

static void
open_study (VenuleStudyWindow *self,
            const char        *path)
{
  g_autoptr (GError) error = NULL;
  VenuleStudy *study = venule_study_open (path, &error);

  if (study)
    venule_study_window_take_study (self, study, path);
  else
    venule_study_window_show_error (self, _("The Study Cannot Be Opened"), error->message);
}

void
venule_study_window_add (VenuleStudyWindow *self,
                         const char *const *paths,
                         guint              n)
{
  g_return_if_fail (VENULE_IS_STUDY_WINDOW (self));

  for (guint i = 0; i < n; i++)
    {
      if (!g_str_has_suffix (paths[i], VENULE_STUDY_SUFFIX))
        venule_study_add (self->study, paths[i]);
      else if (venule_study_get_n (self->study) == 0)
        open_study (self, paths[i]);
      else
        venule_study_window_show_error (self, _("The Study Cannot Be Opened"),
                    _("There are recordings in this window already. Open the study in a new window."));
    }
  venule_study_window_load_next (self);
}

static gboolean
on_dropped (VenuleStudyWindow *self,
            const GValue      *value)
{
  g_auto (GStrv) paths = venule_chosen_dup_dropped (value);

  venule_study_window_add (self, (const char *const *) paths, g_strv_length (paths));
  return paths[0] != NULL;
}

static void
on_added (VenuleStudyWindow *self,
          int                response)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (self->chooser));

      for (guint i = 0; i < g_list_model_get_n_items (files); i++)
        {
          g_autoptr (GFile) file = g_list_model_get_item (files, i);
          g_autofree char *path = g_file_get_path (file);

          if (path)
            venule_study_window_add (self, (const char *const[]) { path }, 1);
        }
    }
  g_clear_object (&self->chooser);
}

void
venule_study_window_ask_for_file (VenuleStudyWindow    *self,
                                  const char           *title,
                                  GtkFileChooserAction  action,
                                  const char           *accept,
                                  const char           *kind,
                                  const char           *pattern,
                                  GCallback             on_response)
{
  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, accept, NULL);
  if (self->path || venule_study_get_n (self->study) > 0)
    venule_chosen_begin_beside (self->chooser,
                                self->path ? self->path
                                           : venule_study_recording_get_path (venule_study_get (self->study, 0)));
  if (pattern)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, kind);
      gtk_file_filter_add_pattern (filter, pattern);
      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), filter);
    }
  g_signal_connect_object (self->chooser, "response", on_response, self, G_CONNECT_SWAPPED);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
add_action (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  VenuleStudyWindow *self = user_data;

  venule_study_window_ask_for_file (self, _("Add Documents"), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Add"),
                                    _("Documents of Venule"), "*" VENULE_DOCUMENT_SUFFIX, G_CALLBACK (on_added));
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (self->chooser), TRUE);
}

/* Without any, the key is that of the text which is being typed. */
void
venule_study_window_take_before (VenuleStudyWindow *self,
                                 GPtrArray         *before)
{
  g_clear_pointer (&self->before, g_ptr_array_unref);
  self->before = before;
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "undo")),
                               before != NULL);
}

/* Nothing is asked, as nothing is lost: what was typed comes back with them. */
static void
remove_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  VenuleStudyWindow *self = user_data;
  g_autoptr (GPtrArray) before = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *title = NULL;
  AdwToast *toast;
  guint n;

  for (guint i = 0; i < venule_study_get_n (self->study); i++)
    g_ptr_array_add (before, g_object_ref (venule_study_get (self->study, i)));
  venule_study_table_remove_selected (self->table);
  n = before->len - venule_study_get_n (self->study);
  if (n == 0)
    return;

  venule_study_window_take_before (self, g_steal_pointer (&before));
  title = g_strdup_printf (ngettext ("%u recording removed", "%u recordings removed", n), n);
  toast = adw_toast_new (title);
  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  venule_toast_show (self->toasts, toast);
}

static void
undo_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  VenuleStudyWindow *self = user_data;
  g_autoptr (GPtrArray) before = g_ptr_array_ref (self->before);

  venule_study_window_take_before (self, NULL);
  for (guint i = 0; i < before->len; i++)
    {
      /* What is measured may have been chosen anew meanwhile. */
      if (venule_study_insert (self->study, i, before->pdata[i]))
        venule_study_recording_take_numbers (before->pdata[i], NULL, NULL);
    }
  venule_study_window_load_next (self);
}

/* ---- The study ---- */

static void
on_opened (VenuleStudyWindow *self,
           int                response)
{
  g_autofree char *path = venule_chosen_dup_path (self->chooser, response);

  g_clear_object (&self->chooser);
  if (!path)
    return;

  if (venule_study_get_n (self->study) == 0)
    {
      open_study (self, path);
    }
  else
    {
      GtkWidget *window = venule_study_window_new (gtk_window_get_application (GTK_WINDOW (self)));

      venule_study_window_add (VENULE_STUDY_WINDOW (window), (const char *const[]) { path }, 1);
      gtk_window_present (GTK_WINDOW (window));
    }
}

static void
open_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  venule_study_window_ask_for_file (user_data, _("Open a Study"), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"),
                                    _("Studies of Venule"), PATTERN, G_CALLBACK (on_opened));
}

/* A window that closes when its study is saved does so, or stays. */
static void
end_save (VenuleStudyWindow *self,
          gboolean           saved)
{
  if (self->close_when_saved)
    venule_closable_answer (VENULE_CLOSABLE (self), saved);
  self->close_when_saved = FALSE;
}

static gboolean
save_to (VenuleStudyWindow *self,
         const char        *path)
{
  g_autoptr (GError) error = NULL;

  if (!venule_study_save (self->study, path, &error))
    {
      venule_study_window_show_error (self, _("The Study Was Not Saved"), error->message);
      return FALSE;
    }
  if (g_strcmp0 (self->path, path) != 0)
    {
      g_free (self->path);
      self->path = g_strdup (path);
    }
  venule_study_window_update_title (self);
  return TRUE;
}

char *
venule_study_window_dup_chosen (VenuleStudyWindow *self,
                                int                response,
                                const char        *suffix,
                                const char        *failed)
{
  g_autofree char *path = venule_chosen_dup_path (self->chooser, response);
  g_autofree char *whole = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  g_clear_object (&self->chooser);
  if (!path || g_str_has_suffix (path, suffix))
    return g_steal_pointer (&path);

  whole = g_strconcat (path, suffix, NULL);
  if (!g_file_test (whole, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&whole);

  name = venule_display_name_dup_base (whole);
  /* Translators: %s is the name of a file */
  text =
    g_strdup_printf (_("There is a file “%s” already. Choose that one to replace it, or type another name."), name);
  venule_study_window_show_error (self, failed, text);
  return NULL;
}

static void
on_save_chosen (VenuleStudyWindow *self,
                int                response)
{
  g_autofree char *path =
    venule_study_window_dup_chosen (self, response, VENULE_STUDY_SUFFIX, _("The Study Was Not Saved"));

  end_save (self, path && save_to (self, path));
}

static void
save_as_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  VenuleStudyWindow *self = user_data;

  venule_typed_take (GTK_WINDOW (self));
  venule_study_window_ask_for_file (self, _("Save the Study"), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"),
                                    _("Studies of Venule"), PATTERN, G_CALLBACK (on_save_chosen));
  /* Translators: proposed name of a file, without its ending */
  g_autofree char *proposed = g_strconcat (_("Study"), VENULE_STUDY_SUFFIX, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), proposed);
}

static void
save_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  VenuleStudyWindow *self = user_data;

  venule_typed_take (GTK_WINDOW (self));
  if (!self->path)
    save_as_action (action, parameter, user_data);
  else
    end_save (self, save_to (self, self->path));
}

/* ---- Closing ---- */

static void
on_close_answered (VenuleStudyWindow *self,
                   const char        *response)
{
  g_clear_weak_pointer (&self->question);
  if (g_str_equal (response, "save"))
    {
      self->close_when_saved = TRUE;
      save_action (NULL, NULL, self);
      return;
    }

  if (g_str_equal (response, "discard"))
    self->close_anyway = TRUE;
  else if (g_str_equal (response, "close"))
    self->stop_report = TRUE;
  else
    venule_closable_keep_open (VENULE_CLOSABLE (self));
  venule_closable_answer (VENULE_CLOSABLE (self), !g_str_equal (response, "cancel"));
}

static GtkWidget *
new_save_question (VenuleStudyWindow *self)
{
  GtkWidget *dialog =
    adw_message_dialog_new (GTK_WINDOW (self), _("Save the Study?"),
                            _("Which documents belong to which animal and group will be lost otherwise. The documents "
                              "themselves are not touched."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "discard", _("_Discard"),
                                    "save", _("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  return dialog;
}

static gboolean
venule_study_window_may_close (VenuleClosable *closable)
{
  VenuleStudyWindow *self = VENULE_STUDY_WINDOW (closable);
  gboolean unsaved;
  GtkWidget *dialog;

  venule_close_popovers (GTK_WIDGET (self));
  /* It is asked already, or for a name. */
  if (self->question || (self->close_when_saved && self->chooser))
    return FALSE;
  venule_typed_take (GTK_WINDOW (self));
  unsaved = !self->close_anyway && venule_study_get_n (self->study) > 0 && venule_study_get_modified (self->study);
  if (!unsaved && (!self->report || self->stop_report))
    return TRUE;

  dialog = unsaved ? new_save_question (self) : venule_close_question_new_export (GTK_WINDOW (self));
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_close_answered), self, G_CONNECT_SWAPPED);
  g_set_weak_pointer (&self->question, dialog);
  gtk_window_present (GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (dialog));
  return FALSE;
}

void
venule_study_window_end_report_question (VenuleStudyWindow *self,
                                         gboolean           close)
{
  if (!self->question || !adw_message_dialog_has_response (ADW_MESSAGE_DIALOG (self->question), "close"))
    return;

  gtk_window_destroy (GTK_WINDOW (self->question));
  g_clear_weak_pointer (&self->question);
  if (!close)
    venule_closable_keep_open (VENULE_CLOSABLE (self));
  venule_closable_answer (VENULE_CLOSABLE (self), close);
}

static void
venule_study_window_keep_open (VenuleClosable *closable)
{
  VenuleStudyWindow *self = VENULE_STUDY_WINDOW (closable);

  self->close_anyway = self->close_when_saved = self->stop_report = FALSE;
}

void
venule_study_window_closable_init (VenuleClosableInterface *iface)
{
  iface->may_close = venule_study_window_may_close;
  iface->keep_open = venule_study_window_keep_open;
}

/* ---- Taking it home ---- */

static void
on_folder_chosen (VenuleStudyWindow *self,
                  int                response)
{
  VenuleStudyResultsView *view = self->results_view;
  const VenuleStudyResults *results = venule_study_results_view_get_results (view);

  g_autofree char *path = venule_chosen_dup_path (self->chooser, response);

  if (response == GTK_RESPONSE_ACCEPT && !path)
    venule_study_window_show_error (self, _("The Comparison Was Not Saved"), _("No folder was chosen."));
  else if (path && results)
    {
      g_autoptr (GError) error = NULL;

      if (venule_study_report_save (self->study, results, venule_study_results_view_get_kind (view),
                                            venule_study_results_view_get_measure (view),
                                            venule_study_results_view_get_options (view), FALSE, NULL, path, &error))
        {
          g_autofree char *name = venule_display_name_dup_base (path);
          /* Translators: %s is the name of a folder */
          g_autofree char *title = g_strdup_printf (_("The comparison was saved in “%s”"), name);

          venule_study_window_toast (self, title);
        }
      else
        venule_study_window_show_error (self, _("The Comparison Was Not Saved"), error->message);
    }
  g_clear_object (&self->chooser);
}

static void
export_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  VenuleStudyWindow *self = user_data;

  if (venule_study_results_view_get_results (self->results_view))
    venule_study_window_ask_for_file (self, _("Choose a Folder for the Comparison"),
                                      GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Save"), NULL, NULL,
                                      G_CALLBACK (on_folder_chosen));
}

static void
copy_text_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  VenuleStudyWindow *self = user_data;

  venule_study_results_view_copy_text (self->results_view);
}

static void
copy_figure_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  VenuleStudyWindow *self = user_data;

  if (venule_study_results_view_get_results (self->results_view))
    venule_study_results_view_copy_figure (self->results_view);
}

static void
close_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  gtk_window_close (GTK_WINDOW (user_data));
}

void
venule_study_window_install (VenuleStudyWindow *self)
{
  static const GActionEntry entries[] = {
    { "add", add_action },
    { "remove", remove_action },
    { "undo", undo_action },
    { "open", open_action },
    { "save", save_action },
    { "save-as", save_as_action },
    { "export", export_action },
    { "copy-text", copy_text_action },
    { "copy-figure", copy_figure_action },
    { "close", close_action },
  };
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  venule_study_window_install_report (self);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (on_dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
