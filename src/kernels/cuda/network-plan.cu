/* network-plan.cu: what is worked out for a network and a size, and kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "network-plan.cuh"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEAMS 16

static size_t
count_weights (const vnk_layer *layer)
{
  return (size_t) layer->out_channels * (size_t) (layer->in_channels * layer->kernel * layer->kernel);
}

/* ---- Cutting a layer into blocks ---- */

static int
log_of (int power)
{
  int log = 0;

  while (1 << log < power)
    log++;
  return log;
}

/* Fills in what follows from columns, pixels and teams; false where that fits nowhere. `tail`: floats of the weights
 * of the layer that is done with this one. */
static bool
complete_tiling (NetTiling *tiling, const vnk_layer *layer, int chunk, int tail, const vnk_shape *out, int max_shared)
{
  int taps = layer->kernel * layer->kernel, reach = (layer->kernel - 1) * layer->dilation;
  int channels = vnk_net_round_up (layer->in_channels, chunk), columns = 1 << tiling->columns_log;
  int rows = tiling->pixels / columns, wide, room, sums, patch;

  tiling->blocks = vnk_net_count_blocks (layer);
  tiling->octets = vnk_net_count_octets (layer);
  tiling->octets_log = log_of (tiling->octets);
  tiling->pixels_log = log_of (tiling->pixels);
  tiling->team_log = log_of (tiling->pixels / PIXELS * tiling->octets);
  tiling->threads = vnk_net_round_up (tiling->teams << tiling->team_log, 32);
  tiling->patch_width = (columns - 1) * layer->stride + reach + 1;
  tiling->patch_height = (rows - 1) * layer->stride + reach + 1;
  tiling->by_width = NET_INVERSE (tiling->patch_width);
  tail += 2 * BLOCK_CHANNELS; /* biases */
  wide = tiling->octets * MAP_CHANNELS;
  patch = tiling->patch_width * tiling->patch_height;

  room = max_shared / (int) sizeof (float) - tail - 8 * tiling->octets - 4 * patch;
  sums = tiling->teams * tiling->pixels * (wide + 4);
  tiling->part = room / (patch + taps * wide) / chunk * chunk;
  if (rows < 1 || tiling->threads > LAYER_THREADS || tiling->part < chunk ||
      (tail + sums) * (int) sizeof (float) > max_shared)
    return false;
  if (tiling->part > channels)
    tiling->part = channels;
  tiling->by_chunks = NET_INVERSE (tiling->part / chunk);
  /* Octets and adjacent pixels in different banks. */
  tiling->octet = tiling->part * taps * MAP_CHANNELS + (tiling->octets > 1 ? 8 : 0);
  tiling->pixel = chunk == 1 ? tiling->part : tiling->part / 4 % 2 == 0 ? tiling->part + 4 : tiling->part;
  patch = patch * tiling->pixel + tiling->octets * tiling->octet;
  tiling->shared = (tail + (patch > sums ? patch : sums)) * (int) sizeof (float);
  tiling->tiles_x = vnk_net_divide_up (out->width, columns);
  tiling->tiles_y = vnk_net_divide_up (out->height, rows);
  return true;
}

/* Cycles that a layer may take, roughly: a processor issues four instructions a cycle, one from each scheduler. */
static double
estimate (const NetTiling *tiling, const vnk_layer *layer, int chunk, const vnk_cuda *cuda)
{
  int taps = layer->kernel * layer->kernel, wide = tiling->octets * MAP_CHANNELS;
  int channels = vnk_net_round_up (layer->in_channels, chunk);
  double n = (double) tiling->tiles_x * tiling->tiles_y * tiling->blocks;
  double warps = tiling->threads / 32.0, at_once = ceil (n / cuda->n_processors);
  double maximum = floor ((cuda->max_shared + 1024.0) / (tiling->shared + 1024.0));
  double steps = ceil ((double) channels / chunk * layer->kernel / tiling->teams) * layer->kernel;
  double multiply = steps * (chunk * (PIXELS * MAP_CHANNELS + 2.0) + 10.0);
  double copies = (double) channels / chunk * tiling->patch_width * tiling->patch_height * 14.0 +
                  (double) channels * taps * wide / 4.0 * 8.0;
  double ends = tiling->pixels * wide / 4.0 * (60.0 + 8.0 * tiling->teams);
  double one = multiply + 200.0 + (copies + ends) / tiling->threads; /* instructions of a warp */

  maximum = fmax (1.0, fmin (maximum, floor (18.0 / warps)));

  double together = fmin (at_once, maximum), rounds = ceil (at_once / maximum);
  double each = ceil (together * warps / 4.0); /* warps of a scheduler */

  /* What a warp waits for, others fill the better the more there are. */
  return rounds * (one * (each + 1.3) + 2500.0);
}

static bool
choose_tiling (const vnk_cuda *cuda, const vnk_layer *layer, int chunk, int tail, const vnk_shape *out, NetTiling *best)
{
  int channels = vnk_net_round_up (layer->in_channels, chunk);
  double minimum = INFINITY;

  for (int columns_log = 3; columns_log <= 5; columns_log++)
    for (int pixels = 8 * PIXELS; pixels <= 64 * PIXELS; pixels *= 2)
      for (int teams = 1; teams <= MAX_TEAMS && teams <= channels / chunk * layer->kernel; teams++)
        {
          NetTiling tiling = {};

          tiling.columns_log = columns_log;
          tiling.pixels = pixels;
          tiling.teams = teams;
          if (!complete_tiling (&tiling, layer, chunk, tail, out, (int) cuda->max_shared))
            continue;

          double cycles = estimate (&tiling, layer, chunk, cuda);

          if (cycles >= minimum)
            continue;
          minimum = cycles;
          *best = tiling;
        }
  return isfinite (minimum);
}

/* ---- What is kept ---- */

bool
vnk_network_same (const vnk_network_plan *plan, const vnk_network *network)
{
  if (network == NULL || network->layers == NULL || network->n_inputs != plan->n_inputs ||
      network->n_layers != plan->n_layers)
    return false;

  for (int k = 0; k < plan->n_layers; k++)
    {
      const vnk_layer *a = &plan->layers[k], *b = &network->layers[k];

      if (a->from != b->from || a->add != b->add || a->kernel != b->kernel || a->stride != b->stride ||
          a->dilation != b->dilation || a->in_channels != b->in_channels || a->out_channels != b->out_channels ||
          a->relu != b->relu || b->weights == NULL || b->bias == NULL ||
          memcmp (a->weights, b->weights, count_weights (a) * sizeof (float)) != 0 ||
          memcmp (a->bias, b->bias, (size_t) a->out_channels * sizeof (float)) != 0)
        return false;
    }
  return true;
}

void
vnk_network_forget (vnk_network_plan *plan)
{
#ifndef VNK_CUDA_EMULATED
  if (plan->recording != NULL)
    cudaGraphExecDestroy ((cudaGraphExec_t) plan->recording);
#endif
  plan->recording = NULL;
  memset (&plan->places, 0, sizeof plan->places);
}

void
vnk_cuda_network_clear (vnk_network_plan *plan)
{
  if (plan == NULL)
    return;

  vnk_network_forget (plan);
  free (plan->numbers);
  free (plan);
}

/* Copies a valid network. */
static bool
plan_copy (vnk_network_plan *plan, const vnk_network *network)
{
  size_t n = 0;

  for (int k = 0; k < network->n_layers; k++)
    n += count_weights (&network->layers[k]) + (size_t) network->layers[k].out_channels;

  float *numbers = (float *) malloc (n * sizeof (float));

  if (numbers == NULL)
    return false;

  free (plan->numbers);
  plan->numbers = numbers;
  plan->n_inputs = network->n_inputs;
  plan->n_layers = network->n_layers;
  for (int k = 0; k < network->n_layers; k++)
    {
      vnk_layer *layer = &plan->layers[k];
      size_t weights = count_weights (&network->layers[k]), biases = (size_t) network->layers[k].out_channels;

      *layer = network->layers[k];
      layer->weights = (const float *) memcpy (numbers, layer->weights, weights * sizeof (float));
      layer->bias = (const float *) memcpy (numbers + weights, layer->bias, biases * sizeof (float));
      numbers += weights + biases;
    }
  return true;
}

/* The order in which a block reads them: block, octet, four channels going in (or one), tap, channel, channel coming
 * out. */
static void
arrange_weights (const vnk_layer *layer, int chunk, float *out)
{
  int taps = layer->kernel * layer->kernel, channels = vnk_net_round_up (layer->in_channels, chunk);
  int octets = vnk_net_count_blocks (layer) * vnk_net_count_octets (layer);

  for (int octet = 0; octet < octets; octet++)
    for (int first = 0; first < channels; first += chunk)
      for (int tap = 0; tap < taps; tap++)
        for (int c = first; c < first + chunk; c++)
          for (int o = octet * MAP_CHANNELS; o < (octet + 1) * MAP_CHANNELS; o++)
            {
              bool there = c < layer->in_channels && o < layer->out_channels;

              *out++ = there ? layer->weights[(o * layer->in_channels + c) * taps + tap] : 0.0f;
            }
}

/* Those of a layer that is done with the one before: channel going in, channel coming out. */
static void
arrange_tail (const vnk_layer *layer, float *out)
{
  for (int c = 0; c < layer->in_channels; c++)
    for (int o = 0; o < vnk_net_round_up (layer->out_channels, 4); o++)
      *out++ = o < layer->out_channels ? layer->weights[o * layer->in_channels + c] : 0.0f;
}

static size_t
arranged_size (const vnk_network_plan *plan, int k)
{
  const vnk_layer *layer = &plan->layers[k];
  int octets = vnk_net_count_blocks (layer) * vnk_net_count_octets (layer);

  if (plan->done[k])
    return (size_t) (layer->in_channels * vnk_net_round_up (layer->out_channels, 4));
  return (size_t) (octets * MAP_CHANNELS * layer->kernel * layer->kernel) * (size_t) vnk_net_in_channels (plan, layer);
}

static vnk_status
upload_weights (vnk_cuda *cuda, vnk_network_plan *plan)
{
  size_t n = 0;

  for (int k = 0; k < plan->n_layers; k++)
    {
      plan->weights_at[k] = n;
      n += arranged_size (plan, k);
      plan->bias_at[k] = n;
      n += (size_t) vnk_net_round_up (plan->layers[k].out_channels, FLOATS_PER_LINE);
    }

  float *arranged = (float *) calloc (n, sizeof (float));
  float *device = (float *) vnk_cuda_buffer_get (cuda, &cuda->network_weights, n * sizeof (float));
  vnk_status status = VNK_ERROR_NO_MEMORY;

  if (arranged != NULL && device != NULL)
    {
      for (int k = 0; k < plan->n_layers; k++)
        {
          const vnk_layer *layer = &plan->layers[k];

          if (plan->done[k])
            arrange_tail (layer, arranged + plan->weights_at[k]);
          else
            arrange_weights (layer, vnk_net_chunk (plan, layer), arranged + plan->weights_at[k]);
          memcpy (arranged + plan->bias_at[k], layer->bias, (size_t) layer->out_channels * sizeof (float));
        }
      status = vnk_cuda_upload (cuda, device, arranged, n * sizeof (float));
    }
  free (arranged);
  return status;
}

/* ---- Places of what lies between the layers ---- */

static size_t
maps_size (const vnk_shape *shape)
{
  size_t floats = (size_t) vnk_net_round_up (shape->channels, 4) * (size_t) shape->height * (size_t) shape->width;

  return (floats + FLOATS_PER_LINE - 1) / FLOATS_PER_LINE * FLOATS_PER_LINE;
}

/* Layers of single pixels that are done with the one before them: it alone is what they read, and all that reads it. */
static void
find_tails (vnk_network_plan *plan)
{
  for (int k = 0; k < plan->n_layers; k++)
    {
      const vnk_layer *tail = &plan->layers[k + 1];
      int readers = 0;

      plan->tails[k] = -1;
      plan->done[k] = k > 0 && plan->tails[k - 1] == k;
      if (k + 1 == plan->n_layers || plan->done[k])
        continue;
      for (int j = k + 1; j < plan->n_layers; j++)
        readers += (plan->layers[j].from == k) + (plan->layers[j].add == k);
      if (tail->from == k && readers == 1 && tail->kernel == 1 && tail->stride == 1 &&
          plan->layers[k].out_channels <= BLOCK_CHANNELS && tail->out_channels <= BLOCK_CHANNELS)
        plan->tails[k] = k + 1;
    }
}

/* The last layer that reads what layer k gives out, −1 being the inputs. */
static int
last_reader (const vnk_network_plan *plan, int k)
{
  int last = k;

  for (int j = k + 1; j < plan->n_layers; j++)
    if (plan->layers[j].from == k || plan->layers[j].add == k)
      last = j;
  return last;
}

/* The lowest place for `size` floats beside all that is needed while layer k runs, which a layer that is done with the
 * one before does together with that. */
static size_t
find_place (const vnk_network_plan *plan, const size_t *sizes, int k, size_t size)
{
  int when = k >= 0 && plan->done[k] ? k - 1 : k;
  size_t place = 0;

  for (bool moved = true; moved;)
    {
      moved = false;
      for (int j = -1; j < k; j++)
        {
          size_t start = plan->maps_at[j + 1], end = start + sizes[j + 1];

          if (last_reader (plan, j) >= when && place < end && start < place + size)
            {
              place = end;
              moved = true;
            }
        }
    }
  return place;
}

static void
place_maps (vnk_network_plan *plan)
{
  vnk_shape inputs = { plan->width, plan->height, plan->n_inputs };
  size_t sizes[VNK_MAX_LAYERS + 1];

  plan->maps_size = 0;
  for (int k = -1; k < plan->n_layers; k++)
    {
      sizes[k + 1] = k >= 0 && plan->tails[k] >= 0 ? 0 : maps_size (k < 0 ? &inputs : &plan->shapes[k]);
      plan->maps_at[k + 1] = find_place (plan, sizes, k, sizes[k + 1]);
      if (plan->maps_at[k + 1] + sizes[k + 1] > plan->maps_size)
        plan->maps_size = plan->maps_at[k + 1] + sizes[k + 1];
    }
}

/* ---- All of it ---- */

vnk_status
vnk_network_prepare (vnk_cuda *cuda, const vnk_network *network, const vnk_shape *shapes, int width, int height,
                     bool same)
{
  vnk_network_plan *plan = cuda->network;

  if (same && plan->width == width && plan->height == height)
    return VNK_OK;

  vnk_network_forget (plan);
  if (!same)
    {
      plan->n_layers = plan->width = 0;
      if (!plan_copy (plan, network))
        return VNK_ERROR_NO_MEMORY;
      find_tails (plan);

      vnk_status status = upload_weights (cuda, plan);

      if (status != VNK_OK)
        {
          plan->n_layers = 0;
          return status;
        }
    }
  plan->width = plan->height = 0;
  memcpy (plan->shapes, shapes, (size_t) plan->n_layers * sizeof *shapes);
  for (int k = 0; k < plan->n_layers; k++)
    {
      int tail = plan->tails[k] < 0 ? 0 : (int) arranged_size (plan, k + 1);

      if (!plan->done[k] && !choose_tiling (cuda, &plan->layers[k], vnk_net_chunk (plan, &plan->layers[k]), tail,
                                            &shapes[k], &plan->tilings[k]))
        return VNK_ERROR_UNSUPPORTED;
    }
  plan->width = width;
  plan->height = height;
  place_maps (plan);
  return VNK_OK;
}
