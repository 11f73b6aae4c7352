/* test-classify.c: what flows freely is told from what rolls by the velocities of the whole recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "make-track.h"
#include "venule-classify.h"
#include "venule-velocity.h"

/* Cells of 20 px: 16 px a frame, 480 px/s, is free in any case. */
#define CERTAIN 480.0

static VenuleTrack *
add_cell (GPtrArray *tracks,
          double     velocity)
{
  VenuleTrack *track = make_track (tracks->len + 1, 20, velocity, 0);

  g_ptr_array_add (tracks, track);
  return track;
}

/* @n cells whose velocities are spread by the factor @spread to either side of @velocity. */
static void
add_group (GPtrArray *tracks,
           guint      n,
           double     velocity,
           double     spread)
{
  for (guint i = 0; i < n; i++)
    add_cell (tracks, velocity * pow (spread, 2.0 * i / (n - 1) - 1));
}

static guint
count (GPtrArray      *tracks,
       VenuleCellKind  kind)
{
  guint n = 0;

  for (guint i = 0; i < tracks->len; i++)
    n += venule_track_get_kind (g_ptr_array_index (tracks, i)) == kind;

  return n;
}

/* Those that flow at 330 to 1300 px/s, of which every third is slower than what is free in any case. */
static GPtrArray *
make_recording (void)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  add_group (tracks, 30, 100, 2);
  add_group (tracks, 12, 650, 2);

  return tracks;
}

static void
test_slow_ones_of_the_fast_group_are_free (void)
{
  g_autoptr (VenuleSettings) settings = make_settings ();
  g_autoptr (GPtrArray) tracks = make_recording ();
  guint certain = 0;

  for (guint i = 0; i < tracks->len; i++)
    certain += venule_classify_track (g_ptr_array_index (tracks, i), settings) == VENULE_CELL_FREE;
  g_assert_cmpuint (certain, ==, 8);

  venule_classify_tracks (tracks, settings);
  g_assert_cmpuint (count (tracks, VENULE_CELL_FREE), ==, 12);
  g_assert_cmpuint (count (tracks, VENULE_CELL_ROLLING), ==, 30);
}

static void
test_the_other_way_is_the_same (void)
{
  g_autoptr (VenuleSettings) settings = make_settings ();
  g_autoptr (GPtrArray) tracks = make_recording ();

  settings->vessel->flow_x = -1;
  venule_classify_tracks (tracks, settings);
  g_assert_cmpuint (count (tracks, VENULE_CELL_FREE), ==, 12);
}

/* A recording of fast rolling cells: the fastest are free by their step, and those beside them roll as they did. */
static void
test_one_group_is_not_cut_in_two (void)
{
  g_autoptr (VenuleSettings) settings = make_settings ();
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  guint certain = 0;

  for (int i = 0; i < 60; i++)
    {
      /* Twelve numbers less six: about normal. */
      double z = -6;

      for (int k = 0; k < 12; k++)
        z += g_test_rand_double ();
      certain += venule_classify_track (add_cell (tracks, 250 * exp (0.5 * z)), settings) == VENULE_CELL_FREE;
    }
  for (int i = 0; i < 3; i++, certain++)
    add_cell (tracks, CERTAIN + 10 + 20 * i);

  venule_classify_tracks (tracks, settings);
  g_assert_cmpuint (count (tracks, VENULE_CELL_FREE), ==, certain);
}

static void
test_two_fast_cells_are_no_group (void)
{
  g_autoptr (VenuleSettings) settings = make_settings ();
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

  add_group (tracks, 30, 100, 2);
  add_cell (tracks, 400);
  add_cell (tracks, 500);
  add_cell (tracks, 600);
  venule_classify_tracks (tracks, settings);
  g_assert_cmpuint (count (tracks, VENULE_CELL_FREE), ==, 2);

  add_cell (tracks, 550);
  venule_classify_tracks (tracks, settings);
  g_assert_cmpuint (count (tracks, VENULE_CELL_FREE), ==, 4);
}

/* Whoever states a maximum wants that one. */
static void
test_a_stated_maximum_holds (void)
{
  g_autoptr (VenuleSettings) settings = make_settings ();
  g_autoptr (GPtrArray) tracks = make_recording ();

  settings->max_velocity = CERTAIN;
  venule_classify_tracks (tracks, settings);
  g_assert_cmpuint (count (tracks, VENULE_CELL_FREE), ==, 8);
}

static void
test_what_a_person_said_stands (void)
{
  g_autoptr (VenuleSettings) settings = make_settings ();
  g_autoptr (GPtrArray) tracks = make_recording ();
  VenuleTrack *slow = g_ptr_array_index (tracks, 0), *fast = g_ptr_array_index (tracks, tracks->len - 1);

  venule_track_set_kind (slow, VENULE_CELL_OTHER);
  venule_track_set_kind_is_manual (slow, TRUE);
  venule_track_set_kind (fast, VENULE_CELL_ROLLING);
  venule_track_set_kind_is_manual (fast, TRUE);
  venule_classify_tracks (tracks, settings);
  g_assert_cmpint (venule_track_get_kind (slow), ==, VENULE_CELL_OTHER);
  g_assert_cmpint (venule_track_get_kind (fast), ==, VENULE_CELL_ROLLING);
  g_assert_cmpuint (count (tracks, VENULE_CELL_FREE), ==, 11);
}

static void
test_still_cells_and_few_tracks_are_fine (void)
{
  g_autoptr (VenuleSettings) settings = make_settings ();
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

  venule_classify_tracks (tracks, settings);
  for (int i = 0; i < 5; i++)
    {
      add_cell (tracks, 0);
      add_cell (tracks, 600);
    }
  g_ptr_array_add (tracks, venule_track_new (100));
  g_ptr_array_add (tracks, make_track (101, 1, 0, 0));
  venule_classify_tracks (tracks, settings);
  g_assert_cmpuint (count (tracks, VENULE_CELL_FREE), ==, 5);
  g_assert_cmpuint (count (tracks, VENULE_CELL_ADHERENT), ==, 5);
  g_assert_cmpuint (count (tracks, VENULE_CELL_OTHER), ==, 2);
}

/* As add_group(), of a camera that takes @rate frames a second: for a second, and 20 frames at least. */
static void
add_group_at (GPtrArray *tracks,
              double     rate,
              guint      n,
              double     velocity,
              double     spread)
{
  for (guint i = 0; i < n; i++)
    {
      VenuleTrack *track = venule_track_new (tracks->len + 1);
      double speed = velocity * pow (spread, 2.0 * i / (n - 1) - 1);

      for (int k = 0; k < MAX (20, rate); k++)
        add_spot (track, k, k / rate, speed * k / rate, 100);
      g_ptr_array_add (tracks, track);
    }
}

/* 40 to 220 px/s are 16 to 88 µm/s of cells of 8 µm: they roll, also where the camera sees each four diameters further
 * on. A few slow ones beside them are no group that rolls alone. */
static void
test_a_slow_camera_makes_no_cell_flow (void)
{
  const double rates[] = { 1, 2, 5, 10, 25 };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autoptr (VenuleSettings) settings = make_settings ();
      g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

      add_group_at (tracks, rates[i], 60, 94, 2.34);
      add_group_at (tracks, rates[i], 3, 15, 1.1);
      venule_classify_tracks (tracks, settings);
      g_assert_cmpuint (count (tracks, VENULE_CELL_ROLLING), ==, 63);
    }
}

/* The same blood, whatever the camera: what flows leaves an overlap behind from frame to frame at 100 frames/s. */
static void
test_a_fast_camera_makes_no_cell_roll (void)
{
  const double rates[] = { 10, 25, 30, 60, 100, 500 };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      g_autoptr (VenuleSettings) settings = make_settings ();
      g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);

      add_group_at (tracks, rates[i], 30, 100, 2);
      add_group_at (tracks, rates[i], 8, 1200, 1.4);
      venule_classify_tracks (tracks, settings);
      g_assert_cmpuint (count (tracks, VENULE_CELL_ROLLING), ==, 30);
      g_assert_cmpuint (count (tracks, VENULE_CELL_FREE), ==, 8);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/classify/slow-ones-of-the-fast-group-are-free", test_slow_ones_of_the_fast_group_are_free);
  g_test_add_func ("/classify/the-other-way-is-the-same", test_the_other_way_is_the_same);
  g_test_add_func ("/classify/one-group-is-not-cut-in-two", test_one_group_is_not_cut_in_two);
  g_test_add_func ("/classify/two-fast-cells-are-no-group", test_two_fast_cells_are_no_group);
  g_test_add_func ("/classify/a-stated-maximum-holds", test_a_stated_maximum_holds);
  g_test_add_func ("/classify/what-a-person-said-stands", test_what_a_person_said_stands);
  g_test_add_func ("/classify/a-slow-camera-makes-no-cell-flow", test_a_slow_camera_makes_no_cell_flow);
  g_test_add_func ("/classify/a-fast-camera-makes-no-cell-roll", test_a_fast_camera_makes_no_cell_roll);
  g_test_add_func ("/classify/still-cells-and-few-tracks-are-fine", test_still_cells_and_few_tracks_are_fine);

  return g_test_run ();
}
