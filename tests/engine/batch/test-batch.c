/* test-batch.c: many videos as a window shows and steers them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include <gio/gio.h>

#include "venule-batch-gather.h"
#include "venule-batch.h"

typedef struct {
  char           *folder;
  VenuleManifest *manifest;
  VenuleBatch    *batch;
  guint           n_progress, n_finished;
} Fixture;

static void
remove_all (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GDir *dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_all (child);
    }
  if (dir != NULL)
    g_dir_close (dir);
  g_assert_true (g_file_delete (file, NULL, NULL));
}

static void
count_progress (VenuleBatch *batch,
                Fixture     *self)
{
  self->n_progress++;
}

static void
count_finished (VenuleBatch *batch,
                Fixture     *self)
{
  self->n_finished++;
}

static void
make_batch (Fixture *self)
{
  g_clear_object (&self->batch);
  self->batch = venule_batch_new (self->manifest, self->folder);
  g_assert_true (venule_batch_set_devices (self->batch, "cpu", NULL));
  g_signal_connect (self->batch, "progress", G_CALLBACK (count_progress), self);
  g_signal_connect (self->batch, "finished", G_CALLBACK (count_finished), self);
}

/* Four rows of the sample, of which the third is no video. */
static void
set_up (Fixture      *self,
        gconstpointer data)
{
  g_autofree char *sample = g_test_build_filename (G_TEST_DIST, "..", "data", "sample", "sample.mkv", NULL);
  g_autofree char *text = g_test_build_filename (G_TEST_DIST, "..", "data", "sample", "README.md", NULL);

  self->folder = g_dir_make_tmp ("venule-batch-XXXXXX", NULL);
  self->manifest = venule_manifest_new (self->folder);
  for (guint i = 0; i < 4; i++)
    {
      guint row = venule_manifest_add_row (self->manifest, i == 2 ? text : sample);

      venule_manifest_set_value (self->manifest, row, "crop", "0,66,400,100");
      venule_manifest_set_value (self->manifest, row, "flow", "1,0");
      venule_manifest_set_value (self->manifest, row, "frames", "0:11");
    }
  make_batch (self);
}

static void
tear_down (Fixture      *self,
           gconstpointer data)
{
  g_clear_object (&self->batch);
  g_clear_object (&self->manifest);
  remove_all (self->folder);
  g_free (self->folder);
}

static VenuleBatchItemState
get_state (Fixture *self,
           guint    position)
{
  return venule_batch_item_get_state (venule_batch_get_item (self->batch, position));
}

static void
start (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (venule_batch_start (self->batch, &error));
  g_assert_no_error (error);
}

static void
test_runs (Fixture      *self,
           gconstpointer data)
{
  VenuleBatchItem *item = venule_batch_get_item (self->batch, 0), *failed = venule_batch_get_item (self->batch, 2);
  g_autofree char *document = venule_batch_item_dup_document (item);
  VenuleBatchTotals totals;

  start (self);
  venule_batch_wait (self->batch);
  g_assert_cmpint (venule_batch_get_state (self->batch), ==, VENULE_BATCH_FINISHED);
  g_assert_cmpuint (self->n_finished, ==, 1);
  g_assert_cmpuint (self->n_progress, >, 0);
  g_assert_cmpint (get_state (self, 0), ==, VENULE_BATCH_ITEM_DONE);
  g_assert_cmpint (venule_batch_item_get_frames_done (item), ==, 12);
  g_assert_cmpint (venule_batch_item_get_tracks (item), >, 0);
  g_assert_nonnull (venule_batch_item_get_device (item));
  g_assert_true (g_file_test (document, G_FILE_TEST_EXISTS));
  g_assert_cmpint (get_state (self, 2), ==, VENULE_BATCH_ITEM_FAILED);
  g_assert_nonnull (venule_batch_item_get_message (failed));
  venule_batch_get_totals (self->batch, &totals);
  g_assert_cmpuint (totals.n_items[VENULE_BATCH_ITEM_DONE], ==, 3);
  g_assert_cmpuint (totals.n_items[VENULE_BATCH_ITEM_FAILED], ==, 1);
  g_assert_cmpint (totals.frames_done, ==, 36);

  /* Another window finds what is done, and computes nothing again. */
  make_batch (self);
  g_assert_cmpint (get_state (self, 1), ==, VENULE_BATCH_ITEM_DONE);
  start (self);
  venule_batch_wait (self->batch);
  venule_batch_get_totals (self->batch, &totals);
  g_assert_cmpuint (totals.n_computed, ==, 0);
  g_assert_cmpint (get_state (self, 2), ==, VENULE_BATCH_ITEM_FAILED);

  /* Unless it is to try again. */
  venule_batch_retry_item (self->batch, 2);
  g_assert_cmpint (get_state (self, 2), ==, VENULE_BATCH_ITEM_WAITING);
  start (self);
  venule_batch_wait (self->batch);
  venule_batch_get_totals (self->batch, &totals);
  g_assert_cmpuint (totals.n_computed, ==, 1);
}

static void
test_is_steered (Fixture      *self,
                 gconstpointer data)
{
  VenuleBatchItem *last = venule_batch_get_item (self->batch, 3);

  venule_batch_set_jobs (self->batch, 1);
  venule_batch_move_item (self->batch, 3, 0);
  g_assert_true (venule_batch_get_item (self->batch, 0) == last);
  venule_batch_cancel_item (self->batch, 2);
  g_assert_cmpint (get_state (self, 2), ==, VENULE_BATCH_ITEM_CANCELLED);
  start (self);
  venule_batch_pause (self->batch);
  for (gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC / 2; g_get_monotonic_time () < end; g_usleep (1000))
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpint (venule_batch_get_state (self->batch), ==, VENULE_BATCH_PAUSED);
  g_assert_cmpint (get_state (self, 0), !=, VENULE_BATCH_ITEM_DONE);
  venule_batch_resume (self->batch);
  while (get_state (self, 0) != VENULE_BATCH_ITEM_DONE)
    g_main_context_iteration (NULL, TRUE);
  venule_batch_stop (self->batch);
  venule_batch_wait (self->batch);
  g_assert_cmpint (venule_batch_get_state (self->batch), ==, VENULE_BATCH_FINISHED);
  g_assert_cmpint (get_state (self, 2), ==, VENULE_BATCH_ITEM_CANCELLED);

  /* It goes on with the rest; what was cancelled stays so until it is tried again. */
  start (self);
  venule_batch_wait (self->batch);
  g_assert_cmpint (get_state (self, 1), ==, VENULE_BATCH_ITEM_DONE);
  g_assert_cmpint (get_state (self, 2), ==, VENULE_BATCH_ITEM_CANCELLED);
  venule_batch_retry_item (self->batch, 2);
  start (self);
  venule_batch_wait (self->batch);
  g_assert_cmpint (get_state (self, 2), ==, VENULE_BATCH_ITEM_DONE);
}

/* A window that is closed. */
static void
test_is_dropped (Fixture      *self,
                 gconstpointer data)
{
  start (self);
  while (self->n_progress < 2)
    g_main_context_iteration (NULL, TRUE);
  g_clear_object (&self->batch);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (self->n_finished, <=, 1);
}

/* Rows that would write into one folder, or into none, are rows that fail. */
static void
test_bad_ids (Fixture      *self,
              gconstpointer data)
{
  venule_manifest_set_value (self->manifest, 1, "id", "SAMPLE");
  venule_manifest_set_value (self->manifest, 2, "id", "../up");
  venule_manifest_set_value (self->manifest, 3, "id", NULL);
  make_batch (self);
  start (self);
  venule_batch_wait (self->batch);
  g_assert_cmpint (get_state (self, 0), ==, VENULE_BATCH_ITEM_DONE);
  for (guint i = 1; i < 4; i++)
    g_assert_cmpint (get_state (self, i), ==, VENULE_BATCH_ITEM_FAILED);
}

static void
test_no_device (Fixture      *self,
                gconstpointer data)
{
  static const char *const lists[] = { "", "gpu", "cpu,auto", "cuda:x", "cuda:1000" };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (venule_batch_set_devices (self->batch, lists[i], &error));
      g_assert_nonnull (error);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/batch/runs", Fixture, NULL, set_up, test_runs, tear_down);
  g_test_add ("/batch/is-steered", Fixture, NULL, set_up, test_is_steered, tear_down);
  g_test_add ("/batch/is-dropped", Fixture, NULL, set_up, test_is_dropped, tear_down);
  g_test_add ("/batch/bad-ids", Fixture, NULL, set_up, test_bad_ids, tear_down);
  g_test_add ("/batch/no-device", Fixture, NULL, set_up, test_no_device, tear_down);
  return g_test_run ();
}
