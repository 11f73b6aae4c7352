/* venule-message-bar.h: what went wrong, or is worth knowing, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A bar whose text can be selected and copied. Hidden until something is shown. Property: compact (boolean): for narrow
 * places; it stays until what it says has been mended. */
#define VENULE_TYPE_MESSAGE_BAR (venule_message_bar_get_type ())
G_DECLARE_FINAL_TYPE (VenuleMessageBar, venule_message_bar, VENULE, MESSAGE_BAR, GtkWidget)

/* @title: what happened; @text: (nullable): why, and what can be done about it */
void        venule_message_bar_show_error (VenuleMessageBar *self,
                                           const char       *title,
                                           const char       *text);
void        venule_message_bar_show_info  (VenuleMessageBar *self,
                                           const char       *title,
                                           const char       *text);
/* Whether an error is shown. */
gboolean    venule_message_bar_is_error   (VenuleMessageBar *self);
/* A button beside what is shown, until something else is. */
void        venule_message_bar_offer      (VenuleMessageBar *self,
                                           const char       *label,
                                           const char       *action);
void        venule_message_bar_hide       (VenuleMessageBar *self);
/* Hides a message with this title, which is not true any more; another one stays. */
void        venule_message_bar_settle     (VenuleMessageBar *self,
                                           const char       *title);
/* What the Copy button copies; NULL while nothing is shown. (transfer full) */
char       *venule_message_bar_dup_text   (VenuleMessageBar *self);

G_END_DECLS
