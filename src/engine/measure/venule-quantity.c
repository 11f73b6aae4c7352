/* venule-quantity.c: what each number of a recording is called, what it means and where that comes from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-quantity.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-number.h"

#define UM2_A_MM2 1e6

typedef struct {
  const char         *key;
  VenuleQuantityUnit  unit;
  int                 power; /* of the pixel size */
  gboolean            result;
  const char         *name;
  const char         *definition;
  const char         *source;
} Description;

#define LEY "Ley & Gaehtgens, Circ. Res. 69, 1034 (1991)"
#define BOOTSTRAP "interval: bootstrap over cells, BCa (Efron, J. Am. Stat. Assoc. 82, 171, 1987)"
#define PASSAGES "; where cells passed back: normal, by the passages both ways"
#define POISSON "interval: Poisson (Garwood, Biometrika 28, 437, 1936)"

static const Description table[VENULE_N_QUANTITIES] = {
  [VENULE_QUANTITY_FIRST_FRAME] = { "first_frame", VENULE_UNIT_FRAME, 0, FALSE, N_("First frame"),
    N_("first frame that was analysed; frames count from 0"), "" },
  [VENULE_QUANTITY_LAST_FRAME] = { "last_frame", VENULE_UNIT_FRAME, 0, FALSE, N_("Last frame"),
    N_("last frame that was analysed"), "" },
  [VENULE_QUANTITY_DURATION] = { "duration", VENULE_UNIT_SECONDS, 0, TRUE, N_("Duration"),
    N_("time that the analysed frames last"), "" },
  [VENULE_QUANTITY_COMPLETE] = { "complete", VENULE_UNIT_TEXT, 0, FALSE, N_("Complete"),
    N_("whether the run went to its end"), "" },
  [VENULE_QUANTITY_PIXEL_SIZE] = { "pixel_size", VENULE_UNIT_PIXEL_SIZE, 1, FALSE, N_("Pixel size"),
    N_("as it was confirmed; empty without a calibration: lengths are in px then"), "" },
  [VENULE_QUANTITY_TRACKS] = { "tracks", VENULE_UNIT_COUNT, 0, TRUE, N_("Tracks"), N_("tracked cells of all classes"),
                               "" },
  [VENULE_QUANTITY_ROLLING_CELLS] = { "rolling_cells", VENULE_UNIT_COUNT, 0, TRUE, N_("Rolling cells"),
    N_("tracks of class rolling"), POISSON },
  [VENULE_QUANTITY_STATIONARY_CELLS] = { "stationary_cells", VENULE_UNIT_COUNT, 0, TRUE, N_("Stationary cells"),
    N_("tracks of class adherent: while they were seen no net displacement, or slower than 1 um/s (without a "
       "calibration an eighth of the cell diameter a second)"), POISSON },
  [VENULE_QUANTITY_ADHERENT_CELLS] = { "adherent_cells", VENULE_UNIT_COUNT, 0, TRUE, N_("Adherent cells"),
    N_("cells that stood still for at least adherent_seconds, all of the time that they were seen or within it; not "
       "assessable in a shorter recording"), LEY "; " POISSON },
  [VENULE_QUANTITY_FREE_CELLS] = { "free_flowing_cells", VENULE_UNIT_COUNT, 0, TRUE, N_("Free-flowing cells"),
    N_("tracks of class free: faster than the maximum velocity"), POISSON },
  [VENULE_QUANTITY_OTHER_CELLS] = { "other_cells", VENULE_UNIT_COUNT, 0, TRUE, N_("Other cells"),
    N_("tracks of class other"), "" },
  [VENULE_QUANTITY_EDITED_TRACKS] = { "edited_tracks", VENULE_UNIT_COUNT, 0, TRUE, N_("Edited tracks"),
    N_("tracks that a person changed"), "" },
  [VENULE_QUANTITY_VELOCITY_N] = { "rolling_velocity_n", VENULE_UNIT_COUNT, 0, TRUE,
                                   N_("Rolling cells with a velocity"),
    N_("rolling cells that have a velocity"), "" },
  [VENULE_QUANTITY_VELOCITY_MEAN] = { "rolling_velocity_mean", VENULE_UNIT_VELOCITY, 1, TRUE,
                                      N_("Rolling velocity, mean"),
    N_("mean over the rolling cells of displacement along the vessel / duration, one value a cell"), BOOTSTRAP },
  [VENULE_QUANTITY_VELOCITY_SD] = { "rolling_velocity_sd", VENULE_UNIT_VELOCITY, 1, TRUE, N_("Rolling velocity, SD"),
    N_("standard deviation (n - 1) of the same values"), BOOTSTRAP },
  [VENULE_QUANTITY_VELOCITY_SE] = { "rolling_velocity_se", VENULE_UNIT_VELOCITY, 1, TRUE, N_("Rolling velocity, SE"),
    N_("standard error: standard deviation / sqrt(n)"), "" },
  [VENULE_QUANTITY_VELOCITY_MEDIAN] = { "rolling_velocity_median", VENULE_UNIT_VELOCITY, 1, TRUE,
                                        N_("Rolling velocity, median"),
    N_("median of the same values"),
    "interval: bootstrap over cells, percentiles (Efron & Tibshirani 1993)" },
  [VENULE_QUANTITY_VELOCITY_WINDOW] = { "velocity_window", VENULE_UNIT_SECONDS, 0, FALSE, N_("Velocity window"),
    N_("time over which the displacements for median_velocity and sd_velocity of tracks.csv are taken"), "" },
  [VENULE_QUANTITY_CELL_DIAMETER_MEAN] = { "cell_diameter_mean", VENULE_UNIT_LENGTH, 1, TRUE, N_("Cell diameter, mean"),
    N_("mean over all tracks of the mean diameter, from the area of the contour"), BOOTSTRAP },
  [VENULE_QUANTITY_CELL_DIAMETER_SD] = { "cell_diameter_sd", VENULE_UNIT_LENGTH, 1, TRUE, N_("Cell diameter, SD"),
    N_("standard deviation (n - 1) of the same values"), BOOTSTRAP },
  [VENULE_QUANTITY_MOVING_SHARE] = { "moving_fraction", VENULE_UNIT_SHARE, 0, TRUE, N_("Fraction of time moving"),
    N_("time outside of pauses / time seen, of all rolling cells together; a pause is a time of at least pause_seconds "
       "in which a cell is slower than pause_velocity"), BOOTSTRAP },
  [VENULE_QUANTITY_PAUSE_MEAN] = { "pause_mean", VENULE_UNIT_SECONDS, 0, TRUE, N_("Mean pause"),
    N_("time in pauses of all rolling cells / pauses that were seen to end: cells that come into view or leave it in "
       "a pause count with the time that was "
       "seen"), "Epstein & Sobel, J. Am. Stat. Assoc. 48, 486 (1953); " BOOTSTRAP },
  [VENULE_QUANTITY_PAUSES_PER_CELL] = { "pauses_per_cell", VENULE_UNIT_PER_CELL, 0, TRUE, N_("Pauses per cell"),
    N_("mean number of pauses of a rolling cell while it is seen"), BOOTSTRAP },
  [VENULE_QUANTITY_MOVING_VELOCITY] = { "moving_velocity_mean", VENULE_UNIT_VELOCITY, 1, TRUE,
                                        N_("Velocity between pauses"),
    N_("mean over the rolling cells of way along the vessel / time, both without the pauses"), BOOTSTRAP },
  [VENULE_QUANTITY_VELOCITY_WITHIN] = { "velocity_within_sd", VENULE_UNIT_VELOCITY, 1, TRUE,
                                        N_("Variation of a cell’s velocity"),
    N_("mean over the rolling cells of the standard deviation of the instantaneous velocities (over velocity_window) "
       "of a cell"),
    BOOTSTRAP },
  [VENULE_QUANTITY_WALL_DISTANCE] = { "wall_distance_mean", VENULE_UNIT_LENGTH, 1, TRUE, N_("Distance to the wall"),
    N_("mean over the rolling cells of the mean distance of the centre from the nearer wall"), BOOTSTRAP },
  [VENULE_QUANTITY_ARRESTS] = { "arrests", VENULE_UNIT_COUNT, 0, TRUE, N_("Arrests"),
    N_("times that a cell that was seen to move stopped for at least adherent_seconds"), POISSON },
  [VENULE_QUANTITY_DETACHMENTS] = { "detachments", VENULE_UNIT_COUNT, 0, TRUE, N_("Detachments"),
    N_("times that a cell went on that had stood still for at least adherent_seconds"), POISSON },
  [VENULE_QUANTITY_ADHERENT_UNDECIDED] = { "adherent_undecided", VENULE_UNIT_COUNT, 0, TRUE, N_("Undecided cells"),
    N_("cells that stood still when the recording began or ended, for less than adherent_seconds while they were seen: "
       "they are not among the adherent cells and may be adherent"), "" },
  [VENULE_QUANTITY_ADHERENT_PER_LENGTH] = { "adherent_per_100um", VENULE_UNIT_PER_LENGTH, -1, TRUE,
                                            N_("Adherent cells by length"),
    N_("adherent cells per 100 um of analysed vessel length"), LEY "; " POISSON },
  [VENULE_QUANTITY_ADHERENT_PER_AREA] = { "adherent_per_mm2", VENULE_UNIT_PER_AREA, -2, TRUE,
                                          N_("Adherent cells by wall area"),
    N_("adherent cells per mm2 of vessel wall, which is the surface of a round vessel (pi x diameter x length)"),
    LEY "; " POISSON },
  [VENULE_QUANTITY_ROLLING_FLUX] = { "rolling_flux", VENULE_UNIT_PER_MINUTE, 0, TRUE, N_("Rolling flux"),
    N_("rolling cells per minute that pass the line across the vessel downstream, less those that pass it upstream"),
    LEY "; " POISSON PASSAGES },
  [VENULE_QUANTITY_TOTAL_FLUX] = { "total_flux", VENULE_UNIT_PER_MINUTE, 0, TRUE, N_("Total flux"),
    N_("tracked cells of all classes per minute that pass that line; free-flowing cells that are too fast to be "
       "followed are not among them"), LEY "; " POISSON PASSAGES },
  [VENULE_QUANTITY_FLUX_SHARE] = { "rolling_flux_fraction", VENULE_UNIT_SHARE, 0, TRUE, N_("Rolling flux fraction"),
    N_("rolling flux / total flux"), LEY "; interval: binomial (Clopper & Pearson, Biometrika 26, 404, 1934)" },
  [VENULE_QUANTITY_FLUX_POSITION] = { "flux_position", VENULE_UNIT_LENGTH, 1, FALSE, N_("Flux line"),
    N_("where the line lies along the vessel, from the upstream end of the centreline"), "" },
  [VENULE_QUANTITY_CELLS_PER_LENGTH] = { "cells_per_100um", VENULE_UNIT_PER_LENGTH, -1, TRUE,
                                         N_("Cell density by length"),
    N_("mean number of tracked cells at a time per 100 um of analysed vessel length"),
    "standard error: compound Poisson process of times seen" },
  [VENULE_QUANTITY_CELLS_PER_AREA] = { "cells_per_mm2", VENULE_UNIT_PER_AREA, -2, TRUE, N_("Cell density by wall area"),
    N_("mean number of tracked cells at a time per mm2 of vessel wall"),
    "standard error: compound Poisson process of times seen" },
  [VENULE_QUANTITY_VESSEL_LENGTH] = { "vessel_length", VENULE_UNIT_LENGTH, 1, TRUE, N_("Length analysed"),
    N_("arc length of the centreline within the crop"), "" },
  [VENULE_QUANTITY_VESSEL_DIAMETER] = { "vessel_diameter", VENULE_UNIT_LENGTH, 1, TRUE, N_("Vessel diameter"),
    N_("mean along the vessel of the distance of the walls; standard error and n of the places at which they were "
       "measured in the mean frame, where they were"), "" },
  [VENULE_QUANTITY_VESSEL_DIAMETER_SD] = { "vessel_diameter_sd", VENULE_UNIT_LENGTH, 1, TRUE, N_("Vessel diameter, SD"),
    N_("standard deviation of the diameter along the vessel"), "" },
  [VENULE_QUANTITY_VESSEL_VOLUME] = { "vessel_volume", VENULE_UNIT_VOLUME, 3, TRUE, N_("Vessel volume"),
    N_("integral of pi x diameter^2 / 4 along the vessel: as if it were round"), "" },
  [VENULE_QUANTITY_WALL_AREA] = { "wall_area", VENULE_UNIT_AREA, 2, TRUE, N_("Wall area"),
    N_("integral of pi x diameter along the vessel: as if it were round"), "" },
  [VENULE_QUANTITY_CENTRELINE_VELOCITY] = { "centreline_velocity", VENULE_UNIT_VELOCITY, 1, TRUE,
                                            N_("Centreline velocity"),
    N_("velocity of the blood in the middle of the vessel, by cross-correlation of the brightness along the centreline "
       "between frames; standard error and n of stretches of the recording"), "Kim et al. 2012, PLoS ONE 7, e38590" },
  [VENULE_QUANTITY_BLOOD_VELOCITY] = { "blood_velocity_mean", VENULE_UNIT_VELOCITY, 1, TRUE, N_("Mean blood velocity"),
    N_("centreline_velocity / 1.6, or what the ratio was set to"), "Lipowsky & Zweifach 1978, Microvasc. Res. 15, 93" },
  [VENULE_QUANTITY_WALL_SHEAR_RATE] = { "wall_shear_rate", VENULE_UNIT_PER_SECOND, 0, TRUE, N_("Wall shear rate"),
    N_("8 x blood_velocity_mean / vessel_diameter, times the factor that was set"), "" },
  [VENULE_QUANTITY_CRITICAL_VELOCITY] = { "critical_velocity", VENULE_UNIT_VELOCITY, 1, TRUE, N_("Critical velocity"),
    N_("blood_velocity_mean x e x (2 - e), where e is cell_diameter_mean / vessel_diameter: a cell that is faster does "
       "not touch the wall"),
    "Ley & Gaehtgens 1991, Circ. Res. 69, 1034" },
  [VENULE_QUANTITY_FASTER_CELLS] = { "rolling_above_critical", VENULE_UNIT_COUNT, 0, TRUE,
                                     N_("Rolling cells above the critical velocity"),
    N_("tracks of class rolling whose mean velocity is above critical_velocity: free-flowing by that definition"),
    "Ley & Gaehtgens 1991, Circ. Res. 69, 1034" },
  [VENULE_QUANTITY_ADHERENT_SECONDS] = { "adherent_seconds", VENULE_UNIT_SECONDS, 0, FALSE, N_("Time of adherence"),
    N_("a cell is adherent that stands still for so long"), "" },
  [VENULE_QUANTITY_PAUSE_SECONDS] = { "pause_seconds", VENULE_UNIT_SECONDS, 0, FALSE, N_("Shortest pause"),
    N_("shortest time in which a cell stands still that is a pause"), "" },
  [VENULE_QUANTITY_PAUSE_VELOCITY] = { "pause_velocity", VENULE_UNIT_VELOCITY, 1, FALSE, N_("Velocity of pauses"),
    N_("a cell that is slower over pause_seconds stands still"), "" },
  [VENULE_QUANTITY_PIXEL_SIZE_ERROR] = { "pixel_size_error", VENULE_UNIT_SHARE, 0, FALSE, N_("Error of the pixel size"),
    N_("its relative standard error, as it was stated: it is in the standard errors and intervals of all that is made "
       "of lengths, by pixel_size_power"), "" },
  [VENULE_QUANTITY_LIGHT_FLICKER] = { "light_flicker", VENULE_UNIT_SHARE, 0, FALSE, N_("Flicker of the light"),
    N_("standard deviation of the brightness of the tissue from frame to frame, without what is slower than 61 frames "
       "/ its median"), "" },
  [VENULE_QUANTITY_LIGHT_DRIFT] = { "light_drift", VENULE_UNIT_SHARE, 0, FALSE, N_("Drift of the light"),
    N_("change of the brightness of the tissue from the first to the last frame, by a line / its median"),
    "Theil 1950; Sen, J. Am. Stat. Assoc. 63, 1379 (1968)" },
  [VENULE_QUANTITY_ANIMAL] = { "animal", VENULE_UNIT_TEXT, 0, FALSE, N_("Animal"), N_("label"), "" },
  [VENULE_QUANTITY_GROUP] = { "group", VENULE_UNIT_TEXT, 0, FALSE, N_("Group"), N_("label: treatment"), "" },
  [VENULE_QUANTITY_TIME_POINT] = { "time_point", VENULE_UNIT_TEXT, 0, FALSE, N_("Time point"), N_("label"), "" },
  [VENULE_QUANTITY_RECORDING] = { "recording", VENULE_UNIT_TEXT, 0, FALSE, N_("Recording"), N_("label"), "" },
};

typedef struct {
  const char *um, *px;               /* for files */
  const char *people_um, *people_px; /* for people */
  int         decimals;
} Unit;

static const Unit units[] = {
  [VENULE_UNIT_COUNT] = { "cells", "cells", N_("cells"), N_("cells"), 0 },
  [VENULE_UNIT_FRAME] = { "frame", "frame", "", "", 0 },
  [VENULE_UNIT_SECONDS] = { "s", "s", "s", "s", 6 },
  [VENULE_UNIT_LENGTH] = { "um", "px", "µm", "px", 3 },
  [VENULE_UNIT_VELOCITY] = { "um/s", "px/s", "µm/s", "px/s", 3 },
  [VENULE_UNIT_AREA] = { "um2", "px2", "µm²", "px²", 1 },
  [VENULE_UNIT_VOLUME] = { "um3", "px3", "µm³", "px³", 0 },
  [VENULE_UNIT_SHARE] = { "", "", "", "", 6 },
  [VENULE_UNIT_PER_MINUTE] = { "1/min", "1/min", N_("cells/min"), N_("cells/min"), 4 },
  [VENULE_UNIT_PER_SECOND] = { "1/s", "1/s", "1/s", "1/s", 3 },
  [VENULE_UNIT_PER_CELL] = { "1/cell", "1/cell", N_("per cell"), N_("per cell"), 4 },
  [VENULE_UNIT_PER_LENGTH] = { "1/(100 um)", "1/(100 px)", N_("per 100 µm"), N_("per 100 px"), 4 },
  [VENULE_UNIT_PER_AREA] = { "1/mm2", "1/mm2", N_("per mm²"), N_("per mm²"), 3 },
  [VENULE_UNIT_PIXEL_SIZE] = { "um/px", "um/px", "µm/px", "µm/px", 6 },
  [VENULE_UNIT_TEXT] = { "", "", "", "", 0 },
};

const char *
venule_quantity_get_key (VenuleQuantityId id)
{
  return table[id].key;
}

const char *
venule_quantity_get_name (VenuleQuantityId id)
{
  return table[id].name;
}

const char *
venule_quantity_get_definition (VenuleQuantityId id)
{
  return table[id].definition;
}

const char *
venule_quantity_get_source (VenuleQuantityId id)
{
  return table[id].source;
}

VenuleQuantityUnit
venule_quantity_get_unit (VenuleQuantityId id)
{
  return table[id].unit;
}

int
venule_quantity_get_power (VenuleQuantityId id)
{
  return table[id].power;
}

gboolean
venule_quantity_is_result (VenuleQuantityId id)
{
  return table[id].result;
}

double
venule_quantity_unit_factor (VenuleQuantityUnit unit,
                             double             pixel_size)
{
  switch (unit)
    {
    case VENULE_UNIT_LENGTH:
    case VENULE_UNIT_VELOCITY:
      return pixel_size;
    case VENULE_UNIT_AREA:
      return pixel_size * pixel_size;
    case VENULE_UNIT_VOLUME:
      return pixel_size * pixel_size * pixel_size;
    case VENULE_UNIT_PER_LENGTH:
      return 100 / pixel_size;
    case VENULE_UNIT_PER_AREA:
      return UM2_A_MM2 / (pixel_size * pixel_size);
    default:
      return 1;
    }
}

const char *
venule_quantity_unit_for_files (VenuleQuantityUnit unit,
                                gboolean           calibrated)
{
  return calibrated ? units[unit].um : units[unit].px;
}

const char *
venule_quantity_unit_for_people (VenuleQuantityUnit unit,
                                 gboolean           calibrated)
{
  const char *text = calibrated ? units[unit].people_um : units[unit].people_px;

  return *text != '\0' ? _(text) : text;
}

const char *
venule_quantity_get_shown_unit (const VenuleQuantity *self,
                                gboolean              calibrated)
{
  g_return_val_if_fail (self != NULL, "");

  if (self->unit == VENULE_UNIT_COUNT && self->estimate.value == 1)
    return _("cell");

  return venule_quantity_unit_for_people (self->unit, calibrated);
}

/* "um_s" of "um/s", "per_min" of "1/min". */
static char *
dup_suffix (const char *unit)
{
  g_autoptr(GString) suffix = g_string_new (unit);

  g_string_replace (suffix, "1/", "per_", 1);
  g_string_replace (suffix, "/px", "", 1);
  g_string_replace (suffix, "/", "_", 0);

  return g_string_free (g_steal_pointer (&suffix), FALSE);
}

char *
venule_quantity_dup_column (VenuleQuantityId id,
                            gboolean         calibrated)
{
  g_autoptr(GString) name = g_string_new (table[id].key);
  g_autofree char *suffix = dup_suffix (venule_quantity_unit_for_files (table[id].unit, calibrated));

  switch (table[id].unit)
    {
    case VENULE_UNIT_COUNT:
    case VENULE_UNIT_FRAME:
    case VENULE_UNIT_SHARE:
    case VENULE_UNIT_PER_CELL:
    case VENULE_UNIT_PER_AREA:
    case VENULE_UNIT_TEXT:
      break;
    case VENULE_UNIT_PER_LENGTH:
      if (!calibrated)
        g_string_replace (name, "100um", "100px", 1);
      break;
    case VENULE_UNIT_SECONDS:
      if (!g_str_has_suffix (name->str, "_seconds"))
        g_string_append (name, "_s");
      break;
    default:
      g_string_append_printf (name, "_%s", suffix);
    }

  return g_string_free (g_steal_pointer (&name), FALSE);
}

int
venule_quantity_get_decimals (VenuleQuantityUnit unit)
{
  return units[unit].decimals;
}

/* ---- For people ---- */

/* Digits behind the point that a number is shown with: two of its error, or three of the number where it has none.
 * Below 0: so many digits before the point are not known either. */
static int
shown_digits (const VenuleQuantity *self)
{
  double size = fabs (self->estimate.value);

  if (self->unit == VENULE_UNIT_COUNT || self->unit == VENULE_UNIT_FRAME || !(size > 0))
    return 0;
  if (self->estimate.se > 0 && isfinite (self->estimate.se))
    return MIN (1 - (int) floor (log10 (fmax (self->estimate.se, size / 1000))), 6);

  return MIN (2 - (int) floor (log10 (size)), 6);
}

static int
shown_decimals (const VenuleQuantity *self)
{
  return MAX (shown_digits (self), 0);
}

/* 150269 as 150000: three digits are left at least. */
static double
round_shown (const VenuleQuantity *self,
             double                number)
{
  double size = fabs (self->estimate.value);
  double unit = size >= 1000 ? pow (10, CLAMP (-shown_digits (self), 0, floor (log10 (size)) - 2)) : 1;

  return unit > 1 ? rint (number / unit) * unit : number;
}

static char *
dup_plain (double number,
           int    decimals)
{
  char format[8], digits[512];

  g_snprintf (format, sizeof format, "%%.%df", decimals);
  g_ascii_formatd (digits, sizeof digits, format, fabs (number));

  return g_strconcat (number < 0 && strpbrk (digits, "123456789") != NULL ? "−" : "", digits, NULL);
}

typedef char *(*DupNumber) (double number,
                            int    decimals);

static char *
dup_value (const VenuleQuantity *self,
           DupNumber             dup_number)
{
  if (self->text != NULL)
    return g_strdup (self->text);
  if (self->reason != NULL && !isfinite (self->estimate.value))
    return g_strdup (_("not assessable"));
  if (!isfinite (self->estimate.value))
    return g_strdup ("–");

  return dup_number (round_shown (self, self->estimate.value), shown_decimals (self));
}

static char *
dup_interval (const VenuleQuantity *self,
              DupNumber             dup_number)
{
  int decimals = self->unit == VENULE_UNIT_COUNT ? 1 : shown_decimals (self);
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;

  if (!isfinite (self->estimate.low) || !isfinite (self->estimate.high) || !isfinite (self->estimate.value))
    return NULL;
  low = dup_number (round_shown (self, self->estimate.low), decimals);
  high = dup_number (round_shown (self, self->estimate.high), decimals);

  return g_strdup_printf ("%s – %s", low, high);
}

char *
venule_quantity_dup_value (const VenuleQuantity *self)
{
  return dup_value (self, venule_number_dup_shown);
}

char *
venule_quantity_dup_interval (const VenuleQuantity *self)
{
  return dup_interval (self, venule_number_dup_shown);
}

char *
venule_quantity_dup_plain_value (const VenuleQuantity *self)
{
  return dup_value (self, dup_plain);
}

char *
venule_quantity_dup_plain_interval (const VenuleQuantity *self)
{
  return dup_interval (self, dup_plain);
}
