/* test-registration.c: vibration, breathing and drift are measured, and nothing else is taken for them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>

#include "scene-vessel.h"
#include "scene.h"
#include "venule-backend.h"
#include "venule-registration-private.h"
#include "venule-velocity.h"

#define WIDTH 320
#define HEIGHT 240
#define CROP_Y 80
#define CROP_HEIGHT 80

/* Changes a painted frame. */
typedef void (*Change) (VenuleFrame *frame,
                        int          i);

typedef struct {
  Scene              *scene;
  SceneDescription    description;
  guint64             seed;
  VenuleSettings     *settings;
  vnk_backend        *backend;
  VenuleRegistration *self;
  vnk_plane           tissue;
  double              square, worst; /* px: of the error, where the shift is known */
  double              wander;        /* px: its standard deviation, which is what velocities see of it */
  int                 unknown;
  VenuleShift         last;
  ScenePoint          wrong; /* px: the error of this frame */
} Run;

/* @keys: "key=value key=value …" of a scene */
static void
run_init (Run        *run,
          const char *keys)
{
  g_autofree char *all = g_strconcat ("width=320 height=240 lumen-width=80 vessel-offset=0 cells=5 ", keys, NULL);
  g_auto (GStrv) overrides = g_strsplit (all, " ", -1);
  g_autoptr (GError) error = NULL;

  *run = (Run){ .seed = g_test_rand_int (), .settings = venule_settings_new () };
  g_test_message ("scene of seed %" G_GUINT64_FORMAT, run->seed);
  g_assert_true (scene_description_load (&run->description, NULL, (const char *const *) overrides, &error));
  g_assert_no_error (error);
  run->scene = scene_new (&run->description, run->seed);
  run->settings->threads = 1;
  venule_vessel_set_rectangle (run->settings->vessel, 0, CROP_Y, WIDTH, CROP_HEIGHT, 0);
  run->backend = venule_backend_open (run->settings, &error);
  g_assert_no_error (error);
}

static void
run_clear (Run *run)
{
  scene_free (run->scene);
  vnk_plane_clear (&run->tissue);
  venule_registration_free (run->self);
  venule_backend_close (run->backend);
  venule_settings_free (run->settings);
}

static void
run_one_frame (Run    *run,
               int     i,
               Change  change)
{
  g_autoptr (VenuleFrame) frame = venule_frame_new (WIDTH, HEIGHT, run->description.bit_depth);
  ScenePoint first = scene_vessel_displacement (&run->description, run->seed, 0);
  ScenePoint place = scene_vessel_displacement (&run->description, run->seed, i);
  g_autoptr (GError) error = NULL;

  if (run->self == NULL)
    {
      run->self = venule_registration_new (run->settings, run->backend, WIDTH, HEIGHT, &error);
      g_assert_no_error (error);
      venule_registration_new_plane (run->self, run->backend, &run->tissue, &error);
      g_assert_no_error (error);
    }

  frame->index = i;
  scene_advance (run->scene);
  scene_paint (run->scene, 0, frame->data, frame->stride);
  if (change != NULL)
    change (frame, i);
  venule_registration_read (run->self, run->backend, frame, &run->tissue, &error);
  g_assert_no_error (error);
  venule_registration_step (run->self, run->backend, i, &run->tissue, &run->last, &error);
  g_assert_no_error (error);

  run->wrong.x = run->last.dx - (place.x - first.x);
  run->wrong.y = run->last.dy - (place.y - first.y);
}

static void
run_frames (Run    *run,
            int     n,
            Change  change)
{
  double sum_x = 0, sum_y = 0;
  int n_known = 0;

  for (int i = 0; i < n; i++)
    {
      run_one_frame (run, i, change);
      run->unknown += !run->last.known;
      if (!run->last.known)
        continue;

      n_known++;
      sum_x += run->wrong.x;
      sum_y += run->wrong.y;
      run->square += run->wrong.x * run->wrong.x + run->wrong.y * run->wrong.y;
      run->worst = MAX (run->worst, hypot (run->wrong.x, run->wrong.y));
    }
  run->square /= n_known;
  run->wander = sqrt (MAX (run->square - (sum_x * sum_x + sum_y * sum_y) / n_known / n_known, 0));
  g_test_message ("error: root mean square %.4f px, largest %.4f px, wandering by %.4f px; unknown %d times",
                  sqrt (run->square), run->worst, run->wander, run->unknown);
}

/* Vibration of 1 px, breathing of 3 px, a lamp that flickers by 5 %: to a twentieth of a pixel. */
static void
test_shaky (void)
{
  Run run;

  run_init (&run, "vibration=1 breathing=3 flicker=5");
  run_frames (&run, 60, NULL);
  g_assert_cmpint (run.unknown, ==, 0);
  g_assert_cmpfloat (sqrt (run.square), <, 0.05);
  run_clear (&run);
}

/* A still picture stays where it is: no velocity gets noise from here. */
static void
test_still (void)
{
  Run run;

  run_init (&run, "vibration=0 breathing=0");
  run_frames (&run, 60, NULL);
  g_assert_cmpint (run.unknown, ==, 0);
  g_assert_cmpfloat (run.worst, <=, 0.02);
  run_clear (&run);
}

/* The stage drifts by 8 px, which is more than any frame moves. */
static void
test_drift (void)
{
  Run run;

  run_init (&run, "vibration=0.2 breathing=0 drift-x=4 drift-y=-2.5 frames=60");
  run_frames (&run, 60, NULL);
  g_assert_cmpint (run.unknown, ==, 0);
  g_assert_cmpfloat (sqrt (run.square), <, 0.05);
  run_clear (&run);
}

/* Blood in a second vessel: a fine pattern that runs to the right by 9 px a frame, over a quarter of the tissue. */
static void
add_second_vessel (VenuleFrame *frame,
                   int          i)
{
  for (int y = 10; y < 50; y++)
    for (int x = 0; x < frame->width; x++)
      {
        double u = x - 9.0 * i;

        frame->data[y * frame->stride + x] =
          (guint8) (110 + 20 * sin (u / 4.1 + 0.3 * y) + 20 * sin (u / 9.7 - 0.2 * y) + 10 * sin (u / 2.3 + y));
      }
}

static void
test_second_vessel (void)
{
  Run run;

  run_init (&run, "vibration=0.5 breathing=1");
  run_frames (&run, 60, add_second_vessel);
  /* In the first frames, before it is known what moves, it may be too much, and the second frame may be pulled along:
   * by more than 0.2 px in one of 90 scenes, by 0.41 px in the worst of 1100. The pattern itself goes 9 px. */
  g_assert_cmpint (run.unknown, <=, 8);
  g_assert_cmpfloat (run.wander, <, 0.08);
  g_assert_cmpfloat (run.worst, <, 1);
  run_clear (&run);
}

/* White letters on a black ground, which the recorder wrote into the picture: they stay while the tissue moves; the
 * last ones change with each frame. */
static void
add_letters (VenuleFrame *frame,
             int          i)
{
  for (int y = 4; y < 24; y++)
    for (int x = 4; x < 124; x++)
      {
        int letter = x / 12, stroke = (x / 3 + (y / 4) * (letter > 7 ? i + 3 : letter)) % 4;

        frame->data[y * frame->stride + x] = stroke == 0 ? 250 : 5;
      }
}

static void
test_letters (void)
{
  Run run;

  run_init (&run, "vibration=1 breathing=2");
  run_frames (&run, 60, add_letters);
  g_assert_cmpint (run.unknown, <=, 2);
  g_assert_cmpfloat (run.wander, <, 0.05);
  /* Of 48 such pictures three had a frame that was 0.25 to 0.29 px off. */
  g_assert_cmpfloat (run.worst, <, 0.4);
  run_clear (&run);
}

/* The crop is left as it is, the whole frame: cells and blood in it are not taken for the camera. In the first frames,
 * which cannot be told yet from what stands still, they pull by a tenth of a pixel once. */
static void
test_whole_frame (void)
{
  Run run;

  run_init (&run, "vibration=0.5 breathing=1 cells=10");
  run.settings->vessel->kind = VENULE_CROP_WHOLE;
  run_frames (&run, 60, NULL);
  g_assert_cmpfloat (run.wander, <, 0.05);
  g_assert_cmpfloat (run.worst, <, 0.4);
  run_clear (&run);
}

/* Noise that is new in each frame. */
static void
paint_noise (VenuleFrame *frame,
             int          i)
{
  for (int y = 0; y < frame->height; y++)
    for (int x = 0; x < frame->width; x++)
      frame->data[y * frame->stride + x] = (guint8) g_test_rand_int_range (100, 120);
}

static void
paint_black (VenuleFrame *frame,
             int          i)
{
  memset (frame->data, 0, (gsize) frame->stride * frame->height);
}

/* Where there is nothing to hold on to, nothing is known, and nothing is said to move. */
static void
test_no_texture (gconstpointer data)
{
  Run run;

  run_init (&run, "vibration=0 breathing=0");
  run_frames (&run, 40, data != NULL ? paint_black : paint_noise);
  g_assert_cmpint (run.unknown, >=, 35);
  g_assert_cmpfloat (hypot (run.last.dx, run.last.dy), ==, 0);
  run_clear (&run);
}

static void
darken_some (VenuleFrame *frame,
             int          i)
{
  if (i >= 20 && i < 25)
    paint_black (frame, i);
}

/* While the picture is dark the last shift stands: what drifted off has not come back. */
static void
test_dark_frames (void)
{
  VenuleShift before, during;
  Run run;

  run_init (&run, "vibration=0 breathing=0 drift-x=6 frames=40");
  run_frames (&run, 40, darken_some);
  g_assert_cmpint (run.unknown, ==, 5);
  g_assert_cmpfloat (hypot (run.last.dx - 6 * 39 / 30.0, run.last.dy), <, 0.05);
  venule_registration_get (run.self, 19, &before);
  venule_registration_get (run.self, 24, &during);
  g_assert_true (before.known);
  g_assert_false (during.known);
  g_assert_cmpfloat_with_epsilon (during.dx, before.dx, 1e-9);
  run_clear (&run);
}

static void
turn_upside_down (VenuleFrame *frame,
                  int          i)
{
  for (int y = 0; y < frame->height / 2 && i >= 15; y++)
    for (int x = 0; x < frame->width; x++)
      {
        guint8 *above = &frame->data[y * frame->stride + x];
        guint8 *below = &frame->data[(frame->height - 1 - y) * frame->stride + frame->width - 1 - x];
        guint8 sample = *above;

        *above = *below;
        *below = sample;
      }
}

/* The stage is moved to another place: nothing is known for a second, then the shift goes on from there. */
static void
test_another_place (void)
{
  VenuleShift before, then;
  Run run;

  run_init (&run, "vibration=0 breathing=0 drift-x=3 frames=80");
  run_frames (&run, 80, turn_upside_down);
  g_assert_cmpint (run.unknown, ==, 30);
  venule_registration_get (run.self, 14, &before);
  venule_registration_get (run.self, 44, &then);
  g_assert_cmpfloat_with_epsilon (then.dx, before.dx, 1e-9);
  /* Upside down the drift goes to the left. */
  g_assert_cmpfloat_with_epsilon (run.last.dx, before.dx - 3 * 35 / 30.0, 0.1);
  run_clear (&run);
}

/* The stage is pushed by 6 px: all of the picture jumps. */
static void
push (VenuleFrame *frame,
      int          i)
{
  for (int y = 0; y < frame->height && i >= 15; y++)
    memmove (frame->data + y * frame->stride + 6, frame->data + y * frame->stride, frame->width - 6);
}

static void
test_jump_of_all (void)
{
  Run run;

  run_init (&run, "vibration=0 breathing=0 frames=60");
  run_frames (&run, 60, push);
  g_assert_cmpint (run.unknown, ==, 0);
  g_assert_cmpfloat_with_epsilon (run.last.dx, 6, 0.05);
  g_assert_cmpfloat_with_epsilon (run.last.dy, 0, 0.05);
  run_clear (&run);
}

/* Ever softer, by a mean over 3 x 3 px more every 8 frames. */
static void
defocus (VenuleFrame *frame,
         int          i)
{
  g_autofree guint8 *copy = g_malloc ((gsize) frame->stride * frame->height);

  for (int pass = 0; pass < i / 8; pass++)
    {
      memcpy (copy, frame->data, (gsize) frame->stride * frame->height);
      for (int y = 1; y < frame->height - 1; y++)
        for (int x = 1; x < frame->width - 1; x++)
          {
            int sum = 4;

            for (int j = -1; j <= 1; j++)
              for (int k = -1; k <= 1; k++)
                sum += copy[(y + j) * frame->stride + x + k];
            frame->data[y * frame->stride + x] = (guint8) (sum / 9);
          }
    }
}

/* The focus is lost slowly, to a blur of 2 px. */
static void
test_defocus (void)
{
  Run run;

  run_init (&run, "vibration=0.5 breathing=1");
  run_frames (&run, 64, defocus);
  g_assert_cmpint (run.unknown, ==, 0);
  g_assert_cmpfloat (run.wander, <, 0.05);
  run_clear (&run);
}

static void
brighten_all (VenuleFrame *frame,
              int          i)
{
  for (int y = 0; y < frame->height && i == 29; y++)
    for (int x = 0; x < frame->width; x++)
      frame->data[y * frame->stride + x] = (guint8) (0.5 * frame->data[y * frame->stride + x] + 40.5);
}

/* The light is measured along with the movement. */
static void
test_light (void)
{
  Run run;

  run_init (&run, "vibration=0.2 breathing=0 flicker=0");
  run_frames (&run, 30, brighten_all);
  g_assert_cmpfloat_with_epsilon (run.last.gain, 0.5, 0.02);
  g_assert_cmpfloat_with_epsilon (0.5 * 120 + 40, run.last.gain * 120 + run.last.offset, 1);
  run_clear (&run);
}

/* Spots are told the shift of their own frame. */
static void
test_fill (void)
{
  VenuleSpot spots[3] = { { .frame = 4, .x = 10 }, { .frame = 0 }, { .frame = 9 } };
  VenuleShift shift;
  Run run;

  run_init (&run, "vibration=1 breathing=3");
  run_frames (&run, 10, NULL);
  venule_registration_fill (run.self, spots, 3);
  venule_registration_get (run.self, 4, &shift);
  g_assert_cmpfloat (fabs (shift.dx) + fabs (shift.dy), >, 0);
  g_assert_cmpfloat (spots[0].shift_x, ==, (float) shift.dx);
  g_assert_cmpfloat (spots[0].shift_y, ==, (float) shift.dy);
  g_assert_cmpfloat (spots[0].x, ==, 10);
  g_assert_cmpfloat (spots[1].shift_x, ==, 0);
  g_assert_cmpfloat (spots[2].shift_y, ==, (float) run.last.dy);
  run_clear (&run);
}

/* ---- Cells ---- */

/* The places of the cells in the scene's present frame, each known to 0.3 px, are added to their tracks. */
static void
add_truth (Run        *run,
           int         frame,
           GHashTable *tracks)
{
  g_autoptr (GArray) truths = scene_dup_truth (run->scene);

  for (guint i = 0; i < truths->len; i++)
    {
      const SceneTruth *truth = &g_array_index (truths, SceneTruth, i);
      VenuleTrack *track = g_hash_table_lookup (tracks, GINT_TO_POINTER (truth->id));
      VenuleSpot spot = { .frame = frame, .time = frame / run->description.frame_rate,
                          .radius = (float) truth->radius };
      double u = sqrt (-2 * log (g_test_rand_double_range (1e-12, 1))), angle = 2 * G_PI * g_test_rand_double ();

      if (track == NULL)
        {
          track = venule_track_new (truth->id);
          g_hash_table_insert (tracks, GINT_TO_POINTER (truth->id), track);
        }
      spot.x = truth->x + 0.3 * u * cos (angle);
      spot.y = truth->y + 0.3 * u * sin (angle);
      venule_registration_fill (run->self, &spot, 1);
      venule_track_add_spot (track, &spot);
    }
}

static void
darken_last (VenuleFrame *frame,
             int          i)
{
  if (i == 39)
    paint_black (frame, i);
}

/* A cell that sticks to tissue that leaps by 10.6 px in the dark, in the last frame. */
static void
test_unknown_end (void)
{
  g_autoptr (VenuleTrack) track = venule_track_new (1);
  Run run;

  run_init (&run, "vibration=0 breathing=0 drift-x=6 frames=40");
  run.settings->vessel->flow_x = 1;
  run_frames (&run, 40, darken_last);
  g_assert_cmpint (run.unknown, ==, 1);
  for (int i = 0; i < 40; i++)
    {
      VenuleSpot spot = { .frame = i, .time = i / 30.0, .x = 100, .y = 100, .radius = 10 };

      venule_registration_fill (run.self, &spot, 1);
      spot.x += (double) spot.shift_x + (i == 39 ? 10.6 : 0);
      venule_track_add_spot (track, &spot);
    }
  g_assert_cmpfloat_with_epsilon (venule_track_mean_velocity (track, run.settings), 0, 1e-6);
  g_assert_cmpint (venule_classify_track (track, run.settings), ==, VENULE_CELL_ADHERENT);
  run_clear (&run);
}

/* The same cells, of which nobody knows how the picture moved. */
static VenuleTrack *
without_shift (VenuleTrack *track)
{
  VenuleTrack *copy = venule_track_new (venule_track_get_id (track));
  guint n;
  const VenuleSpot *spots = venule_track_get_spots (track, &n);

  for (guint i = 0; i < n; i++)
    {
      VenuleSpot spot = spots[i];

      spot.shift_x = spot.shift_y = 0;
      venule_track_add_spot (copy, &spot);
    }
  return copy;
}

typedef struct {
  double with, without; /* windowed velocities, variance times cells */
  int    n, zero, adherent;
} Adherent;

static void
measure_adherent (Adherent *self)
{
  g_autoptr (GHashTable) tracks = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  GHashTableIter iter;
  VenuleTrack *track;
  Run run;

  run_init (&run, "cells=12 adherent=1 vibration=2 breathing=3 flicker=5");
  run.settings->vessel->flow_x = 1;
  for (int i = 0; i < 75; i++)
    {
      run_one_frame (&run, i, NULL);
      add_truth (&run, i, tracks);
    }

  g_hash_table_iter_init (&iter, tracks);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &track))
    {
      g_autoptr (VenuleTrack) shaken = without_shift (track);
      VenuleTrackMeasures measures, shaken_measures;

      if (venule_track_get_n_spots (track) < 60)
        continue;
      venule_track_measure (track, run.settings, &measures);
      venule_track_measure (shaken, run.settings, &shaken_measures);
      self->n++;
      self->zero += fabs (measures.mean_velocity) <= 2 * measures.se_velocity;
      self->adherent += venule_classify_track (track, run.settings) == VENULE_CELL_ADHERENT;
      self->with += measures.sd_velocity * measures.sd_velocity;
      self->without += shaken_measures.sd_velocity * shaken_measures.sd_velocity;
    }
  run_clear (&run);
}

/* Adherent cells in a picture that vibrates by 2 px and breathes by 3 px: without registration they seem to roll, with
 * it their velocity is 0 within its error. Where one video happens to breathe across the flow, another does not. */
static void
test_adherent_cells (void)
{
  Adherent sum = { 0 };
  double with;

  for (int i = 0; i < 4; i++)
    measure_adherent (&sum);
  with = sqrt (sum.with / sum.n);
  g_test_message ("%d of %d cells measure 0; windowed velocities scatter by %.2f px/s, by %.2f px/s without "
                  "registration", sum.zero, sum.n, with, sqrt (sum.without / sum.n));
  g_assert_cmpint (sum.n, >, 20);
  g_assert_cmpint (sum.adherent, ==, sum.n);
  g_assert_cmpint (3 * sum.zero, >=, 2 * sum.n);
  /* Places known to 0.3 px, half a second apart. */
  g_assert_cmpfloat (with, <, 2 * G_SQRT2 * 0.3 / 0.5);
  g_assert_cmpfloat (sum.without, >, 4 * sum.with);
}

/* ---- Large frames ---- */

#define LARGE_WIDTH 6001
#define LARGE_HEIGHT 5003

static guint64 taken; /* bytes of planes */

static vnk_status
count_plane (vnk_backend *backend,
             int          width,
             int          height,
             vnk_plane   *plane)
{
  *plane = vnk_plane_new (width, height);
  taken += sizeof (float) * plane->stride * (guint64) height;
  return VNK_OK;
}

/* @frame halved as a whole, as the registration reads it. */
static vnk_plane
halve_whole (VenuleRegistration *self,
             vnk_backend        *backend,
             VenuleFrame        *frame)
{
  vnk_image image = { frame->data, frame->width, frame->height, frame->stride, 1 };
  vnk_plane plane = vnk_plane_new (frame->width, frame->height);

  g_assert_cmpint (backend->convert (backend, &image, 0, 0, self->scale, self->offset, &plane), ==, VNK_OK);
  for (int i = 0; i < self->halvings; i++)
    {
      vnk_plane half = vnk_plane_new ((plane.width + 1) / 2, (plane.height + 1) / 2);

      g_assert_cmpint (backend->pyramid_down (backend, &plane, &half), ==, VNK_OK);
      vnk_plane_clear (&plane);
      plane = half;
    }
  return plane;
}

/* Of a frame as gray levels, which is four times as large as the frame, only strips are in memory; and it makes no
 * difference. */
static void
test_large_frame (void)
{
  g_autoptr (VenuleFrame) frame = venule_frame_new (LARGE_WIDTH, LARGE_HEIGHT, 8);
  g_autoptr (GError) error = NULL;
  vnk_plane whole;
  Run run;

  for (int y = 0; y < LARGE_HEIGHT; y++)
    for (int x = 0; x < LARGE_WIDTH; x += 4)
      memcpy (frame->data + y * frame->stride + x, &(guint32){ g_test_rand_int () }, MIN (4, LARGE_WIDTH - x));

  run_init (&run, "cells=0");
  run.backend->plane_new = count_plane;
  run.self = venule_registration_new (run.settings, run.backend, LARGE_WIDTH, LARGE_HEIGHT, &error);
  g_assert_no_error (error);
  g_assert_true (venule_registration_new_plane (run.self, run.backend, &run.tissue, &error));
  g_test_message ("%.1f MB of planes", taken / 1e6);
  g_assert_cmpuint (taken, <, sizeof (float) * (guint64) LARGE_WIDTH * LARGE_HEIGHT);

  g_assert_true (venule_registration_read (run.self, run.backend, frame, &run.tissue, &error));
  whole = halve_whole (run.self, run.backend, frame);
  g_assert_cmpint (run.tissue.width, ==, whole.width);
  g_assert_cmpint (run.tissue.height, ==, whole.height);
  for (int y = 0; y < whole.height; y++)
    g_assert_cmpmem (venule_plane_row (&run.tissue, y), whole.width * sizeof (float), venule_plane_row (&whole, y),
                     whole.width * sizeof (float));
  vnk_plane_clear (&whole);
  run_clear (&run);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/registration/shaky", test_shaky);
  g_test_add_func ("/registration/still", test_still);
  g_test_add_func ("/registration/drift", test_drift);
  g_test_add_func ("/registration/second-vessel", test_second_vessel);
  g_test_add_func ("/registration/letters", test_letters);
  g_test_add_func ("/registration/whole-frame", test_whole_frame);
  g_test_add_data_func ("/registration/noise-alone", NULL, test_no_texture);
  g_test_add_data_func ("/registration/black", GINT_TO_POINTER (TRUE), test_no_texture);
  g_test_add_func ("/registration/dark-frames", test_dark_frames);
  g_test_add_func ("/registration/another-place", test_another_place);
  g_test_add_func ("/registration/jump-of-all", test_jump_of_all);
  g_test_add_func ("/registration/defocus", test_defocus);
  g_test_add_func ("/registration/light", test_light);
  g_test_add_func ("/registration/fill", test_fill);
  g_test_add_func ("/registration/unknown-end", test_unknown_end);
  g_test_add_func ("/registration/adherent-cells", test_adherent_cells);
  g_test_add_func ("/registration/large-frame", test_large_frame);
  return g_test_run ();
}
