/* test-thumbnail.c: a part of a frame, turned along the flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-thumbnail.h"

#include <math.h>

/* Samples that tell their place: 2 x + 3 y + 10. */
static VenuleFrame *
make_ramp (int bit_depth)
{
  VenuleFrame *frame = venule_frame_new (60, 40, bit_depth);

  for (int y = 0; y < frame->height; y++)
    {
      for (int x = 0; x < frame->width; x++)
        {
          if (bit_depth == 8)
            frame->data[y * frame->stride + x] = (guint8) (2 * x + 3 * y + 10);
          else
            ((guint16 *) (gpointer) (frame->data + y * frame->stride))[x] = (guint16) (100 * (2 * x + 3 * y + 10));
        }
    }

  return frame;
}

/* One pixel of the picture to one of the frame, and as it lies there. */
static void
test_along_x_it_is_the_frame (void)
{
  const VenuleThumbnail thumbnail = { .x = 20, .y = 15, .along_x = 1, .size = 5, .n = 5 };
  g_autoptr(VenuleFrame) frame = make_ramp (8);
  g_autofree guint16 *samples = venule_thumbnail_make (&thumbnail, frame);

  for (int row = 0; row < 5; row++)
    for (int column = 0; column < 5; column++)
      g_assert_cmpuint (samples[5 * row + column], ==, 2 * (18 + column) + 3 * (13 + row) + 10);
}

/* Flow downwards: what lies downstream is on the right, and the right bank at the bottom is on the left of the
 * frame. */
static void
test_it_turns_with_the_flow (void)
{
  const VenuleThumbnail thumbnail = { .x = 20, .y = 15, .along_y = 1, .size = 5, .n = 5 };
  g_autoptr(VenuleFrame) frame = make_ramp (16);
  g_autofree guint16 *samples = venule_thumbnail_make (&thumbnail, frame);

  for (int row = 0; row < 5; row++)
    for (int column = 0; column < 5; column++)
      g_assert_cmpuint (samples[5 * row + column], ==, 100 * (2 * (20 - (row - 2)) + 3 * (15 + column - 2) + 10));
}

static void
test_between_pixels_and_beyond_the_edge (void)
{
  const VenuleThumbnail fine = { .x = 20.25, .y = 15.5, .along_x = 1, .size = 4, .n = 8 };
  const VenuleThumbnail edge = { .x = 0, .y = 0, .along_x = 1, .size = 5, .n = 5 };
  g_autoptr(VenuleFrame) frame = make_ramp (16);
  g_autofree guint16 *samples = venule_thumbnail_make (&fine, frame);
  g_autofree guint16 *corner = venule_thumbnail_make (&edge, frame);

  /* The first pixel's centre is a quarter of a px from the corner. */
  g_assert_cmpuint (samples[0], ==, (guint) lrint (100 * (2 * 18.5 + 3 * 13.75 + 10)));
  g_assert_cmpuint (corner[0], ==, 0);
  g_assert_cmpuint (corner[2 * 5 + 2], ==, 1000);
}

/* Where a point of the frame is drawn is where its sample is. */
static void
test_points_lie_where_their_samples_do (void)
{
  for (int i = 0; i < 200; i++)
    {
      double angle = g_test_rand_double_range (0, 2 * G_PI), u, v;
      const VenuleThumbnail thumbnail = { .x = g_test_rand_double_range (25, 30),
                                          .y = g_test_rand_double_range (18, 22),
                                          .along_x = cos (angle),
                                          .along_y = sin (angle),
                                          .size = 20,
                                          .n = 400 };
      double x = thumbnail.x + g_test_rand_double_range (-6, 6), y = thumbnail.y + g_test_rand_double_range (-6, 6);
      g_autoptr(VenuleFrame) frame = make_ramp (16);
      g_autofree guint16 *samples = venule_thumbnail_make (&thumbnail, frame);

      venule_thumbnail_project (&thumbnail, x, y, &u, &v);
      g_assert_cmpfloat_with_epsilon (samples[(int) (v * 400) * 400 + (int) (u * 400)], 100 * (2 * x + 3 * y + 10), 15);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/thumbnail/along x it is the frame", test_along_x_it_is_the_frame);
  g_test_add_func ("/thumbnail/it turns with the flow", test_it_turns_with_the_flow);
  g_test_add_func ("/thumbnail/between pixels and beyond the edge", test_between_pixels_and_beyond_the_edge);
  g_test_add_func ("/thumbnail/points lie where their samples do", test_points_lie_where_their_samples_do);

  return g_test_run ();
}
