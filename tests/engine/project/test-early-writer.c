/* test-early-writer.c: a run whose paths are written before it ends is the same run, whatever happens meanwhile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fake-source.h"
#include "project-db-test.h"
#include "venule-early-writer.h"

#define TRACKS 60

typedef struct {
  VenuleEarlyWriter *early;
  GPtrArray         *tracks;
  int                done; /* atomic */
} Writing;

static VenuleDocument *
new_document (const char *path)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 5000, TRUE);
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GError) error = NULL;
  VenuleProjectDb *db = venule_project_db_create (path, &error);
  VenuleDocument *document;

  g_assert_no_error (error);
  document = venule_document_new_from_db (source, db, &error);
  g_assert_no_error (error);
  settings->vessel->flow_x = 1;
  venule_document_set_settings (document, settings);
  venule_document_set_early_writer_min (document, 0);
  venule_document_set_live_period (document, 0);

  return document;
}

static void
begin_run (VenuleDocument *document)
{
  g_autoptr(VenuleTrack) track = project_db_random_track (1, 20);
  VenuleRunMetadata metadata = { .device = (char *) "CPU", .detect_interval = 1, .last_frame = 10 };
  guint n, ids[20] = { 0 };
  const VenuleSpot *spots = venule_track_get_spots (track, &n);

  g_assert_cmpuint (n, ==, 20);
  for (guint i = 0; i < n; i++)
    ids[i] = 1;
  venule_document_begin_run (document, venule_document_get_settings (document));
  venule_document_add_spots (document, ids, spots, n);
  venule_document_keep_live (document, &metadata);
}

static void
end_run (VenuleDocument *document,
         GPtrArray      *tracks)
{
  VenuleRunMetadata metadata = { .device = (char *) "CPU", .detect_interval = 1, .last_frame = 4999, .complete = TRUE };

  venule_document_set_run_metadata (document, &metadata);
  venule_document_finish_run (document, tracks);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, tracks->len);
}

static gpointer
write_in_thread (gpointer data)
{
  Writing *writing = data;

  venule_early_writer_write (writing->early, writing->tracks);
  g_atomic_int_set (&writing->done, TRUE);

  return NULL;
}

static gint64
count (const char *path,
       const char *query)
{
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;
  gint64 n;

  g_assert_cmpint (sqlite3_open_v2 (path, &database, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
  /* A thread of the document may be writing just now. */
  sqlite3_busy_timeout (database, 60000);
  g_assert_cmpint (sqlite3_prepare_v2 (database, query, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  n = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (database);

  return n;
}

/* A saved run as text. @early: whether it is written before it ends; @spoil: whether a saving comes in between. */
static char *
make_run (ProjectDbFixture *self,
          GPtrArray        *tracks,
          gboolean          early,
          gboolean          spoil)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = new_document (working_copy);
  g_autoptr(GError) error = NULL;
  char *dump;

  begin_run (document);
  if (early)
    {
      g_autoptr(VenuleEarlyWriter) writer = venule_document_begin_early_writer (document);

      venule_early_writer_write (writer, tracks);
      g_assert_cmpint (count (working_copy, "SELECT count(*) FROM path"), ==, tracks->len + 1);
      g_assert_cmpint (count (working_copy, "SELECT count(*) FROM track"), ==, 1);
      if (spoil)
        {
          g_assert_true (venule_document_save (document, self->path, &error));
          g_assert_no_error (error);
          g_assert_cmpint (count (working_copy, "SELECT count(*) FROM path"), ==, 1);
        }
    }
  end_run (document, tracks);
  g_assert_true (venule_document_save (document, self->path, &error));
  g_assert_no_error (error);
  g_assert_cmpint (count (self->path, "SELECT count(*) FROM path"), ==, tracks->len);
  g_assert_cmpint (count (self->path, "SELECT count(*) FROM run"), ==, 1);
  dump = project_db_dump (self->path);
  g_clear_object (&document);
  g_unlink (working_copy);

  return dump;
}

static void
test_it_is_the_same_run (ProjectDbFixture *self,
                         gconstpointer     data)
{
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (TRACKS);
  g_autofree char *then = make_run (self, tracks, FALSE, FALSE);
  g_autofree char *early = make_run (self, tracks, TRUE, FALSE);

  g_assert_cmpstr (then, ==, early);
}

static void
test_a_saving_in_between_takes_nothing (ProjectDbFixture *self,
                                        gconstpointer     data)
{
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (TRACKS);
  g_autofree char *then = make_run (self, tracks, FALSE, FALSE);
  g_autofree char *spoilt = make_run (self, tracks, TRUE, TRUE);

  g_assert_cmpstr (then, ==, spoilt);
}

static void
test_settings_can_be_changed_meanwhile (ProjectDbFixture *self,
                                        gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (1500);
  g_autoptr(VenuleDocument) document = new_document (working_copy);
  g_autoptr(VenuleEarlyWriter) early = NULL;
  Writing writing = { .tracks = tracks };
  GThread *thread;
  guint n = 0;

  begin_run (document);
  early = writing.early = venule_document_begin_early_writer (document);
  thread = g_thread_new ("early-writer", write_in_thread, &writing);
  while (n < 3 || !g_atomic_int_get (&writing.done))
    {
      g_autoptr(VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (document));

      settings->calibration.pixel_size_um = 0.5 + ++n * 1e-3;
      venule_document_set_settings (document, settings);
      g_assert_cmpint (count (working_copy, "SELECT count(*) FROM run"), ==, 1);
    }
  g_thread_join (thread);
  end_run (document, tracks);
  for (guint i = 0; i < tracks->len; i++)
    g_assert_cmpint (venule_early_writer_get_path (early, g_ptr_array_index (tracks, i)), >, 0);
  g_assert_cmpfloat (venule_document_get_settings (document)->calibration.pixel_size_um, ==, 0.5 + n * 1e-3);
  g_clear_object (&document);
  g_assert_cmpint (count (working_copy, "SELECT count(*) FROM track"), ==, 1500);
  g_unlink (working_copy);
}

/* The child never returns. */
static void
work_until_killed (const char *working_copy,
                   GPtrArray  *tracks)
{
  g_autoptr(VenuleDocument) document = new_document (working_copy);
  g_autoptr(VenuleEarlyWriter) early = NULL;

  begin_run (document);
  early = venule_document_begin_early_writer (document);
  g_file_set_contents ("begun", "", 0, NULL);
  venule_early_writer_write (early, tracks);
  end_run (document, tracks);
  for (;;)
    g_usleep (G_USEC_PER_SEC);
}

static void
kill_at (ProjectDbFixture *self,
         GPtrArray        *tracks,
         gulong            after)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleSource) source = fake_source_new (30, 5000, TRUE);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(GError) error = NULL;
  VenuleProjectDb *db;
  pid_t child;
  guint n;

  g_unlink ("begun");
  child = fork ();
  if (child == 0)
    {
      work_until_killed (working_copy, tracks);
      _exit (0);
    }
  while (!g_file_test ("begun", G_FILE_TEST_EXISTS))
    g_usleep (500);
  g_usleep (after);
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);

  db = venule_project_db_open (working_copy, "working", &error);
  g_assert_no_error (error);
  document = venule_document_new_from_db (source, db, &error);
  g_assert_no_error (error);
  /* The beginning of the run, or all of it. */
  n = g_list_model_get_n_items (G_LIST_MODEL (document));
  g_assert_true (n == 1 || n == tracks->len);
  g_assert_cmpint (venule_document_get_run_metadata (document)->complete, ==, n == tracks->len);
  for (guint i = 0; n > 1 && i < n; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

      project_db_assert_same_track (track, g_ptr_array_index (tracks, i));
    }
  g_assert_true (venule_document_save (document, self->path, &error));
  g_assert_no_error (error);
  g_clear_object (&document);
  g_assert_cmpint (count (self->path, "SELECT count(*) FROM path"), ==, n);
  g_unlink (working_copy);
}

static void
test_a_killed_program_leaves_its_beginning_or_all (ProjectDbFixture *self,
                                                   gconstpointer     data)
{
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (300);
  guint n = g_test_slow () ? 200 : 12;

  g_assert_cmpint (g_chdir (self->folder), ==, 0);
  for (guint i = 0; i < n; i++)
    kill_at (self, tracks, (gulong) g_test_rand_int_range (0, 60000));
  g_unlink ("begun");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/early-writer/it-is-the-same-run", ProjectDbFixture, NULL, project_db_set_up, test_it_is_the_same_run,
              project_db_tear_down);
  g_test_add ("/early-writer/a-saving-in-between-takes-nothing", ProjectDbFixture, NULL, project_db_set_up,
              test_a_saving_in_between_takes_nothing, project_db_tear_down);
  g_test_add ("/early-writer/settings-can-be-changed-meanwhile", ProjectDbFixture, NULL, project_db_set_up,
              test_settings_can_be_changed_meanwhile, project_db_tear_down);
  g_test_add ("/early-writer/a-killed-program-leaves-its-beginning-or-all", ProjectDbFixture, NULL, project_db_set_up,
              test_a_killed_program_leaves_its_beginning_or_all, project_db_tear_down);

  return g_test_run ();
}
