/* test-names.c: a file is what is in it, whatever it is called, and leads to no other file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "clips.h"
#include "venule-error.h"

#define N_FRAMES 5

static const char *const names[] = {
  "two words and  more.avi",
  " starts and ends with a space ",
  "it's \"quoted\" `here`.mkv",
  "mouse 🐁 α-CD18 Ménard 毛細血管.avi",
  "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d \xd8\xa7\xd9\x84\xd8\xaf\xd9\x85 \xe2\x80\xae" "iva.exe",
  "first line\nsecond line\r\n.avi",
  "tab\tand\x01\x1b[31mcontrol.avi",
  "no utf-8 \xe4\xff\xfe.avi",
  "-rf.avi",
  "--help",
  "100%.avi",
  "clip%03d.png",
  "%s%s%n%p.avi",
  "clip*?[a-z]{1,2}.png",
  "file:clip.avi",
  "file:///etc/passwd",
  "http:clip.avi",
  "https:",
  "concat:a.avi|b.avi",
  "pipe:0",
  "fd:0",
  "data:text,x",
  "crypto:clip.avi",
  "subfile,,start,0,end,10,,:clip.avi",
  "async:cache:clip.avi",
  "rtsp:clip",
  "lavfi:testsrc",
  "a.m3u8",
  "a.txt",
  "a.png",
  "a.raw",
  "~",
  "~root",
  "$HOME $(id) ; rm -rf x",
  ".hidden",
  "...",
  "\\back\\slash.avi",
  "NUL.avi",
};

static const struct {
  const char        *suffix;
  GrayMovieFormat    format;
} kinds[] = { { "avi", GRAY_MOVIE_AVI }, { "mkv", GRAY_MOVIE_FFV1 }, { "tif", GRAY_MOVIE_TIFF } };

/* A name within a folder; a slash in it leads through folders that are made. */
static char *
place (const char *folder,
       const char *name)
{
  g_autofree char *path = g_strconcat (folder, "/", name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  return g_steal_pointer (&path);
}

static void
remove_all (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        remove_all (path);
      else
        g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
assert_holds (VenuleSource *source,
              int           shift)
{
  g_autoptr (VenuleReader) reader = NULL;

  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, N_FRAMES);
  reader = venule_source_open_reader (source, NULL);
  for (int i = N_FRAMES - 1; i >= 0; i--)
    {
      g_autoptr (VenuleFrame) drawn = clips_draw_frame (i + shift, 24, 16, 8);
      g_autoptr (VenuleFrame) frame = clips_read (reader, i);

      clips_assert_equal (drawn, frame);
    }
}

static void
assert_opens (const char *path)
{
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autofree char *shown = venule_source_dup_display_name (source);
  g_autofree char *hash = venule_source_dup_hash (source, NULL, NULL);

  g_assert_cmpstr (venule_source_get_path (source), ==, path);
  g_assert_true (g_utf8_validate (shown, -1, NULL));
  for (const char *at = shown; *at != '\0'; at = g_utf8_next_char (at))
    g_assert_false (g_unichar_iscntrl (g_utf8_get_char (at)));
  g_assert_cmpuint (strlen (hash), ==, 64);
  assert_holds (source, 0);
}

static void
any_name_is_opened (gconstpointer data)
{
  guint kind = GPOINTER_TO_UINT (data);
  char *folder = clips_make_folder ();
  g_autofree char *clip = clips_write (folder, "plain", kinds[kind].format, 24, 16, 8, 30, N_FRAMES);
  g_autofree char *here = g_get_current_dir ();

  g_assert_cmpint (g_chdir (folder), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = place (folder, names[i]);

      g_assert_cmpint (g_rename (clip, path), ==, 0);
      assert_opens (path);
      /* Also as it is typed in its folder. */
      assert_opens (names[i]);
      g_assert_cmpint (g_rename (path, clip), ==, 0);
    }
  g_assert_cmpint (g_chdir (here), ==, 0);
  remove_all (folder);
  g_free (folder);
}

static void
a_name_cannot_change_the_sentence_around_it (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleSource) source = venule_source_open ("/nowhere/a\nb\t\x1b[31m\xe2\x80\xae" "c\xff.avi", NULL,
                                                        &error);

  g_assert_null (source);
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, "“a\\nb\\t\\x1B[31m\\u202Ec\xef\xbf\xbd.avi” was not found"));
}

static void
the_longest_name_is_opened (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *clip = clips_write (folder, "plain", GRAY_MOVIE_AVI, 24, 16, 8, 30, N_FRAMES);
  g_autofree char *ascii = g_strnfill (255, 'x');
  GString *wide = g_string_new (NULL);
  GString *deep = g_string_new (folder);

  for (int i = 0; i < 63; i++)
    g_string_append (wide, "🩸");
  for (int i = 0; i < 12; i++)
    g_string_append_printf (deep, "/%s", ascii);

  for (int i = 0; i < 2; i++)
    {
      g_autofree char *path = place (folder, i == 0 ? ascii : wide->str);

      g_assert_cmpint (g_rename (clip, path), ==, 0);
      assert_opens (path);
      g_assert_cmpint (g_rename (path, clip), ==, 0);
    }
  g_assert_cmpint (g_mkdir_with_parents (deep->str, 0700), ==, 0);
  g_string_append (deep, "/clip.avi");
  g_assert_cmpint (g_rename (clip, deep->str), ==, 0);
  assert_opens (deep->str);

  g_string_free (wide, TRUE);
  g_string_free (deep, TRUE);
  remove_all (folder);
  g_free (folder);
}

/* Whatever the name, the message about it is text. */
static void
an_error_with_any_name_is_a_sentence (void)
{
  char *folder = clips_make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = place (folder, names[i]);
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, "no video at all, only text\n", -1, NULL));
      g_assert_null (venule_source_open (path, NULL, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_true (g_str_has_suffix (error->message, "."));
      g_assert_cmpint (g_remove (path), ==, 0);
    }
  remove_all (folder);
  g_free (folder);
}

static void
two_videos_of_one_name_are_two (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *first = place (folder, "monday/clip.avi");
  g_autofree char *second = place (folder, "tuesday/clip.avi");
  g_autoptr (GrayMovie) writer = NULL;
  g_autoptr (VenuleSource) a = NULL;
  g_autoptr (VenuleSource) b = NULL;
  g_autofree char *plain = clips_write (folder, "plain", GRAY_MOVIE_AVI, 24, 16, 8, 30, N_FRAMES);
  g_autofree char *hash_a = NULL;
  g_autofree char *hash_b = NULL;
  g_autofree char *name_a = NULL;
  g_autofree char *name_b = NULL;

  g_assert_cmpint (g_rename (plain, first), ==, 0);
  writer = gray_movie_new (second, GRAY_MOVIE_AVI, 24, 16, 8, 30, NULL);
  for (int i = 0; i < N_FRAMES; i++)
    {
      g_autoptr (VenuleFrame) frame = clips_draw_frame (i + 50, 24, 16, 8);

      g_assert_true (gray_movie_add (writer, frame, NULL));
    }
  g_assert_true (gray_movie_finish (writer, NULL));

  a = clips_open (first);
  b = clips_open (second);
  assert_holds (a, 0);
  assert_holds (b, 50);
  name_a = venule_source_dup_display_name (a);
  name_b = venule_source_dup_display_name (b);
  g_assert_cmpstr (name_a, ==, name_b);
  hash_a = venule_source_dup_hash (a, NULL, NULL);
  hash_b = venule_source_dup_hash (b, NULL, NULL);
  g_assert_cmpstr (hash_a, !=, hash_b);
  g_assert_cmpstr (venule_source_get_path (a), !=, venule_source_get_path (b));
  remove_all (folder);
  g_free (folder);
}

/* When each kind of playlist names the clip beside it, by any way of naming, and FFmpeg would play it. */
static void
no_list_of_files_is_followed (void)
{
  static const char *const lists[] = {
    "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n%s\n#EXT-X-ENDLIST\n",
    "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nclip.ts\n#EXT-X-ENDLIST\n",
    "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:clip.ts\n#EXT-X-ENDLIST\n",
    "ffconcat version 1.0\nfile '%s'\n",
    "ffconcat version 1.0\nfile clip.ts\n",
    "ffconcat version 1.0\nfile file:clip.ts\n",
    "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" "
    "profiles=\"urn:mpeg:dash:profile:isoff-on-demand:2011\" type=\"static\" "
    "mediaPresentationDuration=\"PT1S\"><Period><AdaptationSet><Representation id=\"0\" mimeType=\"video/mp2t\" "
    "bandwidth=\"1\"><BaseURL>clip.ts</BaseURL><SegmentList><SegmentURL "
    "media=\"clip.ts\"/></SegmentList></Representation></AdaptationSet></Period></MPD>",
    "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
    ";FFMETADATA1\ntitle=x\n",
    "[Playlist]\nFile1=%s\n",
    "RTSPtext\nrtsp://127.0.0.1:9/x\n",
    "# timestamp format v2\n0\n40\n",
  };
  static const char *const suffixes[] = { "m3u8", "m3u8", "m3u8", "ffconcat", "ffconcat", "txt",
                                          "mpd",  "sdp",  "ffmeta", "pls",    "mov",      "txt" };
  char *folder = clips_make_folder ();
  g_autofree char *clip = g_build_filename (folder, "clip.ts", NULL);
  g_autofree char *plain = clips_write (folder, "plain.mp4", GRAY_MOVIE_MP4, 64, 48, 8, 30, N_FRAMES);
  g_autofree char *here = g_get_current_dir ();

  G_STATIC_ASSERT (G_N_ELEMENTS (lists) == G_N_ELEMENTS (suffixes));
  g_assert_cmpint (g_rename (plain, clip), ==, 0);
  g_assert_cmpint (g_chdir (folder), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_auto (GStrv) parts = g_strsplit (lists[i], "%s", -1);
      g_autofree char *text = g_strjoinv (clip, parts);
      g_autofree char *name = g_strconcat ("list.", suffixes[i], NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      g_assert_null (venule_source_open (path, NULL, &error));
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_A_VIDEO);
      g_test_message ("%s", error->message);
    }
  g_assert_cmpint (g_chdir (here), ==, 0);
  remove_all (folder);
  g_free (folder);
}

static void
a_picture_with_a_pattern_for_a_name_is_one_picture (void)
{
  static const char *const pictures[] = { "clip%03d.tif", "clip001.tif", "clip002.tif" };
  char *folder = clips_make_folder ();
  g_autoptr (VenuleSource) source = NULL;
  g_autofree char *path = g_build_filename (folder, pictures[0], NULL);

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    g_free (clips_write (folder, pictures[i], GRAY_MOVIE_TIFF, 24, 16, 8, 30, 1));
  source = clips_open (path);
  clips_build_table (source);
  g_assert_cmpint (venule_source_get_n_frames (source), ==, 1);
  remove_all (folder);
  g_free (folder);
}

static void
a_link_is_what_it_leads_to (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *clip = clips_write (folder, "clip.avi", GRAY_MOVIE_AVI, 24, 16, 8, 30, N_FRAMES);
  g_autofree char *link = g_build_filename (folder, "link.avi", NULL);
  g_autofree char *loop = g_build_filename (folder, "loop.avi", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "nowhere.avi", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (symlink ("clip.avi", link), ==, 0);
  g_assert_cmpint (symlink ("loop.avi", loop), ==, 0);
  g_assert_cmpint (symlink ("gone.avi", nowhere), ==, 0);
  assert_opens (link);
  g_assert_null (venule_source_open (loop, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (venule_source_open (nowhere, NULL, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND);
  remove_all (folder);
  g_free (folder);
}

/* What helps in finding errors quotes the path as it is, which the report of a test cannot hold. */
static void
drop (const char     *domain,
      GLogLevelFlags  level,
      const char     *message,
      gpointer        data)
{
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_log_set_handler ("Venule-Engine", G_LOG_LEVEL_DEBUG | G_LOG_LEVEL_INFO, drop, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *name = g_strconcat ("/names/any-name-is-opened/", kinds[i].suffix, NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (i), any_name_is_opened);
    }
  g_test_add_func ("/names/a-name-cannot-change-the-sentence-around-it", a_name_cannot_change_the_sentence_around_it);
  g_test_add_func ("/names/the-longest-name-is-opened", the_longest_name_is_opened);
  g_test_add_func ("/names/an-error-with-any-name-is-a-sentence", an_error_with_any_name_is_a_sentence);
  g_test_add_func ("/names/two-videos-of-one-name-are-two", two_videos_of_one_name_are_two);
  g_test_add_func ("/names/no-list-of-files-is-followed", no_list_of_files_is_followed);
  g_test_add_func ("/names/a-picture-with-a-pattern-for-a-name-is-one-picture",
                   a_picture_with_a_pattern_for_a_name_is_one_picture);
  g_test_add_func ("/names/a-link-is-what-it-leads-to", a_link_is_what_it_leads_to);
  return g_test_run ();
}
