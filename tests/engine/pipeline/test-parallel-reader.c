/* test-parallel-reader.c: frames by several decoders are those of one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "gray-movie.h"
#include "venule-error.h"
#include "venule-frame-queue.h"
#include "venule-parallel-reader.h"

#define WIDTH 64
#define HEIGHT 48
#define N_FRAMES 100

typedef struct {
  char         *path;
  VenuleSource *source;
  GPtrArray    *frames;
} Fixture;

static void
fixture_init (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("venule-parallel-XXXXXX", NULL);

  fixture->path = g_build_filename (folder, "noise.avi", NULL);
  fixture->frames = g_ptr_array_new_with_free_func ((GDestroyNotify) venule_frame_unref);

  g_autoptr (GrayMovie) writer = gray_movie_new (fixture->path, GRAY_MOVIE_FFV1, WIDTH, HEIGHT, 8, 30, &error);
  g_assert_no_error (error);
  for (int i = 0; i < N_FRAMES; i++)
    {
      VenuleFrame *frame = venule_frame_new (WIDTH, HEIGHT, 8);

      for (gsize k = 0; k < frame->stride * HEIGHT; k++)
        frame->data[k] = (guint8) g_test_rand_int ();
      g_ptr_array_add (fixture->frames, frame);
      g_assert_true (gray_movie_add (writer, frame, &error));
    }
  g_assert_true (gray_movie_finish (writer, &error));

  fixture->source = venule_source_open (fixture->path, NULL, &error);
  g_assert_no_error (error);
}

static void
fixture_clear (Fixture *fixture)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);

  g_clear_object (&fixture->source);
  g_clear_pointer (&fixture->frames, g_ptr_array_unref);
  g_unlink (fixture->path);
  g_rmdir (folder);
  g_free (fixture->path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static void
assert_same_frames (const Fixture *fixture,
                    gint64         first,
                    gint64         last,
                    guint          n_workers)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleParallelReader) reader = venule_parallel_reader_new (fixture->source, first, last, n_workers,
                                                                        cancellable);
  VenuleFrame *frame;
  gint64 index = first;

  g_assert_nonnull (reader);
  for (; (frame = venule_parallel_reader_read (reader, &error)) != NULL; index++)
    {
      g_assert_cmpint (frame->index, ==, index);
      g_assert_cmpuint (venule_frame_hash (frame), ==, venule_frame_hash (g_ptr_array_index (fixture->frames, index)));
      venule_frame_unref (frame);
    }
  g_assert_no_error (error);
  g_assert_cmpint (index - 1, ==, last < 0 ? N_FRAMES - 1 : last);
}

static void
test_frames_are_those_of_one_reader (void)
{
  g_auto (Fixture) fixture = { 0 };

  fixture_init (&fixture);
  g_assert_true (venule_source_build_table (fixture.source, NULL, NULL, NULL, NULL));
  assert_same_frames (&fixture, 0, -1, 4);
  assert_same_frames (&fixture, 0, -1, 1);
  assert_same_frames (&fixture, 17, 71, 3);
  assert_same_frames (&fixture, 5, 40, 12);
}

static void
test_one_reader_does_without_a_table (void)
{
  g_auto (Fixture) fixture = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  fixture_init (&fixture);
  g_assert_null (venule_parallel_reader_new (fixture.source, 0, -1, 4, cancellable));
}

/* Whoever stops in the middle waits for nobody. */
static void
test_stop_in_the_middle (void)
{
  g_auto (Fixture) fixture = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  fixture_init (&fixture);
  g_assert_true (venule_source_build_table (fixture.source, NULL, NULL, NULL, NULL));
  for (int n = 0; n < 20; n += 5)
    {
      g_autoptr (VenuleParallelReader) reader = venule_parallel_reader_new (fixture.source, 0, -1, 4, cancellable);

      for (int i = 0; i < n; i++)
        {
          g_autoptr (VenuleFrame) frame = venule_parallel_reader_read (reader, &error);

          g_assert_no_error (error);
          g_assert_cmpint (frame->index, ==, i);
        }
    }

  g_autoptr (VenuleParallelReader) reader = venule_parallel_reader_new (fixture.source, 0, -1, 4, cancellable);
  g_cancellable_cancel (cancellable);
  while (error == NULL)
    {
      g_autoptr (VenuleFrame) frame = venule_parallel_reader_read (reader, &error);

      if (frame == NULL)
        break;
    }
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* More frames than wait in the queue, so that the last ones are not read before the first one is taken. */
#define N_LONG 600

static char *
write_raw (const char *folder,
           const char *name,
           int         gray)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GrayMovie) writer = gray_movie_new (path, GRAY_MOVIE_AVI, WIDTH, HEIGHT, 8, 30, NULL);
  g_autoptr (VenuleFrame) frame = venule_frame_new (WIDTH, HEIGHT, 8);

  memset (frame->data, gray, frame->stride * HEIGHT);
  for (int i = 0; i < N_LONG; i++)
    g_assert_true (gray_movie_add (writer, frame, NULL));
  g_assert_true (gray_movie_finish (writer, NULL));
  return path;
}

/* Over it, with its size and its time. */
static void
write_over (const char *path,
            const char *other)
{
  g_autofree char *content = NULL;
  gsize size = 0;
  GStatBuf before;
  struct timespec times[2];
  int descriptor;

  g_assert_true (g_file_get_contents (other, &content, &size, NULL));
  g_assert_cmpint (g_stat (path, &before), ==, 0);
  g_assert_cmpint (before.st_size, ==, size);
  descriptor = g_open (path, O_WRONLY, 0);
  g_assert_cmpint (write (descriptor, content, size), ==, size);
  times[0] = before.st_atim;
  times[1] = before.st_mtim;
  g_assert_cmpint (futimens (descriptor, times), ==, 0);
  close (descriptor);
}

static void
test_a_video_that_is_written_over_is_told (gconstpointer data)
{
  gboolean other = GPOINTER_TO_INT (data);
  g_autofree char *folder = g_dir_make_tmp ("venule-over-XXXXXX", NULL);
  g_autofree char *path = write_raw (folder, "a.avi", 60), *same = write_raw (folder, "same.avi", 60);
  g_autofree char *changed = write_raw (folder, "changed.avi", 70);
  g_autoptr (VenuleSource) source = venule_source_open (path, NULL, NULL);
  g_autoptr (GError) error = NULL;
  VenuleFrameQueue *queue;
  VenuleFrame *frame;

  g_usleep (G_USEC_PER_SEC / 20); /* the clock of files is coarse */
  queue = venule_frame_queue_new (source, 0, -1);
  venule_frame_unref (venule_frame_queue_pop (queue, &error));
  write_over (path, other ? changed : same);
  while ((frame = venule_frame_queue_pop (queue, &error)) != NULL)
    venule_frame_unref (frame);
  if (other)
    {
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED);
      g_assert_nonnull (strstr (error->message, "was changed while it was analysed"));
    }
  else
    {
      g_assert_no_error (error);
    }

  venule_frame_queue_free (queue);
  g_unlink (path);
  g_unlink (same);
  g_unlink (changed);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/parallel-reader/frames-are-those-of-one-reader", test_frames_are_those_of_one_reader);
  g_test_add_func ("/parallel-reader/one-reader-does-without-a-table", test_one_reader_does_without_a_table);
  g_test_add_func ("/parallel-reader/stop-in-the-middle", test_stop_in_the_middle);
  g_test_add_data_func ("/frame-queue/a-video-that-is-written-over-is-told", GINT_TO_POINTER (TRUE),
                        test_a_video_that_is_written_over_is_told);
  g_test_add_data_func ("/frame-queue/the-same-written-over-is-the-same", GINT_TO_POINTER (FALSE),
                        test_a_video_that_is_written_over_is_told);

  return g_test_run ();
}
