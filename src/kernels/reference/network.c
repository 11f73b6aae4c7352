/* network.c: a small convolutional network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "reference.h"

#include "../vnk-network.h"

#include <math.h>
#include <stdlib.h>

/* Channels one after the other, and what can have gone wrong with each value. */
typedef struct {
  vnk_shape shape;
  double   *values;
  double   *roundings;
} Planes;

static Planes
planes_new (vnk_shape shape)
{
  size_t n = (size_t) shape.width * (size_t) shape.height * (size_t) shape.channels;

  return (Planes) { shape, calloc (n, sizeof (double)), calloc (n, sizeof (double)) };
}

static void
planes_clear (Planes *self)
{
  free (self->values);
  free (self->roundings);
}

static ptrdiff_t
at (const Planes *planes, int c, int y, int x)
{
  return ((ptrdiff_t) c * planes->shape.height + y) * planes->shape.width + x;
}

/* Where the output of a layer to be added has what belongs to pixel (x, y). */
static ptrdiff_t
added_at (const Planes *out, const Planes *added, int o, int y, int x)
{
  bool same = added->shape.width == out->shape.width && added->shape.height == out->shape.height;

  return same ? at (added, o, y, x) : at (added, o, y / 2, x / 2);
}

/* Whether rows of the layer may be computed together, a dilation apart. */
static bool
uses_winograd (const vnk_layer *layer)
{
  return layer->kernel == 3 && layer->stride == 1;
}

/* The largest magnitude in a column of the input around row y of the output. */
static double
largest_near (const vnk_layer *layer, const Planes *in, int c, int y, int u)
{
  double largest = 0.0;

  for (int v = y - 4 * layer->dilation; v <= y + 4 * layer->dilation; v += layer->dilation)
    if (v >= 0 && v < in->shape.height)
      largest = fmax (largest, fabs (in->values[at (in, c, v, u)]));
  return largest;
}

static void
compute_pixel (const vnk_layer *layer, const Planes *in, const Planes *added, Planes *out, int o, int y, int x)
{
  int reach = (layer->kernel - 1) / 2;
  double value = (double) layer->bias[o];
  double magnitude = fabs (value);
  double roundings = 0.0;

  for (int c = 0; c < layer->in_channels; c++)
    for (int j = 0; j < layer->kernel; j++)
      for (int i = 0; i < layer->kernel; i++)
        {
          double weight =
            (double) layer->weights[((o * layer->in_channels + c) * layer->kernel + j) * layer->kernel + i];
          int v = y * layer->stride + (j - reach) * layer->dilation;
          int u = x * layer->stride + (i - reach) * layer->dilation;

          if (u < 0 || u >= in->shape.width)
            continue;
          if (uses_winograd (layer))
            magnitude += fabs (weight) * largest_near (layer, in, c, y, u);
          if (v < 0 || v >= in->shape.height)
            continue;
          value += weight * in->values[at (in, c, v, u)];
          if (!uses_winograd (layer))
            magnitude += fabs (weight * in->values[at (in, c, v, u)]);
          roundings += fabs (weight) * in->roundings[at (in, c, v, u)];
        }

  if (added != NULL)
    {
      value += added->values[added_at (out, added, o, y, x)];
      magnitude += fabs (added->values[added_at (out, added, o, y, x)]);
      roundings += added->roundings[added_at (out, added, o, y, x)];
    }

  out->values[at (out, o, y, x)] = layer->relu ? fmax (value, 0.0) : value;
  out->roundings[at (out, o, y, x)] =
    roundings + (layer->in_channels * layer->kernel * layer->kernel + 2) * magnitude;
}

void
vnk_reference_network (const vnk_network *network, const vnk_plane *inputs, double *out, double *roundings)
{
  vnk_shape shapes[VNK_MAX_LAYERS];
  Planes outputs[VNK_MAX_LAYERS] = { 0 };
  Planes in = planes_new ((vnk_shape) { inputs[0].width, inputs[0].height, network->n_inputs });

  if (!vnk_network_shapes (network, inputs[0].width, inputs[0].height, shapes))
    abort ();
  for (int c = 0; c < network->n_inputs; c++)
    for (int y = 0; y < inputs[c].height; y++)
      for (int x = 0; x < inputs[c].width; x++)
        in.values[at (&in, c, y, x)] = (double) inputs[c].data[y * inputs[c].stride + x];

  for (int k = 0; k < network->n_layers; k++)
    {
      const vnk_layer *layer = &network->layers[k];

      outputs[k] = planes_new (shapes[k]);
      for (int o = 0; o < shapes[k].channels; o++)
        for (int y = 0; y < shapes[k].height; y++)
          for (int x = 0; x < shapes[k].width; x++)
            compute_pixel (layer, layer->from < 0 ? &in : &outputs[layer->from],
                           layer->add < 0 ? NULL : &outputs[layer->add], &outputs[k], o, y, x);
    }

  const Planes *last = &outputs[network->n_layers - 1];

  for (ptrdiff_t i = 0; i < at (last, last->shape.channels, 0, 0); i++)
    {
      out[i] = last->values[i];
      roundings[i] = last->roundings[i];
    }
  for (int k = 0; k < network->n_layers; k++)
    planes_clear (&outputs[k]);
  planes_clear (&in);
}
