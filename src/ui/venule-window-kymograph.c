/* venule-window-kymograph.c: tracks that are edited in the kymograph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-document-tracks.h"

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
                                        _("Draw a Track"), &error);

  if (id == 0)
    {
      venule_window_tell_refusal (self, error);
      return;
    }
  venule_selection_set (self->selection, &id, 1);
  venule_player_pause (self->player);
  venule_player_seek (self->player, g_array_index (spots, VenuleSpot, 0).frame);
  /* Translators: Shift+R is a key */
  title = g_strdup_printf (_("Track %u drawn. Shift+R fits it to the cell"), id);
  venule_window_tell_edit (self, title);
}

void
venule_window_connect_kymograph (VenuleWindow *self)
{
  VenuleKymographView *view = self->kymograph_view;

  venule_kymograph_view_set_player (view, self->player);
  venule_kymograph_view_set_selection (view, self->selection);
  g_signal_connect_object (view, "join", G_CALLBACK (venule_window_join_tracks), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "cut", G_CALLBACK (venule_window_cut_track), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "spot-moved", G_CALLBACK (on_spot_moved), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "track-drawn", G_CALLBACK (on_track_drawn), self, G_CONNECT_SWAPPED);
}
