/* venule-player-worker.c: the thread that reads frames for a player, and its cache
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-player-worker.h"

#include "venule-error.h"
#include "venule-file.h"
#include "venule-order.h"
#include "venule-thread.h"

/* Frames that are read before they are asked for, at most; and never more than a quarter of the cache, so that what is
 * read ahead does not drive out what was read ahead before. */
#define READ_AHEAD 48

typedef struct {
  gint64       index;
  VenuleFrame *frame; /* NULL: it could not be read; not tried again unless it is asked for */
  GList        link;  /* in VenulePlayerWorker.used */
} Entry;

struct _VenulePlayerWorker
{
  gatomicrefcount          ref_count; /* the player's and the thread's */
  VenuleSource            *source;
  VenulePlayerWorkerReady  ready;     /* main thread only; NULL once stopped */
  gpointer                 user_data;

  GMutex                   mutex; /* guards all below */
  GCond                    wake;
  gboolean                 started; /* the thread */
  gboolean                 quit;
  gint64                   wanted;
  gboolean                 pending; /* whether wanted has still to be read */
  int                      direction;
  gint64                   reading; /* −1: nothing */
  gint64                   reading_since;
  GCancellable            *cancellable; /* of the read in progress */
  gint64                   most_read;
  gint64                   end;

  GHashTable              *entries; /* gint64 → Entry */
  GQueue                   used;    /* of Entry, the one used last first */
  gsize                    bytes;
  gsize                    cache_bytes;

  VenulePlayerResult       result;
  guint                    idle; /* that will call ready; 0: none */
};

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_clear_pointer (&entry->frame, venule_frame_unref);
  g_free (entry);
}

static gsize
frame_bytes (const VenuleFrame *frame)
{
  return frame->stride * frame->height;
}

static void
result_clear (VenulePlayerResult *result)
{
  g_clear_pointer (&result->frame, venule_frame_unref);
  g_clear_error (&result->error);
  *result = (VenulePlayerResult) { .index = -1 };
}

static void
worker_unref (VenulePlayerWorker *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  result_clear (&self->result);
  g_hash_table_unref (self->entries);
  g_clear_object (&self->cancellable);
  g_object_unref (self->source);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->wake);
  g_free (self);
}

static gboolean
on_idle (gpointer user_data)
{
  VenulePlayerWorker *self = user_data;

  g_mutex_lock (&self->mutex);
  self->idle = 0;
  g_mutex_unlock (&self->mutex);

  if (self->ready != NULL)
    self->ready (self->user_data);
  return G_SOURCE_REMOVE;
}

static void
destroy_idle (gpointer user_data)
{
  worker_unref (user_data);
}

/* However fast frames come, at most one call to the main context waits there. */
static void
post (VenulePlayerWorker *self)
{
  if (self->idle != 0 || self->quit)
    return;

  g_atomic_ref_count_inc (&self->ref_count);
  self->idle = g_idle_add_full (G_PRIORITY_DEFAULT, on_idle, self, destroy_idle);
}

/* Cache. With the mutex held. */

static Entry *
cache_find (VenulePlayerWorker *self,
            gint64              index)
{
  return g_hash_table_lookup (self->entries, &index);
}

static void
cache_remove (VenulePlayerWorker *self,
              Entry              *entry)
{
  if (entry->frame != NULL)
    self->bytes -= frame_bytes (entry->frame);
  g_queue_unlink (&self->used, &entry->link);
  g_hash_table_remove (self->entries, &entry->index);
}

static void
cache_touch (VenulePlayerWorker *self,
             Entry              *entry)
{
  g_queue_unlink (&self->used, &entry->link);
  g_queue_push_head_link (&self->used, &entry->link);
}

/* One frame is always kept, whatever the bound. */
static void
cache_shrink (VenulePlayerWorker *self)
{
  while (self->bytes > self->cache_bytes && self->used.length > 1)
    cache_remove (self, g_queue_peek_tail (&self->used));
}

static void
cache_store (VenulePlayerWorker *self,
             gint64              index,
             VenuleFrame        *frame)
{
  Entry *entry = cache_find (self, index);

  if (entry != NULL)
    cache_remove (self, entry);

  entry = g_new0 (Entry, 1);
  entry->index = index;
  entry->link.data = entry;
  if (frame != NULL)
    {
      entry->frame = venule_frame_ref (frame);
      self->bytes += frame_bytes (frame);
    }
  g_hash_table_insert (self->entries, &entry->index, entry);
  g_queue_push_head_link (&self->used, &entry->link);
  cache_shrink (self);
}

/* Work. With the mutex held. */

static gint64
read_ahead_window (VenulePlayerWorker *self)
{
  Entry *entry = cache_find (self, self->wanted);

  if (entry == NULL || entry->frame == NULL)
    return 0;
  return MIN (self->cache_bytes / MAX (frame_bytes (entry->frame), 1) / 4, READ_AHEAD);
}

static gint64
last_frame (VenulePlayerWorker *self)
{
  gint64 n_frames = venule_source_get_n_frames (self->source);

  if (self->end >= 0)
    return (n_frames > 0 ? MIN (n_frames, self->end) : self->end) - 1;
  return n_frames > 0 ? n_frames - 1 : G_MAXINT64 - 1;
}

/* Decoders run forward. So frames before the wanted one are read a block at a time, from the block's start, and only
 * once the run of cached frames has become short. */
static gint64
next_backward (VenulePlayerWorker *self,
               gint64              window)
{
  gint64 missing = self->wanted - 1;
  gint64 start;

  while (missing >= 0 && cache_find (self, missing) != NULL)
    missing--;
  if (missing < 0 || self->wanted - missing > window / 2)
    return -1;

  start = missing - missing % window;
  while (cache_find (self, start) != NULL)
    start++;
  return start;
}

static gint64
next_forward (VenulePlayerWorker *self,
              gint64              window)
{
  gint64 last = MIN (last_frame (self), self->wanted + window);

  for (gint64 i = self->wanted + 1; i <= last; i++)
    {
      if (cache_find (self, i) == NULL)
        return i;
    }
  return -1;
}

/* The frame to be read next, −1: none. */
static gint64
next_read (VenulePlayerWorker *self)
{
  gint64 window;

  if (self->pending)
    return self->wanted;
  if (self->wanted < 0)
    return -1;

  window = read_ahead_window (self);
  if (window < 1)
    return -1;
  return self->direction < 0 ? next_backward (self, window) : next_forward (self, window);
}

/* Takes over @frame and @error. */
static void
finish_read (VenulePlayerWorker *self,
             gint64              index,
             gboolean            asked,
             VenuleFrame        *frame,
             GError             *error)
{
  if (g_error_matches (error, VENULE_ERROR, VENULE_ERROR_END))
    {
      self->end = self->end < 0 ? index : MIN (self->end, index);
      g_clear_error (&error);
    }
  else
    cache_store (self, index, frame);
  if (frame != NULL)
    self->most_read = MAX (self->most_read, index);

  if (asked)
    {
      result_clear (&self->result);
      self->result.index = index;
      self->result.frame = frame;
      self->result.error = error;
      if (index == self->wanted)
        self->pending = FALSE;
    }
  else
    {
      g_clear_pointer (&frame, venule_frame_unref);
      g_clear_error (&error);
    }
  post (self);
}

static VenuleFrame *
read_frame (VenulePlayerWorker  *self,
            VenuleReader       **reader,
            gint64               index,
            GCancellable        *cancellable,
            GError             **error)
{
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);

  if (*reader == NULL)
    {
      *reader = venule_source_open_reader (self->source, error);
      if (*reader == NULL)
        return NULL;
    }
  return venule_reader_read (*reader, index, cancellable, error);
}

static gpointer
worker_main (gpointer data)
{
  VenulePlayerWorker *self = data;
  g_autoptr (VenuleReader) reader = NULL;

  g_mutex_lock (&self->mutex);
  while (!self->quit)
    {
      g_autoptr (GCancellable) cancellable = NULL;
      VenuleFrame *frame;
      GError *error = NULL;
      gboolean asked = self->pending;
      gint64 index = next_read (self);

      if (index < 0)
        {
          g_cond_wait (&self->wake, &self->mutex);
          continue;
        }

      cancellable = g_cancellable_new ();
      g_set_object (&self->cancellable, cancellable);
      self->reading = index;
      self->reading_since = g_get_monotonic_time ();
      g_mutex_unlock (&self->mutex);
      frame = read_frame (self, &reader, index, cancellable, &error);
      g_mutex_lock (&self->mutex);
      self->reading = -1;
      g_clear_object (&self->cancellable);

      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_clear_error (&error);
      else
        finish_read (self, index, asked, frame, error);
    }
  g_mutex_unlock (&self->mutex);

  g_clear_object (&reader);
  worker_unref (self);
  return NULL;
}

/**
 * venule_player_worker_new:
 * @source: what to read from
 * @cache_bytes: bound of the cache's samples
 * @ready: called on the main context when venule_player_worker_take_result() has something new
 * @user_data: for @ready
 *
 * Its thread begins with the first request.
 *
 * Returns: (transfer full): the worker, for venule_player_worker_stop()
 */
VenulePlayerWorker *
venule_player_worker_new (VenuleSource            *source,
                          gsize                    cache_bytes,
                          VenulePlayerWorkerReady  ready,
                          gpointer                 user_data)
{
  VenulePlayerWorker *self = g_new0 (VenulePlayerWorker, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->wake);
  self->source = g_object_ref (source);
  self->ready = ready;
  self->user_data = user_data;
  self->wanted = self->reading = self->most_read = self->end = -1;
  self->result.index = -1;
  self->entries = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, entry_free);
  self->cache_bytes = cache_bytes;
  return self;
}

/**
 * venule_player_worker_stop:
 * @self: (transfer full): the worker
 *
 * Cancels what is being read and lets go of the thread, which ends by itself: nobody waits for a slow disk. The
 * callback is not called any more.
 */
void
venule_player_worker_stop (VenulePlayerWorker *self)
{
  guint idle;

  g_mutex_lock (&self->mutex);
  self->quit = TRUE;
  idle = self->idle;
  self->idle = 0;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->mutex);

  self->ready = NULL;
  if (idle != 0)
    g_source_remove (idle);
  worker_unref (self);
}

/* With the mutex held. Where the system has no thread left that is the answer to the request, and the next one tries
 * again. */
static void
start_thread (VenulePlayerWorker *self)
{
  GThread *thread;
  GError *error = NULL;

  if (self->started || !self->pending)
    return;

  thread = venule_thread_new ("venule-player", worker_main, self, &error);
  self->started = thread != NULL;
  if (self->started)
    {
      g_atomic_ref_count_inc (&self->ref_count);
      g_thread_unref (thread);
    }
  else
    finish_read (self, self->wanted, TRUE, NULL, error);
}

/**
 * venule_player_worker_request:
 * @index: of a frame, from 0
 * @direction: where to read ahead: 1 or −1; 0: as before
 *
 * Asks for a frame. A request that is still waiting is forgotten: the newest wins.
 *
 * Returns: (transfer full) (nullable): the frame when it is in the cache; else it will be the result
 */
VenuleFrame *
venule_player_worker_request (VenulePlayerWorker *self,
                              gint64              index,
                              int                 direction)
{
  VenuleFrame *frame = NULL;
  Entry *entry;

  g_mutex_lock (&self->mutex);
  self->wanted = index;
  if (direction != 0)
    self->direction = direction;
  entry = cache_find (self, index);
  if (entry != NULL && entry->frame != NULL)
    {
      cache_touch (self, entry);
      frame = venule_frame_ref (entry->frame);
    }
  self->pending = frame == NULL;
  start_thread (self);
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->mutex);

  return frame;
}

/**
 * venule_player_worker_take_result:
 * @result: (out caller-allocates): what the newest finished request gave, and what is known about the
 *   video; the caller owns the frame and the error
 */
void
venule_player_worker_take_result (VenulePlayerWorker *self,
                                  VenulePlayerResult *result)
{
  g_mutex_lock (&self->mutex);
  *result = self->result;
  result->most_read = self->most_read;
  result->end = self->end;
  self->result = (VenulePlayerResult) { .index = -1 };
  g_mutex_unlock (&self->mutex);
}

/**
 * venule_player_worker_cancel_obsolete:
 * @patience_us: µs
 *
 * Cancels the read in progress when it is not what is wanted and has taken longer than that.
 */
void
venule_player_worker_cancel_obsolete (VenulePlayerWorker *self,
                                      gint64              patience_us)
{
  g_mutex_lock (&self->mutex);
  if (self->pending && self->cancellable != NULL && self->reading != self->wanted &&
      g_get_monotonic_time () - self->reading_since >= patience_us)
    g_cancellable_cancel (self->cancellable);
  g_mutex_unlock (&self->mutex);
}

/**
 * venule_player_worker_set_cache_bytes:
 * @cache_bytes: bound of the cache's samples; one frame is kept whatever it says
 */
void
venule_player_worker_set_cache_bytes (VenulePlayerWorker *self,
                                      gsize               cache_bytes)
{
  g_mutex_lock (&self->mutex);
  self->cache_bytes = cache_bytes;
  cache_shrink (self);
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->mutex);
}

/**
 * venule_player_worker_dup_cached:
 * @bytes: (out) (optional): size of their samples
 *
 * Returns: (transfer full) (element-type gint64): the cached frames, sorted
 */
GArray *
venule_player_worker_dup_cached (VenulePlayerWorker *self,
                                 gsize              *bytes)
{
  GArray *indices = g_array_new (FALSE, FALSE, sizeof (gint64));

  g_mutex_lock (&self->mutex);
  for (GList *l = self->used.head; l != NULL; l = l->next)
    {
      Entry *entry = l->data;

      if (entry->frame != NULL)
        g_array_append_val (indices, entry->index);
    }
  if (bytes != NULL)
    *bytes = self->bytes;
  g_mutex_unlock (&self->mutex);

  g_array_sort (indices, venule_compare_int64s);
  return indices;
}
