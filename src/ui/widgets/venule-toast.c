/* venule-toast.c: toasts that can be dismissed at any moment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-toast.h"

static void
stop_animations (AdwToast *toast)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

/* What the desktop says holds again. */
static void
allow_animations (AdwToast *toast)
{
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-enable-animations");
}

/**
 * venule_toast_show:
 * @overlay: where to show it
 * @toast: (transfer full): what to show, after those that wait
 *
 * Shows a toast that does not slide in. libadwaita 1.2 frees a dismissed toast while it still slides in, and crashes at
 * the end of that: Escape in the moment in which a toast appears would end the program. The next toast of the queue
 * appears while the one before it is dismissed.
 */
void
venule_toast_show (AdwToastOverlay *overlay,
                   AdwToast        *toast)
{
  g_signal_connect (toast, "dismissed", G_CALLBACK (stop_animations), NULL);
  stop_animations (toast);
  adw_toast_overlay_add_toast (overlay, toast);
  allow_animations (toast);
  g_signal_connect_after (toast, "dismissed", G_CALLBACK (allow_animations), NULL);
}
