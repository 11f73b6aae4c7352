/* test-tiff-stack.c: image stacks in the many ways in which programs write them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>
#include <tiffio.h>

#include "clips.h"
#include "venule-error.h"

typedef struct {
  const char *name;
  const char *mode;
  int         bits;
  int         compression;
  int         rows_per_strip;
  int         tile;
  int         predictor;
  gboolean    white_is_zero;
} Layout;

static void
put_sample (guint8 *row,
            int     bits,
            int     x,
            guint   sample)
{
  if (bits == 16)
    ((guint16 *) row)[x] = sample;
  else
    row[x] = sample;
}

static void
write_tiles (TIFF        *tiff,
             VenuleFrame *frame,
             int          tile,
             guint        flip)
{
  g_autofree guint8 *block = g_malloc0 ((gsize) tile * tile * 2);

  for (int y0 = 0; y0 < frame->height; y0 += tile)
    for (int x0 = 0; x0 < frame->width; x0 += tile)
      {
        for (int y = 0; y < tile && y0 + y < frame->height; y++)
          for (int x = 0; x < tile && x0 + x < frame->width; x++)
            put_sample (block + y * tile * venule_frame_get_sample_bytes (frame), frame->bit_depth, x,
                        venule_frame_get_sample (frame, x0 + x, y0 + y) ^ flip);
        g_assert_cmpint (TIFFWriteTile (tiff, block, x0, y0, 0, 0), >, 0);
      }
}

static void
write_page (TIFF         *tiff,
            const Layout *layout,
            VenuleFrame  *frame,
            const char   *description)
{
  guint flip = layout->white_is_zero ? (1u << frame->bit_depth) - 1 : 0;

  TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, frame->width);
  TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, frame->height);
  TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, frame->bit_depth);
  TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField (tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, layout->white_is_zero ? PHOTOMETRIC_MINISWHITE : PHOTOMETRIC_MINISBLACK);
  TIFFSetField (tiff, TIFFTAG_COMPRESSION, layout->compression);
  if (layout->predictor)
    TIFFSetField (tiff, TIFFTAG_PREDICTOR, layout->predictor);
  if (description != NULL)
    TIFFSetField (tiff, TIFFTAG_IMAGEDESCRIPTION, description);

  if (layout->tile > 0)
    {
      TIFFSetField (tiff, TIFFTAG_TILEWIDTH, layout->tile);
      TIFFSetField (tiff, TIFFTAG_TILELENGTH, layout->tile);
      write_tiles (tiff, frame, layout->tile, flip);
    }
  else
    {
      g_autofree guint8 *row = g_malloc ((gsize) frame->width * 2);

      TIFFSetField (tiff, TIFFTAG_ROWSPERSTRIP, layout->rows_per_strip);
      for (int y = 0; y < frame->height; y++)
        {
          for (int x = 0; x < frame->width; x++)
            put_sample (row, frame->bit_depth, x, venule_frame_get_sample (frame, x, y) ^ flip);
          g_assert_cmpint (TIFFWriteScanline (tiff, row, y, 0), ==, 1);
        }
    }
  g_assert_cmpint (TIFFWriteDirectory (tiff), ==, 1);
}

static char *
write_stack (const char   *folder,
             const Layout *layout,
             int           n_pages,
             const char   *description)
{
  char *path = g_build_filename (folder, "stack.tif", NULL);
  TIFF *tiff = TIFFOpen (path, layout->mode);

  for (int i = 0; i < n_pages; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_draw_frame (i, 61, 47, layout->bits);

      write_page (tiff, layout, frame, i == 0 ? description : NULL);
    }
  TIFFClose (tiff);
  return path;
}

static void
assert_drawn (VenuleReader *reader,
              gint64        index,
              int           bits)
{
  g_autoptr (VenuleFrame) drawn = clips_draw_frame (index, 61, 47, bits);
  g_autoptr (VenuleFrame) frame = clips_read (reader, index);

  g_assert_nonnull (frame);
  g_assert_false (frame->corrupt);
  clips_assert_equal (drawn, frame);
}

static void
every_layout_gives_its_samples_in_any_order (gconstpointer data)
{
  const Layout *layout = data;
  const int n_pages = 24;
  char *folder = clips_make_folder ();
  g_autofree char *path = write_stack (folder, layout, n_pages, NULL);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);

  g_assert_cmpint (venule_source_get_bit_depth (source), ==, layout->bits);
  /* Before the table is there, and to and fro. */
  assert_drawn (reader, 20, layout->bits);
  assert_drawn (reader, 0, layout->bits);
  assert_drawn (reader, 23, layout->bits);
  g_assert_null (clips_read (reader, n_pages));
  assert_drawn (reader, 2, layout->bits);

  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, n_pages);
  for (int i = 0; i < 60; i++)
    assert_drawn (reader, g_test_rand_int_range (0, n_pages), layout->bits);
  g_assert_null (clips_read (reader, n_pages));
  clips_remove_folder (folder);
}

static const Layout plain = { "plain", "w", 8, COMPRESSION_NONE, 47, 0, 0, FALSE };

typedef struct {
  const char *description;
  double      interval;
} Description;

static void
the_interval_is_read_from_the_description (gconstpointer data)
{
  const Description *description = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = write_stack (folder, &plain, 3, description->description);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autoptr (VenuleFrame) last = clips_read (reader, 2);
  double rate = description->interval > 0 ? 1 / description->interval : 0;

  g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), rate, 1e-9 * rate + 1e-12);
  g_assert_cmpfloat_with_epsilon (last->time, 2 * description->interval, 1e-9);
  clips_build_table (source);
  g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), rate, 1e-9 * rate + 1e-12);
  clips_remove_folder (folder);
}

/* Microscopes put a small preview behind each page. */
/* However many those are: what is read of them has a bound. */
static void
pictures_that_are_told_of_and_missing_are_counted (void)
{
  static const char *const descriptions[] = {
    "ImageJ=1.53t\nimages=2000000000\nframes=2000000000\nfinterval=0.5\n",
    "<?xml version=\"1.0\"?><OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\"><Image><Pixels "
    "DimensionOrder=\"XYCZT\" SizeX=\"40\" SizeY=\"30\" SizeC=\"1\" SizeZ=\"1\" SizeT=\"2000000000\"/></Image></OME>",
  };

  for (guint i = 0; i < G_N_ELEMENTS (descriptions); i++)
    {
      char *folder = clips_make_folder ();
      g_autofree char *path = write_stack (folder, &plain, 3, descriptions[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (VenuleSource) source = venule_source_open (path, NULL, &error);
      g_auto (GStrv) warnings = NULL;
      g_autofree char *all = NULL;

      g_assert_no_error (error);
      g_assert_true (venule_source_build_table (source, NULL, NULL, NULL, &error));
      warnings = venule_source_dup_warnings (source);
      all = g_strjoinv ("\n", warnings);
      g_assert_nonnull (strstr (all, "The header says 2000000000 frames, 3 can be decoded."));
      clips_remove_folder (folder);
    }
}

static void
previews_are_no_frames (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  TIFF *tiff = TIFFOpen (path, "w");
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;

  for (int i = 0; i < 5; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_draw_frame (i, 61, 47, 8);
      g_autoptr (VenuleFrame) preview = clips_draw_frame (i, 8, 6, 8);

      write_page (tiff, &plain, frame, NULL);
      TIFFSetField (tiff, TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE);
      write_page (tiff, &plain, preview, NULL);
    }
  TIFFClose (tiff);

  source = clips_open (path);
  reader = venule_source_open_reader (source, NULL);
  assert_drawn (reader, 3, 8);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 5);
  for (int i = 4; i >= 0; i--)
    assert_drawn (reader, i, 8);
  clips_remove_folder (folder);
}

static void
a_page_of_another_size_is_marked (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  TIFF *tiff = TIFFOpen (path, "w");
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (VenuleFrame) odd = NULL;
  g_auto (GStrv) warnings = NULL;

  for (int i = 0; i < 3; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_draw_frame (i, i == 1 ? 30 : 61, 47, 8);

      write_page (tiff, &plain, frame, NULL);
    }
  TIFFClose (tiff);

  source = clips_open (path);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 3);
  warnings = venule_source_dup_warnings (source);
  g_assert_cmpstr (warnings[0], ==, "1 frame is damaged: 1.");
  reader = venule_source_open_reader (source, NULL);
  odd = clips_read (reader, 1);
  g_assert_true (odd->corrupt);
  g_assert_cmpint (odd->width, ==, 61);
  assert_drawn (reader, 2, 8);
  clips_remove_folder (folder);
}

/* Inks, colours by other measures, complex numbers and odd sizes are named instead of being misread. */
static void
what_has_no_gray_levels_is_refused (void)
{
  static const int cases[][4] = { { 4, 8, PHOTOMETRIC_SEPARATED, SAMPLEFORMAT_UINT },
                                  { 3, 8, PHOTOMETRIC_CIELAB, SAMPLEFORMAT_UINT },
                                  { 1, 64, PHOTOMETRIC_MINISBLACK, SAMPLEFORMAT_COMPLEXIEEEFP },
                                  { 1, 24, PHOTOMETRIC_MINISBLACK, SAMPLEFORMAT_UINT },
                                  { 1, 64, PHOTOMETRIC_MINISBLACK, SAMPLEFORMAT_UINT } };
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TIFF *tiff = TIFFOpen (path, "w");
      guint8 row[64] = { 0 };
      g_autoptr (GError) error = NULL;

      TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, 4);
      TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, 1);
      TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, cases[i][0]);
      TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, cases[i][1]);
      TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, cases[i][2]);
      TIFFSetField (tiff, TIFFTAG_SAMPLEFORMAT, cases[i][3]);
      TIFFSetField (tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
      g_assert_cmpint (TIFFWriteScanline (tiff, row, 0, 0), ==, 1);
      TIFFClose (tiff);

      g_assert_null (venule_source_open (path, NULL, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO);
      g_assert_nonnull (strstr (error->message, "“stack.tif”"));
      g_assert_nonnull (strstr (error->message, "8-bit or 16-bit"));
    }
  clips_remove_folder (folder);
}

static void
a_colour_map_gives_gray_levels (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  TIFF *tiff = TIFFOpen (path, "w");
  const guint8 row[4] = { 0, 1, 2, 255 };
  guint16 map[256];
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (VenuleFrame) frame = NULL;

  for (int i = 0; i < 256; i++)
    map[i] = (255 - i) * 257;
  TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, 4);
  TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, 1);
  TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_PALETTE);
  TIFFSetField (tiff, TIFFTAG_COLORMAP, map, map, map);
  g_assert_cmpint (TIFFWriteScanline (tiff, (void *) row, 0, 0), ==, 1);
  TIFFClose (tiff);

  source = clips_open (path);
  reader = venule_source_open_reader (source, NULL);
  frame = clips_read (reader, 0);
  for (int x = 0; x < 4; x++)
    g_assert_cmpuint (venule_frame_get_sample (frame, x, 0), ==, 255 - row[x]);
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  static const Layout layouts[] = {
    { "one-strip", "w", 8, COMPRESSION_NONE, 47, 0, 0, FALSE },
    { "strips", "w", 16, COMPRESSION_NONE, 5, 0, 0, FALSE },
    { "rows", "w", 8, COMPRESSION_NONE, 1, 0, 0, FALSE },
    { "lzw", "w", 8, COMPRESSION_LZW, 8, 0, PREDICTOR_HORIZONTAL, FALSE },
    { "deflate", "w", 16, COMPRESSION_ADOBE_DEFLATE, 8, 0, PREDICTOR_HORIZONTAL, FALSE },
    { "packbits", "w", 8, COMPRESSION_PACKBITS, 8, 0, 0, FALSE },
    { "tiles", "w", 8, COMPRESSION_NONE, 0, 16, 0, FALSE },
    { "large-tiles", "w", 16, COMPRESSION_LZW, 0, 64, 0, FALSE },
    { "big-endian", "wb", 16, COMPRESSION_NONE, 8, 0, 0, FALSE },
    { "bigtiff", "w8", 16, COMPRESSION_NONE, 8, 0, 0, FALSE },
    { "white-is-zero", "w", 8, COMPRESSION_NONE, 8, 0, 0, TRUE },
    { "white-is-zero-16-bit", "w", 16, COMPRESSION_LZW, 8, 0, 0, TRUE },
  };
  static const Description descriptions[] = {
    { "ImageJ=1.53t\nimages=3\nfinterval=0.04\ntunit=sec\nfps=7\n", 0.04 },
    { "ImageJ=1.53t\nfinterval=40\ntunit=ms\n", 0.04 },
    { "ImageJ=1.53t\nfinterval=0.5\ntunit=min\n", 30 },
    { "ImageJ=1.53t\r\nfps=25\r\n", 0.04 },
    { "ImageJ=1.53t\nfinterval=0\nfps=20\n", 0.05 },
    { "ImageJ=1.53t\nfinterval=nan\n", 0 },
    { "ImageJ=1.53t\nfinterval=-1\n", 0 },
    { "A stack with fps=25", 0 },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autofree char *path = g_strconcat ("/tiff-stack/every-layout-gives-its-samples/", layouts[i].name, NULL);

      g_test_add_data_func (path, &layouts[i], every_layout_gives_its_samples_in_any_order);
    }
  for (guint i = 0; i < G_N_ELEMENTS (descriptions); i++)
    {
      g_autofree char *path = g_strdup_printf ("/tiff-stack/the-interval-is-read-from-the-description/%u", i);

      g_test_add_data_func (path, &descriptions[i], the_interval_is_read_from_the_description);
    }
  g_test_add_func ("/tiff-stack/pictures-that-are-told-of-and-missing-are-counted",
                   pictures_that_are_told_of_and_missing_are_counted);
  g_test_add_func ("/tiff-stack/previews-are-no-frames", previews_are_no_frames);
  g_test_add_func ("/tiff-stack/a-page-of-another-size-is-marked", a_page_of_another_size_is_marked);
  g_test_add_func ("/tiff-stack/what-has-no-gray-levels-is-refused", what_has_no_gray_levels_is_refused);
  g_test_add_func ("/tiff-stack/a-colour-map-gives-gray-levels", a_colour_map_gives_gray_levels);
  return g_test_run ();
}
