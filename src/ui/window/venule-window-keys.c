/* venule-window-keys.c: the keys of the window, and what each does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-keys.h"

#include <glib/gi18n.h>

/* While doubtful places are reviewed, or a sample is marked, that comes before what the keys do otherwise. */
static const VenuleWindowKey keys[] = {
  { "F7", "win.review", N_("Review doubtful places, or end that"), NULL },
  { "y", "win.review-right", N_("Review: it is right"), NULL },
  { "d", "win.review-delete", N_("Review: delete the track"), NULL },
  { "j", "win.review-join", N_("Review: join the two tracks"), NULL },
  { "x", "win.review-exchange", N_("Review: exchange the two tracks from here on"), NULL },
  { "c", "win.review-cut", N_("Review: cut the track at this frame"), NULL },
  { "m", "win.review-later", N_("Review: later"), NULL },
  { "F3", "win.sample", N_("Mark a random sample, or stop that"), NULL },
  { "n", "win.sample-next-cell", N_("Sample: next cell"), NULL },
  { "less", "win.sample-step(-1)", N_("Sample: frame before, next frame to mark"), "< >" },
  { "greater", "win.sample-step(1)", NULL, NULL },
  { "Page_Down", "win.sample-done", N_("Sample: this stretch is done"), NULL },
  { "KP_Page_Down", "win.sample-done", NULL, NULL },
  { "Page_Up", "win.sample-back", N_("Sample: stretch before"), NULL },
  { "KP_Page_Up", "win.sample-back", NULL, NULL },
  { "Return", "win.use-proposal", N_("Take over the vessel that is proposed"), NULL },
  { "KP_Enter", "win.use-proposal", NULL, NULL },
  { "Tab", "win.next-proposal", N_("Next vessel that is proposed"), NULL },
  { "<Control>a", "win.select-all", N_("Select all cells of this frame"), NULL },
  { "<Control>i", "win.select-others", N_("Select the other cells"), NULL },
  { "comma", "win.select-previous", N_("Cell before, next cell"), ", ." },
  { "period", "win.select-next", NULL, NULL },
  { "Escape", "win.escape", N_("Leave a tool, or select nothing"), NULL },
  { "g", "win.go-to-track", N_("Go to the start of the track"), NULL },
  { "<Shift>g", "win.go-to-end", N_("Go to the end of the track"), NULL },
  { "1", "win.track-kind::rolling", N_("Rolling, adherent, free-flowing, other"), "1 2 3 4" },
  { "KP_1", "win.track-kind::rolling", NULL, NULL },
  { "2", "win.track-kind::adherent", NULL, NULL },
  { "KP_2", "win.track-kind::adherent", NULL, NULL },
  { "3", "win.track-kind::free", NULL, NULL },
  { "KP_3", "win.track-kind::free", NULL, NULL },
  { "4", "win.track-kind::other", NULL, NULL },
  { "KP_4", "win.track-kind::other", NULL, NULL },
  { "n", "win.track-note", N_("Write a note"), NULL },
  { "o", "win.track-next-color", N_("Next colour"), NULL },
  { "h", "win.track-hidden", N_("Hide or show"), NULL },
  { "<Shift>h", "win.track-show-all", N_("Show all hidden tracks"), NULL },
  { "l", "win.track-locked", N_("Lock or unlock"), NULL },
  { "j", "win.track-join", N_("Join the two tracks"), NULL },
  { "x", "win.track-swap", N_("Exchange the two from here on"), NULL },
  { "c", "win.track-cut", N_("Cut at this frame"), NULL },
  { "u", "win.track-unlink", N_("Unlink here"), NULL },
  { "k", "win.track-link", N_("Link with a cell of another frame"), NULL },
  { "a", "win.add-cell", N_("Add cells by clicks"), NULL },
  { "b", "win.brush", N_("Hold it: a track goes where the pointer is"), NULL },
  { "t", "win.track-forwards", N_("Follow the track on from here"), NULL },
  { "<Shift>t", "win.track-backwards", N_("Follow the track back from here"), NULL },
  { "<Control>t", "win.track-cell", N_("Follow the cell at the pointer both ways"), NULL },
  { "r", "win.refit::here", N_("Fit the cell of this frame anew"), NULL },
  { "<Shift>r", "win.refit::all", N_("Fit the whole track anew"), NULL },
  { "Delete", "win.delete-track", N_("Delete the selected tracks"), NULL },
  { "KP_Delete", "win.delete-track", NULL, NULL },
  { "<Alt>Left", "win.spot-nudge((-0.5,0.0,0.0))", N_("Move the cell (with Shift by more)"), N_("Alt+Arrows") },
  { "<Alt>Right", "win.spot-nudge((0.5,0.0,0.0))", NULL, NULL },
  { "<Alt>Up", "win.spot-nudge((0.0,-0.5,0.0))", NULL, NULL },
  { "<Alt>Down", "win.spot-nudge((0.0,0.5,0.0))", NULL, NULL },
  { "<Alt><Shift>Left", "win.spot-nudge((-4.0,0.0,0.0))", NULL, NULL },
  { "<Alt><Shift>Right", "win.spot-nudge((4.0,0.0,0.0))", NULL, NULL },
  { "<Alt><Shift>Up", "win.spot-nudge((0.0,-4.0,0.0))", NULL, NULL },
  { "<Alt><Shift>Down", "win.spot-nudge((0.0,4.0,0.0))", NULL, NULL },
  { "<Alt>plus", "win.spot-nudge((0.0,0.0,0.5))", N_("Make the cell larger or smaller"), N_("Alt+Plus, Minus") },
  { "<Alt>KP_Add", "win.spot-nudge((0.0,0.0,0.5))", NULL, NULL },
  { "<Alt>minus", "win.spot-nudge((0.0,0.0,-0.5))", NULL, NULL },
  { "<Alt>KP_Subtract", "win.spot-nudge((0.0,0.0,-0.5))", NULL, NULL },
  { "<Shift>Delete", "win.spot-delete", N_("Delete the cell in this frame"), NULL },
  { "s", "win.spot-delete-before", N_("Begin the track here"), NULL },
  { "e", "win.spot-delete-after", N_("End the track here"), NULL },
  { "i", "win.spot-interpolate", N_("Fill in the gap"), NULL },
  { "F4", "win.strip", N_("Show the strip of the selected track"), NULL },
  { "F8", "win.kymograph", N_("Kymograph, or the tracks again"), NULL },
  { "p", "win.kymograph-point", N_("Kymograph: move the track's cell of this frame along the line"), NULL },
  { "<Shift>j", "win.kymograph-end", N_("Kymograph: join this end of the track with another one"), NULL },
  { "<Shift>F8", "win.large-kymograph", N_("Large kymograph"), NULL },
  { "<Shift>k", "win.tool::line", N_("Draw the line of the kymograph"), NULL },
  { "v", "win.tool::vessel", N_("Adjust centreline, walls and flux line"), NULL },
  { "<Control>m", "win.measure-settings", N_("How results are measured"), NULL },
  { "<Control>h", "win.history", N_("List of all that was done"), NULL },
  { "space", "win.play", N_("Play or pause"), NULL },
  { "KP_Space", "win.play", NULL, NULL },
  { "Left", "win.previous-frame", N_("Frame before, next frame"), "← →" },
  { "KP_Left", "win.previous-frame", NULL, NULL },
  { "Right", "win.next-frame", NULL, NULL },
  { "KP_Right", "win.next-frame", NULL, NULL },
  { "Home", "win.first-frame", N_("First frame, last frame"), N_("Home End") },
  { "KP_Home", "win.first-frame", NULL, NULL },
  { "End", "win.last-frame", NULL, NULL },
  { "KP_End", "win.last-frame", NULL, NULL },
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

/* ---- The window with all keys ---- */

void
venule_window_keys_fit (GtkWindow *overlay)
{
  GtkWidget *scrolled;
  g_autoptr (GtkWidget) content = NULL;

  if (!overlay)
    return;
  scrolled = gtk_scrolled_window_new ();
  content = g_object_ref (gtk_window_get_child (overlay));
  gtk_window_set_child (overlay, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), content);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_window_set_child (overlay, scrolled);
}
