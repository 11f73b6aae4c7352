/* network-row.h: a row of a layer of a convolutional network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Included by network.c once for each instruction set, with NAME of the function, its TARGET attribute, the LANES of a
 * vector, and the VECTORS of pixels and GROUP of channels of a tile, whose sums stay in registers: each weight and each
 * pixel that is loaded then takes part in several products. REST is the function of a narrower vector of REST_LANES,
 * for a row's last pixels when they are no more than that; REST_LANES 0: none.
 */

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_ (a, b)
#define Vector JOIN (Vector, NAME)
#define UnalignedVector JOIN (UnalignedVector, NAME)
#define IntVector JOIN (IntVector, NAME)

_Static_assert (GROUP <= LARGEST_GROUP && LINE % LANES == 0, "there is room for them");

typedef float Vector __attribute__ ((vector_size (LANES * sizeof (float)), may_alias));
typedef float UnalignedVector __attribute__ ((vector_size (LANES * sizeof (float)), aligned (4), may_alias));
typedef int32_t IntVector __attribute__ ((vector_size (LANES * sizeof (int32_t)), may_alias));

/* LANES pixels from x on of what is to be added. */
VNK_INLINE TARGET Vector
JOIN (convert_added, NAME) (const LayerRow *row, int channel, int x)
{
  const float *added = row->added + channel * row->added_length;

  if (!row->added_half)
    return *(const UnalignedVector *) (added + x);

  Vector half = *(const UnalignedVector *) (added + x / 2);
  Vector twice = { 0 };

#pragma GCC unroll 16
  for (int i = 0; i < LANES; i++)
    twice[i] = half[i / 2];
  return twice;
}

VNK_INLINE TARGET Vector
JOIN (first_sum, NAME) (const LayerRow *row, const Part *part, int channel, int x)
{
  /* The last group may have more channels than there are. */
  int known = channel < row->channels ? channel : row->channels - 1;

  if (part->first > 0)
    return *(const Vector *) (row->out + known * row->out_length + x);

  Vector sum = row->bias[channel] - (Vector) { 0 };

  if (row->added != NULL)
    sum += JOIN (convert_added, NAME) (row, known, x);
  return sum;
}

VNK_INLINE TARGET void
JOIN (store, NAME) (const LayerRow *row, const Part *part, int channel, int x, Vector sum)
{
  if (row->relu && part->end == row->in_channels)
    sum = (Vector) ((IntVector) sum & (sum > 0.0f));
  if (channel < row->channels)
    *(Vector *) (row->out + channel * row->out_length + x) = sum;
}

/* GROUP channels from `channel` on of `vectors` vectors of pixels from x on. */
VNK_INLINE TARGET void
JOIN (tile, NAME) (const LayerRow *row, const Part *part, int channel, int x, const int vectors)
{
  ptrdiff_t next = row->n_taps * (ptrdiff_t) GROUP + row->unused_weights; /* channel that goes in */
  const float *weights = row->weights + channel * row->weights_length + part->first * next;
  const float *in = row->in + part->first * row->in_length + x;
  Vector sums[GROUP][VECTORS];

#pragma GCC unroll 16
  for (int o = 0; o < GROUP; o++)
#pragma GCC unroll 16
    for (int v = 0; v < vectors; v++)
      sums[o][v] = JOIN (first_sum, NAME) (row, part, channel + o, x + v * LANES);

  for (int c = part->first; c < part->end; c++, in += row->in_length, weights += row->unused_weights)
    for (int tap = 0; tap < row->n_taps; tap++, weights += GROUP)
      {
        const float *pixels = in + row->taps[tap];
        Vector values[VECTORS];

#pragma GCC unroll 16
        for (int v = 0; v < vectors; v++)
          values[v] = *(const UnalignedVector *) (pixels + v * LANES);
#pragma GCC unroll 16
        for (int o = 0; o < GROUP; o++)
#pragma GCC unroll 16
          for (int v = 0; v < vectors; v++)
            sums[o][v] += weights[o] * values[v];
      }

#pragma GCC unroll 16
  for (int o = 0; o < GROUP; o++)
#pragma GCC unroll 16
    for (int v = 0; v < vectors; v++)
      JOIN (store, NAME) (row, part, channel + o, x + v * LANES, sums[o][v]);
}

/* All channels of `vectors` vectors of pixels from x on. */
VNK_INLINE TARGET void
JOIN (column, NAME) (const LayerRow *row, int x, const int vectors)
{
  for (Part part = { 0, 0 }; part.end < row->in_channels; part.first = part.end)
    {
      part.end = part.first + row->part < row->in_channels ? part.first + row->part : row->in_channels;
      for (int channel = 0; channel < row->channels; channel += GROUP)
        JOIN (tile, NAME) (row, &part, channel, x, vectors);
    }
}

/* The row's pixels from x on. */
static TARGET void
NAME (const LayerRow *row, int x)
{
  for (; x + (VECTORS - 1) * LANES < row->width; x += VECTORS * LANES)
    JOIN (column, NAME) (row, x, VECTORS);
  for (; x + REST_LANES < row->width; x += LANES)
    JOIN (column, NAME) (row, x, 1);
#if REST_LANES > 0
  if (x < row->width)
    REST (row, x);
#endif
}

#undef IntVector
#undef UnalignedVector
#undef Vector
#undef JOIN
#undef JOIN_
#undef REST
#undef REST_LANES
#undef GROUP
#undef VECTORS
#undef LANES
#undef TARGET
#undef NAME
