/* test-kymograph.c: place and time of discs that move at known speeds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph.h"

#include <math.h>

#include "fake-source.h"

static GArray *
make_line (guint n,
           ...)
{
  GArray *line = g_array_new (FALSE, FALSE, sizeof (VenulePoint));
  va_list arguments;

  va_start (arguments, n);
  for (guint i = 0; i < n; i++)
    {
      VenulePoint point = { .x = va_arg (arguments, double) };

      point.y = va_arg (arguments, double);
      g_array_append_val (line, point);
    }
  va_end (arguments);

  return line;
}

static int
brightest (const VenuleKymograph *picture,
           gint64                 row)
{
  int best = 0;

  for (int i = 1; i < picture->length; i++)
    {
      if (picture->gray[row * picture->length + i] > picture->gray[row * picture->length + best])
        best = i;
    }

  return best;
}

/* One bright disc at 3 px a frame, not on the line but beside it: its middle is the middle of what is bright. */
static void
test_a_moving_disc_is_a_slanting_line (void)
{
  const FakeCell cell = { .x = 30, .y = 70, .step = 3, .radius = 6, .contrast = 60, .hidden_from = -1, .hidden_to = -1 };
  FakeVideo video = fake_video_new (60);
  g_autoptr(VenuleSource) source = NULL;
  g_autoptr(GArray) line = make_line (2, 0.0, 75.0, 319.0, 75.0);
  g_autoptr(VenuleKymograph) picture = NULL;
  g_autoptr(GError) error = NULL;

  video.cells = &cell;
  video.n_cells = 1;
  source = fake_source_new (&video);
  picture = venule_kymograph_new (source, line, 20, 10, 59, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (picture->length, ==, 319);
  g_assert_cmpint (picture->n_frames, ==, 50);
  for (gint64 row = 0; row < picture->n_frames; row++)
    g_assert_cmpint (ABS (brightest (picture, row) - (30 + 3 * (row + 10))), <=, 7);
}

/* What is too far beside the line is not in the picture. */
static void
test_the_line_has_a_width (void)
{
  const FakeCell cell = { .x = 30, .y = 70, .step = 3, .radius = 6, .contrast = 60, .hidden_from = -1, .hidden_to = -1 };
  FakeVideo video = fake_video_new (30);
  g_autoptr(VenuleSource) source = NULL;
  g_autoptr(GArray) line = make_line (2, 0.0, 120.0, 319.0, 120.0);
  g_autoptr(VenuleKymograph) picture = NULL;
  double along;

  video.cells = &cell;
  video.n_cells = 1;
  source = fake_source_new (&video);
  picture = venule_kymograph_new (source, line, 10, 0, 29, NULL, NULL);
  g_assert_nonnull (picture);
  g_assert_false (venule_kymograph_project (picture, 30, 70, &along));
  g_assert_true (venule_kymograph_project (picture, 30, 115, &along));
  g_assert_cmpfloat_with_epsilon (along, 30, 1e-9);
}

/* Round a corner: lengths go on. */
static void
test_a_bent_line (void)
{
  FakeVideo video = fake_video_new (5);
  g_autoptr(VenuleSource) source = fake_source_new (&video);
  g_autoptr(GArray) line = make_line (3, 100.0, 20.0, 200.0, 20.0, 200.0, 120.0);
  g_autoptr(VenuleKymograph) picture = venule_kymograph_new (source, line, 5, 0, 4, NULL, NULL);
  double along;

  g_assert_nonnull (picture);
  g_assert_cmpint (picture->length, ==, 200);
  g_assert_true (venule_kymograph_project (picture, 150, 22, &along));
  g_assert_cmpfloat_with_epsilon (along, 50, 1e-9);
  g_assert_true (venule_kymograph_project (picture, 203, 70, &along));
  g_assert_cmpfloat_with_epsilon (along, 150, 1e-9);
  g_assert_false (venule_kymograph_project (picture, 150, 70, &along));
}

/* A crop that is turned, with the flow along it. */
static void
test_middle_of_the_crop (void)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  double half_width;
  g_autoptr(GArray) line = NULL;

  g_assert_true (venule_vessel_parse_rectangle (settings->vessel, "100,50,200,40,90", NULL));
  settings->vessel->flow_x = 0;
  settings->vessel->flow_y = -1; /* upwards */
  line = venule_kymograph_dup_middle (settings, 400, 300, &half_width);
  g_assert_cmpfloat_with_epsilon (half_width, 20, 0.01);
  g_assert_cmpfloat_with_epsilon (g_array_index (line, VenulePoint, 0).x, g_array_index (line, VenulePoint, 1).x, 0.01);
  g_assert_cmpfloat_with_epsilon (g_array_index (line, VenulePoint, 0).y - g_array_index (line, VenulePoint, 1).y, 200, 0.01);
}

static void
test_a_video_that_fails (void)
{
  FakeVideo video = fake_video_new (30);
  g_autoptr(VenuleSource) source = NULL;
  g_autoptr(GArray) line = make_line (2, 0.0, 75.0, 319.0, 75.0);
  g_autoptr(GError) error = NULL;

  video.fails_at = 20;
  source = fake_source_new (&video);
  g_assert_null (venule_kymograph_new (source, line, 20, 0, 29, NULL, &error));
  g_assert_nonnull (error);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/kymograph/a moving disc is a slanting line", test_a_moving_disc_is_a_slanting_line);
  g_test_add_func ("/kymograph/the line has a width", test_the_line_has_a_width);
  g_test_add_func ("/kymograph/a bent line", test_a_bent_line);
  g_test_add_func ("/kymograph/middle of the crop", test_middle_of_the_crop);
  g_test_add_func ("/kymograph/a video that fails", test_a_video_that_fails);

  return g_test_run ();
}
