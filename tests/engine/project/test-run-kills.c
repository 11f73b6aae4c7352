/* test-run-kills.c: a program is killed while a run goes on that is being corrected: every finished edit is there, with
 * its undo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "edit-walk.h"
#include "fake-source.h"
#include "project-db-test.h"
#include "venule-error.h"

#define N_CELLS 12
/* A run begins and ends again and again. */
#define PERIOD 60

static const char *own_path;

/* ---- A script that goes the same way each time ---- */

static VenuleSpot
make_spot (guint  cell,
           gint64 frame,
           double jitter)
{
  return (VenuleSpot){ .frame = frame, .time = frame / 20.0, .x = 50 + 2 * frame + jitter, .y = 40 * cell + jitter,
                       .radius = 9,
                       .score = 0.5f, .source = VENULE_SPOT_TRACKED, .contour = { 9 } };
}

static void
grow (VenuleDocument *document,
      gint64          frame)
{
  const VenuleRunMetadata metadata = { .device = (char *) "CPU", .last_frame = frame };
  guint ids[N_CELLS];
  VenuleSpot spots[N_CELLS];

  for (guint cell = 1; cell <= N_CELLS; cell++)
    {
      ids[cell - 1] = cell;
      spots[cell - 1] = make_spot (cell, frame, 0);
    }
  venule_document_add_spots (document, ids, spots, N_CELLS);
  venule_document_keep_live (document, &metadata);
}

static void
begin (VenuleDocument *document)
{
  g_autoptr(VenuleSettings) settings = venule_settings_new ();

  settings->vessel->flow_x = 1;
  venule_document_set_live_period (document, 0);
  venule_document_begin_run (document, settings);
}

/* In the frames in which the run has found something: the first one, and every third. */
static void
finish (VenuleDocument *document,
        gint64          last,
        gint64          remainder)
{
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  const VenuleRunMetadata metadata = { .device = (char *) "CPU", .last_frame = last, .complete = TRUE };

  for (guint cell = 1; cell <= N_CELLS; cell++)
    {
      VenuleTrack *track = venule_track_new (10 * cell);

      for (gint64 frame = 0; frame <= last; frame++)
        {
          VenuleSpot spot = make_spot (cell, frame, 1);

          if (frame == 0 || frame % 3 == remainder)
            venule_track_add_spot (track, &spot);
        }
      g_ptr_array_add (tracks, track);
    }
  venule_document_set_run_metadata (document, &metadata);
  venule_document_finish_run (document, tracks);
}

/* Each is one transaction, or none, or begins with what can be seen of it from outside only when it is whole. */
static void
do_operation (VenuleDocument *document,
              guint           number)
{
  guint phase = number % PERIOD;

  if (phase == 0)
    {
      begin (document);
      grow (document, 0);
    }
  else if (phase == PERIOD - 6)
    finish (document, phase, 1);
  else if (phase < PERIOD - 6 && number % 3 == 1)
    grow (document, phase);
  else if (number % 7 == 2)
    venule_document_undo (document);
  else if (number % 7 == 4)
    venule_document_redo (document);
  else
    edit_walk_do (document, number * 2654435761u);
}

/* ---- What there is of a document ---- */

static void
describe_track (GString     *text,
                VenuleTrack *track)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);

  g_string_append_printf (text, "%u %d %d %d %d %d %s:", venule_track_get_id (track), venule_track_get_kind (track),
                          venule_track_get_kind_is_manual (track), venule_track_get_hidden (track),
                          venule_track_get_locked (track),
                          venule_track_get_color (track), venule_track_get_note (track));
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, " %d %a %a %a", (int) places[i].frame, places[i].x, places[i].y, places[i].radius);
  g_string_append_c (text, '\n');
}

static void
describe_contents (GString        *text,
                   VenuleDocument *document)
{
  g_autoptr(GHashTable) rows = venule_measure_settings_dup_rows (venule_document_get_measure_settings (document));

  g_string_append_printf (text, "animal %s, flux %s\n", (char *) g_hash_table_lookup (rows, "animal"),
                          (char *) g_hash_table_lookup (rows, "flux_seconds"));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (document)); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

      describe_track (text, track);
    }
}

static char *
describe (VenuleDocument *document)
{
  g_autoptr(GPtrArray) names = NULL;
  GString *text = g_string_new (NULL);
  guint position;

  names = venule_document_dup_history (document, &position);
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s\n", i < position ? "" : "- ", (char *) g_ptr_array_index (names, i));
  describe_contents (text, document);

  return g_string_free (text, FALSE);
}

/* ---- Victims ---- */

G_NORETURN static void
be_a_victim (void)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  VenuleWorkingCopy *working_copy = venule_working_copy_new (NULL);
  VenuleDocument *document = venule_document_new_from_working_copy (source, working_copy, NULL);

  for (guint number = 0;; number++)
    {
      do_operation (document, number);
      g_print ("done %u\n", number + 1);
    }
}

/* How many operations it said to have finished. */
static guint
kill_a_victim (gulong after)
{
  int status;
  g_autofree char *said = child_stop ((const char *[]) { own_path, "--victim", NULL }, FALSE, "done 1\n", after,
                                      SIGKILL, &status);
  g_auto(GStrv) lines = g_strsplit (said, "\n", -1);
  guint n = g_strv_length (lines); /* the last one is not whole */

  g_assert_cmpuint (n, >=, 2);

  return (guint) g_ascii_strtoull (strchr (lines[n - 2], ' '), NULL, 10);
}

static VenuleDocument *
recover (void)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GPtrArray) leftovers = venule_working_copy_dup_leftovers (NULL);
  g_autoptr(GError) error = NULL;
  VenuleWorkingCopy *working_copy;
  VenuleDocument *document;

  g_assert_cmpuint (leftovers->len, ==, 1);
  working_copy = venule_working_copy_recover (g_ptr_array_index (leftovers, 0), &error);
  g_assert_no_error (error);
  document = venule_document_new_from_working_copy (source, working_copy, &error);
  g_assert_no_error (error);

  return document;
}

/* The same in a document that nobody kills; in a file, as one in memory has no run before it is edited. */
static VenuleDocument *
replay (ProjectDbFixture *self,
        guint             n)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GError) error = NULL;
  VenuleDocument *document =
    venule_document_new_from_db (source, venule_project_db_create (self->path, &error), &error);

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    do_operation (document, i);

  return document;
}

/* ---- Tests ---- */

/* Walks through all steps of both: every one of them takes back what it did. Returns how many there are. */
static guint
assert_same_steps (VenuleDocument *document,
                   VenuleDocument *other)
{
  g_autoptr(GPtrArray) names = venule_document_dup_history (document, NULL);

  for (guint i = 0; i <= 2 * names->len; i++)
    {
      guint position = i <= names->len ? names->len - i : i - names->len;
      g_autofree char *here = NULL;
      g_autofree char *there = NULL;

      g_assert_true (venule_document_go_to_step (document, position));
      g_assert_true (venule_document_go_to_step (other, position));
      here = describe (document);
      there = describe (other);
      g_assert_cmpstr (here, ==, there);
    }

  return names->len;
}

static void
test_killed_runs_keep_every_edit_and_its_undo (ProjectDbFixture *self,
                                               gconstpointer     data)
{
  const guint kills = g_test_slow () ? 200 : 15;
  guint n_steps = 0;

  for (guint i = 0; i < kills; i++)
    {
      guint n = kill_a_victim ((gulong) g_test_rand_int_range (0, 250000));
      g_autoptr(VenuleDocument) document = recover ();
      g_autoptr(VenuleDocument) other = replay (self, n);
      g_autofree char *there = describe (document);
      g_autofree char *expected = describe (other);

      /* The last one may be done before it was said. */
      if (!g_str_equal (there, expected))
        {
          g_free (expected);
          do_operation (other, n);
          expected = describe (other);
        }
      g_assert_cmpstr (there, ==, expected);
      n_steps += assert_same_steps (document, other);
      g_test_message ("killed after %u operations; steps so far %u", n, n_steps);
      venule_working_copy_discard (venule_document_get_working_copy (document));
      g_clear_object (&other);
      g_unlink (self->path);
    }
  g_assert_cmpuint (n_steps, >, kills);
}

/* ---- The edits of a run after its end ---- */

/* Without the steps. */
static char *
describe_state (VenuleDocument *document)
{
  GString *text = g_string_new (NULL);

  describe_contents (text, document);

  return g_string_free (text, FALSE);
}

/* Where a track is, without what is said of it. */
static char *
describe_way (VenuleTrack *track)
{
  GString *text = g_string_new (NULL);
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, " %d %a %a %a", (int) places[i].frame, places[i].x, places[i].y, places[i].radius);

  return g_string_free (text, FALSE);
}

/* Whether a person has put it elsewhere than the run. */
static gboolean
is_moved (VenuleTrack *track,
          gint64       last)
{
  guint n, cell = venule_track_get_id (track);
  const VenulePlace *places = venule_track_get_places (track, &n);

  if (cell > N_CELLS || n != 1 + last / 3)
    return TRUE;
  for (guint i = 0; i < n; i++)
    {
      VenuleSpot spot = make_spot (cell, 3 * i, 0);

      if (places[i].frame != spot.frame || places[i].x != spot.x || places[i].y != spot.y ||
          places[i].radius != spot.radius)
        return TRUE;
    }

  return FALSE;
}

/* (transfer full): the ways of all tracks that were moved, or (@last < 0) of all. */
static GHashTable *
collect_ways (VenuleDocument *document,
              gint64          last)
{
  GHashTable *ways = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (document)); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (document), i);

      if (last < 0 || is_moved (track, last))
        g_hash_table_add (ways, describe_way (track));
    }

  return ways;
}

/* Undoing all steps, the edits, what was carried over from the run before and all that was set of what is measured,
 * gives what the linked run found, measured as by default; redoing them gives the same states. Returns how many steps
 * there are. */
static guint
walk_all (VenuleDocument *document,
          const char     *linked)
{
  guint n;
  g_autoptr(GPtrArray) names = venule_document_dup_history (document, &n);
  g_autoptr(GPtrArray) states = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i <= n; i++)
    {
      g_ptr_array_add (states, describe_state (document));
      g_assert_true (i == 0 || !g_str_equal (states->pdata[i], states->pdata[i - 1]));
      g_assert_true (venule_document_undo (document) == (i < n));
    }
  g_assert_cmpstr (states->pdata[n], ==, linked);
  for (guint i = n; i-- > 0;)
    {
      g_autofree char *state = NULL;

      g_assert_true (venule_document_redo (document));
      state = describe_state (document);
      g_assert_cmpstr (state, ==, states->pdata[i]);
    }
  g_assert_true (venule_document_can_redo (document) == (names->len > n));

  return n;
}

/* Of the linked tracks as they are when nothing was corrected. */
static char *
describe_linked (ProjectDbFixture *self,
                 gint64            last)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(VenuleDocument) document = venule_document_new_from_db (source, venule_project_db_new_memory (), NULL);

  begin (document);
  finish (document, last, 0);

  return describe_state (document);
}

static void
test_edits_of_a_run_are_in_it_after_it (ProjectDbFixture *self,
                                        gconstpointer     data)
{
  const guint n_runs = g_test_slow () ? 200 : 15;
  g_autoptr(VenuleDocument) document = replay (self, 0);
  guint n_steps = 0;

  for (guint run = 0; run < n_runs; run++)
    {
      g_autofree char *linked = NULL;
      g_autoptr(GHashTable) moved = NULL, ways = NULL;
      gint64 last = 3 * g_test_rand_int_range (5, 25);
      GHashTableIter iter;
      gpointer way;

      begin (document);
      for (gint64 frame = 0; frame <= last; frame += 3)
        {
          grow (document, frame);
          if (g_test_rand_int_range (0, 3) > 0)
            edit_walk_do (document, (guint32) g_test_rand_int ());
          if (g_test_rand_int_range (0, 5) == 0)
            venule_document_undo (document);
        }
      moved = collect_ways (document, last);
      linked = describe_linked (self, last);
      finish (document, last, 0);
      ways = collect_ways (document, -1);
      g_hash_table_iter_init (&iter, moved);
      while (g_hash_table_iter_next (&iter, &way, NULL))
        g_assert_true (g_hash_table_contains (ways, way));
      n_steps += walk_all (document, linked);
    }
  g_assert_cmpuint (n_steps, >, n_runs / 2);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *state = NULL;

  if (argc == 2 && g_str_equal (argv[1], "--victim"))
    {
      g_test_init (&argc, &argv, NULL);
      be_a_victim ();
    }

  state = g_strdup (g_access ("/dev/shm", W_OK) == 0 ? "/dev/shm/venule-state-XXXXXX" : "/tmp/venule-state-XXXXXX");
  g_assert_nonnull (g_mkdtemp (state));
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  own_path = argv[0];
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/run-kills/killed-runs-keep-every-edit-and-its-undo", ProjectDbFixture, NULL, project_db_set_up,
              test_killed_runs_keep_every_edit_and_its_undo, project_db_tear_down);
  g_test_add ("/run-kills/edits-of-a-run-are-in-it-after-it", ProjectDbFixture, NULL, project_db_set_up,
              test_edits_of_a_run_are_in_it_after_it, project_db_tear_down);

  return g_test_run ();
}
