/* venule-batch-looker.c: pictures of the videos that are in sight
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-looker.h"

#include "venule-task.h"

#define AT_ONCE 2
/* Pictures that are kept: those of rows that come into sight again soon. */
#define KEPT 300

struct _VenuleBatchLooker
{
  GObject       parent_instance;

  int           side;
  GQueue        wanted; /* (element-type VenuleBatchVideo): the next at its head */
  GQueue        kept;   /* (element-type VenuleBatchVideo): that have pictures, the latest at its head */
  GHashTable   *at_work; /* (element-type VenuleBatchVideo) */
  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (VenuleBatchLooker, venule_batch_looker, G_TYPE_OBJECT)

typedef struct {
  VenuleBatchVideo   *video; /* for the main thread */
  char               *path;
  VenuleInputOptions  input;
  int                 side;
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_free (look->path);
  g_free (look);
}

static void
look_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const Look *look = task_data;

  g_task_return_pointer (task, venule_batch_look_new (look->path, &look->input, look->side, cancellable),
                         (GDestroyNotify) venule_batch_look_free);
}

static void go_on (VenuleBatchLooker *self);

static void
keep (VenuleBatchLooker *self,
      VenuleBatchVideo  *video)
{
  if (g_queue_remove (&self->kept, video))
    g_object_unref (video);
  g_queue_push_head (&self->kept, g_object_ref (video));
  while (self->kept.length > KEPT)
    {
      g_autoptr (VenuleBatchVideo) oldest = g_queue_pop_tail (&self->kept);

      venule_batch_video_drop_picture (oldest);
    }
}

static void
on_looked (gpointer  owner,
           GTask    *task)
{
  VenuleBatchLooker *self = VENULE_BATCH_LOOKER (owner);
  Look *look = g_task_get_task_data (task);
  g_autoptr (VenuleBatchVideo) video = g_steal_pointer (&look->video);
  VenuleBatchLook *seen = g_task_propagate_pointer (task, NULL);

  g_hash_table_remove (self->at_work, video);
  if (seen && !g_cancellable_is_cancelled (self->cancellable))
    {
      venule_batch_video_take_look (video, g_steal_pointer (&seen));
      keep (self, video);
    }
  venule_batch_look_free (seen);
  go_on (self);
  g_object_unref (self); /* it stays until what it looks at can be let go of */
}

static gboolean
is_seen (VenuleBatchVideo *video)
{
  const VenuleBatchLook *look = venule_batch_video_get_look (video);

  return look && (look->texture || look->problem);
}

static void
go_on (VenuleBatchLooker *self)
{
  while (g_hash_table_size (self->at_work) < AT_ONCE && self->wanted.length > 0)
    {
      g_autoptr (VenuleBatchVideo) video = g_queue_pop_head (&self->wanted);
      g_autofree char *path = venule_batch_video_dup_path (video);
      Look *look;

      if (is_seen (video) || !path)
        continue;
      look = g_new0 (Look, 1);
      look->video = g_steal_pointer (&video);
      look->path = g_steal_pointer (&path);
      look->input = *venule_batch_video_get_input (look->video);
      look->side = self->side;
      g_hash_table_add (self->at_work, look->video);
      g_object_ref (self);
      venule_task_start (self, self->cancellable, go_on, look_in_thread, look, look_free, on_looked);
    }
}

void
venule_batch_looker_ask (VenuleBatchLooker *self,
                         VenuleBatchVideo  *video)
{
  g_return_if_fail (VENULE_IS_BATCH_LOOKER (self));

  if (is_seen (video) || g_hash_table_contains (self->at_work, video) || g_cancellable_is_cancelled (self->cancellable))
    return;
  venule_batch_looker_forget (self, video);
  g_queue_push_head (&self->wanted, g_object_ref (video));
  go_on (self);
}

void
venule_batch_looker_forget (VenuleBatchLooker *self,
                            VenuleBatchVideo  *video)
{
  g_return_if_fail (VENULE_IS_BATCH_LOOKER (self));

  if (g_queue_remove (&self->wanted, video))
    g_object_unref (video);
}

void
venule_batch_looker_stop (VenuleBatchLooker *self)
{
  g_return_if_fail (VENULE_IS_BATCH_LOOKER (self));

  g_cancellable_cancel (self->cancellable);
  g_queue_clear_full (&self->wanted, g_object_unref);
  g_queue_clear_full (&self->kept, g_object_unref);
}

static void
venule_batch_looker_finalize (GObject *object)
{
  VenuleBatchLooker *self = VENULE_BATCH_LOOKER (object);

  venule_batch_looker_stop (self);
  g_object_unref (self->cancellable);
  g_hash_table_unref (self->at_work);

  G_OBJECT_CLASS (venule_batch_looker_parent_class)->finalize (object);
}

static void
venule_batch_looker_class_init (VenuleBatchLookerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_batch_looker_finalize;
}

static void
venule_batch_looker_init (VenuleBatchLooker *self)
{
  self->cancellable = g_cancellable_new ();
  self->at_work = g_hash_table_new (NULL, NULL);
}

VenuleBatchLooker *
venule_batch_looker_new (int side)
{
  VenuleBatchLooker *self = g_object_new (VENULE_TYPE_BATCH_LOOKER, NULL);

  self->side = side;
  return self;
}
