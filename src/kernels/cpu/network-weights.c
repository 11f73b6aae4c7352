/* network-weights.c: a layer's weights in the order in which they are read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "network-weights.h"

#include "network-winograd.h"

static int
whole_groups (const vnk_layer *layer, int group)
{
  return (layer->out_channels + group - 1) / group * group;
}

size_t
vnk_weights_size (const vnk_layer *layer, int group)
{
  return (size_t) whole_groups (layer, group) * (size_t) (layer->in_channels * layer->kernel * layer->kernel + 1);
}

void
vnk_weights_arrange (const vnk_layer *layer, int group, float *out)
{
  ptrdiff_t terms = (ptrdiff_t) layer->in_channels * layer->kernel * layer->kernel;
  int channels = whole_groups (layer, group);

  for (int first = 0; first < channels; first += group)
    for (ptrdiff_t i = 0; i < terms; i++)
      for (int o = first; o < first + group; o++)
        *out++ = o < layer->out_channels ? layer->weights[o * terms + i] : 0.0f;
  for (int o = 0; o < channels; o++)
    *out++ = o < layer->out_channels ? layer->bias[o] : 0.0f;
}

size_t
vnk_band_weights_size (const vnk_layer *layer, int group)
{
  return (size_t) whole_groups (layer, group) * (size_t) layer->in_channels * VNK_WINOGRAD_TAPS;
}

void
vnk_band_weights_arrange (const vnk_layer *layer, int group, float *out)
{
  ptrdiff_t next = (ptrdiff_t) vnk_band_weights_size (layer, group);

  for (int first = 0; first < layer->out_channels; first += group)
    for (int c = 0; c < layer->in_channels; c++)
      for (int i = 0; i < VNK_WINOGRAD_TAPS; i++)
        for (int o = first; o < first + group; o++, out++)
          {
            const float *kernel = &layer->weights[((ptrdiff_t) o * layer->in_channels + c) * 9 + i];
            float bands[VNK_WINOGRAD_READS] = { 0 };

            if (o < layer->out_channels)
              vnk_winograd_weights ((float[3]) { kernel[0], kernel[3], kernel[6] }, bands);
            for (int band = 0; band < VNK_WINOGRAD_READS; band++)
              out[band * next] = bands[band];
          }
}
