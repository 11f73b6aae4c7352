/* venule-window-add.c: spots that a person places, and fits anew to their cells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-window-follow.h"

#include <glib/gi18n.h>

#include "venule-document-tracks.h"
#include "venule-error.h"

/* A click on its way to the cell. */
typedef struct {
  VenuleWindow *window;
  GCancellable *cancellable;
  guint         id;      /* of the track; 0: a new one */
  gint64        frame;
  double        x, y;    /* px of the frame */
} Placing;

static void
placing_free (Placing *placing)
{
  g_object_unref (placing->window);
  g_object_unref (placing->cancellable);
  g_free (placing);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Placing, placing_free)

static Placing *
placing_new (VenuleWindow *self,
             GCancellable *cancellable,
             guint         id,
             gint64        frame,
             double        x,
             double        y)
{
  Placing *placing = g_new (Placing, 1);

  *placing = (Placing) { g_object_ref (self), cancellable, id, frame, x, y };
  return placing;
}

/* ---- Adding ---- */

/* As large as the track's cell was last, or as cells are. */
static VenuleSpot
spot_exactly_at (VenuleWindow *self,
                 guint         id,
                 gint64        frame,
                 double        x,
                 double        y)
{
  VenuleTrack *track = venule_document_get_track (self->document, id);
  guint n;
  const VenulePlace *places = track ? venule_track_get_places (track, &n) : NULL;
  VenuleSpot spot = { .frame = frame, .x = x, .y = y, .score = 1, .source = VENULE_SPOT_MANUAL,
                      .radius = (float) (venule_document_get_shown_settings (self->document)->cell_diameter / 2) };

  for (guint i = 0; places && i < n && (i == 0 || places[i].frame <= frame); i++)
    spot.radius = places[i].radius;
  return spot;
}

static gboolean
refuse_beside_picture (VenuleWindow     *self,
                       const VenuleSpot *spot)
{
  VenuleSource *source = venule_document_get_source (self->document);
  g_autoptr (GError) error = NULL;

  if (spot->x >= -0.5 && spot->x < venule_source_get_width (source) - 0.5 && spot->y >= -0.5 &&
      spot->y < venule_source_get_height (source) - 0.5)
    return FALSE;

  g_set_error_literal (&error, VENULE_ERROR, VENULE_ERROR_INVALID, _("That place lies outside the picture."));
  venule_window_toast_refusal (self, error);
  return TRUE;
}

/* Then the next frame comes by itself. */
static void
add_spot (VenuleWindow     *self,
          guint             id,
          const VenuleSpot *spot)
{
  g_autofree char *name = id ? g_strdup_printf (N_("Add a Spot to Track %u"), id) : g_strdup (N_("Add a Cell"));
  g_autoptr (GError) error = NULL;
  gint64 frame = spot->frame;

  id = venule_document_put_spots (self->document, id, spot, 1, name, &error);
  if (id == 0)
    {
      venule_window_toast_refusal (self, error);
      return;
    }
  venule_selection_set (self->selection, &id, 1);
  if (venule_player_get_position (self->player) == frame)
    venule_player_seek (self->player, frame + 1);
}

static void
on_added (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Placing) placing = user_data;
  g_autoptr (GError) error = NULL;
  VenuleSpot spot;

  venule_cell_tracker_service_detect_near_finish (VENULE_CELL_TRACKER_SERVICE (object), result, &spot, &error);
  if (venule_window_end_asking (placing->window, placing->cancellable, error) &&
      !venule_window_refuse_double (placing->window, placing->id, &spot))
    add_spot (placing->window, placing->id, &spot);
}

/* Shift: another track than the selected one. Alt: exactly here. */
static void
on_cell_placed (VenuleWindow    *self,
                double           x,
                double           y,
                GdkModifierType  state)
{
  VenuleTrack *track = state & GDK_SHIFT_MASK ? NULL : venule_window_get_followed (self);
  guint id = track ? venule_track_get_id (track) : 0;
  gint64 frame = venule_window_get_shown (self);
  GCancellable *cancellable;

  if (frame < 0 || venule_window_refuse_later (self, frame) || venule_window_refuse_locked (self, track))
    return;
  if (venule_window_is_marking (self))
    {
      venule_window_place_mark (self, x, y, (state & GDK_SHIFT_MASK) != 0);
      return;
    }
  venule_player_pause (self->player);
  if (state & GDK_ALT_MASK)
    {
      VenuleSpot spot = spot_exactly_at (self, id, frame, x, y);

      if (!refuse_beside_picture (self, &spot))
        add_spot (self, id, &spot);
      return;
    }
  cancellable = venule_window_begin_asking (self, NULL);
  if (cancellable)
    venule_cell_tracker_service_detect_near_async (venule_window_get_follow (self)->service, frame, x, y, 0,
                                                   cancellable, on_added,
                                                   placing_new (self, cancellable, id, frame, x, y));
}

static void
on_mode_changed (VenuleWindow *self)
{
  if (!venule_window_is_asking (self))
    venule_window_show_asking (self, NULL, -1);
}

void
venule_window_connect_add (VenuleWindow *self)
{
  g_signal_connect_object (self->canvas, "notify::mode", G_CALLBACK (on_mode_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "cell-placed", G_CALLBACK (on_cell_placed), self, G_CONNECT_SWAPPED);
}

/* ---- A spot that was moved ---- */

static void
move_exactly (VenuleWindow *self,
              guint         id,
              gint64        frame,
              double        x,
              double        y)
{
  g_autoptr (GError) error = NULL;

  if (!venule_document_move_spot (self->document, id, frame, x, y, &error))
    venule_window_toast_refusal (self, error);
}

static void
on_moved (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Placing) placing = user_data;
  VenuleWindow *self = placing->window;
  g_autofree char *name = g_strdup_printf (N_("Move a Spot of Track %u"), placing->id);
  g_autoptr (GError) error = NULL;
  VenuleSpot spot;

  venule_cell_tracker_service_detect_near_finish (VENULE_CELL_TRACKER_SERVICE (object), result, &spot, &error);
  /* Where no cell is seen, the person sees one. */
  if (error && error->domain == VENULE_ERROR)
    {
      if (venule_window_end_asking (self, placing->cancellable, NULL))
        move_exactly (self, placing->id, placing->frame, placing->x, placing->y);
      return;
    }
  if (!venule_window_end_asking (self, placing->cancellable, error))
    return;
  g_clear_error (&error);
  if (!venule_document_put_spots (self->document, placing->id, &spot, 1, name, &error))
    venule_window_toast_refusal (self, error);
}

/**
 * venule_window_follow_spot_moved:
 * @self: a window
 * @id: of a track
 * @frame: of its spot that was dragged
 * @x: px of the frame
 * @y: px
 * @exactly: whether it is to stay just there
 *
 * Moves a spot, and fits it to the cell where it was let go; one undo step.
 */
void
venule_window_follow_spot_moved (VenuleWindow *self,
                                 guint         id,
                                 gint64        frame,
                                 double        x,
                                 double        y,
                                 gboolean      exactly)
{
  VenuleTrack *track = venule_document_get_track (self->document, id);
  GCancellable *cancellable;

  if (venule_window_refuse_locked (self, track))
    return;
  /* Marks of a person stay where they are. */
  exactly = exactly || venule_window_is_marking (self);
  cancellable = exactly ? NULL : venule_window_begin_asking (self, NULL);
  if (!cancellable)
    move_exactly (self, id, frame, x, y);
  else
    venule_cell_tracker_service_detect_near_async (venule_window_get_follow (self)->service, frame, x, y, 0,
                                                   cancellable, on_moved,
                                                   placing_new (self, cancellable, id, frame, x, y));
}

/* ---- Fitting anew ---- */

/* (transfer full): the track's spots of those frames. */
static GArray *
dup_range (VenuleTrack *track,
           gint64       first,
           gint64       last)
{
  GArray *range = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (track, &n);

  for (guint i = 0; i < n; i++)
    if (spots[i].frame >= first && spots[i].frame <= last)
      g_array_append_vals (range, &spots[i], 1);
  return range;
}

static void
on_spots_fitted (VenuleCellTrackerService *service,
                 const VenuleSpot         *spots,
                 guint                     n,
                 gpointer                  user_data)
{
  Placing *placing = user_data;
  VenuleTrack *track = venule_document_get_track (placing->window->document, placing->id);
  g_autofree char *text = g_strdup_printf (_("Fitting the cell: frame %lld"), (long long) spots[n - 1].frame);
  double whole = track ? (double) (venule_track_get_last_frame (track) - placing->frame) : 0;

  if (placing->window->follow && placing->window->follow->cancellable == placing->cancellable)
    venule_window_show_asking (placing->window, text,
                               whole > 0 ? (double) (spots[n - 1].frame - placing->frame) / whole : -1);
}

static void
on_fitted (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Placing) placing = user_data;
  VenuleWindow *self = placing->window;
  g_autofree char *name = g_strdup_printf (N_("Fit Track %u Anew"), placing->id);
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) fitted = venule_cell_tracker_service_refit_finish (VENULE_CELL_TRACKER_SERVICE (object), result,
                                                                        &error);

  if (!venule_window_end_asking (self, placing->cancellable, error))
    return;
  if (!venule_document_put_spots (self->document, placing->id, (const VenuleSpot *) (gpointer) fitted->data,
                                  fitted->len, name, &error))
    {
      venule_window_toast_refusal (self, error);
      return;
    }
  title =
    g_strdup_printf (ngettext ("%u spot of track %u fitted anew", "%u spots of track %u fitted anew", fitted->len),
                     fitted->len, placing->id);
  venule_window_toast_edit (self, title);
}

/**
 * venule_window_refit:
 * @self: a window
 * @range: "here", "later", "earlier" or "all"
 *
 * Fits the selected track's spots to the cell anew: of the frame on show, from there on, up to there, or all.
 */
void
venule_window_refit (VenuleWindow *self,
                     const char   *range)
{
  VenuleTrack *track = venule_window_get_followed (self);
  gint64 frame = venule_window_get_shown (self), first, last;
  g_autoptr (GArray) spots = NULL;
  g_autoptr (GError) error = NULL;
  GCancellable *cancellable;

  if (!track || venule_window_refuse_locked (self, track))
    return;
  first = g_str_equal (range, "here") || g_str_equal (range, "later") ? frame : 0;
  last = g_str_equal (range, "here") || g_str_equal (range, "earlier") ? frame : G_MAXINT64;
  spots = dup_range (track, first, last);
  if (spots->len == 0)
    {
      g_set_error (&error, VENULE_ERROR, VENULE_ERROR_INVALID, _("Track %u has no cell there."),
                   venule_track_get_id (track));
      venule_window_toast_refusal (self, error);
      return;
    }
  cancellable = venule_window_begin_asking (self, _("Fitting the cell"));
  if (cancellable)
    {
      Placing *placing = placing_new (self, cancellable, venule_track_get_id (track),
                                      g_array_index (spots, VenuleSpot, 0).frame, 0, 0);

      venule_cell_tracker_service_refit_async (venule_window_get_follow (self)->service,
                                               (const VenuleSpot *) (gpointer) spots->data, spots->len, on_spots_fitted,
                                               placing, cancellable, on_fitted, placing);
    }
}
