/* venule-player.h: shows exact frames in time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/* Frames/s for a source that does not say when its frames were taken. */
#define VENULE_PLAYER_DEFAULT_RATE 10.0

/* MiB of samples that are kept to be shown again. */
#define VENULE_PLAYER_DEFAULT_CACHE 256

/**
 * VenulePlayer:
 *
 * Fetches frames by number in a thread of its own (the newest request wins; a slow disk never blocks the window),
 * keeps a bounded cache with read-ahead in the direction of play, and plays by the frames' real times.
 *
 * Properties with notify: frame (VenuleFrame, the one on show), position (int64, the requested frame), n-frames
 * (int64, as far as known), playing (boolean), speed (double, 1 = real time), error (string, nullable).
 * slow (boolean): the drive has not given the frame at the position for seconds.
 * Property without a reader's notify: cache-size (uint, MiB).
 * Signal: cache-changed.
 *
 * The frame on show and the position differ while a frame is being read; whoever draws over a frame goes by the frame's
 * own index. Main thread only.
 */
#define VENULE_TYPE_PLAYER (venule_player_get_type ())
G_DECLARE_FINAL_TYPE (VenulePlayer, venule_player, VENULE, PLAYER, GObject)

VenulePlayer *venule_player_new          (void);
void          venule_player_set_source   (VenulePlayer *self,
                                          VenuleSource *source); /* nullable; goes to frame 0 */
VenuleSource *venule_player_get_source   (VenulePlayer *self);
VenuleFrame  *venule_player_get_frame    (VenulePlayer *self);   /* nullable */
gint64        venule_player_get_position (VenulePlayer *self);
gint64        venule_player_get_n_frames (VenulePlayer *self);
void          venule_player_seek         (VenulePlayer *self,
                                          gint64        frame);  /* clamped */
void          venule_player_step         (VenulePlayer *self,
                                          int           frames);
void          venule_player_play         (VenulePlayer *self);
void          venule_player_pause        (VenulePlayer *self);
gboolean      venule_player_get_playing  (VenulePlayer *self);
void          venule_player_set_speed    (VenulePlayer *self,
                                          double        speed);
const char   *venule_player_get_error    (VenulePlayer *self);   /* nullable */
gboolean      venule_player_get_slow     (VenulePlayer *self);
/* Seconds from the first frame to this one, as it is played. */
double        venule_player_get_time     (VenulePlayer *self,
                                          gint64        frame);
/* (transfer full) (element-type gint64): the frames in the cache, sorted, for the timeline. @bytes (optional): size of
 * their samples. */
GArray       *venule_player_dup_cached   (VenulePlayer *self,
                                          gsize        *bytes);
void          venule_player_set_cache_size (VenulePlayer *self,
                                          guint         mebibytes);
/* Typed frame rate that replaces the file's times while playing; 0: none. */
void          venule_player_set_rate_override (VenulePlayer *self,
                                          double        frame_rate);
/* To be called when the source's frame table has become complete: the number of frames and the times are exact then. */
void          venule_player_refresh      (VenulePlayer *self);

G_END_DECLS
