/* test-soak.c: a run that goes on and on takes no more memory and no more time a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <stdio.h>
#include <unistd.h>

#include "made-video-source.h"
#include "venule-analysis.h"

#define SHORT_RUN 250
#define LONG_RUN 20000
#define PASS 150                 /* frames from one cell to the next in its lane */
#define COPIES 4                 /* of a spot: while it is followed, shown live, linked, and room to grow */
#define SLACK (8 << 20)          /* bytes: of allocators and caches; much less than the frames of the short run */

typedef struct {
  gint64 n_frames;
  gint64 early_frames, early_time, early_memory;
  gint64 late_frames, late_time;
} Watch;

static gint64
resident_memory (void)
{
  g_autofree char *text = NULL;
  long total, resident;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  g_assert_cmpint (sscanf (text, "%ld %ld", &total, &resident), ==, 2);
  return (gint64) resident * sysconf (_SC_PAGESIZE);
}

static void
watch_progress (VenuleAnalysis *analysis,
                gpointer        data)
{
  Watch *watch = data;
  VenuleAnalysisProgress progress;

  venule_analysis_get_progress (analysis, &progress);
  if (watch->early_time == 0 && progress.frames_done >= watch->n_frames / 10)
    {
      watch->early_frames = progress.frames_done;
      watch->early_memory = resident_memory ();
      watch->early_time = g_get_monotonic_time ();
    }
  if (watch->late_time == 0 && progress.frames_done >= watch->n_frames * 9 / 10)
    {
      watch->late_frames = progress.frames_done;
      watch->late_time = g_get_monotonic_time ();
    }
}

static gint64
count_spots (VenuleDocument *document)
{
  gint64 n_spots = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (document)); i++)
    {
      g_autoptr (VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

      n_spots += venule_track_get_n_spots (track);
    }
  return n_spots;
}

static void
test_memory_is_that_of_the_tracks (void)
{
  const FakeCell cells[] = {
    { -20, 40, 2.4, 10, 70, G_MAXINT64, G_MAXINT64, PASS },
    { 160, 75, 0.0, 10, -45, G_MAXINT64, G_MAXINT64, 0 },
    { -20, 110, 3.0, 10, 60, G_MAXINT64, G_MAXINT64, PASS },
  };
  Watch watch = { .n_frames = g_test_slow () ? LONG_RUN : SHORT_RUN };
  FakeVideo video = fake_video_new (watch.n_frames);
  video.cells = cells;
  video.n_cells = G_N_ELEMENTS (cells);
  g_autoptr (VenuleDocument) document = fake_document_new (&video);
  g_autoptr (VenuleAnalysis) analysis = venule_analysis_new (document);

  g_signal_connect (analysis, "progress", G_CALLBACK (watch_progress), &watch);
  g_assert_true (venule_analysis_start (analysis, NULL));
  g_assert_true (venule_analysis_wait (analysis, NULL));

  gint64 end = g_get_monotonic_time (), grown = resident_memory () - watch.early_memory;
  gint64 tracks = count_spots (document) * sizeof (VenuleSpot);
  double n_late = watch.n_frames - watch.late_frames;

  g_test_message ("%" G_GINT64_FORMAT " frames: %.1f MB after a tenth, %+.1f MB at the end; the tracks hold %.1f MB",
                  watch.n_frames, watch.early_memory / 1e6, grown / 1e6, tracks / 1e6);
  g_test_message ("%.0f frames/s between the first and the last tenth, %.0f frames/s in the last",
                  (watch.late_frames - watch.early_frames) * 1e6 / (watch.late_time - watch.early_time),
                  n_late * 1e6 / MAX (end - watch.late_time, 1));

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), >=, 2 * (watch.n_frames / PASS));
#ifndef __SANITIZE_ADDRESS__ /* which keeps freed memory for a while */
  g_assert_cmpint (grown, <, COPIES * tracks + SLACK);
#endif
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/soak/memory-is-that-of-the-tracks", test_memory_is_that_of_the_tracks);
  return g_test_run ();
}
