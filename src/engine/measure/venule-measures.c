/* venule-measures.c: all numbers of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-measures-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-centreline-make.h"
#include "venule-diameter.h"
#include "venule-statistics.h"
#include "venule-time.h"

#define SECONDS_A_MINUTE 60.0
#define BETWEEN_CHECKS 256u /* tracks */
#define ROUNDING 1e-6       /* s */
#define SAME 1e-6           /* px: edges of a rectangle are equally far apart everywhere */

#define TOO_SHORT N_("the recording is shorter than the time of adherence")
#define NO_DIAMETERS N_("the walls are the edges of the crop: the diameter was not measured along the vessel")
#define NO_PIXEL_SIZE N_("no pixel size was confirmed")
#define NO_TIME N_("the frames have no times")
#define NO_CELL N_("no rolling cell was seen for long enough")
#define NO_VELOCITY N_("no rolling cell has a velocity")
#define NO_SPREAD N_("a standard deviation needs two cells")
#define NO_CELLS N_("there are no cells of known size")
#define NO_PAUSE N_("no pause was seen to end")
#define NO_PASSING N_("no cell passed the line")
#define PASSED_BACK N_("cells passed back over the line: the net counts give no fraction")
#define NO_LINE N_("the line lies outside of the analysed length")

/* While the numbers are made. */
typedef struct {
  VenuleMeasures              *result;
  const VenuleMeasureInput    *input;
  const VenuleMeasureSettings *measures;
  VenuleSettings              *settings; /* with the centreline */
} Work;

/* Why the walls are not known; NULL: they are. */
static const char *
find_walls_missing (const Work *self)
{
  return venule_centreline_find_walls_missing (self->result->centreline);
}

/* ---- Into the table ---- */

/* @estimate in px. */
static void
put (Work             *self,
     VenuleQuantityId  id,
     VenuleEstimate    estimate)
{
  VenuleQuantity *quantity = &self->result->quantities[id];
  double pixel = self->result->calibrated ? self->settings->calibration.pixel_size_um : 1;

  quantity->has_n = TRUE;
  venule_estimate_scale (&estimate, venule_quantity_unit_factor (quantity->unit, pixel));
  if (self->result->calibrated && quantity->power != 0 && venule_quantity_is_result (id))
    venule_estimate_widen (&estimate, quantity->power * self->measures->pixel_size_error);
  quantity->estimate = estimate;
}

/* One that has no error of its own. */
static void
put_plain (Work             *self,
           VenuleQuantityId  id,
           double            value)
{
  put (self, id, (VenuleEstimate){ value, NAN, NAN, NAN, 0 });
  self->result->quantities[id].has_n = FALSE;
}

static void
put_text (Work             *self,
          VenuleQuantityId  id,
          const char       *text)
{
  self->result->quantities[id].text = g_strdup (text != NULL ? text : "");
  self->result->quantities[id].estimate = (VenuleEstimate){ NAN, NAN, NAN, NAN, 0 };
}

static void
refuse (Work             *self,
        VenuleQuantityId  id,
        const char       *reason)
{
  VenuleQuantity *quantity = &self->result->quantities[id];

  quantity->estimate = (VenuleEstimate){ NAN, NAN, NAN, NAN, 0 };
  quantity->has_n = FALSE;
  quantity->reason = reason;
}

/* Things that were counted in the recording. */
static void
put_count (Work             *self,
           VenuleQuantityId  id,
           guint             count)
{
  VenuleEstimate estimate;

  venule_estimate_count (count, &estimate);
  put (self, id, estimate);
  self->result->quantities[id].has_n = FALSE;
}

/* ---- Cells ---- */

static const VenuleCellMeasures *
cell_at (const Work *self,
         guint       i)
{
  return &g_array_index (self->result->cells, VenuleCellMeasures, i);
}

typedef double (*CellValue) (const VenuleCellMeasures *cell);

static double
mean_velocity_of (const VenuleCellMeasures *cell)
{
  return cell->basic.mean_velocity;
}

static double
diameter_of (const VenuleCellMeasures *cell)
{
  return cell->basic.mean_diameter;
}

static double
velocity_sd_of (const VenuleCellMeasures *cell)
{
  return cell->basic.sd_velocity;
}

static double
moving_velocity_of (const VenuleCellMeasures *cell)
{
  return cell->moving_velocity;
}

static double
wall_distance_of (const VenuleCellMeasures *cell)
{
  return cell->wall_distance;
}

static double
pauses_of (const VenuleCellMeasures *cell)
{
  return isfinite (cell->moving) ? cell->n_pauses : NAN;
}

/* Zero, too, is a time that was spent in pauses. */
static double
still_of (const VenuleCellMeasures *cell)
{
  return isfinite (cell->moving) ? cell->still : NAN;
}

static double
moving_time_of (const VenuleCellMeasures *cell)
{
  return isfinite (cell->moving) ? cell->basic.duration - cell->still : NAN;
}

static double
time_of (const VenuleCellMeasures *cell)
{
  return isfinite (cell->moving) ? cell->basic.duration : NAN;
}

static double
ends_of (const VenuleCellMeasures *cell)
{
  return isfinite (cell->moving) ? cell->n_ends : NAN;
}

static double
seen_of (const VenuleCellMeasures *cell)
{
  return cell->seen;
}

/* (transfer full) (element-type double): of the rolling cells, or of all, those that have it. */
static GArray *
collect (const Work *self,
         CellValue   value_of,
         gboolean    rolling)
{
  GArray *values = g_array_sized_new (FALSE, FALSE, sizeof (double), self->result->cells->len);

  for (guint i = 0; i < self->result->cells->len; i++)
    {
      const VenuleCellMeasures *cell = cell_at (self, i);
      double value = value_of (cell);

      if ((!rolling || cell->kind == VENULE_CELL_ROLLING) && isfinite (value))
        g_array_append_val (values, value);
    }

  return values;
}

#define DOUBLES(array) ((const double *) (const void *) (array)->data)

static void
put_mean (Work             *self,
          VenuleQuantityId  id,
          CellValue         value_of,
          gboolean          rolling,
          const char       *missing)
{
  g_autoptr(GArray) values = collect (self, value_of, rolling);
  VenuleEstimate estimate;

  venule_bootstrap_mean (DOUBLES (values), values->len, (guint32) self->measures->seed, &estimate);
  if (values->len > 0)
    put (self, id, estimate);
  else
    refuse (self, id, missing);
}

static void
put_ratio (Work             *self,
           VenuleQuantityId  id,
           CellValue         above_of,
           CellValue         below_of,
           const char       *missing)
{
  g_autoptr(GArray) above = collect (self, above_of, TRUE), below = collect (self, below_of, TRUE);
  VenuleEstimate estimate;

  venule_bootstrap_ratio (DOUBLES (above), DOUBLES (below), above->len, (guint32) self->measures->seed, &estimate);
  if (isfinite (estimate.value))
    put (self, id, estimate);
  else
    refuse (self, id, missing);
}

static void
put_or_refuse (Work             *self,
               VenuleQuantityId  id,
               VenuleEstimate    estimate,
               const char       *reason)
{
  if (reason != NULL)
    refuse (self, id, reason);
  else
    put (self, id, estimate);
}

static void
measure_velocities (Work *self)
{
  g_autoptr(GArray) velocities = collect (self, mean_velocity_of, TRUE), diameters = collect (self, diameter_of, FALSE);
  const char *missing = velocities->len > 0 ? NULL : NO_VELOCITY, *alone = velocities->len == 1 ? NO_SPREAD : missing;
  guint32 seed = (guint32) self->measures->seed;
  VenuleEstimate mean, other;

  put_plain (self, VENULE_QUANTITY_VELOCITY_N, velocities->len);
  venule_bootstrap_mean (DOUBLES (velocities), velocities->len, seed, &mean);
  put_or_refuse (self, VENULE_QUANTITY_VELOCITY_MEAN, mean, missing);
  if (alone == NULL)
    put_plain (self, VENULE_QUANTITY_VELOCITY_SE, venule_statistics_sd (velocities) / sqrt (velocities->len));
  else
    refuse (self, VENULE_QUANTITY_VELOCITY_SE, alone);
  venule_bootstrap_sd (DOUBLES (velocities), velocities->len, seed, &other);
  other.value = venule_statistics_sd (velocities);
  put_or_refuse (self, VENULE_QUANTITY_VELOCITY_SD, other, alone);
  venule_bootstrap_median (DOUBLES (velocities), velocities->len, seed, &other);
  put_or_refuse (self, VENULE_QUANTITY_VELOCITY_MEDIAN, other, missing);
  put_plain (self, VENULE_QUANTITY_VELOCITY_WINDOW, self->settings->velocity_window);

  venule_bootstrap_mean (DOUBLES (diameters), diameters->len, seed, &mean);
  put_or_refuse (self, VENULE_QUANTITY_CELL_DIAMETER_MEAN, mean, diameters->len > 0 ? NULL : NO_CELLS);
  venule_bootstrap_sd (DOUBLES (diameters), diameters->len, seed, &other);
  other.value = venule_statistics_sd (diameters);
  put_or_refuse (self, VENULE_QUANTITY_CELL_DIAMETER_SD, other,
                 diameters->len > 1 ? NULL : diameters->len == 1 ? NO_SPREAD : NO_CELLS);
}

/* Cells without a pause say nothing of how long one lasts: n is the number of pauses, and one alone has no interval. */
static void
measure_pause_mean (Work *self)
{
  VenuleEstimate *estimate = &self->result->quantities[VENULE_QUANTITY_PAUSE_MEAN].estimate;
  g_autoptr(GArray) ends = collect (self, ends_of, TRUE);
  double n = 0;

  put_ratio (self, VENULE_QUANTITY_PAUSE_MEAN, still_of, ends_of, NO_PAUSE);
  for (guint i = 0; i < ends->len; i++)
    n += g_array_index (ends, double, i);
  if (!isfinite (estimate->value))
    return;
  estimate->n = (guint) n;
  if (estimate->n < 2)
    estimate->se = estimate->low = estimate->high = NAN;
}

static void
measure_pauses (Work *self)
{
  put_ratio (self, VENULE_QUANTITY_MOVING_SHARE, moving_time_of, time_of, NO_CELL);
  measure_pause_mean (self);
  put_mean (self, VENULE_QUANTITY_PAUSES_PER_CELL, pauses_of, TRUE, NO_CELL);
  put_mean (self, VENULE_QUANTITY_MOVING_VELOCITY, moving_velocity_of, TRUE, NO_CELL);
  put_mean (self, VENULE_QUANTITY_VELOCITY_WITHIN, velocity_sd_of, TRUE, NO_CELL);
  if (find_walls_missing (self) != NULL)
    refuse (self, VENULE_QUANTITY_WALL_DISTANCE, find_walls_missing (self));
  else
    put_mean (self, VENULE_QUANTITY_WALL_DISTANCE, wall_distance_of, TRUE, NO_CELL);
}

/* ---- Counts ---- */

static guint
count_events (const Work      *self,
              VenuleEventKind  kind)
{
  guint n = 0;

  for (guint i = 0; i < self->result->events->len; i++)
    n += g_array_index (self->result->events, VenuleEvent, i).kind == kind;

  return n;
}

/* s: no cell was seen for longer without a gap. */
static double
longest_stretch (const VenuleRecorded *recorded)
{
  double begin = recorded->start, longest = 0;

  for (guint i = 0; recorded->gaps != NULL && i < recorded->gaps->len; i++)
    {
      const VenuleGap *gap = &g_array_index (recorded->gaps, VenuleGap, i);

      longest = fmax (longest, gap->start - begin);
      begin = gap->end;
    }

  return fmax (longest, recorded->start + recorded->duration - begin);
}

static void
measure_adherence (Work *self)
{
  static const VenuleQuantityId ids[] = { VENULE_QUANTITY_ADHERENT_CELLS, VENULE_QUANTITY_ADHERENT_UNDECIDED,
                                          VENULE_QUANTITY_ARRESTS, VENULE_QUANTITY_DETACHMENTS,
                                          VENULE_QUANTITY_ADHERENT_PER_LENGTH, VENULE_QUANTITY_ADHERENT_PER_AREA };
  double length = venule_centreline_get_range (self->result->centreline, NULL, NULL);
  double area = venule_centreline_get_wall_area (self->result->centreline);
  guint adherent = 0, undecided = 0;
  VenuleEstimate estimate;

  if (longest_stretch (&self->input->recorded) < self->measures->adherent_seconds - ROUNDING)
    {
      for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
        refuse (self, ids[i], TOO_SHORT);
      return;
    }

  for (guint i = 0; i < self->result->cells->len; i++)
    {
      adherent += cell_at (self, i)->adherent;
      undecided += cell_at (self, i)->undecided;
    }
  put_count (self, VENULE_QUANTITY_ADHERENT_CELLS, adherent);
  put_plain (self, VENULE_QUANTITY_ADHERENT_UNDECIDED, undecided);
  put_count (self, VENULE_QUANTITY_ARRESTS, count_events (self, VENULE_EVENT_ARRESTS));
  put_count (self, VENULE_QUANTITY_DETACHMENTS, count_events (self, VENULE_EVENT_DETACHES));

  venule_estimate_count (adherent, &estimate);
  venule_estimate_scale (&estimate, 1 / length);
  put (self, VENULE_QUANTITY_ADHERENT_PER_LENGTH, estimate);
  venule_estimate_count (adherent, &estimate);
  venule_estimate_scale (&estimate, 1 / area);
  put_or_refuse (self, VENULE_QUANTITY_ADHERENT_PER_AREA, estimate,
                 self->result->calibrated ? find_walls_missing (self) : NO_PIXEL_SIZE);
}

static void
count_cells (Work *self)
{
  guint kinds[VENULE_CELL_OTHER + 1] = { 0 }, edited = 0;

  for (guint i = 0; i < self->result->cells->len; i++)
    {
      kinds[MIN (cell_at (self, i)->kind, VENULE_CELL_OTHER)]++;
      edited += cell_at (self, i)->edited;
    }
  put_plain (self, VENULE_QUANTITY_TRACKS, self->result->cells->len);
  put_count (self, VENULE_QUANTITY_ROLLING_CELLS, kinds[VENULE_CELL_ROLLING]);
  put_count (self, VENULE_QUANTITY_STATIONARY_CELLS, kinds[VENULE_CELL_ADHERENT]);
  put_count (self, VENULE_QUANTITY_FREE_CELLS, kinds[VENULE_CELL_FREE]);
  put_plain (self, VENULE_QUANTITY_OTHER_CELLS, kinds[VENULE_CELL_OTHER]);
  put_plain (self, VENULE_QUANTITY_EDITED_TRACKS, edited);
}

/* Cells that pass back are taken off the count and add to its error: the variances of both counts add up. */
static void
put_flux (Work             *self,
          VenuleQuantityId  id,
          int               count,
          guint             passings)
{
  double minutes = self->result->seen / SECONDS_A_MINUTE;
  VenuleEstimate estimate;

  if (minutes <= 0)
    {
      refuse (self, id, NO_TIME);
      return;
    }
  venule_estimate_count ((guint) MAX (count, 0), &estimate);
  if (count != (int) passings)
    estimate = (VenuleEstimate){ count, sqrt (passings), count - 1.96 * sqrt (passings), count + 1.96 * sqrt (passings),
                                 passings };
  venule_estimate_scale (&estimate, 1 / minutes);
  put (self, id, estimate);
}

static void
measure_flux (Work *self)
{
  double line = venule_cell_flux_position (self->result->centreline, self->measures), begin, end;
  int rolling = 0, total = 0;
  guint rolling_passings = 0, all_passings = 0;
  VenuleEstimate share;

  put_plain (self, VENULE_QUANTITY_FLUX_POSITION, line);
  venule_centreline_get_range (self->result->centreline, &begin, &end);
  if (line < begin || line > end)
    {
      refuse (self, VENULE_QUANTITY_ROLLING_FLUX, NO_LINE);
      refuse (self, VENULE_QUANTITY_TOTAL_FLUX, NO_LINE);
      refuse (self, VENULE_QUANTITY_FLUX_SHARE, NO_LINE);
      return;
    }

  for (guint i = 0; i < self->result->cells->len; i++)
    {
      const VenuleCellMeasures *cell = cell_at (self, i);

      total += cell->crossings;
      all_passings += cell->passings;
      if (cell->kind != VENULE_CELL_ROLLING)
        continue;
      rolling += cell->crossings;
      rolling_passings += cell->passings;
    }
  put_flux (self, VENULE_QUANTITY_ROLLING_FLUX, rolling, rolling_passings);
  put_flux (self, VENULE_QUANTITY_TOTAL_FLUX, total, all_passings);
  if (total > 0 && rolling >= 0 && rolling <= total)
    {
      /* Differences are no binomial counts. */
      if (total == (int) all_passings)
        venule_estimate_share ((guint) rolling, (guint) total, &share);
      else
        share = (VenuleEstimate){ (double) rolling / total, NAN, NAN, NAN, (guint) total };
      put (self, VENULE_QUANTITY_FLUX_SHARE, share);
    }
  else
    {
      refuse (self, VENULE_QUANTITY_FLUX_SHARE, all_passings > 0 ? PASSED_BACK : NO_PASSING);
    }
}

/* ---- The vessel ---- */

static void
measure_density (Work *self)
{
  g_autoptr(GArray) times = collect (self, seen_of, FALSE);
  double length = venule_centreline_get_range (self->result->centreline, NULL, NULL);
  double area = venule_centreline_get_wall_area (self->result->centreline);
  VenuleEstimate estimate;

  if (self->result->seen <= 0)
    {
      refuse (self, VENULE_QUANTITY_CELLS_PER_LENGTH, NO_TIME);
      refuse (self, VENULE_QUANTITY_CELLS_PER_AREA, NO_TIME);
      return;
    }
  venule_estimate_total (DOUBLES (times), times->len, &estimate);
  venule_estimate_scale (&estimate, 1 / (self->result->seen * length));
  put (self, VENULE_QUANTITY_CELLS_PER_LENGTH, estimate);
  venule_estimate_scale (&estimate, length / area);
  put_or_refuse (self, VENULE_QUANTITY_CELLS_PER_AREA, estimate,
                 self->result->calibrated ? find_walls_missing (self) : NO_PIXEL_SIZE);
}

/* Where the walls were found: neighbours share the averaged stretch, so that one width in four is independent. */
static void
set_diameter_error (Work           *self,
                    double          sd,
                    VenuleEstimate *diameter)
{
  double length = venule_centreline_get_range (self->result->centreline, NULL, NULL);

  if (venule_centreline_get_walls_from (self->result->centreline) != VENULE_WALLS_MEASURED)
    return;
  diameter->n = (guint) fmax (length / fmax (diameter->value / 4, 2), 1);
  if (diameter->n < 2)
    return;
  diameter->se = sd / sqrt (diameter->n);
  diameter->low = diameter->value - 1.96 * diameter->se;
  diameter->high = diameter->value + 1.96 * diameter->se;
}

static void
measure_vessel (Work *self)
{
  static const VenuleQuantityId ids[] = { VENULE_QUANTITY_VESSEL_DIAMETER, VENULE_QUANTITY_VESSEL_DIAMETER_SD,
                                          VENULE_QUANTITY_VESSEL_VOLUME, VENULE_QUANTITY_WALL_AREA };
  const VenuleCentreline *line = self->result->centreline;
  VenuleEstimate diameter = { NAN, NAN, NAN, NAN, 0 };
  double sd;

  put_plain (self, VENULE_QUANTITY_VESSEL_LENGTH, venule_centreline_get_range (line, NULL, NULL));
  if (find_walls_missing (self) != NULL)
    {
      for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
        refuse (self, ids[i], find_walls_missing (self));
      return;
    }
  diameter.value = venule_centreline_get_diameter (line, &sd);
  set_diameter_error (self, sd, &diameter);
  put (self, VENULE_QUANTITY_VESSEL_DIAMETER, diameter);
  self->result->quantities[VENULE_QUANTITY_VESSEL_DIAMETER].has_n = diameter.n > 0;
  if (venule_centreline_get_walls_from (line) == VENULE_WALLS_CROP && sd < SAME)
    refuse (self, VENULE_QUANTITY_VESSEL_DIAMETER_SD, NO_DIAMETERS);
  else
    put_plain (self, VENULE_QUANTITY_VESSEL_DIAMETER_SD, sd);
  put_plain (self, VENULE_QUANTITY_VESSEL_VOLUME, venule_centreline_get_volume (line));
  put_plain (self, VENULE_QUANTITY_WALL_AREA, venule_centreline_get_wall_area (line));
}

static void
measure_flow (Work *self)
{
  g_autoptr(GArray) velocities = collect (self, mean_velocity_of, TRUE), diameters = collect (self, diameter_of, FALSE);
  g_autofree char *key = venule_centreline_dup_key (self->result->centreline);
  const char *text = g_hash_table_lookup (self->measures->others, VENULE_MEASURE_FLOW);
  g_autoptr(VenuleFlowVelocity) flow = venule_flow_velocity_from_text (text, key);
  const VenuleCentreline *line = self->result->centreline;
  double diameter = venule_centreline_find_walls_missing (line) ? NAN : venule_centreline_get_diameter (line, NULL);
  VenuleFlowNumbers numbers;

  venule_flow_numbers_init (&numbers, flow, self->measures, diameter,
                            venule_statistics_mean (diameters), velocities);
  put_or_refuse (self, VENULE_QUANTITY_CENTRELINE_VELOCITY, numbers.centreline, numbers.reason);
  put_or_refuse (self, VENULE_QUANTITY_BLOOD_VELOCITY, numbers.mean, numbers.reason);
  put_or_refuse (self, VENULE_QUANTITY_WALL_SHEAR_RATE, numbers.shear, numbers.shear_reason);
  put_or_refuse (self, VENULE_QUANTITY_CRITICAL_VELOCITY, numbers.critical, numbers.critical_reason);
  put_or_refuse (self, VENULE_QUANTITY_FASTER_CELLS, numbers.faster, numbers.critical_reason);
  self->result->quantities[VENULE_QUANTITY_FASTER_CELLS].has_n = FALSE;
}

static void
put_settings (Work *self)
{
  const VenuleMeasureInput *input = self->input;
  double pixel_size = self->settings->calibration.pixel_size_um;

  put_plain (self, VENULE_QUANTITY_FIRST_FRAME, input->first_frame);
  put_plain (self, VENULE_QUANTITY_LAST_FRAME, input->last_frame);
  put_plain (self, VENULE_QUANTITY_DURATION, input->recorded.duration);
  put_text (self, VENULE_QUANTITY_COMPLETE, input->complete ? "true" : "false");
  put_plain (self, VENULE_QUANTITY_PIXEL_SIZE, pixel_size > 0 ? pixel_size : NAN);
  put_plain (self, VENULE_QUANTITY_ADHERENT_SECONDS, self->measures->adherent_seconds);
  put_plain (self, VENULE_QUANTITY_PAUSE_SECONDS, self->measures->pause_seconds);
  put_plain (self, VENULE_QUANTITY_PAUSE_VELOCITY, venule_cell_pause_velocity (self->settings, self->measures));
  put_plain (self, VENULE_QUANTITY_PIXEL_SIZE_ERROR,
             self->measures->pixel_size_error > 0 ? self->measures->pixel_size_error : NAN);
  put_plain (self, VENULE_QUANTITY_LIGHT_FLICKER, input->light != NULL ? input->light->flicker : NAN);
  put_plain (self, VENULE_QUANTITY_LIGHT_DRIFT, input->light != NULL ? input->light->drift : NAN);
  put_text (self, VENULE_QUANTITY_ANIMAL, self->measures->animal);
  put_text (self, VENULE_QUANTITY_GROUP, self->measures->group);
  put_text (self, VENULE_QUANTITY_TIME_POINT, self->measures->time_point);
  put_text (self, VENULE_QUANTITY_RECORDING, self->measures->recording);
}

/* ---- All of it ---- */

/* FALSE: cancelled. */
static gboolean
measure_cells (Work         *self,
               GPtrArray    *tracks,
               GCancellable *cancellable)
{
  g_autoptr(GArray) outline = venule_vessel_dup_outline (self->settings->vessel, self->input->frame_width,
                                                         self->input->frame_height);
  const VenuleCellContext context = {
    .settings = self->settings, .line = self->result->centreline, .measures = self->measures, .outline = outline,
    .first_frame = self->input->first_frame, .last_frame = self->input->last_frame, .recorded = &self->input->recorded,
    .detect_interval = self->input->detect_interval,
    .pause_velocity = venule_cell_pause_velocity (self->settings, self->measures),
    .flux_position = venule_cell_flux_position (self->result->centreline, self->measures),
  };

  for (guint i = 0; i < tracks->len; i++)
    {
      VenuleCellMeasures cell;

      if (i % BETWEEN_CHECKS == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      venule_cell_measure (g_ptr_array_index (tracks, i), &context, &cell, self->result->events);
      g_array_append_val (self->result->cells, cell);
    }

  return TRUE;
}

static void
measure_recording (Work *self)
{
  const VenuleMeasureInput *input = self->input;

  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    self->result->quantities[id] = (VenuleQuantity){ .id = id, .key = venule_quantity_get_key (id),
                                                     .unit = venule_quantity_get_unit (id),
                                                     .power = venule_quantity_get_power (id) };
  put_settings (self);
  count_cells (self);
  measure_velocities (self);
  measure_pauses (self);
  measure_adherence (self);
  measure_flux (self);
  measure_density (self);
  measure_vessel (self);
  measure_flow (self);
  self->result->flux = venule_flux_dup_bins (self->result->events, self->result->cells, &input->recorded,
                                             venule_flux_bin_width (self->measures->flux_seconds,
                                                                    input->recorded.duration));
}

VenuleMeasures *
venule_measures_new (GPtrArray                *tracks,
                     const VenuleMeasureInput *input,
                     GCancellable             *cancellable)
{
  g_autoptr(VenuleMeasureSettings) usual = venule_measure_settings_new ();
  g_autoptr(VenuleSettings) settings = venule_settings_copy (input->settings);
  g_autoptr(VenuleMeasures) self = g_new0 (VenuleMeasures, 1);
  Work work = { self, input, input->measures != NULL ? input->measures : usual, settings };

  self->cells = g_array_sized_new (FALSE, FALSE, sizeof (VenuleCellMeasures), tracks->len);
  self->events = g_array_new (FALSE, FALSE, sizeof (VenuleEvent));
  self->seen = venule_recorded_get_seen (&input->recorded);
  self->calibrated = venule_calibration_is_calibrated (&settings->calibration);
  self->centreline = venule_centreline_new (settings->vessel, work.measures, input->frame_width, input->frame_height);
  venule_vessel_set_centreline (settings->vessel, self->centreline);
  if (input->measures != NULL)
    settings->velocity_window = input->measures->velocity_window;
  if (!measure_cells (&work, tracks, cancellable))
    return NULL;
  measure_recording (&work);

  return g_steal_pointer (&self);
}

void
venule_measures_free (VenuleMeasures *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->centreline, venule_centreline_unref);
  g_array_unref (self->cells);
  g_array_unref (self->events);
  g_clear_pointer (&self->flux, g_array_unref);
  for (guint id = 0; id < VENULE_N_QUANTITIES; id++)
    g_free (self->quantities[id].text);
  g_free (self);
}

const VenuleQuantity *
venule_measures_get (const VenuleMeasures *self,
                     VenuleQuantityId      id)
{
  g_return_val_if_fail (self != NULL && id < VENULE_N_QUANTITIES, NULL);

  return &self->quantities[id];
}
