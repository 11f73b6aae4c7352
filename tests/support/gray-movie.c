/* gray-movie.c: writes videos and stacks of gray frames, for tests and synthetic scenes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "gray-movie.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
#include <string.h>
#include <tiffio.h>

#include "venule-av.h"

struct _GrayMovie
{
  GrayMovieFormat    format;
  double             frame_rate;
  gint64             n_frames;
  TIFF              *tiff;
  AVFormatContext   *muxer;
  AVCodecContext    *codec;
  AVPacket          *packet;
  AVFrame           *picture;
  struct SwsContext *converter; /* of MP4 */
};

static gboolean
check (int      result,
       GError **error)
{
  g_autofree char *message = result < 0 ? venule_av_dup_message (result) : NULL;

  if (message != NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, message);
  return message == NULL;
}

/* ---- TIFF ---- */

static void
describe_page (GrayMovie   *self,
               VenuleFrame *frame)
{
  char rate[G_ASCII_DTOSTR_BUF_SIZE], interval[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = NULL;

  TIFFSetField (self->tiff, TIFFTAG_IMAGEWIDTH, (guint32) frame->width);
  TIFFSetField (self->tiff, TIFFTAG_IMAGELENGTH, (guint32) frame->height);
  TIFFSetField (self->tiff, TIFFTAG_BITSPERSAMPLE, frame->bit_depth > 8 ? 16 : 8);
  TIFFSetField (self->tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField (self->tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  TIFFSetField (self->tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField (self->tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField (self->tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  TIFFSetField (self->tiff, TIFFTAG_ROWSPERSTRIP, (guint32) frame->height);
  TIFFSetField (self->tiff, TIFFTAG_SOFTWARE, "Venule");
  if (self->n_frames > 0 || !(self->frame_rate > 0))
    return;
  text = g_strdup_printf ("ImageJ=1.53t\nunit=pixel\nfinterval=%s\ntunit=sec\nfps=%s\nloop=false\n",
                          g_ascii_dtostr (interval, sizeof interval, 1 / self->frame_rate),
                          g_ascii_dtostr (rate, sizeof rate, self->frame_rate));
  TIFFSetField (self->tiff, TIFFTAG_IMAGEDESCRIPTION, text);
}

static gboolean
add_page (GrayMovie    *self,
          VenuleFrame  *frame,
          GError      **error)
{
  int written = 1;

  describe_page (self, frame);
  for (int y = 0; y < frame->height && written > 0; y++)
    written = TIFFWriteScanline (self->tiff, frame->data + frame->stride * y, y, 0);
  return check (written > 0 && TIFFWriteDirectory (self->tiff) ? 0 : AVERROR (EIO), error);
}

/* ---- FFmpeg ---- */

static const AVCodec *
find_codec (GrayMovieFormat format)
{
  const AVCodec *h264 = avcodec_find_encoder_by_name ("libx264");

  if (format == GRAY_MOVIE_FFV1)
    return avcodec_find_encoder (AV_CODEC_ID_FFV1);
  if (format == GRAY_MOVIE_AVI)
    return avcodec_find_encoder (AV_CODEC_ID_RAWVIDEO);
  return h264 != NULL ? h264 : avcodec_find_encoder (AV_CODEC_ID_MPEG4);
}

static void
set_up_codec (GrayMovie     *self,
              const AVCodec *codec,
              int            bit_depth)
{
  self->codec->time_base = av_inv_q (self->codec->framerate);
  self->codec->pix_fmt = bit_depth == 8    ? AV_PIX_FMT_GRAY8
                         : bit_depth == 10 ? AV_PIX_FMT_GRAY10
                         : bit_depth == 12 ? AV_PIX_FMT_GRAY12 : AV_PIX_FMT_GRAY16;
  self->codec->thread_count = 2;
  if (self->format == GRAY_MOVIE_FFV1)
    {
      /* With checksums, and every frame by itself. */
      self->codec->level = 3;
      self->codec->gop_size = 1;
      self->codec->slices = 4;
      av_opt_set_int (self->codec->priv_data, "slicecrc", 1, 0);
    }
  else if (self->format == GRAY_MOVIE_MP4)
    {
      self->codec->pix_fmt = AV_PIX_FMT_YUV420P;
      self->codec->colorspace = AVCOL_SPC_SMPTE170M;
      self->codec->color_range = AVCOL_RANGE_MPEG;
      self->codec->flags |= strcmp (codec->name, "libx264") != 0 ? AV_CODEC_FLAG_QSCALE : 0;
      self->codec->global_quality = strcmp (codec->name, "libx264") != 0 ? 3 * FF_QP2LAMBDA : 0;
      av_opt_set (self->codec->priv_data, "crf", "19", 0);
      av_opt_set (self->codec->priv_data, "preset", "veryfast", 0);
      av_opt_set_int (self->codec->priv_data, "mbtree", 0, 0);
      self->converter = sws_getContext (self->codec->width, self->codec->height, AV_PIX_FMT_GRAY8, self->codec->width,
                                        self->codec->height, AV_PIX_FMT_YUV420P, SWS_BICUBIC, NULL, NULL, NULL);
    }
  if ((self->muxer->oformat->flags & AVFMT_GLOBALHEADER) != 0)
    self->codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
}

static int
begin_file (GrayMovie  *self,
            const char *path,
            int         bit_depth)
{
  const AVCodec *codec = find_codec (self->format);
  g_autofree char *url = g_strconcat ("file:", path, NULL);
  AVStream *stream;
  int result;

  set_up_codec (self, codec, bit_depth);
  self->picture->format = self->codec->pix_fmt;
  self->picture->width = self->codec->width;
  self->picture->height = self->codec->height;
  self->picture->color_range = self->codec->color_range;
  stream = avformat_new_stream (self->muxer, NULL);
  if ((result = av_frame_get_buffer (self->picture, 0)) < 0 ||
      (result = avcodec_open2 (self->codec, codec, NULL)) < 0 ||
      (result = avcodec_parameters_from_context (stream->codecpar, self->codec)) < 0 ||
      (result = avio_open (&self->muxer->pb, url, AVIO_FLAG_WRITE)) < 0)
    return result;

  stream->time_base = self->codec->time_base;
  stream->avg_frame_rate = self->codec->framerate;
  return avformat_write_header (self->muxer, NULL);
}

/* Hands a picture (NULL: the end) to the encoder, and writes what comes out. */
static gboolean
encode (GrayMovie  *self,
        AVFrame    *picture,
        GError    **error)
{
  int result = avcodec_send_frame (self->codec, picture);

  while (result >= 0 && (result = avcodec_receive_packet (self->codec, self->packet)) >= 0)
    {
      self->packet->stream_index = 0;
      self->packet->duration = 1;
      av_packet_rescale_ts (self->packet, self->codec->time_base, self->muxer->streams[0]->time_base);
      result = av_interleaved_write_frame (self->muxer, self->packet);
    }
  return check (result == AVERROR (EAGAIN) || result == AVERROR_EOF ? 0 : result, error);
}

static gboolean
add_picture (GrayMovie    *self,
             VenuleFrame  *frame,
             GError      **error)
{
  const guint8 *data[] = { frame->data, NULL, NULL, NULL };
  const int strides[] = { (int) frame->stride, 0, 0, 0 };

  if (!check (av_frame_make_writable (self->picture), error))
    return FALSE;
  if (self->converter != NULL)
    sws_scale (self->converter, data, strides, 0, frame->height, self->picture->data, self->picture->linesize);
  else
    for (int y = 0; y < frame->height; y++)
      memcpy (self->picture->data[0] + (gsize) self->picture->linesize[0] * y, frame->data + frame->stride * y,
              (gsize) frame->width * venule_frame_get_sample_bytes (frame));
  self->picture->pts = self->n_frames;
  return encode (self, self->picture, error);
}

/* ---- Both ---- */

GrayMovie *
gray_movie_new (const char       *path,
                GrayMovieFormat   format,
                int               width,
                int               height,
                int               bit_depth,
                double            frame_rate,
                GError          **error)
{
  g_autoptr (GrayMovie) self = g_new0 (GrayMovie, 1);

  self->format = format;
  self->frame_rate = frame_rate;
  /* Who has the old file open keeps it. */
  g_unlink (path);
  if (format == GRAY_MOVIE_TIFF)
    {
      self->tiff = TIFFOpen (path, "w");
      if (check (self->tiff != NULL ? 0 : AVERROR (EIO), error))
        return g_steal_pointer (&self);
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }

  venule_av_init ();
  avformat_alloc_output_context2 (&self->muxer, NULL,
                                  format == GRAY_MOVIE_FFV1  ? "matroska"
                                  : format == GRAY_MOVIE_AVI ? "avi" : "mp4", NULL);
  self->codec = avcodec_alloc_context3 (find_codec (format));
  self->codec->width = width;
  self->codec->height = height;
  self->codec->framerate = av_d2q (frame_rate, 1001000);
  self->packet = av_packet_alloc ();
  self->picture = av_frame_alloc ();
  if (check (begin_file (self, path, bit_depth), error))
    return g_steal_pointer (&self);
  g_prefix_error (error, "%s: ", path);
  return NULL;
}

gboolean
gray_movie_add (GrayMovie    *self,
                VenuleFrame  *frame,
                GError      **error)
{
  gboolean added = self->tiff != NULL ? add_page (self, frame, error) : add_picture (self, frame, error);

  self->n_frames++;
  return added;
}

gboolean
gray_movie_finish (GrayMovie  *self,
                   GError    **error)
{
  if (self->tiff == NULL)
    return encode (self, NULL, error) && check (av_write_trailer (self->muxer), error) &&
           check (avio_closep (&self->muxer->pb), error);

  /* Everything was written with the last page. */
  g_clear_pointer (&self->tiff, TIFFClose);
  return TRUE;
}

void
gray_movie_free (GrayMovie *self)
{
  g_clear_pointer (&self->tiff, TIFFClose);
  if (self->muxer != NULL)
    avio_closep (&self->muxer->pb);
  avformat_free_context (self->muxer);
  avcodec_free_context (&self->codec);
  av_packet_free (&self->packet);
  av_frame_free (&self->picture);
  sws_freeContext (self->converter);
  g_free (self);
}
