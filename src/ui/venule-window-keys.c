/* venule-window-keys.c: the keys of the window, and what each does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-keys.h"

#include <glib/gi18n.h>

/* While doubtful places are reviewed, the answers come before what their keys do otherwise. */
static const VenuleWindowKey keys[] = {
  { "F7", "win.review", N_("Review doubtful places, or end that") },
  { "y", "win.review-right", N_("Review: it is right") },
  { "d", "win.review-delete", N_("Review: delete the track") },
  { "j", "win.review-join", N_("Review: join the two tracks") },
  { "x", "win.review-exchange", N_("Review: exchange the two tracks from here on") },
  { "c", "win.review-cut", N_("Review: cut the track at this frame") },
  { "m", "win.review-later", N_("Review: later") },
  { "<Control>a", "win.select-all", N_("Select all cells of this frame") },
  { "<Control>i", "win.select-others", N_("Select the other cells") },
  { "period", "win.select-next", N_("Next cell of this frame") },
  { "comma", "win.select-previous", N_("Cell before") },
  { "Escape", "win.escape", N_("Leave a tool, or select nothing") },
  { "a", "win.tool::add", N_("Add cells by clicks") },
  { "b", "win.brush", N_("Hold it: a track goes where the pointer is") },
  { "t", "win.track-forwards", N_("Follow the track on from here") },
  { "<Shift>t", "win.track-backwards", N_("Follow the track back from here") },
  { "<Control>t", "win.track-cell", N_("Follow the cell at the pointer both ways") },
  { "r", "win.refit::here", N_("Fit the cell of this frame anew") },
  { "<Shift>r", "win.refit::all", N_("Fit the whole track anew") },
  { "g", "win.go-to-track", N_("Go to the start of the track") },
  { "Delete", "win.delete-track", N_("Delete the selected tracks") },
  { "KP_Delete", "win.delete-track", NULL },
  { "space", "win.play", N_("Play or pause") },
  { "KP_Space", "win.play", NULL },
  { "Left", "win.previous-frame", N_("Frame before") },
  { "KP_Left", "win.previous-frame", NULL },
  { "Right", "win.next-frame", N_("Next frame") },
  { "KP_Right", "win.next-frame", NULL },
  { "Home", "win.first-frame", N_("First frame") },
  { "KP_Home", "win.first-frame", NULL },
  { "End", "win.last-frame", N_("Last frame") },
  { "KP_End", "win.last-frame", NULL },
};

const VenuleWindowKey *
venule_window_keys_get (guint *n)
{
  *n = G_N_ELEMENTS (keys);
  return keys;
}

static GtkShortcut *
make_shortcut (const VenuleWindowKey *key)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  g_autoptr (GError) error = NULL;
  GtkShortcut *shortcut;

  if (!g_action_parse_detailed_name (key->action, &name, &target, &error))
    g_error ("%s", error->message);
  shortcut = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (key->trigger), gtk_named_action_new (name));
  gtk_shortcut_set_arguments (shortcut, target);
  return shortcut;
}

/**
 * venule_window_keys_bind:
 * @window: whose actions the keys activate
 *
 * They have a controller of their own, as GtkWindow's class takes the arrows and the space bar for itself.
 */
void
venule_window_keys_bind (GtkWidget *window)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), make_shortcut (&keys[i]));
  gtk_widget_add_controller (window, controller);
}
