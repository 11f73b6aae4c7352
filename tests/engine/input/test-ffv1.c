/* test-ffv1.c: damaged FFV1 gives the same pictures and the same reports each time, however many threads decode it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <string.h>

#include "gray-movie.h"
#include "venule-decoder.h"

#define N_PICTURES 6
#define N_IN_VIDEO 100

typedef struct {
  const char *name;
  int         width, height;
  int         slices;    /* 0: as FFmpeg likes it */
  int         context;
  int         checksums;
  int         coder;
  int         gop;
  int         format;
} Kind;

static const Kind kinds[] = {
  { "as-venule-writes-it", 64, 48, 4, 0, 1, 0, 1, AV_PIX_FMT_GRAY8 },
  { "many-slices", 130, 121, 30, 0, 1, 0, 1, AV_PIX_FMT_GRAY8 },
  { "no-checksums", 77, 53, 4, 0, 0, 0, 1, AV_PIX_FMT_GRAY8 },
  { "range-coded", 64, 48, 4, 0, 1, 1, 1, AV_PIX_FMT_GRAY8 },
  { "pictures-that-need-others", 64, 48, 4, 0, 1, 0, 12, AV_PIX_FMT_GRAY8 },
  { "sixteen-bits", 64, 48, 4, 0, 1, 0, 1, AV_PIX_FMT_GRAY16 },
};

/* Noise, slopes, flat areas, black and white, a line that goes on and one that does not. */
static void
paint (AVFrame *picture,
       int      which)
{
  for (int y = 0; y < picture->height; y++)
    for (int x = 0; x < picture->linesize[0]; x++)
      {
        int noise = g_test_rand_int_range (-8, 9), value = 0;

        switch (which)
          {
          case 0:
            value = 128 + noise;
            break;
          case 1:
            value = 2 * x + y + (noise > 6 ? noise : 0);
            break;
          case 2:
            value = x / 16 % 2 * 255;
            break;
          case 3:
            value = g_test_rand_int_range (0, 256);
            break;
          case 4:
            value = 77;
            break;
          default:
            value = noise > 7 ? 255 : y == 20 ? 200 : 3;
          }
        picture->data[0][y * picture->linesize[0] + x] = (guint8) CLAMP (value, 0, 255);
      }
}

static AVCodecContext *
open_encoder (const Kind *kind)
{
  AVCodecContext *encoder = avcodec_alloc_context3 (avcodec_find_encoder (AV_CODEC_ID_FFV1));

  encoder->width = kind->width;
  encoder->height = kind->height;
  encoder->pix_fmt = kind->format;
  encoder->time_base = (AVRational){ 1, 25 };
  encoder->level = 3;
  encoder->gop_size = kind->gop;
  encoder->slices = kind->slices;
  encoder->strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL;
  av_opt_set_int (encoder->priv_data, "slicecrc", kind->checksums, 0);
  av_opt_set_int (encoder->priv_data, "context", kind->context, 0);
  av_opt_set_int (encoder->priv_data, "coder", kind->coder, 0);
  g_assert_cmpint (avcodec_open2 (encoder, NULL, NULL), ==, 0);
  return encoder;
}

/* (transfer full) (element-type AVPacket) */
static GPtrArray *
encode (const Kind      *kind,
        AVCodecContext **encoder)
{
  GPtrArray *packets = g_ptr_array_new ();

  *encoder = open_encoder (kind);
  for (int i = 0; i < N_PICTURES; i++)
    {
      AVFrame *picture = av_frame_alloc ();
      AVPacket *packet = av_packet_alloc ();

      picture->format = kind->format;
      picture->width = kind->width;
      picture->height = kind->height;
      g_assert_cmpint (av_frame_get_buffer (picture, 0), ==, 0);
      for (int plane = 1; plane < 4 && picture->data[plane] != NULL; plane++)
        memset (picture->data[plane], 128, (gsize) (picture->linesize[plane] * picture->height));
      paint (picture, i);
      picture->pts = i;
      g_assert_cmpint (avcodec_send_frame (*encoder, picture), ==, 0);
      g_assert_cmpint (avcodec_receive_packet (*encoder, packet), ==, 0);
      g_ptr_array_add (packets, packet);
      av_frame_free (&picture);
    }
  return packets;
}

static void
free_packets (GPtrArray *packets)
{
  for (guint i = 0; i < packets->len; i++)
    {
      AVPacket *packet = g_ptr_array_index (packets, i);

      av_packet_free (&packet);
    }
  g_ptr_array_unref (packets);
}

/* Where it begins, somewhere. */
static int
pick_slice (const AVPacket *packet,
            int             footer)
{
  int end = packet->size, begin = 0;

  for (int n = g_test_rand_int_range (0, 4); n >= 0 && end > footer; n--)
    {
      const guint8 *trailer = packet->data + end - footer;

      end -= (trailer[0] << 16 | trailer[1] << 8 | trailer[2]) + footer;
      begin = end;
    }
  return begin;
}

/* Some of its packets are damaged, which is seen in the pictures of both. The @span first bytes of a slice say where it
 * belongs. */
static char *
write_damaged_video (const char *folder,
                     const Kind *kind,
                     int         span)
{
  char *path = g_build_filename (folder, "damaged.mkv", NULL);
  AVFormatContext *format = NULL;
  AVCodecContext *encoder;
  GPtrArray *packets = encode (kind, &encoder);
  AVStream *stream;

  g_assert_cmpint (avformat_alloc_output_context2 (&format, NULL, NULL, path), >=, 0);
  stream = avformat_new_stream (format, NULL);
  stream->time_base = encoder->time_base;
  g_assert_cmpint (avcodec_parameters_from_context (stream->codecpar, encoder), >=, 0);
  g_assert_cmpint (avio_open (&format->pb, path, AVIO_FLAG_WRITE), >=, 0);
  g_assert_cmpint (avformat_write_header (format, NULL), >=, 0);
  for (int i = 0; i < N_IN_VIDEO; i++)
    {
      AVPacket *packet = av_packet_clone (g_ptr_array_index (packets, (guint) g_test_rand_int_range (0, N_PICTURES)));

      g_assert_cmpint (av_packet_make_writable (packet), ==, 0);
      packet->pts = packet->dts = av_rescale_q (i, encoder->time_base, stream->time_base);
      if (i == 1 || (i > 1 && g_test_rand_int_range (0, 5) == 0))
        packet->data[span > 0 ? pick_slice (packet, kind->checksums ? 8 : 3) + g_test_rand_int_range (0, span) :
                     g_test_rand_int_range (0, packet->size)] ^=
          (guint8) (1 << g_test_rand_int_range (0, 8));
      g_assert_cmpint (av_write_frame (format, packet), >=, 0);
      av_packet_free (&packet);
    }
  av_write_trailer (format);
  avio_closep (&format->pb);
  avformat_free_context (format);
  free_packets (packets);
  avcodec_free_context (&encoder);
  return path;
}

static void
assert_same_picture (const AVFrame *one,
                     const AVFrame *other)
{
  gsize length = (gsize) one->width * (one->format == AV_PIX_FMT_GRAY16 ? 2 : 1);

  g_assert_cmpint (one->key_frame, ==, other->key_frame);
  g_assert_cmpint (one->interlaced_frame, ==, other->interlaced_frame);
  for (int y = 0; y < one->height; y++)
    g_assert_cmpmem (one->data[0] + y * one->linesize[0], length, other->data[0] + y * other->linesize[0], length);
}

static void
assert_same_video (VenuleDecoder *one,
                   VenuleDecoder *other,
                   gboolean       checksums)
{
  g_autoptr (GError) error = NULL;
  gboolean more = TRUE;
  int n = 0, n_damaged = 0;

  while (more)
    {
      more = venule_decoder_next (one, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (venule_decoder_next (other, NULL, &error), ==, more);
      g_assert_no_error (error);
      if (!more)
        break;
      n++;
      n_damaged += venule_decoder_is_damaged (one);
      g_assert_cmpint (venule_decoder_get_pts (one), ==, venule_decoder_get_pts (other));
      g_assert_cmpint (venule_decoder_is_damaged (one), ==, venule_decoder_is_damaged (other));
      assert_same_picture (one->picture, other->picture);
    }
  g_assert_cmpint (venule_decoder_count_bad_pieces (one, TRUE), ==, venule_decoder_count_bad_pieces (other, TRUE));
  g_assert_cmpint (n, >, N_IN_VIDEO / 2);
  /* Without checksums damage may decode. */
  if (checksums)
    g_assert_cmpint (n_damaged, >, 0);
}

static VenuleDecoder *
open_with_threads (const char *path,
                   guint       n_threads)
{
  g_autoptr (GError) error = NULL;
  VenuleDecoder *decoder = venule_decoder_new (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (venule_decoder_use_threads (decoder, n_threads, &error));
  g_assert_no_error (error);
  return decoder;
}

/* Damage anywhere in a packet, or in the headers of slices: these claim another's place, or say something else of the
 * picture's fields. */
static void
test_threads_change_nothing (gconstpointer data)
{
  const Kind *kind = data;
  g_autofree char *folder = g_dir_make_tmp ("venule-ffv1-XXXXXX", NULL);

  for (int span = 0; span <= 4; span += 4)
    {
      g_autofree char *path = write_damaged_video (folder, kind, span);

      for (guint n_threads = 2; n_threads <= 5; n_threads += 3)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (VenuleDecoder) alone = open_with_threads (path, 1);
          g_autoptr (VenuleDecoder) together = open_with_threads (path, n_threads);
          g_autoptr (VenuleDecoder) again = open_with_threads (path, 1);
          g_autoptr (VenuleDecoder) by_slices = venule_decoder_new (path, NULL, &error);

          g_assert_no_error (error);
          assert_same_video (alone, together, kind->checksums);
          assert_same_video (again, by_slices, kind->checksums);
        }
      g_unlink (path);
    }
  g_rmdir (folder);
}

/* A picture at work takes as much memory as itself and its packet. */
static void
test_few_threads_for_large_pictures (void)
{
  g_autofree char *folder = g_dir_make_tmp ("venule-ffv1-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "large.avi", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GrayMovie) writer = gray_movie_new (path, GRAY_MOVIE_FFV1, 6000, 6000, 8, 30, &error);
  g_autoptr (VenuleFrame) frame = venule_frame_new (6000, 6000, 8);

  g_assert_no_error (error);
  g_assert_true (gray_movie_add (writer, frame, &error));
  g_assert_true (gray_movie_finish (writer, &error));

  g_autoptr (VenuleDecoder) decoder = open_with_threads (path, 16);

  g_assert_cmpint (decoder->n_threads, ==, 7);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  av_log_set_level (AV_LOG_QUIET);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ffv1/threads-change-nothing/%s", kinds[i].name);

      g_test_add_data_func (path, &kinds[i], test_threads_change_nothing);
    }
  g_test_add_func ("/ffv1/few-threads-for-large-pictures", test_few_threads_for_large_pictures);
  return g_test_run ();
}
