/* scratch.h: memory that grows and is kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <stddef.h>

/* So that no frame allocates anything once the first has been computed. Zero-initialise; not shared by threads. */
typedef struct {
  void  *memory;
  size_t size;
} vnk_scratch;

/* At least `size` bytes at a multiple of 64, of unknown content, valid until the next call; NULL when there is none. */
void *vnk_scratch_get   (vnk_scratch *scratch, size_t size);
void  vnk_scratch_clear (vnk_scratch *scratch);
