/* vnk-check.h: what every backend refuses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "vnk-network.h"
#include "vnk.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline bool
vnk_plane_valid (const vnk_plane *plane)
{
  return plane != NULL && plane->data != NULL && plane->width > 0 && plane->height > 0 &&
         plane->stride >= plane->width && plane->stride <= INT32_MAX / plane->height;
}

static inline bool
vnk_plane_same_size (const vnk_plane *a, const vnk_plane *b)
{
  return a->width == b->width && a->height == b->height;
}

static inline int
vnk_clamp_int (int value, int low, int high)
{
  return value < low ? low : value > high ? high : value;
}

/* Whether an operation takes these arguments: the planes, their sizes and all else. */
bool vnk_check_convert      (const vnk_image *frame, float scale, float offset, const vnk_plane *out);
bool vnk_check_gradients (const vnk_plane *in, const vnk_plane *gx, const vnk_plane *gy);
bool vnk_check_gicov     (const vnk_plane *gx, const vnk_plane *gy, const vnk_gicov_params *params,
                          const vnk_plane *score, const vnk_plane *radius, const vnk_plane *mean);
bool vnk_check_dilate    (const vnk_plane *in, float radius, const vnk_plane *out);
bool vnk_check_maxima    (const vnk_plane *score, const vnk_plane *radius, const vnk_plane *mean,
                          const vnk_plane *growth, const vnk_plane *dilated, float threshold, int border,
                          const vnk_candidate *out, int capacity, const int *n);
bool vnk_check_bspline_snake    (const vnk_plane *gx, const vnk_plane *gy, const vnk_bspline_snake_params *params,
                                 const vnk_candidate *candidates, int n, const vnk_contour *out);
bool vnk_check_mgvf_snake     (const vnk_plane *in, const vnk_mgvf_snake_params *params, const vnk_cell *cells, int n);
bool vnk_check_ncc_match     (const vnk_plane *first, const vnk_plane *second, float flow_x, float flow_y,
                              const vnk_ncc_match *matches, int n);
bool vnk_check_resample    (const vnk_plane *in, float x, float y, float step_x, float step_y, const vnk_plane *out);
bool vnk_check_local_normalise   (const vnk_plane *in, int radius, float noise, float limit, const vnk_plane *out);
bool vnk_check_add_noise   (const vnk_plane *plane, float scale);
bool vnk_check_ring_statistics      (const vnk_plane *in, const vnk_ring_statistics *looks, int n);
/* `shapes` receives those of the layers' outputs. */
bool vnk_check_network   (const vnk_network *network, const vnk_plane *inputs, const vnk_plane *outputs,
                          vnk_shape *shapes);
/* The part of it that says whether the planes have the size of a valid network's shapes. */
bool vnk_check_network_planes (const vnk_network *network, const vnk_shape *shapes, const vnk_plane *inputs,
                               const vnk_plane *outputs);
bool vnk_check_pyramid_down     (const vnk_plane *in, const vnk_plane *out);
bool vnk_check_running_moments   (const vnk_plane *in, float scale, float offset, float share, float spread_share,
                                  const vnk_plane *mean, const vnk_plane *spread);
bool vnk_check_robust_weights     (const vnk_plane *spread, const vnk_plane *mask, float cutoff, float min_spread,
                                   const vnk_plane *weight);
bool vnk_check_translation     (const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second,
                                const vnk_translation *shift, const vnk_plane *aligned);
bool vnk_check_vesselness      (const vnk_plane *in, const vnk_vesselness_params *params, const vnk_plane *vesselness,
                                const vnk_plane *scale, const vnk_plane *direction);
bool vnk_check_histogram (const vnk_image *frame, const vnk_plane *mask, int shift, int n_bins, const uint64_t *counts);

#ifdef __cplusplus
}
#endif
