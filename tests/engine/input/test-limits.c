/* test-limits.c: sizes and counts that a file claims are not believed before memory is asked for, or time spent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <string.h>

#include "clips.h"
#include "lies.h"

/* TIFF */

typedef struct {
  guint   tag;
  guint   type;
  guint64 count;
  guint64 value;
} Entry;

/* A directory at the end of the file. */
static void
add_directory (GByteArray  *file,
               gboolean     big,
               const Entry *entries,
               guint64      n_told,
               guint        n,
               guint64      next)
{
  lies_add (file, n_told, big ? 8 : 2);
  for (guint i = 0; i < n; i++)
    {
      lies_add (file, entries[i].tag, 2);
      lies_add (file, entries[i].type, 2);
      lies_add (file, entries[i].count, big ? 8 : 4);
      lies_add (file, entries[i].value, big ? 8 : 4);
    }
  lies_add (file, next, big ? 8 : 4);
}

static GByteArray *
new_tiff (gboolean big)
{
  GByteArray *file = g_byte_array_new ();

  if (big)
    {
      g_byte_array_append (file, (const guint8 *) "II+\0\x08\0\0\0", 8);
      lies_add (file, 16, 8);
    }
  else
    {
      g_byte_array_append (file, (const guint8 *) "II*\0", 4);
      lies_add (file, 8, 4);
    }
  return file;
}

enum {
  SHORT = 3,
  LONG = 4,
  ASCII = 2,
  LONG8 = 16,
};

#define PAGE(width, height)                                                                                         \
  { 256, LONG, 1, (width) }, { 257, LONG, 1, (height) }, { 258, SHORT, 1, 8 }, { 259, SHORT, 1, 1 },               \
    { 262, SHORT, 1, 1 }

static void
pages_of_absurd_sizes_are_refused (void)
{
  static const guint32 sides[][2] = { { 65535, 65535 }, { 100000, 100000 }, { G_MAXUINT32, 1 },
                                      { 1, G_MAXUINT32 }, { G_MAXUINT32, G_MAXUINT32 }, { 32769, 1 } };
  char *folder = clips_make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      const Entry entries[] = { PAGE (sides[i][0], sides[i][1]), { 273, LONG, 1, 8 }, { 278, LONG, 1, sides[i][1] },
                                { 279, LONG, 1, 1000 } };
      g_autoptr (GByteArray) file = new_tiff (FALSE);
      g_autofree char *path = NULL;
      g_autofree char *words = g_strdup_printf ("%u × %u pixels", sides[i][0], sides[i][1]);

      /* 900 pages of it. */
      for (int page = 0; page < 900; page++)
        add_directory (file, FALSE, entries, G_N_ELEMENTS (entries), G_N_ELEMENTS (entries),
                       page < 899 ? file->len + 2 + 12 * G_N_ELEMENTS (entries) + 4 : 0);
      path = lies_put (folder, "huge.tif", file);
      /* Of some libtiff itself says no. */
      g_assert_cmpint (lies_count (path, i < 4 ? words : NULL), ==, -1);
    }
  clips_remove_folder (folder);
}

static void
parts_of_pages_of_absurd_sizes_cost_nothing (void)
{
  static const Entry last[][4] = {
    /* Strips and tiles of four million rows, and more strips than there are bytes. */
    { { 273, LONG, 1, 8 }, { 278, LONG, 1, G_MAXUINT32 }, { 279, LONG, 1, G_MAXUINT32 }, { 296, SHORT, 1, 2 } },
    { { 273, LONG, 1, G_MAXUINT32 - 3 }, { 278, LONG, 1, 16 }, { 279, LONG, 1, G_MAXINT32 }, { 296, SHORT, 1, 2 } },
    { { 273, LONG, G_MAXUINT32, 8 }, { 278, LONG, 1, 1 }, { 279, LONG, G_MAXUINT32, 8 }, { 296, SHORT, 1, 2 } },
    { { 322, LONG, 1, 16000000 }, { 323, LONG, 1, 16000000 }, { 324, LONG, 1, 8 }, { 325, LONG, 1, 8 } },
    { { 322, LONG, 1, 32752 }, { 323, LONG, 1, 8192 }, { 324, LONG, 1, 8 }, { 325, LONG, 1, 8 } },
    { { 322, LONG, 1, 0 }, { 323, LONG, 1, 0 }, { 324, LONG, 1, 8 }, { 325, LONG, 1, 8 } },
    /* A description, a colour map and a private tag of gigabytes. */
    { { 270, ASCII, G_MAXINT32, 8 }, { 273, LONG, 1, 8 }, { 278, LONG, 1, 16 }, { 279, LONG, 1, 256 } },
    { { 273, LONG, 1, 8 }, { 278, LONG, 1, 16 }, { 279, LONG, 1, 256 }, { 320, SHORT, G_MAXUINT32, 8 } },
    { { 273, LONG, 1, 8 }, { 278, LONG, 1, 16 }, { 279, LONG, 1, 256 }, { 50839, LONG, G_MAXUINT32, 8 } },
    { { 273, LONG, 1, 8 }, { 277, SHORT, 1, 65535 }, { 278, LONG, 1, 16 }, { 279, LONG, 1, 256 } },
  };
  char *folder = clips_make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (last); i++)
    {
      Entry entries[9] = { PAGE (16, 16) };
      g_autoptr (GByteArray) file = new_tiff (FALSE);
      g_autofree char *path = NULL;

      memcpy (entries + 5, last[i], sizeof last[i]);
      add_directory (file, FALSE, entries, 9, 9, 0);
      path = lies_put (folder, "parts.tif", file);
      g_assert_cmpint (lies_count (path, NULL), <=, 1);
    }
  clips_remove_folder (folder);
}

/* Nothing is made for the pages of gigabytes that a file of some kilobytes promises; a file breaks off in one page. */
static void
pages_beyond_the_end_are_missing (void)
{
  const guint n = 9, n_pages = 300, size = 2 + 12 * n + 4;
  char *folder = clips_make_folder ();

  for (guint i = 0; i < 4; i++)
    {
      gboolean compressed = i % 2, in_between = i / 2;
      g_autoptr (GByteArray) file = new_tiff (FALSE);
      g_autofree char *path = NULL;

      for (guint page = 0; page < n_pages; page++)
        {
          gboolean there = in_between && page == n_pages - 1;
          guint rows = there ? 1 : 4096;
          const Entry entries[] = { { 256, LONG, 1, 4096 }, { 257, LONG, 1, rows }, { 258, SHORT, 1, 8 },
                                    { 259, SHORT, 1, compressed && !there ? 8 : 1 }, { 262, SHORT, 1, 1 },
                                    { 273, LONG, 1, there ? 8 : file->len }, { 277, SHORT, 1, 1 },
                                    { 278, LONG, 1, rows }, { 279, LONG, 1, rows * 4096 } };

          add_directory (file, FALSE, entries, n, n, page < n_pages - 1 ? file->len + size : 0);
        }
      g_byte_array_set_size (file, MAX (file->len, 8 + 4096));
      path = lies_put (folder, "beyond.tif", file);
      g_assert_cmpint (lies_count (path, in_between ? "300 frames are damaged" : "says 300 frames, 1 can be decoded"),
                       ==, in_between ? n_pages : 1);
    }
  clips_remove_folder (folder);
}

static void
directories_without_end_are_left (void)
{
  const Entry entries[] = { PAGE (16, 16), { 273, LONG, 1, 8 }, { 278, LONG, 1, 16 }, { 279, LONG, 1, 60 } };
  const guint n = G_N_ELEMENTS (entries);
  const guint size = 2 + 12 * n + 4;
  char *folder = clips_make_folder ();
  g_autoptr (GByteArray) loop = new_tiff (FALSE);
  g_autoptr (GByteArray) ring = new_tiff (FALSE);
  g_autoptr (GByteArray) many = new_tiff (FALSE);
  g_autoptr (GByteArray) wide = new_tiff (TRUE);
  g_autofree char *path = NULL;

  /* It is its own next one; three in a ring. */
  add_directory (loop, FALSE, entries, n, n, 8);
  path = lies_put (folder, "loop.tif", loop);
  g_assert_cmpint (lies_count (path, NULL), ==, 1);
  for (int i = 0; i < 3; i++)
    add_directory (ring, FALSE, entries, n, n, 8 + size * ((i + 1) % 3));
  g_free (path);
  path = lies_put (folder, "ring.tif", ring);
  g_assert_cmpint (lies_count (path, NULL), ==, 3);

  /* As many as fit: empty ones behind a first page. */
  add_directory (many, FALSE, entries, n, n, 8 + size);
  for (int i = 0; i < 20000; i++)
    add_directory (many, FALSE, NULL, 0, 0, many->len + 6);
  g_free (path);
  path = lies_put (folder, "many.tif", many);
  g_assert_cmpint (lies_count (path, NULL), <=, 20001);

  /* One of a thousand million entries. */
  add_directory (wide, TRUE, entries, G_GUINT64_CONSTANT (1000000000), n, 0);
  g_free (path);
  path = lies_put (folder, "wide.tif", wide);
  lies_count (path, NULL);
  clips_remove_folder (folder);
}

static void
places_beyond_all_files_are_no_places (void)
{
  static const guint64 places[] = { G_MAXUINT64, (guint64) G_MAXINT64, (guint64) G_MAXINT64 + 1, (guint64) 1 << 62,
                                    G_MAXUINT64 - 7 };
  char *folder = clips_make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const Entry entries[] = { PAGE (16, 16), { 273, LONG8, 1, places[i] }, { 278, LONG, 1, 16 },
                                { 279, LONG8, 1, places[i] } };
      const guint n = G_N_ELEMENTS (entries);
      g_autoptr (GByteArray) file = new_tiff (TRUE);
      g_autoptr (GByteArray) first = g_byte_array_new ();
      g_autofree char *path = NULL;

      add_directory (file, TRUE, entries, n, n, places[i]);
      path = lies_put (folder, "far.tif", file);
      g_assert_cmpint (lies_count (path, "1 frame is damaged"), ==, 1);

      g_byte_array_append (first, (const guint8 *) "II+\0\x08\0\0\0", 8);
      lies_add (first, places[i], 8);
      g_free (path);
      path = lies_put (folder, "first.tif", first);
      g_assert_cmpint (lies_count (path, NULL), ==, -1);
    }
  clips_remove_folder (folder);
}

/* Two pages, whose description speaks of other numbers. */
static char *
put_described (const char *folder,
               const char *description)
{
  g_autoptr (GByteArray) file = new_tiff (FALSE);
  const guint n = 9;
  const guint size = 2 + 12 * n + 4;
  const guint text = 8 + 2 * size;
  Entry entries[] = { PAGE (16, 16), { 270, ASCII, strlen (description) + 1, text }, { 273, LONG, 1, 8 },
                      { 278, LONG, 1, 16 }, { 279, LONG, 1, 256 } };

  g_assert_cmpuint (G_N_ELEMENTS (entries), ==, n);
  for (int i = 0; i < 2; i++)
    add_directory (file, FALSE, entries, n, n, i == 0 ? 8 + size : 0);
  g_byte_array_append (file, (const guint8 *) description, strlen (description) + 1);
  while (file->len < 600)
    g_byte_array_append (file, (const guint8 *) "", 1);
  return lies_put (folder, "described.tif", file);
}

static void
counts_in_descriptions_are_claims (void)
{
  static const char ome[] =
    "<?xml version=\"1.0\"?><OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\"><Image ID=\"Image:0\">"
    "<Pixels ID=\"Pixels:0\" DimensionOrder=\"XYZCT\" Type=\"uint8\" SizeX=\"16\" SizeY=\"16\" "
    "%s>%s</Pixels></Image></OME>";
  static const char *const sizes[][2] = {
    { "SizeZ='1' SizeC='1' SizeT='2147483647'", "<TiffData/>" },
    { "SizeZ='1' SizeC='1' SizeT='99999999999999999999'", "" },
    { "SizeZ='1' SizeC='1' SizeT='-5'", "<TiffData IFD='-1' PlaneCount='-1'/>" },
    { "SizeZ='1' SizeC='1' SizeT='16000000'",
      "<TiffData IFD='0' FirstT='0' PlaneCount='1'/><TiffData IFD='1' FirstT='15999999' PlaneCount='1'/>" },
    { "SizeZ='1' SizeC='1' SizeT='2'", "<TiffData IFD='2147483647' FirstT='1' PlaneCount='2147483647'/>" },
  };
  static const char *const imagej[] = {
    "ImageJ=1.53t\nimages=2147483648\nframes=2147483648\nfinterval=0.1\n",
    "ImageJ=1.53t\nimages=99999999999999999999999\nfinterval=1e308\n",
    "ImageJ=1.53t\nimages=-3\nfps=1e-320\n",
    "ImageJ=1.53t\nimages=4294967296\nchannels=65536\nslices=1\nframes=65536\nhyperstack=true\n",
  };
  char *folder = clips_make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_auto (GStrv) parts = g_strsplit (ome, "%s", 3);
      g_autofree char *text = g_strconcat (parts[0], sizes[i][0], parts[1], sizes[i][1], parts[2], NULL);
      g_autofree char *path = put_described (folder, text);

      g_assert_cmpint (lies_count (path, NULL), <=, 2);
    }
  for (guint i = 0; i < G_N_ELEMENTS (imagej); i++)
    {
      g_autofree char *path = put_described (folder, imagej[i]);

      g_assert_cmpint (lies_count (path, NULL), <=, 2);
    }
  clips_remove_folder (folder);
}

/* Videos */

typedef struct {
  GByteArray *bytes;
  guint       n_bits;
} Bits;

static void
put_bits (Bits   *self,
          guint64 value,
          int     n)
{
  for (int i = n - 1; i >= 0; i--, self->n_bits++)
    {
      if (self->n_bits % 8 == 0)
        g_byte_array_append (self->bytes, (const guint8 *) "", 1);
      self->bytes->data[self->bytes->len - 1] |= ((value >> i) & 1) << (7 - self->n_bits % 8);
    }
}

/* Exp-Golomb, as ITU-T H.264 has it (9.1). */
static void
put_golomb (Bits    *self,
            guint64  value)
{
  int n = 0;

  while ((value + 1) >> (n + 1) != 0)
    n++;
  put_bits (self, 0, n);
  put_bits (self, value + 1, n + 1);
}

/* The configuration of an H.264 video of @side by @side pixels (a multiple of 16): ISO/IEC 14496-15, 5.2.4.1. */
static GByteArray *
make_avcc (guint side)
{
  static const guint8 head[] = { 1, 66, 0, 52, 0xff, 0xe1 };
  static const guint8 pps[] = { 1, 0, 4, 0x68, 0xce, 0x3c, 0x80 };
  GByteArray *avcc = g_byte_array_new ();
  Bits sps = { g_byte_array_new (), 0 };

  put_bits (&sps, 0x67420034, 32);
  put_golomb (&sps, 0);             /* number of the set */
  put_golomb (&sps, 0);             /* bits of the frame number, − 4 */
  put_golomb (&sps, 2);             /* order of pictures as decoded */
  put_golomb (&sps, 1);             /* reference frames */
  put_bits (&sps, 0, 1);
  put_golomb (&sps, side / 16 - 1);
  put_golomb (&sps, side / 16 - 1);
  put_bits (&sps, 1, 1);            /* frames */
  put_bits (&sps, 1, 1);
  put_bits (&sps, 0, 1);            /* no cropping */
  put_bits (&sps, 0, 1);
  put_bits (&sps, 1, 1);            /* end */

  g_byte_array_append (avcc, head, sizeof head);
  lies_add (avcc, GUINT16_SWAP_LE_BE (sps.bytes->len), 2);
  g_byte_array_append (avcc, sps.bytes->data, sps.bytes->len);
  g_byte_array_append (avcc, pps, sizeof pps);
  g_byte_array_unref (sps.bytes);
  return avcc;
}

static char *
put_video (const char      *folder,
           const char      *name,
           enum AVCodecID   id,
           int              width,
           int              height,
           GByteArray      *extradata)
{
  static const guint8 picture[] = { 0, 0, 0, 12, 0x65, 0x88, 0x84, 0x21, 0xa0, 0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc,
                                    0xde };
  char *path = g_build_filename (folder, name, NULL);
  AVFormatContext *format = NULL;
  AVStream *stream;
  AVPacket *packet = av_packet_alloc ();

  g_assert_cmpint (avformat_alloc_output_context2 (&format, NULL, NULL, path), >=, 0);
  stream = avformat_new_stream (format, NULL);
  stream->time_base = (AVRational) { 1, 25 };
  stream->codecpar->codec_type = AVMEDIA_TYPE_VIDEO;
  stream->codecpar->codec_id = id;
  stream->codecpar->format = AV_PIX_FMT_GRAY8;
  stream->codecpar->width = width;
  stream->codecpar->height = height;
  if (extradata != NULL)
    {
      stream->codecpar->extradata = av_mallocz (extradata->len + AV_INPUT_BUFFER_PADDING_SIZE);
      stream->codecpar->extradata_size = extradata->len;
      memcpy (stream->codecpar->extradata, extradata->data, extradata->len);
    }
  g_assert_cmpint (avio_open (&format->pb, path, AVIO_FLAG_WRITE), >=, 0);
  g_assert_cmpint (avformat_write_header (format, NULL), >=, 0);
  for (int i = 0; i < 3; i++)
    {
      g_assert_cmpint (av_new_packet (packet, sizeof picture), >=, 0);
      memcpy (packet->data, picture, sizeof picture);
      packet->pts = packet->dts = av_rescale_q (i, (AVRational) { 1, 25 }, stream->time_base);
      packet->flags = AV_PKT_FLAG_KEY;
      g_assert_cmpint (av_write_frame (format, packet), >=, 0);
      av_packet_unref (packet);
    }
  g_assert_cmpint (av_write_trailer (format), >=, 0);
  avio_closep (&format->pb);
  avformat_free_context (format);
  av_packet_free (&packet);
  return path;
}

static void
videos_of_absurd_sizes_are_refused (void)
{
  char *folder = clips_make_folder ();
  g_autoptr (GByteArray) avcc = make_avcc (100000);
  g_autofree char *mp4 = put_video (folder, "huge.mp4", AV_CODEC_ID_H264, 16, 16, avcc);
  g_autofree char *mkv = put_video (folder, "huge.mkv", AV_CODEC_ID_H264, 100000, 100000, avcc);
  g_autofree char *ffv1 = put_video (folder, "ffv1.mkv", AV_CODEC_ID_FFV1, 100000, 100000, NULL);
  g_autofree char *mpeg4 = put_video (folder, "mpeg4.mkv", AV_CODEC_ID_MPEG4, 2147483647, 2147483647, NULL);
  g_autofree char *jpeg = put_video (folder, "jpeg.mov", AV_CODEC_ID_MJPEG, 65534, 65534, NULL);

  /* Of these two only the H.264 itself tells the size, and FFmpeg refuses that. */
  g_assert_cmpint (lies_count (mp4, NULL), ==, -1);
  g_assert_cmpint (lies_count (mkv, NULL), ==, -1);
  g_assert_cmpint (lies_count (ffv1, "100000 × 100000 pixels"), ==, -1);
  g_assert_cmpint (lies_count (mpeg4, "2147483647 × 2147483647 pixels"), ==, -1);
  g_assert_cmpint (lies_count (jpeg, "65534 × 65534 pixels"), ==, -1);
  clips_remove_folder (folder);
}

/* Changes the bytes at @offset behind each @mark in a copy of a file. */
static char *
put_changed (const char    *folder,
             const char    *path,
             const char    *mark,
             int            offset,
             const guint8  *bytes,
             int            n_bytes)
{
  g_autofree char *content = NULL;
  gsize length;
  gsize mark_length = strlen (mark);
  char *changed = g_build_filename (folder, "changed", NULL);
  int n_changes = 0;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  for (gsize i = 0; i + mark_length + 40 < length; i++)
    if (memcmp (content + i, mark, mark_length) == 0)
      {
        memcpy (content + i + offset, bytes, n_bytes);
        n_changes++;
      }
  g_assert_cmpint (n_changes, >, 0);
  g_assert_true (g_file_set_contents (changed, content, length, NULL));
  return changed;
}

static void
sizes_of_parts_of_a_header_are_claims (void)
{
  static const guint8 full[] = { 0xff, 0xff, 0xff, 0xff };
  static const guint8 positive[] = { 0xff, 0xff, 0xff, 0x7f };
  static const guint8 gigabyte[] = { 0x40, 0x00, 0x00, 0x00 };
  static const guint8 first[] = { 0x7f, 0xff, 0xff, 0xff };
  static const struct {
    GrayMovieFormat    format;
    const char        *mark;
    int                offset;
    const guint8      *bytes;
  } lies[] = {
    { GRAY_MOVIE_AVI, "avih", 24, positive },   /* frames in the file */
    { GRAY_MOVIE_AVI, "avih", 24, full },
    { GRAY_MOVIE_AVI, "strh", 40, full },       /* length of the stream */
    { GRAY_MOVIE_AVI, "strh", 28, full },       /* time base */
    { GRAY_MOVIE_AVI, "strf", 4, positive },    /* size of the header, and so of a palette */
    { GRAY_MOVIE_AVI, "strf", 40, full },       /* colours */
    { GRAY_MOVIE_AVI, "strl", -4, positive },
    { GRAY_MOVIE_AVI, "idx1", 4, full },
    { GRAY_MOVIE_AVI, "movi", -4, full },
    { GRAY_MOVIE_AVI, "00dc", 4, positive },
    { GRAY_MOVIE_MP4, "stsz", 12, first },      /* number of samples */
    { GRAY_MOVIE_MP4, "stsz", 12, full },
    { GRAY_MOVIE_MP4, "stts", 8, first },
    { GRAY_MOVIE_MP4, "stts", 12, first },
    { GRAY_MOVIE_MP4, "stsc", 8, full },
    { GRAY_MOVIE_MP4, "stco", 8, first },
    { GRAY_MOVIE_MP4, "stsd", -4, gigabyte },
    { GRAY_MOVIE_MP4, "avcC", -4, gigabyte },
    { GRAY_MOVIE_MP4, "mvhd", 20, first },
    { GRAY_MOVIE_MP4, "mdhd", 16, full },
    { GRAY_MOVIE_FFV1, "\x63\xa2", 2, (const guint8 *) "\x08\x40\x00\x00\x00" },   /* private data of a gigabyte */
    { GRAY_MOVIE_FFV1, "\xae", 1, (const guint8 *) "\x08\x40\x00\x00\x00" },
    { GRAY_MOVIE_FFV1, "\x1c\x53\xbb\x6b", 4, (const guint8 *) "\x08\x40\x00\x00\x00" },
  };
  char *folder = clips_make_folder ();
  g_autofree char *avi = clips_write (folder, "clip.avi", GRAY_MOVIE_AVI, 64, 48, 8, 30, 10);
  g_autofree char *mp4 = clips_write (folder, "clip.mp4", GRAY_MOVIE_MP4, 64, 48, 8, 30, 10);
  g_autofree char *mkv = clips_write (folder, "clip.mkv", GRAY_MOVIE_FFV1, 64, 48, 8, 30, 10);

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      const char *clip = lies[i].format == GRAY_MOVIE_AVI ? avi : lies[i].format == GRAY_MOVIE_MP4 ? mp4 : mkv;
      int n_bytes = lies[i].format == GRAY_MOVIE_FFV1 ? 5 : 4;
      g_autofree char *path = put_changed (folder, clip, lies[i].mark, lies[i].offset, lies[i].bytes, n_bytes);

      g_test_message ("%.4s + %d", g_utf8_validate (lies[i].mark, -1, NULL) ? lies[i].mark : "EBML", lies[i].offset);
      g_assert_cmpint (lies_count (path, NULL), <=, 10);
    }
  clips_remove_folder (folder);
}

/* By the header alone: Venule's limit, and FFmpeg's, which is a little lower. */
static void
pictures_of_absurd_sizes_are_refused (void)
{
  static const guint8 sides[][2] = { { 66, 104 }, { 63, 172 }, { 128, 1 } }; /* 17000, 16300 and 32769 */
  char *folder = clips_make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      const guint8 header[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R',
                                0, 0, sides[i][0], sides[i][1], 0, 0, sides[i][0], sides[i][1], 8, 0, 0, 0, 0,
                                0, 0, 0, 0, 0, 0, 0, 0, 'I', 'D', 'A', 'T', 0, 0, 0, 0 };
      int side = 256 * sides[i][0] + sides[i][1];
      GByteArray *file = g_byte_array_new ();
      g_autofree char *words = g_strdup_printf ("%d × %d pixels", side, side);
      g_autofree char *path = NULL;

      g_byte_array_append (file, header, sizeof header);
      path = lies_put (folder, "huge.png", file);
      g_assert_cmpint (lies_count (path, words), ==, -1);
      g_byte_array_unref (file);
    }
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/limits/pages-of-absurd-sizes-are-refused", pages_of_absurd_sizes_are_refused);
  g_test_add_func ("/limits/parts-of-pages-of-absurd-sizes-cost-nothing", parts_of_pages_of_absurd_sizes_cost_nothing);
  g_test_add_func ("/limits/pages-beyond-the-end-are-missing", pages_beyond_the_end_are_missing);
  g_test_add_func ("/limits/directories-without-end-are-left", directories_without_end_are_left);
  g_test_add_func ("/limits/places-beyond-all-files-are-no-places", places_beyond_all_files_are_no_places);
  g_test_add_func ("/limits/counts-in-descriptions-are-claims", counts_in_descriptions_are_claims);
  g_test_add_func ("/limits/videos-of-absurd-sizes-are-refused", videos_of_absurd_sizes_are_refused);
  g_test_add_func ("/limits/pictures-of-absurd-sizes-are-refused", pictures_of_absurd_sizes_are_refused);
  g_test_add_func ("/limits/sizes-of-parts-of-a-header-are-claims", sizes_of_parts_of_a_header_are_claims);
  return g_test_run ();
}
