/* project-db-test.c: what the tests of documents in files share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "project-db-test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>

#include "fake-source.h"
#include "venule-document-tracks.h"

void
project_db_set_up (ProjectDbFixture *self,
                   gconstpointer     data)
{
  /* Thousands of commits, each of which waits for the disk, where there is no folder in memory. */
  self->folder = g_strdup ("/dev/shm/venule-project-db-XXXXXX");
  if (g_mkdtemp (self->folder) == NULL)
    {
      g_free (self->folder);
      self->folder = g_dir_make_tmp ("venule-project-db-XXXXXX", NULL);
    }
  self->path = g_build_filename (self->folder, "test.venule", NULL);
}

static void
remove_folder (const char *path)
{
  g_autoptr(GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_unlink (child) != 0)
        remove_folder (child);
    }
  g_rmdir (path);
}

void
project_db_tear_down (ProjectDbFixture *self,
                      gconstpointer     data)
{
  remove_folder (self->folder);
  g_free (self->folder);
  g_free (self->path);
}

VenuleTrack *
project_db_random_track (guint id,
                         guint n)
{
  VenuleTrack *track = venule_track_new (id);
  gint64 frame = g_test_rand_int_range (3, 50);

  for (guint i = 0; i < n; i++, frame += g_test_rand_int_range (1, 4))
    {
      VenuleSpot spot = { .frame = frame,
                          .time = frame / 20.0 + g_test_rand_double_range (0, 0.01),
                          .x = g_test_rand_double_range (-5, 640),
                          .y = g_test_rand_double_range (-5, 480),
                          .radius = (float) g_test_rand_double_range (2, 20),
                          .score = (float) g_test_rand_double (),
                          .source = (VenuleSpotSource) g_test_rand_int_range (0, 4),
                          .shift_x = (float) g_test_rand_double_range (-3, 3),
                          .shift_y = (float) g_test_rand_double_range (-3, 3),
                          .uncertainty = (float) g_test_rand_double () };

      for (guint k = 0; k < VENULE_CONTOUR_POINTS; k++)
        spot.contour[k] = (float) g_test_rand_double_range (1, 20);
      venule_track_add_spot (track, &spot);
    }
  venule_track_set_kind (track, (VenuleCellKind) g_test_rand_int_range (0, 4));
  venule_track_set_quality (track, g_test_rand_double ());
  venule_track_set_edited (track, g_test_rand_bit ());
  venule_track_set_kind_is_manual (track, g_test_rand_bit ());
  venule_track_set_hidden (track, g_test_rand_bit ());
  venule_track_set_color (track, g_test_rand_bit () ? VENULE_TRACK_NO_COLOR : g_test_rand_int_range (0, 0x1000000));
  venule_track_set_note (track, g_test_rand_bit () ? NULL : "seen twice; rolls “again” – 37 °C");

  return track;
}

GPtrArray *
project_db_random_tracks (guint n)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint id = 1; id <= n; id++)
    g_ptr_array_add (tracks, project_db_random_track (id, (guint) g_test_rand_int_range (1, 60)));

  return tracks;
}

VenuleSettings *
project_db_random_settings (void)
{
  VenuleSettings *settings = venule_settings_new ();
  VenulePoint corners[5];

  settings->calibration.pixel_size_um = g_test_rand_double_range (0.1, 1);
  settings->calibration.frame_rate = 20;
  for (guint i = 0; i < G_N_ELEMENTS (corners); i++)
    corners[i] = (VenulePoint){ g_test_rand_double_range (0, 640), g_test_rand_double_range (0, 480) };
  venule_vessel_set_rectangle (settings->vessel, g_test_rand_double_range (0, 99), 20, 300, 100, 12.3456789);
  if (g_test_rand_bit ())
    venule_vessel_set_polygon (settings->vessel, corners, G_N_ELEMENTS (corners));
  settings->vessel->flow_x = g_test_rand_double_range (-1, 1);
  settings->vessel->flow_y = g_test_rand_double_range (-1, 1);
  settings->cell_diameter = g_test_rand_double_range (5, 40);
  settings->sensitivity = g_test_rand_double ();
  settings->detector = (VenuleDetectorKind) g_test_rand_int_range (0, 2);
  settings->max_velocity = g_test_rand_double_range (0, 1000);
  settings->detect_interval = g_test_rand_int_range (0, 20);
  settings->first_frame = g_test_rand_int_range (0, 20);
  settings->last_frame = g_test_rand_int_range (20, 2000);
  settings->device = (VenuleDevice) g_test_rand_int_range (0, 3);
  settings->cuda_device = g_test_rand_int_range (0, 4);
  settings->threads = g_test_rand_int_range (0, 64);
  settings->proposed = (VenuleProposed) g_test_rand_int_range (0, 1 << VENULE_N_PROPOSED);

  return settings;
}

void
project_db_assert_same_track (VenuleTrack *a,
                              VenuleTrack *b)
{
  guint n, m;
  const VenuleSpot *first = venule_track_get_spots (a, &n);
  const VenuleSpot *second = venule_track_get_spots (b, &m);

  g_assert_cmpuint (venule_track_get_id (a), ==, venule_track_get_id (b));
  g_assert_cmpint (venule_track_get_kind (a), ==, venule_track_get_kind (b));
  g_assert_true (venule_track_get_quality (a) == venule_track_get_quality (b));
  g_assert_true (venule_track_get_edited (a) == venule_track_get_edited (b));
  g_assert_true (venule_track_get_kind_is_manual (a) == venule_track_get_kind_is_manual (b));
  g_assert_true (venule_track_get_hidden (a) == venule_track_get_hidden (b));
  g_assert_true (venule_track_get_locked (a) == venule_track_get_locked (b));
  g_assert_cmpint (venule_track_get_color (a), ==, venule_track_get_color (b));
  g_assert_cmpstr (venule_track_get_note (a), ==, venule_track_get_note (b));
  g_assert_cmpuint (n, ==, m);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (first[i].frame, ==, second[i].frame);
      g_assert_true (first[i].time == second[i].time && first[i].x == second[i].x && first[i].y == second[i].y);
      g_assert_true (first[i].radius == second[i].radius && first[i].score == second[i].score);
      g_assert_true (first[i].shift_x == second[i].shift_x && first[i].shift_y == second[i].shift_y);
      g_assert_true (first[i].uncertainty == second[i].uncertainty && first[i].source == second[i].source);
      g_assert_cmpmem (first[i].contour, sizeof first[i].contour, second[i].contour, sizeof second[i].contour);
    }
}

VenuleDocument *
project_db_new_document (const char *path,
                         guint       n)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(VenuleSettings) settings = project_db_random_settings ();
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (n);
  VenuleRunMetadata metadata = { .device = (char *) "CPU, 3 threads", .versions = (char *) "{\"venule\":\"0\"}",
                           .detect_interval = 2, .first_frame = 3, .last_frame = 1999, .unregistered_frames = 4,
                           .complete = TRUE };
  const float light[] = { 100.25f, NAN, 65535, 0 };
  VenuleProjectDb *db = venule_project_db_create (path, &error);
  VenuleDocument *document;

  g_assert_no_error (error);
  document = venule_document_new_from_db (source, db, &error);
  g_assert_no_error (error);
  venule_document_set_settings (document, settings);
  venule_document_begin_run (document, settings);
  metadata.light = venule_light_new (light, G_N_ELEMENTS (light), 0.25, 40);
  venule_document_set_run_metadata (document, &metadata);
  venule_light_unref (metadata.light);
  venule_document_finish_run (document, tracks);

  return document;
}

static sqlite3 *
open_file (const char *path,
           int         flags)
{
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &database, flags, NULL), ==, SQLITE_OK);

  return database;
}

char *
project_db_dump (const char *path)
{
  static const char *const queries[] = {
    "SELECT settings, run FROM document",
    "SELECT path, size, sha256, facts, hex(frames) FROM video",
    "SELECT * FROM run ORDER BY id",
    "SELECT * FROM measure ORDER BY name",
    "SELECT run, track.id, kind, printf('%.17g', quality), edited, kind_said, hidden, locked, color, note, hex(spots), "
    "hex(radii) FROM track JOIN path ON path.id = track.path LEFT JOIN outline ON outline.path = path.id ORDER BY run, "
    "track.id",
  };
  sqlite3 *database = open_file (path, SQLITE_OPEN_READWRITE);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      sqlite3_stmt *statement = NULL;

      g_assert_cmpint (sqlite3_prepare_v2 (database, queries[i], -1, &statement, NULL), ==, SQLITE_OK);
      while (sqlite3_step (statement) == SQLITE_ROW)
        {
          for (int k = 0; k < sqlite3_column_count (statement); k++)
            {
              const char *value = (const char *) sqlite3_column_text (statement, k);

              g_string_append_printf (text, "%s|", value != NULL ? value : "NULL");
            }
          g_string_append_c (text, '\n');
        }
      g_assert_cmpint (sqlite3_finalize (statement), ==, SQLITE_OK);
    }
  sqlite3_close (database);

  return g_string_free (text, FALSE);
}

void
project_db_run_sql (const char *path,
                    const char *statements)
{
  sqlite3 *database = open_file (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  char *message = NULL;

  if (sqlite3_exec (database, statements, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s", message);
  sqlite3_close (database);
}

void
project_db_assert_history (VenuleDocument *document,
                           guint           done,
                           const char     *names)
{
  guint position;
  g_autoptr(GPtrArray) all = venule_document_dup_history (document, &position);
  g_autofree char *found = NULL;

  g_ptr_array_add (all, NULL);
  found = g_strjoinv (", ", (char **) all->pdata);
  g_assert_cmpstr (found, ==, names);
  g_assert_cmpuint (position, ==, done);
}

void
project_db_set_group (VenuleDocument *document,
                      const char     *group)
{
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_document_set_measure (document, "group", group, &error));
  g_assert_no_error (error);
}
