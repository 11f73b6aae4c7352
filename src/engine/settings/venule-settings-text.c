/* venule-settings-text.c: settings as a text for a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-settings-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stddef.h>

#include "venule-enum-names.h"
#include "venule-error.h"
#include "venule-json.h"
#include "venule-source-record.h"

#define VERSION 1
#define MAX_CORNERS 10000

typedef enum {
  REAL,
  INTEGER,      /* int */
  LONG_INTEGER, /* gint64 */
} FieldType;

typedef struct {
  const char *name;
  FieldType   type;
  gsize       offset;
  double      low, high;
} Field;

/* What is being typed may make no sense yet; what is beyond these was not typed. */
#define LARGEST 1e9
#define FARTHEST 1e5 /* px, as in the window */

/* A setting that is a number needs nothing but a line here; those with names are read and written below. */
static const Field fields[] = {
  { "pixel_size_um", REAL, offsetof (VenuleSettings, calibration.pixel_size_um), 0, LARGEST },
  { "frame_rate", REAL, offsetof (VenuleSettings, calibration.frame_rate), 0, LARGEST },
  { "cell_diameter_px", REAL, offsetof (VenuleSettings, cell_diameter), 0, FARTHEST },
  { "sensitivity", REAL, offsetof (VenuleSettings, sensitivity), 0, 1 },
  { "max_velocity_px_s", REAL, offsetof (VenuleSettings, max_velocity), 0, G_MAXDOUBLE },
  { "detect_interval", INTEGER, offsetof (VenuleSettings, detect_interval), 0, 10000 },
  { "first_frame", LONG_INTEGER, offsetof (VenuleSettings, first_frame), 0, VENULE_SOURCE_MAX_FRAMES },
  { "last_frame", LONG_INTEGER, offsetof (VenuleSettings, last_frame), -1, VENULE_SOURCE_MAX_FRAMES },
  { "velocity_window_s", REAL, offsetof (VenuleSettings, velocity_window), 0, VENULE_LONGEST_VELOCITY_WINDOW },
  { "cuda_device", INTEGER, offsetof (VenuleSettings, cuda_device), 0, G_MAXINT },
  { "threads", INTEGER, offsetof (VenuleSettings, threads), 0, 4096 },
};

static const Field vessel_fields[] = {
  { "x_px", REAL, offsetof (VenuleVessel, x), -FARTHEST, FARTHEST },
  { "y_px", REAL, offsetof (VenuleVessel, y), -FARTHEST, FARTHEST },
  { "width_px", REAL, offsetof (VenuleVessel, width), 0, FARTHEST },
  { "height_px", REAL, offsetof (VenuleVessel, height), 0, FARTHEST },
  { "angle_degrees", REAL, offsetof (VenuleVessel, angle), -LARGEST, LARGEST },
  { "flow_x", REAL, offsetof (VenuleVessel, flow_x), -LARGEST, LARGEST },
  { "flow_y", REAL, offsetof (VenuleVessel, flow_y), -LARGEST, LARGEST },
};

static const char *const crop_names[] = { "whole", "rectangle", "polygon" };

/* ---- To text ---- */

static void
add_fields (JsonBuilder   *builder,
            const Field   *described,
            guint          n,
            gconstpointer  values)
{
  for (guint i = 0; i < n; i++)
    {
      const guint8 *value = (const guint8 *) values + described[i].offset;

      json_builder_set_member_name (builder, described[i].name);
      if (described[i].type == REAL)
        json_builder_add_double_value (builder, *(const double *) (const void *) value);
      else if (described[i].type == INTEGER)
        json_builder_add_int_value (builder, *(const int *) (const void *) value);
      else
        json_builder_add_int_value (builder, *(const gint64 *) (const void *) value);
    }
}

static void
add_vessel (JsonBuilder        *builder,
            const VenuleVessel *vessel)
{
  venule_json_begin_object (builder, "vessel");
  venule_json_add_text (builder, "kind", crop_names[vessel->kind]);
  add_fields (builder, vessel_fields, G_N_ELEMENTS (vessel_fields), vessel);
  venule_json_begin_array (builder, "corners_px");
  for (guint i = 0; i < vessel->corners->len; i++)
    {
      json_builder_add_double_value (builder, g_array_index (vessel->corners, VenulePoint, i).x);
      json_builder_add_double_value (builder, g_array_index (vessel->corners, VenulePoint, i).y);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

char *
venule_settings_to_text (const VenuleSettings *self)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;

  json_builder_begin_object (builder);
  venule_json_add_integer (builder, "version", VERSION);
  add_fields (builder, fields, G_N_ELEMENTS (fields), self);
  venule_json_add_text (builder, "finder", venule_detector_kind_to_string (self->detector));
  venule_json_add_text (builder, "registration", venule_registration_kind_to_string (self->registration));
  venule_json_add_text (builder, "device", venule_device_to_string (self->device));
  venule_proposed_add (self->proposed, builder);
  add_vessel (builder, self->vessel);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);

  return json_to_string (root, FALSE);
}

/* ---- From text ---- */

static gboolean
read_fields (JsonObject  *object,
             const Field *described,
             guint        n,
             gpointer     values)
{
  for (guint i = 0; i < n; i++)
    {
      guint8 *value = (guint8 *) values + described[i].offset;
      JsonNode *node = json_object_get_member (object, described[i].name);
      GType type = node != NULL ? json_node_get_value_type (node) : G_TYPE_NONE;
      gint64 integer;
      double number;

      if (node == NULL)
        continue;
      if (type != G_TYPE_INT64 && (type != G_TYPE_DOUBLE || described[i].type != REAL))
        return FALSE;

      integer = json_node_get_int (node);
      if (described[i].type == REAL)
        *(double *) (void *) value = json_node_get_double (node);
      else if (described[i].type == LONG_INTEGER)
        *(gint64 *) (void *) value = integer;
      else
        *(int *) (void *) value = (int) integer;

      number = described[i].type == REAL ? *(double *) (void *) value : (double) integer;
      if (!(number >= described[i].low && number <= described[i].high))
        return FALSE;
    }

  return TRUE;
}

static JsonArray *
get_array (JsonObject *object,
           const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static gboolean
read_corners (JsonObject   *object,
              VenuleVessel *vessel)
{
  JsonArray *array = get_array (object, "corners_px");
  guint n = array != NULL ? json_array_get_length (array) : 0;

  if (n % 2 != 0 || n > 2 * MAX_CORNERS)
    return FALSE;

  g_array_set_size (vessel->corners, 0);
  for (guint i = 0; i < n; i += 2)
    {
      JsonNode *x = json_array_get_element (array, i), *y = json_array_get_element (array, i + 1);
      VenulePoint corner = { JSON_NODE_HOLDS_VALUE (x) ? json_node_get_double (x) : NAN,
                             JSON_NODE_HOLDS_VALUE (y) ? json_node_get_double (y) : NAN };

      if (!(fabs (corner.x) <= FARTHEST) || !(fabs (corner.y) <= FARTHEST))
        return FALSE;
      g_array_append_val (vessel->corners, corner);
    }

  return vessel->kind != VENULE_CROP_POLYGON || vessel->corners->len >= 3;
}

static gboolean
read_vessel (JsonObject   *settings,
             VenuleVessel *vessel)
{
  JsonNode *node = json_object_get_member (settings, "vessel");
  JsonObject *object = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  int kind;

  if (object == NULL)
    return FALSE;
  kind = venule_names_find (crop_names, G_N_ELEMENTS (crop_names), venule_json_get_text (object, "kind", NULL));
  if (kind < 0 || !read_fields (object, vessel_fields, G_N_ELEMENTS (vessel_fields), vessel))
    return FALSE;
  vessel->kind = (VenuleCropKind) kind;

  return read_corners (object, vessel);
}

static gboolean
read_choices (JsonObject     *object,
              VenuleSettings *settings)
{
  const char *detector = venule_json_get_text (object, "finder", "learned");
  const char *registration = venule_json_get_text (object, "registration", "auto");
  const char *device = venule_json_get_text (object, "device", "auto");

  if (!venule_device_from_string (device, &settings->device) ||
      !venule_detector_kind_from_string (detector, &settings->detector) ||
      !venule_registration_kind_from_string (registration, &settings->registration))
    return FALSE;
  return venule_proposed_read (object, &settings->proposed);
}

VenuleSettings *
venule_settings_from_text (const char  *text,
                           GError     **error)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(JsonNode) root = venule_json_parse (text);
  JsonObject *object = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;

  if (object != NULL && venule_json_are_values (object, (const char *[]){ "version", NULL }) &&
      json_object_get_int_member_with_default (object, "version", 0) == VERSION &&
      read_fields (object, fields, G_N_ELEMENTS (fields), settings) && read_choices (object, settings) &&
      read_vessel (object, settings->vessel) && venule_calibration_validate (&settings->calibration, NULL) &&
      settings->cell_diameter > 0 && settings->velocity_window > 0)
    return g_steal_pointer (&settings);

  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
                       _("The settings in the document make no sense: it is damaged, or was not written by Venule."));

  return NULL;
}

static gboolean
has_fields (JsonObject  *object,
            const Field *described,
            guint        n)
{
  for (guint i = 0; i < n; i++)
    if (!json_object_has_member (object, described[i].name))
      return FALSE;

  return TRUE;
}

gboolean
venule_settings_text_is_complete (const char *text)
{
  g_autoptr(VenuleSettings) settings = venule_settings_from_text (text, NULL);
  g_autoptr(JsonNode) root = settings != NULL ? venule_json_parse (text) : NULL;
  JsonObject *object = root != NULL ? json_node_get_object (root) : NULL;

  return object != NULL && has_fields (object, fields, G_N_ELEMENTS (fields)) &&
         has_fields (json_object_get_object_member (object, "vessel"), vessel_fields, G_N_ELEMENTS (vessel_fields)) &&
         json_object_has_member (object, "finder") && json_object_has_member (object, "registration") &&
         json_object_has_member (object, "device");
}
