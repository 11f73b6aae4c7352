/* venule-closable.c: a window that asks about its changes before it closes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-closable.h"

G_DEFINE_INTERFACE (VenuleClosable, venule_closable, GTK_TYPE_WINDOW)

static void
venule_closable_default_init (VenuleClosableInterface *iface)
{
  g_signal_new ("answered", VENULE_TYPE_CLOSABLE, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL, NULL,
                G_TYPE_BOOLEAN, 1, G_TYPE_BOOLEAN);
}

gboolean
venule_closable_may_close (VenuleClosable *self)
{
  return VENULE_CLOSABLE_GET_IFACE (self)->may_close (self);
}

void
venule_closable_keep_open (VenuleClosable *self)
{
  VENULE_CLOSABLE_GET_IFACE (self)->keep_open (self);
}

static gboolean
close_window (gpointer window)
{
  gtk_window_close (window);
  return G_SOURCE_REMOVE;
}

/**
 * venule_closable_answer:
 * @self: a window that asked
 * @close: whether it may close
 *
 * It closes, unless a handler of VenuleClosable::answered takes over, which closes several windows.
 */
void
venule_closable_answer (VenuleClosable *self,
                        gboolean        close)
{
  gboolean taken = FALSE;

  g_return_if_fail (VENULE_IS_CLOSABLE (self));

  g_signal_emit_by_name (self, "answered", close, &taken);
  /* Later: the window may not go within a signal of its own dialog. */
  if (close && !taken)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, close_window, g_object_ref (self), g_object_unref);
}
