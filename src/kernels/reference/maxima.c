/* maxima.c: dilation and local maxima
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "reference.h"

#include <math.h>
#include <stdlib.h>

void
vnk_reference_dilate (const vnk_plane *in, double radius, double *out)
{
  int reach = (int) radius;

  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++)
      {
        double largest = -INFINITY;

        for (int v = y - reach; v <= y + reach; v++)
          for (int u = x - reach; u <= x + reach; u++)
            if (u >= 0 && v >= 0 && u < in->width && v < in->height &&
                (u - x) * (u - x) + (v - y) * (v - y) <= radius * radius)
              largest = fmax (largest, (double) in->data[v * in->stride + u]);
        out[y * in->width + x] = largest;
      }
}

/* Each pixel of a plateau takes the least number among its neighbours' and its own, until nothing changes: then all
 * have that of the first one. */
static void
spread_numbers (const vnk_plane *score, int *numbers)
{
  bool changed = true;

  while (changed)
    {
      changed = false;
      for (int y = 0; y < score->height; y++)
        for (int x = 0; x < score->width; x++)
          for (int v = y - 1; v <= y + 1; v++)
            for (int u = x - 1; u <= x + 1; u++)
              {
                int *here = &numbers[y * score->width + x];

                if (u < 0 || v < 0 || u >= score->width || v >= score->height || *here < 0)
                  continue;

                int there = numbers[v * score->width + u];

                if (there < 0 || there >= *here ||
                    score->data[v * score->stride + u] != score->data[y * score->stride + x])
                  continue;
                *here = there;
                changed = true;
              }
    }
}

void
vnk_reference_maxima (const vnk_plane *score, const vnk_plane *dilated, double threshold, int border, uint8_t *marks)
{
  int pixels = score->width * score->height;
  int *numbers = malloc ((size_t) pixels * sizeof *numbers);

  if (numbers == NULL)
    abort ();

  for (int y = 0; y < score->height; y++)
    for (int x = 0; x < score->width; x++)
      {
        float value = score->data[y * score->stride + x];
        bool inside = x >= border && y >= border && x < score->width - border && y < score->height - border;
        bool maximum = (double) value > threshold && value == dilated->data[y * dilated->stride + x];

        numbers[y * score->width + x] = inside && maximum ? y * score->width + x : -1;
      }

  spread_numbers (score, numbers);
  for (int i = 0; i < pixels; i++)
    marks[i] = numbers[i] == i;
  free (numbers);
}
