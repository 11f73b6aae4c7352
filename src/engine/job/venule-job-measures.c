/* venule-job-measures.c: the options that say what the numbers depend on beside the run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-job-measures.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-centreline-make.h"
#include "venule-document-measures.h"
#include "venule-error.h"

static const struct
{
  const char *option;
  const char *key; /* of venule_measure_settings_set_value() */
  const char *description;
  const char *argument;
} options[VENULE_JOB_N_MEASURES] = {
  { "velocity-window", "velocity_window_s",
    N_("Time over which a velocity within a track is averaged (default: 0.5 s)"), "S" },
  { "adherent-seconds", "adherent_seconds", N_("Shortest time for which an adherent cell stands still (default: 30 s)"),
    "S" },
  { "pause-seconds", "pause_seconds", N_("Shortest pause of a cell (default: 0.5 s)"), "S" },
  { "pause-velocity", "pause_velocity_px_s", N_("Velocity below which a cell stands still (default: 1 µm/s)"), "PX/S" },
  { "flux-line", "flux_position_px",
    N_("Position of the flux line along the centreline, from its upstream end (default: the middle)"), "PX" },
  { "flux-seconds", "flux_seconds", N_("Bin width of the flux over time (default: by the length of the recording)"),
    "S" },
  { "centreline", "centreline_px", N_("Line along the vessel, downstream (default: from the crop)"), "\"X,Y X,Y …\"" },
  { "walls", "walls_px", N_("Distances of the walls along the centreline (default: from the crop)"),
    "\"ALONG,LEFT,RIGHT …\"" },
  { "shear-factor", "shear_factor", N_("Factor of the wall shear rate (default: 1)"), "F" },
  { "velocity-ratio", "velocity_ratio", N_("Centreline velocity / mean blood velocity (default: 1.6)"), "F" },
  { "pixel-size-error", "pixel_size_error", N_("Relative standard error of the pixel size (0.02: 2 %)"),
    "E" },
  { "seed", "seed", N_("Random seed of the bootstrap intervals (default: 1)"), "N" },
  { "animal", "animal", N_("Label: which animal"), "TEXT" },
  { "group", "group", N_("Label: treatment"), "TEXT" },
  { "time-point", "time_point", N_("Label: when"), "TEXT" },
  { "recording", "recording", N_("Label: name of the recording"), "TEXT" },
};

void
venule_job_measures_add (VenuleJobMeasures *self,
                         GOptionContext    *context)
{
  GOptionEntry entries[VENULE_JOB_N_MEASURES + 3] = { 0 };

  for (guint i = 0; i < VENULE_JOB_N_MEASURES; i++)
    entries[i] = (GOptionEntry){ options[i].option, 0, 0, G_OPTION_ARG_STRING, &self->texts[i], options[i].description,
                                 options[i].argument };
  entries[VENULE_JOB_N_MEASURES] =
    (GOptionEntry){ "measure-diameter", 0, 0, G_OPTION_ARG_NONE, &self->diameter,
                    N_("Detect the vessel walls in the video, and measure the diameter"), NULL };
  entries[VENULE_JOB_N_MEASURES + 1] =
    (GOptionEntry){ "measure-flow", 0, 0, G_OPTION_ARG_NONE, &self->flow,
                    N_("Measure the centreline velocity of the blood in the video"), NULL };
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
}

gboolean
venule_job_measures_put (const VenuleJobMeasures  *self,
                         VenuleMeasureSettings    *settings,
                         GError                  **error)
{
  for (guint i = 0; i < VENULE_JOB_N_MEASURES; i++)
    if (self->texts[i] != NULL && !venule_measure_settings_set_value (settings, options[i].key, self->texts[i], error))
      {
        g_prefix_error (error, "--%s: ", options[i].option);
        return FALSE;
      }

  return TRUE;
}

gboolean
venule_job_measures_check (const VenuleJobMeasures  *self,
                           GError                  **error)
{
  g_autoptr (VenuleMeasureSettings) settings = venule_measure_settings_new ();

  if (!venule_job_measures_put (self, settings, error))
    return FALSE;
  if (venule_centreline_check_shape (settings->centreline, error))
    return TRUE;
  g_prefix_error (error, "--centreline: ");
  return FALSE;
}

gboolean
venule_job_measures_check_places (const VenuleJobMeasures  *self,
                                  VenuleDocument           *document,
                                  const VenuleSettings     *settings,
                                  GError                  **error)
{
  g_autoptr (VenuleMeasureSettings) given = venule_measure_settings_new (), all = NULL;
  VenuleSource *source = venule_document_get_source (document);
  int width = venule_source_get_width (source), height = venule_source_get_height (source);

  if (!venule_job_measures_put (self, given, error))
    return FALSE;
  if (given->pixel_size_error > 0 && !venule_calibration_is_calibrated (&settings->calibration))
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("--pixel-size-error has no effect without a pixel size. Calibrate the video, or omit "
                             "it."));
      return FALSE;
    }
  /* What was set before is no fault of the options; walls and line may be given on a centreline of the document. */
  if (given->centreline->len == 0 && given->walls->len == 0 && !isfinite (given->flux_position))
    return TRUE;
  all = venule_measure_settings_copy (venule_document_get_measure_settings (document));
  if (given->walls->len == 0)
    g_array_set_size (all->walls, 0);
  if (!isfinite (given->flux_position))
    all->flux_position = NAN;

  return venule_job_measures_put (self, all, error) &&
         venule_centreline_check_places (settings->vessel, all, width, height, error);
}

gboolean
venule_job_measures_apply (VenuleJobMeasures  *self,
                           VenuleDocument     *document,
                           GError            **error)
{
  g_autoptr (VenuleMeasureSettings) settings =
    venule_measure_settings_copy (venule_document_get_measure_settings (document));
  g_autoptr (GError) failure = NULL;

  if (!venule_job_measures_put (self, settings, error) ||
      !venule_document_set_measure_settings (document, settings, error))
    return FALSE;
  if (self->diameter && !venule_document_measure_diameter (document, NULL, &failure))
    {
      if (!g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_UNSEEN))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      g_free (self->unseen);
      self->unseen = g_strdup (failure->message);
    }

  /* Along the centreline, and across a part of the diameter, as they are now. */
  return !self->flow || venule_document_measure_flow (document, NULL, error);
}

void
venule_job_measures_clear (VenuleJobMeasures *self)
{
  for (guint i = 0; i < VENULE_JOB_N_MEASURES; i++)
    g_clear_pointer (&self->texts[i], g_free);
  g_clear_pointer (&self->unseen, g_free);
}
