/* venule-kymograph-trace.h: a track in the picture of place and time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "venule-kymograph.h"

G_BEGIN_DECLS

/**
 * VenuleKymographPart:
 * @VENULE_KYMOGRAPH_APART: no line leads to the vertex: it is the first one, or the cell was off the line before
 * @VENULE_KYMOGRAPH_SEEN: the cell was seen, or placed, all the way from the vertex before
 * @VENULE_KYMOGRAPH_FILLED: it was filled in by a line in time
 * @VENULE_KYMOGRAPH_GAP: the track has nothing between them
 *
 * What leads to a vertex.
 */
typedef enum {
  VENULE_KYMOGRAPH_APART,
  VENULE_KYMOGRAPH_SEEN,
  VENULE_KYMOGRAPH_FILLED,
  VENULE_KYMOGRAPH_GAP,
} VenuleKymographPart;

typedef struct {
  float               row;
  float               along;    /* px */
  float               velocity; /* along the flow, px/s; NAN: none */
  VenuleKymographPart part;
} VenuleKymographVertex;

/**
 * VenuleKymographTrace:
 * @id: of the track
 * @n: number of vertices; 0: it is not on the line
 * @row_low: the rows that it covers
 * @row_high: the last of them
 * @along_low: the places that it covers, px
 * @along_high: the last of them
 * @vertices: (array length=n): by time
 *
 * Places of a track along the line; those that lie on the way between two others are left out. Counted by reference; it
 * does not change.
 */
typedef struct {
  guint                 id;
  guint                 n;
  float                 row_low, row_high;
  float                 along_low, along_high;
  VenuleKymographVertex vertices[];
} VenuleKymographTrace;

/**
 * venule_kymograph_trace_new:
 * @picture: a kymograph, made or not
 * @track: a track
 * @settings: of the run: flow and velocity window
 *
 * Returns: (transfer full): the track along the line
 */
VenuleKymographTrace *venule_kymograph_trace_new   (const VenuleKymograph *picture,
                                                    VenuleTrack           *track,
                                                    const VenuleSettings  *settings);
VenuleKymographTrace *venule_kymograph_trace_ref   (VenuleKymographTrace  *self);
void                  venule_kymograph_trace_unref (VenuleKymographTrace  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VenuleKymographTrace, venule_kymograph_trace_unref)

G_END_DECLS
