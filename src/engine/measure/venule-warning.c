/* venule-warning.c: what must be known of a result before its numbers are believed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-warning.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-centreline.h"
#include "venule-classify.h"
#include "venule-scale.h"
#include "venule-statistics.h"
#include "venule-track.h"
#include "venule-velocity.h"
#include "venule-warning-tally.h"

#define FEW 3                        /* cells that may be chance */
#define MANY 0.2                     /* of all: a share that moves a mean */
#define LARGER 1.35                  /* times the expected diameter; right ones came to 0.94 to 1.1, real ones to 1.3 */
#define SMALLER 0.67                 /* the same; bright rims of the right size came to 0.7 */
#define FAINT 0.7                    /* median score: below it over a tenth of the spots of scenes was missed */
#define HIGHER_SENSITIVITY 0.7       /* where these were found, with no false ones yet */
#define ASKEW (10 * G_PI / 180)      /* the velocities are 1.5 % too low */
#define AGREE 0.9                    /* mean resultant length of doubled angles: cells that share an axis had 0.95 and
                                        more, those of a bent vessel and those that crawl any way up to 0.7 */
#define FAR_MOVED 1.5                /* diameters across the flow: cells leave the crop with the picture (1.2: none in a
                                        made video) */
#define LOST 0.03                    /* of what was surely seen: scenes had up to 0.012, and with three diameters from a
                                        detection to the next 0.03 to 0.13 */
#define FEW_LOST 5                   /* detections that may be chance */
#define DOUBTFUL 0.5                 /* mean quality: packed red cells had 0.3, where they were not left out */
#define FILLING 0.8                  /* of the vessel's diameter */
#define FLICKER 0.02                 /* standard deviation: as well as a threshold can be set */
#define DRIFT 0.1                    /* from the darkest to the brightest: early and late cells are not alike */
#define DRIFT_FLICKER 2.0            /* times the flicker, a part of which means still have */
#define NEAR 1.5                     /* times the border between rolling and free: two cells of one group */

static void
warning_free (gpointer data)
{
  VenuleWarning *self = data;

  g_free (self->sentence);
  g_free (self->flow);
  g_free (self);
}

/* Takes @sentence; what it says in figures is added to what is returned. */
static VenuleWarning *
add (GPtrArray  *warnings,
     const char *id,
     char       *sentence)
{
  VenuleWarning *warning = g_new0 (VenuleWarning, 1);

  warning->id = id;
  warning->sentence = sentence;
  g_ptr_array_add (warnings, warning);

  return warning;
}

static void
add_figure (VenuleWarning *self,
            const char    *name,
            double         value)
{
  g_assert (self->n_figures < VENULE_WARNING_FIGURES);

  self->figures[self->n_figures++] = (VenuleWarningFigure){ .name = name, .value = value };
}

static void
tell_proposed (GPtrArray            *warnings,
               const VenuleSettings *settings)
{
  g_autofree char *list = venule_proposed_dup_list (settings->proposed, TRUE);

  if (settings->proposed != VENULE_PROPOSED_NOTHING)
    /* Translators: a list of settings */
    add (warnings, "proposed", g_strdup_printf (_("Proposed by the program and not confirmed by a person: %s. Compare "
                                                  "it with the video."), list));
}

static void
look_for_one_search (GPtrArray            *warnings,
                     const VenuleSettings *settings,
                     gint64                n_frames)
{
  VenuleWarning *warning;

  if (settings->detect_interval < n_frames || n_frames < 2)
    return;

  warning = add (warnings, "one-search",
                 g_strdup_printf (_("Cells were searched for in the first of %d frames only, because the detection "
                                    "interval is %d frames. Cells that come later are missed: shorten the interval and "
                                    "run again."), (int) n_frames, settings->detect_interval));
  add_figure (warning, "of_frames", n_frames);
  add_figure (warning, "interval_frames", settings->detect_interval);
}

/* What the settings of the run say of the search for cells and of the movement did not happen. */
static void
tell_imported (GPtrArray *warnings,
               gint64     unregistered_frames)
{
  add (warnings, "imported-tracks",
       g_strdup (unregistered_frames > 0 ? _("The tracks were read from a file: Venule searched for no cells, and the "
                                             "movement of the tissue was not taken off. If the image moved (breathing, "
                                             "drift), that is included in the velocities.")
                                         : _("The tracks were read from a file: Venule searched for no cells.")));
}

static void
look_for_unregistered (GPtrArray *warnings,
                       gint64     unregistered_frames,
                       gint64     n_frames)
{
  VenuleWarning *warning;
  char *sentence;

  if (unregistered_frames == 0)
    return;

  /* The first frame is what the others are compared with. */
  if (unregistered_frames >= n_frames - 1)
    sentence = g_strdup (_("The movement of the tissue could not be measured: there is no stationary structure "
                           "around the vessel. If the image moved (breathing, drift), that is included in the "
                           "velocities."));
  else
    sentence = g_strdup_printf (_("The movement of the tissue could not be measured in %d of %d frames: the "
                                  "movement of the image in them is included in the velocities. If the recording "
                                  "was cut or refocused, analyse the parts before and after separately."),
                                (int) unregistered_frames, (int) n_frames);
  warning = add (warnings, "tissue-movement", sentence);
  add_figure (warning, "frames", unregistered_frames);
  add_figure (warning, "of_frames", n_frames);
}

static void
look_for_moved (GPtrArray                *warnings,
                const VenuleWarningTally *self,
                const VenuleSettings     *settings)
{
  double moved = self->right - self->left;
  VenuleWarning *warning;

  if (self->n < FEW || moved < FAR_MOVED * settings->cell_diameter || settings->vessel->kind == VENULE_CROP_WHOLE)
    return;

  warning = add (warnings, "crop-left",
                 g_strdup_printf (_("The image moved by %.0f px across the vessel (breathing, drift). Cells that "
                                    "leave the crop with it and come back count more than once: draw the crop "
                                    "wider by that, and run again."), moved));
  add_figure (warning, "moved_px", moved);
}

static void
look_for_fixed (GPtrArray                *warnings,
                const VenuleWarningTally *self)
{
  VenuleWarning *warning;

  if (self->n_fixed == 0)
    return;

  warning = add (warnings, "fixed-to-picture",
                 g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                               "%u of %u cells stays at its place in the picture while the tissue "
                                               "moves: a letter, a scale bar or dust on the camera is no cell. Delete "
                                               "its track, or draw the crop beside it and run again.",
                                               "%u of %u cells stay at their places in the picture while the tissue "
                                               "moves: letters, a scale bar or dust on the camera are no cells. Delete "
                                               "their tracks, or draw the crop beside them and run again.",
                                               self->n_fixed),
                                  self->n_fixed, self->n));
  add_figure (warning, "cells", self->n_fixed);
  add_figure (warning, "of_cells", self->n);
}

/* A quality is the probability that a track is right. Returns: whether it was told */
static gboolean
look_for_doubtful (GPtrArray                *warnings,
                   const VenuleWarningTally *self)
{
  double mean = self->quality / MAX (self->n_judged, 1);
  VenuleWarning *warning;

  if (self->n_judged < FEW || mean >= DOUBTFUL)
    return FALSE;

  warning = add (warnings, "doubtful-tracks",
                 g_strdup_printf (_("By their quality, most of the %u tracks follow no leukocyte (mean quality %.2f of "
                                    "1): packed red cells, platelets or texture that moves with the blood are taken "
                                    "for cells. Check what was found, and lower the sensitivity."),
                                  self->n_judged, mean));
  add_figure (warning, "mean_quality", mean);
  add_figure (warning, "of_tracks", self->n_judged);

  return TRUE;
}

static void
look_for_filling (GPtrArray                *warnings,
                  const VenuleWarningTally *self,
                  const VenuleSettings     *settings)
{
  const VenuleCentreline *line = settings->vessel->centreline;
  double cell = venule_statistics_quantile (self->diameters, 0.5);
  double vessel = line != NULL ? venule_centreline_get_diameter (line, NULL) : NAN;
  VenuleWarning *warning;

  if (self->diameters->len < FEW || !(cell > FILLING * vessel))
    return;

  warning = add (warnings, "vessel-filled",
                 g_strdup_printf (_("The cells are %.0f px wide (median), and the vessel is %.0f px: a cell that fills "
                                    "it and is pushed along cannot be told from one that rolls on the wall. If the "
                                    "vessel is wider, draw the crop as wide and run again."),
                                  cell, vessel));
  add_figure (warning, "median_px", cell);
  add_figure (warning, "vessel_px", vessel);
}

/* Returns: whether it was told */
static gboolean
look_for_size (GPtrArray                *warnings,
               const VenuleWarningTally *self,
               const VenuleSettings     *settings)
{
  double found = venule_statistics_quantile (self->diameters, 0.5);
  double ratio = found / settings->cell_diameter;
  VenuleWarning *warning;

  if (self->diameters->len < FEW || (ratio < LARGER && ratio > SMALLER))
    return FALSE;

  warning = add (warnings, "cell-size",
                 g_strdup_printf (_("The cells that were found are %.0f px wide (median), but %.0f px were "
                                    "expected. Measure a cell, set its diameter and run again: larger cells are "
                                    "detected as several, and smaller ones are missed."),
                                  found, settings->cell_diameter));
  add_figure (warning, "median_px", found);
  add_figure (warning, "expected_px", settings->cell_diameter);

  return TRUE;
}

static void
look_for_scale (GPtrArray                *warnings,
                const VenuleWarningTally *self,
                const VenuleSettings     *settings)
{
  double um = settings->calibration.pixel_size_um;
  double diameter = self->diameters->len < FEW
                    ? settings->cell_diameter : venule_statistics_quantile (self->diameters, 0.5);
  VenuleWarning *warning;

  if (!venule_calibration_is_calibrated (&settings->calibration) ||
      (um * diameter >= VENULE_MIN_CELL_UM && um * diameter <= VENULE_MAX_CELL_UM))
    return;

  warning = add (warnings, "pixel-size",
                 g_strdup_printf (_("With a pixel of %.4g µm the cells are %.3g µm across, and leukocytes are 6 to "
                                    "15 µm. Check the pixel size: lengths, velocities and fluxes depend on it."),
                                  um, um * diameter));
  add_figure (warning, "pixel_size_um", um);
  add_figure (warning, "cell_um", um * diameter);
}

/* Without tracks for them, what is measured is of the others. */
static void
look_for_lost (GPtrArray                *warnings,
               const VenuleWarningTally *self,
               int                       detect_interval,
               guint                     n_lost)
{
  guint64 n = n_lost;
  VenuleWarning *warning;

  for (int i = (int) (VENULE_WARNING_SURE_SCORE * (VENULE_WARNING_SCORE_BINS - 1)); i < VENULE_WARNING_SCORE_BINS; i++)
    n += self->scores[i];
  if (n_lost < FEW_LOST || n_lost < LOST * n)
    return;

  warning = add (warnings, "lost-cells",
                 g_strdup_printf (detect_interval > 1
                                  ? _("%u of %u clear detections belong to no track, and no number counts their "
                                      "cells, which likely move too far from one detection to the next: shorten the "
                                      "detection interval of %d frames and run again.")
                                  : _("%u of %u clear detections belong to no track, and no number counts their "
                                      "cells, which likely move too far from one frame to the next: record at a higher "
                                      "frame rate if possible."),
                                  n_lost, (guint) n, detect_interval));
  add_figure (warning, "detections", n_lost);
  add_figure (warning, "of_detections", n);
}

/* NAN: nothing was detected. */
static double
median_score (const VenuleWarningTally *self)
{
  guint64 n = 0, below = 0;
  int bin = 0;

  for (int i = 0; i < VENULE_WARNING_SCORE_BINS; i++)
    n += self->scores[i];
  if (n == 0)
    return NAN;
  while ((below += self->scores[bin]) <= n / 2)
    bin++;

  return (double) bin / (VENULE_WARNING_SCORE_BINS - 1);
}

static void
look_for_faint (GPtrArray                *warnings,
                const VenuleWarningTally *self,
                const VenuleSettings     *settings)
{
  double score = median_score (self);
  VenuleWarning *warning;

  if (self->diameters->len < FEW || !(score < FAINT) || settings->sensitivity >= HIGHER_SENSITIVITY ||
      settings->detector != VENULE_DETECTOR_NETWORK)
    return;

  warning = add (warnings, "faint-cells",
                 g_strdup_printf (_("The cells are faint (median score %.2f of 1), and some are likely missed. Try "
                                    "a sensitivity of %.1f: it detects more, but check that all of them are cells."),
                                  score, HIGHER_SENSITIVITY));
  add_figure (warning, "median_score", score);
}

/* The axis that the rolling cells share, which is that of the blood, clockwise from the arrow, −π to π, its direction
 * that of most of them: the axial mean of their ways (Mardia and Jupp 2000), to and fro being the same, and then the
 * median about it. NAN: they share none, or the vessel is bent. */
static double
find_way (const VenuleWarningTally *self,
          const VenuleSettings     *settings)
{
  const VenuleCentreline *line = settings->vessel->centreline;
  g_autoptr(GArray) about = g_array_sized_new (FALSE, FALSE, sizeof (double), self->angles->len);
  double x = 0, y = 0, axis, forward = 0;

  if (self->angles->len < FEW || (line != NULL && !venule_centreline_is_straight (line)))
    return NAN;
  for (guint i = 0; i < self->angles->len; i++)
    {
      x += cos (2 * g_array_index (self->angles, double, i));
      y += sin (2 * g_array_index (self->angles, double, i));
    }
  if (hypot (x, y) < AGREE * self->angles->len)
    return NAN;

  axis = atan2 (y, x) / 2;
  for (guint i = 0; i < self->angles->len; i++)
    {
      double off = remainder (g_array_index (self->angles, double, i) - axis, G_PI);

      g_array_append_val (about, off);
      forward += cos (g_array_index (self->angles, double, i) - axis);
    }
  axis += venule_statistics_quantile (about, 0.5);

  return remainder (forward < 0 ? axis + G_PI : axis, 2 * G_PI);
}

/* Offers the arrow turned by @angle. */
static void
offer_flow (VenuleWarning        *self,
            const VenuleSettings *settings,
            double                angle)
{
  double x, y;

  venule_vessel_get_flow (settings->vessel, &x, &y);
  self->flow = venule_vessel_dup_flow (x * cos (angle) - y * sin (angle), x * sin (angle) + y * cos (angle));
}

/* Whether the arrow is that of the flow: the wrong way round, or askew, along which velocities are too low. */
static void
look_for_way (GPtrArray                *warnings,
              const VenuleWarningTally *self,
              GPtrArray                *tracks,
              const VenuleSettings     *settings)
{
  double way = find_way (self, settings), angle = remainder (way, G_PI), lost = 1 - cos (angle);
  gboolean askew = fabs (angle) >= ASKEW, across = fabs (angle) > G_PI / 2 - ASKEW;
  VenuleWarning *warning;

  /* Across the arrow, more than half go against it by chance. */
  if (!across && venule_velocity_runs_against (tracks, settings))
    {
      warning = add (warnings, VENULE_WARNING_AGAINST_FLOW,
                     g_strdup (_("Most cells move against the arrow of the flow: reverse it and run again if it is "
                                 "wrong.")));
      offer_flow (warning, settings, askew ? way : G_PI);
    }
  if (!askew)
    return;

  warning = add (warnings, "askew-arrow",
                 g_strdup_printf (_("The rolling cells move at %.0f° (median) to the arrow of the flow. Velocities "
                                    "are measured along the arrow and are %.0f %% too low: turn it along the paths "
                                    "and run again."),
                                  fabs (angle) * 180 / G_PI, 100 * lost));
  add_figure (warning, "median_degrees", angle * 180 / G_PI);
  add_figure (warning, "velocity_lost", lost);
  offer_flow (warning, settings, way);
}

/* A document may hold a line of a time when any was taken. */
static void
look_for_faulty_line (GPtrArray            *warnings,
                      const VenuleSettings *settings)
{
  const VenuleCentreline *line = settings->vessel->centreline;
  const char *fault = line != NULL ? venule_centreline_get_fault (line) : NULL;

  if (fault != NULL)
    add (warnings, "faulty-centreline",
         /* Translators: “The centreline crosses itself” */
         g_strdup_printf (_("%s: its length, places along it and velocities are wrong. Correct the centreline."),
                          _(fault)));
}

static void
look_for_brief (GPtrArray                *warnings,
                const VenuleWarningTally *self)
{
  VenuleWarning *warning;

  if (self->n_brief < FEW || self->n_brief < MANY * self->n || self->n_rolling == 0)
    return;

  warning = add (warnings, "brief-cells",
                 g_strdup_printf (_("%u of %u cells were visible too briefly to distinguish rolling from standing "
                                    "still. Only the faster ones count as rolling, and their mean velocity is too "
                                    "high."),
                                  self->n_brief, self->n));
  add_figure (warning, "cells", self->n_brief);
  add_figure (warning, "of_cells", self->n);
}

static void
look_for_leaping (GPtrArray                *warnings,
                  const VenuleWarningTally *self)
{
  VenuleWarning *warning;

  if (self->n_leaping < FEW || self->n_leaping < MANY * self->n_rolling)
    return;

  warning = add (warnings, "leaping-cells",
                 g_strdup_printf (_("%u of %u rolling cells move further than 0.8 of a cell’s diameter per frame. "
                                    "Without overlap between frames, some may be confused with others: check their "
                                    "paths, and record at a higher frame rate if possible."),
                                  self->n_leaping, self->n_rolling));
  add_figure (warning, "cells", self->n_leaping);
  add_figure (warning, "of_rolling_cells", self->n_rolling);
}

/* Cells near the border on both sides are of one group, which nothing but that border parts. */
static void
look_for_border (GPtrArray                *warnings,
                 const VenuleWarningTally *self,
                 const VenuleSettings     *settings,
                 double                    found)
{
  double border = self->border;
  guint n_below = 0, n_above = 0;
  VenuleWarning *warning;

  if (settings->max_velocity > 0 || isfinite (found))
    return;
  for (guint i = 0; i < self->speeds->len; i++)
    {
      double speed = g_array_index (self->speeds, double, i);

      n_below += speed <= border && speed > border / NEAR;
      n_above += speed > border && speed <= border * NEAR;
    }
  if (n_below < FEW || n_above < FEW)
    return;

  warning = add (warnings, "rolling-border",
                 g_strdup_printf (_("Rolling and free-flowing cells are not clearly separated: %u that are little "
                                    "faster than %.0f %s count as free-flowing, and %u that are little slower as "
                                    "rolling. State the maximum velocity of a rolling cell and run again."),
                                  n_above, venule_calibration_scale (&settings->calibration, border),
                                  venule_calibration_velocity_unit (&settings->calibration), n_below));
  add_figure (warning, "border_px_s", border);
  add_figure (warning, "faster_cells", n_above);
  add_figure (warning, "slower_cells", n_below);
}

/* ---- Light ---- */

char *
venule_warning_dup_saturated (double saturated)
{
  if (!(saturated >= VENULE_LIGHT_SATURATED))
    return NULL;
  return g_strdup_printf (_("%.1f %% of the crop is saturated: differences in brightness are lost there. Record "
                            "with less light or a shorter exposure."), 100 * saturated);
}

char *
venule_warning_dup_few_grays (guint grays)
{
  if (grays == 0 || grays >= VENULE_LIGHT_FEW_GRAYS)
    return NULL;
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "The crop uses only %u gray level: faint cells may be lost. Record with more "
                                       "light or a higher bit depth.",
                                       "The crop uses only %u gray levels: faint cells may be lost. Record with more "
                                       "light or a higher bit depth.",
                                       grays), grays);
}

static char *
say_flicker (double per_cent, double frequency, int mains)
{
  if (mains > 0)
    return g_strdup_printf (_("The light flickers by %.1f %%, at %.1f Hz in the frames as a lamp on %d Hz mains would: "
                              "cells are tracked, but intensities of single frames cannot be compared. Use a lamp on "
                              "direct current, or expose for a multiple of %.3g ms."), per_cent, frequency, mains,
                            500.0 / mains);
  if (isfinite (frequency))
    return g_strdup_printf (_("The light flickers by %.1f %%, at %.1f Hz in the frames: cells are tracked, but "
                              "intensities of single frames cannot be compared. Use a lamp on direct current and a "
                              "fixed exposure."), per_cent, frequency);
  return g_strdup_printf (_("The light flickers by %.1f %%: cells are tracked, but intensities of single frames cannot "
                            "be compared. Use a lamp on direct current and a fixed exposure."), per_cent);
}

static void
look_for_flicker (GPtrArray *warnings, const VenuleLight *light, double frame_rate)
{
  double frequency = venule_light_get_frequency (light, frame_rate);
  VenuleWarning *warning;

  if (!(light->flicker >= FLICKER))
    return;

  warning = add (warnings, "flicker", say_flicker (100 * light->flicker, frequency,
                                                   venule_light_get_mains (light, frame_rate)));
  add_figure (warning, "flicker", light->flicker);
  if (isfinite (frequency))
    add_figure (warning, "frequency_hz", frequency);
}

static char *
say_drift (double range, double drift, double a_minute)
{
  if (!isfinite (a_minute))
    return g_strdup_printf (_("The light varies by %.0f %% over the recording (%+.0f %% from the first frame to the "
                              "last): intensities of early and late cells cannot be compared. Let the lamp "
                              "warm up, and switch automatic exposure off."), range, drift);
  return g_strdup_printf (_("The light varies by %.0f %% over the recording (%+.0f %% from the first frame to the "
                            "last, %+.0f %% a minute): intensities of early and late cells cannot be compared. Let "
                            "the lamp warm up, and switch automatic exposure off."), range, drift, a_minute);
}

static void
look_for_drift (GPtrArray *warnings, const VenuleLight *light, double frame_rate)
{
  double a_minute = venule_light_get_drift_a_minute (light, frame_rate);
  VenuleWarning *warning;

  if (!(light->range >= fmax (DRIFT, DRIFT_FLICKER * light->flicker)))
    return;

  warning = add (warnings, "light-drift", say_drift (100 * light->range, 100 * light->drift, 100 * a_minute));
  add_figure (warning, "range", light->range);
  add_figure (warning, "drift", light->drift);
  if (isfinite (a_minute))
    add_figure (warning, "drift_a_minute", a_minute);
}

static void
look_for_steps (GPtrArray *warnings, const VenuleLight *light, gint64 first_frame)
{
  gint64 frame = first_frame + light->step_frame;
  VenuleWarning *warning;
  char *sentence;

  if (light->steps == 0)
    return;

  if (light->steps == 1)
    sentence = g_strdup_printf (_("The light jumps by %+.0f %% at frame %d: intensities before and after it cannot be "
                                  "compared. Switch automatic exposure off."), 100 * light->step, (int) frame);
  else
    sentence = g_strdup_printf (_("The light jumps %u times, by up to %+.0f %% (at frame %d): intensities before and "
                                  "after a jump cannot be compared. Switch automatic exposure off."),
                                light->steps, 100 * light->step, (int) frame);
  warning = add (warnings, "light-jumps", sentence);
  add_figure (warning, "jumps", light->steps);
  add_figure (warning, "largest", light->step);
  add_figure (warning, "frame", (double) frame);
}

static void
look_at_light (GPtrArray *warnings, const VenuleLight *light, double frame_rate, gint64 first_frame)
{
  char *sentence;

  look_for_flicker (warnings, light, frame_rate);
  look_for_drift (warnings, light, frame_rate);
  look_for_steps (warnings, light, first_frame);
  sentence = venule_warning_dup_saturated (light->saturated);
  if (sentence != NULL)
    add_figure (add (warnings, "saturated", sentence), "saturated", light->saturated);
  sentence = venule_warning_dup_few_grays (light->grays);
  if (sentence != NULL)
    add_figure (add (warnings, "few-grays", sentence), "gray_levels", light->grays);
}

/* ---- All of it ---- */

GPtrArray *
venule_warning_list (GPtrArray            *tracks,
                     const VenuleSettings *settings,
                     int                   detect_interval,
                     gint64                unregistered_frames,
                     gint64                n_frames,
                     guint                 n_lost,
                     const VenuleLight    *light,
                     double                frame_rate)
{
  GPtrArray *warnings = g_ptr_array_new_with_free_func (warning_free);
  g_autoptr(GArray) diameters = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) angles = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) speeds = g_array_new (FALSE, FALSE, sizeof (double));
  VenuleWarningTally tally = { .diameters = diameters, .angles = angles, .speeds = speeds, .border = INFINITY };
  gboolean doubtful;

  g_return_val_if_fail (tracks != NULL, warnings);
  g_return_val_if_fail (settings != NULL, warnings);

  for (guint i = 0; i < tracks->len; i++)
    venule_warning_tally_add (&tally, g_ptr_array_index (tracks, i), settings);

  tell_proposed (warnings, settings);
  if (tracks->len == 0)
    add (warnings, VENULE_WARNING_NO_CELLS,
         g_strdup (_("No cell was found: check the crop, the channel, the cell diameter and the sensitivity.")));
  look_for_way (warnings, &tally, tracks, settings);
  if (detect_interval == 0)
    tell_imported (warnings, unregistered_frames);
  else
    {
      look_for_one_search (warnings, settings, n_frames);
      look_for_unregistered (warnings, unregistered_frames, n_frames);
    }
  if (light != NULL)
    look_at_light (warnings, light, frame_rate, settings->first_frame);
  look_for_lost (warnings, &tally, detect_interval, n_lost);
  look_for_moved (warnings, &tally, settings);
  look_for_fixed (warnings, &tally);
  look_for_filling (warnings, &tally, settings);
  doubtful = detect_interval > 0 && look_for_doubtful (warnings, &tally);
  if (!look_for_size (warnings, &tally, settings) && !doubtful) /* these have low scores, too */
    look_for_faint (warnings, &tally, settings);
  look_for_scale (warnings, &tally, settings);
  look_for_faulty_line (warnings, settings);
  look_for_brief (warnings, &tally);
  look_for_leaping (warnings, &tally);
  look_for_border (warnings, &tally, settings, venule_classify_find_border (tracks, settings));

  return warnings;
}
