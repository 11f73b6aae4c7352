/* none.c: what stands in for the CUDA backend in a build without it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "../vnk.h"

#include <stdio.h>

int
vnk_cuda_count (char *reason, size_t reason_size)
{
  if (reason != NULL && reason_size > 0)
    snprintf (reason, reason_size, "this version of Venule was built without support for NVIDIA graphics cards");
  return 0;
}

vnk_status
vnk_cuda_open (int device, vnk_backend **backend, char *reason, size_t reason_size)
{
  if (backend == NULL || device < 0)
    return VNK_ERROR_INVALID;
  *backend = NULL;
  vnk_cuda_count (reason, reason_size);
  return VNK_ERROR_UNSUPPORTED;
}

void
vnk_cuda_leave (int device)
{
}
