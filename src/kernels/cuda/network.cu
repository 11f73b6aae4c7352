/* network.cu: a small convolutional network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * One kernel a layer (network-layer.cuh), each of which begins to load its weights while the one before it still runs.
 * What lies between layers stays on the device, in memory that is reused as soon as it is not read any more.
 * The weights are brought into their order and sent up once, and again when any of them has changed: they are compared
 * with a copy each time, as a pointer says nothing about what lies there.
 */

#include "cluster.cuh"
#include "network-layer.cuh"

#include <stdlib.h>
#include <string.h>

/* ---- Between the caller's planes and the maps ---- */

/* Channels first … first + gridDim.z − 1, to the planes or from them; those that are too many are set to 0. */
static __global__ void
copy_planes (const __grid_constant__ NetPlanes planes, const __grid_constant__ NetMaps maps, int first, int n,
             bool to_planes)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.z;

  for (int y = blockIdx.y; x < maps.width && y < maps.height; y += gridDim.y)
    {
      float *map = maps.data + y * (ptrdiff_t) maps.stride + x * maps.channels + first + c;

      if (c >= n)
        *map = 0.0f;
      else if (to_planes)
        planes.data[c][y * (ptrdiff_t) planes.stride[c] + x] = *map;
      else
        *map = planes.data[c][y * (ptrdiff_t) planes.stride[c] + x];
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
copy_views (vnk_cuda *cuda, const vnk_view *views, const NetMaps &maps, int channels, bool to_views)
{
  for (int first = 0; first < channels; first += NET_PLANES)
    {
      int n = channels - first < NET_PLANES ? channels - first : NET_PLANES;
      dim3 grid (vnk_cuda_blocks (maps.width, 128), maps.height < 4096 ? maps.height : 4096,
                 to_views ? n : vnk_net_round_up (n, 4));

      VNK_LAUNCH (cuda, copy_planes, grid, 128, 0, planes_of (views + first, n), maps, first, n, to_views);
    }
  return VNK_OK;
}

static NetMaps
maps_of (const vnk_network_plan *plan, int k, float *memory)
{
  vnk_shape inputs = { plan->width, plan->height, plan->n_inputs };
  const vnk_shape *shape = k < 0 ? &inputs : &plan->shapes[k];
  int channels = vnk_net_round_up (shape->channels, 4);

  return { memory + plan->maps_at[k + 1], channels, channels * shape->width, shape->width, shape->height };
}

/* ---- The layers ---- */

static vnk_status
launch_layer (vnk_cuda *cuda, const NetLayer &layer, const NetPlanes &planes)
{
  const NetTiling &tiling = layer.tiling;
  dim3 grid (tiling.tiles_x * tiling.tiles_y, tiling.blocks);
  void (*kernel) (NetLayer, NetPlanes) = layer_kernel<0, 4>;

  if (layer.in.channels == 1)
    kernel = layer.kernel == 5 ? layer_kernel<5, 1> : layer_kernel<0, 1>;
  else if (layer.kernel == 3)
    kernel = layer_kernel<3, 4>;
  else if (layer.kernel == 1)
    kernel = layer_kernel<1, 4>;
  VNK_TRY (vnk_cuda_allow_shared (cuda, kernel, (size_t) tiling.shared));
  return vnk_cuda_launch_with (cuda, kernel, grid, tiling.threads, (size_t) tiling.shared, 1, true, layer, planes);
}

static NetEnd
end_of (const vnk_cuda *cuda, const vnk_network_plan *plan, int k, const NetPlaces &places)
{
  const vnk_layer *layer = &plan->layers[k];
  NetEnd end = {};

  end.out = maps_of (plan, k, places.memory);
  if (layer->add >= 0)
    end.added = maps_of (plan, layer->add, places.memory);
  end.bias = (const float *) cuda->network_weights.memory + plan->bias_at[k];
  end.out_channels = layer->out_channels;
  end.relu = layer->relu;
  if (plan->tails[k] >= 0)
    end.out.data = NULL;
  else if (places.to_planes && k == plan->n_layers - 1)
    end.out.channels = 0;
  return end;
}

static vnk_status
run_layers (vnk_cuda *cuda, const vnk_network_plan *plan, const NetPlaces &places)
{
  const float *weights = (const float *) cuda->network_weights.memory;

  for (int k = 0; k < plan->n_layers; k++)
    {
      const vnk_layer *from = &plan->layers[k];
      int tail = plan->tails[k];
      NetLayer layer = {};

      if (plan->done[k])
        continue;
      layer.in = from->from < 0 ? places.inputs : maps_of (plan, from->from, places.memory);
      layer.end = end_of (cuda, plan, k, places);
      layer.weights = weights + plan->weights_at[k];
      layer.in_channels = vnk_net_in_channels (plan, from);
      layer.kernel = from->kernel;
      layer.dilation = from->dilation;
      layer.stride = from->stride;
      layer.tiling = plan->tilings[k];
      if (tail >= 0)
        {
          layer.tail = weights + plan->weights_at[tail];
          layer.tail_end = end_of (cuda, plan, tail, places);
        }
      VNK_TRY (launch_layer (cuda, layer, places.planes));
    }
  return VNK_OK;
}

#ifndef VNK_CUDA_EMULATED
static bool
same_places (const NetPlaces &a, const NetPlaces &b)
{
  return memcmp (&a.inputs, &b.inputs, sizeof a.inputs) == 0 && memcmp (&a.planes, &b.planes, sizeof a.planes) == 0 &&
         a.memory == b.memory && a.to_planes == b.to_planes;
}

static vnk_status
record (vnk_cuda *cuda, vnk_network_plan *plan)
{
  cudaGraph_t graph = NULL;
  cudaGraphExec_t recording = NULL;

  VNK_CUDA (cuda, cudaStreamBeginCapture (cuda->stream, cudaStreamCaptureModeThreadLocal));

  vnk_status status = run_layers (cuda, plan, plan->places);
  vnk_status ended = vnk_cuda_check (cuda, cudaStreamEndCapture (cuda->stream, &graph));

  if (status == VNK_OK)
    status = ended;
  if (status == VNK_OK)
    status = vnk_cuda_check (cuda, cudaGraphInstantiate (&recording, graph, 0));
  plan->recording = recording;
  if (graph != NULL)
    cudaGraphDestroy (graph);
  return status;
}
#endif

/* All layers; with one call when they were last between the same places. */
static vnk_status
run_again (vnk_cuda *cuda, vnk_network_plan *plan, const NetPlaces &places)
{
#ifndef VNK_CUDA_EMULATED
  if (same_places (plan->places, places))
    {
      if (plan->recording == NULL)
        VNK_TRY (record (cuda, plan));
      VNK_TRY (vnk_cuda_before_launch (cuda));
      return vnk_cuda_check (cuda, cudaGraphLaunch ((cudaGraphExec_t) plan->recording, cuda->stream));
    }
  vnk_network_forget (plan);
  plan->places = places;
#endif
  return run_layers (cuda, plan, places);
}

/* ---- The operation ---- */

static vnk_status
run (vnk_cuda *cuda, const vnk_plane *inputs, vnk_plane *outputs, int n_outputs)
{
  vnk_network_plan *plan = cuda->network;
  vnk_view in[VNK_MAX_CHANNELS], out[VNK_MAX_CHANNELS];
  NetPlaces places = {};

  places.to_planes = n_outputs <= NET_PLANES;
  for (int i = 0; i < plan->n_inputs; i++)
    VNK_TRY (vnk_cuda_read (cuda, &inputs[i], &in[i]));
  for (int i = 0; i < n_outputs; i++)
    {
      VNK_TRY (vnk_cuda_write (cuda, &outputs[i], &out[i]));
      VNK_TRY (vnk_cuda_part (cuda, &in[0], &out[i]));
    }
  places.memory = (float *) vnk_cuda_scratch (cuda, plan->maps_size * sizeof (float));
  if (places.memory == NULL)
    return cuda->dead ? VNK_ERROR_DEVICE : VNK_ERROR_NO_MEMORY;

  places.inputs = maps_of (plan, -1, places.memory);
  if (plan->n_inputs == 1)
    places.inputs = { in[0].data, 1, in[0].stride, in[0].width, in[0].height };
  else
    VNK_TRY (copy_views (cuda, in, places.inputs, plan->n_inputs, false));
  if (places.to_planes)
    places.planes = planes_of (out, n_outputs);

  VNK_TRY (run_again (cuda, plan, places));
  if (!places.to_planes)
    VNK_TRY (copy_views (cuda, out, maps_of (plan, plan->n_layers - 1, places.memory), n_outputs, true));
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
