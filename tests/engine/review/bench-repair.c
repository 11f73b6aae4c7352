/* bench-repair.c: how many actions it takes to repair a result of which a tenth of the tracks is wrong
 *
 * bench-repair TRUTH.csv…  (of venule-scene --truth)
 *
 * The true tracks of a scene, with an error of 0.5 px at each place, are spoilt: one track in ten is cut in two, ended
 * too early and begun anew, exchanged with a neighbour, or joined by a track of nothing. A person who knows the truth
 * then repairs them, once through the queue of doubtful places, and once by looking at every track in turn. Each look
 * is an action, and so is each edit that a look does not include. Printed are the actions until all is repaired that
 * this way finds, and IDF1 before and after.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>

#include "fake-source.h"
#include "repair.h"
#include "venule-import.h"

#define WIDTH 640
#define HEIGHT 480
#define NOISE 0.5
#define SHARE 0.1

typedef struct {
  Repair  repair;
  GRand  *rand;
} Bench;

static double
gauss (GRand *rand)
{
  return sqrt (-2 * log (1 - g_rand_double (rand))) * cos (2 * G_PI * g_rand_double (rand));
}

/* ---- Spoiling ---- */

static VenuleTrack *
copy_part (VenuleTrack *track,
           guint        id,
           gint64       first,
           gint64       last)
{
  VenuleTrack *part = venule_track_new (id);
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (track, &n);

  for (guint i = 0; i < n; i++)
    {
      if (spots[i].frame >= first && spots[i].frame <= last)
        venule_track_add_spot (part, &spots[i]);
    }
  venule_track_set_quality (part, venule_track_get_quality (track));

  return part;
}

static VenuleTrack *
nearest_at (GPtrArray         *tracks,
            VenuleTrack       *but,
            const VenulePlace *place)
{
  VenuleTrack *best = NULL;
  double nearest = 3 * place->radius;

  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);
      const VenulePlace *there = venule_track_get_place_at (track, place->frame);
      double distance = there != NULL ? hypot (there->x - place->x, there->y - place->y) : INFINITY;

      if (track != but && there != NULL && distance < nearest &&
          venule_track_get_last_frame (track) > place->frame + 10 &&
          venule_track_get_first_frame (track) + 10 < place->frame)
        {
          nearest = distance;
          best = track;
        }
    }

  return best;
}

static void
replace_track (GPtrArray   *tracks,
               VenuleTrack *old,
               VenuleTrack *new)
{
  guint i;

  g_ptr_array_find (tracks, old, &i);
  tracks->pdata[i] = new;
  g_object_unref (old);
}

static void
append_spots (VenuleTrack *track,
              VenuleTrack *from)
{
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (from, &n);

  for (guint i = 0; i < n; i++)
    venule_track_add_spot (track, &spots[i]);
}

/* Two tracks that come near each other take each other's places from there on. */
static gboolean
exchange (GPtrArray   *tracks,
          VenuleTrack *track)
{
  guint n;
  const VenulePlace *places = venule_track_get_places (track, &n);

  for (guint i = 10; i + 10 < n; i++)
    {
      VenuleTrack *other = nearest_at (tracks, track, &places[i]);
      gint64 frame = places[i].frame;

      if (other == NULL)
        continue;
      g_autoptr(VenuleTrack) rest = copy_part (track, 0, frame, G_MAXINT64);
      g_autoptr(VenuleTrack) other_rest = copy_part (other, 0, frame, G_MAXINT64);
      VenuleTrack *front = copy_part (track, venule_track_get_id (track), 0, frame - 1);
      VenuleTrack *other_front = copy_part (other, venule_track_get_id (other), 0, frame - 1);

      append_spots (front, other_rest);
      append_spots (other_front, rest);
      replace_track (tracks, track, front);
      replace_track (tracks, other, other_front);
      return TRUE;
    }

  return FALSE;
}

static void
cut (GPtrArray   *tracks,
     VenuleTrack *track,
     guint        gap,
     guint       *id)
{
  gint64 first = venule_track_get_first_frame (track);
  gint64 last = venule_track_get_last_frame (track);
  gint64 middle = first + (last - first) / 2;

  g_ptr_array_add (tracks, copy_part (track, (*id)++, middle + 1 + gap, last));
  replace_track (tracks, track, copy_part (track, venule_track_get_id (track), first, middle));
}

/* Something in the tissue that is followed for a while. */
static VenuleTrack *
make_nothing (Bench *self,
              guint  id)
{
  VenuleTrack *track = venule_track_new (id);
  double x = g_rand_double_range (self->rand, 50, WIDTH - 50), y = g_rand_double_range (self->rand, 150, 330);
  gint64 first = g_rand_int_range (self->rand, 0, 200);

  for (gint64 frame = first; frame < first + 60; frame++)
    {
      VenuleSpot spot = { .frame = frame, .time = venule_document_get_time (self->repair.document, frame), .x = x,
                          .y = y, .radius = 10,
                          .score = 0.4f, .source = VENULE_SPOT_DETECTED };

      x += 1 + 0.5 * gauss (self->rand);
      y += 0.5 * gauss (self->rand);
      venule_track_add_spot (track, &spot);
    }
  venule_track_set_quality (track, g_rand_double_range (self->rand, 0.3, 0.9));

  return track;
}

static GPtrArray *
make_spoilt (Bench *self,
             guint *n_spoilt)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);
  guint id = self->repair.truth->len + 1;

  for (guint i = 0; i < self->repair.truth->len; i++)
    {
      VenuleTrack *track = venule_track_new (i + 1);
      guint n;
      const VenuleSpot *spots = venule_track_get_spots (g_ptr_array_index (self->repair.truth, i), &n);

      for (guint j = 0; j < n; j++)
        {
          VenuleSpot spot = spots[j];

          spot.x += NOISE * gauss (self->rand);
          spot.y += NOISE * gauss (self->rand);
          spot.source = VENULE_SPOT_DETECTED;
          venule_track_add_spot (track, &spot);
        }
      venule_track_set_quality (track, g_rand_double_range (self->rand, 0.9, 1));
      g_ptr_array_add (tracks, track);
    }

  *n_spoilt = MAX ((guint) rint (SHARE * tracks->len), 1);
  for (guint i = 0; i < *n_spoilt; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, g_rand_int_range (self->rand, 0, self->repair.truth->len));

      if (i % 4 == 3)
        g_ptr_array_add (tracks, make_nothing (self, id++));
      else if (i % 4 == 2 || !exchange (tracks, track))
        cut (tracks, track, i % 2 ? 2 : 12, &id);
    }

  return tracks;
}

static void
set_tracks (Bench     *self,
            GPtrArray *tracks)
{
  VenuleRunMetadata metadata = { .device = (char *) "bench", .last_frame = 299, .complete = TRUE };
  g_autoptr(GPtrArray) copies = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);

      g_ptr_array_add (copies, copy_part (track, venule_track_get_id (track), 0, G_MAXINT64));
    }
  venule_document_begin_run (self->repair.document, venule_document_get_settings (self->repair.document));
  venule_document_set_run_metadata (self->repair.document, &metadata);
  venule_document_finish_run (self->repair.document, copies);
}

static void
run (const char *path)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 300, TRUE);
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GPtrArray) spoilt = NULL;
  g_autoptr(VenuleImport) truth = NULL;
  g_autoptr(GError) error = NULL;
  Bench self = { .repair = { .truth_path = (char *) path, .folder = g_dir_make_tmp ("venule-repair-XXXXXX", NULL) },
                 .rand = g_rand_new_with_seed (7) };
  guint n_spoilt, by_queue;
  double before, after_queue;

  settings->cell_diameter = 22;
  settings->vessel->flow_x = 1;
  self.repair.document = venule_document_new (source);
  venule_document_set_settings (self.repair.document, settings);
  truth = venule_import_read (path, self.repair.document, NULL, &error);
  if (truth == NULL)
    g_error ("%s", error->message);
  self.repair.truth = truth->tracks;
  spoilt = make_spoilt (&self, &n_spoilt);

  set_tracks (&self, spoilt);
  before = repair_evaluate (&self.repair).idf1;
  repair_by_queue (&self.repair);
  by_queue = self.repair.actions;
  after_queue = repair_evaluate (&self.repair).idf1;

  self.repair.actions = 0;
  set_tracks (&self, spoilt);
  repair_one_by_one (&self.repair);
  printf ("| %s | %u | %u | %.3f | %u | %.3f | %u | %.3f |\n", path, self.repair.truth->len, n_spoilt, before, by_queue,
          after_queue, self.repair.actions, repair_evaluate (&self.repair).idf1);

  g_object_unref (self.repair.document);
  g_rand_free (self.rand);
  g_free (self.repair.folder);
}

int
main (int    argc,
      char **argv)
{
  printf ("| truth | tracks | spoilt | IDF1 before | actions, queue | IDF1 after | actions, one by one | IDF1 after |\n"
          "|---|---|---|---|---|---|---|---|\n");
  for (int i = 1; i < argc; i++)
    run (argv[i]);

  return 0;
}
