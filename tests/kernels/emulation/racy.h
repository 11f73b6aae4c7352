/* racy.h: kernels of which it is known whether their threads meet without a barrier
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Runs the kernel of a name. Returns in how many pairs of places it was seen to be racy; −1: there is none of that
 * name. */
int racy_run (const char *name);

#ifdef __cplusplus
}
#endif
