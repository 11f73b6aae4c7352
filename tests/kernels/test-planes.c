/* test-planes.c: planes that stay where the backend computes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"

#include <stdlib.h>

#define WIDTH 150
#define HEIGHT 110
#define MOST 50

static vnk_backend *backend;

/* A chain of operations, from samples to maxima, and what comes of it. */
typedef struct {
  vnk_plane     in, half, flat, gx, gy, score, radius, mean, dilated;
  vnk_candidate candidates[MOST];
  int           n;
} Chain;

#define N_PLANES 9

static vnk_plane *
chain_plane (Chain *chain, int index)
{
  vnk_plane *const planes[N_PLANES] = { &chain->in, &chain->half, &chain->flat, &chain->gx, &chain->gy, &chain->score,
                                        &chain->radius, &chain->mean, &chain->dilated };

  return planes[index];
}

static vnk_plane
new_plane (vnk_backend *b, int width, int height)
{
  vnk_plane plane;

  g_assert_cmpint (b->plane_new (b, width, height, &plane), ==, VNK_OK);
  return plane;
}

/* The plane with the number `index` lives on the device when bit `index` of `on_device` is set. */
static void
chain_init (Chain *chain, vnk_backend *b, guint on_device)
{
  memset (chain, 0, sizeof *chain);
  for (int i = 0; i < N_PLANES; i++)
    {
      int width = i == 1 ? (WIDTH + 1) / 2 : WIDTH;
      int height = i == 1 ? (HEIGHT + 1) / 2 : HEIGHT;

      *chain_plane (chain, i) = on_device >> i & 1 ? new_plane (b, width, height) : kt_new (width, height);
    }
}

static void
chain_clear (Chain *chain)
{
  for (int i = 0; i < N_PLANES; i++)
    vnk_plane_clear (chain_plane (chain, i));
}

static guint16 *
make_samples (void)
{
  vnk_plane plane = kt_noise (WIDTH, HEIGHT, 110.0, 4.0);
  guint16 *samples = g_new (guint16, WIDTH * HEIGHT);

  for (int i = 0; i < 6; i++)
    kt_add_disc (&plane, &(KtDisc) { 25.0 + 20.0 * i, 30.0 + 10.0 * (i % 5), 9.0, 40.0, i % 3 ? 40.0 : -40.0, 1.2 });
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    samples[i] = (guint16) (256.0 * (double) CLAMP (kt_at (&plane, i % WIDTH, i / WIDTH), 0.0f, 255.0f));
  vnk_plane_clear (&plane);
  return samples;
}

/* Returns the first status that is not VNK_OK. */
static vnk_status
chain_run (Chain *c, vnk_backend *b, const guint16 *samples)
{
  vnk_image frame = { samples, WIDTH, HEIGHT, 2 * WIDTH, 2 };
  vnk_gicov_params params;
  vnk_status status;

  vnk_gicov_paper_params (&params, 8.0f);
  params.harmonic_weight = 0.3f;
  params.noise = 2.0f;
  (void) ((status = b->convert (b, &frame, -3, 2, 1.0f / 256.0f, 0.0f, &c->in)) ||
          (status = b->pyramid_down (b, &c->in, &c->half)) ||
          (status = b->resample (b, &c->half, 0.0f, 0.0f, 0.5f, 0.01f, &c->flat)) ||
          (status = b->local_normalise (b, &c->flat, 20, 1.0f, INFINITY, &c->in)) ||
          (status = b->gradients (b, &c->in, &c->gx, &c->gy)) ||
          (status = b->gicov (b, &c->gx, &c->gy, &params, &c->score, &c->radius, &c->mean)) ||
          (status = b->dilate (b, &c->score, 9.0f, &c->dilated)) ||
          (status = b->maxima (b, &c->score, &c->radius, &c->mean, NULL, &c->dilated, 0.01f, 4, c->candidates, MOST,
                               &c->n)));
  return status;
}

static void
assert_same_plane (vnk_backend *b, const vnk_plane *plane, const vnk_plane *expected)
{
  g_assert_cmpint (b->fetch (b, plane), ==, VNK_OK);
  g_assert_cmpint (b->fetch (b, expected), ==, VNK_OK);
  for (int y = 0; y < plane->height; y++)
    g_assert_cmpmem (plane->data + y * plane->stride, (gsize) plane->width * sizeof (float),
                     expected->data + y * expected->stride, (gsize) expected->width * sizeof (float));
}

static void
assert_same_chain (vnk_backend *b, Chain *chain, Chain *expected)
{
  for (int i = 0; i < N_PLANES; i++)
    assert_same_plane (b, chain_plane (chain, i), chain_plane (expected, i));
  g_assert_cmpint (chain->n, ==, expected->n);
  g_assert_cmpmem (chain->candidates, sizeof chain->candidates, expected->candidates, sizeof expected->candidates);
}

/* ---- Both backends ---- */

static void
test_starts_as_zero (void)
{
  vnk_plane plane = new_plane (backend, 37, 5);

  g_assert_cmpint (plane.width, ==, 37);
  g_assert_cmpint (plane.height, ==, 5);
  g_assert_cmpint (plane.stride, >=, 37);
  g_assert_cmpint (backend->fetch (backend, &plane), ==, VNK_OK);
  for (int y = 0; y < 5; y++)
    for (int x = 0; x < 37; x++)
      g_assert_cmpfloat (kt_at (&plane, x, y), ==, 0.0f);
  vnk_plane_clear (&plane);
  g_assert_null (plane.data);
  g_assert_null (plane.device);

  g_assert_cmpint (backend->plane_new (backend, 0, 5, &plane), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->plane_new (backend, 5, VNK_MAX_SIDE + 1, &plane), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->plane_new (backend, 5, 5, NULL), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->fetch (backend, &plane), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->store (backend, NULL), ==, VNK_ERROR_INVALID);
}

/* Wherever its planes are, a chain of operations gives the same, bit for bit, and again. */
static void
test_any_place_gives_the_same (void)
{
  static const guint places[] = { 0x1ff, 0x0aa, 0x155, 0x01f, 0x1e0 };
  g_autofree guint16 *samples = make_samples ();
  Chain expected;

  chain_init (&expected, backend, 0);
  g_assert_cmpint (chain_run (&expected, backend, samples), ==, VNK_OK);
  g_assert_cmpint (expected.n, >, 3);
  g_assert_cmpint (expected.n, <=, MOST);
  for (size_t i = 0; i < G_N_ELEMENTS (places); i++)
    {
      Chain chain;

      chain_init (&chain, backend, places[i]);
      for (int again = 0; again < 2; again++)
        {
          g_assert_cmpint (chain_run (&chain, backend, samples), ==, VNK_OK);
          assert_same_chain (backend, &chain, &expected);
        }
      chain_clear (&chain);
    }
  chain_clear (&expected);
}

/* What the host has written is taken once it is stored, again and again. */
static void
test_stores_what_the_host_wrote (void)
{
  vnk_plane in = new_plane (backend, 40, 30);
  vnk_plane gx = new_plane (backend, 40, 30);
  vnk_plane gy = new_plane (backend, 40, 30);

  for (int slope = 1; slope < 4; slope++)
    {
      for (int y = 0; y < 30; y++)
        for (int x = 0; x < 40; x++)
          in.data[y * in.stride + x] = (float) (slope * x + 5 * y);
      g_assert_cmpint (backend->store (backend, &in), ==, VNK_OK);
      g_assert_cmpint (backend->gradients (backend, &in, &gx, &gy), ==, VNK_OK);
      g_assert_cmpint (backend->gradients (backend, &gx, &in, &gy), ==, VNK_OK);
      g_assert_cmpint (backend->fetch (backend, &gx), ==, VNK_OK);
      g_assert_cmpint (backend->fetch (backend, &in), ==, VNK_OK);
      for (int y = 0; y < 30; y++)
        for (int x = 0; x < 40; x++)
          {
            g_assert_cmpfloat (kt_at (&gx, x, y), ==, (float) slope);
            g_assert_cmpfloat (kt_at (&in, x, y), ==, 0.0f);
          }
    }
  vnk_plane_clear (&in);
  vnk_plane_clear (&gx);
  vnk_plane_clear (&gy);
}

/* A part of a plane is read and written as if it were all there is; around it nothing changes. */
static void
test_parts (void)
{
  vnk_plane whole = new_plane (backend, 60, 40);
  vnk_plane out = new_plane (backend, 60, 40);
  vnk_plane part = { whole.data + 7 * whole.stride + 9, 20, 15, whole.stride, whole.device };
  vnk_plane part_out = { out.data + 3 * out.stride + 5, 20, 15, out.stride, out.device };
  vnk_plane copy = kt_new (20, 15);
  vnk_plane expected = kt_new (20, 15);

  for (int y = 0; y < 40; y++)
    for (int x = 0; x < 60; x++)
      {
        whole.data[y * whole.stride + x] = (float) kt_normal ();
        out.data[y * out.stride + x] = 1000.0f;
      }
  for (int y = 0; y < 15; y++)
    memcpy (copy.data + y * copy.stride, part.data + y * part.stride, 20 * sizeof (float));
  g_assert_cmpint (backend->store (backend, &whole), ==, VNK_OK);
  g_assert_cmpint (backend->store (backend, &out), ==, VNK_OK);
  g_assert_cmpint (backend->dilate (backend, &part, 3.0f, &part_out), ==, VNK_OK);
  g_assert_cmpint (backend->dilate (backend, &copy, 3.0f, &expected), ==, VNK_OK);
  g_assert_cmpint (backend->fetch (backend, &part_out), ==, VNK_OK);
  assert_same_plane (backend, &part_out, &expected);
  for (int y = 0; y < 40; y++)
    for (int x = 0; x < 60; x++)
      if (x < 5 || x >= 25 || y < 3 || y >= 18)
        g_assert_cmpfloat (kt_at (&out, x, y), ==, 1000.0f);
  vnk_plane_clear (&whole);
  vnk_plane_clear (&out);
  vnk_plane_clear (&copy);
  vnk_plane_clear (&expected);
}

/* Dilation and the score may go where their input is. */
static void
test_in_place (void)
{
  vnk_plane first = kt_noise (90, 70, 100.0, 20.0);
  vnk_plane planes[6];
  vnk_gicov_params params;

  vnk_gicov_paper_params (&params, 8.0f);
  for (int i = 0; i < 6; i++)
    planes[i] = new_plane (backend, 90, 70);
  for (int y = 0; y < 70; y++)
    memcpy (planes[0].data + y * planes[0].stride, first.data + y * first.stride, 90 * sizeof (float));
  g_assert_cmpint (backend->store (backend, &planes[0]), ==, VNK_OK);
  g_assert_cmpint (backend->dilate (backend, &planes[0], 4.0f, &planes[1]), ==, VNK_OK);
  g_assert_cmpint (backend->dilate (backend, &planes[0], 4.0f, &planes[0]), ==, VNK_OK);
  assert_same_plane (backend, &planes[0], &planes[1]);

  g_assert_cmpint (backend->gradients (backend, &first, &planes[0], &planes[1]), ==, VNK_OK);
  g_assert_cmpint (backend->gicov (backend, &planes[0], &planes[1], &params, &planes[2], &planes[3], &planes[4]), ==,
                   VNK_OK);
  g_assert_cmpint (backend->gicov (backend, &planes[0], &planes[1], &params, &planes[0], &planes[1], &planes[5]), ==,
                   VNK_OK);
  assert_same_plane (backend, &planes[0], &planes[2]);
  assert_same_plane (backend, &planes[1], &planes[3]);
  assert_same_plane (backend, &planes[5], &planes[4]);
  for (int i = 0; i < 6; i++)
    vnk_plane_clear (&planes[i]);
  vnk_plane_clear (&first);
}

/* The CPU takes what another backend has fetched. */
static void
test_the_cpu_takes_over (void)
{
  vnk_backend *cpu = NULL;
  vnk_plane in = new_plane (backend, 50, 20);
  vnk_plane gx = new_plane (backend, 50, 20);
  vnk_plane gy = new_plane (backend, 50, 20);
  vnk_plane expected_x = kt_new (50, 20);
  vnk_plane expected_y = kt_new (50, 20);

  g_assert_cmpint (vnk_cpu_open (1, &cpu), ==, VNK_OK);
  for (int y = 0; y < 20; y++)
    for (int x = 0; x < 50; x++)
      in.data[y * in.stride + x] = (float) kt_normal ();
  g_assert_cmpint (backend->store (backend, &in), ==, VNK_OK);
  g_assert_cmpint (cpu->gradients (cpu, &in, &gx, &gy), ==, VNK_OK);
  g_assert_cmpint (backend->store (backend, &gx), ==, VNK_OK);
  g_assert_cmpint (backend->gradients (backend, &in, &expected_x, &expected_y), ==, VNK_OK);
  assert_same_plane (backend, &gx, &expected_x);
  cpu->close (cpu);
  vnk_plane_clear (&in);
  vnk_plane_clear (&gx);
  vnk_plane_clear (&gy);
  vnk_plane_clear (&expected_x);
  vnk_plane_clear (&expected_y);
}

/* ---- A device alone ---- */

static void
test_refuses_planes_of_others (gconstpointer data)
{
  vnk_backend *other = kt_open (1);
  vnk_plane theirs = new_plane (other, 20, 20);
  vnk_plane ours = new_plane (backend, 20, 20);
  vnk_plane beyond = ours;

  g_assert_cmpint (backend->fetch (backend, &theirs), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->store (backend, &theirs), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->gradients (backend, &theirs, &ours, &ours), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->dilate (backend, &ours, 2.0f, &theirs), ==, VNK_ERROR_INVALID);
  beyond.data += beyond.stride;
  g_assert_cmpint (backend->dilate (backend, &ours, 2.0f, &beyond), ==, VNK_ERROR_INVALID);
  vnk_plane_clear (&theirs);
  vnk_plane_clear (&ours);
  other->close (other);
}

static vnk_backend *
open_faulty (const char *fault, int count)
{
  g_autofree char *text = g_strdup_printf ("%s:%d", fault, count);

  g_setenv ("VNK_CUDA_FAULT", text, TRUE);

  vnk_backend *faulty = kt_open (1);

  g_unsetenv ("VNK_CUDA_FAULT");
  return faulty;
}

/* Wherever memory runs out, that is what the operation says, and once there is some again all goes on. */
static void
test_out_of_memory (gconstpointer data)
{
  g_autofree guint16 *samples = make_samples ();
  int failed = 0;
  Chain expected;

  chain_init (&expected, backend, 0x1ff);
  g_assert_cmpint (chain_run (&expected, backend, samples), ==, VNK_OK);
  for (int count = 1; count < 40; count++)
    {
      vnk_backend *faulty = open_faulty ("memory", count);
      Chain chain;

      chain_init (&chain, faulty, 0);

      vnk_status status = chain_run (&chain, faulty, samples);

      g_assert_true (status == VNK_OK || status == VNK_ERROR_NO_MEMORY);
      failed += status != VNK_OK;
      g_assert_cmpint (chain_run (&chain, faulty, samples), ==, VNK_OK);
      for (int i = 0; i < N_PLANES; i++)
        {
          g_assert_cmpint (backend->fetch (backend, chain_plane (&expected, i)), ==, VNK_OK);
          assert_same_plane (faulty, chain_plane (&chain, i), &(vnk_plane) {
            chain_plane (&expected, i)->data, chain_plane (&expected, i)->width, chain_plane (&expected, i)->height,
            chain_plane (&expected, i)->stride, NULL });
        }
      chain_clear (&chain);
      faulty->close (faulty);
      if (status == VNK_OK)
        break;
    }
  g_assert_cmpint (failed, >=, 2);
  g_assert_cmpint (failed, <, 39);
  chain_clear (&expected);
}

/* Whichever launch fails, that operation says so, and every later one; others are not concerned. */
static void
test_failed_launch (gconstpointer data)
{
  g_autofree guint16 *samples = make_samples ();
  Chain sound;

  chain_init (&sound, backend, 0x1ff);
  for (int count = 1; count < 12; count += 3)
    {
      vnk_backend *faulty = open_faulty ("launch", count);
      Chain chain;

      chain_init (&chain, faulty, 0x1ff);
      g_assert_cmpint (chain_run (&chain, faulty, samples), ==, VNK_ERROR_DEVICE);
      g_assert_cmpint (chain_run (&chain, faulty, samples), ==, VNK_ERROR_DEVICE);
      g_assert_cmpint (faulty->dilate (faulty, &chain.score, 3.0f, &chain.dilated), ==, VNK_ERROR_DEVICE);
      g_assert_cmpint (faulty->fetch (faulty, &chain.score), ==, VNK_ERROR_DEVICE);
      chain_clear (&chain);
      faulty->close (faulty);
      g_assert_cmpint (chain_run (&sound, backend, samples), ==, VNK_OK);
    }
  chain_clear (&sound);
}

/* A device that is lost takes all of the process's work with it: the operations say so, at the latest those that
 * wait. */
static void
test_lost_device (gconstpointer data)
{
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }

  g_autofree guint16 *samples = make_samples ();
  vnk_backend *faulty = open_faulty ("lost", 5);
  Chain chain;

  chain_init (&chain, faulty, 0x1ff);
  g_assert_cmpint (chain_run (&chain, faulty, samples), ==, VNK_ERROR_DEVICE);
  g_assert_cmpint (chain_run (&chain, faulty, samples), ==, VNK_ERROR_DEVICE);
  chain_clear (&chain);
  faulty->close (faulty);
}

/* The largest frames, against the CPU. */
static void
test_large_planes (gconstpointer data)
{
  if (!g_test_slow ())
    {
      g_test_skip ("takes long: only with -m slow");
      return;
    }

  const int width = 4096, height = 4096;
  vnk_backend *cpu = NULL;
  vnk_plane in = new_plane (backend, width, height);
  vnk_plane out[2] = { new_plane (backend, width, height), new_plane (backend, width, height) };
  vnk_plane expected[2] = { vnk_plane_new (width, height), vnk_plane_new (width, height) };

  g_assert_cmpint (vnk_cpu_open (0, &cpu), ==, VNK_OK);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      in.data[y * in.stride + x] = (float) g_test_rand_double ();
  g_assert_cmpint (backend->store (backend, &in), ==, VNK_OK);
  g_assert_cmpint (cpu->gradients (cpu, &in, &expected[0], &expected[1]), ==, VNK_OK);
  g_assert_cmpint (backend->gradients (backend, &in, &out[0], &out[1]), ==, VNK_OK);
  assert_same_plane (backend, &out[0], &expected[0]);
  assert_same_plane (backend, &out[1], &expected[1]);
  g_assert_cmpint (cpu->dilate (cpu, &in, 70.0f, &expected[0]), ==, VNK_OK);
  g_assert_cmpint (backend->dilate (backend, &in, 70.0f, &out[0]), ==, VNK_OK);
  assert_same_plane (backend, &out[0], &expected[0]);
  g_assert_cmpint (backend->dilate (backend, &in, 70.0f, &in), ==, VNK_OK);
  assert_same_plane (backend, &in, &expected[0]);
  cpu->close (cpu);
  vnk_plane_clear (&in);
  for (int i = 0; i < 2; i++)
    {
      vnk_plane_clear (&out[i]);
      vnk_plane_clear (&expected[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  kt_add_func ("/kernels/planes/starts-as-zero", test_starts_as_zero);
  kt_add_func ("/kernels/planes/any-place-gives-the-same", test_any_place_gives_the_same);
  kt_add_func ("/kernels/planes/stores-what-the-host-wrote", test_stores_what_the_host_wrote);
  kt_add_func ("/kernels/planes/parts", test_parts);
  kt_add_func ("/kernels/planes/in-place", test_in_place);
  kt_add_func ("/kernels/planes/the-cpu-takes-over", test_the_cpu_takes_over);
  kt_add_data_func_of ("cuda", "/kernels/planes/refuses-planes-of-others", NULL, test_refuses_planes_of_others);
  kt_add_data_func_of ("cuda", "/kernels/planes/out-of-memory", NULL, test_out_of_memory);
  kt_add_data_func_of ("cuda", "/kernels/planes/failed-launch", NULL, test_failed_launch);
  kt_add_data_func_of ("cuda", "/kernels/planes/lost-device", NULL, test_lost_device);
  kt_add_data_func_of ("cuda", "/kernels/planes/large", NULL, test_large_planes);
  return kt_run (&backend, 2);
}
