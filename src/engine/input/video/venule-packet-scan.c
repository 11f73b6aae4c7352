/* venule-packet-scan.c: the frames of a video file, predicted without decoding them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-packet-scan.h"

#include <math.h>

#include "venule-order.h"

/* On a slow drive, starting without a prediction is better than reading the whole file twice. µs */
#define MAX_TIME (2 * G_USEC_PER_SEC)

/* Timestamps are whole numbers, whatever the moment. */
#define MAX_ROUNDING 1

/* Ascending timestamps, one as far from the next as from the last to the end, and so many a second as the file says. */
static gboolean
is_even (VenuleDecoder *decoder,
         GArray        *timestamps)
{
  const AVFormatContext *format = decoder->format;
  double second = 1 / av_q2d (decoder->stream->time_base), rate = venule_decoder_get_header_rate (decoder);
  gint64 first, last;
  double length, step;

  if (timestamps->len < 2 || !(rate > 0) || !venule_decoder_knows_duration (decoder))
    return FALSE;

  first = g_array_index (timestamps, gint64, 0);
  last = g_array_index (timestamps, gint64, timestamps->len - 1);
  step = (last - first) / (double) (timestamps->len - 1);
  length = (decoder->stream->duration > 0 ? decoder->stream->duration * av_q2d (decoder->stream->time_base)
                                          : format->duration / (double) AV_TIME_BASE) * second;
  if (fabs (step * rate / second - 1) > 0.01 || fabs (first + length - last - step) > step / 2 + MAX_ROUNDING)
    return FALSE;
  for (guint i = 0; i < timestamps->len; i++)
    if (fabs (g_array_index (timestamps, gint64, i) - (first + i * step)) > step / 2 + MAX_ROUNDING)
      return FALSE;
  return TRUE;
}

/**
 * venule_packet_scan_index:
 * @decoder: a decoder that has not decoded anything, and will not after that
 * @table: an empty table
 * @cancellable: (nullable): a cancellable
 *
 * As venule_packet_scan(), from the file's index, so that not all of a large file has to be read. That can
 * be trusted where pictures are shown in the order of the file, as in what cameras write, and the index has one for
 * each moment.
 *
 * Returns: %FALSE, with an empty @table, where there is no such index
 */
gboolean
venule_packet_scan_index (VenuleDecoder    *decoder,
                          VenuleVideoTable *table,
                          GCancellable     *cancellable)
{
  const AVCodecDescriptor *kind = avcodec_descriptor_get (decoder->stream->codecpar->codec_id);
  g_autoptr (GArray) timestamps = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 start = decoder->stream->start_time != AV_NOPTS_VALUE ? decoder->stream->start_time : 0;

  /* Some kinds of files have their index read only when a place is looked for. */
  if (kind == NULL || (kind->props & AV_CODEC_PROP_REORDER) != 0 || !venule_decoder_seek (decoder, start, cancellable))
    return FALSE;

  for (int i = 0; i < avformat_index_get_entries_count (decoder->stream); i++)
    {
      const AVIndexEntry *entry = avformat_index_get_entry (decoder->stream, i);

      if ((entry->flags & AVINDEX_DISCARD_FRAME) == 0)
        g_array_append_val (timestamps, entry->timestamp);
    }
  if (!is_even (decoder, timestamps) || !venule_file_check (decoder->file, NULL))
    return FALSE;

  for (guint i = 0; i < timestamps->len; i++)
    venule_video_table_add (table, &(VenuleFrameInfo) { .pts = g_array_index (timestamps, gint64, i) });
  return TRUE;
}

/**
 * venule_packet_scan:
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
venule_packet_scan (VenuleDecoder    *decoder,
                    VenuleVideoTable *table,
                    GCancellable     *cancellable)
{
  g_autoptr (GArray) timestamps = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 end = g_get_monotonic_time () + MAX_TIME;
  gboolean counted = FALSE;
  gint64 pts;

  while (venule_decoder_next_timestamp (decoder, cancellable, &pts))
    {
      if (pts == AV_NOPTS_VALUE || g_get_monotonic_time () > end)
        return FALSE;
      g_array_append_val (timestamps, pts);
    }
  if (timestamps->len == 0 || g_cancellable_is_cancelled (cancellable) || decoder->failed ||
      !venule_file_check (decoder->file, NULL))
    return FALSE;

  g_array_sort (timestamps, venule_compare_int64s);
  /* Some containers number packets otherwise than pictures: what remains is how many there are. */
  for (guint i = 1; i < timestamps->len; i++)
    counted = counted || g_array_index (timestamps, gint64, i) == g_array_index (timestamps, gint64, i - 1);
  for (guint i = 0; i < timestamps->len; i++)
    venule_video_table_add (
      table, &(VenuleFrameInfo) { .pts = counted ? AV_NOPTS_VALUE : g_array_index (timestamps, gint64, i) });
  return TRUE;
}
