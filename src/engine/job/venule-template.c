/* venule-template.c: settings of one video for others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-template.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include "venule-display-name.h"
#include "venule-document-read.h"
#include "venule-error.h"
#include "venule-file-kind.h"
#include "venule-json.h"
#include "venule-load.h"
#include "venule-save.h"
#include "venule-settings-text.h"

#define VERSION 1

/* Of one recording, or measured in its video. */
static const char *const own[] = {
  "animal", "group", "time_point", "recording", "kymograph_line", "diameter_profile", VENULE_MEASURE_FLOW,
};

static gboolean
is_own (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (g_str_equal (key, own[i]))
      return TRUE;
  return FALSE;
}

VenuleTemplate *
venule_template_new (const VenuleSettings        *settings,
                     const VenuleMeasureSettings *measures)
{
  VenuleTemplate *self = g_new0 (VenuleTemplate, 1);

  self->settings = venule_settings_copy (settings);
  self->settings->first_frame = 0;
  self->settings->last_frame = -1;
  self->settings->device = VENULE_DEVICE_AUTO;
  self->settings->cuda_device = 0;
  self->settings->threads = 0;
  self->measures = venule_measure_settings_copy (measures);
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    venule_measure_settings_set_value (self->measures, own[i], NULL, NULL);
  return self;
}

VenuleTemplate *
venule_template_copy (const VenuleTemplate *self)
{
  return venule_template_new (self->settings, self->measures);
}

void
venule_template_free (VenuleTemplate *self)
{
  if (self == NULL)
    return;

  venule_settings_free (self->settings);
  venule_measure_settings_free (self->measures);
  g_free (self);
}

/* ---- Files ---- */

static VenuleTemplate *
read_document (const char  *path,
               GError     **error)
{
  g_autoptr (VenuleDocument) document = venule_document_read (path, error);

  if (document == NULL)
    return NULL;
  return venule_template_new (venule_document_get_shown_settings (document),
                              venule_document_get_measure_settings (document));
}

static gboolean
read_measures (JsonObject            *object,
               VenuleMeasureSettings *measures)
{
  JsonNode *node = json_object_get_member (object, "measures");
  g_autoptr (GList) keys = NULL;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  keys = json_object_get_members (json_node_get_object (node));
  for (GList *key = keys; key != NULL; key = key->next)
    {
      const char *value = venule_json_get_text (json_node_get_object (node), key->data, NULL);

      if (value == NULL ||
          (!is_own (key->data) && !venule_measure_settings_set_value (measures, key->data, value, NULL)))
        return FALSE;
    }
  return TRUE;
}

static VenuleTemplate *
read_json (const char *text)
{
  g_autoptr (JsonNode) root = venule_json_parse (text);
  JsonObject *object = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  JsonNode *version = object != NULL ? json_object_get_member (object, "venule_template") : NULL;
  JsonNode *node = version != NULL && JSON_NODE_HOLDS_VALUE (version) && json_node_get_int (version) == VERSION
                   ? json_object_get_member (object, "settings") : NULL;
  g_autofree char *settings_text = node != NULL ? json_to_string (node, FALSE) : NULL;
  g_autoptr (VenuleSettings) settings = settings_text != NULL ? venule_settings_from_text (settings_text, NULL) : NULL;
  g_autoptr (VenuleMeasureSettings) measures = venule_measure_settings_new ();

  return settings != NULL && read_measures (object, measures) ? venule_template_new (settings, measures) : NULL;
}

VenuleTemplate *
venule_template_read (const char  *path,
                      GError     **error)
{
  g_autofree char *text = NULL;
  g_autofree char *name = venule_display_name_dup_base (path);
  VenuleTemplate *self;
  gsize size;

  if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && venule_file_is_document (path))
    return read_document (path, error);
  text = venule_load_file (path, VENULE_JSON_MAX_BYTES, &size, error);
  if (text == NULL)
    return NULL;
  self = read_json (text);
  if (self == NULL)
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
                 _("“%s” is no template: it is neither a document nor a file of saved settings."), name);
  return self;
}

static void
add_measures (const VenuleTemplate *self,
              JsonBuilder          *builder)
{
  g_autoptr (GHashTable) rows = venule_measure_settings_dup_rows (self->measures);
  g_autoptr (GList) keys = g_list_sort (g_hash_table_get_keys (rows), (GCompareFunc) strcmp);

  venule_json_begin_object (builder, "measures");
  for (GList *key = keys; key != NULL; key = key->next)
    venule_json_add_text (builder, key->data, g_hash_table_lookup (rows, key->data));
  json_builder_end_object (builder);
}

gboolean
venule_template_save (const VenuleTemplate  *self,
                      const char            *path,
                      GError               **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *settings = venule_settings_to_text (self->settings);
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GBytes) content = NULL;

  json_builder_begin_object (builder);
  venule_json_add_integer (builder, "venule_template", VERSION);
  json_builder_set_member_name (builder, "settings");
  json_builder_add_value (builder, venule_json_parse (settings));
  add_measures (self, builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  content = g_bytes_new (text, strlen (text));
  return venule_save_file (path, content, error);
}
