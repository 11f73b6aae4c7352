/* venule-close-question.h: whether a window closes that is still at work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Responses "cancel" and "close"; not shown yet. */
GtkWidget *venule_close_question_new        (GtkWindow  *window,
                                             const char *heading,
                                             const char *body);
/* The same while @window writes files. */
GtkWidget *venule_close_question_new_export (GtkWindow  *window);

/* An open popover takes all keys and clicks: a question could not be answered. What is typed into it is taken. */
void       venule_close_popovers            (GtkWidget  *window);

G_END_DECLS
