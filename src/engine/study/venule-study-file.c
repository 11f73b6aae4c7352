/* venule-study-file.c: a study as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-error.h"
#include "venule-load.h"
#include "venule-json.h"
#include "venule-display-name.h"
#include "venule-save.h"

#define FORMAT "venule-study"
#define VERSION 2
#define FIRST_VERSION 1
#define MAX_RECORDINGS 10000
#define LONGEST_PATH 4096 /* that a document can have */
#define LONGEST_LABEL 1000 /* bytes */

/* ---- Paths as seen from the study ---- */

/* (transfer full): both must be absolute and canonical. */
static char *
dup_relative (const char *folder,
              const char *path)
{
  g_auto(GStrv) from = g_strsplit (folder, "/", -1);
  g_auto(GStrv) to = g_strsplit (path, "/", -1);
  GString *relative = g_string_new (NULL);
  guint common = 0;

  while (from[common] != NULL && to[common] != NULL && to[common + 1] != NULL && g_str_equal (from[common], to[common]))
    common++;
  for (guint i = common; from[i] != NULL; i++)
    if (*from[i] != '\0')
      g_string_append (relative, "../");
  for (guint i = common; to[i] != NULL; i++)
    g_string_append_printf (relative, "%s%s", i > common ? "/" : "", to[i]);

  return g_string_free (relative, FALSE);
}

/* ---- Writing ---- */

static gboolean
add_recording (JsonBuilder           *builder,
               const char            *folder,
               VenuleStudyRecording  *recording,
               GError               **error)
{
  g_autofree char *relative = dup_relative (folder, venule_study_recording_get_path (recording));

  if (!g_utf8_validate (relative, -1, NULL))
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The name of “%s” is not valid text, and cannot be saved. Rename the file or its folder."),
                   venule_study_recording_get_name (recording));
      return FALSE;
    }

  json_builder_begin_object (builder);
  venule_json_add_text (builder, "document", relative);
  venule_json_add_text (builder, "animal", venule_study_recording_get_animal (recording));
  venule_json_add_text (builder, "group", venule_study_recording_get_group (recording));
  venule_json_add_text (builder, "time_point", venule_study_recording_get_time_point (recording));
  venule_json_add_flag (builder, "included", venule_study_recording_get_included (recording));
  json_builder_end_object (builder);

  return TRUE;
}

/* (transfer full) (nullable) */
static GBytes *
make_content (VenuleStudy  *self,
              const char   *path,
              GError      **error)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonGenerator) generator = json_generator_new ();
  g_autoptr(JsonNode) root = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *folder = NULL;
  double adherent_seconds = venule_study_get_adherent_seconds (self);
  gboolean paired = venule_study_get_paired (self);
  GString *text;

  whole = g_canonicalize_filename (path, NULL);
  folder = g_path_get_dirname (whole);
  json_builder_begin_object (builder);
  venule_json_add_text (builder, "format", FORMAT);
  /* What an older version would not heed makes the file one that it does not open. */
  venule_json_add_integer (builder, "version", adherent_seconds > 0 || paired ? VERSION : FIRST_VERSION);
  venule_json_add_text (builder, "quantity", venule_study_get_quantity (self)->id);
  venule_json_add_text (builder, "group_by", venule_study_grouping_to_string (venule_study_get_grouping (self)));
  venule_json_add_text (builder, "correction", venule_correction_to_string (venule_study_get_correction (self)));
  if (adherent_seconds > 0)
    venule_json_add_number (builder, "adherent_seconds", adherent_seconds);
  if (paired)
    venule_json_add_flag (builder, "paired", TRUE);
  venule_json_begin_array (builder, "recordings");
  for (guint i = 0; i < venule_study_get_n (self); i++)
    if (!add_recording (builder, folder, venule_study_get (self, i), error))
      return NULL;
  json_builder_end_array (builder);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  text = json_generator_to_gstring (generator, g_string_new (NULL));
  g_string_append_c (text, '\n');

  return g_string_free_to_bytes (text);
}

gboolean
venule_study_save (VenuleStudy  *self,
                   const char   *path,
                   GError      **error)
{
  g_autoptr(GBytes) content = NULL;

  g_return_val_if_fail (VENULE_IS_STUDY (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  content = make_content (self, path, error);
  if (content == NULL || !venule_save_file (path, content, error))
    return FALSE;

  venule_study_set_modified (self, FALSE);
  return TRUE;
}

gboolean
venule_study_save_over (VenuleStudy  *self,
                        const char   *path,
                        const char   *stamp,
                        GError      **error)
{
  g_autoptr(GBytes) content = NULL;

  g_return_val_if_fail (VENULE_IS_STUDY (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  content = make_content (self, path, error);
  if (content == NULL || !venule_save_over (path, content, stamp, error))
    return FALSE;

  venule_study_set_modified (self, FALSE);
  return TRUE;
}

/* ---- Reading ---- */

/* Whether the member is of that type, null, or not there. A label or choice that cannot be read would change what is
 * compared. */
static gboolean
is_of_type (JsonObject *object,
            const char *name,
            GType       type)
{
  JsonNode *node = json_object_get_member (object, name);

  return node == NULL || JSON_NODE_HOLDS_NULL (node) ||
         (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == type);
}

/* Of a member that is_of_type(). */
static gboolean
get_flag (JsonObject *object,
          const char *name,
          gboolean    otherwise)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && !JSON_NODE_HOLDS_NULL (node) ? json_node_get_boolean (node) : otherwise;
}

/* No longer than a document may have it. */
static gboolean
is_label (JsonObject *entry,
          const char *name)
{
  JsonNode *node = json_object_get_member (entry, name);

  return is_of_type (entry, name, G_TYPE_STRING) &&
         (node == NULL || JSON_NODE_HOLDS_NULL (node) || strlen (json_node_get_string (node)) <= LONGEST_LABEL);
}

static gboolean
has_labels (JsonObject *entry)
{
  return is_label (entry, "animal") && is_label (entry, "group") && is_label (entry, "time_point") &&
         is_of_type (entry, "included", G_TYPE_BOOLEAN);
}

/* %NAN: there is none. */
static double
get_number (JsonObject *object,
            const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      (json_node_get_value_type (node) != G_TYPE_DOUBLE && json_node_get_value_type (node) != G_TYPE_INT64))
    return NAN;

  return json_node_get_double (node);
}

static gboolean
set_damaged (const char  *name,
             GError     **error)
{
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
               _("The study “%s” is damaged: it is incomplete, or was changed by another program. The documents "
                 "that it lists are not affected; list them again."), name);
  return FALSE;
}

static gboolean
check_format (JsonObject  *object,
              const char  *name,
              GError     **error)
{
  JsonNode *version = json_object_get_member (object, "version");

  if (g_strcmp0 (venule_json_get_text (object, "format", NULL), FORMAT) != 0)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("“%s” is not a study of Venule."), name);
      return FALSE;
    }
  if (version == NULL || !JSON_NODE_HOLDS_VALUE (version) || json_node_get_value_type (version) != G_TYPE_INT64 ||
      json_node_get_int (version) < 1)
    return set_damaged (name, error);
  if (json_node_get_int (version) > VERSION)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The study “%s” was written by a newer version of Venule. Update Venule to open it."), name);
      return FALSE;
    }

  return TRUE;
}

/* Its labels would be those of one of the entries, and the animals of the others would not count. */
static gboolean
set_listed_twice (const char  *name,
                  const char  *path,
                  GError     **error)
{
  g_autofree char *document = venule_display_name_dup_base (path);

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
               _("The study “%s” lists “%s” more than once. Delete all of its entries but one in a text editor."), name,
               document);
  return FALSE;
}

static gboolean
read_recordings (VenuleStudy  *self,
                 JsonObject   *object,
                 const char   *folder,
                 const char   *name,
                 GError      **error)
{
  JsonNode *list = json_object_get_member (object, "recordings");
  JsonArray *array;

  if (list == NULL || !JSON_NODE_HOLDS_ARRAY (list) ||
      json_array_get_length (json_node_get_array (list)) > MAX_RECORDINGS)
    return set_damaged (name, error);

  array = json_node_get_array (list);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      JsonObject *entry = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      const char *document = entry != NULL ? venule_json_get_text (entry, "document", NULL) : NULL;
      g_autofree char *path = NULL;
      VenuleStudyRecording *recording;

      if (document == NULL || *document == '\0' || strlen (document) > LONGEST_PATH || !has_labels (entry))
        return set_damaged (name, error);
      path = g_canonicalize_filename (document, folder);
      recording = venule_study_add (self, path);
      if (recording == NULL)
        return set_listed_twice (name, path, error);
      venule_study_recording_set_animal (recording, venule_json_get_text (entry, "animal", NULL));
      venule_study_recording_set_group (recording, venule_json_get_text (entry, "group", NULL));
      venule_study_recording_set_time_point (recording, venule_json_get_text (entry, "time_point", NULL));
      venule_study_recording_set_included (recording, get_flag (entry, "included", TRUE));
    }

  return TRUE;
}

static gboolean
read_choices (VenuleStudy  *self,
              JsonObject   *object,
              const char   *name,
              GError      **error)
{
  const char *quantity = venule_json_get_text (object, "quantity", NULL);
  const char *correction_name = venule_json_get_text (object, "correction", NULL);
  VenuleStudyGrouping grouping;
  VenuleCorrection correction;

  if (quantity != NULL && venule_study_find_quantity (quantity) == NULL)
    {
      g_autofree char *shown = venule_display_name_dup_excerpt (quantity);

      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                   _("The study “%s” compares “%s”, which this version of Venule does not know. Update Venule to open "
                     "it."), name,
                   shown);
      return FALSE;
    }
  if (quantity == NULL || !venule_study_set_quantity (self, quantity) ||
      !venule_study_grouping_from_string (venule_json_get_text (object, "group_by", NULL), &grouping) ||
      correction_name == NULL ||
      !venule_correction_from_string (correction_name, &correction) || !is_of_type (object, "paired", G_TYPE_BOOLEAN))
    return set_damaged (name, error);

  venule_study_set_grouping (self, grouping);
  venule_study_set_correction (self, correction);
  if (json_object_has_member (object, "adherent_seconds"))
    {
      double seconds = get_number (object, "adherent_seconds"), low, high;

      venule_measure_settings_get_limits ("adherent_seconds", NULL, &low, &high);
      if (!(seconds >= low && seconds <= high))
        return set_damaged (name, error);
      venule_study_set_adherent_seconds (self, seconds);
    }
  venule_study_set_paired (self, get_flag (object, "paired", FALSE));

  return TRUE;
}

VenuleStudy *
venule_study_open (const char  *path,
                   GError     **error)
{
  g_autoptr(VenuleStudy) self = NULL;
  g_autoptr(JsonNode) root = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  JsonObject *object;
  gsize size;

  g_return_val_if_fail (path != NULL, NULL);

  whole = g_canonicalize_filename (path, NULL);
  folder = g_path_get_dirname (whole);
  name = venule_display_name_dup_base (path);
  text = venule_load_file (path, VENULE_JSON_MAX_BYTES, &size, error);
  if (text == NULL)
    return NULL;
  if (!g_utf8_validate (text, (gssize) size, NULL) || strstr (text, FORMAT) == NULL)
    {
      g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID, _("“%s” is not a study of Venule."), name);
      return NULL;
    }
  root = strlen (text) == size ? venule_json_parse (text) : NULL;
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      set_damaged (name, error);
      return NULL;
    }

  object = json_node_get_object (root);
  self = venule_study_new ();
  if (!check_format (object, name, error) || !read_choices (self, object, name, error) ||
      !read_recordings (self, object, folder, name, error))
    return NULL;

  venule_study_set_modified (self, FALSE);
  return g_steal_pointer (&self);
}
