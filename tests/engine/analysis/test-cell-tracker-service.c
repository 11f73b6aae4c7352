/* test-cell-tracker-service.c: questions about single cells, asked by the main thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "scene-truth.h"
#include "venule-cell-tracker-service.h"
#include "venule-error.h"

static const char *const keys[] = { "width=300", "height=140", "frames=60", "cells=4", "free-cells=0", "lumen-width=90",
                                    "vessel-angle=0", "rolling-speed=60 um/s", "rolling-sd=10 um/s", NULL };

typedef struct {
  SceneRecording           *recording;
  VenuleDocument           *document;
  VenuleCellTrackerService *service;
  VenuleSpot                truth; /* of the cell that is longest in sight, in the middle of its way */
  GMainLoop                *loop;
  GAsyncResult             *result;
  guint                     n_news; /* spots told on the way */
  gint64                    newest;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (GError) error = NULL;
  const SceneCellTruth *cell = NULL;

  fixture->recording = scene_recording_new (NULL, keys, 3, &error);
  g_assert_no_error (error);
  fixture->document = scene_recording_new_document (fixture->recording);
  fixture->service = venule_cell_tracker_service_new (fixture->document);
  fixture->loop = g_main_loop_new (NULL, FALSE);
  for (guint i = 0; i < fixture->recording->cells->len; i++)
    {
      const SceneCellTruth *other = g_ptr_array_index (fixture->recording->cells, i);

      if (cell == NULL || other->places->len > cell->places->len)
        cell = other;
    }
  gint64 frame = cell->frame + cell->places->len / 2;
  const SceneTruth *truth = scene_cell_truth_at (cell, frame);
  fixture->truth = (VenuleSpot){ .frame = frame, .time = frame / fixture->recording->video->frame_rate, .x = truth->x,
                                 .y = truth->y,
                                 .radius = (float) truth->radius };
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  g_clear_object (&fixture->result);
  /* Nothing else holds it: its thread has ended. */
  g_assert_finalize_object (fixture->service);
  g_object_unref (fixture->document);
  g_main_loop_unref (fixture->loop);
  scene_recording_free (fixture->recording);
}

static void
answered (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  Fixture *fixture = data;

  g_set_object (&fixture->result, result);
  g_main_loop_quit (fixture->loop);
}

static void
told (VenuleCellTrackerService *service,
      const VenuleSpot         *spots,
      guint                     n,
      gpointer                  data)
{
  Fixture *fixture = data;

  g_assert_true (g_main_context_is_owner (g_main_context_default ()));
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (spots[i].frame, >, fixture->newest);
      fixture->newest = spots[i].frame;
    }
  fixture->n_news += n;
}

static void
test_answers_come_on_the_main_thread (Fixture       *fixture,
                                      gconstpointer  unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) found = NULL, fitted = NULL;
  VenuleFollowEnd end;
  VenuleSpot spot;

  venule_cell_tracker_service_detect_near_async (fixture->service, fixture->truth.frame, fixture->truth.x + 3,
                                                 fixture->truth.y - 3, 0, NULL, answered, fixture);
  g_main_loop_run (fixture->loop);
  g_assert_true (venule_cell_tracker_service_detect_near_finish (fixture->service, fixture->result, &spot, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (hypot (spot.x - fixture->truth.x, spot.y - fixture->truth.y), <, 2);

  fixture->newest = spot.frame;
  venule_cell_tracker_service_follow_async (fixture->service, &spot, 1, 1, spot.frame + 8, told, fixture, NULL,
                                            answered, fixture);
  g_main_loop_run (fixture->loop);
  found = venule_cell_tracker_service_follow_finish (fixture->service, fixture->result, &end, &error);
  g_assert_no_error (error);
  g_assert_cmpint (end, ==, VENULE_FOLLOW_REACHED);
  g_assert_cmpuint (found->len, ==, 8);
  g_assert_cmpuint (fixture->n_news, >, 0);
  g_assert_cmpuint (fixture->n_news, <=, 8);

  venule_cell_tracker_service_refit_async (fixture->service, &spot, 1, NULL, NULL, NULL, answered, fixture);
  g_main_loop_run (fixture->loop);
  fitted = venule_cell_tracker_service_refit_finish (fixture->service, fixture->result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (fitted->len, ==, 1);
  g_assert_cmpfloat (g_array_index (fitted, VenuleSpot, 0).x, ==, spot.x);
}

static gboolean
cancel_it (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_REMOVE;
}

/* Also what waits behind another question, and also in the middle. */
static void
test_cancelled_is_answered_at_once (Fixture       *fixture,
                                    gconstpointer  unused)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  guint was = 0;

  venule_cell_tracker_service_follow_async (fixture->service, &fixture->truth, 1, 1, -1, told, fixture, cancellable,
                                            answered, fixture);
  g_timeout_add (50, cancel_it, cancellable);
  g_main_loop_run (fixture->loop);
  g_assert_null (venule_cell_tracker_service_follow_finish (fixture->service, fixture->result, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  /* Nothing comes after the answer. */
  was = fixture->n_news;
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (fixture->n_news, ==, was);
}

static void
test_settings_without_sense_are_a_sentence (Fixture       *fixture,
                                            gconstpointer  unused)
{
  g_autoptr (VenuleSettings) settings = venule_settings_copy (fixture->recording->video->settings);
  g_autoptr (GError) error = NULL;
  VenuleSpot spot;

  settings->vessel->flow_x = settings->vessel->flow_y = 0;
  venule_document_set_settings (fixture->document, settings);
  venule_cell_tracker_service_detect_near_async (fixture->service, 0, 100, 70, 0, NULL, answered, fixture);
  g_main_loop_run (fixture->loop);
  g_assert_false (venule_cell_tracker_service_detect_near_finish (fixture->service, fixture->result, &spot, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/cell-tracker-service/answers-come-on-the-main-thread", Fixture, NULL, set_up,
              test_answers_come_on_the_main_thread, tear_down);
  g_test_add ("/cell-tracker-service/cancelled-is-answered-at-once", Fixture, NULL, set_up,
              test_cancelled_is_answered_at_once, tear_down);
  g_test_add ("/cell-tracker-service/settings-without-sense-are-a-sentence", Fixture, NULL, set_up,
              test_settings_without_sense_are_a_sentence, tear_down);

  return g_test_run ();
}
