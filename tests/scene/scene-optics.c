/* scene-optics.c: light that is spread around, and relief
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-optics.h"

#include <math.h>
#include <string.h>

/* Half of the way between the two pictures whose difference a relief is, px. */
#define SHEAR 1.2
/* A difference over the gray level that it takes the place of. */
#define RELIEF_GAIN 2.0
#define MIDDLE 110.0f

/* Mean over 2·reach + 1 samples, beyond the ends of which is nothing. */
static void
box_line (const float *in,
          float       *out,
          gsize        n,
          gsize        step,
          int          reach)
{
  double sum = 0;

  for (int i = 0; i < MIN (reach, (int) n); i++)
    sum += in[i * step];
  for (int i = 0; i < (int) n; i++)
    {
      if (i + reach < (int) n)
        sum += in[(i + reach) * step];
      if (i - reach - 1 >= 0)
        sum -= in[(i - reach - 1) * step];
      out[i * step] = sum / (2 * reach + 1);
    }
}

void
scene_optics_spread (const SceneDescription *description,
                     float                  *light)
{
  gsize width = description->width;
  gsize height = description->height;
  int reach = (int) lround (description->haze_size * description->radius_mean); /* thrice: a bell of that deviation */
  g_autofree float *a = NULL;
  g_autofree float *b = NULL;

  if (description->haze == 0)
    return;

  a = g_memdup2 (light, width * height * sizeof (float));
  b = g_new (float, width * height);
  for (int pass = 0; pass < 3; pass++)
    {
      for (gsize y = 0; y < height; y++)
        box_line (a + y * width, b + y * width, width, 1, reach);
      for (gsize x = 0; x < width; x++)
        box_line (b + x, a + x, height, width, reach);
    }
  for (gsize i = 0; i < width * height; i++)
    light[i] += description->haze * a[i];
}

static inline float
sample (const float *image,
        int          width,
        int          height,
        float        x,
        float        y)
{
  int i, j;
  const float *a;
  float upper, lower;

  x = CLAMP (x, 0, width - 1.001f);
  y = CLAMP (y, 0, height - 1.001f);
  i = (int) x;
  j = (int) y;
  a = image + (gsize) j * width + i;
  upper = a[0] + (x - i) * (a[1] - a[0]);
  lower = a[width] + (x - i) * (a[width + 1] - a[width]);

  return upper + (y - j) * (lower - upper);
}

void
scene_optics_relief (const SceneDescription *description,
                     float                  *image)
{
  int width = description->width;
  int height = description->height;
  float dx = SHEAR * description->scale * cos (description->lighting_angle * G_PI / 180);
  float dy = SHEAR * description->scale * sin (description->lighting_angle * G_PI / 180);
  float share = description->relief;
  g_autofree float *flat = NULL;

  if (share == 0)
    return;

  flat = g_memdup2 (image, (gsize) width * height * sizeof (float));
  for (int y = 0; y < height; y++)
    {
      for (int x = 0; x < width; x++)
        {
          float *at = image + (gsize) y * width + x;
          float slope = sample (flat, width, height, x - dx, y - dy) - sample (flat, width, height, x + dx, y + dy);

          *at = MIDDLE + (1 - share) * (*at - MIDDLE) + share * (float) RELIEF_GAIN * slope;
        }
    }
}

/* Binomial (1 2 1) along a line. */
static void
smooth_line (float *line,
             gsize  n,
             gsize  step)
{
  float before = line[0];

  for (gsize i = 0; i < n; i++)
    {
      float here = line[i * step];
      float after = line[MIN (i + 1, n - 1) * step];

      line[i * step] = (before + 2 * here + after) / 4;
      before = here;
    }
}

void
scene_optics_smooth (const SceneDescription *description,
                     float                  *image)
{
  gsize width = description->width;
  gsize height = description->height;

  for (int pass = 0; pass < description->smoothing; pass++)
    {
      for (gsize y = 0; y < height; y++)
        smooth_line (image + y * width, width, 1);
      for (gsize x = 0; x < width; x++)
        smooth_line (image + x, height, width);
    }
}
