/* test-scene.c: made videos are what their description says, and their truth is true
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "describe.h"
#include "scene-profile.h"
#include "scene-vessel.h"
#include "scene.h"

static char *
hash_of (const SceneDescription *description,
         guint64                 seed)
{
  g_autoptr(GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr(Scene) scene = scene_new (description, seed);
  gsize stride = description->width * (description->bit_depth > 8 ? 2 : 1);
  g_autofree guint8 *samples = g_malloc (stride * description->height);

  for (int i = 0; i < description->frames; i++)
    {
      scene_advance (scene);
      scene_paint (scene, 0, samples, stride);
      g_checksum_update (checksum, samples, stride * description->height);
    }

  return g_strdup (g_checksum_get_string (checksum));
}

static void
test_deterministic (void)
{
  SceneDescription description = describe (TINY, "cells=5", "crossing=0.5", "stop-rate=1", "vibration=1", NULL);
  g_autofree char *first = hash_of (&description, 7);
  g_autofree char *again = hash_of (&description, 7);
  g_autofree char *other = hash_of (&description, 8);

  g_assert_cmpstr (first, ==, again);
  g_assert_cmpstr (first, !=, other);
}

/* When this number changes, the sample must be made anew and every figure in docs/accuracy.md measured again. */
static void
test_known_hash (void)
{
  SceneDescription description = describe (TINY, "cells=5", NULL);
  g_autofree char *hash = hash_of (&description, 1);

  g_assert_cmpstr (hash, ==, "fd514425874d6f8006e7bcf169affdaf002fa6bbffa1ce1f56f27dbd633e76b1");
}

/* The look has a stream of its own: where the cells are and how they move stays as it was. */
static void
test_variety (void)
{
  SceneDescription plain = describe (TINY, "cells=5", NULL);
  SceneDescription varied = describe (TINY, "cells=5", "variety=1", NULL);
  g_autoptr(Scene) first = scene_new (&plain, 3);
  g_autoptr(Scene) second = scene_new (&varied, 3);
  g_autofree char *hash = hash_of (&plain, 3);
  g_autofree char *varied_hash = hash_of (&varied, 3);

  g_assert_cmpstr (hash, !=, varied_hash);
  for (int i = 0; i < plain.frames; i++)
    {
      g_autoptr(GArray) truth = NULL;
      g_autoptr(GArray) varied_truth = NULL;

      scene_advance (first);
      scene_advance (second);
      truth = scene_dup_truth (first);
      varied_truth = scene_dup_truth (second);
      g_assert_cmpmem (truth->data, truth->len * sizeof (SceneTruth),
                       varied_truth->data, varied_truth->len * sizeof (SceneTruth));
    }
}

/* Centroid of |with − without|. */
static void
find_difference (const guint16 *with,
                 const guint16 *without,
                 int            width,
                 int            height,
                 double        *x,
                 double        *y)
{
  double sum = 0;

  *x = *y = 0;
  for (int j = 0; j < height; j++)
    {
      for (int i = 0; i < width; i++)
        {
          double difference = fabs ((double) with[j * width + i] - without[j * width + i]);

          sum += difference;
          *x += difference * i;
          *y += difference * j;
        }
    }
  g_assert_cmpfloat (sum, >, 0);
  *x /= sum;
  *y /= sum;
}

/* Rendering with and without a cell shows where it is. Symmetrical cells only: one with a bright side has its weight
 * there, though its outline does not. Faint ones, so that no sample meets the end of its range. */
static void
check_truth_in_picture (const char *look,
                        const char *angle,
                        const char *free_cells,
                        const char *variety)
{
  SceneDescription d = describe ("width=200", "height=160", "frames=3", "vessel-offset=5", "bit-depth=16", "cells=20",
                                 "asymmetry=0", "cell-contrast=0.15", "tissue-contrast=0", "wall-contrast=0",
                                 "streak-contrast=0", "clutter=0", "read-noise=0", "shot-noise=0", "flicker=2",
                                 "bright=0", "dark=0", "two-sided=0", "ring=0", "vibration=1.5", "breathing=4",
                                 "squeeze=0.2",
                                 "crossing=1", "illumination-gradient=0", look, angle, free_cells, variety, NULL);
  gsize n = (gsize) d.width * d.height;
  g_autofree guint16 *with = g_new (guint16, n);
  g_autofree guint16 *without = g_new (guint16, n);
  g_autoptr(Scene) scene = scene_new (&d, g_test_rand_int ());
  int checked = 0;

  for (int frame = 0; frame < d.frames; frame++)
    {
      g_autoptr(GArray) truths = NULL;

      scene_advance (scene);
      truths = scene_dup_truth (scene);
      scene_paint (scene, 0, with, 2 * d.width);
      for (guint i = 0; i < truths->len; i++)
        {
          const SceneTruth *truth = &g_array_index (truths, SceneTruth, i);
          double border = 2.5 * truth->radius;
          double x, y;

          if (truth->x < border || truth->y < border || truth->x > d.width - border || truth->y > d.height - border)
            continue;
          scene_paint (scene, truth->id, without, 2 * d.width);
          find_difference (with, without, d.width, d.height, &x, &y);
          g_assert_cmpfloat_with_epsilon (x, truth->x, 0.1);
          g_assert_cmpfloat_with_epsilon (y, truth->y, 0.1);
          checked++;
        }
    }
  g_assert_cmpint (checked, >, 0);
}

static void
test_truth_in_picture (void)
{
  check_truth_in_picture ("bright=1", "vessel-angle=0", "free-cells=0", "variety=0");
  check_truth_in_picture ("dark=1", "vessel-angle=40", "free-cells=0", "variety=1");
  check_truth_in_picture ("ring=1", "vessel-angle=-75", "free-cells=0", "variety=0.5");
  check_truth_in_picture ("two-sided=1", "vessel-angle=160", "free-cells=4", "variety=1");
}

/* What a cell's two sides do: the brighter half lies at the lighting angle, around the true centre. */
static void
test_two_sided (void)
{
  SceneDescription d = describe ("width=200", "height=160", "frames=1", "vessel-offset=0", "bit-depth=16", "cells=6",
                                 "bright=0", "dark=0", "two-sided=1", "ring=0", "blurred=0", "streak-contrast=0",
                                 "clutter=0", "read-noise=0", "shot-noise=0", "lighting-angle=0", NULL);
  gsize n = (gsize) d.width * d.height;
  g_autofree guint16 *with = g_new (guint16, n);
  g_autofree guint16 *without = g_new (guint16, n);
  g_autoptr(Scene) scene = scene_new (&d, 3);
  g_autoptr(GArray) truths = NULL;
  double right = 0;
  double left = 0;

  scene_advance (scene);
  truths = scene_dup_truth (scene);
  g_assert_cmpuint (truths->len, >, 0);
  scene_paint (scene, 0, with, 2 * d.width);
  for (guint k = 0; k < truths->len; k++)
    {
      const SceneTruth *truth = &g_array_index (truths, SceneTruth, k);

      scene_paint (scene, truth->id, without, 2 * d.width);
      for (int j = 0; j < d.height; j++)
        {
          for (int i = 0; i < d.width; i++)
            {
              double difference = (double) with[j * d.width + i] - without[j * d.width + i];

              if (hypot (i - truth->x, j - truth->y) > 0.8 * truth->radius)
                continue;
              if (i > truth->x)
                right += difference;
              else
                left += difference;
            }
        }
    }
  g_assert_cmpfloat (right, >, 0);
  g_assert_cmpfloat (left, <, 0);
}

typedef struct {
  SceneKind kind;
  int       first, last;
  double    s_first, s_last;
} Path;

/* The cells' ways along the vessel, by id. */
static GHashTable *
follow (Scene *scene,
        int    frames)
{
  GHashTable *paths = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (int frame = 0; frame < frames; frame++)
    {
      g_autoptr(GArray) truths = NULL;

      scene_advance (scene);
      truths = scene_dup_truth (scene);
      for (guint i = 0; i < truths->len; i++)
        {
          const SceneTruth *truth = &g_array_index (truths, SceneTruth, i);
          Path *path = g_hash_table_lookup (paths, GINT_TO_POINTER (truth->id));
          double s, t;

          scene_vessel_from_frame (scene_get_vessel (scene), truth->x, truth->y, &s, &t);
          if (path == NULL)
            {
              path = g_new0 (Path, 1);
              *path = (Path){ truth->kind, frame, frame, s, s };
              g_hash_table_insert (paths, GINT_TO_POINTER (truth->id), path);
            }
          g_assert_cmpint (path->kind, ==, truth->kind);
          path->last = frame;
          path->s_last = s;
        }
    }

  return paths;
}

static void
test_speeds (void)
{
  SceneDescription d = describe ("width=300", "height=100", "lumen-width=60", "vessel-offset=0", "radius-mean=5",
                                 "cells=300", "free-cells=60", "crossing=1", "adherent=0.25", "rolling-speed=50 um/s",
                                 "pixel-size=0.5", "rolling-sd=20 um/s", "free-speed=20 px/frame", "flow=-1", NULL);
  g_autoptr(Scene) scene = scene_new (&d, 11);
  g_autoptr(GHashTable) paths = follow (scene, 12);
  GHashTableIter iter;
  Path *path;
  int n[3] = { 0 };
  double sum[3] = { 0 };

  g_hash_table_iter_init (&iter, paths);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &path))
    {
      if (path->last < path->first + 3)
        continue;
      n[path->kind]++;
      sum[path->kind] += (path->s_last - path->s_first) * d.frame_rate / (path->last - path->first);
    }

  /* 100 px/s with a standard deviation of 40 over some 225 cells: the mean is within 8 in 99.7 % of the seeds. */
  g_assert_cmpfloat_with_epsilon (sum[SCENE_ROLLING] / n[SCENE_ROLLING], -100, 8);
  g_assert_cmpfloat_with_epsilon (sum[SCENE_ADHERENT] / n[SCENE_ADHERENT], 0, 2);
  g_assert_cmpfloat_with_epsilon (sum[SCENE_FREE] / n[SCENE_FREE], -600, 100);
  /* As many at one time as the description says, a quarter of them adherent. */
  g_assert_cmpint (n[SCENE_ADHERENT], >, 60);
  g_assert_cmpint (n[SCENE_ADHERENT], <, 90);
  g_assert_cmpint (n[SCENE_ROLLING], >, 190);
}

static void
test_entering_and_leaving (void)
{
  SceneDescription d = describe ("width=200", "height=100", "lumen-width=60", "vessel-offset=0", "radius-mean=8",
                                 "cells=6", "adherent=0", "rolling-speed=300", "rolling-sd=60", NULL);
  g_autoptr(Scene) scene = scene_new (&d, 5);
  g_autoptr(GHashTable) paths = follow (scene, 120);
  GHashTableIter iter;
  Path *path;
  int entered = 0;
  int left = 0;

  g_hash_table_iter_init (&iter, paths);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &path))
    {
      /* It comes in at the left edge and goes out at the right one, never in between. */
      if (path->first > 0)
        {
          entered++;
          g_assert_cmpfloat (path->s_first, <, scene_get_vessel (scene)->first + 30);
        }
      if (path->last < 119)
        {
          left++;
          g_assert_cmpfloat (path->s_last, >, scene_get_vessel (scene)->last - 30);
        }
    }
  /* Six cells at 300 px/s over 200 px change nine times a second. */
  g_assert_cmpint (entered, >, 18);
  g_assert_cmpint (left, >, 18);
}

/* What rests in the tissue goes with the stage. */
static void
test_drift (void)
{
  SceneDescription d = describe (TINY, "frames=40", "cells=8", "adherent=1", "drift-x=6", "drift-y=-3", "vibration=0",
                                 "breathing=0", NULL);
  g_autoptr(Scene) scene = scene_new (&d, 4);
  g_autoptr(GArray) first = NULL;
  g_autofree guint8 *samples = g_malloc (d.width * d.height);
  int checked = 0;

  scene_advance (scene);
  first = scene_dup_truth (scene);
  for (int frame = 1; frame < d.frames; frame++)
    {
      g_autoptr(GArray) truths = NULL;

      scene_advance (scene);
      scene_paint (scene, 0, samples, d.width);
      truths = scene_dup_truth (scene);
      for (guint i = 0; i < first->len; i++)
        {
          const SceneTruth *before = &g_array_index (first, SceneTruth, i);

          for (guint j = 0; j < truths->len; j++)
            {
              const SceneTruth *now = &g_array_index (truths, SceneTruth, j);

              if (now->id != before->id)
                continue;
              g_assert_cmpfloat_with_epsilon (now->x, before->x + 6 * frame / 30.0, 1e-9);
              g_assert_cmpfloat_with_epsilon (now->y, before->y - 3 * frame / 30.0, 1e-9);
              checked++;
            }
        }
    }
  g_assert_cmpint (checked, >, 100);
}

/* Red cells stream around the leukocytes: they darken the lumen, and nothing within a leukocyte's outline. */
static void
test_red_cells (void)
{
  SceneDescription with = describe ("width=160", "height=100", "vessel-offset=0", "lumen-width=80", "cells=6",
                                    "gap=1.5",
                                    "exposure=0", "red-cells=40", "read-noise=0", "shot-noise=0", "vibration=0", NULL);
  SceneDescription without = with;
  gsize n = (gsize) with.width * with.height;
  g_autofree guint8 *streaming = g_malloc (n);
  g_autofree guint8 *plain = g_malloc (n);
  g_autoptr(Scene) first = NULL;
  g_autoptr(Scene) second = NULL;
  g_autoptr(GArray) truths = NULL;
  guint darker = 0;

  without.red_cells = 0;
  first = scene_new (&with, 8);
  second = scene_new (&without, 8);
  scene_advance (first);
  scene_advance (second);
  scene_paint (first, 0, streaming, with.width);
  scene_paint (second, 0, plain, with.width);
  truths = scene_dup_truth (first);
  g_assert_cmpuint (truths->len, >, 3);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpint (streaming[i], <=, plain[i]);
      darker += streaming[i] + 5 < plain[i];
      for (guint k = 0; k < truths->len; k++)
        {
          const SceneTruth *truth = &g_array_index (truths, SceneTruth, k);

          if (hypot (i % with.width - truth->x, i / with.width - truth->y) < 0.5 * truth->radius)
            g_assert_cmpint (streaming[i], ==, plain[i]);
        }
    }
  g_assert_cmpuint (darker, >, n / 20);
}

static void
paint_two (double       opacity,
           gboolean     lower,
           SceneCanvas *canvas)
{
  SceneDescription d = describe (TINY, NULL);
  SceneCell bright = { .id = 1, .look = SCENE_BRIGHT, .radius = 8, .stretch = 1, .gain = 1, .spot_length = 1 };
  SceneCell dark = { .id = 2, .look = SCENE_DARK, .radius = 8, .stretch = 1, .gain = 1, .spot_length = 1 };
  ScenePose pose = { .x = 20, .y = 20 };
  ScenePose above = { .x = 20, .y = 20, .smear_x = 2 };

  d.opacity = opacity;
  memset (canvas->light, 0, 40 * 40 * sizeof (float));
  memset (canvas->cover, 0, 40 * 40 * sizeof (float));
  if (lower)
    scene_profile_paint (&bright, &pose, &d, 1, canvas);
  scene_profile_paint (&dark, &above, &d, 1, canvas);
}

/* A cell that lies in the middle of another is seen through it by as much as that is not opaque. */
static void
test_opacity (void)
{
  const gsize middle = 20 * 40 + 20;
  g_autofree float *planes = g_new0 (float, 4 * 40 * 40);
  SceneCanvas canvas = { 40, 40, planes, planes + 1600, planes + 3200, planes + 4800 };
  float upper, both, half;

  paint_two (1, FALSE, &canvas);
  upper = canvas.light[middle];
  paint_two (1, TRUE, &canvas);
  g_assert_cmpfloat_with_epsilon (canvas.light[middle], upper, 0.1);
  paint_two (0, TRUE, &canvas);
  both = canvas.light[middle];
  g_assert_cmpfloat (both, >, upper + 50);
  paint_two (0.5, TRUE, &canvas);
  half = canvas.light[middle];
  g_assert_cmpfloat_with_epsilon (half, (both + upper) / 2, 0.1);
  for (gsize i = 0; i < 1600; i++)
    g_assert_cmpfloat (canvas.own_light[i], ==, 0);
}

static void
test_keeping_apart (void)
{
  SceneDescription d = describe ("width=300", "height=160", "vessel-offset=0", "cells=12", "gap=1", "rolling-sd=40",
                                 "stop-rate=0.5", "wobble=0", "vibration=0", NULL);
  g_autoptr(Scene) scene = scene_new (&d, 2);

  for (int frame = 0; frame < 200; frame++)
    {
      g_autoptr(GArray) truths = NULL;

      scene_advance (scene);
      truths = scene_dup_truth (scene);
      for (guint i = 0; i < truths->len; i++)
        {
          for (guint j = 0; j < i; j++)
            {
              const SceneTruth *a = &g_array_index (truths, SceneTruth, i);
              const SceneTruth *b = &g_array_index (truths, SceneTruth, j);

              g_assert_cmpfloat (hypot (a->x - b->x, a->y - b->y), >, 0.97 * (a->radius + b->radius));
            }
        }
    }
}

static void
test_options (void)
{
  SceneDescription straight = describe ("flow=-1", NULL);
  SceneDescription tilted = describe ("vessel-angle=90", "vessel-offset=0", "scale=2", NULL);
  g_autoptr(GPtrArray) options = NULL;
  SceneVessel vessel;

  /* 480 rows, axis 24 above the middle of rows 0 to 479, 112 wide: rows 159.5 to 271.5. */
  scene_vessel_init (&vessel, &straight);
  options = scene_vessel_options (&vessel, &straight);
  g_assert_cmpstr (g_ptr_array_index (options, 0), ==, "--crop=0,160,640,112");
  g_assert_cmpstr (g_ptr_array_index (options, 1), ==, "--flow=-1.0000,0.0000");
  g_assert_cmpstr (g_ptr_array_index (options, 2), ==, "--pixel-size=0.3630");
  g_assert_cmpstr (g_ptr_array_index (options, 3), ==, "--cell-diameter=22.00");
  g_ptr_array_unref (g_steal_pointer (&options));

  /* A vessel that runs downwards in a frame of 1280 by 960: a band about x = 639.5, 224 wide, clipped to the frame. */
  scene_vessel_init (&vessel, &tilted);
  options = scene_vessel_options (&vessel, &tilted);
  g_assert_cmpstr (g_ptr_array_index (options, 0), ==, "--polygon=751.5,0.0 751.5,959.0 527.5,959.0 527.5,0.0");
  g_assert_cmpstr (g_ptr_array_index (options, 1), ==, "--flow=0.0000,1.0000");
  g_assert_cmpstr (g_ptr_array_index (options, 2), ==, "--pixel-size=0.1815");
  g_assert_cmpstr (g_ptr_array_index (options, 3), ==, "--cell-diameter=44.00");
}

static void
test_bad_descriptions (void)
{
  static const struct {
    const char *key, *says;
  } cases[] = {
    { "cels=5", "*no “cels”*--keys*" },
    { "cells=many", "*“cells” is “many”*not a number*" },
    { "cells=-1", "*“cells” is -1*between 0 and 2000*" },
    { "cells=1.5", "*“cells” is 1.5*whole number*" },
    { "rolling-speed=5 furlongs", "*“rolling-speed” ends in “furlongs”*px/s*" },
    { "flicker=5 %", "*“flicker” ends in “%”*number alone*" },
    { "flow=0", "*“flow” is 0*" },
    { "elongation=0.5", "*“elongation” is 0.5*" },
    { "radius-mean=60", "*too narrow*" },
    { "frames", "*“frames” is not of the form key=value*" },
  };
  SceneDescription description;
  g_autoptr(GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *overrides[] = { cases[i].key, NULL };

      g_assert_false (scene_description_load (&description, NULL, overrides, &error));
      g_assert_error (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION);
      g_assert_true (g_pattern_match_simple (cases[i].says, error->message));
      g_clear_error (&error);
    }

  g_assert_false (scene_description_load (&description, "/no/such/file.scene", NULL, &error));
  g_assert_error (error, SCENE_ERROR, SCENE_ERROR_DESCRIPTION);
  g_assert_nonnull (strstr (error->message, "/no/such/file.scene"));
}

static void
test_presets (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "scene", "scenes", NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;
  int n = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      SceneDescription description;

      scene_description_load (&description, path, NULL, &error);
      g_assert_no_error (error);
      n++;
    }
  g_assert_cmpint (n, >=, 10);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene/same-seed-same-bytes", test_deterministic);
  g_test_add_func ("/scene/bytes-as-ever", test_known_hash);
  g_test_add_func ("/scene/variety-changes-looks-alone", test_variety);
  g_test_add_func ("/scene/truth-is-where-the-picture-changes", test_truth_in_picture);
  g_test_add_func ("/scene/two-sided-cells-are-bright-towards-the-light", test_two_sided);
  g_test_add_func ("/scene/kinds-and-speeds-as-described", test_speeds);
  g_test_add_func ("/scene/cells-enter-and-leave-at-the-ends", test_entering_and_leaving);
  g_test_add_func ("/scene/cells-keep-apart-unless-they-cross", test_keeping_apart);
  g_test_add_func ("/scene/the-stage-drifts", test_drift);
  g_test_add_func ("/scene/red-cells-stream-around-the-others", test_red_cells);
  g_test_add_func ("/scene/opaque-cells-hide-those-below", test_opacity);
  g_test_add_func ("/scene/options-of-the-true-vessel", test_options);
  g_test_add_func ("/scene/bad-descriptions-give-a-sentence", test_bad_descriptions);
  g_test_add_func ("/scene/presets-can-be-read", test_presets);
  return g_test_run ();
}
