/* scratch.c: memory that grows and is kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "scratch.h"

#include <stdint.h>
#include <stdlib.h>

void *
vnk_scratch_get (vnk_scratch *scratch, size_t size)
{
  if (size <= scratch->size && scratch->memory != NULL)
    return scratch->memory;
  if (size > SIZE_MAX / 2)
    return NULL;

  vnk_scratch_clear (scratch);

  /* A quarter more than asked for, so that windows that grow slowly do not allocate each time. */
  size_t rounded = (size + size / 4 + 127) & ~(size_t) 63;

  scratch->memory = aligned_alloc (64, rounded);
  scratch->size = scratch->memory != NULL ? rounded : 0;
  return scratch->memory;
}

void
vnk_scratch_clear (vnk_scratch *scratch)
{
  free (scratch->memory);
  scratch->memory = NULL;
  scratch->size = 0;
}
