/* test-remark.c: what is said of a video is kept in no language, and comes back as the sentence that it was
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>
#include <math.h>
#include <string.h>

#include "venule-remark.h"

#define N_KINDS (VENULE_REMARK_IMAGEJ_COUNTS + 1)

static void
every_remark_is_a_sentence_of_its_own (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < N_KINDS; i++)
    {
      g_autofree char *line = venule_remark_new (&(VenuleRemark){ (VenuleRemarkKind) i, { 2, 3, 4, 5 }, "7–9" });
      g_autofree char *shown = venule_remark_dup_shown (line);

      g_test_message ("%s: %s", line, shown);
      g_assert_true (g_str_has_prefix (line, "@") && g_str_has_suffix (line, " 2 3 4 5|7–9"));
      g_assert_null (strchr (shown, '@'));
      g_assert_null (strchr (shown, '|'));
      /* A number that is none of these was taken from the wrong argument. */
      g_assert_false (g_regex_match_simple ("[0168]|[0-9]{2}|[0-9][.][0-9]", shown, 0, 0));
      g_assert_true (g_hash_table_add (seen, g_steal_pointer (&shown)));
    }
}

static void
numbers_and_names_come_back (void)
{
  static const struct {
    VenuleRemark  remark;
    const char   *line;
    const char   *english;
  } cases[] = {
    { { VENULE_REMARK_DAMAGED, { 1 }, "3" }, "@damaged 1|3", "1 frame is damaged: 3." },
    { { VENULE_REMARK_DAMAGED, { 4 }, "7–9, 20" }, "@damaged 4|7–9, 20", "4 frames are damaged: 7–9, 20." },
    { { VENULE_REMARK_RATE_HEADER, { 0 }, NULL }, "@rate-header", "header of the file" },
    { { VENULE_REMARK_OTHER_COUNT, { 0, 752 }, NULL }, "@other-count 0 752",
      "The header says 0 frames, 752 can be decoded." },
    { { VENULE_REMARK_CUT_OFF, { 1, 0 }, NULL }, "@cut-off 1",
      "The header says 1 frame, 0 can be decoded: the file may have been cut off." },
    { { VENULE_REMARK_PAGES_LEFT_OUT, { 1 }, NULL }, "@pages-left-out 1",
      "The description of the stack tells of 1 picture. The file has more, which are not read." },
    { { VENULE_REMARK_RATE_VARIES, { 33.25, 1e3 / 3 }, NULL }, "@rate-varies 33.25 333.33333333333331",
      "The frame rate varies: frames come 33.25 to 333.3 ms apart. Velocities use the real times, unless a frame rate "
      "is stated." },
    { { VENULE_REMARK_SCALE_FIELD, { 0 }, "a|b 3\n@" }, "@scale-field|a|b 3\n@", "“a|b 3\n@” in the file" },
    { { VENULE_REMARK_PAGES_BREAK_OFF, { 1e300 }, NULL }, "@pages-break-off 9e+18",
      "The list of pages breaks off after 9000000000000000000 pages: the file may have been cut off." },
    { { VENULE_REMARK_RATE_TIMESTAMPS, { NAN, 1 }, NULL }, "@rate-timestamps 0 1",
      "timestamps of 0 frames; the header says 1 frames/s" },
    { { VENULE_REMARK_RATE_TIMESTAMPS, { 9 }, NULL }, "@rate-timestamps 9", "timestamps of 9 frames" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = venule_remark_new (&cases[i].remark);
      g_autofree char *english = venule_remark_dup_english (line);

      g_assert_cmpstr (line, ==, cases[i].line);
      g_assert_cmpstr (english, ==, cases[i].english);
    }
}

/* Documents of earlier versions hold sentences, and anybody can write a document. */
static void
what_is_no_remark_stays_as_it_is (void)
{
  static const char *const lines[] = { "", "timestamps of 9 frames", "Zeitstempel von 9 Bildern", "@", "@ ", "@later 3",
                                       "@damaged x", "@damaged nan|3", "@damaged 1e99|3", "@damaged 1 2 3 4 5|3",
                                       "@damaged 1 |3", "@damaged 1;3", "damaged 1|3" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *shown = venule_remark_dup_shown (lines[i]);

      g_assert_cmpstr (shown, ==, lines[i]);
    }
  g_assert_null (venule_remark_dup_shown (NULL));
}

/* A document refuses longer ones. */
static void
a_name_of_any_length_can_be_kept (void)
{
  g_autofree char *name = g_strnfill (5000, 'x');
  g_autofree char *line = venule_remark_new (&(VenuleRemark){ .kind = VENULE_REMARK_SCALE_FIELD, .text = name });
  g_autofree char *odd = venule_remark_new (&(VenuleRemark){ .kind = VENULE_REMARK_SCALE_FIELD, .text = "a\xff" });

  g_assert_cmpuint (strlen (line), <, 1000);
  g_assert_true (g_utf8_validate (odd, -1, NULL));
}

static void
files_have_points_in_their_numbers (void)
{
  g_autofree char *line = venule_remark_new (&(VenuleRemark){ VENULE_REMARK_OBLONG_UM, { 0.5, 0.25 }, NULL });
  g_autofree char *english = NULL;

  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") == NULL)
    {
      g_test_skip ("no German locale here");
      return;
    }
  english = venule_remark_dup_english (line);
  g_assert_cmpstr (english, ==, "Pixels are not square (0.5 × 0.25 µm): lengths along x and y differ.");
  setlocale (LC_NUMERIC, "C");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/remark/every-remark-is-a-sentence-of-its-own", every_remark_is_a_sentence_of_its_own);
  g_test_add_func ("/remark/numbers-and-names-come-back", numbers_and_names_come_back);
  g_test_add_func ("/remark/what-is-no-remark-stays-as-it-is", what_is_no_remark_stays_as_it_is);
  g_test_add_func ("/remark/a-name-of-any-length-can-be-kept", a_name_of_any_length_can_be_kept);
  g_test_add_func ("/remark/files-have-points-in-their-numbers", files_have_points_in_their_numbers);

  return g_test_run ();
}
