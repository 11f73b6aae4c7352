/* variants.c: the processor's kernels with something about them that must not show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "variants.h"

#include <math.h>

#define PIXEL_ERROR 1e-6
#define BASE_ERROR 1e-7
#define PLACE_ERROR 1e-4 /* px */
#define SNAKE_ERROR 1e-3 /* px */
#define SCORE_ERROR 1e-5

/* The operations that are not set here are called with this backend as their own, and find the processor's `self` in
 * it. */
typedef struct {
  vnk_backend  base;
  vnk_backend *cpu;
  GRand       *rand;
  double       size;
} Variant;

static void
variant_close (vnk_backend *backend)
{
  Variant *self = (Variant *) backend;

  self->cpu->close (self->cpu);
  g_clear_pointer (&self->rand, g_rand_free);
  g_free (self);
}

static Variant *
variant_new (int threads)
{
  Variant *self = g_new0 (Variant, 1);

  if (vnk_cpu_open (threads, &self->cpu) != VNK_OK)
    g_error ("The processor's kernels could not be opened");
  self->base = *self->cpu;
  self->base.close = variant_close;
  return self;
}

/* ---- One at a time ---- */

static vnk_status
track_each (vnk_backend                 *backend,
            const vnk_plane             *in,
            const vnk_mgvf_snake_params *params,
            vnk_cell                    *cells,
            int                          n)
{
  vnk_backend *cpu = ((Variant *) backend)->cpu;
  vnk_status status = VNK_OK;

  for (int i = n - 1; i >= 0 && status == VNK_OK; i--)
    status = cpu->mgvf_snake (cpu, in, params, &cells[i], 1);
  return status;
}

static vnk_status
match_each (vnk_backend     *backend,
            const vnk_plane *first,
            const vnk_plane *second,
            float            flow_x,
            float            flow_y,
            vnk_ncc_match   *matches,
            int              n)
{
  vnk_backend *cpu = ((Variant *) backend)->cpu;
  vnk_status status = VNK_OK;

  for (int i = n - 1; i >= 0 && status == VNK_OK; i--)
    status = cpu->ncc_match (cpu, first, second, flow_x, flow_y, &matches[i], 1);
  return status;
}

static vnk_status
refine_each (vnk_backend                    *backend,
             const vnk_plane                *gx,
             const vnk_plane                *gy,
             const vnk_bspline_snake_params *params,
             const vnk_candidate            *candidates,
             int                             n,
             vnk_contour                    *out)
{
  vnk_backend *cpu = ((Variant *) backend)->cpu;
  vnk_status status = VNK_OK;

  for (int i = n - 1; i >= 0 && status == VNK_OK; i--)
    status = cpu->bspline_snake (cpu, gx, gy, params, &candidates[i], 1, &out[i]);
  return status;
}

vnk_backend *
variant_new_single (int threads)
{
  Variant *self = variant_new (threads);

  self->base.mgvf_snake = track_each;
  self->base.ncc_match = match_each;
  self->base.bspline_snake = refine_each;
  return &self->base;
}

/* ---- With errors ---- */

static float
err (Variant *self,
     float    value,
     double   size)
{
  return (float) ((double) value + self->size * size * g_rand_double_range (self->rand, -1, 1));
}

static void
err_plane (Variant   *self,
           vnk_plane *plane)
{
  double largest = 0;

  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      largest = MAX (largest, fabs ((double) plane->data[y * plane->stride + x]));
  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      {
        float *value = &plane->data[y * plane->stride + x];

        *value = err (self, *value, PIXEL_ERROR * fabs ((double) *value) + BASE_ERROR * largest);
      }
}

static vnk_status
convert (vnk_backend     *backend,
         const vnk_image *frame,
         int              x0,
         int              y0,
         float            scale,
         float            offset,
         vnk_plane       *out)
{
  Variant *self = (Variant *) backend;
  vnk_status status = self->cpu->convert (self->cpu, frame, x0, y0, scale, offset, out);

  err_plane (self, out);
  return status;
}

static vnk_status
gradients (vnk_backend     *backend,
           const vnk_plane *in,
           vnk_plane       *gx,
           vnk_plane       *gy)
{
  Variant *self = (Variant *) backend;
  vnk_status status = self->cpu->gradients (self->cpu, in, gx, gy);

  err_plane (self, gx);
  err_plane (self, gy);
  return status;
}

static vnk_status
network (vnk_backend       *backend,
         const vnk_network *net,
         const vnk_plane   *inputs,
         vnk_plane         *outputs)
{
  Variant *self = (Variant *) backend;
  vnk_status status = self->cpu->network (self->cpu, net, inputs, outputs);
  int width, height, channels;

  if (vnk_network_out_size (net, inputs->width, inputs->height, &width, &height, &channels) == VNK_OK)
    for (int i = 0; i < channels; i++)
      err_plane (self, &outputs[i]);
  return status;
}

static vnk_status
bspline_snake (vnk_backend                    *backend,
               const vnk_plane                *gx,
               const vnk_plane                *gy,
               const vnk_bspline_snake_params *params,
               const vnk_candidate            *candidates,
               int                             n,
               vnk_contour                    *out)
{
  Variant *self = (Variant *) backend;
  vnk_status status = self->cpu->bspline_snake (self->cpu, gx, gy, params, candidates, n, out);

  for (int i = 0; i < n; i++)
    {
      out[i].x = err (self, out[i].x, PLACE_ERROR);
      out[i].y = err (self, out[i].y, PLACE_ERROR);
      out[i].radius = err (self, out[i].radius, PLACE_ERROR);
      out[i].score = err (self, out[i].score, SCORE_ERROR * fabs ((double) out[i].score));
    }
  return status;
}

static vnk_status
ncc_match (vnk_backend     *backend,
           const vnk_plane *first,
           const vnk_plane *second,
           float            flow_x,
           float            flow_y,
           vnk_ncc_match   *matches,
           int              n)
{
  Variant *self = (Variant *) backend;
  vnk_status status = self->cpu->ncc_match (self->cpu, first, second, flow_x, flow_y, matches, n);

  for (int i = 0; i < n; i++)
    {
      matches[i].new_x = err (self, matches[i].new_x, PLACE_ERROR);
      matches[i].new_y = err (self, matches[i].new_y, PLACE_ERROR);
      matches[i].correlation = err (self, matches[i].correlation, SCORE_ERROR);
    }
  return status;
}

static vnk_status
translation (vnk_backend     *backend,
             const vnk_plane *first,
             const vnk_plane *weight,
             const vnk_plane *second,
             vnk_translation *shifted,
             vnk_plane       *aligned)
{
  Variant *self = (Variant *) backend;
  vnk_status status = self->cpu->translation (self->cpu, first, weight, second, shifted, aligned);

  shifted->dx = err (self, shifted->dx, PLACE_ERROR);
  shifted->dy = err (self, shifted->dy, PLACE_ERROR);
  shifted->gain = err (self, shifted->gain, SCORE_ERROR);
  return status;
}

static vnk_status
mgvf_snake (vnk_backend                 *backend,
            const vnk_plane             *in,
            const vnk_mgvf_snake_params *params,
            vnk_cell                    *cells,
            int                          n)
{
  Variant *self = (Variant *) backend;
  vnk_status status = self->cpu->mgvf_snake (self->cpu, in, params, cells, n);

  for (int i = 0; i < n; i++)
    {
      cells[i].new_x = err (self, cells[i].new_x, SNAKE_ERROR);
      cells[i].new_y = err (self, cells[i].new_y, SNAKE_ERROR);
      cells[i].score = err (self, cells[i].score, SCORE_ERROR);
      for (int k = 0; k < VNK_ELLIPSE_POINTS; k++)
        cells[i].new_radii[k] = err (self, cells[i].new_radii[k], SNAKE_ERROR);
    }
  return status;
}

vnk_backend *
variant_new_rounded (double  size,
                     guint32 seed)
{
  Variant *self = variant_new (0);

  self->size = size;
  self->rand = g_rand_new_with_seed (seed);
  self->base.convert = convert;
  self->base.gradients = gradients;
  self->base.network = network;
  self->base.bspline_snake = bspline_snake;
  self->base.ncc_match = ncc_match;
  self->base.translation = translation;
  self->base.mgvf_snake = mgvf_snake;
  return &self->base;
}
