/* venule-gif-palette.c: from colours to the 256 of a GIF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "venule-gif-palette.h"

#define N_GRAYS 131
#define SIDE 5          /* of the cube */
#define GRAY_SPREAD 12

void
venule_gif_palette_fill (guint32 *palette)
{
  for (guint i = 0; i < N_GRAYS; i++)
    {
      guint32 level = (i * 255 + (N_GRAYS - 1) / 2) / (N_GRAYS - 1);

      palette[i] = 0xff000000u | level << 16 | level << 8 | level;
    }
  for (guint i = 0; i < SIDE * SIDE * SIDE; i++)
    {
      guint32 r = i / (SIDE * SIDE) * 255 / (SIDE - 1), g = i / SIDE % SIDE * 255 / (SIDE - 1),
              b = i % SIDE * 255 / (SIDE - 1);

      palette[N_GRAYS + i] = 0xff000000u | r << 16 | g << 8 | b;
    }
}

static guint
to_cube (guint level)
{
  return (level * (SIDE - 1) + 127) / 255;
}

static guint8
find_index (guint32 pixel)
{
  guint r = pixel >> 16 & 0xff, g = pixel >> 8 & 0xff, b = pixel & 0xff;
  guint low = MIN (r, MIN (g, b)), high = MAX (r, MAX (g, b));

  if (high - low <= GRAY_SPREAD)
    return (guint8) (((r + g + b) * (N_GRAYS - 1) / 3 + 127) / 255);

  return (guint8) (N_GRAYS + (to_cube (r) * SIDE + to_cube (g)) * SIDE + to_cube (b));
}

void
venule_gif_palette_convert (const guint8 *pixels,
                            gsize         stride,
                            int           width,
                            int           height,
                            guint8       *indices,
                            gsize         indices_stride)
{
  for (int y = 0; y < height; y++)
    {
      const guint32 *row = (const guint32 *) (gconstpointer) (pixels + stride * (gsize) y);
      guint8 *out = indices + indices_stride * (gsize) y;

      for (int x = 0; x < width; x++)
        out[x] = find_index (row[x]);
    }
}
