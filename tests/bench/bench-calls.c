/* bench-calls.c: what each operation is called with, and what it has to do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-calls.h"

#include "reference.h"
#include "vnk-vesselness.h"

#define SOR_FLOPS 67.0 /* of a pixel in a sweep: six neighbours one by one, two together, the step */

#define CALL(operation, ...) (b->stage->backend->operation (b->stage->backend, __VA_ARGS__) == VNK_OK)

static BenchAmount
pixels_of (const vnk_plane *plane,
           double           bytes,
           double           flops)
{
  double n = (double) plane->width * plane->height;

  return (BenchAmount){ n / 1e6, "Mpx", n * bytes, n * flops };
}

static BenchAmount
cells_of (const BenchCalls *b,
          double       flops)
{
  double n = b->stage->matches->len;

  return (BenchAmount){ n, "cells", 0, n * flops };
}

static double
disc_pixels (double radius)
{
  return G_PI * radius * radius;
}

/* ---- Detection ---- */

static gboolean
run_convert (BenchCalls *b)
{
  const BenchPicture *p = b->stage->picture;

  return CALL (convert, &p->first, p->x0, p->y0, 1, 0, &b->stage->first);
}

static void
reference_convert (BenchCalls *b)
{
  const BenchPicture *p = b->stage->picture;

  vnk_reference_convert (&p->first, p->x0, p->y0, 1, 0, p->width, p->height, b->doubles[0]);
}

static BenchAmount
amount_convert (const BenchCalls *b)
{
  return pixels_of (&b->stage->first, 1 + 4, 2);
}

static gboolean
run_histogram (BenchCalls *b)
{
  uint64_t counts[VNK_MIN_BINS] = { 0 };

  return CALL (histogram, &b->stage->picture->first, NULL, 0, VNK_MIN_BINS, counts);
}

static void
reference_histogram (BenchCalls *b)
{
  uint64_t counts[VNK_MIN_BINS] = { 0 };

  vnk_reference_histogram (&b->stage->picture->first, NULL, 0, VNK_MIN_BINS, counts);
}

static BenchAmount
amount_histogram (const BenchCalls *b)
{
  double n = (double) b->stage->picture->first.width * b->stage->picture->first.height;

  return (BenchAmount){ n / 1e6, "Mpx", n, 0 };
}

static gboolean
run_gradients (BenchCalls *b)
{
  return CALL (gradients, &b->stage->first, &b->stage->gx, &b->stage->gy);
}

static void
reference_gradients (BenchCalls *b)
{
  vnk_reference_gradients (&b->stage->first, b->doubles[0], b->doubles[1]);
}

static BenchAmount
amount_gradients (const BenchCalls *b)
{
  return pixels_of (&b->stage->first, 4 + 8, 4);
}

static gboolean
run_gicov (BenchCalls *b)
{
  BenchStage *s = b->stage;

  return CALL (gicov, &s->gx, &s->gy, &s->gicov, &s->score, &s->radius, &s->mean);
}

static void
reference_gicov (BenchCalls *b)
{
  BenchStage *s = b->stage;

  vnk_reference_gicov (&s->gx, &s->gy, &s->gicov, b->doubles[0], b->doubles[1], b->doubles[2]);
}

/* At each point of each circle the gradient along the normal, and its sums. */
static BenchAmount
amount_gicov (const BenchCalls *b)
{
  const vnk_gicov_params *params = &b->stage->gicov;

  return pixels_of (&b->stage->first, 8 + 12, 7.0 * params->n_radii * params->n_points);
}

static gboolean
run_dilate (BenchCalls *b)
{
  return CALL (dilate, &b->stage->score, (float) (1.2 * b->stage->picture->radius), &b->stage->dilated);
}

static void
reference_dilate (BenchCalls *b)
{
  vnk_reference_dilate (&b->stage->score, 1.2 * b->stage->picture->radius, b->doubles[0]);
}

static BenchAmount
amount_dilate (const BenchCalls *b)
{
  return pixels_of (&b->stage->first, 4 + 4, 0);
}

static gboolean
run_maxima (BenchCalls *b)
{
  BenchStage *s = b->stage;
  vnk_candidate found[64];
  int n;

  return CALL (maxima, &s->score, &s->radius, &s->mean, NULL, &s->dilated, 1.8f, 5, found, G_N_ELEMENTS (found), &n);
}

static void
reference_maxima (BenchCalls *b)
{
  vnk_reference_maxima (&b->stage->score, &b->stage->dilated, 1.8, 5, (uint8_t *) b->doubles[0]);
}

static BenchAmount
amount_maxima (const BenchCalls *b)
{
  return pixels_of (&b->stage->first, 4 + 4, 0);
}

/* As many candidates as there are cells, where they are. */
static gboolean
run_bspline_snake (BenchCalls *b)
{
  BenchStage *s = b->stage;
  guint n = s->matches->len;

  for (guint i = 0; i < n; i++)
    {
      const vnk_ncc_match *match = &g_array_index (s->matches, vnk_ncc_match, i);

      g_array_index (s->candidates, vnk_candidate, i) =
        (vnk_candidate){ (int) match->x + 1, (int) match->y - 1, 4, (float) s->picture->radius, 1 };
    }
  return n == 0 || CALL (bspline_snake, &s->gx, &s->gy, &s->refine, (vnk_candidate *) s->candidates->data, (int) n,
                         (vnk_contour *) s->contours->data);
}

int
bench_calls_few (const BenchCalls *b)
{
  return (int) MIN (b->stage->matches->len, BENCH_FEW);
}

static void
reference_bspline_snake (BenchCalls *b)
{
  BenchStage *s = b->stage;
  double points[VNK_CONTOUR_POINTS][2];

  for (int i = 0; i < bench_calls_few (b); i++)
    vnk_reference_bspline_snake (&s->gx, &s->gy, &s->refine, &g_array_index (s->candidates, vnk_candidate, i), points);
}

static BenchAmount
amount_bspline_snake (const BenchCalls *b)
{
  return cells_of (b, 0);
}

/* ---- Tracking ---- */

static gboolean
run_mgvf_snake (BenchCalls *b)
{
  return bench_stage_track (b->stage);
}

/* As published. */
static void
reference_mgvf_snake (BenchCalls *b)
{
  BenchStage *s = b->stage;
  vnk_mgvf_snake_params params;

  vnk_mgvf_snake_paper_params (&params, (float) s->picture->radius, 1, 0);
  for (int i = 0; i < bench_calls_few (b); i++)
    {
      vnk_cell cell = g_array_index (s->cells, vnk_cell, i);

      vnk_reference_mgvf_snake (&s->next, &params, VNK_REFERENCE_PUBLISHED, &cell);
    }
}

static BenchAmount
amount_mgvf_snake (const BenchCalls *b)
{
  const vnk_mgvf_snake_params *params = &b->stage->track;

  return cells_of (b, SOR_FLOPS * bench_stage_mean_sweeps (b->stage) * params->window_length * params->window_width);
}

static gboolean
run_ncc_match (BenchCalls *b)
{
  return bench_stage_match (b->stage);
}

static void
reference_ncc_match (BenchCalls *b)
{
  for (int i = 0; i < bench_calls_few (b); i++)
    {
      vnk_ncc_match match = g_array_index (b->stage->matches, vnk_ncc_match, i);

      vnk_reference_ncc_match (&b->stage->first, &b->stage->next, 1, 0, &match);
    }
}

/* Whole shifts, each over the patch. */
static BenchAmount
amount_ncc_match (const BenchCalls *b)
{
  const vnk_ncc_match *match = &g_array_index (b->stage->matches, vnk_ncc_match, 0);
  double shifts = (2.0 * match->along + 3) * (2.0 * match->across + 3);

  return cells_of (b, 2 * shifts * disc_pixels ((double) match->radius));
}

/* ---- The network, the picture's movement ---- */

static gboolean
run_resample (BenchCalls *b)
{
  float step = (float) (b->stage->picture->radius / 8);

  return CALL (resample, &b->stage->first, -16 * step, -16 * step, step, 0, &b->stage->input);
}

static void
reference_resample (BenchCalls *b)
{
  double step = b->stage->picture->radius / 8;

  vnk_reference_resample (&b->stage->first, -16 * step, -16 * step, step, 0, b->stage->input.width,
                          b->stage->input.height, b->doubles[0]);
}

static BenchAmount
amount_resample (const BenchCalls *b)
{
  return pixels_of (&b->stage->input, 4 + 4, 20);
}

static gboolean
run_local_normalise (BenchCalls *b)
{
  return CALL (local_normalise, &b->stage->input, 32, 8, 8, &b->stage->flat);
}

static void
reference_local_normalise (BenchCalls *b)
{
  vnk_reference_local_normalise (&b->stage->input, 32, 8, 8, b->doubles[0]);
}

static BenchAmount
amount_local_normalise (const BenchCalls *b)
{
  return pixels_of (&b->stage->input, 4 + 4, 6);
}

static gboolean
run_network (BenchCalls *b)
{
  return CALL (network, &b->stage->network->net, &b->stage->flat, b->stage->maps);
}

static void
reference_network (BenchCalls *b)
{
  vnk_reference_network (&b->stage->network->net, &b->stage->flat, b->doubles[0], b->doubles[1]);
}

/* Every layer is as large as the strides before it leave it. */
static BenchAmount
amount_network (const BenchCalls *b)
{
  const vnk_network *net = &b->stage->network->net;
  double pixels[VNK_MAX_LAYERS], flops = 0;
  double all = (double) b->stage->input.width * b->stage->input.height;

  for (int i = 0; i < net->n_layers; i++)
    {
      const vnk_layer *layer = &net->layers[i];

      pixels[i] = (layer->from < 0 ? all : pixels[layer->from]) / (layer->stride * layer->stride);
      flops += pixels[i] * 2.0 * layer->kernel * layer->kernel * layer->in_channels * layer->out_channels;
    }
  return (BenchAmount){ all / 1e6, "Mpx", 4 * all + 4 * BENCH_MAPS * pixels[net->n_layers - 1], flops };
}

static gboolean
run_pyramid_down (BenchCalls *b)
{
  return CALL (pyramid_down, &b->stage->first, &b->stage->half);
}

static void
reference_pyramid_down (BenchCalls *b)
{
  vnk_reference_pyramid_down (&b->stage->first, b->doubles[0]);
}

static BenchAmount
amount_pyramid_down (const BenchCalls *b)
{
  return pixels_of (&b->stage->first, 4 + 1, 4);
}

static gboolean
run_translation (BenchCalls *b)
{
  vnk_translation shift = { .range = 8 };

  return CALL (translation, &b->stage->first, NULL, &b->stage->next, &shift, &b->stage->aligned);
}

static void
reference_translation (BenchCalls *b)
{
  vnk_translation shift = { .range = 8 };

  vnk_reference_translation (&b->stage->first, NULL, &b->stage->next, &shift);
}

static BenchAmount
amount_translation (const BenchCalls *b)
{
  return pixels_of (&b->stage->first, 4 + 4 + 4, 0);
}

/* ---- Vessels ---- */

static const vnk_vesselness_params five_scales = {
  .depth = 1, .n_sigmas = 5, .sigmas = { 1, 2, 3, 4, 5 }, .alpha = 0.5f, .beta = 0.5f
};

static gboolean
run_vesselness (BenchCalls *b)
{
  return CALL (vesselness, &b->stage->first, &five_scales, &b->stage->aligned, NULL, NULL);
}

static void
reference_vesselness (BenchCalls *b)
{
  const vnk_plane *in = &b->stage->first;
  g_autofree vnk_reference_vessel *vessels = g_new (vnk_reference_vessel, (gsize) in->width * in->height);

  vnk_reference_vesselness (in, &five_scales, vessels);
}

/* Smoothing, differences and the measure; these are 90 operations. */
static BenchAmount
amount_vesselness (const BenchCalls *b)
{
  double flops = 0;

  for (int k = 0; k < five_scales.n_sigmas; k++)
    {
      float weights[VNK_VESSELNESS_MAX_RADIUS + 1];
      double variance = vnk_vesselness_step_to (five_scales.sigmas, k, 0).flat;

      flops += 2 * 3.0 * vnk_vesselness_weights (variance, weights) + 45 + 90;
    }
  return pixels_of (&b->stage->first, 4 + 4, flops);
}

/* ---- Running means, and the detector's augmentations ---- */

static gboolean
run_running_moments (BenchCalls *b)
{
  BenchStage *s = b->stage;

  return CALL (running_moments, &s->first, 1, 0, 0.1f, 0.1f, &s->aligned, &s->dilated);
}

static void
reference_running_moments (BenchCalls *b)
{
  vnk_reference_running_moments (&b->stage->first, 1, 0, 0.1, 0.1, b->doubles[0], b->doubles[1]);
}

static BenchAmount
amount_running_moments (const BenchCalls *b)
{
  return pixels_of (&b->stage->first, 4 + 8 + 8, 8);
}

static gboolean
run_robust_weights (BenchCalls *b)
{
  BenchStage *s = b->stage;

  return CALL (robust_weights, &s->first, &s->next, 4, 1e-6f, &s->aligned);
}

static void
reference_robust_weights (BenchCalls *b)
{
  vnk_reference_robust_weights (&b->stage->first, &b->stage->next, 4, 1e-6, b->doubles[0]);
}

static BenchAmount
amount_robust_weights (const BenchCalls *b)
{
  return pixels_of (&b->stage->first, 4 + 4 + 4, 4);
}

static gboolean
run_ring_statistics (BenchCalls *b)
{
  return CALL (ring_statistics, &b->stage->first, (vnk_ring_statistics *) b->looks->data, (int) b->looks->len);
}

static void
reference_ring_statistics (BenchCalls *b)
{
  for (int i = 0; i < bench_calls_few (b); i++)
    vnk_reference_ring_statistics (&b->stage->first, &g_array_index (b->looks, vnk_ring_statistics, i));
}

static BenchAmount
amount_ring_statistics (const BenchCalls *b)
{
  return amount_bspline_snake (b);
}

static gboolean
run_add_noise (BenchCalls *b)
{
  return CALL (add_noise, &b->stage->aligned, 0.001f, 1);
}

static void
reference_add_noise (BenchCalls *b)
{
  vnk_reference_add_noise (&b->stage->first, 0.001, 1, b->doubles[0]);
}

static gboolean
run_flip (BenchCalls *b)
{
  return CALL (flip, &b->stage->aligned, FALSE);
}

static void
reference_flip (BenchCalls *b)
{
  vnk_reference_flip (&b->stage->first, FALSE, b->doubles[0]);
}

static BenchAmount
amount_add_noise (const BenchCalls *b)
{
  return pixels_of (&b->stage->first, 4 + 4, 0);
}

static BenchAmount
amount_flip (const BenchCalls *b)
{
  return amount_add_noise (b);
}

const BenchOperation bench_all_operations[] = {
#define ADD(operation) \
  { #operation, run_##operation, reference_##operation, amount_##operation, offsetof (vnk_backend, operation) },
  VNK_OPERATIONS (ADD)
#undef ADD
};

const guint bench_n_operations = G_N_ELEMENTS (bench_all_operations);
