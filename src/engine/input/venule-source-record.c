/* venule-source-record.c: what is known of a video, kept where the video itself may be missing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-source-record.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-error.h"
#include "venule-json.h"
#include "venule-source-identity.h"
#include "venule-source-private.h"

#define KEY (1u << 0)
#define INTERLACED (1u << 1)
#define CORRUPT (1u << 2)

#define MAX_WARNINGS 1000

/* What makes sense of a video: bytes of a text; frames/s and µm/px; s from its beginning. */
#define MAX_TEXT 1000
#define MAX_RATE VENULE_SOURCE_MAX_NUMBER
#define MAX_TIME (VENULE_SOURCE_MAX_FRAMES / VENULE_SOURCE_LOWEST_RATE)

#define VENULE_TYPE_RECORDED_SOURCE (venule_recorded_source_get_type ())
G_DECLARE_FINAL_TYPE (VenuleRecordedSource, venule_recorded_source, VENULE, RECORDED_SOURCE, VenuleSource)

struct _VenuleRecordedSource
{
  VenuleSource  parent_instance;

  char         *hash;
  GMutex        opening;
  VenuleSource *file; /* the video, when it has been found to be the one on record */
};

G_DEFINE_FINAL_TYPE (VenuleRecordedSource, venule_recorded_source, VENULE_TYPE_SOURCE)

/* ---- The record ---- */

VenuleSourceRecord *
venule_source_record_new (void)
{
  VenuleSourceRecord *self = g_new0 (VenuleSourceRecord, 1);

  self->size = -1;

  return self;
}

void
venule_source_record_free (VenuleSourceRecord *self)
{
  if (self == NULL)
    return;

  g_free (self->path);
  g_free (self->hash);
  g_free (self->facts);
  g_clear_pointer (&self->frames, g_bytes_unref);
  g_free (self);
}

static void
put (guint8  *to,
     guint64  value)
{
  value = GUINT64_TO_LE (value);
  memcpy (to, &value, sizeof value);
}

static guint64
get (const guint8 *from)
{
  guint64 value;

  memcpy (&value, from, sizeof value);

  return GUINT64_FROM_LE (value);
}

static void
put_row (guint8                *to,
         const VenuleFrameInfo *row)
{
  guint64 time;

  memcpy (&time, &row->time, sizeof time);
  put (to, (guint64) row->pts);
  put (to + 8, time);
  put (to + 16, row->hash);
  put (to + 24, (row->key ? KEY : 0) | (row->interlaced ? INTERLACED : 0) | (row->corrupt ? CORRUPT : 0));
}

static void
get_row (const guint8    *from,
         VenuleFrameInfo *row)
{
  guint64 time = get (from + 8), flags = get (from + 24);

  *row = (VenuleFrameInfo){ .pts = (gint64) get (from), .hash = get (from + 16), .key = (flags & KEY) != 0,
                            .interlaced = (flags & INTERLACED) != 0, .corrupt = (flags & CORRUPT) != 0 };
  memcpy (&row->time, &time, sizeof time);
}

/* Under the table's lock. */
static GBytes *
pack_frames (VenuleSourceTable *table)
{
  guint n = table->rows != NULL ? table->rows->len : 0;
  guint8 *data = g_malloc ((gsize) n * VENULE_SOURCE_ROW_SIZE);

  for (guint i = 0; i < n; i++)
    put_row (data + (gsize) i * VENULE_SOURCE_ROW_SIZE, &g_array_index (table->rows, VenuleFrameInfo, i));

  return g_bytes_new_take (data, (gsize) n * VENULE_SOURCE_ROW_SIZE);
}

static void
add_text (JsonBuilder *builder,
          const char  *name,
          const char  *text)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, text != NULL ? text : "");
}

static void
add_number (JsonBuilder *builder,
            const char  *name,
            double       number)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, isfinite (number) ? number : 0);
}

static void
add_input_options (JsonBuilder              *builder,
                   const VenuleInputOptions *options)
{
  venule_json_begin_object (builder, "reading");
  add_text (builder, "gray", venule_gray_to_string (options->gray));
  add_text (builder, "fields", venule_fields_to_string (options->fields));
  add_text (builder, "axis", venule_axis_to_string (options->axis));
  venule_json_add_integer (builder, "channel", options->channel);
  venule_json_add_integer (builder, "slice", options->slice);
  venule_json_add_integer (builder, "series", options->series);
  json_builder_end_object (builder);
}

/* Under the table's lock. */
static void
add_table (JsonBuilder             *builder,
           const VenuleSourceTable *table)
{
  add_text (builder, "table", table->counted ? "counted" : table->rows != NULL ? "forecast" : "none");
  add_number (builder, "frame_rate", table->frame_rate);
  add_text (builder, "frame_rate_from", table->rate_origin);
  venule_json_add_integer (builder, "frames", table->n_frames);
  venule_json_add_flag (builder, "interlaced", table->interlaced);
  venule_json_begin_array (builder, "findings");
  for (guint i = 0; table->warnings != NULL && table->warnings[i] != NULL; i++)
    json_builder_add_string_value (builder, table->warnings[i]);
  json_builder_end_array (builder);
  venule_json_add_flag (builder, "cut_off", table->cut_off);
}

VenuleSourceRecord *
venule_source_dup_record (VenuleSource *self,
                          gboolean      hash)
{
  g_autoptr (VenuleSourceRecord) record = venule_source_record_new ();
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  VenuleSourceTable *table;
  const char *scale_origin;
  double width_um, height_um;

  g_return_val_if_fail (VENULE_IS_SOURCE (self), NULL);

  record->path = g_canonicalize_filename (venule_source_get_path (self), NULL);
  record->size = venule_source_get_file_size (self);
  record->hash = hash ? venule_source_dup_hash (self, NULL, NULL) : venule_source_peek_hash (self);

  scale_origin = venule_source_get_scale (self, &width_um, &height_um);
  json_builder_begin_object (builder);
  venule_json_add_integer (builder, "width_px", venule_source_get_width (self));
  venule_json_add_integer (builder, "height_px", venule_source_get_height (self));
  venule_json_add_integer (builder, "bit_depth", venule_source_get_bit_depth (self));
  add_text (builder, "format", venule_source_get_format (self));
  add_number (builder, "pixel_width_um", width_um);
  add_number (builder, "pixel_height_um", height_um);
  add_text (builder, "pixel_size_from", scale_origin);
  add_input_options (builder, venule_source_get_input_options (self));

  table = venule_source_get_table (self);
  g_mutex_lock (&table->lock);
  add_table (builder, table);
  record->frames = pack_frames (table);
  g_mutex_unlock (&table->lock);

  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  record->facts = json_to_string (root, FALSE);

  return g_steal_pointer (&record);
}

/* ---- Back from it ---- */

static gboolean
set_damaged (GError **error)
{
  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
                       _("What the document says of its video makes no sense: it is damaged, or was not written by "
                         "Venule."));
  return FALSE;
}

static JsonNode *
parse_facts (const VenuleSourceRecord  *self,
             GError                   **error)
{
  g_autoptr (JsonNode) root = self->facts != NULL ? venule_json_parse (self->facts) : NULL;

  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    return g_steal_pointer (&root);

  set_damaged (error);

  return NULL;
}

/* NULL: it is none. */
static const char *
get_text (JsonObject *object,
          const char *name,
          const char *missing)
{
  const char *text = venule_json_get_text (object, name, missing);

  return text != NULL && strlen (text) <= MAX_TEXT ? text : NULL;
}

static gboolean
get_index (JsonObject *object,
           const char *name,
           int        *index)
{
  gint64 number = venule_json_are_values (object, (const char *[]){ name, NULL })
                    ? json_object_get_int_member_with_default (object, name, 0) : -1;

  *index = (int) CLAMP (number, 0, G_MAXINT);

  return *index == number;
}

static JsonObject *
get_object (JsonObject *object,
            const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* What had no effect was kept by earlier versions, and is refused today: it is forgotten. */
static void
forget_idle_choices (const char         *format,
                     VenuleInputOptions *options)
{
  gboolean stack = format != NULL && strstr (format, "TIFF") != NULL;

  if (!stack || options->axis == VENULE_AXIS_SLICE)
    options->slice = 0;
  if (!stack || options->axis == VENULE_AXIS_CHANNEL)
    options->channel = 0;
  if (!stack)
    options->series = 0;
  if (!stack)
    options->axis = VENULE_AXIS_UNKNOWN;
}

static gboolean
read_input_options (JsonObject         *facts,
                    VenuleInputOptions *options)
{
  const char *format = get_text (facts, "format", "");
  JsonObject *object = get_object (facts, "reading");
  const char *gray = object != NULL ? get_text (object, "gray", "luma") : NULL;
  const char *fields = object != NULL ? get_text (object, "fields", "whole") : NULL;
  const char *axis = object != NULL ? get_text (object, "axis", "unknown") : NULL;

  *options = (VenuleInputOptions){ 0 };
  if (gray == NULL || fields == NULL || axis == NULL || !venule_gray_from_string (gray, &options->gray) ||
      !venule_fields_from_string (fields, &options->fields) || !venule_axis_from_string (axis, &options->axis) ||
      !get_index (object, "channel", &options->channel) || !get_index (object, "slice", &options->slice) ||
      !get_index (object, "series", &options->series))
    return FALSE;
  forget_idle_choices (format, options);

  return TRUE;
}

/* 0: it is not known. */
static gboolean
is_rate (double number)
{
  return number >= 0 && number <= MAX_RATE;
}

static gboolean
read_header (JsonObject         *facts,
             VenuleSourceHeader *header)
{
  static const char *const values[] = { "width_px", "height_px",      "bit_depth",       "interlaced", "frame_rate",
                                        "frames",   "pixel_width_um", "pixel_height_um", "cut_off",    NULL };
  gint64 width, height, depth;
  const char *scale_origin = get_text (facts, "pixel_size_from", "");

  if (!venule_json_are_values (facts, values))
    return FALSE;
  width = json_object_get_int_member_with_default (facts, "width_px", 0);
  height = json_object_get_int_member_with_default (facts, "height_px", 0);
  depth = json_object_get_int_member_with_default (facts, "bit_depth", 0);
  *header =
    (VenuleSourceHeader){ .interlaced = json_object_get_boolean_member_with_default (facts, "interlaced", FALSE),
                          .format = get_text (facts, "format", ""),
                          .frame_rate = json_object_get_double_member_with_default (facts, "frame_rate", 0),
                          .rate_origin = get_text (facts, "frame_rate_from", ""),
                          .n_frames = json_object_get_int_member_with_default (facts, "frames", 0),
                          .pixel_width_um = json_object_get_double_member_with_default (facts, "pixel_width_um", 0),
                          .pixel_height_um = json_object_get_double_member_with_default (facts, "pixel_height_um", 0),
                          .scale_origin = scale_origin != NULL && *scale_origin != '\0' ? scale_origin : NULL };
  if (!read_input_options (facts, &header->options) || !venule_frame_size_is_sane (width, height) || depth < 8 ||
      depth > 16 || header->format == NULL || header->rate_origin == NULL || scale_origin == NULL ||
      !is_rate (header->frame_rate) || !is_rate (header->pixel_width_um) || !is_rate (header->pixel_height_um) ||
      header->n_frames < 0 || header->n_frames > VENULE_SOURCE_MAX_FRAMES)
    return FALSE;

  header->width = (int) width;
  header->height = (int) height;
  header->bit_depth = (int) depth;

  return TRUE;
}

static GPtrArray *
read_warnings (JsonObject *facts)
{
  JsonNode *node = json_object_get_member (facts, "findings");
  JsonArray *array = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  GPtrArray *warnings = g_ptr_array_new ();

  for (guint i = 0; array != NULL && i < MIN (json_array_get_length (array), MAX_WARNINGS); i++)
    {
      JsonNode *item = json_array_get_element (array, i);

      if (JSON_NODE_HOLDS_VALUE (item) && json_node_get_value_type (item) == G_TYPE_STRING &&
          strlen (json_node_get_string (item)) <= MAX_TEXT)
        g_ptr_array_add (warnings, json_node_dup_string (item));
    }

  return warnings;
}

/* What a source publishes: times do not run backwards, and are those of the rate. (The second field of a frame before a
 * gap is put into the gap.) */
static gboolean
are_times_of_rate (const GArray *rows,
                   double        rate)
{
  double before = -MAX_TIME, n, expected;

  for (guint i = 0; i < rows->len; i++)
    {
      double time = g_array_index (rows, VenuleFrameInfo, i).time;

      if (!(time >= before && time <= MAX_TIME))
        return FALSE;
      before = time;
    }
  if (rows->len < 2 || before == g_array_index (rows, VenuleFrameInfo, 0).time)
    return TRUE;

  n = rows->len - 1;
  expected = rate * (before - g_array_index (rows, VenuleFrameInfo, 0).time);
  return expected >= n / 2 && expected <= 2 * n;
}

static gboolean
take_frames (VenuleSource             *source,
             const VenuleSourceRecord *record,
             JsonObject               *facts,
             const VenuleSourceHeader *header)
{
  const char *kind = get_text (facts, "table", "none");
  gsize size = 0;
  const guint8 *data = record->frames != NULL ? g_bytes_get_data (record->frames, &size) : NULL;
  gboolean counted = g_strcmp0 (kind, "counted") == 0;
  GArray *rows;

  if (kind == NULL || size % VENULE_SOURCE_ROW_SIZE != 0 || size / VENULE_SOURCE_ROW_SIZE > VENULE_SOURCE_MAX_FRAMES)
    return FALSE;

  rows = g_array_new (FALSE, TRUE, sizeof (VenuleFrameInfo));
  for (gsize i = 0; i < size / VENULE_SOURCE_ROW_SIZE; i++)
    {
      VenuleFrameInfo row;

      get_row (data + i * VENULE_SOURCE_ROW_SIZE, &row);
      g_array_append_val (rows, row);
    }
  if (!are_times_of_rate (rows, header->frame_rate))
    {
      g_array_unref (rows);
      return FALSE;
    }

  if (counted && json_object_get_boolean_member_with_default (facts, "cut_off", FALSE))
    venule_source_set_cut_off (source);
  if (counted)
    venule_source_take_table (source, rows, header->frame_rate, g_strdup (header->rate_origin), header->interlaced,
                              read_warnings (facts));
  else if (g_str_equal (kind, "forecast"))
    venule_source_take_packet_scan (source, rows, header->frame_rate);
  else
    g_array_unref (rows);

  return TRUE;
}

gboolean
venule_source_restore_table (VenuleSource             *self,
                             const VenuleSourceRecord *record)
{
  g_autoptr (JsonNode) root = parse_facts (record, NULL);
  JsonObject *facts = root != NULL ? json_node_get_object (root) : NULL;
  VenuleSourceHeader header;

  g_return_val_if_fail (VENULE_IS_SOURCE (self) && !venule_source_has_table (self), FALSE);

  return facts != NULL && read_header (facts, &header) && take_frames (self, record, facts, &header) &&
         venule_source_has_table (self);
}

gboolean
venule_source_record_get_extent (const VenuleSourceRecord  *self,
                                 int                       *width,
                                 int                       *height,
                                 gint64                    *n_frames,
                                 gboolean                  *counted,
                                 GError                   **error)
{
  g_autoptr (JsonNode) root = parse_facts (self, error);
  gint64 n_rows = self->frames != NULL ? (gint64) (g_bytes_get_size (self->frames) / VENULE_SOURCE_ROW_SIZE) : 0;
  VenuleSourceHeader header;

  if (root == NULL)
    return FALSE;
  if (!read_header (json_node_get_object (root), &header))
    return set_damaged (error);

  *width = header.width;
  *height = header.height;
  *counted = n_rows > 0 && g_strcmp0 (get_text (json_node_get_object (root), "table", "none"), "counted") == 0;
  *n_frames = *counted ? n_rows : MAX (header.n_frames, n_rows);

  return TRUE;
}

VenuleSource *
venule_source_new_recorded (const VenuleSourceRecord  *record,
                            GError                   **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (VenuleSource) source = NULL;
  VenuleSourceHeader header;

  g_return_val_if_fail (record != NULL && record->path != NULL, NULL);

  root = parse_facts (record, error);
  if (root == NULL)
    return NULL;
  if (!read_header (json_node_get_object (root), &header))
    {
      set_damaged (error);
      return NULL;
    }

  header.file_size = record->size;
  source = g_object_new (VENULE_TYPE_RECORDED_SOURCE, "path", record->path, NULL);
  VENULE_RECORDED_SOURCE (source)->hash = g_strdup (record->hash);
  venule_source_set_header (source, &header);
  if (!take_frames (source, record, json_node_get_object (root), &header))
    {
      set_damaged (error);
      return NULL;
    }

  g_free (venule_source_dup_hash (source, NULL, NULL)); /* known from now on */

  return g_steal_pointer (&source);
}

static char *
make_hash (VenuleSource  *source,
           GCancellable  *cancellable,
           GError       **error)
{
  VenuleRecordedSource *self = VENULE_RECORDED_SOURCE (source);

  if (self->hash != NULL)
    return g_strdup (self->hash);

  g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND, _("The document does not hold the video’s hash."));

  return NULL;
}

/* Where nothing is open yet, opening says why it cannot be: the path may be that of a folder of pictures. */
static gboolean
check (VenuleSource  *source,
       GError       **error)
{
  VenuleRecordedSource *self = VENULE_RECORDED_SOURCE (source);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->opening);

  return self->file == NULL || VENULE_SOURCE_GET_CLASS (self->file)->check (self->file, error);
}

static VenuleReader *
open_reader (VenuleSource  *source,
             GError       **error)
{
  VenuleRecordedSource *self = VENULE_RECORDED_SOURCE (source);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->opening);
  g_autoptr (VenuleSource) file = NULL;
  GError *failure = NULL;

  if (self->file == NULL)
    {
      file =
        venule_source_open_as (venule_source_get_path (source), venule_source_get_input_options (source), NULL, error);
      if (file == NULL)
        return NULL;
      if (venule_source_check_identity (source, file, FALSE, NULL, &failure))
        self->file = g_steal_pointer (&file);
    }
  if (failure == NULL)
    return venule_source_open_identical_reader (source, self->file, error);

  if (g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_OTHER_VIDEO))
    /* Translators: %s is a sentence about a video that is not the one of a document */
    g_set_error (error, failure->domain, failure->code,
                 _("%s Put the original back, or open the document in Venule and say where its video is; “venule-cli "
                   "convert” with --video does so, too."), failure->message);
  else
    g_propagate_error (error, g_steal_pointer (&failure));
  g_clear_error (&failure);
  return NULL;
}

static void
venule_recorded_source_finalize (GObject *object)
{
  VenuleRecordedSource *self = VENULE_RECORDED_SOURCE (object);

  g_free (self->hash);
  g_clear_object (&self->file);
  g_mutex_clear (&self->opening);

  G_OBJECT_CLASS (venule_recorded_source_parent_class)->finalize (object);
}

static void
venule_recorded_source_class_init (VenuleRecordedSourceClass *klass)
{
  VenuleSourceClass *source_class = VENULE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = venule_recorded_source_finalize;
  source_class->check = check;
  source_class->make_hash = make_hash;
  source_class->open_reader = open_reader;
}

static void
venule_recorded_source_init (VenuleRecordedSource *self)
{
  g_mutex_init (&self->opening);
}
