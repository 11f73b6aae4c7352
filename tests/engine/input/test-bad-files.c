/* test-bad-files.c: what is wrong with a file is said in a sentence, and what can be read is read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clips.h"
#include "venule-decoder.h"
#include "venule-error.h"

static char *
put (const char    *folder,
     const char    *name,
     gconstpointer  content,
     gsize          length)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, content, length, NULL));
  return path;
}

static void
assert_not_opened (const char *path,
                   int         code,
                   const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_filename_display_basename (path);

  g_assert_null (venule_source_open (path, NULL, &error));
  g_assert_error (error, VENULE_ERROR, code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_nonnull (strstr (error->message, name));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_true (g_str_has_suffix (error->message, "."));
}

static void
what_is_no_video_is_named (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *missing = g_build_filename (folder, "gone.avi", NULL);
  g_autofree char *below = g_build_filename (folder, "empty.avi", "clip.avi", NULL);
  g_autofree char *empty = put (folder, "empty.avi", "", 0);
  g_autofree char *text = put (folder, "notes.avi", "Mouse 3, cremaster, 2.1 mm/s\nSecond line\n", -1);
  g_autofree char *plain = put (folder, "notes.txt", "Mouse 3, cremaster, 2.1 mm/s\nSecond line\n", -1);
  g_autofree char *stub = put (folder, "stub.tif", "II*\0", 4);
  /* 7 is no way in which the samples of a pixel lie. */
  g_autofree char *odd = put (folder, "odd.tif", "II*\0\x08\0\0\0\x01\0\x1c\x01\x03\0\x01\0\0\0\x07\0\0\0\0\0\0\0", 26);
  g_autofree char *pipe = g_build_filename (folder, "pipe.avi", NULL);

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  assert_not_opened (missing, VENULE_ERROR_NOT_FOUND, "was not found");
  assert_not_opened (below, VENULE_ERROR_NOT_FOUND, "was not found");
  assert_not_opened (empty, VENULE_ERROR_NOT_A_VIDEO, "is empty");
  assert_not_opened (text, VENULE_ERROR_NOT_A_VIDEO, "is not a video");
  assert_not_opened (plain, VENULE_ERROR_NOT_A_VIDEO, "is not a video");
  assert_not_opened (stub, VENULE_ERROR_NOT_A_VIDEO, "cannot be read");
  assert_not_opened (odd, VENULE_ERROR_NOT_A_VIDEO, "cannot be read (Bad value 7");
  assert_not_opened (pipe, VENULE_ERROR_NOT_A_VIDEO, "a device or a pipe");
  clips_remove_folder (folder);
}

static void
a_playlist_does_not_lead_to_other_files (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *clip = clips_write (folder, "clip.mkv", GRAY_MOVIE_FFV1, 16, 16, 8, 30, 3);
  g_autofree char *list = g_strdup_printf ("ffconcat version 1.0\nfile '%s'\nfile 'http://127.0.0.1:9/x.mkv'\n", clip);
  g_autofree char *path = put (folder, "list.avi", list, -1);
  g_autoptr (GError) error = NULL;

  g_assert_null (venule_source_open (path, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO);
  clips_remove_folder (folder);
}

static void
sound_alone_is_no_video (void)
{
  static const guint8 header[44] = { 'R', 'I', 'F', 'F', 36, 16, 0,   0,   'W', 'A',  'V',  'E', 'f', 'm',  't',
                                     ' ', 16,  0,   0,   0,  1,  0,   1,   0,   0x40, 0x1f, 0,   0,   0x40, 0x1f,
                                     0,   0,   1,   0,   8,  0,  'd', 'a', 't', 'a',  0,    16,  0,   0 };
  guint8 content[44 + 4096];
  char *folder = clips_make_folder ();
  g_autofree char *path = NULL;

  memset (content, 128, sizeof content);
  memcpy (content, header, sizeof header);
  path = put (folder, "heart.wav", content, sizeof content);
  assert_not_opened (path, VENULE_ERROR_NOT_A_VIDEO, "holds no pictures");
  clips_remove_folder (folder);
}

static void
an_unreadable_file_is_reported (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = put (folder, "secret.avi", "RIFF", 4);
  gboolean is_root = geteuid () == 0;

  g_assert_cmpint (g_chmod (path, 0), ==, 0);
  g_assert_cmpint (g_chmod (folder, 0755), ==, 0);
  /* The administrator may read every file, and so becomes nobody for a while. */
  if (is_root && seteuid (65534) != 0)
    g_test_skip ("the administrator may read every file, and may not become nobody here");
  else
    assert_not_opened (path, VENULE_ERROR_NOT_FOUND, "cannot be read: Permission denied");
  if (is_root)
    {
      g_assert_cmpint (seteuid (0), ==, 0);
      prctl (PR_SET_DUMPABLE, 1);
    }
  clips_remove_folder (folder);
}

static void
a_name_that_is_no_utf8_is_no_obstacle (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = put (folder, "f\xe4rbung.avi", "text", 4);
  g_autofree char *odd = NULL;
  g_autoptr (VenuleSource) source = NULL;
  g_autofree char *shown = NULL;

  assert_not_opened (path, VENULE_ERROR_NOT_A_VIDEO, "is not a video");
  /* Neither is one that looks like an address. */
  odd = clips_write (folder, "http:clip 100%.avi", GRAY_MOVIE_AVI, 8, 8, 8, 30, 2);
  source = clips_open (odd);
  shown = venule_source_dup_display_name (source);
  g_assert_cmpstr (shown, ==, "http:clip 100%.avi");
  clips_remove_folder (folder);
}

static gboolean
any_warning (VenuleSource *source,
             const char   *words)
{
  g_auto (GStrv) warnings = venule_source_dup_warnings (source);

  for (guint i = 0; warnings[i] != NULL; i++)
    {
      g_test_message ("%s", warnings[i]);
      if (strstr (warnings[i], words) != NULL)
        return TRUE;
    }
  return FALSE;
}

typedef struct {
  const char        *name;
  GrayMovieFormat    format;
} Container;

static void
a_truncated_video_is_read_up_to_the_cut (gconstpointer data)
{
  const Container *container = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, container->name, container->format, 64, 48, 8, 30, 40);
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  GStatBuf status;
  gint64 n;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (truncate (path, status.st_size * 6 / 10), ==, 0);

  source = clips_open (path);
  clips_build_table (source);
  n = venule_source_get_n_frames (source);
  g_assert_cmpint (n, >=, 20);
  g_assert_cmpint (n, <=, 25);
  g_assert_true (any_warning (source, "may have been cut off"));

  reader = venule_source_open_reader (source, NULL);
  for (gint64 i = 0; i < n - 1; i++)
    {
      g_autoptr (VenuleFrame) drawn = clips_draw_frame (i, 64, 48, 8);
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);

      clips_assert_equal (drawn, frame);
    }
  clips_remove_folder (folder);
}

static void
a_video_without_its_end_may_be_unreadable_and_says_so (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "cut.mp4", GRAY_MOVIE_MP4, 64, 48, 8, 30, 40);
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (truncate (path, status.st_size / 2), ==, 0);
  assert_not_opened (path, VENULE_ERROR_NOT_A_VIDEO, "beginning or end is missing");
  clips_remove_folder (folder);
}

/* FFmpeg calls that ENOMEM, without having asked for memory. */
static void
a_frame_of_absurd_size_is_not_a_lack_of_memory (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "absurd.mp4", GRAY_MOVIE_MP4, 64, 48, 8, 30, 40);
  g_autoptr (VenuleSource) source = NULL;
  g_autofree char *content = NULL;
  char *sizes;
  gsize length;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  sizes = memmem (content, length, "stsz", 4);
  g_assert_nonnull (sizes);
  sizes[16 + 4 * 20] |= 0x20; /* negative in FFmpeg, which takes 30 bits */
  g_assert_true (g_file_set_contents (path, content, length, NULL));

  source = clips_open (path);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 20);
  g_assert_true (any_warning (source, "The header says 40 frames, 20 can be decoded"));
  clips_remove_folder (folder);
}

/* Overwrites a part of the file in the middle of its frames. */
static void
damage (const char *path,
        double      where,
        gsize       n_bytes)
{
  g_autofree char *content = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  memset (content + (gsize) (where * length), 0x5a, n_bytes);
  g_assert_true (g_file_set_contents (path, content, length, NULL));
}

static void
damaged_frames_are_marked_and_keep_their_place (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "scratched.mkv", GRAY_MOVIE_FFV1, 64, 48, 8, 30, 40);
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  VenuleFrameInfo info;
  int n_damaged = 0;

  damage (path, 0.5, 60);
  source = clips_open (path);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 40);
  g_assert_true (any_warning (source, "damaged"));

  reader = venule_source_open_reader (source, NULL);
  for (gint64 i = 39; i >= 0; i--)
    {
      g_autoptr (VenuleFrame) drawn = clips_draw_frame (i, 64, 48, 8);
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);

      g_assert_true (venule_source_get_frame_info (source, i, &info));
      g_assert_cmpint (frame->corrupt, ==, info.corrupt);
      n_damaged += info.corrupt;
      if (!info.corrupt)
        clips_assert_equal (drawn, frame);
    }
  g_assert_cmpint (n_damaged, >=, 1);
  g_assert_cmpint (n_damaged, <=, 2);
  clips_remove_folder (folder);
}

static void
a_video_that_vanishes_is_reported (gconstpointer data)
{
  const Container *container = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, container->name, container->format, 64, 48, 8, 30, 40);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_remove (path), ==, 0);
  /* Also where it goes between the look at the file and its opening: it is not there, rather than a bad video. */
  if (container->format != GRAY_MOVIE_TIFF)
    {
      g_assert_null (venule_decoder_new (path, NULL, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
      g_clear_error (&error);
    }
  g_assert_null (venule_source_open_reader (source, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (venule_source_build_table (source, NULL, NULL, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (venule_source_dup_hash (source, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_assert_false (venule_source_has_table (source));
  clips_remove_folder (folder);
}

/* The file is cut while a reader has it open, as when a drive is pulled: frames before the cut stay, and those behind
 * it give an error rather than the end of the video or a wrong frame. */
static void
a_video_that_shrinks_during_reading_is_reported (gconstpointer data)
{
  const Container *container = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, container->name, container->format, 256, 256, 8, 30, 40);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleFrame) first = NULL;
  VenuleFrame *late;

  clips_build_table (source);
  first = clips_read (reader, 0);
  g_assert_cmpint (truncate (path, 256 * 256 * 5), ==, 0);

  late = venule_reader_read (reader, 39, NULL, &error);
  g_assert_null (late);
  g_assert_nonnull (error);
  g_assert_true (error->domain == VENULE_ERROR);
  g_test_message ("%s", error->message);
  g_clear_error (&error);

  /* The reader stays usable, and keeps telling. */
  late = venule_reader_read (reader, 38, NULL, &error);
  g_assert_null (late);
  g_assert_nonnull (error);
  clips_remove_folder (folder);
}

static void
a_video_that_was_replaced_is_reported (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "a.avi", GRAY_MOVIE_AVI, 64, 48, 8, 30, 40);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (GError) error = NULL;

  clips_build_table (source);
  damage (path, 0.5, 3000);
  reader = venule_source_open_reader (source, NULL);
  for (gint64 i = 0; i < 40 && error == NULL; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_reader_read (reader, i, NULL, &error);
    }
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "has changed since it was opened"));
  clips_remove_folder (folder);
}

static void
set_u32 (guint8  *bytes,
         guint32  value)
{
  value = GUINT32_TO_LE (value);
  memcpy (bytes, &value, 4);
}

/* A page of 4 million by 4 million pixels, and an AVI of 60000 by 60000, of a few bytes each. */
static void
absurd_sizes_are_refused_before_memory_is_asked_for (void)
{
  guint8 tiff[8 + 2 + 4 * 12 + 4] = { 'I', 'I', '*', 0, 8, 0, 0, 0, 4, 0 };
  static const guint8 tags[4][2] = { { 0x00, 0x01 }, { 0x01, 0x01 }, { 0x02, 0x01 }, { 0x11, 0x01 } };
  static const guint32 values[4] = { 4000000, 4000000, 8, 8 };
  char *folder = clips_make_folder ();
  g_autofree char *stack = NULL;
  g_autofree char *avi = clips_write (folder, "huge.avi", GRAY_MOVIE_AVI, 8, 8, 8, 30, 2);
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  int n_headers = 0;

  for (int i = 0; i < 4; i++)
    {
      guint8 *entry = tiff + 10 + 12 * i;

      memcpy (entry, tags[i], 2);
      entry[2] = 4;
      entry[4] = 1;
      set_u32 (entry + 8, values[i]);
    }
  stack = put (folder, "huge.tif", tiff, sizeof tiff);
  assert_not_opened (stack, VENULE_ERROR_TOO_LARGE, "4000000 × 4000000");

  g_assert_true (g_file_get_contents (avi, &content, &length, NULL));
  for (gsize i = 0; i + 20 < length; i++)
    if (memcmp (content + i, "strf", 4) == 0)
      {
        set_u32 ((guint8 *) content + i + 12, 60000);
        set_u32 ((guint8 *) content + i + 16, 60000);
        n_headers++;
      }
  g_assert_cmpint (n_headers, ==, 1);
  g_assert_true (g_file_set_contents (avi, content, length, NULL));
  g_assert_null (venule_source_open (avi, NULL, &error));
  g_assert_true (error->domain == VENULE_ERROR);
  clips_remove_folder (folder);
}

static void
a_negative_number_is_no_frame (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "a.avi", GRAY_MOVIE_AVI, 8, 8, 8, 30, 1);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (venule_reader_read (reader, -1, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  clips_remove_folder (folder);
}

static void
cancelling_stops_and_leaves_the_reader_usable (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "a.mkv", GRAY_MOVIE_FFV1, 64, 48, 8, 30, 20);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleFrame) drawn = clips_draw_frame (5, 64, 48, 8);
  g_autoptr (VenuleFrame) frame = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (venule_source_open (path, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (venule_reader_read (reader, 3, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_false (venule_source_build_table (source, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (venule_source_dup_hash (source, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  frame = clips_read (reader, 5);
  clips_assert_equal (drawn, frame);
  clips_build_table (source);
  clips_remove_folder (folder);
}

/* Random bytes of small files are changed. Whatever comes, it is frames or a sentence, in bounded time. */
static void
random_damage_never_ends_the_program (gconstpointer data)
{
  const Container *container = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, container->name, container->format, 24, 16, 8, 30, 6);
  g_autofree char *content = NULL;
  gsize length;
  int n_opened = 0;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  for (int round = 0; round < 60; round++)
    {
      g_autofree char *changed = g_memdup2 (content, length);
      g_autoptr (VenuleSource) source = NULL;
      g_autoptr (VenuleReader) reader = NULL;
      g_autoptr (GError) error = NULL;
      int n_changes = g_test_rand_int_range (1, 12);

      for (int i = 0; i < n_changes; i++)
        changed[g_test_rand_int_range (0, round % 2 != 0 ? length : MIN (length, 600))] = g_test_rand_int ();
      g_assert_true (g_file_set_contents (path, changed, length, NULL));

      source = venule_source_open (path, NULL, &error);
      if (source == NULL)
        {
          g_assert_nonnull (error);
          continue;
        }
      n_opened++;
      if (venule_source_build_table (source, NULL, NULL, NULL, NULL))
        reader = venule_source_open_reader (source, NULL);
      for (int i = 0; reader != NULL && i < 4; i++)
        {
          g_autoptr (VenuleFrame) frame = venule_reader_read (reader, g_test_rand_int_range (0, 6), NULL, NULL);
        }
    }
  g_assert_cmpint (n_opened, >, 5);
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  static const Container containers[] = { { "cut.avi", GRAY_MOVIE_AVI },
                                          { "cut.mkv", GRAY_MOVIE_FFV1 },
                                          { "cut.tif", GRAY_MOVIE_TIFF } };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bad-files/what-is-no-video-is-named", what_is_no_video_is_named);
  g_test_add_func ("/bad-files/a-playlist-does-not-lead-to-other-files", a_playlist_does_not_lead_to_other_files);
  g_test_add_func ("/bad-files/sound-alone-is-no-video", sound_alone_is_no_video);
  g_test_add_func ("/bad-files/an-unreadable-file-is-reported", an_unreadable_file_is_reported);
  g_test_add_func ("/bad-files/a-name-that-is-no-utf8-is-no-obstacle", a_name_that_is_no_utf8_is_no_obstacle);
  for (guint i = 0; i < G_N_ELEMENTS (containers); i++)
    {
      const char *kind = strrchr (containers[i].name, '.') + 1;
      g_autofree char *truncated = g_strconcat ("/bad-files/a-truncated-video-is-read-up-to-the-cut/", kind, NULL);
      g_autofree char *vanishing = g_strconcat ("/bad-files/a-video-that-vanishes-is-reported/", kind, NULL);
      g_autofree char *shrinking =
        g_strconcat ("/bad-files/a-video-that-shrinks-during-reading-is-reported/", kind, NULL);
      g_autofree char *random = g_strconcat ("/bad-files/random-damage-never-ends-the-program/", kind, NULL);

      g_test_add_data_func (truncated, &containers[i], a_truncated_video_is_read_up_to_the_cut);
      g_test_add_data_func (vanishing, &containers[i], a_video_that_vanishes_is_reported);
      g_test_add_data_func (shrinking, &containers[i], a_video_that_shrinks_during_reading_is_reported);
      g_test_add_data_func (random, &containers[i], random_damage_never_ends_the_program);
    }
  g_test_add_func ("/bad-files/a-video-without-its-end-may-be-unreadable-and-says-so",
                   a_video_without_its_end_may_be_unreadable_and_says_so);
  g_test_add_func ("/bad-files/a-frame-of-absurd-size-is-not-a-lack-of-memory",
                   a_frame_of_absurd_size_is_not_a_lack_of_memory);
  g_test_add_func ("/bad-files/damaged-frames-are-marked-and-keep-their-place",
                   damaged_frames_are_marked_and_keep_their_place);
  g_test_add_func ("/bad-files/a-video-that-was-replaced-is-reported", a_video_that_was_replaced_is_reported);
  g_test_add_func ("/bad-files/absurd-sizes-are-refused-before-memory-is-asked-for",
                   absurd_sizes_are_refused_before_memory_is_asked_for);
  g_test_add_func ("/bad-files/a-negative-number-is-no-frame", a_negative_number_is_no_frame);
  g_test_add_func ("/bad-files/cancelling-stops-and-leaves-the-reader-usable",
                   cancelling_stops_and_leaves_the_reader_usable);
  return g_test_run ();
}
