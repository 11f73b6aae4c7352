/* test-info.c: venule-cli info tells what a video holds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <json-glib/json-glib.h>
#include <string.h>

#include "clips.h"
#include "served.h"

static int
run_info (const char *const *arguments,
          char             **output,
          char             **messages)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) command = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_strv_builder_add_many (builder, g_getenv ("VENULE_CLI"), "info", NULL);
  g_strv_builder_addv (builder, (const char **) arguments);
  command = g_strv_builder_end (builder);
  served_run (NULL, (const char *const *) command, output, messages, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, &error))
    g_assert_true (error->domain == G_SPAWN_EXIT_ERROR);
  return error != NULL ? error->code : 0;
}

static void
a_video_is_described_in_json (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "clip.avi", GRAY_MOVIE_AVI, 61, 47, 8, 25, 10);
  const char *const arguments[] = { path, "--timestamps", "--frames", NULL };
  g_autoptr (VenuleSource) source = clips_open (path);
  g_autofree char *hash = venule_source_dup_hash (source, NULL, NULL);
  g_autofree char *output = NULL;
  g_autofree char *messages = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonObject *info, *exposure;
  JsonArray *times;
  JsonArray *table;

  g_assert_cmpint (run_info (arguments, &output, &messages), ==, 0);
  g_assert_cmpstr (messages, ==, "");
  json_parser_load_from_data (parser, output, -1, &error);
  g_assert_no_error (error);

  info = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpint (json_object_get_int_member (info, "frames"), ==, 10);
  g_assert_cmpint (json_object_get_int_member (info, "width"), ==, 61);
  g_assert_cmpint (json_object_get_int_member (info, "height"), ==, 47);
  g_assert_cmpint (json_object_get_int_member (info, "bit_depth"), ==, 8);
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (info, "frame_rate"), 25, 1e-9);
  g_assert_cmpstr (json_object_get_string_member (info, "rate_origin"), ==, "timestamps of 10 frames");
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (info, "duration_s"), 0.4, 1e-9);
  g_assert_false (json_object_get_boolean_member (info, "interlaced"));
  g_assert_cmpstr (json_object_get_string_member (info, "format"), ==, "rawvideo (gray, as stored)");
  g_assert_cmpstr (json_object_get_string_member (info, "sha256"), ==, hash);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (info, "findings")), ==, 0);
  exposure = json_object_get_object_member (info, "exposure");
  g_assert_cmpint (json_object_get_int_member (exposure, "saturation_level"), ==, 255);
  g_assert_cmpfloat (json_object_get_double_member (exposure, "saturated"), <, 1);
  g_assert_cmpint (json_object_get_int_member (exposure, "gray_levels_used"), >, 0);

  times = json_object_get_array_member (info, "timestamps");
  g_assert_cmpuint (json_array_get_length (times), ==, 10);
  g_assert_cmpfloat_with_epsilon (json_array_get_double_element (times, 3), 0.12, 1e-9);
  table = json_object_get_array_member (info, "frame_table");
  g_assert_cmpuint (json_array_get_length (table), ==, 10);
  g_assert_true (json_object_get_boolean_member (json_array_get_object_element (table, 9), "key"));
  clips_remove_folder (folder);
}

static void
long_lists_come_on_request_only (void)
{
  char *folder = clips_make_folder ();
  g_autofree char *path = clips_write (folder, "clip.tif", GRAY_MOVIE_TIFF, 8, 8, 16, 0, 3);
  const char *const arguments[] = { path, NULL };
  g_autofree char *output = NULL;

  g_assert_cmpint (run_info (arguments, &output, NULL), ==, 0);
  g_assert_nonnull (strstr (output, "\"frame_rate\" : 0.0"));
  g_assert_nonnull (strstr (output, "how much time lies between"));
  g_assert_null (strstr (output, "timestamps"));
  g_assert_null (strstr (output, "frame_table"));
  clips_remove_folder (folder);
}

static void
failures_and_wrong_usage_differ (void)
{
  const char *const missing[] = { "/nowhere/clip.avi", NULL };
  const char *const nothing[] = { NULL };
  const char *const two[] = { "a.avi", "b.avi", NULL };
  const char *const unknown[] = { "--colour", "a.avi", NULL };
  const char *const *const wrong[] = { nothing, two, unknown };
  g_autofree char *output = NULL;
  g_autofree char *messages = NULL;

  g_assert_cmpint (run_info (missing, &output, &messages), ==, 1);
  g_assert_cmpstr (output, ==, "");
  g_assert_nonnull (strstr (messages, "“clip.avi” was not found"));

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *usage = NULL;

      g_assert_cmpint (run_info (wrong[i], NULL, &usage), ==, 2);
      g_assert_true (g_str_has_prefix (usage, "venule-cli: "));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/info/a-video-is-described-in-json", a_video_is_described_in_json);
  g_test_add_func ("/info/long-lists-come-on-request-only", long_lists_come_on_request_only);
  g_test_add_func ("/info/failures-and-wrong-usage-differ", failures_and_wrong_usage_differ);
  return g_test_run ();
}
