/* bench-report.h: the figures, as a table and for programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "bench-timer.h"

G_BEGIN_DECLS

/**
 * BenchRow:
 * @part: the table that it stands in
 * @name: what was measured
 * @backend: "cpu", "cuda"
 * @time: of one piece of work
 * @work: how much of @unit a piece is; 0: not said
 * @unit: (nullable): "frames", "Mpx", "cells"
 * @bytes: that a piece has to read and write at least; 0: not known
 * @flops: operations on numbers that its definition takes; 0: not known
 * @reference: ms of the scalar reference in double precision; 0: none
 * @energy: J a piece of work; 0: not readable
 */
typedef struct {
  const char *part;
  char       *name;
  const char *backend;
  BenchTime   time;
  double      work;
  const char *unit;
  double      bytes, flops;
  double      reference;
  double      energy;
} BenchRow;

/**
 * BenchPeak:
 * @copied: bytes/s read and written when planes of the crop's size are copied
 * @memory: the same for much more than fits in any cache
 * @flops: operations/s on floats, multiplied and added at once
 * @call: ms from a call to its end when there is nothing to do; 0: not known
 */
typedef struct {
  double copied, memory, flops, call;
} BenchPeak;

typedef struct _BenchReport BenchReport;

BenchReport *bench_report_new        (const char       *machine);
void         bench_report_free       (BenchReport      *self);
/* A backend that is measured, what it is for people, and what could be reached at best. */
void         bench_report_add_device (BenchReport      *self,
                                      const char       *backend,
                                      const char       *device,
                                      const BenchPeak  *peak);
/* What is taken as it is: frees row->name. A row without runs has failed, and is said to. */
void         bench_report_add        (BenchReport      *self,
                                      const BenchRow   *row);
/* A sentence below the tables; takes it. */
void         bench_report_note       (BenchReport      *self,
                                      char             *note);
/* A sentence that says what could not be measured; takes it. */
void         bench_report_fail       (BenchReport      *self,
                                      char             *note);
char        *bench_report_to_tables  (BenchReport      *self);
char        *bench_report_to_json    (BenchReport      *self);
/* Whether something failed. */
gboolean     bench_report_has_failed (BenchReport      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BenchReport, bench_report_free)

G_END_DECLS
