/* venule-window-toast.c: what is said of an edit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

/* In place of what was told before, which would make it wait, and with its own time. */
static void
replace_toast (VenuleWindow *self,
               const char   *title,
               const char   *button,
               const char   *action)
{
  if (self->undo_toast)
    adw_toast_dismiss (self->undo_toast);
  g_set_weak_pointer (&self->undo_toast, venule_window_show_toast (self, title, button, action));
}

/**
 * venule_window_toast_edit:
 * @self: a window
 * @title: what was done: a short sentence
 *
 * Says it with a button that takes it back.
 */
void
venule_window_toast_edit (VenuleWindow *self,
                          const char   *title)
{
  replace_toast (self, title, _("_Undo"), "win.undo");
}

/**
 * venule_window_toast:
 * @self: a window
 * @text: a short sentence
 *
 * Says it in the same toast, without a button.
 */
void
venule_window_toast (VenuleWindow *self,
                     const char   *text)
{
  replace_toast (self, text, NULL, NULL);
}

/**
 * venule_window_toast_walk:
 * @self: a window
 * @undone: whether a step was taken back; else it was done again
 * @name: (nullable): of the step
 *
 * Says so where the toast still tells what was done.
 */
void
venule_window_toast_walk (VenuleWindow *self,
                          gboolean      undone,
                          const char   *name)
{
  g_autofree char *text = NULL;

  if (!self->undo_toast || !name)
    return;
  /* Translators: %s is a step, such as "Delete track 12" */
  text = g_strdup_printf (undone ? _("Undone: %s") : _("Redone: %s"), name);
  replace_toast (self, text, NULL, NULL);
}

/**
 * venule_window_toast_refusal:
 * @self: a window
 * @error: why an edit was not made
 */
void
venule_window_toast_refusal (VenuleWindow *self,
                             const GError *error)
{
  venule_window_toast (self, error->message);
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
    venule_window_toast_edit (self, title);
  else if (!done && error)
    venule_window_toast_refusal (self, error);
  g_free (title);
  g_clear_error (&error);
}
