/* test-manifest-settings.c: what was drawn is what the cells of a row say
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <glib/gstdio.h>

#include "venule-manifest-settings.h"

/* (transfer full): a rectangle, drawn by hand. */
static VenuleTemplate *
draw (void)
{
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (VenuleMeasureSettings) measures = venule_measure_settings_new ();

  venule_vessel_set_rectangle (settings->vessel, 10.123456, 20, 300, 80.5, 12.25);
  settings->vessel->flow_x = 30;
  settings->vessel->flow_y = 40;
  settings->calibration.pixel_size_um = 0.3245;
  settings->calibration.frame_rate = 29.97;
  settings->cell_diameter = 21.5;
  settings->sensitivity = 0.35;
  settings->max_velocity = 310;
  settings->detect_interval = 3;
  g_assert_true (venule_measure_settings_set_value (measures, "adherent_seconds", "12", NULL));
  g_assert_true (venule_measure_settings_set_value (measures, "animal", "m1", NULL));
  return venule_template_new (settings, measures);
}

static void
put (VenuleManifest       *manifest,
     const VenuleTemplate *drawn)
{
  const VenuleInputOptions input = { .gray = VENULE_GRAY_GREEN, .channel = 2 };

  venule_manifest_put_settings (manifest, 0, drawn->settings, drawn->measures, &input);
}

static void
assert_said (VenuleManifest       *manifest,
             const VenuleTemplate *drawn)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (VenuleTemplate) said = venule_manifest_dup_template (manifest, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpint (said->settings->vessel->kind, ==, drawn->settings->vessel->kind);
  g_assert_cmpfloat_with_epsilon (said->settings->vessel->x, drawn->settings->vessel->x, 0.0051);
  g_assert_cmpfloat (said->settings->vessel->height, ==, drawn->settings->vessel->height);
  g_assert_cmpfloat (said->settings->calibration.pixel_size_um, ==, drawn->settings->calibration.pixel_size_um);
  g_assert_cmpfloat (said->settings->calibration.frame_rate, ==, drawn->settings->calibration.frame_rate);
  g_assert_cmpfloat (said->settings->cell_diameter, ==, drawn->settings->cell_diameter);
  g_assert_cmpfloat (said->settings->sensitivity, ==, drawn->settings->sensitivity);
  g_assert_cmpfloat_with_epsilon (said->settings->max_velocity, drawn->settings->max_velocity, 1e-9);
  g_assert_cmpint (said->settings->detect_interval, ==, drawn->settings->detect_interval);
  g_assert_true (venule_measure_settings_equal (said->measures, drawn->measures));
}

static void
test_round (void)
{
  g_autoptr (VenuleManifest) manifest = venule_manifest_new ("/tmp");
  g_autoptr (VenuleTemplate) drawn = draw ();

  venule_manifest_add_row (manifest, "a.avi");
  venule_manifest_set_value (manifest, 0, "proposed", "vessel");
  venule_manifest_set_value (manifest, 0, "polygon", "1,1 50,1 50,50");
  venule_manifest_set_value (manifest, 0, "animal", "m7");
  put (manifest, drawn);
  assert_said (manifest, drawn);
  g_assert_cmpstr (venule_manifest_get_value (manifest, 0, "crop"), ==, "10.12,20,300,80.5,12.25");
  g_assert_cmpstr (venule_manifest_get_value (manifest, 0, "flow"), ==, "0.600,0.800");
  g_assert_cmpstr (venule_manifest_get_value (manifest, 0, "gray"), ==, "green");
  g_assert_cmpstr (venule_manifest_get_value (manifest, 0, "channel"), ==, "2");
  g_assert_cmpstr (venule_manifest_get_value (manifest, 0, "animal"), ==, "m7");
  g_assert_null (venule_manifest_get_value (manifest, 0, "polygon"));
  g_assert_null (venule_manifest_get_value (manifest, 0, "proposed"));
}

/* What equals the template is left to it, and what cells cannot take back from it takes all of it back. */
static void
test_template (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "cells.venule-template", NULL);
  g_autoptr (VenuleManifest) manifest = venule_manifest_new (g_get_tmp_dir ());
  g_autoptr (VenuleTemplate) template = draw (), drawn = draw ();

  g_assert_true (venule_template_save (template, path, NULL));
  venule_manifest_add_row (manifest, "a.avi");
  venule_manifest_set_value (manifest, 0, "template", path);
  drawn->settings->cell_diameter = 18;
  put (manifest, drawn);
  assert_said (manifest, drawn);
  g_assert_cmpstr (venule_manifest_get_value (manifest, 0, "template"), ==, path);
  g_assert_null (venule_manifest_get_value (manifest, 0, "pixel_size"));

  drawn->settings->calibration.pixel_size_um = 0;
  put (manifest, drawn);
  assert_said (manifest, drawn);
  g_assert_null (venule_manifest_get_value (manifest, 0, "template"));
  g_remove (path);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/manifest/settings-are-cells", test_round);
  g_test_add_func ("/manifest/settings-beside-a-template", test_template);
  return g_test_run ();
}
