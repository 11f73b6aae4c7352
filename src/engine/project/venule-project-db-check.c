/* venule-project-db-check.c: whether the values in a document are within their bounds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-project-db-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-error.h"
#include "venule-json.h"
#include "venule-kymograph-line.h"
#include "venule-settings-text.h"
#include "venule-time.h"

/* A checksum proves that no byte was lost, not that Venule wrote the bytes. All that a command later counts to,
 * allocates or draws is therefore bounded here, when a document is opened; spots are, by the same bounds, when their
 * path is read. */

/* Frames that a video whose frames were not counted to the end may have beyond those that its header promises. */
#define MORE_FRAMES 1000

#define MAX_RUNS "10000"
#define TEXT_OF_A_LINE "1000"
#define TEXT_OF_A_STEP "10000"
#define ROW_NUMBER "BETWEEN 1 AND 9007199254740991"

typedef struct {
  const char *table, *column;
  const char *rule;      /* in SQL; ?1 is the number of frames; NULL in a column satisfies each */
  const char *otherwise; /* what rescue sets instead, in SQL; NULL: the row is given up */
} Bound;

/* What is known of a track, as it is, and before and after a step. */
#define MARKS(table, of)                                                                                               \
  { table, of "path", of "path IN (SELECT id FROM path)", of "path" },                                                 \
    { table, of "kind", "is_kind(" of "kind)", "'other'" },                                                            \
    { table, of "quality", of "quality BETWEEN 0 AND 1", "0" }, { table, of "edited", of "edited IN (0, 1)", "1" },    \
    { table, of "kind_said", of "kind_said IN (0, 1)", "0" }, { table, of "hidden", of "hidden IN (0, 1)", "0" },      \
    { table, of "locked", of "locked IN (0, 1)", "0" },                                                                \
    { table, of "color", of "color BETWEEN -1 AND 16777215", "-1" },                                                   \
    { table, of "note", "is_text(" of "note, " G_STRINGIFY (VENULE_TRACK_LONGEST_NOTE) ")",                            \
      "substr(" of "note, 1, " G_STRINGIFY (VENULE_TRACK_LONGEST_NOTE) ")" }

static const Bound bounds[] = {
  { "document", "revision", "revision BETWEEN 0 AND 9007199254740991", "0" },
  { "document", "program", "is_text(program, " TEXT_OF_A_LINE ")", "''" },
  { "document", "settings", "is_settings(settings, 0)", "NULL" },
  { "document", "run", "run BETWEEN 0 AND " G_STRINGIFY (VENULE_PROJECT_DB_LAST_NUMBER), "0" },
  { "video", "path", "length(CAST(path AS BLOB)) BETWEEN 1 AND 4096" },
  { "video", "size", "size BETWEEN -1 AND 4611686018427387904", "-1" },
  { "video", "sha256", "is_text(sha256, 128)", "NULL" },
  { "run", "id", "id BETWEEN 1 AND " G_STRINGIFY (VENULE_PROJECT_DB_LAST_NUMBER) },
  { "run", "id", "id IN (SELECT id FROM run ORDER BY id LIMIT " MAX_RUNS ")" },
  { "run", "settings", "is_settings(settings, CASE device WHEN '' THEN 1 ELSE 2 END)" },
  { "run", "device", "is_text(device, " TEXT_OF_A_LINE ")", "''" },
  { "run", "versions", "is_json(versions)", "NULL" },
  { "run", "detect_interval", "detect_interval BETWEEN 0 AND 10000", "1" },
  { "run", "first_frame", "first_frame BETWEEN 0 AND max(?1 - 1, 0)", "0" },
  { "run", "last_frame", "last_frame BETWEEN -1 AND ?1 - 1", "CASE WHEN last_frame < 0 THEN -1 ELSE ?1 - 1 END" },
  { "run", "unregistered_frames", "unregistered_frames BETWEEN 0 AND ?1", "0" },
  { "run", "complete", "complete IN (0, 1)", "0" },
  { "path", "id", "id " ROW_NUMBER },
  { "outline", "path", "path " ROW_NUMBER },
  { "track", "run", "run BETWEEN 1 AND " G_STRINGIFY (VENULE_PROJECT_DB_LAST_NUMBER) },
  { "track", "run", "run IN (SELECT id FROM run)", "run" }, /* rescue makes such a run */
  { "track", "path", "(run, id) IN (SELECT run, min(id) FROM track GROUP BY run, path)" },
  { "track", "id", "id BETWEEN 0 AND " G_STRINGIFY (VENULE_PROJECT_DB_LAST_NUMBER) },
  MARKS ("track", ""),
  { "step", "id", "id " ROW_NUMBER },
  { "step", "run", "run BETWEEN 0 AND " G_STRINGIFY (VENULE_PROJECT_DB_LAST_NUMBER) },
  { "step", "name", "is_text(name, " TEXT_OF_A_STEP ")" },
  { "step", "measured", "is_text(measured, " TEXT_OF_A_STEP ")" },
  { "step", "done", "done IN (0, 1)" },
  { "change", "step", "step " ROW_NUMBER },
  { "change", "number", "number BETWEEN 0 AND 9007199254740991" },
  { "change", "track", "track BETWEEN 0 AND " G_STRINGIFY (VENULE_PROJECT_DB_LAST_NUMBER) },
  MARKS ("change", "old_"),
  MARKS ("change", "new_"),
  { "light", "run", "run IN (SELECT id FROM run)" },
  { "light", "frames", "length(frames) % 4 = 0 AND length(frames) BETWEEN 8 AND 8 + 4 * ?1" },
  { "light", "saturated", "saturated BETWEEN 0 AND 1", "NULL" },
  { "light", "gray_levels", "gray_levels BETWEEN 0 AND 65536", "0" },
  { "measure", "value", "is_measure(name, value)" },
  { "measure_change", "step", "step " ROW_NUMBER },
  { "measure_change", "number", "number BETWEEN 0 AND 9007199254740991" },
  { "measure_change", "old_value", "is_measure(name, old_value)" },
  { "measure_change", "new_value", "is_measure(name, new_value)" },
  { "answer", "run", "run BETWEEN 1 AND " G_STRINGIFY (VENULE_PROJECT_DB_LAST_NUMBER) },
  { "answer", "track", "track BETWEEN 0 AND " G_STRINGIFY (VENULE_PROJECT_DB_LAST_NUMBER) },
  { "answer", "frame", "frame BETWEEN 0 AND ?1 - 1" },
  { "answer", "reason", "is_text(reason, " TEXT_OF_A_LINE ")" },
  { "answer", "probability", "probability BETWEEN 0 AND 1" },
  { "answer", "wrong", "wrong IN (0, 1)" },
};

/* ---- What SQL cannot say: NULL where nothing is to be judged ---- */

static const char *
get_text (sqlite3_value *value)
{
  const char *text = (const char *) sqlite3_value_text (value);

  return text != NULL && (gsize) sqlite3_value_bytes (value) == strlen (text) && g_utf8_validate (text, -1, NULL)
         ? text : NULL;
}

/* is_text(text, most characters) */
static void
is_text (sqlite3_context  *context,
         int               n,
         sqlite3_value   **values)
{
  const char *text = get_text (values[0]);

  if (sqlite3_value_type (values[0]) != SQLITE_NULL)
    sqlite3_result_int (context, text != NULL && g_utf8_strlen (text, -1) <= sqlite3_value_int64 (values[1]));
}

static void
is_kind (sqlite3_context  *context,
         int               n,
         sqlite3_value   **values)
{
  VenuleCellKind kind;

  if (sqlite3_value_type (values[0]) != SQLITE_NULL)
    sqlite3_result_int (context, venule_cell_kind_from_string (get_text (values[0]), &kind));
}

static void
is_json (sqlite3_context  *context,
         int               n,
         sqlite3_value   **values)
{
  const char *text = get_text (values[0]);
  g_autoptr(JsonNode) node = text != NULL ? venule_json_parse (text) : NULL;

  if (sqlite3_value_type (values[0]) != SQLITE_NULL)
    sqlite3_result_int (context, node != NULL);
}

static gboolean
are_inside (const VenulePathBounds *within,
            const GArray           *points)
{
  for (guint i = 0; i < points->len; i++)
    {
      const VenulePoint *point = &g_array_index (points, VenulePoint, i);

      if (!venule_path_bounds_hold (within, point->x, point->y))
        return FALSE;
    }

  return TRUE;
}

/* is_settings(text, use): 0: of no run yet, and the crop may still lie anywhere; 1: of a run of cells that were marked
 * by hand, which needs no flow; 2: of a run that analysed the video or was imported. */
static void
is_settings (sqlite3_context  *context,
             int               n,
             sqlite3_value   **values)
{
  const VenulePathBounds *within = sqlite3_user_data (context);
  const char *text = get_text (values[0]);
  g_autoptr(VenuleSettings) settings = text != NULL ? venule_settings_from_text (text, NULL) : NULL;
  g_autoptr(GArray) outline =
    settings != NULL ? venule_vessel_dup_outline (settings->vessel, within->width, within->height) : NULL;

  if (sqlite3_value_type (values[0]) != SQLITE_NULL)
    sqlite3_result_int (context, outline != NULL &&
                        (sqlite3_value_int (values[1]) == 0 || are_inside (within, outline)) &&
                        (sqlite3_value_int (values[1]) < 2 ||
                         (venule_vessel_has_flow (settings->vessel) && venule_vessel_has_area (settings->vessel))));
}

/* is_measure(name, value) */
static void
is_measure (sqlite3_context  *context,
            int               n,
            sqlite3_value   **values)
{
  const VenulePathBounds *within = sqlite3_user_data (context);
  g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();
  g_autoptr(VenuleKymographLine) line = NULL;
  const char *name = get_text (values[0]), *value = get_text (values[1]);

  if (sqlite3_value_type (values[1]) == SQLITE_NULL)
    return;
  if (name == NULL || value == NULL || !venule_measure_settings_set_value (settings, name, value, NULL))
    {
      sqlite3_result_int (context, FALSE);
      return;
    }
  if (settings->kymograph_line != NULL)
    line = venule_kymograph_line_from_text (settings->kymograph_line);
  sqlite3_result_int (context, are_inside (within, settings->centreline) &&
                                 (line == NULL || are_inside (within, line->points)));
}

static gboolean
add_functions (sqlite3                 *database,
               const VenulePathBounds  *within,
               GError                 **error)
{
  static const struct {
    const char *name;
    int n;
    void (*call) (sqlite3_context *, int, sqlite3_value **);
  } functions[] = { { "is_text", 2, is_text }, { "is_kind", 1, is_kind }, { "is_json", 1, is_json },
                    { "is_settings", 2, is_settings }, { "is_measure", 2, is_measure } };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (sqlite3_create_function_v2 (database, functions[i].name, functions[i].n, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                    g_memdup2 (within, sizeof *within), functions[i].call, NULL, NULL,
                                    g_free) != SQLITE_OK)
      return venule_sql_set_error (database, error);

  return TRUE;
}

/* ---- All of it ---- */

/* Where the video is not known, no picture is larger and no table longer. */
static gboolean
find_bounds (sqlite3           *database,
             VenulePathBounds  *within,
             GError           **error)
{
  g_autoptr(VenuleSourceRecord) record = NULL;
  g_autoptr(GError) failure = NULL;
  gboolean counted;

  *within = (VenulePathBounds) VENULE_PATH_BOUNDS_INIT;
  record = venule_project_db_dup_video_of (database, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (record == NULL)
    return TRUE;
  if (!venule_source_record_get_extent (record, &within->width, &within->height, &within->n_frames, &counted, error))
    return FALSE;
  if (!counted)
    within->n_frames = MIN (2 * within->n_frames + MORE_FRAMES, VENULE_SOURCE_MAX_FRAMES);

  return TRUE;
}

static sqlite3_stmt *
prepare (sqlite3                 *database,
         const VenulePathBounds  *within,
         char                    *text,
         GError                 **error)
{
  g_autofree char *owned = text;
  sqlite3_stmt *statement = venule_sql_prepare (database, text, error);

  if (statement != NULL && sqlite3_bind_parameter_count (statement) > 0)
    sqlite3_bind_int64 (statement, 1, within->n_frames);

  return statement;
}

static gboolean
check (sqlite3                 *database,
       const VenulePathBounds  *within,
       const Bound             *bound,
       const char              *name,
       GError                 **error)
{
  g_autoptr(sqlite3_stmt) statement =
    prepare (database, within,
             g_strdup_printf ("SELECT substr(CAST(%s AS TEXT), 1, 40) FROM %s WHERE NOT (%s) LIMIT 1", bound->column,
                              bound->table, bound->rule), error);
  g_autoptr(GError) failure = NULL;
  g_autofree char *value = NULL;

  if (statement == NULL)
    return FALSE;
  if (!venule_sql_next (statement, &failure) && failure == NULL)
    return TRUE;

  value = failure == NULL ? g_utf8_make_valid (venule_sql_get_text (statement, 0), -1) : NULL;
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  else
    g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
                 /* Translators: the name of a file; the names of a column and a table; what stands there */
                 _("“%s” is damaged, or was not written by Venule: “%s” of “%s” cannot be “%s”."), name, bound->column,
                 bound->table, value);

  return FALSE;
}

gboolean
venule_project_db_check_values (sqlite3          *database,
                                const char       *name,
                                VenulePathBounds *within,
                                GError          **error)
{
  if (!find_bounds (database, within, error) || !add_functions (database, within, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    if (!check (database, within, &bounds[i], name, error))
      return FALSE;

  return TRUE;
}

/* ---- What was read of a run, against each other ---- */

/* The frames of a run are not always known. */
static gboolean
is_beyond (VenuleTrack             *track,
           const VenuleRunMetadata *metadata)
{
  return metadata->last_frame >= 0 && (venule_track_get_first_frame (track) < metadata->first_frame ||
                                       venule_track_get_last_frame (track) > metadata->last_frame);
}

/* An edit may go beyond the frames of a run, and so may what was carried over from another one: it stays so when it is
 * unlocked. Rescue makes tracks of the class “other” of spots without a track, which may be those of another run. */
static gboolean
is_of_run (VenuleTrack *track,
           GHashTable  *corrected)
{
  return venule_track_get_kind (track) != VENULE_CELL_OTHER && !venule_track_get_edited (track) &&
         !venule_track_get_locked (track) &&
         !g_hash_table_contains (corrected, GUINT_TO_POINTER (venule_track_get_id (track)));
}

/* (transfer full) (nullable): set of ids. */
static GHashTable *
dup_corrected (VenuleProjectDb  *self,
               gint64            run,
               GError          **error)
{
  g_autoptr(GArray) ids = venule_project_db_dup_corrected (self, run, error);
  GHashTable *corrected = ids != NULL ? g_hash_table_new (NULL, NULL) : NULL;

  for (guint i = 0; ids != NULL && i < ids->len; i++)
    g_hash_table_add (corrected, GUINT_TO_POINTER (g_array_index (ids, guint, i)));

  return corrected;
}

/* (transfer full) (element-type double): when each frame was taken; none where that is not known, or a forecast. */
static GArray *
dup_times (VenuleSource            *source,
           const VenuleCalibration *calibration)
{
  gint64 n = calibration->frame_rate > 0 || venule_source_has_table (source) ? venule_source_get_n_frames (source) : 0;
  GArray *times = g_array_sized_new (FALSE, FALSE, sizeof (double), (guint) n);

  for (gint64 frame = 0; frame < n; frame++)
    g_array_append_vals (times, &(double){ venule_time_of_frame (source, calibration, frame) }, 1);

  return times;
}

static gboolean
has_times (VenuleTrack  *track,
           const GArray *times,
           double        tolerance)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);

  for (guint i = 0; i < n && places[i].frame < times->len; i++)
    if (!(fabs (places[i].time - g_array_index (times, double, places[i].frame)) <= tolerance))
      return FALSE;

  return TRUE;
}

gboolean
venule_project_db_check_tracks (VenuleProjectDb         *self,
                                gint64                   run,
                                GPtrArray               *tracks,
                                const VenuleSettings    *settings,
                                const VenuleRunMetadata *metadata,
                                VenuleSource            *source,
                                GError                 **error)
{
  g_autoptr(GHashTable) corrected = dup_corrected (self, run, error);
  g_autoptr(GArray) times = NULL;
  double half;

  if (corrected == NULL || !metadata->complete)
    return corrected != NULL;

  times = dup_times (source, &settings->calibration);
  /* Far more than the times of other versions of FFmpeg differ by. */
  half = 0.5 / venule_time_get_frame_rate (source, &settings->calibration);
  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);

      if (!is_of_run (track, corrected))
        continue;
      if (is_beyond (track, metadata))
        g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                     _("Track %u of the document lies in frames that its run did not read. Another program has changed "
                       "the document, and its numbers cannot be trusted."), venule_track_get_id (track));
      else if (!has_times (track, times, half))
        g_set_error (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                     _("The times of track %u are not those of its frames. Another program has changed the document, "
                       "and its numbers cannot be trusted."), venule_track_get_id (track));
      else
        continue;
      return FALSE;
    }

  return TRUE;
}

/* ---- Rescue ---- */

static gboolean
mend (sqlite3                 *database,
      const VenulePathBounds  *within,
      const Bound             *bound,
      GError                 **error)
{
  char *text = bound->otherwise != NULL
                 ? g_strdup_printf ("UPDATE %s SET %s = %s WHERE NOT (%s)", bound->table, bound->column,
                                    bound->otherwise, bound->rule)
                 : g_strdup_printf ("DELETE FROM %s WHERE NOT (%s)", bound->table, bound->rule);
  g_autoptr(sqlite3_stmt) statement = prepare (database, within, text, error);

  return statement != NULL && venule_sql_do (statement, error);
}

/* The places of a path that are within the bounds: (transfer full) (nullable): NULL: all are. */
static GBytes *
trim (const VenulePathBounds *within,
      gconstpointer           data,
      gsize                   size,
      guint                  *n)
{
  g_autoptr(GArray) places = venule_spots_blob_unpack (data, size, NULL);
  g_autoptr(GArray) inside = g_array_new (FALSE, FALSE, sizeof (VenulePlace));

  for (guint i = 0; places != NULL && i < places->len; i++)
    if (venule_path_bounds_hold_place (within, &g_array_index (places, VenulePlace, i), inside->len > 0
                                       ? &g_array_index (inside, VenulePlace, inside->len - 1) : NULL))
      g_array_append_val (inside, g_array_index (places, VenulePlace, i));
  *n = inside->len;

  if (places != NULL && inside->len == places->len)
    return NULL;

  return venule_spots_blob_pack ((const VenulePlace *) (gpointer) inside->data, *n);
}

/* Its contours are those of all its places: circles are drawn instead. */
static gboolean
put_trimmed (sqlite3  *database,
             gint64    path,
             GBytes   *bytes,
             guint     n,
             GError  **error)
{
  const char *texts[] = { n > 0 ? "UPDATE path SET spots = ?2 WHERE id = ?1" : "DELETE FROM path WHERE id = ?1",
                          "DELETE FROM outline WHERE path = ?1" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (database, texts[i], error);

      if (statement == NULL)
        return FALSE;
      sqlite3_bind_int64 (statement, 1, path);
      if (sqlite3_bind_parameter_count (statement) > 1)
        sqlite3_bind_blob64 (statement, 2, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), SQLITE_TRANSIENT);
      if (!venule_sql_do (statement, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
trim_paths (VenuleProjectDb *self,
            GError         **error)
{
  g_autoptr(sqlite3_stmt) statement =
    venule_sql_prepare (self->database, "SELECT id, spots FROM path WHERE id > ? ORDER BY id", error);
  g_autoptr(GError) failure = NULL;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, 0);
  while (venule_sql_next (statement, &failure))
    {
      gint64 path = sqlite3_column_int64 (statement, 0);
      guint n;
      g_autoptr(GBytes) bytes = trim (&self->bounds, sqlite3_column_blob (statement, 1),
                                      (gsize) sqlite3_column_bytes (statement, 1), &n);

      if (bytes == NULL)
        continue;
      sqlite3_reset (statement); /* what is read is not changed */
      sqlite3_bind_int64 (statement, 1, path);
      if (!put_trimmed (self->database, path, bytes, n, error))
        return FALSE;
    }
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&failure));

  return FALSE;
}

gboolean
venule_project_db_mend_values (VenuleProjectDb *self,
                               GError         **error)
{
  if (!find_bounds (self->database, &self->bounds, error) || !add_functions (self->database, &self->bounds, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    if (!mend (self->database, &self->bounds, &bounds[i], error))
      return FALSE;

  return trim_paths (self, error);
}
