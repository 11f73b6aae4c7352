/* network.c: a small convolutional network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A row of a layer is computed in tiles of several channels and several vectors of adjacent pixels (network-row.h).
 * No tile asks where the borders are. Rows end in so many zeros as the layers that read them reach beyond a border, and
 * as the rows of a plane follow each other, those stand before the next row too; rows above and below the planes are
 * left out of the kernel. A layer of stride 2 reads even and odd columns as rows of their own, so that what it needs of
 * them lies side by side, as for any other layer. Kernels of 3x3 compute strips of four rows (network-winograd.h) where
 * that many are left: which rows are one follows from the plane's height alone.
 */

#include "cpu.h"

#include "../vnk-network.h"
#include "network-arena.h"
#include "network-winograd.h"
#include "network-weights.h"

#include <string.h>

#define LINE 16          /* floats in 64 bytes: rows start at a multiple */
#define LARGEST_GROUP 8  /* channels */
#define MAX_TAPS 49
#define MAX_PIXEL_ROWS 96 /* kernel rows times channels: with a tile's pixels of each the first cache is full */
#define STRIP_CHANNELS 8 /* fewer, that go in or come out, are not worth a strip's transforms */

/* Channels of a row one after the other, then the next row. */
typedef struct {
  float    *data;   /* the first pixel; `gap` zeros stand before it */
  ptrdiff_t length; /* elements from a channel to the next */
  int       gap;    /* that others read beyond the row's ends */
  int       slot;   /* of the job's, which it has for as long as it is read */
} Rows;

/* What a layer gives out, or the network takes in. */
typedef struct {
  vnk_shape shape;
  Rows      whole;
  Rows      halves; /* even, then odd columns of a channel; only when a layer of stride 2 reads them */
  bool      halved;
} Planes;

/* What a row of a layer is computed of. */
typedef struct {
  const float *in;              /* first pixel of the first channel */
  ptrdiff_t    in_length;       /* elements from a channel to the next */
  int          in_channels;
  int          part;            /* channels that go in at a time: their pixels and weights stay in the cache */
  ptrdiff_t    taps[MAX_TAPS]; /* of the kernel's rows that lie in the plane, elements from the pixel */
  int          n_taps;
  const float *weights;         /* of a group of channels: channel that goes in, tap, channel that comes out */
  ptrdiff_t    weights_length;  /* elements for one channel that comes out */
  ptrdiff_t    unused_weights;  /* of taps that are left out, elements after each channel that goes in */
  const float *bias;            /* of whole groups */
  const float *added;           /* NULL: none */
  ptrdiff_t    added_length;
  bool         added_half;      /* pixel x takes x/2 */
  bool         relu;
  float       *out;             /* the last vector may go beyond the width, into what becomes the gap */
  ptrdiff_t    out_length;
  int          channels;
  int          width;
} LayerRow;

/* Channels first … end − 1 of those that go in. */
typedef struct {
  int first, end;
} Part;

typedef void (*ComputeRow) (const LayerRow *row, int x);

#if defined(__x86_64__) && defined(__GNUC__)
#define NAME rest_avx512
#define TARGET __attribute__ ((target ("avx512f")))
#define LANES 8
#define VECTORS 1
#define GROUP 8
#define REST_LANES 0
#include "network-row.h"

#define NAME row_avx512
#define TARGET __attribute__ ((target ("avx512f")))
#define LANES 16
#define VECTORS 3
#define GROUP 8
#define REST_LANES 8
#define REST rest_avx512
#include "network-row.h"

#define NAME row_avx2
#define TARGET __attribute__ ((target ("avx2,fma")))
#define LANES 8
#define VECTORS 3
#define GROUP 4
#define REST_LANES 0
#include "network-row.h"
#endif

#define NAME row_any
#define TARGET
#define LANES 4
#define VECTORS 2
#define GROUP 4
#define REST_LANES 0
#include "network-row.h"

typedef struct {
  ComputeRow compute;
  int        group; /* channels of a tile */
} Method;

typedef struct {
  const vnk_network *network;
  const vnk_plane   *inputs;
  vnk_plane         *outputs;
  Method             method;
  Planes             planes[VNK_MAX_LAYERS + 1]; /* the first is what goes in */
  float             *weights[VNK_MAX_LAYERS];    /* as LayerRow has them, then the biases */
  float             *band_weights[VNK_MAX_LAYERS]; /* the same for each band of a strip; NULL: no strips */
  const float       *zeros;                      /* a row that lies outside, and the biases of bands */
  ptrdiff_t          longest;                    /* of the rows */
  int                first, last;                /* layers that are computed */
  vnk_network_arena  slots;
  vnk_cpu_thread    *threads;
} NetworkJob;

static Method
choose_method (vnk_cpu_level level)
{
#if defined(__x86_64__) && defined(__GNUC__)
  if (level == VNK_CPU_AVX512)
    return (Method) { row_avx512, 8 };
  if (level == VNK_CPU_AVX2)
    return (Method) { row_avx2, 4 };
#endif
  return (Method) { row_any, 4 };
}

static int
round_up (int value, int multiple)
{
  return (value + multiple - 1) / multiple * multiple;
}

/* The largest of the fewest equal parts of n that are not larger than `most`. */
static int
even_share (int n, int maximum)
{
  int parts = (n + maximum - 1) / maximum;

  return (n + parts - 1) / parts;
}

/* An odd number of lines: rows and channels one above the other shall not compete for the same place in the cache. */
static ptrdiff_t
row_length (int width, int gap)
{
  ptrdiff_t lines = (width + (ptrdiff_t) gap + LINE - 1) / LINE;

  return (lines | 1) * LINE;
}

/* ---- Rows ---- */

static float *
row_of (const Planes *planes, int y)
{
  return planes->whole.data + (ptrdiff_t) y * planes->shape.channels * planes->whole.length;
}

static float *
halves_of (const Planes *planes, int y)
{
  return planes->halves.data + (ptrdiff_t) y * planes->shape.channels * 2 * planes->halves.length;
}

VNK_CLONES static void
split (const float *restrict in, float *restrict even, float *restrict odd, int pairs)
{
  for (int i = 0; i < pairs; i++)
    {
      even[i] = in[2 * i];
      odd[i] = in[2 * i + 1];
    }
}

static void
set_zero (float *first, const float *end)
{
  memset (first, 0, (size_t) (end - first) * sizeof *first);
}

/* Ends the channels of a row in zeros, and fills the even and odd columns if there are any. */
static void
finish_row (const Planes *planes, int y)
{
  int width = planes->shape.width;
  float *row = row_of (planes, y);

  for (int c = 0; c < planes->shape.channels; c++, row += planes->whole.length)
    set_zero (row + width, row + planes->whole.length);
  if (!planes->halved)
    return;

  float *even = halves_of (planes, y);

  row = row_of (planes, y);
  for (int c = 0; c < planes->shape.channels; c++, row += planes->whole.length, even += 2 * planes->halves.length)
    {
      float *odd = even + planes->halves.length;

      split (row, even, odd, width / 2);
      if (width % 2 == 1)
        even[width / 2] = row[width - 1];
      set_zero (even + (width + 1) / 2, odd);
      set_zero (odd + width / 2, odd + planes->halves.length);
    }
}

/* ---- Layers ---- */

/* The taps of the kernel's rows that lie in the plane. */
static void
fill_taps (LayerRow *row, const vnk_layer *layer, const Planes *in, int y, int group)
{
  int reach = layer->kernel / 2;
  int kernel = layer->kernel;
  int first = 0;

  row->n_taps = 0;
  for (int j = 0; j < kernel; j++)
    {
      int below = (j - reach) * layer->dilation;
      int v = y * layer->stride + below;

      if (v < 0)
        first = j + 1;
      if (v < 0 || v >= in->shape.height)
        continue;
      for (int i = 0; i < kernel; i++)
        {
          int beside = (i - reach) * layer->dilation;

          if (layer->stride == 1)
            row->taps[row->n_taps++] = (ptrdiff_t) below * in->shape.channels * in->whole.length + beside;
          else
            row->taps[row->n_taps++] = ((ptrdiff_t) below * in->shape.channels * 2 + (beside & 1)) *
                                       in->halves.length + (beside - (beside & 1)) / 2;
        }
    }
  row->weights += (ptrdiff_t) first * kernel * group;
  row->unused_weights = (ptrdiff_t) (kernel * kernel - row->n_taps) * group;
}

/* What follows once all channels of a row are there. */
static void
end_row (const NetworkJob *job, int k, int y)
{
  const Planes *out = &job->planes[k + 1];
  const float *row = row_of (out, y);

  finish_row (out, y);
  for (int o = 0; k == job->network->n_layers - 1 && o < out->shape.channels; o++, row += out->whole.length)
    memcpy (vnk_plane_row (&job->outputs[o], y), row, (size_t) out->shape.width * sizeof (float));
}

static void
layer_row (const NetworkJob *job, int k, int y)
{
  const vnk_layer *layer = &job->network->layers[k];
  const Planes *in = &job->planes[layer->from + 1];
  const Planes *out = &job->planes[k + 1];
  const Planes *added = layer->add < 0 ? NULL : &job->planes[layer->add + 1];
  bool whole = layer->stride == 1;
  ptrdiff_t terms = (ptrdiff_t) layer->in_channels * layer->kernel * layer->kernel;
  LayerRow row = {
    .in = whole ? row_of (in, y) : halves_of (in, 2 * y),
    .in_length = whole ? in->whole.length : 2 * in->halves.length,
    .in_channels = layer->in_channels,
    .part = even_share (layer->in_channels, MAX_PIXEL_ROWS / layer->kernel),
    .weights = job->weights[k],
    .weights_length = terms,
    .bias = job->weights[k] + terms * round_up (layer->out_channels, job->method.group),
    .relu = layer->relu,
    .out = row_of (out, y),
    .out_length = out->whole.length,
    .channels = layer->out_channels,
    .width = out->shape.width,
  };

  if (added != NULL)
    {
      bool same = added->shape.width == out->shape.width && added->shape.height == out->shape.height;

      row.added = row_of (added, same ? y : y / 2);
      row.added_length = added->whole.length;
      row.added_half = !same;
    }
  fill_taps (&row, layer, in, y, job->method.group);
  job->method.compute (&row, 0);
  end_row (job, k, y);
}

/* ---- Strips ---- */

static bool
uses_winograd (const vnk_layer *layer)
{
  return layer->kernel == 3 && layer->stride == 1 && layer->add < 0 && layer->in_channels >= STRIP_CHANNELS &&
         layer->out_channels >= STRIP_CHANNELS;
}

/* Floats of the bands of all channels, with a gap before them and a tile's overhang behind. */
static size_t
bands_size (int channels, ptrdiff_t length)
{
  return (size_t) (VNK_WINOGRAD_READS * channels) * (size_t) length + 3 * LINE;
}

/* The bands of what goes in: those of a channel lie as far apart as all channels of one are long. */
static void
split_strip (const NetworkJob *job, const Planes *in, int y, int dilation, float *bands)
{
  ptrdiff_t length = in->whole.length;

  set_zero (bands - LINE, bands);
  for (int c = 0; c < in->shape.channels; c++)
    {
      const float *rows[VNK_WINOGRAD_READS];

      for (int i = 0; i < VNK_WINOGRAD_READS; i++)
        {
          int v = y + (i - 1) * dilation;

          rows[i] = v >= 0 && v < in->shape.height ? row_of (in, v) + c * length : job->zeros;
        }
      vnk_winograd_split (rows, bands + c * length, in->shape.channels * length, (int) length);
    }
}

/* The rows of a strip, the last of which may lie outside, where nobody looks. */
static void
join_strip (const NetworkJob *job, int k, int y, const float *bands, float *outside)
{
  const vnk_layer *layer = &job->network->layers[k];
  const Planes *out = &job->planes[k + 1];
  ptrdiff_t length = out->whole.length;

  for (int o = 0; o < layer->out_channels; o++)
    {
      float *rows[VNK_WINOGRAD_ROWS];

      for (int i = 0; i < VNK_WINOGRAD_ROWS; i++)
        {
          int v = y + i * layer->dilation;

          rows[i] = v < out->shape.height ? row_of (out, v) + o * length : outside;
        }
      vnk_winograd_join (bands + o * length, layer->out_channels * length, layer->bias[o], layer->relu, rows,
                         out->shape.width);
    }
}

/* Rows y, y + dilation … of a layer. */
static void
layer_strip (const NetworkJob *job, int k, int y, int thread)
{
  const vnk_layer *layer = &job->network->layers[k];
  const Planes *in = &job->planes[layer->from + 1];
  const Planes *out = &job->planes[k + 1];
  float *bands = (float *) job->threads[thread].row.memory + LINE;
  float *sums = bands + bands_size (layer->in_channels, in->whole.length);
  LayerRow row = {
    .in_length = in->whole.length,
    .in_channels = layer->in_channels,
    .part = even_share (layer->in_channels, MAX_PIXEL_ROWS),
    .taps = { -layer->dilation, 0, layer->dilation },
    .n_taps = VNK_WINOGRAD_TAPS,
    .weights_length = (ptrdiff_t) layer->in_channels * VNK_WINOGRAD_TAPS,
    .bias = job->zeros,
    .out_length = out->whole.length,
    .channels = layer->out_channels,
    .width = out->shape.width,
  };

  split_strip (job, in, y, layer->dilation, bands);
  for (int band = 0; band < VNK_WINOGRAD_READS; band++)
    {
      row.in = bands + band * layer->in_channels * in->whole.length;
      row.weights = job->band_weights[k] + (size_t) band * vnk_band_weights_size (layer, job->method.group);
      row.out = sums + band * layer->out_channels * out->whole.length;
      job->method.compute (&row, 0);
    }
  join_strip (job, k, y, sums, bands);
  for (int v = y; v < y + VNK_WINOGRAD_ROWS * layer->dilation && v < out->shape.height; v += layer->dilation)
    end_row (job, k, v);
}

/* Up to four rows, a dilation apart, of the layers that are computed: two can do without the transforms of a strip. */
static void
layers_item (void *data, int item, int thread)
{
  const NetworkJob *job = data;
  const vnk_layer *layer = &job->network->layers[job->first];
  int height = job->planes[job->first + 1].shape.height;
  bool strips = job->band_weights[job->first] != NULL;
  int step = strips ? layer->dilation : 1;
  int y = strips ? item / step * step * VNK_WINOGRAD_ROWS + item % step : item;
  int end = strips ? y + VNK_WINOGRAD_ROWS * step : y + 1;

  strips &= y + 2 * step < height;
  if (strips)
    layer_strip (job, job->first, y, thread);
  for (; y < end && y < height; y += step)
    for (int k = job->first + strips; k <= job->last; k++)
      layer_row (job, k, y);
}

/* Items of a layer, some of which may hold no row. */
static int
n_items (const NetworkJob *job, int k)
{
  int height = job->planes[k + 1].shape.height;
  int step = job->network->layers[k].dilation;

  return job->band_weights[k] != NULL ? (height + VNK_WINOGRAD_ROWS * step - 1) / (VNK_WINOGRAD_ROWS *
                                                                                   step) * step : height;
}

/* Whether a row of the layer needs no more of the layer before it than the same row. */
static bool
follows_by_rows (const vnk_network *network, int k)
{
  const vnk_layer *layer = &network->layers[k];

  return layer->from == k - 1 && layer->kernel == 1 && layer->stride == 1;
}

/* ---- Before the layers ---- */

static void
convert_row (const NetworkJob *job, int y)
{
  const Planes *planes = &job->planes[0];
  float *row = row_of (planes, y);

  for (int c = 0; c < planes->shape.channels; c++, row += planes->whole.length)
    memcpy (row, vnk_plane_row (&job->inputs[c], y), (size_t) planes->shape.width * sizeof (float));
  finish_row (planes, y);
}

/* The weights of each layer, then the rows that go in. */
static void
prepare_item (void *data, int item, int thread)
{
  const NetworkJob *job = data;

  if (item < job->network->n_layers)
    {
      const vnk_layer *layer = &job->network->layers[item];

      vnk_weights_arrange (layer, job->method.group, job->weights[item]);
      if (job->band_weights[item] != NULL)
        vnk_band_weights_arrange (layer, job->method.group, job->band_weights[item]);
    }
  else
    convert_row (job, item - job->network->n_layers);
}

/* The gaps that the layers need, and from them the lengths of rows. */
static void
lay_out (NetworkJob *job, const vnk_shape *shapes)
{
  Planes *planes = job->planes;
  int n_layers = job->network->n_layers;

  planes[0].shape = (vnk_shape) { job->inputs->width, job->inputs->height, job->network->n_inputs };
  for (int k = 0; k < n_layers; k++)
    {
      const vnk_layer *layer = &job->network->layers[k];
      Planes *in = &planes[layer->from + 1];
      int reach = layer->kernel / 2 * layer->dilation;
      Rows *rows = layer->stride == 1 ? &in->whole : &in->halves;
      int gap = layer->stride == 1 ? reach : (reach + 1) / 2;

      planes[k + 1].shape = shapes[k];
      rows->gap = rows->gap > gap ? rows->gap : gap;
      in->halved |= layer->stride == 2;
    }
  for (int k = 0; k <= n_layers; k++)
    {
      planes[k].whole.length = row_length (planes[k].shape.width, planes[k].whole.gap);
      planes[k].halves.length = row_length ((planes[k].shape.width + 1) / 2, planes[k].halves.gap);
      job->longest = job->longest > planes[k].whole.length ? job->longest : planes[k].whole.length;
    }
}

/* Layers `first` … are computed together, row by row: up to which. */
static int
last_with (const vnk_network *network, int first)
{
  int last = first;

  while (last + 1 < network->n_layers && follows_by_rows (network, last + 1))
    last++;
  return last;
}

/* Floats before the first row, and as many behind the last one. */
static size_t
front_of (const Rows *rows)
{
  return (size_t) round_up (rows->gap, LINE);
}

static void
take_slots (NetworkJob *job, Planes *planes, int from, int until)
{
  size_t n = (size_t) planes->shape.height * (size_t) planes->shape.channels;
  Rows *whole = &planes->whole, *halves = &planes->halves;

  /* A tile that begins in the last row may read on behind it. */
  whole->slot = vnk_network_arena_take (&job->slots, 2 * front_of (whole) + n * (size_t) whole->length + LINE, from,
                                        until);
  if (planes->halved)
    halves->slot = vnk_network_arena_take (&job->slots, 2 * front_of (halves) + 2 * n * (size_t) halves->length + LINE,
                                           from, until);
}

/* Memory for each plane, from when it is written until it is read for the last time. */
static void
share_memory (NetworkJob *job)
{
  const vnk_network *network = job->network;
  int until[VNK_MAX_LAYERS + 1];

  for (int first = 0, last; first < network->n_layers; first = last + 1)
    {
      last = last_with (network, first);
      for (int k = first; k <= last; k++)
        {
          until[k + 1] = until[network->layers[k].from + 1] = last;
          if (network->layers[k].add >= 0)
            until[network->layers[k].add + 1] = last;
        }
    }

  take_slots (job, &job->planes[0], -1, until[0]);
  for (int first = 0, last; first < network->n_layers; first = last + 1)
    {
      last = last_with (network, first);
      for (int k = first; k <= last; k++)
        take_slots (job, &job->planes[k + 1], first, until[k + 1]);
    }
}

/* What stands before the first row of planes that are about to be written. */
static void
clear_fronts (const Planes *planes)
{
  const Rows *whole = &planes->whole, *halves = &planes->halves;

  set_zero (whole->data - front_of (whole), whole->data);
  if (planes->halved)
    set_zero (halves->data - front_of (halves), halves->data);
}

/* So many floats, rounded up to whole lines. */
static size_t
lines_of (size_t floats)
{
  return (floats + LINE - 1) / LINE * LINE;
}

/* Gives out memory; with NULL it only counts. */
static size_t
place (NetworkJob *job, float *memory)
{
  size_t used = 0;

  for (int k = 0; k < job->network->n_layers; k++)
    {
      const vnk_layer *layer = &job->network->layers[k];

      job->weights[k] = memory == NULL ? NULL : memory + used;
      used += lines_of (vnk_weights_size (layer, job->method.group));
      if (!uses_winograd (layer))
        continue;
      job->band_weights[k] = memory == NULL ? NULL : memory + used;
      used += lines_of (VNK_WINOGRAD_READS * vnk_band_weights_size (layer, job->method.group));
    }

  size_t zeros = (size_t) job->longest + VNK_MAX_CHANNELS + LARGEST_GROUP;

  if (memory != NULL)
    {
      set_zero (memory + used, memory + used + zeros);
      job->zeros = memory + used;
    }
  used += lines_of (zeros);

  size_t shared = vnk_network_arena_place (&job->slots, LINE);

  for (int k = 0; memory != NULL && k <= job->network->n_layers; k++)
    {
      Planes *planes = &job->planes[k];

      planes->whole.data = memory + used + job->slots.slots[planes->whole.slot].start + front_of (&planes->whole);
      if (planes->halved)
        planes->halves.data = memory + used + job->slots.slots[planes->halves.slot].start + front_of (&planes->halves);
    }
  return used + shared;
}

/* What each thread needs for the bands of a strip before and after the layer. */
static vnk_status
take_strips (const NetworkJob *job, int n_threads)
{
  size_t maximum = 0;

  for (int k = 0; k < job->network->n_layers; k++)
    {
      const vnk_layer *layer = &job->network->layers[k];
      size_t size = bands_size (layer->in_channels, job->planes[layer->from + 1].whole.length) +
                    bands_size (layer->out_channels, job->planes[k + 1].whole.length);

      if (uses_winograd (layer) && size > maximum)
        maximum = size;
    }
  for (int i = 0; i < n_threads && maximum > 0; i++)
    if (vnk_scratch_get (&job->threads[i].row, maximum * sizeof (float)) == NULL)
      return VNK_ERROR_NO_MEMORY;
  return VNK_OK;
}

vnk_status
vnk_cpu_network (vnk_backend *backend, const vnk_network *network, const vnk_plane *inputs, vnk_plane *outputs)
{
  vnk_cpu *cpu = vnk_cpu_self (backend);
  vnk_shape shapes[VNK_MAX_LAYERS];

  if (!vnk_check_network (network, inputs, outputs, shapes))
    return VNK_ERROR_INVALID;

  NetworkJob job = {
    .network = network,
    .inputs = inputs,
    .outputs = outputs,
    .method = choose_method (cpu->level),
    .threads = cpu->threads,
  };

  lay_out (&job, shapes);
  share_memory (&job);

  float *memory = vnk_scratch_get (&cpu->planes, place (&job, NULL) * sizeof (float));

  if (memory == NULL || take_strips (&job, cpu->n_threads) != VNK_OK)
    return VNK_ERROR_NO_MEMORY;

  place (&job, memory);
  clear_fronts (&job.planes[0]);
  vnk_pool_run (cpu->pool, network->n_layers + inputs->height, prepare_item, &job);
  for (job.first = 0; job.first < network->n_layers; job.first = job.last + 1)
    {
      job.last = last_with (network, job.first);
      for (int k = job.first; k <= job.last; k++)
        clear_fronts (&job.planes[k + 1]);
      vnk_pool_run (cpu->pool, n_items (&job, job.first), layers_item, &job);
    }
  return VNK_OK;
}
