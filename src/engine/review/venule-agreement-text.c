/* venule-agreement-text.c: agreement with manual work in words and tables
 *
 * Results are English, whatever the language of the desktop, as all that goes into a paper.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-agreement-report.h"

#include <math.h>

#include "venule-axis.h"
#include "venule-table.h"
#include "venule-velocity.h"

static double
scale (const VenuleAgreementReport *self,
       double                       px)
{
  return venule_calibration_scale (&self->calibration, px);
}

static const char *
velocity_unit (const VenuleAgreementReport *self)
{
  return venule_calibration_velocity_unit (&self->calibration);
}

/* ---- The paragraph ---- */

static void
add_number (GString *text,
            double   number,
            int      decimals)
{
  g_autofree char *digits = venule_axis_format_number (number, decimals);

  g_string_append (text, digits);
}

/* "0.93 (95 % CI 0.81 to 0.98)" */
static void
add_interval (GString        *text,
              VenuleInterval  interval,
              int             decimals)
{
  add_number (text, interval.value, decimals);
  if (!isfinite (interval.low) || !isfinite (interval.high))
    return;
  g_string_append (text, " (95 % CI ");
  add_number (text, interval.low, decimals);
  g_string_append (text, " to ");
  add_number (text, interval.high, decimals);
  g_string_append_c (text, ')');
}

static VenuleInterval
scaled (const VenuleAgreementReport *self,
        VenuleInterval               interval)
{
  return (VenuleInterval) { scale (self, interval.value), scale (self, interval.low), scale (self, interval.high) };
}

static VenuleInterval
percent (VenuleInterval interval)
{
  return (VenuleInterval) { 100 * interval.value, 100 * interval.low, 100 * interval.high };
}

static const char *
plural (guint n)
{
  return n == 1 ? "" : "s";
}

/* How many of those marked were found. @thing: "cell" */
static void
add_recall (const VenuleAgreementReport *self,
            GString                     *text,
            const char                  *thing,
            guint                        n_marked,
            guint                        n_found)
{
  if (n_marked == 0)
    {
      g_string_append_printf (text, "No %ss were marked by hand in the analysed part of the recording. ", thing);
      return;
    }
  g_string_append_printf (text, "Of %u %s%s marked by hand in the analysed part of the recording, Venule found %u: ",
                          n_marked, thing, plural (n_marked), n_found);
  add_interval (text, percent (self->agreement->recall), 1);
  g_string_append (text, " %. ");
}

/* How many of those found were marked. @where: "in the same frames" */
static void
add_precision (const VenuleAgreementReport *self,
               GString                     *text,
               const char                  *thing,
               const char                  *where,
               guint                        n_found,
               guint                        n_false)
{
  if (!self->agreement->complete)
    return;
  if (n_found == 0)
    {
      g_string_append_printf (text, "Venule found no %ss %s. ", thing, where);
      return;
    }
  g_string_append_printf (text, "Of %u %s%s that Venule found %s, %u had not been marked: precision ", n_found, thing,
                          plural (n_found), where, n_false);
  add_interval (text, percent (self->agreement->precision), 1);
  g_string_append (text, " %. ");
}

static void
add_free (const VenuleAgreementReport *self,
          GString                     *text)
{
  if (self->agreement->complete && self->agreement->n_free > 0)
    g_string_append_printf (text, "Free-flowing cells that had not been marked were not judged (%u %s%s). ",
                            self->agreement->n_free, self->agreement->loose ? "position" : "cell",
                            plural (self->agreement->n_free));
}

static void
add_marks (const VenuleAgreementReport *self,
           GString                     *text)
{
  const VenuleAgreement *agreement = self->agreement;

  add_recall (self, text, "position", agreement->n_marks, agreement->n_marks_found);
  add_precision (self, text, "position", "in the same frames", agreement->n_spots,
                 agreement->n_spots - agreement->n_marks_found);
  add_free (self, text);
  g_string_append (text, "The marks do not tell which of them are the same cell, so that velocities cannot be "
                         "compared. ");
}

static void
add_cells (const VenuleAgreementReport *self,
           GString                     *text)
{
  const VenuleAgreement *agreement = self->agreement;

  add_recall (self, text, "cell", agreement->n_manual, agreement->pairs->len);
  add_precision (self, text, "cell", "in the frames with marks", agreement->n_judged, agreement->false_tracks->len);
  add_free (self, text);
  if (agreement->split_tracks->len > 0)
    g_string_append_printf (text, "%u further track%s of Venule lay on a marked cell that had been found already. ",
                            agreement->split_tracks->len, plural (agreement->split_tracks->len));
}

static void
add_velocities (const VenuleAgreementReport *self,
                GString                     *text)
{
  const VenuleAgreement *agreement = self->agreement;
  const char *unit = velocity_unit (self);

  if (agreement->n_velocities < 2)
    {
      g_string_append (text, "Velocities cannot be compared: fewer than two found cells were marked in two frames or "
                             "more. ");
      return;
    }
  g_string_append_printf (text, "The velocities of %u cells, each taken along the flow between the first and the last "
                                "frame in "
                          "which the cell was marked and found, differed by a mean (Venule − manual) of ",
                          agreement->n_velocities);
  add_interval (text, scaled (self, agreement->bias), 2);
  g_string_append_printf (text, " %s, with limits of agreement (bias ± 1.96 SD) of ", unit);
  add_interval (text, scaled (self, agreement->lower), 2);
  g_string_append (text, " and ");
  add_interval (text, scaled (self, agreement->upper), 2);
  g_string_append_printf (text, " %s (Bland and Altman 1986, 1999). ", unit);
  if (isfinite (agreement->correlation.value))
    {
      g_string_append (text, "Pearson’s r was ");
      add_interval (text, agreement->correlation, 3);
      g_string_append (text, ", Lin’s coefficient of concordance ");
      add_number (text, agreement->concordance, 3);
      g_string_append (text, ". ");
    }
}

/* What was marked, so that others can draw the same. */
static void
add_sample (const VenuleAgreementReport *self,
            GString                     *text)
{
  const VenuleValidationSample *sample = self->sample;

  if (sample == NULL)
    return;

  g_string_append_printf (text, "The marks were made blind, without sight of the tracks, in %u %s of the recording "
                                "drawn at random "
                                "(seed %u), in %u %s of each", sample->done, sample->done == 1
                          ? "stretch" : "stretches", sample->seed,
                          sample->n_marks, sample->n_marks == 1 ? "frame" : "frames");
  if (sample->n_marks > 1)
    g_string_append_printf (text, ", %u %s apart", (guint) sample->step, sample->step == 1 ? "frame" : "frames");
  g_string_append (text, "; a cell that was seen in several stretches counts in each. ");
  if (sample->done < sample->starts->len)
    g_string_append_printf (text, "%u further stretch%s had been drawn but not been marked yet. ",
                            sample->starts->len - sample->done, sample->starts->len - sample->done == 1 ? "" : "es");
}

char *
venule_agreement_report_dup_paragraph (const VenuleAgreementReport *self)
{
  GString *text = g_string_new (NULL);
  double reach = scale (self, self->agreement->reach);

  g_string_append_printf (text, "Automatic tracking (Venule %s) was compared with manual marks (%s). %s within ",
                          VENULE_VERSION, self->name, self->agreement->loose
                            ? "A mark and a found cell of the same frame were taken for the same when their centres lay"
                            : "A marked and a found track were taken for the same cell when at half of the marks or "
                              "more the found centre lay");
  add_number (text, reach, venule_axis_significant (reach));
  g_string_append_printf (text, " %s; they were paired one to one. ",
                          venule_calibration_length_unit (&self->calibration));
  add_sample (self, text);
  if (self->agreement->loose)
    {
      add_marks (self, text);
    }
  else
    {
      add_cells (self, text);
      add_velocities (self, text);
    }
  if (self->agreement->n_outside > 0)
    g_string_append_printf (text, "%u marked %s outside of the analysed part of the recording and %s not counted. ",
                            self->agreement->n_outside, self->agreement->n_outside == 1 ? "cell lay" : "cells lay",
                            self->agreement->n_outside == 1 ? "was" : "were");
  g_string_truncate (text, text->len - 1);

  return g_string_free (text, FALSE);
}

/* ---- Tables ---- */

static void
add_row (const VenuleAgreementReport *self,
         VenuleTable                 *table,
         const char                  *outcome,
         const VenuleAgreementPair   *pair,   /* nullable */
         guint                        manual, /* G_MAXUINT: none */
         guint                        found)
{
  venule_table_add_text (table, outcome);
  venule_table_add_text (table, manual != G_MAXUINT ? g_ptr_array_index (self->manual->names, manual) : "");
  venule_table_add_number (table, found > 0 ? found : NAN, 0);
  venule_table_add_number (table, manual != G_MAXUINT ? self->agreement->marks[manual] : NAN, 0);
  venule_table_add_number (table, pair != NULL ? pair->common : NAN, 0);
  venule_table_add_number (table, pair != NULL ? scale (self, pair->distance) : NAN, 3);
  venule_table_add_number (table, pair != NULL ? scale (self, pair->manual_velocity) : NAN, 3);
  venule_table_add_number (table, pair != NULL ? scale (self, pair->found_velocity) : NAN, 3);
  venule_table_add_number (table, pair != NULL ? scale (self, pair->found_velocity - pair->manual_velocity) : NAN, 3);
}

VenuleTable *
venule_agreement_report_make_table (const VenuleAgreementReport *self)
{
  static const char *const titles[] = { "outcome", "manual_id", "track_id", "marks", "marks_in_common",
                                        "rms_distance_UNIT",
                                        "manual_velocity_UNIT_s", "venule_velocity_UNIT_s", "difference_UNIT_s", NULL };
  const VenuleAgreement *agreement = self->agreement;
  VenuleTable *table = venule_table_new (titles, venule_calibration_file_unit (&self->calibration));

  for (guint i = 0; i < agreement->pairs->len; i++)
    {
      const VenuleAgreementPair *pair = &g_array_index (agreement->pairs, VenuleAgreementPair, i);

      add_row (self, table, "matched", pair, pair->manual, pair->found);
    }
  for (guint i = 0; i < agreement->missed->len; i++)
    add_row (self, table, "missed", NULL, g_array_index (agreement->missed, guint, i), 0);
  for (guint i = 0; i < agreement->split_tracks->len; i++)
    add_row (self, table, "split", NULL, G_MAXUINT, g_array_index (agreement->split_tracks, guint, i));
  for (guint i = 0; i < agreement->false_tracks->len; i++)
    add_row (self, table, "false", NULL, G_MAXUINT, g_array_index (agreement->false_tracks, guint, i));

  return table;
}

static void
add_quantity (VenuleTable    *table,
              const char     *name,
              VenuleInterval  interval,
              int             decimals,
              const char     *unit)
{
  venule_table_add_text (table, name);
  venule_table_add_number (table, interval.value, decimals);
  venule_table_add_number (table, interval.low, decimals);
  venule_table_add_number (table, interval.high, decimals);
  venule_table_add_text (table, unit);
}

static void
add_count (VenuleTable *table,
           const char  *name,
           guint        count)
{
  add_quantity (table, name, (VenuleInterval) { count, NAN, NAN }, 0, "");
}

VenuleTable *
venule_agreement_report_make_summary (const VenuleAgreementReport *self)
{
  static const char *const titles[] = { "quantity", "value", "ci95_low", "ci95_high", "unit", NULL };
  const VenuleAgreement *agreement = self->agreement;
  VenuleTable *table = venule_table_new (titles, NULL);
  const char *velocity = venule_calibration_is_calibrated (&self->calibration) ? "um/s" : "px/s";
  const char *length = venule_calibration_file_unit (&self->calibration);

  add_count (table, "manual_tracks", agreement->n_manual);
  add_count (table, "manual_tracks_outside", agreement->n_outside);
  add_count (table, "matched", agreement->pairs->len);
  add_count (table, "missed", agreement->missed->len);
  add_count (table, "split", agreement->split_tracks->len);
  add_quantity (table, "false", (VenuleInterval) { agreement->complete ? agreement->false_tracks->len : NAN, NAN, NAN },
                0, "");
  add_count (table, "marks", agreement->n_marks);
  add_count (table, "marks_found", agreement->n_marks_found);
  add_quantity (table, "reach", (VenuleInterval) { scale (self, agreement->reach), NAN, NAN }, 3, length);
  add_quantity (table, "recall", agreement->recall, 4, "");
  add_quantity (table, "precision", agreement->precision, 4, "");
  add_count (table, "velocities", agreement->n_velocities);
  add_quantity (table, "bias", scaled (self, agreement->bias), 4, velocity);
  add_quantity (table, "sd_of_differences", (VenuleInterval) { scale (self, agreement->sd), NAN, NAN }, 4, velocity);
  add_quantity (table, "lower_limit_of_agreement", scaled (self, agreement->lower), 4, velocity);
  add_quantity (table, "upper_limit_of_agreement", scaled (self, agreement->upper), 4, velocity);
  add_quantity (table, "pearson_r", agreement->correlation, 5, "");
  add_quantity (table, "lin_concordance", (VenuleInterval) { agreement->concordance, NAN, NAN }, 5, "");

  return table;
}
