/* test-formats.c: files for other programs, read by others than the code that wrote them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <tiffio.h>

#include "../csv-compare.h"
#include "recording.h"
#include "venule-error.h"
#include "venule-export-private.h"
#include "venule-import.h"

static const double half_um = 0.5;

static void
write_parts (Recording         *recording,
             VenuleExportParts  parts)
{
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_export_write (&recording->results, parts, recording->folder, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
}

/* A path with a contour, and one with a gap, which the recording has not. */
static void
add_track (Recording    *recording,
           guint         id,
           const gint64 *frames,
           guint         n,
           double        x,
           float         radius)
{
  g_autoptr(VenuleTrack) track = venule_track_new (id);

  for (guint i = 0; i < n; i++)
    {
      VenuleSpot spot = { .frame = frames[i], .time = (double) frames[i] / 10, .x = x, .y = 30, .radius = radius,
                          .score = 0.5f };

      for (guint j = 0; j < VENULE_CONTOUR_POINTS; j++)
        spot.contour[j] = radius;
      venule_track_add_spot (track, &spot);
    }
  venule_track_set_kind (track, VENULE_CELL_ROLLING);
  g_list_store_append (recording->tracks, track);
}

/* ---- Reading a table back ---- */

static void
test_a_table_is_read_back (void)
{
  const char *text = "id,note,x\r\n1,\"a, \"\"b\"\"\nc\",-0.5\r\n2, 5\" wide,\n\n3,\"open";
  g_autoptr(VenuleCsvReader) rows = venule_csv_reader_new (text, ',');

  g_assert_true (venule_csv_reader_next (rows));
  g_assert_cmpuint (venule_csv_reader_get_n_fields (rows), ==, 3);
  g_assert_cmpint (venule_csv_reader_find (rows, "x"), ==, 2);
  g_assert_cmpint (venule_csv_reader_find (rows, "y"), ==, -1);
  g_assert_true (venule_csv_reader_next (rows));
  g_assert_cmpstr (venule_csv_reader_get_field (rows, 1), ==, "a, \"b\"\nc");
  g_assert_cmpstr (venule_csv_reader_get_field (rows, 2), ==, "-0.5");
  g_assert_true (venule_csv_reader_next (rows));
  g_assert_cmpstr (venule_csv_reader_get_field (rows, 1), ==, "5\" wide");
  g_assert_cmpstr (venule_csv_reader_get_field (rows, 2), ==, "");
  g_assert_cmpstr (venule_csv_reader_get_field (rows, 3), ==, "");
  g_assert_true (venule_csv_reader_next (rows));
  g_assert_true (venule_csv_reader_is_empty (rows));
  g_assert_true (venule_csv_reader_next (rows));
  g_assert_cmpuint (venule_csv_reader_get_line (rows), ==, 5);
  g_assert_true (venule_csv_reader_is_open (rows));
  g_assert_false (venule_csv_reader_next (rows));
}

/* ---- The workbook, by LibreOffice ---- */

static char *
convert_workbook (Recording *recording)
{
  g_autofree char *profile = g_strdup_printf ("-env:UserInstallation=file://%s/office", recording->folder);
  g_autofree char *book = g_build_filename (recording->folder, "results.xlsx", NULL);
  char *folder = g_build_filename (recording->folder, "sheets", NULL);
  const char *arguments[] = { "soffice", profile, "--headless", "--convert-to",
                              "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1",
                              "--outdir", folder, book, NULL };
  g_autofree char *output = NULL;
  g_autofree char *complaints = NULL;
  g_autoptr(GError) error = NULL;
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, &complaints,
                               &status, &error));
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("LibreOffice does not open it: %s %s", output, complaints);

  return folder;
}

static void
assert_same_table (Recording  *recording,
                   const char *folder,
                   const char *table,
                   const char *sheet)
{
  g_autofree char *path = g_build_filename (folder, sheet, NULL);
  g_autofree char *own = recording_read (recording, table, NULL);
  g_autofree char *theirs = NULL;

  if (!g_file_get_contents (path, &theirs, NULL, NULL))
    g_error ("there is no sheet for %s", table);
  assert_same_tables (own, theirs);
}

static void
test_libreoffice_reads_the_workbook (Recording     *recording,
                                     gconstpointer  data)
{
  g_autofree char *office = g_find_program_in_path ("soffice");
  g_autofree char *folder = NULL;
  g_autofree char *parameters = NULL;
  g_autofree char *text = NULL;

  if (office == NULL)
    {
      g_test_skip ("LibreOffice is not installed");
      return;
    }

  write_parts (recording, VENULE_EXPORT_TABLES | VENULE_EXPORT_WORKBOOK);
  folder = convert_workbook (recording);
  assert_same_table (recording, folder, "tracks.csv", "results-Tracks.csv");
  assert_same_table (recording, folder, "spots.csv", "results-Spots.csv");
  assert_same_table (recording, folder, "summary.csv", "results-Summary.csv");
  assert_same_table (recording, folder, "events.csv", "results-Events.csv");
  assert_same_table (recording, folder, "flux.csv", "results-Flux.csv");
  assert_same_table (recording, folder, "vessel.csv", "results-Vessel.csv");
  assert_same_table (recording, folder, "movement.csv", "results-Movement.csv");
  parameters = g_build_filename (folder, "results-Parameters.csv", NULL);
  g_assert_true (g_file_get_contents (parameters, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "settings.velocity_window_s,"));
  g_assert_nonnull (strstr (text, "0.2"));
}

static void
test_the_locale_does_not_change_the_files (Recording     *recording,
                                           gconstpointer  data)
{
  static const char *const locales[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8" };
  static const char *const names[] = { "results.xlsx", "tracks.json", "trackmate.xml", "tracks.mdf", "methods.txt" };
  VenuleExportParts parts = VENULE_EXPORT_WORKBOOK | VENULE_EXPORT_TRACKS_JSON | VENULE_EXPORT_TRACKMATE |
                            VENULE_EXPORT_MTRACKJ | VENULE_EXPORT_METHODS;
  char *contents[G_N_ELEMENTS (names)];
  gsize sizes[G_N_ELEMENTS (names)];
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (locales) && !found; i++)
    found = setlocale (LC_ALL, locales[i]) != NULL;
  if (!found)
    {
      g_test_skip ("no locale with a decimal comma is installed");
      return;
    }

  write_parts (recording, parts);
  setlocale (LC_ALL, "C.UTF-8");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    contents[i] = recording_read (recording, names[i], &sizes[i]);
  /* A date in a file would differ now. */
  g_usleep (1100000);
  write_parts (recording, parts);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize size;
      g_autofree char *content = recording_read (recording, names[i], &size);

      if (size != sizes[i] || memcmp (content, contents[i], size) != 0)
        g_error ("%s differs", names[i]);
      g_free (contents[i]);
    }
}

/* ---- JSON ---- */

static void
test_json_has_the_tracks_with_their_spots (Recording     *recording,
                                           gconstpointer  data)
{
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GError) error = NULL;
  g_autofree char *path = g_build_filename (recording->folder, "tracks.json", NULL);
  JsonArray *tracks;
  JsonObject *track, *spots;

  write_parts (recording, VENULE_EXPORT_TRACKS_JSON);
  g_assert_true (json_parser_load_from_file (parser, path, &error));
  g_assert_no_error (error);
  tracks = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "tracks");
  g_assert_cmpuint (json_array_get_length (tracks), ==, 3);
  track = json_array_get_object_element (tracks, 0);
  g_assert_cmpfloat (json_object_get_double_member (track, "mean_velocity_um_s"), ==, 15);
  g_assert_false (json_object_get_boolean_member (track, "edited"));
  spots = json_object_get_object_member (track, "spots");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (spots, "x_px")), ==, 5);
  g_assert_cmpfloat (json_array_get_double_element (json_object_get_array_member (spots, "x_px"), 4), ==, 22);
  track = json_array_get_object_element (tracks, 2);
  g_assert_cmpstr (json_object_get_string_member (track, "note"), ==, "a pair, \"touching\"");
  g_assert_true (json_object_get_null_member (track, "mean_velocity_um_s"));
}

/* ---- TrackMate and MTrackJ ---- */

static void
assert_reads_back (Recording  *recording,
                   const char *name,
                   guint       n_tracks)
{
  g_autofree char *path = g_build_filename (recording->folder, name, NULL);
  g_autoptr(VenuleDocument) document = venule_document_new (recording->source);
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleImport) import = NULL;

  venule_document_set_settings (document, recording->settings);
  import = venule_import_read (path, document, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (import->tracks->len, ==, n_tracks);
  for (guint i = 0; i < n_tracks; i++)
    {
      g_autoptr(VenuleTrack) ours = g_list_model_get_item (G_LIST_MODEL (recording->tracks), i);
      guint n, n_theirs;
      const VenulePlace *places = venule_track_get_places (ours, &n);
      const VenulePlace *theirs = venule_track_get_places (g_ptr_array_index (import->tracks, i), &n_theirs);

      g_assert_cmpuint (n_theirs, ==, n);
      for (guint j = 0; j < n; j++)
        {
          g_assert_cmpint (theirs[j].frame, ==, places[j].frame);
          g_assert_cmpfloat_with_epsilon (theirs[j].x, places[j].x, 1e-3);
          g_assert_cmpfloat_with_epsilon (theirs[j].y, places[j].y, 1e-3);
        }
    }
}

/* What TrackMate's reader asks for (fiji.plugin.trackmate.io.TmXmlReader). */
typedef struct {
  GHashTable *seen;     /* elements */
  GHashTable *spots;    /* ids */
  GHashTable *declared; /* features */
  guint       n_spots, n_said, n_edges, n_outlines;
} Session;

static void
on_element (GMarkupParseContext  *context,
            const char           *element,
            const char          **names,
            const char          **values,
            gpointer              user_data,
            GError              **error)
{
  Session *self = user_data;
  const char *known[] = { "ID", "name", "ROI_N_POINTS", NULL };

  g_hash_table_add (self->seen, g_strdup (element));
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (g_str_equal (element, "Feature") && g_str_equal (names[i], "feature"))
        g_hash_table_add (self->declared, g_strdup (values[i]));
      if (g_str_equal (element, "AllSpots") && g_str_equal (names[i], "nspots"))
        self->n_said = (guint) g_ascii_strtoull (values[i], NULL, 10);
      if (g_str_equal (element, "Spot") && g_str_equal (names[i], "ID"))
        self->n_spots += g_hash_table_add (self->spots, g_strdup (values[i]));
      if (g_str_equal (names[i], "ROI_N_POINTS"))
        self->n_outlines++;
      /* An edge to a spot that is not there ends the reading. */
      if (g_str_equal (element, "Edge") && g_str_has_prefix (names[i], "SPOT_"))
        g_assert_true (g_hash_table_contains (self->spots, values[i]));
      if ((g_str_equal (element, "Spot") || g_str_equal (element, "Edge") || g_str_equal (element, "Track")) &&
          !g_strv_contains (known, names[i]))
        g_assert_true (g_hash_table_contains (self->declared, names[i]));
    }
  self->n_edges += g_str_equal (element, "Edge");
}

static void
test_trackmate_finds_what_it_reads (Recording     *recording,
                                    gconstpointer  data)
{
  static const char *const needed[] = { "TrackMate", "Log", "Model", "FeatureDeclarations", "SpotFeatures",
                                        "EdgeFeatures",
                                        "TrackFeatures", "AllSpots", "SpotsInFrame", "AllTracks", "FilteredTracks",
                                        "TrackID", "Settings", "ImageData", "BasicSettings", "DetectorSettings",
                                        "InitialSpotFilter", "SpotFilterCollection", "TrackerSettings",
                                        "TrackFilterCollection", "AnalyzerCollection", "SpotAnalyzers", "EdgeAnalyzers",
                                        "TrackAnalyzers", "GUIState" };
  const gint64 frames[] = { 1, 2, 4 };
  const GMarkupParser functions = { .start_element = on_element };
  g_autoptr(GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) spots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) declared = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Session self = { .seen = seen, .spots = spots, .declared = declared };
  g_autoptr(GMarkupParseContext) context = g_markup_parse_context_new (&functions, 0, &self, NULL);
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  gsize size;

  add_track (recording, 9, frames, G_N_ELEMENTS (frames), 40, 4);
  write_parts (recording, VENULE_EXPORT_TRACKMATE);
  text = recording_read (recording, "trackmate.xml", &size);
  g_assert_true (g_markup_parse_context_parse (context, text, (gssize) size, &error));
  g_assert_true (g_markup_parse_context_end_parse (context, &error));
  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    {
      if (!g_hash_table_contains (seen, needed[i]))
        g_error ("there is no element %s", needed[i]);
    }
  g_assert_cmpuint (self.n_spots, ==, 14);
  g_assert_cmpuint (self.n_said, ==, self.n_spots);
  g_assert_cmpuint (self.n_edges, ==, 4 + 4 + 2);
  g_assert_cmpuint (self.n_outlines, ==, 3);
}

static void
test_trackmate_and_mtrackj_are_read_back (Recording     *recording,
                                          gconstpointer  data)
{
  write_parts (recording, VENULE_EXPORT_TRACKMATE | VENULE_EXPORT_MTRACKJ);
  /* A cell that was seen once is no track in TrackMate. */
  assert_reads_back (recording, "trackmate.xml", 2);
  assert_reads_back (recording, "tracks.mdf", 3);
}

/* ---- Cell Tracking Challenge ---- */

static guint16 *
read_mask (Recording *recording,
           gint64     frame)
{
  g_autofree char *name = g_strdup_printf ("mask%03" G_GINT64_FORMAT ".tif", frame);
  g_autofree char *path = g_build_filename (recording->folder, "ctc", "01_RES", name, NULL);
  TIFF *tiff = TIFFOpen (path, "r");
  guint32 width = 0, height = 0;
  guint16 bits = 0;
  guint16 *mask = g_new0 (guint16, 64 * 48);

  g_assert_nonnull (tiff);
  TIFFGetField (tiff, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField (tiff, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetField (tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  g_assert_cmpuint (width, ==, 64);
  g_assert_cmpuint (height, ==, 48);
  g_assert_cmpuint (bits, ==, 16);
  for (guint32 y = 0; y < height; y++)
    g_assert_cmpint (TIFFReadScanline (tiff, mask + y * 64, y, 0), >, 0);
  TIFFClose (tiff);

  return mask;
}

/* Each cell is in every frame from its first to its last, and nowhere else; parents end before their children begin. */
static void
assert_layout (Recording *recording,
               gint64     n_frames,
               guint      n_pieces)
{
  g_autofree char *text = recording_read (recording, "ctc/01_RES/res_track.txt", NULL);
  g_auto(GStrv) lines = g_strsplit (g_strchomp (text), "\n", -1);
  gint64 ends[16] = { 0 };

  g_assert_cmpuint (g_strv_length (lines), ==, n_pieces);
  for (gint64 frame = 0; frame < n_frames; frame++)
    {
      g_autofree guint16 *mask = read_mask (recording, frame);
      gboolean there[16] = { FALSE };

      for (guint i = 0; i < 64 * 48; i++)
        there[mask[i]] = TRUE;
      for (guint i = 0; i < n_pieces; i++)
        {
          guint label, parent;
          int first, last;

          g_assert_cmpint (sscanf (lines[i], "%u %d %d %u", &label, &first, &last, &parent), ==, 4);
          if (there[label] != (frame >= first && frame <= last))
            g_error ("cell %u and frame %d", label, (int) frame);
          ends[label] = last;
          g_assert_true (parent == 0 || ends[parent] < first);
          there[label] = FALSE;
        }
      for (guint i = 1; i < G_N_ELEMENTS (there); i++)
        g_assert_false (there[i]);
    }
}

static void
test_masks_keep_to_the_rules (Recording     *recording,
                              gconstpointer  data)
{
  const gint64 gap[] = { 0, 1, 4 };
  const gint64 all[] = { 0, 1, 2, 3, 4 };
  g_autofree guint16 *mask = NULL;
  guint area = 0;

  add_track (recording, 7, gap, G_N_ELEMENTS (gap), 50, 6);
  add_track (recording, 8, all, G_N_ELEMENTS (all), 50, 6);  /* the same place: one of them would be hidden */
  add_track (recording, 9, all, G_N_ELEMENTS (all), 200, 3); /* outside of the picture */
  write_parts (recording, VENULE_EXPORT_CTC);
  assert_layout (recording, 5, 7);

  /* Twenty points of radius 6: the area of that polygon, to the pixels on its edge. */
  mask = read_mask (recording, 2);
  for (guint i = 0; i < 64 * 48; i++)
    area += mask[i] == 8;
  g_assert_cmpfloat_with_epsilon (area, 10 * 36 * sin (2 * G_PI / 20), 6);
}

static void
test_masks_replace_earlier_ones (Recording     *recording,
                                 gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *path = g_build_filename (recording->folder, "ctc", NULL);
  g_autofree char *names = NULL;

  write_parts (recording, VENULE_EXPORT_CTC);
  before = recording_read (recording, "ctc/01_RES/res_track.txt", NULL);
  g_list_store_remove (recording->tracks, 0);
  g_cancellable_cancel (cancellable);
  g_assert_false (venule_export_ctc (&recording->results, path, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  after = recording_read (recording, "ctc/01_RES/res_track.txt", NULL);
  g_assert_cmpstr (after, ==, before);

  write_parts (recording, VENULE_EXPORT_CTC);
  g_free (after);
  after = recording_read (recording, "ctc/01_RES/res_track.txt", NULL);
  g_assert_cmpstr (after, !=, before);
  names = recording_list (recording);
  g_assert_cmpstr (names, ==, "analysis.json ctc");
}

static void
test_too_many_tracks_for_masks (Recording     *recording,
                                gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = g_build_filename (recording->folder, "ctc", NULL);
  g_autofree char *names = NULL;

  for (guint i = 0; i < 65536; i++)
    {
      g_autoptr(VenuleTrack) track = venule_track_new (10 + i);
      VenuleSpot spot = { .x = 5, .y = 5, .radius = 1 };

      venule_track_add_spot (track, &spot);
      g_list_store_append (recording->tracks, track);
    }
  g_assert_false (venule_export_ctc (&recording->results, path, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  names = recording_list (recording);
  g_assert_cmpstr (names, ==, "");
}

/* A person looks for the folder that was named, not for the hidden one in which the masks are made. */
static void
test_masks_that_cannot_be_written (Recording     *recording,
                                   gconstpointer  data)
{
  g_autofree char *path = g_build_filename (recording->folder, "ctc", NULL);
  g_autofree char *names = NULL;
  g_autoptr(GError) error = NULL;
  struct rlimit before;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &(struct rlimit){ 10, before.rlim_max }), ==, 0);
  g_assert_false (venule_export_ctc (&recording->results, path, NULL, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "/ctc/01_RES”"));
  names = recording_list (recording);
  g_assert_cmpstr (names, ==, "");
}

/* ---- What a person wrote ---- */

/* A sheet's cells that are texts, each with its number among all texts of the book. */
static char *
read_part (Recording  *recording,
           const char *part)
{
  g_autofree char *book = g_build_filename (recording->folder, "results.xlsx", NULL);
  const char *arguments[] = { "unzip", "-p", book, part, NULL };
  char *content = NULL;
  g_autoptr(GError) error = NULL;
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &content, NULL,
                               &status, &error));
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));

  return content;
}

/* Labels and notes that look like numbers or formulas stay what they are: in the workbook, and in JSON, which has no
 * 007. */
static void
test_labels_stay_text (Recording     *recording,
                       gconstpointer  data)
{
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (recording->tracks), 0);
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autofree char *sheet = NULL;
  g_autofree char *tracks = NULL;
  g_autofree char *summary = NULL;
  g_autofree char *json = NULL;
  g_autoptr(GError) error = NULL;

  measures->animal = g_strdup ("007");
  measures->group = g_strdup ("1E5");
  measures->time_point = g_strdup ("1e400");
  measures->recording = g_strdup ("-3");
  recording->results.measure_settings = measures;
  venule_track_set_note (track, "=1+1");
  write_parts (recording, VENULE_EXPORT_TABLES | VENULE_EXPORT_WORKBOOK | VENULE_EXPORT_TRACKS_JSON);
  summary = recording_read (recording, "summary.csv", NULL);
  g_assert_nonnull (strstr (summary, "\nanimal,007,"));
  g_assert_nonnull (strstr (summary, "\nrecording,'-3,"));
  json = recording_read (recording, "tracks.json", NULL);
  json_parser_load_from_data (parser, json, -1, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (json, "\"value\": \"007\""));
  g_assert_nonnull (strstr (json, "\"value\": \"-3\""));
  g_assert_nonnull (strstr (json, "\"note\": \"=1+1\""));

  if (!g_find_program_in_path ("unzip"))
    return;
  sheet = read_part (recording, "xl/worksheets/sheet1.xml");
  tracks = read_part (recording, "xl/worksheets/sheet2.xml");
  g_assert_nonnull (strstr (sheet, "<t>007</t>"));
  g_assert_nonnull (strstr (sheet, "<t>1E5</t>"));
  g_assert_nonnull (strstr (sheet, "<t>1e400</t>"));
  g_assert_nonnull (strstr (sheet, "<t>-3</t>"));
  g_assert_nonnull (strstr (tracks, "<t>=1+1</t>"));
  g_assert_null (strstr (tracks, "<f>"));
}

static void
test_nothing_found_is_written_too (Recording     *recording,
                                   gconstpointer  data)
{
  g_autofree char *text = NULL;

  g_list_store_remove_all (recording->tracks);
  write_parts (recording, VENULE_EXPORT_EVERYTHING);
  text = recording_read (recording, "methods.txt", NULL);
  g_assert_nonnull (strstr (text, "0 cells were tracked"));
  g_assert_null (strstr (text, "Rolling velocity:"));
}

/* ---- What is chosen ---- */

static void
test_parts_are_named (void)
{
  g_autoptr(GError) error = NULL;
  VenuleExportParts parts = 0;

  g_assert_true (venule_export_parts_parse ("csv, xlsx,ctc", &parts, &error));
  g_assert_cmpuint (parts, ==, VENULE_EXPORT_TABLES | VENULE_EXPORT_WORKBOOK | VENULE_EXPORT_CTC);
  g_assert_true (venule_export_parts_parse ("all", &parts, &error));
  g_assert_cmpuint (parts, ==, VENULE_EXPORT_EVERYTHING);
  g_assert_false (venule_export_parts_parse ("csv,word", &parts, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "word"));
  g_assert_nonnull (strstr (error->message, "trackmate"));
}

int
main (int    argc,
      char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, function) g_test_add ("/formats/" name, Recording, data, recording_set_up, function,           \
                                              recording_tear_down)
  g_test_add_func ("/formats/a-table-is-read-back", test_a_table_is_read_back);
  if (g_test_slow ()) /* it takes long to start; cli-study has it read the workbook of a study each time */
    ADD ("libreoffice-reads-the-workbook", &half_um, test_libreoffice_reads_the_workbook);
  ADD ("the-locale-does-not-change-the-files", &half_um, test_the_locale_does_not_change_the_files);
  ADD ("json-has-the-tracks-with-their-spots", &half_um, test_json_has_the_tracks_with_their_spots);
  ADD ("trackmate-finds-what-it-reads", &half_um, test_trackmate_finds_what_it_reads);
  ADD ("trackmate-and-mtrackj-are-read-back", &half_um, test_trackmate_and_mtrackj_are_read_back);
  ADD ("masks-keep-to-the-rules", NULL, test_masks_keep_to_the_rules);
  ADD ("masks-replace-earlier-ones", NULL, test_masks_replace_earlier_ones);
  ADD ("too-many-tracks-for-masks", NULL, test_too_many_tracks_for_masks);
  ADD ("masks-that-cannot-be-written", NULL, test_masks_that_cannot_be_written);
  ADD ("labels-stay-text", &half_um, test_labels_stay_text);
  ADD ("nothing-found-is-written-too", NULL, test_nothing_found_is_written_too);
  g_test_add_func ("/formats/parts-are-named", test_parts_are_named);

  return g_test_run ();
}
