/* venule-parallel-reader.c: frames in order, by several decoders
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-parallel-reader.h"

#include "venule-frame-budget.h"
#include "venule-thread.h"
#define MAX_WORKERS 16
#define MIN_PROCESSORS 4 /* fewer are busy enough with one decoder and what is computed */
#define PIECE 8            /* frames, at least */
#define LONGEST_PIECE 64   /* frames: where key frames are rarer, too much would wait in memory */
#define HELD 4             /* frames of a worker at least: packet, picture, the one that is kept, and one that waits */

/* Frames of a worker that wait to be asked for. */
typedef struct {
  VenuleParallelReader *reader;
  guint                 index;
  GThread              *thread;
  GQueue                frames;
  GCond                 room;
  GError               *error;
  gboolean              ended;
} Worker;

struct _VenuleParallelReader
{
  VenuleSource *source;
  GArray       *starts;      /* of gint64: first frames of the pieces, and the frame behind the last */
  GCancellable *cancellable;
  guint         most_waiting; /* frames of one worker */
  Worker       *workers;
  guint         n_workers;
  GMutex        lock;
  GCond         arrived;
  gboolean      stopped;
  guint         piece;       /* that is being read */
  gint64        next;        /* frame */
};

/* FALSE when no more are wanted. */
static gboolean
push (Worker      *worker,
      VenuleFrame *frame)
{
  VenuleParallelReader *self = worker->reader;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  while (worker->frames.length >= self->most_waiting && !self->stopped)
    g_cond_wait (&worker->room, &self->lock);
  if (self->stopped)
    {
      venule_frame_unref (frame);
      return FALSE;
    }
  g_queue_push_tail (&worker->frames, frame);
  g_cond_signal (&self->arrived);
  return TRUE;
}

static void
read_pieces (Worker  *worker,
             GError **error)
{
  VenuleParallelReader *self = worker->reader;
  g_autoptr (VenuleReader) reader = venule_source_open_reader (self->source, error);

  if (reader == NULL)
    return;

  for (guint i = worker->index; i + 1 < self->starts->len; i += self->n_workers)
    for (gint64 frame = g_array_index (self->starts, gint64, i); frame < g_array_index (self->starts, gint64, i + 1);
         frame++)
      {
        VenuleFrame *read = venule_reader_read (reader, frame, self->cancellable, error);

        if (read == NULL || !push (worker, read))
          return;
      }
}

static gpointer
work (gpointer data)
{
  Worker *worker = data;
  VenuleParallelReader *self = worker->reader;
  GError *error = NULL;

  read_pieces (worker, &error);
  g_mutex_lock (&self->lock);
  worker->error = error;
  worker->ended = TRUE;
  g_cond_signal (&self->arrived);
  g_mutex_unlock (&self->lock);
  return NULL;
}

/* From key frame to key frame. FALSE where that makes no sense. */
static gboolean
cut (VenuleParallelReader *self,
     gint64                first,
     gint64                end)
{
  gint64 start = first;

  g_array_append_val (self->starts, start);
  for (gint64 frame = first + 1; frame < end; frame++)
    {
      VenuleFrameInfo info;

      if (frame - start < PIECE)
        continue;
      if (frame - start > LONGEST_PIECE || !venule_source_get_frame_info (self->source, frame, &info))
        return FALSE;
      if (!info.key)
        continue;
      start = frame;
      g_array_append_val (self->starts, start);
    }
  g_array_append_val (self->starts, end);
  return self->starts->len > 2;
}

VenuleParallelReader *
venule_parallel_reader_new (VenuleSource *source,
                            gint64        first,
                            gint64        last,
                            guint         n_workers,
                            GCancellable *cancellable)
{
  g_autoptr (VenuleParallelReader) self = NULL;
  guint n = n_workers > 0 ? n_workers : MIN (g_get_num_processors (), MAX_WORKERS);
  gint64 n_frames;

  n = (guint) MIN (n, venule_source_count_fitting (source, VENULE_BUDGET_DECODED / HELD));
  if ((n_workers == 0 && n < MIN_PROCESSORS) || !venule_source_has_table (source))
    return NULL;

  self = g_new0 (VenuleParallelReader, 1);
  self->source = g_object_ref (source);
  self->cancellable = g_object_ref (cancellable);
  self->starts = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_mutex_init (&self->lock);
  g_cond_init (&self->arrived);
  n_frames = venule_source_get_n_frames (source);
  if (!cut (self, first, last < 0 ? n_frames : MIN (n_frames, last + 1)))
    return NULL;

  self->most_waiting = (guint) MIN (venule_source_count_fitting (source, VENULE_BUDGET_DECODED / n), 4 * PIECE);
  self->next = first;
  self->workers = g_new0 (Worker, n);
  self->n_workers = n;
  for (guint i = 0; i < n; i++)
    {
      self->workers[i].reader = self;
      self->workers[i].index = i;
      g_queue_init (&self->workers[i].frames);
      g_cond_init (&self->workers[i].room);
    }
  for (guint i = 0; i < n; i++)
    {
      self->workers[i].thread = venule_thread_new ("venule-decode-piece", work, &self->workers[i], NULL);
      if (self->workers[i].thread == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
venule_parallel_reader_free (VenuleParallelReader *self)
{
  if (self == NULL)
    return;

  g_mutex_lock (&self->lock);
  self->stopped = TRUE;
  for (guint i = 0; i < self->n_workers; i++)
    g_cond_signal (&self->workers[i].room);
  g_mutex_unlock (&self->lock);
  for (guint i = 0; i < self->n_workers; i++)
    {
      g_clear_pointer (&self->workers[i].thread, g_thread_join);
      g_queue_clear_full (&self->workers[i].frames, (GDestroyNotify) venule_frame_unref);
      g_clear_error (&self->workers[i].error);
      g_cond_clear (&self->workers[i].room);
    }
  g_free (self->workers);
  g_array_unref (self->starts);
  g_object_unref (self->cancellable);
  g_object_unref (self->source);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->arrived);
  g_free (self);
}

VenuleFrame *
venule_parallel_reader_read (VenuleParallelReader  *self,
                             GError               **error)
{
  g_autoptr (GMutexLocker) locker = NULL;
  VenuleFrame *frame;
  Worker *worker;

  if (self->piece + 1 >= self->starts->len)
    return NULL;

  locker = g_mutex_locker_new (&self->lock);
  worker = &self->workers[self->piece % self->n_workers];
  while (worker->frames.length == 0 && !worker->ended)
    g_cond_wait (&self->arrived, &self->lock);
  frame = g_queue_pop_head (&worker->frames);
  if (frame == NULL)
    {
      if (worker->error != NULL)
        g_propagate_error (error, g_steal_pointer (&worker->error));
      return NULL;
    }
  g_cond_signal (&worker->room);
  self->next++;
  if (self->next == g_array_index (self->starts, gint64, self->piece + 1))
    self->piece++;
  return frame;
}
