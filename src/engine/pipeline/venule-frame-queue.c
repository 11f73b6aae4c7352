/* venule-frame-queue.c: decodes ahead in a thread of its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-frame-queue.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-file.h"
#include "venule-frame-budget.h"
#include "venule-parallel-reader.h"
#include "venule-source-identity.h"
#include "venule-thread.h"

/* While a graphics card is being opened frames can wait, where there are processors to spare that
 * decode them; with few processors, only some. Frames of hundreds of megabytes wait one at a time. */
#define FEW_FRAMES 4
#define MIN_PROCESSORS 4
#define MAX_FRAMES 256

struct _VenuleFrameQueue
{
  VenuleSource *source;
  gint64        first;
  gint64        last;
  guint         capacity; /* frames */
  GThread      *thread;
  GCancellable *cancellable;
  GMutex        lock;
  GCond         changed;
  GQueue        frames;
  GError       *error;
  gboolean      ended;   /* the thread will push no more */
};

/* Waits for room; FALSE when no more are wanted. */
static gboolean
push (VenuleFrameQueue *self,
      VenuleFrame      *frame)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  while (self->frames.length >= self->capacity && !g_cancellable_is_cancelled (self->cancellable))
    g_cond_wait (&self->changed, &self->lock);
  if (g_cancellable_is_cancelled (self->cancellable))
    {
      venule_frame_unref (frame);
      return FALSE;
    }
  g_queue_push_tail (&self->frames, frame);
  g_cond_broadcast (&self->changed);
  return TRUE;
}

/* Who copies a file over another one may give it the time of that one, but not the time of the change itself (ctime).
 * Renaming changes that, too: the frames tell. */
static gboolean
has_same_content (VenuleFrameQueue *self,
                  const GStatBuf   *before,
                  const GStatBuf   *now)
{
  g_autoptr (VenuleSource) file = NULL;

  if (now->st_ino == before->st_ino && now->st_ctim.tv_sec == before->st_ctim.tv_sec &&
      now->st_ctim.tv_nsec == before->st_ctim.tv_nsec)
    return TRUE;
  file = venule_source_open_as (venule_source_get_path (self->source), venule_source_get_input_options (self->source),
                                self->cancellable, NULL);
  return file != NULL && !venule_source_has_other_samples (self->source, file, self->cancellable);
}

/* A decoder takes a file that is cut off under its hands for one that ends there. A file that has gone can be read
 * on. */
static gboolean
check_unchanged (VenuleFrameQueue  *self,
                 const GStatBuf    *before,
                 GError           **error)
{
  const char *path = venule_source_get_path (self->source);
  g_autofree char *name = NULL;
  GStatBuf now;

  if (g_stat (path, &now) != 0 || g_cancellable_is_cancelled (self->cancellable) ||
      (now.st_size == before->st_size && now.st_mtime == before->st_mtime && has_same_content (self, before, &now)))
    return TRUE;

  name = venule_display_name_dup_base (path);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
               _("“%s” was changed while it was analysed. What was found up to there is kept; analyse it again when no "
                 "other program writes to it any more."), name);
  return FALSE;
}

static void
take (VenuleSource *source,
      VenuleFrame  *frame,
      gpointer      user_data)
{
  VenuleFrameQueue *self = user_data;

  if (frame->index >= self->first && (self->last < 0 || frame->index <= self->last))
    push (self, venule_frame_ref (frame));
}

static void
read_one_by_one (VenuleFrameQueue  *self,
                 GError           **error)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (self->source, error);
  GError *failure = NULL;

  for (gint64 index = self->first; reader != NULL && (self->last < 0 || index <= self->last); index++)
    {
      VenuleFrame *frame = venule_reader_read (reader, index, self->cancellable, &failure);

      if (frame == NULL || !push (self, frame))
        break;
    }
  if (g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_END))
    g_error_free (failure);
  else if (failure != NULL)
    g_propagate_error (error, failure);
}

static void
read_all (VenuleFrameQueue  *self,
          GError           **error)
{
  g_autoptr (VenuleParallelReader) parallel = venule_parallel_reader_new (self->source, self->first, self->last, 0,
                                                                          self->cancellable);
  VenuleFrame *frame;

  if (parallel == NULL)
    {
      read_one_by_one (self, error);
      return;
    }
  while ((frame = venule_parallel_reader_read (parallel, error)) != NULL)
    if (!push (self, frame))
      break;
}

/* A video without a frame table is decoded once, for the table and for the queue. */
static gpointer
decode (gpointer data)
{
  VenuleFrameQueue *self = data;
  g_autoptr (VenuleCurrent) current = venule_current_new (self->cancellable);
  GStatBuf before;
  gboolean known = g_stat (venule_source_get_path (self->source), &before) == 0;
  gboolean built = FALSE;
  g_autoptr (GError) error = NULL;

  if (venule_source_scan_packets (self->source, self->cancellable, &error) &&
      venule_source_build_and_take (self->source, take, self, &built, self->cancellable, &error) && !built)
    read_all (self, &error);
  if (error == NULL && known)
    check_unchanged (self, &before, &error);

  g_mutex_lock (&self->lock);
  self->ended = TRUE;
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    self->error = g_steal_pointer (&error);
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  return NULL;
}

VenuleFrameQueue *
venule_frame_queue_new (VenuleSource *source,
                        gint64        first,
                        gint64        last)
{
  VenuleFrameQueue *self = g_new0 (VenuleFrameQueue, 1);

  self->source = g_object_ref (source);
  self->first = first;
  self->last = last;
  self->capacity = (guint) MIN (venule_source_count_fitting (source, VENULE_BUDGET_AHEAD),
                                g_get_num_processors () < MIN_PROCESSORS ? FEW_FRAMES : MAX_FRAMES);
  self->cancellable = g_cancellable_new ();
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  g_queue_init (&self->frames);
  self->thread = venule_thread_new ("venule-decode", decode, self, &self->error);
  if (self->thread == NULL)
    self->ended = TRUE;
  return self;
}

void
venule_frame_queue_stop (VenuleFrameQueue *self)
{
  g_mutex_lock (&self->lock);
  g_cancellable_cancel (self->cancellable);
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

void
venule_frame_queue_free (VenuleFrameQueue *self)
{
  if (self == NULL)
    return;

  venule_frame_queue_stop (self);
  g_clear_pointer (&self->thread, g_thread_join);
  g_queue_clear_full (&self->frames, (GDestroyNotify) venule_frame_unref);
  g_clear_error (&self->error);
  g_object_unref (self->cancellable);
  g_object_unref (self->source);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_free (self);
}

VenuleFrame *
venule_frame_queue_pop (VenuleFrameQueue  *self,
                        GError           **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  while (self->frames.length == 0 && !self->ended && !g_cancellable_is_cancelled (self->cancellable))
    g_cond_wait (&self->changed, &self->lock);
  if (g_cancellable_is_cancelled (self->cancellable))
    return NULL;

  VenuleFrame *frame = g_queue_pop_head (&self->frames);
  if (frame == NULL && self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  g_cond_broadcast (&self->changed);
  return frame;
}
