/* test-run.c: a run as the window has it: progress, pause, cancel, and what is left when somebody lets go of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "made-video-source.h"
#include "venule-analysis.h"
#include "venule-error.h"
#include "venule-rate-meter.h"

static void
on_first_progress (VenuleAnalysis *analysis,
                   gpointer        data)
{
  gint64 *asked = data;
  VenuleAnalysisProgress progress;

  venule_analysis_get_progress (analysis, &progress);
  if (*asked == 0 && progress.frames_done >= 5)
    {
      *asked = g_get_monotonic_time ();
      venule_analysis_cancel (analysis);
    }
}

static void
test_cancel_answers_at_once_and_keeps_tracks (void)
{
  FakeVideo video = fake_video_new (1000000);
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  gint64 asked = 0, first, last;

  g_signal_connect (analysis, "progress", G_CALLBACK (on_first_progress), &asked);
  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));

  gint64 taken = g_get_monotonic_time () - asked;
  g_test_message ("cancel took %.1f ms", taken / 1000.0);
#ifndef __SANITIZE_THREAD__
  g_assert_cmpint (taken, <, G_USEC_PER_SEC / 2); /* 0.1 s is the aim; a busy machine may take longer */
#endif
  g_assert_cmpint (venule_analysis_get_state (analysis), ==, VENULE_ANALYSIS_CANCELLED);
  venule_analysis_get_range (analysis, &first, &last);
  g_assert_cmpint (first, ==, 0);
  g_assert_cmpint (last, >=, 4);
}

/* Nothing was analysed, nothing is there, and that is no error. */
static void
test_cancel_before_the_first_frame (void)
{
  FakeVideo video = fake_video_new (1000000);
  video.delay = 20000;
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;
  gint64 first, last;

  g_assert_true (venule_analysis_start (analysis, NULL));
  venule_analysis_cancel (analysis);
  g_assert_true (venule_analysis_wait (analysis, &error));
  g_assert_no_error (error);
  g_assert_cmpint (venule_analysis_get_state (analysis), ==, VENULE_ANALYSIS_CANCELLED);
  venule_analysis_get_range (analysis, &first, &last);
  g_assert_cmpint (last, <, first);
  g_assert_false (venule_document_get_running (document));

  /* Too late, and twice. */
  venule_analysis_cancel (analysis);
  venule_analysis_pause (analysis);
  venule_analysis_resume (analysis);
  g_assert_cmpint (venule_analysis_get_state (analysis), ==, VENULE_ANALYSIS_CANCELLED);
}

/* Whoever lets go of a run, and of its document, leaves nothing behind when it ends. */
static void
test_let_go_in_the_middle (void)
{
  FakeVideo video = fake_video_new (1000000);
  VenuleDocument *document = fake_document_new (&video);
  VenuleAnalysis *analysis = venule_analysis_new (document);
  gpointer weak_document = document, weak_analysis = analysis;
  gint64 asked = 0;

  g_object_add_weak_pointer (G_OBJECT (document), &weak_document);
  g_object_add_weak_pointer (G_OBJECT (analysis), &weak_analysis);
  g_signal_connect (analysis, "progress", G_CALLBACK (on_first_progress), &asked);
  g_assert_true (venule_analysis_start (analysis, NULL));
  g_object_unref (document);
  g_object_unref (analysis);
  while (weak_analysis != NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (asked, >, 0);
  g_assert_null (weak_document);
}

static void
test_start_after_a_refusal (void)
{
  FakeVideo video = fake_video_new (5);
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (document));
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;

  settings->cell_diameter = -1;
  venule_document_set_settings (document, settings);
  g_assert_false (venule_analysis_start (analysis, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  settings->cell_diameter = 20;
  venule_document_set_settings (document, settings);
  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));
  g_assert_cmpint (venule_analysis_get_state (analysis), ==, VENULE_ANALYSIS_DONE);
}

static void
on_progress_pause (VenuleAnalysis *analysis,
                   gpointer        data)
{
  gboolean *paused = data;

  if (!*paused)
    {
      *paused = TRUE;
      venule_analysis_pause (analysis);
    }
}

static gboolean
quit_cb (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

static void
iterate_for (guint ms)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  g_timeout_add (ms, quit_cb, loop);
  g_main_loop_run (loop);
}

static void
test_pause_holds_and_resume_goes_on (void)
{
  FakeVideo video = fake_video_new (40);
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  gboolean paused = FALSE;
  VenuleAnalysisProgress progress;
  gint64 start = g_get_monotonic_time ();

  g_signal_connect (analysis, "progress", G_CALLBACK (on_progress_pause), &paused);
  g_assert_true (venule_analysis_start (analysis, NULL));
  while (!paused)
    g_main_context_iteration (NULL, TRUE);

  /* The frame that was begun before comes to its end; with a sanitizer that takes long. */
  guint frame_ms = (guint) ((g_get_monotonic_time () - start) / 1000);

  iterate_for (300 + 3 * frame_ms);
  g_assert_cmpint (venule_analysis_get_state (analysis), ==, VENULE_ANALYSIS_PAUSED);
  venule_analysis_get_progress (analysis, &progress);
  gint64 done = progress.frames_done;
  g_assert_cmpint (done, <, 40);
  iterate_for (200);
  venule_analysis_get_progress (analysis, &progress);
  g_assert_cmpint (progress.frames_done, ==, done);

  venule_analysis_resume (analysis);
  g_assert_true (venule_analysis_wait (analysis, NULL));
  venule_analysis_get_progress (analysis, &progress);
  g_assert_cmpint (progress.frames_done, ==, 40);
}

static void
test_cancel_while_paused (void)
{
  FakeVideo video = fake_video_new (1000000);
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  gboolean paused = FALSE;

  g_signal_connect (analysis, "progress", G_CALLBACK (on_progress_pause), &paused);
  g_assert_true (venule_analysis_start (analysis, NULL));
  while (!paused)
    g_main_context_iteration (NULL, TRUE);
  iterate_for (50);
  venule_analysis_cancel (analysis);
  g_assert_true (venule_analysis_wait (analysis, NULL));
  g_assert_cmpint (venule_analysis_get_state (analysis), ==, VENULE_ANALYSIS_CANCELLED);
}

/* Four frames a second, a pause of a minute, then eight a second. */
static void
test_rate_of_the_last_seconds (void)
{
  VenuleRateMeter meter;
  gint64 now = 5 * G_USEC_PER_SEC, frames = 0;
  double rate = 0;

  venule_rate_meter_start (&meter, now, 0);
  g_assert_cmpfloat (venule_rate_meter_rate (&meter, now, 0), ==, 0);
  g_assert_cmpfloat (venule_rate_meter_rate (&meter, now + 1000, 1), ==, 0);
  for (; frames < 40; now += G_USEC_PER_SEC / 4)
    {
      rate = venule_rate_meter_rate (&meter, now, frames++);
      if (frames > 1)
        g_assert_cmpfloat_with_epsilon (rate, 4, 1e-9);
    }

  now += 60 * G_USEC_PER_SEC;
  venule_rate_meter_start (&meter, now, frames);
  for (int i = 1; i <= 40; i++)
    g_assert_cmpfloat_with_epsilon (venule_rate_meter_rate (&meter, now + i * G_USEC_PER_SEC / 8, frames + i), 8, 1e-9);

  /* Within two seconds a change shows in full. */
  now += 5 * G_USEC_PER_SEC;
  for (int i = 1; i <= 20; i++)
    rate = venule_rate_meter_rate (&meter, now + i * G_USEC_PER_SEC / 10, frames + 40 + i);
  g_assert_cmpfloat_with_epsilon (rate, 10, 1e-9);
}

/* What is said when all is done: all frames, no time left, though the header promised more. */
static void
test_progress_at_the_end (void)
{
  FakeVideo video = fake_video_new (30);
  video.promised = 50;
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  VenuleAnalysisProgress progress;

  g_assert_true (venule_analysis_start (analysis, NULL));
  venule_analysis_get_progress (analysis, &progress);
  g_assert_cmpint (progress.frames_done, ==, 0);
  g_assert_cmpint (progress.frames_total, ==, 50);
  g_assert_cmpfloat (progress.seconds_left, ==, -1);
  g_assert_true (venule_analysis_wait (analysis, NULL));
  venule_analysis_get_progress (analysis, &progress);
  g_assert_cmpint (progress.frames_done, ==, 30);
  g_assert_cmpint (progress.frames_total, ==, 30);
  g_assert_cmpint (progress.newest_frame, ==, 29);
  g_assert_cmpfloat (progress.seconds_left, ==, 0);
}

static void
count_cb (VenuleAnalysis *analysis,
          gpointer        data)
{
  (*(guint *) data)++;
  g_usleep (50000); /* a slow window */
}

static void
test_slow_window_is_not_flooded (void)
{
  FakeVideo video = fake_video_new (60);
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  guint n_updates = 0;

  g_signal_connect (analysis, "progress", G_CALLBACK (count_cb), &n_updates);
  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));
  g_assert_cmpuint (n_updates, >=, 1);
  g_assert_cmpuint (n_updates, <=, 61);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/run/cancel-answers-at-once", test_cancel_answers_at_once_and_keeps_tracks);
  g_test_add_func ("/run/cancel-before-the-first-frame", test_cancel_before_the_first_frame);
  g_test_add_func ("/run/cancel-while-paused", test_cancel_while_paused);
  g_test_add_func ("/run/let-go-in-the-middle", test_let_go_in_the_middle);
  g_test_add_func ("/run/start-after-a-refusal", test_start_after_a_refusal);
  g_test_add_func ("/run/rate-of-the-last-seconds", test_rate_of_the_last_seconds);
  g_test_add_func ("/run/progress-at-the-end", test_progress_at_the_end);
  g_test_add_func ("/run/pause-and-resume", test_pause_holds_and_resume_goes_on);
  g_test_add_func ("/run/slow-window-is-not-flooded", test_slow_window_is_not_flooded);

  return g_test_run ();
}
