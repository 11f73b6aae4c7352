/* test-template.c: settings of one video for others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gstdio.h>

#include "venule-job-options.h"
#include "venule-template.h"

static VenuleTemplate *
make_template (void)
{
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (VenuleMeasureSettings) measures = venule_measure_settings_new ();

  g_assert_true (venule_vessel_parse_polygon (settings->vessel, "1,1 90,1 90,50", NULL));
  g_assert_true (venule_vessel_parse_flow (settings->vessel, "0,1", NULL));
  settings->cell_diameter = 12.5;
  settings->calibration.pixel_size_um = 0.5;
  settings->first_frame = 7;
  settings->threads = 3;
  settings->proposed = VENULE_PROPOSED_VESSEL | VENULE_PROPOSED_CELL_DIAMETER;
  g_assert_true (venule_measure_settings_set_value (measures, "adherent_seconds", "12", NULL));
  g_assert_true (venule_measure_settings_set_value (measures, "animal", "mouse 3", NULL));
  return venule_template_new (settings, measures);
}

static VenuleTemplate *
save_and_read (const VenuleTemplate *template)
{
  g_autofree char *folder = g_dir_make_tmp ("venule-template-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "usual" VENULE_TEMPLATE_SUFFIX, NULL);
  g_autoptr (GError) error = NULL;
  VenuleTemplate *again;

  g_assert_true (venule_template_save (template, path, &error));
  again = venule_template_read (path, &error);
  g_assert_no_error (error);
  g_remove (path);
  g_rmdir (folder);
  return again;
}

/* What is of one video alone stays there. */
static void
test_is_saved (void)
{
  g_autoptr (VenuleTemplate) template = make_template ();
  g_autoptr (VenuleTemplate) again = save_and_read (template);

  g_assert_true (venule_settings_equal (again->settings, template->settings));
  g_assert_true (venule_measure_settings_equal (again->measures, template->measures));
  g_assert_cmpint (again->settings->first_frame, ==, 0);
  g_assert_cmpint (again->settings->threads, ==, 0);
  g_assert_cmpfloat (again->measures->adherent_seconds, ==, 12);
  g_assert_null (again->measures->animal);
}

static void
test_is_damaged (void)
{
  static const char *const texts[] = { "", "{}", "[]", "{\"venule_template\":1}",
                                       "{\"venule_template\":[],\"settings\":1}",
                                       "{\"venule_template\":1,\"settings\":{}}" };
  g_autofree char *folder = g_dir_make_tmp ("venule-template-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x" VENULE_TEMPLATE_SUFFIX, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
      g_assert_null (venule_template_read (path, &error));
      g_assert_nonnull (error);
    }
  g_remove (path);
  g_rmdir (folder);
}

static void
parse (VenuleJobOptions *options,
       const char       *more)
{
  g_autofree char *line = g_strdup_printf ("analyze %s video.avi", more);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (GError) error = NULL;

  options->unopened = TRUE;
  options->template = make_template ();
  venule_job_options_parse (options, (int) g_strv_length (words), words, &error);
  g_assert_no_error (error);
}

/* What was typed goes before it, and is no proposal. */
static void
test_options_go_before (void)
{
  g_auto (VenuleJobOptions) alone = { 0 }, typed = { 0 }, cropped = { 0 };

  parse (&alone, "--quiet");
  g_assert_cmpuint (alone.settings->vessel->corners->len, ==, 3);
  g_assert_true (alone.flow_given);
  g_assert_cmpfloat (alone.settings->vessel->flow_y, ==, 1);
  g_assert_cmpint (alone.settings->proposed, ==, VENULE_PROPOSED_VESSEL | VENULE_PROPOSED_CELL_DIAMETER);

  parse (&typed, "--cell-diameter=9um --sensitivity=0.7");
  g_assert_cmpfloat (typed.settings->cell_diameter, ==, 18);
  g_assert_cmpfloat (typed.settings->sensitivity, ==, 0.7);
  g_assert_cmpint (typed.settings->proposed, ==, VENULE_PROPOSED_VESSEL);

  parse (&cropped, "--crop=1,2,30,40 --flow=-1,0");
  g_assert_cmpint (cropped.settings->vessel->kind, !=, VENULE_CROP_POLYGON);
  g_assert_cmpfloat (cropped.settings->vessel->flow_x, ==, -1);
  g_assert_cmpfloat (cropped.settings->cell_diameter, ==, 12.5);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/template/is-saved", test_is_saved);
  g_test_add_func ("/template/is-damaged", test_is_damaged);
  g_test_add_func ("/template/options-go-before", test_options_go_before);
  return g_test_run ();
}
