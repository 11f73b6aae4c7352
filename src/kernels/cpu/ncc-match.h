/* ncc-match.h: what the search and the steps to a fraction of a pixel share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cpu.h"

typedef struct {
  int    x, y;    /* first pixel, in the first plane */
  int    n;       /* pixels */
  int    first;   /* index of its first value */
  double lack[2]; /* by how much less than 1 the first and the last pixel count; of a single one the first says it */
} vnk_patch_row;

typedef struct {
  vnk_patch_row *rows;
  int            n_rows;
  float         *values; /* times how much they count; mean 0, Σ² = 1 */
  int            n;
  double         weight; /* pixels, each as it counts */
  bool           flat;
} vnk_patch;

/* The part of the second plane that any shift can reach; its element 0 is pixel (x, y), possibly outside the plane. */
typedef struct {
  float    *data;
  ptrdiff_t stride;
  int       x, y;
  int       width, height;
} vnk_region;

/* Correlations of whole shifts: element (dx − first_x, dy − first_y). */
typedef struct {
  float    *data;
  ptrdiff_t stride;
  int       first_x, first_y;
  int       width, height;
} vnk_translation_map;

typedef struct {
  double vx, vy;   /* the flow */
  double gx, gy;   /* the expected shift */
  double along, across;
} vnk_search;

/* Buffers of one match, in one piece of memory. */
typedef struct {
  vnk_patch           patch;
  vnk_region          region;
  vnk_translation_map map;
  double             *sums;       /* prefixes of the region's rows: of its values */
  double             *squares;    /* and of their squares */
  float              *sampled[3]; /* the second plane under the patch, its derivatives by x and y */
  vnk_region          source;     /* of the first plane, around the patch */
  float              *rows;       /* for region_fill() */
} vnk_ncc_workspace;

/* What is to be taken off a sum over the patch's pixels of a product, as the ends of its rows count for less. */
double vnk_ncc_lack (const vnk_patch *patch, const float *a, const float *b);

/* The correlation of the patch with the second plane shifted by any (dx, dy) within a pixel of the search. */
double vnk_ncc_correlation (vnk_ncc_workspace *work, double dx, double dy);

/* Moves a shift near the best whole one to the summit of the correlation; leaves it alone when there is none nearby. */
void vnk_ncc_subpixel (vnk_ncc_workspace *work, int peak_x, int peak_y, double *dx, double *dy);
