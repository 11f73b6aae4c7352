/* venule-typed.c: what is typed and not yet taken
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-typed.h"

/**
 * venule_typed_take:
 * @window: a window
 *
 * What is typed counts without Enter, too, for what is saved, exported, run or closed now: an entry takes its text when
 * it loses the focus.
 */
void
venule_typed_take (GtkWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (window);

  if (!GTK_IS_TEXT (focus))
    return;
  g_object_ref (focus);
  gtk_window_set_focus (window, NULL);
  if (gtk_widget_get_mapped (focus))
    gtk_text_grab_focus_without_selecting (GTK_TEXT (focus));
  g_object_unref (focus);
}
