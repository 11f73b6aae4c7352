/* network-plan.cu: what is worked out for a network and a size, and kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "network-plan.cuh"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_GROUPS 16 /* of a tile, either way */

static size_t
count_weights (const vnk_layer *layer)
{
  return (size_t) layer->out_channels * (size_t) (layer->in_channels * layer->kernel * layer->kernel);
}

/* ---- Cutting a layer into blocks ---- */

/* Quarter warps whose threads would wait for each other when they read 16 bytes of the patch each. */
static int
count_conflicts (const NetTiling *tiling, int stride)
{
  int n = tiling->groups_x * tiling->groups_y, conflicts = 0;

  for (int first = 0; first < 32; first += 8)
    {
      int used[8] = { 0 };

      for (int i = first; i < first + 8; i++)
        {
          int group = i % n;
          int at = group % tiling->groups_x + group / tiling->groups_x * stride * stride * (tiling->row / 4);

          if (i < n)
            conflicts += used[at % 8]++ > 0;
        }
    }
  return conflicts;
}

/* Rows as long as they have to be, and a little longer where that avoids conflicts. */
static void
choose_row (NetTiling *tiling, const vnk_layer *layer)
{
  int reach = (layer->kernel - 1) * layer->dilation / layer->stride;
  int least = vnk_net_round_up (tiling->groups_x * GROUP_PIXELS + reach, 4);
  int fewest = 0;

  for (int row = least; row < least + 32; row += 4)
    {
      NetTiling tried = *tiling;

      tried.row = row;

      int conflicts = count_conflicts (&tried, layer->stride);

      if (row == least || conflicts < fewest)
        {
          fewest = conflicts;
          tiling->row = row;
        }
    }
}

/* Fills in what follows from the groups and the teams; false where that fits nowhere. */
static bool
complete_tiling (NetTiling *tiling, const vnk_layer *layer, const vnk_shape *out, int most_shared)
{
  int taps = layer->kernel * layer->kernel, groups = tiling->groups_x * tiling->groups_y;
  int reach = (layer->kernel - 1) * layer->dilation, wide, channel, sums;

  tiling->blocks = vnk_net_count_blocks (layer);
  tiling->octets = vnk_net_count_octets (layer);
  wide = tiling->octets * MAP_CHANNELS;
  tiling->threads = vnk_net_round_up (groups * tiling->octets * tiling->teams, 32);
  tiling->patch_width = (tiling->groups_x * GROUP_PIXELS - 1) * layer->stride + reach + 1;
  tiling->patch_height = (tiling->groups_y - 1) * layer->stride + reach + 1;
  choose_row (tiling, layer);

  channel = tiling->row * layer->stride * tiling->patch_height + taps * wide;
  sums = tiling->teams * wide * groups * GROUP_PIXELS;
  tiling->part = most_shared / (int) sizeof (float) / channel;
  if (tiling->threads > LAYER_THREADS || tiling->part < 1 || sums > most_shared / (int) sizeof (float))
    return false;
  if (tiling->part > layer->in_channels)
    tiling->part = layer->in_channels;
  tiling->shared = (tiling->part * channel > sums ? tiling->part * channel : sums) * (int) sizeof (float);
  tiling->tiles_x = vnk_net_divide_up (out->width, tiling->groups_x * GROUP_PIXELS);
  tiling->tiles_y = vnk_net_divide_up (out->height, tiling->groups_y);
  return true;
}

/* Cycles that a layer may take, roughly: a processor issues four instructions a cycle, one from each scheduler. */
static double
estimate (const NetTiling *tiling, const vnk_layer *layer, const vnk_cuda *cuda)
{
  int taps = layer->kernel * layer->kernel, wide = tiling->octets * MAP_CHANNELS;
  double n = (double) tiling->tiles_x * tiling->tiles_y * tiling->blocks;
  double most = (cuda->max_shared + 1024) / (tiling->shared + 1024), warps = tiling->threads / 32;
  double at_once = ceil (n / cuda->n_processors);

  most = fmin (most, floor (16.0 / warps));
  most = fmax (most, 1.0);

  double rounds = ceil (at_once / most);
  double together = fmin (at_once, most);
  double each = ceil (together * warps / 4.0); /* warps of a scheduler */
  double channels = vnk_net_divide_up (layer->in_channels, tiling->teams);
  double multiply = channels * (taps * (MAP_CHANNELS * GROUP_PIXELS + 4.0) + 40.0);
  double patch = (double) layer->in_channels * tiling->patch_height * tiling->patch_width;
  double load = together * (patch * 0.15 + (double) layer->in_channels * taps * wide / 16.0);
  double sums = together * (tiling->teams + 1.0) * wide * tiling->groups_x * tiling->groups_y * GROUP_PIXELS / 32.0;

  return rounds * (multiply * (each < 2.0 ? 1.3 : each) + load + sums + 1200.0);
}

static bool
choose_tiling (const vnk_cuda *cuda, const vnk_layer *layer, const vnk_shape *out, NetTiling *best)
{
  double least = INFINITY;

  for (int groups_y = 1; groups_y <= MOST_GROUPS; groups_y++)
    for (int groups_x = 1; groups_x <= MOST_GROUPS; groups_x++)
      for (int teams = 1; teams <= 8 && teams <= layer->in_channels; teams *= 2)
        {
          NetTiling tiling = {};

          tiling.groups_x = groups_x;
          tiling.groups_y = groups_y;
          tiling.teams = teams;
          if (!complete_tiling (&tiling, layer, out, (int) cuda->max_shared))
            continue;

          double cycles = estimate (&tiling, layer, cuda);

          if (cycles >= least)
            continue;
          least = cycles;
          *best = tiling;
        }
  return isfinite (least);
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
vnk_cuda_network_clear (vnk_network_plan *plan)
{
  if (plan != NULL)
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

/* The order in which a block reads them, then the biases. */
static void
arrange_weights (const vnk_layer *layer, float *out)
{
  int terms = layer->in_channels * layer->kernel * layer->kernel, wide = vnk_net_count_octets (layer) * MAP_CHANNELS;

  for (int block = 0; block < vnk_net_count_blocks (layer); block++)
    for (int i = 0; i < terms; i++)
      for (int o = block * wide; o < (block + 1) * wide; o++)
        *out++ = o < layer->out_channels ? layer->weights[(size_t) o * (size_t) terms + (size_t) i] : 0.0f;
  memcpy (out, layer->bias, (size_t) layer->out_channels * sizeof (float));
}

static vnk_status
upload_weights (vnk_cuda *cuda, vnk_network_plan *plan)
{
  size_t n = 0;

  for (int k = 0; k < plan->n_layers; k++)
    {
      const vnk_layer *layer = &plan->layers[k];
      int terms = layer->in_channels * layer->kernel * layer->kernel;
      int channels = vnk_net_count_blocks (layer) * vnk_net_count_octets (layer) * MAP_CHANNELS;

      plan->weights_at[k] = n;
      n += (size_t) channels * (size_t) terms;
      n += (size_t) vnk_net_round_up (layer->out_channels, FLOATS_PER_LINE);
    }

  float *arranged = (float *) calloc (n, sizeof (float));
  float *device = (float *) vnk_cuda_keep_get (cuda, &cuda->network_weights, n * sizeof (float));
  vnk_status status = VNK_ERROR_NO_MEMORY;

  if (arranged != NULL && device != NULL)
    {
      for (int k = 0; k < plan->n_layers; k++)
        arrange_weights (&plan->layers[k], arranged + plan->weights_at[k]);
      status = vnk_cuda_upload (cuda, device, arranged, n * sizeof (float));
    }
  free (arranged);
  return status;
}

/* ---- Places of what lies between the layers ---- */

static size_t
maps_size (const vnk_shape *shape)
{
  return (size_t) shape->channels * (size_t) shape->height * (size_t) vnk_net_row (shape);
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

/* The lowest place for `size` floats beside all that is needed while layer k runs. */
static size_t
find_place (const vnk_network_plan *plan, const size_t *sizes, int k, size_t size)
{
  size_t place = 0;

  for (bool moved = true; moved;)
    {
      moved = false;
      for (int j = -1; j < k; j++)
        {
          size_t start = plan->maps_at[j + 1], end = start + sizes[j + 1];

          if (last_reader (plan, j) >= k && place < end && start < place + size)
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
      sizes[k + 1] = maps_size (k < 0 ? &inputs : &plan->shapes[k]);
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

  if (!same)
    {
      plan->n_layers = 0;
      if (!plan_copy (plan, network))
        return VNK_ERROR_NO_MEMORY;

      vnk_status status = upload_weights (cuda, plan);

      if (status != VNK_OK)
        {
          plan->n_layers = 0;
          return status;
        }
    }
  if (same && plan->width == width && plan->height == height)
    return VNK_OK;

  plan->width = plan->height = 0;
  memcpy (plan->shapes, shapes, (size_t) plan->n_layers * sizeof *shapes);
  for (int k = 0; k < plan->n_layers; k++)
    if (!choose_tiling (cuda, &plan->layers[k], &shapes[k], &plan->tilings[k]))
      return VNK_ERROR_UNSUPPORTED;
  plan->width = width;
  plan->height = height;
  place_maps (plan);
  return VNK_OK;
}
