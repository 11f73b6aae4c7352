/* network-plan.cuh: what is worked out for a network and a size, and kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cuda.cuh"

#define MAP_CHANNELS 8    /* of a thread: an octet */
#define PIXELS 4          /* of a thread */
#define BLOCK_CHANNELS 32 /* of a block, at most */
#define LAYER_THREADS 256 /* of a block, at most: more of them were slower */
#define FLOATS_PER_LINE 32

/* For division by multiplication, see net_divide(). */
#define NET_INVERSE(divisor) (65535 / (divisor) + 1)

/* How a layer is cut into blocks and threads. */
struct NetTiling
{
  int columns_log;         /* of a tile's pixels, as a logarithm to the base 2, as all of that name */
  int pixels, pixels_log;  /* of a tile */
  int octets, octets_log;  /* groups of MAP_CHANNELS channels of a block */
  int teams;               /* that share the channels going in and the kernel's rows */
  int team_log;            /* threads of a team */
  int part;                /* channels going in that a block holds at a time */
  int octet;               /* floats from the weights of an octet to those of the next, in shared memory */
  int pixel;               /* floats from a pixel of the patch to the next */
  int patch_width, patch_height;
  int by_width, by_chunks; /* NET_INVERSE of the patch's width, and of the pieces of a pixel that threads copy */
  int tiles_x, tiles_y, blocks; /* `blocks` of channels */
  int threads;
  int shared; /* bytes */
};

/* The output of a layer: `channels` floats a pixel, of which those that are too many are 0. */
struct NetMaps
{
  float *data;
  int    channels; /* a multiple of 4, or 1: a plane of the caller's */
  int    stride;   /* floats from a row to the next */
  int    width, height;
};

/* The planes that come out of a network, when these are no more. */
#define NET_PLANES 32

struct NetPlanes
{
  float *data[NET_PLANES];
  int    stride[NET_PLANES];
};

/* What the layers go from and to. */
struct NetPlaces
{
  NetMaps   inputs;
  NetPlanes planes; /* that come out, when `to_planes` */
  float    *memory; /* of what lies between the layers */
  bool      to_planes;
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
  int        tails[VNK_MAX_LAYERS];      /* the layer that is done with this one, or −1 */
  bool       done[VNK_MAX_LAYERS];       /* with the layer before */
  size_t     weights_at[VNK_MAX_LAYERS]; /* floats in the device's table */
  size_t     bias_at[VNK_MAX_LAYERS];
  size_t     maps_at[VNK_MAX_LAYERS + 1]; /* floats in the scratch memory; the first are the inputs */
  size_t     maps_size;                   /* floats */

  /* The launches for the places of the last time, which are recorded when they come a second time. */
  NetPlaces places;
  void     *recording; /* a cudaGraphExec_t; NULL: none */
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

/* 1, 2 or 4. */
static inline int
vnk_net_count_octets (const vnk_layer *layer)
{
  int n = vnk_net_divide_up (vnk_net_divide_up (layer->out_channels, vnk_net_count_blocks (layer)), MAP_CHANNELS);

  return n == 3 ? 4 : n;
}

/* Channels that are copied together. A single plane goes in as the caller has it. */
static inline int
vnk_net_chunk (const vnk_network_plan *plan, const vnk_layer *layer)
{
  return layer->from < 0 && plan->n_inputs == 1 ? 1 : 4;
}

/* Channels going in, with those that make it a multiple of four. */
static inline int
vnk_net_in_channels (const vnk_network_plan *plan, const vnk_layer *layer)
{
  return vnk_net_round_up (layer->in_channels, vnk_net_chunk (plan, layer));
}

/* Brings the plan of `cuda` up to date; nothing is done when network (then `same`) and size are those of the last
 * time. */
vnk_status vnk_network_prepare (vnk_cuda *cuda, const vnk_network *network, const vnk_shape *shapes, int width,
                                int height, bool same);
/* Whether that is the network of the plan, number for number. */
bool       vnk_network_same    (const vnk_network_plan *plan, const vnk_network *network);
/* Forgets the places of the last time. */
void       vnk_network_forget  (vnk_network_plan *plan);
