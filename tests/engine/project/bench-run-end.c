/* bench-run-end.c: what the end of a large run costs the thread of the window: bench-run-end [TRACKS [SPOTS]]
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "fake-source.h"
#include "venule-document-tracks.h"
#include "venule-early-writer.h"

/* Between two edits, µs. */
#define STEP (20 * 1000)

typedef struct {
  VenuleEarlyWriter *early;
  GPtrArray         *tracks;
  int                done; /* atomic */
} Writing;

static double
get_time (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);

  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

static GPtrArray *
make_tracks (guint n,
             guint n_spots)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint id = 1; id <= n; id++)
    {
      g_autoptr(GArray) spots = g_array_new (FALSE, FALSE, sizeof (VenuleSpot));
      VenuleTrack *track = venule_track_new (id);

      for (guint i = 0; i < n_spots; i++)
        {
          VenuleSpot spot = { .frame = i, .time = i / 30.0, .x = 25 * (id % 100) + sin (i),
                              .y = 25 * (id / 100) + cos (i), .radius = 9.5f,
                              .score = 0.9f, .source = VENULE_SPOT_TRACKED };

          for (guint k = 0; k < VENULE_CONTOUR_POINTS; k++)
            spot.contour[k] = 9 + (float) sin (i + k);
          g_array_append_val (spots, spot);
        }
      venule_track_add_spots (track, (const VenuleSpot *) (void *) spots->data, spots->len);
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

static gpointer
write_in_thread (gpointer data)
{
  Writing *writing = data;

  venule_early_writer_write (writing->early, writing->tracks);
  g_atomic_int_set (&writing->done, TRUE);

  return NULL;
}

/* Settings are changed meanwhile, as a person would; each is a transaction that reaches the drive. */
static void
write_early (VenuleDocument *document,
             GPtrArray      *tracks)
{
  g_autoptr(VenuleEarlyWriter) early = venule_document_begin_early_writer (document);
  Writing writing = { early, tracks, FALSE };
  double begun = get_time (CLOCK_MONOTONIC), worst = 0, sum = 0;
  GThread *thread = g_thread_new ("early-writer", write_in_thread, &writing);
  guint n = 0;

  for (; !g_atomic_int_get (&writing.done); n++)
    {
      g_autoptr(VenuleSettings) settings = venule_settings_copy (venule_document_get_settings (document));
      double before = get_time (CLOCK_MONOTONIC), took;

      settings->calibration.pixel_size_um = 0.5 + n * 1e-3;
      venule_document_set_settings (document, settings);
      took = get_time (CLOCK_MONOTONIC) - before;
      worst = MAX (worst, took);
      sum += took;
      g_usleep (STEP);
    }
  g_thread_join (thread);
  g_print ("%-52s %8.1f ms on the wall\n", "paths and outlines, in a thread", get_time (CLOCK_MONOTONIC) - begun);
  g_print ("%-52s %8.1f ms on the wall, mean %.1f ms (%u changes)\n", "  a change of the settings meanwhile, worst",
           worst, sum / n, n);
}

/* What a program that is killed would come back with. */
static void
keep_beginning (VenuleDocument *document,
                GPtrArray      *tracks)
{
  VenuleRunMetadata metadata = { .device = (char *) "CPU", .detect_interval = 1 };
  double before;

  venule_document_set_live_period (document, 0);
  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);
      guint n, id = venule_track_get_id (track);
      const VenuleSpot *spots = venule_track_get_spots (track, &n);
      g_autofree guint *ids = g_new (guint, n);

      for (guint k = 0; k < n; k++)
        ids[k] = id;
      venule_document_add_spots (document, ids, spots, n);
    }
  before = get_time (CLOCK_THREAD_CPUTIME_ID);
  venule_document_keep_live (document, &metadata);
  g_print ("%-52s %8.1f ms of this thread\n", "keep the beginning of the run",
           get_time (CLOCK_THREAD_CPUTIME_ID) - before);
}

/* A person moves a spot of every track in its turn, and says something of it. */
static void
correct (VenuleDocument *document,
         GPtrArray      *first,
         guint           n)
{
  double before = get_time (CLOCK_THREAD_CPUTIME_ID);
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < n && error == NULL; i++)
    {
      VenuleTrack *track = g_ptr_array_index (first, i / 2 % first->len);
      guint id = venule_track_get_id (track);
      const VenulePlace *place = venule_track_get_place_at (track, i % venule_track_get_n_spots (track));

      if (i % 2 == 0)
        venule_document_move_spot (document, id, place->frame, place->x + 1, place->y, &error);
      else
        venule_document_set_note (document, &id, 1, "seen", &error);
    }
  check (error);
  g_print ("%-52s %8.1f ms of this thread\n", "  corrections meanwhile", get_time (CLOCK_THREAD_CPUTIME_ID) - before);
}

static void
run (const char *folder,
     GPtrArray  *tracks,
     gboolean    early,
     guint       beginning,
     guint       corrections)
{
  g_autofree char *path = g_build_filename (folder, "working", NULL);
  g_autoptr(VenuleSource) source = fake_source_new (30, 2000, TRUE);
  VenuleRunMetadata metadata = { .device = (char *) "CPU", .detect_interval = 1, .complete = TRUE };
  g_autoptr(GPtrArray) first = g_ptr_array_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(VenuleDocument) document = NULL;
  VenuleProjectDb *db = venule_project_db_create (path, &error);
  double wall, worked;

  check (error);
  document = venule_document_new_from_db (source, db, &error);
  check (error);
  venule_document_begin_run (document, venule_document_get_settings (document));
  for (guint i = 0; i < MIN (beginning, tracks->len); i++)
    g_ptr_array_add (first, g_ptr_array_index (tracks, i));
  keep_beginning (document, first);
  if (corrections > 0)
    correct (document, first, corrections);
  if (early)
    write_early (document, tracks);
  venule_document_set_run_metadata (document, &metadata);
  wall = get_time (CLOCK_MONOTONIC);
  worked = get_time (CLOCK_THREAD_CPUTIME_ID);
  venule_document_finish_run (document, tracks);
  g_print ("%-52s %8.1f ms on the wall, %8.1f ms of this thread\n",
           early ? "end of the run, written early" : "end of the run, written then", get_time (CLOCK_MONOTONIC) - wall,
           get_time (CLOCK_THREAD_CPUTIME_ID) - worked);
  g_clear_object (&document);
  g_unlink (path);
}

int
main (int    argc,
      char **argv)
{
  guint n = argc > 1 ? (guint) atoi (argv[1]) : 10000;
  guint n_spots = argc > 2 ? (guint) atoi (argv[2]) : 1000;
  g_autofree char *folder = g_dir_make_tmp ("venule-bench-XXXXXX", NULL);
  g_autoptr(GPtrArray) tracks = make_tracks (n, n_spots);

  g_print ("%u tracks of %u spots\n", n, n_spots);
  run (folder, tracks, FALSE, n / 10, 0);
  run (folder, tracks, TRUE, n / 10, 0);
  run (folder, tracks, TRUE, n / 10, 1);
  run (folder, tracks, TRUE, n / 10, 20);
  run (folder, tracks, TRUE, n / 10, 200);
  run (folder, tracks, TRUE, n / 10, 1000);
  g_rmdir (folder);

  return 0;
}
