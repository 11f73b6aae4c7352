/* venule-movie-encoder.c: writes movies through FFmpeg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-movie-encoder.h"

#include <glib/gi18n-lib.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
#include <string.h>

#include "venule-av.h"
#include "venule-error.h"
#include "venule-gif-palette.h"
#include "venule-locale.h"

struct _VenuleMovieEncoder
{
  const VenuleMovieSpec *spec;
  AVFormatContext       *format;
  AVCodecContext        *codec;
  AVStream              *stream;
  AVPacket              *packet;
  AVFrame               *picture;
  /* Where the encoder takes another format than what comes in. */
  AVFrame               *input;
  struct SwsContext     *converter;
  gint64                 n_frames;
};

/**
 * venule_movie_set_error:
 * @spec: what was to be written
 * @reason: what the system says
 * @error: return location
 *
 * Returns: %FALSE, with %VENULE_ERROR_WRITE
 */
gboolean
venule_movie_set_error (const VenuleMovieSpec  *spec,
                        const char             *reason,
                        GError                **error)
{
  g_set_error (
    error, VENULE_ERROR, VENULE_ERROR_WRITE,
    _("“%s” could not be written: %s. Check the folder and the free space on its drive, or choose another folder."),
    spec->name, reason);
  return FALSE;
}

static gboolean
fail (VenuleMovieEncoder  *self,
      int                  code,
      GError             **error)
{
  g_autofree char *reason = venule_av_dup_message (code);

  return venule_movie_set_error (self->spec, reason, error);
}

static const AVCodec *
choose_codec (const VenuleMovieSpec *spec)
{
  const AVCodec *h264;

  switch (spec->format)
    {
    case VENULE_MOVIE_MP4:
      h264 = avcodec_find_encoder_by_name ("libx264");
      return h264 != NULL ? h264 : avcodec_find_encoder (AV_CODEC_ID_MPEG4);
    case VENULE_MOVIE_GIF:
      return avcodec_find_encoder (AV_CODEC_ID_GIF);
    case VENULE_MOVIE_FFV1:
    default:
      return avcodec_find_encoder (AV_CODEC_ID_FFV1);
    }
}

static void
set_up_codec (VenuleMovieEncoder *self,
              const AVCodec      *codec)
{
  const VenuleMovieSpec *spec = self->spec;
  AVRational rate = av_d2q (spec->frame_rate, 1001000);

  self->codec->width = spec->width;
  self->codec->height = spec->height;
  self->codec->time_base = av_inv_q (rate);
  self->codec->framerate = rate;
  self->codec->pix_fmt = AV_PIX_FMT_0RGB32;
  self->codec->thread_count = 2;

  if (spec->format == VENULE_MOVIE_FFV1)
    {
      /* Version 3 with checksums: damage is noticed. Every frame by itself: any of them can be fetched quickly. */
      self->codec->level = 3;
      self->codec->gop_size = 1;
      self->codec->slices = 4;
      av_opt_set_int (self->codec->priv_data, "slicecrc", 1, 0);
    }
  else if (spec->format == VENULE_MOVIE_MP4)
    {
      /* The chroma of 4:2:0 needs even sizes: a row or column is added. */
      self->codec->width += spec->width & 1;
      self->codec->height += spec->height & 1;
      self->codec->pix_fmt = AV_PIX_FMT_YUV420P;
      self->codec->colorspace = AVCOL_SPC_SMPTE170M;
      self->codec->color_range = AVCOL_RANGE_MPEG;
      if (strcmp (codec->name, "libx264") == 0)
        {
          /* With AVX-512 the macroblock tree of x264 164 reads memory that nobody has filled, so that the same pictures
           * make another file each time. Without it the same likeness takes a rate factor of 19 instead of 18, and an
           * eighth more bytes. */
          av_opt_set (self->codec->priv_data, "crf", "19", 0);
          av_opt_set (self->codec->priv_data, "preset", "veryfast", 0);
          av_opt_set_int (self->codec->priv_data, "mbtree", 0, 0);
        }
      else
        {
          self->codec->flags |= AV_CODEC_FLAG_QSCALE;
          self->codec->global_quality = 3 * FF_QP2LAMBDA;
        }
    }
  else if (spec->format == VENULE_MOVIE_GIF)
    {
      self->codec->pix_fmt = AV_PIX_FMT_PAL8;
    }
  if (self->format->oformat->flags & AVFMT_GLOBALHEADER)
    self->codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
}

static AVFrame *
new_picture (enum AVPixelFormat format,
             int                width,
             int                height)
{
  AVFrame *picture = av_frame_alloc ();

  picture->format = format;
  picture->width = width;
  picture->height = height;
  if (av_frame_get_buffer (picture, 0) < 0)
    av_frame_free (&picture);
  return picture;
}

static int
set_up_pictures (VenuleMovieEncoder *self)
{
  self->picture = new_picture (self->codec->pix_fmt, self->codec->width, self->codec->height);
  if (self->picture == NULL)
    return AVERROR (ENOMEM);
  if (self->spec->format != VENULE_MOVIE_MP4)
    return 0;

  self->picture->color_range = AVCOL_RANGE_MPEG;
  self->input = new_picture (AV_PIX_FMT_0RGB32, self->codec->width, self->codec->height);
  self->converter = sws_getContext (self->codec->width, self->codec->height, AV_PIX_FMT_0RGB32, self->codec->width,
                                    self->codec->height, self->codec->pix_fmt, SWS_BICUBIC, NULL, NULL, NULL);
  return self->input != NULL && self->converter != NULL ? 0 : AVERROR (ENOMEM);
}

static int
begin_file (VenuleMovieEncoder *self)
{
  const char *container = self->spec->format == VENULE_MOVIE_MP4   ? "mp4"
                          : self->spec->format == VENULE_MOVIE_GIF ? "gif"
                                                                   : "matroska";
  const AVCodec *codec = choose_codec (self->spec);
  g_autofree char *url = g_strconcat ("file:", self->spec->path, NULL);
  int result;

  if (codec == NULL)
    return AVERROR_ENCODER_NOT_FOUND;
  result = avformat_alloc_output_context2 (&self->format, NULL, container, NULL);
  if (result < 0)
    return result;

  self->packet = av_packet_alloc ();
  self->codec = avcodec_alloc_context3 (codec);
  self->stream = avformat_new_stream (self->format, NULL);
  if (self->packet == NULL || self->codec == NULL || self->stream == NULL)
    return AVERROR (ENOMEM);

  set_up_codec (self, codec);
  if ((result = set_up_pictures (self)) < 0 || (result = avcodec_open2 (self->codec, codec, NULL)) < 0 ||
      (result = avcodec_parameters_from_context (self->stream->codecpar, self->codec)) < 0)
    return result;

  self->stream->time_base = self->codec->time_base;
  self->stream->avg_frame_rate = self->codec->framerate;
  if ((result = avio_open (&self->format->pb, url, AVIO_FLAG_WRITE)) < 0)
    return result;
  return avformat_write_header (self->format, NULL);
}

/* The encoder notes its settings in the file, as the language writes numbers. */
static int
open_file (VenuleMovieEncoder *self)
{
  locale_t before = venule_locale_begin_plain_numbers ();
  int result = begin_file (self);

  venule_locale_end_plain_numbers (before);

  return result;
}

static int
send (VenuleMovieEncoder *self,
      AVFrame            *picture)
{
  locale_t before = venule_locale_begin_plain_numbers ();
  int result = avcodec_send_frame (self->codec, picture);

  venule_locale_end_plain_numbers (before);

  return result;
}

/* Sends a picture (or, with %NULL, the end) to the encoder and writes what comes out. */
static gboolean
encode (VenuleMovieEncoder  *self,
        AVFrame             *picture,
        GError             **error)
{
  int result = send (self, picture);

  while (result >= 0)
    {
      result = avcodec_receive_packet (self->codec, self->packet);
      if (result == AVERROR (EAGAIN) || result == AVERROR_EOF)
        return TRUE;
      if (result < 0)
        break;

      self->packet->stream_index = self->stream->index;
      self->packet->duration = 1;
      av_packet_rescale_ts (self->packet, self->codec->time_base, self->stream->time_base);
      result = av_interleaved_write_frame (self->format, self->packet);
      if (result >= 0 && self->format->pb->error < 0)
        result = self->format->pb->error;
    }
  return fail (self, result, error);
}

/* Odd sizes are filled up with the last column and row. */
static void
copy_padded (AVFrame      *picture,
             const guint8 *pixels,
             gsize         stride,
             int           width,
             int           height)
{
  for (int y = 0; y < picture->height; y++)
    {
      guint8 *row = picture->data[0] + (ptrdiff_t) picture->linesize[0] * y;

      memcpy (row, pixels + stride * MIN (y, height - 1), (gsize) width * 4);
      for (int x = width; x < picture->width; x++)
        memcpy (row + (gsize) x * 4, row + (gsize) (width - 1) * 4, 4);
    }
}

/**
 * venule_movie_encoder_add:
 * @self: an encoder
 * @pixels: rows of native-endian 0x00RRGGBB
 * @stride: bytes from a row to the next
 * @error: return location
 *
 * Errors: %VENULE_ERROR_WRITE.
 *
 * Returns: whether the picture could be written
 */
gboolean
venule_movie_encoder_add (VenuleMovieEncoder  *self,
                          const guint8        *pixels,
                          int                  stride,
                          GError             **error)
{
  AVFrame *given = self->input != NULL ? self->input : self->picture;
  gboolean indexed = self->spec->format == VENULE_MOVIE_GIF;
  int result = av_frame_make_writable (given);

  if (result < 0)
    return fail (self, result, error);

  if (indexed)
    {
      venule_gif_palette_fill ((guint32 *) (gpointer) self->picture->data[1]);
      venule_gif_palette_convert (pixels, (gsize) stride, self->spec->width, self->spec->height, self->picture->data[0],
                                  (gsize) self->picture->linesize[0]);
    }
  else
    {
      copy_padded (given, pixels, (gsize) stride, self->spec->width, self->spec->height);
    }
  if (self->converter != NULL && (result = av_frame_make_writable (self->picture)) < 0)
    return fail (self, result, error);
  if (self->converter != NULL)
    sws_scale (self->converter, (const guint8 *const *) given->data, given->linesize, 0, given->height,
               self->picture->data, self->picture->linesize);

  self->picture->pts = self->n_frames++;
  return encode (self, self->picture, error);
}

/**
 * venule_movie_encoder_finish:
 * @self: an encoder
 * @error: return location
 *
 * Writes what is still to be written, and closes the file.
 *
 * Errors: %VENULE_ERROR_WRITE.
 *
 * Returns: whether it could be written
 */
gboolean
venule_movie_encoder_finish (VenuleMovieEncoder  *self,
                             GError             **error)
{
  int result;
  int closed;

  if (!encode (self, NULL, error))
    return FALSE;

  result = av_write_trailer (self->format);
  closed = avio_closep (&self->format->pb);
  if (result < 0 || closed < 0)
    return fail (self, result < 0 ? result : closed, error);
  return TRUE;
}

void
venule_movie_encoder_free (VenuleMovieEncoder *self)
{
  if (self->format != NULL)
    avio_closep (&self->format->pb);
  avformat_free_context (self->format);
  avcodec_free_context (&self->codec);
  av_packet_free (&self->packet);
  av_frame_free (&self->picture);
  av_frame_free (&self->input);
  sws_freeContext (self->converter);
  g_free (self);
}

/**
 * venule_movie_encoder_new:
 * @spec: what to write; must stay alive
 * @error: return location
 *
 * Writes Matroska with FFV1, MP4 with H.264 or MPEG-4, or GIF.
 *
 * Returns: (transfer full): the encoder, or %NULL
 */
VenuleMovieEncoder *
venule_movie_encoder_new (const VenuleMovieSpec  *spec,
                          GError                **error)
{
  VenuleMovieEncoder *self = g_new0 (VenuleMovieEncoder, 1);
  int result;

  venule_av_init ();

  self->spec = spec;
  result = open_file (self);
  if (result < 0)
    {
      fail (self, result, error);
      venule_movie_encoder_free (self);
      return NULL;
    }
  return self;
}
