/* test-kymograph.c: place and time of discs that move at known speeds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-kymograph.h"

#include <math.h>

#include "made-video-source.h"
#include "venule-centreline-make.h"
#include "venule-kymograph-plot.h"

#define ALWAYS .hidden_from = -1, .hidden_to = -1

static VenuleKymographLine *
make_line (double                width,
           VenuleKymographAcross across,
           guint                 n,
           const VenulePoint    *points)
{
  VenuleKymographLine *line = venule_kymograph_line_new ();

  line->width = width;
  line->across = across;
  g_array_append_vals (line->points, points, n);

  return line;
}

#define LINE(width, across, ...)                                                                                       \
  make_line (width, across, sizeof (VenulePoint[]) { __VA_ARGS__ } / sizeof (VenulePoint),                             \
             (VenulePoint[]) { __VA_ARGS__ })

static VenuleKymograph *
make_picture (VenuleDocument      *document,
              VenuleKymographLine *line)
{
  VenuleKymograph *picture = venule_kymograph_new (document, line);
  g_autoptr(GError) error = NULL;

  g_assert_nonnull (picture);
  g_assert_true (venule_kymograph_make (picture, venule_document_get_source (document), NULL, NULL, NULL, &error));
  g_assert_no_error (error);

  return picture;
}

/* The middle of what is brighter than @dark in a row, px along the line. */
static double
find_bright (const VenuleKymograph *picture,
             int                    row,
             int                    dark)
{
  double sum = 0, along = 0;

  for (int i = 0; i < picture->length; i++)
    {
      double bright = MAX (picture->gray[(gsize) row * picture->length + i] - dark, 0);

      sum += bright;
      along += bright * i;
    }
  g_assert_cmpfloat (sum, >, 0);

  return along / sum;
}

/* The slope of what is bright over some rows, px a row. */
static double
find_slope (const VenuleKymograph *picture,
            int                    first,
            int                    last)
{
  double n = last - first + 1, mean = (first + last) / 2.0, xy = 0, xx = 0;

  for (int row = first; row <= last; row++)
    {
      xy += (row - mean) * find_bright (picture, row, 190);
      xx += (row - mean) * (row - mean);
    }
  g_assert_cmpfloat (n, >=, 5);

  return xy / xx;
}

/* One bright disc at 3 px a frame, not on the line but beside it. */
static void
test_a_moving_disc_is_a_slanting_line (void)
{
  const FakeCell cell = { .x = 30, .y = 70, .step = 3, .radius = 6, .contrast = 60, ALWAYS };
  FakeVideo video = fake_video_new (60);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(VenuleKymographLine) line = LINE (40, VENULE_KYMOGRAPH_CHANGE, { 0, 75 }, { 319, 75 });
  g_autoptr(VenuleKymograph) picture = NULL;

  video.cells = &cell;
  video.n_cells = 1;
  document = fake_document_new (&video);
  picture = make_picture (document, line);
  g_assert_cmpint (picture->length, ==, 320);
  g_assert_cmpint (picture->n_rows, ==, 60);
  for (int row = 0; row < picture->n_rows; row++)
    g_assert_cmpfloat_with_epsilon (find_bright (picture, row, 190), 30 + 3 * row, 2.5);
  g_assert_cmpfloat_with_epsilon (find_slope (picture, 5, 55), 3, 0.02);
}

/* Along a line that is turned by an angle, a speed is seen with the cosine of it, whichever way the pixels lie. */
static void
test_a_turned_line (void)
{
  const FakeCell cell = { .x = 20, .y = 75, .step = 2, .radius = 6, .contrast = 60, ALWAYS };

  for (double degrees = -50; degrees <= 50; degrees += 25)
    {
      double c = cos (degrees * G_PI / 180), s = sin (degrees * G_PI / 180);
      FakeVideo video = fake_video_new (40);
      g_autoptr(VenuleDocument) document = NULL;
      g_autoptr(VenuleKymographLine) line = LINE (60, VENULE_KYMOGRAPH_CHANGE, { 60 - 60 * c, 75 - 60 * s },
                                                  { 60 + 60 * c, 75 + 60 * s });
      g_autoptr(VenuleKymograph) picture = NULL;

      video.cells = &cell;
      video.n_cells = 1;
      document = fake_document_new (&video);
      picture = make_picture (document, line);
      /* The centre of the disc passes that of the line in frame 20; it stays within the width for 10 frames on both
       * sides. */
      g_assert_cmpfloat_with_epsilon (find_slope (picture, 14, 26), 2 * c, 0.12);
      g_assert_cmpfloat_with_epsilon (find_bright (picture, 20, 190), 60, 2.5);
    }
}

/* Round a corner: a disc that goes straight on is slower along the second part, by the cosine of the corner. */
static void
test_a_bent_line (void)
{
  const FakeCell cell = { .x = 20, .y = 75, .step = 2, .radius = 5, .contrast = 60, ALWAYS };
  FakeVideo video = fake_video_new (100);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(VenuleKymographLine) line = LINE (80, VENULE_KYMOGRAPH_CHANGE, { 20, 75 }, { 140, 75 }, { 220, 135 });
  g_autoptr(VenuleKymograph) picture = NULL;
  double along, beside;

  video.cells = &cell;
  video.n_cells = 1;
  document = fake_document_new (&video);
  picture = make_picture (document, line);
  g_assert_cmpint (picture->length, ==, 221);
  g_assert_cmpfloat_with_epsilon (find_slope (picture, 5, 48), 2, 0.02);
  g_assert_cmpfloat_with_epsilon (find_slope (picture, 70, 80), 2 * 0.8, 0.1);

  g_assert_true (venule_kymograph_project (picture, 0, 70, 70, &along, &beside));
  g_assert_cmpfloat_with_epsilon (along, 50, 1e-9);
  g_assert_cmpfloat_with_epsilon (beside, -5, 1e-9);
  g_assert_true (venule_kymograph_project (picture, 0, 180, 105, &along, &beside));
  g_assert_cmpfloat_with_epsilon (along, 170, 1e-9);
  g_assert_cmpfloat_with_epsilon (beside, 0, 1e-9);
  /* Beyond its ends, and beside its width. */
  g_assert_false (venule_kymograph_project (picture, 0, 10, 75, &along, NULL));
  g_assert_false (venule_kymograph_project (picture, 0, 240, 150, &along, NULL));
  g_assert_false (venule_kymograph_project (picture, 0, 70, 20, &along, NULL));
}

/* There and back again, anywhere beside any line without sharp corners. */
static void
test_projecting_is_the_inverse_of_placing (void)
{
  for (int k = 0; k < 200; k++)
    {
      VenuleKymographLine *line = venule_kymograph_line_new ();
      double angle = g_test_rand_double_range (0, 2 * G_PI);
      VenulePoint point = { g_test_rand_double_range (-50, 50), g_test_rand_double_range (-50, 50) };
      double length;

      line->width = 20;
      for (int i = 0; i < 6; i++)
        {
          g_array_append_val (line->points, point);
          angle += g_test_rand_double_range (-0.15, 0.15);
          point.x += 60 * cos (angle);
          point.y += 60 * sin (angle);
        }
      length = venule_kymograph_line_length (line);
      g_assert_cmpfloat_with_epsilon (length, 300, 1e-9);
      for (int i = 0; i < 20; i++)
        {
          /* Not in the wedges at the corners, which no place along the line leads to, or two. */
          double piece = g_test_rand_int_range (0, 5), along = 60 * piece + g_test_rand_double_range (2, 58);
          double beside = g_test_rand_double_range (-10, 10), found, side;
          VenulePoint place = venule_kymograph_line_at (line, along, beside, NULL);

          g_assert_true (venule_kymograph_line_project (line, place.x, place.y, 10.001, &found, &side));
          g_assert_cmpfloat_with_epsilon (found, along, 1e-6);
          g_assert_cmpfloat_with_epsilon (side, beside, 1e-6);
        }
      venule_kymograph_line_free (line);
    }
}

/* Where across the line a cell was is known, so that a track can be drawn in the picture. */
static void
test_the_side_of_a_cell (void)
{
  const FakeCell cell = { .x = 30, .y = 83, .step = 3, .radius = 6, .contrast = 60, ALWAYS };
  FakeVideo video = fake_video_new (40);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(VenuleKymographLine) line = LINE (50, VENULE_KYMOGRAPH_MEAN, { 0, 70 }, { 319, 70 });
  g_autoptr(VenuleKymograph) picture = NULL;

  video.cells = &cell;
  video.n_cells = 1;
  document = fake_document_new (&video);
  picture = make_picture (document, line);
  for (int row = 0; row < 40; row++)
    g_assert_cmpfloat_with_epsilon (venule_kymograph_get_side (picture, row, 30 + 3 * row), 13, 6);
}

/* The mean across n px of what is bright for m of them is m / n of it; the maximum is all of it, however broad the line
 * is. */
static void
test_the_width (void)
{
  const FakeCell cell = { .x = 30, .y = 75, .step = 3, .radius = 8, .contrast = 100, ALWAYS };
  const double widths[] = { 31, 63, 95 };
  double contrast[2][3];

  for (guint across = 0; across < 2; across++)
    {
      for (guint k = 0; k < 3; k++)
        {
          FakeVideo video = fake_video_new (60);
          g_autoptr(VenuleDocument) document = NULL;
          g_autoptr(VenuleKymographLine) line =
            LINE (widths[k], across == 0 ? VENULE_KYMOGRAPH_MEAN : VENULE_KYMOGRAPH_MAXIMUM, { 0, 75 }, { 319, 75 });
          g_autoptr(VenuleKymograph) picture = NULL;

          video.cells = &cell;
          video.n_cells = 1;
          document = fake_document_new (&video);
          picture = make_picture (document, line);
          contrast[across][k] = picture->white - picture->black;
        }
    }
  /* 16 of 32, 64 and 96 px; the noise is 6 gray levels at most, of the mean much less. */
  g_assert_cmpfloat_with_epsilon (contrast[0][0], 50, 8);
  g_assert_cmpfloat_with_epsilon (contrast[0][1], 25, 6);
  g_assert_cmpfloat_with_epsilon (contrast[0][2], 16.7, 5);
  for (guint k = 0; k < 3; k++)
    g_assert_cmpfloat_with_epsilon (contrast[1][k], 120, 25);
}

/* A picture that moves as a whole by 1.5 px a frame: what moves with it stands still, and what moves at 3.5 px does so
 * by 2. */
static void
test_the_shift_is_taken_off (void)
{
  const FakeCell cell = { .x = 30, .y = 75, .step = 3.5, .radius = 6, .contrast = 60, ALWAYS };
  FakeVideo video = fake_video_new (50);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(VenuleKymographLine) line = LINE (30, VENULE_KYMOGRAPH_CHANGE, { 0, 75 }, { 240, 75 });
  g_autoptr(VenuleKymograph) picture = NULL;
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  VenuleTrack *track = venule_track_new (1);
  VenulePoint place;
  double along;

  /* The shift is not known in all frames: in between it is by a line. */
  for (gint64 frame = 0; frame < 50; frame += frame < 10 || frame > 20 ? 1 : 5)
    {
      const VenuleSpot spot = { .frame = frame, .time = frame / 30.0, .x = 30 + 3.5 * frame, .y = 75, .radius = 6,
                                .shift_x = 1.5f * frame };

      venule_track_add_spot (track, &spot);
    }
  g_ptr_array_add (tracks, track);
  video.cells = &cell;
  video.n_cells = 1;
  document = fake_document_new (&video);
  venule_document_begin_run (document, venule_document_get_settings (document));
  venule_document_finish_run (document, tracks);
  picture = make_picture (document, line);
  for (gint64 frame = 0; frame < 50; frame++)
    g_assert_cmpfloat_with_epsilon (venule_kymograph_shift_at (picture, frame).x, 1.5 * frame, 1e-4);
  g_assert_cmpfloat_with_epsilon (find_slope (picture, 3, 46), 2, 0.02);

  g_assert_true (venule_kymograph_project (picture, 10, 30 + 35, 75, &along, NULL));
  g_assert_cmpfloat_with_epsilon (along, 30 + 20, 1e-4);
  place = venule_kymograph_place (picture, 10, along, 0);
  g_assert_cmpfloat_with_epsilon (place.x, 65, 1e-4);
}

/* Frames that came at uneven times lie at those times. */
static void
test_times (void)
{
  static const double times[] = { 0, 0.1, 0.2, 1.2, 1.3, 3.3 };
  FakeVideo video = fake_video_new (6);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(VenuleKymographLine) line = LINE (5, VENULE_KYMOGRAPH_CHANGE, { 0, 75 }, { 100, 75 });
  g_autoptr(VenuleKymograph) picture = NULL;

  video.times = times;
  video.forecast_rate = 30;
  document = fake_document_new (&video);
  g_assert_true (venule_source_build_table (venule_document_get_source (document), NULL, NULL, NULL, NULL));
  picture = venule_kymograph_new (document, line);
  for (int row = 0; row < 6; row++)
    {
      g_assert_cmpfloat_with_epsilon (venule_kymograph_time_of_row (picture, row), times[row], 1e-9);
      g_assert_cmpfloat_with_epsilon (venule_kymograph_row_of_time (picture, times[row]), row, 1e-9);
    }
  g_assert_cmpfloat_with_epsilon (venule_kymograph_row_of_time (picture, 0.7), 2.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (venule_kymograph_time_of_row (picture, -0.5), -0.05, 1e-9);
  g_assert_cmpfloat_with_epsilon (venule_kymograph_time_of_row (picture, 5.5), 4.3, 1e-9);
  for (int i = 0; i < 100; i++)
    {
      double row = g_test_rand_double_range (-0.5, 5.5);

      g_assert_cmpfloat_with_epsilon (venule_kymograph_row_of_time (picture,
                                                                    venule_kymograph_time_of_row (picture, row)),
                                      row, 1e-9);
    }
}

/* Its row is as high as a frame lasts. */
static void
test_times_of_one_frame (void)
{
  static const double times[] = { 0.2 };
  FakeVideo video = fake_video_new (1);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(VenuleKymographLine) line = LINE (5, VENULE_KYMOGRAPH_CHANGE, { 0, 75 }, { 100, 75 });
  g_autoptr(VenuleKymograph) picture = NULL;

  video.times = times;
  video.forecast_rate = 30;
  document = fake_document_new (&video);
  g_assert_true (venule_source_build_table (venule_document_get_source (document), NULL, NULL, NULL, NULL));
  picture = venule_kymograph_new (document, line);
  g_assert_cmpint (picture->n_rows, ==, 1);
  g_assert_cmpfloat_with_epsilon (venule_kymograph_time_of_row (picture, -0.5), 0.2 - 0.5 / 30, 1e-9);
  g_assert_cmpfloat_with_epsilon (venule_kymograph_time_of_row (picture, 0.5), 0.2 + 0.5 / 30, 1e-9);
  g_assert_cmpfloat_with_epsilon (venule_kymograph_row_of_time (picture, 0.2 + 0.5 / 30), 0.5, 1e-9);
}

/* Of a very long video every third frame or so is enough to be seen. */
static void
test_long_videos (void)
{
  FakeVideo video = fake_video_new (50000);
  g_autoptr(VenuleDocument) document = fake_document_new (&video);
  g_autoptr(VenuleKymographLine) line = LINE (5, VENULE_KYMOGRAPH_CHANGE, { 0, 75 }, { 100, 75 });
  g_autoptr(VenuleKymograph) picture = venule_kymograph_new (document, line);

  g_assert_cmpint (picture->step, ==, 3);
  g_assert_cmpint (picture->n_rows, ==, 16667);
  g_assert_cmpfloat_with_epsilon (venule_kymograph_row_of_frame (picture, 300), 100, 1e-9);
  g_assert_cmpint (venule_kymograph_frame_of_row (picture, 100.4), ==, 301);
  g_assert_cmpint (venule_kymograph_frame_of_row (picture, -5), ==, 0);
  g_assert_cmpint (venule_kymograph_frame_of_row (picture, 1e6), ==, 49998);
}

/* A crop that is turned, with the flow along it. */
static void
test_axis_of_the_vessel (void)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(VenuleKymographLine) line = venule_kymograph_line_new ();
  g_autoptr(VenuleKymographLine) axis = NULL;
  const VenulePoint *points;

  g_assert_true (venule_vessel_parse_rectangle (settings->vessel, "100,50,200,40,90", NULL));
  settings->vessel->flow_x = 0;
  settings->vessel->flow_y = -1; /* upwards */
  axis = venule_kymograph_line_resolve (line, settings, 400, 300);
  g_assert_cmpfloat_with_epsilon (axis->width, 40, 0.01);
  points = (const VenulePoint *) (gpointer) axis->points->data;
  g_assert_cmpuint (axis->points->len, ==, 2);
  g_assert_cmpfloat_with_epsilon (points[0].x, points[1].x, 0.01);
  g_assert_cmpfloat_with_epsilon (points[0].y - points[1].y, 200, 0.01);
}

/* Around a quarter of a circle of 100 px about (50, 50); the vessel is 30 px wide. */
static void
test_axis_of_a_vessel_that_bends (void)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autoptr(VenuleKymographLine) line = venule_kymograph_line_new (), axis = NULL;
  g_autoptr(VenuleCentreline) centreline = NULL;
  VenulePoint corners[40];

  for (guint i = 0; i < G_N_ELEMENTS (corners); i++)
    {
      double angle = G_PI / 2 * (i < 20 ? i : 39 - i) / 19, radius = i < 20 ? 115 : 85;

      corners[i] = (VenulePoint){ 50 + radius * cos (angle), 50 + radius * sin (angle) };
    }
  venule_vessel_set_polygon (settings->vessel, corners, G_N_ELEMENTS (corners));
  settings->vessel->flow_x = -1;
  settings->vessel->flow_y = 1;
  centreline = venule_centreline_new (settings->vessel, measures, 400, 300);
  venule_vessel_set_centreline (settings->vessel, centreline);
  axis = venule_kymograph_line_resolve (line, settings, 400, 300);

  g_assert_cmpfloat_with_epsilon (axis->width, 30, 2);
  g_assert_cmpfloat_with_epsilon (venule_kymograph_line_length (axis), G_PI / 2 * 100, 8);
  g_assert_cmpuint (axis->points->len, <, 30);
  for (double along = 20; along < 140; along += 5)
    {
      VenulePoint at = venule_kymograph_line_at (axis, along, 0, NULL);

      g_assert_cmpfloat_with_epsilon (hypot (at.x - 50, at.y - 50), 100, 2);
    }
}

static void
test_lines_as_text (void)
{
  static const char *const nonsense[] = {
    "", "VKL1", "VKL2 5 mean 1,2 3,4", "VKL1 5 median 1,2 3,4", "VKL1 5 mean 1,2", "VKL1 5 mean 1,2 1,2",
    "VKL1 -1 mean",
    "VKL1 nan mean", "VKL1 5 mean 1,2 3", "VKL1 5 mean 1,2 3,4,5", "VKL1 5 mean 1,2 3,x", "VKL1 5 mean 1,2 inf,4",
    "VKL1 5000 mean", "VKL1 5 mean 1,2 3,4 ",
  };
  g_autoptr(VenuleKymographLine) line = LINE (12.5, VENULE_KYMOGRAPH_MAXIMUM, { 1.25, -3 }, { 100, 0.1 }, { 7, 8 });
  g_autofree char *text = venule_kymograph_line_to_text (line);
  g_autoptr(VenuleKymographLine) read = venule_kymograph_line_from_text (text);
  g_autoptr(VenuleKymographLine) axis = venule_kymograph_line_from_text ("VKL1 0 change");

  g_assert_cmpstr (text, ==, "VKL1 12.5 maximum 1.25,-3 100,0.10000000000000001 7,8");
  g_assert_nonnull (read);
  g_assert_true (venule_kymograph_line_equal (read, line));
  g_assert_nonnull (axis);
  g_assert_false (venule_kymograph_line_equal (axis, line));
  for (guint i = 0; i < G_N_ELEMENTS (nonsense); i++)
    g_assert_null (venule_kymograph_line_from_text (nonsense[i]));
}

/* The vertices of a trace: ends and bends stay, and what lies between them is within half a pixel of the line through
 * them. */
static void
test_traces (void)
{
  FakeVideo video = fake_video_new (400);
  g_autoptr(VenuleDocument) document = fake_document_new (&video);
  g_autoptr(VenuleKymographLine) line = LINE (40, VENULE_KYMOGRAPH_CHANGE, { 0, 75 }, { 319, 75 });
  g_autoptr(VenuleKymograph) picture = venule_kymograph_new (document, line);
  g_autoptr(VenuleTrack) track = venule_track_new (7);
  g_autoptr(VenuleKymographTrace) trace = NULL;
  guint n, next = 0;
  const VenulePlace *places;

  for (gint64 frame = 10; frame < 390; frame++)
    {
      double x = frame < 200 ? 0.5 * (double) frame : 100 + 1.0 * (double) (frame - 200);
      VenuleSpot spot = { .frame = frame, .time = (double) frame / 30, .x = x + g_test_rand_double_range (-0.1, 0.1),
                          .y = 75,
                          .radius = 6, .source = frame >= 300 && frame < 310
                          ? VENULE_SPOT_INTERPOLATED : VENULE_SPOT_TRACKED };

      /* A gap, and a way around that is not on the line. */
      if (frame >= 250 && frame < 260)
        continue;
      if (frame >= 340 && frame < 350)
        spot.y = 140;
      venule_track_add_spot (track, &spot);
    }
  trace = venule_kymograph_trace_new (picture, track, venule_document_get_settings (document));
  g_assert_cmpuint (trace->id, ==, 7);
  g_assert_cmpuint (trace->n, <, 30);
  g_assert_cmpfloat (trace->row_low, ==, 10);
  g_assert_cmpint (trace->vertices[0].part, ==, VENULE_KYMOGRAPH_APART);

  /* x grows up to 319, where the line ends. */
  g_assert_cmpfloat (trace->along_high, <=, 319.5);
  places = venule_track_get_places (track, &n);
  for (guint i = 0; i < n; i++)
    {
      const VenuleKymographVertex *from, *to;
      double row = (double) places[i].frame, along;

      if (!venule_kymograph_project (picture, places[i].frame, places[i].x, places[i].y, &along, NULL))
        continue;
      while (next + 2 < trace->n && trace->vertices[next + 1].row < row)
        next++;
      from = &trace->vertices[next];
      to = from + 1;
      if (to->row >= row && to->part != VENULE_KYMOGRAPH_APART)
        g_assert_cmpfloat_with_epsilon (from->along + (row - from->row) / (to->row - from->row) *
                                        (to->along - from->along), along, 0.5);
    }
  for (guint i = 0; i < trace->n; i++)
    {
      const VenuleKymographVertex *vertex = &trace->vertices[i];

      g_assert_cmpint (vertex->part == VENULE_KYMOGRAPH_GAP, ==, vertex->row == 260);
      if (vertex->row > 301 && vertex->row <= 309)
        g_assert_cmpint (vertex->part, ==, VENULE_KYMOGRAPH_FILLED);
      if (vertex->row == 350)
        g_assert_cmpint (vertex->part, ==, VENULE_KYMOGRAPH_APART);
      g_assert_false (vertex->row >= 340 && vertex->row < 350);
    }
}

/* In the figure a cell is at its place and time: a bright pixel on the streak, none far from it. */
static void
test_the_plot (void)
{
  const FakeCell cell = { .x = 30, .y = 75, .step = 3, .radius = 6, .contrast = 60, ALWAYS };
  FakeVideo video = fake_video_new (60);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(VenuleKymographLine) line = LINE (40, VENULE_KYMOGRAPH_CHANGE, { 0, 75 }, { 319, 75 });
  g_autoptr(VenuleKymograph) picture = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 600);
  cairo_t *cr = cairo_create (surface);
  VenuleKymographPlot plot;
  VenuleKymographBox box;
  const guint8 *data;

  video.cells = &cell;
  video.n_cells = 1;
  document = fake_document_new (&video);
  picture = make_picture (document, line);
  venule_kymograph_plot_init (&plot, picture, &venule_document_get_settings (document)->calibration);
  box = venule_kymograph_plot_get_box (640, 600, NULL);
  venule_kymograph_draw_image (cr, &box, &plot, 1);
  venule_kymograph_draw_curves (cr, &box, &plot, 1);
  venule_kymograph_draw_axes (cr, &box, &plot, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  for (int row = 5; row < 55; row += 5)
    {
      int y = (int) venule_kymograph_plot_y (&plot, &box, venule_kymograph_time_of_row (picture, row));
      int x = (int) venule_kymograph_plot_x (&plot, &box, 30 + 3 * row);
      int away = (int) venule_kymograph_plot_x (&plot, &box, 30 + 3 * row > 160 ? 3 * row - 30 : 3 * row + 90);
      const guint8 *pixels = data + (gsize) y * cairo_image_surface_get_stride (surface);

      g_assert_cmpint (pixels[4 * x], >, 200);
      g_assert_cmpint (pixels[4 * away], <, 170);
    }
  cairo_surface_destroy (surface);
}

static void
test_a_video_that_fails (void)
{
  FakeVideo video = fake_video_new (30);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(VenuleKymographLine) line = venule_kymograph_line_new ();
  g_autoptr(VenuleKymograph) picture = NULL;
  g_autoptr(GError) error = NULL;

  video.fails_at = 20;
  document = fake_document_new (&video);
  picture = venule_kymograph_new (document, line);
  g_assert_false (venule_kymograph_make (picture, venule_document_get_source (document), NULL, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_assert_null (picture->gray);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/kymograph/a moving disc is a slanting line", test_a_moving_disc_is_a_slanting_line);
  g_test_add_func ("/kymograph/a turned line", test_a_turned_line);
  g_test_add_func ("/kymograph/a bent line", test_a_bent_line);
  g_test_add_func ("/kymograph/projecting is the inverse of placing", test_projecting_is_the_inverse_of_placing);
  g_test_add_func ("/kymograph/the side of a cell", test_the_side_of_a_cell);
  g_test_add_func ("/kymograph/the width", test_the_width);
  g_test_add_func ("/kymograph/the shift is taken off", test_the_shift_is_taken_off);
  g_test_add_func ("/kymograph/times", test_times);
  g_test_add_func ("/kymograph/times of one frame", test_times_of_one_frame);
  g_test_add_func ("/kymograph/long videos", test_long_videos);
  g_test_add_func ("/kymograph/axis of the vessel", test_axis_of_the_vessel);
  g_test_add_func ("/kymograph/axis of a vessel that bends", test_axis_of_a_vessel_that_bends);
  g_test_add_func ("/kymograph/lines as text", test_lines_as_text);
  g_test_add_func ("/kymograph/traces", test_traces);
  g_test_add_func ("/kymograph/the plot", test_the_plot);
  g_test_add_func ("/kymograph/a video that fails", test_a_video_that_fails);

  return g_test_run ();
}
