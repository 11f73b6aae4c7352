/* test-agreement.c: one result, whatever computes it, in however many threads and pieces
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Short videos here; venule-agree goes through whole ones. */

#include <string.h>

#include "share.h"
#include "differences.h"
#include "made-video.h"
#include "variants.h"

#define N_AT_ONCE 3
#define CONTOURS_OF_DEVICES 0.05 /* px */
#define CONTOURS_OF_FIELDS 0.1   /* px */
#define CONTOURS_OF_ERRORS 0.1   /* px; the errors are many times those of a device */

/* Cells that touch and cross, under a shaking camera, in a small picture. */
static MadeVideo *
short_video (const char *scene,
             const char *frames)
{
  const char *keys[] = { "width=360", "height=200", "cells=14", "vibration=0.5", frames, NULL };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "scene", "scenes", scene, NULL);
  g_autoptr (GError) error = NULL;
  MadeVideo *video = made_video_new (path, keys, 7, &error);

  g_assert_no_error (error);
  return video;
}

static GPtrArray *
analyse (const MadeVideo *video,
         vnk_backend     *backend)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *tracks = made_video_analyse (video, backend, NULL, &error);

  g_assert_no_error (error);
  return tracks;
}

static vnk_backend *
open_cpu (int threads)
{
  vnk_backend *backend = NULL;

  g_assert_cmpint (vnk_cpu_open (threads, &backend), ==, VNK_OK);
  return backend;
}

static void
assert_identical (GPtrArray *a,
                  GPtrArray *b)
{
  g_auto (Differences) found = { 0 };

  differences_init (&found);
  differences_add (&found, a, b);
  g_assert_true (differences_none (&found));
  g_assert_cmpuint (found.n_identical, ==, found.n_both);
  g_assert_cmpuint (found.n_both, >, 100);
}

static void
assert_same (GPtrArray *a,
             GPtrArray *b,
             double     contours)
{
  g_auto (Differences) found = { 0 };

  differences_init (&found);
  differences_add (&found, a, b);
  g_test_message ("%u and %u tracks, %u differ; centres %.5f, radii %.5f, contours %.5f (99 %%: %.5f) px at most",
                  found.n_tracks[0],
                  found.n_tracks[1], found.n_strangers + found.n_kinds, differences_quantile (found.places, 1),
                  differences_quantile (found.radii, 1), differences_quantile (found.contours, 1),
                  differences_quantile (found.contours, 0.99));
  g_assert_true (differences_none (&found));
  g_assert_cmpuint (found.n_both, >, 30);
  g_assert_cmpfloat (differences_quantile (found.contours, 1), <=, contours);
}

static void
test_threads_change_nothing (void)
{
  g_autoptr (MadeVideo) video = short_video ("dense.scene", TEST_SHARE ("frames=24", "frames=10"));
  g_autoptr (GPtrArray) one = analyse (video, open_cpu (1));

  for (int threads = 2; threads <= 3; threads++)
    {
      g_autoptr (GPtrArray) more = analyse (video, open_cpu (threads));

      assert_identical (one, more);
    }
}

static void
test_cells_by_themselves_are_as_all_at_once (void)
{
  g_autoptr (MadeVideo) video = short_video ("dense.scene", TEST_SHARE ("frames=24", "frames=10"));
  g_autoptr (GPtrArray) together = analyse (video, open_cpu (2));
  g_autoptr (GPtrArray) single = analyse (video, variant_new_single (2));

  assert_identical (together, single);
}

static gpointer
analyse_in_thread (gpointer data)
{
  return analyse (data, open_cpu (2));
}

static void
test_runs_at_once_are_as_one (void)
{
  g_autoptr (MadeVideo) video = short_video ("dense.scene", TEST_SHARE ("frames=24", "frames=10"));
  g_autoptr (GPtrArray) alone = analyse (video, open_cpu (1));
  GThread *threads[N_AT_ONCE];

  for (guint i = 0; i < N_AT_ONCE; i++)
    threads[i] = g_thread_new ("run", analyse_in_thread, video);
  for (guint i = 0; i < N_AT_ONCE; i++)
    {
      g_autoptr (GPtrArray) tracks = g_thread_join (threads[i]);

      assert_identical (alone, tracks);
    }
}

/* What another processor or compiler may round otherwise must not change who is followed. */
static void
test_roundings_do_not_decide (void)
{
  g_autoptr (MadeVideo) video = short_video ("dense.scene", TEST_SHARE ("frames=24", "frames=10"));
  g_autoptr (GPtrArray) exact = analyse (video, open_cpu (2));
  g_autoptr (GPtrArray) rounded = analyse (video, variant_new_rounded (1, 1));

  assert_same (exact, rounded, CONTOURS_OF_ERRORS);
}

static void
test_snakes_are_as_on_the_converged_field (void)
{
  g_autoptr (MadeVideo) video = short_video ("adherent.scene", TEST_SHARE ("frames=12", "frames=8"));
  g_auto (ConvergedField) told = { 0 };

  converged_field_init (&told);
  g_autoptr (GPtrArray) faster = analyse (video, open_cpu (2));
  g_autoptr (GPtrArray) converged = analyse (video, variant_new_converged (&told));

  g_test_message ("%" G_GUINT64_FORMAT " snakes, %.4f px at most", told.n, differences_quantile (told.distances, 1));
  g_assert_cmpuint (told.n, >, 50);
  g_assert_cmpuint (told.n_lost, ==, 0);
  g_assert_cmpfloat (differences_quantile (told.distances, 1), <, CONTOURS_OF_FIELDS);
  assert_same (faster, converged, CONTOURS_OF_FIELDS);
}

static void
test_cuda_gives_the_same_tracks (void)
{
  char reason[256];
  vnk_backend *cuda = NULL;

  if (vnk_cuda_open (0, &cuda, reason, sizeof reason) != VNK_OK)
    {
      g_test_skip (reason);
      return;
    }

  g_autoptr (MadeVideo) video = short_video ("dense.scene", g_test_slow () ? "frames=60" : "frames=6");
  g_autoptr (GPtrArray) on_cpu = analyse (video, open_cpu (2));
  g_autoptr (GPtrArray) on_cuda = analyse (video, cuda);

  assert_same (on_cpu, on_cuda, CONTOURS_OF_DEVICES);
}

/* Whatever fails on the device, and whenever: the processor goes on with the same tracks, and the document says so.
 * @data: what fails; a number is that of the launch or of the piece of memory. */
static void
test_cuda_failure_hands_over (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *device = NULL;
  char reason[256];
  vnk_backend *cuda = NULL;

  /* A device that is lost is so for the whole process. */
  if (!g_test_subprocess ())
    {
      if (vnk_cuda_open (0, &cuda, reason, sizeof reason) != VNK_OK)
        {
          g_test_skip (reason);
          return;
        }
      cuda->close (cuda);
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }

  g_setenv ("VNK_CUDA_FAULT", data, TRUE);
  g_assert_cmpint (vnk_cuda_open (0, &cuda, reason, sizeof reason), ==, VNK_OK);

  g_autoptr (MadeVideo) video = short_video ("dense.scene", "frames=10");
  g_autoptr (GPtrArray) on_cpu = analyse (video, open_cpu (2));
  g_autoptr (GPtrArray) tracks = made_video_analyse (video, cuda, &device, &error);

  g_assert_no_error (error);
  g_assert_nonnull (strstr (device, "CPU"));
  assert_same (on_cpu, tracks, CONTOURS_OF_DEVICES);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agreement/threads-change-nothing", test_threads_change_nothing);
  g_test_add_func ("/agreement/cells-by-themselves-are-as-all-at-once", test_cells_by_themselves_are_as_all_at_once);
  g_test_add_func ("/agreement/runs-at-once-are-as-one", test_runs_at_once_are_as_one);
  g_test_add_func ("/agreement/roundings-do-not-decide", test_roundings_do_not_decide);
  g_test_add_func ("/agreement/snakes-are-as-on-the-converged-field", test_snakes_are_as_on_the_converged_field);
  g_test_add_func ("/agreement/cuda-gives-the-same-tracks", test_cuda_gives_the_same_tracks);
  g_test_add_data_func ("/agreement/cuda-hands-over/launch-failure-at-once", "launch:3", test_cuda_failure_hands_over);
  g_test_add_data_func ("/agreement/cuda-hands-over/launch-failure-later", "launch:100", test_cuda_failure_hands_over);
  g_test_add_data_func ("/agreement/cuda-hands-over/no-memory-at-once", "memory:2", test_cuda_failure_hands_over);
  g_test_add_data_func ("/agreement/cuda-hands-over/no-memory-for-the-run", "memory:4", test_cuda_failure_hands_over);
  g_test_add_data_func ("/agreement/cuda-hands-over/lost-at-once", "lost:3", test_cuda_failure_hands_over);
  g_test_add_data_func ("/agreement/cuda-hands-over/lost-later", "lost:100", test_cuda_failure_hands_over);

  return g_test_run ();
}
