/* venule-source-table.c: a source's frame table, and what is known from it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gi18n-lib.h>

#include "venule-source-private.h"

void
venule_source_table_init (VenuleSourceTable *self)
{
  g_mutex_init (&self->building);
  g_mutex_init (&self->lock);
  self->findings = g_new0 (char *, 1);
  venule_kept_frames_init (&self->kept);
}

void
venule_source_table_clear (VenuleSourceTable *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  venule_kept_frames_clear (&self->kept);
  g_free (self->rate_origin);
  g_strfreev (self->findings);
  g_mutex_clear (&self->building);
  g_mutex_clear (&self->lock);
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
 * venule_source_get_frame_rate:
 * @self: a source
 *
 * Before the table is complete: what the header says; after: (n − 1) / (last time − first time).
 *
 * Returns: frames/s; 0 when nothing tells it (one frame without a header's rate, a TIFF stack without interval): the
 *   person has to type it then, and all times are 0
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
 * venule_source_dup_rate_origin:
 * @self: a source
 *
 * Returns: (transfer full): where the frame rate comes from, for people: "timestamps of 752 frames", "header of the
 * file"
 */
char *
venule_source_dup_rate_origin (VenuleSource *self)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  locker = g_mutex_locker_new (&table->lock);
  return g_strdup (table->rate_origin);
}

/**
 * venule_source_get_n_frames:
 * @self: a source
 *
 * Returns: number of frames: the header's word, which is often wrong (0: unknown), until the table is complete, then
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
 * the file is no error: frames are marked, and venule_source_dup_findings() says what was found.
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
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  locker = g_mutex_locker_new (&table->building);
  if (venule_source_has_table (self))
    return TRUE;
  if (VENULE_SOURCE_GET_CLASS (self)->build_table == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "This kind of source has no frame table.");
      return FALSE;
    }

  return VENULE_SOURCE_GET_CLASS (self)->check (self, error) &&
         VENULE_SOURCE_GET_CLASS (self)->build_table (self, progress, user_data, cancellable, error);
}

/**
 * venule_source_keep_frames:
 * @self: a source without a table
 * @most_bytes: memory that frames may take
 *
 * For a program that reads the whole video once the table is there: venule_source_build_table() keeps the frames that it
 * decodes, from the first on, as long as there is room, and readers give these out. They go with the source.
 */
void
venule_source_keep_frames (VenuleSource *self,
                           gsize         most_bytes)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_if_fail (VENULE_IS_SOURCE (self));

  locker = g_mutex_locker_new (&table->building);
  table->kept.room = most_bytes;
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

/**
 * venule_source_dup_findings:
 * @self: a source
 *
 * Returns: (transfer full): plain sentences about what is odd in the file; empty when there is nothing to say, or the
 *   table is not complete yet
 */
char **
venule_source_dup_findings (VenuleSource *self)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  locker = g_mutex_locker_new (&table->lock);
  return g_strdupv (table->findings);
}

/**
 * venule_source_take_table:
 * @self: a source
 * @rows: (transfer full) (element-type VenuleFrameInfo): the complete frame table
 * @frame_rate: frames/s, or 0
 * @rate_origin: (transfer full): where that is from, for people
 * @interlaced: whether any frame is interlaced
 * @findings: (transfer full) (element-type utf8): what is odd in the file, without a %NULL at the end
 *
 * For the kinds of sources: publishes the table to all threads.
 */
void
venule_source_take_table (VenuleSource *self,
                          GArray       *rows,
                          double        frame_rate,
                          char         *rate_origin,
                          gboolean      interlaced,
                          GPtrArray    *findings)
{
  VenuleSourceTable *table = venule_source_get_table (self);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&table->lock);

  g_assert (table->rows == NULL);

  table->frame_rate = frame_rate;
  g_free (table->rate_origin);
  table->rate_origin = rate_origin;
  table->interlaced = interlaced;
  table->n_frames = rows->len;
  g_ptr_array_add (findings, NULL);
  g_strfreev (table->findings);
  table->findings = (GStrv) g_ptr_array_free (findings, FALSE);
  table->rows = rows;
  venule_kept_frames_complete (&table->kept, (const VenuleFrameInfo *) rows->data, rows->len);
  g_debug ("frame table of %s: %u frames, %g frames/s by the %s", venule_source_get_path (self), rows->len, frame_rate,
           rate_origin);
  for (guint i = 0; table->findings[i] != NULL; i++)
    g_info ("%s: %s", venule_source_get_path (self), table->findings[i]);
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

  *n_frames = table->rows != NULL ? table->rows->len : 0;
  return table->rows != NULL ? (const VenuleFrameInfo *) table->rows->data : NULL;
}

/**
 * venule_source_offer_frame:
 * @self: a source whose table is being built
 * @index: number of the frame; they come in order
 * @frame: the frame, which nobody has seen yet
 *
 * For the kinds of sources: keeps a frame that was decoded for the table, if frames are to be kept and there is room.
 */
void
venule_source_offer_frame (VenuleSource *self,
                           gint64        index,
                           VenuleFrame  *frame)
{
  VenuleSourceTable *table = venule_source_get_table (self);

  venule_kept_frames_offer (&table->kept, index, frame);
}

/**
 * venule_source_find_frame:
 * @self: a source
 * @index: number of a frame, from 0
 *
 * Returns: (transfer full) (nullable): the frame, if the table is complete and it was kept
 */
VenuleFrame *
venule_source_find_frame (VenuleSource *self,
                          gint64        index)
{
  VenuleSourceTable *table = venule_source_get_table (self);

  return venule_source_has_table (self) ? venule_kept_frames_find (&table->kept, index) : NULL;
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
