/* test-measure-settings.c: what the numbers depend on lasts, and can be taken back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>
#include <math.h>
#include <string.h>

#include "fake-source.h"
#include "project-db-test.h"
#include "venule-centreline.h"
#include "venule-document-measures.h"
#include "venule-document-tracks.h"
#include "venule-error.h"
#include "venule-flow-velocity.h"
#include "venule-measure-option.h"
#include "venule-project-db-rescue.h"

static const VenulePoint line[] = { { 1.25, 2 }, { 100.1, 20.3 }, { 200, 1.0 / 3 } };
static const VenuleWall walls[] = { { 0, 20.5, 19 }, { 90, 18, 1.0 / 3 } };

/* None of them is the default. */
static VenuleMeasureSettings *
new_settings (void)
{
  VenuleMeasureSettings *settings = venule_measure_settings_new ();

  settings->adherent_seconds = 20.125;
  settings->flux_position = 1.0 / 3;
  settings->flux_seconds = 7;
  settings->pause_seconds = 0.75;
  settings->pause_velocity = 3.5;
  settings->shear_factor = 0.9;
  settings->velocity_window = 0.125;
  settings->velocity_ratio = 1.4;
  settings->pixel_size_error = 0.02;
  settings->seed = 4294967295.0;
  g_array_append_vals (settings->centreline, line, G_N_ELEMENTS (line));
  g_array_append_vals (settings->walls, walls, G_N_ELEMENTS (walls));
  settings->animal = g_strdup ("Maus “7”, ♀");
  settings->group = g_strdup ("TNF-α, 2 h");
  settings->time_point = g_strdup ("120 min");
  settings->recording = g_strdup ("cremaster-03");
  settings->kymograph_line = g_strdup ("VKL1 12.5 0 1,2 3,4");
  settings->diameter_profile = g_strdup ("1 2 3");
  g_hash_table_insert (settings->others, g_strdup ("of_a_later_version"), g_strdup ("{\"x\":[1,2]}"));

  return settings;
}

static VenuleDocument *
open_document (const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  VenuleProjectDb *db = venule_project_db_open_copy (path, &error);
  VenuleDocument *document;

  g_assert_no_error (error);
  document = venule_document_new_from_db (source, db, &error);
  g_assert_no_error (error);

  return document;
}

static void
assert_refused (const char *key,
                const char *value)
{
  g_autoptr(VenuleMeasureSettings) settings = new_settings (), before = new_settings ();
  g_autoptr(GError) error = NULL;

  g_assert_false (venule_measure_settings_set_value (settings, key, value, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_true (venule_measure_settings_equal (settings, before));
}

static void
test_every_setting_comes_back_to_the_last_bit (ProjectDbFixture *self,
                                               gconstpointer     data)
{
  g_autoptr(VenuleMeasureSettings) settings = new_settings (), usual = venule_measure_settings_new ();
  g_autoptr(VenuleMeasureSettings) other = venule_measure_settings_new (),
  copy = venule_measure_settings_copy (settings);
  const char *const *keys = venule_measure_settings_get_keys ();

  g_assert_true (venule_measure_settings_equal (settings, copy));
  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autofree char *value = venule_measure_settings_dup_value (settings, keys[i]);
      g_autofree char *none = venule_measure_settings_dup_value (usual, keys[i]);

      g_assert_nonnull (value);
      g_assert_null (none);
      g_assert_true (venule_measure_settings_set_value (other, keys[i], value, NULL));
    }
  g_assert_false (venule_measure_settings_equal (settings, other));
  g_assert_true (venule_measure_settings_set_value (other, "of_a_later_version", "{\"x\":[1,2]}", NULL));
  g_assert_true (venule_measure_settings_equal (settings, other));
  g_assert_true (g_array_index (other->walls, VenuleWall, 1).right == 1.0 / 3);

  for (guint i = 0; keys[i] != NULL; i++)
    g_assert_true (venule_measure_settings_set_value (other, keys[i], NULL, NULL));
  g_assert_true (venule_measure_settings_set_value (other, "of_a_later_version", NULL, NULL));
  g_assert_true (venule_measure_settings_equal (usual, other));
}

static void
test_what_makes_no_sense_is_refused (ProjectDbFixture *self,
                                     gconstpointer     data)
{
  g_autoptr(VenuleMeasureSettings) settings = new_settings ();
  g_autoptr(GError) error = NULL;

  assert_refused ("adherent_seconds", "0");
  assert_refused ("adherent_seconds", "-1");
  assert_refused ("adherent_seconds", "nan");
  assert_refused ("adherent_seconds", "30 s");
  assert_refused ("adherent_seconds", "");
  assert_refused ("velocity_ratio", "0.5");
  assert_refused ("velocity_window_s", "0");
  assert_refused ("velocity_window_s", "3601");
  assert_refused ("pixel_size_error", "1.5");
  assert_refused ("flux_position_px", "inf");
  assert_refused ("centreline_px", "1,2");
  assert_refused ("centreline_px", "1,2 1,2");
  assert_refused ("centreline_px", "1,2 3");
  assert_refused ("centreline_px", "1,2 nan,4");
  assert_refused ("walls_px", "0,1");
  assert_refused ("walls_px", "0,-1,2");
  assert_refused ("walls_px", "5,1,2 5,1,2");
  assert_refused ("animal", "two\nlines");
  assert_refused ("animal", "\xff");
  assert_refused ("", "x");

  /* As it is on the keys of half the world. */
  g_assert_false (venule_measure_settings_set_value (settings, "adherent_seconds", "1,5", &error));
  g_assert_nonnull (strstr (error->message, "decimals are written with a point"));
}

static void
test_numbers_are_written_with_a_point_in_every_language (ProjectDbFixture *self,
                                                         gconstpointer     data)
{
  static const char *const locales[] = { "de_DE.UTF-8", "fr_FR.UTF-8" };

  for (guint i = 0; i < G_N_ELEMENTS (locales); i++)
    {
      g_autoptr(VenuleMeasureSettings) settings = venule_measure_settings_new ();
      g_autofree char *value = NULL;

      if (setlocale (LC_ALL, locales[i]) == NULL)
        {
          g_test_skip ("a locale is not installed");
          continue;
        }
      g_assert_true (venule_measure_settings_set_value (settings, "adherent_seconds", "29.5", NULL));
      g_assert_cmpfloat (settings->adherent_seconds, ==, 29.5);
      value = venule_measure_settings_dup_value (settings, "adherent_seconds");
      g_assert_cmpstr (value, ==, "29.5");
    }
  setlocale (LC_ALL, "C");
}

static void
count (VenuleDocument *document,
       gpointer        n)
{
  (*(guint *) n)++;
}

static void
test_they_are_in_the_file_at_once (ProjectDbFixture *self,
                                   gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL), *dump = NULL;
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3), again = NULL;
  g_autoptr(VenuleMeasureSettings) settings = new_settings ();
  g_autoptr(GError) error = NULL;
  guint n = 0;

  g_signal_connect (document, "measures-changed", G_CALLBACK (count), &n);
  g_assert_true (venule_document_set_measure_settings (document, settings, &error));
  g_assert_no_error (error);
  g_assert_true (venule_document_set_measure_settings (document, settings, &error));
  g_assert_cmpuint (n, ==, 1);

  /* As a program that is killed leaves it. */
  dump = project_db_dump (working_copy);
  g_assert_nonnull (strstr (dump, "\nadherent_seconds|20.125|\n"));

  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  again = open_document (self->path);
  g_assert_true (venule_measure_settings_equal (venule_document_get_measure_settings (again), settings));
}

static void
test_what_is_refused_changes_nothing (ProjectDbFixture *self,
                                      gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3);
  g_autoptr(VenuleMeasureSettings) settings = new_settings (), usual = venule_measure_settings_new ();
  g_autoptr(GError) error = NULL;

  settings->adherent_seconds = -1;
  g_assert_false (venule_document_set_measure_settings (document, settings, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_INVALID);
  g_assert_true (venule_measure_settings_equal (venule_document_get_measure_settings (document), usual));
  g_assert_false (venule_document_can_undo (document));
}

static void
set (VenuleDocument *document,
     const char     *key,
     const char     *value)
{
  g_autoptr(GError) error = NULL;

  venule_document_set_measure (document, key, value, &error);
  g_assert_no_error (error);
}

static void
test_each_change_is_a_step_with_a_name (ProjectDbFixture *self,
                                        gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL), *name = NULL;
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3), again = NULL;
  const VenuleMeasureSettings *settings;
  g_autoptr(GError) error = NULL;
  guint n = 0;

  set (document, "flux_position_px", "12");
  set (document, "flux_position_px", "13");
  set (document, "adherent_seconds", "10");
  name = venule_document_dup_undo_name (document);
  g_assert_cmpstr (name, ==, "Change Time of Adherence");

  g_assert_true (venule_document_undo (document));
  g_assert_true (venule_document_undo (document));
  settings = venule_document_get_measure_settings (document);
  g_assert_cmpfloat (settings->flux_position, ==, 12);
  g_assert_cmpfloat (settings->adherent_seconds, ==, 30);

  /* Tomorrow too. */
  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  again = open_document (self->path);
  g_signal_connect (again, "measures-changed", G_CALLBACK (count), &n);
  g_assert_true (venule_document_redo (again) && venule_document_redo (again));
  settings = venule_document_get_measure_settings (again);
  g_assert_cmpfloat (settings->flux_position, ==, 13);
  g_assert_cmpfloat (settings->adherent_seconds, ==, 10);
  g_assert_false (venule_document_redo (again));
  g_assert_true (venule_document_go_to_step (again, 0));
  g_assert_true (isnan (venule_document_get_measure_settings (again)->flux_position));
  g_assert_cmpuint (n, ==, 3);
}

static void
test_steps_of_tracks_and_of_measures_are_one_history (ProjectDbFixture *self,
                                                      gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3);
  g_autoptr(GPtrArray) steps = NULL;
  const guint gone = 2;
  guint done;

  set (document, "group", "control");
  venule_document_remove_tracks (document, &gone, 1, NULL);
  set (document, "group", "TNF");
  steps = venule_document_dup_history (document, &done);
  g_assert_cmpuint (steps->len, ==, 3);
  g_assert_cmpuint (done, ==, 3);

  g_assert_true (venule_document_undo (document));
  g_assert_cmpstr (venule_document_get_measure_settings (document)->group, ==, "control");
  g_assert_null (venule_document_get_track (document, gone));
  g_assert_true (venule_document_undo (document) && venule_document_undo (document));
  g_assert_null (venule_document_get_measure_settings (document)->group);
  g_assert_nonnull (venule_document_get_track (document, gone));

  /* Another way: what could be done again is forgotten. */
  set (document, "animal", "3");
  g_assert_false (venule_document_can_redo (document));
}

static void
test_a_drag_is_one_step (ProjectDbFixture *self,
                         gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3);
  guint done;
  g_autoptr(GPtrArray) steps = NULL;

  venule_document_begin_group (document, "Move Flux Line");
  for (int i = 1; i <= 20; i++)
    {
      g_autofree char *value = g_strdup_printf ("%d", i);

      set (document, "flux_position_px", value);
    }
  venule_document_end_group (document);
  steps = venule_document_dup_history (document, &done);
  g_assert_cmpuint (steps->len, ==, 1);
  g_assert_true (venule_document_undo (document));
  g_assert_true (isnan (venule_document_get_measure_settings (document)->flux_position));
  g_assert_true (venule_document_redo (document));
  g_assert_cmpfloat (venule_document_get_measure_settings (document)->flux_position, ==, 20);
}

static void
test_before_and_during_a_run (ProjectDbFixture *self,
                              gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(VenuleSettings) run = project_db_random_settings ();
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (3);
  g_autoptr(VenuleDocument) document =
    venule_document_new_from_db (source, venule_project_db_create (working_copy, &error), &error);
  g_autoptr(VenuleDocument) again = NULL;

  g_assert_no_error (error);
  set (document, "group", "control");
  g_assert_true (venule_document_undo (document));
  g_assert_null (venule_document_get_measure_settings (document)->group);
  g_assert_true (venule_document_redo (document));
  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  again = open_document (self->path);
  g_assert_true (venule_document_undo (again));
  g_assert_null (venule_document_get_measure_settings (again)->group);

  venule_document_begin_run (document, run);
  set (document, "animal", "3");
  set (document, "flux_position_px", "20");
  g_assert_true (venule_document_undo (document));
  g_assert_true (isnan (venule_document_get_measure_settings (document)->flux_position));
  g_assert_true (venule_document_undo (document));
  g_assert_null (venule_document_get_measure_settings (document)->animal);
  g_assert_false (venule_document_get_corrected (document));
  g_assert_true (venule_document_redo (document));
  set (document, "flux_position_px", "25");
  set (document, "flux_position_px", "30");
  venule_document_finish_run (document, tracks);
  g_assert_cmpstr (venule_document_get_measure_settings (document)->group, ==, "control");
  g_assert_cmpstr (venule_document_get_measure_settings (document)->animal, ==, "3");
  g_assert_cmpfloat (venule_document_get_measure_settings (document)->flux_position, ==, 30);

  /* They are steps after it, too, and so is the one before it. */
  g_assert_true (venule_document_undo (document) && venule_document_undo (document));
  g_assert_cmpstr (venule_document_get_measure_settings (document)->animal, ==, "3");
  g_assert_true (isnan (venule_document_get_measure_settings (document)->flux_position));
  g_assert_true (venule_document_go_to_step (document, 0));
  g_assert_null (venule_document_get_measure_settings (document)->group);
  g_assert_true (venule_document_go_to_step (document, 4));
  g_assert_cmpstr (venule_document_get_measure_settings (document)->animal, ==, "3");
  g_assert_cmpfloat (venule_document_get_measure_settings (document)->flux_position, ==, 30);
}

static void
add_run (VenuleDocument *document)
{
  g_autoptr(VenuleSettings) settings = project_db_random_settings ();
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (3);

  venule_document_begin_run (document, settings);
  venule_document_finish_run (document, tracks);
}

/* What is measured is the document's: it is walked through in whichever run is on show, and each run's own edits stand
 * among its steps. */
static void
test_they_are_undone_in_every_run (ProjectDbFixture *self,
                                   gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3);
  g_autoptr(GError) error = NULL;
  const guint gone = 2;
  gint64 first = venule_document_get_run (document), second;

  set (document, "flux_position_px", "12");
  venule_document_remove_tracks (document, &gone, 1, NULL);
  add_run (document);
  second = venule_document_get_run (document);
  set (document, "flux_position_px", "13");

  g_assert_true (venule_document_show_run (document, first, &error));
  g_assert_true (venule_document_undo (document));
  g_assert_cmpfloat (venule_document_get_measure_settings (document)->flux_position, ==, 12);
  g_assert_null (venule_document_get_track (document, gone));
  g_assert_true (venule_document_show_run (document, second, &error));
  g_assert_true (venule_document_undo (document));
  g_assert_true (isnan (venule_document_get_measure_settings (document)->flux_position));
  g_assert_false (venule_document_can_undo (document));

  /* The deletion is still done in the first, before what was taken back in the second. */
  g_assert_true (venule_document_show_run (document, first, &error));
  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  g_assert_true (venule_document_redo (document) && venule_document_get_modified (document));
  g_assert_cmpfloat (venule_document_get_measure_settings (document)->flux_position, ==, 12);
  g_assert_true (venule_document_undo (document) && venule_document_undo (document));
  g_assert_nonnull (venule_document_get_track (document, gone));
  g_assert_true (isnan (venule_document_get_measure_settings (document)->flux_position));
  g_assert_false (venule_document_can_undo (document));
}

static double
get_window (VenuleDocument *document)
{
  double window = venule_document_get_run_settings (document)->velocity_window;

  g_assert_cmpfloat (venule_document_get_settings (document)->velocity_window, ==, window);
  g_assert_cmpfloat (venule_document_get_measure_settings (document)->velocity_window, ==, window);

  return window;
}

/* Wherever velocities are worked out it is the same, now, after a step back and tomorrow. */
static void
test_velocities_are_taken_over_the_window (ProjectDbFixture *self,
                                           gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL), *name = NULL;
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3), again = NULL;
  g_autoptr(VenuleSettings) other = venule_settings_copy (venule_document_get_settings (document));
  g_autoptr(GPtrArray) tracks = project_db_random_tracks (2);
  g_autoptr(VenuleMeasures) measured = NULL;
  g_autoptr(GError) error = NULL;
  VenuleRunMetadata metadata = { .device = (char *) "test", .last_frame = 299, .detect_interval = 1, .complete = TRUE };
  guint n = 0;

  g_signal_connect (document, "tracks-changed", G_CALLBACK (count), &n);
  g_assert_cmpfloat (get_window (document), ==, 0.5);
  set (document, "velocity_window_s", "1.25");
  g_assert_cmpfloat (get_window (document), ==, 1.25);
  g_assert_cmpuint (n, ==, 1);
  name = venule_document_dup_undo_name (document);
  g_assert_cmpstr (name, ==, "Change Velocity Window");

  /* Settings of a run, which are from before, do not bring the other one back. */
  other->sensitivity = 0.25;
  venule_document_set_settings (document, other);
  g_assert_cmpfloat (get_window (document), ==, 1.25);
  venule_document_begin_run (document, other);
  g_assert_cmpfloat (get_window (document), ==, 1.25);
  set (document, "velocity_window_s", "1.5");
  venule_document_set_run_metadata (document, &metadata);
  venule_document_finish_run (document, tracks);
  g_assert_cmpfloat (get_window (document), ==, 1.5);
  g_assert_true (venule_document_undo (document));
  g_assert_cmpfloat (get_window (document), ==, 1.25);

  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  again = open_document (self->path);
  g_assert_cmpfloat (get_window (again), ==, 1.25);
  g_assert_true (venule_document_redo (again));
  g_assert_cmpfloat (get_window (again), ==, 1.5);
  g_assert_true (venule_document_undo (again));
  g_assert_cmpfloat (get_window (again), ==, 1.25);
  measured = venule_document_measure_as (again, venule_document_get_measure_settings (again));
  g_assert_cmpfloat (venule_measures_get (measured, VENULE_QUANTITY_VELOCITY_WINDOW)->estimate.value, ==, 1.25);
}

/* What people type and see is in their units; the default is none. */
static void
test_people_choose_in_their_units (ProjectDbFixture *self,
                                   gconstpointer     data)
{
  g_autoptr(VenuleMeasureSettings) measures = venule_measure_settings_new (), usual = venule_measure_settings_new ();
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autofree char *text = NULL;
  guint n;
  const VenuleMeasureOption *options = venule_measure_options_get (&n);

  settings->calibration.pixel_size_um = 0.363;
  g_assert_null (venule_measure_options_dup_unusual (measures, settings, VENULE_MEASURE_READER_PAPER));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleMeasureSettings) tried = venule_measure_settings_new ();
      double low, high, value;

      venule_measure_option_get_limits (&options[i], settings, &low, &high);
      value = venule_measure_option_get_usual (&options[i], settings);
      g_assert_true (isnan (value) || (value >= low && value <= high));
      g_assert_true (venule_measure_option_set_value (&options[i], tried, settings, value, NULL));
      g_assert_false (venule_measure_option_set_value (&options[i], tried, settings, high * 1.01, NULL));
      g_assert_false (venule_measure_option_set_value (&options[i], tried, settings, -1, NULL));
      g_assert_true (venule_measure_settings_equal (tried, usual));

      value = isnan (value) ? 12 : value + 0.3;
      g_assert_true (venule_measure_option_set_value (&options[i], measures, settings, value, NULL));
      g_assert_true (venule_measure_option_is_unusual (&options[i], measures));
      g_assert_cmpfloat_with_epsilon (venule_measure_option_get_value (&options[i], measures, settings), value, 1e-9);
    }
  g_assert_cmpfloat_with_epsilon (measures->pause_velocity, 1.3 / 0.363, 1e-9);
  g_assert_cmpfloat_with_epsilon (measures->pixel_size_error, 0.003, 1e-12);
  text = venule_measure_options_dup_unusual (measures, settings, VENULE_MEASURE_READER_PAPER);
  g_assert_cmpstr (text, ==, "Velocity window 0.8 s (default 0.5 s); Velocity of pauses 1.3 µm/s (default 1 µm/s); "
                             "Shortest pause 0.8 s (default 0.5 s); Time of adherence 30.3 s (default 30 s); Bins of "
                             "the flux 12 s; Centreline / mean velocity 1.9 (default 1.6); Factor of the shear rate "
                             "1.3 (default 1); Error of the pixel size 0.3 % (default 0 %)");
}

/* What was measured takes the place of what was drawn, and both go back together. */
static void
test_what_was_measured_is_a_step (ProjectDbFixture *self,
                                  gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL), *dump = NULL, *name = NULL,
                  *other = NULL;
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3);
  g_autoptr(VenuleMeasureSettings) measured = NULL;

  set (document, "walls_px", "0,10,10 50,10,12");
  measured = venule_measure_settings_copy (venule_document_get_measure_settings (document));
  g_array_set_size (measured->walls, 0);
  measured->diameter_profile = g_strdup ("1 2 3");
  g_assert_true (venule_document_set_measure_settings (document, measured, NULL));
  dump = project_db_dump (working_copy);
  g_assert_nonnull (strstr (dump, "\ndiameter_profile|1 2 3|\n"));
  g_object_get (document, "undo-name", &name, NULL);
  g_assert_cmpstr (name, ==, "Measure Diameter");
  g_assert_true (venule_document_undo (document));
  g_assert_null (venule_document_get_measure_settings (document)->diameter_profile);
  g_assert_cmpuint (venule_document_get_measure_settings (document)->walls->len, ==, 2);

  set (document, VENULE_MEASURE_FLOW, "of the blood");
  g_object_get (document, "undo-name", &other, NULL);
  g_assert_cmpstr (other, ==, "Measure Blood Velocity");
}

/* Blood along the present line, of which there is a velocity or a reason why there is none. */
static char *
make_flow (VenuleDocument *document,
           double          velocity,
           const char     *reason)
{
  const VenuleFlowVelocity flow = { .velocity = velocity, .se = 1, .low = velocity - 2, .high = velocity + 2,
                                    .n_stretches = 10,
                                    .lag = 1, .height = 0.5, .agreement = 0.9, .rival = 0.1, .spacing = NAN,
                                    .reason = (char *) reason };
  g_autofree char *key = venule_centreline_dup_key (venule_document_get_run_settings (document)->vessel->centreline);

  return venule_flow_velocity_to_text (&flow, key);
}

static const char *
get_flow (VenuleDocument *document)
{
  return g_hash_table_lookup (venule_document_get_measure_settings (document)->others, VENULE_MEASURE_FLOW);
}

/* Nobody has changed anything then, and there is nothing to be taken back. */
static void
test_a_refused_measurement_is_no_step (ProjectDbFixture *self,
                                       gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL), *name = NULL;
  g_autofree char *saved = g_build_filename (self->folder, "saved.venule", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3);
  g_autofree char *refused = make_flow (document, NAN, "Nothing stands out.");
  g_autofree char *found = make_flow (document, 700, NULL);
  g_autoptr(GError) error = NULL;
  const guint one = 1;

  g_assert_true (venule_document_keep_flow (document, refused, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (get_flow (document), ==, refused);
  g_assert_false (venule_document_can_undo (document));

  /* Nor is there anything to be saved when the same is found again. */
  g_assert_true (venule_document_save (document, saved, &error));
  g_assert_true (venule_document_keep_flow (document, refused, &error));
  g_assert_no_error (error);
  g_assert_false (venule_document_get_modified (document));

  /* A velocity is a step, but no correction; and a later refusal does not take its place. */
  g_assert_true (venule_document_keep_flow (document, found, &error));
  g_assert_true (venule_document_keep_flow (document, refused, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (get_flow (document), ==, found);
  g_object_get (document, "undo-name", &name, NULL);
  g_assert_cmpstr (name, ==, "Measure Blood Velocity");
  g_assert_false (venule_document_get_corrected (document));
  g_assert_true (venule_document_undo (document));
  g_assert_cmpstr (get_flow (document), ==, refused);
  g_assert_false (venule_document_can_undo (document));

  /* What was taken back can be done again after it. */
  g_assert_true (venule_document_keep_flow (document, refused, &error));
  g_assert_true (venule_document_redo (document));
  g_assert_cmpstr (get_flow (document), ==, found);
  g_assert_true (venule_document_set_note (document, &one, 1, "seen", &error));
  g_assert_no_error (error);
  g_assert_true (venule_document_get_corrected (document));
  g_assert_true (venule_document_undo (document));
  g_assert_false (venule_document_get_corrected (document));
}

/* The line is moved, nothing is seen along it, and the line is moved back: by hand, or by taking steps back. */
static void
test_a_refusal_on_another_line_loses_no_velocity (ProjectDbFixture *self,
                                                  gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3);
  g_autofree char *found = make_flow (document, 700, NULL), *refused = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_true (venule_document_keep_flow (document, found, &error));
  set (document, "centreline_px", "10,20 100,60");
  refused = make_flow (document, NAN, "Nothing stands out.");
  g_assert_cmpstr (strchr (refused, '\n'), !=, strchr (found, '\n'));
  g_assert_true (venule_document_keep_flow (document, refused, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (get_flow (document), ==, refused);
  while (venule_document_get_measure_settings (document)->centreline->len > 0)
    g_assert_true (venule_document_undo (document));
  g_assert_cmpstr (get_flow (document), ==, found);
}

static void
test_a_senseless_value_in_a_file_is_damage (ProjectDbFixture *self,
                                            gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3);
  g_autoptr(GError) error = NULL;

  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  project_db_run_sql (self->path, "UPDATE document SET program = ''; INSERT INTO measure VALUES ('seed', 'many')");
  g_assert_null (venule_project_db_open_copy (self->path, &error));
  g_assert_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "many"));
}

static void
test_they_are_rescued (ProjectDbFixture *self,
                       gconstpointer     data)
{
  g_autofree char *working_copy = g_build_filename (self->folder, "working", NULL);
  g_autofree char *rescued = g_build_filename (self->folder, "rescued", NULL);
  g_autoptr(VenuleDocument) document = project_db_new_document (working_copy, 3);
  g_autoptr(VenuleMeasureSettings) settings = new_settings (), found = NULL;
  g_autoptr(VenuleProjectDb) db = NULL;
  g_autoptr(GError) error = NULL;
  VenuleRescue rescue;

  venule_document_set_measure_settings (document, settings, &error);
  g_assert_no_error (error);
  venule_document_save (document, self->path, &error);
  g_assert_no_error (error);
  db = venule_project_db_rescue (self->path, rescued, &rescue, NULL, &error);
  g_assert_no_error (error);
  found = venule_project_db_dup_measures (db, &error);
  g_assert_no_error (error);
  g_assert_true (venule_measure_settings_equal (found, settings));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function)                                                                                            \
  g_test_add ("/measure-settings/" name, ProjectDbFixture, NULL, project_db_set_up, function, project_db_tear_down)
  ADD ("every-setting-comes-back-to-the-last-bit", test_every_setting_comes_back_to_the_last_bit);
  ADD ("what-makes-no-sense-is-refused", test_what_makes_no_sense_is_refused);
  ADD ("numbers-are-written-with-a-point-in-every-language", test_numbers_are_written_with_a_point_in_every_language);
  ADD ("they-are-in-the-file-at-once", test_they_are_in_the_file_at_once);
  ADD ("what-is-refused-changes-nothing", test_what_is_refused_changes_nothing);
  ADD ("each-change-is-a-step-with-a-name", test_each_change_is_a_step_with_a_name);
  ADD ("steps-of-tracks-and-of-measures-are-one-history", test_steps_of_tracks_and_of_measures_are_one_history);
  ADD ("they-are-undone-in-every-run", test_they_are_undone_in_every_run);
  ADD ("a-drag-is-one-step", test_a_drag_is_one_step);
  ADD ("before-and-during-a-run", test_before_and_during_a_run);
  ADD ("velocities-are-taken-over-the-window", test_velocities_are_taken_over_the_window);
  ADD ("people-choose-in-their-units", test_people_choose_in_their_units);
  ADD ("what-was-measured-is-a-step", test_what_was_measured_is_a_step);
  ADD ("a-refused-measurement-is-no-step", test_a_refused_measurement_is_no_step);
  ADD ("a-refusal-on-another-line-loses-no-velocity", test_a_refusal_on_another_line_loses_no_velocity);
  ADD ("a-senseless-value-in-a-file-is-damage", test_a_senseless_value_in_a_file_is_damage);
  ADD ("they-are-rescued", test_they_are_rescued);
#undef ADD

  return g_test_run ();
}
