/* test-project-db-faults.c: a drive that fills up or fails at any write, and a power cut at any moment of saving
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "faulty-drive.h"
#include "project-db-test.h"
#include "venule-document-tracks.h"
#include "venule-error.h"

/* ---- What a person does ---- */

typedef struct {
  const char *name;
  gboolean    saves;
  gboolean  (*act) (VenuleDocument *document,
                    const char     *path,
                    GError        **error);
} Deed;

static gboolean
delete_some (VenuleDocument  *document,
             const char      *path,
             GError         **error)
{
  const guint ids[] = { 2, 3 };

  return venule_document_remove_tracks (document, ids, G_N_ELEMENTS (ids), error);
}

static gboolean
undo (VenuleDocument  *document,
      const char      *path,
      GError         **error)
{
  return venule_document_undo (document);
}

static gboolean
save (VenuleDocument  *document,
      const char      *path,
      GError         **error)
{
  return venule_document_save (document, path, error);
}

static const Deed deeds[] = {
  { "delete", FALSE, delete_some },
  { "undo", FALSE, undo },
  { "save", TRUE, save },
};

static void
on_failed (VenuleDocument *document,
           const char     *message,
           guint          *n)
{
  g_assert_cmpstr (message, !=, "");
  /* Which one: the working copy's, mostly another than the document's. */
  if (strstr (message, "full") != NULL)
    g_assert_nonnull (strstr (message, "the drive of “/"));
  /* Not what SQLite calls it, but why: a quota, or that the drive fails. */
  g_assert_null (strstr (message, "disk I/O error"));
  (*n)++;
}

static guint
count_files (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;

  return n;
}

/* The same document every time: one edit is done and saved, another is not saved. */
static VenuleDocument *
prepare (const char *working_copy,
         const char *path)
{
  const guint first = 1;
  VenuleDocument *document = project_db_new_document (working_copy, 9);

  g_assert_true (venule_document_save (document, path, NULL));
  venule_document_remove_tracks (document, &first, 1, NULL);

  return document;
}

/* TRUE as long as there was a write to fail. */
static gboolean
fail_once (ProjectDbFixture *self,
           const Deed       *deed,
           int               at,
           int               code)
{
  g_autofree char *working_copy = g_strdup_printf ("%s/working-%s-%d-%d", self->folder, deed->name, at, code);
  g_autoptr(VenuleDocument) document = prepare (working_copy, self->path);
  g_autofree char *before = project_db_dump (working_copy), *saved = project_db_dump (self->path);
  g_autofree char *after = NULL, *saved_after = NULL;
  g_autoptr(GError) error = NULL;
  guint n_failed = 0, n_files = count_files (self->folder);
  gboolean done, was_fired;

  g_signal_connect (document, "failed", G_CALLBACK (on_failed), &n_failed);
  drive.calls_left = at;
  drive.code = code;
  drive.fired = FALSE;
  done = deed->act (document, self->path, &error);
  drive.calls_left = -1;
  was_fired = drive.fired;

  after = project_db_dump (working_copy);
  saved_after = project_db_dump (self->path);
  if (!done)
    {
      g_assert_true (n_failed > 0 || error != NULL);
      g_assert_true (g_str_equal (before, after));
      g_assert_true (g_str_equal (saved, saved_after));
      /* Neither half a file nor a hidden one is left behind. */
      g_assert_cmpuint (count_files (self->folder), ==, n_files);
      g_clear_error (&error);
      /* With space again it goes on as if nothing had been. */
      g_assert_true (deed->act (document, self->path, &error));
      g_assert_no_error (error);
    }
  else if (deed->saves)
    g_assert_true (g_str_equal (after, saved_after));
  else
    g_assert_false (g_str_equal (before, after));

  g_clear_object (&document);
  g_unlink (working_copy);

  return was_fired;
}

/* Each write fails for one of @n reasons, any; in the suite "long" for each. */
static guint
first_code (guint n)
{
  return g_test_slow () ? 0 : (guint) g_test_rand_int_range (0, (gint32) n);
}

static guint
code_step (guint n)
{
  return g_test_slow () ? 1 : n;
}

static void
test_a_drive_that_fails_at_any_write_loses_nothing (ProjectDbFixture *self,
                                                    gconstpointer     data)
{
  const int codes[] = { ENOSPC, EACCES, EDQUOT };

  for (guint i = 0; i < G_N_ELEMENTS (deeds); i++)
    for (guint k = first_code (G_N_ELEMENTS (codes)); k < G_N_ELEMENTS (codes); k += code_step (G_N_ELEMENTS (codes)))
      {
        int at = 0;

        while (fail_once (self, &deeds[i], at, codes[k]))
          at++;
        g_test_message ("%s: %d writes failed with %s", deeds[i].name, at, g_strerror (codes[k]));
        g_assert_cmpint (at, >, 0);
      }
}

/* ---- Power cuts ---- */

static void
test_a_power_cut_leaves_the_old_file_or_the_new_one (ProjectDbFixture *self,
                                                     gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autofree char *disk = g_build_filename (self->folder, "platter", NULL);
  g_autofree char *after = g_build_filename (disk, "test.venule", NULL);
  g_autoptr(VenuleDocument) document = NULL;
  g_autofree char *old = NULL, *now = NULL, *saved = NULL, *survived = NULL;

  g_assert_cmpint (g_mkdir (disk, 0700), ==, 0);
  drive.platter = disk;
  document = prepare (working_copy, self->path);
  /* What is there of the first saving, with nothing of the second one; the file is never written in place. */
  old = project_db_dump (self->path);
  survived = project_db_dump (after);
  g_assert_cmpstr (survived, ==, old);

  drive.n_renamed = 0;
  g_assert_true (venule_document_save (document, self->path, NULL));
  g_assert_cmpuint (drive.n_renamed, ==, 1);
  drive.platter = NULL;
  now = project_db_dump (working_copy);
  saved = project_db_dump (self->path);
  g_assert_cmpstr (now, ==, saved);
  g_assert_cmpstr (now, !=, old);
  g_free (survived);
  survived = project_db_dump (after);
  g_assert_cmpstr (survived, ==, now);
}

/* Each edit has reached the disk when it is done. */
static void
test_an_edit_outlives_a_power_cut (ProjectDbFixture *self,
                                   gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autofree char *disk = g_build_filename (self->folder, "platter", NULL);
  g_autofree char *cut = g_build_filename (disk, "working", NULL);
  g_autoptr(VenuleDocument) document = NULL;

  g_assert_cmpint (g_mkdir (disk, 0700), ==, 0);
  drive.platter = disk;
  document = project_db_new_document (working_copy, 9);
  for (guint id = 1; id <= 9; id++)
    {
      g_autofree char *now = NULL, *survived = NULL;

      drive.platter = disk;
      venule_document_remove_tracks (document, &id, 1, NULL);
      drive.platter = NULL;
      now = project_db_dump (working_copy);
      survived = project_db_dump (cut);
      g_assert_cmpstr (survived, ==, now);
    }
}

/* ---- Other deeds ---- */

/* Whether anything lies in the folder of working copies. */
static gboolean
is_tidy (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "venule", "documents", NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);

  return dir == NULL || g_dir_read_name (dir) == NULL;
}

static void
begin_to_fail (int at,
               int code)
{
  drive.calls_left = at;
  drive.code = code;
  drive.fired = FALSE;
}

static VenuleWorkingCopy *
open_working_copy (const char *path,
                   GError    **error)
{
  return venule_working_copy_open (path, VENULE_WORKING_COPY_FORGET, error);
}

static VenuleWorkingCopy *
rescue_working_copy (const char *path,
                     GError    **error)
{
  VenuleRescue report;

  return venule_working_copy_rescue (path, &report, NULL, error);
}

/* Opened or rescued as a whole, or not at all; the person's file is as it was, and nothing is left behind. */
static void
fail_to_open (ProjectDbFixture *self,
              const char      *name,
              VenuleWorkingCopy *(*act) (const char *path,
                                         GError     **error))
{
  g_autofree char *kept = g_build_filename (self->folder, "kept", NULL);
  g_autofree char *before = NULL;
  const int codes[] = { ENOSPC, EACCES, EIO };
  gsize size;

  g_object_unref (prepare (kept, self->path));
  g_assert_true (g_file_get_contents (self->path, &before, &size, NULL));
  for (guint i = first_code (G_N_ELEMENTS (codes)); i < G_N_ELEMENTS (codes); i += code_step (G_N_ELEMENTS (codes)))
    {
      int at = 0;

      do
        {
          g_autoptr(GError) error = NULL;
          g_autoptr(GPtrArray) tracks = NULL;
          g_autofree char *after = NULL;
          gsize size_after;
          VenuleWorkingCopy *working_copy;

          begin_to_fail (at++, codes[i]);
          working_copy = act (self->path, &error);
          drive.calls_left = -1;
          g_assert_true ((working_copy == NULL) == (error != NULL));
          if (working_copy != NULL)
            {
              tracks = venule_project_db_dup_tracks (venule_working_copy_get_db (working_copy), 1, &error);
              g_assert_no_error (error);
              g_assert_cmpuint (tracks->len, ==, 9);
              venule_working_copy_discard (working_copy);
              venule_working_copy_free (working_copy);
            }
          else
            g_assert_cmpstr (error->message, !=, "");
          /* Which drive is full stands in sentences that say it. */
          g_assert_true (error == NULL || strstr (error->message, "No space left") == NULL);
          g_assert_true (g_file_get_contents (self->path, &after, &size_after, NULL));
          g_assert_cmpmem (before, size, after, size_after);
          g_assert_true (is_tidy ());
        }
      while (drive.fired);
      g_test_message ("%s: %d writes failed with %s", name, at - 1, g_strerror (codes[i]));
      g_assert_cmpint (at, >, 3);
    }
}

static void
test_opening_on_a_drive_that_fails (ProjectDbFixture *self,
                                    gconstpointer     data)
{
  fail_to_open (self, "open", open_working_copy);
}

static void
test_rescuing_on_a_drive_that_fails (ProjectDbFixture *self,
                                     gconstpointer     data)
{
  fail_to_open (self, "rescue", rescue_working_copy);
}

static void
run_once (VenuleDocument *document,
          GPtrArray      *tracks)
{
  g_autoptr(VenuleSettings) settings = project_db_random_settings ();
  VenuleRunMetadata metadata = { .device = (char *) "CPU", .last_frame = 299, .complete = TRUE };

  venule_document_begin_run (document, settings);
  for (gint64 frame = 0; frame < 4; frame++)
    for (guint id = 1; id <= 3; id++)
      {
        VenuleSpot spot = { .frame = frame, .radius = 3, .contour = { 1 } };

        venule_document_add_spots (document, &id, &spot, 1);
        venule_document_keep_live (document, &metadata);
      }
  venule_document_set_run_metadata (document, &metadata);
  venule_document_finish_run (document, tracks);
}

/* A run is on the screen whatever the drive does, is told not to be kept, and is when there is space again. */
static void
test_a_run_on_a_drive_that_fails (ProjectDbFixture *self,
                                  gconstpointer     data)
{
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (7);
  const int codes[] = { ENOSPC, EIO };

  for (guint i = first_code (G_N_ELEMENTS (codes)); i < G_N_ELEMENTS (codes); i += code_step (G_N_ELEMENTS (codes)))
    {
      int at = 0;

      do
        {
          g_autofree char *working_copy = g_strdup_printf ("%s/run-%u-%d", self->folder, i, at);
          g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 2);
          g_autoptr(GArray) runs = NULL;
          g_autoptr(GError) error = NULL;
          guint n_failed = 0;

          venule_document_set_live_period (document, 0);
          g_signal_connect (document, "failed", G_CALLBACK (on_failed), &n_failed);
          begin_to_fail (at, codes[i]);
          run_once (document, tracks);
          drive.calls_left = -1;
          g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document)), ==, 7);
          g_assert_true (venule_document_get_run (document) > 0 || n_failed > 0);

          venule_document_save (document, self->path, &error);
          g_assert_no_error (error);
          runs = venule_document_dup_runs (document);
          g_assert_cmpuint (runs->len, ==, 2);
          g_assert_cmpint (venule_document_get_run (document), ==, 2);
          at++;
          g_unlink (working_copy);
        }
      while (drive.fired);
      g_test_message ("run: %d writes failed with %s", at - 1, g_strerror (codes[i]));
      g_assert_cmpint (at, >, 20);
    }
}

/* Three corrections in a run; (transfer full): its linked tracks. */
static GPtrArray *
run_and_correct (VenuleDocument *document)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);
  VenuleRunMetadata metadata = { .device = (char *) "CPU", .last_frame = 9, .complete = TRUE };
  const guint two = 2;

  settings->vessel->flow_x = 1;
  venule_document_begin_run (document, settings);
  for (guint id = 1; id <= 3; id++)
    {
      VenuleTrack *track = venule_track_new (10 * id);

      for (gint64 frame = 0; frame < 10; frame++)
        {
          VenuleSpot spot = { .frame = frame, .time = (double) frame / 20, .x = 50 + 2 * (double) frame, .y = 40 * id,
                              .radius = 9,
                              .contour = { 9 } };

          venule_document_add_spots (document, &id, &spot, 1);
          venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }
  venule_document_keep_live (document, &metadata);
  g_assert_true (venule_document_move_spot (document, 1, 4, 60, 50, NULL));
  g_assert_true (venule_document_set_measure (document, "group", "treated", NULL));
  g_assert_true (venule_document_remove_tracks (document, &two, 1, NULL));
  venule_document_set_run_metadata (document, &metadata);

  return tracks;
}

static void
assert_frames (VenuleDocument *document,
               guint           id,
               gint64          last)
{
  VenuleTrack *track = venule_document_get_track (document, id);

  g_assert_nonnull (track);
  g_assert_cmpuint (venule_track_get_n_spots (track), ==, last + 1);
}

/* An edit during a run is made, or refused with a sentence; nothing that the run has found is lost by it. */
static void
test_an_edit_during_a_run_on_a_drive_that_fails (ProjectDbFixture *self,
                                                 gconstpointer     data)
{
  guint n_refused = 0;
  int at = 0;

  do
    {
      g_autofree char *working_copy = g_strdup_printf ("%s/edited-%d", self->folder, at);
      g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 2);
      g_autoptr(GPtrArray) tracks = NULL;
      g_autoptr(GError) error = NULL;
      gboolean deleted;

      venule_document_set_live_period (document, 0);
      tracks = run_and_correct (document);
      for (guint id = 1; id <= 3; id++)
        {
          VenuleSpot spot = { .frame = 10, .time = 0.5, .x = 70, .y = 40 * id, .radius = 9, .contour = { 9 } };

          venule_document_add_spots (document, &id, &spot, 1);
        }
      begin_to_fail (at++, ENOSPC);
      deleted = venule_document_remove_tracks (document, &(guint){ 3 }, 1, &error);
      drive.calls_left = -1;
      g_assert_true (deleted == (error == NULL));
      g_assert_true (deleted == (venule_document_get_track (document, 3) == NULL));
      assert_frames (document, 1, 10);
      n_refused += !deleted;
      if (!deleted)
        assert_frames (document, 3, 10);
      g_assert_true (deleted || venule_document_remove_tracks (document, &(guint){ 3 }, 1, NULL));
      g_assert_true (venule_document_undo (document));
      assert_frames (document, 3, 10);
      venule_document_finish_run (document, tracks);
      g_assert_null (venule_document_get_track (document, 20));
      g_assert_nonnull (venule_document_get_track (document, 30));
      g_unlink (working_copy);
    }
  while (drive.fired);
  g_assert_cmpuint (n_refused, >, 0);
}

/* How many steps of a run that is shown, or was left, there are, beside that of its group, which is the document's. */
static guint
count_steps (VenuleDocument *document,
             gint64          run)
{
  g_autoptr(GPtrArray) names = NULL;

  g_autoptr(GError) error = NULL;

  if (!venule_document_show_run (document, run, &error))
    g_error ("run %d: %s", (int) run, error->message);
  names = venule_document_dup_history (document, NULL);

  return names->len - 1;
}

/* The run that a document shows when it is opened. */
static gint64
shown_in (const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleProjectDb) db = venule_project_db_open_copy (path, &error);

  g_assert_no_error (error);

  return venule_project_db_get_run (db);
}

/* They are in the linked tracks, all of them, or in the beginning of the run that stays, which is told. */
static void
test_corrections_at_the_end_of_a_run_on_a_drive_that_fails (ProjectDbFixture *self,
                                                            gconstpointer     data)
{
  guint n_made = 0, n_left = 0;
  int at = 0;

  do
    {
      g_autofree char *working_copy = g_strdup_printf ("%s/corrected-%d", self->folder, at);
      g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 2);
      g_autoptr(GPtrArray) tracks = NULL;
      g_autoptr(GArray) runs = NULL;
      g_autoptr(GError) error = NULL;
      guint n_failed = 0, steps;
      gint64 shown;

      venule_document_set_live_period (document, 0);
      tracks = run_and_correct (document);
      g_signal_connect (document, "failed", G_CALLBACK (on_failed), &n_failed);
      begin_to_fail (at++, ENOSPC);
      venule_document_finish_run (document, tracks);
      drive.calls_left = -1;
      g_assert_cmpstr (venule_document_get_measure_settings (document)->group, ==, "treated");

      venule_document_save (document, self->path, &error);
      g_assert_no_error (error);
      shown = venule_document_get_run (document);
      g_assert_cmpint (shown_in (self->path), ==, shown);
      steps = count_steps (document, shown);
      g_assert_true (steps == 1 || (steps == 0 && n_failed > 0));
      g_assert_true ((venule_document_get_track (document, 20) == NULL) == (steps == 1));
      runs = venule_document_dup_runs (document);
      for (guint i = 0; steps == 0 && i < runs->len; i++)
        steps = count_steps (document, g_array_index (runs, gint64, i));
      g_assert_cmpuint (steps, ==, venule_document_get_run (document) == shown ? 1 : 2);
      for (guint i = 0; i <= steps; i++)
        g_assert_true (venule_document_undo (document));
      g_assert_null (venule_document_get_measure_settings (document)->group);
      n_made += venule_document_get_run (document) == shown;
      n_left += venule_document_get_run (document) != shown;
      g_unlink (working_copy);
    }
  while (drive.fired);
  g_test_message ("made in %u, left in %u", n_made, n_left);
  g_assert_cmpuint (n_made, >, 0);
  g_assert_cmpuint (n_left, >, 0);
}

/* The run begins anew on another device, where a third cell is deleted. */
static void
begin_anew (VenuleDocument *document)
{
  const VenuleRunMetadata metadata = { .device = (char *) "CPU", .last_frame = 9, .complete = TRUE };
  g_autoptr(VenuleSettings) settings = venule_settings_copy (venule_document_get_run_settings (document));

  venule_document_begin_run (document, settings);
  for (guint id = 1; id <= 3; id++)
    for (gint64 frame = 0; frame < 10; frame++)
      {
        VenuleSpot spot = { .frame = frame, .time = (double) frame / 20, .x = 50 + 2 * (double) frame, .y = 40 * id,
                            .radius = 9,
                            .contour = { 9 } };

        venule_document_add_spots (document, &id, &spot, 1);
      }
  venule_document_keep_live (document, &metadata);
  g_assert_true (venule_document_remove_tracks (document, &(guint){ 3 }, 1, NULL));
  venule_document_set_run_metadata (document, &metadata);
}

/* (element-type guint): how many steps each of the runs has that is not shown and has any. */
static GArray *
count_left (VenuleDocument *document)
{
  gint64 shown = venule_document_get_run (document);
  g_autoptr(GArray) runs = venule_document_dup_runs (document);
  GArray *left = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < runs->len; i++)
    {
      guint n = g_array_index (runs, gint64, i) != shown ? count_steps (document, g_array_index (runs, gint64, i)) : 0;

      if (n > 0)
        g_array_append_val (left, n);
    }
  count_steps (document, shown);

  return left;
}

/* What was corrected in the second attempt is not made where what was corrected before it could not be; nothing is
 * lost. */
static void
test_the_second_of_two_attempts_is_not_made_without_the_first (ProjectDbFixture *self,
                                                               gconstpointer     data)
{
  guint n_both = 0, n_first = 0, n_none = 0;
  int at = 0;

  drive.once = TRUE;
  do
    {
      g_autofree char *working_copy = g_strdup_printf ("%s/attempts-%d", self->folder, at);
      g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 2);
      g_autoptr(GPtrArray) tracks = NULL;
      g_autoptr(GArray) left = NULL;
      guint n_failed = 0, steps;

      venule_document_set_live_period (document, 0);
      tracks = run_and_correct (document);
      begin_anew (document);
      g_signal_connect (document, "failed", G_CALLBACK (on_failed), &n_failed);
      begin_to_fail (at++, ENOSPC);
      venule_document_finish_run (document, tracks);
      drive.calls_left = -1;
      g_assert_cmpstr (venule_document_get_measure_settings (document)->group, ==, "treated");

      steps = count_steps (document, venule_document_get_run (document));
      g_assert_true (steps == 2 || (n_failed > 0 && steps < 2));
      g_assert_true ((venule_document_get_track (document, 20) == NULL) == (steps >= 1));
      g_assert_true ((venule_document_get_track (document, 30) == NULL) == (steps == 2));
      left = count_left (document);
      g_assert_true (steps == 2 || (left->len == 2 && g_array_index (left, guint, 0) == 2 &&
                                    g_array_index (left, guint, 1) == 1));
      n_both += steps == 2;
      n_first += steps == 1;
      n_none += steps == 0;
      g_unlink (working_copy);
    }
  while (drive.fired);
  drive.once = FALSE;
  g_test_message ("both made in %u, the first in %u, none in %u", n_both, n_first, n_none);
  g_assert_true (n_both > 0 && n_first > 0 && n_none > 0);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *state = g_strdup (g_access ("/dev/shm", W_OK) == 0 ? "/dev/shm/venule-state-XXXXXX"
                                                                      : "/tmp/venule-state-XXXXXX");

  g_assert_nonnull (g_mkdtemp (state));
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  faulty_drive_take_over ();

#define ADD(name, function) \
  g_test_add ("/project-db-faults/" name, ProjectDbFixture, NULL, project_db_set_up, function, \
                                        project_db_tear_down)
  ADD ("a-drive-that-fails-at-any-write-loses-nothing", test_a_drive_that_fails_at_any_write_loses_nothing);
  ADD ("a-power-cut-leaves-the-old-file-or-the-new-one", test_a_power_cut_leaves_the_old_file_or_the_new_one);
  ADD ("an-edit-outlives-a-power-cut", test_an_edit_outlives_a_power_cut);
  ADD ("opening-on-a-drive-that-fails", test_opening_on_a_drive_that_fails);
  ADD ("rescuing-on-a-drive-that-fails", test_rescuing_on_a_drive_that_fails);
  ADD ("a-run-on-a-drive-that-fails", test_a_run_on_a_drive_that_fails);
  ADD ("an-edit-during-a-run-on-a-drive-that-fails", test_an_edit_during_a_run_on_a_drive_that_fails);
  ADD ("corrections-at-the-end-of-a-run-on-a-drive-that-fails",
       test_corrections_at_the_end_of_a_run_on_a_drive_that_fails);
  ADD ("the-second-of-two-attempts-is-not-made-without-the-first",
       test_the_second_of_two_attempts_is_not_made_without_the_first);
#undef ADD

  return g_test_run ();
}
