/* venule-project-db-rescue.c: what can still be read of a damaged document
 *
 * All rows that can be read lie in one table (venule-page-salvage.h); from there they are sorted into the tables of a
 * new document by what they look like.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-project-db-rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "venule-error.h"
#include "venule-page-salvage.h"
#include "venule-project-db-private.h"
#include "venule-settings-text.h"
#include "venule-spots-blob.h"

/* Place in a file of the last byte of the document's version. */
#define VERSION 63

/* Bytes of a spot, and of its outline. */
#define PLACE 53
#define CONTOUR 80
G_STATIC_ASSERT (PLACE == VENULE_SPOTS_BLOB_PLACE && CONTOUR == sizeof (VenuleContour));

/* Bytes that a drive gives or does not give together. */
#define BLOCK ((gsize) 4096)

typedef struct {
  VenuleProjectDb       *db;
  VenuleRescue          *rescue;
  VenuleMeasureSettings *measures;    /* those that were found */
  gboolean               old;         /* whether it is of version 1, which had no checksums */
  gint64                 run;         /* that was shown */
  gboolean               settings;    /* whether those of the document were found */
  gboolean               whole;       /* whether the file opens as it is */
  GCancellable          *cancellable; /* nullable */
  GError                *error;       /* of writing, or that it was given up */
} Rescue;

/* Whether it goes on. */
static gboolean
goes_on (Rescue *self)
{
  return self->error == NULL && !g_cancellable_set_error_if_cancelled (self->cancellable, &self->error);
}

/* ---- From there into the tables ---- */

/* is_complete(settings) */
static void
is_complete (sqlite3_context  *context,
             int               n,
             sqlite3_value   **values)
{
  sqlite3_result_int (context, venule_settings_text_is_complete ((const char *) sqlite3_value_text (values[0])));
}

/* is_whole(what, value) */
static void
is_whole (sqlite3_context  *context,
          int               n,
          sqlite3_value   **values)
{
  const char *what = (const char *) sqlite3_value_text (values[0]);
  int type = sqlite3_value_type (values[1]);
  const void *data = type == SQLITE_BLOB ? sqlite3_value_blob (values[1]) : sqlite3_value_text (values[1]);
  gsize size = (gsize) sqlite3_value_bytes (values[1]);
  gboolean whole = FALSE;

  if (type == SQLITE_TEXT)
    {
      g_autoptr(VenuleSettings) settings = g_str_equal (what, "settings")
      ? venule_settings_from_text (data, NULL) : NULL;

      whole = g_utf8_validate_len (data, size, NULL) && (settings != NULL || g_str_equal (what, "text"));
    }
  else if (type == SQLITE_BLOB && g_str_equal (what, "frames"))
    {
      g_autoptr(GBytes) frames = venule_spots_blob_strip_checksum (data, size);

      whole = frames != NULL;
    }
  else if (type == SQLITE_BLOB)
    {
      g_autoptr(GArray) array = g_str_equal (what, "places")
                                  ? venule_spots_blob_unpack (data, size, NULL)
                                  : venule_spots_blob_unpack_contours (data, size,
                                                                       (guint) (size / sizeof (VenuleContour)));

      whole = array != NULL;
    }
  sqlite3_result_int (context, whole);
}

/* The columns of @select are the parameters of @insert. A row that the table does not take is not one of its own: that
 * is no failure. */
static void
transfer (Rescue     *self,
          const char *select,
          const char *insert)
{
  sqlite3 *database = self->db->database;
  g_autoptr(sqlite3_stmt) rows = self->error == NULL ? venule_sql_prepare (database, select, &self->error) : NULL;
  g_autoptr(sqlite3_stmt) statement = rows != NULL ? venule_sql_prepare (database, insert, &self->error) : NULL;

  while (statement != NULL && goes_on (self) && venule_sql_next (rows, &self->error))
    {
      int code;

      for (int i = 0; i < sqlite3_column_count (rows); i++)
        sqlite3_bind_value (statement, i + 1, sqlite3_column_value (rows, i));
      code = sqlite3_step (statement);
      if (code != SQLITE_DONE && (code & 0xff) != SQLITE_CONSTRAINT && (code & 0xff) != SQLITE_MISMATCH)
        venule_sql_set_error (database, &self->error);
      sqlite3_reset (statement);
    }
}

/* What rows look like. */
#define NUMBERED "whole AND number IS NOT NULL AND c0 IS NULL"
#define IS_VIDEO \
  "number IS NOT NULL AND c0 IS NULL AND n = 6 AND is_whole ('text', c1) AND is_whole ('text', c4) AND c4 GLOB '{*'"
#define IS_BLOB NUMBERED " AND n = 2 AND typeof (c1) = 'blob'"
#define IS_RUN NUMBERED " AND n = 9 AND is_whole ('settings', c1)"
#define IS_LIGHT NUMBERED " AND n = 4 AND typeof (c1) = 'blob' AND is_whole ('frames', c1) AND typeof (c3) = 'integer'"
#define IS_DOCUMENT \
  NUMBERED " AND n = 5 AND is_whole ('text', c2) AND (c3 IS NULL OR is_whole ('text', c3) AND c3 GLOB '{*')"
#define IS_STEP NUMBERED " AND n = 5 AND is_whole ('text', c2) AND is_whole ('text', c3) AND c3 NOT GLOB '{*'"
#define IS_MEASURE "whole AND number IS NULL AND n = 2 AND is_whole ('text', c0) AND is_whole ('text', c1)"
#define IS_TRACK \
  "whole AND number IS NULL AND typeof (c0) = 'integer' AND typeof (c1) = 'integer' AND c1 BETWEEN 0 AND 4294967295" \
  " AND typeof (c2) = 'integer' AND c3 IN ('rolling', 'adherent', 'free', 'other')"
#define IS_CHANGE "whole AND number IS NULL AND n >= 11 AND NOT coalesce (" IS_TRACK ", 0)"

#define ROWS " FROM temp.found WHERE "

/* In this order a row is of the first kind that it looks like. The last columns of a track came with version 3. In
 * version 1 contours lay among the places, 80 bytes of 133 a spot, and had no checksum. */
static const struct
{
  const char *select, *insert;
} transfers[] = {
  { "SELECT number, c1" ROWS IS_BLOB " AND is_whole ('places', c1)", "INSERT OR IGNORE INTO path VALUES (?, ?)" },
  { "SELECT number, c1" ROWS IS_BLOB " AND NOT is_whole ('places', c1) AND is_whole ('contours', c1)",
    "INSERT OR IGNORE INTO outline VALUES (?, ?)" },
  { "SELECT number, length (c1)" ROWS IS_BLOB " AND NOT is_whole ('places', c1) AND NOT is_whole ('contours', c1)",
    "INSERT OR IGNORE INTO temp.torn VALUES (?, ?)" },
  { "SELECT number, c1, c2, c3, c4, c5, c6, c7, c8" ROWS IS_RUN,
    "INSERT OR IGNORE INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)" },
  { "SELECT number, c1, c2, c3" ROWS IS_LIGHT, "INSERT OR IGNORE INTO light VALUES (?, ?, ?, ?)" },
  /* The frames can be counted anew; which video it is cannot be found out. */
  { "SELECT number, c1, c2, c3, c4, CASE WHEN is_whole ('frames', c5) THEN c5 ELSE seal (x'') END" ROWS IS_VIDEO,
    "INSERT OR IGNORE INTO video VALUES (?, ?, ?, ?, ?, ?)" },
  { "SELECT c0, c1, c2, c3, c4, c5" ROWS IS_TRACK " AND n BETWEEN 6 AND 10",
    "INSERT OR IGNORE INTO track (run, id, path, kind, quality, edited) VALUES (?, ?, ?, ?, ?, ?)" },
  { "SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10" ROWS IS_TRACK " AND n >= 11",
    "INSERT OR IGNORE INTO track VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)" },
  /* Which paths were those of tracks before they were edited. */
  { "SELECT c3" ROWS IS_CHANGE " AND typeof (c3) = 'integer'", "INSERT OR IGNORE INTO temp.known VALUES (?)" },
  { "SELECT c7" ROWS IS_CHANGE " AND typeof (c7) = 'integer'", "INSERT OR IGNORE INTO temp.known VALUES (?)" },
}, old_transfers[] = {
  { "SELECT number, seal (CAST (substr (c1, 1, length (c1) / 133 * 52) || substr (c1, 1 + length (c1) / 133 * 132)"
    " AS BLOB))"
    ROWS IS_BLOB " AND length (c1) > 0 AND length (c1) % 133 = 0", "INSERT INTO temp.old_path VALUES (?, ?)" },
  { "SELECT id, spots FROM temp.old_path WHERE is_whole ('places', spots)", "INSERT OR IGNORE INTO path VALUES "
                                                                            "(?, ?)" },
  { "SELECT number, seal (substr (c1, 1 + length (c1) / 133 * 52, length (c1) / 133 * 80))"
    ROWS IS_BLOB " AND length (c1) > 0 AND length (c1) % 133 = 0 AND number IN (SELECT id FROM path)",
    "INSERT OR IGNORE INTO outline VALUES (?, ?)" },
};

static void
take_documents (Rescue *self)
{
  g_autoptr(sqlite3_stmt) rows =
    venule_sql_prepare (self->db->database, "SELECT c3, c4" ROWS IS_DOCUMENT, &self->error);

  while (rows != NULL && goes_on (self) && venule_sql_next (rows, &self->error))
    {
      gboolean none = sqlite3_column_type (rows, 0) == SQLITE_NULL;
      g_autoptr(VenuleSettings) settings = none
      ? NULL : venule_settings_from_text (venule_sql_get_text (rows, 0), NULL);

      self->run = sqlite3_column_int64 (rows, 1);
      self->settings = none || venule_settings_text_is_complete (venule_sql_get_text (rows, 0));
      if (settings != NULL)
        venule_project_db_set_settings (self->db, settings, &self->error);
    }
}

/* One that makes no sense is as good as none. */
static void
take_measures (Rescue *self)
{
  g_autoptr(sqlite3_stmt) rows =
    venule_sql_prepare (self->db->database, "SELECT c0, c1" ROWS IS_MEASURE, &self->error);

  while (rows != NULL && goes_on (self) && venule_sql_next (rows, &self->error))
    venule_measure_settings_set_value (self->measures, venule_sql_get_text (rows, 0), venule_sql_get_text (rows, 1),
                                       NULL);
}

static guint
count (Rescue     *self,
       const char *query)
{
  gint64 number = 0;

  if (self->error == NULL)
    venule_sql_get_number (self->db->database, query, 0, &number, &self->error);

  return (guint) number;
}

static void
run_sql (Rescue     *self,
         const char *statements)
{
  if (self->error == NULL)
    venule_sql_run (self->db->database, statements, &self->error);
}

/* Returns: number of pages that nothing came of */
static guint
take_rows (Rescue *self,
           GBytes *file,
           guint   page_size)
{
  guint n_pages = 0;

  venule_page_salvage (file, page_size, self->db->database, &n_pages, self->cancellable, &self->error);
  for (guint i = 0; i < G_N_ELEMENTS (transfers); i++)
    transfer (self, transfers[i].select, transfers[i].insert);
  for (guint i = 0; i < G_N_ELEMENTS (old_transfers) && self->old; i++)
    transfer (self, old_transfers[i].select, old_transfers[i].insert);
  if (goes_on (self))
    take_documents (self);
  if (goes_on (self))
    take_measures (self);
  if (count (self, "SELECT count(*)" ROWS IS_CHANGE) > 0 || count (self, "SELECT count(*)" ROWS IS_STEP) > 0)
    self->rescue->no_history = TRUE;
  run_sql (self, "DELETE FROM temp.found");

  return n_pages;
}

/* The size of the pages is lost when the first of them is. */
static void
scan (Rescue *self,
      GBytes *file)
{
  const guint usual[] = { 16384, 4096, 65536, 32768, 8192, 2048, 1024, 512 };
  guint page_size = venule_page_salvage_get_page_size (file);

  self->old = page_size > 0 && ((const guint8 *) g_bytes_get_data (file, NULL))[VERSION] == 1;
  if (page_size > 0)
    self->rescue->n_pages = take_rows (self, file, page_size);
  for (guint i = 0; i < G_N_ELEMENTS (usual) && goes_on (self) && count (self, "SELECT count(*) FROM path") == 0; i++)
    {
      guint n_pages = usual[i] != page_size ? take_rows (self, file, usual[i]) : 0;

      if (page_size == 0 || count (self, "SELECT count(*) FROM path") > 0)
        self->rescue->n_pages = n_pages;
    }
}

/* ---- What belongs together ---- */

/* @where: which runs. */
static void
set_settings (Rescue               *self,
              const VenuleSettings *settings,
              const char           *where)
{
  g_autofree char *text = venule_settings_to_text (settings);
  g_autofree char *update = g_strconcat ("UPDATE run SET settings = ?, complete = 0 WHERE ", where, NULL);
  g_autoptr(sqlite3_stmt) statement = NULL;

  if (self->error == NULL)
    statement = venule_sql_prepare (self->db->database, update, &self->error);
  if (statement == NULL)
    return;
  sqlite3_bind_text (statement, 1, text, -1, SQLITE_STATIC);
  venule_sql_do (statement, &self->error);
}

/* A track whose run is lost is of one that says nothing of itself: it takes the settings of the document, but for a
 * crop beside the picture. */
static void
make_runs (Rescue *self)
{
  g_autoptr(VenuleSettings) settings = venule_project_db_dup_settings (self->db, NULL);
  guint n = count (self, "SELECT count(DISTINCT run) FROM track WHERE run NOT IN (SELECT id FROM run)");

  if (n == 0 && count (self, "SELECT count(*) FROM run") == 0 && count (self, "SELECT count(*) FROM path") > 0)
    run_sql (self, "INSERT INTO run VALUES (1, '', '', NULL, 1, 0, -1, 0, 0)");
  self->rescue->no_settings = !self->settings || n > 0 ||
                              count (self, "SELECT count(*) FROM run WHERE settings <> '' AND "
                                           "NOT is_complete (settings)") > 0;
  run_sql (self, "INSERT INTO run SELECT DISTINCT run, '', '', NULL, 1, 0, -1, 0, 0 FROM track"
                 " WHERE run NOT IN (SELECT id FROM run)");
  if (settings != NULL)
    {
      set_settings (self, settings, "settings = ''");
      settings->vessel->kind = VENULE_CROP_WHOLE;
      set_settings (self, settings, "NOT is_settings (settings, 1)");
    }
}

/* Spots that no track and no edit leads to were those of a track whose own row is lost. */
static void
adopt_paths (Rescue *self)
{
  self->rescue->n_bare =
    count (self, "SELECT count(*) FROM path WHERE id NOT IN (SELECT path FROM track) AND id NOT IN temp.known");
  run_sql (self, "INSERT INTO track (run, id, path, kind, quality, edited)"
                 " SELECT document.run, (SELECT coalesce(max(t.id), 0) FROM track AS t WHERE t.run = document.run)"
                 " + row_number() OVER (ORDER BY path.id), path.id, 'other', 0, 0 FROM path, document"
                 " WHERE path.id NOT IN (SELECT path FROM track) AND path.id NOT IN temp.known");
}

/* Outlines are as long as the spots of their track want them. */
static void
count_circles (Rescue *self)
{
  self->rescue->n_circles =
    count (self, "SELECT count(*) FROM track JOIN path ON path.id = track.path JOIN temp.torn ON torn.path = path.id"
                 " WHERE torn.size - 8 = (length (path.spots) - 8) / " G_STRINGIFY (PLACE) " * "
                 G_STRINGIFY (CONTOUR) " AND path.id NOT IN (SELECT path FROM outline)");
}

/* What stands in the rows of tracks has no checksum: where it makes no sense, the spots alone are kept. */
static void
check_tracks (Rescue *self)
{
  g_autoptr(sqlite3_stmt) rows = NULL;
  g_autoptr(GString) mend = g_string_new (NULL);

  if (self->error == NULL)
    rows = venule_sql_prepare (self->db->database, "SELECT run, id FROM track ORDER BY run, id", &self->error);
  while (rows != NULL && goes_on (self) && venule_sql_next (rows, &self->error))
    {
      gint64 run = sqlite3_column_int64 (rows, 0), id = sqlite3_column_int64 (rows, 1);
      g_autoptr(VenuleTrack) track = venule_project_db_dup_track (self->db, run, (guint) id, NULL);

      if (track != NULL)
        continue;
      g_string_append_printf (mend, "UPDATE track SET kind = 'other', quality = 0, edited = 0, kind_said = 0, "
                                    "hidden = 0,"
                              " locked = 0, color = -1, note = NULL WHERE run = %" G_GINT64_FORMAT " AND id = %"
                              G_GINT64_FORMAT ";", run, id);
      self->rescue->n_bare++;
    }
  run_sql (self, mend->str);
}

/* They are the same unless they were changed after the run. */
static gboolean
has_other_settings (VenuleProjectDb *db)
{
  g_autoptr(VenuleSettings) settings = venule_project_db_dup_settings (db, NULL), found = NULL;
  g_autoptr(VenuleRunMetadata) metadata = NULL;

  return settings != NULL && venule_project_db_read_run (db, venule_project_db_get_run (db), &found, &metadata, NULL) &&
         !venule_settings_equal (settings, found);
}

static void
put_together (Rescue *self)
{
  g_autofree char *show = g_strdup_printf ("UPDATE document SET revision = revision + 1, run = coalesce ("
                                           "(SELECT id FROM run WHERE id = %" G_GINT64_FORMAT "),"
                                           " (SELECT max(id) FROM run), 0)", self->run);
  g_autoptr(VenuleSourceRecord) record = NULL;
  g_autoptr(VenuleSource) source = NULL;

  record = venule_project_db_dup_video (self->db, NULL);
  source = record != NULL ? venule_source_new_recorded (record, NULL) : NULL;
  self->rescue->no_video = source == NULL;
  if (source == NULL)
    run_sql (self, "DELETE FROM video");
  if (self->error == NULL)
    venule_project_db_mend_values (self->db, &self->error);

  self->rescue->n_lost = count (self, "SELECT count(*) FROM track WHERE path NOT IN (SELECT id FROM path)");
  run_sql (self, "DELETE FROM track WHERE path NOT IN (SELECT id FROM path);"
                 "DELETE FROM outline WHERE path NOT IN (SELECT id FROM path)");
  make_runs (self);
  run_sql (self, show);
  adopt_paths (self);
  check_tracks (self);
  count_circles (self);
  /* What is not known to be all of it is said to be a part, in whatever is made of it. */
  if (!self->whole ||
      self->rescue->n_lost + self->rescue->n_bare + self->rescue->n_circles + self->rescue->n_pages > 0)
    run_sql (self, "UPDATE run SET complete = 0");
  self->rescue->differ = !self->whole && has_other_settings (self->db);
  self->rescue->n_tracks = count (self, "SELECT count(*) FROM track");
}

/* ---- All of it ---- */

/* A drive that fails gives some parts of a file and not others: those are zeros then. */
static GBytes *
read_what_can_be_read (const char    *path,
                       GCancellable  *cancellable,
                       GError       **error)
{
  int descriptor = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  struct stat status;
  guint8 *data = NULL;
  gsize at = 0;

  if (descriptor >= 0 && fstat (descriptor, &status) == 0)
    data = g_try_malloc0 ((gsize) MAX (status.st_size, 1));
  if (data == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY,
                           _("There is not enough memory for the document."));
      if (descriptor >= 0)
        close (descriptor);
      return NULL;
    }

  while (at < (gsize) status.st_size && !g_cancellable_is_cancelled (cancellable))
    {
      ssize_t n = pread (descriptor, data + at, MIN (BLOCK - at % BLOCK, (gsize) status.st_size - at), (off_t) at);

      if (n < 0 && errno == EINTR)
        continue;
      if (n == 0)
        break;
      at += n > 0 ? (gsize) n : MIN (BLOCK - at % BLOCK, (gsize) status.st_size - at);
    }
  close (descriptor);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      g_free (data);
      return NULL;
    }

  return g_bytes_new_take (data, (gsize) status.st_size);
}

static gboolean
rescue_into (VenuleProjectDb *db,
             GBytes          *file,
             gboolean         whole,
             VenuleRescue    *rescue,
             GCancellable    *cancellable,
             GError         **error)
{
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  Rescue self = { .db = db, .whole = whole, .rescue = rescue, .measures = measures, .cancellable = cancellable };

  if (sqlite3_create_function (db->database, "is_whole", 2, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL, is_whole, NULL,
                               NULL) != SQLITE_OK ||
      sqlite3_create_function (db->database, "is_complete", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL, is_complete, NULL,
                               NULL) != SQLITE_OK)
    return venule_sql_set_error (db->database, error);
  if (!venule_sql_run (db->database, "CREATE TEMP TABLE known (path INTEGER PRIMARY KEY);"
                       "CREATE TEMP TABLE torn (path INTEGER, size INTEGER, PRIMARY KEY (path, size));"
                       "CREATE TEMP TABLE old_path (id INTEGER, spots BLOB);" VENULE_PAGE_SALVAGE_TABLE, error) ||
      !venule_project_db_begin (db, error))
    return FALSE;

  scan (&self, file);
  if (goes_on (&self))
    venule_project_db_put_measures (db, measures, &self.error);
  if (goes_on (&self))
    put_together (&self);
  if (goes_on (&self) && venule_project_db_commit (db, error))
    return venule_sql_run (db->database,
                           "DROP TABLE temp.known; DROP TABLE temp.torn; DROP TABLE temp.old_path;"
                           "DROP TABLE temp.found", error);

  venule_project_db_rollback (db);
  if (self.error != NULL)
    g_propagate_error (error, self.error);

  return FALSE;
}

VenuleProjectDb *
venule_project_db_rescue (const char   *path,
                          const char   *into,
                          VenuleRescue *rescue,
                          GCancellable *cancellable,
                          GError      **error)
{
  g_autofree char *name = NULL;
  g_autoptr(GBytes) file = NULL;
  g_autoptr(VenuleProjectDb) db = NULL, original = NULL;

  g_return_val_if_fail (path != NULL && rescue != NULL, NULL);

  *rescue = (VenuleRescue){ 0 };
  if (!venule_project_db_check_file (path, error))
    return NULL;
  file = read_what_can_be_read (path, cancellable, error);
  if (file == NULL)
    return NULL;
  original = venule_project_db_open_copy (path, NULL);
  rescue->unverified = original == NULL;
  db = into != NULL ? venule_project_db_create (into, error) : venule_project_db_new_memory ();
  if (db == NULL || !rescue_into (db, file, original != NULL, rescue, cancellable, error))
    return NULL;
  if (rescue->n_tracks > 0 || !rescue->no_video || !rescue->no_settings)
    return g_steal_pointer (&db);

  name = g_filename_display_basename (path);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
               _("Nothing can be read of “%s” any more. A copy of it from before may help: a backup, or one that was "
                 "sent to somebody."),
               name);

  return NULL;
}

/* Consumes @sentence. */
static void
add (GString *text,
     char    *sentence)
{
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
  g_free (sentence);
}

char *
venule_rescue_describe (const VenuleRescue *self)
{
  GString *text = g_string_new (NULL);

  add (text,
       g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u track was read.", "%u tracks were read.", self->n_tracks),
                              self->n_tracks));
  if (self->n_lost > 0)
    add (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u track is lost.", "%u tracks are lost.", self->n_lost),
                                self->n_lost));
  if (self->n_bare > 0)
    add (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Of %u track the number and the class are lost; it may "
                                                              "be one that was "
                                             "deleted.",
                                             "Of %u tracks the numbers and the classes are lost; some may have been "
                                             "deleted.", self->n_bare),
                                self->n_bare));
  if (self->n_bare > 0)
    add (text, g_strdup (g_dngettext (GETTEXT_PACKAGE, "It counts as “other” until it is classified.",
                                      "They count as “other” until they are classified.", self->n_bare)));
  if (self->n_circles > 0)
    add (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                             "The outlines of %u track are lost; its cell is a circle.",
                                             "The outlines of %u tracks are lost; their cells are circles.",
                                             self->n_circles),
                                self->n_circles));
  if (self->n_pages > 0)
    add (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                             "%u part of the file could not be read; more may have stood in it.",
                                             "%u parts of the file could not be read; more may have stood in them.",
                                             self->n_pages),
                                self->n_pages));
  if (self->no_settings)
    add (text, g_strdup (_("Settings are lost: check the calibration, the vessel and the flow.")));
  else if (self->unverified)
    add (text, g_strdup (_("Settings, classes and notes may not be those that were saved: check the calibration, the "
                           "vessel and the flow.")));
  if (self->differ)
    add (text, g_strdup (_("The settings of the run differ from those of the document: they were changed after it, or "
                           "one or the other is damaged.")));
  if (self->no_video)
    add (text, g_strdup (_("Which video it is about is lost.")));
  if (self->no_history)
    add (text, g_strdup (_("Edits are kept, but those made before cannot be undone any more.")));

  return g_string_free (text, FALSE);
}
