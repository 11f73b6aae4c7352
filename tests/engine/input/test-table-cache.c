/* test-table-cache.c: a video that was opened before has its frame table at once, and never a wrong one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

#include "clips.h"
#include "venule-table-cache.h"

#define N_FRAMES 40
#define WIDTH 160
#define HEIGHT 120

typedef struct {
  char *folder;
  char *video;
  char *cache;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->folder = clips_make_folder ();
  self->video = clips_write (self->folder, "clip", data != NULL ? GRAY_MOVIE_TIFF : GRAY_MOVIE_AVI, WIDTH, HEIGHT,
                             8, 25, N_FRAMES);
  self->cache = clips_make_folder ();
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  clips_remove_folder (self->folder);
  clips_remove_folder (self->cache);
  g_free (self->video);
}

static VenuleSource *
open_and_build (Fixture *self)
{
  VenuleSource *source = clips_open (self->video);

  venule_source_use_cache (source, self->cache);
  clips_build_table (source);
  return source;
}

static gboolean
is_kept (Fixture *self)
{
  g_autoptr (VenuleSource) source = clips_open (self->video);

  return venule_source_use_cache (source, self->cache);
}

/* The one record in the cache. */
static char *
find_record (Fixture *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->cache, 0, NULL);
  const char *name = g_dir_read_name (dir);

  g_assert_nonnull (name);
  g_assert_null (g_dir_read_name (dir));
  return g_build_filename (self->cache, name, NULL);
}

static void
assert_same_tables (VenuleSource *a,
                    VenuleSource *b)
{
  g_auto (GStrv) warnings = venule_source_dup_warnings (a);
  g_auto (GStrv) others = venule_source_dup_warnings (b);
  g_autofree char *origin = venule_source_dup_rate_origin (a);
  g_autofree char *other = venule_source_dup_rate_origin (b);
  VenuleFields order, other_order;

  g_assert_cmpint (venule_source_get_interlacing (a, &order), ==, venule_source_get_interlacing (b, &other_order));
  g_assert_cmpint (order, ==, other_order);
  g_assert_cmpint (venule_source_get_n_frames (a), ==, venule_source_get_n_frames (b));
  g_assert_cmpfloat (venule_source_get_frame_rate (a), ==, venule_source_get_frame_rate (b));
  g_assert_cmpint (venule_source_get_interlaced (a), ==, venule_source_get_interlaced (b));
  g_assert_cmpstr (origin, ==, other);
  g_assert_cmpstrv (warnings, others);
  for (gint64 i = 0; i < venule_source_get_n_frames (a); i++)
    {
      VenuleFrameInfo one, two;

      g_assert_true (venule_source_get_frame_info (a, i, &one) && venule_source_get_frame_info (b, i, &two));
      g_assert_cmpint (one.pts, ==, two.pts);
      g_assert_cmpfloat (one.time, ==, two.time);
      g_assert_cmpuint (one.hash, ==, two.hash);
      g_assert_cmpint (one.key, ==, two.key);
      g_assert_cmpint (one.interlaced, ==, two.interlaced);
      g_assert_cmpint (one.corrupt, ==, two.corrupt);
    }
}

static void
a_video_that_is_opened_again_has_its_table (Fixture       *self,
                                            gconstpointer  data)
{
  g_autoptr (VenuleSource) first = open_and_build (self);
  g_autoptr (VenuleSource) second = clips_open (self->video);
  g_autoptr (VenuleReader) reader = NULL;

  g_assert_true (venule_source_use_cache (second, self->cache));
  g_assert_true (venule_source_has_table (second));
  assert_same_tables (first, second);

  reader = venule_source_open_reader (second, NULL);
  for (int i = 0; i < 30; i++)
    {
      gint64 index = g_test_rand_int_range (0, N_FRAMES);
      g_autoptr (VenuleFrame) frame = clips_read (reader, index);
      g_autoptr (VenuleFrame) drawn = clips_draw_frame (index, WIDTH, HEIGHT, 8);

      clips_assert_equal (frame, drawn);
    }
}

/* Damage and odd times are found again, not only the frames. */
static void
what_was_found_is_kept_too (Fixture       *self,
                            gconstpointer  data)
{
  g_autofree char *content = NULL;
  gsize size;
  g_autoptr (VenuleSource) first = NULL;
  g_autoptr (VenuleSource) second = NULL;
  g_auto (GStrv) warnings = NULL;

  g_assert_true (g_file_get_contents (self->video, &content, &size, NULL));
  g_assert_true (g_file_set_contents (self->video, content, (gssize) (size / 2), NULL));
  first = open_and_build (self);
  warnings = venule_source_dup_warnings (first);
  g_assert_cmpuint (g_strv_length (warnings), >, 0);
  g_assert_cmpint (venule_source_get_n_frames (first), <, N_FRAMES);

  second = clips_open (self->video);
  g_assert_true (venule_source_use_cache (second, self->cache));
  assert_same_tables (first, second);
}

static void
a_file_that_was_changed_is_read_anew (Fixture       *self,
                                      gconstpointer  data)
{
  struct utimbuf times = { 1000000000, 1000000000 };
  GStatBuf status;

  g_object_unref (open_and_build (self));
  g_assert_true (is_kept (self));

  /* As old as before, but with another beginning. */
  g_assert_cmpint (g_stat (self->video, &status), ==, 0);
  g_assert_cmpint (g_utime (self->video, &times), ==, 0);
  g_assert_false (is_kept (self));
  g_object_unref (open_and_build (self));
  g_assert_true (is_kept (self));

  /* As large as before, and as old, but with other pixels at its end. */
  {
    g_autofree char *content = NULL;
    gsize size;

    g_assert_true (g_file_get_contents (self->video, &content, &size, NULL));
    content[size / 2 + 100] ^= 1;
    content[size - 1] ^= 1;
    g_assert_true (g_file_set_contents (self->video, content, (gssize) size, NULL));
    g_assert_cmpint (g_utime (self->video, &times), ==, 0);
    g_assert_false (is_kept (self));
  }
}

/* The worst: it looks the same, but is not. No wrong frame comes out, and the next time the table is made anew. */
static void
a_table_that_proves_wrong_is_forgotten (Fixture       *self,
                                        gconstpointer  data)
{
  VenuleTableKey key;
  g_autoptr (VenuleSource) source = open_and_build (self);
  g_autoptr (GBytes) record = NULL;
  g_autoptr (VenuleSource) victim = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (VenuleFrame) frame = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *other = g_build_filename (self->folder, "other", NULL);
  g_autoptr (VenuleSource) different = NULL;
  g_autofree char *path = find_record (self);

  /* The record of frames that begin one later, with the key of this file. */
  g_assert_true (venule_table_key_init (&key, source));
  {
    const GrayMovieFormat format = data != NULL ? GRAY_MOVIE_TIFF : GRAY_MOVIE_AVI;
    g_autoptr (GrayMovie) writer = gray_movie_new (other, format, WIDTH, HEIGHT, 8, 25, NULL);

    for (int i = 0; i < N_FRAMES; i++)
      {
        g_autoptr (VenuleFrame) drawn = clips_draw_frame (i + 1, WIDTH, HEIGHT, 8);

        g_assert_true (gray_movie_add (writer, drawn, NULL));
      }
    g_assert_true (gray_movie_finish (writer, NULL));
  }
  different = clips_open (other);
  clips_build_table (different);
  record = venule_table_record_make (different, &key);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (record, NULL), (gssize) g_bytes_get_size (record), NULL));

  victim = clips_open (self->video);
  g_assert_true (venule_source_use_cache (victim, self->cache));
  reader = venule_source_open_reader (victim, NULL);
  frame = venule_reader_read (reader, 20, NULL, &error);
  g_assert_null (frame);
  g_assert_nonnull (error);
  g_assert_false (is_kept (self));
}

static void
damaged_records_are_refused (Fixture       *self,
                             gconstpointer  data)
{
  g_autoptr (VenuleSource) source = open_and_build (self);
  g_autofree char *path = find_record (self);
  g_autofree char *content = NULL;
  gsize size;
  int n_refused = 0;

  g_assert_true (g_file_get_contents (path, &content, &size, NULL));
  for (int i = 0; i < 120; i++)
    {
      g_autofree char *damaged = g_memdup2 (content, size);
      gsize length = i % 3 == 0 ? (gsize) g_test_rand_int_range (0, (gint32) size) : size;

      if (i % 3 != 0)
        damaged[g_test_rand_int_range (0, (gint32) size)] ^= (char) (1 << g_test_rand_int_range (0, 8));
      g_assert_true (g_file_set_contents (path, damaged, (gssize) length, NULL));
      n_refused += !is_kept (self);
    }
  g_assert_cmpint (n_refused, ==, 120);

  /* And the file is opened as if there were none. */
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_clear_object (&source);
  source = open_and_build (self);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, N_FRAMES);
  g_assert_true (is_kept (self));
}

/* Content whose sum is right, written by somebody who means ill. */
static void
nonsense_is_refused (Fixture       *self,
                     gconstpointer  data)
{
  const char *const contents[] = {
    "(byte 0, byte 0, '{}', @ay [], <()>)",
    "(byte 0, byte 0, '{\"table\": \"counted\"}', @ay [1, 2, 3], <()>)",
    "(byte 99, byte 0, '{}', @ay [], <()>)",
    "(byte 0, byte 0, 'no json', @ay [], <@at [1, 2]>)",
    "'nothing'",
  };
  g_autoptr (VenuleSource) source = open_and_build (self);
  g_autofree char *path = find_record (self);
  VenuleTableKey key;

  g_assert_true (venule_table_key_init (&key, source));
  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) content = g_variant_parse (NULL, contents[i], NULL, NULL, &error);
      g_autofree char *hash =
        g_compute_checksum_for_data (G_CHECKSUM_SHA256, g_variant_get_data (content), g_variant_get_size (content));
      g_autoptr (GVariant) record = NULL;

      g_assert_no_error (error);
      record = g_variant_ref_sink (
        g_variant_new ("(sxxssv)", "Venule frame table 3", key.size, key.mtime, key.sample, hash, content));
      g_assert_true (g_file_set_contents (path, g_variant_get_data (record), (gssize) g_variant_get_size (record),
                                          NULL));
      g_assert_false (is_kept (self));
    }
}

static void
the_folder_does_not_grow_without_end (Fixture       *self,
                                      gconstpointer  data)
{
  struct utimbuf old = { 1000000000, 1000000000 };
  struct utimbuf older = { 900000000, 900000000 };
  g_autofree char *large = g_build_filename (self->cache, "1.frames", NULL);
  g_autofree char *larger = g_build_filename (self->cache, "2.frames", NULL);
  g_autofree char *foreign = g_build_filename (self->cache, "notes.txt", NULL);

  g_assert_true (g_file_set_contents (large, "x", 1, NULL));
  g_assert_true (g_file_set_contents (larger, "x", 1, NULL));
  g_assert_true (g_file_set_contents (foreign, "x", 1, NULL));
  g_assert_cmpint (truncate (large, 40 << 20), ==, 0);
  g_assert_cmpint (truncate (larger, 40 << 20), ==, 0);
  g_assert_cmpint (g_utime (large, &old), ==, 0);
  g_assert_cmpint (g_utime (larger, &older), ==, 0);
  g_assert_cmpint (g_utime (foreign, &older), ==, 0);

  g_object_unref (open_and_build (self));
  g_assert_true (is_kept (self));
  g_assert_true (g_file_test (large, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (larger, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (foreign, G_FILE_TEST_EXISTS));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD_KIND(name, kind, data, function) \
  g_test_add ("/table-cache/" name "/" kind, Fixture, data, set_up, function, tear_down);
#define ADD(name, function)                    \
  {                                            \
    ADD_KIND (name, "video", NULL, function)   \
    ADD_KIND (name, "stack", "TIFF", function) \
  }
  ADD ("a-video-that-is-opened-again-has-its-table", a_video_that_is_opened_again_has_its_table);
  ADD ("what-was-found-is-kept-too", what_was_found_is_kept_too);
  ADD ("a-file-that-was-changed-is-read-anew", a_file_that_was_changed_is_read_anew);
  ADD ("a-table-that-proves-wrong-is-forgotten", a_table_that_proves_wrong_is_forgotten);
  ADD ("damaged-records-are-refused", damaged_records_are_refused);
  ADD ("nonsense-is-refused", nonsense_is_refused);
  ADD ("the-folder-does-not-grow-without-end", the_folder_does_not_grow_without_end);
#undef ADD
#undef ADD_KIND
  return g_test_run ();
}
