/* network-plan.cuh: what is worked out for a network and a size, and kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cuda.cuh"

#define MAP_CHANNELS 8    /* of a thread */
#define GROUP_PIXELS 4    /* of a thread */
#define BLOCK_CHANNELS 32 /* of a block, at most */
#define LAYER_THREADS 256 /* of a block, at most */
#define FLOATS_PER_LINE 32

/* How a layer is cut into blocks and threads. */
struct NetTiling
{
  int groups_x, groups_y; /* groups of PIXELS pixels that make a tile */
  int octets;             /* groups of MAP_CHANNELS channels of a block */
  int teams;              /* threads that share the channels going in */
  int part;               /* channels going in that a block holds at a time */
  int row;                /* floats from a patch's row to the next, a multiple of 4; for stride 2 that of one half */
  int patch_width, patch_height;
  int tiles_x, tiles_y, blocks; /* `blocks` of channels */
  int threads;
  int shared; /* bytes */
};

/* What has been worked out for a network and a size. */
struct vnk_network_plan
{
  int        n_inputs, n_layers;
  vnk_layer  layers[VNK_MAX_LAYERS]; /* weights and biases point into `numbers` */
  float     *numbers;
  int        width, height; /* 0: none */
  vnk_shape  shapes[VNK_MAX_LAYERS];
  NetTiling  tilings[VNK_MAX_LAYERS];
  size_t     weights_at[VNK_MAX_LAYERS]; /* floats in the device's table */
  size_t     maps_at[VNK_MAX_LAYERS + 1]; /* floats in the scratch memory; the first are the inputs */
  size_t     maps_size;                   /* floats */
};

static inline int
vnk_net_divide_up (int a, int b)
{
  return (a + b - 1) / b;
}

static inline int
vnk_net_round_up (int value, int multiple)
{
  return vnk_net_divide_up (value, multiple) * multiple;
}

static inline int
vnk_net_count_blocks (const vnk_layer *layer)
{
  return vnk_net_divide_up (layer->out_channels, BLOCK_CHANNELS);
}

static inline int
vnk_net_count_octets (const vnk_layer *layer)
{
  return vnk_net_divide_up (vnk_net_divide_up (layer->out_channels, vnk_net_count_blocks (layer)), MAP_CHANNELS);
}

/* Floats from a row of a layer's output to the next. */
static inline int
vnk_net_row (const vnk_shape *shape)
{
  return vnk_net_round_up (shape->width, FLOATS_PER_LINE);
}

/* Brings the plan of `cuda` up to date; nothing is done when network (then `same`) and size are those of the last
 * time. */
vnk_status vnk_network_prepare (vnk_cuda *cuda, const vnk_network *network, const vnk_shape *shapes, int width,
                                int height, bool same);
/* Whether that is the network of the plan, number for number. */
bool       vnk_network_same    (const vnk_network_plan *plan, const vnk_network *network);
