/* test-warning.c: misleading results give a warning, and only these
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "make-track.h"
#include "venule-centreline-make.h"
#include "venule-classify.h"
#include "venule-warning.h"

/* Cells of 20 px in a recording of @rate frames a second, for a second. */
typedef struct {
  GPtrArray      *tracks;
  VenuleSettings *settings;
  double          rate, seconds;
  double          score, breathing; /* px across the arrow, to either side */
  int             unregistered;
  guint           lost;
  VenuleLight    *light;
} Recording;

static void
set_up (Recording     *self,
        gconstpointer  data)
{
  self->tracks = g_ptr_array_new_with_free_func (g_object_unref);
  self->settings = make_settings ();
  self->rate = 30;
  self->seconds = 1;
  self->score = 0.9;
}

static void
tear_down (Recording     *self,
           gconstpointer  data)
{
  g_ptr_array_unref (self->tracks);
  venule_light_unref (self->light);
  venule_settings_free (self->settings);
}

/* @n cells from @slowest to @fastest px/s, in the direction @degrees clockwise from the arrow. */
static void
add_cells (Recording *self,
           guint      n,
           double     slowest,
           double     fastest,
           double     degrees,
           double     radius)
{
  int n_frames = (int) round (self->seconds * self->rate);

  for (guint i = 0; i < n; i++)
    {
      VenuleTrack *track = venule_track_new (self->tracks->len + 1);
      double speed = n > 1 ? slowest + (fastest - slowest) * i / (n - 1) : slowest;

      for (int k = 0; k <= n_frames; k++)
        {
          double way = speed * k / self->rate, shift = k % 2 == 0 ? self->breathing : -self->breathing;
          VenuleSpot spot = { .frame = k, .time = k / self->rate, .radius = radius, .score = (float) self->score,
                              .shift_y = (float) shift,
                              .x = 100 + way * cos (degrees * G_PI / 180),
                              .y = 100 + shift + way * sin (degrees * G_PI / 180) };

          venule_track_add_spot (track, &spot);
        }
      venule_track_set_quality (track, 0.9);
      g_ptr_array_add (self->tracks, track);
    }
}

/* At one place of the picture, found to 0.3 px. */
static void
add_letter (Recording *self)
{
  VenuleTrack *track = venule_track_new (self->tracks->len + 1);

  for (int k = 0; k <= (int) round (self->seconds * self->rate); k++)
    {
      VenuleSpot spot = { .frame = k, .time = k / self->rate, .radius = 10, .score = (float) self->score,
                          .x = 300 + (k % 3 - 1) * 0.3,
                          .y = 100, .shift_y = (float) (k % 2 == 0 ? self->breathing : -self->breathing) };

      venule_track_add_spot (track, &spot);
    }
  g_ptr_array_add (self->tracks, track);
}

static GPtrArray *
look (Recording *self)
{
  venule_classify_tracks (self->tracks, self->settings);

  return venule_warning_list (self->tracks, self->settings, 1, self->unregistered, 90, self->lost, self->light,
                              self->rate);
}

static void
assert_quiet (Recording *self)
{
  g_autoptr (GPtrArray) warnings = look (self);

  g_assert_cmpuint (warnings->len, ==, 0);
}

/* One warning, and parts of its sentence. */
static void
assert_told (Recording  *self,
             const char *id,
             const char *first,
             const char *second)
{
  g_autoptr (GPtrArray) warnings = look (self);
  const VenuleWarning *warning;

  g_assert_cmpuint (warnings->len, ==, 1);
  warning = g_ptr_array_index (warnings, 0);
  g_test_message ("%s", warning->sentence);
  g_assert_cmpstr (warning->id, ==, id);
  g_assert_nonnull (strstr (warning->sentence, first));
  g_assert_nonnull (strstr (warning->sentence, second));
}

/* The only one's figure @name. */
static void
assert_figure (Recording  *self,
               const char *name,
               double      value,
               double      tolerance)
{
  g_autoptr (GPtrArray) warnings = look (self);
  const VenuleWarning *warning = g_ptr_array_index (warnings, 0);

  for (guint i = 0; i < warning->n_figures; i++)
    if (g_str_equal (warning->figures[i].name, name))
      {
        g_assert_cmpfloat_with_epsilon (warning->figures[i].value, value, tolerance);
        return;
      }
  g_error ("%s has no %s", warning->id, name);
}

/* The only warning's, or the last one's. */
static void
assert_offer (Recording *self,
              double     degrees)
{
  g_autoptr (GPtrArray) warnings = look (self);
  const VenuleWarning *warning = g_ptr_array_index (warnings, warnings->len - 1);
  g_autofree char *flow = venule_vessel_dup_flow (cos (degrees * G_PI / 180), sin (degrees * G_PI / 180));

  g_assert_cmpstr (warning->flow, ==, flow);
}

static void
test_usual_recordings_are_quiet (Recording     *self,
                                 gconstpointer  data)
{
  add_cells (self, 1, 0, 0, 0, 10);
  assert_quiet (self);
  add_cells (self, 20, 20, 150, 5, 10.5);
  add_cells (self, 4, 0, 0, 0, 9.5);
  add_cells (self, 8, 800, 1400, -3, 10);
  add_cells (self, 2, 60, 60, 90, 10);
  assert_quiet (self);
}

static void
test_an_arrow_the_wrong_way_round_is_told (Recording     *self,
                                           gconstpointer  data)
{
  add_cells (self, 20, 20, 150, 5, 10);
  self->settings->vessel->flow_x = -1;
  assert_told (self, VENULE_WARNING_AGAINST_FLOW, "against the arrow", "reverse it");
  assert_offer (self, 0);
}

static void
test_what_nobody_confirmed_is_told (Recording     *self,
                                    gconstpointer  data)
{
  add_cells (self, 20, 20, 150, 5, 10.5);
  self->settings->proposed = VENULE_PROPOSED_VESSEL | VENULE_PROPOSED_CELL_DIAMETER;
  assert_told (self, "proposed", "not confirmed", "vessel, cell diameter");
}

static void
test_nothing_found_is_told (Recording     *self,
                            gconstpointer  data)
{
  assert_told (self, VENULE_WARNING_NO_CELLS, "No cell", "sensitivity");
}

static void
test_a_single_search_is_told (Recording     *self,
                              gconstpointer  data)
{
  add_cells (self, 20, 20, 150, 0, 10);
  self->settings->detect_interval = 89;
  assert_quiet (self);
  self->settings->detect_interval = 90;
  assert_told (self, "one-search", "first of 90 frames", "interval is 90 frames");
  assert_figure (self, "interval_frames", 90, 1e-6);
}

/* 20 cells with 31 detections each. */
static void
test_lost_cells_are_told (Recording     *self,
                          gconstpointer  data)
{
  g_autoptr (GPtrArray) of_interval = NULL;

  add_cells (self, 20, 20, 150, 0, 10);
  self->lost = 18;
  assert_quiet (self);
  self->lost = 30;
  assert_told (self, "lost-cells", "30 of 650 clear detections", "higher frame rate");
  assert_figure (self, "detections", 30, 1e-6);
  assert_figure (self, "of_detections", 650, 1e-6);
  of_interval = venule_warning_list (self->tracks, self->settings, 6, 0, 90, 30, NULL, 0);
  g_assert_nonnull (strstr (((const VenuleWarning *) of_interval->pdata[0])->sentence, "interval of 6 frames"));

  g_ptr_array_set_size (self->tracks, 1);
  self->lost = 4;
  assert_quiet (self);
}

static void
test_unknown_movement_is_told (Recording     *self,
                               gconstpointer  data)
{
  add_cells (self, 20, 20, 150, 0, 10);
  self->unregistered = 30;
  assert_told (self, "tissue-movement", "30 of 90 frames", "cut");
  assert_figure (self, "frames", 30, 1e-6);
  assert_figure (self, "of_frames", 90, 1e-6);
  self->unregistered = 89;
  assert_told (self, "tissue-movement", "no stationary structure", "breathing");
}

/* A sine of three frames with a standard deviation of @flicker, a drift, and a jump in the middle. */
static void
set_light (Recording *self,
           double     flicker,
           double     drift,
           double     jump,
           double     saturated,
           guint      grays)
{
  float frames[90];

  for (int i = 0; i < 90; i++)
    frames[i] = (float) (100 * (1 + sin (2 * G_PI * i / 3) * M_SQRT2 * flicker + drift * i / 89) *
                         (i < 45 ? 1 : 1 + jump));
  g_clear_pointer (&self->light, venule_light_unref);
  self->light = venule_light_new (frames, 90, saturated, grays);
}

static void
test_light_that_varies_is_told (Recording     *self,
                                gconstpointer  data)
{
  add_cells (self, 20, 20, 150, 0, 10);
  set_light (self, 0.015, 0.05, 0.03, 0.004, 32);
  assert_quiet (self);
  set_light (self, 0.05, 0, 0, NAN, 0);
  assert_told (self, "flicker", "by 5.0 %, at 10.0 Hz", "as a lamp on 50 Hz mains");
  assert_figure (self, "flicker", 0.05, 0.002);
  assert_figure (self, "frequency_hz", 10, 0.1);
  set_light (self, 0, -0.3, 0, NAN, 0);
  assert_told (self, "light-drift", "(-35 % from the first frame to the last, -714 % a minute)",
               "warm up");
  assert_figure (self, "drift_a_minute", -0.353 / 89 * 30 * 60, 0.1);
  assert_figure (self, "drift", -0.353, 0.005);
  set_light (self, 0.01, 0, 0.25, NAN, 0);
  assert_told (self, "light-jumps", "jumps by +25 % at frame 45", "automatic exposure");
  assert_figure (self, "jumps", 1, 1e-6);
  assert_figure (self, "frame", 45, 1e-6);
}

static void
test_an_exposure_that_loses_something_is_told (Recording     *self,
                                               gconstpointer  data)
{
  add_cells (self, 20, 20, 150, 0, 10);
  set_light (self, 0, 0, 0, 0.012, 200);
  assert_told (self, "saturated", "1.2 % of the crop", "shorter exposure");
  assert_figure (self, "saturated", 0.012, 1e-9);
  set_light (self, 0, 0, 0, 0, 12);
  assert_told (self, "few-grays", "only 12 gray levels", "higher bit depth");
  assert_figure (self, "gray_levels", 12, 1e-6);
}

static void
test_a_crop_that_is_left_is_told (Recording     *self,
                                  gconstpointer  data)
{
  venule_vessel_set_rectangle (self->settings->vessel, 0, 50, 400, 100, 0);
  self->breathing = 12;
  add_cells (self, 10, 20, 150, 0, 10);
  assert_quiet (self);
  self->breathing = 20;
  add_cells (self, 10, 20, 150, 0, 10);
  assert_told (self, "crop-left", "40 px", "wider");
  assert_figure (self, "moved_px", 40, 1e-6);
}

/* Letters burnt into a video that breathes. What sticks to the tissue moves with it; where nothing moves nobody can
 * tell. */
static void
test_what_is_fixed_to_the_picture_is_told (Recording     *self,
                                           gconstpointer  data)
{
  self->breathing = 3;
  self->seconds = 2;
  add_cells (self, 8, 20, 150, 0, 10);
  add_cells (self, 4, 0, 0, 0, 10);
  assert_quiet (self);
  add_letter (self);
  assert_told (self, "fixed-to-picture", "1 of 13 cells stays", "scale bar");
  add_letter (self);
  assert_told (self, "fixed-to-picture", "2 of 14 cells stay", "draw the crop beside them");
  assert_figure (self, "cells", 2, 1e-6);

  self->breathing = 0;
  g_ptr_array_set_size (self->tracks, 0);
  add_cells (self, 8, 20, 150, 0, 10);
  add_letter (self);
  assert_quiet (self);
}

static void
test_cells_of_another_size_are_told (Recording     *self,
                                     gconstpointer  data)
{
  add_cells (self, 2, 20, 150, 0, 16);
  assert_quiet (self);
  add_cells (self, 10, 20, 150, 0, 16);
  assert_told (self, "cell-size", "32 px", "20 px");
  assert_figure (self, "median_px", 32, 1e-6);
  assert_figure (self, "expected_px", 20, 1e-6);
  self->settings->cell_diameter = 32;
  assert_quiet (self);
  self->settings->cell_diameter = 48;
  assert_told (self, "cell-size", "32 px", "48 px");
}

/* A pixel size with the point at the wrong place. */
static void
test_impossible_pixel_sizes_are_told (Recording     *self,
                                      gconstpointer  data)
{
  add_cells (self, 5, 20, 150, 0, 10);
  for (double um = 0.16; um < 1.5; um *= 1.2)
    {
      self->settings->calibration.pixel_size_um = um;
      assert_quiet (self);
    }
  self->settings->calibration.pixel_size_um = 36.3;
  assert_told (self, "pixel-size", "36.3 µm", "726 µm");
  assert_figure (self, "cell_um", 726, 1e-3);
  self->settings->calibration.pixel_size_um = 0.0363;
  assert_told (self, "pixel-size", "0.0363 µm", "0.726 µm");
}

/* Red cells have low scores, too, and more of them are not wanted. */
static void
test_tracks_that_are_no_cells_are_told (Recording     *self,
                                        gconstpointer  data)
{
  self->score = 0.4;
  add_cells (self, 20, 20, 150, 0, 10);
  for (guint i = 0; i < self->tracks->len; i++)
    venule_track_set_quality (self->tracks->pdata[i], i % 2 == 0 ? 0.1 : 0.7);
  assert_told (self, "doubtful-tracks", "most of the 20 tracks", "0.40");
  assert_figure (self, "mean_quality", 0.4, 1e-6);
  for (guint i = 0; i < self->tracks->len; i++)
    venule_track_set_edited (self->tracks->pdata[i], i % 2 == 0);
  assert_told (self, "faint-cells", "0.40", "0.7");
}

static void
test_a_vessel_that_cells_fill_is_told (Recording     *self,
                                       gconstpointer  data)
{
  g_autoptr (VenuleMeasureSettings) measures = venule_measure_settings_new ();

  add_cells (self, 8, 20, 150, 0, 10);
  for (double width = 26; width >= 24; width -= 2)
    {
      g_autoptr (VenuleCentreline) line = NULL;

      venule_vessel_set_rectangle (self->settings->vessel, 0, 100 - width / 2, 400, width, 0);
      line = venule_centreline_new (self->settings->vessel, measures, 640, 480);
      venule_vessel_set_centreline (self->settings->vessel, line);
      if (width > 25)
        assert_quiet (self);
      else
        assert_told (self, "vessel-filled", "20 px wide", "24 px");
    }
  assert_figure (self, "vessel_px", 24, 0.01);
}

/* Only what can be done about it is told, and not what follows from another fault. */
static void
test_faint_cells_are_told (Recording     *self,
                           gconstpointer  data)
{
  add_cells (self, 5, 20, 150, 0, 10);
  assert_quiet (self);
  self->score = 0.5;
  add_cells (self, 8, 20, 150, 0, 10);
  assert_told (self, "faint-cells", "0.50", "0.7");
  assert_figure (self, "median_score", 0.5, 0.002);
  self->settings->sensitivity = 0.7;
  assert_quiet (self);
  self->settings->sensitivity = 0.5;
  self->settings->detector = VENULE_DETECTOR_GICOV;
  assert_quiet (self);
  self->settings->detector = VENULE_DETECTOR_NETWORK;
  self->settings->cell_diameter = 12;
  assert_told (self, "cell-size", "20 px", "12 px");
}

static void
test_a_line_that_crosses_itself_is_told (Recording     *self,
                                         gconstpointer  data)
{
  const char *const lines[] = { "100,100 300,100 300,200", "100,100 300,100 200,200 200,50" };

  add_cells (self, 12, 30, 150, 0, 10);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (VenuleMeasureSettings) settings = venule_measure_settings_new ();
      g_autoptr (VenuleCentreline) line = NULL;

      g_assert_true (venule_measure_settings_set_value (settings, "centreline_px", lines[i], NULL));
      line = venule_centreline_new (self->settings->vessel, settings, 640, 480);
      venule_vessel_set_centreline (self->settings->vessel, line);
      if (i == 0)
        assert_quiet (self);
      else
        assert_told (self, "faulty-centreline", "crosses itself", "Correct");
    }
}

static void
test_an_askew_arrow_is_told (Recording     *self,
                             gconstpointer  data)
{
  g_autoptr (GPtrArray) both = NULL;

  add_cells (self, 12, 30, 150, 27, 10);
  add_cells (self, 4, 0, 0, 0, 10);
  assert_told (self, "askew-arrow", "27°", "11 %");
  assert_figure (self, "median_degrees", 27, 0.01);
  assert_figure (self, "velocity_lost", 0.109, 0.001);
  assert_offer (self, 27);

  /* To and fro is the same: that it is the wrong way round is told beside it. */
  self->settings->vessel->flow_x = -1;
  both = look (self);
  g_assert_cmpuint (both->len, ==, 2);
  g_assert_nonnull (strstr (((const VenuleWarning *) g_ptr_array_index (both, 1))->sentence, "27°"));
  g_assert_cmpstr (((const VenuleWarning *) g_ptr_array_index (both, 0))->flow, ==, "0.891,0.454");
  assert_offer (self, 27);

  self->settings->vessel->flow_x = cos (27 * G_PI / 180);
  self->settings->vessel->flow_y = sin (27 * G_PI / 180);
  assert_quiet (self);
}

/* Some of them go a little with it, and some against it. */
static void
test_an_arrow_across_the_flow_is_told (Recording     *self,
                                       gconstpointer  data)
{
  add_cells (self, 6, 30, 150, 88, 10);
  add_cells (self, 6, 30, 150, 92, 10);
  assert_told (self, "askew-arrow", "90°", "100 %");
  assert_offer (self, 90);

  add_cells (self, 1, 90, 90, 92, 10);
  assert_told (self, "askew-arrow", "88°", "97 %");
  assert_offer (self, 92);
}

static void
test_cells_that_crawl_any_way_have_no_axis (Recording     *self,
                                            gconstpointer  data)
{
  for (int i = 0; i < 12; i++)
    add_cells (self, 1, 60, 60, 15 + i * 7, 10);
  assert_quiet (self);
}

/* In two frames 60 px/s are 2 px: only what is faster can be told from standing. */
static void
test_cells_seen_too_briefly_are_told (Recording     *self,
                                      gconstpointer  data)
{
  self->seconds = 1 / self->rate;
  add_cells (self, 12, 5, 50, 0, 10);
  add_cells (self, 4, 80, 120, 0, 10);
  assert_told (self, "brief-cells", "12 of 16", "too high");
  assert_figure (self, "cells", 12, 1e-6);
  assert_figure (self, "of_cells", 16, 1e-6);
}

/* 150 px/s at 5 frames/s are 30 px a frame; they roll all the same. */
static void
test_leaping_cells_are_told (Recording     *self,
                             gconstpointer  data)
{
  self->rate = 5;
  self->seconds = 4;
  add_cells (self, 16, 10, 70, 0, 10);
  add_cells (self, 3, 100, 150, 0, 10);
  assert_quiet (self);
  add_cells (self, 5, 100, 150, 0, 10);
  assert_told (self, "leaping-cells", "8 of 24", "higher frame rate");
  assert_figure (self, "cells", 8, 1e-6);
  assert_figure (self, "of_rolling_cells", 24, 1e-6);
}

/* 200 to 700 px/s at 30 frames/s, and nothing but the step of 16 px, 480 px/s, parts them. */
static void
test_one_group_that_is_cut_is_told (Recording     *self,
                                    gconstpointer  data)
{
  add_cells (self, 26, 200, 700, 0, 10);
  self->settings->calibration.pixel_size_um = 0.5;
  assert_told (self, "rolling-border", "240 µm/s", "State the maximum velocity");
  assert_figure (self, "border_px_s", 480, 1e-6);

  self->settings->max_velocity = 480;
  assert_quiet (self);
}

#define ADD(name, function) g_test_add ("/warning/" name, Recording, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("usual-recordings-are-quiet", test_usual_recordings_are_quiet);
  ADD ("an-arrow-the-wrong-way-round-is-told", test_an_arrow_the_wrong_way_round_is_told);
  ADD ("what-nobody-confirmed-is-told", test_what_nobody_confirmed_is_told);
  ADD ("nothing-found-is-told", test_nothing_found_is_told);
  ADD ("a-single-search-is-told", test_a_single_search_is_told);
  ADD ("lost-cells-are-told", test_lost_cells_are_told);
  ADD ("unknown-movement-is-told", test_unknown_movement_is_told);
  ADD ("light-that-varies-is-told", test_light_that_varies_is_told);
  ADD ("an-exposure-that-loses-something-is-told", test_an_exposure_that_loses_something_is_told);
  ADD ("a-crop-that-is-left-is-told", test_a_crop_that_is_left_is_told);
  ADD ("what-is-fixed-to-the-picture-is-told", test_what_is_fixed_to_the_picture_is_told);
  ADD ("cells-of-another-size-are-told", test_cells_of_another_size_are_told);
  ADD ("impossible-pixel-sizes-are-told", test_impossible_pixel_sizes_are_told);
  ADD ("tracks-that-are-no-cells-are-told", test_tracks_that_are_no_cells_are_told);
  ADD ("a-vessel-that-cells-fill-is-told", test_a_vessel_that_cells_fill_is_told);
  ADD ("faint-cells-are-told", test_faint_cells_are_told);
  ADD ("a-line-that-crosses-itself-is-told", test_a_line_that_crosses_itself_is_told);
  ADD ("an-askew-arrow-is-told", test_an_askew_arrow_is_told);
  ADD ("an-arrow-across-the-flow-is-told", test_an_arrow_across_the_flow_is_told);
  ADD ("cells-that-crawl-any-way-have-no-axis", test_cells_that_crawl_any_way_have_no_axis);
  ADD ("cells-seen-too-briefly-are-told", test_cells_seen_too_briefly_are_told);
  ADD ("leaping-cells-are-told", test_leaping_cells_are_told);
  ADD ("one-group-that-is-cut-is-told", test_one_group_that_is_cut_is_told);

  return g_test_run ();
}
