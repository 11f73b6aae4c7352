/* scene-compression.c: what a strong compression leaves of a picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-compression.h"

#include <math.h>

#define SIZE 8
/* Frames from one that stands alone, and is better, to the next. */
#define GROUP 12
/* Of a step, what a cosine must exceed a whole number by to be rounded up. */
#define DEAD 0.67f

static void
fill_cosines (float cosines[SIZE][SIZE])
{
  for (int k = 0; k < SIZE; k++)
    {
      for (int i = 0; i < SIZE; i++)
        cosines[k][i] = sqrt ((k == 0 ? 1.0 : 2.0) / SIZE) * cos (G_PI / SIZE * k * (i + 0.5));
    }
}

/* Rows of the block times the cosines, turned over: twice is the transform of the plane. */
static void
transform (float    cosines[SIZE][SIZE],
           gboolean back,
           float    block[SIZE][SIZE])
{
  for (int pass = 0; pass < 2; pass++)
    {
      float out[SIZE][SIZE] = { 0 };

      for (int j = 0; j < SIZE; j++)
        {
          for (int k = 0; k < SIZE; k++)
            {
              for (int i = 0; i < SIZE; i++)
                out[k][j] += (back ? cosines[i][k] : cosines[k][i]) * block[j][i];
            }
        }
      for (int j = 0; j < SIZE; j++)
        {
          for (int i = 0; i < SIZE; i++)
            block[j][i] = out[j][i];
        }
    }
}

static void
round_block (float cosines[SIZE][SIZE],
             float block[SIZE][SIZE],
             float step)
{
  transform (cosines, FALSE, block);
  for (int j = 0; j < SIZE; j++)
    {
      for (int i = 0; i < SIZE; i++)
        {
          float whole = floorf (fabsf (block[j][i]) / step + (i + j == 0 ? 0.5f : 1 - DEAD));

          block[j][i] = copysignf (whole * step, block[j][i]);
        }
    }
  transform (cosines, TRUE, block);
}

/* A filter against the blocks' edges: pixels at both sides of one that hardly differ meet in the middle. */
static void
join (float *a,
      float *b,
      float  step)
{
  float difference = *b - *a;

  if (fabsf (difference) > 0.7f * step)
    return;
  *a += difference / 4;
  *b -= difference / 4;
}

void
scene_compression_apply (const SceneDescription *d,
                         int                     frame,
                         float                  *image)
{
  float step = d->compression * (frame % GROUP == 0 ? 0.7 : 1);
  float cosines[SIZE][SIZE];

  if (step == 0)
    return;

  fill_cosines (cosines);
  for (int y = 0; y < d->height; y += SIZE)
    {
      for (int x = 0; x < d->width; x += SIZE)
        {
          float block[SIZE][SIZE];

          for (int k = 0; k < SIZE * SIZE; k++)
            block[k / SIZE][k % SIZE] = image[(gsize) MIN (y + k / SIZE, d->height - 1) * d->width +
                                              MIN (x + k % SIZE, d->width - 1)];
          round_block (cosines, block, step);
          for (int k = 0; k < SIZE * SIZE; k++)
            {
              if (y + k / SIZE < d->height && x + k % SIZE < d->width)
                image[(gsize) (y + k / SIZE) * d->width + x + k % SIZE] = block[k / SIZE][k % SIZE];
            }
        }
    }
  for (int y = 0; y < d->height; y++)
    {
      for (int x = SIZE; x < d->width; x += SIZE)
        join (image + (gsize) y * d->width + x - 1, image + (gsize) y * d->width + x, step);
    }
  for (int y = SIZE; y < d->height; y += SIZE)
    {
      for (int x = 0; x < d->width; x++)
        join (image + (gsize) (y - 1) * d->width + x, image + (gsize) y * d->width + x, step);
    }
}
