/* venule-pipeline-stages.c: what is done with each frame of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-pipeline-private.h"

VenulePipelineFrame *
venule_pipeline_get_frame (VenulePipeline *self,
                           int             n)
{
  return &self->ring[n % self->n_ring];
}

gboolean
venule_pipeline_detects (VenulePipeline *self,
                         int             n)
{
  return n % self->detect_interval == 0;
}

static void
clear_planes (VenulePipelineFrame *entry)
{
  vnk_plane_clear (&entry->image);
  vnk_plane_clear (&entry->coarse);
  vnk_plane_clear (&entry->tissue);
}

gboolean
venule_pipeline_take_planes (VenulePipeline *self,
                             vnk_backend    *backend,
                             GError        **error)
{
  for (int i = 0; i < self->n_ring; i++)
    {
      VenulePipelineFrame *entry = &self->ring[i];

      clear_planes (entry);
      if (!venule_roi_planes_new_planes (&self->roi, backend, &entry->image, &entry->coarse, error) ||
          !venule_registration_new_plane (self->shifts, backend, &entry->tissue, error))
        return FALSE;
    }
  return TRUE;
}

void
venule_pipeline_clear_ring (VenulePipeline *self)
{
  for (int i = 0; i < self->n_ring; i++)
    {
      VenulePipelineFrame *entry = &self->ring[i];

      clear_planes (entry);
      g_clear_pointer (&entry->frame, venule_frame_unref);
      g_clear_pointer (&entry->detections, g_array_unref);
      g_clear_pointer (&entry->snakes, venule_contour_snakes_free);
    }
  g_clear_pointer (&self->ring, g_free);
}

/* The ROI with the planes of frame @n. */
static VenuleRoiPlanes
look_at (VenulePipeline *self,
         int             n)
{
  const VenulePipelineFrame *entry = venule_pipeline_get_frame (self, n);
  VenuleRoiPlanes roi = self->roi;

  roi.image = entry->image;
  roi.coarse = entry->coarse;
  /* Before the first frame there is nothing that could be found again in it. */
  roi.previous = venule_pipeline_get_frame (self, MAX (n, 1) - 1)->image;
  return roi;
}

gboolean
venule_pipeline_read (VenulePipeline *self,
                      vnk_backend    *backend,
                      int             n,
                      GError        **error)
{
  VenulePipelineFrame *entry = venule_pipeline_get_frame (self, n);

  if (!venule_roi_planes_read (&self->roi, backend, entry->frame, &entry->image, &entry->coarse, error))
    return FALSE;
  if (venule_settings_get_registers (self->settings) && !entry->is_registered &&
      !venule_registration_read (self->shifts, backend, entry->frame, &entry->tissue, error))
    return FALSE;
  entry->is_read = TRUE;
  return TRUE;
}

gboolean
venule_pipeline_register (VenulePipeline *self,
                          vnk_backend    *backend,
                          int             n,
                          GError        **error)
{
  VenulePipelineFrame *entry = venule_pipeline_get_frame (self, n);

  if (venule_settings_get_registers (self->settings))
    {
      if (!venule_registration_step (self->shifts, backend, entry->frame->index, &entry->tissue, &entry->shift, error))
        return FALSE;
      venule_registration_keep (self->shifts, entry->frame);
    }
  venule_light_meter_add (self->light, entry->frame, entry->shift.dx, entry->shift.dy);
  entry->is_registered = TRUE;
  return TRUE;
}

gboolean
venule_pipeline_detect (VenulePipeline *self,
                        vnk_backend    *backend,
                        int             n,
                        GError        **error)
{
  VenulePipelineFrame *entry = venule_pipeline_get_frame (self, n);
  VenuleRoiPlanes roi = look_at (self, n);

  if (!venule_detector_run (self->detector, backend, &roi, entry->detections, error))
    return FALSE;
  entry->is_detected = TRUE;
  return TRUE;
}

gboolean
venule_pipeline_follow (VenulePipeline *self,
                        vnk_backend    *backend,
                        int             n,
                        GError        **error)
{
  VenulePipelineFrame *entry = venule_pipeline_get_frame (self, n);
  VenuleRoiPlanes roi = look_at (self, n);
  VenulePoint moved = { entry->shift.dx, entry->shift.dy };

  if (n > 0)
    {
      const VenuleShift *before = &venule_pipeline_get_frame (self, n - 1)->shift;

      moved = (VenulePoint){ entry->shift.dx - before->dx, entry->shift.dy - before->dy };
    }
  if (!venule_tracker_step (self->tracker, backend, &roi, entry->frame->index, entry->time, moved,
                            venule_pipeline_detects (self, n) ? entry->detections : NULL, entry->snakes, error))
    return FALSE;
  entry->is_followed = TRUE;
  return TRUE;
}

gboolean
venule_pipeline_outline (VenulePipeline *self,
                         vnk_backend    *backend,
                         int             n,
                         GError        **error)
{
  VenulePipelineFrame *entry = venule_pipeline_get_frame (self, n);
  VenuleRoiPlanes roi = look_at (self, n);

  if (!venule_contour_snakes_run (entry->snakes, backend, &roi, error))
    return FALSE;
  entry->is_outlined = TRUE;
  return TRUE;
}
