/* venule-ffv1-slice.h: the samples of slices of FFV1
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define VENULE_FFV1_INPUTS 5 /* differences of neighbours that tell the context */
#define VENULE_FFV1_PADDING 16 /* bytes behind the coded ones that may be read */

/* How a context's differences were so far (RFC 9043, 3.8.2). */
typedef struct {
  guint16 error_sum;
  gint16  drift;
  gint16  bias;
  guint8  count;
  guint8  shift; /* k: of the remainder's bits; follows from error_sum and count */
} VenuleFfv1State;

/**
 * VenuleFfv1Slice:
 * @data: the coded samples, with %VENULE_FFV1_PADDING bytes behind them
 * @size: bytes of them
 * @samples: where the first sample goes
 * @stride: bytes from row to row
 * @width: samples
 * @height: samples
 * @tables: contexts of the differences of neighbours, %VENULE_FFV1_INPUTS tables of 256
 * @states: of each context, as they are at the beginning
 * @zeros: @width + 1 bytes that are 0
 */
typedef struct {
  const guint8     *data;
  gsize             size;
  guint8           *samples;
  gsize             stride;
  int               width, height;
  const gint16    (*tables)[256];
  VenuleFfv1State  *states;
  const guint8     *zeros;
} VenuleFfv1Slice;

/* 1 to 4 slices of a picture at once: what is decoded next waits for what was decoded last, in each of them for itself. FALSE: one of
 * them is damaged, or tells what no encoder writes. */
gboolean venule_ffv1_decode_slices (const VenuleFfv1Slice *slices,
                                    guint                  n,
                                    gboolean               five);

G_END_DECLS
