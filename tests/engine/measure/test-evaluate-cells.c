/* test-evaluate-cells.c: counts, velocities and qualities, cell by cell, on cases whose answers are known on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>

#include "venule-error.h"
#include "venule-evaluate.h"

#define assert_near(a, b) g_assert_cmpfloat_with_epsilon (a, b, 1e-9)

typedef struct {
  GString              *truth, *spots, *tracks;
  VenuleVessel         *vessel;
  VenuleEvaluateOptions options;
  VenuleEvaluation      evaluation;
} Case;

static void
case_init (Case *self)
{
  self->truth = g_string_new ("frame,id,kind,x,y,radius\n");
  self->spots = g_string_new ("track_id,frame,time_s,x_px,y_px\n");
  self->tracks = g_string_new ("track_id,class,mean_velocity_px_s,quality\n");
  self->vessel = venule_vessel_new ();
  venule_evaluate_options_init (&self->options);
  venule_vessel_parse_flow (self->vessel, "1,0", NULL);
  venule_vessel_set_rectangle (self->vessel, 0, 0, 1000, 200, 0);
  self->options.vessel = self->vessel;
}

static void
case_clear (Case *self)
{
  g_string_free (self->truth, TRUE);
  g_string_free (self->spots, TRUE);
  g_string_free (self->tracks, TRUE);
  venule_vessel_free (self->vessel);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

/* A true cell of radius 10 that goes @step px a frame from @x on. */
static void
add_cell (Case       *self,
          int         id,
          const char *kind,
          int         n_frames,
          int         x,
          int         y,
          int         step)
{
  for (int i = 0; i < n_frames; i++)
    g_string_append_printf (self->truth, "%d,%d,%s,%d,%d,10\n", i, id, kind, x + i * step, y);
}

/* What is found, at ten frames a second: from @first on. */
static void
add_spots (Case *self,
           int   id,
           int   first,
           int   n_frames,
           int   x,
           int   y,
           int   step)
{
  for (int i = first; i < first + n_frames; i++)
    g_string_append_printf (self->spots, "%d,%d,%d.%d,%d,%d\n", id, i, i / 10, i % 10, x + i * step, y);
}

static void
claim (Case       *self,
       int         id,
       const char *class,
       const char *velocity,
       const char *quality)
{
  g_string_append_printf (self->tracks, "%d,%s,%s,%s\r\n", id, class, velocity, quality);
}

static VenuleEvaluateCells *
evaluate_with (Case        *self,
               gboolean     with_tracks,
               GError     **error)
{
  g_autofree char *folder = g_dir_make_tmp ("venule-evaluate-XXXXXX", NULL);
  const char *names[] = { "truth.csv", "spots.csv", "tracks.csv" };
  GString *texts[] = { self->truth, self->spots, self->tracks };
  char *paths[3];
  VenuleEvaluateCells *cells = NULL;

  for (guint i = 0; i < 3; i++)
    {
      paths[i] = g_build_filename (folder, names[i], NULL);
      g_assert_true (g_file_set_contents (paths[i], texts[i]->str, -1, NULL));
    }
  self->options.tracks_path = with_tracks ? paths[2] : NULL;
  venule_evaluate (paths[0], paths[1], &self->options, &self->evaluation, &cells, error);
  self->options.tracks_path = NULL;
  for (guint i = 0; i < 3; i++)
    {
      g_unlink (paths[i]);
      g_free (paths[i]);
    }
  g_rmdir (folder);

  return cells;
}

static VenuleEvaluateCells *
evaluate (Case *self)
{
  g_autoptr(GError) error = NULL;
  VenuleEvaluateCells *cells = evaluate_with (self, TRUE, &error);

  g_assert_no_error (error);

  return cells;
}

static const VenuleEvaluateTrack *
track (const VenuleEvaluateCells *cells,
       guint                      i)
{
  return &g_array_index (cells->tracks, VenuleEvaluateTrack, i);
}

/*
 * True: three rolling cells (one seen in 9 frames only: it does not count), two adherent, one free seen in 3 frames,
 * one free seen in 2 (does not count). Found: the three rolling and one adherent cell, each by a track of its own, and
 * a rolling track on nothing. Rolling: 3 found (the one on the cell of 9 frames does not count) against 2: +50 %;
 * adherent: 1 against 2: −50 %; free: 0 against 1: −100 %.
 */
static void
test_counts (void)
{
  g_auto(Case) c = { 0 };
  g_autoptr(VenuleEvaluateCells) cells = NULL;

  case_init (&c);
  add_cell (&c, 1, "rolling", 20, 100, 20, 5);
  add_cell (&c, 2, "rolling", 10, 100, 60, 5);
  add_cell (&c, 3, "rolling", 9, 100, 100, 5);
  add_cell (&c, 4, "adherent", 20, 300, 20, 0);
  add_cell (&c, 5, "adherent", 20, 300, 60, 0);
  add_cell (&c, 6, "free", 3, 500, 20, 40);
  add_cell (&c, 7, "free", 2, 500, 60, 40);
  add_spots (&c, 1, 0, 20, 100, 20, 5);
  add_spots (&c, 2, 0, 10, 100, 60, 5);
  add_spots (&c, 3, 0, 9, 100, 100, 5);
  add_spots (&c, 4, 0, 20, 300, 20, 0);
  add_spots (&c, 5, 0, 20, 700, 20, 5);
  claim (&c, 1, "rolling", "50", "0.9");
  claim (&c, 2, "rolling", "50", "0.9");
  claim (&c, 3, "rolling", "50", "0.9");
  claim (&c, 4, "adherent", "0", "0.9");
  claim (&c, 5, "rolling", "50", "0.1");
  cells = evaluate (&c);

  g_assert_cmpuint (cells->n_true[VENULE_CELL_ROLLING], ==, 2);
  g_assert_cmpuint (cells->n_found[VENULE_CELL_ROLLING], ==, 3);
  assert_near (cells->count_error[VENULE_CELL_ROLLING], 0.5);
  g_assert_cmpuint (cells->n_true[VENULE_CELL_ADHERENT], ==, 2);
  g_assert_cmpuint (cells->n_found[VENULE_CELL_ADHERENT], ==, 1);
  assert_near (cells->count_error[VENULE_CELL_ADHERENT], -0.5);
  g_assert_cmpuint (cells->n_true[VENULE_CELL_FREE], ==, 1);
  g_assert_cmpuint (cells->n_found[VENULE_CELL_FREE], ==, 0);
  assert_near (cells->count_error[VENULE_CELL_FREE], -1);
  g_assert_cmpuint (cells->n_false, ==, 1);
  g_assert_cmpuint (cells->n_duplicates, ==, 0);
  g_assert_true (track (cells, 4)->false_track);
}

/* A cell of which half is in the crop is counted by those frames; a track that follows it outside is not held against
 * it, and one that is outside throughout does not count. */
static void
test_counts_inside_the_crop (void)
{
  g_auto(Case) c = { 0 };
  g_autoptr(VenuleEvaluateCells) cells = NULL;
  const VenuleEvaluateCell *cell;

  case_init (&c);
  venule_vessel_set_rectangle (c.vessel, 0, 0, 150, 200, 0);
  add_cell (&c, 1, "rolling", 24, 100, 20, 4); /* x ≤ 149 in frames 0 to 12 */
  add_cell (&c, 2, "rolling", 20, 300, 60, 4);
  add_spots (&c, 1, 0, 24, 100, 20, 4);
  add_spots (&c, 2, 0, 20, 300, 60, 4);
  claim (&c, 1, "rolling", "40", "1");
  claim (&c, 2, "rolling", "40", "1");
  cells = evaluate (&c);

  cell = &g_array_index (cells->cells, VenuleEvaluateCell, 0);
  g_assert_cmpuint (cell->frames, ==, 13);
  g_assert_true (cell->counts);
  g_assert_cmpuint (cells->n_true[VENULE_CELL_ROLLING], ==, 1);
  /* 11 of the first track's 24 spots lie outside. */
  g_assert_cmpuint (cells->n_found[VENULE_CELL_ROLLING], ==, 1);
  g_assert_true (track (cells, 0)->right);
  g_assert_true (track (cells, 0)->judged);
  g_assert_false (track (cells, 1)->judged);
  g_assert_cmpuint (cells->n_false, ==, 0);
}

/* A cell that could roll but moved by 2 px of a radius of 10 while it was seen: nobody could tell it from an adherent
 * one. */
static void
test_a_rolling_cell_that_stood_still (void)
{
  g_auto(Case) c = { 0 };
  g_autoptr(VenuleEvaluateCells) cells = NULL;

  case_init (&c);
  add_cell (&c, 1, "rolling", 15, 100, 20, 0);
  g_string_append (c.truth, "15,1,rolling,102,20,10\n");
  cells = evaluate (&c);
  g_assert_cmpuint (cells->n_true[VENULE_CELL_ADHERENT], ==, 1);
  g_assert_cmpuint (cells->n_true[VENULE_CELL_ROLLING], ==, 0);
}

/* 40 px in 100 s at 0.5 µm a pixel are 0.2 µm/s: creeping, not rolling. Without a pixel size nobody can say. */
static void
test_a_cell_that_creeps (void)
{
  g_auto(Case) c = { 0 };
  g_autoptr(VenuleEvaluateCells) uncalibrated = NULL;
  g_autoptr(VenuleEvaluateCells) cells = NULL;

  case_init (&c);
  for (int i = 0; i <= 1000; i++)
    g_string_append_printf (c.truth, "%d,1,rolling,%d,20,10\n", i, 100 + i / 25);
  add_spots (&c, 1, 0, 2, 100, 20, 0);
  claim (&c, 1, "adherent", "0", "1");
  uncalibrated = evaluate (&c);
  g_assert_cmpuint (uncalibrated->n_true[VENULE_CELL_ROLLING], ==, 1);
  c.options.pixel_size = 0.5;
  cells = evaluate (&c);
  g_assert_cmpuint (cells->n_true[VENULE_CELL_ADHERENT], ==, 1);
}

/*
 * True velocities at ten frames a second: 20, 40, 60 px/s. Found: tracks that say 20 (on a cell), 40 (on a cell) and 90
 * (on nothing), and an adherent one, which does not count here. Cumulative shares: at 60 1 and 2/3: the distance is
 * 1/3. The cell of 60 px/s was missed, and is in the distribution nevertheless.
 */
static void
test_velocity_distribution (void)
{
  g_auto(Case) c = { 0 };
  g_autoptr(VenuleEvaluateCells) cells = NULL;

  case_init (&c);
  add_cell (&c, 1, "rolling", 20, 100, 20, 2);
  add_cell (&c, 2, "rolling", 20, 100, 60, 4);
  add_cell (&c, 3, "rolling", 20, 100, 100, 6);
  add_spots (&c, 1, 0, 20, 100, 20, 2);
  add_spots (&c, 2, 0, 20, 100, 60, 4);
  add_spots (&c, 3, 0, 20, 400, 20, 9);
  add_spots (&c, 4, 0, 20, 800, 20, 0);
  claim (&c, 1, "rolling", "20", "1");
  claim (&c, 2, "rolling", "40", "1");
  claim (&c, 3, "rolling", "90", "1");
  claim (&c, 4, "adherent", "0", "1");
  cells = evaluate (&c);

  assert_near (g_array_index (cells->cells, VenuleEvaluateCell, 0).velocity, 20);
  assert_near (g_array_index (cells->cells, VenuleEvaluateCell, 2).velocity, 60);
  assert_near (g_array_index (cells->cells, VenuleEvaluateCell, 1).common_found, 40);
  g_assert_null (g_array_index (cells->cells, VenuleEvaluateCell, 2).track);
  assert_near (cells->velocity_ks, 1.0 / 3);
}

/* With nothing found the distributions are as far apart as can be; with nothing to find there is no distance. */
static void
test_velocity_distribution_of_nothing (void)
{
  g_auto(Case) c = { 0 };
  g_autoptr(VenuleEvaluateCells) cells = NULL;
  g_autoptr(VenuleEvaluateCells) empty = NULL;

  case_init (&c);
  add_spots (&c, 1, 0, 20, 100, 20, 2);
  claim (&c, 1, "rolling", "20", "0.2");
  empty = evaluate (&c);
  g_assert_true (isnan (empty->velocity_ks));
  g_assert_true (isnan (empty->count_error[VENULE_CELL_ROLLING]));
  g_assert_cmpuint (empty->n_false, ==, 1);

  add_cell (&c, 1, "rolling", 20, 300, 150, 2);
  g_string_truncate (c.spots, 0);
  g_string_append (c.spots, "track_id,frame,time_s,x_px,y_px\n");
  cells = evaluate (&c);
  assert_near (cells->velocity_ks, 1);
}

/*
 * Track 1: 8 of 10 spots on one cell: right. Track 2: 7 of 10: not. Track 3: five spots on the one cell and five on
 * another: all matched, yet not right. Track 4 lies on a free cell, which is ignored: not judged. Track 5 is seen by no
 * cell. Judged: 0.9 right, 0.6 wrong, 0.6 wrong, 0.3 wrong. Brier (0.01 + 0.36 + 0.36 + 0.09)/4 = 0.205.
 */
static void
test_quality (void)
{
  g_auto(Case) c = { 0 };
  g_autoptr(VenuleEvaluateCells) cells = NULL;

  case_init (&c);
  add_cell (&c, 1, "adherent", 10, 100, 20, 0);
  add_cell (&c, 2, "adherent", 10, 200, 20, 0);
  add_cell (&c, 3, "adherent", 10, 300, 20, 0);
  add_cell (&c, 4, "adherent", 10, 400, 20, 0);
  add_cell (&c, 5, "free", 10, 500, 20, 40);
  add_spots (&c, 1, 0, 8, 100, 20, 0);
  add_spots (&c, 1, 8, 2, 150, 20, 0);
  add_spots (&c, 2, 0, 7, 200, 20, 0);
  add_spots (&c, 2, 7, 3, 250, 20, 0);
  add_spots (&c, 3, 0, 5, 300, 20, 0);
  add_spots (&c, 3, 5, 5, 400, 20, 0);
  add_spots (&c, 4, 0, 10, 500, 20, 40);
  add_spots (&c, 5, 0, 10, 100, 150, 0);
  claim (&c, 1, "adherent", "", "0.9");
  claim (&c, 2, "adherent", "", "0.6");
  claim (&c, 3, "adherent", "", "0.6");
  claim (&c, 4, "free", "400", "0.9");
  claim (&c, 5, "other", "", "0.3");
  cells = evaluate (&c);

  g_assert_true (track (cells, 0)->right);
  g_assert_false (track (cells, 1)->right);
  g_assert_false (track (cells, 2)->right);
  g_assert_cmpuint (track (cells, 2)->matched, ==, 10);
  g_assert_false (track (cells, 3)->judged);
  g_assert_cmpuint (cells->calibration.n, ==, 4);
  assert_near (cells->calibration.brier, 0.205);
  g_assert_cmpuint (cells->n_false, ==, 1);
  g_assert_cmpuint (cells->n_found[VENULE_CELL_OTHER], ==, 1);
}

/* Two tracks on one cell: it is matched with the nearer one, so the other is false, and the cell is counted twice. */
static void
test_a_cell_counted_twice (void)
{
  g_auto(Case) c = { 0 };
  g_autoptr(VenuleEvaluateCells) cells = NULL;

  case_init (&c);
  add_cell (&c, 1, "adherent", 20, 100, 20, 0);
  add_spots (&c, 1, 0, 20, 101, 20, 0);
  add_spots (&c, 2, 0, 20, 104, 20, 0);
  claim (&c, 1, "adherent", "0", "1");
  claim (&c, 2, "adherent", "0", "1");
  cells = evaluate (&c);
  g_assert_cmpuint (cells->n_false, ==, 1);
  g_assert_cmpuint (cells->n_duplicates, ==, 1);
  g_assert_true (track (cells, 1)->duplicate);
  g_assert_cmpuint (cells->n_found[VENULE_CELL_ADHERENT], ==, 2);
  assert_near (cells->count_error[VENULE_CELL_ADHERENT], 1);
}

/* 3 px to the left of its cell, but for one frame in which it is 4 px to the right. */
static void
test_offset_and_jitter (void)
{
  g_auto(Case) c = { 0 };
  g_autoptr(VenuleEvaluateCells) cells = NULL;

  case_init (&c);
  add_cell (&c, 1, "rolling", 14, 100, 20, 5);
  add_spots (&c, 1, 0, 13, 97, 20, 5);
  add_spots (&c, 1, 13, 1, 104, 20, 5);
  claim (&c, 1, "rolling", "50", "1");
  cells = evaluate (&c);
  g_assert_cmpuint (cells->n_false, ==, 0);
  /* Of 13 times −3 and once 4: a mean of −2.5 and a variance of 3.25. */
  assert_near (cells->offset, 2.5);
  assert_near (cells->jitter, sqrt (3.25));
}

/* 10 ± 0.25 µm/s at 0.5 µm a pixel are 20 ± 0.5 px/s. */
static void
test_units (void)
{
  g_auto(Case) c = { 0 };
  g_autoptr(VenuleEvaluateCells) cells = NULL;
  g_autoptr(GError) error = NULL;

  case_init (&c);
  g_string_assign (c.tracks, "track_id,class,mean_velocity_um_s,quality,se_velocity_um_s\n");
  add_spots (&c, 1, 0, 20, 100, 20, 2);
  claim (&c, 1, "rolling", "10", "1,0.25");
  g_assert_null (evaluate_with (&c, TRUE, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "pixel size"));

  c.options.pixel_size = 0.5;
  cells = evaluate (&c);
  assert_near (track (cells, 0)->velocity, 20);
  assert_near (track (cells, 0)->standard_error, 0.5);
}

/*
 * The picture moves by 1 px a frame to the right, and a cell that rests in the tissue with it. It does not roll: the
 * truth knows the shift. The found track follows it; by its own shift it rests too, and without one all that can be
 * compared are places in the picture.
 */
static void
test_a_picture_that_moves (void)
{
  for (int known = 0; known <= 1; known++)
    {
      g_auto(Case) c = { 0 };
      g_autoptr(VenuleEvaluateCells) cells = NULL;
      const VenuleEvaluateCell *cell;

      case_init (&c);
      g_string_assign (c.truth, "frame,id,kind,x,y,radius,shift_x,shift_y\n");
      g_string_assign (c.spots, known ? "track_id,frame,time_s,x_px,y_px,shift_x_px,shift_y_px\n"
                                      : "track_id,frame,time_s,x_px,y_px\n");
      for (int i = 0; i < 20; i++)
        {
          g_string_append_printf (c.truth, "%d,1,rolling,%d,20,10,%d,0\n", i, 100 + i, i);
          g_string_append_printf (c.spots, known ? "1,%d,%d.%d,%d,20,%d,0\n" : "1,%d,%d.%d,%d,20\n", i, i / 10, i % 10,
                                  100 + i, i);
        }
      claim (&c, 1, "adherent", "0", "1");
      cells = evaluate (&c);

      cell = &g_array_index (cells->cells, VenuleEvaluateCell, 0);
      g_assert_cmpint (cell->class, ==, VENULE_CELL_ADHERENT);
      assert_near (cell->velocity, 0);
      assert_near (cell->common_true, known ? 0 : 10);
      assert_near (cell->common_found, known ? 0 : 10);
    }
}

/* Without tracks.csv what needs no claim is there all the same. */
static void
test_without_claims (void)
{
  g_auto(Case) c = { 0 };
  g_autoptr(VenuleEvaluateCells) cells = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *json = NULL;
  g_autoptr(JsonParser) parser = json_parser_new ();
  JsonObject *object;

  case_init (&c);
  add_cell (&c, 1, "rolling", 20, 100, 20, 2);
  add_spots (&c, 7, 0, 20, 100, 20, 2);
  add_spots (&c, 8, 0, 20, 500, 20, 2);
  cells = evaluate_with (&c, FALSE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (cells->n_false, ==, 1);
  g_assert_cmpuint (cells->calibration.n, ==, 0);

  json = venule_evaluate_to_json (&c.evaluation, cells, &c.options, TRUE);
  json_parser_load_from_data (parser, json, -1, &error);
  g_assert_no_error (error);
  object = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpint (json_object_get_int_member (object, "false_tracks"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (object, "true_rolling"), ==, 1);
  g_assert_true (json_object_get_null_member (object, "found_rolling"));
  g_assert_true (json_object_get_null_member (object, "velocity_distribution_distance"));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "tracks")), ==, 2);
  object = json_array_get_object_element (json_object_get_array_member (object, "cells"), 0);
  g_assert_cmpstr (json_object_get_string_member (object, "track"), ==, "7");
}

/* What may be right is compared, and said. */
static void
test_tables_of_other_videos (void)
{
  static const struct {
    int         first, n, x;
    gint64      last_frame;
    const char *says; /* NULL: nothing */
  } cases[] = {
    { 0, 20, 100, G_MAXINT64, NULL },
    { 4, 12, 100, 19, NULL },
    { 15, 20, 100, G_MAXINT64, "*truth.csv” has frames 0 to 19, and *spots.csv” has frames 15 to 34: check *" },
    { 0, 20, 111, G_MAXINT64, "All spots of *spots.csv” lie outside of the area of *truth.csv”: check *" },
    { 0, 20, 110, G_MAXINT64, NULL },
    { 0, 20, 100, 500, "The tables end at frame 19, *" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto(Case) c = { 0 };
      g_autoptr(GError) error = NULL;
      g_autoptr(VenuleEvaluateCells) cells = NULL;

      case_init (&c);
      add_cell (&c, 1, "adherent", 20, 100, 20, 0);
      add_spots (&c, 1, cases[i].first, cases[i].n, cases[i].x, 20, 0);
      c.options.last_frame = cases[i].last_frame;
      cells = evaluate_with (&c, FALSE, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (cells->notes->len, ==, cases[i].says != NULL);
      if (cases[i].says != NULL)
        g_assert_true (g_pattern_match_simple (cases[i].says, cells->notes->pdata[0]));
    }
}

static void
test_bad_claims (void)
{
  static const struct {
    const char *tracks, *says;
  } cases[] = {
    { "track_id,quality\n", "*tracks.csv*no column “class”*" },
    { "track_id,class,quality\n1,rolling,1\n", "*no column “mean_velocity_um_s”*" },
    { "track_id,class,quality,mean_velocity_px_s\n1,hopping,1,2\n", "*Line 2*“hopping”*rolling, adherent, free and "
                                                                    "other*" },
    { "track_id,class,quality,mean_velocity_px_s\n1,rolling,high,2\n", "*Line 2*“high”*“quality”*" },
    { "track_id,class,quality,mean_velocity_px_s\n1,rolling,1,fast\n", "*Line 2*“fast”*“mean_velocity_px_s”*" },
    { "track_id,class,quality,mean_velocity_px_s\n1,rolling,1,2\n1,rolling,1,3\n", "*Line 3*“1” a second time*" },
    { "track_id,class,quality,mean_velocity_px_s\n1,rolling,7,2\n", "*Line 2*tracks.csv*“7”*“quality”*from 0 to 1.*" },
    { "track_id,class,quality,mean_velocity_px_s\n1,rolling,-0.1,2\n", "*Line 2*“-0.1”*“quality”*" },
    { "track_id,class,quality,mean_velocity_px_s\n,rolling,1,2\n", "*Line 2*nothing for “track_id”*" },
    { "track_id,class,quality,mean_velocity_px_s,se_velocity_px_s\n1,rolling,1,2,-1\n", "*“-1”*“se_velocity_px_s”*" },
    { "track_id,class,quality,mean_velocity_px_s\n2,rolling,1,2\n",
      "*spots.csv” has the track “1” in frame 0, and *tracks.csv” does not. Give the two tables of one analysis.*" },
    { "track_id,class,quality,mean_velocity_px_s,first_frame,last_frame\n1,rolling,1,2,0,3\n",
      "*the track “1” in frame 4, and *tracks.csv” does not*" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto(Case) c = { 0 };
      g_autoptr(GError) error = NULL;

      case_init (&c);
      add_spots (&c, 1, 0, 5, 100, 20, 0);
      g_string_assign (c.tracks, cases[i].tracks);
      g_assert_null (evaluate_with (&c, TRUE, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
      g_assert_true (g_pattern_match_simple (cases[i].says, error->message));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/evaluate-cells/counts", test_counts);
  g_test_add_func ("/evaluate-cells/counts-inside-the-crop", test_counts_inside_the_crop);
  g_test_add_func ("/evaluate-cells/a-rolling-cell-that-stood-still", test_a_rolling_cell_that_stood_still);
  g_test_add_func ("/evaluate-cells/a-cell-that-creeps", test_a_cell_that_creeps);
  g_test_add_func ("/evaluate-cells/a-cell-counted-twice", test_a_cell_counted_twice);
  g_test_add_func ("/evaluate-cells/offset-and-jitter", test_offset_and_jitter);
  g_test_add_func ("/evaluate-cells/velocity-distribution-of-all-cells", test_velocity_distribution);
  g_test_add_func ("/evaluate-cells/velocity-distribution-of-nothing", test_velocity_distribution_of_nothing);
  g_test_add_func ("/evaluate-cells/quality", test_quality);
  g_test_add_func ("/evaluate-cells/units", test_units);
  g_test_add_func ("/evaluate-cells/a-picture-that-moves", test_a_picture_that_moves);
  g_test_add_func ("/evaluate-cells/without-claims", test_without_claims);
  g_test_add_func ("/evaluate-cells/tables-of-other-videos", test_tables_of_other_videos);
  g_test_add_func ("/evaluate-cells/bad-claims-give-a-sentence", test_bad_claims);
  return g_test_run ();
}
