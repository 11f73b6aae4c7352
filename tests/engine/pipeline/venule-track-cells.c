/* venule-track-cells.c: how well single cells are found and followed where a person asks for it, over whole made videos
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "scene-random.h"
#include "scene-truth.h"
#include "venule-backend.h"
#include "venule-cell-tracker.h"

#define SUMMARY \
  "Makes videos, and asks for cells in them as a person would who clicks and drags. Prints one line a scene for "      \
  "each of:\n"                                                                                                         \
  "  snap    a click up to 0.7 radii off a cell's centre: how far off the spot is, what was missed, taken for "        \
  "another, and the time\n"                                                                                            \
  "  follow  from one spot of a cell to both ends of its path, and from ten, beside what the tracks of a run "         \
  "have of it\n"                                                                                                       \
  "  refit   the run's tracks with each spot moved by up to half a radius: how far off they are before and after"

typedef struct {
  char *folder, *scenes, *seeds;
  int   frames, clicks;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->folder);
  g_free (self->scenes);
  g_free (self->seeds);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

/* How much of a cell's path was found. */
typedef struct {
  guint  n_truth, n_found;     /* frames of the cell; spots within half a radius of it */
  guint  n_spots, n_other;     /* spots; those nearer to another cell */
  double squares;              /* of the distances of those found, px² */
} Score;

typedef struct {
  GArray *offs;                /* px */
  GArray *times;               /* ms */
  guint   n, n_missed, n_other;
} Snaps;

static int
compare_numbers (const void *a,
                 const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
quantile (GArray *numbers,
          double  share)
{
  if (numbers->len == 0)
    return NAN;
  g_array_sort (numbers, compare_numbers);
  return g_array_index (numbers, double, (guint) (share * (numbers->len - 1)));
}

static double
rms (GArray *numbers)
{
  double sum = 0;

  for (guint i = 0; i < numbers->len; i++)
    sum += g_array_index (numbers, double, i) * g_array_index (numbers, double, i);
  return sqrt (sum / MAX (numbers->len, 1));
}

/* A random place of a cell that rolls or stands and lies whole in the frame. */
static const SceneCellTruth *
draw (const SceneRecording *recording,
      SceneRandom          *random,
      gint64               *frame)
{
  for (;;)
    {
      guint i = (guint) (scene_random_range (random, 0, 1) * recording->cells->len);
      const SceneCellTruth *cell = g_ptr_array_index (recording->cells, MIN (i, recording->cells->len - 1));
      guint k = (guint) (scene_random_range (random, 0, 1) * cell->places->len);
      const SceneTruth *truth = &g_array_index (cell->places, SceneTruth, MIN (k, cell->places->len - 1));

      if (cell->kind == SCENE_FREE || truth->visible < 0.99)
        continue;
      *frame = cell->frame + MIN (k, cell->places->len - 1);
      return cell;
    }
}

static void
try_snap (const SceneRecording *recording,
          VenuleCellTracker    *cell_tracker,
          SceneRandom          *random,
          Snaps                *snaps)
{
  gint64 frame;
  const SceneCellTruth *cell = draw (recording, random, &frame);
  const SceneTruth *truth = scene_cell_truth_at (cell, frame);
  double angle = 2 * G_PI * scene_random_range (random, 0, 1),
         off = 0.7 * truth->radius * sqrt (scene_random_range (random, 0, 1));
  double ms, distance;
  clock_t began;
  g_autoptr (GError) error = NULL;
  VenuleSpot spot;

  began = clock ();
  gboolean found = venule_cell_tracker_detect_near (cell_tracker, frame, truth->x + off * cos (angle),
                                                    truth->y + off * sin (angle), 0, &spot, NULL, &error);
  /* Of all processors together: the wall clock says what else the machine does. */
  ms = 1000.0 * (double) (clock () - began) / CLOCKS_PER_SEC;
  snaps->n++;
  g_array_append_val (snaps->times, ms);
  if (!found)
    {
      snaps->n_missed++;
      return;
    }
  if (scene_recording_nearest (recording, frame, spot.x, spot.y, &distance) != cell)
    {
      snaps->n_other++;
      return;
    }
  g_array_append_val (snaps->offs, distance);
}

static void
count (const SceneRecording *recording,
       const SceneCellTruth *cell,
       const VenuleSpot     *spots,
       guint                 n,
       Score                *score)
{
  score->n_truth += cell->places->len;
  for (guint i = 0; i < n; i++)
    {
      const SceneTruth *truth = scene_cell_truth_at (cell, spots[i].frame);
      double distance, off = truth != NULL ? hypot (spots[i].x - truth->x, spots[i].y - truth->y) : INFINITY;

      score->n_spots++;
      if (truth != NULL && off < truth->radius / 2)
        {
          score->n_found++;
          score->squares += off * off;
        }
      else if (scene_recording_nearest (recording, spots[i].frame, spots[i].x, spots[i].y, &distance) != cell &&
               distance < recording->video->settings->cell_diameter / 2)
        {
          score->n_other++;
        }
    }
}

/* The track of a run that is at the cell in @frame. */
static VenuleTrack *
track_of (GPtrArray        *tracks,
          const SceneTruth *truth,
          gint64            frame)
{
  VenuleTrack *found = NULL;
  double nearest = truth->radius / 2;

  for (guint i = 0; i < tracks->len; i++)
    {
      const VenuleSpot *spot = venule_track_get_spot_at (g_ptr_array_index (tracks, i), frame);
      double off = spot != NULL ? hypot (spot->x - truth->x, spot->y - truth->y) : INFINITY;

      if (off >= nearest)
        continue;
      nearest = off;
      found = g_ptr_array_index (tracks, i);
    }
  return found;
}

/* Both ways from true places of the frames @first … @last. */
static gboolean
try_follow (const SceneRecording *recording,
            VenuleCellTracker    *cell_tracker,
            const SceneCellTruth *cell,
            gint64                first,
            gint64                last,
            Score                *score,
            GError              **error)
{
  g_autoptr (GArray) given = g_array_new (FALSE, TRUE, sizeof (VenuleSpot));
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (VenuleSpot));

  for (gint64 frame = first; frame <= last; frame++)
    {
      const SceneTruth *truth = scene_cell_truth_at (cell, frame);
      const VenuleFrame *picture = g_ptr_array_index (recording->video->frames, frame);
      VenuleSpot spot = { .frame = frame, .time = picture->time, .x = truth->x, .y = truth->y,
                          .radius = (float) recording->video->settings->cell_diameter / 2 };

      g_array_append_val (given, spot);
    }
  g_array_append_vals (all, given->data, given->len);
  for (int direction = -1; direction <= 1; direction += 2)
    {
      g_autoptr (GArray) found = venule_cell_tracker_follow (cell_tracker, (const VenuleSpot *) given->data, given->len,
                                                             direction, -1, NULL, NULL, NULL, NULL, error);

      if (found == NULL)
        return FALSE;
      g_array_append_vals (all, found->data, found->len);
    }
  count (recording, cell, (const VenuleSpot *) all->data, all->len, score);
  return TRUE;
}

static void
print_score (const char  *scene,
             const char  *name,
             const Score *score)
{
  printf ("| %s | %s | %u | %.1f %% | %.2f | %.1f %% | %.1f %% |\n", scene, name, score->n_truth,
          100.0 * score->n_found / MAX (score->n_truth, 1), sqrt (score->squares / MAX (score->n_found, 1)),
          100.0 * (score->n_spots - score->n_found) / MAX (score->n_spots, 1),
          100.0 * score->n_other / MAX (score->n_spots, 1));
  fflush (stdout);
}

typedef struct {
  Score   run, one, ten;
  Snaps   snaps;
  GArray *before, *after;
} Figures;

static gboolean
try_refit (const SceneRecording *recording,
           VenuleCellTracker    *cell_tracker,
           VenuleTrack          *track,
           SceneRandom          *random,
           Figures              *figures,
           GError              **error)
{
  guint n;
  const VenuleSpot *stored = venule_track_get_spots (track, &n);
  g_autofree VenuleSpot *spots = g_memdup2 (stored, n * sizeof (VenuleSpot));
  g_autofree const SceneCellTruth **cells = g_new0 (const SceneCellTruth *, n);
  g_autoptr (GArray) fitted = NULL;

  for (guint i = 0; i < n; i++)
    {
      double distance, angle = 2 * G_PI * scene_random_range (random, 0, 1);

      cells[i] = scene_recording_nearest (recording, spots[i].frame, spots[i].x, spots[i].y, &distance);
      if (cells[i] == NULL || distance > 0.5 * recording->video->settings->cell_diameter / 2)
        cells[i] = NULL;
      distance = 0.5 * recording->video->settings->cell_diameter / 2 * sqrt (scene_random_range (random, 0, 1));
      spots[i].x += distance * cos (angle);
      spots[i].y += distance * sin (angle);
    }
  fitted = venule_cell_tracker_refit (cell_tracker, spots, n, NULL, NULL, NULL, error);
  if (fitted == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const VenuleSpot *spot = &g_array_index (fitted, VenuleSpot, i);
      const SceneTruth *truth = cells[i] != NULL ? scene_cell_truth_at (cells[i], spot->frame) : NULL;
      double before, after;

      if (truth == NULL)
        continue;
      before = hypot (stored[i].x - truth->x, stored[i].y - truth->y);
      after = hypot (spot->x - truth->x, spot->y - truth->y);
      g_array_append_val (figures->before, before);
      g_array_append_val (figures->after, after);
    }
  return TRUE;
}

static gboolean
measure (const Request  *request,
         const char     *scene,
         guint64         seed,
         Figures        *figures,
         GError        **error)
{
  g_autofree char *file = g_strconcat (scene, ".scene", NULL);
  g_autofree char *path = g_build_filename (request->folder, file, NULL);
  g_autofree char *frames = g_strdup_printf ("frames=%d", request->frames);
  const char *keys[] = { frames, NULL };
  g_autoptr (SceneRecording) recording = scene_recording_new (path, keys, seed, error);
  g_autoptr (GPtrArray) tracks = NULL;
  g_autoptr (VenuleCellTracker) cell_tracker = NULL;
  SceneRandom random;

  if (recording == NULL)
    return FALSE;
  scene_random_init (&random, seed, SCENE_STREAM_CELLS, G_MAXUINT32);
  tracks = made_video_analyse (recording->video, venule_backend_open (recording->video->settings, error), NULL, error);
  cell_tracker =
    venule_cell_tracker_new (recording->source, recording->video->settings, recording->video->frame_rate, NULL, error);
  if (tracks == NULL || cell_tracker == NULL)
    return FALSE;

  for (int i = 0; i < request->clicks; i++)
    try_snap (recording, cell_tracker, &random, &figures->snaps);
  for (int i = 0; i < request->clicks; i++)
    {
      gint64 frame;
      const SceneCellTruth *cell = draw (recording, &random, &frame);
      VenuleTrack *track = track_of (tracks, scene_cell_truth_at (cell, frame), frame);
      guint n = 0;
      const VenuleSpot *spots = track != NULL ? venule_track_get_spots (track, &n) : NULL;

      count (recording, cell, spots, n, &figures->run);
      if (!try_follow (recording, cell_tracker, cell, frame, frame, &figures->one, error) ||
          !try_follow (recording, cell_tracker, cell, MAX (frame - 9, cell->frame), frame, &figures->ten, error))
        return FALSE;
    }
  for (guint i = 0; i < MIN (tracks->len, 4); i++)
    if (!try_refit (recording, cell_tracker, g_ptr_array_index (tracks, i), &random, figures, error))
      return FALSE;
  return TRUE;
}

static gboolean
measure_scene (const Request  *request,
               const char     *scene,
               GError        **error)
{
  g_auto (GStrv) seeds = g_strsplit (request->seeds, ",", -1);
  Figures figures = { 0 };
  Snaps *snaps = &figures.snaps;
  GArray **arrays[] = { &snaps->offs, &snaps->times, &figures.before, &figures.after };
  gboolean done = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    *arrays[i] = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; seeds[i] != NULL && done; i++)
    done = measure (request, scene, g_ascii_strtoull (seeds[i], NULL, 10), &figures, error);
  if (done)
    {
      printf ("| %s | snap | %u | median %.2f px, nine tenths %.2f px | missed %.1f %% | another %.1f %% | median %.1f "
              "ms, nine tenths %.1f ms |\n",
              scene, snaps->n, quantile (snaps->offs, 0.5), quantile (snaps->offs, 0.9),
              100.0 * snaps->n_missed / snaps->n,
              100.0 * snaps->n_other / snaps->n, quantile (snaps->times, 0.5), quantile (snaps->times, 0.9));
      print_score (scene, "run", &figures.run);
      print_score (scene, "from one spot", &figures.one);
      print_score (scene, "from ten", &figures.ten);
      printf ("| %s | refit | %u | root mean square %.2f px in the run, %.2f px refitted | nine tenths %.2f, %.2f |\n",
              scene,
              figures.after->len, rms (figures.before), rms (figures.after), quantile (figures.before, 0.9),
              quantile (figures.after, 0.9));
    }
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (*arrays[i]);
  return done;
}

int
main (int    argc,
      char **argv)
{
  g_auto (Request) request = { .frames = 150, .clicks = 20 };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "folder", 0, 0, G_OPTION_ARG_FILENAME, &request.folder, "Folder of the scenes", "DIR" },
    { "scenes", 0, 0, G_OPTION_ARG_STRING, &request.scenes, "Names of scenes, with commas between", "NAMES" },
    { "seeds", 0, 0, G_OPTION_ARG_STRING, &request.seeds, "One video for each of them", "N,N" },
    { "frames", 0, 0, G_OPTION_ARG_INT, &request.frames, "Frames of each", "N" },
    { "clicks", 0, 0, G_OPTION_ARG_INT, &request.clicks, "Cells that are asked for in each", "N" },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };

  setlocale (LC_ALL, "C.UTF-8");
  g_option_context_set_summary (context, SUMMARY);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("venule-track-cells: %s\n", error->message);
      return 2;
    }
  if (request.folder == NULL || request.scenes == NULL)
    {
      g_printerr ("venule-track-cells: --folder and --scenes are needed.\n");
      return 2;
    }
  if (request.seeds == NULL)
    request.seeds = g_strdup ("1");

  g_auto (GStrv) scenes = g_strsplit (request.scenes, ",", -1);
  printf ("| scene | from | frames | found within half a radius | root mean square, px | spots that are not | of them "
          "at another cell |\n|---|---|--:|--:|--:|--:|--:|\n");
  for (guint i = 0; scenes[i] != NULL; i++)
    if (!measure_scene (&request, scenes[i], &error))
      {
        g_printerr ("venule-track-cells: %s: %s\n", scenes[i], error->message);
        return 1;
      }
  return 0;
}
