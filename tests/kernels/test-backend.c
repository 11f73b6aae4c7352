/* test-backend.c: what holds for the whole table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "kernels-test.h"

#include "cpu/cpu.h"

#define N 20 /* cells */

/* Everything that a frame's analysis computes but for the network, into memory that is compared byte by byte. */
typedef struct {
  vnk_plane           gx, gy, score, radius, mean, dilated;
  vnk_plane           loaded, half, usual, spread, weight, sampled, flat, aligned, vessels;
  vnk_candidate       candidates[64];
  vnk_contour         contours[64];
  vnk_cell            cells[N];
  vnk_ncc_match       matches[N];
  vnk_ring_statistics looks[N];
  vnk_translation     shift;
  int                 n;
} Results;

#define N_PLANES 15

static void
list_planes (Results *results, vnk_plane **planes)
{
  vnk_plane *const all[N_PLANES] = {
    &results->gx, &results->gy, &results->score, &results->radius, &results->mean, &results->dilated, &results->loaded,
    &results->half, &results->usual, &results->spread, &results->weight, &results->sampled, &results->flat,
    &results->aligned, &results->vessels,
  };

  memcpy (planes, all, sizeof all);
}

static Results *
results_new (const vnk_plane *like)
{
  Results *results = g_new0 (Results, 1);
  vnk_plane *planes[N_PLANES];

  list_planes (results, planes);
  for (int i = 0; i < N_PLANES; i++)
    *planes[i] = planes[i] == &results->half ? kt_new ((like->width + 1) / 2, (like->height + 1) / 2)
                                             : kt_new (like->width, like->height);
  return results;
}

static void
results_free (Results *results)
{
  vnk_plane *planes[N_PLANES];

  list_planes (results, planes);
  for (int i = 0; i < N_PLANES; i++)
    vnk_plane_clear (planes[i]);
  g_free (results);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Results, results_free)

static void
compute_detection (vnk_backend *backend, const vnk_plane *first, Results *results)
{
  vnk_gicov_params gicov;
  vnk_bspline_snake_params refine;

  vnk_gicov_paper_params (&gicov, 10.0f);
  gicov.harmonic_weight = 0.3f;
  gicov.noise = 2.0f;
  vnk_bspline_snake_paper_params (&refine);
  memset (results->candidates, 0, sizeof results->candidates);
  memset (results->contours, 0, sizeof results->contours);

  g_assert_cmpint (backend->gradients (backend, first, &results->gx, &results->gy), ==, VNK_OK);
  g_assert_cmpint (backend->gicov (backend, &results->gx, &results->gy, &gicov, &results->score, &results->radius,
                                   &results->mean), ==, VNK_OK);
  g_assert_cmpint (backend->dilate (backend, &results->score, 12.0f, &results->dilated), ==, VNK_OK);
  g_assert_cmpint (backend->maxima (backend, &results->score, &results->radius, &results->mean, NULL, &results->dilated,
                                    0.05f, 5, results->candidates, 64, &results->n), ==, VNK_OK);
  g_assert_cmpint (results->n, >, 5);
  g_assert_cmpint (backend->bspline_snake (backend, &results->gx, &results->gy, &refine, results->candidates,
                                           MIN (results->n, 64), results->contours), ==, VNK_OK);
}

static void
compute_tracking (vnk_backend *backend, const vnk_plane *first, const vnk_plane *second, Results *results)
{
  vnk_mgvf_snake_params track;

  vnk_mgvf_snake_paper_params (&track, 10.0f, 0.8f, 0.6f);
  memset (results->cells, 0, sizeof results->cells);
  memset (results->matches, 0, sizeof results->matches);
  memset (results->looks, 0, sizeof results->looks);
  for (int i = 0; i < N; i++)
    {
      results->cells[i].x = (float) (20 + 7 * i);
      results->cells[i].y = (float) (20 + 4 * i);
      for (int k = 0; k < VNK_ELLIPSE_POINTS; k++)
        results->cells[i].radii[k] = 10.0f;
      results->matches[i] = (vnk_ncc_match) { .x = (float) (20 + 7 * i), .y = 50.0f, .guess_x = (float) (22 + 7 * i),
                                          .guess_y = 50.0f, .radius = 8.0f, .along = 4, .across = 2 };
      results->looks[i] = (vnk_ring_statistics) { 20.0 + 7.0 * i, 50.0, 9.0 };
    }

  g_assert_cmpint (backend->mgvf_snake (backend, second, &track, results->cells, N), ==, VNK_OK);
  g_assert_cmpint (backend->ncc_match (backend, first, second, 0.8f, 0.6f, results->matches, N), ==, VNK_OK);
  g_assert_cmpint (backend->ring_statistics (backend, second, results->looks, N), ==, VNK_OK);
}

static void
compute_planes (vnk_backend *backend, const vnk_plane *first, const vnk_plane *second, Results *results)
{
  static guint16 samples[120][180];
  const vnk_image image = { samples, 180, 120, sizeof samples[0], 2 };
  const vnk_vesselness_params vesselness = { .depth = 4, .n_sigmas = 1, .sigmas = { 1.5f }, .alpha = 0.5f,
                                             .beta = 0.5f };

  for (int y = 0; y < 120; y++)
    for (int x = 0; x < 180; x++)
      samples[y][x] = (guint16) ((x * 37 + y * 9973) * 101);
  memset (&results->shift, 0, sizeof results->shift);
  results->shift.range = 8.0f;
  for (int y = 0; y < first->height; y++)
    for (int x = 0; x < first->width; x++)
      results->usual.data[y * results->usual.stride + x] = results->spread.data[y * results->spread.stride + x] = 0.0f;

  g_assert_cmpint (backend->convert (backend, &image, -7, 3, 0.5f, 1.0f, &results->loaded), ==, VNK_OK);
  g_assert_cmpint (backend->add_noise (backend, &results->loaded, 0.01f, 5), ==, VNK_OK);
  g_assert_cmpint (backend->flip (backend, &results->loaded, true), ==, VNK_OK);
  g_assert_cmpint (backend->pyramid_down (backend, first, &results->half), ==, VNK_OK);
  g_assert_cmpint (backend->running_moments (backend, second, 1.5f, 2.0f, 0.25f, 0.5f, &results->usual,
                                             &results->spread), ==,
                   VNK_OK);
  g_assert_cmpint (backend->robust_weights (backend, &results->spread, first, 4.0f, 1e-6f, &results->weight), ==,
                   VNK_OK);
  g_assert_cmpint (backend->resample (backend, first, 3.0f, 4.0f, 0.9f, 0.3f, &results->sampled), ==, VNK_OK);
  g_assert_cmpint (backend->local_normalise (backend, &results->sampled, 16, 8.0f, 8.0f, &results->flat), ==, VNK_OK);
  g_assert_cmpint (backend->translation (backend, first, NULL, second, &results->shift, &results->aligned), ==, VNK_OK);
  g_assert_cmpint (backend->vesselness (backend, first, &vesselness, &results->vessels, NULL, NULL), ==, VNK_OK);
}

static void
compute (vnk_backend *backend, const vnk_plane *first, const vnk_plane *second, Results *results)
{
  compute_detection (backend, first, results);
  compute_tracking (backend, first, second, results);
  compute_planes (backend, first, second, results);
}

static void
assert_same_plane (const vnk_plane *a, const vnk_plane *b)
{
  for (int y = 0; y < a->height; y++)
    g_assert_cmpmem (a->data + y * a->stride, (gsize) a->width * sizeof (float), b->data + y * b->stride,
                     (gsize) b->width * sizeof (float));
}

static void
assert_same_results (Results *a, Results *b)
{
  vnk_plane *of_a[N_PLANES], *of_b[N_PLANES];

  list_planes (a, of_a);
  list_planes (b, of_b);
  for (int i = 0; i < N_PLANES; i++)
    assert_same_plane (of_a[i], of_b[i]);
  g_assert_cmpmem (a->candidates, sizeof a->candidates, b->candidates, sizeof b->candidates);
  g_assert_cmpmem (a->contours, sizeof a->contours, b->contours, sizeof b->contours);
  g_assert_cmpmem (a->cells, sizeof a->cells, b->cells, sizeof b->cells);
  g_assert_cmpmem (a->matches, sizeof a->matches, b->matches, sizeof b->matches);
  g_assert_cmpmem (a->looks, sizeof a->looks, b->looks, sizeof b->looks);
  g_assert_cmpmem (&a->shift, sizeof a->shift, &b->shift, sizeof b->shift);
}

static vnk_plane
scene (double shift)
{
  vnk_plane plane = kt_noise (180, 120, 110.0, 4.0);

  for (int i = 0; i < 8; i++)
    kt_add_disc (&plane, &(KtDisc) { 25.0 + 20.0 * i + shift, 30.0 + 10.0 * (i % 5), 9.0, i % 2 ? 40.0 : -40.0,
                                     i % 3 ? 40.0 : -40.0, 1.2 });
  return plane;
}

/* Bit for bit, with one thread, with more threads than processors, and when the same backend is used again. */
static void
test_threads_change_nothing (void)
{
  static const int threads[] = { 1, 2, 3, 7, 64 };
  vnk_plane first = scene (0.0);
  vnk_plane second = scene (2.3);
  g_autoptr (Results) expected = results_new (&first);
  g_autoptr (Results) results = results_new (&first);
  vnk_backend *backend = kt_open (1);

  compute (backend, &first, &second, expected);
  backend->close (backend);
  for (size_t i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      backend = kt_open (threads[i]);
      for (int again = 0; again < 3; again++)
        {
          compute (backend, &first, &second, results);
          assert_same_results (results, expected);
        }
      backend->close (backend);
    }
  vnk_plane_clear (&first);
  vnk_plane_clear (&second);
}

/* ---- Memory ---- */

/* How often memory was asked for, by whatever is linked into this program; the linker has it call these. */
static gint allocations;

#define WRAP(returned, name, declared, passed) \
  returned __real_##name declared; \
  returned __wrap_##name declared; \
  returned __wrap_##name declared \
  { \
    g_atomic_int_inc (&allocations); \
    return __real_##name passed; \
  }

WRAP (void *, malloc, (size_t size), (size))
WRAP (void *, calloc, (size_t n, size_t size), (n, size))
WRAP (void *, realloc, (void *memory, size_t size), (memory, size))
WRAP (void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size))

/* What a frame needs is kept for the next one. */
static void
test_a_frame_takes_no_memory (gconstpointer data)
{
  vnk_plane first = scene (0.0);
  vnk_plane second = scene (2.3);
  g_autoptr (Results) results = results_new (&first);
  g_autoptr (Results) again = results_new (&first);
  vnk_backend *backend = kt_open (1);
  gint before = g_atomic_int_get (&allocations);

  compute (backend, &first, &second, results);
  g_assert_cmpint (g_atomic_int_get (&allocations), >, before);
  before = g_atomic_int_get (&allocations);
  compute (backend, &second, &first, again);
  compute (backend, &first, &second, again);
  g_assert_cmpint (g_atomic_int_get (&allocations), ==, before);
  assert_same_results (results, again);
  backend->close (backend);
  vnk_plane_clear (&first);
  vnk_plane_clear (&second);
}

/* What makes no sense is refused, not computed. */
static void
test_refuses_nonsense (void)
{
  vnk_backend *b = kt_open (1);
  vnk_plane plane = kt_constant (20, 20, 1.0);
  vnk_plane other = kt_constant (21, 20, 1.0);
  vnk_plane none = { 0 };
  vnk_plane *p = &plane;
  guint8 sample = 0;
  vnk_image frame = { &sample, 1, 1, 1, 3 };
  vnk_gicov_params gicov;
  vnk_bspline_snake_params refine;
  vnk_mgvf_snake_params track;
  vnk_candidate candidate = { .radius = 0.0f };
  vnk_contour contour;
  vnk_cell cell = { .x = INFINITY };
  vnk_ncc_match match = { .along = -1 };
  vnk_network network = { .n_inputs = 1 };
  int n;

  vnk_gicov_paper_params (&gicov, 10.0f);
  vnk_bspline_snake_paper_params (&refine);
  vnk_mgvf_snake_paper_params (&track, 10.0f, 1.0f, 0.0f);

  g_assert_cmpint (b->convert (b, &frame, 0, 0, 1.0f, 0.0f, p), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->convert (b, NULL, 0, 0, 1.0f, 0.0f, p), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->gradients (b, p, &other, p), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->gradients (b, &none, &none, &none), ==, VNK_ERROR_INVALID);
  gicov.radii[3] = gicov.radii[2];
  g_assert_cmpint (b->gicov (b, p, p, &gicov, p, p, p), ==, VNK_ERROR_INVALID);
  vnk_gicov_paper_params (&gicov, 10.0f);
  gicov.n_points = VNK_MAX_POINTS + 1;
  g_assert_cmpint (b->gicov (b, p, p, &gicov, p, p, p), ==, VNK_ERROR_INVALID);
  vnk_gicov_paper_params (&gicov, 10.0f);
  gicov.min_score = NAN;
  g_assert_cmpint (b->gicov (b, p, p, &gicov, p, p, p), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->dilate (b, p, -1.0f, p), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->dilate (b, p, NAN, p), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->maxima (b, p, p, p, NULL, &other, 0.0f, 0, NULL, 0, &n), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->maxima (b, p, p, p, NULL, p, 0.0f, 0, NULL, 5, &n), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->bspline_snake (b, p, p, &refine, &candidate, 1, &contour), ==, VNK_ERROR_INVALID);
  candidate.radius = 10.0f;
  refine.step = 1.01f * VNK_MAX_STEP;
  g_assert_cmpint (b->bspline_snake (b, p, p, &refine, &candidate, 1, &contour), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->mgvf_snake (b, p, &track, &cell, 1), ==, VNK_ERROR_INVALID);
  track.flow_y = 1.0f;
  g_assert_cmpint (b->mgvf_snake (b, p, &track, NULL, 0), ==, VNK_ERROR_INVALID);
  vnk_mgvf_snake_paper_params (&track, 10.0f, 1.0f, 0.0f);
  track.mgvf.omega = 2.0f;
  g_assert_cmpint (b->mgvf_snake (b, p, &track, NULL, 0), ==, VNK_ERROR_INVALID);
  vnk_mgvf_snake_paper_params (&track, 10.0f, 1.0f, 0.0f);
  track.window_length = 80;
  g_assert_cmpint (b->mgvf_snake (b, p, &track, NULL, 0), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->ncc_match (b, p, p, 1.0f, 0.0f, &match, 1), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->resample (b, p, 1.0f, 1.0f, 0.0f, 0.0f, &other), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->local_normalise (b, p, 0, 1.0f, 8.0f, p), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (b->network (b, &network, p, &other), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (vnk_cpu_open (1, NULL), ==, VNK_ERROR_INVALID);

  vnk_plane_clear (&plane);
  vnk_plane_clear (&other);
  b->close (b);
}

/* Nothing to do is done. */
static void
test_empty_lists (void)
{
  vnk_backend *b = kt_open (2);
  vnk_plane plane = kt_constant (20, 20, 1.0);
  vnk_bspline_snake_params refine;
  vnk_mgvf_snake_params track;

  vnk_bspline_snake_paper_params (&refine);
  vnk_mgvf_snake_paper_params (&track, 10.0f, 1.0f, 0.0f);
  g_assert_cmpint (b->bspline_snake (b, &plane, &plane, &refine, NULL, 0, NULL), ==, VNK_OK);
  g_assert_cmpint (b->mgvf_snake (b, &plane, &track, NULL, 0), ==, VNK_OK);
  g_assert_cmpint (b->ncc_match (b, &plane, &plane, 1.0f, 0.0f, NULL, 0), ==, VNK_OK);
  vnk_plane_clear (&plane);
  b->close (b);
}

static void
test_published_constants (void)
{
  vnk_gicov_params gicov;
  vnk_mgvf_snake_params track;

  vnk_gicov_paper_params (&gicov, 10.0f);
  g_assert_cmpint (gicov.n_radii, ==, 7);
  g_assert_cmpfloat (gicov.radii[0], ==, 8.0f);
  g_assert_cmpfloat (gicov.radii[6], ==, 20.0f);
  g_assert_cmpint (gicov.n_points, ==, 150);
  vnk_mgvf_snake_paper_params (&track, 10.0f, 1.0f, 0.0f);
  g_assert_cmpint (track.window_length, ==, 81);
  g_assert_cmpint (track.window_width, ==, 41);
}

static void
test_describes_the_cpu (gconstpointer data)
{
  vnk_backend *backend = kt_open (3);

  g_assert_cmpstr (backend->name, ==, "cpu");
  g_assert_true (g_str_has_prefix (backend->device, "CPU, 3 threads"));
  backend->close (backend);

  backend = kt_open (0);
  g_assert_true (g_str_has_prefix (backend->device, "CPU, "));
  g_assert_true (g_str_has_suffix (backend->device, vnk_cpu_level_name (vnk_cpu_detect_level ())));
  backend->close (backend);

  /* The least that such a processor has is used, too. */
#if defined(__x86_64__)
  g_assert_cmpstr (vnk_cpu_level_name (VNK_CPU_ANY), ==, "SSE2");
#elif defined(__aarch64__)
  g_assert_cmpstr (vnk_cpu_level_name (VNK_CPU_ANY), ==, "NEON");
#endif
}

static void
test_describes_cuda (gconstpointer data)
{
  vnk_backend *backend = kt_open (0);

  g_assert_cmpstr (backend->name, ==, "cuda");
  g_assert_cmpint (strlen (backend->device), >, 4);
  backend->close (backend);
}

/* Whatever the machine has: a backend, or a status and a reason. */
static void
test_cuda_opens_or_says_why (void)
{
  vnk_backend *backend = NULL;
  char reason[200] = "x";
  int count = vnk_cuda_count (reason, sizeof reason);

  g_assert_true ((count == 0) == (strlen (reason) > 10));
  g_assert_cmpint (vnk_cuda_open (count, &backend, reason, sizeof reason), ==, VNK_ERROR_UNSUPPORTED);
  g_assert_null (backend);
  g_assert_cmpint (strlen (reason), >, 10);
  g_assert_cmpint (vnk_cuda_open (-1, &backend, NULL, 0), ==, VNK_ERROR_INVALID);
  g_assert_cmpint (vnk_cuda_open (0, NULL, NULL, 0), ==, VNK_ERROR_INVALID);
}

/* Faults that a machine may have, as they are told. */
static void
test_cuda_says_what_is_missing (void)
{
  static const char *const faults[][2] = { { "no-driver", "no NVIDIA driver" }, { "old-driver", "too old" },
                                           { "no-device", "no NVIDIA graphics card" } };
  vnk_backend *backend = NULL;
  char reason[200];

  vnk_cuda_count (reason, sizeof reason);
  if (strstr (reason, "built without") != NULL)
    {
      g_test_skip (reason);
      return;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_setenv ("VNK_CUDA_FAULT", faults[i][0], TRUE);
      g_assert_cmpint (vnk_cuda_open (0, &backend, reason, sizeof reason), ==, VNK_ERROR_UNSUPPORTED);
      g_unsetenv ("VNK_CUDA_FAULT");
      g_assert_null (backend);
      g_assert_nonnull (strstr (reason, faults[i][1]));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  kt_add_func ("/kernels/backend/threads-change-nothing", test_threads_change_nothing);
  kt_add_data_func_of ("cpu", "/kernels/backend/a-frame-takes-no-memory", NULL, test_a_frame_takes_no_memory);
  kt_add_func ("/kernels/backend/refuses-nonsense", test_refuses_nonsense);
  kt_add_func ("/kernels/backend/empty-lists", test_empty_lists);
  g_test_add_func ("/kernels/published-constants", test_published_constants);
  kt_add_data_func_of ("cpu", "/kernels/planes/describes-itself", NULL, test_describes_the_cpu);
  kt_add_data_func_of ("cuda", "/kernels/planes/describes-itself", NULL, test_describes_cuda);
  g_test_add_func ("/kernels/cuda-opens-or-says-why", test_cuda_opens_or_says_why);
  g_test_add_func ("/kernels/cuda-says-what-is-missing", test_cuda_says_what_is_missing);
  return kt_run (NULL, 1);
}
