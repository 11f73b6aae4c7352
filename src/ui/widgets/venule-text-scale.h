/* venule-text-scale.h: plots whose letters grow with those of the desktop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Of the letters of the desktop: 1, or more with large text. */
double venule_text_scale_get   (GtkWidget *widget);
/* @changed: (scope notified): gets the widget when they are another size */
void   venule_text_scale_watch (GtkWidget *widget,
                                GCallback  changed);

G_END_DECLS
