/* scene-cells.h: the cells of a scene and how they move
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-description.h"
#include "scene-random.h"
#include "scene-vessel.h"

typedef enum {
  SCENE_ROLLING,
  SCENE_ADHERENT,
  SCENE_FREE,
} SceneKind;

typedef enum {
  SCENE_BRIGHT,
  SCENE_DARK,
  SCENE_TWO_SIDED,
  SCENE_RING,
} SceneLook;

/* What takes the place of the look of some cells. */
typedef enum {
  SCENE_SHADE_NONE,
  SCENE_SHADE_CAP,
  SCENE_SHADE_SPLIT,
  SCENE_SHADE_CRESCENT,
  SCENE_SHADE_SOFT,
  SCENE_SHADE_PHASE,
  SCENE_SHADE_RIM,
  SCENE_SHADE_GLOW,
} SceneShade;

/* How a rolling cell moves. */
typedef enum {
  SCENE_WITH_THE_FLOW,
  SCENE_AGAINST_THE_FLOW,
  SCENE_CRAWLING,
} SceneManner;

/**
 * SceneCell:
 * @id: from 1, never used twice in a scene
 * @speed: its own mean speed along the flow while it moves, px/s
 * @s: along the vessel, in the middle of the exposure, px
 * @t: across the vessel, px
 * @moved: how far it came since the last frame, along the vessel, px
 * @axis_ratio: of a cell that is no disc, longer over shorter; 1: it is one
 * @axis_angle: direction of the longer one in the frame, radians
 * @stretch: axis along @stretch_angle over the mean radius, ≥ 1; the area stays the same
 * @bright_side: direction in the frame, radians
 * @blur: of its outline, px
 * @gain: contrast of this cell, about 1
 * @bumps: second and third harmonic of its outline, relative to the radius, as cosine and sine of each
 * @spot_length: of its bright spot over the spot's breadth
 * @crosses: passes over and under others
 * @heading: of one that does not follow the flow, radians from the vessel's direction
 */
typedef struct {
  int         id;
  SceneKind   kind;
  SceneLook   look;
  SceneShade  shade;
  SceneManner manner;
  double      radius, speed;
  double      s, t, moved;
  double      axis_ratio, axis_angle;
  double      stretch, stretch_angle;
  double      bright_side, blur, gain;
  double      bumps[4], spot_length;
  gboolean    crosses;
  /* the state of its movement */
  SceneRandom random;
  double      base_t, wobble_phase, wobble_period;
  double      log_speed, stopped_for;
  gboolean    in_touch;
  SceneRandom own; /* of what does not follow the flow */
  double      heading;
  gboolean    rests;
} SceneCell;

typedef struct {
  const SceneDescription *description;
  const SceneVessel      *vessel;
  guint64                 seed;
  GArray                 *cells; /* (element-type SceneCell) */
  int                     next_id;
  double                  margin; /* px beyond the frame at which cells come and go */
  int                     frame;
} SceneCells;

void scene_cells_init  (SceneCells             *self,
                        const SceneDescription *description,
                        const SceneVessel      *vessel,
                        guint64                 seed);
/* One frame's time. */
void scene_cells_step  (SceneCells             *self);
void scene_cells_clear (SceneCells             *self);
