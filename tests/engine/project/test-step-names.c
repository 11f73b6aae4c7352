/* test-step-names.c: steps are named in the language of whoever looks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <libintl.h>
#include <locale.h>

#include "fake-source.h"
#include "venule-document-tracks.h"
#include "venule-step-name.h"

/* Of two tracks, with a step of each kind of name. */
static VenuleDocument *
make_document (void)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  VenuleDocument *document = venule_document_new (source);
  const guint ids[] = { 1, 2 };

  for (guint i = 0; i < 2; i++)
    {
      VenuleSpot spots[20];

      for (guint k = 0; k < 20; k++)
        spots[k] = (VenuleSpot){ .frame = k, .x = 20 + k, .y = 20 + 40 * i, .radius = 10,
                                 .source = VENULE_SPOT_MANUAL };
      g_assert_cmpuint (venule_document_put_spots (document, 0, spots, 20, "Draw a Track", NULL), >, 0);
    }
  g_assert_cmpuint (venule_document_cut_track (document, 2, 9, NULL), >, 0);
  g_assert_true (venule_document_set_hidden (document, ids, 2, TRUE, NULL));
  g_assert_true (venule_document_delete_spots (document, 1, 5, 10, NULL));
  g_assert_true (venule_document_swap_tracks (document, 1, 2, 4, NULL));
  g_assert_true (venule_document_set_measure (document, "flux_position_px", "12", NULL));

  return document;
}

static void
assert_names (VenuleDocument    *document,
              const char *const *names)
{
  guint position;
  g_autoptr(GPtrArray) history = venule_document_dup_history (document, &position);
  g_autofree char *undo = venule_document_dup_undo_name (document);

  g_assert_cmpuint (history->len, ==, g_strv_length ((char **) names));
  for (guint i = 0; i < history->len; i++)
    g_assert_cmpstr (history->pdata[i], ==, names[i]);
  g_assert_cmpstr (undo, ==, names[history->len - 1]);
}

/* Which it is whoever made them. */
static void
test_names_are_in_the_language_of_the_reader (void)
{
  static const char *const english[] = { "Draw a Track", "Draw a Track", "Cut Track 2", "Hide 2 Tracks",
                                         "Delete 6 Spots of Track 1", "Swap Tracks 1 and 2", "Move Flux Line", NULL };
  static const char *const german[] = { "Spur zeichnen", "Spur zeichnen", "Spur 2 schneiden",
                                        "2 Spuren ausblenden", "6 Punkte von Spur 1 löschen",
                                        "Spuren 1 und 2 tauschen", "Flusslinie verschieben", NULL };
  g_autoptr(VenuleDocument) document = NULL;

  if (setlocale (LC_MESSAGES, "de_DE.UTF-8") == NULL)
    {
      g_test_skip ("no German locale here");
      return;
    }
  document = make_document ();
  assert_names (document, german);
  setlocale (LC_MESSAGES, "C");
  assert_names (document, english);
}

/* Those of earlier versions were in one language for ever. */
static void
test_other_names_stay (void)
{
  static const char *const names[] = { "", "%u", "%s%n 3", "Spur 2 schneiden", "7", "Hide Track -", "\xff 3 Tracks" };

  setlocale (LC_MESSAGES, "de_DE.UTF-8");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *shown = venule_step_name_dup_shown (names[i]);

      g_assert_cmpstr (shown, ==, names[i]);
    }
  setlocale (LC_MESSAGES, "C");
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *catalogues = NULL;

  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("LANGUAGE");
  catalogues = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);
  bindtextdomain (GETTEXT_PACKAGE, catalogues);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");

  g_test_add_func ("/step-names/names-are-in-the-language-of-the-reader",
                   test_names_are_in_the_language_of_the_reader);
  g_test_add_func ("/step-names/other-names-stay", test_other_names_stay);

  return g_test_run ();
}
