/* test-times.c: real times, whatever the timestamps of a file are like
 *
 * The clips are Motion JPEG and MPEG-4 in Matroska, whose timestamps are set one by one with the ffmpeg program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "clips.h"
#include "served.h"
#include "venule-timestamps.h"

#define N_FRAMES 120
#define MS 1e-3

/* The frame table of a clip whose frame N is shown at @pts, an expression in ms; NULL where ffmpeg cannot make it. */
static VenuleSource *
open_clip (const char *folder,
           const char *codec,
           const char *pts)
{
  g_autofree char *path = g_build_filename (folder, "clip.mkv", NULL);
  /* Packets must be in an order of their own, which is before that in which they are shown. */
  g_auto (GStrv) parts = g_strsplit (pts, ",", -1);
  g_autofree char *escaped = g_strjoinv ("\\,", parts);
  g_autofree char *times = g_strconcat ("setts=dts=N-1000:pts=", escaped, NULL);
  const char *command[] = { "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i",
                            "testsrc2=size=64x48:rate=30:duration=4", "-threads", "1", "-c:v", codec, "-g", "30",
                            "-bsf:v", times, path, NULL };
  VenuleSource *source;
  int status = 0;

  if (!served_run (NULL, command, NULL, NULL, &status, NULL))
    {
      g_test_skip ("the ffmpeg program is not installed");
      return NULL;
    }
  if (status != 0)
    {
      g_test_skip ("this ffmpeg cannot make the clip");
      return NULL;
    }
  source = clips_open (path);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, N_FRAMES);
  return source;
}

static double
time_of (VenuleSource *source,
         gint64        index)
{
  VenuleFrameInfo info;

  g_assert_true (venule_source_get_frame_info (source, index, &info));
  return info.time;
}

/* With one sentence at most, which must hold @part. */
static void
assert_warning (VenuleSource *source,
                const char   *part)
{
  g_auto (GStrv) warnings = venule_source_dup_warnings (source);

  for (guint i = 0; warnings[i] != NULL; i++)
    g_test_message ("%s", warnings[i]);
  if (part == NULL)
    {
      g_assert_null (warnings[0]);
      return;
    }
  g_assert_cmpuint (g_strv_length (warnings), ==, 1);
  g_assert_nonnull (strstr (warnings[0], part));
}

/* Each frame, asked for in disorder, is that of one pass. */
static void
assert_exact (VenuleSource *source)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);

  for (int i = 0; i < 80; i++)
    {
      gint64 index = g_test_rand_int_range (0, N_FRAMES);
      g_autoptr (VenuleFrame) frame = clips_read (reader, index);
      VenuleFrameInfo info;

      g_assert_true (venule_source_get_frame_info (source, index, &info));
      g_assert_cmpuint (venule_frame_hash (frame), ==, info.hash);
    }
}

static void
a_start_that_is_not_0_is_time_0 (void)
{
  char *folder = clips_make_folder ();
  g_autoptr (VenuleSource) source = open_clip (folder, "mjpeg", "N*40+12345");

  if (source != NULL)
    {
      for (gint64 i = 0; i < N_FRAMES; i++)
        g_assert_cmpfloat_with_epsilon (time_of (source, i), i * 0.04, 1e-9);
      g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), 25, 1e-6);
      assert_warning (source, NULL);
      assert_exact (source);
    }
  clips_remove_folder (folder);
}

static void
a_timestamp_that_repeats_is_mended (gconstpointer codec)
{
  char *folder = clips_make_folder ();
  g_autoptr (VenuleSource) source = open_clip (folder, codec, "if(eq(N,50),49,N)*40");

  if (source != NULL)
    {
      for (gint64 i = 0; i < N_FRAMES; i++)
        g_assert_cmpfloat_with_epsilon (time_of (source, i), i * 0.04, 1e-9);
      assert_warning (source, "timestamp of frame 50 is missing, comes twice or goes back");
      assert_exact (source);
    }
  clips_remove_folder (folder);
}

/* Pictures on the way to a frame at the beginning, which the reader would keep if it could tell which they are. */
static void
frames_after_one_that_repeats_are_found_again (gconstpointer codec)
{
  char *folder = clips_make_folder ();
  g_autoptr (VenuleSource) source = open_clip (folder, codec, "if(eq(N,3),2,N)*40");

  if (source != NULL)
    {
      g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);

      for (gint64 index = 4; index < 12; index++)
        {
          g_autoptr (VenuleFrame) last = clips_read (reader, N_FRAMES - 1);
          g_autoptr (VenuleFrame) frame = clips_read (reader, index);
          VenuleFrameInfo info;

          g_assert_true (venule_source_get_frame_info (source, index, &info));
          g_assert_cmpuint (venule_frame_hash (frame), ==, info.hash);
        }
    }
  clips_remove_folder (folder);
}

static void
timestamps_that_go_back_are_mended (gconstpointer codec)
{
  char *folder = clips_make_folder ();
  g_autoptr (VenuleSource) source =
    open_clip (folder, codec, "if(eq(N,50),10.5,if(between(N,70,72),N-30,if(gt(N,100),N+2,N)))*40");

  if (source != NULL)
    {
      g_auto (GStrv) warnings = venule_source_dup_warnings (source);

      for (gint64 i = 0; i < N_FRAMES; i++)
        g_assert_cmpfloat_with_epsilon (time_of (source, i), (i > 100 ? i + 2 : i) * 0.04, 1e-9);
      g_assert_cmpuint (g_strv_length (warnings), ==, 2);
      g_assert_nonnull (strstr (warnings[0], "timestamps of frames 50, 70–72 are missing, come twice or go back"));
      g_assert_nonnull (strstr (warnings[1], "missing in the recording after frame 100;"));
      assert_exact (source);
    }
  clips_remove_folder (folder);
}

/* Two recordings behind each other, each with a clock from 0: no time can be told from them. */
static void
a_clock_that_begins_anew_is_not_believed (void)
{
  char *folder = clips_make_folder ();
  g_autoptr (VenuleSource) source = open_clip (folder, "mjpeg", "mod(N,60)*40");

  if (source != NULL)
    {
      double rate = venule_source_get_frame_rate (source);

      for (gint64 i = 0; i < N_FRAMES; i++)
        g_assert_cmpfloat_with_epsilon (time_of (source, i), i / rate, 1e-9);
      assert_warning (source, "missing or out of order; times are worked out from the frame rate in the header");
      assert_exact (source);
    }
  clips_remove_folder (folder);
}

/* Whose frames come when they come. */
static void
a_rate_that_varies_keeps_real_times (void)
{
  char *folder = clips_make_folder ();
  g_autoptr (VenuleSource) source = open_clip (folder, "mjpeg", "N*40+mod(N*N,23)");

  if (source != NULL)
    {
      for (gint64 i = 0; i < N_FRAMES; i++)
        g_assert_cmpfloat_with_epsilon (time_of (source, i), (double) (i * 40 + i * i % 23) * MS, 1e-9);
      assert_warning (source, "frame rate varies");
      assert_exact (source);
    }
  clips_remove_folder (folder);
}

/* Whose header says 30 frames a second: nobody would see that it was one every millisecond. */
static void
a_header_that_says_another_rate_is_told (void)
{
  char *folder = clips_make_folder ();
  g_autoptr (VenuleSource) source = open_clip (folder, "mjpeg", "N");

  if (source != NULL)
    {
      g_autofree char *origin = venule_source_dup_rate_origin (source);

      g_assert_cmpfloat_with_epsilon (time_of (source, 100), 100 * MS, 1e-9);
      assert_warning (source, "the video has 1000 frames/s, by its header 30.");
      g_assert_cmpstr (origin, ==, "timestamps of 120 frames; the header says 30 frames/s");
    }
  clips_remove_folder (folder);
}

/* A file of the ffmpeg program in the format, of 30 frames at @rate; NULL where it cannot make it. */
static char *
make_file (const char *folder,
           const char *name,
           const char *codec,
           const char *rate)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *input = g_strconcat ("testsrc2=size=64x48:duration=1:rate=", rate, NULL);
  const char *command[] = { "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", input, "-pix_fmt",
                            g_str_equal (codec, "mjpeg") ? "yuvj420p" : "yuv420p", "-c:v", codec, path, NULL };
  int status = 0;

  if (served_run (NULL, command, NULL, NULL, &status, NULL) && status == 0)
    return g_steal_pointer (&path);
  g_test_skip ("the ffmpeg program cannot make the file");
  return NULL;
}

static void
replace_text (const char *path,
              const char *old,
              const char *new)
{
  g_autofree char *content = NULL;
  char *found;
  gsize size;

  g_assert_true (g_file_get_contents (path, &content, &size, NULL));
  found = memmem (content, size, old, strlen (old));
  g_assert_nonnull (found);
  memcpy (found, new, strlen (old));
  g_assert_true (g_file_set_contents (path, content, (gssize) size, NULL));
}

/* FFmpeg takes 25 frames/s where nothing is said; and a rate that no camera has is none. */
static void
a_rate_that_is_made_up_is_none (void)
{
  static const struct {
    const char *name, *codec, *old, *new;
    double      rate;
  } cases[] = {
    { "raw.mjpeg", "mjpeg", NULL, NULL, 0 },         { "says.y4m", "rawvideo", NULL, NULL, 30 },
    { "none.y4m", "rawvideo", " F30:1", " F00:0", 0 }, { "fast.y4m", "rawvideo", " F30:1 Ip", " F9999999", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char *folder = clips_make_folder ();
      g_autofree char *path = make_file (folder, cases[i].name, cases[i].codec, "30");
      g_autoptr (VenuleSource) source = NULL;

      if (path != NULL && cases[i].old != NULL)
        replace_text (path, cases[i].old, cases[i].new);
      source = path != NULL ? clips_open (path) : NULL;
      if (source != NULL)
        {
          clips_build_table (source);
          g_test_message ("%s", cases[i].name);
          g_assert_cmpfloat (venule_source_get_frame_rate (source), ==, cases[i].rate);
          g_assert_cmpfloat (time_of (source, 10), ==, cases[i].rate > 0 ? 10 / cases[i].rate : 0);
          assert_warning (source, cases[i].rate > 0 ? NULL : "no usable timestamps and no frame rate");
        }
      clips_remove_folder (folder);
    }
}

/* Overwrites the middle of some pictures of an AVI, each a chunk "00dc" with its size. */
static void
scratch (const char *path,
         int         first,
         int         last)
{
  g_autofree char *content = NULL;
  gsize size, at;
  int n = 0;

  g_assert_true (g_file_get_contents (path, &content, &size, NULL));
  for (at = 0; at + 4 < size && memcmp (content + at, "movi", 4) != 0; at++)
    ;
  for (at += 4; at + 8 < size && n <= last;)
    {
      guint32 length;

      memcpy (&length, content + at + 4, 4);
      length = GUINT32_FROM_LE (length);
      g_assert_cmpuint (at + 8 + length, <=, size);
      if (memcmp (content + at, "00dc", 4) == 0 && n++ >= first)
        memset (content + at + 8 + length / 2, 0x5a, length / 4);
      at += 8 + length + (length & 1);
    }
  g_assert_true (g_file_set_contents (path, content, (gssize) size, NULL));
}

static void
damaged_frames_are_named (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "clip.avi", NULL);
  const char *command[] = { "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i",
                            "testsrc2=size=320x240:rate=30:duration=4", "-threads", "1", "-c:v", "mjpeg", path, NULL };
  int status = 0;

  if (!served_run (NULL, command, NULL, NULL, &status, NULL) || status != 0)
    {
      g_test_skip ("there is no ffmpeg program that can make the clip");
    }
  else
    {
      g_autoptr (VenuleSource) source = NULL;

      scratch (path, 20, 22);
      source = clips_open (path);
      clips_build_table (source);
      g_assert_cmpint (venule_source_get_n_frames (source), ==, N_FRAMES);
      assert_warning (source, "3 frames are damaged: 20–22.");
      for (gint64 i = 0; i < N_FRAMES; i++)
        g_assert_cmpfloat_with_epsilon (time_of (source, i), (double) i / 30, 1e-6);
    }
  clips_remove_folder (folder);
}

/* The clock by itself. */

static void
add_rows (GArray       *rows,
          const gint64 *pts,
          guint         n)
{
  for (guint i = 0; i < n; i++)
    g_array_append_vals (rows, &(VenuleFrameInfo) { .pts = pts[i] }, 1);
}

static void
missing_timestamps_are_filled_in (void)
{
  const gint64 none = G_MININT64;
  const gint64 pts[] = { none, 100, 110, none, none, 140, 150, 160, 170, 180, 190, 200, 210, 220, 230, 240, 250, 260,
                         270, 280, 290, 300, 310, 320, 330, 340, 350, 360, 370, 380, 390, 400, 410, 420, 430, none };
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));
  g_autoptr (VenuleTimestamps) clock = NULL;
  g_autofree char *odd = NULL;
  g_autoptr (VenuleTimestamps) blind = NULL;
  g_autofree char *blind_odd = NULL;

  add_rows (rows, pts, G_N_ELEMENTS (pts));
  clock = venule_timestamps_new ((VenuleFrameInfo *) rows->data, rows->len, 100);
  g_assert_true (clock->holds);
  odd = venule_source_describe_frames (clock->odd);
  /* Codecs keep the last ones to themselves: that is no fault of the file. */
  g_assert_cmpstr (odd, ==, "0, 3–4");
  venule_timestamps_set_times (clock, (VenuleFrameInfo *) rows->data, rows->len, MS, 100);
  for (guint i = 0; i < rows->len; i++)
    g_assert_cmpfloat_with_epsilon (g_array_index (rows, VenuleFrameInfo, i).time, i * 0.01, 1e-12);

  /* The header may not tell the rate: four of 36 are too many then. */
  blind = venule_timestamps_new ((VenuleFrameInfo *) rows->data, rows->len, 0);
  blind_odd = venule_source_describe_frames (blind->odd);
  g_assert_cmpstr (blind_odd, ==, "0, 3–4, 35");
  g_assert_false (blind->holds);
}

static void
anchors_have_a_timestamp_of_their_own (void)
{
  const gint64 pts[] = { 0, 10, 20, 30, 30, 50, 20, 70, 80, 90 };
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));
  g_autoptr (VenuleTimestamps) clock = NULL;
  g_autofree char *timed = NULL;
  g_autofree char *anchors = NULL;

  add_rows (rows, pts, G_N_ELEMENTS (pts));
  clock = venule_timestamps_new ((VenuleFrameInfo *) rows->data, rows->len, 0);
  timed = venule_source_describe_frames (clock->timed);
  anchors = venule_source_describe_frames (clock->anchors);
  g_assert_cmpstr (timed, ==, "0–3, 5, 7–9");
  g_assert_cmpstr (anchors, ==, "0–1, 5, 7–9");
}

/* Whatever the timestamps: what is believed rises and is kept, all times rise, and as many as can be are believed. */
static void
times_never_go_back (void)
{
  for (int round = 0; round < 200; round++)
    {
      g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));
      g_autoptr (VenuleTimestamps) clock = NULL;
      const int n = g_test_rand_int_range (1, 200);
      const VenuleFrameInfo *row;
      int n_bad = 0;

      for (int i = 0; i < n; i++)
        {
          VenuleFrameInfo info = { .pts = i * 10 };

          if (g_test_rand_int_range (0, 30) == 0)
            {
              info.pts = g_test_rand_bit () ? G_MININT64 : g_test_rand_int_range (0, 10 * n);
              n_bad++;
            }
          g_array_append_val (rows, info);
        }
      clock = venule_timestamps_new ((VenuleFrameInfo *) rows->data, rows->len, 0);
      g_assert_cmpuint (clock->timed->len, >=, n - n_bad);
      g_assert_cmpuint (clock->timed->len + clock->odd->len, ==, n);
      if (!clock->holds)
        continue;
      venule_timestamps_set_times (clock, (VenuleFrameInfo *) rows->data, rows->len, MS, 0);
      row = (const VenuleFrameInfo *) rows->data;
      for (int i = 1; i < n; i++)
        g_assert_cmpfloat (row[i].time, >, row[i - 1].time);
      for (guint k = 1; k < clock->timed->len; k++)
        {
          gint64 a = g_array_index (clock->timed, gint64, k - 1);
          gint64 b = g_array_index (clock->timed, gint64, k);

          g_assert_cmpfloat_with_epsilon (row[b].time - row[a].time, (row[b].pts - row[a].pts) * MS, 1e-9);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/times/a-start-that-is-not-0-is-time-0", a_start_that_is_not_0_is_time_0);
  g_test_add_data_func ("/times/a-timestamp-that-repeats-is-mended/intra", "mjpeg", a_timestamp_that_repeats_is_mended);
  g_test_add_data_func ("/times/a-timestamp-that-repeats-is-mended/inter", "mpeg4", a_timestamp_that_repeats_is_mended);
  g_test_add_data_func ("/times/frames-after-one-that-repeats-are-found-again/intra", "mjpeg",
                        frames_after_one_that_repeats_are_found_again);
  g_test_add_data_func ("/times/frames-after-one-that-repeats-are-found-again/inter", "mpeg4",
                        frames_after_one_that_repeats_are_found_again);
  g_test_add_data_func ("/times/timestamps-that-go-back-are-mended/intra", "mjpeg", timestamps_that_go_back_are_mended);
  g_test_add_data_func ("/times/timestamps-that-go-back-are-mended/inter", "mpeg4", timestamps_that_go_back_are_mended);
  g_test_add_func ("/times/a-clock-that-begins-anew-is-not-believed", a_clock_that_begins_anew_is_not_believed);
  g_test_add_func ("/times/a-rate-that-varies-keeps-real-times", a_rate_that_varies_keeps_real_times);
  g_test_add_func ("/times/a-rate-that-is-made-up-is-none", a_rate_that_is_made_up_is_none);
  g_test_add_func ("/times/a-header-that-says-another-rate-is-told", a_header_that_says_another_rate_is_told);
  g_test_add_func ("/times/damaged-frames-are-named", damaged_frames_are_named);
  g_test_add_func ("/times/missing-timestamps-are-filled-in", missing_timestamps_are_filled_in);
  g_test_add_func ("/times/anchors-have-a-timestamp-of-their-own", anchors_have_a_timestamp_of_their_own);
  g_test_add_func ("/times/times-never-go-back", times_never_go_back);
  return g_test_run ();
}
