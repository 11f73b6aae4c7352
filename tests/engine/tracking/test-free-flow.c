/* test-free-flow.c: cells that flow freely are told from chance by their steps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-free-flow.h"

#define DIAMETER 20.0
#define RATE 30.0
#define FASTEST_FOLLOWED (16 * RATE) /* px/s */
#define STEP 60.0                    /* px a frame, of a cell that flows freely */
#define SCORE 0.8

/* To the lower right, so that along and across are not x and y. */
#define FLOW_X 0.8
#define FLOW_Y 0.6

static VenuleFreeFlow *
flowing_new (void)
{
  g_autoptr (VenuleSettings) settings = venule_settings_new ();

  settings->cell_diameter = DIAMETER;
  settings->vessel->flow_x = FLOW_X;
  settings->vessel->flow_y = FLOW_Y;
  return venule_free_flow_new (settings, FASTEST_FOLLOWED);
}

static VenuleDetection
detection_at (double along,
              double across,
              double score)
{
  return (VenuleDetection){ .x = FLOW_X * along - FLOW_Y * across, .y = FLOW_Y * along + FLOW_X * across,
                            .radius = DIAMETER / 2, .score = score };
}

static void
add (VenuleFreeFlow *self,
     double          along,
     double          across,
     double          score)
{
  VenuleDetection detection = detection_at (along, across, score);

  venule_free_flow_add (self, &detection);
}

static GPtrArray *
link_all (VenuleFreeFlow *self)
{
  GPtrArray *tracklets = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tracklet_free);

  venule_free_flow_link (self, tracklets);
  return tracklets;
}

/* One detection a frame, at @along[i]; NAN: none. */
static GPtrArray *
link_row (const double *along,
          guint         n,
          double        score)
{
  g_autoptr (VenuleFreeFlow) self = flowing_new ();

  for (guint i = 0; i < n; i++)
    {
      venule_free_flow_begin_frame (self, 10 + i, (10 + i) / RATE);
      if (!isnan (along[i]))
        add (self, along[i], 40, score);
    }
  return link_all (self);
}

static void
test_three_at_equal_steps_are_a_cell (void)
{
  const double along[] = { 100, 100 + STEP, 100 + 2 * STEP + 3 };
  g_autoptr (GPtrArray) cells = link_row (along, 3, SCORE);

  g_assert_cmpuint (cells->len, ==, 1);

  VenuleTracklet *cell = g_ptr_array_index (cells, 0);

  g_assert_true (cell->confirmed && cell->free_flowing);
  g_assert_cmpuint (cell->spots->len, ==, 3);
  g_assert_cmpuint (cell->hits, ==, 3);
  g_assert_cmpint (venule_tracklet_spot (cell, 0)->frame, ==, 10);
  g_assert_cmpfloat_with_epsilon (hypot (cell->velocity.x, cell->velocity.y), (STEP + 1.5) * RATE, 1e-6);
  for (guint i = 0; i < 3; i++)
    {
      VenuleDetection detection = detection_at (along[i], 40, SCORE);

      g_assert_cmpfloat_with_epsilon (venule_tracklet_spot (cell, i)->x, detection.x, 1e-9);
      g_assert_cmpfloat_with_epsilon (venule_tracklet_spot (cell, i)->y, detection.y, 1e-9);
    }
}

static void
test_what_is_no_row_is_no_cell (void)
{
  const double rows[][4] = {
    { 100, 100 + STEP, NAN, NAN },                       /* two alone */
    { 100, 100 + STEP, 100 + 3 * STEP, NAN },            /* unequal steps */
    { 400, 400 - STEP, 400 - 2 * STEP, 400 - 3 * STEP }, /* against the flow */
    { 100, 110, 120, 130 },                              /* slow enough to be followed */
    { 0, 170, 340, 510 },                                /* more than eight diameters a frame */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) cells = link_row (rows[i], 4, SCORE);

      g_assert_cmpuint (cells->len, ==, 0);
    }
}

static void
test_faint_row_is_no_cell (void)
{
  const double along[] = { 100, 100 + STEP, 100 + 2 * STEP, 100 + 3 * STEP };
  g_autoptr (GPtrArray) faint = link_row (along, 4, 0.25);
  g_autoptr (GPtrArray) clear = link_row (along, 4, 0.5);

  g_assert_cmpuint (faint->len, ==, 0);
  g_assert_cmpuint (clear->len, ==, 1);
}

static void
test_one_frame_without_it_is_bridged (void)
{
  const double along[] = { 100, 100 + STEP, NAN, 100 + 3 * STEP, 100 + 4 * STEP };
  g_autoptr (GPtrArray) cells = link_row (along, 5, SCORE);

  g_assert_cmpuint (cells->len, ==, 1);

  VenuleTracklet *cell = g_ptr_array_index (cells, 0);
  VenuleDetection missing = detection_at (100 + 2 * STEP, 40, SCORE);

  g_assert_cmpuint (cell->spots->len, ==, 5);
  g_assert_cmpuint (cell->hits, ==, 4);
  g_assert_cmpuint (cell->opportunities, ==, 5);
  g_assert_cmpint (venule_tracklet_spot (cell, 2)->frame, ==, 12);
  g_assert_cmpint (venule_tracklet_spot (cell, 2)->source, ==, VENULE_SPOT_INTERPOLATED);
  g_assert_cmpfloat_with_epsilon (venule_tracklet_spot (cell, 2)->x, missing.x, 1e-6);
  g_assert_cmpfloat_with_epsilon (venule_tracklet_spot (cell, 2)->y, missing.y, 1e-6);
}

static void
test_two_frames_without_it_are_its_end (void)
{
  const double along[] = { 100, 100 + STEP, 100 + 2 * STEP, NAN, NAN, 100 + 5 * STEP, 100 + 6 * STEP };
  g_autoptr (GPtrArray) cells = link_row (along, 7, SCORE);

  g_assert_cmpuint (cells->len, ==, 1);
  g_assert_cmpuint (((VenuleTracklet *) g_ptr_array_index (cells, 0))->spots->len, ==, 3);
}

/* Side by side at two velocities, a third that overtakes: each keeps to its own. */
static void
test_cells_at_one_time_stay_apart (void)
{
  const double steps[] = { 40, 60, 90 }, across[] = { 0, 25, 50 };
  g_autoptr (VenuleFreeFlow) self = flowing_new ();

  for (guint k = 0; k < 6; k++)
    {
      venule_free_flow_begin_frame (self, k, k / RATE);
      for (guint i = 0; i < 3; i++)
        add (self, 100 + k * steps[i], across[i], SCORE);
    }

  g_autoptr (GPtrArray) cells = link_all (self);
  g_assert_cmpuint (cells->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      VenuleTracklet *cell = g_ptr_array_index (cells, i);

      g_assert_cmpuint (cell->spots->len, ==, 6);
      g_assert_cmpfloat_with_epsilon (hypot (cell->velocity.x, cell->velocity.y), steps[i] * RATE, 1e-6);
    }
}

/* Seen in five frames of ten, faintly, but always where a cell at one velocity would be. */
static void
test_cell_that_is_seen_now_and_then (void)
{
  const double seen[] = { 0, 1, -2, NAN, 2, NAN, NAN, -1, NAN, 1 },
  off_line[] = { 0, 14, -2, NAN, -15, NAN, NAN, 12, NAN, 1 };
  double along[10], crooked[10];

  for (guint i = 0; i < 10; i++)
    {
      along[i] = 50 + STEP * i + seen[i];
      crooked[i] = 50 + STEP * i + off_line[i];
    }

  g_autoptr (GPtrArray) cells = link_row (along, 10, 0.38);
  g_autoptr (GPtrArray) too_faint = link_row (along, 10, 0.25);
  g_autoptr (GPtrArray) none = link_row (crooked, 10, 0.38);

  g_assert_cmpuint (cells->len, ==, 1);
  VenuleTracklet *cell = g_ptr_array_index (cells, 0);
  g_assert_cmpuint (cell->spots->len, ==, 10);
  g_assert_cmpuint (cell->hits, ==, 6);
  g_assert_cmpuint (cell->opportunities, ==, 10);
  g_assert_cmpuint (too_faint->len, ==, 0);
  g_assert_cmpuint (none->len, ==, 0);
}

/* The same row, where so much else is found that chance would make such rows too. */
static void
test_rare_row_among_much_else_is_no_cell (void)
{
  const double seen[] = { 0, 1, NAN, NAN, 2, NAN, NAN, -1 };
  guint n_found[2];

  for (guint much = 0; much < 2; much++)
    {
      g_autoptr (VenuleFreeFlow) self = flowing_new ();

      for (guint k = 0; k < 300; k++)
        {
          venule_free_flow_begin_frame (self, k, k / RATE);
          if (k < 8 && !isnan (seen[k]))
            add (self, 50 + STEP * k + seen[k], 40, 0.38);
          for (guint i = 0; i < (much ? 12 : 0); i++)
            add (self, g_test_rand_double_range (0, 600), g_test_rand_double_range (-60, 60), 0.38);
        }

      g_autoptr (GPtrArray) cells = link_all (self);
      n_found[much] = 0;
      for (guint i = 0; i < cells->len; i++)
        n_found[much] += ((VenuleTracklet *) g_ptr_array_index (cells, i))->hits == 4;
    }
  g_assert_cmpuint (n_found[0], ==, 1);
  g_assert_cmpuint (n_found[1], ==, 0);
}

/* A cell that was followed for @n frames from @first on, @step px apart. */
static VenuleTracklet *
followed (gint64 first,
          guint  n,
          double along,
          double step,
          double score)
{
  VenuleTracklet *tracklet = NULL;

  for (guint i = 0; i < n; i++)
    {
      VenuleDetection detection = detection_at (along + i * step, 40, score);
      VenuleSpot spot = { .frame = first + i, .time = (first + i) / RATE, .x = detection.x, .y = detection.y,
                          .radius = DIAMETER / 2, .score = (float) score, .source = VENULE_SPOT_DETECTED };
      VenuleObservation seen = { .move_sd = 1, .seen_sd = 1 };

      if (tracklet == NULL)
        {
          tracklet = venule_tracklet_new (0, &spot, &seen);
          continue;
        }
      venule_tracklet_append (tracklet, &spot, &seen);
      tracklet->hits++;
      tracklet->opportunities++;
      tracklet->score_sum += score;
    }
  tracklet->velocity.x = step * RATE;
  tracklet->confirmed = TRUE;
  return tracklet;
}

static GPtrArray *
link_followed (VenuleTracklet *followed)
{
  g_autoptr (VenuleFreeFlow) self = flowing_new ();
  GPtrArray *tracklets = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tracklet_free);

  g_ptr_array_add (tracklets, followed);
  venule_free_flow_link (self, tracklets);
  return tracklets;
}

/* Three frames are enough for a cell that comes in at the end of the recording, when it is fast and clear. */
static void
test_brief_ones_that_are_fast_are_kept (void)
{
  const struct {
    guint    n;
    double   step, score;
    gboolean kept;
  } cases[] = {
    { 3, 25, 0.8, TRUE }, { 4, 17, 0.8, TRUE }, { 2, 25, 0.8, FALSE }, { 3, 10, 0.8, FALSE }, { 3, 25, 0.3, FALSE },
    { 3, -25, 0.8, FALSE },
    { 5, 25, 0.8, FALSE }, /* long enough to be kept without, and to be joined by the linker */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) cells = link_followed (followed (297, cases[i].n, 10, cases[i].step, cases[i].score));

      g_assert_cmpuint (cells->len, ==, 1);
      g_assert_cmpint (((VenuleTracklet *) g_ptr_array_index (cells, 0))->free_flowing, ==, cases[i].kept);
    }
}

/* Detections that a cell explains that is followed are not those of another, although they lie in a row. */
static void
test_what_belongs_to_a_cell_is_left_out (void)
{
  g_autoptr (VenuleFreeFlow) self = flowing_new ();
  g_autoptr (GPtrArray) tracklets = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tracklet_free);
  VenuleTracklet *known = NULL;

  for (guint k = 0; k < 6; k++)
    {
      VenuleDetection detection = detection_at (100 + k * STEP, 40, SCORE);
      VenuleSpot spot = { .frame = k, .time = k / RATE, .x = detection.x + 3, .y = detection.y - 3,
                          .radius = DIAMETER / 2 };
      VenuleObservation step = { .move_sd = 1, .seen_sd = 1 };

      venule_free_flow_begin_frame (self, k, k / RATE);
      venule_free_flow_add (self, &detection);
      add (self, 90 + k * STEP, 90, SCORE);
      if (known == NULL)
        known = venule_tracklet_new (0, &spot, &step);
      else
        venule_tracklet_append (known, &spot, &step);
    }
  g_ptr_array_add (tracklets, known);
  venule_free_flow_link (self, tracklets);

  /* The other row, 50 px beside it, is one. */
  g_assert_cmpuint (tracklets->len, ==, 2);
  VenuleDetection other = detection_at (90, 90, SCORE);
  g_assert_cmpfloat_with_epsilon (venule_tracklet_spot (g_ptr_array_index (tracklets, 1), 0)->x, other.x, 1e-9);
}

/* Times that stand still or go back tell no velocity, and nothing is divided by them. */
static void
test_frames_of_one_time_are_no_step (void)
{
  const double times[][3] = { { 0, 1, 1 }, { 0, 1, 0 }, { 0, 0, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autoptr (VenuleFreeFlow) self = flowing_new ();

      for (guint k = 0; k < 3; k++)
        {
          venule_free_flow_begin_frame (self, k, times[i][k] / RATE);
          add (self, 100 + STEP * times[i][k] + 2 * (k == 2), 40, SCORE);
        }

      g_autoptr (GPtrArray) cells = link_all (self);
      g_assert_cmpuint (cells->len, ==, 0);
    }
}

/* After two seconds in which nothing was recorded another cell is where the first would be. */
static void
test_gap_in_the_recording_is_the_end (void)
{
  const double times[] = { 0, 1, 2, 62, 63, 64 };
  g_autoptr (VenuleFreeFlow) self = flowing_new ();

  for (guint k = 0; k < 6; k++)
    {
      venule_free_flow_begin_frame (self, k, times[k] / RATE);
      add (self, 100 + STEP * times[k], 40, SCORE);
    }

  g_autoptr (GPtrArray) cells = link_all (self);
  g_assert_cmpuint (cells->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint (((VenuleTracklet *) g_ptr_array_index (cells, i))->spots->len, ==, 3);
}

/* Among a thousand others that are still, over the whole of a large picture. */
static void
test_cell_is_found_among_many (void)
{
  g_autoptr (VenuleFreeFlow) self = flowing_new ();

  for (guint k = 0; k < 8; k++)
    {
      venule_free_flow_begin_frame (self, k, k / RATE);
      for (guint i = 0; i < 1000; i++)
        add (self, 300 * (i % 40), 300 * (i / 40), SCORE);
      add (self, 1010 + k * STEP, 750, SCORE);
    }

  g_autoptr (GPtrArray) cells = link_all (self);
  g_assert_cmpuint (cells->len, ==, 1);
  g_assert_cmpuint (((VenuleTracklet *) g_ptr_array_index (cells, 0))->spots->len, ==, 8);
}

/* False alarms all over the picture, clear ones, one in every second frame: three that fit are rare. */
static void
test_chance_hardly_ever_makes_a_row (void)
{
  g_autoptr (VenuleFreeFlow) self = flowing_new ();
  guint n = 0;

  for (guint k = 0; k < 4000; k++)
    {
      venule_free_flow_begin_frame (self, k, k / RATE);
      if (g_test_rand_double () < 0.5)
        {
          add (self, g_test_rand_double_range (0, 640), g_test_rand_double_range (0, 110), SCORE);
          n++;
        }
    }

  g_autoptr (GPtrArray) cells = link_all (self);
  g_test_message ("%u rows of %u detections", cells->len, n);
  g_assert_cmpuint (cells->len, <=, 8);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/free-flow/three-at-equal-steps-are-a-cell", test_three_at_equal_steps_are_a_cell);
  g_test_add_func ("/free-flow/what-is-no-row-is-no-cell", test_what_is_no_row_is_no_cell);
  g_test_add_func ("/free-flow/faint-row-is-no-cell", test_faint_row_is_no_cell);
  g_test_add_func ("/free-flow/one-frame-without-it-is-bridged", test_one_frame_without_it_is_bridged);
  g_test_add_func ("/free-flow/two-frames-without-it-are-its-end", test_two_frames_without_it_are_its_end);
  g_test_add_func ("/free-flow/cells-at-one-time-stay-apart", test_cells_at_one_time_stay_apart);
  g_test_add_func ("/free-flow/cell-that-is-seen-now-and-then", test_cell_that_is_seen_now_and_then);
  g_test_add_func ("/free-flow/rare-row-among-much-else", test_rare_row_among_much_else_is_no_cell);
  g_test_add_func ("/free-flow/brief-ones-that-are-fast-are-kept", test_brief_ones_that_are_fast_are_kept);
  g_test_add_func ("/free-flow/what-belongs-to-a-cell-is-left-out", test_what_belongs_to_a_cell_is_left_out);
  g_test_add_func ("/free-flow/frames-of-one-time-are-no-step", test_frames_of_one_time_are_no_step);
  g_test_add_func ("/free-flow/gap-in-the-recording-is-the-end", test_gap_in_the_recording_is_the_end);
  g_test_add_func ("/free-flow/cell-is-found-among-many", test_cell_is_found_among_many);
  g_test_add_func ("/free-flow/chance-hardly-ever-makes-a-row", test_chance_hardly_ever_makes_a_row);

  return g_test_run ();
}
