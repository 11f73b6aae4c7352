/* bench-peak.h: what a device can do at best
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* As BenchPeak of bench-report.h, for C++ too. */
typedef struct {
  double copied, memory, flops, call;
} BenchLimits;

/* All threads together copy pieces of @bytes, and multiply and add. */
void bench_peak_cpu  (int threads, double bytes, BenchLimits *limits);
/* Zeros where it fails. */
void bench_peak_cuda (int device, double bytes, BenchLimits *limits);

#ifdef __cplusplus
}
#endif
