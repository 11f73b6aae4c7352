/* fault.cuh: makes CUDA fail where a test wants it to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* VNK_CUDA_FAULT is "no-driver", "old-driver", "no-device", or "launch:N", "lost:N" or "memory:N": the Nth launch
 * fails, or has the process lose the device, or the Nth allocation fails. */

#pragma once

#include "runtime.cuh"

/* What fails after how many more launches or allocations, this one included; 0: nothing. */
struct vnk_cuda_faults {
  int launch;
  int lost;
  int allocation;
};

void vnk_cuda_faults_init (vnk_cuda_faults *faults);

/* Whether the variable is `name`, or "name:N", which `n` (or NULL) receives. */
bool vnk_cuda_fault_wanted (const char *name, int *n);

/* Counts down; whether it is now that it fails. By any thread. */
bool vnk_cuda_fault_is_due (int *countdown);

/* Before a launch in `stream`. */
cudaError_t vnk_cuda_fault_at_launch (vnk_cuda_faults *faults, cudaStream_t stream);
