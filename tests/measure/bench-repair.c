/* bench-repair.c: how many actions it takes to repair a result of which a tenth of the tracks is wrong
 *
 * bench-repair TRUTH.csv…  (of venule-scene --truth)
 *
 * The true tracks of a scene, with an error of 0.5 px at each place, are spoilt: one track in ten is cut in two, ended too early
 * and begun anew, exchanged with a neighbour, or joined by a track of nothing. A person who knows the truth then repairs them,
 * once through the queue of doubtful places, and once by looking at every track in turn. Each look is an action, and so is each
 * edit that a look does not include. Printed are the actions until all is repaired that this way finds, and IDF1 before and after.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>

#include "../model/fake-source.h"
#include "venule-document-tracks.h"
#include "venule-evaluate.h"
#include "venule-export-private.h"
#include "venule-import.h"
#include "venule-review-queue.h"

#define WIDTH 640
#define HEIGHT 480
#define NOISE 0.5
#define SHARE 0.1

typedef struct {
  const char     *truth_path;
  VenuleDocument *document;
  GPtrArray      *truth; /* VenuleTrack */
  GRand          *rand;
  char           *folder;
  guint           actions;
} Bench;

static double
gauss (GRand *rand)
{
  return sqrt (-2 * log (1 - g_rand_double (rand))) * cos (2 * G_PI * g_rand_double (rand));
}

/* ---- The truth ---- */

/* Position of the true track at a place + 1; 0: none within its radius. */
static guint
truth_at (Bench             *self,
          const VenulePlace *place)
{
  double nearest = INFINITY;
  guint best = 0;

  for (guint i = 0; i < self->truth->len; i++)
    {
      const VenulePlace *there = venule_track_get_place_at (g_ptr_array_index (self->truth, i), place->frame);
      double distance = there != NULL ? hypot (there->x - place->x, there->y - place->y) : INFINITY;

      if (there != NULL && distance < there->radius && distance < nearest)
        {
          nearest = distance;
          best = i + 1;
        }
    }

  return best;
}

/* The true track of most spots of the first half second from @from on in direction @step. */
static guint
truth_near (Bench       *self,
            VenuleTrack *track,
            int          from,
            int          step)
{
  guint n, best = 0, most = 0;
  const VenulePlace *places = venule_track_get_places (track, &n);
  g_autoptr(GHashTable) counts = g_hash_table_new (NULL, NULL);

  for (int i = from, left = 9; i >= 0 && i < (int) n && left > 0; i += step, left--)
    {
      gpointer key = GUINT_TO_POINTER (truth_at (self, &places[i]));
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) + 1;

      g_hash_table_insert (counts, key, GUINT_TO_POINTER (count));
      if (count > most)
        {
          most = count;
          best = GPOINTER_TO_UINT (key);
        }
    }

  return best;
}

/* The first spot from which on the track is another cell; −1: it is one all along. */
static int
find_change (Bench       *self,
             VenuleTrack *track)
{
  guint n;
  guint first = truth_near (self, track, 0, 1);
  const VenulePlace *places = venule_track_get_places (track, &n);
  guint other = 0;

  for (guint i = 0; i < n; i++)
    {
      guint here = truth_at (self, &places[i]);

      other = here == first ? 0 : other + 1;
      if (other >= 9)
        return (int) (i + 1 - other);
    }

  return -1;
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

      if (track != but && there != NULL && distance < nearest && venule_track_get_last_frame (track) > place->frame + 10 &&
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
      VenuleSpot spot = { .frame = frame, .time = venule_document_get_time (self->document, frame), .x = x, .y = y, .radius = 10,
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
  guint id = self->truth->len + 1;

  for (guint i = 0; i < self->truth->len; i++)
    {
      VenuleTrack *track = venule_track_new (i + 1);
      guint n;
      const VenuleSpot *spots = venule_track_get_spots (g_ptr_array_index (self->truth, i), &n);

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
      VenuleTrack *track = g_ptr_array_index (tracks, g_rand_int_range (self->rand, 0, self->truth->len));

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
  VenuleRunFacts facts = { .device = (char *) "bench", .last_frame = 299, .complete = TRUE };
  g_autoptr(GPtrArray) copies = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleTrack *track = g_ptr_array_index (tracks, i);

      g_ptr_array_add (copies, copy_part (track, venule_track_get_id (track), 0, G_MAXINT64));
    }
  venule_document_begin_run (self->document, venule_document_get_settings (self->document));
  venule_document_set_run_facts (self->document, &facts);
  venule_document_finish_run (self->document, copies);
}

/* ---- Repairing ---- */

/* What the place that is looked at needs; FALSE: it is right. */
static gboolean
repair (Bench *self,
        guint  id,
        guint  other_id)
{
  VenuleTrack *track = venule_document_get_track (self->document, id);
  VenuleTrack *other = other_id != 0 ? venule_document_get_track (self->document, other_id) : NULL;
  guint n = venule_track_get_n_spots (track);
  int change = find_change (self, track);

  if (truth_near (self, track, 0, 1) == 0 && change < 0)
    {
      venule_document_delete_tracks (self->document, &id, 1);
      return TRUE;
    }
  if (change >= 0)
    {
      gint64 frame = venule_track_get_places (track, NULL)[change].frame;

      /* Who is seen to have gone on as another is exchanged with that one where both are there. */
      if (other != NULL && venule_track_get_place_at (other, frame) != NULL && find_change (self, other) >= 0)
        return venule_document_swap_tracks (self->document, id, other_id, frame, NULL);
      return venule_document_cut_track (self->document, id, frame, NULL) != 0;
    }
  if (other != NULL && venule_track_get_first_frame (other) > venule_track_get_last_frame (track) &&
      truth_near (self, other, 0, 1) == truth_near (self, track, (int) n - 1, -1))
    return venule_document_join_tracks (self->document, id, other_id, NULL);

  return FALSE;
}

/* Until the queue is empty: what an answer makes doubtful comes up in the next round. */
static void
repair_by_queue (Bench *self)
{
  gboolean changed = TRUE;

  while (changed)
    {
      g_autoptr(VenuleReviewQueue) queue = venule_review_queue_new ();
      const VenuleReviewPlace *place;

      changed = FALSE;
      venule_review_queue_fill (queue, self->document);
      while ((place = venule_review_queue_peek (queue, self->document)) != NULL)
        {
          gboolean wrong;

          if (place->reason == VENULE_REVIEW_SAMPLE)
            break;
          self->actions++;
          wrong = repair (self, place->track, place->other);
          changed |= wrong;
          venule_review_queue_answer (queue, self->document, wrong, NULL);
        }
    }
}

/* The track that goes on as this one: a person searches the frames after its end. */
static guint
find_continuation (Bench       *self,
                   VenuleTrack *track)
{
  guint true_one = truth_near (self, track, (int) venule_track_get_n_spots (track) - 1, -1);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->document)); i++)
    {
      g_autoptr(VenuleTrack) other = g_list_model_get_item (G_LIST_MODEL (self->document), i);

      if (venule_track_get_first_frame (other) > venule_track_get_last_frame (track) &&
          truth_near (self, other, 0, 1) == true_one)
        return venule_track_get_id (other);
    }

  return 0;
}

static void
repair_one_by_one (Bench *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->document));)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (G_LIST_MODEL (self->document), i);
      guint id = venule_track_get_id (track);

      self->actions++; /* looks at it all along */
      if (repair (self, id, 0) || repair (self, id, find_continuation (self, track)))
        self->actions++;
      else
        i++;
    }
}

/* ---- Measuring ---- */

static double
idf1 (Bench *self)
{
  g_autofree char *spots = g_build_filename (self->folder, "spots.csv", NULL);
  g_autoptr(GBytes) content = NULL;
  VenuleResults results;
  VenuleEvaluateOptions options;
  VenuleEvaluation evaluation;
  g_autoptr(GError) error = NULL;

  venule_results_init (&results, self->document);
  content = venule_export_make_spots (&results);
  g_file_set_contents (spots, g_bytes_get_data (content, NULL), (gssize) g_bytes_get_size (content), NULL);
  venule_evaluate_options_init (&options);
  options.kinds = VENULE_EVALUATE_ROLLING | VENULE_EVALUATE_ADHERENT | VENULE_EVALUATE_FREE;
  if (!venule_evaluate (self->truth_path, spots, &options, &evaluation, NULL, &error))
    g_error ("%s", error->message);

  return evaluation.idf1;
}

static void
run (const char *path)
{
  g_autoptr(VenuleSource) source = fake_source_new (30, 300, TRUE);
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(GPtrArray) spoilt = NULL;
  g_autoptr(VenuleImport) truth = NULL;
  g_autoptr(GError) error = NULL;
  Bench self = { .truth_path = path, .rand = g_rand_new_with_seed (7), .folder = g_dir_make_tmp ("venule-repair-XXXXXX", NULL) };
  guint n_spoilt, by_queue;
  double before, after_queue;

  settings->cell_diameter = 22;
  settings->vessel->flow_x = 1;
  self.document = venule_document_new (source);
  venule_document_set_settings (self.document, settings);
  truth = venule_import_read (path, self.document, NULL, &error);
  if (truth == NULL)
    g_error ("%s", error->message);
  self.truth = truth->tracks;
  spoilt = make_spoilt (&self, &n_spoilt);

  set_tracks (&self, spoilt);
  before = idf1 (&self);
  repair_by_queue (&self);
  by_queue = self.actions;
  after_queue = idf1 (&self);

  self.actions = 0;
  set_tracks (&self, spoilt);
  repair_one_by_one (&self);
  printf ("| %s | %u | %u | %.3f | %u | %.3f | %u | %.3f |\n", path, self.truth->len, n_spoilt, before, by_queue, after_queue,
          self.actions, idf1 (&self));

  g_object_unref (self.document);
  g_rand_free (self.rand);
  g_free (self.folder);
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
