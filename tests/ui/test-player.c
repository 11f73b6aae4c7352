/* test-player.c: exact frames, in time, without blocking
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "fake-source.h"
#include "venule-order.h"
#include "venule-player.h"

/* Longer than anything here takes on a busy machine. */
#define PATIENCE_US (20 * G_USEC_PER_SEC)

typedef gboolean (*Condition) (VenulePlayer *player,
                               gint64        value);

static void
wait_for (VenulePlayer *player,
          Condition     condition,
          gint64        value)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US;

  while (!condition (player, value))
    {
      if (g_get_monotonic_time () >= end)
        g_error ("waited in vain for %d at %d: %s", (int) value, (int) venule_player_get_position (player),
                 venule_player_get_error (player));
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (500);
    }
}

static void
run_for (guint milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * 1000;

  while (g_get_monotonic_time () < end)
    {
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (500);
    }
}

static gboolean
shows (VenulePlayer *player,
       gint64        frame)
{
  VenuleFrame *shown = venule_player_get_frame (player);

  return shown != NULL && shown->index == frame;
}

static gboolean
has_stopped (VenulePlayer *player,
             gint64        unused)
{
  return !venule_player_get_playing (player);
}

static gboolean
has_error (VenulePlayer *player,
           gint64        unused)
{
  return venule_player_get_error (player) != NULL;
}

static gboolean
is_cached (VenulePlayer *player,
           gint64        frame)
{
  g_autoptr (GArray) cached = venule_player_dup_cached (player, NULL);

  return g_array_binary_search (cached, &frame, venule_compare_int64s, NULL);
}

static gboolean
has_read (VenulePlayer *player,
          gint64        n_reads)
{
  return fake_source_get_n_reads (venule_player_get_source (player)) >= n_reads;
}

static VenulePlayer *
player_for (VenuleSource *source)
{
  VenulePlayer *player = venule_player_new ();

  venule_player_set_source (player, source);
  return player;
}

static void
assert_shown (VenulePlayer *player,
              gint64        frame)
{
  g_assert_cmpint (venule_player_get_position (player), ==, frame);
  g_assert_cmpint (fake_source_number_of (venule_player_get_frame (player)), ==, frame);
}

static void
test_first_frame_comes_at_once (void)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (64, 48, 100);
  g_autoptr (VenulePlayer) player = player_for (source);

  g_assert_null (venule_player_get_frame (player));
  wait_for (player, shows, 0);
  assert_shown (player, 0);
  g_assert_cmpint (venule_player_get_n_frames (player), ==, 100);
}

static void
test_each_frame_asked_for_is_shown (void)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (64, 48, 1000);
  g_autoptr (VenulePlayer) player = player_for (source);

  for (int i = 0; i < 200; i++)
    {
      gint64 frame = g_test_rand_int_range (0, 1000);

      venule_player_seek (player, frame);
      wait_for (player, shows, frame);
      assert_shown (player, frame);
    }
  for (int i = 0; i < 100; i++)
    {
      gint64 frame = MAX (venule_player_get_position (player) - 1, 0);

      venule_player_step (player, -1);
      wait_for (player, shows, frame);
      assert_shown (player, frame);
    }
}

static void
test_seek_is_clamped (void)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (64, 48, 100);
  g_autoptr (VenulePlayer) player = player_for (source);

  venule_player_seek (player, 100000);
  wait_for (player, shows, 99);
  venule_player_step (player, 5);
  assert_shown (player, 99);
  venule_player_seek (player, -3);
  wait_for (player, shows, 0);
}

static void
count_frame (VenulePlayer *player,
             GParamSpec   *pspec,
             int          *n)
{
  (*n)++;
}

static void
test_newest_request_wins (void)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (64, 48, 1000);
  g_autoptr (VenulePlayer) player = player_for (source);
  int n = 0;

  wait_for (player, shows, 0);
  wait_for (player, is_cached, 48);
  run_for (20);
  fake_source_set_gate (source, FALSE);
  g_signal_connect (player, "notify::frame", G_CALLBACK (count_frame), &n);
  for (gint64 frame = 200; frame <= 900; frame++)
    venule_player_seek (player, frame);
  fake_source_set_gate (source, TRUE);
  wait_for (player, shows, 900);
  assert_shown (player, 900);
  g_assert_cmpint (n, <=, 2);                                 /* the one being read may be shown late */
  g_assert_cmpint (fake_source_get_n_reads (source), <, 150); /* not the 700 that were asked for */
}

static void
test_abandoned_read_is_cancelled (void)
{
  FakeSourceOptions options;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenulePlayer) player = NULL;
  int n_reads;

  fake_source_options_init (&options);
  options.n_frames = options.n_frames_said = 1000;
  source = fake_source_new (&options);
  player = player_for (source);
  wait_for (player, is_cached, 48);

  fake_source_set_gate (source, FALSE); /* from here on, no read ends by itself */
  n_reads = fake_source_get_n_reads (source);
  venule_player_seek (player, 500);
  wait_for (player, has_read, n_reads + 1);
  venule_player_seek (player, 700);
  wait_for (player, has_read, n_reads + 2); /* the next one begins, so that of frame 500 was given up */
  fake_source_set_gate (source, TRUE);
  wait_for (player, shows, 700);
  g_assert_false (is_cached (player, 500));
}

static void
test_seek_never_blocks (void)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (64, 48, 1000);
  g_autoptr (VenulePlayer) player = NULL;
  gint64 start;

  fake_source_set_gate (source, FALSE);
  player = player_for (source);
  start = g_get_monotonic_time ();
  for (gint64 frame = 0; frame < 1000; frame++)
    venule_player_seek (player, frame);
  g_clear_object (&player);
  g_assert_cmpint (g_get_monotonic_time () - start, <, PATIENCE_US); /* one that waited would wait for ever */
  fake_source_set_gate (source, TRUE);
}

static void
test_source_switch_while_busy (void)
{
  g_autoptr (VenulePlayer) player = venule_player_new ();

  for (int i = 0; i < 40; i++)
    {
      g_autoptr (VenuleSource) source = fake_source_new_sized (64, 48, 100 + i);

      fake_source_set_gate (source, i % 4 != 0);
      venule_player_set_source (player, source);
      venule_player_seek (player, g_test_rand_int_range (0, 100));
      if (i % 3 == 0)
        venule_player_play (player);
      run_for (g_test_rand_int_range (0, 8));
    }
  wait_for (player, shows, venule_player_get_position (player));
  venule_player_set_source (player, NULL);
  g_assert_null (venule_player_get_frame (player));
  g_assert_cmpint (venule_player_get_position (player), ==, 0);
  g_assert_cmpint (venule_player_get_n_frames (player), ==, 0);
}

/* A frame of 1024 × 1024 px is 1 MiB. */
static void
test_cache_keeps_its_bound (void)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (1024, 1024, 200);
  g_autoptr (VenulePlayer) player = player_for (source);
  gsize bytes;

  venule_player_set_cache_size (player, 16);
  for (int i = 0; i < 60; i++)
    {
      g_autoptr (GArray) cached = NULL;

      venule_player_seek (player, g_test_rand_int_range (0, 200));
      wait_for (player, shows, venule_player_get_position (player));
      cached = venule_player_dup_cached (player, &bytes);
      g_assert_cmpuint (bytes, <=, 16 << 20);
      g_assert_cmpuint (cached->len, ==, bytes >> 20);
      g_assert_true (is_cached (player, venule_player_get_position (player)));
    }

  venule_player_set_cache_size (player, 0);
  venule_player_seek (player, 7);
  wait_for (player, shows, 7);
  g_array_unref (venule_player_dup_cached (player, &bytes));
  g_assert_cmpuint (bytes, <=, 1 << 20); /* the one on show */
}

static void
test_reads_ahead_in_the_direction_of_play (void)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (64, 48, 1000);
  g_autoptr (VenulePlayer) player = player_for (source);
  int n_reads;

  venule_player_seek (player, 500);
  wait_for (player, is_cached, 540);
  g_assert_false (is_cached (player, 480));
  n_reads = fake_source_get_n_reads (source);
  venule_player_seek (player, 530); /* at once, from the cache */
  assert_shown (player, 530);
  venule_player_seek (player, 499);
  wait_for (player, is_cached, 490);
  wait_for (player, shows, 499);
  g_assert_cmpint (fake_source_get_n_reads (source), <, n_reads + 200);
}

static void
test_error_is_told_and_goes_away (void)
{
  FakeSourceOptions options;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenulePlayer) player = NULL;

  fake_source_options_init (&options);
  options.bad_frame = 30;
  source = fake_source_new (&options);
  player = player_for (source);
  wait_for (player, shows, 0);
  venule_player_seek (player, 30);
  wait_for (player, has_error, 0);
  g_assert_cmpstr (venule_player_get_error (player), ==, "Frame 30 cannot be read.");
  g_assert_cmpint (venule_player_get_position (player), ==, 30);
  venule_player_step (player, 1);
  wait_for (player, shows, 31);
  g_assert_null (venule_player_get_error (player));
}

static void
test_end_that_the_header_did_not_know (void)
{
  FakeSourceOptions options;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenulePlayer) player = NULL;

  fake_source_options_init (&options);
  options.n_frames = 75;
  options.n_frames_said = 80;
  source = fake_source_new (&options);
  player = player_for (source);
  venule_player_seek (player, 60);
  wait_for (player, shows, 60);
  wait_for (player, is_cached, 74);
  venule_player_seek (player, 79);
  wait_for (player, shows, 74);
  g_assert_cmpint (venule_player_get_position (player), ==, 74);

  fake_source_build (source);
  venule_player_refresh (player);
  g_assert_cmpint (venule_player_get_n_frames (player), ==, 75);
  venule_player_seek (player, 1000);
  wait_for (player, shows, 74);
}

static void
assert_not_early (VenulePlayer *player,
                  GParamSpec   *pspec,
                  gint64       *start)
{
  double elapsed = (g_get_monotonic_time () - *start) * 1e-6;

  g_assert_cmpfloat (venule_player_get_frame (player)->time, <=, elapsed);
}

static gint64
time_play (VenulePlayer *player)
{
  gint64 start = g_get_monotonic_time ();

  venule_player_play (player);
  wait_for (player, has_stopped, 0);
  return g_get_monotonic_time () - start;
}

/* Of 20 frames at 40 frames/s the last is due 475 ms after the first. A busy machine may be late, but never early. */
static void
test_play_keeps_time (void)
{
  FakeSourceOptions options;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenulePlayer) player = NULL;
  gint64 start;
  int n = 0;

  fake_source_options_init (&options);
  options.n_frames = options.n_frames_said = 20;
  options.frame_rate = 40;
  source = fake_source_new (&options);
  fake_source_build (source);
  player = player_for (source);
  wait_for (player, is_cached, 19);
  wait_for (player, shows, 0);
  g_signal_connect (player, "notify::frame", G_CALLBACK (count_frame), &n);
  g_signal_connect (player, "notify::frame", G_CALLBACK (assert_not_early), &start);
  start = g_get_monotonic_time ();
  g_assert_cmpint (time_play (player), >=, 470 * 1000);
  g_signal_handlers_disconnect_by_data (player, &start);
  assert_shown (player, 19);
  g_assert_cmpint (n, <=, 19);
  g_assert_cmpint (n, >=, 1);

  /* At the end, play begins again. A typed rate counts instead of the file's. */
  venule_player_set_rate_override (player, 16);
  venule_player_play (player);
  g_assert_cmpint (venule_player_get_position (player), ==, 0);
  venule_player_step (player, 0);
  g_assert_cmpint (time_play (player), >=, 1180 * 1000);
  venule_player_set_speed (player, 2);
  g_assert_cmpint (time_play (player), >=, 590 * 1000);
}

/* A read takes 40 ms, a frame 10 ms: frames are left out, and so the video does not take four times as long. */
static void
test_slow_reads_drop_frames (void)
{
  FakeSourceOptions options;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenulePlayer) player = NULL;

  fake_source_options_init (&options);
  options.n_frames = options.n_frames_said = 60;
  options.frame_rate = 100;
  options.read_us = 40 * 1000;
  source = fake_source_new (&options);
  fake_source_build (source);
  player = player_for (source);
  wait_for (player, shows, 0);
  g_assert_cmpint (time_play (player), >=, 580 * 1000);
  g_assert_cmpint (fake_source_get_n_reads (source), <, 45);
}

static void
test_pause_and_step_are_exact (void)
{
  g_autoptr (VenuleSource) source = fake_source_new_sized (64, 48, 1000);
  g_autoptr (VenulePlayer) player = player_for (source);
  gint64 position;

  wait_for (player, is_cached, 40);
  venule_player_play (player);
  g_assert_true (venule_player_get_playing (player));
  run_for (200);
  venule_player_pause (player);
  position = venule_player_get_position (player);
  g_assert_cmpint (position, >, 0);
  run_for (150);
  g_assert_cmpint (venule_player_get_position (player), ==, position);
  venule_player_play (player);
  venule_player_step (player, 3);
  g_assert_false (venule_player_get_playing (player));
  wait_for (player, shows, venule_player_get_position (player));
  assert_shown (player, venule_player_get_position (player));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/player/first-frame-comes-at-once", test_first_frame_comes_at_once);
  g_test_add_func ("/player/each-frame-asked-for-is-shown", test_each_frame_asked_for_is_shown);
  g_test_add_func ("/player/seek-is-clamped", test_seek_is_clamped);
  g_test_add_func ("/player/newest-request-wins", test_newest_request_wins);
  g_test_add_func ("/player/abandoned-read-is-cancelled", test_abandoned_read_is_cancelled);
  g_test_add_func ("/player/seek-never-blocks", test_seek_never_blocks);
  g_test_add_func ("/player/source-switch-while-busy", test_source_switch_while_busy);
  g_test_add_func ("/player/cache-keeps-its-bound", test_cache_keeps_its_bound);
  g_test_add_func ("/player/reads-ahead-in-the-direction-of-play", test_reads_ahead_in_the_direction_of_play);
  g_test_add_func ("/player/error-is-told-and-goes-away", test_error_is_told_and_goes_away);
  g_test_add_func ("/player/end-that-the-header-did-not-know", test_end_that_the_header_did_not_know);
  g_test_add_func ("/player/play-keeps-time", test_play_keeps_time);
  g_test_add_func ("/player/slow-reads-drop-frames", test_slow_reads_drop_frames);
  g_test_add_func ("/player/pause-and-step-are-exact", test_pause_and_step_are_exact);

  return g_test_run ();
}
