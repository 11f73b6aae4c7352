/* test-histogram.c: how often each gray value stands in a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"
#include "reference.h"

static vnk_backend *backend;

typedef struct {
  int      width, height, bytes, padding, shift, n_bins;
  gboolean masked;
} Case;

static void
fill (guint8 *samples, gsize n)
{
  guint32 state = (guint32) g_test_rand_int () | 1;

  for (gsize i = 0; i < n; i++)
    {
      state = state * 1664525u + 1013904223u;
      samples[i] = (guint8) (state >> 24);
    }
}

/* Two frames, the second added to the first. */
static void
compare (const Case *c)
{
  gsize stride = (gsize) (c->width * c->bytes + c->padding);
  g_autofree guint8 *samples = g_malloc (stride * (gsize) c->height);
  g_autofree guint64 *counts = g_new0 (guint64, c->n_bins), *expected = g_new0 (guint64, c->n_bins);
  vnk_image frame = { samples, c->width, c->height, (ptrdiff_t) stride, c->bytes };
  vnk_plane mask = { 0 };

  if (c->masked)
    {
      mask = kt_noise (c->width, c->height, 0.0, 1.0);
      mask.data[0] = NAN;
    }
  for (int i = 0; i < 2; i++)
    {
      fill (samples, stride * (gsize) c->height);
      g_assert_cmpint (backend->histogram (backend, &frame, c->masked ? &mask : NULL, c->shift, c->n_bins,
                                           (uint64_t *) counts), ==, VNK_OK);
      vnk_reference_histogram (&frame, c->masked ? &mask : NULL, c->shift, c->n_bins, (uint64_t *) expected);
    }
  g_assert_cmpmem (counts, c->n_bins * sizeof *counts, expected, c->n_bins * sizeof *expected);
  vnk_plane_clear (&mask);
}

static void
test_histogram_reference (void)
{
  static const int bins[] = { 256, 1000, 4096, 40000, 65536 };

  for (int trial = 0; trial < 60; trial++)
    {
      Case c = { .width = g_test_rand_int_range (1, 90), .height = g_test_rand_int_range (1, 40),
                 .bytes = g_test_rand_int_range (1, 3), .padding = g_test_rand_int_range (0, 40),
                 .shift = g_test_rand_int_range (0, 9), .n_bins = bins[trial % 5], .masked = trial % 3 == 0 };

      compare (&c);
    }
}

/* Each backend shares them out among several parts. */
static void
test_histogram_large (void)
{
  const Case cases[] = { { 1501, 1700, 1, 3, 0, 256, FALSE }, { 700, 1900, 2, 0, 4, 4096, TRUE } };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    compare (&cases[i]);
}

/* All pixels of a 4K frame in one bin, which is more than a counter of 16 bits holds; and the last pixel in another. */
static void
test_histogram_flat_4k (void)
{
  const int width = 3840, height = 2160, bins[] = { 256, 4096, 65536 };
  g_autofree guint16 *samples = g_new (guint16, width * height);
  const vnk_image frame = { samples, width, height, width * 2, 2 };

  for (int i = 0; i < width * height; i++)
    samples[i] = 255;
  samples[width * height - 1] = 254;
  for (size_t i = 0; i < G_N_ELEMENTS (bins); i++)
    {
      g_autofree guint64 *counts = g_new0 (guint64, bins[i]);

      g_assert_cmpint (backend->histogram (backend, &frame, NULL, 0, bins[i], (uint64_t *) counts), ==, VNK_OK);
      g_assert_cmpuint (counts[255], ==, 3840u * 2160 - 1);
      g_assert_cmpuint (counts[254], ==, 1);
      g_assert_cmpuint (counts[0] + counts[253] + (bins[i] > 256 ? counts[256] : 0), ==, 0);
    }
}

/* What does not fit into the bins is in the last one: 300 and 5000 of 256 bins. */
static void
test_histogram_by_hand (void)
{
  static const guint16 samples[] = { 0, 7, 7, 255, 300, 5000 };
  const vnk_image frame = { samples, 3, 2, 3 * sizeof samples[0], 2 };
  guint64 counts[256] = { [7] = 10 };

  g_assert_cmpint (backend->histogram (backend, &frame, NULL, 0, 256, (uint64_t *) counts), ==, VNK_OK);
  g_assert_cmpuint (counts[0], ==, 1);
  g_assert_cmpuint (counts[7], ==, 12);
  g_assert_cmpuint (counts[255], ==, 3);
  g_assert_cmpint (backend->histogram (backend, &frame, NULL, 0, 255, (uint64_t *) counts), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->histogram (backend, &frame, NULL, 0, 65537, (uint64_t *) counts), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->histogram (backend, &frame, NULL, 9, 256, (uint64_t *) counts), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (backend->histogram (backend, &frame, NULL, 0, 256, NULL), ==, VNK_ERROR_INVALID);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  kt_add_func ("/kernels/histogram/reference", test_histogram_reference);
  kt_add_func ("/kernels/histogram/large", test_histogram_large);
  kt_add_func ("/kernels/histogram/flat-4k", test_histogram_flat_4k);
  kt_add_func ("/kernels/histogram/by-hand", test_histogram_by_hand);
  return kt_run (&backend, 2);
}
