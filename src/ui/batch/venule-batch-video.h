/* venule-batch-video.h: one of several videos, as the list shows it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "venule-batch-item.h"
#include "venule-batch-look.h"
#include "venule-manifest.h"

G_BEGIN_DECLS

/**
 * VenuleBatchVideoState:
 * @VENULE_BATCH_VIDEO_EMPTY: vessel or flow are missing
 * @VENULE_BATCH_VIDEO_WRONG: its settings make no sense, or its video cannot be read
 * @VENULE_BATCH_VIDEO_PROPOSED: what was found is not confirmed yet
 * @VENULE_BATCH_VIDEO_READY: it can be run
 * @VENULE_BATCH_VIDEO_WAITING: its turn will come
 * @VENULE_BATCH_VIDEO_RUNNING: at work
 * @VENULE_BATCH_VIDEO_DONE: its results are there
 * @VENULE_BATCH_VIDEO_FAILED: the run failed
 * @VENULE_BATCH_VIDEO_CANCELLED: a person cancelled it
 */
typedef enum {
  VENULE_BATCH_VIDEO_EMPTY,
  VENULE_BATCH_VIDEO_WRONG,
  VENULE_BATCH_VIDEO_PROPOSED,
  VENULE_BATCH_VIDEO_READY,
  VENULE_BATCH_VIDEO_WAITING,
  VENULE_BATCH_VIDEO_RUNNING,
  VENULE_BATCH_VIDEO_DONE,
  VENULE_BATCH_VIDEO_FAILED,
  VENULE_BATCH_VIDEO_CANCELLED,
} VenuleBatchVideoState;

/* A row of a manifest. Signal: changed, when anything that is shown of it has changed. */
#define VENULE_TYPE_BATCH_VIDEO (venule_batch_video_get_type ())
G_DECLARE_FINAL_TYPE (VenuleBatchVideo, venule_batch_video, VENULE, BATCH_VIDEO, GObject)

VenuleBatchVideo       *venule_batch_video_new              (VenuleManifest  *manifest,
                                                         guint            position);
guint                 venule_batch_video_get_position     (VenuleBatchVideo  *self);
void                  venule_batch_video_set_position     (VenuleBatchVideo  *self,
                                                         guint            position);
/* Of its row. */
const char           *venule_batch_video_get_id           (VenuleBatchVideo  *self);
/* Its cells are others now. */
void                  venule_batch_video_renew            (VenuleBatchVideo  *self);

/* (nullable): a cell of the manifest. */
const char           *venule_batch_video_get_value        (VenuleBatchVideo  *self,
                                                         const char      *column);
void                  venule_batch_video_set_value        (VenuleBatchVideo  *self,
                                                         const char      *column,
                                                         const char      *value);
/* (transfer full): of the video. */
char                 *venule_batch_video_dup_path         (VenuleBatchVideo  *self);
/* (transfer full): of the video, for people. */
char                 *venule_batch_video_dup_name         (VenuleBatchVideo  *self);

/* (nullable): what its cells and its template say; NULL: they make no sense. */
const VenuleSettings *venule_batch_video_get_settings     (VenuleBatchVideo  *self);
/* What of the file is the video. */
const VenuleInputOptions *
                      venule_batch_video_get_input        (VenuleBatchVideo  *self);
/* Whether the vessel is given, and the direction of the flow. */
gboolean              venule_batch_video_has_vessel       (VenuleBatchVideo  *self);
gboolean              venule_batch_video_has_flow         (VenuleBatchVideo  *self);
gboolean              venule_batch_video_is_proposed      (VenuleBatchVideo  *self);

/* (transfer full) (nullable): its settings, for others. */
VenuleTemplate       *venule_batch_video_dup_template     (VenuleBatchVideo  *self);

/* (nullable) */
const VenuleBatchLook *
                      venule_batch_video_get_look         (VenuleBatchVideo  *self);
/* @look: (transfer full) (nullable) */
void                  venule_batch_video_take_look        (VenuleBatchVideo  *self,
                                                         VenuleBatchLook *look);
/* The picture needs memory, which rows out of sight give back. */
void                  venule_batch_video_drop_picture     (VenuleBatchVideo  *self);
/* While its vessel is looked for. */
gboolean              venule_batch_video_get_busy         (VenuleBatchVideo  *self);
void                  venule_batch_video_set_busy         (VenuleBatchVideo  *self,
                                                         gboolean         busy);

/* (nullable): of the run. */
VenuleBatchItem      *venule_batch_video_get_item         (VenuleBatchVideo  *self);
void                  venule_batch_video_set_item         (VenuleBatchVideo  *self,
                                                         VenuleBatchItem *item);

VenuleBatchVideoState   venule_batch_video_get_state        (VenuleBatchVideo  *self);
/* (transfer full): the state in words, or the sentence of what is wrong. */
char                 *venule_batch_video_dup_state        (VenuleBatchVideo  *self);
/* (transfer full): length, size, pixel size and template, in a line. */
char                 *venule_batch_video_dup_facts        (VenuleBatchVideo  *self);

G_END_DECLS
