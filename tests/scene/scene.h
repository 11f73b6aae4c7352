/* scene.h: made videos whose truth is known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-cells.h"
#include "scene-description.h"
#include "scene-vessel.h"

/**
 * SceneTruth:
 * @id: of the cell
 * @kind: rolling, adherent or free
 * @x: centre as it is seen in the frame, with vibration and breathing, px
 * @y: the same
 * @radius: of a circle of the cell's area, px
 * @visible: share of the cell that lies in the frame
 */
typedef struct {
  int       id;
  SceneKind kind;
  double    x, y, radius, visible;
} SceneTruth;

/**
 * Scene:
 *
 * A made video, frame after frame. The same description and seed give the same bytes.
 */
typedef struct _Scene Scene;

Scene                  *scene_new             (const SceneDescription *description,
                                               guint64                 seed);
void                    scene_free            (Scene                  *self);
const SceneDescription *scene_get_description (Scene                  *self);
const SceneVessel      *scene_get_vessel      (Scene                  *self);
/* Goes on by one frame; the first call shows frame 0. */
void                    scene_advance         (Scene                  *self);
/* The cells whose centre is in the frame, by id. (element-type SceneTruth) (transfer full) */
GArray                 *scene_dup_truth       (Scene                  *self);
/* How far vibration, breathing and drift have moved the picture of the frame that the scene is at, px. */
ScenePoint              scene_get_shift       (Scene                  *self);
/* How bright the lamp is in that frame; about 1. */
double                  scene_get_lamp        (Scene                  *self);
/* Paints the frame that the scene is at. @samples: guint8 at a depth of 8, else guint16. @without: id of a cell to
 * leave out, 0: none. May be called more than once for a frame. */
void                    scene_paint           (Scene                  *self,
                                               int                     without,
                                               gpointer                samples,
                                               gsize                   stride);
const char             *scene_kind_name       (SceneKind               kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Scene, scene_free)
