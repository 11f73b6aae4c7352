/* test-tiff-checks.c: a page of a TIFF stack whose checksum does not fit is marked as damaged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>
#include <zlib.h>

#include "clips.h"
#include "stacks.h"

#define WIDTH 61
#define HEIGHT 47
#define N_PAGES 2
#define N_FLIPS 60

typedef struct {
  StackLayout layout;
  int         bit_depth;
  gboolean    scaled; /* by all numbers of the stack, damaged ones among them */
} Case;

/* Where the strips or tiles of a page are, as offset and size. */
static GArray *
find_blocks (const char *path,
             int         page)
{
  TIFF *tiff = TIFFOpen (path, "r");
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (guint64));

  g_assert_true (TIFFSetDirectory (tiff, (tdir_t) page));
  for (guint32 i = 0; i < (TIFFIsTiled (tiff) ? TIFFNumberOfTiles (tiff) : TIFFNumberOfStrips (tiff)); i++)
    {
      guint64 block[2] = { TIFFGetStrileOffset (tiff, i), TIFFGetStrileByteCount (tiff, i) };

      g_array_append_vals (blocks, block, 2);
    }
  TIFFClose (tiff);
  return blocks;
}

/* Number of pages that are marked. Those that are not have the pixels that were written. */
static int
count_damaged (const Case *c,
               const char *path)
{
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  StackRange range;
  int n = 0;

  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, N_PAGES);
  stacks_find_range (&c->layout, WIDTH, HEIGHT, N_PAGES, &range);
  for (int i = 0; i < N_PAGES; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);

      n += frame->corrupt;
      for (int y = 0; y < HEIGHT && !frame->corrupt; y++)
        for (int x = 0; x < WIDTH; x++)
          g_assert_cmpuint (venule_frame_get_sample (frame, x, y), ==,
                            stacks_get_sample (&c->layout, &range, VENULE_GRAY_LUMA, c->bit_depth, i, x, y));
    }
  return n;
}

static void
a_flipped_bit_is_told (gconstpointer data)
{
  const Case *c = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  g_autofree char *content = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (19);
  g_autoptr (GArray) blocks = NULL;
  gsize length;

  stacks_write (&c->layout, NULL, path, WIDTH, HEIGHT, 0, N_PAGES);
  g_assert_cmpint (count_damaged (c, path), ==, 0);

  blocks = find_blocks (path, 1);
  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  for (int i = 0; i < N_FLIPS && !c->scaled; i++)
    {
      const guint64 *block = &g_array_index (blocks, guint64, 2 * g_rand_int_range (rand, 0, (int) blocks->len / 2));
      guint64 at = block[0] + (guint64) g_rand_int_range (rand, 0, (int) block[1]);
      char mask = (char) (1 << g_rand_int_range (rand, 0, 8));

      content[at] ^= mask;
      g_assert_true (g_file_set_contents (path, content, (gssize) length, NULL));
      g_test_message ("bit %d of byte %u", mask, (guint) at);
      /* Bits that pad the last byte of a stream, and those that say how it was compressed, count for nothing. */
      g_assert_cmpint (count_damaged (c, path), <=, 1);
      content[at] ^= mask;
    }
  clips_remove_folder (folder);
}

/* A last strip with as many rows as the others, bytes behind the stream: so some programs write, and nothing is
 * damaged. */
static void
streams_that_are_longer_are_sound (void)
{
  enum { ROWS = 40 };
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  TIFF *tiff = TIFFOpen (path, "w");
  guint8 rows[ROWS][WIDTH], stream[2 * sizeof rows] = { 0 };
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (VenuleFrame) frame = NULL;

  for (int i = 0; i < ROWS * WIDTH; i++)
    rows[i / WIDTH][i % WIDTH] = (guint8) (i * i / 7);
  TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, WIDTH);
  TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, HEIGHT);
  TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField (tiff, TIFFTAG_ROWSPERSTRIP, ROWS);
  TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField (tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  for (guint i = 0; i < 2; i++)
    {
      uLongf n = sizeof stream;

      g_assert_cmpint (compress2 (stream, &n, rows[0], sizeof rows, 6), ==, Z_OK);
      g_assert_cmpint (TIFFWriteRawStrip (tiff, i, stream, (tmsize_t) n + 3), >, 0);
    }
  TIFFClose (tiff);

  source = clips_open (path);
  reader = venule_source_open_reader (source, NULL);
  frame = clips_read (reader, 0);
  g_assert_false (frame->corrupt);
  for (int y = 0; y < HEIGHT; y++)
    g_assert_cmpmem (frame->data + frame->stride * y, WIDTH, rows[y % ROWS], WIDTH);
  clips_remove_folder (folder);
}

#define DEFLATE .photometric = PHOTOMETRIC_MINISBLACK, .compression = COMPRESSION_ADOBE_DEFLATE

int
main (int    argc,
      char **argv)
{
  static const Case cases[] = {
    { { "8-bit", "w", 8, DEFLATE, .used_bits = 2 }, 8 },
    { { "8-bit-differences", "w", 8, DEFLATE, .predictor = PREDICTOR_HORIZONTAL, .rows = 8, .used_bits = 3 }, 8 },
    { { "8-bit-old-number", "w", 8, .photometric = PHOTOMETRIC_MINISBLACK, .compression = COMPRESSION_DEFLATE }, 8 },
    { { "12-bit-packed", "w", 12, DEFLATE, .rows = 7 }, 12 },
    { { "16-bit-big-endian", "wb", 16, DEFLATE, .rows = 16, .used_bits = 4 }, 16 },
    { { "16-bit-big-endian-differences", "wb", 16, DEFLATE, .predictor = PREDICTOR_HORIZONTAL, .used_bits = 4 }, 16 },
    { { "16-bit-tiles", "w", 16, DEFLATE, .predictor = PREDICTOR_HORIZONTAL, .tile = 32 }, 16 },
    { { "float", "w", 32, SAMPLEFORMAT_IEEEFP, DEFLATE, .predictor = PREDICTOR_FLOATINGPOINT, .whole = TRUE }, 16,
      TRUE },
    { { "rgb-differences", "w", 8, .samples = 3, .photometric = PHOTOMETRIC_RGB,
        .compression = COMPRESSION_ADOBE_DEFLATE,
        .predictor = PREDICTOR_HORIZONTAL }, 8 },
    { { "rgb-apart", "w", 8, .samples = 3, .photometric = PHOTOMETRIC_RGB, .compression = COMPRESSION_ADOBE_DEFLATE,
        .separate = TRUE, .predictor = PREDICTOR_HORIZONTAL, .rows = 6 }, 8 },
  };

  g_test_init (&argc, &argv, NULL);
  /* Of the old number of Deflate. */
  TIFFSetWarningHandler (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/tiff-checks/a-flipped-bit-is-told/", cases[i].layout.name, NULL);

      g_test_add_data_func (path, &cases[i], a_flipped_bit_is_told);
    }
  g_test_add_func ("/tiff-checks/streams-that-are-longer-are-sound", streams_that_are_longer_are_sound);
  return g_test_run ();
}
