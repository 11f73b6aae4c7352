/* test-export.c: all files of an analysis, or none of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <errno.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include "recording.h"
#include "venule-error.h"
#include "venule-export-private.h"
#include "venule-save.h"
#include "venule-workbook.h"
#include "venule-write-error.h"

#define ALL_FILES                                                                                                      \
  "analysis.json events.csv flux.csv movement.csv spots.csv summary.csv tracks.csv velocity-histogram.pdf"  \
  " velocity-histogram.png" \
  " velocity-histogram.svg vessel.csv"

static const double half_um = 0.5;

static gboolean
write_all (Recording          *recording,
           VenuleExportParts   parts,
           const char         *folder,
           GCancellable       *cancellable,
           GError            **error)
{
  return venule_export_write (&recording->results, parts, folder, NULL, NULL, cancellable, error);
}

static void
assert_folder_holds (Recording  *recording,
                     const char *expected)
{
  g_autofree char *names = recording_list (recording);

  g_assert_cmpstr (names, ==, expected);
}

static void
assert_refused (Recording  *recording,
                const char *folder,
                const char *saying)
{
  g_autoptr(GError) error = NULL;

  g_assert_false (write_all (recording, VENULE_EXPORT_DEFAULT, folder, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  if (strstr (error->message, saying) == NULL)
    g_error ("“%s” does not say “%s”", error->message, saying);
}

static void
test_all_files_are_written_and_nothing_else (Recording     *recording,
                                             gconstpointer  data)
{
  static const char *const starts[][2] = { { "velocity-histogram.pdf", "%PDF-" },
                                           { "velocity-histogram.svg", "<?xml" },
                                           { "velocity-histogram.png", "\x89PNG" },
                                           { "analysis.json", "{" } };
  g_autoptr(GError) error = NULL;

  g_assert_true (write_all (recording, VENULE_EXPORT_DEFAULT, recording->folder, NULL, &error));
  g_assert_no_error (error);
  assert_folder_holds (recording, ALL_FILES);
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      g_autofree char *content = recording_read (recording, starts[i][0], NULL);

      g_assert_true (g_str_has_prefix (content, starts[i][1]));
    }
}

static void
test_the_same_results_give_the_same_bytes (Recording     *recording,
                                           gconstpointer  data)
{
  g_auto(GStrv) names = g_strsplit (ALL_FILES, " ", -1);
  g_autofree char *other = g_build_filename (recording->folder, "a", "deeper folder", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true (write_all (recording, VENULE_EXPORT_DEFAULT, recording->folder, NULL, &error));
  /* A date written into a file would differ now. */
  g_usleep (1100000);
  g_assert_true (write_all (recording, VENULE_EXPORT_DEFAULT, other, NULL, &error));
  g_assert_no_error (error);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename ("a", "deeper folder", names[i], NULL);
      gsize size, other_size;
      g_autofree char *content = recording_read (recording, names[i], &size);
      g_autofree char *other_content = recording_read (recording, path, &other_size);

      if (size != other_size || memcmp (content, other_content, size) != 0)
        g_error ("%s differs", names[i]);
    }
}

static void
test_the_analysis_says_what_it_depends_on (Recording     *recording,
                                           gconstpointer  data)
{
  g_autofree char *path = g_build_filename (recording->folder, "analysis.json", NULL);
  g_autofree char *hash = NULL;
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GError) error = NULL;
  JsonObject *root, *source, *settings, *crop, *run, *versions, *light;

  recording->settings->calibration.pixel_size_um = 0.363;
  venule_vessel_set_rectangle (recording->settings->vessel, 1, 2, 30.5, 40, -12);
  g_assert_true (write_all (recording, VENULE_EXPORT_JSON, recording->folder, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (json_parser_load_from_file (parser, path, &error));
  g_assert_no_error (error);

  root = json_node_get_object (json_parser_get_root (parser));
  versions = json_object_get_object_member (root, "versions");
  g_assert_true (json_object_has_member (versions, "venule"));
  g_assert_true (json_object_has_member (versions, "ffmpeg"));
  g_assert_true (json_object_has_member (versions, "glib"));

  source = json_object_get_object_member (root, "source");
  hash = venule_source_dup_hash (recording->source, NULL, &error);
  g_assert_cmpstr (json_object_get_string_member (source, "sha256"), ==, hash);
  g_assert_cmpuint (strlen (hash), ==, 64);
  g_assert_true (g_path_is_absolute (json_object_get_string_member (source, "path")));
  g_assert_cmpint (json_object_get_int_member (source, "frames"), ==, 5);

  settings = json_object_get_object_member (root, "settings");
  g_assert_cmpfloat (json_object_get_double_member (settings, "pixel_size_um"), ==, 0.363);
  g_assert_cmpstr (json_object_get_string_member (settings, "finder"), ==, "learned");
  g_assert_cmpstr (json_object_get_string_member (settings, "registration"), ==, "auto");
  g_assert_true (json_object_get_null_member (settings, "frame_rate"));
  crop = json_object_get_object_member (settings, "crop");
  g_assert_cmpstr (json_object_get_string_member (crop, "kind"), ==, "rectangle");
  g_assert_cmpfloat (json_object_get_double_member (crop, "width_px"), ==, 30.5);

  run = json_object_get_object_member (root, "run");
  g_assert_cmpstr (json_object_get_string_member (run, "device"), ==, "CPU, 1 thread");
  g_assert_cmpint (json_object_get_int_member (run, "frames"), ==, 5);
  g_assert_cmpint (json_object_get_int_member (run, "detect_interval"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (run, "unregistered_frames"), ==, 2);
  g_assert_true (json_object_get_boolean_member (run, "complete"));
  light = json_object_get_object_member (run, "light");
  g_assert_cmpfloat (json_object_get_double_member (light, "median_gray"), ==, 100);
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (light, "flicker"), 0.006, 0.002);
  g_assert_true (json_object_get_null_member (light, "frequency_hz"));
  g_assert_cmpint (json_object_get_int_member (light, "jumps"), ==, 0);
  g_assert_cmpfloat (json_object_get_double_member (light, "saturated"), ==, 0.001);
}

/* Unlike the paragraphs of the report they can be read by programs. */
static void
test_the_analysis_holds_its_cautions (Recording     *recording,
                                      gconstpointer  data)
{
  g_autofree char *path = g_build_filename (recording->folder, "analysis.json", NULL);
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GError) error = NULL;
  JsonArray *warnings;
  JsonObject *movement;

  g_assert_true (write_all (recording, VENULE_EXPORT_JSON, recording->folder, NULL, &error));
  g_assert_true (json_parser_load_from_file (parser, path, &error));
  g_assert_no_error (error);

  warnings = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "cautions");
  g_assert_cmpuint (json_array_get_length (warnings), ==, 1);
  movement = json_array_get_object_element (warnings, 0);
  g_assert_cmpstr (json_object_get_string_member (movement, "id"), ==, "tissue-movement");
  g_assert_nonnull (strstr (json_object_get_string_member (movement, "text"), "2 of 5 frames"));
  g_assert_cmpfloat (json_object_get_double_member (movement, "frames"), ==, 2);
  g_assert_cmpfloat (json_object_get_double_member (movement, "of_frames"), ==, 5);
}

static void
test_json_numbers_have_no_needless_digits (void)
{
  const double numbers[] = { 0.363, 0.1, 20, 1.0 / 3, -1e-9, 1e300, 0.1 + 0.2 };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr(JsonNode) node = json_node_init_double (json_node_alloc (), numbers[i]);
      g_autofree char *text = venule_export_json_to_text (node);

      g_assert_cmpfloat (g_ascii_strtod (text, NULL), ==, numbers[i]);
      if (i == 0)
        g_assert_cmpstr (text, ==, "0.363\n");
    }
}

static void
test_a_polygon_and_a_quote_survive_json (Recording     *recording,
                                         gconstpointer  data)
{
  const VenulePoint corners[] = { { 1, 2 }, { 30, 2.5 }, { 20, 40 } };
  g_autofree char *path = g_build_filename (recording->folder, "analysis.json", NULL);
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GError) error = NULL;
  JsonObject *root, *crop;
  JsonArray *read;

  venule_vessel_set_polygon (recording->settings->vessel, corners, G_N_ELEMENTS (corners));
  g_assert_true (write_all (recording, VENULE_EXPORT_JSON, recording->folder, NULL, &error));
  g_assert_true (json_parser_load_from_file (parser, path, &error));
  g_assert_no_error (error);

  root = json_node_get_object (json_parser_get_root (parser));
  crop = json_object_get_object_member (json_object_get_object_member (root, "settings"), "crop");
  read = json_object_get_array_member (crop, "corners_px");
  g_assert_cmpuint (json_array_get_length (read), ==, 3);
  g_assert_cmpfloat (json_array_get_double_element (json_array_get_array_element (read, 1), 1), ==, 2.5);
  g_assert_nonnull (strstr (json_object_get_string_member (json_object_get_object_member (root, "source"), "path"),
                            "video, \"odd\".avi"));
}

static void
test_a_file_in_the_way_is_told (Recording     *recording,
                                gconstpointer  data)
{
  g_autofree char *file = g_build_filename (recording->folder, "a file", NULL);
  g_autofree char *below = g_build_filename (file, "results", NULL);
  g_autofree char *blocked = g_build_filename (recording->folder, "results", NULL);
  g_autofree char *spots = g_build_filename (blocked, "spots.csv", NULL);
  g_autoptr(GDir) dir = NULL;

  g_assert_true (g_file_set_contents (file, "x", 1, NULL));
  assert_refused (recording, file, "in the way");
  assert_refused (recording, below, "in the way");

  /* A folder where a file is to be: the other files stay away too. */
  g_assert_cmpint (g_mkdir_with_parents (spots, 0777), ==, 0);
  assert_refused (recording, blocked, "a folder of that name");
  dir = g_dir_open (blocked, 0, NULL);
  g_assert_cmpstr (g_dir_read_name (dir), ==, "spots.csv");
  g_assert_null (g_dir_read_name (dir));
}

static void
test_a_folder_that_may_not_be_written_is_told (Recording     *recording,
                                               gconstpointer  data)
{
  g_autofree char *closed = g_build_filename (recording->folder, "closed", NULL);
  g_autofree char *below = g_build_filename (closed, "results", NULL);

  if (geteuid () == 0)
    {
      g_test_skip ("root may write everywhere");
      return;
    }

  g_assert_cmpint (g_mkdir (closed, 0555), ==, 0);
  assert_refused (recording, closed, "you may not write there");
  assert_refused (recording, below, "cannot be made");
}

static void
test_a_folder_that_cannot_be_made_is_told (Recording     *recording,
                                           gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  g_assert_false (venule_save_check_directory ("/proc/venule/results", &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "/proc/venule/results"));
}

static void
test_each_reason_has_its_sentence (void)
{
  const int codes[] = { ENOSPC, EDQUOT, EACCES, EROFS, ENOENT, EISDIR, ENAMETOOLONG, EIO };
  const char *const sayings[] = { "full", "full", "may not", "may not", "no folder", "of that name", "shorter",
                                  "Check the drive" };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      g_autoptr(GError) error = NULL;

      venule_write_error_set ("/some/where/spots.csv", codes[i], &error);
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
      g_assert_nonnull (strstr (error->message, "spots.csv"));
      g_assert_nonnull (strstr (error->message, sayings[i]));
    }
}

/* /proc says of a new file that there is no folder. */
static void
test_a_folder_that_is_there_is_not_said_to_be_missing (void)
{
  g_autoptr(GError) error = NULL;

  venule_write_error_set ("/proc/spots.csv", ENOENT, &error);
  g_assert_nonnull (strstr (error->message, "may not"));
}

static void
test_a_write_that_breaks_off_leaves_the_old_files (Recording     *recording,
                                                   gconstpointer  data)
{
  const struct rlimit small = { 600, RLIM_INFINITY };
  struct rlimit before;
  g_autofree char *path = g_build_filename (recording->folder, "spots.csv", NULL);
  g_autofree char *content = NULL;
  g_autoptr(GError) error = NULL;
  gboolean written;

  g_assert_true (g_file_set_contents (path, "the old one", -1, NULL));

  /* Beyond this size of a file the system refuses, as it does on a full drive. */
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  written = write_all (recording, VENULE_EXPORT_TABLES, recording->folder, NULL, &error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);

  g_assert_false (written);
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  assert_folder_holds (recording, "spots.csv");
  content = recording_read (recording, "spots.csv", NULL);
  g_assert_cmpstr (content, ==, "the old one");
}

static VenuleTable *
make_long_table (gconstpointer data,
                 guint         sheet)
{
  VenuleTable *table = venule_table_new ((const char *[]) { "number", NULL }, NULL);

  for (guint i = 0; i < 5000; i++)
    venule_table_add_integer (table, 1);

  return table;
}

/* Its library would end the program where it gets no file, and leave out rows without a word where one may not grow. */
static void
test_a_workbook_is_whole_or_not_there (void)
{
  const int resources[] = { RLIMIT_NOFILE, RLIMIT_FSIZE };
  const rlim_t steps[] = { 1, 8192 };
  const char *const names[] = { "One", "Other" };
  const VenuleWorkbook workbook = { .names = names, .n_sheets = 2, .make = make_long_table };
  g_autoptr(GBytes) whole = venule_workbook_make (&workbook, NULL, NULL);

  signal (SIGXFSZ, SIG_IGN);
  for (guint i = 0; i < G_N_ELEMENTS (resources); i++)
    {
      g_autoptr(GBytes) book = NULL;
      rlim_t n;

      for (n = steps[i]; book == NULL && n < 100 * steps[i]; n += steps[i])
        {
          g_autoptr(GError) error = NULL;
          struct rlimit before;

          g_assert_cmpint (getrlimit (resources[i], &before), ==, 0);
          g_assert_cmpint (setrlimit (resources[i], &(struct rlimit){ n, before.rlim_max }), ==, 0);
          book = venule_workbook_make (&workbook, NULL, &error);
          g_assert_cmpint (setrlimit (resources[i], &before), ==, 0);
          if (book == NULL)
            g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
        }
      g_assert_true (book != NULL && g_bytes_equal (book, whole));
      g_assert_cmpuint (n, >, 2 * steps[i]);
    }
}

static guint lost_file; /* number of the call below whose file loses its end, as where a write fails once; 0: none */
static guint n_rewound;

/* The library reads each of its small files from the start when it packs it, and asks for no error. This comes before
 * the C library's. */
void rewind (FILE *file);

void
rewind (FILE *file)
{
  n_rewound++;
  fflush (file);
  if (n_rewound == lost_file)
    g_assert_cmpint (ftruncate (fileno (file), (ftell (file) - 1) / 4096 * 4096), ==, 0);
  fseek (file, 0, SEEK_SET);
}

static void
test_a_workbook_that_has_lost_something_is_told (void)
{
  const char *const names[] = { "One", "Other" };
  const VenuleWorkbook workbook = { .names = names, .n_sheets = 2, .make = make_long_table };
  guint n;

  n_rewound = 0;
  g_bytes_unref (venule_workbook_make (&workbook, NULL, NULL));
  n = n_rewound;
  g_assert_cmpuint (n, >, 5);
  for (lost_file = 1; lost_file <= n; lost_file++)
    {
      g_autoptr(GError) error = NULL;

      n_rewound = 0;
      g_assert_null (venule_workbook_make (&workbook, NULL, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
    }
  lost_file = 0;
}

static void
fill (const char *folder,
      gsize       size)
{
  g_autofree char *path = g_build_filename (folder, "ballast", NULL);
  g_autofree char *zeros = g_malloc0 (size);

  g_assert_true (g_file_set_contents (path, zeros, (gssize) size, NULL));
}

/* Comes last: the process is in a mount namespace of its own afterwards. */
static void
test_a_full_drive_is_told_and_holds_nothing_half (Recording     *recording,
                                                  gconstpointer  data)
{
  g_autofree char *drive = g_build_filename (recording->folder, "drive", NULL);
  g_autoptr(GDir) dir = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_cmpint (g_mkdir (drive, 0777), ==, 0);
  if (geteuid () != 0 || unshare (CLONE_NEWNS) != 0 ||
      mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount ("venule", drive, "tmpfs", 0, "size=512k") != 0)
    {
      g_test_skip ("a small drive to be filled can only be mounted by root");
      return;
    }

  fill (drive, 400 * 1024);
  assert_refused (recording, drive, "the drive is full");
  g_assert_false (venule_save_check_directory (drive, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  dir = g_dir_open (drive, 0, NULL);
  g_assert_cmpstr (g_dir_read_name (dir), ==, "ballast");
  g_assert_null (g_dir_read_name (dir));
  umount2 (drive, MNT_DETACH);
}

static void
test_a_video_that_is_gone_loses_nothing (Recording     *recording,
                                         gconstpointer  data)
{
  g_autofree char *content = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_cmpint (g_unlink (venule_source_get_path (recording->source)), ==, 0);
  g_assert_true (write_all (recording, VENULE_EXPORT_DEFAULT, recording->folder, NULL, &error));
  g_assert_no_error (error);
  assert_folder_holds (recording, ALL_FILES);
  content = recording_read (recording, "analysis.json", NULL);
  g_assert_nonnull (strstr (content, "\"sha256\": null"));
}

static void
test_a_cancelled_export_writes_nothing (Recording     *recording,
                                        gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (write_all (recording, VENULE_EXPORT_DEFAULT, recording->folder, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_folder_holds (recording, "");
}

#define ADD(name, test)                                                                                                \
  g_test_add ("/export/" name, Recording, &half_um, recording_set_up, (test), recording_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("all-files-are-written", test_all_files_are_written_and_nothing_else);
  ADD ("the-same-results-give-the-same-bytes", test_the_same_results_give_the_same_bytes);
  ADD ("the-analysis-says-what-it-depends-on", test_the_analysis_says_what_it_depends_on);
  ADD ("the-analysis-holds-its-cautions", test_the_analysis_holds_its_cautions);
  ADD ("a-polygon-and-a-quote-survive-json", test_a_polygon_and_a_quote_survive_json);
  g_test_add_func ("/export/json-numbers-have-no-needless-digits", test_json_numbers_have_no_needless_digits);
  ADD ("a-file-in-the-way", test_a_file_in_the_way_is_told);
  ADD ("a-folder-that-may-not-be-written", test_a_folder_that_may_not_be_written_is_told);
  ADD ("a-folder-that-cannot-be-made", test_a_folder_that_cannot_be_made_is_told);
  g_test_add_func ("/export/each-reason-has-its-sentence", test_each_reason_has_its_sentence);
  g_test_add_func ("/export/a-folder-that-is-there-is-not-said-to-be-missing",
                   test_a_folder_that_is_there_is_not_said_to_be_missing);
  ADD ("a-write-that-breaks-off", test_a_write_that_breaks_off_leaves_the_old_files);
  g_test_add_func ("/export/a-workbook-is-whole-or-not-there", test_a_workbook_is_whole_or_not_there);
  g_test_add_func ("/export/a-workbook-that-has-lost-something-is-told",
                   test_a_workbook_that_has_lost_something_is_told);
  ADD ("a-video-that-is-gone", test_a_video_that_is_gone_loses_nothing);
  ADD ("cancelled", test_a_cancelled_export_writes_nothing);
  ADD ("a-full-drive", test_a_full_drive_is_told_and_holds_nothing_half);

  return g_test_run ();
}
