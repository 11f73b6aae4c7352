/* venule-video-forecast.c: the frames of a video file, told without decoding them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-video-forecast.h"

/* From a slow drive it is better to begin, and to begin anew if that was wrong, than to read all twice. µs */
#define MOST_TIME (2 * G_USEC_PER_SEC)

static int
compare_pts (gconstpointer a,
             gconstpointer b)
{
  gint64 x = *(const gint64 *) a;
  gint64 y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/**
 * venule_video_forecast:
 * @decoder: a decoder that has not decoded anything
 * @table: an empty table
 * @cancellable: (nullable): a cancellable
 *
 * Fills @table with a row for each picture that the file's packets promise, in the order in which they are shown. Only
 * the timestamps of the rows mean anything. Which packets give a picture is certain only after they were decoded.
 *
 * Returns: %FALSE where packets have no timestamps, or where it would take too long
 */
gboolean
venule_video_forecast (VenuleDecoder    *decoder,
                       VenuleVideoTable *table,
                       GCancellable     *cancellable)
{
  g_autoptr (GArray) timestamps = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 end = g_get_monotonic_time () + MOST_TIME;
  gboolean counted = FALSE;
  gint64 pts;

  while (venule_decoder_next_timestamp (decoder, cancellable, &pts))
    {
      if (pts == AV_NOPTS_VALUE || g_get_monotonic_time () > end)
        return FALSE;
      g_array_append_val (timestamps, pts);
    }
  if (timestamps->len == 0 || g_cancellable_is_cancelled (cancellable) || !venule_file_check (decoder->file, NULL))
    return FALSE;

  g_array_sort (timestamps, compare_pts);
  /* Some containers number packets otherwise than pictures: what remains is how many there are. */
  for (guint i = 1; i < timestamps->len; i++)
    counted = counted || g_array_index (timestamps, gint64, i) == g_array_index (timestamps, gint64, i - 1);
  for (guint i = 0; i < timestamps->len; i++)
    venule_video_table_add (
      table, &(VenuleFrameInfo) { .pts = counted ? AV_NOPTS_VALUE : g_array_index (timestamps, gint64, i) });
  return TRUE;
}
