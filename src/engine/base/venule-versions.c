/* venule-versions.c: what the results were computed with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-versions.h"

#include <cairo.h>
#include <json-glib/json-glib.h>
#include <libavutil/avutil.h>

static void
add (JsonBuilder *builder,
     const char  *name,
     const char  *version)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, version);
}

char *
venule_versions_dup_text (const char *network)
{
  g_autofree char *glib = g_strdup_printf ("%u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  add (builder, "venule", VENULE_VERSION);
  if (network != NULL)
    add (builder, "network", network);
  add (builder, "ffmpeg", av_version_info ());
  add (builder, "glib", glib);
  add (builder, "cairo", cairo_version_string ());
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);

  return json_to_string (root, FALSE);
}
