/* venule-window-check.c: a large document is shown while it is copied and checked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-error.h"

/* ms */
#define PERIOD 50

static void
show_failure (VenuleWindow *self,
              const GError *error)
{
  venule_window_show_error (self, _("This document can be looked at, not changed"), error->message);
  if (g_error_matches (error, VENULE_ERROR, VENULE_ERROR_DAMAGED))
    venule_window_offer_rescue (self, venule_window_get_document_path (self), error->message);
}

static gboolean
watch (gpointer user_data)
{
  VenuleWindow *self = VENULE_WINDOW (user_data);
  g_autoptr (GError) error = NULL;
  double progress = 0;

  if (!venule_document_check (self->document, &progress, &error) && !error)
    {
      gtk_progress_bar_set_fraction (self->saving.bar, progress);
      return G_SOURCE_CONTINUE;
    }

  self->saving.timeout = 0;
  gtk_revealer_set_reveal_child (self->saving.revealer, FALSE);
  if (error)
    show_failure (self, error);
  venule_window_update_actions (self);

  return G_SOURCE_REMOVE;
}

/**
 * venule_window_watch_check:
 * @self: a window whose document was opened
 *
 * What cannot be changed yet is disabled until the document is checked; what is damaged is said, and rescue offered.
 */
void
venule_window_watch_check (VenuleWindow *self)
{
  if (!venule_document_get_checking (self->document))
    return;

  gtk_label_set_label (self->saving.label, _("Checking the document. It can be changed in a moment."));
  gtk_progress_bar_set_fraction (self->saving.bar, 0);
  gtk_revealer_set_reveal_child (self->saving.revealer, TRUE);
  g_clear_handle_id (&self->saving.timeout, g_source_remove);
  self->saving.timeout = g_timeout_add (PERIOD, watch, self);
  venule_window_update_actions (self);
}
