/* test-formats.c: every kind of file, frame by frame, and the table in docs/formats.md
 *
 * Each row is a clip that is made here, by the ffmpeg program or by libtiff. Its frames are compared, one after the
 * other and in 150 requests in disorder, with what was put in, or, where the codec has loss, with what the ffmpeg
 * program decodes from the first frame to the last; so are their number, depth, times and the size of a pixel. The
 * table in the docs must be the one that comes out: with VENULE_WRITE_DOCS in the environment it is written anew.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "clips.h"
#include "served.h"
#include "stacks.h"

#define WIDTH 96
#define HEIGHT 64
#define N_FRAMES 60
#define RATE 25.0
#define N_REQUESTS 150

#define BEGIN "<!-- The table is made by tests/engine/input/test-formats.c. -->\n"
#define END "<!-- End of the table. -->\n"

/* What the frames of a clip are compared with. */
typedef enum {
  INPUT,  /* what was put in: nothing is lost */
  DECODED /* what the ffmpeg program decodes from first to last */
} Reference;

typedef struct {
  const char *name;
  const char *file;
  const char *arguments;
  Reference   reference;
  int         bit_depth;
  double      pixel_um;
} Clip;

typedef struct {
  const char        *name;
  StackLayout        layout;
  StackTags          tags;
  VenuleInputOptions options;
  int                bit_depth;
  double             pixel_um;
  /* Of the pages, which is frame i: first + i * step. */
  int           first;
  int           step;
  double        rate;
  int           n_frames; /* 0: all pages */
} Stack;

/* The rows that came out, by name; what cannot be made here is missing. */
static GHashTable *rows;
static GPtrArray *names;

static void
add_row (const char   *name,
         const char   *reference,
         VenuleSource *source,
         double        pixel_um)
{
  double rate = venule_source_get_frame_rate (source);
  g_autofree char *rate_text = rate > 0
                               ? g_strdup_printf ("%.4g frames/s, exact", rate) : g_strdup ("none in the file");
  g_autofree char *size_text = pixel_um > 0 ? g_strdup_printf ("%.4g µm", pixel_um) : g_strdup ("–");

  g_hash_table_insert (rows, g_strdup (name),
                       g_strdup_printf ("| %s | %d | %" G_GINT64_FORMAT " | exact, %s | exact, %d of %d | %s | %s |\n",
                                        name,
                                        venule_source_get_bit_depth (source), venule_source_get_n_frames (source),
                                        reference, N_REQUESTS, N_REQUESTS, rate_text, size_text));
}

static void
check_facts (VenuleSource *source,
             int           bit_depth,
             double        rate,
             double        pixel_um)
{
  double width_um = 0;
  double height_um = 0;
  VenuleFrameInfo info;

  g_assert_cmpint (venule_source_get_bit_depth (source), ==, bit_depth);
  venule_source_get_scale (source, &width_um, &height_um);
  g_assert_cmpfloat_with_epsilon (width_um, pixel_um, 1e-6);
  g_assert_cmpfloat_with_epsilon (height_um, pixel_um, 1e-6);
  g_assert_cmpfloat_with_epsilon (venule_source_get_frame_rate (source), rate, 1e-6);
  for (gint64 i = 0; venule_source_get_frame_info (source, i, &info); i++)
    {
      g_assert_false (info.corrupt);
      g_assert_cmpfloat_with_epsilon (info.time, rate > 0 ? i / rate : 0, 1e-6);
    }
}

/* Gives the frame as it should be. */
typedef VenuleFrame *(*Expect) (gconstpointer data,
                                gint64        index);

/* From the first to the last without a table, then in disorder with it. */
static void
check_pixels (VenuleSource  *source,
              gint64         n_frames,
              Expect         expect,
              gconstpointer  data)
{
  g_autoptr (VenuleReader) sequential = venule_source_open_reader (source, NULL);
  g_autoptr (VenuleReader) random = NULL;
  g_autoptr (GArray) hashes = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (gint64 i = 0; i < n_frames; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_read (sequential, i);
      g_autoptr (VenuleFrame) expected = expect (data, i);
      guint64 hash;

      g_assert_nonnull (frame);
      g_assert_cmpuint (venule_frame_hash (frame), ==, venule_frame_hash (expected));
      hash = venule_frame_hash (frame);
      g_array_append_val (hashes, hash);
    }
  g_assert_null (clips_read (sequential, n_frames));

  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, n_frames);
  random = venule_source_open_reader (source, NULL);
  for (int i = 0; i < N_REQUESTS; i++)
    {
      gint64 index = g_test_rand_int_range (0, n_frames);
      g_autoptr (VenuleFrame) frame = clips_read (random, index);

      g_assert_cmpuint (venule_frame_hash (frame), ==, g_array_index (hashes, guint64, index));
    }
}

/* ---- Videos ---- */

static gboolean
run_ffmpeg (const char *arguments)
{
  g_autofree char *command = g_strconcat ("ffmpeg -v error -nostdin -y ", arguments, NULL);
  g_autofree char *messages = NULL;
  g_auto (GStrv) words = NULL;
  int status;

  g_assert_true (g_shell_parse_argv (command, NULL, &words, NULL));
  if (!served_run (NULL, (const char *const *) words, NULL, &messages, &status, NULL) || status != 0)
    {
      g_test_message ("%s: %s", command, messages);
      return FALSE;
    }
  return TRUE;
}

typedef struct {
  char  *bytes;
  gsize  size;
  int    width;
  int    height;
  int    bit_depth;
} Pictures;

static VenuleFrame *
expect_picture (gconstpointer data,
                gint64        index)
{
  const Pictures *pictures = data;
  VenuleFrame *frame = venule_frame_new (pictures->width, pictures->height, pictures->bit_depth);
  gsize row = (gsize) pictures->width * venule_frame_get_sample_bytes (frame);

  for (int y = 0; y < pictures->height; y++)
    memcpy (frame->data + frame->stride * y, pictures->bytes + row * (pictures->height * index + y), row);
  return frame;
}

/* Frames whose every pixel differs from its neighbours and from those of other frames. */
static void
write_input (const char *path,
             gboolean    sixteen)
{
  GByteArray *bytes = g_byte_array_new ();

  for (int i = 0; i < N_FRAMES; i++)
    for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++)
        {
          double wave = 0.5 + 0.3 * sin ((x + 2 * i) / 7.0) * cos ((y - i) / 5.0) + 0.1 * sin (x * y * 0.37 + i);
          guint16 sample = (guint16) lrint (wave * (sixteen ? 65535 : 255));

          sample = GUINT16_TO_LE (sample);
          g_byte_array_append (bytes, (const guint8 *) &sample, sixteen ? 2 : 1);
        }
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  g_byte_array_unref (bytes);
}

static gboolean
make_clip (const Clip *clip,
           const char *folder,
           const char *path,
           const char *raw)
{
  gboolean sixteen = clip->reference == INPUT && clip->bit_depth == 16;
  g_autofree char *input = g_build_filename (folder, "input", NULL);
  g_autofree char *make = g_strdup_printf ("-f rawvideo -pix_fmt %s -video_size %dx%d -framerate 25 -i %s -threads "
                                           "1 %s %s",
                                           sixteen ? "gray16le" : "gray", WIDTH, HEIGHT, input, clip->arguments, path);
  g_autofree char *decode =
    g_strdup_printf ("-i %s -map 0:v:0 -vsync passthrough -vf extractplanes=y -f rawvideo %s", path, raw);

  write_input (input, sixteen);
  if (!run_ffmpeg (make))
    return FALSE;
  if (clip->reference == DECODED)
    return run_ffmpeg (decode);
  return g_rename (input, raw) == 0;
}

static void
video_is_exact (gconstpointer data)
{
  const Clip *clip = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, clip->file, NULL);
  g_autofree char *raw = g_build_filename (folder, "raw", NULL);
  Pictures pictures = { 0 };

  if (!make_clip (clip, folder, path, raw))
    g_test_skip ("this ffmpeg cannot make the clip");
  else
    {
      g_autoptr (VenuleSource) source = clips_open (path);
      gsize frame_bytes;

      g_assert_true (g_file_get_contents (raw, &pictures.bytes, &pictures.size, NULL));
      pictures.width = venule_source_get_width (source);
      pictures.height = venule_source_get_height (source);
      pictures.bit_depth = clip->bit_depth;
      frame_bytes = (gsize) pictures.width * pictures.height * (clip->bit_depth > 8 ? 2 : 1);
      g_assert_cmpuint (pictures.size % frame_bytes, ==, 0);
      check_pixels (source, pictures.size / frame_bytes, expect_picture, &pictures);
      check_facts (source, clip->bit_depth, RATE, clip->pixel_um);
      g_free (pictures.bytes);
      add_row (clip->name, clip->reference == INPUT ? "as put in" : "as decoded from the start", source,
               clip->pixel_um);
    }
  clips_remove_folder (folder);
}

/* ---- Stacks ---- */

typedef struct {
  const Stack *stack;
  StackRange   range;
} Pages;

static VenuleFrame *
expect_page (gconstpointer data,
             gint64        index)
{
  const Pages *pages = data;
  const Stack *stack = pages->stack;
  VenuleFrame *frame = venule_frame_new (WIDTH, HEIGHT, stack->bit_depth);

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        guint sample = stacks_get_sample (&stack->layout, &pages->range, stack->options.gray, stack->bit_depth,
                                          stack->first + index * stack->step, x, y);
        guint8 *row = frame->data + frame->stride * y;

        if (frame->bit_depth > 8)
          ((guint16 *) row)[x] = sample;
        else
          row[x] = sample;
      }
  return frame;
}

static void
stack_is_exact (gconstpointer data)
{
  const Stack *stack = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = NULL;
  Pages pages = { .stack = stack };

  stacks_write (&stack->layout, &stack->tags, path, WIDTH, HEIGHT, 0, N_FRAMES);
  source = venule_source_open_as (path, &stack->options, NULL, &error);
  g_assert_no_error (error);
  stacks_find_range (&stack->layout, WIDTH, HEIGHT, N_FRAMES, &pages.range);
  check_pixels (source, stack->n_frames > 0 ? stack->n_frames : N_FRAMES, expect_page, &pages);
  check_facts (source, stack->bit_depth, stack->rate, stack->pixel_um);
  add_row (stack->name, "as put in", source, stack->pixel_um);
  clips_remove_folder (folder);
}

/* ---- The table ---- */

static char *
find_row (const char *table,
          const char *name)
{
  g_autofree char *start = g_strdup_printf ("\n| %s | ", name);
  const char *found = table != NULL ? strstr (table, start) : NULL;

  return found != NULL ? g_strndup (found + 1, strcspn (found + 1, "\n") + 1) : NULL;
}

static void
the_docs_have_this_table (void)
{
  const char *source_folder = g_getenv ("VENULE_SRCDIR");
  g_autofree char *path = g_build_filename (source_folder, "docs", "formats.md", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GString) table = g_string_new (BEGIN "\n| Format | Bits | Frames | One after the other | In disorder | "
                                                  "Times | "
                                            "Pixel size |\n|---|---|---|---|---|---|---|\n");
  const char *begin;
  const char *end;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  begin = strstr (text, BEGIN);
  end = strstr (text, END);
  g_assert_nonnull (begin);
  g_assert_nonnull (end);
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      const char *row = g_hash_table_lookup (rows, name);
      /* What this ffmpeg cannot make was made by another. */
      g_autofree char *old = row == NULL ? find_row (begin, name) : NULL;

      g_string_append (table, row != NULL ? row : old != NULL ? old : "");
    }
  g_string_append (table, "\n");

  if (g_getenv ("VENULE_WRITE_DOCS") != NULL)
    {
      g_autofree char *made = g_strdup_printf ("%.*s%s%s", (int) (begin - text), text, table->str, end);

      g_assert_true (g_file_set_contents (path, made, -1, NULL));
      return;
    }
  g_assert_cmpmem (begin, end - begin, table->str, table->len);
}

#define BLACK .photometric = PHOTOMETRIC_MINISBLACK
#define IMAGEJ(rest) "ImageJ=1.53t\nimages=60\n" rest
#define OME(attributes) \
  "<?xml version=\"1.0\"?><OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\"><Image><Pixels "            \
  "SizeX=\"96\" "                                                                                                      \
  "SizeY=\"64\" " attributes "><TiffData/></Pixels></Image></OME>"
#define X264 "-c:v libx264 -preset fast -pix_fmt yuv420p -bf 2 -g 24"
#define FINE_TIFF .tags = { IMAGEJ ("frames=60\nfinterval=0.04\nunit=micron\n"), 2.5, RESUNIT_NONE }, .bit_depth = 8, \
                  .pixel_um = 0.4, .step = 1, .rate = 25
#define NO_TIME .step = 1, .rate = 0

int
main (int    argc,
      char **argv)
{
  static const Clip clips[] = {
    { "AVI, uncompressed gray", "a.avi", "-c:v rawvideo -pix_fmt gray", INPUT, 8 },
    { "AVI, uncompressed RGB", "b.avi", "-c:v rawvideo -pix_fmt bgr24", INPUT, 8 },
    { "AVI, uncompressed, odd width", "c.avi", "-vf crop=61:47:0:0:exact=1 -c:v rawvideo -pix_fmt gray", DECODED, 8 },
    { "AVI, uncompressed YUY2", "d.avi", "-c:v rawvideo -pix_fmt yuyv422", DECODED, 8 },
    { "AVI, MJPEG", "e.avi", "-c:v mjpeg -pix_fmt yuvj420p -q:v 3", DECODED, 8 },
    { "AVI, DV", "f.avi", "-vf scale=720:576 -frames:v 20 -c:v dvvideo -pix_fmt yuv420p", DECODED, 8 },
    { "AVI, MPEG-4 with B-frames", "g.avi", "-c:v mpeg4 -bf 2 -g 24", DECODED, 8 },
    { "AVI, Microsoft MPEG-4 v3", "h.avi", "-c:v msmpeg4v3 -g 24", DECODED, 8 },
    { "AVI, HuffYUV", "i.avi", "-c:v huffyuv -pix_fmt yuv422p", DECODED, 8 },
    { "AVI, Ut Video", "j.avi", "-c:v utvideo -pix_fmt yuv420p", DECODED, 8 },
    { "AVI, FFV1", "k.avi", "-c:v ffv1 -pix_fmt gray", INPUT, 8 },
    { "MPEG-1", "l.mpg", "-c:v mpeg1video -bf 2 -g 12", DECODED, 8 },
    { "MPEG-2", "m.mpg", "-c:v mpeg2video -bf 2 -g 12", DECODED, 8 },
    { "MPEG-TS, MPEG-2", "n.ts", "-c:v mpeg2video -bf 2 -g 12", DECODED, 8 },
    { "MPEG-TS, H.264", "o.ts", X264, DECODED, 8 },
    { "MP4, H.264", "p.mp4", X264, DECODED, 8 },
    { "MP4, H.264 with open groups", "q.mp4", X264 " -x264-params open-gop=1:keyint=20", DECODED, 8 },
    { "MP4, H.264, 10 bit", "r.mp4", "-c:v libx264 -preset fast -pix_fmt yuv420p10le -g 24", DECODED, 10 },
    { "MP4, HEVC", "s.mp4", "-c:v libx265 -preset ultrafast -x265-params log-level=error -pix_fmt yuv420p -g 24",
      DECODED, 8 },
    { "MP4, HEVC, 12 bit gray", "t.mp4", "-c:v libx265 -preset ultrafast -x265-params log-level=error -pix_fmt "
                                         "gray12le -g 24",
      DECODED, 12 },
    { "MP4, AV1", "u.mp4", "-c:v libaom-av1 -cpu-used 8 -usage realtime -g 24 -pix_fmt yuv420p", DECODED, 8 },
    { "MP4, MPEG-4", "v.mp4", "-c:v mpeg4 -bf 2 -g 24", DECODED, 8 },
    { "MOV, H.264, with a pixel size", "w.mov", X264 " -metadata comment=PixelSizeUm=0.363", DECODED, 8, 0.363 },
    { "MOV, ProRes", "x.mov", "-c:v prores_ks -pix_fmt yuv422p10le", DECODED, 10 },
    { "MOV, PNG", "y.mov", "-c:v png -pix_fmt gray", INPUT, 8 },
    { "MOV, uncompressed 10 bit (v210)", "z.mov", "-c:v v210 -pix_fmt yuv422p10le", DECODED, 10 },
    { "MKV, H.264", "aa.mkv", X264, DECODED, 8 },
    { "MKV, H.264 without loss", "ab.mkv", "-c:v libx264 -qp 0 -pix_fmt gray -g 24", INPUT, 8 },
    { "MKV, FFV1, 10 bit gray", "ac.mkv", "-c:v ffv1 -pix_fmt gray10le", DECODED, 10 },
    { "MKV, FFV1, 12 bit gray", "ad.mkv", "-c:v ffv1 -pix_fmt gray12le", DECODED, 12 },
    { "MKV, FFV1, 16 bit gray", "ae.mkv", "-c:v ffv1 -pix_fmt gray16le", INPUT, 16 },
    { "MKV, JPEG 2000, 16 bit", "af.mkv", "-c:v jpeg2000 -pix_fmt gray16le", DECODED, 16 },
    { "MKV, VP8", "ag.mkv", "-c:v libvpx -g 24", DECODED, 8 },
    { "WebM, VP9", "ah.webm", "-c:v libvpx-vp9 -cpu-used 8 -deadline realtime -g 24 -pix_fmt yuv420p", DECODED, 8 },
    { "WMV, WMV 2", "ai.wmv", "-c:v wmv2 -g 24", DECODED, 8 },
    { "WMV, WMV 1", "aj.wmv", "-c:v wmv1 -g 24", DECODED, 8 },
    { "Ogg, Theora", "ak.ogv", "-c:v libtheora -g 24", DECODED, 8 },
    { "FLV", "al.flv", "-c:v flv -g 24", DECODED, 8 },
    { "GIF", "am.gif", "-c:v gif -pix_fmt gray", INPUT, 8 },
    { "YUV4MPEG", "an.y4m", "-pix_fmt gray", INPUT, 8 },
    { "NUT, uncompressed 16 bit gray", "ao.nut", "-c:v rawvideo -pix_fmt gray16le", INPUT, 16 },
  };
  static const Stack stacks[] = {
    { "TIFF, 8 bit, ImageJ with interval and size", { "", "w", 8, BLACK, .rows = 7 }, FINE_TIFF },
    { "TIFF, big-endian", { "", "wb", 16, BLACK, .rows = 7 }, .bit_depth = 16, NO_TIME },
    { "TIFF, 12 bit packed", { "", "w", 12, BLACK }, .bit_depth = 12, NO_TIME },
    { "TIFF, 12 in 16 bit, said so", { "", "w", 16, BLACK, .used_bits = 12 }, { .max_sample = 4095 }, .bit_depth = 12,
      NO_TIME },
    { "TIFF, 16 bit, LZW with predictor", { "", "w", 16, BLACK, .compression = COMPRESSION_LZW, .predictor = 2 },
      .bit_depth = 16, NO_TIME },
    { "TIFF, 16 bit, deflate, tiles", { "", "w", 16, BLACK, .compression = COMPRESSION_ADOBE_DEFLATE, .tile = 32 },
      .bit_depth = 16, NO_TIME },
    { "TIFF, 8 bit, PackBits", { "", "w", 8, BLACK, .compression = COMPRESSION_PACKBITS }, .bit_depth = 8, NO_TIME },
    { "TIFF, 0 is white", { "", "w", 16, .photometric = PHOTOMETRIC_MINISWHITE }, .bit_depth = 16, NO_TIME },
    { "TIFF, 16 bit with sign", { "", "w", 16, SAMPLEFORMAT_INT, BLACK }, .bit_depth = 16, NO_TIME },
    { "TIFF, 32 bit", { "", "w", 32, BLACK }, .bit_depth = 16, NO_TIME },
    { "TIFF, 32 bit floating point", { "", "w", 32, SAMPLEFORMAT_IEEEFP, BLACK }, .bit_depth = 16, NO_TIME },
    { "TIFF, floating point, whole numbers", { "", "w", 32, SAMPLEFORMAT_IEEEFP, BLACK, .whole = TRUE },
      .bit_depth = 16, NO_TIME },
    { "TIFF, RGB, green", { "", "w", 8, .samples = 3, .photometric = PHOTOMETRIC_RGB }, { NULL },
      { .gray = VENULE_GRAY_GREEN }, 8, NO_TIME },
    { "TIFF, palette", { "", "w", 8, .photometric = PHOTOMETRIC_PALETTE }, .bit_depth = 8, NO_TIME },
    { "BigTIFF", { "", "w8", 16, BLACK, .tile = 16 }, .bit_depth = 16, NO_TIME },
    { "ImageJ hyperstack, channel 2 of 3, slice 2 of 2", { "", "w", 16, BLACK },
      { IMAGEJ ("channels=3\nslices=2\nframes=10\nfinterval=200\ntunit=ms\nunit=nm\n"), 0.0025, RESUNIT_NONE },
      { .channel = 2, .slice = 2 }, 16, 0.4, 4, 6, 5, 10 },
    { "ImageJ stack whose depth is time", { "", "w", 8, BLACK }, { IMAGEJ ("slices=60\nfps=50\n") },
      { .axis = VENULE_AXIS_SLICE }, 8, 0, 0, 1, 50 },
    { "OME-TIFF", { "", "w", 16, BLACK },
      { OME ("DimensionOrder=\"XYCZT\" SizeC=\"1\" SizeZ=\"1\" SizeT=\"60\" TimeIncrement=\"40\" "
             "TimeIncrementUnit=\"ms\" PhysicalSizeX=\"363\" PhysicalSizeXUnit=\"nm\" PhysicalSizeY=\"0.363\"") },
      { 0 }, 16, 0.363, 0, 1, 25 },
    { "OME-TIFF, order XYTZC, channel 2 of 2, slice 3 of 3", { "", "w8", 16, BLACK, .tile = 32 },
      { OME ("DimensionOrder=\"XYTZC\" SizeC=\"2\" SizeZ=\"3\" SizeT=\"10\" TimeIncrement=\"0.1\" "
             "PhysicalSizeX=\"0.5\" PhysicalSizeY=\"0.5\"") },
      { .channel = 2, .slice = 3 }, 16, 0.5, 50, 1, 10, 10 },
  };
  int status;

  g_test_init (&argc, &argv, NULL);
  rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  names = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (clips); i++)
    {
      g_autofree char *path = g_strdup_printf ("/formats/%s", clips[i].file);

      g_ptr_array_add (names, (gpointer) clips[i].name);
      g_test_add_data_func (path, &clips[i], video_is_exact);
    }
  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    {
      g_autofree char *path = g_strdup_printf ("/formats/stack-%u", i);

      g_ptr_array_add (names, (gpointer) stacks[i].name);
      g_test_add_data_func (path, &stacks[i], stack_is_exact);
    }
  /* Suites in a suite run after its tests. */
  g_test_add_func ("/formats/docs/have-this-table", the_docs_have_this_table);
  status = g_test_run ();
  g_hash_table_unref (rows);
  g_ptr_array_unref (names);
  return status;
}
