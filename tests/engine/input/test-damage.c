/* test-damage.c: of a damaged file every frame is read that FFmpeg and libtiff can read of it, and the damage is named
 *
 * A hundred files, always the same, and some more that are others each time (GLib prints the seed). What is expected of
 * a damaged file is worked out here a second time, by the plainest use of FFmpeg and libtiff from its start to its end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <string.h>
#include <time.h>
#include <tiffio.h>

#include "clips.h"
#include "damage.h"
#include "venule-av.h"
#include "venule-error.h"

#define WIDTH    48
#define HEIGHT   32
#define N_FRAMES 16
/* Thousands of files are tried beside other work on the machine, which may hold one of them for seconds. */
#define MAX_TIME ((g_test_slow () ? 60 : 10) * CLOCKS_PER_SEC)

typedef struct {
  const char        *name;
  GrayMovieFormat    format;
  const char        *demuxer;     /* NULL: libtiff */
  gboolean           has_checks;  /* checksums tell each wrong picture */
} Kind;

static const Kind kinds[] = {
  { "clip.avi", GRAY_MOVIE_AVI, "avi", FALSE },
  { "clip.mkv", GRAY_MOVIE_FFV1, "matroska,webm", TRUE },
  { "clip.mp4", GRAY_MOVIE_MP4, "mov,mp4,m4a,3gp,3g2,mj2", FALSE },
  { "clip.tif", GRAY_MOVIE_TIFF, NULL, FALSE },
};

/* A picture of the reference. */
typedef struct {
  guint64  hash;
  gboolean fits;   /* has the size and depth of the first */
  gboolean whole;  /* was read without an error */
} Picture;

static guint64
hash_rows (const guint8 *data,
           int           stride)
{
  g_autoptr (VenuleFrame) frame = venule_frame_new (WIDTH, HEIGHT, 8);

  for (int y = 0; y < HEIGHT; y++)
    memcpy (frame->data + frame->stride * y, data + (ptrdiff_t) stride * y, WIDTH);
  return venule_frame_hash (frame);
}

static void
add_picture (GArray        *pictures,
             const AVFrame *frame)
{
  Picture picture = { .whole = TRUE };

  picture.fits = frame->width == WIDTH && frame->height == HEIGHT &&
                 (frame->format == AV_PIX_FMT_GRAY8 || frame->format == AV_PIX_FMT_YUV420P);
  if (picture.fits)
    picture.hash = hash_rows (frame->data[0], frame->linesize[0]);
  g_array_append_val (pictures, picture);
}

static void
decode (AVCodecContext *codec,
        AVPacket       *packet,
        AVFrame        *frame,
        GArray         *pictures)
{
  int result;

  if (packet == NULL || packet->size > 0)
    avcodec_send_packet (codec, packet);
  while ((result = avcodec_receive_frame (codec, frame)) != AVERROR (EAGAIN) && result != AVERROR_EOF)
    if (result >= 0)
      add_picture (pictures, frame);
}

/* What FFmpeg makes of a file from its start to its end. %NULL: it is no video of that kind to it. */
static GArray *
read_with_ffmpeg (const char *path,
                  const char *demuxer)
{
  AVFormatContext *format = NULL;
  AVCodecContext *context = NULL;
  AVPacket *packet = av_packet_alloc ();
  AVFrame *frame = av_frame_alloc ();
  const AVCodec *codec = NULL;
  GArray *pictures = NULL;
  int stream = -1;

  if (avformat_open_input (&format, path, NULL, NULL) >= 0 && g_str_equal (format->iformat->name, demuxer) &&
      avformat_find_stream_info (format, NULL) >= 0)
    stream = av_find_best_stream (format, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
  if (stream >= 0 && codec != NULL)
    {
      context = avcodec_alloc_context3 (codec);
      avcodec_parameters_to_context (context, format->streams[stream]->codecpar);
      context->pkt_timebase = format->streams[stream]->time_base;
      context->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT;
      context->thread_type = FF_THREAD_SLICE;
      context->thread_count = 2;
    }
  if (context != NULL && avcodec_open2 (context, codec, NULL) >= 0)
    {
      pictures = g_array_new (FALSE, FALSE, sizeof (Picture));
      while (av_read_frame (format, packet) >= 0)
        {
          if (packet->stream_index == stream)
            decode (context, packet, frame, pictures);
          av_packet_unref (packet);
        }
      decode (context, NULL, frame, pictures);
    }

  avcodec_free_context (&context);
  avformat_close_input (&format);
  av_packet_free (&packet);
  av_frame_free (&frame);
  return pictures;
}

static int
be_silent (TIFF       *tiff,
           void       *data,
           const char *module,
           const char *format,
           va_list     arguments)
{
  return 1;
}

static guint32
get_number (TIFF    *tiff,
            guint32  tag)
{
  guint16 number = 0;
  guint32 wide = 0;

  if (tag == TIFFTAG_IMAGEWIDTH || tag == TIFFTAG_IMAGELENGTH || tag == TIFFTAG_ROWSPERSTRIP ||
      tag == TIFFTAG_SUBFILETYPE)
    return TIFFGetFieldDefaulted (tiff, tag, &wide) ? wide : 0;
  return TIFFGetFieldDefaulted (tiff, tag, &number) ? number : 0;
}

static gboolean
is_plain (TIFF *tiff)
{
  return get_number (tiff, TIFFTAG_IMAGEWIDTH) == WIDTH && get_number (tiff, TIFFTAG_IMAGELENGTH) == HEIGHT &&
         get_number (tiff, TIFFTAG_BITSPERSAMPLE) == 8 && get_number (tiff, TIFFTAG_SAMPLESPERPIXEL) == 1 &&
         get_number (tiff, TIFFTAG_SAMPLEFORMAT) == SAMPLEFORMAT_UINT &&
         get_number (tiff, TIFFTAG_PHOTOMETRIC) == PHOTOMETRIC_MINISBLACK && !TIFFIsTiled (tiff) &&
         get_number (tiff, TIFFTAG_SUBFILETYPE) == 0;
}

static Picture
read_page (TIFF *tiff)
{
  guint32 rows = CLAMP (get_number (tiff, TIFFTAG_ROWSPERSTRIP), 1, HEIGHT);
  guint8 data[HEIGHT][WIDTH] = { 0 };
  Picture picture = { .fits = is_plain (tiff), .whole = TRUE };

  for (guint32 y = 0; picture.fits && y < HEIGHT; y += rows)
    {
      tmsize_t size = MIN (rows, HEIGHT - y) * WIDTH;

      if (TIFFReadEncodedStrip (tiff, TIFFComputeStrip (tiff, y, 0), data[y], size) != size)
        picture.whole = FALSE;
    }
  picture.hash = hash_rows (data[0], WIDTH);
  return picture;
}

static GArray *
read_with_libtiff (const char *path)
{
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc ();
  GArray *pictures = NULL;
  TIFF *tiff;

  TIFFOpenOptionsSetErrorHandlerExtR (options, be_silent, NULL);
  TIFFOpenOptionsSetWarningHandlerExtR (options, be_silent, NULL);
  TIFFOpenOptionsSetMaxSingleMemAlloc (options, 1 << 24);
  tiff = TIFFOpenExt (path, "rm", options);
  TIFFOpenOptionsFree (options);
  if (tiff == NULL)
    return NULL;

  pictures = g_array_new (FALSE, FALSE, sizeof (Picture));
  do
    {
      Picture picture = read_page (tiff);

      g_array_append_val (pictures, picture);
    }
  while (pictures->len < 4 * N_FRAMES && TIFFReadDirectory (tiff));
  TIFFClose (tiff);
  return pictures;
}

/* Judgement */

static gboolean
finds (VenuleSource *source,
       const char   *words)
{
  g_auto (GStrv) warnings = venule_source_dup_warnings (source);
  g_autofree char *text = g_strjoinv (" ", warnings);

  return strstr (text, words) != NULL;
}

static gboolean
is_original (guint64       hash,
             const GArray *originals)
{
  for (guint i = 0; i < originals->len; i++)
    if (g_array_index (originals, guint64, i) == hash)
      return TRUE;
  return FALSE;
}

/* In an order that jumps about. */
static void
read_all (VenuleSource *source,
          gint64        n,
          GRand        *rand)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);

  g_assert_nonnull (reader);
  for (gint64 i = 0; i < n + 8; i++)
    {
      gint64 index = i < n ? n - 1 - i : g_rand_int_range (rand, 0, n);
      g_autoptr (GError) error = NULL;
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, index, NULL, &error);
      VenuleFrameInfo info;

      g_assert_no_error (error);
      g_assert_true (venule_source_get_frame_info (source, index, &info));
      g_assert_cmpint (frame->corrupt, ==, info.corrupt);
      if (!info.corrupt)
        g_assert_cmpuint (venule_frame_hash (frame), ==, info.hash);
    }
}

static void
judge_frames (const Kind   *kind,
              VenuleSource *source,
              const GArray *pictures,
              const GArray *originals)
{
  gint64 n = venule_source_get_n_frames (source);
  gboolean any_corrupt = FALSE;
  gboolean usual = venule_source_get_width (source) == WIDTH && venule_source_get_height (source) == HEIGHT &&
                   venule_source_get_bit_depth (source) == 8;
  /* What a stack holds its first page says. Where that is damaged, sound pages are other ones, and told as damaged. */
  gboolean first_misleads = kind->demuxer == NULL && pictures != NULL && !g_array_index (pictures, Picture, 0).fits;

  /* Whatever FFmpeg or libtiff gives is a frame, in its place, with its pixels. */
  if (pictures != NULL && usual)
    g_assert_cmpint (n, >=, kind->demuxer != NULL ? (gint64) pictures->len : 1);
  for (gint64 i = 0; i < n; i++)
    {
      const Picture *picture = pictures != NULL && i < pictures->len ? &g_array_index (pictures, Picture, i) : NULL;
      VenuleFrameInfo info;

      g_assert_true (venule_source_get_frame_info (source, i, &info));
      any_corrupt = any_corrupt || info.corrupt;
      if (usual && picture != NULL && picture->fits && picture->whole && !(first_misleads && info.corrupt))
        g_assert_cmpuint (info.hash, ==, picture->hash);
      if (picture != NULL && !picture->whole)
        g_assert_true (info.corrupt);
      if (kind->has_checks && usual && !info.corrupt)
        g_assert_true (is_original (info.hash, originals));
    }

  if (any_corrupt)
    g_assert_true (finds (source, "damaged"));
  /* Some sentence tells that frames are missing; a stack without its last pages is a shorter stack. */
  if (n < N_FRAMES && kind->demuxer != NULL)
    g_assert_true (finds (source, "."));
}

/* Of a file whose first picture FFmpeg or libtiff can read. */
static gboolean
may_be_refused (const Kind   *kind,
                const GError *error)
{
  /* A damaged description may leave open what the frames are. */
  if (kind->demuxer == NULL)
    return error->code != VENULE_ERROR_NOT_FOUND;
  /* An index is not read that would have FFmpeg take memory for frames which the file has no room for. */
  return kind->format == GRAY_MOVIE_MP4 && error->code == VENULE_ERROR_TOO_LARGE;
}

/* Returns whether it could be opened. */
static gboolean
judge (const Kind   *kind,
       const char   *path,
       const GArray *originals,
       GRand        *rand)
{
  g_autoptr (GArray) pictures = kind->demuxer != NULL
  ? read_with_ffmpeg (path, kind->demuxer) : read_with_libtiff (path);
  clock_t start = clock ();
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = venule_source_open (path, NULL, &error);
  gboolean first_fits = pictures != NULL && pictures->len > 0 && g_array_index (pictures, Picture, 0).fits;

  if (source != NULL && venule_source_build_table (source, NULL, NULL, NULL, &error))
    {
      judge_frames (kind, source, pictures, originals);
      read_all (source, venule_source_get_n_frames (source), rand);
    }
  else
    {
      g_test_message ("%s", error->message);
      g_assert_true (error->domain == VENULE_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_true (!first_fits || may_be_refused (kind, error));
    }
  g_assert_cmpint (clock () - start, <, MAX_TIME);
  return source != NULL;
}

static void
damage_some (const Kind *kind,
             GRand      *rand,
             int         n_files)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, kind->name, kind->format, WIDTH, HEIGHT, 8, 25, N_FRAMES);
  g_autofree char *content = NULL;
  g_autoptr (GArray) originals = g_array_new (FALSE, FALSE, sizeof (guint64));
  gsize length;
  int n_opened = 0;

  for (int i = 0; i < N_FRAMES; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_draw_frame (i, WIDTH, HEIGHT, 8);
      guint64 hash = venule_frame_hash (frame);

      g_array_append_val (originals, hash);
    }
  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  for (int i = 0; i < n_files; i++)
    {
      g_autoptr (GByteArray) file = g_byte_array_new ();
      const char *manner;

      g_byte_array_append (file, (const guint8 *) content, length);
      manner = damage_do (file, rand);
      g_assert_true (g_file_set_contents (path, (const char *) file->data, file->len, NULL));
      g_test_message ("%d: %s, %s", i, path, manner);
      n_opened += judge (kind, path, originals, rand);
    }
  g_test_message ("%d of %d could be opened", n_opened, n_files);
  g_assert_cmpint (n_opened, >=, n_files / 5);
  clips_remove_folder (folder);
}

/* 25 of each kind. */
static void
a_hundred_damaged_files (gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);

  damage_some (data, rand, 25);
}

static void
others_each_time (gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  damage_some (data, rand, g_test_slow () ? 2500 : 15);
}

/* What helps in finding errors would fill the report. */
static void
drop (const char     *domain,
      GLogLevelFlags  level,
      const char     *message,
      gpointer        data)
{
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  venule_av_init ();
  g_log_set_handler ("Venule-Engine", G_LOG_LEVEL_DEBUG | G_LOG_LEVEL_INFO, drop, NULL);
  g_log_set_handler ("Venule-Media", G_LOG_LEVEL_DEBUG, drop, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *same = g_strdup_printf ("/damage/a-hundred-damaged-files/%s", strrchr (kinds[i].name, '.') + 1);
      g_autofree char *other = g_strdup_printf ("/damage/others-each-time/%s", strrchr (kinds[i].name, '.') + 1);

      g_test_add_data_func (same, &kinds[i], a_hundred_damaged_files);
      g_test_add_data_func (other, &kinds[i], others_each_time);
    }
  return g_test_run ();
}
