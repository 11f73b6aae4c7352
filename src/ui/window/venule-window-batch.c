/* venule-window-batch.c: what one video gives to several: its settings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-batch-templates.h"
#include "venule-manifest.h"
#include "venule-window-action.h"

/* ---- Setting up ---- */

void
venule_window_set_up (VenuleWindow     *self,
                      VenuleBatchSetUp *set_up)
{
  g_autoptr (GFile) file = g_file_new_for_path (venule_batch_set_up_get_path (set_up));

  g_return_if_fail (VENULE_IS_WINDOW (self));
  g_return_if_fail (venule_window_is_empty (self));

  g_set_object (&self->set_up, set_up);
  gtk_widget_set_visible (self->set_up_box, TRUE);
  venule_window_open_as (self, file, venule_batch_set_up_get_input (set_up));
}

/**
 * venule_window_begin_set_up:
 * @self: a window whose video has just been opened
 *
 * It begins with what is known of the video already.
 */
void
venule_window_begin_set_up (VenuleWindow *self)
{
  const VenuleTemplate *template = self->set_up ? venule_batch_set_up_get_template (self->set_up) : NULL;

  if (!template || !self->document)
    return;
  venule_document_set_settings (self->document, template->settings);
  venule_document_set_measure_settings (self->document, template->measures, NULL);
  venule_window_show_step (self, VENULE_WORKFLOW_STEP_VESSEL);
}

static void
end (VenuleWindow *self)
{
  self->closing.anyway = TRUE;
  venule_closable_answer (VENULE_CLOSABLE (self), TRUE);
}

/* What cannot be run is not kept. */
static void
confirm_action (VenuleWindow *self)
{
  g_autofree char *obstacle = NULL;

  if (!self->set_up)
    return;
  venule_window_take_typed (self);
  obstacle = venule_window_dup_run_obstacle (self);
  if (obstacle)
    {
      venule_window_show_toast (self, obstacle, NULL, NULL);
      venule_window_show_obstacle (self);
      return;
    }
  venule_batch_set_up_keep (self->set_up, venule_document_get_settings (self->document),
                            venule_document_get_measure_settings (self->document),
                            venule_source_get_input_options (venule_document_get_source (self->document)));
  end (self);
}

static void
leave_action (VenuleWindow *self)
{
  end (self);
}

/* ---- Several videos ---- */

static void
on_together_answered (VenuleWindow     *self,
                      const char       *response,
                      AdwMessageDialog *dialog)
{
  char **paths = g_object_get_data (G_OBJECT (dialog), "paths");

  gtk_window_set_transient_for (GTK_WINDOW (dialog), NULL); /* no question of this window any more, which takes one */
  if (g_str_equal (response, "together"))
    gtk_widget_activate_action (GTK_WIDGET (self), "app.add-to-batch", "^as", paths);
  for (guint i = 0; paths[i] && g_str_equal (response, "each"); i++)
    venule_window_open_path (self, paths[i]);
}

/* (transfer full) (nullable): the paths of files that are all videos by their names */
static GStrv
dup_videos (GSList *files)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (GSList *l = files; l; l = l->next)
    {
      char *path = g_file_get_path (l->data);

      if (!path || !venule_manifest_is_video (path))
        {
          g_free (path);
          return NULL;
        }
      g_ptr_array_add (paths, path);
    }
  g_ptr_array_add (paths, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&paths), FALSE);
}

gboolean
venule_window_offer_together (VenuleWindow *self,
                              GSList       *files)
{
  g_auto (GStrv) paths = venule_window_is_empty (self) && files->next ? dup_videos (files) : NULL;
  guint n = paths ? g_strv_length (paths) : 0;
  g_autofree char *heading = g_strdup_printf (ngettext ("Analyse %u Video Together?", "Analyse %u Videos Together?", n),
                                              n);
  GtkWidget *dialog;

  if (!paths)
    return FALSE;
  dialog = adw_message_dialog_new (GTK_WINDOW (self), heading,
                                   _("In a list, one of them is set up, and its settings are copied to the others."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "each", _("Open _Each"),
                                    "together", _("Analyse _Together"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "together", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "together");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "paths", g_steal_pointer (&paths), (GDestroyNotify) g_strfreev);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_together_answered), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return TRUE;
}

/* ---- Templates ---- */

static void
on_template_saved (gpointer      owner,
                   const char   *path,
                   const GError *error)
{
  VenuleWindow *self = VENULE_WINDOW (owner);
  g_autofree char *name = path ? venule_batch_templates_dup_name (path) : NULL;
  /* Translators: %s is the name of a template */
  g_autofree char *text = name ? g_strdup_printf (_("Template “%s” saved"), name) : NULL;

  if (text)
    venule_window_show_toast (self, text, NULL, NULL);
  else
    venule_window_show_error (self, _("The template was not saved"), error->message);
}

static void
save_template_action (VenuleWindow *self)
{
  venule_window_take_typed (self);
  venule_batch_templates_ask (GTK_WINDOW (self),
                              venule_template_new (venule_document_get_settings (self->document),
                                                   venule_document_get_measure_settings (self->document)),
                              "", on_template_saved);
}

void
venule_window_update_batch (VenuleWindow *self)
{
  gboolean open = self->document != NULL;

  venule_window_enable (self, open && venule_vessel_has_flow (venule_document_get_settings (self->document)->vessel),
                        "save-template", NULL);
  venule_window_enable (self, open && self->set_up, "confirm", NULL);
}

void
venule_window_connect_batch (VenuleWindow *self)
{
  static const VenuleWindowAction actions[] = {
    { "confirm", G_CALLBACK (confirm_action) },
    { "leave-set-up", G_CALLBACK (leave_action) },
    { "save-template", G_CALLBACK (save_template_action) },
  };

  venule_window_add_actions (self, actions, G_N_ELEMENTS (actions));
}
