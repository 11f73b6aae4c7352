/* venule-cell-tracker.c: single cells, found where the user asks for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-config.h"

#include "venule-cell-tracker-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "venule-backend.h"
#include "venule-error.h"

#define MIN_SCORE 0.05    /* the user sees something there: far fainter than what a run would begin with */
#define NEARNESS 0.5      /* times the reach: what is so far off has to be a good deal clearer */

/**
 * venule_cell_tracker_new:
 * @source: the video
 * @settings: valid settings for it
 * @frame_rate: frames/s, nominal, > 0
 * @cancellable: (nullable): of reading the first frame, by which a run fixes the contrast
 * @error: return location
 *
 * Returns: (transfer full) (nullable): a cell tracker, or %NULL with a #VenuleError
 */
VenuleCellTracker *
venule_cell_tracker_new (VenuleSource          *source,
                         const VenuleSettings  *settings,
                         double                 frame_rate,
                         GCancellable          *cancellable,
                         GError               **error)
{
  g_autoptr (VenuleCellTracker) self = g_new0 (VenuleCellTracker, 1);
  g_autoptr (VenuleFrame) first = NULL;

  self->settings = venule_settings_copy (settings);
  self->frame_rate = frame_rate;
  self->frame_width = venule_source_get_width (source);
  self->frame_height = venule_source_get_height (source);
  self->detections = g_array_new (FALSE, FALSE, sizeof (VenuleDetection));

  self->frames = venule_frame_cache_new (source, error);
  if (self->frames == NULL)
    return NULL;
  self->backend = venule_backend_open (settings, error);
  if (self->backend == NULL ||
      !venule_roi_planes_init (&self->roi, self->backend, self->frame_width, self->frame_height, settings, error))
    return NULL;
  self->detector = venule_detector_new (settings, self->backend, &self->roi, self->frame_width, self->frame_height,
                                        MIN_SCORE, error);
  if (self->detector == NULL)
    return NULL;

  first = venule_cell_tracker_read (self, settings->first_frame, FALSE, cancellable, error);
  if (first == NULL)
    return NULL;
  venule_roi_planes_set_contrast (&self->roi, first);
  return g_steal_pointer (&self);
}

void
venule_cell_tracker_free (VenuleCellTracker *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->detector, venule_detector_free);
  venule_roi_planes_clear (&self->roi);
  g_clear_pointer (&self->backend, venule_backend_close);
  g_clear_pointer (&self->frames, venule_frame_cache_free);
  g_array_unref (self->detections);
  venule_settings_free (self->settings);
  g_free (self);
}

double
venule_cell_tracker_time (VenuleCellTracker *self,
                          VenuleFrame       *frame)
{
  double rate = self->settings->calibration.frame_rate;

  return rate > 0 ? frame->index / rate : frame->time;
}

gboolean
venule_cell_tracker_is_inside (VenuleCellTracker *self,
                               double             x,
                               double             y)
{
  return venule_vessel_contains (self->settings->vessel, self->frame_width, self->frame_height, x, y);
}

VenuleFrame *
venule_cell_tracker_read (VenuleCellTracker  *self,
                          gint64              index,
                          gboolean            backwards,
                          GCancellable       *cancellable,
                          GError            **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (VenuleFrame) frame = venule_frame_cache_get (self->frames, index, backwards, cancellable, &failure);

  if (failure != NULL && !g_error_matches (failure, VENULE_ERROR, VENULE_ERROR_END))
    g_propagate_error (error, g_steal_pointer (&failure));
  if (frame == NULL || (frame->width == self->frame_width && frame->height == self->frame_height))
    return g_steal_pointer (&frame);

  g_set_error (error, VENULE_ERROR, VENULE_ERROR_DAMAGED,
               _("The size of the picture changes at frame %lld, where no cell can be followed."), (long long) index);
  return NULL;
}

VenuleFrame *
venule_cell_tracker_look (VenuleCellTracker  *self,
                          gint64              index,
                          gboolean            anew,
                          GCancellable       *cancellable,
                          GError            **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (VenuleFrame) frame = venule_cell_tracker_read (self, index, FALSE, cancellable, &reason);

  if (frame == NULL && reason == NULL)
    g_set_error (&reason, VENULE_ERROR, VENULE_ERROR_INVALID, _("The video ends before frame %lld."),
                 (long long) index);
  if (frame == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return NULL;
    }

  if (anew)
    venule_detector_begin_anew (self->detector, MIN_SCORE);
  if (!venule_roi_planes_load (&self->roi, self->backend, frame, error) ||
      !venule_detector_run (self->detector, self->backend, &self->roi, self->detections, error))
    return NULL;
  return g_steal_pointer (&frame);
}

const VenuleDetection *
venule_cell_tracker_choose (VenuleCellTracker *self,
                            double             x,
                            double             y,
                            double             reach)
{
  const VenuleDetection *best = NULL;
  double most = -INFINITY;

  for (guint i = 0; i < self->detections->len; i++)
    {
      const VenuleDetection *detection = &g_array_index (self->detections, VenuleDetection, i);
      double distance = hypot (detection->x - x, detection->y - y), off = distance / (NEARNESS * reach);
      double odds = log (detection->score / MAX (1 - detection->score, 1e-6)) - off * off / 2;

      if (distance > reach || odds <= most)
        continue;
      most = odds;
      best = detection;
    }
  return best;
}

void
venule_cell_tracker_fill_spot (VenuleCellTracker     *self,
                               VenuleFrame           *frame,
                               const VenuleDetection *detection,
                               VenuleSpot            *spot)
{
  spot->frame = frame->index;
  spot->time = venule_cell_tracker_time (self, frame);
  spot->x = detection->x;
  spot->y = detection->y;
  spot->radius = (float) detection->radius;
  spot->score = (float) CLAMP (detection->score, 0, 1);
  spot->source = VENULE_SPOT_DETECTED;
  memcpy (spot->contour, detection->contour, sizeof spot->contour);
}

/**
 * venule_cell_tracker_detect_near:
 * @self: the cell tracker
 * @frame: number of a frame
 * @x: px of the frame
 * @y: px
 * @radius: px: how far the cell's centre may be from there; 0: the expected radius of a cell
 * @spot: (out caller-allocates): the cell
 * @cancellable: (nullable): looked at before the computation
 * @error: return location
 *
 * The cell at a place or near it, as a run's detector sees it.
 *
 * Returns: %FALSE with a #VenuleError: %VENULE_ERROR_NOT_FOUND where there is no cell, %VENULE_ERROR_INVALID outside
 * the crop
 */
gboolean
venule_cell_tracker_detect_near (VenuleCellTracker *self,
                                 gint64             frame,
                                 double             x,
                                 double             y,
                                 double             radius,
                                 VenuleSpot        *spot,
                                 GCancellable      *cancellable,
                                 GError           **error)
{
  g_autoptr (VenuleFrame) picture = NULL;
  const VenuleDetection *detection;

  if (!venule_cell_tracker_is_inside (self, x, y))
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_INVALID,
                           _("That place lies outside the vessel of this run. Choose one inside it, or make the "
                             "vessel larger and run again."));
      return FALSE;
    }

  picture = venule_cell_tracker_look (self, frame, TRUE, cancellable, error);
  if (picture == NULL)
    return FALSE;
  detection = venule_cell_tracker_choose (self, x, y, radius > 0 ? radius : self->settings->cell_diameter / 2);
  if (detection == NULL)
    {
      g_set_error_literal (error, VENULE_ERROR, VENULE_ERROR_NOT_FOUND,
                           _("No cell can be made out there. Hold Alt to place one exactly where you click."));
      return FALSE;
    }
  *spot = (VenuleSpot){ 0 };
  venule_cell_tracker_fill_spot (self, picture, detection, spot);
  return TRUE;
}
