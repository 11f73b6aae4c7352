/* venule-study-numbers.c: what a recording brings to a comparison
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-study-numbers.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "venule-document-read.h"
#include "venule-error.h"
#include "venule-name.h"
#include "venule-statistics.h"
#include "venule-summary.h"
#include "venule-time.h"
#include "venule-velocity.h"

enum {
  VELOCITY_MEAN,
  VELOCITY_MEDIAN,
  ROLLING_RATE,
  ROLLING_SHARE,
  STATIONARY,
  ADHERENT,
  DIAMETER,
  N_QUANTITIES
};

static const VenuleStudyQuantity quantities[N_QUANTITIES] = {
  [VELOCITY_MEAN] = { "rolling_velocity_mean", N_("Rolling velocity, mean"), N_("Rolling velocity"),
                      N_("mean over the rolling cells of displacement along the flow / duration, one value a cell"), TRUE },
  [VELOCITY_MEDIAN] = { "rolling_velocity_median", N_("Rolling velocity, median"), N_("Rolling velocity"),
                        N_("median over the rolling cells of displacement along the flow / duration, one value a cell"), TRUE },
  [ROLLING_RATE] = { "rolling_cells_per_minute", N_("Rolling cells per minute"), N_("Rolling cells"),
                     N_("rolling cells that were seen anywhere in the crop / time analysed"), FALSE },
  [ROLLING_SHARE] = { "rolling_share", N_("Share of rolling cells"), N_("Share of rolling cells"),
                      N_("rolling cells / cells that are rolling, stationary or free-flowing"), FALSE },
  [STATIONARY] = { "stationary_cells", N_("Stationary cells"), N_("Stationary cells"),
                   N_("cells without net displacement while they were seen"), FALSE },
  [ADHERENT] = { "adherent_cells", N_("Adherent cells"), N_("Adherent cells"),
                 N_("cells that were stationary for at least 30 s; not assessable in a shorter recording"), FALSE },
  [DIAMETER] = { "cell_diameter_mean", N_("Cell diameter, mean"), N_("Cell diameter"),
                 N_("mean over all cells of the mean diameter, from the area of the contour"), TRUE },
};

const VenuleStudyQuantity *
venule_study_get_quantities (guint *n)
{
  *n = N_QUANTITIES;

  return quantities;
}

const VenuleStudyQuantity *
venule_study_find_quantity (const char *id)
{
  for (guint i = 0; i < N_QUANTITIES; i++)
    if (g_strcmp0 (quantities[i].id, id) == 0)
      return &quantities[i];

  return NULL;
}

/* ---- Measuring ---- */

static void
collect_cells (GListModel           *tracks,
               const VenuleSettings *settings,
               GArray               *velocities,
               GArray               *diameters)
{
  guint n = g_list_model_get_n_items (tracks);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, i);
      VenuleTrackMeasures measures;
      double velocity, diameter;

      venule_track_measure (track, settings, &measures);
      velocity = venule_calibration_scale (&settings->calibration, measures.mean_velocity);
      diameter = venule_calibration_scale (&settings->calibration, measures.mean_diameter);
      if (venule_track_get_kind (track) == VENULE_CELL_ROLLING && isfinite (velocity))
        g_array_append_val (velocities, velocity);
      if (isfinite (diameter))
        g_array_append_val (diameters, diameter);
    }
}

static void
clear_value (gpointer value)
{
  g_clear_pointer (&((VenuleStudyValue *) value)->cells, g_array_unref);
}

static void
set_value (VenuleStudyNumbers *self,
           guint               quantity,
           double              value,
           const char         *unit,
           GArray             *cells)
{
  VenuleStudyValue *at = &g_array_index (self->values, VenuleStudyValue, quantity);

  *at = (VenuleStudyValue) { value, unit, cells != NULL ? g_array_ref (cells) : NULL };
}

static void
set_values (VenuleStudyNumbers  *self,
            const VenuleSummary *summary,
            GArray              *velocities,
            GArray              *diameters)
{
  const VenuleCalibration *calibration = &self->settings->calibration;
  const char *velocity_unit = venule_calibration_velocity_unit (calibration);
  guint seen = summary->n_rolling + summary->n_stationary + summary->n_free;

  set_value (self, VELOCITY_MEAN, venule_statistics_mean (velocities), velocity_unit, velocities);
  set_value (self, VELOCITY_MEDIAN, venule_statistics_quantile (velocities, 0.5), velocity_unit, velocities);
  set_value (self, ROLLING_RATE, summary->duration > 0 ? summary->n_rolling / (summary->duration / 60) : NAN, "1/min", NULL);
  set_value (self, ROLLING_SHARE, seen > 0 ? summary->n_rolling / (double) seen : NAN, "", NULL);
  set_value (self, STATIONARY, summary->n_stationary, "", NULL);
  set_value (self, ADHERENT, summary->adherent_assessable ? summary->n_adherent : NAN, "", NULL);
  set_value (self, DIAMETER, venule_statistics_mean (diameters), venule_calibration_length_unit (calibration), diameters);
}

VenuleStudyNumbers *
venule_study_numbers_new (VenuleDocument  *document,
                          GError         **error)
{
  const VenuleRunFacts *facts;
  const VenuleSettings *settings;
  const VenuleMeasureSettings *measures;
  g_autoptr(GArray) velocities = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr(GArray) diameters = g_array_new (FALSE, FALSE, sizeof (double));
  VenuleStudyNumbers *self;
  VenuleSource *source;
  VenuleSummary summary;

  g_return_val_if_fail (VENULE_IS_DOCUMENT (document), NULL);

  facts = venule_document_get_run_facts (document);
  settings = venule_document_get_run_settings (document);
  measures = venule_document_get_measure_settings (document);
  if (facts == NULL || settings == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("The document holds no results: no run of it has ended. Open it and press Run."));
      return NULL;
    }

  source = venule_document_get_source (document);
  venule_summary_compute (G_LIST_MODEL (document), settings,
                          venule_time_of_frames (source, &settings->calibration, facts->first_frame, facts->last_frame),
                          &summary);
  collect_cells (G_LIST_MODEL (document), settings, velocities, diameters);

  self = g_new0 (VenuleStudyNumbers, 1);
  self->values = g_array_new (FALSE, TRUE, sizeof (VenuleStudyValue));
  g_array_set_clear_func (self->values, clear_value);
  g_array_set_size (self->values, N_QUANTITIES);
  self->settings = venule_settings_copy (settings);
  self->versions = g_strdup (facts->versions);
  self->duration = summary.duration;
  self->n_cells = summary.n_tracks;
  self->n_edited = summary.n_edited;
  self->complete = facts->complete;
  self->video = venule_source_dup_display_name (source);
  self->animal = g_strdup (measures->animal);
  self->group = g_strdup (measures->group);
  self->time_point = g_strdup (measures->time_point);
  set_values (self, &summary, velocities, diameters);

  return self;
}

VenuleStudyNumbers *
venule_study_numbers_read (const char  *path,
                           GError     **error)
{
  g_autoptr(VenuleDocument) document = venule_document_read (path, error);

  return document != NULL ? venule_study_numbers_new (document, error) : NULL;
}

void
venule_study_numbers_free (VenuleStudyNumbers *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->values);
  venule_settings_free (self->settings);
  g_free (self->versions);
  g_free (self->video);
  g_free (self->animal);
  g_free (self->group);
  g_free (self->time_point);
  g_free (self);
}
