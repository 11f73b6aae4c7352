/* test-gray-conversion.c: gray samples are those of the file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <libavutil/frame.h>
#include <libavutil/intreadwrite.h>
#include <libavutil/pixdesc.h>
#include <string.h>

#include "clips.h"
#include "venule-gray-conversion.h"

static AVFrame *
new_picture (enum AVPixelFormat format,
             int                width,
             int                height)
{
  AVFrame *picture = av_frame_alloc ();

  picture->format = format;
  picture->width = width;
  picture->height = height;
  g_assert_cmpint (av_frame_get_buffer (picture, 0), ==, 0);
  for (int i = 0; i < AV_NUM_DATA_POINTERS && picture->buf[i] != NULL; i++)
    memset (picture->buf[i]->data, 0, picture->buf[i]->size);
  return picture;
}

static void
set_component (AVFrame *picture,
               int      component,
               int      x,
               int      y,
               guint16  value)
{
  const AVPixFmtDescriptor *desc = av_pix_fmt_desc_get (picture->format);

  av_write_image_line2 (&value, picture->data, picture->linesize, desc, x, y, component, 1, 2);
}

/* The extremes of the limited range and of the full one: nothing may be stretched or clipped. */
static void
luma_planes_come_as_they_are_stored (gconstpointer data)
{
  enum AVPixelFormat format = av_get_pix_fmt (data);
  int depth = venule_gray_conversion_bit_depth (format);
  guint limit = (1u << depth) - 1;
  const guint values[] = { 0, 1, 16u << (depth - 8), 235u << (depth - 8), limit - 1, limit };
  AVFrame *picture = new_picture (format, 38, 6);
  g_autoptr (VenuleFrame) frame = NULL;

  g_assert_cmpint (depth, ==, av_pix_fmt_desc_get (format)->comp[0].depth);
  for (int y = 0; y < 6; y++)
    for (int x = 0; x < 38; x++)
      set_component (picture, 0, x, y, values[(x + y) % 6]);
  picture->width = 37;

  frame = venule_gray_conversion_from_picture (picture, VENULE_GRAY_LUMA);
  g_assert_cmpint (frame->width, ==, 37);
  g_assert_cmpint (frame->bit_depth, ==, depth);
  for (int y = 0; y < 6; y++)
    for (int x = 0; x < 37; x++)
      g_assert_cmpuint (venule_frame_get_sample (frame, x, y), ==, values[(x + y) % 6]);
  av_frame_free (&picture);
}

/* 0.299 R + 0.587 G + 0.114 B, worked out by hand: red 76, green 150, blue 29 of 255. */
static void
colour_becomes_luma_by_bt601 (gconstpointer data)
{
  enum AVPixelFormat format = av_get_pix_fmt (data);
  const AVPixFmtDescriptor *desc = av_pix_fmt_desc_get (format);
  int depth = venule_gray_conversion_bit_depth (format);
  guint limit = (1u << depth) - 1;
  static const double expected[] = { 0.299, 0.587, 0.114, 1, 0 };
  AVFrame *picture = new_picture (format, 5, 2);
  g_autoptr (VenuleFrame) frame = NULL;

  for (int y = 0; y < 2; y++)
    for (int x = 0; x < 5; x++)
      for (int c = 0; c < 3; c++)
        set_component (picture, c, x, y, x == c || x == 3 ? (1u << desc->comp[c].depth) - 1 : 0);

  frame = venule_gray_conversion_from_picture (picture, VENULE_GRAY_LUMA);
  for (int y = 0; y < 2; y++)
    for (int x = 0; x < 5; x++)
      g_assert_cmpfloat_with_epsilon (venule_frame_get_sample (frame, x, y), expected[x] * limit, 0.5 + 1e-5 * limit);
  av_frame_free (&picture);
}

static void
equal_red_green_and_blue_are_themselves (void)
{
  for (guint v = 0; v <= 65535; v++)
    g_assert_cmpuint (venule_gray_conversion_of_rgb (v, v, v), ==, v);
}

static void
black_and_white_is_0_and_255 (void)
{
  const enum AVPixelFormat formats[] = { AV_PIX_FMT_MONOWHITE, AV_PIX_FMT_MONOBLACK };

  for (int i = 0; i < 2; i++)
    {
      AVFrame *picture = new_picture (formats[i], 9, 1);
      g_autoptr (VenuleFrame) frame = NULL;

      picture->data[0][0] = 0x80;
      picture->data[0][1] = 0;
      frame = venule_gray_conversion_from_picture (picture, VENULE_GRAY_LUMA);
      for (int x = 0; x < 9; x++)
        g_assert_cmpuint (venule_frame_get_sample (frame, x, 0), ==, (x == 0) == (i == 1) ? 255 : 0);
      av_frame_free (&picture);
    }
}

/* Red, green, blue and white as ITU-R BT.601 stores them in 8 bits, of which the video shows one in each column. */
static void
one_colour_is_taken_from_luma_and_differences (gconstpointer data)
{
  static const guint8 stored[4][3] = { { 81, 90, 240 }, { 145, 54, 34 }, { 41, 240, 110 }, { 235, 128, 128 } };
  static const guint8 colours[4][3] = { { 255, 0, 0 }, { 0, 255, 0 }, { 0, 0, 255 }, { 255, 255, 255 } };
  enum AVPixelFormat format = av_get_pix_fmt (data);
  const AVPixFmtDescriptor *desc = av_pix_fmt_desc_get (format);
  int unit = 1 << (desc->comp[0].depth - 8);
  AVFrame *picture = new_picture (format, 9, 3);

  for (int c = 0; c < 3; c++)
    {
      int width = c == 0 ? 9 : AV_CEIL_RSHIFT (9, desc->log2_chroma_w);
      int height = c == 0 ? 3 : AV_CEIL_RSHIFT (3, desc->log2_chroma_h);
      guint16 line[9];

      for (int x = 0; x < width; x++)
        line[x] = stored[(c == 0 ? x : x << desc->log2_chroma_w) / 2 % 4][c] * unit;
      for (int y = 0; y < height; y++)
        av_write_image_line2 (line, picture->data, picture->linesize, desc, 0, y, c, width, 2);
    }

  for (VenuleGray gray = VENULE_GRAY_RED; gray <= VENULE_GRAY_BLUE; gray++)
    {
      g_autoptr (VenuleFrame) frame = venule_gray_conversion_from_picture (picture, gray);
      double most = (1 << frame->bit_depth) - 1;

      for (int y = 0; y < 3; y++)
        for (int x = 0; x < 9; x++)
          g_assert_cmpfloat_with_epsilon (venule_frame_get_sample (frame, x, y) / most * 255,
                                          colours[x / 2 % 4][gray - VENULE_GRAY_RED], 1.5);
    }
  av_frame_free (&picture);
}

static void
one_colour_of_a_palette_and_of_rgb_is_as_stored (void)
{
  AVFrame *palette = new_picture (AV_PIX_FMT_PAL8, 7, 2);
  AVFrame *rgb = new_picture (AV_PIX_FMT_RGB24, 7, 2);

  for (int i = 0; i < 256; i++)
    ((guint32 *) palette->data[1])[i] = 0xff000000u | ((guint32) (255 - i) << 16) | ((i * 7 % 256) << 8) | i;
  for (int y = 0; y < 2; y++)
    for (int x = 0; x < 7; x++)
      {
        palette->data[0][y * palette->linesize[0] + x] = x * 40 + y;
        for (int c = 0; c < 3; c++)
          rgb->data[0][y * rgb->linesize[0] + 3 * x + c] = (x * 40 + y * 9 + c * 77) % 256;
      }

  for (VenuleGray gray = VENULE_GRAY_RED; gray <= VENULE_GRAY_BLUE; gray++)
    {
      g_autoptr (VenuleFrame) of_palette = venule_gray_conversion_from_picture (palette, gray);
      g_autoptr (VenuleFrame) of_rgb = venule_gray_conversion_from_picture (rgb, gray);
      int c = gray - VENULE_GRAY_RED;

      for (int y = 0; y < 2; y++)
        for (int x = 0; x < 7; x++)
          {
            int i = x * 40 + y;
            const int entry[] = { 255 - i, i * 7 % 256, i };

            g_assert_cmpuint (venule_frame_get_sample (of_palette, x, y), ==, entry[c]);
            g_assert_cmpuint (venule_frame_get_sample (of_rgb, x, y), ==, (x * 40 + y * 9 + c * 77) % 256);
          }
    }
  av_frame_free (&palette);
  av_frame_free (&rgb);
}

static void
formats_without_gray_levels_are_known (void)
{
  g_assert_cmpint (venule_gray_conversion_bit_depth (AV_PIX_FMT_GRAYF32LE), ==, 0);
  g_assert_cmpint (venule_gray_conversion_bit_depth (AV_PIX_FMT_GBRPF32LE), ==, 0);
  g_assert_cmpint (venule_gray_conversion_bit_depth (AV_PIX_FMT_BAYER_BGGR8), ==, 0);
  g_assert_cmpint (venule_gray_conversion_bit_depth (AV_PIX_FMT_XYZ12LE), ==, 0);
  g_assert_cmpint (venule_gray_conversion_bit_depth (AV_PIX_FMT_VAAPI), ==, 0);
  g_assert_cmpint (venule_gray_conversion_bit_depth (AV_PIX_FMT_NONE), ==, 0);
}

static void
add_u16 (GByteArray *bytes,
         guint16     value)
{
  value = GUINT16_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, 2);
}

static void
add_u32 (GByteArray *bytes,
         guint32     value)
{
  value = GUINT32_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, 4);
}

static void
add_words (GByteArray    *bytes,
           const guint32 *words,
           guint          n)
{
  for (guint i = 0; i < n; i++)
    add_u32 (bytes, words[i]);
}

static void
add_tag (GByteArray *bytes,
         const char *tag)
{
  g_byte_array_append (bytes, (const guint8 *) tag, 4);
}

/* An uncompressed AVI as microscopes write it: indices into a colour table of 256 entries, rows padded to four bytes,
 * and from the lowest row upwards unless @height is negative. */
static char *
write_palette_avi (const char    *folder,
                   int            width,
                   int            height,
                   const guint32 *palette,
                   const guint8  *indices)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  int n_rows = ABS (height);
  int stride = (width + 3) & ~3;
  guint32 picture = stride * n_rows;
  const guint32 header[14] = { 33333, 0, 0, 0, 1, 0, 1, picture, width, n_rows };
  const guint32 stream[12] = { 0, 0, 0, 1, 30, 0, 1, picture, G_MAXUINT32, 0, 0, 0 };
  char *path = g_build_filename (folder, "palette.avi", NULL);
  const guint32 format_size = 40 + 1024;
  const guint32 list_size = 4 + 8 + 56 + 8 + format_size;

  add_tag (bytes, "RIFF");
  add_u32 (bytes, 4 + 8 + 4 + 8 + 56 + 8 + list_size + 8 + 4 + 8 + picture);
  add_tag (bytes, "AVI ");
  add_tag (bytes, "LIST");
  add_u32 (bytes, 4 + 8 + 56 + 8 + list_size);
  add_tag (bytes, "hdrl");
  add_tag (bytes, "avih");
  add_u32 (bytes, 56);
  add_words (bytes, header, 14);
  add_tag (bytes, "LIST");
  add_u32 (bytes, list_size);
  add_tag (bytes, "strl");
  add_tag (bytes, "strh");
  add_u32 (bytes, 56);
  add_tag (bytes, "vids");
  add_tag (bytes, "DIB ");
  add_words (bytes, stream, 12);
  add_tag (bytes, "strf");
  add_u32 (bytes, format_size);
  add_u32 (bytes, 40);
  add_u32 (bytes, width);
  add_u32 (bytes, height);
  add_u16 (bytes, 1);
  add_u16 (bytes, 8);
  add_words (bytes, (const guint32[6]) { 0, picture, 0, 0, 256, 0 }, 6);
  add_words (bytes, palette, 256);
  add_tag (bytes, "LIST");
  add_u32 (bytes, 4 + 8 + picture);
  add_tag (bytes, "movi");
  add_tag (bytes, "00db");
  add_u32 (bytes, picture);
  for (int i = 0; i < n_rows; i++)
    {
      int y = height > 0 ? n_rows - 1 - i : i;

      g_byte_array_append (bytes, indices + width * y, width);
      g_byte_array_append (bytes, (const guint8 *) "\xee\xee\xee", stride - width);
    }
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  return path;
}

typedef struct {
  int width;
  int height;
} Size;

static void
a_palette_avi_gives_the_gray_levels_of_its_palette (gconstpointer data)
{
  const Size *size = data;
  int n_rows = ABS (size->height);
  char *folder = clips_make_folder ();
  g_autofree guint8 *indices = g_new (guint8, size->width * n_rows);
  guint32 palette[256];
  g_autofree char *path = NULL;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (VenuleFrame) frame = NULL;

  /* Index 7 is pure green, all others run from white to black. */
  for (guint i = 0; i < 256; i++)
    palette[i] = i == 7 ? 0x00ff00 : (255 - i) * 0x010101;
  for (int i = 0; i < size->width * n_rows; i++)
    indices[i] = i * 7;

  path = write_palette_avi (folder, size->width, size->height, palette, indices);
  source = clips_open (path);
  g_assert_true (g_str_has_prefix (venule_source_get_format (source), "rawvideo (pal8, luma"));
  reader = venule_source_open_reader (source, NULL);
  frame = clips_read (reader, 0);
  g_assert_cmpint (frame->width, ==, size->width);
  g_assert_cmpint (frame->height, ==, n_rows);
  for (int y = 0; y < n_rows; y++)
    for (int x = 0; x < size->width; x++)
      {
        guint8 index = indices[y * size->width + x];

        g_assert_cmpuint (venule_frame_get_sample (frame, x, y), ==, index == 7 ? 150 : 255 - index);
      }
  g_assert_null (clips_read (reader, 1));
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  static const char *const planes[] = { "gray",    "gray10le", "gray12be", "gray16le",    "gray16be",    "ya8",
                                        "yuv420p", "yuvj422p", "yuv444p",  "yuv420p10le", "yuv422p12be", "yuv444p16le",
                                        "p010le",  "yuyv422",  "uyvy422",  "nv12" };
  static const char *const colours[] = { "rgb24",    "bgr24",    "rgba",    "bgra",    "0rgb",     "gbrp",
                                         "gbrp10le", "gbrp12be", "rgb48le", "rgb48be", "rgb565le", "rgb555le" };
  static const char *const differences[] = { "yuv444p", "yuv422p", "yuv420p", "yuv444p10le", "yuv422p12le", "nv12",
                                             "yuyv422" };
  static const Size sizes[] = { { 64, 48 }, { 64, -48 }, { 61, 47 }, { 61, -47 }, { 5, 3 }, { 1, 1 } };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (planes); i++)
    {
      g_autofree char *path = g_strconcat ("/gray-conversion/planes-come-as-they-are-stored/", planes[i], NULL);

      g_test_add_data_func (path, planes[i], luma_planes_come_as_they_are_stored);
    }
  for (guint i = 0; i < G_N_ELEMENTS (colours); i++)
    {
      g_autofree char *path = g_strconcat ("/gray-conversion/colour-becomes-luma-by-bt601/", colours[i], NULL);

      g_test_add_data_func (path, colours[i], colour_becomes_luma_by_bt601);
    }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *path =
        g_strdup_printf ("/gray-conversion/a-palette-avi-gives-the-gray-levels-of-its-palette/%dx%d", sizes[i].width,
                         sizes[i].height);

      g_test_add_data_func (path, &sizes[i], a_palette_avi_gives_the_gray_levels_of_its_palette);
    }
  for (guint i = 0; i < G_N_ELEMENTS (differences); i++)
    {
      g_autofree char *path =
        g_strconcat ("/gray-conversion/one-colour-is-taken-from-luma-and-differences/", differences[i], NULL);

      g_test_add_data_func (path, differences[i], one_colour_is_taken_from_luma_and_differences);
    }
  g_test_add_func ("/gray-conversion/one-colour-of-a-palette-and-of-rgb-is-as-stored",
                   one_colour_of_a_palette_and_of_rgb_is_as_stored);
  g_test_add_func ("/gray-conversion/equal-red-green-and-blue-are-themselves", equal_red_green_and_blue_are_themselves);
  g_test_add_func ("/gray-conversion/black-and-white-is-0-and-255", black_and_white_is_0_and_255);
  g_test_add_func ("/gray-conversion/formats-without-gray-levels-are-known", formats_without_gray_levels_are_known);
  return g_test_run ();
}
