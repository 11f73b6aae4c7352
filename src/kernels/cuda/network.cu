/* network.cu: a small convolutional network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * One kernel a layer (network-layer.cuh), each of which begins to load its weights while the one before it still runs.
 * What lies between layers stays on the device, in places that are taken anew as soon as nobody reads them any more.
 * The weights are brought into their order and sent up once, and again when any of them has changed: they are compared
 * with a copy each time, as a pointer says nothing about what lies there.
 */

#include "cluster.cuh"
#include "network-layer.cuh"

#include <stdlib.h>
#include <string.h>

/* ---- Between the caller's planes and the maps ---- */

/* Channels first … first + n − 1, to the planes or from them. */
static __global__ void
copy_planes (const __grid_constant__ NetPlanes planes, const __grid_constant__ NetMaps maps, int first, bool to_planes)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.z;

  for (int y = blockIdx.y; x < maps.width && y < maps.height; y += gridDim.y)
    {
      float *plane = planes.data[c] + y * (ptrdiff_t) planes.stride[c] + x;
      float *map = maps.data + (first + c) * maps.channel + y * (ptrdiff_t) maps.stride + x;

      if (to_planes)
        *plane = *map;
      else
        *map = *plane;
    }
}

static NetPlanes
planes_of (const vnk_view *views, int n)
{
  NetPlanes planes = {};

  for (int i = 0; i < n; i++)
    {
      planes.data[i] = views[i].data;
      planes.stride[i] = views[i].stride;
    }
  return planes;
}

static vnk_status
copy_views (vnk_cuda *cuda, const vnk_view *views, const NetMaps *maps, int channels, bool to_views)
{
  for (int first = 0; first < channels; first += NET_PLANES)
    {
      int n = channels - first < NET_PLANES ? channels - first : NET_PLANES;
      dim3 grid (vnk_net_divide_up (maps->width, 128), maps->height < 4096 ? maps->height : 4096, n);

      VNK_LAUNCH (cuda, copy_planes, grid, 128, 0, planes_of (views + first, n), *maps, first, to_views);
    }
  return VNK_OK;
}

static NetMaps
maps_of (const vnk_network_plan *plan, int k, float *memory)
{
  vnk_shape inputs = { plan->width, plan->height, plan->n_inputs };
  const vnk_shape *shape = k < 0 ? &inputs : &plan->shapes[k];
  int stride = vnk_net_row (shape);

  return { memory + plan->maps_at[k + 1], (ptrdiff_t) stride * shape->height, stride, shape->width, shape->height };
}

/* ---- The layers ---- */

template <int KERNEL, int STRIDE, int DILATION>
static vnk_status
launch (vnk_cuda *cuda, const NetLayer &layer, const NetPlanes &planes)
{
  dim3 grid (layer.tiling.tiles_x * layer.tiling.tiles_y, layer.tiling.blocks);

  VNK_TRY (vnk_cuda_allow_shared (cuda, (layer_kernel<KERNEL, STRIDE, DILATION, GROUP_PIXELS>), layer.tiling.shared));
  return vnk_cuda_launch_with (cuda, layer_kernel<KERNEL, STRIDE, DILATION, GROUP_PIXELS>, grid, layer.tiling.threads,
                               (size_t) layer.tiling.shared, 1, true, layer, planes);
}

static vnk_status
launch_layer (vnk_cuda *cuda, const NetLayer &layer, const NetPlanes &planes)
{
  int shape = layer.kernel * 100 + layer.stride * 10 + layer.dilation;

  switch (layer.kernel == 1 ? shape - layer.dilation : shape)
    {
    case 110:
      return launch<1, 1, 1> (cuda, layer, planes);
    case 311:
      return launch<3, 1, 1> (cuda, layer, planes);
    case 312:
      return launch<3, 1, 2> (cuda, layer, planes);
    case 314:
      return launch<3, 1, 4> (cuda, layer, planes);
    case 321:
      return launch<3, 2, 1> (cuda, layer, planes);
    case 521:
      return launch<5, 2, 1> (cuda, layer, planes);
    default:
      return launch<0, 0, 0> (cuda, layer, planes);
    }
}

static vnk_status
run_layers (vnk_cuda *cuda, const vnk_network_plan *plan, const NetMaps &inputs, float *memory, const NetPlanes &planes,
            bool to_planes)
{
  const float *weights = (const float *) cuda->network_weights.memory;

  for (int k = 0; k < plan->n_layers; k++)
    {
      const vnk_layer *from = &plan->layers[k];
      size_t terms = (size_t) (from->in_channels * from->kernel * from->kernel);
      size_t wide = (size_t) (vnk_net_count_blocks (from) * vnk_net_count_octets (from) * MAP_CHANNELS);
      NetLayer layer = {};

      layer.in = from->from < 0 ? inputs : maps_of (plan, from->from, memory);
      layer.out = maps_of (plan, k, memory);
      if (from->add >= 0)
        layer.added = maps_of (plan, from->add, memory);
      layer.weights = weights + plan->weights_at[k];
      layer.bias = layer.weights + terms * wide;
      layer.in_channels = from->in_channels;
      layer.out_channels = from->out_channels;
      layer.kernel = from->kernel;
      layer.dilation = from->dilation;
      layer.stride = from->stride;
      layer.relu = from->relu;
      layer.last = to_planes && k == plan->n_layers - 1;
      layer.tiling = plan->tilings[k];
      VNK_TRY (launch_layer (cuda, layer, planes));
    }
  return VNK_OK;
}

/* ---- The operation ---- */

static bool
overlap (const vnk_view &a, const vnk_view &b)
{
  return a.data < b.data + (ptrdiff_t) b.stride * b.height && b.data < a.data + (ptrdiff_t) a.stride * a.height;
}

static vnk_status
run (vnk_cuda *cuda, const vnk_plane *inputs, vnk_plane *outputs, int n_outputs)
{
  vnk_network_plan *plan = cuda->network;
  vnk_view in[VNK_MAX_CHANNELS], out[VNK_MAX_CHANNELS];
  bool direct = n_outputs <= NET_PLANES, aliased = false;

  for (int i = 0; i < plan->n_inputs; i++)
    VNK_TRY (vnk_cuda_read (cuda, &inputs[i], &in[i]));
  for (int i = 0; i < n_outputs; i++)
    {
      VNK_TRY (vnk_cuda_write (cuda, &outputs[i], &out[i]));
      aliased = aliased || overlap (in[0], out[i]);
    }

  float *memory = (float *) vnk_cuda_scratch (cuda, plan->maps_size * sizeof (float));

  if (memory == NULL)
    return VNK_ERROR_NO_MEMORY;

  NetMaps first = maps_of (plan, -1, memory);

  if (plan->n_inputs == 1 && !aliased)
    first = { in[0].data, 0, in[0].stride, in[0].width, in[0].height };
  else
    VNK_TRY (copy_views (cuda, in, &first, plan->n_inputs, false));

  VNK_TRY (run_layers (cuda, plan, first, memory, planes_of (out, direct ? n_outputs : 0), direct));
  if (!direct)
    {
      NetMaps last = maps_of (plan, plan->n_layers - 1, memory);

      VNK_TRY (copy_views (cuda, out, &last, n_outputs, true));
    }
  for (int i = 0; i < n_outputs; i++)
    VNK_TRY (vnk_cuda_written (cuda, &outputs[i], &out[i]));
  return vnk_cuda_end (cuda);
}

vnk_status
vnk_cuda_network (vnk_backend *backend, const vnk_network *network, const vnk_plane *inputs, vnk_plane *outputs)
{
  vnk_shape shapes[VNK_MAX_LAYERS];
  vnk_cuda *cuda = (vnk_cuda *) backend->self;

  if (cuda->network == NULL)
    cuda->network = (vnk_network_plan *) calloc (1, sizeof (vnk_network_plan));
  if (cuda->network == NULL)
    return VNK_ERROR_NO_MEMORY;

  vnk_network_plan *plan = cuda->network;
  bool same = plan->n_layers > 0 && vnk_network_same (plan, network);

  /* Whether the weights are finite has been seen when they were copied. */
  if (same && inputs != NULL && outputs != NULL && plan->width == inputs->width && plan->height == inputs->height)
    {
      memcpy (shapes, plan->shapes, (size_t) plan->n_layers * sizeof *shapes);
      if (!vnk_check_network_planes (network, shapes, inputs, outputs))
        return VNK_ERROR_INVALID;
    }
  else if (!vnk_check_network (network, inputs, outputs, shapes))
    return VNK_ERROR_INVALID;

  VNK_TRY (vnk_cuda_begin (backend, &cuda));
  VNK_TRY (vnk_network_prepare (cuda, network, shapes, inputs->width, inputs->height, same));
  return run (cuda, inputs, outputs, shapes[network->n_layers - 1].channels);
}
