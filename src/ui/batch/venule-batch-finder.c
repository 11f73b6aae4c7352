/* venule-batch-finder.c: what videos say of themselves, one after the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-finder.h"

#include "venule-task.h"

typedef struct {
  VenuleBatchVideo    *video; /* for the main thread */
  VenuleManifestFinds  finds;
  char                *path;
  VenuleInputOptions   input;
} Search;

struct _VenuleBatchFinder
{
  GObject       parent_instance;

  GQueue        waiting; /* (element-type Search) */
  guint         left, all;
  gboolean      at_work, stopped;
  GCancellable *cancellable; /* of what is looked for now; nullable */
};

enum {
  FOUND,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (VenuleBatchFinder, venule_batch_finder, G_TYPE_OBJECT)

static void
search_free (gpointer data)
{
  Search *search = data;

  g_clear_object (&search->video);
  g_free (search->path);
  g_free (search);
}

static void
find_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const Search *search = task_data;
  GError *error = NULL;
  VenuleManifestFound *found =
    venule_manifest_find (search->path, &search->input, search->finds, cancellable, &error);

  if (found)
    g_task_return_pointer (task, found, (GDestroyNotify) venule_manifest_found_free);
  else
    g_task_return_error (task, error);
}

static void go_on (VenuleBatchFinder *self);

static void
end (VenuleBatchFinder *self,
     const Search      *search)
{
  if (search->finds & VENULE_MANIFEST_PROPOSALS)
    {
      venule_batch_video_set_busy (search->video, FALSE);
      self->left--;
    }
  if (self->left == 0)
    self->all = 0;
}

static void
on_found (gpointer  owner,
          GTask    *task)
{
  VenuleBatchFinder *self = VENULE_BATCH_FINDER (owner);
  Search *search = g_task_get_task_data (task);
  g_autoptr (VenuleBatchVideo) video = g_object_ref (search->video);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleManifestFound) found = g_task_propagate_pointer (task, &error);

  self->at_work = FALSE;
  g_clear_object (&self->cancellable);
  end (self, search);
  g_clear_object (&search->video); /* not in the thread, which may be the last to let go of the task */
  if (!self->stopped && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, signals[FOUND], 0, video, found, error);
  if (!self->stopped)
    g_signal_emit (self, signals[CHANGED], 0);
  go_on (self);
  g_object_unref (self);
}

static void
go_on (VenuleBatchFinder *self)
{
  Search *search;

  if (self->at_work || self->stopped)
    return;
  search = g_queue_pop_head (&self->waiting);
  if (!search)
    return;
  search->path = venule_batch_video_dup_path (search->video);
  search->input = *venule_batch_video_get_input (search->video);
  if (!search->path)
    {
      end (self, search);
      search_free (search);
      go_on (self);
      return;
    }
  self->at_work = TRUE;
  self->cancellable = g_cancellable_new ();
  g_object_ref (self);
  venule_task_start (self, self->cancellable, go_on, find_in_thread, search, search_free, on_found);
}

void
venule_batch_finder_ask (VenuleBatchFinder   *self,
                         VenuleBatchVideo    *video,
                         VenuleManifestFinds  finds)
{
  Search *search;

  g_return_if_fail (VENULE_IS_BATCH_FINDER (self));

  search = g_new0 (Search, 1);
  search->video = g_object_ref (video);
  search->finds = finds;
  g_queue_push_tail (&self->waiting, search);
  if (finds & VENULE_MANIFEST_PROPOSALS)
    {
      self->left++;
      self->all++;
      venule_batch_video_set_busy (video, TRUE);
    }
  go_on (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

guint
venule_batch_finder_get_left (VenuleBatchFinder *self,
                              guint             *all)
{
  g_return_val_if_fail (VENULE_IS_BATCH_FINDER (self), 0);

  *all = self->all;
  return self->left;
}

static void
drop (VenuleBatchFinder   *self,
      VenuleManifestFinds  finds)
{
  for (GList *l = self->waiting.head, *next; l; l = next)
    {
      Search *search = l->data;

      next = l->next;
      if (!(search->finds & finds))
        continue;
      end (self, search);
      search_free (search);
      g_queue_delete_link (&self->waiting, l);
    }
  g_cancellable_cancel (self->cancellable);
}

void
venule_batch_finder_cancel (VenuleBatchFinder *self)
{
  g_return_if_fail (VENULE_IS_BATCH_FINDER (self));

  drop (self, VENULE_MANIFEST_PROPOSALS);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
venule_batch_finder_stop (VenuleBatchFinder *self)
{
  g_return_if_fail (VENULE_IS_BATCH_FINDER (self));

  self->stopped = TRUE;
  drop (self, VENULE_MANIFEST_PROPOSALS | VENULE_MANIFEST_FILE);
}

static void
venule_batch_finder_finalize (GObject *object)
{
  VenuleBatchFinder *self = VENULE_BATCH_FINDER (object);

  venule_batch_finder_stop (self);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (venule_batch_finder_parent_class)->finalize (object);
}

static void
venule_batch_finder_class_init (VenuleBatchFinderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_batch_finder_finalize;

  signals[FOUND] = g_signal_new ("found", VENULE_TYPE_BATCH_FINDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 3, VENULE_TYPE_BATCH_VIDEO, G_TYPE_POINTER, G_TYPE_ERROR);
  signals[CHANGED] = g_signal_new ("changed", VENULE_TYPE_BATCH_FINDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
venule_batch_finder_init (VenuleBatchFinder *self)
{
}

VenuleBatchFinder *
venule_batch_finder_new (void)
{
  return g_object_new (VENULE_TYPE_BATCH_FINDER, NULL);
}
