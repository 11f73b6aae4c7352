/* test-tiff-kinds.c: the kinds of numbers and colours in TIFF stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>

#include "clips.h"
#include "stacks.h"
#include "venule-error.h"
#include "venule-gray-conversion.h"

#define WIDTH 61
#define HEIGHT 47
#define N_PAGES 7

typedef struct {
  StackLayout layout;
  StackTags   tags;
  int         bit_depth;
  VenuleGray  gray;
} Case;

static void
numbers_become_samples (gconstpointer data)
{
  const Case *c = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  const VenuleInputOptions options = { .gray = c->gray };
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  StackRange range;

  stacks_write (&c->layout, &c->tags, path, WIDTH, HEIGHT, 0, N_PAGES);
  source = venule_source_open_as (path, &options, NULL, &error);
  g_assert_no_error (error);
  g_test_message ("%s", venule_source_get_format (source));
  g_assert_cmpint (venule_source_get_bit_depth (source), ==, c->bit_depth);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, N_PAGES);
  reader = venule_source_open_reader (source, NULL);
  stacks_find_range (&c->layout, WIDTH, HEIGHT, N_PAGES, &range);
  for (int i = N_PAGES - 1; i >= 0; i--)
    {
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);

      g_assert_false (frame->corrupt);
      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          g_assert_cmpuint (venule_frame_get_sample (frame, x, y), ==,
                            stacks_get_sample (&c->layout, &range, c->gray, c->bit_depth, i, x, y));
    }
  clips_remove_folder (folder);
}

/* Against libtiff's own decoder, as JPEG has loss. */
static void
jpeg_comes_as_libtiff_decodes_it (gconstpointer data)
{
  const StackLayout *layout = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  g_autofree guint32 *colors = g_new (guint32, 64 * 48);
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;

  stacks_write (layout, NULL, path, 64, 48, 0, 3);
  source = clips_open (path);
  reader = venule_source_open_reader (source, NULL);
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);
      TIFF *tiff = TIFFOpen (path, "r");

      TIFFSetDirectory (tiff, i);
      g_assert_true (TIFFReadRGBAImageOriented (tiff, 64, 48, colors, ORIENTATION_TOPLEFT, 0));
      TIFFClose (tiff);
      g_assert_false (frame->corrupt);
      for (int y = 0; y < 48; y++)
        for (int x = 0; x < 64; x++)
          {
            guint32 color = colors[y * 64 + x];
            int expected = venule_gray_conversion_of_rgb (TIFFGetR (color), TIFFGetG (color), TIFFGetB (color));

            /* libtiff's other way from luma to colour rounds another way. */
            g_assert_cmpint (abs ((int) venule_frame_get_sample (frame, x, y) - expected), <=,
                             layout->photometric == PHOTOMETRIC_YCBCR ? 2 : 0);
          }
    }
  clips_remove_folder (folder);
}

static void
a_number_that_is_none_is_told (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  TIFF *tiff = TIFFOpen (path, "w");
  float row[4] = { -1.5f, NAN, INFINITY, 2.5f };
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (VenuleFrame) frame = NULL;
  g_auto (GStrv) warnings = NULL;

  TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, 4);
  TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, 1);
  TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, 32);
  TIFFSetField (tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
  TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  g_assert_cmpint (TIFFWriteScanline (tiff, row, 0, 0), ==, 1);
  TIFFClose (tiff);

  source = clips_open (path);
  g_assert_nonnull (strstr (venule_source_get_format (source), "numbers -1.5 to 2.5 as 0 to 65535"));
  clips_build_table (source);
  warnings = venule_source_dup_warnings (source);
  g_assert_true (g_str_has_prefix (warnings[0], "2 pixels hold no number"));
  reader = venule_source_open_reader (source, NULL);
  frame = clips_read (reader, 0);
  g_assert_cmpuint (venule_frame_get_sample (frame, 0, 0), ==, 0);
  g_assert_cmpuint (venule_frame_get_sample (frame, 1, 0), ==, 0);
  g_assert_cmpuint (venule_frame_get_sample (frame, 2, 0), ==, 65535);
  g_assert_cmpuint (venule_frame_get_sample (frame, 3, 0), ==, 65535);
  clips_remove_folder (folder);
}

/* The tag says 12 bits, and a later page has more: the depth was promised, so the page is marked. */
static void
a_sample_beyond_the_promised_bits_is_marked (void)
{
  static const StackLayout twelve = { "12", "w", 16, .photometric = PHOTOMETRIC_MINISBLACK, .used_bits = 12 };
  static const StackLayout sixteen = { "16", "a", 16, .photometric = PHOTOMETRIC_MINISBLACK };
  const StackTags tags = { .max_sample = 4095 };
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (VenuleFrame) frame = NULL;
  g_auto (GStrv) warnings = NULL;

  stacks_write (&twelve, &tags, path, WIDTH, HEIGHT, 0, 2);
  stacks_write (&sixteen, &tags, path, WIDTH, HEIGHT, 2, 1);
  source = clips_open (path);
  g_assert_cmpint (venule_source_get_bit_depth (source), ==, 12);
  clips_build_table (source);
  warnings = venule_source_dup_warnings (source);
  g_assert_cmpstr (warnings[0], ==, "1 frame is damaged: 2.");
  reader = venule_source_open_reader (source, NULL);
  frame = clips_read (reader, 2);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      g_assert_cmpuint (venule_frame_get_sample (frame, x, y), <=, 4095);
  clips_remove_folder (folder);
}

static void
one_colour_of_a_gray_stack_is_refused (void)
{
  static const StackLayout gray = { "gray", "w", 8, .photometric = PHOTOMETRIC_MINISBLACK };
  const VenuleInputOptions options = { .gray = VENULE_GRAY_GREEN };
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  g_autoptr (GError) error = NULL;

  stacks_write (&gray, NULL, path, WIDTH, HEIGHT, 0, 1);
  g_assert_null (venule_source_open_as (path, &options, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "“stack.tif” is stored in gray"));
  clips_remove_folder (folder);
}

#define BLACK .photometric = PHOTOMETRIC_MINISBLACK
#define RGB .samples = 3, .photometric = PHOTOMETRIC_RGB

int
main (int    argc,
      char **argv)
{
  static const Case cases[] = {
    { { "1-bit", "w", 1, BLACK }, .bit_depth = 8 },
    { { "4-bit", "w", 4, BLACK, .rows = 5 }, .bit_depth = 8 },
    { { "4-bit-palette", "w", 4, .photometric = PHOTOMETRIC_PALETTE }, .bit_depth = 8 },
    { { "8-bit-palette-green", "w", 8, .photometric = PHOTOMETRIC_PALETTE }, .bit_depth = 8,
      .gray = VENULE_GRAY_GREEN },
    { { "8-bit-signed", "w", 8, SAMPLEFORMAT_INT, BLACK }, .bit_depth = 8 },
    { { "10-bit-packed", "w", 10, BLACK }, .bit_depth = 10 },
    { { "12-bit-packed", "w", 12, BLACK, .compression = COMPRESSION_ADOBE_DEFLATE, .rows = 7 }, .bit_depth = 12 },
    { { "12-bit-tiles", "w", 12, BLACK, .tile = 16 }, .bit_depth = 12 },
    { { "12-in-16-bit", "w", 16, BLACK, .used_bits = 12 }, { .max_sample = 4095 }, .bit_depth = 12 },
    { { "12-in-16-bit-untold", "w", 16, BLACK, .used_bits = 12 }, .bit_depth = 16 },
    { { "16-bit-told-12", "w", 16, BLACK }, { .max_sample = 4095 }, .bit_depth = 16 },
    { { "14-bit-white-is-zero", "w", 14, .photometric = PHOTOMETRIC_MINISWHITE }, .bit_depth = 14 },
    { { "16-bit-signed", "wb", 16, SAMPLEFORMAT_INT, BLACK }, .bit_depth = 16 },
    { { "32-bit", "w", 32, BLACK }, .bit_depth = 16 },
    { { "32-bit-of-16", "wb", 32, BLACK, .used_bits = 16 }, .bit_depth = 16 },
    { { "32-bit-of-8", "w", 32, BLACK, .used_bits = 8 }, .bit_depth = 8 },
    { { "32-bit-signed", "w8", 32, SAMPLEFORMAT_INT, BLACK, .tile = 32 }, .bit_depth = 16 },
    { { "float", "w", 32, SAMPLEFORMAT_IEEEFP, BLACK, .compression = COMPRESSION_LZW,
        .predictor = PREDICTOR_FLOATINGPOINT },
      .bit_depth = 16 },
    { { "float-white-is-zero", "w", 32, SAMPLEFORMAT_IEEEFP, .photometric = PHOTOMETRIC_MINISWHITE }, .bit_depth = 16 },
    { { "float-whole", "wb", 32, SAMPLEFORMAT_IEEEFP, BLACK, .whole = TRUE }, .bit_depth = 16 },
    { { "double", "w", 64, SAMPLEFORMAT_IEEEFP, BLACK, .rows = 4 }, .bit_depth = 16 },
    { { "rgb", "w", 8, RGB }, .bit_depth = 8 },
    { { "rgb-blue", "w", 8, RGB, .tile = 16 }, .bit_depth = 8, .gray = VENULE_GRAY_BLUE },
    { { "rgb-apart", "w", 8, RGB, .separate = TRUE, .rows = 6 }, .bit_depth = 8 },
    { { "rgb-16-bit", "wb", 16, RGB, .compression = COMPRESSION_LZW }, .bit_depth = 16 },
    { { "rgb-16-bit-apart-red", "w", 16, RGB, .separate = TRUE, .tile = 32 }, .bit_depth = 16,
      .gray = VENULE_GRAY_RED },
  };
  static const StackLayout jpegs[] = {
    { "gray", "w", 8, BLACK, .compression = COMPRESSION_JPEG, .rows = 16 },
    { "tiles", "w", 8, BLACK, .compression = COMPRESSION_JPEG, .tile = 16 },
    { "rgb", "w", 8, RGB, .compression = COMPRESSION_JPEG },
    { "luma-and-differences", "w", 8, .samples = 3, .photometric = PHOTOMETRIC_YCBCR, .compression = COMPRESSION_JPEG },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/tiff-kinds/numbers-become-samples/", cases[i].layout.name, NULL);

      g_test_add_data_func (path, &cases[i], numbers_become_samples);
    }
  for (guint i = 0; i < G_N_ELEMENTS (jpegs); i++)
    {
      g_autofree char *path = g_strconcat ("/tiff-kinds/jpeg-comes-as-libtiff-decodes-it/", jpegs[i].name, NULL);

      g_test_add_data_func (path, &jpegs[i], jpeg_comes_as_libtiff_decodes_it);
    }
  g_test_add_func ("/tiff-kinds/a-number-that-is-none-is-told", a_number_that_is_none_is_told);
  g_test_add_func ("/tiff-kinds/a-sample-beyond-the-promised-bits-is-marked",
                   a_sample_beyond_the_promised_bits_is_marked);
  g_test_add_func ("/tiff-kinds/one-colour-of-a-gray-stack-is-refused", one_colour_of_a_gray_stack_is_refused);
  return g_test_run ();
}
