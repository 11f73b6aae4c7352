/* venule-store-rescue.c: what can still be read of a damaged document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-store-rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "venule-error.h"
#include "venule-path-blob.h"
#include "venule-settings-text.h"
#include "venule-store-private.h"
#include "venule-store-scan.h"

/* Place in a file of the last byte of its version. */
#define VERSION 63

/* Bytes of a spot in version 1, where contours lay among the places; and where they began and ended. */
#define OLD_SPOT 133
#define OLD_CONTOUR 52
#define OLD_SOURCE 132

/* Of tables, as a row of them is recognised by how many there are. Later versions have more in “track” and “change”. */
#define VIDEO_COLUMNS 6
#define RUN_COLUMNS 9
#define BLOB_COLUMNS 2
#define DOCUMENT_COLUMNS 5
#define TRACK_COLUMNS 6
#define CHANGE_COLUMNS 11
#define MEASURE_COLUMNS 2

#define INSERT_TRACK "INSERT OR IGNORE INTO track (run, id, path, kind, quality, edited"

/* Places of paths in a row of “change”. */
#define OLD_PATH 3
#define NEW_PATH 7

/* Bytes that a drive gives or does not give together. */
#define BLOCK ((gsize) 4096)

typedef struct {
  VenuleStore  *store;
  VenuleRescue *rescue;
  VenuleMeasureSettings *measures; /* those that were found */
  gboolean      old;      /* whether it is of version 1, which had no seals */
  gint64        run;      /* that was shown */
  gboolean      settings; /* whether those of the document were found */
  GCancellable *cancellable; /* nullable */
  GError       *error;    /* of writing, or that it was given up */
} Rescue;

/* Whether it goes on. */
static gboolean
goes_on (Rescue *self)
{
  return self->error == NULL && !g_cancellable_set_error_if_cancelled (self->cancellable, &self->error);
}

/* ---- Rows into tables ---- */

static void
bind (sqlite3_stmt          *statement,
      int                    column,
      const VenuleScanValue *value)
{
  switch (value->kind)
    {
    case VENULE_SCAN_NULL:
      sqlite3_bind_null (statement, column);
      break;
    case VENULE_SCAN_INTEGER:
      sqlite3_bind_int64 (statement, column, value->integer);
      break;
    case VENULE_SCAN_REAL:
      sqlite3_bind_double (statement, column, value->real);
      break;
    case VENULE_SCAN_TEXT:
      sqlite3_bind_text64 (statement, column, (const char *) value->bytes, value->size, SQLITE_STATIC, SQLITE_UTF8);
      break;
    case VENULE_SCAN_BLOB:
      if (value->size > 0)
        sqlite3_bind_blob64 (statement, column, value->bytes, value->size, SQLITE_STATIC);
      else
        sqlite3_bind_zeroblob (statement, column, 0);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* A row that the table does not take is not one of its own: that is no failure. */
static gboolean
insert (Rescue              *self,
        const char          *text,
        const VenuleScanRow *row,
        guint                n)
{
  g_autoptr(sqlite3_stmt) statement = NULL;
  int code;

  if (self->error != NULL)
    return FALSE;
  statement = venule_sql_prepare (self->store->database, text, &self->error);
  if (statement == NULL)
    return FALSE;

  sqlite3_bind_int64 (statement, 1, row->number);
  for (guint i = 0; i < n; i++)
    bind (statement, (int) i + 2, &row->values[i]);
  code = sqlite3_step (statement);
  if (code != SQLITE_DONE && (code & 0xff) != SQLITE_CONSTRAINT && (code & 0xff) != SQLITE_MISMATCH)
    venule_sql_set_error (self->store->database, &self->error);

  return code == SQLITE_DONE;
}

static gboolean
is_text (const VenuleScanRow *row,
         guint                column,
         const char          *start)
{
  const VenuleScanValue *value = &row->values[column];

  return value->kind == VENULE_SCAN_TEXT && value->size >= strlen (start) &&
         memcmp (value->bytes, start, strlen (start)) == 0 && g_utf8_validate_len ((const char *) value->bytes, value->size, NULL);
}

static void
put_blob (Rescue        *self,
          const char    *text,
          gint64         number,
          gconstpointer  data,
          gsize          size)
{
  const VenuleScanValue value = { .kind = VENULE_SCAN_BLOB, .bytes = data, .size = size };
  const VenuleScanRow row = { .number = number, .values = &value, .n = 1 };

  insert (self, text, &row, 1);
}

#define PUT_VIDEO "INSERT OR IGNORE INTO video VALUES (?1, ?3, ?4, ?5, ?6, ?7)"
#define PUT_PATH "INSERT OR IGNORE INTO path VALUES (?, ?)"
#define PUT_OUTLINE "INSERT OR IGNORE INTO outline VALUES (?, ?)"

static void
take_old_path (Rescue                *self,
               gint64                 number,
               const VenuleScanValue *value)
{
  gsize n = value->size / OLD_SPOT;
  g_autofree guint8 *places = NULL;
  g_autoptr(GBytes) path = NULL, outline = NULL;
  g_autoptr(GArray) sane = NULL;
  gsize size;
  gconstpointer data;

  if (n == 0 || value->size % OLD_SPOT != 0)
    return;

  places = g_malloc (n * VENULE_PATH_BLOB_PLACE);
  memcpy (places, value->bytes, n * OLD_CONTOUR);
  memcpy (places + n * OLD_CONTOUR, value->bytes + n * OLD_SOURCE, n);
  path = venule_path_blob_seal (places, n * VENULE_PATH_BLOB_PLACE);
  data = g_bytes_get_data (path, &size);
  sane = venule_path_blob_unpack (data, size, NULL);
  if (sane == NULL)
    return;

  put_blob (self, PUT_PATH, number, data, size);
  outline = venule_path_blob_seal (value->bytes + n * OLD_CONTOUR, n * (OLD_SOURCE - OLD_CONTOUR));
  data = g_bytes_get_data (outline, &size);
  put_blob (self, PUT_OUTLINE, number, data, size);
}

/* Spots or contours: which of both, and whether they are whole, their seal and their numbers tell. */
static void
take_blob (Rescue              *self,
           const VenuleScanRow *row)
{
  const VenuleScanValue *value = &row->values[1];
  g_autoptr(GArray) places = venule_path_blob_unpack (value->bytes, value->size, NULL);
  g_autoptr(GArray) contours = NULL;
  guint n = (guint) (value->size / sizeof (VenuleContour));

  if (places != NULL)
    {
      put_blob (self, PUT_PATH, row->number, value->bytes, value->size);
      return;
    }
  contours = venule_path_blob_unpack_contours (value->bytes, value->size, n);
  if (contours != NULL)
    put_blob (self, PUT_OUTLINE, row->number, value->bytes, value->size);
  else if (self->old)
    take_old_path (self, row->number, value);
}

static VenuleSettings *
settings_of (const VenuleScanValue *value)
{
  g_autofree char *text = value->kind == VENULE_SCAN_TEXT ? g_strndup ((const char *) value->bytes, value->size) : NULL;

  return text != NULL ? venule_settings_from_text (text, NULL) : NULL;
}

static void
take_document (Rescue              *self,
               const VenuleScanRow *row)
{
  g_autoptr(VenuleSettings) settings = settings_of (&row->values[3]);

  self->run = row->values[4].integer;
  self->settings = row->values[3].kind == VENULE_SCAN_NULL || settings != NULL;
  if (settings != NULL)
    venule_store_set_settings (self->store, settings, &self->error);
}

static void
take_run (Rescue              *self,
          const VenuleScanRow *row)
{
  g_autoptr(VenuleSettings) settings = settings_of (&row->values[1]);

  if (settings != NULL)
    insert (self, "INSERT OR IGNORE INTO run VALUES (?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)", row, RUN_COLUMNS);
}

/* The frames can be counted anew; which video it is cannot be found out. */
static void
take_video (Rescue              *self,
            const VenuleScanRow *row)
{
  g_autoptr(GBytes) frames = venule_path_blob_unseal (row->values[5].bytes, row->values[5].size);

  if (frames == NULL)
    {
      g_autoptr(GBytes) none = venule_path_blob_seal (NULL, 0);
      VenuleScanValue values[VIDEO_COLUMNS];
      VenuleScanRow other = { .number = row->number, .values = values, .n = VIDEO_COLUMNS };

      memcpy (values, row->values, sizeof values);
      values[5] = (VenuleScanValue){ .kind = VENULE_SCAN_BLOB, .bytes = g_bytes_get_data (none, NULL),
                                     .size = g_bytes_get_size (none) };
      insert (self, PUT_VIDEO, &other, VIDEO_COLUMNS);
      return;
    }

  insert (self, PUT_VIDEO, row, VIDEO_COLUMNS);
}

static gboolean
is_track (const VenuleScanRow *row)
{
  for (int kind = VENULE_CELL_ROLLING; kind <= VENULE_CELL_OTHER; kind++)
    if (is_text (row, 3, venule_cell_kind_to_string ((VenuleCellKind) kind)) &&
        row->values[3].size == strlen (venule_cell_kind_to_string ((VenuleCellKind) kind)))
      return row->values[0].kind == VENULE_SCAN_INTEGER && row->values[1].kind == VENULE_SCAN_INTEGER &&
             row->values[1].integer >= 0 && row->values[1].integer <= G_MAXUINT &&
             row->values[2].kind == VENULE_SCAN_INTEGER;

  return FALSE;
}

/* The columns that later versions have added stand behind the others, in the order in which they came. */
static void
take_track (Rescue              *self,
            const VenuleScanRow *row)
{
  g_autoptr(sqlite3_stmt) statement = venule_sql_prepare (
    self->store->database, "SELECT name FROM pragma_table_info('track') WHERE cid >= ? ORDER BY cid", &self->error);
  g_autoptr(GString) text = g_string_new (INSERT_TRACK);
  guint n = TRACK_COLUMNS;

  if (statement == NULL)
    return;
  sqlite3_bind_int (statement, 1, TRACK_COLUMNS);
  for (; n < row->n && venule_sql_next (statement, NULL); n++)
    g_string_append_printf (text, ", %s", venule_sql_get_text (statement, 0));
  g_string_append (text, ") VALUES (");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s?%u", i > 0 ? ", " : "", i + 2);
  g_string_append_c (text, ')');
  insert (self, text->str, row, n);
}

/* Which paths were those of tracks before they were edited. */
static void
take_change (Rescue              *self,
             const VenuleScanRow *row)
{
  const guint columns[] = { OLD_PATH, NEW_PATH };

  self->rescue->no_history = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (row->values[columns[i]].kind == VENULE_SCAN_INTEGER)
      {
        const VenuleScanRow path = { .number = row->values[columns[i]].integer };

        insert (self, "INSERT OR IGNORE INTO temp.known VALUES (?)", &path, 0);
      }
}

/* One that makes no sense is as good as none. */
static void
take_measure (Rescue              *self,
              const VenuleScanRow *row)
{
  g_autofree char *name = g_strndup ((const char *) row->values[0].bytes, row->values[0].size);
  g_autofree char *value = g_strndup ((const char *) row->values[1].bytes, row->values[1].size);

  venule_measure_settings_set_value (self->measures, name, value, NULL);
}

static gboolean
on_row (const VenuleScanRow *row,
        gpointer             user_data)
{
  Rescue *self = user_data;
  gboolean numbered = row->has_number && row->values[0].kind == VENULE_SCAN_NULL;

  if (!goes_on (self))
    return FALSE;
  if (!row->whole && row->n != VIDEO_COLUMNS)
    return TRUE;
  if (numbered && row->n == BLOB_COLUMNS && row->values[1].kind == VENULE_SCAN_BLOB)
    take_blob (self, row);
  else if (numbered && row->n == RUN_COLUMNS && is_text (row, 1, "{"))
    take_run (self, row);
  else if (numbered && row->n == VIDEO_COLUMNS && is_text (row, 1, "") && is_text (row, 4, "{"))
    take_video (self, row);
  else if (numbered && row->n == DOCUMENT_COLUMNS && is_text (row, 2, "") &&
           (row->values[3].kind == VENULE_SCAN_NULL || is_text (row, 3, "{")))
    take_document (self, row);
  else if (numbered && row->n == DOCUMENT_COLUMNS && is_text (row, 2, "") && is_text (row, 3, ""))
    self->rescue->no_history = TRUE; /* a step */
  else if (!row->has_number && row->n == MEASURE_COLUMNS && is_text (row, 0, "") && is_text (row, 1, ""))
    take_measure (self, row);
  else if (!row->has_number && row->n >= TRACK_COLUMNS && is_track (row))
    take_track (self, row);
  else if (!row->has_number && row->n >= CHANGE_COLUMNS)
    take_change (self, row);

  return self->error == NULL;
}

/* ---- What belongs together ---- */

static guint
count (Rescue     *self,
       const char *query)
{
  gint64 number = 0;

  if (self->error == NULL)
    venule_sql_get_number (self->store->database, query, 0, &number, &self->error);

  return (guint) number;
}

static void
run_sql (Rescue     *self,
         const char *statements)
{
  if (self->error == NULL)
    venule_sql_run (self->store->database, statements, &self->error);
}

/* @where: which runs. */
static void
set_settings (Rescue               *self,
              const VenuleSettings *settings,
              const char           *where)
{
  g_autofree char *text = venule_settings_to_text (settings);
  g_autofree char *statement = g_strconcat ("UPDATE run SET settings = ?2, complete = ?1 WHERE ", where, NULL);
  const VenuleScanValue value = { .kind = VENULE_SCAN_TEXT, .bytes = (const guint8 *) text, .size = strlen (text) };
  const VenuleScanRow row = { .values = &value };

  insert (self, statement, &row, 1);
}

/* A track whose run is lost is of one that says nothing of itself: it takes the settings of the document, but for a
 * crop beside the picture. */
static void
make_runs (Rescue *self)
{
  g_autoptr(VenuleSettings) settings = venule_store_dup_settings (self->store, NULL);
  guint n = count (self, "SELECT count(DISTINCT run) FROM track WHERE run NOT IN (SELECT id FROM run)");

  if (n == 0 && count (self, "SELECT count(*) FROM run") == 0 && count (self, "SELECT count(*) FROM path") > 0)
    run_sql (self, "INSERT INTO run VALUES (1, '', '', NULL, 0, 0, -1, 0, 0)");
  run_sql (self, "INSERT INTO run SELECT DISTINCT run, '', '', NULL, 0, 0, -1, 0, 0 FROM track WHERE run NOT IN (SELECT id FROM run)");
  if (settings != NULL)
    {
      set_settings (self, settings, "settings = ''");
      settings->vessel->kind = VENULE_CROP_WHOLE;
      set_settings (self, settings, "NOT is_settings (settings, 1)");
    }
  self->rescue->no_settings = !self->settings || n > 0;
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

/* What stands in the rows of tracks has no seal: where it makes no sense, the spots alone are kept. */
static void
check_tracks (Rescue *self)
{
  g_autoptr(sqlite3_stmt) statement =
    venule_sql_prepare (self->store->database, "SELECT run, id, path FROM track ORDER BY run, id", &self->error);
  g_autoptr(GArray) senseless = g_array_new (FALSE, FALSE, 3 * sizeof (gint64));

  while (goes_on (self) && venule_sql_next (statement, &self->error))
    {
      const gint64 row[] = { sqlite3_column_int64 (statement, 0), sqlite3_column_int64 (statement, 1),
                             sqlite3_column_int64 (statement, 2) };
      g_autoptr(VenuleTrack) track = venule_store_dup_track (self->store, row[0], (guint) row[1], NULL);

      if (track == NULL)
        g_array_append_vals (senseless, row, 1);
    }

  for (guint i = 0; i < senseless->len; i++)
    {
      const gint64 *row = (const gint64 *) (void *) senseless->data + 3 * i;
      const VenuleScanValue values[] = { { .kind = VENULE_SCAN_INTEGER, .integer = row[1] },
                                         { .kind = VENULE_SCAN_INTEGER, .integer = row[2] } };
      const VenuleScanRow bare = { .number = row[0], .values = values };

      insert (self, "DELETE FROM track WHERE run = ?1 AND id = ?2", &bare, 1);
      insert (self, INSERT_TRACK ") VALUES (?1, ?2, ?3, 'other', 0, 0)", &bare, 2);
    }
  self->rescue->n_bare += senseless->len;
}

static void
put_together (Rescue *self)
{
  const VenuleScanRow shown = { .number = self->run };
  g_autoptr(VenuleSourceRecord) record = NULL;
  g_autoptr(VenuleSource) source = NULL;

  record = venule_store_dup_video (self->store, NULL);
  source = record != NULL ? venule_source_new_recorded (record, NULL) : NULL;
  self->rescue->no_video = source == NULL;
  if (source == NULL)
    run_sql (self, "DELETE FROM video");
  if (self->error == NULL)
    venule_store_mend_values (self->store, &self->error);

  self->rescue->n_lost = count (self, "SELECT count(*) FROM track WHERE path NOT IN (SELECT id FROM path)");
  run_sql (self, "DELETE FROM track WHERE path NOT IN (SELECT id FROM path);"
                 "DELETE FROM outline WHERE path NOT IN (SELECT id FROM path)");
  make_runs (self);
  insert (self, "UPDATE document SET revision = revision + 1, run = coalesce((SELECT id FROM run WHERE id = ?),"
                " (SELECT max(id) FROM run), 0)", &shown, 0);
  adopt_paths (self);
  check_tracks (self);
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
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_NO_MEMORY, _("There is not enough memory for the document."));
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

/* The size of the pages is lost when the first of them is. */
static void
scan (Rescue *self,
      GBytes *file)
{
  const guint usual[] = { 16384, 4096, 65536, 32768, 8192, 2048, 1024, 512 };
  gsize size;
  const guint8 *data = g_bytes_get_data (file, &size);
  guint page_size = venule_store_scan_page_size (data, size);

  self->old = page_size > 0 && data[VERSION] == 1;
  if (page_size > 0)
    self->rescue->n_pages = venule_store_scan (data, size, page_size, on_row, self);
  for (guint i = 0; i < G_N_ELEMENTS (usual) && goes_on (self) && count (self, "SELECT count(*) FROM path") == 0; i++)
    {
      guint n_pages = usual[i] != page_size ? venule_store_scan (data, size, usual[i], on_row, self) : 0;

      if (page_size == 0 || count (self, "SELECT count(*) FROM path") > 0)
        self->rescue->n_pages = n_pages;
    }
}

static gboolean
rescue_into (VenuleStore   *store,
             GBytes        *file,
             VenuleRescue  *rescue,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new ();
  Rescue self = { .store = store, .rescue = rescue, .measures = measures, .cancellable = cancellable };

  if (!venule_sql_run (store->database, "CREATE TEMP TABLE known (path INTEGER PRIMARY KEY)", error) ||
      !venule_store_begin (store, error))
    return FALSE;

  scan (&self, file);
  if (goes_on (&self))
    venule_store_put_measures (store, measures, &self.error);
  if (goes_on (&self))
    put_together (&self);
  if (goes_on (&self) && venule_store_commit (store, error))
    return venule_sql_run (store->database, "DROP TABLE temp.known", error);

  venule_store_rollback (store);
  if (self.error != NULL)
    g_propagate_error (error, self.error);

  return FALSE;
}

VenuleStore *
venule_store_rescue (const char    *path,
                     const char    *into,
                     VenuleRescue  *rescue,
                     GCancellable  *cancellable,
                     GError       **error)
{
  g_autofree char *name = NULL;
  g_autoptr(GBytes) file = NULL;
  g_autoptr(VenuleStore) store = NULL;

  g_return_val_if_fail (path != NULL && into != NULL && rescue != NULL, NULL);

  *rescue = (VenuleRescue){ 0 };
  if (!venule_store_check_file (path, error))
    return NULL;
  file = read_what_can_be_read (path, cancellable, error);
  if (file == NULL)
    return NULL;
  store = venule_store_create (into, error);
  if (store == NULL || !rescue_into (store, file, rescue, cancellable, error))
    return NULL;
  if (rescue->n_tracks > 0 || !rescue->no_video || !rescue->no_settings)
    return g_steal_pointer (&store);

  name = g_filename_display_basename (path);
  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
               _("Nothing can be read of “%s” any more. A copy of it from before may help: a backup, or one that was sent to "
                 "somebody."),
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

  add (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u track was read.", "%u tracks were read.", self->n_tracks),
                              self->n_tracks));
  if (self->n_lost > 0)
    add (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u track is lost.", "%u tracks are lost.", self->n_lost),
                                self->n_lost));
  if (self->n_bare > 0)
    add (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Of %u track the number and the class are lost; it may be one that was "
                                             "deleted.",
                                             "Of %u tracks the numbers and the classes are lost; some may have been "
                                             "deleted.", self->n_bare),
                                self->n_bare));
  if (self->n_bare > 0)
    add (text, g_strdup (g_dngettext (GETTEXT_PACKAGE, "It counts as “other” until it is classified.",
                                      "They count as “other” until they are classified.", self->n_bare)));
  if (self->n_pages > 0)
    add (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                             "%u part of the file could not be read; more may have stood in it.",
                                             "%u parts of the file could not be read; more may have stood in them.",
                                             self->n_pages),
                                self->n_pages));
  if (self->no_settings)
    add (text, g_strdup (_("Settings are lost: check the calibration, the vessel and the flow.")));
  if (self->no_video)
    add (text, g_strdup (_("Which video it is about is lost.")));
  if (self->no_history)
    add (text, g_strdup (_("Edits are kept, but those made before cannot be undone any more.")));

  return g_string_free (text, FALSE);
}
