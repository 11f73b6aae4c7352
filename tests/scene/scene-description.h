/* scene-description.h: what a made video shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

/**
 * SceneDescription:
 *
 * Everything that a scene depends on besides its seed. Lengths in px, speeds in px/s, times in s, angles in degrees
 * clockwise on the screen, gray levels of an 8-bit video. The keys of the file, with their meaning, default and range,
 * are listed by `venule-scene --keys`.
 */
typedef struct {
  /* the video */
  int    width, height, frames, bit_depth;
  double frame_rate, pixel_size, scale, exposure;
  /* the vessel */
  double vessel_turn, vessel_turn_radius, branch_angle, branch_width;
  double vessel_angle, vessel_bend, vessel_offset, lumen_width, flow;
  /* the cells */
  int    cells, free_cells;
  double radius_mean, radius_sd;
  double bright, dark, two_sided, ring, blurred;
  double cell_contrast, asymmetry, variety, lighting_angle;
  double rolling_speed, rolling_sd, speed_jitter, wobble;
  double stop_rate, stop_duration, adherent;
  double free_speed, free_sd;
  double crossing, touching, gap, squeeze, opacity;
  /* cells as other laboratories see them */
  double crawling, crawl_speed, against;
  double red_cell_size, red_cell_length, red_cell_nucleus, plasma_gaps;
  double capped, split, crescent, soft, phase, rimmed, glowing, light_spread;
  double size_range, elongation, irregularity, typed_diameter, typed_angle;
  /* what is behind and between them */
  double streak_speed, streak_contrast, clutter, red_cells, red_cell_density, wall_contrast, tissue_contrast, striation;
  /* the microscope and its camera */
  double brightness, illumination_gradient, flicker, flicker_frequency, light_step, read_noise, shot_noise;
  double sensor_texture;
  int    smoothing, text;
  double relief, haze, haze_size;
  double tissue_haze, corner, streak_length;
  double ground, autofluorescence, plasma_light, platelets;
  int    platelet_number;
  double bleaching, lamp_drift, photons, banding, hot_pixels, compression, gray_levels, gray_base;
  double vibration, breathing, breathing_period, drift_x, drift_y;
  double pulse, pulse_rate;
} SceneDescription;

#define SCENE_ERROR (scene_error_quark ())
typedef enum {
  SCENE_ERROR_DESCRIPTION,
} SceneError;

GQuark   scene_error_quark           (void);

/* The defaults alone. */
void     scene_description_init      (SceneDescription    *self);
/* @path: (nullable): a key file with the group [scene]. @overrides: (nullable) (array zero-terminated): "key=value",
 * stronger than the file. Sentences name the key, the value and what would be allowed. */
gboolean scene_description_load      (SceneDescription    *self,
                                      const char          *path,
                                      const char * const  *overrides,
                                      GError             **error);
/* (transfer full): one line a key. */
char    *scene_description_list_keys (void);
