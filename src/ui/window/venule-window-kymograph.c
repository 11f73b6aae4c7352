/* venule-window-kymograph.c: the kymograph in the window, and what is edited in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "venule-document-tracks.h"
#include "venule-window-action.h"

static void
on_spot_moved (VenuleWindow *self,
               guint         id,
               gint64        frame,
               double        x,
               double        y,
               gboolean      exactly)
{
  venule_window_follow_spot_moved (self, id, frame, x, y, exactly);
}

static void
on_track_drawn (VenuleWindow *self,
                GArray       *spots)
{
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;
  guint id = venule_document_put_spots (self->document, 0, (const VenuleSpot *) (gpointer) spots->data, spots->len,
                                        N_("Draw a Track"), &error);

  if (id == 0)
    {
      venule_window_toast_refusal (self, error);
      return;
    }
  venule_selection_set (self->selection, &id, 1);
  venule_player_pause (self->player);
  venule_player_seek (self->player, g_array_index (spots, VenuleSpot, 0).frame);
  /* Translators: Shift+R is a key */
  title = g_strdup_printf (_("Track %u drawn. Shift+R fits it to the cell"), id);
  venule_window_toast_edit (self, title);
}

/* ---- Its line on the video ---- */

/* While it is seen itself. */
static void
show_line (VenuleWindow *self)
{
  VenuleKymographView *view = venule_kymograph_panel_get_view (self->views.kymograph);
  gboolean seen = gtk_widget_get_mapped (GTK_WIDGET (view));

  venule_canvas_set_kymograph (self->canvas, seen ? venule_kymograph_view_get_picture (view) : NULL);
}

static void
hide_line (VenuleWindow *self)
{
  venule_canvas_set_kymograph (self->canvas, NULL);
}

static void
on_line_drawn (VenuleWindow *self,
               GArray       *points)
{
  venule_kymograph_panel_set_points (self->views.kymograph, points);
}

static void
on_failed (VenuleWindow *self,
           const char   *message)
{
  venule_window_show_error (self, _("The line was not kept"), message);
}

/* ---- Showing it ---- */

gboolean
venule_window_shows_kymograph (VenuleWindow *self)
{
  return adw_flap_get_reveal_flap (self->panes.results_flap) &&
         g_strcmp0 (gtk_stack_get_visible_child_name (self->views.tables), "kymograph") == 0;
}

static void
show_kymograph (VenuleWindow *self)
{
  adw_flap_set_reveal_flap (self->panes.results_flap, TRUE);
  gtk_stack_set_visible_child_name (self->views.tables, "kymograph");
  gtk_widget_grab_focus (GTK_WIDGET (venule_kymograph_panel_get_view (self->views.kymograph)));
}

static void
kymograph_action (VenuleWindow *self)
{
  if (venule_window_shows_kymograph (self))
    {
      gtk_stack_set_visible_child_name (self->views.tables, "tracks");
      gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
    }
  else
    show_kymograph (self);
}

static void
point_action (VenuleWindow *self)
{
  venule_kymograph_view_edit_point (venule_kymograph_panel_get_view (self->views.kymograph));
}

static void
end_action (VenuleWindow *self)
{
  venule_kymograph_view_edit_end (venule_kymograph_panel_get_view (self->views.kymograph));
}

static void
large_changed (VenuleWindow  *self,
               GVariant      *state,
               GSimpleAction *action)
{
  gboolean large = g_variant_get_boolean (state);

  if (large)
    show_kymograph (self);
  venule_window_set_results_width (self, large);
  gtk_widget_set_visible (GTK_WIDGET (self->views.histogram), !large);
  g_simple_action_set_state (action, state);
}

/* The other pages are as they were. */
static void
on_page_changed (VenuleWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "large-kymograph");

  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->views.tables), "kymograph") != 0)
    g_action_change_state (action, g_variant_new_boolean (FALSE));
  venule_window_update_actions (self);
}

static const VenuleWindowAction entries[] = {
  { "kymograph", G_CALLBACK (kymograph_action) },
  { "kymograph-point", G_CALLBACK (point_action) },
  { "kymograph-end", G_CALLBACK (end_action) },
  { "large-kymograph", NULL, NULL, "false", G_CALLBACK (large_changed) },
};

/**
 * venule_window_connect_kymograph:
 * @self: a window with player and selection
 */
void
venule_window_connect_kymograph (VenuleWindow *self)
{
  VenuleKymographView *view = venule_kymograph_panel_get_view (self->views.kymograph);

  venule_window_add_actions (self, entries, G_N_ELEMENTS (entries));
  g_signal_connect_object (self->views.tables, "notify::visible-child-name", G_CALLBACK (on_page_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::picture", G_CALLBACK (show_line), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::picture", G_CALLBACK (venule_window_update_actions), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "map", G_CALLBACK (show_line), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (view, "unmap", G_CALLBACK (hide_line), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "line-drawn", G_CALLBACK (on_line_drawn), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->views.kymograph, "failed", G_CALLBACK (on_failed), self, G_CONNECT_SWAPPED);

  venule_kymograph_view_set_player (view, self->player);
  venule_kymograph_view_set_selection (view, self->selection);
  g_signal_connect_object (view, "join", G_CALLBACK (venule_window_join_tracks), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "cut", G_CALLBACK (venule_window_cut_track), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "spot-moved", G_CALLBACK (on_spot_moved), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "track-drawn", G_CALLBACK (on_track_drawn), self, G_CONNECT_SWAPPED);
}
