/* test-project-db-rescue.c: what can still be read of damaged documents is right, and what is lost is said
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>

#include "fake-source.h"
#include "project-db-test.h"
#include "venule-classify.h"
#include "venule-document-tracks.h"
#include "venule-error.h"
#include "venule-project-db-rescue.h"

#define N_TRACKS 25
#define DELETED 3

/* A document with an edit, at the fixture's path; its bytes. */
static char *
make_document (ProjectDbFixture *self,
               gsize            *size)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, N_TRACKS);
  const guint id = DELETED;
  g_autoptr(GError) error = NULL;
  char *bytes;

  venule_document_remove_tracks (document, &id, 1, NULL);
  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (self->path, &bytes, size, NULL));

  return bytes;
}

static VenuleDocument *
load (VenuleProjectDb *db)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleSourceRecord) record = venule_project_db_dup_video (db, &error);
  g_autoptr(VenuleSource) source = NULL;
  VenuleDocument *document;

  g_assert_no_error (error);
  source = venule_source_new_recorded (record, &error);
  g_assert_no_error (error);
  document = venule_document_new_from_db (source, db, &error);
  g_assert_no_error (error);

  return document;
}

/* NULL when there is nothing to be rescued. */
static VenuleProjectDb *
rescue (ProjectDbFixture *self,
        VenuleRescue     *report)
{
  g_autofree char *into = g_build_filename (self->folder, "rescued", NULL);
  g_autofree char *sentences = NULL;
  g_autoptr(GError) error = NULL;
  VenuleProjectDb *db = venule_project_db_rescue (self->path, into, report, NULL, &error);

  if (db == NULL)
    g_assert_true (g_error_matches (error, VENULE_ERROR, VENULE_ERROR_DAMAGED)
                   ? strstr (error->message, "Nothing") != NULL : strstr (error->message, "is empty") != NULL);
  sentences = venule_rescue_describe (report);
  g_assert_cmpstr (sentences, !=, "");
  g_unlink (into);

  return db;
}

static gboolean
same_places (VenuleTrack *a,
             VenuleTrack *b)
{
  guint n, m;
  const VenulePlace *first = venule_track_get_places (a, &n), *second = venule_track_get_places (b, &m);

  return n == m && memcmp (first, second, n * sizeof *first) == 0;
}

/* Every track that was rescued is one of the original, to the last bit, and none is there twice. Those whose own row is
 * lost have other numbers, and may have been deleted. */
static void
assert_tracks_are_right (VenuleProjectDb    *db,
                         const VenuleRescue *report,
                         GPtrArray          *original)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) tracks = venule_project_db_dup_tracks (db, venule_project_db_get_run (db), &error);
  g_autoptr(GHashTable) taken = g_hash_table_new (NULL, NULL);
  guint bare = 0;

  g_assert_no_error (error);
  g_assert_cmpuint (tracks->len, ==, report->n_tracks);
  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);
      guint k = 0;

      while (k < original->len && !same_places (track, g_ptr_array_index (original, k)))
        k++;
      g_assert_cmpuint (k, <, original->len);
      g_assert_true (g_hash_table_add (taken, GUINT_TO_POINTER (k)));
      if (k == original->len - 1 ||
          venule_track_get_id (track) != venule_track_get_id (g_ptr_array_index (original, k)))
        bare++;
    }
  g_assert_cmpuint (bare, <=, report->n_bare);
}

static void
assert_loss_is_known (VenuleProjectDb    *db,
                      const VenuleRescue *report)
{
  gint64 run = venule_project_db_get_run (db);
  g_autoptr(VenuleSettings) settings = NULL;
  g_autoptr(VenuleRunMetadata) metadata = NULL;
  g_autoptr(GError) error = NULL;

  if (run == 0 || report->n_tracks == N_TRACKS - 1)
    return;
  g_assert_true (venule_project_db_read_run (db, run, &settings, &metadata, &error));
  g_assert_no_error (error);
  g_assert_false (metadata->complete);
}

/* The tracks, and behind them the deleted one. */
static GPtrArray *
dup_original (ProjectDbFixture *self)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleDocument) document = load (venule_project_db_open_copy (self->path, &error));
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  g_assert_no_error (error);
  for (guint i = 0; i < N_TRACKS - 1; i++)
    g_ptr_array_add (tracks, g_list_model_get_item (G_LIST_MODEL (document), i));
  g_assert_true (venule_document_undo (document));
  g_ptr_array_add (tracks, g_object_ref (venule_document_get_track (document, DELETED)));
  for (guint i = 0; i < tracks->len; i++) /* with their contours, as the database is gone after this */
    venule_track_get_spots (g_ptr_array_index (tracks, i), NULL);

  return tracks;
}

static void
test_a_whole_document_is_rescued_whole (ProjectDbFixture *self,
                                        gconstpointer     data)
{
  gsize size;
  g_autofree char *bytes = make_document (self, &size);
  g_autoptr(GPtrArray) original = dup_original (self);
  g_autoptr(VenuleDocument) document = NULL;
  VenuleRescue report;
  VenuleProjectDb *db = rescue (self, &report);

  g_assert_nonnull (db);
  g_assert_cmpuint (report.n_tracks, ==, N_TRACKS - 1);
  g_assert_cmpuint (report.n_lost, ==, 0);
  g_assert_cmpuint (report.n_bare, ==, 0);
  g_assert_cmpuint (report.n_pages, ==, 0);
  g_assert_false (report.no_video || report.no_settings || report.unverified);
  g_assert_true (report.no_history);
  document = load (db);
  for (guint i = 0; i < N_TRACKS - 1; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

      project_db_assert_same_track (track, g_ptr_array_index (original, i));
    }
  g_assert_false (venule_document_can_undo (document));
  g_assert_true (venule_document_get_run_metadata (document)->complete);
  g_assert_cmpuint (venule_document_get_run_metadata (document)->light->grays, ==, 40);
}

/* What a drive or a network has cut off. */
static void
test_what_stands_before_a_cut_is_rescued (ProjectDbFixture *self,
                                          gconstpointer     data)
{
  gsize size;
  g_autofree char *bytes = make_document (self, &size);
  g_autoptr(GPtrArray) original = dup_original (self);
  guint before = 0, some = 0;

  for (gsize kept = 0; kept <= size; kept += 4096)
    {
      g_autoptr(VenuleProjectDb) db = NULL;
      VenuleRescue report;

      g_assert_true (g_file_set_contents (self->path, bytes, (gssize) kept, NULL));
      db = rescue (self, &report);
      g_test_message ("%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " bytes: %u tracks, %u lost, %u bare, %u pages%s", kept,
                      size,
                      report.n_tracks, report.n_lost, report.n_bare, report.n_pages, db == NULL ? ", nothing" : "");
      if (db != NULL)
        {
          assert_tracks_are_right (db, &report, original);
          assert_loss_is_known (db, &report);
        }
      some += report.n_tracks > 0 && report.n_tracks < N_TRACKS - 1;
      before = report.n_tracks;
    }
  g_assert_cmpuint (before, ==, N_TRACKS - 1);
  g_assert_cmpuint (some, >, 0);
}

static void
overwrite (char  *bytes,
           gsize  from,
           gsize  n)
{
  gboolean zeros = g_test_rand_bit ();

  for (gsize i = 0; i < n; i++)
    bytes[from + i] = zeros ? 0 : (char) g_test_rand_int ();
}

/* Whichever page it is, even the first one: the others are not lost with it. */
static void
test_one_bad_page_costs_what_stood_in_it (ProjectDbFixture *self,
                                          gconstpointer     data)
{
  const gsize page = 16384;
  gsize size;
  g_autofree char *bytes = make_document (self, &size);
  g_autoptr(GPtrArray) original = dup_original (self);
  guint rescued = 0, n = (guint) (size / page);

  for (gsize at = 0; at + page <= size; at += page)
    {
      g_autofree char *bad = g_memdup2 (bytes, size);
      g_autoptr(VenuleProjectDb) db = NULL;
      VenuleRescue report;

      overwrite (bad, at, page);
      g_assert_true (g_file_set_contents (self->path, bad, (gssize) size, NULL));
      db = rescue (self, &report);
      g_test_message ("page %" G_GSIZE_FORMAT ": %u tracks, %u lost, %u bare, %u pages%s%s%s", at / page + 1,
                      report.n_tracks,
                      report.n_lost, report.n_bare, report.n_pages, report.no_video ? ", no video" : "",
                      report.no_settings ? ", no settings" : "", report.no_history ? "" : ", no history");
      g_assert_nonnull (db);
      assert_tracks_are_right (db, &report, original);
      assert_loss_is_known (db, &report);
      rescued += report.n_tracks;
    }
  /* Each track lies in one or two pages, beside those of the trees and of what is no track. */
  g_assert_cmpuint (rescued, >=, (n - 3) * (N_TRACKS - 1));
}

static void
test_many_bad_places_never_crash_or_lie (ProjectDbFixture *self,
                                         gconstpointer     data)
{
  const guint rounds = g_test_slow () ? 2000 : 150;
  gsize size;
  g_autofree char *bytes = make_document (self, &size);
  g_autoptr(GPtrArray) original = dup_original (self);
  guint rescued = 0;

  for (guint i = 0; i < rounds; i++)
    {
      g_autofree char *bad = g_memdup2 (bytes, size);
      g_autoptr(VenuleProjectDb) db = NULL;
      VenuleRescue report;

      for (int k = g_test_rand_int_range (1, 30); k > 0; k--)
        {
          gsize from = (gsize) g_test_rand_int_range (0, (int) size);
          gsize n = (gsize) g_test_rand_int_range (1, 600);

          overwrite (bad, from, MIN (size - from, n));
        }
      g_assert_true (g_file_set_contents (self->path, bad, (gssize) size, NULL));
      db = rescue (self, &report);
      if (db != NULL)
        assert_tracks_are_right (db, &report, original);
      rescued += report.n_tracks > 0;
    }
  g_assert_cmpuint (rescued, >, rounds / 2);
}

static void
test_of_what_is_no_document_there_is_nothing (ProjectDbFixture *self,
                                              gconstpointer     data)
{
  const gsize sizes[] = { 0, 1, 99, 512, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *noise = g_malloc (sizes[i] + 1);
      VenuleRescue report;

      for (gsize k = 0; k < sizes[i]; k++)
        noise[k] = (char) g_test_rand_int ();
      g_assert_true (g_file_set_contents (self->path, noise, (gssize) sizes[i], NULL));
      g_assert_null (rescue (self, &report));
    }
}

/* Half of them roll, and half stand still. */
static void
make_moving_document (const char *path)
{
  g_autofree char *working_copy = g_strconcat (path, "-working", NULL);
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  const VenuleRunMetadata metadata = {
    .device = (char *) "CPU", .last_frame = 899, .detect_interval = 1, .complete = TRUE
  };
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleDocument) document =
    venule_document_new_from_db (source, venule_project_db_create (working_copy, &error), &error);

  g_assert_no_error (error);
  settings->vessel->flow_x = 1;
  for (guint id = 1; id <= 8; id++)
    {
      VenuleTrack *track = venule_track_new (id);

      for (gint64 frame = 0; frame < 900; frame++)
        {
          VenuleSpot spot = { .frame = frame, .time = (double) frame / 20, .x = 20 + (id % 2) * 0.6 * (double) frame,
                              .y = 40 * id,
                              .radius = 9, .score = 0.5f, .source = VENULE_SPOT_TRACKED, .contour = { 9 } };

          venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }
  venule_document_set_settings (document, settings);
  venule_classify_tracks (tracks, settings);
  venule_document_begin_run (document, settings);
  venule_document_set_run_metadata (document, &metadata);
  venule_document_finish_run (document, tracks);
  venule_document_save (document, path, &error);
  g_assert_no_error (error);
}

/* Class of each track by where it is: tracks whose row was lost have other numbers. */
static void
assert_classes (VenuleDocument *document,
                gboolean        lost)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (document)); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);
      guint cell = (guint) (venule_track_get_places (track, NULL)[0].y / 40);

      if (lost && cell < 5)
        g_assert_cmpint (venule_track_get_kind (track), ==, VENULE_CELL_OTHER);
      else
        g_assert_cmpint (venule_track_get_kind (track), ==, cell % 2 ? VENULE_CELL_ROLLING : VENULE_CELL_ADHERENT);
      g_assert_false (venule_track_get_edited (track));
    }
}

static void
test_lost_classes_can_be_found_again (ProjectDbFixture *self,
                                      gconstpointer     data)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *sentences = NULL, *name = NULL;
  VenuleRescue report;
  guint n;

  make_moving_document (self->path);
  project_db_run_sql (self->path, "DELETE FROM track WHERE id < 5");
  document = venule_document_new_from_db (source, rescue (self, &report), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report.n_bare, ==, 4);
  sentences = venule_rescue_describe (&report);
  g_assert_nonnull (strstr (sentences, "They count as “other” until they are classified."));
  assert_classes (document, TRUE);

  g_assert_true (venule_document_classify_others (document, &n, &error));
  g_assert_cmpuint (n, ==, 4);
  g_assert_no_error (error);
  assert_classes (document, FALSE);
  name = venule_document_dup_undo_name (document);
  g_assert_cmpstr (name, ==, "Change Class of 4 Tracks");
  g_assert_true (venule_document_classify_others (document, &n, &error));
  g_assert_cmpuint (n, ==, 0); /* nothing is left to be done: no step */
  g_assert_true (venule_document_undo (document));
  assert_classes (document, TRUE);
  g_assert_false (venule_document_can_undo (document));
  g_assert_true (venule_document_redo (document));
  assert_classes (document, FALSE);
}

/* One digit of the pixel size changes all velocities. */
static void
test_settings_that_cannot_be_verified_are_told (ProjectDbFixture *self,
                                                gconstpointer     data)
{
  g_autoptr(VenuleProjectDb) db = NULL;
  g_autofree char *sentences = NULL;
  VenuleRescue report;

  make_moving_document (self->path);
  project_db_run_sql (self->path, "UPDATE run SET settings = replace (settings, '\"sensitivity\":0.5',"
                                  " '\"sensitivity\":0.6')");
  db = rescue (self, &report);
  g_assert_nonnull (db);
  sentences = venule_rescue_describe (&report);
  g_assert_nonnull (strstr (sentences, "may not be those that were saved: check the calibration"));
  g_assert_nonnull (strstr (sentences, "of the run differ from those of the document"));
}

/* The file opens, as the spots of a track are only looked at when they are read. */
static void
test_a_run_that_lost_a_track_is_not_complete (ProjectDbFixture *self,
                                              gconstpointer     data)
{
  g_autoptr(VenuleProjectDb) db = NULL, original = NULL;
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(GError) error = NULL;
  VenuleRescue report;

  make_moving_document (self->path);
  project_db_run_sql (self->path, "UPDATE path SET spots = CAST (substr (spots, 1, length (spots) - 1) ||"
                                  " iif (substr (spots, -1) = x'00', x'01', x'00') AS BLOB)"
                                  " WHERE id = (SELECT min (path) FROM track)");
  original = venule_project_db_open_copy (self->path, &error);
  g_assert_no_error (error);
  db = rescue (self, &report);
  g_assert_nonnull (db);
  g_assert_cmpuint (report.n_lost, ==, 1);
  g_assert_false (report.unverified);
  document = load (g_steal_pointer (&db));
  g_assert_false (venule_document_get_run_metadata (document)->complete);
}

/* The track is there, and its cell has another shape than was saved. */
static void
test_outlines_that_are_lost_are_told (ProjectDbFixture *self,
                                      gconstpointer     data)
{
  g_autoptr(VenuleProjectDb) db = NULL;
  g_autoptr(VenuleDocument) document = NULL;
  g_autofree char *sentences = NULL;
  VenuleRescue report;

  make_moving_document (self->path);
  project_db_run_sql (self->path, "UPDATE outline SET radii = CAST (substr (radii, 1, length (radii) - 1) ||"
                                  " iif (substr (radii, -1) = x'00', x'01', x'00') AS BLOB)"
                                  " WHERE path = (SELECT min (path) FROM track)");
  db = rescue (self, &report);
  g_assert_nonnull (db);
  g_assert_cmpuint (report.n_lost, ==, 0);
  g_assert_cmpuint (report.n_circles, ==, 1);
  sentences = venule_rescue_describe (&report);
  g_assert_nonnull (strstr (sentences, "The outlines of 1 track are lost"));
  document = load (g_steal_pointer (&db));
  g_assert_false (venule_document_get_run_metadata (document)->complete);
}

/* A name that is damaged is no name, and the default is not what was set. */
static void
test_settings_that_are_missing_are_lost (ProjectDbFixture *self,
                                         gconstpointer     data)
{
  static const char *const names[] = { "pixel_size_um", "flow_x", "finder" };
  static const char *const tables[] = { "run", "document" };

  for (guint i = 0; i < G_N_ELEMENTS (names) * G_N_ELEMENTS (tables); i++)
    {
      const char *name = names[i / 2];
      g_autofree char *damage = g_strdup_printf ("UPDATE %s SET settings = replace (settings, '\"%s\"', '\"#%s\"')",
                                                 tables[i % 2], name, name + 1);
      g_autoptr(VenuleProjectDb) db = NULL;
      VenuleRescue report;

      g_test_message ("%s", damage);
      make_moving_document (self->path);
      project_db_run_sql (self->path, damage);
      db = rescue (self, &report);
      g_assert_nonnull (db);
      g_assert_true (report.no_settings);
      g_unlink (self->path);
    }
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep ((gulong) g_test_rand_int_range (0, 20000));
  g_cancellable_cancel (cancellable);

  return NULL;
}

/* At whatever moment. */
static void
test_it_is_given_up_when_it_is_cancelled (ProjectDbFixture *self,
                                          gconstpointer     data)
{
  g_autofree char *into = g_build_filename (self->folder, "rescued", NULL);
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3000);
  g_autoptr(GError) failure = NULL;
  guint n_given_up = 0;

  venule_document_save (document, self->path, &failure);
  g_assert_no_error (failure);
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr(GCancellable) cancellable = g_cancellable_new ();
      g_autoptr(GError) error = NULL;
      g_autoptr(VenuleProjectDb) db = NULL;
      GThread *thread = NULL;
      VenuleRescue report;

      if (i == 0)
        g_cancellable_cancel (cancellable);
      else
        thread = g_thread_new ("cancel", cancel_soon, cancellable);
      db = venule_project_db_rescue (self->path, into, &report, cancellable, &error);
      g_assert_true ((db != NULL) == (error == NULL));
      if (db == NULL)
        {
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          n_given_up++;
        }
      if (thread != NULL)
        g_thread_join (thread);
      g_unlink (into);
    }
  g_assert_cmpuint (n_given_up, >, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) \
  g_test_add ("/project-db-rescue/" name, ProjectDbFixture, NULL, project_db_set_up, function, \
                                        project_db_tear_down)
  ADD ("a-whole-document-is-rescued-whole", test_a_whole_document_is_rescued_whole);
  ADD ("what-stands-before-a-cut-is-rescued", test_what_stands_before_a_cut_is_rescued);
  ADD ("one-bad-page-costs-what-stood-in-it", test_one_bad_page_costs_what_stood_in_it);
  ADD ("many-bad-places-never-crash-or-lie", test_many_bad_places_never_crash_or_lie);
  ADD ("of-what-is-no-document-there-is-nothing", test_of_what_is_no_document_there_is_nothing);
  ADD ("lost-classes-can-be-found-again", test_lost_classes_can_be_found_again);
  ADD ("settings-that-cannot-be-verified-are-told", test_settings_that_cannot_be_verified_are_told);
  ADD ("a-run-that-lost-a-track-is-not-complete", test_a_run_that_lost_a_track_is_not_complete);
  ADD ("outlines-that-are-lost-are-told", test_outlines_that_are_lost_are_told);
  ADD ("settings-that-are-missing-are-lost", test_settings_that_are_missing_are_lost);
  ADD ("it-is-given-up-when-it-is-cancelled", test_it_is_given_up_when_it_is_cancelled);
#undef ADD

  return g_test_run ();
}
