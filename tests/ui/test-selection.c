/* test-selection.c: the set of selected tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-selection.h"

static void
count (VenuleSelection *selection,
       int             *n)
{
  (*n)++;
}

static VenuleSelection *
selection_of (const guint *ids,
              guint        n,
              int         *changes)
{
  VenuleSelection *selection = venule_selection_new ();

  venule_selection_set (selection, ids, n);
  g_signal_connect (selection, "changed", G_CALLBACK (count), changes);
  return selection;
}

static void
assert_ids (VenuleSelection *selection,
            const guint     *ids,
            guint            n)
{
  GArray *selected = venule_selection_get_ids (selection);

  g_assert_cmpmem (selected->data, selected->len * sizeof (guint), ids, n * sizeof (guint));
}

static void
test_set_sorts_and_drops_doubles (void)
{
  int changes = 0;
  g_autoptr (VenuleSelection) selection = selection_of ((guint[]) { 7, 3, 7, 12, 3 }, 5, &changes);

  assert_ids (selection, (guint[]) { 3, 7, 12 }, 3);
  g_assert_true (venule_selection_contains (selection, 7));
  g_assert_false (venule_selection_contains (selection, 8));
}

static void
test_same_set_changes_nothing (void)
{
  int changes = 0;
  g_autoptr (VenuleSelection) selection = selection_of ((guint[]) { 1, 2 }, 2, &changes);

  venule_selection_set (selection, (guint[]) { 2, 1, 1 }, 3);
  g_assert_cmpint (changes, ==, 0);
  venule_selection_set (selection, (guint[]) { 2, 3 }, 2);
  g_assert_cmpint (changes, ==, 1);
  venule_selection_clear (selection);
  g_assert_cmpint (changes, ==, 2);
  venule_selection_clear (selection);
  g_assert_cmpint (changes, ==, 2);
}

static void
test_toggle_adds_and_removes (void)
{
  int changes = 0;
  g_autoptr (VenuleSelection) selection = selection_of ((guint[]) { 5 }, 1, &changes);

  venule_selection_toggle (selection, 2);
  assert_ids (selection, (guint[]) { 2, 5 }, 2);
  venule_selection_toggle (selection, 5);
  assert_ids (selection, (guint[]) { 2 }, 1);
  g_assert_cmpint (changes, ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/selection/set-sorts-and-drops-doubles", test_set_sorts_and_drops_doubles);
  g_test_add_func ("/selection/same-set-changes-nothing", test_same_set_changes_nothing);
  g_test_add_func ("/selection/toggle-adds-and-removes", test_toggle_adds_and_removes);

  return g_test_run ();
}
