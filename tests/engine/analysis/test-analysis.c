/* test-analysis.c: a run from the first frame to the tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "made-video-source.h"
#include "venule-analysis.h"
#include "venule-error.h"
#include "venule-network.h"
#include "venule-preview.h"
#include "venule-roi-planes.h"

#define NEVER G_MAXINT64

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
  FakeVideo video = fake_video_new (60);
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;
  const VenuleLight *light;

  g_assert_true (venule_analysis_start (analysis, &error));
  g_assert_no_error (error);
  gboolean ok = venule_analysis_wait (analysis, &error);
  g_assert_no_error (error);
  g_assert_true (ok);
  g_assert_cmpint (venule_analysis_get_state (analysis), ==, VENULE_ANALYSIS_DONE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
  light = venule_document_get_run_metadata (document)->light;
  g_assert_cmpuint (light->n, ==, 60);
  g_assert_cmpfloat (light->flicker, <, 0.01);
  g_assert_cmpfloat (light->saturated, ==, 0);

  for (guint i = 0; i < FAKE_CELLS; i++)
    {
      const FakeCell *cell = &fake_cells[i];
      VenuleTrack *track = track_at (document, 30, cell->x + 30 * cell->step, cell->y);
      guint n;

      g_assert_nonnull (track);

      const VenuleSpot *spots = venule_track_get_spots (track, &n);
      g_assert_cmpfloat_with_epsilon ((spots[n - 1].x - spots[0].x) / (n - 1), cell->step, 0.05);
      g_assert_cmpfloat_with_epsilon (spots[n / 2].radius, cell->radius, 2);
      g_assert_cmpint (venule_track_get_kind (track), ==,
                       (cell->step > 0 ? VENULE_CELL_ROLLING : VENULE_CELL_ADHERENT));
      g_assert_cmpint (venule_track_get_last_frame (track) - venule_track_get_first_frame (track), >=, 50);
    }
}

/* A cell that something hides for a quarter of a second is still one cell. */
static void
test_gap_is_one_track (void)
{
  const FakeCell cells[] = { { 30, 75, 2.0, 10, 70, 30, 38 } };
  FakeVideo video = fake_video_new (70);
  video.cells = cells;
  video.n_cells = 1;
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
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
  FakeVideo video = fake_video_new (60);
  video.cells = cells;
  video.n_cells = 1;
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
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
  FakeVideo video = fake_video_new (1);
  video.frame_rate = 0;
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);

  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
}

static gboolean
names_network (gboolean learned)
{
  FakeVideo video = fake_video_new (2);
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (document));
  g_autofree char *version = venule_network_dup_version ();
  g_autofree char *entry = g_strdup_printf ("\"network\":\"%s\"", version);
  g_autoptr (GError) error = NULL;

  settings->detector = learned ? VENULE_DETECTOR_NETWORK : VENULE_DETECTOR_GICOV;
  venule_document_set_settings (document, settings);
  g_assert_true (venule_analysis_start (analysis, &error));
  g_assert_no_error (error);
  g_assert_true (venule_analysis_wait (analysis, &error));
  g_assert_no_error (error);
  return strstr (venule_document_get_run_metadata (document)->versions, entry) != NULL;
}

/* The same program may get other numbers by training. */
static void
test_run_names_its_network (void)
{
  g_assert_true (names_network (TRUE));
  g_assert_false (names_network (FALSE));
}

static void
test_nothing_in_an_empty_picture (void)
{
  FakeVideo video = fake_video_new (40);
  video.n_cells = 0;
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);

  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 0);
}

/* The number of threads must not show in the results. */
static void
test_threads_do_not_matter (void)
{
  FakeVideo video = fake_video_new (30);
  g_autoptr (VenuleDocument) first = fake_document_new (&video);
  g_autoptr (VenuleDocument) second = fake_document_new (&video);
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
  FakeVideo video = fake_video_new (60);
  double times[60];

  for (int i = 0; i < 60; i++)
    times[i] = i % 5 == 4 ? (i - 1) / 30.0 : i / 30.0;
  times[30] = 0.5;
  video.times = times;

  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;

  g_assert_true (venule_analysis_start (analysis, NULL));
  venule_analysis_wait (analysis, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
  for (guint i = 0; i < FAKE_CELLS; i++)
    g_assert_nonnull (track_at (document, 45, fake_cells[i].x + 45 * fake_cells[i].step, fake_cells[i].y));
}

/* The recording stood still for an hour between two frames: what rolls is gone, what stands still is there. */
static void
test_long_gap_in_the_recording (void)
{
  FakeVideo video = fake_video_new (60);
  double times[60];

  for (int i = 0; i < 60; i++)
    times[i] = i / 30.0 + (i >= 30 ? 3600 : 0);
  video.times = times;

  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;

  g_assert_true (venule_analysis_start (analysis, NULL));
  venule_analysis_wait (analysis, &error);
  g_assert_no_error (error);

  VenuleTrack *still = track_at (document, 15, fake_cells[1].x, fake_cells[1].y);
  g_assert_nonnull (still);
  g_assert_true (still == track_at (document, 45, fake_cells[1].x, fake_cells[1].y));
  g_assert_false (track_at (document, 15, 50, 40) == track_at (document, 45, 110, 40));
}

/* The fastest cell to follow is a number that somebody typed; no search is wider than the picture. */
static void
test_any_velocity_may_be_typed (void)
{
  FakeVideo video = fake_video_new (12);
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
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
test_picture_that_changes_size (void)
{
  FakeVideo video = fake_video_new (60);
  video.grows_at = 40;
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;

  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_false (venule_analysis_wait (analysis, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "40"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
}

static void
test_vanishing_video_keeps_tracks (void)
{
  FakeVideo video = fake_video_new (60);
  video.fails_at = 40;
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
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

/* Nothing is left of a run that came to no frame, and the one before is on view again. */
static void
test_video_that_is_gone_leaves_the_run_before (void)
{
  FakeVideo video = fake_video_new (60);
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  gint64 run;
  int fd = g_file_open_tmp ("venule-XXXXXX.venule", &path, NULL);

  g_close (fd, NULL);
  g_assert_true (venule_analysis_start (analysis, NULL));
  venule_analysis_wait (analysis, &error);
  g_assert_no_error (error);
  g_assert_true (venule_document_save (document, path, &error));
  g_assert_no_error (error);
  run = venule_document_get_run (document);
  g_assert_cmpint (run, >, 0);

  video.fails_at = 0;
  g_clear_object (&analysis);
  analysis = venule_analysis_new (document);
  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_false (venule_analysis_wait (analysis, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_assert_cmpint (venule_document_get_run (document), ==, run);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
  g_autoptr (GArray) runs = venule_document_dup_runs (document);
  g_assert_cmpuint (runs->len, ==, 1);
  g_remove (path);
}

/* Cancels a run before the first frame has been read. */
static void
cancel_at_once (VenuleDocument *document)
{
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;
  gint64 first, last;

  g_assert_true (venule_analysis_start (analysis, &error));
  g_assert_no_error (error);
  venule_analysis_cancel (analysis);
  venule_analysis_wait (analysis, &error);
  g_assert_no_error (error);
  g_assert_cmpint (venule_analysis_get_state (analysis), ==, VENULE_ANALYSIS_CANCELLED);
  venule_analysis_get_range (analysis, &first, &last);
  g_assert_cmpint (last, <, first);
}

static void
test_cancelled_before_the_first_frame_is_no_run (void)
{
  FakeVideo video = fake_video_new (3);
  g_autoptr (VenuleDocument) document = NULL;
  g_autoptr (VenuleAnalysis) analysis = NULL;
  g_autoptr (GArray) none = NULL, one = NULL;

  video.delay = G_USEC_PER_SEC;
  document = fake_document_new (&video);
  cancel_at_once (document);
  g_assert_null (venule_document_get_run_settings (document));
  g_assert_null (venule_document_get_run_metadata (document));
  none = venule_document_dup_runs (document);
  g_assert_cmpuint (none->len, ==, 0);

  /* Nor does it take the place of one that is in memory alone. */
  video.delay = 0;
  analysis = venule_analysis_new (document);
  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
  video.delay = G_USEC_PER_SEC;
  cancel_at_once (document);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 3);
  g_assert_true (venule_document_get_run_metadata (document)->complete);
  one = venule_document_dup_runs (document);
  g_assert_cmpuint (one->len, ==, 1);
}

static void
test_range_beyond_the_end_is_said (void)
{
  FakeVideo video = fake_video_new (20);
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (document));
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;

  settings->last_frame = 100;
  venule_document_set_settings (document, settings);
  if (venule_analysis_start (analysis, &error))
    g_assert_false (venule_analysis_wait (analysis, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
}

static VenuleDocument *
analyse_indexed (const FakeVideo *video,
                 gboolean         table_first)
{
  VenuleDocument *document = fake_document_new (video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;
  VenuleAnalysisProgress progress;

  if (table_first)
    g_assert_true (venule_source_build_table (venule_document_get_source (document), NULL, NULL, NULL, NULL));
  g_assert_true (venule_analysis_start (analysis, &error));
  venule_analysis_wait (analysis, &error);
  g_assert_no_error (error);
  g_assert_true (venule_source_has_table (venule_document_get_source (document)));
  venule_analysis_get_progress (analysis, &progress);
  g_assert_cmpint (progress.frames_done, ==, video->n_frames);
  g_assert_cmpint (progress.frames_total, ==, video->n_frames);
  return document;
}

static void
assert_same_tracks (VenuleDocument *a,
                    VenuleDocument *b)
{
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (a)), ==, g_list_model_get_n_items (G_LIST_MODEL (b)));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (a)); i++)
    {
      g_autoptr (VenuleTrack) one = g_list_model_get_item (G_LIST_MODEL (a), i);
      g_autoptr (VenuleTrack) other = g_list_model_get_item (G_LIST_MODEL (b), i);
      guint n_one, n_other;
      const VenuleSpot *spots = venule_track_get_spots (one, &n_one);
      const VenuleSpot *others = venule_track_get_spots (other, &n_other);

      g_assert_cmpuint (n_one, ==, n_other);
      for (guint k = 0; k < n_one; k++)
        {
          g_assert_cmpint (spots[k].frame, ==, others[k].frame);
          g_assert_cmpfloat (spots[k].time, ==, others[k].time);
          g_assert_cmpfloat (spots[k].x, ==, others[k].x);
          g_assert_cmpfloat (spots[k].y, ==, others[k].y);
          g_assert_cmpfloat (spots[k].radius, ==, others[k].radius);
        }
    }
}

/* A run that goes beside the pass for the frame table begins with what the file's index promises. Where the table then
 * says something else, of the rate or of a single time, it begins anew: the results are those of a run that came
 * later. */
static void
test_results_do_not_depend_on_when_a_run_begins (void)
{
  double late[60], right[60];
  const double rates[] = { 30, 25, 30 };
  const double *times[] = { right, NULL, late };

  for (guint i = 0; i < 60; i++)
    {
      right[i] = i / 30.0;
      late[i] = i < 50 ? i / 30.0 : (i + 2) / 30.0;
    }
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      FakeVideo video = fake_video_new (60);
      g_autoptr (VenuleDocument) beside = NULL;
      g_autoptr (VenuleDocument) after = NULL;

      video.forecast_rate = rates[i];
      video.times = times[i];
      beside = analyse_indexed (&video, FALSE);
      after = analyse_indexed (&video, TRUE);
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (after)), ==, 3);
      assert_same_tracks (beside, after);
    }
}

static void
test_unknown_rate_is_refused (void)
{
  FakeVideo video = fake_video_new (20);
  video.frame_rate = 0;
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);
  g_autoptr (GError) error = NULL;

  g_assert_false (venule_analysis_start (analysis, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
}

static void
test_preview_finds_the_cells (void)
{
  FakeVideo video = fake_video_new (1);
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

      for (guint k = 0; k < FAKE_CELLS; k++)
        nearest = MIN (nearest, hypot (detection->x - fake_cells[k].x, detection->y - fake_cells[k].y));
      g_assert_cmpfloat (nearest, <, 1.5);
    }

  /* A crop around one of them: only that one. */
  venule_vessel_set_rectangle (settings->vessel, 20, 55, 100, 40, 0);
  g_autoptr (GArray) inside = venule_detect_in_frame (frame, settings, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (inside->len, ==, 1);
  g_assert_false (g_array_index (inside, VenuleDetection, 0).bright);
}

/* Uniform noise of ±12 on a slope: variance 12·13/3 = 52 (integers), half of it in a central difference. The slope is
 * no noise. */
static void
test_noise_of_the_camera_is_measured (void)
{
  g_autoptr (VenuleFrame) frame = venule_frame_new (200, 100, 8);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_auto (VenuleRoiPlanes) roi = { 0 };

  g_assert_true (venule_roi_planes_init (&roi, NULL, 200, 100, settings, NULL));
  for (int noise = 0; noise <= 12; noise += 12)
    {
      for (int y = 0; y < 100; y++)
        for (int x = 0; x < 200; x++)
          frame->data[y * frame->stride + x] = (guint8) (40 + x / 2 + g_test_rand_int_range (-noise, noise + 1));
      venule_roi_planes_set_contrast (&roi, frame);

      double expected = noise * (noise + 1) / 3.0 / 2 * roi.scale * roi.scale;
      g_assert_cmpfloat_with_epsilon (roi.gradient_noise, expected, 0.1 * expected + 0.3);
    }
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
  g_test_add_func ("/analysis/run-names-its-network", test_run_names_its_network);
  g_test_add_func ("/analysis/nothing-in-an-empty-picture", test_nothing_in_an_empty_picture);
  g_test_add_func ("/analysis/threads-do-not-matter", test_threads_do_not_matter);
  g_test_add_func ("/analysis/repeated-and-backward-times", test_repeated_and_backward_times);
  g_test_add_func ("/analysis/long-gap-in-the-recording", test_long_gap_in_the_recording);
  g_test_add_func ("/analysis/any-velocity-may-be-typed", test_any_velocity_may_be_typed);
  g_test_add_func ("/analysis/picture-that-changes-size", test_picture_that_changes_size);
  g_test_add_func ("/analysis/vanishing-video-keeps-tracks", test_vanishing_video_keeps_tracks);
  g_test_add_func ("/analysis/video-that-is-gone-leaves-the-run-before",
                   test_video_that_is_gone_leaves_the_run_before);
  g_test_add_func ("/analysis/results-do-not-depend-on-when-a-run-begins",
                   test_results_do_not_depend_on_when_a_run_begins);
  g_test_add_func ("/analysis/cancelled-before-the-first-frame-is-no-run",
                   test_cancelled_before_the_first_frame_is_no_run);
  g_test_add_func ("/analysis/range-beyond-the-end", test_range_beyond_the_end_is_said);
  g_test_add_func ("/analysis/unknown-rate-is-refused", test_unknown_rate_is_refused);
  g_test_add_func ("/analysis/preview-finds-the-cells", test_preview_finds_the_cells);

  g_test_add_func ("/analysis/noise-of-the-camera-is-measured", test_noise_of_the_camera_is_measured);

  return g_test_run ();
}
