/* test-csv.c: the tables, byte by byte
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>
#include <math.h>
#include <time.h>

#include "share.h"
#include "recording.h"
#include "venule-csv.h"
#include "venule-csv-rows.h"
#include "venule-error.h"
#include "venule-export-private.h"

static const double half_um = 0.5;

static void
assert_csv (VenuleCsv  *csv,
            const char *expected)
{
  g_autoptr(GBytes) bytes = venule_csv_free_to_bytes (csv);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  g_assert_cmpstr (text, ==, expected);
}

static void
test_fields_are_quoted_where_needed_only (void)
{
  VenuleCsv *csv = venule_csv_new ();

  venule_csv_add_text (csv, "plain text");
  venule_csv_add_text (csv, "a,b");
  venule_csv_add_text (csv, "say \"so\"");
  venule_csv_add_text (csv, "two\nlines");
  venule_csv_add_text (csv, "");
  venule_csv_end_row (csv);
  venule_csv_add_integer (csv, -3);
  venule_csv_end_row (csv);

  assert_csv (csv, "plain text,\"a,b\",\"say \"\"so\"\"\",\"two\nlines\",\r\n-3\r\n");
}

/* What a spreadsheet would compute has an apostrophe, which reading it back takes off; numbers have none. */
static void
test_formulas_are_text (void)
{
  static const char *const texts[] = { "=1+1", "+7", "-5", "@SUM(A1)", "\t=1", "'=1+1", "=1,\"2\"", " =1", "\u00a0'\u3000+1", "＝1",
                                       "＠1" };
  static const char *const plain[] = { "'quoted'", "'", "a=b", "", "5", "−5", " 5", "a =1" };
  VenuleCsv *csv = venule_csv_new ();
  g_autoptr(GBytes) table = NULL;
  g_autoptr(VenuleCsvRows) rows = NULL;
  g_autofree char *content = NULL;

  venule_csv_add_text (csv, "note");
  venule_csv_end_row (csv);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      venule_csv_add_text (csv, texts[i]);
      venule_csv_end_row (csv);
    }
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    {
      venule_csv_add_text (csv, plain[i]);
      venule_csv_end_row (csv);
    }
  venule_csv_add_number (csv, -5, 1);
  venule_csv_end_row (csv);

  table = venule_csv_free_to_bytes (csv);
  content = g_strndup (g_bytes_get_data (table, NULL), g_bytes_get_size (table));
  g_assert_cmpstr (content, ==, "note\r\n'=1+1\r\n'+7\r\n'-5\r\n'@SUM(A1)\r\n'\t=1\r\n''=1+1\r\n\"'=1,\"\"2\"\"\"\r\n' =1\r\n'\u00a0'\u3000+1\r\n'＝1\r\n'＠1\r\n"
                                "'quoted'\r\n'\r\na=b\r\n\r\n5\r\n−5\r\n 5\r\na =1\r\n-5.0\r\n");
  rows = venule_csv_rows_new (table);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_assert_true (venule_csv_rows_next (rows));
      g_assert_cmpstr (venule_csv_rows_get_field (rows, 0), ==, texts[i]);
    }
}

static void
test_numbers_have_fixed_decimals (void)
{
  VenuleCsv *csv = venule_csv_new ();

  venule_csv_add_number (csv, 1234567.5, 3);
  venule_csv_add_number (csv, -0.0004, 3);
  venule_csv_add_number (csv, -0.0006, 3);
  venule_csv_add_number (csv, 2.0 / 3, 6);
  venule_csv_add_number (csv, NAN, 3);
  venule_csv_add_number (csv, INFINITY, 3);
  venule_csv_add_number (csv, 1e300, 0);
  venule_csv_end_row (csv);

  {
    g_autofree char *huge = g_strdup_printf ("%.0f", 1e300);
    g_autofree char *expected = g_strdup_printf ("1234567.500,0.000,-0.001,0.666667,,,%s\r\n", huge);

    assert_csv (csv, expected);
  }
}

static void
test_numbers_are_rounded_as_printf_does (void)
{
  for (int i = 0; i < 20000; i++)
    {
      int decimals = g_test_rand_int_range (0, 8);
      double number = g_test_rand_double_range (-1, 1) * pow (10, g_test_rand_int_range (-6, 12));
      g_autofree char *format = g_strdup_printf ("%%.%df", decimals);
      char digits[64];
      VenuleCsv *csv = venule_csv_new ();

      /* Every other one lies halfway, or next to that. */
      if (i % 2 == 0)
        number = (floor (number) + 0.5) / pow (10, decimals);
      g_ascii_formatd (digits, sizeof digits, format, number);
      venule_csv_add_number (csv, number, decimals);
      assert_csv (csv, digits[0] == '-' && g_ascii_strtod (digits, NULL) == 0 ? digits + 1 : digits);
    }
}

static void
assert_file (Recording  *recording,
             const char *name,
             const char *expected)
{
  g_autofree char *content = recording_read (recording, name, NULL);

  g_assert_cmpstr (content, ==, expected);
}

static void
write_tables (Recording *recording)
{
  g_autofree char *spots = g_build_filename (recording->folder, "spots.csv", NULL);
  g_autofree char *tracks = g_build_filename (recording->folder, "tracks.csv", NULL);
  g_autofree char *summary = g_build_filename (recording->folder, "summary.csv", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_export_spots_csv (&recording->results, spots, &error));
  g_assert_true (venule_export_tracks_csv (&recording->results, tracks, &error));
  g_assert_true (venule_export_summary_csv (&recording->results, summary, &error));
  g_assert_no_error (error);
}

static const char spots_um[] =
  "track_id,frame,time_s,x_px,y_px,radius_px,x_um,y_um,radius_um,score,source,shift_x_px,shift_y_px,edited\r\n"
  "1,0,0.000000,10.000,20.250,5.500,5.000,10.125,2.750,0.7500,detected,0.000,0.000,false\r\n"
  "1,1,0.100000,13.000,20.250,5.500,6.500,10.125,2.750,0.7500,tracked,0.000,0.000,false\r\n"
  "1,2,0.200000,16.000,20.250,5.500,8.000,10.125,2.750,0.7500,tracked,0.000,0.000,false\r\n"
  "1,3,0.300000,19.000,20.250,5.500,9.500,10.125,2.750,0.7500,tracked,0.000,0.000,false\r\n"
  "1,4,0.400000,22.000,20.250,5.500,11.000,10.125,2.750,0.7500,tracked,0.000,0.000,false\r\n"
  "2,0,0.000000,10.000,20.250,5.500,5.000,10.125,2.750,0.7500,interpolated,0.000,0.000,false\r\n"
  "2,1,0.100000,10.000,20.250,5.500,5.000,10.125,2.750,0.7500,tracked,0.000,0.000,false\r\n"
  "2,2,0.200000,10.000,20.250,5.500,5.000,10.125,2.750,0.7500,tracked,0.000,0.000,false\r\n"
  "2,3,0.300000,10.000,20.250,5.500,5.000,10.125,2.750,0.7500,tracked,0.000,0.000,false\r\n"
  "2,4,0.400000,10.000,20.250,5.500,5.000,10.125,2.750,0.7500,tracked,0.000,0.000,false\r\n"
  "5,0,0.000000,10.000,20.250,5.500,5.000,10.125,2.750,0.7500,manual,0.000,0.000,true\r\n";

static const char tracks_um[] =
  "track_id,class,first_frame,last_frame,duration_s,spots,displacement_um,path_um,mean_velocity_um_s,"
  "median_velocity_um_s,sd_velocity_um_s,mean_diameter_um,quality,edited,se_velocity_um_s,class_given,hidden,locked,note,"
  "pauses,pause_time_s,moving_fraction,moving_velocity_um_s,wall_distance_um,crossings,adherent\r\n"
  "1,rolling,0,4,0.400000,5,6.000,6.000,15.000,15.000,0.000,5.500,0.5000,false,0.567,false,false,false,,,,,,,0,false\r\n"
  "2,adherent,0,4,0.400000,5,0.000,0.000,0.000,0.000,0.000,5.500,0.5000,false,2.574,false,false,false,,,,,,,0,\r\n"
  "5,other,0,0,0.000000,1,0.000,0.000,,,,5.500,0.5000,true,,true,false,true,\"a pair, \"\"touching\"\"\",,,,,,0,false\r\n";

static void
test_calibrated_tables_are_in_um (Recording     *recording,
                                  gconstpointer  data)
{
  write_tables (recording);
  assert_file (recording, "spots.csv", spots_um);
  assert_file (recording, "tracks.csv", tracks_um);
}

static void
test_without_a_calibration_nothing_is_in_um (Recording     *recording,
                                             gconstpointer  data)
{
  g_autofree char *spots = NULL;
  g_autofree char *tracks = NULL;
  g_autofree char *summary = NULL;

  write_tables (recording);
  spots = recording_read (recording, "spots.csv", NULL);
  g_assert_true (g_str_has_prefix (spots,
                                   "track_id,frame,time_s,x_px,y_px,radius_px,x_um,y_um,radius_um,score,"
                                   "source,shift_x_px,shift_y_px,edited\r\n"
                                   "1,0,0.000000,10.000,20.250,5.500,,,,0.7500,detected,0.000,0.000,false\r\n"));
  tracks = recording_read (recording, "tracks.csv", NULL);
  g_assert_cmpstr (tracks, ==,
                   "track_id,class,first_frame,last_frame,duration_s,spots,displacement_px,path_px,mean_velocity_px_s,"
                   "median_velocity_px_s,sd_velocity_px_s,mean_diameter_px,quality,edited,se_velocity_px_s,class_given,hidden,locked,note,"
                   "pauses,pause_time_s,moving_fraction,moving_velocity_px_s,wall_distance_px,crossings,adherent\r\n"
                   "1,rolling,0,4,0.400000,5,12.000,12.000,30.000,30.000,0.000,11.000,0.5000,false,1.134,false,false,false,,,,,,,0,false\r\n"
                   "2,adherent,0,4,0.400000,5,0.000,0.000,0.000,0.000,0.000,11.000,0.5000,false,5.148,false,false,false,,,,,,,0,\r\n"
                   "5,other,0,0,0.000000,1,0.000,0.000,,,,11.000,0.5000,true,,true,false,true,\"a pair, \"\"touching\"\"\",,,,,,0,false\r\n");
  summary = recording_read (recording, "summary.csv", NULL);
  g_assert_nonnull (strstr (summary, "\r\npixel_size,,um/px,"));
  g_assert_nonnull (strstr (summary, "\r\nrolling_velocity_mean,30.000,px/s,"));
  g_assert_nonnull (strstr (summary, "\r\ncell_diameter_mean,11.000,px,"));
}

static void
test_a_summary_defines_each_quantity (Recording     *recording,
                                      gconstpointer  data)
{
  g_autofree char *content = NULL;
  g_auto(GStrv) rows = NULL;
  guint n;

  write_tables (recording);
  content = recording_read (recording, "summary.csv", NULL);
  rows = g_strsplit (content, "\r\n", -1);
  n = g_strv_length (rows);

  g_assert_cmpstr (rows[0], ==, "quantity,value,unit,definition,se,ci95_low,ci95_high,n,pixel_size_power,source,note");
  g_assert_cmpstr (rows[n - 1], ==, "");
  for (guint i = 1; i < n - 1; i++)
    {
      g_auto(GStrv) fields = g_strsplit (rows[i], ",", 4);

      g_assert_cmpuint (g_strv_length (fields), ==, 4);
      g_assert_cmpuint (strlen (fields[3]), >, 10);
    }
  g_assert_nonnull (strstr (content, "\r\nduration,0.500000,s,"));
  g_assert_nonnull (strstr (content, "\r\ntracks,3,cells,"));
  g_assert_nonnull (strstr (content, "\r\nrolling_cells,1,cells,"));
  g_assert_nonnull (strstr (content, "\r\nadherent_cells,not assessable,cells,"));
  g_assert_nonnull (strstr (content, "\r\nedited_tracks,1,cells,"));
  g_assert_nonnull (strstr (content, "\r\nrolling_velocity_mean,15.000,um/s,"));
  g_assert_nonnull (strstr (content, "\r\nrolling_velocity_sd,not assessable,um/s,"));
}

static char *
text_of (GBytes *bytes)
{
  g_autoptr(GBytes) owned = bytes;

  return g_strndup (g_bytes_get_data (owned, NULL), g_bytes_get_size (owned));
}

/* At 30 px/s from x = 10 on the cell passes the line at x = 31.5, the middle of the frame, not in 0.4 s; it does pass one at 20. */
static void
test_events_flux_and_vessel_have_tables (Recording     *recording,
                                         gconstpointer  data)
{
  static const char *const locales[] = { "C", "de_DE.UTF-8", "fr_FR.UTF-8" };
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autofree char *expected_summary = NULL;

  measures->flux_position = 20.5;
  measures->animal = g_strdup ("no. 7, left ear");
  recording->results.measure_settings = measures;
  for (guint i = 0; i < G_N_ELEMENTS (locales); i++)
    {
      g_autofree char *events = NULL, *flux = NULL, *vessel = NULL, *summary = NULL;

      if (setlocale (LC_ALL, locales[i]) == NULL)
        continue;
      events = text_of (venule_export_make_events (&recording->results));
      g_assert_cmpstr (events, ==, "track_id,event,frame,time_s,along_um,x_px,y_px,lasted_s,censored\r\n"
                                   "1,crosses,4,0.333333,11.250,22.000,20.250,,\r\n"
                                   "5,leaves,0,0.000000,5.250,10.000,20.250,,\r\n");
      flux = text_of (venule_export_make_flux (&recording->results));
      g_assert_cmpstr (flux, ==, "start_s,end_s,rolling_cells,all_cells,rolling_flux_per_min,total_flux_per_min,"
                                 "rolling_flux_fraction\r\n"
                                 "0.000000,0.500000,1,1,120.0000,120.0000,1.0000\r\n");
      vessel = text_of (venule_export_make_vessel (&recording->results));
      g_assert_true (g_str_has_prefix (vessel, "along_um,x_px,y_px,diameter_um,left_um,right_um,walls\r\n"
                                               "0.000,-0.500,23.500,,,,unknown\r\n1.000,1.500,"));
      summary = text_of (venule_export_make_summary (&recording->results));
      g_assert_nonnull (strstr (summary, "\r\nanimal,\"no. 7, left ear\",,label,,,,,0,,\r\n"));
      g_assert_nonnull (strstr (summary, "\r\nrolling_flux,120.0000,1/min,"));
      g_assert_nonnull (strstr (summary, "\r\nvessel_diameter,not assessable,um,"));
      if (expected_summary == NULL)
        expected_summary = g_strdup (summary);
      g_assert_cmpstr (summary, ==, expected_summary);
    }
  setlocale (LC_ALL, "C");
}

/* The bound that the project sets itself: 5 s of the processor to measure and write 100 000 tracks. */
static void
test_many_tracks_are_measured_and_written_soon (Recording     *recording,
                                                gconstpointer  data)
{
  const guint n = 100000, n_spots = 12;
  g_autoptr(GListStore) tracks = g_list_store_new (VENULE_TYPE_TRACK);
  g_autoptr(GPtrArray) made = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GBytes) spots = NULL, table = NULL, summary = NULL, events = NULL, flux = NULL;
  g_autoptr(VenuleMeasures) measures = NULL;
  clock_t begun;

  for (guint i = 0; i < n; i++)
    {
      VenuleTrack *track = venule_track_new (i + 1);

      for (guint k = 0; k < n_spots; k++)
        {
          VenuleSpot spot = { .frame = k, .time = k / 10.0, .x = 5 + 0.1 * (i % 97) + 3 * k, .y = 20, .radius = 5 };

          venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (made, track);
    }
  g_list_store_splice (tracks, 0, 0, made->pdata, made->len);
  recording->results.tracks = G_LIST_MODEL (tracks);

  begun = clock ();
  recording->results.measures = venule_results_measure (&recording->results, &measures);
  summary = venule_export_make_summary (&recording->results);
  table = venule_export_make_tracks (&recording->results);
  spots = venule_export_make_spots (&recording->results);
  events = venule_export_make_events (&recording->results);
  flux = venule_export_make_flux (&recording->results);
  g_test_message ("%u tracks of %u spots: %.2f s of the processor, %.0f MB", n, n_spots,
                  (double) (clock () - begun) / CLOCKS_PER_SEC,
                  (g_bytes_get_size (table) + g_bytes_get_size (spots) + g_bytes_get_size (events)) / 1e6);
  g_assert_cmpfloat ((double) (clock () - begun) / CLOCKS_PER_SEC, <, TEST_SHARE (5, 50));
  recording->results.tracks = G_LIST_MODEL (recording->tracks);
}

static void
test_no_tracks_leave_the_header (Recording     *recording,
                                 gconstpointer  data)
{
  g_list_store_remove_all (recording->tracks);
  write_tables (recording);

  assert_file (recording, "spots.csv",
               "track_id,frame,time_s,x_px,y_px,radius_px,x_um,y_um,radius_um,score,source,shift_x_px,shift_y_px,edited\r\n");
}

/* The place is that in the frame; how far the frame had moved stands beside it, and is no displacement. */
static void
test_camera_movement_stands_beside_the_place (Recording     *recording,
                                              gconstpointer  data)
{
  g_autoptr(VenuleTrack) track = venule_track_new (9);
  g_autofree char *spots = NULL;
  g_autofree char *tracks = NULL;

  for (int i = 0; i < 3; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / 10.0, .x = 30 + 2.5 * i, .y = 20, .radius = 5, .shift_x = 2.5f * MIN (i, 1),
                          .shift_y = -1.25f * MIN (i, 1), .doubt = i == 2 ? INFINITY : 0 };

      venule_track_add_spot (track, &spot);
    }
  g_list_store_remove_all (recording->tracks);
  g_list_store_append (recording->tracks, track);
  write_tables (recording);

  spots = recording_read (recording, "spots.csv", NULL);
  g_assert_nonnull (strstr (spots, "\r\n9,1,0.100000,32.500,20.000,5.000,,,,0.0000,detected,2.500,-1.250,false\r\n"));
  /* Where it is not known, nothing. */
  g_assert_nonnull (strstr (spots, "\r\n9,2,0.200000,35.000,20.000,5.000,,,,0.0000,detected,,,false\r\n"));
  tracks = recording_read (recording, "tracks.csv", NULL);
  g_assert_nonnull (strstr (tracks, "\r\n9,rolling,0,2,0.200000,3,0.000,0.000,0.000,0.000,"));
}

static void
test_the_locale_changes_nothing (Recording     *recording,
                                 gconstpointer  data)
{
  static const char *const locales[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8", "ru_RU.UTF-8" };
  gboolean found = FALSE;
  char comma[8];

  for (guint i = 0; i < G_N_ELEMENTS (locales) && !found; i++)
    found = setlocale (LC_ALL, locales[i]) != NULL;
  g_snprintf (comma, sizeof comma, "%.1f", 0.5);
  if (!found || comma[1] != ',')
    {
      g_test_skip ("no locale with a decimal comma is installed");
      return;
    }

  write_tables (recording);
  setlocale (LC_ALL, "C.UTF-8");
  assert_file (recording, "spots.csv", spots_um);
  assert_file (recording, "tracks.csv", tracks_um);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/csv/fields-are-quoted-where-needed-only", test_fields_are_quoted_where_needed_only);
  g_test_add_func ("/csv/formulas-are-text", test_formulas_are_text);
  g_test_add_func ("/csv/numbers-have-fixed-decimals", test_numbers_have_fixed_decimals);
  g_test_add_func ("/csv/numbers-are-rounded-as-printf-does", test_numbers_are_rounded_as_printf_does);
  g_test_add ("/csv/calibrated-tables-are-in-um", Recording, &half_um, recording_set_up,
              test_calibrated_tables_are_in_um, recording_tear_down);
  g_test_add ("/csv/without-a-calibration-nothing-is-in-um", Recording, NULL, recording_set_up,
              test_without_a_calibration_nothing_is_in_um, recording_tear_down);
  g_test_add ("/csv/a-summary-defines-each-quantity", Recording, &half_um, recording_set_up,
              test_a_summary_defines_each_quantity, recording_tear_down);
  g_test_add ("/csv/events-flux-and-vessel-have-tables", Recording, &half_um, recording_set_up,
              test_events_flux_and_vessel_have_tables, recording_tear_down);
  g_test_add ("/csv/many-tracks-are-measured-and-written-soon", Recording, &half_um, recording_set_up,
              test_many_tracks_are_measured_and_written_soon, recording_tear_down);
  g_test_add ("/csv/no-tracks-leave-the-header", Recording, &half_um, recording_set_up,
              test_no_tracks_leave_the_header, recording_tear_down);
  g_test_add ("/csv/camera-movement-stands-beside-the-place", Recording, NULL, recording_set_up,
              test_camera_movement_stands_beside_the_place, recording_tear_down);
  g_test_add ("/csv/the-locale-changes-nothing", Recording, &half_um, recording_set_up,
              test_the_locale_changes_nothing, recording_tear_down);

  return g_test_run ();
}
