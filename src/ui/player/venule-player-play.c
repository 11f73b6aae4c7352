/* venule-player-play.c: the player's clock: which frame is due when
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-player-private.h"

#include <math.h>

/* The longest sleep while playing, so that a complete frame table is seen. */
#define LONGEST_SLEEP_MS 500

static void
anchor (VenulePlayer *self)
{
  self->anchor_clock = g_get_monotonic_time ();
  self->anchor_time = venule_player_get_time (self, self->position);
  self->anchor_exact = self->source != NULL && venule_source_has_table (self->source);
}

static double
time_now (VenulePlayer *self)
{
  return self->anchor_time + (g_get_monotonic_time () - self->anchor_clock) * 1e-6 * self->speed;
}

static gboolean
is_last (VenulePlayer *self,
         gint64        frame)
{
  return venule_player_clamp (self, frame + 1) == frame;
}

static gboolean
on_tick (gpointer user_data)
{
  g_autoptr (VenulePlayer) self = g_object_ref (VENULE_PLAYER (user_data));
  gint64 due = self->position;
  double now;

  self->tick = 0;
  if (self->anchor_exact != venule_source_has_table (self->source))
    anchor (self);

  now = time_now (self);
  while (!is_last (self, due) && venule_player_get_time (self, due + 1) <= now)
    due++;
  if (due != self->position)
    venule_player_go_to (self, due, 1);

  if (!self->playing)
    return G_SOURCE_REMOVE; /* paused by a handler of the new position */
  if (is_last (self, self->position))
    venule_player_pause (self);
  else
    venule_player_schedule (self);
  return G_SOURCE_REMOVE;
}

/* Each frame is due at a time of its own, counted from the anchor, so that rounding does not add up. While a frame is
 * being read nothing is scheduled: when it has come, those that are late by then are left out. */
void
venule_player_schedule (VenulePlayer *self)
{
  double wait;

  if (!self->playing || self->waiting || self->tick != 0)
    return;

  wait = (venule_player_get_time (self, self->position + 1) - time_now (self)) / self->speed * 1000;
  self->tick = g_timeout_add_full (G_PRIORITY_DEFAULT, (guint) CLAMP (ceil (wait), 0, LONGEST_SLEEP_MS), on_tick, self,
                                   NULL);
}

void
venule_player_reanchor (VenulePlayer *self)
{
  if (!self->playing)
    return;

  anchor (self);
  g_clear_handle_id (&self->tick, g_source_remove);
  venule_player_schedule (self);
}

/**
 * venule_player_play:
 *
 * Plays from the position; at the last frame, from the start. Frames that come too late are left out, so that play
 * keeps its time.
 */
void
venule_player_play (VenulePlayer *self)
{
  g_return_if_fail (VENULE_IS_PLAYER (self));

  if (self->playing || self->source == NULL)
    return;

  if (is_last (self, self->position))
    {
      if (self->position == 0)
        return; /* a single picture */
      venule_player_seek (self, 0);
    }
  self->playing = TRUE;
  anchor (self);
  venule_player_schedule (self);
  venule_player_notify (self, PROP_PLAYING);
}

/**
 * venule_player_pause:
 *
 * Stays at the position.
 */
void
venule_player_pause (VenulePlayer *self)
{
  g_return_if_fail (VENULE_IS_PLAYER (self));

  if (!self->playing)
    return;

  self->playing = FALSE;
  g_clear_handle_id (&self->tick, g_source_remove);
  venule_player_notify (self, PROP_PLAYING);
}

/**
 * venule_player_get_playing:
 *
 * Returns: whether it plays
 */
gboolean
venule_player_get_playing (VenulePlayer *self)
{
  g_return_val_if_fail (VENULE_IS_PLAYER (self), FALSE);

  return self->playing;
}

/**
 * venule_player_set_speed:
 * @speed: 1: real time; 0.5: half as fast
 */
void
venule_player_set_speed (VenulePlayer *self,
                         double        speed)
{
  g_return_if_fail (VENULE_IS_PLAYER (self));
  g_return_if_fail (speed > 0 && isfinite (speed));

  if (speed == self->speed)
    return;

  self->speed = speed;
  venule_player_reanchor (self);
  venule_player_notify (self, PROP_SPEED);
}

/**
 * venule_player_get_time:
 * @frame: number of a frame
 *
 * Returns: seconds from the first frame to this one: by the typed rate, else the file's timestamps, else (no table yet)
 *   its nominal rate, else %VENULE_PLAYER_DEFAULT_RATE
 */
double
venule_player_get_time (VenulePlayer *self,
                        gint64        frame)
{
  VenuleFrameInfo info;
  double rate;

  g_return_val_if_fail (VENULE_IS_PLAYER (self), 0);

  if (self->rate_override > 0)
    return frame / self->rate_override;
  if (self->source == NULL)
    return 0;

  rate = venule_source_get_frame_rate (self->source);
  if (rate > 0 && venule_source_has_table (self->source) && venule_source_get_frame_info (self->source, frame, &info))
    return info.time;
  return frame / (rate > 0 ? rate : VENULE_PLAYER_DEFAULT_RATE);
}

/**
 * venule_player_set_rate_override:
 * @frame_rate: frames/s that a person typed; 0: the file's times count
 */
void
venule_player_set_rate_override (VenulePlayer *self,
                                 double        frame_rate)
{
  g_return_if_fail (VENULE_IS_PLAYER (self));
  g_return_if_fail (frame_rate >= 0 && isfinite (frame_rate));

  if (frame_rate == self->rate_override)
    return;

  self->rate_override = frame_rate;
  venule_player_reanchor (self);
}

