/* test-devices.c: the page of the preferences that says what can compute
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "application.h"
#include "venule-devices-page.h"

static gpointer
child (GtkWidget  *page,
       const char *id)
{
  gpointer found = gtk_widget_get_template_child (page, VENULE_TYPE_DEVICES_PAGE, id);

  g_assert_nonnull (found);
  return found;
}

/* A page on which the devices are known. */
static GtkWidget *
page_new (void)
{
  GtkWidget *page = g_object_ref_sink (g_object_new (VENULE_TYPE_DEVICES_PAGE, NULL));

  while (!gtk_widget_get_sensitive (child (page, "measure_button")))
    g_main_context_iteration (NULL, TRUE);
  return page;
}

/* Of all labels below @widget, one a line. */
static void
append_texts (GtkWidget *widget,
              GString   *texts)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_visible (widget))
    g_string_append_printf (texts, "%s\n", gtk_label_get_label (GTK_LABEL (widget)));
  for (GtkWidget *each = gtk_widget_get_first_child (widget); each != NULL; each = gtk_widget_get_next_sibling (each))
    append_texts (each, texts);
}

static char *
texts_of (GtkWidget *page)
{
  GString *texts = g_string_new (NULL);

  append_texts (page, texts);
  return g_string_free (texts, FALSE);
}

static void
test_each_device_has_a_row (void)
{
  GtkWidget *page = page_new ();
  g_autofree char *texts = texts_of (page);

  g_assert_nonnull (strstr (texts, "Processor\nCPU, "));
  g_assert_nonnull (strstr (texts, "NVIDIA graphics card\n"));
  g_assert_null (strstr (texts, "frames/s\n"));
  g_assert_null (strstr (texts, "Looking"));
  g_object_unref (page);
}

static void
test_speed_is_measured_on_demand (void)
{
  GtkWidget *page = page_new ();
  GtkWidget *button = child (page, "measure_button");

  g_signal_emit_by_name (button, "clicked");
  g_assert_false (gtk_widget_get_sensitive (button));
  while (!gtk_widget_get_sensitive (button))
    g_main_context_iteration (NULL, TRUE);

  g_autofree char *texts = texts_of (page);
  g_assert_true (g_regex_match_simple ("^([1-9][0-9]{2,}|[1-9][0-9]\\.[0-9]|[0-9]\\.[0-9]+) frames/s$", texts,
                                       G_REGEX_MULTILINE, 0));
  g_assert_finalize_object (page);
}

/* Whoever closes the window does not wait. */
static void
test_closing_while_it_is_measured (void)
{
  GtkWidget *page = page_new ();

  g_signal_emit_by_name (child (page, "measure_button"), "clicked");
  g_assert_finalize_object (page);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add_func ("/devices/each device has a row", test_each_device_has_a_row);
  g_test_add_func ("/devices/speed is measured on demand", test_speed_is_measured_on_demand);
  g_test_add_func ("/devices/closing while it is measured", test_closing_while_it_is_measured);

  return application_run_tests ();
}
