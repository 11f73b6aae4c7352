/* test-giant-stacks.c: stacks of more than 4 GiB, mostly holes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <tiffio.h>
#include <unistd.h>

#include "clips.h"

#define PLANE_BYTES(side) ((gint64) (side) * (side) * 2)
#define N_PLANES 33
#define DATA_AT 4096

typedef struct {
  guint8   bytes[DATA_AT];
  gsize    length;
  gboolean big_endian;
} Head;

static void
put (Head    *self,
     int      n_bytes,
     guint64  value)
{
  for (int i = 0; i < n_bytes; i++)
    self->bytes[self->length++] = (guint8) (value >> (8 * (self->big_endian ? n_bytes - 1 - i : i)));
}

static void
put_entry (Head    *self,
           guint16  tag,
           guint16  type,
           guint32  count,
           guint32  value)
{
  put (self, 2, tag);
  put (self, 2, type);
  put (self, 4, count);
  if (type == 3 && count == 1)
    {
      put (self, 2, value);
      put (self, 2, 0);
    }
  else
    put (self, 4, value);
}

/* One page, whose description speaks of 33 pictures: ij.io.TiffEncoder writes this. */
static void
make_head (Head       *self,
           int         side,
           const char *description)
{
  memcpy (self->bytes, self->big_endian ? "MM\0*" : "II*\0", 4);
  self->length = 4;
  put (self, 4, 8);
  put (self, 2, 9);
  put_entry (self, 256, 4, 1, side);
  put_entry (self, 257, 4, 1, side);
  put_entry (self, 258, 3, 1, 16);
  put_entry (self, 262, 3, 1, 1);
  put_entry (self, 270, 2, strlen (description) + 1, 1024);
  put_entry (self, 273, 4, 1, DATA_AT);
  put_entry (self, 277, 3, 1, 1);
  put_entry (self, 278, 4, 1, side);
  put_entry (self, 279, 4, 1, PLANE_BYTES (side));
  put (self, 4, 0);
  memcpy (self->bytes + 1024, description, strlen (description) + 1);
}

/* Numbers in the corners of each plane; the rest is holes. */
static guint16
get_number (int plane,
            int corner)
{
  return (guint16) (1 + plane * 1000 + corner * 7);
}

static void
write_number (int      fd,
              gint64   offset,
              guint16  number,
              gboolean big_endian)
{
  guint16 stored = big_endian ? GUINT16_TO_BE (number) : GUINT16_TO_LE (number);

  g_assert_cmpint (pwrite (fd, &stored, 2, offset), ==, 2);
}

/* Where corner @i is. */
static void
get_corner (int  side,
            int  i,
            int *x,
            int *y)
{
  *x = i % 2 * (side - 1);
  *y = i / 2 * (side - 1);
}

static void
write_giant (const char *path,
             int         side,
             gboolean    big_endian,
             gint64      length)
{
  int fd = g_open (path, O_RDWR | O_CREAT, 0600);
  Head head = { .big_endian = big_endian };

  make_head (&head, side, "ImageJ=1.53t\nimages=33\nframes=33\nfinterval=0.1\n");
  g_assert_cmpint (pwrite (fd, head.bytes, sizeof head.bytes, 0), ==, sizeof head.bytes);
  for (int plane = 0; plane < N_PLANES; plane++)
    for (int i = 0; i < 4; i++)
      {
        int x, y;

        get_corner (side, i, &x, &y);
        write_number (fd, DATA_AT + plane * PLANE_BYTES (side) + ((gint64) y * side + x) * 2, get_number (plane, i),
                      big_endian);
      }
  g_assert_cmpint (ftruncate (fd, length), ==, 0);
  close (fd);
}

static void
assert_frame (VenuleReader *reader,
              int           side,
              int           plane,
              gboolean      half)
{
  g_autoptr (VenuleFrame) frame = clips_read (reader, plane);

  g_assert_cmpint (frame->corrupt, ==, half);
  g_assert_cmpfloat_with_epsilon (frame->time, plane * 0.1, 1e-9);
  for (int i = 0; i < (half ? 2 : 4); i++)
    {
      int x, y;

      get_corner (side, i, &x, &y);
      g_assert_cmpuint (venule_frame_get_sample (frame, x, y), ==, get_number (plane, i));
    }
}

/* The page of 4.4 GB is not read as a whole here, only at both ends and in the middle. */
static void
a_giant_of_imagej_is_read_behind_its_only_page (gconstpointer data)
{
  const int side = 8192;
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "giant.tif", NULL);
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;

  write_giant (path, side, GPOINTER_TO_INT (data), DATA_AT + PLANE_BYTES (side) * N_PLANES);
  source = clips_open (path);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, N_PLANES);
  reader = venule_source_open_reader (source, NULL);
  assert_frame (reader, side, N_PLANES - 1, FALSE);
  assert_frame (reader, side, 0, FALSE);
  assert_frame (reader, side, N_PLANES / 2, FALSE);
  g_assert_null (clips_read (reader, N_PLANES));
  clips_remove_folder (folder);
}

static void
a_giant_that_breaks_off_gives_what_is_there (void)
{
  const int side = 100;
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "giant.tif", NULL);
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_auto (GStrv) warnings = NULL;

  write_giant (path, side, FALSE, DATA_AT + PLANE_BYTES (side) * (N_PLANES - 2) + PLANE_BYTES (side) / 2);
  source = clips_open (path);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, N_PLANES - 1);
  warnings = venule_source_dup_warnings (source);
  g_assert_cmpstr (warnings[0], ==, "1 frame is damaged: 31.");
  g_assert_cmpstr (warnings[1], ==, "The header says 33 frames, 32 can be decoded.");
  reader = venule_source_open_reader (source, NULL);
  for (int i = 0; i < 60; i++)
    {
      int plane = g_test_rand_int_range (0, N_PLANES - 1);

      assert_frame (reader, side, plane, plane == N_PLANES - 2);
    }
  g_assert_null (clips_read (reader, N_PLANES - 1));
  clips_remove_folder (folder);
}

/* A BigTIFF whose pages lie beyond 4 GiB. */
static void
a_bigtiff_is_read_beyond_4_gib (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "big.tif", NULL);
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;

  for (int i = 0; i < 6; i++)
    {
      TIFF *tiff;
      g_autoptr (VenuleFrame) frame = clips_draw_frame (i, 60, 40, 16);

      /* A hole of 1 GiB before each page but the first: libtiff writes at the end of the file. */
      if (i > 0)
        g_assert_cmpint (truncate (path, ((gint64) i << 30) + 8192), ==, 0);
      tiff = TIFFOpen (path, i == 0 ? "w8" : "a");
      TIFFSetField (tiff, TIFFTAG_IMAGEWIDTH, 60);
      TIFFSetField (tiff, TIFFTAG_IMAGELENGTH, 40);
      TIFFSetField (tiff, TIFFTAG_BITSPERSAMPLE, 16);
      TIFFSetField (tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
      TIFFSetField (tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
      for (int y = 0; y < 40; y++)
        g_assert_cmpint (TIFFWriteScanline (tiff, frame->data + frame->stride * y, y, 0), ==, 1);
      TIFFClose (tiff);
    }

  source = clips_open (path);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 6);
  reader = venule_source_open_reader (source, NULL);
  for (int i = 5; i >= 0; i--)
    {
      g_autoptr (VenuleFrame) drawn = clips_draw_frame (i, 60, 40, 16);
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);

      g_assert_false (frame->corrupt);
      clips_assert_equal (drawn, frame);
    }
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/giant-stacks/a-giant-of-imagej-is-read-behind-its-only-page", GINT_TO_POINTER (FALSE),
                        a_giant_of_imagej_is_read_behind_its_only_page);
  g_test_add_data_func ("/giant-stacks/a-giant-of-the-other-byte-order-is-read", GINT_TO_POINTER (TRUE),
                        a_giant_of_imagej_is_read_behind_its_only_page);
  g_test_add_func ("/giant-stacks/a-giant-that-breaks-off-gives-what-is-there",
                   a_giant_that_breaks_off_gives_what_is_there);
  g_test_add_func ("/giant-stacks/a-bigtiff-is-read-beyond-4-gib", a_bigtiff_is_read_beyond_4_gib);
  return g_test_run ();
}
