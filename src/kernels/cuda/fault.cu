/* fault.cu: makes CUDA fail where a test wants it to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "fault.cuh"

#include <stdlib.h>
#include <string.h>

bool
vnk_cuda_fault_wanted (const char *name, int *n)
{
  const char *fault = getenv ("VNK_CUDA_FAULT");
  size_t length = strlen (name);

  if (fault == NULL || strncmp (fault, name, length) != 0)
    return false;
  if (n != NULL)
    *n = fault[length] == ':' ? atoi (fault + length + 1) : 0;
  return fault[length] == ':' || fault[length] == '\0';
}

void
vnk_cuda_faults_init (vnk_cuda_faults *faults)
{
  vnk_cuda_fault_wanted ("launch", &faults->launch);
  vnk_cuda_fault_wanted ("lost", &faults->lost);
  vnk_cuda_fault_wanted ("memory", &faults->allocation);
}

bool
vnk_cuda_fault_is_due (int *countdown)
{
  return __atomic_load_n (countdown, __ATOMIC_RELAXED) > 0 && __atomic_fetch_sub (countdown, 1, __ATOMIC_RELAXED) == 1;
}

/* As a kernel with a wrong address does: all that this process has on the device is lost. */
static __global__ void
trap (void)
{
  __trap ();
}

cudaError_t
vnk_cuda_fault_at_launch (vnk_cuda_faults *faults, cudaStream_t stream)
{
  if (vnk_cuda_fault_is_due (&faults->lost))
    {
      VNK_LAUNCH_ (trap, 1, 1, 0, stream);
      return cudaGetLastError ();
    }
  return vnk_cuda_fault_is_due (&faults->launch) ? cudaErrorLaunchFailure : cudaSuccess;
}
