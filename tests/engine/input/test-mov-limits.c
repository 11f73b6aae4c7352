/* test-mov-limits.c: what the index of an MP4 file tells of is not believed before memory is asked for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "clips.h"
#include "lies.h"

/* Begins a box; end_box() puts its size into it. */
static guint
begin_box (GByteArray *file,
           const char *type)
{
  lies_add (file, 0, 4);
  g_byte_array_append (file, (const guint8 *) type, 4);
  return file->len - 8;
}

static void
end_box (GByteArray *file,
         guint       start)
{
  guint32 size = GUINT32_TO_BE (file->len - start);

  memcpy (file->data + start, &size, 4);
}

static void
add_list (GByteArray    *file,
          const char    *type,
          const guint32 *values,
          guint          n)
{
  guint start = begin_box (file, type);

  for (guint i = 0; i < n; i++)
    lies_add (file, GUINT32_SWAP_LE_BE (values[i]), 4);
  end_box (file, start);
}

typedef struct {
  const char *name;
  const char *handler;
  guint32     size;      /* of each sample */
  guint32     n_samples;
  guint32     n_chunks;
  guint32     per_chunk; /* samples */
  guint32     n_edits;
  guint32     n_in_run;  /* samples in one of a fragment's runs; … */
  guint32     n_runs;
  guint32     run_flags; /* … what of each is listed: none when 0 */
  const char *hidden;    /* in which box the sizes are, or NULL */
  const char *list;      /* a list of nothing, or NULL … */
  guint32     told;      /* … that tells of so many entries */
} MovLie;

static void
add_sample_table (GByteArray   *file,
                  const MovLie *lie)
{
  gboolean sound = strcmp (lie->handler, "vide") != 0;
  /* A picture of 64 × 48 px, or 16 bit in one channel at 48 kHz. */
  const guint32 entry[24] = { 0, 1, 88, sound ? 0x736f7774 : 0x6a706567, 0, 1, 0, 0, sound ? 0x10010 : 0,
                              0, sound ? 48000u << 16 : 64 << 16 | 48 };
  const guint32 durations[] = { 0, 1, MAX (lie->n_samples, 1), sound ? 1 : 512 };
  const guint32 sizes[] = { 0, lie->size, lie->n_samples };
  const guint32 in_chunks[] = { 0, lie->n_chunks > 0, 1, lie->per_chunk, 1 };
  guint32 *chunks = g_new0 (guint32, lie->n_chunks + 2);
  guint table = begin_box (file, "stbl");
  guint hidden;

  add_list (file, "stsd", entry, G_N_ELEMENTS (entry));
  add_list (file, "stts", durations, G_N_ELEMENTS (durations));
  add_list (file, "stsc", in_chunks, lie->n_chunks > 0 ? 5 : 2);
  hidden = lie->hidden != NULL ? begin_box (file, lie->hidden) : 0;
  add_list (file, "stsz", sizes, G_N_ELEMENTS (sizes));
  if (lie->hidden != NULL)
    end_box (file, hidden);
  chunks[1] = lie->n_chunks;
  for (guint i = 0; i < lie->n_chunks; i++)
    chunks[i + 2] = 40;
  add_list (file, "stco", chunks, lie->n_chunks + 2);
  /* Sizes say first how many bits each has. */
  if (lie->list != NULL)
    add_list (file, lie->list, (const guint32[]) { 0, strcmp (lie->list, "stz2") == 0 ? 4 : lie->told, lie->told }, 3);
  end_box (file, table);
  g_free (chunks);
}

static void
add_track (GByteArray   *file,
           const MovLie *lie)
{
  const guint32 header[] = { 0, 0, 0, 25600, 25600 << 4, 0 };
  const guint32 handler[] = { 0, 0, GUINT32_FROM_BE (*(const guint32 *) lie->handler), 0, 0, 0, 0 };
  guint32 track_header[21] = { 0, 0, 0, 1 };
  guint32 *edits = g_new0 (guint32, 3 * lie->n_edits + 2);
  guint track = begin_box (file, "trak");
  guint box;

  add_list (file, "tkhd", track_header, G_N_ELEMENTS (track_header));
  edits[1] = lie->n_edits;
  for (guint i = 0; i < lie->n_edits; i++)
    {
      edits[2 + 3 * i] = G_MAXINT32;
      edits[4 + 3 * i] = 1 << 16;
    }
  box = begin_box (file, "edts");
  add_list (file, "elst", edits, 3 * lie->n_edits + 2);
  end_box (file, box);
  box = begin_box (file, "mdia");
  add_list (file, "mdhd", header, G_N_ELEMENTS (header));
  add_list (file, "hdlr", handler, G_N_ELEMENTS (handler));
  guint media = begin_box (file, "minf");
  add_sample_table (file, lie);
  end_box (file, media);
  end_box (file, box);
  end_box (file, track);
  g_free (edits);
}

static GByteArray *
make_mov (const MovLie *lie)
{
  static const guint32 brand[] = { 0x69736f6d, 0x200, 0x69736f6d };
  guint32 movie_header[25] = { 0, 0, 0, 1000, 1000 };
  const guint32 defaults[] = { 0, 1, 1, 512, 4, 0 };
  const guint32 fragment[] = { 0x20000, 1 };
  const guint32 run[] = { lie->run_flags, lie->n_in_run };
  const guint8 content[64] = { 0 };
  GByteArray *file = g_byte_array_new ();
  guint box, inner;

  add_list (file, "ftyp", brand, G_N_ELEMENTS (brand));
  box = begin_box (file, "moov");
  add_list (file, "mvhd", movie_header, G_N_ELEMENTS (movie_header));
  add_track (file, lie);
  inner = begin_box (file, "mvex");
  add_list (file, "trex", defaults, G_N_ELEMENTS (defaults));
  end_box (file, inner);
  end_box (file, box);
  if (lie->n_runs > 0)
    {
      box = begin_box (file, "moof");
      inner = begin_box (file, "traf");
      add_list (file, "tfhd", fragment, G_N_ELEMENTS (fragment));
      for (guint i = 0; i < lie->n_runs; i++)
        add_list (file, "trun", run, G_N_ELEMENTS (run));
      end_box (file, inner);
      end_box (file, box);
    }
  box = begin_box (file, "mdat");
  g_byte_array_append (file, content, sizeof content);
  end_box (file, box);
  return file;
}

/* Lists of an index that say "so many, all alike" take a few bytes, and FFmpeg makes an entry of each: 2216 bytes took
 * 2.7 GB. Of others it asks for the memory first and reads the entries then. */
static void
indexes_that_tell_of_more_than_fits_are_refused (void)
{
  static const MovLie lies[] = {
    { "samples of one size", "vide", .size = 4, .n_samples = 80000000, .n_chunks = 1, .per_chunk = 80000000 },
    { "the same in a box of its own", "vide", .size = 4, .n_samples = 80000000, .n_chunks = 1, .per_chunk = 80000000,
      .hidden = "udta" },
    { "a run of a fragment", "vide", .n_in_run = 80000000, .n_runs = 1 },
    { "many runs", "vide", .n_in_run = 1000000, .n_runs = 60 },
    { "chunks of sound", "soun", .size = 1, .n_samples = 1000, .n_chunks = 40, .per_chunk = 0x7fffffff },
    { "chunks of sound, as its format alone tells", "none", .size = 1, .n_samples = 1000, .n_chunks = 40,
      .per_chunk = 0x7fffffff },
    { "edits", "vide", .size = 4, .n_samples = 200000, .n_chunks = 1, .per_chunk = 200000, .n_edits = 400 },
    { "chunks that are not there", "vide", .list = "stco", .told = 195956471 },
    { "chunks of a large file that are not there", "vide", .list = "co64", .told = 195956471 },
    { "key frames that are not there", "vide", .list = "stss", .told = 400000000 },
    { "partial key frames that are not there", "vide", .list = "stps", .told = 400000000 },
    { "shifts of times that are not there", "vide", .list = "ctts", .told = 200000000 },
    { "keys that are not there", "vide", .list = "keys", .told = 200000000 },
    { "sizes that are not there", "vide", .list = "stz2", .told = 400000000 },
  };
  char *folder = clips_make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      g_autoptr (GByteArray) file = make_mov (&lies[i]);
      g_autofree char *path = lies_put (folder, "lie.mp4", file);

      g_test_message ("%s: %u bytes", lies[i].name, file->len);
      g_assert_cmpint (lies_count (path, "more frames than a file of its size can hold"), ==, -1);
    }
  clips_remove_folder (folder);
}

/* An hour of uncompressed sound, uncompressed frames of one size, frames of no content: FFmpeg's own files. */
static void
indexes_of_good_files_are_taken (void)
{
  static const char *const options[] = {
    "-f lavfi -i sine=r=48000:d=60 -c:v rawvideo -pix_fmt yuyv422 -c:a pcm_s16le",
    "-f lavfi -i sine=r=48000:d=60 -c:v mpeg4 -c:a pcm_s16le -movflags frag_keyframe+empty_moov",
    "-c:v libx264 -movflags frag_every_frame+empty_moov",
    "-f lavfi -i sine=d=60 -c:v mpeg4 -c:a aac -movflags +faststart",
  };
  char *folder = clips_make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autofree char *path = g_build_filename (folder, "good.mov", NULL);
      g_autofree char *command = g_strdup_printf ("ffmpeg -v error -y -f lavfi -i testsrc2=s=64x48:r=10:d=3 %s '%s'",
                                                  options[i], path);
      int status;

      g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, &status, NULL));
      g_assert_cmpint (status, ==, 0);
      g_assert_cmpint (lies_count (path, NULL), ==, 30);
    }
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mov-limits/indexes-that-tell-of-more-than-fits-are-refused",
                   indexes_that_tell_of_more_than_fits_are_refused);
  g_test_add_func ("/mov-limits/indexes-of-good-files-are-taken", indexes_of_good_files_are_taken);
  return g_test_run ();
}
