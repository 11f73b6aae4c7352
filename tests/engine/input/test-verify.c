/* test-verify.c: venule-cli verify says whether frames are exact, and which are not
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "clips.h"
#include "served.h"
#include "venule-verify.h"

static int
run_verify (const char *path,
            const char *option,
            char      **output,
            char      **messages)
{
  const char *command[] = { g_getenv ("VENULE_CLI"), "verify", path, option, NULL };
  g_autoptr (GError) error = NULL;
  int status;

  served_run (NULL, command, output, messages, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, &error))
    g_assert_true (error->domain == G_SPAWN_EXIT_ERROR);
  return error != NULL ? error->code : 0;
}

static void
an_exact_video_is_said_to_be_exact (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "clip.mkv", GRAY_MOVIE_FFV1, 64, 48, 16, 25, 40);
  g_autofree char *output = NULL;
  g_autofree char *messages = NULL;
  g_autofree char *nothing = NULL;

  g_assert_cmpint (run_verify (path, NULL, &output, &messages), ==, 0);
  g_assert_cmpstr (messages, ==, "");
  g_assert_nonnull (strstr (output, "40 frames; 40 were read"));
  g_assert_nonnull (strstr (output, "Exact"));
  g_assert_null (strstr (output, "NOT"));
  g_assert_cmpint (run_verify (path, "--quiet", &nothing, NULL), ==, 0);
  g_assert_cmpstr (nothing, ==, "");
  clips_remove_folder (folder);
}

/* What is verified changes once the first frame was read: from frame 30 on there are other pictures. Size and date are
 * as before: a change that shows would be refused. */
static void
replace_file (double   fraction,
              gpointer user_data)
{
  const char **paths = user_data;
  struct stat status;

  if (paths[1] == NULL)
    return;
  g_assert_cmpint (stat (paths[0], &status), ==, 0);
  g_assert_cmpint (utimensat (AT_FDCWD, paths[1], (struct timespec[]) { status.st_atim, status.st_mtim }, 0), ==, 0);
  g_assert_cmpint (g_rename (paths[1], paths[0]), ==, 0);
  paths[1] = NULL;
}

static char *
write_other_end (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "other.avi", NULL);
  g_autoptr (GrayMovie) writer =
    gray_movie_new (path, GRAY_MOVIE_AVI, 64, 48, 8, 25, NULL);

  for (int i = 0; i < 40; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_draw_frame (i < 30 ? i : i + 1, 64, 48, 8);

      g_assert_true (gray_movie_add (writer, frame, NULL));
    }
  g_assert_true (gray_movie_finish (writer, NULL));
  return g_steal_pointer (&path);
}

static void
frames_that_differ_are_named (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "clip.avi", GRAY_MOVIE_AVI, 64, 48, 8, 25, 40);
  g_autofree char *other = write_other_end (folder);
  const char *paths[] = { path, other };
  const VenuleInputOptions options = { 0 };
  g_autoptr (VenuleVerification) result = NULL;
  g_autofree char *unsteady = NULL;
  g_autofree char *wrong = NULL;
  g_autoptr (GError) error = NULL;

  result = venule_verify (path, &options, 100, 1, replace_file, paths, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (venule_verification_is_exact (result));
  g_assert_cmpint (result->n_frames, ==, 40);
  g_assert_cmpint (result->n_requests, ==, 40);
  unsteady = venule_source_describe_frames (result->unsteady);
  wrong = venule_source_describe_frames (result->wrong);
  g_assert_cmpstr (unsteady, ==, "30–39");
  g_assert_cmpstr (wrong, ==, "30–39");
  g_assert_cmpuint (result->unread->len, ==, 0);
  clips_remove_folder (folder);
}

static void
requests_are_as_many_as_wanted (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "clip.mkv", GRAY_MOVIE_FFV1, 64, 48, 8, 25, 40);
  g_autofree char *output = NULL;

  g_assert_cmpint (run_verify (path, "--requests=7", &output, NULL), ==, 0);
  g_assert_nonnull (strstr (output, "40 frames; 7 were read"));
  clips_remove_folder (folder);
}

static void
failures_and_wrong_usage_differ (void)
{
  g_autofree char *output = NULL;
  g_autofree char *messages = NULL;
  g_autofree char *usage = NULL;

  g_assert_cmpint (run_verify ("/nowhere/clip.avi", NULL, &output, &messages), ==, 1);
  g_assert_cmpstr (output, ==, "");
  g_assert_nonnull (strstr (messages, "“clip.avi” was not found"));
  g_assert_cmpint (run_verify ("a.avi", "b.avi", NULL, &usage), ==, 2);
  g_assert_cmpint (run_verify ("a.avi", "--requests=0", NULL, NULL), ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/verify/an-exact-video-is-said-to-be-exact", an_exact_video_is_said_to_be_exact);
  g_test_add_func ("/verify/frames-that-differ-are-named", frames_that_differ_are_named);
  g_test_add_func ("/verify/requests-are-as-many-as-wanted", requests_are_as_many_as_wanted);
  g_test_add_func ("/verify/failures-and-wrong-usage-differ", failures_and_wrong_usage_differ);
  return g_test_run ();
}
