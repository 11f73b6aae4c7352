/* venule-player-private.h: what the files of the player share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-player.h"
#include "venule-player-worker.h"

G_BEGIN_DECLS

struct _VenulePlayer
{
  GObject             parent_instance;

  VenuleSource       *source;
  VenulePlayerWorker *worker;
  guint               cache_size;

  VenuleFrame        *frame;
  gint64              position;
  gint64              n_frames;  /* as notified last */
  gint64              most_read; /* the highest frame that was read; −1: none */
  gint64              end;       /* the video ends before this frame; −1: not met */
  gboolean            waiting;   /* whether the frame at the position is being read */
  gint64              waiting_since; /* µs */
  gboolean            slow;      /* whether it has not come for seconds */
  gint64              shown_at;  /* µs, when the frame on show changed */
  char               *error;
  guint               patience;

  gboolean            playing;
  double              speed;
  double              rate_override;
  gint64              anchor_clock; /* µs */
  double              anchor_time;  /* s of the video at that moment */
  gboolean            anchor_exact; /* whether the times were those of a complete table */
  guint               tick;
};

enum
{
  PROP_0,
  PROP_FRAME,
  PROP_POSITION,
  PROP_N_FRAMES,
  PROP_PLAYING,
  PROP_SPEED,
  PROP_ERROR,
  PROP_CACHE_SIZE,
  PROP_SLOW,
  N_PROPS
};

void   venule_player_notify   (VenulePlayer *self,
                               guint         property);

/* Asks the worker for the frame at a position that lies within the video. */
void   venule_player_go_to    (VenulePlayer *self,
                               gint64        frame,
                               int           direction);
gint64 venule_player_clamp    (VenulePlayer *self,
                               gint64        frame);
/* Play goes on when nothing hinders it. */
void   venule_player_schedule (VenulePlayer *self);
/* Play goes on from where the position is now. */
void   venule_player_reanchor (VenulePlayer *self);

G_END_DECLS
