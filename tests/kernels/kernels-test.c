/* kernels-test.c: pictures and comparisons for the tests of the kernels
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"

#include <stdio.h>
#include <stdlib.h>

#include "share.h"

vnk_plane
kt_new (int width, int height)
{
  ptrdiff_t stride = width + 3;
  vnk_plane plane = { malloc ((size_t) stride * (size_t) height * sizeof (float)), width, height, stride };

  g_assert_nonnull (plane.data);
  for (ptrdiff_t i = 0; i < stride * height; i++)
    plane.data[i] = NAN;
  return plane;
}

float
kt_at (const vnk_plane *plane, int x, int y)
{
  return plane->data[y * plane->stride + x];
}

vnk_plane
kt_ramp (int width, int height, double origin, double slope_x, double slope_y)
{
  vnk_plane plane = kt_new (width, height);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      plane.data[y * plane.stride + x] = (float) (origin + slope_x * x + slope_y * y);
  return plane;
}

vnk_plane
kt_constant (int width, int height, double value)
{
  return kt_ramp (width, height, value, 0.0, 0.0);
}

double
kt_normal (void)
{
  double u = g_test_rand_double_range (1e-12, 1.0);

  return sqrt (-2.0 * log (u)) * cos (2.0 * G_PI * g_test_rand_double ());
}

void
kt_add_noise (vnk_plane *plane, double sd)
{
  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      plane->data[y * plane->stride + x] += (float) (sd * kt_normal ());
}

vnk_plane
kt_noise (int width, int height, double mean, double sd)
{
  vnk_plane plane = kt_constant (width, height, mean);

  kt_add_noise (&plane, sd);
  return plane;
}

vnk_plane
kt_texture (int width, int height, guint32 seed, double shortest, double dx, double dy)
{
  vnk_plane plane = kt_constant (width, height, 128.0);
  GRand *rand = g_rand_new_with_seed (seed);
  double *sine = g_new (double, width), *cosine = g_new (double, width);

  for (int wave = 0; wave < 40; wave++)
    {
      double angle = g_rand_double_range (rand, 0.0, 2.0 * G_PI);
      double length = shortest * pow (8.0, g_rand_double (rand));
      double phase = g_rand_double_range (rand, 0.0, 2.0 * G_PI);
      double kx = 2.0 * G_PI / length * cos (angle);
      double ky = 2.0 * G_PI / length * sin (angle);

      for (int x = 0; x < width; x++)
        {
          sine[x] = sin (kx * (x - dx));
          cosine[x] = cos (kx * (x - dx));
        }
      for (int y = 0; y < height; y++)
        {
          double s = 5.0 * sin (ky * (y - dy) + phase), c = 5.0 * cos (ky * (y - dy) + phase);

          for (int x = 0; x < width; x++)
            plane.data[y * plane.stride + x] += (float) (sine[x] * c + cosine[x] * s);
        }
    }
  g_free (sine);
  g_free (cosine);
  g_rand_free (rand);
  return plane;
}

void
kt_add_disc (vnk_plane *plane, const KtDisc *disc)
{
  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      {
        double distance = hypot (x - disc->x, y - disc->y) - disc->radius;
        double side = 0.5 * erfc ((x - disc->x) / (G_SQRT2 * disc->radius / 4.0));
        double height = disc->left * side + disc->right * (1.0 - side);

        plane->data[y * plane->stride + x] += (float) (height * 0.5 * erfc (distance / (G_SQRT2 * disc->softness)));
      }
}

static const char *const picture_names[] = {
  "noise", "constant", "ramp", "one bright pixel", "saturated halves", "a cell at the border", "two cells touching",
  "smaller than a circle", "one pixel", "least and largest values"
};

static const char *
picture_file (void)
{
  return g_getenv ("VENULE_TEST_PICTURE");
}

int
kt_n_pictures (void)
{
  return G_N_ELEMENTS (picture_names) + (picture_file () != NULL);
}

const char *
kt_picture_name (int index)
{
  return index < (int) G_N_ELEMENTS (picture_names) ? picture_names[index] : "of a file";
}

/* A picture as "convert IN -depth 8 OUT.pgm" writes it. */
static vnk_plane
picture_of_file (void)
{
  g_autofree char *bytes = NULL;
  gsize length;
  int width, height, most, start;
  vnk_plane plane;

  g_assert_true (g_file_get_contents (picture_file (), &bytes, &length, NULL));
  g_assert_cmpint (sscanf (bytes, "P5 %d %d %d%n", &width, &height, &most, &start), ==, 3);
  g_assert_cmpint (most, ==, 255);
  g_assert_cmpuint (length, ==, (gsize) start + 1 + (gsize) width * (gsize) height);
  plane = kt_new (width, height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      plane.data[y * plane.stride + x] = (float) (guchar) bytes[start + 1 + y * width + x];
  return plane;
}

/* What a 16-bit sample that was not scaled would be, beside next to nothing. */
static vnk_plane
picture_of_limits (void)
{
  static const float values[] = { 0.0f, 1e-30f, 1e-6f, 255.0f, 65535.0f };
  vnk_plane plane = kt_new (61, 55);

  for (int y = 0; y < plane.height; y++)
    for (int x = 0; x < plane.width; x++)
      plane.data[y * plane.stride + x] = values[g_test_rand_int_range (0, G_N_ELEMENTS (values))];
  return plane;
}

int
kt_share (int whole, int part)
{
  return g_getenv ("VENULE_TEST_SHORT") != NULL ? part : TEST_SHARE (whole, part);
}

vnk_plane
kt_picture (int index)
{
  vnk_plane plane;

  switch (index)
    {
    case 0:
      return kt_noise (97, 71, 128.0, 30.0);
    case 1:
      return kt_constant (64, 61, 17.0);
    case 2:
      return kt_ramp (80, 64, 10.0, 1.25, -0.5);
    case 3:
      plane = kt_constant (63, 65, 0.0);
      plane.data[30 * plane.stride + 31] = 255.0f;
      return plane;
    case 4:
      plane = kt_constant (70, 70, 0.0);
      for (int y = 0; y < 70; y++)
        for (int x = 35; x < 70; x++)
          plane.data[y * plane.stride + x] = 255.0f;
      return plane;
    case 5:
      plane = kt_noise (90, 70, 100.0, 3.0);
      kt_add_disc (&plane, &(KtDisc) { 4.0, 30.0, 10.0, 40.0, 40.0, 1.0 });
      return plane;
    case 6:
      plane = kt_noise (90, 70, 100.0, 3.0);
      kt_add_disc (&plane, &(KtDisc) { 35.0, 35.0, 10.0, 40.0, 40.0, 1.0 });
      kt_add_disc (&plane, &(KtDisc) { 55.0, 35.0, 10.0, -40.0, 40.0, 1.0 });
      return plane;
    case 7:
      return kt_noise (7, 5, 128.0, 30.0);
    case 8:
      return kt_constant (1, 1, 200.0);
    case 9:
      return picture_of_limits ();
    default:
      return picture_of_file ();
    }
}

void
kt_assert_near (const char *what, int x, int y, double value, double reference, double bound)
{
  if (fabs (value - reference) <= bound)
    return;
  g_test_message ("%s at (%d, %d): %.9g, reference %.9g, differ by %.3g, bound %.3g (the seed is printed above)", what,
                  x, y, value, reference, fabs (value - reference), bound);
  g_test_fail ();
}

void
kt_assert_plane_near (const char *what, const vnk_plane *plane, const double *reference, double absolute,
                      double relative)
{
  double worst = 0.0;

  for (int y = 0; y < plane->height && !g_test_failed (); y++)
    for (int x = 0; x < plane->width; x++)
      {
        double expected = reference[y * plane->width + x];
        double bound = absolute + relative * fabs (expected);

        kt_assert_near (what, x, y, (double) kt_at (plane, x, y), expected, bound);
        worst = fmax (worst, bound > 0.0 ? fabs ((double) kt_at (plane, x, y) - expected) / bound : 0.0);
      }
  g_test_message ("%s: at worst %.3f of the bound", what, worst);
}

double
kt_largest (const vnk_plane *plane)
{
  double largest = 0.0;

  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      largest = fmax (largest, fabs ((double) kt_at (plane, x, y)));
  return largest;
}

static float *
normal_values (int n, double sd)
{
  float *values = g_new (float, n);

  for (int i = 0; i < n; i++)
    values[i] = (float) (sd * kt_normal ());
  return values;
}

void
kt_net_add (KtNet *net, vnk_layer layer)
{
  int terms = layer.in_channels * layer.kernel * layer.kernel;

  g_assert_cmpint (net->network.n_layers, <, KT_MAX_LAYERS);
  layer.weights = normal_values (layer.out_channels * terms, 1.0 / sqrt (terms));
  layer.bias = normal_values (layer.out_channels, 0.5);
  net->layers[net->network.n_layers++] = layer;
  net->network.layers = net->layers;
}

void
kt_net_clear (KtNet *net)
{
  for (int k = 0; k < net->network.n_layers; k++)
    {
      g_free ((float *) net->layers[k].weights);
      g_free ((float *) net->layers[k].bias);
    }
  memset (net, 0, sizeof *net);
}

void
kt_net_add_detector (KtNet *net, int channels)
{
  int wide = 2 * channels;

  net->network.n_inputs = 1;
  kt_net_add (net, (vnk_layer) { -1, -1, 5, 2, 1, 1, channels, true });
  kt_net_add (net, (vnk_layer) { 0, -1, 3, 1, 1, channels, channels, true });
  kt_net_add (net, (vnk_layer) { 1, -1, 3, 2, 1, channels, wide, true });
  kt_net_add (net, (vnk_layer) { 2, -1, 3, 1, 1, wide, wide, true });
  kt_net_add (net, (vnk_layer) { 3, -1, 3, 1, 2, wide, wide, true });
  kt_net_add (net, (vnk_layer) { 4, -1, 3, 1, 4, wide, wide, true });
  kt_net_add (net, (vnk_layer) { 5, -1, 3, 1, 1, wide, wide, true });
  kt_net_add (net, (vnk_layer) { 6, -1, 1, 1, 1, wide, channels, false });
  kt_net_add (net, (vnk_layer) { 1, 7, 1, 1, 1, channels, channels, true });
  kt_net_add (net, (vnk_layer) { 8, -1, 3, 1, 1, channels, channels, true });
  kt_net_add (net, (vnk_layer) { 9, -1, 1, 1, 1, channels, 4, false });
}
