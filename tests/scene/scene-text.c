/* scene-text.c: time, scale bar and marks that are burnt into the picture, and what is cut off it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scene-text.h"

#include <math.h>
#include <string.h>

#include "scene-random.h"

#define GLYPH_WIDTH 5
#define GLYPH_HEIGHT 7

/* Rows from the top, the leftmost dot in the highest of five bits. */
static const struct {
  char   letter;
  guint8 rows[GLYPH_HEIGHT];
} glyphs[] = {
  { '0', { 14, 17, 19, 21, 25, 17, 14 } }, { '1', { 4, 12, 4, 4, 4, 4, 14 } }, { '2', { 14, 17, 1, 2, 4, 8, 31 } },
  { '3', { 31, 2, 4, 2, 1, 17, 14 } }, { '4', { 2, 6, 10, 18, 31, 2, 2 } }, { '5', { 31, 16, 30, 1, 1, 17, 14 } },
  { '6', { 6, 8, 16, 30, 17, 17, 14 } }, { '7', { 31, 1, 2, 4, 8, 8, 8 } }, { '8', { 14, 17, 17, 14, 17, 17, 14 } },
  { '9', { 14, 17, 17, 15, 1, 2, 12 } }, { ':', { 0, 4, 0, 0, 0, 4, 0 } }, { '.', { 0, 0, 0, 0, 0, 12, 12 } },
  { 'u', { 0, 0, 17, 17, 19, 29, 16 } }, { 'm', { 0, 0, 26, 21, 21, 17, 17 } }, { 's', { 0, 0, 14, 16, 14, 1, 30 } },
  { 'o', { 0, 0, 14, 17, 17, 17, 14 } }, { 'e', { 0, 0, 14, 17, 31, 16, 14 } }, { 'A', { 14, 17, 17, 31, 17, 17, 17 } },
  { 'L', { 16, 16, 16, 16, 16, 16, 31 } }, { '+', { 0, 4, 4, 31, 4, 4, 0 } },
};

typedef struct {
  const SceneDescription *description;
  float                  *image;
  float                   light;
} Pen;

static void
fill (const Pen *pen,
      double     x,
      double     y,
      double     width,
      double     height,
      float      light)
{
  int w = pen->description->width;
  int h = pen->description->height;

  for (int j = MAX ((int) y, 0); j < MIN ((int) (y + height), h); j++)
    {
      for (int i = MAX ((int) x, 0); i < MIN ((int) (x + width), w); i++)
        pen->image[(gsize) j * w + i] = light;
    }
}

static void
write_text (const Pen  *pen,
            const char *text,
            int         x,
            int         y,
            int         dot)
{
  for (; *text != '\0'; text++, x += (GLYPH_WIDTH + 1) * dot)
    {
      for (gsize g = 0; g < G_N_ELEMENTS (glyphs); g++)
        {
          if (glyphs[g].letter != *text)
            continue;
          for (int j = 0; j < GLYPH_HEIGHT; j++)
            {
              for (int i = 0; i < GLYPH_WIDTH; i++)
                {
                  if (glyphs[g].rows[j] >> (GLYPH_WIDTH - 1 - i) & 1)
                    fill (pen, x + i * dot, y + j * dot, dot, dot, pen->light);
                }
            }
        }
    }
}

static char *
text_of (const SceneDescription *d,
         int                     item,
         double                  length,
         int                     frame)
{
  double seconds = frame / d->frame_rate;

  switch (item % 4)
    {
    case 0: /* beside the scale bar */
      return g_strdup_printf ("%d um", (int) lround (length * d->pixel_size));
    case 1:
      return g_strdup_printf ("%02d:%02d.%02d", (int) (seconds / 60), (int) fmod (seconds, 60),
                              (int) (fmod (seconds, 1) * 100));
    case 2:
      return g_strdup_printf ("A%d Les %d", item, frame);
    default:
      return g_strdup ("+ o +");
    }
}

/* A black triangle in one corner, half as high as broad. */
static void
cut_corner (const SceneDescription *d,
            guint64                 seed,
            float                  *image)
{
  SceneRandom random;
  gboolean right, low;

  scene_random_init (&random, seed, SCENE_STREAM_TEXT, 1000);
  right = scene_random_range (&random, 0, 1) < 0.5;
  low = scene_random_range (&random, 0, 1) < 0.5;
  for (int y = 0; y < MIN ((int) (d->corner / 2), d->height); y++)
    {
      for (int x = 0; x < MIN ((int) (d->corner - 2 * y), d->width); x++)
        image[(gsize) (low ? d->height - 1 - y : y) * d->width + (right ? d->width - 1 - x : x)] = 0;
    }
}

void
scene_text_paint (const SceneDescription *d,
                  guint64                 seed,
                  int                     frame,
                  float                  *image)
{
  cut_corner (d, seed, image);
  for (int item = 0; item < d->text; item++)
    {
      Pen pen = { .description = d, .image = image };
      g_autofree char *text = NULL;
      SceneRandom random;
      int dot, width, height, x, y;
      double length;

      scene_random_init (&random, seed, SCENE_STREAM_TEXT, item);
      dot = MAX ((int) (d->scale * scene_random_range (&random, 1, 3)), 1);
      length = d->scale * scene_random_range (&random, 30, 120);
      text = text_of (d, item, length, frame);
      width = (int) strlen (text) * (GLYPH_WIDTH + 1) * dot;
      height = GLYPH_HEIGHT * dot;
      pen.light = scene_random_range (&random, 0, 1) < 0.75 ? 255 : 0;
      x = (int) scene_random_range (&random, 4, MAX (d->width - width - 4, 5));
      y = (int) scene_random_range (&random, 4, MAX (d->height - height - 4, 5));
      /* Mostly at the top or the bottom. */
      if (scene_random_range (&random, 0, 1) < 0.6)
        y = scene_random_range (&random, 0, 1) < 0.5 ? 4 : d->height - height - 6;
      if (scene_random_range (&random, 0, 1) < 0.3)
        fill (&pen, x - dot, y - dot, width + dot, height + 2 * dot, 255 - pen.light);
      write_text (&pen, text, x, y, dot);
      if (item % 4 == 0)
        fill (&pen, x, y - 4 * dot, length, 2 * dot, pen.light);
    }
}
