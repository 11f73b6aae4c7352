/* venule-window-spots.c: what a person does with the cells of the selected track, frame by frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-private.h"

#include <glib/gi18n.h>

#include "venule-document-tracks.h"
#include "venule-window-action.h"
#include "venule-window-follow.h"

static void
on_spot_moved (VenuleWindow *self,
               guint         id,
               gint64        frame,
               double        x,
               double        y,
               gboolean      exactly)
{
  venule_window_follow_spot_moved (self, id, frame, x, y, exactly);
  /* It stays where it was dropped until it has been fitted to the cell. */
  if (venule_window_is_asking (self))
    venule_canvas_keep_spot (self->canvas);
}

static void
on_spot_resized (VenuleWindow *self,
                 guint         id,
                 gint64        frame,
                 double        radius)
{
  GError *error = NULL;

  venule_window_end_edit (self, venule_document_resize_spot (self->document, id, frame, radius, &error), NULL, error);
}

static void
nudge_action (VenuleWindow *self,
              GVariant     *parameter)
{
  double dx, dy, growth;

  g_variant_get (parameter, "(ddd)", &dx, &dy, &growth);
  venule_canvas_nudge_spot (self->canvas, dx, dy, growth);
}

/* From @first to @last; @title (transfer full). */
static void
delete_spots (VenuleWindow *self,
              guint         id,
              gint64        first,
              gint64        last,
              char         *title)
{
  GError *error = NULL;
  gboolean done = venule_document_delete_spots (self->document, id, first, last, &error);

  venule_window_end_edit (self, done, title, error);
}

static void
delete_action (VenuleWindow *self)
{
  gint64 frame = venule_canvas_get_frame (self->canvas);
  VenuleTrack *track = venule_window_get_followed (self);
  guint id = track ? venule_track_get_id (track) : 0;

  if (track)
    delete_spots (self, id, frame, frame,
                  g_strdup_printf (_("Cell of track %u in this frame deleted"), id));
}

static void
delete_after_action (VenuleWindow *self)
{
  gint64 frame = venule_canvas_get_frame (self->canvas);
  VenuleTrack *track = venule_window_get_followed (self);
  guint id = track ? venule_track_get_id (track) : 0;

  if (track)
    delete_spots (self, id, frame + 1, venule_track_get_last_frame (track),
                  g_strdup_printf (_("Track %u ends here now"), id));
}

static void
delete_before_action (VenuleWindow *self)
{
  gint64 frame = venule_canvas_get_frame (self->canvas);
  VenuleTrack *track = venule_window_get_followed (self);
  guint id = track ? venule_track_get_id (track) : 0;

  if (track)
    delete_spots (self, id, venule_track_get_first_frame (track), frame - 1,
                  g_strdup_printf (_("Track %u begins here now"), id));
}

/* The gap in which the frame lies, else the next one, else the one before. Returns whether there is one. */
static gboolean
find_gap (VenuleTrack *track,
          gint64       frame,
          gint64      *first,
          gint64      *last)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);
  gboolean found = FALSE;

  for (guint i = 1; i < n; i++)
    {
      if (places[i].frame == places[i - 1].frame + 1)
        continue;
      *first = places[i - 1].frame + 1;
      *last = places[i].frame - 1;
      found = TRUE;
      if (*last >= frame)
        break;
    }
  return found;
}

static void
interpolate_action (VenuleWindow *self)
{
  VenuleTrack *track = venule_window_get_followed (self);
  GError *error = NULL;
  gint64 first, last;
  gboolean done;
  guint id;

  if (!track || !find_gap (track, venule_canvas_get_frame (self->canvas), &first, &last))
    return;

  id = venule_track_get_id (track);
  done = venule_document_interpolate (self->document, id, first, last, &error);
  /* Translators: numbers of a track and of frames */
  venule_window_end_edit (self, done,
                          g_strdup_printf (_("Track %u: frames %lld to %lld filled in"), id, (long long) first,
                                           (long long) last),
                          error);
}

static const VenuleWindowAction entries[] = {
  { "spot-nudge", G_CALLBACK (nudge_action), "(ddd)" },
  { "spot-delete", G_CALLBACK (delete_action) },
  { "spot-delete-after", G_CALLBACK (delete_after_action) },
  { "spot-delete-before", G_CALLBACK (delete_before_action) },
  { "spot-interpolate", G_CALLBACK (interpolate_action) },
};

void
venule_window_install_spots (VenuleWindow *self)
{
  venule_window_add_actions (self, entries, G_N_ELEMENTS (entries));
  g_signal_connect_object (self->canvas, "spot-moved", G_CALLBACK (on_spot_moved), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "spot-resized", G_CALLBACK (on_spot_resized), self, G_CONNECT_SWAPPED);
}

/**
 * venule_window_update_spots:
 * @self: a window
 *
 * Enables what can be done with the selected track in the frame on show.
 */
void
venule_window_update_spots (VenuleWindow *self)
{
  gint64 frame = venule_canvas_get_frame (self->canvas), first, last;
  VenuleTrack *track = venule_window_get_followed (self);
  gboolean here = track && venule_track_get_place_at (track, frame);

  venule_window_enable (self, here, "spot-nudge", "spot-delete", NULL);
  venule_window_enable (self, track && frame >= venule_track_get_first_frame (track) &&
                        frame < venule_track_get_last_frame (track), "spot-delete-after", NULL);
  venule_window_enable (self, track && frame > venule_track_get_first_frame (track) &&
                        frame <= venule_track_get_last_frame (track), "spot-delete-before", NULL);
  venule_window_enable (self, track && find_gap (track, frame, &first, &last), "spot-interpolate", NULL);
}
