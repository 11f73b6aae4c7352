/* test-vesselness-command.c: the vessels of pictures and z-stacks on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <tiffio.h>

#include "cli-test.h"
#include "gray-movie.h"
#include "venule-float-stack.h"

#define WIDTH 40
#define HEIGHT 30
#define DEPTH 14

static char *
path_in (CliFixture *self,
         const char *name)
{
  return g_build_filename (self->directory, name, NULL);
}

/* A tube along x, whose profile has a standard deviation of 2 px, around slice 6 and row 15. */
static double
tube (int y,
      int z)
{
  return exp (-((y - 15.0) * (y - 15.0) + (z - 6.0) * (z - 6.0)) / 8);
}

static char *
write_stack (CliFixture *self,
             const char *name,
             double      background,
             double      height)
{
  char *path = path_in (self, name);
  g_autofree float *values = g_new (float, WIDTH * HEIGHT * DEPTH);

  for (int i = 0; i < WIDTH * HEIGHT * DEPTH; i++)
    values[i] = (float) (background + height * tube (i / WIDTH % HEIGHT, i / (WIDTH * HEIGHT)));
  g_assert_true (venule_float_stack_save (path, values, WIDTH, HEIGHT, DEPTH, NULL));
  return path;
}

/* Its slice 6, or all of it as pictures of @frame_rate, of integers. */
static char *
write_pictures (CliFixture *self,
                const char *name,
                int         bits,
                int         first,
                int         n,
                double      frame_rate)
{
  char *path = path_in (self, name);
  g_autoptr (GrayMovie) writer = gray_movie_new (path, GRAY_MOVIE_TIFF, WIDTH, HEIGHT, bits, frame_rate, NULL);

  for (int z = first; z < first + n; z++)
    {
      g_autoptr (VenuleFrame) frame = venule_frame_new (WIDTH, HEIGHT, bits);

      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          {
            guint value = (guint) (((1 << bits) - 1) * (0.1 + 0.8 * tube (y, z)));

            if (bits > 8)
              ((guint16 *) (gpointer) (frame->data + (gsize) y * frame->stride))[x] = (guint16) value;
            else
              frame->data[(gsize) y * frame->stride + (gsize) x] = (guint8) value;
          }
      g_assert_true (gray_movie_add (writer, frame, NULL));
    }
  g_assert_true (gray_movie_finish (writer, NULL));
  return path;
}

/* 32-bit numbers of all pages. */
static float *
read_pages (const char *path,
            int         n_pages)
{
  float *values = g_new (float, WIDTH * HEIGHT * n_pages);
  TIFF *tiff = TIFFOpen (path, "r");
  int page = 0;

  g_assert_nonnull (tiff);
  do
    {
      guint32 width, height;
      guint16 bits, format;

      g_assert_cmpint (page, <, n_pages);
      g_assert_true (TIFFGetField (tiff, TIFFTAG_IMAGEWIDTH, &width) &&
                     TIFFGetField (tiff, TIFFTAG_IMAGELENGTH, &height));
      g_assert_true (TIFFGetField (tiff, TIFFTAG_BITSPERSAMPLE, &bits) &&
                     TIFFGetField (tiff, TIFFTAG_SAMPLEFORMAT, &format));
      g_assert_cmpint (width, ==, WIDTH);
      g_assert_cmpint (height, ==, HEIGHT);
      g_assert_cmpint (bits, ==, 32);
      g_assert_cmpint (format, ==, SAMPLEFORMAT_IEEEFP);
      for (int y = 0; y < HEIGHT; y++)
        g_assert_cmpint (TIFFReadScanline (tiff, values + (page * HEIGHT + y) * WIDTH, (guint32) y, 0), ==, 1);
      page++;
    }
  while (TIFFReadDirectory (tiff));
  TIFFClose (tiff);
  g_assert_cmpint (page, ==, n_pages);
  return values;
}

static void
test_stacks (CliFixture    *self,
             gconstpointer  data)
{
  g_autofree char *bright = write_stack (self, "bright.tif", 0, 1);
  g_autofree char *dark = write_stack (self, "dark.tif", 1, -1);
  g_autofree char *output = path_in (self, "v.tif"), *projection = path_in (self, "p.tif");
  g_autofree char *other = path_in (self, "other.tif");
  g_auto (CliResult) result = cli_run ("vesselness", bright, "--sigma", "1,2,3.5", "--output", output, "--projection",
                                       projection, NULL);
  g_auto (CliResult) of_dark = cli_run ("vesselness", dark, "--sigma", "1,2,3.5", "--dark", "-o", other, NULL);

  g_assert_cmpstr (result.err, ==, "");
  g_assert_cmpint (result.code, ==, 0);
  g_assert_cmpint (of_dark.code, ==, 0);

  g_autofree float *values = read_pages (output, DEPTH), *largest = read_pages (projection, 1);
  g_autofree float *inverted = read_pages (other, DEPTH);

  /* c is half of the largest S, which is there. */
  g_assert_cmpfloat_with_epsilon (values[(6 * HEIGHT + 15) * WIDTH + 20], -expm1f (-2.0f) * -expm1f (-2.0f), 0.01f);
  g_assert_cmpfloat (values[(6 * HEIGHT + 2) * WIDTH + 20], <, 0.01f);
  for (int i = 0; i < WIDTH * HEIGHT * DEPTH; i++)
    {
      g_assert_cmpfloat (values[i], <=, largest[i % (WIDTH * HEIGHT)]);
      g_assert_cmpfloat_with_epsilon (values[i], inverted[i], 1e-3f);
    }
  g_assert_cmpfloat (largest[15 * WIDTH + 20], ==, values[(6 * HEIGHT + 15) * WIDTH + 20]);
}

/* Integers of both sizes, a page or many, and a slice of a stack. */
static void
test_pictures (CliFixture    *self,
               gconstpointer  data)
{
  g_autofree char *stack = write_stack (self, "stack.tif", 0, 1);
  g_autofree char *eight = write_pictures (self, "eight.tif", 8, 6, 1, 0);
  g_autofree char *sixteen = write_pictures (self, "sixteen.tif", 16, 6, 1, 0);
  g_autofree char *many = write_pictures (self, "many.tif", 16, 0, DEPTH, 0);
  const struct { const char *path, *slice; int n_pages, at; } cases[] = {
    { eight, NULL, 1, 0 }, { sixteen, NULL, 1, 0 }, { many, NULL, DEPTH, 6 }, { stack, "--slice=7", 1, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *output = path_in (self, "v.tif");
      g_auto (CliResult) result = cli_run ("vesselness", cases[i].path, "--sigma", "2,3", "--replace", "--output",
                                           output, cases[i].slice, NULL);
      g_autofree float *values = NULL;

      /* Nothing says that pages without a description are not of several times. */
      if (cases[i].path == many)
        g_assert_nonnull (strstr (result.err, "the 14 pictures of “many.tif” are taken for slices of depth"));
      else
        g_assert_cmpstr (result.err, ==, "");
      g_assert_cmpint (result.code, ==, 0);
      values = read_pages (output, cases[i].n_pages);
      g_assert_cmpfloat (values[(cases[i].at * HEIGHT + 15) * WIDTH + 20], >, 0.7f);
      g_assert_cmpfloat (values[(cases[i].at * HEIGHT + 3) * WIDTH + 20], <, 0.05f);
    }
}

static void
test_what_is_no_stack (CliFixture    *self,
                       gconstpointer  data)
{
  g_autofree char *times = write_pictures (self, "times.tif", 8, 0, DEPTH, 25);
  g_autofree char *video = cli_sample_path ("sample.mkv");
  g_autofree char *text = cli_write_file (self, "text.tif", "no picture", -1);
  g_autofree char *output = path_in (self, "v.tif");
  g_auto (CliResult) of_times = cli_run ("vesselness", times, "--sigma", "1", "--output", output, NULL);
  g_auto (CliResult) of_video = cli_run ("vesselness", video, "--sigma", "1", "--output", output, NULL);
  g_auto (CliResult) of_text = cli_run ("vesselness", text, "--sigma", "1", "--output", output, NULL);

  cli_assert_sentence (&of_times, 1, "pictures of several times");
  cli_assert_sentence (&of_video, 1, "pictures of several times");
  cli_assert_sentence (&of_text, 1, "text.tif");
  g_assert_false (g_file_test (output, G_FILE_TEST_EXISTS));
}

static void
test_usage (CliFixture    *self,
            gconstpointer  data)
{
  g_autofree char *stack = write_stack (self, "stack.tif", 0, 1);
  g_autofree char *there = cli_write_file (self, "there.tif", "an hour's work", -1);
  g_autofree char *output = path_in (self, "v.tif"), *picture = path_in (self, "v.png");
  g_autofree char *twice = g_strconcat (self->directory, "/./v.tif", NULL);
  const struct { const char *sigma, *output, *more, *said; int code; } cases[] = {
    { "2,1", output, NULL, "rising numbers", 2 },
    { "0.9", output, NULL, "from 1 to 64", 2 },
    { "1,,2", output, NULL, "rising numbers", 2 },
    { "1;2", output, NULL, "rising numbers", 2 },
    { "", output, NULL, "rising numbers", 2 },
    { "1", picture, NULL, "must end in .tif", 2 },
    { "1", stack, "--replace", "is the input", 2 },
    { "1", there, NULL, "is there already", 1 },
    { "1", output, "--slice=99", "There is no number 99", 1 },
    { "1", output, "--device=gpu", "auto, cpu, cuda or cuda:N", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (CliResult) result = cli_run ("vesselness", stack, "--sigma", cases[i].sigma, "--output", cases[i].output,
                                           cases[i].more, NULL);

      cli_assert_sentence (&result, cases[i].code, cases[i].said);
    }

  g_auto (CliResult) same = cli_run ("vesselness", stack, "--sigma=1", "--output", output, "--projection", twice, NULL);
  g_auto (CliResult) both = cli_run ("vesselness", stack, "--sigma=1", "--output", output, "--dark", "--bright", NULL);
  g_auto (CliResult) none = cli_run ("vesselness", stack, "--output", output, NULL);

  cli_assert_sentence (&same, 2, "name the same file");
  cli_assert_sentence (&both, 2, "--dark has no effect with --bright");
  cli_assert_sentence (&none, 2, "--sigma");
  g_assert_false (g_file_test (output, G_FILE_TEST_EXISTS));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) \
  g_test_add ("/cli-vesselness/" path, CliFixture, NULL, cli_set_up, function, cli_tear_down)
  ADD ("stacks", test_stacks);
  ADD ("pictures", test_pictures);
  ADD ("what-is-no-stack", test_what_is_no_stack);
  ADD ("usage", test_usage);
  return g_test_run ();
}
