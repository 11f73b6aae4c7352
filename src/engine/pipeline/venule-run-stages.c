/* venule-run-stages.c: what is done with each frame of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-run-private.h"

VenuleTask *
venule_run_work (VenuleRun *self,
                 int        n)
{
  return &self->ring[n % self->n_ring];
}

gboolean
venule_run_detects (VenuleRun *self,
                    int        n)
{
  return n % self->detect_interval == 0;
}

static void
clear_planes (VenuleTask *work)
{
  vnk_plane_clear (&work->image);
  vnk_plane_clear (&work->coarse);
  vnk_plane_clear (&work->tissue);
}

gboolean
venule_run_take_planes (VenuleRun    *self,
                        vnk_backend  *backend,
                        GError      **error)
{
  for (int i = 0; i < self->n_ring; i++)
    {
      VenuleTask *work = &self->ring[i];

      clear_planes (work);
      if (!venule_roi_planes_new_planes (&self->roi, backend, &work->image, &work->coarse, error) ||
          !venule_registration_new_plane (self->shifts, backend, &work->tissue, error))
        return FALSE;
    }
  return TRUE;
}

void
venule_run_clear_ring (VenuleRun *self)
{
  for (int i = 0; i < self->n_ring; i++)
    {
      VenuleTask *work = &self->ring[i];

      clear_planes (work);
      g_clear_pointer (&work->frame, venule_frame_unref);
      g_clear_pointer (&work->detections, g_array_unref);
      g_clear_pointer (&work->snakes, venule_contour_snakes_free);
    }
  g_clear_pointer (&self->ring, g_free);
}

/* The ROI with the planes of frame @n. */
static VenuleRoiPlanes
look_at (VenuleRun *self,
         int        n)
{
  const VenuleTask *work = venule_run_work (self, n);
  VenuleRoiPlanes roi = self->roi;

  roi.image = work->image;
  roi.coarse = work->coarse;
  /* Before the first frame there is nothing that could be found again in it. */
  roi.previous = venule_run_work (self, MAX (n, 1) - 1)->image;
  return roi;
}

gboolean
venule_run_read (VenuleRun    *self,
                 vnk_backend  *backend,
                 int           n,
                 GError      **error)
{
  VenuleTask *work = venule_run_work (self, n);

  if (!venule_roi_planes_read (&self->roi, backend, work->frame, &work->image, &work->coarse, error))
    return FALSE;
  if (!(self->settings->ablation & VENULE_ABLATE_REGISTRATION) && !work->is_registered &&
      !venule_registration_read (self->shifts, backend, work->frame, &work->tissue, error))
    return FALSE;
  work->is_read = TRUE;
  return TRUE;
}

gboolean
venule_run_register (VenuleRun    *self,
                     vnk_backend  *backend,
                     int           n,
                     GError      **error)
{
  VenuleTask *work = venule_run_work (self, n);

  if (!(self->settings->ablation & VENULE_ABLATE_REGISTRATION))
    {
      if (!venule_registration_step (self->shifts, backend, work->frame->index, &work->tissue, &work->shift, error))
        return FALSE;
      venule_registration_keep (self->shifts, work->frame);
    }
  work->is_registered = TRUE;
  return TRUE;
}

gboolean
venule_run_detect (VenuleRun    *self,
                   vnk_backend  *backend,
                   int           n,
                   GError      **error)
{
  VenuleTask *work = venule_run_work (self, n);
  VenuleRoiPlanes roi = look_at (self, n);

  if (!venule_detector_run (self->detector, backend, &roi, work->detections, error))
    return FALSE;
  work->is_detected = TRUE;
  return TRUE;
}

gboolean
venule_run_follow (VenuleRun    *self,
                   vnk_backend  *backend,
                   int           n,
                   GError      **error)
{
  VenuleTask *work = venule_run_work (self, n);
  VenuleRoiPlanes roi = look_at (self, n);
  VenulePoint moved = { work->shift.dx, work->shift.dy };

  if (n > 0)
    {
      const VenuleShift *before = &venule_run_work (self, n - 1)->shift;

      moved = (VenulePoint){ work->shift.dx - before->dx, work->shift.dy - before->dy };
    }
  if (!venule_tracker_step (self->tracker, backend, &roi, work->frame->index, work->time, moved,
                            venule_run_detects (self, n) ? work->detections : NULL, work->snakes, error))
    return FALSE;
  work->is_followed = TRUE;
  return TRUE;
}

gboolean
venule_run_outline (VenuleRun    *self,
                    vnk_backend  *backend,
                    int           n,
                    GError      **error)
{
  VenuleTask *work = venule_run_work (self, n);
  VenuleRoiPlanes roi = look_at (self, n);

  if (!venule_contour_snakes_run (work->snakes, backend, &roi, error))
    return FALSE;
  work->is_outlined = TRUE;
  return TRUE;
}
