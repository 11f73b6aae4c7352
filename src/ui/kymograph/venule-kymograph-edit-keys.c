/* venule-kymograph-edit-keys.c: a point or an end of a track that the keyboard holds in a kymograph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph-view-private.h"

#include <math.h>

/* Logical px that a key moves a point by; with Shift. */
#define STEP 2.0
#define FAR_STEP 20.0
/* Frames by which two tracks may overlap that are to be joined, and how many of the nearest ends are offered. */
#define OVERLAP 10
#define MAX_TARGETS 20

/* ---- A point ---- */

/* Of the selected track in a frame. Returns whether it can be held. */
static gboolean
begin_point (VenuleKymographView *self,
             gint64               frame)
{
  VenuleTrack *track = venule_kymograph_view_get_chosen (self);
  const VenulePlace *place = track ? venule_track_get_place_at (track, frame) : NULL;
  double along;

  if (!self->picture || !place || !venule_kymograph_project (self->picture, frame, place->x, place->y, &along, NULL))
    return FALSE;

  self->hand.held = (VenuleKymographHit) { venule_track_get_id (track), frame, along, FALSE, FALSE };
  self->hand.target = (VenuleKymographHit) { 0 };
  self->hand.moved_along = along;
  self->hand.at =
    (VenulePoint){ venule_kymograph_view_x_of (self, along), venule_kymograph_view_y_of_frame (self, frame) };
  self->hand.drag = VENULE_KYMOGRAPH_DRAG_SPOT;
  self->hand.by_keys = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

/**
 * venule_kymograph_view_edit_point:
 * @self: a kymograph
 *
 * Holds the selected track's cell of the frame on show: arrows move it, Enter puts it there, Escape gives it up.
 */
void
venule_kymograph_view_edit_point (VenuleKymographView *self)
{
  g_return_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self));

  if (self->hand.drag != VENULE_KYMOGRAPH_DRAG_NONE || self->drawing || !self->player)
    return;
  venule_player_pause (self->player);
  if (begin_point (self, venule_player_get_position (self->player)))
    gtk_widget_grab_focus (GTK_WIDGET (self));
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
move_point (VenuleKymographView *self,
            double               dx,
            gboolean             far)
{
  double step = venule_kymograph_view_along_at (self, far ? FAR_STEP : STEP) - venule_kymograph_view_along_at (self, 0);

  self->hand.moved_along = CLAMP (self->hand.moved_along + dx * step, 0, self->picture->length - 1);
  self->hand.at.x = venule_kymograph_view_x_of (self, self->hand.moved_along);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The same track in the frame beside it; a point that was moved is put down first. */
static void
go_on (VenuleKymographView *self,
       double               dy)
{
  gint64 frame = self->hand.held.frame + (dy > 0 ? 1 : -1);
  VenuleKymographHit held = self->hand.held;

  if (self->hand.moved_along != held.along)
    venule_kymograph_view_move_held (self, FALSE);
  if (begin_point (self, frame))
    venule_player_seek (self->player, frame);
  else
    self->hand.held = held;
}

/* ---- An end ---- */

static void
take_target (VenuleKymographView *self,
             int                  step)
{
  g_autoptr (GArray) ends = venule_kymograph_view_find_ends (self, &self->hand.held, OVERLAP);
  guint n = MIN (ends->len, MAX_TARGETS), now = 0;

  if (n == 0)
    {
      self->hand.target = (VenuleKymographHit) { 0 };
      return;
    }
  while (now < n && g_array_index (ends, VenuleKymographHit, now).id != self->hand.target.id)
    now++;
  now = now == n ? 0 : (now + n + (guint) step) % n;
  self->hand.target = g_array_index (ends, VenuleKymographHit, now);
  self->hand.at = (VenulePoint) { venule_kymograph_view_x_of (self, self->hand.target.along),
                                  venule_kymograph_view_y_of_frame (self, self->hand.target.frame) };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * venule_kymograph_view_edit_end:
 * @self: a kymograph
 *
 * Holds the end of the selected track that is nearer to the frame on show, and offers the nearest track that it can be
 * joined with: arrows offer the others, Enter joins, Escape gives it up.
 */
void
venule_kymograph_view_edit_end (VenuleKymographView *self)
{
  VenuleTrack *track;
  gint64 now, first, last, frame;

  g_return_if_fail (VENULE_IS_KYMOGRAPH_VIEW (self));

  track = venule_kymograph_view_get_chosen (self);
  if (!track || self->hand.drag != VENULE_KYMOGRAPH_DRAG_NONE || self->drawing)
    return;

  now = venule_player_get_position (self->player);
  first = venule_track_get_first_frame (track);
  last = venule_track_get_last_frame (track);
  frame = last - now <= now - first ? last : first;
  venule_player_pause (self->player);
  if (!begin_point (self, frame))
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  self->hand.held.end = TRUE;
  self->hand.held.last = frame == last;
  self->hand.drag = VENULE_KYMOGRAPH_DRAG_END;
  take_target (self, 0);
  if (self->hand.target.id != 0)
    {
      gtk_widget_grab_focus (GTK_WIDGET (self));
      return;
    }
  venule_kymograph_view_cancel (self);
  gtk_widget_error_bell (GTK_WIDGET (self));
}

/* ---- Keys ---- */

static void
put_down (VenuleKymographView *self,
          gboolean             exactly)
{
  VenuleKymographDragState drag = self->hand.drag;

  self->hand.drag = VENULE_KYMOGRAPH_DRAG_NONE;
  self->hand.by_keys = FALSE;
  if (drag == VENULE_KYMOGRAPH_DRAG_SPOT)
    venule_kymograph_view_move_held (self, exactly);
  else if (self->hand.target.id != 0)
    venule_kymograph_view_join_held (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * venule_kymograph_view_edit_key:
 *
 * Returns: whether the key meant something to what is held by the keyboard
 */
gboolean
venule_kymograph_view_edit_key (VenuleKymographView *self,
                                guint                keyval,
                                double               dx,
                                double               dy,
                                GdkModifierType      state)
{
  if (!self->hand.by_keys || self->hand.drag == VENULE_KYMOGRAPH_DRAG_NONE)
    return FALSE;

  if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter)
    put_down (self, (state & GDK_ALT_MASK) != 0);
  else if ((dx != 0 || dy != 0) && self->hand.drag == VENULE_KYMOGRAPH_DRAG_END)
    take_target (self, dx + dy > 0 ? 1 : -1);
  else if (dx != 0)
    move_point (self, dx, (state & GDK_SHIFT_MASK) != 0);
  else if (dy != 0)
    go_on (self, dy);
  else
    return FALSE;
  return TRUE;
}
