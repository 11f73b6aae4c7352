/* test-settings.c: a run starts only with settings that make sense
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>

#include "fake-source.h"
#include "venule-error.h"
#include "venule-footage.h"
#include "venule-json.h"
#include "venule-settings-text.h"

#define WIDTH 640
#define HEIGHT 480
#define N_FRAMES 100

static VenuleSettings *
good_settings (void)
{
  VenuleSettings *settings = venule_settings_new ();

  settings->vessel->flow_x = 1;

  return settings;
}

static void
assert_refused (const VenuleSettings *settings,
                const char           *saying)
{
  g_autoptr(GError) error = NULL;

  g_assert_false (venule_settings_validate (settings, WIDTH, HEIGHT, N_FRAMES, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  if (strstr (error->message, saying) == NULL)
    g_error ("“%s” does not say “%s”", error->message, saying);
}

static void
test_the_defaults_need_only_a_flow (void)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GError) error = NULL;

  assert_refused (settings, "flow");
  settings->vessel->flow_y = -2;
  g_assert_true (venule_settings_validate (settings, WIDTH, HEIGHT, N_FRAMES, &error));
  g_assert_no_error (error);
  g_assert_true (venule_settings_validate (settings, WIDTH, HEIGHT, 0, &error));
  g_assert_no_error (error);
}

#define REFUSED(field, value, saying)                                                                                  \
  G_STMT_START                                                                                                         \
    {                                                                                                                  \
      g_autoptr(VenuleSettings) settings = good_settings ();                                                           \
      settings->field = (value);                                                                                       \
      assert_refused (settings, (saying));                                                                             \
    }                                                                                                                  \
  G_STMT_END

static void
test_each_bad_setting_has_its_sentence (void)
{
  REFUSED (calibration.pixel_size_um, -1, "pixel size");
  REFUSED (calibration.pixel_size_um, 363, "Check the unit");
  REFUSED (calibration.frame_rate, -30, "frame rate");
  REFUSED (cell_diameter, NAN, "cell diameter");
  REFUSED (cell_diameter, -8, "cell diameter");
  REFUSED (cell_diameter, 3.9, "too small");
  REFUSED (cell_diameter, 121, "too large");
  REFUSED (sensitivity, 1.1, "sensitivity");
  REFUSED (sensitivity, NAN, "sensitivity");
  REFUSED (max_velocity, -1, "maximum velocity");
  REFUSED (max_velocity, INFINITY, "maximum velocity");
  REFUSED (vessel->flow_x, 0, "flow");
  REFUSED (first_frame, -1, "count from 0");
  REFUSED (last_frame, -2, "count from 0");
  REFUSED (first_frame, N_FRAMES, "outside the video");
  REFUSED (last_frame, N_FRAMES, "outside the video");
  REFUSED (detect_interval, -1, "Detecting every");
  REFUSED (velocity_window, 0, "velocity window");
  REFUSED (velocity_window, NAN, "velocity window");
  REFUSED (threads, -1, "threads");
  REFUSED (cuda_device, -1, "CUDA");
}

static void
test_a_range_must_not_end_before_it_starts (void)
{
  g_autoptr(VenuleSettings) settings = good_settings ();
  g_autoptr(GError) error = NULL;

  settings->first_frame = 50;
  settings->last_frame = 49;
  assert_refused (settings, "before it starts");
  settings->last_frame = 50;
  g_assert_true (venule_settings_validate (settings, WIDTH, HEIGHT, N_FRAMES, &error));
  g_assert_no_error (error);
}

#define DIFFERS(field, value, same)                                                                                    \
  G_STMT_START                                                                                                         \
    {                                                                                                                  \
      g_autoptr(VenuleSettings) a = good_settings ();                                                                  \
      g_autoptr(VenuleSettings) b = venule_settings_copy (a);                                                          \
      g_assert_true (venule_settings_equal (a, b));                                                                    \
      b->field = (value);                                                                                              \
      g_assert_false (venule_settings_equal (a, b));                                                                   \
      g_assert_cmpint (venule_settings_same_tracks (a, b), ==, (same));                                                \
    }                                                                                                                  \
  G_STMT_END

static void
test_only_what_a_run_reads_asks_for_a_new_run (void)
{
  DIFFERS (calibration.pixel_size_um, 0.3, TRUE);
  DIFFERS (calibration.frame_rate, 25, FALSE);
  DIFFERS (vessel->flow_y, 1, FALSE);
  DIFFERS (vessel->kind, VENULE_CROP_RECTANGLE, FALSE);
  DIFFERS (cell_diameter, 21, FALSE);
  DIFFERS (sensitivity, 0.6, FALSE);
  DIFFERS (max_velocity, 100, FALSE);
  DIFFERS (detect_interval, 3, FALSE);
  DIFFERS (detector, VENULE_DETECTOR_GICOV, FALSE);
  DIFFERS (registration, VENULE_REGISTRATION_OFF, FALSE);
  DIFFERS (ablation, VENULE_ABLATE_LINKING, FALSE);
  DIFFERS (first_frame, 1, FALSE);
  DIFFERS (last_frame, 50, FALSE);
  DIFFERS (velocity_window, 1, TRUE);
  DIFFERS (device, VENULE_DEVICE_CPU, TRUE);
  DIFFERS (cuda_device, 1, TRUE);
  DIFFERS (threads, 1, TRUE);
  DIFFERS (proposed, VENULE_PROPOSED_FLOW, TRUE);
}

/* What is left of all three marks when one thing is changed. */
#define LEFT(change)                                                                                                   \
  ({                                                                                                                   \
    g_autoptr(VenuleSettings) before = good_settings ();                                                               \
    g_autoptr(VenuleSettings) now = NULL;                                                                              \
                                                                                                                       \
    venule_vessel_set_rectangle (before->vessel, 10, 20, 300, 100, 5);                                                 \
    before->proposed = VENULE_PROPOSED_VESSEL | VENULE_PROPOSED_FLOW | VENULE_PROPOSED_CELL_DIAMETER;                  \
    now = venule_settings_copy (before);                                                                               \
    change;                                                                                                            \
    venule_settings_confirm_changes (now, before);                                                                     \
    now->proposed;                                                                                                     \
  })

static void
test_what_a_person_changes_is_no_proposal (void)
{
  const guint all = VENULE_PROPOSED_VESSEL | VENULE_PROPOSED_FLOW | VENULE_PROPOSED_CELL_DIAMETER;

  g_assert_cmpint (LEFT (now->sensitivity = 0.7), ==, all);
  g_assert_cmpint (LEFT (now->vessel->flow_y = 0.1), ==, all & ~VENULE_PROPOSED_FLOW);
  g_assert_cmpint (LEFT (now->vessel->width = 299), ==, all & ~VENULE_PROPOSED_VESSEL);
  g_assert_cmpint (LEFT (now->cell_diameter = 21), ==, all & ~VENULE_PROPOSED_CELL_DIAMETER);
  /* Another proposal in the place of what was typed, or what was there before a step back. */
  g_assert_cmpint (LEFT (before->proposed = 0; now->cell_diameter = 21), ==, all);
}

static void
test_what_was_proposed_is_kept (void)
{
  g_autoptr(VenuleSettings) settings = good_settings ();
  g_autofree char *typed = venule_settings_to_text (settings);
  g_autofree char *sentence = venule_proposed_dup_sentence (settings->proposed);

  /* Typed settings are written as they always were. */
  g_assert_null (strstr (typed, "proposed"));
  g_assert_cmpstr (sentence, ==, "");
  for (guint i = 0; i < 1u << VENULE_N_PROPOSED; i++)
    {
      g_autofree char *text = NULL;
      g_autoptr(VenuleSettings) read = NULL;

      settings->proposed = (VenuleProposed) i;
      text = venule_settings_to_text (settings);
      read = venule_settings_from_text (text, NULL);
      g_assert_nonnull (read);
      g_assert_true (venule_settings_equal (settings, read));
      g_assert_true (venule_settings_text_is_complete (text));
    }
}

static void
test_devices_have_names_for_files (void)
{
  g_assert_cmpstr (venule_device_to_string (VENULE_DEVICE_AUTO), ==, "auto");
  g_assert_cmpstr (venule_device_to_string (VENULE_DEVICE_CPU), ==, "cpu");
  g_assert_cmpstr (venule_device_to_string (VENULE_DEVICE_CUDA), ==, "cuda");
}

static void
test_detectors_have_names_for_files (void)
{
  VenuleDetectorKind kind = VENULE_DETECTOR_NETWORK;

  g_assert_true (venule_detector_kind_from_string ("circles", &kind));
  g_assert_cmpint (kind, ==, VENULE_DETECTOR_GICOV);
  g_assert_cmpstr (venule_detector_kind_to_string (kind), ==, "circles");
  g_assert_cmpstr (venule_detector_kind_to_string (VENULE_DETECTOR_NETWORK), ==, "learned");
  g_assert_false (venule_detector_kind_from_string ("", &kind));
}

static void
test_registration_is_kept (void)
{
  g_autoptr (VenuleSettings) settings = venule_settings_new (), again = NULL, older = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree char *without = NULL;

  g_assert_true (venule_settings_get_registers (settings));
  settings->registration = VENULE_REGISTRATION_OFF;
  g_assert_false (venule_settings_get_registers (settings));
  text = venule_settings_to_text (settings);
  again = venule_settings_from_text (text, NULL);
  g_assert_true (venule_settings_equal (settings, again));

  /* Documents that are older do not say it. */
  parts = g_strsplit (text, "\"registration\":\"off\",", 2);
  g_assert_nonnull (parts[1]);
  without = g_strconcat (parts[0], parts[1], NULL);
  older = venule_settings_from_text (without, NULL);
  g_assert_cmpint (older->registration, ==, VENULE_REGISTRATION_AUTO);
}

static void
test_devices_are_shown_whole (void)
{
  static const char *const names[] = { "CPU, 1 thread, AVX2", "CPU, 16 threads, AVX-512", "NVIDIA H100", "by hand", "",
                                       "CPU", "CPU, many", "NVIDIA (frames 0–5), CPU, 2 threads (from frame 6 on)" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *shown = venule_device_dup_shown (names[i]);

      g_assert_cmpstr (shown, ==, names[i]);
    }
}

static void
test_json_of_a_file_is_strict_and_bounded (void)
{
  static const char *const good[] = { "[{\"a\":{\"a\":1},\"b\":{\"a\":1}},{\"a\":1}]", "{}", "[]", "\"a\"",
                                      " { \"a\" : [ 1, -2.5e-3, true, false, null, "
                                                           "\"\\u00e4\\ud83d\\ude00\\\"[\\\\\" ] }\n" };
  static const char *const bad[] = { "{\"a\":1,\"a\":2}", "[{\"b\":{\"a\":1,\"c\":{},\"a\":1}}]",
                                     "", "{", "]", "{\"a\": 1} // more", "/* \" */ []", "'a'", "['\"', 1]",
                                     "var a = {}", "[\"\\u1\"]",
                                     "\"\\ud800\"", "\"\\ude00\"", "\"\\q\"", "\"", "[\"\\", "{a: 1}", "[\xff]",
                                     "{} {}", "[] 1", "[],", "{}]" };
  g_autofree char *deep = g_strnfill (200000, '[');
  g_autofree char *wide = g_strnfill (VENULE_JSON_MAX_BYTES + 1, ' ');
  g_autofree char *many = g_strnfill (VENULE_JSON_MAX_VALUES + 3, ',');
  GString *deepest = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr(JsonNode) node = venule_json_parse (good[i]);

      g_assert_nonnull (node);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_null (venule_json_parse (bad[i]));
  g_assert_null (venule_json_parse (deep));
  memcpy (wide, "[]", 2);
  g_assert_null (venule_json_parse (wide));
  many[0] = '[';
  g_assert_null (venule_json_parse (many));

  for (guint i = 0; i < VENULE_JSON_DEEPEST; i++)
    {
      g_string_prepend_c (deepest, '[');
      g_string_append_c (deepest, ']');
    }
  json_node_unref (venule_json_parse (deepest->str));
  g_string_prepend_c (deepest, '[');
  g_string_append_c (deepest, ']');
  g_assert_null (venule_json_parse (deepest->str));
  g_string_free (deepest, TRUE);
}

/* @path: of the video of the second run */
static gboolean
is_same_footage (const char *path,
                 const char *crop,
                 gint64      first_frame,
                 const char *other_crop,
                 gint64      other_last_frame)
{
  g_autoptr (VenuleSource) source = fake_source_new_at ("/nowhere/one.avi", 30, N_FRAMES);
  g_autoptr (VenuleSource) other_source = fake_source_new_at (path, 30, N_FRAMES);
  g_autoptr (VenuleSettings) settings = good_settings (), other_settings = good_settings ();
  g_autoptr (VenuleFootage) footage = NULL, other = NULL;

  g_assert_true (venule_vessel_parse_rectangle (settings->vessel, crop, NULL));
  g_assert_true (other_crop == NULL || venule_vessel_parse_rectangle (other_settings->vessel, other_crop, NULL));
  settings->first_frame = first_frame;
  other_settings->last_frame = other_last_frame;
  footage = venule_footage_new (source, settings);
  other = venule_footage_new (other_source, other_settings);
  g_assert_cmpint (venule_footage_same_cells (footage, other), ==, venule_footage_same_cells (other, footage));

  return venule_footage_same_cells (footage, other);
}

static void
test_runs_are_of_the_same_cells (void)
{
  const char *vessel = "0,0,600,100", *one = "/nowhere/one.avi";

  g_assert_true (is_same_footage (one, vessel, 0, vessel, -1));
  g_assert_false (is_same_footage ("/nowhere/two.avi", vessel, 0, vessel, -1));
  /* The whole frame; a part; another vessel; one that crosses. */
  g_assert_true (is_same_footage (one, vessel, 0, NULL, -1));
  g_assert_true (is_same_footage (one, vessel, 0, "100,10,100,100", -1));
  g_assert_false (is_same_footage (one, vessel, 0, "0,200,600,100", -1));
  g_assert_false (is_same_footage (one, vessel, 0, "200,0,80,400", -1));
  g_assert_true (is_same_footage (one, vessel, 50, vessel, 50));
  g_assert_false (is_same_footage (one, vessel, 50, vessel, 49));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/settings/the-defaults-need-only-a-flow", test_the_defaults_need_only_a_flow);
  g_test_add_func ("/settings/each-bad-setting-has-its-sentence", test_each_bad_setting_has_its_sentence);
  g_test_add_func ("/settings/a-range-must-not-end-before-it-starts", test_a_range_must_not_end_before_it_starts);
  g_test_add_func ("/settings/only-what-a-run-reads-asks-for-a-new-run", test_only_what_a_run_reads_asks_for_a_new_run);
  g_test_add_func ("/settings/what-a-person-changes-is-no-proposal", test_what_a_person_changes_is_no_proposal);
  g_test_add_func ("/settings/what-was-proposed-is-kept", test_what_was_proposed_is_kept);
  g_test_add_func ("/settings/devices-have-names-for-files", test_devices_have_names_for_files);
  g_test_add_func ("/settings/devices-are-shown-whole", test_devices_are_shown_whole);
  g_test_add_func ("/settings/registration-is-kept", test_registration_is_kept);
  g_test_add_func ("/settings/detectors-have-names-for-files", test_detectors_have_names_for_files);
  g_test_add_func ("/settings/runs-are-of-the-same-cells", test_runs_are_of_the_same_cells);
  g_test_add_func ("/settings/json-of-a-file-is-strict-and-bounded", test_json_of_a_file_is_strict_and_bounded);

  return g_test_run ();
}
