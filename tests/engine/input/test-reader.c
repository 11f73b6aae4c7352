/* test-reader.c: reading before, while and after the frame table is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "clips.h"

#define N_FRAMES 40

static void
assert_drawn (VenuleReader *reader,
              gint64        index)
{
  g_autoptr (VenuleFrame) drawn = clips_draw_frame (index, 64, 48, 8);
  g_autoptr (VenuleFrame) frame = clips_read (reader, index);

  g_assert_nonnull (frame);
  clips_assert_equal (drawn, frame);
  g_assert_cmpfloat_with_epsilon (frame->time, index / 30.0, 1e-9);
}

static void
without_a_table_any_order_works (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "a.mkv", GRAY_MOVIE_FFV1, 64, 48, 8, 30, N_FRAMES);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  VenuleFrameInfo info;

  g_assert_false (venule_source_has_table (source));
  g_assert_false (venule_source_get_frame_info (source, 0, &info));
  for (int i = 0; i < 30; i++)
    assert_drawn (reader, g_test_rand_int_range (0, N_FRAMES));
  g_assert_null (clips_read (reader, N_FRAMES));
  g_assert_null (clips_read (reader, N_FRAMES + 1000));
  assert_drawn (reader, 0);
  clips_remove_folder (folder);
}

static void
the_last_frames_are_kept (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "a.mkv", GRAY_MOVIE_FFV1, 64, 48, 8, 30, N_FRAMES);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autoptr (VenuleFrame) first = NULL;
  g_autoptr (VenuleFrame) twelfth = NULL;

  first = clips_read (reader, 0);
  twelfth = clips_read (reader, 12);
  for (int i = 12; i >= 0; i--)
    {
      g_autoptr (VenuleFrame) again = clips_read (reader, i);

      if (i == 12)
        g_assert_true (again == twelfth);
      if (i == 0)
        g_assert_true (again == first);
    }
  clips_remove_folder (folder);
}

static void
take_frame (VenuleSource *source,
            VenuleFrame  *frame,
            gpointer      data)
{
  g_ptr_array_add (data, venule_frame_ref (frame));
}

/* Once through the file gives the table and the frames. */
static void
frames_can_be_taken_while_the_table_is_made (gconstpointer data)
{
  const GrayMovieFormat format = GPOINTER_TO_INT (data);
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "a", format, 64, 48, 8, 30, N_FRAMES);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (GPtrArray) frames = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_frame_unref);
  gboolean built;

  g_assert_true (venule_source_build_and_take (source, take_frame, frames, &built, NULL, NULL));
  g_assert_true (built);
  g_assert_true (venule_source_has_table (source));
  g_assert_cmpuint (frames->len, ==, N_FRAMES);
  for (guint i = 0; i < frames->len; i++)
    {
      VenuleFrame *frame = g_ptr_array_index (frames, i);
      g_autoptr (VenuleFrame) drawn = clips_draw_frame (i, 64, 48, 8);
      VenuleFrameInfo info;

      g_assert_cmpint (frame->index, ==, i);
      g_assert_true (venule_source_get_frame_info (source, i, &info));
      g_assert_cmpfloat (frame->time, ==, info.time);
      clips_assert_equal (frame, drawn);
    }

  /* There is nothing to be gone through any more. */
  g_assert_true (venule_source_build_and_take (source, take_frame, frames, &built, NULL, NULL));
  g_assert_false (built);
  g_assert_cmpuint (frames->len, ==, N_FRAMES);
  clips_remove_folder (folder);
}

typedef struct {
  GMutex   lock;
  GCond    changed;
  gboolean in_pass;
  gboolean go_on;
} Gate;

static void
wait_at_gate (VenuleSource *source,
              VenuleFrame  *frame,
              gpointer      data)
{
  Gate *gate = data;

  g_mutex_lock (&gate->lock);
  gate->in_pass = TRUE;
  g_cond_broadcast (&gate->changed);
  while (!gate->go_on)
    g_cond_wait (&gate->changed, &gate->lock);
  g_mutex_unlock (&gate->lock);
}

typedef struct {
  VenuleSource *source;
  Gate         *gate;
} Pass;

static gpointer
pass_the_gate (gpointer data)
{
  Pass *pass = data;
  gboolean built;

  g_assert_true (venule_source_build_and_take (pass->source, wait_at_gate, pass->gate, &built, NULL, NULL));
  g_assert_true (built);
  return NULL;
}

/* While one thread is at it, a second one that waits for the table can be called off, and one that wants frames is told
 * to read them itself. */
static void
a_pass_by_another_thread_need_not_be_waited_for (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "a.mkv", GRAY_MOVIE_FFV1, 64, 48, 8, 30, N_FRAMES);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Gate gate = { 0 };
  Pass pass = { source, &gate };
  GThread *thread = g_thread_new ("pass", pass_the_gate, &pass);
  gboolean built = TRUE;

  g_mutex_lock (&gate.lock);
  while (!gate.in_pass)
    g_cond_wait (&gate.changed, &gate.lock);
  g_mutex_unlock (&gate.lock);

  g_assert_true (venule_source_build_and_take (source, take_frame, NULL, &built, NULL, NULL));
  g_assert_false (built);
  g_cancellable_cancel (cancellable);
  g_assert_false (venule_source_build_table (source, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  g_mutex_lock (&gate.lock);
  gate.go_on = TRUE;
  g_cond_broadcast (&gate.changed);
  g_mutex_unlock (&gate.lock);
  g_assert_true (venule_source_build_table (source, NULL, NULL, NULL, NULL));
  g_assert_true (venule_source_has_table (source));
  g_thread_join (thread);
  clips_remove_folder (folder);
}

static gpointer
build_in_thread (gpointer data)
{
  clips_build_table (data);
  return NULL;
}

static void
reading_goes_on_while_the_table_is_made (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "a.mkv", GRAY_MOVIE_FFV1, 64, 48, 8, 30, N_FRAMES);

  for (int round = 0; round < 5; round++)
    {
      g_autoptr (VenuleSource) source = clips_open (path);
      g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
      GThread *one = g_thread_new ("table", build_in_thread, source);
      GThread *two = g_thread_new ("table", build_in_thread, source);

      for (int i = 0; i < 30; i++)
        assert_drawn (reader, g_test_rand_int_range (0, N_FRAMES));
      g_thread_join (one);
      g_thread_join (two);
      assert_drawn (reader, N_FRAMES - 1);
      g_assert_null (clips_read (reader, N_FRAMES));
    }
  clips_remove_folder (folder);
}

static void
one_frame_is_a_video (gconstpointer data)
{
  const char *name = data;
  GrayMovieFormat format = g_str_has_suffix (name, "avi") ? GRAY_MOVIE_AVI
                             : g_str_has_suffix (name, "tif") ? GRAY_MOVIE_TIFF
                                                              : GRAY_MOVIE_FFV1;
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, name, format, 64, 48, 8, 30, 1);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  VenuleFrameInfo info;

  assert_drawn (reader, 0);
  clips_build_table (source);
  assert_drawn (reader, 0);
  g_assert_null (clips_read (reader, 1));
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 1);
  g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), 30, 1e-6);
  g_assert_true (venule_source_get_frame_info (source, 0, &info));
  g_assert_false (venule_source_get_frame_info (source, 1, &info));
  g_assert_cmpfloat (info.time, ==, 0);
  clips_remove_folder (folder);
}

static void
count_progress (VenuleSource *source,
                gint64        frames_done,
                gpointer      user_data)
{
  gint64 *last = user_data;

  g_assert_cmpint (frames_done, >, *last);
  g_assert_false (venule_source_has_table (source));
  *last = frames_done;
}

static void
a_complete_table_is_not_made_again (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "a.mkv", GRAY_MOVIE_FFV1, 64, 48, 8, 30, N_FRAMES);
  g_autoptr (VenuleSource) source = clips_open (path);
  gint64 last = 0;

  g_assert_true (venule_source_build_table (source, count_progress, &last, NULL, NULL));
  last = G_MAXINT64;
  g_assert_true (venule_source_build_table (source, count_progress, &last, NULL, NULL));
  clips_remove_folder (folder);
}

/* Without going through the video first. */
static void
a_long_video_shows_its_first_frame_at_once (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "a.avi", GRAY_MOVIE_AVI, 160, 120, 8, 30, 1000);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autoptr (VenuleFrame) frame = clips_read (reader, 0);

  g_assert_nonnull (frame);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 1000);
  g_assert_false (venule_source_has_table (source));
  clips_remove_folder (folder);
}

static void
the_hash_is_sha256_of_the_file (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "a.avi", GRAY_MOVIE_AVI, 512, 512, 8, 30, 9);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autofree char *content = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *hash = venule_source_dup_hash (source, NULL, NULL);
  g_autofree char *again = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  g_assert_cmpuint (length, >, 1 << 19); /* is read in several pieces */
  expected = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guint8 *) content, length);
  g_assert_cmpstr (hash, ==, expected);

  /* It is remembered: the project knows the video by it even when the file is gone. */
  clips_remove_folder (folder);
  again = venule_source_dup_hash (source, NULL, NULL);
  g_assert_cmpstr (again, ==, expected);
}

static void
the_hash_of_a_frame_sees_every_sample (void)
{
  g_autoptr (VenuleFrame) frame = clips_draw_frame (0, 37, 5, 16);
  guint64 hash = venule_frame_hash (frame);

  g_assert_cmpuint (venule_frame_hash (frame), ==, hash);
  for (int y = 0; y < 5; y++)
    for (int x = 0; x < 37; x++)
      {
        guint16 *row = (guint16 *) (frame->data + frame->stride * y);

        row[x] ^= 1;
        g_assert_cmpuint (venule_frame_hash (frame), !=, hash);
        row[x] ^= 1;
      }

  /* Not the bytes between the rows. */
  frame->data[37 * 2] ^= 1;
  g_assert_cmpuint (venule_frame_hash (frame), ==, hash);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reader/without-a-table-any-order-works", without_a_table_any_order_works);
  g_test_add_func ("/reader/the-last-frames-are-kept", the_last_frames_are_kept);
  g_test_add_data_func ("/reader/frames-can-be-taken-while-the-table-is-made/video",
                        GINT_TO_POINTER (GRAY_MOVIE_FFV1), frames_can_be_taken_while_the_table_is_made);
  g_test_add_data_func ("/reader/frames-can-be-taken-while-the-table-is-made/stack",
                        GINT_TO_POINTER (GRAY_MOVIE_TIFF), frames_can_be_taken_while_the_table_is_made);
  g_test_add_func ("/reader/a-pass-by-another-thread-need-not-be-waited-for",
                   a_pass_by_another_thread_need_not_be_waited_for);
  g_test_add_func ("/reader/reading-goes-on-while-the-table-is-made", reading_goes_on_while_the_table_is_made);
  g_test_add_data_func ("/reader/one-frame-is-a-video/mkv", "one.mkv", one_frame_is_a_video);
  g_test_add_data_func ("/reader/one-frame-is-a-video/avi", "one.avi", one_frame_is_a_video);
  g_test_add_data_func ("/reader/one-frame-is-a-video/tif", "one.tif", one_frame_is_a_video);
  g_test_add_func ("/reader/a-complete-table-is-not-made-again", a_complete_table_is_not_made_again);
  g_test_add_func ("/reader/a-long-video-shows-its-first-frame-at-once", a_long_video_shows_its_first_frame_at_once);
  g_test_add_func ("/reader/the-hash-is-sha256-of-the-file", the_hash_is_sha256_of_the_file);
  g_test_add_func ("/reader/the-hash-of-a-frame-sees-every-sample", the_hash_of_a_frame_sees_every_sample);
  return g_test_run ();
}
