/* test-flow-velocity.c: blood whose velocity is known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "venule-centreline-make.h"
#include "venule-flow-velocity.h"
#include "venule-line-scans.h"
#include "gray-movie.h"
#include "venule-track.h"

#define LENGTH 400
#define RATE 100.0 /* rows/s */

/* A long random texture, smooth over some 4 px, that goes by. */
typedef struct {
  guint  n;
  float *values;
} Texture;

static void
texture_init (Texture *self,
              guint    n)
{
  g_autofree double *raw = g_new (double, n);

  self->n = n;
  self->values = g_new (float, n);
  for (guint i = 0; i < n; i++)
    raw[i] = g_test_rand_double_range (-1, 1);
  for (guint i = 0; i < n; i++)
    {
      double sum = 0;

      for (int j = -6; j <= 6; j++)
        sum += raw[(i + n + (guint) (j + 6) - 6) % n] * exp (-j * j / 8.0);
      self->values[i] = (float) sum;
    }
}

static double
texture_at (const Texture *self,
            double         place)
{
  double wrapped = fmod (fmod (place, self->n) + self->n, self->n);
  guint i = (guint) wrapped;
  double share = wrapped - i;

  return (1 - share) * (double) self->values[i % self->n] + share * (double) self->values[(i + 1) % self->n];
}

/* As many lines side by side as venule_flow_measure() looks at. */
#define N_LINES 3

typedef struct {
  guint   n_rows, length;
  float  *rows; /* of the first line, then of the next one */
  double *times;
} Blood;

static void
blood_init_short (Blood *self,
                  guint  n_rows,
                  guint  length)
{
  self->n_rows = n_rows;
  self->length = length;
  self->rows = g_new0 (float, N_LINES * n_rows * length);
  self->times = g_new (double, n_rows);
  for (guint t = 0; t < n_rows; t++)
    self->times[t] = t / RATE;
}

static void
blood_init (Blood *self,
            guint  n_rows)
{
  blood_init_short (self, n_rows, LENGTH);
}

static void
blood_clear (Blood *self)
{
  g_free (self->rows);
  g_free (self->times);
}

/* The same in all lines: a function of the time and of the place. */
#define FOR_EACH_PLACE(blood, line, t, s)                                                                              \
  for (guint line = 0; line < N_LINES; line++)                                                                         \
    for (guint t = 0; t < (blood)->n_rows; t++)                                                                        \
      for (guint s = 0; s < (blood)->length; s++)

static float *
blood_at (const Blood *blood,
          guint        line,
          guint        t,
          guint        s)
{
  return &blood->rows[((gsize) line * blood->n_rows + t) * blood->length + s];
}

/* @velocity: px/s, at each time */
static void
add_texture (Blood         *self,
             const Texture *texture,
             double         velocity,
             double         strength)
{
  FOR_EACH_PLACE (self, line, t, s)
    *blood_at (self, line, t, s) += (float) (strength * texture_at (texture, s - velocity * self->times[t]));
}

static void
add_noise (Blood  *self,
           double  strength)
{
  for (guint i = 0; i < N_LINES * self->n_rows * self->length; i++)
    self->rows[i] += (float) (strength * g_test_rand_double_range (-1, 1));
}

/* Vessel walls and a cell that stands, bright; and a lamp that flickers. */
static void
add_standing (Blood *self)
{
  FOR_EACH_PLACE (self, line, t, s)
    *blood_at (self, line, t, s) += (float) (20 * sin (s / 30.0) + 5 * sin (t / 3.0));
}

static VenuleFlowVelocity *
find (const Blood *blood,
      double       slowest)
{
  const VenuleLines lines = { blood->rows, N_LINES, blood->n_rows, blood->length, blood->times };

  return venule_flow_velocity_find (&lines, slowest);
}

/* From half a pixel a frame to 0.3 of the length. */
static void
test_known_velocities_are_found (void)
{
  static const double velocities[] = { 50, 100, 250, 433, 2000, 7777, 11500 };

  for (guint i = 0; i < G_N_ELEMENTS (velocities); i++)
    {
      Texture texture;
      Blood blood;
      g_autoptr(VenuleFlowVelocity) found = NULL;

      texture_init (&texture, 100003);
      blood_init (&blood, 300);
      add_texture (&blood, &texture, velocities[i], 1);
      add_standing (&blood);
      add_noise (&blood, 1);
      found = find (&blood, 10);
      g_test_message ("%.0f px/s: %.2f ± %.2f, lag %d, height %.3f, agreement %.2f, rival %.2f: %s", velocities[i],
                      found->velocity, found->se,
                      found->lag, found->height, found->agreement, found->rival, found->reason ? found->reason : "");
      g_assert_null (found->reason);
      /* A fifth of a per cent, or a fiftieth of a pixel a frame. */
      g_assert_cmpfloat_with_epsilon (found->velocity, velocities[i], fmax (0.002 * velocities[i], 0.02 * RATE));
      g_assert_cmpfloat (found->low, <=, found->velocity);
      g_assert_cmpfloat (found->high - found->low, <, 0.01 * velocities[i] + 4);
      g_free (texture.values);
      blood_clear (&blood);
    }
}

/* Layers of blood at all distances from the middle, as in a round tube, seen through ±w of its width. */
static void
test_poiseuille (void)
{
  const double top = 900, radius = 30, half_width = 3;
  Blood blood;
  g_autoptr(VenuleFlowVelocity) found = NULL;

  blood_init (&blood, 300);
  for (int r = -(int) half_width; r <= (int) half_width; r++)
    {
      Texture texture;

      texture_init (&texture, 100003);
      add_texture (&blood, &texture, top * (1 - r * r / (radius * radius)), 1);
      g_free (texture.values);
    }
  add_noise (&blood, 1);
  found = find (&blood, 10);
  g_assert_null (found->reason);
  /* v = vmax (1 − r²/R²) averaged over |r| ≤ 3 of 30 px is 0.4 % below the top: within 1 % of it. */
  g_assert_cmpfloat_with_epsilon (found->velocity, top, 0.01 * top);
  blood_clear (&blood);
}

static void
assert_refused (const Blood *blood,
                double       slowest,
                const char  *saying)
{
  g_autoptr(VenuleFlowVelocity) found = find (blood, slowest);

  g_test_message ("%.2f, height %.3f, agreement %.2f, rival %.2f, spacing %.1f", found->velocity, found->height,
                  found->agreement, found->rival, found->spacing);
  g_assert_true (isnan (found->velocity));
  g_assert_nonnull (found->reason);
  if (strstr (found->reason, saying) == NULL)
    g_error ("“%s” does not say “%s”", found->reason, saying);
}

/* White, or as smooth as what a camera and a codec leave: alike over some px, or over some frames, in all lines or in
 * each by itself. */
static void
add_smooth_noise (Blood *blood,
                  guint  over_px,
                  guint  over_rows,
                  guint  n_alike)
{
  guint n_rows = blood->n_rows + over_rows, length = blood->length + over_px;
  g_autofree float *raw = g_new (float, N_LINES * n_rows * length);

  for (guint i = 0; i < N_LINES * n_rows * length; i++)
    raw[i] = (float) g_test_rand_double_range (-1, 1);
  FOR_EACH_PLACE (blood, line, t, s)
    {
      for (guint i = 0; i <= over_rows; i++)
        for (guint j = 0; j <= over_px; j++)
          *blood_at (blood, line, t, s) += raw[(line / n_alike * n_rows + t + i) * length + s + j];
    }
}

/* 200 recordings of all kinds, long and short. */
static void
test_noise_has_no_velocity (void)
{
  static const guint n_rows[] = { 240, 90, 64 }, lengths[] = { 200, 126, 52 };

  /* In the suite "long" all. */
  for (guint i = g_test_slow () ? 0 : (guint) g_test_rand_int_range (0, 3); i < 200; i += g_test_slow () ? 1 : 3)
    {
      Blood blood;
      g_autoptr(VenuleFlowVelocity) found = NULL;

      blood_init_short (&blood, n_rows[i % 3], lengths[i / 3 % 3]);
      add_smooth_noise (&blood, i % 5 * 2, i % 2 * 4, i % 7 < 4 ? 1 : N_LINES);
      add_standing (&blood);
      add_noise (&blood, 1);
      found = find (&blood, i % 4 == 0 ? 50 : 0);
      g_test_message ("%u: %.1f (%.1f – %.1f), agreement %.2f, rival %.2f: %s", i, found->velocity, found->low,
                      found->high, found->agreement, found->rival, found->reason);
      g_assert_nonnull (found->reason);
      g_assert_true (isnan (found->velocity));
      blood_clear (&blood);
    }
}

static void
test_white_noise_is_told (void)
{
  Blood blood;

  blood_init (&blood, 200);
  add_standing (&blood);
  add_noise (&blood, 5);
  assert_refused (&blood, 0, "Only noise");
  blood_clear (&blood);
}

/* In all rows the same, but for their brightness: it flickers and stands. */
static void
test_what_stands_has_no_velocity (void)
{
  Texture texture;
  Blood blood;

  texture_init (&texture, 100003);
  blood_init (&blood, 300);
  FOR_EACH_PLACE (&blood, line, t, s)
    *blood_at (&blood, line, t, s) = texture_at (&texture, s) * (float) (3 + sin (t / 20.0));
  add_noise (&blood, 1);
  assert_refused (&blood, 0, "stands still");
  blood_clear (&blood);
  g_free (texture.values);
}

/* Half the length a frame: one interval between frames is left, which no other can confirm; and beyond the length. */
static void
test_too_fast_is_told (void)
{
  for (guint i = 0; i < 2; i++)
    {
      Texture texture;
      Blood blood;

      texture_init (&texture, 100003);
      blood_init (&blood, 300);
      add_texture (&blood, &texture, (i == 0 ? 0.5 : 2) * LENGTH * RATE, 1);
      add_noise (&blood, 1);
      assert_refused (&blood, 0, "moves too far");
      blood_clear (&blood);
      g_free (texture.values);
    }
}

/* Every line, or every second stretch, moves as it likes. */
static void
test_what_disagrees_is_told (void)
{
  for (guint i = 0; i < 2; i++)
    {
      Texture texture;
      Blood blood;

      texture_init (&texture, 100003);
      blood_init (&blood, 300);
      FOR_EACH_PLACE (&blood, line, t, s)
        {
          double velocity = i == 0 ? 300 + 250 * line : t / 30 % 2 == 0 ? 300 : 800;

          *blood_at (&blood, line, t, s) = texture_at (&texture, s - velocity * blood.times[t] + 1000 * line);
        }
      add_noise (&blood, 1);
      assert_refused (&blood, 0, "disagree");
      blood_clear (&blood);
      g_free (texture.values);
    }
}

static void
test_black_has_no_velocity (void)
{
  Blood blood;

  blood_init (&blood, 200);
  assert_refused (&blood, 10, "");
  blood_clear (&blood);
}

/* Stripes 20 px apart that move by 13 px from a row to the next look as if they went back by 7. */
static void
test_a_picture_that_repeats_itself_is_ambiguous (void)
{
  Blood blood;

  blood_init (&blood, 300);
  FOR_EACH_PLACE (&blood, line, t, s)
    *blood_at (&blood, line, t, s) = (float) cos (2 * G_PI * (s - 13.0 * t) / 20);
  add_noise (&blood, 0.3);
  assert_refused (&blood, 10, "repeats itself");
  {
    g_autoptr(VenuleFlowVelocity) found = find (&blood, 10);

    g_assert_cmpfloat_with_epsilon (found->spacing, 20, 1);
  }
  blood_clear (&blood);
}

static void
test_blood_that_goes_back_is_told (void)
{
  Texture texture;
  Blood blood;

  texture_init (&texture, 100003);
  blood_init (&blood, 300);
  add_texture (&blood, &texture, -500, 1);
  assert_refused (&blood, 10, "against");
  blood_clear (&blood);
  g_free (texture.values);
}

/* Bright cells that roll, every 70 px, ten times as bright as the blood. Those that are followed are left out of the
 * rows. */
static void
add_cells (Blood    *blood,
           double    velocity,
           gboolean  followed)
{
  FOR_EACH_PLACE (blood, line, t, s)
    {
      double place = fmod (s - velocity * blood->times[t] + 1e6 * 70, 70) - 35;

      *blood_at (blood, line, t, s) += (float) (30 * exp (-place * place / 50));
      if (followed && fabs (place) < 20)
        *blood_at (blood, line, t, s) = NAN;
    }
}

static void
test_rolling_cells_are_not_the_blood (void)
{
  Texture red;
  Blood blood;
  g_autoptr(VenuleFlowVelocity) found = NULL;
  g_autoptr(VenuleFlowVelocity) none = NULL;

  texture_init (&red, 100003);
  blood_init (&blood, 300);
  add_texture (&blood, &red, 1500, 1);
  add_cells (&blood, 120, TRUE);
  found = find (&blood, 400);
  g_test_message ("%.1f, lag %d, height %.3f, agreement %.2f, rival %.2f, spacing %.1f: %s", found->velocity,
                  found->lag, found->height, found->agreement, found->rival, found->spacing,
                  found->reason ? found->reason : "");
  g_assert_null (found->reason);
  g_assert_cmpfloat_with_epsilon (found->velocity, 1500, 20);
  blood_clear (&blood);

  /* With cells alone there is no blood to be seen. */
  blood_init (&blood, 300);
  add_cells (&blood, 120, FALSE);
  add_noise (&blood, 1);
  none = find (&blood, 400);
  g_assert_nonnull (none->reason);
  blood_clear (&blood);
  g_free (red.values);
}

/* Half of the line is covered, and the rest is noise. */
static void
test_too_many_cells_are_told (void)
{
  Blood blood;

  blood_init (&blood, 200);
  add_noise (&blood, 1);
  add_cells (&blood, 120, TRUE);
  assert_refused (&blood, 180, "Leukocytes cover");
  blood_clear (&blood);
}

static void
test_too_few_rows_are_refused (void)
{
  for (guint n = 0; n < 20; n += 5)
    {
      Blood blood;
      g_autoptr(VenuleFlowVelocity) found = NULL;

      blood_init (&blood, n);
      add_noise (&blood, 1);
      found = find (&blood, 10);
      g_assert_nonnull (found->reason);
      blood_clear (&blood);
    }
}

/* The pulse: twice as fast now and then; the error says so, and the mean is that of the time. */
static void
test_a_pulse_widens_the_interval (void)
{
  Texture texture;
  Blood steady, pulsing;
  g_autoptr(VenuleFlowVelocity) first = NULL;
  g_autoptr(VenuleFlowVelocity) second = NULL;
  double place = 0;

  texture_init (&texture, 100003);
  blood_init (&steady, 600);
  blood_init (&pulsing, 600);
  add_texture (&steady, &texture, 1000, 1);
  for (guint t = 0; t < 600; t++)
    {
      for (guint i = 0; i < N_LINES * LENGTH; i++)
        *blood_at (&pulsing, i / LENGTH, t, i % LENGTH) = (float) texture_at (&texture, i % LENGTH - place);
      place += (1000 + 150 * sin (t / 60.0)) / RATE;
    }
  first = find (&steady, 10);
  second = find (&pulsing, 10);
  g_assert_null (first->reason);
  g_assert_null (second->reason);
  g_assert_cmpfloat (second->se, >, 3 * first->se);
  g_assert_cmpfloat_with_epsilon (second->velocity, 1000, 60);
  blood_clear (&steady);
  blood_clear (&pulsing);
  g_free (texture.values);
}

/* A video of a vessel 60 px wide, whose blood is fastest in the middle as in a round tube: 8 px a frame. The picture
 * shakes by a pixel or two, which a standing cell tells. */
static VenuleSource *
make_video (const char *path,
            double      top,
            GPtrArray  *tracks)
{
  enum { WIDTH = 240, HEIGHT = 80, MIDDLE = 40, RADIUS = 30, FRAMES = 120 };
  g_autoptr(GError) error = NULL;
  g_autoptr(GrayMovie) writer = gray_movie_new (path, GRAY_MOVIE_FFV1, WIDTH, HEIGHT, 8, RATE,
                                                                 &error);
  VenuleTrack *track = venule_track_new (1);
  VenuleSource *source;
  Texture layers[HEIGHT];

  g_assert_no_error (error);
  for (guint y = 0; y < HEIGHT; y++)
    texture_init (&layers[y], 20011);
  for (guint t = 0; t < FRAMES; t++)
    {
      g_autoptr(VenuleFrame) frame = venule_frame_new (WIDTH, HEIGHT, 8);
      int shift_x = (int) (t % 3) - 1, shift_y = (int) (t / 2 % 2);
      VenuleSpot spot = { .frame = t, .time = t / RATE, .x = 30 + shift_x, .y = 12 + shift_y, .radius = 5,
                          .shift_x = shift_x,
                          .shift_y = shift_y };

      for (int y = 0; y < HEIGHT; y++)
        {
          int layer = CLAMP (y - shift_y, 0, HEIGHT - 1);
          double r = (layer - MIDDLE) / (double) RADIUS, velocity = fabs (r) < 1 ? top * (1 - r * r) : 0;

          for (int x = 0; x < WIDTH; x++)
            frame->data[(gsize) y * frame->stride + (gsize) x] =
              (guint8) lrint (120 + 8 * texture_at (&layers[layer], x - shift_x - velocity * t / RATE));
        }
      g_assert_true (gray_movie_add (writer, frame, &error));
      venule_track_add_spot (track, &spot);
    }
  venule_track_set_kind (track, VENULE_CELL_ADHERENT);
  g_ptr_array_add (tracks, track);
  g_assert_true (gray_movie_finish (writer, &error));
  for (guint y = 0; y < HEIGHT; y++)
    g_free (layers[y].values);

  source = venule_source_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (venule_source_build_table (source, NULL, NULL, NULL, &error));

  return source;
}

/* @frame_rate: 0: the file's times count; @cloud: (nullable) (transfer full): another track */
static VenuleFlowVelocity *
measure_round_tube (double       frame_rate,
                    VenuleTrack *cloud)
{
  g_autofree char *folder = g_dir_make_tmp ("venule-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "blood.mkv", NULL);
  g_autoptr(GPtrArray) tracks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(VenuleSource) source = make_video (path, 800, tracks);
  g_autoptr(VenuleSettings) settings = venule_settings_new ();
  g_autoptr(VenuleCentreline) line = NULL;
  g_autoptr(GError) error = NULL;
  VenuleFlowVelocity *found;
  VenuleFlowInput input;

  if (cloud != NULL)
    g_ptr_array_add (tracks, cloud);
  settings->calibration.frame_rate = frame_rate;
  venule_vessel_set_rectangle (settings->vessel, 0, 10, 240, 60, 0);
  settings->vessel->flow_x = 1;
  line = venule_centreline_new (settings->vessel, NULL, 240, 80);
  input = (VenuleFlowInput){ source, line, tracks, settings, 0, 119 };
  found = venule_flow_measure (&input, NULL, &error);
  g_assert_no_error (error);
  g_test_message ("%.1f ± %.1f px/s, lag %d: %s", found->velocity, found->se, found->lag,
                  found->reason ? found->reason : "");
  g_unlink (path);
  g_rmdir (folder);

  return found;
}

static void
test_a_video_of_a_round_tube (void)
{
  g_autoptr(VenuleFlowVelocity) found = measure_round_tube (0, NULL);

  /* ±3 px of 30 lie 0.4 % below the top on average. */
  g_assert_null (found->reason);
  g_assert_cmpfloat_with_epsilon (found->velocity, 800, 0.01 * 800);
}

static void
test_a_typed_frame_rate_counts (void)
{
  g_autoptr(VenuleFlowVelocity) found = measure_round_tube (2.5 * RATE, NULL);

  g_assert_null (found->reason);
  g_assert_cmpfloat_with_epsilon (found->velocity, 2000, 0.01 * 2000);
}

/* A cloud that goes with the blood is found as a cell, but hardly believed to be one: it does not say how fast cells
 * roll. One that is believed does, and then nothing else is faster. */
static void
test_a_doubtful_track_sets_no_limit (void)
{
  static const double qualities[] = { 0.3, 0.9, 0 }; /* 0: it is not known, as of a track from a file */

  for (guint i = 0; i < G_N_ELEMENTS (qualities); i++)
    {
      VenuleTrack *cloud = venule_track_new (2);
      g_autoptr(VenuleFlowVelocity) found = NULL;

      for (guint t = 0; t < 28; t++)
        {
          VenuleSpot spot = { .frame = t, .time = t / RATE, .x = 10 + (float) (8 * t), .y = 40, .radius = 5 };

          venule_track_add_spot (cloud, &spot);
        }
      venule_track_set_kind (cloud, VENULE_CELL_ROLLING);
      venule_track_set_quality (cloud, qualities[i]);
      found = measure_round_tube (0, cloud);
      if (i == 0)
        g_assert_null (found->reason);
      else
        g_assert_nonnull (found->reason);
    }
}

static void
test_it_is_kept_as_text (void)
{
  VenuleFlowVelocity some = { 123.5, 2.25, 118, 129, 9, 4, 0.5, 0.01, 0.3, NAN, NULL };
  VenuleFlowVelocity none = { NAN, NAN, NAN, NAN, 0, 1, 0.01, 0.01, 0.9, 20, (char *) "Because.\nSo." };
  g_autofree char *text = venule_flow_velocity_to_text (&some, "line 1");
  g_autofree char *other = venule_flow_velocity_to_text (&none, "line 1");
  g_autoptr(VenuleFlowVelocity) again = venule_flow_velocity_from_text (text, "line 1");
  g_autoptr(VenuleFlowVelocity) reason = venule_flow_velocity_from_text (other, "line 1");

  g_assert_nonnull (again);
  g_assert_cmpfloat (again->velocity, ==, 123.5);
  g_assert_cmpuint (again->n_stretches, ==, 9);
  g_assert_true (isnan (again->spacing));
  g_assert_null (again->reason);
  g_assert_cmpstr (reason->reason, ==, "Because.\nSo.");
  g_assert_null (venule_flow_velocity_from_text (text, "line 2"));
  g_assert_null (venule_flow_velocity_from_text ("flow1 1 2\nline 1\n", "line 1"));
  g_assert_null (venule_flow_velocity_from_text (NULL, "line 1"));
}

int
main (int   argc,
      char *argv[])
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/flow-velocity/known-velocities-are-found", test_known_velocities_are_found);
  g_test_add_func ("/flow-velocity/poiseuille", test_poiseuille);
  g_test_add_func ("/flow-velocity/noise-has-no-velocity", test_noise_has_no_velocity);
  g_test_add_func ("/flow-velocity/white-noise-is-told", test_white_noise_is_told);
  g_test_add_func ("/flow-velocity/what-stands-has-no-velocity", test_what_stands_has_no_velocity);
  g_test_add_func ("/flow-velocity/too-fast-is-told", test_too_fast_is_told);
  g_test_add_func ("/flow-velocity/what-disagrees-is-told", test_what_disagrees_is_told);
  g_test_add_func ("/flow-velocity/black-has-no-velocity", test_black_has_no_velocity);
  g_test_add_func ("/flow-velocity/a-picture-that-repeats-itself-is-ambiguous",
                   test_a_picture_that_repeats_itself_is_ambiguous);
  g_test_add_func ("/flow-velocity/blood-that-goes-back-is-told", test_blood_that_goes_back_is_told);
  g_test_add_func ("/flow-velocity/rolling-cells-are-not-the-blood", test_rolling_cells_are_not_the_blood);
  g_test_add_func ("/flow-velocity/too-many-cells-are-told", test_too_many_cells_are_told);
  g_test_add_func ("/flow-velocity/too-few-rows-are-refused", test_too_few_rows_are_refused);
  g_test_add_func ("/flow-velocity/a-pulse-widens-the-interval", test_a_pulse_widens_the_interval);
  g_test_add_func ("/flow-velocity/a-video-of-a-round-tube", test_a_video_of_a_round_tube);
  g_test_add_func ("/flow-velocity/a-typed-frame-rate-counts", test_a_typed_frame_rate_counts);
  g_test_add_func ("/flow-velocity/a-doubtful-track-sets-no-limit", test_a_doubtful_track_sets_no_limit);
  g_test_add_func ("/flow-velocity/it-is-kept-as-text", test_it_is_kept_as_text);

  return g_test_run ();
}
