/* test-manual-agreement.c: two methods against each other, with numbers worked out elsewhere
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-agreement-report.h"

#include "make-track.h"

static const VenuleAgreementOptions usual = {
  .complete = TRUE, .frame_width = 640, .frame_height = 480, .first_frame = 0, .last_frame = 299,
};

/* Peak flow of 17 people by two meters (J. M. Bland, D. G. Altman, Lancet 1986, i, 307, table 1, first measurements).
 * The paper has −2.1, 38.8, limits −79.7 and 75.5 with 2 SD, and r = 0.943 (its text: 0.94). */
static const double wright[] = { 494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427 };
static const double mini[] = { 512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451 };

static void
test_numbers_of_bland_and_altman (void)
{
  VenuleAgreement agreement = { 0 };
  double se = 38.765 / sqrt (17);

  venule_agreement_compare (&agreement, mini, wright, G_N_ELEMENTS (wright));
  g_assert_cmpuint (agreement.n_velocities, ==, 17);
  g_assert_cmpfloat_with_epsilon (agreement.bias.value, -2.118, 0.001);
  g_assert_cmpfloat_with_epsilon (agreement.sd, 38.765, 0.001);
  g_assert_cmpfloat_with_epsilon (agreement.bias.high - agreement.bias.value, 2.1199 * se, 0.01); /* t, 16 degrees */
  g_assert_cmpfloat_with_epsilon (agreement.upper.value, -2.118 + 1.95996 * 38.765, 0.01);
  g_assert_cmpfloat_with_epsilon (agreement.lower.value, -2.118 - 1.95996 * 38.765, 0.01);
  /* √(s²/n + 1.96² s²/(2·16)) = 16.40 */
  g_assert_cmpfloat_with_epsilon (agreement.upper.high - agreement.upper.value, 2.1199 * 16.403, 0.05);
  g_assert_cmpfloat_with_epsilon (agreement.correlation.value, 0.943, 0.0006);
  /* tanh (atanh 0.94328 ∓ 1.95996/√14) */
  g_assert_cmpfloat_with_epsilon (agreement.correlation.low, 0.8456, 0.001);
  g_assert_cmpfloat_with_epsilon (agreement.correlation.high, 0.9798, 0.001);
  g_assert_cmpfloat (agreement.concordance, <, agreement.correlation.value);
  g_assert_cmpfloat (agreement.concordance, >, 0.94);
}

/* E. B. Wilson's interval as R's prop.test (correct = FALSE) gives it. */
static void
test_shares (void)
{
  VenuleInterval half = venule_interval_of_share (10, 20);
  VenuleInterval none = venule_interval_of_share (0, 10);

  g_assert_cmpfloat_with_epsilon (half.low, 0.2992980, 1e-6);
  g_assert_cmpfloat_with_epsilon (half.high, 0.7007020, 1e-6);
  g_assert_cmpfloat_with_epsilon (none.low, 0, 1e-12);
  g_assert_cmpfloat_with_epsilon (none.high, 0.2775328, 1e-6);
  g_assert_true (isnan (venule_interval_of_share (0, 0).value));
}

static void
test_too_few_to_say (void)
{
  VenuleAgreement agreement = { 0 };
  const double a[] = { 1, 2, 3 }, b[] = { 2, 3, 4 };

  venule_agreement_compare (&agreement, a, b, 0);
  g_assert_true (isnan (agreement.bias.value));
  venule_agreement_compare (&agreement, a, b, 1);
  g_assert_cmpfloat (agreement.bias.value, ==, 1);
  g_assert_true (isnan (agreement.sd));
  venule_agreement_compare (&agreement, a, b, 3);
  g_assert_cmpfloat_with_epsilon (agreement.sd, 0, 1e-12);
  g_assert_true (isnan (agreement.correlation.low));
}

static VenuleTrack *
copy_moved (VenuleTrack *track,
            guint        id,
            double       dx,
            guint        every)
{
  VenuleTrack *copy = venule_track_new (id);
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (track, &n);

  for (guint i = 0; i < n; i += every)
    {
      VenuleSpot spot = spots[i];

      spot.x += dx;
      venule_track_add_spot (copy, &spot);
    }

  return copy;
}

/* Three cells in lanes that lie 60 px apart: 100, 160 and 220 px down. */
static GPtrArray *
make_cells (void)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < 3; i++)
    {
      VenuleTrack *track = venule_track_new (i + 1);

      for (guint j = 0; j < 60; j++)
        add_spot (track, j, j / RATE, 100 + 30.0 * (i + 1) * j / RATE, 100 + 60 * i);
      g_ptr_array_add (cells, track);
    }

  return cells;
}

static void
test_matched_missed_and_false (void)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GPtrArray) manual = make_cells ();
  g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(VenuleAgreement) agreement = NULL;
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  g_autoptr(VenuleTable) table = NULL;
  g_autoptr(GBytes) csv = NULL;
  VenuleImport marked = { .names = names };
  VenuleAgreementReport report = { .manual = &marked };
  const VenuleAgreementPair *pair;

  settings->cell_diameter = 20;
  settings->vessel->flow_x = 1;
  /* The first is found 2 px too far, in every second frame; the second not; something far away is found. */
  g_ptr_array_add (found, copy_moved (g_ptr_array_index (manual, 0), 7, 2, 2));
  g_ptr_array_add (found, copy_moved (g_ptr_array_index (manual, 2), 8, 0, 1));
  g_ptr_array_add (found, copy_moved (g_ptr_array_index (manual, 2), 9, 300, 1));

  agreement = report.agreement = venule_agreement_new (manual, found, settings, &usual);
  g_assert_cmpuint (agreement->pairs->len, ==, 2);
  pair = &g_array_index (agreement->pairs, VenuleAgreementPair, 0);
  g_assert_cmpuint (pair->found, ==, 7);
  g_assert_cmpuint (pair->common, ==, 30);
  g_assert_cmpfloat_with_epsilon (pair->distance, 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (pair->manual_velocity, 30, 1e-9);
  g_assert_cmpfloat_with_epsilon (pair->found_velocity, 30, 1e-9);
  g_assert_cmpuint (agreement->missed->len, ==, 1);
  g_assert_cmpuint (g_array_index (agreement->missed, guint, 0), ==, 1);
  g_assert_cmpuint (agreement->false_tracks->len, ==, 1);
  g_assert_cmpuint (g_array_index (agreement->false_tracks, guint, 0), ==, 9);
  g_assert_cmpfloat_with_epsilon (agreement->recall.value, 2.0 / 3, 1e-12);
  g_assert_cmpfloat_with_epsilon (agreement->precision.value, 2.0 / 3, 1e-12);
  g_assert_cmpfloat_with_epsilon (agreement->bias.value, 0, 1e-9);

  /* How long the missed one was marked is known, too. */
  g_ptr_array_add (names, (gpointer) "a");
  g_ptr_array_add (names, (gpointer) "b");
  g_ptr_array_add (names, (gpointer) "c");
  table = venule_agreement_report_make_table (&report);
  csv = venule_table_to_csv (table);
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (csv, NULL), (gssize) g_bytes_get_size (csv), "missed,b,,60,,"));
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (csv, NULL), (gssize) g_bytes_get_size (csv), "matched,a,7,60,30,"));
}

/* Who marked a sample says nothing about the rest, and a cell in two pieces is found once. */
static void
test_samples_and_pieces (void)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GPtrArray) manual = make_cells ();
  g_autoptr(GPtrArray) found = make_cells ();
  g_autoptr(VenuleTrack) piece = venule_track_new (4);
  g_autoptr(VenuleAgreement) agreement = NULL;
  VenuleAgreementOptions sample = usual;

  sample.complete = FALSE;
  settings->cell_diameter = 20;
  settings->vessel->flow_x = 1;
  g_ptr_array_set_size (manual, 1);
  for (guint i = 40; i < 60; i++)
    add_spot (piece, i, i / RATE, 101 + 30 * i / RATE, 100);
  g_ptr_array_add (found, g_object_ref (piece));

  agreement = venule_agreement_new (manual, found, settings, &sample);
  g_assert_cmpuint (agreement->pairs->len, ==, 1);
  g_assert_cmpuint (g_array_index (agreement->pairs, VenuleAgreementPair, 0).found, ==, 1);
  g_assert_cmpuint (agreement->split_tracks->len, ==, 1);
  g_assert_cmpuint (g_array_index (agreement->split_tracks, guint, 0), ==, 4);
  g_assert_cmpuint (agreement->false_tracks->len, ==, 0);
  g_assert_true (isnan (agreement->precision.value));
}

/* Marks outside of the crop or of the frames analysed are no misses. */
static void
test_outside_is_not_judged (void)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GPtrArray) manual = make_cells ();
  g_autoptr(GPtrArray) found = make_cells ();
  g_autoptr(VenuleAgreement) agreement = NULL;

  settings->cell_diameter = 20;
  settings->vessel->flow_x = 1;
  g_assert_true (venule_vessel_parse_rectangle (settings->vessel, "0,80,640,40", NULL));
  g_ptr_array_remove_index (found, 1);
  agreement = venule_agreement_new (manual, found, settings, &usual);
  g_assert_cmpuint (agreement->n_manual, ==, 1);
  g_assert_cmpuint (agreement->n_outside, ==, 2);
  g_assert_cmpuint (agreement->missed->len, ==, 0);
  g_assert_cmpuint (agreement->false_tracks->len, ==, 0);
}

/* Points that belong to no track: each frame by itself, each found cell for one mark. */
static void
test_loose_marks (void)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GPtrArray) found = make_cells ();
  g_autoptr(GPtrArray) manual = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(VenuleAgreement) agreement = NULL;
  VenuleAgreementOptions loose = usual;
  const double marks[][3] = { { 0, 100, 100 }, { 0, 103, 100 }, { 0, 100, 160 }, { 30, 130, 100 } }; /* frame, x, y */

  loose.loose = TRUE;
  settings->cell_diameter = 20;
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      VenuleTrack *track = venule_track_new (i + 1);

      add_spot (track, (gint64) marks[i][0], marks[i][0] / RATE, marks[i][1], marks[i][2]);
      g_ptr_array_add (manual, track);
    }

  agreement = venule_agreement_new (manual, found, settings, &loose);
  g_assert_cmpuint (agreement->n_marks, ==, 4);
  g_assert_cmpuint (agreement->n_marks_found, ==, 3); /* two marks on one cell */
  g_assert_cmpuint (agreement->n_spots, ==, 6);       /* three cells in two frames */
  g_assert_cmpfloat_with_epsilon (agreement->precision.value, 0.5, 1e-12);
  g_assert_cmpuint (agreement->missed->len, ==, 1);
  g_assert_cmpuint (agreement->n_velocities, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agreement-with-hands/numbers of Bland and Altman", test_numbers_of_bland_and_altman);
  g_test_add_func ("/agreement-with-hands/shares", test_shares);
  g_test_add_func ("/agreement-with-hands/too few to say", test_too_few_to_say);
  g_test_add_func ("/agreement-with-hands/matched, missed and false", test_matched_missed_and_false);
  g_test_add_func ("/agreement-with-hands/samples and pieces", test_samples_and_pieces);
  g_test_add_func ("/agreement-with-hands/outside is not judged", test_outside_is_not_judged);
  g_test_add_func ("/agreement-with-hands/loose marks", test_loose_marks);

  return g_test_run ();
}
