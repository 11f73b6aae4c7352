/* edges.c: the magnitude of the gradient, scaled
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cpu.h"

#include <math.h>

VNK_CLONES static float
magnitude_row (const float *above, const float *row, const float *below, float scale_y, float *out, int width)
{
  float largest = 0.0f;

  for (int x = 0; x < width; x++)
    {
      int left = x > 0 ? x - 1 : 0;
      int right = x < width - 1 ? x + 1 : width - 1;
      float gx = (row[right] - row[left]) * (right - left == 2 ? 0.5f : 1.0f);
      float gy = (below[x] - above[x]) * scale_y;
      float magnitude = sqrtf (gx * gx + gy * gy);

      out[x] = magnitude;
      largest = magnitude > largest ? magnitude : largest;
    }
  return largest;
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
vnk_cpu_edges_one (const vnk_plane *in, vnk_plane *out)
{
  float largest = 0.0f;

  for (int y = 0; y < in->height; y++)
    {
      int above = y > 0 ? y - 1 : 0;
      int below = y < in->height - 1 ? y + 1 : y;
      float row_largest = magnitude_row (vnk_plane_row (in, above), vnk_plane_row (in, y), vnk_plane_row (in, below),
                                         below - above == 2 ? 0.5f : 1.0f, vnk_plane_row (out, y), in->width);

      largest = row_largest > largest ? row_largest : largest;
    }

  float scale = largest > VNK_FLAT_GRADIENT ? 1.0f / largest : 0.0f;

  for (int y = 0; y < in->height; y++)
    scale_row (vnk_plane_row (out, y), in->width, scale);
}

vnk_status
vnk_cpu_edges (vnk_backend *backend, const vnk_plane *in, vnk_plane *out)
{
  if (!vnk_check_edges (in, out))
    return VNK_ERROR_INVALID;

  vnk_cpu_edges_one (in, out);
  return VNK_OK;
}
