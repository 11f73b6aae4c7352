/* venule-text-scale.c: plots whose letters grow with those of the desktop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-text-scale.h"

/* The setting is in 1024ths of a dot an inch. */
#define USUAL_DPI (96 * 1024.0)

double
venule_text_scale_get (GtkWidget *widget)
{
  int dpi;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? dpi / USUAL_DPI : 1;
}

void
venule_text_scale_watch (GtkWidget *widget,
                         GCallback  changed)
{
  g_signal_connect_object (gtk_widget_get_settings (widget), "notify::gtk-xft-dpi", changed, widget, G_CONNECT_SWAPPED);
}
