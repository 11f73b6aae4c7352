/* venule-stages.h: the stages of a run side by side on a device
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "vnk.h"

G_BEGIN_DECLS

/**
 * VenuleStageCounter:
 * @VENULE_COUNTER_GIVEN: frames that the stages may begin with; raised by the run
 * @VENULE_COUNTER_READ: frames whose planes are filled
 * @VENULE_COUNTER_REGISTERED: frames whose shift is known
 * @VENULE_COUNTER_DETECTED: frames up to the last one in which cells have been looked for
 * @VENULE_COUNTER_FOLLOWED: frames in which cells have their places; raised by the run
 * @VENULE_COUNTER_OUTLINED: frames whose outlines are there
 */
typedef enum {
  VENULE_COUNTER_GIVEN,
  VENULE_COUNTER_READ,
  VENULE_COUNTER_REGISTERED,
  VENULE_COUNTER_DETECTED,
  VENULE_COUNTER_FOLLOWED,
  VENULE_COUNTER_OUTLINED,
  VENULE_N_COUNTERS
} VenuleStageCounter;

typedef struct _VenulePipeline VenulePipeline;

/* What a stage does with frame @n, on the stage's own @backend. */
typedef gboolean (*VenuleStageFunc) (VenulePipeline  *pipeline,
                                     vnk_backend     *backend,
                                     int              n,
                                     GError         **error);

/**
 * VenuleStageDescription:
 * @name: of its thread
 * @func: what is done with a frame
 * @from: which frames it may begin with
 * @to: which frames are through
 * @of_detections: only the frames in which cells are looked for
 * @waits: for all that the stage asked the device for, which the stage does not
 */
typedef struct {
  const char        *name;
  VenuleStageFunc    func;
  VenuleStageCounter from, to;
  gboolean           of_detections;
  gboolean           waits;
} VenuleStageDescription;

#define VENULE_STAGES 4

/**
 * VenuleStages:
 *
 * What can be known of a frame without knowing where the cells were in the one before (its planes, its shift, the
 * detections) is found some frames ahead of the tracker, and outlines are laid behind it: each by a thread with a
 * stream of the device to itself (vnk_backend.stream_new()). Every stage takes the frames in their order, so that the
 * result does not depend on who is ahead of whom.
 */
typedef struct _VenuleStages VenuleStages;

/* @descriptions: (array fixed-size=4): kept by the caller. (nullable): NULL where @backend has but one stream, or its
 * streams are taken. */
VenuleStages *venule_stages_new   (const VenuleStageDescription *descriptions,
                                   VenulePipeline               *pipeline,
                                   vnk_backend                  *backend,
                                   int                           detect_interval);
/* Ends and joins the threads. */
void          venule_stages_free  (VenuleStages                 *self);
void          venule_stages_raise (VenuleStages                 *self,
                                   VenuleStageCounter            counter,
                                   int                           n_frames);
int           venule_stages_get   (VenuleStages                 *self,
                                   VenuleStageCounter            counter);
/* Until so many frames are through; FALSE with the error of whichever stage failed first. */
gboolean      venule_stages_wait  (VenuleStages                 *self,
                                   VenuleStageCounter            counter,
                                   int                           n_frames,
                                   GError                      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleStages, venule_stages_free)

G_END_DECLS
