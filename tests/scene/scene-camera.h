/* scene-camera.h: light, flicker, noise and the depth of the samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "scene-description.h"

typedef struct {
  const SceneDescription *description;
  guint64                 seed;
  float                  *noise;   /* a stock of Gaussian numbers */
  float                  *texture; /* fixed pattern, gray levels */
  double                  angle;   /* of the gradient of light */
  GArray                 *hot;     /* (element-type HotPixel) */
} SceneCamera;

void scene_camera_init   (SceneCamera            *self,
                          const SceneDescription *description,
                          guint64                 seed);
/* How bright the lamp is in a frame; about 1. */
double scene_camera_get_lamp (const SceneCamera    *self,
                              int                   frame);
/* Gray levels of the scene to samples of the frame, @samples being guint8 at a depth of 8 and else guint16. */
void scene_camera_expose (const SceneCamera      *self,
                          int                     frame,
                          float                  *image,
                          gpointer                samples,
                          gsize                   stride);
void scene_camera_clear  (SceneCamera            *self);
