/* test-projection.c: one picture of many frames, against what is known of each pixel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>

#include "gray-movie.h"
#include "venule-projection.h"

#define WIDTH  33
#define HEIGHT 17

/* Differs from pixel to pixel and from frame to frame, in no order. */
static guint
get_sample (gint64 frame,
            int    x,
            int    y,
            int    bit_depth)
{
  guint mixed = (guint) frame * 2654435761u + (guint) x * 40503u + (guint) y * 9973u;

  return ((mixed >> 7) ^ mixed) & ((1u << bit_depth) - 1);
}

static VenuleSource *
make_source (const char *path,
             guint       n,
             int         bit_depth)
{
  g_autoptr (GrayMovie) movie = gray_movie_new (path, GRAY_MOVIE_TIFF, WIDTH, HEIGHT, bit_depth, 10, NULL);
  g_autoptr (VenuleFrame) frame = venule_frame_new (WIDTH, HEIGHT, bit_depth);
  VenuleSource *source;

  for (guint i = 0; i < n; i++)
    {
      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          {
            guint8 *row = frame->data + (gsize) y * frame->stride;

            if (bit_depth == 8)
              row[x] = (guint8) get_sample (i, x, y, bit_depth);
            else
              ((guint16 *) (gpointer) row)[x] = (guint16) get_sample (i, x, y, bit_depth);
          }
      g_assert_true (gray_movie_add (movie, frame, NULL));
    }
  g_assert_true (gray_movie_finish (movie, NULL));
  source = venule_source_open (path, NULL, NULL);
  g_assert_true (venule_source_build_table (source, NULL, NULL, NULL, NULL));
  return source;
}

/* Of @n_read of @n frames, spread over all. */
static void
check_pixel (const VenuleProjection *projection,
             guint                   n,
             guint                   n_read,
             int                     x,
             int                     y)
{
  int bit_depth = projection->pictures[0]->bit_depth;
  guint most = 0, least = G_MAXUINT;
  double sum = 0;

  for (guint i = 0; i < n_read; i++)
    {
      guint sample = get_sample (n_read > 1 ? (gint64) i * (n - 1) / (n_read - 1) : 0, x, y, bit_depth);

      most = MAX (most, sample);
      least = MIN (least, sample);
      sum += sample;
    }
  g_assert_cmpuint (venule_frame_get_sample (projection->pictures[VENULE_PROJECTION_MAXIMUM], x, y), ==, most);
  g_assert_cmpuint (venule_frame_get_sample (projection->pictures[VENULE_PROJECTION_MINIMUM], x, y), ==, least);
  g_assert_cmpuint (venule_frame_get_sample (projection->pictures[VENULE_PROJECTION_RANGE], x, y), ==, most - least);
  g_assert_cmpfloat_with_epsilon (venule_frame_get_sample (projection->pictures[VENULE_PROJECTION_MEAN], x, y),
                                  sum / n_read, 0.5 + 1e-9);
}

static void
test_every_pixel (gconstpointer data)
{
  int bit_depth = GPOINTER_TO_INT (data);
  static const guint numbers[] = { 1, 2, 7, VENULE_PROJECTION_FRAMES, VENULE_PROJECTION_FRAMES + 37 };
  g_autofree char *folder = g_dir_make_tmp ("venule-projection-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);

  for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
    {
      g_autoptr (VenuleSource) source = make_source (path, numbers[k], bit_depth);
      g_autoptr (GError) error = NULL;
      g_autoptr (VenuleProjection) projection = venule_projection_new (source, NULL, &error);
      guint n_read = MIN (numbers[k], VENULE_PROJECTION_FRAMES);

      g_assert_no_error (error);
      g_assert_cmpuint (projection->n_frames, ==, n_read);
      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          check_pixel (projection, numbers[k], n_read, x, y);
    }
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_cancelled (void)
{
  g_autofree char *folder = g_dir_make_tmp ("venule-projection-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  g_autoptr (VenuleSource) source = make_source (path, 3, 8);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (venule_projection_new (source, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/projection/every pixel of 8 bits", GINT_TO_POINTER (8), test_every_pixel);
  g_test_add_data_func ("/projection/every pixel of 16 bits", GINT_TO_POINTER (16), test_every_pixel);
  g_test_add_func ("/projection/cancelled", test_cancelled);
  return g_test_run ();
}
