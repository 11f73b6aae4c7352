/* network.c: a small convolutional network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include "../vnk-network.h"

#include <string.h>

/* What a layer gives out, or the network takes in: rows of a channel one after the other, dense. */
typedef struct {
  vnk_shape shape;
  float    *data;
} Planes;

typedef struct {
  const vnk_layer *layer;
  const Planes    *in;
  const Planes    *added; /* NULL: none */
  const Planes    *out;
} LayerJob;

static size_t
planes_size (vnk_shape shape)
{
  return (size_t) shape.width * (size_t) shape.height * (size_t) shape.channels;
}

static float *
planes_row (const Planes *planes, int channel, int y)
{
  return planes->data + ((ptrdiff_t) channel * planes->shape.height + y) * planes->shape.width;
}

VNK_CLONES static void
add_tap (const float *restrict in, ptrdiff_t stride, float weight, float *restrict out, int n)
{
  if (stride == 1)
    for (int x = 0; x < n; x++)
      out[x] += weight * in[x];
  else
    for (int x = 0; x < n; x++)
      out[x] += weight * in[2 * (ptrdiff_t) x];
}

static void
add_kernel (const LayerJob *job, int o, int c, int y, float *out)
{
  const vnk_layer *layer = job->layer;
  int kernel = layer->kernel;
  const float *weights = layer->weights + ((ptrdiff_t) o * layer->in_channels + c) * kernel * kernel;

  for (int j = 0; j < kernel; j++)
    {
      int v = y * layer->stride + (j - kernel / 2) * layer->dilation;

      if (v < 0 || v >= job->in->shape.height)
        continue;
      for (int i = 0; i < kernel; i++)
        {
          /* Pixels first … last of the row have this tap inside `in`. */
          int shift = (i - kernel / 2) * layer->dilation;
          int first = shift < 0 ? (-shift + layer->stride - 1) / layer->stride : 0;
          int room = job->in->shape.width - 1 - shift;
          int last = room < 0 ? -1 : room / layer->stride;

          last = last < job->out->shape.width ? last : job->out->shape.width - 1;
          if (last >= first)
            add_tap (planes_row (job->in, c, v) + first * layer->stride + shift, layer->stride,
                     weights[j * kernel + i], out + first, last - first + 1);
        }
    }
}

static void
layer_row (void *data, int y, int thread)
{
  const LayerJob *job = data;
  const vnk_layer *layer = job->layer;
  int width = job->out->shape.width;
  bool same = job->added != NULL && job->added->shape.width == width &&
              job->added->shape.height == job->out->shape.height;

  for (int o = 0; o < layer->out_channels; o++)
    {
      float *out = planes_row (job->out, o, y);
      const float *added = job->added == NULL ? NULL : planes_row (job->added, o, same ? y : y / 2);

      for (int x = 0; x < width; x++)
        out[x] = layer->bias[o] + (added == NULL ? 0.0f : added[same ? x : x / 2]);
      for (int c = 0; c < layer->in_channels; c++)
        add_kernel (job, o, c, y, out);
      for (int x = 0; layer->relu && x < width; x++)
        out[x] = out[x] > 0.0f ? out[x] : 0.0f;
    }
}

static bool
planes_valid (const vnk_plane *planes, int n, int width, int height)
{
  for (int i = 0; i < n; i++)
    if (!vnk_plane_valid (&planes[i]) || planes[i].width != width || planes[i].height != height)
      return false;
  return true;
}

vnk_status
vnk_cpu_network (vnk_backend *backend, const vnk_network *network, const vnk_plane *inputs, vnk_plane *outputs)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);
  vnk_shape shapes[VNK_MAX_LAYERS];
  Planes planes[VNK_MAX_LAYERS + 1]; /* the first is what goes in */

  if (inputs == NULL || outputs == NULL || !vnk_plane_valid (inputs) ||
      !vnk_network_shapes (network, inputs->width, inputs->height, shapes) ||
      !planes_valid (inputs, network->n_inputs, inputs->width, inputs->height))
    return VNK_ERROR_INVALID;

  const vnk_shape *last = &shapes[network->n_layers - 1];
  vnk_shape in = { inputs->width, inputs->height, network->n_inputs };
  size_t size = planes_size (in);

  if (!planes_valid (outputs, last->channels, last->width, last->height))
    return VNK_ERROR_INVALID;

  for (int k = 0; k < network->n_layers; k++)
    size += planes_size (shapes[k]);

  float *memory = vnk_scratch_get (&cpu->planes, size * sizeof (float));

  if (memory == NULL)
    return VNK_ERROR_NO_MEMORY;

  planes[0] = (Planes) { in, memory };
  for (int k = 0; k < network->n_layers; k++)
    planes[k + 1] = (Planes) { shapes[k], planes[k].data + planes_size (planes[k].shape) };

  for (int c = 0; c < in.channels; c++)
    for (int y = 0; y < in.height; y++)
      memcpy (planes_row (&planes[0], c, y), vnk_plane_row (&inputs[c], y), (size_t) in.width * sizeof (float));
  for (int k = 0; k < network->n_layers; k++)
    {
      const vnk_layer *layer = &network->layers[k];
      LayerJob job = { layer, &planes[layer->from + 1], layer->add < 0 ? NULL : &planes[layer->add + 1],
                       &planes[k + 1] };

      vnk_pool_run (cpu->pool, shapes[k].height, layer_row, &job);
    }
  for (int o = 0; o < last->channels; o++)
    for (int y = 0; y < last->height; y++)
      memcpy (vnk_plane_row (&outputs[o], y), planes_row (&planes[network->n_layers], o, y),
              (size_t) last->width * sizeof (float));
  return VNK_OK;
}
