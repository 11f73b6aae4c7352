/* test-field-splitter.c: interlaced video: seen, split, and told from what only says so
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>

#include "clips.h"
#include "venule-interlace.h"

#define WIDTH 160
#define HEIGHT 121
#define N_FRAMES 30
#define RATE 25.0

/* Soft cells that roll over still tissue, with noise: at time @t in fields. */
static guint
draw_pixel (double t,
            int    x,
            int    y,
            int    bit_depth)
{
  guint32 noise = ((guint32) x * 2654435761u) ^ ((guint32) y * 40503u * 65537u) ^ ((guint32) (t * 977) * 69069u);
  double value = 110 + 30 * sin (x / 17.0) * cos (y / 11.0);

  for (int cell = 0; cell < 6; cell++)
    {
      double dx = fmod (cell * 37 + (2.2 + 0.3 * cell) * t, WIDTH + 20) - 10 - x;
      double dy = 15 + cell * 18 - y;

      value += (cell % 2 == 0 ? 60 : -55) * exp (-(dx * dx + dy * dy) / 24);
    }
  noise ^= noise >> 15;
  noise *= 2246822519u;
  value += (noise >> 16) % 9 - 4.0;
  return (guint) lrint (CLAMP (value, 0, 255) / 255 * ((1 << bit_depth) - 1));
}

/* @order: WHOLE: both fields at the time of the first. */
static char *
write_video (const char   *folder,
             VenuleFields  order,
             int           bit_depth)
{
  char *path = g_build_filename (folder, "video.mkv", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GrayMovie) writer =
    gray_movie_new (path, GRAY_MOVIE_FFV1, WIDTH, HEIGHT, bit_depth, RATE, &error);

  g_assert_no_error (error);
  for (int i = 0; i < N_FRAMES; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_frame_new (WIDTH, HEIGHT, bit_depth);

      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          {
            gboolean later = order != VENULE_FIELDS_WHOLE && y % 2 == (order == VENULE_FIELDS_TOP_FIRST ? 1 : 0);
            guint sample = draw_pixel (2 * i + later, x, y, bit_depth);
            guint8 *row = frame->data + frame->stride * y;

            if (bit_depth > 8)
              ((guint16 *) row)[x] = sample;
            else
              row[x] = sample;
          }
      gray_movie_add (writer, frame, &error);
      g_assert_no_error (error);
    }
  g_assert_true (gray_movie_finish (writer, &error));
  return path;
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

static void
combs_are_seen_without_a_flag (gconstpointer data)
{
  VenuleFields order = GPOINTER_TO_INT (data);
  char *folder = clips_make_folder ();
  g_autofree char *path = write_video (folder, order, 8);
  g_autoptr (VenuleSource) source = clips_open (path);
  VenuleFields seen;

  clips_build_table (source);
  g_assert_cmpint (venule_source_get_interlacing (source, &seen), ==,
                   order == VENULE_FIELDS_WHOLE ? VENULE_INTERLACING_NONE : VENULE_INTERLACING_COMBED);
  if (order != VENULE_FIELDS_WHOLE)
    g_assert_cmpint (seen, ==, order);
  g_assert_cmpint (has_warning (source, "interlaced"), ==, order != VENULE_FIELDS_WHOLE);
  clips_remove_folder (folder);
}

/* The lines of each field are those of its time; the lines between lie half way; times are half a frame apart. */
static void
fields_are_frames_of_their_own (gconstpointer data)
{
  int bit_depth = GPOINTER_TO_INT (data);

  for (VenuleFields order = VENULE_FIELDS_TOP_FIRST; order <= VENULE_FIELDS_BOTTOM_FIRST; order++)
    {
      char *folder = clips_make_folder ();
      g_autofree char *path = write_video (folder, order, bit_depth);
      const VenuleInputOptions options = { .fields = order };
      g_autoptr (VenuleSource) source = venule_source_open_as (path, &options, NULL, NULL);
      g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);

      g_assert_cmpint (venule_source_get_height (source), ==, HEIGHT);
      clips_build_table (source);
      g_assert_cmpint (venule_source_get_n_frames (source), ==, 2 * N_FRAMES);
      g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), 2 * RATE, 1e-6);
      g_assert_false (has_warning (source, "combs"));
      for (int n = 0; n < 40; n++)
        {
          int i = n == 0 ? 2 * N_FRAMES - 1 : g_test_rand_int_range (0, 2 * N_FRAMES);
          g_autoptr (VenuleFrame) frame = clips_read (reader, i);
          int parity = (i + (order == VENULE_FIELDS_BOTTOM_FIRST)) % 2;

          g_assert_cmpfloat_with_epsilon (frame->time, i / (2 * RATE), 1e-9);
          for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
              {
                int above = y % 2 == parity ? y : y == 0 ? 1 : y - 1;
                int below = y % 2 == parity ? y : y == HEIGHT - 1 ? HEIGHT - 2 : y + 1;
                guint expected = (draw_pixel (i, x, above, bit_depth) + draw_pixel (i, x, below, bit_depth) + 1) / 2;

                g_assert_cmpuint (venule_frame_get_sample (frame, x, y), ==, expected);
              }
        }
      g_assert_null (clips_read (reader, 2 * N_FRAMES));
      clips_remove_folder (folder);
    }
}

static void
the_wrong_order_is_told (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = write_video (folder, VENULE_FIELDS_TOP_FIRST, 8);
  const VenuleInputOptions options = { .fields = VENULE_FIELDS_BOTTOM_FIRST };
  g_autoptr (VenuleSource) source = venule_source_open_as (path, &options, NULL, NULL);

  clips_build_table (source);
  g_assert_true (has_warning (source, "other order of fields"));
  clips_remove_folder (folder);
}

/* The same pixels, stored by FFmpeg with a flag that is true, false, or of which nothing can be seen. */
static void
flags_are_compared_with_the_pixels (gconstpointer data)
{
  VenuleInterlacing expected = GPOINTER_TO_INT (data);
  char *folder = clips_make_folder ();
  g_autofree char *path =
    write_video (folder, expected == VENULE_INTERLACING_COMBED ? VENULE_FIELDS_BOTTOM_FIRST : VENULE_FIELDS_WHOLE, 8);
  g_autofree char *flagged = g_build_filename (folder, "flagged.mkv", NULL);
  g_autofree char *command =
    g_strdup_printf ("ffmpeg -v error -nostdin -y -i %s %s -c:v mpeg4 -flags +ilme+ildct -q:v 1 -top %d %s", path,
                     expected == VENULE_INTERLACING_UNSEEN ? "-vf loop=30:1:0,trim=end_frame=30" : "",
                     expected != VENULE_INTERLACING_COMBED, flagged);
  g_autofree char *program = g_find_program_in_path ("ffmpeg");

  if (program == NULL)
    g_test_skip ("the ffmpeg program is not installed");
  else
    {
      g_autoptr (VenuleSource) source = NULL;
      VenuleFields order;

      g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
      source = clips_open (flagged);
      clips_build_table (source);
      g_assert_true (venule_source_get_interlaced (source));
      g_assert_cmpint (venule_source_get_interlacing (source, &order), ==, expected);
      if (expected == VENULE_INTERLACING_COMBED)
        g_assert_cmpint (order, ==, VENULE_FIELDS_BOTTOM_FIRST);
      g_assert_true (has_warning (source, expected == VENULE_INTERLACING_COMBED  ? "lower lines first"
                                          : expected == VENULE_INTERLACING_FALSE ? "no combs"
                                                                                 : "does not show"));
    }
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/field-splitter/combs-are-seen-without-a-flag", GINT_TO_POINTER (VENULE_FIELDS_TOP_FIRST),
                        combs_are_seen_without_a_flag);
  g_test_add_data_func ("/field-splitter/combs-are-seen-without-a-flag/bottom-first",
                        GINT_TO_POINTER (VENULE_FIELDS_BOTTOM_FIRST), combs_are_seen_without_a_flag);
  g_test_add_data_func ("/field-splitter/whole-pictures-have-no-combs", GINT_TO_POINTER (VENULE_FIELDS_WHOLE),
                        combs_are_seen_without_a_flag);
  g_test_add_data_func ("/field-splitter/fields-are-frames-of-their-own/8", GINT_TO_POINTER (8),
                        fields_are_frames_of_their_own);
  g_test_add_data_func ("/field-splitter/fields-are-frames-of-their-own/16", GINT_TO_POINTER (16),
                        fields_are_frames_of_their_own);
  g_test_add_func ("/field-splitter/the-wrong-order-is-told", the_wrong_order_is_told);
  g_test_add_data_func ("/field-splitter/flags-are-compared-with-the-pixels/true",
                        GINT_TO_POINTER (VENULE_INTERLACING_COMBED), flags_are_compared_with_the_pixels);
  g_test_add_data_func ("/field-splitter/flags-are-compared-with-the-pixels/false",
                        GINT_TO_POINTER (VENULE_INTERLACING_FALSE), flags_are_compared_with_the_pixels);
  g_test_add_data_func ("/field-splitter/flags-are-compared-with-the-pixels/unseen",
                        GINT_TO_POINTER (VENULE_INTERLACING_UNSEEN), flags_are_compared_with_the_pixels);
  return g_test_run ();
}
