/* images.c: what goes pixel by pixel: loading, gradients, running means, noise and mirroring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "reference.h"

#include "../vnk-sample-grid.h"
#include "../vnk-numerics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int
clamp (int value, int last)
{
  return value < 0 ? 0 : value > last ? last : value;
}

/* The pixel at (x, y), or the nearest one of the border. */
static double
at (const vnk_plane *plane, int x, int y)
{
  return (double) plane->data[clamp (y, plane->height - 1) * plane->stride + clamp (x, plane->width - 1)];
}

static unsigned int
sample_at (const vnk_image *frame, int x, int y)
{
  const uint8_t *sample = (const uint8_t *) frame->data + y * frame->stride + (ptrdiff_t) x * frame->bytes_per_sample;
  uint16_t wide;

  memcpy (&wide, sample, frame->bytes_per_sample == 2 ? sizeof wide : 0);
  return frame->bytes_per_sample == 2 ? wide : *sample;
}

void
vnk_reference_convert (const vnk_image *frame, int x0, int y0, double scale, double offset, int width, int height,
                       double *out)
{
  for (int j = 0; j < height; j++)
    for (int i = 0; i < width; i++)
      {
        int x = clamp (x0 + i, frame->width - 1);
        int y = clamp (y0 + j, frame->height - 1);

        out[j * width + i] = scale * sample_at (frame, x, y) + offset;
      }
}

void
vnk_reference_histogram (const vnk_image *frame, const vnk_plane *mask, int shift, int n_bins, uint64_t *counts)
{
  for (int y = 0; y < frame->height; y++)
    for (int x = 0; x < frame->width; x++)
      if (mask == NULL || mask->data[y * mask->stride + x] > 0.0f)
        counts[clamp ((int) (sample_at (frame, x, y) >> shift), n_bins - 1)]++;
}

/* The distance between the neighbours on both sides: 2, at a border 1. */
static double
span (int position, int last)
{
  return (position > 0) + (position < last);
}

void
vnk_reference_gradients (const vnk_plane *in, double *gx, double *gy)
{
  int last_x = in->width - 1;
  int last_y = in->height - 1;

  for (int y = 0; y <= last_y; y++)
    for (int x = 0; x <= last_x; x++)
      {
        gx[y * in->width + x] = last_x == 0 ? 0.0 : (at (in, x + 1, y) - at (in, x - 1, y)) / span (x, last_x);
        gy[y * in->width + x] = last_y == 0 ? 0.0 : (at (in, x, y + 1) - at (in, x, y - 1)) / span (y, last_y);
      }
}

void
vnk_reference_running_moments (const vnk_plane *in, double scale, double offset, double share, double spread_share,
                               double *mean, double *spread)
{
  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++)
      {
        int i = y * in->width + x;
        double d = (at (in, x, y) - offset) * scale - mean[i];

        mean[i] += share * d;
        spread[i] += spread_share * (d * d - spread[i]);
      }
}

static int
compare_doubles (const void *a, const void *b)
{
  double p = *(const double *) a, q = *(const double *) b;

  return (p > q) - (p < q);
}

void
vnk_reference_robust_weights (const vnk_plane *spread, const vnk_plane *mask, double cutoff, double min_spread,
                              double *weight)
{
  vnk_sample_grid grid = vnk_sample_grid_new (spread->width, spread->height, VNK_ROBUST_WEIGHTS_SAMPLES);
  double samples[VNK_ROBUST_WEIGHTS_SAMPLES];
  int n = 0;

  for (int j = 0; j < grid.rows; j++)
    for (int i = 0; i < grid.columns; i++)
      {
        int x = grid.left + i * grid.step, y = grid.top + j * grid.step;

        if (at (mask, x, y) > 0.0)
          samples[n++] = at (spread, x, y);
      }
  qsort (samples, (size_t) n, sizeof samples[0], compare_doubles);

  double usual = cutoff * fmax (n > 0 ? samples[n / 2] : 0.0, min_spread);

  for (int y = 0; y < spread->height; y++)
    for (int x = 0; x < spread->width; x++)
      {
        double share = at (spread, x, y) / usual;

        weight[y * spread->width + x] = at (mask, x, y) / (1.0 + share * share);
      }
}

/* The hash is "lowbias32" (C. Wellons, "Prospecting for hash functions", 2018). */
void
vnk_reference_add_noise (const vnk_plane *in, double scale, uint32_t seed, double *out)
{
  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++)
      {
        uint32_t h = seed ^ (uint32_t) x * 0x85ebca6bu ^ (uint32_t) y * 0xc2b2ae35u;

        h = (h ^ (h >> 16)) * 0x7feb352du;
        h = (h ^ (h >> 15)) * 0x846ca68bu;
        h ^= h >> 16;
        out[y * in->width + x] =
          at (in, x, y) + scale * ((int) ((h & 255) + (h >> 8 & 255) + (h >> 16 & 255) + (h >> 24)) - 510);
      }
}

void
vnk_reference_flip (const vnk_plane *in, bool upside_down, double *out)
{
  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++)
      out[y * in->width + x] = upside_down ? at (in, x, in->height - 1 - y) : at (in, in->width - 1 - x, y);
}
