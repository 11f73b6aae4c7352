/* bench-operations.c: what each operation costs, beside its reference
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The planes are the backend's own: copies to it and back are not counted, except in convert, and in operations that
 * return results to the host. */

#include "bench-parts.h"

#include <string.h>

#include "bench-calls.h"

#define SLOWEST 4e9 /* reference's operations on numbers: what takes more is not run beside the backend */

gboolean
bench_operations_has (const char *name)
{
  for (guint i = 0; i < bench_n_operations; i++)
    if (g_str_equal (bench_all_operations[i].name, name))
      return TRUE;
  return FALSE;
}

typedef struct {
  BenchCalls           *bench;
  const BenchOperation *operation;
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
  const vnk_plane *planes[] = { &s->first, &s->next, &s->gx, &s->gy, &s->score, &s->dilated, &s->input, &s->flat };

  for (guint i = 0; i < G_N_ELEMENTS (planes); i++)
    s->backend->fetch (s->backend, planes[i]);
}

/* Only beside the processor: it is the same beside all. What would take minutes is left out. Of cells it goes through a
 * few. */
static double
time_reference (const BenchOptions *options,
                Call               *call)
{
  BenchAmount amount = call->operation->amount (call->bench);
  gboolean beside = g_str_equal (call->bench->stage->backend->name, "cpu");
  gboolean of_cells = g_str_equal (amount.unit, "cells");

  if (!beside || options->quick || (!of_cells && amount.flops > SLOWEST))
    return 0;
  fetch (call->bench->stage);
  return bench_time (run_reference, NULL, call, 5, 0.5).median *
         (of_cells ? amount.work / bench_calls_few (call->bench) : 1);
}

/* Around each cell. */
static GArray *
new_looks (const BenchStage *stage)
{
  GArray *looks = g_array_new (FALSE, TRUE, sizeof (vnk_ring_statistics));

  for (guint i = 0; i < stage->matches->len; i++)
    {
      const vnk_ncc_match *match = &g_array_index (stage->matches, vnk_ncc_match, i);
      vnk_ring_statistics look = { .x = (double) match->x, .y = (double) match->y, .radius = stage->picture->radius };

      g_array_append_val (looks, look);
    }
  return looks;
}

static void
add_operation (BenchReport          *report,
               const BenchOptions   *options,
               BenchCalls           *bench,
               const BenchOperation *operation)
{
  vnk_backend *backend = bench->stage->backend;
  Call call = { bench, operation };
  BenchRow row = { .part = "operations", .name = g_strdup (operation->name), .backend = backend->name };
  BenchAmount amount;

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
  BenchCalls bench = { .stage = stage };
  gsize size;

  if (stage == NULL || stage->matches->len == 0)
    {
      bench_report_fail (report, g_strdup_printf ("operations on %s: the picture could not be prepared",
                                                  backend->name));
      return;
    }

  size = MAX ((gsize) picture->width * picture->height,
              (gsize) stage->maps[0].width * stage->maps[0].height * BENCH_MAPS);
  for (guint i = 0; i < G_N_ELEMENTS (bench.doubles); i++)
    bench.doubles[i] = g_new0 (double, MAX (size, (gsize) stage->input.width * stage->input.height));
  bench.looks = new_looks (stage);

  for (guint i = 0; i < bench_n_operations; i++)
    {
      if (!bench_options_wants (options->operations, bench_all_operations[i].name))
        continue;
      if (has_operation (backend, bench_all_operations[i].needs))
        add_operation (report, options, &bench, &bench_all_operations[i]);
      else
        bench_report_note (report, g_strdup_printf ("%s: %s has no such operation", bench_all_operations[i].name,
                                                    backend->name));
    }

  for (guint i = 0; i < G_N_ELEMENTS (bench.doubles); i++)
    g_free (bench.doubles[i]);
  g_array_unref (bench.looks);
}
