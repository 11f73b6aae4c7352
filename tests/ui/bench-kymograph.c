/* bench-kymograph.c: whether a kymograph of many tracks holds up the main thread
 *
 * run-xvfb bench-kymograph [TRACKS [FRAMES]]: a video made up with so many tracks through all of it. Prints how long
 * the main thread was busy at a stretch (its own processor time, ms) while the picture and the tracks come, and for
 * each frame of the screen while somebody scrubs, zooms and selects; at 60 frames/s there are 16.7 ms.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fake-source.h"
#include "venule-kymograph-view-private.h"

#define WIDTH 640
#define HEIGHT 480
#define FRAMES_OF_SCREEN 300
#define BUDGET 16.7

typedef struct {
  GtkWidget           *window;
  VenuleKymographView *view;
  VenulePlayer        *player;
  VenuleSelection     *selection;
  VenuleDocument      *document;
  double               paint_start;
  double               paint;   /* ms, of the latest frame */
  guint                n_paints;
} Bench;

/* ms of this thread's processor time. */
static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec * 1e-6;
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
print_times (const char *what,
             GArray     *times)
{
  guint late = 0;

  if (times->len == 0)
    return;
  for (guint i = 0; i < times->len; i++)
    late += g_array_index (times, double, i) > BUDGET;
  g_array_sort (times, compare_doubles);
  printf ("| %s | %u | %.2f | %.2f | %.2f | %u |\n", what, times->len, g_array_index (times, double, times->len / 2),
          g_array_index (times, double, times->len * 99 / 100), g_array_index (times, double, times->len - 1), late);
}

static VenuleDocument *
make_document (VenuleSource *source,
               guint         n_tracks,
               gint64        n_frames)
{
  VenuleDocument *document = venule_document_new (source);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  GPtrArray *tracks = g_ptr_array_new_full (n_tracks, g_object_unref);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  settings->vessel->flow_x = 1;
  venule_document_set_settings (document, settings);
  for (guint i = 0; i < n_tracks; i++)
    {
      VenuleTrack *track = venule_track_new (i + 1);
      g_autoptr (GArray) spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
      double x = g_rand_double_range (random, 0, WIDTH), y = g_rand_double_range (random, 20, HEIGHT - 20);
      double step = g_rand_double_range (random, 0, 0.6);

      for (gint64 frame = 0; frame < n_frames; frame++)
        {
          VenuleSpot spot = { .frame = frame, .time = (double) frame / 25, .y = y, .radius = 8, .score = 1,
                              .x = x + step * (double) frame + g_rand_double_range (random, -0.2, 0.2),
                              .source = VENULE_SPOT_TRACKED };

          if (spot.x < WIDTH - 1)
            g_array_append_val (spots, spot);
        }
      venule_track_add_spots (track, (const VenuleSpot *) (gpointer) spots->data, spots->len);
      g_ptr_array_add (tracks, track);
    }
  venule_document_begin_run (document, settings);
  venule_document_finish_run (document, tracks);
  return document;
}

static void
on_before_paint (Bench *bench)
{
  bench->paint_start = now ();
}

static void
on_after_paint (Bench *bench)
{
  bench->paint = now () - bench->paint_start;
  bench->n_paints++;
}

static gboolean
is_ready (Bench *bench)
{
  VenuleKymographView *view = bench->view;

  return view->making.made && venule_kymograph_traces_is_complete (view->traces) && !view->layers[0].busy &&
         !view->layers[0].due;
}

/* One turn of the main loop; its length. */
static double
turn (void)
{
  double start = now ();

  g_main_context_iteration (NULL, TRUE);
  return now () - start;
}

static void
watch_making (Bench *bench)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  gint64 start = g_get_monotonic_time ();

  while (!is_ready (bench))
    {
      double time = turn ();

      g_array_append_val (times, time);
    }
  print_times ("turns of the main loop until all is there", times);
  printf ("all is there after %.1f s on the wall\n", (double) (g_get_monotonic_time () - start) / 1e6);
}

/* Does something before each frame of the screen. */
static void
watch_frames (Bench      *bench,
              const char *what,
              void      (*act) (Bench *bench,
                                int    i))
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));

  for (int i = 0; i < FRAMES_OF_SCREEN; i++)
    {
      guint before = bench->n_paints;
      double start = now (), time = 0;

      act (bench, i);
      time = now () - start;
      while (bench->n_paints == before)
        time += turn ();
      g_array_append_val (times, time);
    }
  while (!is_ready (bench))
    turn ();
  print_times (what, times);
}

static void
scrub (Bench *bench,
       int    i)
{
  venule_player_seek (bench->player, (i * 7) % venule_player_get_n_frames (bench->player));
  gtk_widget_queue_draw (GTK_WIDGET (bench->view));
}

static void
zoom (Bench *bench,
      int    i)
{
  venule_kymograph_view_zoom (bench->view, i % 20 < 10 ? 1.2 : 1 / 1.2);
  gtk_widget_queue_draw (GTK_WIDGET (bench->view));
}

static void
choose (Bench *bench,
        int    i)
{
  guint id = (guint) i + 1;

  venule_selection_set (bench->selection, &id, 1);
}

int
main (int    argc,
      char **argv)
{
  guint n_tracks = argc > 1 ? (guint) atoi (argv[1]) : 10000;
  gint64 n_frames = argc > 2 ? atoi (argv[2]) : 1000;
  Bench bench = { 0 };
  g_autoptr (VenuleSource) source = NULL;
  GdkFrameClock *clock;

  gtk_init ();
  source = fake_source_new_sized (WIDTH, HEIGHT, n_frames);
  fake_source_build (source);
  bench.document = make_document (source, n_tracks, n_frames);
  bench.player = venule_player_new ();
  bench.selection = venule_selection_new ();
  venule_player_set_source (bench.player, source);
  bench.view = g_object_new (VENULE_TYPE_KYMOGRAPH_VIEW, NULL);
  venule_kymograph_view_set_player (bench.view, bench.player);
  venule_kymograph_view_set_selection (bench.view, bench.selection);
  bench.window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (bench.window), 620, 700);
  gtk_window_set_child (GTK_WINDOW (bench.window), GTK_WIDGET (bench.view));
  gtk_window_present (GTK_WINDOW (bench.window));
  while (!gtk_widget_get_mapped (GTK_WIDGET (bench.view)))
    turn ();
  clock = gtk_widget_get_frame_clock (bench.window);
  g_signal_connect_swapped (clock, "before-paint", G_CALLBACK (on_before_paint), &bench);
  g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (on_after_paint), &bench);

  printf ("%u tracks, %d frames\n| what | n | median ms | 99 %% | most | above 16.7 |\n|---|---|---|---|---|---|\n",
          n_tracks, (int) n_frames);
  venule_kymograph_view_set_document (bench.view, bench.document);
  watch_making (&bench);
  watch_frames (&bench, "scrubbing", scrub);
  watch_frames (&bench, "zooming", zoom);
  watch_frames (&bench, "selecting one after the other", choose);
  gtk_window_destroy (GTK_WINDOW (bench.window));
  return 0;
}
