/* bench-edits.c: what an edit costs until all that shows it can follow: bench-edits [TRACKS [SPOTS]]
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "fake-source.h"
#include "venule-document-tracks.h"
#include "venule-histogram.h"
#include "venule-overlay.h"
#include "venule-velocity.h"

#define TIMES 15

static guint n_told;

/* Every fifth stays behind, so that there are some of each class; each begins in another frame. */
static GPtrArray *
make_tracks (guint n,
             guint n_spots)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint id = 1; id <= n; id++)
    {
      VenuleTrack *track = venule_track_new (id);
      double step = id % 5 == 0 ? 0 : 0.2 + id % 7 * 0.1;

      for (guint i = 0; i < n_spots; i++)
        {
          VenuleSpot spot = { .frame = i, .time = i / 20.0, .x = id % 600 + step * i, .y = id % 400 + cos (i),
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

static VenuleDocument *
open_document (const char      *path,
               VenuleProjectDb *db)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  g_autoptr(GError) error = NULL;
  VenuleDocument *document = venule_document_new_from_db (source, db, &error);

  check (error);

  return document;
}

static void
make_file (const char *path,
           guint       n,
           guint       n_spots)
{
  g_autoptr(GPtrArray) tracks = make_tracks (n, n_spots);
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleDocument) document = open_document (path, venule_project_db_create (path, &error));

  settings->vessel->flow_x = 1;
  venule_document_set_settings (document, settings);
  venule_document_begin_run (document, settings);
  venule_document_finish_run (document, tracks);
}

/* As the table does: what changed is measured again. */
static void
on_items_changed (GListModel *model,
                  guint       position,
                  guint       removed,
                  guint       added)
{
  for (guint i = 0; i < added; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (model, position + i);
      VenuleTrackMeasures measures;

      venule_track_measure (track, venule_document_get_run_settings (VENULE_DOCUMENT (model)), &measures);
    }
  n_told += removed + added;
}

/* As the histogram, the scale of the colours and the frame on show do. */
static void
follow (VenuleDocument *document)
{
  const VenuleSettings *settings = venule_document_get_run_settings (document);
  g_autoptr(VenuleHistogram) histogram = venule_histogram_new (G_LIST_MODEL (document), settings, 0);
  g_autoptr(GPtrArray) there = venule_document_dup_tracks_at (document, 500);

  venule_overlay_velocity_max (G_LIST_MODEL (document), settings);
}

typedef struct {
  const char *name;
  gboolean  (*act) (VenuleDocument *document,
                    guint           round);
} Action;

static gboolean
move (VenuleDocument *document,
      guint           round)
{
  return venule_document_move_spot (document, 100 + round, 500, 10, 10, NULL);
}

static gboolean
put (VenuleDocument *document,
     guint           round)
{
  g_autofree VenuleSpot *spots = g_new0 (VenuleSpot, 100);

  for (guint i = 0; i < 100; i++)
    {
      spots[i].frame = 300 + i;
      spots[i].x = 100 + i;
      spots[i].radius = 9;
      spots[i].source = VENULE_SPOT_TRACKED;
    }

  return venule_document_put_spots (document, 200 + round, spots, 100, "Put", NULL) > 0;
}

static gboolean
cut (VenuleDocument *document,
     guint           round)
{
  return venule_document_cut_track (document, 300 + round, 400, NULL) > 0;
}

static gboolean
swap (VenuleDocument *document,
      guint           round)
{
  return venule_document_swap_tracks (document, 400 + 2 * round, 401 + 2 * round, 700, NULL);
}

static gboolean
delete_one (VenuleDocument *document,
            guint           round)
{
  const guint id = 600 + round;

  return venule_document_remove_tracks (document, &id, 1, NULL);
}

static gboolean
delete_fifty (VenuleDocument *document,
              guint           round)
{
  guint ids[50];

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = 1000 + 60 * i + round;

  return venule_document_remove_tracks (document, ids, G_N_ELEMENTS (ids), NULL);
}

static gboolean
say (VenuleDocument *document,
     guint           round)
{
  guint ids[1000];

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = 5000 + i;

  return venule_document_set_kinds (document, ids, G_N_ELEMENTS (ids), (VenuleCellKind) (round % 4), NULL);
}

static gboolean
undo (VenuleDocument *document,
      guint           round)
{
  return venule_document_undo (document);
}

static gboolean
redo (VenuleDocument *document,
      guint           round)
{
  return venule_document_redo (document);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

static double
ms_since (clock_t then)
{
  return (double) (clock () - then) * 1000 / CLOCKS_PER_SEC;
}

static void
measure (VenuleDocument *document,
         const Action   *action)
{
  double edits[TIMES], all[TIMES];

  n_told = 0;
  for (guint i = 0; i < TIMES; i++)
    {
      clock_t then = clock ();

      if (!action->act (document, i))
        g_error ("%s was not done", action->name);
      edits[i] = ms_since (then);
      follow (document);
      all[i] = ms_since (then);
    }
  qsort (edits, TIMES, sizeof (double), compare_numbers);
  qsort (all, TIMES, sizeof (double), compare_numbers);
  g_print ("%-36s %7.1f ms, at most %7.1f; with all that follows %7.1f ms, at most %7.1f; %u rows told\n", action->name,
           edits[TIMES / 2], edits[TIMES - 1], all[TIMES / 2], all[TIMES - 1], n_told / TIMES);
}

int
main (int    argc,
      char **argv)
{
  static const Action actions[] = {
    { "move a spot", move },
    { "take the last one back", undo },
    { "do it again", redo },
    { "put 100 spots", put },
    { "cut a track", cut },
    { "take the last one back", undo },
    { "do it again", redo },
    { "swap two tracks", swap },
    { "delete a track", delete_one },
    { "take the last one back", undo },
    { "delete 50 tracks", delete_fifty },
    { "take the last one back", undo },
    { "say the class of 1000 tracks", say },
  };
  guint n = argc > 1 ? (guint) atoi (argv[1]) : 10000;
  guint n_spots = argc > 2 ? (guint) atoi (argv[2]) : 1000;
  g_autofree char *folder = g_dir_make_tmp ("venule-bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "working", NULL);
  g_autoptr(VenuleDocument) document = NULL;
  g_autoptr(GError) error = NULL;
  clock_t then;

  g_print ("%u tracks of %u spots, time of the processor\n", n, n_spots);
  make_file (path, n, n_spots);
  document = open_document (path, venule_project_db_open (path, "large", &error));
  check (error);
  g_signal_connect (document, "items-changed", G_CALLBACK (on_items_changed), NULL);
  then = clock ();
  follow (document);
  g_print ("%-36s %7.1f ms\n", "what follows, the first time", ms_since (then));
  then = clock ();
  follow (document);
  g_print ("%-36s %7.1f ms\n", "what follows", ms_since (then));
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    measure (document, &actions[i]);
  g_clear_object (&document);
  g_unlink (path);
  g_rmdir (folder);

  return 0;
}
