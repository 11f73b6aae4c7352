/* test-network.c: a small convolutional network
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"
#include "reference.h"

#include "cpu/cpu.h"

static vnk_backend *backend;

static vnk_plane *
new_planes (int n, int width, int height)
{
  vnk_plane *planes = g_new (vnk_plane, n);

  for (int i = 0; i < n; i++)
    planes[i] = kt_new (width, height);
  return planes;
}

static void
clear_planes (vnk_plane *planes, int n)
{
  for (int i = 0; i < n; i++)
    vnk_plane_clear (&planes[i]);
  g_free (planes);
}

/* Against the reference, each value within the bound of its own. */
static void
compare (const KtNet *net, const vnk_plane *inputs)
{
  int width, height, channels;

  g_assert_cmpint (vnk_network_out_size (&net->network, inputs->width, inputs->height, &width, &height, &channels),
                   ==, VNK_OK);

  vnk_plane *outputs = new_planes (channels, width, height);
  g_autofree double *reference = g_new (double, channels * width * height);
  g_autofree double *roundings = g_new (double, channels * width * height);
  double worst = 0.0;

  g_assert_cmpint (backend->network (backend, &net->network, inputs, outputs), ==, VNK_OK);
  vnk_reference_network (&net->network, inputs, reference, roundings);
  for (int o = 0; o < channels && !g_test_failed (); o++)
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        {
          int i = (o * height + y) * width + x;
          double bound = VNK_BOUND_NETWORK * roundings[i];

          kt_assert_near ("network", x, y, (double) kt_at (&outputs[o], x, y), reference[i], bound);
          worst = fmax (worst, fabs ((double) kt_at (&outputs[o], x, y) - reference[i]) / bound);
        }
  g_test_message ("network: at worst %.3f of the bound", worst);
  clear_planes (outputs, channels);
}

static void
compare_on_noise (const KtNet *net, int width, int height)
{
  vnk_plane *inputs = g_new (vnk_plane, net->network.n_inputs);

  for (int c = 0; c < net->network.n_inputs; c++)
    inputs[c] = kt_noise (width, height, 0.0, 1.0);
  compare (net, inputs);
  clear_planes (inputs, net->network.n_inputs);
}

/* One layer of each kernel, stride and dilation, on planes of any size, smaller than the kernel's reach too. */
static void
test_layer_reference (gconstpointer data)
{
  int kernel = GPOINTER_TO_INT (data);

  for (int stride = 1; stride <= 2; stride++)
    for (int dilation = 1; dilation <= 8; dilation++)
      for (int trial = 0; trial < 4; trial++)
        {
          int in_channels = g_test_rand_int_range (1, 12);
          int size = trial == 0 ? 5 : 60;
          KtNet net = { .network.n_inputs = in_channels };

          kt_net_add (&net, (vnk_layer) { .from = -1, .add = -1, .kernel = kernel, .stride = stride,
                                          .dilation = dilation, .in_channels = in_channels,
                                          .out_channels = g_test_rand_int_range (1, 20), .relu = trial % 2 });
          compare_on_noise (&net, g_test_rand_int_range (1, size), g_test_rand_int_range (1, size));
          kt_net_clear (&net);
        }
}

/* Heights around those of strips of four rows, a dilation apart, with what is left below them. */
static void
test_every_height (void)
{
  for (int dilation = 1; dilation <= 8; dilation++)
    {
      KtNet net = { .network.n_inputs = 8 };

      kt_net_add (&net, (vnk_layer) { -1, -1, 3, 1, dilation, 8, 11, true });
      kt_net_add (&net, (vnk_layer) { 0, -1, 1, 1, 1, 11, 9, false });
      kt_net_add (&net, (vnk_layer) { 1, -1, 3, 1, 1, 9, 8, dilation % 2 == 0 });
      for (int height = 1; height <= 6 * dilation + 3; height++)
        compare_on_noise (&net, 5, height);
      kt_net_clear (&net);
    }
}

/* Rows beside each other whose values are a million times as large or as small, and no bias that would hide it. */
static void
test_uneven_rows (gconstpointer data)
{
  int channels = GPOINTER_TO_INT (data);

  for (int trial = 0; trial < 20; trial++)
    {
      KtNet net = { .network.n_inputs = channels };
      vnk_plane *inputs = new_planes (channels, 23, 40);

      kt_net_add (&net, (vnk_layer) { -1, -1, 3, 1, 1 + trial % 4, channels, 16, false });
      memset ((float *) net.layers[0].bias, 0, 16 * sizeof (float));
      for (int c = 0; c < channels; c++)
        for (int y = 0; y < 40; y++)
          {
            double size = pow (10.0, g_test_rand_double_range (-3.0, 3.0));

            for (int x = 0; x < 23; x++)
              inputs[c].data[y * inputs[c].stride + x] = (float) (size * kt_normal ());
          }
      compare (&net, inputs);
      kt_net_clear (&net);
      clear_planes (inputs, channels);
    }
}

/* Each width around those of vectors and of their tiles. */
static void
test_every_width (void)
{
  KtNet net = { .network.n_inputs = 2 };

  kt_net_add (&net, (vnk_layer) { -1, -1, 3, 1, 1, 2, 9, true });
  kt_net_add (&net, (vnk_layer) { 0, -1, 3, 2, 1, 9, 5, false });
  kt_net_add (&net, (vnk_layer) { 0, 1, 1, 1, 1, 9, 5, false });
  for (int width = 1; width <= 130; width++)
    compare_on_noise (&net, width, 3);
  kt_net_clear (&net);
}

/* The smallest planes, on which a half and the whole can be of one size. */
static void
test_tiny_planes (void)
{
  KtNet net = { .network.n_inputs = 1 };

  kt_net_add (&net, (vnk_layer) { -1, -1, 5, 1, 2, 1, 8, true });
  kt_net_add (&net, (vnk_layer) { 0, -1, 3, 2, 4, 8, 8, true });
  kt_net_add (&net, (vnk_layer) { 0, 1, 7, 1, 8, 8, 8, true });
  kt_net_add (&net, (vnk_layer) { 1, -1, 3, 2, 1, 8, 3, false });
  kt_net_add (&net, (vnk_layer) { 1, 3, 1, 1, 1, 8, 3, false });
  for (int height = 1; height <= 5; height++)
    for (int width = 1; width <= 5; width++)
      compare_on_noise (&net, width, height);
  kt_net_clear (&net);
}

static void
test_detector_reference (gconstpointer data)
{
  KtNet net = { 0 };

  kt_net_add_detector (&net, GPOINTER_TO_INT (data));
  compare_on_noise (&net, g_test_rand_int_range (80, 100), g_test_rand_int_range (40, 60));
  kt_net_clear (&net);
}

static void
test_pictures (gconstpointer data)
{
  vnk_plane in = kt_picture (GPOINTER_TO_INT (data));
  KtNet net = { 0 };

  kt_net_add_detector (&net, 5);
  compare (&net, &in);
  kt_net_clear (&net);
  vnk_plane_clear (&in);
}

/* Layers of single pixels, computed row by row with the one before them, which add each other and are read again. */
static void
test_pixel_by_pixel (void)
{
  KtNet net = { .network.n_inputs = 3 };

  kt_net_add (&net, (vnk_layer) { -1, -1, 1, 1, 3, 3, 6, true });
  kt_net_add (&net, (vnk_layer) { 0, 0, 1, 1, 1, 6, 6, false });
  kt_net_add (&net, (vnk_layer) { 1, 0, 1, 1, 1, 6, 6, true });
  kt_net_add (&net, (vnk_layer) { 1, -1, 1, 2, 1, 6, 9, true });
  kt_net_add (&net, (vnk_layer) { 3, 3, 1, 1, 1, 9, 9, false });
  kt_net_add (&net, (vnk_layer) { 2, 4, 1, 1, 1, 6, 9, true });
  kt_net_add (&net, (vnk_layer) { 5, 4, 1, 1, 1, 9, 9, false });
  for (int trial = 0; trial < 20; trial++)
    compare_on_noise (&net, g_test_rand_int_range (1, 70), g_test_rand_int_range (1, 30));
  kt_net_clear (&net);
}

static void
test_many_channels (void)
{
  KtNet net = { .network.n_inputs = VNK_MAX_CHANNELS };

  kt_net_add (&net, (vnk_layer) { -1, -1, 1, 1, 1, VNK_MAX_CHANNELS, VNK_MAX_CHANNELS, true });
  kt_net_add (&net, (vnk_layer) { 0, -1, 3, 2, 1, VNK_MAX_CHANNELS, 7, true });
  compare_on_noise (&net, 9, 7);
  kt_net_clear (&net);
}

static void
test_huge_values (void)
{
  vnk_plane in = kt_noise (50, 40, 0.0, 1e30);
  KtNet net = { 0 };

  kt_net_add_detector (&net, 4);
  compare (&net, &in);
  kt_net_clear (&net);
  vnk_plane_clear (&in);
}

/* Outside the planes lie zeros, whatever there is in memory: also when the network before left other things there. */
static void
test_nothing_is_left_behind (void)
{
  KtNet large = { 0 }, small = { .network.n_inputs = 1 };
  vnk_plane in = kt_constant (200, 90, (double) INFINITY);
  vnk_plane *outputs = new_planes (4, 100, 45);

  kt_net_add_detector (&large, 8);
  kt_net_add (&small, (vnk_layer) { -1, -1, 7, 1, 8, 1, 3, false });
  kt_net_add (&small, (vnk_layer) { 0, -1, 3, 2, 8, 3, 3, false });
  g_assert_cmpint (backend->network (backend, &large.network, &in, outputs), ==, VNK_OK);
  for (int size = 3; size < 60; size += 7)
    compare_on_noise (&small, size, size);
  kt_net_clear (&large);
  kt_net_clear (&small);
  vnk_plane_clear (&in);
  clear_planes (outputs, 4);
}

/* Each instruction set that this machine has, within the bounds. */
static void
test_levels (gconstpointer data)
{
  vnk_cpu *cpu = backend->self;

  for (int level = VNK_CPU_ANY; level <= (int) vnk_cpu_detect_level (); level++)
    {
      KtNet net = { 0 };

      cpu->level = level;
      kt_net_add_detector (&net, 6);
      for (int trial = 0; trial < 5; trial++)
        compare_on_noise (&net, g_test_rand_int_range (1, 120), g_test_rand_int_range (1, 30));
      kt_net_clear (&net);
    }
  cpu->level = vnk_cpu_detect_level ();
}

/* Input 1 2 3 / 4 5 6, kernel 3x3 of ones, bias −20: sums of what lies inside, 12 21 16 / 12 21 16, less 20; with relu
 * 0 1 0 / 0 1 0. With stride 2 the first and the third of the first row: −8 −4. */
static void
test_by_hand (void)
{
  static const float ones[9] = { 1, 1, 1, 1, 1, 1, 1, 1, 1 };
  static const float bias = -20.0f;
  static const float expected[2][3] = { { 0, 1, 0 }, { 0, 1, 0 } };
  vnk_layer layer = { -1, -1, 3, 1, 1, 1, 1, true, ones, &bias };
  vnk_network network = { 1, 1, &layer };
  vnk_plane in = kt_ramp (3, 2, 1.0, 1.0, 3.0);
  vnk_plane out = kt_new (3, 2);
  vnk_plane half = kt_new (2, 1);

  g_assert_cmpint (backend->network (backend, &network, &in, &out), ==, VNK_OK);
  for (int y = 0; y < 2; y++)
    for (int x = 0; x < 3; x++)
      g_assert_cmpfloat (kt_at (&out, x, y), ==, expected[y][x]);

  layer.stride = 2;
  layer.relu = false;
  g_assert_cmpint (backend->network (backend, &network, &in, &half), ==, VNK_OK);
  g_assert_cmpfloat (half.data[0], ==, -8.0f);
  g_assert_cmpfloat (half.data[1], ==, -4.0f);
  vnk_plane_clear (&in);
  vnk_plane_clear (&out);
  vnk_plane_clear (&half);
}

/* The lower layer takes every second pixel; added to the upper one, its pixels stand for two by two. */
static void
test_adds_halves_by_hand (void)
{
  static const float one = 1.0f, zero = 0.0f;
  static const float expected[3][3] = { { 2, 3, 6 }, { 5, 6, 9 }, { 14, 15, 18 } };
  vnk_layer layers[2] = { { -1, -1, 1, 2, 1, 1, 1, false, &one, &zero }, { -1, 0, 1, 1, 1, 1, 1, true, &one, &zero } };
  vnk_network network = { 1, 2, layers };
  vnk_plane in = kt_ramp (3, 3, 1.0, 1.0, 3.0);
  vnk_plane out = kt_new (3, 3);

  g_assert_cmpint (backend->network (backend, &network, &in, &out), ==, VNK_OK);
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 3; x++)
      g_assert_cmpfloat (kt_at (&out, x, y), ==, expected[y][x]);
  vnk_plane_clear (&in);
  vnk_plane_clear (&out);
}

/* Bit for bit, with more threads than rows too. */
static void
test_threads_change_nothing (void)
{
  static const int threads[] = { 1, 2, 3, 8, 50 };
  vnk_plane in = kt_noise (101, 47, 0.0, 1.0);
  vnk_plane *expected = new_planes (4, 51, 24);
  KtNet net = { 0 };

  kt_net_add_detector (&net, 8);
  g_assert_cmpint (backend->network (backend, &net.network, &in, expected), ==, VNK_OK);
  for (size_t i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      vnk_backend *other = kt_open (threads[i]);
      vnk_plane *outputs = new_planes (4, 51, 24);

      for (int again = 0; again < 3; again++)
        {
          g_assert_cmpint (other->network (other, &net.network, &in, outputs), ==, VNK_OK);
          for (int o = 0; o < 4; o++)
            for (int y = 0; y < 24; y++)
              g_assert_cmpmem (outputs[o].data + y * outputs[o].stride, 51 * sizeof (float),
                               expected[o].data + y * expected[o].stride, 51 * sizeof (float));
        }
      clear_planes (outputs, 4);
      other->close (other);
    }
  kt_net_clear (&net);
  clear_planes (expected, 4);
  vnk_plane_clear (&in);
}

#define RUNS 4

static void
copy_pixels (const vnk_plane *from, vnk_plane *to)
{
  for (int y = 0; y < from->height; y++)
    memcpy (to->data + y * to->stride, from->data + y * from->stride, (size_t) from->width * sizeof (float));
}

/* The same planes again with other pixels in them, the last time with other weights: on a device the launches are
 * recorded ones from the second time on. */
static void
test_same_planes_again (void)
{
  vnk_plane in, out, noise[RUNS], results[RUNS];
  KtNet net = { .network.n_inputs = 1 };

  kt_net_add (&net, (vnk_layer) { -1, -1, 3, 1, 1, 1, 20, true });
  kt_net_add (&net, (vnk_layer) { 0, -1, 3, 2, 2, 20, 12, true });
  kt_net_add (&net, (vnk_layer) { 1, -1, 1, 1, 1, 12, 1, false });
  g_assert_cmpint (backend->plane_new (backend, 75, 41, &in), ==, VNK_OK);
  g_assert_cmpint (backend->plane_new (backend, 38, 21, &out), ==, VNK_OK);

  float *weight = (float *) &net.layers[1].weights[5];
  float first = *weight, other = first + 1.0f;

  for (int i = 0; i < RUNS; i++)
    {
      noise[i] = kt_noise (75, 41, 0.0, 1.0);
      results[i] = kt_new (38, 21);
      *weight = i == RUNS - 1 ? other : first;
      copy_pixels (&noise[i], &in);
      g_assert_cmpint (backend->store (backend, &in), ==, VNK_OK);
      g_assert_cmpint (backend->network (backend, &net.network, &in, &out), ==, VNK_OK);
      g_assert_cmpint (backend->fetch (backend, &out), ==, VNK_OK);
      copy_pixels (&out, &results[i]);
    }
  for (int i = 0; i < RUNS; i++)
    {
      vnk_plane expected = kt_new (38, 21);

      *weight = i == RUNS - 1 ? other : first;
      g_assert_cmpint (backend->network (backend, &net.network, &noise[i], &expected), ==, VNK_OK);
      for (int y = 0; y < 21; y++)
        g_assert_cmpmem (results[i].data + y * results[i].stride, 38 * sizeof (float),
                         expected.data + y * expected.stride, 38 * sizeof (float));
      vnk_plane_clear (&expected);
      vnk_plane_clear (&noise[i]);
      vnk_plane_clear (&results[i]);
    }

  kt_net_clear (&net);
  vnk_plane_clear (&in);
  vnk_plane_clear (&out);
}

typedef struct {
  const char *what;
  void      (*spoil) (KtNet *net);
} Mistake;

static void
spoil_from (KtNet *net)
{
  net->layers[2].from = 2;
}

static void
spoil_from_negative (KtNet *net)
{
  net->layers[2].from = -2;
}

static void
spoil_add (KtNet *net)
{
  net->layers[8].add = 8;
}

static void
spoil_add_negative (KtNet *net)
{
  net->layers[8].add = -2;
}

static void
spoil_add_size (KtNet *net)
{
  net->layers[7].add = 1;
}

static void
spoil_channels (KtNet *net)
{
  net->layers[3].in_channels--;
}

static void
spoil_no_channels (KtNet *net)
{
  net->layers[10].out_channels = 0;
}

static void
spoil_many_channels (KtNet *net)
{
  net->layers[10].out_channels = VNK_MAX_CHANNELS + 1;
}

static void
spoil_even_kernel (KtNet *net)
{
  net->layers[1].kernel = 2;
}

static void
spoil_large_kernel (KtNet *net)
{
  net->layers[1].kernel = 9;
}

static void
spoil_stride (KtNet *net)
{
  net->layers[0].stride = 3;
}

static void
spoil_dilation (KtNet *net)
{
  net->layers[0].dilation = 9;
}

static void
spoil_weights (KtNet *net)
{
  ((float *) net->layers[5].weights)[77] = NAN;
}

static void
spoil_bias (KtNet *net)
{
  ((float *) net->layers[5].bias)[0] = INFINITY;
}

static void
spoil_inputs (KtNet *net)
{
  net->network.n_inputs = 0;
}

static void
spoil_no_layers (KtNet *net)
{
  net->network.n_layers = 0;
}

static const Mistake mistakes[] = {
  { "from itself", spoil_from },
  { "from nowhere", spoil_from_negative },
  { "adds itself", spoil_add },
  { "adds nothing there is", spoil_add_negative },
  { "adds what is larger", spoil_add_size },
  { "other channels", spoil_channels },
  { "no channels", spoil_no_channels },
  { "too many channels", spoil_many_channels },
  { "even kernel", spoil_even_kernel },
  { "large kernel", spoil_large_kernel },
  { "stride 3", spoil_stride },
  { "dilation 9", spoil_dilation },
  { "a weight that is no number", spoil_weights },
  { "an infinite bias", spoil_bias },
  { "no inputs", spoil_inputs },
  { "no layers", spoil_no_layers },
};

/* A network that does not fit together is refused, and nothing is written. */
static void
test_refuses_networks (void)
{
  vnk_plane in = kt_noise (41, 30, 0.0, 1.0);
  vnk_plane *outputs = new_planes (4, 21, 15);

  for (size_t i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      KtNet net = { 0 };
      int layers, width = -7, height = -7, channels = -7;

      kt_net_add_detector (&net, 4);
      layers = net.network.n_layers;
      mistakes[i].spoil (&net);
      g_test_message ("%s", mistakes[i].what);
      outputs[0].data[0] = -3.0f;
      g_assert_cmpint (backend->network (backend, &net.network, &in, outputs), ==, VNK_ERROR_INVALID);
      g_assert_cmpfloat (outputs[0].data[0], ==, -3.0f);
      g_assert_cmpint (vnk_network_out_size (&net.network, 41, 30, &width, &height, &channels), ==,
                       VNK_ERROR_INVALID);
      g_assert_cmpint (width, ==, -7);
      net.network.n_layers = layers;
      kt_net_clear (&net);
    }
  vnk_plane_clear (&in);
  clear_planes (outputs, 4);
}

/* Planes of another size than the network's are refused. */
static void
test_refuses_planes (void)
{
  vnk_plane in = kt_noise (41, 30, 0.0, 1.0);
  vnk_plane *outputs = new_planes (4, 21, 15);
  vnk_plane *small = new_planes (4, 20, 15);
  vnk_plane mixed[4] = { outputs[0], outputs[1], outputs[2], small[3] };
  KtNet net = { 0 };

  kt_net_add_detector (&net, 4);
  outputs[0].data[0] = -3.0f;
  g_assert_cmpint (backend->network (backend, &net.network, &in, small), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->network (backend, &net.network, &in, mixed), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->network (backend, &net.network, &in, NULL), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->network (backend, &net.network, NULL, outputs), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->network (backend, NULL, &in, outputs), ==, VNK_ERROR_INVALID);
  g_assert_cmpfloat (outputs[0].data[0], ==, -3.0f);
  g_assert_cmpint (backend->network (backend, &net.network, &in, outputs), ==, VNK_OK);
  g_assert_cmpfloat (outputs[0].data[0], !=, -3.0f);
  kt_net_clear (&net);
  vnk_plane_clear (&in);
  clear_planes (outputs, 4);
  clear_planes (small, 4);
}

static void
test_out_size (void)
{
  KtNet net = { 0 };
  int width, height, channels;

  kt_net_add_detector (&net, 4);
  g_assert_cmpint (vnk_network_out_size (&net.network, 459, 178, &width, &height, &channels), ==, VNK_OK);
  g_assert_cmpint (width, ==, 230);
  g_assert_cmpint (height, ==, 89);
  g_assert_cmpint (channels, ==, 4);
  g_assert_cmpint (vnk_network_out_size (&net.network, 0, 178, &width, &height, &channels), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (vnk_network_out_size (NULL, 459, 178, &width, &height, &channels), ==, VNK_ERROR_INVALID);
  kt_net_clear (&net);
}

int
main (int argc, char **argv)
{
  static const int kernels[] = { 1, 3, 5, 7 };
  static const int widths[] = { 4, 8, 12 };

  g_test_init (&argc, &argv, NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      g_autofree char *name = g_strdup_printf ("/kernels/network/layer/%d", kernels[i]);

      kt_add_data_func (name, GINT_TO_POINTER (kernels[i]), test_layer_reference);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      g_autofree char *name = g_strdup_printf ("/kernels/network/detector/%d", widths[i]);

      kt_add_data_func (name, GINT_TO_POINTER (widths[i]), test_detector_reference);
    }
  for (int i = 0; i < kt_n_pictures (); i++)
    {
      g_autofree char *name = g_strdup_printf ("/kernels/network/picture/%s", kt_picture_name (i));

      kt_add_data_func (name, GINT_TO_POINTER (i), test_pictures);
    }
  kt_add_data_func ("/kernels/network/uneven-rows/8", GINT_TO_POINTER (8), test_uneven_rows);
  kt_add_data_func ("/kernels/network/uneven-rows/32", GINT_TO_POINTER (32), test_uneven_rows);
  kt_add_func ("/kernels/network/every-height", test_every_height);
  kt_add_func ("/kernels/network/every-width", test_every_width);
  kt_add_func ("/kernels/network/tiny-planes", test_tiny_planes);
  kt_add_func ("/kernels/network/pixel-by-pixel", test_pixel_by_pixel);
  kt_add_func ("/kernels/network/many-channels", test_many_channels);
  kt_add_func ("/kernels/network/huge-values", test_huge_values);
  kt_add_func ("/kernels/network/nothing-is-left-behind", test_nothing_is_left_behind);
  kt_add_data_func_of ("cpu", "/kernels/network/levels", NULL, test_levels);
  kt_add_func ("/kernels/network/by-hand", test_by_hand);
  kt_add_func ("/kernels/network/adds-halves-by-hand", test_adds_halves_by_hand);
  kt_add_func ("/kernels/network/threads-change-nothing", test_threads_change_nothing);
  kt_add_func ("/kernels/network/same-planes-again", test_same_planes_again);
  kt_add_func ("/kernels/network/refuses-networks", test_refuses_networks);
  kt_add_func ("/kernels/network/refuses-planes", test_refuses_planes);
  kt_add_func ("/kernels/network/out-size", test_out_size);
  return kt_run (&backend, 2);
}
