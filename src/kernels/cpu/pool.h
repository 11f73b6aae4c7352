/* pool.h: the threads of the CPU's backend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

typedef struct vnk_pool vnk_pool;

/* One item of work. Items run in any order and on any thread: whatever an item writes must be its own, so that the
 * result is the same for any number of threads. `thread` is below vnk_pool_threads(), for scratch memory. */
typedef void (*vnk_pool_item) (void *data, int item, int thread);

/* Starts threads − 1 threads, which wait; NULL when they cannot be had. The caller's thread is the last one. */
vnk_pool *vnk_pool_new     (int threads);
void      vnk_pool_free    (vnk_pool *pool);
int       vnk_pool_threads (const vnk_pool *pool);

/* Runs items 0 … n − 1 and returns when all are done. */
void vnk_pool_run (vnk_pool *pool, int n, vnk_pool_item function, void *data);
