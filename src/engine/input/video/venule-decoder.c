/* venule-decoder.c: decodes the pictures of a video file in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-decoder.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <libavutil/display.h>
#include <libavutil/intreadwrite.h>
#include <math.h>

#include "venule-av.h"
#include "venule-av-file.h"
#include "venule-error.h"
#include "venule-frame-budget.h"
#include "venule-frame.h"
#include "venule-display-name.h"
#include "venule-source-private.h"

/* The fuzzer opens thousands of files a minute, to which threads would add nothing. */
#ifndef VENULE_DECODER_THREADS
#define VENULE_DECODER_THREADS CLAMP (g_get_num_processors (), 2, 4)
#endif

#define MAX_THREADS 16
#define DRIVE_FAILED AVERROR_BUG2 /* no demultiplexer says so */
#define OUT_OF_MEMORY AVERROR (ENOMEM)

/* What follows each slice of an FFV1 picture (RFC 9043, 4.9): its size; with checksums a status and a CRC, too. */
#define FOOTER         3
#define CHECKED_FOOTER 8

/* Blocking reads (a network drive) give up when the caller cancels. */
static int
is_interrupted (void *data)
{
  VenuleDecoder *self = data;

  return self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable);
}

static gboolean
open_format (VenuleDecoder  *self,
             GError        **error)
{
  AVIOInterruptCB interrupt = { is_interrupted, self };

  self->error_counts = (VenuleAvErrorCounts) { 0 };
  venule_file_seek (self->file, 0, SEEK_SET);
  self->format = venule_av_file_open (self->file, &interrupt, &self->error_counts, self->name, error);
  if (self->format == NULL)
    return FALSE;

  /* What could not be read until now was no part of the pictures, as an index at the end. */
  venule_file_forgive (self->file);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

/* Each picture by itself, so that what is logged while one is decoded is about that one. */
static gboolean
is_damage_only_logged (enum AVCodecID id)
{
  const AVCodecDescriptor *descriptor = avcodec_descriptor_get (id);

  return id == AV_CODEC_ID_FFV1 || id == AV_CODEC_ID_PNG || id == AV_CODEC_ID_APNG ||
         (descriptor != NULL && (descriptor->props & AV_CODEC_PROP_INTRA_ONLY) != 0);
}

static gboolean
find_stream (VenuleDecoder  *self,
             const AVCodec **codec,
             GError        **error)
{
  int index = av_find_best_stream (self->format, AVMEDIA_TYPE_VIDEO, -1, -1, codec, 0);

  /* The cover picture of a sound file counts as a video stream for FFmpeg. */
  if (index == AVERROR_STREAM_NOT_FOUND ||
      (index >= 0 && (self->format->streams[index]->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
                   _("“%s” holds no pictures, only sound or data. Choose the file with the video."), self->name);
      return FALSE;
    }
  if (index < 0 || *codec == NULL)
    {
      g_set_error (
        error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
        _("“%s” is a video in a format for which no decoder is installed. Convert it to FFV1 or uncompressed AVI "
          "without loss, for example with FFmpeg, and open that."),
        self->name);
      return FALSE;
    }

  self->stream = self->format->streams[index];
  for (guint i = 0; i < self->format->nb_streams; i++)
    self->format->streams[i]->discard = (int) i == index ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
  return TRUE;
}

static gboolean
open_codec (VenuleDecoder  *self,
            const AVCodec  *codec,
            GError        **error)
{
  int result;

  self->codec = avcodec_alloc_context3 (codec);
  if (self->codec == NULL)
    {
      venule_source_set_no_memory (self->name, error);
      return FALSE;
    }
  result = avcodec_parameters_to_context (self->codec, self->stream->codecpar);
  self->codec->pkt_timebase = self->stream->time_base;
  self->codec->max_pixels = VENULE_FRAME_MAX_PIXELS;
  /* PNG has checksums, which are not looked at else. */
  self->codec->err_recognition |= AV_EF_CRCCHECK;
  /* Damaged pictures are shown and marked, not dropped: dropping them would shift every later frame number. */
  self->codec->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT;
  self->codec->thread_type = self->thread_type;
  self->codec->thread_count = self->n_threads;
  if (is_damage_only_logged (codec->id))
    venule_av_count_errors (self->codec, &self->n_logged);
  if (result >= 0)
    result = avcodec_open2 (self->codec, codec, NULL);
  if (result == OUT_OF_MEMORY)
    {
      venule_source_set_no_memory (self->name, error);
      return FALSE;
    }
  if (result < 0)
    {
      g_autofree char *message = venule_av_dup_message (result);

      g_set_error (
        error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO,
        _("The %s video in “%s” cannot be decoded (%s). The file is probably damaged; copy it again from the "
          "microscope."),
        codec->name, self->name, message);
      return FALSE;
    }
  return TRUE;
}

/* From the start of the file, with as many threads as was said. */
static gboolean
open_stream (VenuleDecoder  *self,
             GError        **error)
{
  const AVCodec *codec = NULL;

  return open_format (self, error) && find_stream (self, &codec, error) && open_codec (self, codec, error);
}

/**
 * venule_decoder_new:
 * @path: a file
 * @cancellable: (nullable): ends a blocking read
 * @error: return location
 *
 * Opens the best video stream of a file, before its first picture.
 *
 * Returns: (transfer full): the decoder, or %NULL with an error of %VENULE_ERROR or %G_IO_ERROR_CANCELLED
 */
VenuleDecoder *
venule_decoder_new (const char    *path,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autoptr (VenuleDecoder) self = g_new0 (VenuleDecoder, 1);
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);

  venule_av_init ();

  self->skip_before = G_MININT64;
  self->cancellable = cancellable;
  self->packet = av_packet_alloc ();
  self->picture = av_frame_alloc ();
  self->name = venule_display_name_dup_base (path);
  /* Slices only: what decoding with frame threads makes of damaged pictures depends on timing. */
  self->thread_type = FF_THREAD_SLICE;
  self->n_threads = (int) VENULE_DECODER_THREADS;
  if (self->packet == NULL || self->picture == NULL)
    {
      venule_source_set_no_memory (self->name, error);
      return NULL;
    }
  self->file = venule_file_open (path, error);
  if (self->file == NULL || !open_stream (self, error))
    return NULL;

  self->can_start_over = self->codec->codec_id == AV_CODEC_ID_FFV1 && self->n_threads > 1;
  self->cancellable = NULL;
  return g_steal_pointer (&self);
}

/**
 * venule_decoder_free:
 * @self: (transfer full): a decoder
 *
 * Closes the file.
 */
void
venule_decoder_free (VenuleDecoder *self)
{
  avcodec_free_context (&self->codec);
  venule_av_file_close (&self->format);
  g_clear_pointer (&self->file, venule_file_close);
  av_packet_free (&self->packet);
  av_frame_free (&self->picture);
  g_free (self->name);
  g_free (self);
}

/* How many pictures fit: each thread has the one that it makes, and its packet. */
static gint64
count_fitting (const AVCodecParameters *par)
{
  gint64 pixels = MAX ((gint64) par->width * par->height, 1);

  return MAX ((gint64) VENULE_BUDGET_DECODED / (pixels * 2), 1);
}

/**
 * venule_decoder_use_threads:
 * @self: a decoder, before its first picture
 * @n_threads: how many; 0: as many as there are processors
 * @error: return location
 *
 * Has several pictures decoded at once where that changes nothing, for a pass over the whole file.
 *
 * Returns: %FALSE with an error as of venule_decoder_new()
 */
gboolean
venule_decoder_use_threads (VenuleDecoder  *self,
                            guint           n_threads,
                            GError        **error)
{
  const AVCodec *codec = self->codec->codec;

  if (!self->can_start_over)
    return TRUE;

  self->thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE;
  self->n_threads = (int) MIN (n_threads > 0 ? n_threads : g_get_num_processors (), MAX_THREADS);
  self->n_threads = (int) MIN (self->n_threads, count_fitting (self->stream->codecpar));
  self->can_start_over = self->n_threads > 1;
  avcodec_free_context (&self->codec);
  return open_codec (self, codec, error);
}

/*
 * What threads make of damaged slices depends on timing: slices may claim each other's places, and each tells the whole
 * picture's fields. So at the first sign of damage all is decoded once more, by one thread; the pictures until there
 * are the same.
 */
static gboolean
start_over (VenuleDecoder  *self,
            GError        **error)
{
  g_debug ("“%s” is damaged: it is decoded once more, by one thread", self->name);
  self->can_start_over = FALSE;
  self->n_threads = 1;
  self->n_skipped = self->n_given;
  avcodec_free_context (&self->codec);
  venule_av_file_close (&self->format);
  self->bad_packets = self->empty_packets = self->left_out = 0;
  self->n_logged = self->n_logged_before = 0;
  self->draining = FALSE;
  return open_stream (self, error);
}

/* Each slice ends with its size, so that the chain is followed from the end of the packet on. */
static gboolean
has_whole_slices (const AVPacket *packet,
                  int             footer)
{
  int end = packet->size;

  while (end > footer)
    {
      int size = AV_RB24 (packet->data + end - footer);

      if (size == 0)
        return FALSE;
      end -= size + footer;
    }
  return end == 0;
}

/*
 * Where the chain of slices breaks FFmpeg passes over the others in silence, and blank disk blocks pass the checksum,
 * as that of zeros is zero. Without checksums nothing tells that slices are damaged, so that threads are not to be
 * trusted.
 */
static void
check_slices (VenuleDecoder *self)
{
  if (self->codec->codec_id != AV_CODEC_ID_FFV1 || self->codec->extradata_size <= 0 ||
      has_whole_slices (self->packet, CHECKED_FOOTER))
    return;
  if (self->can_start_over || !has_whole_slices (self->packet, FOOTER))
    g_atomic_int_inc (&self->n_logged);
}

/* As venule_av_check_memory(). Threads of the decoder have each an errno of its own: what it says counts, too. */
static int
check_memory_of_codec (VenuleDecoder *self,
                       int            result)
{
  return result == OUT_OF_MEMORY && self->codec->active_thread_type != 0 ? result : venule_av_check_memory (result);
}

/* As av_read_frame(), but the drive may have failed, too. */
static int
read_one (VenuleDecoder *self)
{
  int result;

  errno = 0;
  result = venule_av_check_memory (av_read_frame (self->format, self->packet));
  if (result == OUT_OF_MEMORY)
    av_packet_unref (self->packet);
  if (venule_file_check (self->file, NULL))
    return result;
  av_packet_unref (self->packet);
  return DRIVE_FAILED;
}

/* Neither does a video end, nor is it damaged, where the drive fails or memory runs out. */
static void
fail (VenuleDecoder *self,
      int            result)
{
  self->failed = TRUE;
  self->out_of_memory = result == OUT_OF_MEMORY;
}

/* Sends the next packet of the stream to the codec, or flushes it at the end. */
static void
feed (VenuleDecoder *self)
{
  while (!self->draining && !self->failed)
    {
      int result = read_one (self);

      if (result == DRIVE_FAILED || result == OUT_OF_MEMORY)
        {
          fail (self, result);
          return;
        }
      if (result < 0)
        {
          self->draining = TRUE;
          avcodec_send_packet (self->codec, NULL);
          return;
        }

      if (self->packet->stream_index != self->stream->index)
        {
          av_packet_unref (self->packet);
          continue;
        }
      /* An empty packet would tell the codec that the video ends. */
      if (self->packet->size == 0)
        {
          self->empty_packets++;
          av_packet_unref (self->packet);
          continue;
        }

      self->left_out += (self->packet->flags & AV_PKT_FLAG_DISCARD) != 0;
      self->codec->skip_frame = self->packet->pts != AV_NOPTS_VALUE && self->packet->pts < self->skip_before
                                  ? AVDISCARD_NONREF
                                  : AVDISCARD_DEFAULT;
      check_slices (self);
      errno = 0;
      result = check_memory_of_codec (self, avcodec_send_packet (self->codec, self->packet));
      av_packet_unref (self->packet);
      if (result == OUT_OF_MEMORY)
        fail (self, result);
      if (result >= 0)
        return;
      self->bad_packets += !self->failed;
    }
}

/* Of anything that was decoded since the start, by @result of the last step. */
static gboolean
is_anything_damaged (VenuleDecoder *self,
                     int            result)
{
  return self->bad_packets > 0 || g_atomic_int_get (&self->n_logged) > 0 ||
         (result < 0 && result != AVERROR (EAGAIN) && result != AVERROR_EOF) ||
         (result == 0 && self->picture->decode_error_flags != 0);
}

/* As avcodec_receive_frame(), without pictures that were given before. */
static int
receive (VenuleDecoder *self)
{
  int result;

  errno = 0;
  while ((result = check_memory_of_codec (self, avcodec_receive_frame (self->codec, self->picture))) == 0 &&
         self->n_skipped > 0)
    self->n_skipped--;
  return result;
}

static void
set_failure (VenuleDecoder  *self,
             GError        **error)
{
  if (self->out_of_memory)
    venule_source_set_no_memory (self->name, error);
  else
    venule_file_check (self->file, error);
}

/**
 * venule_decoder_next:
 * @self: a decoder
 * @cancellable: (nullable): ends a blocking read
 * @error: return location
 *
 * Decodes the next picture into @picture of the struct. Packets without a picture are counted and skipped.
 *
 * Errors: %VENULE_ERROR_NOT_FOUND where the drive fails, %VENULE_ERROR_DAMAGED when the file has become shorter,
 * %VENULE_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED.
 *
 * Returns: %TRUE with a picture; %FALSE without error at the end of the video; %FALSE with an error
 */
gboolean
venule_decoder_next (VenuleDecoder  *self,
                     GCancellable   *cancellable,
                     GError        **error)
{
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);
  gboolean found = FALSE;

  self->cancellable = cancellable;
  self->n_logged_before = g_atomic_int_get (&self->n_logged);
  while (!g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      int result = receive (self);

      if (self->can_start_over && is_anything_damaged (self, result))
        {
          if (!start_over (self, error))
            break;
          continue;
        }
      found = result == 0;
      if (found || result == AVERROR_EOF)
        break;
      if (result == AVERROR (EAGAIN))
        feed (self);
      else if (result == OUT_OF_MEMORY)
        fail (self, result);
      else
        self->bad_packets++;
      if (self->failed)
        {
          set_failure (self, error);
          break;
        }
    }
  self->n_given += found;
  self->cancellable = NULL;
  return found;
}

/**
 * venule_decoder_next_timestamp:
 * @self: a decoder
 * @cancellable: (nullable): ends a blocking read
 * @pts: (out): when the packet's picture is to be shown, or %G_MININT64
 *
 * Reads the next packet that should give a picture, without decoding it. Do not mix it with venule_decoder_next().
 *
 * Returns: %FALSE at the end of the file, or when cancelled
 */
gboolean
venule_decoder_next_timestamp (VenuleDecoder *self,
                               GCancellable  *cancellable,
                               gint64        *pts)
{
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);
  gboolean found = FALSE;
  int result = 0;

  self->cancellable = cancellable;
  while (!found && (result = read_one (self)) >= 0)
    {
      found = self->packet->stream_index == self->stream->index && self->packet->size > 0 &&
              (self->packet->flags & AV_PKT_FLAG_DISCARD) == 0;
      *pts = self->packet->pts != AV_NOPTS_VALUE ? self->packet->pts : self->packet->dts;
      av_packet_unref (self->packet);
    }
  if (result == DRIVE_FAILED || result == OUT_OF_MEMORY)
    fail (self, result);
  self->cancellable = NULL;
  return found;
}

/**
 * venule_decoder_seek:
 * @self: a decoder
 * @pts: a timestamp in the stream's time base
 * @cancellable: (nullable): ends a blocking read
 *
 * Moves to a place from where decoding reaches @pts, as far as the container knows. Containers are often wrong: compare
 * the timestamps of what comes with what was wanted.
 *
 * Returns: whether the container could seek at all
 */
gboolean
venule_decoder_seek (VenuleDecoder *self,
                     gint64         pts,
                     GCancellable  *cancellable)
{
  g_autoptr (VenuleCurrent) current = venule_current_new (cancellable);
  int result;

  self->cancellable = cancellable;
  /* Whoever seeks compares what comes with the frame table. */
  self->can_start_over = FALSE;
  venule_file_forgive (self->file);
  self->failed = FALSE;
  self->format->pb->error = 0;
  result = av_seek_frame (self->format, self->stream->index, pts, AVSEEK_FLAG_BACKWARD);
  self->cancellable = NULL;
  avcodec_flush_buffers (self->codec);
  self->draining = FALSE;
  self->skip_before = G_MININT64;
  return result >= 0;
}

/**
 * venule_decoder_check_file:
 * @self: a decoder
 * @stamp: of the file that was opened first
 * @error: return location
 *
 * Errors: %VENULE_ERROR_NOT_FOUND, %VENULE_ERROR_DAMAGED, %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether what is decoded is that file, and it is still there as it was then
 */
gboolean
venule_decoder_check_file (VenuleDecoder          *self,
                           const VenuleFileStamp  *stamp,
                           GError                **error)
{
  return venule_file_check_unchanged (self->file, stamp, error);
}

/**
 * venule_decoder_get_pts:
 * @self: a decoder that has a picture
 *
 * Returns: FFmpeg's best effort timestamp of the picture in the stream's time base, or %G_MININT64 (AV_NOPTS_VALUE)
 */
gint64
venule_decoder_get_pts (VenuleDecoder *self)
{
  return self->picture->best_effort_timestamp;
}

/**
 * venule_decoder_is_damaged:
 * @self: a decoder that has a picture
 *
 * Returns: whether the decoder reported damage in the picture
 */
gboolean
venule_decoder_is_damaged (VenuleDecoder *self)
{
  return self->picture->decode_error_flags != 0 || (self->picture->flags & AV_FRAME_FLAG_CORRUPT) != 0 ||
         g_atomic_int_get (&self->n_logged) != self->n_logged_before;
}

/**
 * venule_decoder_count_bad_pieces:
 * @self: a decoder
 * @frames_are_missing: whether there are fewer frames than the header tells, or it does not: then errors in it count,
 *   too
 *
 * Returns: how many pieces of the file so far gave no frame: packets with an error, and breaks in the file's structure
 */
gint64
venule_decoder_count_bad_pieces (VenuleDecoder *self,
                                 gboolean       frames_are_missing)
{
  return self->bad_packets + g_atomic_int_get (&self->error_counts.n_reading) +
         (frames_are_missing ? g_atomic_int_get (&self->error_counts.n_header) : 0);
}

/**
 * venule_decoder_get_header_rate:
 * @self: a decoder
 *
 * Returns: frames/s as the header says, 0 when it does not, or says what no camera does
 */
double
venule_decoder_get_header_rate (VenuleDecoder *self)
{
  AVRational rate = av_guess_frame_rate (self->format, self->stream, NULL);

  /* A still picture has no rate; FFmpeg makes one up. */
  if (g_str_has_suffix (self->format->iformat->name, "_pipe"))
    return 0;

  return rate.num > 0 && rate.den > 0 && av_q2d (rate) >= VENULE_SOURCE_LOWEST_RATE &&
             av_q2d (rate) <= VENULE_SOURCE_HIGHEST_RATE
           ? av_q2d (rate) : 0;
}

/**
 * venule_decoder_get_header_frames:
 * @self: a decoder
 * @exact: (out): whether the header holds a count, rather than a duration to work it out from
 *
 * Returns: the number of frames as the header says, 0 when it does not
 */
gint64
venule_decoder_get_header_frames (VenuleDecoder *self,
                                  gboolean      *exact)
{
  double seconds = 0;

  *exact = self->stream->nb_frames > 0;
  if (*exact)
    return self->stream->nb_frames;

  if (self->stream->duration != AV_NOPTS_VALUE)
    seconds = self->stream->duration * av_q2d (self->stream->time_base);
  else if (self->format->duration != AV_NOPTS_VALUE)
    seconds = (double) self->format->duration / AV_TIME_BASE;

  return seconds > 0 && seconds < 1e9 ? llround (seconds * venule_decoder_get_header_rate (self)) : 0;
}

/**
 * venule_decoder_knows_duration:
 * @self: a decoder
 *
 * Returns: whether the header tells how long the video is, rather than the file as a whole with sound or another video
 */
gboolean
venule_decoder_knows_duration (VenuleDecoder *self)
{
  return self->stream->nb_frames > 0 || self->stream->duration != AV_NOPTS_VALUE || self->format->nb_streams == 1;
}

/**
 * venule_decoder_count_videos:
 * @self: a decoder
 *
 * Returns: how many videos the file holds, of which the decoder reads one
 */
int
venule_decoder_count_videos (VenuleDecoder *self)
{
  int n = 0;

  for (guint i = 0; i < self->format->nb_streams; i++)
    {
      const AVStream *stream = self->format->streams[i];

      n +=
        stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO && (stream->disposition & AV_DISPOSITION_ATTACHED_PIC) == 0;
    }
  return n;
}

/**
 * venule_decoder_get_turn:
 * @self: a decoder
 *
 * Returns: by how many degrees the file asks players to turn its pictures clockwise, 0 to 359
 */
int
venule_decoder_get_turn (VenuleDecoder *self)
{
  size_t size = 0;
  const guint8 *matrix = av_stream_get_side_data (self->stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  double degrees =
    matrix != NULL && size >= 9 * sizeof (gint32) ? -av_display_rotation_get ((const gint32 *) matrix) : 0;

  return isfinite (degrees) ? ((int) lround (degrees) % 360 + 360) % 360 : 0;
}
