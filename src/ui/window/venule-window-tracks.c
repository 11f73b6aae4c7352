/* venule-window-tracks.c: choosing tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

/* Deleted and replaced tracks are no longer selected. */
static void
on_tracks_changed (VenuleWindow *self)
{
  GArray *ids = venule_selection_get_ids (self->selection);
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (guint));

  if (!venule_document_get_running (self->document))
    self->steps.exported = FALSE;
  /* Its button would undo something else now. */
  if (self->undo_toast && !venule_document_get_running (self->document))
    adw_toast_set_button_label (self->undo_toast, NULL);

  for (guint i = 0; i < ids->len; i++)
    {
      guint id = g_array_index (ids, guint, i);

      if (venule_document_get_track (self->document, id))
        g_array_append_val (kept, id);
    }
  if (kept->len != ids->len)
    venule_selection_set (self->selection, (const guint *) kept->data, kept->len);
}

static void
on_selection_changed (VenuleWindow *self)
{
  venule_window_update_selected (self);
}

static void
on_track_clicked (VenuleWindow *self,
                  guint         id,
                  gboolean      extend)
{
  if (id != 0)
    venule_window_open_step (self, VENULE_WORKFLOW_STEP_CORRECT);
}

static void
on_track_shown (VenuleWindow *self,
                guint         id)
{
  venule_window_go_to_track (self, id, FALSE);
}

static void
on_spot_shown (VenuleWindow *self,
               guint         id,
               gint64        frame)
{
  venule_selection_set (self->selection, &id, 1);
  venule_player_pause (self->player);
  venule_player_seek (self->player, frame);
}

/**
 * venule_window_go_to_track:
 * @self: a window with a video
 * @id: of a track
 * @start: whether to go to its first frame even when it can be seen now
 */
void
venule_window_go_to_track (VenuleWindow *self,
                           guint         id,
                           gboolean      start)
{
  VenuleTrack *track = venule_document_get_track (self->document, id);

  if (!track || (!start && venule_track_get_place_at (track, venule_player_get_position (self->player))))
    return;

  venule_player_pause (self->player);
  venule_player_seek (self->player, venule_track_get_first_frame (track));
}

void
venule_window_connect_tracks (VenuleWindow *self)
{
  g_signal_connect_object (self->document, "tracks-changed", G_CALLBACK (on_tracks_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "track-clicked", G_CALLBACK (on_track_clicked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->views.tracks, "track-shown", G_CALLBACK (on_track_shown), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->views.spots, "spot-shown", G_CALLBACK (on_spot_shown), self, G_CONNECT_SWAPPED);
}
