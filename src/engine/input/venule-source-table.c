/* venule-source-table.c: a source's frame table, and what is known from it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-display-name.h"
#include "venule-file.h"
#include "venule-remark.h"
#include "venule-source-private.h"
#include "venule-table-cache.h"

/* While another thread is waited for, µs. */
#define CANCEL_PERIOD (20 * 1000)

void
venule_source_table_init (VenuleSourceTable *self)
{
  g_mutex_init (&self->scanning);
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->warnings = g_new0 (char *, 1);
}

void
venule_source_table_clear (VenuleSourceTable *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->meter, venule_interlace_meter_free);
  g_free (self->cache);
  g_free (self->rate_origin);
  g_strfreev (self->warnings);
  g_mutex_clear (&self->scanning);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
}

/**
 * venule_source_get_interlaced:
 * @self: a source
 *
 * Returns: whether the file says that its frames are interlaced: the first frame, and once the table is complete any
 *   frame
 */
gboolean
venule_source_get_interlaced (VenuleSource *self)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);

  locker = g_mutex_locker_new (&table->lock);
  return table->interlaced;
}

/**
 * venule_source_get_interlacing:
 * @self: a source
 * @order: (out): which lines come first, where there are combs
 *
 * Returns: what the frames look like, once the table is complete; before that %VENULE_INTERLACING_NONE
 */
VenuleInterlacing
venule_source_get_interlacing (VenuleSource *self,
                               VenuleFields *order)
{
  VenuleSourceTable *table;
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), VENULE_INTERLACING_NONE);

  table = venule_source_get_table (self);
  locker = g_mutex_locker_new (&table->lock);
  *order = table->order;
  return table->interlacing;
}

/**
 * venule_source_get_frame_rate:
 * @self: a source
 *
 * Before the table is complete: what the header says; after: (n − 1) / (last time − first time).
 *
 * Returns: frames/s; 0 when it is not known (one frame without a header's rate, a TIFF stack without interval): the
 *   user has to enter it then, and all times are 0
 */
double
venule_source_get_frame_rate (VenuleSource *self)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), 0);

  locker = g_mutex_locker_new (&table->lock);
  return table->frame_rate;
}

/**
 * venule_source_get_n_frames:
 * @self: a source
 *
 * Returns: number of frames: by the header, which is often wrong (0: unknown), until the table is complete, then
 *   exact
 */
gint64
venule_source_get_n_frames (VenuleSource *self)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), 0);

  locker = g_mutex_locker_new (&table->lock);
  return table->n_frames;
}

/* Waits for another thread that builds the table, unless cancelled. */
static gboolean
begin_building (VenuleSourceTable  *table,
                gboolean            wait,
                GCancellable       *cancellable,
                GError            **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  while (wait && table->building)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      g_cond_wait_until (&table->changed, &table->lock, g_get_monotonic_time () + CANCEL_PERIOD);
    }
  if (table->building || table->counted)
    return FALSE;

  table->building = TRUE;
  return TRUE;
}

static void
end_building (VenuleSourceTable *table)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  table->building = FALSE;
  g_cond_broadcast (&table->changed);
}

static gboolean
has_pass (VenuleSource  *self,
          GError       **error)
{
  if (VENULE_SOURCE_GET_CLASS (self)->build_table != NULL)
    return TRUE;

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "This kind of source has no frame table.");
  return FALSE;
}

static gboolean
build (VenuleSource          *self,
       VenuleSourceProgress   progress,
       gpointer               user_data,
       GCancellable          *cancellable,
       GError               **error)
{
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);
  VenuleSourceTable *table = venule_source_get_table (self);

  g_clear_pointer (&table->meter, venule_interlace_meter_free);
  table->meter = venule_interlace_meter_new ();
  if (!VENULE_SOURCE_GET_CLASS (self)->check (self, error) ||
      !VENULE_SOURCE_GET_CLASS (self)->build_table (self, progress, user_data, cancellable, error))
    return FALSE;

  if (table->cache != NULL)
    venule_table_cache_store (table->cache, &table->key, self);
  return TRUE;
}

/**
 * venule_source_use_cache:
 * @self: a source that no other code uses yet
 * @folder: (nullable): where frame tables are kept; it is made when it is not there. %NULL: a folder in the user's
 *   cache
 *
 * Takes the frame table from @folder, if this file has been opened before and has not been changed since; else the
 * table will be kept there when it has been made. Tables that were used last stay longest; the folder has a bound.
 *
 * Returns: whether the table is there now
 */
gboolean
venule_source_use_cache (VenuleSource *self,
                         const char   *folder)
{
  VenuleSourceTable *table;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);

  table = venule_source_get_table (self);
  if (venule_source_has_table (self) || VENULE_SOURCE_GET_CLASS (self)->store_extra == NULL || table->cache != NULL ||
      !venule_table_key_init (&table->key, self))
    return venule_source_has_table (self);

  table->cache = folder != NULL ? g_strdup (folder) : g_build_filename (g_get_user_cache_dir (), "venule", NULL);
  return venule_table_cache_load (table->cache, &table->key, self);
}

/**
 * venule_source_drop_cached:
 * @self: a source
 *
 * For the readers: the file does not match the table, which must not be used when the file is opened again.
 */
void
venule_source_drop_cached (VenuleSource *self)
{
  VenuleSourceTable *table = venule_source_get_table (self);

  if (table->cache != NULL)
    venule_table_cache_forget (table->cache, &table->key);
}

/**
 * venule_source_build_table:
 * @self: a source
 * @progress: (nullable) (scope call): called in this thread about ten times a second
 * @user_data: for @progress
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * One sequential pass over the whole video that builds the frame table. It blocks: call it in a thread of its own. When
 * the table is there already it does nothing; when another thread is making it, it waits for that one. Damage inside
 * the file is no error: frames are marked, and venule_source_dup_warnings() says what was found.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND when the file has gone, %G_IO_ERROR_CANCELLED; the source stays usable without a
 * table.
 *
 * Returns: whether the table is there now
 */
gboolean
venule_source_build_table (VenuleSource          *self,
                           VenuleSourceProgress   progress,
                           gpointer               user_data,
                           GCancellable          *cancellable,
                           GError               **error)
{
  VenuleSourceTable *table;
  gboolean done;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  table = venule_source_get_table (self);
  if (venule_source_has_table (self))
    return TRUE;
  if (!has_pass (self, error))
    return FALSE;
  if (!begin_building (table, TRUE, cancellable, error))
    return venule_source_has_table (self);

  done = build (self, progress, user_data, cancellable, error);
  end_building (table);
  return done;
}

/**
 * venule_source_build_and_take:
 * @self: a source
 * @take: (scope call): called in this thread for each frame of the video, in order
 * @user_data: for @take
 * @built: (out): whether this call made the pass
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * venule_source_build_table() for a caller that wants to see the frames too, so that a video is decoded once. The
 * frames carry the times of venule_source_scan_packets(), as their own are only certain when the table is complete:
 * compare the two then. @take may block: the pass goes on when it returns.
 *
 * Where there is no pass to be made (the table is there, another thread makes it, this kind of source has none) @built
 * is %FALSE, nothing was taken, and a reader has to be used.
 *
 * Errors: as of venule_source_build_table().
 *
 * Returns: %FALSE when the pass broke off
 */
gboolean
venule_source_build_and_take (VenuleSource      *self,
                              VenuleSourceTake   take,
                              gpointer           user_data,
                              gboolean          *built,
                              GCancellable      *cancellable,
                              GError           **error)
{
  VenuleSourceTable *table;
  gboolean done;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);
  g_return_val_if_fail (take != NULL, FALSE);
  g_return_val_if_fail (built != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  table = venule_source_get_table (self);
  *built = VENULE_SOURCE_GET_CLASS (self)->build_table != NULL && begin_building (table, FALSE, NULL, NULL);
  if (!*built)
    return TRUE;

  table->take = take;
  table->take_data = user_data;
  done = build (self, NULL, NULL, cancellable, error);
  table->take = NULL;
  end_building (table);
  return done;
}

/**
 * venule_source_scan_packets:
 * @self: a source
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Works out, without decoding, what the frame table will most likely say: from then on venule_source_get_frame_rate(),
 * venule_source_get_n_frames() and the times of frames that are read are those of the forecast. Damage in the file may
 * prove it wrong. Does nothing when it was done before, when the table is complete, or where the header says all there
 * is to know.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND when the file has gone, %G_IO_ERROR_CANCELLED.
 *
 * Returns: %FALSE with an error
 */
gboolean
venule_source_scan_packets (VenuleSource  *self,
                            GCancellable  *cancellable,
                            GError       **error)
{
  g_autoptr (GMutexLocker) locker = NULL;
  double time;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  locker = g_mutex_locker_new (&venule_source_get_table (self)->scanning);
  if (venule_source_get_time (self, 0, &time) || VENULE_SOURCE_GET_CLASS (self)->scan_packets == NULL)
    return TRUE;

  return VENULE_SOURCE_GET_CLASS (self)->scan_packets (self, cancellable, error);
}

/**
 * venule_source_has_table:
 * @self: a source
 *
 * Returns: whether the frame table is complete
 */
gboolean
venule_source_has_table (VenuleSource *self)
{
  gint64 n_frames;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);

  return venule_source_peek_table (self, &n_frames) != NULL;
}

/**
 * venule_source_get_frame_info:
 * @self: a source
 * @index: number of a frame, from 0
 * @info: (out caller-allocates): its row of the table
 *
 * Returns: %FALSE when the table is not complete, or has no such row
 */
gboolean
venule_source_get_frame_info (VenuleSource    *self,
                              gint64           index,
                              VenuleFrameInfo *info)
{
  const VenuleFrameInfo *table;
  gint64 n_frames;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);
  g_return_val_if_fail (info != NULL, FALSE);

  table = venule_source_peek_table (self, &n_frames);
  if (table == NULL || index < 0 || index >= n_frames)
    return FALSE;

  *info = table[index];
  return TRUE;
}

gboolean
venule_source_get_cut_off (VenuleSource *self)
{
  VenuleSourceTable *table;
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);

  table = venule_source_get_table (self);
  locker = g_mutex_locker_new (&table->lock);
  return table->counted && table->cut_off;
}

void
venule_source_set_cut_off (VenuleSource *self)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  table->cut_off = TRUE;
}

/* The order of fields that most of the interlaced frames claim. */
static VenuleFields
find_said_order (GArray *rows)
{
  gint64 n_bottom = 0;
  gint64 n = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const VenuleFrameInfo *row = &g_array_index (rows, VenuleFrameInfo, i);

      n += row->interlaced;
      n_bottom += row->interlaced && row->bottom_first;
    }
  if (n == 0)
    return VENULE_FIELDS_WHOLE;
  return 2 * n_bottom > n ? VENULE_FIELDS_BOTTOM_FIRST : VENULE_FIELDS_TOP_FIRST;
}

static void
judge_interlacing (VenuleSourceTable *table,
                   GArray            *rows,
                   gboolean           interlaced,
                   GPtrArray         *warnings)
{
  char *remark;

  if (table->meter == NULL)
    return;
  table->interlacing = venule_interlace_meter_judge (table->meter, interlaced, find_said_order (rows), &table->order);
  g_debug ("combing %.3f", venule_interlace_meter_get_combing (table->meter));
  remark = venule_interlacing_remark (table->interlacing, interlaced, table->order);
  if (remark != NULL)
    g_ptr_array_add (warnings, remark);
  g_clear_pointer (&table->meter, venule_interlace_meter_free);
}

/**
 * venule_source_take_table:
 * @self: a source
 * @rows: (transfer full) (element-type VenuleFrameInfo): the complete frame table
 * @frame_rate: frames/s, or 0
 * @rate_origin: (transfer full): where that is from, of venule_remark_new()
 * @interlaced: whether any frame is interlaced
 * @warnings: (transfer full) (element-type utf8): what is odd in the file, of venule_remark_new(), without a %NULL at
 *   the end
 *
 * For the kinds of sources: publishes the table to all threads.
 */
void
venule_source_take_table (VenuleSource *self,
                          GArray       *rows,
                          double        frame_rate,
                          char         *rate_origin,
                          gboolean      interlaced,
                          GPtrArray    *warnings)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);
  g_autofree char *name = venule_display_name_dup (venule_source_get_path (self));

  g_assert (!table->counted);

  table->frame_rate = frame_rate;
  g_free (table->rate_origin);
  table->rate_origin = rate_origin;
  table->interlaced = interlaced;
  table->n_frames = rows->len;
  judge_interlacing (table, rows, interlaced, warnings);
  g_ptr_array_add (warnings, NULL);
  g_strfreev (table->warnings);
  table->warnings = (GStrv) g_ptr_array_free (warnings, FALSE);
  g_clear_pointer (&table->rows, g_array_unref);
  table->rows = rows;
  table->counted = TRUE;
  g_debug ("frame table of %s: %u frames, %g frames/s by %s", name, rows->len, frame_rate, rate_origin);
  for (guint i = 0; table->warnings[i] != NULL; i++)
    {
      g_autofree char *warning = venule_remark_dup_english (table->warnings[i]);

      g_info ("%s: %s", name, warning);
    }
}

/**
 * venule_source_peek_table:
 * @self: a source
 * @n_frames: (out): its number of rows
 *
 * Returns: (transfer none) (nullable): the frame table, which never changes again, or %NULL before it is complete
 */
const VenuleFrameInfo *
venule_source_peek_table (VenuleSource *self,
                          gint64       *n_frames)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  *n_frames = table->counted ? table->rows->len : 0;
  return table->counted ? (const VenuleFrameInfo *) table->rows->data : NULL;
}

/**
 * venule_source_take_packet_scan:
 * @self: a source
 * @rows: (transfer full) (element-type VenuleFrameInfo): times of all frames, and nothing else
 * @frame_rate: frames/s, or 0
 *
 * For the kinds of sources: what the table will most likely say. Nothing, when the table is there by now.
 */
void
venule_source_take_packet_scan (VenuleSource *self,
                                GArray       *rows,
                                double        frame_rate)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  if (table->rows != NULL)
    {
      g_array_unref (rows);
      return;
    }
  table->rows = rows;
  table->n_frames = rows->len;
  if (frame_rate > 0)
    table->frame_rate = frame_rate;
  g_debug ("forecast of %s: %u frames, %g frames/s", venule_source_get_path (self), rows->len, frame_rate);
}

/**
 * venule_source_get_time:
 * @self: a source
 * @index: number of a frame, from 0
 * @time: (out): seconds since the first frame
 *
 * Returns: whether the time is known, by the table or by the forecast
 */
gboolean
venule_source_get_time (VenuleSource *self,
                        gint64        index,
                        double       *time)
{
  VenuleSourceTable *table;
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);

  table = venule_source_get_table (self);
  locker = g_mutex_locker_new (&table->lock);
  if (table->rows == NULL || index < 0 || index >= table->rows->len)
    return FALSE;

  *time = g_array_index (table->rows, VenuleFrameInfo, index).time;
  return TRUE;
}

/**
 * venule_source_offer_frame:
 * @self: a source whose table is being built
 * @frame: the next frame, with its number, and its time as far as that is known
 *
 * For the kinds of sources: measures a frame that was decoded for the table, and passes it on to the caller of
 * venule_source_build_and_take().
 */
void
venule_source_offer_frame (VenuleSource *self,
                           VenuleFrame  *frame)
{
  VenuleSourceTable *table = venule_source_get_table (self);

  if (table->meter != NULL)
    venule_interlace_meter_add (table->meter, frame);
  if (table->take != NULL)
    table->take (self, frame, table->take_data);
}

/**
 * venule_source_describe_frames:
 * @indices: (element-type gint64): numbers of frames, rising
 *
 * Returns: (transfer full): them in words: "3", "3, 7–9, 20 …"
 */
char *
venule_source_describe_frames (GArray *indices)
{
  const int max_ranges = 6;
  GString *text = g_string_new (NULL);
  int n_ranges = 0;

  for (guint i = 0; i < indices->len; n_ranges++)
    {
      gint64 first = g_array_index (indices, gint64, i);
      gint64 last = first;

      if (n_ranges == max_ranges)
        {
          g_string_append (text, " …");
          break;
        }
      for (i++; i < indices->len && g_array_index (indices, gint64, i) == last + 1; i++)
        last++;

      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, n_ranges > 0 ? ", " : "", first);
      if (last > first)
        g_string_append_printf (text, "–%" G_GINT64_FORMAT, last);
    }
  return g_string_free (text, FALSE);
}
