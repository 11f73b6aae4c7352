/* venule-batch-item.c: one video of many
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-batch-item-private.h"
#include "venule-batch-key.h"

enum {
  PROP_0,
  PROP_STATE,
  PROP_FRAMES,
  PROP_FRAMES_DONE,
  PROP_TRACKS,
  PROP_SECONDS,
  PROP_DEVICE,
  PROP_MESSAGE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

struct _VenuleBatchItem
{
  GObject          parent_instance;

  VenuleBatchTask *task;
  VenuleBatchNews  shown;
};

G_DEFINE_FINAL_TYPE (VenuleBatchItem, venule_batch_item, G_TYPE_OBJECT)

/* ---- What is told of a row ---- */

void
venule_batch_news_clear (VenuleBatchNews *self)
{
  g_clear_pointer (&self->device, g_free);
  g_clear_pointer (&self->message, g_free);
}

void
venule_batch_news_set (VenuleBatchNews      *self,
                       VenuleBatchItemState  state,
                       const char           *message)
{
  char *copy = g_strdup (message);

  self->state = state;
  g_free (self->message);
  self->message = copy;
}

void
venule_batch_news_copy (VenuleBatchNews       *self,
                        const VenuleBatchNews *other)
{
  venule_batch_news_clear (self);
  *self = *other;
  self->device = g_strdup (other->device);
  self->message = g_strdup (other->message);
}

const char *
venule_batch_item_state_to_string (VenuleBatchItemState state)
{
  static const char *const names[VENULE_N_BATCH_ITEM_STATES] = { "waiting", "running", "done", "failed", "cancelled" };

  g_return_val_if_fail (state < VENULE_N_BATCH_ITEM_STATES, NULL);

  return names[state];
}

/* ---- Item ---- */

static void
task_free (VenuleBatchTask *task)
{
  g_free (task->id);
  g_free (task->video);
  g_free (task->folder);
  g_strfreev (task->arguments);
  g_free (task->proposed);
  g_free (task->fault);
  venule_batch_news_clear (&task->news);
  g_free (task);
}

VenuleBatchItem *
venule_batch_item_new (VenuleBatchTask *task)
{
  VenuleBatchItem *self = g_object_new (VENULE_TYPE_BATCH_ITEM, NULL);

  self->task = task;
  venule_batch_news_copy (&self->shown, &task->news);
  return self;
}

VenuleBatchTask *
venule_batch_item_get_task (VenuleBatchItem *self)
{
  return self->task;
}

static void
notify_if (VenuleBatchItem *self,
           gboolean         changed,
           guint            property)
{
  if (changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

void
venule_batch_item_show (VenuleBatchItem       *self,
                        const VenuleBatchNews *news)
{
  VenuleBatchNews before = self->shown;

  self->shown = (VenuleBatchNews) { 0 };
  venule_batch_news_copy (&self->shown, news);
  g_object_freeze_notify (G_OBJECT (self));
  notify_if (self, before.state != news->state, PROP_STATE);
  notify_if (self, before.frames != news->frames, PROP_FRAMES);
  notify_if (self, before.frames_done != news->frames_done, PROP_FRAMES_DONE);
  notify_if (self, before.tracks != news->tracks, PROP_TRACKS);
  notify_if (self, before.seconds != news->seconds, PROP_SECONDS);
  notify_if (self, g_strcmp0 (before.device, news->device) != 0, PROP_DEVICE);
  notify_if (self, g_strcmp0 (before.message, news->message) != 0, PROP_MESSAGE);
  g_object_thaw_notify (G_OBJECT (self));
  venule_batch_news_clear (&before);
}

const char *
venule_batch_item_get_id (VenuleBatchItem *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_ITEM (self), NULL);

  return self->task->id;
}

const char *
venule_batch_item_get_video (VenuleBatchItem *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_ITEM (self), NULL);

  return self->task->video;
}

const char *
venule_batch_item_get_folder (VenuleBatchItem *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_ITEM (self), NULL);

  return self->task->folder;
}

char *
venule_batch_item_dup_document (VenuleBatchItem *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_ITEM (self), NULL);

  return venule_batch_dup_document (self->task->folder, self->task->id);
}

guint
venule_batch_item_get_row (VenuleBatchItem *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_ITEM (self), 0);

  return self->task->row;
}

VenuleBatchItemState
venule_batch_item_get_state (VenuleBatchItem *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_ITEM (self), VENULE_BATCH_ITEM_WAITING);

  return self->shown.state;
}

gint64
venule_batch_item_get_frames (VenuleBatchItem *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_ITEM (self), 0);

  return self->shown.frames;
}

gint64
venule_batch_item_get_frames_done (VenuleBatchItem *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_ITEM (self), 0);

  return self->shown.frames_done;
}

guint
venule_batch_item_get_tracks (VenuleBatchItem *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_ITEM (self), 0);

  return self->shown.tracks;
}

double
venule_batch_item_get_seconds (VenuleBatchItem *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_ITEM (self), 0);

  return self->shown.seconds;
}

const char *
venule_batch_item_get_device (VenuleBatchItem *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_ITEM (self), NULL);

  return self->shown.device;
}

const char *
venule_batch_item_get_message (VenuleBatchItem *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_ITEM (self), NULL);

  return self->shown.message;
}

/* ---- Object ---- */

static void
venule_batch_item_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  VenuleBatchItem *self = VENULE_BATCH_ITEM (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_int (value, (int) self->shown.state);
      break;
    case PROP_FRAMES:
      g_value_set_int64 (value, self->shown.frames);
      break;
    case PROP_FRAMES_DONE:
      g_value_set_int64 (value, self->shown.frames_done);
      break;
    case PROP_TRACKS:
      g_value_set_uint (value, self->shown.tracks);
      break;
    case PROP_SECONDS:
      g_value_set_double (value, self->shown.seconds);
      break;
    case PROP_DEVICE:
      g_value_set_string (value, self->shown.device);
      break;
    case PROP_MESSAGE:
      g_value_set_string (value, self->shown.message);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
venule_batch_item_finalize (GObject *object)
{
  VenuleBatchItem *self = VENULE_BATCH_ITEM (object);

  task_free (self->task);
  venule_batch_news_clear (&self->shown);
  G_OBJECT_CLASS (venule_batch_item_parent_class)->finalize (object);
}

static void
venule_batch_item_class_init (VenuleBatchItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = venule_batch_item_get_property;
  object_class->finalize = venule_batch_item_finalize;

  properties[PROP_STATE] = g_param_spec_int ("state", NULL, NULL, 0, VENULE_N_BATCH_ITEM_STATES - 1, 0, flags);
  properties[PROP_FRAMES] = g_param_spec_int64 ("frames", NULL, NULL, 0, G_MAXINT64, 0, flags);
  properties[PROP_FRAMES_DONE] = g_param_spec_int64 ("frames-done", NULL, NULL, 0, G_MAXINT64, 0, flags);
  properties[PROP_TRACKS] = g_param_spec_uint ("tracks", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_SECONDS] = g_param_spec_double ("seconds", NULL, NULL, 0, G_MAXDOUBLE, 0, flags);
  properties[PROP_DEVICE] = g_param_spec_string ("device", NULL, NULL, NULL, flags);
  properties[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
venule_batch_item_init (VenuleBatchItem *self)
{
}
