/* test-export-movie.c: the annotated movie is whole or not there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <unistd.h>

#include "recording.h"
#include "venule-error.h"

static const double half_um = 0.5;

typedef struct {
  guint         n_calls;
  double        last;
  GCancellable *cancellable; /* cancelled in the second call, when there is one */
} Progress;

static void
on_progress (double   fraction,
             gpointer user_data)
{
  Progress *progress = user_data;

  g_assert_cmpfloat (fraction, >, progress->last);
  progress->last = fraction;
  if (++progress->n_calls == 2 && progress->cancellable != NULL)
    g_cancellable_cancel (progress->cancellable);
}

static void
test_the_movie_shows_the_analysed_frames (Recording     *recording,
                                          gconstpointer  data)
{
  g_autofree char *path = g_build_filename (recording->folder, "annotated.mp4", NULL);
  g_autofree char *names = NULL;
  g_autoptr(VenuleSource) movie = NULL;
  g_autoptr(GError) error = NULL;
  Progress progress = { 0 };

  recording->results.first_frame = 1;
  recording->results.last_frame = 3;
  g_assert_true (venule_export_movie (&recording->results, path, on_progress, &progress, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (progress.n_calls, ==, 3);
  g_assert_cmpfloat (progress.last, ==, 1);
  names = recording_list (recording);
  g_assert_cmpstr (names, ==, "annotated.mp4");

  movie = venule_source_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (venule_source_build_table (movie, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (venule_source_get_n_frames (movie), ==, 3);
  /* Too small to be seen well: four times as large. */
  g_assert_cmpint (venule_source_get_width (movie), ==, 4 * 64);
  g_assert_cmpint (venule_source_get_height (movie), ==, 4 * 48);
  g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (movie), 10, 0.01);
}

static void
test_the_video_can_be_seen_under_the_cells (Recording     *recording,
                                            gconstpointer  data)
{
  g_autofree char *path = g_build_filename (recording->folder, "annotated.mp4", NULL);
  g_autoptr(VenuleSource) movie = NULL;
  g_autoptr(VenuleReader) reader = NULL;
  g_autoptr(GError) error = NULL;
  guint last = 0;

  g_assert_true (venule_export_movie (&recording->results, path, NULL, NULL, NULL, &error));
  movie = venule_source_open (path, NULL, &error);
  g_assert_no_error (error);
  reader = venule_source_open_reader (movie, &error);
  g_assert_no_error (error);

  /* Frame i of the recording is of gray 60 + 20·i; (200, 60) is far from all cells and letters. */
  for (int i = 0; i < 5; i++)
    {
      g_autoptr(VenuleFrame) frame = venule_reader_read (reader, i, NULL, &error);
      guint sample;

      g_assert_no_error (error);
      sample = venule_frame_get_sample (frame, 200, 60);
      g_assert_cmpuint (sample, >, last + 8);
      last = sample;
    }
}

/* What ffprobe says of the only stream: "codec,width,height,frames". */
static char *
probe (const char *path)
{
  const char *arguments[] = { "ffprobe", "-v", "error", "-count_frames", "-show_entries",
                              "stream=codec_name,width,height,nb_read_frames", "-of", "csv=p=0", path, NULL };
  g_autoptr(GError) error = NULL;
  char *output = NULL;

  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL, NULL,
                               &error));
  g_assert_no_error (error);

  return g_strstrip (output);
}

static void
test_each_kind_is_read_by_ffprobe (Recording     *recording,
                                   gconstpointer  data)
{
  static const struct
  {
    VenuleMovieFormat  format;
    const char        *expected;
  } kinds[] = {
    { VENULE_MOVIE_MP4, "h264,256,192,3" },
    { VENULE_MOVIE_FFV1, "ffv1,256,192,3" },
    { VENULE_MOVIE_GIF, "gif,256,192,3" },
  };
  g_autofree char *program = g_find_program_in_path ("ffprobe");

  if (program == NULL)
    {
      g_test_skip ("ffprobe is not installed");
      return;
    }

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *path = NULL;
      g_autofree char *found = NULL;
      VenuleMovieOptions options;

      venule_movie_options_init (&options);
      options.format = kinds[i].format;
      options.first_frame = 1;
      options.last_frame = 3;
      recording->results.movie = &options;
      path = g_build_filename (recording->folder, venule_movie_options_get_name (&options), NULL);
      g_assert_true (venule_export_movie (&recording->results, path, NULL, NULL, NULL, &error));
      g_assert_no_error (error);
      found = probe (path);
      g_assert_cmpstr (found, ==, kinds[i].expected);
    }
}

static void
test_a_fast_gif_leaves_frames_out (Recording     *recording,
                                   gconstpointer  data)
{
  g_autofree char *path = g_build_filename (recording->folder, "annotated.gif", NULL);
  g_autoptr(VenuleSource) movie = NULL;
  g_autoptr(GError) error = NULL;
  VenuleMovieOptions options;

  venule_movie_options_init (&options);
  options.format = VENULE_MOVIE_GIF;
  recording->results.movie = &options;
  recording->settings->calibration.frame_rate = 100;
  g_assert_true (venule_export_movie (&recording->results, path, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  movie = venule_source_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (venule_source_build_table (movie, NULL, NULL, NULL, &error));
  g_assert_cmpint (venule_source_get_n_frames (movie), ==, 3); /* 0, 2 and 4 */
}

static void
test_frames_that_were_not_analysed_are_told (Recording     *recording,
                                             gconstpointer  data)
{
  g_autofree char *path = g_build_filename (recording->folder, "annotated.mp4", NULL);
  g_autoptr(GError) error = NULL;
  VenuleMovieOptions options;

  venule_movie_options_init (&options);
  options.first_frame = 7;
  recording->results.movie = &options;
  g_assert_false (venule_export_movie (&recording->results, path, NULL, NULL, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_a_cancelled_movie_leaves_nothing (Recording     *recording,
                                       gconstpointer  data)
{
  g_autofree char *path = g_build_filename (recording->folder, "annotated.mp4", NULL);
  g_autofree char *names = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  Progress progress = { .cancellable = cancellable };

  g_assert_false (venule_export_movie (&recording->results, path, on_progress, &progress, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (progress.n_calls, ==, 2);
  names = recording_list (recording);
  g_assert_cmpstr (names, ==, "");
}

/* The video ends two frames before the analysis did: a half-copied file, say. */
static void
test_a_movie_with_frames_missing_is_not_written (Recording     *recording,
                                                 gconstpointer  data)
{
  g_autofree char *path = g_build_filename (recording->folder, "annotated.mp4", NULL);
  g_autofree char *names = NULL;
  g_autoptr(GError) error = NULL;

  recording->results.last_frame = 6;
  g_assert_false (venule_export_movie (&recording->results, path, NULL, NULL, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_END);
  names = recording_list (recording);
  g_assert_cmpstr (names, ==, "");
}

static void
test_a_folder_that_is_not_there_is_told (Recording     *recording,
                                         gconstpointer  data)
{
  g_autofree char *path = g_build_filename (recording->folder, "nowhere", "annotated.mp4", NULL);
  g_autoptr(GError) error = NULL;

  g_assert_false (venule_export_movie (&recording->results, path, NULL, NULL, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
}

static void
test_the_video_itself_is_never_replaced (Recording     *recording,
                                         gconstpointer  data)
{
  const char *video = venule_source_get_path (recording->source);
  g_autofree char *link = g_build_filename (recording->folder, "annotated.mp4", NULL);
  g_autofree char *before = NULL, *after = NULL;
  gsize size, size_after;
  g_autoptr(GError) error = NULL;

  g_assert_true (g_file_get_contents (video, &before, &size, NULL));
  g_assert_cmpint (symlink (video, link), ==, 0);
  g_assert_false (venule_export_movie (&recording->results, video, NULL, NULL, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_clear_error (&error);
  g_assert_false (venule_export_movie (&recording->results, link, NULL, NULL, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_WRITE);
  g_assert_true (g_file_get_contents (video, &after, &size_after, NULL));
  g_assert_cmpmem (before, size, after, size_after);
}

#define ADD(name, test)                                                                                                \
  g_test_add ("/export-movie/" name, Recording, &half_um, recording_set_up, (test), recording_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("shows-the-analysed-frames", test_the_movie_shows_the_analysed_frames);
  ADD ("the-video-can-be-seen", test_the_video_can_be_seen_under_the_cells);
  ADD ("each-kind-is-read-by-ffprobe", test_each_kind_is_read_by_ffprobe);
  ADD ("a-fast-gif-leaves-frames-out", test_a_fast_gif_leaves_frames_out);
  ADD ("frames-that-were-not-analysed", test_frames_that_were_not_analysed_are_told);
  ADD ("cancelled", test_a_cancelled_movie_leaves_nothing);
  ADD ("frames-are-missing", test_a_movie_with_frames_missing_is_not_written);
  ADD ("no-folder", test_a_folder_that_is_not_there_is_told);
  ADD ("not-over-the-video", test_the_video_itself_is_never_replaced);

  return g_test_run ();
}
