/* venule-export-methods.c: methods.txt, a paragraph for the methods section of a paper
 *
 * English, whatever the language of the desktop, as all that goes into a paper.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-export-private.h"

#include <math.h>
#include <string.h>

#include "venule-axis.h"
#include "venule-flow-velocity.h"
#include "venule-json.h"
#include "venule-measure-option.h"
#include "venule-time.h"
#include "venule-velocity.h"
#include "venule-versions.h"

/* Those that describe the tracking come first and are always named; the others where the quantity was assessed. */
typedef enum {
  DONG,
  RAY,
  BOYER,
  N_ALWAYS,
  LEY = N_ALWAYS,
  EPSTEIN,
  KIM,
  LIPOWSKY,
  EFRON,
  EFRON_TIBSHIRANI,
  GARWOOD,
  CLOPPER,
  N_REFERENCES,
} Reference;

static const char *const references[N_REFERENCES] = {
  [DONG] = "Dong G, Ray N, Acton ST. Intravital leukocyte detection using the gradient inverse coefficient of "
           "variation. IEEE Trans Med Imaging 24:910–924 (2005).",
  [RAY] = "Ray N, Acton ST. Motion gradient vector flow: an external force for tracking rolling leukocytes with shape "
          "and size constrained active contours. IEEE Trans Med Imaging 23:1466–1478 (2004).",
  [BOYER] = "Boyer M, Tarjan D, Acton ST, Skadron K. Accelerating leukocyte tracking using CUDA: a case study in "
            "leveraging manycore coprocessors. IEEE IPDPS (2009).",
  [LEY] = "Ley K, Gaehtgens P. Endothelial, not hemodynamic, differences are responsible for preferential leukocyte "
          "rolling in rat mesenteric venules. Circ Res 69:1034–1041 (1991).",
  [EPSTEIN] = "Epstein B, Sobel M. Life testing. J Am Stat Assoc 48:486–502 (1953).",
  [KIM] = "Kim TN, Goodwill PW, Chen Y, Conolly SM, Schaffer CB, Liepmann D, Wang RA. Line-scanning particle image "
          "velocimetry: an optical approach for quantifying a wide range of blood flow speeds in live animals. PLoS "
          "ONE 7:e38590 (2012).",
  [LIPOWSKY] = "Lipowsky HH, Zweifach BW. Application of the “two-slit” photometric technique to the measurement of "
               "microvascular volumetric flow rates. Microvasc Res 15:93–101 (1978).",
  [EFRON] = "Efron B. Better bootstrap confidence intervals. J Am Stat Assoc 82:171–185 (1987).",
  [EFRON_TIBSHIRANI] = "Efron B, Tibshirani RJ. An introduction to the bootstrap. Chapman & Hall (1993).",
  [GARWOOD] = "Garwood F. Fiducial limits for the Poisson distribution. Biometrika 28:437–442 (1936).",
  [CLOPPER] = "Clopper CJ, Pearson ES. The use of confidence or fiducial limits illustrated in the case of the "
              "binomial. Biometrika 26:404–413 (1934).",
};

/* s: what is less is rounding. */
#define SHORTEST_GAP 0.01

typedef struct {
  GString                     *text;
  const VenuleResults         *results;
  const VenuleCalibration     *calibration;
  const VenuleMeasureSettings *settings;
  const VenuleMeasures        *measures;
  guint                        numbers[N_REFERENCES]; /* in the list of references; 0: not named yet */
  Reference                    named[N_REFERENCES];   /* in the order of that list */
  guint                        n_named;
} Methods;

static void
add_number (Methods *self,
            double   number,
            int      decimals)
{
  g_autofree char *digits = venule_axis_format_number (number, decimals);

  g_string_append (self->text, digits);
}

/* In µm with the px behind it, or in px alone. */
static void
add_length (Methods *self,
            double   px)
{
  if (venule_calibration_is_calibrated (self->calibration))
    {
      add_number (self, venule_calibration_scale (self->calibration, px), 1);
      g_string_append (self->text, " µm (");
      add_number (self, px, 1);
      g_string_append (self->text, " px)");
      return;
    }
  add_number (self, px, 1);
  g_string_append (self->text, " px");
}

static void
add_velocity (Methods *self,
              double   px_per_second)
{
  add_number (self, venule_calibration_scale (self->calibration, px_per_second), 1);
}

/* NaN where it cannot be had; in the unit of the quantity. */
static double
get (const Methods    *self,
     VenuleQuantityId  id)
{
  return venule_measures_get (self->measures, id)->estimate.value;
}

static guint
count (const Methods    *self,
       VenuleQuantityId  id)
{
  return (guint) get (self, id);
}

/* " [4]": the references are counted in the order in which they are named. */
static void
cite (Methods   *self,
      Reference  reference)
{
  if (self->numbers[reference] == 0)
    {
      self->named[self->n_named++] = reference;
      self->numbers[reference] = self->n_named;
    }
  g_string_append_printf (self->text, " [%u]", self->numbers[reference]);
}

static gboolean
is_assessed (const Methods    *self,
             VenuleQuantityId  id)
{
  return isfinite (get (self, id));
}

/* Three digits at least, as a paper has them. */
static void
add_quantity (Methods          *self,
              VenuleQuantityId  id)
{
  double value = get (self, id);

  add_number (self, value, fabs (value) >= 100 ? 0 : fabs (value) >= 10 ? 1 : 2);
}

static void
add_recording (Methods *self)
{
  VenuleSource *source = self->results->source;
  g_autofree char *name = venule_source_dup_display_name (source);
  double rate = venule_time_get_recorded_rate (source, self->calibration, self->results->first_frame,
                                               self->results->last_frame);
  double gaps = get (self, VENULE_QUANTITY_DURATION) - self->measures->seen;
  gint64 n_frames = venule_source_get_n_frames (source);

  g_string_append_printf (self->text,
                          "The recording “%s” (%d × %d px, %d bit, %" G_GINT64_FORMAT " %s) was analysed with "
                          "Venule %s from frame %" G_GINT64_FORMAT " to frame %" G_GINT64_FORMAT " (",
                          name, venule_source_get_width (source), venule_source_get_height (source),
                          venule_source_get_bit_depth (source), n_frames, n_frames == 1 ? "frame" : "frames",
                          VENULE_VERSION, self->results->first_frame, self->results->last_frame);
  add_number (self, get (self, VENULE_QUANTITY_DURATION), 1);
  g_string_append (self->text, " s");
  if (gaps > SHORTEST_GAP)
    {
      g_string_append (self->text, " with gaps of ");
      add_number (self, gaps, 1);
      g_string_append (self->text, " s in all,");
    }
  g_string_append (self->text, " at ");
  add_number (self, rate, 2);
  g_string_append (self->text, self->calibration->frame_rate > 0 ? " frames/s as stated by the investigator)"
                                                                 : " frames/s, by the timestamps of the file)");
  if (venule_calibration_is_calibrated (self->calibration))
    {
      g_string_append (self->text, " with a pixel size of ");
      add_number (self, self->calibration->pixel_size_um, 4);
      g_string_append (self->text, " µm that the investigator confirmed. ");
    }
  else
    {
      g_string_append (self->text, "; no pixel size was stated, so that lengths are in px. ");
    }
  if (!self->results->complete)
    g_string_append (self->text, "The analysis is not complete: it was stopped before its end, or a part of it was "
                                 "lost. ");
}

static void
add_choice (Methods    *self,
            const char *things,
            int         number)
{
  if (number > 0)
    g_string_append_printf (self->text, "Of the %s in the file number %d was taken. ", things, number);
}

/* What was chosen of what the file holds. */
static void
add_reading (Methods *self)
{
  static const char *const parts[] = { "", "red", "green", "blue" };
  static const char *const fields[] = { "", "lines 0, 2, 4 … first", "lines 1, 3, 5 … first" };
  static const char *const axes[] = { "", "", "slices of depth", "channels" };
  const VenuleInputOptions *reading = venule_source_get_input_options (self->results->source);

  if (reading->gray != VENULE_GRAY_LUMA)
    g_string_append_printf (self->text, "Gray levels are the %s part of the colours. ", parts[reading->gray]);
  if (reading->fields != VENULE_FIELDS_WHOLE)
    g_string_append_printf (self->text, "Each frame of the file was split into its two fields, %s, of which the lines "
                                        "between were interpolated; they are the frames named here. ",
                            fields[reading->fields]);
  if (reading->axis == VENULE_AXIS_SLICE || reading->axis == VENULE_AXIS_CHANNEL)
    g_string_append_printf (self->text, "What the file calls %s was taken for time. ", axes[reading->axis]);
  add_choice (self, "channels", reading->channel);
  add_choice (self, "slices of depth", reading->slice);
  add_choice (self, "images", reading->series);
}

static gboolean
is_imported (const Methods *self)
{
  return self->results->detect_interval == 0;
}

static void
add_import (Methods *self)
{
  g_string_append_printf (self->text, "The tracks of the leukocytes were not made by Venule but read from a file "
                                      "(%s). ", self->results->device);
  if (self->results->unregistered_frames > 0)
    g_string_append (self->text, "Movement of the tissue was not taken off. ");
}

static void
add_region (Methods *self)
{
  static const char *const regions[] = { "In the whole picture", "In a rectangle drawn over the vessel",
                                         "In a polygon drawn over the vessel" };
  const VenuleSettings *settings = self->results->settings;
  gboolean proposed = (settings->proposed & VENULE_PROPOSED_VESSEL) != 0;

  g_string_append_printf (self->text, "%s, leukocytes with an expected diameter of ",
                          proposed ? "Within the outline of a vessel" : regions[settings->vessel->kind]);
  add_length (self, settings->cell_diameter);
  if (self->results->detect_interval <= 1)
    g_string_append (self->text, " were searched for in every frame ");
  else
    g_string_append_printf (self->text, " were searched for in one of %d frames ", self->results->detect_interval);
  g_string_append (self->text, settings->detector == VENULE_DETECTOR_NETWORK
                                 ? "by a convolutional network that was trained on synthetic recordings"
                                 : "by the coefficient of variation of the gradient along circles (GICOV) [1]");
  g_string_append (self->text, ", at a sensitivity of ");
  add_number (self, settings->sensitivity, 2);
  g_string_append (self->text, " (0 to 1). Their outlines were fitted as closed splines that maximise the GICOV [1], "
                               "and followed from frame to frame by snakes in a motion gradient vector flow field [2] "
                               "as proposed in [3]. ");
  if (settings->sensitivity < 1 && !venule_results_has_doubtful (self->results))
    {
      g_string_append (self->text, "Tracks whose estimated probability to be one cell was below ");
      add_number (self, venule_settings_get_least_quality (settings), 2);
      g_string_append (self->text, " were left out. ");
    }
}

static void
add_movement (Methods *self)
{
  if (self->results->settings->registration == VENULE_REGISTRATION_OFF)
    {
      g_string_append (self->text, "Movement of the tissue was not measured: the camera was taken to stand still. ");
      return;
    }
  g_string_append (self->text, "Movement of the tissue was measured from the picture around the vessel and taken off");
  if (self->results->unregistered_frames > 0)
    g_string_append_printf (self->text, ", but for %" G_GINT64_FORMAT " %s in which it could not be measured",
                            self->results->unregistered_frames,
                            self->results->unregistered_frames == 1 ? "frame" : "frames");
  g_string_append (self->text, ". ");
}

/* As many decimals as it was stated with. */
static void
add_seconds (Methods *self,
             double   seconds)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (self->text, g_ascii_formatd (digits, sizeof digits, "%.6g", seconds));
}

static void
add_definitions (Methods *self)
{
  const VenuleSettings *settings = self->results->settings;
  double seconds = self->settings->adherent_seconds;
  double rate = venule_time_get_frame_rate (self->results->source, self->calibration);
  const char *unit = venule_calibration_velocity_unit (self->calibration);

  g_string_append (self->text, "The velocity of a cell is its displacement along the flow over the time between its "
                               "first and its last place; velocities within a track were taken over windows of ");
  add_seconds (self, settings->velocity_window);
  g_string_append (self->text, " s, as speeds from frame to frame are biased by the error of the places. Cells without "
                               "displacement beyond that error, or slower than ");
  add_velocity (self, venule_velocity_of_rest (settings));
  g_string_append_printf (self->text, " %s, are called stationary, and cells adherent that stood still for at least ",
                          unit);
  add_seconds (self, seconds);
  g_string_append (self->text, " s; cells that are faster than ");
  add_velocity (self, venule_velocity_fastest_rolling (settings, rate));
  g_string_append_printf (self->text, " %s", unit);
  if (!(settings->max_velocity > 0))
    {
      g_string_append (self->text, ", and those that form one group of velocities with the cells above ");
      add_velocity (self, venule_velocity_of_flow (settings));
      g_string_append_printf (self->text, " %s,", unit);
    }
  g_string_append (self->text, " are called free-flowing; all others rolling. ");
}

static void
add_edits (Methods *self)
{
  guint n_edited = count (self, VENULE_QUANTITY_EDITED_TRACKS), n_removed = self->results->n_removed;

  if (n_edited > 0)
    g_string_append_printf (self->text, "%u %s corrected by hand", n_edited,
                            n_edited == 1 ? "track was" : "tracks were");
  if (n_removed > 0)
    g_string_append_printf (self->text, "%s%u %s deleted or joined to %s by hand", n_edited > 0 ? ", and " : "",
                            n_removed, n_removed == 1 ? "track was" : "tracks were",
                            n_removed == 1 ? "another" : "others");
  if (n_edited + n_removed > 0)
    g_string_append_c (self->text, '.');
  else if (!is_imported (self))
    g_string_append (self->text, "No track was corrected by hand.");
}

static void
add_results (Methods *self)
{
  const VenuleQuantity *adherent = venule_measures_get (self->measures, VENULE_QUANTITY_ADHERENT_CELLS);
  guint n = count (self, VENULE_QUANTITY_VELOCITY_N), n_tracks = count (self, VENULE_QUANTITY_TRACKS);

  g_string_append_printf (self->text, "%u %s tracked, %u of them rolling, %u stationary and %u free-flowing; ",
                          n_tracks, n_tracks == 1 ? "cell was" : "cells were",
                          count (self, VENULE_QUANTITY_ROLLING_CELLS), count (self, VENULE_QUANTITY_STATIONARY_CELLS),
                          count (self, VENULE_QUANTITY_FREE_CELLS));
  if (adherent->reason == NULL)
    g_string_append_printf (self->text, "%.0f %s adherent. ", adherent->estimate.value,
                            adherent->estimate.value == 1 ? "was" : "were");
  else
    g_string_append (self->text, "adhesion could not be assessed, as the recording is too short for it. ");
  add_edits (self);
  if (n == 0)
    return;

  g_string_append (self->text, " Rolling velocity: ");
  add_number (self, get (self, VENULE_QUANTITY_VELOCITY_MEAN), 1);
  if (n > 1)
    {
      g_string_append (self->text, " ± ");
      add_number (self, get (self, VENULE_QUANTITY_VELOCITY_SD), 1);
    }
  g_string_append_printf (self->text, " %s (mean%s over cells; median ",
                          venule_calibration_velocity_unit (self->calibration), n > 1 ? " ± SD" : "");
  add_number (self, get (self, VENULE_QUANTITY_VELOCITY_MEDIAN), 1);
  g_string_append_printf (self->text, "; n = %u).", n);
}

/* ---- What the other numbers are, as far as there are any ---- */

static void
add_adhesion (Methods *self)
{
  const char *length = venule_calibration_length_unit (self->calibration);

  if (is_assessed (self, VENULE_QUANTITY_ADHERENT_PER_LENGTH))
    {
      g_string_append (self->text, " Adhesion is the number of adherent cells by the analysed length of the vessel (");
      add_quantity (self, VENULE_QUANTITY_VESSEL_LENGTH);
      g_string_append_printf (self->text, " %s)", length);
      cite (self, LEY);
      g_string_append (self->text, ": ");
      add_quantity (self, VENULE_QUANTITY_ADHERENT_PER_LENGTH);
      g_string_append_printf (self->text, " per 100 %s", length);
      if (is_assessed (self, VENULE_QUANTITY_ADHERENT_PER_AREA))
        {
          g_string_append (self->text, ", and by the wall area of a vessel taken for round (π × diameter × length): ");
          add_quantity (self, VENULE_QUANTITY_ADHERENT_PER_AREA);
          g_string_append (self->text, " per mm²");
        }
      g_string_append_c (self->text, '.');
    }
  if (!is_assessed (self, VENULE_QUANTITY_CELLS_PER_LENGTH))
    return;

  g_string_append (self->text, " The density of cells is the mean number of tracked cells at a time by the analysed "
                               "length: ");
  add_quantity (self, VENULE_QUANTITY_CELLS_PER_LENGTH);
  g_string_append_printf (self->text, " per 100 %s.", length);
}

static void
add_pauses (Methods *self)
{
  if (!is_assessed (self, VENULE_QUANTITY_MOVING_SHARE))
    return;

  g_string_append (self->text, " A pause is a time of at least ");
  add_quantity (self, VENULE_QUANTITY_PAUSE_SECONDS);
  g_string_append (self->text, " s in which a cell is slower than ");
  add_quantity (self, VENULE_QUANTITY_PAUSE_VELOCITY);
  g_string_append_printf (self->text, " %s; rolling cells moved for ",
                          venule_calibration_velocity_unit (self->calibration));
  add_number (self, 100 * get (self, VENULE_QUANTITY_MOVING_SHARE), 1);
  g_string_append (self->text, " % of the time for which they were seen");
  if (is_assessed (self, VENULE_QUANTITY_PAUSE_MEAN))
    {
      g_string_append (self->text, ", and the mean pause, which is all time in pauses by the number of pauses that "
                                   "were seen to end");
      cite (self, EPSTEIN);
      g_string_append (self->text, ", was ");
      add_quantity (self, VENULE_QUANTITY_PAUSE_MEAN);
      g_string_append_printf (self->text, " s (n = %u)",
                              venule_measures_get (self->measures, VENULE_QUANTITY_PAUSE_MEAN)->estimate.n);
    }
  g_string_append_c (self->text, '.');
}

static void
add_flux (Methods *self)
{
  double duration = get (self, VENULE_QUANTITY_DURATION);

  if (!is_assessed (self, VENULE_QUANTITY_TOTAL_FLUX))
    return;

  g_string_append (self->text, " The flux is the number of cells that passed a line across the vessel, ");
  add_quantity (self, VENULE_QUANTITY_FLUX_POSITION);
  g_string_append_printf (self->text, " %s along it from the upstream end of its centreline, in the direction of the "
                                      "flow, less those "
                                      "that passed it against the flow, in the ",
                          venule_calibration_length_unit (self->calibration));
  add_number (self, self->measures->seen, 1);
  g_string_append (self->text, " s of the recording");
  cite (self, LEY);
  g_string_append (self->text, ": ");
  add_quantity (self, VENULE_QUANTITY_ROLLING_FLUX);
  g_string_append (self->text, " rolling cells/min, and ");
  add_quantity (self, VENULE_QUANTITY_TOTAL_FLUX);
  g_string_append (self->text, " tracked cells/min of all classes");
  if (is_assessed (self, VENULE_QUANTITY_FLUX_SHARE))
    {
      g_string_append (self->text, ", of which ");
      add_number (self, 100 * get (self, VENULE_QUANTITY_FLUX_SHARE), 1);
      g_string_append (self->text, " % were rolling");
    }
  g_string_append (self->text, "; over time it was counted in windows of ");
  add_number (self, venule_flux_bin_width (self->settings->flux_seconds, duration), 2);
  g_string_append (self->text, " s.");
}

/* That of the crop is what was drawn, and no measurement. */
static void
add_diameter (Methods *self)
{
  VenuleWallsFrom from = venule_centreline_get_walls_from (self->measures->centreline);

  if (from <= VENULE_WALLS_CROP || !is_assessed (self, VENULE_QUANTITY_VESSEL_DIAMETER))
    return;

  g_string_append (self->text, from == VENULE_WALLS_MEASURED
                                 ? " The walls of the vessel were found in the mean of the frames, where the "
                                   "brightness across the centreline changes most"
                                 : " The walls of the vessel were drawn by hand");
  g_string_append (self->text, "; the diameter of the vessel, their mean distance along it, is ");
  add_quantity (self, VENULE_QUANTITY_VESSEL_DIAMETER);
  if (is_assessed (self, VENULE_QUANTITY_VESSEL_DIAMETER_SD))
    {
      g_string_append (self->text, " ± ");
      add_quantity (self, VENULE_QUANTITY_VESSEL_DIAMETER_SD);
    }
  g_string_append_printf (self->text, " %s%s.", venule_calibration_length_unit (self->calibration),
                          is_assessed (self, VENULE_QUANTITY_VESSEL_DIAMETER_SD)
                          ? " (mean ± SD along the vessel)" : "");
}

/* Of the diameter of the vessel. */
static void
add_shear (Methods *self)
{
  if (!is_assessed (self, VENULE_QUANTITY_WALL_SHEAR_RATE))
    return;

  g_string_append (self->text, "; the wall shear rate is 8 times that by the diameter of the vessel (");
  add_quantity (self, VENULE_QUANTITY_VESSEL_DIAMETER);
  g_string_append_printf (self->text, " %s)", venule_calibration_length_unit (self->calibration));
  if (fabs (self->settings->shear_factor - 1) > 0)
    {
      g_string_append (self->text, ", times ");
      add_number (self, self->settings->shear_factor, 2);
    }
  g_string_append (self->text, ": ");
  add_quantity (self, VENULE_QUANTITY_WALL_SHEAR_RATE);
  g_string_append (self->text, " /s");
}

/* What was tried and refused; the first sentence says why, the others what would help. */
static void
add_no_blood (Methods *self)
{
  g_autofree char *key = venule_centreline_dup_key (self->measures->centreline);
  const char *kept = g_hash_table_lookup (self->settings->others, VENULE_MEASURE_FLOW);
  g_autoptr(VenuleFlowVelocity) flow = venule_flow_velocity_from_text (kept, key);
  g_auto(GStrv) sentences = flow != NULL && flow->reason != NULL ? g_strsplit (flow->reason, ". ", 2) : NULL;

  if (sentences != NULL && *sentences != NULL)
    g_string_append_printf (self->text, " The velocity of the blood could not be measured: %c%s%s",
                            g_ascii_tolower (**sentences), *sentences + 1, sentences[1] != NULL ? "." : "");
}

static void
add_blood (Methods *self)
{
  const char *unit = venule_calibration_velocity_unit (self->calibration);

  if (!is_assessed (self, VENULE_QUANTITY_BLOOD_VELOCITY))
    {
      add_no_blood (self);
      return;
    }

  g_string_append (self->text, " The velocity of the blood in the middle of the vessel was measured by "
                               "cross-correlation of the brightness along the centreline between frames");
  cite (self, KIM);
  g_string_append (self->text, ": ");
  add_quantity (self, VENULE_QUANTITY_CENTRELINE_VELOCITY);
  g_string_append_printf (self->text, " %s; its mean over the vessel is that by ", unit);
  add_number (self, self->settings->velocity_ratio, 2);
  if (fabs (self->settings->velocity_ratio - VENULE_DEFAULT_VELOCITY_RATIO) > 0)
    g_string_append (self->text, ", as stated by the investigator");
  else
    cite (self, LIPOWSKY);
  g_string_append (self->text, ": ");
  add_quantity (self, VENULE_QUANTITY_BLOOD_VELOCITY);
  g_string_append_printf (self->text, " %s", unit);
  add_shear (self);
  g_string_append_c (self->text, '.');
}

/* Whoever reads the paper cannot know what the defaults are. */
static void
add_unusual (Methods *self)
{
  g_autofree char *unusual = venule_measure_options_dup_unusual (self->settings, self->results->settings,
                                                                 VENULE_MEASURE_READER_PAPER);

  if (unusual != NULL)
    g_string_append_printf (self->text, " Settings of the measurement other than the defaults of the program: %s.",
                            unusual);
}

static gboolean
has_returns (Methods *self)
{
  for (guint i = 0; i < self->measures->cells->len; i++)
    {
      const VenuleCellMeasures *cell = &g_array_index (self->measures->cells, VenuleCellMeasures, i);

      if (cell->crossings != (int) cell->passings)
        return TRUE;
    }

  return FALSE;
}

/* Only those kinds of which there is an interval in the tables. */
static void
add_intervals (Methods *self)
{
  double error = get (self, VENULE_QUANTITY_PIXEL_SIZE_ERROR);

  g_string_append (self->text, " Intervals are of 95 %: of numbers of cells from the Poisson distribution");
  cite (self, GARWOOD);
  if (is_assessed (self, VENULE_QUANTITY_TOTAL_FLUX) && has_returns (self))
    g_string_append (self->text, "; of a flux with cells that passed the line against the flow, which is a difference "
                                 "of counts and can be below 0, from the normal distribution, with the number of "
                                 "passages both ways for the variance");
  if (isfinite (venule_measures_get (self->measures, VENULE_QUANTITY_VELOCITY_MEAN)->estimate.low))
    {
      g_string_append (self->text, "; of means and standard deviations over cells by the bias-corrected and "
                                   "accelerated bootstrap");
      cite (self, EFRON);
      g_string_append (self->text, ", of medians by its percentiles");
      cite (self, EFRON_TIBSHIRANI);
      g_string_append_printf (self->text, ", where cells were drawn (seed %.0f; normal above %d cells)",
                              self->settings->seed, VENULE_BOOTSTRAP_MAX_VALUES);
    }
  if (isfinite (venule_measures_get (self->measures, VENULE_QUANTITY_FLUX_SHARE)->estimate.low))
    {
      g_string_append (self->text, "; of the share of rolling cells in the flux from the binomial distribution");
      cite (self, CLOPPER);
    }
  if (isfinite (error))
    {
      g_string_append (self->text, "; they hold the standard error of the pixel size (");
      add_number (self, 100 * error, 1);
      g_string_append (self->text, " %)");
    }
  g_string_append_c (self->text, '.');
}

/* "venule 0.1.0, ffmpeg 5.1" */
static void
add_versions (Methods *self)
{
  g_autofree char *present = self->results->versions == NULL ? venule_versions_dup_text (NULL) : NULL;
  g_autoptr(JsonNode) node = venule_json_parse (present != NULL ? present : self->results->versions);
  g_autoptr(GList) names = NULL;

  g_string_append_printf (self->text, "\n\n%s: %s.", is_imported (self) ? "Tracks from" : "Computed on",
                          self->results->device != NULL ? self->results->device : "CPU");
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return;

  g_string_append (self->text, " Versions:");
  names = json_object_get_members (json_node_get_object (node));
  for (GList *name = names; name != NULL; name = name->next)
    {
      JsonNode *version = json_object_get_member (json_node_get_object (node), name->data);

      if (json_node_get_value_type (version) == G_TYPE_STRING)
        g_string_append_printf (self->text, "%s %s %s", name == names ? "" : ",", (const char *) name->data,
                                json_node_get_string (version));
    }
  g_string_append_c (self->text, '.');
}

static void
add_references (Methods *self)
{
  g_string_append (self->text, "\n\nReferences\n");
  for (guint i = 0; i < self->n_named; i++)
    g_string_append_printf (self->text, "%u. %s\n", i + 1, references[self->named[i]]);
}

GBytes *
venule_export_make_methods (const VenuleResults  *results,
                            GCancellable         *cancellable,
                            GError              **error)
{
  g_autoptr(VenuleMeasures) owned = NULL;
  g_autoptr(VenuleMeasureSettings) defaults = venule_measure_settings_new ();
  g_autofree char *proposed = venule_proposed_dup_sentence (results->settings->proposed);
  Methods self = { .text = g_string_new (NULL), .results = results, .calibration = &results->settings->calibration };

  self.settings = results->measure_settings != NULL ? results->measure_settings : defaults;
  self.measures = venule_results_measure (results, &owned);
  for (; self.n_named < N_ALWAYS && !is_imported (&self); self.n_named++)
    {
      self.named[self.n_named] = (Reference) self.n_named;
      self.numbers[self.n_named] = self.n_named + 1;
    }
  add_recording (&self);
  add_reading (&self);
  if (is_imported (&self))
    add_import (&self);
  else
    {
      add_region (&self);
      add_movement (&self);
    }
  g_string_append_printf (self.text, "%s%s", proposed, *proposed != '\0' ? " " : "");
  add_definitions (&self);
  add_results (&self);
  add_adhesion (&self);
  add_pauses (&self);
  add_flux (&self);
  add_diameter (&self);
  add_blood (&self);
  add_unusual (&self);
  add_intervals (&self);
  add_versions (&self);
  add_references (&self);

  return g_string_free_to_bytes (self.text);
}
