/* test-report.c: the page of a recording as others open it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "recording.h"
#include "venule-export-private.h"
#include "gray-movie.h"
#include "venule-report.h"
#include "venule-source-private.h"

static const double half_um = 0.5;

/* What a program says of a file. */
static char *
ask (const char *program,
     const char *option,
     const char *path)
{
  const char *arguments[] = { program, option, path, g_str_equal (program, "pdftotext") ? "-" : NULL, NULL };
  g_autoptr(GError) error = NULL;
  char *said = NULL;

  if (option == NULL)
    memmove (arguments + 1, arguments + 2, 3 * sizeof *arguments);
  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &said, NULL, NULL,
                               &error));
  g_assert_no_error (error);

  return said;
}

/* The text in the order in which it was set, with single spaces. */
static char *
read_text (const char *path)
{
  g_autofree char *raw = ask ("pdftotext", "-raw", path);
  g_autoptr(GRegex) spaces = g_regex_new ("\\s+", 0, 0, NULL);

  return g_regex_replace_literal (spaces, raw, -1, 0, " ", 0, NULL);
}

static char *
save (Recording  *recording,
      GPtrArray  *pages,
      const char *name)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) content = venule_report_make_pdf (pages, &error);
  char *path = g_build_filename (recording->folder, name, NULL);
  gsize size;
  const char *data;

  g_assert_no_error (error);
  data = g_bytes_get_data (content, &size);
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));

  return path;
}

static VenuleReport *
make_page (const VenuleResults *results)
{
  g_autoptr(GError) error = NULL;
  VenuleReport *page = venule_report_new (results, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (page);

  return page;
}

/* Where VENULE_KEEP_REPORTS is a folder, each stays there to be looked at. */
static void
keep (const char *path,
      const char *name)
{
  const char *folder = g_getenv ("VENULE_KEEP_REPORTS");
  g_autofree char *content = NULL;
  g_autofree char *kept = NULL;
  gsize size;

  if (folder == NULL)
    return;
  kept = g_strdup_printf ("%s/%s.pdf", folder, name);
  g_assert_true (g_file_get_contents (path, &content, &size, NULL));
  g_assert_true (g_file_set_contents (kept, content, (gssize) size, NULL));
}

static void
assert_pages (const char *path,
              guint       n)
{
  g_autofree char *facts = ask ("pdfinfo", NULL, path);
  g_autofree char *fonts = ask ("pdffonts", NULL, path);
  g_autofree char *pages = g_strdup_printf ("Pages: +%u\n", n);
  g_auto(GStrv) rows = g_strsplit (g_strchomp (fonts), "\n", -1);

  g_assert_true (g_regex_match_simple (pages, facts, 0, 0));
  g_assert_nonnull (strstr (facts, "(A4)"));
  g_assert_cmpuint (g_strv_length (rows), >=, 3);
  for (guint i = 2; rows[i] != NULL; i++)
    g_assert_true (g_regex_match_simple ("\\s+yes\\s+(yes|no)\\s+(yes|no)\\s+\\d+\\s+\\d+\\s*$", rows[i], 0, 0));
}

/* The page of the recording as it is, which has to be one; its text. */
static char *
report (Recording  *recording,
        const char *name)
{
  g_autoptr(GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_report_free);
  g_autofree char *path = NULL;

  g_ptr_array_add (pages, make_page (&recording->results));
  path = save (recording, pages, "report.pdf");
  assert_pages (path, 1);
  keep (path, name);

  return read_text (path);
}

/* ---- Numbers ---- */

static VenuleQuantityId
find_quantity (const char *key)
{
  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    if (g_str_equal (venule_quantity_get_key (id), key))
      return id;

  g_assert_not_reached ();
}

/* "15.0" is 15.04 of the table, and "150000" 150269. */
static void
assert_same (const char *shown,
             double      number)
{
  const char *point = strchr (shown, '.');
  int decimals = point != NULL ? (int) strlen (point + 1) : 0;

  if (fabs (number) >= 1000)
    decimals = MIN (decimals, 2 - (int) floor (log10 (fabs (number))));
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (shown, NULL), number, 0.501 * pow (10, -decimals));
}

static guint
compare_row (const char        *text,
             const VenuleTable *table,
             guint              row,
             gboolean           calibrated)
{
  VenuleQuantityId id = find_quantity (venule_table_get_text (table, row, 0));
  double value;
  g_autofree char *name = g_regex_escape_string (venule_quantity_get_name (id), -1);
  gboolean has_value = venule_table_get_number (table, row, 1, &value);
  const char *unit = has_value && value == 1 && venule_quantity_get_unit (id) == VENULE_UNIT_COUNT
                       ? "cell" : venule_quantity_unit_for_people (venule_quantity_get_unit (id), calibrated);
  g_autofree char *pattern = g_strdup_printf (" %s ([0-9.]+) %s ?(?:([0-9.]+) – ([0-9.]+))?", name, unit);
  g_autoptr(GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  double low, high;

  if (!venule_quantity_is_result (id) || !has_value)
    return 0;
  g_assert_true (g_regex_match (regex, text, 0, &match));
  {
    g_autofree char *shown = g_match_info_fetch (match, 1);
    g_autofree char *from = g_match_info_fetch (match, 2);
    g_autofree char *to = g_match_info_fetch (match, 3);

    assert_same (shown, value);
    if (venule_table_get_number (table, row, 5, &low) && venule_table_get_number (table, row, 6, &high))
      {
        assert_same (from, low);
        assert_same (to, high);
      }
  }

  return 1;
}

static guint
compare_with_summary (Recording  *recording,
                      const char *text)
{
  g_autoptr(VenuleTable) table = venule_export_make_summary (&recording->results);
  guint n = 0;

  for (guint row = 0; row < venule_table_get_n_rows (table); row++)
    n += compare_row (text, table, row, recording->settings->calibration.pixel_size_um > 0);

  return n;
}

static void
test_one_page_says_what_the_summary_says (Recording     *recording,
                                          gconstpointer  data)
{
  g_autofree char *text = report (recording, "plain");

  g_assert_nonnull (strstr (text, "video, \"odd\".avi"));
  g_assert_nonnull (strstr (text, "64 × 48 px, 8 bit"));
  g_assert_nonnull (strstr (text, "Pixel size 0.5 µm"));
  g_assert_nonnull (strstr (text, "2 of 5 frames"));
  g_assert_cmpuint (compare_with_summary (recording, text), >, 15);
  g_assert_nonnull (strstr (text, " on CPU, 1 thread. Definitions"));
}

static void
test_nothing_was_computed_of_tracks_that_were_read (Recording     *recording,
                                                    gconstpointer  data)
{
  g_autofree char *text = NULL;

  recording->results.detect_interval = 0;
  recording->results.device = "MTrackJ";
  text = report (recording, "tracks");
  g_assert_nonnull (strstr (text, "Tracks read from MTrackJ"));
  g_assert_nonnull (strstr (text, ". Definitions"));
  g_assert_null (strstr (text, " on MTrackJ"));
}

/* What parts rolling from free-flowing cells, at 10 frames/s too: 24 diameters of 20 px a second. A line that was
 * worked out lies nowhere by a millionth of a µm. */
static void
test_parameters_are_those_that_count (Recording     *recording,
                                      gconstpointer  data)
{
  g_autofree char *text = NULL;

  recording->settings->calibration.pixel_size_um = 1.0 / 3;
  text = report (recording, "parameters");
  g_assert_nonnull (strstr (text, "Maximum velocity 160 µm/s (480 px/s)"));
  g_assert_nonnull (strstr (text, "Flux line 10.67 µm"));
}

/* The same numbers with the comma of the desktop: files for papers have a point. */
static void
test_the_point_stays_a_point (Recording     *recording,
                              gconstpointer  data)
{
  g_autofree char *text = NULL;
  gboolean set = setlocale (LC_NUMERIC, "de_DE.UTF-8") != NULL || setlocale (LC_NUMERIC, "fr_FR.UTF-8") != NULL;

  if (!set)
    {
      g_test_skip ("no such locale here");
      return;
    }
  text = report (recording, "comma");
  setlocale (LC_NUMERIC, "C");
  g_assert_cmpuint (compare_with_summary (recording, text), >, 15);
}

static void
test_nothing_found (Recording     *recording,
                    gconstpointer  data)
{
  g_autofree char *text = NULL;

  g_list_store_remove_all (recording->tracks);
  text = report (recording, "empty");
  g_assert_nonnull (strstr (text, "No rolling cells"));
  g_assert_nonnull (strstr (text, "Tracks 0"));
  compare_with_summary (recording, text);
}

static void
test_one_track (Recording     *recording,
                gconstpointer  data)
{
  g_autofree char *text = NULL;

  g_list_store_splice (recording->tracks, 1, 2, NULL, 0);
  text = report (recording, "one");
  g_assert_nonnull (strstr (text, "Rolling velocity, mean 15"));
  g_assert_nonnull (strstr (text, "fewer than 5 rolling cells"));
  compare_with_summary (recording, text);
}

static void
test_without_a_calibration (Recording     *recording,
                            gconstpointer  data)
{
  g_autofree char *text = report (recording, "pixels");

  g_assert_nonnull (strstr (text, "No pixel size was confirmed"));
  g_assert_nonnull (strstr (text, "Rolling velocity, mean 30.0 px/s"));
  g_assert_null (strstr (text, "µm/s"));
  compare_with_summary (recording, text);
}

/* ---- Odd recordings ---- */

/* Another video in the place of the small one. */
static void
take_video (Recording  *recording,
            const char *name,
            int         width,
            int         height)
{
  g_autofree char *path = g_build_filename (recording->folder, name, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GrayMovie) writer = gray_movie_new (path, GRAY_MOVIE_AVI, width, height, 8, 10, &error);

  g_assert_no_error (error);
  for (int i = 0; i < 2; i++)
    {
      g_autoptr(VenuleFrame) frame = venule_frame_new (width, height, 8);

      for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
          ((guint8 *) frame->data)[(gsize) y * frame->stride + x] = (guint8) ((x * 5 / width + y * 7 / height) * 20);
      g_assert_true (gray_movie_add (writer, frame, &error));
    }
  g_assert_true (gray_movie_finish (writer, &error));
  g_object_unref (recording->source);
  recording->source = venule_source_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (venule_source_build_table (recording->source, NULL, NULL, NULL, &error));
  recording->results.source = recording->source;
  recording->results.last_frame = 1;
}

static void
test_long_names (Recording     *recording,
                 gconstpointer  data)
{
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  g_autofree char *name = g_strnfill (240, 'w');
  g_autofree char *text = NULL;

  memcpy (name, "Maus 17 ", strlen ("Maus 17 "));
  memcpy (name + 236, ".avi", strlen (".avi"));
  take_video (recording, name, 64, 48);
  measures->animal = g_strnfill (400, 'A');
  measures->group = g_strdup ("TNF-α 0,5 µg, 4 h; Kremaster links <& rechts>");
  recording->results.measure_settings = measures;
  recording->results.device = "NVIDIA H100 80GB HBM3 with a name that goes on and on, and on, as names of devices do "
                              "at times, CUDA 12.4, driver 550.54";
  text = report (recording, "long");
  g_assert_nonnull (strstr (text, "Maus 17 w"));
  g_assert_nonnull (strstr (text, "w.avi"));
  g_assert_nonnull (strstr (text, "Results"));
}

/* A square of 4096 px has no more pixels in the page than can be seen. */
static void
test_a_large_video (Recording     *recording,
                    gconstpointer  data)
{
  g_autofree char *text = NULL;
  g_autofree char *content = NULL;
  gsize size;

  take_video (recording, "large.avi", 4096, 4096);
  text = report (recording, "large");
  content = recording_read (recording, "report.pdf", &size);
  g_assert_cmpuint (size, <, 3 * 1024 * 1024);
  g_assert_nonnull (strstr (text, "4096 × 4096 px"));
}

static void
test_a_flat_video (Recording     *recording,
                   gconstpointer  data)
{
  g_autofree char *text = NULL;

  take_video (recording, "flat.avi", 640, 40);
  text = report (recording, "flat");
  g_assert_nonnull (strstr (text, "640 × 40 px"));
}

static void
test_a_video_that_is_gone (Recording     *recording,
                           gconstpointer  data)
{
  g_autofree char *text = NULL;

  g_unlink (venule_source_get_path (recording->source));
  text = report (recording, "gone");
  g_assert_nonnull (strstr (text, "Rolling velocity, mean 15"));
  g_assert_nonnull (strstr (text, "The report has no picture: "));
  g_assert_null (strstr (text, "over the mean of the frames"));
}

/* All of them are shown as long as there is room; of more it is said how many there are. */
static void
test_many_warnings (Recording     *recording,
                    gconstpointer  data)
{
  const guint numbers[] = { 8, 300 };
  VenuleSourceTable *table = venule_source_get_table (recording->results.source);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr(GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_report_free);
      g_autofree char *name = g_strdup_printf ("warnings-%u", numbers[i]);
      g_autofree char *path = NULL;
      g_autofree char *text = NULL;

      g_autoptr(GStrvBuilder) warnings = g_strv_builder_new ();

      for (guint j = 0; j < numbers[i]; j++)
        {
          g_autofree char *warning = g_strdup_printf ("Warning %u, which is said in a sentence so long that it goes "
                                                      "over two lines of the page, however small the letters are that "
                                                      "it has to be set with there.", j);

          g_strv_builder_add (warnings, warning);
        }
      g_strfreev (table->warnings);
      table->warnings = g_strv_builder_end (warnings);
      g_ptr_array_add (pages, make_page (&recording->results));
      path = save (recording, pages, "report.pdf");
      assert_pages (path, 1);
      keep (path, name);
      text = read_text (path);
      g_assert_nonnull (strstr (text, "Warning 1, "));
      g_assert_nonnull (strstr (text, numbers[i] > 100 ? " more, for which there is no room" : "Warning 7, "));
    }
}

static void
test_a_page_for_each_recording (Recording     *recording,
                                gconstpointer  data)
{
  g_autoptr(GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_report_free);
  g_autofree char *path = NULL;
  g_autofree char *again = NULL;
  g_autofree char *text = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  gsize n_first, n_second;

  for (guint i = 0; i < 3; i++)
    g_ptr_array_add (pages, make_page (&recording->results));
  path = save (recording, pages, "first.pdf");
  again = save (recording, pages, "second.pdf");
  assert_pages (path, 3);
  text = read_text (path);
  g_assert_nonnull (strstr (text, "3 / 3"));
  first = recording_read (recording, "first.pdf", &n_first);
  second = recording_read (recording, "second.pdf", &n_second);
  g_assert_cmpmem (first, n_first, second, n_second);
}

#define ADD(name, pixel_size, test) g_test_add ("/report/" name, Recording, pixel_size, recording_set_up, (test),      \
                                                recording_tear_down)

int
main (int   argc,
      char *argv[])
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);

  ADD ("one-page-says-what-the-summary-says", &half_um, test_one_page_says_what_the_summary_says);
  ADD ("nothing-was-computed-of-tracks-that-were-read", &half_um, test_nothing_was_computed_of_tracks_that_were_read);
  ADD ("parameters-are-those-that-count", &half_um, test_parameters_are_those_that_count);
  ADD ("the-point-stays-a-point", &half_um, test_the_point_stays_a_point);
  ADD ("nothing-found", &half_um, test_nothing_found);
  ADD ("one-track", &half_um, test_one_track);
  ADD ("without-a-calibration", NULL, test_without_a_calibration);
  ADD ("long-names", &half_um, test_long_names);
  ADD ("a-large-video", &half_um, test_a_large_video);
  ADD ("a-flat-video", &half_um, test_a_flat_video);
  ADD ("a-video-that-is-gone", &half_um, test_a_video_that_is_gone);
  ADD ("many-warnings", &half_um, test_many_warnings);
  ADD ("a-page-for-each-recording", &half_um, test_a_page_for_each_recording);

  return g_test_run ();
}
