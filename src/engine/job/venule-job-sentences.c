/* venule-job-sentences.c: what a job says of its results
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-job-private.h"

#include <glib/gi18n-lib.h>

#include "venule-document-measures.h"
#include "venule-measure-option.h"
#include "venule-number.h"
#include "venule-scale.h"
#include "venule-warning.h"

/* What the user must know before the numbers are trusted. */
static void
say_doubts (VenuleJob *self)
{
  g_auto (GStrv) warnings = venule_source_dup_warnings (self->source);

  for (guint i = 0; warnings[i] != NULL; i++)
    /* Translators: %s is a sentence about the video */
    venule_job_say (self, VENULE_JOB_SAYS_NOTE, _("Note: %s\n"), warnings[i]);
}

/* The pixel size that the file claims is told, and not used unless asked for. */
static void
say_scale (VenuleJob            *self,
           const VenuleSettings *settings)
{
  g_autofree char *sentence = NULL;
  double pixel_size_um;
  VenuleScaleVerdict verdict = venule_scale_judge (self->source, settings->cell_diameter, &pixel_size_um, &sentence);

  if (verdict == VENULE_SCALE_NONE || venule_calibration_is_calibrated (&settings->calibration))
    return;
  venule_job_say (self, VENULE_JOB_SAYS_NOTE, _("Note: %s\n"), sentence);
  if (verdict == VENULE_SCALE_PLAUSIBLE)
    venule_job_say (self, VENULE_JOB_SAYS_NOTE, _("Give --pixel-size file to use it.\n"));
}

/* The same of the results. */
static void
say_warnings (VenuleJob *self)
{
  g_autoptr (VenuleMeasurementSnapshot) snapshot = venule_document_begin_measuring (self->document);
  g_autoptr (GPtrArray) warnings = venule_measurement_snapshot_list_warnings (snapshot);

  for (guint i = 0; warnings != NULL && i < warnings->len; i++)
    {
      const VenuleWarning *warning = g_ptr_array_index (warnings, i);

      venule_job_say (self, VENULE_JOB_SAYS_NOTE, _("Note: %s\n"), warning->sentence);
      if (warning->flow != NULL)
        venule_job_say (self, VENULE_JOB_SAYS_NOTE, _("Give --flow=%s to turn the arrow that way.\n"), warning->flow);
    }
}

/* As a whole number, for sentences. */
static guint
count (const VenuleMeasures *measured,
       VenuleQuantityId      id)
{
  return (guint) venule_measures_get (measured, id)->estimate.value;
}

static void
say_unusual (VenuleJob *self)
{
  g_autofree char *unusual =
    venule_measure_options_dup_unusual (venule_document_get_measure_settings (self->document),
                                        venule_document_get_run_settings (self->document),
                                        VENULE_MEASURE_READER_SCREEN);

  if (unusual != NULL)
    /* Translators: settings, each with its value and its default */
    venule_job_say (self, VENULE_JOB_SAYS_RESULT, _("Measured with: %s\n"), unusual);
}

static void
say_counts (VenuleJob *self)
{
  const VenuleMeasures *measured = self->measured;

  venule_job_say (self, VENULE_JOB_SAYS_RESULT,
                  ngettext ("%u track: %u rolling, %u stationary, %u free-flowing, %u other\n",
                            "%u tracks: %u rolling, %u stationary, %u free-flowing, %u other\n",
                            count (measured, VENULE_QUANTITY_TRACKS)),
                  count (measured, VENULE_QUANTITY_TRACKS), count (measured, VENULE_QUANTITY_ROLLING_CELLS),
                  count (measured, VENULE_QUANTITY_STATIONARY_CELLS), count (measured, VENULE_QUANTITY_FREE_CELLS),
                  count (measured, VENULE_QUANTITY_OTHER_CELLS));
}

static void
say_summary (VenuleJob      *self,
             VenuleAnalysis *analysis)
{
  const VenuleSettings *settings = venule_document_get_run_settings (self->document);
  const VenuleMeasures *measured = self->measured;
  g_autofree char *speed = venule_number_dup_significant (self->n_frames / MAX (self->seconds, 1e-6), 3);

  venule_job_say (self, VENULE_JOB_SAYS_RESULT,
                  ngettext ("%lld frame in %.1f s (%s frames/s) on %s\n",
                            "%lld frames in %.1f s (%s frames/s) on %s\n", (gulong) self->n_frames),
                  (long long) self->n_frames, self->seconds, speed, venule_analysis_get_device (analysis));
  say_counts (self);
  if (count (measured, VENULE_QUANTITY_VELOCITY_N) > 0)
    venule_job_say (self, VENULE_JOB_SAYS_RESULT, _("Rolling velocity: mean %.1f, median %.1f %s\n"),
                    venule_measures_get (measured, VENULE_QUANTITY_VELOCITY_MEAN)->estimate.value,
                    venule_measures_get (measured, VENULE_QUANTITY_VELOCITY_MEDIAN)->estimate.value,
                    venule_calibration_velocity_unit (&settings->calibration));
  say_unusual (self);
  venule_job_say (self, VENULE_JOB_SAYS_RESULT, _("Results are in %s\n"), self->options->output);
  if (self->options->project != NULL && !self->among_others)
    venule_job_say (self, VENULE_JOB_SAYS_RESULT, _("The document is %s\n"), self->options->project);
}

void
venule_job_say_results (VenuleJob      *self,
                        VenuleAnalysis *analysis)
{
  say_doubts (self);
  say_scale (self, venule_document_get_run_settings (self->document));
  say_warnings (self);
  say_summary (self, analysis);
}
