/* venule-measurement-snapshot.c: a document as it was at one moment, to be measured in a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-measurement-snapshot.h"

#include "venule-centreline-make.h"
#include "venule-diameter.h"
#include "venule-line-scans.h"
#include "venule-time.h"
#include "venule-warning.h"

struct _VenuleMeasurementSnapshot
{
  VenuleSource          *source;
  VenuleSettings        *settings;
  VenuleMeasureSettings *measures;
  GPtrArray             *tracks;
  VenuleMeasureFrames    frames;
};

VenuleMeasurementSnapshot *
venule_measurement_snapshot_new (VenuleSource                *source,
                                 const VenuleSettings        *settings,
                                 const VenuleMeasureSettings *measures,
                                 GPtrArray                   *tracks,
                                 const VenuleMeasureFrames   *frames)
{
  VenuleMeasurementSnapshot *self = g_atomic_rc_box_new0 (VenuleMeasurementSnapshot);

  self->source = g_object_ref (source);
  self->settings = venule_settings_copy (settings);
  self->measures = venule_measure_settings_copy (measures);
  self->tracks = g_ptr_array_new_full (tracks->len, g_object_unref);
  self->frames = *frames;
  venule_light_ref (self->frames.light);
  for (guint i = 0; i < tracks->len; i++)
    g_ptr_array_add (self->tracks, venule_track_copy_places (g_ptr_array_index (tracks, i)));

  return self;
}

static void
snapshot_clear (gpointer data)
{
  VenuleMeasurementSnapshot *self = data;

  g_object_unref (self->source);
  venule_settings_free (self->settings);
  venule_measure_settings_free (self->measures);
  venule_light_unref (self->frames.light);
  g_ptr_array_unref (self->tracks);
}

VenuleMeasurementSnapshot *
venule_measurement_snapshot_ref (VenuleMeasurementSnapshot *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
venule_measurement_snapshot_unref (VenuleMeasurementSnapshot *self)
{
  g_atomic_rc_box_release_full (self, snapshot_clear);
}

static VenuleCentreline *
make_line (const VenuleMeasurementSnapshot *self,
           const VenuleMeasureSettings     *measures)
{
  return venule_centreline_new (self->settings->vessel, measures, venule_source_get_width (self->source),
                                venule_source_get_height (self->source));
}

static void
find_recorded (const VenuleMeasurementSnapshot *self,
               VenuleRecorded                  *recorded)
{
  venule_time_find_recorded (self->source, &self->settings->calibration, self->frames.first_frame,
                             self->frames.last_frame, recorded);
}

VenuleMeasures *
venule_measurement_snapshot_measure (VenuleMeasurementSnapshot   *self,
                                     const VenuleMeasureSettings *measures,
                                     GCancellable                *cancellable)
{
  g_auto(VenuleRecorded) recorded = { 0 };
  VenuleMeasureInput input;

  g_return_val_if_fail (self != NULL, NULL);

  if (!self->frames.analysed)
    return NULL;
  find_recorded (self, &recorded);
  input = (VenuleMeasureInput){
    .settings = self->settings, .measures = measures != NULL ? measures : self->measures,
    .frame_width = venule_source_get_width (self->source), .frame_height = venule_source_get_height (self->source),
    .first_frame = self->frames.first_frame, .last_frame = self->frames.last_frame, .recorded = recorded,
    .detect_interval = self->frames.detect_interval, .complete = self->frames.complete,
    .light = self->frames.light,
  };

  return venule_measures_new (self->tracks, &input, cancellable);
}

VenuleFluxCounter *
venule_measurement_snapshot_count (VenuleMeasurementSnapshot   *self,
                                   const VenuleMeasureSettings *measures,
                                   GCancellable                *cancellable)
{
  g_autoptr(VenuleCentreline) line = NULL;
  g_autoptr(GArray) outline = NULL;
  VenuleCellContext context;

  g_return_val_if_fail (self != NULL, NULL);

  if (!self->frames.analysed)
    return NULL;
  line = make_line (self, measures != NULL ? measures : self->measures);
  outline = venule_vessel_dup_outline (self->settings->vessel, venule_source_get_width (self->source),
                                       venule_source_get_height (self->source));
  context = (VenuleCellContext){ .settings = self->settings, .line = line, .outline = outline,
                                 .first_frame = self->frames.first_frame, .last_frame = self->frames.last_frame };

  return venule_flux_counter_new (self->tracks, &context, cancellable);
}

GPtrArray *
venule_measurement_snapshot_list_warnings (const VenuleMeasurementSnapshot *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (!self->frames.analysed)
    return NULL;

  return venule_warning_list (self->tracks, self->settings, self->frames.detect_interval, self->frames.unregistered,
                              self->frames.last_frame - self->frames.first_frame + 1, self->frames.lost,
                              self->frames.light,
                              venule_time_get_frame_rate (self->source, &self->settings->calibration));
}

double
venule_measurement_snapshot_find_seen (const VenuleMeasurementSnapshot *self)
{
  g_auto(VenuleRecorded) recorded = { 0 };

  g_return_val_if_fail (self != NULL, 0);

  if (!self->frames.analysed)
    return 0;
  find_recorded (self, &recorded);

  return venule_recorded_get_seen (&recorded);
}

char *
venule_measurement_snapshot_find_diameter (VenuleMeasurementSnapshot *self,
                                           VenuleProgress             progress,
                                           gpointer                   data,
                                           GCancellable              *cancellable,
                                           GError                   **error)
{
  g_autoptr(VenuleMeasureSettings) drawn = NULL;
  g_autoptr(VenuleCentreline) line = NULL;
  g_autoptr(VenuleMeanFrame) mean = NULL;
  g_autoptr(GArray) places = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  /* The walls of the crop say where to look, not those of the last time. */
  drawn = venule_measure_settings_copy (self->measures);
  g_clear_pointer (&drawn->diameter_profile, g_free);
  line = make_line (self, drawn);
  mean = venule_mean_frame_new (self->source, self->tracks, self->frames.first_frame, self->frames.last_frame, progress,
                                data, cancellable, error);
  places = mean != NULL ? venule_diameter_find (mean, line, error) : NULL;

  return places != NULL ? venule_diameter_to_text (places, line) : NULL;
}

char *
venule_measurement_snapshot_find_flow (VenuleMeasurementSnapshot *self,
                                       VenuleProgress             progress,
                                       gpointer                   data,
                                       GCancellable              *cancellable,
                                       GError                   **error)
{
  g_autoptr(VenuleCentreline) line = NULL;
  g_autoptr(VenuleFlowVelocity) found = NULL;
  g_autofree char *key = NULL;
  VenuleFlowInput input;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (self->frames.analysed, NULL);

  line = make_line (self, self->measures);
  input = (VenuleFlowInput){ .source = self->source, .centreline = line, .tracks = self->tracks,
                             .settings = self->settings,
                             .first_frame = self->frames.first_frame, .last_frame = self->frames.last_frame,
                             .progress = progress, .data = data };
  found = venule_flow_measure (&input, cancellable, error);
  key = venule_centreline_dup_key (line);

  return found != NULL ? venule_flow_velocity_to_text (found, key) : NULL;
}
