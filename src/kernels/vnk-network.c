/* vnk-network.c: the sizes of a network's layers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "vnk-network.h"

#include <string.h>

static bool
all_finite (const float *values, size_t n)
{
  /* By the exponent's bits and without a branch, so that it costs next to nothing: a network is checked every time. */
  uint32_t bad = 0;

  for (size_t i = 0; i < n; i++)
    {
      uint32_t bits;

      memcpy (&bits, &values[i], sizeof bits);
      bad |= (bits & 0x7f800000u) == 0x7f800000u;
    }
  return bad == 0;
}

static int
half_of (int size)
{
  return size / 2 + size % 2;
}

static bool
layer_valid (const vnk_layer *layer)
{
  return layer->kernel >= 1 && layer->kernel <= 7 && layer->kernel % 2 == 1 &&
         (layer->stride == 1 || layer->stride == 2) && layer->dilation >= 1 && layer->dilation <= 8 &&
         layer->in_channels >= 1 && layer->in_channels <= VNK_MAX_CHANNELS && layer->out_channels >= 1 &&
         layer->out_channels <= VNK_MAX_CHANNELS && layer->weights != NULL && layer->bias != NULL &&
         all_finite (layer->bias, (size_t) layer->out_channels) &&
         all_finite (layer->weights, (size_t) layer->out_channels * (size_t) layer->in_channels *
                                         (size_t) (layer->kernel * layer->kernel));
}

static bool
can_add (const vnk_shape *out, const vnk_shape *added)
{
  bool same = added->width == out->width && added->height == out->height;
  bool half = added->width == half_of (out->width) && added->height == half_of (out->height);

  return added->channels == out->channels && (same || half);
}

bool
vnk_network_shapes (const vnk_network *network, int width, int height, vnk_shape *shapes)
{
  if (network == NULL || network->n_inputs < 1 || network->n_inputs > VNK_MAX_CHANNELS || network->n_layers < 1 ||
      network->n_layers > VNK_MAX_LAYERS || network->layers == NULL || width < 1 || height < 1)
    return false;

  vnk_shape inputs = { width, height, network->n_inputs };

  for (int k = 0; k < network->n_layers; k++)
    {
      const vnk_layer *layer = &network->layers[k];

      if (layer->from < -1 || layer->from >= k || layer->add < -1 || layer->add >= k || !layer_valid (layer))
        return false;

      const vnk_shape *in = layer->from < 0 ? &inputs : &shapes[layer->from];
      bool whole = layer->stride == 1;

      shapes[k] = (vnk_shape) { whole ? in->width : half_of (in->width), whole ? in->height : half_of (in->height),
                                layer->out_channels };
      if (layer->in_channels != in->channels || (layer->add >= 0 && !can_add (&shapes[k], &shapes[layer->add])))
        return false;
    }
  return true;
}

vnk_status
vnk_network_out_size (const vnk_network *network, int width, int height, int *out_width, int *out_height,
                      int *out_channels)
{
  vnk_shape shapes[VNK_MAX_LAYERS];

  if (out_width == NULL || out_height == NULL || out_channels == NULL ||
      !vnk_network_shapes (network, width, height, shapes))
    return VNK_ERROR_INVALID;

  const vnk_shape *last = &shapes[network->n_layers - 1];

  *out_width = last->width;
  *out_height = last->height;
  *out_channels = last->channels;
  return VNK_OK;
}
