/* test-measures.c: the numbers of recordings that are known on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "measures-fixture.h"

#include <string.h>

#define PIXEL_SIZE 0.363 /* µm, of the sample recording */

/* Twelve rolling and four free cells pass the line in a minute, three of the rolling ones in its first five seconds. */
static void
test_a_known_flux (Fixture       *self,
                   gconstpointer  data)
{
  g_autoptr(VenuleMeasures) measures = NULL;
  const VenuleQuantity *flux;

  for (guint i = 0; i < 12; i++)
    add_rolling (self, VENULE_CELL_ROLLING, i < 3 ? i * 20 : 150 + 100 * i, 60);
  for (guint i = 0; i < 4; i++)
    add_rolling (self, VENULE_CELL_FREE, 400 * i + 30, 600);
  add_still (self, VENULE_CELL_ADHERENT, 0, 900);
  measures = measure (self);

  flux = venule_measures_get (measures, VENULE_QUANTITY_ROLLING_FLUX);
  g_assert_cmpfloat_with_epsilon (flux->estimate.value, 12, 1e-9);
  g_assert_cmpfloat_with_epsilon (flux->estimate.se, sqrt (12), 1e-9);
  /* qchisq(0.025, 24) / 2 and qchisq(0.975, 26) / 2 in R. */
  g_assert_cmpfloat_with_epsilon (flux->estimate.low, 6.200575, 1e-5);
  g_assert_cmpfloat_with_epsilon (flux->estimate.high, 20.961585, 1e-5);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_TOTAL_FLUX), 16, 1e-9);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_FLUX_SHARE), 0.75, 1e-9);
  /* binom.test(12, 16) in R. */
  flux = venule_measures_get (measures, VENULE_QUANTITY_FLUX_SHARE);
  g_assert_cmpfloat_with_epsilon (flux->estimate.low, 0.4762260, 1e-5);
  g_assert_cmpfloat_with_epsilon (flux->estimate.high, 0.9273354, 1e-5);

  /* The middle of 200 px is 100 px from the edge, which is at 99.5: at 60 px/s after 1.658 s. */
  g_assert_cmpuint (measures->flux->len, ==, 12);
  g_assert_cmpint (g_array_index (measures->flux, VenuleFluxBin, 0).rolling, ==, 3);
  for (guint i = 0; i < measures->events->len; i++)
    {
      const VenuleEvent *event = &g_array_index (measures->events, VenuleEvent, i);

      if (event->track == 1 && event->kind == VENULE_EVENT_CROSSES)
        g_assert_cmpfloat_with_epsilon (event->time, 99.5 / 60, 1e-6);
    }
}

/* It stands still on tissue that leaps across the line and back where nobody knows its movement, and in the last
 * frame. */
static void
test_unknown_movement_is_no_event (Fixture       *self,
                                   gconstpointer  data)
{
  VenuleTrack *track = add_track (self, VENULE_CELL_ROLLING);
  g_autoptr(VenuleMeasures) measures = NULL;
  const VenuleCellMeasures *cell;

  for (gint64 i = 0; i < 1000; i++)
    {
      gboolean unknown = i == 300 || i == 301 || i == 999;
      VenuleSpot spot = { .frame = 100 + i, .time = (100 + i) / RATE, .x = unknown ? 189.4 : 200, .y = 100,
                          .radius = 10,
                          .score = 1, .uncertainty = unknown ? INFINITY : 0 };

      venule_track_add_spot (track, &spot);
    }
  measures = measure (self);
  cell = &g_array_index (measures->cells, VenuleCellMeasures, 0);
  g_assert_cmpuint (cell->n_pauses, ==, 1);
  g_assert_cmpint (cell->passings, ==, 0);
  g_assert_true (cell->adherent);
  g_assert_cmpfloat_with_epsilon (cell->moving, 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (cell->basic.duration, 999 / RATE, 1e-9);
  /* It appears and vanishes where it was seen. */
  g_assert_cmpuint (measures->events->len, ==, 2);
  g_assert_cmpint (g_array_index (measures->events, VenuleEvent, 1).frame, ==, 1099);
}

static void
test_a_line_elsewhere (Fixture       *self,
                       gconstpointer  data)
{
  g_autoptr(VenuleMeasures) measures = NULL;
  VenuleTrack *half = add_track (self, VENULE_CELL_ROLLING);

  /* Lost from sight in the middle. */
  for (int i = 0; i < 60; i++)
    add_spot (half, i, i / RATE, 100 + 1.5 * i, 100);
  add_rolling (self, VENULE_CELL_ROLLING, 30, 60);
  self->measures->flux_position = 150;
  measures = measure (self);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_ROLLING_FLUX), 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_FLUX_POSITION), 150, 1e-9);
}

/* A cell that trembles on the line does not pass it; one that goes through and comes back has passed it twice. */
static void
test_to_and_fro_is_no_flux (Fixture       *self,
                            gconstpointer  data)
{
  g_autoptr(VenuleMeasures) measures = NULL;
  VenuleTrack *trembling = add_track (self, VENULE_CELL_ROLLING), *back = add_track (self, VENULE_CELL_ROLLING);

  for (int i = 0; i < 300; i++)
    add_spot (trembling, i, i / RATE, 199.5 + (i % 2 == 0 ? 1 : -1), 100);
  for (int i = 0; i < 300; i++)
    add_spot (back, i, i / RATE, i < 150 ? 150 + 0.7 * i : 255 - 0.7 * (i - 150), 100);
  measures = measure (self);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_ROLLING_FLUX), 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (venule_measures_get (measures, VENULE_QUANTITY_ROLLING_FLUX)->estimate.se, sqrt (2),
                                  1e-9);
  g_assert_true (g_str_has_prefix (venule_measures_get (measures, VENULE_QUANTITY_FLUX_SHARE)->reason, "cells passed"));
  g_clear_pointer (&measures, venule_measures_free);
  add_rolling (self, VENULE_CELL_ROLLING, 0, 60);
  add_rolling (self, VENULE_CELL_ROLLING, 0, 60);
  back = add_track (self, VENULE_CELL_FREE);
  for (int i = 0; i < 60; i++)
    add_spot (back, i, i / RATE, 255 - 2 * i, 100);
  measures = measure (self);
  g_assert_true (g_str_has_prefix (venule_measures_get (measures, VENULE_QUANTITY_FLUX_SHARE)->reason, "cells passed"));
  g_assert_true (isnan (venule_flux_bin_share (&g_array_index (measures->flux, VenuleFluxBin, 0))));
  g_clear_pointer (&measures, venule_measures_free);
  add_rolling (self, VENULE_CELL_FREE, 0, 60);
  add_rolling (self, VENULE_CELL_FREE, 0, 60);
  measures = measure (self);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_FLUX_SHARE), 2 / 3.0, 1e-9);
  g_assert_true (isnan (venule_measures_get (measures, VENULE_QUANTITY_FLUX_SHARE)->estimate.low));
}

/* It rolls for 2 s, stands for 1.5 s, rolls for 1 s, stands for 3 s and rolls for 2.5 s: 5.5 of 10 s at 30 px/s. A
 * window in which it moves by less than 2.5 px/s × 0.5 s holds up to 0.042 s of rolling at each end of a pause. */
static void
test_known_pauses (Fixture       *self,
                   gconstpointer  data)
{
  static const double ends[] = { 2, 3.5, 4.5, 7.5, 10 };
  const double speed = 30, over = 2.5 * 0.5 / speed + 1 / RATE;
  g_autoptr(VenuleMeasures) measures = NULL;
  VenuleTrack *track = add_track (self, VENULE_CELL_ROLLING);
  const VenuleCellMeasures *cell;
  double x = 105, lasted = 0;
  guint phase = 0;

  for (int i = 0; i <= 300; i++)
    {
      while (i / RATE > ends[phase] + 1e-9)
        phase++;
      x += phase % 2 == 0 && i > 0 ? speed / RATE : 0;
      add_spot (track, i, i / RATE, x, 100);
    }
  measures = measure (self);
  cell = &g_array_index (measures->cells, VenuleCellMeasures, 0);
  g_assert_cmpuint (cell->n_pauses, ==, 2);
  g_assert_cmpuint (cell->n_ends, ==, 2);
  g_assert_cmpfloat_with_epsilon (cell->still, 4.5, 4 * over);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_MOVING_SHARE), 0.55, 0.4 * over);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_PAUSE_MEAN), 2.25, 2 * over);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_MOVING_VELOCITY), speed, 1);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_VELOCITY_MEAN), 16.5, 0.1);
  for (guint i = 0, found = 0; i < measures->events->len; i++)
    {
      const VenuleEvent *event = &g_array_index (measures->events, VenuleEvent, i);

      if (event->kind != VENULE_EVENT_STOPS && event->kind != VENULE_EVENT_GOES_ON)
        continue;
      g_assert_cmpint (event->kind, ==, found % 2 == 0 ? VENULE_EVENT_STOPS : VENULE_EVENT_GOES_ON);
      g_assert_cmpfloat_with_epsilon (event->time, ends[found++], over);
      lasted += event->lasted / 2;
    }
  g_assert_cmpfloat_with_epsilon (lasted, cell->still, 1e-9);
}

/* Of two pauses of 2 s one ends out of sight: 4 s in pauses, of which one ended, is a mean of 4 s. */
static void
test_a_pause_that_is_cut_off_counts_as_censored (Fixture       *self,
                                                 gconstpointer  data)
{
  g_autoptr(VenuleMeasures) measures = NULL;
  VenuleTrack *whole = add_track (self, VENULE_CELL_ROLLING), *cut = add_track (self, VENULE_CELL_ROLLING);

  for (int i = 0; i < 180; i++)
    {
      add_spot (whole, i, i / RATE, 110 + (i < 60 ? i : i < 120 ? 60 : i - 60), 100);
      if (i < 120)
        add_spot (cut, i, i / RATE, 110 + MIN (i, 60), 100);
    }
  measures = measure (self);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_PAUSE_MEAN), 4, 0.25);
}

/* In a recording of a minute 29.9 s are not enough and 30.1 s are, whether the cell rolled before or not. */
static void
test_adherent_from_30_seconds_on (Fixture       *self,
                                  gconstpointer  data)
{
  static const gint64 n_still[] = { 897, 903 };
  static const guint adherent[] = { 0, 1 };

  for (guint k = 0; k < G_N_ELEMENTS (n_still); k++)
    {
      g_autoptr(VenuleMeasures) alone = NULL, arrested = NULL;
      VenuleTrack *track;

      g_ptr_array_set_size (self->tracks, 0);
      add_still (self, VENULE_CELL_ADHERENT, 300, n_still[k]);
      alone = measure (self);
      g_assert_cmpfloat_with_epsilon (value_of (alone, VENULE_QUANTITY_ADHERENT_CELLS), adherent[k], 1e-9);

      /* Rolls at 60 px/s, stands, and rolls on. A pause grows by what the windows at its ends hold, 0.02 s each. */
      g_ptr_array_set_size (self->tracks, 0);
      track = add_track (self, VENULE_CELL_ROLLING);
      for (gint64 i = 0; i < 60 + n_still[k]; i++)
        add_spot (track, i, i / RATE, 105 + 2.0 * (i < 30 ? i : i < 30 + n_still[k] ? 30 : i - n_still[k]), 100);
      arrested = measure (self);
      g_assert_cmpfloat_with_epsilon (value_of (arrested, VENULE_QUANTITY_ADHERENT_CELLS), adherent[k], 1e-9);
      g_assert_cmpfloat_with_epsilon (value_of (arrested, VENULE_QUANTITY_ARRESTS), adherent[k], 1e-9);
      g_assert_cmpfloat_with_epsilon (value_of (arrested, VENULE_QUANTITY_DETACHMENTS), adherent[k], 1e-9);
    }
}

/* It stands for 9.5 s and goes on by 20 px in 0.5 s, six times: slower than 2.5 px/s on the whole. A person may say
 * that it adheres all the same. */
static void
test_who_creeps_adheres_by_its_pauses (Fixture       *self,
                                       gconstpointer  data)
{
  g_autoptr(VenuleMeasures) found = NULL, said = NULL;
  VenuleTrack *track = add_track (self, VENULE_CELL_ADHERENT);

  for (gint64 i = 0; i < 1800; i++)
    add_spot (track, i, i / RATE, 105 + 20 * (i / 300 + MAX (i % 300 - 285, 0) / 15.0), 100);
  found = measure (self);
  g_assert_cmpfloat (value_of (found, VENULE_QUANTITY_STATIONARY_CELLS), ==, 1);
  g_assert_cmpfloat (value_of (found, VENULE_QUANTITY_ADHERENT_CELLS), ==, 0);
  venule_track_set_kind_is_manual (track, TRUE);
  said = measure (self);
  g_assert_cmpfloat (value_of (said, VENULE_QUANTITY_ADHERENT_CELLS), ==, 1);
}

/* One adherent cell in 72.6 µm of a vessel of 14.52 µm: 1.377 per 100 µm, and 1 / (π · 14.52 · 72.6 µm²) = 302 per
 * mm². */
static void
test_adherent_cells_by_length_and_area (Fixture       *self,
                                        gconstpointer  data)
{
  g_autoptr(VenuleMeasures) measures = NULL;

  self->settings->calibration.pixel_size_um = PIXEL_SIZE;
  add_still (self, VENULE_CELL_ADHERENT, 0, 1800);
  measures = measure (self);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_ADHERENT_PER_LENGTH), 100 / (200 * PIXEL_SIZE),
                                  1e-6);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_ADHERENT_PER_AREA),
                                  1e6 / (G_PI * 40 * 200 * PIXEL_SIZE * PIXEL_SIZE), 0.01);
  /* It was there all the time. */
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_CELLS_PER_LENGTH), 100 / (200 * PIXEL_SIZE),
                                  1e-6);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_VESSEL_LENGTH), 200 * PIXEL_SIZE, 1e-6);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_VESSEL_DIAMETER), 40 * PIXEL_SIZE, 1e-6);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_VESSEL_VOLUME) /
                                    (G_PI / 4 * 1600 * 200 * pow (PIXEL_SIZE, 3)), 1, 1e-6);
}

static void
test_a_short_recording_does_not_tell_who_adheres (Fixture       *self,
                                                  gconstpointer  data)
{
  g_autoptr(VenuleMeasures) measures = NULL, shorter = NULL;

  self->n_frames = 897;
  add_still (self, VENULE_CELL_ADHERENT, 0, 897);
  measures = measure (self);
  g_assert_true (isnan (value_of (measures, VENULE_QUANTITY_ADHERENT_CELLS)));
  g_assert_nonnull (venule_measures_get (measures, VENULE_QUANTITY_ADHERENT_CELLS)->reason);
  g_assert_nonnull (venule_measures_get (measures, VENULE_QUANTITY_ADHERENT_PER_LENGTH)->reason);

  self->measures->adherent_seconds = 20;
  shorter = measure (self);
  g_assert_cmpfloat_with_epsilon (value_of (shorter, VENULE_QUANTITY_ADHERENT_CELLS), 1, 1e-9);
}

static void
test_a_cell_that_the_recording_cuts_off_is_undecided (Fixture       *self,
                                                      gconstpointer  data)
{
  g_autoptr(VenuleMeasures) measures = NULL;

  add_still (self, VENULE_CELL_ADHERENT, 1500, 300); /* until the end */
  add_still (self, VENULE_CELL_ADHERENT, 300, 300);  /* and this one within */
  measures = measure (self);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_ADHERENT_CELLS), 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_ADHERENT_UNDECIDED), 1, 1e-9);
}

/* The centre of the vessel is at y = 99.5, its walls at 79.5 and 119.5. */
static void
test_distance_to_the_nearer_wall (Fixture       *self,
                                  gconstpointer  data)
{
  g_autoptr(VenuleMeasures) measures = NULL;
  VenuleTrack *track = add_track (self, VENULE_CELL_ROLLING);

  for (int i = 0; i < 60; i++)
    add_spot (track, i, i / RATE, 110 + i, 110.5);
  measures = measure (self);
  g_assert_cmpfloat_with_epsilon (value_of (measures, VENULE_QUANTITY_WALL_DISTANCE), 9, 1e-6);
}

static double
normal (void)
{
  double sum = 0;

  for (int i = 0; i < 12; i++)
    sum += g_test_rand_double ();

  return sum - 6;
}

/* The mean speed from frame to frame of such a cell is √π · 0.3 px · 0.363 µm/px · 30/s = 5.8 µm/s. */
static void
test_noise_does_not_roll (Fixture       *self,
                          gconstpointer  data)
{
  g_autoptr(VenuleMeasures) measures = NULL;
  double speeds = 0, naive = 0;
  const guint n_cells = 200, n_frames = 300;

  self->settings->calibration.pixel_size_um = PIXEL_SIZE;
  for (guint k = 0; k < n_cells; k++)
    {
      VenuleTrack *track = add_track (self, VENULE_CELL_ROLLING);
      double x = 0, y = 0;

      for (guint i = 0; i < n_frames; i++)
        {
          double nx = 200 + 0.3 * normal (), ny = 100 + 0.3 * normal ();

          naive += i > 0 ? hypot (nx - x, ny - y) * PIXEL_SIZE * RATE / (n_frames - 1) / n_cells : 0;
          x = nx;
          y = ny;
          add_spot (track, i, i / RATE, x, y);
        }
    }
  measures = measure (self);
  for (guint k = 0; k < n_cells; k++)
    {
      const VenuleCellMeasures *cell = &g_array_index (measures->cells, VenuleCellMeasures, k);
      double window = 0;

      for (guint i = 0; i < n_frames; i += 15)
        window += fabs (venule_track_velocity_at (g_ptr_array_index (self->tracks, k), self->settings, i)) /
                  (n_frames / 15);
      speeds += window * PIXEL_SIZE / n_cells;
      g_assert_cmpfloat (fabs (cell->basic.mean_velocity) * PIXEL_SIZE, <, 0.5);
      g_assert_cmpfloat (fabs (cell->basic.median_velocity) * PIXEL_SIZE, <, 0.5);
      g_assert_cmpfloat (cell->moving, <, 0.02);
    }
  g_test_message ("naive %.2f µm/s, over windows %.3f µm/s, mean of all %.4f µm/s", naive, speeds,
                  value_of (measures, VENULE_QUANTITY_VELOCITY_MEAN));
  g_assert_cmpfloat_with_epsilon (naive, sqrt (G_PI) * 0.3 * PIXEL_SIZE * RATE, 0.1);
  g_assert_cmpfloat (speeds, <, 0.5);
  g_assert_cmpfloat (fabs (value_of (measures, VENULE_QUANTITY_VELOCITY_MEAN)), <, 0.05);
}

static void
assert_sane (const VenuleMeasures *measures)
{
  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    {
      const VenuleQuantity *quantity = venule_measures_get (measures, id);
      g_autofree char *shown = venule_quantity_dup_value (quantity),
                      *interval = venule_quantity_dup_interval (quantity);
      const char *unit = venule_quantity_get_shown_unit (quantity, FALSE);

      if (quantity->unit == VENULE_UNIT_COUNT)
        g_assert_cmpstr (unit, ==, quantity->estimate.value == 1 ? "cell" : "cells");

      g_assert_nonnull (strchr (venule_quantity_get_definition (id), ' ') != NULL || id >= VENULE_QUANTITY_ANIMAL
                          ? shown : NULL);
      g_assert_false (isinf (quantity->estimate.value) || isinf (quantity->estimate.se));
      g_assert_true (interval == NULL || quantity->estimate.low <= quantity->estimate.high);
      g_assert_true (quantity->reason == NULL || isnan (quantity->estimate.value));
    }
}

static void
test_without_cells_and_with_one (Fixture       *self,
                                 gconstpointer  data)
{
  g_autoptr(VenuleMeasures) none = measure (self), one = NULL, spot = NULL;
  const VenuleQuantity *velocity;

  assert_sane (none);
  g_assert_cmpfloat (value_of (none, VENULE_QUANTITY_TRACKS), ==, 0);
  g_assert_cmpfloat (value_of (none, VENULE_QUANTITY_ROLLING_FLUX), ==, 0);
  /* None in a minute: up to 3.69 are likely (qchisq(0.975, 2) / 2). */
  g_assert_cmpfloat_with_epsilon (venule_measures_get (none, VENULE_QUANTITY_ROLLING_FLUX)->estimate.high, 3.688879,
                                  1e-5);
  g_assert_true (isnan (value_of (none, VENULE_QUANTITY_VELOCITY_MEAN)));

  add_rolling (self, VENULE_CELL_ROLLING, 0, 60);
  one = measure (self);
  assert_sane (one);
  velocity = venule_measures_get (one, VENULE_QUANTITY_VELOCITY_MEAN);
  g_assert_cmpfloat_with_epsilon (velocity->estimate.value, 60, 1e-6);
  g_assert_true (isnan (velocity->estimate.se) && isnan (velocity->estimate.low));

  g_ptr_array_set_size (self->tracks, 0);
  add_still (self, VENULE_CELL_OTHER, 0, 1);
  spot = measure (self);
  assert_sane (spot);
  self->n_frames = 0;
  g_clear_pointer (&spot, venule_measures_free);
  spot = measure (self);
  assert_sane (spot);
}

/* 2 % of the pixel size are 2 % of a velocity, 6 % of a volume and none of a flux. */
static void
test_the_error_of_the_pixel_size_is_carried (Fixture       *self,
                                             gconstpointer  data)
{
  g_autoptr(VenuleMeasures) plain = NULL, widened = NULL;
  const VenuleQuantity *a, *b;

  self->settings->calibration.pixel_size_um = PIXEL_SIZE;
  for (guint i = 0; i < 40; i++)
    add_rolling (self, VENULE_CELL_ROLLING, 20 * i, 40 + i);
  plain = measure (self);
  self->measures->pixel_size_error = 0.02;
  widened = measure (self);

  a = venule_measures_get (plain, VENULE_QUANTITY_VELOCITY_MEAN);
  b = venule_measures_get (widened, VENULE_QUANTITY_VELOCITY_MEAN);
  g_assert_cmpfloat_with_epsilon (b->estimate.se, hypot (a->estimate.se, 0.02 * a->estimate.value), 1e-9);
  g_assert_cmpfloat (b->estimate.low, <, a->estimate.low);
  b = venule_measures_get (widened, VENULE_QUANTITY_VESSEL_VOLUME);
  g_assert_cmpfloat_with_epsilon (b->estimate.se / b->estimate.value, 0.06, 1e-9);
  a = venule_measures_get (plain, VENULE_QUANTITY_ROLLING_FLUX);
  b = venule_measures_get (widened, VENULE_QUANTITY_ROLLING_FLUX);
  g_assert_cmpfloat (a->estimate.se, ==, b->estimate.se);
  g_assert_cmpfloat (a->estimate.high, ==, b->estimate.high);
}

/* ---- Intervals ---- */

/* Of a normal distribution the bootstrap has the interval that the books have, mean ± 1.96 SD/√n. */
static void
test_bootstrap_intervals_are_those_of_the_books (Fixture       *self,
                                                 gconstpointer  data)
{
  double values[400];
  VenuleEstimate mean, again, other, median, sd;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = 50 + 10 * normal ();
  venule_bootstrap_mean (values, G_N_ELEMENTS (values), 1, &mean);
  venule_bootstrap_mean (values, G_N_ELEMENTS (values), 1, &again);
  venule_bootstrap_mean (values, G_N_ELEMENTS (values), 2, &other);
  g_assert_cmpfloat (mean.low, ==, again.low);
  g_assert_cmpfloat (mean.high, ==, again.high);
  g_assert_cmpfloat (mean.low, !=, other.low);
  g_assert_cmpfloat_with_epsilon (mean.high - mean.low, 2 * 1.96 * mean.se, 0.3 * mean.se);
  /* Of a normal distribution the median varies by √(π/2) times as much, and the SD by SD/√(2n). */
  venule_bootstrap_median (values, G_N_ELEMENTS (values), 1, &median);
  g_assert_cmpfloat_with_epsilon (median.se / (sqrt (G_PI / 2) * mean.se), 1, 0.5);
  venule_bootstrap_sd (values, G_N_ELEMENTS (values), 1, &sd);
  g_assert_cmpfloat_with_epsilon (sd.se / (sd.value / sqrt (2.0 * G_N_ELEMENTS (values))), 1, 0.3);
}

/* Of skewed values, too, the interval holds the true mean in most of 100 samples: here of 30 times from an exponential
 * distribution in 92.7, of which the plain normal interval misses more than 8. The bounds lie 4.5 standard deviations
 * off. */
static void
test_bootstrap_intervals_hold_the_truth (Fixture       *self,
                                         gconstpointer  data)
{
  const guint n_samples = 1000;
  guint held = 0;

  for (guint k = 0; k < n_samples; k++)
    {
      double values[30];
      VenuleEstimate mean;

      for (guint i = 0; i < G_N_ELEMENTS (values); i++)
        values[i] = -log (1 - g_test_rand_double ());
      venule_bootstrap_mean (values, G_N_ELEMENTS (values), k, &mean);
      held += mean.low <= 1 && mean.high >= 1;
    }
  g_test_message ("%.1f %% of the intervals hold the truth", 100.0 * held / n_samples);
  g_assert_cmpuint (held, >=, 89 * n_samples / 100);
  g_assert_cmpuint (held, <=, 97 * n_samples / 100);
}

static void
test_many_values_need_no_drawing (Fixture       *self,
                                  gconstpointer  data)
{
  g_autofree double *values = g_new (double, VENULE_BOOTSTRAP_MAX_VALUES + 1);
  VenuleEstimate drawn, normal_one;

  for (guint i = 0; i <= VENULE_BOOTSTRAP_MAX_VALUES; i++)
    values[i] = -log (1 - g_test_rand_double ());
  venule_bootstrap_mean (values, VENULE_BOOTSTRAP_MAX_VALUES, 1, &drawn);
  venule_bootstrap_mean (values, VENULE_BOOTSTRAP_MAX_VALUES + 1, 1, &normal_one);
  /* An end of 800 samples has a standard deviation of 0.13 standard errors: those of the rank at 2.5 % and of the
   * bias. */
  g_assert_cmpfloat_with_epsilon (drawn.low, normal_one.low, 0.65 * drawn.se);
  g_assert_cmpfloat_with_epsilon (drawn.high, normal_one.high, 0.65 * drawn.se);
}

/* One value a track, of rolling cells alone. */
static void
test_kinds_are_counted_and_a_cell_has_one_velocity (Fixture       *self,
                                                    gconstpointer  data)
{
  const double velocities[] = { 10, 20, 30, 0, 90, 1 }; /* px/s */
  const VenuleCellKind kinds[] = { VENULE_CELL_ROLLING,  VENULE_CELL_ROLLING, VENULE_CELL_ROLLING,
                                   VENULE_CELL_ADHERENT, VENULE_CELL_FREE,    VENULE_CELL_OTHER };
  const struct
  {
    VenuleQuantityId id;
    double           value;
  } expected[] = {
    { VENULE_QUANTITY_TRACKS, 6 },           { VENULE_QUANTITY_ROLLING_CELLS, 3 },
    { VENULE_QUANTITY_STATIONARY_CELLS, 1 }, { VENULE_QUANTITY_FREE_CELLS, 1 },
    { VENULE_QUANTITY_OTHER_CELLS, 1 },      { VENULE_QUANTITY_EDITED_TRACKS, 1 },
    { VENULE_QUANTITY_VELOCITY_N, 3 },       { VENULE_QUANTITY_VELOCITY_MEAN, 20 },
    { VENULE_QUANTITY_VELOCITY_MEDIAN, 20 }, { VENULE_QUANTITY_VELOCITY_SD, 10 },
    { VENULE_QUANTITY_VELOCITY_SE, 10 / sqrt (3) },
    { VENULE_QUANTITY_CELL_DIAMETER_MEAN, 20 }, { VENULE_QUANTITY_CELL_DIAMETER_SD, 0 },
  };
  g_autoptr(VenuleMeasures) measures = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      VenuleTrack *track = make_track (i + 1, 60, velocities[i], 0);

      venule_track_set_kind (track, kinds[i]);
      venule_track_set_edited (track, i == 0);
      g_ptr_array_add (self->tracks, track);
    }
  measures = measure (self);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpfloat_with_epsilon (venule_measures_get (measures, expected[i].id)->estimate.value, expected[i].value,
                                    1e-3);
}

/* For a table that has a column for each quantity: no two alike, and the unit said. */
static void
test_columns_have_their_units (Fixture       *self,
                               gconstpointer  data)
{
  g_autoptr(GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const struct
  {
    VenuleQuantityId id;
    const char      *um, *px;
  } expected[] = {
    { VENULE_QUANTITY_VELOCITY_MEAN, "rolling_velocity_mean_um_s", "rolling_velocity_mean_px_s" },
    { VENULE_QUANTITY_ADHERENT_SECONDS, "adherent_seconds", "adherent_seconds" },
    { VENULE_QUANTITY_ROLLING_FLUX, "rolling_flux_per_min", "rolling_flux_per_min" },
    { VENULE_QUANTITY_ADHERENT_PER_LENGTH, "adherent_per_100um", "adherent_per_100px" },
    { VENULE_QUANTITY_VESSEL_VOLUME, "vessel_volume_um3", "vessel_volume_px3" },
    { VENULE_QUANTITY_WALL_SHEAR_RATE, "wall_shear_rate_per_s", "wall_shear_rate_per_s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *um = venule_quantity_dup_column (expected[i].id, TRUE);
      g_autofree char *px = venule_quantity_dup_column (expected[i].id, FALSE);

      g_assert_cmpstr (um, ==, expected[i].um);
      g_assert_cmpstr (px, ==, expected[i].px);
    }
  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    g_assert_true (g_hash_table_add (names, venule_quantity_dup_column (id, TRUE)));
}

/* What cannot be had says why, and is never a number of nothing: 0 px of vessel, 0 cells through a line that is not
 * there. */
static void
test_numbers_of_nothing_are_refused (Fixture       *self,
                                     gconstpointer  data)
{
  const VenuleQuantityId of_walls[] = { VENULE_QUANTITY_VESSEL_DIAMETER, VENULE_QUANTITY_WALL_AREA,
                                        VENULE_QUANTITY_WALL_DISTANCE, VENULE_QUANTITY_CELLS_PER_AREA };
  const VenuleQuantityId of_line[] = { VENULE_QUANTITY_ROLLING_FLUX, VENULE_QUANTITY_TOTAL_FLUX,
                                       VENULE_QUANTITY_FLUX_SHARE };
  const VenuleQuantityId of_cells[] = { VENULE_QUANTITY_VELOCITY_MEAN, VENULE_QUANTITY_VELOCITY_MEDIAN,
                                        VENULE_QUANTITY_VELOCITY_SD,
                                        VENULE_QUANTITY_VELOCITY_SE, VENULE_QUANTITY_CELL_DIAMETER_MEAN };
  g_autoptr(VenuleMeasures) none = measure (self), beside = NULL;
  const VenuleEstimate *density = &venule_measures_get (none, VENULE_QUANTITY_CELLS_PER_LENGTH)->estimate;

  for (guint i = 0; i < G_N_ELEMENTS (of_cells); i++)
    g_assert_nonnull (venule_measures_get (none, of_cells[i])->reason);
  /* Of no cell there is no spread that an interval could be made of. */
  g_assert_cmpfloat (density->value, ==, 0);
  g_assert_true (isnan (density->low) && isnan (density->high));
  /* The edges of a rectangle are no measured diameters. */
  g_assert_nonnull (venule_measures_get (none, VENULE_QUANTITY_VESSEL_DIAMETER_SD)->reason);

  self->settings->calibration.pixel_size_um = PIXEL_SIZE;
  g_assert_true (venule_measure_settings_set_value (self->measures, "centreline_px", "400,300 500,300", NULL));
  g_assert_true (venule_measure_settings_set_value (self->measures, "flux_position_px", "-5000", NULL));
  add_rolling (self, VENULE_CELL_ROLLING, 0, 60);
  beside = measure (self);
  for (guint i = 0; i < G_N_ELEMENTS (of_walls); i++)
    g_assert_nonnull (venule_measures_get (beside, of_walls[i])->reason);
  for (guint i = 0; i < G_N_ELEMENTS (of_line); i++)
    g_assert_nonnull (venule_measures_get (beside, of_line[i])->reason);
}

/* 61 s in bins of 5 s: not 1 s by itself, in which one cell would be 60 a minute. */
static void
test_the_last_bin_of_the_flux_is_no_sliver (Fixture       *self,
                                            gconstpointer  data)
{
  g_autoptr(VenuleMeasures) longer = NULL, much_longer = NULL;
  const VenuleFluxBin *last;

  self->n_frames = 1830;
  self->measures->flux_seconds = 5;
  longer = measure (self);
  g_assert_cmpuint (longer->flux->len, ==, 12);
  last = &g_array_index (longer->flux, VenuleFluxBin, 11);
  g_assert_cmpfloat_with_epsilon (last->start, 55, 1e-9);
  g_assert_cmpfloat_with_epsilon (last->end, 61, 1e-9);

  self->n_frames = 1890;
  much_longer = measure (self);
  g_assert_cmpuint (much_longer->flux->len, ==, 13);
}

static void
test_one_pause_has_no_interval (Fixture       *self,
                                gconstpointer  data)
{
  g_autoptr(VenuleMeasures) measures = NULL;
  VenuleTrack *track = add_track (self, VENULE_CELL_ROLLING);
  const VenuleEstimate *pause;
  double x = 110;

  for (guint i = 0; i < 300; i++)
    {
      x += i < 100 || i >= 160 ? 0.5 : 0;
      add_spot (track, i, i / RATE, x, 100);
    }
  for (guint i = 0; i < 5; i++)
    add_rolling (self, VENULE_CELL_ROLLING, 30 * i, 60);
  measures = measure (self);

  pause = &venule_measures_get (measures, VENULE_QUANTITY_PAUSE_MEAN)->estimate;
  g_assert_cmpfloat_with_epsilon (pause->value, 2, 0.2);
  g_assert_cmpuint (pause->n, ==, 1);
  g_assert_true (isnan (pause->low) && isnan (pause->high));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) g_test_add ("/measures/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("unknown-movement-is-no-event", test_unknown_movement_is_no_event);
  ADD ("a-known-flux", test_a_known_flux);
  ADD ("a-line-elsewhere", test_a_line_elsewhere);
  ADD ("to-and-fro-is-no-flux", test_to_and_fro_is_no_flux);
  ADD ("known-pauses", test_known_pauses);
  ADD ("a-pause-that-is-cut-off-counts-as-censored", test_a_pause_that_is_cut_off_counts_as_censored);
  ADD ("adherent-from-30-seconds-on", test_adherent_from_30_seconds_on);
  ADD ("who-creeps-adheres-by-its-pauses", test_who_creeps_adheres_by_its_pauses);
  ADD ("adherent-cells-by-length-and-area", test_adherent_cells_by_length_and_area);
  ADD ("a-short-recording-does-not-tell-who-adheres", test_a_short_recording_does_not_tell_who_adheres);
  ADD ("a-cell-that-the-recording-cuts-off-is-undecided", test_a_cell_that_the_recording_cuts_off_is_undecided);
  ADD ("distance-to-the-nearer-wall", test_distance_to_the_nearer_wall);
  ADD ("noise-does-not-roll", test_noise_does_not_roll);
  ADD ("without-cells-and-with-one", test_without_cells_and_with_one);
  ADD ("the-error-of-the-pixel-size-is-carried", test_the_error_of_the_pixel_size_is_carried);
  ADD ("bootstrap-intervals-are-those-of-the-books", test_bootstrap_intervals_are_those_of_the_books);
  ADD ("bootstrap-intervals-hold-the-truth", test_bootstrap_intervals_hold_the_truth);
  ADD ("kinds-are-counted-and-a-cell-has-one-velocity", test_kinds_are_counted_and_a_cell_has_one_velocity);
  ADD ("numbers-of-nothing-are-refused", test_numbers_of_nothing_are_refused);
  ADD ("the-last-bin-of-the-flux-is-no-sliver", test_the_last_bin_of_the_flux_is_no_sliver);
  ADD ("one-pause-has-no-interval", test_one_pause_has_no_interval);
  ADD ("columns-have-their-units", test_columns_have_their_units);
  ADD ("many-values-need-no-drawing", test_many_values_need_no_drawing);
#undef ADD

  return g_test_run ();
}
