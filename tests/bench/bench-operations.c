/* bench-operations.c: what each operation costs, beside its reference
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The planes are the backend's own: what it takes to bring them there and back is not in it, but for load, and for what
 * operations bring back to the host by themselves. */

#include "bench-parts.h"

#include <stddef.h>
#include <string.h>

#include "bench-stage.h"
#include "reference.h"

#define SOR_FLOPS 67.0    /* of a pixel in a sweep: six neighbours one by one, two together, the step */
#define JACOBI_FLOPS 29.0 /* the same, the step being simpler */
#define SLOWEST 4e9 /* reference's operations on numbers: what takes more is not run beside the backend */

typedef struct {
  BenchStage *stage;
  double     *doubles[3];
  int         sweeps; /* of the last MGVF */
} Bench;

/* What an operation has to do, for its floor. */
typedef struct {
  double      work;
  const char *unit;
  double      bytes, flops;
} Amount;

typedef struct {
  const char *name;
  gboolean  (*run) (Bench *bench);
  void      (*reference) (Bench *bench); /* NULL: has none */
  Amount    (*amount) (const Bench *bench);
  size_t      needs; /* where in the table of the backend it is */
} Operation;

#define CALL(operation, ...) (b->stage->backend->operation (b->stage->backend, __VA_ARGS__) == VNK_OK)

static Amount
pixels_of (const vnk_plane *plane,
           double           bytes,
           double           flops)
{
  double n = (double) plane->width * plane->height;

  return (Amount){ n / 1e6, "Mpx", n * bytes, n * flops };
}

static Amount
cells_of (const Bench *b,
          double       flops)
{
  double n = b->stage->matches->len;

  return (Amount){ n, "cells", 0, n * flops };
}

static double
disc_pixels (double radius)
{
  return G_PI * radius * radius;
}

/* ---- Detection ---- */

static gboolean
run_load (Bench *b)
{
  const BenchPicture *p = b->stage->picture;

  return CALL (load, &p->first, p->x0, p->y0, 1, 0, &b->stage->first);
}

static void
reference_load (Bench *b)
{
  const BenchPicture *p = b->stage->picture;

  vnk_reference_load (&p->first, p->x0, p->y0, 1, 0, p->width, p->height, b->doubles[0]);
}

static Amount
amount_load (const Bench *b)
{
  return pixels_of (&b->stage->first, 1 + 4, 2);
}

static gboolean
run_gradients (Bench *b)
{
  return CALL (gradients, &b->stage->first, &b->stage->gx, &b->stage->gy);
}

static void
reference_gradients (Bench *b)
{
  vnk_reference_gradients (&b->stage->first, b->doubles[0], b->doubles[1]);
}

static Amount
amount_gradients (const Bench *b)
{
  return pixels_of (&b->stage->first, 4 + 8, 4);
}

static gboolean
run_gicov (Bench *b)
{
  BenchStage *s = b->stage;

  return CALL (gicov, &s->gx, &s->gy, &s->gicov, &s->score, &s->radius, &s->mean);
}

static void
reference_gicov (Bench *b)
{
  BenchStage *s = b->stage;

  vnk_reference_gicov (&s->gx, &s->gy, &s->gicov, b->doubles[0], b->doubles[1], b->doubles[2]);
}

/* At each point of each circle the gradient along the normal, and its sums. */
static Amount
amount_gicov (const Bench *b)
{
  const vnk_gicov_params *params = &b->stage->gicov;

  return pixels_of (&b->stage->first, 8 + 12, 7.0 * params->n_radii * params->n_points);
}

static gboolean
run_dilate (Bench *b)
{
  return CALL (dilate, &b->stage->score, (float) (1.2 * b->stage->picture->radius), &b->stage->dilated);
}

static void
reference_dilate (Bench *b)
{
  vnk_reference_dilate (&b->stage->score, 1.2 * b->stage->picture->radius, b->doubles[0]);
}

static Amount
amount_dilate (const Bench *b)
{
  return pixels_of (&b->stage->first, 4 + 4, 0);
}

static gboolean
run_maxima (Bench *b)
{
  BenchStage *s = b->stage;
  vnk_candidate found[64];
  int n;

  return CALL (maxima, &s->score, &s->radius, &s->mean, NULL, &s->dilated, 1.8f, 5, found, G_N_ELEMENTS (found), &n);
}

static void
reference_maxima (Bench *b)
{
  vnk_reference_maxima (&b->stage->score, &b->stage->dilated, 1.8, 5, (uint8_t *) b->doubles[0]);
}

static Amount
amount_maxima (const Bench *b)
{
  return pixels_of (&b->stage->first, 4 + 4, 0);
}

/* As many candidates as there are cells, where they are. */
static gboolean
run_refine (Bench *b)
{
  BenchStage *s = b->stage;
  guint n = s->matches->len;

  for (guint i = 0; i < n; i++)
    {
      const vnk_match *match = &g_array_index (s->matches, vnk_match, i);

      g_array_index (s->candidates, vnk_candidate, i) =
        (vnk_candidate){ (int) match->x + 1, (int) match->y - 1, 4, (float) s->picture->radius, 1 };
    }
  return n == 0 || CALL (refine, &s->gx, &s->gy, &s->refine, (vnk_candidate *) s->candidates->data, (int) n,
                         (vnk_contour *) s->contours->data);
}

static Amount
amount_cells (const Bench *b)
{
  return cells_of (b, 0);
}

/* ---- Tracking ---- */

static gboolean
run_window (Bench *b)
{
  const vnk_match *match = &g_array_index (b->stage->matches, vnk_match, 0);

  return CALL (window, &b->stage->first, match->x, match->y, 0.8f, 0.6f, &b->stage->window);
}

static void
reference_window (Bench *b)
{
  const vnk_match *match = &g_array_index (b->stage->matches, vnk_match, 0);

  vnk_reference_window (&b->stage->first, (double) match->x, (double) match->y, 0.8, 0.6, b->stage->window.width,
                        b->stage->window.height, b->doubles[0]);
}

static Amount
amount_window (const Bench *b)
{
  return pixels_of (&b->stage->window, 4 + 4, 20);
}

static gboolean
run_edges (Bench *b)
{
  return CALL (edges, &b->stage->window, &b->stage->edges);
}

static void
reference_edges (Bench *b)
{
  vnk_reference_edges (&b->stage->window, b->doubles[0]);
}

static Amount
amount_edges (const Bench *b)
{
  return pixels_of (&b->stage->window, 4 + 4, 8);
}

static gboolean
run_mgvf (Bench *b)
{
  return CALL (mgvf, &b->stage->edges, 1, 0, &b->stage->track.mgvf, FALSE, &b->stage->field, &b->sweeps);
}

static gboolean
run_mgvf_jacobi (Bench *b)
{
  vnk_mgvf_params params = b->stage->track.mgvf;

  params.method = VNK_MGVF_JACOBI;
  params.tolerance = 1e-5f;
  params.max_sweeps = 500;
  return CALL (mgvf, &b->stage->edges, 1, 0, &params, FALSE, &b->stage->field, &b->sweeps);
}

static void
reference_mgvf (Bench *b)
{
  const vnk_plane *edges = &b->stage->edges;

  for (int y = 0; y < edges->height; y++)
    for (int x = 0; x < edges->width; x++)
      b->doubles[0][y * edges->width + x] = (double) edges->data[y * edges->stride + x];
  vnk_reference_mgvf (edges, 1, 0, 0.5, 1e-5, 500, TRUE, b->doubles[0]);
}

static Amount
amount_mgvf (const Bench *b)
{
  return pixels_of (&b->stage->window, 4 + 4, SOR_FLOPS * b->sweeps);
}

static Amount
amount_mgvf_jacobi (const Bench *b)
{
  return pixels_of (&b->stage->window, 4 + 4, JACOBI_FLOPS * b->sweeps);
}

static vnk_ellipse
start_snake (const Bench *b)
{
  const vnk_plane *field = &b->stage->field;
  vnk_ellipse snake = { .x = 0.5f * (float) field->width - 2, .y = 0.5f * (float) field->height - 1,
                        .expected_y = 0.5f * (float) field->height - 1 };

  for (int i = 0; i < VNK_ELLIPSE_POINTS; i++)
    snake.radii[i] = (float) b->stage->picture->radius;
  return snake;
}

static gboolean
run_ellipse (Bench *b)
{
  vnk_ellipse snake = start_snake (b);

  return CALL (ellipse, &b->stage->field, &b->stage->track.ellipse, &snake);
}

static void
reference_ellipse (Bench *b)
{
  const vnk_plane *field = &b->stage->field;
  vnk_ellipse snake = start_snake (b);

  for (int y = 0; y < field->height; y++)
    for (int x = 0; x < field->width; x++)
      b->doubles[0][y * field->width + x] = (double) field->data[y * field->stride + x];
  vnk_reference_ellipse (b->doubles[0], field->width, field->height, &b->stage->track.ellipse, &snake);
}

static Amount
amount_ellipse (const Bench *b)
{
  return pixels_of (&b->stage->field, 4 + 8, 0);
}

static gboolean
run_track (Bench *b)
{
  return bench_stage_track (b->stage);
}

static gboolean
run_track_jacobi (Bench *b)
{
  vnk_mgvf_params params = b->stage->track.mgvf;
  gboolean ok;

  b->stage->track.mgvf.method = VNK_MGVF_JACOBI;
  b->stage->track.mgvf.tolerance = 1e-5f;
  b->stage->track.mgvf.max_sweeps = 500;
  ok = bench_stage_track (b->stage);
  b->stage->track.mgvf = params;
  return ok;
}

static double
track_flops (const Bench *b,
             double       sweep)
{
  return sweep * bench_stage_mean_sweeps (b->stage) * b->stage->window.width * b->stage->window.height;
}

static Amount
amount_track (const Bench *b)
{
  return cells_of (b, track_flops (b, SOR_FLOPS));
}

static Amount
amount_track_jacobi (const Bench *b)
{
  return cells_of (b, track_flops (b, JACOBI_FLOPS));
}

static gboolean
run_match (Bench *b)
{
  return bench_stage_match (b->stage);
}

static void
reference_match (Bench *b)
{
  for (guint i = 0; i < b->stage->matches->len; i++)
    {
      vnk_match match = g_array_index (b->stage->matches, vnk_match, i);

      vnk_reference_match (&b->stage->first, &b->stage->next, 1, 0, &match);
    }
}

/* Whole shifts, each over the patch. */
static Amount
amount_match (const Bench *b)
{
  const vnk_match *match = &g_array_index (b->stage->matches, vnk_match, 0);
  double shifts = (2.0 * match->along + 3) * (2.0 * match->across + 3);

  return cells_of (b, 2 * shifts * disc_pixels ((double) match->radius));
}

/* ---- The network, the picture's movement ---- */

static gboolean
run_sample (Bench *b)
{
  float step = (float) (b->stage->picture->radius / 8);

  return CALL (sample, &b->stage->first, -16 * step, -16 * step, step, 0, &b->stage->input);
}

static void
reference_sample (Bench *b)
{
  double step = b->stage->picture->radius / 8;

  vnk_reference_sample (&b->stage->first, -16 * step, -16 * step, step, 0, b->stage->input.width, b->stage->input.height,
                        b->doubles[0]);
}

static Amount
amount_sample (const Bench *b)
{
  return pixels_of (&b->stage->input, 4 + 4, 20);
}

static gboolean
run_flatten (Bench *b)
{
  return CALL (flatten, &b->stage->input, 32, 8, 8, &b->stage->flat);
}

static void
reference_flatten (Bench *b)
{
  vnk_reference_flatten (&b->stage->input, 32, 8, 8, b->doubles[0]);
}

static Amount
amount_flatten (const Bench *b)
{
  return pixels_of (&b->stage->input, 4 + 4, 6);
}

static gboolean
run_network (Bench *b)
{
  return CALL (network, &b->stage->network->net, &b->stage->flat, b->stage->maps);
}

static void
reference_network (Bench *b)
{
  vnk_reference_network (&b->stage->network->net, &b->stage->flat, b->doubles[0], b->doubles[1]);
}

/* Every layer is as large as the strides before it leave it. */
static Amount
amount_network (const Bench *b)
{
  const vnk_network *net = &b->stage->network->net;
  double pixels[VNK_MAX_LAYERS], flops = 0;
  double all = (double) b->stage->input.width * b->stage->input.height;

  for (int i = 0; i < net->n_layers; i++)
    {
      const vnk_layer *layer = &net->layers[i];

      pixels[i] = (layer->from < 0 ? all : pixels[layer->from]) / (layer->stride * layer->stride);
      flops += pixels[i] * 2.0 * layer->kernel * layer->kernel * layer->in_channels * layer->out_channels;
    }
  return (Amount){ all / 1e6, "Mpx", 4 * all + 4 * BENCH_MAPS * pixels[net->n_layers - 1], flops };
}

static gboolean
run_halve (Bench *b)
{
  return CALL (halve, &b->stage->first, &b->stage->half);
}

static void
reference_halve (Bench *b)
{
  vnk_reference_halve (&b->stage->first, b->doubles[0]);
}

static Amount
amount_halve (const Bench *b)
{
  return pixels_of (&b->stage->first, 4 + 1, 4);
}

static gboolean
run_shift (Bench *b)
{
  vnk_shift shift = { .range = 8 };

  return CALL (shift, &b->stage->first, NULL, &b->stage->next, &shift, &b->stage->aligned);
}

static void
reference_shift (Bench *b)
{
  vnk_shift shift = { .range = 8 };

  vnk_reference_shift (&b->stage->first, NULL, &b->stage->next, &shift);
}

static Amount
amount_shift (const Bench *b)
{
  return pixels_of (&b->stage->first, 4 + 4 + 4, 0);
}

#define NEEDS(operation) offsetof (vnk_backend, operation)

static const Operation operations[] = {
  { "load", run_load, reference_load, amount_load, NEEDS (load) },
  { "gradients", run_gradients, reference_gradients, amount_gradients, NEEDS (gradients) },
  { "gicov", run_gicov, reference_gicov, amount_gicov, NEEDS (gicov) },
  { "dilate", run_dilate, reference_dilate, amount_dilate, NEEDS (dilate) },
  { "maxima", run_maxima, reference_maxima, amount_maxima, NEEDS (maxima) },
  { "refine", run_refine, NULL, amount_cells, NEEDS (refine) },
  { "window", run_window, reference_window, amount_window, NEEDS (window) },
  { "edges", run_edges, reference_edges, amount_edges, NEEDS (edges) },
  { "mgvf", run_mgvf, reference_mgvf, amount_mgvf, NEEDS (mgvf) },
  { "mgvf-jacobi", run_mgvf_jacobi, reference_mgvf, amount_mgvf_jacobi, NEEDS (mgvf) },
  { "ellipse", run_ellipse, reference_ellipse, amount_ellipse, NEEDS (ellipse) },
  { "track", run_track, NULL, amount_track, NEEDS (track) },
  { "track-jacobi", run_track_jacobi, NULL, amount_track_jacobi, NEEDS (track) },
  { "match", run_match, reference_match, amount_match, NEEDS (match) },
  { "halve", run_halve, reference_halve, amount_halve, NEEDS (halve) },
  { "shift", run_shift, reference_shift, amount_shift, NEEDS (shift) },
  { "sample", run_sample, reference_sample, amount_sample, NEEDS (sample) },
  { "flatten", run_flatten, reference_flatten, amount_flatten, NEEDS (flatten) },
  { "network", run_network, reference_network, amount_network, NEEDS (network) },
};

typedef struct {
  Bench           *bench;
  const Operation *operation;
} Call;

static gboolean
run (gpointer data)
{
  Call *call = data;

  return call->operation->run (call->bench);
}

static gboolean
run_reference (gpointer data)
{
  Call *call = data;

  call->operation->reference (call->bench);
  return TRUE;
}

static gboolean
wait_for (gpointer data)
{
  Call *call = data;

  return bench_stage_wait (call->bench->stage);
}

static gboolean
has_operation (const vnk_backend *backend,
               size_t             needs)
{
  void (*function) (void);

  memcpy (&function, (const char *) backend + needs, sizeof function);
  return function != NULL;
}

/* What the references read, too. */
static void
fetch (BenchStage *s)
{
  const vnk_plane *planes[] = { &s->first, &s->next, &s->gx, &s->gy, &s->score, &s->dilated, &s->window, &s->edges,
                                &s->field, &s->input, &s->flat };

  for (guint i = 0; i < G_N_ELEMENTS (planes); i++)
    s->backend->fetch (s->backend, planes[i]);
}

/* Only beside the processor: it is the same beside all. What would take minutes is left out. */
static double
time_reference (const BenchOptions *options,
                Call               *call)
{
  gboolean slow = call->operation->amount (call->bench).flops > SLOWEST;
  gboolean beside = g_str_equal (call->bench->stage->backend->name, "cpu");

  if (call->operation->reference == NULL || !beside || options->quick || slow)
    return 0;
  fetch (call->bench->stage);
  return bench_time (run_reference, NULL, call, 5, 0.5).median;
}

static void
add_operation (BenchReport        *report,
               const BenchOptions *options,
               Bench              *bench,
               const Operation    *operation)
{
  vnk_backend *backend = bench->stage->backend;
  Call call = { bench, operation };
  BenchRow row = { .part = "operations", .name = g_strdup (operation->name), .backend = backend->name };
  Amount amount;

  row.time = bench_time (run, wait_for, &call, (guint) options->runs, options->budget);
  amount = operation->amount (bench);
  row.work = amount.work;
  row.unit = amount.unit;
  row.bytes = amount.bytes;
  row.flops = amount.flops;
  row.reference = time_reference (options, &call);
  bench_report_add (report, &row);
}

void
bench_operations (BenchReport        *report,
                  const BenchOptions *options,
                  vnk_backend        *backend,
                  const BenchVideo   *video)
{
  g_autoptr (BenchPicture) picture = bench_picture_new_of_video (video);
  g_autoptr (BenchStage) stage = bench_stage_new (backend, picture);
  Bench bench = { .stage = stage };
  gsize size;

  if (stage == NULL || stage->matches->len == 0)
    {
      bench_report_note (report, g_strdup_printf ("operations on %s: the picture could not be prepared", backend->name));
      return;
    }

  size = MAX ((gsize) picture->width * picture->height,
              (gsize) stage->maps[0].width * stage->maps[0].height * BENCH_MAPS);
  for (guint i = 0; i < G_N_ELEMENTS (bench.doubles); i++)
    bench.doubles[i] = g_new0 (double, MAX (size, (gsize) stage->input.width * stage->input.height));

  for (guint i = 0; i < G_N_ELEMENTS (operations); i++)
    {
      if (!bench_options_wants (options->operations, operations[i].name))
        continue;
      if (has_operation (backend, operations[i].needs))
        add_operation (report, options, &bench, &operations[i]);
      else
        bench_report_note (report, g_strdup_printf ("%s: %s has no such operation", operations[i].name, backend->name));
    }

  for (guint i = 0; i < G_N_ELEMENTS (bench.doubles); i++)
    g_free (bench.doubles[i]);
}
