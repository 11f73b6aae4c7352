/* bench-player.c: how fast frames of a video come on show, asked for in any order
 *
 * bench-player VIDEO [SECONDS]: steps on, steps back, goes anywhere, then plays so long and counts what was left out.
 * It needs no screen: it is the player that is measured, not the drawing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>

#include "venule-player.h"

#define STEPS 200
#define JUMPS 200
#define SEED 4

typedef struct {
  VenulePlayer *player;
  gint64        n_frames;
  gint64        last_shown;
  gint64        n_shown;
  gint64        n_left_out;
} Bench;

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
print_times (const char *what,
             GArray     *times)
{
  if (times->len == 0)
    return;
  g_array_sort (times, compare_doubles);
  printf ("| %s | %u | %.1f | %.1f | %.1f |\n", what, times->len, g_array_index (times, double, times->len / 2),
          g_array_index (times, double, times->len * 9 / 10), g_array_index (times, double, times->len - 1));
}

/* From the request until the frame is on show, ms. */
static void
go (Bench  *bench,
    gint64  frame,
    GArray *times)
{
  gint64 start = g_get_monotonic_time ();
  double time;

  venule_player_seek (bench->player, frame);
  while (venule_player_get_frame (bench->player) == NULL || venule_player_get_frame (bench->player)->index != frame)
    g_main_context_iteration (NULL, TRUE);
  time = (double) (g_get_monotonic_time () - start) / 1000;
  g_array_append_val (times, time);
}

static void
steps (Bench      *bench,
       const char *what,
       gint64      from,
       int         direction)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));

  go (bench, from, times);
  g_array_set_size (times, 0);
  for (gint64 i = 1; i <= STEPS && from + i * direction >= 0 && from + i * direction < bench->n_frames; i++)
    go (bench, from + i * direction, times);
  print_times (what, times);
}

static void
jumps (Bench *bench)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED);

  for (int i = 0; i < JUMPS; i++)
    go (bench, (gint64) (g_rand_double (random) * bench->n_frames), times);
  print_times ("anywhere", times);
}

static void
on_frame (Bench *bench)
{
  VenuleFrame *frame = venule_player_get_frame (bench->player);

  if (frame == NULL)
    return;
  if (bench->last_shown >= 0)
    bench->n_left_out += frame->index - bench->last_shown - 1;
  bench->last_shown = frame->index;
  bench->n_shown++;
}

static gboolean
on_end (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
play (Bench *bench,
      int    seconds)
{
  gboolean ended = FALSE;
  gulong handler;

  bench->last_shown = -1;
  handler = g_signal_connect_swapped (bench->player, "notify::frame", G_CALLBACK (on_frame), bench);
  g_timeout_add (1000 * (guint) seconds, on_end, &ended);
  venule_player_play (bench->player);
  while (!ended && venule_player_get_playing (bench->player))
    g_main_context_iteration (NULL, TRUE);
  venule_player_pause (bench->player);
  g_signal_handler_disconnect (bench->player, handler);
  printf ("\nPlayed %d s: %lld frames shown, %lld left out.\n", seconds, (long long) bench->n_shown,
          (long long) bench->n_left_out);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = argc > 1 ? venule_source_open (argv[1], NULL, &error) : NULL;
  g_autoptr (VenulePlayer) player = venule_player_new ();
  Bench bench = { .player = player };
  gint64 start;

  if (source == NULL)
    {
      fprintf (stderr, "%s\n", error != NULL ? error->message : "bench-player VIDEO [SECONDS]");
      return 2;
    }

  start = g_get_monotonic_time ();
  venule_source_use_cache (source, NULL);
  if (!venule_source_build_table (source, NULL, NULL, NULL, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  bench.n_frames = venule_source_get_n_frames (source);
  printf ("%lld frames, table after %.0f ms\n\n| ms | n | median | 90 %% | longest |\n|---|---|---|---|---|\n",
          (long long) bench.n_frames, (double) (g_get_monotonic_time () - start) / 1000);

  venule_player_set_source (player, source);
  steps (&bench, "step on", 0, 1);
  steps (&bench, "step back, seen before", MIN (STEPS, bench.n_frames - 1), -1);
  steps (&bench, "step back, not seen before", bench.n_frames * 3 / 4, -1);
  jumps (&bench);
  venule_player_seek (player, 0);
  play (&bench, argc > 2 ? atoi (argv[2]) : 10);
  return 0;
}
