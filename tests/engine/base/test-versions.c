/* test-versions.c: what a run says of itself is read again, and nothing else is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-versions.h"

static void
test_lost_detections_are_read_again (void)
{
  g_autofree char *versions = venule_versions_dup_text (NULL);
  g_autofree char *text = venule_versions_dup_with_lost (versions, 31);

  g_assert_cmpuint (venule_versions_get_lost (NULL), ==, 0);
  g_assert_cmpuint (venule_versions_get_lost (versions), ==, 0);
  g_assert_cmpuint (venule_versions_get_lost (text), ==, 31);
}

/* In a document that somebody else wrote. */
static void
test_other_values_are_none (void)
{
  const char *const texts[] = { "31", "[31]", "{\"lost_detections\": [31]}", "{\"lost_detections\": {}}",
                                "{\"lost_detections\": null}", "{\"lost_detections\": \"31\"}",
                                "{\"lost_detections\": 1e300}", "{\"lost_detections\": -31}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_cmpuint (venule_versions_get_lost (texts[i]), ==, 0);
}

/* Recordings of one program with different numbers of them are no mixture of versions. */
static void
test_lost_detections_are_no_version (void)
{
  g_autofree char *versions = venule_versions_dup_text ("1");
  g_autofree char *other = venule_versions_dup_text ("2");
  g_autofree char *few = venule_versions_dup_with_lost (versions, 3);
  g_autofree char *many = venule_versions_dup_with_lost (versions, 31);

  g_assert_true (venule_versions_are_same (few, many));
  g_assert_true (venule_versions_are_same (versions, many));
  g_assert_true (venule_versions_are_same (NULL, NULL));
  g_assert_false (venule_versions_are_same (few, other));
  g_assert_false (venule_versions_are_same (few, NULL));
  g_assert_false (venule_versions_are_same ("[31]", "[32]"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/versions/lost-detections-are-read-again", test_lost_detections_are_read_again);
  g_test_add_func ("/versions/other-values-are-none", test_other_values_are_none);

  g_test_add_func ("/versions/lost-detections-are-no-version", test_lost_detections_are_no_version);

  return g_test_run ();
}
