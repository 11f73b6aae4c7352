/* venule-player-worker.h: the thread that reads frames for a player, and its cache
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-source.h"

G_BEGIN_DECLS

/**
 * VenulePlayerWorker:
 *
 * One thread with one #VenuleReader on one source. It reads the newest frame that was asked for, then some more in the
 * direction of play. All functions are for the main thread and take no longer than a look into the cache.
 */
typedef struct _VenulePlayerWorker VenulePlayerWorker;

/* Something is ready to be taken; called on the main context. */
typedef void (*VenulePlayerWorkerReady) (gpointer user_data);

/**
 * VenulePlayerResult:
 * @index: the frame that was asked for; −1: none, only the cache changed
 * @frame: (nullable): it
 * @error: (nullable): why there is none
 * @most_read: the highest frame that was read so far, asked for or not; −1: none
 * @end: no frame was found from here on; −1: the video's end was not met yet
 */
typedef struct {
  gint64       index;
  VenuleFrame *frame;
  GError      *error;
  gint64       most_read;
  gint64       end;
} VenulePlayerResult;

VenulePlayerWorker *venule_player_worker_new             (VenuleSource             *source,
                                                          gsize                     cache_bytes,
                                                          VenulePlayerWorkerReady   ready,
                                                          gpointer                  user_data);
void                venule_player_worker_stop            (VenulePlayerWorker       *self);
VenuleFrame        *venule_player_worker_request         (VenulePlayerWorker       *self,
                                                          gint64                    index,
                                                          int                       direction);
void                venule_player_worker_take_result     (VenulePlayerWorker       *self,
                                                          VenulePlayerResult       *result);
void                venule_player_worker_cancel_obsolete (VenulePlayerWorker       *self,
                                                          gint64                    patience_us);
void                venule_player_worker_set_cache_bytes (VenulePlayerWorker       *self,
                                                          gsize                     cache_bytes);
GArray             *venule_player_worker_dup_cached      (VenulePlayerWorker       *self,
                                                          gsize                    *bytes);

G_END_DECLS
