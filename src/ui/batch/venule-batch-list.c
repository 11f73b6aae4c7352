/* venule-batch-list.c: the videos that are analysed together, as a list model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-batch-list.h"

struct _VenuleBatchList
{
  GObject         parent_instance;

  VenuleManifest *manifest;
  GPtrArray      *rows; /* (element-type VenuleBatchVideo) */
  gboolean        restoring;
};

enum {
  EDITED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void venule_batch_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (VenuleBatchList, venule_batch_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, venule_batch_list_model_init))

/* ---- Model ---- */

static GType
get_item_type (GListModel *model)
{
  return VENULE_TYPE_BATCH_VIDEO;
}

static guint
get_n_items (GListModel *model)
{
  return VENULE_BATCH_LIST (model)->rows->len;
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  VenuleBatchList *self = VENULE_BATCH_LIST (model);

  return position < self->rows->len ? g_object_ref (self->rows->pdata[position]) : NULL;
}

static void
venule_batch_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

guint
venule_batch_list_get_n (VenuleBatchList *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_LIST (self), 0);

  return self->rows->len;
}

VenuleBatchVideo *
venule_batch_list_get (VenuleBatchList *self,
                       guint            position)
{
  g_return_val_if_fail (VENULE_IS_BATCH_LIST (self), NULL);
  g_return_val_if_fail (position < self->rows->len, NULL);

  return self->rows->pdata[position];
}

VenuleManifest *
venule_batch_list_get_manifest (VenuleBatchList *self)
{
  g_return_val_if_fail (VENULE_IS_BATCH_LIST (self), NULL);

  return self->manifest;
}

/* ---- The manifest ---- */

static void
on_row_changed (VenuleBatchList *self,
                guint            row)
{
  if (row >= self->rows->len)
    return;
  venule_batch_video_renew (self->rows->pdata[row]);
  if (!self->restoring)
    g_signal_emit (self, signals[EDITED], 0);
}

static void
number_rows (VenuleBatchList *self,
             guint            first)
{
  for (guint i = first; i < self->rows->len; i++)
    venule_batch_video_set_position (self->rows->pdata[i], i);
}

/* Rows that were moved are the same, with their pictures and results. */
static void
take_moved (VenuleBatchList *self,
            guint            position,
            guint            n)
{
  g_autoptr (GHashTable) by_id = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);

  for (guint i = 0; i < n; i++)
    {
      VenuleBatchVideo *row = self->rows->pdata[position + i];

      g_hash_table_insert (by_id, (gpointer) venule_batch_video_get_id (row), g_object_ref (row));
    }
  for (guint i = 0; i < n; i++)
    {
      const char *id = venule_manifest_get_value (self->manifest, position + i, "id");
      VenuleBatchVideo *row = id ? g_hash_table_lookup (by_id, id) : NULL;

      if (row)
        g_set_object ((VenuleBatchVideo **) &self->rows->pdata[position + i], row);
    }
}

static void
on_rows_changed (VenuleBatchList *self,
                 guint            position,
                 guint            removed,
                 guint            added)
{
  if (removed == added)
    take_moved (self, position, added);
  else
    {
      if (removed > 0)
        g_ptr_array_remove_range (self->rows, position, removed);
      for (guint i = 0; i < added; i++)
        g_ptr_array_insert (self->rows, (int) (position + i), venule_batch_video_new (self->manifest, position + i));
    }
  number_rows (self, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
  if (!self->restoring)
    g_signal_emit (self, signals[EDITED], 0);
}

/* ---- Undo ---- */

static GPtrArray *
save_row (VenuleManifest    *manifest,
          guint              row,
          const char *const *columns)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; columns[i]; i++)
    g_ptr_array_add (cells, g_strdup (venule_manifest_get_value (manifest, row, columns[i])));
  return cells;
}

GPtrArray *
venule_batch_list_save (VenuleBatchList *self)
{
  GPtrArray *saved = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  const char *const *columns;

  g_return_val_if_fail (VENULE_IS_BATCH_LIST (self), NULL);

  /* Columns are only ever added at the end. */
  columns = venule_manifest_get_columns (self->manifest);
  for (guint i = 0; i < self->rows->len; i++)
    g_ptr_array_add (saved, save_row (self->manifest, i, columns));
  return saved;
}

static const char *
get_saved_id (VenuleManifest *manifest,
              GPtrArray      *cells)
{
  const char *const *columns = venule_manifest_get_columns (manifest);

  for (guint i = 0; i < cells->len; i++)
    if (g_str_equal (columns[i], "id"))
      return cells->pdata[i];
  return NULL;
}

static void
restore_row (VenuleBatchList *self,
             guint            row,
             GPtrArray       *cells)
{
  const char *const *columns = venule_manifest_get_columns (self->manifest);
  const char *id = get_saved_id (self->manifest, cells);
  int at = id ? venule_manifest_find_id (self->manifest, id) : -1;

  if (at < 0)
    at = (int) venule_manifest_add_row (self->manifest, "");
  if (at > (int) row)
    venule_manifest_move_row (self->manifest, (guint) at, row);
  for (guint i = 0; columns[i]; i++)
    venule_manifest_set_value (self->manifest, row, columns[i], i < cells->len ? cells->pdata[i] : NULL);
}

void
venule_batch_list_restore (VenuleBatchList *self,
                           GPtrArray       *saved)
{
  g_return_if_fail (VENULE_IS_BATCH_LIST (self));

  self->restoring = TRUE;
  for (guint i = 0; i < saved->len; i++)
    restore_row (self, i, saved->pdata[i]);
  while (self->rows->len > saved->len)
    venule_manifest_remove_row (self->manifest, self->rows->len - 1);
  self->restoring = FALSE;
  g_signal_emit (self, signals[EDITED], 0);
}

/* ---- Settings of one for others ---- */

gboolean
venule_batch_list_is_set_up (const char *column)
{
  static const char *const own[] = { "id", "video", "note", "frames", "series", "animal", "group", "time_point",
                                     "recording" };

  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (g_str_equal (column, own[i]))
      return FALSE;
  return TRUE;
}

void
venule_batch_list_copy_set_up (VenuleBatchList *self,
                               guint            from,
                               guint            to)
{
  const char *const *columns;

  g_return_if_fail (VENULE_IS_BATCH_LIST (self));

  columns = venule_manifest_get_columns (self->manifest);
  for (guint i = 0; columns[i]; i++)
    if (venule_batch_list_is_set_up (columns[i]))
      venule_manifest_set_value (self->manifest, to, columns[i],
                                 venule_manifest_get_value (self->manifest, from, columns[i]));
}

VenuleManifest *
venule_batch_list_dup_ready (VenuleBatchList *self)
{
  VenuleManifest *ready;
  const char *const *columns;

  g_return_val_if_fail (VENULE_IS_BATCH_LIST (self), NULL);

  ready = venule_manifest_new (venule_manifest_get_folder (self->manifest));
  columns = venule_manifest_get_columns (self->manifest);
  for (guint i = 0; i < self->rows->len; i++)
    {
      guint row;

      if (venule_batch_video_get_state (self->rows->pdata[i]) < VENULE_BATCH_VIDEO_READY)
        continue;
      row = venule_manifest_add_row (ready, venule_manifest_get_value (self->manifest, i, "video"));
      for (guint j = 0; columns[j]; j++)
        venule_manifest_set_value (ready, row, columns[j], venule_manifest_get_value (self->manifest, i, columns[j]));
    }
  return ready;
}

/* ---- Object ---- */

static void
venule_batch_list_finalize (GObject *object)
{
  VenuleBatchList *self = VENULE_BATCH_LIST (object);

  g_ptr_array_unref (self->rows);
  g_object_unref (self->manifest);

  G_OBJECT_CLASS (venule_batch_list_parent_class)->finalize (object);
}

static void
venule_batch_list_class_init (VenuleBatchListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = venule_batch_list_finalize;

  signals[EDITED] = g_signal_new ("edited", VENULE_TYPE_BATCH_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void
venule_batch_list_init (VenuleBatchList *self)
{
  self->rows = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * venule_batch_list_new:
 * @manifest: which videos; it is changed through it, or by itself
 *
 * Returns: (transfer full): a list of its rows
 */
VenuleBatchList *
venule_batch_list_new (VenuleManifest *manifest)
{
  VenuleBatchList *self = g_object_new (VENULE_TYPE_BATCH_LIST, NULL);

  self->manifest = g_object_ref (manifest);
  for (guint i = 0; i < venule_manifest_get_n_rows (manifest); i++)
    g_ptr_array_add (self->rows, venule_batch_video_new (manifest, i));
  g_signal_connect_object (manifest, "row-changed", G_CALLBACK (on_row_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (manifest, "rows-changed", G_CALLBACK (on_rows_changed), self, G_CONNECT_SWAPPED);
  return self;
}
