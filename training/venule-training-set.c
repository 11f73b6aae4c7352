/* venule-training-set.c: writes frames of made videos with the places of their cells, to train the cell finder on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "scene-vessel.h"
#include "scene.h"

/*
 * The file is a row of records, all numbers little-endian: int32 width, height, number of cells; float32 direction of
 * the flow (x, y) and diameter of the cells as a user would give them; width × height bytes of gray; five float32 a
 * cell: x, y, radius, share in the frame, kind.
 */

#define FRAMES_A_SCENE 4
#define STREAM 77 /* of the random numbers: none that a scene draws from */
#define OTHER_STREAM 78
/* Share of the scenes that are of other laboratories. */
#define OTHERS 0.4

typedef struct {
  GPtrArray  *keys; /* (element-type utf8) */
  SceneRandom random;
  double      radius; /* mean one of the cells, px */
} Draw;

static double
range (Draw   *draw,
       double  low,
       double  high)
{
  return scene_random_range (&draw->random, low, high);
}

static void
put (Draw       *draw,
     const char *key,
     double      value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ptr_array_add (draw->keys, g_strdup_printf ("%s=%s", key, g_ascii_formatd (number, sizeof number, "%.5f", value)));
}

static void
put_range (Draw       *draw,
           const char *key,
           double      low,
           double      high)
{
  put (draw, key, range (draw, low, high));
}

static void
put_whole (Draw       *draw,
           const char *key,
           double      value)
{
  put (draw, key, floor (value));
}

static void
draw_vessel (Draw   *draw,
             double *lumen_width)
{
  gboolean turned = range (draw, 0, 1) < 0.35;

  *lumen_width = range (draw, 60, 170);
  put_whole (draw, "width", 416);
  put_whole (draw, "height", 288);
  put (draw, "lumen-width", *lumen_width);
  put (draw, "vessel-angle", turned ? range (draw, -180, 180) : 0);
  put (draw, "vessel-bend", range (draw, 0, 1) < 0.3 ? range (draw, -50, 50) : 0);
  put_range (draw, "vessel-offset", -40, 40);
  put (draw, "flow", range (draw, 0, 1) < 0.5 ? -1 : 1);
  put_range (draw, "wall-contrast", 0.2, 1.8);
  put_range (draw, "tissue-contrast", 0.2, 1.7);
  put_range (draw, "striation", 0, 1.5);
}

static void
draw_cells (Draw   *draw,
            double  lumen_width)
{
  double radius = range (draw, 8.5, 14.5);
  double filled = range (draw, 0, 1) < 0.08 ? 0 : 0.4 * pow (range (draw, 0, 1), 1.3);
  double cells = filled * lumen_width * 416 / (G_PI * radius * radius);

  draw->radius = radius;
  put (draw, "radius-mean", radius);
  /* Some recordings hold cells of twice the diameter of others. */
  put (draw, "radius-sd", radius * (range (draw, 0, 1) < 0.2 ? range (draw, 0.18, 0.3) : range (draw, 0.05, 0.18)));
  put_whole (draw, "cells", cells);
  put_whole (draw, "free-cells", range (draw, 0, 1) < 0.5 ? range (draw, 0, 4) : 0);
  put (draw, "bright", pow (range (draw, 0.05, 1), 2));
  put (draw, "dark", pow (range (draw, 0.05, 1), 2));
  put (draw, "two-sided", pow (range (draw, 0.05, 1), 2));
  put (draw, "ring", pow (range (draw, 0.05, 1), 2));
  put_range (draw, "blurred", 0, 0.5);
  put_range (draw, "cell-contrast", 0.45, 1.6);
  /* A condenser that is askew makes one side bright and the other dark. */
  put (draw, "asymmetry", range (draw, 0, 1) < 0.2 ? range (draw, 1.5, 2.5) : range (draw, 0.2, 1.5));
  put_range (draw, "lighting-angle", -180, 180);
  put (draw, "variety", range (draw, 0, 1) < 0.25 ? 0 : range (draw, 0, 1));
  put (draw, "opacity", range (draw, 0, 1) < 0.4 ? 0 : range (draw, 0, 1));
  put_range (draw, "gap", 0.75, 1.2);
  put (draw, "crossing", range (draw, 0, 1) < 0.5 ? 0 : range (draw, 0, 0.5));
  put (draw, "touching", range (draw, 0, 1) < 0.4 ? 0 : range (draw, 0, 0.6));
  put_range (draw, "squeeze", 0, 0.16);
  put (draw, "adherent", range (draw, 0, 1) < 0.3 ? range (draw, 0, 1) : 0.1);
}

static void
draw_movement (Draw *draw)
{
  double rate = range (draw, 0, 1) < 0.3 ? range (draw, 8, 20) : range (draw, 20, 60);
  double speed = exp (range (draw, log (20), log (220)));

  put (draw, "frame-rate", rate);
  put_range (draw, "exposure", 0, 0.8);
  put (draw, "rolling-speed", speed);
  put (draw, "rolling-sd", speed * range (draw, 0.2, 0.6));
  put_range (draw, "free-speed", 400, 1400);
  put_range (draw, "stop-rate", 0, 0.4);
  put_range (draw, "streak-speed", 200, 1200);
}

static void
draw_camera (Draw *draw)
{
  put_range (draw, "streak-contrast", 0, 13);
  put_range (draw, "clutter", 0, 13);
  put_range (draw, "brightness", 0.6, 1.4);
  put_range (draw, "illumination-gradient", 0, 0.4);
  put (draw, "read-noise", exp (range (draw, log (0.6), log (9))));
  put_range (draw, "shot-noise", 0, 0.2);
  put_range (draw, "sensor-texture", 0, 2);
}

static gboolean
chance (Draw   *draw,
        double  share)
{
  return range (draw, 0, 1) < share;
}

/* Contrast and noise at which lines alone can be seen. */
static void
put_clear (Draw *draw)
{
  put_range (draw, "cell-contrast", 0.7, 1.6);
  put (draw, "read-noise", exp (range (draw, log (0.6), log (4))));
}

/* @share of the cells, divided by chance among the shades of bright field. */
static void
draw_shades (Draw   *draw,
             double  share)
{
  static const char * const shades[] = { "capped", "split", "crescent", "soft" };
  double weights[G_N_ELEMENTS (shades)];
  double sum = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (shades); i++)
    {
      weights[i] = pow (range (draw, 0.05, 1), 2) * (i == 0 ? 2 : 1);
      sum += weights[i];
    }
  for (gsize i = 0; i < G_N_ELEMENTS (shades); i++)
    put (draw, shades[i], 0.999 * share * weights[i] / sum);
  put (draw, "light-spread", chance (draw, 0.25) ? 180 : range (draw, 5, 80));
  put_range (draw, "irregularity", 1, 4);
}

/* What a user types is never exact. */
static void
draw_typed (Draw *draw)
{
  double small = chance (draw, 0.15) ? range (draw, 4, 8.5) : 0;

  if (small > 0)
    {
      draw->radius = small;
      put (draw, "radius-mean", small);
      put (draw, "radius-sd", small * range (draw, 0.05, 0.18));
    }
  if (chance (draw, 0.7))
    put_range (draw, "size-range", 1.15, 1.6);
  if (chance (draw, 0.6))
    put_range (draw, "typed-diameter", 0.75, 1.35);
  if (chance (draw, 0.3))
    put_range (draw, "typed-angle", -180, 180);
  if (chance (draw, 0.3))
    put_range (draw, "elongation", 1.2, 3);
}

static double
draw_log (Draw   *draw,
          double  low,
          double  high)
{
  return exp (range (draw, log (low), log (high)));
}

/* Contrast at which a cell that glows stands out of the noise on a ground of gray level @ground, with so many
 * @photons a pixel of gray level 100: who learns to find what nobody could see finds noise. */
static double
least_contrast (const Draw *draw,
                double      photons,
                double      ground)
{
  double deviation = sqrt ((ground + 10) * 100 / photons);

  return 12 * deviation / (sqrt (G_PI) * draw->radius) / 60;
}

/* Cells, and now and then none, that glow on a dark ground, and what else does. */
static void
draw_fluorescence (Draw *draw)
{
  double ground = draw_log (draw, 4, 40);
  double plasma = chance (draw, 0.6) ? 0 : draw_log (draw, 5, 90);
  double photons = draw_log (draw, 3, 200);

  put (draw, "ground", ground);
  put (draw, "autofluorescence", chance (draw, 0.2) ? 0 : draw_log (draw, 10, 130));
  put (draw, "plasma-light", plasma);
  put (draw, "platelets", chance (draw, 0.6) ? 0 : draw_log (draw, 20, 200));
  put_whole (draw, "platelet-number", draw_log (draw, 3, 60));
  if (chance (draw, 0.12))
    put (draw, "cells", 0);
  put (draw, "glowing", 1);
  put (draw, "cell-contrast", MAX (draw_log (draw, 0.15, 1.6), least_contrast (draw, photons, ground + plasma)));
  put (draw, "haze", chance (draw, 0.4) ? 0 : range (draw, 0, 2.5));
  put_range (draw, "haze-size", 0.7, 2.5);
  put (draw, "light-spread", 180);
  put (draw, "photons", photons);
  put (draw, "read-noise", draw_log (draw, 0.3, 4));
  put (draw, "smoothing", chance (draw, 0.5) ? 0 : floor (range (draw, 1, 4)));
  put (draw, "hot-pixels", chance (draw, 0.75) ? 0 : draw_log (draw, 0.3, 15));
  /* Blood out of focus makes streaks and clouds of the plasma. */
  put (draw, "streak-contrast", (ground + plasma) * range (draw, 0, 0.35));
  put (draw, "clutter", chance (draw, 0.4) ? 0 : (ground + plasma) * range (draw, 0, 0.4));
  put_range (draw, "tissue-haze", 0, 0.5);
}

/* Vessels that bend and branch, and what streams in them besides leukocytes. */
static void
draw_other_vessel (Draw *draw)
{
  if (chance (draw, 0.15))
    {
      put (draw, "vessel-turn", (chance (draw, 0.5) ? 1 : -1) * range (draw, 40, 140));
      put_range (draw, "vessel-turn-radius", 105, 160);
    }
  if (chance (draw, 0.15))
    {
      put_range (draw, "branch-angle", -150, 150);
      put_range (draw, "branch-width", 20, 120);
    }
  if (chance (draw, 0.35))
    put (draw, "streak-length", draw_log (draw, 0.15, 0.7));
  if (chance (draw, 0.2))
    {
      put_range (draw, "red-cells", 8, 45);
      /* Never as large as the leukocytes. */
      put (draw, "red-cell-size", MAX (range (draw, 0.25, 0.45) * draw->radius / 2.5, 0.2));
      put_range (draw, "red-cell-density", 0.3, 3);
      put (draw, "red-cell-length", chance (draw, 0.5) ? 1 : range (draw, 1, 2));
      put (draw, "plasma-gaps", chance (draw, 0.5) ? 0 : range (draw, 0.1, 0.8));
    }
}

/* Packed red cells with a nucleus, as other animals than mammals have, in which no leukocyte would be seen. */
static void
draw_nucleated (Draw *draw)
{
  put (draw, "cells", 0);
  put (draw, "free-cells", 0);
  put_range (draw, "red-cells", 10, 45);
  put_range (draw, "red-cell-size", 1.8, 3);
  put_range (draw, "red-cell-length", 1.5, 2.2);
  put_range (draw, "red-cell-nucleus", 0, 40);
  put_range (draw, "red-cell-density", 1, 4);
}

/* What a camera and a program do to any picture; to a @dim one less. */
static void
draw_processing (Draw    *draw,
                 gboolean dim)
{
  if (!dim && chance (draw, 0.12))
    put (draw, "photons", draw_log (draw, 8, 80) * MAX (pow (11 / draw->radius, 2), 1));
  if (chance (draw, 0.1))
    put_whole (draw, "smoothing", range (draw, 1, 5));
  if (chance (draw, 0.07))
    put (draw, "banding", draw_log (draw, 0.5, 6));
  if (chance (draw, 0.12))
    put_whole (draw, "text", range (draw, 1, 4));
  if (chance (draw, 0.05))
    put_range (draw, "corner", 40, 250);
  if (chance (draw, 0.12))
    put (draw, "gray-levels", dim ? draw_log (draw, 90, 200) : draw_log (draw, 24, 120));
  if (chance (draw, 0.1))
    put (draw, "compression", draw_log (draw, 8, 60));
}

/* A flow chamber: no wall in the picture, and hardly anything behind the cells. */
static void
draw_chamber (Draw *draw)
{
  put (draw, "lumen-width", 420);
  put (draw, "vessel-bend", 0);
  put_whole (draw, "cells", pow (range (draw, 0, 1), 1.5) * 70);
  put (draw, "tissue-contrast", range (draw, 0, 0.4));
  put (draw, "striation", 0);
  put (draw, "wall-contrast", 0);
  put (draw, "streak-contrast", range (draw, 0, 4));
  put (draw, "clutter", range (draw, 0, 5));
}

static void
draw_other_laboratory (Draw *draw)
{
  double kind = range (draw, 0, 1);

  draw_typed (draw);
  if (chance (draw, 0.12))
    draw_chamber (draw);
  else
    draw_other_vessel (draw);
  if (kind < 0.5)
    draw_shades (draw, range (draw, 0.4, 1));
  else if (kind < 0.6)
    {
      put_range (draw, "phase", 0.6, 1);
      put (draw, "haze", chance (draw, 0.5) ? 0 : range (draw, -1.5, 0));
    }
  else if (kind < 0.68)
    {
      put_range (draw, "rimmed", 0.6, 1);
      put_clear (draw);
    }
  else if (kind < 0.75)
    {
      put_clear (draw);
      put_range (draw, "relief", 0.6, 1);
      draw_shades (draw, range (draw, 0, 0.4));
    }
  else
    draw_fluorescence (draw);
  if (chance (draw, 0.03))
    draw_nucleated (draw);
  draw_processing (draw, kind >= 0.75);
}

static gboolean
draw_description (SceneDescription  *description,
                  guint64            seed,
                  GError           **error)
{
  g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  Draw draw = { .keys = keys };
  double lumen_width;

  scene_random_init (&draw.random, seed, STREAM, 0);
  draw_vessel (&draw, &lumen_width);
  draw_cells (&draw, lumen_width);
  draw_movement (&draw);
  draw_camera (&draw);
  /* Later keys take the place of earlier ones. */
  scene_random_init (&draw.random, seed, OTHER_STREAM, 0);
  if (chance (&draw, OTHERS))
    draw_other_laboratory (&draw);
  g_ptr_array_add (keys, NULL);

  return scene_description_load (description, NULL, (const char * const *) keys->pdata, error);
}

static void
write_record (FILE   *file,
              Scene  *scene,
              guint8 *samples)
{
  const SceneDescription *d = scene_get_description (scene);
  g_autoptr(GArray) truths = scene_dup_truth (scene);
  ScenePoint flow = scene_vessel_arrow (scene_get_vessel (scene), d);
  gint32 head[3] = { d->width, d->height, (gint32) truths->len };
  float about[3] = { (float) flow.x, (float) flow.y, (float) (2 * d->radius_mean * d->typed_diameter) };

  scene_paint (scene, 0, samples, d->width);
  fwrite (head, sizeof head, 1, file);
  fwrite (about, sizeof about, 1, file);
  fwrite (samples, d->width, d->height, file);
  for (guint i = 0; i < truths->len; i++)
    {
      const SceneTruth *truth = &g_array_index (truths, SceneTruth, i);
      float cell[5] = { (float) truth->x, (float) truth->y, (float) truth->radius, (float) truth->visible,
                        truth->kind };

      fwrite (cell, sizeof cell, 1, file);
    }
}

static gboolean
write_scene (FILE    *file,
             guint64  seed,
             GError **error)
{
  SceneDescription description;

  if (!draw_description (&description, seed, error))
    return FALSE;

  g_autoptr(Scene) scene = scene_new (&description, seed);
  g_autofree guint8 *samples = g_malloc ((gsize) description.width * description.height);

  for (int i = 0; i < FRAMES_A_SCENE; i++)
    {
      /* Time for cells to meet, and for the next picture to be another. */
      for (int k = 0; k < 12; k++)
        scene_advance (scene);
      write_record (file, scene, samples);
    }

  return TRUE;
}

int
main (int   argc,
      char *argv[])
{
  setlocale (LC_ALL, "");
  if (argc != 4)
    {
      g_printerr ("Usage: %s FILE FIRST-SEED SCENES\n", argv[0]);
      return 2;
    }

  g_autoptr(GError) error = NULL;
  guint64 first = g_ascii_strtoull (argv[2], NULL, 10);
  guint64 n = g_ascii_strtoull (argv[3], NULL, 10);
  FILE *file = fopen (argv[1], "wb");

  if (file == NULL)
    {
      g_printerr ("“%s” could not be opened for writing.\n", argv[1]);
      return 1;
    }
  for (guint64 i = 0; i < n; i++)
    {
      if (!write_scene (file, first + i, &error))
        {
          g_printerr ("%s\n", error->message);
          fclose (file);
          return 1;
        }
    }
  gboolean failed = ferror (file) != 0;
  if (fclose (file) != 0 || failed)
    {
      g_printerr ("“%s” could not be written as a whole: is the disk full?\n", argv[1]);
      return 1;
    }

  return 0;
}
