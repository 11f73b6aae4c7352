/* venule-window-batch.c: what one video gives to several: its settings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-batch-templates.h"
#include "venule-display-name.h"
#include "venule-document-measures.h"
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
