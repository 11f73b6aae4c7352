/* venule-batch.c: many videos, several at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-backend.h"
#include "venule-batch-private.h"
#include "venule-error.h"
#include "venule-manifest-private.h"
#include "venule-option-parse.h"
#include "venule-save.h"
#include "venule-thread.h"

enum {
  PROP_0,
  PROP_STATE,
  N_PROPS
};

enum {
  PROGRESS,
  FINISHED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleBatch, venule_batch, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
set_state (VenuleBatch      *self,
           VenuleBatchState  state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* ---- News ---- */

static void
end (VenuleBatch *self)
{
  g_clear_pointer (&self->thread, g_thread_join);
  set_state (self, VENULE_BATCH_FINISHED);
  g_signal_emit (self, signals[FINISHED], 0);
}

/* (transfer full) (element-type VenuleBatchNews): of the items that have some; others are NULL. */
static GArray *
take_news (VenuleBatch *self,
           gboolean    *finished)
{
  GArray *news = g_array_new (FALSE, TRUE, sizeof (VenuleBatchNews));
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->update_pending = FALSE;
  *finished = self->finished;
  g_array_set_size (news, self->tasks->len);
  for (guint i = 0; i < self->tasks->len; i++)
    {
      VenuleBatchTask *task = self->tasks->pdata[i];

      if (task->is_new)
        venule_batch_news_copy (&g_array_index (news, VenuleBatchNews, i), &task->news);
      else
        g_array_index (news, VenuleBatchNews, i).frames = -1;
      task->is_new = FALSE;
    }
  return news;
}

gboolean
venule_batch_update (gpointer data)
{
  VenuleBatch *self = data;
  gboolean finished;
  g_autoptr (GArray) news = take_news (self, &finished);

  for (guint i = 0; i < news->len; i++)
    {
      VenuleBatchNews *one = &g_array_index (news, VenuleBatchNews, i);

      if (one->frames >= 0)
        venule_batch_item_show (self->items->pdata[i], one);
      venule_batch_news_clear (one);
    }
  g_signal_emit (self, signals[PROGRESS], 0);
  if (finished && self->thread != NULL)
    end (self);
  return G_SOURCE_REMOVE;
}

/* ---- Rows ---- */

/* Twice the same folder, or none, would write over what is not its own. */
static char *
dup_fault (VenuleManifest *manifest,
           guint           row,
           GHashTable     *ids)
{
  const char *id = venule_manifest_get_value (manifest, row, "id");
  g_autofree char *folded = id != NULL ? g_utf8_casefold (id, -1) : NULL;
  g_autoptr (GPtrArray) problems = NULL;

  if (folded != NULL && !g_hash_table_add (ids, g_steal_pointer (&folded)))
    return g_strdup (_("Another row has the same id. Give each video one of its own."));
  problems = venule_manifest_check_id (manifest, row);
  return problems->len > 0 ? g_strdup (((VenuleManifestProblem *) problems->pdata[0])->sentence) : NULL;
}

static VenuleBatchTask *
new_task (VenuleBatch    *self,
          VenuleManifest *manifest,
          guint           row,
          GHashTable     *ids)
{
  VenuleBatchTask *task = g_new0 (VenuleBatchTask, 1);
  const char *id = venule_manifest_get_value (manifest, row, "id");

  task->row = row;
  task->fault = dup_fault (manifest, row, ids);
  task->id = g_strdup (id != NULL ? id : "");
  task->video = venule_manifest_dup_path (manifest, row, "video");
  if (task->video == NULL)
    task->video = g_strdup ("");
  task->folder = g_build_filename (self->folder, task->fault == NULL ? task->id : "", NULL);
  task->arguments = venule_manifest_dup_arguments (manifest, row);
  task->proposed = g_strdup (venule_manifest_get_value (manifest, row, "proposed"));
  task->is_own = TRUE;
  return task;
}

/* What an earlier program wrote of it; whether that still counts is found out at the start. */
static void
take_status (VenuleBatchTask *task,
             GHashTable      *status)
{
  const VenuleBatchNews *news = g_hash_table_lookup (status, task->id);

  if (news != NULL && news->state != VENULE_BATCH_ITEM_RUNNING)
    venule_batch_news_copy (&task->news, news);
}

VenuleBatch *
venule_batch_new (VenuleManifest *manifest,
                  const char     *folder)
{
  VenuleBatch *self = g_object_new (VENULE_TYPE_BATCH, NULL);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) status = NULL;

  self->folder = g_canonicalize_filename (folder, NULL);
  status = venule_batch_read_status (self->folder);
  for (guint i = 0; i < venule_manifest_get_n_rows (manifest); i++)
    {
      VenuleBatchTask *task = new_task (self, manifest, i, ids);

      take_status (task, status);
      g_ptr_array_add (self->all, task);
      g_ptr_array_add (self->tasks, task);
      g_ptr_array_add (self->all_items, venule_batch_item_new (task));
      g_ptr_array_add (self->items, g_object_ref (self->all_items->pdata[i]));
    }
  return self;
}

/* ---- Before the start ---- */

static gboolean
is_at_rest (VenuleBatch *self)
{
  return self->state == VENULE_BATCH_IDLE || self->state == VENULE_BATCH_FINISHED;
}

void
venule_batch_set_jobs (VenuleBatch *self,
                       guint        jobs)
{
  g_return_if_fail (VENULE_IS_BATCH (self) && is_at_rest (self));

  self->jobs = jobs;
}

/* That it is there; a card that fails later is another matter. */
static gboolean
check_device (const VenuleSettings  *settings,
              GError               **error)
{
  vnk_backend *backend = settings->device == VENULE_DEVICE_CUDA ? venule_backend_open (settings, error) : NULL;

  venule_backend_close (backend);
  return backend != NULL || settings->device != VENULE_DEVICE_CUDA;
}

gboolean
venule_batch_set_devices (VenuleBatch  *self,
                          const char   *devices,
                          GError      **error)
{
  g_auto (GStrv) names = NULL;

  g_return_val_if_fail (VENULE_IS_BATCH (self) && is_at_rest (self), FALSE);

  names = g_strsplit (devices, ",", -1);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (VenuleSettings) settings = venule_settings_new ();

      if (!venule_option_parse_device (g_strstrip (names[i]), settings, NULL) ||
          (settings->device == VENULE_DEVICE_AUTO && names[1] != NULL))
        return venule_option_refuse (error, "--devices", devices, _("auto, or a list such as cpu or cuda:0,cuda:1"));
      if (!check_device (settings, error))
        return FALSE;
    }
  if (names[0] == NULL)
    return venule_option_refuse (error, "--devices", devices, _("auto, or a list such as cpu or cuda:0,cuda:1"));
  g_free (self->device_list);
  self->device_list = g_strdup (devices);
  return TRUE;
}

void
venule_batch_set_shard (VenuleBatch *self,
                        guint        number,
                        guint        shares)
{
  guint removed;

  g_return_if_fail (VENULE_IS_BATCH (self) && is_at_rest (self));
  g_return_if_fail (number >= 1 && number <= shares);

  removed = self->items->len;
  g_ptr_array_set_size (self->items, 0);
  g_ptr_array_set_size (self->tasks, 0);
  for (guint i = 0; i < self->all->len; i++)
    {
      VenuleBatchTask *task = self->all->pdata[i];

      task->is_own = task->row % shares == number - 1;
      if (!task->is_own)
        continue;
      g_ptr_array_add (self->tasks, task);
      g_ptr_array_add (self->items, g_object_ref (self->all_items->pdata[i]));
    }
  g_list_model_items_changed (G_LIST_MODEL (self), 0, removed, self->items->len);
}

void
venule_batch_set_retry (VenuleBatch *self,
                        gboolean     retry)
{
  g_return_if_fail (VENULE_IS_BATCH (self) && is_at_rest (self));

  self->retry = retry;
}

void
venule_batch_set_longest_first (VenuleBatch *self,
                                gboolean     longest_first)
{
  g_return_if_fail (VENULE_IS_BATCH (self));

  g_mutex_lock (&self->lock);
  self->longest_first = longest_first;
  g_mutex_unlock (&self->lock);
}

/* All but what a person has cancelled is looked at anew. */
static void
make_wait (VenuleBatch *self)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      VenuleBatchTask *task = self->tasks->pdata[i];

      task->elsewhere = 0;
      task->retried = task->retried || self->retry;
      if (task->cancelled)
        continue;
      venule_batch_news_clear (&task->news);
      task->news = (VenuleBatchNews) { VENULE_BATCH_ITEM_WAITING };
      task->is_new = TRUE;
    }
}

gboolean
venule_batch_start (VenuleBatch  *self,
                    GError      **error)
{
  g_return_val_if_fail (VENULE_IS_BATCH (self) && is_at_rest (self), FALSE);

  if (!venule_save_check_directory (self->folder, error))
    return FALSE;
  g_clear_pointer (&self->context, g_main_context_unref);
  self->context = g_main_context_ref_thread_default ();
  self->stopping = self->paused = self->ended = self->finished = self->update_pending = FALSE;
  self->begun_frames = self->bytes_ended = 0;
  self->n_computed = self->n_running = 0;
  self->status_due = TRUE;
  make_wait (self);
  self->started = g_get_monotonic_time ();
  venule_rate_meter_start (&self->meter, self->started, 0);
  self->thread = venule_thread_new ("venule-batch", venule_batch_work, self, error);
  if (self->thread == NULL)
    return FALSE;
  set_state (self, VENULE_BATCH_RUNNING);
  return TRUE;
}

/* ---- While it runs ---- */

static void
set_paused (VenuleBatch *self,
            gboolean     paused)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->paused = paused;
  for (guint i = 0; i < self->tasks->len; i++)
    {
      VenuleBatchTask *task = self->tasks->pdata[i];

      if (task->job != NULL)
        venule_job_set_paused (task->job, paused);
    }
  g_cond_broadcast (&self->changed);
}

void
venule_batch_pause (VenuleBatch *self)
{
  g_return_if_fail (VENULE_IS_BATCH (self));

  if (self->state != VENULE_BATCH_RUNNING)
    return;
  set_paused (self, TRUE);
  set_state (self, VENULE_BATCH_PAUSED);
}

void
venule_batch_resume (VenuleBatch *self)
{
  g_return_if_fail (VENULE_IS_BATCH (self));

  if (self->state != VENULE_BATCH_PAUSED)
    return;
  set_paused (self, FALSE);
  set_state (self, VENULE_BATCH_RUNNING);
}

void
venule_batch_stop (VenuleBatch *self)
{
  g_return_if_fail (VENULE_IS_BATCH (self));

  if (is_at_rest (self))
    return;
  g_mutex_lock (&self->lock);
  self->stopping = TRUE;
  for (guint i = 0; i < self->tasks->len; i++)
    {
      VenuleBatchTask *task = self->tasks->pdata[i];

      if (task->job != NULL)
        venule_job_stop (task->job);
    }
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  set_state (self, VENULE_BATCH_STOPPING);
}

void
venule_batch_cancel_item (VenuleBatch *self,
                          guint        position)
{
  VenuleBatchTask *task;
  VenuleBatchNews news = { 0 };
  gboolean shown = FALSE;

  g_return_if_fail (VENULE_IS_BATCH (self));
  g_return_if_fail (position < self->items->len);

  g_mutex_lock (&self->lock);
  task = self->tasks->pdata[position];
  if (task->news.state == VENULE_BATCH_ITEM_RUNNING)
    {
      task->cancelled = TRUE;
      if (task->job != NULL)
        venule_job_stop (task->job);
      g_cond_broadcast (&self->changed);
    }
  else if (task->news.state == VENULE_BATCH_ITEM_WAITING)
    {
      task->cancelled = TRUE;
      venule_batch_news_set (&task->news, VENULE_BATCH_ITEM_CANCELLED, NULL);
      shown = TRUE;
    }
  venule_batch_news_copy (&news, &task->news);
  self->status_due = TRUE;
  g_mutex_unlock (&self->lock);
  if (shown)
    venule_batch_item_show (self->items->pdata[position], &news);
  venule_batch_news_clear (&news);
}

void
venule_batch_retry_item (VenuleBatch *self,
                         guint        position)
{
  VenuleBatchTask *task;
  VenuleBatchNews news = { VENULE_BATCH_ITEM_WAITING };
  gboolean shown;

  g_return_if_fail (VENULE_IS_BATCH (self));
  g_return_if_fail (position < self->items->len);

  g_mutex_lock (&self->lock);
  task = self->tasks->pdata[position];
  shown = task->news.state == VENULE_BATCH_ITEM_FAILED || task->news.state == VENULE_BATCH_ITEM_CANCELLED;
  if (shown)
    {
      task->cancelled = FALSE;
      task->elsewhere = 0;
      task->retried = TRUE;
      venule_batch_news_copy (&task->news, &news);
      self->status_due = TRUE;
      g_cond_broadcast (&self->changed);
    }
  g_mutex_unlock (&self->lock);
  if (shown)
    venule_batch_item_show (self->items->pdata[position], &news);
}

void
venule_batch_move_item (VenuleBatch *self,
                        guint        from,
                        guint        to)
{
  guint first, n;

  g_return_if_fail (VENULE_IS_BATCH (self));
  g_return_if_fail (from < self->items->len && to < self->items->len);

  if (from == to)
    return;
  g_mutex_lock (&self->lock);
  self->longest_first = FALSE;
  g_ptr_array_insert (self->tasks, (int) to, g_ptr_array_steal_index (self->tasks, from));
  g_mutex_unlock (&self->lock);
  g_ptr_array_insert (self->items, (int) to, g_ptr_array_steal_index (self->items, from));
  first = MIN (from, to);
  n = MAX (from, to) - first + 1;
  g_list_model_items_changed (G_LIST_MODEL (self), first, n, n);
}

/* ---- What is told ---- */

VenuleBatchState
venule_batch_get_state (VenuleBatch *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH (self), VENULE_BATCH_IDLE);

  return self->state;
}

/* In bytes of the videos, which are known before their frames are. */
static double
estimate_left (VenuleBatch *self,
               double       seconds)
{
  double done = (double) self->bytes_ended, left = 0;

  for (guint i = 0; i < self->tasks->len; i++)
    {
      const VenuleBatchTask *task = self->tasks->pdata[i];
      double share = task->news.frames > 0 ? (double) task->news.frames_done / (double) task->news.frames : 0;

      if (task->news.state == VENULE_BATCH_ITEM_WAITING)
        left += (double) task->size;
      if (task->news.state != VENULE_BATCH_ITEM_RUNNING)
        continue;
      done += share * (double) task->size;
      left += (1 - share) * (double) task->size;
    }
  return done > 0 ? left * seconds / done : -1;
}

void
venule_batch_get_totals (VenuleBatch       *self,
                         VenuleBatchTotals *totals)
{
  gint64 now = g_get_monotonic_time ();
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_if_fail (VENULE_IS_BATCH (self));

  *totals = (VenuleBatchTotals) { .seconds_left = -1 };
  locker = g_mutex_locker_new (&self->lock);
  totals->n_computed = self->n_computed;
  totals->frames_done = self->begun_frames;
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const VenuleBatchTask *task = self->tasks->pdata[i];

      totals->n_items[task->news.state]++;
      if (task->news.state == VENULE_BATCH_ITEM_RUNNING)
        totals->frames_done += task->news.frames_done;
    }
  if (self->started == 0)
    return;
  totals->seconds = (now - self->started) / (double) G_USEC_PER_SEC;
  totals->frames_per_second = venule_rate_meter_rate (&self->meter, now, totals->frames_done);
  if (!self->ended)
    totals->seconds_left = estimate_left (self, totals->seconds);
}

const char *
venule_batch_get_folder (VenuleBatch *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH (self), NULL);

  return self->folder;
}

VenuleBatchItem *
venule_batch_get_item (VenuleBatch *self,
                       guint        position)
{
  g_return_val_if_fail (VENULE_IS_BATCH (self), NULL);
  g_return_val_if_fail (position < self->items->len, NULL);

  return self->items->pdata[position];
}

void
venule_batch_wait (VenuleBatch *self)
{
  g_return_if_fail (VENULE_IS_BATCH (self));

  while (self->thread != NULL)
    g_main_context_iteration (self->context, TRUE);
}

/* ---- List ---- */

static GType
get_item_type (GListModel *list)
{
  return VENULE_TYPE_BATCH_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return VENULE_BATCH (list)->items->len;
}

static gpointer
get_item (GListModel *list,
          guint       position)
{
  VenuleBatch *self = VENULE_BATCH (list);

  return position < self->items->len ? g_object_ref (self->items->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

/* ---- Object ---- */

/* What runs is cut off; pending updates hold a reference. */
static void
venule_batch_dispose (GObject *object)
{
  VenuleBatch *self = VENULE_BATCH (object);

  if (self->thread != NULL)
    {
      venule_batch_stop (self);
      g_clear_pointer (&self->thread, g_thread_join);
    }
  G_OBJECT_CLASS (venule_batch_parent_class)->dispose (object);
}

static void
venule_batch_finalize (GObject *object)
{
  VenuleBatch *self = VENULE_BATCH (object);

  g_free (self->folder);
  g_free (self->device_list);
  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->all_items);
  g_ptr_array_unref (self->tasks);
  g_ptr_array_unref (self->all);
  g_array_unref (self->devices);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  G_OBJECT_CLASS (venule_batch_parent_class)->finalize (object);
}

static void
venule_batch_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  if (prop_id == PROP_STATE)
    g_value_set_int (value, (int) VENULE_BATCH (object)->state);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
venule_batch_class_init (VenuleBatchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = venule_batch_dispose;
  object_class->finalize = venule_batch_finalize;
  object_class->get_property = venule_batch_get_property;

  properties[PROP_STATE] = g_param_spec_int ("state", NULL, NULL, VENULE_BATCH_IDLE, VENULE_BATCH_FINISHED,
                                             VENULE_BATCH_IDLE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[PROGRESS] = g_signal_new ("progress", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
  signals[FINISHED] = g_signal_new ("finished", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);
}

static void
venule_batch_init (VenuleBatch *self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->all_items = g_ptr_array_new_with_free_func (g_object_unref);
  self->tasks = g_ptr_array_new ();
  self->all = g_ptr_array_new ();
  self->devices = g_array_new (FALSE, FALSE, sizeof (VenuleBatchDevice));
  self->device_list = g_strdup ("auto");
  self->longest_first = TRUE;
}
