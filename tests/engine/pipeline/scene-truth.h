/* scene-truth.h: a made video as a source, and where its cells truly are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "made-video.h"
#include "scene.h"
#include "venule-document.h"

G_BEGIN_DECLS

/**
 * SceneCellTruth:
 * @id: of the cell
 * @kind: rolling, adherent or free
 * @frame: the first in which it lies in the crop with its centre
 * @places: (element-type SceneTruth): of that frame and those after it, as long as it lies there
 */
typedef struct {
  int       id;
  SceneKind kind;
  gint64    frame;
  GArray   *places;
} SceneCellTruth;

/**
 * SceneRecording:
 * @video: the frames, and what an analysis is told
 * @cells: (element-type SceneCellTruth)
 * @source: of the frames
 */
typedef struct {
  MadeVideo    *video;
  GPtrArray    *cells;
  VenuleSource *source;
} SceneRecording;

SceneRecording   *scene_recording_new          (const char           *path,
                                                const char * const   *keys,
                                                guint64               seed,
                                                GError              **error);
void              scene_recording_free         (SceneRecording       *self);
int               scene_recording_get_n_frames (const SceneRecording *self);
/* (transfer full): with the true settings and no tracks. */
VenuleDocument   *scene_recording_new_document (const SceneRecording *self);
/* (nullable): where the cell is in that frame. */
const SceneTruth *scene_cell_truth_at          (const SceneCellTruth *cell,
                                                gint64                frame);
/* The nearest cell of that frame, and how far off it is, px; NULL: there is none. */
const SceneCellTruth *
                  scene_recording_nearest (const SceneRecording  *self,
                                           gint64                 frame,
                                           double                 x,
                                           double                 y,
                                           double                *distance);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SceneRecording, scene_recording_free)

G_END_DECLS
