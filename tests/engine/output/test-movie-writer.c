/* test-movie-writer.c: what is written is what is read
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

typedef struct {
  const char        *name;
  VenuleMovieFormat  format;
  int                width;
  int                height;
  int                bit_depth;
  int                read_depth;
  double             frame_rate;
} Case;

static void
samples_times_and_rate_come_back (gconstpointer data)
{
  const Case *c = data;
  const int n_frames = 12;
  char *folder = clips_make_folder ();
  g_autofree char *path =
    clips_write (folder, c->name, c->format, c->width, c->height, c->bit_depth, c->frame_rate, n_frames);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_auto (GStrv) findings = NULL;

  g_assert_cmpint (venule_source_get_width (source), ==, c->width);
  g_assert_cmpint (venule_source_get_height (source), ==, c->height);
  g_assert_cmpint (venule_source_get_bit_depth (source), ==, c->read_depth);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, n_frames);
  g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), c->frame_rate, 1e-6 * c->frame_rate);
  findings = venule_source_dup_findings (source);
  g_assert_cmpuint (g_strv_length (findings), ==, 0);

  for (int i = 0; i < n_frames; i++)
    {
      g_autoptr (VenuleFrame) drawn = clips_draw_frame (i, c->width, c->height, c->bit_depth);
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);

      clips_assert_equal (drawn, frame);
      g_assert_false (frame->corrupt);
      g_assert_cmpfloat_with_epsilon (frame->time, i / c->frame_rate, 1e-9);
    }
  g_assert_null (clips_read (reader, n_frames));
  clips_remove_folder (folder);
}

static void
a_stack_without_rate_says_so (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "unknown.tif", VENULE_MOVIE_TIFF, 20, 10, 8, 0, 3);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autoptr (VenuleFrame) last = NULL;
  g_auto (GStrv) findings = NULL;

  clips_build_table (source);
  g_assert_cmpfloat (venule_source_get_frame_rate (source), ==, 0);
  last = clips_read (reader, 2);
  g_assert_cmpfloat (last->time, ==, 0);
  findings = venule_source_dup_findings (source);
  g_assert_cmpuint (g_strv_length (findings), ==, 1);
  g_assert_nonnull (strstr (findings[0], "how much time lies between"));
  clips_remove_folder (folder);
}

/* White, black and a mid gray must come out of an MP4 within what H.264 in limited range may change. */
static void
colour_surfaces_make_a_movie (gconstpointer data)
{
  VenuleMovieFormat format = GPOINTER_TO_INT (data);
  gboolean lossless = format == VENULE_MOVIE_FFV1;
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, lossless ? "shown.mkv" : "shown.mp4", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleMovieWriter) writer = venule_movie_writer_new (path, format, 63, 47, 0, 25, &error);
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
  g_autoptr (VenuleMovieWriter) writer = venule_movie_writer_new (path, VENULE_MOVIE_MP4, 400, 240, 0, 25, &error);
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
assert_refused (VenuleMovieFormat format,
                int               width,
                int               height,
                int               bit_depth,
                double            frame_rate)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (venule_movie_writer_new ("refused", format, width, height, bit_depth, frame_rate, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "“refused”"));
}

static void
what_a_format_cannot_hold_is_refused (void)
{
  assert_refused (VENULE_MOVIE_AVI, 8, 8, 16, 30);
  assert_refused (VENULE_MOVIE_AVI, 8, 8, 0, 30);
  assert_refused (VENULE_MOVIE_TIFF, 8, 8, 0, 30);
  assert_refused (VENULE_MOVIE_MP4, 8, 8, 16, 30);
  assert_refused (VENULE_MOVIE_FFV1, 8, 8, 7, 30);
  assert_refused (VENULE_MOVIE_FFV1, 8, 8, 17, 30);
  assert_refused (VENULE_MOVIE_FFV1, 0, 8, 8, 30);
  assert_refused (VENULE_MOVIE_FFV1, 8, 100000, 8, 30);
  assert_refused (VENULE_MOVIE_FFV1, 8, 8, 8, 0);
  assert_refused (VENULE_MOVIE_FFV1, 8, 8, 8, -1);
  assert_refused (VENULE_MOVIE_TIFF, 8, 8, 8, -1);
}

static void
a_frame_of_another_size_is_refused (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "a.mkv", NULL);
  g_autoptr (VenuleMovieWriter) writer = venule_movie_writer_new (path, VENULE_MOVIE_FFV1, 8, 8, 8, 30, NULL);
  g_autoptr (VenuleFrame) frame = venule_frame_new (8, 9, 8);
  g_autoptr (GError) error = NULL;

  g_assert_false (venule_movie_writer_add_frame (writer, frame, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_clear_object (&writer);
  clips_remove_folder (folder);
}

static void
assert_unwritable (const char        *path,
                   VenuleMovieFormat  format)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (venule_movie_writer_new (path, format, 8, 8, 8, 30, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "“movie”"));
}

static void
an_unwritable_folder_is_reported (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *missing = g_build_filename (folder, "nowhere", "movie", NULL);
  g_autofree char *closed = g_build_filename (folder, "movie", NULL);

  assert_unwritable (missing, VENULE_MOVIE_FFV1);
  assert_unwritable (missing, VENULE_MOVIE_TIFF);
  assert_unwritable ("/dev/null/movie", VENULE_MOVIE_FFV1);
  if (geteuid () != 0)
    {
      g_assert_cmpint (g_chmod (folder, 0500), ==, 0);
      assert_unwritable (closed, VENULE_MOVIE_FFV1);
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
  g_autoptr (VenuleFrame) frame = clips_draw_frame (0, 128, 128, 8);
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

  writer = venule_movie_writer_new (path, format, 128, 128, 8, 30, &error);
  for (int i = 0; i < 20 && good && writer != NULL; i++)
    good = venule_movie_writer_add_frame (writer, frame, &error);
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
  g_autoptr (VenuleMovieWriter) writer = venule_movie_writer_new (path, VENULE_MOVIE_FFV1, 16, 16, 8, 30, NULL);
  g_autoptr (VenuleFrame) frame = clips_draw_frame (0, 16, 16, 8);

  g_assert_true (venule_movie_writer_add_frame (writer, frame, NULL));
  g_clear_object (&writer);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  static const Case cases[] = {
    { "8-bit.mkv", VENULE_MOVIE_FFV1, 64, 48, 8, 8, 30 },
    { "10-bit.mkv", VENULE_MOVIE_FFV1, 64, 48, 10, 10, 25 },
    { "12-bit.mkv", VENULE_MOVIE_FFV1, 64, 48, 12, 12, 25 },
    { "14-bit.mkv", VENULE_MOVIE_FFV1, 64, 48, 14, 16, 25 },
    { "16-bit.mkv", VENULE_MOVIE_FFV1, 64, 48, 16, 16, 29.97 },
    { "odd.mkv", VENULE_MOVIE_FFV1, 61, 47, 16, 16, 12.5 },
    { "tiny.mkv", VENULE_MOVIE_FFV1, 5, 3, 8, 8, 60 },
    { "8-bit.avi", VENULE_MOVIE_AVI, 64, 48, 8, 8, 30 },
    { "odd.avi", VENULE_MOVIE_AVI, 61, 47, 8, 8, 16.7 },
    { "tiny.avi", VENULE_MOVIE_AVI, 5, 3, 8, 8, 30 },
    { "8-bit.tif", VENULE_MOVIE_TIFF, 64, 48, 8, 8, 30 },
    { "16-bit.tif", VENULE_MOVIE_TIFF, 61, 47, 16, 16, 7.5 },
    { "tiny.tif", VENULE_MOVIE_TIFF, 5, 3, 16, 16, 30 },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/movie-writer/samples-times-and-rate-come-back/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], samples_times_and_rate_come_back);
    }
  g_test_add_func ("/movie-writer/a-stack-without-rate-says-so", a_stack_without_rate_says_so);
  g_test_add_data_func ("/movie-writer/colour-surfaces-make-a-movie/ffv1", GINT_TO_POINTER (VENULE_MOVIE_FFV1),
                        colour_surfaces_make_a_movie);
  g_test_add_data_func ("/movie-writer/colour-surfaces-make-a-movie/mp4", GINT_TO_POINTER (VENULE_MOVIE_MP4),
                        colour_surfaces_make_a_movie);
  g_test_add_func ("/movie-writer/the-same-pictures-make-the-same-file", the_same_pictures_make_the_same_file);
  g_test_add_func ("/movie-writer/what-a-format-cannot-hold-is-refused", what_a_format_cannot_hold_is_refused);
  g_test_add_func ("/movie-writer/a-frame-of-another-size-is-refused", a_frame_of_another_size_is_refused);
  g_test_add_func ("/movie-writer/an-unwritable-folder-is-reported", an_unwritable_folder_is_reported);
  g_test_add_data_func ("/movie-writer/a-full-disk-is-reported/avi", GINT_TO_POINTER (VENULE_MOVIE_AVI),
                        a_full_disk_is_reported_and_leaves_nothing);
  g_test_add_data_func ("/movie-writer/a-full-disk-is-reported/ffv1", GINT_TO_POINTER (VENULE_MOVIE_FFV1),
                        a_full_disk_is_reported_and_leaves_nothing);
  g_test_add_data_func ("/movie-writer/a-full-disk-is-reported/tiff", GINT_TO_POINTER (VENULE_MOVIE_TIFF),
                        a_full_disk_is_reported_and_leaves_nothing);
  g_test_add_func ("/movie-writer/a-dropped-writer-leaves-nothing", a_dropped_writer_leaves_nothing);
  return g_test_run ();
}
