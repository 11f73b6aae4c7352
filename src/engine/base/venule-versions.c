/* venule-versions.c: what the results were computed with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-versions.h"

#include <cairo.h>
#include <json-glib/json-glib.h>
#include <libavutil/avutil.h>

#include "venule-json.h"

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

char *
venule_versions_dup_with_lost (const char *text,
                               guint       n_lost)
{
  g_autoptr (JsonNode) root = venule_json_parse (text);

  g_return_val_if_fail (root != NULL && JSON_NODE_HOLDS_OBJECT (root), NULL);

  json_object_set_int_member (json_node_get_object (root), VENULE_VERSIONS_LOST, n_lost);

  return json_to_string (root, FALSE);
}

/* (transfer full): what is no JSON, as it is. */
static char *
dup_without_lost (const char *text)
{
  g_autoptr (JsonNode) root = text != NULL ? venule_json_parse (text) : NULL;

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return g_strdup (text);
  json_object_remove_member (json_node_get_object (root), VENULE_VERSIONS_LOST);
  return json_to_string (root, FALSE);
}

gboolean
venule_versions_are_same (const char *a,
                          const char *b)
{
  g_autofree char *first = dup_without_lost (a);
  g_autofree char *second = dup_without_lost (b);

  return g_strcmp0 (first, second) == 0;
}

guint
venule_versions_get_lost (const char *text)
{
  g_autoptr (JsonNode) root = text != NULL ? venule_json_parse (text) : NULL;
  JsonNode *lost = NULL;

  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    lost = json_object_get_member (json_node_get_object (root), VENULE_VERSIONS_LOST);
  if (lost == NULL || !JSON_NODE_HOLDS_VALUE (lost) || json_node_get_value_type (lost) != G_TYPE_INT64)
    return 0;

  return (guint) CLAMP (json_node_get_int (lost), 0, G_MAXINT);
}
