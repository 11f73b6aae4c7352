/* venule-video-source.c: video files through FFmpeg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-video-source.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "venule-av-file.h"
#include "venule-decoder.h"
#include "venule-display-name.h"
#include "venule-error.h"
#include "venule-file-end.h"
#include "venule-gray-conversion.h"
#include "venule-packet-scan.h"
#include "venule-remark.h"
#include "venule-scale-text.h"
#include "venule-source-private.h"
#include "venule-video-table.h"

struct _VenuleVideoSource
{
  VenuleSource parent_instance;

  AVRational       time_base;
  gint64           first_pts;
  double           header_rate;
  gboolean         timeless; /* the times are FFmpeg's, not the file's */
  GArray          *anchors; /* gint64: frames that can be found by their timestamps; made when they are asked for */
  VenuleFileStamp  stamp;
};

G_DEFINE_FINAL_TYPE (VenuleVideoSource, venule_video_source, VENULE_TYPE_SOURCE)

static VenuleReader *
venule_video_source_open_reader (VenuleSource  *source,
                                 GError       **error)
{
  return venule_video_reader_new (VENULE_VIDEO_SOURCE (source), error);
}

static gboolean
scan (VenuleVideoSource     *self,
      VenuleDecoder         *decoder,
      VenuleVideoTable      *table,
      VenuleSourceProgress   progress,
      gpointer               user_data,
      GCancellable          *cancellable,
      GError               **error)
{
  gint64 reported = g_get_monotonic_time ();
  GError *local_error = NULL;

  while (venule_decoder_next (decoder, cancellable, &local_error))
    {
      g_autoptr (VenuleFrame) frame = venule_video_source_make_frame (self, decoder->picture, error);
      VenuleFrameInfo row = { 0 };

      if (frame == NULL)
        return FALSE;

      row.pts = venule_decoder_get_pts (decoder);
      row.hash = venule_frame_hash (frame);
      row.key = decoder->picture->key_frame != 0;
      row.interlaced = decoder->picture->interlaced_frame != 0;
      row.bottom_first = row.interlaced && decoder->picture->top_field_first == 0;
      row.corrupt = frame->corrupt || venule_decoder_is_damaged (decoder);
      table->misfits += frame->corrupt;
      frame->index = table->rows->len;
      frame->time = venule_video_source_time_of (self, frame->index, row.pts);
      frame->corrupt = row.corrupt;
      venule_video_table_add (table, &row);
      venule_source_offer_frame (VENULE_SOURCE (self), frame);

      if (progress != NULL && g_get_monotonic_time () - reported > G_USEC_PER_SEC / 10)
        {
          reported = g_get_monotonic_time ();
          progress (VENULE_SOURCE (self), table->rows->len, user_data);
        }
    }

  if (local_error != NULL)
    {
      g_propagate_error (error, local_error);
      return FALSE;
    }
  if (table->rows->len == 0)
    {
      venule_source_set_read_error (VENULE_SOURCE (self), 0, error);
      return FALSE;
    }
  return TRUE;
}

/* Where the lists of an index differ, the longer one has the number of pictures. */
static void
count_by_index (VenuleVideoTable *table,
                VenuleDecoder    *decoder)
{
  AVStream *stream = decoder->stream;
  int n = avformat_index_get_entries_count (stream);
  double span;

  if (n < 2 || !g_str_has_prefix (decoder->format->iformat->name, "mov,"))
    return;

  span = venule_timestamps_span (avformat_index_get_entry (stream, 0)->timestamp,
                                 avformat_index_get_entry (stream, n - 1)->timestamp);
  table->index = (VenuleVideoIndex) { .n_times = stream->nb_frames, .n_entries = n, .listed = span * n / (n - 1),
                                      .duration = stream->duration != AV_NOPTS_VALUE ? (double) stream->duration : 0 };
  if (venule_video_index_is_sound (&table->index))
    return;
  table->header_frames = n;
  table->header_counts = TRUE;
}

static VenuleVideoTable *
make_table (VenuleVideoSource *self,
            VenuleDecoder     *decoder)
{
  VenuleVideoTable *table = venule_video_table_new ();

  table->time_base = self->time_base;
  table->aspect = av_guess_sample_aspect_ratio (decoder->format, decoder->stream, NULL);
  table->header_rate = self->header_rate;
  table->timeless = self->timeless;
  table->header_frames = venule_decoder_get_header_frames (decoder, &table->header_counts);
  count_by_index (table, decoder);
  table->turn = venule_decoder_get_turn (decoder);
  table->n_videos = venule_decoder_count_videos (decoder);
  return table;
}

static void
find_end (VenuleVideoTable *table,
          VenuleDecoder    *decoder,
          GCancellable     *cancellable)
{
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);

  table->end_missing = venule_file_end_is_missing (decoder->file, decoder->format->iformat->name,
                                                   decoder->stream->codecpar);
}

static gboolean
venule_video_source_build_table (VenuleSource          *source,
                                 VenuleSourceProgress   progress,
                                 gpointer               user_data,
                                 GCancellable          *cancellable,
                                 GError               **error)
{
  VenuleVideoSource *self = VENULE_VIDEO_SOURCE (source);
  const char *path = venule_source_get_path (source);
  g_autoptr (VenuleDecoder) decoder = NULL;
  g_autoptr (VenuleVideoTable) table = NULL;

  /* Before anything else is found to be wrong with it. */
  if (!venule_file_check_path (path, &self->stamp, error))
    return FALSE;
  decoder = venule_decoder_new (path, cancellable, error);
  if (decoder == NULL || !venule_decoder_use_threads (decoder, 0, error))
    return FALSE;

  table = make_table (self, decoder);
  if (!scan (self, decoder, table, progress, user_data, cancellable, error))
    return FALSE;
  find_end (table, decoder, cancellable);
  if (!venule_decoder_check_file (decoder, &self->stamp, error))
    return FALSE;

  table->bad_packets = venule_decoder_count_bad_pieces (decoder, table->header_frames <= 0 ||
                                                                   table->rows->len < table->header_frames);
  table->empty_packets = decoder->empty_packets;
  table->left_out = decoder->left_out;
  /* Sound may go on when the video has ended. */
  if (!table->header_counts && !venule_decoder_knows_duration (decoder))
    table->header_frames = 0;
  venule_video_table_publish (table, source);
  return TRUE;
}

/* The table is all. */
static GVariant *
venule_video_source_store_extra (VenuleSource *source)
{
  return g_variant_new ("()");
}

static gboolean
venule_video_source_restore_extra (VenuleSource *source,
                                   GVariant     *extra,
                                   gint64        n_rows)
{
  return n_rows > 0;
}

static VenuleReader *
venule_video_source_open_sampler (VenuleSource          *source,
                                  const VenuleFrameInfo *rows,
                                  gint64                 n_rows,
                                  GCancellable          *cancellable)
{
  g_autoptr (VenuleSource) other =
    venule_video_source_new (venule_source_get_path (source), venule_source_get_input_options (source), cancellable,
                             NULL);
  GArray *copy = g_array_new (FALSE, FALSE, sizeof (VenuleFrameInfo));
  gint64 n_anchors = 0;

  g_array_append_vals (copy, rows, (guint) n_rows);
  if (other == NULL)
    {
      g_array_unref (copy);
      return NULL;
    }
  venule_source_take_table (other, copy, 0, NULL, FALSE, g_ptr_array_new ());
  venule_video_source_get_anchors (VENULE_VIDEO_SOURCE (other), &n_anchors);
  return n_anchors > 0 ? venule_video_reader_new (VENULE_VIDEO_SOURCE (other), NULL) : NULL;
}

static gboolean
venule_video_source_scan_packets (VenuleSource  *source,
                                  GCancellable  *cancellable,
                                  GError       **error)
{
  VenuleVideoSource *self = VENULE_VIDEO_SOURCE (source);
  g_autoptr (VenuleDecoder) decoder = venule_decoder_new (venule_source_get_path (source), cancellable, error);
  g_autoptr (VenuleVideoTable) table = NULL;
  gboolean predicted;

  if (decoder == NULL)
    return FALSE;

  table = make_table (self, decoder);
  predicted = venule_packet_scan_index (decoder, table, cancellable);
  if (!predicted)
    {
      /* The other one is at some place in the middle. */
      venule_decoder_free (g_steal_pointer (&decoder));
      decoder = venule_decoder_new (venule_source_get_path (source), cancellable, error);
      if (decoder == NULL)
        return FALSE;
      predicted = venule_packet_scan (decoder, table, cancellable);
    }
  if (predicted)
    venule_video_table_publish_scan (table, source);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static void
venule_video_source_finalize (GObject *object)
{
  VenuleVideoSource *self = VENULE_VIDEO_SOURCE (object);

  g_clear_pointer (&self->anchors, g_array_unref);

  G_OBJECT_CLASS (venule_video_source_parent_class)->finalize (object);
}

static void
venule_video_source_class_init (VenuleVideoSourceClass *klass)
{
  VenuleSourceClass *source_class = VENULE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = venule_video_source_finalize;
  source_class->open_reader = venule_video_source_open_reader;
  source_class->build_table = venule_video_source_build_table;
  source_class->scan_packets = venule_video_source_scan_packets;
  source_class->open_sampler = venule_video_source_open_sampler;
  source_class->store_extra = venule_video_source_store_extra;
  source_class->restore_extra = venule_video_source_restore_extra;
}

static void
venule_video_source_init (VenuleVideoSource *self)
{
}

/* Whether gray can be made of the first picture, and how much memory that needs. */
static gboolean
check_picture (const AVFrame            *picture,
               const VenuleInputOptions *options,
               const char               *name,
               GError                  **error)
{
  g_autofree char *rule = NULL;

  if (!venule_av_file_check_size (picture->width, picture->height, name, error))
    return FALSE;
  if (venule_gray_conversion_bit_depth (picture->format) > 0)
    return venule_source_check_no_stack (options, name, error) &&
           venule_source_check_gray (options, venule_gray_conversion_has_color (picture->format), name, error);

  rule = venule_gray_conversion_dup_rule (picture, VENULE_GRAY_LUMA);
  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
    _("“%s” stores its pixels as %s, from which Venule cannot take gray levels. Convert it to gray FFV1 or "
      "uncompressed AVI without loss, for example with FFmpeg, and open that."),
    name, rule);
  return FALSE;
}

/* What the comments of a file say of the size of a pixel. */
static char *
find_scale (VenuleDecoder *decoder,
            double        *um)
{
  AVDictionary *const places[] = { decoder->stream->metadata, decoder->format->metadata };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const AVDictionaryEntry *entry = NULL;

      while ((entry = av_dict_get (places[i], "", entry, AV_DICT_IGNORE_SUFFIX)) != NULL)
        {
          *um = venule_scale_find_in_text (entry->value);
          if (*um > 0)
            return venule_remark_new (&(VenuleRemark){ .kind = VENULE_REMARK_SCALE_FIELD, .text = entry->key });
        }
    }
  *um = 0;
  return NULL;
}

/* YUV4MPEG2 says its rate in its first line, or not: then FFmpeg takes 25 frames/s. */
static gboolean
says_rate (const char *path)
{
  g_autoptr (VenuleFile) file = venule_file_open (path, NULL);
  char line[256] = "";
  const char *rate;

  if (file == NULL || venule_file_read (file, (guint8 *) line, sizeof line - 1) <= 0)
    return FALSE;
  *strchrnul (line, '\n') = '\0';
  rate = strstr (line, " F");

  return rate != NULL && g_ascii_strtoull (rate + 2, NULL, 10) > 0;
}

/* A stream without a container has the times of its codec, as H.264 may, or none. */
static gboolean
is_timeless (VenuleVideoSource *self,
             VenuleDecoder     *decoder)
{
  const AVInputFormat *format = decoder->format->iformat;

  if (g_str_equal (format->name, "yuv4mpegpipe"))
    return !says_rate (venule_source_get_path (VENULE_SOURCE (self)));

  return (format->flags & AVFMT_NOTIMESTAMPS) != 0 && decoder->codec->framerate.num <= 0;
}

static void
describe (VenuleVideoSource        *self,
          VenuleDecoder            *decoder,
          const VenuleInputOptions *options)
{
  const AVFrame *picture = decoder->picture;
  g_autofree char *rule = venule_gray_conversion_dup_rule (picture, options->gray);
  g_autofree char *format = g_strdup_printf ("%s (%s)", avcodec_get_name (decoder->stream->codecpar->codec_id), rule);
  VenuleSourceHeader header = { 0 };
  g_autofree char *scale_origin = find_scale (decoder, &header.pixel_width_um);
  g_autofree char *rate_origin = NULL;
  gboolean counted;

  self->stamp = *venule_file_get_stamp (decoder->file);
  self->time_base = decoder->stream->time_base;
  self->first_pts = venule_decoder_get_pts (decoder);
  self->timeless = is_timeless (self, decoder);
  self->header_rate = self->timeless ? 0 : venule_decoder_get_header_rate (decoder);
  rate_origin = venule_remark_new (
    &(VenuleRemark){ .kind = self->header_rate > 0 ? VENULE_REMARK_RATE_HEADER : VENULE_REMARK_RATE_NONE });

  header.width = picture->width;
  header.height = picture->height;
  header.bit_depth = venule_gray_conversion_bit_depth (picture->format);
  header.interlaced = picture->interlaced_frame != 0;
  header.format = format;
  header.frame_rate = self->header_rate;
  header.rate_origin = rate_origin;
  header.n_frames = venule_decoder_get_header_frames (decoder, &counted);
  header.options = *options;
  header.pixel_height_um = header.pixel_width_um;
  header.scale_origin = scale_origin;
  header.has_color = venule_gray_conversion_has_color (picture->format);
  venule_source_set_header (VENULE_SOURCE (self), &header);
}

/**
 * venule_video_source_new:
 * @path: a video file
 * @options: what was chosen of it
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Opens a video through FFmpeg and decodes its first frame. See venule_source_open().
 *
 * Returns: (transfer full): the source, or %NULL
 */
VenuleSource *
venule_video_source_new (const char               *path,
                         const VenuleInputOptions *options,
                         GCancellable             *cancellable,
                         GError                  **error)
{
  g_autoptr (VenuleVideoSource) self = NULL;
  g_autoptr (VenuleDecoder) decoder = venule_decoder_new (path, cancellable, error);
  g_autofree char *name = venule_display_name_dup_base (path);
  GError *local_error = NULL;

  if (decoder == NULL)
    return NULL;

  if (!venule_decoder_next (decoder, cancellable, &local_error))
    {
      if (local_error != NULL)
        g_propagate_error (error, local_error);
      else
        g_set_error (
          error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
          _("No frame of “%s” can be decoded: the file is damaged or is not a video. Copy it again from the "
            "microscope."),
          name);
      return NULL;
    }
  if (!check_picture (decoder->picture, options, name, error))
    return NULL;

  self = g_object_new (VENULE_TYPE_VIDEO_SOURCE, "path", path, NULL);
  describe (self, decoder, options);
  return VENULE_SOURCE (g_steal_pointer (&self));
}

/**
 * venule_video_source_time_of:
 * @self: a source
 * @index: number of a frame
 * @pts: its timestamp, or %G_MININT64
 *
 * Returns: seconds since the first frame: the table's word where it is complete, else the forecast's, else from the
 *   timestamp, else from the header's rate
 */
double
venule_video_source_time_of (VenuleVideoSource *self,
                             gint64             index,
                             gint64             pts)
{
  double unit = av_q2d (self->time_base);
  double by_rate = self->header_rate > 0 ? index / self->header_rate : 0;
  double time;

  if (venule_source_get_time (VENULE_SOURCE (self), index, &time))
    return time;
  if (self->timeless || pts == AV_NOPTS_VALUE || self->first_pts == AV_NOPTS_VALUE)
    return by_rate;

  time = venule_timestamps_span (self->first_pts, pts) * unit;
  return venule_video_rate_explains (self->header_rate, time, index, unit) ? by_rate : time;
}

/**
 * venule_video_source_get_anchors:
 * @self: a source with a complete table
 * @n_anchors: (out): how many
 *
 * Returns: (transfer none): the frames that their timestamps identify, rising: all, as a rule. None where
 *   timestamps cannot be believed: the only way to a frame is to decode from the start.
 */
const gint64 *
venule_video_source_get_anchors (VenuleVideoSource *self,
                                 gint64            *n_anchors)
{
  if (g_once_init_enter (&self->anchors))
    {
      gint64 n_rows;
      const VenuleFrameInfo *rows = venule_source_peek_table (VENULE_SOURCE (self), &n_rows);
      g_autoptr (VenuleTimestamps) clock = venule_timestamps_new (rows, (guint) n_rows, self->header_rate);

      if (!clock->holds)
        g_array_set_size (clock->anchors, 0);
      g_once_init_leave (&self->anchors, g_array_ref (clock->anchors));
    }

  *n_anchors = self->anchors->len;
  return (const gint64 *) self->anchors->data;
}

/* Pictures may change their size or format on the way. Frames do not: what does not fit is cut, or left black. */
static VenuleFrame *
fit (VenuleFrame *in,
     VenuleFrame *out)
{
  int width = MIN (in->width, out->width);
  int height = MIN (in->height, out->height);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        guint sample = venule_frame_get_sample (in, x, y);
        guint8 *row = out->data + out->stride * y;

        sample = in->bit_depth > out->bit_depth ? sample >> (in->bit_depth - out->bit_depth)
                                                : sample << (out->bit_depth - in->bit_depth);
        if (out->bit_depth > 8)
          ((guint16 *) row)[x] = sample;
        else
          row[x] = sample;
      }
  return out;
}

/**
 * venule_video_source_make_frame:
 * @self: a source
 * @picture: a decoded picture of its video
 * @error: return location
 *
 * The picture's gray samples in a frame of the source's size and bit depth, without index and time. A picture of
 * another size or format than the first is cut or padded and marked as damaged.
 *
 * Returns: (transfer full): the frame, or %NULL with %VENULE_ERROR_NO_MEMORY
 */
VenuleFrame *
venule_video_source_make_frame (VenuleVideoSource  *self,
                                const AVFrame      *picture,
                                GError            **error)
{
  VenuleSource *source = VENULE_SOURCE (self);
  int width = venule_source_get_width (source);
  int height = venule_source_get_height (source);
  int bit_depth = venule_source_get_bit_depth (source);
  gboolean usable =
    venule_frame_size_is_sane (picture->width, picture->height) &&
    venule_gray_conversion_bit_depth (picture->format) > 0;
  g_autoptr (VenuleFrame) frame =
    usable ? venule_gray_conversion_from_picture (picture, venule_source_get_input_options (source)->gray)
           : venule_frame_new (width, height, bit_depth);

  if (frame != NULL && (frame->width != width || frame->height != height || frame->bit_depth != bit_depth || !usable))
    {
      g_autoptr (VenuleFrame) fitted = venule_frame_new (width, height, bit_depth);

      if (fitted != NULL)
        {
          fit (frame, fitted);
          fitted->corrupt = TRUE;
        }
      venule_frame_unref (frame);
      frame = g_steal_pointer (&fitted);
    }

  if (frame == NULL)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                 _("There is not enough memory for a frame of %d × %d pixels. Close other programs and try again."),
                 width, height);
  return g_steal_pointer (&frame);
}
