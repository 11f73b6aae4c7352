/* test-parallel-reader.c: frames by several decoders are those of one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>

#include "gray-movie.h"
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

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/parallel-reader/frames-are-those-of-one-reader", test_frames_are_those_of_one_reader);
  g_test_add_func ("/parallel-reader/one-reader-does-without-a-table", test_one_reader_does_without_a_table);
  g_test_add_func ("/parallel-reader/stop-in-the-middle", test_stop_in_the_middle);

  return g_test_run ();
}
