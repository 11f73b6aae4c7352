/* bench-kernels.c: what each operation costs, beside its reference
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Usage: bench-kernels [cpu [THREADS] | cuda [DEVICE]]
 * The paper's size (Boyer et al. 2009): a crop of 640x219 pixels, 7 radii of 150 points, 36 cells in windows of 81x41.
 * The networks take 459x178 pixels, and 326 and 727 million multiplications.
 * Medians of the repeats, in one run on one machine, so that only the ratio depends on nothing else. The planes are the
 * backend's own: what it takes to bring them there and back is not in it, nor what it takes to wait for the device, but
 * for the operations that bring something back.
 */

#include "kernels-test.h"
#include "reference.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 640
#define HEIGHT 219
#define CELLS 36

/* The network's: the same crop at the scale at which cells have one size. */
#define NET_WIDTH 459
#define NET_HEIGHT 178
#define NET_PLANES 4

typedef struct {
  vnk_backend     *backend;
  guint8          *samples;
  vnk_plane        in, next, gx, gy, score, radius, mean, dilated;
  vnk_plane        window, edges, field;
  double          *doubles[3];
  vnk_gicov_params gicov;
  vnk_refine_params refine;
  vnk_track_params track;
  vnk_candidate    candidates[CELLS];
  vnk_contour      contours[CELLS];
  vnk_cell         cells[CELLS];
  vnk_match        matches[CELLS];
  vnk_plane        half, sampled, flat;
  vnk_plane        outputs[NET_PLANES];
  vnk_plane        tick; /* to wait for what is under way */
  KtNet            net, wide_net;
} Bench;

typedef struct {
  const char *name;
  void      (*run) (Bench *bench);
  void      (*reference) (Bench *bench); /* NULL: has none */
  int         repeats;
  size_t      needs; /* where in the table it is */
} Operation;

static const vnk_image *
frame_of (Bench *bench)
{
  static vnk_image frame;

  frame = (vnk_image) { bench->samples, WIDTH, HEIGHT, WIDTH, 1 };
  return &frame;
}

static void
run_load (Bench *b)
{
  b->backend->load (b->backend, frame_of (b), 0, 0, 1.0f, 0.0f, &b->score);
}

static void
reference_load (Bench *b)
{
  vnk_reference_load (frame_of (b), 0, 0, 1.0, 0.0, WIDTH, HEIGHT, b->doubles[0]);
}

static void
run_gradients (Bench *b)
{
  b->backend->gradients (b->backend, &b->in, &b->gx, &b->gy);
}

static void
reference_gradients (Bench *b)
{
  vnk_reference_gradients (&b->in, b->doubles[0], b->doubles[1]);
}

static void
run_gicov (Bench *b)
{
  b->backend->gicov (b->backend, &b->gx, &b->gy, &b->gicov, &b->score, &b->radius, &b->mean);
}

static void
reference_gicov (Bench *b)
{
  vnk_reference_gicov (&b->gx, &b->gy, &b->gicov, b->doubles[0], b->doubles[1], b->doubles[2]);
}

static void
harmonic (Bench *b, void (*run) (Bench *))
{
  b->gicov.harmonic_weight = 0.3f;
  b->gicov.noise = 2.0f;
  run (b);
  b->gicov.harmonic_weight = b->gicov.noise = 0.0f;
}

static void
run_gicov_harmonic (Bench *b)
{
  harmonic (b, run_gicov);
}

static void
reference_gicov_harmonic (Bench *b)
{
  harmonic (b, reference_gicov);
}

static void
run_dilate (Bench *b)
{
  b->backend->dilate (b->backend, &b->score, 12.0f, &b->dilated);
}

static void
reference_dilate (Bench *b)
{
  vnk_reference_dilate (&b->score, 12.0, b->doubles[0]);
}

static void
run_maxima (Bench *b)
{
  vnk_candidate found[CELLS];
  int n;

  b->backend->maxima (b->backend, &b->score, &b->radius, &b->mean, &b->dilated, 4.0f, 5, found, CELLS, &n);
}

static void
reference_maxima (Bench *b)
{
  vnk_reference_maxima (&b->score, &b->dilated, 4.0, 5, (uint8_t *) b->doubles[0]);
}

static void
run_refine (Bench *b)
{
  b->backend->refine (b->backend, &b->gx, &b->gy, &b->refine, b->candidates, CELLS, b->contours);
}

static void
run_window (Bench *b)
{
  b->backend->window (b->backend, &b->in, 88.3f, 105.4f, 0.8f, 0.6f, &b->window);
}

static void
reference_window (Bench *b)
{
  vnk_reference_window (&b->in, 88.3, 105.4, 0.8, 0.6, b->window.width, b->window.height, b->doubles[0]);
}

static void
run_edges (Bench *b)
{
  b->backend->edges (b->backend, &b->window, &b->edges);
}

static void
reference_edges (Bench *b)
{
  vnk_reference_edges (&b->window, b->doubles[0]);
}

static void
run_mgvf (Bench *b)
{
  b->backend->mgvf (b->backend, &b->edges, 1.0f, 0.0f, &b->track.mgvf, false, &b->field, NULL);
}

static void
run_mgvf_sor (Bench *b)
{
  b->track.mgvf.method = VNK_MGVF_SOR;
  run_mgvf (b);
  b->track.mgvf.method = VNK_MGVF_JACOBI;
}

static void
reference_mgvf_switch (Bench *b, bool arctan)
{
  for (int y = 0; y < b->edges.height; y++)
    for (int x = 0; x < b->edges.width; x++)
      b->doubles[0][y * b->edges.width + x] = (double) kt_at (&b->edges, x, y);
  vnk_reference_mgvf (&b->edges, 1.0, 0.0, 0.5, 1e-5, 500, arctan, b->doubles[0]);
}

static void
reference_mgvf (Bench *b)
{
  reference_mgvf_switch (b, false);
}

static void
reference_mgvf_arctan (Bench *b)
{
  reference_mgvf_switch (b, true);
}

static vnk_ellipse
start_snake (void)
{
  vnk_ellipse snake = { .x = 38.0f, .y = 19.0f, .expected_y = 19.0f };

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    snake.radii[i] = 10.0f;
  return snake;
}

static void
run_ellipse (Bench *b)
{
  vnk_ellipse snake = start_snake ();

  b->backend->ellipse (b->backend, &b->field, &b->track.ellipse, &snake);
}

static void
reference_ellipse (Bench *b)
{
  vnk_ellipse snake = start_snake ();

  vnk_reference_ellipse (b->doubles[0], b->field.width, b->field.height, &b->track.ellipse, &snake);
}

static void
run_track (Bench *b)
{
  b->backend->track (b->backend, &b->next, &b->track, b->cells, CELLS);
}

static void
run_track_sor (Bench *b)
{
  b->track.mgvf.method = VNK_MGVF_SOR;
  run_track (b);
  b->track.mgvf.method = VNK_MGVF_JACOBI;
}

static void
run_match (Bench *b)
{
  b->backend->match (b->backend, &b->in, &b->next, 1.0f, 0.0f, b->matches, CELLS);
}

static void
reference_match (Bench *b)
{
  for (int i = 0; i < CELLS; i++)
    {
      vnk_match match = b->matches[i];

      vnk_reference_match (&b->in, &b->next, 1.0, 0.0, &match);
    }
}

static void
run_sample (Bench *b)
{
  b->backend->sample (b->backend, &b->in, 4.0f, 2.0f, 1.38f, 0.08f, &b->sampled);
}

static void
reference_sample (Bench *b)
{
  vnk_reference_sample (&b->in, 4.0, 2.0, 1.38, 0.08, NET_WIDTH, NET_HEIGHT, b->doubles[0]);
}

static void
run_flatten (Bench *b)
{
  b->backend->flatten (b->backend, &b->sampled, 24, 1.0f, &b->flat);
}

static void
reference_flatten (Bench *b)
{
  vnk_reference_flatten (&b->sampled, 24, 1.0, b->doubles[0]);
}

static void
run_network (Bench *b)
{
  b->backend->network (b->backend, &b->net.network, &b->flat, b->outputs);
}

static void
reference_network (Bench *b)
{
  vnk_reference_network (&b->net.network, &b->flat, b->doubles[0], b->doubles[1]);
}

static void
run_wide_network (Bench *b)
{
  b->backend->network (b->backend, &b->wide_net.network, &b->flat, b->outputs);
}

static void
run_halve (Bench *b)
{
  b->backend->halve (b->backend, &b->in, &b->half);
}

static void
reference_halve (Bench *b)
{
  vnk_reference_halve (&b->in, b->doubles[0]);
}

static void
run_shift (Bench *b)
{
  vnk_shift shift = { .range = 8.0f };

  b->backend->shift (b->backend, &b->in, NULL, &b->next, &shift, &b->mean);
}

static void
reference_shift (Bench *b)
{
  vnk_shift shift = { .range = 8.0f };

  vnk_reference_shift (&b->in, NULL, &b->next, &shift);
}

#define NEEDS(operation) offsetof (vnk_backend, operation)

static const Operation operations[] = {
  { "load", run_load, reference_load, 41, NEEDS (load) },
  { "gradients", run_gradients, reference_gradients, 41, NEEDS (gradients) },
  { "gicov", run_gicov, reference_gicov, 15, NEEDS (gicov) },
  { "gicov, harmonic", run_gicov_harmonic, reference_gicov_harmonic, 15, NEEDS (gicov) },
  { "dilate, 12 px", run_dilate, reference_dilate, 15, NEEDS (dilate) },
  { "maxima", run_maxima, reference_maxima, 41, NEEDS (maxima) },
  { "refine, 36", run_refine, NULL, 15, NEEDS (refine) },
  { "window, 1", run_window, reference_window, 41, NEEDS (window) },
  { "edges, 1", run_edges, reference_edges, 41, NEEDS (edges) },
  { "mgvf jacobi, 1", run_mgvf, reference_mgvf, 15, NEEDS (mgvf) },
  { "  (with arctan)", run_mgvf, reference_mgvf_arctan, 5, NEEDS (mgvf) },
  { "mgvf sor, 1", run_mgvf_sor, reference_mgvf, 15, NEEDS (mgvf) },
  { "ellipse, 1", run_ellipse, reference_ellipse, 41, NEEDS (ellipse) },
  { "track jacobi, 36", run_track, NULL, 5, NEEDS (track) },
  { "track sor, 36", run_track_sor, NULL, 15, NEEDS (track) },
  { "match, 36", run_match, reference_match, 15, NEEDS (match) },
  { "halve", run_halve, reference_halve, 15, NEEDS (halve) },
  { "shift", run_shift, reference_shift, 3, NEEDS (shift) },
  { "sample", run_sample, reference_sample, 15, NEEDS (sample) },
  { "flatten", run_flatten, reference_flatten, 15, NEEDS (flatten) },
  { "network, 16/32", run_network, reference_network, 41, NEEDS (network) },
  { "network, 24/48", run_wide_network, NULL, 41, NEEDS (network) },
};

static int
compare_doubles (const void *a, const void *b)
{
  double p = *(const double *) a;
  double q = *(const double *) b;

  return (p > q) - (p < q);
}

/* Median milliseconds; the reference, which may take seconds, is run once or thrice. */
static double
median_of (Bench *bench, void (*run) (Bench *), int repeats)
{
  double times[64];

  for (int i = 0; i < repeats; i++)
    {
      gint64 start = g_get_monotonic_time ();
      int inner = 0;

      do
        {
          run (bench);
          inner++;
        }
      while (g_get_monotonic_time () - start < 500);
      bench->backend->store (bench->backend, &bench->tick);
      times[i] = (double) (g_get_monotonic_time () - start) / 1000.0 / inner;
    }
  qsort (times, (size_t) repeats, sizeof times[0], compare_doubles);
  return times[repeats / 2];
}

static vnk_plane
scene (double shift)
{
  vnk_plane plane = kt_noise (WIDTH, HEIGHT, 110.0, 4.0);

  for (int i = 0; i < CELLS; i++)
    {
      double height = i % 2 ? 40.0 : -40.0;

      kt_add_disc (&plane, &(KtDisc) { 40.0 + 48.0 * (i % 12) + shift, 50.0 + 55.0 * (i / 12), 10.0, height, height,
                                       1.2 });
    }
  return plane;
}

static vnk_plane
new_plane (Bench *b, int width, int height)
{
  vnk_plane plane;

  if (b->backend->plane_new (b->backend, width, height, &plane) != VNK_OK)
    g_error ("no memory for a plane");
  return plane;
}

/* The plane with the backend's memory instead of its own. */
static vnk_plane
move (Bench *b, vnk_plane plane)
{
  vnk_plane moved = new_plane (b, plane.width, plane.height);

  for (int y = 0; y < plane.height; y++)
    memcpy (moved.data + y * moved.stride, plane.data + y * plane.stride, (gsize) plane.width * sizeof (float));
  b->backend->store (b->backend, &moved);
  vnk_plane_clear (&plane);
  return moved;
}

static void
bench_open (Bench *b, int argc, char **argv)
{
  char reason[200] = "";
  int number = argc > 2 ? atoi (argv[2]) : 0;
  vnk_status status = argc > 1 && strcmp (argv[1], "cuda") == 0
                        ? vnk_cuda_open (number, &b->backend, reason, sizeof reason)
                        : vnk_cpu_open (number > 0 ? number : 1, &b->backend);

  if (status != VNK_OK)
    {
      fprintf (stderr, "%s: %s\n", vnk_status_name (status), reason);
      exit (1);
    }
}

static void
bench_init (Bench *b)
{
  vnk_plane *planes[] = { &b->gx, &b->gy, &b->score, &b->radius, &b->mean, &b->dilated };
  vnk_plane *windows[] = { &b->window, &b->edges, &b->field };

  b->in = move (b, scene (0.0));
  b->next = move (b, scene (1.7));
  b->tick = new_plane (b, 1, 1);
  b->samples = g_malloc (WIDTH * HEIGHT);
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    b->samples[i] = (guint8) i;
  for (size_t i = 0; i < G_N_ELEMENTS (planes); i++)
    *planes[i] = new_plane (b, WIDTH, HEIGHT);
  for (size_t i = 0; i < G_N_ELEMENTS (windows); i++)
    *windows[i] = new_plane (b, 81, 41);
  b->half = new_plane (b, (WIDTH + 1) / 2, (HEIGHT + 1) / 2);
  b->sampled = new_plane (b, NET_WIDTH, NET_HEIGHT);
  b->flat = new_plane (b, NET_WIDTH, NET_HEIGHT);
  for (int i = 0; i < NET_PLANES; i++)
    b->outputs[i] = new_plane (b, (NET_WIDTH + 1) / 2, (NET_HEIGHT + 1) / 2);
  kt_net_add_detector (&b->net, 16);
  kt_net_add_detector (&b->wide_net, 24);
  for (size_t i = 0; i < G_N_ELEMENTS (b->doubles); i++)
    b->doubles[i] = g_new (double, WIDTH * HEIGHT);

  vnk_gicov_params_published (&b->gicov, 10.0f);
  vnk_refine_params_published (&b->refine);
  vnk_track_params_published (&b->track, 10.0f, 1.0f, 0.0f);
  for (int i = 0; i < CELLS; i++)
    {
      int x = 40 + 48 * (i % 12);
      int y = 50 + 55 * (i / 12);

      b->candidates[i] = (vnk_candidate) { x + 2, y - 1, 4.0f, 10.0f, i % 2 ? -1.0f : 1.0f };
      b->cells[i] = (vnk_cell) { .x = (float) x, .y = (float) y };
      for (int k = 0; k < VNK_ELLIPSE_POINTS; k++)
        b->cells[i].radii[k] = 10.0f;
      b->matches[i] = (vnk_match) { .x = (float) x, .y = (float) y, .guess_x = (float) x + 1.0f, .guess_y = (float) y,
                                    .radius = 10.0f, .along = 12, .across = 5 };
    }
}

static void
bench_clear (Bench *b)
{
  vnk_plane *planes[] = { &b->in, &b->next, &b->gx, &b->gy, &b->score, &b->radius, &b->mean, &b->dilated, &b->window,
                          &b->edges, &b->field, &b->half, &b->sampled, &b->flat, &b->tick };

  for (size_t i = 0; i < G_N_ELEMENTS (planes); i++)
    vnk_plane_clear (planes[i]);
  for (int i = 0; i < NET_PLANES; i++)
    vnk_plane_clear (&b->outputs[i]);
  kt_net_clear (&b->net);
  kt_net_clear (&b->wide_net);
  for (size_t i = 0; i < G_N_ELEMENTS (b->doubles); i++)
    g_free (b->doubles[i]);
  g_free (b->samples);
  b->backend->close (b->backend);
}

static gboolean
has_operation (const Bench *b, const Operation *operation)
{
  void (*function) (void);

  memcpy (&function, (const char *) b->backend + operation->needs, sizeof function);
  return function != NULL;
}

/* What the references read, too. */
static void
bench_fetch (Bench *b)
{
  const vnk_plane *planes[] = { &b->gx, &b->gy, &b->score, &b->dilated, &b->window, &b->edges, &b->field, &b->sampled,
                                &b->flat };

  for (size_t i = 0; i < G_N_ELEMENTS (planes); i++)
    b->backend->fetch (b->backend, planes[i]);
}

int
main (int argc, char **argv)
{
  Bench bench = { 0 };
  char *test_argv[] = { argv[0], NULL };
  char **arguments = test_argv;
  int n_arguments = 1;

  /* The scene comes from the tests' random numbers. */
  g_test_init (&n_arguments, &arguments, NULL);
  bench_open (&bench, argc, argv);
  bench_init (&bench);

  printf ("%s; %dx%d, 7 radii, 150 points; windows of 81x41\n", bench.backend->device, WIDTH, HEIGHT);
  printf ("%-18s %12s %14s %8s\n", "operation", "median ms", "reference ms", "ratio");
  for (size_t i = 0; i < G_N_ELEMENTS (operations); i++)
    {
      const Operation *operation = &operations[i];

      if (!has_operation (&bench, operation))
        {
          printf ("%-18s %12s\n", operation->name, "-");
          continue;
        }

      double fast = median_of (&bench, operation->run, operation->repeats);

      if (operation->reference == NULL)
        {
          printf ("%-18s %12.4f\n", operation->name, fast);
          continue;
        }

      bench_fetch (&bench);

      double slow = median_of (&bench, operation->reference, 3);

      printf ("%-18s %12.4f %14.3f %7.0fx\n", operation->name, fast, slow, slow / fast);
    }
  bench_clear (&bench);
  return 0;
}
