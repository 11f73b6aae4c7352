/* venule-close-question.c: whether a window closes that is still at work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-close-question.h"

#include <glib/gi18n.h>

GtkWidget *
venule_close_question_new (GtkWindow  *window,
                           const char *heading,
                           const char *body)
{
  GtkWidget *dialog = adw_message_dialog_new (window, heading, body);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "close", _("Close _Anyway"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "close", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  return dialog;
}

GtkWidget *
venule_close_question_new_export (GtkWindow *window)
{
  return venule_close_question_new (window, _("Close during the Export?"),
                                    _("Files that are still being written are not kept when the window closes."));
}

void
venule_close_popovers (GtkWidget *window)
{
  for (GtkWidget *child = gtk_widget_get_first_child (window); child; child = gtk_widget_get_next_sibling (child))
    {
      venule_close_popovers (child);
      if (GTK_IS_POPOVER (child) && gtk_widget_get_visible (child))
        gtk_popover_popdown (GTK_POPOVER (child));
    }
}
