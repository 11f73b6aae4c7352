/* test-doubts.c: places of cells that are cut off or in a heap are known as such
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-doubts.h"

#define RADIUS 10.0
#define CUT (0.12 * RADIUS)
#define CROWDED (0.15 * RADIUS)

/* A crop of 200 × 100 px from (100, 50), flow to the right. */
static VenuleSettings *
make_settings (void)
{
  VenuleSettings *settings = venule_settings_new ();

  settings->cell_diameter = 2 * RADIUS;
  settings->vessel->flow_x = 1;
  venule_vessel_set_rectangle (settings->vessel, 100, 50, 200, 100, 0);

  return settings;
}

/* One frame, a track for each place. */
static GPtrArray *
make_tracks (const VenulePoint *places,
             guint              n,
             gint64             frame)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    {
      VenuleSpot spot = { .frame = frame, .x = places[i].x, .y = places[i].y, .radius = RADIUS };
      VenuleTrack *track = venule_track_new (i + 1);

      venule_track_add_spot (track, &spot);
      g_ptr_array_add (tracks, track);
    }

  return tracks;
}

static double
doubt_at (VenuleDoubts *doubts,
          double        x,
          double        y,
          double        shift_x)
{
  VenuleSpot spot = { .frame = 7, .x = x, .y = y, .radius = RADIUS, .shift_x = (float) shift_x };

  venule_doubts_fill (doubts, &spot, 1);
  return (double) spot.doubt;
}

static void
test_the_crops_ends_cut_cells (void)
{
  const VenulePoint places[] = { { 150, 100 } };
  g_autoptr (VenuleSettings) settings = make_settings ();
  g_autoptr (GPtrArray) tracks = make_tracks (places, 1, 7);
  g_autoptr (VenuleDoubts) doubts = venule_doubts_new (tracks, settings, 640, 480);

  g_assert_cmpfloat_with_epsilon (doubt_at (doubts, 150, 100, 0), 0, 1e-6);
  g_assert_cmpfloat_with_epsilon (doubt_at (doubts, 105, 100, 0), CUT, 1e-6);
  g_assert_cmpfloat_with_epsilon (doubt_at (doubts, 111, 100, 0), CUT, 1e-6);
  g_assert_cmpfloat_with_epsilon (doubt_at (doubts, 113, 100, 0), 0, 1e-6);
  g_assert_cmpfloat_with_epsilon (doubt_at (doubts, 295, 100, 0), CUT, 1e-6);
  /* Along the wall a cell is cut off too, but not in the direction that is measured. */
  g_assert_cmpfloat_with_epsilon (doubt_at (doubts, 150, 55, 0), 0, 1e-6);
  /* A picture that has moved shows other tissue at the crop's edge. */
  g_assert_cmpfloat_with_epsilon (doubt_at (doubts, 105, 100, 20), 0, 1e-6);
  g_assert_cmpfloat_with_epsilon (doubt_at (doubts, 125, 100, -20), CUT, 1e-6);
}

static void
test_the_frames_ends_cut_cells (void)
{
  g_autoptr (VenuleSettings) settings = make_settings ();
  g_autoptr (GPtrArray) tracks = make_tracks (NULL, 0, 7);

  settings->vessel->kind = VENULE_CROP_WHOLE;
  g_autoptr (VenuleDoubts) doubts = venule_doubts_new (tracks, settings, 640, 480);
  g_assert_cmpfloat_with_epsilon (doubt_at (doubts, 5, 100, 0), CUT, 1e-6);
  g_assert_cmpfloat_with_epsilon (doubt_at (doubts, 105, 100, 0), 0, 1e-6);
  g_assert_cmpfloat_with_epsilon (doubt_at (doubts, 635, 100, 0), CUT, 1e-6);
}

static void
test_cells_on_top_of_each_other_are_doubtful (void)
{
  const VenulePoint places[] = { { 150, 100 }, { 155, 112 }, { 200, 100 }, { 221, 100 }, { 105, 80 }, { 106, 81 } };
  g_autoptr (VenuleSettings) settings = make_settings ();
  g_autoptr (GPtrArray) tracks = make_tracks (places, G_N_ELEMENTS (places), 7);
  g_autoptr (VenuleDoubts) doubts = venule_doubts_new (tracks, settings, 640, 480);
  const double expected[] = { CROWDED, CROWDED, 0, 0, hypot (CUT, CROWDED), hypot (CUT, CROWDED) };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    g_assert_cmpfloat_with_epsilon (doubt_at (doubts, places[i].x, places[i].y, 0), expected[i], 1e-6);
}

static void
test_cells_of_another_frame_are_not_there (void)
{
  const VenulePoint places[] = { { 150, 100 }, { 152, 100 } };
  g_autoptr (VenuleSettings) settings = make_settings ();
  g_autoptr (GPtrArray) tracks = make_tracks (places, 2, 8);
  g_autoptr (VenuleDoubts) doubts = venule_doubts_new (tracks, settings, 640, 480);

  g_assert_cmpfloat_with_epsilon (doubt_at (doubts, 150, 100, 0), 0, 1e-6);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/doubts/the-crops-ends-cut-cells", test_the_crops_ends_cut_cells);
  g_test_add_func ("/doubts/the-frames-ends-cut-cells", test_the_frames_ends_cut_cells);
  g_test_add_func ("/doubts/cells-on-top-of-each-other", test_cells_on_top_of_each_other_are_doubtful);
  g_test_add_func ("/doubts/cells-of-another-frame", test_cells_of_another_frame_are_not_there);

  return g_test_run ();
}
