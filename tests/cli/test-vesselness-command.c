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

/* Replaces what @path says of itself. */
static void
describe (const char *path,
          const char *description,
          float       pixels)
{
  TIFF *tiff = TIFFOpen (path, "r+");

  g_assert_nonnull (tiff);
  TIFFSetField (tiff, TIFFTAG_IMAGEDESCRIPTION, description);
  TIFFSetField (tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE);
  TIFFSetField (tiff, TIFFTAG_XRESOLUTION, (double) pixels);
  TIFFSetField (tiff, TIFFTAG_YRESOLUTION, (double) pixels);
  g_assert_true (TIFFRewriteDirectory (tiff));
  TIFFClose (tiff);
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
  g_auto (CliResult) of_dark = cli_run ("vesselness", dark, "--sigma", "1,2,3.5", "--dark", "-o", other,
                                        "--slice-spacing=1", NULL);

  g_assert_nonnull (strstr (result.err, "“bright.tif” does not say how far apart its slices are"));
  g_assert_cmpint (result.code, ==, 0);
  g_assert_cmpstr (of_dark.err, ==, "");
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

#define OME \
  "<OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\"><Image><Pixels DimensionOrder=\"XYZCT\" " \
  "SizeC=\"1\" SizeZ=\"14\" SizeT=\"1\" PhysicalSizeX=\"0.5\" PhysicalSizeY=\"0.5\" "
#define IMAGEJ "ImageJ=1.53t\nimages=14\nslices=14\n"

/* Slices two pixels apart, whoever says so. */
static void
test_spacing (CliFixture    *self,
              gconstpointer  data)
{
  g_autofree char *stack = write_stack (self, "stack.tif", 0, 1), *output = path_in (self, "v.tif");
  g_autofree float *cubes = NULL, *expected = NULL;
  const struct { const char *description, *option; } cases[] = {
    { IMAGEJ, "--slice-spacing=1" },
    { IMAGEJ, "--slice-spacing=2" },
    { IMAGEJ "spacing=2.0\n", NULL },
    { IMAGEJ "spacing=-1.0\nunit=um\n", NULL },
    { IMAGEJ "spacing=1000\nunit=um\nzunit=nm\n", NULL },
    { IMAGEJ "unit=um\n", "--slice-spacing=1um" },
    { IMAGEJ "spacing=5.0\nunit=um\n", "--slice-spacing=1um" },
    { OME "PhysicalSizeZ=\"1\"/></Image></OME>", NULL },
    { OME "PhysicalSizeZ=\"0.001\" PhysicalSizeZUnit=\"mm\"/></Image></OME>", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (CliResult) result = { 0 };
      g_autofree float *values = NULL;

      describe (stack, cases[i].description, 2);
      result = cli_run ("vesselness", stack, "--sigma=2,4", "--replace", "--output", output, cases[i].option, NULL);
      g_assert_cmpstr (result.err, ==, "");
      g_assert_cmpint (result.code, ==, 0);
      values = read_pages (output, DEPTH);
      if (i > 1)
        g_assert_cmpmem (values, WIDTH * HEIGHT * DEPTH * sizeof (float), expected, WIDTH * HEIGHT * DEPTH *
                                                                                    sizeof (float));
      else if (i == 0)
        cubes = g_steal_pointer (&values);
      else
        expected = g_steal_pointer (&values);
    }
  /* What was round is as deep as two of that. */
  int middle = (6 * HEIGHT + 15) * WIDTH + 20;

  g_assert_cmpfloat (fabsf (cubes[middle] - expected[middle]), >, 0.05f);
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
        {
          g_assert_nonnull (strstr (result.err, "the 14 pictures of “many.tif” are taken for slices of depth"));
          g_assert_nonnull (strstr (result.err, "“many.tif” does not say how far apart its slices are"));
        }
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
    { "1", output, "--slice-spacing=0", "a number of pixels", 2 },
    { "1", output, "--slice-spacing=2mm", "a number of pixels", 2 },
    { "1", output, "--slice-spacing=65", "a number of pixels", 2 },
    { "1", output, "--slice-spacing=2um", "does not say how large its pixels are", 1 },
    { "1,40", output, "--slice-spacing=0.5", "Give --sigma up to 64 times that", 1 },
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
  ADD ("slices-have-a-spacing", test_spacing);
  ADD ("what-is-no-stack", test_what_is_no_stack);
  ADD ("usage", test_usage);
  return g_test_run ();
}
