/* bench-peak.h: what a device can do at best, and where it is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <stdbool.h>

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

#define BENCH_BUS_ID_SIZE 32

/* Where CUDA's device is on the PCI bus, as "0000:CA:00.0"; false: not known. */
bool bench_cuda_bus_id (int device, char bus_id[BENCH_BUS_ID_SIZE]);

#ifdef __cplusplus
}
#endif
