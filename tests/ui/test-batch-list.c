/* test-batch-list.c: the list of several videos: undo, order, blocks of a spreadsheet, and many of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <adwaita.h>

#include "venule-batch-table.h"

static VenuleBatchList *
make_list (guint n)
{
  g_autoptr (VenuleManifest) manifest = venule_manifest_new ("/nowhere");

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("v%u.avi", i);

      venule_manifest_add_row (manifest, name);
    }
  return venule_batch_list_new (manifest);
}

/* (transfer full): ids and animals */
static char *
dup_text (VenuleBatchList *list)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < venule_batch_list_get_n (list); i++)
    {
      VenuleBatchVideo *video = venule_batch_list_get (list, i);
      const char *animal = venule_batch_video_get_value (video, "animal");

      g_assert_cmpuint (venule_batch_video_get_position (video), ==, i);
      g_string_append_printf (text, "%s%s ", venule_batch_video_get_id (video), animal ? animal : "");
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_text (VenuleBatchList *list,
             const char      *expected)
{
  g_autofree char *text = dup_text (list);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_undo (void)
{
  g_autoptr (VenuleBatchList) list = make_list (4);
  VenuleManifest *manifest = venule_batch_list_get_manifest (list);
  g_autoptr (GPtrArray) saved = NULL;
  VenuleBatchVideo *first = venule_batch_list_get (list, 0);

  venule_manifest_set_value (manifest, 2, "animal", "x");
  saved = venule_batch_list_save (list);
  venule_manifest_move_row (manifest, 0, 3);
  assert_text (list, "v1 v2x v3 v0 ");
  g_assert_true (venule_batch_list_get (list, 3) == first);
  venule_manifest_remove_row (manifest, 1);
  venule_manifest_set_value (manifest, 0, "group", "late");
  venule_manifest_add_row (manifest, "v9.avi");
  venule_batch_list_restore (list, saved);
  assert_text (list, "v0 v1 v2x v3 ");
  g_assert_null (venule_manifest_get_value (manifest, 1, "group"));
}

static void
test_copy (void)
{
  g_autoptr (VenuleBatchList) list = make_list (2);
  VenuleManifest *manifest = venule_batch_list_get_manifest (list);

  venule_manifest_set_value (manifest, 0, "crop", "1,2,50,60");
  venule_manifest_set_value (manifest, 0, "flow", "1,0");
  venule_manifest_set_value (manifest, 0, "animal", "x");
  venule_manifest_set_value (manifest, 1, "polygon", "1,1 50,1 50,50");
  venule_batch_list_copy_set_up (list, 0, 1);
  g_assert_cmpstr (venule_manifest_get_value (manifest, 1, "crop"), ==, "1,2,50,60");
  g_assert_null (venule_manifest_get_value (manifest, 1, "polygon"));
  g_assert_null (venule_manifest_get_value (manifest, 1, "animal"));
  g_assert_cmpstr (venule_manifest_get_value (manifest, 1, "id"), ==, "v1");
}

/* ---- The table ---- */

static void
iterate (guint ms)
{
  gint64 end = g_get_monotonic_time () + ms * 1000;

  while (g_main_context_iteration (NULL, FALSE) || g_get_monotonic_time () < end)
    ;
}

static GtkWidget *
find_entry (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_ENTRY (widget) && gtk_widget_get_mapped (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_entry (child);
  return found;
}

static GtkWidget *
show (VenuleBatchList *list)
{
  GtkWidget *window = gtk_window_new (), *table = g_object_new (VENULE_TYPE_BATCH_TABLE, NULL);

  venule_batch_table_set_list (VENULE_BATCH_TABLE (table), list);
  gtk_window_set_child (GTK_WINDOW (window), table);
  gtk_window_set_default_size (GTK_WINDOW (window), 800, 600);
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < 200 && !find_entry (table); i++)
    iterate (10);
  return window;
}

static void
close_window (GtkWidget *window)
{
  venule_batch_table_stop (VENULE_BATCH_TABLE (gtk_window_get_child (GTK_WINDOW (window))));
  gtk_window_destroy (GTK_WINDOW (window));
  iterate (20);
}

/* A block fills rows and labels from the cell on, which is the first one, and nothing beyond the list. */
static void
test_paste (void)
{
  g_autoptr (VenuleBatchList) list = make_list (3);
  GtkWidget *window = show (list), *entry = find_entry (window);

  g_assert_nonnull (entry);
  gtk_widget_grab_focus (entry);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (entry), "m1\twild type\nm2\tknock-out\nm3\t\nm4\t\n");
  g_signal_emit_by_name (gtk_editable_get_delegate (GTK_EDITABLE (entry)), "paste-clipboard");
  for (guint i = 0; i < 200 && !venule_batch_video_get_value (venule_batch_list_get (list, 2), "animal"); i++)
    iterate (10);
  assert_text (list, "v0m1 v1m2 v2m3 ");
  g_assert_cmpstr (venule_batch_video_get_value (venule_batch_list_get (list, 1), "group"), ==, "knock-out");
  close_window (window);
}

/* Only rows in sight cost anything. */
static void
test_many (void)
{
  gint64 begun = g_get_monotonic_time ();
  g_autoptr (VenuleBatchList) list = make_list (5000);
  GtkWidget *window = show (list);
  g_autoptr (GPtrArray) saved = venule_batch_list_save (list);
  double seconds;

  venule_batch_list_restore (list, saved);
  venule_batch_table_choose (VENULE_BATCH_TABLE (gtk_window_get_child (GTK_WINDOW (window))), 4999);
  iterate (20);
  seconds = (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC;
  g_test_message ("5000 rows: %.2f s", seconds);
  g_assert_cmpfloat (seconds, <, 20);
  close_window (window);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/batch-list/undo", test_undo);
  g_test_add_func ("/batch-list/copy", test_copy);
  g_test_add_func ("/batch-list/paste", test_paste);
  g_test_add_func ("/batch-list/many", test_many);
  return g_test_run ();
}
