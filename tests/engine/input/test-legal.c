/* test-legal.c: odd but legal files: what a person has to know of them is told, and nothing else
 *
 * Made with the ffmpeg program; without it the tests are skipped.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "clips.h"
#include "served.h"
#include "stacks.h"
#include "venule-error.h"

#define SOURCE "testsrc2=size=64x48:rate=25:duration=2"

/* Of @words and a file in @folder; FALSE, with the test skipped, where there is no ffmpeg, or it lacks the encoder. */
static gboolean
run_ffmpeg (const char *folder,
            const char *words)
{
  g_autofree char *line = g_strconcat ("ffmpeg -v error -nostdin -y ", words, NULL);
  g_auto (GStrv) command = NULL;
  int status = 0;

  g_assert_true (g_shell_parse_argv (line, NULL, &command, NULL));
  if (!served_run (folder, (const char *const *) command, NULL, NULL, &status, NULL) || status != 0)
    {
      g_test_skip ("the ffmpeg program is not installed, or cannot make the clip");
      return FALSE;
    }
  return TRUE;
}

typedef struct {
  const char *name;
  const char *first;     /* arguments of a first run, or NULL */
  const char *arguments; /* of the run that makes the file */
  const char *file;
  int         n_frames;
  double      last_time; /* s */
  int         bit_depth;
  const char *warning; /* a part of the only one; NULL: none */
} Clip;

static const Clip clips[] = {
  { "frames-missing-in-avi", NULL, "-f lavfi -i " SOURCE " -vf \"select='not(eq(n\\,20)+eq(n\\,33))'\" -vsync vfr -c:v "
                                                         "mjpeg a.avi",
    "a.avi", 48, 1.96, 8, "Frames are missing in the recording after frame 19, 31" },
  { "camera-without-a-steady-rate", NULL, "-f lavfi -i " SOURCE " -vf \"select='gt(mod(n\\,7)\\,1)'\" -vsync vfr -c:v "
                                                                "mjpeg a.mkv",
    "a.mkv", 35, 1.84, 8, "The frame rate varies: frames come 40 to 120 ms apart" },
  { "gif-with-delays", NULL, "-f lavfi -i " SOURCE " -vf fps=10 a.gif", "a.gif", 20, 1.9, 8, NULL },
  { "edit-list", "-f lavfi -i " SOURCE " -c:v mpeg4 -g 50 a.mp4", "-ss 0.48 -i a.mp4 -c copy b.mov", "b.mov", 38, 1.48,
    8, "12 of the frames in the file are left out, as its edit list says" },
  { "put-into-avi", "-f lavfi -i " SOURCE " -c:v ffv1 a.mkv", "-i a.mkv -c copy b.avi", "b.avi", 50, 1.96, 8, NULL },
  { "turned", "-f lavfi -i " SOURCE " -c:v mpeg4 a.mp4", "-i a.mp4 -c copy -metadata:s:v rotate=90 b.mp4", "b.mp4", 50,
    1.96, 8, "turn its pictures by 270° clockwise" },
  { "oblong-pixels", NULL, "-f lavfi -i " SOURCE " -vf setsar=4/3 -c:v mpeg4 a.mp4", "a.mp4", 50, 1.96, 8,
    "Pixels are not square (4 : 3)" },
  { "sound-goes-on", NULL, "-f lavfi -i " SOURCE " -f lavfi -i sine=duration=4 -map 0 -map 1 -c:v mjpeg -c:a "
                                                 "pcm_s16le a.mkv",
    "a.mkv", 50, 1.96, 8, NULL },
  { "two-videos", NULL, "-f lavfi -i " SOURCE " -f lavfi -i " SOURCE " -map 0 -map 1 -c:v mjpeg a.mkv", "a.mkv", 50,
    1.96, 8, "The file holds 2 videos" },
  { "late-start", NULL, "-f lavfi -i " SOURCE " -c:v mpeg2video -output_ts_offset 7000 a.ts", "a.ts", 50, 1.96, 8,
    NULL },
  { "clock-that-wraps", NULL, "-f lavfi -i " SOURCE " -c:v mpeg2video -output_ts_offset 95442.5 a.ts", "a.ts", 50, 1.96,
    8, NULL },
  { "palette-of-odd-width", NULL, "-f lavfi -i testsrc2=size=63x47:rate=25:duration=2 -c:v rawvideo -pix_fmt pal8 "
                                  "a.avi", "a.avi",
    50, 1.96, 8, NULL },
  { "transparent", NULL, "-f lavfi -i " SOURCE " -c:v ffv1 -pix_fmt bgra a.mkv", "a.mkv", 50, 1.96, 8, NULL },
  { "planes-of-16-bit-color", NULL, "-f lavfi -i " SOURCE " -c:v ffv1 -pix_fmt gbrp16le a.mkv", "a.mkv", 50, 1.96, 16,
    NULL },
  { "9-bit", NULL, "-f lavfi -i " SOURCE " -c:v ffv1 -pix_fmt gray9le a.mkv", "a.mkv", 50, 1.96, 9, NULL },
  { "slow", NULL, "-f lavfi -i testsrc2=size=64x48:rate=1/20:duration=100 -c:v mpeg4 a.mp4", "a.mp4", 5, 80, 8, NULL },
  { "fast", NULL, "-f lavfi -i testsrc2=size=64x48:rate=1000:duration=0.2 -c:v mpeg4 a.mp4", "a.mp4", 200, 0.199, 8,
    NULL },
};

static void
assert_one_warning (VenuleSource *source,
                    const char   *part)
{
  g_auto (GStrv) warnings = venule_source_dup_warnings (source);

  for (guint i = 0; warnings[i] != NULL; i++)
    g_test_message ("%s", warnings[i]);
  g_assert_cmpuint (g_strv_length (warnings), ==, part != NULL ? 1 : 0);
  if (part != NULL)
    g_assert_nonnull (strstr (warnings[0], part));
}

static void
what_is_odd_is_told (gconstpointer data)
{
  const Clip *clip = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, clip->file, NULL);

  if ((clip->first == NULL || run_ffmpeg (folder, clip->first)) && run_ffmpeg (folder, clip->arguments))
    {
      g_autoptr (VenuleSource) source = clips_open (path);
      VenuleFrameInfo info;

      clips_build_table (source);
      assert_one_warning (source, clip->warning);
      g_assert_cmpint (venule_source_get_n_frames (source), ==, clip->n_frames);
      g_assert_cmpint (venule_source_get_bit_depth (source), ==, clip->bit_depth);
      g_assert_true (venule_source_get_frame_info (source, clip->n_frames - 1, &info));
      g_assert_cmpfloat_with_epsilon (info.time, clip->last_time, 1e-6);
    }
  clips_remove_folder (folder);
}

#define ASF_PROPERTIES 30
#define ASF_SIZE       (ASF_PROPERTIES + 40)
#define ASF_FLAGS      (ASF_PROPERTIES + 88)

/* Containers without a count of frames, whose end alone tells; or not even that: a broadcast does not know its size. */
typedef struct {
  const char *arguments;
  const char *file;
  gboolean    tells;
} Ending;

static const Ending endings[] = {
  { "-f lavfi -i " SOURCE " -c:v wmv2 a.wmv", "a.wmv", TRUE },
  { "-f lavfi -i " SOURCE " -c:v wmv2 live.wmv", "live.wmv", FALSE },
  { "-f lavfi -i " SOURCE " -pix_fmt yuv420p -c:v libtheora a.ogv", "a.ogv", TRUE },
  { "-f lavfi -i " SOURCE " -c:v apng a.apng", "a.apng", TRUE },
  { "-f lavfi -i " SOURCE " -c:v mpeg4 -movflags frag_keyframe+empty_moov a.mp4", "a.mp4", TRUE },
  { "-f lavfi -i " SOURCE " -c:v ffv1 a.mkv", "a.mkv", TRUE },
  { "-f lavfi -i " SOURCE " -c:v ffv1 -live 1 live.mkv", "live.mkv", FALSE },
  { "-f lavfi -i " SOURCE " -c:v flv a.flv", "a.flv", TRUE },
  { "-f lavfi -i " SOURCE " -pix_fmt yuv420p a.y4m", "a.y4m", TRUE },
  { "-f lavfi -i " SOURCE " -c:v ffv1 a.nut", "a.nut", TRUE },
};

static void
a_missing_end_is_told (gconstpointer data)
{
  const Ending *ending = data;
  static const int percents[] = { 100, 99, 90, 50 };
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, ending->file, NULL);
  g_autofree char *content = NULL;
  gsize length = 0;

  if (run_ffmpeg (folder, ending->arguments))
    g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  if (content != NULL && g_str_equal (ending->file, "live.wmv"))
    {
      g_assert_cmpuint (length, >, ASF_FLAGS);
      memset (content + ASF_SIZE, 0xff, 8);
      content[ASF_FLAGS] |= 1;
    }
  for (guint i = 0; i < G_N_ELEMENTS (percents) && content != NULL; i++)
    {
      g_autoptr (VenuleSource) source = NULL;
      g_auto (GStrv) warnings = NULL;
      g_autofree char *text = NULL;
      gboolean told = ending->tells && percents[i] < 100;

      g_assert_true (g_file_set_contents (path, content, (gssize) length * percents[i] / 100, NULL));
      source = clips_open (path);
      clips_build_table (source);
      warnings = venule_source_dup_warnings (source);
      text = g_strjoinv ("\n", warnings);
      g_test_message ("%s, %d %%: %s", ending->file, percents[i], text);
      g_assert_cmpint (venule_source_get_cut_off (source), ==, told);
      g_assert_cmpint (strstr (text, "cut off") != NULL, ==, told);
    }
  clips_remove_folder (folder);
}

typedef struct {
  const char *name;
  int         tag; /* of the first page that is set besides */
  int         value;
  double      resolution;
  const char *description;
  const char *warning;
} Stack;

static const Stack stacks[] = {
  { "plain", 0, 0, 0, "ImageJ=1.53t\nimages=4\nframes=4\nfinterval=0.04\n", NULL },
  { "turned-stack", TIFFTAG_ORIENTATION, ORIENTATION_BOTRIGHT, 0, "ImageJ=1.53t\nimages=4\nframes=4\nfinterval=0.04\n",
    "turned or mirrored" },
  { "oblong-pixels-of-imagej", 0, 0, 2, "ImageJ=1.53t\nimages=4\nframes=4\nfinterval=0.04\nunit=micron\nyunit=nm\n",
    "Pixels are not square (0.5 × 0.0005 µm)" },
};

static void
what_is_odd_in_a_stack_is_told (gconstpointer data)
{
  const Stack *stack = data;
  const StackLayout gray = { .mode = "w", .bits = 8, .kind = SAMPLEFORMAT_UINT, .photometric = PHOTOMETRIC_MINISBLACK };
  const StackTags tags = { .description = stack->description, .resolution = stack->resolution,
                           .resolution_unit = RESUNIT_NONE };
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "a.tif", NULL);
  g_autoptr (VenuleSource) source = NULL;

  stacks_write (&gray, &tags, path, 32, 24, 0, 4);
  if (stack->tag != 0)
    {
      TIFF *tiff = TIFFOpen (path, "r+");

      TIFFSetField (tiff, stack->tag, stack->value);
      g_assert_true (TIFFRewriteDirectory (tiff));
      TIFFClose (tiff);
    }
  source = clips_open (path);
  clips_build_table (source);
  assert_one_warning (source, stack->warning);
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (clips); i++)
    {
      g_autofree char *path = g_strdup_printf ("/legal/what-is-odd-is-told/%s", clips[i].name);

      g_test_add_data_func (path, &clips[i], what_is_odd_is_told);
    }
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *path = g_strdup_printf ("/legal/a-missing-end-is-told/%s", endings[i].file);

      g_test_add_data_func (path, &endings[i], a_missing_end_is_told);
    }
  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    {
      g_autofree char *path = g_strdup_printf ("/legal/what-is-odd-in-a-stack-is-told/%s", stacks[i].name);

      g_test_add_data_func (path, &stacks[i], what_is_odd_in_a_stack_is_told);
    }
  return g_test_run ();
}
