/* test-sequence.c: numbered pictures as a video
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>

#include "clips.h"
#include "stacks.h"
#include "venule-error.h"

#define WIDTH 60
#define HEIGHT 40

static const StackLayout sixteen = { "16", "w", 16, .photometric = PHOTOMETRIC_MINISBLACK };
static const StackLayout floating = { "float", "w", 32, SAMPLEFORMAT_IEEEFP, .photometric = PHOTOMETRIC_MINISBLACK };

static void
write_picture (const char        *folder,
               const char        *name,
               const StackLayout *layout,
               int                number,
               int                width)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  stacks_write (layout, NULL, path, width, HEIGHT, number, 1);
}

static void
assert_is (VenuleReader *reader,
           gint64        index,
           int           number)
{
  g_autoptr (VenuleFrame) frame = clips_read (reader, index);

  g_assert_nonnull (frame);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      g_assert_cmpuint (venule_frame_get_sample (frame, x, y), ==, stacks_get_number (&sixteen, number, x, y, 0));
}

static char *
refuse (const char *path,
        int         code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (venule_source_open (path, NULL, &error));
  g_assert_error (error, VENULE_ERROR, code);
  return g_strdup (error->message);
}

static gboolean
has_warning (VenuleSource *source,
             const char   *part)
{
  g_auto (GStrv) warnings = venule_source_dup_warnings (source);

  for (guint i = 0; warnings[i] != NULL; i++)
    if (strstr (warnings[i], part) != NULL)
      return TRUE;
  return FALSE;
}

/* 2 comes before 10, with and without zeros; 5 is missing. */
static void
a_folder_is_a_video_in_the_order_of_its_numbers (void)
{
  static const int numbers[] = { 10, 1, 3, 2, 4, 9, 8, 6, 7, 11 };
  static const int order[] = { 1, 2, 3, 4, 6, 7, 8, 9, 10, 11 };
  char *folder = clips_make_folder ();
  g_autofree char *notes = g_build_filename (folder, "notes.txt", NULL);
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_autofree char *hash = NULL;

  g_file_set_contents (notes, "no picture", -1, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *name = g_strdup_printf (numbers[i] % 2 ? "mouse 3_%d.tif" : "mouse 3_%04d.tif", numbers[i]);

      write_picture (folder, name, &sixteen, numbers[i], WIDTH);
    }

  source = clips_open (folder);
  g_assert_cmpint (venule_source_get_bit_depth (source), ==, 16);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 10);
  clips_build_table (source);
  g_assert_true (has_warning (source, "missing in the names of the pictures after frame 3."));
  g_assert_true (has_warning (source, "how much time lies between"));
  g_assert_false (has_warning (source, "type the frame rate")); /* somebody may have done so */
  reader = venule_source_open_reader (source, NULL);
  for (int i = 0; i < 30; i++)
    {
      int index = g_test_rand_int_range (0, 10);

      assert_is (reader, index, order[index]);
    }
  g_assert_null (clips_read (reader, 10));
  hash = venule_source_dup_hash (source, NULL, NULL);
  g_assert_cmpuint (strlen (hash), ==, 64);
  clips_remove_folder (folder);
}

static void
a_pattern_chooses_among_numberings (gconstpointer data)
{
  char *folder = clips_make_folder ();
  g_autofree char *pattern = g_build_filename (folder, data, NULL);
  g_autofree char *nothing = g_build_filename (folder, "c_*.tif", NULL);
  g_autofree char *message = NULL;
  g_autofree char *none = NULL;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;

  for (int i = 0; i < 4; i++)
    {
      g_autofree char *a = g_strdup_printf ("a_%03d.tif", i);
      g_autofree char *b = g_strdup_printf ("b_%03d.tif", i);

      write_picture (folder, a, &sixteen, i, WIDTH);
      write_picture (folder, b, &sixteen, 100 + i, WIDTH);
    }

  message = refuse (folder, VENULE_ERROR_NOT_A_VIDEO);
  g_assert_nonnull (strstr (message, "a_*.tif, b_*.tif"));
  none = refuse (nothing, VENULE_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (none, "c_*.tif"));
  source = clips_open (pattern);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 4);
  g_assert_false (has_warning (source, "missing in the names"));
  reader = venule_source_open_reader (source, NULL);
  for (int i = 3; i >= 0; i--)
    assert_is (reader, i, 100 + i);
  clips_remove_folder (folder);
}

/* A pattern that is no UTF-8 is one all the same. */
static void
names_of_any_bytes_are_chosen (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *pattern = g_build_filename (folder, "m\344us_?.*", NULL);
  g_autofree char *nothing = g_build_filename (folder, "z*\351", NULL);
  g_autoptr (VenuleSource) source = NULL;

  for (int i = 0; i < 5; i++)
    {
      g_autofree char *name = g_strdup_printf (i < 3 ? "m\344us_%d.tif" : "other_%d.tif", i);

      write_picture (folder, name, &sixteen, i, WIDTH);
    }
  g_free (refuse (nothing, VENULE_ERROR_NOT_FOUND));
  source = clips_open (pattern);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 3);
  clips_remove_folder (folder);
}

static void
pictures_of_another_size_are_refused (void)
{
  char *folder = clips_make_folder ();
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("p%d.tif", i);

      write_picture (folder, name, &sixteen, i, i == 2 ? 50 : WIDTH);
    }
  source = clips_open (folder);
  g_assert_false (venule_source_build_table (source, NULL, NULL, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "“p2.tif” has 50 × 40 pixels"));
  clips_remove_folder (folder);
}

/* As from a file of another recording that was saved into the folder. */
static void
a_stack_among_pictures_is_refused (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "p1.tif", NULL);
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (GError) error = NULL;

  write_picture (folder, "p0.tif", &sixteen, 0, WIDTH);
  stacks_write (&sixteen, NULL, path, WIDTH, HEIGHT, 0, 40);
  write_picture (folder, "p2.tif", &sixteen, 2, WIDTH);
  source = clips_open (folder);
  g_assert_false (venule_source_build_table (source, NULL, NULL, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "“p1.tif” holds several pictures"));
  clips_remove_folder (folder);
}

static void
pictures_of_one_number_are_refused (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *pattern = g_build_filename (folder, "p_*.tif", NULL);
  g_autofree char *all = NULL;
  g_autofree char *chosen = NULL;

  write_picture (folder, "p_019.tif", &sixteen, 0, WIDTH);
  write_picture (folder, "p_020.tif", &sixteen, 1, WIDTH);
  write_picture (folder, "p_0020.tif", &sixteen, 2, WIDTH);
  all = refuse (folder, VENULE_ERROR_NOT_A_VIDEO);
  g_assert_nonnull (strstr (all, "p_020.tif"));
  g_assert_nonnull (strstr (all, "have the same number"));
  chosen = refuse (pattern, VENULE_ERROR_NOT_A_VIDEO);
  g_assert_cmpstr (chosen, ==, all);
  clips_remove_folder (folder);
}

/* More digits than a number has in a computer. */
static void
a_huge_number_leaves_a_gap (void)
{
  char *folder = clips_make_folder ();
  g_autoptr (VenuleSource) source = NULL;

  write_picture (folder, "p_0001.tif", &sixteen, 0, WIDTH);
  write_picture (folder, "p_0002.tif", &sixteen, 1, WIDTH);
  write_picture (folder, "p_99999999999999999999.tif", &sixteen, 2, WIDTH);
  source = clips_open (folder);
  clips_build_table (source);
  g_assert_true (has_warning (source, "missing in the names of the pictures after frame 1."));
  clips_remove_folder (folder);
}

static void
what_is_no_sequence_is_refused (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "a1.tif", NULL);
  g_autofree char *empty = refuse (folder, VENULE_ERROR_NOT_A_VIDEO);
  g_autofree char *several = NULL;
  g_autofree char *range = NULL;

  g_assert_nonnull (strstr (empty, "folder without pictures"));
  stacks_write (&sixteen, NULL, path, WIDTH, HEIGHT, 0, 2);
  several = refuse (folder, VENULE_ERROR_INVALID);
  g_assert_nonnull (strstr (several, "“a1.tif” holds several pictures"));
  stacks_write (&floating, NULL, path, WIDTH, HEIGHT, 0, 1);
  range = refuse (folder, VENULE_ERROR_NOT_A_VIDEO);
  g_assert_nonnull (strstr (range, "floating point"));
  clips_remove_folder (folder);
}

/* As ffmpeg writes them; PNG and BMP without loss, so that all are the same. */
static void
pictures_of_all_kinds_come (gconstpointer data)
{
  const char *suffix = data;
  char *folder = clips_make_folder ();
  g_autofree char *command = g_strdup_printf ("ffmpeg -v error -nostdin -f lavfi -i "
                                              "testsrc2=size=60x40:rate=25:duration=0.48 -pix_fmt %s -start_number 8 "
                                              "%s/frame%%d.%s",
                                              g_str_equal (suffix, "jpg") ? "yuvj420p" : "rgb24", folder, suffix);
  g_autofree char *program = g_find_program_in_path ("ffmpeg");

  if (program == NULL)
    g_test_skip ("the ffmpeg program is not installed");
  else
    {
      g_autoptr (VenuleSource) source = NULL;
      g_autoptr (VenuleReader) reader = NULL;

      g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
      source = clips_open (folder);
      clips_build_table (source);
      g_assert_cmpint (venule_source_get_n_frames (source), ==, 12);
      reader = venule_source_open_reader (source, NULL);
      for (int i = 11; i >= 0; i--)
        {
          g_autofree char *name = g_strdup_printf ("frame%d.%s", i + 8, suffix);
          g_autofree char *path = g_build_filename (folder, name, NULL);
          g_autoptr (VenuleSource) one = clips_open (path);
          g_autoptr (VenuleReader) one_reader = venule_source_open_reader (one, NULL);
          g_autoptr (VenuleFrame) expected = clips_read (one_reader, 0);
          g_autoptr (VenuleFrame) frame = clips_read (reader, i);

          clips_assert_equal (expected, frame);
        }
    }
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  static const char *const patterns[] = { "b_*.tif", "b_###.tif", "b_%03d.tif", "b*0*.t?f", "*b_00?.tif*" };
  static const char *const suffixes[] = { "png", "bmp", "jpg" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sequence/a-folder-is-a-video-in-the-order-of-its-numbers",
                   a_folder_is_a_video_in_the_order_of_its_numbers);
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sequence/a-pattern-chooses-among-numberings/%u", i);

      g_test_add_data_func (path, patterns[i], a_pattern_chooses_among_numberings);
    }
  g_test_add_func ("/sequence/names-of-any-bytes-are-chosen", names_of_any_bytes_are_chosen);
  g_test_add_func ("/sequence/pictures-of-another-size-are-refused", pictures_of_another_size_are_refused);
  g_test_add_func ("/sequence/a-stack-among-pictures-is-refused", a_stack_among_pictures_is_refused);
  g_test_add_func ("/sequence/pictures-of-one-number-are-refused", pictures_of_one_number_are_refused);
  g_test_add_func ("/sequence/a-huge-number-leaves-a-gap", a_huge_number_leaves_a_gap);
  g_test_add_func ("/sequence/what-is-no-sequence-is-refused", what_is_no_sequence_is_refused);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = g_strconcat ("/sequence/pictures-of-all-kinds-come/", suffixes[i], NULL);

      g_test_add_data_func (path, suffixes[i], pictures_of_all_kinds_come);
    }
  return g_test_run ();
}
