/* venule-window-keys.h: the keys of the window, and what each does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * VenuleWindowKey:
 * @trigger: as gtk_shortcut_trigger_parse_string() reads it
 * @action: detailed name of an action, with its target: "win.track-kind::rolling"
 * @title: (nullable): what it does, to be translated; %NULL: the key is told together with the one before it
 * @shown: (nullable): how the keys that are told together are written, to be translated; %NULL: as the trigger
 *
 * A key that counts when the widget with the focus leaves it, so that numbers can be typed.
 */
typedef struct {
  const char *trigger;
  const char *action;
  const char *title;
  const char *shown;
} VenuleWindowKey;

/* (array length=n) (transfer none): in the order in which they are shown. */
const VenuleWindowKey *venule_window_keys_get  (guint     *n);
void                   venule_window_keys_bind (GtkWidget *window);
/* The window with all keys (nullable): on a small screen they are scrolled. */
void                   venule_window_keys_fit  (GtkWindow *overlay);

G_END_DECLS
