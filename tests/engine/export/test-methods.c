/* test-methods.c: the paragraph for the methods section of a paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>
#include <math.h>
#include <string.h>

#include "fake-source.h"
#include "recording.h"
#include "venule-centreline-make.h"
#include "venule-diameter.h"
#include "venule-export-private.h"
#include "venule-flow-velocity.h"

static const double half_um = 0.5;

static void
write_parts (Recording         *recording,
             VenuleExportParts  parts)
{
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_export_write (&recording->results, parts, recording->folder, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
}

static void
test_the_paragraph_says_what_was_done (Recording     *recording,
                                       gconstpointer  pixel_size)
{
  g_autofree char *text = NULL;

  write_parts (recording, VENULE_EXPORT_METHODS);
  text = recording_read (recording, "methods.txt", NULL);
  g_assert_nonnull (strstr (text, "64 × 48 px, 8 bit, 5 frames"));
  g_assert_nonnull (strstr (text, "windows of 0.2 s"));
  g_assert_nonnull (strstr (text, pixel_size != NULL ? "cells that are faster than 240.0 µm/s, and those"
                                                     : "cells that are faster than 480.0 px/s, and those"));
  g_assert_nonnull (strstr (text, "in one of 3 frames"));
  g_assert_nonnull (strstr (text, "but for 2 frames"));
  g_assert_nonnull (strstr (text, "3 cells were tracked, 1 of them rolling, 1 stationary"));
  g_assert_nonnull (strstr (text, "adhesion could not be assessed"));
  g_assert_nonnull (strstr (text, "1 track was corrected by hand"));
  g_assert_nonnull (strstr (text, pixel_size != NULL ? "Rolling velocity: 15.0 µm/s (mean over cells; median "
                                                       "15.0; n = 1)"
                                                     : "Rolling velocity: 30.0 px/s (mean over cells; median 30.0; n "
                                                       "= 1)"));
  g_assert_null (strstr (text, "nan"));
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

/* In the paragraph, and in a table that may be kept alone; where all was typed there is no word of it. */
static void
test_what_was_proposed_is_told (Recording     *recording,
                                gconstpointer  data)
{
  static const char *const sentences[] = {
    NULL, "The vessel was proposed by the program", "The direction of the flow was proposed",
    "The vessel and the direction of the flow were proposed", "The cell diameter was proposed",
    "The vessel and the cell diameter were proposed", "The direction of the flow and the cell diameter were proposed",
    "The vessel, the direction of the flow and the cell diameter were proposed by the program from the video and not "
    "confirmed by a person. The velocity of a cell",
  };

  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    {
      g_autofree char *text = NULL, *summary = NULL, *analysis = NULL;

      recording->settings->proposed = (VenuleProposed) i;
      write_parts (recording, VENULE_EXPORT_METHODS | VENULE_EXPORT_TABLES | VENULE_EXPORT_JSON);
      text = recording_read (recording, "methods.txt", NULL);
      summary = recording_read (recording, "summary.csv", NULL);
      analysis = recording_read (recording, "analysis.json", NULL);
      g_assert_true (strstr (text, sentences[i] != NULL ? sentences[i] : "confirmed by a person") ? i > 0 : i == 0);
      g_assert_cmpint (strstr (summary, "\nproposed,") != NULL, ==, i > 0);
      g_assert_cmpint (strstr (analysis, "proposed") != NULL, ==, i > 0);
      g_assert_cmpint (strstr (text, "Within the outline of a vessel") != NULL, ==, i % 2);
    }
}

static gboolean
says_what_was_left_out (Recording *recording)
{
  g_autofree char *text = NULL;

  write_parts (recording, VENULE_EXPORT_METHODS);
  text = recording_read (recording, "methods.txt", NULL);
  return strstr (text, "to be one cell was below 0.10 were left out.") != NULL;
}

/* Runs of earlier versions kept doubtful tracks; what a person corrected is no matter of quality. */
static void
test_the_paragraph_says_which_tracks_were_left_out (Recording     *recording,
                                                    gconstpointer  data)
{
  GListModel *tracks = recording->results.tracks;

  g_assert_true (says_what_was_left_out (recording));
  for (guint i = 0; i < g_list_model_get_n_items (tracks); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, i);
      double quality = venule_track_get_quality (track);

      venule_track_set_quality (track, 0.05);
      g_assert_cmpint (says_what_was_left_out (recording), ==, venule_track_get_edited (track));
      venule_track_set_quality (track, quality);
    }
}

static void
test_removed_tracks_are_told (Recording     *recording,
                              gconstpointer  data)
{
  g_autofree char *text = NULL;
  g_autofree char *json = NULL;

  recording->results.n_removed = 9;
  write_parts (recording, VENULE_EXPORT_METHODS | VENULE_EXPORT_JSON);
  text = recording_read (recording, "methods.txt", NULL);
  g_assert_nonnull (strstr (text, "1 track was corrected by hand, and 9 tracks were deleted or joined to others by "
                                  "hand."));
  json = recording_read (recording, "analysis.json", NULL);
  g_assert_nonnull (strstr (json, "\"removed_tracks\": 9"));
}

/* Half a second of five frames: as in summary.csv. */
static void
test_the_time_of_adherence_counts (Recording     *recording,
                                   gconstpointer  data)
{
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autofree char *text = NULL;
  g_autofree char *summary = NULL;

  measures->adherent_seconds = 0.4;
  recording->results.measure_settings = measures;
  write_parts (recording, VENULE_EXPORT_METHODS | VENULE_EXPORT_TABLES);
  text = recording_read (recording, "methods.txt", NULL);
  summary = recording_read (recording, "summary.csv", NULL);
  g_assert_nonnull (strstr (summary, "adherent_cells,1,"));
  g_assert_nonnull (strstr (text, "; 1 was adherent."));
}

/* 15 µm/s over a line at x = 16 px; half a second; a length of 64 px = 32 µm. */
static void
test_the_paragraph_defines_what_was_assessed (Recording     *recording,
                                              gconstpointer  data)
{
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autoptr(VenuleTrack) second = g_list_model_get_item (G_LIST_MODEL (recording->tracks), 1);
  g_autofree char *text = NULL;

  measures->adherent_seconds = 0.4;
  measures->flux_position = 16;
  measures->flux_seconds = 0.25;
  measures->pause_seconds = 0.3;
  measures->pixel_size_error = 0.02;
  recording->results.measure_settings = measures;
  venule_track_set_kind (second, VENULE_CELL_ROLLING);
  write_parts (recording, VENULE_EXPORT_METHODS);
  text = recording_read (recording, "methods.txt", NULL);
  g_assert_nonnull (strstr (text, "analysed length of the vessel (32.0 µm) [4]: 3.12 per 100 µm."));
  g_assert_nonnull (strstr (text, "A pause is a time of at least 0.30 s in which a cell is slower than 1.00 µm/s; "
                                  "rolling cells moved for "));
  g_assert_nonnull (strstr (text, "a line across the vessel, 8.00 µm along it"));
  g_assert_nonnull (strstr (text, "in the 0.5 s of the recording [4]: 120 rolling cells/min, and 120 tracked cells/min "
                                  "of all classes, of which 100.0 % were rolling; over time it was counted in windows "
                                  "of 0.25 s."));
  g_assert_nonnull (strstr (text, "Poisson distribution [5]; of means and standard deviations"));
  g_assert_nonnull (strstr (text, "bootstrap [6], of medians by its percentiles [7], where cells were drawn"));
  g_assert_nonnull (strstr (text, "binomial distribution [8]; they hold the standard error of the pixel size "
                                  "(2.0 %)."));
  g_assert_nonnull (strstr (text, "\n4. Ley K, Gaehtgens P."));
  g_assert_nonnull (strstr (text, "\n8. Clopper CJ, Pearson ES."));
  g_assert_null (strstr (text, "\n9. "));
  g_assert_null (strstr (text, "blood"));
  g_assert_null (strstr (text, "per mm²"));
}

static void
test_the_paragraph_says_why_there_is_no_blood (Recording     *recording,
                                               gconstpointer  data)
{
  const VenuleFlowVelocity none = { .velocity = NAN, .reason = (char *) "The image repeats itself. More would help." };
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autoptr(VenuleCentreline) line = venule_centreline_new (recording->settings->vessel, measures, 64, 48);
  g_autofree char *key = venule_centreline_dup_key (line);
  g_autofree char *flow = venule_flow_velocity_to_text (&none, key);
  g_autofree char *text = NULL;

  g_assert_true (venule_measure_settings_set_value (measures, VENULE_MEASURE_FLOW, flow, NULL));
  recording->results.measure_settings = measures;
  write_parts (recording, VENULE_EXPORT_METHODS);
  text = recording_read (recording, "methods.txt", NULL);
  g_assert_nonnull (strstr (text, " The velocity of the blood could not be measured: the image repeats itself."));
  g_assert_null (strstr (text, "More would help"));
}

/* Walls 20 and 24 px apart, measured or drawn; those of the crop are no measurement. */
static void
test_the_paragraph_has_the_diameter (Recording     *recording,
                                     gconstpointer  data)
{
  static const VenuleDiameterPlace places[] = { { 0, 10, 10, 0.1 }, { 32, 11, 11, 0.1 }, { 63, 12, 12, 0.1 } };
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autoptr(GArray) found = g_array_new (FALSE, FALSE, sizeof (VenuleDiameterPlace));
  g_autoptr(VenuleCentreline) line = NULL;

  venule_vessel_set_rectangle (recording->settings->vessel, 0, 10, 64, 30, 0);
  line = venule_centreline_new (recording->settings->vessel, NULL, 64, 48);
  g_array_append_vals (found, places, G_N_ELEMENTS (places));
  recording->results.measure_settings = measures;
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *text = NULL;

      if (i == 1)
        measures->diameter_profile = venule_diameter_to_text (found, line);
      else if (i == 2)
        g_assert_true (venule_measure_settings_set_value (measures, "walls_px", "0,10,10 64,10,10", NULL));
      write_parts (recording, VENULE_EXPORT_METHODS);
      text = recording_read (recording, "methods.txt", NULL);
      g_assert_cmpint (strstr (text, "The walls of the vessel") != NULL, ==, i > 0);
      if (i == 1)
        g_assert_nonnull (strstr (text, "changes most; the diameter of the vessel, their mean distance along it, is "
                                        "11.0 ± 0.59 µm (mean ± SD along the vessel)."));
      else if (i == 2)
        g_assert_nonnull (strstr (text, "drawn by hand; the diameter of the vessel, their mean distance along it, is "
                                        "10.0 ± 0.00 µm "));
    }
}

/* Three frames at 10 frames/s, a minute of nothing, and seven frames more. */
static void
test_the_paragraph_tells_of_gaps (Recording     *recording,
                                  gconstpointer  data)
{
  const double times[] = { 0, 0.1, 0.2, 60.3, 60.4, 60.5, 60.6, 60.7, 60.8, 60.9 };
  g_autoptr(VenuleSource) source = fake_source_new_timed (times, G_N_ELEMENTS (times));
  g_autofree char *text = NULL;

  recording->results.source = source;
  recording->results.last_frame = G_N_ELEMENTS (times) - 1;
  write_parts (recording, VENULE_EXPORT_METHODS);
  text = recording_read (recording, "methods.txt", NULL);
  g_assert_nonnull (strstr (text, "(61.0 s with gaps of 60.0 s in all, at 10.00 frames/s, by the timestamps"));
}

/* One passes the line in the direction of the flow, and one against it. */
static void
test_the_paragraph_says_how_a_net_flux_was_judged (Recording     *recording,
                                                   gconstpointer  data)
{
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autoptr(VenuleTrack) back = venule_track_new (7);

  measures->flux_position = 16;
  recording->results.measure_settings = measures;
  for (int i = 0; i < 5; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / 10.0, .x = 22 - 3 * i, .y = 20, .radius = 5.5f };

      venule_track_add_spot (back, &spot);
    }
  for (int returns = 0; returns < 2; returns++)
    {
      g_autofree char *text = NULL;

      write_parts (recording, VENULE_EXPORT_METHODS);
      text = recording_read (recording, "methods.txt", NULL);
      g_assert_cmpint (strstr (text, "; of a flux with cells that passed the line against the flow") != NULL, ==,
                       returns);
      g_list_store_append (recording->tracks, back);
    }
}

static void
test_the_paragraph_is_silent_on_what_was_not_assessed (Recording     *recording,
                                                       gconstpointer  data)
{
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autofree char *text = NULL;

  measures->flux_position = -100;
  recording->results.measure_settings = measures;
  g_list_store_remove_all (recording->tracks);
  write_parts (recording, VENULE_EXPORT_METHODS);
  text = recording_read (recording, "methods.txt", NULL);
  g_assert_null (strstr (text, "Adhesion is"));
  g_assert_null (strstr (text, "A pause is"));
  g_assert_null (strstr (text, "The flux is"));
  g_assert_null (strstr (text, "bootstrap"));
  g_assert_null (strstr (text, "binomial"));
  g_assert_null (strstr (text, "Ley K"));
  g_assert_nonnull (strstr (text, "Poisson distribution [4].\n"));
  g_assert_nonnull (strstr (text, "\n4. Garwood F."));
}

int
main (int    argc,
      char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, function) g_test_add ("/methods/" name, Recording, data, recording_set_up, function,           \
                                              recording_tear_down)
  ADD ("the-paragraph-says-what-was-done", &half_um, test_the_paragraph_says_what_was_done);
  ADD ("the-paragraph-without-a-pixel-size", NULL, test_the_paragraph_says_what_was_done);
  ADD ("what-was-proposed-is-told", &half_um, test_what_was_proposed_is_told);
  ADD ("the-paragraph-says-which-tracks-were-left-out", &half_um, test_the_paragraph_says_which_tracks_were_left_out);
  ADD ("removed-tracks-are-told", &half_um, test_removed_tracks_are_told);
  ADD ("the-time-of-adherence-counts", &half_um, test_the_time_of_adherence_counts);
  ADD ("the-paragraph-defines-what-was-assessed", &half_um, test_the_paragraph_defines_what_was_assessed);
  ADD ("the-paragraph-says-why-there-is-no-blood", &half_um, test_the_paragraph_says_why_there_is_no_blood);
  ADD ("the-paragraph-has-the-diameter", &half_um, test_the_paragraph_has_the_diameter);
  ADD ("the-paragraph-tells-of-gaps", &half_um, test_the_paragraph_tells_of_gaps);
  ADD ("the-paragraph-says-how-a-net-flux-was-judged", &half_um, test_the_paragraph_says_how_a_net_flux_was_judged);
  ADD ("the-paragraph-is-silent-on-what-was-not-assessed", &half_um,
       test_the_paragraph_is_silent_on_what_was_not_assessed);

  return g_test_run ();
}
