/* bench-peak-none.c: a build without CUDA
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-peak.h"

void
bench_peak_cuda (int          device,
                 double       bytes,
                 BenchLimits *limits)
{
  *limits = (BenchLimits){ 0 };
}

bool
bench_cuda_bus_id (int  device,
                   char bus_id[BENCH_BUS_ID_SIZE])
{
  return false;
}
