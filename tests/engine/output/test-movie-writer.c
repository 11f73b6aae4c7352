/* test-movie-writer.c: annotated movies
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <errno.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clips.h"
#include "venule-error.h"
#include "venule-movie-writer.h"

/* White, black and a mid gray must come out of an MP4 within what H.264 in limited range may change. */
static void
colour_surfaces_make_a_movie (gconstpointer data)
{
  VenuleMovieFormat format = GPOINTER_TO_INT (data);
  gboolean lossless = format == VENULE_MOVIE_FFV1;
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, lossless ? "shown.mkv" : "shown.mp4", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleMovieWriter) writer = venule_movie_writer_new (path, format, 63, 47, 25, &error);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 63, 47);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;

  g_assert_no_error (error);
  for (int i = 0; i < 3; i++)
    {
      cairo_set_source_rgb (cr, i / 2.0, i / 2.0, i / 2.0);
      cairo_paint (cr);
      g_assert_true (venule_movie_writer_add_surface (writer, surface, &error));
      g_assert_no_error (error);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  g_assert_true (venule_movie_writer_finish (writer, &error));
  g_assert_no_error (error);

  source = clips_open (path);
  g_assert_cmpint (venule_source_get_width (source), ==, lossless ? 63 : 64);
  g_assert_cmpint (venule_source_get_height (source), ==, lossless ? 47 : 48);
  reader = venule_source_open_reader (source, NULL);
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);
      int expected = lossless ? (i == 1 ? 128 : i * 255 / 2) : 16 + i * 219 / 2;

      g_assert_cmpint (ABS ((int) venule_frame_get_sample (frame, 31, 23) - expected), <=, lossless ? 0 : 2);
    }
  clips_remove_folder (folder);
}

/* Discs that move over noise, 400×240 px, 40 frames. */
static void
write_motion (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleMovieWriter) writer = venule_movie_writer_new (path, VENULE_MOVIE_MP4, 400, 240, 25, &error);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 240);
  cairo_t *cr = cairo_create (surface);

  g_assert_no_error (error);
  for (int i = 0; i < 40; i++)
    {
      guint8 *data = cairo_image_surface_get_data (surface);

      cairo_surface_flush (surface);
      for (int k = 0; k < 240 * cairo_image_surface_get_stride (surface); k++)
        data[k] = (guint8) g_rand_int_range (random, 80, 110);
      cairo_surface_mark_dirty (surface);
      for (int k = 0; k < 12; k++)
        {
          cairo_set_source_rgb (cr, k / 12.0, 0.7, 0.3);
          cairo_arc (cr, (37 * k + (1 + k % 3) * i) % 400, 10 + 20 * k, 9, 0, 2 * G_PI);
          cairo_fill (cr);
        }
      g_assert_true (venule_movie_writer_add_surface (writer, surface, &error));
      g_assert_no_error (error);
    }
  g_assert_true (venule_movie_writer_finish (writer, &error));
  g_assert_no_error (error);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* An encoder that looked at what fresh memory holds would make another file each time. */
static void
the_same_pictures_make_the_same_file (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "motion.mp4", NULL);
  g_autofree char *first = NULL, *again = NULL;
  gsize first_size, again_size;

  mallopt (M_PERTURB, 85);
  write_motion (path);
  g_assert_true (g_file_get_contents (path, &first, &first_size, NULL));
  mallopt (M_PERTURB, 170);
  write_motion (path);
  g_assert_true (g_file_get_contents (path, &again, &again_size, NULL));
  g_assert_cmpmem (first, first_size, again, again_size);

  /* The encoder notes its settings in the file; not as the desktop writes numbers. */
  if (setlocale (LC_ALL, "de_DE.UTF-8") != NULL)
    {
      g_autofree char *elsewhere = NULL;

      write_motion (path);
      setlocale (LC_ALL, "C");
      g_assert_true (g_file_get_contents (path, &elsewhere, &again_size, NULL));
      g_assert_cmpmem (first, first_size, elsewhere, again_size);
    }
  clips_remove_folder (folder);
}

static void
assert_refused (int    width,
                int    height,
                double frame_rate)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (venule_movie_writer_new ("refused", VENULE_MOVIE_FFV1, width, height, frame_rate, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "“refused”"));
}

static void
what_no_movie_can_be_is_refused (void)
{
  assert_refused (0, 8, 30);
  assert_refused (8, 100000, 30);
  assert_refused (8, 8, 0);
  assert_refused (8, 8, -1);
}

static gboolean
add_gray (VenuleMovieWriter  *writer,
          int                 width,
          int                 height,
          GError            **error)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  guint8 *pixels = cairo_image_surface_get_data (surface);
  gboolean added;

  for (int i = 0; i < height * cairo_image_surface_get_stride (surface); i++)
    pixels[i] = (guint8) g_test_rand_int_range (0, 256);
  cairo_surface_mark_dirty (surface);
  added = venule_movie_writer_add_surface (writer, surface, error);
  cairo_surface_destroy (surface);
  return added;
}

static void
a_surface_of_another_size_is_refused (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "a.mkv", NULL);
  g_autoptr (VenuleMovieWriter) writer = venule_movie_writer_new (path, VENULE_MOVIE_FFV1, 8, 8, 30, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (add_gray (writer, 8, 9, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_clear_object (&writer);
  clips_remove_folder (folder);
}

static void
assert_unwritable (const char *path)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (venule_movie_writer_new (path, VENULE_MOVIE_FFV1, 8, 8, 30, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "“movie”"));
}

static void
an_unwritable_folder_is_reported (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *missing = g_build_filename (folder, "nowhere", "movie", NULL);
  g_autofree char *closed = g_build_filename (folder, "movie", NULL);

  assert_unwritable (missing);
  assert_unwritable ("/dev/null/movie");
  if (geteuid () != 0)
    {
      g_assert_cmpint (g_chmod (folder, 0500), ==, 0);
      assert_unwritable (closed);
      g_assert_cmpint (g_chmod (folder, 0700), ==, 0);
    }
  clips_remove_folder (folder);
}

/* A limit on the size of files stands for the full disk: the same calls fail. */
static void
a_full_disk_is_reported_and_leaves_nothing (gconstpointer data)
{
  VenuleMovieFormat format = GPOINTER_TO_INT (data);
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "movie", NULL);
  g_autoptr (VenuleMovieWriter) writer = NULL;
  g_autoptr (GError) error = NULL;
  struct rlimit old;
  struct rlimit small;
  gboolean good = TRUE;

  g_assert_true (g_file_set_contents (path, "older", -1, NULL));
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  small = old;
  small.rlim_cur = 100000;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);

  writer = venule_movie_writer_new (path, format, 128, 128, 30, &error);
  for (int i = 0; i < 20 && good && writer != NULL; i++)
    good = add_gray (writer, 128, 128, &error);
  if (good && writer != NULL)
    good = venule_movie_writer_finish (writer, &error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);

  g_assert_false (good);
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "“movie” could not be written"));
  g_assert_nonnull (strstr (error->message, g_strerror (EFBIG)));

  g_clear_error (&error);
  g_assert_false (venule_movie_writer_finish (writer, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_clear_object (&writer);

  {
    g_autofree char *kept = NULL;

    g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
    g_assert_cmpstr (kept, ==, "older");
  }
  clips_remove_folder (folder);
}

static void
a_dropped_writer_leaves_nothing (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "movie.mkv", NULL);
  g_autoptr (VenuleMovieWriter) writer = venule_movie_writer_new (path, VENULE_MOVIE_FFV1, 16, 16, 30, NULL);

  g_assert_true (add_gray (writer, 16, 16, NULL));
  g_clear_object (&writer);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/movie-writer/colour-surfaces-make-a-movie/ffv1", GINT_TO_POINTER (VENULE_MOVIE_FFV1),
                        colour_surfaces_make_a_movie);
  g_test_add_data_func ("/movie-writer/colour-surfaces-make-a-movie/mp4", GINT_TO_POINTER (VENULE_MOVIE_MP4),
                        colour_surfaces_make_a_movie);
  g_test_add_func ("/movie-writer/the-same-pictures-make-the-same-file", the_same_pictures_make_the_same_file);
  g_test_add_func ("/movie-writer/what-no-movie-can-be-is-refused", what_no_movie_can_be_is_refused);
  g_test_add_func ("/movie-writer/a-surface-of-another-size-is-refused", a_surface_of_another_size_is_refused);
  g_test_add_func ("/movie-writer/an-unwritable-folder-is-reported", an_unwritable_folder_is_reported);
  g_test_add_data_func ("/movie-writer/a-full-disk-is-reported/ffv1", GINT_TO_POINTER (VENULE_MOVIE_FFV1),
                        a_full_disk_is_reported_and_leaves_nothing);
  g_test_add_func ("/movie-writer/a-dropped-writer-leaves-nothing", a_dropped_writer_leaves_nothing);
  return g_test_run ();
}
