/* scene-camera.c: light, flicker, noise and the depth of the samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-camera.h"

#include <math.h>

#include "scene-compression.h"
#include "scene-optics.h"
#include "scene-random.h"
#include "scene-text.h"

/* Drawing a Gaussian for every pixel would cost more than all the rest: each row reads the stock from another place. */
#define STOCK (1 << 18)
/* Photons above which their number is as good as normally distributed. */
#define MANY_PHOTONS 30.0f

typedef struct {
  gsize at;
  float light;
} HotPixel;

static void
find_hot_pixels (SceneCamera *self)
{
  gsize n = (gsize) self->description->width * self->description->height;
  gsize wanted = (gsize) (self->description->hot_pixels * n / 10000);
  SceneRandom random;

  self->hot = g_array_new (FALSE, FALSE, sizeof (HotPixel));
  scene_random_init (&random, self->seed, SCENE_STREAM_SENSOR, 0);
  for (gsize i = 0; i < wanted; i++)
    {
      HotPixel pixel = { (gsize) scene_random_range (&random, 0, n), scene_random_range (&random, 20, 255) };

      g_array_append_val (self->hot, pixel);
    }
}

void
scene_camera_init (SceneCamera            *self,
                   const SceneDescription *description,
                   guint64                 seed)
{
  gsize n = (gsize) description->width * description->height;
  SceneRandom random;

  self->description = description;
  self->seed = seed;
  self->noise = g_new (float, STOCK + description->width);
  self->texture = g_new (float, n);

  scene_random_init (&random, seed, SCENE_STREAM_CAMERA, 0);
  self->angle = scene_random_range (&random, 0, 2 * G_PI);
  for (int i = 0; i < STOCK + description->width; i++)
    self->noise[i] = scene_random_gaussian (&random);

  /* A fine checked pattern under white differences from pixel to pixel, as of a camera read out over two amplifiers. */
  scene_random_init (&random, seed, SCENE_STREAM_TEXTURE, 0);
  for (int y = 0; y < description->height; y++)
    {
      for (int x = 0; x < description->width; x++)
        {
          double check = (x + y) & 1 ? 0.5 : -0.5;

          self->texture[(gsize) y * description->width + x] =
            description->sensor_texture * (check + 0.87 * scene_random_gaussian (&random));
        }
    }
  find_hot_pixels (self);
}

/* Number of photons where @mean are expected: of Poisson's distribution the value at which @chance is reached. */
static float
count_photons (float  mean,
               double chance,
               float  normal)
{
  double probability = exp (-mean);
  double sum = probability;
  int n = 0;

  if (mean > MANY_PHOTONS)
    return MAX (roundf (mean + sqrtf (mean) * normal), 0);

  while (sum < chance && n < 200)
    {
      probability *= mean / ++n;
      sum += probability;
    }

  return n;
}

/* In place of the light what is measured of it, when each pixel meets few photons. One number a pixel, however much
 * light there is: so a frame with and one without a cell differ near the cell alone. */
static void
catch_photons (const SceneCamera *self,
               int                frame,
               float             *image)
{
  const SceneDescription *d = self->description;
  float gain = d->photons / 100;
  SceneRandom random;

  if (d->photons == 0)
    return;

  scene_random_init (&random, self->seed, SCENE_STREAM_PHOTONS, frame);
  for (int y = 0; y < d->height; y++)
    {
      const float *noise = self->noise + (scene_random_next (&random) & (STOCK - 1));
      float *row = image + (gsize) y * d->width;

      for (int x = 0; x < d->width; x++)
        row[x] = count_photons (row[x] * gain, scene_random_range (&random, 0, 1), noise[x]) / gain;
    }
}

/* What the electronics add: lines that differ, pixels that are always bright. */
static void
add_faults (const SceneCamera *self,
            int                frame,
            float             *image)
{
  const SceneDescription *d = self->description;
  SceneRandom random;

  scene_random_init (&random, self->seed, SCENE_STREAM_SENSOR, 1 + (guint64) frame);
  for (int y = 0; y < d->height && d->banding > 0; y++)
    {
      float line = d->banding * scene_random_gaussian (&random);

      for (int x = 0; x < d->width; x++)
        image[(gsize) y * d->width + x] += line;
    }
  for (guint i = 0; i < self->hot->len; i++)
    {
      const HotPixel *pixel = &g_array_index (self->hot, HotPixel, i);

      image[pixel->at] += pixel->light;
    }
}

/* What happens to the picture once it has been taken. */
static void
process (const SceneCamera *self,
         int                frame,
         float             *image)
{
  const SceneDescription *d = self->description;
  gsize n = (gsize) d->width * d->height;
  float share = d->gray_levels / 256;

  scene_optics_smooth (d, image);
  scene_text_paint (d, self->seed, frame, image);
  for (gsize i = 0; i < n && share < 1; i++)
    image[i] = MIN (d->gray_base + roundf (CLAMP (image[i], 0, 255) * share), 255);
  scene_compression_apply (d, frame, image);
}

static double
lamp (const SceneCamera *self,
      SceneRandom       *random,
      int                frame)
{
  double seconds = frame / self->description->frame_rate;
  double wave = 0.8 * G_SQRT2 * sin (2 * G_PI * self->description->flicker_frequency * seconds);
  double drift = scene_noise (self->seed, seconds / 15, 0.5) * self->description->lamp_drift;
  double left = exp (-self->description->bleaching * seconds);

  if (frame >= self->description->frames / 2)
    left *= 1 + self->description->light_step;
  return left * (1 + drift) * (1 + self->description->flicker / 100 * (wave + 0.6 * scene_random_gaussian (random)));
}

double
scene_camera_get_lamp (const SceneCamera *self,
                       int                frame)
{
  SceneRandom random;

  scene_random_init (&random, self->seed, SCENE_STREAM_CAMERA, 1 + (guint64) frame);
  return lamp (self, &random, frame);
}

/* The lamp and where it shines most. */
static void
add_light (const SceneCamera *self,
           double             brightness,
           float             *image)
{
  const SceneDescription *d = self->description;
  double half = hypot (d->width, d->height) / 2;
  float gx = d->illumination_gradient * cos (self->angle) / half;
  float gy = d->illumination_gradient * sin (self->angle) / half;
  float lamp_light = brightness;

  for (int y = 0; y < d->height; y++)
    {
      float *row = image + (gsize) y * d->width;
      float left = 1 + gy * (y - d->height / 2.0f) - gx * d->width / 2.0f;

      for (int x = 0; x < d->width; x++)
        row[x] = MAX (row[x] * lamp_light * (left + gx * x), 0);
    }
}

static void
add_noise (const SceneCamera *self,
           SceneRandom       *random,
           float             *image)
{
  const SceneDescription *d = self->description;
  float read = d->read_noise * d->read_noise;
  float shot = d->shot_noise;

  for (int y = 0; y < d->height; y++)
    {
      const float *noise = self->noise + (scene_random_next (random) & (STOCK - 1));
      const float *texture = self->texture + (gsize) y * d->width;
      float *row = image + (gsize) y * d->width;

      for (int x = 0; x < d->width; x++)
        row[x] = row[x] + sqrtf (read + shot * row[x]) * noise[x] + texture[x];
    }
}

void
scene_camera_expose (const SceneCamera *self,
                     int                frame,
                     float             *image,
                     gpointer           samples,
                     gsize              stride)
{
  const SceneDescription *d = self->description;
  int top = (1 << d->bit_depth) - 1;
  float gain = top / 255.0f;
  SceneRandom random;

  scene_random_init (&random, self->seed, SCENE_STREAM_CAMERA, 1 + (guint64) frame);
  add_light (self, d->brightness * lamp (self, &random, frame), image);
  catch_photons (self, frame, image);
  add_noise (self, &random, image);
  add_faults (self, frame, image);
  process (self, frame, image);
  for (int y = 0; y < d->height; y++)
    {
      const float *row = image + (gsize) y * d->width;
      guint8 *out = (guint8 *) samples + y * stride;

      for (int x = 0; x < d->width; x++)
        {
          int value = (int) (CLAMP (row[x] * gain, 0, top) + 0.5f);

          if (d->bit_depth > 8)
            ((guint16 *) out)[x] = value;
          else
            out[x] = value;
        }
    }
}

void
scene_camera_clear (SceneCamera *self)
{
  g_clear_pointer (&self->noise, g_free);
  g_clear_pointer (&self->texture, g_free);
  g_clear_pointer (&self->hot, g_array_unref);
}
