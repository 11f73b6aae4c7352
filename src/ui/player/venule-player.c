/* venule-player.c: shows exact frames in time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-player-private.h"

/* A read that is no longer needed is cancelled after this time. Sooner would starve slow files of progress: while
 * the position is dragged there is always a newer request. */
#define PATIENCE_US (250 * 1000)

/* After this time without a new picture a late one is shown too, so that dragging over a slow file shows something. */
#define SHOW_LATE_US (100 * 1000)

/* A frame that has not come after this time: the drive does not answer. */
#define SLOW_US (4 * G_USEC_PER_SEC)

enum
{
  CACHE_CHANGED,
  N_SIGNALS
};

G_DEFINE_FINAL_TYPE (VenulePlayer, venule_player, G_TYPE_OBJECT)

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

void
venule_player_notify (VenulePlayer *self,
                      guint         property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_error (VenulePlayer *self,
           const char   *message)
{
  if (g_strcmp0 (self->error, message) == 0)
    return;

  g_free (self->error);
  self->error = g_strdup (message);
  venule_player_notify (self, PROP_ERROR);
}

static void
set_frame (VenulePlayer *self,
           VenuleFrame  *frame)
{
  if (self->frame == frame)
    return;

  g_clear_pointer (&self->frame, venule_frame_unref);
  if (frame != NULL)
    self->frame = venule_frame_ref (frame);
  self->shown_at = g_get_monotonic_time ();
  venule_player_notify (self, PROP_FRAME);
}

static void
update_n_frames (VenulePlayer *self)
{
  gint64 n_frames = venule_player_get_n_frames (self);

  if (n_frames == self->n_frames)
    return;

  self->n_frames = n_frames;
  venule_player_notify (self, PROP_N_FRAMES);
}

static void
set_slow (VenulePlayer *self,
          gboolean      slow)
{
  if (self->slow == slow)
    return;

  self->slow = slow;
  venule_player_notify (self, PROP_SLOW);
}

static gboolean
on_patience (gpointer user_data)
{
  VenulePlayer *self = user_data;

  set_slow (self, self->waiting && g_get_monotonic_time () - MAX (self->waiting_since, self->shown_at) > SLOW_US);
  if (self->waiting)
    {
      venule_player_worker_cancel_obsolete (self->worker, PATIENCE_US);
      return G_SOURCE_CONTINUE;
    }
  self->patience = 0;
  return G_SOURCE_REMOVE;
}

static void
request (VenulePlayer *self,
         int           direction)
{
  g_autoptr (VenuleFrame) frame = venule_player_worker_request (self->worker, self->position, direction);

  if (frame == NULL && !self->waiting)
    self->waiting_since = g_get_monotonic_time ();
  self->waiting = frame == NULL;
  if (frame != NULL)
    {
      set_error (self, NULL);
      set_frame (self, frame);
    }
  else if (self->patience == 0)
    {
      self->patience = g_timeout_add (PATIENCE_US / 1000, on_patience, self);
    }
}

gint64
venule_player_clamp (VenulePlayer *self,
                     gint64        frame)
{
  gint64 last = G_MAXINT64;
  gint64 n_frames = self->source != NULL ? venule_source_get_n_frames (self->source) : 1;

  if (n_frames > 0)
    last = n_frames - 1;
  if (self->end >= 0)
    last = MIN (last, self->end - 1);
  return CLAMP (frame, 0, MAX (last, 0));
}

void
venule_player_go_to (VenulePlayer *self,
                     gint64        frame,
                     int           direction)
{
  if (frame != self->position)
    {
      self->position = frame;
      request (self, direction);
      venule_player_notify (self, PROP_POSITION);
    }
  else if (self->error != NULL && !self->waiting)
    {
      request (self, direction); /* asking again means trying again */
    }
}

/* Results */

static void
take_frame (VenulePlayer *self,
            VenuleFrame  *frame,
            gboolean      wanted)
{
  if (wanted)
    {
      self->waiting = FALSE;
      set_error (self, NULL);
      set_frame (self, frame);
    }
  else if (g_get_monotonic_time () - self->shown_at > SHOW_LATE_US)
    {
      set_frame (self, frame);
    }
}

/* The position is behind the video's end: goes to its last frame, or as near as is known until the table tells. */
static void
return_from_end (VenulePlayer *self)
{
  gint64 last = venule_source_has_table (self->source) ? self->end - 1 : self->most_read;

  self->waiting = FALSE;
  venule_player_pause (self);
  if (self->end > 0)
    venule_player_go_to (self, venule_player_clamp (self, last), 0);
}

static void
on_ready (gpointer user_data)
{
  g_autoptr (VenulePlayer) self = g_object_ref (VENULE_PLAYER (user_data));
  VenulePlayerResult result;

  venule_player_worker_take_result (self->worker, &result);
  self->most_read = result.most_read;
  self->end = result.end;
  if (result.frame != NULL)
    {
      take_frame (self, result.frame, result.index == self->position);
    }
  else if (result.error != NULL && result.index == self->position)
    {
      self->waiting = FALSE;
      set_error (self, result.error->message);
    }
  else if (result.end >= 0 && self->position >= result.end)
    {
      return_from_end (self);
    }
  g_clear_pointer (&result.frame, venule_frame_unref);
  g_clear_error (&result.error);

  update_n_frames (self);
  venule_player_schedule (self);
  g_signal_emit (self, signals[CACHE_CHANGED], 0);
}

/* Object */

static void
stop_worker (VenulePlayer *self)
{
  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_handle_id (&self->patience, g_source_remove);
  g_clear_pointer (&self->worker, venule_player_worker_stop);
}

static void
venule_player_dispose (GObject *object)
{
  VenulePlayer *self = VENULE_PLAYER (object);

  self->playing = FALSE;
  stop_worker (self);
  g_clear_object (&self->source);
  g_clear_pointer (&self->frame, venule_frame_unref);

  G_OBJECT_CLASS (venule_player_parent_class)->dispose (object);
}

static void
venule_player_finalize (GObject *object)
{
  g_free (VENULE_PLAYER (object)->error);

  G_OBJECT_CLASS (venule_player_parent_class)->finalize (object);
}

static void
venule_player_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  VenulePlayer *self = VENULE_PLAYER (object);

  switch (prop_id)
    {
    case PROP_FRAME:
      g_value_set_boxed (value, self->frame);
      break;
    case PROP_POSITION:
      g_value_set_int64 (value, self->position);
      break;
    case PROP_N_FRAMES:
      g_value_set_int64 (value, venule_player_get_n_frames (self));
      break;
    case PROP_PLAYING:
      g_value_set_boolean (value, self->playing);
      break;
    case PROP_SPEED:
      g_value_set_double (value, self->speed);
      break;
    case PROP_ERROR:
      g_value_set_string (value, self->error);
      break;
    case PROP_CACHE_SIZE:
      g_value_set_uint (value, self->cache_size);
      break;
    case PROP_SLOW:
      g_value_set_boolean (value, self->slow);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_player_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  VenulePlayer *self = VENULE_PLAYER (object);

  switch (prop_id)
    {
    case PROP_SPEED:
      venule_player_set_speed (self, g_value_get_double (value));
      break;
    case PROP_CACHE_SIZE:
      venule_player_set_cache_size (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_player_class_init (VenulePlayerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  const GParamFlags writable = readable | G_PARAM_WRITABLE;

  object_class->dispose = venule_player_dispose;
  object_class->finalize = venule_player_finalize;
  object_class->get_property = venule_player_get_property;
  object_class->set_property = venule_player_set_property;

  properties[PROP_FRAME] = g_param_spec_boxed ("frame", NULL, NULL, VENULE_TYPE_FRAME, readable);
  properties[PROP_POSITION] = g_param_spec_int64 ("position", NULL, NULL, 0, G_MAXINT64, 0, readable);
  properties[PROP_N_FRAMES] = g_param_spec_int64 ("n-frames", NULL, NULL, 0, G_MAXINT64, 0, readable);
  properties[PROP_PLAYING] = g_param_spec_boolean ("playing", NULL, NULL, FALSE, readable);
  properties[PROP_SPEED] = g_param_spec_double ("speed", NULL, NULL, 0.001, 1000, 1, writable);
  properties[PROP_ERROR] = g_param_spec_string ("error", NULL, NULL, NULL, readable);
  properties[PROP_CACHE_SIZE] = g_param_spec_uint ("cache-size", NULL, NULL, 0, G_MAXUINT,
                                                   VENULE_PLAYER_DEFAULT_CACHE, writable);
  properties[PROP_SLOW] = g_param_spec_boolean ("slow", NULL, NULL, FALSE, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * VenulePlayer::cache-changed:
   *
   * Other frames are in the cache than before.
   */
  signals[CACHE_CHANGED] = g_signal_new ("cache-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 0);
}

static void
venule_player_init (VenulePlayer *self)
{
  self->speed = 1;
  self->cache_size = VENULE_PLAYER_DEFAULT_CACHE;
  self->most_read = self->end = -1;
}

/**
 * venule_player_new:
 *
 * Returns: (transfer full): a player without a source
 */
VenulePlayer *
venule_player_new (void)
{
  return g_object_new (VENULE_TYPE_PLAYER, NULL);
}

/**
 * venule_player_set_source:
 * @source: (nullable): what to play
 *
 * Pauses, forgets all frames of the source before, and goes to frame 0. A read in progress is cancelled, and not
 * waited for.
 */
void
venule_player_set_source (VenulePlayer *self,
                          VenuleSource *source)
{
  g_return_if_fail (VENULE_IS_PLAYER (self));
  g_return_if_fail (source == NULL || VENULE_IS_SOURCE (source));

  if (source == self->source)
    return;

  g_object_freeze_notify (G_OBJECT (self));
  venule_player_pause (self);
  stop_worker (self);
  g_set_object (&self->source, source);
  self->most_read = self->end = -1;
  self->waiting = FALSE;
  set_frame (self, NULL);
  set_error (self, NULL);
  self->shown_at = 0;
  if (self->position != 0)
    {
      self->position = 0;
      venule_player_notify (self, PROP_POSITION);
    }
  if (source != NULL)
    {
      self->worker = venule_player_worker_new (source, (gsize) self->cache_size << 20, on_ready, self);
      request (self, 1);
    }
  update_n_frames (self);
  g_object_thaw_notify (G_OBJECT (self));
  g_signal_emit (self, signals[CACHE_CHANGED], 0);
}

/**
 * venule_player_get_source:
 *
 * Returns: (transfer none) (nullable): what is played
 */
VenuleSource *
venule_player_get_source (VenulePlayer *self)
{
  g_return_val_if_fail (VENULE_IS_PLAYER (self), NULL);

  return self->source;
}

/**
 * venule_player_get_frame:
 *
 * Returns: (transfer none) (nullable): the frame on show; its index says which it is
 */
VenuleFrame *
venule_player_get_frame (VenulePlayer *self)
{
  g_return_val_if_fail (VENULE_IS_PLAYER (self), NULL);

  return self->frame;
}

/**
 * venule_player_get_position:
 *
 * Returns: number of the frame that was asked for last
 */
gint64
venule_player_get_position (VenulePlayer *self)
{
  g_return_val_if_fail (VENULE_IS_PLAYER (self), 0);

  return self->position;
}

/**
 * venule_player_get_n_frames:
 *
 * Returns: number of frames: exact once the source's table is complete; before, what the file's header says or,
 *   where it says nothing, how far was read
 */
gint64
venule_player_get_n_frames (VenulePlayer *self)
{
  gint64 n_frames;

  g_return_val_if_fail (VENULE_IS_PLAYER (self), 0);

  if (self->source == NULL)
    return 0;
  n_frames = venule_source_get_n_frames (self->source);
  if (n_frames <= 0)
    n_frames = self->most_read + 1;
  return self->end >= 0 ? MIN (n_frames, self->end) : n_frames;
}

/**
 * venule_player_seek:
 * @frame: number of a frame; clamped to those of the video
 *
 * Asks for a frame. One in the cache is on show when this returns; else ::frame is notified when it has been read.
 * While playing, play goes on from there.
 */
void
venule_player_seek (VenulePlayer *self,
                    gint64        frame)
{
  g_return_if_fail (VENULE_IS_PLAYER (self));

  if (self->source == NULL)
    return;

  frame = venule_player_clamp (self, frame);
  venule_player_go_to (self, frame, frame < self->position ? -1 : 1);
  venule_player_reanchor (self);
}

/**
 * venule_player_step:
 * @frames: how many frames on; negative: back
 *
 * Pauses and goes from the position to one that is exactly so many frames away, or to the video's end.
 */
void
venule_player_step (VenulePlayer *self,
                    int           frames)
{
  g_return_if_fail (VENULE_IS_PLAYER (self));

  venule_player_pause (self);
  venule_player_seek (self, self->position + frames);
}

/**
 * venule_player_get_error:
 *
 * Returns: (nullable): why the frame at the position cannot be shown, for people
 */
const char *
venule_player_get_error (VenulePlayer *self)
{
  g_return_val_if_fail (VENULE_IS_PLAYER (self), NULL);

  return self->error;
}

/**
 * venule_player_get_slow:
 *
 * Returns: whether the drive has not given the frame at the position for seconds
 */
gboolean
venule_player_get_slow (VenulePlayer *self)
{
  g_return_val_if_fail (VENULE_IS_PLAYER (self), FALSE);

  return self->slow;
}

/**
 * venule_player_dup_cached:
 * @bytes: (out) (optional): size of their samples
 *
 * Returns: (transfer full) (element-type gint64): the frames in the cache, sorted
 */
GArray *
venule_player_dup_cached (VenulePlayer *self,
                          gsize        *bytes)
{
  g_return_val_if_fail (VENULE_IS_PLAYER (self), NULL);

  if (self->worker != NULL)
    return venule_player_worker_dup_cached (self->worker, bytes);
  if (bytes != NULL)
    *bytes = 0;
  return g_array_new (FALSE, FALSE, sizeof (gint64));
}

/**
 * venule_player_set_cache_size:
 * @mebibytes: MiB of samples that are kept; the frame on show is kept whatever it says
 */
void
venule_player_set_cache_size (VenulePlayer *self,
                              guint         mebibytes)
{
  g_return_if_fail (VENULE_IS_PLAYER (self));

  if (mebibytes == self->cache_size)
    return;

  self->cache_size = mebibytes;
  if (self->worker != NULL)
    venule_player_worker_set_cache_bytes (self->worker, (gsize) mebibytes << 20);
  venule_player_notify (self, PROP_CACHE_SIZE);
  g_signal_emit (self, signals[CACHE_CHANGED], 0);
}

/**
 * venule_player_refresh:
 *
 * Looks at the source again: to be called when its frame table has become complete. A position behind the true end
 * moves to the last frame.
 */
void
venule_player_refresh (VenulePlayer *self)
{
  g_return_if_fail (VENULE_IS_PLAYER (self));

  if (self->source == NULL)
    return;

  update_n_frames (self);
  venule_player_go_to (self, venule_player_clamp (self, self->position), 0);
  g_signal_emit (self, signals[CACHE_CHANGED], 0);
}
