/* venule-batch-threads.c: which row runs where, and when
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-backend.h"
#include "venule-batch-private.h"
#include "venule-free-memory.h"
#include "venule-option-parse.h"
#include "venule-thread.h"

#define UPDATE_PERIOD 100 /* ms */
#define STATUS_PERIOD G_USEC_PER_SEC
#define ELSEWHERE_PERIOD (2 * G_USEC_PER_SEC)

/* Jobs at once on a card: while one decodes or writes, others compute. */
#define SLOTS_A_CARD 16

/* ---- News ---- */

void
venule_batch_notify (VenuleBatch *self)
{
  g_autoptr (GSource) source = NULL;

  if (self->update_pending)
    return;
  self->update_pending = TRUE;
  source = self->ended ? g_idle_source_new () : g_timeout_source_new (UPDATE_PERIOD);
  g_source_set_callback (source, venule_batch_update, g_object_ref (self), g_object_unref);
  g_source_attach (source, self->context);
}

void
venule_batch_set_news (VenuleBatch     *self,
                       VenuleBatchTask *task)
{
  task->is_new = TRUE;
  self->status_due = TRUE;
  venule_batch_notify (self);
}

/* ---- What runs next ---- */

/* Under the lock. (nullable). @later: whether another program is at some that are left. */
static VenuleBatchTask *
find_next (VenuleBatch *self,
           gboolean    *later)
{
  gint64 now = g_get_monotonic_time ();
  VenuleBatchTask *best = NULL;

  *later = FALSE;
  for (guint i = 0; i < self->tasks->len; i++)
    {
      VenuleBatchTask *task = self->tasks->pdata[i];

      if (task->news.state != VENULE_BATCH_ITEM_WAITING)
        continue;
      if (task->elsewhere > now)
        *later = TRUE;
      else if (best == NULL || (self->longest_first && task->size > best->size))
        best = task;
    }
  return best;
}

static VenuleBatchDevice *
get_device (VenuleBatch *self,
            guint        i)
{
  return &g_array_index (self->devices, VenuleBatchDevice, i);
}

/* Under the lock: waits for something to do. NULL: there will be nothing. */
static VenuleBatchTask *
take_next (VenuleBatch *self,
           guint        device)
{
  while (!self->stopping && !get_device (self, device)->failed)
    {
      gboolean later = FALSE;
      VenuleBatchTask *task = self->paused ? NULL : find_next (self, &later);

      if (task != NULL)
        return task;
      /* What runs may come back, when its device fails. */
      if (!self->paused && !later && self->n_running == 0)
        return NULL;
      g_cond_wait_until (&self->changed, &self->lock, g_get_monotonic_time () + ELSEWHERE_PERIOD);
    }
  return NULL;
}

/* Under the lock. */
static void
begin_task (VenuleBatch     *self,
            VenuleBatchTask *task)
{
  venule_batch_news_clear (&task->news);
  task->news = (VenuleBatchNews) { VENULE_BATCH_ITEM_RUNNING };
  task->begun = g_get_monotonic_time ();
  self->n_running++;
  venule_batch_set_news (self, task);
}

/* Under the lock. */
static void
end_task (VenuleBatch       *self,
          VenuleBatchTask   *task,
          VenuleBatchRowEnd  end)
{
  self->n_running--;
  self->bytes_ended += task->size;
  if (end != VENULE_BATCH_ROW_ENDED)
    venule_batch_news_set (&task->news, VENULE_BATCH_ITEM_WAITING, NULL);
  task->elsewhere = end == VENULE_BATCH_ROW_TAKEN ? g_get_monotonic_time () + ELSEWHERE_PERIOD : 0;
  venule_batch_set_news (self, task);
  g_cond_broadcast (&self->changed);
}

/* ---- A thread that takes rows one by one ---- */

typedef struct {
  VenuleBatch *batch;
  guint        device;
  int          threads;
} Slot;

/* Under the lock: it gets no further videos. */
static void
give_up_device (VenuleBatch *self,
                guint        i)
{
  VenuleBatchDevice *device = get_device (self, i);

  if (!device->failed)
    g_message ("cuda:%d failed, and gets no further videos", device->number);
  device->failed = TRUE;
  g_cond_broadcast (&self->changed);
}

/* The processor goes on where no other device does, with as many videos as usual. @i is its number then. */
static gboolean
find_other_device (VenuleBatch *self,
                   guint       *i)
{
  const VenuleBatchDevice cpu = { VENULE_DEVICE_CPU, VENULE_DEVICE_CUDA, .slots = 1 };
  guint k = 0;

  while (k < self->devices->len && get_device (self, k)->failed)
    k++;
  if (k == self->devices->len)
    g_array_append_val (self->devices, cpu);
  /* Another one has threads of its own. */
  else if (get_device (self, k)->device == get_device (self, k)->wanted ||
           get_device (self, k)->slots >= g_get_num_processors ())
    return FALSE;
  else
    get_device (self, k)->slots++;
  *i = k;
  return TRUE;
}

static gpointer
run_slot (gpointer data)
{
  Slot *slot = data;
  VenuleBatch *self = slot->batch;
  VenuleBatchTask *task;

  g_mutex_lock (&self->lock);
  do
    while ((task = take_next (self, slot->device)) != NULL)
      {
        const VenuleBatchDevice device = *get_device (self, slot->device);
        gboolean failed;
        VenuleBatchRowEnd end;

        begin_task (self, task);
        g_mutex_unlock (&self->lock);
        end = venule_batch_run_row (self, task, &device, slot->threads, &failed);
        g_mutex_lock (&self->lock);
        if (failed)
          give_up_device (self, slot->device);
        end_task (self, task, end);
      }
  while (!self->stopping && get_device (self, slot->device)->failed && find_other_device (self, &slot->device));
  g_mutex_unlock (&self->lock);
  g_free (slot);
  return NULL;
}

/* ---- Devices ---- */

static void
add_device (GArray       *devices,
            VenuleDevice  device,
            int           number)
{
  const VenuleBatchDevice entry = { device, device, number };

  g_array_append_val (devices, entry);
}

/* All cards, else the processor; a card that the processor only plays has to be asked for. */
static void
find_devices (GArray *devices)
{
  g_autoptr (GPtrArray) there = VENULE_GPU_EMULATION ? NULL : venule_backend_list_devices ();

  for (guint i = 0; there != NULL && i < there->len; i++)
    {
      const VenuleDeviceInfo *info = there->pdata[i];

      if (info->device == VENULE_DEVICE_CUDA && info->ready)
        add_device (devices, VENULE_DEVICE_CUDA, info->number);
    }
  if (devices->len == 0)
    add_device (devices, VENULE_DEVICE_CPU, 0);
}

/* "cpu,cuda:0" has been parsed before. */
static void
read_devices (const char *list,
              GArray     *devices)
{
  g_auto (GStrv) names = g_strsplit (list, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (VenuleSettings) settings = venule_settings_new ();

      venule_option_parse_device (g_strstrip (names[i]), settings, NULL);
      add_device (devices, settings->device, settings->cuda_device);
    }
}

/* How many at once each of them takes. */
static void
share_slots (VenuleBatch *self,
             guint        rows)
{
  guint n = self->devices->len, cores = g_get_num_processors ();

  for (guint i = 0; i < n; i++)
    {
      VenuleBatchDevice *device = get_device (self, i);
      guint usual = device->device == VENULE_DEVICE_CUDA ? SLOTS_A_CARD : cores;

      device->slots = self->jobs > 0 ? self->jobs / n + (i < self->jobs % n) : usual;
      device->slots = CLAMP (device->slots, 1, MAX (rows, 1));
    }
}

/* Opened once for all jobs on them. What cannot be opened now is tried by each job. */
static void
open_cards (GArray *devices)
{
  for (guint i = 0; i < devices->len; i++)
    {
      VenuleBatchDevice *device = &g_array_index (devices, VenuleBatchDevice, i);
      g_autoptr (VenuleSettings) settings = venule_settings_new ();

      settings->device = device->device;
      settings->cuda_device = device->number;
      if (device->device == VENULE_DEVICE_CUDA)
        device->card = venule_backend_open (settings, NULL);
      if (device->card != NULL && device->card->stream_new == NULL)
        g_clear_pointer (&device->card, venule_backend_close);
    }
}

/* After all jobs. */
static void
close_cards (VenuleBatch *self)
{
  for (guint i = 0; i < self->devices->len; i++)
    g_clear_pointer (&get_device (self, i)->card, venule_backend_close);
}

static void
choose_devices (VenuleBatch *self,
                guint        rows)
{
  g_autoptr (GArray) devices = g_array_new (FALSE, FALSE, sizeof (VenuleBatchDevice));

  if (g_strcmp0 (self->device_list, "auto") == 0)
    find_devices (devices);
  else
    read_devices (self->device_list, devices);
  open_cards (devices);
  g_mutex_lock (&self->lock);
  g_array_set_size (self->devices, 0);
  g_array_append_vals (self->devices, devices->data, devices->len);
  share_slots (self, rows);
  g_mutex_unlock (&self->lock);
}

/* Where there are fewer videos than processors each gets several of them: by the number of all rows, so that a batch
 * that goes on computes the rest as it began. */
static int
get_threads (VenuleBatch *self)
{
  guint slots = 0;

  for (guint i = 0; i < self->devices->len; i++)
    slots += get_device (self, i)->slots;
  return (int) MAX (g_get_num_processors () / MAX (slots, 1), 1);
}

/* ---- status.tsv ---- */

static void
free_news (gpointer data)
{
  if (data != NULL)
    venule_batch_news_clear (data);
  g_free (data);
}

/* (transfer full): a copy of what is known of each row; NULL elements: of another share. */
static GPtrArray *
dup_news (VenuleBatch *self,
          GPtrArray   *ids)
{
  GPtrArray *news = g_ptr_array_new_with_free_func (free_news);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->status_due = FALSE;
  for (guint i = 0; i < self->all->len; i++)
    {
      VenuleBatchTask *task = self->all->pdata[i];
      VenuleBatchNews *copy = task->is_own && task->elsewhere == 0 ? g_new0 (VenuleBatchNews, 1) : NULL;

      if (copy != NULL)
        venule_batch_news_copy (copy, &task->news);
      g_ptr_array_add (ids, task->id);
      g_ptr_array_add (news, copy);
    }
  return news;
}

static void
write_status (VenuleBatch *self)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autoptr (GPtrArray) news = dup_news (self, ids);
  g_autoptr (GError) error = NULL;

  if (!venule_batch_write_status (self->folder, ids, news, &error))
    g_info ("status.tsv was not written: %s", error->message);
}

/* A drive that stalls holds up nothing but this thread. */
static gpointer
keep_status (gpointer data)
{
  VenuleBatch *self = data;

  g_mutex_lock (&self->lock);
  while (!self->ended)
    {
      gint64 next = g_get_monotonic_time () + STATUS_PERIOD;

      if (self->status_due)
        {
          g_mutex_unlock (&self->lock);
          write_status (self);
          g_mutex_lock (&self->lock);
        }
      while (!self->ended && g_get_monotonic_time () < next)
        g_cond_wait_until (&self->changed, &self->lock, next);
    }
  g_mutex_unlock (&self->lock);
  write_status (self);
  return NULL;
}

/* ---- The thread that begins and ends the others ---- */

/* What is done already. */
static guint
look_at_rows (VenuleBatch *self)
{
  guint left = 0;

  for (guint i = 0; i < self->tasks->len; i++)
    {
      VenuleBatchTask *task = self->tasks->pdata[i];
      gboolean waiting;

      g_mutex_lock (&self->lock);
      waiting = task->news.state == VENULE_BATCH_ITEM_WAITING && !self->stopping;
      g_mutex_unlock (&self->lock);
      left += waiting && task->fault == NULL && !venule_batch_look_at_row (self, task);
      left += waiting && task->fault != NULL;
    }
  return left;
}

static void
start_slots (VenuleBatch *self,
             GPtrArray   *threads,
             guint        left)
{
  int cpu_threads = get_threads (self);
  guint n = self->devices->len, most = 0;

  for (guint i = 0; i < n; i++)
    most = MAX (most, get_device (self, i)->slots);
  /* The first of each device before the second of any. */
  for (guint k = 0; k < most; k++)
    for (guint i = 0; i < n; i++)
      {
        Slot slot = { self, i, cpu_threads };
        GThread *thread;

        if (k >= get_device (self, i)->slots || threads->len >= left)
          continue;
        thread = venule_thread_new ("venule-batch-job", run_slot, g_memdup2 (&slot, sizeof slot), NULL);
        if (thread != NULL)
          g_ptr_array_add (threads, thread);
      }
}

static void
run_slots (VenuleBatch *self,
           guint        left)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  if (left == 0)
    return;
  start_slots (self, threads, left);
  if (threads->len == 0)
    {
      /* The system has no thread left: one after the other here. */
      Slot slot = { self, 0, 1 };

      run_slot (g_memdup2 (&slot, sizeof slot));
    }
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (threads->pdata[i]);
}

gpointer
venule_batch_work (gpointer data)
{
  VenuleBatch *self = data;
  guint left;
  GThread *status;

  venule_batch_clear_leftovers (self->folder);
  self->memory = venule_free_memory_get ();
  choose_devices (self, self->tasks->len);
  left = look_at_rows (self);
  status = venule_thread_new ("venule-batch-status", keep_status, self, NULL);
  run_slots (self, left);
  close_cards (self);

  g_mutex_lock (&self->lock);
  self->ended = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  if (status != NULL)
    g_thread_join (status);
  else
    write_status (self);
  g_mutex_lock (&self->lock);
  self->finished = TRUE;
  venule_batch_notify (self);
  g_mutex_unlock (&self->lock);
  return NULL;
}
