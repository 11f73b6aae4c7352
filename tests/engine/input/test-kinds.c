/* test-kinds.c: what is written is what is read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "clips.h"

typedef struct {
  const char      *name;
  GrayMovieFormat  format;
  int              width;
  int              height;
  int              bit_depth;
  int              read_depth;
  double           frame_rate;
} Case;

static void
samples_times_and_rate_come_back (gconstpointer data)
{
  const Case *c = data;
  const int n_frames = 12;
  char *folder = clips_make_folder ();
  g_autofree char *path =
    clips_write (folder, c->name, c->format, c->width, c->height, c->bit_depth, c->frame_rate, n_frames);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_auto (GStrv) warnings = NULL;

  g_assert_cmpint (venule_source_get_width (source), ==, c->width);
  g_assert_cmpint (venule_source_get_height (source), ==, c->height);
  g_assert_cmpint (venule_source_get_bit_depth (source), ==, c->read_depth);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, n_frames);
  g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), c->frame_rate, 1e-6 * c->frame_rate);
  warnings = venule_source_dup_warnings (source);
  g_assert_cmpuint (g_strv_length (warnings), ==, 0);

  for (int i = 0; i < n_frames; i++)
    {
      g_autoptr (VenuleFrame) drawn = clips_draw_frame (i, c->width, c->height, c->bit_depth);
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);

      clips_assert_equal (drawn, frame);
      g_assert_false (frame->corrupt);
      g_assert_cmpfloat_with_epsilon (frame->time, i / c->frame_rate, 1e-9);
    }
  g_assert_null (clips_read (reader, n_frames));
  clips_remove_folder (folder);
}

static void
a_stack_without_rate_says_so (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "unknown.tif", GRAY_MOVIE_TIFF, 20, 10, 8, 0, 3);
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  g_autoptr (VenuleFrame) last = NULL;
  g_auto (GStrv) warnings = NULL;

  clips_build_table (source);
  g_assert_cmpfloat (venule_source_get_frame_rate (source), ==, 0);
  last = clips_read (reader, 2);
  g_assert_cmpfloat (last->time, ==, 0);
  warnings = venule_source_dup_warnings (source);
  g_assert_cmpuint (g_strv_length (warnings), ==, 1);
  g_assert_nonnull (strstr (warnings[0], "how much time lies between"));
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  static const Case cases[] = {
    { "8-bit.mkv", GRAY_MOVIE_FFV1, 64, 48, 8, 8, 30 },
    { "10-bit.mkv", GRAY_MOVIE_FFV1, 64, 48, 10, 10, 25 },
    { "12-bit.mkv", GRAY_MOVIE_FFV1, 64, 48, 12, 12, 25 },
    { "14-bit.mkv", GRAY_MOVIE_FFV1, 64, 48, 14, 16, 25 },
    { "16-bit.mkv", GRAY_MOVIE_FFV1, 64, 48, 16, 16, 29.97 },
    { "odd.mkv", GRAY_MOVIE_FFV1, 61, 47, 16, 16, 12.5 },
    { "tiny.mkv", GRAY_MOVIE_FFV1, 5, 3, 8, 8, 60 },
    { "8-bit.avi", GRAY_MOVIE_AVI, 64, 48, 8, 8, 30 },
    { "odd.avi", GRAY_MOVIE_AVI, 61, 47, 8, 8, 16.7 },
    { "tiny.avi", GRAY_MOVIE_AVI, 5, 3, 8, 8, 30 },
    { "8-bit.tif", GRAY_MOVIE_TIFF, 64, 48, 8, 8, 30 },
    { "16-bit.tif", GRAY_MOVIE_TIFF, 61, 47, 16, 16, 7.5 },
    { "tiny.tif", GRAY_MOVIE_TIFF, 5, 3, 16, 16, 30 },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/kinds/samples-times-and-rate-come-back/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], samples_times_and_rate_come_back);
    }
  g_test_add_func ("/kinds/a-stack-without-rate-says-so", a_stack_without_rate_says_so);
  return g_test_run ();
}
