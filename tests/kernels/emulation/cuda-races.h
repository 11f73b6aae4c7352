/* cuda-races.h: what the emulation tells of barriers, so that accesses without one between are found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef VNK_EMULATE_RACES
/* What is between these belongs to one kernel, of which nobody else runs one. `stacks` are the threads' own. */
void vnk_races_begin_kernel (const void *stacks, size_t size);
void vnk_races_end_kernel   (void);
void vnk_races_begin_block  (const void *shared, size_t size);
void vnk_races_go_on        (int thread);
/* All threads of the block have come together, or some lanes of a warp (`first` is its first thread). */
void vnk_races_barrier      (void);
void vnk_races_sync         (int first, unsigned int lanes);
void vnk_races_fence        (void);
void vnk_races_atomic       (void *place, size_t size, const void *where);
/* What this thread has just written may come as late as it waits for its copies. */
void vnk_races_copy         (void *place, size_t size);
void vnk_races_copies_done  (void);
/* Returns: how many were found, which are forgotten then: the program does not fail for them */
int  vnk_races_take         (void);
#else
static inline void vnk_races_begin_kernel (const void *, size_t) { }
static inline void vnk_races_end_kernel (void) { }
static inline void vnk_races_begin_block (const void *, size_t) { }
static inline void vnk_races_go_on (int) { }
static inline void vnk_races_barrier (void) { }
static inline void vnk_races_sync (int, unsigned int) { }
static inline void vnk_races_fence (void) { }
static inline void vnk_races_atomic (void *, size_t, const void *) { }
static inline void vnk_races_copy (void *, size_t) { }
static inline void vnk_races_copies_done (void) { }
#endif
