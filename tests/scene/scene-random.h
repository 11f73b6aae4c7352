/* scene-random.h: random numbers that are the same on every machine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

/**
 * SceneRandom:
 *
 * xoshiro256** (D. Blackman, S. Vigna, ACM TOMS 47 (2021) 36), seeded by splitmix64. Every part of a scene draws from
 * streams of its own, so that taking one cell away changes nothing else.
 */
typedef struct {
  guint64 state[4];
} SceneRandom;

/* What a stream is for. Its number goes into the pictures: append only. */
typedef enum {
  SCENE_STREAM_TISSUE,
  SCENE_STREAM_PLASMA,
  SCENE_STREAM_CELLS,
  SCENE_STREAM_SHAKE,
  SCENE_STREAM_CAMERA,
  SCENE_STREAM_TEXTURE,
  SCENE_STREAM_VARIETY,
  SCENE_STREAM_RED_CELLS,
  SCENE_STREAM_SHAPES,
  SCENE_STREAM_SHADING,
  SCENE_STREAM_GROUND,
  SCENE_STREAM_PLATELETS,
  SCENE_STREAM_PHOTONS,
  SCENE_STREAM_SENSOR,
  SCENE_STREAM_TEXT,
  SCENE_STREAM_CRAWLING,
  SCENE_STREAM_GAPS,
} SceneStream;

void    scene_random_init      (SceneRandom *self,
                                guint64      seed,
                                SceneStream  stream,
                                guint64      index);
guint64 scene_random_next      (SceneRandom *self);
/* Uniform in [low, high). */
double  scene_random_range     (SceneRandom *self,
                                double       low,
                                double       high);
double  scene_random_gaussian  (SceneRandom *self);
/* Log-normal with this mean and standard deviation of the numbers themselves. */
double  scene_random_lognormal (SceneRandom *self,
                                double       mean,
                                double       sd);

/* Smooth noise of the plane, about −1 to 1, correlated over a distance of 1; the same for the same @seed. */
double  scene_noise            (guint64      seed,
                                double       x,
                                double       y);
