/* bench-parts.h: the tables, one after the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "bench-options.h"
#include "bench-report.h"
#include "bench-video.h"
#include "vnk.h"

G_BEGIN_DECLS

/* Each operation, beside its reference, and what it could reach at best. */
void bench_operations (BenchReport         *report,
                       const BenchOptions  *options,
                       vnk_backend         *backend,
                       const BenchVideo    *video);
gboolean bench_operations_has (const char *name);
/* Detection and tracking of one frame. */
void bench_steps      (BenchReport         *report,
                       const BenchOptions  *options,
                       vnk_backend         *backend,
                       const BenchVideo    *video);
/* The same with more cells, larger cells and larger frames. */
void bench_growth     (BenchReport         *report,
                       const BenchOptions  *options,
                       vnk_backend         *backend);
/* The same operation asked for by many lanes of a device at once. */
void bench_streams      (BenchReport         *report,
                       const BenchOptions  *options,
                       vnk_backend         *backend,
                       const BenchVideo    *video);
gboolean bench_streams_has (const char *name);
/* Vessels of a picture and of a stack: on the processor with one, two and all threads, whatever @backend has. */
void bench_vesselness (BenchReport         *report,
                       const BenchOptions  *options,
                       vnk_backend         *backend);
/* Whole runs over frames in memory: of one video and of several at once. */
void bench_engine     (BenchReport         *report,
                       const BenchOptions  *options,
                       const char          *backend,
                       const BenchVideo    *video);
/* The command with decoding and writing; @path: a video file that it can read. */
void bench_analyze    (BenchReport         *report,
                       const BenchOptions  *options,
                       const char          *backend,
                       const BenchVideo    *video,
                       const char          *path);
/* Writes the frames to a file that bench_analyze() can take. */
gboolean bench_write_video (const BenchVideo  *video,
                            const char        *path,
                            GError           **error);

G_END_DECLS
