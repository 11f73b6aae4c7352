/* test-paths.c: what is made of the path of a cell through the tissue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-link-paths.h"
#include "venule-quality.h"
#include "venule-smoother.h"
#include "venule-tissue-path.h"
#include "venule-track.h"

#define RADIUS 10.0

/* A cell that speeds up, seen with an error of 1 px, its movements with one of 0.1 px and a drift of 0.03 px a frame;
 * one detection is 12 px off. */
static VenuleTissuePath *
scattered (guint    n,
           double  *truth)
{
  VenuleTissuePath *path = venule_tissue_path_new (0, 0);

  for (guint i = 0; i < n; i++)
    {
      truth[i] = 100 + 2.0 * i + 0.02 * i * i;

      double move = i > 0 ? truth[i] - truth[i - 1] + 0.03 + g_test_rand_double_range (-0.17, 0.17) : 0;
      double seen = truth[i] + g_test_rand_double_range (-1.7, 1.7) + (i == n / 2 ? 12 : 0);
      VenuleTissueSpot spot = { .frame = i, .time = i / 30.0, .x = seen, .y = 50,
                                .move_x = (float) move, .move_sd = 0.1f,
                                .seen_x = (float) seen, .seen_y = 50, .seen_sd = 1, .radius = RADIUS };

      g_array_append_val (path->spots, spot);
    }
  return path;
}

static void
test_path_is_precise_and_does_not_drift (void)
{
  double truth[200], squares = 0, far = 0;
  g_autoptr (VenuleTissuePath) path = scattered (200, truth);

  venule_smooth_path (path);
  for (guint i = 0; i < 200; i++)
    {
      double off = venule_tissue_path_spot (path, i)->x - truth[i];

      squares += off * off;
      far = MAX (far, fabs (off));
      g_assert_cmpfloat_with_epsilon (venule_tissue_path_spot (path, i)->y, 50, 1e-6);
    }
  /* Detections alone have 1 px, and the movements alone end 6 px off. The farthest are the ends, seen from one side
   * only, with a standard deviation of 0.4 px. */
  g_assert_cmpfloat (sqrt (squares / 200), <, 0.55);
  g_assert_cmpfloat (far, <, 2.1);
}

static void
test_path_without_sight_stays (void)
{
  g_autoptr (VenuleTissuePath) path = venule_tissue_path_new (0, 2);

  for (guint i = 0; i < 2; i++)
    *venule_tissue_path_spot (path, i) = (VenuleTissueSpot){ .x = 7 + 2 * i, .y = 8, .move_x = 1, .move_y = 1,
                                                             .move_sd = 1, .radius = RADIUS };
  venule_smooth_path (path);
  g_assert_cmpfloat (venule_tissue_path_spot (path, 0)->x, ==, 7);
  g_assert_cmpfloat (venule_tissue_path_spot (path, 1)->x, ==, 9);
}

/* Between two sights the path follows the movements, stretched to fit both. */
static void
test_path_across_a_gap (void)
{
  g_autoptr (VenuleTissuePath) path = venule_tissue_path_new (0, 5);

  for (int i = 0; i < 5; i++)
    *venule_tissue_path_spot (path, i) = (VenuleTissueSpot){ .frame = i, .move_x = 2, .move_sd = 0.5f,
                                                             .seen_x = i == 4 ? 12 : 0,
                                                             .seen_sd = i == 0 || i == 4 ? 0.01f : 0,
                                                             .radius = RADIUS };
  venule_smooth_path (path);
  /* 8 px were measured where there were 12: one more for each step. */
  for (int i = 0; i < 5; i++)
    g_assert_cmpfloat_with_epsilon (venule_tissue_path_spot (path, i)->x, 3 * i, 0.05);
}

/* A detection of the score @score in each of @n frames, 30 frames/s. */
static VenuleTissuePath *
detected (guint n,
          float score)
{
  VenuleTissuePath *path = venule_tissue_path_new (0, n);

  for (guint i = 0; i < n; i++)
    *venule_tissue_path_spot (path, i) = (VenuleTissueSpot){ .frame = i, .time = i / 30.0, .score = score,
                                                             .radius = 10, .source = VENULE_SPOT_DETECTED };
  return path;
}

/* The quality of a path beside @n others of the score @score that are as large as expected. */
static double
quality_beside (VenuleTissuePath *path,
                double            diameter,
                guint             n,
                float             score)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);

  for (guint i = 0; i < n; i++)
    {
      VenuleTissuePath *other = detected (30, score);

      for (guint k = 0; k < other->spots->len; k++)
        venule_tissue_path_spot (other, k)->radius = (float) diameter / 2;
      g_ptr_array_add (paths, other);
    }
  g_ptr_array_add (paths, path);
  venule_quality_judge (paths, diameter);
  g_ptr_array_steal_index (paths, n);
  return path->quality;
}

/* Thirty detections at odds of 4, one frame of them missed, a third with another cell on top; and a faint one. */
static void
test_quality_is_told_by_what_was_seen (void)
{
  g_autoptr (VenuleTissuePath) good = detected (30, 0.8f), bad = detected (30, 0.3f);
  double features[VENULE_N_QUALITIES];

  good->hits = 29;
  good->crowded = 10;
  venule_tissue_path_spot (good, 12)->source = VENULE_SPOT_TRACKED;
  venule_quality_features (good, 20, features);
  g_assert_cmpfloat_with_epsilon (features[VENULE_QUALITY_CLARITY], log (4), 1e-5);
  g_assert_cmpfloat_with_epsilon (features[VENULE_QUALITY_LENGTH], log (30), 1e-9);
  g_assert_cmpfloat_with_epsilon (features[VENULE_QUALITY_CROWDED], 1 / 3.0, 1e-9);
  g_assert_cmpfloat (features[VENULE_QUALITY_JOINED], ==, 0);
  g_assert_cmpfloat (features[VENULE_QUALITY_SMALL], ==, 0);
  g_assert_cmpfloat (features[VENULE_QUALITY_LARGE], ==, 0);

  bad->hits = 30;
  bad->crowded = 15;
  bad->joins = 1;
  g_assert_cmpfloat (quality_beside (good, 20, 0, 0), >, 0.9);
  g_assert_cmpfloat (quality_beside (bad, 20, 0, 0), <, 0.3);
}

/* Platelets and red cells look like cells, but for their size. */
static void
test_quality_is_told_by_the_size (void)
{
  g_autoptr (VenuleTissuePath) path = detected (30, 0.8f);
  double features[VENULE_N_QUALITIES];

  path->hits = 30;
  venule_quality_features (path, 40, features);
  g_assert_cmpfloat_with_epsilon (features[VENULE_QUALITY_SMALL], log (2), 1e-6);
  g_assert_cmpfloat (features[VENULE_QUALITY_LARGE], ==, 0);
  venule_quality_features (path, 16, features);
  g_assert_cmpfloat (features[VENULE_QUALITY_SMALL], ==, 0);
  g_assert_cmpfloat_with_epsilon (features[VENULE_QUALITY_LARGE], log (1.25), 1e-6);
  g_assert_cmpfloat (quality_beside (path, 40, 10, 0.8f), <, 0.3);
  g_assert_cmpfloat (quality_beside (path, 16, 10, 0.8f), >, 0.9);
}

/* A doubtful track is likely a cell among cells, and none among many that are none. */
static void
test_quality_is_told_by_the_others (void)
{
  g_autoptr (VenuleTissuePath) path = detected (30, 0.4f);
  double alone, among_cells, among_noise;

  path->hits = 30;
  alone = quality_beside (path, 20, 0, 0);
  among_cells = quality_beside (path, 20, 40, 0.9f);
  among_noise = quality_beside (path, 20, 40, 0.2f);
  g_assert_cmpfloat (among_noise, <, alone / 2);
  g_assert_cmpfloat (1 - among_cells, <, (1 - alone) / 2);
}

/* Of cells of the radii, one below the other, those that are left. */
static guint
count_linked (const double *radii,
              guint         n,
              double        sensitivity)
{
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);

  settings->cell_diameter = 20;
  settings->sensitivity = sensitivity;
  venule_vessel_set_rectangle (settings->vessel, 0, 0, 400, 400, 0);
  settings->vessel->flow_x = 1;
  for (guint i = 0; i < n; i++)
    {
      VenuleTissuePath *path = detected (30, 0.8f);

      path->hits = 30;
      path->serial = i;
      for (guint k = 0; k < path->spots->len; k++)
        {
          VenuleTissueSpot *spot = venule_tissue_path_spot (path, k);

          spot->x = spot->seen_x = (float) (100 + 2 * k);
          spot->y = spot->seen_y = (float) (50 + 60 * i);
          spot->seen_sd = 1;
          spot->move_x = 2;
          spot->move_sd = 0.1f;
          spot->radius = (float) radii[i];
        }
      g_ptr_array_add (paths, path);
    }
  venule_link_paths (paths, settings, 400, 400, &(VenuleClutter){ 0 }, NULL);
  return paths->len;
}

/* A platelet among leukocytes is left out, unless all that might be a cell is asked for; where all are as small, the
 * diameter that was typed is wrong. */
static void
test_doubtful_tracks_are_left_out (void)
{
  static const double mixed[] = { 10, 11, 4, 10, 9 }, small[] = { 4, 4.5, 4, 4 };

  g_assert_cmpuint (count_linked (mixed, G_N_ELEMENTS (mixed), 0.5), ==, 4);
  g_assert_cmpuint (count_linked (mixed, G_N_ELEMENTS (mixed), 1), ==, 5);
  g_assert_cmpuint (count_linked (small, G_N_ELEMENTS (small), 0.5), ==, 4);
}

/* Frames 3 to 5 between places that were seen, a quarter of the way each. */
static void
test_gap_is_filled_evenly (void)
{
  g_autoptr (VenuleTissuePath) path = venule_tissue_path_new (0, 1), next = venule_tissue_path_new (1, 1);

  *venule_tissue_path_spot (path, 0) = (VenuleTissueSpot){ .frame = 2, .time = 0.2, .x = 10, .y = 50, .seen_sd = 1,
                                                           .radius = 8 };
  *venule_tissue_path_spot (next, 0) = (VenuleTissueSpot){ .frame = 6, .time = 0.6, .x = 18, .y = 46, .seen_sd = 1,
                                                           .radius = 12 };
  venule_tissue_path_join (path, next, 20);
  g_assert_cmpuint (path->spots->len, ==, 5);
  g_assert_cmpuint (path->joins, ==, 1);
  for (int k = 1; k <= 3; k++)
    {
      const VenuleTissueSpot *spot = venule_tissue_path_spot (path, k);

      g_assert_cmpint (spot->frame, ==, 2 + k);
      g_assert_cmpint (spot->source, ==, VENULE_SPOT_INTERPOLATED);
      g_assert_cmpfloat_with_epsilon (spot->time, 0.2 + 0.1 * k, 1e-9);
      g_assert_cmpfloat_with_epsilon (spot->x, 10 + 2 * k, 1e-9);
      g_assert_cmpfloat_with_epsilon (spot->y, 50 - k, 1e-9);
      g_assert_cmpfloat_with_epsilon (spot->radius, 8 + k, 1e-5);
      g_assert_cmpfloat (spot->seen_sd, ==, 0);
      g_assert_cmpfloat_with_epsilon (spot->move_x, 2, 1e-6);
      g_assert_cmpfloat_with_epsilon (spot->move_y, -1, 1e-6);
    }
  /* Nobody saw the last step either. */
  g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (path)->move_x, 2, 1e-6);
  g_assert_cmpfloat_with_epsilon (venule_tissue_path_last (path)->move_sd, 2, 1e-6);
}

/* Into a crop with a bay in its outline a cell comes twice: what lies
 * before the second time was seen by nobody. */
static void
test_entry_does_not_cross_a_bay (void)
{
  static const VenulePoint outline[] = { { 80, 0 }, { 84, 0 }, { 84, 60 }, { 90, 60 }, { 90, 0 }, { 400, 0 },
                                         { 400, 100 }, { 80, 100 } };
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);
  VenuleTissuePath *path = venule_tissue_path_new (0, 30);

  settings->cell_diameter = 2 * RADIUS;
  venule_vessel_set_polygon (settings->vessel, outline, G_N_ELEMENTS (outline));
  settings->vessel->flow_x = 1;
  for (int i = 0; i < 30; i++)
    *venule_tissue_path_spot (path, i) = (VenuleTissueSpot){ .frame = 100 + i, .time = (100 + i) / 30.0,
                                                             .x = 100 + 2.0 * i, .y = 30, .move_x = 2, .move_sd = 0.1f,
                                                             .seen_x = 100 + 2 * i, .seen_y = 30, .seen_sd = 1,
                                                             .radius = RADIUS, .score = 0.8f,
                                                             .source = VENULE_SPOT_DETECTED };
  g_ptr_array_add (paths, path);

  venule_link_paths (paths, settings, 400, 100, &(VenuleClutter){ 0 }, NULL);
  g_autoptr (GPtrArray) tracks = venule_link_make_tracks (paths, 2 * RADIUS);
  guint n;
  g_assert_cmpuint (tracks->len, ==, 1);
  const VenuleSpot *spots = venule_track_get_spots (g_ptr_array_index (tracks, 0), &n);

  g_assert_cmpfloat (spots[0].x, >=, 89);
  g_assert_cmpfloat (spots[0].x, <, 93);
  for (guint i = 1; i < n; i++)
    g_assert_cmpint (spots[i].frame, ==, spots[i - 1].frame + 1);
}

/* A cell that stands at the border, and creeps, did not come in over it minutes ago. One that rolls in did, a moment
 * ago. */
static void
test_creeping_cell_has_no_entry (void)
{
  for (int rolls = 0; rolls < 2; rolls++)
    {
      double speed = rolls ? 1.0 : 0.05;
      g_autoptr (VenuleSettings) settings = venule_settings_new ();
      g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);
      VenuleTissuePath *path = venule_tissue_path_new (0, 40);

      settings->cell_diameter = 2 * RADIUS;
      settings->vessel->flow_x = 1;
      for (int i = 0; i < 40; i++)
        *venule_tissue_path_spot (path, i) = (VenuleTissueSpot){ .frame = 500 + i, .time = (500 + i) / 30.0,
                                                                 .x = 12 + speed * i, .y = 50,
                                                                 .move_x = (float) speed, .move_sd = 0.1f,
                                                                 .seen_x = (float) (12 + speed * i), .seen_y = 50,
                                                                 .seen_sd = 1, .radius = RADIUS, .score = 0.9f,
                                                                 .source = VENULE_SPOT_DETECTED };
      g_ptr_array_add (paths, path);

      venule_link_paths (paths, settings, 400, 100, &(VenuleClutter){ 0 }, NULL);
      g_autoptr (GPtrArray) tracks = venule_link_make_tracks (paths, 2 * RADIUS);
      guint n;
      g_assert_cmpuint (tracks->len, ==, 1);
      const VenuleSpot *spots = venule_track_get_spots (g_ptr_array_index (tracks, 0), &n);

      g_assert_cmpint (500 - spots[0].frame, >=, rolls ? 11 : 0);
      g_assert_cmpint (500 - spots[0].frame, <=, rolls ? 13 : 0);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/path/path-is-precise-and-does-not-drift", test_path_is_precise_and_does_not_drift);
  g_test_add_func ("/path/path-without-sight-stays", test_path_without_sight_stays);
  g_test_add_func ("/path/path-across-a-gap", test_path_across_a_gap);
  g_test_add_func ("/path/quality-is-told-by-what-was-seen", test_quality_is_told_by_what_was_seen);
  g_test_add_func ("/path/quality-is-told-by-the-size", test_quality_is_told_by_the_size);
  g_test_add_func ("/path/quality-is-told-by-the-others", test_quality_is_told_by_the_others);
  g_test_add_func ("/path/doubtful-tracks-are-left-out", test_doubtful_tracks_are_left_out);
  g_test_add_func ("/path/gap-is-filled-evenly", test_gap_is_filled_evenly);
  g_test_add_func ("/linker/entry-does-not-cross-a-bay", test_entry_does_not_cross_a_bay);
  g_test_add_func ("/linker/creeping-cell-has-no-entry", test_creeping_cell_has_no_entry);

  return g_test_run ();
}
