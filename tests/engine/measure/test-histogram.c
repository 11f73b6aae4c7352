/* test-histogram.c: the distribution of the rolling velocities, and the numbers of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "make-track.h"
#include "venule-histogram.h"

#define assert_near(a, b) g_assert_cmpfloat_with_epsilon ((a), (b), 1e-9)

static void
add_rolling (GListStore   *tracks,
             const double *velocities,
             guint         n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) track = make_track (i + 1, 31, velocities[i], 0);

      g_list_store_append (tracks, track);
    }
}

static guint
count_all (const VenuleHistogram *histogram)
{
  guint sum = 0;

  for (guint i = 0; i < histogram->n_bins; i++)
    sum += histogram->counts[i];

  return sum;
}

static void
test_no_tracks_make_an_empty_histogram (void)
{
  g_autoptr(GListStore) tracks = g_list_store_new (VENULE_TYPE_TRACK);
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleHistogram) histogram = venule_histogram_new (G_LIST_MODEL (tracks), settings, 0);

  g_assert_cmpuint (histogram->n, ==, 0);
  g_assert_cmpuint (histogram->n_bins, ==, 0);
  g_assert_true (isnan (histogram->mean));
  g_assert_cmpstr (histogram->unit, ==, "px/s");
}

static void
test_one_track_is_one_bin (void)
{
  const double velocity = 47;
  g_autoptr(GListStore) tracks = g_list_store_new (VENULE_TYPE_TRACK);
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleHistogram) histogram = NULL;

  add_rolling (tracks, &velocity, 1);
  histogram = venule_histogram_new (G_LIST_MODEL (tracks), settings, 0);

  g_assert_cmpuint (histogram->n, ==, 1);
  g_assert_cmpuint (histogram->n_bins, ==, 1);
  g_assert_cmpuint (histogram->counts[0], ==, 1);
  assert_near (histogram->mean, 47);
  assert_near (histogram->median, 47);
  g_assert_true (isnan (histogram->sd));
  g_assert_cmpfloat (histogram->first, <=, 47);
  g_assert_cmpfloat (histogram->first + histogram->bin_width, >, 47);
}

static void
test_a_cell_that_stands_still_has_a_bin_too (void)
{
  const double velocities[] = { 0, 0, 0 };
  g_autoptr(GListStore) tracks = g_list_store_new (VENULE_TYPE_TRACK);
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleHistogram) histogram = NULL;

  add_rolling (tracks, velocities, G_N_ELEMENTS (velocities));
  histogram = venule_histogram_new (G_LIST_MODEL (tracks), settings, 0);

  g_assert_cmpuint (count_all (histogram), ==, 3);
  g_assert_cmpfloat (histogram->bin_width, >, 0);
}

static void
test_the_bin_width_follows_freedman_and_diaconis (void)
{
  g_autoptr(GListStore) tracks = g_list_store_new (VENULE_TYPE_TRACK);
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleHistogram) histogram = NULL;
  double velocities[125];

  /* 0 … 124: IQR 62, 2·62/5 = 24.8, of 1, 2, 5 × 10ⁿ the nearest is 20. */
  for (guint i = 0; i < G_N_ELEMENTS (velocities); i++)
    velocities[i] = i;
  add_rolling (tracks, velocities, G_N_ELEMENTS (velocities));
  histogram = venule_histogram_new (G_LIST_MODEL (tracks), settings, 0);

  assert_near (histogram->bin_width, 20);
  assert_near (histogram->first, 0);
  g_assert_cmpuint (histogram->n_bins, ==, 7);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpuint (histogram->counts[i], ==, 20);
  g_assert_cmpuint (histogram->counts[6], ==, 5);
  assert_near (histogram->mean, 62);
  assert_near (histogram->median, 62);
}

static void
test_edges_belong_to_the_bin_above (void)
{
  const double velocities[] = { -10, -0.1, 0, 9.9, 10, 20 };
  g_autoptr(GListStore) tracks = g_list_store_new (VENULE_TYPE_TRACK);
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleHistogram) histogram = NULL;

  add_rolling (tracks, velocities, G_N_ELEMENTS (velocities));
  histogram = venule_histogram_new (G_LIST_MODEL (tracks), settings, 10);

  assert_near (histogram->bin_width, 10);
  assert_near (histogram->first, -10);
  g_assert_cmpuint (histogram->n_bins, ==, 4);
  g_assert_cmpuint (histogram->counts[0], ==, 2);
  g_assert_cmpuint (histogram->counts[1], ==, 2);
  g_assert_cmpuint (histogram->counts[2], ==, 1);
  g_assert_cmpuint (histogram->counts[3], ==, 1);
}

static void
test_every_track_is_in_some_bin (void)
{
  for (int repeat = 0; repeat < 200; repeat++)
    {
      g_autoptr(GListStore) tracks = g_list_store_new (VENULE_TYPE_TRACK);
      g_autoptr(VenuleSettings) settings = make_settings ();
      g_autoptr(VenuleHistogram) histogram = NULL;
      double velocities[40], scale = pow (10, g_test_rand_double_range (-6, 6));
      guint n = g_test_rand_int_range (1, G_N_ELEMENTS (velocities));
      double digit;

      for (guint i = 0; i < n; i++)
        velocities[i] = scale * g_test_rand_double_range (-0.2, 1);
      add_rolling (tracks, velocities, n);
      histogram = venule_histogram_new (G_LIST_MODEL (tracks), settings, 0);

      g_assert_cmpuint (histogram->n, ==, n);
      g_assert_cmpuint (count_all (histogram), ==, n);
      g_assert_cmpuint (histogram->n_bins, <=, 130);
      digit = histogram->bin_width / pow (10, floor (log10 (histogram->bin_width) + 1e-6));
      g_assert_true (fabs (digit - 1) < 1e-6 || fabs (digit - 2) < 1e-6 || fabs (digit - 5) < 1e-6);
    }
}

static void
test_a_tiny_bin_width_is_made_larger (void)
{
  const double velocities[] = { 1, 1000 };
  g_autoptr(GListStore) tracks = g_list_store_new (VENULE_TYPE_TRACK);
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleHistogram) histogram = NULL;

  add_rolling (tracks, velocities, G_N_ELEMENTS (velocities));
  histogram = venule_histogram_new (G_LIST_MODEL (tracks), settings, 1e-6);

  g_assert_cmpuint (histogram->n_bins, <=, 1001);
  g_assert_cmpuint (count_all (histogram), ==, 2);
}

static void
test_only_rolling_cells_count_and_in_um (void)
{
  const double velocities[] = { 100, 200, 300, 400 };
  g_autoptr(GListStore) tracks = g_list_store_new (VENULE_TYPE_TRACK);
  g_autoptr(VenuleSettings) settings = make_settings ();
  g_autoptr(VenuleHistogram) histogram = NULL;
  g_autoptr(VenuleTrack) third = NULL;

  settings->calibration.pixel_size_um = 0.5;
  add_rolling (tracks, velocities, G_N_ELEMENTS (velocities));
  third = g_list_model_get_item (G_LIST_MODEL (tracks), 2);
  venule_track_set_kind (third, VENULE_CELL_ADHERENT);
  histogram = venule_histogram_new (G_LIST_MODEL (tracks), settings, 0);

  g_assert_cmpstr (histogram->unit, ==, "µm/s");
  g_assert_cmpuint (histogram->n, ==, 3);
  assert_near (histogram->mean, (50 + 100 + 200) / 3.0);
  assert_near (histogram->median, 100);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/histogram/no-tracks", test_no_tracks_make_an_empty_histogram);
  g_test_add_func ("/histogram/one-track", test_one_track_is_one_bin);
  g_test_add_func ("/histogram/standing-still", test_a_cell_that_stands_still_has_a_bin_too);
  g_test_add_func ("/histogram/freedman-diaconis", test_the_bin_width_follows_freedman_and_diaconis);
  g_test_add_func ("/histogram/edges-belong-to-the-bin-above", test_edges_belong_to_the_bin_above);
  g_test_add_func ("/histogram/every-track-is-in-some-bin", test_every_track_is_in_some_bin);
  g_test_add_func ("/histogram/a-tiny-bin-width-is-made-larger", test_a_tiny_bin_width_is_made_larger);
  g_test_add_func ("/histogram/only-rolling-cells-count", test_only_rolling_cells_count_and_in_um);

  return g_test_run ();
}
