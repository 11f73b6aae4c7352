/* test-large.c: a large document is shown while it is copied and checked, and nothing is written before
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "fake-source.h"
#include "project-db-test.h"
#include "venule-centreline.h"
#include "venule-document-measures.h"
#include "venule-document-tracks.h"
#include "venule-error.h"
#include "venule-flow-velocity.h"

#define TRACKS 450
#define SPOTS 1000

/* What is made once for all tests, as it takes a moment. */
static char *large_path;

static GPtrArray *
make_tracks (void)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint id = 1; id <= TRACKS; id++)
    {
      g_autoptr(GArray) spots = g_array_new (FALSE, TRUE, sizeof (VenuleSpot));
      VenuleTrack *track = venule_track_new (id);

      for (guint i = 0; i < SPOTS; i++)
        {
          VenuleSpot spot = { .frame = i, .time = i / 30.0, .x = id + i % 7, .y = id % 400, .radius = 9,
                              .score = 0.5f };

          spot.contour[i % VENULE_CONTOUR_POINTS] = 9;
          g_array_append_val (spots, spot);
        }
      venule_track_add_spots (track, (const VenuleSpot *) (void *) spots->data, spots->len);
      g_ptr_array_add (tracks, track);
    }

  return tracks;
}

static void
make_large (const char *folder)
{
  g_autofree char *working_copy = g_build_filename (folder, "working", NULL);
  g_autoptr(GPtrArray) tracks = make_tracks ();
  g_autoptr(GError) error = NULL;
  VenuleDocument *document = project_db_new_document (working_copy, 0);

  venule_document_begin_run (document, venule_document_get_settings (document));
  venule_document_finish_run (document, tracks);
  large_path = g_build_filename (folder, "large.venule", NULL);
  venule_document_save (document, large_path, &error);
  g_assert_no_error (error);
  g_object_unref (document);
  g_unlink (working_copy);
}

static void
copy_large (const char *to)
{
  g_autoptr(GFile) from = g_file_new_for_path (large_path), target = g_file_new_for_path (to);
  g_autoptr(GError) error = NULL;

  g_file_copy (from, target, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* ---- How long the check takes ---- */

/* A fast drive checks before anything can be asked, a slow machine looks away for so long. So it is held where that is
 * tested. */
static struct
{
  GMutex   mutex;
  GCond    let;
  gboolean held;
} check;

gboolean __real_venule_project_db_check (const char *path, const char *name, GCancellable *cancellable, GError **error);
gboolean __wrap_venule_project_db_check (const char *path, const char *name, GCancellable *cancellable, GError **error);

/* The linker has the engine call this one. */
gboolean
__wrap_venule_project_db_check (const char   *path,
                                const char   *name,
                                GCancellable *cancellable,
                                GError      **error)
{
  g_mutex_lock (&check.mutex);
  while (check.held)
    g_cond_wait (&check.let, &check.mutex);
  g_mutex_unlock (&check.mutex);

  return __real_venule_project_db_check (path, name, cancellable, error);
}

static void
hold_check (gboolean held)
{
  g_mutex_lock (&check.mutex);
  check.held = held;
  g_cond_broadcast (&check.let);
  g_mutex_unlock (&check.mutex);
}

static VenuleWorkingCopy *
open_working_copy (const char *path)
{
  g_autoptr(GError) error = NULL;
  VenuleWorkingCopy *working_copy = venule_working_copy_open_at_once (path, VENULE_WORKING_COPY_ASK, &error);

  g_assert_no_error (error);

  return working_copy;
}

static VenuleDocument *
open_at_once (const char *path)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GError) error = NULL;
  VenuleDocument *document = venule_document_new_from_working_copy (source, open_working_copy (path), &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, TRACKS);

  return document;
}

static VenuleDocument *
open_saved (const char *path)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GError) error = NULL;
  VenuleProjectDb *db = venule_project_db_open_copy (path, &error);
  VenuleDocument *document;

  g_assert_no_error (error);
  document = venule_document_new_from_db (source, db, &error);
  g_assert_no_error (error);

  return document;
}

static gboolean
wait_for_check (VenuleDocument  *document,
                GError         **error)
{
  while (!venule_document_check (document, NULL, error))
    {
      if (*error != NULL)
        return FALSE;
      g_usleep (1000);
    }

  return TRUE;
}

static gboolean
is_tidy (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "venule", "documents", NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);

  return dir == NULL || g_dir_read_name (dir) == NULL;
}

/* Every byte of a page in the middle, which belongs to the contours or the spots of some track. */
static void
damage (const char *path)
{
  g_autofree char *junk = g_malloc0 (16384);
  FILE *file = g_fopen (path, "r+b");

  g_assert_nonnull (file);
  g_assert_cmpint (fseek (file, 16384 * 3, SEEK_SET), ==, 0);
  memset (junk, 0x5a, 16384);
  g_assert_cmpuint (fwrite (junk, 1, 16384, file), ==, 16384);
  fclose (file);
}

/* ---- Tests ---- */

static void
test_what_was_changed_after_the_check_is_saved (ProjectDbFixture *self,
                                                gconstpointer     data)
{
  const guint id = 3;
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(GError) error = NULL;

  copy_large (self->path);
  document = open_at_once (self->path);
  g_assert_true (wait_for_check (document, &error));
  g_assert_no_error (error);
  g_assert_false (venule_document_get_checking (document));
  g_assert_false (venule_document_get_modified (document));

  g_assert_true (venule_document_remove_tracks (document, &id, 1, &error));
  g_assert_true (venule_document_can_undo (document));
  venule_document_save (document, NULL, &error);
  g_assert_no_error (error);
  g_clear_object (&document);
  g_assert_true (is_tidy ());

  document = open_saved (self->path);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, TRACKS - 1);
}

/* Contours are read from the person's file first, and then from the copy. */
static void
test_contours_are_the_same_before_and_after (ProjectDbFixture *self,
                                             gconstpointer     data)
{
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(GError) error = NULL;

  copy_large (self->path);
  document = open_at_once (self->path);
  g_assert_cmpfloat (venule_track_get_contour (venule_document_get_track (document, 1), 5)[5], ==, 9);
  g_assert_true (wait_for_check (document, &error));
  g_assert_cmpfloat (venule_track_get_contour (venule_document_get_track (document, 2), 5)[5], ==, 9);
}

static void
test_edits_are_refused_until_then (ProjectDbFixture *self,
                                   gconstpointer     data)
{
  const guint id = 3;
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(GError) error = NULL;

  copy_large (self->path);
  hold_check (TRUE);
  document = open_at_once (self->path);
  g_assert_false (venule_document_remove_tracks (document, &id, 1, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, TRACKS);

  hold_check (FALSE);
  g_assert_true (wait_for_check (document, &error));
  g_assert_true (venule_document_remove_tracks (document, &id, 1, &error));
  g_assert_no_error (error);
  venule_working_copy_discard (venule_document_get_working_copy (document));
}

/* Why there is no velocity is no step; but nobody waits for the check to keep it. */
static void
test_a_refused_measurement_is_refused_too (ProjectDbFixture *self,
                                           gconstpointer     data)
{
  const VenuleFlowVelocity none = { .velocity = NAN, .low = NAN, .high = NAN, .reason = (char *) "Nothing stands "
                                                                                                 "out." };
  g_autoptr(VenuleDocument) document = NULL;
  g_autofree char *key = NULL;
  g_autofree char *reason = NULL;
  g_autoptr(GError) error = NULL;

  copy_large (self->path);
  hold_check (TRUE);
  document = open_at_once (self->path);
  key = venule_centreline_dup_key (venule_document_get_run_settings (document)->vessel->centreline);
  reason = venule_flow_velocity_to_text (&none, key);
  g_assert_false (venule_document_keep_flow (document, reason, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_clear_error (&error);

  hold_check (FALSE);
  g_assert_true (wait_for_check (document, &error));
  g_assert_true (venule_document_keep_flow (document, reason, &error));
  g_assert_no_error (error);
  venule_working_copy_discard (venule_document_get_working_copy (document));
}

static void
test_what_has_to_be_written_waits (ProjectDbFixture *self,
                                   gconstpointer     data)
{
  g_autoptr(VenuleSettings) settings = NULL;
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(GError) error = NULL;

  copy_large (self->path);
  document = open_at_once (self->path);
  settings = venule_settings_copy (venule_document_get_settings (document));
  settings->calibration.pixel_size_um = 0.125;
  venule_document_set_settings (document, settings);
  g_assert_true (venule_document_check (document, NULL, &error));
  venule_document_save (document, NULL, &error);
  g_assert_no_error (error);
  g_clear_object (&document);

  document = open_saved (self->path);
  g_assert_cmpfloat (venule_document_get_settings (document)->calibration.pixel_size_um, ==, 0.125);
}

static void
test_damage_is_found_while_it_is_shown (ProjectDbFixture *self,
                                        gconstpointer     data)
{
  const guint id = 3;
  g_autoptr(VenuleWorkingCopy) working_copy = NULL;
  g_autoptr(GError) error = NULL;

  copy_large (self->path);
  damage (self->path);
  working_copy = venule_working_copy_open_at_once (self->path, VENULE_WORKING_COPY_ASK, &error);
  if (working_copy == NULL)
    {
      g_assert_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED);
      return;
    }

  g_assert_false (venule_working_copy_settle (working_copy, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED);
  g_clear_error (&error);
  /* The same answer to whoever wants to write. */
  g_assert_false (venule_project_db_delete_track (venule_working_copy_get_db (working_copy), 1, id, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED);
  g_clear_pointer (&working_copy, venule_working_copy_free);
  g_assert_true (is_tidy ());
}

static void
test_a_file_that_changes_meanwhile_is_said (ProjectDbFixture *self,
                                            gconstpointer     data)
{
  g_autoptr(VenuleWorkingCopy) working_copy = NULL;
  g_autoptr(GError) error = NULL;
  FILE *file;

  copy_large (self->path);
  working_copy = open_working_copy (self->path);
  file = g_fopen (self->path, "ab");
  fputc (0, file);
  fclose (file);
  /* The copy may have been made before that. */
  if (!venule_working_copy_settle (working_copy, &error))
    g_assert_true (g_error_matches (error, VENULE_ERROR, VENULE_ERROR_WRITE) ||
                   g_error_matches (error, VENULE_ERROR, VENULE_ERROR_DAMAGED));
  else
    g_assert_no_error (error);
}

static void
test_whoever_closes_it_at_once_leaves_nothing (ProjectDbFixture *self,
                                               gconstpointer     data)
{
  copy_large (self->path);
  for (guint i = 0; i < 8; i++)
    {
      VenuleWorkingCopy *working_copy = open_working_copy (self->path);

      g_usleep ((gulong) g_test_rand_int_range (0, 40000));
      venule_working_copy_free (working_copy);
      g_assert_true (is_tidy ());
    }
}

static void
test_a_second_window_looks_at_it_too (ProjectDbFixture *self,
                                      gconstpointer     data)
{
  g_autoptr(VenuleDocument) first = NULL, second = NULL;
  g_autoptr(GError) error = NULL;

  copy_large (self->path);
  first = open_at_once (self->path);
  second = open_at_once (self->path);
  g_assert_false (venule_working_copy_get_read_only (venule_document_get_working_copy (first)));
  g_assert_true (venule_working_copy_get_read_only (venule_document_get_working_copy (second)));
  g_assert_true (wait_for_check (second, &error));
  g_assert_true (wait_for_check (first, &error));
}

static void
test_a_small_one_is_checked_before (ProjectDbFixture *self,
                                    gconstpointer     data)
{
  g_autofree char *working_copy_path = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy_path, 4);
  g_autoptr(VenuleWorkingCopy) working_copy = NULL;
  g_autoptr(GError) error = NULL;

  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  working_copy = open_working_copy (self->path);
  g_assert_true (venule_working_copy_get_settled (working_copy, NULL));
}

static void
test_one_of_an_older_version_is_brought_up_to_date_before (ProjectDbFixture *self,
                                                           gconstpointer     data)
{
  g_autoptr(VenuleWorkingCopy) working_copy = NULL;

  copy_large (self->path);
  project_db_run_sql (self->path,
                      "DROP TABLE measure; DROP TABLE measure_change; DROP TABLE light; PRAGMA user_version = 4");
  working_copy = open_working_copy (self->path);
  g_assert_true (venule_working_copy_get_settled (working_copy, NULL));
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *folder = g_strdup (g_access ("/dev/shm", W_OK) == 0 ? "/dev/shm/venule-large-XXXXXX"
                                                                       : "/tmp/venule-large-XXXXXX");
  static const char *const made[] = { "venule/documents", "venule", "" };
  int result;

  g_assert_nonnull (g_mkdtemp (folder));
  g_setenv ("XDG_STATE_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  make_large (folder);

#define ADD(name, function) \
  g_test_add ("/large/" name, ProjectDbFixture, NULL, project_db_set_up, function, project_db_tear_down)
  ADD ("what-was-changed-after-the-check-is-saved", test_what_was_changed_after_the_check_is_saved);
  ADD ("contours-are-the-same-before-and-after", test_contours_are_the_same_before_and_after);
  ADD ("edits-are-refused-until-then", test_edits_are_refused_until_then);
  ADD ("a-refused-measurement-is-refused-too", test_a_refused_measurement_is_refused_too);
  ADD ("what-has-to-be-written-waits", test_what_has_to_be_written_waits);
  ADD ("damage-is-found-while-it-is-shown", test_damage_is_found_while_it_is_shown);
  ADD ("a-file-that-changes-meanwhile-is-said", test_a_file_that_changes_meanwhile_is_said);
  ADD ("whoever-closes-it-at-once-leaves-nothing", test_whoever_closes_it_at_once_leaves_nothing);
  ADD ("a-second-window-looks-at-it-too", test_a_second_window_looks_at_it_too);
  ADD ("a-small-one-is-checked-before", test_a_small_one_is_checked_before);
  ADD ("one-of-an-older-version-is-brought-up-to-date-before",
       test_one_of_an_older_version_is_brought_up_to_date_before);
#undef ADD

  result = g_test_run ();
  g_unlink (large_path);
  g_free (large_path);
  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    {
      g_autofree char *path = g_build_filename (folder, made[i], NULL);

      g_rmdir (path);
    }

  return result;
}
