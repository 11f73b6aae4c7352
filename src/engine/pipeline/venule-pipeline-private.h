/* venule-pipeline-private.h: what the threads of a run share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-contour-snakes.h"
#include "venule-detector.h"
#include "venule-light-meter.h"
#include "venule-pipeline.h"
#include "venule-registration.h"
#include "venule-tracker.h"

G_BEGIN_DECLS

/**
 * VenulePipelineFrame:
 * @image: its planes
 * @coarse: the same in larger pixels, where cells are large
 * @tissue: what the registration sees of it
 *
 * A frame on its way, with what is known of it. What has been done is not done again when another device goes on with
 * it. Each field is written by one stage and read by those that wait for it.
 */
typedef struct {
  VenuleFrame         *frame;
  double               time;
  vnk_plane            image, coarse, tissue;
  VenuleShift          shift;
  GArray              *detections; /* of VenuleDetection */
  VenuleContourSnakes *snakes;
  gboolean             is_read;
  gboolean             is_registered;
  gboolean             is_detected;
  gboolean             is_followed;
  gboolean             is_outlined;
} VenulePipelineFrame;

struct _VenulePipeline
{
  VenuleSettings       *settings;
  int                   frame_width;
  int                   frame_height;
  double                frame_rate;
  int                   detect_interval;
  vnk_backend          *backend;
  struct _VenuleStages *stages;      /* NULL: one stage after the other */
  GString              *device;      /* what computed which frames, for people */
  gint64                device_from; /* first frame that the backend at hand computed */
  VenuleRoiPlanes       roi;         /* only its gradients are planes of its own */
  VenuleRegistration   *shifts;
  VenuleLightMeter     *light;
  VenuleDetector       *detector;
  VenuleTracker        *tracker;
  VenulePipelineFrame  *ring; /* frame n is at n % n_ring */
  int                   n_ring;
  GArray               *times;  /* of double: s, of the frames that have come */
  int                   n_given; /* frames that have come */
  guint                 n_lost;  /* at the end: see venule_pipeline_get_n_lost() */
  int                   n_followed;
  int                   n_done; /* whose outlines the tracker has taken */
  gboolean              failed; /* for good */
};

/* The entry of frame @n, which is among the last n_ring ones. */
VenulePipelineFrame *venule_pipeline_get_frame   (VenulePipeline *self,
                                                  int             n);
gboolean             venule_pipeline_detects     (VenulePipeline *self,
                                                  int             n);
/* Takes planes for all frames of the ring. */
gboolean             venule_pipeline_take_planes (VenulePipeline *self,
                                                  vnk_backend    *backend,
                                                  GError        **error);
void                 venule_pipeline_clear_ring  (VenulePipeline *self);
/* The stages of a frame, counted from 0 in the run. All but following need the frames before only for what they keep
 * themselves; following needs what the first three have made of the frame, and the picture of the one before. */
gboolean             venule_pipeline_read        (VenulePipeline *self,
                                                  vnk_backend    *backend,
                                                  int             n,
                                                  GError        **error);
gboolean             venule_pipeline_register    (VenulePipeline *self,
                                                  vnk_backend    *backend,
                                                  int             n,
                                                  GError        **error);
gboolean             venule_pipeline_detect      (VenulePipeline *self,
                                                  vnk_backend    *backend,
                                                  int             n,
                                                  GError        **error);
gboolean             venule_pipeline_follow      (VenulePipeline *self,
                                                  vnk_backend    *backend,
                                                  int             n,
                                                  GError        **error);
gboolean             venule_pipeline_outline     (VenulePipeline *self,
                                                  vnk_backend    *backend,
                                                  int             n,
                                                  GError        **error);

G_END_DECLS
