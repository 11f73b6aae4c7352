/* network-layer.cuh: one layer of a network, and one of single pixels behind it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A block computes up to 32 channels of a tile of pixels. What the tile needs of the channels that go in (its patch,
 * with zeros outside the planes) and their weights lie in shared memory, if need be a part of the channels after the
 * other. A thread adds up MAP_CHANNELS channels of PIXELS pixels in registers; a tile's threads form teams that share
 * the channels going in and the kernel's rows among them, so that a small layer too keeps the whole device busy. Their
 * sums are added in a fixed order. Where a layer of single pixels alone reads what comes out, the block does that too.
 *
 * Between layers the channels of a pixel stand side by side, a multiple of four of them, so that four are read at a
 * time; the eight pixels and four octets of channels of a warp read few different places, which costs little.
 */

#pragma once

#include "async.cuh"
#include "network-plan.cuh"

/* What becomes of a layer's sums. */
struct NetEnd
{
  NetMaps      out;   /* data NULL: it goes nowhere; `channels` 0: to the planes */
  NetMaps      added; /* data NULL: none */
  const float *bias;
  int          out_channels;
  bool         relu;
};

struct NetLayer
{
  NetMaps      in;
  NetEnd       end, tail_end;
  const float *weights; /* of each block: octet, four channels going in, tap, channel, eight channels coming out */
  const float *tail;    /* of the layer of single pixels: channel going in, channel coming out; NULL: none */
  int          in_channels; /* multiples of 4, or 1 */
  int          kernel, dilation, stride;
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

static __device__ __forceinline__ float4
layer_four (const float *from)
{
  return make_float4 (from[0], from[1], from[2], from[3]);
}

/* number / divisor, for up to 256 / up to 128, where by = NET_INVERSE (divisor). */
static __device__ __forceinline__ int
net_divide (int number, int by)
{
  return number * by >> 16;
}

/* ---- What goes in ---- */

/* n channels of the patch, from `first` on. A thread copies CHUNK channels of a pixel at a time. */
template <int CHUNK>
static __device__ __forceinline__ void
layer_load_patch (const NetLayer &layer, int first, int n, int left, int top, float *patch)
{
  const NetTiling &tiling = layer.tiling;
  int chunks = n / CHUNK, by_chunks = n == tiling.part ? tiling.by_chunks : NET_INVERSE (chunks);
  int step = net_divide (blockDim.x, by_chunks), at = net_divide (threadIdx.x, by_chunks);
  int chunk = threadIdx.x - at * chunks;
  int step_y = net_divide (step, tiling.by_width), step_x = step - step_y * tiling.patch_width;
  int y = net_divide (at, tiling.by_width), x = at - y * tiling.patch_width;
  const float *from = layer.in.data + first + chunk * CHUNK;

  while (y < tiling.patch_height && at < step)
    {
      int u = left + x, v = top + y;
      bool there = u >= 0 && v >= 0 && u < layer.in.width && v < layer.in.height;
      const float *pixel = from + (there ? v * (ptrdiff_t) layer.in.stride + u * layer.in.channels : 0);
      float *to = patch + (y * tiling.patch_width + x) * tiling.pixel + chunk * CHUNK;

      if constexpr (CHUNK == 4)
        vnk_copy_16_or_zero (to, pixel, there);
      else
        vnk_copy_or_zero (to, pixel, there);
      x += step_x;
      y += step_y;
      if (x >= tiling.patch_width)
        {
          x -= tiling.patch_width;
          y++;
        }
    }
}

/* Channels first … first + n − 1 of those going in, an octet after the other. */
static __device__ __forceinline__ void
layer_load_weights (const NetLayer &layer, const float *from, int taps, int first, int n, float *to)
{
  const NetTiling &tiling = layer.tiling;
  int whole = layer.in_channels * taps * MAP_CHANNELS;

  for (int octet = 0; octet < tiling.octets; octet++)
    for (int i = 4 * threadIdx.x; i < n * taps * MAP_CHANNELS; i += 4 * blockDim.x)
      vnk_copy_16 (to + octet * tiling.octet + i, from + octet * whole + first * taps * MAP_CHANNELS + i);
}

/* ---- Sums ---- */

/* Adds weight · pixel for the taps of a row of the kernel and CHUNK channels going in. */
template <int KERNEL, int CHUNK>
static __device__ __forceinline__ void
layer_multiply (const NetLayer &layer, const float *weights, const float *patch, const int (&pixels)[PIXELS],
                float (&sums)[PIXELS][MAP_CHANNELS])
{
  int kernel = KERNEL > 0 ? KERNEL : layer.kernel, column = layer.dilation * layer.tiling.pixel;

#pragma unroll (KERNEL > 0 ? KERNEL : 1)
  for (int i = 0; i < kernel; i++, patch += column, weights += CHUNK * MAP_CHANNELS)
    {
      float in[PIXELS][CHUNK];

#pragma unroll
      for (int p = 0; p < PIXELS; p++)
        if constexpr (CHUNK == 4)
          layer_load4 (patch + pixels[p], in[p]);
        else
          in[p][0] = patch[pixels[p]];
#pragma unroll
      for (int c = 0; c < CHUNK; c++)
        {
          float w[MAP_CHANNELS];

          layer_load4 (weights + c * MAP_CHANNELS, w);
          layer_load4 (weights + c * MAP_CHANNELS + 4, w + 4);
#pragma unroll
          for (int p = 0; p < PIXELS; p++)
#pragma unroll
            for (int o = 0; o < MAP_CHANNELS; o++)
              sums[p][o] = fmaf (w[o], in[p][c], sums[p][o]);
        }
    }
}

/* ---- What comes out ---- */

/* Bias, the layer that is added and ReLU, for four channels of a pixel from `first` on; and where it goes. */
static __device__ __forceinline__ void
layer_end (const NetEnd &end, const NetPlanes &planes, int first, int x, int y, float (&values)[4])
{
  if (end.added.data != NULL)
    {
      const NetMaps &added = end.added;
      int half = added.width != end.out.width || added.height != end.out.height;
      float more[4];

      layer_load4 (added.data + (y >> half) * (ptrdiff_t) added.stride + (x >> half) * added.channels + first, more);
#pragma unroll
      for (int k = 0; k < 4; k++)
        values[k] += more[k];
    }
#pragma unroll
  for (int k = 0; k < 4; k++)
    {
      values[k] = end.relu && values[k] < 0.0f ? 0.0f : values[k];
      /* What is too much must be 0 even where something infinite has gone in. */
      values[k] = first + k < end.out_channels ? values[k] : 0.0f;
    }

  if (end.out.channels > 0)
    {
      float *to = end.out.data + y * (ptrdiff_t) end.out.stride + x * end.out.channels + first;

      if (end.out.data != NULL)
        *(float4 *) to = layer_four (values);
      return;
    }
#pragma unroll
  for (int k = 0; k < 4; k++)
    if (first + k < end.out_channels)
      planes.data[first + k][y * (ptrdiff_t) planes.stride[first + k] + x] = values[k];
}

/* The place of a tile's pixel; false when it is outside. */
static __device__ __forceinline__ bool
layer_place (const NetLayer &layer, int tile_x, int tile_y, int pixel, int *x, int *y)
{
  const NetTiling &tiling = layer.tiling;

  *x = (tile_x << tiling.columns_log) + (pixel & ((1 << tiling.columns_log) - 1));
  *y = tile_y * (tiling.pixels >> tiling.columns_log) + (pixel >> tiling.columns_log);
  return *x < layer.end.out.width && *y < layer.end.out.height;
}

/* The layer of single pixels, from what the block has left in `values`. */
static __device__ __forceinline__ void
layer_do_tail (const NetLayer &layer, const NetPlanes &planes, int tile_x, int tile_y, const float *values, int length,
               const float *weights, const float *bias)
{
  const NetTiling &tiling = layer.tiling;
  const NetEnd &end = layer.tail_end;
  int n = (end.out_channels + 3) / 4;

  for (int i = threadIdx.x; i < n * tiling.pixels; i += blockDim.x)
    {
      int pixel, four, x, y;
      float sums[4];

      /* Neighbours write side by side. */
      pixel = end.out.channels > 0 ? i / n : i & (tiling.pixels - 1);
      four = end.out.channels > 0 ? i - pixel * n : i >> tiling.pixels_log;
      if (!layer_place (layer, tile_x, tile_y, pixel, &x, &y))
        continue;
      layer_load4 (bias + 4 * four, sums);
      for (int c = 0; c < layer.end.out_channels; c++)
        {
          float w[4], value = values[pixel * length + c];

          layer_load4 (weights + (c * n + four) * 4, w);
#pragma unroll
          for (int k = 0; k < 4; k++)
            sums[k] = fmaf (w[k], value, sums[k]);
        }
      layer_end (end, planes, 4 * four, x, y, sums);
    }
}

/* KERNEL 0: any. */
template <int KERNEL, int CHUNK>
static __global__ void __launch_bounds__ (LAYER_THREADS, 2)
layer_kernel (const __grid_constant__ NetLayer layer, const __grid_constant__ NetPlanes planes)
{
  VNK_DYNAMIC_SHARED (float, shared);
  const NetTiling &tiling = layer.tiling;
  int kernel = KERNEL > 0 ? KERNEL : layer.kernel, taps = kernel * kernel, wide = tiling.octets * MAP_CHANNELS;
  int tail = layer.tail != NULL ? layer.end.out_channels * ((layer.tail_end.out_channels + 3) / 4 * 4) : 0;
  float *bias = shared, *tail_bias = bias + BLOCK_CHANNELS, *tail_weights = tail_bias + BLOCK_CHANNELS;
  float *weights = tail_weights + tail, *patch = weights + tiling.octets * tiling.octet;
  int tile_y = blockIdx.x / tiling.tiles_x, tile_x = blockIdx.x - tile_y * tiling.tiles_x;
  int columns = 1 << tiling.columns_log, reach = layer.kernel / 2 * layer.dilation;
  int left = tile_x * columns * layer.stride - reach;
  int top = tile_y * (tiling.pixels >> tiling.columns_log) * layer.stride - reach;

  /* A warp's threads: eight pixels, then the octets, then the next eight. */
  int lanes = tiling.pixels / PIXELS, octet = threadIdx.x >> 3 & (tiling.octets - 1);
  int team = threadIdx.x >> tiling.team_log, pixels[PIXELS];
  int within = threadIdx.x & ((1 << tiling.team_log) - 1);
  int lane = within >> (tiling.octets_log + 3) << 3 | (within & 7);
  float sums[PIXELS][MAP_CHANNELS];

  vnk_start_kernel_behind ();
#pragma unroll
  for (int p = 0; p < PIXELS; p++)
    {
      int pixel = lane + p * lanes, y = pixel >> tiling.columns_log, x = pixel & (columns - 1);

      pixels[p] = (y * tiling.patch_width + x) * layer.stride * tiling.pixel;
#pragma unroll
      for (int o = 0; o < MAP_CHANNELS; o++)
        sums[p][o] = 0.0f;
    }

  const float *all_weights = layer.weights + (ptrdiff_t) blockIdx.y * layer.in_channels * taps * wide;
  const float *own_weights = weights + octet * tiling.octet;
  int row = layer.dilation * tiling.pixel * tiling.patch_width;

  if ((int) threadIdx.x < wide / 4)
    vnk_copy_16 (bias + 4 * threadIdx.x, layer.end.bias + blockIdx.y * wide + 4 * threadIdx.x);
  if (layer.tail != NULL && (int) threadIdx.x < (layer.tail_end.out_channels + 3) / 4)
    vnk_copy_16 (tail_bias + 4 * threadIdx.x, layer.tail_end.bias + 4 * threadIdx.x);
  for (int i = 4 * threadIdx.x; i < tail; i += 4 * blockDim.x)
    vnk_copy_16 (tail_weights + i, layer.tail + i);
  for (int first = 0; first < layer.in_channels; first += tiling.part)
    {
      int n = min (tiling.part, layer.in_channels - first);

      if (first > 0)
        __syncthreads ();
      layer_load_weights (layer, all_weights, taps, first, n, weights);
      if (first == 0)
        vnk_wait_for_kernel_before ();
      layer_load_patch<CHUNK> (layer, first, n, left, top, patch);
      vnk_copies_done ();
      __syncthreads ();

      for (int unit = team; unit < n / CHUNK * kernel && team < tiling.teams; unit += tiling.teams)
        {
          int c = unit / kernel * CHUNK, j = unit - unit / kernel * kernel;

          layer_multiply<KERNEL, CHUNK> (layer, own_weights + (c * taps + j * kernel * CHUNK) * MAP_CHANNELS,
                                         patch + j * row + c, pixels, sums);
        }
    }

  /* Each team's sums: pixel, channel. */
  int length = wide + 4;

  __syncthreads ();
  if (team < tiling.teams)
#pragma unroll
    for (int p = 0; p < PIXELS; p++)
      {
        float *to = weights + (team * tiling.pixels + lane + p * lanes) * length + octet * MAP_CHANNELS;

        *(float4 *) to = layer_four (sums[p]);
        *(float4 *) (to + 4) = layer_four (sums[p] + 4);
      }
  __syncthreads ();

  int n = wide / 4;

  for (int i = threadIdx.x; i < n * tiling.pixels; i += blockDim.x)
    {
      int pixel, four, x, y;
      float values[4], more[4];

      /* Neighbours write side by side. */
      pixel = layer.end.out.channels > 0 ? i >> (tiling.octets_log + 1) : i & (tiling.pixels - 1);
      four = layer.end.out.channels > 0 ? i & (n - 1) : i >> tiling.pixels_log;

      int first = blockIdx.y * wide + 4 * four;
      float *from = weights + pixel * length + 4 * four;

      if (!layer_place (layer, tile_x, tile_y, pixel, &x, &y) || first >= layer.end.out_channels)
        continue;
      layer_load4 (bias + 4 * four, values);
      for (int k = 0; k < tiling.teams; k++)
        {
          layer_load4 (from + k * tiling.pixels * length, more);
#pragma unroll
          for (int o = 0; o < 4; o++)
            values[o] += more[o];
        }
      layer_end (layer.end, planes, first, x, y, values);
      if (layer.tail != NULL)
        *(float4 *) from = layer_four (values);
    }
  if (layer.tail == NULL)
    return;
  __syncthreads ();
  layer_do_tail (layer, planes, tile_x, tile_y, weights, length, tail_weights, tail_bias);
}
