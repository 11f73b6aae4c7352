/* test-cell-tracker.c: single cells, found and followed where a person asks for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <time.h>

#include "scene-truth.h"
#include "venule-cell-tracker.h"
#include "venule-error.h"

#define N_FRAMES 50

static const char *const calm[] = { "width=300", "height=140", "frames=50", "cells=4", "free-cells=0", "lumen-width=90",
                                    "vessel-angle=0", "rolling-speed=60 um/s", "rolling-sd=10 um/s", NULL };
static const char *const crossing[] = { "width=300", "height=140", "frames=50", "cells=7", "free-cells=0",
                                        "lumen-width=90",
                                        "vessel-angle=0", "rolling-speed=60 um/s", "rolling-sd=40 um/s", "crossing=1",
                                        "opacity=1", NULL };
static const char *const nothing[] = { "width=300", "height=140", "frames=3", "cells=0", "free-cells=0",
                                       "lumen-width=90", "vessel-angle=0", NULL };

typedef struct {
  SceneRecording    *recording;
  VenuleCellTracker *cell_tracker;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  keys)
{
  g_autoptr (GError) error = NULL;

  fixture->recording = scene_recording_new (NULL, keys, 7, &error);
  g_assert_no_error (error);
  fixture->cell_tracker = venule_cell_tracker_new (fixture->recording->source, fixture->recording->video->settings,
                                                   fixture->recording->video->frame_rate, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  keys)
{
  venule_cell_tracker_free (fixture->cell_tracker);
  scene_recording_free (fixture->recording);
}

/* A cell that is whole in the frame then; by chance. */
static const SceneTruth *
draw (Fixture               *fixture,
      const SceneCellTruth **cell,
      gint64                *frame)
{
  for (;;)
    {
      guint i = (guint) g_test_rand_int_range (0, (int) fixture->recording->cells->len);
      const SceneTruth *truth;

      *cell = g_ptr_array_index (fixture->recording->cells, i);
      *frame = g_test_rand_int_range (0, N_FRAMES);
      truth = scene_cell_truth_at (*cell, *frame);
      if (truth != NULL && truth->visible > 0.99)
        return truth;
    }
}

/* The same, that is seen for many frames yet and before. */
static const SceneCellTruth *
longest (Fixture *fixture)
{
  const SceneCellTruth *found = NULL;

  for (guint i = 0; i < fixture->recording->cells->len; i++)
    {
      const SceneCellTruth *cell = g_ptr_array_index (fixture->recording->cells, i);

      if (cell->kind == SCENE_ROLLING && (found == NULL || cell->places->len > found->places->len))
        found = cell;
    }
  return found;
}

static VenuleSpot
spot_of (Fixture              *fixture,
         const SceneCellTruth *cell,
         gint64                frame)
{
  const SceneTruth *truth = scene_cell_truth_at (cell, frame);

  return (VenuleSpot){ .frame = frame,
                       .time = frame / fixture->recording->video->frame_rate,
                       .x = truth->x,
                       .y = truth->y,
                       .radius = (float) truth->radius };
}

static int
compare_numbers (const void *a,
                 const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
test_click_snaps_to_the_cell (Fixture       *fixture,
                              gconstpointer  keys)
{
  double offs[15], ms;
  clock_t began = clock ();

  for (guint i = 0; i < G_N_ELEMENTS (offs); i++)
    {
      const SceneCellTruth *cell;
      gint64 frame;
      const SceneTruth *truth = draw (fixture, &cell, &frame);
      double angle = g_test_rand_double_range (0, 2 * G_PI), off = 0.7 * truth->radius * sqrt (g_test_rand_double ());
      g_autoptr (GError) error = NULL;
      VenuleSpot spot;

      g_assert_true (venule_cell_tracker_detect_near (fixture->cell_tracker, frame, truth->x + off * cos (angle),
                                                      truth->y + off * sin (angle), 0, &spot, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpint (spot.frame, ==, frame);
      g_assert_cmpfloat (spot.time, ==, frame / fixture->recording->video->frame_rate);
      g_assert_cmpfloat (fabs (spot.radius / truth->radius - 1), <, 0.35);
      offs[i] = hypot (spot.x - truth->x, spot.y - truth->y);
    }
  ms = 1000.0 * (double) (clock () - began) / CLOCKS_PER_SEC / G_N_ELEMENTS (offs);
  qsort (offs, G_N_ELEMENTS (offs), sizeof *offs, compare_numbers);
  g_test_message ("median %.2f px off, at most %.2f px, %.1f ms of the processors each", offs[G_N_ELEMENTS (offs) / 2],
                  offs[G_N_ELEMENTS (offs) - 1], ms);
  g_assert_cmpfloat (offs[G_N_ELEMENTS (offs) / 2], <, 1);
}

static void
test_no_cell_is_a_sentence (Fixture       *fixture,
                            gconstpointer  keys)
{
  g_autoptr (GError) error = NULL;
  VenuleSpot spot;

  g_assert_false (venule_cell_tracker_detect_near (fixture->cell_tracker, 1, 150, 70, 0, &spot, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, !=, "");
}

static void
test_outside_is_refused (Fixture       *fixture,
                         gconstpointer  keys)
{
  g_autoptr (GError) error = NULL;
  VenuleSpot spot = { .frame = 0, .x = -4, .y = 70, .radius = 10 };
  g_autoptr (GArray) found = NULL;

  g_assert_false (venule_cell_tracker_detect_near (fixture->cell_tracker, 0, -4, 70, 0, &spot, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_clear_error (&error);
  found = venule_cell_tracker_follow (fixture->cell_tracker, &spot, 1, 1, -1, NULL, NULL, NULL, NULL, &error);
  g_assert_null (found);
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (venule_cell_tracker_detect_near (fixture->cell_tracker, 5000, 150, 70, 0, &spot, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
}

/* Share of the cell's frames that are in @spots, within half a radius; @strangers: spots further off. */
static double
share_found (const SceneCellTruth *cell,
             GArray               *spots,
             gint64                first,
             gint64                last,
             guint                *strangers)
{
  guint n_found = 0;

  *strangers = 0;
  for (guint i = 0; i < spots->len; i++)
    {
      const VenuleSpot *spot = &g_array_index (spots, VenuleSpot, i);
      const SceneTruth *truth = scene_cell_truth_at (cell, spot->frame);

      g_assert_true (i == 0 || spot->frame > spot[-1].frame);
      g_assert_cmpint (spot->frame, >=, first);
      g_assert_cmpint (spot->frame, <=, last);
      if (truth != NULL && hypot (truth->x - spot->x, truth->y - spot->y) < truth->radius / 2)
        n_found++;
      else
        *strangers += 1;
    }
  return (double) n_found / (double) (last - first + 1);
}

static void
test_followed_both_ways (Fixture       *fixture,
                         gconstpointer  keys)
{
  const SceneCellTruth *cell = longest (fixture);
  gint64 last = cell->frame + cell->places->len - 1;
  gint64 frame = (cell->frame + last) / 2 + g_test_rand_int_range (-5, 6);
  VenuleSpot spot = spot_of (fixture, cell, frame);

  for (int direction = -1; direction <= 1; direction += 2)
    {
      gint64 from = direction > 0 ? frame + 1 : cell->frame, to = direction > 0 ? last : frame - 1;
      g_autoptr (GError) error = NULL;
      VenuleFollowEnd end;
      g_autoptr (GArray) found = venule_cell_tracker_follow (fixture->cell_tracker, &spot, 1, direction, -1, NULL, NULL,
                                                             &end, NULL, &error);
      guint strangers;
      double share;

      g_assert_no_error (error);
      share = share_found (cell, found, 0, N_FRAMES - 1, &strangers) * N_FRAMES / (double) (to - from + 1);
      g_test_message ("direction %d: %.3f of %d frames, %u elsewhere, end %d", direction, share, (int) (to - from + 1),
                      strangers, end);
      g_assert_cmpfloat (share, >, 0.85);
      g_assert_cmpuint (strangers, <=, 3);
      if (to == N_FRAMES - 1 || from == 0)
        g_assert_true (end == VENULE_FOLLOW_VIDEO_END || end == VENULE_FOLLOW_LEFT);
      else
        g_assert_cmpint (end, ==, VENULE_FOLLOW_LEFT);
    }
}

static void
test_followed_up_to_a_frame (Fixture       *fixture,
                             gconstpointer  keys)
{
  const SceneCellTruth *cell = longest (fixture);
  gint64 frame = cell->frame + cell->places->len / 2;
  VenuleSpot spots[4];
  VenuleFollowEnd end;
  g_autoptr (GArray) found = NULL;
  g_autoptr (GError) error = NULL;
  guint strangers;

  for (int i = 0; i < 4; i++)
    spots[i] = spot_of (fixture, cell, frame + i - 3);
  spots[3].shift_x = 5;
  found = venule_cell_tracker_follow (fixture->cell_tracker, spots, 4, 1, frame + 6, NULL, NULL, &end, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (end, ==, VENULE_FOLLOW_REACHED);
  g_assert_cmpuint (found->len, ==, 6);
  g_assert_cmpfloat (share_found (cell, found, frame + 1, frame + 6, &strangers), ==, 1);
  /* The picture's own movement goes on from that of the spots. */
  g_assert_cmpfloat (fabs (g_array_index (found, VenuleSpot, 0).shift_x - 5), <, 1);
  g_assert_cmpfloat (g_array_index (found, VenuleSpot, 0).contour[0], >, 0);
}

/* The frame in which the cell is farthest from the others: where one hides another, nobody can tell which is meant. */
static gint64
loneliest (Fixture              *fixture,
           const SceneCellTruth *cell)
{
  gint64 best = cell->frame;
  double most = -1;

  for (gint64 frame = cell->frame; frame < cell->frame + cell->places->len; frame++)
    {
      const SceneTruth *truth = scene_cell_truth_at (cell, frame);
      double room = INFINITY;

      for (guint i = 0; i < fixture->recording->cells->len; i++)
        {
          const SceneCellTruth *other = g_ptr_array_index (fixture->recording->cells, i);
          const SceneTruth *place = scene_cell_truth_at (other, frame);

          if (other != cell && place != NULL)
            room = MIN (room, hypot (place->x - truth->x, place->y - truth->y));
        }
      if (truth->visible < 0.99 || room <= most)
        continue;
      most = room;
      best = frame;
    }
  return best;
}

/* Cells that roll over and under each other. */
static void
test_stays_on_its_cell (Fixture       *fixture,
                        gconstpointer  keys)
{
  guint n_spots = 0, n_others = 0;

  for (guint i = 0; i < fixture->recording->cells->len; i++)
    {
      const SceneCellTruth *cell = g_ptr_array_index (fixture->recording->cells, i);
      VenuleSpot spot = spot_of (fixture, cell, loneliest (fixture, cell));
      g_autoptr (GArray) found = NULL;
      g_autoptr (GError) error = NULL;

      if (cell->kind == SCENE_FREE || cell->places->len < N_FRAMES / 3)
        continue;
      found = venule_cell_tracker_follow (fixture->cell_tracker, &spot, 1, i % 2 ? 1 : -1, -1, NULL, NULL, NULL, NULL,
                                          &error);
      g_assert_no_error (error);
      n_spots += found->len;
      for (guint k = 0; k < found->len; k++)
        {
          const VenuleSpot *at = &g_array_index (found, VenuleSpot, k);
          const SceneTruth *truth = scene_cell_truth_at (cell, at->frame);

          n_others += truth != NULL && hypot (truth->x - at->x, truth->y - at->y) > 1.5 * truth->radius;
        }
    }
  g_test_message ("%u of %u spots elsewhere", n_others, n_spots);
  g_assert_cmpuint (n_spots, >, 20);
  g_assert_cmpuint (n_others, <=, n_spots / 20);
}

static void
test_refit_moves_back (Fixture       *fixture,
                       gconstpointer  keys)
{
  const SceneCellTruth *cell = longest (fixture);
  VenuleSpot spots[10];
  g_autoptr (GArray) fitted = NULL;
  g_autoptr (GError) error = NULL;
  double before = 0, after = 0;

  for (int i = 0; i < 10; i++)
    {
      double angle = g_test_rand_double_range (0, 2 * G_PI), off;

      spots[i] = spot_of (fixture, cell, cell->frame + cell->places->len / 2 - 5 + i);
      off = 0.5 * spots[i].radius * sqrt (g_test_rand_double ());
      spots[i].x += off * cos (angle);
      spots[i].y += off * sin (angle);
      before += off * off / 10;
    }
  fitted = venule_cell_tracker_refit (fixture->cell_tracker, spots, 10, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (fitted->len, ==, 10);
  for (int i = 0; i < 10; i++)
    {
      const VenuleSpot *spot = &g_array_index (fitted, VenuleSpot, i);
      const SceneTruth *truth = scene_cell_truth_at (cell, spot->frame);

      g_assert_cmpint (spot->frame, ==, spots[i].frame);
      after += (pow (spot->x - truth->x, 2) + pow (spot->y - truth->y, 2)) / 10;
    }
  g_test_message ("root mean square %.2f px before, %.2f px after", sqrt (before), sqrt (after));
  g_assert_cmpfloat (sqrt (after), <, 0.5 * sqrt (before));
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  keys)
{
  const SceneCellTruth *cell = longest (fixture);
  VenuleSpot spot = spot_of (fixture, cell, cell->frame + 5);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (
    venule_cell_tracker_follow (fixture->cell_tracker, &spot, 1, 1, -1, NULL, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/cell-tracker/click-snaps-to-the-cell", Fixture, calm, set_up, test_click_snaps_to_the_cell, tear_down);
  g_test_add ("/cell-tracker/no-cell-is-a-sentence", Fixture, nothing, set_up, test_no_cell_is_a_sentence, tear_down);
  g_test_add ("/cell-tracker/outside-is-refused", Fixture, nothing, set_up, test_outside_is_refused, tear_down);
  g_test_add ("/cell-tracker/followed-both-ways", Fixture, calm, set_up, test_followed_both_ways, tear_down);
  g_test_add ("/cell-tracker/followed-up-to-a-frame", Fixture, calm, set_up, test_followed_up_to_a_frame, tear_down);
  g_test_add ("/cell-tracker/stays-on-its-cell", Fixture, crossing, set_up, test_stays_on_its_cell, tear_down);
  g_test_add ("/cell-tracker/refit-moves-back", Fixture, calm, set_up, test_refit_moves_back, tear_down);
  g_test_add ("/cell-tracker/cancelled", Fixture, calm, set_up, test_cancelled, tear_down);

  return g_test_run ();
}
