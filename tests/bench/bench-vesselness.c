/* bench-vesselness.c: what vessels of a picture and of a stack cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-parts.h"

#include <math.h>
#include <string.h>

#include "bench-energy.h"
#include "reference.h"

#define REFERENCE_SIDE 48 /* px: the reference goes through so much of a stack, and its time stands for all of it */

typedef struct {
  const char *name;
  int         width, height, depth;
  float       c;
  gboolean    direction;
} Kind;

static const Kind kinds[] = {
  { "640×480", 640, 480, 1, 0, FALSE },
  { "640×480, c given", 640, 480, 1, 15, FALSE },
  { "640×480, with scale and direction", 640, 480, 1, 0, TRUE },
  { "4096×4096", 4096, 4096, 1, 0, FALSE },
  { "256×256×200", 256, 256, 200, 0, FALSE },
  { "256×256×200, c given", 256, 256, 200, 15, FALSE },
  { "256×256×200, with scale and direction", 256, 256, 200, 0, TRUE },
};

typedef struct {
  vnk_backend           *backend;
  vnk_vesselness_params  params;
  gboolean               direction;
  vnk_plane              in, vesselness, scale, directions[3];
} Volume;

static void
volume_clear (Volume *self)
{
  vnk_plane_clear (&self->in);
  vnk_plane_clear (&self->vesselness);
  vnk_plane_clear (&self->scale);
  for (guint i = 0; i < G_N_ELEMENTS (self->directions); i++)
    vnk_plane_clear (&self->directions[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Volume, volume_clear)

/* Vessels of several radii that cross, and noise. */
static void
fill (vnk_plane *plane,
      int        depth)
{
  int height = plane->height / depth;
  guint32 noise = 1;

  for (int row = 0; row < plane->height; row++)
    for (int x = 0; x < plane->width; x++)
      {
        double y = row % height, z = row / height - depth / 2, bend = 20 * sin (0.02 * x);
        double first = (y - 0.4 * height - bend) * (y - 0.4 * height - bend) + z * z;
        double second = (x - 0.6 * plane->width) * (x - 0.6 * plane->width) + (z - 0.1 * y) * (z - 0.1 * y);

        noise = noise * 1664525u + 1013904223u;
        plane->data[row * plane->stride + x] =
          (float) (60 + 80 * exp (-first / 32) + 50 * exp (-second / 8) + (noise >> 24) / 16.0);
      }
}

static gboolean
volume_init (Volume      *self,
             vnk_backend *backend,
             const Kind  *kind)
{
  vnk_plane *planes[] = { &self->in, &self->vesselness, &self->scale, &self->directions[0], &self->directions[1],
                          &self->directions[2] };
  guint n = kind->direction ? G_N_ELEMENTS (planes) : 2;

  *self = (Volume){ .backend = backend, .direction = kind->direction };
  self->params = (vnk_vesselness_params){ .depth = kind->depth, .n_sigmas = 5, .sigmas = { 1, 2, 3, 4, 5 },
                                          .alpha = 0.5f, .beta = 0.5f, .c = kind->c };
  for (guint i = 0; i < n; i++)
    if (backend->plane_new (backend, kind->width, kind->height * kind->depth, planes[i]) != VNK_OK)
      return FALSE;
  fill (&self->in, kind->depth);
  return backend->store (backend, &self->in) == VNK_OK;
}

static gboolean
run (gpointer data)
{
  Volume *v = data;

  return v->backend->vesselness (v->backend, &v->in, &v->params, &v->vesselness, v->direction ? &v->scale : NULL,
                                 v->direction ? v->directions : NULL) == VNK_OK;
}

static gboolean
wait_for (gpointer data)
{
  Volume *v = data;

  return v->backend->wait == NULL || v->backend->wait (v->backend) == VNK_OK;
}

static gboolean
run_reference (gpointer data)
{
  Volume *v = data;
  g_autofree vnk_reference_vessel *vessels = g_new (vnk_reference_vessel, (gsize) v->in.width * v->in.height);

  vnk_reference_vesselness (&v->in, &v->params, vessels);
  return TRUE;
}

/* ms for all of the kind, from a cube or a square of it. */
static double
time_reference (const Kind *kind)
{
  Kind part = *kind;
  vnk_backend *backend;
  double time = 0;

  part.width = part.height = REFERENCE_SIDE;
  part.depth = MIN (kind->depth, REFERENCE_SIDE);
  if (vnk_cpu_open (1, &backend) != VNK_OK)
    return 0;

  {
    g_auto (Volume) volume = { 0 };

    if (volume_init (&volume, backend, &part))
      time = bench_time (run_reference, NULL, &volume, 3, 0.5).median;
  }
  backend->close (backend);
  return time * kind->width * kind->height * kind->depth / ((double) part.width * part.height * part.depth);
}

static void
add_kind (BenchReport        *report,
          const BenchOptions *options,
          vnk_backend        *backend,
          const Kind         *kind,
          int                 threads,
          double              reference)
{
  g_autoptr (BenchEnergy) energy = bench_energy_new (backend->name);
  g_auto (Volume) volume = { 0 };
  double before, after, voxels = (double) kind->width * kind->height * kind->depth;
  BenchRow row = { .part = "vesselness", .backend = backend->name, .work = voxels / 1e6, .unit = "Mpx",
                   .bytes = 4 * voxels * (kind->direction ? 3 + (kind->depth > 1 ? 3 : 2) : 2),
                   .reference = reference };

  row.name = threads > 0 ? g_strdup_printf ("%s, %d thread%s", kind->name, threads, threads == 1 ? "" : "s")
                         : g_strdup (kind->name);
  if (volume_init (&volume, backend, kind))
    {
      before = bench_energy_read (energy);
      row.time = bench_time (run, wait_for, &volume, (guint) options->runs, options->budget);
      after = bench_energy_read (energy);
      if (before >= 0 && after > before && row.time.done > 0)
        row.energy = (after - before) / row.time.done;
    }
  bench_report_add (report, &row);
}

/* One, two and all threads. */
static void
add_threads (BenchReport        *report,
             const BenchOptions *options,
             const Kind         *kind,
             double              reference)
{
  int all = options->threads > 0 ? options->threads : (int) g_get_num_processors ();

  for (int threads = 1; threads <= all; threads = threads < 2 || threads == all ? threads + 1 : all)
    {
      vnk_backend *backend;

      if (vnk_cpu_open (threads, &backend) != VNK_OK)
        continue;
      add_kind (report, options, backend, kind, threads, reference);
      backend->close (backend);
    }
}

void
bench_vesselness (BenchReport        *report,
                  const BenchOptions *options,
                  vnk_backend        *backend)
{
  g_autoptr (BenchEnergy) energy = bench_energy_new (backend->name);

  if (bench_energy_read (energy) < 0)
    bench_report_note (report, g_strdup_printf ("vesselness: the energy that %s takes is not readable",
                                                backend->name));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      Kind kind = kinds[i];

      if (options->quick) /* whether it works at all shows in less */
        {
          kind.width = kind.height = REFERENCE_SIDE;
          kind.depth = MIN (kind.depth, 4);
        }
      if (g_str_equal (backend->name, "cpu"))
        add_threads (report, options, &kind, options->quick ? 0 : time_reference (&kind));
      else
        add_kind (report, options, backend, &kind, 0, 0);
    }
}
