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
#include "venule-error.h"
#include "venule-export-private.h"

static const double half_um = 0.5;

static char *
text_of (VenuleTable *table)
{
  g_autoptr(GBytes) bytes = venule_table_to_csv (table);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
assert_csv (VenuleTable *table,
            const char  *expected)
{
  g_autofree char *text = text_of (table);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_fields_are_quoted_where_needed_only (void)
{
  static const char *const titles[] = { "plain text", "a,b", "UNIT", "two\nlines", "", NULL };
  g_autoptr(VenuleTable) table = venule_table_new (titles, "say \"so\"");

  venule_table_add_integer (table, -3);
  venule_table_add_text (table, "");
  venule_table_add_text (table, NULL);
  venule_table_add_flag (table, TRUE);
  venule_table_add_significant (table, 0.000012345678);

  assert_csv (table, "plain text,\"a,b\",\"say \"\"so\"\"\",\"two\nlines\",\r\n-3,,,true,1.23457e-05\r\n");
}

/* What a spreadsheet would compute has an apostrophe, which reading it back takes off; numbers have none. */
static void
test_formulas_are_text (void)
{
  static const char *const texts[] = { "=1+1", "+7", "-5", "@SUM(A1)", "\t=1", "'=1+1", "=1,\"2\"", " =1",
                                       "\u00a0'\u3000+1", "＝1", "＠1" };
  static const char *const plain[] = { "'quoted'", "'", "a=b", "", "5", "−5", " 5", "a =1" };
  g_autoptr(VenuleTable) table = venule_table_new ((const char *[]) { "note", NULL }, NULL);
  g_autoptr(VenuleCsvReader) rows = NULL;
  g_autofree char *content = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    venule_table_add_text (table, texts[i]);
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    venule_table_add_text (table, plain[i]);
  venule_table_add_number (table, -5, 1);

  content = text_of (table);
  g_assert_cmpstr (content, ==, "note\r\n'=1+1\r\n'+7\r\n'-5\r\n'@SUM(A1)\r\n'\t=1\r\n''=1+1\r\n\"'=1,\"\"2\"\"\"\r\n' "
                                "=1\r\n'\u00a0'\u3000+1\r\n'＝1\r\n'＠1\r\n'quoted'\r\n'\r\na=b\r\n\r\n5\r\n−5\r\n "
                                "5\r\na =1\r\n-5.0\r\n");
  rows = venule_csv_reader_new (content, ',');
  g_assert_true (venule_csv_reader_next (rows));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_assert_true (venule_csv_reader_next (rows));
      g_assert_cmpstr (venule_csv_reader_get_field (rows, 0), ==, texts[i]);
    }
}

/* Files of all formats have the same digits, in any locale. */
static void
test_numbers_have_fixed_decimals (void)
{
  static const double numbers[] = { 1234567.5, -0.0004, -0.0006, NAN, INFINITY };
  static const double rounded[] = { 1234567.5, 0, -0.001 };
  static const char *const digits[] = { "1234567.500", "0.000", "-0.001", "null", "null" };
  g_autoptr(VenuleTable) table = venule_table_new ((const char *[]) { "x", NULL }, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    venule_table_add_number (table, numbers[i], 3);
  g_assert_cmpuint (venule_table_get_n_rows (table), ==, G_N_ELEMENTS (numbers));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr(GString) json = g_string_new (NULL);
      double number;

      venule_table_append_json (table, i, 0, json);
      g_assert_cmpstr (json->str, ==, digits[i]);
      g_assert_cmpint (venule_table_get_number (table, i, 0, &number), ==, i < G_N_ELEMENTS (rounded));
      if (i < G_N_ELEMENTS (rounded))
        g_assert_cmpfloat (number, ==, rounded[i]);
    }
  assert_csv (table, "x\r\n1234567.500\r\n0.000\r\n-0.001\r\n\r\n\r\n");
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
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_export_write (&recording->results, VENULE_EXPORT_TABLES, recording->folder, NULL, NULL, NULL,
                                      &error));
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
  "median_velocity_um_s,sd_velocity_um_s,mean_diameter_um,quality,edited,se_velocity_um_s,class_given,hidden,"
  "locked,note,"
  "pauses,pause_time_s,moving_fraction,moving_velocity_um_s,wall_distance_um,crossings,adherent\r\n"
  "1,rolling,0,4,0.400000,5,6.000,6.000,15.000,15.000,0.000,5.500,0.5000,false,0.567,false,false,false,,,,,,,0,"
  "false\r\n"
  "2,adherent,0,4,0.400000,5,0.000,0.000,0.000,0.000,0.000,5.500,0.5000,false,2.574,false,false,false,,,,,,,0,\r\n"
  "5,other,0,0,0.000000,1,0.000,0.000,,,,5.500,0.5000,true,,true,false,true,\"a pair, "
  "\"\"touching\"\"\",,,,,,0,false\r\n";

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
                   "median_velocity_px_s,sd_velocity_px_s,mean_diameter_px,quality,edited,se_velocity_px_s,"
                   "class_given,hidden,locked,note,"
                   "pauses,pause_time_s,moving_fraction,moving_velocity_px_s,wall_distance_px,crossings,adherent\r\n"
                   "1,rolling,0,4,0.400000,5,12.000,12.000,30.000,30.000,0.000,11.000,0.5000,false,1.134,false,"
                   "false,false,,,,,,,0,false\r\n"
                   "2,adherent,0,4,0.400000,5,0.000,0.000,0.000,0.000,0.000,11.000,0.5000,false,5.148,false,"
                   "false,false,,,,,,,0,\r\n"
                   "5,other,0,0,0.000000,1,0.000,0.000,,,,11.000,0.5000,true,,true,false,true,\"a pair, "
                   "\"\"touching\"\"\",,,,,,0,false\r\n");
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
take_text (VenuleTable *table)
{
  g_autoptr(VenuleTable) owned = table;

  return text_of (owned);
}

/* At 30 px/s from x = 10 on the cell passes the line at x = 31.5, the middle of the frame, not in 0.4 s; it does pass
 * one at 20. */
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
      events = take_text (venule_export_make_events (&recording->results));
      g_assert_cmpstr (events, ==, "track_id,event,frame,time_s,along_um,x_px,y_px,lasted_s,censored\r\n"
                                   "1,crosses,4,0.333333,11.250,22.000,20.250,,\r\n"
                                   "5,leaves,0,0.000000,5.250,10.000,20.250,,\r\n");
      flux = take_text (venule_export_make_flux (&recording->results));
      g_assert_cmpstr (flux, ==, "start_s,end_s,rolling_cells,all_cells,rolling_flux_per_min,total_flux_per_min,"
                                 "rolling_flux_fraction\r\n"
                                 "0.000000,0.500000,1,1,120.0000,120.0000,1.0000\r\n");
      vessel = take_text (venule_export_make_vessel (&recording->results));
      g_assert_true (g_str_has_prefix (vessel, "along_um,x_px,y_px,diameter_um,left_um,right_um,walls\r\n"
                                               "0.000,-0.500,23.500,,,,unknown\r\n1.000,1.500,"));
      summary = take_text (venule_export_make_summary (&recording->results));
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
  const guint n = 30000, n_spots = 12;
  g_autoptr(GListStore) tracks = g_list_store_new (VENULE_TYPE_TRACK);
  g_autoptr(GPtrArray) made = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *spots = NULL, *table = NULL, *summary = NULL, *events = NULL, *flux = NULL;
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
  summary = take_text (venule_export_make_summary (&recording->results));
  table = take_text (venule_export_make_tracks (&recording->results));
  spots = take_text (venule_export_make_spots (&recording->results));
  events = take_text (venule_export_make_events (&recording->results));
  flux = take_text (venule_export_make_flux (&recording->results));
  g_test_message ("%u tracks of %u spots: %.2f s of the processor, %.0f MB", n, n_spots,
                  (double) (clock () - begun) / CLOCKS_PER_SEC,
                  (double) (strlen (table) + strlen (spots) + strlen (events)) / 1e6);
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
               "track_id,frame,time_s,x_px,y_px,radius_px,x_um,y_um,radius_um,score,source,shift_x_px,"
               "shift_y_px,edited\r\n");
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
      VenuleSpot spot = { .frame = i, .time = i / 10.0, .x = 30 + 2.5 * i, .y = 20, .radius = 5,
                          .shift_x = 2.5f * MIN (i, 1),
                          .shift_y = -1.25f * MIN (i, 1), .uncertainty = i == 2 ? INFINITY : 0 };

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
