/* network-layer.cuh: one layer of a network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A block computes up to 32 channels of a tile of pixels. What the tile needs of the channels that go in (its patch,
 * with zeros outside the planes) and their weights lie in shared memory, if need be a part of the channels after the
 * other. A thread adds up MAP_CHANNELS channels of PIXELS adjacent pixels in registers; a tile's threads form teams
 * that share the channels going in among them, so that a small layer too keeps the whole device busy. Their sums are
 * added in a fixed order. For layers of stride 2 the even columns of a patch's row stand before the odd ones, so that
 * adjacent pixels read side by side.
 */

#pragma once

#include "async.cuh"
#include "network-plan.cuh"

/* Channels of one size one after the other. Rows start at multiples of 16 bytes, but for what the caller gives. */
struct NetMaps
{
  float    *data;
  ptrdiff_t channel; /* elements from a channel to the next */
  int       stride;  /* elements from a row to the next */
  int       width, height;
};

/* The planes that come out of a network, when these are no more. */
#define NET_PLANES 32

struct NetPlanes
{
  float *data[NET_PLANES];
  int    stride[NET_PLANES];
};

struct NetLayer
{
  NetMaps      in, out;
  NetMaps      added; /* data NULL: none */
  const float *weights; /* of each block: channel going in, tap, channel coming out; then all biases */
  const float *bias;
  int          in_channels, out_channels;
  int          kernel, dilation, stride;
  bool         relu;
  bool         last; /* goes to the planes */
  NetTiling    tiling;
};

static __device__ __forceinline__ void
layer_load4 (const float *from, float *to)
{
  float4 four = *(const float4 *) from;

  to[0] = four.x;
  to[1] = four.y;
  to[2] = four.z;
  to[3] = four.w;
}

/* Adds weight · pixel for the channels of a thread. */
template <int PIXELS>
static __device__ __forceinline__ void
layer_multiply (const float *weights, const float *pixels, float (&sums)[MAP_CHANNELS][PIXELS])
{
  float w[MAP_CHANNELS];

  layer_load4 (weights, w);
  layer_load4 (weights + 4, w + 4);
#pragma unroll
  for (int o = 0; o < MAP_CHANNELS; o++)
#pragma unroll
    for (int p = 0; p < PIXELS; p++)
      sums[o][p] = fmaf (w[o], pixels[p], sums[o][p]);
}

/* One channel going in, of a layer whose shape the compiler knows. */
template <int KERNEL, int STRIDE, int DILATION, int PIXELS>
static __device__ __forceinline__ void
layer_add_channel (const float *weights, int wide, const float *patch, int row, float (&sums)[MAP_CHANNELS][PIXELS])
{
  /* Floats of a row, or of its halves, that all taps together read. */
  constexpr int REACH = (KERNEL - 1) * DILATION / STRIDE;
  constexpr int WINDOW = (PIXELS + REACH + 3) / 4 * 4;
  constexpr int HALVES = STRIDE == 2 && KERNEL > 1 && DILATION % 2 == 1 ? 2 : 1;

#pragma unroll
  for (int j = 0; j < KERNEL; j++)
    {
      const float *from = patch + j * DILATION * STRIDE * row;
      float window[HALVES][WINDOW];

#pragma unroll
      for (int h = 0; h < HALVES; h++)
#pragma unroll
        for (int i = 0; i < WINDOW; i += 4)
          layer_load4 (from + h * row + i, &window[h][i]);
#pragma unroll
      for (int i = 0; i < KERNEL; i++)
        layer_multiply<PIXELS> (weights + (j * KERNEL + i) * wide,
                                &window[i * DILATION % STRIDE][i * DILATION / STRIDE], sums);
    }
}

/* The same for any other. */
template <int PIXELS>
static __device__ __forceinline__ void
layer_add_any (const NetLayer &layer, const float *weights, int wide, const float *patch,
               float (&sums)[MAP_CHANNELS][PIXELS])
{
  int row = layer.tiling.row;

  for (int j = 0; j < layer.kernel; j++)
    for (int i = 0; i < layer.kernel; i++)
      {
        int beside = i * layer.dilation;
        const float *from = patch + j * layer.dilation * layer.stride * row +
                            (layer.stride == 1 ? beside : beside % 2 * row + beside / 2);
        float pixels[PIXELS];

#pragma unroll
        for (int p = 0; p < PIXELS; p++)
          pixels[p] = from[p];
        layer_multiply<PIXELS> (weights + (j * layer.kernel + i) * wide, pixels, sums);
      }
}

/* n floats, a multiple of 4. */
static __device__ __forceinline__ void
layer_load_weights (const float *from, int n, float *to)
{
  for (int i = 4 * threadIdx.x; i < n; i += 4 * blockDim.x)
    vnk_copy_16 (to + i, from + i);
}

/* Channels `first` … first + n − 1 around the tile, 0 outside the planes. A row is loaded by the smallest power of two
 * of threads that is not smaller. */
static __device__ __forceinline__ void
layer_load_patch (const NetLayer &layer, int first, int n, int left, int top, float *patch)
{
  const NetTiling &tiling = layer.tiling;
  int lanes = tiling.patch_width <= 8 ? 8 : tiling.patch_width <= 16 ? 16 : 32;
  int step = blockDim.x / lanes, lane = threadIdx.x % lanes;
  int step_channels = step / tiling.patch_height, step_rows = step % tiling.patch_height;
  int c = threadIdx.x / lanes / tiling.patch_height, y = threadIdx.x / lanes % tiling.patch_height;

  while (c < n)
    {
      int v = top + y;
      bool inside = v >= 0 && v < layer.in.height;
      const float *from = layer.in.data + (first + c) * layer.in.channel +
                          (inside ? v * (ptrdiff_t) layer.in.stride : 0);
      float *to = patch + (c * tiling.patch_height + y) * tiling.row * layer.stride;

      for (int x = lane; x < tiling.patch_width; x += lanes)
        {
          int u = left + x;
          bool there = inside && u >= 0 && u < layer.in.width;

          vnk_copy_or_zero (to + (layer.stride == 1 ? x : x % 2 * tiling.row + x / 2), from + (there ? u : 0), there);
        }
      y += step_rows;
      c += step_channels;
      if (y >= tiling.patch_height)
        {
          y -= tiling.patch_height;
          c++;
        }
    }
}

/* Four adjacent pixels of the layer that is added. */
static __device__ __forceinline__ void
layer_add_four (const NetLayer &layer, int o, int x, int y, float (&values)[4])
{
  const NetMaps &added = layer.added;

  if (added.width == layer.out.width && added.height == layer.out.height)
    {
      float four[4];

      layer_load4 (added.data + o * added.channel + y * (ptrdiff_t) added.stride + x, four);
      for (int p = 0; p < 4; p++)
        values[p] += four[p];
    }
  else
    {
      const float *from = added.data + o * added.channel + y / 2 * (ptrdiff_t) added.stride + x / 2;
      float a = from[0], b = from[1];

      values[0] += a;
      values[1] += a;
      values[2] += b;
      values[3] += b;
    }
}

static __device__ __forceinline__ void
layer_store_four (const NetLayer &layer, const NetPlanes &planes, int o, int x, int y, const float (&values)[4])
{
  if (!layer.last)
    {
      float *to = layer.out.data + o * layer.out.channel + y * (ptrdiff_t) layer.out.stride + x;

      *(float4 *) to = make_float4 (values[0], values[1], values[2], values[3]);
      return;
    }

  float *to = planes.data[o] + y * (ptrdiff_t) planes.stride[o] + x;

  for (int p = 0; p < 4; p++)
    if (x + p < layer.out.width)
      to[p] = values[p];
}

/* KERNEL 0: any shape. */
template <int KERNEL, int STRIDE, int DILATION, int PIXELS>
static __global__ void __launch_bounds__ (LAYER_THREADS)
layer_kernel (const __grid_constant__ NetLayer layer, const __grid_constant__ NetPlanes planes)
{
  VNK_DYNAMIC_SHARED (float, shared);
  const NetTiling &tiling = layer.tiling;
  int taps = KERNEL > 0 ? KERNEL * KERNEL : layer.kernel * layer.kernel;
  int wide = tiling.octets * MAP_CHANNELS;
  float *weights = shared, *patch = shared + tiling.part * taps * wide;
  int tile = blockIdx.x, tile_y = tile / tiling.tiles_x, tile_x = tile - tile_y * tiling.tiles_x;
  int x0 = tile_x * tiling.groups_x * PIXELS, y0 = tile_y * tiling.groups_y;
  int reach = layer.kernel / 2 * layer.dilation;
  int groups = tiling.groups_x * tiling.groups_y;
  int group = threadIdx.x % groups, octet = threadIdx.x / groups % tiling.octets;
  int team = threadIdx.x / groups / tiling.octets;
  int patch_channel = tiling.patch_height * tiling.row * layer.stride;
  const float *block_weights = layer.weights + (ptrdiff_t) blockIdx.y * layer.in_channels * taps * wide;
  float sums[MAP_CHANNELS][PIXELS];

  for (int o = 0; o < MAP_CHANNELS; o++)
    for (int p = 0; p < PIXELS; p++)
      sums[o][p] = 0.0f;

  vnk_start_kernel_behind ();
  for (int first = 0; first < layer.in_channels; first += tiling.part)
    {
      int n = min (tiling.part, layer.in_channels - first);

      if (first > 0)
        __syncthreads ();
      layer_load_weights (block_weights + (ptrdiff_t) first * taps * wide, n * taps * wide, weights);
      if (first == 0)
        vnk_wait_for_kernel_before ();
      layer_load_patch (layer, first, n, x0 * layer.stride - reach, y0 * layer.stride - reach, patch);
      vnk_copies_done ();
      __syncthreads ();

      const float *from = patch + (group / tiling.groups_x * layer.stride * layer.stride) * tiling.row +
                          group % tiling.groups_x * PIXELS;

      for (int c = team; c < n && team < tiling.teams; c += tiling.teams)
        {
          const float *w = weights + c * taps * wide + octet * MAP_CHANNELS;

          if constexpr (KERNEL > 0)
            layer_add_channel<KERNEL, STRIDE, DILATION, PIXELS> (w, wide, from + c * patch_channel, tiling.row, sums);
          else
            layer_add_any<PIXELS> (layer, w, wide, from + c * patch_channel, sums);
        }
    }

  /* Each team's sums: channel, pixel. */
  int pixels = groups * PIXELS;

  __syncthreads ();
  if (team < tiling.teams)
#pragma unroll
    for (int o = 0; o < MAP_CHANNELS; o++)
      {
        float *to = shared + ((team * tiling.octets + octet) * MAP_CHANNELS + o) * pixels + group * PIXELS;

#pragma unroll
        for (int p = 0; p < PIXELS; p += 4)
          *(float4 *) (to + p) = make_float4 (sums[o][p], sums[o][p + 1], sums[o][p + 2], sums[o][p + 3]);
      }
  __syncthreads ();

  for (int i = threadIdx.x; i < wide * pixels / 4; i += blockDim.x)
    {
      int o = i / (pixels / 4), four = i - o * (pixels / 4);
      int y = y0 + four / (tiling.groups_x * PIXELS / 4), x = x0 + four % (tiling.groups_x * PIXELS / 4) * 4;
      int channel = blockIdx.y * wide + o;

      if (y >= layer.out.height || x >= layer.out.width || channel >= layer.out_channels)
        continue;

      float bias = layer.bias[channel], values[4], more[4];

      layer_load4 (shared + 4 * i, values);
      for (int k = 1; k < tiling.teams; k++)
        {
          layer_load4 (shared + k * wide * pixels + 4 * i, more);
          for (int p = 0; p < 4; p++)
            values[p] += more[p];
        }
      for (int p = 0; p < 4; p++)
        values[p] += bias;
      if (layer.added.data != NULL)
        layer_add_four (layer, channel, x, y, values);
      for (int p = 0; p < 4; p++)
        values[p] = layer.relu && values[p] < 0.0f ? 0.0f : values[p];
      layer_store_four (layer, planes, channel, x, y, values);
    }
}
