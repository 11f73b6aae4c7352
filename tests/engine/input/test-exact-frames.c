/* test-exact-frames.c: any frame in any order is the frame of one sequential pass
 *
 * The clips are those in which seeking misleads: B-frames, open groups of pictures, intra refresh, transport streams,
 * edit lists, variable rates, streams without timestamps. They are made with the ffmpeg program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "clips.h"
#include "served.h"

#define N_REQUESTS 80

typedef struct {
  const char *name;
  const char *file;
  /* Arguments for ffmpeg between input and output; the input is 120 frames at 30 a second. */
  const char *arguments;
  gint64      n_frames;
  /* Largest error of the times: half a unit of the container's clock. */
  double      time_error;
} Clip;

static gboolean
run_ffmpeg (const char *arguments)
{
  g_autofree char *command = g_strconcat ("ffmpeg -v error -nostdin -y ", arguments, NULL);
  g_autofree char *messages = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = NULL;
  int status;

  g_assert_true (g_shell_parse_argv (command, NULL, &words, NULL));
  served_run (NULL, (const char *const *) words, NULL, &messages, &status, &error);
  g_assert_no_error (error);
  if (status != 0)
    g_test_message ("%s: %s", command, messages);
  return status == 0;
}

static gboolean
have_ffmpeg (void)
{
  g_autofree char *program = g_find_program_in_path ("ffmpeg");

  if (program == NULL)
    g_test_skip ("the ffmpeg program is not installed");
  return program != NULL;
}

typedef char Folder;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Folder, clips_remove_folder)

/* NULL: the test is skipped. */
static VenuleSource *
open_clip (const Clip  *clip,
           Folder     **folder)
{
  g_autofree char *path = NULL;
  g_autofree char *arguments = NULL;

  if (!have_ffmpeg ())
    return NULL;

  *folder = clips_make_folder ();
  path = g_build_filename (*folder, clip->file, NULL);
  arguments =
    g_strdup_printf ("-f lavfi -i testsrc2=size=160x120:rate=30:duration=4 -threads 1 %s %s", clip->arguments, path);
  if (run_ffmpeg (arguments))
    return clips_open (path);

  g_test_skip ("this ffmpeg cannot make the clip");
  return NULL;
}

/* Hashes of one sequential pass with a reader that has no table to lean on. */
static GArray *
read_all (VenuleSource *source)
{
  g_autoptr (VenuleReader) reader = venule_source_open_reader (source, NULL);
  GArray *hashes = g_array_new (FALSE, FALSE, sizeof (guint64));

  g_assert_false (venule_source_has_table (source));
  for (gint64 i = 0;; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);
      guint64 hash;

      if (frame == NULL)
        return hashes;
      hash = venule_frame_hash (frame);
      g_array_append_val (hashes, hash);
    }
}

static void
assert_frame (VenuleSource *source,
              VenuleReader *reader,
              GArray       *hashes,
              gint64        index)
{
  g_autoptr (VenuleFrame) frame = clips_read (reader, index);
  VenuleFrameInfo info;

  g_assert_nonnull (frame);
  g_assert_cmpuint (venule_frame_hash (frame), ==, g_array_index (hashes, guint64, index));
  g_assert_true (venule_source_get_frame_info (source, index, &info));
  g_assert_cmpfloat (frame->time, ==, info.time);
}

static void
random_requests_give_the_sequential_frames (gconstpointer data)
{
  const Clip *clip = data;
  g_autoptr (Folder) folder = NULL;
  g_autoptr (VenuleSource) source = open_clip (clip, &folder);
  g_autoptr (GArray) hashes = NULL;
  g_autoptr (VenuleReader) reader = NULL;

  if (source == NULL)
    return;

  hashes = read_all (source);
  clips_build_table (source);
  g_assert_cmpint (hashes->len, ==, clip->n_frames);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, clip->n_frames);
  reader = venule_source_open_reader (source, NULL);
  for (int i = 0; i < N_REQUESTS; i++)
    assert_frame (source, reader, hashes, g_test_rand_int_range (0, clip->n_frames));
  for (gint64 i = clip->n_frames - 1; i >= 0; i--)
    assert_frame (source, reader, hashes, i);
  g_assert_null (clips_read (reader, clip->n_frames));
}

/* What is told without decoding: the analysis begins with it. */
static GArray *
forecast_times (VenuleSource *source,
                double       *rate)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (double));
  double time;

  g_assert_true (venule_source_scan_packets (source, NULL, NULL));
  *rate = venule_source_get_frame_rate (source);
  for (gint64 i = 0; venule_source_get_time (source, i, &time); i++)
    g_array_append_val (times, time);
  return times;
}

static void
assert_forecast_was_right (VenuleSource *source,
                           GArray       *times,
                           double        rate)
{
  g_assert_cmpfloat (rate, ==, venule_source_get_frame_rate (source));
  g_assert_cmpuint (times->len, ==, venule_source_get_n_frames (source));
  for (guint i = 0; i < times->len; i++)
    {
      VenuleFrameInfo info;

      g_assert_true (venule_source_get_frame_info (source, i, &info));
      g_assert_cmpfloat (info.time, ==, g_array_index (times, double, i));
    }
}

static void
times_are_those_of_the_recording (gconstpointer data)
{
  const Clip *clip = data;
  g_autoptr (Folder) folder = NULL;
  g_autoptr (VenuleSource) source = open_clip (clip, &folder);
  double rate;
  g_autoptr (GArray) forecast = NULL;
  VenuleFrameInfo info;

  if (source == NULL)
    return;

  forecast = forecast_times (source, &rate);
  clips_build_table (source);
  for (gint64 i = 0; i < clip->n_frames; i++)
    {
      g_assert_true (venule_source_get_frame_info (source, i, &info));
      g_assert_cmpfloat_with_epsilon (info.time, i / 30.0, clip->time_error);
    }
  assert_forecast_was_right (source, forecast, rate);
  g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), 30, 0.01);
}

/* Of every seven frames the fourth is left out: the others keep their times. */
static void
a_variable_rate_keeps_real_times (void)
{
  static const Clip clip = {
    "vfr", "vfr.mp4", "-vf 'select=not(eq(mod(n\\,7)\\,3))' -vsync vfr -c:v libx264 -bf 2 -g 24 -pix_fmt yuv420p"
  };
  g_autoptr (Folder) folder = NULL;
  g_autoptr (VenuleSource) source = open_clip (&clip, &folder);
  double rate;
  g_autoptr (GArray) forecast = NULL;
  g_auto (GStrv) warnings = NULL;
  gint64 index = 0;
  VenuleFrameInfo info;

  if (source == NULL)
    return;

  forecast = forecast_times (source, &rate);
  clips_build_table (source);
  assert_forecast_was_right (source, forecast, rate);
  for (int n = 0; n < 120; n++)
    {
      if (n % 7 == 3)
        continue;
      g_assert_true (venule_source_get_frame_info (source, index++, &info));
      g_assert_cmpfloat_with_epsilon (info.time, n / 30.0, 1e-4);
    }
  g_assert_cmpint (venule_source_get_n_frames (source), ==, index);
  warnings = venule_source_dup_warnings (source);
  g_assert_cmpuint (g_strv_length (warnings), ==, 1);
  g_assert_nonnull (strstr (warnings[0], "frame rate varies"));
}

/* A camera that drops three frames leaves a gap in the times, and a header that counts them. */
static void
dropped_frames_leave_a_gap (gconstpointer data)
{
  const Clip *clip = data;
  g_autoptr (Folder) folder = NULL;
  g_autoptr (VenuleSource) source = open_clip (clip, &folder);
  double rate;
  g_autoptr (GArray) forecast = NULL;
  g_auto (GStrv) warnings = NULL;
  VenuleFrameInfo info;

  if (source == NULL)
    return;

  forecast = forecast_times (source, &rate);
  clips_build_table (source);
  assert_forecast_was_right (source, forecast, rate);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 117);
  g_assert_true (venule_source_get_frame_info (source, 49, &info));
  g_assert_cmpfloat_with_epsilon (info.time, 49 / 30.0, clip->time_error);
  g_assert_true (venule_source_get_frame_info (source, 50, &info));
  g_assert_cmpfloat_with_epsilon (info.time, 53 / 30.0, clip->time_error);
  warnings = venule_source_dup_warnings (source);
  g_assert_cmpuint (g_strv_length (warnings), ==, 1);
  g_assert_nonnull (strstr (warnings[0], "missing in the recording after frame 49;"));
}

static void
interlaced_video_is_said_to_be_so (void)
{
  static const Clip clip = { "interlaced", "a.mpg", "-c:v mpeg2video -flags +ilme+ildct -top 1 -g 12" };
  g_autoptr (Folder) folder = NULL;
  g_autoptr (VenuleSource) source = open_clip (&clip, &folder);
  g_auto (GStrv) warnings = NULL;
  VenuleFrameInfo info;

  if (source == NULL)
    return;

  g_assert_true (venule_source_get_interlaced (source));
  clips_build_table (source);
  g_assert_true (venule_source_get_interlaced (source));
  g_assert_true (venule_source_get_frame_info (source, 7, &info));
  g_assert_true (info.interlaced);
  warnings = venule_source_dup_warnings (source);
  g_assert_cmpuint (g_strv_length (warnings), ==, 1);
  g_assert_nonnull (strstr (warnings[0], "interlaced"));
}

/* A bare H.264 stream holds no clock: times are counted, and frames are found by decoding from the start. */
static void
without_timestamps_times_come_from_the_header (void)
{
  static const Clip clip = { "bare", "bare.avi", "-c:v libx264 -bf 3 -g 24 -pix_fmt yuv420p -f h264" };
  g_autoptr (Folder) folder = NULL;
  g_autoptr (VenuleSource) source = open_clip (&clip, &folder);
  g_autoptr (GArray) hashes = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_auto (GStrv) warnings = NULL;
  VenuleFrameInfo info;

  if (source == NULL)
    return;

  hashes = read_all (source);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 120);
  reader = venule_source_open_reader (source, NULL);
  for (int i = 0; i < 20; i++)
    assert_frame (source, reader, hashes, g_test_rand_int_range (0, 120));
  g_assert_true (venule_source_get_frame_info (source, 60, &info));
  g_assert_cmpfloat_with_epsilon (info.time, 60 / venule_source_get_frame_rate (source), 1e-9);
  warnings = venule_source_dup_warnings (source);
  g_assert_nonnull (warnings[0]);
  g_assert_nonnull (strstr (warnings[0], "timestamps"));
}

/* Cutting without encoding leaves frames in the file that an edit list hides. */
static void
frames_hidden_by_an_edit_list_do_not_count (void)
{
  static const Clip whole = { "whole", "whole.mp4", "-c:v libx264 -bf 2 -g 30 -pix_fmt yuv420p" };
  g_autoptr (Folder) folder = NULL;
  g_autoptr (VenuleSource) original = open_clip (&whole, &folder);
  g_autofree char *cut = NULL;
  g_autofree char *arguments = NULL;
  g_autoptr (VenuleSource) source = NULL;
  g_autoptr (VenuleReader) reader = NULL;
  g_autoptr (GArray) hashes = NULL;
  g_autoptr (GArray) shown = NULL;

  if (original == NULL)
    return;

  cut = g_build_filename (folder, "cut.mp4", NULL);
  arguments = g_strdup_printf ("-ss 0.7 -i %s -c copy %s", venule_source_get_path (original), cut);
  hashes = read_all (original);
  g_assert_true (run_ffmpeg (arguments));
  source = clips_open (cut);
  shown = read_all (source);
  g_assert_cmpint (shown->len, ==, 99);
  for (guint i = 0; i < shown->len; i++)
    g_assert_cmpuint (g_array_index (shown, guint64, i), ==, g_array_index (hashes, guint64, 21 + i));

  clips_build_table (source);
  reader = venule_source_open_reader (source, NULL);
  for (int i = 0; i < N_REQUESTS; i++)
    assert_frame (source, reader, shown, g_test_rand_int_range (0, 99));
}

int
main (int    argc,
      char **argv)
{
  static const Clip clips[] = {
    { "h264-mp4", "a.mp4", "-c:v libx264 -bf 3 -g 30 -pix_fmt yuv420p", 120, 1e-4 },
    { "h264-open-gop-mp4", "a.mp4",
      "-c:v libx264 -x264-params open-gop=1:keyint=24:bframes=3:scenecut=0 -pix_fmt yuv420p", 120, 1e-4 },
    { "h264-open-gop-mkv", "a.mkv",
      "-c:v libx264 -x264-params open-gop=1:keyint=24:bframes=3:scenecut=0 -pix_fmt yuv420p", 120, 1e-6 },
    { "h264-mpeg-ts", "a.ts", "-c:v libx264 -bf 3 -g 30 -pix_fmt yuv420p", 120, 1e-4 },
    { "h264-intra-refresh", "a.mp4", "-c:v libx264 -x264-params intra-refresh=1:keyint=30:bframes=2 -pix_fmt yuv420p",
      120, 1e-4 },
    { "h264-10-bit", "a.mp4", "-c:v libx264 -bf 2 -g 30 -pix_fmt yuv420p10le", 120, 1e-4 },
    { "hevc-open-gop", "a.mp4",
      "-c:v libx265 -preset ultrafast -x265-params open-gop=1:keyint=24:bframes=3:log-level=none", 120, 1e-4 },
    { "mpeg4-b-frames-avi", "a.avi", "-c:v mpeg4 -bf 2 -g 24", 120, 1e-6 },
    { "mpeg2-ps", "a.mpg", "-c:v mpeg2video -bf 2 -g 12", 120, 1e-4 },
    { "mpeg2-ts", "a.ts", "-c:v mpeg2video -bf 2 -g 12", 120, 1e-4 },
    { "vp9-webm", "a.webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 30", 120, 1e-6 },
    { "ffv1-gray16", "a.mkv", "-c:v ffv1 -pix_fmt gray16le", 120, 1e-6 },
    { "ffv1-long-gop", "a.mkv", "-c:v ffv1 -g 30", 120, 1e-6 },
    { "mjpeg-avi", "a.avi", "-c:v mjpeg -q:v 3", 120, 1e-6 },
    { "raw-pal8-avi", "a.avi", "-vf format=gray,format=pal8 -c:v rawvideo", 120, 1e-6 },
    { "wmv", "a.wmv", "-c:v wmv2 -g 30", 120, 1e-3 },
  };

  static const Clip gaps[] = {
    { "avi", "a.avi", "-vf 'select=not(between(n\\,50\\,52))' -vsync vfr -c:v mjpeg", 117, 1e-6 },
    { "mkv", "a.mkv", "-vf 'select=not(between(n\\,50\\,52))' -vsync vfr -c:v ffv1", 117, 6e-4 },
    { "mp4", "a.mp4", "-vf 'select=not(between(n\\,50\\,52))' -vsync vfr -c:v libx264 -pix_fmt yuv420p", 117, 1e-4 },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (clips); i++)
    {
      g_autofree char *requests =
        g_strconcat ("/exact-frames/random-requests-give-the-sequential-frames/", clips[i].name, NULL);
      g_autofree char *times = g_strconcat ("/exact-frames/times-are-those-of-the-recording/", clips[i].name, NULL);

      g_test_add_data_func (requests, &clips[i], random_requests_give_the_sequential_frames);
      g_test_add_data_func (times, &clips[i], times_are_those_of_the_recording);
    }
  for (guint i = 0; i < G_N_ELEMENTS (gaps); i++)
    {
      g_autofree char *path = g_strconcat ("/exact-frames/dropped-frames-leave-a-gap/", gaps[i].name, NULL);

      g_test_add_data_func (path, &gaps[i], dropped_frames_leave_a_gap);
    }
  g_test_add_func ("/exact-frames/interlaced-video-is-said-to-be-so", interlaced_video_is_said_to_be_so);
  g_test_add_func ("/exact-frames/a-variable-rate-keeps-real-times", a_variable_rate_keeps_real_times);
  g_test_add_func ("/exact-frames/without-timestamps-times-come-from-the-header",
                   without_timestamps_times_come_from_the_header);
  g_test_add_func ("/exact-frames/frames-hidden-by-an-edit-list-do-not-count",
                   frames_hidden_by_an_edit_list_do_not_count);
  return g_test_run ();
}
