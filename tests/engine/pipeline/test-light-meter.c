/* test-light-meter.c: the lamp of made videos is measured from their tissue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "scene-vessel.h"
#include "scene.h"
#include "venule-light-meter.h"

#define WIDTH 320
#define HEIGHT 240
#define FRAMES 100

typedef struct {
  float        lamp[FRAMES];
  VenuleLight *truth, *found;
} Recording;

static void
recording_clear (Recording *self)
{
  venule_light_unref (self->truth);
  venule_light_unref (self->found);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Recording, recording_clear)

static SceneDescription
describe_scene (const char *keys)
{
  g_autofree char *all =
    g_strconcat ("width=320 height=240 lumen-width=80 vessel-offset=0 cells=5 frames=100 ", keys, NULL);
  g_auto (GStrv) overrides = g_strsplit (all, " ", -1);
  g_autoptr (GError) error = NULL;
  SceneDescription description;

  g_assert_true (scene_description_load (&description, NULL, (const char *const *) overrides, &error));
  g_assert_no_error (error);
  return description;
}

/* @keys: "key=value key=value …" of a scene; the vessel fills @crop of the height. */
static void
recording_init (Recording *self, const char *keys, double crop)
{
  SceneDescription description = describe_scene (keys);
  guint64 seed = g_test_rand_int ();
  g_autoptr (Scene) scene = scene_new (&description, seed);
  g_autoptr (VenuleSettings) settings = venule_settings_new ();
  g_autoptr (VenuleLightMeter) meter = NULL;
  ScenePoint first = scene_vessel_displacement (&description, seed, 0);

  g_test_message ("scene of seed %" G_GUINT64_FORMAT, seed);
  settings->cell_diameter = 22;
  venule_vessel_set_rectangle (settings->vessel, 0, HEIGHT * (1 - crop) / 2, WIDTH, HEIGHT * crop, 0);
  meter = venule_light_meter_new (settings, WIDTH, HEIGHT);
  for (int i = 0; i < FRAMES; i++)
    {
      g_autoptr (VenuleFrame) frame = venule_frame_new (WIDTH, HEIGHT, description.bit_depth);
      ScenePoint place = scene_vessel_displacement (&description, seed, i);

      scene_advance (scene);
      scene_paint (scene, 0, frame->data, frame->stride);
      self->lamp[i] = (float) (100 * scene_get_lamp (scene));
      venule_light_meter_add (meter, frame, place.x - first.x, place.y - first.y);
    }
  self->found = venule_light_meter_end (meter);
  self->truth = venule_light_new (self->lamp, FRAMES, NAN, 0);
}

/* Frames against each other to @tolerance per cent, and what is said of all of them. */
static void
assert_true (const char *keys, double crop, double tolerance)
{
  g_auto (Recording) recording = { 0 };
  const VenuleLight *truth, *found;
  double least = INFINITY, most = 0;

  recording_init (&recording, keys, crop);
  truth = recording.truth;
  found = recording.found;
  g_assert_cmpuint (found->n, ==, FRAMES);
  for (int i = 0; i < FRAMES; i++)
    {
      least = fmin (least, found->frames[i] / truth->frames[i]);
      most = fmax (most, found->frames[i] / truth->frames[i]);
    }
  g_test_message ("%s: frames differ by %.3f %%", keys, 100 * (most / least - 1));
  g_assert_cmpfloat (most / least - 1, <, tolerance / 100);
  g_assert_cmpfloat_with_epsilon (found->flicker, truth->flicker, 0.05 * truth->flicker + 0.002);
  g_assert_cmpfloat_with_epsilon (found->drift, truth->drift, 0.005 + tolerance / 100);
  g_assert_cmpfloat_with_epsilon (found->range, truth->range, 0.01 + tolerance / 100);
  g_assert_cmpuint (found->steps, ==, truth->steps);
  g_assert_cmpfloat_with_epsilon (found->step, truth->step, 0.02);
  if (isfinite (truth->cycle))
    g_assert_cmpfloat_with_epsilon (found->cycle, truth->cycle, 0.03 * truth->cycle);
}

static void
test_the_lamp (void)
{
  assert_true ("flicker=0", 0.4, 0.8);
  assert_true ("flicker=5", 0.4, 0.8);
  assert_true ("flicker=4 flicker-frequency=100 frame-rate=30", 0.4, 0.8);
  assert_true ("flicker=1 bleaching=0.05", 0.4, 0.8);
  assert_true ("flicker=1 lamp-drift=0.5", 0.4, 0.8);
  assert_true ("flicker=1 light-step=0.2", 0.4, 0.8);
}

/* Neither tissue that moves, nor the depth, nor cells in the picture, where the crop leaves no tissue. */
static void
test_what_does_not_matter (void)
{
  assert_true ("flicker=3 vibration=1 breathing=4", 0.4, 2);
  assert_true ("flicker=3 bit-depth=16", 0.4, 0.8);
  assert_true ("flicker=3 light-step=-0.3 bit-depth=16", 1, 3);
  assert_true ("flicker=3 gray-levels=40", 0.4, 1);
}

static void
test_the_exposure (void)
{
  g_auto (Recording) usual = { 0 }, bright = { 0 }, dim = { 0 };

  recording_init (&usual, "flicker=0", 0.4);
  recording_init (&bright, "flicker=0 brightness=2", 0.4);
  recording_init (&dim, "flicker=0 gray-levels=20", 0.4);
  g_assert_cmpfloat (usual.found->saturated, <, VENULE_LIGHT_SATURATED);
  g_assert_cmpuint (usual.found->grays, >, 100);
  g_assert_cmpfloat (bright.found->saturated, >, 0.02);
  g_assert_cmpuint (dim.found->grays, <, VENULE_LIGHT_FEW_GRAYS);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/light-meter/the-lamp", test_the_lamp);
  g_test_add_func ("/light-meter/what-does-not-matter", test_what_does_not_matter);
  g_test_add_func ("/light-meter/the-exposure", test_the_exposure);
  return g_test_run ();
}
