/* test-project-db.c: a document comes back from its file as it was, with the edits that can be taken back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

#include "fake-source.h"
#include "project-db-test.h"
#include "venule-document-tracks.h"
#include "venule-settings-text.h"
#include "venule-spots-blob.h"

static VenuleDocument *
reopen (const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleSourceRecord) record = NULL;
  g_autoptr(VenuleSource) source = NULL;
  VenuleProjectDb *db = venule_project_db_open (path, "test.venule", &error);
  VenuleDocument *document;

  g_assert_no_error (error);
  record = venule_project_db_dup_video (db, &error);
  g_assert_no_error (error);
  source = record != NULL ? venule_source_new_recorded (record, &error) : fake_source_new (30, 2000, TRUE);
  g_assert_no_error (error);
  document = venule_document_new_from_db (source, db, &error);
  g_assert_no_error (error);

  return document;
}

static void
assert_same_tracks (VenuleDocument *a,
                    VenuleDocument *b)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (a));

  g_assert_cmpuint (n, ==, g_list_model_get_n_items (G_LIST_MODEL (b)));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) first = g_list_model_get_item (G_LIST_MODEL (a), i);
      g_autoptr(VenuleTrack) second = g_list_model_get_item (G_LIST_MODEL (b), i);

      project_db_assert_same_track (first, second);
    }
}

static void
save (VenuleDocument *document,
      const char     *path)
{
  g_autoptr(GError) error = NULL;

  venule_document_save (document, path, &error);
  g_assert_no_error (error);
}

static void
test_settings_come_back_exactly (void)
{
  for (guint i = 0; i < 200; i++)
    {
      g_autoptr(VenuleSettings) settings = project_db_random_settings ();
      g_autofree char *text = venule_settings_to_text (settings);
      g_autoptr(GError) error = NULL;
      g_autoptr(VenuleSettings) again = venule_settings_from_text (text, &error);
      g_autofree char *second = NULL;

      g_assert_no_error (error);
      g_assert_true (venule_settings_equal (settings, again));
      second = venule_settings_to_text (again);
      g_assert_cmpstr (text, ==, second);
    }
}

/* A setting that is forgotten in the text would silently be lost: the text is made of all bytes of the struct. */
static void
test_every_setting_is_in_the_text (void)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autofree char *before = venule_settings_to_text (settings);
  guint8 *bytes = (guint8 *) settings;
  guint forgotten = 0;

  for (gsize i = 0; i < sizeof *settings; i++)
    {
      g_autofree char *after = NULL;

      /* The vessel is a pointer, and the choices are checked where they are made names. */
      if (i >= G_STRUCT_OFFSET (VenuleSettings, vessel) && i < G_STRUCT_OFFSET (VenuleSettings, cell_diameter))
        continue;
      if ((i >= G_STRUCT_OFFSET (VenuleSettings, detector) && i < G_STRUCT_OFFSET (VenuleSettings, max_velocity)) ||
          (i >= G_STRUCT_OFFSET (VenuleSettings, device) && i < G_STRUCT_OFFSET (VenuleSettings, cuda_device)))
        continue;
      bytes[i] ^= 1;
      after = venule_settings_to_text (settings);
      bytes[i] ^= 1;
      if (g_str_equal (before, after))
        forgotten++;
    }
  /* What the compiler leaves free behind detect_interval, and behind the last one. */
  g_assert_cmpuint (forgotten, <=, 8);
}

static void
test_settings_that_make_no_sense_are_refused (void)
{
  static const char *const texts[] = {
    "", "null", "[]", "{}", "{\"version\":2}", "{\"version\":1,\"vessel\":{\"kind\":\"star\"}}",
    "{\"version\":1,\"vessel\":{\"kind\":\"polygon\",\"corners_px\":[1,2,3]}}",
    "{\"version\":1,\"vessel\":{\"kind\":\"polygon\",\"corners_px\":[1,2,3,[4]]}}",
    "{\"version\":1,\"vessel\":{\"kind\":\"whole\"},\"cell_diameter_px\":\"wide\"}",
    "{\"version\":1,\"vessel\":{\"kind\":\"whole\"},\"cell_diameter_px\":-4}",
    "{\"version\":1,\"vessel\":{\"kind\":\"whole\"},\"cell_diameter_px\":1e999}",
    "{\"version\":1,\"vessel\":{\"kind\":\"whole\"},\"pixel_size_um\":1e9}",
    "{\"version\":1,\"vessel\":{\"kind\":\"whole\"},\"threads\":99999999999999}",
    "{\"version\":1,\"vessel\":{\"kind\":\"whole\"},\"finder\":\"luck\"}",
    "{\"version\":1,\"vessel\":{\"kind\":\"whole\"},\"proposed\":[\"luck\"]}",
    "{\"version\":1,\"vessel\":{\"kind\":\"whole\"},\"proposed\":[[]]}",
    "{\"version\":1,\"vessel\":{\"kind\":\"whole\"},\"proposed\":3}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", texts[i]);
      g_assert_null (venule_settings_from_text (texts[i], &error));
      g_assert_nonnull (error);
    }
}

static void
test_spots_are_packed_exactly (void)
{
  for (guint n = 0; n < 40; n++)
    {
      g_autoptr(VenuleTrack) track = project_db_random_track (1, n);
      guint count;
      const VenuleSpot *spots = venule_track_get_spots (track, &count);
      g_autoptr(GBytes) bytes = venule_spots_blob_pack (venule_track_get_places (track, NULL), n);
      g_autoptr(GBytes) contours = venule_spots_blob_pack_contours (track);
      gsize size;
      const guint8 *data = g_bytes_get_data (bytes, &size);
      g_autoptr(GArray) again = venule_spots_blob_unpack (data, size, NULL);
      g_autofree guint8 *broken = g_memdup2 (data, size);
      g_autoptr(GArray) outlines = NULL;
      g_autoptr(GBytes) with_new_checksum = NULL;

      g_assert_cmpuint (count, ==, n);
      g_assert_nonnull (again);
      g_assert_cmpuint (again->len, ==, n);
      if (n > 0)
        {
          data = g_bytes_get_data (contours, &size);
          outlines = venule_spots_blob_unpack_contours (data, size, n);
          g_assert_cmpuint (outlines->len, ==, n);
          g_assert_null (venule_spots_blob_unpack_contours (data, size - 1, n));
          g_assert_null (venule_spots_blob_unpack_contours (data, size, n + 1));
        }
      else
        g_assert_null (contours);
      for (guint i = 0; i < n; i++)
        {
          const VenulePlace *spot = &g_array_index (again, VenulePlace, i);

          g_assert_cmpint (spot->frame, ==, spots[i].frame);
          g_assert_true (spot->x == spots[i].x && spot->uncertainty == spots[i].uncertainty &&
                         spot->source == spots[i].source);
          g_assert_cmpmem (g_array_index (outlines, VenuleContour, i).radii, sizeof (VenuleContour), spots[i].contour,
                           sizeof spots[i].contour);
        }
      if (n == 0)
        continue;

      data = g_bytes_get_data (bytes, &size);
      g_assert_null (venule_spots_blob_unpack (data, size - 1, NULL));
      memset (broken, 0xff, 8 * n); /* frames of −1 */
      with_new_checksum = venule_spots_blob_add_checksum (broken, size - 8);
      g_assert_null (venule_spots_blob_unpack (g_bytes_get_data (with_new_checksum, NULL), size, NULL));

      /* Any byte that is another. */
      memcpy (broken, data, size);
      broken[g_test_rand_int_range (0, (int) size)] ^= (guint8) g_test_rand_int_range (1, 256);
      g_assert_null (venule_spots_blob_unpack (broken, size, NULL));
    }
}

static void
test_a_document_comes_back_as_it_was (ProjectDbFixture *self,
                                      gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 30);
  g_autoptr(VenuleDocument) again = NULL;
  const VenuleRunMetadata *metadata;

  save (document, self->path);
  g_assert_false (venule_document_get_modified (document));
  again = reopen (self->path);

  g_assert_false (venule_document_get_modified (again));
  g_assert_true (venule_settings_equal (venule_document_get_settings (document), venule_document_get_settings (again)));
  g_assert_true (
    venule_settings_equal (venule_document_get_run_settings (document), venule_document_get_run_settings (again)));
  assert_same_tracks (document, again);
  metadata = venule_document_get_run_metadata (again);
  g_assert_cmpstr (metadata->device, ==, "CPU, 3 threads");
  g_assert_cmpstr (metadata->versions, ==, "{\"venule\":\"0\"}");
  g_assert_cmpint (metadata->detect_interval, ==, 2);
  g_assert_cmpint (metadata->first_frame, ==, 3);
  g_assert_cmpint (metadata->last_frame, ==, 1999);
  g_assert_cmpint (metadata->unregistered_frames, ==, 4);
  g_assert_true (metadata->complete);
  g_assert_cmpuint (metadata->light->n, ==, 4);
  g_assert_cmpfloat (metadata->light->frames[0], ==, 100.25f);
  g_assert_true (isnan (metadata->light->frames[1]));
  g_assert_cmpfloat (metadata->light->frames[2], ==, 65535);
  g_assert_cmpfloat (metadata->light->saturated, ==, 0.25);
  g_assert_cmpuint (metadata->light->grays, ==, 40);
}

static void
test_the_video_comes_back_as_it_was (ProjectDbFixture *self,
                                     gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 1);
  g_autoptr(VenuleDocument) again = NULL;
  VenuleSource *source, *recorded;
  g_autofree char *origin = NULL, *recorded_origin = NULL;

  save (document, self->path);
  again = reopen (self->path);
  source = venule_document_get_source (document);
  recorded = venule_document_get_source (again);
  g_assert_cmpstr (venule_source_get_path (recorded), ==, venule_source_get_path (source));
  g_assert_cmpint (venule_source_get_width (recorded), ==, venule_source_get_width (source));
  g_assert_cmpint (venule_source_get_height (recorded), ==, venule_source_get_height (source));
  g_assert_cmpstr (venule_source_get_format (recorded), ==, venule_source_get_format (source));
  g_assert_true (venule_source_get_frame_rate (recorded) == venule_source_get_frame_rate (source));
  origin = venule_source_dup_rate_origin (source);
  recorded_origin = venule_source_dup_rate_origin (recorded);
  g_assert_cmpstr (recorded_origin, ==, origin);
  g_assert_cmpint (venule_source_get_n_frames (recorded), ==, venule_source_get_n_frames (source));
  for (gint64 i = 0; i < venule_source_get_n_frames (source); i++)
    {
      VenuleFrameInfo a, b;

      g_assert_true (venule_source_get_frame_info (source, i, &a));
      g_assert_true (venule_source_get_frame_info (recorded, i, &b));
      g_assert_true (a.pts == b.pts && a.time == b.time && a.hash == b.hash && a.key == b.key);
    }
}

/* The steps of a person who cannot decide, over and over; what comes back must be what was there. */
static void
random_step (VenuleDocument *document)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (document));
  guint ids[3];

  switch (g_test_rand_int_range (0, 8))
    {
    case 0:
    case 1:
    case 2:
      venule_document_undo (document);
      return;
    case 3:
    case 4:
      venule_document_redo (document);
      return;
    default:
      break;
    }
  if (n == 0)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document),
                                                            (guint) g_test_rand_int_range (0, (int) n));

      ids[i] = venule_track_get_id (track);
    }
  if (g_test_rand_bit ())
    venule_document_remove_tracks (document, ids, (guint) g_test_rand_int_range (1, 4), NULL);
  else
    venule_document_set_kinds (document, (guint[]) { ids[0] }, 1, (VenuleCellKind) g_test_rand_int_range (0, 4), NULL);
}

/* Back to where the walk began, and forward to where it ended: @path is the file that @document works on. */
static void
assert_walk (VenuleDocument *document,
             const char     *path,
             const char     *start,
             const char     *end)
{
  g_autofree char *at_start = NULL, *at_end = NULL;
  guint n = 0;

  for (; venule_document_undo (document); n++)
    ;
  at_start = project_db_dump (path);
  g_assert_true (g_str_equal (at_start, start));

  for (; n > 0; n--)
    g_assert_true (venule_document_redo (document));
  at_end = project_db_dump (path);
  g_assert_true (g_str_equal (at_end, end));
}

static void
test_a_random_walk_ends_where_it_should (ProjectDbFixture *self,
                                         gconstpointer     data)
{
  const guint seeds = 3, steps = 2000;

  for (guint seed = 0; seed < seeds; seed++)
    {
      g_autofree char *working_copy = g_strdup_printf ("%s/working-%u", self->folder, seed);
      g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 60);
      g_autoptr(VenuleDocument) again = NULL;
      g_autofree char *start = NULL, *end = NULL, *saved = NULL;

      save (document, self->path); /* the video is written with it */
      start = project_db_dump (working_copy);
      for (guint i = 0; i < steps; i++)
        random_step (document);
      end = project_db_dump (working_copy);
      g_assert_false (g_str_equal (start, end));

      save (document, self->path);
      saved = project_db_dump (self->path);
      g_assert_true (g_str_equal (saved, end));

      /* Tomorrow, from the file alone, too. */
      again = reopen (self->path);
      assert_same_tracks (document, again);
      assert_walk (document, working_copy, start, end);
      assert_walk (again, self->path, start, end);
      assert_same_tracks (document, again);
    }
}

static void
test_a_new_edit_forgets_what_was_undone (ProjectDbFixture *self,
                                         gconstpointer     data)
{
  const guint first = 1, second = 2;
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3);
  g_autoptr(VenuleDocument) again = NULL;
  g_autofree char *undo_name = NULL;

  venule_document_remove_tracks (document, &first, 1, NULL);
  venule_document_undo (document);
  venule_document_remove_tracks (document, &second, 1, NULL);
  save (document, self->path);

  again = reopen (self->path);
  g_assert_false (venule_document_can_redo (again));
  undo_name = venule_document_dup_undo_name (again);
  g_assert_cmpstr (undo_name, ==, "Delete Track 2");
  g_assert_true (venule_document_undo (again));
  g_assert_false (venule_document_undo (again));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 3);
}

static void
test_runs_stay_side_by_side (ProjectDbFixture *self,
                             gconstpointer     data)
{
  const guint first = 1;
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 5);
  g_autoptr(VenuleSettings) settings = project_db_random_settings ();
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (7);
  g_autoptr(GArray) runs = NULL;
  g_autoptr(VenuleDocument) again = NULL;
  g_autoptr(GError) error = NULL;

  venule_document_remove_tracks (document, &first, 1, NULL);
  venule_document_begin_run (document, settings);
  g_assert_false (venule_document_can_undo (document));
  venule_document_finish_run (document, tracks);
  g_assert_cmpint (venule_document_get_run (document), ==, 2);
  save (document, self->path);

  again = reopen (self->path);
  runs = venule_document_dup_runs (again);
  g_assert_cmpuint (runs->len, ==, 2);
  g_assert_cmpint (venule_document_get_run (again), ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 7);
  g_assert_true (venule_document_show_run (again, 1, &error));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 4);
  g_assert_true (venule_document_undo (again));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 5);
  g_assert_false (venule_document_show_run (again, 3, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 5);
}

/* What was typed for the next run is not thrown away by a look at an earlier one, which keeps its own. */
static void
test_a_run_on_show_keeps_its_pixel_size (ProjectDbFixture *self,
                                         gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 5);
  g_autoptr(VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (document));
  double first = venule_document_get_run_settings (document)->calibration.pixel_size_um;
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (7);
  g_autoptr(VenuleDocument) again = NULL;
  g_autoptr(GError) error = NULL;

  venule_document_begin_run (document, settings);
  venule_document_finish_run (document, tracks);
  settings->calibration.pixel_size_um = first + 0.125;
  venule_document_set_settings (document, settings);
  g_assert_true (venule_document_show_run (document, 1, &error));
  g_assert_cmpfloat (venule_document_get_run_settings (document)->calibration.pixel_size_um, ==, first);
  g_assert_cmpfloat (venule_document_get_settings (document)->calibration.pixel_size_um, ==, first + 0.125);
  settings->sensitivity = 0.7;
  venule_document_set_settings (document, settings);
  g_assert_cmpfloat (venule_document_get_run_settings (document)->calibration.pixel_size_um, ==, first);
  save (document, self->path);

  again = reopen (self->path);
  g_assert_cmpfloat (venule_document_get_settings (again)->calibration.pixel_size_um, ==, first + 0.125);
  g_assert_cmpfloat (venule_document_get_run_settings (again)->calibration.pixel_size_um, ==, first);
  venule_document_set_run_pixel_size (again, first + 0.125);
  g_assert_true (venule_document_show_run (again, 2, &error));
  g_assert_true (venule_document_show_run (again, 1, &error));
  g_assert_cmpfloat (venule_document_get_run_settings (again)->calibration.pixel_size_um, ==, first + 0.125);
}

/* Home folders often are symbolic links. */
static void
test_a_folder_may_be_a_link (ProjectDbFixture *self,
                             gconstpointer     data)
{
  g_autofree char *folder = g_build_filename (self->folder, "folder", NULL);
  g_autofree char *link = g_build_filename (self->folder, "link", NULL);
  g_autofree char *working_copy = g_build_filename (link, "working", NULL);
  g_autofree char *path = g_build_filename (link, "document.venule", NULL);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(VenuleDocument) again = NULL;

  g_assert_cmpint (g_mkdir (folder, 0777), ==, 0);
  g_assert_cmpint (symlink ("folder", link), ==, 0);
  document = project_db_new_document (working_copy, 3);
  save (document, path);
  again = reopen (path);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 3);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/project-db/settings-come-back-exactly", test_settings_come_back_exactly);
  g_test_add_func ("/project-db/every-setting-is-in-the-text", test_every_setting_is_in_the_text);
  g_test_add_func ("/project-db/settings-that-make-no-sense-are-refused", test_settings_that_make_no_sense_are_refused);
  g_test_add_func ("/project-db/spots-are-packed-exactly", test_spots_are_packed_exactly);
#define ADD(name, function) \
  g_test_add ("/project-db/" name, ProjectDbFixture, NULL, project_db_set_up, function, project_db_tear_down)
  ADD ("a-document-comes-back-as-it-was", test_a_document_comes_back_as_it_was);
  ADD ("the-video-comes-back-as-it-was", test_the_video_comes_back_as_it_was);
  ADD ("a-new-edit-forgets-what-was-undone", test_a_new_edit_forgets_what_was_undone);
  ADD ("runs-stay-side-by-side", test_runs_stay_side_by_side);
  ADD ("a-run-on-show-keeps-its-pixel-size", test_a_run_on_show_keeps_its_pixel_size);
  ADD ("a-folder-may-be-a-link", test_a_folder_may_be_a_link);
  ADD ("a-random-walk-ends-where-it-should", test_a_random_walk_ends_where_it_should);
#undef ADD

  return g_test_run ();
}
