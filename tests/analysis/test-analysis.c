/* test-analysis.c: a run from the first frame to the tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "fake-source.h"
#include "venule-analysis.h"
#include "venule-error.h"

#define NEVER G_MAXINT64

static const FakeCell three_cells[] = {
  { 20, 40, 2.0, 10, 70, NEVER, NEVER },   /* 60 px/s at 30 frames/s */
  { 60, 75, 0.0, 10, -45, NEVER, NEVER },  /* dark, stands still */
  { 30, 110, 4.0, 9, 60, NEVER, NEVER },   /* 120 px/s */
};

static VenuleDocument *
document_new (const FakeVideo *video)
{
  g_autoptr (VenuleSource) source = fake_source_new (video);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  VenuleDocument *document = venule_document_new (source);

  settings->vessel->flow_x = 1;
  settings->vessel->flow_y = 0;
  settings->cell_diameter = 20;
  venule_document_set_settings (document, settings);
  return document;
}

static FakeVideo
video_new (gint64 n_frames)
{
  return (FakeVideo){ .width = 320, .height = 150, .n_frames = n_frames, .frame_rate = 30, .fails_at = -1,
                      .cells = three_cells, .n_cells = G_N_ELEMENTS (three_cells) };
}

/* The track that is at (x, y) in a frame, to within 3 px; NULL when there is none or more than one. */
static VenuleTrack *
track_at (VenuleDocument *document,
          gint64          frame,
          double          x,
          double          y)
{
  g_autoptr (GPtrArray) tracks = venule_document_dup_tracks_at (document, frame);
  VenuleTrack *found = NULL;

  for (guint i = 0; i < tracks->len; i++)
    {
      const VenuleSpot *spot = venule_track_get_spot_at (tracks->pdata[i], frame);

      if (hypot (spot->x - x, spot->y - y) > 3)
        continue;
      if (found != NULL)
        return NULL;
      found = tracks->pdata[i];
    }
  return found;
}

static void
test_one_track_per_cell (void)
{
  FakeVideo video = video_new (60);
  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;

  g_assert_true (venule_analysis_start (analysis, &error));
  g_assert_no_error (error);
  gboolean ok = venule_analysis_wait (analysis, &error);
  g_assert_no_error (error);
  g_assert_true (ok);
  g_assert_cmpint (venule_analysis_get_state (analysis), ==, VENULE_ANALYSIS_DONE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);

  for (guint i = 0; i < G_N_ELEMENTS (three_cells); i++)
    {
      const FakeCell *cell = &three_cells[i];
      VenuleTrack *track = track_at (document, 30, cell->x + 30 * cell->step, cell->y);
      guint n;

      g_assert_nonnull (track);

      const VenuleSpot *spots = venule_track_get_spots (track, &n);
      g_assert_cmpfloat_with_epsilon ((spots[n - 1].x - spots[0].x) / (n - 1), cell->step, 0.05);
      g_assert_cmpfloat_with_epsilon (spots[n / 2].radius, cell->radius, 2);
      g_assert_cmpint (venule_track_get_kind (track), ==, (cell->step > 0 ? VENULE_CELL_ROLLING : VENULE_CELL_ADHERENT));
      g_assert_cmpint (venule_track_get_last_frame (track) - venule_track_get_first_frame (track), >=, 50);
    }
}

/* A cell that something hides for a quarter of a second is still one cell. */
static void
test_gap_is_one_track (void)
{
  const FakeCell cells[] = { { 30, 75, 2.0, 10, 70, 30, 38 } };
  FakeVideo video = video_new (70);
  video.cells = cells;
  video.n_cells = 1;
  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);

  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 1);

  g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), 0);
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (track, &n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (spots[i].frame, ==, spots[0].frame + i);
      g_assert_cmpfloat_with_epsilon (spots[i].x, 30 + 2.0 * spots[i].frame, 4);
    }
  g_assert_cmpint (venule_track_get_last_frame (track), >=, 65);
}

/* A cell is one from the moment that its centre is in the crop, not from when it is whole and was detected. */
static void
test_entering_cell_is_there_from_the_border (void)
{
  const FakeCell cells[] = { { -31, 75, 3.0, 10, 70, NEVER, NEVER } };
  FakeVideo video = video_new (60);
  video.cells = cells;
  video.n_cells = 1;
  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);

  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 1);

  g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), 0);
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (track, &n);

  g_assert_cmpint (spots[0].frame, >=, 10);
  g_assert_cmpint (spots[0].frame, <=, 11); /* at -31 + 3·11 = 2 px; the detector runs at 9 and 12 */
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (spots[i].frame, ==, spots[0].frame + i);
      g_assert_cmpfloat_with_epsilon (spots[i].time, spots[i].frame / 30.0, 1e-6);
      g_assert_cmpfloat_with_epsilon (spots[i].x, -31 + 3.0 * spots[i].frame, 2.5);
    }
}

static void
test_one_frame_gives_cells (void)
{
  FakeVideo video = video_new (1);
  video.frame_rate = 0;
  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);

  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
}

static void
test_nothing_in_an_empty_picture (void)
{
  FakeVideo video = video_new (40);
  video.n_cells = 0;
  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);

  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 0);
}

/* The number of threads must not show in the results. */
static void
test_threads_do_not_matter (void)
{
  FakeVideo video = video_new (30);
  g_autoptr (VenuleDocument) first = document_new (&video);
  g_autoptr (VenuleDocument) second = document_new (&video);
  VenuleDocument *documents[] = { first, second };

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (documents[i]));
      settings->threads = i == 0 ? 1 : 3;
      venule_document_set_settings (documents[i], settings);

      g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (documents[i]);
      g_assert_true (venule_analysis_start (analysis, NULL));
      g_assert_true (venule_analysis_wait (analysis, NULL));
    }

  guint n = g_list_model_get_n_items (G_LIST_MODEL (first));
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (second)), ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (VenuleTrack) a = g_list_model_get_item (G_LIST_MODEL (first), i);
      g_autoptr (VenuleTrack) b = g_list_model_get_item (G_LIST_MODEL (second), i);
      guint n_a, n_b;
      const VenuleSpot *spots_a = venule_track_get_spots (a, &n_a), *spots_b = venule_track_get_spots (b, &n_b);

      g_assert_cmpuint (n_a, ==, n_b);
      for (guint k = 0; k < n_a; k++)
        {
          g_assert_cmpfloat (spots_a[k].x, ==, spots_b[k].x);
          g_assert_cmpfloat (spots_a[k].y, ==, spots_b[k].y);
          g_assert_cmpfloat (spots_a[k].radius, ==, spots_b[k].radius);
        }
    }
}

/* Velocities measured over no time would be without end, and the search for the cell with them. */
static void
test_repeated_and_backward_times (void)
{
  FakeVideo video = video_new (60);
  double times[60];

  for (int i = 0; i < 60; i++)
    times[i] = i % 5 == 4 ? (i - 1) / 30.0 : i / 30.0;
  times[30] = 0.5;
  video.times = times;

  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;

  g_assert_true (venule_analysis_start (analysis, NULL));
  venule_analysis_wait (analysis, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (three_cells); i++)
    g_assert_nonnull (track_at (document, 45, three_cells[i].x + 45 * three_cells[i].step, three_cells[i].y));
}

/* The recording stood still for an hour between two frames: what rolls is gone, what stands still is there. */
static void
test_long_gap_in_the_recording (void)
{
  FakeVideo video = video_new (60);
  double times[60];

  for (int i = 0; i < 60; i++)
    times[i] = i / 30.0 + (i >= 30 ? 3600 : 0);
  video.times = times;

  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;

  g_assert_true (venule_analysis_start (analysis, NULL));
  venule_analysis_wait (analysis, &error);
  g_assert_no_error (error);

  VenuleTrack *still = track_at (document, 15, three_cells[1].x, three_cells[1].y);
  g_assert_nonnull (still);
  g_assert_true (still == track_at (document, 45, three_cells[1].x, three_cells[1].y));
  g_assert_false (track_at (document, 15, 50, 40) == track_at (document, 45, 110, 40));
}

/* The fastest cell to follow is a number that somebody typed; no search is wider than the picture. */
static void
test_any_velocity_may_be_typed (void)
{
  FakeVideo video = video_new (12);
  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (document));
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;

  settings->max_velocity = 1e9;
  venule_document_set_settings (document, settings);
  g_assert_true (venule_analysis_start (analysis, NULL));
  venule_analysis_wait (analysis, &error);
  g_assert_no_error (error);
}

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
  FakeVideo video = video_new (1000000);
  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  gint64 asked = 0, first, last;

  g_signal_connect (analysis, "progress", G_CALLBACK (on_first_progress), &asked);
  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));

  gint64 taken = g_get_monotonic_time () - asked;
  g_test_message ("cancel took %.1f ms", taken / 1000.0);
  g_assert_cmpint (taken, <, G_USEC_PER_SEC / 2); /* 0.1 s is the aim; a busy machine may take longer */
  g_assert_cmpint (venule_analysis_get_state (analysis), ==, VENULE_ANALYSIS_CANCELLED);
  venule_analysis_get_range (analysis, &first, &last);
  g_assert_cmpint (first, ==, 0);
  g_assert_cmpint (last, >=, 4);
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
  FakeVideo video = video_new (40);
  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  gboolean paused = FALSE;
  VenuleAnalysisProgress progress;

  g_signal_connect (analysis, "progress", G_CALLBACK (on_progress_pause), &paused);
  g_assert_true (venule_analysis_start (analysis, NULL));
  while (!paused)
    g_main_context_iteration (NULL, TRUE);
  iterate_for (300);
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
test_vanishing_video_keeps_tracks (void)
{
  FakeVideo video = video_new (60);
  video.fails_at = 40;
  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;
  gint64 first, last;

  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_false (venule_analysis_wait (analysis, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_assert_cmpint (venule_analysis_get_state (analysis), ==, VENULE_ANALYSIS_FAILED);
  venule_analysis_get_range (analysis, &first, &last);
  g_assert_cmpint (last, ==, 39);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
}

static void
test_range_beyond_the_end_is_said (void)
{
  FakeVideo video = video_new (20);
  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (document));
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;

  settings->last_frame = 100;
  venule_document_set_settings (document, settings);
  if (venule_analysis_start (analysis, &error))
    g_assert_false (venule_analysis_wait (analysis, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
}

static void
test_unknown_rate_is_refused (void)
{
  FakeVideo video = video_new (20);
  video.frame_rate = 0;
  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;

  g_assert_false (venule_analysis_start (analysis, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
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
  FakeVideo video = video_new (60);
  g_autoptr (VenuleDocument) document = document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  guint n_updates = 0;

  g_signal_connect (analysis, "progress", G_CALLBACK (count_cb), &n_updates);
  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));
  g_assert_cmpuint (n_updates, >=, 1);
  g_assert_cmpuint (n_updates, <=, 61);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
}

static void
test_preview_finds_the_cells (void)
{
  FakeVideo video = video_new (1);
  g_autoptr (VenuleSource) source = fake_source_new (&video);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autoptr (VenuleFrame) frame = venule_reader_read (reader, 0, NULL, NULL);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (GError) error = NULL;

  settings->vessel->flow_x = 1;
  g_autoptr (GArray) detections = venule_detect_in_frame (frame, settings, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (detections->len, ==, 3);
  for (guint i = 0; i < detections->len; i++)
    {
      const VenuleDetection *detection = &g_array_index (detections, VenuleDetection, i);
      double nearest = INFINITY;

      for (guint k = 0; k < G_N_ELEMENTS (three_cells); k++)
        nearest = MIN (nearest, hypot (detection->x - three_cells[k].x, detection->y - three_cells[k].y));
      g_assert_cmpfloat (nearest, <, 1.5);
    }

  /* A crop around one of them: only that one. */
  venule_vessel_set_rectangle (settings->vessel, 20, 55, 100, 40, 0);
  g_autoptr (GArray) inside = venule_detect_in_frame (frame, settings, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (inside->len, ==, 1);
  g_assert_false (g_array_index (inside, VenuleDetection, 0).bright);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/analysis/one-track-per-cell", test_one_track_per_cell);
  g_test_add_func ("/analysis/gap-is-one-track", test_gap_is_one_track);
  g_test_add_func ("/analysis/entering-cell-is-there-from-the-border", test_entering_cell_is_there_from_the_border);
  g_test_add_func ("/analysis/one-frame-gives-cells", test_one_frame_gives_cells);
  g_test_add_func ("/analysis/nothing-in-an-empty-picture", test_nothing_in_an_empty_picture);
  g_test_add_func ("/analysis/threads-do-not-matter", test_threads_do_not_matter);
  g_test_add_func ("/analysis/repeated-and-backward-times", test_repeated_and_backward_times);
  g_test_add_func ("/analysis/long-gap-in-the-recording", test_long_gap_in_the_recording);
  g_test_add_func ("/analysis/any-velocity-may-be-typed", test_any_velocity_may_be_typed);
  g_test_add_func ("/analysis/cancel-answers-at-once", test_cancel_answers_at_once_and_keeps_tracks);
  g_test_add_func ("/analysis/pause-and-resume", test_pause_holds_and_resume_goes_on);
  g_test_add_func ("/analysis/vanishing-video-keeps-tracks", test_vanishing_video_keeps_tracks);
  g_test_add_func ("/analysis/range-beyond-the-end", test_range_beyond_the_end_is_said);
  g_test_add_func ("/analysis/unknown-rate-is-refused", test_unknown_rate_is_refused);
  g_test_add_func ("/analysis/slow-window-is-not-flooded", test_slow_window_is_not_flooded);
  g_test_add_func ("/analysis/preview-finds-the-cells", test_preview_finds_the_cells);

  return g_test_run ();
}
