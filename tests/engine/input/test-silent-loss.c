/* test-silent-loss.c: frames that FFmpeg and libtiff leave out in silence are told of, and good files are not suspected
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "clips.h"
#include "stacks.h"
#include "venule-source.h"

#define WIDTH    48
#define HEIGHT   32
#define N_FRAMES 16
#define N_PAGES  6
#define PLAIN    .bits = 8, .kind = SAMPLEFORMAT_UINT, .photometric = PHOTOMETRIC_MINISBLACK

static gboolean
finds (VenuleSource *source,
       const char   *words)
{
  g_auto (GStrv) warnings = venule_source_dup_warnings (source);
  g_autofree char *text = g_strjoinv ("\n", warnings);

  g_test_message ("%s", text);
  return strstr (text, words) != NULL;
}

/* The only list of that name in the file. */
static guint8 *
find_list (char       *content,
           gsize       length,
           const char *name)
{
  guint8 *found = NULL;

  for (gsize i = 0; i + 20 < length; i++)
    if (memcmp (content + i, name, 4) == 0)
      {
        g_assert_null (found);
        found = (guint8 *) content + i;
      }
  g_assert_nonnull (found);
  return found;
}

static void
put_u32 (guint8  *bytes,
         guint32  value)
{
  value = GUINT32_TO_BE (value);
  memcpy (bytes, &value, 4);
}

typedef struct {
  const char *name;
  guint32     n_times;
  guint32     interval; /* of the timestamps; 0: as it was */
  gboolean    loses;
  const char *words;
} Lie;

static const Lie lies[] = {
  /* The times behind the first one are beyond what the edit list shows. */
  { "no-times", 0, 0xff000200, TRUE, "with a size: 16" },
  { "one-time", 1, 0xff000200, TRUE, "with a size: 16" },
  { "one-too-few", N_FRAMES - 1, 0, FALSE, "with a size: 16" },
  { "times-too-far-apart", N_FRAMES, 0xff000200, TRUE, "the video 0.64 s" },
};

static void
an_mp4_whose_lists_differ_is_told_as_damaged (gconstpointer data)
{
  const Lie *lie = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "clip.mp4", GRAY_MOVIE_MP4, WIDTH, HEIGHT, 8, 25, N_FRAMES);
  g_autofree char *content = NULL;
  g_autoptr (VenuleSource) good = clips_open (path);
  g_autoptr (VenuleSource) source = NULL;
  guint8 *list;
  gsize length;

  clips_build_table (good);
  g_assert_cmpint (venule_source_get_n_frames (good), ==, N_FRAMES);
  g_assert_false (finds (good, "index"));
  g_assert_false (venule_source_get_cut_off (good));

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  list = find_list (content, length, "stts");
  put_u32 (list + 12, lie->n_times);
  if (lie->interval > 0)
    put_u32 (list + 16, lie->interval);
  g_assert_true (g_file_set_contents (path, content, length, NULL));
  source = clips_open (path);
  clips_build_table (source);
  if (lie->loses)
    g_assert_cmpint (venule_source_get_n_frames (source), <, N_FRAMES);
  else
    g_assert_cmpint (venule_source_get_n_frames (source), ==, N_FRAMES);
  g_assert_true (finds (source, lie->words));
  g_assert_true (finds (source, "is damaged"));
  g_assert_cmpint (venule_source_get_cut_off (source), ==, lie->loses);
  clips_remove_folder (folder);
}

static void
a_good_mp4_is_not_suspected (gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("VENULE_SRCDIR"), "tests", "fuzz", "corpus", data, NULL);
  g_autoptr (VenuleSource) source = clips_open (path);

  clips_build_table (source);
  g_assert_false (finds (source, "contradicts"));
  g_assert_false (venule_source_get_cut_off (source));
}

/* Stacks */

static guint64
get_number (const char *bytes,
            int         n_bytes,
            gboolean    big_endian)
{
  guint64 number = 0;

  for (int i = 0; i < n_bytes; i++)
    number = number << 8 | (guint8) bytes[big_endian ? i : n_bytes - 1 - i];
  return number;
}

/* Where a page tells where the next one is. */
static gsize
find_pointer (const char *content,
              int         page)
{
  gboolean big_endian = content[0] == 'M';
  gboolean big = get_number (content + 2, 2, big_endian) == 43;
  gsize pointer = big ? 8 : 4;

  for (int i = 0; i <= page; i++)
    {
      gsize at = get_number (content + pointer, big ? 8 : 4, big_endian);
      gsize n = get_number (content + at, big ? 8 : 2, big_endian);

      pointer = at + (big ? 8 + 20 * n : 2 + 12 * n);
    }
  return pointer;
}

static void
check_cut_stack (const char *path,
                 const char *content,
                 gsize       length,
                 int         n_left)
{
  g_autoptr (VenuleSource) source = NULL;

  g_assert_true (g_file_set_contents (path, content, length, NULL));
  source = clips_open (path);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, n_left);
  g_assert_true (finds (source, "may have been cut off"));
  g_assert_true (venule_source_get_cut_off (source));
}

static void
a_stack_that_is_cut_off_between_pages_is_told (gconstpointer data)
{
  const StackLayout *layout = data;
  char *folder = clips_make_folder ();
  g_autofree char *path = g_build_filename (folder, "stack.tif", NULL);
  g_autofree char *content = NULL;
  g_autoptr (VenuleSource) whole = NULL;
  gsize length;

  stacks_write (layout, NULL, path, WIDTH, HEIGHT, 0, N_PAGES);
  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  whole = clips_open (path);
  clips_build_table (whole);
  g_assert_cmpint (venule_source_get_n_frames (whole), ==, N_PAGES);
  g_assert_false (finds (whole, "cut off"));
  g_assert_false (venule_source_get_cut_off (whole));

  for (int page = 0; page < N_PAGES; page++)
    {
      gsize pointer = find_pointer (content, page);

      /* Before where the next page is told, and within it. */
      check_cut_stack (path, content, pointer, page + 1);
      check_cut_stack (path, content, pointer + 2, page + 1);
    }
  clips_remove_folder (folder);
}

int
main (int    argc,
      char **argv)
{
  static const char *const good[] = {
    "h264.mp4", "h264-fragmented.mp4", "mjpeg.mov", "mpeg4-edit-list.mp4", "prores.mov", "turned.mov",
  };
  static const StackLayout layouts[] = {
    { .name = "tiff", .mode = "wl", PLAIN },
    { .name = "tiff-big-endian", .mode = "wb", PLAIN },
    { .name = "bigtiff", .mode = "wl8", PLAIN },
    { .name = "bigtiff-big-endian", .mode = "wb8", PLAIN },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      g_autofree char *path =
        g_strconcat ("/silent-loss/an-mp4-whose-lists-differ-is-told-as-damaged/", lies[i].name, NULL);

      g_test_add_data_func (path, &lies[i], an_mp4_whose_lists_differ_is_told_as_damaged);
    }
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *path = g_strconcat ("/silent-loss/a-good-mp4-is-not-suspected/", good[i], NULL);

      g_test_add_data_func (path, good[i], a_good_mp4_is_not_suspected);
    }
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autofree char *path =
        g_strconcat ("/silent-loss/a-stack-that-is-cut-off-between-pages-is-told/", layouts[i].name, NULL);

      g_test_add_data_func (path, &layouts[i], a_stack_that_is_cut_off_between_pages_is_told);
    }
  return g_test_run ();
}
