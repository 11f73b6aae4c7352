/* test-gray-histogram.c: gray levels of frames, limits as ImageJ finds them, and how the camera was set
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>

#include "gray-movie.h"
#include "venule-gray-histogram.h"

static void
set_sample (VenuleFrame *frame, int i, guint sample)
{
  guint8 *row = frame->data + i / frame->width * frame->stride;

  if (frame->bit_depth == 8)
    row[i % frame->width] = (guint8) sample;
  else
    ((guint16 *) (gpointer) row)[i % frame->width] = (guint16) sample;
}

static double
throw_die (guint32 *state)
{
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / 16777216.0;
}

/* A fifth is of one level, as the background; the others are dark, with a bright tail. */
static VenuleGrayHistogram *
make_picture (int bit_depth)
{
  g_autoptr (VenuleFrame) frame = venule_frame_new (200, 100, bit_depth);
  VenuleGrayHistogram *histogram = venule_gray_histogram_new (bit_depth);
  guint top = bit_depth == 8 ? 256 : 4096;
  guint32 state = 1;

  for (int i = 0; i < 200 * 100; i++)
    {
      double sum = throw_die (&state) + throw_die (&state) + throw_die (&state) + throw_die (&state);

      set_sample (frame, i, i < 200 * 100 / 5 ? top / 8 : (guint) (sum * sum * top / 20));
    }
  g_assert_true (venule_gray_histogram_add (histogram, frame, NULL));
  g_assert_cmpuint (histogram->n_pixels, ==, 200 * 100);
  return histogram;
}

/* What ContrastAdjuster.autoAdjust() of ImageJ 1.53t (Debian 12) says of these pictures, press after press; then it
 * shows all levels, and begins anew. */
static void
test_auto_is_that_of_imagej (void)
{
  static const struct {
    int bit_depth;
    double limits[6][2];
  } expected[] = {
    { 8, { { 1, 158 }, { 2, 145 }, { 3, 136 }, { 4, 119 }, { 7, 103 }, { 17, 75 } } },
    { 16,
      { { 22.36328125, 2522.28515625 },
        { 22.36328125, 2238.203125 },
        { 56.453125, 2079.1171875 },
        { 90.54296875, 1738.21875 },
        { 158.72265625, 1442.7734375 },
        { 374.625, 1067.78515625 } } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (VenuleGrayHistogram) histogram = make_picture (expected[i].bit_depth);
      guint strength = 0, black, white;

      for (int press = 0; press < 6; press++)
        {
          g_assert_true (venule_gray_histogram_get_limits (histogram, &strength, &black, &white));
          g_assert_cmpuint (black, ==, (guint) lround (expected[i].limits[press][0]));
          g_assert_cmpuint (white, ==, (guint) lround (expected[i].limits[press][1]));
        }
      g_assert_false (venule_gray_histogram_get_limits (histogram, &strength, &black, &white));
      g_assert_true (venule_gray_histogram_get_limits (histogram, &strength, &black, &white));
      g_assert_cmpuint (white, ==, (guint) lround (expected[i].limits[0][1]));
    }
}

/* The frame falls off towards bright levels, evenly, and @n pixels have @level. */
static guint
get_ceiling (int bit_depth, guint brightest, guint level, guint n)
{
  g_autoptr (VenuleGrayHistogram) histogram = venule_gray_histogram_new (bit_depth);

  for (guint i = 0; i < brightest; i++)
    histogram->counts[i] = 1 + (brightest - i) / 16;
  histogram->counts[level] += n;
  return venule_gray_histogram_get_ceiling (histogram);
}

static void
test_ceiling_of_the_camera (void)
{
  g_assert_cmpuint (get_ceiling (8, 200, 255, 0), ==, 255);
  g_assert_cmpuint (get_ceiling (8, 250, 255, 3), ==, 255);
  g_assert_cmpuint (get_ceiling (8, 235, 235, 500), ==, 235);    /* luma of television */
  g_assert_cmpuint (get_ceiling (8, 150, 220, 500), ==, 255);    /* letters */
  g_assert_cmpuint (get_ceiling (16, 4095, 4095, 90), ==, 4095); /* 12 bits in 16 */
  g_assert_cmpuint (get_ceiling (16, 3900, 3900, 90), ==, 3900); /* and an offset taken off */
  g_assert_cmpuint (get_ceiling (16, 3900, 3900, 1), ==, 65535); /* none is saturated */
  g_assert_cmpuint (get_ceiling (12, 4000, 4095, 60), ==, 4095);
}

/* Every second pixel of the upper half is saturated; the lower half has 20 levels. A stack of 16 bits. */
static VenuleSource *
make_stack (const char *path)
{
  g_autoptr (GrayMovie) movie = gray_movie_new (path, GRAY_MOVIE_TIFF, 40, 20, 16, 10, NULL);
  g_autoptr (VenuleFrame) frame = venule_frame_new (40, 20, 16);
  g_autoptr (GError) error = NULL;
  VenuleSource *source;

  for (int i = 0; i < 40 * 20; i++)
    set_sample (frame, i, i < 400 ? (i % 2 ? 4095u : (guint) (i * 10)) : (guint) (i % 20));
  for (int n = 0; n < 40; n++)
    g_assert_true (gray_movie_add (movie, frame, NULL));
  g_assert_true (gray_movie_finish (movie, NULL));
  source = venule_source_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (venule_source_build_table (source, NULL, NULL, NULL, &error));
  return source;
}

/* 32 of its 40 frames stand for it. The crop decides: its pixels alone count. */
static void
test_exposure_of_the_crop (void)
{
  const VenulePoint corners[] = { { -0.5, -0.5 }, { 39.5, -0.5 }, { 39.5, 9.5 },
                                  { 19.5, 9.5 },  { 19.5, 19.5 }, { -0.5, 19.5 } };
  g_autofree char *folder = g_dir_make_tmp ("venule-exposure-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  g_autoptr (VenuleSource) source = make_stack (path);
  g_autoptr (VenuleVessel) vessel = venule_vessel_new ();
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  for (int kind = 0; kind < 3; kind++)
    {
      g_autoptr (VenuleExposure) exposure = NULL;

      if (kind == 1)
        venule_vessel_set_rectangle (vessel, 0, 10, 40, 10, 0);
      if (kind == 2)
        venule_vessel_set_polygon (vessel, corners, G_N_ELEMENTS (corners));
      exposure = venule_exposure_measure (source, vessel, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (exposure->video->n_pixels, ==, 32 * 40 * 20);
      g_assert_cmpuint (exposure->crop->n_pixels, ==, 32 * (kind == 0 ? 800 : kind == 1 ? 400 : 600));
      g_assert_cmpuint (exposure->ceiling, ==, 4095);
      g_assert_cmpfloat_with_epsilon (exposure->saturated, kind == 0 ? 0.25 : kind == 1 ? 0 : 1.0 / 3, 1e-9);
      g_assert_cmpint (exposure->few, ==, kind == 1);
      g_assert_cmpuint (kind == 1 ? exposure->n_used : 20, ==, 20);
    }

  g_cancellable_cancel (cancelled);
  g_assert_null (venule_exposure_measure (source, vessel, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gray-histogram/auto-is-that-of-imagej", test_auto_is_that_of_imagej);
  g_test_add_func ("/gray-histogram/ceiling-of-the-camera", test_ceiling_of_the_camera);
  g_test_add_func ("/gray-histogram/exposure-of-the-crop", test_exposure_of_the_crop);
  return g_test_run ();
}
