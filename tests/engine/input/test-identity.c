/* test-identity.c: another video of the same size is not taken for that of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>

#include "clips.h"
#include "stacks.h"
#include "venule-error.h"
#include "venule-source-identity.h"
#include "venule-source-record.h"

#define N_FRAMES 40
#define BETWEEN  3 /* a frame that no sample is of */

typedef struct {
  const char        *name;
  GrayMovieFormat    format;
} Kind;

static const Kind kinds[] = {
  { "raw.avi", GRAY_MOVIE_AVI },
  { "ffv1.mkv", GRAY_MOVIE_FFV1 },
  { "stack.tif", GRAY_MOVIE_TIFF },
  { "long-groups.mp4", GRAY_MOVIE_MP4 },
};

/* Frames 0, 1, 2 … of a clip; from frame @from on those of another. */
static char *
write_video (const char *folder,
             const char *name,
             const Kind *kind,
             int         from,
             int         to)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GrayMovie) writer =
    gray_movie_new (path, kind->format, 64, 48, 8, 30, &error);

  g_assert_no_error (error);
  for (int i = 0; i < N_FRAMES; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_draw_frame (i >= from && i < to ? i + 500 : i, 64, 48, 8);

      g_assert_true (gray_movie_add (writer, frame, &error));
    }
  g_assert_true (gray_movie_finish (writer, &error));
  return path;
}

static VenuleSource *
open_as (const char               *path,
         const VenuleInputOptions *options)
{
  g_autoptr (GError) error = NULL;
  VenuleSource *source = venule_source_open_as (path, options, NULL, &error);

  g_assert_no_error (error);
  return source;
}

/* As a document keeps it. */
static VenuleSourceRecord *
make_record (const char               *path,
             const VenuleInputOptions *options)
{
  g_autoptr (VenuleSource) source = open_as (path, options);

  clips_build_table (source);
  return venule_source_dup_record (source, TRUE);
}

static VenuleSource *
open_recorded (const VenuleSourceRecord *record)
{
  g_autoptr (GError) error = NULL;
  VenuleSource *known = venule_source_new_recorded (record, &error);

  g_assert_no_error (error);
  return known;
}

static void
assert_same (const VenuleSourceRecord *record,
             VenuleSource             *file)
{
  g_autoptr (VenuleSource) known = open_recorded (record);
  g_autoptr (GError) error = NULL;

  g_assert_true (venule_source_check_identity (known, file, FALSE, NULL, &error));
  g_assert_no_error (error);
}

static void
assert_other (const VenuleSourceRecord *record,
              VenuleSource             *file)
{
  g_autoptr (VenuleSource) known = open_recorded (record);

  for (int thoroughly = 0; thoroughly < 2; thoroughly++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (venule_source_check_identity (known, file, thoroughly, NULL, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_OTHER_VIDEO);
      g_assert_nonnull (strstr (error->message, record->path));
    }
}

static void
forget_frames (VenuleSourceRecord *record)
{
  gsize size;
  guint8 *rows = g_bytes_unref_to_data (g_steal_pointer (&record->frames), &size);

  for (gsize i = 0; i < size; i += 32)
    rows[i + 16] ^= 1; /* the hash of its samples */
  record->frames = g_bytes_new_take (rows, size);
}

static void
the_same_video_is_known_by_a_few_frames (gconstpointer data)
{
  const Kind *kind = data;
  const VenuleInputOptions options = { 0 };
  char *folder = clips_make_folder ();
  g_autofree char *path = write_video (folder, kind->name, kind, 0, 0);
  g_autofree char *moved = g_build_filename (folder, "moved", NULL);
  g_autoptr (VenuleSourceRecord) record = make_record (path, &options);
  g_autoptr (VenuleSource) file = NULL;

  g_assert_cmpint (g_rename (path, moved), ==, 0);
  file = open_as (moved, &options);
  assert_same (record, file);
  g_assert_null (venule_source_peek_hash (file)); /* it was not read as a whole */

  /* Another decoder may see other pixels in the same file. */
  forget_frames (record);
  assert_same (record, file);
  g_clear_pointer (&record->hash, g_free);
  assert_other (record, file);
  clips_remove_folder (folder);
}

static void
another_video_of_the_same_size_is_refused (gconstpointer data)
{
  const Kind *kind = data;
  const VenuleInputOptions options = { 0 };
  const int from[] = { 0, N_FRAMES / 2 };
  char *folder = clips_make_folder ();

  /* A few key frames tell no more of a video that has one. */
  for (guint i = 0; i < (kind->format == GRAY_MOVIE_MP4 ? 1 : G_N_ELEMENTS (from)); i++)
    {
      g_autofree char *path = write_video (folder, kind->name, kind, 0, 0);
      g_autoptr (VenuleSourceRecord) record = make_record (path, &options);
      g_autofree char *other = write_video (folder, kind->name, kind, from[i], N_FRAMES);
      g_autoptr (VenuleSource) file = open_as (other, &options);
      GStatBuf status;

      g_assert_cmpint (g_stat (other, &status), ==, 0);
      record->size = status.st_size; /* compression would tell */
      assert_other (record, file);
    }
  clips_remove_folder (folder);
}

/* Whatever the samples are of, no frame of another video is given. */
static void
each_frame_is_checked (void)
{
  const VenuleInputOptions options = { 0 };
  char *folder = clips_make_folder ();
  g_autofree char *path = write_video (folder, "raw.avi", &kinds[0], 0, 0);
  g_autoptr (VenuleSourceRecord) record = make_record (path, &options);
  g_autoptr (VenuleSource) known = open_recorded (record);
  g_autofree char *changed = write_video (folder, "raw.avi", &kinds[0], BETWEEN, BETWEEN + 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleReader) reader = venule_source_open_reader (known, &error);
  g_autoptr (VenuleFrame) before = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (changed, ==, path);
  before = clips_read (reader, BETWEEN - 1);
  g_assert_null (venule_reader_read (reader, BETWEEN, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_OTHER_VIDEO);
  g_assert_null (clips_read (reader, N_FRAMES));
  clips_remove_folder (folder);
}

static void
a_video_that_was_copied_in_part_is_refused (gconstpointer data)
{
  const Kind *kind = data;
  const VenuleInputOptions options = { 0 };
  char *folder = clips_make_folder ();
  g_autofree char *path = write_video (folder, kind->name, kind, 0, 0);
  g_autoptr (VenuleSourceRecord) record = make_record (path, &options);
  g_autoptr (VenuleSource) known = open_recorded (record);
  g_autoptr (GError) error = NULL;
  g_autofree char *content = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &content, &size, NULL));
  g_assert_true (g_file_set_contents (path, content, (gssize) size * 3 / 5, NULL));
  g_assert_null (venule_source_open_reader (known, &error));
  g_assert_nonnull (error);
  g_assert_true (error->domain == VENULE_ERROR);
  clips_remove_folder (folder);
}

/* Fields cannot be found by the table of a document: the file is read as a whole, or each frame is checked alone. */
static void
videos_read_as_fields_are_checked_too (void)
{
  const VenuleInputOptions options = { .fields = VENULE_FIELDS_TOP_FIRST };
  char *folder = clips_make_folder ();
  g_autofree char *path = write_video (folder, "raw.avi", &kinds[0], 0, 0);
  g_autoptr (VenuleSourceRecord) record = make_record (path, &options);
  g_autoptr (VenuleSource) file = open_as (path, &options);
  g_autofree char *other = write_video (folder, "other.avi", &kinds[0], N_FRAMES / 2, N_FRAMES);
  g_autoptr (VenuleSource) other_file = open_as (other, &options);
  g_autoptr (VenuleSource) known = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (VenuleFrame) first = NULL;
  g_autoptr (GError) error = NULL;

  assert_same (record, file);
  assert_other (record, other_file);

  g_clear_pointer (&record->hash, g_free);
  assert_same (record, file);
  known = open_recorded (record);
  reader = venule_source_open_identical_reader (known, other_file, &error);
  g_assert_no_error (error);
  first = clips_read (reader, 0);
  g_assert_null (venule_reader_read (reader, N_FRAMES, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_OTHER_VIDEO);
  clips_remove_folder (folder);
}

/* It is the same file: its size and its hash say nothing, its frames do. */
static void
another_channel_of_the_same_video_is_refused (void)
{
  const StackLayout layout = { "gray", "w", 8, SAMPLEFORMAT_UINT, 1, FALSE, PHOTOMETRIC_MINISBLACK };
  const StackTags tags = { "ImageJ=1.53t\nimages=10\nchannels=2\nframes=5\nhyperstack=true\nfinterval=0.04\n" };
  const VenuleInputOptions first = { .channel = 1 }, second = { .channel = 2 };
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  g_autoptr (VenuleSourceRecord) record = NULL;
  g_autoptr (VenuleSource) known = NULL, same = NULL, other = NULL;
  g_autoptr (GError) error = NULL;

  stacks_write (&layout, &tags, path, 64, 48, 0, 10);
  record = make_record (path, &first);
  known = open_recorded (record);
  same = open_as (path, &first);
  other = open_as (path, &second);

  assert_same (record, same);
  g_assert_false (venule_source_check_identity (known, other, FALSE, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_OTHER_VIDEO);
  g_assert_nonnull (strstr (error->message, "another channel"));
  g_clear_error (&error);
  /* Whoever asks for the file alone. */
  g_assert_true (venule_source_check_identity (known, other, TRUE, NULL, &error));
  g_assert_no_error (error);
  clips_remove_folder (folder);
}

/* The same pixels in another file, and at other times. */
static void
another_container_of_the_same_frames_is_the_video (void)
{
  static const struct
  {
    double   rate;
    int      from;
    gboolean same;
  } cases[] = { { 30, N_FRAMES, TRUE }, { 25, N_FRAMES, FALSE }, { 30, BETWEEN, FALSE }, { 30, 0, FALSE } };
  const VenuleInputOptions options = { 0 };
  char *folder = clips_make_folder ();
  g_autofree char *path = write_video (folder, "raw.avi", &kinds[0], 0, 0);
  g_autoptr (VenuleSourceRecord) record = make_record (path, &options);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *other = g_build_filename (folder, "other.mkv", NULL);
      g_autoptr (GrayMovie) writer = gray_movie_new (other, GRAY_MOVIE_FFV1, 64, 48, 8, cases[i].rate, NULL);
      g_autoptr (VenuleSource) file = NULL;

      for (int k = 0; k < N_FRAMES; k++)
        {
          g_autoptr (VenuleFrame) frame = clips_draw_frame (k >= cases[i].from ? k + 500 : k, 64, 48, 8);

          g_assert_true (gray_movie_add (writer, frame, NULL));
        }
      g_assert_true (gray_movie_finish (writer, NULL));
      file = open_as (other, &options);
      if (cases[i].same)
        {
          g_autoptr (VenuleSource) known = open_recorded (record);
          g_autofree char *hash = NULL;

          assert_same (record, file);
          g_assert_true (venule_source_check_identity (known, file, TRUE, NULL, NULL));
          hash = venule_source_peek_hash (file); /* to be kept in the place of the other one */
          g_assert_cmpstr (hash, !=, record->hash);
          g_assert_nonnull (hash);
        }
      else
        {
          assert_other (record, file);
        }
      /* One that begins with another frame is not read to its end. */
      g_assert_cmpint (venule_source_has_table (file), ==, cases[i].from > 0);
    }
  clips_remove_folder (folder);
}

static void
folders_of_pictures_are_checked_too (void)
{
  const VenuleInputOptions options = { 0 };
  char *folder = clips_make_folder ();
  g_autoptr (VenuleSourceRecord) record = NULL;
  g_autoptr (VenuleSource) file = NULL;

  for (int i = 0; i < 5; i++)
    {
      g_autofree char *name = g_strdup_printf ("p_%d.tif", i);

      g_free (clips_write (folder, name, GRAY_MOVIE_TIFF, 64, 48, 8, 30, 1));
    }
  record = make_record (folder, &options);
  file = open_as (folder, &options);
  assert_same (record, file);
  {
    g_autofree char *path = g_build_filename (folder, "p_3.tif", NULL);
    g_autoptr (VenuleSource) other = NULL;
    g_autoptr (GrayMovie) writer = gray_movie_new (path, GRAY_MOVIE_TIFF, 64, 48, 8, 30, NULL);
    g_autoptr (VenuleFrame) frame = clips_draw_frame (9, 64, 48, 8);

    g_assert_true (gray_movie_add (writer, frame, NULL));
    g_assert_true (gray_movie_finish (writer, NULL));
    other = open_as (folder, &options);
    assert_other (record, other);
  }
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *same = g_strdup_printf ("/identity/known-by-a-few-frames/%s", kinds[i].name);
      g_autofree char *other = g_strdup_printf ("/identity/another-of-the-same-size/%s", kinds[i].name);
      g_autofree char *part = g_strdup_printf ("/identity/copied-in-part/%s", kinds[i].name);

      g_test_add_data_func (same, &kinds[i], the_same_video_is_known_by_a_few_frames);
      g_test_add_data_func (other, &kinds[i], another_video_of_the_same_size_is_refused);
      g_test_add_data_func (part, &kinds[i], a_video_that_was_copied_in_part_is_refused);
    }
  g_test_add_func ("/identity/each-frame", each_frame_is_checked);
  g_test_add_func ("/identity/fields", videos_read_as_fields_are_checked_too);
  g_test_add_func ("/identity/another-channel", another_channel_of_the_same_video_is_refused);
  g_test_add_func ("/identity/another-container", another_container_of_the_same_frames_is_the_video);
  g_test_add_func ("/identity/folders-of-pictures", folders_of_pictures_are_checked_too);

  return g_test_run ();
}
