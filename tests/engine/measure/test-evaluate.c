/* test-evaluate.c: measures of accuracy on cases whose answers are known on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "venule-error.h"
#include "venule-evaluate.h"

#define TRUTH_HEADER "frame,id,kind,x,y,radius\n"
#define SPOTS_HEADER "track_id,frame,time_s,x_px,y_px,radius_px\n"

static gboolean
evaluate_files (const char                   *truth,
                const char                   *spots,
                const VenuleEvaluateOptions  *options,
                VenuleEvaluation             *evaluation,
                GError                      **error)
{
  g_autofree char *folder = g_dir_make_tmp ("venule-evaluate-XXXXXX", NULL);
  g_autofree char *truth_path = g_build_filename (folder, "truth.csv", NULL);
  g_autofree char *spots_path = g_build_filename (folder, "spots.csv", NULL);
  gboolean done;

  g_assert_true (g_file_set_contents (truth_path, truth, -1, NULL));
  g_assert_true (g_file_set_contents (spots_path, spots, -1, NULL));
  done = venule_evaluate (truth_path, spots_path, options, evaluation, NULL, error);
  g_unlink (truth_path);
  g_unlink (spots_path);
  g_rmdir (folder);

  return done;
}

static VenuleEvaluation
evaluate (const char                  *truth,
          const char                  *spots,
          const VenuleEvaluateOptions *options)
{
  VenuleEvaluateOptions standard;
  VenuleEvaluation evaluation;
  g_autoptr(GError) error = NULL;

  venule_evaluate_options_init (&standard);
  evaluate_files (truth, spots, options != NULL ? options : &standard, &evaluation, &error);
  g_assert_no_error (error);

  return evaluation;
}

static void
add_truth (GString    *csv,
           int         frame,
           int         id,
           const char *kind,
           int         x,
           int         y)
{
  g_string_append_printf (csv, "%d,%d,%s,%d,%d,10\n", frame, id, kind, x, y);
}

/* Ten frames a second. */
static void
add_spot (GString *csv,
          int      track,
          int      frame,
          int      x,
          int      y)
{
  g_string_append_printf (csv, "%d,%d,%d.%d,%d,%d,10\n", track, frame, frame / 10, frame % 10, x, y);
}

#define assert_near(a, b) g_assert_cmpfloat_with_epsilon (a, b, 1e-12)

/*
 * One frame, three true cells of radius 10 at x = 0, 100, 200; spots at x = 3, 104, 150.
 * Matches at distances 3 and 4; the third spot is 50 px off: TP 2, FP 1, FN 1.
 * P = R = F1 = 2/3; RMSE = √((9 + 16)/2) = 3.5355…; MOTA = 1 − (1 + 1 + 0)/3 = 1/3; IDF1 = 2·2/(3 + 3) = 2/3.
 */
static void
test_one_frame (void)
{
  VenuleEvaluation e = evaluate (TRUTH_HEADER "0,1,rolling,0,0,10\n0,2,rolling,100,0,10\n0,3,adherent,200,0,10\n",
                                 SPOTS_HEADER "1,0,0,3,0,10\n2,0,0,104,0,10\n3,0,0,150,0,10\n", NULL);

  g_assert_cmpuint (e.true_positives, ==, 2);
  g_assert_cmpuint (e.false_positives, ==, 1);
  g_assert_cmpuint (e.false_negatives, ==, 1);
  assert_near (e.precision, 2.0 / 3);
  assert_near (e.recall, 2.0 / 3);
  assert_near (e.f1, 2.0 / 3);
  assert_near (e.rmse, sqrt (12.5));
  assert_near (e.mota, 1.0 / 3);
  assert_near (e.idf1, 2.0 / 3);
  g_assert_cmpuint (e.n_true_tracks, ==, 3);
  g_assert_cmpuint (e.n_found_tracks, ==, 3);
  g_assert_cmpuint (e.n_velocities, ==, 0);
  g_assert_true (isnan (e.velocity_error));
  g_assert_true (isnan (e.wholeness));
}

/* Cells at 0 and 8, spots at 7 and 15 (radius 10). The nearest pair alone (8 with 7) would leave 0 and 15 apart by more
 * than the radius; 0–7 and 8–15 make two pairs, RMSE = 7. A spot exactly on the radius still matches. */
static void
test_as_many_pairs_as_can_be (void)
{
  VenuleEvaluation e = evaluate (TRUTH_HEADER "0,1,rolling,0,0,10\n0,2,rolling,8,0,10\n0,3,rolling,50,50,10\n",
                                 SPOTS_HEADER "1,0,0,7,0,10\n2,0,0,15,0,10\n3,0,0,60,50,10\n", NULL);

  g_assert_cmpuint (e.true_positives, ==, 3);
  assert_near (e.rmse, sqrt ((49 + 49 + 100) / 3.0));
}

/*
 * One true cell over 20 frames, 10 px a frame. Found track 1 follows it in frames 0–11, track 2 in 12–19.
 * TP 20, no false ones; one switch: MOTA = 1 − 1/20 = 0.95. The best single track explains 12 of 20 true and of 20
 * found spots: IDF1 = 2·12/(20 + 20) = 0.6. 12/20 < 80 %, so the track is not whole.
 */
static void
test_switch (void)
{
  g_autoptr(GString) truth = g_string_new (TRUTH_HEADER);
  g_autoptr(GString) spots = g_string_new (SPOTS_HEADER);
  VenuleEvaluation e;

  for (int frame = 0; frame < 20; frame++)
    {
      add_truth (truth, frame, 1, "rolling", 10 * frame, 50);
      add_spot (spots, frame < 12 ? 1 : 2, frame, 10 * frame, 50);
    }
  e = evaluate (truth->str, spots->str, NULL);

  assert_near (e.f1, 1);
  g_assert_cmpuint (e.switches, ==, 1);
  assert_near (e.mota, 0.95);
  assert_near (e.idf1, 0.6);
  g_assert_cmpuint (e.n_long_tracks, ==, 1);
  assert_near (e.wholeness, 0);
  g_assert_cmpuint (e.n_found_tracks, ==, 2);
}

/*
 * Two true cells, 20 frames each, at y = 0 and y = 50; the found tracks 1 and 2 change places after frame 14.
 * F1 = 1; two switches: MOTA = 1 − 2/40 = 0.95. Each found track explains 15 spots of one cell and 5 of the other: the
 * straight assignment explains 30 of 40: IDF1 = 2·30/80 = 0.75. 15/20 < 80 %: no track is whole.
 */
static void
test_swap (void)
{
  g_autoptr(GString) truth = g_string_new (TRUTH_HEADER);
  g_autoptr(GString) spots = g_string_new (SPOTS_HEADER);
  VenuleEvaluation e;

  for (int frame = 0; frame < 20; frame++)
    {
      gboolean swapped = frame > 14;

      add_truth (truth, frame, 1, "rolling", 5 * frame, 0);
      add_truth (truth, frame, 2, "rolling", 5 * frame, 50);
      add_spot (spots, 1, frame, 5 * frame, swapped ? 50 : 0);
      add_spot (spots, 2, frame, 5 * frame, swapped ? 0 : 50);
    }
  e = evaluate (truth->str, spots->str, NULL);

  assert_near (e.f1, 1);
  g_assert_cmpuint (e.switches, ==, 2);
  assert_near (e.mota, 0.95);
  assert_near (e.idf1, 0.75);
  assert_near (e.wholeness, 0);
}

/* One found track that follows the first cell for 20 frames and then a second one for 15. It covers the first whole,
 * but not it alone. With only nine frames on the second cell it would. */
static void
check_joined (int      frames_on_second,
              gboolean whole)
{
  g_autoptr(GString) truth = g_string_new (TRUTH_HEADER);
  g_autoptr(GString) spots = g_string_new (SPOTS_HEADER);
  VenuleEvaluation e;

  for (int frame = 0; frame < 20 + frames_on_second; frame++)
    {
      add_truth (truth, frame, frame < 20 ? 1 : 2, "rolling", 5 * frame, 0);
      add_spot (spots, 1, frame, 5 * frame, 0);
    }
  e = evaluate (truth->str, spots->str, NULL);
  g_assert_cmpuint (e.n_whole_tracks, ==, whole);
}

static void
test_joined (void)
{
  check_joined (15, FALSE);
  check_joined (9, TRUE);
}

/* IDF1 wants spots, not pairs of tracks. True A: 10 frames by track 1, then 1 frame by track 2. True B: 1 frame by
 * track 1. Giving A track 2 and B track 1 makes two pairs but explains 1 + 1; A with 1 alone explains 10. IDF1 =
 * 2·10/(12 + 12) = 20/24. */
static void
test_spots_count_not_pairs (void)
{
  g_autoptr(GString) truth = g_string_new (TRUTH_HEADER);
  g_autoptr(GString) spots = g_string_new (SPOTS_HEADER);
  VenuleEvaluation e;

  for (int frame = 0; frame < 11; frame++)
    {
      add_truth (truth, frame, 1, "rolling", 0, 0);
      add_spot (spots, frame < 10 ? 1 : 2, frame, 0, 0);
    }
  add_truth (truth, 10, 2, "rolling", 100, 0);
  add_spot (spots, 1, 10, 100, 0);
  e = evaluate (truth->str, spots->str, NULL);

  assert_near (e.idf1, 20.0 / 24);
}

/* At frame 1 another spot comes nearer to the cell than the one that follows it. The spots' measure takes the nearer
 * one; in time the pair of before is kept while it is within the radius: no switch. Two frames, 2 TP, 1 FP: MOTA = 1 −
 * 1/2. */
static void
test_pairs_hold_on (void)
{
  VenuleEvaluation e = evaluate (TRUTH_HEADER "0,1,rolling,0,0,10\n1,1,rolling,0,0,10\n",
                                 SPOTS_HEADER "1,0,0,4,0,10\n1,1,0.1,4,0,10\n2,1,0.1,1,0,10\n", NULL);

  g_assert_cmpuint (e.switches, ==, 0);
  assert_near (e.mota, 0.5);
  assert_near (e.rmse, sqrt ((16 + 1) / 2.0));
}

/* A free cell that is found is neither right nor wrong; one that is not found is no miss. The cell outside of the crop
 * likewise. What is found beside any cell stays false: TP 1, FP 1, FN 0. */
static void
test_ignored (void)
{
  const char *truth = TRUTH_HEADER "0,1,rolling,20,20,10\n0,2,free,60,20,10\n0,3,free,90,20,10\n0,4,rolling,20,80,10\n";
  const char *spots = SPOTS_HEADER "1,0,0,20,20,10\n2,0,0,62,20,10\n3,0,0,20,78,10\n4,0,0,150,20,10\n";
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  VenuleEvaluateOptions options;
  VenuleEvaluation e;

  venule_evaluate_options_init (&options);
  options.vessel = vessel;
  venule_vessel_set_rectangle (vessel, 0, 0, 200, 50, 0);
  e = evaluate (truth, spots, &options);
  g_assert_cmpuint (e.n_truth, ==, 1);
  g_assert_cmpuint (e.n_found, ==, 2);
  g_assert_cmpuint (e.n_ignored, ==, 2);
  g_assert_cmpuint (e.true_positives, ==, 1);
  g_assert_cmpuint (e.false_positives, ==, 1);
  g_assert_cmpuint (e.false_negatives, ==, 0);
  assert_near (e.mota, 0);
  assert_near (e.idf1, 2.0 / 3);
  g_assert_cmpuint (e.n_true_tracks, ==, 1);
  g_assert_cmpuint (e.n_found_tracks, ==, 2);

  /* All kinds, everywhere: 3 of 4 found, 1 of 4 false. */
  options.kinds |= VENULE_EVALUATE_FREE;
  options.vessel = NULL;
  e = evaluate (truth, spots, &options);
  assert_near (e.precision, 0.75);
  assert_near (e.recall, 0.75);
}

static void
test_frames_and_distance (void)
{
  const char *truth = TRUTH_HEADER "0,1,rolling,0,0,10\n1,1,rolling,0,0,10\n2,1,rolling,0,0,10\n";
  const char *spots = SPOTS_HEADER "1,0,0,30,0,10\n1,1,0.1,5,0,10\n1,2,0.2,3,0,10\n";
  VenuleEvaluateOptions options;
  VenuleEvaluation e;

  venule_evaluate_options_init (&options);
  options.first_frame = 1;
  options.last_frame = 1;
  e = evaluate (truth, spots, &options);
  g_assert_cmpuint (e.n_truth, ==, 1);
  assert_near (e.f1, 1);
  assert_near (e.rmse, 5);

  options.last_frame = 2;
  options.max_distance = 4;
  e = evaluate (truth, spots, &options);
  g_assert_cmpuint (e.true_positives, ==, 1);
  assert_near (e.rmse, 3);
}

/* The memory for each with each is not there. */
static void
test_too_many_cells (void)
{
  g_autoptr(GString) truth = g_string_new (TRUTH_HEADER);
  g_autoptr(GString) spots = g_string_new (SPOTS_HEADER);
  VenuleEvaluateOptions options;
  VenuleEvaluation evaluation;
  g_autoptr(GError) error = NULL;

  for (int i = 0; i < 300000; i++)
    {
      add_truth (truth, i % 10, i, "rolling", i % 100, i / 100);
      add_spot (spots, i, i % 10, i % 100, i / 100);
    }
  venule_evaluate_options_init (&options);
  g_assert_false (evaluate_files (truth->str, spots->str, &options, &evaluation, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "has 300000 cells and"));
}

static void
test_frames_that_are_not_there (void)
{
  VenuleEvaluateOptions options;
  VenuleEvaluation evaluation;
  g_autoptr(GError) error = NULL;

  venule_evaluate_options_init (&options);
  options.first_frame = 3;
  options.last_frame = 9;
  g_assert_false (evaluate_files (TRUTH_HEADER "0,1,rolling,0,0,10\n2,1,rolling,0,0,10\n",
                                  SPOTS_HEADER "1,1,0,0,0,10\n", &options, &evaluation, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "these have frames 0 to 2"));
}

/*
 * Short tracks have velocities too: three frames at ten a second, 2 px a frame (20 px/s), found at 3 px a frame (30
 * px/s):
 * |30 − 20|/20 = 0.5. Of another cell one frame in three is found, which is no velocity.
 */
static void
test_velocities_of_short_tracks (void)
{
  g_autoptr(GString) truth = g_string_new (TRUTH_HEADER);
  g_autoptr(GString) spots = g_string_new (SPOTS_HEADER);
  VenuleEvaluation e;

  for (int frame = 0; frame <= 2; frame++)
    {
      add_truth (truth, frame, 1, "rolling", 2 * frame, 0);
      add_truth (truth, frame, 2, "rolling", 2 * frame, 50);
      add_spot (spots, 7, frame, 3 * frame, 0);
    }
  add_spot (spots, 8, 2, 4, 50);

  e = evaluate (truth->str, spots->str, NULL);
  g_assert_cmpuint (e.n_velocities, ==, 1);
  g_assert_cmpuint (e.n_moving, ==, 1);
  g_assert_cmpfloat_with_epsilon (e.velocity_error, 0.5, 1e-9);
}

/*
 * Ten frames a second. True cells: A 4 px a frame for 11 frames (40 px/s), B 8 px a frame (80 px/s), C stands still.
 * Found: A at 5 px a frame less a constant 5 (50 px/s), B at 8 px a frame, C with a jump of 1 px at the end (1 px/s).
 * Relative errors of those that move by a quarter of their radius: |50 − 40|/40 = 0.25 and 0, median 0.125; C does not
 * count there. Correlation of (40, 80, 0) with (50, 80, 1): means 40 and 131/3; deviations (0, 40, −40) and (19/3,
 * 109/3, −128/3); sum of products 40·(109 + 128)/3 = 3160; of squares 3200 and (361 + 11881 + 16384)/9 = 28626/9.
 */
static void
test_velocities (void)
{
  g_autoptr(GString) truth = g_string_new (TRUTH_HEADER);
  g_autoptr(GString) spots = g_string_new (SPOTS_HEADER);
  g_autoptr(VenuleVessel) vessel = venule_vessel_new ();
  VenuleEvaluateOptions options;
  VenuleEvaluation e;

  for (int frame = 0; frame <= 10; frame++)
    {
      add_truth (truth, frame, 1, "rolling", 4 * frame, 0);
      add_truth (truth, frame, 2, "rolling", 8 * frame, 50);
      add_truth (truth, frame, 3, "adherent", 50, 100);
      add_spot (spots, 7, frame, 5 * frame - 5, 0);
      add_spot (spots, 8, frame, 8 * frame, 50);
      add_spot (spots, 9, frame, frame == 10 ? 51 : 50, 100);
    }

  e = evaluate (truth->str, spots->str, NULL);
  g_assert_cmpuint (e.n_velocities, ==, 3);
  g_assert_cmpuint (e.n_moving, ==, 2);
  g_assert_cmpfloat_with_epsilon (e.velocity_error, 0.125, 1e-9);
  g_assert_cmpfloat_with_epsilon (e.velocity_bias, 0.125, 1e-9);
  g_assert_cmpfloat_with_epsilon (e.velocity_correlation, 3160 / sqrt (3200 * 28626 / 9.0), 1e-9);
  assert_near (e.wholeness, 1);

  /* Along a flow to the left all velocities are negative, and nothing else changes. */
  venule_evaluate_options_init (&options);
  venule_vessel_parse_flow (vessel, "-1,0", NULL);
  options.vessel = vessel;
  e = evaluate (truth->str, spots->str, &options);
  g_assert_cmpfloat_with_epsilon (e.velocity_error, 0.125, 1e-9);
  g_assert_cmpfloat_with_epsilon (e.velocity_bias, -0.125, 1e-9);
  g_assert_cmpfloat_with_epsilon (e.velocity_correlation, 3160 / sqrt (3200 * 28626 / 9.0), 1e-9);
}

static void
test_nothing (void)
{
  VenuleEvaluateOptions options;
  VenuleEvaluation e = evaluate (TRUTH_HEADER, SPOTS_HEADER, NULL);
  g_autofree char *json = NULL;
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GError) error = NULL;
  VenuleEvaluateCells nothing = { 0 };
  JsonObject *object;

  g_assert_true (isnan (e.precision));
  g_assert_true (isnan (e.mota));

  /* The empty scene: all that is found is false. */
  e = evaluate (TRUTH_HEADER, SPOTS_HEADER "1,0,0,5,5,10\n", NULL);
  g_assert_cmpuint (e.false_positives, ==, 1);
  assert_near (e.precision, 0);
  g_assert_true (isnan (e.recall));

  venule_evaluate_options_init (&options);
  json = venule_evaluate_to_json (&e, &nothing, &options, FALSE);
  json_parser_load_from_data (parser, json, -1, &error);
  g_assert_no_error (error);
  object = json_node_get_object (json_parser_get_root (parser));
  g_assert_true (json_object_get_null_member (object, "recall"));
  g_assert_cmpfloat (json_object_get_double_member (object, "precision"), ==, 0);
  g_assert_cmpstr (json_array_get_string_element (json_object_get_array_member (object, "ignored_kinds"), 0), ==,
                   "free");
}

/* Lines of Excel for Macintosh, and how it begins UTF-8. */
static void
test_tables_of_excel (void)
{
  VenuleEvaluation e = evaluate ("frame,id,kind,x,y,radius\r0,1,rolling,5,5,10\r1,1,rolling,6,5,10\r",
                                 "\xef\xbb\xbf" SPOTS_HEADER "1,0,0,5,5,10\n1,1,0,6,5,10\n", NULL);

  g_assert_cmpuint (e.false_positives, ==, 0);
  assert_near (e.recall, 1);
}

static void
test_bad_files (void)
{
  static const struct {
    const char *truth, *spots, *says;
  } cases[] = {
    { "frame,id,x,y,radius\n", SPOTS_HEADER, "*truth.csv*no column “kind”*" },
    { "", SPOTS_HEADER, "*no column “frame”*" },
    { TRUTH_HEADER "0,1,rolling,far,0,10\n", SPOTS_HEADER, "*Line 2*“far”*“x”*" },
    { TRUTH_HEADER "\n0,1,rolling,5,,10\n", SPOTS_HEADER, "*Line 3*“”*“y”*" },
    { TRUTH_HEADER "0,1,rolling,5,5,10\n1,1,rolling,5", SPOTS_HEADER, "*truth.csv*ends within line 3*" },
    { TRUTH_HEADER "0,1,rolling,5,5,10\n0.6,2,rolling,5,50,10\n", SPOTS_HEADER, "*Line 3*“0.6”*whole number*" },
    { TRUTH_HEADER "1e300,1,rolling,5,5,10\n", SPOTS_HEADER, "*Line 2*“1e300”*“frame”*from 0 to*" },
    { TRUTH_HEADER "-1,1,rolling,5,5,10\n", SPOTS_HEADER, "*Line 2*truth.csv*“-1”*“frame”*from 0 to*" },
    { TRUTH_HEADER "0,,rolling,5,5,10\n", SPOTS_HEADER, "*Line 2*truth.csv*nothing for “id”*" },
    { TRUTH_HEADER "0,1,rolling,5,5,-5\n", SPOTS_HEADER, "*Line 2*“-5”*“radius”*from 0.001 to*" },
    { TRUTH_HEADER "0,1,rolling,5,5,0\n", SPOTS_HEADER, "*Line 2*“0”*“radius”*from 0.001 to*" },
    { TRUTH_HEADER "0,1,rolling,5,5,nan\n", SPOTS_HEADER, "*Line 2*“nan”*“radius”*not a number*" },
    { TRUTH_HEADER "0,1,rolling,1e300,5,10\n", SPOTS_HEADER, "*Line 2*“1e300”*“x”*to 1000000.*" },
    { TRUTH_HEADER, SPOTS_HEADER "1,-1,0,5,5,10\n", "*Line 2*spots.csv*“-1”*“frame”*from 0 to*" },
    { TRUTH_HEADER, SPOTS_HEADER ",0,0,5,5,10\n", "*Line 2*spots.csv*nothing for “track_id”*" },
    { TRUTH_HEADER "0,1,rolling,5,5,10\n3,1,rolling,5,5,10\n", SPOTS_HEADER "1,4,0,5,5,10\n1,9,1,5,5,10\n",
      "*truth.csv” has frames 0 to 3, and *spots.csv” has frames 4 to 9. Give tables of the same video.*" },
    { TRUTH_HEADER "0,1,rolling,5,2,5,3,10\n", SPOTS_HEADER, "*Line 2*more fields*points*" },
    { TRUTH_HEADER "0,1,hopping,5,5,10\n", SPOTS_HEADER, "*Line 2*“hopping”*rolling, adherent and free*" },
    { TRUTH_HEADER "0,1,rolling,5,5,10\n0,1,rolling,50,5,10\n", SPOTS_HEADER, "*twice in frame 0*" },
    { "frame,id,kind,x,y,radius,x\n", SPOTS_HEADER, "*truth.csv*two columns “x”*" },
    { TRUTH_HEADER, "track,frame\n", "*spots.csv*no column “track_id”*" },
    { TRUTH_HEADER, SPOTS_HEADER "1,0,0,nan,5,10\n", "*Line 2*“nan”*“x_px”*" },
    { TRUTH_HEADER, SPOTS_HEADER "1,0,0,0x10,5,10\n", "*Line 2*“0x10”*“x_px”*" },
  };
  VenuleEvaluateOptions options;
  VenuleEvaluation evaluation;
  g_autoptr(GError) error = NULL;

  venule_evaluate_options_init (&options);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_false (evaluate_files (cases[i].truth, cases[i].spots, &options, &evaluation, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
      g_assert_true (g_pattern_match_simple (cases[i].says, error->message));
      g_clear_error (&error);
    }

  g_assert_false (venule_evaluate ("/no/such/truth.csv", "/no/such/spots.csv", &options, &evaluation, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/evaluate/one-frame", test_one_frame);
  g_test_add_func ("/evaluate/as-many-pairs-as-can-be", test_as_many_pairs_as_can_be);
  g_test_add_func ("/evaluate/a-track-that-breaks", test_switch);
  g_test_add_func ("/evaluate/tracks-that-swap", test_swap);
  g_test_add_func ("/evaluate/a-track-over-two-cells-is-not-whole", test_joined);
  g_test_add_func ("/evaluate/idf1-counts-spots-not-pairs", test_spots_count_not_pairs);
  g_test_add_func ("/evaluate/pairs-hold-on-in-time", test_pairs_hold_on);
  g_test_add_func ("/evaluate/ignored-cells-are-neither-right-nor-wrong", test_ignored);
  g_test_add_func ("/evaluate/frames-and-distance-can-be-limited", test_frames_and_distance);
  g_test_add_func ("/evaluate/too-many-cells", test_too_many_cells);
  g_test_add_func ("/evaluate/frames-that-are-not-there", test_frames_that_are_not_there);
  g_test_add_func ("/evaluate/velocities", test_velocities);
  g_test_add_func ("/evaluate/velocities-of-short-tracks", test_velocities_of_short_tracks);
  g_test_add_func ("/evaluate/nothing-to-find", test_nothing);
  g_test_add_func ("/evaluate/tables-of-excel", test_tables_of_excel);
  g_test_add_func ("/evaluate/bad-files-give-a-sentence", test_bad_files);
  return g_test_run ();
}
