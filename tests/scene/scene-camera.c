/* scene-camera.c: light, flicker, noise and the depth of the samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-camera.h"

#include <math.h>

#include "scene-random.h"

/* Drawing a Gaussian for every pixel would cost more than all the rest: each row reads the stock from another place. */
#define STOCK (1 << 18)

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
}

static double
lamp (const SceneCamera *self,
      SceneRandom       *random,
      int                frame)
{
  double seconds = frame / self->description->frame_rate;
  double wave = 0.8 * G_SQRT2 * sin (2 * G_PI * 1.7 * seconds);

  return 1 + self->description->flicker / 100 * (wave + 0.6 * scene_random_gaussian (random));
}

static void
add_light_and_noise (const SceneCamera *self,
                     int                frame,
                     float             *image)
{
  const SceneDescription *d = self->description;
  double half = hypot (d->width, d->height) / 2;
  float gx = d->illumination_gradient * cos (self->angle) / half;
  float gy = d->illumination_gradient * sin (self->angle) / half;
  float read = d->read_noise * d->read_noise;
  float shot = d->shot_noise;
  SceneRandom random;
  float brightness;

  scene_random_init (&random, self->seed, SCENE_STREAM_CAMERA, 1 + (guint64) frame);
  brightness = d->brightness * lamp (self, &random, frame);
  for (int y = 0; y < d->height; y++)
    {
      const float *noise = self->noise + (scene_random_next (&random) & (STOCK - 1));
      const float *texture = self->texture + (gsize) y * d->width;
      float *row = image + (gsize) y * d->width;
      float left = 1 + gy * (y - d->height / 2.0f) - gx * d->width / 2.0f;

      for (int x = 0; x < d->width; x++)
        {
          float light = MAX (row[x] * brightness * (left + gx * x), 0);

          row[x] = light + sqrtf (read + shot * light) * noise[x] + texture[x];
        }
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

  add_light_and_noise (self, frame, image);
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
}
