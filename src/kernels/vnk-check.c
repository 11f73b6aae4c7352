/* vnk-check.c: what every backend refuses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "vnk-check.h"

#include <math.h>

#define MIN_STEP 0.0625 /* px, of a turned copy */
#define MAX_STEP 64.0

static bool
flow_valid (float flow_x, float flow_y)
{
  float length = hypotf (flow_x, flow_y);

  return length > 0.999f && length < 1.001f;
}

static bool
position_valid (float x, float y)
{
  return fabsf (x) <= (float) (1 << 20) && fabsf (y) <= (float) (1 << 20);
}

/* Whether both are planes, of one size. */
static bool
pair_valid (const vnk_plane *a, const vnk_plane *b)
{
  return vnk_plane_valid (a) && vnk_plane_valid (b) && vnk_plane_same_size (a, b);
}

static bool
radii_valid (const float *radii)
{
  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    if (!isfinite (radii[i]) || radii[i] < 0.0f)
      return false;
  return true;
}

static bool
gicov_params_valid (const vnk_gicov_params *params)
{
  if (params == NULL || params->n_radii < 1 || params->n_radii > VNK_MAX_RADII || params->n_points < 8 ||
      params->n_points > VNK_MAX_POINTS || !(params->harmonic_weight >= 0.0f) || !(params->noise >= 0.0f) ||
      !isfinite (params->harmonic_weight) || !isfinite (params->noise) || !(params->min_score >= 0.0f) ||
      !isfinite (params->min_score))
    return false;

  for (int i = 0; i < params->n_radii; i++)
    if (!(params->radii[i] > 0.0f) || params->radii[i] > VNK_MAX_RADIUS ||
        (i > 0 && params->radii[i] <= params->radii[i - 1]))
      return false;

  return true;
}

static bool
mgvf_params_valid (const vnk_mgvf_params *params)
{
  return params != NULL && params->mu > 0.0f && params->mu <= 1000.0f && params->omega > 0.0f && params->omega < 2.0f &&
         params->tolerance >= 0.0f && params->max_sweeps >= 0 && params->coarse_sweeps >= 0;
}

static bool
ellipse_snake_params_valid (const vnk_ellipse_snake_params *params)
{
  return params != NULL && params->step > 0.0f && params->step <= 1.0f && params->edge_weight >= 0.0f &&
         params->edge_weight <= 100.0f && params->size_weight >= 0.0f && params->size_weight <= 2.0f &&
         params->path_weight >= 0.0f && params->path_weight <= 2.0f && params->expected_radius > 0.0f &&
         params->expected_radius <= VNK_MAX_RADIUS && params->tolerance >= 0.0f && params->max_iterations >= 0;
}

static bool
mgvf_snake_params_valid (const vnk_mgvf_snake_params *params)
{
  return params != NULL && flow_valid (params->flow_x, params->flow_y) && params->window_length >= 1 &&
         params->window_length <= VNK_MAX_WINDOW && params->window_length % 2 == 1 && params->window_width >= 1 &&
         params->window_width <= VNK_MAX_WINDOW && params->window_width % 2 == 1 &&
         mgvf_params_valid (&params->mgvf) && ellipse_snake_params_valid (&params->ellipse);
}

static bool
image_valid (const vnk_image *frame)
{
  return frame != NULL && frame->data != NULL && frame->width >= 1 && frame->height >= 1 &&
         (frame->bytes_per_sample == 1 || frame->bytes_per_sample == 2);
}

bool
vnk_check_convert (const vnk_image *frame, float scale, float offset, const vnk_plane *out)
{
  return image_valid (frame) && isfinite (scale) && isfinite (offset) && vnk_plane_valid (out);
}

bool
vnk_check_histogram (const vnk_image *frame, const vnk_plane *mask, int shift, int n_bins, const uint64_t *counts)
{
  return image_valid (frame) && frame->width <= INT32_MAX / frame->height && counts != NULL && shift >= 0 &&
         shift <= 8 && n_bins >= VNK_MIN_BINS && n_bins <= VNK_MAX_BINS &&
         (mask == NULL || (vnk_plane_valid (mask) && mask->width == frame->width && mask->height == frame->height));
}

bool
vnk_check_gradients (const vnk_plane *in, const vnk_plane *gx, const vnk_plane *gy)
{
  return pair_valid (in, gx) && pair_valid (in, gy);
}

bool
vnk_check_gicov (const vnk_plane *gx, const vnk_plane *gy, const vnk_gicov_params *params, const vnk_plane *score,
                 const vnk_plane *radius, const vnk_plane *mean)
{
  return pair_valid (gx, gy) && pair_valid (gx, score) && pair_valid (gx, radius) && pair_valid (gx, mean) &&
         gicov_params_valid (params);
}

bool
vnk_check_dilate (const vnk_plane *in, float radius, const vnk_plane *out)
{
  return pair_valid (in, out) && radius >= 0.0f && radius <= VNK_MAX_RADIUS;
}

bool
vnk_check_maxima (const vnk_plane *score, const vnk_plane *radius, const vnk_plane *mean, const vnk_plane *growth,
                  const vnk_plane *dilated, float threshold, int border, const vnk_candidate *out, int capacity,
                  const int *n)
{
  return pair_valid (score, radius) && pair_valid (score, mean) && pair_valid (score, dilated) &&
         (growth == NULL || pair_valid (score, growth)) && !isnan (threshold) && border >= 0 && capacity >= 0 &&
         n != NULL && (out != NULL || capacity == 0);
}

bool
vnk_check_bspline_snake (const vnk_plane *gx, const vnk_plane *gy, const vnk_bspline_snake_params *params,
                         const vnk_candidate *candidates, int n, const vnk_contour *out)
{
  if (!pair_valid (gx, gy) || params == NULL || params->iterations < 0 || !(params->reach > 0.0f) ||
      params->reach > VNK_MAX_RADIUS || !(params->step > 0.0f) || params->step > VNK_MAX_STEP ||
      !(params->harmonic_weight >= 0.0f) || !(params->noise >= 0.0f) || n < 0 ||
      (n > 0 && (candidates == NULL || out == NULL)))
    return false;

  for (int i = 0; i < n; i++)
    if (!(candidates[i].radius > 0.0f) || candidates[i].radius > VNK_MAX_RADIUS ||
        !position_valid ((float) candidates[i].x, (float) candidates[i].y))
      return false;
  return true;
}

bool
vnk_check_mgvf_snake (const vnk_plane *in, const vnk_mgvf_snake_params *params, const vnk_cell *cells, int n)
{
  if (!vnk_plane_valid (in) || !mgvf_snake_params_valid (params) || n < 0 || (cells == NULL && n > 0))
    return false;

  for (int i = 0; i < n; i++)
    if (!position_valid (cells[i].x, cells[i].y) || !isfinite (cells[i].path_offset) ||
        !radii_valid (cells[i].radii))
      return false;
  return true;
}

static bool
ncc_valid (const vnk_ncc_match *match)
{
  return position_valid (match->x, match->y) && position_valid (match->guess_x, match->guess_y) &&
         match->radius >= 0.0f && match->radius <= VNK_MAX_RADIUS && match->along >= 0 &&
         match->along <= VNK_MAX_SEARCH && match->across >= 0 && match->across <= VNK_MAX_SEARCH;
}

bool
vnk_check_ncc_match (const vnk_plane *first, const vnk_plane *second, float flow_x, float flow_y,
                     const vnk_ncc_match *matches, int n)
{
  if (!vnk_plane_valid (first) || !vnk_plane_valid (second) || !flow_valid (flow_x, flow_y) || n < 0 ||
      (matches == NULL && n > 0))
    return false;

  for (int i = 0; i < n; i++)
    if (!ncc_valid (&matches[i]))
      return false;
  return true;
}

bool
vnk_check_resample (const vnk_plane *in, float x, float y, float step_x, float step_y, const vnk_plane *out)
{
  double step = hypot ((double) step_x, (double) step_y);

  return vnk_plane_valid (in) && vnk_plane_valid (out) && in->data != out->data && out->width <= VNK_MAX_SIDE &&
         out->height <= VNK_MAX_SIDE && position_valid (x, y) && step >= MIN_STEP && step <= MAX_STEP;
}

bool
vnk_check_local_normalise (const vnk_plane *in, int radius, float noise, float limit, const vnk_plane *out)
{
  return pair_valid (in, out) && in->data != out->data && radius >= 1 && radius <= VNK_MAX_RADIUS && noise > 0.0f &&
         isfinite (noise) && limit > 0.0f;
}

bool
vnk_check_add_noise (const vnk_plane *plane, float scale)
{
  return vnk_plane_valid (plane) && isfinite (scale);
}

bool
vnk_check_ring_statistics (const vnk_plane *in, const vnk_ring_statistics *looks, int n)
{
  if (!vnk_plane_valid (in) || n < 0 || (looks == NULL && n > 0))
    return false;
  for (int i = 0; i < n; i++)
    if (!position_valid ((float) looks[i].x, (float) looks[i].y) || !(looks[i].radius > 0.0) ||
        !(looks[i].radius <= VNK_MAX_RADIUS))
      return false;
  return true;
}

static bool
planes_valid (const vnk_plane *planes, int n, int width, int height)
{
  for (int i = 0; i < n; i++)
    if (!vnk_plane_valid (&planes[i]) || planes[i].width != width || planes[i].height != height)
      return false;
  return true;
}

bool
vnk_check_network_planes (const vnk_network *network, const vnk_shape *shapes, const vnk_plane *inputs,
                          const vnk_plane *outputs)
{
  const vnk_shape *last = &shapes[network->n_layers - 1];

  return planes_valid (inputs, network->n_inputs, inputs->width, inputs->height) &&
         planes_valid (outputs, last->channels, last->width, last->height);
}

bool
vnk_check_network (const vnk_network *network, const vnk_plane *inputs, const vnk_plane *outputs, vnk_shape *shapes)
{
  return inputs != NULL && outputs != NULL && vnk_plane_valid (inputs) &&
         vnk_network_shapes (network, inputs->width, inputs->height, shapes) &&
         vnk_check_network_planes (network, shapes, inputs, outputs);
}

bool
vnk_check_pyramid_down (const vnk_plane *in, const vnk_plane *out)
{
  return vnk_plane_valid (in) && vnk_plane_valid (out) && out->width == (in->width + 1) / 2 &&
         out->height == (in->height + 1) / 2;
}

bool
vnk_check_running_moments (const vnk_plane *in, float scale, float offset, float share, float spread_share,
                           const vnk_plane *mean, const vnk_plane *spread)
{
  return pair_valid (in, mean) && pair_valid (in, spread) && isfinite (scale) && isfinite (offset) &&
         share >= 0.0f && share <= 1.0f && spread_share >= 0.0f && spread_share <= 1.0f;
}

bool
vnk_check_robust_weights (const vnk_plane *spread, const vnk_plane *mask, float cutoff, float min_spread,
                          const vnk_plane *weight)
{
  return pair_valid (spread, mask) && pair_valid (spread, weight) && isfinite (cutoff) && cutoff > 0.0f &&
         isfinite (min_spread) && min_spread > 0.0f;
}

bool
vnk_check_translation (const vnk_plane *first, const vnk_plane *weight, const vnk_plane *second,
                       const vnk_translation *shift, const vnk_plane *aligned)
{
  return pair_valid (first, second) && shift != NULL && position_valid (shift->guess_x, shift->guess_y) &&
         shift->range > 0.0f && shift->range <= VNK_MAX_TRANSLATION && (weight == NULL || pair_valid (first, weight)) &&
         (aligned == NULL || pair_valid (first, aligned));
}

static bool
vesselness_params_valid (const vnk_vesselness_params *params, int height)
{
  if (params == NULL || params->depth < 1 || height % params->depth != 0 || params->n_sigmas < 1 ||
      params->n_sigmas > VNK_MAX_SIGMAS || !(params->alpha > 0.0f) || !(params->beta > 0.0f) || !(params->c >= 0.0f) ||
      !isfinite (params->c))
    return false;

  if (params->spacing != 0.0f &&
      (!(params->spacing >= 1.0f / VNK_MAX_SPACING) || !(params->spacing <= VNK_MAX_SPACING) ||
       params->sigmas[params->n_sigmas - 1] > VNK_MAX_SIGMA * params->spacing))
    return false;
  for (int i = 0; i < params->n_sigmas; i++)
    if (!(params->sigmas[i] >= VNK_MIN_SIGMA) || !(params->sigmas[i] <= VNK_MAX_SIGMA) ||
        (i > 0 && params->sigmas[i] <= params->sigmas[i - 1]))
      return false;
  return true;
}

bool
vnk_check_vesselness (const vnk_plane *in, const vnk_vesselness_params *params, const vnk_plane *vesselness,
                      const vnk_plane *scale, const vnk_plane *direction)
{
  if (!pair_valid (in, vesselness) || in->data == vesselness->data ||
      !vesselness_params_valid (params, in->height) ||
      (scale != NULL && (!pair_valid (in, scale) || in->data == scale->data)))
    return false;

  for (int i = 0; direction != NULL && i < (params->depth > 1 ? 3 : 2); i++)
    if (!pair_valid (in, &direction[i]) || in->data == direction[i].data)
      return false;
  return true;
}
