/* venule-window-strip.c: the selected track by itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

/* The pane with the plots, the tab of the strip, and the keys go there. */
static void
on_strip (GSimpleAction *action,
          GVariant      *parameter,
          VenuleWindow  *self)
{
  adw_flap_set_reveal_flap (self->panes.results_flap, TRUE);
  gtk_stack_set_visible_child_name (self->views.tables, "strip");
  gtk_widget_grab_focus (GTK_WIDGET (self->views.strip));
}

static void
on_display_changed (VenuleWindow *self)
{
  venule_track_strip_set_display_window (self->views.strip, venule_canvas_get_display_window (self->canvas));
}

/**
 * venule_window_connect_strip:
 * @self: a window that has its template
 */
void
venule_window_connect_strip (VenuleWindow *self)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new ("strip", NULL);

  g_signal_connect_object (action, "activate", G_CALLBACK (on_strip), self, 0);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
  venule_track_strip_set_player (self->views.strip, self->player);
  venule_track_strip_set_selection (self->views.strip, self->selection);
  g_signal_connect_object (self->canvas, "display-changed", G_CALLBACK (on_display_changed), self, G_CONNECT_SWAPPED);
}
