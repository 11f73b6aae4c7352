/* gradient-magnitude.c: the magnitude of the gradient, scaled
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include <math.h>

#define LANES 16 /* values whose largest are looked for at once */

VNK_INLINE float
magnitude (float across, float down)
{
  return sqrtf (across * across + down * down);
}

/* The row's magnitudes; each lane of `largest` keeps the largest that it has seen. */
VNK_CLONES static void
magnitude_row (const float *above, const float *row, const float *below, float scale_y, float *restrict out, int width,
               float *restrict largest)
{
  int last = width - 1;

  for (int x = 1; x < last; x++)
    out[x] = magnitude ((row[x + 1] - row[x - 1]) * 0.5f, (below[x] - above[x]) * scale_y);
  out[0] = magnitude (width > 1 ? row[1] - row[0] : 0.0f, (below[0] - above[0]) * scale_y);
  if (last > 0)
    out[last] = magnitude (row[last] - row[last - 1], (below[last] - above[last]) * scale_y);

  for (int x = 0; x + LANES <= width; x += LANES)
    for (int i = 0; i < LANES; i++)
      largest[i] = out[x + i] > largest[i] ? out[x + i] : largest[i];
  for (int x = width / LANES * LANES; x < width; x++)
    largest[0] = out[x] > largest[0] ? out[x] : largest[0];
}

VNK_CLONES static void
scale_row (float *row, int width, float scale)
{
  for (int x = 0; x < width; x++)
    {
      float scaled = row[x] * scale;

      row[x] = scaled < 1.0f ? scaled : 1.0f;
    }
}

void
vnk_cpu_gradient_magnitude (const vnk_plane *in, vnk_plane *out)
{
  float lanes[LANES] = { 0 };
  float largest = 0.0f;

  for (int y = 0; y < in->height; y++)
    {
      int above = y > 0 ? y - 1 : 0;
      int below = y < in->height - 1 ? y + 1 : y;

      magnitude_row (vnk_plane_row (in, above), vnk_plane_row (in, y), vnk_plane_row (in, below),
                     below - above == 2 ? 0.5f : 1.0f, vnk_plane_row (out, y), in->width, lanes);
    }
  for (int i = 0; i < LANES; i++)
    largest = lanes[i] > largest ? lanes[i] : largest;

  float scale = largest > VNK_FLAT_GRADIENT ? 1.0f / largest : 0.0f;

  for (int y = 0; y < in->height; y++)
    scale_row (vnk_plane_row (out, y), in->width, scale);
}
