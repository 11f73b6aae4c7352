/* bench-calls.h: what each operation is called with, and what it has to do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <stddef.h>

#include "bench-stage.h"

G_BEGIN_DECLS

/* Of cells the references go through a few, one after the other: their time stands for that of all. */
#define BENCH_FEW 4

/* What they work on. */
typedef struct {
  BenchStage *stage;
  double     *doubles[3];
  int         sweeps; /* of the last MGVF */
  GArray     *looks;  /* of vnk_ring_statistics */
} BenchCalls;

/* What an operation has to do, for its floor. */
typedef struct {
  double      work;
  const char *unit;
  double      bytes, flops;
} BenchAmount;

typedef struct {
  const char  *name;
  gboolean   (*run)       (BenchCalls       *calls);
  void       (*reference) (BenchCalls       *calls);
  BenchAmount (*amount)   (const BenchCalls *calls);
  size_t       needs; /* where in the table of the backend it is */
} BenchOperation;

extern const BenchOperation bench_all_operations[];
extern const guint          bench_n_operations;

/* How many cells the references of operations on cells go through. */
int bench_calls_few (const BenchCalls *self);

G_END_DECLS
