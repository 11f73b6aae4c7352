/* test-tracker.c: which cell is which, with kernels that see a world made up here
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>
#include <sys/resource.h>

#include "share.h"
#include "venule-link-paths.h"
#include "venule-tracker.h"

#define WIDTH 640
#define HEIGHT 120
#define RADIUS 10.0
#define RATE 30.0
#define COVERS 18.0

/* Rolls along x; in front of those that come after it. */
typedef struct {
  double x, y, step; /* px and px a frame */
  double across;     /* px a frame along y */
  float  gray;       /* spreads of the picture */
} Cell;

/**
 * World:
 * @kernels: those that the tracker uses; must come first, so that a kernel's backend is the world
 * @frame: the newest
 * @shake: px by which the picture lies to the right in even frames, and to the left in odd ones
 * @covers: px between two centres below which the one in front hides the other; 0: %COVERS
 * @noise: detections of nothing in each frame
 * @turns: frames for which cells go on, rest, go back and rest again; 0: they go on
 * @n_out_of_reach: searches that did not reach to where the cell is
 */
typedef struct {
  vnk_backend kernels;
  const Cell *cells;
  guint       n_cells;
  int         frame;
  double      shake;
  double      covers;
  guint       noise;
  int         turns;
  guint       n_out_of_reach;
} World;

static double
shift_of (const World *world,
          int          frame)
{
  return frame % 2 == 0 ? world->shake : -world->shake;
}

static VenulePoint
place_of (const World *world,
          guint        i,
          int          frame)
{
  const Cell *cell = &world->cells[i];
  int turns = world->turns > 0 ? world->turns : G_MAXINT / 8, phase = frame % (4 * turns);
  int steps = MIN (phase, turns) - CLAMP (phase - 2 * turns, 0, turns);

  return (VenulePoint){ cell->x + cell->step * steps + shift_of (world, frame),
                        cell->y + cell->across * steps + shift_of (world, frame) / 2 };
}

static double
distance (VenulePoint p,
          VenulePoint q)
{
  return hypot (p.x - q.x, p.y - q.y);
}

/* The cell that is seen where @i is: itself, or one in front of it. */
static guint
seen_at (const World *world,
         guint        i,
         int          frame)
{
  double covers = world->covers > 0 ? world->covers : COVERS;

  for (guint j = 0; j < i; j++)
    if (distance (place_of (world, i, frame), place_of (world, j, frame)) < covers)
      return j;
  return i;
}

static guint
nearest (const World *world,
         VenulePoint  place,
         int          frame)
{
  guint best = 0;

  for (guint i = 1; i < world->n_cells; i++)
    if (distance (place_of (world, i, frame), place) < distance (place_of (world, best, frame), place))
      best = i;
  return best;
}

/* The picture of a hidden cell is found again in the one that hides it. */
static vnk_status
match (vnk_backend     *backend,
       const vnk_plane *first,
       const vnk_plane *second,
       float            flow_x,
       float            flow_y,
       vnk_ncc_match   *matches,
       int              n)
{
  World *self = (World *) backend;

  for (int k = 0; k < n; k++)
    {
      vnk_ncc_match *one = &matches[k];
      VenulePoint is = { -WIDTH, 0 };
      gboolean in_reach;

      if (self->n_cells > 0)
        is = place_of (self, seen_at (self, nearest (self, (VenulePoint){ one->x, one->y }, self->frame - 1),
                                      self->frame), self->frame);
      in_reach = fabs (is.x - one->guess_x) <= one->along && fabs (is.y - one->guess_y) <= one->across;

      one->new_x = (float) (in_reach ? is.x : one->guess_x);
      one->new_y = (float) (in_reach ? is.y : one->guess_y);
      one->correlation = in_reach ? 0.9f : 0.1f;
      one->curvature = 0;
      one->at_border = false;
      self->n_out_of_reach += !in_reach;
    }
  return VNK_OK;
}

static void
detect (const World *world,
        GArray      *detections)
{
  g_array_set_size (detections, 0);
  for (guint i = 0; i < world->n_cells; i++)
    {
      VenulePoint place = place_of (world, i, world->frame);
      VenuleDetection detection = { .x = place.x + g_test_rand_double_range (-0.3, 0.3),
                                    .y = place.y + g_test_rand_double_range (-0.3, 0.3),
                                    .radius = RADIUS, .score = 0.8 };

      for (int k = 0; k < VENULE_APPEARANCE; k++)
        detection.appearance[k] = world->cells[i].gray;

      if (place.x >= 0 && place.x < WIDTH && seen_at (world, i, world->frame) == i)
        g_array_append_val (detections, detection);
    }
  for (guint i = 0; i < world->noise; i++)
    {
      VenuleDetection detection = { .x = g_test_rand_double_range (0, WIDTH), .y = g_test_rand_double_range (0, HEIGHT),
                                    .radius = RADIUS, .score = g_test_rand_double_range (0.2, 0.9) };

      g_array_append_val (detections, detection);
    }
}

/* What is followed over @n_frames; @paths: (nullable): receives what is made of it. */
static GPtrArray *
follow_and_link (World     *world,
                 int        n_frames,
                 GPtrArray *paths)
{
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  VenuleClutter clutter = { 0 };
  GPtrArray *tracklets;
  g_autoptr (GArray) detections = g_array_new (FALSE, FALSE, sizeof (VenuleDetection));
  const VenuleRoiPlanes roi = { .coarse_step = 1 };
  g_autoptr (GError) error = NULL;

  settings->cell_diameter = 2 * RADIUS;
  settings->vessel->flow_x = 1;
  world->kernels.ncc_match = match;

  g_autoptr (VenuleTracker) tracker = venule_tracker_new (settings, WIDTH, HEIGHT, 1 / RATE);
  g_autoptr (VenuleContourSnakes) outlines = venule_contour_snakes_new (settings);
  for (world->frame = 0; world->frame < n_frames; world->frame++)
    {
      double shift = shift_of (world, world->frame);
      double moved = world->frame > 0 ? shift - shift_of (world, world->frame - 1) : 0;

      detect (world, detections);
      venule_tracker_step (tracker, &world->kernels, &roi, world->frame, world->frame / RATE,
                           (VenulePoint){ moved, moved / 2 }, detections, outlines, &error);
      g_assert_no_error (error);
      venule_contour_snakes_clear (outlines);
    }
  tracklets = venule_tracker_finish (tracker);
  venule_tracker_get_clutter (tracker, &clutter);
  for (guint i = 0; i < tracklets->len && paths != NULL; i++)
    g_ptr_array_add (paths, venule_tracklet_to_tissue (g_ptr_array_index (tracklets, i)));
  if (paths != NULL)
    venule_link_paths (paths, settings, WIDTH, HEIGHT, &clutter, NULL);
  return tracklets;
}

static GPtrArray *
follow (World *world,
        int    n_frames)
{
  return follow_and_link (world, n_frames, NULL);
}

static void
assert_follows (const World    *world,
                VenuleTracklet *tracklet,
                guint           i,
                int             n_frames,
                double          tolerance)
{
  g_assert_cmpuint (tracklet->spots->len, ==, n_frames);
  for (int frame = 0; frame < n_frames; frame++)
    {
      const VenuleSpot *spot = venule_tracklet_spot (tracklet, frame);

      g_assert_cmpint (spot->frame, ==, frame);
      g_assert_cmpfloat (distance ((VenulePoint){ spot->x, spot->y }, place_of (world, i, frame)), <, tolerance);
    }
}

/* A cell rolls behind one that stands still, for 0.3 s. */
static void
test_hidden_cell_keeps_its_identity (void)
{
  static const Cell cells[] = { { 200, 60, 0 }, { 80, 62, 4 } };
  World world = { .cells = cells, .n_cells = 2 };
  g_autoptr (GPtrArray) tracklets = follow (&world, 70);

  g_assert_cmpuint (tracklets->len, ==, 2);
  assert_follows (&world, g_ptr_array_index (tracklets, 0), 0, 70, 1);
  assert_follows (&world, g_ptr_array_index (tracklets, 1), 1, 70, 4);
  g_assert_cmpfloat_with_epsilon (((VenuleTracklet *) g_ptr_array_index (tracklets, 1))->velocity.x, 4 * RATE, 6);
}

/* Two that roll, the faster one behind the slower: its picture is found again in the other, which it must not
 * follow. */
static void
test_overtaking_cells_stay_two (void)
{
  static const Cell cells[] = { { 150, 60, 1.5 }, { 80, 64, 5 } };
  World world = { .cells = cells, .n_cells = 2 };
  g_autoptr (GPtrArray) tracklets = follow (&world, 70);

  g_assert_cmpuint (tracklets->len, ==, 2);
  assert_follows (&world, g_ptr_array_index (tracklets, 0), 0, 70, 1);
  assert_follows (&world, g_ptr_array_index (tracklets, 1), 1, 70, 5);
}

/* A bright and a dark cell roll side by side and change places: by their places alone they would have turned back. */
static void
test_crossing_cells_are_told_apart_by_appearance (void)
{
  static const Cell cells[] = { { 100, 30, 2, 1, 1 }, { 100, 90, 2, -1, -1 } };
  World world = { .cells = cells, .n_cells = 2, .covers = 4 };
  g_autoptr (GPtrArray) tracklets = follow (&world, 60);

  g_assert_cmpuint (tracklets->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);
      const VenuleSpot *first = venule_tracklet_spot (tracklet, 0), *last = venule_tracklet_last (tracklet);
      guint cell = nearest (&world, (VenulePoint){ first->x, first->y }, 0);

      g_assert_cmpint (last->frame, ==, 59);
      g_assert_cmpfloat (distance ((VenulePoint){ last->x, last->y }, place_of (&world, cell, 59)), <, 2);
    }
}

/* The picture jumps to and fro by 12 px; a cell rolls by 2, another stands still. */
static void
test_movement_of_the_picture_is_no_velocity (void)
{
  static const Cell cells[] = { { 100, 40, 2 }, { 300, 80, 0 } };
  World world = { .cells = cells, .n_cells = 2, .shake = 6 };
  g_autoptr (GPtrArray) tracklets = follow (&world, 60);

  g_assert_cmpuint (tracklets->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);

      assert_follows (&world, tracklet, i, 60, 1);
      g_assert_cmpfloat_with_epsilon (tracklet->velocity.x, cells[i].step * RATE, 5);
    }
  g_assert_cmpuint (world.n_out_of_reach, ==, 0);
}

/* Whichever way they go, against the arrow and across it too. */
static void
test_cells_that_go_any_way (void)
{
  static const Cell cells[] = { { 320, 30, 4 }, { 320, 60, -4 }, { 60, 20, 0, 1.5 }, { 120, 100, 0, -1.5 },
                                { 560, 20, -3, 1.5 }, { 420, 90, 0.2, -0.2 } };
  World world = { .cells = cells, .n_cells = G_N_ELEMENTS (cells) };
  g_autoptr (GPtrArray) tracklets = follow (&world, 50);

  g_assert_cmpuint (tracklets->len, ==, G_N_ELEMENTS (cells));
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);

      assert_follows (&world, tracklet, i, 50, 1.5);
      g_assert_cmpfloat_with_epsilon (tracklet->velocity.x, cells[i].step * RATE, 20);
      g_assert_cmpfloat_with_epsilon (tracklet->velocity.y, cells[i].across * RATE, 20);
    }
}

/* Against the arrow by 1.2 and 2.5 diameters a frame, in a row in which each comes near to where the next one was. */
static void
test_steps_of_some_diameters (void)
{
  static const Cell cells[] = { { 600, 30, -24, 0, 0 }, { 560, 30, -24, 0, 0.5 }, { 630, 90, -50, 0, 1 },
                                { 520, 90, -50, 0, 1 } };
  World world = { .cells = cells, .n_cells = G_N_ELEMENTS (cells) };
  g_autoptr (GPtrArray) tracklets = follow (&world, 10);

  g_assert_cmpuint (tracklets->len, ==, G_N_ELEMENTS (cells));
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    assert_follows (&world, g_ptr_array_index (tracklets, i), i, 10, 1);
}

/* Once it is known how fast cells roll there, it is not taken for one of them, which it would disturb. */
static void
test_one_that_flows_freely (void)
{
  static const Cell cells[] = { { 20, 30, 2 }, { 60, 57, 2.5 }, { 90, 100, 2 }, { 400, 30, 2 },
                                { -28 * 80, 78, 28, 0, 1 } };
  World world = { .cells = cells, .n_cells = G_N_ELEMENTS (cells) };
  g_autoptr (GPtrArray) tracklets = follow (&world, 120);

  g_assert_cmpuint (tracklets->len, ==, G_N_ELEMENTS (cells));
  for (guint i = 0; i < tracklets->len; i++)
    g_assert_cmpint (((VenuleTracklet *) g_ptr_array_index (tracklets, i))->free_flowing, ==, i == 4);
}

/* Cells roll by 4 px a frame there, and one by 20: more than is followed where nothing is known, but not by far. */
static void
test_fast_one_among_those_that_roll (void)
{
  static const Cell cells[] = { { 20, 50, 4 }, { 60, 70, 4 }, { -60, 60, 4 }, { -100, 75, 4 },
                                { -20 * 90, 62, 20, 0, 1 } };
  World world = { .cells = cells, .n_cells = G_N_ELEMENTS (cells), .covers = 4 };
  g_autoptr (GPtrArray) tracklets = follow (&world, 125);
  guint n_fast = 0;

  g_assert_cmpuint (tracklets->len, ==, G_N_ELEMENTS (cells));
  for (guint i = 0; i < tracklets->len; i++)
    {
      VenuleTracklet *tracklet = g_ptr_array_index (tracklets, i);

      g_assert_false (tracklet->free_flowing);
      n_fast += tracklet->velocity.x > 15 * RATE;
    }
  g_assert_cmpuint (n_fast, ==, 1);
}

/* Of a cell that is seen to leave the way on which others rolled before it, a third of that is believed. */
static void
test_what_leads_off_the_way_counts_less (void)
{
  static const Cell cells[] = { { 200, 60, 6 }, { 100, 60, 6 }, { 0, 60, 6 }, { -100, 60, 6 },
                                { -360, -10, 6, 1 } };
  World world = { .cells = cells, .n_cells = G_N_ELEMENTS (cells) };
  g_autoptr (GPtrArray) tracklets = follow (&world, 100);
  VenuleTracklet *last = g_ptr_array_index (tracklets, tracklets->len - 1);

  g_assert_cmpuint (tracklets->len, ==, G_N_ELEMENTS (cells));
  g_assert_cmpfloat (distance ((VenulePoint){ venule_tracklet_last (last)->x, venule_tracklet_last (last)->y },
                               place_of (&world, 4, 99)), <, 2);
  g_test_message ("%.1f and %.1f px/s", last->velocity.x, last->velocity.y);
  g_assert_cmpfloat_with_epsilon (last->velocity.x, 6 * RATE, 15);
  g_assert_cmpfloat_with_epsilon (last->velocity.y, 0.3 * RATE, 6);
}

/* It rolls to and fro, and rests in between. */
static void
test_cell_that_turns_back (void)
{
  static const Cell cells[] = { { 200, 60, 2 } };
  World world = { .cells = cells, .n_cells = 1, .turns = 20 };
  g_autoptr (GPtrArray) tracklets = follow (&world, 100);

  g_assert_cmpuint (tracklets->len, ==, 1);
  assert_follows (&world, g_ptr_array_index (tracklets, 0), 0, 100, 1);
}

/* Two frames are too few for a way: the nearer one of the same look is the next. */
static void
test_two_frames (void)
{
  static const Cell cells[] = { { 200, 30, -5 }, { 300, 90, 6 } };
  World world = { .cells = cells, .n_cells = 2 };
  g_autoptr (GPtrArray) tracklets = follow (&world, 2);

  g_assert_cmpuint (tracklets->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    assert_follows (&world, g_ptr_array_index (tracklets, i), i, 2, 1);
}

/* Nothing but detections here and there, few and many of them: now and then some lie on a line. */
static void
test_noise_makes_no_cell (void)
{
  guint n_followed = 0, n_left = 0;

  for (guint noise = 2; noise <= 16; noise *= 2)
    {
      World world = { .noise = noise };
      g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);
      g_autoptr (GPtrArray) tracklets = follow_and_link (&world, 400, paths);

      n_followed += tracklets->len;
      n_left += paths->len;
    }
  /* 0.05 are expected in each of the four. */
  g_assert_cmpuint (n_left, <=, 2);
  g_assert_cmpuint (n_followed, >, 20); /* or nothing would have been tried */
}

/* Whether a path is where the cell is, but for a frame at most. */
static gboolean
is_whole (const World *world,
          guint        i,
          GPtrArray   *paths,
          guint        n_frames)
{
  for (guint k = 0; k < paths->len; k++)
    {
      const VenuleTissuePath *path = g_ptr_array_index (paths, k);
      guint n = 0;

      for (guint j = 0; j < path->spots->len; j++)
        {
          const VenuleTissueSpot *spot = &g_array_index (path->spots, VenuleTissueSpot, j);

          n += distance ((VenulePoint){ spot->x, spot->y }, place_of (world, i, (int) spot->frame)) < 3;
        }
      if (n + 1 >= n_frames)
        return TRUE;
    }
  return FALSE;
}

/* Cells among them stay, slow and fast ones. Now and then detections of nothing lie on a line as a cell would, or lead
 * to where the fast one is and on with it: in 1 of 100 such worlds. In 1000 of them 40 are not reached by chance. */
static void
test_cells_among_noise (void)
{
  static const Cell cells[] = { { 320, 30, 0.2 }, { 20, 60, 4 }, { 630, 100, -25 } };
  guint n_flawed = 0;

  for (guint k = 0; k < 1000; k++)
    {
      World world = { .cells = cells, .n_cells = G_N_ELEMENTS (cells), .noise = 4 };
      g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_tissue_path_free);
      g_autoptr (GPtrArray) tracklets = follow_and_link (&world, 24, paths);
      gboolean whole = paths->len == G_N_ELEMENTS (cells);

      for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
        whole = whole && is_whole (&world, i, paths, 24);
      n_flawed += !whole;
    }
  g_test_message ("%u worlds in which not all of the cells, and they alone, are there", n_flawed);
  g_assert_cmpuint (n_flawed, <=, 40);
}

/* Hundreds of detections of nothing in each frame, of which any three are almost a cell. */
static void
test_a_crowd_of_chances_takes_little_memory (void)
{
  World world = { .noise = TEST_SHARE (900, 400) };
  g_autoptr (GPtrArray) tracklets = NULL;
  struct rusage before, after;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &before), ==, 0);
  tracklets = follow (&world, 5);
  g_assert_cmpint (getrusage (RUSAGE_SELF, &after), ==, 0);
  g_test_message ("%ld kB more", after.ru_maxrss - before.ru_maxrss);
  g_assert_cmpint (after.ru_maxrss - before.ru_maxrss, <, 24 << 10);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tracker/hidden-cell-keeps-its-identity", test_hidden_cell_keeps_its_identity);
  g_test_add_func ("/tracker/overtaking-cells-stay-two", test_overtaking_cells_stay_two);
  g_test_add_func ("/tracker/crossing-cells-are-told-apart-by-appearance",
                   test_crossing_cells_are_told_apart_by_appearance);
  g_test_add_func ("/tracker/cells-that-go-any-way", test_cells_that_go_any_way);
  g_test_add_func ("/tracker/steps-of-some-diameters", test_steps_of_some_diameters);
  g_test_add_func ("/tracker/one-that-flows-freely", test_one_that_flows_freely);
  g_test_add_func ("/tracker/fast-one-among-those-that-roll", test_fast_one_among_those_that_roll);
  g_test_add_func ("/tracker/what-leads-off-the-way-counts-less", test_what_leads_off_the_way_counts_less);
  g_test_add_func ("/tracker/cell-that-turns-back", test_cell_that_turns_back);
  g_test_add_func ("/tracker/two-frames", test_two_frames);
  g_test_add_func ("/tracker/noise-makes-no-cell", test_noise_makes_no_cell);
  g_test_add_func ("/tracker/cells-among-noise", test_cells_among_noise);
  g_test_add_func ("/tracker/movement-of-the-picture-is-no-velocity", test_movement_of_the_picture_is_no_velocity);
  g_test_add_func ("/tracker/a-crowd-of-chances-takes-little-memory", test_a_crowd_of_chances_takes_little_memory);

  return g_test_run ();
}
