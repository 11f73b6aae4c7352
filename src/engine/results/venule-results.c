/* venule-results.c: a run with all that is known of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-results.h"

#include "venule-document-tracks.h"
#include "venule-thread.h"
#include "venule-time.h"
#include "venule-versions.h"
#include "venule-warning.h"

struct _VenuleResultsMeasuring
{
  GPtrArray          *tracks;
  VenuleMeasureInput  input;
  VenuleRecorded      recorded;
  GThread            *thread; /* NULL: the system has none left */
};

void
venule_results_init (VenuleResults  *self,
                     VenuleDocument *document)
{
  const VenuleRunMetadata *metadata = venule_document_get_run_metadata (document);

  g_return_if_fail (metadata != NULL);

  *self = (VenuleResults){ .source = venule_document_get_source (document),
                           .settings = venule_document_get_run_settings (document),
                           .tracks = G_LIST_MODEL (document),
                           .device = metadata->device,
                           .versions = metadata->versions,
                           .detect_interval = metadata->detect_interval,
                           .first_frame = metadata->first_frame,
                           .last_frame = metadata->last_frame,
                           .unregistered_frames = metadata->unregistered_frames,
                           .complete = metadata->complete,
                           .light = metadata->light,
                           .n_removed = venule_document_count_removed (document),
                           .measure_settings = venule_document_get_measure_settings (document) };
}

static GListModel *
copy_tracks (GListModel *tracks)
{
  GListStore *copies = g_list_store_new (VENULE_TYPE_TRACK);

  for (guint i = 0; i < g_list_model_get_n_items (tracks); i++)
    {
      g_autoptr(VenuleTrack) track = g_list_model_get_item (tracks, i);
      g_autoptr(VenuleTrack) copy = venule_track_copy (track, venule_track_get_id (track));

      g_list_store_append (copies, copy);
    }

  return G_LIST_MODEL (copies);
}

VenuleResults *
venule_results_copy (const VenuleResults *self)
{
  VenuleResults *copy = g_memdup2 (self, sizeof *self);

  g_object_ref (copy->source);
  copy->settings = venule_settings_copy (self->settings);
  copy->tracks = copy_tracks (self->tracks);
  copy->device = g_strdup (self->device);
  copy->versions = g_strdup (self->versions);
  copy->light = venule_light_ref (self->light);
  if (self->measure_settings != NULL)
    copy->measure_settings = venule_measure_settings_copy (self->measure_settings);
  copy->measures = NULL;
  copy->movie = self->movie != NULL ? g_memdup2 (self->movie, sizeof *self->movie) : NULL;

  return copy;
}

void
venule_results_free (VenuleResults *self)
{
  if (self == NULL)
    return;

  g_object_unref (self->source);
  venule_settings_free ((VenuleSettings *) self->settings);
  g_object_unref (self->tracks);
  g_free ((char *) self->device);
  g_free ((char *) self->versions);
  venule_light_unref (self->light);
  venule_measure_settings_free ((VenuleMeasureSettings *) self->measure_settings);
  g_free ((gpointer) self->movie);
  g_free (self);
}

static gpointer
measure (gpointer data)
{
  VenuleResultsMeasuring *self = data;

  return venule_measures_new (self->tracks, &self->input, NULL);
}

static GPtrArray *
list_tracks (const VenuleResults *results)
{
  GPtrArray *tracks = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (results->tracks); i++)
    g_ptr_array_add (tracks, g_list_model_get_item (results->tracks, i));

  return tracks;
}

GPtrArray *
venule_results_list_warnings (const VenuleResults *results)
{
  g_autoptr(GPtrArray) tracks = list_tracks (results);

  return venule_warning_list (tracks, results->settings, results->detect_interval, results->unregistered_frames,
                              results->last_frame - results->first_frame + 1,
                              venule_versions_get_lost (results->versions), results->light,
                              venule_time_get_frame_rate (results->source, &results->settings->calibration));
}

VenuleResultsMeasuring *
venule_results_begin_measuring (const VenuleResults *results)
{
  VenuleResultsMeasuring *self = g_new0 (VenuleResultsMeasuring, 1);
  const VenuleCalibration *calibration = &results->settings->calibration;

  self->tracks = list_tracks (results);
  venule_time_find_recorded (results->source, calibration, results->first_frame, results->last_frame, &self->recorded);
  self->input = (VenuleMeasureInput){
    .settings = results->settings, .measures = results->measure_settings,
    .frame_width = venule_source_get_width (results->source),
    .frame_height = venule_source_get_height (results->source),
    .first_frame = results->first_frame, .last_frame = results->last_frame,
    .recorded = self->recorded, .detect_interval = results->detect_interval, .complete = results->complete,
    .light = results->light,
  };
  self->thread = venule_thread_new ("venule-measure", measure, self, NULL);
  return self;
}

VenuleMeasures *
venule_results_end_measuring (VenuleResultsMeasuring *self)
{
  VenuleMeasures *measures = self->thread != NULL ? g_thread_join (self->thread) : measure (self);

  g_ptr_array_unref (self->tracks);
  venule_recorded_clear (&self->recorded);
  g_free (self);
  return measures;
}

const VenuleMeasures *
venule_results_measure (const VenuleResults  *results,
                       VenuleMeasures      **owned)
{
  if (results->measures != NULL)
    return results->measures;

  *owned = venule_results_end_measuring (venule_results_begin_measuring (results));
  return *owned;
}

gboolean
venule_results_has_doubtful (const VenuleResults *self)
{
  double least = venule_settings_get_least_quality (self->settings);

  for (guint i = 0; i < g_list_model_get_n_items (self->tracks); i++)
    {
      g_autoptr (VenuleTrack) track = g_list_model_get_item (self->tracks, i);

      if (!venule_track_get_edited (track) && venule_track_is_judged (track) &&
          venule_track_get_quality (track) < least)
        return TRUE;
    }
  return FALSE;
}
