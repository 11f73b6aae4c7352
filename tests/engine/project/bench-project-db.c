/* bench-project-db.c: what opening, editing and saving a large document costs: bench-project-db [TRACKS [SPOTS]]
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <time.h>

#include "fake-source.h"
#include "venule-document.h"
#include "venule-document-tracks.h"

static gint64 started;
static clock_t worked;

static void
begin (void)
{
  started = g_get_monotonic_time ();
  worked = clock ();
}

static void
report (const char *what)
{
  g_print ("%-44s %8.1f ms, of the processor %8.1f ms\n", what, (double) (g_get_monotonic_time () - started) / 1000,
           (double) (clock () - worked) * 1000 / CLOCKS_PER_SEC);
}

static GPtrArray *
make_tracks (guint n,
             guint n_spots)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint id = 1; id <= n; id++)
    {
      VenuleTrack *track = venule_track_new (id);

      for (guint i = 0; i < n_spots; i++)
        {
          VenuleSpot spot = { .frame = i, .time = i / 30.0, .x = id % 600 + sin (i), .y = id % 400 + cos (i),
                              .radius = 9.5f,
                              .score = 0.9f, .source = VENULE_SPOT_TRACKED };

          for (guint k = 0; k < VENULE_CONTOUR_POINTS; k++)
            spot.contour[k] = 9 + (float) sin (i + k);
          venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }

  return tracks;
}

static void
check (const GError *error)
{
  if (error != NULL)
    g_error ("%s", error->message);
}

static void
make_file (const char *folder,
           const char *path,
           guint       n,
           guint       n_spots)
{
  g_autofree char *working_copy = g_build_filename (folder, "working", NULL);
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GPtrArray) tracks = make_tracks (n, n_spots);
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleDocument) document = NULL;
  VenuleProjectDb *db = venule_project_db_create (working_copy, &error);

  check (error);
  document = venule_document_new_from_db (source, db, &error);
  check (error);
  venule_document_begin_run (document, venule_document_get_settings (document));
  begin ();
  venule_document_finish_run (document, tracks);
  report ("keep the tracks of a run");
  begin ();
  venule_document_save (document, path, &error);
  report ("save");
  check (error);
  g_clear_object (&document);
  g_unlink (working_copy);
}

/* The other way that was thought of: a row a spot. What it takes to read the numbers alone, without contours. */
static void
measure_rows (const char *folder,
              guint       n,
              guint       n_spots)
{
  g_autofree char *path = g_build_filename (folder, "rows", NULL);
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;
  double sum = 0;
  GStatBuf status;

  sqlite3_open (path, &database);
  sqlite3_exec (database, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; BEGIN; CREATE TABLE spot (track "
                          "INTEGER, frame INTEGER, time REAL, x REAL, y REAL, radius REAL, score REAL, shift_x REAL, "
                          "shift_y REAL, doubt REAL, source INTEGER, PRIMARY KEY (track, frame)) WITHOUT ROWID", NULL,
                          NULL, NULL);
  sqlite3_prepare_v2 (database, "INSERT INTO spot VALUES (?, ?, ?, ?, ?, 9.5, 0.9, 0.25, 0.25, 0.5, 1)", -1, &statement,
                      NULL);
  for (guint id = 1; id <= n; id++)
    for (guint i = 0; i < n_spots; i++)
      {
        sqlite3_bind_int64 (statement, 1, id);
        sqlite3_bind_int64 (statement, 2, i);
        sqlite3_bind_double (statement, 3, i / 30.0);
        sqlite3_bind_double (statement, 4, id + sin (i));
        sqlite3_bind_double (statement, 5, id + cos (i));
        sqlite3_step (statement);
        sqlite3_reset (statement);
      }
  sqlite3_finalize (statement);
  sqlite3_exec (database, "COMMIT", NULL, NULL, NULL);

  begin ();
  sqlite3_prepare_v2 (database, "SELECT * FROM spot", -1, &statement, NULL);
  while (sqlite3_step (statement) == SQLITE_ROW)
    for (int k = 1; k < 11; k++)
      sum += sqlite3_column_double (statement, k);
  sqlite3_finalize (statement);
  report ("read all spots as rows, without contours");
  sqlite3_close (database);
  g_stat (path, &status);
  g_print ("%-44s %8.0f MB (sum %g)\n", "size as rows, without contours", (double) status.st_size / 1e6, sum);
  g_unlink (path);
}

static double
get_thread_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

/* As the window does: it is shown while it is copied and checked. */
static void
look (const char   *path,
      VenuleSource *source)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleDocument) document = NULL;
  double before = get_thread_time ();
  VenuleWorkingCopy *working_copy;

  begin ();
  working_copy = venule_working_copy_open_at_once (path, VENULE_WORKING_COPY_ASK, &error);
  check (error);
  report ("open at once: until its video can be opened");
  document = venule_document_new_from_working_copy (source, working_copy, &error);
  check (error);
  report ("open at once: until it can be shown");
  g_print ("%-44s %29.1f ms\n", "  of the processor, by this thread", get_thread_time () - before);
  while (!venule_document_check (document, NULL, &error) && error == NULL)
    g_usleep (1000);
  check (error);
  report ("open at once: until it can be changed");
}

int
main (int    argc,
      char **argv)
{
  guint n = argc > 1 ? (guint) atoi (argv[1]) : 10000;
  guint n_spots = argc > 2 ? (guint) atoi (argv[2]) : 1000;
  g_autofree char *folder = g_dir_make_tmp ("venule-bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "large.venule", NULL);
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(VenuleWorkingCopy) working_copy = NULL;
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(GError) error = NULL;
  const guint id = 7;
  GStatBuf status;

  g_setenv ("XDG_STATE_HOME", folder, TRUE);
  g_print ("%u tracks of %u spots\n", n, n_spots);
  make_file (folder, path, n, n_spots);
  g_stat (path, &status);
  g_print ("%-44s %8.0f MB\n", "size", (double) status.st_size / 1e6);

  begin ();
  working_copy = venule_working_copy_open (path, VENULE_WORKING_COPY_ASK, &error);
  check (error);
  report ("open: copy and check");
  document = venule_document_new_from_working_copy (source, g_steal_pointer (&working_copy), &error);
  check (error);
  report ("open: until the document is there");
  begin ();
  venule_document_remove_tracks (document, &id, 1, NULL);
  report ("delete a track");
  begin ();
  venule_document_set_kinds (document, &(guint){ id + 1 }, 1, VENULE_CELL_OTHER, NULL);
  report ("change the class of a track");
  begin ();
  venule_document_undo (document);
  venule_document_undo (document);
  report ("undo both");
  venule_working_copy_discard (venule_document_get_working_copy (document));
  g_clear_object (&document);
  look (path, source);
  g_unlink (path);
  measure_rows (folder, n, n_spots);

  return 0;
}
