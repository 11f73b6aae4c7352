/* test-other-video.c: a document and a video that is not its own, or not whole, on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <cairo.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "cli-test.h"
#include "gray-movie.h"
#include "venule-source.h"

#define CROP "0,65,400,100"

typedef struct {
  const char        *name;
  GrayMovieFormat    format;
} Kind;

static const Kind kinds[] = { { "mouse.avi", GRAY_MOVIE_AVI }, { "mouse.tif", GRAY_MOVIE_TIFF } };

static char *
path_in (CliFixture *self,
         const char *name)
{
  return g_build_filename (self->directory, name, NULL);
}

/* Frames @first to @first + 19 of the sample, uncompressed, but for the second, which is frame @second + 1: all such
 * videos have the same size. */
static void
write_video (const char *path,
             const Kind *kind,
             int         first,
             int         second)
{
  g_autofree char *sample = cli_sample_path ("sample.mkv");
  g_autoptr (VenuleSource) source = venule_source_open (sample, NULL, NULL);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autoptr (GrayMovie) writer = gray_movie_new (path, kind->format, 400, 240, 8, 30, NULL);

  for (int i = 0; i < 20; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, i + (i == 1 ? second : first), NULL, NULL);

      g_assert_true (gray_movie_add (writer, frame, NULL));
    }
  g_assert_true (gray_movie_finish (writer, NULL));
}

static void
assert_same_size (const char *a,
                  const char *b)
{
  GStatBuf first, second;

  g_assert_cmpint (g_stat (a, &first), ==, 0);
  g_assert_cmpint (g_stat (b, &second), ==, 0);
  g_assert_cmpint (first.st_size, ==, second.st_size);
}

static CliResult
analyze (CliFixture *self,
         const char *video,
         const char *project)
{
  return cli_run ("analyze", video, "--crop", CROP, "--flow", "1,0", "--fps", "30", "--formats", "csv", "--quiet",
                  "--output", self->output, "--project", project, NULL);
}

static void
test_no_run_of_another_video_is_added (CliFixture    *self,
                                       gconstpointer  data)
{
  const Kind *kind = data;
  g_autofree char *video = path_in (self, kind->name);
  g_autofree char *copy_name = g_strconcat ("copy-", kind->name, NULL),
                  *other_name = g_strconcat ("other-", kind->name, NULL);
  g_autofree char *copy = path_in (self, copy_name), *other = path_in (self, other_name);
  g_autofree char *project = path_in (self, "mouse.venule");
  g_autofree char *before = NULL;
  gsize size;
  g_auto (CliResult) first = { 0 }, moved = { 0 }, info = { 0 };

  write_video (video, kind, 0, 0);
  first = analyze (self, video, project);
  g_assert_cmpint (first.code, ==, 0);
  g_assert_true (g_file_get_contents (project, &before, &size, NULL));

  /* Another one in all frames, and in the second alone. */
  for (int from = 40; from >= 0; from -= 40)
    {
      g_auto (CliResult) refused = { 0 };
      g_autofree char *after = NULL;
      gsize size_after;

      write_video (other, kind, from, 40);
      assert_same_size (video, other);
      refused = analyze (self, other, project);
      cli_assert_sentence (&refused, 1, "--project");
      g_assert_nonnull (strstr (refused.err, "mouse.venule"));
      g_assert_nonnull (strstr (refused.err, other));
      g_assert_nonnull (strstr (refused.err, video));
      g_assert_true (g_file_get_contents (project, &after, &size_after, NULL));
      g_assert_cmpmem (before, size, after, size_after);
    }

  /* The same video at another place is its own. */
  g_assert_cmpint (g_rename (video, copy), ==, 0);
  moved = analyze (self, copy, project);
  g_assert_cmpint (moved.code, ==, 0);
  info = cli_run ("info", project, NULL);
  g_assert_nonnull (strstr (info.out, "\"run\" : 2"));
}

/* Each command that reads pixels for a document, and one that does not. */
static void
assert_refused (CliFixture *self,
                const char *project)
{
  g_autofree char *figure = path_in (self, "figure.pdf");
  g_autofree char *movie = g_build_filename (self->output, "annotated.mp4", NULL);
  const char *const commands[][6] = {
    { "figure", project, "--kind", "map", "--output", figure },
    { "figure", project, "--kind", "kymograph", "--output", figure },
    { "export", project, "--movie", "--formats=csv", "--output", self->output },
    { "export", project, "--measure-diameter", "--formats=csv", "--output", self->output },
    { "export", project, "--measure-flow", "--formats=csv", "--output", self->output },
  };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const char *const *c = commands[i];
      g_auto (CliResult) result = cli_run (c[0], c[1], c[2], c[3], c[4], c[5], NULL);

      g_test_message ("%s %s %s: %s", c[0], c[2], c[3], result.err);
      cli_assert_sentence (&result, 1, "is not the video any more that was analysed");
      g_assert_nonnull (strstr (result.err, "--video"));
    }
  g_assert_false (g_file_test (figure, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (movie, G_FILE_TEST_EXISTS));
  {
    g_auto (CliResult) tables = cli_run ("export", project, "--output", self->output, NULL);

    g_assert_cmpint (tables.code, ==, 0);
  }
}

static void
test_no_pixels_of_another_video_are_read (CliFixture    *self,
                                          gconstpointer  data)
{
  const Kind *kind = data;
  g_autofree char *video = path_in (self, kind->name);
  g_autofree char *project = path_in (self, "mouse.venule");
  g_autofree char *figure = path_in (self, "kymograph.pdf");
  g_auto (CliResult) run = { 0 }, drawn = { 0 }, between = { 0 };
  GStatBuf status;

  write_video (video, kind, 0, 0);
  run = analyze (self, video, project);
  g_assert_cmpint (run.code, ==, 0);
  drawn = cli_run ("figure", project, "--kind", "kymograph", "--output", figure, NULL);
  g_assert_cmpint (drawn.code, ==, 0);

  write_video (video, kind, 40, 40);
  assert_refused (self, project);

  /* One frame, that is not looked at before it is read. */
  write_video (video, kind, 0, 40);
  between = cli_run ("figure", project, "--kind", "kymograph", "--output", figure, NULL);
  cli_assert_sentence (&between, 1, "is not the video any more that was analysed");

  /* Copied in part. */
  write_video (video, kind, 0, 0);
  g_assert_cmpint (g_stat (video, &status), ==, 0);
  g_assert_cmpint (truncate (video, status.st_size * 3 / 5), ==, 0);
  if (kind->format == GRAY_MOVIE_AVI) /* a stack without its end does not open */
    assert_refused (self, project);
}

/* A folder has no size and no content of its own. */
static void
test_pictures_are_found_again (CliFixture    *self,
                               gconstpointer  data)
{
  g_autofree char *pictures = path_in (self, "pictures");
  g_autofree char *second = g_build_filename (pictures, "m_001.png", NULL);
  g_autofree char *project = path_in (self, "pictures.venule");
  g_autofree char *figure = path_in (self, "map.png");
  g_auto (CliResult) run = { 0 }, drawn = { 0 }, replaced = { 0 }, changed = { 0 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 240);

  g_assert_cmpint (g_mkdir (pictures, 0777), ==, 0);
  for (int i = 0; i < 6; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/m_%03d.png", pictures, i);

      for (int k = 0; k < 400 * 240; k++)
        ((guint32 *) (gpointer) cairo_image_surface_get_data (surface))[k] =
          0x010101 * (guint32) g_test_rand_int_range (100, 110);
      cairo_surface_mark_dirty (surface);
      g_assert_cmpint (cairo_surface_write_to_png (surface, name), ==, CAIRO_STATUS_SUCCESS);
    }
  cairo_surface_destroy (surface);

  run = cli_run ("analyze", pictures, "--flow", "1,0", "--fps", "30", "--crop", CROP, "--project", project,
                 "--output", self->directory, "--quiet", NULL);
  g_assert_cmpint (run.code, ==, 0);
  drawn = cli_run ("figure", project, "--kind", "map", "--output", figure, NULL);
  g_assert_cmpint (drawn.code, ==, 0);
  replaced = cli_run ("figure", project, "--kind", "map", "--output", second, NULL);
  cli_assert_sentence (&replaced, 1, "lies among the pictures of the video");

  g_assert_cmpint (g_unlink (second), ==, 0);
  changed = cli_run ("figure", project, "--kind", "map", "--output", figure, NULL);
  g_assert_cmpint (changed.code, !=, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *run = g_strdup_printf ("/cli-other-video/no-run/%s", kinds[i].name);
      g_autofree char *pixels = g_strdup_printf ("/cli-other-video/no-pixels/%s", kinds[i].name);

      g_test_add (run, CliFixture, &kinds[i], cli_set_up, test_no_run_of_another_video_is_added, cli_tear_down);
      g_test_add (pixels, CliFixture, &kinds[i], cli_set_up, test_no_pixels_of_another_video_are_read, cli_tear_down);
    }

  g_test_add ("/cli-other-video/pictures-are-found-again", CliFixture, NULL, cli_set_up, test_pictures_are_found_again,
              cli_tear_down);

  return g_test_run ();
}
