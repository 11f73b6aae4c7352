/* test-ffv1.c: FFV1 as FFmpeg writes it, decoded by ours and by FFmpeg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <string.h>

#include "venule-decoder.h"
#include "venule-ffv1.h"

#define N_PICTURES 6
#define N_DAMAGES 300
#define N_IN_VIDEO 300

typedef struct {
  const char *name;
  int         width, height;
  int         slices;    /* 0: as FFmpeg likes it */
  int         context;
  int         checksums;
  gboolean    known;     /* whether ours takes it */
  int         coder;
  int         gop;
  int         format;
} Kind;

static const Kind kinds[] = {
  { "as-venule-writes-it", 64, 48, 4, 0, 1, TRUE, 0, 1, AV_PIX_FMT_GRAY8 },
  { "odd-sides", 77, 53, 4, 0, 1, TRUE, 0, 1, AV_PIX_FMT_GRAY8 },
  { "six-slices", 91, 67, 6, 0, 1, TRUE, 0, 1, AV_PIX_FMT_GRAY8 },
  { "many-slices", 130, 121, 30, 0, 1, TRUE, 0, 1, AV_PIX_FMT_GRAY8 },
  { "large-contexts", 77, 53, 4, 1, 1, TRUE, 0, 1, AV_PIX_FMT_GRAY8 },
  { "no-checksums", 77, 53, 4, 0, 0, TRUE, 0, 1, AV_PIX_FMT_GRAY8 },
  { "narrow", 9, 200, 4, 0, 1, TRUE, 0, 1, AV_PIX_FMT_GRAY8 },
  { "range-coded", 64, 48, 4, 0, 1, FALSE, 1, 1, AV_PIX_FMT_GRAY8 },
  { "pictures-that-need-others", 64, 48, 4, 0, 1, FALSE, 0, 12, AV_PIX_FMT_GRAY8 },
  { "sixteen-bits", 64, 48, 4, 0, 1, FALSE, 0, 1, AV_PIX_FMT_GRAY16 },
  { "colours", 64, 48, 4, 0, 1, FALSE, 0, 1, AV_PIX_FMT_YUV444P },
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

static AVCodecContext *
open_decoder (const AVCodecContext *encoder)
{
  AVCodecContext *decoder = avcodec_alloc_context3 (avcodec_find_decoder (AV_CODEC_ID_FFV1));

  decoder->width = encoder->width;
  decoder->height = encoder->height;
  decoder->extradata = av_mallocz ((gsize) encoder->extradata_size + AV_INPUT_BUFFER_PADDING_SIZE);
  decoder->extradata_size = encoder->extradata_size;
  memcpy (decoder->extradata, encoder->extradata, (gsize) encoder->extradata_size);
  decoder->thread_count = 1;
  decoder->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT;
  g_assert_cmpint (avcodec_open2 (decoder, NULL, NULL), ==, 0);
  return decoder;
}

static void
assert_same (const AVFrame *theirs,
             const guint8  *ours,
             gsize          stride)
{
  for (int y = 0; y < theirs->height; y++)
    g_assert_cmpmem (theirs->data[0] + y * theirs->linesize[0], (gsize) theirs->width, ours + (gsize) y * stride,
                     (gsize) theirs->width);
}

static void
test_decodes_as_ffmpeg_does (gconstpointer data)
{
  const Kind *kind = data;
  AVCodecContext *encoder, *decoder;
  GPtrArray *packets = encode (kind, &encoder);
  AVFrame *picture = av_frame_alloc ();
  g_autoptr (VenuleFfv1) ffv1 = NULL;
  g_autofree guint8 *samples = g_malloc ((gsize) kind->width * (gsize) kind->height);

  decoder = open_decoder (encoder);
  ffv1 = venule_ffv1_new (decoder->extradata, (gsize) decoder->extradata_size, kind->width, kind->height);
  g_assert_true ((ffv1 != NULL) == kind->known);
  for (guint i = 0; ffv1 != NULL && i < packets->len; i++)
    {
      const AVPacket *packet = g_ptr_array_index (packets, i);
      VenuleFfv1Fields fields;

      g_assert_cmpint (avcodec_send_packet (decoder, packet), ==, 0);
      g_assert_cmpint (avcodec_receive_frame (decoder, picture), ==, 0);
      g_assert_true (venule_ffv1_decode (ffv1, packet->data, (gsize) packet->size, samples, (gsize) kind->width, &fields));
      assert_same (picture, samples, (gsize) kind->width);
    }
  free_packets (packets);
  av_frame_free (&picture);
  avcodec_free_context (&decoder);
  avcodec_free_context (&encoder);
}

/* With checksums it has to be refused; without, it is refused or nothing but samples are wrong. */
static void
test_damaged_pictures_do_no_harm (gconstpointer data)
{
  const Kind *kind = data;
  AVCodecContext *encoder;
  GPtrArray *packets = encode (kind, &encoder);
  g_autoptr (VenuleFfv1) ffv1 = venule_ffv1_new (encoder->extradata, (gsize) encoder->extradata_size, kind->width, kind->height);
  g_autofree guint8 *samples = g_malloc ((gsize) kind->width * (gsize) kind->height);

  for (int i = 0; i < N_DAMAGES; i++)
    {
      const AVPacket *packet = g_ptr_array_index (packets, (guint) g_test_rand_int_range (0, N_PICTURES));
      gsize size = (gsize) packet->size;
      g_autofree guint8 *damaged = g_malloc0 (size + AV_INPUT_BUFFER_PADDING_SIZE);
      VenuleFfv1Fields fields;

      memcpy (damaged, packet->data, size);
      for (int j = g_test_rand_int_range (1, 6); j > 0; j--)
        damaged[g_test_rand_int_range (0, (int) size)] ^= (guint8) (1 << g_test_rand_int_range (0, 8));
      if (i % 4 == 0)
        size = (gsize) g_test_rand_int_range (0, (int) size);
      if (memcmp (damaged, packet->data, (gsize) packet->size) == 0 && size == (gsize) packet->size)
        continue;
      if (venule_ffv1_decode (ffv1, damaged, size, samples, (gsize) kind->width, &fields))
        g_assert_false (kind->checksums);
    }
  free_packets (packets);
  avcodec_free_context (&encoder);
}

static void
test_damaged_records_are_refused (void)
{
  AVCodecContext *encoder;
  GPtrArray *packets = encode (&kinds[0], &encoder);
  gsize size = (gsize) encoder->extradata_size;

  for (gsize i = 0; i < size; i++)
    {
      g_autofree guint8 *damaged = g_memdup2 (encoder->extradata, size);

      g_assert_null (venule_ffv1_new (damaged, i, 64, 48));
      damaged[i] ^= (guint8) (1 << g_test_rand_int_range (0, 8));
      g_assert_null (venule_ffv1_new (damaged, size, 64, 48));
    }
  free_packets (packets);
  avcodec_free_context (&encoder);
}

/* One after the other as a decoder does it, some damaged: FFmpeg fills holes with the picture before. */
static void
test_holes_are_filled_as_ffmpeg_fills_them (void)
{
  const Kind *kind = &kinds[0];
  AVCodecContext *encoder, *decoder, *with_ours;
  GPtrArray *packets = encode (kind, &encoder);
  AVFrame *theirs = av_frame_alloc (), *mixed = av_frame_alloc ();
  VenuleDecoderOwn own;
  guint n_own = 0;

  decoder = open_decoder (encoder);
  with_ours = open_decoder (encoder);
  venule_decoder_own_open (&own, with_ours);
  for (int i = 0; i < 200; i++)
    {
      AVPacket *packet = av_packet_clone (g_ptr_array_index (packets, (guint) g_test_rand_int_range (0, N_PICTURES)));
      AVFrame *shown = mixed;

      g_assert_cmpint (av_packet_make_writable (packet), ==, 0);
      packet->pts = packet->dts = i;
      /* Of a header, of samples, of a checksum. */
      if (i > 0 && g_test_rand_int_range (0, 3) == 0)
        packet->data[g_test_rand_int_range (0, packet->size)] ^= (guint8) (1 << g_test_rand_int_range (0, 8));
      int sent = avcodec_send_packet (decoder, packet);

      if (venule_decoder_own_decode (&own, packet))
        {
          shown = own.picture;
          n_own++;
        }
      else
        {
          venule_decoder_own_hand_over (&own, with_ours, mixed, packet);
          g_assert_cmpint (avcodec_send_packet (with_ours, packet), ==, sent);
          av_packet_free (&packet);
          /* Some damage leaves no picture. */
          if (sent < 0)
            continue;
          g_assert_cmpint (avcodec_receive_frame (with_ours, mixed), ==, 0);
          venule_decoder_own_learn (&own, mixed);
        }
      g_assert_cmpint (sent, ==, 0);
      g_assert_cmpint (avcodec_receive_frame (decoder, theirs), ==, 0);
      venule_decoder_own_guess_time (&own, shown);
      assert_same (theirs, shown->data[0], (gsize) shown->linesize[0]);
      g_assert_cmpint (shown->best_effort_timestamp, ==, theirs->best_effort_timestamp);
      g_assert_cmpint (shown->key_frame, ==, theirs->key_frame);
      g_assert_cmpint (shown->interlaced_frame, ==, theirs->interlaced_frame);
      av_packet_free (&packet);
    }
  g_assert_cmpuint (n_own, >, 50);

  venule_decoder_own_close (&own);
  free_packets (packets);
  av_frame_free (&theirs);
  av_frame_free (&mixed);
  avcodec_free_context (&decoder);
  avcodec_free_context (&with_ours);
  avcodec_free_context (&encoder);
}

/* Where it begins, somewhere. */
static int
pick_slice (const AVPacket *packet)
{
  int end = packet->size, begin = 0;

  for (int n = g_test_rand_int_range (0, 4); n >= 0 && end > 8; n--)
    {
      const guint8 *trailer = packet->data + end - 8;

      end -= (trailer[0] << 16 | trailer[1] << 8 | trailer[2]) + 8;
      begin = end;
    }
  return begin;
}

/* Some of its packets are damaged, which is seen in the pictures of both. The @span first bytes of a slice say where it belongs. */
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
      if (i > 0 && g_test_rand_int_range (0, 5) == 0)
        packet->data[span > 0 ? pick_slice (packet) + g_test_rand_int_range (0, span) : g_test_rand_int_range (0, packet->size)] ^=
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
assert_same_next (VenuleDecoder *one,
                  VenuleDecoder *other,
                  gboolean      *more)
{
  g_autoptr (GError) error = NULL;

  *more = venule_decoder_next (one, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (venule_decoder_next (other, NULL, &error), ==, *more);
  g_assert_no_error (error);
  g_assert_cmpint (venule_decoder_count_bad_pieces (one, TRUE), ==, venule_decoder_count_bad_pieces (other, TRUE));
  if (!*more)
    return;
  g_assert_cmpint (venule_decoder_get_pts (one), ==, venule_decoder_get_pts (other));
  g_assert_cmpint (venule_decoder_is_damaged (one), ==, venule_decoder_is_damaged (other));
  g_assert_cmpint (one->picture->key_frame, ==, other->picture->key_frame);
  g_assert_cmpint (one->picture->interlaced_frame, ==, other->picture->interlaced_frame);
  assert_same (one->picture, other->picture->data[0], (gsize) other->picture->linesize[0]);
}

/* Several threads are ahead of who takes the pictures, and he may go back. */
static void
test_looking_ahead_changes_nothing (void)
{
  g_autofree char *folder = g_dir_make_tmp ("venule-ffv1-XXXXXX", NULL);
  g_autofree char *path = write_damaged_video (folder, &kinds[0], 0);

  for (guint n_threads = 1; n_threads <= 5; n_threads += 2)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (VenuleDecoder) one = venule_decoder_new (path, NULL, &error);
      g_autoptr (VenuleDecoder) ahead = venule_decoder_new (path, NULL, &error);
      gboolean more = TRUE;
      int n = 0;

      g_assert_no_error (error);
      venule_decoder_look_ahead (ahead, n_threads);
      for (; more; n++)
        {
          assert_same_next (one, ahead, &more);
          g_assert_true (n != N_IN_VIDEO / 2 || ahead->ahead != NULL);
          /* At its leisure, now and then, so that all are done before they are taken. */
          if (n % 50 == 0)
            g_usleep (2000);
        }
      g_assert_cmpint (n, >, N_IN_VIDEO / 2);
      g_assert_cmpint (venule_decoder_seek (one, 100, NULL), ==, venule_decoder_seek (ahead, 100, NULL));
      assert_same_next (one, ahead, &more);
    }
  g_unlink (path);
  g_rmdir (folder);
}

/* Slices that claim another's place, or say something else of the picture's fields. */
static void
test_damaged_headers_give_the_same_each_time (gconstpointer data)
{
  const Kind *kind = data;
  g_autofree char *folder = g_dir_make_tmp ("venule-ffv1-XXXXXX", NULL);
  g_autofree char *path = write_damaged_video (folder, kind, 4);

  for (int i = 0; i < 5; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (VenuleDecoder) one = venule_decoder_new (path, NULL, &error);
      g_autoptr (VenuleDecoder) other = venule_decoder_new (path, NULL, &error);
      gboolean more = TRUE;

      g_assert_no_error (error);
      while (more)
        assert_same_next (one, other, &more);
    }
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
      g_autofree char *decoded = g_strdup_printf ("/ffv1/decodes-as-ffmpeg-does/%s", kinds[i].name);
      g_autofree char *damaged = g_strdup_printf ("/ffv1/damaged-pictures-do-no-harm/%s", kinds[i].name);

      g_test_add_data_func (decoded, &kinds[i], test_decodes_as_ffmpeg_does);
      if (kinds[i].known)
        g_test_add_data_func (damaged, &kinds[i], test_damaged_pictures_do_no_harm);
    }
  g_test_add_func ("/ffv1/damaged-records-are-refused", test_damaged_records_are_refused);
  g_test_add_func ("/ffv1/holes-are-filled-as-ffmpeg-fills-them", test_holes_are_filled_as_ffmpeg_fills_them);
  g_test_add_data_func ("/ffv1/damaged-headers-give-the-same-each-time/eight-bits", &kinds[0],
                        test_damaged_headers_give_the_same_each_time);
  g_test_add_data_func ("/ffv1/damaged-headers-give-the-same-each-time/many-slices", &kinds[3],
                        test_damaged_headers_give_the_same_each_time);
  g_test_add_data_func ("/ffv1/damaged-headers-give-the-same-each-time/sixteen-bits", &kinds[9],
                        test_damaged_headers_give_the_same_each_time);
  g_test_add_func ("/ffv1/looking-ahead-changes-nothing", test_looking_ahead_changes_nothing);
  return g_test_run ();
}
