/* venule-window-tell.c: what is said of an edit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

/**
 * venule_window_tell_edit:
 * @self: a window
 * @title: what was done: a short sentence
 *
 * Says it with a button that takes it back. One edit after the other in one toast, as they would queue.
 */
void
venule_window_tell_edit (VenuleWindow *self,
                         const char   *title)
{
  if (self->undo_toast)
    {
      g_autofree char *escaped = g_markup_escape_text (title, -1);

      adw_toast_set_title (self->undo_toast, escaped);
      adw_toast_set_button_label (self->undo_toast, _("_Undo"));
    }
  else
    g_set_weak_pointer (&self->undo_toast, venule_window_show_toast (self, title, _("_Undo"), "win.undo"));
}

/**
 * venule_window_tell:
 * @self: a window
 * @text: a short sentence
 *
 * Says it in the same toast, without a button.
 */
void
venule_window_tell (VenuleWindow *self,
                    const char   *text)
{
  if (self->undo_toast)
    {
      g_autofree char *escaped = g_markup_escape_text (text, -1);

      adw_toast_set_title (self->undo_toast, escaped);
      adw_toast_set_button_label (self->undo_toast, NULL);
    }
  else
    g_set_weak_pointer (&self->undo_toast, venule_window_show_toast (self, text, NULL, NULL));
}

/**
 * venule_window_tell_refusal:
 * @self: a window
 * @error: why an edit was not made
 */
void
venule_window_tell_refusal (VenuleWindow *self,
                            const GError *error)
{
  venule_window_tell (self, error->message);
}

/**
 * venule_window_end_edit:
 * @self: a window
 * @done: whether the edit was made
 * @title: (transfer full) (nullable): what was done: a short sentence; %NULL: it is seen
 * @error: (transfer full) (nullable): why it was not made
 *
 * Says what came of an edit.
 */
void
venule_window_end_edit (VenuleWindow *self,
                        gboolean      done,
                        char         *title,
                        GError       *error)
{
  if (done && title)
    venule_window_tell_edit (self, title);
  else if (!done && error)
    venule_window_tell_refusal (self, error);
  g_free (title);
  g_clear_error (&error);
}
