/* venule-early-writer.c: the paths of a run's tracks, written before the run ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-early-writer.h"

#include "venule-project-db-private.h"

/* A transaction: what an edit may have to wait, µs. */
#define TURN (15 * 1000)
/* After which one that waits has had its turn, µs. */
#define PAUSE (3 * 1000)

struct _VenuleEarlyWriter
{
  gatomicrefcount references;
  char           *path;    /* of the database */
  int            *waiting; /* atomic; of the database */
  guint64         min_spots;
  int             invalid; /* atomic */
  GHashTable     *paths;   /* VenuleTrack → gint64; the thread's until it is through */
};

VenuleEarlyWriter *
venule_early_writer_new (VenuleProjectDb *db,
                         guint64          min_spots)
{
  VenuleEarlyWriter *self;

  if (!venule_project_db_has_file (db))
    return NULL;

  self = g_new0 (VenuleEarlyWriter, 1);
  g_atomic_ref_count_init (&self->references);
  self->path = g_strdup (sqlite3_db_filename (db->database, "main"));
  self->waiting = g_atomic_rc_box_acquire (db->waiting);
  self->min_spots = min_spots;
  self->paths = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  return self;
}

VenuleEarlyWriter *
venule_early_writer_ref (VenuleEarlyWriter *self)
{
  g_atomic_ref_count_inc (&self->references);

  return self;
}

void
venule_early_writer_unref (VenuleEarlyWriter *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;

  g_hash_table_unref (self->paths);
  g_atomic_rc_box_release (self->waiting);
  g_free (self->path);
  g_free (self);
}

/* ---- In the thread ---- */

/* As many as fit into one turn, from track @first on. Returns how many; 0: it failed. */
static guint
write_turn (VenuleProjectDb *db,
            GPtrArray       *tracks,
            guint            first,
            GArray          *paths)
{
  gint64 end;
  gint64 path = 1;
  guint i = first;

  g_array_set_size (paths, 0);
  if (!venule_sql_run (db->database, "BEGIN IMMEDIATE", NULL))
    return 0;
  for (end = g_get_monotonic_time () + TURN; path > 0 && i < tracks->len && g_get_monotonic_time () < end; i++)
    {
      path = venule_project_db_put_path (db, 0, g_ptr_array_index (tracks, i), NULL);
      g_array_append_val (paths, path);
    }
  if (path > 0 && venule_sql_run (db->database, "COMMIT", NULL))
    return i - first;

  venule_sql_run (db->database, "ROLLBACK", NULL);

  return 0;
}

static void
write_all (VenuleEarlyWriter *self,
           VenuleProjectDb   *db,
           GPtrArray         *tracks)
{
  g_autoptr(GArray) paths = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint n, i = 0; i < tracks->len && !g_atomic_int_get (&self->invalid); i += n)
    {
      n = write_turn (db, tracks, i, paths);
      if (n == 0)
        return;
      for (guint k = 0; k < n; k++)
        g_hash_table_insert (self->paths, g_ptr_array_index (tracks, i + k),
                             g_memdup2 (&g_array_index (paths, gint64, k), sizeof (gint64)));
      if (g_atomic_int_compare_and_exchange (self->waiting, TRUE, FALSE))
        g_usleep (PAUSE);
    }
}

void
venule_early_writer_write (VenuleEarlyWriter *self,
                           GPtrArray   *tracks)
{
  guint64 n_spots = 0;
  sqlite3 *database;
  VenuleProjectDb *db;

  for (guint i = 0; i < tracks->len; i++)
    n_spots += venule_track_get_n_spots (g_ptr_array_index (tracks, i));
  if (n_spots < self->min_spots)
    return;

  database = venule_project_db_connect (self->path, SQLITE_OPEN_READWRITE, NULL);
  if (database == NULL)
    return;
  /* Each transaction reaches the drive: what has not would be waited for by the next edit. */
  db = venule_project_db_new_taking (database, TRUE);
  if (venule_sql_run (database, "PRAGMA mmap_size = 4294967296; PRAGMA synchronous = FULL", NULL))
    write_all (self, db, tracks);
  /* So that the end of the run finds nothing left to be done. */
  venule_sql_run (database, "PRAGMA wal_checkpoint (PASSIVE)", NULL);
  venule_project_db_free (db);
}

/* ---- After it ---- */

void
venule_early_writer_invalidate (VenuleEarlyWriter *self)
{
  g_atomic_int_set (&self->invalid, TRUE);
}

gint64
venule_early_writer_get_path (VenuleEarlyWriter *self,
                              VenuleTrack *track)
{
  const gint64 *path = g_atomic_int_get (&self->invalid) ? NULL : g_hash_table_lookup (self->paths, track);

  return path != NULL ? *path : 0;
}
