/* network-winograd.h: 3x3 convolutions of four rows at once, in half the multiplications
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Four rows of the output, a dilation apart, come from six of the input. Where the columns of the kernel would take
 * three products for each of the four rows, their minimal algorithm F(4, 3) takes six for all of them: (S. Winograd,
 * Arithmetic complexity of computations, 1980; A. Lavin, S. Gray, CVPR 2016, section 4.3, with its points 0, ±1, ±2,
 * ∞): out = A' [(G kernel) · (B' in)]. Along the rows nothing is transformed: nothing has to be brought into another
 * order, and of the digits that the two-dimensional algorithm F(4x4, 3x3) loses this one loses half.
 */
#define VNK_WINOGRAD_ROWS 4
#define VNK_WINOGRAD_READS 6 /* rows of the input, and of its transform, the "bands" */
#define VNK_WINOGRAD_TAPS 3  /* of a band's kernel, along the row */

/* G: the weights of a column of the kernel for each band. */
void vnk_winograd_weights (const float column[3], float weights[VNK_WINOGRAD_READS]);

/* B': n pixels of the bands of a channel, `next` elements from one to the next. */
void vnk_winograd_split (const float *const in[VNK_WINOGRAD_READS], float *bands, ptrdiff_t next, int n);

/* A': n pixels of a channel's four rows from its bands, with the bias, and nothing negative when `relu`. */
void vnk_winograd_join (const float *bands, ptrdiff_t next, float bias, bool relu, float *const out[VNK_WINOGRAD_ROWS],
                        int n);
