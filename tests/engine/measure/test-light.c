/* test-light.c: flicker, drift and jumps of light are told apart, and how large they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "venule-light.h"

#define MOST 3000
#define GRAY 110.0

/* What varies, as shares. */
typedef struct {
  double sine, cycle; /* amplitude; frames */
  double noise;       /* standard deviation */
  double drift;       /* from the first frame to the last */
  double jump;
  guint  jump_frame;
} Lamp;

static double
draw_normal (void)
{
  return sqrt (-2 * log (g_test_rand_double_range (1e-12, 1))) * cos (2 * G_PI * g_test_rand_double ());
}

static VenuleLight *
make_light (const Lamp *lamp, guint n)
{
  float frames[MOST];

  for (guint i = 0; i < n; i++)
    frames[i] = (float) (GRAY * (1 + (lamp->cycle > 0 ? lamp->sine * sin (2 * G_PI * i / lamp->cycle + 0.4) : 0) +
                                 lamp->noise * draw_normal () + lamp->drift * (i / (n - 1.0) - 0.5)) *
                         (lamp->jump_frame > 0 && i >= lamp->jump_frame ? 1 + lamp->jump : 1));
  return venule_light_new (frames, n, NAN, 0);
}

/* Whatever its cycle, and beside drift and a jump. Two frames to a cycle have no standard deviation but for their
 * phase. */
static void
test_flicker (void)
{
  static const Lamp lamps[] = { { .sine = 0.05, .cycle = 17.6 }, { .sine = 0.05, .cycle = 3 },
                                { .sine = 0.05, .cycle = 4 }, { .sine = 0.05, .cycle = 2.5 },
                                { .sine = 0.02, .cycle = 17.6, .drift = 0.3 },
                                { .sine = 0.02, .cycle = 7, .jump = 0.3, .jump_frame = 140 },
                                { .sine = 0.03, .cycle = 12, .drift = -0.2, .jump = -0.4, .jump_frame = 77 } };

  for (guint i = 0; i < G_N_ELEMENTS (lamps); i++)
    for (guint n = 150; n <= MOST; n *= 4)
      {
        g_autoptr (VenuleLight) light = make_light (&lamps[i], n);

        g_assert_cmpfloat_with_epsilon (light->flicker / M_SQRT1_2 / lamps[i].sine, 1, 0.15);
        g_assert_cmpfloat_with_epsilon (light->cycle / lamps[i].cycle, 1, 0.03);
        g_assert_cmpfloat_with_epsilon (light->drift, lamps[i].drift, lamps[i].jump_frame > 0 ? 0.05 : 0.01);
        g_assert_cmpuint (light->steps, ==, lamps[i].jump_frame > 0);
      }
}

static void
test_frames_that_alternate (void)
{
  float frames[101];
  g_autoptr (VenuleLight) light = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    frames[i] = i % 2 == 0 ? 95 : 105;
  light = venule_light_new (frames, G_N_ELEMENTS (frames), NAN, 0);
  g_assert_cmpfloat_with_epsilon (light->flicker * light->gray, 5, 0.2);
  g_assert_cmpfloat_with_epsilon (light->cycle, 2, 0.05);
  g_assert_cmpfloat_with_epsilon (light->drift, 0, 0.01);
}

static void
test_noise (void)
{
  const Lamp lamp = { .noise = 0.04 };
  g_autoptr (VenuleLight) light = make_light (&lamp, 1000);

  g_assert_cmpfloat_with_epsilon (light->flicker, 0.04, 0.004);
  g_assert_true (isnan (light->cycle));
  g_assert_cmpfloat_with_epsilon (light->drift, 0, 0.03);
  g_assert_cmpuint (light->steps, ==, 0);
}

/* One frame that is dark, or was not read, is no flicker. */
static void
test_single_frames (void)
{
  const Lamp lamp = { .sine = 0.01, .cycle = 9 };
  g_autoptr (VenuleLight) made = make_light (&lamp, 200);
  g_autoptr (VenuleLight) light = NULL;
  float frames[200];

  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    frames[i] = made->frames[i];
  frames[50] = frames[120] = 0;
  frames[70] = frames[71] = frames[199] = NAN;
  light = venule_light_new (frames, G_N_ELEMENTS (frames), NAN, 0);
  g_assert_cmpfloat_with_epsilon (light->flicker, made->flicker, 0.15 * made->flicker);
  g_assert_cmpfloat_with_epsilon (light->cycle, 9, 0.2);
  g_assert_cmpuint (light->steps, ==, 0);
  g_assert_true (isnan (venule_light_get_per_cent (light, 70)));
  g_assert_cmpfloat_with_epsilon (venule_light_get_per_cent (light, 50), 0, 1e-6);
}

/* To the frame, and by how much of the light before. */
static void
test_jumps (void)
{
  const Lamp lamp = { .noise = 0.005, .jump = -0.2, .jump_frame = 100 };
  g_autoptr (VenuleLight) made = make_light (&lamp, 400);
  g_autoptr (VenuleLight) light = NULL;
  float frames[400];

  g_assert_cmpuint (made->steps, ==, 1);
  g_assert_cmpuint (made->step_frame, ==, 100);
  g_assert_cmpfloat_with_epsilon (made->step, -0.2, 0.02);
  g_assert_cmpfloat_with_epsilon (made->flicker, 0.005, 0.002);
  g_assert_cmpfloat_with_epsilon (made->range, 0, 0.02);

  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    frames[i] = made->frames[i] * (i >= 250 ? 1.5f : 1);
  light = venule_light_new (frames, G_N_ELEMENTS (frames), NAN, 0);
  g_assert_cmpuint (light->steps, ==, 2);
  g_assert_cmpuint (light->step_frame, ==, 250);
  g_assert_cmpfloat_with_epsilon (light->step, 0.5, 0.02);
}

/* A lamp that wanders is where it was at the end. */
static void
test_wander (void)
{
  const Lamp lamp = { .sine = 0.1, .cycle = 600, .noise = 0.003 };
  g_autoptr (VenuleLight) light = make_light (&lamp, 1200);

  g_assert_cmpfloat_with_epsilon (light->range, 0.2, 0.02);
  g_assert_cmpfloat_with_epsilon (light->flicker, 0.003, 0.002);
  g_assert_cmpuint (light->steps, ==, 0);
}

/* However much there is of them, as they come back. */
static void
test_slow_waves_are_no_jumps (void)
{
  for (int i = 0; i < 200; i++)
    {
      const Lamp lamp = { .sine = g_test_rand_double_range (0.05, 0.25), .cycle = g_test_rand_double_range (20, 80),
                          .noise = g_test_rand_double_range (0.002, 0.12) };
      g_autoptr (VenuleLight) light = make_light (&lamp, 300);

      g_assert_cmpuint (light->steps, ==, 0);
    }
}

/* 100 Hz are 10 Hz at 30 frames/s, and 1.2 Hz at 25.3. */
static void
test_mains (void)
{
  static const struct {
    double rate, frequency;
    int mains;
  } cases[] = { { 30, 100, 50 }, { 25.3, 100, 50 }, { 250, 100, 50 }, { 250, 120, 60 }, { 50, 120, 60 },
                { 30, 3.4, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Lamp lamp = { .sine = 0.05, .cycle = cases[i].rate / cases[i].frequency };
      g_autoptr (VenuleLight) light = make_light (&lamp, 300);

      g_assert_cmpint (venule_light_get_mains (light, cases[i].rate), ==, cases[i].mains);
      g_assert_cmpfloat_with_epsilon (venule_light_get_frequency (light, cases[i].rate),
                                      fabs (remainder (cases[i].frequency, cases[i].rate)), 0.1);
      g_assert_true (isnan (venule_light_get_frequency (light, 0)));
    }
}

static void
test_nothing_to_tell (void)
{
  const float few[] = { 100, 120, 100, 110 }, dark[20] = { 1, 2, 1, 2 };
  g_autoptr (VenuleLight) of_few = venule_light_new (few, G_N_ELEMENTS (few), 0.5, 20);
  g_autoptr (VenuleLight) of_dark = venule_light_new (dark, G_N_ELEMENTS (dark), NAN, 0);
  g_autoptr (VenuleLight) of_none = venule_light_new (NULL, 0, NAN, 0);

  g_assert_true (isnan (of_few->flicker) && isnan (of_dark->flicker) && isnan (of_none->drift));
  g_assert_cmpuint (of_few->n, ==, 4);
  g_assert_true (isnan (venule_light_get_per_cent (of_few, 4)) && isnan (venule_light_get_per_cent (NULL, 0)));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/light/flicker", test_flicker);
  g_test_add_func ("/light/frames-that-alternate", test_frames_that_alternate);
  g_test_add_func ("/light/noise", test_noise);
  g_test_add_func ("/light/single-frames", test_single_frames);
  g_test_add_func ("/light/jumps", test_jumps);
  g_test_add_func ("/light/wander", test_wander);
  g_test_add_func ("/light/slow-waves-are-no-jumps", test_slow_waves_are_no_jumps);
  g_test_add_func ("/light/mains", test_mains);
  g_test_add_func ("/light/nothing-to-tell", test_nothing_to_tell);
  return g_test_run ();
}
